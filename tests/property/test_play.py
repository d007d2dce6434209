"""Play from any deal of any game, compared at every step with the rules once more, straight from their text."""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

import msgspec
import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from referee import Referee
from slices import examples, in_turn, sliced
from strategies import (
    HOUSE_GAMES,
    LONGEST_DEAL,
    MATCHING_GAMES,
    game_of,
    matching_deals,
    matching_game,
    matching_state,
    matching_states,
    read,
    rewrite,
)

from aceten import (
    FLIP,
    SPICE,
    STOP,
    Action,
    Call,
    CallKind,
    Flip,
    IllegalAction,
    MatchingGame,
    MatchingState,
    Play,
    Rank,
    RulebookError,
    Seat,
    Spice,
    Stop,
    Suit,
    load,
    parse,
    start_match,
)
from aceten.conformance.rows import load_row, option_rows, values_of
from aceten.shuffling import shuffle
from aceten.testing import MatchingDeal, pick, play_on
from aceten_spec import Card, card_of, load_shipped, shipped
from aceten_spec.cards import without_suit
from aceten_spec.options import options_for
from aceten_spec.refusals import refusal_clause

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from aceten.actions import Event

CARDS: Final = tuple(Play(card_of(rank, suit)) for rank in Rank for suit in (None, *Suit))
"""Every card there is, and every card known by its rank alone."""
CALLS: Final = tuple(Call(Seat(seat), kind) for seat in range(5) for kind in CallKind)
"""Every call of every seat, one that no game has included."""
CHOICES: Final = st.binary(min_size=LONGEST_DEAL, max_size=LONGEST_DEAL)
"""Enough choices among legal actions to play any deal to its end."""


@dataclass(frozen=True)
class Moment:
    """A state of the engine, and what must be the case in it."""

    deal: MatchingDeal
    events: tuple[Event, ...]
    """Everything that was done, as it was done."""
    state: MatchingState
    must: Referee

    @classmethod
    def dealt(cls, deal: MatchingDeal) -> Moment:
        """Return the first moment of a deal."""
        return cls(deal, (), deal.state(), Referee(deal, ()))

    def then(self, seat: Seat, action: Action) -> Moment:
        """Return the next moment."""
        return Moment(self.deal, (*self.events, (seat, action)), self.state.play(action), self.must.after(seat, action))


def texts(cards: Iterable[object]) -> list[str]:
    """Return cards or actions as text."""
    return [str(card) for card in cards]


def each_card_is_in_exactly_one_place(moment: Moment) -> None:
    """Every card of the pack is at every step in one hand, in the talon, in the trick or captured, and only there."""
    state = moment.state
    places = [*state.hands, state.talon, state.trick, *state.taken]
    found = Counter(card for place in places for card in place)
    assert found == Counter(moment.deal.deck) == Counter(moment.deal.game.pack.cards)


def card_points_are_those_of_the_pack(moment: Moment) -> None:
    """The card points in play and captured are together always those of the whole pack; a side's are those of its cards."""
    state, count = moment.state, moment.must.count
    assert list(state.points) == [count(texts(pile)) for pile in state.taken]
    assert state.points_in_play + sum(state.points) == state.game.total == count(texts(state.game.pack.cards))
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
    assert state.winning == must.winning
    assert state.leader == must.leader
    assert state.turn == must.turn


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
    assert set(legal) == moment.must.allowed
    assert bool(legal) == (moment.state.turn is not None)


def a_deal_ends_with_its_last_card(moment: Moment) -> None:
    """A deal is over when every card that can be dealt to all has been played, and not before."""
    played = [action for _, action in moment.state.log if isinstance(action, Play | Flip)]
    playable = len(moment.deal.deck) // moment.deal.game.players * moment.deal.game.players
    assert (moment.state.turn is None) == (len(played) == playable)
    assert (moment.state.result is None) == (moment.state.turn is not None)


def every_legal_action_can_be_played(moment: Moment) -> None:
    """Every legal action is accepted and stands in the log of the new state, behind all that was there."""
    state = moment.state
    for action in state.legal:
        assert state.turn is not None
        assert state.play(action).log == (*moment.events, (state.turn, action))
    assert state.log == moment.events


