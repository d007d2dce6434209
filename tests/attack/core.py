"""Attack the native core: ``python -m attack core-numbers core-positions ...``, or one part of that: ``python -m attack.core KIND``.

Each part goes on in a process of its own, so that a core that falls is told with the seed that felled it.
"""

import argparse
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import aceten
import aceten_solver
from aceten import MatchingState, State, SuitState
from aceten_solver import Solver
from aceten_solver.native import encode_matching, encode_suits
from aceten_solver.native.door import RefusedError
from aceten_solver.native.library import native_library
from aceten_solver.native.native_core import Core
from aceten_solver.question.measures import scale_for
from aceten_solver.question.objectives import aims_of, check_objective, default_objective
from aceten_solver.question.question import Limits
from aceten_solver.question.two_sides import two_sides

INPUTS: Final = {"numbers": 1_000_000, "positions": 1_000_000, "signals": 10_000, "forks": 1_000}
"""How often each attack is made."""
MOST_LEFT: Final = 9
"""So many cards are in play at most where both searches are asked."""
EFFORT: Final = 3_000
"""Positions in which the search in Python looks at more states than these are left out."""

MOST_MEMORY: Final = 500_000
"""What has been cut off leaves no memory behind: so many KiB are taken at most."""


class Wrong(NamedTuple):
    """What an attack came to."""

    made: int
    """So many inputs were given."""
    problem: str
    """What went wrong; nothing: nothing did."""


