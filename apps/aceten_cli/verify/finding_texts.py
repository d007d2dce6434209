"""What a program does wrong: in words, with the command that shows it again, and as a JUnit XML file."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

import msgspec

from aceten.conformance.findings.finding_words import facts
from aceten_spec.protocol import Level, Question
from aceten_spec.speech import say, say_counted, speaking, to_say
from aceten_spec.texts.visible_text import visible

if TYPE_CHECKING:
    from aceten.conformance.verification import ClauseReport, Finding, Kind, LevelReport, Verification


KINDS: Final[dict[Kind, str]] = {
    "differs": to_say("another answer"),
    "error": to_say("an error in place of an answer"),
    "crash": to_say("no answer: the program ends"),
    "timeout": to_say("no answer in time"),
    "garbage": to_say("an answer that is none"),
    "unsteady": to_say("answers that change"),
}
"""How a program fails, to be said."""


def reproducing(report: Verification, question: Question, further: Sequence[str] = ()) -> str:
    """Return the command, on one line, that asks the program this question alone.

    :param further: options of the command that matter to it.
    """
    given = msgspec.to_builtins(question)
    del given["id"]
    case = msgspec.json.encode(given).decode()
    return shlex.join(["aceten", "verify", "case", *further, case, "--", *report.command])


def junit_of(report: Verification, levels: Sequence[Level], further: Sequence[str] = ()) -> str:
    """Return the text of the file.

    :param levels: what was to be tested; what was not is skipped in the file.
    :param further: options of the command that asks one question again.
    """
    with speaking("en"):  # it is for programs
        tree = _suites(report, levels, further)
    for element in tree.iter():  # XML cannot hold all that programs say
        element.attrib = {name: visible(value) for name, value in element.attrib.items()}
        element.text = None if element.text is None else visible(element.text)
    ET.indent(tree)
    text: bytes = ET.tostring(tree, "utf-8", xml_declaration=True)
    return text.decode()


def _suites(report: Verification, levels: Sequence[Level], further: Sequence[str]) -> ET.Element:
    """Return a test suite for each level, with one test case for each finding, and one for the clauses."""
    done = {level.level: level for level in report.levels}
    suites = [_suite(report, level, done.get(level), further) for level in levels]
    if any(clause.asked for clause in report.clauses):
        suites.append(_clauses(report))
    counts = _counts(suites, report.seconds)
    del counts["skipped"]  # which a suite may say, and the whole may not
    whole = ET.Element("testsuites", {"name": f"aceten verify {report.game}"} | counts)
    whole.extend(suites)
    properties = ET.Element("properties")
    there, variants = report.circumstances, report.variants
    for name, never in (
        ("never asked", there.never),
        ("never met", tuple(map(" with ".join, there.pairs_never))),
        ("options never asked", variants.never),
        ("options never met", variants.pairs_never),
    ):
        if never:
            ET.SubElement(properties, "property", name=name, value="; ".join(never))
    if len(properties):
        suites[-1].insert(0, properties)
    return whole


def _suite(report: Verification, name: Level, level: LevelReport | None, further: Sequence[str]) -> ET.Element:
    seconds = 0.0 if level is None else level.seconds
    suite = ET.Element("testsuite", name=name)
    findings = () if level is None else [finding for finding in level.findings if not finding.known]
    for finding in findings:
        case = ET.SubElement(suite, "testcase", classname=f"{report.game}.{name}", name=finding.key, time="0.000")
        _add(case, "failure", KINDS[finding.kind], finding.kind, _text(report, finding, further))
    if not findings:
        case = ET.SubElement(suite, "testcase", classname=f"{report.game}.{name}", name=name, time=f"{seconds:.3f}")
        if not report.levels:
            _add(case, "error", "the program could not be tested", report.verdict, str(report.reason))
        elif reason := _skip_reason(report, name, level):
            ET.SubElement(case, "skipped", message=reason)
    suite.attrib |= _counts([suite], seconds)
    return suite


def _clauses(report: Verification) -> ET.Element:
    """Return the test suite with one test case for each clause."""
    suite = ET.Element("testsuite", name="clauses")
    expected = {clause.id for finding in report.findings if finding.known for clause in finding.clauses[:1]}
    for clause in report.clauses:
        case = ET.SubElement(suite, "testcase", classname=f"{report.game}.clauses", name=clause.id, time="0.000")
        if clause.failed and clause.id not in expected:
            _add(case, "failure", fate(clause), "differs", fate(clause))
        elif not clause.held:
            ET.SubElement(case, "skipped", message=fate(clause))
    suite.attrib |= _counts([suite], 0.0)
    return suite


def fate(clause: ClauseReport) -> str:
    """Return in words what became of a clause."""
    if not clause.asked and not clause.failed:
        return say("not asked")
    failed = (
        say_counted("; behind {number} wrong answer", "; behind {number} wrong answers", clause.failed)
        if clause.failed
        else ""
    )
    held = say_counted(
        "held in {held} of {number} answer", "held in {held} of {number} answers", clause.asked, held=clause.held
    )
    return held + failed


def _skip_reason(report: Verification, name: Level, level: LevelReport | None) -> str:
    """Return why a level counts as not tested; nothing when it was."""
    if level is None:
        told = [lack for lack in map(str, report.not_tested) if lack.startswith((f"level {name} ", f"level {name}:"))]
        if f"level {name}" in map(str, report.not_tested):
            return "the program does not do this level"
        return "; ".join(told).replace(f"level {name}: ", "") or "not asked"
    if not level.asked:
        return "; ".join(level.skipped) or str(level.stopped) or "no question could be made"
    return "" if level.complete else f"{level.stopped} after {level.asked} questions"


def _counts(suites: Sequence[ET.Element], seconds: float) -> dict[str, str]:
    """Return how many test cases there are, by what became of them."""
    kinds = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}
    counts = {kind: str(sum(len(list(suite.iter(tag))) for suite in suites)) for kind, tag in kinds.items()}
    return counts | {"time": f"{seconds:.3f}"}


def _text(report: Verification, finding: Finding, further: Sequence[str]) -> str:
    """Return a finding as text."""
    lines = [f"{label}: {text}" for label, text in facts(finding)]
    for clause in finding.clauses:
        lines += [f"{clause.id}: {clause.text}", *[f"  agreed: {agreed}" for agreed in clause.agreed]]
        lines += [f"  {source}" for source in clause.sources]
    return "\n".join([*lines, reproducing(report, finding.question, further)])


def _add(case: ET.Element, tag: str, message: str, kind: str, text: str) -> None:
    ET.SubElement(case, tag, message=message, type=kind).text = text
