"""Answers of a run that are kept, by which it is judged what explains findings and what does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from aceten.conformance.findings.asker import Wrong
from aceten.conformance.findings.finding import key_of
from aceten.conformance.findings.marks import Key, Mark
from aceten.conformance.oracle.cases import OracleCase
from aceten_spec.protocol import Level, Reply

_RIGHT: Final = 60
"""So many right answers of a level are kept: the examples of the rulebook, which come first, and those that differ most."""
_WRONG: Final = 12
"""So many wrong answers of each kind and level; of matches, which are quickly looked at, as many as right ones."""


class Evidence:
    """Right and wrong answers of a run."""

    def __init__(self) -> None:
        """Begin with none."""
        self.right: Final[list[tuple[OracleCase, Reply]]] = []
        """Answers that were right."""
        self.wrong: Final[list[tuple[OracleCase, Reply, frozenset[Mark]]]] = []
        """Answers that were wrong, each with all in which it was."""
        self._keyed: list[tuple[Key, OracleCase, Reply]] = []
        self._counts: Counter[object] = Counter()

    def note(self, level: Level, case: OracleCase, reply: Reply | None, wrongs: tuple[Wrong, ...]) -> None:
        """Keep an answer, if few of its kind are kept."""
        if reply is None:
            return
        marks = frozenset([wrong.mark for wrong in wrongs])
        kind = level, case.game.players, marks
        self._counts[kind] += 1
        if self._counts[kind] > (_WRONG if marks and level != "match" else _RIGHT):
            return
        if marks:
            self.wrong.append((case, reply, marks))
            self._keyed += [(key_of(case, wrong), case, reply) for wrong in wrongs]
        else:
            self.right.append((case, reply))

    def alike(self, key: Key, keys: Mapping[Key, Key]) -> list[tuple[Mark, OracleCase, Reply]]:
        """Return the wrong answers that belong to a finding, each with what is wrong with it.

        :param keys: the key of the finding that was made of a wrong answer, by that of the answer.
        """
        return [(one.mark, case, reply) for one, case, reply in self._keyed if keys.get(one, one) == key]
