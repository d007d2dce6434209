"""``aceten certify``: certificates in files, where they go, and what is refused."""

import io
import json
import sys
from pathlib import Path

import pytest
from support.games.shown_positions import ENDGAME, HOME
from support.processes.program_runs import Aceten, interrupted_at_work

import aceten
import aceten_certificates
import aceten_solver
from aceten_cli.analysis import certificate_files

COUNTED = ENDGAME + " points=10,20 tricks=2,2"
LONG = (
    "zsiros/2 hands=9d8s8h7h,Kh9h7c7d talon=As7sQdJd8cAh8dAd9cAcKdTs lead=1 taken=-,KcKsQcQsQhJcJsJhTcThTd9s dealer=0"
)
"""More positions than after which progress is told."""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of one's own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(folder: Path) -> list[Path]:
    """Return the certificates in a folder; there is nothing else in it."""
    found = sorted(folder.iterdir())
    assert all(file.name.startswith("zsiros-") and file.suffix == ".certificate" for file in found)
    return found


def test_what_is_proved_is_told_and_written(run: Aceten, here: Path) -> None:
    """Words, positions, bytes, digest and the file; what is written is what Python makes, and it can be checked."""
    done = run("certify", COUNTED)
    (file,) = files(here)
    made = aceten_solver.certify(aceten.parse_state(COUNTED))
    assert done.status == 0
    assert file.read_bytes() == made.to_bytes()
    positions = sum(aceten_certificates.check(file).positions)
    assert "proved: at least 40 points for A's side\nproved: at most 40 points for A's side\n" in done.out
    assert f"\n{positions} positions looked at; relied on: the rules, " in done.out
    assert f"\nsha256 {made.digest}\n" in done.out
    assert f"\nwritten: {file.name}, {file.stat().st_size} bytes\n" in done.out


def test_json_says_the_same(run: Aceten, here: Path) -> None:
    """One object: the claims with their positions, the digest, and the file."""
    answer = json.loads(run("certify", COUNTED, "--json", "--at-most", "50", "--out", "it").out)
    checked = aceten_certificates.check(here / "it")
    assert answer == {
        "line": COUNTED,
        "position": str(checked.position),
        "measure": "points",
        "claims": [{"at_most": 50, "positions": checked.positions[0]}],
        "strict": False,
        "relied_on": ["T-SUITS", "T-KEY", "T-POINTS"],
        "digest": checked.digest,
        "file": "it",
        "made": True,
        "bytes": (here / "it").stat().st_size,
    }


@pytest.mark.parametrize(
    ("asked", "so"),
    [
        (["--at-least", "50"], "at least 50 points for A's side; what is so: at most 40 points for A's side"),
        (["--at-most", "30"], "at most 30 points for A's side; what is so: at least 40 points for A's side"),
        (["--at-least", "40", "--at-most", "39"], "at most 39 points for A's side; what is so: at least 40 points"),
        (
            ["-o", "deal", "--at-least", "1"],
            "a deal that is won for A's side; what is so: a deal that is won for B's side",
        ),
    ],
)
def test_what_is_not_so_is_refused_with_what_is(run: Aceten, here: Path, asked: list[str], so: str) -> None:
    """Nothing is written then."""
    done = run("certify", COUNTED, *asked)
    assert done.status == 2
    assert f"it is not so: {so}" in " ".join(done.err.split())
    assert files(here) == []


def test_the_name_is_that_of_what_is_proved(run: Aceten, here: Path) -> None:
    """Another position, measure or claim goes into another file; the same into the same."""
    for asked in (
        [],
        ["-o", "deal"],
        ["--at-least", "30"],
        ["--at-most", "50"],
        ["--at-least", "40", "--at-most", "40"],
    ):
        assert run("certify", COUNTED, *asked).status == 0
    assert run("certify", ENDGAME).status == 0
    assert len(files(here)) == 6
    assert "there already: " in run("certify", COUNTED, "-o", "points").out
    assert len(files(here)) == 6


def test_one_that_is_there_is_checked_and_left_as_it_is(run: Aceten, here: Path) -> None:
    """Asked again it is not made again."""
    assert run("certify", COUNTED, "--out", "it").status == 0
    before = (here / "it").stat()
    done = run("certify", COUNTED, "--out", "it")
    assert done.status == 0
    assert "there already: it, " in done.out
    after = (here / "it").stat()  # the same file, of which nothing but when it was read may be other
    assert (after.st_ino, after.st_mtime_ns, after.st_size) == (before.st_ino, before.st_mtime_ns, before.st_size)


