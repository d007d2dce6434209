"""``aceten verify``: what it prints, and its exit status."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest
from support.processes.program_runs import Aceten
from support.processes.verified import FEW, NO_PARTNERS, NO_SEVENS, TRICK, sample, written
from tools.page_walks import SAMPLE, without_time

from aceten.conformance.runs import runner as running
from aceten.conformance.verification import Verification
from aceten_cli.verify import verify as verifying

# --- Verdicts ---------------------------------------------------------------------------------------------------------


@pytest.mark.turns(2)
def test_a_program_that_is_right_conforms(verify: Aceten, tmp_path: Path) -> None:
    """A line for each level, what was not tested, the clauses reached, the verdict last; exit status 0, no colours, 80 columns."""
    done = verify("zsiros", "--level", "trick", "--level", "shuffle", *FEW, "--", *sample(tmp_path))
    lines = without_time(done.out.replace("\n", " | ")).split(" | ")
    assert (done.status, done.err) == (0, "")
    assert lines[0] == "zsiros-python 1 plays zsiros/2 and zsiros/4"
    assert lines[1].startswith("ok trick 5 asked 5 right in ... s")
    assert lines[2].startswith("ok shuffle 5 asked 5 right in ... s")
    verdict = "zsiros-python 1 conforms to the rules of zsiros in all that was asked: 10 questions in ... s, seed 2."
    assert re.search(rf"{re.escape(verdict)} \d+ of 46 clauses held; not asked: ZS-", without_time(done.words))
    assert max(map(len, done.out.splitlines())) <= 80
    assert "\x1b" not in done.out


@pytest.mark.turns(6)
def test_a_program_that_is_wrong_diverges(verify: Aceten, tmp_path: Path) -> None:
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


@pytest.mark.turns(12)
def test_the_command_in_the_report_asks_it_again(verify: Aceten, tmp_path: Path) -> None:
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
def test_a_rulebook_of_ones_own_is_verified_by(verify: Aceten, tmp_path: Path) -> None:
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
def test_a_failure_is_named(verify: Aceten, tmp_path: Path, answer: str, said: str) -> None:
    """A program that ends, hangs, babbles or gives up diverges in a way of its own."""
    patience = "0.3" if "sleep" in answer else "60"
    done = verify("case", TRICK, "--reply-time", patience, "--", *written(tmp_path, answer))
    assert done.status == 1
    assert f"trick: {said} asked zsiros/4: who wins 9h 9s Kc 7d, led by seat 0?" in done.words


@pytest.mark.turns(14)
def test_the_time_for_a_reply_is_in_the_command(verify: Aceten, tmp_path: Path) -> None:
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
def test_a_program_that_does_not_start_is_not_tested(verify: Aceten, command: list[str], said: str) -> None:
    """It is said why, in a message, and the exit status is 2."""
    done = verify("zsiros/4", "--", *command)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("error: nothing could be tested: ")
    assert said in done.err


@pytest.mark.turns(2)
def test_a_program_for_something_else_is_not_tested(verify: Aceten, tmp_path: Path) -> None:
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
    verify: Aceten, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the time was up, the levels are named that are not finished."""
    report = running.verify(sample(tmp_path), "zsiros", levels=("trick", "shuffle"), examples=2)
    cut = tuple(msgspec.structs.replace(level, stopped="the time was up", stopped_by="time") for level in report.levels)

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
def test_levels_after_the_first_finding_are_said(verify: Aceten, tmp_path: Path) -> None:
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
def test_options_that_no_question_was_about_are_said(verify: Aceten, tmp_path: Path) -> None:
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
