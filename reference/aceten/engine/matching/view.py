"""What one seat may know of a deal with matching tricks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
from typing_extensions import override

from aceten.engine.matching.matching_deductions import course_of
from aceten.engine.matching.public_facts import notes, words
from aceten.engine.planes import Eyes, Numbers, Plane, matching_planes
from aceten.engine.view import View
from aceten.knowledge.deductions import Course
from aceten.vocabulary.actions import Seat, Side
from aceten_spec.cards import Card

if TYPE_CHECKING:
    from aceten.engine.matching.game import MatchingGame


class MatchingView(View, frozen=True, kw_only=True, eq=False):
    """A deal with matching tricks as one seat sees it."""

    if TYPE_CHECKING:  # a name that the game's module alone has when it runs, as games make states
        game: MatchingGame
        """The game that is played."""

    points: tuple[int, ...]
    """Card points captured, by side."""
    forfeit: Side | None
    """The side that lost the deal by its very last card; ``None``: neither."""
    leads: tuple[int, ...]
    """The ranks of the last leads in a row of one rank; empty where leads are not limited."""
    spicing: bool
    """Whether the winner of the trick has drawn and may spice it."""
    drawn: Card | None
    """The card that the seat itself has drawn while it may spice the trick."""
    lone: Seat | None
    """Who plays alone, once his card has been captured; ``None`` before, and where nobody does."""
    burned: tuple[Side, ...]
    """The sides whose score falls to 0 by a round of four equal ranks."""

    @property
    @override
    def public(self) -> MatchingView:
        others = tuple([() if seat == self.seat else cards for seat, cards in enumerate(self.known)])
        return msgspec.structs.replace(self, known=others, drawn=None)

    @override
    def _course(self) -> Course:
        return course_of(self)

    @property
    @override
    def drawer(self) -> Seat | None:
        return self.winning if self.spicing and self.drawn is None else None

    @override
    def _words(self) -> Iterable[str]:
        return words(self)

    @override
    def _notes(self) -> Iterable[str]:
        return notes(self)

    @property
    @override
    def untold_points(self) -> int:
        return sum(self.points) - sum(map(self.game.points_of, self.taken))

    @override
    def _layout(self) -> tuple[Plane, ...]:
        return matching_planes(self.game)

    @override
    def _numbers(self, eyes: Eyes) -> dict[str, Numbers]:
        return {
            "forfeit": eyes.sides(() if self.forfeit is None else (self.forfeit,)),
            "leads": tuple([self.leads.count(rank) for rank in self.game.pack.ranks]),
            "spicing": (int(self.spicing),),
            "drawn": eyes.cards(() if self.drawn is None else (self.drawn,)),
            "lone": eyes.place(self.lone),
            "resets": eyes.sides(self.burned),
        }

    @override
    def _given_points(self) -> tuple[int, ...]:
        return tuple([has - self.game.points_of(pile) for has, pile in zip(self.points, self.taken, strict=True)])