def anything_else_is_refused(moment: Moment) -> None:
    """Whatever is not legal is refused by the first condition that it breaks, with its clause and what is legal instead."""
    state = moment.state
    clauses = {clause.id for clause in state.game.rulebook.clauses}
    anything: set[Action] = {*CARDS, FLIP, SPICE, STOP, *CALLS}
    for action in anything.difference(state.legal, state.calls):
        with pytest.raises(IllegalAction) as caught:
            state.play(action)
        error = caught.value
        assert error.code == moment.must.reason(action), action
        assert error.clause in clauses
        assert error.clause == refusal_clause(state.game.rulebook, error.code)
        assert (error.action, error.legal) == (action, state.legal)


def calls_are_the_partners_and_change_nothing(moment: Moment) -> None:
    """The partner of the seat to act, and nobody else, may make each of the calls, and only the log shows it."""
    state = moment.state
    assert set(state.calls) == {
        Call(Seat(seat), CallKind(kind)) for seat in moment.must.callers for kind in moment.must.rules.calls
    }
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
    result, must = moment.state.result, moment.must
    if result is None:
        return
    assert list(result.points) == must.points
    assert sum(result.points) == moment.state.game.total - must.count(must.talon) + must.rules.last_trick_points
    assert result.tricks == tuple(must.tricks)
    assert result.last_trick == must.side(must.leader)
    assert tuple(sorted(result.winners or ())) == must.winners
    assert (result.award, result.game_points) == must.award
    assert result.resets == must.resets
    last_seat, last_card = must.played[-1]
    assert moment.state.forfeit == (must.side(last_seat) if last_card[0] == must.rules.last_card_loses else None)


def the_position_line_reads_back(moment: Moment) -> None:
    """The text of a state reads back as an equal state with an equal hash, and is written the same again."""
    line = str(moment.state)
    again = read(line, moment.deal.game)
    assert again == moment.state
    assert (again != moment.state) is False
    assert hash(again) == hash(moment.state)
    assert str(again) == line
    assert (again.legal, again.calls, again.winning) == (moment.state.legal, moment.state.calls, moment.state.winning)


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


# The deals are played once, by the one worker that runs all of these tests.
pytestmark = pytest.mark.xdist_group("play")


@functools.cache
def courses() -> tuple[tuple[Moment, ...], ...]:
    """Return the course of a deal of every game, for each number of players and combination of options; of our own rulebooks more."""
    shuffled = [_course(number, game) for number, game in in_turn([*enumerate(MATCHING_GAMES)], 2)]
    shuffled += [
        _course(number, game) for number, game in enumerate(HOUSE_GAMES * sliced(3, whole=6), len(MATCHING_GAMES))
    ]
    burning = [game for game in MATCHING_GAMES if game.rules.four_resets]
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
    moments = [Moment.dealt(deal)]
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
    every = sliced(EVERY.get(requirement, 1), whole=1)
    for number, course in enumerate(courses()):
        for moment in course[number % every :: every]:
            requirement(moment)


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


class Table(RuleBasedStateMachine):
    """People at a table, who play what they like, call, and now and then take back what was played."""

    def __init__(self) -> None:
        """Sit down."""
        super().__init__()
        self.moments: list[Moment] = []
        self.written: list[tuple[Moment, str, int]] = []

    @property
    def now(self) -> Moment:
        """The moment that play has reached."""
        return self.moments[-1]

    def go_on(self, moment: Moment) -> None:
        """Go on to the next moment, and write down what its state is like."""
        self.moments.append(moment)
        self.written.append((moment, str(moment.state), hash(moment.state)))

    @initialize(deal=matching_deals())
    def begin(self, deal: MatchingDeal) -> None:
        """Deal."""
        self.go_on(Moment.dealt(deal))

    @rule(choices=st.binary(min_size=6, max_size=16))
    def play(self, choices: bytes) -> None:
        """Play a few legal actions, keeping to every requirement in between."""
        for choice in choices:
            turn = self.now.state.turn
            if turn is None:
                break
            self.keeps_every_requirement()
            self.go_on(self.now.then(turn, pick(self.now.state, choice)))

    @precondition(lambda self: bool(self.now.state.calls))
    @rule(choice=st.integers(0, len(CallKind) - 1))
    def call(self, choice: int) -> None:
        """Make a call."""
        call = self.now.state.calls[choice % len(self.now.state.calls)]
        self.go_on(self.now.then(call.seat, call))

    @rule(steps=st.integers(1, 12))
    def take_back(self, steps: int) -> None:
        """Go on from an earlier moment."""
        del self.moments[max(1, len(self.moments) - steps) :]

    @invariant()
    def keeps_every_requirement(self) -> None:
        """Every requirement is kept at every moment."""
        for requirement in REQUIREMENTS:
            requirement(self.now)

    def teardown(self) -> None:
        """Whatever was played later, an earlier state is what it was."""
        for moment, line, digest in self.written:
            assert str(moment.state) == line
            assert hash(moment.state) == digest
            assert moment.state.log == moment.events


