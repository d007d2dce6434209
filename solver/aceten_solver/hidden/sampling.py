"""Playing from what one seat may know: the deals that fit it (:mod:`aceten.hidden.worlds`) are solved or played out.

Where they are few, all of them are looked at, and elsewhere some that are drawn at random. Where the rest of the deal is short enough they
are solved with all their cards known, and an action is worth the mean over them; where not, they are played out
(:mod:`aceten_solver.hidden.playouts`).

These are averages over open cards: in every deal everybody goes on as if he knew it, and nobody does. So they promise too much to actions
after which one has to guess, and forget that the others guess, too. And every deal that fits counts the same, whether the others would
have played so in it or not.
"""

from __future__ import annotations

import itertools
import math
import time
from functools import partial
from operator import mul
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec

from aceten import Action, Claim, Game, State, UsageError, View, Worlds, worlds
from aceten.deals.shuffling import split_mix
from aceten.engine.equal_actions import canonical_action
from aceten.hidden.worlds import LISTED
from aceten.pictures import picture_of
from aceten.vocabulary.errors import check_kind, view_expected
from aceten.vocabulary.naming import deals_counted, seat_name
from aceten.words import telling
from aceten_solver.answers.batches import solve_many
from aceten_solver.answers.solver import Solver
from aceten_solver.answers.told_tables import as_text
from aceten_solver.answers.value_labels import label, no_choice, other_actions, worth_of
from aceten_solver.hidden.playouts import IN_95, ActionTally, play_out
from aceten_solver.hidden.told_advice import told_advice
from aceten_solver.question.objectives import (
    OBJECTIVES,
    Objective,
    ObjectiveError,
    default_objective,
    in_turn,
    merit_by,
)
from aceten_solver.question.question import limits_of
from aceten_spec.errors import AcetenError, given, whole
from aceten_spec.outcomes import decided_by_outcome, ordered_by_outcome
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from aceten_solver.answers.solution import Solution

SAMPLES: Final = 1000
"""The default for how many deals are sampled."""
NODES: Final = 20_000
"""The default for how many states are searched to solve samples."""

Method: TypeAlias = Literal["solved", "played out"]
"""``solved``: every sample was solved with all cards known. ``played out``: every sample was played out."""

