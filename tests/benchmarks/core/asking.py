"""Asking the native core about positions, and what that costs."""

import time
from collections.abc import Sequence
from typing import NamedTuple

from support.games.game_strategies import matching_state

import aceten_solver
from aceten import State
from aceten_solver.native import encode_matching
from aceten_solver.native.library import native_library
from aceten_solver.native.native_core import Core
from aceten_solver.question.measures import scale_for
from aceten_solver.question.question import Limits
from aceten_solver.question.two_sides import two_sides

MEMORY = 64
"""Megabytes of tables."""
PATIENCE = 60.0
"""Seconds after which a position is given up."""


class Asked(NamedTuple):
    """An answer, and what it cost."""

    points: int | None
    """Card points of side 0; ``None`` when other things than points were asked for."""
    settled: bool
    """Whether there was an answer in time."""
    nodes: int
    """Positions searched."""
    hits: float
    """In which part of the cases a position that was looked for in the table was there."""
    core: float
    """Seconds in the core."""
    call: float
    """Seconds of the whole call."""


def is_native(state: State, objective: str) -> bool:
    """Whether the core answers this; otherwise the search in Python would, which nobody wants to wait for."""
    return aceten_solver.solve(state, objective, nodes=1).backend == "native"


def ask(states: Sequence[State], objective: str, *, everything: bool = False) -> list[Asked]:
    """Ask for the value of each position, or for everything about it, with tables that begin empty and are kept from one to the next."""
    asked: list[Asked] = []
    with aceten_solver.Solver(memory=MEMORY) as solver:
        for state in states:
            started = time.perf_counter()
            if everything:
                value = solver.solve(state, objective, seconds=PATIENCE).value
            else:
                value = solver.value(state, objective, seconds=PATIENCE)
            call = time.perf_counter() - started
            cost = solver.cost
            points = None if value is None or value.points is None else value.points[0]
            hits = cost.hits / cost.probes if cost.probes else 0.0
            asked.append(Asked(points, value is not None, cost.nodes, hits, cost.seconds, call))
    return asked


def ask_points_alone(states: Sequence[State]) -> list[Asked]:
    """Ask how many card points side 0 secures, and nothing of the last trick or of every trick; of a game with matching tricks."""
    asked: list[Asked] = []
    game, sides = matching_state(states[0]).game, two_sides(states[0])
    library, rules = native_library(), encode_matching.rules_of(game, sides)
    assert library is not None, "there is no core"
    assert rules is not None, "the core does not do such a game"
    levels = [1 + 2 * points for points in range(game.unit, game.total + 1, game.unit)]
    core = Core(library, rules, MEMORY << 20)
    for state in map(matching_state, states):
        question = encode_matching.question_of(state, scale_for(state, ("points",), sides))
        started = time.perf_counter()
        reply = core.ask(question, levels, 0, Limits(seconds=PATIENCE))
        call = time.perf_counter() - started
        cost = reply.cost
        points = reply.root[0] * game.unit  # so many of the levels are reached
        hits = cost.hits / cost.probes if cost.probes else 0.0
        asked.append(Asked(points, reply.exact, cost.nodes, hits, cost.seconds, call))
    core.close()
    return asked
