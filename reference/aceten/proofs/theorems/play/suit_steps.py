"""Play with suit tricks is what the relation says it is, as :mod:`aceten.proofs.theorems.play.step_theorem` has it for matching tricks."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, cast

import msgspec

from aceten.engine.suits import state as states
from aceten.engine.suits.game import SuitGame
from aceten.engine.suits.play import is_right
from aceten.proofs.claims import symbolic_suit_deals, view_claims
from aceten.proofs.claims.action_claims import (
    SUITS,
    Act,
    CardWays,
    Ways,
    cases,
    doing,
    listing,
    placed,
    same,
    with_card,
)
from aceten.proofs.claims.contracts import FollowedRelation, of_suit_legal, of_suit_play, standing_in
from aceten.proofs.claims.deal_pairs import matched, possible, put_in
from aceten.proofs.claims.symbolic_deals import CARRIED
from aceten.proofs.claims.symbolic_suit_deals import SuitShape
from aceten.proofs.execution.symbolic_numbers import Carried
from aceten.proofs.statements.game_setting import Setting, holds, is_suits, with_rules
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable
from aceten.proofs.statements.propositions import suit_step
from aceten.proofs.theorems.play import carried_facts, dealt_cards, shape_claims
from aceten.vocabulary.actions import CLOSE, DRAW, EXCHANGE, FLIP, PASS, Action, Bid, Claim, Meld, NameTrump, Play
from aceten_spec.cards import Suit
from aceten_spec.formulas.draw_clauses import with_part
from aceten_spec.formulas.suits.suit_conditions import SuitDealTerms
from aceten_spec.formulas.suits.suit_relation import SuitRelation, Way
from aceten_spec.formulas.terms import FALSE, Number, Truth, no, numeral, together


def _game(setting: Setting) -> SuitGame:
    return symbolic_suit_deals.symbolic(symbolic_suit_deals.with_few_bids(setting.suits))


@functools.lru_cache(maxsize=2)
def _relation(game: SuitGame) -> SuitRelation:
    return FollowedRelation(game.rules, game.players)


def _without_card(game: SuitGame) -> dict[Action, Ways[SuitDealTerms]]:
    """Return what a player does without a card of his hand, in the order in which it is listed."""
    relation = _relation(game)
    return {
        EXCHANGE: relation.exchange,
        CLOSE: relation.close,
        DRAW: relation.draw,
        **{Claim(suit): functools.partial(relation.claim, suit=suit or 0) for suit in (None, *Suit)},
        **{Bid(points): functools.partial(relation.bid, points=numeral(points)) for points in game.rules.bids},
        **{NameTrump(suit): functools.partial(relation.name, suit=suit) for suit in Suit},
        PASS: relation.waive,
    }


def _doing(game: SuitGame, actions: Iterable[Action]) -> list[Act[SuitDealTerms]]:
    """Return these actions, as they are done."""
    ways = _without_card(game)
    return [doing(action, ways[action]) for action in actions]


def _card(setting: Setting) -> Iterator[ProofCase]:
    game = _game(setting)
    act = with_card(SUITS, game, Play, _relation(game).card)
    shapes = symbolic_suit_deals.followed(game, _shapes(game), hands=False)
    return cases(SUITS, game, shapes, [act], of_suit_play(setting))


def _shapes(game: SuitGame) -> Iterator[SuitShape]:
    """Yield the shapes of all deals, those with the fewest and the most cards first: what is wrong shows in them soonest."""
    yield from symbolic_suit_deals.over(game)
    yield from symbolic_suit_deals.auctions(game)
    yield from symbolic_suit_deals.lying(game)


def _meld(setting: Setting) -> Iterator[ProofCase]:
    game = _game(setting)
    act = with_card(SUITS, game, Meld, _relation(game).meld)
    shapes = symbolic_suit_deals.followed(game, _shapes(game))
    return cases(SUITS, game, shapes, [act], of_suit_play(setting))


def _alone(setting: Setting) -> Iterator[ProofCase]:
    game = _game(setting)
    acts = [*_doing(game, (EXCHANGE, CLOSE, DRAW)), doing(FLIP, _relation(game).unknown)]
    shapes = symbolic_suit_deals.followed(game, _shapes(game))
    yield from cases(SUITS, game, shapes, acts, of_suit_play(setting))
    outside = [shape for shape in shapes if shape.bids != CARRIED]  # in an auction it is as a bid (_bid)
    yield from cases(SUITS, game, outside, _doing(game, (PASS,)), of_suit_play(setting))


def _uncounted(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases of deals of which it is not known how many tricks were taken."""
    game = _game(setting)
    acts = [
        with_card(SUITS, game, Play, _relation(game).card),
        *_doing(game, (EXCHANGE, CLOSE, DRAW, PASS, *map(Claim, (None, *Suit)))),
    ]
    shapes = symbolic_suit_deals.followed(game, symbolic_suit_deals.uncounted(game))
    return cases(SUITS, game, shapes, acts, of_suit_play(setting))


