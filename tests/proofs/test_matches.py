"""The theorem about matches: what its statement tells, and its formulas on given values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from aceten import Game, load, match, parse
from aceten.actions import Seat
from aceten.match import Match
from aceten.proofs.obligations import Provers
from aceten.proofs.propositions import establish
from aceten.proofs.setting import setting
from aceten.proofs.theorems.matches import PROPOSITIONS
from aceten_spec.formulas.matches import carried_on, counts_in_match, dealer_after, leads, match_over

if TYPE_CHECKING:
    from aceten_spec.rulebook import OptionValue

[MATCH] = PROPOSITIONS
Z3_ALONE = Provers(solvers=("z3",))
Options = dict[str, str]


def game_of(name: str, players: int, options: Options | None = None) -> Game:
    """Return a game with options."""
    given: dict[str, OptionValue | bool] = dict(options or {})
    return load(name, players=players, **given)


@pytest.mark.turns(8)
@pytest.mark.parametrize("options", [{}, {"keeps_deal": "40"}])
def test_two_readings_of_hola_differ_at_one_score(options: Options) -> None:
    """HO-DEAL-2: whether 50 or 40 keep the deal makes a difference at 40 to 50 alone; a finished deal shows it."""
    theorem = establish(MATCH, setting(game_of("hola", 4, options)), provers=Provers())
    assert theorem.statement.endswith("whether 40 or 50 points keep the deal matters exactly at 40-50")
    [readings] = [each for each in theorem.obligations if each.id == "T-MATCH.readings"]
    assert readings.verdict == "proved"
    [shown] = [each for each in theorem.witnesses if "40-50" in each.shows]
    state = parse(shown.position)
    assert state.result is not None
    assert state.result.points == (40, 50)


def test_readings_are_told_where_there_are_any() -> None:
    """With three or six players there is one reading only."""
    for players in (3, 6):
        theorem = establish(MATCH, setting(load("hola", players=players)), only=(), provers=Z3_ALONE)
        assert "keep the deal" not in theorem.statement


TOUR = {"seating": "tour_48"}


# --- Formulas on given values -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "options", "dealer", "gained", "following"),
    [
        ("zsiros", {}, 3, (1, 0), 0),
        ("hola", {}, 1, (40, 50), 1),
        ("hola", {}, 0, (40, 50), 1),
        ("hola", {"keeps_deal": "40"}, 0, (40, 50), 0),
        ("hola", {"keeps_deal": "40"}, 0, (30, 60), 1),
        ("sedma", {"next_dealer": "losers"}, 1, (1, 0), 3),
        ("sedma", {"next_dealer": "losers"}, 1, (0, 1), 2),
        ("sedma", {"next_dealer": "losers"}, 1, (0, 0), 2),
        ("einwerfen", TOUR, 2, (1, 0), 2),
        ("sedma", {"next_dealer": "losers"}, 1, (2, 2), 2),
    ],
)
def test_who_deals_next(game: str, options: Options, dealer: int, gained: tuple[int, int], following: int) -> None:
    """ZS-DEAL-2, HO-DEAL-2, SE-DEAL-2, EW-DEAL-2: the turn passes, stays, or goes to one of the losers."""
    loaded = game_of(game, 4, options)
    assert dealer_after(loaded.rules, 4, 2, dealer).at(*gained) == following
    assert match.next_dealer(loaded, Seat(dealer), gained) == following
    kept = msgspec.structs.replace(loaded, rules=msgspec.structs.replace(loaded.rules, drawn_dealer="keeps"))
    after = dealer if gained[0] == gained[1] else following
    assert dealer_after(kept.rules, 4, 2, dealer).at(*gained) == after
    assert match.next_dealer(kept, Seat(dealer), gained) == after


@pytest.mark.parametrize(
    ("game", "scores", "deals", "over"),
    [
        ("zsiros", (5, 3), 4, True),
        ("zsiros", (4, 3), 4, False),
        ("septica", (1, 1), 4, False),
        ("einwerfen", (30, 20), 47, False),
        ("einwerfen", (30, 20), 48, True),
        ("einwerfen", (20, 20), 48, True),
    ],
)
def test_when_a_match_is_over(game: str, scores: tuple[int, int], deals: int, over: bool) -> None:
    """ZS-MATCH-1, SP-MATCH-4, EW-MATCH-5, EW-MATCH-10: at the target or after the last deal, tied or not as the rules say."""
    loaded = load(game, players=4)
    assert bool(match_over(loaded.rules, 2).at(*scores, deals)) is over
    assert Match(loaded, Seat(0), scores, deals).over is over


@pytest.mark.parametrize(
    ("drawn", "doubled", "deal", "counts", "carried"),
    [
        # game points of both sides, whether the deal counts twice, and what was carried
        ("carry", 0, (2, 0, 0, 0), (2, 0), (0, 0)),
        ("carry", 0, (2, 0, 1, 3), (7, 0), (0, 0)),
        ("carry", 0, (0, 0, 0, 1), (0, 0), (2, 0)),
        ("carry", 0, (0, 0, 1, 1), (0, 0), (3, 0)),
        ("doubles", 2, (0, 1, 0, 0), (0, 4), (0, 0)),
        ("doubles", 1, (0, 3, 1, 0), (0, 12), (0, 0)),
        ("doubles", 1, (0, 0, 1, 0), (0, 0), (0, 2)),
        ("void", 0, (0, 0, 1, 0), (0, 0), (0, 0)),
    ],
)
def test_what_a_deal_counts(
    drawn: str, doubled: int, deal: tuple[int, ...], counts: tuple[int, int], carried: tuple[int, int]
) -> None:
    """EW-MATCH-6 and EW-MATCH-7: the favourite suit doubles, drawn deals add a game point, or double, or mean nothing."""
    rules = game_of("einwerfen", 4, {"drawn_deal": drawn}).rules
    assert tuple(counts_in_match(rules, 2, side, doubled).at(*deal) for side in (0, 1)) == counts
    assert tuple(formula.at(*deal) for formula in carried_on(rules, 2, doubled)) == carried


@pytest.mark.parametrize(
    ("scores", "ahead"), [((5, 3), [True, False]), ((4, 4), [False, False]), ((1, 7), [False, True])]
)
def test_who_is_ahead(scores: tuple[int, int], ahead: list[bool]) -> None:
    """ZS-MATCH-1: who has more than all others is ahead."""
    assert [bool(leads(2, side).at(*scores)) for side in (0, 1)] == ahead
