"""Answers of a run that are kept, by which it is judged what explains findings and what does not."""

from __future__ import annotations

from collections import Counter
from typing import Final

from aceten.conformance.findings.asker import Wrong
from aceten.conformance.findings.marks import Mark
from aceten.conformance.oracle.cases import OracleCase
from aceten_spec.protocol import Level, Reply

_RIGHT: Final = 60
"""So many right answers of a level are kept: the examples of the rulebook, which come first, and those that differ most."""
_WRONG: Final = 12
"""So many wrong answers of each kind and level."""


class Evidence:
    """Right and wrong answers of a run."""

    def __init__(self) -> None:
        """Begin with none."""
        self.right: Final[list[tuple[OracleCase, Reply]]] = []
        """Answers that were right."""
        self.wrong: Final[list[tuple[OracleCase, Reply, frozenset[Mark]]]] = []
        """Answers that were wrong, each with all in which it was."""
        self._counts: Counter[object] = Counter()

    def note(self, level: Level, case: OracleCase, reply: Reply | None, wrongs: tuple[Wrong, ...]) -> None:
        """Keep an answer, if few of its kind are kept."""
        if reply is None:
            return
        marks = frozenset([wrong.mark for wrong in wrongs])
        kind = level, case.game.players, marks
        self._counts[kind] += 1
        if self._counts[kind] > (_WRONG if marks else _RIGHT):
            return
        if marks:
            self.wrong.append((case, reply, marks))
        else:
            self.right.append((case, reply))
