"""The table that leads from facts to clauses, and from a difference to the clauses behind it.

The table is ``coverage.toml``. It serves every rulebook, as the part of a clause's id after the prefix mostly means the same in each.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable
from importlib import resources
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from aceten.conformance.oracle.discrepancies import kind_of

if TYPE_CHECKING:
    from aceten_spec.rulebook import Rulebook

Facts: TypeAlias = frozenset[str]
"""What was the case at a moment, by name."""

REFUSED: Final = "refused:"
"""The fact of a refusal begins with it; the clause that refuses follows, without prefix."""

_ALLOWED: Final = ("legal", "refused")
"""The parts of an answer that say what may be done; the table says of which kind of action it is."""
_KINDS: Final = (
    "stop",
    "spice",
    "draw",
    "bid",
    "trump",
    "pass",
    "cards",
    "flip",
    "meld",
    "exchange",
    "close",
    "claim",
    "call",
)
"""The kinds of actions: first those that stand in place of cards, then cards, then what may be done beside playing one."""


class Link(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a fact says about clauses."""

    fact: str
    """The fact."""
    unless: str = ""
    """A fact by which the row says nothing."""
    clauses: tuple[str, ...]
    """The clauses at work when it holds: without prefix in every rulebook that has them, with one in that rulebook alone."""
    fields: tuple[str, ...]
    """The parts of an answer that go wrong when a program breaks them; a kind of action stands for whether it may be taken."""


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    links: tuple[Link, ...]


@functools.cache
def links() -> tuple[Link, ...]:
    """Return the table of facts and clauses, the most telling facts first."""
    text = resources.files("aceten.conformance.coverage").joinpath("coverage.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), _Table).links


def rule_clauses(rulebook: Rulebook) -> tuple[str, ...]:
    """Return the clauses of a rulebook that ask something of a program; names and conduct do not."""
    return tuple([clause.id for clause in rulebook.clauses if clause.subject == "rule"])


def clauses_of(rulebook: Rulebook, facts: Facts) -> tuple[str, ...]:
    """Return the clauses of a rulebook that are at work where these facts hold, in the order of the rulebook."""
    reached = {clause for link in _links_for(facts) for clause in link.clauses}
    return tuple([clause for clause in rule_clauses(rulebook) if clause in reached or short_id(clause) in reached])


def blame(rulebook: Rulebook, facts: Facts, field: str) -> tuple[str, ...]:
    """Return the clauses that most likely stand behind a difference in a part of an answer where these facts hold, likeliest first.

    :param field: the part, such as ``turn``, ``hands[2]`` or ``result.game_points``; ``legal`` and ``refused`` can say what is not
        agreed on, as in ``legal.stop`` (:func:`part_of`).
    """
    named = blame_alone(rulebook, facts, field)
    whole, _, detail = field.partition(".")
    return named if named or not detail else blame(rulebook, facts, whole)


def blame_alone(rulebook: Rulebook, facts: Facts, field: str) -> tuple[str, ...]:
    """Return the same for this part alone: none where the table knows no more than what stands behind ``result`` or ``legal``."""
    known = set(rule_clauses(rulebook))
    named = [
        clause
        for link in _links_for(facts)
        if any(_belongs(part, field) for part in link.fields)
        for short in link.clauses
        for clause in (short, f"{rulebook.prefix}-{short}")
        if clause in known
    ]
    return tuple(dict.fromkeys(named))


def part_of(field: str, actions: Iterable[str]) -> str:
    """Return the field with the most telling kind of the actions that are not agreed on.

    :param field: ``legal`` or ``refused``.
    :param actions: the actions as text.
    """
    kinds = {kind_of(action) for action in actions}
    return next((f"{field}.{kind}" for kind in _KINDS if kind in kinds), field)


def _belongs(part: str, field: str) -> bool:
    """Whether a field of the table is about a part of an answer; one that says no detail stands for all its details."""
    whole = field.partition("[")[0]
    name, _, detail = whole.partition(".")
    if name in _ALLOWED:
        return part == detail if detail else part in _KINDS
    return part in (name, whole) or (not detail and part.startswith(f"{name}."))


def short_id(clause: str) -> str:
    """Return the id of a clause without its prefix, by which every rulebook knows it."""
    return clause.partition("-")[2]


def _links_for(facts: Facts) -> list[Link]:
    """Return the rows of the table for these facts; the clause of a refusal comes before them, as nothing says more."""
    refusals = [fact for fact in sorted(facts) if fact.startswith(REFUSED)]
    return [
        *[Link(fact=fact, clauses=(fact.removeprefix(REFUSED),), fields=_KINDS) for fact in refusals],
        *[link for link in links() if link.fact in facts and link.unless not in facts],
    ]
