"""``aceten verify``: what it prints and writes, its exit status, and what the pages about it say."""

from __future__ import annotations

import inspect
import json
import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, get_args
from xml.etree import ElementTree as ET

import jsonschema
import msgspec
import pytest
import typer
from commands import Done, run
from signals import ended_by_ctrl_c, hearing_ctrl_c
from walking import ROOT, SAMPLE, without_time

from aceten import load
from aceten.conformance import running
from aceten.conformance.answering import answer
from aceten.conformance.chance import Chance
from aceten.conformance.comparing import differences
from aceten.conformance.coverage import rule_clauses
from aceten.conformance.making import Maker
from aceten.conformance.process import MAX_LINE
from aceten.conformance.program import Program
from aceten.conformance.report import Verdict, Verification
from aceten.conformance.wording import asked_words
from aceten_cli.verify import finding_texts
from aceten_cli.verify import verify as verifying
from aceten_spec import load_shipped, protocol, shipped
from aceten_spec.formats import schemas
from aceten_spec.protocol import LEVELS, REPLIES, HelloReply, Level, Question, Reply

if TYPE_CHECKING:
    from collections.abc import Sequence

PAGE = (ROOT / "docs" / "verifying.md").read_text(encoding="utf-8")
PROTOCOL = (ROOT / "docs" / "protocol.rst").read_text(encoding="utf-8")
FEW = ("--examples", "5", "--seed", "2")
TRICK = '{"command":"trick","game":"zsiros","players":4,"leader":0,"cards":["9h","9s","Kc","7d"]}'
NO_SEVENS = ('card.rank in {led, "7"} or place == 0', "card.rank == led or place == 0")
NO_PARTNERS = ("own = self.winning % 2 == self.leader % 2", "own = self.winning == self.leader")


