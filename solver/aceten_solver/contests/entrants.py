"""Who takes part in a contest: policies by name, by object, or as programs, and what plays a seat for each."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias, cast, get_args

from aceten import Action, UsageError, View
from aceten.vocabulary.own_code import named_object
from aceten_solver.contests.policies import BeginningPolicy, Policy
from aceten_solver.contests.shipped_policies import POLICIES, Kind, Means, PolicyName
from aceten_solver.hidden.machine_player import STRENGTHS, Machine
from aceten_spec.errors import meant, shown
from aceten_spec.speech import say
from aceten_spec.texts.causes import why

if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.metadata import EntryPoint

    from aceten import Game, Seat, State
    from aceten_solver.answers.solver import Solver
    from aceten_solver.contests.shipped_policies import Chooser

GROUP: Final = "aceten.policies"
"""The group of entry points in which packages name policies of theirs."""

Given: TypeAlias = "str | Policy | type[Policy] | Callable[[View], Action | str | int]"
"""A policy, as it is given: by name; itself, and then it plays every seat for which it is asked; a class, of which one is made for each
seat; or a function that chooses.

A name is that of a shipped policy (:data:`aceten_solver.contests.shipped_policies.PolicyName`); of an entry point in the group
:data:`GROUP`; ``module:name`` for what a module in this folder or an installed one has; or, with a blank or a slash in it, the command
of a program that speaks the protocol of :mod:`aceten_solver.contests.policy_messages`."""

_COMMAND: Final = re.compile(r"[\s/\\]")
_OWN: Final = re.compile(r"[^\W\d][\w.]*:[^\W\d]\w*")
_SAMPLES: Final = 20
"""So many deals are sampled for an action by a shipped policy that has no number of its own."""
_MOST_SHOWN: Final = 60


class PlayingTerms(Protocol):
    """On what terms policies play."""

    @property
    def samples(self) -> int | None:
        """How many deals the shipped ones sample for an action; ``None``: as many as they do by themselves."""
        ...

    @property
    def seconds(self) -> float:
        """How long a program may take to answer."""
        ...


class SeatedPolicy(Protocol):
    """What plays a seat."""

    def come_up(self) -> None:
        """Look whether it can play at all, and end what was begun for that.

        :raises ProgramError: when it is a program that does not come up.
        """
        ...

    def begin(self, game: Game, seat: Seat, seed: int, /) -> None:
        """Begin a deal."""
        ...

    def choose(self, state: State, /) -> object:
        """Return what the seat to act does."""
        ...

    def close(self) -> None:
        """End what it has begun."""
        ...


def called(given: Given) -> str:
    """Return what a policy is called.

    :raises UsageError: for what is none.
    """
    if not (isinstance(given, (str, Machine)) or callable(given) or callable(getattr(given, "choose", None))):
        raise UsageError(
            say(
                "a policy of the type {kind}; expected a name, a class or an object with choose(view), or such a function",
                kind=type(given).__name__,
            )
        )
    if isinstance(given, str):
        return given
    if isinstance(given, Machine):
        return f"Machine({given.strength})"
    named = given if isinstance(given, type) or not hasattr(given, "choose") else type(given)
    return f"{named.__module__}:{getattr(named, '__qualname__', repr(named))}"


def is_counted(given: Given) -> bool:
    """Whether what a policy does depends on how many states are searched, and so on which search answers."""
    return isinstance(given, str) and given in POLICIES and POLICIES[given].budgeted


def player_of(
    given: Given, terms: PlayingTerms, solver: Callable[[], Solver], stop: Callable[[], bool] | None
) -> SeatedPolicy:
    """Return what plays a seat for a policy.

    :param solver: returns what is asked about all cards, where a shipped policy asks for that.
    :raises UsageError: when there is no such policy.
    """
    if isinstance(given, str) and given in POLICIES:
        return _ShippedPlayer(POLICIES[given], terms.samples or _own_samples(given), solver, stop)
    return _PolicyPlayer(_policy(_named(given, terms) if isinstance(given, str) else given, given))


def offered_player(
    name: str, terms: PlayingTerms, solver: Callable[[], Solver], stop: Callable[[], bool] | None
) -> SeatedPolicy:
    """Return what plays a seat for a policy that is shipped, or that a package offers.

    Who names one in a file that others may have written runs nothing by it that is not installed to be a policy.

    :raises UsageError: when there is no such policy, and for modules and programs.
    """
    if _OWN.fullmatch(name) or _COMMAND.search(name):
        problem = say(
            "{policy}: a file names policies that are shipped, or that packages offer; modules and programs play in the arena",
            policy=shown(name, _MOST_SHOWN),
        )
        raise UsageError(problem)
    known = sorted({*POLICIES, *_offered()})
    if name not in known:
        problem = say(
            "{name!r}: no policy is called so{asked}; expected one of: {known}",
            name=shown(name, _MOST_SHOWN),
            asked=meant(name, known),
            known=", ".join(known),
        )
        raise UsageError(problem)
    return player_of(name, terms, solver, stop)


def _own_samples(name: PolicyName) -> int:
    return {**dict.fromkeys(get_args(PolicyName), _SAMPLES), **STRENGTHS}[name]


class _ShippedPlayer:
    """A shipped policy at a seat."""

    def __init__(self, kind: Kind, samples: int, solver: Callable[[], Solver], stop: Callable[[], bool] | None) -> None:
        self._kind, self._samples, self._solver, self._stop = kind, samples, solver, stop
        self._choose: Chooser | None = None

    def come_up(self) -> None:
        pass

    def begin(self, _game: Game, _seat: Seat, seed: int) -> None:
        self._choose = self._kind.made(Means(seed, self._samples, self._solver(), self._stop))

    def choose(self, state: State) -> object:
        if self._choose is None:
            raise ValueError("no deal has begun")
        return self._choose(state)

    def close(self) -> None:
        self._choose = None


class _PolicyPlayer:
    """A policy at a seat, which sees what that seat may see."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def come_up(self) -> None:
        if callable(come_up := getattr(self._policy, "come_up", None)):
            come_up()

    def begin(self, game: Game, seat: Seat, seed: int) -> None:
        if isinstance(self._policy, BeginningPolicy):
            self._policy.begin(game, seat, seed)

    def choose(self, state: State) -> object:
        if state.turn is None:
            raise ValueError("the deal is over: nobody is to act")
        return self._policy.choose(state.view(state.turn))

    def close(self) -> None:
        if callable(close := getattr(self._policy, "close", None)):
            close()


