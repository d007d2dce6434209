"""Deals in words at every moment, and lines of play trick by trick."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from aceten.engine.matching.state import MatchingState
from aceten.engine.matching.view import MatchingView
from aceten.engine.state import State
from aceten.engine.suits.state import SuitState
from aceten.engine.suits.view import SuitView
from aceten.engine.view import View
from aceten.vocabulary.actions import Action, Pass
from aceten.vocabulary.naming import seat_name
from aceten.words.deal_stories import Telling
from aceten.words.matching_stories import MatchingTelling
from aceten.words.suit_stories import SuitTelling


def telling(seen: State | View) -> Telling:
    """Return how a deal is told that is at this moment, as a state or as one seat sees it, in the language in force."""
    match seen:
        case MatchingState() | MatchingView():
            return MatchingTelling(seen)
        case SuitState() | SuitView():
            return SuitTelling(seen)
        case _:
            raise TypeError(type(seen).__name__)


class TrickStory(msgspec.Struct, frozen=True):
    """A trick with what was done before it, an auction, or what is left of them to play, in words."""

    moves: str
    """Who did what, in order."""
    outcome: str
    """Who took the trick, and what it brought, or who has bid the most; empty when it is not over."""


def tricks_of(start: State, actions: Iterable[Action]) -> tuple[TrickStory, ...]:
    """Return the tricks that a line of play makes."""
    stories: list[TrickStory] = []
    moves: list[str] = []
    state = start
    for action in actions:
        after = state.play(action)
        words = telling(state)
        moves.append(f"{seat_name(after.log[-1][0])} {words.done(action)}")
        outcome = words.outcome(after)
        if outcome:
            stories.append(TrickStory(", ".join(moves), outcome))
            moves = []
        state = after
    if moves:
        stories.append(TrickStory(", ".join(moves), ""))
    return tuple(stories)


def best_play(start: State, line: Sequence[Action]) -> tuple[TrickStory, ...]:
    """Return the tricks that a line of best play makes. That somebody has nothing to say in the end is left out."""
    ends_silently = len(line) > 1 and isinstance(line[-1], Pass)
    return tricks_of(start, line[:-1] if ends_silently else line)
