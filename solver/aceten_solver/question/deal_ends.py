"""Every end that a deal with matching tricks can come to."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

import msgspec

from aceten import Side
from aceten.engine.matching.settling import MatchingCourse, settle
from aceten.engine.scoring import count_cards
from aceten_solver.question.objectives import Value, value_of_result
from aceten_spec.cards import rank_number

if TYPE_CHECKING:
    from aceten import MatchingGame, MatchingState
    from aceten_solver.question.two_sides import TwoSides


class Ends(msgspec.Struct, frozen=True):
    """Every end of a deal, as far as its result depends on it."""

    captured: int
    """Card points that side 0 has captured so far."""
    more: int
    """By how many units its points can still grow."""
    unit: int
    """Card points and those for the last trick are multiples of this."""
    burning: bool
    """Whether it is told which sides are burned."""
    losing: bool
    """Whether it is told who has lost the deal by its last card."""
    values: tuple[Value, ...]
    """What each comes to: by the units that side 0 still gets, who has lost by the last card, which sides are burned, who took the
    last trick, and which sides took a trick, the last of these changing fastest."""


def every_end(state: MatchingState, sides: TwoSides, *, burning: bool) -> Ends:
    """Return every end of the deal that goes on in ``state``.

    :param burning: whether it makes a difference which sides are burned.
    """
    rules = state.game.rules
    unit = _unit(state.game)
    captured, to_come = sides.ours(state.points), state.points_to_come
    total = sum(state.points) + to_come
    more = to_come // unit
    burning = burning and rules.four_resets
    values: list[Value] = []
    for units in range(more + 1):
        values += _ends(state.game, sides, captured + units * unit, total, burning)
    return Ends(captured, more, unit, burning, rules.last_card_loses != "none", tuple(values))


@functools.lru_cache(maxsize=64)
def _unit(game: MatchingGame) -> int:
    cards = {count_cards((rank_number(card),), game.values) for card in game.pack.cards}
    return math.gcd(*cards, game.rules.last_trick_points) or 1


@functools.lru_cache(maxsize=4096)
def _ends(game: MatchingGame, sides: TwoSides, points: int, total: int, burning: bool) -> tuple[Value, ...]:
    """Return the ends in which side 0 has so many points."""
    ours, theirs = sides.first[0], sides.second[0]  # of a side that is several in the game, one stands for all
    both = (ours, theirs)
    every = tuple(map(Side, range(game.side_count)))
    dealt, bits = {ours: points, theirs: total - points}, {ours: 1, theirs: 2}
    values: list[Value] = []
    for forfeit in (None, *both) if game.rules.last_card_loses != "none" else (None,):
        for burned in ((), (ours,), (theirs,), both) if burning else ((),):
            for last in both:
                for took in range(4):
                    course = MatchingCourse(
                        points=tuple([dealt.get(side, 0) for side in every]),
                        points_known=True,
                        tricks=None,
                        took_a_trick=tuple([bool(took & bits.get(side, 0)) for side in every]),
                        last_trick=last,
                        forfeit=forfeit,
                        burned=tuple(sorted(burned)),
                        teams=(sides.first, sides.second),
                    )
                    values.append(value_of_result(settle(game.rules, course), sides))
    return tuple(values)
