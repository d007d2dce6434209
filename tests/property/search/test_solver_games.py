"""The solver on every game with two sides, compared with plain minimax on random small positions."""

import functools
import random
from typing import Final, TypeAlias

import msgspec
import pytest
from support.games.game_strategies import MATCHING_NAMES, matching_game, matching_state
from support.oracles.merits import Merit, merit, merits
from support.slices import sliced

import aceten_solver
from aceten import FLIP, MatchingGame, MatchingState, State, UsageError, load, parse
from aceten.conformance.questions.option_rows import load_row, option_rows
from aceten.engine.equal_actions import canonical_action
from aceten.testing import pick
from aceten_solver import OBJECTIVES, Objective, Solver
from aceten_solver.question.objectives import merit_by
from aceten_spec import Rulebook, load_shipped

CHUNKS: Final = 4
POSITIONS: Final = 76
"""Positions in a chunk, at least one of every game: all chunks together have more than 300 for every rulebook."""
NODE_LIMIT: Final = sliced(60, whole=900)
"""Positions for which plain minimax takes more are left out."""

Worths: TypeAlias = "dict[Objective, Merit]"


class TooLargeError(Exception):
    """A position that plain minimax would take too long for."""


def is_first(state: MatchingState, seat: int) -> bool:
    """Whether a seat is on side 0: that of seat 0, or the player who plays alone, as somebody knows who sees all cards."""
    game = state.game
    if game.rules.sides == "alternate":
        return seat % 2 == 0
    if state.lone is not None:
        return seat == state.lone
    if game.lone_card in state.trick:
        return seat == (state.leader + state.trick.index(game.lone_card)) % game.players
    return game.lone_card in state.hands[seat]


def first_sides(state: MatchingState) -> frozenset[int]:
    """Return the sides of the game that are on side 0."""
    return frozenset(state.game.sides[seat] for seat in range(state.game.players) if is_first(state, seat))


def end_worths(state: State, first: frozenset[int]) -> Worths:
    """Return what a finished deal is worth to side 0, by everything that counts."""
    result = state.result
    assert result is not None
    assert result.winners is not None
    assert result.game_points is not None
    points = sum(has for side, has in enumerate(result.points) if side in first)
    deal = any(side in first for side in result.winners) - any(side not in first for side in result.winners)
    ours = max(scored for side, scored in enumerate(result.game_points) if side in first)
    theirs = max(scored for side, scored in enumerate(result.game_points) if side not in first)
    return merits({"points": points, "deal": deal, "game-points": ours - theirs})


def minimax(state: State, first: frozenset[int], effort: list[int]) -> Worths:
    """Return the worth of a state for each objective: side 0 maximizes, side 1 minimizes. All plays are tried."""
    effort[0] += 1
    if effort[0] > NODE_LIMIT:
        raise TooLargeError
    if state.turn is None:
        return end_worths(state, first)
    choose = max if state.game.sides[state.turn] in first else min
    after = [minimax(state.play(action), first, effort) for action in state.legal]
    return {objective: choose(worths[objective] for worths in after) for objective in OBJECTIVES}


@functools.cache
def games(name: str) -> tuple[MatchingGame, ...]:
    """Return a rulebook's games with two sides, with hands as they are and with smaller ones, so that few cards are many tricks.

    One after the other they differ in the hands; each number of players and each combination of options comes once before any returns.
    """
    book = load_shipped(name)
    sizes: list[list[MatchingGame]] = []
    for hand in (2, 3, book.parameters.hand):
        parameters = msgspec.structs.replace(book.parameters, hand=hand, deal=(hand,))
        smaller: Rulebook = msgspec.structs.replace(book, parameters=parameters)
        rows = [(players, row) for players in parameters.players for row in option_rows(smaller, players)]
        made = [matching_game(load_row(smaller, *row)) for row in rows]
        sizes.append([game for game in made if game.rules.sides != "each"])
    count = len(sizes[0])
    return tuple(sizes[(turn + row) % 3][row] for turn in range(3) for row in range(count))


def random_position(chance: random.Random, game: MatchingGame) -> MatchingState:
    """Return what is left of a random deal of a game, before some moment of its last tricks."""
    while True:
        state = matching_state(game.deal(seed=chance.randrange(2**32), dealer=chance.randrange(game.players)))
        left = chance.randrange(3, 5 + 2 * game.players)
        while state.turn is not None and sum(map(len, state.hands)) + len(state.talon) > left:
            state = state.play(pick(state, chance.randrange(256)))
        holder = state.game.lone_card is None or state.game.lone_card not in state.talon
        if holder and (len(state.legal) > 1 or (state.legal and chance.random() < 0.1)):
            return state


