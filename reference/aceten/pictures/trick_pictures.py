"""Tricks as they are drawn: a column for each player from the leader on, a row for each round, and the card that wins marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten.pictures.blocks import NOTHING, Block, above, beside, words
from aceten.pictures.captions import of_trick
from aceten.pictures.card_faces import card_block
from aceten.pictures.sheets import sheet
from aceten.vocabulary.actions import Seat
from aceten.vocabulary.errors import usage_error
from aceten.vocabulary.naming import seat_name
from aceten_spec.cards import Card, Suit

if TYPE_CHECKING:
    from aceten.engine.game import Game


def picture_of_trick(game: Game, cards: tuple[Card, ...], *, leader: int = 0, trump: Suit | None = None) -> str:
    """Return the cards of a trick as SVG, with who played them and which of them is winning.

    :param cards: in the order in which they were played, all rounds of a multiple trick.
    :param trump: the trump suit, in games with suit tricks.
    :raises UsageError: without cards, or when there is no such seat.
    """
    seat = game.check_seat(leader)
    if not cards:
        raise usage_error("a trick without cards: expected at least the one that was led")
    best = game.winning_place(cards, trump=trump)
    *played, wins = of_trick(game, cards, seat, best)
    return sheet(trick_block(game, cards, seat, trump), title=wins, told=played)


def trick_block(game: Game, cards: tuple[Card, ...], leader: Seat, trump: Suit | None) -> Block:
    """Return a trick; nothing before its first card."""
    if not cards:
        return NOTHING
    best = game.winning_place(cards, trump=trump)
    columns: list[Block] = []
    for turn in range(min(game.players, len(cards))):
        name = seat_name((leader + turn) % game.players)
        places = range(turn, len(cards), game.players)
        drawn = [card_block(cards[place], game.pack.style, marked=place == best) for place in places]
        # What is not played yet leaves room, so that a round is a row.
        short = -(-len(cards) // game.players) - len(drawn)
        room = [Block(1, drawn[0].height, "")] * short
        columns.append(above([words(name, strong=best % game.players == turn), *drawn, *room], gap=4))
    return beside(columns, gap=6)
