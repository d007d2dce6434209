"""``aceten review --seat``: what the actions of a player cost by what he knew."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

import aceten_solver
from aceten import Record, SeenRecord
from aceten_cli.frame.output import headed_table, print_sentence
from aceten_cli.frame.search_options import seat_asked
from aceten_solver import FairReview, Objective, Review
from aceten_solver.reviews.fair_verdicts import FairVerdicts
from aceten_spec.speech import say

if TYPE_CHECKING:
    from rich.console import Console


def fairly(
    record: Record | SeenRecord,
    objective: Objective | None,
    reviewed: Review | None,
    seat: str | None,
    worlds: int,
    seconds: float,
    stop: Callable[[], bool],
) -> FairReview:
    """Return what the actions of a player cost by what he knew.

    :param reviewed: what they cost with all cards known; ``None``: they are not.
    :raises UsageError: when there is no such seat.
    """
    own = seat_asked((record.view if isinstance(record, SeenRecord) else record.state).game, seat or "")
    return aceten_solver.review_fairly(
        record,
        own,
        objective,
        worlds=worlds,
        seconds=seconds,
        threads=os.cpu_count() or 1,
        reviewed=reviewed,
        stop=stop,
    )


def tell_fairly(out: Console, judged: FairReview, *, known: bool = True) -> None:
    """Print it as a table, and what it comes to.

    :param known: whether all cards are known, so that it can be said what was best then.
    """
    words = FairVerdicts(judged, known=known)
    if not judged.actions:
        out.print(words.told())
        return
    out.print()
    out.print(words.caption())
    table = headed_table()
    open_cost = (say("cost, all cards known"),) if known else ()
    for name in ("", say("played"), say("cost"), *open_cost, "", say("better")):
        table.add_column(name, justify="right" if name in {say("cost"), *open_cost, ""} else "left")
    for entry in judged.actions:
        table.add_row(
            f"{entry.number}.",
            words.done(entry),
            words.cost(entry),
            *((words.open_cost(entry),) if known else ()),
            words.judgement(entry),
            words.better(entry),
            style="bold" if words.wrong(entry) else "",
        )
    out.print(table)
    print_sentence(out, words.told())
