"""Fair reviews: what each action of a player cost by what he knew then, beside what it cost with all cards known.

With all cards known (:mod:`aceten_solver.reviews.deal_review`) whoever guesses wrong has made a mistake. Here an action is compared with
the others over the deals that fitted what the player had seen (:mod:`aceten.hidden.worlds`): it may have been right, and only unlucky.
"""

from __future__ import annotations

import itertools
import time
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from aceten import Action, Record, Seat, SeenRecord, UsageError
from aceten.engine.equal_actions import canonical_action, is_choice
from aceten.vocabulary.errors import check_kind
from aceten.vocabulary.naming import seat_name
from aceten_solver.answers.told_tables import as_text
from aceten_solver.hidden.sampling import Advice, advise
from aceten_solver.question.objectives import Objective, default_objective
from aceten_solver.question.question import limits_of
from aceten_solver.reviews.deal_review import Review, record_expected, review
from aceten_solver.reviews.told_reviews import told_fairly
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Callable

WORLDS = 200
"""The default for how many deals are looked at for each action."""

Judgement: TypeAlias = Literal["right", "unlucky", "lucky", "wrong"]
"""``right``: best by what was known, and in the deal. ``unlucky``: best by what was known, and yet it cost something. ``lucky``: worse than
another by what was known, and yet it cost nothing. ``wrong``: worse by what was known, and it cost something."""


class FairAction(msgspec.Struct, frozen=True, kw_only=True):
    """What an action cost by what its player knew."""

    number: int
    """Its place in the record, from 1 on."""
    action: Action
    """What was done."""
    best: tuple[Action, ...]
    """What was to be done by what was known, one for all that do the same."""
    cost: float
    """How much less the action brings on average than that, in the objective, over deals that fit."""
    error: float
    """By how much that may be off: in 95 of 100 samples it is by no more; 0 where all deals that fit were looked at."""
    worlds: int
    """How many deals were looked at."""
    open_cost: int | None
    """What it cost with all cards known, in the objective; ``None`` when that is not settled, or some cards are not known."""
    judgement: Judgement | None
    """The verdict; ``None`` when there is no cost with all cards known."""
    advice: Advice
    """What was known, and what each action brought."""


class FairReview(msgspec.Struct, frozen=True, kw_only=True):
    """What the actions of a player cost by what he knew."""

    seat: Seat
    """The player."""
    objective: Objective
    """What costs are counted in."""
    actions: tuple[FairAction, ...]
    """Those that were a choice."""
    whole: bool
    """Whether as many deals as were asked for, or all that fit, were looked at for each of them."""

    def __str__(self) -> str:
        """Return the review as ``aceten review --seat`` tells it, in the language in force."""
        return as_text(told_fairly(self, known=any(entry.judgement is not None for entry in self.actions)))

    def __repr__(self) -> str:
        """Return whose actions are judged, and what each of them was, on one line."""
        judged = {entry.number: entry.judgement for entry in self.actions}
        return f"<FairReview of seat {self.seat}: {judged}>"


def review_fairly(
    record: Record | SeenRecord,
    seat: int,
    objective: Objective | None = None,
    *,
    worlds: int = WORLDS,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
    reviewed: Review | None = None,
    stop: Callable[[], bool] | None = None,
    progress: Callable[[int], None] | None = None,
) -> FairReview:
    """Return what the actions of a player cost by what he knew.

    :param record: a deal, or what the player saw of it: then nothing is said of what was best with all cards known.
    :param seat: the player.
    :param objective: what counts first; by default as in :func:`aceten_solver.solve`.
    :param worlds: look at this many deals for each action, at most.
    :param seconds: take at most about this long; the last actions come first. ``None``: no limit.
    :param seed: what the deals that are drawn depend on.
    :param threads: how many deals are solved at a time.
    :param reviewed: the review of the record by this objective, where it is there already.
    :param stop: is asked now and then whether to end at once.
    :param progress: is called with the number of actions that have been looked at.
    :raises UsageError: when there is no such seat, the record is of what another saw, or for numbers out of range.
    :raises ObjectiveError: when the positions do not say enough for the objective.
    """
    check_kind(record, (Record, SeenRecord), record_expected())
    seconds = limits_of(None, seconds).seconds
    views = record.views if isinstance(record, SeenRecord) else tuple([state.view(seat) for state in record.states])
    own, chosen = views[0].game.check_seat(seat), objective or default_objective(views[0].game)
    open_costs: dict[int, int | None] = {}
    if not isinstance(record, SeenRecord):
        known = reviewed or review(record, chosen, seconds=seconds, stop=stop)
        open_costs = {entry.number: _open_cost(entry.cost, entry.cost_in, chosen) for entry in known.actions}
    elif own != record.seat:
        message = say(
            "what {who} knew is asked for, and the record is of what {other} saw",
            who=seat_name(own),
            other=seat_name(record.seat),
        )
        raise UsageError(message)
    ended = None if seconds is None else time.monotonic() + seconds
    choices = [
        (number, view, after)
        for number, (view, after) in enumerate(itertools.pairwise(views), start=1)
        if view.turn == own and after.log[-1][0] == own and is_choice(view)
    ]
    found: list[FairAction] = []
    for left, (number, view, after) in zip(range(len(choices), 0, -1), reversed(choices), strict=True):
        if stop is not None and stop():
            break
        allowed = None if ended is None else max(ended - time.monotonic(), 0) / left
        advice = advise(
            view,
            samples=worlds,
            nodes=None,
            seconds=allowed,
            seed=seed,
            objective=chosen,
            threads=threads,
            stop=stop,
        )
        if advice.method == "solved":
            found.append(_judged(number, after.log[-1][1], advice, open_costs.get(number)))
        if progress is not None:
            progress(len(found))
    return FairReview(
        seat=own,
        objective=chosen,
        actions=tuple(reversed(found)),
        whole=len(found) == len(choices) and all(entry.advice.exact or entry.worlds == worlds for entry in found),
    )


def _open_cost(cost: int | None, cost_in: Objective | None, objective: Objective) -> int | None:
    """Return a cost in the objective, which is 0 where it is one in what counts after that."""
    return cost if cost is None or cost_in == objective else 0


def _judged(number: int, action: Action, advice: Advice, open_cost: int | None) -> FairAction:
    game = advice.view.game
    same = canonical_action(game, action)
    mine = next(entry for entry in advice.prospects if canonical_action(game, entry.action) == same)
    cost, error = mine.behind or 0.0, mine.behind_error or 0.0
    best: dict[Action, Action] = {}
    for entry in advice.prospects:
        if not entry.behind:
            best.setdefault(canonical_action(game, entry.action), entry.action)
    knew = cost <= error
    judgement: Judgement | None = None
    if open_cost is not None:
        judgement = ("right" if knew else "lucky") if not open_cost else ("unlucky" if knew else "wrong")
    return FairAction(
        number=number,
        action=action,
        best=tuple(best.values()),
        cost=cost,
        error=error,
        worlds=advice.samples,
        open_cost=open_cost,
        judgement=judgement,
        advice=advice,
    )
