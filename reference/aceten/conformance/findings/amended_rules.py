"""Rules that people take otherwise, each turned round: by them it is tried what a program plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final, TypeAlias, cast

import msgspec

from aceten.conformance.findings.amended_play import (
    After,
    AmendedRule,
    AsIf,
    Beginning,
    Drawn,
    Filter,
    More,
    PartialTrick,
    Taker,
    take,
)
from aceten.deals.talon import draw
from aceten.engine.game import Game
from aceten.engine.matching.state import MatchingState
from aceten.engine.scoring import credit
from aceten.engine.state import State, with_hand
from aceten.engine.suits.game import SuitGame
from aceten.engine.suits.state import SuitState
from aceten.vocabulary.actions import STOP, Action, Claim, Close, Exchange, Meld, Play, Seat, Side
from aceten_spec.cards import Card, Rank, rank_number, sort_cards
from aceten_spec.parameters import MatchingParameters
from aceten_spec.protocol import PositionRequest, Question, ScoreRequest
from aceten_spec.speech import to_say
from aceten_spec.written_cards import card

_TWO_SEVENS: Final = 2

Matches: TypeAlias = "Callable[[Game, Card, Card], bool]"
"""Whether a card matches the one that was led."""

# --- Who takes a trick ---


def _first_round(trick: PartialTrick) -> Seat:
    return trick.seat(trick.game.winning_place(trick.cards[: trick.game.players], trump=trick.trump))


def _place(trick: PartialTrick) -> Seat:
    return Seat((trick.taker - trick.leader) % trick.game.players)


def _seat(trick: PartialTrick) -> Seat:
    return Seat((trick.taker + trick.leader) % trick.game.players)


def _partner(trick: PartialTrick) -> Seat:
    return Seat((trick.taker + trick.game.players // 2) % trick.game.players)


def _leader(trick: PartialTrick) -> Seat:
    return trick.leader


def _last(trick: PartialTrick) -> Seat:
    return trick.seat(len(trick.cards) - 1)


def _is_wild(game: Game, one: Card) -> bool:
    return Rank(rank_number(one)).letter in getattr(game.rules, "wild", ())


def _also(matches: Matches) -> Taker:
    """Return who takes a trick when other cards match the card that was led, too."""

    def taker(trick: PartialTrick) -> Seat:
        game, cards = trick.game, trick.cards
        places = [
            place
            for place, one in enumerate(cards)
            if game.winning_place(cards[: place + 1]) == place or matches(game, one, cards[0])
        ]
        return trick.seat(max(places, default=0))

    return taker


def _goes_on_also(matches: Matches) -> More:
    """Return the cards of a leader who may go on with a trick that match the card that was led, too."""

    def more(state: State) -> tuple[Card, ...]:
        if not isinstance(state, MatchingState) or not state.trick or len(state.trick) % state.game.players:
            return ()
        return tuple([held for held in state.hands[state.leader] if matches(state.game, held, state.trick[0])])

    return more


def _of_one_suit(_game: Game, one: Card, led: Card) -> bool:
    return one.suit == led.suit is not None


def _over_wild(game: Game, _one: Card, led: Card) -> bool:
    return _is_wild(game, led)


def _both_count(game: Game, one: Card, led: Card) -> bool:
    return game.points_of((one,)) > 0 and game.points_of((led,)) > 0


def _two_wild(trick: PartialTrick) -> Seat:
    """Return who takes a trick when after two wild cards a third one matches no more."""
    wild = getattr(trick.game.rules, "wild", ())
    best, seen = 0, 0
    for place, one in enumerate(trick.cards):
        is_wild = Rank(rank_number(one)).letter in wild
        if (
            place
            and trick.game.winning_place(trick.cards[: place + 1]) == place
            and not (is_wild and seen >= _TWO_SEVENS)
        ):
            best = place
        seen += is_wild
    return trick.seat(best)


def _strength(trick: PartialTrick, one: Card) -> int:
    return trick.game.strong[one][1] if isinstance(trick.game, SuitGame) else 0


def _highest(trick: PartialTrick) -> Seat:
    """Return who takes a trick when without a trump the highest card does, whatever its suit."""
    trumps = [place for place, one in enumerate(trick.cards) if trick.trump is not None and one.suit == trick.trump]
    places = trumps or [*range(len(trick.cards))]
    return trick.seat(max(places, key=lambda place: (_strength(trick, trick.cards[place]), -place)))


def _most_points(trick: PartialTrick) -> Seat:
    """Return who takes a trick when of the cards of a suit the one that counts most does, and of equals the first."""
    game = trick.game
    if not isinstance(game, SuitGame):
        return trick.taker
    best = 0
    for place, one in enumerate(trick.cards):
        high = trick.cards[best]
        higher = game.worth[one] > game.worth[high] if one.suit == high.suit else one.suit == trick.trump
        best = place if higher else best
    return trick.seat(best)


def _of_the_round(trick: PartialTrick) -> Seat:
    """Return who takes a trick when in every round the rank counts that was led to that one."""
    wild = getattr(trick.game.rules, "wild", ())
    ranks = [Rank(rank_number(one)).letter for one in trick.cards]
    best = 0
    for place, rank in enumerate(ranks):
        led = ranks[place - place % trick.game.players]
        if rank == led or rank in wild:
            best = place
    return trick.seat(best)


def _no_trumps(trick: PartialTrick) -> Seat:
    """Return who takes a trick when trumps are a suit like others."""
    return trick.seat(trick.game.winning_place(trick.cards))


def _trump_at(place: int) -> Taker:
    """Return who takes a trick when of its trumps the one at a place does, whatever they rank."""

    def taker(trick: PartialTrick) -> Seat:
        trumps = [
            number for number, one in enumerate(trick.cards) if trick.trump is not None and one.suit == trick.trump
        ]
        return trick.seat(trumps[place]) if trumps else trick.taker

    return taker


# --- Drawing ---


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


# --- What a deal begins with ---


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


# --- What may be done ---


def _without_king(_state: State, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    return tuple([action for action in legal if not (isinstance(action, Meld) and action.card.rank is Rank.KING)])


def _must_go_on(_state: State, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    others = tuple([action for action in legal if action != STOP])
    return others or legal


def _own_rank_goes_on(state: State, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    if not (isinstance(state, MatchingState) and state.choosing):
        return legal
    led = rank_number(state.trick[0])
    return tuple([one for one in legal if not isinstance(one, Play) or rank_number(one.card) == led])


def _right_claims(state: State, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    if not isinstance(state, SuitState):
        return legal
    return tuple([one for one in legal if not isinstance(one, Claim) or state.is_right(one.suit)])


def _without_closing(state: State) -> State:
    """Return a state in which whoever leads may exchange after a closing, as if the other had closed just now."""
    if not isinstance(state, SuitState) or state.closed is None or state.trick or state.turn is None:
        return state
    replace = msgspec.structs.replace
    game = replace(state.game, rules=replace(state.game.rules, exchange_after_closing=True))
    return replace(state, game=game, closed=replace(state.closed, seat=Seat(1 - state.turn), tricks=state.tricks or ()))


def _without_trick(state: State) -> State:
    """Return a state in which whoever answers a lead would lead."""
    turn = cast("Seat", state.turn)
    return msgspec.structs.replace(state, trick=(), leader=turn) if isinstance(state, SuitState) else state


def _is_of_marriage(action: Action) -> bool:
    return isinstance(action, Meld) or (isinstance(action, Claim) and action.suit is not None)


def _marriages_with_talon(state: State, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    if isinstance(state, SuitState) and state.open_talon:
        return legal
    return tuple([one for one in legal if not _is_of_marriage(one)])


def _no_claims_by_marriage(_state: State, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    return tuple([one for one in legal if not (isinstance(one, Claim) and one.suit is not None)])


def _is_claim(action: Action) -> bool:
    return isinstance(action, Claim)


def _is_closing(action: Action) -> bool:
    return isinstance(action, Close)


def _with_a_trick(which: Callable[[Action], bool]) -> Filter:
    """Return what is left where only who has taken a trick may do something."""

    def kept(state: State, legal: tuple[Action, ...]) -> tuple[Action, ...]:
        if state.turn is None or state.took_a_trick(state.game.sides[state.turn]):
            return legal
        return tuple([one for one in legal if not which(one)])

    return kept


def _any_after_closing(state: State) -> tuple[Card, ...]:
    """Return all cards of who answers a lead with the talon closed."""
    closed = isinstance(state, SuitState) and state.closed is not None
    return state.hands[state.turn] if closed and state.trick and state.turn is not None else ()


# --- What comes after ---


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


def _not_by_wild(_before: State, after: State) -> State:
    """Return a trick taken that only a card of another rank than the led one could go on with."""
    if isinstance(after, MatchingState) and after.choosing and len(_own_rank_goes_on(after, after.legal)) == 1:
        return take(after)
    return after


def _over_without_talon(_before: State, after: State) -> State:
    """Return the deal over with the trick after which the talon is exhausted."""
    if after.turn is not None and not after.trick and not after.talon and any(after.tricks or ()):
        return msgspec.structs.replace(after, turn=None)
    return after


def _last_to_others(_before: State, after: State) -> State:
    """Return the end of a deal of which another side has taken the last trick."""
    if after.result is None:
        return after
    return msgspec.structs.replace(after, leader=Seat((after.leader + 1) % after.game.players))


RULES: Final = (
    AmendedRule(
        name="winner-by-place",
        says=to_say("The place of the winning card in the trick is taken for the seat of who played it."),
        stated=("PLAY-7", "PLAY-4", "SUIT-1"),
        taker=_place,
    ),
    AmendedRule(
        name="winner-counted-twice",
        says=to_say("The winner is counted from the leader twice."),
        stated=("PLAY-7", "PLAY-4", "SUIT-1"),
        taker=_seat,
    ),
    AmendedRule(
        name="partner-leads",
        says=to_say("The partner of the winner leads to the next trick."),
        stated=("PLAY-7",),
        taker=_partner,
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
        name="leader-takes",
        says=to_say("Whoever leads takes the trick."),
        stated=("PLAY-4", "SUIT-1"),
        taker=_leader,
    ),
    AmendedRule(
        name="last-takes",
        says=to_say("The last card takes the trick, whatever it is."),
        stated=("PLAY-4", "SUIT-1"),
        taker=_last,
    ),
    AmendedRule(
        name="first-round-takes",
        says=to_say("The first round of a trick decides who takes it."),
        stated=("MULTI-7", "MULTI-10"),
        taker=_first_round,
    ),
    AmendedRule(
        name="led-wild-beaten",
        says=to_say("Every card beats a wild card that was led."),
        stated=("PLAY-6", "PLAY-5"),
        taker=_also(_over_wild),
    ),
    AmendedRule(
        name="led-wild-matched",
        says=to_say("Every card matches a wild card that was led, and goes on with its trick."),
        stated=("PLAY-6", "PLAY-5"),
        taker=_also(_over_wild),
        more=_goes_on_also(_over_wild),
    ),
    AmendedRule(
        name="counting-cards-match",
        says=to_say("Cards that count match each other."),
        stated=("PLAY-4",),
        taker=_also(_both_count),
        more=_goes_on_also(_both_count),
    ),
    AmendedRule(
        name="two-wild-cards",
        says=to_say("After two wild cards a third one takes the trick no more."),
        stated=("PLAY-5", "PLAY-4"),
        taker=_two_wild,
    ),
    AmendedRule(
        name="highest-of-any-suit",
        says=to_say("Without a trump the highest card takes the trick, whatever its suit."),
        stated=("SUIT-1",),
        taker=_highest,
    ),
    AmendedRule(
        name="points-decide",
        says=to_say("Of the cards of a suit the one that counts most takes the trick, and of equals the first."),
        stated=("CARDS-6", "SUIT-1"),
        taker=_most_points,
    ),
    AmendedRule(
        name="newest-lead-is-matched",
        says=to_say("In a further round the card is to be matched with which the leader went on."),
        stated=("MULTI-3", "MULTI-7"),
        taker=_of_the_round,
    ),
    AmendedRule(
        name="suits-match",
        says=to_say("A card of the suit that was led matches as well."),
        stated=("CARDS-2", "PLAY-4"),
        taker=_also(_of_one_suit),
        more=_goes_on_also(_of_one_suit),
    ),
    AmendedRule(
        name="any-card-after-closing",
        says=to_say("Any card may be played when the talon is closed."),
        stated=("CLOSE-3", "SUIT-4"),
        more=_any_after_closing,
    ),
    AmendedRule(
        name="trumps-like-others",
        says=to_say("Trumps take tricks as any other suit does."),
        stated=("SUIT-1", "TRUMP-1"),
        taker=_no_trumps,
    ),
    AmendedRule(
        name="first-trump-takes",
        says=to_say("The first trump in a trick takes it, whatever comes later."),
        stated=("SUIT-1",),
        taker=_trump_at(0),
    ),
    AmendedRule(
        name="last-trump-takes",
        says=to_say("The last trump in a trick takes it, whatever lies there."),
        stated=("SUIT-1",),
        taker=_trump_at(-1),
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
        name="short-talon-stays",
        says=to_say("Nobody draws when the talon has too few cards for full hands."),
        stated=("DRAW-3", "DRAW-2"),
        drawing=_not_when_short,
    ),
    AmendedRule(
        name="queen-leads-marriage",
        says=to_say("A marriage is always led with the queen."),
        stated=("MELD-1",),
        legal=_without_king,
    ),
    AmendedRule(
        name="marriages-with-talon",
        says=to_say("Marriages can be shown only while cards are drawn."),
        stated=("MELD-5", "MELD-6"),
        legal=_marriages_with_talon,
    ),
    AmendedRule(
        name="marriages-after-a-trick",
        says=to_say("Only who has taken a trick may show a marriage."),
        stated=("MELD-4", "MELD-1", "MELD-3"),
        legal=_with_a_trick(_is_of_marriage),
    ),
    AmendedRule(
        name="no-claims-by-marriage",
        says=to_say("Nobody claims with a marriage that he shows."),
        stated=("CLAIM-3",),
        legal=_no_claims_by_marriage,
    ),
    AmendedRule(
        name="claims-after-a-trick",
        says=to_say("Only who has taken a trick may claim."),
        stated=("CLAIM-1",),
        legal=_with_a_trick(_is_claim),
    ),
    AmendedRule(
        name="closing-after-a-trick",
        says=to_say("Only who has taken a trick may close the talon."),
        stated=("CLOSE-1", "CLOSE-2"),
        legal=_with_a_trick(_is_closing),
    ),
    AmendedRule(
        name="closing-when-answering",
        says=to_say("The talon may be closed before answering a lead, too."),
        stated=("CLOSE-1", "CLOSE-2"),
        as_if=AsIf(kind=Close, state=_without_trick),
    ),
    AmendedRule(
        name="exchange-when-answering",
        says=to_say("The turn-up may be exchanged before answering a lead, too."),
        stated=("EXCH-2",),
        as_if=AsIf(kind=Exchange, state=_without_trick),
    ),
    AmendedRule(
        name="exchange-after-closing",
        says=to_say("The turn-up may be exchanged as if the talon were not closed."),
        stated=("EXCH-5", "CLOSE-3"),
        as_if=AsIf(kind=Exchange, state=_without_closing),
    ),
    AmendedRule(
        name="must-go-on",
        says=to_say("A leader who can go on with a trick has to."),
        stated=("MULTI-5",),
        legal=_must_go_on,
    ),
    AmendedRule(
        name="own-rank-goes-on",
        says=to_say("Only the rank that was led goes on with a trick."),
        stated=("MULTI-2",),
        legal=_own_rank_goes_on,
        after=_not_by_wild,
    ),
    AmendedRule(
        name="right-claims-only",
        says=to_say("Only who has enough may claim."),
        stated=("CLAIM-1", "CLAIM-4"),
        legal=_right_claims,
    ),
    AmendedRule(
        name="two-rounds",
        says=to_say("A trick has two rounds at most."),
        stated=("MULTI-4",),
        after=_one_round,
    ),
    AmendedRule(
        name="over-without-talon",
        says=to_say("The deal is over when the talon is exhausted."),
        stated=("PLAY-8",),
        after=_over_without_talon,
    ),
    AmendedRule(
        name="last-trick-to-others",
        says=to_say("The points for the last trick go to another side."),
        stated=("SCORE-8", "SCORE-21", "SCORE-3"),
        after=_last_to_others,
    ),
)
"""The rules that are tried."""
BY_NAME: Final = {rule.name: rule for rule in RULES}
"""The same by their names."""
