"""What a verification found."""

from __future__ import annotations

from collections import Counter
from typing import Final, Literal, TypeAlias

import msgspec

from aceten.conformance.oracle.discrepancies import Value
from aceten_spec.protocol import Level, Option, Question
from aceten_spec.speech import Message, Words

Kind: TypeAlias = Literal["differs", "error", "crash", "timeout", "garbage", "unsteady"]
"""How a program fails: another answer, an error in place of an answer, the end of the program, no answer in time, an answer that is none,
or answers that are not the same when it is asked again."""

Verdict: TypeAlias = Literal["conforms", "diverges", "untested"]
"""What became of a verification."""

StopCause: TypeAlias = Literal["time", "skips", "no_answers", "gone", "unplayable"]
"""What stops a level: the time was up, the program skipped too much, gave no answer too often, or cannot be started again, or nothing can
be played without the actions that it lacks."""

FORMAT: Final = 2
"""Version of the report's format."""


class ClauseText(msgspec.Struct, frozen=True):
    """A clause, as a report cites it."""

    id: str
    """Its permanent id."""
    text: str
    """The rule."""
    sources: tuple[str, ...]
    """Where it stands."""
    agreed: tuple[str, ...] = ()
    """What holds in place of what it says, as that was agreed on: ``draw=round_robin: ...``."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a program does wrong, in the smallest case that was found."""

    key: str
    """What tells it apart from other findings: the part of the answer, and the clause; a list of known divergences has it."""
    known: bool
    """Whether it was known before, and does not count."""
    kind: Kind
    """How it fails."""
    question: Question
    """What it was asked."""
    field: str
    """The part of the answer; empty where there was no answer."""
    about: str
    """Where it is about what may be done: ``missing`` or ``extra``, and the kind of action; ``left out`` where the program says nothing."""
    expected: Value
    """What the reference says."""
    given: Value
    """What the program said or did."""
    position: str
    """The position in which it goes wrong, before the action; empty where the question is not about play."""
    action: str
    """The action in that position; empty where nothing was played."""
    actions: int
    """How many actions (or deals of a match) the question has."""
    clauses: tuple[ClauseText, ...]
    """The clauses that are most likely behind it, likeliest first."""
    asked: int
    """How many questions of this level had been asked when it was first seen."""
    seconds: float
    """How long it took to see it first, since the verification began."""
    fits: tuple[dict[str, Option], ...] = ()
    """Options under which the program's answer would be right."""
    note: Words = ""
    """What else there is to say."""
    cause: str = ""
    """The single change of what is played by which the program answers so: ``draw=round_robin``, ``lead_limit=2``; empty where none
    that was tried does."""
    alike: tuple[str, ...] = ()
    """The keys of other ways of being wrong that have the same cause."""

    def in_english(self) -> Finding:
        """Return it with English texts for messages."""
        expected, given = _in_english(self.expected), _in_english(self.given)
        return msgspec.structs.replace(self, expected=expected, given=given, note=str(self.note))


