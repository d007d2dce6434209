"""The standard streams, and what the program ends with; nothing here takes long to load."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import select
import signal
import sys
import threading
from collections.abc import Callable, Generator
from typing import Final, TextIO, cast

from typing_extensions import override

DONE: Final = 0
"""Exit status: what was asked for is done."""
NEGATIVE: Final = 1
"""Exit status: the answer is no, or it was not found in the time or the positions allowed."""
BAD_INPUT: Final = 2
"""Exit status: the input is wrong."""
INTERRUPTED: Final = 130
"""Exit status: Ctrl-C, as shells report it."""


_LAST: Final = 2
"""The number of the last of them."""


class _Closed(io.TextIOBase):
    """Standard output that is closed: nothing can be written to it."""

    @override
    def write(self, text: str, /) -> int:
        from aceten_spec.speech import say

        raise OSError(errno.EBADF, say("standard output is closed"))


def open_missing() -> None:
    """Put something in the place of each stream that is closed: input at its end, output that refuses, errors that go nowhere.

    Their numbers are taken too, so that no file that is opened later gets one.
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= _LAST:
        os.set_inheritable(number, True)  # noqa: FBT003 - it takes no names
    os.close(number)
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123 - it is for as long as the program runs
    if sys.stdout is None:
        sys.stdout = cast("TextIO", _Closed())
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - likewise


def discard(stream: TextIO) -> None:
    """Let what is still to be written to a stream go nowhere, so that leaving does not fail again."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def print_line(text: str) -> None:
    """Print text as it is, for other programs to read; only what a terminal would obey is written as an escape."""
    from aceten_spec.texts.visible_text import visible

    sys.stdout.write(visible(text) + "\n")


def print_error(message: str) -> None:
    """Print an error for a person, on standard error; where that cannot be, the exit status says it alone."""
    from aceten_spec.speech import say

    _tell(message, say("error: "))


def print_note(message: str) -> None:
    """Print, on standard error, what a person is to know beside the answer; where that cannot be, nothing."""
    _tell(message)


def tell_warnings() -> None:
    """Let warnings be told to a person as errors are, without the place in the program from which they come."""
    import warnings

    def told(message: Warning | str, *_place: object, **_named: object) -> None:
        from aceten_spec.speech import say

        _tell(str(message), say("warning: "))

    warnings.showwarning = told


def _tell(message: str, begun: str = "") -> None:
    from rich.text import Text

    from aceten_cli.frame.consoles import PlainConsole

    errors = PlainConsole(stderr=True)
    try:  # a line for other programs, and for a person no word that is broken
        errors.print(Text.assemble((begun, "bold red"), message), soft_wrap=not errors.is_terminal)
    except OSError:
        discard(sys.stderr)


class Incoming(io.RawIOBase):
    """Standard input, of which can be asked whether there is something to be read."""

    _CHUNK: Final = 1 << 16

    def __init__(self, most: int) -> None:
        """Read it from here on; nobody else may.

        :param most: a line may be begun with so many bytes; then it is taken for one that is there.
        :raises io.UnsupportedOperation: when it is in memory.
        """
        super().__init__()
        self._number = sys.stdin.fileno()
        self._most = most
        self._held = b""
        self._at = 0
        self._ended = False

    def has_line(self, seconds: float) -> bool:
        """Whether a line, or the end, can be read without waiting; waits so long for more."""
        while not (self._ended or self._held.find(b"\n", self._at) >= 0 or len(self._held) - self._at > self._most):
            try:
                if not select.select([self._number], [], [], seconds)[0]:
                    return False
            except OSError:  # of a pipe it cannot be asked everywhere
                return True
            self._read()
        return True

    @override
    def fileno(self) -> int:
        return self._number

    @override
    def readable(self) -> bool:
        return True

    def peek(self, _size: int = 0) -> bytes:
        """Return what comes next, without taking it; nothing at the end. By this whole lines are read."""
        if self._at == len(self._held) and not self._ended:
            self._read()
        return self._held[self._at :]

    @override
    def read(self, size: int = -1, /) -> bytes:
        while not self._ended and not 0 <= size <= len(self._held) - self._at:
            self._read()
        end = len(self._held) if size < 0 else self._at + size
        taken, self._at = self._held[self._at : end], min(end, len(self._held))
        return taken

    def _read(self) -> None:
        more = os.read(self._number, self._CHUNK)
        self._ended = not more
        self._held, self._at = self._held[self._at :] + more, 0


_heard: Final = threading.Event()
"""Whether Ctrl-C was pressed since :func:`interruptible` began to listen."""


@contextlib.contextmanager
def interruptible() -> Generator[Callable[[], bool]]:
    """Let Ctrl-C end a computation in good order: yields a function that says whether it was pressed.

    Pressed a second time it ends the program at once. A program that was started to ignore it, as shells do in the background, does.
    """
    pressed = threading.Event()

    def press(_signal: int, _frame: object) -> None:
        pressed.set()
        _heard.set()
        signal.signal(signal.SIGINT, before)

    before = signal.getsignal(signal.SIGINT)
    if before == signal.SIG_IGN or threading.current_thread() is not threading.main_thread():
        yield pressed.is_set
        return
    signal.signal(signal.SIGINT, press)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)
        _heard.clear()


@contextlib.contextmanager
def waiting() -> Generator[None]:
    """Let Ctrl-C raise KeyboardInterrupt at once as long as this lasts, also inside :func:`interruptible`: where input is waited for.

    :raises KeyboardInterrupt: when it was pressed there before.
    """
    before = signal.getsignal(signal.SIGINT)
    if before == signal.SIG_IGN or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        if _heard.is_set():  # just before; it will not be pressed again
            raise KeyboardInterrupt
        yield
    finally:
        signal.signal(signal.SIGINT, before)