_FEWEST: Final = 10
"""So many samples are solved, or none, where anything is hidden."""
_HARDLY_ANY: Final = 1_000
"""So many states are searched in some hundredths of a second, by whatever searches."""


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
    won: float | None = None
    """The share of deals that they win, one that nobody or both win counting half; ``None`` where that is not known."""
    best: float | None = None
    """The share of deals in which the action is among the best; ``None`` where deals were played out."""
    error: float | None = None
    """By how much the mean of what counts first may be off: in 95 of 100 samples it is by no more. 0 where all deals were looked at."""
    behind: float | None = None
    """How much less it brings than the action to play, in what counts first, on average over the same deals."""
    behind_error: float | None = None
    """By how much that may be off, likewise."""
    points_error: float | None = None
    """By how much ``points`` may be off, likewise; ``None`` where that is not known."""
    margin_error: float | None = None
    """By how much ``margin`` may be off, likewise."""


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """What to play, from what one seat may know."""

    view: View
    """What the seat knows."""
    prospects: tuple[Prospect, ...]
    """Every legal action, the best first."""
    method: Method
    """Where the averages come from."""
    samples: int
    """How many deals were looked at."""
    worlds: int | None = None
    """How many deals fit what the seat sees; ``None`` where they cannot be counted."""
    exact: bool = False
    """Whether all of them were looked at."""
    objective: Objective | None = None
    """What counts first; ``None``: points and game points together."""

    @property
    def chosen(self) -> Action:
        """The action to play."""
        return self.prospects[0].action

    def __str__(self) -> str:
        """Return the advice as ``aceten advise`` tells it, in the language in force."""
        return as_text((str(self.view), *told_advice(self)))

    def __repr__(self) -> str:
        """Return what was asked, and what to play, on one line."""
        return f"<Advice for {str(self.view)!r}: {self.chosen}, {self.samples} deals {self.method}>"

    def picture(self) -> str:
        """Return what the seat sees as SVG, with what each card led to on average under it, and the one to play marked."""
        words, chosen = telling(self.view), self.chosen
        told = [say("To play: {action}", action=words.choice(chosen)), *no_choice(self.view)]
        first = self.prospects[0]
        by_points = first.margin is None or (
            first.points is not None
            and (_by_points(self.view.game) if self.objective is None else self.objective == "points")
        )
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
    view: View,
    *,
    samples: int = SAMPLES,
    nodes: int | None = NODES,
    nodes_each: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    objective: Objective | str | None = None,
    together: bool = False,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Advice:
    """Return what to play. Equal views, budgets and seeds give equal advice, unless time runs out.

    >>> import aceten, aceten_solver
    >>> advice = aceten_solver.advise(aceten.parse("zsiros/2 hands=AK,?? lead=0 points=40,20"))
    >>> str(advice.chosen), advice.worlds, advice.exact
    ('K', 161, True)

    :param samples: look at this many deals at most, 1 or more. Where no more fit that play can tell apart, they are all looked at.
    :param nodes: search at most this many states to solve them; 0: solve none; ``None``: solve as many as time allows.
    :param nodes_each: where ``nodes`` does not limit them, leave deals out that take more states than this; ``None``: solve each.
    :param seconds: take at most about this long; ``None``: no limit.
    :param seed: what the samples depend on, 0 to 2**64 - 1.
    :param objective: what counts first (:data:`aceten_solver.Objective`); by default points, where nothing else decides a deal, otherwise
        game points. Of actions that bring as much of it on average, those come first that win more, then score and then bring more.
    :param together: whether points and game points count together where points decide a deal, each as a share of the most that there are,
        and elsewhere game points; no objective is asked for then. So the machine plays, which wants to win a match.
    :param threads: how many deals are solved at a time, where ``nodes`` does not limit them.
    :param progress: is called with the number of deals solved so far.
    :param stop: is asked now and then whether to end.
    :raises UsageError: when it is not the turn of the view's seat, or for numbers out of range.
    :raises ObjectiveError: when the position does not say enough for the objective.
    """
    check_kind(view, View, view_expected())
    check_to_act(view)
    if (whole(samples) or 0) < 1:
        raise UsageError(say("samples {samples}: expected 1 or more", samples=given(samples)))
    nodes, seconds = limits_of(nodes, seconds)[:2]
    nodes_each = limits_of(nodes_each, None).nodes
    asked = None if together else default_objective(view.game) if objective is None else objective
    numbers = split_mix(seed)
    averages = _Averages(view, worlds(view), asked)
    allowed = math.inf if seconds is None else seconds
    started = time.monotonic()
    half, end = started + allowed / 2, started + allowed  # the other half is for playing out
    deals = averages.deals(samples, numbers)
    if nodes is None:
        done = averages.solve_all(
            deals,
            nodes_each=nodes_each,
            threads=threads,
            first_by=half,
            deadline=end,
            progress=progress,
            stop=stop,
        )
    else:
        done = averages.solve(deals, nodes=nodes, deadline=half)
    if done:
        return averages.advice("solved", done)
    chance = averages.found.samples(numbers)
    tallies = play_out(itertools.islice(chance, samples), numbers, deadline=end)
    return averages.advice("played out", sum([tally.tried for tally in tallies.values()]), tallies)


def sample(view: View, numbers: Iterator[int]) -> State:
    """Return a state that looks to the seat like its view: one of the deals that fit it, at random.

    :param numbers: where chance comes from, such as :func:`aceten.deals.shuffling.split_mix`.
    """
    return worlds(view).sample(numbers)


def stand_in(view: View) -> State:
    """Return a state that looks to the seat like its view: what lies open, and what the seat may do, is as in any other."""
    return sample(view, split_mix(0))


def check_to_act(view: View) -> None:
    """Refuse a view of a seat that is not to act.

    :raises UsageError: when it is not.
    """
    if not view.legal:
        raise UsageError(say("{who} is not to act: there is nothing to advise", who=seat_name(view.seat)))


