"""The relation of play with suit tricks over numbers is an engine by itself, as that of matching tricks is (test_play_relation)."""

import functools
import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, cast

import pytest
from support.games.game_strategies import HOUSE_SUIT_GAMES, SUIT_GAMES
from support.oracles.plain_tables import begun
from support.proofs.single_obligations import value_of
from support.slices import sliced

from aceten import (
    CLOSE,
    DRAW,
    EXCHANGE,
    PASS,
    Action,
    Bid,
    Claim,
    Close,
    Draw,
    Exchange,
    IllegalAction,
    Meld,
    NameTrump,
    Pass,
    Play,
    Seat,
    SuitGame,
    SuitState,
)
from aceten.deals.shuffling import shuffle_and_cut
from aceten.proofs.theorems.results.finished_deals import flat_result
from aceten.testing import SuitDeal
from aceten_spec import Suit, card, plain
from aceten_spec.formulas import Number
from aceten_spec.formulas.draw_clauses import Cards
from aceten_spec.formulas.result_relation import SuitResults
from aceten_spec.formulas.suits.suit_conditions import ClosedTerms, SuitDealTerms
from aceten_spec.formulas.suits.suit_relation import SuitRelation, Way
from aceten_spec.plain import SuitTable
from aceten_spec.plain.claims import cards_taken

ALONE: Final[tuple[Action, ...]] = (EXCHANGE, CLOSE, DRAW, PASS, *[Claim(suit) for suit in (None, *Suit)])

GAMES: Final = (*SUIT_GAMES, *HOUSE_SUIT_GAMES)


def cards(given: Sequence[int]) -> Cards:
    """Return numbers as the relation takes them."""
    return cast("Cards", tuple(map(int, given)))


def deal_of(state: SuitState) -> SuitDealTerms:
    """Return a state as the relation has it."""
    closed, contract = state.closed, state.contract
    return SuitDealTerms(
        hands=tuple(map(cards, state.hands)),
        talon=cards(state.talon),
        leader=state.leader,
        trick=cards(state.trick),
        winning=state.winning,
        turn=state.turn,
        taken=tuple(map(cards, state.taken)),
        points=cards(state.points),
        tricks=None if state.tricks is None else cards(state.tricks),
        trump=None if state.trump is None else cast("Number", int(state.trump)),
        closed=None
        if closed is None
        else ClosedTerms(seat=closed.seat, points=cast("Number", closed.points), tricks=cards(closed.tricks)),
        melds=cards(state.melds),
        waiting=cards(state.waiting),
        shown=tuple(map(cards, state.shown)),
        claimant=state.claimant,
        bids=cards(state.bids),
        contract=None if contract is None else (contract[0], cast("Number", contract[1])),
        scores=cards(state.scores),
        dealer=state.dealer,
    )


def written(deal: SuitDealTerms | str) -> object:
    """Return a deal as something that can be compared: the order of cards in hands, captured piles and known ones means nothing."""
    if isinstance(deal, str):
        return deal
    fields = {name: getattr(deal, name) for name in deal.__struct_fields__}
    for name in ("hands", "taken", "shown"):
        fields[name] = tuple(tuple(sorted(pile)) for pile in fields[name])
    closed = deal.closed
    return fields | {"closed": None if closed is None else (closed.seat, closed.points, closed.tricks)}


def branches(relation: SuitRelation, deal: SuitDealTerms, action: Action) -> Iterator[Way]:  # noqa: PLR0911 - one for each action
    """Return the branches of an action."""
    match action:
        case Play():
            return relation.card(deal, cast("Number", int(action.card)))
        case Meld():
            return relation.meld(deal, cast("Number", int(action.card)))
        case Exchange():
            return relation.exchange(deal)
        case Close():
            return relation.close(deal)
        case Draw():
            return relation.draw(deal)
        case Claim():
            return relation.claim(deal, action.suit or 0)
        case Bid():
            return relation.bid(deal, cast("Number", action.points))
        case NameTrump():
            return relation.name(deal, action.suit)
        case Pass():
            return relation.waive(deal)
        case _:
            raise TypeError(action)


def by_engine(state: SuitState, action: Action) -> SuitDealTerms | str:
    """Return what the engine makes of an action."""
    try:
        return deal_of(state.play(action))
    except IllegalAction as error:
        return error.code