class Verify:
    """Runs ``aceten verify`` in this process, as in a pipe."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        """Look over the shoulder of the program."""
        self._capsys = capsys
        self._monkeypatch = monkeypatch
        monkeypatch.setenv("COLUMNS", "80")

    def __call__(self, *arguments: str) -> Done:
        """Return what it printed."""
        return run(self._capsys, self._monkeypatch, "verify", *arguments)


@pytest.fixture
def verify(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Verify:
    """Return what runs the program."""
    return Verify(capsys, monkeypatch)


def sample(folder: Path, *changes: tuple[str, str]) -> list[str]:
    """Return the command that starts the sample program, with these changes made in it."""
    for file in SAMPLE.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        for old, new in changes if file.name == "zsiros.py" else ():
            assert old in text
            text = text.replace(old, new)
        (folder / file.name).write_text(text, encoding="utf-8")
    return [sys.executable, str(folder / "adapter.py")]


def written(folder: Path, answer: str, levels: Sequence[str] = ("trick",), name: str = "tiny") -> list[str]:
    """Return the command that starts a program for four players, which answers with what these lines of Python do."""
    games = [{"game": "zsiros", "players": [4], "levels": levels}]
    hello = {"id": 0, "protocol": 1, "program": name, "games": games}
    lines = [
        "import json, os, sys, time",
        "sys.stdin.readline()",
        f"print({json.dumps(hello)!r}, flush=True)",
        "for line in sys.stdin:",
        "    request = json.loads(line)",
        *[f"    {line}" for line in answer.splitlines()],
        "    print(json.dumps({'id': request['id'], **reply}), flush=True)",
    ]
    (folder / "tiny.py").write_text("\n".join(lines), encoding="utf-8")
    return [sys.executable, str(folder / "tiny.py")]


# --- Verdicts ---------------------------------------------------------------------------------------------------------


@pytest.mark.turns(2)
def test_a_program_that_is_right_conforms(verify: Verify, tmp_path: Path) -> None:
    """A line for each level, what was not tested, the clauses reached, the verdict last; exit status 0, no colours, 80 columns."""
    done = verify("zsiros", "--level", "trick", "--level", "shuffle", *FEW, "--", *sample(tmp_path))
    lines = without_time(done.out.replace("\n", " | ")).split(" | ")
    assert (done.status, done.err) == (0, "")
    assert lines[0] == "zsiros-python 1 plays zsiros/2 and zsiros/4"
    assert lines[1].startswith("ok trick 5 asked 5 right in ... s")
    assert lines[2].startswith("ok shuffle 5 asked 5 right in ... s")
    verdict = "zsiros-python 1 conforms to the rules of zsiros in all that was asked: 10 questions in ... s, seed 2."
    assert re.search(rf"{re.escape(verdict)} \d+ of 45 clauses held; not asked: ZS-", without_time(done.words))
    assert max(map(len, done.out.splitlines())) <= 80
    assert "\x1b" not in done.out


@pytest.mark.turns(6)
def test_a_program_that_is_wrong_diverges(verify: Verify, tmp_path: Path) -> None:
    """The finding has position and action, what both say, the clauses with their text and sources; exit status 1."""
    asked = ("zsiros/4", "--level", "deal", *FEW, "--", *sample(tmp_path, NO_PARTNERS))
    done, [finding] = verify(*asked), msgspec.json.decode(verify("--json", *asked).out, type=Verification).findings
    assert (done.status, done.err) == (1, "")
    assert "DIVERGES deal " in done.words
    assert f"deal: another answer position {finding.position} action {finding.action} part " in done.words
    assert finding.position.startswith("zsiros/4 hands=")
    assert re.search(r" reference \S.* program \S.* rule ZS-", done.words)
    assert finding.clauses
    first, *others = finding.clauses
    assert f"rule {first.id} {first.text} or {', '.join(clause.id for clause in others)} seen" in done.words
    assert f"key {finding.key}" in done.words
    assert "zsiros-python 1 DIVERGES from the rules of zsiros at deal: " in done.words
    long = [line for line in done.out.splitlines() if len(line) > 80]
    assert all(line.startswith(("aceten verify ", "  position ", "  {")) for line in long)


@pytest.mark.turns(6)
def test_the_command_in_the_report_asks_it_again(verify: Verify, tmp_path: Path) -> None:
    """Copied into a shell as it stands, it shows the same divergence, and of the program put right that it is right."""
    done = verify("zsiros/4", "--level", "trick", *FEW, "--", *sample(tmp_path, NO_SEVENS))
    [command] = [line for line in done.out.splitlines() if line.startswith("aceten verify ")]
    said = [line.split() for line in done.out.splitlines() if line.startswith(("  reference", "  program"))]
    program = shlex.join([sys.executable, "-m", "aceten_cli.main"])
    shell = command.replace("aceten", program, 1)
    again = subprocess.run(shell, shell=True, capture_output=True, encoding="utf-8", check=False)  # noqa: S602
    assert again.returncode == 1
    assert said
    assert all(line in map(str.split, again.stdout.splitlines()) for line in said)
    assert "To ask this alone" not in again.stdout
    assert again.stdout.rstrip().endswith("zsiros-python 1 does not answer this as the rules say.")
    sample(tmp_path)
    arguments = shlex.split(command)
    right = verify(*arguments[2:])
    assert right.status == 0
    assert right.out.rstrip().endswith("zsiros-python 1 answers this as the rules say.")


HOUSE = """
format = 1
extends = "zsiros"
id = "house"
prefix = "HOUSE"
title = "Zsíros at home"
parameters.wild = ["7", "9"]
"""


@pytest.mark.turns(6)
def test_a_rulebook_of_ones_own_is_verified_by(verify: Verify, tmp_path: Path) -> None:
    """The program names its id, and is held to its rules; the command in the report asks again by the same file."""
    rules = tmp_path / "house.toml"
    rules.write_text(HOUSE, encoding="utf-8")
    asked = ("house/4", "--rules", str(rules), *FEW, "--")
    done = verify(*asked, *sample(tmp_path))
    assert done.status == 2
    assert "zsiros-python does not do house/4; it does zsiros/2, zsiros/4" in done.words + done.err
    started = sample(tmp_path, ('{led, "7"}', '{led, "7", "9"}'))
    adapter = tmp_path / "adapter.py"
    adapter.write_text(adapter.read_text(encoding="utf-8").replace('"zsiros"', '"house"'), encoding="utf-8")
    done = verify(*asked, *started)
    assert (done.status, done.err) == (0, "")
    assert "zsiros-python 1 conforms to the rules of house" in done.words
    (tmp_path / "zsiros.py").write_bytes((SAMPLE / "zsiros.py").read_bytes())
    done = verify(*asked[:-1], "--level", "trick", "--", *started)
    assert done.status == 1
    assert "rule HOUSE-" in done.words
    [command] = [line for line in done.out.splitlines() if line.startswith("aceten verify ")]
    again = verify(*shlex.split(command)[2:])
    assert again.status == 1
    assert again.words.endswith("zsiros-python 1 does not answer this as the rules say.")


@pytest.mark.turns(6)
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("sys.exit(3)", "no answer: the program ends"),
        ("time.sleep(9)", "no answer in time"),
        ("print('now then', flush=True); reply = {}", "an answer that is none"),
        ("reply = {'error': 'too hard'}", "an error in place of an answer"),
    ],
)
def test_a_failure_is_named(verify: Verify, tmp_path: Path, answer: str, said: str) -> None:
    """A program that ends, hangs, babbles or gives up diverges in a way of its own."""
    patience = "0.3" if "sleep" in answer else "60"
    done = verify("case", TRICK, "--reply-time", patience, "--", *written(tmp_path, answer))
    assert done.status == 1
    assert f"trick: {said} asked zsiros/4: who wins 9h 9s Kc 7d, led by seat 0?" in done.words


@pytest.mark.turns(14)
def test_the_time_for_a_reply_is_in_the_command(verify: Verify, tmp_path: Path) -> None:
    """A time that was given for replies is given again by the command that asks it alone."""
    done = verify("zsiros/4", "--level", "trick", "--reply-time", "2.5", "--", *sample(tmp_path, NO_SEVENS))
    assert "aceten verify case --reply-time 2.5 " in done.out


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["/nowhere/program"], "/nowhere/program: cannot be started: /nowhere/program: No such file or directory"),
        ([sys.executable, "-c", "raise SystemExit(4)"], "ended with exit status 4 before it answered hello"),
    ],
)
def test_a_program_that_does_not_start_is_not_tested(verify: Verify, command: list[str], said: str) -> None:
    """It is said why, in a message, and the exit status is 2."""
    done = verify("zsiros/4", "--", *command)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("error: nothing could be tested: ")
    assert said in done.err


@pytest.mark.turns(2)
def test_a_program_for_something_else_is_not_tested(verify: Verify, tmp_path: Path) -> None:
    """A program that does not know the game, or skips every question: exit status 2, and the reason."""
    other = verify("sedma", "--", *written(tmp_path, "reply = {}"))
    assert other.status == 2
    assert "tiny does not do sedma/2 or sedma/4; it does zsiros/4" in other.err
    skips = verify("zsiros/4", *FEW, "--", *written(tmp_path, "reply = {'skip': 'not today'}"))
    assert skips.status == 2
    assert "skipped trick 0 asked 0 right in" in skips.words
    assert "skipped: not today" in skips.words
    assert skips.out.endswith("Nothing was tested: the program skipped every question.\n")


@pytest.mark.turns(2)
def test_what_the_time_did_not_suffice_for_is_said(
    verify: Verify, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the time was up, the levels are named that are not finished."""
    report = running.verify(sample(tmp_path), "zsiros", levels=("trick", "shuffle"), examples=2)
    cut = tuple(msgspec.structs.replace(level, stopped="the time was up") for level in report.levels)

    def verified(*_: object, **__: object) -> Verification:
        return msgspec.structs.replace(report, levels=cut)

    monkeypatch.setattr(verifying, "verify_program", verified)
    file = tmp_path / "result.xml"
    done = verify("zsiros", "--junit", str(file), "--", "program")
    assert done.status == 0
    assert "unfinished trick 2 asked" in done.words
    assert "unfinished shuffle 2 asked" in done.words
    assert "Not all was asked at trick and shuffle: the time was up; --seconds gives more." in done.words
    skipped = [case.attrib["message"] for case in ET.parse(file).iter("skipped")]  # noqa: S314 - our own file
    assert "the time was up after 2 questions" in skipped