@pytest.mark.turns(12)
def test_play_of_any_kind_keeps_every_requirement() -> None:
    """However cards, calls and stops follow each other, every requirement is kept, and no earlier state changes."""
    # What fails shows the deal and its position line, so there is no need to spend minutes on looking for less of it.
    quick = settings(
        deadline=None,
        max_examples=sliced(5, whole=80),
        stateful_step_count=20,
        phases=(Phase.explicit, Phase.reuse, Phase.generate),
    )
    run_state_machine_as_test(Table, settings=quick)


@pytest.mark.turns(2)
@examples(100)
@given(deal=matching_deals(), choices=CHOICES)
def test_suits_have_no_effect(deal: MatchingDeal, choices: bytes) -> None:
    """A deal of cards without suits goes the same way: the same ranks are legal, and the result is the same.

    Not where one card is unlike the others of its rank.
    """
    assume(not _has_lone_card(deal.game))
    state = deal.state()
    plain = _without_suits(state)
    for choice in choices:
        assert str(_without_suits(state)) == str(plain)
        assert list(dict.fromkeys(map(_plain, state.legal))) == list(plain.legal)
        if not state.legal:
            break
        action = pick(state, choice)
        state, plain = state.play(action), plain.play(_plain(action))
    assert plain.result == state.result


def _plain(action: Action) -> Action:
    return Play(without_suit(action.card)) if isinstance(action, Play) else action


def _has_lone_card(game: MatchingGame) -> bool:
    return game.lone_card is not None


def _without_suits(state: MatchingState) -> MatchingState:
    suits = str.maketrans("", "", "cshd")
    fields = dict(field.split("=") for field in str(state).split()[1:])
    cards = {
        key: fields[key].translate(suits) for key in ("hands", "talon", "trick", "taken", "drawn") if key in fields
    }
    return matching_state(read(rewrite(str(state), **cards), state.game))


@pytest.mark.turns(2)
@examples(150)
@given(state=matching_states(), told=st.sets(st.sampled_from(["points", "tricks"])), choices=CHOICES)
def test_what_a_position_leaves_open_is_never_guessed(state: MatchingState, told: set[str], choices: bytes) -> None:
    """Played on from a position that does not say which cards were captured, a result is right wherever it says anything."""
    facts = {"points": state.points, "tricks": state.tricks or ()}
    words = {key: ",".join(map(str, facts[key])) if key in told else None for key in facts}
    vague = read(rewrite(str(state), taken=None, **words), state.game)
    for choice in choices:
        assert vague.legal == state.legal
        if not state.legal:
            break
        action = pick(state, choice)
        state, vague = state.play(action), vague.play(action)
    truth, found = state.result, vague.result
    assert truth is not None
    assert found is not None
    if "points" in told:
        assert (found.points, found.winners) == (truth.points, truth.winners)
    if told == {"points", "tricks"}:
        assert found == truth
    assert found.last_trick == truth.last_trick
    assert found.tricks in (None, truth.tricks)
    assert found.winners in (None, truth.winners)
    assert found.award in (None, truth.award)
    assert found.game_points in (None, truth.game_points)
    assert set(found.resets) <= set(truth.resets)


