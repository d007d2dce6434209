"""A whole hunt, and what is told of it: how many mutants of each function were noticed, and which were not."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import TYPE_CHECKING, Final, cast

from rich.table import Column, Table
from rich.text import Text
from tools.mutants.hunt import Fate, Hunt, followed, hunts_of, hunts_with_options

from aceten_cli.frame.output import progress
from aceten_spec.speech import decimal, say, to_say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.console import Console

    from aceten_spec import Rulebook

_VERDICTS: Final = {
    "refuted": to_say("refuted"),
    "not proved": to_say("not proved"),
    "equivalent": to_say("equivalent"),
    "survived": to_say("survived"),
}
"""What is said of a mutant."""
_STYLES: Final = {"refuted": "green", "not proved": "green", "equivalent": "cyan", "survived": "bold red"}


def hunted(
    games: Sequence[tuple[Rulebook, int]],
    chosen: Sequence[str],
    work: Callable[..., Iterator[object]],
    tell: Callable[[Fate], None],
) -> list[Fate]:
    """Return the fates of the mutants of what some theorems and obligations are about; empty: of all.

    :param work: what maps a function over tasks in their order, perhaps in many processes.
    :param tell: is given each fate as soon as it is known.
    """
    fates: list[Fate] = []
    left: list[str] = []

    def follow(hunts: list[Hunt]) -> Iterator[Fate]:
        return itertools.chain.from_iterable(cast("Iterator[list[Fate]]", work(followed, hunts)))

    def keep(fate: Fate) -> None:
        fates.append(fate)
        tell(fate)

    with progress(say("hunting mutants")):
        hunts = hunts_of(games, chosen, work)
        for fate in follow(hunts):
            if fate.verdict == "survived":
                left.append(fate.id)
            else:
                keep(fate)
        for fate in follow(hunts_with_options(hunts, left, games, work)):
            keep(fate)
    return fates


def print_fates(out: Console, fates: Sequence[Fate]) -> None:
    """Print how many mutants of each function came to what, which did the same as the original, and which survived."""
    table = Table(Column(say("function"), overflow="fold"), box=None, padding=(0, 2, 0, 0))
    for verdict in _STYLES:
        table.add_column(say(_VERDICTS[verdict]), justify="right", style=_STYLES[verdict])
    in_order = sorted(fates, key=lambda fate: fate.function)
    for function, group in itertools.groupby(in_order, key=lambda fate: fate.function):
        counts = Counter[str](fate.verdict for fate in group)
        table.add_row(function, *[str(counts[verdict]) for verdict in _STYLES])
    out.print(table)
    for fate in fates:
        if fate.verdict == "survived":
            out.print(Text(f"{say(_VERDICTS[fate.verdict])}: {fate.id}: {fate.before}  ->  {fate.after}", style="red"))
        elif fate.verdict == "equivalent":
            out.print(
                Text(
                    f"{say(_VERDICTS[fate.verdict])}: {fate.id}: {fate.before}  ->  {fate.after}: {fate.by}",
                    style="cyan",
                )
            )
    caught = sum(fate.verdict != "survived" for fate in fates)
    of_formulas = sum(fate.of_formula for fate in fates)
    if fates:
        out.print(
            say(
                "{functions} mutants of functions and {formulas} of formulas, {caught} refuted, not proved or equivalent: {share} %",
                functions=len(fates) - of_formulas,
                formulas=of_formulas,
                caught=caught,
                share=decimal(100 * caught / len(fates), 1),
            )
        )
