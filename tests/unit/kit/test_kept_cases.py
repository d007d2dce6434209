"""Cases that are kept: what was found once is asked first the next time; and what more time would ask is said."""

import json
from pathlib import Path

import msgspec
import pytest
from support.processes.program_runs import Aceten
from support.processes.verified import NO_SEVENS, sample

from aceten.conformance.verification import Verification
from aceten_cli.verify.kept_cases import read_cases
from aceten_spec.errors import FileError
from aceten_spec.protocol import PositionRequest


@pytest.mark.turns(4)
def test_what_was_saved_is_asked_first(verify: Aceten, tmp_path: Path) -> None:
    """The smallest cases of a run are written, a request a line; asked again, the fault is found by the first question."""
    kept, program = tmp_path / "cases.jsonl", sample(tmp_path, NO_SEVENS)
    asked = ("zsiros/4", "--level", "trick", "--json")
    first = verify(*asked, "--save", str(kept), "--examples", "30", "--", *program)
    assert (first.status, first.err) == (1, "")
    found = msgspec.json.decode(first.out, type=Verification).findings
    assert read_cases(kept).questions == tuple(finding.question for finding in found)
    head, *requests = kept.read_text(encoding="utf-8").splitlines()
    assert head.startswith("# ")
    assert all("id" not in json.loads(line) for line in requests)
    noted = "\n".join([head, "# forgets the sevens", *requests])
    kept.write_text(noted, encoding="utf-8")
    again = verify(*asked, "--replay", str(kept), "--save", str(kept), "--examples", "0", "--first", "--", *program)
    (level,) = msgspec.json.decode(again.out, type=Verification).levels
    assert (again.status, level.asked, level.passed) == (1, 1, 0)
    assert kept.read_text(encoding="utf-8") == f"{noted}\n", "what people have written beside the cases stays"
    right = verify(*asked, "--replay", str(kept), "--examples", "0", "--", *sample(tmp_path))
    (level,) = msgspec.json.decode(right.out, type=Verification).levels
    assert (right.status, level.asked) == (0, level.passed)
    assert level.asked >= len(found)


def test_a_line_that_is_no_request_is_refused(tmp_path: Path) -> None:
    """It is said which line it is; lines that begin with # are for people."""
    path = tmp_path / "cases.jsonl"
    line = json.dumps({"command": "position", "game": "zsiros", "players": 2, "position": "zsiros/2 hands=A,9 lead=0"})
    path.write_text(f"# ours\n\n{line}\n", encoding="utf-8")
    (question,) = read_cases(path).questions
    assert isinstance(question, PositionRequest)
    for wrong in ("nonsense", '{"command":"hello","protocol":2}', "[]"):
        path.write_text(f"{line}\n{wrong}\n", encoding="utf-8")
        with pytest.raises(FileError, match="line 2"):
            read_cases(path)


@pytest.mark.turns(2)
def test_what_more_time_would_ask_is_said(verify: Aceten, tmp_path: Path) -> None:
    """When the time was up, it is told how many questions are left, and about how long they would take."""
    done = verify("zsiros/4", "--level", "trick", "--examples", "500000", "--seconds", "0.5", "--", *sample(tmp_path))
    assert done.status == 0
    assert "questions more would take about" in done.words
