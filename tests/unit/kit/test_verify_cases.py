"""``aceten verify --case``, what is refused, and what the pages about it say."""

import inspect
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Final, get_args
from xml.etree import ElementTree as ET

import msgspec
import pytest
import typer
from support.by_schema import validator_of
from support.checkout import ROOT
from support.patience import awaited
from support.processes.interrupts import ended_by_ctrl_c, hearing_ctrl_c
from support.processes.program_runs import Aceten, Done
from support.processes.verified import FEW, NO_SEVENS, TRICK, sample, written

from aceten import load
from aceten.conformance.findings.finding_words import asked_words
from aceten.conformance.oracle.answers import answer
from aceten.conformance.oracle.discrepancies import discrepancies
from aceten.conformance.programs.process import MAX_LINE
from aceten.conformance.programs.program import Program
from aceten.conformance.questions.generator import CaseGenerator
from aceten.conformance.questions.random_source import RandomSource
from aceten.conformance.runs import runner as running
from aceten.conformance.verification import Verdict, Verification
from aceten_cli.verify import finding_texts
from aceten_cli.verify import verify as verifying
from aceten_spec import protocol, shipped
from aceten_spec.formats import schemas
from aceten_spec.protocol import LEVELS, REPLIES, HelloReply, Level, Question, Reply

PAGE = (ROOT / "docs" / "verifying.md").read_text(encoding="utf-8")

PROTOCOL = (ROOT / "docs" / "protocol.rst").read_text(encoding="utf-8")


# --- Single cases -------------------------------------------------------------------------------------------------------


@pytest.mark.turns(2)
def test_a_case_comes_from_a_file_too(verify: Aceten, tmp_path: Path) -> None:
    """``verify case @FILE`` reads the request; its id may be there."""
    file = tmp_path / "case.json"
    file.write_text('{"id":7,' + TRICK[1:] + "\n", encoding="utf-8")
    done = verify("case", f"@{file}", "--", *sample(tmp_path))
    assert done.status == 0
    assert "ok trick 1 asked 1 right" in done.words
    junit = tmp_path / "result.xml"
    verify("case", TRICK, "--junit", str(junit), "--", *sample(tmp_path, NO_SEVENS))
    assert [case.attrib["name"] for case in ET.parse(junit).iter("testcase")] == ["winner ZS-PLAY-5"]  # noqa: S314 - our own file


VIEW: Final = json.dumps(
    {
        "command": "view",
        "game": "zsiros",
        "players": 2,
        "deck": [str(card) for card in load("zsiros").pack.cards],
        "dealer": 1,
        "seat": 0,
        "actions": ["7s"],
    }
)
"""What one may know after an action that is not legal."""


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
        (VIEW, "7s: A does not hold this card (ZS-PLAY-2)"),
        ("[" * 100_000, "expected a request of the protocol"),
        ("@/nowhere/case.json", "No such file or directory"),
    ],
)
def test_a_wrong_case_is_refused(verify: Aceten, case: str, said: str) -> None:
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
            question = CaseGenerator(game, RandomSource(seed), calls=False).make(level).question
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
def test_wrong_input_is_refused(verify: Aceten, arguments: tuple[str, ...], said: str) -> None:
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
    verify: Aceten, spelled: str, anew: str, monkeypatch: pytest.MonkeyPatch
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


def test_no_shipped_game_has_the_name_of_a_command(verify: Aceten) -> None:
    """``case``, ``suite`` and ``new`` are no games; one of one's own that is called so is meant with its number of players."""
    others = typer.main.get_group(verifying.app).commands.keys() - {verifying.verify.__name__}
    assert others == {"case", "suite", "new"}
    assert not others & {*shipped()}
    assert "no game 'case'" in verify("case/2", "--", "program").err


@pytest.mark.turns(2)
def test_options_are_agreed_on(verify: Aceten, tmp_path: Path) -> None:
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
        assert awaited(lambda: said.exists() and said.read_text(encoding="utf-8") != "")
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
        validator_of(json.loads(schemas()[name])).validate(json.loads(text))  # pyright: ignore[reportUnknownMemberType] - partially typed
    if json.loads(asked)["command"] == "hello":
        assert msgspec.json.decode(said, type=HelloReply).id == 0
        return
    question: Question = msgspec.json.decode(asked, type=Question)
    reply: Reply = msgspec.json.decode(said, type=REPLIES[type(question)])
    assert reply.id == question.id
    assert not list(discrepancies(answer(question), reply))


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
