"""What a rulebook file may not say, and what the loader answers."""

from __future__ import annotations

import hashlib
import itertools
import re
import tracemalloc
from importlib.resources import files
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
import pytest

from aceten import Game, RulebookError, deducing, load
from aceten_spec import PACKS, cards, load_file, load_shipped, parse_rulebook, shipped
from aceten_spec.loader import MAX_RULEBOOK_BYTES
from aceten_spec.parameter_checks import check_parameters
from aceten_spec.refusals import needed_refusals, refusal_clause
from aceten_spec.rulebook import (
    MatchingParameters,
    SuitParameters,
    digest,
)
from aceten_spec.switches import as_written

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType


SHIPPED: Final = files("aceten_spec").joinpath("rulebooks", "zsiros.toml").read_text(encoding="utf-8")
"""The shipped rulebook: everything in it is right."""

RULEBOOK: Final = SHIPPED[: SHIPPED.index("# --- Examples of our own")]
"""The same with fewer examples, as reading takes long."""


def changed(old: str, new: str, *, text: str = RULEBOOK) -> str:
    """Return a text with the first occurrence of a part exchanged."""
    assert old in text
    return text.replace(old, new, 1)


def home(differences: str = "", parent: str = "zsiros") -> str:
    """Return a rulebook that states its differences from a shipped one."""
    return f'format = 1\nextends = "{parent}"\nid = "home"\nprefix = "HO"\n{differences}\n'


def refused(text: str, key: str, *, problem: str, expected: str) -> None:
    """Require that a rulebook is refused at this key first, for this problem, saying what was expected, and all of it in the message."""
    with pytest.raises(RulebookError) as caught:
        parse_rulebook(text, source="home.toml")
    error = caught.value
    assert error.source == "home.toml"
    assert error.key == key
    assert problem in error.problem
    assert expected in error.expected
    first, *_ = str(error).split("\n")
    assert first == f"home.toml: {key}: {error.problem}; expected {error.expected}"


def tie_of(game: Game) -> str:
    """Return who wins at equal points in a game with matching tricks."""
    assert isinstance(game.rules, MatchingParameters)
    return game.rules.tie


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


FIELDS: Final = {field.name: field for field in msgspec.structs.fields(MatchingParameters)}


SUIT_SHIPPED: Final = files("aceten_spec").joinpath("rulebooks", "sixty-six.toml").read_text(encoding="utf-8")
SUIT_RULEBOOK: Final = SUIT_SHIPPED[: SUIT_SHIPPED.index('[[examples]]\nid = "SX-EX-2"')]
"""A shipped rulebook of a game with suit tricks, with one of its examples."""

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


class Wrong(NamedTuple):
    """Parameters that contradict each other."""

    parameters: str
    """What is not as in Zsíros, under ``[parameters]``."""
    key: str
    """The key that is refused."""
    problem: str
    """What the error says of it."""
    expected: str
    """What the error says should be there."""


EACH: Final = 'players = [2, 3, 4]\n[by_players.3]\nremoved = ["8c", "8s"]\n'
"""Three players besides two and four; what follows belongs to them."""

NO_MARRIAGES: Final = 'marriages = "none"\nmarriage_points = []\n'
NO_EXCHANGE: Final = 'exchange = "none"\n'
NO_CLOSING: Final = 'close = "never"\n'

CONTRADICTIONS: Final = (
    Wrong('removed = ["7c", "7c"]', "parameters.removed", "'7c' stands there 2 times", "each value once"),
    Wrong('removed = ["2c"]', "parameters.removed", "the pack german-32 has no 2c", "cards of the pack"),
    Wrong('removed = ["7c", "7s", "7h", "7d"]', "parameters.wild", "the pack german-32 has no 7", "one of: A K"),
    Wrong('calls = ["beat", "beat"]', "parameters.calls", "'beat' stands there 2 times", "each value once"),
    Wrong(EACH, "by_players.3.players", "3 players on two sides in turn", "sides = 'each' or 'lone'"),
    Wrong(
        EACH + 'sides = "lone"',
        "by_players.3.lone_card",
        "with lone_card = 'none'",
        "a card exactly where sides is 'lone'",
    ),
    Wrong(
        EACH + 'sides = "each"\nlone_card = "Kh"', "by_players.3.lone_card", "sides = 'each'", "where sides is 'lone'"
    ),
    Wrong(
        'continuation = "never"\nleftover = "unplayed"\nremoved = ["7c"]\nflip = true',
        "parameters.flip",
        "true with 31 cards, which do not divide by 4",
        "a number of players that divides the pack",
    ),
    Wrong(
        'continuation = "never"\nleftover = "unplayed"\nremoved = ["7c"]\nspice = true',
        "parameters.spice",
        "true with 31 cards",
        "false",
    ),
    Wrong(
        'players = [4]\ncontinuation = "always"\nleftover = "unplayed"\nremoved = ["7c"]\ncalls = []\n'
        'sides = "lone"\nlone_card = "Kh"',
        "parameters.lone_card",
        "the lone card can be left over: 31 cards do not divide by 4",
        "a pack that the players divide",
    ),
    Wrong(
        'sides = "lone"\nlone_card = "Kh"',
        "parameters.continuation",
        "nobody knows who his opponents",
        "never or always",
    ),
    Wrong(
        'players = [2]\ncalls = []\nsides = "lone"\nlone_card = "Kh"',
        "parameters.sides",
        "'lone' with two players",
        "at least three players",
    ),
    Wrong(
        EACH + 'sides = "lone"\nlone_card = "8c"',
        "by_players.3.lone_card",
        "8c is not there once",
        "a card of the pack",
    ),
    Wrong(
        EACH + 'sides = "lone"\nlone_card = "Kh"\npacks = 2',
        "by_players.3.lone_card",
        "Kh is not there once",
        "a card of the pack",
    ),
    Wrong(
        EACH + 'sides = "lone"\nlone_card = "Kh"\ncontinuation = "always"\nlone_card_rank = "2"',
        "by_players.3.lone_card_rank",
        "the pack german-32 has no 2",
        "one of: A K",
    ),
    Wrong(
        EACH + 'sides = "lone"\nlone_card = "Kh"\ncontinuation = "always"\nlone_card_led = "2"',
        "by_players.3.lone_card_led",
        "the pack german-32 has no 2",
        "one of: A K",
    ),
    Wrong('lone_card_rank = "7"', "parameters.lone_card_rank", "a rank without a lone card", "'own'"),
    Wrong('lone_card_led = "7"', "parameters.lone_card_rank", "a rank without a lone card", "'own'"),
    Wrong("partner_peek = true", "parameters.partner_peek", "true, but nobody has a partner", "false"),
    Wrong('removed = ["8c", "8s"]', "parameters.players", "30 cards do not divide by 4", "or leftover"),
    Wrong(
        "packs = 2\nhand = 17\ndeal = [17]", "parameters.hand", "4 hands of 17 cards from a pack of 64", "at most 16"
    ),
    Wrong(
        'taken_by = "first_match"',
        "parameters.taken_by",
        "'first_match' with tricks that can be continued",
        "'last_match'",
    ),
    Wrong(
        "flip = true", "parameters.flip", "true with tricks that can be continued", "false, or continuation = 'never'"
    ),
    Wrong(
        "spice = true", "parameters.spice", "true with tricks that can be continued", "false, or continuation = 'never'"
    ),
    Wrong('continue_with = "any"', "parameters.to_match", "'first_lead'", "'newest_lead' where continue_with is 'any'"),
    Wrong("wins_from = 90", "parameters.wins_from", "90", "at most 80, all there is"),
    Wrong("wins_from = 91\nlast_trick_points = 10", "parameters.wins_from", "91", "at most 90, all there is"),
    Wrong(
        EACH + 'sides = "each"\nlast_card_loses = "7"',
        "by_players.3.last_card_loses",
        "a losing rank",
        "two sides with a",
    ),
    Wrong(
        'score = "points"\nscoring = []\nlast_card_loses = "7"', "parameters.last_card_loses", "a losing rank", "'none'"
    ),
    Wrong(
        EACH + 'sides = "lone"\nlone_card = "Kh"\ncontinuation = "always"\ntie = "shared"',
        "by_players.3.tie",
        "'shared' where one plays alone against the others",
        "'last_trick' or 'draw'",
    ),
    Wrong(
        EACH + 'sides = "each"\ncalls = ["beat"]',
        "by_players.3.calls",
        "calls, but nobody has a partner where sides is 'each'",
        "[]",
    ),
    Wrong(
        EACH + 'sides = "lone"\nlone_card = "Kh"\ncontinuation = "always"\nscore = "points"\nscoring = []',
        "by_players.3.score",
        "'points' where several players win or lose together",
        "'table'",
    ),
    Wrong(
        'score = "points"\nscoring = [{ name = "most", meaning = "most", points = [1, 2], tricks = "any", game_points = 1 }]',
        "parameters.scoring",
        "rows, but score = 'points'",
        "[]",
    ),
    Wrong("sweep_points = 80", "parameters.sweep_points", "80", "0, or score = 'points'"),
    Wrong("sweep_resets = true", "parameters.sweep_resets", "true", "false, or score = 'points'"),
    Wrong("four_resets = true", "parameters.four_resets", "true", "false, or score = 'points'"),
    Wrong("zero_resets = true", "parameters.zero_resets", "true", "false, or score = 'points'"),
    Wrong('finish = "immediate"', "parameters.finish", "'immediate'", "points that count towards a target"),
    Wrong(
        'score = "points"\nscoring = []\nmatch_ends = "deals"\nfinish = "immediate"',
        "parameters.finish",
        "'immediate'",
        "'deal_end'",
    ),
    Wrong(
        'next_dealer = "keeps"',
        "parameters.keeps_deal",
        "0 with next_dealer = 'keeps'",
        "a number above 0 exactly where",
    ),
    Wrong(
        "keeps_deal = 50", "parameters.keeps_deal", "50 with next_dealer = 'rotate'", "a number above 0 exactly where"
    ),
)


