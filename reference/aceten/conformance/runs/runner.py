"""Verifying a program: asking it what the reference knows, and finding the smallest question that it gets wrong."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from typing import TYPE_CHECKING, Final, TypeAlias

from aceten.conformance.coverage import rule_clauses
from aceten.conformance.coverage.evidence import clauses_tested
from aceten.conformance.findings.asker import Asker
from aceten.conformance.findings.finder import Finder
from aceten.conformance.findings.finding import finding_of
from aceten.conformance.oracle.cases import case_of, level_of
from aceten.conformance.programs.program import Program, ProgramError
from aceten.conformance.questions.generator import UnplayableError
from aceten.conformance.questions.novelty import Novelty
from aceten.conformance.questions.plan import plan_for
from aceten.conformance.runs.breadth import Breadth
from aceten.conformance.runs.proposals import proposed
from aceten.conformance.verification import FORMAT, ClauseReport, LevelReport, Proposal, Variants, Verdict, Verification
from aceten.errors import UsageError
from aceten.loading import load_with, rulebook_of
from aceten_spec.errors import shown
from aceten_spec.protocol import LEVELS
from aceten_spec.speech import message_of, say

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from pathlib import Path

    from aceten.conformance.findings.asker import Wrong
    from aceten.conformance.oracle.cases import OracleCase
    from aceten.conformance.questions.plan import Plan
    from aceten.conformance.verification import Finding
    from aceten_spec.protocol import HelloReply, Level, Option, Question
    from aceten_spec.rulebook import Rulebook
    from aceten_spec.speech import Words

EXAMPLES: Final = 200
"""How many questions of a level are asked, beside the rulebook's examples, when nothing else is said."""
SECONDS: Final = 120.0
"""How long a verification takes at most, when nothing else is said."""
_MOST_SKIPPED: Final = 5
"""A level for which a program skips so many times as many questions as are to be answered is over; and so little tells nothing."""
_ALIKE: Final = 20
"""So is one for which it has skipped so many, all for one reason, and answered none."""
TIME_UP: Final = message_of("the time was up")
"""Why a level is not done that can be gone on with."""
_MOST_UNANSWERED: Final = 5
"""After so many questions without an answer in time, or any, a level is over."""
_AGAIN_SECONDS: Final = 5.0
"""How long a program is asked at least by options under which wrong answers are right, in seconds, although the time is up."""
_NO_ANSWER: Final = frozenset({"crash", "timeout", "garbage", "unsteady"})
"""The ways of giving no answer after which a program is started again."""
REPLY_SECONDS: Final = 5.0
"""How long a reply may take, when nothing else is said."""

Progress: TypeAlias = "Callable[[str], None]"
"""Told what is going on, in words."""


def verify(
    command: Sequence[str],
    game: str | Path | Rulebook,
    *,
    players: int | None = None,
    levels: Collection[Level] = LEVELS,
    options: Mapping[str, Option] | None = None,
    examples: int = EXAMPLES,
    seconds: float = SECONDS,
    reply_seconds: float = REPLY_SECONDS,
    seed: int = 0,
    first: bool = False,
    known: Collection[str] = (),
    progress: Progress | None = None,
    transcript: Progress | None = None,
) -> Verification:
    """Ask a program what it does, compare it with the reference, and return what was found.

    :param command: the program and its arguments; it speaks the protocol (:mod:`aceten_spec.protocol`).
    :param game: id of a shipped rulebook, the path of a rulebook file, or a rulebook. The program has to name its id.
    :param players: the number of players; without it all that the program can do.
    :param levels: the levels to test, as far as the program can do them.
    :param options: options that are agreed on; without them those that the program can do, in turn.
    :param examples: how many questions of each level are made, beside the examples of the rulebook.
    :param seconds: how long questions are asked altogether, in seconds; each level has an equal share of what is left when it begins,
        is asked one question at least, and is gone on with when others leave time.
    :param reply_seconds: how long the program may take for a reply, in seconds.
    :param seed: what the questions depend on, from 0 to 2**64 - 1; with the same seed they are the same.
    :param first: whether to stop at the first finding that is not known.
    :param known: the keys of findings that are expected, and do not count.
    :param progress: told what is going on.
    :param transcript: told every line that goes to the program, after ``>``, and every one that comes from it, after ``<``.
    :raises AcetenError: for a game or options that there are not, and other wrong arguments.
    """
    if examples < 0 or not seconds > 0:
        message = say(
            "examples {examples}, seconds {seconds}: expected a number from 0, and a positive time",
            examples=examples,
            seconds=seconds,
        )
        raise UsageError(message)
    book, agreed = rulebook_of(game), dict(options or {})
    counts = book.parameters.players if players is None else (players,)
    for count in counts:
        load_with(book, count, agreed)
    with Program(command, seconds=reply_seconds, transcript=transcript) as program:
        run = _Run(program, book, agreed, seed=seed, seconds=seconds, known=known, progress=progress)
        try:
            hello = program.hello()
        except ProgramError as error:
            return run.untested(error.words)
        plan = plan_for(hello, book, players=counts, levels=levels, options=agreed, seed=seed, examples=examples)
        return run.follow(plan, hello, first=first)


