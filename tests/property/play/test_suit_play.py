"""Play from any deal of any game with suit tricks, compared at every step with the rules in plain Python."""

import functools
import itertools
import random
from collections.abc import Callable
from typing import Final, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import initialize
from support.games.game_strategies import HOUSE_SUIT_GAMES, SUIT_GAMES, read, rewrite, suit_deals, suit_states
from support.oracles import compared_play
from support.oracles.compared_facts import settlement_of
from support.oracles.compared_play import (
    CARDS,
    each_card_is_in_exactly_one_place,
    every_legal_action_can_be_played,
    kept,
    refused,
    sit_down,
    texts,
    the_position_line_reads_back,
)
from support.oracles.plain_tables import begun
from support.slices import examples, sliced

from aceten import (
    CLOSE,
    DRAW,
    EXCHANGE,
    FLIP,
    PASS,
    STOP,
    Action,
    Bid,
    Call,
    CallKind,
    Card,
    Claim,
    Close,
    Exchange,
    Meld,
    NameTrump,
    Play,
    PositionError,
    Rank,
    Seat,
    State,
    Suit,
    SuitGame,
    SuitState,
)
from aceten.deals.shuffling import shuffle
from aceten.testing import SuitDeal, pick, play_on
from aceten.testing.strategies import choices
from aceten_solver.question.trick_kinds import seam_of
from aceten_spec import card_of, plain
from aceten_spec.plain.pack_and_sides import card_points

Moment: TypeAlias = compared_play.OfSuits
"""A state of the engine, and what must be the case in it."""

OTHERS: Final[tuple[Action, ...]] = (
    *(CLOSE, DRAW, EXCHANGE, PASS, FLIP, STOP, Call(Seat(0), CallKind.BEAT)),
    *(Claim(suit) for suit in (None, *Suit)),
    *(NameTrump(suit) for suit in Suit),
    *(Meld(card_of(rank, suit)) for rank in (Rank.KING, Rank.QUEEN, Rank.ACE) for suit in (None, *Suit)),
    *(Bid(points) for points in (1, 60, 66, 70, 100, 129, 130, 131)),
)
"""Every other action, and some that are none in any game."""


def dealt(deal: SuitDeal) -> Moment:
    """Return the first moment of a deal."""
    return compared_play.Moment(deal, (), deal.state(), begun(deal))


def card_points_are_those_of_the_pack(moment: Moment) -> None:
    """Card points in play and captured are together 120 at every step; marriages and the last trick are counted apart."""
    state, must = moment.state, moment.must
    assert list(state.points) == [card_points(must.rules, texts(pile)) for pile in state.taken]
    assert state.points_in_play + sum(state.points) == 120 == state.game.total
    assert state.points_known
    assert list(state.melds) == must.melds


def cards_lie_where_the_rules_put_them(moment: Moment) -> None:
    """Hands, talon, trick, captured cards, trump and what everybody knows are those that the deal and the actions since lead to."""
    state, must = moment.state, moment.must
    assert [sorted(texts(hand)) for hand in state.hands] == [sorted(hand) for hand in must.hands]
    assert texts(state.talon) == must.talon
    assert texts(state.trick) == must.trick
    assert [sorted(texts(pile)) for pile in state.taken] == [sorted(pile) for pile in must.taken]
    assert list(state.tricks or ()) == must.tricks
    assert (None if state.trump is None else state.trump.letter) == must.trump
    assert [set(texts(cards)) for cards in state.shown] == must.known
    assert state.dealer == moment.deal.dealer


def the_turn_is_that_of_the_rules(moment: Moment) -> None:
    """Who leads, who is winning the trick, and who is to act."""
    state, must = moment.state, moment.must
    assert (state.turn, state.leader, state.winning) == (plain.turn(must), must.leader, plain.winning(must))
    assert state.claimant == must.claimant
    assert state.contract == (None if must.declarer is None else (must.declarer, must.bid))
    assert (None if state.closed is None else state.closed.seat) == must.closer
    if state.closed is not None:
        assert (state.closed.points, list(state.closed.tricks)) == must.at_closing


def the_legal_actions_are_those_of_the_rules(moment: Moment) -> None:
    """The legal actions are those that the rules allow, each once; there are some until the deal is over."""
    legal = texts(moment.state.legal)
    assert len(legal) == len(set(legal))
    assert set(legal) == plain.legal(moment.must)
    assert bool(legal) == (moment.state.turn is not None)
    assert set(seam_of(moment.state).moves(moment.state)) == set(moment.state.legal)


def anything_else_is_refused(moment: Moment) -> None:
    """Whatever is not legal is refused by the first condition that it breaks, with its clause and what is legal instead."""
    anything = {*map(Play, moment.deal.game.pack.cards), *CARDS[:6], *OTHERS}
    refused(moment, anything.difference(moment.state.legal))


