"""Play from any deal of any game, compared at every step with the rules once more, straight from their text."""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, cast

import pytest
from hypothesis import Phase, given, settings
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
from strategies import GAMES, HOUSE_GAMES, LONGEST_DEAL, Deal, deals, pick, play_on, read, rewrite, states

from aceten import (
    STOP,
    Action,
    Call,
    CallKind,
    Game,
    IllegalAction,
    Play,
    Rank,
    Seat,
    State,
    Stop,
    Suit,
    load,
    parse,
    start_match,
)
from aceten.shuffling import shuffle
from aceten_spec import card_of, load_shipped, shipped
from aceten_spec.cards import without_suit
from aceten_spec.rulebook import REFUSALS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import msgspec

    from aceten.state import Event

CARDS: Final = tuple(Play(card_of(rank, suit)) for rank in Rank for suit in (None, *Suit))
"""Every card there is, and every card known by its rank alone."""
CALLS: Final = tuple(Call(Seat(seat), kind) for seat in range(5) for kind in CallKind)
"""Every call of every seat, one that no game has included."""
CHOICES: Final = st.binary(min_size=LONGEST_DEAL, max_size=LONGEST_DEAL)
"""Enough choices among legal actions to play any deal to its end."""


@dataclass(frozen=True)
class Moment:
    """A state of the engine, and what must be the case in it."""

    deal: Deal
    events: tuple[Event, ...]
    """Everything that was done, as it was done."""
    state: State
    line: str = field(init=False)
    digest: int = field(init=False)
    must: Referee = field(init=False)

    def __post_init__(self) -> None:
        """Write down what the state was like when it came about."""
        object.__setattr__(self, "line", str(self.state))
        object.__setattr__(self, "digest", hash(self.state))
        object.__setattr__(self, "must", Referee(self.deal, self.events))

    def then(self, seat: Seat, action: Action) -> Moment:
        """Return the next moment."""
        return Moment(self.deal, (*self.events, (seat, action)), self.state.play(action))


def texts(cards: Iterable[object]) -> list[str]:
    """Return cards or actions as text."""
    return [str(card) for card in cards]


def each_card_is_in_exactly_one_place(moment: Moment) -> None:
    """Every card of the pack is at every step in one hand, in the talon, in the trick or captured, and only there."""
    state = moment.state
    places = [*state.hands, state.talon, state.trick, *state.taken]
    found = Counter(card for place in places for card in place)
    assert found == Counter(moment.deal.deck)
    assert len(found) == len(moment.deal.game.pack.cards)


def card_points_are_those_of_the_pack(moment: Moment) -> None:
    """The card points in play and captured are together always those of the whole pack; a side's are those of its cards."""
    state, count = moment.state, moment.must.count
    assert list(state.points) == [count(texts(pile)) for pile in state.taken]
    assert state.points_in_play + sum(state.points) == state.game.total == count(texts(state.game.pack.cards))
    assert state.points_known


def hands_are_equal_before_a_trick(moment: Moment) -> None:
    """When a trick is led all hands are equally large and full as long as there is a talon, and the talon divides by the players."""
    state = moment.state
    assert len(state.talon) % state.game.players == 0
    if not state.trick:
        assert len({len(hand) for hand in state.hands}) == 1
        assert len(state.hands[0]) == state.game.rules.hand or not state.talon


def cards_are_dealt_played_and_drawn_as_the_rules_say(moment: Moment) -> None:
    """Hands, talon, trick and captured cards are those that the dealt deck and the actions since lead to."""
    state, must = moment.state, moment.must
    assert [sorted(texts(hand)) for hand in state.hands] == [sorted(hand) for hand in must.hands]
    assert texts(state.talon) == must.talon
    assert texts(state.trick) == must.trick
    assert [sorted(texts(pile)) for pile in state.taken] == [sorted(pile) for pile in must.taken]
    assert state.tricks == tuple(must.tricks)
    assert state.dealer == moment.deal.dealer


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
            assert state.winning % 2 != state.leader % 2


def the_legal_actions_are_those_of_the_rules(moment: Moment) -> None:
    """The legal actions are any card in hand, and for the leader who may continue a card that matches or stopping; each once."""
    legal = texts(moment.state.legal)
    assert len(legal) == len(set(legal))
    assert set(legal) == moment.must.allowed
    assert bool(legal) == (moment.state.turn is not None)


