"""What a rulebook file has to say, and what each field may hold."""

import re
from typing import Final

import msgspec
import pytest
from support.games.changed_rulebooks import (
    FIELDS,
    RULEBOOK,
    SHIPPED,
    SUIT_RULEBOOK,
    changed,
    home,
    refused,
    table_option,
)

from aceten import RulebookError
from aceten_spec import PACKS, load_shipped, parse_rulebook
from aceten_spec.rulebook import SuitParameters, digest
from aceten_spec.switches import as_written


def test_the_shipped_rulebook_is_right() -> None:
    """The text that the other tests change is accepted as it stands."""
    shipped = load_shipped("zsiros")
    assert parse_rulebook(SHIPPED) == shipped
    fewer = parse_rulebook(RULEBOOK)
    assert msgspec.structs.replace(fewer, examples=shipped.examples) == shipped


# --- Keys ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "key", "known"),
    [
        ("format = 1", "", "parameters"),
        ('pack = "german-32"', "parameters.", "keys in aceten_spec/parameters.py"),
        ('name = "majority"', "parameters.scoring[0].", "game_points"),
        ("[options.tie]", "options.tie.", "clause, values"),
        ('id = "ZS-PLAYERS-1"', "clauses[0].", "kind"),
        ('clause = "ZS-DEAL-2"', "decisions[0].", "question"),
        ('id = "ZS-EX-1"', "examples[0].", "position"),
    ],
)
def test_an_unknown_key_is_refused(before: str, key: str, known: str) -> None:
    """A key that the format does not know is refused in every table, with the keys that belong there."""
    refused(changed(before, f"{before}\ncolour = 1"), f"{key}colour", problem="unknown key", expected=known)


@pytest.mark.parametrize(
    ("before", "key", "known"),
    [
        ('sources = [{ document = "pagat-zsiros", ', "clauses[0].sources[0].", "section"),
        ('source = { document = "pagat-zsiros", ', "examples[0].source.", "section"),
        ('steps = [\n    { action = "9", ', "examples[0].steps[0].", "turn"),
        ("result = { ", "examples[0].result.", "winner"),
    ],
)
def test_an_unknown_key_in_a_line_is_refused(before: str, key: str, known: str) -> None:
    """A key that the format does not know is refused also in the tables that stand in one line."""
    refused(changed(before, f"{before}colour = 1, "), f"{key}colour", problem="unknown key", expected=known)


def test_an_unknown_key_of_an_alternative_is_refused() -> None:
    """A key that the format does not know is refused in the alternatives of a decision."""
    number = [decision.clause for decision in load_shipped("zsiros").decisions].index("ZS-DRAW-2")
    text = changed('value = "round_robin"', 'value = "round_robin"\ncolour = 1')
    refused(text, f"decisions[{number}].alternatives[0].colour", problem="unknown key", expected="sources")


def test_an_unknown_key_of_a_match_is_refused() -> None:
    """A key that the format does not know is refused in the course of a match."""
    number = [example.match is None for example in load_shipped("zsiros").examples].index(False)
    text = changed("match = { players = 4, ", "match = { players = 4, colour = 1, ", text=SHIPPED)
    refused(text, f"examples[{number}].match.colour", problem="unknown key", expected="dealers")


@pytest.mark.parametrize(
    ("given", "alike"), [("hands", "hand"), ("lonecard", "lone_card"), ("sweep_point", "sweep_points")]
)
def test_an_unknown_parameter_is_answered_with_those_alike(given: str, alike: str) -> None:
    """There are too many parameters to list: the error names those whose names look like the unknown one."""
    refused(home(f"[parameters]\n{given} = 4"), f"parameters.{given}", problem="unknown key", expected=alike)


SUIT_FIELDS: Final = {field.name: field for field in msgspec.structs.fields(SuitParameters)}


def test_what_tricks_are_like_is_said() -> None:
    """A rulebook says what its tricks are like, as everything else depends on that."""
    for text in (RULEBOOK, SUIT_RULEBOOK):
        without = re.sub(r"(?m)^tricks = .*\n", "", text, count=1)
        refused(without, "parameters.tricks", problem="missing", expected="a value")


