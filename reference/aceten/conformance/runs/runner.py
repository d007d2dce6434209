"""Verifying a program: asking it what the reference knows, and finding the smallest question that it gets wrong."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from aceten.conformance.coverage import rule_clauses
from aceten.conformance.coverage.blamed_clauses import clauses_tested
from aceten.conformance.findings.asker import Asker, Wrong
from aceten.conformance.findings.causes import Explanation
from aceten.conformance.findings.evidence import Evidence
from aceten.conformance.findings.finder import Finder
from aceten.conformance.findings.finding import finding_of
from aceten.conformance.findings.variants import Answered, Options
from aceten.conformance.oracle.cases import OracleCase, case_of, level_of
from aceten.conformance.programs.conversation import ProgramError
from aceten.conformance.programs.program import Program
from aceten.conformance.questions.generator import UnplayableError
from aceten.conformance.questions.novelty import Novelty
from aceten.conformance.questions.plan import Plan, plan_for
from aceten.conformance.runs.breadth import Breadth
from aceten.conformance.runs.level_run import MOST_SKIPPED, LevelRun, begun_report, has_news, with_response, with_wrong
from aceten.conformance.runs.merging import merged_reports
from aceten.conformance.runs.proposals import proposed
from aceten.conformance.verification import FORMAT, ClauseReport, LevelReport, Proposal, Variants, Verdict, Verification
from aceten.engine.loading import load_with, rulebook_of
from aceten.vocabulary.errors import usage_error
from aceten_spec.errors import shown
from aceten_spec.protocol import LEVELS, HelloReply, Level, Option, Question
from aceten_spec.rulebook import Rulebook
from aceten_spec.speech import Words, message_of, say

EXAMPLES: Final = 200
"""How many questions of a level are asked, beside the rulebook's examples, when nothing else is said."""
SECONDS: Final = 120.0
"""How long a verification takes at most, when nothing else is said."""
_AGAIN_SECONDS: Final = 5.0
"""How long a program is asked at least by options under which wrong answers are right, in seconds, although the time is up."""
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
    cases: Sequence[Question] = (),
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
    :param cases: questions of earlier runs that are asked first, at their levels, as far as the program can do them.
    :param progress: told what is going on.
    :param transcript: told every line that goes to the program, after ``>``, and every one that comes from it, after ``<``.
    :raises AcetenError: for a game or options that there are not, and other wrong arguments.
    """
    if examples < 0 or not seconds > 0:
        raise usage_error(
            "examples {examples}, seconds {seconds}: expected a number from 0, and a positive time",
            examples=examples,
            seconds=seconds,
        )
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
        plan = msgspec.structs.replace(plan, replayed=tuple([case_of(question, book) for question in cases]))
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
        self._together: Counter[tuple[Level, frozenset[str]]] = Counter()
        self._evidence = Evidence()
        self._answered: list[tuple[Answered, tuple[Options, ...]]] = []

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
        begun: list[LevelRun] = []
        for number, level in enumerate(able):
            if asker.gone or (first and any(has_news(done.report) for done in begun)):
                break
            begun.append(LevelRun(level, plan))
            self._ask_on(begun[-1], finder, len(able) - number, first=first)
        late = [each for each in begun if each.report.stopped_by == "time"]
        for number, each in enumerate(late):  # other levels may have left time
            if not asker.gone:
                self._ask_on(each, finder, len(late) - number, first=first)
        reports = [each.report for each in begun]
        stopped = asker.gone or message_of("it stopped at the first finding")
        lacks: list[Words] = [*plan.lacking, *self._breadth.left(plan, [report.level for report in reports], stopped)]
        self._variants = self._breadth.variants(plan)
        left_out = sorted(asker.optional - asker.said - set(plan.omits))
        lacks += [
            message_of("the part {part} of its answers: it says that it does not tell it", part=part)
            for part in plan.omits
        ]
        lacks += [message_of("the part {part} of its answers: it leaves that out", part=part) for part in left_out]
        reports = self._explained(finder, reports)
        proposal = None if first or asker.gone else self._proposal(finder, reports)
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
        if plan.contradicted and not any(map(plan.games, plan.levels)):
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
        asker = Asker(self._program, said=plan.said_of)
        response = asker.ask(case)
        seconds = time.monotonic() - self._begun
        report = with_response(begun_report(level_of(case.question)), response)
        for wrong in response.wrongs:
            key, finding = finding_of(case, wrong, (case, wrong), asked=1, seconds=seconds)
            report = with_wrong(report, key, finding)
            self._failed[key.clause] += 1
        report = msgspec.structs.replace(report, seconds=time.monotonic() - begun)
        if report.asked:
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
        if any(map(has_news, reports)):
            verdict = "diverges"
        elif not asked:
            verdict, reason = "untested", message_of("the program skipped every question")
        elif skipped > MOST_SKIPPED * asked:
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
        seen = {key for report in reports for key in report.wrong} | {key for _, keys in self._together for key in keys}
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

    def _ask_on(self, level: LevelRun, finder: Finder, others: int, *, first: bool) -> None:
        """Ask the questions of a level, one at least, and make the first of each kind of wrong answers smaller.

        What is skipped is asked in another way.

        :param others: how many levels share the time that is left, this one among them.
        """
        asker, begun = finder.asker, time.monotonic()
        until = begun + (self._until - begun) / others
        level.stop(None)
        try:
            for number, (case, further) in enumerate(level.cases):
                if further and level.goal <= 0:
                    break
                level.check(further=further, late=number > 0 and time.monotonic() > until)
                if level.report.stopped_by is not None:
                    level.cases = itertools.chain([(case, further)], level.cases)
                    break
                response = asker.ask(case)
                level.take(response, further=further)
                self._evidence.note(level.report.level, case, response.reply, response.wrongs)
                if response.skipped is None:
                    finder.plan.seen.answered()
                    level.report = self._judged(level.report, case, response.wrongs, finder)
                    if asker.gone or level.report.stopped_by or (first and has_news(level.report)):
                        break
                    self._tell_how_far(level.report)
        except UnplayableError as error:
            level.stop("unplayable", error.problem)
        if asker.gone:
            level.stop("gone", asker.gone)
        report = self._judged_beside(level.report, finder)
        level.report = msgspec.structs.replace(report, seconds=report.seconds + time.monotonic() - begun)

    def _tell_how_far(self, report: LevelReport) -> None:
        """Tell how many questions of a level were asked, and what was found."""
        found = say(", {number} found", number=len(report.findings)) if report.findings else ""
        self._tell(say("{level}: {number} asked{found}", level=report.level, number=report.asked, found=found))

    def _judged(self, report: LevelReport, case: OracleCase, wrongs: tuple[Wrong, ...], finder: Finder) -> LevelReport:
        """Return a report with what is wrong with the last answer, which is made a finding where that is new."""
        self._breadth.note(report.level, case.game)
        keys: set[str] = set()
        for wrong in wrongs:
            key, finding = finder.of(case, wrong, report.level, report.asked)
            report = with_wrong(report, key, finding)
            keys.add(str(key))
        self._together[report.level, frozenset(keys)] += 1
        lacks, omits = finder.plan.said_of(case.question)
        tested = clauses_tested(case, frozenset(finder.asker.said), lacks=lacks, omits=omits)
        self._reached.update(tested)
        if not wrongs:
            self._held.update(tested)
        elif all(wrong.kind == "differs" and not wrong.parts_ways for wrong in wrongs):
            kinds = {wrong.discrepancy.action for wrong in wrongs if wrong.discrepancy.about_actions}
            parts = {wrong.discrepancy.part for wrong in wrongs if not wrong.discrepancy.about_actions}
            beside = clauses_tested(case, frozenset(finder.asker.said), lacks=(*lacks, *kinds), omits=(*omits, *parts))
            self._held.update(beside & tested)
        return report

    def _judged_beside(self, report: LevelReport, finder: Finder) -> LevelReport:
        """Return a report with each way of being wrong that showed in smaller questions alone."""
        for key, finding in finder.beside(report.level):
            if str(key) not in report.wrong:
                report = with_wrong(report, key, finding)
                self._together[report.level, frozenset({str(key)})] += 1
            elif finding is not None:
                report = msgspec.structs.replace(report, findings=(*report.findings, finding))
        return report

    # --- The variant ---

    def _explained(self, finder: Finder, reports: Sequence[LevelReport]) -> list[LevelReport]:
        """Return the reports with one finding for each cause, and count the answers behind which clauses stand."""
        explanation = Explanation(self._evidence, finder.asker.marks, finder.keys)
        if finder.found:
            self._tell(say("what stands behind it"))
        causes = explanation.causes(finder.found)
        self._answered = [
            (answered, explanation.upheld(cause))
            for cause in causes
            if (answered := cause.found[0].answered) is not None
        ]
        merged = merged_reports(reports, causes, self._together, known=self._known, explanation=explanation)
        for report in merged:
            clauses = {finding.key: finding.clauses for level in merged for finding in level.findings}
            for key, count in report.wrong.items():
                self._failed["".join(clause.id for clause in clauses.get(key, ())[:1])] += count
        return merged

    def _proposal(self, finder: Finder, reports: Sequence[LevelReport]) -> Proposal | None:
        """Return what the program may say of itself, and what becomes of questions that are made for it then."""
        asked = sum(report.asked for report in reports)
        share = sum(report.passed for report in reports) / asked if asked else 0.0
        self._tell(say("asked again as what it may be"))
        return proposed(
            self._program,
            finder.plan,
            self._answered,
            marks=finder.asker.marks,
            offered=finder.asker.offered,
            share=share,
            until=max(self._until, time.monotonic() + _AGAIN_SECONDS),
        )

    def _tell(self, what: str) -> None:
        if self._progress is not None:
            self._progress(what)
