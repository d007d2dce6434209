"""Whole deals, replayed in the engine, in which theorems are seen at work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten.proofs.obligations import Random
from aceten.proofs.report import Witness
from aceten_spec.formulas import conservation

if TYPE_CHECKING:
    from aceten.actions import Action
    from aceten.proofs.setting import Setting
    from aceten.state import State

SEED: Final = 7
"""The deal and what is played in it follow from this number."""

MOST_ACTIONS: Final = 500
"""No deal has so many: every card of a pack is played once, and at most one stop comes after each."""


def replay(setting: Setting) -> Witness:
    """Return a deal that is played to its end, with the card points captured and in play at every moment."""
    game, random = setting.game, Random(SEED)
    states: list[State] = [game.deal(seed=SEED)]
    actions: list[Action] = []
    problem = ""
    try:
        while (state := states[-1]).turn is not None:
            actions.append(state.legal[random.among(range(len(state.legal)))])
            states.append(state.play(actions[-1]))
            if len(actions) > MOST_ACTIONS:
                raise RuntimeError(f"not over after {MOST_ACTIONS} actions")  # noqa: TRY301 - one way to say what is wrong
    except Exception as error:  # noqa: BLE001 - an engine that fails in any way is no witness
        problem = f"{type(error).__name__}: {error}"
    captured = tuple(sum(state.points) for state in states)
    in_play = tuple(setting.worth_in_play(state) for state in states)
    result = states[-1].result
    points = () if result is None else result.points
    conserved = conservation(game.rules)
    return Witness(
        position=str(states[0]),
        actions=tuple(map(str, actions)),
        captured=captured,
        in_play=in_play,
        points=points,
        holds=not problem
        and all(map(conserved.at, captured, in_play))
        and bool(conserved.at(sum(points) - game.rules.last_trick_points, 0)),
        problem=problem,
    )
