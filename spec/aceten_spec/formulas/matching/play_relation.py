"""Play with matching tricks as one relation: for every action its branches, each with when it applies and what it leads to.

This is the formal specification of play. A branch has a guard, and either the deal as it is then or the code of the refusal. The guards
of an action exclude each other, and one of them always holds. How many cards lie where and whose turn it is are known, cards and
points are numbers or terms: over terms the relation is what the engine is proved to keep to, over numbers it is an engine by itself.

The order of the cards in a hand and among captured cards means nothing.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Final, Generic, TypeAlias, cast

import msgspec
from typing_extensions import TypeVar

from aceten_spec.checks.common_checks import has_partners
from aceten_spec.formulas.card_clauses import RANKS, card_points, rank_of
from aceten_spec.formulas.case_names import CaseName, case_of_lead, cases_of_trick
from aceten_spec.formulas.draw_clauses import Cards, Drawing, with_part
from aceten_spec.formulas.matching import trick_clauses
from aceten_spec.formulas.terms import FALSE, TRUE, Z3, Number, Truth, either, equal, every, no, some
from aceten_spec.rulebook import MatchingParameters

NOBODY: Final = cast("Number", -1)
"""In place of a seat or a side."""


class AnyDealTerms(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A deal at a moment: what there is of it whatever the tricks are like."""

    hands: tuple[Cards, ...]
    """The hand of each seat."""
    talon: Cards
    """The undealt cards, the next to be drawn first; where a card is turned up it is the last of them."""
    leader: int
    """Who led the trick or is to lead the next."""
    trick: Cards
    """The cards played to the trick, of all its rounds where it has several."""
    winning: int
    """Who is winning the trick; between tricks its leader."""
    turn: int | None
    """Who is to act; nobody when the deal is over."""
    taken: tuple[Cards, ...]
    """The captured cards by side."""
    points: tuple[Number, ...]
    """Card points captured by side."""
    tricks: tuple[Number, ...] | None
    """Tricks taken by side, where that is known."""


class DealTerms(AnyDealTerms, frozen=True, kw_only=True, eq=False):
    """A deal with matching tricks at a moment."""

    forfeit: Number = NOBODY
    """The side that has lost by the very last card."""
    leads: Cards = ()
    """The ranks of the last leads, in a row of one rank, as far as the limit counts them."""
    drawn: Number | None = None
    """The card that the winner of the trick has drawn while he may spice it."""
    lone: Number = NOBODY
    """The seat that is known to play alone."""
    burned: tuple[Truth, ...]
    """Of each side whether its score falls to 0 by a round of four equal ranks."""


_D = TypeVar("_D", default=DealTerms)


class Branch(msgspec.Struct, Generic[_D], frozen=True, eq=False):
    """One way that an action can go, in a deal of some kind: here one with matching tricks."""

    guard: Truth
    """When it goes this way."""
    after: _D | str
    """The deal as it is then, or the code of the refusal."""
    cases: tuple[CaseName, ...] = ()
    """What it is made of, where it is no refusal: the cases in words, one for each thing that is decided on the way."""


_Follows: TypeAlias = tuple[DealTerms, tuple[CaseName, ...]]
"""The deal as it is then, and the cases in which it is so."""


