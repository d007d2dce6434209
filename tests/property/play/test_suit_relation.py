"""The relation of play with suit tricks over numbers is an engine by itself, as that of matching tricks is (test_play_relation)."""

import functools
import random
from typing import Final, cast

import pytest
from support.games.game_strategies import HOUSE_SUIT_GAMES, SUIT_GAMES
from support.proofs.single_obligations import value_of
from support.slices import sliced
from tools.mutants.plain_relations import plain_cards, suit_deal, suit_ways

from aceten import (
    CLOSE,
    DRAW,
    EXCHANGE,
    PASS,
    Action,
    Bid,
    Claim,
    IllegalAction,
    Meld,
    NameTrump,
    Play,
    SuitGame,
    SuitState,
)
from aceten.proofs.theorems.results.finished_deals import flat_result
from aceten_spec import Suit
from aceten_spec.formulas import Number
from aceten_spec.formulas.result_relation import SuitResults
from aceten_spec.formulas.suits.suit_conditions import SuitDealTerms
from aceten_spec.formulas.suits.suit_relation import SuitRelation

ALONE: Final[tuple[Action, ...]] = (EXCHANGE, CLOSE, DRAW, PASS, *[Claim(suit) for suit in (None, *Suit)])

GAMES: Final = (*SUIT_GAMES, *HOUSE_SUIT_GAMES)


def written(deal: SuitDealTerms | str) -> object:
    """Return a deal as something that can be compared: the order of cards in hands, captured piles and known ones means nothing."""
    if isinstance(deal, str):
        return deal
    fields = {name: getattr(deal, name) for name in deal.__struct_fields__}
    for name in ("hands", "taken", "shown"):
        fields[name] = tuple(tuple(sorted(pile)) for pile in fields[name])
    closed = deal.closed
    return fields | {"closed": None if closed is None else (closed.seat, closed.points, closed.tricks)}


def by_engine(state: SuitState, action: Action) -> SuitDealTerms | str:
    """Return what the engine makes of an action."""
    try:
        return suit_deal(state.play(action))
    except IllegalAction as error:
        return error.code


@functools.cache
def relation_of(game: SuitGame) -> SuitRelation:
    """Return the relation of a game."""
    return SuitRelation(game.rules, game.players)


@pytest.mark.turns(12)
@pytest.mark.parametrize("game", GAMES[:: sliced(6, whole=1)], ids=lambda game: repr(game).replace(" ", ""))
def test_relation_and_engine_agree(game: SuitGame) -> None:
    """In whole deals every action, legal or not, has one branch, which is what the engine does; and the result is that of the relation."""
    relation, chance = relation_of(game), random.Random(repr(game))
    for seed in range(sliced(1, whole=20)):
        state = cast("SuitState", game.deal(seed=seed, dealer=seed % game.players))
        while True:
            deal = suit_deal(state)
            some = chance.sample(game.pack.cards, 3)
            bids: list[Action] = [Bid(chance.choice((*game.rules.bids, 7))), NameTrump(chance.choice(tuple(Suit)))]
            actions: list[Action] = [*state.legal, *map(Play, some), *map(Meld, some), *ALONE, *bids]
            for action in actions:
                ways = [branch.after for branch in suit_ways(relation, deal, action) if branch.guard]
                assert [written(way) for way in ways] == [written(by_engine(state, action))], (str(state), str(action))
            if state.turn is None:
                said = SuitResults(relation).of(deal, known=state.points_known)
                assert state.result is not None
                assert (1, *map(value_of, said.numbers)) == flat_result(game.rules, state.result), str(state)
                break
            state = state.play(chance.choice(state.legal))


@pytest.mark.turns(6)
def test_a_deal_begins_alike() -> None:
    """The turn-up is the first card of the rest and makes trumps; a card shown by cutting is known to be where it is."""
    for game in GAMES:
        state = cast("SuitState", game.deal(seed=1))
        rest = plain_cards((*state.talon[-1:], *state.talon[:-1])) if game.rules.trump == "turn_up" else plain_cards(state.talon)
        shown = [card for known in state.shown for card in known]
        if game.rules.trump == "cut" and not shown:
            continue  # nobody has seen which card was cut
        cut = cast("Number", int(shown[0])) if shown else None
        begun = relation_of(game).start(
            tuple(map(plain_cards, state.hands)), rest, state.dealer, cut=cut, scores=plain_cards(state.scores)
        )
        ways = [deal for guard, deal in begun if guard]
        assert [written(way) for way in ways] == [written(suit_deal(state))], str(state)