def attack(kind: str, count: int, seed: int) -> Wrong:
    """Attack in a process of its own."""
    command = [sys.executable, "-m", "attack.core", kind, "--count", str(count), "--seed", str(seed)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    with subprocess.Popen(  # noqa: S603 - our own program
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        if kind == "signals":
            _interrupt(process, Random(seed))
        said, complained = process.communicate()
    if process.returncode:
        return Wrong(0, f"seed {seed}: ended with {process.returncode}: {complained[-2000:]}")
    return Wrong(int(said.split()[-1]), "")


def _interrupt(process: subprocess.Popen[str], chance: Random) -> None:
    """Send signals at random moments until it has heard enough of them and ends."""
    assert process.stdout is not None
    process.stdout.readline()
    while process.poll() is None:
        time.sleep(chance.expovariate(500))
        process.send_signal(chance.choice([signal.SIGUSR1, signal.SIGINT]))


# --- What goes on in the process ----------------------------------------------------------------------------------------


def _late(chance: Random) -> Iterator[State]:
    """Yield positions with a choice near the end of random deals of every game, without end: all that one way of playing comes to."""
    from support.games.game_strategies import (  # here, as that takes long, and is not wanted for all attacks
        GAMES,
        HOUSE_GAMES,
    )

    for game in cycle(chance.sample([*GAMES, *HOUSE_GAMES], len(GAMES) + len(HOUSE_GAMES))):
        state: State = game.deal(seed=chance.randrange(2**32), dealer=chance.randrange(game.players))
        left = chance.randint(2, MOST_LEFT)
        while state.turn is not None:
            if len(state.legal) > 1 and sum(map(len, state.hands)) + len(state.talon) <= left:
                with suppress(aceten.UsageError):  # several teams
                    two_sides(state)
                    yield state
            state = state.play(chance.choice(state.legal))


def _positions(count: int, chance: Random) -> int:
    """Ask the core and the search in Python about the same positions: value, value of each action and best play are equal."""
    made = 0
    with Solver(backend="native", tables=False, memory=1 << 20) as native, Solver(backend="python") as plain:
        for state in _late(chance):
            if made >= count:
                return made
            expected = plain.solve(state, nodes=EFFORT)
            found = native.solve(state) if expected.exact else None
            if found is not None and found.backend == "native":  # some rules the core leaves to the search in Python
                told = [(each.value, each.actions, each.line, each.exact) for each in (found, expected)]
                assert told[0] == told[1], str(state)
                made += 1
    return made


def _asked(state: State) -> tuple[Sequence[int], Sequence[int], Sequence[int]] | None:
    """Return rules, question and levels as the core is given them; ``None``: it is not asked about such rules."""
    sides = two_sides(state)
    scale = scale_for(state, aims_of(state, check_objective(state, default_objective(state.game), sides), sides), sides)
    rules: Sequence[int] | None = None
    question: Sequence[int] | None = None
    if isinstance(state, MatchingState):
        rules, question = encode_matching.rules_of(state.game, sides), encode_matching.question_of(state, scale)
    elif isinstance(state, SuitState):
        rules, question = encode_suits.rules_of(state.game, sides), encode_suits.question_of(state, scale)
    return None if rules is None or question is None else (rules, question, scale.thresholds)


def _numbers(count: int, chance: Random) -> int:
    """Change numbers of rules, questions and levels: whatever they are, the core answers or refuses."""
    library = native_library()
    assert library is not None
    asked = [each for _, state in zip(range(min(count, 2_000)), _late(chance), strict=False) if (each := _asked(state))]
    for _ in range(count):
        lists = [list(numbers) for numbers in chance.choice(asked)]
        for _ in range(chance.choice([1, 1, 1, 2, 5])):
            _spoil(chance.choice(lists), chance)
        rules, question, levels = lists
        try:
            with Core(library, rules, chance.choice([0, 1 << 12, 1 << 20])) as opened:
                reply = opened.ask(question, levels, chance.randrange(3), Limits(nodes=2_000))
        except RefusedError:
            continue
        assert 0 <= reply.root[0] <= reply.root[1] <= len(levels), lists
    return count


def _spoil(numbers: list[int], chance: Random) -> None:
    place = chance.randrange(len(numbers) + 1)
    old = numbers[place] if place < len(numbers) else 0
    others = [0, 1, 2, 3, 4, old - 1, old + 1, 2 * old, -1, 100, 4000, 2**31 - 1, -(2**31), chance.randrange(2**31)]
    number = max(-(2**31), min(2**31 - 1, chance.choice(others)))
    match chance.randrange(8):
        case 0:
            numbers.insert(place, number)
        case 1:
            del numbers[place:]
        case 2:
            del numbers[place : place + 1]
        case _:
            numbers[place : place + 1] = [number]


def _known(chance: Random) -> list[tuple[State, aceten_solver.Value | None]]:
    """Return positions that take the core some milliseconds, and what they are worth."""
    names = ("zsiros/4", "zsiros/2", "sedma/4", "schnapsen/2", "einwerfen/4")
    states: list[State] = []
    for name in names:
        state: State = aceten.load(name.partition("/")[0], players=int(name[-1])).deal(seed=chance.randrange(2**32))
        while sum(map(len, state.hands)) + len(state.talon) > 20:
            state = state.play(chance.choice(state.legal))
        states.append(state)
    with Solver(backend="native") as solver:
        return [(state, solver.solve(state).value) for state in states if state.turn is not None]


class _CutOffError(Exception):
    """A signal has come."""


def _signals(count: int, chance: Random) -> int:
    """Solve while signals come: the solver goes on with other positions after what was cut off, and what it answers is right."""
    known = _known(chance)
    solving, heard = False, 0

    def cut_off(*_: object) -> None:
        nonlocal solving, heard
        heard += 1
        if solving:
            solving = False
            raise _CutOffError

    for each in (signal.SIGUSR1, signal.SIGINT):
        signal.signal(each, cut_off)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    solver = Solver(backend="native")
    while heard < count:
        state, expected = chance.choice(known)
        try:
            solving = True
            found = solver.solve(state)
            solving = False
        except _CutOffError:
            found = solver.solve(state)  # signals go on, and are heard without cutting anything off
        assert (found.value, found.backend) == (expected, "native"), (str(state), found)
    for each in (signal.SIGUSR1, signal.SIGINT):
        signal.signal(each, signal.SIG_IGN)  # so that the end is not cut off
    most = _most_memory()
    assert most < MOST_MEMORY, f"it has taken {most} KiB"
    return heard


def _most_memory() -> int:
    """Return how many KiB this process has taken at most.

    What ``getrusage`` says begins on Linux with what the process had that began this one.
    """
    status = Path("/proc/self/status")
    if status.exists():
        (line,) = [line for line in status.read_text().splitlines() if line.startswith("VmHWM")]
        return int(line.split()[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def _forks(count: int, chance: Random) -> int:
    """Fork while other threads solve: the child, which has none of them, solves too, and both are right."""
    known, over = _known(chance), threading.Event()
    wrong: list[str] = []

    def solve_on(seed: int) -> None:
        own = Random(seed)
        while not over.is_set():
            state, expected = own.choice(known)
            if aceten_solver.solve(state).value != expected:
                wrong.append(str(state))

    threads = [threading.Thread(target=solve_on, args=(seed,)) for seed in range(2)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(count):
            state, expected = chance.choice(known)
            child = os.fork()
            if not child:
                status = 2
                try:
                    signal.alarm(60)  # one that waits for a thread that it has not is ended
                    status = int(aceten_solver.solve(state).value != expected)
                finally:
                    os._exit(status)
            _, status = os.waitpid(child, 0)
            assert status == 0, f"a child ended with {status}: {state}"
    finally:
        over.set()
        for thread in threads:
            thread.join()
    assert not wrong, wrong
    return count


ATTACKS: Final[dict[str, Callable[[int, Random], int]]] = {
    "numbers": _numbers,
    "positions": _positions,
    "signals": _signals,
    "forks": _forks,
}


def main() -> None:
    """Attack the core here, and say how often."""
    told = argparse.ArgumentParser(description=__doc__)
    told.add_argument("kind", choices=ATTACKS)
    told.add_argument("--count", type=int, default=1_000)
    told.add_argument("--seed", type=int, default=1)
    asked = told.parse_args()
    sys.stdout.write(f"{ATTACKS[asked.kind](asked.count, Random(asked.seed))}\n")


if __name__ == "__main__":
    main()
