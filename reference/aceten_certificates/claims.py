"""What a certificate claims: how much a side can be sure of, when every card is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec

from aceten import UsageError
from aceten.vocabulary.naming import party
from aceten.vocabulary.seating import seats_of
from aceten_spec.outcomes import ordered_by_outcome
from aceten_spec.speech import say, say_counted

if TYPE_CHECKING:
    from aceten import Result, Side, State

Measure: TypeAlias = Literal["points", "deal", "game-points"]
"""What is counted for side 0: card points, with those for the last trick; 1 for a deal that it wins, 0 for one that nobody or both win and
-1 for one that is lost; game points, less those of side 1."""

MEASURES: Final[tuple[Measure, ...]] = ("points", "deal", "game-points")
"""Every measure."""

Half: TypeAlias = Literal["at_least", "at_most"]
"""What is claimed of side 0: it can be sure of so much, or side 1 can be sure that it does not get more."""

HALVES: Final[tuple[Half, ...]] = ("at_least", "at_most")
"""Both halves of a value, in the order in which a file has them."""

_TWO: Final = 2


class Claim(msgspec.Struct, frozen=True):
    """That a side can be sure of something, whatever the other side does."""

    half: Half
    """Which side is sure, and of what."""
    number: int
    """How much, by the measure."""

    @property
    def prover(self) -> int:
        """The side that is sure of it."""
        return HALVES.index(self.half)

    def holds(self, number: int) -> bool:
        """Whether a deal that comes to this number keeps the claim."""
        return number >= self.number if self.half == "at_least" else number <= self.number

    def words(self, measure: Measure, state: State) -> str:
        """Return the claim in words.

        >>> import aceten
        >>> from aceten_certificates import Claim
        >>> Claim("at_least", 30).words("points", aceten.parse("zsiros/2 hands=9A,8T lead=1"))
        'at least 30 points for A'
        """
        teams = [party(state.game, seats_of(state.game, side)).name for side in sides_of(state)]
        name = teams[0]
        match measure, self.half:
            case "points", "at_least":
                return say_counted(
                    "at least {number} point for {name}", "at least {number} points for {name}", self.number, name=name
                )
            case "points", _:
                return say_counted(
                    "at most {number} point for {name}", "at most {number} points for {name}", self.number, name=name
                )
            case "game-points", half:
                return _margin_words(half, self.number, name)
            case _:
                sure, number = teams[self.prover], self.number if self.half == "at_least" else -self.number
                if number > 0:
                    return say("a deal that is won for {name}", name=sure)
                return say("a deal that is not lost for {name}", name=sure)


def _margin_words(half: Half, number: int, name: str) -> str:
    match half, number < 0:
        case "at_least", False:
            return say_counted(
                "at least {number} game point more than the others for {name}",
                "at least {number} game points more than the others for {name}",
                number,
                name=name,
            )
        case "at_least", True:
            return say_counted(
                "at worst {number} game point fewer than the others for {name}",
                "at worst {number} game points fewer than the others for {name}",
                -number,
                name=name,
            )
        case _, False:
            return say_counted(
                "at most {number} game point more than the others for {name}",
                "at most {number} game points more than the others for {name}",
                number,
                name=name,
            )
        case _:
            return say_counted(
                "at best {number} game point fewer than the others for {name}",
                "at best {number} game points fewer than the others for {name}",
                -number,
                name=name,
            )


def sides_of(state: State) -> tuple[tuple[Side, ...], tuple[Side, ...]]:
    """Return who plays against whom: side 0, that of seat 0 or the player who plays alone, and side 1.

    Each is one or more of the sides that gather cards in the game.

    :raises UsageError: when there are not two sides.
    """
    teams = state.teams
    if teams is None or len(teams) != _TWO:
        raise UsageError(
            say("{game}: expected two sides that play against each other", game=state.game.rulebook.called)
        )
    return teams[0], teams[1]


def usual_measure(state: State) -> Measure:
    """Return what is counted where nothing else is said: points, where nothing else decides a deal, and otherwise game points."""
    return "points" if ordered_by_outcome(state.game.rules) else "game-points"


def number_of(result: Result, measure: Measure, sides: tuple[tuple[Side, ...], tuple[Side, ...]]) -> int | None:
    """Return what the end of a deal comes to for side 0 by a measure; ``None`` where the position leaves it open."""
    first, second = sides
    match measure:
        case "points":
            return sum(result.points[side] for side in first)
        case "deal":
            if result.winners is None:
                return None
            won = {side in first for side in result.winners}
            return 1 if won == {True} else -1 if won == {False} else 0
        case "game-points":
            scored = result.game_points
            return None if scored is None else scored[first[0]] - scored[second[0]]
