"""What positions have in common that are worth the same from there on, and how the actions at one are put in order."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from aceten import Action, MatchingGame, Play, SuitState
from aceten.engine.equal_actions import canonical_action
from aceten_certificates.claims import Measure, sides_of
from aceten_spec.cards import display_key
from aceten_spec.outcomes import ordered_by_outcome

if TYPE_CHECKING:
    from collections.abc import Hashable

    from aceten import Game, State


@functools.cache  # there are some hundred actions
def action_order(action: Action) -> tuple[bool, object, str]:
    """Return what actions are put in order by: cards in their written order, then the others by how they are written."""
    return (False, display_key(action.card), "") if isinstance(action, Play) else (True, (), str(action))


def actions_of(state: State) -> list[Action]:
    """Return what may be done in order, of actions that do the same the first."""
    found: dict[Action, Action] = {}
    for action in state.legal:
        found.setdefault(canonical_action(state.game, action), action)
    return [found[alike] for alike in sorted(found, key=action_order)]


def relied_on(game: Game, measure: Measure, *, strict: bool, hidden: bool = False) -> tuple[str, ...]:
    """Return the theorems that a check relies on beside the rules.

    :param strict: whether no positions are held to be alike.
    :param hidden: whether deals are listed, those that cards make alike together.
    """
    matching = isinstance(game, MatchingGame)
    cards = ("T-SUITS",) if matching and (hidden or not strict) else ()
    if strict:
        return cards
    return (*cards, "T-KEY", *(("T-POINTS",) if _adds(game, measure) else ()))


def _adds(game: Game, measure: Measure) -> bool:
    return measure == "points" and ordered_by_outcome(game.rules)


class Classes:
    """The classes of positions of a deal: from all of a class as much is still to be had (T-KEY, T-POINTS)."""

    def __init__(self, start: State, measure: Measure) -> None:
        """Classify the positions that can come of one.

        :raises UsageError: when there are not two sides that play against each other.
        """
        self.adds: Final = _adds(start.game, measure)
        """Whether what was captured and what is still to come add up to what is counted."""
        self._ours: Final = sides_of(start)[0]
        self._suits: Final = isinstance(start, SuitState)
        self._closes: Final = isinstance(start, SuitState) and start.game.rules.close != "never"

    def of(self, state: State) -> Hashable:
        """Return the class of a position.

        With suit tricks who has taken a trick may bear on what is legal, such as exchanging; and who closes a talon remembers how many
        tricks were taken. So positions of one class lead to those of one class.
        """
        if not self.adds:
            return state.key, state.past, state.tricks if self._closes else None
        took = [state.took_a_trick(side) for side in dict.fromkeys(state.game.sides)] if self._suits else ()
        return state.key, state.points_to_come, tuple(took)

    def captured(self, state: State) -> int:
        """Return the points that side 0 has captured."""
        points = state.points
        return sum([points[side] for side in self._ours])