@pytest.mark.parametrize(
    "wrong", CONTRADICTIONS, ids=lambda wrong: wrong.parameters.removeprefix(EACH).replace("\n", " ")
)
def test_parameters_that_contradict_each_other_are_refused(wrong: Wrong) -> None:
    """Parameters that cannot be played by together are refused at one of them, with the other and with what would agree."""
    refused(home(f"[parameters]\n{wrong.parameters}"), wrong.key, problem=wrong.problem, expected=wrong.expected)


SUIT_CONTRADICTIONS: Final = {
    "sixty-six": (
        Wrong(
            "hand = 1\ndeal = [1]",
            "parameters.close",
            "'either' with hands of one card",
            "'after_drawing' or 'never', or larger hands",
        ),
        Wrong("players = [2, 3]", "parameters.players", "3 players on two sides in turn", "an even number"),
        Wrong("packs = 2", "parameters.packs", "2, so that cards are not told apart", "1"),
        Wrong(
            "players = [2, 4]",
            "parameters.trump",
            "'turn_up' without a talon",
            "another source of trumps, or smaller hands",
        ),
        Wrong("hand = 13\ndeal = [13]", "parameters.hand", "2 hands of 13 cards from a pack of 24", "at most 12 cards"),
        Wrong(
            'removed = ["9c"]',
            "parameters.hand",
            "a talon of 11 cards does not divide by 2 players",
            "hands that leave a talon which does, or none",
        ),
        Wrong(
            'order = ["A", "T", "K", "Q", "J"]',
            "parameters.order",
            "A T K Q J",
            "each rank of the pack french-24 once: A K Q J T 9",
        ),
        Wrong(
            'order = ["A", "T", "K", "Q", "9"]\nremoved = ["Jc", "Js"]',
            "parameters.order",
            "A T K Q 9",
            "each rank of the pack french-24 once: A K Q J T 9",
        ),
        Wrong(
            'order = ["A", "T", "K", "Q"]\nremoved = ["Jc", "Js", "Jh", "Jd"]',
            "parameters.order",
            "A T K Q",
            "each rank of the pack french-24 once: A K Q T 9",
        ),
        Wrong(
            'order = ["A", "T", "K", "Q", "J", "9", "8"]',
            "parameters.order",
            "A T K Q J 9 8",
            "each rank of the pack french-24 once",
        ),
        Wrong(
            'order = ["A", "T", "K", "Q", "J", "9", "9"]',
            "parameters.order",
            "'9' stands there 2 times",
            "each value once",
        ),
        Wrong(
            'trump = "marriage"',
            "parameters.trump",
            "'marriage' with marriages = 'trump'",
            "marriages that count by suit or by order",
        ),
        Wrong(
            'cut_card = "known"', "parameters.cut_card", "'known', but no card is cut", "'unknown', or trump = 'cut'"
        ),
        Wrong('trump = "named"', "parameters.bids", "0 bids with trump = 'named'", "bids where trump is named"),
        Wrong("bids = [60, 66]", "parameters.bids", "2 bids with trump = 'turn_up'", "bids where trump is named"),
        Wrong('score = "contract"', "parameters.score", "'contract' with 0 bids", "'contract' exactly where one bids"),
        Wrong('no_bid = "dealer"', "parameters.no_bid", "'dealer' without an auction (bids)", "'redeal'"),
        Wrong("grand_points = 260", "parameters.grand_points", "260 without an auction (bids)", "0"),
        Wrong("defenders_score = true", "parameters.defenders_score", "true without an auction (bids)", "false"),
        Wrong(
            "marriage_points = [20]", "parameters.marriage_points", "1 numbers", "2 numbers where marriages is 'trump'"
        ),
        Wrong('marriages = "suit"', "parameters.marriage_points", "2 numbers", "4 numbers where marriages is 'suit'"),
        Wrong(
            'marriages = "none"\nmarriage_points = [20, 40]',
            "parameters.marriage_points",
            "2 numbers",
            "0 numbers where marriages is 'none'",
        ),
        Wrong(
            f'{NO_MARRIAGES}meld_counts = "next_trick"',
            "parameters.meld_counts",
            "'next_trick' without marriages",
            "'any_trick'",
        ),
        Wrong(f'{NO_MARRIAGES}meld_lead = "king"', "parameters.meld_lead", "'king' without marriages", "'either'"),
        Wrong(f"{NO_MARRIAGES}meld_forced = true", "parameters.meld_forced", "true without marriages", "false"),
        Wrong(f"{NO_MARRIAGES}meld_first = false", "parameters.meld_first", "false without marriages", "true"),
        Wrong(
            f"{NO_MARRIAGES}meld_after_stock = true", "parameters.meld_after_stock", "true without marriages", "false"
        ),
        Wrong(
            f"{NO_MARRIAGES}meld_after_closing = true",
            "parameters.meld_after_closing",
            "true without marriages",
            "false",
        ),
        Wrong(
            'removed = ["Kc", "Ks", "Kh", "Kd"]\nvalues = { A = 11, T = 10 }',
            "parameters.marriages",
            "the pack french-24 has no K",
            "one of: A",
        ),
        Wrong('trump = "cut"', "parameters.exchange", "'9' without a turn-up", "another value, or trump = 'turn_up'"),
        Wrong(
            f'trump = "cut"\n{NO_EXCHANGE}',
            "parameters.close",
            "'either' without a turn-up",
            "another value, or trump = 'turn_up'",
        ),
        Wrong('exchange = "8"', "parameters.exchange", "the pack french-24 has no 8", "one of: A K Q J T 9"),
        Wrong(
            f'{NO_EXCHANGE}exchange_by = "leader"', "parameters.exchange_by", "'leader' without an exchange", "'any'"
        ),
        Wrong(
            f"{NO_EXCHANGE}exchange_needs_trick = false",
            "parameters.exchange_needs_trick",
            "false without an exchange",
            "true",
        ),
        Wrong(f"{NO_EXCHANGE}exchange_min_stock = 2", "parameters.exchange_min_stock", "2 without an exchange", "3"),
        Wrong(
            f"{NO_EXCHANGE}exchange_after_closing = true",
            "parameters.exchange_after_closing",
            "true without an exchange",
            "false",
        ),
        Wrong(
            'score = "points"\nclose = "either"', "parameters.close", "'either' with score = 'points'", "score = 'race'"
        ),
        Wrong(
            'score = "table"',
            "parameters.marriages",
            "'trump' with a scoring table, which counts cards alone",
            "'none'",
        ),
        Wrong(f"{NO_CLOSING}close_min_stock = 3", "parameters.close_min_stock", "3 without closing the talon", "2"),
        Wrong(f'{NO_CLOSING}won_at = "closing"', "parameters.won_at", "'closing' without closing the talon", "'end'"),
        Wrong(
            f'{NO_CLOSING}penalty_at = "flat"', "parameters.penalty_at", "'flat' without closing the talon", "'closing'"
        ),
        Wrong(
            f"{NO_CLOSING}exchange_after_closing = true",
            "parameters.exchange_after_closing",
            "true without closing the talon",
            "false",
        ),
        Wrong(
            'claim = "never"',
            "parameters.claim",
            "'never' for the deal with score = 'race'",
            "a claim for the deal exactly where score is 'race'",
        ),
        Wrong(
            'claim_for = "match"',
            "parameters.claim",
            "'called' for the match with score = 'race'",
            "exactly where score is 'race'",
        ),
        Wrong(
            f'{NO_CLOSING}score = "points"\nclaim = "called"',
            "parameters.claim",
            "'called' for the deal with score = 'points'",
            "exactly where score is 'race'",
        ),
        Wrong(
            f'{NO_MARRIAGES}{NO_CLOSING}score = "table"\nclaim = "called"\nclaim_for = "match"',
            "parameters.claim",
            "'called' for the match with score = 'table'",
            "points that count towards a target",
        ),
        Wrong("claim_points = 0", "parameters.claim_points", "0", "a number above 0 where a deal is claimed"),
        Wrong("won = [3, 2, 1]", "parameters.won", "3, 2, 1", "numbers that do not fall"),
        Wrong("penalty = [3, 2]", "parameters.penalty", "3, 2", "numbers that do not fall"),
        Wrong(
            'scoring = [{ name = "most", meaning = "most", points = [1, 2], tricks = "any", game_points = 1 }]',
            "parameters.scoring",
            "rows, but score = 'race'",
            "[]",
        ),
        Wrong("partners_change = 1", "parameters.partners_change", "1", "0, or four players"),
    ),
    "tausendeins": (
        Wrong(
            'marriages = "none"\nmarriage_points = []',
            "parameters.trump",
            "'marriage' with marriages = 'none'",
            "by suit or by order",
        ),
        Wrong("claim_points = 66", "parameters.claim_points", "66", "a number above 0 where a deal is claimed"),
        Wrong(
            'match_ends = "deals"',
            "parameters.claim",
            "'called' for the match with score = 'points'",
            "points that count towards a target",
        ),
        Wrong("won = [1, 2, 4]", "parameters.won", "(1, 2, 4) without a race", "(1, 2, 3)"),
        Wrong("schneider = 33", "parameters.schneider", "33 without a race", "0"),
        Wrong("penalty = [1, 3]", "parameters.penalty", "(1, 3) without a race", "(2, 3)"),
        Wrong("last_trick_wins = true", "parameters.last_trick_wins", "true without a race", "false"),
        Wrong('drawn = "carry"', "parameters.drawn", "'carry' without deals that one side wins", "'void'"),
        Wrong("favourite = true", "parameters.favourite", "true without deals that one side wins", "false"),
    ),
    "auction-sixty-six": (
        Wrong("bids = [60, 66, 66]", "parameters.bids", "66 after 66", "rising numbers"),
        Wrong("bids = [70, 66]", "parameters.bids", "66 after 70", "rising numbers"),
        Wrong("bids = []", "parameters.bids", "0 bids with trump = 'named'", "bids where trump is named"),
        Wrong('drawn = "doubles"', "parameters.drawn", "'doubles' without deals that one side wins", "'void'"),
        Wrong("values = { A = 0 }", "parameters.values", "no card counts anything", "above 0"),
    ),
    "einwerfen": (
        Wrong("scoring = []", "parameters.scoring", "empty", "at least one row"),
        Wrong(
            "partners_change = 16", "parameters.partners_change", "16", "match_ends = 'deals' and next_dealer = 'same'"
        ),
        Wrong(
            'partners_change = 16\nnext_dealer = "same"\nmatch_ends = "target"',
            "parameters.partners_change",
            "16",
            "so that eldest hand stays",
        ),
        Wrong(
            "keeps_deal = 2",
            "parameters.keeps_deal",
            "2 with next_dealer = 'rotate'",
            "exactly where next_dealer is 'keeps'",
        ),
    ),
}
"""For each of some games with suit tricks parameters that contradict each other."""


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("game", "wrong"),
    [(game, wrong) for game, several in SUIT_CONTRADICTIONS.items() for wrong in several],
    ids=lambda value: value if isinstance(value, str) else value.parameters.replace("\n", " "),
)
def test_parameters_of_suit_tricks_that_contradict_each_other_are_refused(game: str, wrong: Wrong) -> None:
    """Parameters of a game with suit tricks that cannot be played by together are refused likewise."""
    text = home(f"[parameters]\n{wrong.parameters}", parent=game)
    refused(text, wrong.key, problem=wrong.problem, expected=wrong.expected)