def nobody_calls(moment: Moment) -> None:
    """There are no calls to a partner."""
    assert moment.state.calls == ()


def the_result_is_that_of_the_rules(moment: Moment) -> None:
    """Points, tricks, winner and game points of a deal that is over are those that its course comes to."""
    assert settlement_of(moment.state.result) == plain.settlement(moment.must)


REQUIREMENTS: Final[tuple[Callable[[Moment], None], ...]] = (
    each_card_is_in_exactly_one_place,
    card_points_are_those_of_the_pack,
    cards_lie_where_the_rules_put_them,
    the_turn_is_that_of_the_rules,
    the_legal_actions_are_those_of_the_rules,
    every_legal_action_can_be_played,
    anything_else_is_refused,
    nobody_calls,
    the_result_is_that_of_the_rules,
    the_position_line_reads_back,
)
"""What must be the case at every moment of every deal."""
EVERY: Final[dict[Callable[[Moment], None], int]] = {
    anything_else_is_refused: 40,
    each_card_is_in_exactly_one_place: 6,
    every_legal_action_can_be_played: 3,
    the_position_line_reads_back: 24,
}
"""What takes its time is tested at every so many moments of the deals that are played once for all, at other moments in each."""


@functools.cache
def courses() -> tuple[tuple[Moment, ...], ...]:
    """Return the courses of some deals of every game with each combination of options, and of some in which the talon is closed early."""
    shuffled = [
        _course(number, game) for number, game in enumerate((*SUIT_GAMES, *HOUSE_SUIT_GAMES * 2) * sliced(5, whole=6))
    ]
    exchanging = [game for game in SUIT_GAMES if game.rules.exchange_after_closing][:4] * sliced(4, whole=10)
    claiming = [game for game in SUIT_GAMES if (game.rules.claim, game.rules.claim_for) == ("automatic", "match")] * 12
    return (
        *shuffled,
        *itertools.starmap(_course, enumerate(claiming)),
        *(_course(number, game, closing=True) for number, game in enumerate(exchanging)),
    )


def _course(seed: int, game: SuitGame, *, closing: bool = False) -> tuple[Moment, ...]:
    chance = random.Random(seed)
    cut = chance.choice(game.pack.cards) if game.cuts else None
    scores = (game.rules.target - chance.randrange(1, 200), chance.randrange(900)) if game.scores_matter else None
    scores = None if scores is None else (max(scores[0], 0), scores[1])
    deck: tuple[Card, ...] = shuffle(game.pack.cards, seed)
    deal = SuitDeal(game, deck, seed % game.players, cut, scores)
    moments = [dealt(deal)]
    while (turn := moments[-1].state.turn) is not None:
        state = moments[-1].state
        action = CLOSE if closing and CLOSE in state.legal else pick(state, chance.randrange(256))
        moments.append(moments[-1].then(turn, action))
    return tuple(moments)


@pytest.mark.turns(56)
@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda requirement: requirement.__name__)
def test_every_game_keeps(requirement: Callable[[Moment], None]) -> None:
    """In every game with suit tricks, with each combination of options, play from a seed keeps the requirement."""
    kept(requirement, EVERY, courses())


def _has_award(name: str, _: Moment, moment: Moment) -> bool:
    return moment.state.result is not None and moment.state.result.award == name


def _did(moment: Moment, kind: type[Action]) -> bool:
    return bool(moment.events) and isinstance(moment.events[-1][1], kind)


def _kept_back(moment: Moment) -> set[str | None]:
    """Return why cards of the seat to act may not be played."""
    state = moment.state
    hand = () if state.turn is None else state.hands[state.turn]
    return {plain.refusal(moment.must, str(card)) for card in hand if state.trick and Play(card) not in state.legal}


AWARDS: Final = (
    *("plain", "schneider", "schwarz", "wrong-claim", "closing-failed", "last-trick", "draw"),
    *("made", "failed", "grand-failed", "passed", "points", "lump", "matsch"),
)
"""What deals come to, but for what is too rare in play by chance: a grand bid that is made and a bombe stand in examples."""

