"""Who plays against whom, for a search: side 0 wants much, side 1 wants that little is left for side 0."""

from __future__ import annotations

import msgspec

from aceten import MatchingGame, Seat, Side, State, UsageError, View
from aceten.vocabulary.errors import check_kind, state_expected
from aceten.vocabulary.naming import the_card
from aceten_spec.speech import say

_TWO = 2


class TwoSides(msgspec.Struct, frozen=True):
    """The two sides of a search. Each is one or more of the sides that gather cards in the game."""

    first: tuple[Side, ...]
    """Side 0: that of seat 0, or the player who plays alone."""
    second: tuple[Side, ...]
    """Side 1."""

    def ours(self, totals: tuple[int, ...]) -> int:
        """Return what side 0 has of totals by the game's sides."""
        return totals[self.first[0]] if len(self.first) == 1 else sum([totals[side] for side in self.first])

    def both(self, totals: tuple[int, ...]) -> tuple[int, int]:
        """Return what each side has of totals by the game's sides."""
        first = self.ours(totals)
        return first, sum(totals) - first

    def of(self, side: Side) -> int:
        """Return the side in the search to which a side of the game belongs."""
        return 0 if side in self.first else 1

    def took_a_trick(self, state: State) -> tuple[bool | None, bool | None]:
        """Return for each side whether it has taken a trick; ``None`` where the position leaves it open."""
        return _any_took(state, self.first), _any_took(state, self.second)

    def seats(self, state: State) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
        """Return the seats of each side."""
        owners = [(Seat(seat), side) for seat, side in enumerate(state.game.sides)]
        first = tuple(seat for seat, side in owners if side in self.first)
        return first, tuple(seat for seat, side in owners if side in self.second)


def two_sides(state: State) -> TwoSides:
    """Return who plays against whom.

    :raises UsageError: when everybody plays for himself, or nobody holds the card yet whose holder plays alone; and for what is no state.
    """
    if isinstance(state, View):
        raise UsageError(
            say("given what one seat sees, where cards are hidden: aceten_solver.advise is asked about that")
        )
    check_kind(state, State, state_expected())
    teams = state.teams
    if teams is None:
        lone = state.game.lone_card if isinstance(state.game, MatchingGame) else None
        raise UsageError(
            say(
                "nobody is known to hold {card}, whose holder plays alone, so it is open who plays against whom",
                card="?" if lone is None else the_card(state.game, lone),
            )
        )
    if len(teams) != _TWO:
        raise UsageError(
            say(
                "{game}: {number} players, each for himself; perfect play has a value only where two sides play against each other",
                game=state.game.rulebook.called,
                number=len(teams),
            )
        )
    return TwoSides(*teams)


def _any_took(state: State, sides: tuple[Side, ...]) -> bool | None:
    if len(sides) == 1:
        return state.took_a_trick(sides[0])
    took = [state.took_a_trick(side) for side in sides]
    if True in took:
        return True
    return None if None in took else False
