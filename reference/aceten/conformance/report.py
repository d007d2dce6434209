"""What a verification found."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from aceten_spec.protocol import Level, Option, Question

Kind: TypeAlias = Literal["differs", "error", "crash", "timeout", "garbage", "unsteady"]
"""How a program fails: another answer, an error in place of an answer, the end of the program, no answer in time, an answer that is none,
or answers that are not the same when it is asked again."""

Verdict: TypeAlias = Literal["conforms", "diverges", "untested"]
"""What became of a verification."""

FORMAT: Final = 1
"""Version of the report's format."""


class ClauseText(msgspec.Struct, frozen=True):
    """A clause, as a report cites it."""

    id: str
    """Its permanent id."""
    text: str
    """The rule."""
    sources: tuple[str, ...]
    """Where it stands."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a program does wrong, in the smallest case that was found."""

    kind: Kind
    """How it fails."""
    question: Question
    """What it was asked."""
    field: str
    """The part of the answer; empty where there was no answer."""
    expected: str
    """What the reference says."""
    given: str
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
    note: str = ""
    """What else there is to say."""


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
    finding: Finding | None
    """What was found first; ``None``: nothing."""
    complete: bool
    """Whether all examples were asked, or something was found; otherwise the time was up."""


class Verification(msgspec.Struct, frozen=True, kw_only=True):
    """What a verification found."""

    format: int
    """Version of this format: 1."""
    verdict: Verdict
    """Whether the program conforms."""
    reason: str
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
    """The numbers of players that were tested."""
    options: dict[str, Option]
    """The options that were fixed."""
    seed: int
    """What the questions depend on."""
    levels: tuple[LevelReport, ...]
    """By level, what was found."""
    not_tested: tuple[str, ...]
    """What the program does not do, or leaves out of its answers, in words."""
    reached: tuple[str, ...]
    """The clauses that questions reached at a level at which they show."""
    unreached: tuple[str, ...]
    """The clauses that none reached."""
    seconds: float
    """How long it took."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found, one at most for each level."""
        return tuple([level.finding for level in self.levels if level.finding is not None])
