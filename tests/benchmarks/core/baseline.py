"""The baseline: a plain solver of our own in C (``tests/benchmarks/baseline``), compiled for one number of players and cards."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from aceten import State

_SOURCE = Path(__file__).parents[1] / "baseline" / "matching.c"
_GREASE = 10
"""Card points of an ace and of a ten; nothing else counts."""


class Answer(NamedTuple):
    """What the baseline says about a position."""

    points: int
    """Card points that the leader's side secures."""
    nodes: int
    """Positions searched."""
    seconds: float
    """Time taken."""


def available() -> bool:
    """Whether there is a C compiler."""
    return shutil.which("cc") is not None


def compiled(folder: Path, *, seats: int, hand: int) -> Path:
    """Return the program for games of ``seats`` players with ``hand`` cards each."""
    program = folder / f"matching-{seats}-{hand}"
    options = ["-O3", "-march=native", f"-DSEATS={seats}", f"-DHAND={hand}"]
    subprocess.run(["cc", *options, "-o", program, _SOURCE], check=True)  # noqa: S603, S607 - our own program
    return program


def answers(program: Path, states: Sequence[State]) -> list[Answer]:
    """Return what the baseline says about positions in which seat 0 leads."""
    decks = ["".join(str(card)[0] for cards in (*state.hands, state.talon) for card in cards) for state in states]
    done = subprocess.run([program], input="\n".join(decks) + "\n", capture_output=True, text=True, check=True)  # noqa: S603
    told = [line.split() for line in done.stdout.splitlines()]
    return [Answer(_GREASE * int(taken), int(nodes), float(seconds)) for taken, nodes, seconds in told]
