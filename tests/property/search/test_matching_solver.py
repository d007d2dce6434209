"""The solver against a plain minimax that knows neither tables nor pruning, and against itself one action later."""

import random
from typing import TypeAlias

import msgspec
import pytest
from support.games.game_strategies import matching_state
from support.oracles.merits import Merit, merit, merits, worth
from support.slices import sliced

import aceten
import aceten_solver
from aceten import PositionError, State
from aceten.engine.equal_actions import canonical_action
from aceten_solver import OBJECTIVES, Objective, Solution
from aceten_spec import Rulebook, load_shipped, parse_rulebook

SHIPPED = load_shipped("zsiros")
OPTIONS = ("", "draw=round_robin", "tie=draw", "last_card_loses=7", "tie=draw last_card_loses=7")
EVERY_CHUNK = 40
CHUNKS = sliced(2, whole=EVERY_CHUNK)
POSITIONS = 55
NODE_LIMIT = sliced(2_000, whole=20_000)
Worths: TypeAlias = "dict[Objective, Merit]"


def small_rulebook(hand: int) -> Rulebook:
    """Return Zsíros with smaller hands, so that positions with a talon are small too."""
    from importlib.resources import files

    text = (files("aceten_spec") / "rulebooks" / "zsiros.toml").read_text(encoding="utf-8")
    assert "\nhand = 4\ndeal = [4]\n" in text
    return parse_rulebook(text.replace("\nhand = 4\ndeal = [4]\n", f"\nhand = {hand}\ndeal = [{hand}]\n"))


RULEBOOKS = {4: SHIPPED, 3: small_rulebook(3), 2: small_rulebook(2)}


class TooLargeError(Exception):
    """A position that plain minimax would take too long for."""


def end_worths(state: State, known: tuple[Objective, ...]) -> Worths:
    """Return what a finished deal is worth to side 0, by everything that is known of it. From the rules of Zsíros, by hand."""
    first, second = state.points
    if not state.points_known:
        return merits({"points": first})
    last = state.leader % 2
    if matching_state(state).forfeit is not None:
        winner = 1 - (matching_state(state).forfeit or 0)
    elif first != second:
        winner = 0 if first > second else 1
    elif dict(state.game.options).get("tie") == "draw":
        return merits({objective: first if objective == "points" else 0 for objective in known})
    else:
        winner = last
    sign = 1 if winner == 0 else -1
    loser = 1 - winner
    nothing_taken = (
        not state.taken[loser] and not state.points[loser] and state.tricks is not None and state.tricks[loser] == 0
    )
    score = 3 if nothing_taken else 2 if state.points[winner] == 80 else 1
    told: dict[Objective, int] = {"points": first, "deal": sign, "game-points": sign * score}
    return merits({objective: told[objective] for objective in known})


def minimax(state: State, known: tuple[Objective, ...], effort: list[int]) -> Worths:
    """Return the worth of a state for each objective: side 0 maximizes, side 1 minimizes. All plays are tried."""
    effort[0] += 1
    if effort[0] > NODE_LIMIT:
        raise TooLargeError
    if state.turn is None:
        return end_worths(state, known)
    choose = max if state.turn % 2 == 0 else min
    after = [minimax(state.play(action), known, effort) for action in state.legal]
    return {objective: choose(worths[objective] for worths in after) for objective in known}


def random_position(chance: random.Random) -> State:
    """Return a random small position: what is left of a random deal, or some cards with what was captured, stated in a random way."""
    rulebook = RULEBOOKS[chance.choice((2, 2, 3, 4))]
    players = chance.choice((2, 4))
    while True:
        try:
            state = (
                late_position(chance, rulebook, players)
                if chance.random() < 0.4
                else made_position(chance, rulebook, players)
            )
        except PositionError:
            continue
        for _ in range(chance.choice((0, 1, 2, 3, players, chance.randrange(players * 3)))):
            if state.turn is not None:
                state = state.play(chance.choice(state.legal))
        if len(state.legal) > 1 or (state.legal and chance.random() < 0.1):
            return state


