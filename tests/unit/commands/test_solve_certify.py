"""``aceten solve --certify``: a certificate for each position that is solved, by its digest in what is printed."""

import csv
import io
import json
import signal
from pathlib import Path

import pytest
from support.games.shown_positions import ENDGAME
from support.processes.program_runs import Aceten

import aceten_certificates
import aceten_solver
from aceten import State
from aceten_certificates import Certificate
from aceten_solver import Objective

COUNTED = ENDGAME + " points=10,20 tricks=2,2"
LONG = (
    "zsiros/2 hands=9d8s8h7h,Kh9h7c7d talon=As7sQdJd8cAh8dAd9cAcKdTs lead=1 taken=-,KcKsQcQsQhJcJsJhTcThTd9s dealer=0"
)
"""The one at which Ctrl-C is pressed."""


def digests(folder: Path) -> dict[str, int]:
    """Return what the certificates in a folder claim, by their digests."""
    checked = map(aceten_certificates.check, folder.iterdir())
    return {each.digest: each.claims[0].number for each in checked}


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Return a file of two positions."""
    path = tmp_path / "positions.txt"
    path.write_text(f"{ENDGAME}\n{COUNTED}\n", encoding="utf-8")
    return str(path)


def test_the_digest_is_told(run: Aceten, tmp_path: Path) -> None:
    """In words with the file, and in JSON."""
    done = run("solve", COUNTED, "--certify", str(tmp_path / "all"))
    ((digest, number),) = digests(tmp_path / "all").items()
    assert (done.status, number) == (0, 40)
    (path,) = (tmp_path / "all").iterdir()
    assert done.out.endswith(f"certificate: {path}, sha256 {digest}\n")
    answer = json.loads(run("solve", COUNTED, "--certify", str(tmp_path / "all"), "--json").out)
    assert answer.pop("certificate") == digest
    assert answer.keys() == json.loads(run("solve", COUNTED, "--json").out).keys()


@pytest.mark.parametrize("more", [[], ["--threads", "2"]])
def test_rows_have_a_column(run: Aceten, tmp_path: Path, file: str, more: list[str]) -> None:
    """In CSV and in short JSON; without the option they are as they were."""
    out = run("solve", file, "--csv", "--certify", str(tmp_path / "all"), *more).out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert {row["certificate"]: int(row["points0_low"]) for row in rows} == digests(tmp_path / "all")
    compact = run("solve", file, "--compact", "--certify", str(tmp_path / "all"), *more).out
    assert [json.loads(line)["certificate"] for line in compact.splitlines()] == [row["certificate"] for row in rows]
    assert "certificate" not in run("solve", file, "--csv").out


def test_another_measure_has_another_certificate(run: Aceten, tmp_path: Path) -> None:
    """It proves what was asked for first."""
    for objective in ("points", "deal", "game-points"):
        assert run("solve", COUNTED, "-o", objective, "--certify", str(tmp_path / "all")).status == 0
    assert sorted(digests(tmp_path / "all").values()) == [-1, -1, 40]


def test_what_is_not_settled_has_none(run: Aceten, tmp_path: Path) -> None:
    """Bounds are not proved so."""
    done = run("solve", ENDGAME, "--nodes", "50", "--json", "--certify", str(tmp_path / "all"))
    assert json.loads(done.out)["certificate"] is None
    assert not (tmp_path / "all").exists()


@pytest.mark.turns(4)
def test_a_file_of_rows_goes_on_with_them(
    run: Aceten, tmp_path: Path, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ended by Ctrl-C and asked again it comes out the same as at one go; without the option it is another file."""
    with Path(file).open("a", encoding="utf-8") as more:
        more.write(LONG + "\n")
    rows, asked = tmp_path / "rows.csv", ["solve", file, "--csv", "--certify"]
    assert run(*asked, str(tmp_path / "one")).status == 0
    certify = aceten_solver.certify

    def pressed_at(state: State, objective: Objective, **more: None) -> Certificate:
        if str(state) == LONG:
            signal.raise_signal(signal.SIGINT)
        return certify(state, objective, **more)

    with monkeypatch.context() as pressed:
        pressed.setattr(aceten_solver, "certify", pressed_at)
        done = run(*asked, str(tmp_path / "other"), "--resume", str(rows))
    assert done.status == 130
    assert len(rows.read_text(encoding="utf-8").splitlines()) == 3
    assert run(*asked, str(tmp_path / "other"), "--resume", str(rows)).status == 0
    assert rows.read_text(encoding="utf-8") == run(*asked, str(tmp_path / "one")).out
    assert digests(tmp_path / "one") == digests(tmp_path / "other")
    assert "not begun by 'aceten solve'" in run("solve", file, "--csv", "--resume", str(rows)).err


def test_a_file_that_holds_something_else_ends_it(run: Aceten, tmp_path: Path) -> None:
    """Nothing is overwritten."""
    folder = tmp_path / "all"
    run("solve", COUNTED, "--certify", str(folder))
    (path,) = folder.iterdir()
    path.write_bytes(b"notes")
    done = run("solve", COUNTED, "--certify", str(folder), "--csv")
    assert done.status == 2
    assert "it is there already and holds something else" in done.err
    assert path.read_bytes() == b"notes"