@pytest.mark.parametrize("asked", [[ENDGAME], [COUNTED, "--at-least", "40"], [COUNTED, "-o", "deal"]])
def test_nothing_else_is_overwritten(run: Aceten, here: Path, asked: list[str]) -> None:
    """A certificate of something else, however it was made, stays."""
    assert run("certify", COUNTED, "--out", "it").status == 0
    before = (here / "it").read_bytes()
    done = run("certify", *asked, "--out", "it")
    assert done.status == 2
    assert "it: it is there already and holds something else, and nothing is overwritten" in done.err
    assert (here / "it").read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"notes\n", b"{}\n"])
def test_a_file_that_is_no_certificate_is_not_overwritten(run: Aceten, here: Path, content: bytes) -> None:
    """Whatever is in it."""
    (here / "it").write_bytes(content)
    assert run("certify", COUNTED, "--out", "it").status == 2
    assert (here / "it").read_bytes() == content


def test_a_wrong_certificate_that_is_there_is_not_believed(run: Aceten, here: Path) -> None:
    """It claims what is asked for, and does not prove it: it is told, and left as it is."""
    made = aceten_solver.certify(aceten.parse_state(COUNTED))
    parts = tuple([aceten_certificates.Part(part.claim, part.moves[:-1]) for part in made.parts])
    wrong = aceten_certificates.Certificate(made.position, made.measure, parts).to_bytes()
    (here / "it").write_bytes(wrong)
    done = run("certify", COUNTED, "--out", "it")
    assert (done.status, done.out) == (2, "")
    assert (here / "it").read_bytes() == wrong


def test_many_positions_go_into_a_folder(run: Aceten, here: Path) -> None:
    """Those of files, a file for each; a wrong one is told with its line, and the others are proved."""
    (here / "positions.txt").write_text(f"# two\n{ENDGAME}\nzsiros/4 hands=A\n{COUNTED}\n", encoding="utf-8")
    done = run("certify", "positions.txt", "--out", "proofs/all", "--json")
    assert done.status == 1
    assert "positions.txt:3: column 16: hands has 1 of 4 parts" in done.err
    written = [json.loads(line)["file"] for line in done.out.splitlines()]
    assert sorted(map(Path, written)) == [file.relative_to(here) for file in files(here / "proofs/all")]


def test_standard_input_and_records_are_read(run: Aceten, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As by every command; moves may be played before."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ENDGAME.encode())))
    assert run("certify", "-", "--out", "one").status == 0
    state = aceten.parse_state(ENDGAME)
    (here / "deal.jsonl").write_text(aceten.record_of(state, state.play(state.legal[0])), encoding="utf-8")
    done = run("certify", "deal.jsonl", "--out", "one", "--json")
    moved = run("certify", ENDGAME, "--moves", str(state.legal[0]), "--out", "one", "--json")
    assert json.loads(done.out)["made"] is True
    assert json.loads(moved.out)["file"] == json.loads(done.out)["file"]
    assert len(files(here / "one")) == 2


def test_a_rulebook_of_ones_own_is_needed_to_check_too(run: Aceten, here: Path) -> None:
    """The rules are named by their digest; by others nothing is proved."""
    (here / "home.toml").write_text(HOME, encoding="utf-8")
    assert run("certify", COUNTED.replace("zsiros", "home"), "--rules", "home.toml", "--out", "it").status == 0
    assert run("check", "it", "--rules", "home.toml").status == 0
    assert run("check", "it").status == 1


def test_ctrl_c_leaves_nothing_and_the_same_command_goes_on(
    run: Aceten, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was written before stays; of the one at work there is no file, and nothing beside it."""
    with monkeypatch.context() as pressed:
        interrupted_at_work(pressed, certificate_files)
        done = run("certify", COUNTED, LONG, "--out", "all")
    assert done.status == 130
    assert "Stopped after 1 position. The same command goes on from there." in " ".join(done.err.split())
    assert len(files(here / "all")) == 1
    done = run("certify", COUNTED, LONG, "--out", "all", "--json")
    assert [json.loads(line)["made"] for line in done.out.splitlines()] == [False, True]


def test_a_file_that_came_meanwhile_stays(run: Aceten, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody else has written while it was made is not overwritten."""
    certify = aceten_solver.certify

    def slow(*asked: object, **named: object) -> aceten_certificates.Certificate:
        (here / "it").write_bytes(b"theirs")
        return certify(*asked, **named)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType] - passed on as it came

    monkeypatch.setattr(aceten_solver, "certify", slow)
    assert run("certify", COUNTED, "--out", "it").status == 2
    assert (here / "it").read_bytes() == b"theirs"


def test_a_folder_that_cannot_be_made_ends_it(run: Aceten, here: Path) -> None:
    """At once, and not with a word about each position."""
    (here / "it").write_text("", encoding="utf-8")
    done = run("certify", COUNTED, ENDGAME, "--out", "it")
    assert done.status == 2
    assert done.err == "error: it: File exists\n"
