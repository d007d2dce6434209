"""The theorem about matches: what its statement tells, and its formulas on given values."""

import msgspec
import pytest
from support.proofs.single_obligations import at_each, established, game_of, result_of

from aceten import load
from aceten.engine import match
from aceten.engine.match import Match
from aceten.proofs.statements.obligations import Provers
from aceten.vocabulary.actions import Seat
from aceten_spec.formulas.match_clauses import carried_on, counts_in_match, dealer_after, leads, match_over


@pytest.mark.turns(16)
@pytest.mark.parametrize("game", ["hola/4", "hola/4 keeps_deal=40"])
def test_two_readings_of_hola_differ_at_one_score(game: str) -> None:
    """HO-DEAL-2: whether 50 or 40 keep the deal makes a difference at 40 to 50 alone; a finished deal shows it."""
    theorem = established("T-MATCH", game_of(game), provers=Provers())
    assert theorem.statement.endswith("whether 40 or 50 points keep the deal matters exactly at 40-50")
    [readings] = [each for each in theorem.obligations if each.id == "T-MATCH.readings"]
    assert readings.verdict == "proved"
    [shown] = [each for each in theorem.witnesses if "40-50" in each.shows]
    assert result_of(shown.position).points == (40, 50)


def test_readings_are_told_where_there_are_any() -> None:
    """With three or six players there is one reading only."""
    for players in (3, 6):
        theorem = established("T-MATCH", game_of(f"hola/{players}"), only=())
        assert "keep the deal" not in theorem.statement


# --- Formulas on given values -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "dealer", "gained", "following"),
    [
        ("zsiros/4", 3, (1, 0), 0),
        ("hola/4", 1, (40, 50), 1),
        ("hola/4", 0, (40, 50), 1),
        ("hola/4 keeps_deal=40", 0, (40, 50), 0),
        ("hola/4 keeps_deal=40", 0, (30, 60), 1),
        ("sedma/4 next_dealer=losers", 1, (1, 0), 3),
        ("sedma/4 next_dealer=losers", 1, (0, 1), 2),
        ("sedma/4 next_dealer=losers", 1, (0, 0), 2),
        ("einwerfen/4 seating=tour_48", 2, (1, 0), 2),
        ("sedma/4 next_dealer=losers", 1, (2, 2), 2),
    ],
)
def test_who_deals_next(game: str, dealer: int, gained: tuple[int, int], following: int) -> None:
    """ZS-DEAL-2, HO-DEAL-2, SE-DEAL-2, EW-DEAL-2: the turn passes, stays, or goes to one of the losers."""
    loaded = game_of(game)
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
    rules = game_of(f"einwerfen/4 drawn_deal={drawn}").rules
    assert tuple(counts_in_match(rules, 2, side, doubled).at(*deal) for side in (0, 1)) == counts
    assert tuple(formula.at(*deal) for formula in carried_on(rules, 2, doubled)) == carried


def test_who_is_ahead() -> None:
    """ZS-MATCH-1: who has more than all others is ahead."""
    first, second = (at_each(leads(2, side), (5, 3), (4, 4), (1, 7)) for side in (0, 1))
    assert (first, second) == ([True, False, False], [False, False, True])
