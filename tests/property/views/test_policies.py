"""Policies: each sees what it may see, plays whole deals of every game, and does what is said of it."""

import itertools
from typing import Final, get_args

import msgspec
import pytest
from hypothesis import assume, given
from support.games.game_strategies import GAMES, states
from support.slices import examples, in_turn

import aceten_solver
from aceten import Claim, Game, MatchingState, Play, State, SuitState, UsageError, load, parse
from aceten.deals.shuffling import split_mix
from aceten.testing.strategies import seeds
from aceten.vocabulary.actions import Action, Call, CallKind, Seat
from aceten_solver.contests import shipped_policies as policies
from aceten_solver.contests.shipped_policies import POLICIES, Chooser, Means, PolicyName
from aceten_solver.hidden.sampling import sample
from aceten_solver.question.objectives import default_objective, merit_by, value_of_result
from aceten_solver.question.two_sides import two_sides

BLIND: Final[list[PolicyName]] = [name for name in POLICIES if name != "perfect"]
"""Those that see what a seat may see."""

SHORT: Final = 10
"""Cards that are left in an ending that is solved in a moment."""


def made(name: PolicyName, seed: int = 0) -> Chooser:
    """Return a policy for one seat."""
    return POLICIES[name].made(Means(seed, 5, aceten_solver.Solver(memory=1, tables=False), None))


def chosen(name: PolicyName, state: State, seed: int = 0) -> Action:
    """Return what a policy does."""
    return made(name, seed)(state)


def ending(state: State) -> State:
    """Return a state that a deal comes to in which few cards are left."""
    while state.turn is not None and sum(map(len, state.hands)) + len(state.talon) > SHORT:
        state = state.play(chosen("random", state))
    return state


def test_every_name_is_a_policy() -> None:
    """What a specification may name is there, and nothing else is."""
    assert {*get_args(PolicyName)} == {*POLICIES}


@pytest.mark.turns(6)
@pytest.mark.parametrize("name", BLIND)
@examples(20)
@given(state=states(), seed=seeds())
def test_what_is_hidden_has_no_effect(name: PolicyName, state: State, seed: int) -> None:
    """In two deals that look the same to the seat a policy does the same; what it does is legal, and no wrong claim."""
    assume(name != "alpha-mu" or state.game.side_count == 2)
    if name in {"alpha-mu", "average"}:
        state = ending(state)
    assume(state.turn is not None)
    action = chosen(name, state, seed)
    seat = state.turn or 0
    other = sample(state.view(seat), split_mix(seed))
    assert made(name, seed)(msgspec.structs.replace(state, hands=other.hands, talon=other.talon)) == action
    assert action in state.legal
    if isinstance(action, Claim) and isinstance(state, SuitState):
        assert state.is_right(action.suit)


def _strong(state: State, action: Play) -> bool:
    """Whether a card is wild, or a trump."""
    card = str(action.card)
    if isinstance(state, MatchingState):
        return card[0] in state.game.rules.wild
    assert isinstance(state, SuitState)
    return state.trump is not None and card[1:] == state.trump.letter


@pytest.mark.turns(2)
@examples(400)
@given(state=states())
def test_the_rule_of_thumb(state: State) -> None:
    """It takes points from the other side with a card that wins, if there is one; else it gives as few points away as it can."""
    assume(state.turn is not None)
    action = chosen("greedy", state)
    if not isinstance(action, Play):
        return
    game, sides = state.game, state.game.sides
    cards = [each for each in state.legal if isinstance(each, Play)]
    trump = state.trump if isinstance(state, SuitState) else None
    wins = [each for each in cards if game.winning_place((*state.trick, each.card), trump=trump) == len(state.trick)]
    wanted = game.points_of(state.trick) > 0 and sides[state.winning] != sides[state.turn or 0]
    among = wins if wanted and wins else cards
    assert action in among
    price = {each: (_strong(state, each), game.points_of((each.card,))) for each in among}
    assert price[action] == min(price.values())