@pytest.mark.turns(2)
def test_levels_after_the_first_finding_are_said(verify: Verify, tmp_path: Path) -> None:
    """With ``--first`` the levels that never began are named as not tested, on the terminal and in JUnit alike."""
    file = tmp_path / "result.xml"
    asked = ("zsiros/4", "--first", "--examples", "9", "--level", "trick", "--level", "score", "--level", "deal")
    done = verify(*asked, "--junit", str(file), "--", *sample(tmp_path, NO_SEVENS))
    assert done.status == 1
    assert "DIVERGES trick " in done.words
    for level in ("score", "deal"):
        assert f"level {level}: it stopped at the first finding" in done.words
    suites = ET.parse(file).iter("testsuite")  # noqa: S314 - our own file
    skipped = {suite.attrib["name"]: [each.attrib["message"] for each in suite.iter("skipped")] for suite in suites}
    assert skipped["score"] == skipped["deal"] == ["it stopped at the first finding"]


@pytest.mark.turns(8)
def test_options_that_no_question_was_about_are_said(verify: Verify, tmp_path: Path) -> None:
    """They are counted on the terminal, with --clauses all are named that the JSON has; and JUnit has them as properties."""
    file = tmp_path / "report.xml"
    asked = ("zsiros", "--level", "score", "--examples", "5", "--junit", str(file))
    program = ("--", sys.executable, str(SAMPLE.parent / "referee.py"), "zsiros")
    told = json.loads(verify(*asked, "--json", *program).out)["variants"]
    never, pairs = told["never"], told["pairs_never"]
    assert len(never) > 3
    assert len(pairs) > len(never)
    words, every = verify(*asked, *program).words, verify(*asked, "--clauses", *program).words
    assert f"{len(never)} values of options, {len(pairs)} pairs of values of options" in words
    assert not any(each in words for each in never)
    assert all(each in every for each in (*never, *pairs))
    values = {each.attrib["name"]: each.attrib["value"] for each in ET.parse(file).iter("property")}  # noqa: S314 - our own file
    assert (values["options never asked"], values["options never met"]) == ("; ".join(never), "; ".join(pairs))


