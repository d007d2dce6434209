"""The theorem about settling deals with suit tricks: its witnesses, and its formulas on given values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from aceten import SuitGame, load, parse
from aceten.proofs.obligations import Provers
from aceten.proofs.propositions import establish
from aceten.proofs.setting import setting
from aceten.proofs.theorems.suit_scoring import PROPOSITIONS
from aceten_spec.formulas.rights import is_right
from aceten_spec.formulas.settling import (
    CONTRACT_NAMES,
    RACE_NAMES,
    contract_name,
    contract_open,
    contract_scores,
    counting,
    most_in_race,
    penalty,
    race_name,
    race_scores,
    row_against,
    row_of_loser,
)

if TYPE_CHECKING:
    from aceten_spec.rulebook import SuitParameters

[SETTLE] = PROPOSITIONS
Z3_ALONE = Provers(solvers=("z3",))
Options = dict[str, str]


def game_of(name: str, options: Options | None = None) -> SuitGame:
    """Return a game with suit tricks."""
    loaded = load(name, players=None, **(options or {}))
    assert isinstance(loaded, SuitGame)
    return loaded


def test_witnesses_are_finished_deals() -> None:
    """Right and wrong claims are exhibited by finished deals, with what they bring."""
    theorem = establish(SETTLE, setting(game_of("sixty-six")), only=(), provers=Z3_ALONE)
    found: list[tuple[str, tuple[int, ...] | None]] = []
    for witness in theorem.witnesses:
        result = parse(witness.position).result
        assert result is not None
        found.append((witness.shows, result.game_points))
    assert found == [
        ("a right claim", (1, 0)),
        ("a side is schneider", (2, 0)),
        ("a side is schwarz", (3, 0)),
        ("a wrong claim", (0, 2)),
    ]


# --- Formulas on given values -----------------------------------------------------------------------------------------

SIXTY_SIX = game_of("sixty-six").rules
SCHNAPSEN = game_of("schnapsen").rules
AUCTION = game_of("auction-sixty-six").rules


@pytest.mark.parametrize(("took", "count"), [(0, 40), (1, 60), (2, 40)])
def test_marriages_count_with_a_trick(took: int, count: int) -> None:
    """SX-MELD-3: marriages count only for a side that has taken a trick."""
    assert counting(SIXTY_SIX).at(40, 20, took) == count


def test_enough_points() -> None:
    """SX-CLAIM-2 and TT-CLAIM-5: 66 in the deal, or 1001 in the match."""
    assert is_right(SIXTY_SIX).at(0, 66)
    assert not is_right(SIXTY_SIX).at(6, 65)
    thousand = game_of("tausendeins").rules
    assert is_right(thousand).at(900, 101)
    assert not is_right(thousand).at(900, 100)


@pytest.mark.parametrize(("points", "took", "row"), [(33, 1, 0), (32, 1, 1), (0, 1, 1), (40, 0, 2)])
def test_how_far_a_loser_has_come(points: int, took: int, row: int) -> None:
    """SX-SCORE-22 to 24: 33 points save from schneider, a trick from schwarz."""
    assert row_of_loser(SIXTY_SIX).at(points, took) == row


@pytest.mark.parametrize(
    ("penalty_at", "closed", "now", "then", "points"),
    [
        ("closing", 0, 1, 0, 2),
        ("closing", 0, 0, 0, 3),
        ("closing", 1, 1, 0, 3),
        ("closing", 1, 1, 1, 2),
        ("end", 1, 1, 0, 2),
        ("flat", 1, 1, 1, 3),
        ("flat", 0, 1, 1, 2),
    ],
)
def test_what_failing_costs(penalty_at: str, closed: int, now: int, then: int, points: int) -> None:
    """SX-SCORE-26 and 27: 2 game points, 3 without a trick; after closing it is the trick at the closing that counts, or as agreed."""
    assert penalty(game_of("sixty-six", {"penalty_at": penalty_at}).rules).at(closed, now, then) == points


NOBODY, FIRST, SECOND = 0, 1, 2


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("rules", "race", "scores", "name"),
    [
        # claimant, closer, last trick; then for both sides: enough, points, trick, points and trick at the closing
        (SIXTY_SIX, (FIRST, NOBODY, 0, 1, 0, 70, 40, 1, 1, 0, 0, 0, 0), (1, 0), "plain"),
        (SIXTY_SIX, (FIRST, NOBODY, 0, 1, 0, 70, 20, 1, 1, 0, 0, 0, 0), (2, 0), "schneider"),
        (SIXTY_SIX, (SECOND, NOBODY, 0, 0, 1, 0, 70, 0, 1, 0, 0, 0, 0), (0, 3), "schwarz"),
        (SIXTY_SIX, (FIRST, NOBODY, 0, 0, 0, 60, 40, 1, 1, 0, 0, 0, 0), (0, 2), "wrong-claim"),
        (SIXTY_SIX, (FIRST, NOBODY, 0, 0, 0, 60, 0, 1, 0, 0, 0, 0, 0), (0, 3), "wrong-claim"),
        (SIXTY_SIX, (SECOND, FIRST, 0, 0, 1, 50, 70, 1, 1, 0, 0, 1, 0), (0, 3), "closing-failed"),
        (SIXTY_SIX, (NOBODY, FIRST, 0, 0, 1, 50, 70, 1, 1, 0, 20, 1, 1), (0, 2), "closing-failed"),
        (SIXTY_SIX, (NOBODY, FIRST, 0, 1, 0, 66, 50, 1, 1, 0, 20, 1, 1), (0, 0), "draw"),
        (SIXTY_SIX, (NOBODY, NOBODY, 0, 0, 0, 65, 65, 1, 1, 0, 0, 0, 0), (0, 0), "draw"),
        (SCHNAPSEN, (NOBODY, NOBODY, 1, 0, 0, 60, 60, 1, 1, 0, 0, 0, 0), (0, 1), "last-trick"),
        (SCHNAPSEN, (FIRST, FIRST, 0, 1, 0, 70, 40, 1, 1, 0, 20, 1, 1), (2, 0), "schneider"),
        (SIXTY_SIX, (FIRST, FIRST, 0, 1, 0, 70, 40, 1, 1, 0, 20, 1, 1), (1, 0), "plain"),
    ],
)
def test_races(rules: SuitParameters, race: tuple[int, ...], scores: tuple[int, int], name: str) -> None:
    """SX-SCORE-22 to 29 and 34, SN-SCORE-25 and 28: who scores, how much, and why."""
    assert tuple(race_scores(rules, side).at(*race) for side in (0, 1)) == scores
    assert RACE_NAMES[race_name(rules).at(*race)] == name


@pytest.mark.parametrize(
    ("race", "most"),
    [
        ((NOBODY, NOBODY, 0, 0, 0, 20, 40, 1, 1, 0, 0, 0, 0), 1),
        ((NOBODY, NOBODY, 0, 0, 0, 20, 30, 1, 1, 0, 0, 0, 0), 2),
        ((NOBODY, NOBODY, 0, 0, 0, 20, 40, 1, 0, 0, 0, 0, 0), 3),
        ((NOBODY, SECOND, 0, 0, 0, 20, 40, 1, 1, 20, 0, 1, 1), 2),
        ((NOBODY, SECOND, 0, 0, 0, 20, 40, 1, 1, 0, 0, 0, 1), 3),
    ],
)
def test_most_that_a_race_can_bring(race: tuple[int, ...], most: int) -> None:
    """Against 33 points 1 game point is left, against fewer 2, against nothing 3; against one who closed what failing costs him."""
    assert most_in_race(SIXTY_SIX, 0).at(*race) == most


@pytest.mark.parametrize(("closed", "now", "then", "row"), [(0, 40, 20, 0), (1, 40, 20, 1), (1, 40, 40, 0)])
def test_points_at_the_closing_count(closed: int, now: int, then: int, row: int) -> None:
    """SN-SCORE-25: if the claimant has closed, the other side's points at the closing count; in Sixty-Six those at the end."""
    assert row_against(SCHNAPSEN).at(closed, now, 1, then, 1) == row
    assert row_against(SIXTY_SIX).at(closed, now, 1, then, 1) == 0


