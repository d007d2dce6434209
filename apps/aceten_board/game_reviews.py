"""What a review says of a deal: its value after each action, mistakes, until when it could have been won, and what was known then."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import aceten_solver
from aceten import Record, SeenRecord, State, UsageError
from aceten.vocabulary.naming import game_points_counted, points_counted, seat_name
from aceten.words import telling
from aceten_board.bodies import AskedFair, AskedReview, ChanceTold, Fair, FairStep, Judged, JudgedStep, PlayerTold
from aceten_board.shown_table import moments, seat_of, trick_numbers
from aceten_solver import FairReview, Objective, Review, ReviewedAction
from aceten_solver.answers.value_labels import caption, label, measured
from aceten_solver.reviews.fair_verdicts import FairVerdicts
from aceten_solver.reviews.verdicts import Verdicts, cost_words
from aceten_spec.speech import capital, say, say_counted

BUDGETS: Final = (1.0,)
"""After so many seconds it is told what is settled so far; the last answer comes when all is, or time is up."""
WORLDS: Final = (20, 200)
"""So many deals are solved for each answer about an action by what was known."""
_COUNTED: Final[tuple[Objective, ...]] = ("deal", "game-points", "points")


def judgements(asked: AskedReview, stop: Callable[[], bool]) -> Iterator[Judged]:
    """Yield the review of a deal: at once as far as it is settled soon, and then whole, or until time is up.

    :param stop: is asked now and then whether nobody waits for it any more.
    :raises AcetenError: when there is nothing to review.
    """
    record = Record(_played(asked))
    tricks = trick_numbers(record.states)
    for seconds in (*[budget for budget in BUDGETS if budget < asked.seconds], asked.seconds):
        reviewed = aceten_solver.review(record, asked.objective, seconds=seconds, stop=stop)
        settled = reviewed.exact or seconds == asked.seconds or stop()
        yield _told(reviewed, tricks, settled=settled)
        if settled:
            return


def fair_judgements(asked: AskedFair, stop: Callable[[], bool]) -> Iterator[Fair]:
    """Yield what the actions of a player cost by what he knew: first by few deals that fit, and then by more, or until time is up.

    :param stop: is asked now and then whether nobody waits for it any more.
    :raises AcetenError: when there is nothing to review, or no such seat.
    """
    states = _played(asked)
    if asked.seat is None:
        raise UsageError(say("what a player knew is asked for, and not which player"))
    seat = seat_of(states[0], asked.seat)
    record = Record(states) if asked.known else SeenRecord(tuple([state.view(seat) for state in states]))
    share = asked.seconds / (len(WORLDS) + 1)
    reviewed = None
    if isinstance(record, Record):
        reviewed = aceten_solver.review(record, asked.objective, seconds=share, stop=stop)
    for worlds in WORLDS:
        judged = aceten_solver.review_fairly(
            record,
            seat,
            asked.objective if reviewed is None else reviewed.objective,
            worlds=worlds,
            seconds=share,
            threads=os.cpu_count() or 1,
            reviewed=reviewed,
            stop=stop,
        )
        settled = (
            worlds == WORLDS[-1] or stop() or not judged.actions or all(each.advice.exact for each in judged.actions)
        )
        yield _fair(judged, known=asked.known, settled=settled)
        if settled:
            return


def _played(asked: AskedReview) -> tuple[State, ...]:
    """Return the states of a deal.

    :raises AcetenError: when they cannot be told, or nothing was done.
    """
    states = moments(asked)
    if not isinstance(states, list) or len(states) == 1:
        raise UsageError(say("there is nothing to review: nothing was done"))
    return tuple(states)


def _fair(judged: FairReview, *, known: bool, settled: bool) -> Fair:
    words = FairVerdicts(judged, known=known)
    return Fair(
        caption=words.caption(),
        steps=tuple(
            [
                FairStep(
                    number=entry.number,
                    done=words.done(entry),
                    cost=words.cost(entry),
                    open_cost=words.open_cost(entry),
                    judgement=words.judgement(entry),
                    wrong=words.wrong(entry),
                    better=words.better(entry),
                )
                for entry in judged.actions
            ]
        ),
        told=words.told(),
        settled=settled,
    )


def _told(reviewed: Review, tricks: Sequence[int], *, settled: bool) -> Judged:
    objective, sides, words = reviewed.objective, reviewed.sides, Verdicts(reviewed, tricks)
    entries = reviewed.actions
    before = None if not entries or entries[0].before is None else measured(entries[0].before, objective, 0)
    mistakes = [entry for entry in entries if entry.mistake]
    said = [each for side in range(2) for each in words.side(side)]
    sentences = [
        *([words.worst(mistakes)] if len(mistakes) > 1 else []),
        words.end(),
        *[each.sentence for each in said],
        words.unsettled(),
    ]
    return Judged(
        caption=capital(caption(objective, *sides)),
        before=before,
        label="?" if before is None else label(before, objective),
        steps=tuple([_step(entry, reviewed, words, tricks[entry.number - 1]) for entry in entries]),
        told=tuple(filter(None, sentences)),
        chances=tuple(
            [
                ChanceTold(each.chance.number, each.sentence, tuple(map(str, each.chance.line)))
                for each in said
                if each.chance is not None
            ]
        ),
        players=tuple([_player(seat, entries) for seat in range(reviewed.end.game.players)]),
        picture=reviewed.picture(),
        settled=settled,
    )


def _step(entry: ReviewedAction, reviewed: Review, words: Verdicts, trick: int) -> JudgedStep:
    value = None if entry.after is None else measured(entry.after, reviewed.objective, 0)
    done = f"{trick}. {seat_name(entry.seat)} {telling(entry.position).named(entry.action)}"
    told = done if value is None else f"{done}: {label(value, reviewed.objective)}"
    if entry.mistake and entry.cost is not None and entry.cost_in is not None:
        cost = cost_words(entry.cost, entry.cost_in)
        told = say("{done}: it cost {cost}; better: {actions}", done=done, cost=cost, actions=words.better(entry))
    return JudgedStep(
        number=entry.number,
        value=value,
        label="?" if value is None else label(value, reviewed.objective),
        mistake=bool(entry.mistake),
        told=told,
    )


def _player(seat: int, entries: tuple[ReviewedAction, ...]) -> PlayerTold:
    """Return how many mistakes a player made, and what they cost together."""
    own = [entry for entry in entries if entry.seat == seat and entry.mistake]
    costs = {counted: sum(entry.cost or 0 for entry in own if entry.cost_in == counted) for counted in _COUNTED}
    counts = sum(entry.cost_in == "deal" for entry in own)
    words = {
        "deal": say_counted("the deal {number} time", "the deal {number} times", counts),
        "game-points": game_points_counted(costs["game-points"]),
        "points": points_counted(costs["points"]),
    }
    return PlayerTold(
        name=seat_name(seat),
        mistakes=len(own),
        cost=", ".join(words[counted] for counted in _COUNTED if costs[counted]),
    )
