"""Whether a position can come about in play: what is checked whatever the tricks are like."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from aceten.vocabulary.actions import Seat
from aceten.vocabulary.errors import PositionError, position_error
from aceten.vocabulary.naming import card_words, seat_name, side_name, the_card
from aceten.vocabulary.position_writer import default_dealer, default_points, default_tricks
from aceten_spec.cards import Card, card_of
from aceten_spec.speech import say, to_say

if TYPE_CHECKING:
    from aceten.engine.game import Game


class WrittenPosition(msgspec.Struct, frozen=True, kw_only=True):
    """What a position line says, unchecked; ``None`` where it says nothing. See :mod:`aceten.notation.position` for each field."""

    hands: tuple[tuple[Card, ...], ...]
    talon: tuple[Card, ...]
    lead: int
    trick: tuple[Card, ...]
    taken: tuple[tuple[Card, ...], ...] | None
    points: tuple[int, ...] | None
    tricks: tuple[int, ...] | None
    dealer: int | None


class Check:
    """The checks of one position, each raising for the first thing that is wrong."""

    def __init__(self, game: Game, position: WrittenPosition) -> None:
        """Take a position of a game."""
        self._common = position
        self._in_game = game
        self.taken = position.taken if position.taken is not None else tuple(() for _ in range(game.side_count))
        in_play = [card for hand in position.hands for card in hand] + list(position.talon) + list(position.trick)
        self._in_play = len(in_play)
        self._cards = in_play + [card for pile in self.taken for card in pile]
        self._unseen = len(game.pack.cards) - len(self._cards)
        self.points_in_play = game.points_of(tuple(in_play))
        self.points = position.points if position.points is not None else default_points(game, self.taken)
        self.tricks: tuple[int, ...] | None = (
            position.tricks if position.tricks is not None else default_tricks(game, self._in_play, self.taken)
        )

    def cards(self) -> None:
        """Every card stands in the pack, and no more of them than the pack has."""
        pack = self._in_game.pack
        each = {*self._cards}
        if len(each) == len(self._cards) and each.issubset(pack.cards):  # as in nearly all lines
            return
        for rank, times in Counter(card.rank for card in self._cards).items():
            if not pack.count(rank):
                raise position_error(
                    "cards", "{rank} is there, and the pack has none", rank=card_words(self._in_game, card_of(rank))
                )
            if times > pack.count(rank):
                raise position_error(
                    "cards",
                    "{times} cards of rank {rank}; the pack has {most}",
                    times=times,
                    rank=card_words(self._in_game, card_of(rank)),
                    most=pack.count(rank),
                )
        for card, times in Counter(self._cards).items():
            if card.suit is not None and times > (most := pack.cards.count(card)):
                has = {0: say("none"), 1: say("one")}.get(most, str(most))
                there = say("once") if times == 1 else say("{number} times", number=times)
                raise position_error(
                    "cards",
                    "{card} is there {there}; the pack has {has}",
                    card=the_card(self._in_game, card),
                    there=there,
                    has=has,
                )

    def _check_points(self) -> None:
        """What the sides have captured agrees with the cards that are known to be, and with the pack."""
        game = self._in_game
        for side, pile in enumerate(self.taken):
            least = game.points_of(pile)
            if self.points[side] < least or (not self._unseen and self.points[side] != least):
                given = {"side": side_name(game, side), "points": self.points[side], "least": least}
                problem = say(
                    "side {side} is given {points}; its captured cards count {least}, and there are no others", **given
                )
                if self._unseen:
                    template = to_say(
                        "side {side} is given {points}; its captured cards count {least}, and more can be among those that are nowhere"
                    )
                    problem = say(template, **given)
                raise PositionError(key="points", problem=problem)
            if self.points[side] % game.unit:
                raise position_error(
                    "points",
                    "side {side} is given {points}; card points are multiples of {unit}",
                    side=side_name(game, side),
                    points=self.points[side],
                    unit=game.unit,
                )
        if sum(self.points) + self.points_in_play > game.total:
            raise position_error(
                "points",
                "{captured} captured and {in_play} in play are more than the {total} of the pack",
                captured=sum(self.points),
                in_play=self.points_in_play,
                total=game.total,
            )

    def dealer(self) -> Seat:
        """Return the dealer that the position names, or else the default."""
        if self._common.dealer is not None:
            return Seat(self._common.dealer)
        return default_dealer(self._in_game, self._common.lead, self._in_play)

    def leader(self) -> None:
        """The leader won the last trick, or follows the dealer in the first one."""
        game, lead, dealer = self._in_game, self._common.lead, self._common.dealer
        if self.tricks is not None and any(self.tricks) and not self.tricks[game.sides[lead]]:
            raise position_error(
                "lead", "{who} leads, so that side took the last trick, and yet it has taken none", who=seat_name(lead)
            )
        if self._in_play == len(game.pack.cards) and dealer is not None and game.after[dealer] != lead:
            raise position_error(
                "lead",
                "{who} leads the first trick; where {dealer} has dealt, {expected} does",
                who=seat_name(lead),
                dealer=seat_name(dealer),
                expected=seat_name(game.after[dealer]),
            )
