"""How results look: cards and tables on a console, JSON, and how far a long computation is."""

from __future__ import annotations

import contextlib
import re
import threading
from typing import TYPE_CHECKING, Final

import msgspec
from rich.console import Console
from rich.text import Text

from aceten_cli.streams import print_line

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from aceten import Card, Result


_PROGRESS_AFTER: Final = 1.0
_COLOURS: Final = {"c": "green", "s": "cyan", "h": "red", "d": "yellow"}
_IN_SENTENCES: Final = re.compile(r"\b[2-9TJQKA]([cshd])\b")


def console() -> Console:
    """Return the console for results: standard output, without highlighting of its own."""
    return Console(highlight=False, markup=False)


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
