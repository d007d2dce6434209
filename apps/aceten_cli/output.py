"""The standard streams: where output goes, how it looks, and how errors are shown."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import signal
import sys
import threading
from typing import TYPE_CHECKING, Final, TextIO, cast

import msgspec
from rich.console import Console
from rich.text import Text
from typing_extensions import override

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from aceten import Card, Result


_LAST: Final = 2
"""The number of the last of them."""


class _Closed(io.TextIOBase):
    """Standard output that is closed: nothing can be written to it."""

    @override
    def write(self, text: str, /) -> int:
        raise OSError(errno.EBADF, "standard output is closed")


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


DONE: Final = 0
"""Exit status: what was asked for is done."""
NEGATIVE: Final = 1
"""Exit status: the answer is no, or it was not found within the budget."""
BAD_INPUT: Final = 2
"""Exit status: the input is wrong."""
INTERRUPTED: Final = 130
"""Exit status: Ctrl-C, as shells report it."""

_PROGRESS_AFTER: Final = 1.0
_COLOURS: Final = {"c": "green", "s": "cyan", "h": "red", "d": "yellow"}
_IN_SENTENCES: Final = re.compile(r"\b[2-9TJQKA]([cshd])\b")


def console() -> Console:
    """Return the console for results: standard output, without highlighting of its own."""
    return Console(highlight=False, markup=False)


def print_line(text: str) -> None:
    """Print text as it is, for other programs to read."""
    sys.stdout.write(text + "\n")


def print_json(value: object) -> None:
    """Print a value as one line of JSON."""
    print_line(msgspec.json.encode(value).decode())


def result_json(result: Result | None) -> dict[str, object] | None:
    """Return a result as JSON has it, with the trump suit by its letter."""
    if result is None:
        return None
    plain: dict[str, object] = msgspec.to_builtins(result)
    return plain | {"trump": None if result.trump is None else result.trump.letter}


def card_text(card: Card) -> Text:
    """Return a card as its notation, coloured by suit."""
    text = str(card)
    return Text(text, style=_COLOURS.get(text[1:], "bold"))


def cards_text(cards: tuple[Card, ...]) -> Text:
    """Return cards side by side."""
    return Text(" ").join(map(card_text, cards)) if cards else Text("-", style="dim")


def coloured(sentence: str) -> Text:
    """Return a sentence with the cards in it coloured that have a suit."""
    text = Text(sentence)
    for card in _IN_SENTENCES.finditer(sentence):
        text.stylize(_COLOURS[card[1]], *card.span())
    return text


def print_error(message: str) -> None:
    """Print an error for a person, on standard error; where that cannot be, the exit status says it alone."""
    try:
        Console(stderr=True, highlight=False, soft_wrap=True).print(Text("error: ", style="bold red") + Text(message))
    except OSError:
        discard(sys.stderr)


@contextlib.contextmanager
def progress(what: str) -> Generator[Callable[[int], None] | None]:
    """Show how far a long computation is, on a terminal only and after a second; yields what is to be called with a count."""
    err = Console(stderr=True, highlight=False)
    if not err.is_terminal:
        yield None
        return
    status = err.status(f"{what} ...")
    timer = threading.Timer(_PROGRESS_AFTER, status.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda count: status.update(f"{what} ... {count:,} positions")
    finally:
        timer.cancel()
        status.stop()


@contextlib.contextmanager
def interruptible() -> Generator[Callable[[], bool]]:
    """Let Ctrl-C end a computation in good order: yields a function that says whether it was pressed.

    Pressed a second time it ends the program at once. A program that was started to ignore it, as shells do in the background, does.
    """
    pressed = threading.Event()

    def press(_signal: int, _frame: object) -> None:
        pressed.set()
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
