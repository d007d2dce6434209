"""The door to the native core: the only place that knows its C interface.

The core is a library that is built beside this module where cargo is (``solver/rust``). It takes lists of numbers and checks each
of them; what it refuses, or a fault in it, becomes an exception here.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import struct
import sys
import threading
import weakref
from array import array
from enum import IntFlag, auto
from errno import EIO
from functools import partial
from importlib import resources
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from aceten_solver.question.backends import BackendError, CoreError, Cost
from aceten_spec.errors import shown
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from types import TracebackType

    from aceten_solver.question.question import Limits

ENVIRONMENT: Final = "ACETEN_BACKEND"
"""The environment variable that forces one of them."""

ABI: Final = 7
"""The version of the interface that is spoken here."""

_LIBRARY: Final = {"darwin": "libaceten_core.dylib", "win32": "aceten_core.dll"}.get(sys.platform, "libaceten_core.so")
_OK: Final = 0
_REFUSED: Final = 1
_ROOM: Final = 4 + 3 * 64 + 512
_ELF: Final = struct.Struct("<40xQ10xHH2x")
"""The header of an ELF file: where its sections are told, how long each is told, and how many there are."""
_SLICE: Final = 0.05
"""Seconds for which a search goes on before it gets a thread of its own, so that this one can look around. So late is Ctrl-C heard."""
_FEW: Final = 500_000
"""Nodes that are searched in about that time."""
_NO_LIMIT: Final = 2**64 - 1


class Shortcut(IntFlag):
    """What makes the core fast, each with a switch; without any of it the core answers the same, only later."""

    ALIKE = auto()
    """What is worth the same stands for each other: positions in the tables, and cards of a hand."""
    TABLES = auto()
    """What is known about positions is remembered."""
    ORDER = auto()
    """Actions that are likely to be enough come first."""
    SPECIAL = auto()
    """Where nothing but cards bears on play, a search of its own knows no more than these."""
    FORESIGHT = auto()
    """What is known or sure already is seen before anything is searched."""


ALL_SHORTCUTS: Final = ~Shortcut(0)
"""Every one of them."""


class BusyError(CoreError):
    """Another thread is using it."""


class RefusedError(CoreError):
    """The native core does not do games with such rules, or the question is wrong."""


class _Limits(ctypes.Structure):
    _fields_ = (("nodes", ctypes.c_uint64), ("seconds", ctypes.c_double))


class _Cost(ctypes.Structure):
    _fields_ = (
        ("nodes", ctypes.c_uint64),
        ("probes", ctypes.c_uint64),
        ("hits", ctypes.c_uint64),
        ("evictions", ctypes.c_uint64),
        ("looked_up", ctypes.c_uint64),
        ("seconds", ctypes.c_double),
    )


class _Message(ctypes.Structure):
    _fields_ = (("text", ctypes.c_char_p), ("size", ctypes.c_size_t))


class _Views(ctypes.Structure):
    _fields_ = (
        ("turns", ctypes.c_void_p),
        ("turn_count", ctypes.c_size_t),
        ("legal", ctypes.c_void_p),
        ("legal_count", ctypes.c_size_t),
        ("seen", ctypes.c_void_p),
        ("seen_count", ctypes.c_size_t),
        ("ends", ctypes.c_void_p),
        ("end_count", ctypes.c_size_t),
    )


_STATUS: Final = ctypes.c_int32
_HANDLE: Final = ctypes.c_void_p
_LIST: Final = (ctypes.c_void_p, ctypes.c_size_t)
_SIZE: Final = ctypes.c_size_t
_TOLD: Final = ctypes.POINTER(_Message)
_INTERFACE: Final = {
    "aceten_sizes": (ctypes.c_uint64,),
    "aceten_open": (_STATUS, *_LIST, ctypes.c_uint64, ctypes.POINTER(_HANDLE), _TOLD),
    "aceten_close": (None, _HANDLE),
    "aceten_stop": (None, _HANDLE, ctypes.c_int32),
    "aceten_nodes": (ctypes.c_uint64, _HANDLE),
    "aceten_answer": (
        *(_STATUS, _HANDLE, *_LIST, *_LIST, ctypes.c_int32, ctypes.POINTER(_Limits)),
        *(*_LIST, ctypes.POINTER(_Cost), _TOLD),
    ),
    "aceten_look_up": (_STATUS, _HANDLE, _HANDLE, _TOLD),
    "aceten_batch_open": (_STATUS, *_LIST, *_LIST, _SIZE, ctypes.POINTER(_HANDLE), ctypes.c_void_p, _TOLD),
    "aceten_batch_close": (None, _HANDLE),
    "aceten_batch_deal": (_STATUS, _HANDLE, *[ctypes.c_void_p] * 3, _SIZE, ctypes.POINTER(_Views), _TOLD),
    "aceten_batch_step": (_STATUS, _HANDLE, *_LIST, ctypes.POINTER(_Views), _TOLD),
    "aceten_complete_open": (_STATUS, *_LIST, _SIZE, ctypes.POINTER(_HANDLE), _TOLD),
    "aceten_complete_close": (None, _HANDLE),
    "aceten_complete_size": (ctypes.c_uint64, _HANDLE, _SIZE),
    "aceten_complete_attach": (_STATUS, _HANDLE, _SIZE, *_LIST, _TOLD),
    "aceten_complete_fill": (_STATUS, _HANDLE, _SIZE, _SIZE, *_LIST, ctypes.c_int32, _TOLD),
    "aceten_complete_count": (_STATUS, _HANDLE, _SIZE, _SIZE, _SIZE, *_LIST, _TOLD),
    "aceten_complete_position": (_STATUS, _HANDLE, _SIZE, _SIZE, *_LIST, _TOLD),
}
"""The functions of the core: what each returns, and what it takes."""


class Reply(NamedTuple):
    """What the core knows about a position, in its own numbers (see ``aceten_answer`` in ``solver/rust/ffi``)."""

    exact: bool
    root: tuple[int, int]
    actions: tuple[tuple[int, tuple[int, int]], ...]
    line: tuple[int, ...]
    cost: Cost


@functools.cache
def library() -> ctypes.CDLL | None:
    """Return the native core; ``None`` where it is not built, or ``ACETEN_BACKEND`` is ``python``.

    :raises BackendError: when ``ACETEN_BACKEND`` is neither, or ``native`` where it is not built; when what is there cannot be used.
    """
    wanted = os.environ.get(ENVIRONMENT, "")
    if wanted not in {"", "native", "python"}:
        message = say("{variable}={given}: expected native or python", variable=ENVIRONMENT, given=wanted[:40])
        raise BackendError(message)
    if wanted == "python":
        return None
    path = resources.files("aceten_solver") / _LIBRARY
    if not path.is_file():
        if wanted == "native":
            message = say(
                "{variable}=native, and there is no {path}; it is built by installing aceten where cargo is",
                variable=ENVIRONMENT,
                path=path,
            )
            raise BackendError(message)
        return None
    return load(str(path))


def load(path: str) -> ctypes.CDLL:
    """Return the native core in a file.

    :raises BackendError: when it cannot be loaded, or is of another version.
    """
    try:
        _check_end(path)
        core = ctypes.CDLL(path)
        core.aceten_abi.restype = ctypes.c_uint32
        found = core.aceten_abi()
    except (OSError, AttributeError) as error:
        message = say(
            "{path}: {error}; install aceten again, or set {variable}=python",
            path=path,
            error=error,
            variable=ENVIRONMENT,
        )
        raise BackendError(message) from error
    if found != ABI:
        message = say(
            "{path} speaks version {found} of the interface, not {needed}; install aceten again, or set {variable}=python",
            path=path,
            found=found,
            needed=ABI,
            variable=ENVIRONMENT,
        )
        raise BackendError(message)
    for name, (result, *arguments) in _INTERFACE.items():
        function = getattr(core, name)
        function.restype, function.argtypes = result, arguments
    sizes = (
        ctypes.sizeof(_Limits) | ctypes.sizeof(_Cost) << 8 | ctypes.sizeof(_Message) << 16 | ctypes.sizeof(_Views) << 24
    )
    if core.aceten_sizes() != sizes:
        message = say(
            "{path} was built for another machine; install aceten again, or set {variable}=python",
            path=path,
            variable=ENVIRONMENT,
        )
        raise BackendError(message)
    return core


def _check_end(path: str) -> None:
    """Look whether a library has its end, which a copy that failed lacks: the system would load it, and end the program where it is used.

    It is known of ELF files of 64 bits, which end with their sections; other systems look themselves.

    :raises OSError: when it has not, or cannot be read.
    """
    with open(path, "rb") as file:  # noqa: PTH123 - as ctypes has it
        head = file.read(_ELF.size)
        if len(head) < _ELF.size or not head.startswith(b"\x7fELF\x02\x01"):
            return
        sections, size, count = _ELF.unpack(head)
        if sections + size * count > file.seek(0, os.SEEK_END):
            raise OSError(EIO, os.strerror(EIO))


class _Door:
    """What the core is called through: a place for its message, and its statuses as exceptions. For one thread at a time."""

    def __init__(self, core: ctypes.CDLL) -> None:
        self._core = core
        self._text = ctypes.create_string_buffer(500)
        self._message = _Message(ctypes.cast(self._text, ctypes.c_char_p), len(self._text))

    def call(self, name: str, *arguments: object) -> None:
        """Call a function that returns a status.

        :raises RefusedError: when the core does not take what it is given.
        :raises CoreError: when it has failed.
        """
        status = getattr(self._core, name)(*arguments, ctypes.byref(self._message))
        if status == _OK:
            return
        message = self._text.value.decode(errors="replace")
        raise RefusedError(message) if status == _REFUSED else CoreError(message)


def _place(
    owner: object, close: Callable[[ctypes.c_void_p], None]
) -> tuple[ctypes.c_void_p, weakref.finalize[..., object]]:
    """Return a place for what the core makes, and what closes that: it is closed once the owner is gone, too.

    So it is where an exception, such as that of Ctrl-C, comes before the owner has heard that it was made. When the program ends, what is
    in use is left to the system.
    """
    made = ctypes.c_void_p()
    closing = weakref.finalize(owner, _close, close, made)
    closing.atexit = False
    return made, closing


def _close(close: Callable[[ctypes.c_void_p], None], made: ctypes.c_void_p) -> None:
    if made.value is not None:
        close(made)


class Counts(NamedTuple):
    """What positions of a table show (see ``solver/rust/core/src/matching/counts.rs``)."""

    every: int
    none: int
    ahead: int
    level: int
    several: int
    only_one: int
    longest: int
    """A place at which the leader needs the most rounds."""
    rounds: tuple[int, ...]
    """In how many he needs so many rounds, from 0 on."""
    units: tuple[int, ...]
    """In how many his side takes so many units of points, from 0 on."""

    def order(self) -> tuple[int, int]:
        """Return what to compare by, to find the most rounds that he needs, and the first place."""
        return max([number for number, count in enumerate(self.rounds) if count]), -self.longest


_LONGEST: Final = Counts._fields.index("longest")
_ROUNDS: Final = 16
_UNITS: Final = 128


class Tables:
    """Complete tables of endgames of one game, one for each number of cards a hand. Any number of threads may use them at once."""

    def __init__(self, core: ctypes.CDLL, rules: Sequence[int], cards: int) -> None:
        """Make room for tables up to so many cards a hand; none is there yet.

        :raises RefusedError: when there are no such tables, with the reason.
        """
        self._core = core
        self.rules: Final = tuple(rules)
        """The rules of the endgames."""
        numbers = _numbers(rules)
        made, _ = _place(self, core.aceten_complete_close)
        _Door(core).call("aceten_complete_open", *_list(numbers), _size(cards), ctypes.byref(made))
        self.handle: Final = made.value
        """Where the core keeps them."""

    def size(self, cards: int) -> int:
        """Return how many bytes the table of so many cards a hand takes, one for each position; 0: there is no such table."""
        return int(self._core.aceten_complete_size(self.handle, _size(cards)))

    def attach(self, cards: int, table: bytearray) -> None:
        """Use a copy of a table from now on.

        :raises RefusedError: when it is not of its size, or there already.
        """
        first = (ctypes.c_char * len(table)).from_buffer(table)
        _Door(self._core).call("aceten_complete_attach", self.handle, _size(cards), first, len(table))

    def fill(self, cards: int, place: int, size: int, *, backwards: bool = False) -> bytearray:
        """Work out so many entries from a place on, by the tables of fewer cards.

        :param backwards: try the cards in the other order; it makes no difference to what they come to.
        :raises RefusedError: when these tables are not there, or there are no such places.
        """
        entries = bytearray(size)
        into = (ctypes.c_char * size).from_buffer(entries)
        _Door(self._core).call("aceten_complete_fill", self.handle, _size(cards), _size(place), into, size, backwards)
        return entries

    def count(self, cards: int, place: int, size: int) -> Counts:
        """Count what so many positions from a place on show.

        :raises RefusedError: when their table is not there, or one of those of fewer cards, or there are no such places.
        """
        numbers = array("Q", bytes(8 * (_LONGEST + 1 + _ROUNDS + _UNITS)))
        _Door(self._core).call(
            "aceten_complete_count", self.handle, _size(cards), _size(place), _size(size), *_list(numbers)
        )
        single, rest = numbers[: _LONGEST + 1], numbers[_LONGEST + 1 :]
        return Counts._make([*single, tuple(rest[:_ROUNDS]), tuple(rest[_ROUNDS:])])

    def position(self, cards: int, place: int, seats: int) -> tuple[tuple[int, ...], ...]:
        """Return the position at a place: the numbers of the cards of each of the seats, that of the leader first.

        :raises RefusedError: when there is no such place.
        """
        codes = array("i", bytes(4 * cards * seats))
        _Door(self._core).call("aceten_complete_position", self.handle, _size(cards), _size(place), *_list(codes))
        return tuple(tuple(codes[cards * seat : cards * (seat + 1)]) for seat in range(seats))


class Memory(NamedTuple):
    """Where something lies that the core writes or reads, and how many numbers it has."""

    address: int
    size: int


class ManyDeals(_Door):
    """Many deals of one game that are played on at the same time."""

    def __init__(self, core: ctypes.CDLL, rules: Sequence[int], dealing: Sequence[int], deals: int) -> None:
        """Make so many, none of which has been dealt.

        :raises RefusedError: when the core does not do such rules.
        """
        super().__init__(core)
        numbers, further = _numbers(rules), _numbers(dealing)
        made, _ = _place(self, core.aceten_batch_close)
        sizes = array("Q", (0, 0))
        self.call(
            "aceten_batch_open",
            *_list(numbers),
            *_list(further),
            _size(deals),
            ctypes.byref(made),
            sizes.buffer_info()[0],
        )
        self.actions, self.seen = sizes
        """How many actions have numbers, and how many numbers are seen of a deal."""
        self._handle = made.value
        self._views = _Views()

    def tell(self, turns: Memory, legal: Memory, seen: Memory, ends: Memory) -> None:
        """Say where deals are told from now on; who calls this keeps that memory."""
        self._views = _Views(*turns, *legal, *seen, *ends)

    def deal(self, seeds: Memory, dealers: Memory, chosen: Memory) -> None:
        """Deal anew where it is chosen.

        :raises RefusedError: when the core does not take what it is given.
        """
        self.call(
            "aceten_batch_deal",
            *(self._handle, seeds.address, dealers.address, chosen.address, seeds.size, ctypes.byref(self._views)),
        )

    def step(self, actions: Memory) -> None:
        """Play an action in every deal that is not over.

        :raises RefusedError: when one is not legal; then nothing has changed.
        """
        self.call("aceten_batch_step", self._handle, *actions, ctypes.byref(self._views))


class Core(_Door):
    """A solver in the native core for one game. It keeps what it has learned until it is closed."""

    def __init__(self, core: ctypes.CDLL, rules: Sequence[int], memory: int) -> None:
        """Open one by the rules of a game; its tables take at most ``memory`` bytes.

        :raises RefusedError: when the core does not do such rules.
        """
        super().__init__(core)
        self._cost = _Cost()
        self._answer = array("i", bytes(4 * _ROOM))
        self._stopped = False
        self._using = threading.Lock()
        self._freeing = threading.Lock()  # so that no other thread stops what is being freed
        self._handle: int | None = None
        self.tables: Tables | None = None
        """The complete tables that it looks endgames up in."""
        numbers = _numbers(rules)
        made, self._closing = _place(self, core.aceten_close)
        self.call("aceten_open", *_list(numbers), _size(memory), ctypes.byref(made))
        self._handle = made.value

    def ask(self, question: Sequence[int], thresholds: Sequence[int], depth: int, limits: Limits) -> Reply:
        """Return what is known about a position, as far as the limits allow.

        :raises CoreError: when the question is wrong, or the core has failed.
        """
        asked, asked_thresholds = _numbers(question), _numbers(thresholds)
        nodes = _NO_LIMIT if limits.nodes is None else min(max(limits.nodes, 0), _NO_LIMIT)
        seconds = -1.0 if limits.seconds is None else max(limits.seconds, 0.0)
        watched = limits.stop is not None or limits.progress is not None
        watched = watched or threading.current_thread() is threading.main_thread()
        if limits.stop is not None and limits.stop():
            nodes = 0
        if not watched or nodes <= _FEW or 0 <= seconds <= _SLICE:
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
        with self._in_use():
            if self._handle is None:
                message = say("this solver is closed")
                raise CoreError(message)
            self.call(
                "aceten_answer",
                self._handle,
                *_list(question),
                *_list(thresholds),
                depth,
                ctypes.byref(_Limits(nodes, seconds)),
                *_list(self._answer),
                ctypes.byref(self._cost),
            )
            return self._read()

    def _read(self) -> Reply:
        exact, low, high, count = self._answer[:4]
        end = 4 + 3 * count
        triples = iter(self._answer[4:end])
        actions = tuple([(code, (worst, best)) for code, worst, best in zip(triples, triples, triples, strict=True)])
        line = tuple(self._answer[end + 1 : end + 1 + self._answer[end]])
        cost = self._cost
        spent = Cost(cost.nodes, cost.probes, cost.hits, cost.evictions, cost.looked_up, cost.seconds)
        return Reply(bool(exact), (low, high), actions, line, spent)

    def look_up(self, tables: Tables) -> None:
        """Look endgames up in complete tables from now on.

        :raises RefusedError: when they are of another game.
        """
        with self._in_use():
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
        with self._in_use(), self._freeing:
            self._handle = None
            self._closing()

    @contextlib.contextmanager
    def _in_use(self) -> Generator[None]:
        """Keep other threads from asking or closing meanwhile."""
        if not self._using.acquire(blocking=False):
            message = say("another thread is asking this solver")
            raise BusyError(message)
        try:
            yield
        finally:
            self._using.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _numbers(numbers: Sequence[int]) -> array[int]:
    try:
        return array("i", numbers)
    except (OverflowError, TypeError) as error:
        message = say("the native core takes whole numbers of 32 bits: {error}", error=error)
        raise RefusedError(message) from error


def _size(number: int) -> int:
    """Return a number from 0 on as the core takes it; of any other ctypes would take one that is left of it when it is cut.

    :raises RefusedError: when it is below 0, or has more than 64 bits.
    """
    if not 0 <= number <= _NO_LIMIT:
        message = say("the native core takes sizes of 64 bits, and not {number}", number=shown(number, 80))
        raise RefusedError(message)
    return number


def _list(numbers: array[int]) -> tuple[int, int]:
    return numbers.buffer_info()
