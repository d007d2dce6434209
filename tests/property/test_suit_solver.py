"""The solver on games with suit tricks, compared with plain minimax on random small positions."""

from __future__ import annotations

import functools
import itertools
import random
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec
import pytest
from slices import sliced
from strategies import HOUSE_SUIT_RULES, pick

import aceten_solver
from aceten import Claim, State, SuitGame, SuitState, load, parse, parse_action
from aceten.conformance.rows import load_row, option_rows
from aceten_solver import Objective, ObjectiveError
from aceten_spec import Option, Rulebook, load_shipped, shipped
from aceten_spec.rulebook import SuitParameters

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from aceten_solver.objectives import Value

SUIT_NAMES: Final = [name for name in shipped() if isinstance(load_shipped(name).parameters, SuitParameters)]
BOOKS: Final = {name: load_shipped(name) for name in SUIT_NAMES} | {book.id: book for book in HOUSE_SUIT_RULES}
"""The rulebooks with suit tricks, shipped and our own."""
CHUNKS: Final = 4
POSITIONS: Final = 76
"""Positions in a chunk: together more than 300 for every rulebook."""
NODE_LIMIT: Final = 900
"""Positions for which plain minimax takes more are left out."""

Worths: TypeAlias = "tuple[int, ...]"


class TooLargeError(Exception):
    """A position that plain minimax would take too long for."""


def objectives(state: State) -> tuple[Objective, ...]:
    """Return what can be asked of a position: card points only where nothing else decides a deal."""
    return ("deal", "game-points", "points") if state.game.rules.score == "table" else ("deal", "game-points")


def end_worths(state: State) -> Worths:
    """Return what a finished deal is worth to side 0: deal, game points, points."""
    result = state.result
    assert result is not None
    assert result.winners is not None
    assert result.game_points is not None
    deal = 0 if not result.winners else 1 if result.winners[0] == 0 else -1
    return deal, result.game_points[0] - result.game_points[1], result.points[0]


def minimax(state: State, effort: list[int]) -> Worths:
    """Return the worth of a state for each objective on its own: side 0 maximizes, side 1 minimizes. Everything is tried."""
    effort[0] += 1
    if effort[0] > NODE_LIMIT:
        raise TooLargeError
    if state.turn is None:
        return end_worths(state)
    choose = max if state.turn % 2 == 0 else min
    return tuple(map(choose, zip(*(minimax(state.play(action), effort) for action in state.legal), strict=True)))


def _touched(name: str, option: Option) -> set[str]:
    """Return the parameters that an option can change."""
    if isinstance(option.values, dict):
        return {parameter for changes in option.values.values() for parameter in changes}
    return {name}


@functools.cache
def games(name: str) -> tuple[SuitGame, ...]:
    """Return a rulebook's games, with hands as they are and with smaller ones, so that few cards are many tricks.

    Smaller hands race to fewer points, so that races are close. One after the other they differ in the hands; each number of players and
    each combination of options comes once before any returns.
    """
    found: list[list[SuitGame]] = []
    book = BOOKS[name]
    rules = book.parameters
    assert isinstance(rules, SuitParameters)
    sizes = {name for name, option in book.options.items() if {"hand", "deal", "pack"} & set(_touched(name, option))}
    for hand, points in ((2, 15), (2, 20), (2, 40), (3, 30), (rules.hand, rules.claim_points)):
        parameters = msgspec.structs.replace(
            rules, hand=hand, deal=(hand,), claim_points=points if rules.claim_points else 0
        )
        smaller: Rulebook = msgspec.structs.replace(book, parameters=parameters)
        found.append([])
        for players in parameters.players:
            for row in option_rows(book, players):
                game = load_row(smaller, players, {key: value for key, value in row.items() if key not in sizes})
                assert isinstance(game, SuitGame)
                found[-1].append(game)
    count = len(found[0])
    return tuple(found[(turn + row) % len(found)][row] for turn in range(len(found)) for row in range(count))


def random_position(chance: random.Random, turns: Iterator[SuitGame]) -> SuitState:
    """Return what is left of a random deal of the next game that has such a position, before some moment of its last tricks."""
    for game in turns:
        scores = (game.rules.target - chance.randrange(1, 120), game.rules.target - chance.randrange(1, 120))
        state = game.deal(
            seed=chance.randrange(2**32),
            dealer=chance.randrange(game.players),
            scores=scores if game.scores_matter else None,
        )
        left = chance.randrange(1, 5 + 2 * game.players)
        while state.turn is not None and sum(map(len, state.hands)) + len(state.talon) > left:
            state = state.play(pick(state, chance.randrange(256)))
        assert isinstance(state, SuitState)
        if len(state.legal) > 1:
            return state
    raise AssertionError