def test_games_with_suit_tricks_may_be_played_without_what_others_have() -> None:
    """Without marriages, exchanging and closing a game with suit tricks is one all the same."""
    rules = load_shipped("sixty-six").parameters
    assert isinstance(rules, SuitParameters)
    plain = msgspec.structs.replace(rules, marriages="none", marriage_points=(), exchange="none", close="never")
    check_parameters(plain, 2, source="home.toml")


ROW: Final = 'name = "most", meaning = "more points", tricks = "some", game_points = 1'


@pytest.mark.parametrize(
    ("row", "key", "problem", "most"),
    [
        ("points = [40, 100]", "points", "[40, 100]", "at most 90"),
        ("points = [50, 40]", "points", "[50, 40]", "in order"),
        ("points = [50, 90], cards = [40, 90]", "cards", "[40, 90]", "at most 80"),
        ("points = [50, 90], cards = [60, 50]", "cards", "[60, 50]", "in order"),
    ],
)
def test_a_scoring_row_counts_cards_apart_from_the_last_trick(row: str, key: str, problem: str, most: str) -> None:
    """Points of a row include those for the last trick, its points of cards do not: neither is more than there is."""
    text = home(f"[parameters]\nlast_trick_points = 10\nscoring = [{{ {ROW}, {row} }}]")
    refused(text, f"parameters.scoring[0].{key}", problem=problem, expected=most)


