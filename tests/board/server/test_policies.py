"""Policies beside the machine: those that whoever serves the board has named, and no others."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, cast

import msgspec
import pytest

import aceten
from aceten import UsageError
from aceten_board.opponents import offer, offered
from aceten_board.questions import QUESTIONS
from aceten_board.words import words

if TYPE_CHECKING:
    from pathlib import Path

POSITION: Final = "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0"
OWN: Final = """
def last(view):
    return view.legal[-1]


class Begun:
    def begin(self, game, seat, seed):
        self.at = f"{game.rulebook.id}/{game.players} {seat}"

    def choose(self, view):
        assert self.at == f"zsiros/4 {view.seat}"
        return str(view.legal[0])


def wrong(view):
    raise ValueError("no idea")
"""


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Nobody plays at the board of the next test."""
    yield
    offered.clear()


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Return the name of a module with policies."""
    (tmp_path / "policies_of_ours.py").write_text(OWN, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    yield "policies_of_ours"
    sys.modules.pop("policies_of_ours", None)


def asked(policy: str, *actions: str, position: str = POSITION) -> tuple[int, Any]:
    """Return the status and what is told when a policy is asked what it does."""
    body = {"position": position, "actions": actions, "strength": policy}
    status, answer = QUESTIONS["machine"].answer(json.dumps(body).encode())
    return status, json.loads(msgspec.json.encode(answer))


def test_policies_that_were_named_play(own: str) -> None:
    """Functions and classes of a module, and shipped ones; the page lists them after the machine's strengths."""
    named = [f"{own}:last", f"{own}:Begun", "random"]
    offer(named)
    listed = cast("list[tuple[str, str]]", words()["machines"])
    assert [name for name, _ in listed] == ["greedy", "playouts", "average", *named]
    state = aceten.parse_state(POSITION)
    while state.turn is not None:
        done = [str(action) for _, action in state.log]
        told = {name: asked(name, *done) for name in named}
        assert {status for status, _ in told.values()} == {200}
        assert told[named[0]][1] == {"action": str(state.legal[-1])}
        assert told[named[1]][1] == {"action": str(state.legal[0])}
        assert told["random"][1]["action"] in map(str, state.legal)
        state = state.play(state.legal[-1])


@pytest.mark.parametrize("name", ["policies_of_ours:last", "random", "cat /etc/passwd", "none"])
def test_nobody_else_plays(own: str, name: str) -> None:
    """What a link names and nobody has offered is refused, and neither loaded nor run."""
    assert own not in sys.modules
    status, told = asked(name)
    assert (status, told["error"]) == (422, f"{name}: nobody is called so at this board")
    offer(["perfect", "greedy"])
    assert asked(name)[1]["error"].endswith("at this board: perfect")
    assert own not in sys.modules


def test_what_cannot_play_is_refused(own: str) -> None:
    """At once where there is no such policy; when it is asked, where it fails or cards are hidden."""
    for name, problem in {"nobody": "no policy is called so", f"{own}:no": "has no 'no'", "a b,c": "no comma"}.items():
        with pytest.raises(UsageError, match=problem):
            offer([name])
    assert not offered
    offer([f"{own}:wrong", f"{own}:last"])
    status, told = asked(f"{own}:wrong")
    assert status == 422
    assert "no idea" in told["error"]
    hidden = str(aceten.parse_state(POSITION).view(0))
    assert asked(f"{own}:last", position=hidden)[0] == 422
