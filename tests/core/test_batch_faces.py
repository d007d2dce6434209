"""Many deals at a time behind other faces: what is played there is what a batch plays."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest

import aceten
from aceten import Claim, Close, Meld, Play, UsageError
from aceten_solver import Batch, IllegalStep, ParallelDeals, VectorDeals, backend

if TYPE_CHECKING:
    from numpy.typing import NDArray

pytestmark = pytest.mark.skipif(backend == "python", reason="the native core is not there")


def first(mask: NDArray[np.int8]) -> NDArray[np.intp]:
    """Return the first legal action of each deal."""
    chosen: NDArray[np.intp] = mask.argmax(axis=1)
    return chosen


@pytest.mark.parametrize("game", ["zsiros/4", "schnapsen/2", "einwerfen/4"])
def test_one_seat_plays_against_others(game: str) -> None:
    """At every step the own seat is to act or the deal is over; what is seen and rewarded is what views and the engine say."""
    deals = VectorDeals(game, 12, seat=None)
    assert deals.seats.tolist() == [place % deals.batch.game.players for place in range(12)]
    seen, _ = deals.reset(seed=5)
    over = np.zeros(12, np.bool_)
    ended = 0
    for _ in range(60):
        seen, rewards, after, cut_short, _ = deals.step(first(seen["action_mask"]))
        assert not cut_short.any()
        for place, seat in enumerate(deals.seats.tolist()):
            state = deals.batch.state(place)
            assert after[place] == (state.turn is None)
            assert rewards[place] == aceten.rewards(state)[seat]
            if state.turn is None:
                assert not seen["observation"][place].any()
                assert not seen["action_mask"][place].any()
            else:
                assert state.turn == seat
                assert seen["observation"][place].tolist() == list(state.view(seat).tensor)
                assert tuple(np.flatnonzero(seen["action_mask"][place])) == state.legal_ids
        ended += int(after.sum())
        assert not (over & after).any()  # what is dealt anew begins with the own turn
        over = after
    assert ended >= 24


def test_the_same_seed_brings_the_same_play() -> None:
    """Deals, dealers and random play of the others follow from the seed; another seed brings others; who plays can be said."""

    def course(seed: int) -> list[list[int]]:
        deals = VectorDeals("schnapsen/2", 5)
        seen, _ = deals.reset(seed=seed)
        told: list[list[int]] = []
        for _ in range(20):
            seen = deals.step(first(seen["action_mask"]))[0]
            told += seen["observation"].tolist()
        return told

    assert course(1) == course(1) != course(2)
    asked: list[Batch] = []

    def lowest(batch: Batch) -> NDArray[np.intp]:
        asked.append(batch)
        chosen: NDArray[np.intp] = batch.legal.argmax(axis=1)
        return chosen

    deals = VectorDeals("zsiros/2", 5, seat=1, others=lowest)
    deals.reset(seed=1)
    deals.step(first(deals.batch.legal.astype(np.int8)))
    assert asked
    assert asked[0] is deals.batch


@pytest.mark.parametrize("game", ["hola/4", "sixty-six/2"])
def test_all_seats_play_by_name(game: str) -> None:
    """Each agent sees what its seat sees where it is to act, and all are rewarded once, when a deal ends."""
    deals = ParallelDeals(game, 6)
    seen, infos = deals.reset(seed=3)
    assert [*seen] == [*infos] == deals.agents == deals.possible_agents
    total = np.zeros((6, len(deals.agents)), np.int64)
    while deals.agents:
        for seat, agent in enumerate(deals.agents):
            for place in range(6):
                state = deals.batch.state(place)
                tensor = list(state.view(seat).tensor) if state.turn == seat else [0] * state.game.tensor_size
                assert seen[agent]["observation"][place].tolist() == tensor
        seen, rewards, _, _, _ = deals.step({agent: first(seen[agent]["action_mask"]) for agent in deals.agents})
        total += np.column_stack([*rewards.values()])
    assert total.tolist() == [list(aceten.rewards(deals.batch.state(place))) for place in range(6)]


def test_what_is_wrong_is_refused_in_words() -> None:
    """Seats and seeds that are none, floats, actions that are not legal, and agents that are missing."""
    with pytest.raises(UsageError, match="seat 2: expected 0 to 1"):
        VectorDeals("zsiros/2", 3, seat=2)
    with pytest.raises(UsageError, match="others 'greedy': expected a function of a batch"):
        VectorDeals("zsiros/2", 3, others="greedy")  # type: ignore[arg-type]
    deals = VectorDeals("zsiros/2", 3)
    with pytest.raises(UsageError, match=r"seed 1.5: expected a whole number from 0"):
        deals.reset(seed=1.5)  # type: ignore[arg-type]
    seen, _ = deals.reset(seed=1)
    with pytest.raises(UsageError, match="numbers of the type float64: expected whole numbers"):
        deals.step(first(seen["action_mask"]) + 0.0)
    with pytest.raises(IllegalStep, match="an action is not legal: deal 0"):
        deals.step([99, 99, 99])
    assert deals.step(first(seen["action_mask"]))[0]["observation"].any()
    parallel = ParallelDeals("zsiros/2", 1)
    parallel.reset(seed=1)
    with pytest.raises(UsageError, match="expected its actions, as it is to act"):
        parallel.step({})


@pytest.mark.parametrize("name", ["schnapsen/2", "sixty-six/2"])
def test_others_who_play_at_random_do_nothing_rash(name: str) -> None:
    """They do not claim or close, which by chance is a mistake nearly always, as a card can be played at any time."""
    deals = VectorDeals(name, 60)
    seen, _ = deals.reset(seed=3)
    over, done = np.zeros(60, np.bool_), set[type]()
    while not over.all():
        seen, _, ended, _, _ = deals.step(first(seen["action_mask"]))
        for place in np.flatnonzero(ended & ~over).tolist():
            done |= {type(action) for seat, action in deals.batch.state(place).log if seat != 0}
        over |= ended
    assert {Play, Meld} <= done
    assert not {Claim, Close} & done


def test_without_gymnasium_deals_are_played_and_what_needs_it_says_so() -> None:
    """The library is asked for only where one of its spaces or classes is."""
    program = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "from aceten_solver import VectorDeals, vector_env\n"
        "deals = VectorDeals('zsiros/2', 2)\n"
        "print(deals.reset(seed=1)[0]['observation'].shape)\n"
        "try:\n    vector_env('zsiros/2', 2)\nexcept Exception as error:\n    print(type(error).__name__, error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True)  # noqa: S603 - our own
    assert done.stdout.startswith("(2, 122)\nUsageError ")
    assert "gymnasium" in done.stdout
    assert "pettingzoo" in done.stdout
