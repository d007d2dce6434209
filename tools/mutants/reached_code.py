"""What an obligation runs: it is proved once, and its functions and formulas say which of their statements are begun in which cases."""

from __future__ import annotations

import functools
import importlib
import pkgutil
import time
from typing import TYPE_CHECKING, Final, TypeAlias, cast

import msgspec
from tools.mutants.noted_code import Entering, noting

from aceten.engine.loading import load
from aceten.proofs.execution.replacements import functions_of, named
from aceten.proofs.statements.game_setting import Setting, setting
from aceten.proofs.statements.obligations import Z3_ALONE, ProofCase
from aceten.proofs.theorems import THEOREMS
from aceten.proofs.theorems.play import suit_steps
from aceten_spec import formulas
from aceten_spec.formulas import Formula
from aceten_spec.rulebook import OptionValue, Rulebook

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from types import FunctionType, ModuleType

    from aceten.engine.game import Game
    from aceten.proofs.statements.propositions import Step

_NOTATION: Final = {f"{formulas.__name__}.{name}" for name in ("case_names", "term_compiler", "term_makers", "terms")}
"""The modules of formulas that state no clause: what formulas are made of, and what branches of play are called."""

Place: TypeAlias = tuple[str, object]
"""The name of a function, and of a statement in it the line in which it begins (:attr:`tools.mutants.mutations.Mutation.statement`); or
what else was noted when the function was called."""


class GameVariant(msgspec.Struct, frozen=True, kw_only=True):
    """A game, with one option or none."""

    rulebook: Rulebook
    """The rules."""
    players: int
    """The number of players."""
    option: tuple[str, OptionValue] | None = None
    """Name and value of the option: some code runs by an option only."""

    def game(self) -> Game:
        """Return the game that theorems are proved about."""
        options = {} if self.option is None else dict([self.option])
        return load(self.rulebook, players=self.players, **options)


class ReachedCode(msgspec.Struct, frozen=True, kw_only=True):
    """What an obligation comes to in some of its cases."""

    obligation: str
    """The id of the obligation."""
    cases: int
    """Which cases: a bit for each, that of the first is 1."""
    seconds: float
    """How long they take."""
    places: tuple[Place, ...]
    """What is begun in them, and in no other case."""


def formula_functions() -> dict[str, FunctionType]:
    """Return the functions that make formulas, and those that these are made of, by name."""
    return {name: function for module in _formula_modules() for name, function in functions_of(module).items()}


@functools.cache
def _formula_modules() -> tuple[ModuleType, ...]:
    found = [module.name for module in pkgutil.walk_packages(formulas.__path__, f"{formulas.__name__}.")]
    return tuple([importlib.import_module(name) for name in found if name not in _NOTATION])


def recorded(
    variant: GameVariant,
    chosen: Sequence[str] = (),
    functions: Sequence[str] = (),
    entering: Entering | None = None,
) -> list[ReachedCode]:
    """Return what of formulas, and of some functions of the engine, the obligations about a game come to while they are proved.

    A case counts as one that comes to a formula also when it could use what an earlier one has made of it.

    :param chosen: ids of theorems and obligations; empty: all.
    :param functions: functions of the engine.
    :param entering: notes places, too, when one of the functions is called.
    """
    watched, uses = formula_functions() | {name: named(name) for name in functions}, list[ReachedCode]()
    with noting(watched.values(), functions_of(Formula).values(), entering) as reached:
        about = setting(variant.game())
        at_first = frozenset(reached)
        for name, step in steps(about):
            if is_meant(name, chosen):
                forget()
                reached.clear()
                seen: list[tuple[float, frozenset[object]]] = []
                step.discharged(name, about, Z3_ALONE, functools.partial(_seen, reached=reached, seen=seen))
                if any(places & {id(about.counts), id(about.counts_card)} for _, places in seen):
                    seen[0] = seen[0][0], seen[0][1] | at_first  # made with the setting
                uses += _uses(name, seen)
    return uses


def _seen(
    cases: Iterable[ProofCase], reached: set[object], seen: list[tuple[float, frozenset[object]]]
) -> Iterator[ProofCase]:
    """Yield cases; tell of each how long it took, and what was reached."""
    started = time.perf_counter()
    for case in cases:
        yield case
        seen.append((time.perf_counter() - started, frozenset(reached)))
        reached.clear()
        started = time.perf_counter()


def _uses(obligation: str, seen: Sequence[tuple[float, frozenset[object]]]) -> list[ReachedCode]:
    """Return what an obligation comes to, statements of the same cases together."""
    cases: dict[Place, int] = {}
    for number, (_, places) in enumerate(seen):
        for known in (cast("Place", place) for place in places if isinstance(place, tuple)):
            # Formulas are kept, and used again without being made; functions are not.
            later = (1 << len(seen)) - (1 << number)
            cases[known] = cases.get(known, 0) | (later if known[0].startswith(formulas.__name__) else 1 << number)
    together: dict[int, list[Place]] = {}
    for known, among in cases.items():
        together.setdefault(among, []).append(known)
    return [
        ReachedCode(
            obligation=obligation,
            cases=among,
            seconds=sum(seconds for number, (seconds, _) in enumerate(seen) if among >> number & 1),
            places=tuple(sorted(known, key=repr)),
        )
        for among, known in together.items()
    ]


def forget() -> None:
    """Forget the formulas that are kept, also by relations: they are made again by what stands in their place."""
    for module in (*_formula_modules(), suit_steps):
        for value in vars(module).values():
            if callable(forget := getattr(value, "cache_clear", None)):
                forget()


def is_meant(obligation: str, chosen: Sequence[str]) -> bool:
    """Whether an obligation is among those chosen, itself or by its theorem; where none is chosen all are meant."""
    return not chosen or obligation in chosen or obligation.partition(".")[0] in chosen


@functools.cache
def obligations() -> dict[str, Step]:
    """Return every obligation by its id."""
    return {f"{theorem.id}.{step.name}": step for theorem in THEOREMS for step in theorem.steps}


def steps(about: Setting) -> Iterator[tuple[str, Step]]:
    """Yield the obligations about a game, with their ids."""
    for name, step in obligations().items():
        if step.applies(about):
            yield name, step
