"""A verification as a JUnit XML file, which systems that build and test programs can show."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from aceten_cli.findings import KINDS, facts, reproducing
from aceten_spec.errors import FileError
from aceten_spec.files import unusable

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from aceten.conformance.report import Finding, LevelReport, Verification
    from aceten_spec.protocol import Level


def check_junit(path: Path) -> None:
    """Say before a verification when its file cannot be written where it is wanted.

    :raises FileError: when it cannot.
    """
    if path.is_dir() or not path.parent.is_dir():
        problem = "a directory" if path.is_dir() else f"there is no directory {path.parent}"
        raise FileError(file=f"--junit {path}", problem=f"{problem}; expected the name of a file to be written")


def write_junit(path: Path, report: Verification, levels: Sequence[Level], further: Sequence[str] = ()) -> None:
    """Write the file, as a whole or not at all.

    :param levels: what was to be tested; what was not is skipped in the file.
    :param further: options of the command that asks one question again.
    :raises FileError: when it cannot be written.
    """
    tree = ET.ElementTree(_suites(report, levels, further))
    ET.indent(tree)
    part = path.with_name(path.name + ".part")
    try:
        try:
            tree.write(part, encoding="utf-8", xml_declaration=True)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise unusable(f"--junit {path}", error) from error


def _suites(report: Verification, levels: Sequence[Level], further: Sequence[str]) -> ET.Element:
    """Return a test suite for each level, with one test case each."""
    done = {level.level: level for level in report.levels}
    suites = [_suite(report, level, done.get(level), further) for level in levels]
    counts = _counts(suites, report.seconds)
    del counts["skipped"]  # which a suite may say, and the whole may not
    whole = ET.Element("testsuites", {"name": f"aceten verify {report.game}"} | counts)
    whole.extend(suites)
    return whole


def _suite(report: Verification, name: Level, level: LevelReport | None, further: Sequence[str]) -> ET.Element:
    seconds = 0.0 if level is None else level.seconds
    case = ET.Element("testcase", classname=f"{report.game}.{name}", name=name, time=f"{seconds:.3f}")
    if level is not None and level.finding is not None:
        _add(case, "failure", KINDS[level.finding.kind], level.finding.kind, _text(report, level.finding, further))
    elif not report.levels:
        _add(case, "error", "the program could not be tested", report.verdict, report.reason)
    else:
        reason = _skip_reason(report, name, level)
        if reason:
            ET.SubElement(case, "skipped", message=reason)
    suite = ET.Element("testsuite", name=name)
    suite.append(case)
    suite.attrib |= _counts([suite], seconds)
    return suite


def _skip_reason(report: Verification, name: Level, level: LevelReport | None) -> str:
    """Return why a level counts as not tested; nothing when it was."""
    if level is None:
        told = [lack for lack in report.not_tested if lack.split()[:2] == ["level", name]]
        return (
            "the program does not do this level" if told else "not asked any more: the program cannot be started again"
        )
    if not level.complete:
        return f"the time was up after {level.asked} questions, all answered rightly"
    if not level.asked:
        return "; ".join(level.skipped) or "no question could be made"
    return ""


def _counts(suites: Sequence[ET.Element], seconds: float) -> dict[str, str]:
    """Return how many test cases there are, by what became of them."""
    kinds = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}
    counts = {kind: str(sum(len(list(suite.iter(tag))) for suite in suites)) for kind, tag in kinds.items()}
    return counts | {"time": f"{seconds:.3f}"}


def _text(report: Verification, finding: Finding, further: Sequence[str]) -> str:
    """Return a finding as text."""
    lines = [f"{label}: {text}" for label, text in facts(finding)]
    for clause in finding.clauses:
        lines += [f"{clause.id}: {clause.text}", *[f"  {source}" for source in clause.sources]]
    return "\n".join([*lines, reproducing(report, finding.question, further)])


def _add(case: ET.Element, tag: str, message: str, kind: str, text: str) -> None:
    ET.SubElement(case, tag, message=message, type=kind).text = _clean(text)


def _clean(text: str) -> str:
    """Return text with what XML cannot hold written as an escape."""
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode("ascii") for c in text)