def a_deal_ends_with_its_last_card(moment: Moment) -> None:
    """A deal is over when every card of the pack has been played, and not before."""
    played = [action for _, action in moment.state.log if isinstance(action, Play)]
    assert (moment.state.turn is None) == (len(played) == len(moment.deal.deck))
    assert (moment.state.result is None) == (moment.state.turn is not None)


def every_legal_action_can_be_played(moment: Moment) -> None:
    """Every legal action is accepted and stands in the log of the new state, behind all that was there."""
    state = moment.state
    for action in state.legal:
        assert state.turn is not None
        assert state.play(action).log == (*moment.events, (state.turn, action))
    assert state.log == moment.events


def anything_else_is_refused(moment: Moment) -> None:
    """Whatever is not legal is refused, with its reason, a clause of the rulebook and what is legal instead."""
    state = moment.state
    clauses = {clause.id for clause in state.game.rulebook.clauses}
    anything: set[Action] = {*CARDS, STOP, *CALLS}
    for action in anything.difference(state.legal, state.calls):
        with pytest.raises(IllegalAction) as caught:
            state.play(action)
        error = caught.value
        assert error.code in REFUSALS
        assert error.code == moment.must.reason(action)
        assert error.clause in clauses
        assert error.clause == state.game.rulebook.refusals[error.code]
        assert (error.action, error.legal) == (action, state.legal)


def calls_are_the_partners_and_change_nothing(moment: Moment) -> None:
    """The partner of the seat to act, and nobody else, may make each of the calls, and only the log shows it."""
    state = moment.state
    assert set(state.calls) == {Call(Seat(seat), kind) for seat in moment.must.callers for kind in CallKind}
    assert len(state.calls) == len(set(state.calls))
    for call in state.calls:
        after = state.play(call)
        assert after == state
        assert after.log == (*state.log, (call.seat, call))
        for name in set(State.__struct_fields__) - {"log"}:
            assert getattr(after, name) == getattr(state, name)
        assert (after.legal, after.calls) == (state.legal, state.calls)


def the_result_is_that_of_the_rules(moment: Moment) -> None:
    """Points, tricks, winner and game points of a deal that is over are those that its course comes to."""
    result, must = moment.state.result, moment.must
    if result is None:
        return
    assert list(result.points) == [must.count(pile) for pile in must.taken]
    assert result.tricks == tuple(must.tricks)
    assert result.last_trick == must.leader % 2
    assert result.winner == must.winner
    assert (result.award, result.game_points) == must.award
    last_seat, last_card = must.played[-1]
    assert moment.state.forfeit == (last_seat % 2 if last_card[0] == must.rules.last_card_loses else None)


def the_position_line_reads_back(moment: Moment) -> None:
    """The text of a state reads back as an equal state with an equal hash, and is written the same again."""
    again = read(moment.line, moment.deal.game)
    assert again == moment.state
    assert (again != moment.state) is False
    assert hash(again) == hash(moment.state)
    assert str(again) == moment.line
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


@functools.cache
def courses() -> tuple[tuple[Moment, ...], ...]:
    """Return the course of one deal of every game: each number of players with each combination of options."""
    return tuple(_course(number, game) for number, game in enumerate((*GAMES, *HOUSE_GAMES)))


def _course(seed: int, game: Game) -> tuple[Moment, ...]:
    chance = random.Random(seed)
    dealer = seed % game.players
    deal = Deal(game, shuffle(game.pack.cards, seed), dealer)
    moments = [Moment(deal, (), game.deal(seed=seed, dealer=dealer))]
    while (turn := moments[-1].state.turn) is not None:
        calls = moments[-1].state.calls
        if calls and chance.randrange(8) == 0:
            call = chance.choice(calls)
            moments.append(moments[-1].then(call.seat, call))
        moments.append(moments[-1].then(turn, pick(moments[-1].state, chance.randrange(256))))
    return tuple(moments)


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda requirement: requirement.__name__)
def test_every_game_keeps(requirement: Callable[[Moment], None]) -> None:
    """In every game, with each number of players and each combination of options, play from a seed keeps the requirement."""
    for course in courses():
        for moment in course:
            requirement(moment)


