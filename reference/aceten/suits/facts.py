"""What follows from the rules of a game with suit tricks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import override

from aceten.facts import Facts
from aceten.suits.steps import Strong, beats
from aceten_spec.rulebook import SuitParameters

if TYPE_CHECKING:
    from aceten_spec.cards import Card, Suit


class SuitFacts(Facts, frozen=True, kw_only=True, eq=False):
    """What follows from the rules of a game with suit tricks."""

    rules: SuitParameters
    """The parameters with the options applied."""
    strong: tuple[Strong, ...]
    """Every card as a trick sees it, by its number."""
    exchange: int
    """The rank of the trump that can be exchanged for the turn-up; 0: none can."""

    @property
    @override
    def most_points(self) -> int:
        rules = self.rules
        marriages = sum(rules.marriage_points)
        if rules.marriages == "trump":
            plain, royal = rules.marriage_points
            marriages = 3 * plain + royal
        return self.total + rules.last_trick_points + marriages

    @property
    @override
    def most_game_points(self) -> int:
        rules = self.rules
        match rules.score:
            case "table":
                return max([award.game_points for award in rules.scoring])
            case "race":
                return max(*rules.won, *rules.penalty)
            case "contract":
                return max(self.most_points + max(rules.bids), rules.grand_points)
            case "points":
                return self.most_points

    @override
    def canonical_card(self, card: Card) -> Card:
        return card

    @override
    def held(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the cards of a hand in the order in which a player holds them: suit by suit, the strongest first."""
        return tuple(sorted(cards, key=lambda card: (self.strong[card][0], -self.strong[card][1])))

    @property
    @override
    def cuts(self) -> bool:
        return self.rules.trump == "cut"

    @property
    @override
    def cut_shown(self) -> bool:
        return self.rules.cut_card == "known"

    @property
    @override
    def scores_matter(self) -> bool:
        return self.rules.claim != "never" and self.rules.claim_for == "match"

    @override
    def match_is_over(self, scores: tuple[int, ...]) -> bool:
        """Whether there is no deal at these scores, as a side that comes to the target has won by itself.

        Clauses: TT-CLAIM-1, TT-MATCH-1.
        """
        return self.scores_matter and self.rules.claim == "automatic" and max(scores) >= self.rules.target

    @override
    def winning_place(self, cards: tuple[Card, ...], *, trump: Suit | None = None) -> int:
        """Return the place in a trick of the card that is winning it, from 0 on.

        Clauses: EW-SUIT-1.
        """
        strong, best = self.strong, 0
        for place, card in enumerate(cards):
            if beats(strong[card], strong[cards[best]], trump or 0):
                best = place
        return best
