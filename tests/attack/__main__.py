"""Some hours of attacks, resumed where they were ended: ``make attack``, or ``python -m attack [--share 0.01] [--seed 5] [WHAT ...]``.

Every reader, and the native core in every way, is given so many inputs in parts, two at a time; after each part ``.attack/progress.json``
says how far it is, and what went wrong lies in ``.attack/wrong``, a file an input, from where it goes to ``tests/attack/found`` once it is
mended. In the end the table of all that was ever given is printed, and written as Markdown where ``--page`` says.
"""

import argparse
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, cast

import msgspec
from attack import core
from rich.console import Console

READERS: Final = {
    "position": 1_400_000,
    "elsewhere": 400_000,
    "cards": 200_000,
    "typed": 100_000,
    "file": 100_000,
    "hidden": 1_400_000,
    "request": 1_000_000,
    "reply": 900_000,
    "policy": 100_000,
    "contest": 100_000,
    "record": 500_000,
    "board": 900_000,
    "table": 1_000_000,
    "options": 500_000,
    "survey": 400_000,
    "match-record": 300_000,
    "rulebook": 300_000,
    "seen-record": 200_000,
    "records": 200_000,
}
"""So many inputs each reader is given, ten million in all."""
INPUTS: Final = READERS | {f"core-{kind}": inputs for kind, inputs in core.INPUTS.items()}
"""And the core."""
PART: Final = 150_000
"""So many at a time."""


class Progress(msgspec.Struct):
    """How far an attack is."""

    inputs: int = 0
    """So many have been given."""
    parts: int = 0
    """In so many parts; the seed of each is the first seed and its number."""
    wrong: int = 0
    """So many went wrong; each has ended its part."""


def main() -> None:
    """Attack everything, or some of it."""
    told = argparse.ArgumentParser(prog="attack", description=__doc__)
    told.add_argument("what", nargs="*", choices=[[], *INPUTS], metavar="WHAT", help=", ".join(INPUTS))
    told.add_argument("--share", type=float, default=1.0, help="of the inputs")
    told.add_argument("--seed", type=int, default=1, help="the first of the seeds")
    told.add_argument("--folder", type=Path, default=Path(".attack"), help="for how far it is and what went wrong")
    told.add_argument("--page", type=Path, help="also write the table here")
    asked = told.parse_args()
    folder, first = cast("Path", asked.folder), cast("int", asked.seed)
    folder.mkdir(exist_ok=True)
    progress = _read(folder)
    wanted = {name: round(INPUTS[name] * asked.share) for name in asked.what or INPUTS}
    console = Console(highlight=False)

    def work(name: str) -> None:
        so_far = progress.setdefault(name, Progress())
        inputs = 1
        while inputs and so_far.inputs < wanted[name]:
            runs, seed = min(PART, wanted[name] - so_far.inputs), first + so_far.parts
            inputs, wrong = _part(name, runs, seed, folder)
            so_far.inputs, so_far.parts, so_far.wrong = so_far.inputs + inputs, so_far.parts + 1, so_far.wrong + wrong
            _write(folder, progress)
            console.print(f"{name}: {so_far.inputs:,} of {wanted[name]:,} inputs, {so_far.wrong} wrong (seed {seed})")

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(work, sorted(wanted, key=lambda name: -wanted[name])))
    told_by_all = table(progress)
    sys.stdout.write(told_by_all)
    if asked.page is not None:
        cast("Path", asked.page).write_text(told_by_all, encoding="utf-8")
    sys.exit(any(progress[name].wrong for name in wanted))


def table(progress: dict[str, Progress]) -> str:
    """Return how many inputs were given, and how many of them went wrong, as a table in Markdown."""
    rows = [f"| {name} | {progress[name].inputs:,} | {progress[name].wrong} |" for name in INPUTS if name in progress]
    total = sum(progress[name].inputs for name in READERS if name in progress)
    return "\n".join(["| what | inputs | wrong |", "|---|--:|--:|", *rows, f"| all readers | {total:,} | |"]) + "\n"


def _part(name: str, runs: int, seed: int, folder: Path) -> tuple[int, int]:
    """Run a part; returns how many inputs were given, and how many of them went wrong: one at most."""
    if name not in READERS:
        found = core.attack(name.partition("-")[2], runs, seed)
        if found.problem:
            (folder / f"{name}-{seed}.log").write_text(found.problem, encoding="utf-8")
        return found.made, int(bool(found.problem))
    words = ["--runs", str(runs), "--seed", str(seed), "--folder", str(folder)]
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "attack.fuzz", name, *words],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    counted = re.search(r"number_of_executed_units: (\d+)", done.stderr)
    if done.returncode:
        (folder / f"{name}-{seed}.log").write_text(done.stderr, encoding="utf-8")
    if counted is None:
        sys.exit(f"attack: {name}, seed {seed}: {done.stderr[-2000:]}")
    return int(counted[1]), int(done.returncode != 0)


def _read(folder: Path) -> dict[str, Progress]:
    file = folder / "progress.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Progress]) if file.exists() else {}


def _write(folder: Path, progress: dict[str, Progress]) -> None:
    half = folder / "_progress.json"
    half.write_bytes(msgspec.json.format(msgspec.json.encode(progress)))
    half.replace(folder / "progress.json")


if __name__ == "__main__":
    main()
