"""Verifies programs that are right about every game with one seed after the other: whatever is found is a false alarm.

python tests/conformance/alarms.py [--seeds N] [--examples N] LOG [PROGRAM [ARG]]...

Without a program it is the independent model of the rules, which is not started anew for each. A line of the log says what came of a run;
those that it has are not done again.
"""

import argparse
import sys
from contextlib import nullcontext
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from conformance.programs.in_place import in_place
from conformance.programs.referee import Program

from aceten.conformance import verify
from aceten_spec import shipped

SECONDS = 600.0
"""More time than that takes: what is asked depends on seeds alone."""


def main() -> None:
    """Verify with every seed the program of every game, and write a line for each."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--examples", type=int, default=5)
    parser.add_argument("log", type=Path)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    asked = parser.parse_args()
    name = Path(asked.command[0]).name if asked.command else "model"
    log: Path = asked.log
    lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    done = {tuple(line.split()[:3]) for line in lines}
    with log.open("a", encoding="utf-8") as file:
        for seed in range(asked.seeds):
            for game in shipped():
                if (name, game, str(seed)) in done:
                    continue
                with nullcontext() if asked.command else in_place(partial(Program, [game])):
                    report = verify(
                        asked.command or ["model"], game, examples=asked.examples, seconds=SECONDS, seed=seed
                    )
                count = sum(level.asked for level in report.levels)
                keys = " | ".join(finding.key for finding in report.findings)
                file.write(f"{name} {game} {seed} {report.verdict} {count} {report.seconds:.1f} {keys}\n")
                file.flush()


if __name__ == "__main__":
    main()
