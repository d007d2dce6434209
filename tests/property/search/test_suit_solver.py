"""The solver on games with suit tricks, compared with plain minimax on random small positions."""

import functools
import itertools
import random
from collections.abc import Hashable, Iterator
from typing import Final, TypeAlias

import msgspec
import pytest
from support.games.game_strategies import HOUSE_SUIT_RULES
from support.oracles.merits import Merit, merit, merits
from support.slices import sliced

import aceten_solver
from aceten import Claim, Meld, Play, State, SuitGame, SuitState, load, parse
from aceten.conformance.questions.option_rows import load_row, option_rows
from aceten.testing import pick
from aceten_solver import Backend, Objective, ObjectiveError
from aceten_solver.question.objectives import merit_by
from aceten_spec import Option, Rulebook, load_shipped, shipped
from aceten_spec.rulebook import SuitParameters

SUIT_NAMES: Final = [name for name in shipped() if isinstance(load_shipped(name).parameters, SuitParameters)]
BOOKS: Final = {name: load_shipped(name) for name in SUIT_NAMES} | {book.id: book for book in HOUSE_SUIT_RULES}
"""The rulebooks with suit tricks, shipped and our own."""
CHUNKS: Final = 4
POSITIONS: Final = 76
"""Positions in a chunk: together more than 300 for every rulebook."""
NODE_LIMIT: Final = sliced(80, whole=900)
"""Positions for which plain minimax takes more are left out."""
SHORT_LIMIT: Final = sliced(80, whole=300)
"""The same where the length of lines is looked at."""


def suit_parameters(book: Rulebook) -> SuitParameters:
    """Return the parameters of a rulebook with suit tricks."""
    assert isinstance(book.parameters, SuitParameters)
    return book.parameters


Worths: TypeAlias = "dict[Objective, Merit]"


class TooLargeError(Exception):
    """A position that plain minimax would take too long for."""


def objectives(state: State) -> tuple[Objective, ...]:
    """Return what can be asked of a position: card points only where nothing else decides a deal."""
    return ("deal", "game-points", "points") if state.game.rules.score == "table" else ("deal", "game-points")


def end_worths(state: State) -> Worths:
    """Return what a finished deal is worth to side 0, by everything that counts."""
    result = state.result
    assert result is not None
    assert result.winners is not None
    assert result.game_points is not None
    deal = 0 if not result.winners else 1 if result.winners[0] == 0 else -1
    margin = result.game_points[0] - result.game_points[1]
    told: dict[Objective, int] = {"deal": deal, "game-points": margin, "points": result.points[0]}
    return merits({objective: told[objective] for objective in objectives(state)})


def minimax(state: State, effort: list[int]) -> Worths:
    """Return the worth of a state for each objective: side 0 maximizes, side 1 minimizes. Everything is tried."""
    effort[0] += 1
    if effort[0] > NODE_LIMIT:
        raise TooLargeError
    if state.turn is None:
        return end_worths(state)
    choose = max if state.turn % 2 == 0 else min
    after = [minimax(state.play(action), effort) for action in state.legal]
    return {objective: choose(worths[objective] for worths in after) for objective in objectives(state)}


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
    rows = [(players, row) for players in rules.players for row in option_rows(book, players)]
    assert isinstance(rules, SuitParameters)
    sizes = {name for name, option in book.options.items() if {"hand", "deal", "pack"} & set(_touched(name, option))}
    for hand, points in ((2, 15), (2, 20), (2, 40), (3, 30), (rules.hand, rules.claim_points)):
        parameters = msgspec.structs.replace(
            rules, hand=hand, deal=(hand,), claim_points=points if rules.claim_points else 0
        )
        smaller: Rulebook = msgspec.structs.replace(book, parameters=parameters)
        found.append([])
        for players, row in rows:
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


