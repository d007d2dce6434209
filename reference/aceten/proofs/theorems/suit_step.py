"""Play with suit tricks is what the relation says it is, as :mod:`aceten.proofs.theorems.step` has it for matching tricks."""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, Final, TypeVar, cast

import msgspec

from aceten.actions import CLOSE, DRAW, EXCHANGE, FLIP, PASS, Action, Bid, Claim, Meld, NameTrump, Play, Seat
from aceten.proofs import suit_deals, views
from aceten.proofs.acts import SUITS, Act, doing, same, with_card
from aceten.proofs.contracts import of_suit_legal, of_suit_play, standing_in
from aceten.proofs.obligations import Case, Variable
from aceten.proofs.propositions import Step
from aceten.proofs.setting import holds, is_suits, with_rules
from aceten.proofs.theorems.follows import about
from aceten.proofs.theorems.pairs import as_it_is, matched, possible, put_in
from aceten.suits import state as states
from aceten.suits.play import is_right
from aceten_spec.cards import Suit
from aceten_spec.formulas import evaluate
from aceten_spec.formulas.drawing import with_part
from aceten_spec.formulas.suit_play import SuitDeal, SuitPlay
from aceten_spec.formulas.terms import FALSE, TRUE, equal, every, no, some, together

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from aceten.proofs.deals import Flat
    from aceten.proofs.obligations import Numbers
    from aceten.proofs.setting import Setting
    from aceten.proofs.suit_deals import SuitShape
    from aceten.suits.game import SuitGame
    from aceten_spec.formulas import Number, Truth
    from aceten_spec.formulas.drawing import Cards
    from aceten_spec.formulas.suit_play import Way

_T = TypeVar("_T")

_NOTHING: Final = cast("Number", 0)


def _game(setting: Setting) -> SuitGame:
    return suit_deals.symbolic(suit_deals.with_few_bids(setting.suits))


def _relation(setting: Setting) -> SuitPlay:
    return SuitPlay(_game(setting).rules, setting.game.players)


def _cases(setting: Setting, shapes: Iterable[SuitShape], acts: Iterable[Act[SuitDeal]]) -> Iterator[Case]:
    with standing_in(of_suit_play(setting)):
        for shape, act in itertools.product(shapes, tuple(acts)):
            yield act.case(SUITS, _game(setting), shape)


def _card(setting: Setting) -> Iterator[Case]:
    game = _game(setting)
    act = with_card(game, Play, suit_deals.as_card, _relation(setting).card)
    yield from _cases(setting, suit_deals.every_shape(game), [act])


def _meld(setting: Setting) -> Iterator[Case]:
    game = _game(setting)
    act = with_card(game, Meld, suit_deals.as_card, _relation(setting).meld)
    yield from _cases(setting, suit_deals.seen_by_player(game), [act])


def _alone(setting: Setting) -> Iterator[Case]:
    relation, game = _relation(setting), _game(setting)
    acts = (
        doing(EXCHANGE, relation.exchange),
        doing(CLOSE, relation.close),
        doing(DRAW, relation.draw),
        doing(PASS, relation.waive),
        doing(FLIP, relation.unknown),
    )
    # Of each player at turn one: a side may close the talon as well as the other.
    at_turn = {shape.turn: shape for shape in reversed([*suit_deals.lying(game)]) if shape.talon and not shape.lying}
    yield from _cases(setting, itertools.chain(suit_deals.seen_by_player(game), at_turn.values()), acts)


def _claim(setting: Setting) -> Iterator[Case]:
    relation, game = _relation(setting), _game(setting)
    acts = [_claiming(relation, suit) for suit in (None, *Suit)]
    yield from _cases(setting, suit_deals.seen_by_player(game), acts)


def _claiming(relation: SuitPlay, suit: Suit | None) -> Act[SuitDeal]:
    return doing(Claim(suit), lambda deal: relation.claim(deal, suit or 0))


