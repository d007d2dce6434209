"""What is proved of deals with suit tricks, to stand in: what was captured, what is known of hands, what may be played to a lead."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import TypeVar, cast

import msgspec

from aceten.engine.suits import play
from aceten.engine.suits.play import with_both, without
from aceten.engine.suits.state import SuitState
from aceten.engine.suits.steps import Strong
from aceten.proofs.claims import symbolic_deals, symbolic_suit_deals
from aceten.proofs.claims.action_claims import SUITS, same
from aceten.proofs.claims.symbolic_deals import Flat, flat
from aceten.proofs.claims.symbolic_suit_deals import SuitShape
from aceten.proofs.execution.replacements import linked
from aceten.proofs.execution.symbolic_numbers import Carried, UnsupportedError, Untouched
from aceten.proofs.statements.game_setting import Setting, holds
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable
from aceten.proofs.theorems.results import finished_deals
from aceten.vocabulary.actions import Side
from aceten_spec.cards import Card
from aceten_spec.formulas.suits.suit_conditions import SuitDealTerms
from aceten_spec.formulas.suits.suit_relation import SuitRelation
from aceten_spec.formulas.terms import Z3, Truth, every, no, some, together

_T = TypeVar("_T")


def took(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases that a side has taken a trick when it has captured cards or points, or when that is counted."""
    game = setting.suits
    relation, over = SuitRelation(game.rules, game.players), symbolic_suit_deals.shape(game, 0, turn=None)
    sides = game.side_count

    def case(side: int, who: tuple[bool, ...], shape: SuitShape) -> ProofCase:
        def captured(taken: tuple[_T, ...]) -> tuple[_T | tuple[()], ...]:
            return tuple([pile if has else () for pile, has in zip(taken, who, strict=True)])

        def engine(state: SuitState) -> bool:
            those = msgspec.structs.replace(state, taken=captured((finished_deals.SomeCards(),) * sides))
            return bool(symbolic_deals.asked_of(those, "taken", "points", "tricks").took_a_trick(Side(side)))

        def claim(deal: SuitDealTerms, found: Numbers) -> Truth:
            those = msgspec.structs.replace(deal, taken=captured(deal.taken))
            return together(holds(found[0]), relation.took_a_trick(those, side))

        return SUITS.case(
            game, shape, engine, claim, name=f"side {side}, captured {who}, {shape}", returns=("took one",)
        )

    shapes = [msgspec.structs.replace(over, counted=counted) for counted in (True, False)]
    return itertools.starmap(
        case, itertools.product(range(sides), itertools.product((True, False), repeat=sides), shapes)
    )


def known(setting: Setting, *, shows: bool) -> Iterator[ProofCase]:
    """Yield the cases of what everybody knows of a hand, which is any number of its cards, when two are shown, or one is played."""
    game = setting.suits
    relation, usual = SuitRelation(game.rules, game.players), tuple(map(int, game.pack.cards))

    def run(*numbers: int) -> Flat:
        *those, one, other = map(symbolic_suit_deals.as_card, numbers)
        return flat(with_both(tuple(those), (one, other)) if shows else without(tuple(those), one))

    def claim(given: Numbers, found: Numbers) -> Truth:
        *those, one, other = given
        ways = relation.with_both(tuple(those), (one, other)) if shows else relation.without(one, tuple(those))
        return every(some([no(guard), same(found, flat(cards))]) for guard, cards in ways)

    def case(count: int) -> ProofCase:
        names = [*[f"known {place + 1}" for place in range(count)], "one card", "another"]
        return ProofCase(
            name=f"{count} known",
            variables=tuple([Variable(name, usual, card=True) for name in names]),
            lifted=run,
            assuming=lambda given: [Z3.Distinct(*cards) for cards in (given[:count], given[count:]) if len(cards) > 1],
            claim=claim,
        )

    return map(case, range(game.rules.hand + 1))


class _Strengths:
    """What counts of cards to which nothing else is known."""

    def __init__(self, cards: Sequence[object], counts: Sequence[int]) -> None:
        self._counts = dict(zip(map(id, cards), counts, strict=True))

    def __getitem__(self, card: object) -> int:
        return self._counts[id(card)]


def followers(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases that those cards may be played to a lead that pay what the hand owes, whichever these are."""
    game = setting.suits

    def run(*paying: int) -> Flat:
        hand = tuple(cast("Card", Untouched()) for _ in paying)
        strong, debt = _Strengths(hand, paying), object()
        moment = symbolic_suit_deals.moment(msgspec.structs.replace(game, strong=cast("tuple[Strong, ...]", strong)))
        state = symbolic_deals.asked_of(moment)

        def owed_to_lead(public: object, cards: object) -> object:
            return debt if public is state and cards is hand else None

        def pays(number: int, owed: object) -> bool:
            if owed is not debt:
                raise UnsupportedError("it is not what this hand owes")
            return number == 1

        found = [*map(id, linked(play.followers, owed_to_lead=owed_to_lead, pays=pays)(state, hand))]
        listed = [id(card) in found for card in hand]
        in_order = found == [id(card) for card in hand if id(card) in found]
        return int(in_order), *map(int, listed)

    def case(size: int) -> ProofCase:
        return ProofCase(
            name=f"{size} cards",
            variables=tuple([Variable(f"card {place + 1} pays", (0, 1), only=True) for place in range(size)]),
            lifted=run,
            claim=lambda given, found: same(found, (1, *given)),
        )

    return map(case, range(1, game.rules.hand + 1))


def over(setting: Setting) -> Iterator[ProofCase]:
    """Yield the case that nothing is due when a deal is over, whatever else the state tells."""
    state = symbolic_deals.asked_of(symbolic_suit_deals.moment(setting.suits), "turn")

    def due() -> tuple[bool, ...]:
        return state.due is not None, state.bidding, state.naming, state.drawing, state.asking

    yield ProofCase(variables=(), lifted=due, claim=lambda _, found: same(found, (0,) * 5))


def asking(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases that the winner of the last trick is asked when neither he nor the trick has cards, whatever others have."""
    game, some_cards = setting.suits, finished_deals.SomeCards()

    def case(turn: int, *, holds_some: bool, lies_some: bool) -> ProofCase:
        hands: list[object] = [Carried()] * game.players
        hands[turn] = some_cards if holds_some else ()
        trick = some_cards if lies_some else ()
        moment = symbolic_suit_deals.moment(game, turn=turn, hands=tuple(hands), trick=trick)
        state = symbolic_deals.asked_of(moment, "turn", "hands", "trick")
        return ProofCase(
            name=f"seat {turn} to act, cards in its hand: {holds_some}, in the trick: {lies_some}",
            variables=(),
            lifted=lambda: (state.asking,),
            claim=lambda _, found: same(found, (int(not holds_some and not lies_some),)),
        )

    for turn, holds_some, lies_some in itertools.product(range(game.players), (True, False), (True, False)):
        yield case(turn, holds_some=holds_some, lies_some=lies_some)
