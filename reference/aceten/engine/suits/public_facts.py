"""What everybody knows of a deal with suit tricks beside what there is of any: for position lines, pictures and people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from aceten.engine.suits.course import counted
from aceten.vocabulary.actions import Seat
from aceten.vocabulary.naming import points_counted, seat_name, side_words
from aceten.vocabulary.position_writer import EMPTY, UNSEEN, piles_text
from aceten_spec.cards import Card, Suit
from aceten_spec.speech import say

if TYPE_CHECKING:
    from aceten.engine.suits.game import SuitGame
    from aceten.engine.suits.state import SuitState
    from aceten.engine.suits.view import SuitView


def points_at_closing(game: SuitGame, tricks: int, taken: tuple[Card, ...], melds: int) -> int | None:
    """Return the points that a side had when the talon was closed, where it has taken nothing since; else ``None``.

    :param tricks: how many it had taken then.
    :param taken: what it has taken now.
    :param melds: what its marriages count now.
    """
    if len(taken) != game.players * tricks:
        return None
    return counted(game.points_of(taken), melds, took_a_trick=bool(tricks))


def words(seen: SuitState | SuitView, talon: tuple[Card, ...]) -> Iterator[str]:
    """Yield the words of a position line that only games with suit tricks know; ``talon`` is what is seen of it."""
    if seen.trump is not None and seen.trump != default_trump(seen.game, talon):
        yield f"trump={seen.trump.letter}"
    if seen.closed is not None:
        side, closed = 1 - seen.game.sides[seen.closed.seat], seen.closed
        told = points_at_closing(
            seen.game, closed.tricks[side], seen.taken[side], seen.melds[side] - seen.waiting[side]
        )
        points = UNSEEN if seen.points is None and told == closed.points else str(closed.points)
        yield f"closed={closed.seat},{points},{','.join(map(str, closed.tricks))}"
    yield from by_side("melds", seen.melds)
    yield from by_side("waiting", seen.waiting)
    if any(seen.shown):
        yield f"shown={piles_text(seen.shown)}"
    if seen.claimant is not None:
        yield f"claim={seen.claimant}"
    elif seen.turn is None and seen.game.rules.asks:  # over without a claim
        yield f"claim={EMPTY}"
    if seen.bids:
        yield "bids=" + ",".join([str(bid) if bid else EMPTY for bid in seen.bids])
    if seen.contract is not None:
        yield "bid=" + ",".join(map(str, seen.contract))
    yield from by_side("score", seen.scores)


def by_side(key: str, numbers: tuple[int, ...]) -> Iterator[str]:
    """Yield the word of a position line that says a number for each side, unless all are 0."""
    if any(numbers):
        yield f"{key}={','.join(map(str, numbers))}"


def default_trump(game: SuitGame, talon: tuple[Card, ...]) -> Suit | None:
    """Return the trump suit where a position names none: that of the turn-up."""
    return talon[-1].suit if talon and game.rules.trump == "turn_up" else None


def notes(seen: SuitState | SuitView) -> Iterator[str]:
    """Yield what else everybody knows, in sentences."""
    yield from closed(seen)
    for side, points in enumerate(seen.melds):
        if points:
            yield say("marriages of {who}: {points}", who=side_words(seen.game, side), points=points_counted(points))
    yield from auction(seen)
    if seen.claimant is not None:
        yield say("{who} has claimed", who=seat_name(seen.claimant))


def closed(seen: SuitState | SuitView) -> Iterator[str]:
    """Yield who has closed the talon."""
    if seen.closed is not None:
        yield say("{who} has closed the talon", who=seat_name(seen.closed.seat))


def auction(seen: SuitState | SuitView) -> Iterator[str]:
    """Yield what has been bid so far, or who has bid the most."""
    for place, bid in enumerate(seen.bids):
        who = seat_name((seen.dealer + 1 + place) % seen.game.players)
        yield say("{who} bids {points}", who=who, points=bid) if bid else say("{who} passes", who=who)
    if seen.contract is not None:
        yield bid_most(seen.contract)


def bid_most(contract: tuple[Seat, int]) -> str:
    """Return who has bid the most."""
    seat, bid = contract
    return say("{who} has bid the most, {points}", who=seat_name(seat), points=bid)
