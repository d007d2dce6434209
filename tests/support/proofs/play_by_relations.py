"""The relations of play over numbers as engines by themselves: what they make of an action and of a deal that is over.

Both are held against what the engine makes of it; order of cards in hands, captured piles and known cards means nothing.
"""

import functools
from collections.abc import Iterable
from typing import cast

import msgspec
from support.games.proposed_actions import everything
from support.proofs.single_obligations import value_of
from tools.mutants.plain_relations import matching_deal, matching_ways, plain_cards, suit_deal, suit_ways

from aceten import (
    Action,
    Bid,
    IllegalAction,
    MatchingGame,
    MatchingState,
    Play,
    Side,
    State,
    SuitGame,
    SuitState,
)
from aceten.proofs.theorems.results.finished_deals import UNKNOWN, flat_result
from aceten_spec.formulas.matching.play_relation import Branch, DealTerms, PlayRelation
from aceten_spec.formulas.result_relation import OPEN, EndTerms, Numbers, Results, SuitResults
from aceten_spec.formulas.suits.suit_conditions import SuitDealTerms
from aceten_spec.formulas.suits.suit_relation import SuitRelation, Way


@functools.cache
def play_relation(game: MatchingGame) -> PlayRelation:
    """Return the relation of a game with matching tricks."""
    return PlayRelation(game.rules, game.players)


@functools.cache
def suit_relation(game: SuitGame) -> SuitRelation:
    """Return the relation of a game with suit tricks."""
    return SuitRelation(game.rules, game.players)


def written(deal: DealTerms | SuitDealTerms | str) -> object:
    """Return a deal, or the code of a refusal, as something that can be compared."""
    if isinstance(deal, str):
        return deal
    fields = msgspec.structs.asdict(deal)
    for name in {"hands", "taken", "shown"} & fields.keys():
        fields[name] = tuple(tuple(sorted(pile)) for pile in fields[name])
    if isinstance(deal, SuitDealTerms) and deal.closed is not None:
        fields["closed"] = msgspec.structs.astuple(deal.closed)
    return fields


def by_relation(state: State, action: Action) -> list[object] | None:
    """Return what the branches that hold make of an action, of which there should be one; ``None``: no game with such tricks has it."""
    if isinstance(state, MatchingState):
        ways: Iterable[Branch | Way] | None = matching_ways(play_relation(state.game), matching_deal(state), action)
    else:
        assert isinstance(state, SuitState)
        ways = suit_ways(suit_relation(state.game), suit_deal(state), action)
    return None if ways is None else [written(way.after) for way in ways if way.guard]


def by_engine(state: State, action: Action) -> object:
    """Return what the engine makes of an action."""
    try:
        after = state.play(action)
    except IllegalAction as error:
        return error.code
    return written(suit_deal(after) if isinstance(after, SuitState) else matching_deal(cast("MatchingState", after)))


def _matching_end(state: MatchingState) -> EndTerms:
    """Return how a deal has ended as the relation of results has it."""
    game = state.game
    sides = tuple(map(Side, range(game.side_count)))
    took = [UNKNOWN if (has := state.took_a_trick(side)) is None else int(has) for side in sides]
    return EndTerms(
        points=cast("Numbers", state.points),
        known=state.points_known,
        tricks=state.tricks or (OPEN,) * len(sides),
        took=cast("Numbers", took),
        last=plain_cards((game.sides[state.leader],))[0],
        teams=game.teams(state.lone),
        forfeit=state.forfeit,
        burned=cast("Numbers", [int(side in state.burned) for side in sides]),
    )


def result_by_relation(state: State) -> tuple[int, ...]:
    """Return what a deal that is over has come to, by the relation of results."""
    if isinstance(state, SuitState):
        said = SuitResults(suit_relation(state.game)).of(suit_deal(state), known=state.points_known)
    else:
        assert isinstance(state, MatchingState)
        said = Results(state.game.rules, state.game.side_count).of(_matching_end(state))
    return (1, *map(value_of, said.numbers))


def tried_in(state: State) -> Iterable[Action]:
    """Return all that can be tried in a state: what is legal, every card of a hand, of which the suit may not be known, and all else."""
    game = state.game
    bids = tuple(map(Bid, game.rules.bids)) if isinstance(game, SuitGame) else ()
    held = [Play(card) for hand in state.hands for card in hand]
    return dict.fromkeys((*state.legal, *held, *bids, *everything(game)))


def agree(state: State) -> None:
    """Require that every action, legal or not, has one branch, which is what the engine does; and that a result is the relation's."""
    for action in tried_in(state):
        if (found := by_relation(state, action)) is not None:
            assert found == [by_engine(state, action)], (str(state), str(action))
    if state.turn is None and state.result is not None:
        assert result_by_relation(state) == flat_result(state.game.rules, state.result), str(state)


def agree_at_start(state: State) -> None:
    """Require that a deal begins as the relation has it: the turn-up is the first card of the rest, and what was cut is known."""
    if isinstance(state, MatchingState):
        deal = matching_deal(state)
        begun = play_relation(state.game).start(deal.hands, deal.talon, state.dealer)
        assert written(begun) == written(deal), str(state)
        return
    assert isinstance(state, SuitState)
    rules, shown = state.game.rules, [card for known in state.shown for card in known]
    if rules.trump == "cut" and not shown:
        return  # nobody has seen which card was cut
    rest = plain_cards((*state.talon[-1:], *state.talon[:-1])) if rules.trump == "turn_up" else plain_cards(state.talon)
    cut = plain_cards(shown)[0] if shown else None
    ways = suit_relation(state.game).start(
        tuple(map(plain_cards, state.hands)), rest, state.dealer, cut=cut, scores=plain_cards(state.scores)
    )
    assert [written(deal) for guard, deal in ways if guard] == [written(suit_deal(state))], str(state)
