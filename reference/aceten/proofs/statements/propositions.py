"""What a theorem is before it is proved, and proving it about one game."""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import Final, TypeVar

import msgspec
from msgspec.structs import force_setattr, replace

from aceten.engine.game import Game
from aceten.proofs.statements.game_setting import Setting, is_matching, is_suits
from aceten.proofs.statements.obligations import ProofCase, Provers, discharge
from aceten.proofs.statements.proof_report import Obligation, Theorem, Verdict, Witness, overall
from aceten_spec.features import unspoken
from aceten_spec.rulebook import Rulebook

_T = TypeVar("_T")


def always(_: Setting) -> bool:
    """Return that a step speaks about every game that its theorem speaks about."""
    return True


def _both(one: Callable[[Setting], bool], other: Callable[[Setting], bool]) -> Callable[[Setting], bool]:
    """Return whether both hold; the second is asked only where the first does."""
    return lambda about: one(about) and other(about)


def for_each(
    things: Callable[[Setting], Iterable[_T]],
) -> Callable[[Callable[[Setting, _T], ProofCase]], Callable[[Setting], Iterator[ProofCase]]]:
    """Make of a function that returns the case about one thing one that yields the cases about each of these in a game."""
    return lambda case: lambda setting: (case(setting, thing) for thing in things(setting))


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """An obligation before it is discharged."""

    name: str
    """Permanent; with the theorem's id it makes the obligation's."""
    statement: str
    """What the function does."""
    clauses: tuple[str, ...]
    """Without the rulebook's prefix, but for those that mean something in one rulebook alone."""
    function: str
    """The dotted name of the engine's function, or of a formula."""
    domain: str
    """For which inputs, with the names of :attr:`aceten.proofs.statements.game_setting.Setting.sizes` in braces."""
    bounded: bool = False
    """Whether the domain is only a part of what can occur."""
    whole: bool = False
    """Whether it is about all that the function does, with the functions that it calls, and not about this one step of them."""
    cases: Callable[[Setting], Iterator[ProofCase]]
    """What is to be shown. The first case that fails decides."""
    applies: Callable[[Setting], bool] = always
    """Whether there is something to show in a game. As a step of a theorem it is asked of any game."""

    def clauses_of(self, rulebook: Rulebook) -> tuple[str, ...]:
        """Return the ids of the clauses that the step is about in a rulebook: those that it has."""
        known = {clause.id for clause in rulebook.clauses}
        return tuple([each for name in self.clauses for each in (name, f"{rulebook.prefix}-{name}") if each in known])

    def clauses_in(self, game: Game) -> tuple[str, ...]:
        """Return those of them that say something by the options and the number of players of a game."""
        silent = unspoken(game.rulebook, game.rules)
        return tuple([clause for clause in self.clauses_of(game.rulebook) if clause not in silent])

    def discharged(
        self,
        name: str,
        setting: Setting,
        provers: Provers,
        among: Callable[[Iterable[ProofCase]], Iterable[ProofCase]] = iter,
    ) -> Obligation:
        """Discharge the obligation in a game.

        :param among: what yields the cases that are looked at.
        """
        cases = self.cases(setting)
        with ExitStack() as stack:
            if callable(close := getattr(cases, "close", None)):  # it may hold something replaced as long as it is open
                stack.callback(close)
            return discharge(
                name=name,
                statement=self.statement,
                clauses=self.clauses_in(setting.game),
                function=self.function,
                domain=self.domain.format_map(setting.sizes),
                bounded=self.bounded,
                cases=among(cases),
                provers=provers,
            )

    @property
    def about_engine(self) -> bool:
        """Whether it is about a function of the engine, not about what the rules say alone."""
        return self.function.startswith("aceten.") and not self.function.startswith("aceten.proofs.")


matching_step: Final = partial(Step, applies=is_matching)
"""Makes a step about games with matching tricks."""
suit_step: Final = partial(Step, applies=is_suits)
"""Makes a step about games with suit tricks."""


class Proposition(msgspec.Struct, frozen=True, kw_only=True):
    """A theorem before it is proved."""

    id: str
    """Permanent."""
    statement: Callable[[Setting], str]
    """What holds in a game, in words."""
    argument: str
    """Why it follows from the obligations."""
    steps: tuple[Step, ...]
    """What it follows from; they speak about no game that the theorem does not speak about."""
    trusted: tuple[str, ...] = ()
    """What the proof takes for granted, beside z3, cvc5, lifting and Python itself."""
    applies: Callable[[Setting], bool] = always
    """Whether the theorem speaks about a game."""
    witnesses: Callable[[Setting], Iterable[Witness]]
    """Positions of a game that show it at work: one at least."""

    def __post_init__(self) -> None:
        """Let no step speak where the theorem does not: whether it has something to show is asked of its own games alone."""
        steps = tuple([replace(step, applies=_both(self.applies, step.applies)) for step in self.steps])
        force_setattr(self, "steps", steps)

    def obligations(self) -> tuple[str, ...]:
        """Return the ids of all obligations, in order."""
        return tuple(f"{self.id}.{step.name}" for step in self.steps)


def establish(
    proposition: Proposition,
    setting: Setting,
    *,
    only: Container[str] | None = None,
    provers: Provers,
) -> Theorem:
    """Return the theorem for a game that it speaks about, proved as far as it can be.

    :param only: ids of the obligations to discharge; ``None``: all. The theorem counts as proved only when they are all that it has.
    """
    start = time.perf_counter()
    steps = [step for step in proposition.steps if step.applies(setting)]
    named = {f"{proposition.id}.{step.name}": step for step in steps}
    obligations = tuple(
        [step.discharged(name, setting, provers) for name, step in named.items() if only is None or name in only]
    )
    witnesses = tuple(proposition.witnesses(setting))
    verdicts: list[Verdict] = [obligation.verdict for obligation in obligations]
    complete = len(obligations) == len(steps)
    if not complete:
        verdicts.append("unknown")
    if not all(witness.holds for witness in witnesses) or not witnesses:
        verdicts.append("refuted")
    return Theorem(
        id=proposition.id,
        statement=proposition.statement(setting),
        clauses=tuple(dict.fromkeys(clause for obligation in obligations for clause in obligation.clauses)),
        argument=proposition.argument,
        obligations=obligations,
        witnesses=witnesses,
        trusted=proposition.trusted,
        complete=complete,
        verdict=overall(tuple(verdicts)),
        seconds=round(time.perf_counter() - start, 3),
    )
