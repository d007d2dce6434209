"""What a terminal shows while a position is searched: what is likely best, then what is proved; and nothing is silent for long."""

from __future__ import annotations

import contextlib
import json
import sys
import threading
from collections.abc import Callable, Generator
from typing import Final

import pytest
from support.patience import PATIENCE
from support.processes.program_runs import Aceten

import aceten
import aceten_solver
from aceten import State
from aceten.words import telling
from aceten_cli.analysis import solve
from aceten_cli.frame import deal_conditions, output
from aceten_solver import Solution
from aceten_spec.speech import Language, say, speaking

HARD: Final = "zsiros/4 hands=AhAsQc7d,TcTs9h7s,KcKd8h7c,AdQdJs7h lead=0 points=20,10 tricks=2,2"


class Shown:
    """Stands in place of what shows how far something is."""

    def __init__(self) -> None:
        """Nothing has been shown yet."""
        self.told: list[str] = []
        """What was shown each time, beside the number of positions."""
        self.counts: list[int] = []
        self.begun: list[str] = []

    @contextlib.contextmanager
    def progress(self, what: str, known: Callable[[], str] | None = None) -> Generator[Callable[[int], None]]:
        """Show it."""
        self.begun.append(what)

        def tell(count: int) -> None:
            self.counts.append(count)
            self.told.append("" if known is None else known())

        yield tell


@pytest.fixture
def shown() -> Shown:
    """Return what is shown."""
    return Shown()


def test_a_guess_then_bounds_then_the_value(run: Aceten, monkeypatch: pytest.MonkeyPatch, shown: Shown) -> None:
    """What is likely best is said at once, marked as a guess; after some seconds what is proved; and the answer counts both searches."""
    state, searched, real = aceten.parse_state(HARD), list[Solution](), aceten_solver.solve

    def in_two(
        state: State, objective: None, *, seconds: float | None = None, progress: Callable[[int], None], **_: object
    ) -> Solution:
        progress(1)
        searched.append(real(state, objective, nodes=None if seconds is None else 30))
        return searched[-1]

    monkeypatch.setattr(solve, "progress", shown.progress)
    monkeypatch.setattr(aceten_solver, "solve", in_two)
    found = json.loads(run("solve", HARD, "--json").out)
    first, whole = searched
    assert not first.exact
    alone = json.loads(aceten_solver.to_json(whole))
    assert found["nodes"] == first.nodes + whole.nodes
    assert found["seconds"] >= alone["seconds"]
    assert {key: each for key, each in found.items() if key not in {"nodes", "seconds"}} == {
        key: each for key, each in alone.items() if key not in {"nodes", "seconds"}
    }
    assert shown.counts == [1, first.nodes + 1]
    guessed = [action for action in state.legal if f"a guess: {telling(state).choice(action)};" in shown.told[0]]
    assert len(guessed) == 1
    low, high = (bound.points[0] for bound in first.bounds if bound.points is not None)
    assert shown.told[1].startswith(f"A's side takes {low} to {high} points")
    assert ("guess" in shown.told[1]) == (not first.promising)


def test_limits_are_kept(run: Aceten, monkeypatch: pytest.MonkeyPatch, shown: Shown) -> None:
    """Who says how long to search gets one search, and what it proves does not depend on a terminal."""
    monkeypatch.setattr(solve, "progress", shown.progress)
    found = json.loads(run("solve", HARD, "--nodes", "30", "--json").out)
    alone = json.loads(aceten_solver.to_json(aceten_solver.solve(aceten.parse_state(HARD), nodes=30)))
    assert not found["exact"]
    assert found | {"seconds": 0} == alone | {"seconds": 0}


def test_deals_that_are_looked_for_are_told(
    run: Aceten, monkeypatch: pytest.MonkeyPatch, shown: Shown, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Each that a function chooses is waited for by itself; those that are there are counted as before."""
    folder = tmp_path_factory.mktemp("conditions")
    (folder / "chosen_deals.py").write_text(
        "def even(state):\n    return str(state).count('A') % 2 == 0\n", encoding="utf-8"
    )
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
    monkeypatch.setattr(deal_conditions, "progress", shown.progress)
    done = run("deal", "zsiros/4", "--seed", "0", "--count", "3", "--where", "chosen_deals:even")
    assert len(done.out.splitlines()) == 3
    assert shown.begun == ["looking for deals"] * 3


@pytest.mark.parametrize("language", ["en", "hu"])
def test_what_is_known_is_told_before_anything_is_counted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, language: Language
) -> None:
    """On a terminal, after a moment, and in the language in force, although another thread tells it."""
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(output, "_PROGRESS_AFTER", 0.0)
    asked = threading.Event()

    def known() -> str:
        asked.set()
        return say("open")

    with speaking(language), output.progress("solving", known):
        assert asked.wait(PATIENCE)
        expected = f"solving ...; {say('open')}"
    assert expected in capsys.readouterr().err


def test_nothing_is_shown_in_a_pipe(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is asked what is known, and there is nothing to tell a count."""
    monkeypatch.setenv("TTY_COMPATIBLE", "0")
    with output.progress("solving", lambda: pytest.fail("it was asked")) as tell:
        assert tell is None
    assert capsys.readouterr() == ("", "")