def _right(setting: Setting) -> Iterator[Case]:
    game, relation = _game(setting), _relation(setting)
    suits = (None,) if game.rules.marriages == "none" else (None, *Suit)

    def rightly(deal: SuitDeal, suit: Suit | None) -> Truth:
        if deal.turn is None:
            return FALSE
        more = relation.marriage_points(deal.melds, deal.trump, suit) if suit else 0
        return relation.has_enough(deal, relation.side(deal.turn), more)

    shapes = itertools.chain(suit_deals.over(game), suit_deals.seen_by_player(game))
    with standing_in(of_suit_play(setting)):
        for shape, suit in itertools.product(shapes, suits):

            def run(*numbers: int, shape: SuitShape = shape, suit: Suit | None = suit) -> bool:
                return is_right(suit_deals.state(game, shape, numbers), suit)

            def claim(given: Numbers, found: Numbers, shape: SuitShape = shape, suit: Suit | None = suit) -> Truth:
                right = rightly(suit_deals.deal(shape, game.side_count, given), suit)
                return together(holds(found[0]), right)

            yield Case(
                name=f"{shape}, {Claim(suit)}",
                variables=suit_deals.variables(game, shape),
                returns=("right",),
                lifted=run,
                assuming=lambda given, shape=shape: suit_deals.assumed(game, shape, given),  # type: ignore[misc]
                claim=claim,
            )


def _bid(setting: Setting) -> Iterator[Case]:
    relation, game = _relation(setting), _game(setting)
    points = Variable("points", (*game.rules.bids, 1))
    acts = (
        Act[SuitDeal](
            lambda numbers: Bid(suit_deals.as_points(numbers[0])),
            lambda deal, given: relation.bid(deal, given[0]),
            (points,),
        ),
        *[_naming(relation, suit) for suit in Suit],
    )
    later = {shape.turn: shape for shape in suit_deals.lying(game)}
    shapes = itertools.chain(suit_deals.over(game), suit_deals.auctions(game), later.values())
    yield from _cases(setting, shapes, acts)


def _naming(relation: SuitPlay, suit: Suit) -> Act[SuitDeal]:
    return doing(NameTrump(suit), lambda deal: relation.name(deal, suit))


# --- How a deal begins, what is legal, what is seen ---------------------------------------------------------------------


def _start(setting: Setting) -> Iterator[Case]:
    game = setting.suits
    relation, players, size = _relation(setting), game.players, game.rules.hand
    usual = tuple(map(int, game.pack.cards))
    names = tuple(Variable(f"card {place + 1}", usual, card=True) for place in range(len(usual)))
    scores = tuple(Variable(f"score of side {side}", (0,)) for side in range(game.side_count))
    cuts = tuple(Variable("card cut", usual, card=True) for _ in range(game.cuts))

    def parted(numbers: Sequence[_T]) -> tuple[tuple[tuple[_T, ...], ...], tuple[_T, ...], tuple[_T, ...], _T | None]:
        cards, rest = tuple(numbers[: len(usual)]), tuple(numbers[len(usual) :])
        hands = tuple(cards[at : at + size] for at in range(0, players * size, size))
        return hands, cards[players * size :], rest[: len(scores)], rest[-1] if cuts else None

    def assuming(numbers: Numbers) -> list[Truth]:
        cards, rest = numbers[: len(usual)], numbers[len(usual) :]
        # The card cut lies in one place at most: every card is there once.
        return [
            some([cut != one, cut != other])
            for cut in rest[len(scores) :]
            for one, other in itertools.combinations(cards, 2)
        ]

    for dealer, told in itertools.product(range(players), (True, False)):

        def run(*numbers: int, dealer: int = dealer, told: bool = told) -> Flat:
            hands, rest, before, cut = parted(numbers)
            cards = tuple(tuple(map(suit_deals.as_card, hand)) for hand in hands)
            state = states.start(
                game,
                cards,
                tuple(map(suit_deals.as_card, rest)),
                Seat(dealer),
                cut=None if cut is None else suit_deals.as_card(cut),
                scores=before if told else None,
            )
            right = (state.game, state.points_known, state.log) == (game, True, ())
            return (int(right), *suit_deals.flat_deal(state))

        def claim(given: Numbers, found: Numbers, dealer: int = dealer, told: bool = told) -> Truth:
            hands, rest, before, cut = parted(given)
            scored = before if told else (_NOTHING,) * len(scores)
            ways = relation.start(hands, rest, dealer, cut=cut, scores=scored)
            return every(some([no(guard), same(found, (1, *suit_deals.flat_deal(deal)))]) for guard, deal in ways)

        yield Case(
            name=f"dealer {dealer}" if told else f"dealer {dealer}, no scores told",
            variables=(*names, *scores, *cuts),
            returns=(),
            lifted=run,
            assuming=assuming,
            claim=claim,
            by_path=True,
        )


