"""What ``aceten prove`` has proved before: it is told, and counts for the same code, rules and questions alone."""

import json
import os
from functools import partial
from pathlib import Path

import pytest
from support.processes.program_runs import Aceten

from aceten_cli.rules import earlier_proofs

pytestmark = pytest.mark.turns(6)

ASKED = ("zsiros", "--players", "2", "--theorem", "T-END.nearer")


@pytest.fixture
def prove(run: Aceten, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Aceten:
    """Return what runs ``aceten prove`` with a folder of its own for what it proves."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv(earlier_proofs.ENVIRONMENT, str(tmp_path / "kept"))
    return partial(run, "prove", "--jobs", "1")


def earlier(prove: Aceten, *asked: str) -> list[str]:
    """Return the theorems that were not proved again."""
    done = prove(*asked, "--json")
    assert (done.status, done.err) == (0, "")
    found: list[str] = json.loads(done.out)["earlier"]
    return found


def test_what_was_proved_is_not_proved_again(prove: Aceten) -> None:
    """The second report is the first one, and says so, in words, too; asked to, it is proved anew."""
    first, second = (json.loads(prove(*ASKED, "--json").out) for _ in range(2))
    assert first.pop("earlier") == []
    assert second.pop("earlier") == ["T-END"]
    assert first == second
    told = prove(*ASKED).out.splitlines()
    assert (
        "1 theorem of these by an earlier run with the same code, rules and solvers; --again proves them anew." in told
    )
    assert not earlier(prove, *ASKED, "--again")


@pytest.mark.parametrize(
    "other",
    [
        ("zsiros", "--players", "2", "--theorem", "T-END.some_action"),
        (*ASKED, "--solver", "z3"),
        (*ASKED, "--option", "last_card_loses=7"),
        ("sedmice", *ASKED[1:]),
    ],
    ids=["obligation", "solver", "option", "game"],
)
def test_another_question_is_another(other: tuple[str, ...], prove: Aceten) -> None:
    """What was proved of one game, with its options, by some solvers says nothing of others."""
    assert not earlier(prove, *ASKED)
    assert not earlier(prove, *other)


def test_other_code_is_proved_anew(prove: Aceten, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever module has changed."""
    assert not earlier(prove, *ASKED)
    monkeypatch.setattr(earlier_proofs, "_code", lambda: "other code")
    assert not earlier(prove, *ASKED)


@pytest.mark.parametrize("found", [b"", b"{}", b"[1", b"\xff", b'{"verdict": "proved"}'], ids=repr)
def test_a_report_that_cannot_be_read_is_made_anew(found: bytes, prove: Aceten, tmp_path: Path) -> None:
    """And is there the next time."""
    assert not earlier(prove, *ASKED)
    [kept] = (tmp_path / "kept").iterdir()
    kept.write_bytes(found)
    assert not earlier(prove, *ASKED)
    assert earlier(prove, *ASKED) == ["T-END"]


def test_a_report_of_something_refuted_does_not_count(prove: Aceten, tmp_path: Path) -> None:
    """Only what is proved is kept."""
    assert not earlier(prove, *ASKED)
    [kept] = (tmp_path / "kept").iterdir()
    kept.write_bytes(kept.read_bytes().replace(b'"proved"', b'"refuted"'))
    assert not earlier(prove, *ASKED)


def test_nothing_is_kept(prove: Aceten, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where it is not wanted, or there is no place for it."""
    monkeypatch.setenv(earlier_proofs.ENVIRONMENT, "off")
    assert not earlier(prove, *ASKED)
    assert not earlier(prove, *ASKED)
    assert not list(tmp_path.iterdir())
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    monkeypatch.setenv(earlier_proofs.ENVIRONMENT, str(tmp_path / "file"))
    assert not earlier(prove, *ASKED)
    assert not earlier(prove, *ASKED)


def test_what_nobody_asks_for_goes(prove: Aceten, tmp_path: Path) -> None:
    """A report that was not asked for in a long time is removed, and no other file of the folder."""
    assert not earlier(prove, *ASKED)
    [kept] = (tmp_path / "kept").iterdir()
    other = kept.with_name("letters.json")
    other.write_text("{}", encoding="utf-8")
    old = kept.stat().st_mtime - earlier_proofs.KEPT_FOR - 60
    for file in (kept, other):
        os.utime(file, (old, old))
    assert earlier(prove, *ASKED) == ["T-END"]  # which keeps it
    assert not earlier(prove, *ASKED[:-1], "T-END.some_action")
    assert kept.exists()
    os.utime(kept, (old, old))
    assert not earlier(prove, "sedmice", *ASKED[1:])
    assert not kept.exists()
    assert other.exists()
