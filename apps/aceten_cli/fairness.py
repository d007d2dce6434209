"""``aceten review --seat``: what the actions of a player cost by what he knew."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from rich.table import Table

import aceten_solver
from aceten import SeenRecord, UsageError, naming
from aceten.naming import either, seat_name
from aceten.telling import telling
from aceten_cli.output import decimal
from aceten_spec.speech import say, say_counted, to_say

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from aceten import Record
    from aceten_solver import FairAction, FairReview, Objective, Review

_JUDGED: Final = {
    "right": to_say("right"),
    "unlucky": to_say("unlucky, not wrong"),
    "lucky": to_say("lucky, not right"),
    "wrong": to_say("wrong"),
    None: "",
}


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
    players = (record.view if isinstance(record, SeenRecord) else record.state).game.players
    own = naming.seat_named(seat or "", players)
    if own is None:
        raise UsageError(say("--seat {seat}: expected A to {last}", seat=seat, last=naming.SEATS[players - 1]))
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
    who = seat_name(judged.seat)
    if not judged.actions:
        out.print(say("{who} never had a choice, or no deal was solved in the time that there was.", who=who))
        return
    out.print()
    out.print(
        say("What {who} did, by what {who} knew: means over deals that fit, solved with all cards known", who=who)
    )
    table = Table(title=None, box=None, pad_edge=False, header_style="italic")
    open_cost = (say("cost, all cards known"),) if known else ()
    for name in ("", say("played"), say("cost"), *open_cost, "", say("better")):
        table.add_column(name, justify="right" if name in {say("cost"), *open_cost, ""} else "left")
    digits = 1 if judged.objective == "points" else 2
    for entry in judged.actions:
        words = telling(entry.advice.view)
        wrong = _wrong(entry, known=known)
        judgement = entry.judgement or (None if known else "wrong" if wrong else "right")
        table.add_row(
            f"{entry.number}.",
            words.done(entry.action),
            _cost(entry, digits),
            *(("" if entry.open_cost is None else str(entry.open_cost),) if known else ()),
            say(_JUDGED[judgement]) if judgement else "",
            either(words.choice(action) for action in entry.best) if wrong else "",
            style="bold" if wrong else "",
        )
    out.print(table)
    out.print(_told(judged, who, known=known), soft_wrap=not out.is_terminal)


def _cost(entry: FairAction, digits: int) -> str:
    told = decimal(entry.cost, digits)
    return told if not entry.error else say("{number} ± {error}", number=told, error=decimal(entry.error, digits))


def _wrong(entry: FairAction, *, known: bool) -> bool:
    """Whether another action was better by what was known; where all cards are, that is said only beside what it cost then."""
    return entry.judgement in {"wrong", "lucky"} if known else entry.cost > entry.error


def _told(judged: FairReview, who: str, *, known: bool) -> str:
    """Return how many actions were wrong by what was known, and how many unlucky."""
    wrong = sum(_wrong(entry, known=known) for entry in judged.actions)
    unlucky = sum(entry.judgement == "unlucky" for entry in judged.actions)
    told = say_counted("{who} was wrong {number} time", "{who} was wrong {number} times", wrong, who=who)
    if not known:
        return say("{told}. What was best with open cards cannot be said.", told=told)
    return say(
        "{told}, and {unlucky}.",
        told=told,
        unlucky=say_counted("unlucky {number} time", "unlucky {number} times", unlucky),
    )