def test_the_last_trick_may_count_for_more_than_there_is_in_cards() -> None:
    """Where the last trick counts 10, a row may go to 90 points, and to 80 from cards."""
    text = home(f"[parameters]\nlast_trick_points = 10\nscoring = [{{ {ROW}, points = [50, 90], cards = [40, 80] }}]")
    assert parse_rulebook(text).parameters.scoring[0].cards == (40, 80)


# --- Parameters by the number of players --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by_players", "key", "problem", "expected"),
    [
        ("[by_players.3]\nhand = 3", "by_players.3", "not among parameters.players", "one of: 2, 4"),
        ("[by_players.04]\nhand = 3", "by_players.04", "not among parameters.players", "one of: 2, 4"),
        ("[by_players.four]\nhand = 3", "by_players.four", "not among parameters.players", "one of: 2, 4"),
        ("[by_players.4]\ncolour = 1", "by_players.4.colour", "unknown key", f"of the {len(FIELDS)} keys"),
        ("[by_players.4]\nhand = 0", "by_players.4.hand", "not of the form", "1"),
        ('[by_players.4]\nwild = ["1"]', "by_players.4.wild[0]", "found '1'", "one of: 2, 3"),
        ("[by_players.4]\nplayers = [4]", "by_players.4.players", "cannot be changed", "can depend on the number"),
        (
            "[by_players.2]\nhand = 3",
            "by_players.2.deal",
            "batches of 4 cards",
            "a sum of 3, the value of by_players.2.hand",
        ),
        ("[by_players]\n4 = 3", "by_players.4", "found a whole number", "a table"),
        ("by_players = 3", "by_players", "found a whole number", "a table"),
    ],
)
def test_wrong_parameters_for_a_number_of_players_are_refused(
    by_players: str, key: str, problem: str, expected: str
) -> None:
    """What holds for one number of players is as strict as what holds for all: number, names, values, and all of them together."""
    refused(home(by_players), key, problem=problem, expected=expected)


def test_parameters_for_a_number_of_players_hold_for_that_number() -> None:
    """With that number the game is played by them, and by the general ones with every other."""
    book = parse_rulebook(home("[by_players.2]\nhand = 5\ndeal = [3, 2]"))
    two, four = load(book, players=2), load(book, players=4)
    assert (two.rules.hand, two.rules.deal) == (5, (3, 2))
    assert four.rules == book.parameters
    assert [len(game.deal(seed=1).hands[0]) for game in (two, four)] == [5, 4]
    assert two.digest != four.digest == digest(book.parameters)


# --- Clauses and decisions ----------------------------------------------------------------------------------------------


def test_a_clause_id_is_used_once() -> None:
    """No two clauses have the same id."""
    refused(
        changed('id = "ZS-PLAYERS-2"', 'id = "ZS-PLAYERS-1"'),
        "clauses",
        problem="'ZS-PLAYERS-1' stands there 2 times",
        expected="each value once",
    )


def test_a_clause_id_begins_with_the_prefix() -> None:
    """Every clause has the prefix of its rulebook."""
    refused(
        changed('id = "ZS-PLAYERS-1"', 'id = "SE-PLAYERS-1"'), "clauses[0].id", problem="SE-PLAYERS-1", expected="ZS-"
    )


def test_an_example_id_begins_with_the_prefix() -> None:
    """Every example has the prefix of its rulebook."""
    refused(changed('id = "ZS-EX-1"', 'id = "SE-EX-1"'), "examples[0].id", problem="SE-EX-1", expected="ZS-")


def test_a_decision_belongs_to_a_clause() -> None:
    """A decision names a clause of the rulebook."""
    refused(
        changed('clause = "ZS-DEAL-2"', 'clause = "ZS-DEAL-99"'),
        "decisions[0].clause",
        problem="no clause 'ZS-DEAL-99'",
        expected="the id of a clause",
    )


def test_a_clause_of_our_own_choice_gives_its_reasons() -> None:
    """A clause that is a decision has one, with the question and the reason."""
    refused(
        changed('kind = "seed"', 'kind = "decision"'),
        "clauses[0].kind",
        problem="ZS-PLAYERS-1 is a decision without its reasons",
        expected="clause = 'ZS-PLAYERS-1'",
    )


def test_a_clause_of_a_source_names_it() -> None:
    """A clause that stands in a document says in which."""
    text = re.sub("sources = .*", "sources = []", RULEBOOK, count=1)
    refused(text, "clauses[0].sources", problem="empty", expected="at least one source")


@pytest.mark.parametrize(
    ("old", "key"),
    [
        ('sources = [{ document = "pagat-zsiros"', "clauses[0].sources"),
        ('source = { document = "pagat-zsiros"', "examples[0].source"),
    ],
)
def test_an_unknown_document_is_refused(old: str, key: str) -> None:
    """A source is a document of the rulebook or one that all share; the error says where these are listed, and names some."""
    text = changed(old, old.replace("pagat-zsiros", "pagat-zsirosz"))
    refused(
        text,
        key,
        problem="no document 'pagat-zsirosz'",
        expected="`aceten rules --sources` lists, such as: pagat-zsiros",
    )


def test_an_unknown_document_of_an_alternative_is_refused() -> None:
    """Whoever reads a rule in another way is one of these documents, too."""
    number = [decision.clause for decision in load_shipped("zsiros").decisions].index("ZS-DRAW-2")
    text = changed(
        'value = "round_robin"\nsources = [{ document = "', 'value = "round_robin"\nsources = [{ document = "x'
    )
    refused(
        text,
        f"decisions[{number}].alternatives[0].sources",
        problem="no document 'x",
        expected="aceten rules --sources",
    )


def test_a_decision_is_about_a_parameter() -> None:
    """The parameter of a decision is one that there is."""
    number = [decision.parameter for decision in load_shipped("zsiros").decisions].index("draw")
    refused(
        changed('parameter = "draw"', 'parameter = "drawing"'),
        f"decisions[{number}].parameter",
        problem="no parameter and no option 'drawing'",
        expected="the name of a parameter or an option",
    )


def test_an_alternative_is_a_value_of_the_option() -> None:
    """The value that selects another answer is one that the option can take; the error lists those."""
    number = [decision.parameter for decision in load_shipped("zsiros").decisions].index("tie")
    refused(
        changed('value = "draw"', 'value = "nobody"'),
        f"decisions[{number}].alternatives[0].value",
        problem="'nobody' is no value",
        expected="last_trick, draw",
    )


def test_an_alternative_has_a_value_only_where_there_is_an_option() -> None:
    """What cannot be chosen has no value that chooses it."""
    number = [decision.clause for decision in load_shipped("zsiros").decisions].index("ZS-MULTI-6")
    assert load_shipped("zsiros").decisions[number].parameter is None
    refused(
        changed('not selectable."', 'not selectable."\nvalue = "on"'),
        f"decisions[{number}].alternatives[0].value",
        problem="no option",
        expected="no value",
    )


# --- Options, refusals, examples ----------------------------------------------------------------------------------------


def test_an_option_for_no_parameter_is_refused() -> None:
    """An option changes a parameter."""
    text = changed("[refusals]", '[options.colour]\nclause = "ZS-CARDS-1"\nvalues = ["red", "green"]\n\n[refusals]')
    refused(text, "options.colour", problem="no such parameter", expected="a parameter")