RARE: Final[dict[str, Callable[[Moment, Moment], bool]]] = {
    **{f"the award {name}": functools.partial(_has_award, name) for name in AWARDS},
    "a marriage shown": lambda _, now: _did(now, Meld),
    "a marriage without a trick": lambda _, now: (
        now.state.result is not None and any(now.state.melds[side] and not now.must.tricks[side] for side in (0, 1))
    ),
    "an exchange by who leads": lambda before, now: _did(now, Exchange) and not before.state.trick,
    "an exchange by who follows": lambda before, now: _did(now, Exchange) and bool(before.state.trick),
    "an exchange after closing": lambda before, now: _did(now, Exchange) and before.state.closed is not None,
    "a closing before drawing": lambda before, now: _did(now, Close) and before.state.drawing,
    "a closing after drawing": lambda before, now: _did(now, Close) and not before.state.drawing,
    "a claim after the last trick": lambda before, now: _did(now, Claim) and before.state.asking,
    "a claim by who follows": lambda before, now: _did(now, Claim) and bool(before.state.trick),
    "a claim before drawing": lambda before, now: _did(now, Claim) and before.state.drawing,
    "a claim with a marriage": lambda _, now: _did(now, Claim) and now.events[-1][1] != Claim(),
    "a claim by itself": lambda _, now: now.state.claimant is not None and not _did(now, Claim),
    "a claim by itself with a marriage": lambda _, now: now.state.claimant is not None and _did(now, Meld),
    "a player who may not bid again": lambda _, now: now.state.bidding and now.state.legal == (PASS,),
    "a player who bids after a pass": lambda before, now: (
        _did(now, Bid) and any(bidder == before.state.turn and not bid for bidder, bid in before.must.bids)
    ),
    "a card that has to be beaten": lambda _, now: "not_beaten" in _kept_back(now),
    "a trump that has to be played": lambda _, now: "not_trumped" in _kept_back(now),
    "trumps that change": lambda before, now: before.state.trump not in (None, now.state.trump),
}
"""What may happen between one moment and the next, and seldom does."""


@pytest.mark.parametrize("event", RARE)
def test_the_deals_played_include(event: str) -> None:
    """The deals by which the requirements are tested include what happens seldom."""
    assert any(RARE[event](*moments) for course in courses() for moments in itertools.pairwise(course))


class Table(compared_play.Table[Moment]):
    """People at a table, who play what they like, and now and then take back what was played."""

    requirements = REQUIREMENTS

    @initialize(deal=suit_deals())
    def begin(self, deal: SuitDeal) -> None:
        """Deal."""
        self.go_on(dealt(deal))


@pytest.mark.turns(8)
def test_play_of_any_kind_keeps_every_requirement() -> None:
    """However bids, cards, marriages, exchanges, closings and claims follow each other, every requirement is kept."""
    sit_down(Table, sliced(6, whole=80), sliced(12, whole=20))


@examples(100)
@given(deal=suit_deals(), numbers=choices(200))
def test_a_finished_deal_adds_up(deal: SuitDeal, numbers: bytes) -> None:
    """When all cards are played the points are 120 and those for the last trick, and the marriages of sides that took a trick.

    A marriage of a side without a trick counts for nothing; nor does one that counts with the next trick, when the side took none since.
    """
    state = play_on(deal.state(), numbers + bytes([255]) * 200)
    assert isinstance(state, SuitState)
    result = state.result
    assert result is not None
    assert result.tricks is not None
    counts = [
        melds - waiting if tricks else 0
        for melds, waiting, tricks in zip(state.melds, state.waiting, result.tricks, strict=True)
    ]
    redeemed = sum(counts)
    if sum(map(len, state.taken)) == len(deal.deck):
        assert sum(result.points) == 120 + deal.game.rules.last_trick_points + redeemed
    else:
        assert sum(result.points) == sum(state.points) + redeemed <= 120 + redeemed


@examples(150)
@given(data=st.data(), told=st.sets(st.sampled_from(["points", "tricks"])), numbers=choices(200))
def test_what_a_position_leaves_open_is_never_guessed(data: st.DataObject, told: set[str], numbers: bytes) -> None:
    """Played on from a position that does not say which cards were captured, a result is right wherever it says anything.

    Where points are claimed such a position is refused, as it would be open what a claim is worth.
    """
    state = data.draw(suit_states())
    facts = {"points": state.points, "tricks": state.tricks or ()}
    words = {key: ",".join(map(str, facts[key])) if key in told else None for key in facts}
    line = rewrite(str(state), taken=None, **words)
    if state.game.rules.claim != "never":
        if told != {"points", "tricks"} and any(state.tricks or ()) and any(state.points):
            with pytest.raises(PositionError, match=r"points|tricks"):
                read(line, state.game)
        return
    vague = read(line, state.game)
    assert vague.legal == state.legal
    truth, found = _played_out(state, numbers).result, _played_out(vague, numbers).result
    assert truth is not None
    assert found is not None
    if told == {"points", "tricks"}:
        assert found == truth
    if "points" in told:
        assert found.winners in (None, truth.winners)
    assert found.last_trick == truth.last_trick
    assert found.tricks in (None, truth.tricks)
    assert found.winners in (None, truth.winners)
    assert found.award in (None, truth.award)
    assert found.game_points in (None, truth.game_points)


def _played_out(state: State, numbers: bytes) -> State:
    return play_on(state, numbers + bytes([200]) * 200)
