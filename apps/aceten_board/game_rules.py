"""The rules at hand: a clause with what stands behind it, and clauses by their words."""

from __future__ import annotations

from typing import Annotated

import msgspec

from aceten import UsageError
from aceten_board.bodies import Spoken
from aceten_board.kits import game_named
from aceten_spec import Clause, Rulebook
from aceten_spec.clauses.clause_search import clauses_with
from aceten_spec.clauses.sources import citations
from aceten_spec.errors import shown
from aceten_spec.speech import rule, say

MOST = 200
"""More clauses are not told at once."""


class AskedRules(Spoken, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What do the rules say?"""

    game: Annotated[str, msgspec.Meta(max_length=100)]
    """The game, as a position line begins."""
    clause: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    """The id of a clause; ``None``: those with the words."""
    words: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """What has to stand in them; nothing: all."""


class Rule(msgspec.Struct, frozen=True):
    """A clause."""

    clause: str
    """Its id."""
    text: str
    sources: tuple[str, ...]
    """Where it stands, in words."""
    question: str | None
    """What was asked where the sources leave it open; ``None``: nothing was."""
    reason: str | None
    """Why it was answered so."""


class Rules(msgspec.Struct, frozen=True):
    """Clauses of a game."""

    title: str
    rules: tuple[Rule, ...]


def rules(asked: AskedRules) -> Rules:
    """Return a clause, or those in which all words stand.

    :raises AcetenError: for a game or a clause that there is not, or where no clause has the words.
    """
    book = game_named(asked.game).rulebook
    found = (
        [each.clause for each in clauses_with(book, asked.words)]
        if asked.clause is None
        else [_clause(book, asked.clause)]
    )
    if not found:
        raise UsageError(say("no clause has all of these words: {words}", words=shown(asked.words, 80)))
    return Rules(book.called, tuple([_rule(book, clause) for clause in found[:MOST]]))


def _clause(book: Rulebook, name: str) -> Clause:
    try:
        return book.clause(name.upper())
    except KeyError as error:
        raise UsageError(say("{game} has no clause {name!r}", game=book.id, name=shown(name, 40))) from error


def _rule(book: Rulebook, clause: Clause) -> Rule:
    decision = next((each for each in book.decisions if each.clause == clause.id), None)
    return Rule(
        clause.id,
        rule(clause.text),
        citations(book, clause.sources),
        None if decision is None else decision.question,
        None if decision is None else decision.reason,
    )