def test_an_option_names_a_clause() -> None:
    """A clause says what an option does."""
    refused(
        changed('[options.tie]\nclause = "ZS-SCORE-3"', '[options.tie]\nclause = "ZS-SCORE-33"'),
        "options.tie.clause",
        problem="no clause 'ZS-SCORE-33'",
        expected="the id of a clause",
    )


def test_an_option_has_values_that_the_parameter_can_take() -> None:
    """Every value of an option is one that its parameter can take."""
    refused(
        changed('values = ["last_trick", "draw"]', 'values = ["last_trick", "draw", "nobody"]'),
        "options.tie.values",
        problem="'nobody'",
        expected="parameters.tie can take",
    )


def test_an_option_has_the_value_of_the_rulebook() -> None:
    """Whoever leaves an option as it is has chosen one of its values."""
    refused(
        changed('values = ["last_trick", "draw"]', 'values = ["draw"]'),
        "options.tie.values",
        problem="without 'last_trick'",
        expected="the parameter's own among them",
    )


def test_an_option_of_any_number_is_for_a_number() -> None:
    """Only a parameter that is a number can be any number."""
    text = changed("[refusals]", '[options.pack]\nclause = "ZS-CARDS-1"\nvalues = "positive"\n\n[refusals]')
    refused(text, "options.pack.values", problem="pack is no number", expected="a list of values")


def test_an_option_does_not_contradict_the_parameters() -> None:
    """With every value of every option the parameters agree with each other."""
    with pytest.raises(RulebookError) as caught:
        parse_rulebook(changed('values = ["none", "7"]', 'values = ["none", "7", "2"]'))
    assert caught.value.key.startswith("options.last_card_loses.values")
    assert "'2'" in caught.value.key
    assert caught.value.problem == "the pack german-32 has no 2"
    assert "A K Q J T 9 8 7" in caught.value.expected


TIE: Final = 'clause = "HO-SCORE-3"\nvalues = ["last_trick", "draw"]\n'
"""The option ``tie`` without its heading."""


def table_option(*values: str, name: str = "kind", more: str = "") -> str:
    """Return the text of an option whose values set several parameters."""
    return f'[options.{name}]\nclause = "HO-CARDS-1"\n{more}' + "".join(f"values.{value}\n" for value in values)


@pytest.mark.parametrize(
    ("option", "key", "problem", "expected"),
    [
        (table_option("a = {}", "b = {}"), "options.kind.values", "no or several values with an empty table", "own"),
        (
            table_option("a = { hand = 3, deal = [3] }"),
            "options.kind.values",
            "no or several values with an empty table",
            "one, the rulebook's own",
        ),
        (
            table_option("a = {}", "b = { colour = 1 }"),
            "options.kind.values.b.colour",
            "unknown key",
            f"of the {len(FIELDS)} keys",
        ),
        (table_option("a = {}", 'b = { wild = ["1"] }'), "options.kind.values.b.wild[0]", "found '1'", "one of: 2, 3"),
        (table_option("a = {}", "b = { hand = 0 }"), "options.kind.values.b.hand", "not of the form", "1"),
        (
            table_option("a = {}", "b = { players = [2] }"),
            "options.kind.values.b.players",
            "cannot be changed",
            "option",
        ),
        (table_option("a = {}", "b = { hand = 3 }"), "options.kind.values.b.deal", "batches of 4 cards", "a sum of 3"),
        (table_option("a = {}", "b = 3"), "options.kind.values.b", "found a whole number", "a table"),
        (
            table_option("a = {}", '"b c" = { target = 3 }'),
            "options.kind.values.b c",
            "no value for a",
            "letters, digits",
        ),
        (
            table_option("a = {}", '"" = { target = 3 }'),
            "options.kind.values.",
            "no value for a position line",
            "letters",
        ),
        (table_option("a = {}", f"{'b' * 41} = {{}}"), f"options.kind.values.{'b' * 40}", "no value for a", "letters"),
        (
            table_option("a = {}", "b = { target = 3 }") + table_option("c = {}", "d = { target = 4 }", name="other"),
            "options.other",
            "sets target, as the option kind does",
            "one option for each parameter",
        ),
    ],
)
def test_a_wrong_option_of_tables_is_refused(option: str, key: str, problem: str, expected: str) -> None:
    """Each value of an option of tables sets parameters that there are to values that they can take, and one sets nothing."""
    refused(home(option), key, problem=problem, expected=expected)


def test_options_of_tables_for_different_players_may_set_the_same() -> None:
    """One parameter belongs to one option of tables with each number of players, and may belong to another with another."""
    text = home(
        table_option("a = {}", "b = { target = 3 }", more="players = [2]\n")
        + table_option("a = {}", "b = { target = 4 }", name="other", more="players = [4]\n")
    )
    book = parse_rulebook(text)
    assert load(book, players=2, kind="b").rules.target == 3
    assert load(book, players=4, other="b").rules.target == 4


def test_an_option_of_tables_sets_parameters_and_single_options_come_after_it() -> None:
    """The value of an option of tables sets all in its table; an option for one of these parameters may still change it."""
    text = home(table_option("own = {}", 'short = { hand = 3, deal = [3], target = 3, tie = "draw" }'))
    book = parse_rulebook(text)
    short = load(book, players=4, kind="short")
    assert (short.rules.hand, short.rules.deal, short.rules.target, tie_of(short)) == (3, (3,), 3, "draw")
    assert short.options == (("kind", "short"),)
    assert load(book, kind="own") == load(book)
    both = load(book, players=4, kind="short", target=5, tie="draw")
    assert (both.rules.target, tie_of(both)) == (5, "draw")
    assert both.options == (("kind", "short"), ("target", 5))
    assert len({load(book).digest, short.digest, both.digest}) == 3


@pytest.mark.parametrize("name", ["Lead", "2nd", "a-b", "a b", "", "hands", "leads", "resets", "ö", "x" * 41])
def test_an_option_has_a_name_for_a_position_line(name: str) -> None:
    """Options stand in position lines by name, so their names are small letters, digits and _, and none is a key of such a line."""
    text = home(table_option("a = {}", "b = { target = 3 }", name=f'"{name}"'))
    refused(text, f"options.{name[:40]}", problem="no name for an option", expected="no key of a position line")


@pytest.mark.parametrize(
    ("players", "problem", "expected"),
    [
        ("[3]", "3 is not among parameters.players", "some of: 2, 4"),
        ("[2, 2]", "2 stands there 2 times", "each value once"),
    ],
)
def test_an_option_is_for_numbers_of_players_that_there_are(players: str, problem: str, expected: str) -> None:
    """An option for some numbers of players only is for such with which the game is played."""
    refused(home(f"[options.tie]\n{TIE}players = {players}"), "options.tie.players", problem=problem, expected=expected)


def test_options_that_contradict_each_other_are_refused() -> None:
    """Calls and partners who are none are not agreed on together, in whichever order; without calls a game has none."""
    with pytest.raises(RulebookError, match=r"calls, but nobody has a partner where sides is 'each'"):
        load("septica", players=4, calls="on", sides="each")
    with pytest.raises(RulebookError, match=r"calls, but nobody has a partner where sides is 'each'"):
        load("sedma", players=4, sides="each", calls="on")
    game = load("sedma", players=4, sides="each", calls="off")
    assert (game.sides, game.partner(0)) == ((0, 1, 2, 3), None)


