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
    **dict.fromkeys(("tromf", "utokartya"), "adu"),
    "adulap": "felutott",
    "renonsz": "szinre szint",
    "atout": "trumpf",
    "bummerl": "partie",
    "tauschen": "tauscht",
    "ansagen": "paar",
    "ausmelden": "genug",
}
"""What players call what clauses call otherwise, without accents: a clause with either has the word."""


_FAMILIES: Final = {
    "en": (
        r"draw\w*|drew",
        r"beat\w*",
        r"lead(s|ing|ers?)?|led",
        r"deal(s|ing|ers?|t)?",
        r"tak(es?|ing|en)|took",
        r"hold(s|ing)?|held",
    ),
    "de": (
        r"stech\w*|sticht|stach(en)?|gestochen",
        r"zieh\w*|zog(en)?|gezogen",
        r"gib(s?t)|geben|gab(en)?|gegeben",
        r"biete\w*|gebot\w*",
    ),
    "hu": (
        r"betakar\w*",
        r"bemond\w*",
        r"bejelent\w*",
        r"licit\w*",
        r"passz\w*",
        r"csere\w*",
        r"(ki)?oszt\w*",
        r"huz\w*",
        r"(el)?vi(sz|tt|nn)\w*",
    ),
}
"""Words in all forms of which the same is meant, without accents, where no stemmer puts them together."""
_PARTICIPLE: Final = re.compile(r"(\w*?)ge(\w{3,})(?:t|en)|(\w{4,})t")
"""German: *zugedreht* is said of *zudrehen*, and *bedient* of *bedienen*."""


_SHORT: Final = 4
"""What has fewer letters is looked for at the beginning of words alone: *20* does not stand in *120*, nor *led* in *settled*."""


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
    for said in (word, _CALLED.get(word, word)):
        if said in plain if len(said) >= _SHORT else re.search(rf"\b{re.escape(said)}", plain):
            return True
    forms = set(re.findall(r"\w+", plain))
    stems = (_stemmer("english"), _stemmer(_STEMMED[language()]), _family)
    return any(stem(word) in {stem(form) for form in forms} for stem in stems)


def _family(word: str) -> str:
    """Return what all forms of a word have in common, in English and in the language in force."""
    for family in (*_FAMILIES["en"], *_FAMILIES[language()]):
        if re.fullmatch(family, word):
            return family
    if language() == "de" and (found := _PARTICIPLE.fullmatch(word)):
        return _stemmer("german")("".join(part or "" for part in found.groups()) + "en")
    return _stemmer(_STEMMED[language()])(word)


@functools.cache
def _stemmer(spoken: str) -> Callable[[str], str]:
    made = import_module("snowballstemmer").stemmer(spoken)  # nothing else needs it, and it says nothing of types
    stem = cast("Callable[[str], str]", made.stemWord)
    return functools.lru_cache(maxsize=8192)(stem)
