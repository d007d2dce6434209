"""Playing sampled deals out, along a tree of what everybody may do that grows with every sample.

*Information-set Monte Carlo tree search* (Cowling, Powley and Whitehouse, 2012), as the seat that asks sees the deal: a node stands for
what is done from now on, whatever the hidden cards, and a sample goes where its own cards allow. Everyone does what has come out best
for his side so far, or what has seldom been tried; below the tree chance plays among what is likely.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Final

from aceten import Action, Game, Side, State
from aceten.deals.shuffling import below
from aceten.engine.equal_actions import canonical_action
from aceten_solver.question.trick_kinds import seam_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

IN_95: Final = 1.96
"""So many standard errors from the mean lie 95 of 100 samples."""
_CURIOSITY: Final = 1.0
"""How much the tree is drawn to what has seldom been tried."""


class ActionTally:
    """What an action has led to: sums over the samples in which it was tried, for the side that does it."""

    __slots__ = ("best", "margin", "margin_squared", "points", "points_squared", "tried", "won")

    def __init__(self) -> None:
        self.tried = 0
        """In how many samples it was tried."""
        self.points: float | None = 0
        """Points of the side and those who win with it; ``None`` where they are not known."""
        self.margin: float | None = 0
        """Game points that they score more than the best of the others; ``None`` where they are not known."""
        self.points_squared: float | None = 0
        """The squares of the points, of which follows how far they scatter."""
        self.margin_squared: float | None = 0
        """Likewise of the game points."""
        self.won: float | None = 0
        """Samples that they win, one that nobody or both win counting half; ``None`` where that is not known."""
        self.best = 0
        """In how many samples it was among the best."""

    def add(
        self,
        points: float | None,
        margin: float | None,
        won: float | None = None,
        *,
        best: bool = False,
        times: int = 1,
    ) -> None:
        """Count one more sample, or so many that are alike."""
        self.tried += times
        self.points = _plus(self.points, points, times)
        self.margin = _plus(self.margin, margin, times)
        self.points_squared = _plus(self.points_squared, None if points is None else points**2, times)
        self.margin_squared = _plus(self.margin_squared, None if margin is None else margin**2, times)
        self.won = _plus(self.won, won, times)
        self.best += times * best

    def mean(self, total: float | None) -> float | None:
        """Return what one of the sums is for a single sample."""
        return None if total is None or not self.tried else total / self.tried

    def noise(self, total: float | None, squared: float | None) -> float | None:
        """Return by how much such a mean may be off by chance: in 95 of 100 cases by no more; ``None`` where that cannot be told."""
        mean, square = self.mean(total), self.mean(squared)
        if mean is None or square is None or self.tried < 2:  # noqa: PLR2004 - one sample says nothing of others
            return None
        return IN_95 * math.sqrt(max(square - mean**2, 0) / (self.tried - 1))

    def average(self, game: Game) -> float:
        """Return what a sample came to, on average: the share of all points, and of the most game points that there are."""
        points, margin = self.mean(self.points), self.mean(self.margin)
        return (points or 0) / game.most_points + (margin or 0) / game.most_game_points

    def rank(self, game: Game, *, by_points: bool) -> tuple[float, ...]:
        """Return what to sort by, the best first; where points do not decide a deal they only tell equals apart."""
        points, margin = self.mean(self.points), self.mean(self.margin)
        return (-self.average(game),) if by_points else (-(margin or 0), -(points or 0))


def _plus(total: float | None, more: float | None, times: int) -> float | None:
    return None if total is None or more is None else total + times * more


def play_out(
    samples: Iterable[State], numbers: Iterator[int], *, deadline: float = math.inf
) -> dict[Action, ActionTally]:
    """Return what each action led to from which the samples were played out; one stands for all that do the same.

    :param samples: states that look the same to the seat that is to act.
    :param numbers: where chance comes from.
    :param deadline: when to stop, as ``time.monotonic`` tells it.
    """
    root = _Node()
    for state in samples:
        root.play_out(state, numbers)
        if time.monotonic() >= deadline:
            break
    return {action: node.tally for action, node in root.children.items()}


class _Node:
    """A point in play, told by what has been done since the root."""

    __slots__ = ("children", "offered", "tally")

    def __init__(self) -> None:
        self.children: dict[Action, _Node] = {}
        self.offered = 0
        """In how many samples one could come here from the node above."""
        self.tally = ActionTally()

    def play_out(self, state: State, numbers: Iterator[int]) -> None:
        """Play a sample out from here, and remember what it came to."""
        game, node = state.game, self
        path: list[tuple[_Node, Side]] = []
        known = True
        while known and state.turn is not None:
            side = game.sides[state.turn]
            options = {
                canonical_action(game, action): action
                for action in (seam_of(state).likely(state) if path else state.legal)
            }
            action, known = node.choose(game, tuple(options), numbers)
            node = node.children.setdefault(action, _Node())
            path.append((node, side))
            state = state.play(options[action])
        while state.turn is not None:
            likely = seam_of(state).likely(state)
            state = state.play(likely[below(len(likely), numbers)])
        ends = _ends(state)
        for passed, side in path:
            passed.tally.add(*ends[side])

    def choose(self, game: Game, options: tuple[Action, ...], numbers: Iterator[int]) -> tuple[Action, bool]:
        """Return which way to go on, and whether it has been tried before: what has never been tried comes first."""
        fresh = [action for action in options if action not in self.children]
        if fresh:
            return fresh[below(len(fresh), numbers)], False
        children = [self.children[action] for action in options]
        for child in children:
            child.offered += 1
        promise = [child.promise(game) for child in children]
        return options[promise.index(max(promise))], True

    def promise(self, game: Game) -> float:
        """Return what coming here brings as far as it may turn out to be: the less was tried, the more."""
        return self.tally.average(game) + _CURIOSITY * math.sqrt(math.log(self.offered + 1) / self.tally.tried)


def _ends(state: State) -> tuple[tuple[int, int | None], ...]:
    """Return what a deal that is over came to, by side: points of those who win together, and game points more than the best other."""
    result, game = state.result, state.game
    if result is None:
        raise ValueError("the deal is not over")
    teams = state.teams or tuple([(Side(side),) for side in range(game.side_count)])
    ends: dict[Side, tuple[int, int | None]] = {}
    for team in teams:
        margin = None
        if result.game_points is not None:
            scored = result.game_points
            margin = scored[team[0]] - max([scored[other[0]] for other in teams if other != team])
        for side in team:
            ends[side] = sum([result.points[each] for each in team]), margin
    return tuple([ends[Side(side)] for side in range(game.side_count)])