def deal_of_table(table: SuitTable) -> SuitDealTerms:
    """Return a deal of plain Python as the relation has it."""
    seat, (points, tricks) = plain.turn(table), table.at_closing

    def numbers(given: Iterable[str]) -> Cards:
        return cards([int(card(text)) for text in given])

    return SuitDealTerms(
        hands=tuple(map(numbers, table.hands)),
        talon=numbers(table.talon),
        leader=Seat(table.leader),
        trick=numbers(table.trick),
        winning=Seat(plain.winning(table)),
        turn=None if seat is None else Seat(seat),
        taken=tuple(map(numbers, table.taken)),
        points=cards([cards_taken(table, side) for side in (0, 1)]),
        tricks=cards(table.tricks),
        trump=None if table.trump is None else cast("Number", int(suit_named(table.trump))),
        closed=None
        if table.closer is None
        else ClosedTerms(seat=Seat(table.closer), points=cast("Number", points), tricks=cards(tricks)),
        melds=cards(table.melds),
        waiting=cards(table.waiting),
        shown=tuple(map(numbers, table.known)),
        claimant=None if table.claimant is None else Seat(table.claimant),
        bids=() if table.declarer is not None else cards([bid for _, bid in table.bids]),
        contract=None if table.declarer is None else (Seat(table.declarer), cast("Number", table.bid)),
        scores=cards(table.scores),
        dealer=Seat(table.dealer),
    )


def suit_named(letter: str) -> Suit:
    """Return a suit by its letter."""
    return next(suit for suit in Suit if suit.letter == letter)


def by_plain(table: SuitTable, action: Action) -> SuitDealTerms | str:
    """Return what plain Python makes of an action."""
    return plain.refusal(table, str(action)) or deal_of_table(plain.after(table, str(action)))


@functools.cache
def relation_of(game: SuitGame) -> SuitRelation:
    """Return the relation of a game."""
    return SuitRelation(game.rules, game.players)


@pytest.mark.turns(12)
@pytest.mark.parametrize("game", GAMES[:: sliced(6, whole=1)], ids=lambda game: repr(game).replace(" ", ""))
def test_relation_engine_and_plain_python_agree(game: SuitGame) -> None:
    """In whole deals every action, legal or not, has one branch, which is what engine and plain Python do; and so has the result."""
    relation, chance = relation_of(game), random.Random(repr(game))
    for seed in range(sliced(1, whole=20)):
        deck, cut = shuffle_and_cut(game.pack.cards, seed)
        begins = SuitDeal(
            game, deck, seed % game.players, cut if game.cuts else None, (0, 0) if game.scores_matter else None
        )
        state, table = begins.state(), begun(begins)
        while True:
            deal = deal_of(state)
            some = chance.sample(game.pack.cards, 3)
            bids: list[Action] = [Bid(chance.choice((*game.rules.bids, 7))), NameTrump(chance.choice(tuple(Suit)))]
            actions: list[Action] = [*state.legal, *map(Play, some), *map(Meld, some), *ALONE, *bids]
            for action in actions:
                ways = [branch.after for branch in branches(relation, deal, action) if branch.guard]
                wanted = [written(by_plain(table, action))]
                assert [written(way) for way in ways] == wanted == [written(by_engine(state, action))], (
                    f"{action} in {state}"
                )
            if state.turn is None:
                said = SuitResults(relation).of(deal, known=state.points_known)
                assert state.result is not None
                assert (1, *map(value_of, said.numbers)) == flat_result(game.rules, state.result), str(state)
                break
            action = chance.choice(state.legal)
            state, table = state.play(action), plain.after(table, str(action))


@pytest.mark.turns(6)
def test_a_deal_begins_alike() -> None:
    """The turn-up is the first card of the rest and makes trumps; a card shown by cutting is known to be where it is."""
    for game in GAMES:
        state = cast("SuitState", game.deal(seed=1))
        rest = cards((*state.talon[-1:], *state.talon[:-1])) if game.rules.trump == "turn_up" else cards(state.talon)
        shown = [card for known in state.shown for card in known]
        if game.rules.trump == "cut" and not shown:
            continue  # nobody has seen which card was cut
        cut = cast("Number", int(shown[0])) if shown else None
        start = relation_of(game).start(
            tuple(map(cards, state.hands)), rest, state.dealer, cut=cut, scores=cards(state.scores)
        )
        ways = [deal for guard, deal in start if guard]
        assert [written(way) for way in ways] == [written(deal_of(state))], str(state)
