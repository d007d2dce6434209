"""The command line as a whole: exit statuses, pipes, and no traceback whatever comes."""

from __future__ import annotations

import io
import json
import os
import pydoc
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.games.shown_positions import ENDGAME
from support.processes.program_runs import Aceten, interrupted_at_work
from support.slices import examples

import aceten
import aceten_solver
import aceten_spec
from aceten import IllegalAction, proofs
from aceten_cli.analysis import solve

PROGRAM = [sys.executable, "-m", "aceten_cli.main"]


# --- Wrong input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve"],
        ["solve", ENDGAME, "--nodes", "few"],
        ["solve", ENDGAME, "--language", "fr"],
        ["solve", "zsiros/4"],
        ["show", "nothing"],
        ["deal", "zsiros/"],
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
        ["deal", "sedma-three/4"],
        ["deal", "hola/2", "--option", "four_resets=on"],
        ["deal", "sedma-three/3", "--option", "three_player=each_for_himself", "--option", "lone_card=Ks"],
        ["show", "sedma-three/3 hands=A,T,9 three_player=each_for_himself lone_card=Ks"],
        ["show", "ristiklappi/2 hands=A,T drawn=AK"],
        ["nonsense"],
    ],
)
def test_wrong_input_has_status_two_and_a_message(run: Aceten, arguments: list[str]) -> None:
    """Wrong input is refused with exit status 2 and a message on standard error, nothing on standard output."""
    done = run(*arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err
    assert "Traceback" not in done.err


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("solve", "POSITION|FILE is missing"),
        ("solve -x", "no option -x"),
        ("solve --objectiv deal x", "no option --objectiv (did you mean --objective?)"),
        ("solve --objective chips x", "--objective / -o: 'chips' is none of 'points', 'deal', 'game-points'"),
        ("solve --nodes few x", "--nodes: expected a whole number"),
        ("solve --nodes -1 x", "--nodes: expected 0 or more"),
        ("solve --seconds soon x", "--seconds: expected a number"),
        ("tables build zsiros/4 --cards 99", "--cards: expected 1 to 15"),
        ("deal zsiros/4 --seed", "--seed: a value is missing"),
        ("deal zsiros/4 --json=3", "--json takes no value"),
        ("deal zsiros/4 more words", "more words than are taken: more words"),
        ("deal hola 4", "more words than are taken: 4; the number of players stands behind a slash, such as zsiros/4"),
        ("solv", "no command 'solv' (did you mean 'solve'?)"),
        ("--", "a command is missing"),
        ("soup", "no command 'soup'"),
    ],
)
def test_words_that_no_command_takes_are_refused_in_ours(words: str, said: str, run: Aceten) -> None:
    """What the library that reads the command line finds wrong is told in a line as all else is, in each language."""
    done = run(*words.split())
    assert (done.status, done.out) == (2, "")
    assert done.err.splitlines()[-1] == f"error: {said}"
    hungarian = run("-l", "hu", *words.split()).err
    assert hungarian.splitlines()[-1].startswith("hiba: ")
    assert said not in hungarian