@pytest.mark.parametrize(
    ("line", "led", "answer"),
    [
        ("zsiros/2 hands=T8JQ,TAK7 lead=0", "T", "T"),  # a ten takes, a seven is kept
        ("zsiros/2 hands=T8JQ,A9K7 lead=0", "T", "7"),  # nothing else takes
        ("zsiros/2 hands=98JJ,AQK7 lead=0", "9", "Q"),  # nothing to take: the lowest of what counts nothing
        ("zsiros/2 hands=98JJ,ATA7 lead=0", "9", "T"),  # what counts goes before what is wild
    ],
)
def test_the_rule_of_thumb_by_hand(line: str, led: str, answer: str) -> None:
    """What it does in positions that are easy to think through."""
    assert str(chosen("greedy", parse(line).play(led))) == answer


@pytest.mark.turns(2)
def test_chance_tries_everything() -> None:
    """Over some seeds every card is played, about as often as any other; the same seed plays the same."""
    state = load("zsiros").deal(seed=1)
    drawn = [str(chosen("random", state, seed)) for seed in range(400)]
    assert {*drawn} == {*map(str, state.legal)}
    assert all(70 < drawn.count(str(action)) < 130 for action in state.legal)
    assert drawn == [str(chosen("random", state, seed)) for seed in range(400)]


@examples(80)
@given(state=states(), seed=seeds())
def test_perfect_play_comes_to_no_less(state: State, seed: int) -> None:
    """Whoever plays perfectly gets what the position is worth to him at least, whatever the other side does; against himself, just that."""
    while state.turn is not None and state.cards_in_play > 10:
        state = state.play(state.legal[0])
    try:
        sides = two_sides(state)
        value = aceten_solver.solve(state).value
    except UsageError:
        return
    objective = default_objective(state.game)
    assert value is not None
    worth = merit_by(value, objective)

    def result(*names: PolicyName) -> int:
        by_seat = [made(names[sides.of(side)], seed + 1) for side in state.game.sides]
        end = policies.play(state, by_seat)
        assert end is not None
        return merit_by(value_of_result(end, sides), objective)

    seed %= 2**63
    assert result("perfect", "random") >= worth >= result("random", "perfect")
    assert result("perfect", "perfect") == worth


@pytest.mark.turns(6)
@pytest.mark.parametrize("game", in_turn(GAMES, 20), ids=str)
def test_whole_deals_come_to_an_end(game: Game) -> None:
    """Every game is played to its end by those that need no search, with the cards of the pack or some of them captured."""
    for seed in range(2):
        by_seat = [made("random" if seat % 2 else "greedy", seed) for seat in range(game.players)]
        end = policies.play(game.deal(seed=seed), by_seat)
        assert end is not None
        assert 0 <= min(end.points) <= sum(end.points) <= game.most_points


@pytest.mark.turns(8)
@pytest.mark.parametrize("name", ["zsiros/2", "sedma/4", "hola/3"])
def test_a_rule_of_thumb_is_better_than_chance(name: str) -> None:
    """Over some deals, each played from every side, it takes half as much again as chance does."""
    title, players = name.split("/")
    game = load(title, players=int(players))
    taken = by_chance = 0
    for seed, own in itertools.product(range(12), range(game.side_count)):
        by_seat = [
            made("greedy" if side == own else "random", 100 * seed + seat) for seat, side in enumerate(game.sides)
        ]
        end = policies.play(game.deal(seed=seed), by_seat)
        assert end is not None
        taken += end.points[own] * (game.side_count - 1)
        by_chance += sum(end.points) - end.points[own]
    assert taken > 1.5 * by_chance


@pytest.mark.parametrize("wrong", [Call(Seat(2), CallKind.BEAT), Play(parse("zsiros/2 hands=A,K lead=0").hands[0][0])])
def test_a_policy_that_plays_wrong_is_told(wrong: Action) -> None:
    """Neither what is against the rules is taken for play, nor a call, with which a deal would never end."""
    state = load("zsiros").deal(seed=1, lacks={1: "A"})

    def choose(_state: State) -> Action:
        return wrong

    with pytest.raises(ValueError, match="the policy of seat 1 chose "):
        policies.play(state, [choose] * 4)