@st.composite
def last_tricks(draw: st.DrawFn) -> tuple[MatchingState, tuple[int, int], tuple[int, int]]:
    """A game of Zsíros before its last trick, with any card points and tricks that the sides may have, and these."""
    game = draw(st.sampled_from([game for game in MATCHING_GAMES if game.rulebook.id == "zsiros"]))
    cards = draw(st.lists(st.sampled_from(game.pack.cards), min_size=game.players, max_size=game.players, unique=True))
    lead = draw(st.integers(0, game.players - 1))
    out = 80 - 10 * sum(card.rank in (Rank.ACE, Rank.TEN) for card in cards)
    of_leader = draw(st.sampled_from([0, out, *range(0, out + 1, 10)]))
    rounds = 32 // game.players - 1
    others = draw(st.integers(0 if of_leader == out else 1, rounds - 2))
    leaders = draw(st.integers(1, rounds - others))
    points = (of_leader, out - of_leader) if lead % 2 == 0 else (out - of_leader, of_leader)
    tricks = (leaders, others) if lead % 2 == 0 else (others, leaders)
    options = "".join(f" {name}={value}" for name, value in game.options)
    line = (
        f"{game} hands={','.join(map(str, cards))} lead={lead} points={points[0]},{points[1]}"
        f" tricks={tricks[0]},{tricks[1]}{options}"
    )
    return matching_state(parse(line)), points, tricks


@examples(300)
@given(position=last_tricks())
def test_a_deal_of_zsiros_scores_as_its_source_says(
    position: tuple[MatchingState, tuple[int, int], tuple[int, int]],
) -> None:
    """The side with more card points wins, at 40 to 40 the side with the last trick.

    It scores 1, with all 80 points from cards 2, with every trick 3; where it is agreed on, the last trick counts 10 more.
    """
    state, points, tricks = position
    rules, lead = state.game.rules, state.leader
    cards = [state.hands[(lead + turn) % len(state.hands)][0] for turn in range(len(state.hands))]
    matching = [turn for turn, card in enumerate(cards) if card.rank in (cards[0].rank, Rank.SEVEN)]
    last = (lead + matching[-1]) % 2
    for card in cards:
        state = state.play(Play(card))
    gained = 10 * sum(card.rank in (Rank.ACE, Rank.TEN) for card in cards)
    cards_of = [points[side] + gained * (side == last) for side in range(2)]
    bonus = 10 if dict(state.game.options).get("last_trick") == "ten" else 0
    total = [has + bonus * (side == last) for side, has in enumerate(cards_of)]
    taken = [tricks[side] + (side == last) for side in range(2)]

    winner: int | None = last
    if cards[-1].rank == Rank.SEVEN and rules.last_card_loses == "7":
        winner = 1 - last
    elif total[0] != total[1]:
        winner = total.index(max(total))
    elif rules.tie == "draw":
        winner = None
    scored = [0, 0]
    if winner is not None:
        scored[winner] = 1 if cards_of[winner] < 80 else 2 if taken[1 - winner] else 3

    result = state.result
    assert result is not None
    assert list(result.points) == total
    assert result.winner == winner
    assert list(result.game_points or ()) == scored
    assert result.award == ("draw", "majority", "kopasz", "csupasz")[max(scored)]


def test_zsiros_is_played_by_the_numbers_of_its_source() -> None:
    """Zsíros is played by two or four with 32 cards, four in hand; sevens are wild; aces and tens count 10 of 80; 5 wins."""
    game = matching_game(load("zsiros"))
    assert load_shipped("zsiros").parameters.players == (2, 4)
    assert sorted(map(str, game.pack.cards)) == sorted(rank + suit for rank in "AKQJT987" for suit in "cshd")
    assert (game.players, game.total, game.rules.hand, game.rules.wild, game.rules.target) == (4, 80, 4, ("7",), 5)
    assert game.rules.values == {"A": 10, "T": 10}
    assert (game.rules.continuation, game.rules.draw, game.rules.tie) == ("opponent_winning", "block", "last_trick")
    assert (game.rules.last_card_loses, len(game.rules.calls)) == ("none", 4)


