"""How soon the runner finds each mistake of the catalogue, how small the case is, and how many deals it asks a second."""

import shutil
import statistics
import sys
import time
from pathlib import Path

from conformance.mistakes.catalogue import BY_NAME, MISTAKES
from rich.console import Console
from rich.table import Table

from aceten.conformance import verify

ADAPTER = Path(__file__).parents[2] / "conformance" / "programs" / "javascript" / "adapter.mjs"
DEALS = 1000
"""Deals in the measurement of speed."""
MEASUREMENTS = 3
"""The median of so many counts."""


def main(names: list[str]) -> int:
    """Look for the mistakes that are named, or all; return how many were not found."""
    table = Table(box=None, pad_edge=False)
    for heading in ("mistake", "game", "level"):
        table.add_column(heading)
    for heading in ("seconds", "whole run", "actions"):
        table.add_column(heading, justify="right")
    table.add_column("clause")
    seconds: list[float] = []
    actions: list[int] = []
    missed: list[str] = []
    for mistake in [BY_NAME[name] for name in names] if names else MISTAKES:
        game, players = mistake.game.split("/")
        begun = time.perf_counter()
        report = verify(mistake.command, game, players=int(players), first=True)
        whole = time.perf_counter() - begun
        if not report.findings:
            missed.append(mistake.name)
            table.add_row(mistake.name, mistake.game, mistake.level, "not found", f"{whole:.2f}")
            continue
        finding = report.findings[0]
        seconds.append(finding.seconds)
        actions.append(finding.actions)
        found_at = next(level.level for level in report.levels if level.findings)
        clause = finding.clauses[0].id if finding.clauses else ""
        table.add_row(
            mistake.name, mistake.game, found_at, f"{finding.seconds:.2f}", f"{whole:.2f}", str(finding.actions), clause
        )
    out = Console()
    out.print(table)
    if seconds:
        out.print(f"{len(seconds)} of {len(seconds) + len(missed)} found; not found: {', '.join(missed) or 'none'}")
        out.print(f"seconds to find: median {statistics.median(seconds):.2f}, most {max(seconds):.2f}")
        out.print(f"actions of the smallest case: median {statistics.median(actions):g}, most {max(actions)}")
    if not names:
        _speed(out)
    return len(missed)


def _speed(out: Console) -> None:
    """Print how many deals a second are asked of the JavaScript sample."""
    if shutil.which("node") is None:
        out.print("deals a second: node is not installed")
        return
    rates: list[float] = []
    for seed in range(MEASUREMENTS):
        report = verify(["node", str(ADAPTER)], "zsiros", players=4, levels=["deal"], examples=DEALS, seed=seed)
        level = report.levels[0]
        rates.append(level.asked / level.seconds)
    out.print(f"deals of four players a second, asked of the JavaScript sample: median {statistics.median(rates):.0f}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
