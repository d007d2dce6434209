"""Play from any deal of any game with matching tricks, compared at every step with the rules in plain Python."""

import functools
import itertools
import random
from collections.abc import Callable
from typing import Final, TypeAlias

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule
from support.games.game_strategies import HOUSE_GAMES, MATCHING_GAMES, matching_deals
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
from support.slices import in_turn, sliced

from aceten import (
    FLIP,
    SPICE,
    STOP,
    Action,
    Call,
    CallKind,
    Flip,
    MatchingGame,
    MatchingState,
    Play,
    RulebookError,
    Seat,
    Suit,
    parse,
)
from aceten.conformance.questions.option_rows import load_row, option_rows, values_of
from aceten.deals.shuffling import shuffle
from aceten.testing import MatchingDeal, pick
from aceten_spec import Card, card_of, load_shipped, plain, shipped
from aceten_spec.options import options_for
from aceten_spec.plain import matching_awards
from aceten_spec.plain.matching_table import cards_taken
from aceten_spec.plain.pack_and_sides import card_points

Moment: TypeAlias = compared_play.OfMatching
"""A state of the engine, and what must be the case in it."""

CALLS: Final = tuple(Call(Seat(seat), kind) for seat in range(5) for kind in CallKind)
"""Every call of every seat, one that no game has included."""


def dealt(deal: MatchingDeal) -> Moment:
    """Return the first moment of a deal."""
    return compared_play.Moment(deal, (), deal.state(), begun(deal))


def card_points_are_those_of_the_pack(moment: Moment) -> None:
    """The card points in play and captured are together always those of the whole pack; a side's are those of its cards."""
    state, rules = moment.state, moment.must.rules
    assert list(state.points) == cards_taken(moment.must) == [card_points(rules, texts(pile)) for pile in state.taken]
    assert state.points_in_play + sum(state.points) == state.game.total == card_points(rules, plain.pack(rules))
    assert state.points_known


def hands_are_equal_before_a_trick(moment: Moment) -> None:
    """When a trick is led all hands are equally large and full as long as there is a talon, and the talon divides by the players."""
    state, players = moment.state, moment.state.game.players
    left = 0 if state.game.rules.leftover == "last_trick" and state.turn is None else len(moment.deal.deck) % players
    if not state.trick:
        assert len(state.talon) % players == left
        assert len({len(hand) for hand in state.hands}) == 1
        assert len(state.hands[0]) == state.game.rules.hand or len(state.talon) == left


def cards_are_dealt_played_and_drawn_as_the_rules_say(moment: Moment) -> None:
    """Hands, talon, trick and captured cards are those that the dealt deck and the actions since lead to."""
    state, must = moment.state, moment.must
    assert [sorted(texts(hand)) for hand in state.hands] == [sorted(hand) for hand in must.hands]
    assert texts(state.talon) == must.talon
    assert texts(state.trick) == must.trick
    assert [sorted(texts(pile)) for pile in state.taken] == [sorted(pile) for pile in must.taken]
    assert state.tricks == tuple(must.tricks)
    assert state.dealer == moment.deal.dealer
    assert (None if state.drawn is None else str(state.drawn)) == must.drawn
    assert state.lone == must.lone
    assert state.burned == tuple(sorted(must.burned))


def the_last_card_that_matches_wins(moment: Moment) -> None:
    """Whoever played the last match to the led card is winning the trick, and leads when it is over."""
    state, must = moment.state, moment.must
    assert state.winning == plain.winning(must)
    assert state.leader == must.leader
    assert state.turn == plain.turn(must)


def the_leader_chooses_exactly_when_he_may_continue(moment: Moment) -> None:
    """The leader is asked at the end of a round exactly when the rules let him continue and he has a card to do it with."""
    state = moment.state
    assert state.choosing == moment.must.choosing
    if state.choosing:
        assert state.turn == state.leader
        assert STOP in state.legal
        assert len(state.legal) > 1
        if state.game.rules.continuation == "opponent_winning":
            assert state.game.sides[state.winning] != state.game.sides[state.leader]


def the_legal_actions_are_those_of_the_rules(moment: Moment) -> None:
    """The legal actions are any card in hand, and for the leader who may continue a card that matches or stopping; each once."""
    legal = texts(moment.state.legal)
    assert len(legal) == len(set(legal))
    assert set(legal) == plain.legal(moment.must)
    assert bool(legal) == (moment.state.turn is not None)


def a_deal_ends_with_its_last_card(moment: Moment) -> None:
    """A deal is over when every card that can be dealt to all has been played, and not before."""
    played = [action for _, action in moment.state.log if isinstance(action, Play | Flip)]
    playable = len(moment.deal.deck) // moment.deal.game.players * moment.deal.game.players
    assert (moment.state.turn is None) == (len(played) == playable)
    assert (moment.state.result is None) == (moment.state.turn is not None)


def anything_else_is_refused(moment: Moment) -> None:
    """Whatever is not legal is refused by the first condition that it breaks, with its clause and what is legal instead."""
    anything: set[Action] = {*CARDS, FLIP, SPICE, STOP, *CALLS}
    refused(moment, anything.difference(moment.state.legal, moment.state.calls))


