"""Answers of the solver as a terminal shows them."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from aceten import State, View
from aceten.words import telling
from aceten_cli.frame.output import headed_table, print_sentence, unbroken
from aceten_solver.answers.told_tables import Told, ToldTable
from aceten_solver.hidden.rule_of_thumb import by_thumb, greedy
from aceten_spec.speech import say


def guess_words(seen: State | View) -> str:
    """Return what is likely best as long as nothing is known of it: a guess."""
    action = by_thumb(seen) if isinstance(seen, State) else greedy(seen)
    return say("by the rule of thumb, a guess: {action}", action=telling(seen).choice(action))


def drawn(told: ToldTable) -> Table:
    """Return a table of an answer as a terminal shows it: what stands out is bold, and play is broken at its commas alone."""
    table = headed_table() if told.headings else Table.grid(padding=(0, 2))
    for heading in told.headings:
        table.add_column(heading.text, justify="right" if heading.right else "left")
    for row in told.rows:
        cells = row.cells if told.headings else (*map(unbroken, row.cells[:-1]), row.cells[-1])
        table.add_row(*map(Text, cells), style="bold" if row.strong else "")
    return table


def print_told(out: Console, told: Iterable[Told]) -> None:
    """Print an answer: its tables, and its sentences as :func:`print_sentence` does."""
    for each in told:
        if isinstance(each, ToldTable):
            out.print(drawn(each))
        else:
            print_sentence(out, each)
