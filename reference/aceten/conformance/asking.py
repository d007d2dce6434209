"""Asking a program about a case: whether its answer is right, and whether it stays the same."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import msgspec

from aceten.conformance.comparing import Difference, differences, said
from aceten.conformance.program import ProgramError, Trouble
from aceten.conformance.report import Kind
from aceten_spec.errors import shown
from aceten_spec.protocol import Failed, Skipped

if TYPE_CHECKING:
    from aceten.conformance.cases import Case
    from aceten.conformance.program import Program

_AGAIN: Final = 3
"""How often a question is asked again, to see whether the answer is steady."""
_QUOTED: Final = 300
"""How many characters are quoted of what a program wrote to its standard error."""


class Wrong(msgspec.Struct, frozen=True):
    """How a program got a case wrong."""

    kind: Kind
    """How it failed."""
    difference: Difference
    """What it should have said, and what it said or did."""
    note: str = ""
    """What else there is to say."""
    strays: bool = False
    """Whether the program wrote a line out of turn, which is no answer to any question."""

    def is_like(self, other: Wrong) -> bool:
        """Whether both are the same failure: the same difference, or the same way of giving no answer."""
        return self.kind == other.kind and (not self.difference.field or self.difference == other.difference)


class Asker:
    """Asks a program, and starts it again when it has ended."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self.skipped: Counter[str] = Counter()
        """How many questions the program skipped, by the reason that it gave."""
        self.said: set[str] = set()
        """The parts of answers that it need not give, and gives."""
        self.optional: set[str] = set()
        """The parts that it might have left out."""
        self.gone = ""
        """Why the program cannot be asked any more; empty while it can."""

    def ask(self, case: Case) -> Wrong | None:
        """Ask the program; return how it is wrong, or ``None`` when it is right or skips the question."""
        if self.gone:
            return Wrong("crash", Difference("", None, "an answer", self.gone))
        try:
            reply = self._program.ask(case.question)
        except ProgramError as error:
            self.restart()
            failed = Difference("", None, "an answer", error.problem)
            return Wrong(_KINDS[error.kind], failed, _evidence(error), strays=error.kind == "protocol")
        if isinstance(reply, Skipped):
            self.skipped[shown(reply.skip, 200)] += 1
            return None
        if isinstance(reply, Failed):
            return Wrong("error", Difference("", None, "an answer", f"an error: {shown(reply.error)}"))
        self.optional |= said(case.expected)
        self.said |= said(reply)
        difference = next(differences(case.expected, reply), None)
        return None if difference is None else Wrong("differs", difference)

    def restart(self) -> None:
        """Start the program again."""
        try:
            self._program.restart()
        except ProgramError as error:
            self.gone = f"it cannot be started again: {error.problem}"

    def unsteady(self, case: Case, wrong: Wrong) -> Wrong | None:
        """Ask again, in a program that was asked nothing before; return what to say when it is not as wrong then."""
        self.restart()
        skipped = self.skipped.total()
        again = [self.ask(case) for _ in range(1 if wrong.kind == "timeout" else _AGAIN)]
        same = [one is not None and one.is_like(wrong) for one in again]
        if all(same):
            return None
        right = sum(one is None for one in again) - (self.skipped.total() - skipped)
        if right == len(again):
            note = (
                "Asked the same after a new start, the program is right: its answers depend on what it was asked before, or on"
                " chance. Requests stand for themselves."
            )
        else:
            note = f"Asked the same {len(again)} times after a new start, it answers the same {sum(same)} times, and {right} times right."
        return Wrong("unsteady", wrong.difference, note)


_KINDS: Final[dict[Trouble, Kind]] = {
    "start": "crash",
    "crash": "crash",
    "timeout": "timeout",
    "garbage": "garbage",
    "protocol": "garbage",
}
"""How a program fails that gives no answer, by what is the trouble with it."""


def _evidence(error: ProgramError) -> str:
    """Return what else is known of a failure, line by line: the last that the program wrote."""
    lines = [] if error.seen is None else [f"last line seen: {shown(error.seen)}"]
    if error.stderr:
        lines += ["standard error ends with:", *[f"  {shown(line)}" for line in error.stderr[-_QUOTED:].splitlines()]]
    return "\n".join(lines)