def _claim(setting: Setting) -> Iterator[ProofCase]:
    game = _game(setting)
    acts = _doing(game, map(Claim, (None, *Suit)))
    shapes = symbolic_suit_deals.followed(game, _shapes(game))
    return cases(SUITS, game, shapes, acts, of_suit_play(setting))


def _right(setting: Setting) -> Iterator[ProofCase]:
    game = _game(setting)
    relation = _relation(game)
    suits = (None,) if game.rules.marriages == "none" else (None, *Suit)

    def case(shape: SuitShape, suit: Suit | None) -> ProofCase:
        def claim(deal: SuitDealTerms, found: Numbers) -> Truth:
            if deal.turn is None:
                return no(holds(found[0]))
            more = relation.marriage_points(deal.melds, deal.trump, suit) if suit else 0
            return together(holds(found[0]), relation.has_enough(deal, relation.side(deal.turn), more))

        return SUITS.case(
            game,
            shape,
            lambda state: is_right(state, suit),
            claim,
            name=f"{shape}, {Claim(suit)}",
            returns=("right",),
            assuming=lambda given: symbolic_suit_deals.assumed(game, shape, given),
        )

    shapes = symbolic_suit_deals.followed(game, _shapes(game))
    with standing_in(of_suit_play(setting)):
        yield from itertools.starmap(case, itertools.product(shapes, suits))


def _bid(setting: Setting) -> Iterator[ProofCase]:
    game = _game(setting)
    relation = _relation(game)
    bid = Act[SuitDealTerms](
        lambda numbers: Bid(symbolic_suit_deals.as_points(numbers[0])),
        lambda deal, given: relation.bid(deal, given[0]),
        (Variable("points", (*game.rules.bids, 1)),),
    )
    shapes = symbolic_suit_deals.followed(game, _shapes(game), bids=True)
    return cases(SUITS, game, shapes, [bid, *_doing(game, (PASS, *map(NameTrump, Suit)))], of_suit_play(setting))


# --- How a deal begins, what is legal, what is seen ---------------------------------------------------------------------


def _view(setting: Setting) -> Iterator[ProofCase]:
    game, contracts = _game(setting), [*of_suit_play(setting), (states.SuitState.legal, view_claims.something)]
    yield from view_claims.seen(
        SUITS,
        game,
        symbolic_suit_deals.every_shape(game),
        hides=view_claims.of_suits,
        tells=view_claims.suits_told,
        contracts=contracts,
    )


