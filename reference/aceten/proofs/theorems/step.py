"""Play is what the relation says it is: what an action makes of any state, and what it is refused for.

The engine's own functions are run on states of which every card and every number is symbolic. Whatever branch of the relation holds
there, they return the state that it leads to, or refuse with its code and clause; and some branch always holds.
"""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, Final, cast

import msgspec

from aceten.actions import FLIP, SPICE, STOP, Call, CallKind, Play, Seat
from aceten.matching import state as states
from aceten.proofs import deals, views
from aceten.proofs.acts import MATCHING, Act, doing, said, same, with_card
from aceten.proofs.contracts import of_legal, of_play, standing_in
from aceten.proofs.obligations import Case, Variable
from aceten.proofs.propositions import Proposition, Step
from aceten.proofs.setting import is_matching
from aceten.proofs.theorems import suit_step
from aceten.proofs.theorems.follows import SHAPES, about
from aceten.proofs.witness import whole_deal
from aceten_spec.formulas import Z3
from aceten_spec.formulas.play import Branch, Deal
from aceten_spec.formulas.play import Play as Relation
from aceten_spec.formulas.terms import FALSE, TRUE, equal, every, no, some

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from aceten.matching.game import MatchingGame
    from aceten.proofs.deals import Flat, Shape
    from aceten.proofs.obligations import Numbers
    from aceten.proofs.report import Witness
    from aceten.proofs.setting import Setting
    from aceten.state import State
    from aceten_spec.cards import Card
    from aceten_spec.formulas import Number, Truth

_ALONE: Final = (FLIP, SPICE, STOP)
"""The actions that a player does without a card of his hand, in the order in which they are listed."""

ONCE: Final = 3
"""Hands of so many cards at most are listed with equal cards among them."""


# --- Cases ------------------------------------------------------------------------------------------------------------


def _cases(setting: Setting, shapes: Iterable[Shape], acts: Iterable[Act[Deal]]) -> Iterator[Case]:
    with standing_in(of_play(setting)):
        for shape, act in itertools.product(shapes, tuple(acts)):
            yield act.case(MATCHING, setting.matching, shape)


def _relation(setting: Setting) -> Relation:
    return Relation(setting.matching.rules, setting.matching.players)


def _card(setting: Setting) -> Iterator[Case]:
    game = setting.matching
    act = with_card(game, Play, deals.as_card, _relation(setting).card)
    spicing = itertools.islice(deals.spicing(game), 1)
    shapes = itertools.chain(deals.over(game), spicing, deals.shapes(game), [deals.uncounted(game)])
    yield from _cases(setting, shapes, [act])


def _alone(setting: Setting) -> Iterator[Case]:
    game = setting.matching
    relation = _relation(setting)
    acts = doing(FLIP, relation.flip), doing(SPICE, relation.spice), doing(STOP, relation.stop)
    ending = [shape for shape in deals.shapes(game) if shape.lying and shape.lying % game.players == 0]
    scant = itertools.islice((shape for shape in deals.shapes(game) if shape.talon == 1), 1)
    shapes = itertools.chain(deals.seen_by_player(game), deals.spicing(game), ending, scant)
    yield from _cases(setting, shapes, acts)


def _call(setting: Setting) -> Iterator[Case]:
    game = setting.matching
    relation = _relation(setting)
    acts = [_calling(relation, Call(Seat(seat), kind)) for seat in range(game.players) for kind in CallKind]
    turns = {shape.turn: shape for shape in deals.every(game)}
    yield from _cases(setting, turns.values(), acts)


def _calling(relation: Relation, call: Call) -> Act[Deal]:
    return doing(call, lambda deal: relation.call(deal, call.seat, call.kind))


