"""Hidden cards: equilibria and alpha-mu, on decks so small that strategies can be followed through every deal."""

from __future__ import annotations

import itertools
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import reduce
from statistics import fmean
from typing import Final, TypeAlias

import pytest
from msgspec.structs import replace
from support.games.hidden_deals import FEW, TWO, Worlds, dealt, kind_of, look, possible, worlds_of, worth
from support.games.hidden_histories import History, respond
from support.slices import TURN

import aceten_solver
from aceten import Action, State, UsageError, View, parse, parse_action
from aceten.engine.equal_actions import canonical_action
from aceten_solver.answers.solver import Solver
from aceten_solver.contests.shipped_policies import POLICIES, Means, PolicyName
from aceten_solver.hidden.alpha_mu import Cuts, search_alpha_mu
from aceten_solver.hidden.best_response import best_response
from aceten_solver.hidden.equilibrium import ActionChance, Equilibrium, find_equilibrium
from aceten_solver.hidden.histories import GameTree
from aceten_solver.hidden.sequence_form import optimal
from aceten_solver.hidden.shared_tree import SharedTree
from aceten_spec.texts.extras import installing

pytest.importorskip("scipy", reason="equilibria need scipy")

Outcomes: TypeAlias = "tuple[int | None, ...]"
"""What a strategy comes to in each of several worlds; nothing where it is not yet told."""

FUSION: Final = (
    "zsiros/2 hands=AdQh9d7c,AcKcTs9c talon=Ah9h lead=0 taken=KsKdQcQsQdJcJhJdThTd9s8d7h7d,AsKhJsTc8c8s8h7s tricks=7,3"
)
"""A position of which one seat sees its own hand, and which six cards it does not see."""

PARTNERS: Final = [
    (parse(f"zsiros/4 hands=AT7,{second},{third},{fourth} lead=0 points=20,20"), weight)
    for weight, (second, third, fourth) in enumerate(
        [("K98", "A97", "TK8"), ("A98", "K97", "TK8"), ("TK8", "A98", "K97"), ("K97", "TK8", "A98")], start=1
    )
]
"""Deals that look the same to seat 0, whose partner is seat 2."""

# --- What they come to, followed through every deal by the engine alone -----------------------------------------------


class Follower:
    """The strategy of a policy, which sees what its seat may know, and does the same whenever it sees the same."""

    def __init__(self, name: PolicyName, found: Equilibrium) -> None:
        self.seats = found.seats
        with Solver() as solver:
            self._choose = POLICIES[name].made(Means(seed=TURN, samples=20, solver=solver, stop=None))
        self._chosen: dict[View, str] = {}

    def chances(self, world: State, played: Sequence[Action] = ()) -> Iterable[ActionChance]:
        """Return the action that it does."""
        state = reduce(lambda before, action: before.play(action), played, world)
        assert state.turn is not None
        view = state.view(state.turn)
        if view not in self._chosen:
            self._chosen[view] = kind_of(state, self._choose(state))
        kinds = {kind_of(state, action): action for action in state.legal}
        return [
            ActionChance(action=canonical_action(state.game, action), chance=float(kind == self._chosen[view]))
            for kind, action in kinds.items()
        ]


def nothing_beats(found: Equilibrium, worlds: Worlds) -> None:
    """Assert that no strategy of either seat gains anything against those that were found."""
    whole = sum([weight for _, weight in worlds])
    begin = [History(world, weight / whole, world) for world, weight in worlds]
    low, high = (respond(found, seat, begin) for seat in reversed(found.seats))
    assert low == pytest.approx(found.value, abs=1e-8)
    assert high == pytest.approx(found.value, abs=1e-8)


@pytest.mark.turns(12)
@pytest.mark.parametrize("name", TWO)
def test_nothing_beats_an_equilibrium(name: str) -> None:
    """No strategy of either seat, followed through every deal by the engine alone, gains anything against that of the other."""
    worlds = worlds_of(dealt(name, TURN, TURN % 3 if name in FEW else 4))
    nothing_beats(find_equilibrium(worlds), worlds)


@pytest.mark.turns(12)
@pytest.mark.parametrize("name", FEW)
def test_worlds_may_differ_for_the_seat_to_act(name: str) -> None:
    """Where the hand of the seat to act is hidden too, its strategy depends on it, and nothing beats it."""
    worlds = possible(name, TURN)
    nothing_beats(find_equilibrium(worlds), worlds)


