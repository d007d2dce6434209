"""The theorem about the parameters alone, and formulas and functions that it must fail for."""

from collections.abc import Callable

import msgspec
import pytest
from support.proofs.single_obligations import GAMES, at_each, discharged, established, game_of, matching, refuted, suits

from aceten import load
from aceten.engine import scoring
from aceten.proofs.statements.obligations import Provers
from aceten.proofs.theorems.parameters import rules_theorem
from aceten_spec import load_shipped
from aceten_spec.cards import Rank
from aceten_spec.formulas import Z3, Formula, Number, Truth, parameter_clauses
from aceten_spec.formulas.card_clauses import pack_points
from aceten_spec.rulebook import Award, Parameters

BOTH = Provers()


def test_theorem_is_proved() -> None:
    """What the shipped rules ask for is there and can happen, with every value of every option."""
    theorem = established("T-RULES", game_of("sixty-six/2"), provers=BOTH)
    assert theorem.verdict == "proved", [each for each in theorem.obligations if each.verdict != "proved"]
    assert theorem.complete
    assert theorem.clauses
    assert all("{" not in obligation.domain for obligation in theorem.obligations)


def test_options_are_looked_at() -> None:
    """A rulebook is unsound, too, when one value of an option makes it so; the case names the option."""
    zsiros = load_shipped("zsiros")
    option = msgspec.structs.replace(zsiros.options["last_card_loses"], values=("none", "7", "2"))
    book = msgspec.structs.replace(zsiros, options=zsiros.options | {"last_card_loses": option})
    found = refuted(discharged("T-RULES.ranks", load(book), BOTH))
    assert found.case == "last_card_loses=2: last_card_loses"
    assert "last_card_loses=2" in found.position


# --- What the formulas say ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "points", "game_points"),
    [
        ("zsiros/4", 80, 3),
        ("sedma/4", 90, 3),
        ("hola/4", 90, 170),
        ("hola/6", 170, 250),
        ("septica/3", 8, 1),
        ("einwerfen/4", 120, 3),
        ("sixty-six/2", 230, 3),
        ("auction-sixty-six/4", 230, 360),
        ("tausendeins/2", 400, 400),
    ],
)
def test_most_that_a_deal_brings(game: str, points: int, game_points: int) -> None:
    """All cards, the last trick and four marriages; of game points the highest row, or all points and what is scored beside them."""
    parameters = game_of(game).rules
    assert (parameter_clauses.most_points(parameters).at(), parameter_clauses.most_game_points(parameters).at()) == (
        points,
        game_points,
    )


@pytest.mark.turns(4)
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_most_that_a_deal_brings_is_what_the_engine_says(game: str, players: int) -> None:
    """The engine, which works it out in its own way, comes to the same."""
    about = load(game, players=players)
    assert parameter_clauses.most_points(about.rules).at() == about.most_points
    assert parameter_clauses.most_game_points(about.rules).at() == about.most_game_points


def test_ranks_of_the_pack() -> None:
    """A pack from ace to seven has a seven and no six; a rank of which all cards are taken out is not there."""
    zsiros = load_shipped("zsiros").parameters
    assert at_each(parameter_clauses.in_pack(zsiros), (Rank.SEVEN,), (Rank.SIX,)) == [True, False]
    for removed, there in ((("7c", "7s", "7h", "7d"), False), (("7c", "7s"), True)):
        assert parameter_clauses.in_pack(msgspec.structs.replace(zsiros, removed=removed)).at(Rank.SEVEN) == there


def test_marriages_need_king_and_queen() -> None:
    """A suit without its king has no marriage: the others count what is left."""
    sixty_six = suits("sixty-six").rules
    assert sorted(parameter_clauses.marriages(sixty_six)) == [20, 20, 20, 40]
    assert sorted(parameter_clauses.marriages(msgspec.structs.replace(sixty_six, removed=("Kc",)))) == [20, 20, 40]
    tausendeins = suits("tausendeins").rules
    assert parameter_clauses.marriages(tausendeins) == (100, 80, 60, 40)
    assert parameter_clauses.marriages(msgspec.structs.replace(tausendeins, removed=("Qs",))) == (100, 60, 40)
    assert parameter_clauses.marriages(suits("tausendeins marriages=order").rules) == (40, 60, 80, 100)
    assert (
        parameter_clauses.marriages(suits("einwerfen").rules)
        == parameter_clauses.marriages(matching("zsiros").rules)
        == ()
    )