@pytest.mark.parametrize("value", ["suits", "", "Matching"])
def test_tricks_of_an_unknown_kind_are_refused(value: str) -> None:
    """Tricks are of one of the kinds that there are; the error lists them."""
    text = changed('tricks = "matching"', f'tricks = "{value}"')
    refused(text, "parameters.tricks", problem=f"found '{value}'", expected="one of: matching, suit")


@pytest.mark.parametrize("value", ["3", "true", "[]", "{ kind = 1 }"])
def test_tricks_that_are_no_word_are_refused(value: str) -> None:
    """What tricks are like is a word."""
    text = changed('tricks = "matching"', f"tricks = {value}")
    refused(text, "parameters.tricks", problem="found", expected="a text")


def test_what_tricks_are_like_holds_for_all_players() -> None:
    """A game has tricks of one kind, with every number of players and every option."""
    by_players = '[by_players.2]\ntricks = "suit"'
    option = table_option("a = {}", 'b = { tricks = "suit" }')
    for text, key in ((by_players, "by_players.2.tricks"), (option, "options.kind.values.b.tricks")):
        refused(
            home(text), key, problem="cannot be changed", expected="can depend on the number of players or on an option"
        )


def test_parameters_of_other_tricks_are_refused() -> None:
    """A game has no parameters of games whose tricks are of another kind; the error tells those that look alike."""
    refused(
        changed('tricks = "suit"', 'tricks = "suit"\nmarriage = "trump"', text=SUIT_RULEBOOK),
        "parameters.marriage",
        problem="unknown key",
        expected="marriages",
    )
    refused(
        changed("wild = [", "order = [", text=RULEBOOK),
        "parameters.order",
        problem="unknown key",
        expected=f"of the {len(FIELDS)} keys",
    )
    refused(
        changed("order = [", "wild = [", text=SUIT_RULEBOOK),
        "parameters.wild",
        problem="unknown key",
        expected=f"of the {len(SUIT_FIELDS)} keys",
    )


@pytest.mark.turns(2)
@pytest.mark.parametrize("name", [name for name, field in SUIT_FIELDS.items() if field.required])
def test_a_missing_parameter_of_suit_tricks_is_refused(name: str) -> None:
    """A rulebook with suit tricks says every parameter in which all such games differ."""
    text, times = re.subn(rf"(?m)^{name} = .*\n", "", SUIT_RULEBOOK, count=1)
    assert times == 1
    refused(text, f"parameters.{name}", problem="missing", expected="a value")


@pytest.mark.parametrize("name", [name for name, field in FIELDS.items() if field.required])
def test_a_missing_parameter_is_refused(name: str) -> None:
    """A rulebook says every parameter in which all games differ: none of them has a default that nobody sees."""
    text, times = re.subn(rf"(?m)^{name} = .*\n", "", RULEBOOK, count=1)
    assert times == 1
    refused(text, f"parameters.{name}", problem="missing", expected="a value")


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", [name for name, field in FIELDS.items() if not field.required and name != "scoring"])
def test_a_parameter_for_special_games_may_be_left_out(name: str) -> None:
    """A parameter that most games do not need has its default where it is left out, and may be written all the same."""
    default = FIELDS[name].default
    own, rest = RULEBOOK[: RULEBOOK.index("[options.")], RULEBOOK[RULEBOOK.index("[options.") :]
    text = re.sub(rf"(?m)^{name} = .*\n", "", own, count=1) + rest
    assert getattr(parse_rulebook(text).parameters, name) == default
    written = "[]" if default == () else as_written(default).replace("'", '"')
    text = changed("[parameters]\n", f"[parameters]\n{name} = {written}\n", text=text)
    assert digest(parse_rulebook(text).parameters) == digest(load_shipped("zsiros").parameters)


def test_a_missing_scoring_table_is_refused() -> None:
    """A rulebook has a scoring table, unless every side scores its points."""
    start, end = RULEBOOK.index("[[parameters.scoring]]"), RULEBOOK.index("[options.direction]")
    text = RULEBOOK[:start] + RULEBOOK[end:]
    refused(text, "parameters.scoring", problem="empty", expected="at least one row where score is 'table'")
    assert load_shipped("sedmice").parameters.scoring == ()


@pytest.mark.parametrize("key", ["format", "id", "prefix", "title", "summary"])
def test_a_missing_head_is_refused(key: str) -> None:
    """A rulebook says its format, its names and what it is about."""
    refused(re.sub(rf"(?m)^{key} = .*\n", "", RULEBOOK, count=1), key, problem="missing", expected="a value")


