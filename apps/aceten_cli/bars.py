"""How many of many are done, on a terminal."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text
from typing_extensions import override

from aceten_cli.output import decimal
from aceten_cli.values import duration
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from rich.progress import Task


@contextlib.contextmanager
def bar(what: str, total: Callable[[], int | None], *, shown: bool) -> Generator[Callable[[], None]]:
    """Show how many of many are done, on a terminal only; yields what is to be called after each.

    :param total: says how many there are, ``None`` where that is not known; asked where it is shown.
    :param shown: whether to show it at all: nothing else may be printed on the terminal meanwhile but errors.
    """
    err = Console(stderr=True, highlight=False)
    if not (shown and err.is_terminal):
        yield lambda: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn

    class Pace(ProgressColumn):
        @override
        def render(self, task: Task) -> Text:
            return Text(_pace(task.speed, task.time_remaining))

    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), Pace())
    with Progress(*columns, console=err, transient=True, redirect_stdout=False) as told:
        task = told.add_task(what, total=total())
        yield lambda: told.advance(task)


def _pace(speed: float | None, seconds: float | None) -> str:
    """Return how many are done in a second, and how long the rest takes, as far as that is known."""
    if speed is None:
        return ""
    pace = say("{number} a second", number=decimal(speed, 1))
    return pace if seconds is None else say("{pace}, {time} left", pace=pace, time=duration(seconds))