class PlayRelation:
    """What the actions of a game with matching tricks lead to."""

    def __init__(self, rules: MatchingParameters, players: int) -> None:
        """State the formulas that it is made of."""
        self.rules = rules
        """The parameters of the game."""
        self.players = players
        """How many play."""
        self._counts = card_points(rules).of
        self._led, self._played = trick_clauses.rank_of_led(rules).of, trick_clauses.rank_of_played(rules).of
        self._matches, self._continues = trick_clauses.matching(rules).of, trick_clauses.continues(rules).of
        self._to_match, self._wins = trick_clauses.to_match(rules, players), trick_clauses.winning(rules).of
        self._may_continue, self._choice = trick_clauses.may_continue(rules), trick_clauses.choosing(players)
        self._may_flip, self._may_spice = trick_clauses.may_flip(rules), trick_clauses.may_spice(rules)
        self._may_call, self._side_of = trick_clauses.may_call(rules, players), trick_clauses.side(rules)
        self._drawing = Drawing(rules.hand, rules.draw, players)
        self._trumped = functools.cache(functools.partial(trick_clauses.trumped, rules))
        self._lone_seat = functools.cache(functools.partial(trick_clauses.lone_seat, rules, players))
        self._burns = functools.cache(functools.partial(trick_clauses.burns, players))
        self._barred, self._in_a_row = functools.cache(trick_clauses.barred), functools.cache(trick_clauses.in_a_row)
        self._may_lead = functools.cache(trick_clauses.may_lead)
        self.sides = len({self.side(seat) for seat in range(players)})
        """How many sides there are."""

    def start(self, hands: tuple[Cards, ...], talon: Cards, dealer: int) -> DealTerms:
        """Return a deal before the first lead, which is that of the player after the dealer.

        Clauses: ZS-PLAY-1.
        """
        leader = (dealer + 1) % self.players
        sides = range(self.sides)
        nothing: tuple[Number, ...] = tuple(cast("Number", 0) for _ in sides)
        return DealTerms(
            hands=hands,
            talon=talon,
            leader=leader,
            trick=(),
            winning=leader,
            turn=leader,
            taken=tuple(() for _ in sides),
            points=nothing,
            tricks=nothing,
            burned=tuple(FALSE for _ in sides),
        )

    def card(self, deal: DealTerms, card: Number) -> Iterator[Branch]:
        """Yield what a card of one's hand leads to: led, played to the lead, or led to another round.

        Clauses: ZS-PLAY-2, ZS-PLAY-3, RK-PLAY-11, RL-SPICE-3, ZS-MULTI-2, ST-MULTI-9, HO-MULTI-2.
        """
        if deal.turn is None:
            yield Branch(TRUE, "deal_over")
            return
        if deal.drawn is not None:
            yield Branch(TRUE, "spice_first")
            return
        hand = deal.hands[deal.turn]
        held = some([equal(card, other) for other in hand])
        yield Branch(no(held), "not_in_hand")
        fits = TRUE
        for guard, code in self._objections(deal, hand, card):
            yield Branch(every([held, guard]), code)
            fits = every([fits, no(guard)])
        for place, other in enumerate(hand):
            this = every([equal(card, other), *[no(equal(card, before)) for before in hand[:place]]])
            if this is FALSE:
                continue
            hands = with_part(deal.hands, deal.turn, hand[:place] + hand[place + 1 :])
            lies = msgspec.structs.replace(deal, hands=hands)
            for branch in self._put(lies, card):
                yield Branch(every([this, fits, branch.guard]), branch.after, cases=branch.cases)

    def flip(self, deal: DealTerms) -> Iterator[Branch]:
        """Yield what it leads to when the top card of the talon is turned up and played.

        Clauses: RL-FLIP-1, RL-FLIP-2, RL-FLIP-3, RL-SPICE-3.
        """
        if deal.turn is None:
            yield Branch(TRUE, "deal_over")
        elif deal.drawn is not None:
            yield Branch(TRUE, "spice_first")
        elif not self.rules.flip:
            yield Branch(TRUE, "flip_off")
        elif not self._may_flip.at(len(deal.talon)):
            yield Branch(TRUE, "flip_exhausted")
        else:
            card, *talon = deal.talon
            for branch in self._put(msgspec.structs.replace(deal, talon=tuple(talon)), card):
                yield Branch(branch.guard, branch.after, cases=("flipped", *branch.cases))

    def spice(self, deal: DealTerms) -> Iterator[Branch]:
        """Yield what it leads to when the card just drawn takes the place of the card that won the trick.

        Clauses: RL-SPICE-1, RL-SPICE-2.
        """
        if deal.turn is None:
            yield Branch(TRUE, "deal_over")
        elif not self.rules.spice:
            yield Branch(TRUE, "spice_off")
        elif deal.drawn is None:
            none_taken = FALSE if deal.tricks is None else every([tricks == 0 for tricks in deal.tricks])
            no_trick = some([bool(deal.trick), none_taken])
            yield Branch(no_trick, "spice_no_trick")
            yield Branch(no(no_trick), "spice_not_drawn")
        else:
            winner, drawn = deal.winning, deal.drawn
            place, hand = (winner - deal.leader) % self.players, deal.hands[winner]
            won = deal.trick[place]
            for held, other in enumerate(hand):
                this = every([equal(drawn, other), *[no(equal(drawn, before)) for before in hand[:held]]])
                hands = with_part(deal.hands, winner, (*hand[:held], *hand[held + 1 :], won))
                trick = (*deal.trick[:place], drawn, *deal.trick[place + 1 :])
                after, cases = self._taken(msgspec.structs.replace(deal, hands=hands, trick=trick))
                yield Branch(this, after, cases=("spiced", *cases))

    def stop(self, deal: DealTerms) -> Iterator[Branch]:
        """Yield what it leads to when a trick is left as it is: by its leader, who may go on, or by its winner, who may spice it.

        Clauses: ZS-MULTI-5, RL-SPICE-1.
        """
        rules = self.rules
        if deal.turn is None:
            yield Branch(TRUE, "deal_over")
        elif deal.drawn is not None or self.choosing(deal):
            after, cases = self._taken(deal)
            yield Branch(TRUE, after, cases=("stopped" if deal.drawn is None else "not_spiced", *cases))
        elif rules.continuation != "never":
            yield Branch(TRUE, "stop_not_offered")
        else:
            yield Branch(TRUE, "stop_off" if not rules.spice else "stop_not_spicing")

    def call(self, deal: DealTerms, seat: int, kind: str) -> Iterator[Branch]:
        """Yield what a call leads to: nothing but itself.

        Clauses: ZS-CALL-1, ZS-CALL-2, ZS-CALL-3, ZS-CALL-5.
        """
        if deal.turn is None:
            yield Branch(TRUE, "deal_over")
        elif kind not in self.rules.calls:
            yield Branch(TRUE, "calls_off")
        elif not has_partners(self.rules, self.players):
            yield Branch(TRUE, "call_without_partner")
        elif not self._may_call.at(deal.turn, seat):
            yield Branch(TRUE, "call_out_of_turn")
        else:
            yield Branch(TRUE, deal, cases=("called",))

    def side(self, seat: int) -> int:
        """Return the side of a seat.

        Clauses: ZS-PLAYERS-2, SP-PLAYERS-3.
        """
        return self._side_of.at(seat)

    def to_match(self, trick: Cards) -> Number:
        """Return the rank that has to be matched in a trick.

        Clauses: ZS-PLAY-4, ZS-MULTI-3, HO-MULTI-10, SL-LONE-4.
        """
        cards = len(trick)
        return self._led(next(card for place, card in enumerate(trick) if self._to_match.at(cards, place)))

    def trumped(self, trick: Cards) -> Number:
        """Return 1 for a trumped trick, and 0 for any other.

        Clauses: ST-PLAY-9, SL-LONE-3, SL-LONE-4.
        """
        ranks = [self._played(card) if place else self._led(card) for place, card in enumerate(trick)]
        return either(self._trumped(len(trick)).of(*ranks), 1, 0)

    def choosing(self, deal: DealTerms) -> bool:
        """Return whether the leader has to choose between going on with the trick and leaving it.

        Clauses: ZS-MULTI-1, ZS-MULTI-5.
        """
        return bool(self._choice.at(len(deal.trick), int(deal.drawn is not None)))

    def _objections(self, deal: DealTerms, hand: Cards, card: Number) -> Iterator[tuple[Truth, str]]:
        """Yield what forbids a card of the hand: when, and the code of the refusal.

        Clauses: ZS-PLAY-3, RK-PLAY-11, ZS-MULTI-2, ST-MULTI-9, HO-MULTI-2.
        """
        rules = self.rules
        if not deal.trick and rules.lead_limit:
            barred = self._barred(len(deal.leads))
            is_barred = [
                either(barred.of(rank_of(each), rules.lead_limit, *deal.leads), 1, 0) for each in (card, *hand)
            ]
            yield no(self._may_lead(len(hand)).of(*is_barred)), "lead_limit"
        if self.choosing(deal):
            rank, to_match = self._played(card), self.to_match(deal.trick)
            continues = self._continues(rank, to_match, self.trumped(deal.trick))
            yield every([no(continues), rank == to_match]), "trumped_continuation"
            yield every([no(continues), rank != to_match]), "wrong_continuation"

    def _put(self, deal: DealTerms, card: Number) -> Iterator[Branch]:
        """Yield what it leads to when the player at turn has put a card into the trick that he has not in his hand any more.

        Clauses: ZS-PLAY-2, ZS-PLAY-4, ZS-MULTI-1, ZS-MULTI-3, ZS-MULTI-4, ZS-MULTI-6, ZS-MULTI-7, ZS-MULTI-8, HO-MULTI-10, RK-PLAY-11.
        """
        players, before, seat = self.players, deal.trick, cast("int", deal.turn)
        trick = (*before, card)
        if self._to_match.at(len(trick), len(before)):  # a lead
            winners: list[tuple[Truth, int, CaseName]] = [(TRUE, seat, case_of_lead(len(before)))]
        else:
            rank = self._played(card)
            matches = either(self._matches(rank, self.to_match(before), self.trumped(before)), 1, 0)
            either_of: dict[int, CaseName] = {seat: "matched", deal.winning: "unmatched"}
            if seat == deal.winning:
                either_of = {seat: "winning_already"}
            winners = [
                (self._wins(deal.winning, seat, deal.leader, matches, who), who, case)
                for who, case in either_of.items()
            ]
        ways = [(who, row) for who in winners for row in self._row(deal, card)]
        for (first, winning, case), (second, leads, counted) in ways:
            lies = msgspec.structs.replace(
                deal, trick=trick, winning=winning, leads=leads, turn=(seat + 1) % players, forfeit=NOBODY
            )
            guard = every([first, second])
            cases: tuple[CaseName, ...] = (case, *counted)
            if len(trick) % players:
                yield Branch(guard, lies, cases=(*cases, "next_plays"))
                continue
            goes_on = self.goes_on(lies)
            yield Branch(every([guard, goes_on]), lies, cases=(*cases, "leader_chooses"))
            after, over = self._round_over(lies)
            yield Branch(every([guard, no(goes_on)]), after, cases=(*cases, *over))

    def _row(self, deal: DealTerms, card: Number) -> list[tuple[Truth, Cards, tuple[CaseName, ...]]]:
        """Return the leads that are counted in a row when a card has been put into the trick, when it is these, and the case.

        Clauses: RK-PLAY-11.
        """
        limit, leads, rank = self.rules.lead_limit, deal.leads, rank_of(card)
        if deal.trick or not limit:
            return [(TRUE, leads, ())]
        counted = self._in_a_row(len(leads))
        lengths = range(1, len(leads) + 2)
        return [(counted.of(rank, limit, length, *leads), (rank,) * length, ("row_counted",)) for length in lengths]

    def goes_on(self, deal: DealTerms) -> Truth:
        """Return that the leader may go on after a round.

        Clauses: ZS-MULTI-1, ZS-MULTI-2, ZS-MULTI-6.
        """
        leader, winner = deal.leader, deal.winning
        if not self._may_continue.at(self.side(leader), self.side(winner), int(leader == winner)):
            return FALSE
        to_match, trumped = self.to_match(deal.trick), self.trumped(deal.trick)
        return some([self._continues(self._played(card), to_match, trumped) for card in deal.hands[deal.leader]])

    def _round_over(self, deal: DealTerms) -> _Follows:
        """Return what follows the last card of a trick: it is taken, or its winner draws first and may spice it.

        Clauses: RL-SPICE-1, RL-SPICE-2, RL-SPICE-3.
        """
        winner, hand = deal.winning, deal.hands[deal.winning]
        if not self._may_spice.at(len(deal.talon), len(hand)):
            after, cases = self._taken(deal)
            return after, ("round_over", *cases)
        drawn, *talon = deal.talon
        hands = with_part(deal.hands, winner, (*hand, drawn))
        after = msgspec.structs.replace(deal, hands=hands, talon=tuple(talon), turn=winner, drawn=drawn)
        return after, ("round_over", "may_spice")

    def _taken(self, deal: DealTerms) -> _Follows:
        """Return what follows when the winner has taken the trick: all draw, and he leads; without a card the deal is over.

        Clauses: ZS-PLAY-7, ZS-PLAY-8, ZS-MULTI-7, ZS-DRAW-1, ZS-DRAW-4, HO-DRAW-6, ZS-SCORE-1, ZS-SCORE-7, HO-SCORE-11, SL-LONE-1.
        """
        rules, winner, trick = self.rules, deal.winning, deal.trick
        side = self.side(winner)
        hands, talon = self._drawing.drawn(deal.hands, deal.talon, winner)
        over = not hands[winner]
        captured = trick
        if over and rules.leftover == "last_trick":
            captured, talon = trick + talon, ()
        gained = Z3.Sum([self._counts(rank_of(card)) for card in captured])
        lone = self._lone_seat(len(trick)).of(deal.leader, deal.lone, *trick)
        burns = FALSE
        if rules.four_resets and self.players == trick_clauses.FOUR:
            burns = self._burns(len(trick)).of(*[rank_of(card) for card in trick])
        after = DealTerms(
            hands=hands,
            talon=talon,
            leader=winner,
            trick=(),
            winning=winner,
            turn=None if over else winner,
            taken=with_part(deal.taken, side, deal.taken[side] + captured),
            points=with_part(deal.points, side, deal.points[side] + gained),
            tricks=None if deal.tricks is None else with_part(deal.tricks, side, deal.tricks[side] + 1),
            forfeit=self._forfeit(deal) if over else NOBODY,
            leads=() if over else deal.leads,
            lone=lone,
            burned=tuple(some([was, every([burns, number != side])]) for number, was in enumerate(deal.burned)),
        )
        return after, cases_of_trick(rules, burns=burns is not FALSE, talon=len(deal.talon), left=len(talon), over=over)

    def _forfeit(self, deal: DealTerms) -> Number:
        """Return the side that has lost the deal by the very last card.

        Clauses: ZS-SCORE-7.
        """
        letter = self.rules.last_card_loses
        if letter == "none":
            return NOBODY
        last = (deal.leader + len(deal.trick) - 1) % self.players
        return either(rank_of(deal.trick[-1]) == int(RANKS[letter]), self.side(last), NOBODY)
