"""A game with matching tricks."""

from __future__ import annotations

from collections.abc import Callable

from typing_extensions import override

from aceten.engine.game import Game, common, rank_of_letter
from aceten.engine.matching.settling import MatchingCourse, settle
from aceten.engine.matching.state import MatchingState, start
from aceten.engine.matching.steps import Matching, deciding, is_trumped, matches, winning_after
from aceten.engine.planes import Plane, matching_planes
from aceten.engine.scoring import Result
from aceten.engine.state import State
from aceten.vocabulary.actions import FLIP, SPICE, STOP, Action, Hands, Seat, Side
from aceten_spec.cards import CARD_NUMBERS, Card, Suit, rank_number, without_suit
from aceten_spec.rulebook import MatchingParameters, OptionValue, Rulebook
from aceten_spec.written_cards import card as card_named


class MatchingGame(Game, frozen=True, kw_only=True, eq=False):
    """A game with matching tricks."""

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

    @override
    def score(
        self,
        points: tuple[int, ...],
        *,
        last_trick: int,
        tricks: tuple[int, ...] | None = None,
        forfeit: int | None = None,
        burned: tuple[int, ...] = (),
        lone: int | None = None,
    ) -> Result:
        """Return what a deal comes to that ends with these totals, whether play can come to them or not.

        >>> import aceten
        >>> result = aceten.load("zsiros", players=2).score((50, 30), last_trick=1, tricks=(9, 7))
        >>> result.winners, result.game_points, result.award
        ((0,), (1, 0), 'majority')

        :param points: card points by side, without those for the last trick.
        :param last_trick: the side that took the last trick.
        :param tricks: tricks by side; ``None``: not known.
        :param forfeit: the side that lost the deal by its very last card; ``None``: neither.
        :param burned: the sides whose score falls to 0 by a round of four equal ranks.
        :param lone: the seat that plays alone; ``None`` where nobody does.
        :raises UsageError: when these are not numbers of each side, or there is no such side or seat.
        """
        self._check_totals(points, tricks)
        return settle(
            self.rules,
            MatchingCourse(
                points=points,
                points_known=True,
                tricks=tricks,
                took_a_trick=self._took_tricks(points, tricks),
                last_trick=self._check_side(last_trick),
                forfeit=None if forfeit is None else self._check_side(forfeit),
                burned=tuple(map(self._check_side, burned)),
                teams=self.teams(None if lone is None else self.check_seat(lone)),
            ),
        )

    @property
    @override
    def planes(self) -> tuple[Plane, ...]:
        return matching_planes(self)

    @override
    def start(
        self,
        hands: Hands,
        rest: tuple[Card, ...],
        dealer: Seat,
        cut: Card | None,
        scores: tuple[int, ...] | None,
    ) -> MatchingState:
        return start(self, hands, rest, dealer)

    @override
    def as_dealt(self, state: State) -> tuple[tuple[Card, ...], Callable[[Card | None], State]]:
        return state.talon, lambda _cut: start(self, state.hands, state.talon, state.dealer)


def build_matching(
    rulebook: Rulebook, players: int, rules: MatchingParameters, options: dict[str, OptionValue]
) -> MatchingGame:
    """Work out what the engine needs from the parameters.

    Clauses: ZS-PLAYERS-2, HO-CARDS-5, SL-LONE-3, SL-LONE-4.
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
        led=tuple([counts_as(Card(number), lone, rules.lone_card_led) for number in range(CARD_NUMBERS)]),
        played=tuple([counts_as(Card(number), lone, rules.lone_card_rank) for number in range(CARD_NUMBERS)]),
        leftover=len(fields["pack"].cards) % players,
        last_card_loses=0 if rules.last_card_loses == "none" else rank_of_letter(rules.last_card_loses),
    )


def counts_as(card: Card, lone: Card | None, rank: str) -> int:
    """Return the rank for which a card counts: its own, or for the lone card what the rules say.

    :param lone: the card whose holder plays alone, where there is one.
    :param rank: the letter of the rank for which that card counts, or ``"own"``.

    Clauses: SL-LONE-3, SL-LONE-4.
    """
    if lone is None or card != lone or rank == "own":
        return rank_number(card)
    return rank_of_letter(rank)
