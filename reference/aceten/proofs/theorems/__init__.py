"""The theorems: about the rulebook alone, cards and points, tricks, what may be done, scoring, symmetries, and other games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten.proofs.theorems import (
    auction,
    cards,
    differences,
    drawing,
    ending,
    matches,
    order,
    points,
    rights,
    rules,
    scoring,
    step,
    suit_scoring,
    suit_tricks,
    symmetry,
    tricks,
    winners,
)

if TYPE_CHECKING:
    from aceten.proofs.propositions import Proposition

THEOREMS: Final[tuple[Proposition, ...]] = (
    *rules.PROPOSITIONS,
    *step.PROPOSITIONS,
    *cards.PROPOSITIONS,
    *points.PROPOSITIONS,
    *drawing.PROPOSITIONS,
    *tricks.PROPOSITIONS,
    *ending.PROPOSITIONS,
    *suit_tricks.PROPOSITIONS,
    *rights.PROPOSITIONS,
    *auction.PROPOSITIONS,
    *scoring.PROPOSITIONS,
    *winners.PROPOSITIONS,
    *suit_scoring.PROPOSITIONS,
    *matches.PROPOSITIONS,
    *order.PROPOSITIONS,
    *symmetry.PROPOSITIONS,
    *differences.PROPOSITIONS,
)
"""Every theorem, in the order in which they are reported."""
