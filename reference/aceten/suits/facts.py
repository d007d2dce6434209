"""What follows from the rules of a game with suit tricks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from typing_extensions import override

from aceten.actions import CLOSE, DRAW, EXCHANGE, PASS, Action, Bid, Claim, NameTrump, meld_of
from aceten.facts import Facts
from aceten.suits.steps import Strong, beats
from aceten_spec.cards import Rank, Suit, card_of, sort_cards
from aceten_spec.rulebook import SuitParameters

if TYPE_CHECKING:
    from aceten_spec.cards import Card


MARRIED: Final = (Rank.KING, Rank.QUEEN)
"""The ranks of a marriage."""
_KING: Final = (Rank.KING,)


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
    def further_actions(self) -> tuple[Action, ...]:
        """Return what can be done in a deal beside playing a card, in the order in which it has its numbers.

        Clauses: SX-MELD-1, SX-EXCH-1, SX-CLOSE-1, SX-CLOSE-2, SX-CLAIM-1, AS-BID-1, AS-BID-2, AS-TRUMP-2.
        """
        rules, cards = self.rules, self.pack.cards
        married = [suit for suit in Suit if {card_of(rank, suit) for rank in (Rank.KING, Rank.QUEEN)} <= {*cards}]
        married = [] if rules.marriages == "none" else married
        leading = (Rank.KING,) if rules.meld_lead == "king" else (Rank.KING, Rank.QUEEN)
        further: list[Action] = [
            meld_of(card) for card in sort_cards(tuple(card_of(rank, suit) for suit in married for rank in leading))
        ]
        further += [EXCHANGE] if self.exchange else []
        further += [CLOSE] if rules.close != "never" else []
        further += [DRAW] if rules.close == "either" else []
        if rules.claim == "called":
            further += [Claim(), *map(Claim, married)]
        if rules.bids:
            further += [*map(Bid, rules.bids), *map(NameTrump, Suit)]
        if rules.bids or rules.claim == "called":
            further.append(PASS)
        return tuple(further)

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
    def last_shown(self) -> bool:
        return self.rules.trump == "dealt"

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


def leading_ranks(rules: SuitParameters) -> tuple[Rank, ...]:
    """Return the ranks with which a marriage can be led.

    Clauses: SX-MELD-1.
    """
    return _KING if rules.meld_lead == "king" else MARRIED
