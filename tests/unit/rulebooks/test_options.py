"""Options of a rulebook."""

from typing import Final

import pytest
from support.games.changed_rulebooks import FIELDS, changed, home, refused, table_option

from aceten import Game, RulebookError, load
from aceten_spec import parse_rulebook
from aceten_spec.rulebook import MatchingParameters


def tie_of(game: Game) -> str:
    """Return who wins at equal points in a game with matching tricks."""
    assert isinstance(game.rules, MatchingParameters)
    return game.rules.tie


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
    refused(home(f'without = ["stock"]\n{option}'), key, problem=problem, expected=expected)


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
    text = home(
        'without = ["stock"]\n' + table_option("own = {}", 'short = { hand = 3, deal = [3], target = 3, tie = "draw" }')
    )
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
    with pytest.raises(
        RulebookError, match=r"calls=on does not go with sides=each: Partners may ask .*Four play each for himself"
    ):
        load("septica", players=4, calls="on", sides="each")
    with pytest.raises(RulebookError, match=r"sides=each does not go with calls=on: Four play each for himself"):
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
    assert caught.value.expected == "one of: " + ", ".join(sorted(book.options.keys() - {"tie", "stock"}))


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
    text = home(
        f'without = ["stock"]\n[by_players.2]\nhand = 3\ndeal = [3]\n{table_option("a = {}", "b = { deal = [2, 2] }")}'
    )
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
