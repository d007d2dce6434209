"""What a picture shows, in words: for readers who hear it, and for what is written into it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from aceten.vocabulary.actions import Seat
from aceten.vocabulary.naming import (
    card_words,
    cards_counted,
    listed,
    members,
    plays,
    points_counted,
    seat_name,
    side_words,
    suit_words,
    tricks_counted,
)
from aceten.vocabulary.seating import seats_of
from aceten_spec.cards import Card
from aceten_spec.speech import capital, say, sentence

if TYPE_CHECKING:
    from aceten.engine.game import Game
    from aceten.engine.scenes import Scene, Worth


def captured(scene: Scene, side: int) -> str:
    """Return what a side has captured, such as ``A and C have 20 points in 1 trick``."""
    who, points, tricks = members(seats_of(scene.game, (side,))), scene.points[side], scene.tricks
    if points is None and tricks is None:
        return say("{who}: points and tricks are not known", who=capital(who.label))
    if tricks is None:
        has = points_counted(points or 0)
    elif points is None:
        has = tricks_counted(tricks[side])
    else:
        has = say("{points} in {tricks}", points=points_counted(points), tricks=tricks_counted(tricks[side]))
    return capital(who.says("{who} has {has}", "{who} have {has}", has=has))


def gist(scene: Scene) -> str:
    """Return how it stands with play, in few words."""
    if scene.turn is not None:
        act = say("{who} is to act", who=seat_name(scene.turn))
        if not scene.trick:
            return act
        return f"{say('{who} is winning the trick', who=seat_name(scene.winning))}, {act}"
    if scene.winners is None:
        return say("the deal is over")
    if not scene.winners:
        return say("the deal is over, and nobody wins it")
    return say("the deal is over; won by {who}", who=listed(side_words(scene.game, side) for side in scene.winners))


def of_position(scene: Scene) -> Iterator[str]:
    """Yield what is in sight in a position, sentence by sentence."""
    game = scene.game
    for seat, hand in enumerate(scene.hands):
        yield say("{who} holds {cards}", who=seat_name(seat), cards=_cards(game, hand)) + "."
    if scene.trick:
        yield from of_trick(game, scene.trick, scene.leader)
    if scene.talon:
        cards = cards_counted(scene.talon)
        if scene.turn_up is None:
            yield say("The talon has {cards}.", cards=cards)
        else:
            up = card_words(game, scene.turn_up)
            yield say("The talon has {cards}, turned up the {card}.", cards=cards, card=up)
    if scene.trump is not None:
        yield say("Trumps are {suit}.", suit=suit_words(game, scene.trump))
    for note in scene.notes:
        yield sentence(note)
    for side, pile in enumerate(scene.taken):
        yield f"{captured(scene, side)}{f': {_cards(game, pile)}' if pile else ''}."


def of_worth(game: Game, worth: Worth) -> str:
    """Return what stands under the cards in a sentence."""
    labels = ", ".join(f"{card_words(game, card)} {label}" for card, label in worth.labels.items())
    return say("Under the cards, {what}: {labels}", what=worth.caption, labels=labels)


def of_trick(game: Game, cards: tuple[Card, ...], leader: Seat, best: int | None = None) -> Iterator[str]:
    """Yield who played which card to a trick, and with which card it is being won where that place is given."""
    for place, card in enumerate(cards):
        does = plays(card_words(game, card), place, game.players)
        yield f"{seat_name((leader + place) % game.players)} {does}."
    if best is not None:
        who, winning = seat_name((leader + best) % game.players), card_words(game, cards[best])
        yield say("{who} is winning the trick with the {card}", who=who, card=winning)


def _cards(game: Game, cards: Sequence[Card | None]) -> str:
    """Return cards by their names, then how many are not seen."""
    names = [card_words(game, card) for card in cards if card is not None]
    unseen = sum(card is None for card in cards)
    names += [say("{cards} not seen", cards=cards_counted(unseen))] if unseen else []
    return listed(names) if names else say("nothing")