def ask_one(
    command: Sequence[str],
    question: Question,
    *,
    rules: Rulebook | None = None,
    reply_seconds: float = REPLY_SECONDS,
    transcript: Progress | None = None,
) -> Verification:
    """Ask a program one question, compare the answer, and return what was found; nothing is made smaller.

    :param rules: the rulebook that it is about; without it the shipped one that it names.
    :raises AcetenError: when the question is about something that cannot be.
    """
    case = case_of(question, rules)
    with Program(command, seconds=reply_seconds, transcript=transcript) as program:
        book = case.game.rulebook
        run = _Run(program, book, question.options, seed=0, seconds=SECONDS, known=(), progress=None)
        try:
            hello = program.hello()
        except ProgramError as error:
            return run.untested(error.words)
        counts = (question.players,)
        plan = plan_for(hello, book, players=counts, levels=LEVELS, options=question.options, seed=0, examples=1)
        return run.ask(case, plan, hello)


class _Level:
    """What came of the questions of a level so far, and those that are still to be asked."""

    def __init__(self, level: Level, plan: Plan) -> None:
        self.level: Level = level
        self.cases: Iterator[tuple[OracleCase, bool]] = plan.cases(level)
        self.goal = plan.goal(level)
        """How many further questions are still to be answered."""
        self.asked = 0
        self.passed = 0
        self.unanswered = 0
        self.skipped: Counter[str] = Counter()
        self.findings: list[Finding] = []
        self.wrong: Counter[str] = Counter()
        self.seconds = 0.0
        self.stopped: Words = ""
        """Why it is not done; empty while it is, or may be."""
        self._most = _MOST_SKIPPED * self.goal

    @property
    def idle(self) -> bool:
        """Whether the program skips so much that there is no use in asking on."""
        same = not self.asked and len(self.skipped) == 1
        return self.skipped.total() >= (min(_ALIKE, self._most) if same else self._most)

    def report(self) -> LevelReport:
        """Return what came of it."""
        return LevelReport(
            level=self.level,
            asked=self.asked,
            passed=self.passed,
            skipped=dict(self.skipped),
            seconds=self.seconds,
            findings=tuple(self.findings),
            wrong=dict(self.wrong),
            stopped=self.stopped,
        )


