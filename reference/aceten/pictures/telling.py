"""What a picture shows, in words: for readers who hear it, and for what is written into it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten.naming import card_words, counted, listed, plays, seat_name, side_words, suit_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from aceten.actions import Seat
    from aceten.facts import Facts
    from aceten.pictures.scenes import Scene
    from aceten_spec.cards import Card


def captured(scene: Scene, side: int) -> str:
    """Return what a side has captured, such as ``A and C have 20 points in 1 trick``."""
    name, points = side_words(scene.game, side), scene.points[side]
    parts = [] if points is None else [counted(points, "point")]
    parts += [] if scene.tricks is None else [counted(scene.tricks[side], "trick")]
    verb = "have" if scene.game.sides.count(scene.game.sides[side]) > 1 else "has"
    return f"{name} {verb} {' in '.join(parts)}" if parts else f"{name}: points and tricks are not known"


def gist(scene: Scene) -> str:
    """Return how it stands with play, in few words."""
    if scene.turn is not None:
        winning = f"{seat_name(scene.winning)} is winning the trick, " if scene.trick else ""
        return f"{winning}{seat_name(scene.turn)} is to act"
    if scene.winners is None:
        return "the deal is over"
    if not scene.winners:
        return "the deal is over, and nobody wins it"
    sides = listed(side_words(scene.game, side) for side in scene.winners)
    return f"the deal is over; won by {sides}"


def of_position(scene: Scene) -> Iterator[str]:
    """Yield what is in sight in a position, sentence by sentence."""
    game = scene.game
    for seat, hand in enumerate(scene.hands):
        yield f"{seat_name(seat)} holds {_cards(game, hand)}."
    if scene.trick:
        yield from of_trick(game, scene.trick, scene.leader)
    if scene.talon:
        up = "" if scene.turn_up is None else f", turned up the {card_words(game, scene.turn_up)}"
        yield f"The talon has {counted(scene.talon, 'card')}{up}."
    if scene.trump is not None:
        yield f"Trumps are {suit_words(game, scene.trump)}."
    for note in scene.notes:
        yield f"{note[:1].upper()}{note[1:]}."
    for side, pile in enumerate(scene.taken):
        yield f"{captured(scene, side)}{f': {_cards(game, pile)}' if pile else ''}."


def of_trick(game: Facts, cards: tuple[Card, ...], leader: Seat, best: int | None = None) -> Iterator[str]:
    """Yield who played which card to a trick, and with which card it is being won where that place is given."""
    for place, card in enumerate(cards):
        verb = plays(place, game.players)
        yield f"{seat_name((leader + place) % game.players)} {verb} {card_words(game, card)}."
    if best is not None:
        yield f"{seat_name((leader + best) % game.players)} is winning the trick with the {card_words(game, cards[best])}"


def _cards(game: Facts, cards: Sequence[Card | None]) -> str:
    """Return cards by their names, then how many are not seen."""
    names = [card_words(game, card) for card in cards if card is not None]
    unseen = sum(card is None for card in cards)
    names += [f"{counted(unseen, 'card')} not seen"] if unseen else []
    return listed(names) if names else "nothing"
