"""What happened in a deal with suit tricks, as far as its result depends on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import msgspec

from aceten.vocabulary.actions import Seat

if TYPE_CHECKING:
    from aceten.engine.suits.game import Totals
    from aceten.engine.suits.state import SuitState
    from aceten_spec.rulebook import SuitParameters


SuitCourse: TypeAlias = "SuitState | Totals"
"""The course of a deal: every state has one, and bare totals are one."""


class Closing(msgspec.Struct, frozen=True):
    """That the talon was closed, and how the deal stood then."""

    seat: Seat
    """Who closed it."""
    points: int
    """The points that the other side had, marriages that counted among them."""
    tricks: tuple[int, ...]
    """Tricks taken, by side."""


def counted(points: int, melds: int, took_a_trick: bool | None) -> int:
    """Return the points that count for a side: its marriages only when it has taken a trick.

    Clauses: SX-MELD-3, SX-CLAIM-2.
    """
    return points + melds if took_a_trick else points


def claims_rightly(rules: SuitParameters, score: int, points: int) -> bool:
    """Whether a side with these points in the deal, and this score in the match before it, claims rightly.

    Clauses: SX-CLAIM-2, TT-CLAIM-5.
    """
    if rules.claim_for == "match":
        return score + points >= rules.target
    return points >= rules.claim_points