# --- JSON and JUnit -----------------------------------------------------------------------------------------------------


@pytest.mark.turns(4)
def test_json_is_the_report(verify: Verify, tmp_path: Path) -> None:
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
def test_junit_has_a_test_for_each_finding_and_clause(verify: Verify, tmp_path: Path) -> None:
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
        "winner ZS-PLAY-5",
    )
    clauses = {case.attrib["name"]: [part.tag for part in case] for case in suites["clauses"].iter("testcase")}
    assert list(clauses) == list(rule_clauses(load_shipped("zsiros")))
    assert clauses["ZS-PLAY-5"] == ["failure"]
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
def test_circumstances_that_were_in_no_question_are_told(verify: Verify, tmp_path: Path) -> None:
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
def test_known_findings_do_not_count(verify: Verify, tmp_path: Path) -> None:
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


def test_the_transcript_has_every_line(verify: Verify, tmp_path: Path) -> None:
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


def test_junit_says_when_nothing_was_tested(verify: Verify, tmp_path: Path) -> None:
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
def test_a_file_that_cannot_be_written_is_said(verify: Verify, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_what_a_program_says_does_no_harm(verify: Verify, tmp_path: Path) -> None:
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


# --- Single cases -------------------------------------------------------------------------------------------------------


@pytest.mark.turns(2)
def test_a_case_comes_from_a_file_too(verify: Verify, tmp_path: Path) -> None:
    """``verify case @FILE`` reads the request; its id may be there."""
    file = tmp_path / "case.json"
    file.write_text('{"id":7,' + TRICK[1:] + "\n", encoding="utf-8")
    done = verify("case", f"@{file}", "--", *sample(tmp_path))
    assert done.status == 0
    assert "ok trick 1 asked 1 right" in done.words
    junit = tmp_path / "result.xml"
    verify("case", TRICK, "--junit", str(junit), "--", *sample(tmp_path, NO_SEVENS))
    assert [case.attrib["name"] for case in ET.parse(junit).iter("testcase")] == ["winner ZS-PLAY-5"]  # noqa: S314 - our own file


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ("{", "expected a request of the protocol, such as: "),
        ("[]", "it is no JSON object"),
        ('{"command":"hello","protocol":1}', "Invalid value 'hello'"),
        ('{"command":"trick","game":"zsiros","players":4}', "missing required field `leader`"),
        (TRICK.replace('"zsiros"', '"nothing"'), "no game 'nothing'"),
        (TRICK.replace('"players":4', '"players":3'), "zsiros: 3 players; expected one of: 2, 4"),
        (TRICK.replace("leader", "trumps"), "missing required field `leader`"),
        (TRICK.replace("}", ',"trumps":"h"}'), "trumps: no part of such a request; expected cards, command, game, id"),
        (TRICK.replace(',"7d"', ""), "cards: 3; expected one or more rounds of 4"),
        ("[" * 100_000, "expected a request of the protocol"),
        ("@/nowhere/case.json", "No such file or directory"),
    ],
)
def test_a_wrong_case_is_refused(verify: Verify, case: str, said: str) -> None:
    """With the reason, and exit status 2."""
    done = verify("case", case, "--", sys.executable, "-c", "")
    assert (done.status, done.out) == (2, "")
    assert said in done.err