def calls_are_the_partners_and_change_nothing(moment: Moment) -> None:
    """The partner of the seat to act, and nobody else, may make each of the calls, and only the log shows it."""
    state = moment.state
    assert set(texts(state.calls)) == plain.calls(moment.must)
    assert len(state.calls) == len(set(state.calls))
    for call in state.calls:
        after = state.play(call)
        assert after == state
        assert after.log == (*state.log, (call.seat, call))
        for name in set(MatchingState.__struct_fields__) - {"log"}:
            assert getattr(after, name) == getattr(state, name)
        assert (after.legal, after.calls) == (state.legal, state.calls)


def the_result_is_that_of_the_rules(moment: Moment) -> None:
    """Points, tricks, winner and game points of a deal that is over are those that its course comes to."""
    assert settlement_of(moment.state.result) == plain.settlement(moment.must)
    if moment.state.result is not None:
        total = moment.state.game.total - card_points(moment.must.rules, moment.must.talon)
        assert sum(moment.state.result.points) == total + moment.must.rules.last_trick_points
        assert moment.state.forfeit == matching_awards.forfeit(moment.must)


def the_repr_makes_an_equal_state(moment: Moment) -> None:
    """The ``repr`` of a state is an expression that makes an equal one, for a shipped rulebook without being given it."""
    rulebook = moment.deal.game.rulebook
    names = {"parse": parse if rulebook.id in shipped() else functools.partial(parse, rules=rulebook)}
    assert eval(repr(moment.state), names) == moment.state  # noqa: S307 - that it can be evaluated is what it promises


REQUIREMENTS: Final[tuple[Callable[[Moment], None], ...]] = (
    each_card_is_in_exactly_one_place,
    card_points_are_those_of_the_pack,
    hands_are_equal_before_a_trick,
    cards_are_dealt_played_and_drawn_as_the_rules_say,
    the_last_card_that_matches_wins,
    the_leader_chooses_exactly_when_he_may_continue,
    the_legal_actions_are_those_of_the_rules,
    a_deal_ends_with_its_last_card,
    every_legal_action_can_be_played,
    anything_else_is_refused,
    calls_are_the_partners_and_change_nothing,
    the_result_is_that_of_the_rules,
    the_position_line_reads_back,
    the_repr_makes_an_equal_state,
)
"""What must be the case at every moment of every deal."""

EVERY: Final[dict[Callable[[Moment], None], int]] = {
    anything_else_is_refused: 60,
    card_points_are_those_of_the_pack: 3,
    each_card_is_in_exactly_one_place: 6,
    every_legal_action_can_be_played: 3,
    the_position_line_reads_back: 30,
    the_repr_makes_an_equal_state: 60,
}
"""What takes its time is tested at every so many moments of the deals that are played once for all, at other moments in each."""


@functools.cache
def courses() -> tuple[tuple[Moment, ...], ...]:
    """Return the course of a deal of every game, for each number of players and combination of options; of our own rulebooks more."""
    shuffled = [_course(number, game) for number, game in in_turn([*enumerate(MATCHING_GAMES)], 2)]
    shuffled += [
        _course(number, game) for number, game in enumerate(HOUSE_GAMES * sliced(3, whole=6), len(MATCHING_GAMES))
    ]
    burning = [game for game in MATCHING_GAMES if game.rules.four_resets]
    losing = load_row(load_shipped("zsiros"), 2, {"last_card_loses": "7", "continuation": "never"})
    assert isinstance(losing, MatchingGame)
    shuffled += [_course(number, losing) for number in (2, 32)]  # a seven is the last card
    return (*shuffled, *(_course(number, game, in_quarters(game)) for number, game in enumerate(burning)))


def in_quarters(game: MatchingGame) -> tuple[Card, ...]:
    """Return a deck dealt four cards at a time by which each of four players holds the same four ranks."""
    ranks = game.pack.ranks
    fours = [ranks[start : start + 4] for start in range(0, len(ranks), 4)]
    return tuple(card_of(rank, suit) for four in fours for suit in Suit for rank in four)


def _course(seed: int, game: MatchingGame, deck: tuple[Card, ...] | None = None) -> tuple[Moment, ...]:
    chance = random.Random(seed)
    dealer = seed % game.players
    deal = MatchingDeal(game, shuffle(game.pack.cards, seed) if deck is None else deck, dealer)
    moments = [dealt(deal)]
    while (turn := moments[-1].state.turn) is not None:
        calls = moments[-1].state.calls
        if calls and chance.randrange(8) == 0:
            call = chance.choice(calls)
            moments.append(moments[-1].then(call.seat, call))
        moments.append(
            moments[-1].then(turn, pick(moments[-1].state, chance.randrange(0 if deck is None else 128, 256)))
        )
    return tuple(moments)