# --- Values -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", ['"4"', "4.5", "true", "[4]", "{ cards = 4 }", "1979-05-27"])
def test_a_value_of_another_type_is_refused(value: str) -> None:
    """Nothing but a whole number is a whole number: no text that looks like one, no truth value, no date."""
    with pytest.raises(RulebookError) as caught:
        parse_rulebook(changed("hand = 4", f"hand = {value}"))
    assert caught.value.key == "parameters.hand"
    assert "found" in caught.value.problem
    assert re.search("whole number|int", caught.value.expected)


@pytest.mark.parametrize(
    ("old", "new", "key", "found", "allowed"),
    [
        (
            'direction = "anticlockwise"',
            'direction = "left"',
            "parameters.direction",
            "left",
            "anticlockwise, clockwise",
        ),
        ('draw = "block"', 'draw = "Block"', "parameters.draw", "Block", "block, round_robin"),
        ('continuation = "opponent_winning"', 'continuation = ""', "parameters.continuation", "", "always, never"),
        ('calls = ["beat"', 'calls = ["beet"', "parameters.calls[0]", "beet", "beat, grease, no-beat, no-grease"),
        ('wild = ["7"]', 'wild = ["1"]', "parameters.wild[0]", "1", "A"),
        ('wild = ["7"]', 'wild = ["7", "O"]', "parameters.wild[1]", "O", "A"),
        ("values = { A = 10", "values = { a = 10", "parameters.values", "a", "A"),
        ('kind = "seed"', 'kind = "law"', "clauses[0].kind", "law", "decision, seed"),
        ('tricks = "some"', 'tricks = "none"', "parameters.scoring[0].tricks", "none", "all, any, some"),
        ('values = "positive"', 'values = "negative"', "options.target.values", "negative", "positive"),
    ],
)
def test_a_value_that_is_none_of_a_few_is_refused(old: str, new: str, key: str, found: str, allowed: str) -> None:
    """Where one of a few words belongs, another is refused, and the error lists those that there are."""
    refused(changed(old, new), key, problem=f"'{found}'", expected=allowed)


@pytest.mark.parametrize(
    ("old", "new", "key", "expected"),
    [
        ("hand = 4", "hand = 0", "parameters.hand", "1"),
        ("target = 5", "target = -5", "parameters.target", "1"),
        ("target = 5", "target = 1000000", "parameters.target", "999999"),
        ("A = 10", "A = -10", "parameters.values.A", "0"),
        ("players = [2, 4]", "players = [2, 16]", "parameters.players[1]", "8"),
        ("points = [40, 70]", "points = [40]", "parameters.scoring[0].points", "2"),
        ('id = "ZS-PLAYERS-1"', 'id = "ZS-1"', "clauses[0].id", "ZS-PLAY-4"),
        ('id = "ZS-PLAYERS-1"', 'id = "ZS-PLAYERS-1\\n"', "clauses[0].id", "ZS-PLAY-4"),
        ('id = "zsiros"', 'id = "Zsíros"', "id", "zsiros"),
        ('id = "zsiros"', 'id = "zsiros\\n"', "id", "zsiros"),
        ('text = "Two or four people play."', 'text = ""', "clauses[0].text", "1"),
        ("format = 1", "format = 2", "format", "1"),
    ],
)
def test_a_value_out_of_its_range_is_refused(old: str, new: str, key: str, expected: str) -> None:
    """Numbers, ids and texts that are none are refused, and the error says what they must be like."""
    with pytest.raises(RulebookError) as caught:
        parse_rulebook(changed(old, new))
    assert caught.value.key == key
    assert "rulebook format allows" not in caught.value.expected
    assert expected in caught.value.expected


# --- Parameters that contradict each other ------------------------------------------------------------------------------


def test_an_unknown_pack_is_refused() -> None:
    """The pack is one of those that there are."""
    refused(
        changed('pack = "german-32"', 'pack = "german-36"'),
        "parameters.pack",
        problem="unknown pack 'german-36'",
        expected=", ".join(PACKS),
    )


def test_hands_too_large_for_the_pack_are_refused() -> None:
    """There are cards enough for a hand of everybody."""
    refused(
        changed("hand = 4\ndeal = [4]", "hand = 9\ndeal = [9]"),
        "parameters.hand",
        problem="4 hands of 9 cards from a pack of 32",
        expected="at most 8 cards",
    )


