"""JSON from others in which an object has a key twice: it says two things, and is taken for neither."""

import json
import sys
from pathlib import Path

import msgspec
import pytest
from support.processes.program_runs import Aceten

import aceten
from aceten import RecordError
from aceten.conformance import Program, ProgramError
from aceten.conformance.programs.conversation import ReplyError
from aceten.conformance.programs.program import read_reply
from aceten_spec.protocol import TrickRequest
from aceten_spec.texts.json_keys import check_keys

RECORD = aceten.record_of(start := aceten.parse("zsiros/2 hands=9,8 lead=1"), start)
ASKED = TrickRequest(id=1, game="zsiros", players=4, leader=0, cards=("9h", "9s", "Kc", "Ad"))


@pytest.mark.parametrize(
    "text",
    [
        '{"a":1,"a":1}',
        '{"a":1,"\\u0061":2}',
        '[{"b":[{"c":{"a":null,"b":{},"a":[]}}]}]',
        '{"":1,"":2}',
        '{"a":' + "9" * 5000 + ',"a":1e999999}',
    ],
)
def test_a_key_that_stands_twice_is_found(text: str) -> None:
    """At any depth, written in any way, with any values, in text and in bytes."""
    for given in (text, text.encode()):
        with pytest.raises(msgspec.ValidationError, match=r"Object has the key `.*` twice"):
            check_keys(given)


@pytest.mark.parametrize("text", ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}', "[]", "1", '{"a":' + "9" * 5000 + "}"])
def test_a_key_may_stand_in_several_objects(text: str) -> None:
    """Each of which has it once."""
    check_keys(text)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        (b'{"id":1,"winner":0,"winner":1,"points":0}', "winner"),
        (b'{"id":2,"id":1,"winner":1}', "id"),
        (b'{"id":1,"error":"no","skip":"x","error":"yes"}', "error"),
        (b'{"id":1,"winner":1,"more":{"x":1,"x":1}}', "x"),
    ],
)
def test_a_reply_that_says_two_things_is_none(line: bytes, key: str) -> None:
    """Although one of them is right: whoever reads it may take the other. The key is told."""
    with pytest.raises(ReplyError, match=f"no reply to trick request 1: Object has the key `{key}` twice"):
        read_reply(ASKED, line)


def test_a_program_that_answers_twice_in_one_line_is_told_so() -> None:
    """In its first answer as in any other."""
    says = 'import sys\nsys.stdin.readline()\nprint(\'{"id":0,"id":1}\', flush=True)\nsys.stdin.readline()'
    with Program([sys.executable, "-c", says]) as program, pytest.raises(ProgramError, match="the key `id` twice"):
        program.hello()


def test_a_record_that_says_two_things_is_refused() -> None:
    """With its line."""
    header, *rest = RECORD.splitlines()
    twice = header[:-1] + f',"position":{json.dumps(str(start))}' + "}"
    with pytest.raises(RecordError, match=r"line 1.*Object has the key `position` twice"):
        aceten.read_record("\n".join([twice, *rest]))


def test_a_case_that_says_two_things_is_refused(run: Aceten) -> None:
    """What is asked on the command line comes from others too, as it is copied from reports."""
    case = '{"command":"trick","game":"zsiros","players":4,"leader":0,"leader":1,"cards":["9h","9s","Kc","Ad"]}'
    done = run("verify", "case", case, "--", "true")
    assert (done.status, "has the key `leader` twice" in " ".join(done.err.split())) == (2, True)


def test_a_survey_that_says_two_things_is_refused(tmp_path: Path, run: Aceten) -> None:
    """What its folder says was asked."""
    (tmp_path / "asked.toml").write_text('game = "zsiros/2"\n[deals]\ncount = 1\n', encoding="utf-8")
    done = run(
        "survey",
        "run",
        str(tmp_path / "asked.toml"),
        "--out",
        str(tmp_path / "out"),
        "--by",
        "threads",
    )
    assert done.status == 0
    survey = next((tmp_path / "out").glob("*.json"))
    survey.write_text(survey.read_text(encoding="utf-8").replace("{", '{"game": "zsiros/4",', 1), encoding="utf-8")
    done = run("survey", "status", str(tmp_path / "out"))
    assert (done.status, "has the key `game` twice" in " ".join(done.err.split())) == (2, True)