def test_an_option_for_some_numbers_of_players_is_refused_with_others() -> None:
    """An option that there is with four players only is unknown with two; the error says so and lists those that there are."""
    book = parse_rulebook(home(f"[options.tie]\n{TIE}players = [4]"))
    assert tie_of(load(book, players=4, tie="draw")) == "draw"
    with pytest.raises(RulebookError) as caught:
        load(book, players=2, tie="draw")
    assert caught.value.key == "tie"
    assert caught.value.problem == "home has no such option for 2 players"
    assert caught.value.expected == "one of: " + ", ".join(sorted(book.options.keys() - {"tie"}))


def test_an_option_has_the_value_of_the_rulebook_with_every_number_of_players() -> None:
    """An option has the parameter's own value among its values with each number of players that it is for."""
    text = home(
        f'[by_players.2]\ntie = "draw"\n[options.tie]\n{TIE}'.replace('["last_trick", "draw"]', '["last_trick"]')
    )
    refused(
        text, "options.tie.values", problem="without 'draw', the value of tie with 2 players", expected="own among them"
    )
    book = parse_rulebook(home(f'[by_players.2]\ntie = "draw"\n[options.tie]\n{TIE}'))
    assert tie_of(load(book, players=2)) == "draw"
    assert load(book, players=2, tie="last_trick").options == (("tie", "last_trick"),)
    assert load(book, players=4, tie="last_trick").options == ()


def test_an_option_contradicts_no_parameters_of_any_number_of_players() -> None:
    """With every value of every option the parameters agree with each other for all numbers of players that it is for."""
    text = home(f"[by_players.2]\nhand = 3\ndeal = [3]\n{table_option('a = {}', 'b = { deal = [2, 2] }')}")
    refused(text, "options.kind.values.b.deal", problem="batches of 4 cards", expected="a sum of 3")
    parse_rulebook(text.replace("[options.kind]\n", "[options.kind]\nplayers = [4]\n"))


def test_an_alternative_may_be_the_value_of_an_option_of_tables() -> None:
    """A decision may be about an option of tables; its alternatives are values of it."""
    decision = '[[decisions]]\nclause = "HO-MATCH-1"\nparameter = "kind"\n[[decisions.alternatives]]\ntext = "Three."\nvalue = "{}"\n'
    option = table_option("a = {}", "b = { target = 3 }")
    book = parse_rulebook(home(decision.format("b") + option))
    number = [each.clause for each in book.decisions].index("HO-MATCH-1")
    assert book.decisions[number].alternatives[0].value == "b"
    refused(
        home(decision.format("c") + option),
        f"decisions[{number}].alternatives[0].value",
        problem="'c' is no value of the option kind",
        expected="one of: a, b",
    )


ONE_ROUND = (
    '[[decisions]]\nclause = "HO-MULTI-1"\nalternatives = []\n'
    '[options.continuation]\nclause = "HO-MULTI-1"\nvalues = ["never"]\n[parameters]\ncontinuation = "never"\n'
)
"""The parameters of a game without further rounds, to go on with."""


@pytest.mark.parametrize(
    ("parameters", "codes"),
    [
        (ONE_ROUND + "flip = true\n", ["flip_exhausted"]),
        (ONE_ROUND + "spice = true\n", ["spice_first", "spice_no_trick", "spice_not_drawn", "stop_not_spicing"]),
        ("[by_players.2]\nlead_limit = 3\n", ["lead_limit"]),
        ('[options.lead_limit]\nclause = "HO-PLAY-3"\nvalues = [0, 3]\n', ["lead_limit"]),
        (
            table_option("a = {}", 'b = { continuation = "never", flip = true }'),
            ["flip_exhausted", "flip_off"],
        ),
    ],
)
def test_what_only_some_games_refuse_needs_a_clause_there(parameters: str, codes: list[str]) -> None:
    """Where players may flip or spice, or leads are limited, be it by an option, a clause is named for what is refused then."""
    given = {code: f'{code} = "HO-PLAY-2"\n' for code in codes}
    for code in codes:
        others = "".join(text for other, text in given.items() if other != code)
        refused(home(f"{parameters}[refusals]\n{others}"), f"refusals.{code}", problem="missing", expected="the clause")
    book = parse_rulebook(home(f"{parameters}[refusals]\n{''.join(given.values())}"))
    assert {code: book.refusals[code] for code in codes} == dict.fromkeys(codes, "HO-PLAY-2")


def test_a_clause_for_what_other_games_refuse_may_be_named() -> None:
    """A clause may be named also for what the game has no occasion to refuse; without one it is refused as unknown."""
    book = parse_rulebook(home('[refusals]\nflip_off = "HO-PLAY-3"'))
    assert refusal_clause(book, "flip_off") == "HO-PLAY-3"
    assert refusal_clause(book, "spice_off") == book.refusals["unknown_action"]


def test_a_clause_stands_in_for_that_of_a_special_condition() -> None:
    """Where a rulebook names no clause for what is owed while there is a talon, that for what is owed later stands in."""
    book = load_shipped("sixty-six")
    assert refusal_clause(book, "early_not_beaten") == "SX-SUIT-6"
    assert refusal_clause(load_shipped("tausendeins"), "early_suit_not_followed") == "TT-SUIT-3"


@pytest.mark.parametrize("code", needed_refusals(load_shipped("zsiros")))
def test_every_reason_to_refuse_has_a_clause(code: str) -> None:
    """A rulebook says for each reason by which clause an action is refused."""
    text = re.sub(rf"(?m)^{code} = .*\n", "", RULEBOOK, count=1)
    refused(text, f"refusals.{code}", problem="missing", expected="the clause")


@pytest.mark.turns(6)
@pytest.mark.parametrize("code", needed_refusals(load_shipped("sixty-six")))
def test_every_reason_to_refuse_in_a_game_with_suit_tricks_has_a_clause(code: str) -> None:
    """The same where tricks are of suits: for what such games always refuse, and for what belongs to the rules that the game has."""
    text, times = re.subn(rf"(?m)^{code} = .*\n", "", SUIT_RULEBOOK, count=1)
    assert times == 1
    refused(text, f"refusals.{code}", problem="missing", expected="the clause")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (RULEBOOK, "suit_not_followed"),
        (RULEBOOK, "bidding"),
        (SUIT_RULEBOOK, "wrong_continuation"),
        (SUIT_RULEBOOK, "lead_limit"),
    ],
)
def test_a_reason_of_games_with_other_tricks_is_refused(text: str, code: str) -> None:
    """No clause is named for what games with such tricks never have an occasion to refuse."""
    prefix = re.findall('(?m)^prefix = "(.*)"', text)[0]
    named = changed("[refusals]", f'[refusals]\n{code} = "{prefix}-PLAY-2"', text=text)
    refused(named, f"refusals.{code}", problem="unknown key", expected="a code of games with such tricks")


def test_an_unknown_reason_to_refuse_is_refused() -> None:
    """The engine refuses for the reasons that there are; the error lists those that are most alike."""
    text = changed("[refusals]", '[refusals]\nstop_not_offerd = "ZS-PLAY-2"')
    refused(text, "refusals.stop_not_offerd", problem="unknown key", expected="such as: stop_not_offered, ")


def test_a_refusal_names_a_clause() -> None:
    """What the engine refuses by is a clause of the rulebook."""
    refused(
        changed('deal_over = "ZS-PLAY-8"', 'deal_over = "ZS-PLAY-88"'),
        "refusals.deal_over",
        problem="no clause 'ZS-PLAY-88'",
        expected="the id of a clause",
    )


