"""A deal that two policies play against each other: what it comes to, and whose fault it is when one of them breaks the rules or fails."""

from __future__ import annotations

import hashlib
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, ParamSpec, cast

import msgspec

from aceten import Call, IllegalAction, Seat, parse_action
from aceten.deals.shuffling import split_mix
from aceten_solver.contests.policies import FailedPolicyError, FaultKind
from aceten_solver.question.backends import BackendError, CoreError
from aceten_spec.errors import shown, whole
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from aceten import Action, Game, Result, State, View
    from aceten_solver.contests.entrants import SeatedPolicy

_MOST_WORDS: Final = 1000
_PLAYING: Final = ("played", "exchanged")
"""The two times that a deal is played: the first policy plays for side 0, and then for side 1."""


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """What a policy did by which it has lost a deal, whatever had come about before."""

    policy: int
    """Which of the two: 0 or 1."""
    kind: FaultKind
    """How."""
    deal: int
    """The seed of the deal."""
    seat: int
    """The seat that it played."""
    view: str
    """What that seat saw, as a position line."""
    clause: str
    """The clause that was broken; empty where none was."""
    problem: str
    """What was wrong, in the language that was in force."""


class Playing(msgspec.Struct, frozen=True, kw_only=True):
    """What a deal came to that was played once."""

    game_points: float
    """How many more game points the first policy has than the other one; over the seats of each the mean, where sides are more than two."""
    points: float
    """Likewise of card points."""
    fault: Fault | None = None
    """By what the deal was lost; ``None``: it was played to its end."""


def chance(drawn: int, playing: int) -> Iterator[int]:
    """Return where the chance of those who play a deal comes from, seat by seat.

    :param drawn: what it depends on: the seed of the deal, or its number.
    :param playing: 0 when it is played first, 1 when the sides are exchanged.
    """
    return split_mix(int.from_bytes(hashlib.sha256(f"{drawn} {_PLAYING[playing]}".encode()).digest()[:8]))


def seating(game: Game, playing: int) -> tuple[int, ...]:
    """Return by seat which of two policies plays it: the first plays for sides 0, 2 and 4, or when they are exchanged for the others."""
    return tuple([side % 2 ^ playing for side in game.sides])


def played(
    state: State,
    drawn: int,
    playing: int,
    players: tuple[Sequence[SeatedPolicy], Sequence[SeatedPolicy]],
    stop: Callable[[], bool],
) -> Playing | None:
    """Return what a deal comes to when it is played once; ``None`` when it was time to end.

    A policy that breaks a rule, or fails, loses it with as many points and game points as a deal can bring at most.

    :param drawn: the seed of the deal.
    :param players: for either policy, what plays each seat for it.
    """
    game, seated = state.game, seating(state.game, playing)
    by_seat = [players[policy][seat] for seat, policy in enumerate(seated)]
    numbers = chance(drawn, playing)
    for place in range(game.players):
        seat = Seat(place)
        failed = begun(by_seat[seat], game, seat, next(numbers))
        if failed is not None:
            return _lost(state.view(seat), seated[seat], drawn, failed)
    while (turn := state.turn) is not None:
        if stop():
            return None
        choice = chosen(by_seat[turn], state)
        if isinstance(choice, Failure):
            return _lost(state.view(turn), seated[turn], drawn, choice)
        state = choice.after
    return _ended(game, state.result, seated)


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """How a policy failed."""

    kind: FaultKind
    """How."""
    problem: str
    """The same in words."""
    clause: str = ""
    """The clause that was broken; empty where none was."""


class ChosenAction(NamedTuple):
    """What a policy did."""

    action: Action
    """The action."""
    after: State
    """The state after it."""


_Asked = ParamSpec("_Asked")


def _tried(ask: Callable[_Asked, object], *asked: _Asked.args, **named: _Asked.kwargs) -> object:
    """Return what a policy answers, or how it failed: its own code may raise anything.

    :raises BackendError: when the native core cannot be used; that is nobody's fault here, and so with the next.
    :raises CoreError: when it fails.
    """
    try:
        return ask(*asked, **named)
    except (BackendError, CoreError):
        raise
    except FailedPolicyError as error:
        return Failure(kind=error.kind, problem=str(error))
    except Exception as error:  # noqa: BLE001 - whatever it is, the policy is to blame
        raised = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(raised.filename).name}:{raised.lineno}"
        problem = say("{kind}: {error} ({where})", kind=type(error).__name__, error=shown(error), where=where)
        return Failure(kind="error", problem=problem)


def begun(player: SeatedPolicy, game: Game, seat: Seat, seed: int) -> Failure | None:
    """Let a deal begin for what plays a seat; return how it failed, if it did."""
    failed = _tried(player.begin, game, seat, seed)
    return failed if isinstance(failed, Failure) else None


def chosen(player: SeatedPolicy, state: State) -> ChosenAction | Failure:
    """Return what the seat to act does, or how its policy failed."""
    answer = _tried(player.choose, state)
    if isinstance(answer, Failure):
        return answer
    try:
        action = cast("Action", _read(state, answer))
        if isinstance(action, Call):
            problem = say("{action}: a call is no action, and nobody is asked for calls here", action=action)
            return Failure(kind="illegal", problem=problem)
        return ChosenAction(action, state.play(action))
    except IllegalAction as error:
        return Failure(kind="illegal", problem=shown(error, _MOST_WORDS), clause=error.clause)
    except Exception as error:  # noqa: BLE001 - an object of the policy's own may do anything
        first = str(error).partition("\n")[0]
        return Failure(kind="illegal", problem=shown(first, _MOST_WORDS))


def _read(state: State, answer: object) -> object:
    """Return the action that its notation or its number means."""
    if isinstance(answer, str):
        return parse_action(answer)
    number = whole(answer)
    return answer if number is None else state.action(number)


def _lost(view: View, policy: int, drawn: int, failure: Failure) -> Playing:
    """Return what it comes to when a policy loses a deal by what it did."""
    game, worst = view.game, 1 if policy else -1
    fault = Fault(
        policy=policy,
        kind=failure.kind,
        deal=drawn,
        seat=view.seat,
        view=str(view),
        clause=failure.clause,
        problem=failure.problem,
    )
    return Playing(game_points=worst * game.most_game_points, points=worst * game.most_points, fault=fault)


def _ended(game: Game, result: Result | None, seated: tuple[int, ...]) -> Playing:
    """Return what a deal has come to that was played to its end."""
    if result is None or result.game_points is None:
        raise ValueError("a deal that was dealt leaves nothing open")

    def ahead(by_side: tuple[int, ...]) -> float:
        own, others = (
            [by_side[side] for seat, side in enumerate(game.sides) if seated[seat] == policy] for policy in (0, 1)
        )
        return sum(own) / len(own) - sum(others) / len(others)

    return Playing(game_points=ahead(result.game_points), points=ahead(result.points))
