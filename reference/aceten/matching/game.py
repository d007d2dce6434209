"""A game with matching tricks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import override

from aceten.actions import Seat, Side
from aceten.game import Game, common, rank_of_letter
from aceten.matching.steps import Matching
from aceten_spec.cards import Card, rank_number, without_suit
from aceten_spec.cards import card as card_named
from aceten_spec.rulebook import MatchingParameters, OptionValue, Rulebook

if TYPE_CHECKING:
    from aceten.matching.state import MatchingState


class MatchingGame(Game, frozen=True, kw_only=True, eq=False):
    """A game with matching tricks."""

    rules: MatchingParameters
    """The parameters with the options applied."""
    matching: Matching
    """What decides about tricks."""
    lone_card: Card | None
    """The card whose holder plays alone; ``None``: there is none."""
    lone_ranks: tuple[int, int]
    """The ranks for which that card counts: when it is led, and when it is played to a lead."""
    leftover: int
    """Cards of the talon that are too few for everybody to draw one more."""
    last_card_loses: int
    """The rank that must not be the very last card played; 0: any may be."""

    @property
    @override
    def most_points(self) -> int:
        return self.total + self.rules.last_trick_points or 1

    @property
    @override
    def most_game_points(self) -> int:
        if self.rules.score == "table":
            return max([award.game_points for award in self.rules.scoring])
        return self.most_points + self.rules.sweep_points

    @override
    def plain_card(self, card: Card) -> Card:
        """Return one card for all of its rank that play alike.

        Clauses: ZS-CARDS-2, SL-LONE-1.
        """
        return card if card == self.lone_card else without_suit(card)

    def led_rank(self, card: Card) -> int:
        """Return the rank for which a card counts that is led.

        Clauses: SL-LONE-4.
        """
        if self.lone_card is not None and card == self.lone_card:
            return self.lone_ranks[0]
        return rank_number(card)

    def played_rank(self, card: Card) -> int:
        """Return the rank for which a card counts that is played to a lead, or led to another round.

        Clauses: SL-LONE-3.
        """
        if self.lone_card is not None and card == self.lone_card:
            return self.lone_ranks[1]
        return rank_number(card)

    def trick_ranks(self, trick: tuple[Card, ...]) -> tuple[int, ...]:
        """Return the ranks for which the cards of a trick count, the led one first.

        Clauses: SL-LONE-4.
        """
        return tuple([self.played_rank(card) if place else self.led_rank(card) for place, card in enumerate(trick)])

    def teams(self, lone: Seat | None) -> tuple[tuple[Side, ...], ...] | None:
        """Return the sides that win or lose together, mostly each by itself; ``None`` when nobody is known to play alone.

        :param lone: who plays alone, where one does.

        Clauses: ZS-PLAYERS-2, SP-PLAYERS-3, SL-LONE-1, SL-LONE-5.
        """
        if self.rules.sides != "lone":
            return tuple([(Side(side),) for side in range(self.side_count)])
        if lone is None:
            return None
        return (self.sides[lone],), tuple([side for side in self.sides if side != self.sides[lone]])

    @override
    def _start(
        self,
        hands: tuple[tuple[Card, ...], ...],
        rest: tuple[Card, ...],
        dealer: Seat,
        cut: Card | None,
        scores: tuple[int, ...] | None,
    ) -> MatchingState:
        from aceten.matching.state import start

        return start(self, hands, rest, dealer)


def build_matching(
    rulebook: Rulebook, players: int, rules: MatchingParameters, options: dict[str, OptionValue]
) -> MatchingGame:
    """Work out what the engine needs from the parameters.

    Clauses: ZS-PLAYERS-2, HO-CARDS-5.
    """
    fields = common(rulebook, players, rules, options, sides=2 if rules.sides == "alternate" else players)
    lone = None if rules.lone_card == "none" else card_named(rules.lone_card)
    return MatchingGame(
        **fields,
        rules=rules,
        matching=Matching(
            wild=tuple(rank_of_letter(letter) for letter in rules.wild),
            trumps=rules.wild_role == "trump",
            own_rank=rules.wild_led == "own_rank",
            first=rules.taken_by == "first_match",
            any_card=rules.continue_with == "any",
            newest=rules.to_match == "newest_lead",
        ),
        lone_card=lone,
        lone_ranks=(_rank_of(lone, rules.lone_card_led), _rank_of(lone, rules.lone_card_rank)),
        leftover=len(fields["pack"].cards) % players,
        last_card_loses=0 if rules.last_card_loses == "none" else rank_of_letter(rules.last_card_loses),
    )


def _rank_of(card: Card | None, letter: str) -> int:
    """Return the rank for which a card counts, its own or another."""
    if letter != "own":
        return rank_of_letter(letter)
    return 0 if card is None else rank_number(card)
