"""What follows from the rules of a game with matching tricks."""

from __future__ import annotations

from typing_extensions import override

from aceten.actions import FLIP, SPICE, STOP, Action, Seat, Side
from aceten.facts import Facts
from aceten.matching.steps import Matching, deciding, is_trumped, matches, winning_after
from aceten_spec.cards import Card, Suit, without_suit
from aceten_spec.rulebook import MatchingParameters


class MatchingFacts(Facts, frozen=True, kw_only=True, eq=False):
    """What follows from the rules of a game with matching tricks."""

    rules: MatchingParameters
    """The parameters with the options applied."""
    matching: Matching
    """What decides about tricks."""
    lone_card: Card | None
    """The card whose holder plays alone; ``None``: there is none."""
    led: tuple[int, ...]
    """The rank for which each card counts that is led, by its number (SL-LONE-4)."""
    played: tuple[int, ...]
    """The rank for which each card counts that is played to a lead, or led to another round, by its number (SL-LONE-3)."""
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
    def canonical_card(self, card: Card) -> Card:
        """Return one card for all of its rank that play alike.

        Clauses: ZS-CARDS-2, SL-LONE-1.
        """
        return card if card == self.lone_card else without_suit(card)

    @override
    def further_actions(self) -> tuple[Action, ...]:
        """Return what can be done in a deal beside playing a card, in the order in which it has its numbers.

        Clauses: ZS-MULTI-5, RL-FLIP-1, RL-SPICE-1.
        """
        rules = self.rules
        there: dict[Action, bool] = {
            FLIP: rules.flip,
            SPICE: rules.spice,
            STOP: rules.continuation != "never" or rules.spice,
        }
        return tuple([action for action, is_there in there.items() if is_there])

    def lone_captured(self, lone: int | None) -> frozenset[Card]:
        """Return the card whose holder plays alone where it is known who that is, as it has been captured then; else none.

        Clauses: SL-LONE-1, SL-LONE-2.
        """
        return frozenset() if lone is None or self.lone_card is None else frozenset({self.lone_card})

    def trick_ranks(self, trick: tuple[Card, ...]) -> tuple[int, ...]:
        """Return the ranks for which the cards of a trick count, the led one first.

        Clauses: SL-LONE-4.
        """
        return tuple([self.played[card] if place else self.led[card] for place, card in enumerate(trick)])

    @override
    def winning_place(self, cards: tuple[Card, ...], *, trump: Suit | None = None) -> int:
        """Return the place in a trick of the card that is winning it, from 0 on.

        Clauses: ZS-PLAY-4, ZS-MULTI-7, HO-MULTI-10.
        """
        rules, players, leader = self.matching, self.players, Seat(0)
        best, winning = 0, leader
        for place, card in enumerate(cards[1:], start=1):
            seat = Seat(place % players)
            if rules.newest and seat == leader:
                best, winning = place, leader
                continue
            led = self.led[cards[deciding(place, players, rules)]]
            trumped = is_trumped(self.trick_ranks(cards[:place]), rules)
            matched = matches(self.played[card], led, rules, trumped=trumped)
            winning = winning_after(winning, seat, leader, matched=matched, rules=rules)
            if matched and winning == seat:
                best = place
        return best

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
