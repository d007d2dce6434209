"""What a picture shows, in words: for readers who hear it, and for what is written into it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten.matching.state import MatchingState
from aceten.matching.view import MatchingView
from aceten.naming import counted, listed, seat_name, side_words
from aceten.state import State
from aceten.suits.state import SuitState
from aceten.suits.view import SuitView
from aceten_spec.names import card_name, suit_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from aceten.actions import Seat
    from aceten.game import Game
    from aceten.view import View
    from aceten_spec.cards import Card, Suit


def cards_in_sight(seen: State | View, seat: int) -> tuple[Card | None, ...]:
    """Return a hand, with ``None`` for each card of it that is not seen."""
    if isinstance(seen, State):
        return seen.hands[seat]
    known = seen.known[seat]
    return (*known, *[None] * (seen.hand_sizes[seat] - len(known)))


def turn_up(seen: State | View) -> Card | None:
    """Return the card of the talon that lies face up; ``None`` where none does."""
    known = seen.view(0).known_talon if isinstance(seen, State) else seen.known_talon
    return known[-1] if known else None


def trump_of(seen: State | View) -> Suit | None:
    """Return the trump suit; ``None`` where there is none."""
    return seen.trump if isinstance(seen, SuitState | SuitView) else None


def talon_size(seen: State | View) -> int:
    """Return how many cards are undealt."""
    return len(seen.talon) if isinstance(seen, State) else seen.talon_size


def captured(seen: State | View, side: int) -> str:
    """Return what a side has captured, such as ``A and C have 20 points in 1 trick``."""
    name, result = side_words(seen.game, side), seen.result
    points = seen.points if result is None else result.points
    known = points is not None and (not isinstance(seen, State) or seen.points_known or points[side] > 0)
    parts = [counted(points[side], "point")] if points is not None and known else []
    parts += [] if seen.tricks is None else [counted(seen.tricks[side], "trick")]
    verb = "have" if seen.game.sides.count(seen.game.sides[side]) > 1 else "has"
    return f"{name} {verb} {' in '.join(parts)}" if parts else f"{name}: points and tricks are not known"


def gist(seen: State | View) -> str:
    """Return how it stands with play, in few words."""
    game = seen.game
    if seen.turn is not None:
        winning = f"{seat_name(seen.winning)} is winning the trick, " if seen.trick else ""
        return f"{winning}{seat_name(seen.turn)} is to act"
    winners = seen.result.winners if seen.result is not None else None
    if winners is None:
        return "the deal is over"
    if not winners:
        return "the deal is over, and nobody wins it"
    sides = listed(side_words(game, side) for side in winners)
    return f"the deal is over; won by {sides}"


def of_position(seen: State | View) -> Iterator[str]:
    """Yield what is in sight in a position, sentence by sentence."""
    game = seen.game
    for seat in range(game.players):
        yield f"{seat_name(seat)} holds {_cards(game, cards_in_sight(seen, seat))}."
    if seen.trick:
        yield from of_trick(game, seen.trick, seen.leader)
    shown = turn_up(seen)
    if talon_size(seen):
        up = "" if shown is None else f", turned up the {_name(game, shown)}"
        yield f"The talon has {counted(talon_size(seen), 'card')}{up}."
    trump = trump_of(seen)
    if trump is not None:
        yield f"Trumps are {suit_name(trump, style=game.pack.style)}."
    for note in notes(seen):
        yield f"{note[:1].upper()}{note[1:]}."
    for side, pile in enumerate(seen.taken):
        yield f"{captured(seen, side)}{f': {_cards(game, pile)}' if pile else ''}."


def of_trick(game: Game, cards: tuple[Card, ...], leader: Seat, best: int | None = None) -> Iterator[str]:
    """Yield who played which card to a trick, and with which card it is being won where that place is given."""
    for place, card in enumerate(cards):
        verb = "leads" if place == 0 else "plays" if place % game.players else "continues with"
        yield f"{seat_name((leader + place) % game.players)} {verb} the {_name(game, card)}."
    if best is not None:
        yield f"{seat_name((leader + best) % game.players)} is winning the trick with the {_name(game, cards[best])}"


def notes(seen: State | View) -> Iterator[str]:
    """Yield what else everybody knows."""
    if isinstance(seen, MatchingState | MatchingView):
        yield from _notes_on_matching(seen)
    elif isinstance(seen, SuitState | SuitView):
        yield from _notes_on_suits(seen)


def _notes_on_matching(seen: MatchingState | MatchingView) -> Iterator[str]:
    game = seen.game
    if seen.drawn is not None or (isinstance(seen, MatchingView) and seen.spicing):
        card = "a card" if seen.drawn is None else f"the {_name(game, seen.drawn)}"
        yield f"{seat_name(seen.winning)} has drawn {card} and may spice the trick"
    if seen.lone is not None:
        yield f"{seat_name(seen.lone)} plays alone"
    for side in seen.burned:
        yield f"the score of {side_words(game, side)} falls to 0"


def _notes_on_suits(seen: SuitState | SuitView) -> Iterator[str]:
    game = seen.game
    if seen.closed is not None:
        yield f"{seat_name(seen.closed.seat)} has closed the talon"
    for side, points in enumerate(seen.melds):
        if points:
            yield f"marriages of {side_words(game, side)}: {counted(points, 'point')}"
    for place, bid in enumerate(seen.bids):
        seat = (seen.dealer + 1 + place) % game.players
        yield f"{seat_name(seat)} bids {bid}" if bid else f"{seat_name(seat)} passes"
    if seen.contract is not None:
        yield f"{seat_name(seen.contract[0])} has bid the most, {seen.contract[1]}"
    if seen.claimant is not None:
        yield f"{seat_name(seen.claimant)} has claimed"


def _cards(game: Game, cards: Sequence[Card | None]) -> str:
    """Return cards by their names, then how many are not seen."""
    names = [_name(game, card) for card in cards if card is not None]
    unseen = sum(card is None for card in cards)
    names += [f"{counted(unseen, 'card')} not seen"] if unseen else []
    return listed(names) if names else "nothing"


def _name(game: Game, card: Card) -> str:
    return card_name(card, style=game.pack.style)