@pytest.mark.turns(2)
@pytest.mark.parametrize("level", LEVELS)
def test_every_question_can_be_told_and_asked_again(level: Level) -> None:
    """A question of any level, with all that it may hold, has words, and a command with a case that is this question."""
    for game in (load("zsiros", players=2, tie="draw"), load("tausendeins", players=2), load("sixty-six", players=2)):
        for seed in range(3):
            question = Maker(game, Chance(seed), calls=False).make(level).question
            words = asked_words(question)
            assert words.startswith(str(game))
            assert words.endswith("?")
            assert all(f"{name}={value}" in words for name, value in question.options.items())
            report = msgspec.json.decode(_EMPTY, type=Verification)
            *_, command, case, dashes, program = shlex.split(finding_texts.reproducing(report, question))
            assert (command, dashes, program) == ("case", "--", "my program")
            assert msgspec.convert({"id": 0, **json.loads(case)}, Question) == question


_EMPTY = msgspec.json.encode(
    {
        **dict.fromkeys(("reason", "program", "version"), ""),
        **dict.fromkeys(("players", "levels", "not_tested", "clauses", "unseen_known"), ()),
        "circumstances": {},
        "proposal": None,
        "format": 2,
        "verdict": "diverges",
        "command": ["my program"],
        "game": "zsiros",
        "options": {},
        "seed": 0,
        "seconds": 1.0,
    }
)


# --- Wrong input, and an interrupt ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("zsiros",), "no program to verify: expected -- and what starts it, such as: aceten verify zsiros/4 -- node"),
        (("nothing", "--", "program"), "no game 'nothing'"),
        (("zsiros/3", "--", "program"), "zsiros: 3 players; expected one of: 2, 4"),
        (("zsiros/x", "--", "program"), "expected a game, or a game and its number of players"),
        (
            ("zsiros", "--level", "tick", "--", "program"),
            "--level 'tick' (did you mean trick?): expected trick, score, deal",
        ),
        (("zsiros", "--option", "tie=win", "--", "program"), "'win' is no value of the option tie"),
        (("zsiros", "--options", "tie", "--", "program"), "--option 'tie': expected NAME=VALUE"),
        (("zsiros", "--option", "none=1", "--", "program"), "none: zsiros has no such option"),
        (("case", TRICK, "--level", "trick", "--", "program"), "no option --level"),
        (("case", TRICK), "no program to verify"),
    ],
)
def test_wrong_input_is_refused(verify: Verify, arguments: tuple[str, ...], said: str) -> None:
    """In a sentence, with exit status 2, before the program is started."""
    done = verify(*arguments)
    assert (done.status, done.out) == (2, "")
    assert said in done.err


