"""Whether a talon can have been closed so, and whether a deal can have ended or go on by a claim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten.engine.state import problem_of
from aceten.engine.suits.rights import claim_refusal
from aceten.vocabulary.actions import Claim, Side
from aceten.vocabulary.errors import PositionError, position_error
from aceten.vocabulary.naming import side_name
from aceten_spec.speech import say

if TYPE_CHECKING:
    from aceten.engine.suits.state import SuitState


def _points_at_closing(state: SuitState, side: Side, tricks: int) -> tuple[int, int]:
    """Return how few and how many points a side can have had that had so many tricks, when the other one closed the talon."""
    now, pile, players = state.counted(side), state.taken[side], state.game.players
    if not tricks:
        return 0, 0
    if state.tricks is not None and tricks == state.tricks[side]:
        return now, now  # who takes no trick does not lead, and shows nothing
    if state.tricks is None or len(pile) < players * state.tricks[side]:
        return 0, now
    values = sorted(state.game.points_of((card,)) for card in pile)
    captured = players * tricks
    return sum(values[:captured]), min(now, sum(values[-captured:]) + state.melds[side])


def check_closing(state: SuitState) -> None:
    """Refuse what the sides cannot have had when the talon was closed.

    :raises PositionError: when they cannot.
    """
    closed = state.closed
    if closed is None:
        return
    for side, count in enumerate(closed.tricks):
        if state.tricks is not None and count > state.tricks[side]:
            raise position_error(
                "closed",
                "side {side} is given {tricks} tricks at the closing; now it has {now}",
                side=side_name(state.game, side),
                tricks=count,
                now=state.tricks[side],
            )
    other = Side(1 - state.game.sides[closed.seat])
    low, high = _points_at_closing(state, other, closed.tricks[other])
    if not low <= closed.points <= high:
        told = {"side": side_name(state.game, other), "points": closed.points, "low": low, "high": high}
        problem = say("side {side} is given {points} points at the closing; it had {low} then", **told)
        if low < high:
            problem = say("side {side} is given {points} points at the closing; it had {low} to {high} then", **told)
        raise PositionError(key="closed", problem=problem)


def check_claim(state: SuitState) -> None:
    """Refuse a deal that goes on although it has ended by itself, or the other way round, and one that was claimed when nobody claims.

    :raises PositionError: for such a deal.
    """
    rules, played = state.game.rules, not state.unfinished and not state.open_talon
    if rules.claim == "called":
        untimely = None if state.claimant is None else claim_refusal(state, None)
        if untimely is not None:
            raise PositionError(key="claim", problem=problem_of(state, untimely, Claim()))
        if played and rules.claim_last == "off" and state.claimant is not None:
            raise position_error("claim", "nobody claims when all cards are played")
    if rules.claim == "automatic" or (rules.claim == "called" and played and rules.claim_last == "counted"):
        _check_by_itself(state)


def _check_by_itself(state: SuitState) -> None:
    """Refuse a deal in which a side has enough points, and which goes on, or the other way round.

    :raises PositionError: for such a deal.
    """
    game = state.game
    for side in range(game.side_count):
        enough = state.has_enough(Side(side)) and (game.rules.claim == "automatic" or side == game.sides[state.leader])
        said = state.claimant is not None and game.sides[state.claimant] == side
        if enough != said:
            problem = say(
                "side {side} has {points} points, so the deal is over; say so with claim=",
                side=side_name(game, side),
                points=state.counted(Side(side)),
            )
            if said:
                problem = say(
                    "side {side} has {points} points, and the deal goes on with these",
                    side=side_name(game, side),
                    points=state.counted(Side(side)),
                )
            raise PositionError(key="claim", problem=problem)