def late_position(chance: random.Random, rulebook: Rulebook, players: int) -> State:
    """Return a deal that has been played at random until few cards are left."""
    options = {name: value for name, _, value in (word.partition("=") for word in chance.choice(OPTIONS).split())}
    state = aceten.load(rulebook, players=players, **options).deal(
        seed=chance.randrange(2**32), dealer=chance.randrange(players)
    )
    left = chance.randrange(4, 11)
    while sum(map(len, state.hands)) + len(state.talon) > left:
        state = state.play(chance.choice(state.legal))
    return state


def made_position(chance: random.Random, rulebook: Rulebook, players: int) -> State:
    """Return a position of random cards; where the rest is, is left open, or given as points and tricks."""
    hand = rulebook.parameters.hand
    size = max(chance.randint(1, hand), chance.randint(1, hand))
    talon = chance.choice((0, players, 2 * players)) if size == hand else 0
    deck = [rank for rank in "AKQJT987" for _ in range(4)]
    # Few ranks make many plays lead to the same hands: there a table can go wrong.
    few = chance.choice(("AKQJT987", "AKQJT987", "AT7K", "A7KQ", "A7K"))
    deck = [rank for rank in deck if rank in few]
    if len(deck) < size * players:
        players = 2
    chance.shuffle(deck)
    talon = min(talon, (len(deck) - size * players) // players * players)
    cards = deck[: size * players + talon]
    hands = ["".join(cards[size * seat : size * (seat + 1)]) for seat in range(players)]
    words = [
        f"zsiros/{players}",
        "hands=" + ",".join(hands),
        f"lead={chance.randrange(players)}",
        chance.choice(OPTIONS),
    ]
    if talon:
        words.append("talon=" + "".join(cards[size * players :]))
    if chance.random() < 0.8:
        missing = 80 - 10 * sum(rank in "AT" for rank in cards)
        first = chance.choice((0, missing, chance.randrange(0, missing + 1, 10)))
        words.append(f"points={first},{missing - first}")
        # Often a side that has nothing yet: then every trick may still matter.
        tricks = [chance.randint(1, 3) if points else chance.choice((0, 0, 1)) for points in (first, missing - first)]
        if chance.random() < 0.8:
            words.append(f"tricks={tricks[0]},{tricks[1]}")
    return aceten.parse(" ".join(words), rules=rulebook)


def answerable(state: State) -> tuple[Objective, ...]:
    """Return the objectives for which a position says enough."""
    if not state.points_known:
        return ("points",)
    unsaid = any(not state.points[side] and not state.taken[side] and state.tricks is None for side in (0, 1))
    return ("points", "deal") if unsaid else ("points", "deal", "game-points")


@pytest.mark.turns(8)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_solver_agrees_with_plain_minimax(chunk: int) -> None:
    """On random small positions the value of the position, of every action, and the set of best actions are those of plain minimax.

    Positions with two and four players, with and without talon, in the middle of tricks, under every option that bears on play and
    every objective that the position answers. All chunks together are more than 1,000 positions.
    """
    chance = random.Random(f"minimax {chunk}")
    done = 0
    while done < POSITIONS:
        state = random_position(chance)
        try:
            known = answerable(state)
            expected = {action: minimax(state.play(action), known, [0]) for action in state.legal}
        except TooLargeError:
            continue
        done += 1
        best = max if (state.turn or 0) % 2 == 0 else min
        for objective in known:
            wanted = {action: worths[objective] for action, worths in expected.items()}
            solution = aceten_solver.solve(state, objective)
            where = f"{state} ({objective})"
            assert solution.exact, where
            assert {entry.action: merit(entry.value, objective, known) for entry in solution.actions} == wanted, where
            value = best(wanted.values())
            assert merit(solution.value, objective, known) == value, where
            assert set(solution.best) == {action for action, worths in wanted.items() if worths == value}, where
            assert end_of(state, solution, known)[objective] == value, where


def end_of(state: State, solution: Solution, known: tuple[Objective, ...]) -> Worths:
    """Return what the solution's line comes to in the engine."""
    for action in solution.line:
        state = state.play(action)
    assert state.turn is None
    return end_worths(state, known)


@pytest.mark.parametrize("talon", ["KQAA", "KQKQ", "KQKQTT", "QKQKTT", "KQ78KQ"])
@pytest.mark.parametrize("lead", [0, 1])
def test_hands_that_come_back(talon: str, lead: int) -> None:
    """Hands that come back after a trick, with fewer cards in the talon, are another position for the solver."""
    state = aceten.parse(f"zsiros/2 hands=KA,QA talon={talon} lead={lead}", rules=RULEBOOKS[2])
    expected = {action: minimax(state.play(action), ("points",), [-(10**9)])["points"] for action in state.legal}
    solution = aceten_solver.solve(state)
    assert {entry.action: merit(entry.value, "points", ("points",)) for entry in solution.actions} == expected


def test_chunks_make_a_thousand_positions() -> None:
    """Taken whole, the comparison with plain minimax covers at least 1,000 positions."""
    assert EVERY_CHUNK * POSITIONS >= 1_000


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("players", [2, 4])
def test_value_of_an_action_is_the_value_after_it(seed: int, players: int) -> None:
    """What an action is said to be worth is what the position after it is worth, in every respect."""
    chance = random.Random(f"after {players} {seed}")
    state = aceten.load("zsiros", players=players).deal(seed=seed)
    while sum(map(len, state.hands)) + len(state.talon) > 14:
        state = state.play(chance.choice(state.legal))
    solution = aceten_solver.solve(state)
    for entry in solution.actions:
        assert aceten_solver.solve(state.play(entry.action)).value == entry.value


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_without_best_play_all_that_counts_is_told(objective: Objective, seed: int) -> None:
    """Who does not ask for best play is told the same of every action, but for who takes the last trick, with less work."""
    chance = random.Random(f"no line {seed}")
    state = aceten.load("zsiros", players=2 + 2 * (seed % 2)).deal(seed=seed)
    while sum(map(len, state.hands)) + len(state.talon) > 12:
        state = state.play(chance.choice(state.legal))
    with aceten_solver.Solver(tables=False) as one, aceten_solver.Solver(tables=False) as other:
        whole, less = one.solve(state, objective), other.solve(state, objective, line=False)
    assert (less.best, less.line, less.exact) == (whole.best, (), True)
    assert less.nodes <= whole.nodes
    for entry, same in zip(whole.actions, less.actions, strict=True):
        assert entry.value is not None
        assert same.value is not None
        known = {"last_trick": same.value.last_trick, "award": same.value.award}
        assert msgspec.structs.replace(entry.value, **known) == same.value
        assert {same.value.last_trick, entry.value.last_trick} <= {None, entry.value.last_trick}


@pytest.mark.parametrize("seed", range(6))
def test_suits_make_no_difference(seed: int) -> None:
    """A position with suits has the values of the same position without them, and its line is in its own cards."""
    state = aceten.load("zsiros", players=4).deal(seed=seed)
    chance = random.Random(seed)
    while state.talon:
        state = state.play(chance.choice(state.legal))
    plain = aceten.parse(strip(str(state)))
    suited, bare = aceten_solver.solve(state), aceten_solver.solve(plain)
    assert suited.value == bare.value
    values = {entry.action: entry.value for entry in bare.actions}
    assert all(values[canonical_action(state.game, entry.action)] == entry.value for entry in suited.actions)
    assert end_of(state, suited, ("points",))["points"][0] == worth(bare.value, "points")


def strip(line: str) -> str:
    """Return a position line without the suits of its cards."""
    words: list[str] = []
    for word in line.split():
        key, equals, cards = word.partition("=")
        words.append(key + equals + (cards.translate(str.maketrans("", "", "cshd")) if equals else ""))
    return " ".join(words)