def _place(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases that a card does the same when it is the first of its hand.

    A hand that nothing is played from, as a marriage that is shown ends the deal, keeps its order.
    """
    game = _game(setting)
    relation = _relation(game)

    def alike(_: SuitShape, deal: SuitDealTerms, there: SuitDealTerms, place: int) -> Iterator[Truth]:
        turn = deal.turn or 0
        hand, first = deal.hands[turn], there.hands[turn]

        def leads(one: SuitDealTerms, other: SuitDealTerms) -> Truth:
            if one.hands[turn] is hand:
                one = msgspec.structs.replace(one, hands=with_part(one.hands, turn, first))
            return same(cast("Numbers", symbolic_suit_deals.flat_deal(one)), symbolic_suit_deals.flat_deal(other))

        for act in (relation.card, relation.meld):
            here, moved = (possible(act(each, hand[place])) for each in (deal, there))
            yield put_in(matched(here, moved, leads))

    return placed(SUITS, game, symbolic_suit_deals.followed(game, _shapes(game)), alike)


PAIR: Final = 2
"""Of so many players one alone can be winning when a card is played to a trick."""

MARRIED: Final = 4
"""Hands of so many cards at most are listed with marriages among them that may be shown."""


def _listed(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases that what is legal are the actions of which no refusal holds."""
    game, looked_at = _game(setting), set[int]()

    def case(game: SuitGame, shape: SuitShape, *, married: bool) -> ProofCase:
        """Return the case about a shape, for hands with marriages or for those without any."""
        relation = _relation(game)

        def assuming(given: Numbers) -> list[Truth]:
            deal = symbolic_suit_deals.deal(shape, game.side_count, given)
            hand = () if shape.turn is None else deal.hands[shape.turn]
            none = [] if married else [no(relation.married(hand, suit)) for suit in Suit]
            return [*symbolic_suit_deals.assumed(game, shape, given), *none]

        by_card: list[tuple[type[Play | Meld], CardWays[SuitDealTerms]]]
        by_card = [(Play, relation.card), (Meld, relation.meld)]
        name = str(shape) if married else f"{shape}, no marriage in hand"
        asks = _due_in_state, functools.partial(_due_in_deal, relation)
        return listing(_ANY_WINNER, game, shape, by_card, _without_card(game), name=name, assuming=assuming, asks=asks)

    with standing_in(of_suit_legal(setting)):
        for shape in symbolic_suit_deals.followed(game, map(_won_by_leader, _shapes(game)), bids=True):
            may_show, held = _may_show(game, shape), max(shape.held)
            yield case(game, shape, married=not may_show)
            if may_show and held <= MARRIED and held not in looked_at:
                looked_at.add(held)
                yield case(game, shape, married=True)
        if not looked_at:  # marriages are shown with whole hands, if at all: as if these were small
            dealt = with_rules(game, hand=MARRIED - 1)
            small = (shape for shape in symbolic_suit_deals.followed(dealt, _shapes(dealt)) if _may_show(dealt, shape))
            yield from [case(dealt, shape, married=True) for shape in itertools.islice(small, 1)]


def _state(game: SuitGame, shape: SuitShape, numbers: Sequence[int]) -> states.SuitState:
    state = symbolic_suit_deals.state(game, shape, numbers)
    return msgspec.structs.replace(state, winning=Carried()) if shape.lying else state


_ANY_WINNER: Final = msgspec.structs.replace(SUITS, state=_state)
"""Deals with suit tricks of which it is carried who is winning the trick."""


def _won_by_leader(shape: SuitShape) -> SuitShape:
    """Return the shape with its leader winning the trick, at whom what is legal does not look (:data:`_ANY_WINNER`)."""
    return msgspec.structs.replace(shape, winning=shape.leader)


def _refused(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases that a card is refused for the same whoever is winning the trick."""
    game = _game(setting)
    relation, card = _relation(game), Variable("card", tuple(map(int, game.pack.cards)), card=True)

    def case(shape: SuitShape) -> ProofCase:
        def claim(given: Numbers, _: Numbers) -> Truth:
            deal = symbolic_suit_deals.deal(shape, game.side_count, given[1:])
            other = msgspec.structs.replace(deal, winning=deal.leader)
            here, there = (itertools.takewhile(_is_refusal, relation.card(each, given[0])) for each in (deal, other))
            return matched(here, there, lambda _one, _other: FALSE)

        return ProofCase(name=str(shape), variables=(card, *symbolic_suit_deals.variables(game, shape)), claim=claim)

    shapes = symbolic_suit_deals.followed(game, symbolic_suit_deals.lying(game))
    return (case(shape) for shape in shapes if shape.winning != shape.leader)


def _is_refusal(way: Way) -> bool:
    return isinstance(way.after, str)


def _due_in_state(state: states.SuitState) -> int:
    """Return what has to be done first by the engine: bidding, naming trumps, drawing, or nothing."""
    return (None, "bidding", "naming", "draw_first").index(state.due)


def _due_in_deal(relation: SuitRelation, deal: SuitDealTerms) -> int:
    """Return the same by the relation."""
    if deal.turn is None:
        return 0
    waiting = relation.bidding(deal), relation.naming(deal), relation.drawing(deal)
    return 1 + waiting.index(True) if any(waiting) else 0


def _may_show(game: SuitGame, shape: SuitShape) -> bool:
    """Return whether the player at turn may show a marriage if he has one."""
    if shape.turn is None or not shape.held[shape.turn]:
        return False
    numbers = [cast("Number", 0)] * len(symbolic_suit_deals.variables(game, shape))
    deal = symbolic_suit_deals.deal(shape, game.side_count, numbers)
    return not _relation(game).why_no_marriage(deal)


# --- The theorem ------------------------------------------------------------------------------------------------------

_PLAY: Final = "aceten.engine.suits.state.SuitState.play"
_LEGAL: Final = "aceten.engine.suits.state.SuitState.legal"

SHAPES: Final = (
    "every state that a deal can have (T-STEP.suit_shapes): any cards and numbers, no two cards of a hand equal; every leader and winner,"
    " hands of 1 to {hand} cards, every number of cards in the trick, open and closed talons of every size"
)
"""For which deals the engine is followed."""

AUCTIONS: Final = (
    "the two lowest bids and the highest, auctions of up to a round and "
    f"{symbolic_suit_deals.TURNS} turns, with bids in the first and the last"
)
"""For which auctions."""


_playing = functools.partial(suit_step, function=_PLAY, whole=True)

STEPS: Final = (
    suit_step(
        name="suit_start",
        statement="a deal begins as the relation says",
        clauses=("PLAY-1", "DEAL-7", "DEAL-9", "TRUMP-1", "TRUMP-4"),
        function="aceten.engine.suits.state.start",
        domain="every order of the {pack} cards, any card cut, every dealer, any scores and none told",
        cases=lambda setting: dealt_cards.begun(SUITS, setting.suits),
    ),
    suit_step(
        name="suit_shapes",
        statement="every action leads from one of the shapes that are followed to another, or on in the auction (T-AUCTION)",
        clauses=("PLAY-1", "PLAY-2", "PLAY-7", "PLAY-8", "DRAW-1"),
        function="aceten_spec.formulas.suits.suit_relation.SuitRelation.card",
        domain=SHAPES,
        cases=shape_claims.suit_shapes,
    ),
    suit_step(
        name="took",
        statement="a side has taken a trick when it has captured cards or points, or when that is counted",
        clauses=("MELD-3",),
        function="aceten.engine.state.State.took_a_trick",
        domain="any points and tricks, whether or not it is known what was captured, and how many tricks",
        cases=carried_facts.took,
    ),
    suit_step(
        name="over",
        statement="nothing is due when a deal is over",
        clauses=("PLAY-7",),
        function="aceten.engine.suits.state.SuitState.due",
        domain="whatever else the state tells",
        cases=carried_facts.over,
    ),
    suit_step(
        name="asking",
        statement="who won the last trick is asked when all cards are played",
        clauses=("CLAIM-1",),
        function="aceten.engine.suits.state.SuitState.asking",
        domain="each seat at turn, with cards or none in its hand and in the trick, whatever else the state tells",
        cases=carried_facts.asking,
    ),
    suit_step(
        name="without",
        statement="nobody knows a card of a hand any more that has left it",
        clauses=("MELD-8",),
        function="aceten.engine.suits.play.without",
        domain="any card; 0 to {hand} cards known, no two of them equal",
        cases=functools.partial(carried_facts.known, shows=False),
    ),
    suit_step(
        name="with_both",
        statement="all know two cards more that are shown, if they did not know them",
        clauses=("MELD-8",),
        function="aceten.engine.suits.play.with_both",
        domain="any two cards; 0 to {hand} cards known, no two of them equal",
        cases=functools.partial(carried_facts.known, shows=True),
    ),
    suit_step(
        name="followers",
        statement="the cards of a hand that may be played to a lead are those that pay what the hand owes, in its order",
        clauses=("SUIT-2", "SUIT-3"),
        function="aceten.engine.suits.play.followers",
        domain="hands of 1 to {hand} cards, whichever of them pay, in any state",
        cases=carried_facts.followers,
    ),
    _playing(
        name="suit_card",
        statement="a card is played, or refused, as the relation says; so is what follows: who is winning, who takes the trick, what is "
        "drawn, whether the deal is over",
        clauses=(
            *("PLAY-2", "PLAY-7", "PLAY-8", "SUIT-1", "SUIT-2", "SUIT-3", "SUIT-4", "SUIT-5", "SUIT-6", "SUIT-7"),
            *("DRAW-1", "DRAW-5", "DRAW-8"),
        ),
        domain=f"any card; {SHAPES}",
        cases=_card,
    ),
    suit_step(
        name="suit_place",
        statement="a card does the same wherever it lies in its hand",
        clauses=("PLAY-2", "MELD-1"),
        function="aceten_spec.formulas.suits.suit_relation.SuitRelation.card",
        domain=SHAPES,
        cases=_place,
    ),
    _playing(
        name="meld",
        statement="a marriage is shown and one of its cards led, or it is refused, as the relation says",
        clauses=("MELD-1", "MELD-2", "MELD-3", "MELD-4", "MELD-5", "MELD-6", "MELD-7", "MELD-8", "TRUMP-3"),
        domain=f"any card; {SHAPES}",
        cases=_meld,
    ),
    _playing(
        name="talon",
        statement="exchanging, closing, drawing and passing outside of auctions lead to what the relation says, or are refused; so is what "
        "only games with matching tricks have",
        clauses=(
            *("EXCH-1", "EXCH-2", "EXCH-3", "EXCH-4", "EXCH-5", "EXCH-6", "CLOSE-1", "CLOSE-2", "CLOSE-3", "CLOSE-4"),
            *("DRAW-1", "PLAY-2"),
        ),
        domain=SHAPES,
        cases=_alone,
    ),
    _playing(
        name="claim",
        statement="a claim ends the deal, or is refused, as the relation says",
        clauses=("CLAIM-1", "CLAIM-2", "CLAIM-3", "CLAIM-4", "MELD-3", "SCORE-21"),
        domain=f"with each marriage and with none; {SHAPES}",
        cases=_claim,
    ),
    _playing(
        name="suit_uncounted",
        statement="the same holds where it is not known how many tricks were taken, as in a position that does not say so",
        clauses=("PLAY-2", "EXCH-2", "EXCH-3", "CLOSE-1", "CLAIM-1", "MELD-3"),
        domain=f"any card, and what is done without one; seat 0 leads, hands whole or of one card, a card of the talon each at most; else"
        f" {SHAPES}",
        bounded=True,
        cases=_uncounted,
    ),
    suit_step(
        name="right",
        statement="a claim is right with enough points, its marriage among them, and none is when the deal is over",
        clauses=("CLAIM-1", "CLAIM-2", "PLAY-8"),
        function="aceten.engine.suits.play.is_right",
        domain=f"every claim; {SHAPES}",
        cases=_right,
    ),
    _playing(
        name="bid",
        statement="a bid, a pass in an auction and the naming of trumps lead to what the relation says, or are refused as it says",
        clauses=("BID-1", "BID-2", "BID-3", "BID-4", "BID-5", "BID-6", "BID-7", "BID-9", "TRUMP-2"),
        domain=f"any number of points; {AUCTIONS}",
        bounded=True,
        cases=_bid,
    ),
    suit_step(
        name="suit_view",
        statement="a view has the own hand and whatever lies open, and is made without looking at a card that the clauses hide; and "
        "it has what is legal for the seat to act",
        clauses=("DRAW-8", "MELD-8", "TRUMP-4", "CLAIM-1"),
        function="aceten.engine.suits.state.SuitState.view",
        domain="each seat; of what everybody knows of a hand, its first card or two, of the player at turn, seat 0 leading; "
        f"{AUCTIONS}; else {SHAPES}",
        bounded=True,
        whole=True,
        cases=_view,
    ),
    suit_step(
        name="suit_refused",
        statement="a card is refused for the same, whoever is winning the trick",
        clauses=("SUIT-2", "SUIT-3"),
        function="aceten_spec.formulas.suits.suit_relation.SuitRelation.card",
        domain=f"any card; {SHAPES}",
        applies=lambda setting: is_suits(setting) and setting.game.players > PAIR,
        cases=_refused,
    ),
    suit_step(
        name="suit_legal",
        statement="the legal actions are those that are not refused: cards in the order of the hand, then marriages, then the others; and "
        "what has to be done before a card is played is what the relation says",
        clauses=("PLAY-2", "SUIT-2", "SUIT-3", "MELD-1", "EXCH-2", "CLOSE-1", "CLAIM-1", "BID-1", "TRUMP-2"),
        function=_LEGAL,
        domain=(
            f"where marriages may be shown, hands without any, and of 1 to {MARRIED} cards with one or two (of {MARRIED - 1}, as if these"
            f" were dealt, where they are shown with whole hands alone); {AUCTIONS}; else {SHAPES}"
        ),
        bounded=True,
        whole=True,
        cases=_listed,
    ),
)
"""The steps of T-STEP for suit tricks."""
