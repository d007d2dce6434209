"""The command line: JSON, exit statuses, files, and no traceback whatever comes."""

from __future__ import annotations

import io
import json
import os
import pydoc
import signal
import subprocess
import sys
import time
from importlib import metadata
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import aceten
import aceten_solver
import aceten_spec
from aceten import proofs
from aceten_cli.main import main

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

    from aceten_spec import Rulebook

ENDGAME = "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0"
COUNTED = ENDGAME + " points=10,20 tricks=2,2"
PROGRAM = [sys.executable, "-m", "aceten_cli.main"]


class Done(NamedTuple):
    """What a run of the program came to."""

    status: int
    out: str
    err: str


def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Done:
    """Run the program in this process."""
    monkeypatch.setattr(sys, "argv", ["aceten", *arguments])
    status = 0
    try:
        main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 0
    captured = capsys.readouterr()
    return Done(status, captured.out, captured.err)


@pytest.mark.parametrize("objective", ["points", "deal", "game-points"])
def test_json_says_what_python_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, objective: str
) -> None:
    """``solve --json`` has the documented keys, with the same answers as from Python."""
    done = run(capsys, monkeypatch, "solve", COUNTED, "--json", "--objective", objective)
    answer = json.loads(done.out)
    solution = aceten_solver.solve(aceten.parse(COUNTED), objective)
    assert done.status == 0
    assert {"position", "value", "actions", "best", "line", "nodes", "backend", "exact"} <= set(answer)
    assert answer["exact"] is True
    assert answer["backend"] == aceten_solver.backend
    assert answer["line"] == list(solution.line)
    assert answer["best"] == list(solution.best)
    assert solution.value is not None
    assert answer["value"]["winner"] == solution.value.winner
    assert answer["value"]["points"] == (None if solution.value.points is None else list(solution.value.points))
    assert [entry["action"] for entry in answer["actions"]] == [entry.action for entry in solution.actions]


def test_a_file_gives_a_line_of_json_for_each_position(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A file holds a position on each line; comments and empty lines are passed over."""
    file = tmp_path / "positions.txt"
    file.write_text(f"# two\n{ENDGAME}\n\n  {COUNTED}\n", encoding="utf-8")
    done = run(capsys, monkeypatch, "solve", str(file), "--json")
    assert done.status == 0
    assert [json.loads(line)["value"]["points"] for line in done.out.splitlines()] == [[30, 20], [40, 40]]


def test_standard_input_is_a_file(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """``-`` reads the positions from standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ENDGAME.encode())))
    assert json.loads(run(capsys, monkeypatch, "solve", "-", "--json").out)["best"] == ["A"]


