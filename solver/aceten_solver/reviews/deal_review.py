"""Reviewing a deal that was played: what every action cost, and who could still have won, until when, and how.

A review goes from the end of a record to its beginning. Positions near the end are settled soon, so a budget that runs out leaves the
first actions unreviewed, and what is said about the others is proved all the same.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from aceten import Action, Call, Record, Seat, State
from aceten.pictures import Step, picture_of, picture_of_course
from aceten.vocabulary.errors import check_kind
from aceten.vocabulary.naming import either, seat_name
from aceten.words import telling
from aceten_solver.answers.solver import Solver
from aceten_solver.answers.told_tables import as_text
from aceten_solver.answers.value_labels import caption, label, meaning_of_value, measured
from aceten_solver.question.backends import Backend
from aceten_solver.question.objectives import (
    Objective,
    Value,
    aims_of,
    check_objective,
    default_objective,
    lost,
    merit,
    merit_by,
    value_of_result,
)
from aceten_solver.question.question import Limits, limits_of
from aceten_solver.question.two_sides import TwoSides, two_sides
from aceten_solver.reviews.told_reviews import told_review
from aceten_spec.outcomes import decided_by_outcome
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from aceten_solver.answers.solution import Solution

Seats: TypeAlias = tuple[Seat, ...]
"""The seats of a side."""


class ReviewedAction(msgspec.Struct, frozen=True, kw_only=True):
    """An action of a record, and what it cost the side that acted. Calls bind nobody and are left out."""

    number: int
    """Which action of the record it is, counted from 1, calls included."""
    position: State
    """The state before it."""
    seat: Seat
    """Who acted."""
    action: Action
    """The action."""
    before: Value | None
    """What the deal comes to from the position before it when everybody plays on perfectly; ``None`` when not reviewed."""
    after: Value | None
    """The same from the position after it."""
    cost: int | None
    """How much less it came to for the side that acted, in what :attr:`cost_in` names: 0 when nothing; ``None`` when not reviewed."""
    cost_in: Objective | None
    """What the cost is counted in: the first of all that counts in which it cost anything; ``None`` when it cost nothing.

    The objective counts first, then the deal (where 1 lies between winning it and nobody's winning it), game points, and points.
    """
    mistake: bool | None
    """Whether another action came to more for that side, in anything that counts; ``None`` when not reviewed."""
    best: tuple[Action, ...]
    """The best actions in that position, as far as they are proved so; empty when not reviewed, or when it is settled what the position
    is worth, but not yet of any action."""


class Chance(msgspec.Struct, frozen=True, kw_only=True):
    """The last moment at which more was certain for a side than what the deal came to."""

    number: int
    """Which action of the record gave it away, counted from 1: one of that side."""
    position: State
    """The state before that action."""
    value: Value
    """What the deal comes to from there when everybody plays on perfectly."""
    line: tuple[Action, ...]
    """Best play from there to the end of the deal; empty when the budget ran out before it was known."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What a deal came to for one side, and what it could have come to.

    To win is to win the deal; where everybody scores, to score more than the other side.
    """

    won: bool | None
    """Whether it won: with perfect play from the end of the record, where the deal goes on; ``None`` when that is open."""
    could_win: bool | None
    """Whether it won or could have won at any moment, whatever the other side did; ``None`` when that is open."""
    win: Chance | None
    """The last moment at which a side that did not win could have won; ``None`` when there is none among what is settled."""
    more: Chance | None
    """The last moment at which it could have come to more than it did, under the objective; ``None`` likewise."""


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """What is proved about a deal that was played, with every card known to everybody."""

    position: State
    """The state that the record begins with."""
    end: State
    """The state that it comes to."""
    sides: tuple[Seats, Seats]
    """The seats of side 0 and of side 1. Side 0 is that of seat 0, or the player who plays alone."""
    objective: Objective
    """What was asked for."""
    value: Value | None
    """What the deal came to: with perfect play from the end of the record, where it goes on; ``None`` when that is not settled."""
    actions: tuple[ReviewedAction, ...]
    """Every action of the record but calls."""
    settled_from: int
    """The number of the first action that is reviewed with all that follow; one more than that of the last when none is."""
    verdicts: tuple[Verdict, Verdict]
    """What it could have come to for each side, as far as that is settled."""
    nodes: int
    """States searched."""
    seconds: float
    """Time taken."""
    backends: tuple[Backend, ...]
    """Which searches answered."""
    exact: bool
    """Whether every action is reviewed, and so everything is settled."""

    def __str__(self) -> str:
        """Return the review as ``aceten review`` tells it, in the language in force."""
        return as_text((str(self.position), *told_review(self)))

    def __repr__(self) -> str:
        """Return what was reviewed, and how many mistakes there are, on one line."""
        mistakes = [entry.number for entry in self.actions if entry.mistake]
        return f"<Review of {str(self.position)!r}: {len(self.actions)} actions, mistakes {mistakes}, value={self.value!r}>"

    def picture(self) -> str:
        """Return as SVG how what the deal comes to with perfect play goes up and down with each action; mistakes are marked."""
        if not self.actions:
            return picture_of(self.position)
        values = [self._measured(entry.after) for entry in self.actions]
        before = self._measured(self.actions[0].before)
        labels = {value: label(value, self.objective) for value in (before, *values) if value is not None}
        steps = [
            Step(
                number=entry.number,
                seat=entry.seat,
                action=entry.action,
                value=value,
                mistake=bool(entry.mistake),
                told=_told(entry, "?" if value is None else labels[value]),
            )
            for entry, value in zip(self.actions, values, strict=True)
        ]
        return picture_of_course(
            self.position.game,
            before,
            steps,
            labels,
            caption=caption(self.objective, *self.sides),
            told=self._lines(),
        )

    def _repr_svg_(self) -> str:
        """Return the picture, which notebooks show."""
        return self.picture()

    def _measured(self, value: Value | None) -> int | None:
        return None if value is None else measured(value, self.objective, 0)

    def _lines(self) -> Iterator[str]:
        """Yield a sentence for each mistake, and what the deal came to."""
        for entry in self.actions:
            if entry.mistake:
                words = telling(entry.position)
                better = either(dict.fromkeys(map(words.choice, entry.best)) or ["?"])
                yield say("{done}; better: {actions}", done=_done(entry), actions=better)
        if self.settled_from > 1:
            yield say("What was done before action {number} is not settled", number=self.settled_from)
        if self.value is not None:
            yield meaning_of_value(self.end, self.value, self.sides)


def review(
    record: Record,
    objective: Objective | str | None = None,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    stop: Callable[[], bool] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Review:
    """Return what every action of a record cost, and whether and until when each side could have won.

    :param record: a deal that was played, or a part of one, such as :func:`aceten.read_record` returns.
    :param objective: what to ask for; by default points where nothing else decides a deal, otherwise game points.
    :param nodes: search at most this many states in all; ``None``: no limit.
    :param seconds: search at most about this long in all; ``None``: no limit.
    :param stop: is asked now and then whether to end at once, with what is proved so far.
    :param progress: is called now and then with the number of states searched so far.
    :raises ObjectiveError: when the first position does not say enough for the objective.
    :raises UsageError: when something else than a record is given, or there are not two sides that play against each other.

    As long as nobody holds the card whose holder plays alone, it is open who plays against whom: what was done before is not reviewed.
    """
    check_kind(record, Record, record_expected())
    start = record.states[0]
    sides = two_sides(record.state)  # at the start it may be open who will play alone
    chosen = check_objective(start, default_objective(start.game) if objective is None else objective, sides)
    started = time.monotonic()
    work = _Work(record, chosen, sides, limits_of(nodes, seconds, stop, progress))
    with Solver() as solver:
        work.run(solver)
    return Review(
        position=start,
        end=record.state,
        sides=sides.seats(start),
        objective=chosen,
        value=work.moments[-1].value if work.moments else None,
        actions=tuple(work.actions()),
        settled_from=work.settled_from,
        verdicts=(work.verdict(0), work.verdict(1)),
        nodes=work.nodes,
        seconds=time.monotonic() - started,
        backends=tuple(sorted(work.backends)),
        exact=work.exact,
    )


def review_all(
    records: Sequence[Record],
    objective: Objective | str | None = None,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    stop: Callable[[], bool] | None = None,
    progress: Callable[[int], None] | None = None,
) -> tuple[Review, ...]:
    """Return the review of each of several deals, such as those of a match, as :func:`review` does, every deal for itself.

    The budget is for all of them: each has an equal part of what is left of it.

    :raises ObjectiveError: likewise.
    :raises UsageError: likewise.
    """
    check_kind(records, Sequence, say("several records; aceten.read_record makes one of text"))
    nodes, seconds = limits_of(nodes, seconds)[:2]
    deadline = None if seconds is None else time.monotonic() + seconds
    searched = 0
    reviews: list[Review] = []
    for number, record in enumerate(records):
        left = len(records) - number
        reviewed = review(
            record,
            objective,
            nodes=None if nodes is None else (nodes - searched) // left,
            seconds=None if deadline is None else max(deadline - time.monotonic(), 0) / left,
            stop=stop,
            progress=_counting_on(progress, searched),
        )
        searched += reviewed.nodes
        reviews.append(reviewed)
    return tuple(reviews)


def record_expected() -> str:
    """Return what stands in the error where a record is expected."""
    return say("a Record; aceten.read_record makes one of text")


def standing(value: Value, objective: Objective) -> int | None:
    """Return who wins by a value: 1 side 0, -1 side 1, 0 neither; ``None`` when the value leaves that open.

    Under game points, and where no winner is told, it is who scores more.
    """
    if value.margin is not None and (objective == "game-points" or value.winner is None):
        return (value.margin[0] > 0) - (value.margin[0] < 0)
    return None if value.winner is None else merit_by(value, "deal")


def _told(entry: ReviewedAction, value: str) -> str:
    """Return who did what, what it came to, and whether that was a mistake."""
    said = f"{_done(entry)}: {value}"
    return say("{done}, a mistake", done=said) if entry.mistake else said


def _done(entry: ReviewedAction) -> str:
    """Return who did what."""
    return f"{entry.number}. {seat_name(entry.seat)} {telling(entry.position).named(entry.action)}"


class _Moment(msgspec.Struct, frozen=True, kw_only=True):
    """What is settled about a position of the record."""

    value: Value
    best: tuple[Action, ...] = ()
    line: tuple[Action, ...] = ()


class _Work:
    """A record that is being reviewed, from its end backward."""

    def __init__(self, record: Record, objective: Objective, sides: TwoSides, limits: Limits) -> None:
        self._states = record.states
        self._events = record.events
        self._objective: Objective = objective
        self._aims = aims_of(record.states[0], objective, sides)
        self._sides = sides
        self._limits = limits
        self._deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
        self.nodes = 0
        self.backends: set[Backend] = set()
        self.moments: list[_Moment] = []
        """The last positions of the record, those that are settled, in the order of play."""

    def run(self, solver: Solver) -> None:
        """Settle the positions of the record one by one, the last first, until the budget is used up."""
        found = self._last(solver)
        for number in range(len(self._events), -1, -1):
            if found is None:
                return
            self.moments.insert(0, found)
            if number:
                found = self._before(solver, number, found)

    @property
    def exact(self) -> bool:
        return len(self.moments) == len(self._states)

    @property
    def settled_from(self) -> int:
        return len(self._states) - max(len(self.moments), 1) + 1

    def _last(self, solver: Solver) -> _Moment | None:
        """Return what is settled about the position that the record comes to."""
        state = self._states[-1]
        if state.result is not None:
            return _Moment(value=value_of_result(state.result, self._sides))
        return self._moment(self._solve(solver, state))

    def _before(self, solver: Solver, number: int, after: _Moment) -> _Moment | None:
        """Return what is settled about the position before an action, from what is settled about the one after it.

        Nothing is where it is open who plays against whom.
        """
        _, action = self._events[number - 1]
        if isinstance(action, Call):
            return after
        state = self._states[number - 1]
        if state.teams is None:
            return None
        solution = self._solve(solver, state)
        found = self._moment(solution, (action, after.value))
        if found is None and self._merit(solution.bounds[1 - self._side(state)]) == self._merit(after.value):
            # Nothing better is possible for the side to act, and this is as good.
            return _Moment(value=after.value, best=(action,))
        return found

    def _solve(self, solver: Solver, state: State) -> Solution:
        """Solve a position with what is left of the budget."""
        solution = solver.solve(
            state,
            self._objective,
            nodes=None if self._limits.nodes is None else self._limits.nodes - self.nodes,
            seconds=None if self._deadline is None else max(self._deadline - time.monotonic(), 0),
            stop=self._limits.stop,
            progress=_counting_on(self._limits.progress, self.nodes),
        )
        self.nodes += solution.nodes
        self.backends.add(solution.backend)
        if self._limits.progress is not None:
            self._limits.progress(self.nodes)
        return solution

    def _moment(self, solution: Solution, played: tuple[Action, Value] | None = None) -> _Moment | None:
        """Return what a solution settles; ``None`` when not all that counts is settled."""
        value, (low, high) = solution.value, solution.bounds
        if value is None or self._merit(low) != self._merit(high):
            return None
        known = {entry.action: entry.bounds for entry in solution.actions}
        if played is not None:
            known[played[0]] = played[1], played[1]
        best = [
            action
            for action, bounds in known.items()
            if {self._merit(bound) for bound in bounds} == {self._merit(value)}
        ]
        return _Moment(value=value, best=tuple(best), line=solution.line)

    def actions(self) -> Iterator[ReviewedAction]:
        """Yield what is settled about every action but calls."""
        for number, (seat, action) in enumerate(self._events, start=1):
            if isinstance(action, Call):
                continue
            state = self._states[number - 1]
            before, after = self._settled(number - 1), self._settled(number)
            sign = 1 - 2 * self._side(state)
            cost, cost_in = None, None
            if before is not None and after is not None:
                cost, cost_in = self._lost(before.value, after.value)
            yield ReviewedAction(
                number=number,
                position=state,
                seat=seat,
                action=action,
                before=None if before is None else before.value,
                after=None if after is None else after.value,
                cost=None if cost is None else sign * cost,
                cost_in=cost_in,
                mistake=None if cost is None else sign * cost > 0,
                best=() if before is None else before.best,
            )

    def verdict(self, side: int) -> Verdict:
        """Return what is settled about a side."""
        if not self.moments:
            return Verdict(won=None, could_win=None, win=None, more=None)
        sign, end = 1 - 2 * side, self.moments[-1].value
        stands = [standing(moment.value, self._objective) for moment in self.moments]
        if self._objective == "points" and not decided_by_outcome(self._states[0].game.rules):
            stands[:-1] = [None] * (len(stands) - 1)  # who plays for points may leave the deal to the other side
        won = None if stands[-1] is None else stands[-1] == sign
        wins = [place for place, stand in enumerate(stands) if stand == sign]
        more = [place for place, moment in enumerate(self.moments) if sign * self._lost(moment.value, end)[0] > 0]
        open_ = won is None or None in stands or not self.exact
        return Verdict(
            won=won,
            could_win=True if wins else None if open_ else False,
            win=self._chance(wins) if won is False else None,
            more=self._chance(more),
        )

    def _chance(self, places: list[int]) -> Chance | None:
        """Return the last of these places among what is settled as a chance."""
        if not places:
            return None
        moment, number = self.moments[places[-1]], places[-1] + self.settled_from
        return Chance(number=number, position=self._states[number - 1], value=moment.value, line=moment.line)

    def _settled(self, place: int) -> _Moment | None:
        """Return what is settled about the position before action ``place + 1``."""
        place -= len(self._states) - len(self.moments)
        return self.moments[place] if place >= 0 else None

    def _side(self, state: State) -> int:
        """Return the side that is to act."""
        return 0 if state.turn is None else self._sides.of(state.game.sides[state.turn])

    def _merit(self, value: Value) -> tuple[int, ...]:
        return merit(value, self._aims)

    def _lost(self, one: Value, other: Value) -> tuple[int, Objective | None]:
        return lost(one, other, self._aims)


def _counting_on(progress: Callable[[int], None] | None, searched: int) -> Callable[[int], None] | None:
    """Return a function for the progress of one search of several, before which so many states were searched."""
    return None if progress is None else lambda count: progress(searched + count)