def is_solved_soon(view: View, *, nodes: int, seconds: float | None = None, seed: int = 0) -> bool:
    """Whether the first of the deals that :func:`advise` would look at is solved by the native core in no more than so many states.

    Complete tables (:mod:`aceten_solver.endgames.endgame_tables`) help where they are there. What the core does not know
    is left to the search in Python, which solves nothing soon but what takes hardly any states.

    :raises UsageError: when it is not the turn of the view's seat.
    """
    check_to_act(view)
    averages = _Averages(view, worlds(view), None)
    state, _ = next(iter(averages.deals(1, split_mix(seed))))
    try:
        with Solver() as solver:
            ask = partial(solver.solve, state, averages.objective, seconds=seconds, line=False)
            begun = ask(nodes=min(nodes, _HARDLY_ANY))
            return begun.exact or (begun.backend == "native" and ask(nodes=nodes).exact)
    except AcetenError:  # there are not two sides, or the view does not tell enough
        return False


class _Averages:
    """What the actions that are legal in a view came to in deals that fit it."""

    def __init__(self, view: View, found: Worlds, objective: Objective | str | None) -> None:
        self._view = view
        self.found = found
        """The deals that fit."""
        self._asked = objective
        self._by_points = _by_points(view.game)
        self.objective: Objective | str | None = objective
        """What deals are solved for."""
        if objective is None and view.points_known and not decided_by_outcome(view.game.rules):
            self.objective = "game-points"
        self._forget()

    def _forget(self) -> None:
        """Begin anew, with no deal solved."""
        view = self._view
        self._listed = False
        self._tallies = {canonical_action(view.game, action): ActionTally() for action in view.legal}
        self._worth: dict[Action, list[float]] = {action: [] for action in self._tallies}
        """What counts first in each deal that was solved, by action."""
        self._times: list[int] = []
        """How many deals each of them stands for."""

    def deals(self, samples: int, numbers: Iterator[int]) -> list[tuple[State, int]] | Iterator[tuple[State, int]]:
        """Return deals that fit, each with how many it stands for: all of them where they are no more, or so many at random."""
        listed = self.found.listed(min(samples, LISTED))
        if listed is not None:
            self._listed = True
            return list(listed)
        return zip(itertools.islice(self.found.samples(numbers), samples), itertools.repeat(1))

    def solve(self, deals: Iterable[tuple[State, int]], *, nodes: int, deadline: float) -> int:
        """Solve deals one after the other; return how many, or 0 when the budget does not suffice for enough of them.

        Where there are not two sides in one of them none counts: the others alone would give a wrong picture.
        """
        known = list(deals) if self._listed else None
        fewest = _FEWEST if known is None else min(len(known), _FEWEST)
        done, left = 0, nodes
        for state, times in deals if known is None else known:
            if left <= 0:
                break
            seconds = None if deadline == math.inf else max(deadline - time.monotonic(), 0)
            try:
                # Complete tables would change how many states are searched, and so how many samples there are: they are not everywhere.
                with Solver(tables=False) as solver:
                    allowed = left // max(fewest - done, 1)
                    solution = solver.solve(state, self.objective, nodes=allowed, seconds=seconds, line=False)
            except AcetenError:
                self._forget()
                return 0
            if not solution.exact:
                break
            done += 1
            left -= solution.nodes + 1
            self._count(solution, times)
        if done < fewest:
            return 0
        self._listed = self._listed and known is not None and done == len(known)
        return done

    def solve_all(
        self,
        deals: Iterable[tuple[State, int]],
        *,
        nodes_each: int | None,
        threads: int,
        first_by: float,
        deadline: float,
        progress: Callable[[int], None] | None,
        stop: Callable[[], bool] | None,
    ) -> int:
        """Solve deals, several at a time, until time is up; return how many, or 0 when too few of them take no more than they may.

        Where there are not two sides in one of them none counts, as with :meth:`solve`.

        :param first_by: when to give up where none has been solved.
        """
        done = 0

        def late() -> bool:
            return time.monotonic() >= (deadline if done else first_by) or (stop is not None and stop())

        every = list(deals)
        states = [state for state, _ in every]
        solutions = solve_many(
            states, self.objective, threads=threads, nodes=nodes_each, stop=late, progress=progress, line=False
        )
        for (_, times), solution in zip(every, solutions, strict=False):
            if isinstance(solution, ObjectiveError):
                raise solution
            if isinstance(solution, AcetenError):
                self._forget()
                return 0
            if solution.exact:
                done += 1
                self._count(solution, times)
        self._listed = self._listed and done == len(every)
        return done if nodes_each is None or done >= min(len(every), _FEWEST) else 0

    def _count(self, solution: Solution, times: int) -> None:
        """Count a solved deal for each action."""
        own = 0 if self._view.seat in solution.sides[0] else 1
        counted: set[Action] = set()
        self._times.append(times)
        for entry in solution.actions:
            action = canonical_action(self._view.game, entry.action)
            if entry.value is None or action in counted:
                continue
            counted.add(action)
            points, margin, winner = entry.value.points, entry.value.margin, entry.value.winner
            worth = {
                "points": None if points is None else points[own],
                "deal": (1 - 2 * own) * merit_by(entry.value, "deal"),
                "game-points": None if margin is None else margin[own],
            }[solution.objective]
            self._worth[action].append(worth or 0)
            self._tallies[action].add(
                None if points is None else points[own],
                None if margin is None else margin[own],
                None if winner is None else float(winner == own) if isinstance(winner, int) else 0.5,
                best=entry.action in solution.best,
                times=times,
            )

    def advice(self, method: Method, samples: int, tallies: dict[Action, ActionTally] | None = None) -> Advice:
        """Return the advice that follows from what the actions led to."""
        view, game = self._view, self._view.game
        rows = [
            (action, (self._tallies if tallies is None else tallies).get(canonical_action(game, action), ActionTally()))
            for action in view.legal
        ]
        # What the tree has tried most is what it found best. Of solved deals every action has equally many.
        rows.sort(key=lambda row: (-row[1].tried, *self._rank(row[1]), isinstance(row[0], Claim)))
        solved = method == "solved"
        listed = solved and self._listed
        first = canonical_action(game, rows[0][0])
        prospects = [
            Prospect(
                action=action,
                points=tally.mean(tally.points),
                margin=tally.mean(tally.margin),
                samples=samples if solved else tally.tried,
                won=tally.mean(tally.won) if solved else None,
                best=tally.mean(tally.best) if solved else None,
                error=self._spread(canonical_action(game, action))[1] if solved else None,
                behind=self._spread(first, canonical_action(game, action))[0] if solved else None,
                behind_error=self._spread(first, canonical_action(game, action))[1] if solved else None,
                points_error=0.0 if listed else tally.noise(tally.points, tally.points_squared),
                margin_error=0.0 if listed else tally.noise(tally.margin, tally.margin_squared),
            )
            for action, tally in rows
        ]
        return Advice(
            view=view,
            prospects=tuple(prospects),
            method=method,
            samples=samples,
            worlds=self.found.count,
            exact=listed,
            objective=next((name for name in OBJECTIVES if name == self._asked), None),
        )

    def _rank(self, tally: ActionTally) -> tuple[float, ...]:
        """Return what to sort by, the best first: by what is asked for, then by the deal, game points and points."""
        asked: Objective | None = next((name for name in OBJECTIVES if name == self._asked), None)
        if asked is None:
            return tally.rank(self._view.game, by_points=self._by_points)
        totals = {"points": tally.points, "deal": tally.won, "game-points": tally.margin}
        return tuple([-(tally.mean(totals[aim]) or 0) for aim in in_turn(asked)])

    def _spread(self, action: Action, less: Action | None = None) -> tuple[float, float]:
        """Return the mean of what an action brings, or of how much more than another in the same deal, and by how much it may be off."""
        worth = self._worth[action]
        if less is not None:
            worth = [one - other for one, other in zip(worth, self._worth[less], strict=True)]
        total = sum(self._times)
        mean = sum(map(mul, worth, self._times)) / total
        if self._listed or total < 2:  # noqa: PLR2004 - one deal says nothing of others
            return mean, 0.0
        scatter = sum(times * (each - mean) ** 2 for each, times in zip(worth, self._times, strict=True))
        return mean, IN_95 * math.sqrt(scatter / total / (total - 1))


def _by_points(game: Game) -> bool:
    """Whether points tell what is better, and not game points."""
    return ordered_by_outcome(game.rules) and decided_by_outcome(game.rules)
