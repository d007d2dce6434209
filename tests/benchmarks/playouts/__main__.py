"""How fast one plays at random, dealing included, beside other libraries: ``make bench``, or ``python -m benchmarks.playouts``.

Every library is asked in its own words for the same loop: while somebody is to act, do any legal action.
"""

import random
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Final, Protocol

from rich.console import Console
from rich.table import Table

import aceten
from aceten_spec import load_shipped, shipped

SECONDS: Final = 0.4
ROUNDS: Final = 5
"""How often each is measured, in turn, so that all have the same weather."""

_OTHERS: Final = (
    "OpenSpiel: hearts",
    "OpenSpiel: crazy_eights",
    "OpenSpiel: kuhn_poker",
    "OpenSpiel: leduc_poker",
    "python-chess: chess",
    "PettingZoo: leduc_holdem_v4",
)
_OURS_THERE: Final = ("zsiros", "schnapsen")
"""Games for two that are measured as environments of PettingZoo, too."""


class _SpielState(Protocol):
    def is_terminal(self) -> bool: ...
    def is_chance_node(self) -> bool: ...
    def chance_outcomes(self) -> list[tuple[int, float]]: ...
    def legal_actions(self) -> list[int]: ...
    def apply_action(self, action: int) -> None: ...


class _SpielGame(Protocol):
    def new_initial_state(self) -> _SpielState: ...


class _Mask(Protocol):
    def nonzero(self) -> tuple[Sequence[int], ...]: ...


class _Environment(Protocol):
    def reset(self, seed: int | None = None) -> None: ...
    def agent_iter(self) -> Iterable[str]: ...
    def last(self) -> tuple[Mapping[str, _Mask] | None, float, bool, bool, object]: ...
    def step(self, action: int | None) -> None: ...


class _Board(Protocol):
    halfmove_clock: int

    @property
    def legal_moves(self) -> Iterable[object]: ...
    def is_insufficient_material(self) -> bool: ...
    def push(self, move: object) -> None: ...


def _own(name: str, players: int) -> Callable[[int], int]:
    game = aceten.load(name, players=players)

    def play(seed: int) -> int:
        state, steps = game.deal(seed=seed), 0
        while state.turn is not None:
            state = state.play(random.choice(state.legal))
            steps += 1
        return steps

    return play


def _openspiel(name: str) -> Callable[[int], int]:
    game: _SpielGame = import_module("pyspiel").load_game(name)

    def play(seed: int) -> int:
        random.seed(seed)
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, shares)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                steps += 1
        return steps

    return play


def _chess() -> Callable[[int], int]:
    board_of: Callable[[], _Board] = import_module("chess").Board

    def play(seed: int) -> int:
        random.seed(seed)
        board, steps = board_of(), 0
        while moves := list(board.legal_moves):
            if board.is_insufficient_material() or board.halfmove_clock > 99:
                break
            board.push(random.choice(moves))
            steps += 1
        return steps

    return play


def _pettingzoo(environment: _Environment) -> Callable[[int], int]:
    def play(seed: int) -> int:
        random.seed(seed)
        environment.reset(seed=seed)
        steps = 0
        for _ in environment.agent_iter():
            seen, _, over, _, _ = environment.last()
            if over or seen is None:
                environment.step(None)
            else:
                environment.step(int(random.choice(seen["action_mask"].nonzero()[0])))
                steps += 1
        return steps

    return play


def _of(library: str, game: str) -> Callable[[int], int]:
    match library:
        case "OpenSpiel":
            return _openspiel(game)
        case "PettingZoo":
            return _pettingzoo(import_module(f"pettingzoo.classic.{game}").env())
        case _:
            return _chess()


def _others() -> Iterator[tuple[str, Callable[[int], int]]]:
    for name in _OTHERS:
        try:
            yield name, _of(*name.split(": "))
        except ImportError:
            continue


def _rate(play: Callable[[int], int], first: int) -> float:
    """Return how many actions a second are done, from a seed on."""
    steps, seed, started = 0, first, time.process_time()
    while (took := time.process_time() - started) < SECONDS:
        steps += play(seed)
        seed += 1
    return steps / took


def main() -> None:
    """Measure all, and show medians and ratios to each of the others."""
    books = [load_shipped(name) for name in shipped()]
    own = [(f"{book.id}/{players}", _own(book.id, players)) for book in books for players in book.parameters.players]
    env: Callable[[str], _Environment] = import_module("aceten_pettingzoo").env
    own += [(f"{name}/2 in PettingZoo", _pettingzoo(env(f"{name}/2"))) for name in _OURS_THERE]
    others = list(_others())
    rates: dict[str, list[float]] = {}
    for number in range(ROUNDS):
        for name, play in [*own, *others]:
            rates.setdefault(name, []).append(_rate(play, number * 1000))
    table = Table(title="Actions a second in random play, dealing included", title_justify="left", title_style="bold")
    table.add_column("game", no_wrap=True)
    for heading in ("actions", *[f"against {name}" for name, _ in others]):
        table.add_column(heading, justify="right")
    compared = [statistics.median(rates[name]) for name, _ in others]
    for name, several in rates.items():
        rate = statistics.median(several)
        table.add_row(name, f"{rate:,.0f}", *[f"{rate / other:.2f}" for other in compared])
    Console(width=140, highlight=False).print(table)


if __name__ == "__main__":
    main()
