"""``aceten verify``: what it writes into files."""

import json
import re
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import msgspec
import pytest
from support.processes.program_runs import Aceten
from support.processes.verified import FEW, NO_PARTNERS, NO_SEVENS, TRICK, sample, written

from aceten.conformance.coverage import rule_clauses
from aceten.conformance.verification import Verification
from aceten_spec import load_shipped
from aceten_spec.protocol import LEVELS

# --- JSON and JUnit -----------------------------------------------------------------------------------------------------


@pytest.mark.turns(4)
def test_json_is_the_report(verify: Aceten, tmp_path: Path) -> None:
    """``--json`` prints the report on one line, with the verdict that the exit status is."""
    for changes, status, verdict in (((), 0, "conforms"), ((NO_SEVENS,), 1, "diverges")):
        done = verify("zsiros/4", "--level", "trick", *FEW, "--json", "--", *sample(tmp_path, *changes))
        report = msgspec.json.decode(done.out, type=Verification)
        assert (done.status, done.err, done.out.count("\n")) == (status, "", 1)
        assert report.verdict == verdict
        assert [level.level for level in report.levels] == ["trick"]
    assert report.findings[0].clauses[0].id == "ZS-PLAY-5"
    untested = verify("zsiros/4", "--json", "--", "/nowhere/program")
    assert untested.status == 2
    assert msgspec.json.decode(untested.out, type=Verification).verdict == "untested"


@pytest.mark.turns(2)
def test_junit_has_a_test_for_each_finding_and_clause(verify: Aceten, tmp_path: Path) -> None:
    """A suite for each level that was asked for: its findings, or one case, right or skipped with the reason; and one for the clauses."""
    file = tmp_path / "result.xml"
    levels = ("--level", "trick", "--level", "shuffle", "--level", "match")
    program = written(
        tmp_path,
        "reply = {'winner': 9} if request['command'] == 'trick' else {'skip': 'no \\x00 here'}",
        ("trick", "shuffle"),
    )
    done = verify("zsiros/4", *levels, *FEW, "--reply-time", "4", "--junit", str(file), "--", *program)
    assert done.status == 1
    whole = ET.parse(file).getroot()  # noqa: S314 - our own file
    assert whole.tag == "testsuites"
    suites = {suite.attrib["name"]: suite for suite in whole}
    assert list(suites) == ["trick", "match", "shuffle", "clauses"]
    assert [suites[name].attrib["skipped"] for name in ("trick", "match", "shuffle")] == ["0", "1", "1"]
    assert whole.attrib["failures"] == str(len(list(whole.iter("failure"))))
    assert whole.attrib["errors"] == "0"
    failed = suites["trick"][0]
    assert (failed.tag, failed.attrib["classname"], failed.attrib["name"]) == (
        "testcase",
        "zsiros.trick",
        "winner ZS-PLAY-4",
    )
    clauses = {case.attrib["name"]: [part.tag for part in case] for case in suites["clauses"].iter("testcase")}
    assert list(clauses) == list(rule_clauses(load_shipped("zsiros")))
    assert clauses["ZS-PLAY-4"] == ["failure"]
    assert clauses["ZS-MATCH-1"] == ["skipped"]
    [failure] = failed
    assert (failure.tag, failure.attrib["message"], failure.attrib["type"]) == ("failure", "another answer", "differs")
    assert failure.text is not None
    assert "program: 9\n" in failure.text
    assert "ZS-PLAY-4: Of all cards played" in failure.text
    assert "aceten verify case --reply-time 4 " in failure.text
    reasons = {
        name: [case.attrib["message"] for case in suite.iter("skipped")]
        for name, suite in suites.items()
        if name != "clauses"
    }
    assert reasons == {
        "trick": [],
        "match": ["the program does not do this level"],
        "shuffle": ["no \\x00 here"],
    }
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.turns(12)
def test_circumstances_that_were_in_no_question_are_told(verify: Aceten, tmp_path: Path) -> None:
    """They are counted on the terminal, with --clauses all are named that the JSON has; and JUnit has them as a property."""
    file = tmp_path / "report.xml"
    asked = ("zsiros/4", "--level", "deal", "--examples", "12", "--junit", str(file))
    program = ("--", *sample(tmp_path))
    never = json.loads(verify(*asked, "--json", *program).out)["circumstances"]["pairs_never"]
    told = [" and ".join(f"'{fact.replace('_', ' ').replace(':', ' ')}'" for fact in pair) for pair in never]
    plain = [each for each in told if "limit" not in each and "refused" not in each]
    assert len(plain) > 3
    words, every = verify(*asked, *program).words, verify(*asked, "--clauses", *program).words
    assert f"{len(never):,} pairs of circumstances (--clauses names them)." in words
    assert not any(each in words for each in plain)
    assert all(each in every for each in plain)
    values = {each.attrib["name"]: each.attrib["value"] for each in ET.parse(file).iter("property")}  # noqa: S314 - our own file
    assert values["never met"].split("; ") == [" with ".join(pair) for pair in never]