def test_an_example_shows_clauses() -> None:
    """The clauses that an example shows are those of the rulebook."""
    refused(
        changed('clauses = ["ZS-PLAY-2", ', 'clauses = ["ZS-PLAY-22", '),
        "examples[0].clauses",
        problem="no clause 'ZS-PLAY-22'",
        expected="the id of a clause",
    )


def test_a_step_is_refused_by_a_clause() -> None:
    """The clause by which an example says that an action is refused is one of the rulebook."""
    example = [example.id for example in load_shipped("zsiros").examples].index("ZS-EX-18")
    refused(
        changed('"call:1:beat", refused = "ZS-CALL-1"', '"call:1:beat", refused = "ZS-CALL-11"', text=SHIPPED),
        f"examples[{example}].steps[0].refused",
        problem="no clause 'ZS-CALL-11'",
        expected="the id of a clause",
    )


def test_an_example_is_a_position_or_a_match() -> None:
    """An example begins with a position, or it is the course of a match."""
    text = re.sub(r"(?m)^position = .*\n", "", RULEBOOK, count=1)
    refused(text, "examples[0]", problem="neither of position and match", expected="one of them")


# --- Files, games and options by name -----------------------------------------------------------------------------------


def test_the_error_names_the_file(tmp_path: Path) -> None:
    """What is wrong in a file is told with the name of the file."""
    path = tmp_path / "home.toml"
    path.write_text(changed("hand = 4", "hand = 9"), encoding="utf-8")
    with pytest.raises(RulebookError) as caught:
        load_file(path)
    assert caught.value.source == str(path)
    assert str(caught.value).startswith(f"{path}: parameters.hand: ")


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    """A file that is missing or no file is refused with what the system says."""
    for path, reason in ((tmp_path / "none.toml", "No such file"), (tmp_path, "directory")):
        with pytest.raises(RulebookError, match=reason) as caught:
            load_file(path)
        assert caught.value.source == str(path)
        assert caught.value.expected.startswith("a readable file")


def test_a_file_that_is_no_toml_is_refused(tmp_path: Path) -> None:
    """A file that is no TOML is refused with the line in which it is none."""
    path = tmp_path / "home.toml"
    path.write_text('format = 1\nid = "zsiros\nprefix = "ZS"', encoding="utf-8")
    with pytest.raises(RulebookError, match="line 2") as caught:
        load_file(path)
    assert "TOML" in caught.value.expected


@pytest.mark.parametrize("game", shipped())
def test_shipped_rulebooks_pass_every_check(game: str) -> None:
    """What is shipped is read unchecked at every start, as it passes here all that is asked of a rulebook that somebody brings."""
    text = (files("aceten_spec") / "rulebooks" / f"{game}.toml").read_text(encoding="utf-8")
    assert parse_rulebook(text, source=f"{game}.toml") == load_shipped(game)


def test_the_shipped_rulebooks_are_small() -> None:
    """Every rulebook that comes with the project could be given as a file as well."""
    for game in shipped():
        assert len(files("aceten_spec").joinpath("rulebooks", f"{game}.toml").read_bytes()) < MAX_RULEBOOK_BYTES


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("Zsírozás", "zsiros"),
        ("SEPTICA", "septica"),
        ("Lusti-Kartl'n", "lusti-kartln"),
        ("Šedesát šest", "sixty-six"),
        ("Schnapsen", "schnapsen"),
        ("zählspiel", "einwerfen"),
        ("Ristilappi", "ristikontra"),
    ],
)
def test_a_game_goes_by_all_its_names(name: str, game: str) -> None:
    """Its id, its title and what its rulebook says it is called elsewhere, with accents or without, in whatever letters."""
    assert load_shipped(name).id == load(name).rulebook.id == game


@pytest.mark.parametrize("name", ["zsirosz", "", "zsiros.toml", "../zsiros"])
def test_an_unknown_game_is_refused(name: str) -> None:
    """A game that does not come with the project is refused, with the name that was given and the names of those that do."""
    for reader in (load_shipped, load):
        with pytest.raises(RulebookError) as caught:
            reader(name)
        assert repr(name) in str(caught.value)
        for known in shipped():
            assert known in caught.value.expected


def test_an_unknown_option_is_refused() -> None:
    """An option that the game does not have is refused with those that it has."""
    with pytest.raises(RulebookError) as caught:
        load("zsiros", ties="draw")
    assert caught.value.key == "ties"
    assert caught.value.problem == "zsiros has no such option (did you mean tie?)"
    assert caught.value.expected == "one of: " + ", ".join(sorted(load_shipped("zsiros").options))


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("tie", "nobody", "one of: last_trick, draw"),
        ("tie", "", "one of: last_trick, draw"),
        ("tie", True, "one of: last_trick, draw"),
        ("last_card_loses", 8, "one of: none, 7"),
        ("target", 0, "a whole number from 1 to 999999"),
        ("target", -5, "a whole number from 1 to 999999"),
        ("target", 1_000_000, "a whole number from 1 to 999999"),
        ("target", "05", "a whole number from 1 to 999999"),
        ("target", True, "a whole number from 1 to 999999"),
        ("target", "five", "a whole number from 1 to 999999"),
    ],
)
def test_a_value_that_an_option_does_not_have_is_refused(name: str, value: str | int | bool, expected: str) -> None:
    """A value that an option cannot take is refused with the values that it can take."""
    with pytest.raises(RulebookError) as caught:
        load("zsiros", players=4, **{name: value})
    assert caught.value.key == name
    assert repr(str(value)) in caught.value.problem
    assert caught.value.expected == expected


def test_an_option_may_be_given_as_text_or_number() -> None:
    """The value of an option may be written as in a position line, or be a number."""
    assert load("zsiros", target="10") == load("zsiros", target=10) != load("zsiros")
    assert load("zsiros", last_card_loses=7) == load("zsiros", last_card_loses="7") != load("zsiros")
    assert load("zsiros", target=5).options == ()


def test_the_digest_is_that_of_what_is_said() -> None:
    """It is the hash of the parameters that have another value than their default, so that a new one leaves those of older rules alone."""
    said = (
        b'{"deal":[2],"direction":"clockwise","hand":2,"last_obligation":"none","obligation":"none","order":["A","K"],"pack":"french-20",'
        b'"players":[2],"score":"points","target":1,"tricks":"suit","trump":"cut","values":{"A":1}}'
    )
    parameters = msgspec.json.decode(said, type=SuitParameters)
    assert digest(parameters) == f"sha256:{hashlib.sha256(said).hexdigest()}"


def test_the_digest_is_that_of_what_is_played() -> None:
    """Other words for a rule leave the digest as it is; every other value of an option makes another."""
    rulebook = load_shipped("zsiros")
    reworded = parse_rulebook(changed("Two or four people play.", "Two people play, or four."))
    assert reworded != rulebook
    assert digest(reworded.parameters) == digest(rulebook.parameters) == load("zsiros").digest
    digests = [load("zsiros").digest]
    for name, option in rulebook.options.items():
        for value in (5, 10, 11) if option.values == "positive" else option.values:
            game = load("zsiros", players=4, **{name: value})
            assert (game.digest == load("zsiros").digest) == (not game.options)
            digests += [game.digest] if game.options else []
    assert len(digests) == len(set(digests)) >= 8
    assert all(re.fullmatch("sha256:[0-9a-f]{64}", text) for text in digests)


