"""Tricks as they are drawn: a column for each player from the leader on, a row for each round, and the card that wins marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten.errors import UsageError
from aceten.matching.game import MatchingGame
from aceten.matching.steps import deciding, is_trumped, matches, winning_after
from aceten.naming import seat_name
from aceten.pictures.blocks import NOTHING, Block, above, beside, words
from aceten.pictures.cards import card_block
from aceten.pictures.sheets import sheet
from aceten.pictures.telling import of_trick
from aceten.suits.game import SuitGame
from aceten.suits.steps import beats

if TYPE_CHECKING:
    from aceten.actions import Seat
    from aceten.game import Game
    from aceten_spec.cards import Card, Suit


def picture_of_trick(game: Game, cards: tuple[Card, ...], *, leader: int = 0, trump: Suit | None = None) -> str:
    """Return the cards of a trick as SVG, with who played them and which of them is winning.

    :param cards: in the order in which they were played, all rounds of a multiple trick.
    :param trump: the trump suit, in games with suit tricks.
    :raises UsageError: without cards, or when there is no such seat.
    """
    seat = game.check_seat(leader)
    if not cards:
        message = "a trick without cards: expected at least the one that was led"
        raise UsageError(message)
    best = winning_place(game, cards, seat, trump)
    *played, wins = of_trick(game, cards, seat, best)
    return sheet(trick_block(game, cards, seat, trump), title=wins, told=played)


def trick_block(game: Game, cards: tuple[Card, ...], leader: Seat, trump: Suit | None) -> Block:
    """Return a trick; nothing before its first card."""
    if not cards:
        return NOTHING
    best = winning_place(game, cards, leader, trump)
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


def winning_place(game: Game, cards: tuple[Card, ...], leader: Seat, trump: Suit | None) -> int:
    """Return the place in a trick of the card that is winning it, worked out as the engine does when cards are played.

    Clauses: ZS-PLAY-4, ZS-MULTI-7, HO-MULTI-10, EW-SUIT-1.
    """
    if isinstance(game, SuitGame):
        best = 0
        for place, card in enumerate(cards):
            if beats(game.strong[card], game.strong[cards[best]], trump or 0):
                best = place
        return best
    if isinstance(game, MatchingGame):
        return _matching_place(game, cards, leader)
    message = f"a game of no known kind: {type(game).__name__}"
    raise TypeError(message)


def _matching_place(game: MatchingGame, cards: tuple[Card, ...], leader: Seat) -> int:
    rules, best, winning = game.matching, 0, leader
    for place, card in enumerate(cards[1:], start=1):
        seat = (leader + place) % game.players
        if rules.newest and place % game.players == 0:
            best, winning = place, leader
            continue
        led = game.led_rank(cards[deciding(place, game.players, rules)])
        trumped = is_trumped(game.trick_ranks(cards[:place]), rules)
        matched = matches(game.played_rank(card), led, rules, trumped=trumped)
        after = winning_after(winning, game.check_seat(seat), leader, matched=matched, rules=rules)
        if matched and after == seat:
            best = place
        winning = after
    return best
