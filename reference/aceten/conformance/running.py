"""Verifying a program: asking it what the reference knows, and finding the smallest question that it gets wrong."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, Final, TypeAlias

from aceten.conformance.asking import Asker, Wrong
from aceten.conformance.cases import case_of, level_of
from aceten.conformance.coverage import rule_clauses
from aceten.conformance.evidence import clauses_tested
from aceten.conformance.findings import finding_of
from aceten.conformance.plan import plan_for
from aceten.conformance.program import Program, ProgramError
from aceten.conformance.report import FORMAT, LevelReport, Verdict, Verification
from aceten.conformance.shrinking import smallest
from aceten.errors import UsageError
from aceten.loading import load
from aceten_spec.errors import shown
from aceten_spec.loader import load_shipped
from aceten_spec.protocol import LEVELS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from aceten.conformance.cases import Case
    from aceten.conformance.plan import Plan
    from aceten_spec.protocol import HelloReply, Level, Option, Question
    from aceten_spec.rulebook import Rulebook

EXAMPLES: Final = 200
"""How many questions of a level are asked, beside the rulebook's examples, when nothing else is said."""
SECONDS: Final = 120.0
"""How long a verification takes at most, when nothing else is said."""
REPLY_SECONDS: Final = 5.0
"""How long a reply may take, when nothing else is said."""

Progress: TypeAlias = "Callable[[str], None]"
"""Told what is going on, in words."""


def verify(
    command: Sequence[str],
    game: str,
    *,
    players: int | None = None,
    levels: Collection[Level] = LEVELS,
    options: Mapping[str, Option] | None = None,
    examples: int = EXAMPLES,
    seconds: float = SECONDS,
    reply_seconds: float = REPLY_SECONDS,
    seed: int = 0,
    first: bool = False,
    progress: Progress | None = None,
) -> Verification:
    """Ask a program what it does, compare it with the reference, and return what was found.

    :param command: the program and its arguments; it speaks the protocol (:mod:`aceten_spec.protocol`).
    :param game: id of the rulebook.
    :param players: the number of players; without it all that the program can do.
    :param levels: the levels to test, as far as the program can do them.
    :param options: options that are agreed on; without them those that the program can do, in turn.
    :param examples: how many questions of each level are made, beside the examples of the rulebook.
    :param seconds: how long questions are asked altogether, in seconds; each level has an equal share of what is left when it begins,
        and is asked one question at least.
    :param reply_seconds: how long the program may take for a reply, in seconds.
    :param seed: what the questions depend on, from 0 to 2**64 - 1; with the same seed they are the same.
    :param first: whether to stop at the level at which something is found.
    :param progress: told what is going on.
    :raises AcetenError: for a game or options that there are not, and other wrong arguments.
    """
    if examples < 0 or not seconds > 0:
        message = f"examples {examples}, seconds {seconds}: expected a number from 0, and a positive time"
        raise UsageError(message)
    book, agreed = load_shipped(game), dict(options or {})
    counts = book.parameters.players if players is None else (players,)
    for count in counts:
        load(book, players=count, **agreed)
    with Program(command, seconds=reply_seconds) as program:
        run = _Run(program, book, agreed, seed=seed, seconds=seconds, progress=progress)
        try:
            hello = program.hello()
        except ProgramError as error:
            return run.untested(str(error))
        plan = plan_for(hello, book, players=counts, levels=levels, options=agreed, seed=seed, examples=examples)
        return run.follow(plan, hello, first=first)


