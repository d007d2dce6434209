"""Many deals that the native core plays on at the same time, told in memory of the caller's."""

from __future__ import annotations

import ctypes
from array import array
from typing import TYPE_CHECKING, NamedTuple

from aceten_solver.native.door import Door, listed, numbered, placed, sized
from aceten_solver.native.library import CViews

if TYPE_CHECKING:
    from collections.abc import Sequence


class Buffer(NamedTuple):
    """Where something lies that the core writes or reads, and how many numbers it has."""

    address: int
    size: int


class ManyDeals(Door):
    """Many deals of one game that are played on at the same time."""

    def __init__(
        self, core: ctypes.CDLL, rules: Sequence[int], dealing: Sequence[int], planes: Sequence[int], deals: int
    ) -> None:
        """Make so many, none of which has been dealt.

        :raises RefusedError: when the core does not do such rules.
        """
        super().__init__(core)
        lists = [numbered(each) for each in (rules, dealing, planes)]
        made, _ = placed(self, core.aceten_batch_close)
        sizes = array("Q", (0, 0))
        self.call(
            "aceten_batch_open",
            *[part for each in lists for part in listed(each)],
            sized(deals),
            ctypes.byref(made),
            sizes.buffer_info()[0],
        )
        self.actions, self.seen = sizes
        """How many actions have numbers, and how many numbers are seen of a deal."""
        self._handle = made.value
        self._views = CViews()

    def tell(self, turns: Buffer, legal: Buffer, seen: Buffer, ends: Buffer) -> None:
        """Say where deals are told from now on; who calls this keeps that memory."""
        self._views = CViews(*turns, *legal, *seen, *ends)

    def deal(self, seeds: Buffer, dealers: Buffer, chosen: Buffer) -> None:
        """Deal anew where it is chosen.

        :raises RefusedError: when the core does not take what it is given.
        """
        self.call(
            "aceten_batch_deal",
            *(self._handle, seeds.address, dealers.address, chosen.address, seeds.size, ctypes.byref(self._views)),
        )

    def begin(self, positions: Sequence[int], chosen: Buffer) -> None:
        """Begin in the middle of a deal where it is chosen: of each of those a position and what went before, with their lengths.

        :raises RefusedError: when the core does not take what it is given; then nothing has changed.
        """
        numbers = numbered(positions)
        self.call(
            "aceten_batch_begin",
            *(self._handle, *listed(numbers), chosen.address, chosen.size, ctypes.byref(self._views)),
        )

    def step(self, actions: Buffer, chosen: Buffer) -> None:
        """Play an action in every deal that is chosen and not over.

        :raises RefusedError: when one is not legal; then nothing has changed.
        """
        self.call(
            "aceten_batch_step",
            *(self._handle, actions.address, chosen.address, actions.size, ctypes.byref(self._views)),
        )
