"""``aceten check``: what certificates prove, where they fail, and that no search takes part."""

import hashlib
import itertools
import json
import os
import subprocess
import sys
import tracemalloc
import zlib
from pathlib import Path

import pytest
from support.games.shown_positions import ENDGAME
from support.processes.program_runs import Aceten, interrupted_at_work

import aceten
import aceten_certificates
import aceten_solver
from aceten_certificates import Certificate, CertificateError, Claim, Part
from aceten_cli.rules import check

COUNTED = ENDGAME + " points=10,20 tricks=2,2"
LONG = (
    "zsiros/2 hands=9d8s8h7h,Kh9h7c7d talon=As7sQdJd8cAh8dAd9cAcKdTs lead=1 taken=-,KcKsQcQsQhJcJsJhTcThTd9s dealer=0"
)
"""More positions than after which progress is told."""
BYTE = 8
"""Fewer bits than one byte has say nothing: those that fill up the last byte of what is packed."""
RELIED_ON = "relied on: the rules, which cards are alike (T-SUITS), which positions are alike (T-KEY), how points add up (T-POINTS)"
LOADED = """
import sys
from aceten_cli.main import main
try:
    main()
finally:
    print(sorted(name for name in sys.modules if name.partition(".")[0] in {"aceten_solver", "aceten_surveys"}))
"""


@pytest.fixture
def right() -> Certificate:
    """Return a certificate of what a position is worth."""
    return aceten_solver.certify(aceten.parse_state(COUNTED))


@pytest.fixture
def file(tmp_path: Path, right: Certificate) -> Path:
    """Return its file."""
    path = tmp_path / "right"
    path.write_bytes(right.to_bytes())
    return path


def changed(right: Certificate, file: Path, moves: bytes, number: int | None = None) -> str:
    """Write a certificate with other moves of its first claim, or another number, and return its name."""
    first, *others = right.parts
    part = Part(first.claim if number is None else Claim(first.claim.half, number), moves)
    wrong = file.with_name("wrong")
    wrong.write_bytes(Certificate(right.position, right.measure, (part, *others)).to_bytes())
    return str(wrong)


def test_what_is_proved_is_told(run: Aceten, right: Certificate, file: Path) -> None:
    """The position, the claims in words, how many positions were looked at, what was relied on, and the digest."""
    done = run("check", str(file))
    positions = sum(aceten_certificates.check(right).positions)
    assert done.status == 0
    assert done.out.splitlines() == [
        str(file),
        str(right.position),
        "proved: at least 40 points for A's side",
        "proved: at most 40 points for A's side",
        f"{positions} positions looked at; {RELIED_ON}",
        f"sha256 {right.digest}",
    ]


def test_strictly_the_rules_alone_are_relied_on(run: Aceten, right: Certificate, file: Path) -> None:
    """And more positions are looked at."""
    done = run("check", str(file), "--strict")
    positions = sum(aceten_certificates.check(right, strict=True).positions)
    assert f"\n{positions:,} positions looked at; relied on: the rules alone\n" in done.out
    answer = json.loads(run("check", str(file), "--strict", "--json").out)
    assert answer["strict"] is True
    assert sum(claim["positions"] for claim in answer["claims"]) == positions


def test_where_it_fails_is_told(run: Aceten, right: Certificate, file: Path) -> None:
    """With the position, who is to move, and what was told."""
    moves = right.parts[0].moves
    wrong = changed(right, file, bytes([moves[0] + 100]) + moves[1:])
    done = run("check", wrong)
    assert (done.status, done.out) == (1, "")
    said = done.err.splitlines()
    assert said[0] == f"error: {wrong}: not proved: move {moves[0] + 100} is told, where there are 3: A, Q, 7"
    assert said[1] == f"  {right.position}"
    assert said[2] == "  A is to move"
    answer = json.loads(run("check", wrong, "--json").out)
    assert (answer["proved"], answer["position"], answer["to_move"]) == (False, str(right.position), "A")


def test_a_deal_that_ends_otherwise_is_told(run: Aceten, right: Certificate, file: Path) -> None:
    """When the deal is over then, nobody is to move."""
    done = run("check", changed(right, file, right.parts[0].moves, 80))
    assert done.status == 1
    assert "by points, where 80 was claimed" in done.err
    assert done.err.splitlines()[-1] == "  the deal is over"


@pytest.mark.parametrize("content", [b"", b"notes\n", b"{}\n" + bytes(40)])
def test_what_is_no_certificate_proves_nothing(run: Aceten, file: Path, content: bytes) -> None:
    """The reason is told."""
    file.write_bytes(content)
    done = run("check", str(file))
    assert (done.status, done.out) == (1, "")
    assert f"error: {file}: not proved: no certificate" in done.err


def test_problems_are_english_in_json(run: Aceten, file: Path) -> None:
    """JSON is the same in every language, and what is said to people is not."""
    file.write_bytes(b"")
    assert json.loads(run("check", str(file), "--json", "-l", "de").out) == json.loads(
        run("check", str(file), "--json").out
    )
    assert run("check", str(file), "-l", "de").err != run("check", str(file)).err


