"""In which languages a report is told: any, wherever it is read; and files have it in English."""

import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Final

import msgspec
import pytest

from aceten.conformance import Verification, ask_one
from aceten.conformance.findings.finding_words import facts
from aceten_spec.protocol import Question
from aceten_spec.speech import LANGUAGES, Language, read_out, speaking

HELLO: Final = (
    '{"id":0,"protocol":1,"program":"p","games":[{"game":"zsiros","players":[4],"levels":["trick"],"options":{}}]}'
)
ENDS: Final = (
    f"import sys; input(); print('{HELLO}', flush=True); input(); print('last words', file=sys.stderr); sys.exit(3)"
)
"""A program that ends in place of an answer."""
FAILS: Final = ENDS.replace(
    "print('last words', file=sys.stderr); sys.exit(3)", """print('{"id":1,"error":"kaput"}')"""
)
"""A program that answers with an error."""
ODD: Final = "print('hello')"
"""A program that is none."""
QUESTION: Final = msgspec.json.decode(
    b'{"command":"trick","id":0,"game":"zsiros","players":4,"leader":0,"cards":["9h","9s","Kc","Ad"]}', type=Question
)
READING: Final = """
import json, pickle, sys
import msgspec
from aceten.conformance import Verification
from aceten.conformance.findings.finding_words import facts
from aceten_spec.speech import read_out, speaking
how, language = sys.argv[1:]
told = sys.stdin.buffer.read()
report = pickle.loads(told) if how == "pickle" else msgspec.json.decode(told, type=Verification)
with speaking(language):
    said = [read_out(report.reason), *[text for finding in report.findings for _, text in facts(finding)]]
print(json.dumps(said))
"""
"""A program that reads a report and tells it."""
FORMS: Final[dict[str, Callable[[Verification], bytes]]] = {"pickle": pickle.dumps, "json": msgspec.json.encode}
"""How a report as a value comes to another process."""


def report_of(program: str) -> Verification:
    """Return what comes of asking a program a question."""
    return ask_one([sys.executable, "-c", program], QUESTION)


def told(report: Verification) -> list[str]:
    """Return what is said to people."""
    return [read_out(report.reason), *[text for finding in report.findings for _, text in facts(finding)]]


@pytest.mark.turns(3)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("program", [ENDS, FAILS, ODD], ids=["ends", "fails", "odd"])
def test_a_report_is_told_in_another_process(program: str, form: str) -> None:
    """Also by who has not made it, a report says in the language of the reader what it says where it was made."""
    report = report_of(program)
    english: list[str] = []
    for language in ("en", "hu"):
        command = [sys.executable, "-c", READING, form, language]
        run = subprocess.run(command, input=FORMS[form](report), capture_output=True, check=True)  # noqa: S603 - our own
        with speaking(language):
            expected = told(report)
        assert json.loads(run.stdout) == expected
        assert expected != english
        english = expected


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("program", [ENDS, FAILS, ODD], ids=["ends", "fails", "odd"])
def test_files_have_a_report_in_english(program: str, language: Language) -> None:
    """Whatever is spoken, what it says is text there, and that in English."""
    with speaking(language):
        report = report_of(program)
        written = msgspec.json.encode(report.in_english())
        read = msgspec.json.decode(written, type=Verification)
    assert b"template" not in written
    assert read == report.in_english()
    assert told(read) == told(report)
