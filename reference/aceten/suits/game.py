"""A game with suit tricks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import override

from aceten.game import Game, common, rank_of_letter
from aceten.suits.steps import Strong
from aceten_spec.cards import CARD_NUMBERS, Card, rank_number, suit_number
from aceten_spec.rulebook import OptionValue, Rulebook, SuitParameters

if TYPE_CHECKING:
    from aceten.actions import Seat
    from aceten.suits.state import SuitState


class SuitGame(Game, frozen=True, kw_only=True, eq=False):
    """A game with suit tricks."""

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
    def plain_card(self, card: Card) -> Card:
        return card

    @property
    @override
    def cuts(self) -> bool:
        return self.rules.trump == "cut"

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
    def _start(
        self,
        hands: tuple[tuple[Card, ...], ...],
        rest: tuple[Card, ...],
        dealer: Seat,
        cut: Card | None,
        scores: tuple[int, ...] | None,
    ) -> SuitState:
        from aceten.suits.state import start

        return start(self, hands, rest, dealer, cut=cut, scores=scores)


def build_suits(rulebook: Rulebook, players: int, rules: SuitParameters, options: dict[str, OptionValue]) -> SuitGame:
    """Work out what the engine needs from the parameters.

    Clauses: EW-PLAYERS-2, EW-CARDS-6.
    """
    order = [rank_of_letter(letter) for letter in reversed(rules.order)]
    return SuitGame(
        **common(rulebook, players, rules, options, sides=2),
        rules=rules,
        strong=tuple(_strong(Card(number), order) for number in range(CARD_NUMBERS)),
        exchange=0 if rules.exchange == "none" else rank_of_letter(rules.exchange),
    )


def _strong(card: Card, order: list[int]) -> Strong:
    rank = rank_number(card)
    return suit_number(card), order.index(rank) if rank in order else 0
