"""How what was measured is shown: medians and 95th percentiles, one row for each question."""

import statistics
from collections.abc import Callable, Sequence
from typing import NamedTuple

from benchmarks.core.asking import Asked
from rich.console import Console
from rich.table import Table

_WIDTH = 180
_CONSOLE = Console(width=_WIDTH, highlight=False)


class Figures(NamedTuple):
    """What was measured for one question, by position."""

    question: str
    """What was asked."""
    seconds: Sequence[float]
    """How long it took."""
    nodes: Sequence[int] = ()
    """How many positions were searched."""
    hits: Sequence[float] = ()
    """In which part of the cases a position that was looked for in the table was there."""
    other: Sequence[float] = ()
    """How long what it is compared with took."""
    unsettled: int = 0
    """How many more positions were not settled in time."""


def figures(
    question: str, rounds: Sequence[Sequence[Asked]], other: Sequence[Sequence[float]] = (), *, call: bool = False
) -> Figures:
    """Return the figures of positions that were asked about several times: the median of the times, in the core or of the whole call."""
    settled = [place for place in range(len(rounds[0])) if all(each[place].settled for each in rounds)]
    times = _medians([[one.call if call else one.core for one in each] for each in rounds])
    others = _medians(other)
    return Figures(
        question=question,
        seconds=[times[place] for place in settled],
        nodes=[rounds[0][place].nodes for place in settled],
        hits=[rounds[0][place].hits for place in settled],
        other=[others[place] for place in settled] if others else [],
        unsettled=len(times) - len(settled),
    )


def _medians(rounds: Sequence[Sequence[float]]) -> list[float]:
    return [statistics.median(times) for times in zip(*rounds, strict=True)]


def say(line: str) -> None:
    """Print a line."""
    _CONSOLE.print(line, markup=False)


def show(title: str, rows: Sequence[Figures], *, other: str = "") -> None:
    """Print the figures of several questions, and their ratios to what they are compared with, where there is anything."""
    if not rows:
        return
    table = Table(title=f"{title}: median (95th percentile)", title_justify="left", title_style="bold")
    table.add_column("question", no_wrap=True)
    for heading in ["positions", "nodes", "table hits", "time", *([other, f"time / {other}"] if other else [])]:
        table.add_column(heading, justify="right")
    for row in rows:
        settled = len(row.seconds)
        cells = [
            row.question,
            f"{settled} of {settled + row.unsettled}" if row.unsettled else f"{settled}",
            _spread(row.nodes, "{:,.0f}".format),
            _spread(row.hits, "{:.0%}".format),
            _spread(row.seconds, _time),
        ]
        if row.other:
            ratios = [own / other for own, other in zip(row.seconds, row.other, strict=True)]
            cells += [_spread(row.other, _time), _spread(ratios, "{:.3g}".format)]
        table.add_row(*cells)
    _CONSOLE.print(table)


def _time(seconds: float) -> str:
    return f"{seconds:.3g} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"


def _spread(numbers: Sequence[float], form: Callable[[float], str]) -> str:
    if not numbers:
        return ""
    tail = sorted(numbers)[round(0.95 * (len(numbers) - 1))]
    return f"{form(statistics.median(numbers))} ({form(tail)})"
