"""Many deals at a time, for programs that learn: the native core plays them on, and NumPy arrays tell where they stand.

>>> import aceten, numpy
>>> from aceten_solver.native.vector_deals import Batch
>>> batch = Batch(aceten.load("zsiros", players=2), 1000)
>>> batch.deal(numpy.arange(1000))
>>> chance = numpy.random.default_rng(1)
>>> while not batch.over.all():
...     batch.step((batch.legal * chance.random(batch.legal.shape)).argmax(axis=1))
>>> batch.rewards.shape, int(abs(batch.rewards.sum(axis=1)).max())
((1000, 2), 0)

It takes the native core, and NumPy: the extra ``exact``.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, TypeVar

from aceten import UsageError
from aceten.engine.matching.game import MatchingGame
from aceten.engine.planes import Plane
from aceten.vocabulary.actions import FLIP, SPICE, STOP
from aceten_solver.native.door import RefusedError
from aceten_solver.native.encode_matching import rules_of
from aceten_solver.native.library import native_library
from aceten_solver.native.manifest import Layout
from aceten_solver.native.many_deals import Buffer, ManyDeals
from aceten_solver.question.two_sides import TwoSides
from aceten_spec.speech import say
from aceten_spec.texts.extras import lacking

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from aceten import Game

    _Number = TypeVar("_Number", bound=np.generic)

_END: Final = 6
"""How many numbers tell how a deal ended (see ``solver/rust/core/src/matching/batch.rs``)."""
_TWO: Final = 2
_PARTS: Final = (96 * 8192, 96, 48, 12, 3, 1)
"""What each of them counts in one number that tells ends apart: none of the points is as much as 8192."""
_BURNED: Final = ((), (0,), (1,), (0, 1))
"""The sides whose score falls to 0, by the number that the core has for them."""


class Batch:
    """Many deals of one game that are played on at the same time. What the arrays tell changes with each step: copy what is to stay.

    For games with matching tricks between two sides that are known when cards are dealt. Calls are not made.
    """

    def __init__(self, game: Game, deals: int) -> None:
        """Make room for so many deals; none is dealt yet, and all count as over.

        :param game: what is played.
        :param deals: how many at a time, from 1 on.
        :raises UsageError: for games that cannot be played so, with the reason; and when the native core or NumPy is not there.
        """
        try:
            import numpy  # noqa: ICN001, PLC0415 - it takes long to load, and may not be there
        except ModuleNotFoundError as error:
            raise UsageError(lacking(error, "exact")) from error
        if deals < 1:
            raise UsageError(say("{number} deals: expected a number from 1", number=deals))
        self.game: Final = _playable(game)
        """What is played."""
        self.size: Final = deals
        """How many deals there are."""
        core = native_library()
        rules = rules_of(self.game, TwoSides((game.sides[0],), (game.sides[1],)))
        if core is None or rules is None:
            raise UsageError(
                say(
                    "many deals at a time are played by the native core, and it is not there or does not do {game}",
                    game=game,
                )
            )
        try:
            self._core = ManyDeals(core, rules, _dealing(self.game), deals)
        except RefusedError as error:
            raise UsageError(say("{game}: {problem}", game=game, problem=error)) from error
        self._np = numpy
        self.turns: Final[NDArray[np.int8]] = numpy.full(deals, -1, numpy.int8)
        """For each deal the seat to act; -1 when it is over."""
        self.legal: Final[NDArray[np.uint8]] = numpy.zeros((deals, self._core.actions), numpy.uint8)
        """For each deal and each action (:attr:`aceten.Game.actions`) 1 where it is legal, and otherwise 0."""
        self.seen: Final[NDArray[np.uint8]] = numpy.zeros((deals, self._core.seen), numpy.uint8)
        """For each deal what the seat to act sees, as whole numbers: :attr:`planes` one after the other; 0 when it is over."""
        self._ends = numpy.zeros((deals, _END), numpy.int16)
        self._dealt = numpy.zeros(deals, numpy.bool_)
        self._known: dict[int, tuple[int, int]] = {-1: (0, 0)}
        arrays = (self.turns, self.legal, self.seen, self._ends)
        self._core.tell(*[Buffer(each.ctypes.data, each.size) for each in arrays])
        self._sides = numpy.array(self.game.sides)

    @property
    def unit(self) -> int:
        """What points are counted by in :attr:`seen`: the greatest number that divides all card points and those for the last trick."""
        return math.gcd(self.game.unit, self.game.rules.last_trick_points)

    @property
    def planes(self) -> tuple[Plane, ...]:
        """What :attr:`seen` consists of.

        Cards are counted by kind (:attr:`aceten.Game.kinds`), points by :attr:`unit`, up to 255 of it.
        """
        game, kinds = self.game, len(self.game.kinds)
        pack, most = len(game.pack.cards), max(1, min(game.total // self.unit, 255))
        return (
            Plane("hand", (kinds,), pack),
            Plane("trick", (kinds,), pack),
            Plane("to_match", (kinds,), 1),
            Plane("captured", (kinds,), pack),
            Plane("place_in_round", (1,), game.players - 1),
            Plane("own_side_winning", (1,), 1),
            Plane("choosing", (1,), 1),
            Plane("talon", (1,), max(1, pack - game.players * game.rules.hand)),
            Plane("own_points", (1,), most),
            Plane("other_points", (1,), most),
        )

    @property
    def over(self) -> NDArray[np.bool_]:
        """For each deal whether it is over."""
        return self.turns < 0

    @property
    def rewards(self) -> NDArray[np.int16]:
        """For each deal and each seat what it has come to (:func:`aceten.rewards`): 0 until it is over.

        That is the own side's game points less the other's.
        """
        numpy = self._np
        codes = self._ends @ numpy.array(_PARTS, numpy.int64)
        codes[~self.over | ~self._dealt] = -1
        found, places = numpy.unique(codes, return_inverse=True)
        worths = numpy.array([self._worth(int(code)) for code in found], numpy.int16)
        by_seat: NDArray[np.int16] = worths[places][:, self._sides]
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
        try:
            self._core.deal(*[Buffer(each.ctypes.data, each.size) for each in (chances, dealing, chosen)])
        except RefusedError as error:
            raise UsageError(str(error)) from error
        self._dealt |= chosen

    def step(self, actions: ArrayLike) -> None:
        """Play one action in each deal that is not over.

        :param actions: for each deal the number of an action (:meth:`aceten.Game.action_id`); of those that are over it is not looked at.
        :raises UsageError: when one of them is not legal, or the list has another length; then nothing has changed.
        """
        numbers = self._each(actions, self._np.int32)
        try:
            self._core.step(Buffer(numbers.ctypes.data, numbers.size))
        except RefusedError as error:
            raise UsageError(str(error)) from error

    def _each(self, given: ArrayLike, kind: type[_Number]) -> NDArray[_Number]:
        """Return a number for each deal, in memory that the core can read.

        :raises UsageError: when there are more or fewer, or they are no such numbers.
        """
        numpy = self._np
        numbers = numpy.asarray(given)
        with numpy.errstate(invalid="ignore"):
            there = numbers.astype(kind)
        kinds = "biu" if kind is numpy.bool_ else "iu"
        if numbers.dtype.kind not in kinds or numbers.shape not in {(), (self.size,)} or (numbers != there).any():
            message = say(
                "a list of shape {shape}: expected one whole number, or one for each of {number} deals, as far as they go",
                shape=numbers.shape,
                number=self.size,
            )
            raise UsageError(message)
        told: NDArray[_Number] = numpy.ascontiguousarray(numpy.broadcast_to(there, self.size))
        return told

    def _worth(self, code: int) -> tuple[int, int]:
        """Return what a deal that ended so is worth to each side."""
        if code not in self._known:
            parts: list[int] = []
            left = code
            for part in _PARTS:
                parts.append(left // part)
                left %= part
            first, second, last, took, burned, forfeit = parts
            result = self.game.score(
                (first, second),
                last_trick=last,
                tricks=(took & 1, took >> 1),
                forfeit=forfeit - 1 if forfeit else None,
                burned=_BURNED[burned],
            )
            points = result.game_points
            assert points is not None  # noqa: S101 - nothing is open
            self._known[code] = (points[0] - points[1], points[1] - points[0])
        return self._known[code]


def _playable(game: Game) -> MatchingGame:
    """Return a game that can be played so.

    :raises UsageError: when it cannot, with the reason.
    """
    if not isinstance(game, MatchingGame):
        raise UsageError(say("{game}: only games with matching tricks are played many deals at a time", game=game))
    if game.side_count != _TWO or game.lone_card is not None:
        raise UsageError(
            say("{game}: only deals between two sides that are known beforehand are played many at a time", game=game)
        )
    return game


def _dealing(game: MatchingGame) -> list[int]:
    """Return how the pack is dealt, and which actions have numbers, as the core takes it."""
    further = game.further_actions()
    words = {"flip": FLIP, "spice": SPICE, "stop": STOP}
    return Layout("dealing").numbers(
        {
            "further": [word for word, action in words.items() if action in further],
            "batches": game.rules.deal,
            "pack": [game.place_of[card] for card in game.pack.cards],
        }
    )