def ask_one(command: Sequence[str], question: Question, *, reply_seconds: float = REPLY_SECONDS) -> Verification:
    """Ask a program one question, compare the answer, and return what was found; nothing is made smaller.

    :raises AcetenError: when the question is about something that cannot be.
    """
    case = case_of(question)
    with Program(command, seconds=reply_seconds) as program:
        run = _Run(program, load_shipped(question.game), question.options, seed=0, seconds=SECONDS, progress=None)
        try:
            hello = program.hello()
        except ProgramError as error:
            return run.untested(str(error))
        return run.ask(case, hello)


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
        progress: Progress | None,
    ) -> None:
        self._command = program.command
        self._asker = Asker(program)
        self._book = book
        self._options = options
        self._seed = seed
        self._begun = time.monotonic()
        self._until = self._begun + seconds
        self._progress = progress
        self._reached: set[str] = set()

    # --- The whole ---

    def follow(self, plan: Plan, hello: HelloReply, *, first: bool) -> Verification:
        """Ask everything that was asked for and that the program can do."""
        if not plan.able:
            known = sorted({f"{one.game}/{count}" for one in hello.games for count in one.players})
            does = ", ".join(shown(name, 40) for name in known[:20]) or "no game at all"
            asked = " or ".join(f"{self._book.id}/{count}" for count in plan.players)
            return self.untested(f"{shown(hello.program)} does not do {asked}; it does {does}", hello)
        levels: list[Level] = [level for level in plan.levels if level in plan.known_levels]
        if not levels:
            return self.untested(f"{shown(hello.program)} does nothing of: {', '.join(plan.levels)}", hello)
        able: list[Level] = [level for level in levels if plan.games(level)]
        if not able:
            agreed = ", ".join(f"{name}={value}" for name, value in self._options.items())
            return self.untested(f"{shown(hello.program)} does not say that it can do: {agreed}", hello)
        reports: list[LevelReport] = []
        for number, level in enumerate(able):
            if not self._asker.gone:
                now = time.monotonic()
                share = (self._until - now) / (len(able) - number)
                reports.append(self._level(level, plan, now + share))
            if first and reports[-1].finding is not None:
                break
        lacks = list(plan.lacking)
        if self._asker.gone:
            lacks += [f"level {level}: {self._asker.gone}" for level in able[len(reports) :]]
        left_out = sorted(self._asker.optional - self._asker.said)
        lacks += [f"the part {part} of its answers: it leaves that out" for part in left_out]
        return self._report(hello, reports, players=plan.able, lacks=lacks)

    def ask(self, case: Case, hello: HelloReply) -> Verification:
        """Ask a single question."""
        begun = time.monotonic()
        wrong = self._asker.ask(case)
        asked = 1 - self._asker.skipped.total()
        seconds = time.monotonic() - self._begun
        report = LevelReport(
            level=level_of(case.question),
            asked=asked,
            passed=asked - (wrong is not None),
            skipped=dict(self._asker.skipped),
            seconds=time.monotonic() - begun,
            finding=None if wrong is None else finding_of(case, wrong, (case, wrong), asked=1, seconds=seconds),
            complete=True,
        )
        return self._report(hello, [report], players=(case.question.players,), lacks=[])

    def untested(self, reason: str, hello: HelloReply | None = None) -> Verification:
        """Return the report that nothing could be tested."""
        return self._made(hello, (), players=(), lacks=(), verdict="untested", reason=reason)

    def _report(
        self, hello: HelloReply, reports: list[LevelReport], *, players: tuple[int, ...], lacks: list[str]
    ) -> Verification:
        reason = ""
        verdict: Verdict = "diverges" if any(report.finding is not None for report in reports) else "conforms"
        if not any(report.asked for report in reports):
            verdict, reason = "untested", "the program skipped every question"
        return self._made(hello, tuple(reports), players=players, lacks=tuple(lacks), verdict=verdict, reason=reason)

    def _made(
        self,
        hello: HelloReply | None,
        reports: tuple[LevelReport, ...],
        *,
        players: tuple[int, ...],
        lacks: tuple[str, ...],
        verdict: Verdict,
        reason: str,
    ) -> Verification:
        clauses = rule_clauses(self._book)
        return Verification(
            format=FORMAT,
            verdict=verdict,
            reason=reason,
            command=self._command,
            program="" if hello is None else hello.program,
            version="" if hello is None else hello.version,
            game=self._book.id,
            players=players,
            options=self._options,
            seed=self._seed,
            levels=reports,
            not_tested=lacks,
            reached=tuple([clause for clause in clauses if clause in self._reached]),
            unreached=tuple([clause for clause in clauses if clause not in self._reached]),
            seconds=time.monotonic() - self._begun,
        )

    # --- A level ---

    def _level(self, level: Level, plan: Plan, until: float) -> LevelReport:
        """Ask the questions of a level, one at least, until one is answered wrongly, and make that smaller.

        What time a level leaves is shared by those after it.
        """
        begun = time.monotonic()
        asked = passed = 0
        self._asker.skipped = skipped = Counter[str]()
        finding = None
        complete = True
        for number, case in enumerate(plan.cases(level, self._reached)):
            if number and time.monotonic() > until:
                complete = False
                break
            before = skipped.total()
            wrong = self._asker.ask(case)
            if skipped.total() > before:
                continue
            asked += 1
            if wrong is not None:
                seconds = time.monotonic() - self._begun
                self._tell(f"{level}: a divergence, made smaller")
                found = self._smallest(case, wrong, level, plan)
                finding = finding_of(*found, (case, wrong), asked=asked, seconds=seconds)
                break
            passed += 1
            self._reached |= clauses_tested(case, frozenset(self._asker.said))
            self._tell(f"{level}: {asked} asked")
        return LevelReport(
            level=level,
            asked=asked,
            passed=passed,
            skipped=dict(skipped),
            seconds=time.monotonic() - begun,
            finding=finding,
            complete=complete,
        )

    def _smallest(self, case: Case, wrong: Wrong, level: Level, plan: Plan) -> tuple[Case, Wrong]:
        """Return the smallest case found that the program gets wrong in the same way."""
        if wrong.strays:
            return case, wrong
        unsteady = self._asker.unsteady(case, wrong)
        if unsteady is not None:
            return case, unsteady

        def others() -> Iterator[Case]:
            makers = plan.makers(level, self._seed + 1)
            while True:
                for maker in makers:
                    yield maker.make(level)

        return smallest(case, wrong, self._asker.ask, plan.known_levels, others())

    def _tell(self, what: str) -> None:
        if self._progress is not None:
            self._progress(what)
