"""Playing from what one seat may know: deals that fit it are sampled, and solved or played out.

A sample deals the cards that the seat has not seen at random into the other hands and the talon. Where the rest of the deal is short
enough, samples are solved with all their cards known, and an action is worth the mean over them. Elsewhere they are played out
(:mod:`aceten_solver.playouts`).

Nothing is concluded from what the others have played, and who sees only his own cards cannot do as well as samples promise in which
all are known: this is an opponent to play against, not an oracle.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec

from aceten import Action, Claim, UsageError, View, imagine
from aceten.naming import deals_counted, seat_name
from aceten.pictures import picture_of
from aceten.shuffling import shuffle, split_mix
from aceten.telling import telling
from aceten_solver.alike import canonical_action
from aceten_solver.labels import label, other_actions, worth_of
from aceten_solver.playouts import Tally, play_out
from aceten_solver.solving import solve
from aceten_spec.errors import AcetenError, shown
from aceten_spec.outcomes import decided_by_outcome, ordered_by_outcome
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten import Card, Facts, State
    from aceten_solver.objectives import Objective
    from aceten_solver.solution import Solution

SAMPLES: Final = 1000
"""The default for how many deals are sampled."""
NODES: Final = 20_000
"""The default for how many states are searched to solve samples."""

Method: TypeAlias = Literal["forced", "solved", "played out"]
"""``forced``: there is only one thing to do, and nothing was sampled. ``solved``: every sample was solved with all cards known.
``played out``: every sample was played out."""

_FEWEST: Final = 10
"""So many samples are solved, or none, where anything is hidden."""


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """A legal action, and what it led to in the samples."""

    action: Action
    """The action."""
    points: float | None
    """Points of the seat and those who win with it at the end of the deal, on average; ``None`` where that is not known."""
    margin: float | None
    """Game points that they score more than the best of the others, on average; ``None`` where that is not known."""
    samples: int
    """How many samples these are averages of."""


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """What to play, from what one seat may know."""

    view: View
    """What the seat knows."""
    prospects: tuple[Prospect, ...]
    """Every legal action, the best first."""
    method: Method
    """Where the averages come from."""
    samples: int
    """How many deals were sampled."""

    @property
    def chosen(self) -> Action:
        """The action to play."""
        return self.prospects[0].action

    def picture(self) -> str:
        """Return what the seat sees as SVG, with what each card led to on average under it, and the one to play marked."""
        words, chosen = telling(self.view), self.chosen
        told = [say("To play: {action}", action=words.choice(chosen))]
        if self.method == "forced":
            return picture_of(self.view, marked=(chosen,), told=[*told, say("Nothing else differs from it")])
        first = self.prospects[0]
        by_points = first.margin is None or (_by_points(self.view.game) and first.points is not None)
        labels = [
            (each.action, label(each.points, "points") if by_points else label(each.margin, "game-points"))
            for each in self.prospects
        ]
        who, deals = seat_name(self.view.seat), deals_counted(self.samples)
        if by_points:
            how = say("points for the side of {who}, on average", who=who)
        else:
            how = say("game points for the side of {who}, less those of the others, on average", who=who)
        if self.method == "solved":
            sampled = say("{deals} that fit, solved with all cards known", deals=deals)
        else:
            sampled = say("{deals} that fit, played out", deals=deals)
        told += [*other_actions(self.view, labels, (chosen,)), sampled]
        return picture_of(self.view, marked=(chosen,), worth=worth_of(labels, how), told=told)

    def _repr_svg_(self) -> str:
        """Return the picture, which notebooks show."""
        return self.picture()


def advise(
    view: View, *, samples: int = SAMPLES, nodes: int = NODES, seconds: float | None = None, seed: int = 0
) -> Advice:
    """Return what to play. Equal views, budgets and seeds give equal advice, unless time runs out.

    :param samples: sample at most this many deals, 1 or more.
    :param nodes: search at most this many states to solve samples; 0: solve none.
    :param seconds: take at most about this long; ``None``: no limit.
    :param seed: what the samples depend on, 0 to 2**64 - 1.
    :raises UsageError: when it is not the turn of the view's seat, or for numbers out of range.
    """
    if not view.legal:
        message = f"seat {view.seat} is not to act: there is nothing to advise"
        raise UsageError(message)
    if samples < 1:
        message = f"samples {shown(samples, 80)}: expected 1 or more"
        raise UsageError(message)
    numbers = split_mix(seed)
    if len({canonical_action(view.game, action) for action in view.legal}) == 1:
        return _advice(view, {}, "forced", 0)
    allowed = math.inf if seconds is None else seconds
    started = time.monotonic()
    solved = _solve(view, numbers, samples, nodes, started + allowed / 2)  # the other half is for playing out
    if solved is not None:
        return solved
    tallies = play_out((sample(view, numbers) for _ in range(samples)), numbers, deadline=started + allowed)
    return _advice(view, tallies, "played out", sum([tally.tried for tally in tallies.values()]))


def sample(view: View, numbers: Iterator[int]) -> State:
    """Return a state that looks to the seat like its view; the cards that it has not seen are dealt at random.

    :param numbers: where chance comes from, such as :func:`aceten.shuffling.split_mix`.
    """
    cards = shuffle(view.unseen, next(numbers))
    hands: list[tuple[Card, ...]] = []
    for known, size in zip(view.known, view.hand_sizes, strict=True):
        lacking = size - len(known)
        hands.append(known + cards[:lacking])
        cards = cards[lacking:]
    talon = cards[: view.talon_size - len(view.known_talon)] + view.known_talon
    return imagine(view, tuple(hands), talon)


def _advice(view: View, tallies: dict[Action, Tally], method: Method, samples: int) -> Advice:
    """Return the advice that follows from what the actions led to."""
    rows = [(action, tallies.get(canonical_action(view.game, action), Tally())) for action in view.legal]
    # What the tree has tried most is what it found best. Of solved samples every action has equally many.
    by_points = _by_points(view.game)
    rows.sort(key=lambda row: (-row[1].tried, *row[1].rank(view.game, by_points=by_points), isinstance(row[0], Claim)))
    prospects = [
        Prospect(action=action, points=tally.mean(tally.points), margin=tally.mean(tally.margin), samples=tally.tried)
        for action, tally in rows
    ]
    return Advice(view=view, prospects=tuple(prospects), method=method, samples=samples)


def _by_points(game: Facts) -> bool:
    """Whether points tell what is better, and not game points."""
    return ordered_by_outcome(game.rules) and decided_by_outcome(game.rules)


def _solve(view: View, numbers: Iterator[int], samples: int, nodes: int, deadline: float) -> Advice | None:
    """Return advice from solved samples; ``None`` when the budget does not suffice for enough of them."""
    most = 1 if _all_known(view) else samples
    fewest = min(most, _FEWEST)
    tallies = {canonical_action(view.game, action): Tally() for action in view.legal}
    done, left = 0, nodes
    while done < most and left > 0:
        solution = _solution(sample(view, numbers), left // max(fewest - done, 1), deadline)
        if solution is None:
            break
        done += 1
        left -= solution.nodes + 1
        _count(view, tallies, solution)
    return _advice(view, tallies, "solved", done) if done >= fewest else None


def _all_known(view: View) -> bool:
    """Whether only one hand is hidden, and so none."""
    lacking = [size - len(known) for known, size in zip(view.known, view.hand_sizes, strict=True)]
    in_talon = view.talon_size - len(view.known_talon)
    return not in_talon and sum(map(bool, lacking)) <= 1 and len(view.unseen) == sum(lacking)


def _solution(state: State, nodes: int, deadline: float) -> Solution | None:
    """Return the solution of a sample; ``None`` when the budget does not suffice, or there are not two sides."""
    objective: Objective | None = None
    if state.points_known and not decided_by_outcome(state.game.rules):
        objective = "game-points"
    seconds = None if deadline == math.inf else max(deadline - time.monotonic(), 0)
    try:
        solution = solve(state, objective, nodes=nodes, seconds=seconds)
    except AcetenError:
        return None
    return solution if solution.exact else None


def _count(view: View, tallies: dict[Action, Tally], solution: Solution) -> None:
    """Count a solved sample for each action."""
    own = 0 if view.seat in solution.sides[0] else 1
    counted: set[Action] = set()
    for entry in solution.actions:
        action = canonical_action(view.game, entry.action)
        if entry.value is None or action in counted:
            continue
        counted.add(action)
        points, margin = entry.value.points, entry.value.margin
        tallies[action].add(
            None if points is None else points[own],
            None if margin is None else margin[own],
        )
