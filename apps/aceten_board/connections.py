"""What keeps connections few, and lets none of them wait for ever: whoever asks is answered, whatever others hold open beside him."""

from __future__ import annotations

import asyncio
import errno
import logging
from collections.abc import Iterable
from time import monotonic
from typing import Any, Final

import h11
from typing_extensions import override
from uvicorn.protocols.http.h11_impl import H11Protocol

from aceten_spec.speech import say

try:
    import resource
except ImportError:  # which not every system has
    resource = None  # type: ignore[assignment]


MOST: Final = 128
"""So many connections are held open at most."""
FEWEST: Final = 8
"""So many are held open even where the system allows hardly any."""
SPARE: Final = 64
"""So many files are left to everything else, where the system allows few."""
AT_ONCE: Final = 16
"""So many are let in before those are looked at that are there: more could be too many at once."""
HEAD_SECONDS: Final = 10.0
"""How long the head of a request may take to come."""
QUIET_SECONDS: Final = 60.0
"""For so long the same trouble is not told again."""
_USED_UP: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
"""What the system says when it allows no more files."""

log: Final = logging.getLogger(__name__)
"""Where trouble with connections is told."""


def most_connections() -> int:
    """Return how many connections are held open at most, as far as the system allows them."""
    if resource is None:
        return MOST
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY:
        return MOST
    return max(FEWEST, min(MOST, (allowed - SPARE) // 2))


class Connection(H11Protocol):
    """One that ends when a head does not come in time, and makes room for newer ones where there are too many."""

    most: int = MOST
    """So many are held open beside each other at most."""
    closing: bool = False
    """Whether it was ended from here."""
    _asked: bool = False
    _since: float = 0.0
    _waiting: asyncio.TimerHandle | None = None

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        super().connection_made(transport)
        self._since = self.loop.time()
        self._wait_for_head()
        make_room(
            [each for each in self.connections if isinstance(each, Connection) and each is not self], self.most - 1
        )

    @override
    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_idle:
            self._wait_for_head()
        else:
            self._asked = True
            self._since = self.loop.time()
            self._stop_waiting()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    @property
    def patience(self) -> tuple[int, float]:
        """How long it is put up with: of two connections the one with less ends first."""
        stuck = self.conn.their_state is h11.SEND_BODY or self.flow.write_paused
        return patience(idle=self._is_idle, asked=self._asked, stuck=stuck, since=self._since)

    def end(self) -> None:
        """End it, whatever is still under way."""
        self.closing = True
        self.transport.abort()

    @property
    def _is_idle(self) -> bool:
        """Whether the next thing to come is a head."""
        return self.conn.their_state is h11.IDLE

    def _wait_for_head(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(HEAD_SECONDS, self.end)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


def patience(*, idle: bool, asked: bool, stuck: bool, since: float) -> tuple[int, float]:
    """Return how long a connection is put up with.

    Least those that have not asked anything yet, then those of which the body does not come or the answer is not read, then those
    between two questions, and most those that are being answered; each time the one least that has been so for longest.

    :param idle: whether a head is to come next.
    :param asked: whether one has come before.
    :param stuck: whether a body is to come, or an answer to be read.
    :param since: when the last of these changed.
    """
    if idle:
        return (2 if asked else 0), since
    return (1 if stuck else 3), since


def make_room(connections: Iterable[Connection], most: int) -> None:
    """End as many connections as there are more than ``most``, those first that are put up with least."""
    there = [each for each in connections if not each.closing]
    if len(there) <= most:
        return
    for each in sorted(there, key=lambda each: each.patience)[: len(there) - most]:
        each.end()
    log.warning(say("more connections than are held open at a time: those that have waited longest are closed"))


class Seldom(logging.Filter):
    """Lets the same trouble through once a minute: whoever makes it on purpose must not fill a disk with it."""

    def __init__(self) -> None:
        """Begin with nothing told."""
        super().__init__()
        self._told: dict[str, float] = {}

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        now = monotonic()
        fault = record.exc_info[0] if record.exc_info else None
        kind = f"{str(record.msg).partition(chr(10))[0]} {fault}"
        if now - self._told.get(kind, -QUIET_SECONDS) < QUIET_SECONDS:
            return False
        self._told = {each: when for each, when in self._told.items() if now - when < QUIET_SECONDS} | {kind: now}
        return True


def tell_seldom() -> None:
    """Let nobody fill a log: each trouble is told once a minute."""
    for name in (log.name, "asyncio", "uvicorn.error"):
        there = logging.getLogger(name)
        if not any(isinstance(each, Seldom) for each in there.filters):
            there.addFilter(Seldom())


def heard(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Take what goes wrong in a loop: that no more files are allowed is said in a line."""
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in _USED_UP:
        log.warning(say("the system allows no more connections: {problem}", problem=error.strerror))
    else:
        loop.default_exception_handler(context)
