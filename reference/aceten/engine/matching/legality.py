"""What the rules of matching tricks forbid: one function for each of them, of what everybody sees and a hand.

Play lists what none of them forbids, and refuses the rest (:mod:`aceten.engine.matching.play`); what an action shows of the hand behind it
is what they say of other hands (:mod:`aceten.engine.matching.matching_deductions`), and a position can come about if they allow what lies
in its trick (:mod:`aceten.positions.matching_positions`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from aceten.engine.matching.steps import (
    can_continue,
    continuation_allowed,
    deciding,
    is_trumped,
    matches,
    too_many_leads,
)
from aceten.vocabulary.actions import Seat
from aceten_spec.cards import Card, rank_number
from aceten_spec.clauses.refusals import RefusalCode

if TYPE_CHECKING:
    from aceten.engine.matching.game import MatchingGame
    from aceten.engine.matching.state import MatchingState
    from aceten.engine.matching.view import MatchingView


class MatchingTrick(NamedTuple):
    """What everybody sees at a moment, where there is no state of it."""

    game: MatchingGame
    """The game that is played."""
    leader: Seat
    """The seat that led the trick or is to lead the next."""
    trick: tuple[Card, ...] = ()
    """The cards that lie in it."""
    leads: tuple[int, ...] = ()
    """The ranks of the last leads in a row of one rank, as far as they are known."""

    @property
    def winning(self) -> Seat:
        """The seat that is winning it; the leader while it is empty."""
        if not self.trick:
            return self.leader
        return Seat((self.leader + _winning_place(self.game, self.trick)) % self.game.players)


@lru_cache(maxsize=512)  # one trick is asked about several times, and whoever follows a deal asks for all before it
def _winning_place(game: MatchingGame, trick: tuple[Card, ...]) -> int:
    return game.winning_place(trick)


MatchingMoment: TypeAlias = "MatchingState | MatchingView | MatchingTrick"
"""What has what everybody sees at a moment, and the rules ask for."""

CardRule: TypeAlias = Callable[[MatchingMoment, Collection[Card], Card], RefusalCode | None]
"""Says why a card of a hand may not be played now; ``None``: it may be."""


def card_rule(public: MatchingMoment) -> CardRule | None:
    """Return what can forbid a card now; ``None``: every card of a hand may be played.

    Clauses: ZS-PLAY-2, ZS-PLAY-3, ZS-MULTI-2, RK-PLAY-11.
    """
    trick, leads = public.trick, public.leads
    if trick:
        return None if len(trick) % public.game.players else continuation_refusal
    return lead_refusal if leads and len(leads) >= public.game.rules.lead_limit else None


def lead_refusal(public: MatchingMoment, hand: Collection[Card], card: Card) -> RefusalCode | None:
    """Return why a card of a hand may not be led to a new trick.

    Clauses: RK-PLAY-11.
    """
    leads, limit = public.leads, public.game.rules.lead_limit
    if not too_many_leads(rank_number(card), leads, limit):
        return None
    return None if all(too_many_leads(rank_number(other), leads, limit) for other in hand) else "lead_limit"


def continuation_refusal(public: MatchingMoment, _hand: Collection[Card], card: Card) -> RefusalCode | None:
    """Return why a card may not be led to another round: one of the rank to be matched might, were the trick not trumped.

    Clauses: ZS-MULTI-2, ST-MULTI-9.
    """
    game, rules = public.game, public.game.matching
    rank, to_match = game.played[card], rank_to_match(public)
    if rules.any_card or matches(rank, to_match, rules, trumped=rules.trumps and trumped(public)):
        return None
    return "trumped_continuation" if rank == to_match else "wrong_continuation"


def another_round(public: MatchingMoment) -> bool:
    """Whether the leader may go on with a trick of which a round has ended, if he has a card for it.

    Clauses: ZS-MULTI-1, ZS-MULTI-6.
    """
    game, leader, winning = public.game, public.leader, public.winning
    return continuation_allowed(game.rules.continuation, game.sides[leader], game.sides[winning], own=leader == winning)


def goes_on(public: MatchingMoment, hand: Collection[Card]) -> bool:
    """Whether a leader with this hand may go on with a trick of which a round has ended: else it is over.

    Clauses: ZS-MULTI-1, ZS-MULTI-2, ZS-MULTI-6.
    """
    if not another_round(public):
        return False
    game = public.game
    ranks = tuple([game.played[card] for card in hand])
    return can_continue(ranks, rank_to_match(public), game.matching, trumped=trumped(public))


def rank_to_match(public: MatchingMoment) -> int:
    """Return the rank that has to be matched in a trick in which a card lies.

    Clauses: ZS-PLAY-4, ZS-MULTI-3, HO-MULTI-10, SL-LONE-4.
    """
    game, trick = public.game, public.trick
    return game.led[trick[deciding(len(trick), game.players, game.matching)]]


def trumped(public: MatchingMoment) -> bool:
    """Whether only wild cards match, as one was played to the lead of another rank, where they are trumps.

    Clauses: ST-PLAY-9.
    """
    game = public.game
    return game.matching.trumps and is_trumped(game.trick_ranks(public.trick), game.matching)


def leads_with(public: MatchingMoment, card: Card) -> tuple[int, ...]:
    """Return the ranks of the last leads in a row of one rank, when a card is led.

    Clauses: RK-PLAY-11.
    """
    limit, leads, rank = public.game.rules.lead_limit, public.leads, rank_number(card)
    if not limit:
        return leads
    return ((*leads, rank) if leads and leads[0] == rank else (rank,))[-limit:]
