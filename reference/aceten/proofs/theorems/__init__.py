"""The theorems: about the rulebook alone, cards and points, tricks, what may be done, scoring, symmetries, and other games."""

from __future__ import annotations

from typing import Final

from aceten.proofs.statements.propositions import Proposition
from aceten.proofs.theorems.comparisons import comparison_theorems
from aceten.proofs.theorems.conservation import cards_theorem, draw_theorem, majority_theorem, points_theorem
from aceten.proofs.theorems.parameters import rules_theorem
from aceten.proofs.theorems.play import (
    auction_theorem,
    end_theorem,
    rights_theorem,
    step_theorem,
    suit_trick_theorem,
    trick_count_theorem,
    trick_theorem,
)
from aceten.proofs.theorems.results import match_theorem, order_theorem, score_theorem, settle_theorem, winner_theorem
from aceten.proofs.theorems.symmetries import symmetry_theorems

THEOREMS: Final[tuple[Proposition, ...]] = (
    *rules_theorem.PROPOSITIONS,
    *step_theorem.PROPOSITIONS,
    *cards_theorem.PROPOSITIONS,
    *points_theorem.PROPOSITIONS,
    *draw_theorem.PROPOSITIONS,
    *trick_theorem.PROPOSITIONS,
    *end_theorem.PROPOSITIONS,
    *trick_count_theorem.PROPOSITIONS,
    *suit_trick_theorem.PROPOSITIONS,
    *rights_theorem.PROPOSITIONS,
    *auction_theorem.PROPOSITIONS,
    *score_theorem.PROPOSITIONS,
    *winner_theorem.PROPOSITIONS,
    *majority_theorem.PROPOSITIONS,
    *settle_theorem.PROPOSITIONS,
    *match_theorem.PROPOSITIONS,
    *order_theorem.PROPOSITIONS,
    *symmetry_theorems.PROPOSITIONS,
    *comparison_theorems.PROPOSITIONS,
)
"""Every theorem, in the order in which they are reported."""