@pytest.mark.turns(8)
@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda requirement: requirement.__name__)
def test_every_game_keeps(requirement: Callable[[Moment], None]) -> None:
    """In every game, with each number of players and each combination of options, play from a seed keeps the requirement."""
    kept(requirement, EVERY, courses())


@pytest.mark.turns(6)
@pytest.mark.parametrize("name", shipped())
def test_every_two_option_values_are_played_together(name: str) -> None:
    """The games tested hold, for each number of players, every two values of two options; but for those that contradict each other."""
    rulebook = load_shipped(name)
    for players in rulebook.parameters.players:
        rows = option_rows(rulebook, players)
        values = {option: values_of(rulebook, option, players) for option in options_for(rulebook, players)}
        for one, other in itertools.combinations(values, 2):
            for pair in itertools.product(values[one], values[other]):
                wanted = dict(zip((one, other), pair, strict=True))
                if not any(wanted.items() <= row.items() for row in rows):
                    with pytest.raises(RulebookError):
                        load_row(rulebook, players, wanted)


def _rounds(moment: Moment) -> int:
    """Return how many rounds of the current trick have begun."""
    return -(-len(moment.state.trick) // moment.deal.game.players)


def _stopped(moment: Moment) -> bool:
    return bool(moment.events) and moment.events[-1][1] == STOP


def _short(before: Moment, now: Moment) -> bool:
    """Whether cards were just drawn, and too few to fill the hands."""
    drawn = len(before.state.talon) > len(now.state.talon) == 0 and not now.state.trick
    return drawn and len(now.state.hands[0]) < now.state.game.rules.hand


def _called(moment: Moment) -> bool:
    return bool(moment.events) and isinstance(moment.events[-1][1], Call)


def _equal_points(moment: Moment) -> bool:
    result = moment.state.result
    return result is not None and result.points[0] == result.points[1]


def _award(moment: Moment) -> str | None:
    return None if moment.state.result is None else moment.state.result.award


def _did(moment: Moment, action: Action) -> bool:
    return bool(moment.events) and moment.events[-1][1] == action


def _leads_less(moment: Moment) -> bool:
    """Whether somebody may not lead every card that he holds."""
    state = moment.state
    plays = {action.card for action in state.legal if isinstance(action, Play)}
    return state.turn is not None and not state.trick and plays != set(state.hands[state.turn])


RARE: Final[dict[str, Callable[[Moment, Moment], bool]]] = {
    "a third round": lambda _, now: _rounds(now) == 3,
    "a fourth round": lambda _, now: _rounds(now) == 4,
    "a leader who stops": lambda _, now: _stopped(now),
    "a leader who is not asked": lambda before, now: (
        not _stopped(now) and bool(before.state.trick) > bool(now.state.trick)
    ),
    "a talon that does not fill the hands": _short,
    "a call": lambda _, now: _called(now),
    "equal points": lambda _, now: _equal_points(now),
    "a deal lost by its last card": lambda _, now: now.state.forfeit is not None,
    "nobody wins": lambda _, now: now.state.result is not None and now.state.result.winners == (),
    "several winners": lambda _, now: _award(now) == "shared",
    "every trick taken by one side": lambda _, now: _award(now) == "sweep",
    "a score that falls to 0": lambda _, now: now.state.result is not None and bool(now.state.result.resets),
    "a round of four equal ranks": lambda _, now: bool(now.state.burned),
    "cards that are left over": lambda _, now: now.state.turn is None and bool(now.state.talon),
    "a lead that is not allowed": lambda _, now: _leads_less(now),
    "a card turned up": lambda _, now: _did(now, FLIP),
    "a trick that is spiced": lambda _, now: _did(now, SPICE),
    "a trick that could be spiced and is not": lambda before, now: before.state.drawn is not None and _stopped(now),
    "a trick that is trumped": lambda _, now: now.state.trumped,
    "a player who plays alone": lambda before, now: before.state.lone is None and now.state.lone is not None,
}
"""What may happen between one moment and the next, and seldom does."""


@pytest.mark.parametrize("event", RARE)
def test_the_deals_played_include(event: str) -> None:
    """The deals by which the requirements are tested include what happens seldom."""
    assert any(RARE[event](*moments) for course in courses() for moments in itertools.pairwise(course))


class Table(compared_play.Table[Moment]):
    """People at a table, who play what they like, call, and now and then take back what was played."""

    requirements = REQUIREMENTS

    @initialize(deal=matching_deals())
    def begin(self, deal: MatchingDeal) -> None:
        """Deal."""
        self.go_on(dealt(deal))

    @precondition(lambda self: bool(self.now.state.calls))
    @rule(choice=st.integers(0, len(CallKind) - 1))
    def call(self, choice: int) -> None:
        """Make a call."""
        call = self.now.state.calls[choice % len(self.now.state.calls)]
        self.go_on(self.now.then(call.seat, call))


@pytest.mark.turns(12)
def test_play_of_any_kind_keeps_every_requirement() -> None:
    """However cards, calls and stops follow each other, every requirement is kept, and no earlier state changes."""
    sit_down(Table, sliced(5, whole=80), 20)
