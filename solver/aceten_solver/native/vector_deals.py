"""Many deals at a time, for programs that learn: the native core plays them on, and NumPy arrays tell where they stand.

>>> import aceten, numpy
>>> from aceten_solver.native.vector_deals import Batch
>>> batch = Batch(aceten.load("schnapsen"), 1000)
>>> batch.deal(numpy.arange(1000))
>>> chance = numpy.random.default_rng(1)
>>> while not batch.over.all():
...     batch.step((batch.legal * chance.random(batch.legal.shape)).argmax(axis=1))
>>> batch.rewards.shape, int(abs(batch.rewards.sum(axis=1)).max())
((1000, 2), 0)

It takes the native core, and NumPy: the extra ``exact``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from aceten import AcetenError, Game, IllegalAction, MatchingGame, State, UsageError
from aceten.engine.loading import game_of
from aceten.vocabulary.errors import check_kind
from aceten_solver.native.batch_dealing import check_playable, dealing_of, planes_of, position_of, rules_of, state_of
from aceten_solver.native.door import RefusedError
from aceten_solver.native.library import native_library
from aceten_solver.native.many_deals import Buffer, ManyDeals
from aceten_spec.errors import given, whole
from aceten_spec.speech import say
from aceten_spec.texts.extras import lacking

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from aceten.engine.planes import Plane

    _Number = TypeVar("_Number", bound=np.generic)
    _Held: TypeAlias = tuple[
        NDArray[np.bool_],
        NDArray[np.uint64],
        NDArray[np.uint8],
        dict[int, State],
        NDArray[np.int16],
        NDArray[np.int64],
    ]
    """Which deals were dealt, their seeds and dealers, those that began in their middle, what was done, and how many actions that were."""

_LIMITS: Final = {"bool": (0, 1), "uint8": (0, 2**8 - 1), "int32": (-(2**31), 2**31 - 1), "uint64": (0, 2**64 - 1)}
"""The least and the largest number that there is of each kind that the core is given."""
_END: Final = 6
"""How many numbers tell how a deal ended (see ``solver/rust/core/src/many``)."""
_BURNED: Final = ((), (0,), (1,), (0, 1))
"""The sides whose score falls to 0, by the number that the core has for them."""


class IllegalStep(UsageError):  # noqa: N818 - as IllegalAction, which it is of many deals
    """A step in which an action is not legal; nothing has changed."""

    def __init__(self, deals: tuple[int, ...], refusal: IllegalAction | UsageError) -> None:
        """Say in which deals, and what is wrong in the first of them."""
        self.deals = deals
        """The places of all deals whose action is not legal, rising."""
        self.refusal = refusal
        """What the engine says of the first of them."""
        super().__init__(say("an action is not legal: deal {deal}: {problem}", deal=deals[0], problem=refusal))

    def __reduce__(self) -> tuple[type[IllegalStep], tuple[tuple[int, ...], IllegalAction | UsageError]]:
        """Make it again of what it was made of."""
        return IllegalStep, (self.deals, self.refusal)


class Batch:
    """Many deals of one game that are played on at the same time. What the arrays tell changes with each step: copy what is to stay.

    For games between two sides that are known when cards are dealt. Calls are not made.

    ``turns``, ``legal`` and ``seen`` are arrays with a row for each deal, as are :attr:`over` and :attr:`rewards`; ``game``, ``size`` and
    :attr:`planes` say what they are about.
    """

    def __init__(self, game: Game | str, deals: int) -> None:
        """Make room for so many deals; none is dealt yet, and all count as over.

        :param game: what is played, or its name.
        :param deals: how many at a time, from 1 on.
        :raises UsageError: for games that cannot be played so, with the reason; and when the native core or NumPy is not there.
        """
        try:
            import numpy  # noqa: ICN001, PLC0415 - it takes long to load, and may not be there
        except ModuleNotFoundError as error:
            raise UsageError(lacking(error, "exact")) from error
        game = game_of(game)
        size = whole(deals)
        if size is None or size < 1:
            raise UsageError(say("{number} deals: expected a number from 1", number=given(deals)))
        check_playable(game)
        self.game: Final = game
        """What is played."""
        self.size: Final = size
        """How many deals there are."""
        core, rules = native_library(), rules_of(game)
        if core is None or rules is None:
            raise UsageError(
                say(
                    "many deals at a time are played by the native core, and it is not there or does not do {game}",
                    game=game,
                )
            )
        try:
            self._core = ManyDeals(core, rules, dealing_of(game), planes_of(game), size)
        except RefusedError as error:
            raise UsageError(say("{game}: {problem}", game=game, problem=error)) from error
        self._np = numpy
        self.turns: Final[NDArray[np.int8]] = numpy.full(size, -1, numpy.int8)
        """For each deal the seat to act; -1 when it is over."""
        self.legal: Final[NDArray[np.uint8]] = numpy.zeros((size, self._core.actions), numpy.uint8)
        """For each deal and each action (:attr:`aceten.Game.actions`) 1 where it is legal, and otherwise 0."""
        self.seen: Final[NDArray[np.int16]] = numpy.zeros((size, self._core.seen), numpy.int16)
        """For each deal what the seat to act sees, the numbers of :attr:`aceten.View.tensor`; 0 when it is over."""
        self._ends = numpy.zeros((size, _END), numpy.int16)
        self._ahead = numpy.zeros(size, numpy.int16)
        self._known: dict[bytes, int] = {}
        arrays = (self.turns, self.legal, self.seen, self._ends)
        self._core.tell(*[Buffer(each.ctypes.data, each.size) for each in arrays])
        self._signs = 1 - 2 * numpy.array(game.sides, numpy.int16)
        self._dealt = numpy.zeros(size, numpy.bool_)
        self._seeds = numpy.zeros(size, numpy.uint64)
        self._dealers = numpy.zeros(size, numpy.uint8)
        self._begun: dict[int, State] = {}
        self._counts = numpy.zeros(size, numpy.int64)
        self._done = numpy.zeros((size, 64), numpy.int16)

    @property
    def planes(self) -> tuple[Plane, ...]:
        """What :attr:`seen` consists of: the planes of the game (:attr:`aceten.Game.planes`)."""
        return self.game.planes

    @property
    def over(self) -> NDArray[np.bool_]:
        """For each deal whether it is over."""
        return self.turns < 0

    @property
    def rewards(self) -> NDArray[np.int16]:
        """For each deal and each seat what it has come to (:func:`aceten.rewards`): 0 until it is over.

        That is the own side's game points less the other's.
        """
        by_seat: NDArray[np.int16] = self._ahead[:, None] * self._signs
        return by_seat

    def deal(self, seeds: ArrayLike, dealers: ArrayLike = 0, *, where: ArrayLike = True) -> None:
        """Deal anew.

        :param seeds: for each deal the seed that shuffles its pack, as :meth:`aceten.Game.deal` does; or one for all.
        :param dealers: for each deal the seat that deals; or one for all.
        :param where: for each deal whether it is dealt anew; the others stay as they are.
        :raises UsageError: for lists of another length, and seats that are none.
        """
        numpy = self._np
        chances = self._each(seeds, numpy.uint64)
        chosen, dealing = self._each(where, numpy.bool_), self._each(dealers, numpy.uint8)
        self._told(self._core.deal, chances, dealing, chosen)
        for kept, new in ((self._seeds, chances), (self._dealers, dealing)):
            numpy.copyto(kept, new, where=chosen)
        self._fresh(chosen, {})

    def begin(self, positions: State | str | Iterable[State | str | None], *, where: ArrayLike = True) -> None:
        """Begin in the middle of deals; all cards are known.

        >>> from aceten_solver import Batch
        >>> batch = Batch("zsiros/2", 2)
        >>> batch.begin("zsiros/2 hands=TA,98 lead=1 points=40,20 tricks=9,5")
        >>> batch.turns.tolist()
        [1, 1]

        :param positions: for each deal a state, or its position line; or one for all. It says what was taken before, as every state does
            that comes of a deal.
        :param where: for each deal whether it begins so; the others stay as they are, and what is given for them is not looked at.
        :raises UsageError: when one is no position of the game with these options in which somebody is to act, or leaves open what a deal
            comes to; it says for which deal. Nothing has changed then.
        :raises AcetenError: as :func:`aceten.parse` does, when a line that is for all is none.
        """
        chosen = self._each(where, self._np.bool_)
        if isinstance(positions, (State, str)):
            positions = [state_of(self.game, positions)] * self.size
        check_kind(positions, Iterable, say("a State, a position line, or one of them for each deal"))
        each = [*positions]
        if len(each) != self.size:
            message = say(
                "{count} positions: expected one, or one for each of {number} deals", count=len(each), number=self.size
            )
            raise UsageError(message)
        begun: dict[int, State] = {}
        told: list[int] = []
        for place in self._np.flatnonzero(chosen).tolist():
            try:
                begun[place] = state_of(self.game, each[place])
                told += position_of(begun[place])
            except AcetenError as error:
                raise UsageError(say("deal {deal}: {problem}", deal=place, problem=error)) from error
        self._told(partial(self._core.begin, told), chosen)
        self._fresh(chosen, begun)

    def _fresh(self, chosen: NDArray[np.bool_], begun: dict[int, State]) -> None:
        """Take note of deals in which nothing was done yet, and of those among them that begin in their middle."""
        self._begun = {place: state for place, state in self._begun.items() if not chosen[place]} | begun
        self._dealt |= chosen
        self._counts[chosen] = 0
        self._ahead[chosen] = 0

    def step(self, actions: ArrayLike, *, where: ArrayLike = True) -> None:
        """Play one action in each deal that is not over.

        :param actions: for each deal the number of an action (:meth:`aceten.Game.action_id`); of those that are over it is not looked at.
        :param where: for each deal whether something is done in it; the others stay as they are.
        :raises IllegalStep: when one of them is not legal; it says in which deals, and why. Nothing has changed then.
        :raises UsageError: when a list has another length, or does not hold whole numbers.
        """
        numpy = self._np
        numbers, chosen = self._each(actions, numpy.int32), self._each(where, numpy.bool_)
        acted = numpy.flatnonzero(chosen & (self.turns >= 0))
        try:
            self._told(self._core.step, numbers, chosen)
        except UsageError:
            self._explain(acted, numbers)
            raise
        self._note(acted, numbers)
        self._settle(acted[self.turns[acted] < 0])

    def numbers(self, actions: ArrayLike) -> NDArray[np.int32]:
        """Return a number of an action for each deal.

        :raises UsageError: when there are more or fewer, or they are no whole numbers.
        """
        return self._each(actions, self._np.int32)

    def state(self, place: int) -> State:
        """Return the deal at a place as a state of the engine: as it was dealt or has begun, and all that was done in it since.

        :raises UsageError: when there is no such place, or nothing was dealt there.
        """
        number = whole(place)
        if number is None or not 0 <= number < self.size or not self._dealt[number]:
            raise UsageError(say("deal {place}: expected the place of one that was dealt", place=given(place)))
        state = self._begun.get(number) or self.game.deal(int(self._seeds[number]), dealer=int(self._dealers[number]))
        for action in self._done[number, : self._counts[number]].tolist():
            state = state.play(state.action(action))
        return state

    def copy(self) -> Batch:
        """Return another batch in which all deals stand as they do here, and which is played on for itself."""
        return self._made(*self.__reduce__()[1])

    def __copy__(self) -> Batch:
        """Return what :meth:`copy` does."""
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Batch:
        """Return what :meth:`copy` does."""
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Batch], tuple[Any, ...]]:
        """Keep what was dealt and done; play makes the rest again."""
        held = (self._dealt, self._seeds, self._dealers, self._begun, self._done, self._counts)
        return Batch._made, (self.game, tuple([each.copy() for each in held]))

    @classmethod
    def _made(cls, game: Game, held: _Held) -> Batch:
        """Return a batch in which this was dealt and done."""
        dealt, seeds, dealers, begun, done, counts = held
        batch = cls(game, len(dealt))
        batch.deal(seeds, dealers, where=dealt)
        batch.begin(map(begun.get, range(batch.size)), where=[place in begun for place in range(batch.size)])
        for number in range(int(counts.max())):
            batch.step(done[:, number], where=dealt & (counts > number))
        return batch

    def _told(self, ask: Callable[..., None], *arrays: NDArray[Any]) -> None:
        """Ask the core something with arrays.

        :raises UsageError: when it refuses them.
        """
        try:
            ask(*[Buffer(each.ctypes.data, each.size) for each in arrays])
        except RefusedError as error:
            raise UsageError(str(error)) from error

    def _explain(self, acted: NDArray[np.intp], numbers: NDArray[np.int32]) -> None:
        """Raise what the engine says of actions that are not legal, if there are such.

        :raises IllegalStep: in which deals.
        """
        there = (numbers[acted] >= 0) & (numbers[acted] < self.legal.shape[1])
        legal = self.legal[acted, self._np.where(there, numbers[acted], 0)] == 1
        wrong = tuple(acted[~(legal & there)].tolist())
        if wrong:
            state = self.state(wrong[0])
            try:
                state.play(state.action(int(numbers[wrong[0]])))
            except UsageError as error:
                raise IllegalStep(wrong, error) from error
            except IllegalAction as error:
                raise IllegalStep(wrong, error) from error

    def _note(self, acted: NDArray[np.intp], numbers: NDArray[np.int32]) -> None:
        """Keep what was done."""
        numpy = self._np
        counts = self._counts[acted]
        if counts.size and int(counts.max()) >= self._done.shape[1]:
            self._done = numpy.concatenate([self._done, numpy.zeros_like(self._done)], axis=1)
        self._done[acted, counts] = numbers[acted]
        self._counts[acted] = counts + 1

    def _settle(self, ended: NDArray[np.intp]) -> None:
        """Find out what deals are worth that have just ended."""
        if not isinstance(self.game, MatchingGame):
            self._ahead[ended] = self._ends[ended, 0]
            return
        for place in ended.tolist():
            told = self._ends[place].tobytes()
            if told not in self._known:
                self._known[told] = self._worth(self.game, self._ends[place].tolist())
            self._ahead[place] = self._known[told]

    @staticmethod
    def _worth(game: MatchingGame, end: list[int]) -> int:
        """Return by how many game points side 0 is ahead in a deal that ended so."""
        first, second, last, took, burned, forfeit = end
        points = game.score(
            (first, second),
            last_trick=last,
            tricks=(took & 1, took >> 1),
            forfeit=forfeit - 1 if forfeit else None,
            burned=_BURNED[burned],
        ).game_points
        assert points is not None  # noqa: S101 - nothing is open
        return points[0] - points[1]

    def _each(self, given: ArrayLike, kind: type[_Number]) -> NDArray[_Number]:
        """Return a number for each deal, in memory that the core can read.

        :raises UsageError: when there are more or fewer, or they are no such numbers.
        """
        numpy = self._np
        numbers = numpy.asarray(given)
        with numpy.errstate(invalid="ignore"):
            there = numbers.astype(kind)
        kinds = "biu" if kind is numpy.bool_ else "iu"
        if numbers.dtype.kind not in kinds:
            raise UsageError(
                say("numbers of the type {kind}: expected whole numbers; .astype(int) makes some", kind=numbers.dtype)
            )
        if numbers.shape not in {(), (self.size,)}:
            message = say(
                "a list of shape {shape}: expected one whole number, or one for each of {number} deals",
                shape=numbers.shape,
                number=self.size,
            )
            raise UsageError(message)
        if (wrong := numpy.atleast_1d(numbers)[numpy.atleast_1d(numbers != there)]).size:
            least, most = _LIMITS[there.dtype.name]
            raise UsageError(say("{number}: expected {least} to {most}", number=int(wrong[0]), least=least, most=most))
        told: NDArray[_Number] = numpy.ascontiguousarray(numpy.broadcast_to(there, self.size))
        return told
