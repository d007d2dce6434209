"""What a seat sees as numbers: named planes, each of a fixed length, for programs that learn.

Every number is a whole number from 0 on. Seats are counted from the seat that sees on, in the order of play, and sides from its own: 0 is
itself, and its side. Cards are counted by kind (:attr:`aceten.Game.kinds`), so that a plane has one number for all that play alike.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import msgspec

from aceten.engine.game import Game
from aceten.vocabulary.actions import Seat, Side
from aceten_spec.cards import Card, Suit

if TYPE_CHECKING:
    from aceten.engine.matching.game import MatchingGame
    from aceten.engine.suits.game import SuitGame

_T = TypeVar("_T")

Numbers: TypeAlias = tuple[int, ...]
"""The numbers of a plane one after the other, the last index fastest."""


class Plane(msgspec.Struct, frozen=True):
    """One of the planes of a game: its name, and how its numbers lie."""

    name: str
    """What it is called."""
    shape: tuple[int, ...]
    """How many numbers there are along each index."""
    most: int
    """The most that a number in it comes to in a deal, at least 1; what to divide by where numbers from 0 to 1 are wanted."""

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return math.prod(self.shape)


class Eyes(msgspec.Struct, frozen=True):
    """Whose eyes see: how seats, sides and cards become numbers."""

    game: Game
    """The game."""
    seat: Seat
    """Who sees."""

    def place(self, seat: Seat | None) -> Numbers:
        """Return 1 for one of the seats, 0 for all others; nothing but 0 for ``None``."""
        players = self.game.players
        return one_of(players, None if seat is None else (seat - self.seat) % players)

    def sides(self, sides: Iterable[Side]) -> Numbers:
        """Return 1 for each of some sides, and 0 for the others."""
        count, own, found = self.game.side_count, self.game.sides[self.seat], {*sides}
        return tuple([int((own + place) % count in found) for place in range(count)])

    def by_side(self, each: tuple[_T, ...]) -> tuple[_T, ...]:
        """Return what belongs to each side, its own first."""
        own = self.game.sides[self.seat]
        return each[own:] + each[:own]

    def by_seat(self, each: tuple[_T, ...]) -> tuple[_T, ...]:
        """Return what belongs to each seat, its own first."""
        return each[self.seat :] + each[: self.seat]

    def cards(self, *piles: tuple[Card, ...]) -> Numbers:
        """Return how many cards of each kind are in a pile, pile by pile."""
        kinds, place_of = len(self.game.kinds), self.game.place_of
        counts = [0] * (kinds * len(piles))
        for number, pile in enumerate(piles):
            for card in pile:
                counts[number * kinds + place_of[card]] += 1
        return tuple(counts)

    def in_order(self, cards: tuple[Card, ...], rows: int) -> Numbers:
        """Return each of some cards in a row of its own, as far as there are rows."""
        kinds, place_of = len(self.game.kinds), self.game.place_of
        counts = [0] * (kinds * rows)
        for row, card in enumerate(cards[:rows]):
            counts[row * kinds + place_of[card]] = 1
        return tuple(counts)


def one_of(count: int, place: int | None) -> Numbers:
    """Return 1 at a place and 0 at all others; nothing but 0 for ``None``."""
    numbers = [0] * count
    if place is not None:
        numbers[place] = 1
    return tuple(numbers)


def common_planes(game: Game, rows: int) -> tuple[Plane, ...]:
    """Return the planes that every game has.

    :param rows: how many cards a trick can have.
    """
    players, sides, kinds = game.players, game.side_count, len(game.kinds)
    pack, hand = len(game.pack.cards), game.rules.hand
    copies = max(map([game.canonical_card(card) for card in game.pack.cards].count, game.kinds))
    return (
        Plane("hands", (players, kinds), copies),
        Plane("hand_sizes", (players,), hand),
        Plane("talon", (1,), max(1, pack - players * hand)),
        Plane("trick", (rows, kinds), 1),
        Plane("leader", (players,), 1),
        Plane("winning", (players,), 1),
        Plane("turn", (players,), 1),
        Plane("dealer", (players,), 1),
        Plane("taken", (sides, kinds), copies),
        Plane("points", (sides,), game.most_points),
        Plane("tricks", (sides,), pack // players),
        Plane("tricks_known", (1,), 1),
        Plane("points_known", (1,), 1),
        Plane("legal", (len(game.actions),), 1),
    )


def selected(planes: tuple[Plane, ...], numbers: Mapping[str, Numbers]) -> dict[str, Numbers]:
    """Return the numbers of the planes that a game has, in their order."""
    return {plane.name: numbers[plane.name] for plane in planes}


@lru_cache(maxsize=256)
def matching_planes(game: MatchingGame) -> tuple[Plane, ...]:
    """Return the planes of a game with matching tricks, in their order: a rule that it does not have brings none."""
    rules, kinds = game.rules, len(game.kinds)
    there = {
        Plane("forfeit", (game.side_count,), 1): game.last_card_loses > 0,
        Plane("leads", (len(game.pack.ranks),), max(1, rules.lead_limit)): rules.lead_limit > 0,
        Plane("spicing", (1,), 1): rules.spice,
        Plane("drawn", (kinds,), 1): rules.spice,
        Plane("lone", (game.players,), 1): game.lone_card is not None,
        Plane("resets", (game.side_count,), 1): rules.four_resets,
    }
    return (*common_planes(game, rows_of(game)), *[plane for plane, is_there in there.items() if is_there])


def rows_of(game: MatchingGame) -> int:
    """Return how many cards a trick can have: who leads to a further round does it from his hand, which is not filled up before the end."""
    return game.players * (1 if game.rules.continuation == "never" else game.rules.hand)


@lru_cache(maxsize=256)
def suit_planes(game: SuitGame) -> tuple[Plane, ...]:
    """Return the planes of a game with suit tricks, in their order: a rule that it does not have brings none."""
    rules, players, sides, kinds = game.rules, game.players, game.side_count, len(game.kinds)
    turned, married, closing = rules.trump == "turn_up", rules.marriages != "none", rules.close != "never"
    shows = married or bool(game.exchange) or game.cut_shown or game.last_shown
    auction = bool(rules.bids)
    there = {
        Plane("trump", (len(Suit),), 1): True,
        Plane("turn_up", (kinds,), 1): turned,
        Plane("shown", (players, kinds), 1): shows,
        Plane("melds", (sides,), game.most_points): married,
        Plane("waiting", (sides,), game.most_points): married and rules.meld_counts == "next_trick",
        Plane("closed", (players,), 1): closing,
        Plane("closed_points", (1,), game.most_points): closing,
        Plane("closed_tricks", (sides,), len(game.pack.cards) // players): closing,
        Plane("claimant", (players,), 1): rules.claim != "never",
        Plane("bids", (longest_auction(game),), len(rules.bids) + 1): auction,
        Plane("declarer", (players,), 1): auction,
        Plane("contract", (1,), max(rules.bids, default=1)): auction,
        Plane("scores", (sides,), 2 * rules.target): game.scores_matter,
    }
    return (*common_planes(game, players), *[plane for plane, is_there in there.items() if is_there])


def longest_auction(game: SuitGame) -> int:
    """Return how many bids and passes an auction can have: all others pass before the first bid, and all but one between two bids.

    Clauses: AS-BID-5, AS-BID-6, AS-BID-7.
    """
    return game.players + (len(game.rules.bids) - 1) * (game.players - 1)