@pytest.mark.parametrize(
    ("spelled", "anew"),
    [
        ("zsiros/4 --case {} -- my program", "case {} -- my program"),
        (
            "--level trick zsiros/4 --case=@file.json --reply-time 3 --json -- p",
            "case @file.json --reply-time 3 --json -- p",
        ),
        ("--rules my.toml --case {} zsiros --first", "case {} --rules my.toml"),
        (
            "--suite all.toml --page p.html --level trick --level deal",
            "suite all.toml --page p.html --level trick --level deal",
        ),
        ("--suite all.toml --clauses zsiros", "suite all.toml"),
        ("--new go my-adapter schnapsen/2", "new go my-adapter schnapsen/2"),
        ("--new go", "new go"),
    ],
)
def test_an_option_that_is_a_command_now_is_refused_with_what_is_to_be_typed(
    verify: Verify, spelled: str, anew: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command has all that was typed and that it takes; that is said in every language."""
    words = [word.replace("{}", TRICK) for word in anew.split(" ")]
    typed = shlex.join(["aceten", "verify", *words])
    for language, said in (
        ("en", f"error: --{words[0]} is a command now: {typed}\n"),
        ("de", f"Fehler: --{words[0]} ist jetzt ein eigener Befehl: {typed}\n"),
        ("hu", f"hiba: --{words[0]} mostantól önálló parancs: {typed}\n"),
    ):
        monkeypatch.setenv("ACETEN_LANGUAGE", language)
        assert verify(*(word.replace("{}", TRICK) for word in spelled.split(" "))) == Done(2, "", said)


def test_no_shipped_game_has_the_name_of_a_command(verify: Verify) -> None:
    """``case``, ``suite`` and ``new`` are no games; one of one's own that is called so is meant with its number of players."""
    others = typer.main.get_group(verifying.app).commands.keys() - {verifying.verify.__name__}
    assert others == {"case", "suite", "new"}
    assert not others & {*shipped()}
    assert "no game 'case'" in verify("case/2", "--", "program").err


@pytest.mark.turns(2)
def test_options_are_agreed_on(verify: Verify, tmp_path: Path) -> None:
    """What ``--option`` names is played by, also where it is a number; both spellings, repeated."""
    chosen = ("--option", "tie=draw", "--options", "target=3")
    done = verify("zsiros/4", "--level", "match", *chosen, *FEW, "--json", "--", *sample(tmp_path))
    report = msgspec.json.decode(done.out, type=Verification)
    assert (done.status, report.options) == (0, {"tie": "draw", "target": 3})


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signal to one process")
@pytest.mark.turns(6)
def test_ctrl_c_ends_it_in_good_order(tmp_path: Path) -> None:
    """Exit status 130, what was asked until then, no traceback, and the program is gone."""
    said = tmp_path / "process"
    hang = f"open({str(said)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    program = written(tmp_path, f"if request['id'] > 3: {hang}\nreply = {{'winner': 0}}")
    command = [sys.executable, "-m", "aceten_cli.main", "verify", "zsiros/4", "--reply-time", "60", "--", *program]
    with (
        hearing_ctrl_c(),
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as process,  # noqa: S603
    ):
        deadline = time.monotonic() + 30
        while not said.exists() or not said.read_text(encoding="utf-8"):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        out, err = ended_by_ctrl_c(process)
    assert (process.returncode, out) == (130, "")
    assert "error: interrupted; until then: trick: " in err
    assert "Traceback" not in err
    with pytest.raises(ProcessLookupError):
        os.kill(int(said.read_text(encoding="utf-8")), 0)


# --- The page about the protocol ----------------------------------------------------------------------------------------

EXCHANGES = re.findall(r"^   > (.*)\n   < (.*)$", PROTOCOL, re.MULTILINE)


@pytest.mark.turns(8)
@pytest.mark.parametrize(("asked", "said"), EXCHANGES, ids=[json.loads(asked)["command"] for asked, _ in EXCHANGES])
def test_exchanges_on_the_page_are_right(asked: str, said: str) -> None:
    """Every reply on the page is one that the runner accepts for the request before it, and both follow the schemas."""
    for text, name in ((asked, "protocol-request"), (said, "protocol-reply")):
        jsonschema.validate(json.loads(text), json.loads(schemas()[name]))
    if json.loads(asked)["command"] == "hello":
        assert msgspec.json.decode(said, type=HelloReply).id == 0
        return
    question: Question = msgspec.json.decode(asked, type=Question)
    reply: Reply = msgspec.json.decode(said, type=REPLIES[type(question)])
    assert reply.id == question.id
    assert not list(differences(answer(question), reply))


def test_every_level_and_message_is_on_the_page() -> None:
    """Each level has an exchange, and each type of the protocol a table of its fields."""
    assert {json.loads(asked)["command"] for asked, _ in EXCHANGES} == {"hello", *LEVELS}
    listed = {name for names in re.findall(r"^.. table: (.*)$", PROTOCOL, re.MULTILINE) for name in names.split()}
    defined = {
        name for name, kind in vars(protocol).items() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    }
    assert listed == defined


def test_what_the_pages_say_in_numbers_and_names_is_so() -> None:
    """The times, the length of a line and the number of examples are those of the code; each way to fail is explained by its name."""
    guide, reference = PAGE, " ".join(PROTOCOL.split())
    words = " ".join(guide.split())
    assert f"``--reply-time``, {running.REPLY_SECONDS:g} seconds where nothing else is said" in reference
    start = inspect.signature(Program).parameters["start_seconds"].default
    assert f"the first within {start:g} seconds" in reference
    assert MAX_LINE == 2**20
    assert "have 1 MB (2\\ :sup:`20` bytes) at most" in reference
    assert f"as `--examples` says, {running.EXAMPLES} by itself" in words
    assert f"`--reply-time` seconds, {running.REPLY_SECONDS:g} by itself" in words
    for kind in finding_texts.KINDS.values():
        assert f"| {kind} |" in guide
    for verdict in get_args(Verdict):
        assert f"\n{verdict}\n   " in PROTOCOL