def test_of_many_files_each_is_told(run: Aceten, right: Certificate, file: Path) -> None:
    """One that proves nothing ends with status 1 whatever the others do; one that is not there alone with 2."""
    wrong = changed(right, file, right.parts[0].moves[:-1])
    done = run("check", str(file), "nothing", wrong, str(file), "--json")
    assert done.status == 1
    assert [json.loads(line)["proved"] for line in done.out.splitlines()] == [True, False, True]
    assert "error: nothing: No such file" in done.err
    assert run("check", str(file), "nothing").status == 2


def test_no_more_positions_are_looked_at_than_allowed(run: Aceten, file: Path) -> None:
    """Where it ends is told; that is no proof."""
    done = run("check", str(file), "--most", "3")
    assert done.status == 1
    assert "more than 3 positions; allow more with --most" in done.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_nobody_is_waited_for(run: Aceten, tmp_path: Path) -> None:
    """A named pipe is refused, and so is a folder."""
    os.mkfifo(tmp_path / "pipe")
    assert run("check", str(tmp_path / "pipe")).status == 2
    assert run("check", str(tmp_path)).status == 2


def test_ctrl_c_ends_it(run: Aceten, tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was checked by then is told."""
    (tmp_path / "long").write_bytes(aceten_solver.certify(aceten.parse_state(LONG)).to_bytes())
    interrupted_at_work(monkeypatch, check)
    done = run("check", str(file), str(tmp_path / "long"))
    assert done.status == 130
    assert done.out.startswith(f"{file}\n")
    assert "Stopped after 1 file." in done.err


def test_no_line_of_the_solver_is_loaded(file: Path) -> None:
    """Not even where something fails: what checks is the reference engine alone."""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", LOADED, "check", str(file), "nothing"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "proved: at least 40 points" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"


# --- Files of strangers (SECURITY.md) ---


def test_every_changed_bit_is_noticed(right: Certificate) -> None:
    """Nothing whose header or moves were changed proves anything; a bit of the packing that says nothing is no change."""
    whole = right.to_bytes()
    usual, silent = aceten_certificates.check(whole), 0
    for place, bit in itertools.product(range(len(whole)), range(8)):
        changed = whole[:place] + bytes([whole[place] ^ (1 << bit)]) + whole[place + 1 :]
        try:
            assert aceten_certificates.check(changed) == usual
        except CertificateError:
            continue
        silent += 1
    assert silent < BYTE
    for cut in (whole[:-1], whole + b"\0"):
        with pytest.raises(CertificateError):
            aceten_certificates.check(cut)


def sealed(right: Certificate, body: bytes, moves: int) -> bytes:
    """Return a file with a right checksum, and with other moves."""
    head = json.loads(right.to_bytes().partition(b"\n")[0])
    head |= {"claims": [{"at_least": 40, "moves": moves}]}
    line = json.dumps(head, separators=(", ", ": ")).encode() + b"\n"
    return line + zlib.compress(body, 9) + hashlib.sha256(line + body).digest()


def test_little_memory_is_taken_by_what_claims_to_be_much(right: Certificate) -> None:
    """Moves are unpacked as they are asked for: of some bytes that would unpack to very many, no more than a piece is."""
    bomb = sealed(right, bytes(10**8), 10**8)
    tracemalloc.start()
    try:
        for most, said in ((None, "there are more moves than the proof takes|claimed"), (10**6, "more than 1,000,000")):
            with pytest.raises(CertificateError, match=said):
                aceten_certificates.check(bomb, most=most)
        assert tracemalloc.get_traced_memory()[1] < 10**7
    finally:
        tracemalloc.stop()


def test_a_header_has_a_limit(run: Aceten, file: Path) -> None:
    """What goes on for longer is no certificate, and is not read to its end."""
    with file.open("wb") as sparse:
        sparse.truncate(2**40)
    done = run("check", str(file))
    assert done.status == 1
    assert "not proved: no certificate" in done.err


def test_the_position_of_a_stranger_is_refused_as_every_position_is(right: Certificate) -> None:
    """One that cannot be, or does not show every card, and rules that are others."""
    line, _, rest = right.to_bytes().partition(b"\n")
    for old, new, said in (
        (b"AAO7", b"AAAAA7", "the position in the header: "),
        (b"hands=", b"hands=????,", "the position in the header"),
        (b"sha256:", b"sha256:0", "no certificate of version 1"),
    ):
        head, moves = line.replace(b"AAQ7", b"AAO7").replace(old, new) + b"\n", zlib.decompress(rest[:-32])
        with pytest.raises(CertificateError, match=said):
            aceten_certificates.check(head + rest[:-32] + hashlib.sha256(head + moves).digest())


def test_nothing_is_written(run: Aceten, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not where the file lies, which is where the program runs."""
    monkeypatch.chdir(file.parent)
    before = {path: path.stat().st_mtime_ns for path in file.parent.rglob("*")}
    assert run("check", file.name).status == 0
    assert {path: path.stat().st_mtime_ns for path in file.parent.rglob("*")} == before
