"""What one seat may know of a deal with suit tricks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
from typing_extensions import override

from aceten.engine.planes import Eyes, Numbers, Plane, longest_auction, one_of, suit_planes
from aceten.engine.scenes import Scene
from aceten.engine.suits.course import Closing
from aceten.engine.suits.public_facts import notes, words
from aceten.engine.suits.suit_deductions import course_of
from aceten.engine.view import View
from aceten.knowledge.deductions import Course
from aceten.vocabulary.actions import Hands, Seat
from aceten_spec.cards import Suit

if TYPE_CHECKING:
    from aceten.engine.suits.game import SuitGame


class SuitView(View, frozen=True, kw_only=True, eq=False):
    """A deal with suit tricks as one seat sees it."""

    if TYPE_CHECKING:  # a name that the game's module alone has when it runs, as games make states
        game: SuitGame
        """The game that is played."""

    given: tuple[int, ...]
    """Card points by side that the position gave beside those of ``taken``."""
    trump: Suit | None
    """The trump suit; ``None`` while there is none."""
    closed: Closing | None
    """How the talon was closed; ``None``: it was not."""
    melds: tuple[int, ...]
    """Points of the marriages that were shown, by side, whether they count yet or not."""
    waiting: tuple[int, ...]
    """Those of them, by side, that count only with its next trick."""
    shown: Hands
    """For each seat the cards of its hand that everybody knows."""
    claimant: Seat | None
    """Who ended the deal by a claim; ``None``: nobody."""
    bids: tuple[int, ...]
    """During the auction what was bid, from the player after the dealer on; 0 is a pass."""
    contract: tuple[Seat, int] | None
    """Who has bid the most, and how much, once the auction is over."""
    scores: tuple[int, ...]
    """The sides' scores in the match before the deal, where they bear on play; else 0 each."""

    @property
    @override
    def public(self) -> SuitView:
        own = self.shown[self.seat]
        return msgspec.structs.replace(
            self, known=tuple([own if seat == self.seat else cards for seat, cards in enumerate(self.known)])
        )

    @override
    def _course(self) -> Course:
        return course_of(self)

    @override
    def _words(self) -> Iterable[str]:
        return words(self, self.known_talon)

    @override
    def scene(self) -> Scene:
        scene = super().scene()
        # When the talon is closed its turn-up is turned over.
        up = scene.turn_up if self.closed is None else None
        return msgspec.structs.replace(scene, trump=self.trump, turn_up=up)

    @override
    def _notes(self) -> Iterable[str]:
        return notes(self)

    @property
    @override
    def untold_points(self) -> int:
        return sum(self.given)

    @override
    def _layout(self) -> tuple[Plane, ...]:
        return suit_planes(self.game)

    @override
    def _numbers(self, eyes: Eyes) -> dict[str, Numbers]:
        closed, contract, bids = self.closed, self.contract, self.game.rules.bids
        made = [bids.index(bid) + 2 if bid else 1 for bid in self.bids]
        return {
            "trump": one_of(len(Suit), None if self.trump is None else self.trump - 1),
            "turn_up": eyes.cards(self.known_talon),
            "shown": eyes.cards(*eyes.by_seat(self.shown)),
            "melds": eyes.by_side(self.melds),
            "waiting": eyes.by_side(self.waiting),
            "closed": eyes.place(None if closed is None else closed.seat),
            "closed_points": (0 if closed is None else closed.points,),
            "closed_tricks": eyes.by_side((0,) * self.game.side_count if closed is None else closed.tricks),
            "claimant": eyes.place(self.claimant),
            "bids": tuple(made) + (0,) * (longest_auction(self.game) - len(made)),
            "declarer": eyes.place(None if contract is None else contract[0]),
            "contract": (0 if contract is None else contract[1],),
            "scores": eyes.by_side(self.scores),
        }

    @override
    def _given_points(self) -> tuple[int, ...]:
        return self.given
