"""Prints what the kit makes of each fault, and how often it is right.

python tests/conformance/faults/score.py [--seeds N] [--examples N] PART [NAME...]
"""

import argparse
import sys
from pathlib import Path
from typing import Final

import msgspec

sys.path.insert(0, str(Path(__file__).parents[2]))

from conformance.faults.catalogue import Faulty, faults

from aceten.conformance import verify
from aceten.conformance.findings.finding_words import settings
from aceten.conformance.verification import Verification

EXAMPLES: Final = 60
"""Questions of a level, beside the rulebook's examples."""
SECONDS: Final = 600.0
"""More time than that takes: what is found depends on questions alone."""


class Score(msgspec.Struct, frozen=True):
    """What is right about the findings of a program with one fault."""

    first: bool
    """Whether the first clause of a finding, the only one or the one with most answers, is one that is broken."""
    findings: int
    """How many findings there are: there is one fault."""
    hints: tuple[str, ...]
    """The settings of options that are named, under which it would be right."""
    false: int
    """How many of them are not those under which it is."""
    keys: tuple[str, ...]
    """The keys of the findings."""
    cited: tuple[str, ...]
    """The clause that each of them cites first."""


def report_on(faulty: Faulty, *, seed: int = 0, examples: int = EXAMPLES) -> Verification:
    """Return what is found in a program with a fault."""
    return verify(faulty.command, faulty.game, examples=examples, seconds=SECONDS, seed=seed)


def score_of(faulty: Faulty, report: Verification) -> Score:
    """Return what is right about a report."""
    counts = report.wrong
    findings = sorted(report.findings, key=lambda finding: -counts.get(finding.key, 0))
    cited = tuple(finding.clauses[0].id if finding.clauses else "" for finding in findings)
    hints = tuple(settings(options) for finding in findings for options in finding.fits)
    return Score(
        first=bool(cited) and cited[0] in faulty.clauses,
        findings=len(findings),
        hints=hints,
        false=sum(hint not in faulty.fault.right_by for hint in hints),
        keys=tuple(finding.key for finding in findings),
        cited=cited,
    )


def main() -> None:
    """Verify the programs of a part, or those that are named, with one seed after the other, and print a row for each."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--examples", type=int, default=EXAMPLES)
    parser.add_argument("part")
    parser.add_argument("names", nargs="*")
    asked = parser.parse_args()
    rows = [one for one in faults(asked.part) if not asked.names or one.name in asked.names]
    first = one = same = false = runs = 0
    for faulty in rows:
        scores = [
            score_of(faulty, report_on(faulty, seed=seed, examples=asked.examples)) for seed in range(asked.seeds)
        ]
        runs += len(scores)
        first += sum(score.first for score in scores)
        one += sum(score.findings == 1 for score in scores)
        false += sum(score.false for score in scores)
        steady = len({score.keys[:1] for score in scores}) == 1
        same += steady
        for seed, score in enumerate(scores):
            marks = f"{'ok' if score.first else 'NO':3}{score.findings:2}{' ' if steady else '~'}"
            hints = f" {score.false} FALSE of {' | '.join(score.hints)}" if score.hints else ""
            told = " | ".join(f"{key} [{cited}]" for key, cited in zip(score.keys, score.cited, strict=True))
            line = f"{faulty.engine}.{faulty.name:30} {seed} {marks} {faulty.fault.breaks:18} {told}{hints}\n"
            sys.stdout.write(line)
        sys.stdout.flush()
    sys.stdout.write(
        f"{len(rows)} faults, {runs} runs: first clause right {first / runs:.0%}, one finding {one / runs:.0%},"
        f" key of the first the same at every seed {same} of {len(rows)}, false hints {false}\n"
    )


if __name__ == "__main__":
    main()
