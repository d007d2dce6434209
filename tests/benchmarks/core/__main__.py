"""Measures the native core, beside other programs where there are any: ``make bench``, or ``python -m benchmarks.core [PART ...]``.

Wherever there are two values they are compared, and a difference ends the run.
"""

import argparse
import contextlib
import os
import platform
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from benchmarks.core import baseline, positions
from benchmarks.core.asking import MEMORY, PATIENCE, Asked, ask, ask_points_alone, is_native
from benchmarks.core.dds import Dds
from benchmarks.core.figures import Figures, figures, say, show

import aceten
import aceten_solver
from aceten import State
from aceten_solver.endgames import endgame_tables as tables
from aceten_solver.native import table_files

DEALS: Final = 50
MANY: Final = 1000
HARD: Final = 20
"""How many deals are asked about that may take long."""
ROUNDS: Final = 3
"""How often what is compared is measured; in turn, so that both have the same weather."""


def against_baseline() -> None:
    """Matching tricks, card points, beside the baseline."""
    if not baseline.available():
        say("There is no C compiler (cc), so there is no baseline to measure against.")
        return
    two, four, eight = aceten.load("zsiros", players=2), aceten.load("zsiros"), positions.own_game("eight")
    with tempfile.TemporaryDirectory() as folder:
        compiled = partial(baseline.compiled, Path(folder))
        rows = [
            *_beside("four players, a deal", positions.deals(four, DEALS), compiled(seats=4, hand=4)),
            *_beside("two players, a deal", positions.deals(two, DEALS), compiled(seats=2, hand=4)),
            *_beside("four players, 8 cards, no talon", positions.deals(eight, DEALS), compiled(seats=4, hand=8)),
            *_beside(
                "four players, 4 cards, no talon", positions.endgames(DEALS), compiled(seats=4, hand=4), calls=True
            ),
        ]
    show("Zsíros, card points", rows, other="baseline")


def _beside(question: str, states: Sequence[State], program: Path, *, calls: bool = False) -> list[Figures]:
    """Return the figures of the core for what the baseline answers, and for the whole order of outcomes, and of the call in Python too."""
    if not _native(question, states[0], "points"):
        return []
    others: list[list[baseline.Answer]] = []
    own: list[list[Asked]] = []
    alone: list[list[Asked]] = []
    everything: list[list[Asked]] = []
    for _ in range(ROUNDS):
        others.append(baseline.answers(program, states))
        alone.append(ask_points_alone(states))
        own.append(ask(states, "points"))
        if calls:
            everything.append(ask(states, "points", everything=True))
    _compare(question, states, [one.points for one in own[0]], [one.points for one in others[0]])
    _compare(question, states, [one.points for one in alone[0]], [one.points for one in others[0]])
    times = [[one.seconds for one in each] for each in others]
    rows = [figures(question, alone, times), figures(f"{question}: and the last trick", own, times)]
    if calls:
        rows.append(figures(f"{question}: Solver.value", own, times, call=True))
        rows.append(figures(f"{question}: Solver.solve", everything, times, call=True))
    return rows


def complete_tables() -> None:
    """Building complete tables of endgames, and what they are worth: the same questions as beside the baseline."""
    if not baseline.available():
        say("There is no C compiler (cc), so there is no baseline to measure against.")
        return
    four = aceten.load("zsiros")
    with tempfile.TemporaryDirectory() as folder, _tables_in(folder):
        started = time.perf_counter()
        built = tables.build(four)
        taken = time.perf_counter() - started
        entries = sum(table.header.entries for table in built)
        say(f"{len(built)} tables, {entries:,} positions: built in {taken:.1f} s")
        program = baseline.compiled(Path(folder), seats=4, hand=4)
        rows = [
            *_beside("a deal", positions.deals(four, DEALS), program, calls=True),
            *_beside("4 cards, no talon", positions.endgames(DEALS), program, calls=True),
        ]
    show("Four-player Zsíros with complete tables, card points", rows, other="baseline")


@contextlib.contextmanager
def _tables_in(folder: str) -> Generator[None]:
    """Look for complete tables in a folder, and nowhere else."""
    before = os.environ.get(table_files.ENVIRONMENT)
    os.environ[table_files.ENVIRONMENT] = folder
    try:
        yield
    finally:
        if before is None:
            del os.environ[table_files.ENVIRONMENT]
        else:
            os.environ[table_files.ENVIRONMENT] = before


def all_actions() -> None:
    """What the values of all actions cost, beside the value of the deal alone."""
    question, states = "four players, a deal, every action", positions.deals(aceten.load("zsiros"), DEALS)
    if _native(question, states[0], "points"):
        alone: list[list[Asked]] = []
        everything: list[list[Asked]] = []
        for _ in range(ROUNDS):
            alone.append(ask(states, "points"))
            everything.append(ask(states, "points", everything=True))
        _compare(question, states, [one.points for one in everything[0]], [one.points for one in alone[0]])
        rows = [figures(question, everything, [[one.core for one in each] for each in alone])]
        show("Zsíros, card points", rows, other="value alone")


