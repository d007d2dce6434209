"""How far a verification has come at a level."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import msgspec

from aceten.conformance.verification import Finding, LevelReport, StopCause
from aceten_spec.protocol import Level
from aceten_spec.speech import Words, message_of

if TYPE_CHECKING:
    from aceten.conformance.findings.asker import Response
    from aceten.conformance.findings.marks import Key
    from aceten.conformance.oracle.cases import OracleCase
    from aceten.conformance.questions.plan import Plan

MOST_SKIPPED: Final = 5
"""A level for which a program skips so many times as many questions as are to be answered is over; and so little tells nothing."""
_ALIKE: Final = 20
"""So is one for which it has skipped so many, all for one reason, and answered none."""
_MOST_UNANSWERED: Final = 5
"""After so many questions without an answer in time, or any, a level is over."""
_NO_ANSWER: Final = frozenset({"crash", "timeout", "garbage", "unsteady"})
"""The ways of giving no answer after which a program is started again."""


def begun_report(level: Level) -> LevelReport:
    """Return the report on a level of which nothing was asked."""
    return LevelReport(level=level, asked=0, passed=0, skipped={}, seconds=0.0, findings=(), wrong={}, stopped="")


def with_response(report: LevelReport, response: Response) -> LevelReport:
    """Return a report with one more question that was answered or skipped."""
    if response.skipped is None:
        return msgspec.structs.replace(report, asked=report.asked + 1, passed=report.passed + response.right)
    count = report.skipped.get(response.skipped, 0)
    return msgspec.structs.replace(report, skipped={**report.skipped, response.skipped: count + 1})


def with_wrong(report: LevelReport, key: Key, finding: Finding | None) -> LevelReport:
    """Return a report with one more wrong answer that belongs to a finding, and the finding if it is new."""
    wrong = {**report.wrong, str(key): report.wrong.get(str(key), 0) + 1}
    findings = report.findings if finding is None else (*report.findings, finding)
    return msgspec.structs.replace(report, findings=findings, wrong=wrong)


def has_news(report: LevelReport) -> bool:
    """Whether something was found at a level that is not known."""
    return any(not finding.known for finding in report.findings)


class LevelRun:
    """The questions of a level that are still to be asked, and the report on those before."""

    def __init__(self, level: Level, plan: Plan) -> None:
        self.report = begun_report(level)
        """What came of those that were asked."""
        self.cases: Iterator[tuple[OracleCase, bool]] = plan.cases(level)
        """The questions."""
        self.goal = plan.goal(level)
        """How many further questions are still to be answered."""
        self._most: Final = MOST_SKIPPED * self.goal
        self._unanswered = 0

    def take(self, response: Response, *, further: bool) -> None:
        """Take what a program made of a question.

        :param further: whether it is none of the examples.
        """
        self.report = with_response(self.report, response)
        if response.skipped is None:
            self.goal -= further
            self._unanswered += sum(wrong.kind in _NO_ANSWER for wrong in response.wrongs)
            if self._unanswered >= _MOST_UNANSWERED:
                self.stop("no_answers", message_of("it gave no answer to {number} questions", number=self._unanswered))

    def check(self, *, further: bool, late: bool) -> None:
        """Stop where the next question is not to be asked.

        :param further: whether it is none of the examples.
        :param late: whether the time is up.
        """
        skipped = self.report.skipped
        count, same = sum(skipped.values()), not self.report.asked and len(skipped) == 1
        if further and count >= (min(_ALIKE, self._most) if same else self._most):
            self.stop("skips", message_of("it skipped {number} questions", number=count))
        elif late:
            self.stop("time", message_of("the time was up"))

    def stop(self, cause: StopCause | None, words: Words = "") -> None:
        """Say why not all is asked; or, without a cause, that it is gone on with."""
        left = max(0, self.goal) if cause == "time" else 0
        self.report = msgspec.structs.replace(self.report, stopped=words, stopped_by=cause, left=left)