def test_talon_after_tricks() -> None:
    """In Sixty-Six twelve cards lie there after the deal, and two fewer after every trick."""
    assert at_each(parameter_clauses.talon_after_tricks(suits("sixty-six").rules, 2), (0,), (1,), (6,)) == [12, 10, 0]


def test_row_that_counts() -> None:
    """A row counts where it applies and none before it does."""
    rows = load_shipped("zsiros").parameters
    for row, counts in enumerate(([True, False, False], [False, True, False], [False, False, True])):
        assert at_each(parameter_clauses.row_counts(rows, row), (70, 70, 0), (80, 80, 0), (80, 80, 1)) == counts
    twice = msgspec.structs.replace(rows, scoring=(rows.scoring[0], rows.scoring[0]))
    assert [parameter_clauses.row_counts(twice, row).at(70, 70, 0) for row in (0, 1)] == [True, False]


def test_somebody_wins() -> None:
    """At equal points somebody wins when the last trick decides, unless it takes more points to win."""
    zsiros = matching("zsiros").rules
    assert parameter_clauses.somebody_wins(zsiros, 2).at(40, 40, 1)
    assert not parameter_clauses.somebody_wins(msgspec.structs.replace(zsiros, tie="draw"), 2).at(40, 40, 1)
    high = msgspec.structs.replace(zsiros, wins_from=50)
    assert at_each(parameter_clauses.somebody_wins(high, 2), (40, 40, 1), (50, 30, 1)) == [False, True]


# --- What must be found out -----------------------------------------------------------------------------------------------


def no_rank(_: Parameters) -> Formula[Truth]:
    """Say wrongly that the pack has no rank but the ace."""
    rank = Z3.Int("rank")
    return Formula(clauses=(), text="", variables=(rank,), term=rank == int(Rank.ACE))


def less(formula: Callable[..., Formula[Number]], by: int) -> Callable[..., Formula[Number]]:
    """Return a formula that says so much less."""

    def wrong(*arguments: object) -> Formula[Number]:
        right = formula(*arguments)
        return msgspec.structs.replace(right, term=right.term - by)

    return wrong


@pytest.mark.parametrize(
    ("obligation", "game", "name", "wrong"),
    [
        ("T-RULES.ranks", "zsiros/2", "in_pack", no_rank),
        ("T-RULES.points", "zsiros/2", "pack_points", less(pack_points, 80)),
        ("T-RULES.reach", "zsiros/2", "most_points", less(parameter_clauses.most_points, 10)),
        ("T-RULES.reach", "hola/2", "most_game_points", less(parameter_clauses.most_game_points, 130)),
        ("T-RULES.talon", "sixty-six/2", "talon_after_tricks", less(parameter_clauses.talon_after_tricks, 9)),
    ],
)
def test_wrong_formulas_are_refuted(
    monkeypatch: pytest.MonkeyPatch, obligation: str, game: str, name: str, wrong: object
) -> None:
    """With a formula by which there is less than there is, rules that are right ask for too much."""
    assert discharged(obligation, game_of(game), BOTH).verdict == "proved"
    monkeypatch.setattr(rules_theorem, name, wrong)
    refuted(discharged(obligation, game_of(game), BOTH))


def first_row(rows: tuple[Award, ...], points: int, cards: int, *, every_trick: bool) -> Award:  # noqa: ARG001
    """Return wrongly the first row in any case."""
    return rows[0]


def only_the_best(points: tuple[int, ...], last_trick: int, tie: str, wins_from: int = 0) -> tuple[int, ...]:  # noqa: ARG001
    """Return wrongly nobody where several have the most points."""
    best = max(points)
    top = [number for number, has in enumerate(points) if has == best]
    return tuple(top) if len(top) == 1 else ()


@pytest.mark.parametrize(
    ("obligation", "name", "wrong"),
    [("T-RULES.rows", "award_for", first_row), ("T-RULES.promise", "deal_winners", only_the_best)],
)
def test_wrong_functions_are_refuted(
    monkeypatch: pytest.MonkeyPatch, obligation: str, name: str, wrong: Callable[..., object]
) -> None:
    """A table of which another row counts than the rules say, and ties that nobody wins, are found out."""
    assert discharged(obligation, game_of("zsiros/2"), BOTH).verdict == "proved"
    monkeypatch.setattr(scoring, name, wrong)
    found = refuted(discharged(obligation, game_of("zsiros/2"), BOTH))
    assert found.position.startswith("zsiros/2 hands=-,-")