def worth(value: Value | None, objective: Objective) -> int:
    """Return what a solver's value is worth to side 0 under its objective."""
    assert value is not None
    match objective:
        case "points":
            assert value.points is not None
            return value.points[0]
        case "deal":
            return {0: 1, 1: -1, "nobody": 0}[value.winner if value.winner is not None else "open"]
        case "game-points":
            assert value.margin is not None
            return value.margin


@pytest.mark.parametrize(
    ("name", "chunk"),
    [(name, chunk) for name in BOOKS for chunk in range(sliced(1, whole=CHUNKS))],
)
def test_solver_agrees_with_plain_minimax(name: str, chunk: int) -> None:
    """The value of the position, of every action, the best actions and the end of the line are those of plain minimax.

    For every rulebook with suit tricks and its options, claims, closing, exchanging and marriages included, under every objective that
    a position answers; all chunks together are more than 300 positions each.
    """
    chance = random.Random(f"{name} {chunk}")
    turns = itertools.cycle(games(name)[chunk * len(games(name)) // CHUNKS :] + games(name))
    done = 0
    while done < POSITIONS:
        state = random_position(chance, turns)
        effort = [0]
        try:
            expected = {str(action): minimax(state.play(action), effort) for action in state.legal}
        except TooLargeError:
            continue
        done += 1
        assert state.turn is not None
        best = max if state.turn % 2 == 0 else min
        for index, objective in enumerate(objectives(state)):
            wanted = {action: worths[index] for action, worths in expected.items()}
            solution = aceten_solver.solve(state, objective)
            where = f"{state} ({objective}, {state.game.rules.hand} cards, {state.game.rules.claim_points} points)"
            assert solution.exact, where
            assert {entry.action: worth(entry.value, objective) for entry in solution.actions} == wanted, where
            value = best(wanted.values())
            assert worth(solution.value, objective) == value, where
            assert set(solution.best) == {action for action, worths in wanted.items() if worths == value}, where
            end: State = state
            for text in solution.line:
                end = end.play(parse_action(text))
            assert end_worths(end)[index] == value, where


@pytest.mark.parametrize("name", BOOKS)
def test_what_is_remembered_holds_wherever_it_is_used(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Values are those of a search that takes no two different states for the same, on positions with a longer way to go."""

    def everything(state: SuitState) -> Hashable:
        return state

    chance = random.Random(f"table {name}")
    turns = itertools.cycle(games(name))
    for _ in range(sliced(20, whole=60)):
        state = random_position(chance, turns)
        objective = chance.choice(objectives(state))
        solution = aceten_solver.solve(state, objective, nodes=4000)
        with monkeypatch.context() as changed:
            changed.setattr(SuitState, "key", property(everything))
            plain = aceten_solver.solve(state, objective, nodes=8000)
        if solution.exact and plain.exact:
            assert [(entry.action, entry.value) for entry in solution.actions] == [
                (entry.action, entry.value) for entry in plain.actions
            ], f"{state} ({objective})"


@pytest.mark.parametrize(
    "line",
    [
        "schnapsen/2 hands=AsKhQhQdJc,KcJhTsTd lead=1 trick=Tc taken=-,AcAhAdKsKdQcQsJsJdTh dealer=0 trump=c shown=Jc,-",
        "schnapsen/2 hands=KhQsJsTcTh,QhJcJhTs lead=1 trick=Ac taken=-,AsAhAdKcKsKdQcQdJdTd dealer=0 trump=s shown=Js,Ts",
    ],
)
def test_a_wrong_claim_can_be_the_best_action(line: str) -> None:
    """Who would lose three game points for want of a trick does better with a wrong claim, which costs two, and the solver finds it."""
    state = parse(line)
    assert isinstance(state, SuitState)
    assert not state.is_right(None)
    solution = aceten_solver.solve(state)
    assert solution.best == ("claim",)
    assert {entry.action: entry.value.margin for entry in solution.actions if entry.value} == {
        str(action): -2 if isinstance(action, Claim) else -3 for action in state.legal
    }


@pytest.mark.parametrize("name", SUIT_NAMES)
def test_points_are_asked_for_only_where_they_decide(name: str) -> None:
    """Where claims, marriages or a contract decide a deal, a question for card points is refused with what to ask instead."""
    state = load(name).deal(seed=1)
    if state.game.rules.score == "table":
        assert aceten_solver.solve(state, nodes=10).objective == "points"
        return
    assert aceten_solver.solve(state, nodes=10).objective == "game-points"
    with pytest.raises(ObjectiveError, match="ask for deal or game-points"):
        aceten_solver.solve(state, "points")
