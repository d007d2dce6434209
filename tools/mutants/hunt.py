"""Hunting mutants: every proved function and every formula is made wrong in every way, and an obligation must fail for each.

An obligation names the function that it is about, or the action of which it is about all that is called. What of that it runs in a game,
and which formulas it uses, shows only while it is proved: so it is proved once, and for each of its cases it is recorded which statements
are begun and how long that takes. A mutant is tried with the cases that come to its statement, those that are done soon first; all others
stay as they are. An obligation fails when function and formula differ, whichever of the two is wrong.

What no game notices soon as it is, is tried with options, and then in all games at length. A mutant for which then nothing fails is either
listed with the reason why it does the same as the original (``equivalent.toml``), or shows that the theorems leave something open.
"""

from __future__ import annotations

import functools
import importlib
import itertools
import math
import signal
import threading
import time
import tomllib
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Final, Literal, cast

import msgspec
from tools.mutants.mutations import Mutation, installed, mutations
from tools.mutants.reached_code import (
    GameVariant,
    ReachedCode,
    forget,
    formula_functions,
    is_meant,
    obligations,
    recorded,
    steps,
)

from aceten.engine.loading import load
from aceten.proofs.execution.replacements import full_name, functions_of, named
from aceten.proofs.statements.game_setting import setting
from aceten.proofs.statements.obligations import Z3_ALONE, ProofCase
from aceten_spec import formulas
from aceten_spec.formulas import Formula, Number

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence

    from aceten.engine.game import Game
    from aceten.proofs.statements.proof_report import Verdict
    from aceten_spec.rulebook import Rulebook

PATIENCE: Final = 5
"""For about so many seconds a mutant is tried in games as they are, before options are: many do nothing without some option."""

SECONDS: Final = 30
"""For so long, and three times as long as without it, an obligation may take with a mutant before it counts as failed."""


