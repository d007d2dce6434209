"""The deals in a file of records, and what is wrong with others in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import aceten
from aceten import AcetenError, MatchRecord, Record, SeenRecord
from aceten.notation.record import hidden

if TYPE_CHECKING:
    from aceten import AnyRecord
    from aceten_spec import Rulebook


class DealsFound(NamedTuple):
    """What is in a file."""

    deals: tuple[Record, ...]
    problems: tuple[AcetenError, ...]
    """What is wrong with other records in it."""


def deals_in(text: str, rules: Rulebook | None) -> DealsFound:
    """Return the deals of all records in a text, and what is wrong with others."""
    deals, problems = list[Record](), list[AcetenError]()
    for record in aceten.read_records(text, rules=rules):
        try:
            deals += _deals_of(record)
        except AcetenError as error:
            problems.append(error)
    return DealsFound(tuple(deals), tuple(problems))


def _deals_of(record: AnyRecord | AcetenError) -> tuple[Record, ...]:
    """Return the deals of a record.

    :raises AcetenError: when it cannot be read, or cards are hidden.
    """
    if isinstance(record, AcetenError):
        raise record
    if isinstance(record, SeenRecord):
        raise hidden(1)
    return record.deals if isinstance(record, MatchRecord) else (record,)
