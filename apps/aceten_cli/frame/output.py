"""How results look: cards and tables on a console, JSON, and how far a long computation is."""

from __future__ import annotations

import contextlib
import contextvars
import io
import json
import re
import sys
import threading
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Final, TextIO, cast

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text
from typing_extensions import override

from aceten.vocabulary.naming import seat_name
from aceten_cli.frame.consoles import PlainConsole
from aceten_cli.frame.streams import print_line
from aceten_spec.speech import grouped, say
from aceten_spec.texts.visible_text import visible_json

if TYPE_CHECKING:
    from aceten import Card, Result


_PROGRESS_AFTER: Final = 0.5
_COLOURS: Final = {"c": "bold", "s": "bold #22873b", "h": "bold #e12a39", "d": "bold #937008"}
"""The colours of suits, as pictures have them (:mod:`aceten.pictures.sheets`); these can be read on black as well as on white."""
_TRAILING: Final = re.compile(r" +(?=\n|$)")
_KEPT: Final = "\N{NO-BREAK SPACE}"
_IN_SENTENCES: Final = re.compile(r"\b[2-9TJQKA]([cshd])\b")


class _Trimmed(io.TextIOBase):
    """Standard output for pipes and files: tables have no blanks at the ends of their lines."""

    @property
    @override
    def encoding(self) -> str:  # type: ignore[override] # it is one in CPython
        return sys.stdout.encoding

    @override
    def write(self, text: str, /) -> int:
        return sys.stdout.write(_TRAILING.sub("", text.replace(_KEPT, " ")))

    @override
    def flush(self) -> None:
        sys.stdout.flush()


def console() -> PlainConsole:
    """Return the console for results: standard output."""
    return PlainConsole(file=None if sys.stdout.isatty() else cast("TextIO", _Trimmed()))


def print_sentence(out: Console, sentence: str | Text) -> None:
    """Print a sentence, which a terminal shows on several lines where it is too long, broken between words."""
    out.print(sentence, soft_wrap=not out.is_terminal)


def headed_table(*headings: str) -> Table:
    """Return a table without lines, in which headings stand in italics."""
    return Table(*headings, box=None, pad_edge=False, header_style="italic")


def choices_table(seat: int) -> Table:
    """Return a table of what a player may do; the first column has a mark for what is best, and others say what it comes to."""
    return headed_table("", say("{who} plays", who=seat_name(seat)))


def unbroken(moves: str) -> str:
    """Return play that is broken into lines at its commas alone; in a pipe blanks are blanks again."""
    return ", ".join(move.replace(" ", _KEPT) for move in moves.split(", "))


def print_json(value: object) -> None:
    """Print a value as one line of JSON, in which nothing is that a terminal would obey."""
    try:
        text = msgspec.json.encode(value).decode()
    except UnicodeEncodeError:  # the name of a file or a program may be no text; it is written as Python reads it
        text = json.dumps(msgspec.to_builtins(value), ensure_ascii=False, separators=(",", ":"))
    print_line(visible_json(text))


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
    return Text(" ").join(map(card_text, cards)) if cards else Text("-")


def coloured(sentence: str) -> Text:
    """Return a sentence with the cards in it coloured that have a suit."""
    text = Text(sentence)
    for card in _IN_SENTENCES.finditer(sentence):
        text.stylize(_COLOURS[card[1]], *card.span())
    return text


@contextlib.contextmanager
def progress(what: str, known: Callable[[], str] | None = None) -> Generator[Callable[[int], None] | None]:
    """Show how far a long computation is, on a terminal only and after a moment; yields what is to be called with a count.

    :param known: says what is known by then; asked each time that it is shown, and in another thread at first.
    """
    err = PlainConsole(stderr=True)
    if not err.is_terminal:
        yield None
        return
    status = err.status("")
    shown = threading.Event()

    def show(told: str) -> None:
        status.update(Text(told if known is None else f"{told}; {known()}"))

    def begin() -> None:
        show(f"{what} ...")
        status.start()
        shown.set()

    def tell(count: int) -> None:
        if shown.is_set():
            show(say("{what} ... {count} positions", what=what, count=grouped(count)))

    timer = threading.Timer(_PROGRESS_AFTER, contextvars.copy_context().run, [begin])  # it speaks the same language
    timer.daemon = True
    timer.start()

    try:
        yield tell
    finally:
        timer.cancel()
        timer.join()  # where it is just being shown
        status.stop()
