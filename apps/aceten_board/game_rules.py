"""The rules at hand: a clause with what stands behind it, and clauses by their words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from typing import Annotated

import msgspec

from aceten import UsageError
from aceten_board.bodies import Spoken
from aceten_board.kits import game_named
from aceten_spec import Clause, Rulebook
from aceten_spec.clauses.clause_search import clauses_with
from aceten_spec.clauses.sources import citations
from aceten_spec.errors import shown
from aceten_spec.explanations import emphasised, explanation
from aceten_spec.speech import language, rule, say

MOST = 200
"""More clauses are not told at once."""
NEAREST = 8
"""So many are told where none has all words."""
_SHORT = 4
"""Words with fewer letters say nothing of a rule."""


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
    """What was asked where the sources leave it open; ``None``: nothing was, or not in this language."""
    reason: str | None
    """Why it was answered so."""


class Rules(msgspec.Struct, frozen=True):
    """Clauses of a game."""

    title: str
    rules: tuple[Rule, ...]
    played: tuple[tuple[str, str], ...] = ()
    """How the game is played, in short, headings (``h3``) and paragraphs (``p``); nothing where clauses were sought."""


def rules(asked: AskedRules) -> Rules:
    """Return a clause, or those in which all words stand.

    Where no clause has all of the words, those are told that have most of them, and the rarest.

    :raises AcetenError: for a game or a clause that there is not, or where no clause has any of the words.
    """
    book = game_named(asked.game).rulebook
    found = _with_words(book, asked.words) if asked.clause is None else [_clause(book, asked.clause)]
    if not found:
        raise UsageError(say("no clause has one of these words: {words}", words=shown(asked.words, 80)))
    played = () if asked.words or asked.clause else tuple(_played(book.id))
    return Rules(book.called, tuple([_rule(book, clause) for clause in found[:MOST]]), played)


def _played(name: str) -> Iterator[tuple[str, str]]:
    """Yield how a game is played, without the pictures and what is said of them."""
    blocks = explanation(name)
    for block, after in zip_longest(blocks, blocks[1:]):
        if block.kind != "example" and (after is None or after.kind != "example"):
            kind = "h3" if block.kind == "heading" else "p"
            yield from ((kind, "".join(part for part, _ in emphasised(text))) for text in block.texts)


def _with_words(book: Rulebook, words: str) -> list[Clause]:
    """Return the clauses with all of the words, or else the nearest ones: words that stand in few clauses say more."""
    asked: list[str] = re.findall(r"\w+", words)
    found = [each.clause for each in clauses_with(book, " ".join(asked))]
    if found:
        return found
    near: Counter[str] = Counter()
    for word in asked:
        having = [each.clause.id for each in clauses_with(book, word)]
        if len(word) >= _SHORT or word.isdecimal():
            near.update({clause: NEAREST * len(book.clauses) // len(having) for clause in having})
    return [book.clause(clause) for clause, _ in near.most_common(NEAREST)]


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
        None if decision is None or language() != "en" else decision.question,
        None if decision is None or language() != "en" else decision.reason,
    )
