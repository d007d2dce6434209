"""What a picture of a deal shows, whoever sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from aceten.engine.game import Game
from aceten.vocabulary.actions import Hands, Seat, Side
from aceten_spec.cards import Card, Suit


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A deal at one moment, as it is drawn."""

    game: Game
    """The game that is played."""
    hands: tuple[tuple[Card | None, ...], ...]
    """The hand of each seat as its player holds it, with ``None`` for each card that is not seen."""
    talon: int
    """How many cards are undealt."""
    turn_up: Card | None = None
    """The card of the talon that lies face up; ``None`` where none does."""
    trump: Suit | None = None
    """The trump suit; ``None`` where there is none."""
    leader: Seat
    """The seat that led the current trick or is to lead the next."""
    trick: tuple[Card, ...]
    """The cards of the current trick."""
    winning: Seat
    """The seat that is winning the trick."""
    turn: Seat | None
    """The seat to act; ``None`` when the deal is over."""
    taken: Hands
    """The cards known to be captured, by side."""
    points: tuple[int | None, ...]
    """Card points captured, by side; ``None`` for a side of which they are not known."""
    tricks: tuple[int, ...] | None
    """Tricks taken, by side; ``None`` when they are not known."""
    winners: tuple[Side, ...] | None
    """The sides that win the deal; ``None`` until it is over, and when that is not known."""
    notes: tuple[str, ...]
    """What else everybody knows, in sentences."""


class Worth(NamedTuple):
    """What the cards are worth that the seat to act may play."""

    caption: str
    """What the labels say, such as ``points for A and C``."""
    labels: Mapping[Card, str]
    """What is written under each card, in a few characters."""
