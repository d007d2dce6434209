"""The theorem about who wins a deal: at which points nobody does, and its formulas on given values."""

from collections.abc import Sequence
from typing import Literal

import pytest
from support.proofs.single_obligations import established, game_of, result_of, with_rules
from support.slices import sliced

from aceten.engine import scoring as engine
from aceten.proofs.execution.solvers import Assignment, holds_in
from aceten.proofs.statements.game_setting import setting
from aceten.proofs.statements.obligations import Provers
from aceten.proofs.theorems.results import finished_deals
from aceten.proofs.theorems.results.winner_theorem import nobody
from aceten_spec.formulas import Number, Truth
from aceten_spec.formulas.outcome_clauses import wins

Tie = Literal["last_trick", "draw", "shared"]
Row = tuple[str, list[tuple[int, ...]]]
SOME: list[Row] = [
    ("zsiros/4", []),
    ("zsiros/4 tie=draw", [(40, 40)]),
    ("sedma/4", []),
    ("septica/4", [(4, 4)]),
    ("septica/3", [(4, 4, 0), (3, 3, 2)]),
    ("sixty-six/2", [(65, 65)]),
]
MORE: list[Row] = [
    ("septica/2", [(4, 4)]),
    ("septica/2 tie=shared", []),
    ("septica/3 tie=shared", []),
    ("septica/4 tie=shared", []),
    ("septica/4 sides=each", [(4, 4, 0, 0), (3, 3, 2, 0), (3, 3, 1, 1), (2, 2, 2, 2)]),
    ("septica/4 sides=each tie=shared", [(2, 2, 2, 2)]),
    ("sedma/4 sides=each", []),
    ("sedma-three/3", []),
    ("sedma-three/3 three_player=each_for_himself", [(30, 30, 30)]),
    ("hola/2", []),
    ("hola/3", [(40, 40, 10), (30, 30, 30)]),
    ("hola/6", [(80, 80), (70, 70)]),
    ("ristikontra/4", [(60, 60)]),
    ("einwerfen/4", [(60, 60)]),
    ("lusti-kartln/4 wins_from=60", [(50, 40)]),
    ("schnapsen-book/2", [(65, 65)]),
    ("schnapsen/2", [(65, 55), (64, 56), (63, 57), (62, 58), (61, 59), (60, 60)]),
]
SCORES = sliced(SOME, whole=SOME + MORE)
"""Games, and the points at which nobody wins, the most first; in a race those at which nobody comes to the claim."""


@pytest.mark.turns(6)
@pytest.mark.parametrize(("game", "scores"), SCORES)
def test_nobody_wins_at_these_points_alone(game: str, scores: list[tuple[int, ...]]) -> None:
    """The points at which nobody wins are exactly these; each is exhibited by a finished deal."""
    theorem = established("T-WINNER", game_of(game), provers=Provers())
    assert theorem.verdict == "proved", [each for each in theorem.obligations if each.verdict != "proved"]
    found = nobody(setting(game_of(game)))
    assert found is not None
    assert sorted({tuple(sorted(points, reverse=True)) for points in found}, reverse=True) == scores
    listed = " or ".join("-".join(map(str, points)) for points in scores)
    assert listed in theorem.statement
    assert ("nobody" in theorem.statement) is bool(scores)
    shown = [result_of(each.position).points for each in theorem.witnesses if each.shows.startswith("nobody")]
    assert [tuple(sorted(points, reverse=True)) for points in shown] == scores


def test_last_trick_decides_between_equals() -> None:
    """Where the last trick decides, a deal with equal points that somebody wins is shown."""
    theorem = established("T-WINNER", game_of("zsiros/4"), only=())
    [shown] = [each for each in theorem.witnesses if each.shows == "the last trick decides between equals"]
    result = result_of(shown.position)
    assert (result.points, result.winner) == ((40, 40), result.last_trick)


def test_win_that_three_share_is_a_shared_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any deal that more than one side wins shows that a win is shared."""
    # Last trick; tricks; tens and aces, and other cards, of each side: 30 points for three of them, with those for the last trick.
    three = (0, *(1, 1, 5, 1), *(2, 2), *(3, 1), *(0, 20), *(3, 1))
    found_by_z3 = finished_deals.model

    def model(conditions: Sequence[Truth], variables: Sequence[Number]) -> tuple[int, ...] | None:
        shown = Assignment(variables).model(three)
        return three if holds_in(shown, conditions) else found_by_z3(conditions, variables)

    monkeypatch.setattr(finished_deals, "model", model)
    theorem = established("T-WINNER", game_of("sedma/4 sides=each"), only=())
    [shown] = [each for each in theorem.witnesses if each.shows == "a win is shared"]
    assert (result_of(shown.position).winners, shown.holds) == ((0, 1, 3), True)


def test_points_that_nobody_reaches_are_shown() -> None:
    """With a number of points that even all cards do not make, nobody ever wins, and no deal shows that somebody does."""
    theorem = established("T-WINNER", with_rules("lusti-kartln", wins_from=91), only=())
    assert [each.shows for each in theorem.witnesses if not each.holds] == ["one side wins"]


# --- Formulas on given values -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tie", "wins_from", "points", "last", "winners"),
    [
        ("last_trick", 0, (40, 40), 1, [1]),
        ("last_trick", 0, (50, 30), 1, [0]),
        ("last_trick", 0, (3, 3, 2), 2, []),
        ("draw", 0, (4, 4), 0, []),
        ("draw", 50, (40, 50), 0, [1]),
        ("draw", 60, (40, 50), 0, []),
        ("shared", 0, (4, 4), 0, [0, 1]),
        ("shared", 0, (5, 3), 1, [0]),
        ("shared", 5, (4, 4), 1, []),
        ("shared", 0, (30, 30, 30), 0, []),
        ("shared", 0, (2, 2, 2, 2), 0, []),
        ("shared", 0, (30, 30, 0, 30), 2, [0, 1, 3]),
        ("shared", 0, (40, 40, 10), 2, [0, 1]),
        ("shared", 0, (10, 40, 30), 0, [1]),
    ],
)
def test_who_wins(tie: Tie, wins_from: int, points: tuple[int, ...], last: int, winners: list[int]) -> None:
    """The most points win; among equals the last trick, nobody, or all of the best."""
    teams = range(len(points))
    assert [team for team in teams if wins(tie, wins_from, len(points), team).at(*points, last)] == winners
    assert list(engine.deal_winners(points, last, tie, wins_from)) == winners
