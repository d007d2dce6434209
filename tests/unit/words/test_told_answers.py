"""Answers as text are what the command line prints, and one line where they stand in a list."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.games.review_records import ENDGAME, LOST_BY_THE_LAST_TRICK, SCHNAPSEN, played_out, record
from support.processes.program_runs import Aceten

import aceten
import aceten_solver
from aceten_spec.speech import speaking


def same(said: str, printed: str, *, first: int = 1) -> None:
    """Hold text against what is printed, from a line on; how long it took stands in the last line of both."""
    ours, theirs = said.splitlines(), printed.splitlines()
    assert [line.split("; ")[0].split(" in ")[0] for line in ours[first:]] == [
        line.split("; ")[0].split(" in ")[0] for line in theirs[first:]
    ]
    assert len(ours) > first


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Print tables in full."""
    monkeypatch.setenv("COLUMNS", "300")


@pytest.mark.parametrize(
    ("line", "objective"),
    [
        *[
            (line, objective)
            for line in (ENDGAME, LOST_BY_THE_LAST_TRICK)
            for objective in ("points", "game-points", "deal")
        ],
        *[(SCHNAPSEN, objective) for objective in ("game-points", "deal")],
    ],
)
def test_a_solution_as_text_is_what_solve_prints(run: Aceten, line: str, objective: str) -> None:
    """``str`` of a solution has the table, best play and the sentences of ``aceten solve``."""
    solution = aceten_solver.solve(aceten.parse(line), objective)
    same(str(solution), run("solve", line, "--objective", objective).out)
    assert "\n" not in repr(solution)
    assert str(solution.best[0]) in repr(solution)


def test_what_is_not_settled_is_told_so() -> None:
    """A solution whose budget ran out tells what is proved, and says so on its one line."""
    solution = aceten_solver.solve(aceten.load("zsiros/4").deal(7), nodes=1000)
    assert "Not settled after" in str(solution)
    assert str(solution).endswith("not everything is settled")
    assert "bounds=" in repr(solution)


@pytest.mark.parametrize("line", [ENDGAME, SCHNAPSEN])
def test_a_review_as_text_is_what_review_prints(run: Aceten, tmp_path: Path, line: str) -> None:
    """``str`` of reviews, with all cards known or by what one knew, is what ``aceten review`` prints."""
    played = played_out(aceten.parse(line))
    file = tmp_path / "deal.jsonl"
    file.write_text(str(played), encoding="utf-8")
    reviewed, fair = aceten_solver.review(played), aceten_solver.review_fairly(played, 0)
    printed = run("review", str(file), "--seat", "A").out
    same(f"{reviewed}\n\n{fair}" if fair.actions else f"{reviewed}\n{fair}", printed)
    assert "\n" not in repr(reviewed) + repr(fair)


def test_advice_as_text_is_what_advise_prints(run: Aceten) -> None:
    """``str`` of advice is what ``aceten advise`` prints, where all deals that fit are looked at."""
    view = aceten.parse("zsiros/2 hands=AK,?? lead=0 points=40,20", of="view")
    line = str(view)
    advice = aceten_solver.advise(view, samples=200, nodes=None)
    same(str(advice), run("advise", line).out)
    assert repr(advice) == f"<Advice for {line!r}: {advice.chosen}, {advice.samples} deals solved>"


def test_answers_as_text_are_in_the_language_in_force() -> None:
    """The words of an answer are those of the language in which it is asked for, not of that in which it was found."""
    solution = aceten_solver.solve(aceten.parse(ENDGAME))
    with speaking("hu"):
        told = str(solution)
    assert told != str(solution)
    assert "Best play" not in told


def test_a_review_of_nothing_is_told() -> None:
    """A record without an action has a review that can be read."""
    assert "The record ends with A to act." in str(aceten_solver.review(record(ENDGAME)))