class _Run:
    """One verification."""

    def __init__(
        self,
        program: Program,
        book: Rulebook,
        options: dict[str, Option],
        *,
        seed: int,
        seconds: float,
        known: Collection[str],
        progress: Progress | None,
    ) -> None:
        self._program = program
        self._seen = Novelty()
        self._breadth = Breadth()
        self._variants = Variants()
        self._book = book
        self._options = options
        self._seed = seed
        self._begun = time.monotonic()
        self._until = self._begun + seconds
        self._known = frozenset(known)
        self._progress = progress
        self._reached: Counter[str] = Counter()
        self._held: Counter[str] = Counter()
        self._failed: Counter[str] = Counter()

    # --- The whole ---

    def follow(self, plan: Plan, hello: HelloReply, *, first: bool) -> Verification:
        """Ask everything that was asked for and that the program can do."""
        reason = self._obstacle(plan, hello)
        if reason:
            return self.untested(reason, hello)
        self._seen = plan.seen
        able: list[Level] = [level for level in plan.levels if level in plan.known_levels and plan.games(level)]
        self._options = plan.fixed
        finder = Finder(self._program, plan, known=self._known, begun=self._begun, tell=self._tell)
        asker = finder.asker
        begun: list[_Level] = []
        for number, level in enumerate(able):
            if asker.gone or (first and any(_new(done.findings) for done in begun)):
                break
            begun.append(_Level(level, plan))
            self._ask_on(begun[-1], finder, len(able) - number, first=first)
        late = [each for each in begun if each.stopped == TIME_UP]
        for number, each in enumerate(late):  # other levels may have left time
            if not asker.gone:
                self._ask_on(each, finder, len(late) - number, first=first)
        reports = [each.report() for each in begun]
        stopped = asker.gone or message_of("it stopped at the first finding")
        lacks: list[Words] = [*plan.lacking, *self._breadth.left(plan, [each.level for each in begun], stopped)]
        self._variants = self._breadth.variants(plan)
        left_out = sorted(asker.optional - asker.said - set(plan.omits))
        lacks += [
            message_of("the part {part} of its answers: it says that it does not tell it", part=part)
            for part in plan.omits
        ]
        lacks += [message_of("the part {part} of its answers: it leaves that out", part=part) for part in left_out]
        proposal = None if first or asker.gone else self._proposal(finder, begun)
        return self._report(hello, reports, lacks=lacks, proposal=proposal)

    def _obstacle(self, plan: Plan, hello: HelloReply) -> Words:
        """Return why nothing can be asked; nothing when something can."""
        if not plan.able:
            known = sorted({f"{one.game}/{count}" for one in hello.games for count in one.players})
            does = ", ".join(shown(name, 40) for name in known[:20]) or message_of("no game at all")
            asked = " or ".join(f"{self._book.id}/{count}" for count in plan.players)
            return message_of(
                "{program} does not do {asked}; it does {does}", program=shown(hello.program), asked=asked, does=does
            )
        if not any(level in plan.known_levels for level in plan.levels):
            return message_of(
                "{program} does nothing of: {levels}", program=shown(hello.program), levels=", ".join(plan.levels)
            )
        mistaken = plan.mistaken
        if mistaken:
            return message_of(
                "{program} says in hello what cannot be: {mistaken}", program=shown(hello.program), mistaken=mistaken
            )
        if plan.contradicted:
            return message_of(
                "{program} does not play by {contradicted}",
                program=shown(hello.program),
                contradicted=plan.contradicted,
            )
        if not any(plan.games(level) for level in plan.levels):
            agreed = ", ".join(f"{name}={value}" for name, value in self._options.items())
            return message_of(
                "{program} does not say that it can do: {agreed}", program=shown(hello.program), agreed=agreed
            )
        return ""

    def ask(self, case: OracleCase, plan: Plan, hello: HelloReply) -> Verification:
        """Ask a single question."""
        begun = time.monotonic()
        asker = Asker(self._program, lacks=plan.lacks, omits=plan.omits)
        wrongs = asker.ask(case)
        asked = 1 - asker.skipped.total()
        seconds = time.monotonic() - self._begun
        findings = [finding_of(case, wrong, (case, wrong), asked=1, seconds=seconds) for wrong in wrongs]
        report = LevelReport(
            level=level_of(case.question),
            asked=asked,
            passed=asked - bool(wrongs),
            skipped=dict(asker.skipped),
            seconds=time.monotonic() - begun,
            findings=tuple(findings),
            wrong={finding.key: 1 for finding in findings},
            stopped="",
        )
        if asked:
            self._breadth.note(report.level, case.game)
        return self._report(hello, [report], lacks=[], proposal=None)

    def untested(self, reason: Words, hello: HelloReply | None = None) -> Verification:
        """Return the report that nothing could be tested."""
        return self._made(hello, (), lacks=(), verdict="untested", reason=reason, proposal=None)

    def _report(
        self,
        hello: HelloReply,
        reports: list[LevelReport],
        *,
        lacks: list[Words],
        proposal: Proposal | None,
    ) -> Verification:
        reason: Words = ""
        verdict: Verdict = "conforms"
        asked, skipped = (
            sum(report.asked for report in reports),
            sum(sum(report.skipped.values()) for report in reports),
        )
        if any(_new(report.findings) for report in reports):
            verdict = "diverges"
        elif not asked:
            verdict, reason = "untested", message_of("the program skipped every question")
        elif skipped > _MOST_SKIPPED * asked:
            verdict, reason = (
                "untested",
                message_of(
                    "the program answered {asked} questions and skipped {skipped}", asked=asked, skipped=skipped
                ),
            )
        return self._made(
            hello,
            tuple(reports),
            lacks=tuple(lacks),
            verdict=verdict,
            reason=reason,
            proposal=proposal,
        )

    def _made(
        self,
        hello: HelloReply | None,
        reports: tuple[LevelReport, ...],
        *,
        lacks: tuple[Words, ...],
        verdict: Verdict,
        reason: Words,
        proposal: Proposal | None,
    ) -> Verification:
        seen = {key for report in reports for key in report.wrong}
        return Verification(
            format=FORMAT,
            verdict=verdict,
            reason=reason,
            command=self._program.command,
            program="" if hello is None else hello.program,
            version="" if hello is None else hello.version,
            game=self._book.id,
            players=self._breadth.players,
            options=self._options,
            seed=self._seed,
            levels=reports,
            not_tested=lacks,
            clauses=tuple(
                [
                    ClauseReport(
                        id=clause, asked=self._reached[clause], held=self._held[clause], failed=self._failed[clause]
                    )
                    for clause in rule_clauses(self._book)
                ]
            ),
            circumstances=self._seen.circumstances,
            variants=self._variants,
            unseen_known=tuple(sorted(self._known - seen)),
            proposal=proposal,
            seconds=time.monotonic() - self._begun,
        )

    # --- A level ---

    def _ask_on(self, level: _Level, finder: Finder, others: int, *, first: bool) -> None:
        """Ask the questions of a level, one at least, and make the first of each kind of wrong answers smaller.

        What is skipped is asked in another way.

        :param others: how many levels share the time that is left, this one among them.
        """
        asker, begun = finder.asker, time.monotonic()
        until = begun + (self._until - begun) / others
        asker.skipped = skipped = level.skipped
        level.stopped = ""
        try:
            for number, (case, further) in enumerate(level.cases):
                if further and level.goal <= 0:
                    break
                if further and level.idle:
                    level.stopped = message_of("it skipped {number} questions", number=skipped.total())
                    break
                if number and time.monotonic() > until:
                    level.stopped, level.cases = TIME_UP, itertools.chain([(case, further)], level.cases)
                    break
                before = skipped.total()
                wrongs = asker.ask(case)
                if skipped.total() == before:
                    level.goal -= further
                    finder.plan.seen.answered()
                    self._count(level, case, wrongs, finder)
                    if level.unanswered >= _MOST_UNANSWERED:
                        level.stopped = message_of("it gave no answer to {number} questions", number=level.unanswered)
                    if asker.gone or level.stopped or (first and _new(level.findings)):
                        break
                    found = say(", {number} found", number=len(level.findings)) if level.findings else ""
                    self._tell(
                        say("{level}: {number} asked{found}", level=level.level, number=level.asked, found=found)
                    )
        except UnplayableError as error:
            level.stopped = error.problem
        self._count_beside(level, finder)
        level.stopped = asker.gone or level.stopped
        level.seconds += time.monotonic() - begun

    def _count(self, tally: _Level, case: OracleCase, wrongs: tuple[Wrong, ...], finder: Finder) -> None:
        """Count an answer, and make it a finding where it is wrong in a new way."""
        tally.asked += 1
        self._breadth.note(tally.level, case.game)
        for wrong in wrongs:
            key, finding = finder.of(case, wrong, tally.level, tally.asked)
            if finding is not None:
                tally.findings.append(finding)
            tally.wrong[key] += 1
            tally.unanswered += wrong.kind in _NO_ANSWER
            self._failed.update([key.rpartition(" ")[2]])
        plan = finder.plan
        tested = clauses_tested(case, frozenset(finder.asker.said), lacks=plan.lacks, omits=plan.omits)
        self._reached.update(tested)
        if not wrongs:
            tally.passed += 1
            self._held.update(tested)

    def _count_beside(self, tally: _Level, finder: Finder) -> None:
        """Make a finding of each way of being wrong that showed in smaller questions alone."""
        for key, finding in finder.beside(tally.level):
            if finding is not None:
                tally.findings.append(finding)
            if key not in tally.wrong:
                tally.wrong[key] = 1
                self._failed.update([key.rpartition(" ")[2]])

    # --- The variant ---

    def _proposal(self, finder: Finder, done: Sequence[_Level]) -> Proposal | None:
        """Return what the program may say of itself, and what becomes of questions that are made for it then."""
        asked = sum(level.asked for level in done)
        share = sum(level.passed for level in done) / asked if asked else 0.0
        self._tell(say("asked again as what it may be"))
        return proposed(
            self._program,
            finder.plan,
            [(answered, fits) for _, answered, fits in finder.answered],
            marks=finder.asker.marks,
            offered=finder.asker.offered,
            share=share,
            until=max(self._until, time.monotonic() + _AGAIN_SECONDS),
        )

    def _tell(self, what: str) -> None:
        if self._progress is not None:
            self._progress(what)


def _new(findings: Sequence[Finding]) -> bool:
    """Whether something was found that is not known."""
    return any(not finding.known for finding in findings)
