"""What a proof reports: plain values that can be printed and written as JSON."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Verdict: TypeAlias = Literal["proved", "refuted", "unknown"]
"""``proved``: it holds. ``refuted``: there is a counterexample. ``unknown``: neither was shown, which is a failure too."""

SolverName: TypeAlias = Literal["z3", "cvc5"]
"""A solver that shows that a claim cannot be wrong."""


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
    position: str = ""
    """The position line in which it shows; empty where the statement is about no position."""


class Obligation(msgspec.Struct, frozen=True, kw_only=True):
    """One statement about one function, for all its inputs."""

    id: str
    """Permanent, below the theorem's id."""
    statement: str
    """What the function does."""
    clauses: tuple[str, ...]
    """The clauses of the rulebook that ask for it."""
    function: str
    """The engine's function, by its dotted name; or a formula, where a theorem is about what the rules say alone."""
    domain: str
    """For which inputs."""
    bounded: bool
    """Whether the domain is only a part of what can occur, up to a bound that it names."""
    logic: str
    """The logic of the claim, as SMT-LIB names it: ``QF_LIA`` is linear arithmetic of whole numbers, without quantifiers."""
    verdict: Verdict
    """Whether it holds."""
    solvers: tuple[SolverName, ...]
    """The solvers that were asked about every claim."""
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
    """A position, replayed in the engine, in which a theorem is seen at work: what it says is not empty."""

    shows: str
    """What is seen there."""
    position: str
    """The position line."""
    actions: tuple[str, ...]
    """What is played from there on; empty where the position itself shows it."""
    holds: bool
    """Whether it is seen."""
    problem: str = ""
    """What went wrong when the position could not be replayed."""


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
    """What is proved, in the order of the argument."""
    witnesses: tuple[Witness, ...]
    """Positions that show it at work."""
    trusted: tuple[str, ...]
    """What the proof takes for granted, beside z3, cvc5, lifting and Python itself."""
    complete: bool
    """Whether every obligation was looked at, not only some that were asked for."""
    verdict: Verdict
    """``proved`` when every obligation is and every witness holds; ``unknown`` as long as only some were looked at."""
    seconds: float
    """How long it took."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What was proved about one game."""

    game: str
    """The game and its number of players, such as ``zsiros/4``, with the options that differ from the usual rules."""
    rules: str
    """SHA-256 of the parameters that it is played by (:func:`aceten_spec.parameters.digest`)."""
    theorems: tuple[Theorem, ...]
    """Every theorem that speaks about games of this kind."""
    verdict: Verdict
    """``proved`` when every theorem is; of one that is not complete, every obligation that was looked at."""
    seconds: float
    """How long it took."""
    earlier: tuple[str, ...] = ()
    """The theorems that an earlier run of the same code, rules and solvers has proved, and that were not proved again."""


def overall(verdicts: tuple[Verdict, ...]) -> Verdict:
    """Return the verdict on a whole: that of its worst part."""
    if "refuted" in verdicts:
        return "refuted"
    return "unknown" if "unknown" in verdicts else "proved"
