"""How far a verification has come at a level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from aceten.conformance.findings.marks import Key
from aceten.conformance.verification import Finding, LevelReport, StopCause
from aceten_spec.speech import Words, message_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from aceten.conformance.findings.asker import Wrong
    from aceten.conformance.oracle.cases import OracleCase
    from aceten.conformance.questions.plan import Plan
    from aceten_spec.protocol import Level

MOST_SKIPPED: Final = 5
"""A level for which a program skips so many times as many questions as are to be answered is over; and so little tells nothing."""
_ALIKE: Final = 20
"""So is one for which it has skipped so many, all for one reason, and answered none."""
_MOST_UNANSWERED: Final = 5
"""After so many questions without an answer in time, or any, a level is over."""
_NO_ANSWER: Final = frozenset({"crash", "timeout", "garbage", "unsteady"})
"""The ways of giving no answer after which a program is started again."""


class Stop(msgspec.Struct, frozen=True):
    """Why a level is not done."""

    cause: StopCause
    """What stopped it."""
    words: Words
    """The same in words."""


TIME_UP: Final = Stop("time", message_of("the time was up"))
"""Why a level is not done that can be gone on with."""


class LevelTally(msgspec.Struct, frozen=True):
    """What came of the questions of a level that were asked."""

    asked: int = 0
    """How many were answered."""
    passed: int = 0
    """How many of the answers were right."""
    unanswered: int = 0
    """How many ways of giving no answer were among them."""
    skipped: dict[str, int] = {}
    """How many questions the program skipped, by the reason that it gave."""
    findings: tuple[Finding, ...] = ()
    """What was found here first."""
    wrong: dict[Key, int] = {}
    """In how many answers each finding was seen."""

    @property
    def has_news(self) -> bool:
        """Whether something was found that is not known."""
        return any(not finding.known for finding in self.findings)

    def skipping(self, reason: str) -> LevelTally:
        """Return the tally with one more question that the program skipped."""
        skipped = {**self.skipped, reason: self.skipped.get(reason, 0) + 1}
        return msgspec.structs.replace(self, skipped=skipped)

    def answered(self, wrongs: Iterable[Wrong]) -> LevelTally:
        """Return the tally with one more answer, and the ways in which it is wrong."""
        kinds = [wrong.kind for wrong in wrongs]
        unanswered = self.unanswered + sum(kind in _NO_ANSWER for kind in kinds)
        return msgspec.structs.replace(
            self, asked=self.asked + 1, passed=self.passed + (not kinds), unanswered=unanswered
        )

    def wrong_by(self, key: Key, finding: Finding | None) -> LevelTally:
        """Return the tally with one more wrong answer that belongs to a finding, and the finding if it is new."""
        wrong = {**self.wrong, key: self.wrong.get(key, 0) + 1}
        findings = self.findings if finding is None else (*self.findings, finding)
        return msgspec.structs.replace(self, findings=findings, wrong=wrong)

    def report(self, level: Level, seconds: float, stop: Stop | None) -> LevelReport:
        """Return it as a report has it."""
        return LevelReport(
            level=level,
            asked=self.asked,
            passed=self.passed,
            skipped=self.skipped,
            seconds=seconds,
            findings=self.findings,
            wrong={str(key): count for key, count in self.wrong.items()},
            stopped="" if stop is None else stop.words,
            stopped_by=None if stop is None else stop.cause,
        )


class LevelRun:
    """The questions of a level that are still to be asked, and what came of those before."""

    def __init__(self, level: Level, plan: Plan) -> None:
        self.level: Final[Level] = level
        """The level."""
        self.cases: Iterator[tuple[OracleCase, bool]] = plan.cases(level)
        """The questions."""
        self.goal = plan.goal(level)
        """How many further questions are still to be answered."""
        self.tally = LevelTally()
        """What came of those that were asked."""
        self.seconds = 0.0
        """How long it took."""
        self.stop: Stop | None = None
        """Why it is not done; ``None`` while it is, or may be."""
        self._most: Final = MOST_SKIPPED * self.goal

    def stop_before(self, *, further: bool, late: bool) -> Stop | None:
        """Return why the next question is not asked; ``None`` when nothing is in its way.

        :param further: whether it is none of the examples.
        :param late: whether the time is up.
        """
        skipped = self.tally.skipped
        count, same = sum(skipped.values()), not self.tally.asked and len(skipped) == 1
        if further and count >= (min(_ALIKE, self._most) if same else self._most):
            return Stop("skips", message_of("it skipped {number} questions", number=count))
        return TIME_UP if late else None

    def stop_after(self) -> Stop | None:
        """Return why no question is asked after the last; ``None`` when nothing is in its way."""
        number = self.tally.unanswered
        if number < _MOST_UNANSWERED:
            return None
        return Stop("no_answers", message_of("it gave no answer to {number} questions", number=number))

    def report(self) -> LevelReport:
        """Return what came of it."""
        return self.tally.report(self.level, self.seconds, self.stop)
