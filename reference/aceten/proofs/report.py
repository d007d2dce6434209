"""What a proof reports: plain values that can be printed and written as JSON."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Verdict: TypeAlias = Literal["proved", "refuted", "unknown"]
"""``proved``: it holds. ``refuted``: there is a counterexample. ``unknown``: neither was shown, which is a failure too."""


class Counterexample(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers for which a statement is wrong."""

    case: str
    """The case that they belong to, such as the sizes of hands and trick; empty where there is one case only."""
    inputs: dict[str, str]
    """What goes in, by name; ranks and cards as they are written."""
    outcome: dict[str, int]
    """What comes out, by name; empty when nothing does, because an error is raised."""
    problem: str
    """What is wrong, in words."""


class Obligation(msgspec.Struct, frozen=True, kw_only=True):
    """One statement about one step function of the engine, for all its inputs."""

    id: str
    """Permanent, below the theorem's id."""
    statement: str
    """What the function does."""
    clauses: tuple[str, ...]
    """The clauses of the rulebook that ask for it."""
    function: str
    """The engine's function."""
    domain: str
    """For which inputs."""
    verdict: Verdict
    """Whether it holds."""
    cases: int
    """How many cases were looked at, such as sizes of hands; all of them when proved."""
    paths: int
    """How many paths through the function these have together."""
    seconds: float
    """How long it took."""
    counterexample: Counterexample | None = None
    """When it is refuted, inputs that refute it."""
    reason: str = ""
    """Why it is not proved; empty when it is."""


class Witness(msgspec.Struct, frozen=True, kw_only=True):
    """A whole deal, replayed in the engine, in which the theorem is seen at work: what it says is not empty."""

    position: str
    """The position line of the deal."""
    actions: tuple[str, ...]
    """What is played, to the end of the deal."""
    captured: tuple[int, ...]
    """Card points captured by both sides together: at the start and after each action."""
    in_play: tuple[int, ...]
    """Card points in hands, trick and talon: at the start and after each action."""
    points: tuple[int, ...]
    """Card points by side at the end."""
    holds: bool
    """Whether the theorem's invariant holds at each of these moments, and its statement at the end."""
    problem: str = ""
    """What went wrong when the deal could not be played to its end."""


class Theorem(msgspec.Struct, frozen=True, kw_only=True):
    """A statement about every play of the game."""

    id: str
    """Permanent."""
    statement: str
    """What holds."""
    clauses: tuple[str, ...]
    """The clauses of the rulebook that it follows from."""
    argument: str
    """Why it follows from the obligations."""
    obligations: tuple[Obligation, ...]
    """What is proved about the engine's functions, in the order of the argument."""
    witness: Witness
    """A play that shows it at work."""
    trusted: tuple[str, ...]
    """What the proof takes for granted."""
    verdict: Verdict
    """``proved`` when every obligation is and the witness holds."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What was proved about one game."""

    game: str
    """The game and its number of players, such as ``zsiros/4``."""
    rules: str
    """SHA-256 of the parameters that it is played by (:func:`aceten_spec.rulebook.digest`)."""
    theorems: tuple[Theorem, ...]
    """Every theorem."""
    verdict: Verdict
    """``proved`` when every theorem is."""
    seconds: float
    """How long it took."""


def overall(verdicts: tuple[Verdict, ...]) -> Verdict:
    """Return the verdict on a whole: that of its worst part."""
    if "refuted" in verdicts:
        return "refuted"
    return "unknown" if "unknown" in verdicts else "proved"