class ClauseReport(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a clause."""

    id: str
    """Its permanent id."""
    asked: int
    """How many answers put it to the test."""
    held: int
    """How many of those were right."""
    failed: int
    """In how many wrong answers it is the one that most likely stands behind the discrepancy."""


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """What the program may say of itself in hello, by which its wrong answers are right, and what came of asking it so."""

    plays: dict[str, Option]
    """The options that it seems to play by."""
    lacks: tuple[str, ...]
    """The kinds of actions that it never has."""
    omits: tuple[str, ...]
    """The parts of answers that it never tells."""
    explains: int
    """How many findings that explains."""
    asked: int
    """How many questions were asked again, made for such a program."""
    right: int
    """How many of the answers were right."""


class LevelReport(msgspec.Struct, frozen=True, kw_only=True):
    """What was found at one level."""

    level: Level
    """The level."""
    asked: int
    """How many questions were asked and answered; those that the program skipped are not among them."""
    passed: int
    """How many answers were right."""
    skipped: dict[str, int]
    """How many questions the program skipped, by the reason that it gave."""
    seconds: float
    """How long it took."""
    findings: tuple[Finding, ...]
    """What was found here first: distinct ways of being wrong."""
    wrong: dict[str, int]
    """In how many answers each finding was seen, by its key; those that were found at an earlier level, too."""
    stopped: Words
    """Why not all examples were asked; empty when they were."""
    stopped_by: StopCause | None = None
    """What kept them from being asked; ``None`` when they were."""
    left: int = 0
    """How many questions were still to be asked when the time was up, beside examples of the rulebook."""

    @property
    def complete(self) -> bool:
        """Whether all examples were asked."""
        return not self.stopped

    def in_english(self) -> LevelReport:
        """Return it with English texts for messages."""
        findings = tuple([finding.in_english() for finding in self.findings])
        return msgspec.structs.replace(self, findings=findings, stopped=str(self.stopped))


class Circumstances(msgspec.Struct, frozen=True, kw_only=True):
    """Which circumstances questions brought about, by name, and which they might have: another question did that was made and not asked."""

    seen: int = 0
    """How many held in questions that were answered."""
    never: tuple[str, ...] = ()
    """Those that held in none."""
    pairs: int = 0
    """How many pairs of circumstances met in one such question."""
    pairs_never: tuple[tuple[str, str], ...] = ()
    """Those that met in none."""


class Variants(msgspec.Struct, frozen=True, kw_only=True):
    """Which values of options answered questions about tricks, scores and play were about, each as ``zsiros/4 tie=draw``.

    Which they might have been about: those that the program offers, or that are agreed on.
    """

    seen: int = 0
    """How many values were in such a question, beside the rulebook's own."""
    never: tuple[str, ...] = ()
    """Those that were in none."""
    pairs: int = 0
    """How many times two values of two options, the rulebook's own among them, met in one."""
    pairs_never: tuple[str, ...] = ()
    """Those that met in none, though they agree: ``zsiros/4 tie=draw target=7``."""


class Verification(msgspec.Struct, frozen=True, kw_only=True):
    """What a verification found.

    What it says is said in any language as long as it is a value, also in another process. Files have it in English.
    """

    format: int
    """Version of this format: 2."""
    verdict: Verdict
    """Whether the program conforms."""
    reason: Words
    """Why nothing could be tested; empty otherwise."""
    command: tuple[str, ...]
    """How the program was started."""
    program: str
    """Its name, as it says; empty when it did not."""
    version: str
    """Its version, as it says."""
    game: str
    """Id of the rulebook."""
    players: tuple[int, ...]
    """The numbers of players with which questions were answered."""
    options: dict[str, Option]
    """The options that were fixed."""
    seed: int
    """What the questions depend on."""
    levels: tuple[LevelReport, ...]
    """By level, what was found."""
    not_tested: tuple[Words, ...]
    """What the program does not do or leaves out of its answers, and what it does and was not asked or did not answer, in words."""
    clauses: tuple[ClauseReport, ...]
    """What became of every clause that asks something of a program."""
    circumstances: Circumstances
    """What the questions were about."""
    variants: Variants = Variants()
    """With which options they were asked."""
    unseen_known: tuple[str, ...]
    """Known divergences that were not seen."""
    proposal: Proposal | None
    """What the program may say of itself, if that explains wrong answers."""
    seconds: float
    """How long it took."""

    @property
    def reached(self) -> tuple[str, ...]:
        """The clauses that held: right answers put them to the test."""
        return tuple([clause.id for clause in self.clauses if clause.held])

    @property
    def unreached(self) -> tuple[str, ...]:
        """The clauses that no answer put to the test, right or wrong."""
        return tuple([clause.id for clause in self.clauses if not clause.asked])

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found, at all levels."""
        return tuple([finding for level in self.levels for finding in level.findings])

    @property
    def wrong(self) -> dict[str, int]:
        """In how many answers each finding was seen, by its key."""
        counted: Counter[str] = Counter()
        for level in self.levels:
            counted.update(level.wrong)
        return dict(counted)

    def in_english(self) -> Verification:
        """Return it with English texts for messages, as files have it."""
        return msgspec.structs.replace(
            self,
            reason=str(self.reason),
            levels=tuple([level.in_english() for level in self.levels]),
            not_tested=tuple(map(str, self.not_tested)),
        )


def _in_english(value: Value) -> Value:
    """Return what is said in an answer with an English text for a message."""
    return str(value) if isinstance(value, Message) else value
