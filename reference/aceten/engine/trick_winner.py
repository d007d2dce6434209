"""Tricks on their own: cards in the order in which they were played, and no deal around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten.vocabulary.errors import usage_error

if TYPE_CHECKING:
    from aceten.engine.game import Game
    from aceten.vocabulary.actions import Seat
    from aceten_spec.cards import Card, Suit


def trick_winner(game: Game, cards: tuple[Card, ...], *, leader: int = 0, trump: Suit | None = None) -> Seat:
    """Return the seat that wins a trick with these cards, or is winning it so far. Whether they may be played is not asked.

    >>> import aceten
    >>> from aceten_spec import parse_cards
    >>> aceten.trick_winner(aceten.load("zsiros", players=4), parse_cards("A9KA"), leader=1)
    0
    >>> aceten.trick_winner(aceten.load("schnapsen"), parse_cards("AhJc"), trump=aceten.Suit.CLUBS)
    1

    :param cards: in the order in which they were played, all rounds of a multiple trick.
    :param leader: the seat that led.
    :param trump: the trump suit, in games with suit tricks.
    :raises UsageError: without cards, or when there is no such seat.
    """
    first = game.check_seat(leader)
    if not cards:
        raise usage_error("a trick without cards: expected at least the one that was led")
    return game.check_seat((first + game.winning_place(cards, trump=trump)) % game.players)