@pytest.mark.turns(72)
@pytest.mark.parametrize("policy", ["average", "alpha-mu", "playouts", "greedy"])
@pytest.mark.parametrize("name", FEW)
def test_no_policy_comes_to_more_than_an_equilibrium(name: str, policy: PolicyName) -> None:
    """Against an opponent who knows how a policy plays, and does his best by his own cards, it is worth no more than an equilibrium."""
    state = dealt(name, TURN)
    worlds = worlds_of(state)
    found = find_equilibrium(worlds)
    begin = [History(world, 1 / len(worlds), world) for world, _ in worlds]
    (other,) = set(found.seats) - {state.turn}
    assert side_of(state, respond(Follower(policy, found), other, begin)) <= side_of(state, found.value) + 1e-9


def test_chances_are_those_of_a_plan() -> None:
    """Where a card that is always played would be foreseen, it is played with a chance, against which nothing helps."""
    worlds = possible("sweep-points", 36)
    found = find_equilibrium(worlds)
    mixed = next(world for world, _ in worlds if [str(card) for card in world.hands[1]] == ["A", "K"])
    assert all(0 < one.chance < 1 for one in found.chances(mixed))
    nothing_beats(found, worlds)
    for each in found.strategies():
        assert sum(one.chance for one in each.chances) == pytest.approx(1)
        assert {kind_of(worlds[0][0], one.action) for one in each.chances} == {
            kind_of(worlds[0][0], action) for action in each.view.legal
        }


@pytest.mark.turns(2)
@pytest.mark.parametrize("name", ["any-card", "spice", "race", "table-with-talon"])
def test_what_is_open_is_worth_what_it_is_with_open_cards(name: str) -> None:
    """A game that is followed to the end of every deal comes to the same as one that is left where everything is open."""
    values: list[float] = []
    sizes: list[int] = []
    for opening in (True, False):
        with Solver() as solver:
            game = GameTree(SharedTree(worlds_of(dealt(name, TURN)), None, solver), opening=opening)
            ours, theirs = optimal(game)
            values += [best_response(game, 1, ours), best_response(game, 0, theirs)]
            sizes.append(game.size)
    assert values == pytest.approx([values[0]] * 4, abs=1e-9)
    assert sizes[0] < sizes[1]


# --- Alpha-mu ---------------------------------------------------------------------------------------------------------


def strategies(histories: Sequence[History], seat: int) -> set[Outcomes]:
    """Return what each strategy of a seat that does not mix comes to in each world against opponents who see everything.

    Nothing is left out that another strategy dominates.
    """
    alike: defaultdict[object, list[int]] = defaultdict(list)
    for place, each in enumerate(histories):
        alike[look(each.state, seat) if each.state.turn == seat else each.state.turn].append(place)
    found: set[Outcomes] = {(None,) * len(histories)}
    for places in alike.values():
        parts = _strategies([histories[place] for place in places], seat)
        combined: set[Outcomes] = set()
        for vector, part in itertools.product(found, parts):
            numbers = list(vector)
            for place, number in zip(places, part, strict=True):
                numbers[place] = number
            combined.add(tuple(numbers))
        found = combined
    return found


def _strategies(histories: list[History], seat: int) -> set[Outcomes]:
    turn = histories[0].state.turn
    if turn is None:
        return {tuple([worth(each.state) for each in histories])}
    if turn == seat:
        legal = histories[0].state.legal
        return {vector for action in legal for vector in strategies([each.then(action) for each in histories], seat)}
    found: set[Outcomes] = {(None,) * len(histories)}
    for action in dict.fromkeys(action for each in histories for action in each.state.legal):
        places = [place for place, each in enumerate(histories) if action in each.state.legal]
        parts = [
            spread(part, places, len(histories))
            for part in strategies([histories[at].then(action) for at in places], seat)
        ]
        found = {tuple(map(worst, vector, part, itertools.repeat(seat))) for vector in found for part in parts}
    return found


def spread(part: Outcomes, places: list[int], size: int) -> Outcomes:
    """Return what some of so many worlds come to, with nothing for the others."""
    told = dict(zip(places, part, strict=True))
    return tuple([told.get(place) for place in range(size)])


