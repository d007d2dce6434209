"""Reports with one finding for each cause in place of one for each way of being wrong."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from aceten.conformance.findings.finding import cited
from aceten.conformance.verification import Finding, LevelReport
from aceten_spec.protocol import Level

if TYPE_CHECKING:
    from aceten.conformance.findings.causes import Cause, Explanation


def merged_reports(
    reports: Sequence[LevelReport],
    causes: Sequence[Cause],
    together: Mapping[tuple[Level, frozenset[str]], int],
    *,
    known: Collection[str],
    explanation: Explanation,
) -> list[LevelReport]:
    """Return the reports with a finding for each cause, at the level at which it was met first.

    :param together: by level, in how many answers ways of being wrong were met together, by their keys.
    :param known: the keys of findings that are expected.
    :param explanation: tells which options an answer of the run refutes.
    """
    merged: list[tuple[set[str], Finding]] = []
    for cause in causes:
        keys = {str(one.key) for one in cause.found}
        merged.append((keys, _finding(cause, keys, known, explanation)))
    at: dict[Level, list[Finding]] = {}
    for keys, finding in merged:
        level: Level = next(report.level for report in reports if keys & report.wrong.keys() or _has(report, keys))
        at.setdefault(level, []).append(finding)
    return [
        msgspec.structs.replace(
            report,
            findings=tuple(at.get(report.level, ())),
            wrong={
                finding.key: count
                for keys, finding in merged
                if (count := sum(n for (level, met), n in together.items() if level == report.level and met & keys))
            },
        )
        for report in reports
    ]


def _has(report: LevelReport, keys: set[str]) -> bool:
    return any(finding.key in keys for finding in report.findings)


def _finding(cause: Cause, keys: set[str], known: Collection[str], explanation: Explanation) -> Finding:
    """Return the finding of a cause: that which tells most of it, with what it was met by first."""
    first = cause.found[0]
    finding = first.finding
    key = str(first.key) if cause.change is None else cause.change.name
    clauses = finding.clauses
    if cause.clause and (not clauses or clauses[0].id != cause.clause) and first.answered is not None:
        case = first.answered.case
        others = [clause for clause in clauses if clause.id != cause.clause]
        clauses = (*cited(case.game.rulebook, case.question, (cause.clause,)), *others)
    return msgspec.structs.replace(
        finding,
        key=key,
        known=all(one.finding.known for one in cause.found)
        or keys <= set(known)
        or (not cause.found[1:] and key in known),
        clauses=clauses,
        fits=explanation.upheld(cause),
        cause="" if cause.change is None else cause.change.name,
        alike=tuple(sorted(keys - {str(first.key)})),
        asked=min(one.finding.asked for one in cause.found),
        seconds=min(one.finding.seconds for one in cause.found),
    )