def _start(setting: Setting) -> Iterator[Case]:
    game = setting.matching
    relation, hands = Relation(game.rules, game.players), game.players * game.rules.hand
    for dealer in range(game.players):

        def dealt(cards: Sequence[Card]) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
            size = game.rules.hand
            return tuple(tuple(cards[at : at + size]) for at in range(0, hands, size)), tuple(cards[hands:])

        def run(*numbers: int, dealer: int = dealer) -> Flat:
            state = states.start(game, *dealt(tuple(map(deals.as_card, numbers))), Seat(dealer))
            right = (state.game, state.dealer, state.points_known, state.log) == (game, dealer, True, ())
            return (int(right), *deals.flat_deal(state))

        def claim(given: Numbers, found: Numbers, dealer: int = dealer) -> Truth:
            begun = relation.start(*dealt(cast("tuple[Card, ...]", given)), dealer)  # type: ignore[arg-type]
            return same(found, (1, *deals.flat_deal(begun)))

        usual = tuple(map(int, game.pack.cards))
        names = tuple(Variable(f"card {place + 1}", usual, card=True) for place in range(len(usual)))
        yield Case(name=f"dealer {dealer}", variables=names, returns=(), lifted=run, claim=claim, by_path=True)


def _listed(setting: Setting, *, equal_cards: bool) -> Iterator[Case]:
    """Yield the cases that what is legal are the actions of which no refusal holds."""
    game = setting.matching
    relation = Relation(game.rules, game.players)
    with standing_in(of_legal(setting)):
        for shape in deals.seen_by_player(game):
            if not equal_cards or (shape.turn is not None and shape.held[shape.turn] <= ONCE):
                yield _listing(game, relation, shape, distinct=not equal_cards)


def _listing(game: MatchingGame, relation: Relation, shape: Shape, *, distinct: bool) -> Case:
    sides, turn = game.side_count, shape.turn

    def hand_of(given: Numbers) -> tuple[Number, ...]:
        return () if turn is None else deals.deal(shape, sides, given).hands[turn]

    def run(*numbers: int) -> Flat:
        state = deals.state(game, shape, numbers)
        legal, choosing = state.legal, int(state.choosing)
        cards = [cast("Number", action.card) for action in legal if type(action) is Play]
        rest = legal[len(cards) :]
        in_order = [action for action in _ALONE if action in rest] == list(rest)
        return (choosing, *cards, int(in_order), *[int(action in rest) for action in _ALONE])

    @functools.cache
    def listable(given: Numbers) -> tuple[list[Truth], list[Truth]]:
        deal, hand = deals.deal(shape, sides, given), hand_of(given)
        cards = [
            every([_allowed(relation.card(deal, card)), *[card != before for before in hand[:place]]])
            for place, card in enumerate(hand)
        ]
        return cards, [*map(_allowed, (relation.flip(deal), relation.spice(deal), relation.stop(deal)))]

    def claim(given: Numbers, found: Numbers) -> Truth:
        hand, (may_play, may_do) = hand_of(given), listable(given)
        choosing, cards, in_order, bits = (
            found[0],
            found[1 : -len(_ALONE) - 1],
            found[-len(_ALONE) - 1],
            found[-len(_ALONE) :],
        )
        chooses = equal(choosing, int(relation.choosing(deals.deal(shape, sides, given))))
        places = [next(place for place, card in enumerate(hand) if card is each) for each in cards]
        listed = [may if place in places else no(may) for place, may in enumerate(may_play)]
        alone = [may if equal(bit, 1) is TRUE else no(may) for bit, may in zip(bits, may_do, strict=True)]
        return every([chooses, places == sorted(places), equal(in_order, 1), *listed, *alone])

    return Case(
        name=str(shape),
        variables=deals.variables(game, shape),
        returns=(),
        lifted=run,
        assuming=lambda given: [Z3.Distinct(*hand_of(given))] if distinct and len(hand_of(given)) > 1 else [],
        claim=claim,
        by_path=True,
    )


def _allowed(branches: Iterable[Branch]) -> Truth:
    """Return that no refusal holds."""
    return no(some(branch.guard for branch in branches if isinstance(branch.after, str)))


