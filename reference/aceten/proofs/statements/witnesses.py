"""Positions, replayed in the engine, in which theorems are seen at work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from aceten.engine.game import Game
from aceten.engine.state import State
from aceten.notation.position import parse
from aceten.proofs.statements.obligations import Random
from aceten.proofs.statements.proof_report import Witness
from aceten.vocabulary.actions import Action

if TYPE_CHECKING:
    from aceten.proofs.statements.game_setting import Setting

MOST_ACTIONS: Final = 1000
"""No deal has so many: every card of a pack is played once, and a few further actions come between."""

Seen: TypeAlias = Callable[[Sequence["State"]], bool]
"""Whether something is seen in the states of a play, from the position that it starts from on."""

Preferred: TypeAlias = Callable[["State", "Action"], bool]
"""Whether an action is taken wherever there is one of its kind."""


def witness(shows: str, start: State, actions: Sequence[Action], seen: Seen) -> Witness:
    """Return a witness: a position, and what is played from there on.

    The position is read from its line, as anybody would who looks at the witness.
    """
    problem, states = "", [start]
    try:
        states = [parse(str(start), rules=start.game.rulebook)]
        for action in actions:
            states.append(states[-1].play(action))
        holds = seen(states)
    except Exception as error:  # noqa: BLE001 - an engine that fails in any way is no witness
        problem, holds = f"{type(error).__name__}: {error}", False
    return Witness(shows=shows, position=str(start), actions=tuple(map(str, actions)), holds=holds, problem=problem)


def played(
    game: Game, seed: int, *, prefer: Preferred | None = None, scores: tuple[int, ...] | None = None
) -> tuple[Action, ...]:
    """Return what is played in one whole deal: all follows from the seed.

    :param prefer: actions that are taken wherever there is one.
    :param scores: of the sides in the match before.
    :raises RuntimeError: when the deal does not come to an end.
    """
    random, state = Random(seed), game.deal(seed=seed, scores=scores)
    actions: list[Action] = []
    while state.turn is not None:
        wanted = [action for action in state.legal if prefer(state, action)] if prefer else []
        choices = wanted or list(state.legal)
        actions.append(choices[random.among(range(len(choices)))])
        state = state.play(actions[-1])
        if len(actions) > MOST_ACTIONS:
            raise RuntimeError(f"not over after {MOST_ACTIONS} actions")
    return tuple(actions)


def whole_deal(
    shows: str,
    game: Game,
    seed: int,
    seen: Seen,
    *,
    prefer: Preferred | None = None,
    scores: tuple[int, ...] | None = None,
) -> Witness:
    """Return a witness: a deal played to its end (:func:`played`)."""
    start = game.deal(seed=seed, scores=scores)
    try:
        actions = played(game, seed, prefer=prefer, scores=scores)
    except Exception as error:  # noqa: BLE001 - an engine that fails in any way is no witness
        problem = f"{type(error).__name__}: {error}"
        return Witness(shows=shows, position=str(start), actions=(), holds=False, problem=problem)
    return witness(shows, start, actions, seen)


def first_of(witnesses: Iterator[Witness]) -> Witness:
    """Return the first witness that holds, or the last of them."""
    found = next(witnesses)
    for other in witnesses:
        if found.holds:
            break
        found = other
    return found


def in_deals(shows: str, seeds: Iterable[int], seen: Seen) -> Callable[[Setting], Iterable[Witness]]:
    """Return what plays whole deals of a game, and has as witness the first in which something is seen, or the last of them."""
    return lambda setting: [first_of(whole_deal(shows, setting.game, seed, seen) for seed in seeds)]