def test_what_is_said_beside_an_answer_breaks_between_words(run: Aceten, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal, errors and notes are as wide as it is; elsewhere each is a line."""
    asked = ("rules", "zsiros", "--find", "soup that nobody has cooked for so many people at a time")
    [line] = run(*asked).err.splitlines()
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    broken = re.sub("\x1b\\[[0-9;]*m", "", run(*asked).err).splitlines()
    assert len(broken) > 2
    assert max(map(len, broken)) <= 40
    assert " ".join(map(str.strip, broken)) == line


WORDS = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        [
            "zsiros/4",
            "zsiros/2",
            "hands=A,A",
            "hands=A,T,9,8",
            "hola/3",
            "sedma-three/3",
            "hands=A,T,9",
            "lone=1",
            "leads=A",
            "drawn=A",
            "resets=0,1",
            "lead=1",
            "--json",
            "--nodes",
            "5",
            "-",
            "tie=draw",
            "trick=A",
            "sixty-six/2",
            "auction-sixty-six/4",
            "hands=Ah,Ad",
            "trump=h",
            "bids=60,-",
            "bid=0,66",
            "closed=0,1,2,3",
            "melds=20,0",
            "claim=-",
        ]
    ),
)


@settings(examples(150), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(command=st.sampled_from(["solve", "show", "deal", "replay", "rules"]), words=st.lists(WORDS, max_size=5))
def test_no_input_brings_a_traceback(
    run: Aceten, monkeypatch: pytest.MonkeyPatch, command: str, words: list[str]
) -> None:
    """Whatever words come, the program ends with one of its three exit statuses."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"zsiros/2 hands=A,9")))
    done = run(command, *words)
    assert done.status in {0, 1, 2}
    assert done.status != 2 or done.err


def test_a_deal_without_seed_names_the_one_it_took(run: Aceten) -> None:
    """A deal whose seed was chosen can be dealt again."""
    done = run("deal", "zsiros/2")
    seed = done.err.split()[-1]
    assert run("deal", "zsiros/2", "--seed", seed).out == done.out


@pytest.mark.turns(2)
def test_output_to_a_pipe_is_plain(tmp_path: Path) -> None:
    """Without a terminal there is neither colour nor progress display."""
    done = subprocess.run([*PROGRAM, "solve", ENDGAME], capture_output=True, check=True, cwd=tmp_path)  # noqa: S603
    assert b"\x1b" not in done.stdout + done.stderr
    assert done.stderr == b""


@pytest.mark.turns(2)
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


@pytest.mark.turns(2)
def test_an_interrupt_ends_a_long_search_with_what_is_proved(run: Aceten, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends a search with the bounds that are proved, without a traceback, and with the exit status of an interrupt."""
    interrupted_at_work(monkeypatch, solve)
    done = run("solve", str(aceten.load("hola", players=6).deal(seed=3)))
    assert done.status == 130
    assert "Stopped after" in done.out


@pytest.mark.turns(2)
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")  # noqa: PTH110
def test_a_full_disk_is_said() -> None:
    """Output that cannot be written ends in a message."""
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run([*PROGRAM, "rules", "zsiros"], stdout=full, stderr=subprocess.PIPE, check=False)  # noqa: S603
    assert done.returncode == 1
    assert b"cannot write the output" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.turns(2)
def test_a_terminal_without_the_characters_is_no_error() -> None:
    """Where the output cannot show a character a question mark stands for it."""
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*PROGRAM, "rules", "zsiros"], capture_output=True, env=environment, check=False)  # noqa: S603
    assert done.returncode == 0
    assert b"Zs?ros" in done.stdout


def test_the_version_is_told(run: Aceten) -> None:
    """``--version`` prints the version of the distribution."""
    done = run("--version")
    assert (done.status, done.out) == (0, f"aceten {metadata.version('aceten')}\n")


@pytest.mark.turns(6)
@pytest.mark.parametrize("package", [aceten, aceten_solver, aceten_spec, proofs])
def test_help_works_for_every_public_name(package: ModuleType) -> None:
    """``help()`` shows every package and everything that it exports."""
    show = pydoc.TextDoc().document
    assert package.__name__ in show(package)
    for name in package.__all__:
        assert show(getattr(package, name), name)


def test_a_match_without_a_deal_has_no_position(run: Aceten, tmp_path: Path) -> None:
    """The record of a match in which nothing was dealt yet is said to have no deal."""
    path = tmp_path / "match.jsonl"
    match = aceten.start_match(aceten.load("zsiros", players=2), dealer=0)
    path.write_text(aceten.record_of_match(match, []), encoding="utf-8")
    done = run("solve", str(path))
    assert (done.status, done.out, done.err) == (2, "", f"error: {path}: no deal in it\n")


MOVED = "zsiros/2 hands=AT97,KQ7 talon=KJ8A lead=1 trick=A points=20,20 tricks=2,1"


def test_moves_are_played_before(run: Aceten, tmp_path: Path) -> None:
    """What is asked with moves is what is asked of the position that they lead to; with them a position is a record to review."""
    start = aceten.parse(MOVED)
    after = start.play("A").play("7")
    for command in ("solve", "show"):
        moved = run(command, MOVED, "--moves", "a, 7", "--json").out
        assert json.loads(moved)["position"] == str(after)
    path = tmp_path / "deal.jsonl"
    path.write_text(aceten.record_of(start, after), encoding="utf-8")
    told, recorded = (json.loads(run("review", *words, "--json").out) for words in ((MOVED, "-m", "A 7"), (str(path),)))
    assert (told["position"], told["actions"]) == (recorded["position"], recorded["actions"])
    assert len(told["actions"]) == 2
    assert run("solve", MOVED, "--moves", "soup").err.endswith("command; legal: A, T, 9, 7\n")
    assert "the deal is over before '9'" in run("solve", "zsiros/2 hands=A,K", "-m", "A K 9").err
    assert "expected with a position line" in run("review", str(path), "-m", "A").err


@pytest.mark.parametrize("command", ["solve", "show", "advise", "review"])
@pytest.mark.parametrize("typed", ["K", "2h", "stop", "close", "call:1:beat"])
def test_moves_are_refused_by_the_clause_that_the_engine_names(run: Aceten, command: str, typed: str) -> None:
    """A card that is not held, and what the game does not know, is refused as the engine refuses it, in its words and with its clause."""
    with pytest.raises(IllegalAction) as caught:
        aceten.parse(MOVED).play(typed)
    assert caught.value.clause in str(caught.value)
    done = run(command, MOVED, "--moves", typed)
    assert (done.status, done.out, done.err) == (2, "", f"error: {caught.value}\n")


@pytest.mark.parametrize(
    "words",
    [["solve", MOVED], ["show", MOVED], ["review", MOVED, "-m", "9 7 T"], ["rules"], ["rules", "zsiros"]],
    ids=" ".join,
)
def test_no_line_in_a_pipe_ends_in_blanks(run: Aceten, words: list[str]) -> None:
    """Tables, too, can be compared line by line."""
    lines = run(*words).out.splitlines()
    assert len(lines) > 5
    assert [line for line in lines if line != line.rstrip()] == []


@pytest.mark.turns(6)
@pytest.mark.parametrize(
    ("begun", "offered"),
    [
        ("aceten verify c", {"case"}),
        ("aceten verify zs", {"zsiros/2", "zsiros/4"}),
        ("aceten verify case --j", {"--junit", "--json"}),
        ("aceten verify new go folder schn", {"schnapsen/2", "schnapsen-book/2"}),
        ("aceten verify --suite all.toml --ba", {"--badge"}),
        ("aceten ver", {"verify"}),
    ],
)
def test_the_shell_completes_what_is_begun(begun: str, offered: set[str]) -> None:
    """Commands, the commands of a group beside the games of the one that leads it, and options; nothing is refused meanwhile."""
    asked = {"_ACETEN_COMPLETE": "complete_bash", "COMP_WORDS": begun, "COMP_CWORD": str(begun.count(" "))}
    program = Path(sys.executable).with_name("aceten")
    done = subprocess.run([program], env={**os.environ, **asked}, capture_output=True, encoding="utf-8", check=True)  # noqa: S603 - our own program
    assert ({*done.stdout.split()}, done.stderr) == (offered, "")
