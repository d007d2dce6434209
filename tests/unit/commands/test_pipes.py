"""Many deals and many positions: a stream of them through ``aceten deal`` and ``aceten solve``, stopped, killed and gone on with."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import pytest
from support.processes.interrupts import ended_by_ctrl_c, hearing_ctrl_c
from support.processes.program_runs import Aceten

import aceten
import aceten_solver
from aceten import AcetenError, State
from aceten.deals.shuffling import MAX_SEED
from aceten_solver import Solution

PROGRAM: Final = [sys.executable, "-m", "aceten_cli.main"]
FULL: Final = "zsiros/4 hands=AAO7,TT97,KK87,AOU7 points=10,20 tricks=2,2"
OPEN: Final = "zsiros/2 hands=AT,K7 lead=0"
OVER: Final = "zsiros/2 hands=-,- points=60,20 tricks=10,6"
SUIT: Final = "schnapsen/2 hands=TcTs,ThTd lead=1 taken=KsQh,AcAsAhAdKcKhKdQcQsQdJcJsJhJd dealer=0 trump=h"
LONG: Final = str(aceten.load("hola", players=6).deal(seed=3))
INPUT: Final = f"# some\n{FULL}\n\n  {OPEN}\nzsiros/4 hands=A\n{FULL}\n{OPEN}\n"
"""Positions on lines 2, 4, 6 and 7, and a wrong one on line 5."""


@pytest.fixture
def given(tmp_path: Path) -> str:
    """Return the name of a file of positions."""
    file = tmp_path / "positions.txt"
    file.write_text(INPUT, encoding="utf-8")
    return str(file)


# --- Deals ---


def test_deals_have_the_seeds_after_one_another(run: Aceten) -> None:
    """``--count`` deals what each seed from ``--seed`` on deals, as lines or as JSON; what is drawn is told."""
    game = aceten.load("schnapsen")
    expected = [str(game.deal(seed=seed, dealer=1)) for seed in range(7, 12)]
    same = ("deal", "schnapsen", "--dealer", "B", "--seed", "7", "--count", "5")
    assert run(*same).out.splitlines() == expected
    assert [json.loads(line) for line in run(*same, "--json").out.splitlines()] == [
        {"position": line, "seed": seed, "dealer": 1, "number": str(game.number_of(game.deal(seed=seed, dealer=1)))}
        for seed, line in enumerate(expected, start=7)
    ]
    drawn = run("deal", "schnapsen", "--count", "3")
    first, last = (int(word) for word in drawn.err.split() if word.isdecimal())
    assert last == first + 2
    assert run("deal", "schnapsen", "--count", "3", "--seed", str(first)).out == drawn.out


def test_deals_end_with_the_largest_seed(run: Aceten) -> None:
    """The last deal may be that of the largest seed; beyond it nothing is dealt, and not from the beginning again."""
    assert len(run("deal", "zsiros", "--count", "2", "--seed", str(MAX_SEED - 1)).out.splitlines()) == 2
    for beyond in (("2", "--seed", str(MAX_SEED)), (str(MAX_SEED + 2),)):
        done = run("deal", "zsiros", "--count", *beyond)
        assert (done.status, done.out) == (2, "")
        assert f"the largest seed is {MAX_SEED}" in done.err


@pytest.mark.turns(2)
def test_a_stream_of_deals_whose_reader_goes_away_ends_quietly() -> None:
    """``aceten deal zsiros --count 10000000 | head -1``."""
    with subprocess.Popen(  # noqa: S603 - our own program
        [*PROGRAM, "deal", "zsiros", "--count", "10000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"zsiros/4 hands=")
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


# --- Rows ---


@pytest.mark.parametrize("threads", ["1", "2"])
def test_rows_say_what_the_solver_says(run: Aceten, tmp_path: Path, threads: str) -> None:
    """Each row of ``--csv`` and each object of ``--compact`` has the values of the solver, side by side, with what is open left open."""
    lines = [FULL, OPEN, OVER, SUIT]
    file = tmp_path / "positions.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    objects = [json.loads(line) for line in run("solve", str(file), "--compact", "--threads", threads).out.splitlines()]
    done = run("solve", str(file), "--csv", "--threads", threads)
    assert (done.status, done.err) == (0, "")
    for number, (line, told, row) in enumerate(
        zip(lines, objects, csv.DictReader(io.StringIO(done.out)), strict=True), start=1
    ):
        solution = aceten_solver.solve(aceten.parse(line))
        value = solution.value
        assert value is not None
        points, margin = value.points or (None, None), (value.margin or (None,))[0]
        assert told == {
            "line": number,
            "position": line,
            "objective": solution.objective,
            "exact": True,
            "points0_low": points[0],
            "points0_high": points[0],
            "points1_low": points[1],
            "points1_high": points[1],
            "margin_low": margin,
            "margin_high": margin,
            "winner": value.winner,
            "best": list(map(str, solution.best)),
        }
        plain = {name: "" if each is None else str(each) for name, each in told.items()}
        assert row == plain | {"exact": "true", "best": " ".join(told["best"])}


def test_what_is_not_settled_is_told_in_bounds(run: Aceten) -> None:
    """Under ``--nodes`` the numbers of each side go from its least to its most, the exit status is 1, and threads change nothing."""
    game = aceten.load("zsiros", players=2)
    lines = [str(game.deal(seed=seed)) for seed in range(3)]
    done = run("solve", *lines, "--csv", "--nodes", "2000")
    assert done.status == 1
    for line, row in zip(lines, csv.DictReader(io.StringIO(done.out)), strict=True):
        low, high = aceten_solver.solve(aceten.parse(line), nodes=2000).bounds
        assert low.points is not None
        assert high.points is not None
        assert (row["points0_low"], row["points0_high"]) == (str(low.points[0]), str(high.points[0]))
        assert (row["points1_low"], row["points1_high"]) == (str(high.points[1]), str(low.points[1]))
        assert (row["exact"], row["best"]) == ("false", "")
        assert low.points[0] < high.points[0]
    assert run("solve", *reversed(lines), "--csv", "--nodes", "2000", "--threads", "2").out.splitlines()[1:] == [
        f"{number}{row[1:]}" for number, row in enumerate(reversed(done.out.splitlines()[1:]), start=1)
    ]


def test_wrong_lines_are_named_and_counted(run: Aceten, given: str) -> None:
    """Those that cannot be read, and those that cannot be asked: each with file and line, at the end how many; the others are solved."""
    done = run("solve", given, "--csv", "--objective", "deal")
    assert done.status == 1
    assert [row["line"] for row in csv.DictReader(io.StringIO(done.out))] == ["2", "6"]
    for wrong in ("4: objective deal: ", "5: column 16: hands has 1 of 4 parts", "7: objective deal: "):
        assert f"error: {given}:{wrong}" in done.err
    assert done.err.endswith("Wrong positions: 3 of 5.\n")


def test_lines_are_counted_through_all_that_is_given(run: Aceten, given: str) -> None:
    """As if all files were one, with a line for each position that is typed."""
    done = run("solve", OPEN, given, OVER, "--compact")
    assert [json.loads(line)["line"] for line in done.out.splitlines()] == [1, 3, 5, 7, 8, 9]


@pytest.mark.turns(2)
@pytest.mark.parametrize("form", [(), ("--json",)])
def test_threads_change_nothing_else(run: Aceten, given: str, form: tuple[str, ...]) -> None:
    """Tables and whole solutions come in the order of the input too."""

    def known(told: str) -> list[str]:
        if form:
            return [line.partition('"nodes"')[0] for line in told.splitlines()]
        return [line for line in told.splitlines() if "searched in" not in line]

    one, two = (run("solve", given, *form, "--threads", threads) for threads in "12")
    assert known(one.out) == known(two.out) == known(run("solve", given, *form).out)
    assert one.err == two.err
    assert "zsiros/2" in one.out


def test_what_does_not_go_together_is_refused(run: Aceten, given: str, tmp_path: Path) -> None:
    """Two kinds of output, and going on where there are no rows."""
    own = str(tmp_path / "out")
    for wrong in (
        ("--csv", "--json"),
        ("--compact", "--csv"),
        ("--csv", "--svg", own),
        ("--resume", own),
        ("--csv", "--resume", own, "--moves", "A"),
    ):
        done = run("solve", given, *wrong)
        assert (done.status, done.out) == (2, "")
        assert "expected" in done.err
    assert not os.path.exists(own)  # noqa: PTH110


# --- Streams ---


@pytest.mark.turns(2)
def test_a_stream_of_positions_has_no_end_that_matters(tmp_path: Path, run: Aceten) -> None:
    """A file of positions may be larger than anything else that is read: only a line has a limit."""
    file = tmp_path / "long.txt"
    file.write_text(f"# {'x' * 1000}\n" * 17_000 + OPEN, encoding="utf-8")
    assert json.loads(run("solve", str(file), "--compact").out)["line"] == 17_001
    file.write_text(f"{OPEN}\n{'x' * 1_000_001}\n{OPEN}\n", encoding="utf-8")
    done = run("solve", str(file), "--compact")
    assert (done.status, len(done.out.splitlines())) == (1, 1)
    assert f"error: {file}: a line larger than 1000000 bytes" in done.err


def test_a_line_that_is_no_text_is_wrong_alone(tmp_path: Path, run: Aceten) -> None:
    """The lines before and after it are solved; a byte order mark at the beginning is none of the text."""
    file = tmp_path / "bytes.txt"
    file.write_bytes(f"\ufeff{OPEN}\r\n".encode() + b"zsiros/2 hands=\xff\n" + f"{OPEN}\n".encode())
    done = run("solve", str(file), "--compact")
    assert [json.loads(line)["position"] for line in done.out.splitlines()] == [OPEN, OPEN]
    assert f"error: {file}:2: byte 15 is not UTF-8" in done.err


@pytest.mark.turns(12)
@pytest.mark.parametrize(("output", "threads"), [("--csv", "1"), ("--json", "1"), ("--csv", "2")])
def test_answers_come_before_the_input_ends_and_ctrl_c_does_not_wait_for_it(output: str, threads: str) -> None:
    """Who writes a line and keeps the pipe open has its answer; Ctrl-C then ends with whole lines, and says how many."""
    with (
        hearing_ctrl_c(),
        subprocess.Popen(  # noqa: S603 - our own program
            [*PROGRAM, "solve", "-", output, "--threads", threads],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        ) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        for count in range(2):
            process.stdin.write(f"{OPEN}\n")
            process.stdin.flush()
            for _ in range(2 if output == "--csv" and not count else 1):
                assert process.stdout.readline().endswith("\n")
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        assert process.stderr.read() == "Stopped after 2 positions.\n"
        assert process.stdout.read() == ""
    assert process.returncode == 130


@pytest.mark.turns(2)
def test_a_search_that_is_interrupted_is_left_out(tmp_path: Path) -> None:
    """Ctrl-C in the middle of a long search of the second of three positions: the first has a row, the others have none."""
    file = tmp_path / "positions.txt"
    file.write_text(f"{OPEN}\n{LONG}\n{OPEN}\n", encoding="utf-8")
    with (
        hearing_ctrl_c(),
        subprocess.Popen(  # noqa: S603 - our own program
            [*PROGRAM, "solve", str(file), "--compact"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        ) as process,
    ):
        assert process.stdout is not None
        assert process.stdout.readline().startswith('{"line":1,')
        time.sleep(0.1)
        rest, said = ended_by_ctrl_c(process)
    assert (process.returncode, rest, said) == (130, "", "Stopped after 1 position.\n")


def test_how_far_it_is_is_shown_on_a_terminal(
    run: Aceten, given: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The number that is done, of how many where that is known; what is wrong is said above it, and in a pipe there is nothing."""
    monkeypatch.setenv("FORCE_COLOR", "1")  # what rich takes a pipe for a terminal by
    done = run("solve", given, "--csv", "--resume", str(tmp_path / "out.csv"))
    assert "5/5" in done.err
    assert "hands has 1 of 4 parts" in done.err
    assert done.out == ""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(INPUT.encode())))
    assert "5/?" in run("solve", "-", "--csv").err


