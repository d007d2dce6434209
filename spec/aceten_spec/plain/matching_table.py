"""A deal with matching tricks at one moment: all that lies on the table, and all that has to be remembered."""

from dataclasses import dataclass, field, replace

from aceten_spec.parameters import MatchingParameters
from aceten_spec.plain.pack_and_sides import card_points, side_count


@dataclass(kw_only=True)
class MatchingTable:
    """A deal with matching tricks at one moment. Functions that say what happens change it; all others look at it."""

    rules: MatchingParameters
    """The parameters of the game."""
    players: int
    """How many play."""
    dealer: int
    """The seat that has dealt."""
    hands: list[list[str]]
    """The cards of each seat."""
    talon: list[str]
    """The cards that are not dealt, its top first."""
    leader: int
    """The seat that led to the trick, or is to lead."""
    taken: list[list[str]]
    """The cards that each side has taken."""
    tricks: list[int]
    """How many tricks each side has taken."""
    trick: list[str] = field(default_factory=list[str])
    """The cards of the trick, in the order in which they were played; all rounds of it."""
    choosing: bool = False
    """Whether the leader has to say if he goes on with another round."""
    drawn: str | None = None
    """The card with which the winner of the trick may spice it; ``None`` where there is nothing to spice."""
    leads: list[str] = field(default_factory=list[str])
    """The ranks of the latest leads, as long as they are the same."""
    lone: int | None = None
    """The seat that plays alone, as soon as that has shown."""
    last: tuple[int, str] | None = None
    """Who played the last card of the latest trick, and which."""
    burned: set[int] = field(default_factory=set[int])
    """The sides whose score falls to 0 by a round of four cards of one rank."""
    given: list[int] = field(default_factory=list[int])
    """Card points by side in cards that nobody has written down; empty where a deal is followed from its beginning."""

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return side_count(self.rules, self.players)

    def side(self, seat: int) -> int:
        """Return the side of a seat."""
        return seat % self.sides


def copied(table: MatchingTable) -> MatchingTable:
    """Return the same moment once more, for something to happen in."""
    return replace(
        table,
        hands=[list(hand) for hand in table.hands],
        talon=list(table.talon),
        taken=[list(pile) for pile in table.taken],
        tricks=list(table.tricks),
        trick=list(table.trick),
        leads=list(table.leads),
        burned=set(table.burned),
    )


def cards_taken(table: MatchingTable) -> list[int]:
    """Return the card points that each side has taken.

    Clauses: ZS-SCORE-1, ZS-CARDS-3.
    """
    points = [card_points(table.rules, pile) for pile in table.taken]
    return [has + more for has, more in zip(points, table.given or [0] * table.sides, strict=True)]