def worst(one: int | None, other: int | None, seat: int) -> int | None:
    """Return what the opponents of a seat choose."""
    if one is None or other is None:
        return other if one is None else one
    return max(one, other) if seat else min(one, other)


def mean(vector: Outcomes) -> float:
    """Return what a strategy comes to on average."""
    return fmean([number for number in vector if number is not None])


def side_of(state: State, number: float) -> float:
    """Return a number of side 0 as the side to act sees it: the more the better."""
    return -number if state.turn else number


MOST_WORLDS: Final = 6
"""Of about so many worlds all strategies are looked at: there are more of them with each world, and soon too many."""


@pytest.mark.turns(12)
@pytest.mark.parametrize("name", FEW)
def test_alpha_mu_finds_the_best_strategy_that_does_not_mix(name: str) -> None:
    """Searched to the end it comes to what the best of all strategies does, and its fronts are those that no other dominates."""
    state = dealt(name, TURN, TURN % 2)
    every_world = worlds_of(state)
    worlds = every_world[:: max(1, len(every_world) // MOST_WORLDS)]
    found = search_alpha_mu(worlds, nodes=None, cuts=Cuts(root=False))
    assert found.exact
    for entry in found.actions:
        alike = [action for action in state.legal if kind_of(state, action) == str(entry.action)]
        begin = [History(world, 1, world).then(alike[0]) for world, _ in worlds]
        every = strategies(begin, found.seat)
        assert side_of(state, entry.mean) == pytest.approx(max(side_of(state, mean(vector)) for vector in every))


@pytest.mark.turns(12)
@pytest.mark.parametrize("name", TWO)
def test_what_each_method_promises(name: str) -> None:
    """A strategy against opponents who see everything comes to no more than an equilibrium, and to no more than open cards promise."""
    state = dealt(name, TURN, 0 if name in FEW else 4)
    worlds = worlds_of(state)
    strict, average = search_alpha_mu(worlds, nodes=None), search_alpha_mu(worlds, moves=1)
    certain = side_of(state, strict.actions[0].mean)
    assert certain <= side_of(state, find_equilibrium(worlds).value) + 1e-9
    assert certain <= side_of(state, average.actions[0].mean) + 1e-9


@pytest.mark.parametrize("worlds", [worlds_of(parse(FUSION)), PARTNERS], ids=["alone", "partners"])
def test_one_move_is_the_average_of_open_cards(worlds: Worlds) -> None:
    """Searched with one move, an action is worth the mean over the worlds of what each comes to with all cards known."""
    found = search_alpha_mu(worlds, "points", moves=1)
    for entry in found.actions:
        points = 0
        for world, weight in worlds:
            action = next(each for each in world.legal if kind_of(world, each) == str(entry.action))
            value = aceten_solver.solve(world.play(action), "points").value
            assert value is not None
            assert value.points is not None
            points += weight * value.points[0]
        assert entry.mean == pytest.approx(points / sum(weight for _, weight in worlds))


def test_who_averages_open_cards_takes_for_known_what_he_will_not_know() -> None:
    """Open cards promise most for the ace, of which neither alpha-mu nor an equilibrium makes as much as of the queen."""
    state = parse(FUSION)
    worlds = worlds_of(state)
    average = search_alpha_mu(worlds, "points", moves=1)
    found = search_alpha_mu(worlds, "points")
    assert [(str(entry.action), round(entry.mean, 2)) for entry in average.actions[:2]] == [("A", 52.0), ("Q", 47.33)]
    assert [(str(entry.action), round(entry.mean, 2)) for entry in found.actions[:2]] == [("Q", 47.33), ("A", 44.0)]
    equilibrium = find_equilibrium(worlds, "points")
    assert equilibrium.value == pytest.approx(142 / 3)
    assert [str(one.action) for one in equilibrium.chances(state) if one.chance > 1e-9] == ["Q"]


@pytest.mark.turns(4)
@pytest.mark.parametrize("off", ["early", "deep", "open_cards", "root"])
@pytest.mark.parametrize("goal", [None, 50])
def test_cuts_change_nothing(off: str, goal: int | None) -> None:
    """What is best, and what that comes to, is the same whatever need not be searched."""
    for state in (parse(FUSION), parse(FUSION).play("Ad")):
        worlds = worlds_of(state)
        every, some = (
            search_alpha_mu(worlds, "points", goal=goal, cuts=cuts)
            for cuts in (Cuts(), replace(Cuts(), **{off: False}))
        )
        assert every.actions[0].mean == some.actions[0].mean
        assert every.exact == some.exact
        assert every.nodes <= some.nodes


def test_a_goal_is_reached_in_a_part_of_the_worlds() -> None:
    """With a goal vectors tell in which worlds it is reached, and the mean how likely that is."""
    worlds = worlds_of(parse(FUSION))
    found = search_alpha_mu(worlds, "points", goal=60)
    whole = sum(weight for _, weight in found.worlds)
    for entry in found.actions:
        assert {number for vector in entry.front for number in vector} <= {0, 1}
        likely = [
            sum(weight for number, (_, weight) in zip(vector, found.worlds, strict=True) if number)
            for vector in entry.front
        ]
        assert entry.mean == max(likely) / whole


def test_partners_promise_less_the_further_they_look() -> None:
    """With partners each further move only takes away what was promised on the strength of cards that neither of them sees."""
    means = [search_alpha_mu(PARTNERS, "points", moves=moves, nodes=None).actions[0].mean for moves in (1, 2, 3)]
    assert means == sorted(means, reverse=True)


def test_a_budget_ends_the_search_between_two_numbers_of_moves() -> None:
    """What is found is the same as with so many moves and no limit; the first move is always searched."""
    worlds = worlds_of(parse(FUSION))
    found = search_alpha_mu(worlds, "points", nodes=0)
    assert (found.moves, found.exact) == (1, False)
    assert found.actions == search_alpha_mu(worlds, "points", moves=1).actions


# --- What is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "worlds: expected one or more"),
        (["zsiros/2 hands=A,9 lead=0", "zsiros/2 hands=A,9 lead=1"], "worlds: expected one game, one seat to act"),
        (["zsiros/2 hands=-,- lead=0"], "worlds: the deal is over"),
    ],
)
def test_worlds_that_are_none(lines: list[str], message: str) -> None:
    """Worlds are of one game, in which it is one seat's turn."""
    worlds = [(parse(line), 1) for line in lines]
    with pytest.raises(UsageError, match=message):
        find_equilibrium(worlds, "points")
    with pytest.raises(UsageError, match=message):
        search_alpha_mu(worlds, "points")