def test_wrong_lines_of_a_file_are_named_and_the_others_solved(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Of a file with wrong lines the right ones are solved, each wrong one is named with its reason, and the exit status is 2."""
    file = tmp_path / "positions.txt"
    file.write_text(f"{ENDGAME}\nzsiros/4 hands=A\n{COUNTED}\nzsiros/2 hands=AZ,K\n", encoding="utf-8")
    done = run(capsys, monkeypatch, "solve", str(file), "--json")
    assert done.status == 2
    assert [json.loads(line)["value"]["points"] for line in done.out.splitlines()] == [[30, 20], [40, 40]]
    assert f"{file}:2: column 16: hands has 1 of 4 parts" in done.err
    assert f"{file}:4: column 17: 'Z' is not a card rank" in done.err


def test_several_positions_are_solved_one_by_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Quoted position lines are positions of their own; the words of one line may also stand unquoted."""
    done = run(capsys, monkeypatch, "solve", ENDGAME, COUNTED, "--json")
    assert [json.loads(line)["position"].split()[-1] for line in done.out.splitlines()] == ["lead=0", "tricks=2,2"]
    done = run(capsys, monkeypatch, "solve", *ENDGAME.split(), "--json")
    assert json.loads(done.out)["value"]["points"] == [30, 20]


def test_a_budget_that_runs_out_is_a_negative_result(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bounds in place of a value: exit status 1, ``exact`` false, no value."""
    done = run(capsys, monkeypatch, "solve", ENDGAME, "--nodes", "50", "--json")
    answer = json.loads(done.out)
    assert done.status == 1
    assert (answer["exact"], answer["value"], answer["line"]) == (False, None, [])
    assert len(answer["bounds"]) == 2


HOME = 'format = 1\nextends = "zsiros"\nid = "home"\nprefix = "HO"\n[parameters]\ntie = "draw"\n'


def test_a_rulebook_of_ones_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Every command plays by the rulebook of ``--rules``."""
    file = tmp_path / "home.toml"
    file.write_text(HOME, encoding="utf-8")
    own = ("--rules", str(file))
    line = "home/2 hands=9,8 points=40,40 tricks=7,7"
    assert run(capsys, monkeypatch, "deal", "home/4", "--seed", "1", *own).out.startswith("home/4 hands=")
    assert json.loads(run(capsys, monkeypatch, "solve", line, "--json", *own).out)["value"]["winner"] == "nobody"
    assert run(capsys, monkeypatch, "perft", line, "1", *own).out == "1\n"
    assert run(capsys, monkeypatch, "show", line, *own).status == 0
    assert "HO-SCORE-3" in run(capsys, monkeypatch, "rules", "home", *own).out
    record = tmp_path / "record.jsonl"
    record.write_text(f'{{"type": "header", "format": 1, "position": "{line}"}}\n', encoding="utf-8")
    assert run(capsys, monkeypatch, "replay", str(record), *own).status == 0
    assert run(capsys, monkeypatch, "prove", "home", "--players", "2", "--mutants", *own).status == 0


@pytest.mark.parametrize("command", [("solve", ENDGAME), ("deal", "home/4"), ("rules", "home"), ("prove", "home")])
def test_a_wrong_rulebook_is_refused_before_anything_runs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: tuple[str, ...]
) -> None:
    """A wrong rulebook is refused with file, key and what was expected; nothing is computed."""
    file = tmp_path / "home.toml"
    file.write_text(HOME.replace('"draw"', '"coin"'), encoding="utf-8")
    done = run(capsys, monkeypatch, *command, "--rules", str(file))
    assert (done.status, done.out) == (2, "")
    assert f"{file}: parameters.tie: found 'coin'; expected one of: draw, last_trick" in done.err


def test_a_record_is_replayed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A record that holds is shown trick by trick, with its result; exit status 0."""
    start = state = aceten.load("zsiros", players=4).deal(seed=9)
    while state.turn is not None:
        state = state.play(state.legal[0])
    file = tmp_path / "deal.jsonl"
    file.write_text(aceten.record_of(start, state), encoding="utf-8")
    done = run(capsys, monkeypatch, "replay", str(file))
    assert done.status == 0
    assert "wins the deal" in done.out
    answer = json.loads(run(capsys, monkeypatch, "replay", str(file), "--json").out)
    assert answer["position"] == str(state)
    assert answer["result"]["points"] == list(state.points)


def test_a_false_record_is_a_negative_result_and_a_broken_one_wrong_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A record against the rules gives exit status 1 with line and clause; one that cannot be read gives 2."""
    start = aceten.load("zsiros", players=4).deal(seed=9)
    after = start.play(start.legal[0])
    text = aceten.record_of(start, after)
    file = tmp_path / "deal.jsonl"
    file.write_text(text + '{"type":"action","seat":2,"action":"stop"}\n', encoding="utf-8")
    done = run(capsys, monkeypatch, "replay", str(file))
    assert done.status == 1
    assert "line 3: stop: there is nothing to stop here (ZS-MULTI-5)" in done.err
    file.write_text(text + "nonsense\n", encoding="utf-8")
    assert run(capsys, monkeypatch, "replay", str(file)).status == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve"],
        ["solve", ENDGAME, "--nodes", "few"],
        ["solve", ENDGAME, "--language", "fr"],
        ["solve", "zsiros/4"],
        ["show", "nothing"],
        ["deal", "zsiros"],
        ["deal", "zsiros/44"],
        ["deal", "zsiros/4", "--seed", "-1"],
        ["deal", "zsiros/4", "--seed", "99999999999999999999999"],
        ["deal", "zsiros/4", "--dealer", "4"],
        ["deal", "zsiros/4", "--option", "tie"],
        ["perft", ENDGAME, "-1"],
        ["perft", ENDGAME],
        ["replay", "/"],
        ["rules", "bridge"],
        ["rules", "zsiros", "ZS-X-1"],
        ["nonsense"],
    ],
)
def test_wrong_input_has_status_two_and_a_message(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    """Wrong input is refused with exit status 2 and a message on standard error, nothing on standard output."""
    done = run(capsys, monkeypatch, *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err
    assert "Traceback" not in done.err


WORDS = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        [
            "zsiros/4",
            "zsiros/2",
            "hands=A,A",
            "hands=A,T,9,8",
            "lead=1",
            "--json",
            "--nodes",
            "5",
            "-",
            "tie=draw",
            "trick=A",
        ]
    ),
)


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(command=st.sampled_from(["solve", "show", "deal", "replay", "rules"]), words=st.lists(WORDS, max_size=5))
def test_no_input_brings_a_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str, words: list[str]
) -> None:
    """Whatever words come, the program ends with one of its three exit statuses."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"zsiros/2 hands=A,9")))
    done = run(capsys, monkeypatch, command, *words)
    assert done.status in {0, 1, 2}
    assert done.status != 2 or done.err


def test_a_deal_without_seed_names_the_one_it_took(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deal whose seed was chosen can be dealt again."""
    done = run(capsys, monkeypatch, "deal", "zsiros/2")
    seed = done.err.split()[-1]
    assert run(capsys, monkeypatch, "deal", "zsiros/2", "--seed", seed).out == done.out