@pytest.mark.turns(6)
def test_known_findings_do_not_count(verify: Aceten, tmp_path: Path) -> None:
    """With their keys in a file the exit status is 0, and what was known and is not seen is told; new ones count."""
    file = tmp_path / "known.txt"
    file.write_text("# what we play differently\n\n  winner   ZS-PLAY-5\ncount ZS-NONE-1\n", encoding="utf-8")
    asked = ("zsiros/4", "--level", "trick", *FEW, "--known", str(file), "--clauses", "--")
    done = verify(*asked, *sample(tmp_path, NO_SEVENS))
    assert done.status == 0
    assert "known trick" in done.words
    assert "Known, and not seen: count ZS-NONE-1." in done.words
    assert "in all that was asked but for 1 known finding: " in done.words
    assert re.search(r"ZS-PLAY-5 held in \d+ of \d+ answers; behind \d+ wrong answers?", done.words)
    assert verify(*asked, *sample(tmp_path, NO_PARTNERS)).status == 0  # who are partners does not show at this level
    file.write_text("count ZS-NONE-1\n", encoding="utf-8")
    assert verify(*asked, *sample(tmp_path, NO_SEVENS)).status == 1
    none = verify(*asked[:-3], str(tmp_path / "none"), "--", *sample(tmp_path))
    assert none.status == 2
    assert "No such file or directory" in none.err


def test_the_transcript_has_every_line(verify: Aceten, tmp_path: Path) -> None:
    """What goes to the program and what comes from it stands there as it is, also what is no reply; where it cannot be written is said."""
    file = tmp_path / "lines.txt"
    asked = (
        "case",
        TRICK,
        "--transcript",
        str(file),
        "--",
        *written(tmp_path, "print('soup'); reply = {}"),
    )
    assert verify(*asked).status == 1
    lines = file.read_text(encoding="utf-8").splitlines()
    assert lines[0] == '> {"command":"hello","id":0,"protocol":2}'
    assert lines[1].startswith('< {"id": 0, "protocol": 1, "program": "tiny"')
    assert json.loads(lines[2].removeprefix("> ")) == {"id": 1, **json.loads(TRICK)}
    assert lines[3] == "< soup"
    file.unlink()
    file.mkdir()
    refused = verify(*asked)
    assert (refused.status, refused.out) == (2, "")
    assert f"--transcript {file}: Is a directory" in refused.err


def test_junit_says_when_nothing_was_tested(verify: Aceten, tmp_path: Path) -> None:
    """A program that does not start is an error in every test."""
    file = tmp_path / "result.xml"
    done = verify("zsiros/4", "--junit", str(file), "--", "/nowhere/program")
    assert done.status == 2
    errors = list(ET.parse(file).iter("error"))  # noqa: S314 - our own file
    assert len(errors) == len(LEVELS)
    assert errors[0].text is not None
    assert "No such file or directory" in errors[0].text


TOOK: Final = re.compile(r"in \d+\.\d\d s")
"""How long something took."""


@pytest.mark.turns(2)
def test_a_file_that_cannot_be_written_is_said(verify: Aceten, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once where there is no such directory; later with the same exit status 2, beside what was found, and no half of a file is left."""
    for wrong in (tmp_path, tmp_path / "none" / "result.xml"):
        done = verify(
            "zsiros/4", "--junit", str(wrong), "--", *written(tmp_path, f"open({str(tmp_path / 'ran')!r}, 'w')")
        )
        assert (done.status, done.out) == (2, "")
        assert f"--junit {wrong}" in done.err
    assert not (tmp_path / "ran").exists()

    def full(path: Path, data: bytes) -> None:
        path.write_text(data.decode()[:5], encoding="utf-8")
        raise OSError(28, "No space left on device")

    told = verify("case", TRICK, "--", *sample(tmp_path)).out
    file, program = tmp_path / "result.xml", sample(tmp_path)
    monkeypatch.setattr(Path, "write_bytes", full)
    done = verify("case", TRICK, "--junit", str(file), "--", *program)
    assert (done.status, TOOK.sub("", done.out)) == (2, TOOK.sub("", told))
    assert f"--junit {file}: No space left on device" in done.err
    assert not [left for left in tmp_path.iterdir() if left.name.startswith("result")]


def test_what_a_program_says_does_no_harm(verify: Aceten, tmp_path: Path) -> None:
    """Control characters and markup in a name or an answer are shown, not obeyed."""
    program = written(
        tmp_path, "reply = {'steps': [{'turn': 0, 'legal': ['[red]', chr(27) + '[2J']}]}", name="[bold]tiny\x1b[1m\n"
    )
    case = '{"command":"position","game":"zsiros","players":4,"position":"zsiros/4 hands=A,K,Q,J"}'
    file = tmp_path / "result.xml"
    done = verify("case", case, "--junit", str(file), "--", *program)
    assert done.status == 1
    assert "[bold]tiny\\x1b[1m plays" in done.out
    assert "too many" in done.words
    assert re.search(r"program .*\[red\]", done.out)
    assert "\x1b" not in done.out
    ET.parse(file)  # noqa: S314 - our own file
