"""Many deals at a time: the core plays them as the engine does."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from support.games.game_strategies import HOUSE_GAMES, MATCHING_GAMES, SUIT_GAMES, matching_game, matching_state
from support.slices import in_turn, sliced

import aceten
from aceten import MatchingGame, MatchingState, UsageError
from aceten_solver import backend
from aceten_solver.native.door import RefusedError
from aceten_solver.native.encode_matching import rules_of
from aceten_solver.native.library import native_library
from aceten_solver.native.many_deals import Buffer, ManyDeals
from aceten_solver.native.vector_deals import Batch
from aceten_solver.question.backends import CoreError
from aceten_solver.question.two_sides import TwoSides
from aceten_spec.texts.extras import installing

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


pytestmark = pytest.mark.skipif(backend == "python", reason="the native core is not there")

BETWEEN_TWO = [game for game in MATCHING_GAMES + HOUSE_GAMES if game.side_count == 2 and game.lone_card is None]
"""The games that can be played so."""


def seen(state: MatchingState, unit: int) -> list[int]:
    """Return what the seat to act sees, by what the engine says about a state."""
    game = matching_game(aceten.load(state.game.rulebook, players=state.game.players, **dict(state.game.options)))
    kinds, seat = len(game.kinds), state.turn
    if seat is None:
        return [0] * (4 * kinds + 6)

    def counts(cards: tuple[aceten.Card, ...]) -> list[int]:
        places = [game.place_of[card] for card in cards]
        return [places.count(kind) for kind in range(kinds)]

    players, own = game.players, game.sides[seat]
    newest = len(state.trick) - 1 - (len(state.trick) - 1) % players if game.rules.to_match == "newest_lead" else 0
    left = len(state.talon)
    if not (game.rules.flip or game.rules.spice or game.rules.leftover == "last_trick"):
        left -= left % players  # what is too little for everybody is never drawn
    return [
        *counts(state.hands[seat]),
        *counts(state.trick),
        *counts(state.trick[newest : newest + 1]),
        *counts(tuple(card for pile in state.taken for card in pile)),
        len(state.trick) % players,
        int(bool(state.trick) and game.sides[state.winning] == own),
        int(state.choosing or state.drawn is not None),
        left,
        state.points[own] // unit,
        state.points[1 - own] // unit,
    ]


def play_both(game: MatchingGame, deals: int, chance: Random) -> int:
    """Play random deals with both, hold everything against each other at every moment, and return how many actions that took."""
    batch = Batch(game, deals)
    seeds = [chance.randrange(2**64) for _ in range(deals)]
    dealers = [chance.randrange(game.players) for _ in range(deals)]
    batch.deal(np.array(seeds, np.uint64), dealers)
    states = [matching_state(game.deal(seed=seed, dealer=dealer)) for seed, dealer in zip(seeds, dealers, strict=True)]
    count = 0
    while True:
        rewards = batch.rewards
        for number, state in enumerate(states):
            assert batch.turns[number] == (-1 if state.turn is None else state.turn), state
            assert tuple(np.flatnonzero(batch.legal[number])) == state.legal_ids, state
            assert batch.seen[number].tolist() == seen(state, batch.unit), state
            assert tuple(rewards[number]) == aceten.rewards(state), state
        if batch.over.all():
            return count
        chosen = [chance.choice(state.legal_ids) if state.turn is not None else -1 for state in states]
        batch.step(chosen)
        count += deals
        states = [
            state if state.turn is None else matching_state(state.play(state.action(action)))
            for state, action in zip(states, chosen, strict=True)
        ]


@pytest.mark.turns(6)
@pytest.mark.parametrize("game", in_turn(BETWEEN_TWO, 20), ids=lambda game: f"{game} {dict(game.options)}")
def test_the_core_plays_as_the_engine(game: MatchingGame) -> None:
    """Who acts, what is legal, what is seen, and what deals come to are the same at every moment, whatever is played."""
    deals = sliced(3, whole=12_000 // len(BETWEEN_TWO))
    assert play_both(game, deals, Random(str(game))) > deals


def test_planes_say_what_is_seen() -> None:
    """The planes name all that is seen, and nothing is more than they say."""
    batch = Batch(aceten.load("zsiros", players=4), 64)
    batch.deal(np.arange(64), np.arange(64) % 4)
    most = np.concatenate([np.full(plane.size, plane.most) for plane in batch.planes])
    assert batch.seen.shape == (64, len(most))
    while not batch.over.all():
        assert (batch.seen <= most).all()
        assert batch.seen[:, : len(batch.game.kinds)].sum(axis=1).max() <= 4
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
        ("step", ([0, 0, 99],), "an action is not legal"),
        ("step", ([0, 0, -1],), "an action is not legal"),
        ("step", ([0, 0, 8],), "an action is not legal"),
        ("step", ([0, 0],), "for each of 3 deals"),
        ("step", ([0.0, 0.0, 0.0],), "for each of 3 deals"),
        ("step", ([False, False, True],), "for each of 3 deals"),
        ("step", ([0, 0, 2**40],), "for each of 3 deals"),
        ("deal", ([-1, 0, 0],), "for each of 3 deals"),
        (
            "deal",
            (
                0,
                [0, 2, 0],
            ),
            "dealer: no such seat",
        ),
        ("deal", (0.5,), "for each of 3 deals"),
    ],
)
def test_what_is_wrong_is_refused_and_changes_nothing(call: str, given: tuple[ArrayLike, ...], problem: str) -> None:
    """Actions that are not legal, seats and seeds that are none, and lists of another length are refused before anything is played."""
    batch = Batch(aceten.load("zsiros", players=2), 3)
    batch.deal([1, 2, 3])
    first = batch.legal.argmax(axis=1)
    told = (batch.turns.copy(), batch.legal.copy(), batch.seen.copy())
    with pytest.raises(UsageError, match=problem):
        (batch.step if call == "step" else batch.deal)(*given)
    assert all((now == before).all() for now, before in zip((batch.turns, batch.legal, batch.seen), told, strict=True))
    batch.step(first)
    assert not (batch.seen == told[2]).all()


def test_games_that_cannot_be_played_so_are_refused() -> None:
    """Games with suit tricks, and those in which it is not known who plays against whom, are refused with the reason."""
    with pytest.raises(UsageError, match="only games with matching tricks"):
        Batch(SUIT_GAMES[0], 1)
    with pytest.raises(UsageError, match="between two sides that are known"):
        Batch(aceten.load("sedma-three"), 1)
    with pytest.raises(UsageError, match="expected a number from 1"):
        Batch(aceten.load("zsiros"), 0)
    with pytest.raises(UsageError, match="too many deals"):
        Batch(aceten.load("zsiros"), 2**30)


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
        ManyDeals(core, [], [], 3)
    game = matching_game(aceten.load("zsiros", players=2))
    rules = rules_of(game, TwoSides((game.sides[0],), (game.sides[1],)))
    assert rules is not None
    with pytest.raises(RefusedError, match="tricks: there is no such thing"):
        ManyDeals(core, [1, *rules[1:]], [], 3)
    pack = [game.place_of[card] for card in game.pack.cards]
    for dealing, problem in (
        ([0, 0, 0], "further: the rules have an action without a number"),
        ([4, 1, 4, len(pack) - 1, *pack[1:]], "batches, pack: not the whole pack"),
        ([4, 1, 3, len(pack), *pack], "or not full hands"),
        ([4, 1, 4, len(pack), *pack[1:], pack[1]], "pack: more of a card"),
        ([4, 1, 4, len(pack), *pack, 1], "dealing: the list is too long"),
        ([4, 1, 4, len(pack) + 1, *pack], "pack: the list ends too early"),
        ([8, 0, 0], "further: there is no such thing"),
    ):
        with pytest.raises(RefusedError, match=problem):
            ManyDeals(core, rules, dealing, 3)
    deals = ManyDeals(core, rules, [4, 1, 4, len(pack), *pack], 3)
    seeds, dealers, actions = np.zeros(3, np.uint64), np.zeros(3, np.uint8), np.zeros(3, np.int32)
    given = [Buffer(each.ctypes.data, each.size) for each in (seeds, dealers, dealers)]
    with pytest.raises(CoreError, match="views are needed"):
        deals.deal(*given)
    room = np.zeros(1000, np.int64)
    short = [Buffer(room.ctypes.data, size) for size in (3, 27, 3 * deals.seen, 17)]
    deals.tell(*short)
    with pytest.raises(RefusedError, match="memory of another size"):
        deals.deal(*given)
    with pytest.raises(RefusedError, match="memory of another size"):
        deals.step(Buffer(actions.ctypes.data, 3))
    with pytest.raises(CoreError, match="actions and views are needed"):
        deals.step(Buffer(0, 3))
    assert not room.any()
