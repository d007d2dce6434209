"""Hunting mutants: every proved function and every formula is made wrong in every way, and an obligation must fail for each.

An obligation names the function that it is about, or the action of which it is about all that is called. What of that it runs in a game,
and which formulas it uses, shows only while it is proved, so it is proved once to record them, and for how long. An obligation fails when
function and formula differ, whichever of the two is wrong.

A mutant for which none does is either listed with the reason why it does the same as the original (``equivalent.toml``), or shows that
the theorems leave something open.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
import signal
import threading
import tomllib
from contextlib import contextmanager
from importlib import resources
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Final, Literal, cast

import msgspec

from aceten.loading import load
from aceten.proofs.mutating import Mutation, installed, mutations, noting
from aceten.proofs.obligations import Provers, discharge
from aceten.proofs.replacing import full_name, functions_of, named
from aceten.proofs.setting import Setting, setting
from aceten.proofs.theorems import THEOREMS
from aceten_spec import formulas
from aceten_spec.formulas import Formula
from aceten_spec.rulebook import OptionValue, Rulebook

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from aceten.game import Game
    from aceten.proofs.propositions import Proposition, Step
    from aceten.proofs.report import Obligation, Verdict

SECONDS: Final = 30
"""For so long, and three times as long as without it, an obligation may take with a mutant before it counts as failed."""

_PROVERS: Final = Provers(solvers=("z3",))

_NOTATION: Final = {"compiling", "making", "terms"}
"""The modules of formulas that state no clause: what formulas are made of."""


class Fate(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a mutant."""

    id: str
    """The mutant's (:attr:`aceten.proofs.mutating.Mutation.id`)."""
    function: str
    """The function that was made wrong."""
    operator: str
    """How."""
    before: str
    """The code that was changed."""
    after: str
    """What it was changed to."""
    verdict: Literal["refuted", "not proved", "equivalent", "survived"]
    """``refuted``: an obligation has a counterexample. ``not proved``: an obligation is not proved any more, as the function does what
    cannot be followed, or does not end. ``equivalent``: it does the same as the function. ``survived``: nothing noticed."""
    by: str = ""
    """The obligation that noticed, and the game that it was about; or why the mutant is equivalent."""

    @property
    def of_formula(self) -> bool:
        """Whether a formula was made wrong, not a function of the engine."""
        return self.function.startswith(formulas.__name__)


class Equivalent(msgspec.Struct, frozen=True, kw_only=True):
    """A mutant that does the same as the function that it was made from."""

    before: str
    """The code that was changed."""
    after: str
    """What it was changed to."""
    reason: str
    """Why it does the same."""


class Variant(msgspec.Struct, frozen=True, kw_only=True):
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


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """What may notice a mutant: an obligation about a game."""

    obligation: str
    """The id of the obligation."""
    variant: Variant
    """The game."""
    seconds: float
    """How long it takes as things are; with an option, the longest in the games as they are."""


class Hunt(msgspec.Struct, frozen=True, kw_only=True):
    """The mutants of one function, and what may notice them."""

    function: str
    """The function."""
    trials: tuple[Trial, ...]
    """What may notice them, in the order in which it is tried."""
    further: tuple[Trial, ...]
    """What is tried when none of them notices a mutant: the same obligations with every option. Some do not run the function."""


class Use(msgspec.Struct, frozen=True, kw_only=True):
    """A function that an obligation runs: one of the engine, or one that makes a formula."""

    function: str
    """The function."""
    obligation: str
    """The id of the obligation."""
    seconds: float
    """How long the obligation takes."""


