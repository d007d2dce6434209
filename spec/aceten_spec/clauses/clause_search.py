"""Clauses by words: of the rule itself, of what was decided about it, of the options that change it, and of the examples that show it."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Final, cast

import msgspec

from aceten_spec.clauses.topics import topic_of
from aceten_spec.names import unaccented
from aceten_spec.rulebook import Clause
from aceten_spec.speech import language, rule

if TYPE_CHECKING:
    from aceten_spec.rulebook import Rulebook

_STEMMED: Final = {"en": "english", "de": "german", "hu": "hungarian"}

_CALLED: Final = {
    **dict.fromkeys(("twenty", "zwanzig", "zwanziger", "20er", "husz"), "20"),
    **dict.fromkeys(("forty", "vierzig", "vierziger", "40er", "negyven"), "40"),
    **dict.fromkeys(("adu", "utokartya"), "tromf"),
    "atout": "trumpf",
    "bummerl": "partie",
    "tauschen": "tauscht",
    "ansagen": "paar",
    "ausmelden": "genug",
}
"""What players call what clauses call otherwise, without accents: a clause with either has the word."""


class FoundClause(msgspec.Struct, frozen=True):
    """A clause in which words were looked for, or about which they are said."""

    clause: Clause
    """The clause."""
    beside: tuple[str, ...] = ()
    """The texts about it in which the words stand, where they do not stand in the clause; in the language in force, if there is one."""


def clauses_with(rulebook: Rulebook, words: str) -> list[FoundClause]:
    """Return the clauses in whose text, decision, options or examples all these words stand, in some form.

    Accents and capitals do not matter; words of the language in force and English ones are found. First come those in whose own text
    the words stand.
    """
    wanted = unaccented(words).split()
    found: list[FoundClause] = []
    for clause in rulebook.clauses:
        own = [rule(clause.text), clause.text, rule(topic_of(clause.id)), topic_of(clause.id)]
        beside = list(_beside(rulebook, clause.id))
        if all(any(_stands(word, text) for text in own) for word in wanted):
            found.append(FoundClause(clause))
        elif all(any(_stands(word, text) for text in (*own, *beside)) for word in wanted):
            new = [word for word in wanted if not any(_stands(word, text) for text in own)]
            shown = [text for text in beside if any(_stands(word, text) for word in new)]
            found.append(FoundClause(clause, tuple(dict.fromkeys(map(rule, shown)))))
    return sorted(found, key=lambda each: bool(each.beside))


def _beside(rulebook: Rulebook, clause: str) -> Iterator[str]:
    """Yield all that is said about a clause."""
    for decision in rulebook.decisions:
        if decision.clause == clause:
            yield from (decision.question, decision.reason, *[other.text for other in decision.alternatives])
    for name, option in rulebook.options.items():
        if option.clause == clause:
            yield name.replace("_", " ")
            for meant in option.means.values():
                yield meant
                yield rule(meant)
    yield from (example.title for example in rulebook.examples if clause in example.clauses)


def _stands(word: str, text: str) -> bool:
    """Whether a word stands in a text, as it is, in another form, or as clauses call it."""
    plain = unaccented(text)
    if word in plain or _CALLED.get(word, word) in plain:
        return True
    forms = set(re.findall(r"\w+", plain))
    return any(
        stem(word) in {stem(form) for form in forms} for stem in (_stemmer("english"), _stemmer(_STEMMED[language()]))
    )


@functools.cache
def _stemmer(spoken: str) -> Callable[[str], str]:
    made = import_module("snowballstemmer").stemmer(spoken)  # nothing else needs it, and it says nothing of types
    stem = cast("Callable[[str], str]", made.stemWord)
    return functools.lru_cache(maxsize=8192)(stem)
