"""The relation of play over numbers is an engine by itself: it does and refuses what the engine does, and the rules in plain Python."""

import functools
import random
from collections.abc import Iterator, Sequence
from typing import Final, cast

import pytest
from support.games.game_strategies import HOUSE_GAMES, MATCHING_GAMES
from support.oracles.plain_tables import begun
from support.proofs.single_obligations import value_of
from support.slices import sliced

from aceten import (
    FLIP,
    SPICE,
    STOP,
    Action,
    Call,
    CallKind,
    Flip,
    IllegalAction,
    MatchingState,
    Play,
    Seat,
    Side,
    Spice,
    Stop,
)
from aceten.deals.shuffling import shuffle
from aceten.engine.matching.game import MatchingGame
from aceten.proofs.theorems.results.finished_deals import UNKNOWN, flat_result
from aceten.testing import MatchingDeal
from aceten_spec import card, plain
from aceten_spec.formulas import Number, Truth
from aceten_spec.formulas.draw_clauses import Cards
from aceten_spec.formulas.matching import play_relation
from aceten_spec.formulas.result_relation import OPEN, EndTerms, Numbers, Results
from aceten_spec.plain import MatchingTable
from aceten_spec.plain.matching_awards import forfeit
from aceten_spec.plain.matching_table import cards_taken

GAMES: Final = (*MATCHING_GAMES, *HOUSE_GAMES)
ALONE: Final = (FLIP, SPICE, STOP)


def deal_of(state: MatchingState) -> play_relation.DealTerms:
    """Return a state as the relation has it."""

    def cards(given: Sequence[int]) -> Cards:
        return cast("Cards", tuple(map(int, given)))

    def number(given: int | None) -> Number:
        return play_relation.NOBODY if given is None else cast("Number", int(given))

    return play_relation.DealTerms(
        hands=tuple(map(cards, state.hands)),
        talon=cards(state.talon),
        leader=state.leader,
        trick=cards(state.trick),
        winning=state.winning,
        turn=state.turn,
        taken=tuple(map(cards, state.taken)),
        points=cards(state.points),
        tricks=None if state.tricks is None else cards(state.tricks),
        forfeit=number(state.forfeit),
        leads=cards(state.leads),
        drawn=None if state.drawn is None else number(state.drawn),
        lone=number(state.lone),
        burned=cast("tuple[Truth, ...]", tuple(side in state.burned for side in range(state.game.side_count))),
    )


def written(deal: play_relation.DealTerms | str) -> object:
    """Return a deal as something that can be compared: the order of the cards in a hand or a captured pile means nothing."""
    if isinstance(deal, str):
        return deal
    fields = {name: getattr(deal, name) for name in deal.__struct_fields__}
    for name in ("hands", "taken"):
        fields[name] = tuple(tuple(sorted(pile)) for pile in fields[name])
    return fields


def branches(
    relation: play_relation.PlayRelation, deal: play_relation.DealTerms, action: Action
) -> Iterator[play_relation.Branch]:
    """Return the branches of an action."""
    match action:
        case Play():
            return relation.card(deal, cast("Number", int(action.card)))
        case Flip():
            return relation.flip(deal)
        case Spice():
            return relation.spice(deal)
        case Stop():
            return relation.stop(deal)
        case Call():
            return relation.call(deal, action.seat, action.kind)
        case _:
            raise TypeError(action)


def by_engine(state: MatchingState, action: Action) -> play_relation.DealTerms | str:
    """Return what the engine makes of an action."""
    try:
        return deal_of(state.play(action))
    except IllegalAction as error:
        return error.code


