"""DDS, the double dummy solver of bridge, through the package endplay: the tricks that a side takes with perfect play."""

import time
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import NamedTuple, Protocol

from aceten import State, SuitState

_SUITS = "shdc"
"""The order in which DDS names suits."""


class _Modes(Protocol):
    OptimalOne: object


class Answer(NamedTuple):
    """What DDS says about a deal."""

    tricks: int
    """Tricks that the leader's side takes."""
    seconds: float
    """Time taken."""


class Dds:
    """The programs of endplay that are used here."""

    def __init__(self) -> None:
        """Load them.

        :raises ImportError: when endplay is not installed.
        """
        types, dds = import_module("endplay.types"), import_module("endplay.dds.solve")
        self._deal: Callable[..., object] = types.Deal
        self._north: object = types.Player.north
        self._suits: dict[str, object] = {
            name[0]: types.Denom[name] for name in ("spades", "hearts", "diamonds", "clubs")
        }
        self._solve: Callable[[object, object], Iterable[tuple[object, int]]] = dds.solve_board
        modes: _Modes = dds.SolveMode
        self._one = modes.OptimalOne

    def answer(self, state: State) -> Answer:
        """Return how many tricks the side of seat 0 takes, who leads."""
        assert isinstance(state, SuitState)
        assert state.trump is not None
        hands = [".".join(_ranks(state, seat, suit) for suit in _SUITS) for seat in range(len(state.hands))]
        deal = self._deal("N:" + " ".join(hands), first=self._north, trump=self._suits[state.trump.letter])
        started = time.perf_counter()
        ((_, tricks), *_others) = self._solve(deal, self._one)
        return Answer(tricks, time.perf_counter() - started)


def _ranks(state: State, seat: int, suit: str) -> str:
    return "".join(str(card)[0] for card in state.hands[seat] if str(card)[1] == suit)
