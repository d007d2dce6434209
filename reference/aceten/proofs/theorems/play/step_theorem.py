"""Play is what the relation says it is: what an action makes of any state, and what it is refused for.

The engine's own functions are run on states of which every card and every number is symbolic. Whatever branch of the relation holds
there, they return the state that it leads to, or refuse with its code and clause; and some branch always holds.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, cast

import msgspec

from aceten.engine.matching import state as states
from aceten.engine.matching.game import MatchingGame
from aceten.engine.matching.state import MatchingState
from aceten.engine.state import State, logged
from aceten.proofs.claims import symbolic_deals, view_claims
from aceten.proofs.claims.action_claims import (
    MATCHING,
    Ways,
    allowed,
    cases,
    doing,
    listing,
    placed,
    same,
    with_card,
)
from aceten.proofs.claims.contracts import of_legal, of_play, standing_in
from aceten.proofs.claims.deal_pairs import matched, possible, put_in
from aceten.proofs.claims.symbolic_deals import Flat, Shape
from aceten.proofs.execution.symbolic_numbers import Carried
from aceten.proofs.statements.game_setting import Setting, is_matching
from aceten.proofs.statements.obligations import Numbers, ProofCase
from aceten.proofs.statements.propositions import Proposition, Step, matching_step
from aceten.proofs.statements.witnesses import in_deals
from aceten.proofs.theorems.play import dealt_cards, shape_claims, suit_steps
from aceten.proofs.theorems.play.branch_claims import SHAPES
from aceten.vocabulary.actions import FLIP, SPICE, STOP, Action, Call, CallKind, Play, Seat
from aceten_spec.formulas.matching.play_relation import Branch, DealTerms, PlayRelation
from aceten_spec.formulas.terms import FALSE, Z3, Number, Truth, equal

ONCE: Final = 3
"""Hands of so many cards at most are listed with equal cards among them."""


# --- Cases ------------------------------------------------------------------------------------------------------------


def _relation(setting: Setting) -> PlayRelation:
    return PlayRelation(setting.matching.rules, setting.matching.players)


def _without_card(relation: PlayRelation) -> dict[Action, Ways[DealTerms]]:
    """Return what a player does without a card of his hand, in the order in which it is listed."""
    return {FLIP: relation.flip, SPICE: relation.spice, STOP: relation.stop}


def _every_call(relation: PlayRelation) -> dict[Action, Ways[DealTerms]]:
    calls = [Call(Seat(seat), kind) for seat in range(relation.players) for kind in CallKind]
    return {call: functools.partial(relation.call, seat=call.seat, kind=call.kind) for call in calls}


def _card(setting: Setting, *, counted: bool = True) -> Iterator[ProofCase]:
    game = setting.matching
    act = with_card(MATCHING, game, Play, _relation(setting).card)
    shapes = (symbolic_deals.every if counted else symbolic_deals.uncounted)(game)
    return cases(MATCHING, game, symbolic_deals.looked_at(game, shapes, card=True), [act], of_play(setting))


def _logged(setting: Setting) -> Iterator[ProofCase]:
    """Yield the case that what is done is written behind a log at which nothing looks."""
    state, seat = setting.game.deal(seed=0), Seat(setting.game.players - 1)
    action = state.legal[0]

    def run() -> int:
        log = Carried()
        before, *event = logged(msgspec.structs.replace(state, log=log), seat, action)
        return int(cast("object", before) is log and event == [(seat, action)])

    yield ProofCase(variables=(), returns=("logged",), lifted=run, claim=lambda _, found: equal(found[0], 1))


def _alone(setting: Setting, *, counted: bool = True) -> Iterator[ProofCase]:
    game = setting.matching
    acts = itertools.starmap(doing, _without_card(_relation(setting)).items())
    shapes = (symbolic_deals.every if counted else symbolic_deals.uncounted)(game)
    return cases(MATCHING, game, symbolic_deals.looked_at(game, shapes, alone=True), acts, of_play(setting))


def _uncounted(setting: Setting) -> Iterator[ProofCase]:
    yield from _card(setting, counted=False)
    yield from _alone(setting, counted=False)


def _of_any_trick(game: MatchingGame, shape: Shape, numbers: Sequence[int]) -> MatchingState:
    return symbolic_deals.with_any_trick(symbolic_deals.state(game, shape, numbers))


def _deal_of_any_trick(shape: Shape, sides: int, numbers: Sequence[Number]) -> DealTerms:
    return symbolic_deals.with_any_trick(symbolic_deals.deal(shape, sides, numbers))


_AT_TURN: Final = msgspec.structs.replace(MATCHING, state=_of_any_trick, deal=_deal_of_any_trick)
"""Deals of which nothing can be asked but who is to act."""


def _turns(game: MatchingGame) -> Iterable[Shape]:
    """Return a shape for the turn of each seat, and of nobody: at nothing else is looked."""
    return {shape.turn: symbolic_deals.carrying(shape) for shape in symbolic_deals.every(game)}.values()


def _call(setting: Setting) -> Iterator[ProofCase]:
    acts = itertools.starmap(doing, _every_call(_relation(setting)).items())
    return cases(_AT_TURN, setting.matching, _turns(setting.matching), acts, of_play(setting))


def _listed(setting: Setting, *, equal_cards: bool) -> Iterator[ProofCase]:
    """Yield the cases that what is legal are the actions of which no refusal holds."""
    game, relation = setting.matching, _relation(setting)
    asks = operator.attrgetter("choosing"), relation.choosing
    with standing_in(of_legal(setting)):
        shapes = _first_ones(game) if equal_cards else symbolic_deals.every(game)
        for shape in symbolic_deals.looked_at(game, shapes, card=True, alone=True):
            held = 0 if shape.turn is None else shape.held[shape.turn]

            def assuming(given: Numbers, shape: Shape = shape, held: int = held) -> list[Truth]:
                hand = symbolic_deals.deal(shape, game.side_count, given).hands[shape.turn or 0]
                return [Z3.Distinct(*hand)] if held > 1 and not equal_cards else []

            by_card, alone = [(Play, relation.card)], _without_card(relation)
            yield listing(MATCHING, game, shape, by_card, alone, assuming=assuming, asks=asks)


def _has_equal_cards(setting: Setting) -> bool:
    """Return whether a card is there twice."""
    cards = setting.game.pack.cards
    return is_matching(setting) and len(set(cards)) < len(cards)


def _first_ones(game: MatchingGame) -> list[Shape]:
    """Return shapes of deals with small hands, seat 0 leading, before the last card of a round."""
    shapes = (shape for shape in symbolic_deals.shapes(game) if not shape.leader and (shape.lying + 1) % game.players)
    return [shape for shape in shapes if shape.turn is not None and shape.held[shape.turn] <= ONCE]


def _calls(setting: Setting) -> Iterator[ProofCase]:
    game, calls = setting.matching, _every_call(_relation(setting))

    def listed(state: MatchingState) -> Flat:
        return len(state.calls), *[state.calls.count(cast("Call", call)) for call in calls]

    def claim(deal: DealTerms, found: Numbers) -> Truth:
        wanted = [int(allowed(ways(deal)) is not FALSE) for ways in calls.values()]
        return same(found, (sum(wanted), *wanted))

    for shape in _turns(game):
        yield MATCHING.case(game, shape, listed, claim, returns=("calls", *map(str, calls)))


def _view(setting: Setting) -> Iterator[ProofCase]:
    game, contracts = setting.matching, [*of_play(setting), (states.MatchingState.legal, view_claims.something)]
    return view_claims.seen(
        MATCHING,
        game,
        symbolic_deals.as_seen(game),
        hides=view_claims.of_matching,
        tells=view_claims.matching_told,
        contracts=contracts,
    )


def _place(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases that a card does the same when it is the first of its hand."""
    game, relation = setting.matching, _relation(setting)

    def leads(one: DealTerms, other: DealTerms) -> Truth:
        return same(cast("Numbers", symbolic_deals.flat_deal(one)), symbolic_deals.flat_deal(other))

    def alike(shape: Shape, deal: DealTerms, there: DealTerms, place: int) -> Iterator[Truth]:
        *before, card = deal.hands[deal.turn or 0][: place + 1]
        none = Z3.BoolVal(False)  # noqa: FBT003 - z3 has no keyword
        others = [
            cast("tuple[Number, Number]", (equal(card, each), none)) for each in before
        ]  # the first of equal cards is played

        def ways(found: Iterable[Branch[DealTerms]]) -> list[Branch[DealTerms]]:
            return possible(Branch(put_in(way.guard, others), way.after) for way in found)

        yield matched(ways(relation.card(deal, card)), ways(relation.card(there, card)), leads)
        if shape.drawn == place:
            yield matched(ways(relation.spice(deal)), ways(relation.spice(there)), leads)

    shapes = symbolic_deals.looked_at(game, symbolic_deals.every(game), card=True, alone=True)
    return placed(MATCHING, game, shapes, alike)