def _calls(setting: Setting) -> Iterator[Case]:
    game = setting.matching
    relation = Relation(game.rules, game.players)
    every_call = [Call(Seat(seat), kind) for seat in range(game.players) for kind in CallKind]
    for shape in {shape.turn: shape for shape in deals.every(game)}.values():

        def run(*numbers: int, shape: Shape = shape) -> Flat:
            calls = deals.state(game, shape, numbers).calls
            return tuple(calls.count(call) for call in every_call)

        def claim(given: Numbers, found: Numbers, shape: Shape = shape) -> Truth:
            deal = deals.deal(shape, game.side_count, given)
            ways = [_allowed(relation.call(deal, call.seat, call.kind)) for call in every_call]
            return same(found, tuple(int(way is not FALSE) for way in ways))

        yield Case(
            name=str(shape),
            variables=deals.variables(game, shape),
            returns=tuple(map(str, every_call)),
            lifted=run,
            claim=claim,
            by_path=True,
        )


def _view(setting: Setting) -> Iterator[Case]:
    game, contracts = setting.matching, [*of_play(setting), (states.MatchingState.legal, views.something)]
    yield from views.seen(
        MATCHING,
        game,
        deals.seen_by_player(game),
        hides=views.of_matching,
        tells=views.matching_told,
        contracts=contracts,
    )


def _first_of(ways: Iterator[Branch], card: Number, before: Sequence[Number]) -> Iterator[Branch]:
    """Yield the branches of a card that is equal to none of those before it."""
    for way in ways:
        yield Branch(every([way.guard, *[no(equal(card, each)) for each in before]]), way.after)


def _place(setting: Setting) -> Iterator[Case]:
    """Yield the cases that a card does the same when it is the first of its hand."""
    game = setting.matching
    relation, rulebook = Relation(game.rules, game.players), game.rulebook
    for shape in deals.seen_by_player(game):
        turn = shape.turn
        if turn is None or shape.held[turn] == 1:
            continue

        def claim(given: Numbers, _: Numbers, shape: Shape = shape, turn: int = turn) -> Truth:
            deal = deals.deal(shape, game.side_count, given)
            hand, ways = deal.hands[turn], list[tuple[Branch[Deal], Branch[Deal]]]()
            for place, card in enumerate(hand[1:], start=1):
                before, first = hand[:place], (card, *hand[:place], *hand[place + 1 :])
                there = msgspec.structs.replace(deal, hands=(*deal.hands[:turn], first, *deal.hands[turn + 1 :]))
                ways += itertools.product(
                    _first_of(relation.card(deal, card), card, before), [*relation.card(there, card)]
                )
                if shape.drawn == place:
                    ways += itertools.product(_first_of(relation.spice(deal), card, before), [*relation.spice(there)])
            return every(
                some(
                    [
                        no(one.guard),
                        no(other.guard),
                        same(cast("Numbers", said(MATCHING, rulebook, one)), said(MATCHING, rulebook, other)),
                    ]
                )
                for one, other in ways
            )

        variables = deals.variables(game, shape)
        yield about(shape, variables, claim)


# --- The theorem ------------------------------------------------------------------------------------------------------

_PLAY: Final = "aceten.matching.state.MatchingState.play"
_LEGAL: Final = "aceten.matching.state.MatchingState.legal"


def _witnesses(setting: Setting) -> Iterator[Witness]:
    def keeps(states: Sequence[State]) -> bool:
        return states[-1].turn is None and all(state.legal for state in states[:-1])

    yield whole_deal("a whole deal, every action of it a branch of the relation", setting.game, 0, keeps)