class _Function:
    """A function as a policy."""

    def __init__(self, function: Callable[[View], Action | str | int]) -> None:
        self._function = function

    def choose(self, view: View) -> Action | str | int:
        return self._function(view)


def _policy(found: object, given: Given) -> Policy:
    """Return what is found as a policy: made, where it is a class.

    :raises UsageError: for what is no policy, and for a class of which none can be made.
    """
    if isinstance(found, type):
        try:
            found = found()
        except Exception as error:
            name = shown(called(given), _MOST_SHOWN)
            raise UsageError(
                say("{name}: no policy can be made of it: {error}", name=name, error=why(error))
            ) from error
    if callable(getattr(found, "choose", None)):
        return cast("Policy", found)
    if callable(found):
        return _Function(cast("Callable[[View], Action | str | int]", found))
    raise UsageError(
        say(
            "{name}: expected a policy, which has choose(view), or a function that returns an action of a view",
            name=shown(called(given), _MOST_SHOWN),
        )
    )


def _offered() -> dict[str, EntryPoint]:
    """Return the policies that packages offer, by their names."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - it takes long to load

    return {point.name: point for point in entry_points(group=GROUP)}


def _named(name: str, terms: PlayingTerms) -> object:
    """Return what goes by a name that is none of a shipped policy.

    :raises UsageError: when nothing does.
    """
    if _OWN.fullmatch(name):
        found = named_object(name, name)
        if found is None:
            module, _, inner = name.partition(":")
            raise UsageError(say("{name}: module {module!r} has no {inner!r}", name=name, module=module, inner=inner))
        return found
    if _COMMAND.search(name):
        from aceten_solver.contests.program_policy import ProgramPolicy  # noqa: PLC0415 - the kit takes long to load

        try:
            command = shlex.split(name, posix=True)
        except ValueError as error:
            raise UsageError(say("{name}: no command: {error}", name=shown(name, _MOST_SHOWN), error=error)) from error
        if command:
            return ProgramPolicy(command, seconds=terms.seconds)
    offered = _offered()
    if name in offered:
        try:
            return offered[name].load()
        except Exception as error:
            raise UsageError(say("{name} cannot be loaded: {error}", name=name, error=why(error))) from error
    known = sorted({*POLICIES, *offered})
    raise UsageError(
        say(
            "{name!r}: no policy is called so{asked}; expected one of {known}, module:name, or the command of a program",
            name=shown(name, _MOST_SHOWN),
            asked=meant(name, known),
            known=", ".join(known),
        )
    )