class Fate(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a mutant."""

    id: str
    """The mutant's (:attr:`tools.mutants.mutations.Mutation.id`)."""
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


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """What may notice a mutant: some cases of an obligation about a game."""

    obligation: str
    """The id of the obligation."""
    variant: GameVariant
    """The game."""
    cases: int
    """Which cases: a bit for each, that of the first is 1."""
    seconds: float
    """How long they take as things are."""


class Trials(msgspec.Struct, frozen=True, kw_only=True):
    """What may notice the mutants of a statement."""

    first: tuple[Trial, ...] = ()
    """What is likely to notice what the rest does not, in the order in which it is tried."""
    others: tuple[Trial, ...] = ()
    """What is much like it."""


class Hunt(msgspec.Struct, frozen=True, kw_only=True):
    """The mutants of one function, and what may notice them."""

    function: str
    """The function."""
    trials: dict[int, Trials]
    """What may notice them, by the statement that is changed."""
    obligations: tuple[str, ...]
    """Ids of all the obligations that may ever notice one: those about the function, or those that use the formula."""
    only: frozenset[str] | None = None
    """The ids of the mutants that are meant; ``None``: all."""
    patience: float = PATIENCE
    """For about so many seconds each of them is tried."""


@functools.cache
def equivalents() -> dict[str, Equivalent]:
    """Return the mutants that do the same as the function that they were made from, by id."""
    text = (Path(__file__).parent / "equivalent.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Equivalent])


def hunts_of(
    games: Sequence[tuple[Rulebook, int]],
    chosen: Sequence[str] = (),
    work: Callable[..., Iterable[object]] = map,
) -> list[Hunt]:
    """Return the hunts for the engine's functions and for formulas in some games as they are.

    What may notice a mutant of a function of the engine is every obligation about it, and of a formula every one that uses it.

    :param chosen: ids of theorems and obligations, the functions and formulas of which are meant; only they are tried for a formula; empty:
        all.
    :param work: what maps a function over tasks in their order, perhaps in many processes.
    """
    about = about_engine(_variants(games), chosen)

    def counts(function: str, obligation: str) -> bool:
        return obligation in about[function] if function in about else is_meant(obligation, chosen)

    asked = [*chosen, *itertools.chain(*about.values())] if chosen else []
    variants = [GameVariant(rulebook=rulebook, players=players) for rulebook, players in games]
    trials = _trials(variants, tuple(about), asked, counts, work)
    hunts: list[Hunt] = []
    for function in (*about, *formula_functions()):
        found = trials.get(function, {})
        used = {trial.obligation for tried in found.values() for trial in (*tried.first, *tried.others)}
        if function in about or used or not chosen:
            hunts.append(Hunt(function=function, trials=found, obligations=tuple(about.get(function, used))))
    return hunts


def hunts_with_options(
    hunts: Sequence[Hunt],
    survivors: Collection[str],
    games: Sequence[tuple[Rulebook, int]],
    work: Callable[..., Iterable[object]] = map,
) -> list[Hunt]:
    """Return the hunts for what no game has noticed soon as it is: with every value of every option, and then at length.

    :param hunts: those in the games as they are.
    :param survivors: the ids of mutants that nothing noticed.
    :param games: the games as they are.
    :param work: what maps a function over tasks in their order, perhaps in many processes.
    """
    left = {hunt.function: hunt for hunt in hunts if any(_function_of(each) == hunt.function for each in survivors)}

    def counts(function: str, obligation: str) -> bool:
        return function in left and obligation in (left[function].obligations or (obligation,))

    # What no game runs as it is may be run by any obligation with an option.
    known = all(hunt.obligations for hunt in left.values())
    asked = [name for hunt in left.values() for name in hunt.obligations] if known else []
    engine = [function for function in left if not function.startswith(formulas.__name__)]
    variants = [variant for variant in _variants(games) if variant.option]
    trials = _trials(variants, engine, asked, counts, work) if left else {}
    again: list[Hunt] = []
    for function, hunt in left.items():
        at_length = {line: Trials(first=(*tried.first, *tried.others)) for line, tried in hunt.trials.items()}
        for line, with_option in trials.get(function, {}).items():
            at_length[line] = Trials(first=(*with_option.first, *at_length.get(line, Trials()).first))
        only = frozenset(each for each in survivors if _function_of(each) == function)
        again.append(msgspec.structs.replace(hunt, trials=at_length, only=only, patience=math.inf))
    return again


def _function_of(mutant: str) -> str:
    return mutant.partition(":")[0]


def _trials(
    variants: Sequence[GameVariant],
    engine: Sequence[str],
    asked: Iterable[str],
    counts: Callable[[str, str], bool],
    work: Callable[..., Iterable[object]],
) -> dict[str, dict[int, Trials]]:
    """Return what comes to each statement of each function.

    :param engine: the engine's functions.
    :param asked: ids of theorems and obligations; empty: all.
    :param counts: whether an obligation may notice a mutant of a function.
    """
    found: dict[str, dict[int, list[tuple[Trial, Game]]]] = {}
    recording = functools.partial(recorded, chosen=tuple(dict.fromkeys(asked)), functions=tuple(engine))
    for variant, uses in zip(variants, work(recording, variants), strict=True):
        game = variant.game()
        for use in cast("list[ReachedCode]", uses):
            trial = Trial(obligation=use.obligation, variant=variant, cases=use.cases, seconds=use.seconds)
            for function, line in use.places:
                if isinstance(line, int) and counts(function, use.obligation):
                    found.setdefault(function, {}).setdefault(line, []).append((trial, game))
    return {name: {line: _parted(name, trials) for line, trials in lines.items()} for name, lines in found.items()}


def _parted(function: str, trials: Sequence[tuple[Trial, Game]]) -> Trials:
    """Return trials in their order: first what is done soon and least like the others.

    Where obligations hold a formula against all that an action does, what these do not notice is what the engine does, too: they come
    first, with those that name the function. And of games for as many players in which the parameters are the same that the function
    names, or one that it calls, one stands for all.
    """
    names = sorted(set[str]().union(*[_names(named(each).__code__) for each in reached(function)]))
    of_id = {trial.obligation: obligations()[trial.obligation] for trial, _ in trials}
    whole = {name for name, step in of_id.items() if step.whole or step.function == function} or {*of_id}
    kinds, alike = set[object](), Counter[object]()
    first: list[tuple[float, Trial]] = []
    others: list[Trial] = []
    for trial, game in sorted(trials, key=lambda pair: pair[0].seconds):
        parameters = repr([getattr(game.rules, name, None) for name in names])
        kind = trial.obligation, type(game), game.players, parameters
        if trial.obligation not in whole or kind in kinds:
            others.append(trial)
            continue
        kinds.add(kind)
        likes = ("game", trial.variant.rulebook.id), ("obligation", trial.obligation)
        first.append((math.prod(1 + alike[like] for like in likes) * trial.seconds, trial))
        alike.update(likes)
    first.sort(key=lambda pair: pair[0])
    return Trials(first=tuple([trial for _, trial in first]), others=tuple(others))


def about_engine(variants: Iterable[GameVariant], chosen: Sequence[str]) -> dict[str, dict[str, None]]:
    """Return the engine's functions that are meant, each with the obligations about it."""
    about: dict[str, dict[str, None]] = {}
    meant: set[str] = set()
    for variant in variants:
        for name, step in steps(setting(variant.game())):
            if step.about_engine:
                functions = reached(step.function) if step.whole else (step.function,)
                for function in functions:
                    about.setdefault(function, {})[name] = None
                if is_meant(name, chosen):
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


def _variants(games: Sequence[tuple[Rulebook, int]]) -> Iterator[GameVariant]:
    """Yield games as they are, then every value of every option, once for games with tricks of a kind: with the fewest players."""
    for rulebook, players in games:
        yield GameVariant(rulebook=rulebook, players=players)
    found: dict[object, GameVariant] = {}
    for rulebook, players in sorted(games, key=lambda game: game[1]):
        for name, option in rulebook.options.items():
            if option.values == "positive" or (option.players and players not in option.players):
                continue
            for value in option.values:
                game = load(rulebook, players=players, **{name: value})
                if game.options:  # not the rulebook's own value
                    variant = GameVariant(rulebook=rulebook, players=players, option=(name, value))
                    found.setdefault((type(game), name, value), variant)
    yield from found.values()


def _apart(mutation: Mutation, trials: Sequence[Trial], games: dict[object, Game]) -> tuple[list[Trial], list[Trial]]:
    """Return the trials about games in which a mutant of what makes a formula of the rules alone makes another one, and the others.

    What makes nothing of the rules alone may do something else in every game.

    :param games: the games of trials that were looked at before; others are added.
    """
    function, changed = named(mutation.function), mutation.make()
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    if not function.__module__.startswith(formulas.__name__) or not names or not {*names} <= {"rules", "players"}:
        return [*trials], []
    known: dict[object, bool] = {}

    def differs(trial: Trial) -> bool:
        key = trial.variant.rulebook.id, trial.variant.players, trial.variant.option
        if key not in known:
            if key not in games:
                games[key] = trial.variant.game()
            given = {name: getattr(games[key], name) for name in names}
            known[key] = _is_other(_made(function, given), _made(changed, given))
        return known[key]

    return [*filter(differs, trials)], [*itertools.filterfalse(differs, trials)]


def _made(function: FunctionType, asked: Mapping[str, object]) -> object:
    try:
        return function(**asked)
    except Exception as error:  # noqa: BLE001 - wrong code may raise anything
        return error


def _is_other(one: object, other: object) -> bool:
    """Whether two things are not both formulas with the same term about the same variables."""
    if not (isinstance(one, Formula) and isinstance(other, Formula)):
        return True
    try:
        here, there = (
            [number.get_id() for number in (made.term, *made.variables)]
            for made in cast("list[Formula[Number]]", [one, other])
        )
    except AttributeError:  # wrong code may make a formula of anything
        return True
    return here != there


def followed(hunt: Hunt) -> list[Fate]:
    """Return the fates of the mutants of a function that are meant."""
    fates, noticed = list[Fate](), list[Trial]()
    games: dict[object, Game] = {}
    for mutation in mutations(named(hunt.function)):
        if hunt.only is None or mutation.id in hunt.only:
            trials = hunt.trials.get(mutation.statement, Trials()).first
            likely, others = _apart(mutation, trials, games)
            if hunt.patience == math.inf:  # theorems also look at rules that the game has not
                likely += others
            verdict, by = fate_of(mutation, likely, noticed, hunt.patience)
            told = {name: getattr(mutation, name) for name in ("id", "function", "operator", "before", "after")}
            fates.append(Fate(**told, verdict=verdict, by=by))
    return fates


def fate_of(
    mutation: Mutation, trials: Iterable[Trial], noticed: list[Trial], patience: float = math.inf
) -> tuple[Literal["refuted", "not proved", "equivalent", "survived"], str]:
    """Return what becomes of a mutant, and by what.

    :param noticed: what has noticed others of the same function, the last one first: the like of it is tried first. What notices this one
        is put in front.
    :param patience: for about so many seconds it is tried, and once by each obligation.
    """
    if mutation.id in equivalents():
        return "equivalent", equivalents()[mutation.id].reason
    names = [each.obligation for each in noticed]
    games = [(each.obligation, each.variant) for each in noticed]

    def rank(trial: Trial) -> tuple[int, int]:
        name, game = trial.obligation, (trial.obligation, trial.variant)
        return (*games, game).index(game), (*names, name).index(name)

    deadline, tried = time.monotonic() + patience, set[str]()
    for trial in sorted(trials, key=rank):
        if time.monotonic() > deadline and trial.obligation in tried:
            continue
        tried.add(trial.obligation)
        verdict = verdict_of(mutation, trial)
        if verdict != "proved":
            noticed[:] = [trial, *[each for each in noticed if each is not trial]]
            return "refuted" if verdict == "refuted" else "not proved", f"{trial.obligation} ({trial.variant.game()})"
    return "survived", ""


def verdict_of(mutation: Mutation, trial: Trial) -> Verdict:
    """Return what becomes of the cases of an obligation with a mutant."""
    game = trial.variant.game()
    step = obligations()[trial.obligation]
    forget()
    try:
        with installed(mutation), limited(SECONDS + 3 * trial.seconds):
            about = setting(game)
            discharged = functools.partial(step.discharged, trial.obligation, about, Z3_ALONE)
            found = discharged(functools.partial(_among, chosen=trial.cases))
            # With fewer cases than before it is not known which of them come to the mutant.
            return found.verdict if found.cases else discharged().verdict
    except Exception:  # noqa: BLE001 - wrong code may raise anything, also where a case is only set up
        return "unknown"
    finally:
        forget()


def _among(cases: Iterable[ProofCase], chosen: int) -> Iterator[ProofCase]:
    """Yield the cases with a bit."""
    for number, case in enumerate(cases):
        if chosen >> number & 1:
            yield case
        if not chosen >> number + 1:
            return


@contextmanager
def limited(seconds: float) -> Generator[None]:
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