PROPOSITIONS: Final = (
    Proposition(
        id="T-STEP",
        statement=lambda setting: f"every action of {setting.game} does what the relation of play says, in every state",
        argument="The relation (aceten_spec.formulas.play and suit_play) says for every action which branches there are: when each "
        "holds, and the deal that it leads to or the refusal. The engine is run on states of which all cards and numbers are symbolic; on "
        "each of its paths the branch that holds gives the same state, or the same code and clause, and some branch holds.",
        steps=(
            Step(
                name="start",
                statement="a deal begins as the relation says",
                clauses=("PLAY-1", "DEAL-5"),
                function="aceten.matching.state.start",
                domain="every order of the {pack} cards, every dealer",
                cases=_start,
                applies=is_matching,
            ),
            Step(
                name="card",
                statement="a card is played, or refused, as the relation says; so is what follows: who is winning, whether the trick "
                "goes on, who takes it, what everybody draws",
                clauses=(
                    *("PLAYERS-2", "PLAY-2", "PLAY-3", "PLAY-4", "PLAY-7", "PLAY-8", "PLAY-11", "MULTI-1"),
                    *("MULTI-2", "MULTI-3"),
                    *("MULTI-4", "MULTI-6", "MULTI-7", "MULTI-8", "DRAW-1", "DRAW-2", "DRAW-3", "DRAW-4"),
                ),
                function=_PLAY,
                domain=f"any card; {SHAPES}",
                whole=True,
                cases=_card,
                applies=is_matching,
            ),
            Step(
                name="place",
                statement="a card does the same wherever it lies in its hand",
                clauses=("PLAY-2", "SPICE-1"),
                function="aceten_spec.formulas.play.Play.card",
                domain=SHAPES,
                cases=_place,
                applies=is_matching,
            ),
            Step(
                name="alone",
                statement="turning up a card, spicing and stopping lead to what the relation says, or are refused as it says",
                clauses=("MULTI-5", "FLIP-1", "FLIP-2", "FLIP-3", "FLIP-4", "SPICE-1", "SPICE-2", "SPICE-3"),
                function=_PLAY,
                domain=SHAPES,
                whole=True,
                cases=_alone,
                applies=is_matching,
            ),
            Step(
                name="call",
                statement="a call changes nothing, or is refused as the relation says",
                clauses=("CALL-1", "CALL-2", "CALL-3", "CALL-5"),
                function=_PLAY,
                domain="every call of every seat, at the turn of each seat",
                whole=True,
                cases=_call,
                applies=is_matching,
            ),
            Step(
                name="legal",
                statement="the legal actions are those that are not refused: cards in the order of the hand, then the others; and the "
                "leader has to choose when the relation says so",
                clauses=("PLAY-2", "PLAY-3", "MULTI-1", "MULTI-2", "MULTI-5", "FLIP-3", "SPICE-1"),
                function=_LEGAL,
                domain=f"no two equal cards in a hand; {SHAPES}",
                whole=True,
                cases=functools.partial(_listed, equal_cards=False),
                applies=is_matching,
            ),
            Step(
                name="once",
                statement="of equal cards one is listed",
                clauses=("PLAY-2",),
                function=_LEGAL,
                domain=f"hands of 1 to {ONCE} cards; else {SHAPES}",
                bounded=True,
                whole=True,
                cases=functools.partial(_listed, equal_cards=True),
                applies=is_matching,
            ),
            Step(
                name="calls",
                statement="the calls that are listed are those that are not refused",
                clauses=("CALL-1", "CALL-2"),
                function="aceten.matching.state.MatchingState.calls",
                domain="the turn of each seat",
                whole=True,
                cases=_calls,
                applies=is_matching,
            ),
            Step(
                name="view",
                statement="a view has the own hand and whatever lies open, and is made without looking at a card that the clauses hide; "
                "and it has what is legal for the seat to act",
                clauses=("FLIP-2", "LONE-2", "DRAW-7", "CALL-1", "SPICE-1"),
                function="aceten.matching.state.MatchingState.view",
                domain=f"each seat; {SHAPES}",
                whole=True,
                cases=_view,
                applies=is_matching,
            ),
            *suit_step.STEPS,
        ),
        trusted=("sorting a hand or a pile puts the same cards in another order (aceten_spec.cards.sort_cards)",),
        witnesses=_witnesses,
    ),
)
