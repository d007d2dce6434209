"""Tricks on their own: cards in the order in which they were played, and no deal around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten.engine.loading import game_of
from aceten.vocabulary.errors import check_kind, usage_error
from aceten_spec.cards import Card, Suit
from aceten_spec.speech import say
from aceten_spec.written_cards import parse_cards

if TYPE_CHECKING:
    from aceten.engine.game import Game
    from aceten.vocabulary.actions import Seat


def trick_winner(
    game: Game | str, cards: str | tuple[Card, ...], *, leader: int = 0, trump: Suit | None = None
) -> Seat:
    """Return the seat that wins a trick with these cards, or is winning it so far. Whether they may be played is not asked.

    >>> import aceten
    >>> aceten.trick_winner("zsiros/4", "A9KA", leader=1)
    0
    >>> aceten.trick_winner("schnapsen/2", "AhJc", trump=aceten.Suit.CLUBS)
    1

    :param game: what is played, or its name.
    :param cards: in the order in which they were played, all rounds of a multiple trick.
    :param leader: the seat that led.
    :param trump: the trump suit, in games with suit tricks.
    :raises UsageError: without cards, or when there is no such seat; and for arguments of another kind.
    :raises NotationError: for text that is no cards.
    """
    game = game_of(game)
    cards = parse_cards(cards) if isinstance(cards, str) else tuple(cards)
    for card in cards:
        check_kind(card, Card, say("a Card; aceten.card makes one of text"))
    if trump is not None:
        check_kind(trump, Suit, say("a Suit; aceten.Suit has all four"))
    first = game.check_seat(leader)
    if not cards:
        raise usage_error("a trick without cards: expected at least the one that was led")
    return game.check_seat((first + game.winning_place(cards, trump=trump)) % game.players)
