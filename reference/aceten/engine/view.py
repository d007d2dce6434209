"""What one seat may know of a deal: its own hand, everything that happened on the table, and how many cards there are elsewhere."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Final, Self

import msgspec

from aceten.engine.game import Game
from aceten.engine.planes import Eyes, Numbers, Plane, selected
from aceten.engine.scenes import Scene
from aceten.engine.scoring import Result
from aceten.knowledge.deductions import Course
from aceten.knowledge.memory import Memory, Past, joined, left_of, memory_of, past_text, since
from aceten.vocabulary.abstract import AbstractStruct, Unchanging
from aceten.vocabulary.actions import Action, Call, Event, Hands, Seat
from aceten.vocabulary.position_writer import MAX_LINE, UNSEEN, position_line
from aceten_spec.cards import Card, format_cards

_REMEMBERED: Final = {"log", "known", "lacking", "past", "partial"}
"""The fields of a view that hold what is remembered, or can: a card that was seen to come back to a hand is known from then on."""


class View(Unchanging, msgspec.Struct, frozen=True, kw_only=True, eq=False, metaclass=AbstractStruct):
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
    points_known: bool
    """Whether all card points of the pack are accounted for."""
    lacking: Hands = ()
    """For each seat cards that it was known not to hold when the log began, beside what play says; empty: nothing was said of it."""
    past: tuple[Past, ...] = ()
    """For each seat what else was known then of its hand, and of earlier moments of it; empty: nothing was said of it."""
    partial: bool = False
    """Whether less was said of that than the seat knew."""

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self.turn is None

    def __eq__(self, other: object) -> bool:
        """Whether a seat sees the same, and knows the same of what it does not see; how that came about does not count."""
        if not isinstance(other, View):
            return NotImplemented
        if self is other:
            return True
        if self._present != other._present:
            return False
        begun = self.log, self.known, self.lacking, self.past, self.partial
        return (
            begun == (other.log, other.known, other.lacking, other.past, other.partial) or self._memory == other._memory
        )

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(self._present)

    @property
    def _present(self) -> tuple[object, ...]:
        """What is seen now, as far as nothing remembered can be among it."""
        there = {name: getattr(self, name) for name in self.__struct_fields__ if name not in _REMEMBERED}
        return type(self), self.hand, *there.values()

    @property
    def _memory(self) -> Memory:
        return memory_of(self)

    def __str__(self) -> str:
        """Return the position line with ``?`` for every card that the seat has not seen, and for what it has to count itself."""
        memory = self._memory
        lacking = [f"{seat}:{format_cards(cards)}" for seat, cards in enumerate(memory.lacking) if cards]
        past = [f"{seat}:{past_text(steps)}" for seat, steps in enumerate(memory.past) if steps]
        told = [("not", lacking), ("past", past)]
        while True:  # what does not fit into a line is left out, and the line says so
            remembered = [f"{key}={','.join(words)}" for key, words in told if words]
            partial = memory.partial or len(told) < len((lacking, past))
            line = self._line(memory.known, [*remembered, *["partial=yes"] * partial])
            if len(line) <= MAX_LINE or not told:
                return line
            told.pop()

    def _line(self, known: Hands, remembered: Iterable[str]) -> str:
        hands = zip(known, self.hand_sizes, strict=True)
        in_play = sum(self.hand_sizes) + self.talon_size + len(self.trick)
        untold = in_play + sum(map(len, self.taken)) < len(self.game.pack.cards)
        return position_line(
            self,
            hands=[format_cards(known) + UNSEEN * (size - len(known)) for known, size in hands],
            talon=UNSEEN * (self.talon_size - len(self.known_talon)) + format_cards(self.known_talon),
            in_play=in_play,
            further=[*self._words(), *remembered],
            seat=self.seat,
            counted=untold and self.points_known,  # which open cards alone would tell
        )

    @abstractmethod
    def _words(self) -> Iterable[str]: ...

    @property
    def course(self) -> Course:
        """What has become known of hands that the seat does not see: before the log began, by the log, and by the trick on the table."""
        return since(self._course(), self.lacking, self.past, self.game.pack)

    @abstractmethod
    def _course(self) -> Course: ...

    @property
    def drawer(self) -> Seat | None:
        """Who may spice the trick with a card that he has drawn and the seat has not seen; ``None``: nobody."""
        return None

    @property
    def forgets(self) -> bool:
        """Whether the seat has seen more of hidden cards than follows from this: its line has ``partial=yes`` then."""
        return self.partial or not self.course.whole

    @property
    def present(self) -> Self:
        """What the seat sees now: the same without what it remembers.

        >>> import aceten
        >>> state = aceten.parse("einwerfen/4 hands=AhKh,QcJc,Jh9h,AsKs trump=d").play(aceten.parse_action("Ah"))
        >>> view = state.play(aceten.parse_action("Jc")).view(0)
        >>> aceten.worlds(view).count == aceten.worlds(view.present).count
        True
        """
        return msgspec.structs.replace(self, log=(), lacking=(), past=(), partial=False)

    def scene(self) -> Scene:
        """Return what a picture of it shows: a back for each card that the seat has not seen."""
        result, nothing = self.result, (None,) * self.game.side_count
        hands = zip(self.known, self.hand_sizes, strict=True)
        return Scene(
            game=self.game,
            hands=tuple([(*self.game.held(known), *[None] * (size - len(known))) for known, size in hands]),
            talon=self.talon_size,
            turn_up=self.known_talon[-1] if self.known_talon else None,
            leader=self.leader,
            trick=self.trick,
            winning=self.winning,
            turn=self.turn,
            taken=self.taken,
            points=(self.points or nothing) if result is None else result.points,
            tricks=self.tricks,
            winners=None if result is None else result.winners,
            notes=tuple(self._notes()),
        )

    @abstractmethod
    def _notes(self) -> Iterable[str]: ...

    def _repr_svg_(self) -> str:
        """Return what the seat sees as a picture, which notebooks show."""
        from aceten.pictures import picture_of  # noqa: PLC0415 - the engine needs no pictures, only a notebook asks for one

        return picture_of(self)

    @property
    def planes(self) -> dict[str, Numbers]:
        """What the seat sees now as numbers: plane by plane (:attr:`aceten.Game.planes`), each of the length that it always has.

        >>> import aceten
        >>> view = aceten.load("zsiros", players=2).deal(seed=7).view(0)
        >>> [str(card) for card in view.hand], view.planes["hands"]
        (['Ah', 'Qc', '9c', '9h'], (1, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

        All that bears on play is there, but for what happened earlier: :attr:`log`, :attr:`lacking` and :attr:`past` have that.
        """
        game, eyes = self.game, Eyes(self.game, self.seat)
        captured = tuple([game.points_of(pile) for pile in self.taken])
        points = tuple([of_cards + given for of_cards, given in zip(captured, self._given_points(), strict=True)])
        common = {
            "hands": eyes.cards(*eyes.by_seat(self.known)),
            "hand_sizes": eyes.by_seat(self.hand_sizes),
            "talon": (self.talon_size,),
            "trick": eyes.in_order(self.trick, self._rows()),
            "leader": eyes.place(self.leader),
            "winning": eyes.place(self.winning),
            "turn": eyes.place(self.turn),
            "dealer": eyes.place(self.dealer),
            "taken": eyes.cards(*eyes.by_side(self.taken)),
            "points": eyes.by_side(points),
            "tricks": eyes.by_side(self.tricks or (0,) * game.side_count),
            "tricks_known": (int(self.tricks is not None),),
            "points_known": (int(self.points_known),),
            "legal": self._mask(),
        }
        return selected(self._layout(), common | self._numbers(eyes))

    @property
    def tensor(self) -> Numbers:
        """The numbers of all :attr:`planes` one after the other: as many for every seat at any moment (:attr:`aceten.Game.tensor_size`)."""
        return tuple([number for plane in self.planes.values() for number in plane])

    @property
    def legal_ids(self) -> tuple[int, ...]:
        """The numbers of the legal actions (:meth:`aceten.Game.action_id`), rising, each once."""
        return self.game.action_ids(self.legal)

    def _mask(self) -> Numbers:
        numbers = [0] * len(self.game.actions)
        for number in self.legal_ids:
            numbers[number] = 1
        return tuple(numbers)

    def _rows(self) -> int:
        return next(plane.shape[0] for plane in self._layout() if plane.name == "trick")

    @abstractmethod
    def _layout(self) -> tuple[Plane, ...]: ...

    @abstractmethod
    def _numbers(self, eyes: Eyes) -> dict[str, Numbers]: ...

    @abstractmethod
    def _given_points(self) -> tuple[int, ...]: ...

    @property
    def hand(self) -> tuple[Card, ...]:
        """The seat's own hand."""
        return self.known[self.seat]

    @property
    @abstractmethod
    def public(self) -> View:
        """What everybody has seen: the same without those of its own cards that the seat alone knows. It is no view that ``str`` can write.

        >>> import aceten
        >>> view = aceten.parse("zsiros/2 hands=AK,?? lead=0 points=40,20")
        >>> aceten.worlds(view).count, aceten.worlds(view.public).count
        (161, 46368)
        """

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that the seat has not seen, sorted: in other hands and the talon, or captured where the position tells no cards."""
        return left_of(self.game, joined(self.known) + self.known_talon + self.trick + joined(self.taken))

    @property
    @abstractmethod
    def untold_points(self) -> int:
        """Card points captured beside those of ``taken``."""