def _view(setting: Setting) -> Iterator[Case]:
    game, contracts = _game(setting), [*of_suit_play(setting), (states.SuitState.legal, views.something)]
    yield from views.seen(
        SUITS, game, suit_deals.seen_by_player(game), hides=views.of_suits, tells=views.suits_told, contracts=contracts
    )


def _place(setting: Setting) -> Iterator[Case]:
    """Yield the cases that a card does the same when it is the first of its hand.

    A hand that nothing is played from, as a marriage that is shown ends the deal, keeps its order.
    """
    game, relation = _game(setting), _relation(setting)

    for shape in suit_deals.seen_by_player(game):
        turn = shape.turn
        if turn is None or shape.held[turn] <= 1:
            continue

        def claim(given: Numbers, _: Numbers, shape: SuitShape = shape, turn: int = turn) -> Truth:
            deal = suit_deals.deal(shape, game.side_count, given)
            hand = deal.hands[turn]
            found: list[Truth] = []
            for place, card in enumerate(hand[1:], start=1):
                first = (card, *hand[:place], *hand[place + 1 :])
                there = msgspec.structs.replace(deal, hands=with_part(deal.hands, turn, first))

                def leads(one: SuitDeal, other: SuitDeal, first: Cards = first) -> Truth:
                    if one.hands[turn] is hand:
                        one = msgspec.structs.replace(one, hands=with_part(one.hands, turn, first))
                    return same(cast("Numbers", suit_deals.flat_deal(one)), suit_deals.flat_deal(other))

                found += [
                    matched(possible(act(deal, card)), possible(act(there, card)), leads, as_it_is)
                    for act in (relation.card, relation.meld)
                ]
            return put_in(every(found))

        yield about(shape, suit_deals.variables(game, shape), claim)


_ALONE: Final[tuple[Action, ...]] = (EXCHANGE, CLOSE, DRAW, *[Claim(suit) for suit in (None, *Suit)])
MARRIED: Final = 4
"""Hands of so many cards at most are listed with marriages among them that may be shown."""
_SAID: Final[tuple[Action, ...]] = (*[NameTrump(suit) for suit in Suit], PASS)


def _listed(setting: Setting) -> Iterator[Case]:
    """Yield the cases that what is legal are the actions of which no refusal holds."""
    game, relation, looked_at = _game(setting), _relation(setting), set[int]()
    with standing_in(of_suit_legal(setting)):
        for shape in suit_deals.seen_by_player(game):
            may_show, held = _may_show(game, relation, shape), max(shape.held)
            yield _listing(game, relation, shape, married=not may_show)
            if may_show and held <= MARRIED and held not in looked_at and not any(shape.shown):
                looked_at.add(held)
                yield _listing(game, relation, shape, married=True)
        if not looked_at:  # marriages are shown with whole hands, if at all: as if these were small
            dealt = with_rules(game, hand=MARRIED - 1)
            few = SuitPlay(dealt.rules, dealt.players)
            small = [shape for shape in suit_deals.seen_by_player(dealt) if _may_show(dealt, few, shape)]
            yield from [_listing(dealt, few, shape, married=True) for shape in small[:1]]


def _may_show(game: SuitGame, relation: SuitPlay, shape: SuitShape) -> bool:
    """Return whether the player at turn may show a marriage if he has one."""
    if shape.turn is None or not shape.held[shape.turn]:
        return False
    numbers = [cast("Number", 0)] * len(suit_deals.variables(game, shape))
    return not relation.why_no_marriage(suit_deals.deal(shape, game.side_count, numbers))


