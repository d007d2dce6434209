"""The theorem about settling deals with suit tricks: its witnesses, and its formulas on given values."""

import pytest
from support.proofs.single_obligations import at_each, established, game_of, result_of, suits

from aceten_spec.formulas.suits.settlement_clauses import (
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
from aceten_spec.rulebook import SuitParameters


def test_witnesses_are_finished_deals() -> None:
    """Right and wrong claims are exhibited by finished deals, with what they bring."""
    theorem = established("T-SETTLE", game_of("sixty-six"), only=())
    assert [(each.shows, result_of(each.position).game_points) for each in theorem.witnesses] == [
        ("a right claim", (1, 0)),
        ("a side is schneider", (2, 0)),
        ("a side is schwarz", (3, 0)),
        ("a wrong claim", (0, 2)),
    ]


# --- Formulas on given values -----------------------------------------------------------------------------------------

SIXTY_SIX = suits("sixty-six").rules
SCHNAPSEN = suits("schnapsen").rules
AUCTION = suits("auction-sixty-six").rules


def test_marriages_count_with_a_trick() -> None:
    """SX-MELD-3: marriages count only for a side that has taken a trick."""
    assert at_each(counting(SIXTY_SIX), (40, 20, 0), (40, 20, 1), (40, 20, 2)) == [40, 60, 40]


def test_how_far_a_loser_has_come() -> None:
    """SX-SCORE-22 to 24: 33 points save from schneider, a trick from schwarz."""
    assert at_each(row_of_loser(SIXTY_SIX), (33, 1), (32, 1), (0, 1), (40, 0)) == [0, 1, 1, 2]


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
    assert penalty(suits(f"sixty-six penalty_at={penalty_at}").rules).at(closed, now, then) == points


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


def test_points_at_the_closing_count() -> None:
    """SN-SCORE-25: if the claimant has closed, the other side's points at the closing count; in Sixty-Six those at the end."""
    given = (0, 40, 1, 20, 1), (1, 40, 1, 20, 1), (1, 40, 1, 40, 1)
    assert at_each(row_against(SCHNAPSEN), *given) == [0, 1, 0]
    assert at_each(row_against(SIXTY_SIX), *given) == [0, 0, 0]


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
    rules = suits("auction-sixty-six defenders_score=on grand_needs=tricks grand_points=0").rules
    assert contract_scores(rules, bidders=False).at(66, 1, 70, 60, 1, 1, 0, 0) == 60
    assert CONTRACT_NAMES[contract_name(rules).at(130, 1, 120, 0, 1, 0, 0, 0)] == "made"
    assert CONTRACT_NAMES[contract_name(rules).at(130, 1, 130, 0, 1, 1, 0, 0)] == "failed"
    assert contract_open(rules).at(130, 1, 120, 0, 1, 2, 0, 0)
    assert contract_open(rules).at(66, 1, 70, 60, 2, 1, 20, 0)
    assert not contract_open(rules).at(66, 1, 70, 60, 2, 1, 0, 20)
