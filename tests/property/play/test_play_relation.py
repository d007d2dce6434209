"""The relation of play over numbers is an engine by itself: it does what the engine does, and refuses what that refuses."""

import functools
import random
from typing import Final, cast

import pytest
from support.games.game_strategies import HOUSE_GAMES, MATCHING_GAMES
from support.proofs.single_obligations import value_of
from support.slices import sliced
from tools.mutants.plain_relations import matching_deal, matching_ways

from aceten import (
    FLIP,
    SPICE,
    STOP,
    Action,
    Call,
    CallKind,
    IllegalAction,
    MatchingState,
    Play,
    Seat,
    Side,
)
from aceten.engine.matching.game import MatchingGame
from aceten.proofs.theorems.results.finished_deals import UNKNOWN, flat_result
from aceten_spec.formulas import Number
from aceten_spec.formulas.matching import play_relation
from aceten_spec.formulas.result_relation import OPEN, EndTerms, Numbers, Results

GAMES: Final = (*MATCHING_GAMES, *HOUSE_GAMES)
ALONE: Final = (FLIP, SPICE, STOP)


def written(deal: play_relation.DealTerms | str) -> object:
    """Return a deal as something that can be compared: the order of the cards in a hand or a captured pile means nothing."""
    if isinstance(deal, str):
        return deal
    fields = {name: getattr(deal, name) for name in deal.__struct_fields__}
    for name in ("hands", "taken"):
        fields[name] = tuple(tuple(sorted(pile)) for pile in fields[name])
    return fields


def by_engine(state: MatchingState, action: Action) -> play_relation.DealTerms | str:
    """Return what the engine makes of an action."""
    try:
        return matching_deal(state.play(action))
    except IllegalAction as error:
        return error.code


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
def test_relation_and_engine_agree(game: MatchingGame) -> None:
    """In whole deals every action, legal or not, has one branch, which is what the engine does; and the result is that of the relation."""
    relation, chance = relation_of(game), random.Random(repr(game))
    calls = [Call(Seat(seat), kind) for seat in range(game.players) for kind in CallKind]
    for seed in range(sliced(1, whole=20)):
        state = cast("MatchingState", game.deal(seed=seed, dealer=seed % game.players))
        begun = relation.start(matching_deal(state).hands, matching_deal(state).talon, state.dealer)
        assert written(begun) == written(matching_deal(state))
        while True:
            deal = matching_deal(state)
            cards = map(Play, chance.sample(game.pack.cards, 3))
            actions: list[Action] = [*state.legal, *cards, *ALONE, chance.choice(calls)]
            for action in actions:
                ways = [branch.after for branch in matching_ways(relation, deal, action) if branch.guard]
                assert [written(way) for way in ways] == [written(by_engine(state, action))], (str(state), str(action))
            if state.turn is None:
                assert state.result is not None
                said = Results(game.rules, game.side_count).of(end_of(state))
                assert (1, *map(value_of, said.numbers)) == flat_result(game.rules, state.result), str(state)
                break
            state = state.play(chance.choice(state.legal))
