"""How a deal goes on otherwise: what it begins with, who draws and leads, and what comes of a trick."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

import msgspec

from aceten.conformance.findings.amended.amended_play import (
    After,
    AmendedRule,
    Beginning,
    Drawn,
    take,
)
from aceten.conformance.oracle.answers import suit_of
from aceten.deals.talon import draw, portions
from aceten.engine.match import Match
from aceten.engine.matching.state import MatchingState
from aceten.engine.scoring import credit
from aceten.engine.state import State, with_hand
from aceten.engine.suits.state import SuitState
from aceten.vocabulary.actions import Seat, Side
from aceten_spec.cards import Card, sort_cards
from aceten_spec.parameters import MatchingParameters
from aceten_spec.protocol import DealScore, PositionRequest, Question, ScoreRequest
from aceten_spec.speech import to_say
from aceten_spec.written_cards import card


def _in_turn(state: State, first: int, talon: tuple[Card, ...]) -> Drawn:
    """Return the hands and the talon when all draw as always, from a seat on."""
    rules = state.game.rules
    order = rules.draw if isinstance(rules, MatchingParameters) else "block"
    return draw(state.hands, talon, Seat(first % state.game.players), rules.hand, order)


def _after_winner(state: State, winner: Seat) -> Drawn:
    return _in_turn(state, winner + 1, state.talon)


def _first_seat(state: State, _winner: Seat) -> Drawn:
    return _in_turn(state, 0, state.talon)


def _from_below(state: State, winner: Seat) -> Drawn:
    return _in_turn(state, winner, state.talon[::-1])


def _nobody(state: State, _winner: Seat) -> Drawn:
    return state.hands, state.talon


def _winner_alone(state: State, winner: Seat) -> Drawn:
    """Return the hands and the talon where nobody but the winner draws: as many cards as he lacks."""
    hand = state.hands[winner]
    missing = state.game.rules.hand - len(hand)
    return with_hand(state.hands, winner, hand + state.talon[:missing]), state.talon[missing:]


def _not_when_short(state: State, winner: Seat) -> Drawn:
    missing = sum(state.game.rules.hand - len(hand) for hand in state.hands)
    return _nobody(state, winner) if missing > len(state.talon) else _in_turn(state, winner, state.talon)


def _one_each(state: State, winner: Seat) -> Drawn:
    return draw(state.hands, state.talon, winner, min(map(len, state.hands)) + 1, "block")


def _flippers_too(state: State, winner: Seat) -> Drawn:
    """Return the hands and the talon where each player draws a card, whether his hand is full or not."""
    players, hands = state.game.players, list(state.hands)
    for turn, cards in enumerate(portions("block", state.talon, [1] * players)):
        hands[(winner + turn) % players] += cards
    return tuple(hands), state.talon[players:]


def _last_undrawn(state: State, winner: Seat) -> Drawn:
    last = len(state.talon) <= state.game.players
    return _nobody(state, winner) if last else _in_turn(state, winner, state.talon)


def _without_last(state: State) -> State:
    """Return a state in which there is no talon where no more cards are left in it than one for each player."""
    closed = isinstance(state, SuitState) and state.closed is not None
    return state if closed or len(state.talon) > state.game.players else msgspec.structs.replace(state, talon=())


def _trump_of(place: int) -> Beginning:
    """Return a beginning in which the suit of a card of the pack is trumps."""

    def begin(state: State, question: Question) -> State:
        if isinstance(question, PositionRequest | ScoreRequest) or not isinstance(state, SuitState):
            return state
        deck = getattr(question, "deck", ())
        suit = card(deck[place]).suit if deck and state.trump is not None else state.trump
        return msgspec.structs.replace(state, trump=suit)

    return begin


def _dealer_leads(state: State, question: Question) -> State:
    if isinstance(question, PositionRequest | ScoreRequest):
        return state
    return msgspec.structs.replace(state, leader=state.dealer, turn=state.dealer, winning=state.dealer)


def _cards_to(side_of: Callable[[State, Seat], Side]) -> After:
    """Return a state after a trick that goes to the side that is named of the state before and of who has taken it."""

    def moved(before: State, after: State) -> State:
        if not before.trick or after.trick:
            return after
        side = side_of(before, after.leader)
        winner = before.game.sides[after.leader]
        cards = Counter(after.taken[winner]) - Counter(before.taken[winner])
        taken = with_hand(before.taken, side, sort_cards((*before.taken[side], *cards.elements())))
        points = credit(before.points, side, sum(after.points) - sum(before.points))
        tricks = None if before.tricks is None or after.tricks is None else credit(before.tricks, side, 1)
        return msgspec.structs.replace(after, taken=taken, points=points, tricks=tricks)

    return moved


def _side_of_leader(before: State, _winner: Seat) -> Side:
    return before.game.sides[before.leader]


def _side_of_neighbours(before: State, winner: Seat) -> Side:
    """Return the side of a seat where neighbours are partners; its own where there are no partners."""
    sides, players = before.game.side_count, before.game.players
    return Side(winner * sides // players)


def _led_by(before: State, after: State, leader: Seat) -> State:
    """Return a state after a trick in which a seat leads to the next, and nothing else where none was taken."""
    if not before.trick or after.trick or after.turn is None or after.turn != after.leader:
        return after
    return msgspec.structs.replace(after, leader=leader, turn=leader)


def _same_leader(before: State, after: State) -> State:
    return _led_by(before, after, before.leader)


def _next_leader(before: State, after: State) -> State:
    return _led_by(before, after, before.game.after[before.leader])


def _next_after_winner(before: State, after: State) -> State:
    return _led_by(before, after, before.game.after[after.leader])


def _partner_leads(before: State, after: State) -> State:
    return _led_by(before, after, Seat((after.leader + before.game.players // 2) % before.game.players))


def _next_leader_to_the_end(before: State, after: State) -> State:
    """Return a state after a trick that counts as taken by whoever leads to the next, when it is the last."""
    if before.trick and not after.trick and after.turn is None and after.result is not None:
        return msgspec.structs.replace(after, leader=before.game.after[before.leader])
    return _next_leader(before, after)


def _one_round(before: State, after: State) -> State:
    """Return a trick taken that would go on into a third round."""
    if isinstance(after, MatchingState) and after.choosing and len(after.trick) > after.game.players:
        return take(after)
    return after if before is not after else before


def _still_shown(before: State, after: State) -> State:
    """Return a state in which all cards count as known of a hand that ever were."""
    if not isinstance(before, SuitState) or not isinstance(after, SuitState):
        return after
    shown = [{*once, *now} for once, now in zip(before.shown, after.shown, strict=True)]
    if after.melds != before.melds:
        shown[after.leader] |= {*after.trick}
    return msgspec.structs.replace(after, shown=tuple([sort_cards(tuple(cards)) for cards in shown]))


def _over_without_talon(_before: State, after: State) -> State:
    """Return the deal over with the trick after which the talon is exhausted."""
    if after.turn is not None and not after.trick and not after.talon and any(after.tricks or ()):
        return msgspec.structs.replace(after, turn=None)
    return after


def _without_scores(state: State, _question: Question) -> State:
    if not isinstance(state, SuitState):
        return state
    return msgspec.structs.replace(state, scores=(0,) * len(state.scores))


def _marriages_to_declarer(before: State, after: State) -> State:
    """Return a state in which a marriage that was shown just now counts for the side of the declarer."""
    if not isinstance(before, SuitState) or not isinstance(after, SuitState) or after.contract is None:
        return after
    side = after.game.sides[after.contract[0]]
    melds = credit(before.melds, side, sum(after.melds) - sum(before.melds))
    waiting = credit(before.waiting, side, sum(after.waiting) - sum(before.waiting))
    return msgspec.structs.replace(after, melds=melds, waiting=waiting)


def _carried_again(before: Match, _deal: DealScore, after: Match) -> Match:
    """Return a match in which what drawn deals mean for the next one is not forgotten when it has been scored."""
    return after if any(after.carried) else msgspec.structs.replace(after, carried=before.carried)


def _newest_favourite(_before: Match, deal: DealScore, after: Match) -> Match:
    """Return a match in which the favourite suit is that of its last deal."""
    return after if after.favourite is None else msgspec.structs.replace(after, favourite=suit_of(deal.trump))


def _last_to_others(_before: State, after: State) -> State:
    """Return the end of a deal of which another side has taken the last trick."""
    if after.result is None:
        return after
    return msgspec.structs.replace(after, leader=Seat((after.leader + 1) % after.game.players))


COURSE: Final = (
    AmendedRule(
        name="partner-leads",
        says=to_say("The partner of the winner leads to the next trick."),
        stated=("PLAY-7",),
        after=_partner_leads,
    ),
    AmendedRule(
        name="leader-leads-again",
        says=to_say("Whoever has led leads to the next trick, too."),
        stated=("PLAY-7",),
        after=_same_leader,
    ),
    AmendedRule(
        name="lead-passes-on",
        says=to_say("The lead passes on from player to player, whoever takes the tricks."),
        stated=("PLAY-7",),
        after=_next_leader,
    ),
    AmendedRule(
        name="lead-and-last-trick-pass-on",
        says=to_say("The lead passes on from player to player, and the last trick counts as that of the next."),
        stated=("PLAY-7",),
        after=_next_leader_to_the_end,
    ),
    AmendedRule(
        name="player-after-winner-leads",
        says=to_say("The player after the winner leads to the next trick."),
        stated=("PLAY-7",),
        after=_next_after_winner,
    ),
    AmendedRule(
        name="cards-to-leader",
        says=to_say("Whoever leads to a trick gets its cards."),
        stated=("PLAY-7",),
        after=_cards_to(_side_of_leader),
    ),
    AmendedRule(
        name="neighbours-are-partners",
        says=to_say("Neighbours count their cards together."),
        stated=("PLAYERS-2",),
        after=_cards_to(_side_of_neighbours),
    ),
    AmendedRule(
        name="dealer-leads",
        says=to_say("The dealer leads to the first trick."),
        stated=("PLAY-1",),
        begin=_dealer_leads,
    ),
    AmendedRule(
        name="first-card-is-trump",
        says=to_say("The first card of the pack decides on trumps."),
        stated=("TRUMP-1", "TRUMP-4", "DEAL-7", "DEAL-9"),
        begin=_trump_of(0),
    ),
    AmendedRule(
        name="last-card-is-trump",
        says=to_say("The last card of the pack decides on trumps."),
        stated=("TRUMP-1", "TRUMP-4", "DEAL-7", "DEAL-9"),
        begin=_trump_of(-1),
    ),
    AmendedRule(
        name="winner-draws-last",
        says=to_say("The player after the winner of the trick draws first, and the winner last."),
        stated=("DRAW-1",),
        drawing=_after_winner,
    ),
    AmendedRule(
        name="first-seat-draws-first",
        says=to_say("The same player draws first after every trick."),
        stated=("DRAW-1",),
        drawing=_first_seat,
    ),
    AmendedRule(
        name="drawn-from-below",
        says=to_say("Cards are drawn from the end of the talon."),
        stated=("DRAW-1",),
        drawing=_from_below,
    ),
    AmendedRule(
        name="winner-alone-draws",
        says=to_say("Nobody but the winner draws after a trick."),
        stated=("DRAW-1",),
        drawing=_winner_alone,
    ),
    AmendedRule(
        name="nobody-draws",
        says=to_say("Nobody draws after a trick."),
        stated=("DRAW-1",),
        drawing=_nobody,
    ),
    AmendedRule(
        name="one-card-is-drawn",
        says=to_say("After a trick each player draws a single card."),
        stated=("DRAW-1",),
        drawing=_one_each,
    ),
    AmendedRule(
        name="who-has-flipped-draws",
        says=to_say("Who has flipped draws after the trick as well."),
        stated=("FLIP-4",),
        drawing=_flippers_too,
    ),
    AmendedRule(
        name="short-talon-stays",
        says=to_say("Nobody draws when the talon has too few cards for full hands."),
        stated=("DRAW-3", "DRAW-2"),
        drawing=_not_when_short,
    ),
    AmendedRule(
        name="last-cards-stay",
        says=to_say("The last cards of the talon, one for each player, stay there as if it were exhausted."),
        stated=("DRAW-1", "DRAW-5", "DRAW-8"),
        seen=_without_last,
    ),
    AmendedRule(
        name="last-cards-undrawn",
        says=to_say("Nobody draws the last cards of the talon, one for each player, and it is still there."),
        stated=("DRAW-1", "DRAW-5", "DRAW-8"),
        drawing=_last_undrawn,
    ),
    AmendedRule(
        name="two-rounds",
        says=to_say("A trick has two rounds at most."),
        stated=("MULTI-4",),
        after=_one_round,
    ),
    AmendedRule(
        name="shown-cards-stay-known",
        says=to_say("Cards that were shown are still told of a hand when they have been played."),
        stated=("MELD-8", "EXCH-6", "DRAW-8"),
        after=_still_shown,
    ),
    AmendedRule(
        name="over-without-talon",
        says=to_say("The deal is over when the talon is exhausted."),
        stated=("PLAY-8",),
        after=_over_without_talon,
    ),
    AmendedRule(
        name="last-trick-to-others",
        says=to_say("What the last trick brings goes to another side."),
        stated=("SCORE-8", "SCORE-21", "SCORE-28", "SCORE-3"),
        after=_last_to_others,
    ),
    AmendedRule(
        name="marriages-to-the-declarer",
        says=to_say("Marriages count for the side of the declarer, whoever shows them."),
        stated=("MELD-2",),
        after=_marriages_to_declarer,
    ),
    AmendedRule(
        name="claims-by-this-deal",
        says=to_say("For a claim only the points of the deal count, and not the score."),
        stated=("CLAIM-2",),
        begin=_without_scores,
    ),
    AmendedRule(
        name="carried-again",
        says=to_say("What a drawn deal would have brought is scored with every later deal."),
        stated=("MATCH-6",),
        between=_carried_again,
    ),
    AmendedRule(
        name="newest-favourite-suit",
        says=to_say("The favourite suit is that of the deal before."),
        stated=("MATCH-8",),
        between=_newest_favourite,
    ),
)
"""The rules about it that are tried."""