def test_options_that_contradict_each_other_only_together_are_refused() -> None:
    """Two options of which each is fine alone are refused when together they contradict each other."""
    text = changed('pack = "german-32"', 'pack = "french-52"')
    option = '[options.pack]\nclause = "ZS-CARDS-1"\nvalues = ["french-52", "german-32"]\n\n[options.direction]'
    text = changed("[options.direction]", option, text=text)
    book = parse_rulebook(changed('values = ["none", "7"]', 'values = ["none", "7", "2"]', text=text))
    assert load(book, last_card_loses="2").options == (("last_card_loses", "2"),)
    assert load(book, pack="german-32").rules.pack == "german-32"
    with pytest.raises(RulebookError, match="the pack german-32 has no 2"):
        load(book, pack="german-32", last_card_loses="2")


# --- Rules that are not sound ---------------------------------------------------------------------------------------------


class Unsound(NamedTuple):
    """Rules that can be played by, although something in them can never happen, or is not what they say."""

    text: str
    key: str
    problem: str


UNSOUND: Final = [
    Unsound(home('[parameters]\nwild = ["7", "2"]'), "parameters.wild", "has no 2"),
    Unsound(home("[parameters]\nvalues = { A = 10, T = 10, 6 = 5 }"), "parameters.values", "has no 6"),
    Unsound(
        changed("values = { A = 10, T = 10 }", "values = { 2 = 10 }"),
        "parameters.values",
        "has no 2",
    ),
    Unsound(
        changed('last_card_loses = "none"', 'last_card_loses = "2"').replace(
            'values = ["none", "7"]', 'values = ["none", "2", "7"]'
        ),
        "parameters.last_card_loses",
        "has no 2",
    ),
    Unsound(
        home('[parameters]\nplayers = [4]\nremoved = ["8c", "8s"]'), "parameters.players", "30 cards do not divide by 4"
    ),
    Unsound(
        home('[options.pack]\nclause = "HO-CARDS-1"\nvalues.whole = {}\nvalues.less = { removed = ["8c"] }'),
        "options.pack.values.less.players",
        "31 cards do not divide by 2",
    ),
    Unsound(home("[parameters]\nwins_from = 90"), "parameters.wins_from", "90"),
    Unsound(changed("points = [40, 70]", "points = [40, 90]"), "parameters.scoring[0].points", "[40, 90]"),
    Unsound(changed("points = [40, 70]", "points = [70, 40]"), "parameters.scoring[0].points", "[70, 40]"),
    Unsound(changed("game_points = 1", "game_points = 3"), "parameters.scoring[1].game_points", "2 after a row with 3"),
    Unsound(
        home(
            '[parameters]\nlone_card_led = "5"\n\n[options.lone_card_led]\nclause = "HO-LONE-4"\nvalues = ["5", "7", "own"]',
            "sedma-three",
        ),
        "parameters.lone_card_led",
        "has no 5",
    ),
    Unsound(home('[parameters]\nexchange = "8"', "sixty-six"), "parameters.exchange", "has no 8"),
    Unsound(home("[parameters]\nwon = [3, 2, 1]", "sixty-six"), "parameters.won", "3, 2, 1"),
    Unsound(home("[parameters]\npenalty = [3, 2]", "sixty-six"), "parameters.penalty", "3, 2"),
    Unsound(
        home('[parameters]\nremoved = ["Kc", "Ks", "Kh", "Kd"]\nvalues = { A = 11, T = 10 }', "tausendeins"),
        "parameters.marriages",
        "has no K",
    ),
]


@pytest.mark.turns(2)
@pytest.mark.parametrize("unsound", UNSOUND, ids=[each.problem for each in UNSOUND])
def test_rules_that_are_not_sound_are_let_pass_where_they_are_looked_into(unsound: Unsound, tmp_path: Path) -> None:
    """Rules that are not sound are refused, but can be read all the same, and every deal is played to its end by them."""
    refused(unsound.text, unsound.key, problem=unsound.problem, expected="")
    book = parse_rulebook(unsound.text, sound=False)
    file = tmp_path / "unsound.toml"
    file.write_text(unsound.text, encoding="utf-8")
    assert load_file(file, sound=False) == book
    with pytest.raises(RulebookError, match=re.escape(unsound.problem)):
        load_file(file)
    for players in book.parameters.players:
        state = load(book, players=players).deal(seed=1)
        for _ in range(200):
            if state.turn is None:
                break
            state = state.play(state.legal[0])
        assert state.result is not None


@pytest.mark.parametrize(
    ("text", "key", "problem"),
    [
        (home("[parameters]\ncolour = 1"), "parameters.colour", "unknown key"),
        (home('[parameters]\nwild = ["7", "7"]'), "parameters.wild", "stands there 2 times"),
        (home('[parameters]\npack = "german-33"'), "parameters.pack", "unknown pack"),
        (home('[parameters]\nremoved = ["2c"]'), "parameters.removed", "has no 2c"),
        (home("[parameters]\nhand = 20\ndeal = [20]"), "parameters.hand", "4 hands of 20 cards from a pack of 32"),
        (home("[parameters]\ndeal = [3]"), "parameters.deal", "batches of 3 cards"),
        (home("[parameters]\nplayers = [3]\ncalls = []"), "parameters.players", "3 players on two sides"),
        (home('[parameters]\nsides = "lone"'), "parameters.lone_card", "'lone' with lone_card = 'none'"),
        (home('[parameters]\nflip = "on"'), "parameters.flip", "with tricks that can be continued"),
        (home("[parameters]\nvalues = { A = 0, T = 0 }"), "parameters.values", "no card counts anything"),
        (home("[parameters]\nscoring = []"), "parameters.scoring", "empty"),
        (home("[parameters]\nkeeps_deal = 2"), "parameters.keeps_deal", "2 with next_dealer = 'rotate'"),
        (home("[parameters]\nhand = 5\ndeal = [5]\nremoved = ['9c']", "sixty-six"), "parameters.hand", "a talon of 13"),
        (home("[parameters]\norder = ['A', 'T', 'K', 'Q', 'J']", "sixty-six"), "parameters.order", "A T K Q J"),
        (home("[parameters]\nbids = [66, 60]", "auction-sixty-six"), "parameters.bids", "60 after 66"),
        (home("[parameters]\nmarriage_points = [20]", "sixty-six"), "parameters.marriage_points", "1 numbers"),
    ],
)
def test_rules_that_cannot_be_played_by_are_refused_in_any_case(text: str, key: str, problem: str) -> None:
    """What makes no game, or says nothing, is refused in the same words whether rules have to be sound or not."""
    for sound in (True, False):
        with pytest.raises(RulebookError) as caught:
            parse_rulebook(text, sound=sound)
        assert caught.value.key.replace("by_players.4", "parameters") == key
        assert problem in caught.value.problem


def test_a_name_is_not_kept_in_every_spelling() -> None:
    """A game can be named in any number of ways; what is kept is its rulebook, once."""
    rulebook = load_shipped("Zsírozás")
    tracemalloc.start()
    try:
        for number in range(200):
            assert load_shipped("'" * number * 100 + "Zsírozás") is rulebook
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 1_000_000


@pytest.mark.parametrize(("module", "name"), [(cards, "_cards_of"), (deducing, "every_card")])
def test_packs_of_strangers_are_not_kept_for_ever(module: ModuleType, name: str) -> None:
    """A rulebook may take any cards out of a pack: so there are more packs than memory holds."""
    cached = vars(module)[name]
    for removed in itertools.islice(itertools.combinations(PACKS["german-32"].cards, 3), 400):
        cached(msgspec.structs.replace(PACKS["german-32"], removed=removed))
    info = cached.cache_info()
    assert info.maxsize is not None
    assert info.currsize <= info.maxsize < 400
