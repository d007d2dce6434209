"""Lines of play, trick by trick."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from aceten import Pass
from aceten.naming import seat_name
from aceten_cli.kinds import telling

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from aceten import Action, State
    from aceten_spec.names import Language


class TrickStory(msgspec.Struct, frozen=True):
    """A trick with what was done before it, an auction, or what is left of them to play, in words."""

    moves: str
    """Who did what, in order."""
    outcome: str
    """Who took the trick, and what it brought, or who has bid the most; empty when it is not over."""


def tricks_of(start: State, actions: Iterable[Action], language: Language) -> tuple[TrickStory, ...]:
    """Return the tricks that a line of play makes."""
    stories: list[TrickStory] = []
    moves: list[str] = []
    state = start
    for action in actions:
        after = state.play(action)
        words = telling(state, language)
        moves.append(f"{seat_name(after.log[-1][0])} {words.done(action)}")
        outcome = words.outcome(after)
        if outcome:
            stories.append(TrickStory(", ".join(moves), outcome))
            moves = []
        state = after
    if moves:
        stories.append(TrickStory(", ".join(moves), ""))
    return tuple(stories)


def best_play(start: State, line: Sequence[Action], language: Language) -> tuple[TrickStory, ...]:
    """Return the tricks that a line of best play makes. That somebody has nothing to say in the end is left out."""
    ends_silently = len(line) > 1 and isinstance(line[-1], Pass)
    return tricks_of(start, line[:-1] if ends_silently else line, language)
