"""Measure how often liars are caught: ``python -m attack.liars [--seeds 5] [--seed 1] [--examples 200] [NAME ...]``.

Each liar is verified with one seed after the other, in all games that it is for, with all numbers of players; it is caught when it is not
said to conform. After each game and seed ``.attack/liars.json`` says how far it is. In the end the table of all that was ever measured
is printed, and written as Markdown where ``--page`` says.

What is asked does not depend on the answers as long as they are right. So a program that is right is asked first, while all liars look
on: those that would not have lied are not caught, and only the others are verified.
"""

import argparse
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, cast

import msgspec
from conformance.hostile.liars import LIARS, Liar, cast_of, lying, sentence_of
from conformance.programs.in_place import in_place
from conformance.programs.referee import Program
from rich.console import Console
from typing_extensions import override

from aceten.conformance import verify
from aceten_spec.protocol import Question, Reply

PASSES: Final = {200: 20, 2000: 5}
"""With so many questions of a level, so many seeds."""
SECONDS: Final = 36_000.0
"""No verification takes longer: what is found is not to depend on how fast the machine is."""


class Seen(msgspec.Struct, frozen=True):
    """What came of verifying a liar once."""

    verdict: str = "conforms"
    """What was said of it."""
    level: str = ""
    """Where it was caught."""
    kind: str = ""
    """As what: another answer, or answers that change."""
    asked: int = 0
    """How many questions had been asked by then."""


Measured = dict[str, dict[str, Seen]]
"""By liar, what came of it by the game, how many questions a level had, and the seed: ``zsiros 200 1``."""


class _Onlookers(Program):
    """Answers rightly, and notes which liars would not have."""

    def __init__(self, game: str, liars: Iterable[tuple[str, Liar]]) -> None:
        super().__init__([game])
        self.liars = dict(liars)
        self.tempted: set[str] = set()

    @override
    def answer(self, question: Question) -> Reply:
        for name, each in self.liars.items():
            if name not in self.tempted and each.lies(question):
                self.tempted.add(name)
        return super().answer(question)


def tempted(game: str, seed: int, examples: int, names: Iterable[str]) -> set[str]:
    """Return which of these liars would lie to what is asked with a seed."""
    program = _Onlookers(game, [one for one in cast_of(game, seed) if one[0] in set(names)])
    with in_place(lambda: program):
        report = verify(["right"], game, seed=seed, examples=examples, seconds=SECONDS)
    assert report.verdict == "conforms", report.findings
    return program.tempted


def caught(name: str, game: str, seed: int, examples: int) -> Seen:
    """Return what comes of verifying a liar."""
    with in_place(lying(name, game, seed)):
        report = verify([name], game, seed=seed, examples=examples, seconds=SECONDS, first=True)
    asked = sum(level.asked for level in report.levels)
    if not report.findings:
        return Seen(verdict=report.verdict, asked=asked)
    found = next(level for level in report.levels if level.findings)
    return Seen(report.verdict, found.level, found.findings[0].kind, asked)


def measure(measured: Measured, game: str, seed: int, examples: int, names: Sequence[str]) -> list[str]:
    """Verify the liars of a game with a seed, but for those that have been; return the names of those that were now."""
    key = f"{game} {examples} {seed}"
    left = [name for name in names if game in LIARS[name].games_played and key not in measured.setdefault(name, {})]
    lie = tempted(game, seed, examples, left) if left else set[str]()
    for name in left:
        measured[name][key] = caught(name, game, seed, examples) if name in lie else Seen()
    return left


def table(measured: Measured) -> str:
    """Return how often each liar was caught, as a table in Markdown."""
    heads = [f"{examples:,} a level" for examples in PASSES]
    lines = [
        "| lies | game | " + " | ".join(heads) + " | questions | at |",
        "|---|---|" + "--:|" * len(heads) + "--:|---|",
    ]
    for name, made in LIARS.items():
        for game in made.games_played:
            of_game = {key: seen for key, seen in measured.get(name, {}).items() if key.startswith(f"{game} ")}
            counts: list[str] = []
            for examples in PASSES:
                seen = [each for key, each in of_game.items() if key.split()[1] == str(examples)]
                there = sum(each.verdict != "conforms" for each in seen)
                counts.append(f"{there} of {len(seen)}" if seen else "")
            found = [each for key, each in of_game.items() if each.level and key.split()[1] == str(next(iter(PASSES)))]
            asked = f"{statistics.median_low([each.asked for each in found]):,}" if found else ""
            levels = ", ".join(level for level, _ in Counter(each.level for each in found).most_common(3))
            lines.append(f"| {sentence_of(made)} | {game} | {' | '.join(counts)} | {asked} | {levels} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure all liars, or some."""
    told = argparse.ArgumentParser(prog="attack.liars", description=__doc__)
    told.add_argument("names", nargs="*", choices=[[], *LIARS], metavar="NAME", help=", ".join(LIARS))
    told.add_argument(
        "--examples", type=int, choices=PASSES, help="questions of a level; one after the other by itself"
    )
    told.add_argument("--seeds", type=int, help="how many; by itself " + str(PASSES)[1:-1])
    told.add_argument("--seed", type=int, default=1, help="the first of them")
    told.add_argument("--folder", type=Path, default=Path(".attack"), help="for how far it is")
    told.add_argument("--page", type=Path, help="also write the table here")
    asked = told.parse_args()
    folder = cast("Path", asked.folder)
    folder.mkdir(exist_ok=True)
    file = folder / "liars.json"
    measured = msgspec.json.decode(file.read_bytes(), type=Measured) if file.exists() else {}
    names: list[str] = asked.names or list(LIARS)
    console = Console(highlight=False)
    for examples, seeds in PASSES.items():
        if asked.examples not in {None, examples}:
            continue
        for seed in range(asked.seed, asked.seed + (asked.seeds or seeds)):
            for game in sorted({game for name in names for game in LIARS[name].games_played}):
                done = measure(measured, game, seed, examples, names)
                if not done:
                    continue
                half = file.with_name("_liars.json")
                half.write_bytes(msgspec.json.format(msgspec.json.encode(measured)))
                half.replace(file)
                escaped = sum(measured[name][f"{game} {examples} {seed}"].verdict == "conforms" for name in done)
                console.print(f"{game}, {examples} a level, seed {seed}: {len(done)} liars, {escaped} not caught")
    told_by_all = table(measured)
    sys.stdout.write(told_by_all)
    if asked.page is not None:
        cast("Path", asked.page).write_text(told_by_all, encoding="utf-8")


if __name__ == "__main__":
    main()
