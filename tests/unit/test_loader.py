"""What a rulebook file may not say, and what the loader answers."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING, Final

import pytest

from aceten import RulebookError, load
from aceten_spec import PACKS, load_file, load_shipped, parse_rulebook, shipped
from aceten_spec.loader import MAX_RULEBOOK_BYTES
from aceten_spec.rulebook import REFUSALS, Parameters, digest

if TYPE_CHECKING:
    from pathlib import Path

RULEBOOK: Final = files("aceten_spec").joinpath("rulebooks", "zsiros.toml").read_text(encoding="utf-8")
"""The shipped rulebook: everything in it is right."""


def changed(old: str, new: str, *, text: str = RULEBOOK) -> str:
    """Return a text with the first occurrence of a part exchanged."""
    assert old in text
    return text.replace(old, new, 1)


def refused(text: str, key: str, *, problem: str, expected: str) -> None:
    """Require that a rulebook is refused at this key, for this problem, saying what was expected, and all of it in the message."""
    with pytest.raises(RulebookError) as caught:
        parse_rulebook(text, source="home.toml")
    error = caught.value
    assert error.source == "home.toml"
    assert error.key == key
    assert problem in error.problem
    assert expected in error.expected
    assert str(error) == f"home.toml: {key}: {error.problem}; expected {error.expected}"


def test_the_shipped_rulebook_is_right() -> None:
    """The text that the other tests change is accepted as it stands."""
    assert parse_rulebook(RULEBOOK) == load_shipped("zsiros")


# --- Keys ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "key", "known"),
    [
        ("format = 1", "", "parameters"),
        ('pack = "german-32"', "parameters.", "continuation"),
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
        ('sources = [{ document = "S0", ', "clauses[0].sources[0].", "section"),
        ('source = { document = "S0", ', "examples[0].source.", "section"),
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
    text = changed("match = { players = 4, ", "match = { players = 4, colour = 1, ")
    refused(text, f"examples[{number}].match.colour", problem="unknown key", expected="dealers")


@pytest.mark.parametrize("name", [name for name in Parameters.__struct_fields__ if name != "scoring"])
def test_a_missing_parameter_is_refused(name: str) -> None:
    """A rulebook says every parameter: none has a default that nobody sees."""
    text, times = re.subn(rf"(?m)^{name} = .*\n", "", RULEBOOK, count=1)
    assert times == 1
    refused(text, f"parameters.{name}", problem="missing", expected="a value")


def test_a_missing_scoring_table_is_refused() -> None:
    """A rulebook has a scoring table."""
    start, end = RULEBOOK.index("[[parameters.scoring]]"), RULEBOOK.index("[options.direction]")
    refused(RULEBOOK[:start] + RULEBOOK[end:], "parameters.scoring", problem="missing", expected="a value")


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
        ('calls = "on"', 'calls = "yes"', "parameters.calls", "yes", "off, on"),
        ('wild = ["7"]', 'wild = ["1"]', "parameters.wild[0]", "1", "A"),
        ('wild = ["7"]', 'wild = ["7", "O"]', "parameters.wild[1]", "O", "A"),
        ("values = { A = 10", "values = { a = 10", "parameters.values", "a", "A"),
        ('kind = "seed"', 'kind = "law"', "clauses[0].kind", "law", "decision, seed"),
        ('tricks = "some"', 'tricks = "none"', "parameters.scoring[0].tricks", "none", "all, some"),
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
    refused(changed("players = [2, 4]", "players = [2, 3]"), "parameters.players", problem="3", expected="even numbers")


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
        changed("players = [2, 4]", "players = [2]"), "parameters.calls", problem="nobody has a partner", expected="off"
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
        ('sources = [{ document = "S0"', "clauses[0].sources"),
        ('source = { document = "S0"', "examples[0].source"),
    ],
)
def test_an_unknown_document_is_refused(old: str, key: str) -> None:
    """A source is one of the documents of the rulebook; the error lists them."""
    refused(changed(old, old.replace("S0", "S9")), key, problem="no document 'S9'", expected="S0, S1, S2")


def test_an_unknown_document_of_an_alternative_is_refused() -> None:
    """Whoever reads a rule in another way is one of the documents of the rulebook, too."""
    number = [decision.clause for decision in load_shipped("zsiros").decisions].index("ZS-DRAW-2")
    text = changed(
        'value = "round_robin"\nsources = [{ document = "', 'value = "round_robin"\nsources = [{ document = "x'
    )
    refused(text, f"decisions[{number}].alternatives[0].sources", problem="no document 'x", expected="S0, S1, S2")


def test_a_decision_is_about_a_parameter() -> None:
    """The parameter of a decision is one that there is."""
    number = [decision.parameter for decision in load_shipped("zsiros").decisions].index("draw")
    refused(
        changed('parameter = "draw"', 'parameter = "drawing"'),
        f"decisions[{number}].parameter",
        problem="no parameter 'drawing'",
        expected="the name of a parameter",
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
        expected="the parameter's own included",
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


@pytest.mark.parametrize("code", REFUSALS)
def test_every_reason_to_refuse_has_a_clause(code: str) -> None:
    """A rulebook says for each reason by which clause an action is refused."""
    text = re.sub(rf"(?m)^{code} = .*\n", "", RULEBOOK, count=1)
    refused(text, f"refusals.{code}", problem="missing", expected="the clause")


def test_an_unknown_reason_to_refuse_is_refused() -> None:
    """The engine refuses for the reasons that there are; the error lists them."""
    text = changed("[refusals]", '[refusals]\nbad_luck = "ZS-PLAY-2"')
    refused(text, "refusals.bad_luck", problem="unknown key", expected=", ".join(REFUSALS))


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
        changed('"call:1:beat", refused = "ZS-CALL-1"', '"call:1:beat", refused = "ZS-CALL-11"'),
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
        assert caught.value.expected == "a readable file"


def test_a_file_that_is_no_toml_is_refused(tmp_path: Path) -> None:
    """A file that is no TOML is refused with the line in which it is none."""
    path = tmp_path / "home.toml"
    path.write_text('format = 1\nid = "zsiros\nprefix = "ZS"', encoding="utf-8")
    with pytest.raises(RulebookError, match="line 2") as caught:
        load_file(path)
    assert "TOML" in caught.value.expected


def test_the_shipped_rulebooks_are_small() -> None:
    """Every rulebook that comes with the project could be given as a file as well."""
    for game in shipped():
        assert len(files("aceten_spec").joinpath("rulebooks", f"{game}.toml").read_bytes()) < MAX_RULEBOOK_BYTES


@pytest.mark.parametrize("name", ["zsirös", "", "zsiros.toml", "../zsiros"])
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
    assert caught.value.problem == "zsiros has no such option"
    assert caught.value.expected == "one of: calls, direction, draw, last_card_loses, target, tie"


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
    assert len(digests) == len(set(digests)) == 8
    assert all(re.fullmatch("sha256:[0-9a-f]{64}", text) for text in digests)


def test_options_that_contradict_each_other_only_together_are_refused() -> None:
    """Two options of which each is fine alone are refused when together they contradict each other."""
    text = changed('pack = "german-32"', 'pack = "french-52"')
    option = '[options.pack]\nclause = "ZS-CARDS-1"\nvalues = ["french-52", "german-32"]\n\n[options.direction]'
    text = changed("[options.direction]", option, text=text)
    book = parse_rulebook(changed('values = ["none", "7"]', 'values = ["none", "7", "2"]', text=text))
    assert load(book, last_card_loses="2").rules.last_card_loses == "2"
    assert load(book, pack="german-32").rules.pack == "german-32"
    with pytest.raises(RulebookError, match="the pack german-32 has no 2"):
        load(book, pack="german-32", last_card_loses="2")