def _listing(game: SuitGame, relation: SuitPlay, shape: SuitShape, *, married: bool) -> Case:
    """Return the case about a shape, for hands with marriages or for those without any."""
    others = (*_ALONE, *map(Bid, game.rules.bids), *_SAID)

    def hand_of(given: Numbers) -> tuple[Number, ...]:
        return () if shape.turn is None else suit_deals.deal(shape, game.side_count, given).hands[shape.turn]

    def run(*numbers: int) -> Flat:
        legal = suit_deals.state(game, shape, numbers).legal
        cards = [action.card for action in legal if type(action) is Play]
        melds = [action.card for action in legal if type(action) is Meld]
        rest = legal[len(cards) + len(melds) :]
        in_order = [action for action in others if action in rest] == list(rest)
        bits = [int(action in rest) for action in others]
        return (len(cards), *cast("list[int]", cards), *cast("list[int]", melds), int(in_order), *bits)

    @functools.cache
    def allowed(given: Numbers) -> tuple[list[Truth], list[Truth], list[Truth]]:
        deal, hand = suit_deals.deal(shape, game.side_count, given), hand_of(given)
        alone = (
            relation.exchange(deal),
            relation.close(deal),
            relation.draw(deal),
            *[relation.claim(deal, suit) for suit in (0, *Suit)],
            *[relation.bid(deal, cast("Number", points)) for points in game.rules.bids],
            *[relation.name(deal, suit) for suit in Suit],
            relation.waive(deal),
        )
        plays = [_allowed(relation.card(deal, card)) for card in hand]
        return plays, [_allowed(relation.meld(deal, card)) for card in hand], list(map(_allowed, alone))

    def claim(given: Numbers, found: Numbers) -> Truth:
        may_play, may_meld, may_do = allowed(given)
        count, cards = evaluate(found[0]), found[1 : -len(others) - 1]
        in_order, bits = found[-len(others) - 1], found[-len(others) :]
        done = [may if equal(bit, 1) is TRUE else no(may) for bit, may in zip(bits, may_do, strict=True)]
        listed = (
            *_in_hand(hand_of(given), cards[:count], may_play),
            *_in_hand(hand_of(given), cards[count:], may_meld),
        )
        return every([equal(in_order, 1), *listed, *done])

    def assuming(given: Numbers) -> list[Truth]:
        facts = suit_deals.assumed(game, shape, given)
        return facts if married else [*facts, *[no(relation.married(hand_of(given), suit)) for suit in Suit]]

    return Case(
        name=str(shape) if married else f"{shape}, no marriage in hand",
        variables=suit_deals.variables(game, shape),
        returns=(),
        lifted=run,
        assuming=assuming,
        claim=claim,
        by_path=True,
    )


def _in_hand(hand: tuple[Number, ...], cards: tuple[Number, ...], may: Sequence[Truth]) -> Iterator[Truth | bool]:
    """Yield that just those cards of a hand are listed, in its order, that may be."""
    places = [next(place for place, card in enumerate(hand) if card.get_id() == each.get_id()) for each in cards]
    yield places == sorted(places)
    for place, allowed in enumerate(may):
        yield allowed if place in places else no(allowed)


def _allowed(ways: Iterable[Way]) -> Truth:
    """Return that no refusal holds."""
    return no(some(way.guard for way in ways if isinstance(way.after, str)))


# --- The theorem ------------------------------------------------------------------------------------------------------

_PLAY: Final = "aceten.suits.state.SuitState.play"
_LEGAL: Final = "aceten.suits.state.SuitState.legal"

SHAPES: Final = (
    "any cards and numbers, no two cards of a hand equal; hands of 1 to {hand} cards, every number of cards in the trick, every winner,"
    " open talons of every size, closed ones of one; every leader with full hands"
)
"""For which deals the engine is followed."""

AUCTIONS: Final = (
    "the two lowest bids and the highest, auctions of up to a round and "
    f"{suit_deals.TURNS} turns, with bids in the first and the last"
)
"""For which auctions."""


