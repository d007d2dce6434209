"""Many deals at a time: the core plays them as the engine does."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, TypeVar

import numpy as np
import pytest
from support.games.game_strategies import HOUSE_GAMES, HOUSE_SUIT_GAMES, MATCHING_GAMES, SUIT_GAMES
from support.games.mini_games import mini_game
from support.slices import in_turn, sliced

import aceten
from aceten import Game, IllegalAction, MatchingGame, State, UsageError
from aceten_solver import backend
from aceten_solver.native.batch_dealing import dealing_of, planes_of, position_of, rules_of
from aceten_solver.native.door import RefusedError
from aceten_solver.native.library import native_library
from aceten_solver.native.many_deals import Buffer, ManyDeals
from aceten_solver.native.vector_deals import Batch, IllegalStep
from aceten_solver.question.backends import CoreError
from aceten_spec.texts.extras import installing

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


pytestmark = pytest.mark.skipif(backend == "python", reason="the native core is not there")

EVERY = MATCHING_GAMES + HOUSE_GAMES + SUIT_GAMES + HOUSE_SUIT_GAMES


def is_played(game: Game) -> bool:
    """Whether deals of a game are played so."""
    lone = isinstance(game, MatchingGame) and game.lone_card is not None
    return game.side_count == 2 and not lone and rules_of(game) is not None


T = TypeVar("T")
PLAYED = [game for game in EVERY if is_played(game)]
"""The games that can be played so."""


def play_both(game: Game, deals: int, chance: Random) -> int:
    """Play random deals with both, and return how many actions that took."""
    batch = Batch(game, deals)
    seeds = [chance.randrange(2**64) for _ in range(deals)]
    dealers = [chance.randrange(game.players) for _ in range(deals)]
    batch.deal(np.array(seeds, np.uint64), dealers)
    return follow(
        batch, [game.deal(seed=seed, dealer=dealer) for seed, dealer in zip(seeds, dealers, strict=True)], chance
    )


def follow(batch: Batch, states: Sequence[State], chance: Random) -> int:
    """Play on with both, hold everything against each other at every moment, and return how many actions that took."""
    game, deals, count = batch.game, batch.size, 0
    while True:
        rewards = batch.rewards
        for number, state in enumerate(states):
            assert batch.turns[number] == (-1 if state.turn is None else state.turn), state
            assert tuple(np.flatnonzero(batch.legal[number])) == state.legal_ids, state
            seen = [0] * game.tensor_size if state.turn is None else list(state.view(state.turn).tensor)
            assert batch.seen[number].tolist() == seen, state
            assert tuple(rewards[number]) == aceten.rewards(state), state
        if batch.over.all():
            assert [batch.state(number) for number in range(deals)] == states
            return count
        chosen = [chance.choice(state.legal_ids) if state.turn is not None else -1 for state in states]
        batch.step(chosen)
        count += deals
        states = [
            state if state.turn is None else state.play(state.action(action))
            for state, action in zip(states, chosen, strict=True)
        ]


@pytest.mark.turns(6)
@pytest.mark.parametrize("game", in_turn(PLAYED, 20), ids=lambda game: f"{game} {dict(game.options)}")
def test_the_core_plays_as_the_engine(game: Game) -> None:
    """Who acts, what is legal, what a view tells as numbers, and what deals come to are the same at every moment, whatever is played."""
    deals = sliced(3, whole=12_000 // len(PLAYED))
    assert play_both(game, deals, Random(str(game))) > deals


@pytest.mark.parametrize("game", in_turn(PLAYED, 40), ids=lambda game: f"{game} {dict(game.options)}")
def test_the_core_plays_mini_packs_as_the_engine(game: Game) -> None:
    """The same holds for any cards of the pack, and hands of any size."""
    chance = Random(f"mini {game}")
    for _ in range(sliced(1, whole=20)):
        play_both(mini_game(chance, game), 3, chance)


def middles(game: Game, count: int, chance: Random) -> list[State]:
    """Return so many moments of random deals, each as likely as the others of its deal."""
    found: list[State] = []
    while len(found) < count:
        moments = [game.deal(seed=chance.randrange(2**64), dealer=chance.randrange(game.players))]
        while moments[-1].turn is not None:
            moments.append(moments[-1].play(chance.choice(moments[-1].legal)))
        found.append(chance.choice(moments[:-1]))
    return found


@pytest.mark.turns(6)
@pytest.mark.parametrize("game", in_turn(PLAYED, 20), ids=lambda game: f"{game} {dict(game.options)}")
def test_a_batch_begins_in_the_middle_of_deals(game: Game) -> None:
    """From any moment of any deal, given as a state or as its line, the core plays on as the engine does; and so does a copy."""
    chance = Random(f"middle {game}")
    for whole in (game, mini_game(chance, game)):
        states = middles(whole, sliced(4, whole=8_000 // len(PLAYED)), chance)
        batch = Batch(whole, len(states))
        batch.deal(1)
        batch.begin([chance.choice((state, str(state))) for state in states])
        follow(pickled(batch), states, chance)
        follow(batch, states, chance)


def test_deals_begin_in_their_middle_while_others_go_on() -> None:
    """Deals that begin from positions stand there with their log, one position may be for all, and those dealt anew are dealt."""
    game = aceten.load("schnapsen/2")
    batch, state = Batch(game, 3), game.deal(4).play("Ts")
    batch.deal([1, 2, 3])
    before = batch.seen.copy()
    batch.begin([None, state, None], where=[False, True, False])
    assert batch.state(1).log == state.log
    assert (batch.seen[[0, 2]] == before[[0, 2]]).all()
    batch.step(batch.legal.argmax(axis=1))
    assert len(batch.state(1).log) == 2
    batch.deal(9, where=[False, True, False])
    assert batch.state(1) == game.deal(9)
    batch.begin(str(state))
    assert [batch.state(place) for place in range(3)] == [state] * 3


LATE = "zsiros/2 hands=A,K points=30,40 tricks=5,10"


@pytest.mark.parametrize(
    ("positions", "problem"),
    [
        (7, "given a int; expected a State, a position line, or one of them for each deal"),
        ([LATE], "1 positions: expected one, or one for each of 2 deals"),
        ([LATE, None], "deal 1: given a NoneType; expected a State"),
        ([LATE, "zsiros/2 hands=A,Y"], "deal 1: .*'Y'"),
        ([LATE, LATE.replace("zsiros", "hola")], "deal 1: column 1: the game 'hola'; expected 'zsiros'"),
        ([LATE, aceten.load("hola/2").deal(1)], "deal 1: hola/2 .*: expected a position of zsiros/2 in which"),
        ([LATE, f"{LATE} sevens=trumps"], "deal 1: .*: expected a position of zsiros/2 in which somebody is to act"),
        ([LATE, "zsiros/2 hands=-,- points=40,40 tricks=6,10"], "deal 1: .*in which somebody is to act"),
        ([LATE, "zsiros/2 hands=A,K"], "deal 1: .*: what the deal comes to is open"),
        ([LATE, f"{LATE} seat=0".replace("A,K", "A,?")], "deal 1: hands: some cards are hidden"),
        ([LATE, aceten.parse(LATE).view(0)], "deal 1: given a MatchingView; expected a State"),
    ],
)
def test_positions_that_cannot_be_begun_are_refused_and_change_nothing(positions: object, problem: str) -> None:
    """Other games, other options, deals that are over, hidden cards and what leaves the result open are refused, all or none."""
    batch = Batch("zsiros/2", 2)
    batch.deal(3)
    told = [each.tolist() for each in (batch.turns, batch.legal, batch.seen)]
    with pytest.raises(UsageError, match=problem):
        batch.begin(positions)  # type: ignore[arg-type]
    assert [each.tolist() for each in (batch.turns, batch.legal, batch.seen)] == told
    assert batch.state(0) == aceten.load("zsiros/2").deal(3)
    batch.begin(LATE)
    assert batch.state(1) == aceten.parse(LATE)


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", ["hola/2", "sedmice/4", "schnapsen/2", "auction-sixty-six/4"])
def test_any_numbers_as_a_position(name: str) -> None:
    """However the numbers of a position are changed, the core begins it and plays to an end, or refuses it and has changed nothing."""
    core, chance, game = native_library(), Random(name), aceten.load(name)
    assert core is not None
    deals = ManyDeals(core, rules_of(game) or (), dealing_of(game), planes_of(game), 1)
    turns, legal = np.full(1, -1, np.int8), np.zeros(deals.actions, np.uint8)
    seen, ends, chosen = np.zeros(deals.seen, np.int16), np.zeros(6, np.int16), np.ones(1, np.uint8)
    deals.tell(*[Buffer(each.ctypes.data, each.size) for each in (turns, legal, seen, ends)])
    begun = 0
    for state in middles(game, sliced(40, whole=2_000), chance):
        for _ in range(20):
            numbers = position_of(state)
            for _ in range(chance.randint(1, 3)):
                place = chance.randrange(len(numbers))
                wrong = chance.choice([0, 1, 2, 3, 7, -1, 40, 127, 4000, 2**31 - 1, -(2**31), numbers[place] + 1])
                numbers[place : place + chance.choice([0, 1, 1, 1, 2])] = [wrong] * chance.choice([0, 1, 1, 1])
                numbers = numbers or [0]
            before = [each.tolist() for each in (turns, legal, seen, ends)]
            try:
                deals.begin(numbers, Buffer(chosen.ctypes.data, 1))
            except RefusedError:
                assert [each.tolist() for each in (turns, legal, seen, ends)] == before
                continue
            begun += 1
            while legal.any():
                action = np.array([chance.choice(np.flatnonzero(legal).tolist())], np.int32)
                deals.step(Buffer(action.ctypes.data, 1), Buffer(chosen.ctypes.data, 1))
    assert begun > 20


@pytest.mark.parametrize("game", ["zsiros/4", "schnapsen/2", "einwerfen/4", "auction-sixty-six/4"])
def test_planes_say_what_is_seen(game: str) -> None:
    """The planes name all that is seen, those of the game, and nothing is more than they say."""
    batch = Batch(game, 64)
    assert batch.planes == batch.game.planes
    batch.deal(np.arange(64), np.arange(64) % batch.game.players)
    most = np.concatenate([np.full(plane.size, plane.most) for plane in batch.planes])
    assert batch.seen.shape == (64, len(most))
    while not batch.over.all():
        assert (batch.seen <= most).all()
        batch.step(batch.legal.argmax(axis=1))
    assert not batch.seen.any()
    assert not batch.legal.any()


def test_what_is_dealt_anew_begins_while_others_go_on() -> None:
    """Deals that are dealt anew are those of their seeds; all others stay as they are."""
    game = aceten.load("zsiros", players=2)
    batch = Batch(game, 4)
    assert batch.over.all()
    assert not batch.rewards.any()
    batch.deal(7, where=[True, False, True, True])
    assert batch.turns.tolist() == [1, -1, 1, 1]
    batch.step(batch.legal.argmax(axis=1))
    before = batch.seen.copy()
    batch.deal([0, 0, 5, 0], where=[False, False, True, False])
    assert (batch.seen[[0, 1, 3]] == before[[0, 1, 3]]).all()
    other = Batch(game, 1)
    other.deal(5)
    assert (batch.seen[2] == other.seen[0]).all()


@pytest.mark.parametrize(
    ("call", "given", "problem"),
    [
        ("step", ([0, 0, 99],), "an action is not legal: deal 0: A: B does not hold this card"),
        ("step", ([0, 0, -1],), "an action is not legal"),
        ("step", ([0, 0, 8],), r"an action is not legal: deal [0-9]: .*ZS-"),
        ("step", ([0, 0],), "for each of 3 deals"),
        ("step", ([0.0, 0.0, 0.0],), "type float64: expected whole numbers"),
        ("step", ([False, False, True],), "type bool: expected whole numbers"),
        ("step", ([0, 0, 2**40],), "1099511627776: expected -2147483648 to 2147483647"),
        ("deal", ([-1, 0, 0],), "-1: expected 0 to 18446744073709551615"),
        (
            "deal",
            (
                0,
                [0, 2, 0],
            ),
            "dealer: no such seat",
        ),
        ("deal", (0.5,), "type float64: expected whole numbers"),
    ],
)
def test_what_is_wrong_is_refused_and_changes_nothing(call: str, given: tuple[ArrayLike, ...], problem: str) -> None:
    """Actions that are not legal, seats and seeds that are none, and lists of another length are refused before anything is played."""
    batch = Batch(aceten.load("zsiros", players=2), 3)
    batch.deal([1, 2, 3])
    first = batch.legal.argmax(axis=1)
    told = [each.tolist() for each in (batch.turns, batch.legal, batch.seen)]
    with pytest.raises(UsageError, match=problem):
        (batch.step if call == "step" else batch.deal)(*given)
    assert [each.tolist() for each in (batch.turns, batch.legal, batch.seen)] == told
    batch.step(first)
    assert batch.seen.tolist() != told[2]


def test_games_that_cannot_be_played_so_are_refused() -> None:
    """Games in which it is not known who plays against whom are refused with the reason, and numbers of deals that are none."""
    with pytest.raises(UsageError, match="between two sides that are known"):
        Batch("sedma-three", 1)
    with pytest.raises(UsageError, match="given a int; expected a game, such as zsiros/4"):
        Batch(3, 1)  # type: ignore[arg-type]
    for wrong in (0, 1.5, "1", None, True):
        with pytest.raises(UsageError, match="expected a number from 1"):
            Batch("zsiros", wrong)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="too many deals"):
        Batch("zsiros", 2**30)


def part_played(game: str, deals: int, steps: int) -> Batch:
    """Return a batch that is played on at random for some steps, in a part of its deals only."""
    batch, chance = Batch(game, deals), np.random.default_rng(3)
    batch.deal(np.arange(deals), where=np.arange(deals) % 5 > 0)
    for _ in range(steps):
        batch.step(
            (batch.legal * chance.random(batch.legal.shape)).argmax(axis=1),
            where=chance.random(deals) < 0.7,
        )
    return batch


def pickled(thing: T) -> T:
    """Return what pickle makes of something."""
    again: T = pickle.loads(pickle.dumps(thing))  # noqa: S301 - our own
    return again


@pytest.mark.parametrize("game", ["hola/2", "schnapsen/2"])
@pytest.mark.parametrize("made", [Batch.copy, copy.copy, copy.deepcopy, pickled])
def test_a_copy_stands_where_the_batch_stands_and_goes_its_own_way(game: str, made: Callable[[Batch], Batch]) -> None:
    """All that a copy or a pickle tells is the same, and what is done in it is not done in the other."""
    batch = part_played(game, 40, 70 if game == "hola/2" else 9)
    other = made(batch)
    for name in ("turns", "legal", "seen", "rewards", "over"):
        assert (getattr(other, name) == getattr(batch, name)).all(), name
    dealt = [number for number in range(40) if number % 5]
    assert [other.state(number) for number in dealt] == [batch.state(number) for number in dealt]
    before = batch.seen.copy()
    other.deal(99)
    other.step(other.legal.argmax(axis=1))
    assert (batch.seen == before).all()


def test_a_deal_is_told_as_a_state() -> None:
    """A place has the state of the engine with its log; where nothing was dealt, or there is no place, that is said."""
    batch = Batch("zsiros/2", 2)
    batch.deal(7, where=[True, False])
    batch.step([1, 0])
    assert batch.state(0) == aceten.load("zsiros/2").deal(7).play(1)
    assert len(batch.state(0).log) == 1
    for wrong in (1, 2, -1, 0.0, None):
        with pytest.raises(UsageError, match="expected the place of one that was dealt"):
            batch.state(wrong)  # type: ignore[arg-type]


def test_which_actions_were_not_legal_is_said() -> None:
    """The error has all deals whose action is not legal, and what the engine says of the first, by its clause; it can be pickled."""
    batch = Batch("schnapsen/2", 4)
    batch.deal([1, 2, 3, 4])
    chosen = batch.legal.argmax(axis=1)
    chosen[[1, 3]] = batch.legal[[1, 3]].argmin(axis=1)
    with pytest.raises(IllegalStep) as refused:
        batch.step(chosen)
    assert refused.value.deals == (1, 3)
    assert isinstance(refused.value.refusal, IllegalAction)
    assert refused.value.refusal.clause in str(refused.value)
    assert str(pickled(refused.value)) == str(refused.value)
    batch.step(chosen, where=[True, False, True, False])
    assert [len(batch.state(number).log) for number in range(4)] == [1, 0, 1, 0]


@pytest.mark.turns(2)
def test_without_numpy_it_says_what_to_install() -> None:
    """Where NumPy is missing, the extra is named."""
    program = (
        "import sys; sys.modules['numpy'] = None\n"
        "import aceten\nfrom aceten_solver.native.vector_deals import Batch\nBatch(aceten.load('zsiros'), 1)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=False)  # noqa: S603 - our own
    assert installing("exact") in done.stderr


def test_the_interface_refuses_what_is_missing_or_of_another_size() -> None:
    """Nulls, rules that are none and memory of another size come back as refusals with a message; nothing is read or written beyond it."""
    core = native_library()
    assert core is not None
    with pytest.raises(RefusedError, match="tricks: the list ends too early"):
        ManyDeals(core, [], [], [], 3)
    game = aceten.load("zsiros", players=2)
    rules, dealing, planes = rules_of(game), dealing_of(game), planes_of(game)
    assert rules is not None
    with pytest.raises(RefusedError, match="tricks: there is no such thing"):
        ManyDeals(core, [7, *rules[1:]], [], [], 3)
    for place, wrong, problem in (
        (0, 0, "further: the rules have an action without a number"),
        (0, 8, "further: there is no such thing"),
        (2, 3, "or not full hands"),
        (4, dealing[5], "not the whole pack|more of a card"),
    ):
        with pytest.raises(RefusedError, match=problem):
            ManyDeals(core, rules, [*dealing[:place], wrong, *dealing[place + 1 :]], planes, 3)
    for place, wrong, problem in (
        (0, 100_000, "size: too many numbers"),
        (0, 3, "hands: too many numbers"),
        (2, 122, "hands: expected a place among what is seen"),
        (2, -1, "hands: expected a place"),
        (15, 115, "legal: expected a place"),
        (16, 3, "planes: the list is too long"),
    ):
        with pytest.raises(RefusedError, match=problem):
            ManyDeals(core, rules, dealing, [*planes[:place], wrong, *planes[place + 1 :]], 3)
    with pytest.raises(RefusedError, match="dealing: the list is too long"):
        ManyDeals(core, rules, [*dealing, 1], planes, 3)
    with pytest.raises(RefusedError, match="the list ends too early"):
        ManyDeals(core, rules, dealing, planes[:-1], 3)
    schnapsen = aceten.load("schnapsen")
    rules_there, there = rules_of(schnapsen) or (), dealing_of(schnapsen)
    for place, wrong, problem in (
        (0, 5, "trumps: there is no such thing"),
        (1, -1, "needed: too many points"),
        (3, 4, "not the whole pack, or not full hands"),
        (6, 99, "pack: there is no such card"),
        (6, there[7], "pack: no card of the game, or one twice"),
        (28, 40, "numbers: there is no such action"),
        (28, -1, "numbers: not one for each action, or for each card"),
    ):
        with pytest.raises(RefusedError, match=problem):
            ManyDeals(core, rules_there, [*there[:place], wrong, *there[place + 1 :]], planes_of(schnapsen), 3)
    deals = ManyDeals(core, rules, dealing, planes, 3)
    seeds, dealers, actions = np.zeros(3, np.uint64), np.zeros(3, np.uint8), np.zeros(3, np.int32)
    chosen = Buffer(dealers.ctypes.data, 3)
    given = [Buffer(each.ctypes.data, each.size) for each in (seeds, dealers, dealers)]
    with pytest.raises(CoreError, match="views are needed"):
        deals.deal(*given)
    room = np.zeros(1000, np.int64)
    short = [Buffer(room.ctypes.data, size) for size in (3, 27, 3 * deals.seen, 17)]
    deals.tell(*short)
    with pytest.raises(RefusedError, match="memory of another size"):
        deals.deal(*given)
    with pytest.raises(RefusedError, match="memory of another size"):
        deals.step(Buffer(actions.ctypes.data, 3), chosen)
    with pytest.raises(CoreError, match="choices and views are needed"):
        deals.step(Buffer(0, 3), chosen)
    assert not room.any()
