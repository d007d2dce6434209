"""Prints how often each rare mistake is found, by how many questions and in what time.

python tests/conformance/mistakes/conjunctions.py [--seeds N] [--examples N] [--seconds N] [NAME...]
"""

import argparse
import statistics
import sys
from pathlib import Path

from conformance.mistakes.registry import Mistake

sys.path.insert(0, str(Path(__file__).parents[2]))

from conformance.mistakes.catalogue import BY_NAME, MISTAKES
from conformance.programs.in_place import verified

from aceten.conformance.runs.runner import EXAMPLES, SECONDS


def row(mistake: Mistake, seeds: int, examples: int, seconds: float) -> str:
    """Return how often a mistake is found with so many seeds."""
    found = [
        report.findings[0]
        for seed in range(seeds)
        if (report := verified(mistake, seed=seed, examples=examples, seconds=seconds)).findings
    ]
    times = sorted(finding.seconds for finding in found) or [0.0]
    levels = sorted({type(finding.question).__name__.removesuffix("Request").lower() for finding in found})
    median = statistics.median(times)
    return f"{mistake.name:40} {len(found):3} of {seeds:3}   {median:6.1f} s  {times[-1]:6.1f} s   {', '.join(levels)}"


def main() -> None:
    """Verify the rare mistakes, or those that are named, with one seed after the other."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--examples", type=int, default=EXAMPLES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("names", nargs="*")
    asked = parser.parse_args()
    mistakes = [BY_NAME[name] for name in asked.names] or [mistake for mistake in MISTAKES if mistake.rare]
    sys.stdout.write(f"{'':40} found         median  slowest   shown at\n")
    for mistake in mistakes:
        sys.stdout.write(row(mistake, asked.seeds, asked.examples, asked.seconds) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
