"""Prints which clause is cited first for each mistake, and which it breaks.

python tests/conformance/mistakes/blame.py [NAME...]
"""

import sys
from pathlib import Path

from conformance.mistakes.registry import Mistake

from aceten.conformance.verification import Finding

sys.path.insert(0, str(Path(__file__).parents[2]))

from conformance.mistakes.catalogue import BY_NAME
from conformance.programs.in_place import verified


def found(mistake: Mistake, seed: int = 0) -> Finding:
    """Return what is found in a wrong program at the level at which its mistake shows, or at any where that takes luck."""
    report = verified(mistake, levels=[mistake.level], seed=seed)
    return (report.findings or verified(mistake, seed=seed).findings)[0]


def main() -> None:
    """Verify the mistakes that are named, or all that break a clause, and print a row for each."""
    rows = [BY_NAME[name] for name in sys.argv[1:]] or [mistake for mistake in BY_NAME.values() if mistake.breaks]
    right = 0
    for mistake in rows:
        finding = found(mistake)
        cited = [clause.id for clause in finding.clauses]
        first = bool(cited) and cited[0] in mistake.clauses
        right += first
        told = f"{finding.field} {finding.expected} / {finding.given}"[:90]
        columns = (f"{mistake.name:40}", f"{' '.join(mistake.clauses):28}", "yes" if first else "NO ", *cited, "", told)
        sys.stdout.write(" ".join(columns) + "\n")
        sys.stdout.flush()
    sys.stdout.write(f"{right} of {len(rows)} first: {right / len(rows):.0%}\n")


if __name__ == "__main__":
    main()