def test_deal_batches_make_the_hand() -> None:
    """The batches in which a hand is dealt make a hand together."""
    refused(changed("deal = [4]", "deal = [3, 2]"), "parameters.deal", problem="5 cards", expected="a sum of 4")


def test_an_odd_number_of_players_is_refused() -> None:
    """Seats alternate between two sides, so there is an even number of players."""
    refused(
        changed("players = [2, 4]", "players = [2, 3]"),
        "parameters.players",
        problem="3 players on two sides in turn",
        expected="an even number",
    )


def test_players_who_do_not_divide_the_pack_are_refused() -> None:
    """In the end all cards have been played in equal numbers."""
    refused(
        changed("players = [2, 4]", "players = [2, 6]"),
        "parameters.players",
        problem="32 cards do not divide by 6",
        expected="divides the pack",
    )


def test_no_players_are_refused() -> None:
    """The game is described for some number of players."""
    refused(changed("players = [2, 4]", "players = []"), "parameters.players", problem="empty", expected="at least one")


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("players = [2, 4]", "players = [2, 4, 2]", "parameters.players"),
        ('wild = ["7"]', 'wild = ["7", "7"]', "parameters.wild"),
        ('name = "kopasz"', 'name = "majority"', "parameters.scoring"),
        ('values = ["block", "round_robin"]', 'values = ["block", "round_robin", "block"]', "options.draw.values"),
        ('clause = "ZS-DEAL-5"\nquestion', 'clause = "ZS-DEAL-2"\nquestion', "decisions"),
        ('id = "ZS-EX-2"', 'id = "ZS-EX-1"', "examples"),
    ],
)
def test_what_stands_twice_is_refused(old: str, new: str, key: str) -> None:
    """Where each thing stands once, a second one is refused."""
    refused(changed(old, new), key, problem="stands there 2 times", expected="each value once")


@pytest.mark.parametrize(
    ("old", "new", "key", "rank"),
    [
        ('wild = ["7"]', 'wild = ["7", "6"]', "parameters.wild", "6"),
        ("values = { A = 10, T = 10 }", "values = { A = 10, T = 10, 5 = 1 }", "parameters.values", "5"),
        ('last_card_loses = "none"', 'last_card_loses = "2"', "parameters.last_card_loses", "2"),
    ],
)
def test_a_rank_that_the_pack_does_not_have_is_refused(old: str, new: str, key: str, rank: str) -> None:
    """A rule speaks of ranks of the pack only; the error lists them."""
    refused(changed(old, new), key, problem=f"the pack german-32 has no {rank}", expected="A K Q J T 9 8 7")


def test_calls_without_partners_are_refused() -> None:
    """Where two play, nobody has a partner to call to."""
    refused(
        changed("players = [2, 4]", "players = [2]"),
        "parameters.calls",
        problem="nobody has a partner",
        expected="[], or four players",
    )


def test_cards_that_count_nothing_are_refused() -> None:
    """Some card counts something, or there would be nothing to play for."""
    refused(
        changed("values = { A = 10, T = 10 }", "values = { A = 0 }"),
        "parameters.values",
        problem="no card counts anything",
        expected="above 0",
    )


@pytest.mark.parametrize("points", ["[40, 90]", "[70, 40]", "[90, 100]"])
def test_a_scoring_row_is_a_range_of_what_there_is(points: str) -> None:
    """The points of a row stand in order, and there are so many in the pack."""
    refused(
        changed("points = [40, 70]", f"points = {points}"),
        "parameters.scoring[0].points",
        problem=points,
        expected="at most 80",
    )


def test_scoring_rows_rise() -> None:
    """The rows of the scoring table stand in rising order of what they score: where none fits, the lowest is the first."""
    refused(
        changed("game_points = 1", "game_points = 3"),
        "parameters.scoring[1].game_points",
        problem="2 after a row with 3",
        expected="rising order",
    )


def test_an_empty_scoring_table_is_refused() -> None:
    """The scoring table has a row."""
    start, end = RULEBOOK.index("[[parameters.scoring]]"), RULEBOOK.index("[options.direction]")
    text = changed("target = 5", "target = 5\nscoring = []", text=RULEBOOK[:start] + RULEBOOK[end:])
    refused(text, "parameters.scoring", problem="empty", expected="at least one row")