@pytest.mark.turns(8)
@pytest.mark.parametrize("chunk", range(sliced(1, whole=CHUNKS)))
@pytest.mark.parametrize("name", MATCHING_NAMES)
def test_solver_agrees_with_plain_minimax(name: str, chunk: int) -> None:
    """The value of the position, of every action, the best actions and the end of the line are those of plain minimax.

    For every rulebook and its options, under every objective; all chunks together are more than 300 positions each, and a slice
    is one for every sixth combination of options, at least ten.
    """
    chance = random.Random(f"{name} {chunk}")
    done, number = 0, sliced(max(10, len(games(name)) // 6), whole=POSITIONS)
    while done < number:
        state = random_position(chance, games(name)[(chunk * POSITIONS + done) % len(games(name))])
        first = first_sides(state)
        effort = [0]
        try:
            expected = {action: minimax(state.play(action), first, effort) for action in state.legal}
        except TooLargeError:
            continue
        done += 1
        assert state.turn is not None
        best = max if state.game.sides[state.turn] in first else min
        for objective in OBJECTIVES:
            wanted = {action: worths[objective] for action, worths in expected.items()}
            solution = aceten_solver.solve(state, objective)
            where = f"{state} ({objective})"
            assert solution.exact, where
            assert {state.game.sides[seat] for seat in solution.sides[0]} == first, where
            assert {entry.action: merit(entry.value, objective, OBJECTIVES) for entry in solution.actions} == wanted, (
                where
            )
            value = best(wanted.values())
            assert merit(solution.value, objective, OBJECTIVES) == value, where
            assert set(solution.best) == {action for action, worths in wanted.items() if worths == value}, where
            with Solver() as solver:
                own, values = solver.values(state, objective)
                assert [solver.secures(state, value[0] + more, objective) for more in (-1, 0, 1)] == [True, True, False]
            assert merit_by(own, objective) == value[0], where
            assert {action: merit_by(values[canonical_action(state.game, action)], objective) for action in wanted} == {
                action: worths[0] for action, worths in wanted.items()
            }, where
            end = state
            for action in solution.line:
                end = end.play(action)
            assert end_worths(end, first)[objective] == value, where


def worth_at_last(state: State, first: frozenset[int], known: dict[State, Worths]) -> Worths:
    """Return what :func:`minimax` does, asking once for states that the rules make no difference between."""
    if state.turn is None:
        return end_worths(state, first)
    if state not in known:
        choose = max if state.game.sides[state.turn] in first else min
        after = [worth_at_last(state.play(action), first, known) for action in state.legal]
        known[state] = {objective: choose(worths[objective] for worths in after) for objective in OBJECTIVES}
    return known[state]


def limited() -> Rulebook:
    """Return Ristiklappi in which no two tricks in a row are led with one rank, unless there is nothing else to lead."""
    book = load_shipped("ristiklappi")
    parameters = msgspec.structs.replace(book.parameters, lead_limit=1, spice=False)
    return msgspec.structs.replace(book, options={}, parameters=parameters)


ALIKE: Final = {
    "who led": "zsiros/4 hands=A97,A77,A99,JJJ lead=1 points=20,30 tricks=1,1",
    "a trump was played": "sedma-trumps/2 hands=AAQT,QQT7 lead=1 points=20,20 tricks=1,1",
    "ranks led in a row": "ristiklappi/2 hands=AAKK,AAKK lead=0 points=40,20 tricks=1,1",
    "the trick": "hola/4 hands=T97,T97,T99,T77 lead=2 points=40,0 tricks=1,0 four_resets=on",
    "scores that fall": "hola/4 hands=J99,QJ9,QQJ,QJ9 lead=2 points=80,0 tricks=1,0 four_resets=on",
    "who took a trick": "zsiros/2 hands=J877,J988 lead=0 points=80,0 tricks=1,0 last_card_loses=7",
}
"""Positions from which play comes to others that differ in one thing alone, and are not worth the same."""


@pytest.mark.turns(8)
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("line", ALIKE.values(), ids=ALIKE.keys())
def test_positions_that_differ_in_one_thing_alone(line: str, objective: Objective) -> None:
    """The solver does not take one position for another with equal hands, where who led, say, is all that tells them apart."""
    state = matching_state(parse(line, rules=limited() if line.startswith("ristiklappi") else None))
    first, known = first_sides(state), dict[State, Worths]()
    wanted = {action: worth_at_last(state.play(action), first, known)[objective] for action in state.legal}
    solution = aceten_solver.solve(state, objective)
    assert {entry.action: merit(entry.value, objective, OBJECTIVES) for entry in solution.actions} == wanted


@pytest.mark.turns(8)
@pytest.mark.parametrize("name", MATCHING_NAMES)
def test_chunks_are_enough(name: str) -> None:
    """A chunk has a position by every combination of options; all together are at least 300, and have one of every game."""
    played = [(game.players, game.options) for game in games(name)]
    assert set(played[:POSITIONS]) == set(played)
    assert max(300, len(games(name))) <= CHUNKS * POSITIONS


@pytest.mark.parametrize(
    ("name", "options"), [("septica", {}), ("hola", {}), ("sedma-three", {"three_player": "each_for_himself"})]
)
def test_three_each_for_himself_are_refused(name: str, options: dict[str, str]) -> None:
    """Where three play, each for himself, there is no value to be had, and the message says so."""
    state = load(name, players=3, **options).deal(seed=1)
    message = "3 players, each for himself; perfect play has a value only where two sides play against each other"
    with pytest.raises(UsageError, match=f"{load_shipped(name).called}: {message}"):
        aceten_solver.solve(state)


def test_a_lone_player_who_is_not_known_is_refused() -> None:
    """While the red king lies in the talon nobody is known to play alone, and the message says so."""
    game = matching_game(load("sedma-three"))
    state = next(state for state in (game.deal(seed=seed) for seed in range(99)) if game.lone_card in state.talon)
    with pytest.raises(UsageError, match="nobody is known to hold the king of hearts, whose holder plays alone"):
        aceten_solver.solve(state)


@pytest.mark.parametrize(("talon", "only"), [("A3", True), ("3A", False)])
def test_a_flip_may_look_at_the_talon(talon: str, *, only: bool) -> None:
    """With every card known the solver knows what a flip turns up: the ace that takes the trick is the only best, a three is not."""
    line = f"ristiklappi/2 hands=2345,66789 talon={talon} lead=0 trick=A points=48,50 tricks=3,3 spice=off"
    assert (aceten_solver.solve(parse(line)).best == (FLIP,)) == only
