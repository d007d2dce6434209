"""Closing the talon."""

from __future__ import annotations

import msgspec

from aceten.vocabulary.actions import Seat


class Closing(msgspec.Struct, frozen=True):
    """That the talon was closed, and how the deal stood then."""

    seat: Seat
    """Who closed it."""
    points: int
    """The points that the other side had, marriages that counted among them."""
    tricks: tuple[int, ...]
    """Tricks taken, by side."""