@pytest.mark.parametrize(
    ("contract", "scores", "name"),
    [
        ((66, 1, 70, 60, 1, 1, 0, 0), (70, 0), "made"),
        ((66, 1, 66, 64, 1, 1, 0, 0), (66, 0), "made"),
        ((66, 1, 65, 65, 1, 1, 0, 0), (0, 131), "failed"),
        ((130, 1, 130, 0, 1, 0, 0, 0), (260, 0), "grand"),
        ((130, 1, 110, 20, 1, 1, 0, 0), (0, 260), "grand-failed"),
    ],
)
def test_contracts(contract: tuple[int, ...], scores: tuple[int, int], name: str) -> None:
    """AS-SCORE-35 to 38: bidders score their points, or the others theirs and the bid; the grand bid counts 260."""
    found = tuple(contract_scores(AUCTION, bidders=bidders).at(*contract) for bidders in (True, False))
    assert found == scores
    assert CONTRACT_NAMES[contract_name(AUCTION).at(*contract)] == name
    assert not contract_open(AUCTION).at(*contract)


def test_contract_with_other_rules() -> None:
    """Where it is agreed, defenders score what they make, and the grand bid needs every trick."""
    rules = game_of("auction-sixty-six", {"defenders_score": "on", "grand_needs": "tricks", "grand_points": "0"}).rules
    assert contract_scores(rules, bidders=False).at(66, 1, 70, 60, 1, 1, 0, 0) == 60
    assert CONTRACT_NAMES[contract_name(rules).at(130, 1, 120, 0, 1, 0, 0, 0)] == "made"
    assert CONTRACT_NAMES[contract_name(rules).at(130, 1, 130, 0, 1, 1, 0, 0)] == "failed"
    assert contract_open(rules).at(130, 1, 120, 0, 1, 2, 0, 0)
    assert contract_open(rules).at(66, 1, 70, 60, 2, 1, 20, 0)
    assert not contract_open(rules).at(66, 1, 70, 60, 2, 1, 0, 20)
