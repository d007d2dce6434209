"""The theorems: about the rulebook alone, cards and points, tricks, what may be done, scoring, symmetries, and other games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten.proofs.theorems.comparisons import comparison_theorems as differences
from aceten.proofs.theorems.conservation import cards_theorem as cards
from aceten.proofs.theorems.conservation import draw_theorem as drawing
from aceten.proofs.theorems.conservation import points_theorem as points
from aceten.proofs.theorems.parameters import rules_theorem as rules
from aceten.proofs.theorems.play import auction_theorem as auction
from aceten.proofs.theorems.play import end_theorem as ending
from aceten.proofs.theorems.play import rights_theorem as rights
from aceten.proofs.theorems.play import step_theorem as step
from aceten.proofs.theorems.play import suit_trick_theorem as suit_tricks
from aceten.proofs.theorems.play import trick_theorem as tricks
from aceten.proofs.theorems.results import match_theorem as matches
from aceten.proofs.theorems.results import order_theorem as order
from aceten.proofs.theorems.results import score_theorem as scoring
from aceten.proofs.theorems.results import settle_theorem as suit_scoring
from aceten.proofs.theorems.results import winner_theorem as winners
from aceten.proofs.theorems.symmetries import symmetry_theorems as symmetry

if TYPE_CHECKING:
    from aceten.proofs.statements.propositions import Proposition

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
