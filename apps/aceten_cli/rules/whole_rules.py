"""The rules of a game to read: how it is played, variations in words, and clauses by topic, with all that stands behind them or without."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from aceten_cli.rules.clause_texts import mark, print_decision, print_example, print_example_line, print_language
from aceten_spec.clauses.topics import topics
from aceten_spec.explanations import emphasised, explanation
from aceten_spec.options import told_values
from aceten_spec.speech import rule, say
from aceten_spec.stated_parameters import doubtful

if TYPE_CHECKING:
    from rich.console import Console

    from aceten_spec import Clause, Rulebook

_INDENT = (0, 0, 0, 2)


def print_explanation(out: Console, rulebook: Rulebook) -> None:
    """Print how a game is played, if that is written down."""
    for block in explanation(rulebook.id):
        out.print()
        match block.kind:
            case "heading":
                out.print(Text(block.texts[0], style="bold"))
                continue
            case "example":
                example = next(each for each in rulebook.examples if each.id == block.texts[0])
                out.print(Padding(Text(f"{say('Example')} {example.id}"), _INDENT))
                print_example_line(out, example)
            case "list":
                points = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1, 0, 0))
                for point in block.texts:
                    points.add_row("-", _styled(point))
                out.print(points)
            case "paragraph":
                out.print(_styled(block.texts[0]))


def _styled(text: str) -> Text:
    return Text.assemble(*[(part, "italic" if emphasis else "") for part, emphasis in emphasised(text)])


def print_variations(out: Console, rulebook: Rulebook) -> None:
    """Print what players may agree on, each value in a sentence; the rulebook's own stands first."""
    told = {name: option for name, option in rulebook.options.items() if option.means}
    if not told:
        return
    out.print()
    out.print(Text(say("Variations"), style="bold"))
    values = {name: told_values(rulebook, name) for name in told}
    width = max(len(value) for each in values.values() for value, _, _ in each)
    for name, option in told.items():
        out.print()
        out.print(Text(f"{name} ({option.clause})"))
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 2))
        table.add_column(no_wrap=True, min_width=width)
        table.add_column()
        for value, meant, own in values[name]:
            table.add_row(value, f"{meant} ({say('default')})" if own else meant)
        out.print(table)


def print_clauses(out: Console, rulebook: Rulebook, *, everything: bool = False) -> None:
    """Print the clauses by headings, the number of each at its side.

    :param everything: whether what was decided about a clause and the examples that show it follow on each.
    """
    marked = doubtful(rulebook)
    width = max(len(clause.id) for clause in rulebook.clauses)
    if everything:
        print_language(out)
    for heading, clauses in topics(rulebook).items():
        out.print()
        out.print(Text(rule(heading), style="bold"))
        if everything:
            for clause in clauses:
                out.print(clause_table(rulebook, [clause], marked, width))
                _print_behind(out, rulebook, clause)
        else:
            out.print(clause_table(rulebook, clauses, marked, width))


def _print_behind(out: Console, rulebook: Rulebook, clause: Clause) -> None:
    for decision in rulebook.decisions:
        if decision.clause == clause.id:
            print_decision(out, rulebook, decision)
    for example in rulebook.examples:
        if clause.id == example.clauses[0]:
            print_example(out, example)


def clause_table(
    rulebook: Rulebook, clauses: Iterable[Clause], marked: dict[str, tuple[str, ...]], width: int | None = None
) -> Table:
    """Return clauses, those marked that the parameters may make false."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, min_width=width)
    table.add_column()
    for clause in clauses:
        table.add_row(clause.id, rule(clause.text))
        if clause.id in marked:
            table.add_row("", Text(mark(rulebook, marked[clause.id]), style="yellow"))
    return table