@functools.cache
def equivalents() -> dict[str, Equivalent]:
    """Return the mutants that do the same as the function that they were made from, by id."""
    text = (resources.files("aceten.proofs") / "equivalent.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Equivalent])


def hunts_of(
    games: Sequence[tuple[Rulebook, int]],
    chosen: Sequence[str] = (),
    work: Callable[..., Iterable[object]] = map,
) -> list[Hunt]:
    """Return the hunts for the engine's functions and for formulas in some games.

    What may notice a mutant of a function of the engine is every obligation about it, and of a formula every one that uses it, where it is
    run; those that take long come last.

    :param chosen: ids of theorems and obligations, the functions and formulas of which are meant; only they are tried for a formula; empty:
        all.
    :param work: what maps a function over tasks in their order, perhaps in many processes.
    """
    variants = list(_variants(games))
    about = _about_engine(variants, chosen)
    tried = {name for names in about.values() for name in names}
    found: dict[str, list[Trial]] = {name: [] for name in (*about, *formula_functions())}
    longest: dict[str, float] = {}
    plain = [variant for variant in variants if variant.option is None]
    asked = functools.partial(recorded, chosen=tuple({*chosen, *tried}) if chosen else (), functions=tuple(about))
    for variant, uses in zip(plain, work(asked, plain), strict=True):
        for use in cast("list[Use]", uses):
            longest[use.obligation] = max(longest.get(use.obligation, 0), use.seconds)
            if use.obligation in about[use.function] if use.function in about else _is_meant(use.obligation, chosen):
                found[use.function].append(Trial(obligation=use.obligation, variant=variant, seconds=use.seconds))
    options = [variant for variant in variants if variant.option]
    hunts: list[Hunt] = []
    for function, trials in found.items():
        run = {trial.obligation for trial in trials}
        # What may run it with an option only is tried last.
        names = sorted(about.get(function, run), key=lambda name: (name not in run, longest.get(name, 0), name))
        further = [
            Trial(obligation=name, variant=variant, seconds=longest.get(name, 0))
            for name in names
            for variant in options
        ]
        if further or trials:
            trials.sort(key=lambda trial: trial.seconds)
            hunts.append(Hunt(function=function, trials=tuple(trials), further=tuple(further)))
    return hunts


def _about_engine(variants: Iterable[Variant], chosen: Sequence[str]) -> dict[str, dict[str, None]]:
    """Return the engine's functions that are meant, each with the obligations about it."""
    about: dict[str, dict[str, None]] = {}
    meant: set[str] = set()
    for variant in variants:
        for name, step in _steps(setting(variant.game())):
            if step.about_engine:
                functions = reached(step.function) if step.whole else [step.function]
                for function in functions:
                    about.setdefault(function, {})[name] = None
                if _is_meant(name, chosen):
                    meant.update(functions)
    return {function: names for function, names in about.items() if function in meant}


@functools.cache
def reached(function: str) -> tuple[str, ...]:
    """Return a function and those that it calls, one by way of another, as far as they state clauses; by name."""
    first = named(function)
    own = _near(first.__module__)
    found, waiting = {full_name(first): first}, [first]
    while waiting:
        caller = waiting.pop()
        used = _names(caller.__code__)
        for name, other in (own | _near(caller.__module__)).items():
            if name not in found and other.__name__ in used and "Clauses:" in (other.__doc__ or ""):
                found[name] = other
                waiting.append(other)
    return tuple(found)


@functools.cache
def _near(name: str) -> dict[str, FunctionType]:
    """Return the functions of a module, those that its classes inherit, and those that it has imported, by name."""
    module = importlib.import_module(name)
    found = functions_of(module)
    for member in vars(module).values():
        if isinstance(member, FunctionType):
            found[full_name(member)] = member
        elif isinstance(member, type) and member.__module__ == name:
            for kind in member.__mro__:
                found |= functions_of(kind)
    return found


def _names(code: CodeType) -> set[str]:
    """Return the names that code uses, also inside of comprehensions."""
    return set(code.co_names).union(*[_names(part) for part in code.co_consts if isinstance(part, CodeType)])


def formula_functions() -> dict[str, FunctionType]:
    """Return the functions that make formulas, and those that these are made of, by name."""
    names = [module.name for module in pkgutil.iter_modules(formulas.__path__) if module.name not in _NOTATION]
    modules = [importlib.import_module(f"{formulas.__name__}.{name}") for name in names]
    return {name: function for module in modules for name, function in functions_of(module).items()}


def recorded(variant: Variant, chosen: Sequence[str] = (), functions: Sequence[str] = ()) -> list[Use]:
    """Return which formulas the obligations about a game use while they are proved, and which of the engine's functions they run.

    :param chosen: ids of theorems and obligations; empty: all.
    :param functions: functions of the engine.
    """
    watched, uses = formula_functions() | {name: named(name) for name in functions}, list[Use]()
    with noting(watched.values(), functions_of(Formula).values()) as called:
        about = setting(variant.game())
        at_first = frozenset(called)
        for name, step in _steps(about):
            if _is_meant(name, chosen):
                called.clear()
                seconds = _discharged(name, step, about).seconds
                if called & {id(about.counts), id(about.counts_card)}:  # made with the setting
                    called.update(at_first)
                uses += [Use(function=each, obligation=name, seconds=seconds) for each in watched if each in called]
    return uses


def _variants(games: Sequence[tuple[Rulebook, int]]) -> Iterator[Variant]:
    """Yield games as they are, then with every value of every option."""
    for rulebook, players in games:
        yield Variant(rulebook=rulebook, players=players)
    for rulebook, players in games:
        for name, option in rulebook.options.items():
            if option.values == "positive" or (option.players and players not in option.players):
                continue
            for value in option.values:
                if load(rulebook, players=players, **{name: value}).options:  # not the rulebook's own value
                    yield Variant(rulebook=rulebook, players=players, option=(name, value))


def followed(hunt: Hunt) -> list[Fate]:
    """Return the fates of all mutants of a function."""
    trials = [*hunt.trials, *hunt.further]
    fates: list[Fate] = []
    for mutation in mutations(named(hunt.function)):
        verdict, by = fate_of(mutation, trials)
        fates.append(
            Fate(
                id=mutation.id,
                function=mutation.function,
                operator=mutation.operator,
                before=mutation.before,
                after=mutation.after,
                verdict=verdict,
                by=by,
            )
        )
    return fates


def fate_of(
    mutation: Mutation, trials: list[Trial]
) -> tuple[Literal["refuted", "not proved", "equivalent", "survived"], str]:
    """Return what becomes of a mutant. What noticed it is tried first for the next one, and what does not run it never again."""
    if mutation.id in equivalents():
        return "equivalent", equivalents()[mutation.id].reason
    for trial in tuple(trials):
        verdict, run = _tried(mutation, trial)
        if verdict != "proved":
            trials.remove(trial)
            trials.insert(0, trial)
            noticed = f"{trial.obligation} ({trial.variant.game()})"
            return "refuted" if verdict == "refuted" else "not proved", noticed
        if not run:
            trials.remove(trial)
    return "survived", ""


def _tried(mutation: Mutation, trial: Trial) -> tuple[Verdict, bool]:
    """Return what becomes of an obligation with a mutant, and whether that is run.

    One that does not speak about the game stays proved; so does one that does not run the mutant, whatever else becomes of it.
    """
    game = trial.variant.game()
    theorem, step = _obligations()[trial.obligation]
    called = set[object]()
    verdict: Verdict = "proved"
    if _speaks(theorem, step, setting(game)):
        try:
            with installed(mutation, called), _limited(SECONDS + 3 * trial.seconds):
                verdict = _discharged(trial.obligation, step, setting(game)).verdict
        except Exception:  # noqa: BLE001 - wrong code may raise anything, also where a case is only set up
            verdict = "unknown"
    return (verdict, True) if called else ("proved", False)


def _discharged(name: str, step: Step, about: Setting) -> Obligation:
    return discharge(
        name=name,
        statement=step.statement,
        clauses=(),
        function=step.function,
        domain=step.domain,
        cases=step.cases(about),
        provers=_PROVERS,
    )


def _is_meant(obligation: str, chosen: Sequence[str]) -> bool:
    """Whether an obligation is among those chosen, itself or by its theorem; where none is chosen all are meant."""
    return not chosen or obligation in chosen or obligation.partition(".")[0] in chosen


@functools.cache
def _obligations() -> dict[str, tuple[Proposition, Step]]:
    """Return every obligation by its id, with its theorem."""
    return {f"{theorem.id}.{step.name}": (theorem, step) for theorem in THEOREMS for step in theorem.steps}


def _steps(about: Setting) -> Iterator[tuple[str, Step]]:
    """Yield the obligations about a game, with their ids."""
    for name, (theorem, step) in _obligations().items():
        if _speaks(theorem, step, about):
            yield name, step


def _speaks(theorem: Proposition, step: Step, about: Setting) -> bool:
    return theorem.applies(about) and step.applies(about)


@contextmanager
def _limited(seconds: float) -> Generator[None]:
    """Raise when what is done takes too long, where the system can say so."""

    def stop(*_: object) -> None:
        raise TimeoutError

    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1)  # and again, where it was raised in vain: in what is deleted
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
