"""Whatever asks, and whatever searches, is answered alike: the server, and Python beside the page, with the native core and without."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any, Final

import pytest
from support.folder_programs import answered, searched
from support.processes.folder_python import run_in_folder
from support.slices import THOROUGH, TURN, in_turn, sliced

import aceten
import aceten_solver
from aceten import AcetenError, State
from aceten_board.courses import COURSES
from aceten_solver import Backend
from aceten_spec.loader import shipped
from aceten_spec.speech import LANGUAGES

POSITIONS: Final = sliced(15, whole=1000)
NODES: Final = 200
"""A position is late enough where the search in Python settles it with so many: no answer depends on time then."""


def played(game: str, players: int, chance: random.Random) -> list[State]:
    """Return a deal from its beginning to its end, somehow."""
    states: list[State] = [aceten.load(game, players=players).deal(seed=chance.randrange(2**32))]
    while states[-1].turn is not None:
        states.append(states[-1].play(chance.choice(states[-1].legal)))
    return states


def late(states: list[State]) -> State | None:
    """Return the earliest of the last moments at which it is soon settled what each action is worth, or that is refused for what it is.

    There is none where a deal was ended long before its last cards.
    """
    found = None
    for state in reversed(states[:-1]):
        try:
            with aceten_solver.Solver(backend="python") as solver:
                if not solver.solve(state, nodes=NODES).exact:
                    break
        except AcetenError:
            return found or state
        found = state
    return found


def alike(answers: list[Any]) -> list[Any]:
    """Return what is the same whatever searches: of better and better answers the last, but for which best line it shows."""
    told: list[Any] = []
    for answer in answers:
        if isinstance(answer[-1], list):
            kind, last = answer[-1][0], json.loads(answer[-1][1])
            told.append((kind, {name: said for name, said in last.items() if name != "line"}))
        else:
            told.append(tuple(answer))
    return told


def asked() -> list[tuple[str, str]]:
    """Return questions about so many positions: how each looks, to whom, in which language; what a late one is worth; what is refused.

    And what is told of games.
    """
    chance = random.Random(TURN if not THOROUGH else 0)
    games = [(game, players) for game in shipped() for players in aceten.load(game).rulebook.parameters.players]
    questions: list[tuple[str, dict[str, object]]] = []
    for number in range(POSITIONS):
        while (soon := late(states := played(*games[number % len(games)], chance))) is None:
            pass
        place = chance.randrange(len(states))
        done = [str(action) for _, action in states[place].log]
        said: dict[str, object] = {"position": str(states[0]), "language": chance.choice(LANGUAGES)}
        seat = chance.choice([None, *range(states[0].game.players)])
        questions.append(("look", {**said, "actions": done, "seat": seat}))
        questions.append(("values", {**said, "position": str(soon)}))
        questions.append(("look", {**said, "actions": [chance.choice(["Ah", "stop", "claim", "9", "x"])]}))
    for name, players in in_turn(games, 9):
        questions.append(("rules", {"game": f"{name}/{players}", "language": chance.choice(LANGUAGES)}))
    questions.extend(
        ("course", {"game": game, "language": chance.choice(LANGUAGES)}) for game in in_turn([*COURSES], 3)
    )
    return [(name, json.dumps(body)) for name, body in questions]


@cache
def answers() -> tuple[list[tuple[str, str]], list[Any]]:
    """Return the questions, and how the server answers."""
    questions = asked()
    return questions, alike(answered.told(questions))


@pytest.mark.parametrize("backend", ["native", "python"])
def test_positions_are_answered_alike(backend: Backend) -> None:
    """The same bodies, to the byte: what is there, in words; what is worth what; what is refused, and why."""
    questions, expected = answers()
    assert len({str(each) for each in expected}) > POSITIONS
    assert alike(run_in_folder("answered", questions, backend).told) == expected


@pytest.mark.skipif(aceten_solver.backend != "native", reason="the native core is not built")
def test_the_core_searches_alike() -> None:
    """With the same nodes it knows the same, and has searched as many; it ends when its time is up, and does nothing for nobody."""
    chance = random.Random(TURN)
    deals = [
        str(aceten.load(game, players=players).deal(seed=chance.randrange(2**32)))
        for game, players in (
            ("zsiros", 4),
            ("zsiros", 2),
            ("sedma", 4),
            ("hola", 2),
            ("schnapsen", 2),
            ("sixty-six", 2),
            ("einwerfen", 4),
        )
        for _ in range(sliced(1, whole=20))
    ]
    given: dict[str, Any] = {
        "asked": [(deal, nodes) for deal in deals for nodes in (1, 5000, sliced(50_000, whole=1_000_000))],
        "long": str(aceten.load("hola", players=6).deal(seed=1)),
        "seconds": 0.2,
    }
    here, there = searched.told(given), run_in_folder("searched", given, "native").told
    assert there["replies"] == json.loads(json.dumps(here["replies"]))
    assert (there["cut"], there["stopped"]) == ([False], 0)
    assert there["took"] >= given["seconds"]
