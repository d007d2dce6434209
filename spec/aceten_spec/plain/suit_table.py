"""A deal with suit tricks at one moment: all that lies on the table, and all that has to be remembered."""

from dataclasses import dataclass, field, replace

from aceten_spec.parameters import SuitParameters


def _nothing_each() -> list[int]:
    return [0, 0]


@dataclass(kw_only=True)
class SuitTable:
    """A deal with suit tricks at one moment. Functions that say what happens change it; all others look at it."""

    rules: SuitParameters
    """The parameters of the game."""
    players: int
    """How many play. Seats belong to two sides in turn."""
    dealer: int
    """The seat that has dealt."""
    hands: list[list[str]]
    """The cards of each seat."""
    stock: list[str]
    """The cards of the talon that lie face down, its top first."""
    turn_up: str | None
    """The card that lies face up under them; ``None`` where there is none (any more)."""
    trump: str | None
    """The trump suit, as soon as there is one."""
    known: list[set[str]]
    """The cards in each hand that everybody knows."""
    leader: int
    """The seat that led to the trick, or is to lead."""
    scores: list[int]
    """The game points that each side has from earlier deals of the match."""
    trick: list[str] = field(default_factory=list[str])
    """The cards of the trick, in the order in which they were played."""
    taken: list[list[str]] = field(default_factory=lambda: [[], []])
    """The cards that each side has taken."""
    tricks: list[int] = field(default_factory=_nothing_each)
    """How many tricks each side has taken."""
    melds: list[int] = field(default_factory=_nothing_each)
    """The points of the marriages that each side has shown."""
    waiting: list[int] = field(default_factory=_nothing_each)
    """Those of them that count only with the next trick of the side."""
    shown: int = 0
    """How many marriages have been shown."""
    undrawn: bool = False
    """Whether the winner of the trick has to say if he draws or closes."""
    closer: int | None = None
    """The seat that has closed the talon; ``None``: nobody has."""
    at_closing: tuple[int, list[int]] = (0, [0, 0])
    """When the talon was closed: the points of the other side, and the tricks of both."""
    bids: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """Who has bid what, in order; 0 is a pass."""
    declarer: int | None = None
    """The seat that has won the auction."""
    bid: int = 0
    """What it has bid."""
    nobody_bid: bool = False
    """Whether all have passed."""
    claimant: int | None = None
    """The seat that has claimed, or for which play has ended."""
    waived: bool = False
    """Whether the winner of the last trick has said that he does not claim."""
    given: list[int] = field(default_factory=_nothing_each)
    """Card points by side in cards that nobody has written down; 0 each where a deal is followed from its beginning."""

    @property
    def talon(self) -> list[str]:
        """The cards that are not dealt, its top first, the turn-up last."""
        return self.stock + ([self.turn_up] if self.turn_up else [])

    @property
    def eldest(self) -> int:
        """The seat that plays after the dealer."""
        return (self.dealer + 1) % self.players


def copied(table: SuitTable) -> SuitTable:
    """Return the same moment once more, for something to happen in."""
    return replace(
        table,
        hands=[list(hand) for hand in table.hands],
        stock=list(table.stock),
        known=[set(cards) for cards in table.known],
        trick=list(table.trick),
        taken=[list(pile) for pile in table.taken],
        tricks=list(table.tricks),
        melds=list(table.melds),
        waiting=list(table.waiting),
        bids=list(table.bids),
    )