def test_output_to_a_pipe_is_plain(tmp_path: Path) -> None:
    """Without a terminal there is neither colour nor progress display."""
    done = subprocess.run([*PROGRAM, "solve", ENDGAME], capture_output=True, check=True, cwd=tmp_path)  # noqa: S603
    assert b"\x1b" not in done.stdout + done.stderr
    assert done.stderr == b""


def test_a_reader_that_goes_away_is_no_error() -> None:
    """``aceten rules zsiros | head -1`` ends quietly."""
    with subprocess.Popen(  # noqa: S603
        [*PROGRAM, "rules", "zsiros", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
    assert process.returncode in {0, 1}


@pytest.mark.skipif(os.name != "posix", reason="signals are sent the POSIX way")
def test_an_interrupt_ends_a_long_search_with_what_is_proved() -> None:
    """Ctrl-C ends a search with the bounds that are proved, without a traceback, and with the exit status of an interrupt."""
    line = str(aceten.load("zsiros", players=4).deal(seed=3))
    with subprocess.Popen([*PROGRAM, "solve", line], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:  # noqa: S603
        time.sleep(6)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Not settled within the budget" in out
    assert b"Traceback" not in err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")  # noqa: PTH110
def test_a_full_disk_is_said() -> None:
    """Output that cannot be written ends in a message."""
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run([*PROGRAM, "rules", "zsiros"], stdout=full, stderr=subprocess.PIPE, check=False)  # noqa: S603
    assert done.returncode == 1
    assert b"cannot write the output" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_terminal_without_the_characters_is_no_error() -> None:
    """Where the output cannot show a character a question mark stands for it."""
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*PROGRAM, "rules", "zsiros"], capture_output=True, env=environment, check=False)  # noqa: S603
    assert done.returncode == 0
    assert b"Zs?ros" in done.stdout


def test_the_version_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """``--version`` prints the version of the distribution."""
    done = run(capsys, monkeypatch, "--version")
    assert (done.status, done.out) == (0, f"aceten {metadata.version('aceten')}\n")


@pytest.mark.parametrize("package", [aceten, aceten_solver, aceten_spec, proofs])
def test_help_works_for_every_public_name(package: ModuleType) -> None:
    """``help()`` shows every package and everything that it exports."""
    show = pydoc.TextDoc().document
    assert package.__name__ in show(package)
    for name in package.__all__:
        assert show(getattr(package, name), name)


def test_the_proof_is_shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """``prove`` prints each obligation with verdict and domain, and the theorem's verdict; exit status 0 when proved."""
    done = run(capsys, monkeypatch, "prove", "zsiros", "--players", "2")
    assert done.status == 0
    assert "T-POINTS every play of zsiros/2, of any length, ends with 80 captured card points" in " ".join(
        done.out.split()
    )
    assert done.out.rstrip().splitlines()[-1].startswith("proved, in")
    assert "refuted" not in done.out


def test_mutants_are_refuted(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """``prove --mutants`` shows for each mutant the obligation that fails, with numbers for which it does."""
    done = run(capsys, monkeypatch, "prove", "zsiros", "--mutants", "--json")
    assert done.status == 0
    for line in done.out.splitlines():
        killed = json.loads(line)
        assert killed["refutes"] in killed["refuted"]
        assert "gained" in killed["counterexample"]


def test_what_is_not_proved_is_a_negative_result(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the engine is wrong ``prove`` ends with exit status 1 and shows a counterexample."""
    wrong = next(mutant for mutant in proofs.MUTANTS if mutant.name == "credit-both")
    right = proofs.prove

    def prove_wrong(rulebook: Rulebook, players: int) -> proofs.Report:
        return right(rulebook, players, functions=wrong.functions, only=("T-POINTS.credit",))

    monkeypatch.setattr(proofs, "prove", prove_wrong)
    done = run(capsys, monkeypatch, "prove", "zsiros", "--players", "4")
    assert done.status == 1
    assert "refuted" in done.out
    assert "the claim does not hold" in done.out