# --- The theorem ------------------------------------------------------------------------------------------------------

_PLAY: Final = "aceten.engine.matching.state.MatchingState.play"
_LEGAL: Final = "aceten.engine.matching.state.MatchingState.legal"

_playing = functools.partial(matching_step, function=_PLAY, whole=True)
_listing = functools.partial(matching_step, function=_LEGAL, whole=True)


def _keeps(states: Sequence[State]) -> bool:
    """Whether there was something to do until the deal was over."""
    return states[-1].turn is None and all(state.legal for state in states[:-1])


PROPOSITIONS: Final = (
    Proposition(
        id="T-STEP",
        statement=lambda setting: f"every action of {setting.game} does what the relation of play says, in every state",
        argument="The relation (play_relation and suit_relation in aceten_spec.formulas) says for every action which branches there are: "
        "when each holds, and the deal that it leads to or the refusal. The engine is run on states of which all cards and numbers are "
        "symbolic; on each of its paths the branch that holds gives the same state, or the same code and clause, and some branch holds.",
        steps=(
            matching_step(
                name="start",
                statement="a deal begins as the relation says",
                clauses=("PLAY-1", "DEAL-5"),
                function="aceten.engine.matching.state.start",
                domain="every order of the {pack} cards, every dealer",
                cases=lambda setting: dealt_cards.begun(MATCHING, setting.matching),
            ),
            matching_step(
                name="shapes",
                statement="a deal begins in one of the shapes that are followed, and every action leads from one to another",
                clauses=("PLAY-1", "PLAY-2", "PLAY-7", "PLAY-8", "DRAW-1"),
                function="aceten_spec.formulas.matching.play_relation.PlayRelation.card",
                domain=f"every dealer; {SHAPES}",
                cases=shape_claims.matching_shapes,
            ),
            _playing(
                name="card",
                statement="a card is played, or refused, as the relation says; so is what follows: who is winning, whether the trick "
                "goes on, who takes it, what everybody draws",
                clauses=(
                    *("PLAYERS-2", "PLAY-2", "PLAY-3", "PLAY-4", "PLAY-7", "PLAY-8", "PLAY-11", "MULTI-1", "MULTI-2"),
                    *("MULTI-3", "MULTI-4", "MULTI-6", "MULTI-7", "MULTI-8", "DRAW-1", "DRAW-2", "DRAW-3", "DRAW-4"),
                ),
                domain=f"any card; {SHAPES}",
                cases=_card,
            ),
            Step(
                name="logged",
                statement="what is done is written behind the log, whatever that is",
                clauses=("PLAY-2",),
                function="aceten.engine.state.logged",
                domain="any log, of any length; the first action that anybody can do",
                cases=_logged,
            ),
            matching_step(
                name="place",
                statement="a card does the same wherever it lies in its hand",
                clauses=("PLAY-2", "SPICE-1"),
                function="aceten_spec.formulas.matching.play_relation.PlayRelation.card",
                domain=SHAPES,
                cases=_place,
            ),
            _playing(
                name="alone",
                statement="turning up a card, spicing and stopping lead to what the relation says, or are refused as it says",
                clauses=("MULTI-5", "FLIP-1", "FLIP-2", "FLIP-3", "FLIP-4", "SPICE-1", "SPICE-2", "SPICE-3"),
                domain=SHAPES,
                cases=_alone,
            ),
            _playing(
                name="uncounted",
                statement="the same holds where it is not known how many tricks were taken, as in a position that does not say so",
                clauses=("PLAY-2", "PLAY-7", "MULTI-5", "FLIP-1", "SPICE-2"),
                domain=f"any card, and what is done without one; seat 0 leads, at most {{players}} cards in the talon; else {SHAPES}",
                bounded=True,
                cases=_uncounted,
            ),
            _playing(
                name="call",
                statement="a call changes nothing, or is refused as the relation says",
                clauses=("CALL-1", "CALL-2", "CALL-3", "CALL-5"),
                domain="every call of every seat, at the turn of each seat, whatever lies anywhere",
                cases=_call,
            ),
            _listing(
                name="legal",
                statement="the legal actions are those that are not refused: cards in the order of the hand, then the others; and the "
                "leader has to choose when the relation says so",
                clauses=("PLAY-2", "PLAY-3", "MULTI-1", "MULTI-2", "MULTI-5", "FLIP-3", "SPICE-1"),
                domain=f"no two equal cards in a hand; {SHAPES}",
                cases=functools.partial(_listed, equal_cards=False),
            ),
            matching_step(
                name="once",
                function=_LEGAL,
                whole=True,
                applies=_has_equal_cards,
                statement="of equal cards one is listed",
                clauses=("PLAY-2",),
                domain=f"hands of 1 to {ONCE} cards, seat 0 leading, before the last card of a round; else {SHAPES}",
                bounded=True,
                cases=functools.partial(_listed, equal_cards=True),
            ),
            matching_step(
                name="calls",
                statement="the calls that are listed are those that are not refused",
                clauses=("CALL-1", "CALL-2"),
                function="aceten.engine.matching.state.MatchingState.calls",
                domain="the turn of each seat, whatever lies anywhere",
                whole=True,
                cases=_calls,
            ),
            matching_step(
                name="view",
                statement="a view has the own hand and whatever lies open, and is made without looking at a card that the clauses hide; "
                "and it has what is legal for the seat to act",
                clauses=("FLIP-2", "LONE-2", "DRAW-7", "CALL-1", "SPICE-1"),
                function="aceten.engine.matching.state.MatchingState.view",
                domain=f"each seat; {SHAPES}",
                whole=True,
                cases=_view,
            ),
            *suit_steps.STEPS,
        ),
        trusted=("sorting a hand or a pile puts the same cards in another order (aceten_spec.cards.sort_cards)",),
        witnesses=in_deals("a whole deal, every action of it a branch of the relation", [0], _keeps),
    ),
)
