"""Counting action sequences, compared with counting them one by one."""

from collections.abc import Iterator
from typing import Final

import pytest

from aceten import Action, State, UsageError, load, parse, perft

POSITIONS: Final = (
    "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0",
    "zsiros/4 hands=AO7,T97,K87,OU7 lead=0 trick=ATKA",
    "zsiros/4 hands=O,T,K,O lead=0",
    "zsiros/2 hands=AA77,AA77 talon=KKQQJJ99 lead=0",
    "zsiros/2 hands=AA98,AAJT talon=KQ lead=1 draw=round_robin",
    "zsiros/2 hands=77,98 lead=0 trick=A7",
    "zsiros/2 hands=AcAs,AhAd lead=0 calls=off",
    "zsiros/2 hands=-,- lead=0",
    "sixty-six/2 hands=AcKcQcJcTc9c,AsKsQsJsTs9s talon=AhKhQhJhTh9hAdKdQdJdTd9d lead=0",
    "sixty-six/2 hands=AhKh,QhTh lead=0 points=20,72 tricks=5,5 trump=h",
    "sixty-six/2 hands=-,- lead=0 points=60,60 tricks=6,6 trump=h",
    "auction-sixty-six/4 hands=JsTs9sJdTd9d,AcKcQcAhKhQh,JcTc9cJhTh9h,AsKsQsAdKdQd lead=1 bids=120",
    "einwerfen/4 hands=AhTh,KhKs,QhJs,Jh9s lead=0 trump=c",
    "tausendeins/2 hands=AcKh,KsQd lead=1 points=45,53 tricks=7,7 trump=h melds=60,0 score=900,800",
)


def sequences(state: State, depth: int) -> Iterator[tuple[Action, ...]]:
    """Yield every sequence of legal actions of this length, one by one."""
    if depth == 0:
        yield ()
        return
    for action in state.legal:
        for rest in sequences(state.play(action), depth - 1):
            yield (action, *rest)


@pytest.mark.parametrize("depth", range(5))
@pytest.mark.parametrize("line", POSITIONS)
def test_perft_counts_the_sequences(line: str, depth: int) -> None:
    """It is the number of different sequences of legal actions of exactly this length."""
    state = parse(line)
    found = list(sequences(state, depth))
    assert perft(state, depth) == len(found) == len(set(found))


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("seed", range(3))
def test_perft_of_a_deal_counts_the_sequences(seed: int, players: int) -> None:
    """It is so from a dealt hand too, calls not counting."""
    state = load("zsiros", players=players).deal(seed=seed)
    for depth in range(5):
        assert perft(state, depth) == len(list(sequences(state, depth)))


@pytest.mark.parametrize("line", POSITIONS)
def test_perft_of_depth_0_is_1(line: str) -> None:
    """There is one way to do nothing, also in a deal that is over."""
    assert perft(parse(line), 0) == 1


def test_perft_of_the_first_round() -> None:
    """Four players with four cards each can play 4, 16, 64, 256 ways; then the leader has three cards, or something to choose."""
    state = load("zsiros", players=4).deal(seed=0)
    assert [perft(state, depth) for depth in range(5)] == [1, 4, 16, 64, 256]


def test_perft_beyond_the_end_is_0() -> None:
    """A deal that ends earlier has no sequence of this length."""
    state = parse("zsiros/4 hands=O,T,K,O lead=0")
    assert [perft(state, depth) for depth in range(7)] == [1, 1, 1, 1, 1, 0, 0]


def test_perft_counts_equal_cards_once() -> None:
    """Equal cards are one action, and cards that differ in suit are two; stopping is one of its own."""
    assert perft(parse("zsiros/2 hands=AA,AA lead=0"), 1) == 1
    assert perft(parse("zsiros/2 hands=AcAs,AhAd lead=0"), 1) == 2
    assert perft(parse("zsiros/2 hands=77,98 lead=0 trick=A7"), 1) == 2
    assert perft(parse("zsiros/2 hands=7c7s,98 lead=0 trick=A7"), 1) == 3


def test_perft_counts_what_is_no_card() -> None:
    """Marriages, closing, claims, bids and naming trumps are actions as cards are, and a claim ends the deal."""
    assert perft(parse(POSITIONS[8]), 1) == len(
        ["Ac", "Kc", "Qc", "Jc", "Tc", "9c", "meld:Kc", "meld:Qc", "close", "claim", "claim:c"]
    )
    assert [perft(parse(POSITIONS[10]), depth) for depth in range(3)] == [1, 2, 0]
    assert [perft(parse(POSITIONS[11]), depth) for depth in range(3)] == [1, 3, 2 + 4 + 3]


@pytest.mark.parametrize("depth", [-1, -5])
def test_perft_refuses_a_negative_depth(depth: int) -> None:
    """A negative depth is refused, and the message says what is expected."""
    with pytest.raises(UsageError, match=f"depth {depth}: expected 0 or more"):
        perft(parse(POSITIONS[0]), depth)