def deal_of_table(table: MatchingTable) -> play_relation.DealTerms:
    """Return a deal of plain Python as the relation has it."""
    seat, lost, limit = plain.turn(table), forfeit(table), table.rules.lead_limit

    def cards(given: Sequence[str]) -> Cards:
        return cast("Cards", tuple([int(card(text)) for text in given]))

    def number(given: int | None) -> Number:
        return play_relation.NOBODY if given is None else cast("Number", int(given))

    return play_relation.DealTerms(
        hands=tuple(map(cards, table.hands)),
        talon=cards(table.talon),
        leader=Seat(table.leader),
        trick=cards(table.trick),
        winning=Seat(plain.winning(table)),
        turn=None if seat is None else Seat(seat),
        taken=tuple(map(cards, table.taken)),
        points=cast("Cards", tuple(cards_taken(table))),
        tricks=cast("Cards", tuple(table.tricks)),
        forfeit=number(lost if seat is None else None),
        leads=cast(
            "Cards", tuple([int(card(rank).rank) for rank in table.leads[-limit:] if limit and seat is not None])
        ),
        drawn=None if table.drawn is None else number(card(table.drawn)),
        lone=number(table.lone),
        burned=cast("tuple[Truth, ...]", tuple(side in table.burned for side in range(table.sides))),
    )


def by_plain(table: MatchingTable, action: Action) -> play_relation.DealTerms | str:
    """Return what plain Python makes of an action."""
    return plain.refusal(table, str(action)) or deal_of_table(plain.after(table, str(action)))


def end_of(state: MatchingState) -> EndTerms:
    """Return how a deal has ended as the relation of results has it."""
    game = state.game
    sides = tuple(map(Side, range(game.side_count)))
    took = [UNKNOWN if (has := state.took_a_trick(side)) is None else int(has) for side in sides]
    return EndTerms(
        points=cast("Numbers", state.points),
        known=state.points_known,
        tricks=state.tricks or (OPEN,) * len(sides),
        took=cast("Numbers", took),
        last=cast("Number", int(game.sides[state.leader])),
        teams=game.teams(state.lone),
        forfeit=state.forfeit,
        burned=cast("Numbers", [int(side in state.burned) for side in sides]),
    )


@functools.cache
def relation_of(game: MatchingGame) -> play_relation.PlayRelation:
    """Return the relation of a game."""
    return play_relation.PlayRelation(game.rules, game.players)


@pytest.mark.turns(8)
@pytest.mark.parametrize("game", GAMES[:: sliced(25, whole=1)], ids=lambda game: repr(game).replace(" ", ""))
def test_relation_engine_and_plain_python_agree(game: MatchingGame) -> None:
    """In whole deals every action, legal or not, has one branch, which is what engine and plain Python do; and so has the result."""
    relation, chance = relation_of(game), random.Random(repr(game))
    calls = [Call(Seat(seat), kind) for seat in range(game.players) for kind in CallKind]
    for seed in range(sliced(1, whole=20)):
        deck, dealer = shuffle(game.pack.cards, seed), seed % game.players
        state, table = (
            cast("MatchingState", game.deal(deck=deck, dealer=dealer)),
            begun(MatchingDeal(game, deck, dealer)),
        )
        start = relation.start(deal_of(state).hands, deal_of(state).talon, state.dealer)
        assert written(start) == written(deal_of(state)) == written(deal_of_table(table))
        while True:
            deal = deal_of(state)
            cards = map(Play, chance.sample(game.pack.cards, 3))
            actions: list[Action] = [*state.legal, *cards, *ALONE, chance.choice(calls)]
            for action in actions:
                ways = [branch.after for branch in branches(relation, deal, action) if branch.guard]
                wanted = [written(by_plain(table, action))]
                assert [written(way) for way in ways] == wanted == [written(by_engine(state, action))], (
                    f"{action} in {state}"
                )
            if state.turn is None:
                assert state.result is not None
                said = Results(game.rules, game.side_count).of(end_of(state))
                assert (1, *map(value_of, said.numbers)) == flat_result(game.rules, state.result), str(state)
                break
            action = chance.choice(state.legal)
            state, table = state.play(action), plain.after(table, str(action))