POINTS: Final = {
    ("zsiros", "80"): {},
    ("zsiros", "90"): {"last_trick": "ten"},
    ("sedma", "90"): {},
    ("sedma-trumps", "90"): {},
    ("sedma-three", "90"): {},
    ("septica", "8"): {},
    ("sedmice", "90"): {},
    ("sedmice", "80"): {"variant": "croatian"},
    ("sedmice", "9"): {"variant": "serbian"},
    ("hola", "90"): {},
    ("ristiklappi", "120"): {},
    ("ristikontra", "120"): {},
    ("ristiklappi", "60"): {"count": "points_60"},
    ("lusti-kartln", "90"): {},
}
"""How many points there are in a deal, from the sources, by game and options; but for six players of Hola."""


@pytest.mark.parametrize(("name", "points"), POINTS)
def test_a_deal_has_the_points_of_its_source(name: str, points: str) -> None:
    """Whatever is played, the points of a deal are together those that the sources name; in Hola game points 170 with every trick."""
    for players in load_shipped(name).parameters.players:
        for seed in range(12):
            state = load(name, players=players, **POINTS[name, points]).deal(seed=seed) if players != 6 else None
            if state is None:
                continue
            chance = random.Random(seed)
            while state.turn is not None:
                state = state.play(pick(state, chance.randrange(256)))
            assert state.result is not None
            assert sum(state.result.points) == int(points)
            if name == "hola" and state.result.award == "sweep":
                assert sorted(state.result.game_points or ()) == [*[0] * (state.game.side_count - 1), 170]


@pytest.mark.parametrize("leftover", ["unplayed", "last_trick"])
def test_six_players_of_hola_have_the_points_of_two_packs(leftover: str) -> None:
    """Of the 160 points of two packs six players capture all but those of the two cards that are left over, or all of them."""
    for seed in range(12):
        state = load("hola", players=6, leftover=leftover).deal(seed=seed)
        last_two = state.talon[-2:]
        chance = random.Random(seed)
        while state.turn is not None:
            state = state.play(pick(state, chance.randrange(256)))
        assert state.result is not None
        left = 10 * sum(card.rank in (Rank.ACE, Rank.TEN) for card in last_two) if leftover == "unplayed" else 0
        assert sum(state.result.points) == 160 - left
        assert state.talon == (last_two if leftover == "unplayed" else ())


def _fields(value: msgspec.Struct) -> list[str]:
    return list(value.__struct_fields__)


@examples(40)
@given(state=matching_states())
def test_values_cannot_be_changed(state: MatchingState) -> None:
    """No attribute of a state, a view, a game, a match, an action or a result can be set, added or deleted."""
    game = state.game
    result = play_on(state, bytes(LONGEST_DEAL)).result
    assert result is not None
    values: list[msgspec.Struct] = [state, state.view(0), game, start_match(game_of(state), dealer=0), result]
    values += [action for _, action in state.log] + list(state.legal + state.calls)
    for value in values:
        text = repr(value)
        for name in _fields(value):
            with pytest.raises(AttributeError):
                setattr(value, name, None)
            with pytest.raises(AttributeError):
                delattr(value, name)
        with pytest.raises(AttributeError):
            setattr(value, "remark", "")  # noqa: B010 - a type checker would refuse the statement
        assert repr(value) == text


@examples(40)
@given(state=matching_states())
def test_a_state_holds_nothing_that_changes(state: MatchingState) -> None:
    """Beside its game, a state consists of numbers, truth values, actions and tuples of them, all the way down."""
    waiting: list[object] = [getattr(state, name) for name in _fields(state) if name != "game"]
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, tuple):
            waiting.extend(cast("tuple[object, ...]", thing))
        elif isinstance(thing, Play | Call):
            waiting.extend(getattr(thing, name) for name in _fields(thing))
        else:
            assert isinstance(thing, int | str | Stop | Flip | Spice | None)


def test_drawing_one_by_one_after_a_flip() -> None:
    """Where cards are drawn one by one, a winner who turned up his card draws none, and the other draws the next."""
    book = load_shipped("ristiklappi")
    parameters = msgspec.structs.replace(book.parameters, draw="round_robin", spice=False)
    rules = msgspec.structs.replace(book, options={}, parameters=parameters)
    state = parse("ristiklappi/2 hands=KQJT9,A8765 talon=KA54 lead=0", rules=rules)
    state = state.play(Play(card_of(Rank.KING, None))).play(FLIP)
    assert str(state) == "ristiklappi/2 hands=AQJT9,A8765 talon=54 lead=1 taken=-,KK"