# --- Going on ---


@pytest.mark.turns(4)
@pytest.mark.parametrize("form", ["--csv", "--compact"])
def test_a_run_goes_on_wherever_it_was_cut_off(run: Aceten, given: str, tmp_path: Path, form: str) -> None:
    """Whatever has been written by the end of a run, to the byte, the same command makes of it what one run would have made."""
    whole, part = tmp_path / "whole", tmp_path / "part"
    first = run("solve", given, form, "--resume", str(whole))
    rows = whole.read_bytes()
    assert rows.decode() == run("solve", given, form).out
    for cut in (*range(0, len(rows), 29), *(place for place, byte in enumerate(rows) if byte == ord("\n")), len(rows)):
        part.write_bytes(rows[:cut])
        assert run("solve", given, form, "--resume", str(part), "--threads", "2") == first
        assert part.read_bytes() == rows, cut


def test_what_is_done_is_not_done_again(
    run: Aceten, given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the rows that are there only the last is worked out once more."""
    out = tmp_path / "out.csv"
    run("solve", given, "--csv", "--resume", str(out))
    asked: list[State] = []

    def solve_many(states: Iterable[State], *_: object, **_options: object) -> Iterator[Solution | AcetenError]:
        for state in states:
            asked.append(state)
            yield aceten_solver.solve(state)

    monkeypatch.setattr(aceten_solver, "solve_many", solve_many)
    before = out.read_bytes()
    assert run("solve", given, "--csv", "--resume", str(out)).status == 1
    assert asked == [aceten.parse(OPEN)]
    assert out.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.turns(28)
def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    """``kill -9`` in the middle, twice, and going on on another number of threads: byte for byte what one run writes."""
    game = aceten.load("zsiros", players=2)
    file, whole, killed = tmp_path / "deals.txt", tmp_path / "whole.csv", tmp_path / "killed.csv"
    positions = (game.deal(seed=seed) for seed in range(40))
    file.write_text("".join(f"{_late(state)}\n" for state in positions), encoding="utf-8")
    command = [*PROGRAM, "solve", str(file), "--csv", "--resume"]
    subprocess.run([*command, str(whole)], check=True)  # noqa: S603 - our own program
    for rows in (5, 15):
        with subprocess.Popen([*command, str(killed), "--threads", "2"], stderr=subprocess.PIPE) as process:  # noqa: S603 - likewise
            until = time.monotonic() + 60
            while not killed.exists() or killed.read_bytes().count(b"\n") < rows:
                assert time.monotonic() < until
                assert process.poll() is None
            process.kill()
        assert whole.read_bytes().startswith(killed.read_bytes().rpartition(b"\n")[0])
        with killed.open("ab") as torn:
            torn.write(b'17,"zsir')  # as a machine that is switched off leaves it
    subprocess.run([*command, str(killed)], check=True)  # noqa: S603 - likewise
    assert killed.read_bytes() == whole.read_bytes()


def _late(state: State) -> State:
    """Return a position late in a deal."""
    while sum(map(len, state.hands)) + len(state.talon) > 18:
        state = state.play(state.legal[0])
    return state


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("changed", "options"),
    [
        (INPUT.replace(OPEN, FULL), ()),
        (INPUT.replace("# some\n", ""), ()),
        (INPUT.rpartition("zsiros/2")[0], ()),
        (INPUT.replace("hands=A\n", "hands=AAO7,TT97,KK87,AOU7\n"), ()),
        (INPUT, ("--objective", "deal")),
        (INPUT, ("--nodes", "0")),
        (INPUT, ("--compact",)),
    ],
    ids=["another position", "another line", "fewer", "a wrong line made right", "objective", "budget", "form"],
)
def test_rows_of_something_else_are_left_as_they_are(
    run: Aceten, given: str, tmp_path: Path, changed: str, options: tuple[str, ...]
) -> None:
    """Where the input or the options are not those of the file it is refused, and is not touched."""
    out, other = tmp_path / "out.csv", tmp_path / "other.txt"
    run("solve", given, "--csv", "--resume", str(out))
    out.write_bytes(out.read_bytes() + b"7,half")
    before = out.read_bytes()
    other.write_text(changed, encoding="utf-8")
    form = () if options == ("--compact",) else ("--csv",)
    done = run("solve", str(other), *form, *options, "--resume", str(out))
    assert (done.status, done.out) == (2, "")
    assert f"error: {out}:" in done.err
    assert out.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (INPUT, "not begun by 'aceten solve'"),
        ("line,position\n", "not begun by 'aceten solve'"),
        ("{header}2,x\n", ":2: not a row of this command"),
        ("{header}\n", ":2: not a row of this command"),
        ("{header}2,\ufffd\0\n", ":2: not a row of this command"),
    ],
)
def test_a_file_of_something_else_is_left_as_it_is(
    run: Aceten, given: str, tmp_path: Path, text: str, said: str
) -> None:
    """Whatever is named by mistake is not written over."""
    out = tmp_path / "out.csv"
    header = run("solve", OPEN, "--csv").out.partition("\n")[0] + "\n"
    before = text.replace("{header}", header)
    out.write_text(before, encoding="utf-8")
    done = run("solve", given, "--csv", "--resume", str(out))
    assert done.status == 2
    assert said in done.err
    assert out.read_text(encoding="utf-8") == before


def test_rows_that_time_has_limited_need_not_come_out_the_same(run: Aceten, given: str, tmp_path: Path) -> None:
    """Under ``--seconds`` the last row is not compared in what is proved, which depends on the machine."""
    out = tmp_path / "out.csv"
    run("solve", given, "--csv", "--seconds", "60", "--resume", str(out))
    rows = out.read_text(encoding="utf-8").splitlines(keepends=True)
    changed = [*rows[:-1], rows[-1].replace("true,0,", "false,-1,")]
    assert changed != rows
    out.write_text("".join(changed), encoding="utf-8")
    assert "not what this input comes to" in run("solve", given, "--csv", "--resume", str(out)).err
    assert "error: " + str(out) not in run("solve", given, "--csv", "--seconds", "60", "--resume", str(out)).err
    assert out.read_text(encoding="utf-8") == "".join(changed)