def test_refusals_say_what_is_the_matter() -> None:
    """Weights are positive, alpha-mu has one seat that cannot tell, equilibria are for two players, and for what is small enough."""
    two = [(parse("zsiros/2 hands=A9,K8 lead=0"), 1), (parse("zsiros/2 hands=98,KA lead=0"), 1)]
    with pytest.raises(UsageError, match="weight 0: expected 1 or more"):
        find_equilibrium([(two[0][0], 0)], "points")
    with pytest.raises(UsageError, match="A is to act and can tell them apart"):
        search_alpha_mu(two, "points")
    with pytest.raises(UsageError, match="moves 0: expected 1 or more"):
        search_alpha_mu(two[:1], "points", moves=0)
    with pytest.raises(UsageError, match="for two players; this deal has 4"):
        find_equilibrium(PARTNERS, "points")
    with pytest.raises(UsageError, match="about 30 histories of play, more than 5"):
        find_equilibrium(two, "points", most=5)
    with pytest.raises(UsageError, match="none of them"):
        find_equilibrium(two[:1], "points").chances(two[1][0])
    with pytest.raises(UsageError, match="7 cannot be played after 0 actions"):
        find_equilibrium(two, "points").chances(two[0][0], [parse_action("7")])


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without scipy it says what to install."""
    for name in ("histories", "sequence_form", "best_response"):
        monkeypatch.delitem(sys.modules, f"aceten_solver.hidden.{name}", raising=False)
    monkeypatch.setitem(sys.modules, "scipy.sparse", None)
    with pytest.raises(UsageError, match=re.escape(f"scipy is missing; install it with: {installing('exact')}")):
        find_equilibrium([(parse("zsiros/2 hands=A9,K8 lead=0"), 1)], "points")
