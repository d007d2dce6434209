"""A solver in the native core."""

from __future__ import annotations

import ctypes
import sys
import threading
from array import array
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from aceten_solver.native.door import MOST, BusyError, Door, listed, numbered, placed, sized
from aceten_solver.native.library import CCost, CLimits
from aceten_solver.question.backends import CoreError, Cost
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType

    from aceten_solver.native.complete_tables import Tables
    from aceten_solver.question.question import Limits

_ROOM: Final = 4 + 3 * 64 + 512
_SLICE: Final = 0.05
"""Seconds for which a search goes on before it gets a thread of its own, so that this one can look around. So late is Ctrl-C heard."""
_FEW: Final = 500_000
"""Nodes that are searched in about that time."""
_ALONE: Final = sys.platform == "emscripten"
"""Whether there are no threads, as in a browser: whoever gives up waiting ends all of it."""


class Reply(NamedTuple):
    """What the core knows about a position, in its own numbers (see ``aceten_answer`` in ``solver/rust/ffi``)."""

    exact: bool
    root: tuple[int, int]
    actions: tuple[tuple[int, tuple[int, int]], ...]
    line: tuple[int, ...]
    cost: Cost


class _Use:
    """Keeps other threads from asking or closing meanwhile. Not by a generator: it is entered for every question."""

    def __init__(self) -> None:
        self._using = threading.Lock()

    def __enter__(self) -> None:
        if not self._using.acquire(blocking=False):
            message = say("another thread is asking this solver")
            raise BusyError(message)

    def __exit__(self, *_: object) -> None:
        self._using.release()


class Core(Door):
    """A solver in the native core for one game. It keeps what it has learned until it is closed."""

    def __init__(self, core: ctypes.CDLL, rules: Sequence[int], memory: int) -> None:
        """Open one by the rules of a game; its tables take at most ``memory`` bytes.

        :raises RefusedError: when the core does not do such rules.
        """
        super().__init__(core)
        self._cost = CCost()
        self._answer = array("i", bytes(4 * _ROOM))
        self._stopped = False
        self._use = _Use()
        self._freeing = threading.Lock()  # so that no other thread stops what is being freed
        self._handle: int | None = None
        self.tables: Tables | None = None
        """The complete tables that it looks endgames up in."""
        numbers = numbered(rules)
        made, self._closing = placed(self, core.aceten_close)
        self.call("aceten_open", *listed(numbers), sized(memory), ctypes.byref(made))
        self._handle = made.value

    def ask(self, question: Sequence[int], thresholds: Sequence[int], depth: int, limits: Limits) -> Reply:
        """Return what is known about a position, as far as the limits allow.

        :raises CoreError: when the question is wrong, or the core has failed.
        """
        asked, asked_thresholds = numbered(question), numbered(thresholds)
        nodes = MOST if limits.nodes is None else min(max(limits.nodes, 0), MOST)
        seconds = -1.0 if limits.seconds is None else max(limits.seconds, 0.0)
        watched = limits.stop is not None or limits.progress is not None
        watched = watched or threading.current_thread() is threading.main_thread()
        if limits.stop is not None and limits.stop():
            nodes = 0
        if not watched or _ALONE or nodes <= _FEW or 0 <= seconds <= _SLICE:
            return self._ask(asked, asked_thresholds, depth, nodes, seconds)
        spent = Cost()
        if limits.nodes is None:
            first = self._ask(asked, asked_thresholds, depth, nodes, _SLICE)
            if first.exact or self._stopped:
                return first
            spent = first.cost
        left = seconds if seconds < 0 else max(seconds - _SLICE, 0.0)
        reply = self._ask_beside(partial(self._ask, asked, asked_thresholds, depth, nodes, left), limits)
        return reply._replace(cost=reply.cost.plus(spent))

    def _ask_beside(self, ask: Callable[[], Reply], limits: Limits) -> Reply:
        """Ask in a thread of its own, and look meanwhile whether to stop."""
        replies: list[Reply] = []
        errors: list[Exception] = []
        done = threading.Event()

        def work() -> None:
            try:
                replies.append(ask())
            except Exception as error:  # noqa: BLE001 - raised again below
                errors.append(error)
            finally:
                done.set()

        threading.Thread(target=work, daemon=True).start()
        try:
            while not done.wait(_SLICE):  # not by joining: an interrupted join takes the thread for ended
                if limits.progress is not None:
                    limits.progress(self._core.aceten_nodes(self._handle))
                if limits.stop is not None and limits.stop():
                    self._signal(stop=True)
        finally:
            if not done.is_set():
                self._signal(stop=True)
                done.wait()
            if not self._stopped:
                self._signal(stop=False)
        if errors:
            raise errors[0]
        return replies[0]

    def _ask(self, question: array[int], thresholds: array[int], depth: int, nodes: int, seconds: float) -> Reply:
        with self._use:
            if self._handle is None:
                message = say("this solver is closed")
                raise CoreError(message)
            self.call(
                "aceten_answer",
                self._handle,
                *listed(question),
                *listed(thresholds),
                depth,
                ctypes.byref(CLimits(nodes, seconds)),
                *listed(self._answer),
                ctypes.byref(self._cost),
            )
            return self._read()

    def _read(self) -> Reply:
        exact, low, high, count = self._answer[:4]
        cost = self._cost
        spent = Cost(cost.nodes, cost.probes, cost.hits, cost.evictions, cost.looked_up, cost.seconds)
        if not count:  # only what the position is worth was asked
            return Reply(bool(exact), (low, high), (), (), spent)
        end = 4 + 3 * count
        triples = iter(self._answer[4:end])
        actions = tuple([(code, (worst, best)) for code, worst, best in zip(triples, triples, triples, strict=True)])
        line = tuple(self._answer[end + 1 : end + 1 + self._answer[end]])
        return Reply(bool(exact), (low, high), actions, line, spent)

    def look_up(self, tables: Tables) -> None:
        """Look endgames up in complete tables from now on.

        :raises RefusedError: when they are of another game.
        """
        with self._use:
            self.call("aceten_look_up", self._handle, tables.handle)
        self.tables = tables

    def stop(self) -> None:
        """End the search that is going on in another thread, and every later one."""
        self._stopped = True
        self._signal(stop=True)

    def _signal(self, *, stop: bool) -> None:
        with self._freeing:
            self._core.aceten_stop(self._handle, stop)

    def close(self) -> None:
        """Give the memory back.

        :raises BusyError: while another thread is asking.
        """
        with self._use, self._freeing:
            self._handle = None
            self._closing()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
