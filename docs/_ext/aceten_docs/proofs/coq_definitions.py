"""The definitions of Coq that name clauses: those whose comment has them in its "Clauses:" line."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from aceten.tracing import cited, means_the_same
from aceten_docs.python.naming_tests import ROOT
from aceten_spec import Rulebook
from aceten_spec.rulebook import MatchingParameters

FILES: Final = Path(ROOT, "spec", "rocq")
"""Where they are."""
FOLDER: Final = "source/rocq"
"""The folder of the pages that show them."""

_STATED: Final = re.compile(
    r"^\(\*\* (?P<comment>(?:(?!\*\)).)*)\*\)\n(?:Definition|Fixpoint|Inductive|Record|Theorem|Lemma) (?P<name>\w+)",
    re.DOTALL | re.MULTILINE,
)


class Stated(NamedTuple):
    """A definition, or a theorem, with the comment before it."""

    file: str
    """The file, without its ending."""
    name: str
    """Its name."""
    line: int
    """The line, counted from 1, at which its comment begins."""
    clauses: frozenset[str]
    """The clauses that it names."""


@cache
def stated_in_coq() -> tuple[Stated, ...]:
    """Return what names a clause, file by file."""
    return tuple(
        Stated(file.stem, found["name"], text.count("\n", 0, found.start()) + 1, frozenset(clauses))
        for file in sorted(FILES.glob("*.v"))
        for text in [file.read_text(encoding="utf-8")]
        for found in _STATED.finditer(text)
        if (clauses := cited(" ".join(found["comment"].split())))
    )


@cache
def _kind(file: str) -> str:
    """Return of which games a file speaks, by the rules that it has: ``Rules``, ``SuitRules`` or, of any, nothing."""
    text = Path(FILES, f"{file}.v").read_text(encoding="utf-8")
    required = {name for line in re.findall(r"^From Aceten Require [^.]*", text, re.MULTILINE) for name in line.split()}
    return next((name for name in ("SuitRules", "Rules") if name in {file, *required}), "")


def naming_in_coq(rulebook: Rulebook, clause: str) -> list[Stated]:
    """Return what names a clause, in this rulebook or in another that has it, of the kind of games that this one is."""
    own = "Rules" if isinstance(rulebook.parameters, MatchingParameters) else "SuitRules"
    return [
        each
        for each in stated_in_coq()
        if _kind(each.file) in ("", own) and any(means_the_same(clause, other) for other in each.clauses)
    ]
