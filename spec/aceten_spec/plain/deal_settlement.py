"""What a deal comes to: the same is said in either kind of games."""

from typing import NamedTuple


class Settlement(NamedTuple):
    """What a deal that is over comes to."""

    points: tuple[int, ...]
    """Points by side, those for marriages and the last trick among them."""
    tricks: tuple[int, ...]
    """Tricks by side."""
    last_trick: int | None
    """The side that took the last trick; ``None`` where not all cards were played."""
    winners: tuple[int, ...]
    """The sides that have won the deal."""
    game_points: tuple[int, ...]
    """What each side scores for the match."""
    award: str
    """The row of the scoring table, or what stands in its place."""
    resets: tuple[int, ...]
    """The sides whose score falls to 0."""
    claimed: int | None
    """The side that has won the match by a claim."""
    trump: str | None
    """The trump suit at the end."""