def two_threads() -> None:
    """How much faster two threads are than one."""
    question, states = f"{MANY} deals for two players", positions.deals(aceten.load("zsiros", players=2), MANY)
    if _native(question, states[0], "points"):
        times: list[float] = []
        values: list[object] = []
        for threads in (1, 2):
            started = time.perf_counter()
            values.append(list(aceten_solver.value_many(states, "points", threads=threads, memory=MEMORY)))
            times.append(time.perf_counter() - started)
        assert values[0] == values[1], "two threads find other values than one"
        say(
            f"{question}: {times[0]:.2f} s with one thread, {times[1]:.2f} s with two: {times[0] / times[1]:.2f} times as fast\n"
        )


def einwerfen() -> None:
    """Einwerfen, whole deals."""
    states = positions.deals(aceten.load("einwerfen"), HARD)
    show("Einwerfen, card points", _alone("four players, a deal", states, "points", rounds=1))


def against_dds() -> None:
    """Plain tricks with trumps, beside DDS; by itself where the core does not answer."""
    try:
        dds = Dds()
    except ImportError as error:
        say(f"DDS is not here to measure against: {error}. It comes with the package endplay.")
        return
    question, states = "four players, a deal of 32 cards", positions.deals(positions.own_game("tricks"), MANY)
    others = [dds.answer(state) for state in states]
    times = [[one.seconds for one in others]]
    if not _native(question, states[0], "points"):
        show("DDS alone", [Figures(question, times[0])])
        return
    own = [ask(states, "points")]
    _compare(question, states, [one.points for one in own[0]], [positions.CARDS * one.tricks for one in others])
    rows = [figures(question, own, times), figures(f"{question}: Solver.value", own, times, call=True)]
    show("Tricks with trumps", rows, other="DDS")


def marriage_games() -> None:
    """Marriage games with a known talon, and their last tricks."""
    schnapsen, sixty_six = aceten.load("schnapsen"), aceten.load("sixty-six")
    rows = [
        *_alone("Schnapsen, a deal", positions.deals(schnapsen, DEALS), "game-points", rounds=1),
        *_alone("Schnapsen, the last five tricks", positions.last_tricks(schnapsen, 5, DEALS), "game-points"),
        *_alone("Sixty-Six, a deal", positions.deals(sixty_six, HARD), "game-points", rounds=1),
        *_alone("Sixty-Six, the last six tricks", positions.last_tricks(sixty_six, 6, DEALS), "game-points"),
    ]
    show("Marriage games, game points", rows)


def _alone(question: str, states: Sequence[State], objective: str, *, rounds: int = ROUNDS) -> list[Figures]:
    if not _native(question, states[0], objective):
        return []
    return [figures(question, [ask(states, objective) for _ in range(rounds)])]


def _native(question: str, state: State, objective: str) -> bool:
    """Whether the core answers; it is said when it does not."""
    native = is_native(state, objective)
    if not native:
        say(f"{question}: the core does not answer this.")
    return native


def _compare(question: str, states: Sequence[State], own: Sequence[int | None], other: Sequence[int | None]) -> None:
    """End the run when a value is not what the other says, a program or a question."""
    for state, ours, theirs in zip(states, own, other, strict=True):
        if ours != theirs:
            raise SystemExit(f"{question}: {state}: {ours}, and {theirs} by what it is compared with")
    say(f"{question}: {len(states)} equal values.")


PARTS: Final[dict[str, Callable[[], None]]] = {
    "baseline": against_baseline,
    "tables": complete_tables,
    "actions": all_actions,
    "threads": two_threads,
    "einwerfen": einwerfen,
    "dds": against_dds,
    "marriage": marriage_games,
}


def main() -> None:
    """Measure the parts that are named, or all of them."""
    parser = argparse.ArgumentParser(prog="benchmarks.core", description="Measures the native core.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    chosen: list[str] = parser.parse_args().parts or list(PARTS)
    unknown = ", ".join(part for part in chosen if part not in PARTS)
    if unknown:
        parser.error(f"unknown: {unknown}; expected {', '.join(PARTS)}")
    say(
        f"Python {platform.python_version()} on {platform.machine()}; the search that answers is: {aceten_solver.backend}."
    )
    say(
        f"{MEMORY} MB of tables; a position is given up after {PATIENCE:.0f} s; time is that in the core, unless a call is named.\n"
    )
    with tempfile.TemporaryDirectory() as folder, _tables_in(folder):  # none but those that a part builds
        for part in chosen:
            PARTS[part]()


if __name__ == "__main__":
    main()
