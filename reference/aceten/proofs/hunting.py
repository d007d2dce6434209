"""Hunting mutants: every function that a theorem names is made wrong in every way, and an obligation must fail for each.

A mutant for which none does is either listed with the reason why it does the same as the function (``equivalent.toml``), or shows that
the theorems leave something open.
"""

from __future__ import annotations

import functools
import signal
import threading
import tomllib
from contextlib import contextmanager
from importlib import resources
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from aceten.game import load
from aceten.proofs.mutating import Mutation, installed, mutations
from aceten.proofs.obligations import Provers, discharge
from aceten.proofs.replacing import named
from aceten.proofs.setting import Setting, setting
from aceten.proofs.theorems import THEOREMS
from aceten_spec.rulebook import OptionValue, Rulebook

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from aceten.proofs.propositions import Step

SECONDS: Final = 30
"""For so long an obligation may take with a mutant before it counts as failed: a mutant may run for ever."""

_PROVERS: Final = Provers(solvers=("z3",))


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

    def setting(self) -> Setting:
        """Return the setting in which theorems are proved about it."""
        options = {} if self.option is None else dict([self.option])
        return setting(load(self.rulebook, players=self.players, **options))


class Hunt(msgspec.Struct, frozen=True, kw_only=True):
    """The mutants of one function, and the games in which it is proved about."""

    function: str
    """The function."""
    games: tuple[Variant, ...]
    """The games in which it is proved about, in the order in which they are tried."""


@functools.cache
def equivalents() -> dict[str, Equivalent]:
    """Return the mutants that do the same as the function that they were made from, by id."""
    text = (resources.files("aceten.proofs") / "equivalent.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Equivalent])


def hunts(games: Sequence[tuple[Rulebook, int]], chosen: Sequence[str] = ()) -> list[Hunt]:
    """Return what there is to hunt in some games.

    :param chosen: ids of theorems and obligations, the functions of which are meant; empty: all.
    """
    found: dict[str, list[Variant]] = {}
    for variant in _variants(games):
        for name, step in _steps(variant.setting()):
            if step.about_engine and (name in chosen or name.partition(".")[0] in chosen or not chosen):
                where = found.setdefault(step.function, [])
                if variant not in where:
                    where.append(variant)
    return [Hunt(function=function, games=tuple(where)) for function, where in found.items()]


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
    settings = [variant.setting() for variant in hunt.games]
    trials = [
        (name, step, about) for about in settings for name, step in _steps(about) if step.function == hunt.function
    ]
    fates: list[Fate] = []
    for mutation in mutations(named(hunt.function)):
        verdict, by = _follow(mutation, trials)
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


def _follow(
    mutation: Mutation, trials: list[tuple[str, Step, Setting]]
) -> tuple[Literal["refuted", "not proved", "equivalent", "survived"], str]:
    """Return what becomes of a mutant. What noticed it is tried first for the next one."""
    if mutation.id in equivalents():
        return "equivalent", equivalents()[mutation.id].reason
    for place, (name, step, about) in enumerate(trials):
        try:
            with installed(mutation), _limited():
                found = discharge(
                    name=name,
                    statement=step.statement,
                    clauses=(),
                    function=step.function,
                    domain=step.domain,
                    cases=step.cases(about),
                    provers=_PROVERS,
                )
            verdict = found.verdict
        except Exception:  # noqa: BLE001 - wrong code may raise anything, also where a case is only set up
            verdict = "unknown"
        if verdict != "proved":
            trials.insert(0, trials.pop(place))
            return "refuted" if verdict == "refuted" else "not proved", f"{name} ({about.game})"
    return "survived", ""


def _steps(about: Setting) -> Iterator[tuple[str, Step]]:
    """Yield the obligations about a game, with their ids."""
    for proposition in THEOREMS:
        if proposition.applies(about):
            for step in proposition.steps:
                if step.applies(about):
                    yield f"{proposition.id}.{step.name}", step


@contextmanager
def _limited() -> Generator[None]:
    """Raise when what is done takes too long, where the system can say so."""

    def stop(*_: object) -> None:
        raise TimeoutError

    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, SECONDS, 1)  # and again, where it was raised in vain: in what is deleted
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