@pytest.mark.turns(8)
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
    done, number = 0, sliced(max(8, len(games(name)) // 15), whole=POSITIONS)
    while done < number:
        state = random_position(chance, turns)
        effort = [0]
        try:
            expected = {action: minimax(state.play(action), effort) for action in state.legal}
        except TooLargeError:
            continue
        done += 1
        assert state.turn is not None
        best = max if state.turn % 2 == 0 else min
        for objective in objectives(state):
            wanted = {action: worths[objective] for action, worths in expected.items()}
            solution = aceten_solver.solve(state, objective)
            where = f"{state} ({objective}, {state.game.rules.hand} cards, {state.game.rules.claim_points} points)"
            assert solution.exact, where
            known = objectives(state)
            assert {entry.action: merit(entry.value, objective, known) for entry in solution.actions} == wanted, where
            value = best(wanted.values())
            assert merit(solution.value, objective, known) == value, where
            assert set(solution.best) == {action for action, worths in wanted.items() if worths == value}, where
            with aceten_solver.Solver() as solver:
                own, values = solver.values(state, objective)
            assert merit_by(own, objective) == value[0], where
            assert {action: merit_by(each, objective) for action, each in values.items()} == {
                action: worths[0] for action, worths in wanted.items()
            }, where
            end: State = state
            for action in solution.line:
                end = end.play(action)
            assert end_worths(end)[objective] == value, where


def nearest_end(state: State, objective: Objective, effort: list[int]) -> tuple[Merit, int]:
    """Return what a state is worth, and with how many cards the deal then ends if who profits hurries and the other holds it up.

    Who does not profit claims nothing while something else is worth as much.
    """
    effort[0] += 1
    if effort[0] > SHORT_LIMIT:
        raise TooLargeError
    if state.turn is None:
        return end_worths(state)[objective], 0
    first = state.turn % 2 == 0
    after = {action: nearest_end(state.play(action), objective, effort) for action in state.legal}
    value = (max if first else min)(merit for merit, _ in after.values())
    kept = {action: cards for action, (merit, cards) in after.items() if merit == value}
    profits = value > (0,) * len(value) if first else value < (0,) * len(value)
    if not profits:
        kept = {action: cards for action, cards in kept.items() if not isinstance(action, Claim)} or kept
    lengths = [cards + isinstance(action, Play | Meld) for action, cards in kept.items()]
    return value, min(lengths) if profits else max(lengths)


@pytest.mark.turns(6)
@pytest.mark.parametrize("name", [name for name, book in BOOKS.items() if suit_parameters(book).claim != "never"])
def test_lines_end_as_soon_as_who_profits_can_end_them(name: str) -> None:
    """Once nothing is drawn any more a line is as short as the side that profits can make it, in cards, and nobody claims for nothing."""
    chance = random.Random(f"short {name}")
    turns = itertools.cycle(games(name))
    done = 0
    while done < sliced(8, whole=300):
        state = random_position(chance, turns)
        for objective in objectives(state) if not state.open_talon else ():
            try:
                value, cards = nearest_end(state, objective, [0])
            except TooLargeError:
                break
            if any(value):
                done += 1
                line = aceten_solver.solve(state, objective).line
                assert sum(isinstance(action, Play | Meld) for action in line) == cards, f"{state} ({objective})"


def test_who_has_enough_claims_at_once() -> None:
    """With 69 points no further trick is played, nor is anything claimed where that changes nothing."""
    state = parse("schnapsen/2 hands=AhKhQh,AsTsKs lead=0 trump=h points=69,8 tricks=5,2")
    assert aceten_solver.solve(state).line == (Claim(),)
    for action in ("Ah", "As"):
        state = state.play(action)
    assert aceten_solver.solve(state).line == (Claim(),)


@pytest.mark.parametrize("backend", sorted({"python", aceten_solver.backend}))
def test_who_has_enough_claims_before_the_talon_is_exhausted(backend: Backend) -> None:
    """With enough points a side claims although there are cards to draw, and shows or exchanges nothing before."""
    state = parse("sixty-six/2 hands=9hKcQcAsKsJs,ThJcTc9cTs9s talon=JhAh lead=0 points=41,10 tricks=4,1 melds=40,0")
    with aceten_solver.Solver(backend=backend) as solver:
        assert solver.solve(state).line == (Claim(),)


@pytest.mark.turns(8)
@pytest.mark.parametrize("name", BOOKS)
def test_what_is_remembered_holds_wherever_it_is_used(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Values are those of a search that takes no two different states for the same, on positions with a longer way to go."""

    def everything(state: SuitState) -> Hashable:
        return state

    chance = random.Random(f"table {name}")
    turns = itertools.cycle(games(name))
    for _ in range(sliced(8, whole=60)):
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
    assert solution.best == (Claim(),)
    mover = state.turn or 0
    assert {
        entry.action: entry.value and entry.value.margin and entry.value.margin[mover] for entry in solution.actions
    } == {action: -2 if isinstance(action, Claim) else -3 for action in state.legal}


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
