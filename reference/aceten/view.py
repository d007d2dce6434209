"""What one seat may know of a deal: its own hand, everything that happened on the table, and how many cards there are elsewhere."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from aceten.abstract import AbstractStruct
from aceten.actions import Action, Call, Seat
from aceten.errors import UsageError
from aceten.game import Game
from aceten.scoring import Result, count_cards
from aceten.state import Event, Hands, State
from aceten_spec.cards import Card, format_cards, rank_number, sort_cards

if TYPE_CHECKING:
    from collections.abc import Iterable


class View(msgspec.Struct, frozen=True, kw_only=True, metaclass=AbstractStruct):
    """A deal as one seat sees it. It holds no reference to the state, and nothing that the seat may not know."""

    game: Game
    """The game that is played."""
    seat: Seat
    """Whose view it is."""
    known: Hands
    """The cards in each hand that the seat knows: all of its own, and what others have shown."""
    hand_sizes: tuple[int, ...]
    """How many cards each seat holds."""
    known_talon: tuple[Card, ...]
    """The last cards of the talon, as far as the seat knows them."""
    talon_size: int
    """How many cards are undealt."""
    leader: Seat
    """The seat that led the current trick or is to lead the next; when the deal is over, the winner of the last trick."""
    trick: tuple[Card, ...]
    """The cards of the current trick."""
    winning: Seat
    """The seat that is winning the trick; the leader while it is empty."""
    turn: Seat | None
    """The seat to act; ``None`` when the deal is over."""
    legal: tuple[Action, ...]
    """What the seat may do now; empty when it is another seat's turn."""
    calls: tuple[Call, ...]
    """The calls that the seat may make now."""
    taken: Hands
    """The cards known to be captured, by side: they were all played face up."""
    points: tuple[int, ...] | None
    """Card points captured, by side; ``None`` where players have to count for themselves."""
    tricks: tuple[int, ...] | None
    """Tricks taken, by side; ``None`` when the position did not say."""
    dealer: Seat
    """The seat that dealt."""
    log: tuple[Event, ...]
    """Every action since the position that play began with, calls included."""
    result: Result | None
    """What the deal came to; ``None`` until it is over."""

    def __str__(self) -> str:
        """Return the position line with ``?`` for every card that the seat has not seen."""
        from aceten.position import format_view

        return format_view(self)

    def _repr_svg_(self) -> str:
        """Return what the seat sees as a picture, which notebooks show."""
        from aceten.pictures import picture_of

        return picture_of(self)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The seat's own hand."""
        return self.known[self.seat]

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that the seat has not seen, sorted: in other hands and the talon, or captured where the position tells no cards."""
        seen: Counter[Card] = Counter(joined(self.known) + self.known_talon + self.trick)
        for pile in self.taken:
            seen.update(pile)
        return sort_cards(tuple((Counter(self.game.pack.cards) - seen).elements()))

    def imagine(self, hands: Hands, talon: tuple[Card, ...]) -> State:
        """Return a state that looks like this to the seat, with these hands and this talon.

        :param hands: the hand of each seat, the seat's own included.
        :raises UsageError: when they are not of the right sizes, or not of cards that can lie there.
        """
        sizes = tuple(map(len, hands))
        if (sizes, len(talon)) != (self.hand_sizes, self.talon_size):
            message = f"hands of {sizes} and a talon of {len(talon)}: expected {self.hand_sizes} and {self.talon_size}"
            raise UsageError(message)
        strange = Counter(joined(hands) + talon) - Counter(joined(self.known) + self.known_talon + self.unseen)
        lacking = [Counter(known) - Counter(hand) for known, hand in zip(self.known, hands, strict=True)]
        same_talon = talon[self.talon_size - len(self.known_talon) :] == self.known_talon
        if strange or any(lacking) or not same_talon:
            shown = format_cards(tuple(strange.elements())) or format_cards(self.hand)
            message = f"hands and talon: {shown} cannot lie there for seat {self.seat}"
            raise UsageError(message)
        return self._imagined(tuple(map(sort_cards, hands)), talon)

    @abstractmethod
    def _imagined(self, hands: Hands, talon: tuple[Card, ...]) -> State: ...

    def _points_known(self, hands: Hands, talon: tuple[Card, ...], points: tuple[int, ...]) -> bool:
        """Whether these cards and points account for all of the pack."""
        in_play = count_cards(tuple(map(rank_number, joined(hands) + talon + self.trick)), self.game.values)
        return sum(points) + in_play == self.game.total


def joined(piles: Iterable[tuple[Card, ...]]) -> tuple[Card, ...]:
    """Return the cards of several piles one after the other."""
    return tuple([card for pile in piles for card in pile])
