"""Parameters of a rulebook that contradict each other."""

import re
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
import pytest
from support.games.changed_rulebooks import FIELDS, home, refused

from aceten import load
from aceten_spec import load_shipped, parse_rulebook
from aceten_spec.checks.parameter_checks import check_parameters
from aceten_spec.rulebook import SuitParameters, digest


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


def contradicting(text: str) -> tuple[Wrong, ...]:
    """Read parameters from lines of TOML, and below each of them, indented, the error that they are refused with."""
    found = re.findall(r"((?:^\S.*\n)+\n?) {2}([\w.]+): ((?:.+\n)(?: .+\n)*)", text, re.MULTILINE)
    said = [(parameters, key, *" ".join(error.split()).split("; expected ")) for parameters, key, error in found]
    return tuple([Wrong(parameters.removesuffix("\n"), *error) for parameters, *error in said])


EACH: Final = 'players = [2, 3, 4]\n[by_players.3]\nremoved = ["8c", "8s"]\n'
"""Three players besides two and four; what follows belongs to them."""

NO_MARRIAGES: Final = 'marriages = "none"\nmarriage_points = []\n'

NO_EXCHANGE: Final = 'exchange = "none"\n'

NO_CLOSING: Final = 'close = "never"\n'

_PARTS: Final = re.split(
    r"^=== (\S+) ===\n",
    Path(__file__)
    .with_name("contradictions.txt")
    .read_text(encoding="utf-8")
    .format(EACH=EACH, NO_MARRIAGES=NO_MARRIAGES, NO_EXCHANGE=NO_EXCHANGE, NO_CLOSING=NO_CLOSING),
    flags=re.MULTILINE,
)
CONTRADICTIONS: Final = {game: contradicting(part) for game, part in zip(_PARTS[1::2], _PARTS[2::2], strict=True)}
"""For each of some games parameters that contradict each other."""


@pytest.mark.parametrize(
    "wrong", CONTRADICTIONS["zsiros"], ids=lambda wrong: wrong.parameters.removeprefix(EACH).replace("\n", " ")
)
def test_parameters_that_contradict_each_other_are_refused(wrong: Wrong) -> None:
    """Parameters that cannot be played by together are refused at one of them, with the other and with what would agree."""
    refused(home(f"[parameters]\n{wrong.parameters}"), wrong.key, problem=wrong.problem, expected=wrong.expected)


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("game", "wrong"),
    [(game, wrong) for game, several in CONTRADICTIONS.items() if game != "zsiros" for wrong in several],
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