STEPS: Final = (
    Step(
        name="suit_start",
        statement="a deal begins as the relation says",
        clauses=("PLAY-1", "DEAL-7", "TRUMP-1", "TRUMP-4"),
        function="aceten.suits.state.start",
        domain="every order of the {pack} cards, any card cut, every dealer, any scores and none told",
        cases=_start,
        applies=is_suits,
    ),
    Step(
        name="suit_card",
        statement="a card is played, or refused, as the relation says; so is what follows: who is winning, who takes the trick, what is "
        "drawn, whether the deal is over",
        clauses=(
            *("PLAY-2", "PLAY-7", "PLAY-8", "SUIT-1", "SUIT-2", "SUIT-3", "SUIT-4", "SUIT-5", "SUIT-6", "SUIT-7"),
            *("DRAW-1", "DRAW-5"),
            "DRAW-8",
        ),
        function=_PLAY,
        domain=f"any card; {SHAPES}",
        whole=True,
        cases=_card,
        applies=is_suits,
    ),
    Step(
        name="suit_place",
        statement="a card does the same wherever it lies in its hand",
        clauses=("PLAY-2", "MELD-1"),
        function="aceten_spec.formulas.suit_play.SuitPlay.card",
        domain=SHAPES,
        cases=_place,
        applies=is_suits,
    ),
    Step(
        name="meld",
        statement="a marriage is shown and one of its cards led, or it is refused, as the relation says",
        clauses=("MELD-1", "MELD-2", "MELD-3", "MELD-4", "MELD-5", "MELD-6", "MELD-7", "MELD-8", "TRUMP-3"),
        function=_PLAY,
        domain=f"any card; {SHAPES}",
        whole=True,
        cases=_meld,
        applies=is_suits,
    ),
    Step(
        name="talon",
        statement="exchanging, closing, drawing and passing lead to what the relation says, or are refused as it says; so is what only "
        "games with matching tricks have",
        clauses=(
            *("EXCH-1", "EXCH-2", "EXCH-3", "EXCH-4", "EXCH-5", "EXCH-6", "CLOSE-1", "CLOSE-2", "CLOSE-3"),
            *("CLOSE-4", "DRAW-1", "PLAY-2"),
            *("BID-5", "BID-7", "BID-9"),
        ),
        function=_PLAY,
        domain=SHAPES,
        whole=True,
        cases=_alone,
        applies=is_suits,
    ),
    Step(
        name="claim",
        statement="a claim ends the deal, or is refused, as the relation says",
        clauses=("CLAIM-1", "CLAIM-2", "CLAIM-3", "CLAIM-4", "MELD-3", "SCORE-21"),
        function=_PLAY,
        domain=f"with each marriage and with none; {SHAPES}",
        whole=True,
        cases=_claim,
        applies=is_suits,
    ),
    Step(
        name="right",
        statement="a claim is right with enough points, its marriage among them, and none is when the deal is over",
        clauses=("CLAIM-1", "CLAIM-2", "PLAY-8"),
        function="aceten.suits.play.is_right",
        domain=f"every claim; {SHAPES}",
        cases=_right,
        applies=is_suits,
    ),
    Step(
        name="bid",
        statement="a bid and the naming of trumps lead to what the relation says, or are refused as it says",
        clauses=("BID-1", "BID-2", "BID-3", "BID-4", "BID-5", "BID-6", "TRUMP-2"),
        function=_PLAY,
        domain=f"any number of points; {AUCTIONS}",
        bounded=True,
        whole=True,
        cases=_bid,
        applies=is_suits,
    ),
    Step(
        name="suit_view",
        statement="a view has the own hand and whatever lies open, and is made without looking at a card that the clauses hide; and "
        "it has what is legal for the seat to act",
        clauses=("DRAW-8", "MELD-8", "TRUMP-4", "CLAIM-1"),
        function="aceten.suits.state.SuitState.view",
        domain=f"each seat; {SHAPES}",
        whole=True,
        cases=_view,
        applies=is_suits,
    ),
    Step(
        name="suit_legal",
        statement="the legal actions are those that are not refused: cards in the order of the hand, then marriages, then the others",
        clauses=("PLAY-2", "SUIT-2", "SUIT-3", "MELD-1", "EXCH-2", "CLOSE-1", "CLAIM-1", "BID-1", "TRUMP-2"),
        function=_LEGAL,
        domain=(
            f"where marriages may be shown, hands without any, and of 1 to {MARRIED} cards with one or two (of {MARRIED - 1}, as if these"
            f" were dealt, where they are shown with whole hands alone); else {SHAPES}"
        ),
        bounded=True,
        whole=True,
        cases=_listed,
        applies=is_suits,
    ),
)
"""The steps of T-STEP for suit tricks."""