@pytest.mark.parametrize("name", shipped())
def test_every_combination_of_options_is_played(name: str) -> None:
    """The games tested are every number of players with every combination of option values; of a number, two values."""
    rulebook = load_shipped(name)
    combinations = {
        (game.players, *(getattr(game.rules, option) for option in rulebook.options))
        for game in GAMES
        if game.rulebook.id == name
    }
    values: list[set[object]] = [set(rulebook.parameters.players)]
    for option, described in rulebook.options.items():
        own = getattr(rulebook.parameters, option)
        values.append({own, own + 1} if described.values == "positive" else set(described.values))
    assert combinations == set(itertools.product(*values))


def _rounds(moment: Moment) -> int:
    """Return how many rounds of the current trick have begun."""
    return -(-len(moment.state.trick) // moment.deal.game.players)


def _stopped(moment: Moment) -> bool:
    return bool(moment.events) and moment.events[-1][1] == STOP


def _short(before: Moment, now: Moment) -> bool:
    """Whether cards were just drawn, and too few to fill the hands."""
    drawn = len(before.state.talon) > len(now.state.talon) == 0
    return drawn and len(now.state.hands[0]) < now.state.game.rules.hand


def _called(moment: Moment) -> bool:
    return bool(moment.events) and isinstance(moment.events[-1][1], Call)


def _equal_points(moment: Moment) -> bool:
    result = moment.state.result
    return result is not None and result.points[0] == result.points[1]


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
    "nobody wins": lambda _, now: now.state.result is not None and now.state.result.winner is None,
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
        self.taken_back: list[Moment] = []

    @property
    def now(self) -> Moment:
        """The moment that play has reached."""
        return self.moments[-1]

    @initialize(deal=deals())
    def begin(self, deal: Deal) -> None:
        """Deal."""
        self.moments.append(Moment(deal, (), deal.state()))

    @rule(choices=st.binary(min_size=6, max_size=16))
    def play(self, choices: bytes) -> None:
        """Play a few legal actions, keeping to every requirement in between."""
        for choice in choices:
            turn = self.now.state.turn
            if turn is None:
                break
            self.keeps_every_requirement()
            self.moments.append(self.now.then(turn, pick(self.now.state, choice)))

    @precondition(lambda self: bool(self.now.state.calls))
    @rule(choice=st.integers(0, len(CallKind) - 1))
    def call(self, choice: int) -> None:
        """Make a call."""
        call = self.now.state.calls[choice]
        self.moments.append(self.now.then(call.seat, call))

    @rule(steps=st.integers(1, 12))
    def take_back(self, steps: int) -> None:
        """Go on from an earlier moment."""
        keep = max(1, len(self.moments) - steps)
        self.taken_back += self.moments[keep:]
        del self.moments[keep:]

    @invariant()
    def keeps_every_requirement(self) -> None:
        """Every requirement is kept at every moment."""
        for requirement in REQUIREMENTS:
            requirement(self.now)

    def teardown(self) -> None:
        """Whatever was played later, an earlier state is what it was."""
        for moment in self.moments + self.taken_back:
            assert str(moment.state) == moment.line
            assert hash(moment.state) == moment.digest
            assert moment.state.log == moment.events


def test_play_of_any_kind_keeps_every_requirement() -> None:
    """However cards, calls and stops follow each other, every requirement is kept, and no earlier state changes."""
    # What fails shows the deal and its position line, so there is no need to spend minutes on looking for less of it.
    quick = settings(
        deadline=None, max_examples=80, stateful_step_count=20, phases=(Phase.explicit, Phase.reuse, Phase.generate)
    )
    run_state_machine_as_test(Table, settings=quick)


@settings(deadline=None, max_examples=100)
@given(deal=deals(), choices=CHOICES)
def test_suits_have_no_effect(deal: Deal, choices: bytes) -> None:
    """A deal of cards without suits goes the same way: the same ranks are legal, and the result is the same."""
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


def _without_suits(state: State) -> State:
    suits = str.maketrans("", "", "cshd")
    fields = dict(field.split("=") for field in str(state).split()[1:])
    cards = {key: fields[key].translate(suits) for key in ("hands", "talon", "trick", "taken") if key in fields}
    return read(rewrite(str(state), **cards), state.game)


@settings(deadline=None, max_examples=150)
@given(state=states(), told=st.sets(st.sampled_from(["points", "tricks"])), choices=CHOICES)
def test_what_a_position_leaves_open_is_never_guessed(state: State, told: set[str], choices: bytes) -> None:
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
        assert (found.points, found.winner) == (truth.points, truth.winner)
    if told == {"points", "tricks"}:
        assert found == truth
    assert found.last_trick == truth.last_trick
    assert found.tricks in (None, truth.tricks)
    assert found.winner in (None, truth.winner)
    assert found.award in (None, truth.award)
    assert found.game_points in (None, truth.game_points)


@st.composite
def last_tricks(draw: st.DrawFn) -> tuple[State, tuple[int, int], tuple[int, int]]:
    """A game of Zsíros before its last trick, with any card points and tricks that the sides may have, and these."""
    game = draw(st.sampled_from([game for game in GAMES if game.rulebook.id == "zsiros"]))
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
    return parse(line), points, tricks


@settings(deadline=None, max_examples=300)
@given(position=last_tricks())
def test_a_deal_of_zsiros_scores_as_its_source_says(position: tuple[State, tuple[int, int], tuple[int, int]]) -> None:
    """The side with more card points wins, at 40 to 40 the side with the last trick.

    It scores 1, with all 80 points 2, with every trick 3.
    """
    state, points, tricks = position
    rules, lead = state.game.rules, state.leader
    cards = [state.hands[(lead + turn) % len(state.hands)][0] for turn in range(len(state.hands))]
    matching = [turn for turn, card in enumerate(cards) if card.rank in (cards[0].rank, Rank.SEVEN)]
    last = (lead + matching[-1]) % 2
    for card in cards:
        state = state.play(Play(card))
    gained = 10 * sum(card.rank in (Rank.ACE, Rank.TEN) for card in cards)
    total = [points[side] + gained * (side == last) for side in range(2)]
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
        scored[winner] = 1 if total[winner] < 80 else 2 if taken[1 - winner] else 3

    result = state.result
    assert result is not None
    assert list(result.points) == total
    assert result.winner == winner
    assert list(result.game_points or ()) == scored
    assert result.award == ("draw", "majority", "kopasz", "csupasz")[max(scored)]


def test_zsiros_is_played_by_the_numbers_of_its_source() -> None:
    """Zsíros is played by two or four with 32 cards, four in hand; sevens are wild; aces and tens count 10 of 80; 5 wins."""
    game = load("zsiros")
    assert load_shipped("zsiros").parameters.players == (2, 4)
    assert sorted(map(str, game.pack.cards)) == sorted(rank + suit for rank in "AKQJT987" for suit in "cshd")
    assert (game.players, game.total, game.rules.hand, game.rules.wild, game.rules.target) == (4, 80, 4, ("7",), 5)
    assert game.rules.values == {"A": 10, "T": 10}
    assert (game.rules.continuation, game.rules.draw, game.rules.tie) == ("opponent_winning", "block", "last_trick")
    assert (game.rules.last_card_loses, game.rules.calls) == ("none", "on")


def _fields(value: msgspec.Struct) -> list[str]:
    return list(value.__struct_fields__)


@settings(deadline=None, max_examples=40)
@given(state=states())
def test_values_cannot_be_changed(state: State) -> None:
    """No attribute of a state, a view, a game, a match, an action or a result can be set, added or deleted."""
    game = state.game
    result = play_on(state, bytes(LONGEST_DEAL)).result
    assert result is not None
    values: list[msgspec.Struct] = [state, state.view(0), game, start_match(game, dealer=0), result]
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


@settings(deadline=None, max_examples=40)
@given(state=states())
def test_a_state_holds_nothing_that_changes(state: State) -> None:
    """Beside its game, a state consists of numbers, truth values, actions and tuples of them, all the way down."""
    waiting: list[object] = [getattr(state, name) for name in _fields(state) if name != "game"]
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, tuple):
            waiting.extend(cast("tuple[object, ...]", thing))
        elif isinstance(thing, Play | Call):
            waiting.extend(getattr(thing, name) for name in _fields(thing))
        else:
            assert isinstance(thing, int | str | Stop | None)
