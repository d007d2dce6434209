"""How many of many are done, on a terminal."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Final

from rich.text import Text
from typing_extensions import override

from aceten_cli.frame.consoles import PlainConsole
from aceten_cli.frame.durations import duration
from aceten_spec.speech import decimal, grouped, say

if TYPE_CHECKING:
    from rich.progress import Task

_FRACTION: Final = 10
"""Fewer a second are told with a decimal."""
_SECONDS: Final = 120
"""Over so long it is measured how many are done in a second."""


@contextlib.contextmanager
def bar(what: str, total: Callable[[], int | None], *, shown: bool) -> Generator[Callable[[int], None]]:
    """Show how many of many are done, on a terminal only; yields what is to be told how many more are.

    What is told first says nothing about how fast it goes: it may have been done before.

    :param total: says how many there are, ``None`` where that is not known; asked where it is shown.
    :param shown: whether to show it at all: nothing else may be printed on the terminal meanwhile but errors.
    """
    err = PlainConsole(stderr=True)
    if not (shown and err.is_terminal):
        yield lambda _more: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn
    from rich.table import Column

    class Pace(ProgressColumn):
        @override
        def render(self, task: Task) -> Text:
            return Text(_pace(task.speed, task.time_remaining))

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        Pace(Column(no_wrap=True)),
    )
    with Progress(*columns, console=err, transient=True, redirect_stdout=False, speed_estimate_period=_SECONDS) as told:
        task = told.add_task(what, total=total())
        yield lambda more: told.advance(task, more)


def _pace(speed: float | None, seconds: float | None) -> str:
    """Return how many are done in a second, and how long the rest takes, as far as that is known."""
    if speed is None:
        return ""
    pace = say("{number} a second", number=grouped(round(speed)) if speed >= _FRACTION else decimal(speed, 1))
    return pace if seconds is None else say("{pace}, {time} left", pace=pace, time=duration(seconds))
