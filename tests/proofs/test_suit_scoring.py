"""The theorem about settling deals with suit tricks, wrong functions that it must fail for, and its formulas on given values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from slices import sliced

from aceten import SuitGame, load, parse
from aceten.actions import Side
from aceten.proofs.obligations import Provers
from aceten.proofs.propositions import establish
from aceten.proofs.setting import setting
from aceten.proofs.theorems.suit_scoring import PROPOSITIONS
from aceten.suits import moment, settling
from aceten.suits.state import SuitState
from aceten_spec.formulas.settling import (
    CONTRACT_NAMES,
    RACE_NAMES,
    contract_name,
    contract_open,
    contract_scores,
    counting,
    enough,
    most_in_race,
    penalty,
    race_name,
    race_scores,
    row_against,
    row_of_loser,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from aceten.proofs.report import Obligation
    from aceten.scoring import Result
    from aceten_spec.rulebook import SuitParameters

[SETTLE] = PROPOSITIONS
Z3_ALONE = Provers(solvers=("z3",))
Options = dict[str, str]

NO_OPTIONS: Options = {}
SOME: list[tuple[str, Options]] = [("einwerfen", NO_OPTIONS), ("tausendeins", NO_OPTIONS)]
ALL: list[tuple[str, Options]] = [
    ("sixty-six", {}),
    ("sixty-six", {"won_at": "closing", "penalty_at": "end"}),
    ("sixty-six", {"claiming": "automatic", "penalty_at": "flat"}),
    ("schnapsen", {}),
    ("schnapsen-book", {}),
    ("tausendeins", {}),
    ("tausendeins", {"wrong_claim": "lost"}),
    ("auction-sixty-six", {}),
    ("auction-sixty-six", {"grand_needs": "tricks", "defenders_score": "on"}),
    ("auction-sixty-six", {"grand_points": "0"}),
    ("einwerfen", {}),
    ("einwerfen", {"bombe": "all_tricks"}),
]
GAMES = sliced(SOME, whole=ALL)


def game_of(name: str, options: Options | None = None) -> SuitGame:
    """Return a game with suit tricks."""
    loaded = load(name, players=None, **(options or {}))
    assert isinstance(loaded, SuitGame)
    return loaded


@pytest.mark.turns(2)
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_theorem_is_proved(name: str, options: Options) -> None:
    """A deal scores what its claim, its contract, its table or its points bring."""
    theorem = establish(SETTLE, setting(game_of(name, options)), provers=Provers())
    assert theorem.verdict == "proved", [each for each in theorem.obligations if each.verdict != "proved"]


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


# --- Wrong functions --------------------------------------------------------------------------------------------------

_RESULT = vars(SuitState)["result"]
_MOST = settling.most_game_points
_TABLE = settling.settle_table


def _always_counts(points: int, melds: int, _: bool | None) -> int:
    return points + melds


def _one_too_few(rules: SuitParameters, score: int, points: int) -> bool:
    return points + 1 >= rules.claim_points if rules.claim_for == "deal" else score + points > rules.target


def _never_schneider(_: SuitParameters, __: int, took_a_trick: bool) -> int:
    return 0 if took_a_trick else 2


def _one_less(state: SuitState, side: Side) -> int:
    return _MOST(state, side) - 1


def _nobody_scores(*given: object, **more: object) -> Result:
    found = _TABLE(*given, **more)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType] - passed on
    return msgspec.structs.replace(found, game_points=(0, 0))


def _with(change: Callable[[SuitState, Result], dict[str, object]]) -> property:
    """Return a result of states in which something is otherwise."""

    def result(state: SuitState) -> Result | None:
        found: Result | None = _RESULT.__get__(state)
        return None if found is None else msgspec.structs.replace(found, **change(state, found))

    return property(result)


def _at_the_end(state: SuitState, _: Result) -> dict[str, object]:
    found: Result = _RESULT.__get__(msgspec.structs.replace(state, closed=None))
    return {"game_points": found.game_points}


def _loser_scores(_: SuitState, found: Result) -> dict[str, object]:
    return {"game_points": None if found.game_points is None else found.game_points[::-1]}


def _bid_is_scored(state: SuitState, found: Result) -> dict[str, object]:
    if found.game_points is None or state.contract is None or found.award != settling.MADE:
        return {}
    return {"game_points": tuple([state.contract[1] if points else 0 for points in found.game_points])}


def _wrong_claims_score(state: SuitState, found: Result) -> dict[str, object]:
    return {"game_points": found.points} if state.claimant is not None else {}


def _first_wins(_: SuitState, __: Result) -> dict[str, object]:
    return {"winners": (Side(0),)}


def _always_over(state: SuitState) -> Result:
    found: Result = _RESULT.__get__(msgspec.structs.replace(state, turn=None))
    return found


def _swapped(
    state: SuitState, points: tuple[int, ...], took: tuple[bool | None, ...], last: Side, teams: object
) -> Result:
    del teams
    known, trump = state.points_known, state.trump
    return _TABLE(state.game.rules, points[::-1], took, last, known=known, tricks=None, trump=trump)


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("step", "owner", "name", "wrong", "game", "options"),
    [
        ("points", moment, "counted", _always_counts, "tausendeins", {}),
        ("race", moment, "claims_rightly", _one_too_few, "sixty-six", {}),
        ("points", moment, "claims_rightly", _one_too_few, "tausendeins", {}),
        ("race", settling, "level", _never_schneider, "sixty-six", {}),
        ("race", SuitState, "result", _with(_at_the_end), "sixty-six", {"won_at": "closing"}),
        ("race", SuitState, "result", _with(_loser_scores), "sixty-six", {}),
        ("race", SuitState, "result", property(_always_over), "sixty-six", {}),
        ("most", settling, "most_game_points", _one_less, "sixty-six", {}),
        ("most_elsewhere", settling, "most_game_points", _one_less, "tausendeins", {}),
        ("contract", SuitState, "result", _with(_bid_is_scored), "auction-sixty-six", {}),
        ("points", SuitState, "result", _with(_wrong_claims_score), "tausendeins", {"wrong_claim": "lost"}),
        ("points", SuitState, "result", _with(_first_wins), "tausendeins", {}),
        ("table", settling, "settle_table", _nobody_scores, "einwerfen", {}),
        ("result_with", SuitState, "result_with", _swapped, "einwerfen", {}),
    ],
)
def test_wrong_function_is_refuted(  # noqa: PLR0917 - one row of the table
    monkeypatch: pytest.MonkeyPatch,
    step: str,
    owner: object,
    name: str,
    wrong: object,
    game: str,
    options: Options,
) -> None:
    """A wrong function is refuted at the obligation about what it is a part of."""
    loaded = game_of(game, options)
    if step in {"most_elsewhere", "table", "result_with"}:  # the others are proved above, and take longer
        assert _obligation(loaded, step).verdict == "proved"
    monkeypatch.setattr(owner, name, wrong)
    found = _obligation(loaded, step)
    assert found.verdict == "refuted"
    assert found.counterexample is not None


def _obligation(game: SuitGame, name: str) -> Obligation:
    [found] = establish(SETTLE, setting(game), only={f"T-SETTLE.{name}"}, provers=Z3_ALONE).obligations
    return found


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
    assert enough(SIXTY_SIX).at(66, 0)
    assert not enough(SIXTY_SIX).at(65, 6)
    thousand = game_of("tausendeins").rules
    assert enough(thousand).at(101, 900)
    assert not enough(thousand).at(100, 900)


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
