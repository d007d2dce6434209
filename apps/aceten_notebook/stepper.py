"""The widget that steps through a deal, and its moments, each as a picture and in sentences.

What it does in the browser stands in ``stepper.mjs``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, TypeAlias, cast

import anywidget
import traitlets
from typing_extensions import TypedDict

from aceten import Record, SeenRecord, State, UsageError, View
from aceten.pictures import picture_of
from aceten.vocabulary.naming import seat_name
from aceten.words import meaning_of_result, telling
from aceten_solver import Review, ReviewedAction, Solution
from aceten_solver.contests.entrants import Given
from aceten_solver.contests.opponents import OpponentTerms, states_played
from aceten_spec.speech import say

Shown: TypeAlias = "Record | SeenRecord | Solution | Review | list[State] | tuple[State, ...]"
"""What can be stepped through: records, a solution with its line of best play, a review, states that follow each other."""
_HERE: Final = Path(__file__).parent


class DealMoment(TypedDict):
    """A moment of a deal."""

    picture: str
    """How it stands, as SVG."""
    told: list[str]
    """What was done last and what it led to, and what there is to say now: sentences, the first in the fewest words."""


class Stepper(anywidget.AnyWidget):
    """A deal that is stepped through, in Jupyter and wherever else widgets are shown.

    Buttons, a slider and keys (left and right arrow, Home, End) go from moment to moment; what was done is said below the picture, in the
    language that was in force when it was made. The moments are in the notebook itself: nothing is asked of Python while one steps.
    """

    _esm = _HERE / "stepper.mjs"
    _css = _HERE / "stepper.css"
    moments = traitlets.List[DealMoment](read_only=True).tag(sync=True)
    """Each moment: ``picture``, an SVG, and ``told``, sentences."""
    at = traitlets.Int(0).tag(sync=True)
    """Which moment is shown, counted from 0."""
    _words = traitlets.Dict(read_only=True).tag(sync=True)

    def __init__(self, shown: Shown) -> None:
        """Show the first moment.

        :raises UsageError: for what has no moments.
        """
        super().__init__()
        self.set_trait("moments", moments_of(shown))
        words = {
            "title": say("A deal, step by step"),
            "first": say("First moment"),
            "back": say("One action back"),
            "on": say("One action on"),
            "last": say("Last moment"),
            "moment": say("Moment"),
            "place": say("{number} of {count}", number="{number}", count="{count}"),
        }
        self.set_trait("_words", words)

    @classmethod
    def played(cls, deal: State, *policies: Given, seed: int = 0, seconds: float = 5.0) -> Stepper:
        """Step through a deal that policies play to its end.

        :param policies: one for all seats or one for each, as :func:`aceten_solver.match` takes them: by name, ``module:name``, or itself.
        :param seed: what they depend on that draw.
        :param seconds: how long a program may take to answer.
        :raises UsageError: for another number of policies, when there is no such policy, and when one fails, and how.
        """
        return cls(states_played(deal, policies, OpponentTerms(None, seconds), seed=seed))

    @traitlets.validate("at")
    def _check_at(self, proposal: dict[str, int]) -> int:
        """Keep to the moments that there are, as the slider does."""
        return min(max(proposal["value"], 0), max(len(self.moments) - 1, 0))


def moments_of(shown: object) -> list[DealMoment]:
    """Return the moments of a deal: of a record, of best play from a solved position, of a review, or of states that follow each other.

    :raises UsageError: for anything else, or where there is no moment.
    """
    match shown:
        case Record(states):
            return list(_of_states(states))
        case SeenRecord(views):
            return list(_of_views(views))
        case Solution():
            first, *others = _of_states(_line(shown))
            return [{**first, "picture": shown.picture()}, *others]
        case Review():
            return list(_of_review(shown))
        case list() | tuple():
            return list(_of_states(_checked(cast("Sequence[object]", shown))))
        case _:
            raise UsageError(
                say(
                    "cannot step through {what}; expected a record, a solution, a review, or states",
                    what=type(shown).__name__,
                )
            )


def _checked(states: Sequence[object]) -> tuple[State, ...]:
    """Return states that are states, each one action after the one before it.

    :raises UsageError: where they are not.
    """
    found = tuple([state for state in states if isinstance(state, State)])
    followed = all(after.game == before.game and after.log[:-1] == before.log for before, after in pairwise(found))
    if not found or len(found) < len(states) or not followed:
        raise UsageError(say("states to step through: expected one or more, each an action after the one before it"))
    return found


def _line(solution: Solution) -> tuple[State, ...]:
    states = [solution.position]
    for action in solution.line:
        states.append(states[-1].play(action))
    return tuple(states)


def _of_states(states: Sequence[State]) -> Iterator[DealMoment]:
    for number, state in enumerate(states):
        yield DealMoment(picture=picture_of(state), told=_told(states[number - 1] if number else None, state))


def _of_views(views: Sequence[View]) -> Iterator[DealMoment]:
    for number, view in enumerate(views):
        told = list[str]()
        if number:
            who, action = view.log[-1]
            told.append(f"{seat_name(who)} {telling(views[number - 1]).does(action)}")
        yield DealMoment(picture=picture_of(view), told=[*told, *telling(view).trick()])


def _told(before: State | None, after: State) -> list[str]:
    """Return what was done and what it led to."""
    told = list[str]()
    if before is not None:
        words = telling(before)
        who, action = after.log[-1]
        told.append(f"{seat_name(who)} {words.does(action)}")
        told += [each for each in dict.fromkeys([*words.noticed(after), words.outcome(after)]) if each]
    return [*told, meaning_of_result(after)] if after.turn is None else [*told, *telling(after).trick()]


def _of_review(review: Review) -> Iterator[DealMoment]:
    done: ReviewedAction | None = None
    for entry in review.actions:
        words = telling(entry.position)
        told = _reviewed(done, entry.position)
        if entry.best:
            told.append(say("Best: {actions}", actions=", ".join(dict.fromkeys(map(words.choice, entry.best)))))
        yield DealMoment(picture=picture_of(entry.position, marked=entry.best), told=told)
        done = entry
    yield DealMoment(picture=picture_of(review.end), told=_reviewed(done, review.end))


def _reviewed(done: ReviewedAction | None, now: State) -> list[str]:
    """Return what an action led to, and whether it was a mistake."""
    if done is None:
        return _told(None, now)
    told = _told(done.position, done.position.play(done.action))
    if done.mistake:
        told.insert(1, say("That was a mistake"))
    return told
