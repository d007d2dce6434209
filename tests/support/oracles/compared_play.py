"""Play, compared at every step with the rules in plain Python: what of that is the same for both kinds of tricks."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Generic, Self, TypeAlias, TypeVar

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from support.games.game_strategies import read
from support.slices import sliced

from aceten import Action, IllegalAction, MatchingState, Play, Rank, Seat, Suit, SuitState
from aceten.testing import MatchingDeal, SuitDeal, pick
from aceten.vocabulary.actions import Event
from aceten_spec import card_of, plain
from aceten_spec.clauses.refusals import refusal_clause
from aceten_spec.plain import MatchingTable, SuitTable

_D = TypeVar("_D", MatchingDeal, SuitDeal)
_S = TypeVar("_S", MatchingState, SuitState)
_R = TypeVar("_R", MatchingTable, SuitTable)

CARDS: Final = tuple(Play(card_of(rank, suit)) for rank in Rank for suit in (None, *Suit))
"""Every card there is, and every card known by its rank alone."""


@dataclass(frozen=True)
class Moment(Generic[_D, _S, _R]):
    """A state of the engine, and what must be the case in it."""

    deal: _D
    events: tuple[Event, ...]
    """Everything that was done, as it was done."""
    state: _S
    must: _R

    def then(self, seat: Seat, action: Action) -> Self:
        """Return the next moment."""
        events = (*self.events, (seat, action))
        return replace(self, events=events, state=self.state.play(action), must=plain.after(self.must, str(action)))


OfMatching: TypeAlias = Moment[MatchingDeal, MatchingState, MatchingTable]
OfSuits: TypeAlias = Moment[SuitDeal, SuitState, SuitTable]
_M = TypeVar("_M", OfMatching, OfSuits)
_Any: TypeAlias = OfMatching | OfSuits


def texts(things: Iterable[object]) -> list[str]:
    """Return cards or actions as text."""
    return [str(thing) for thing in things]


def kept(
    requirement: Callable[[_M], None], every: Mapping[Callable[[_M], None], int], courses: Sequence[Sequence[_M]]
) -> None:
    """Require something at every so many moments of each course, at other moments in each; ``make thorough`` at all of them."""
    step = sliced(every.get(requirement, 1), whole=1)
    for number, course in enumerate(courses):
        for moment in course[number % step :: step]:
            requirement(moment)


# --- What must be the case at every moment ------------------------------------------------------------------------------


def each_card_is_in_exactly_one_place(moment: _Any) -> None:
    """Every card of the pack is at every step in one hand, in the talon, in the trick or captured, and only there."""
    state = moment.state
    places = [*state.hands, state.talon, state.trick, *state.taken]
    found = Counter(card for place in places for card in place)
    assert found == Counter(moment.deal.deck) == Counter(moment.deal.game.pack.cards)


def every_legal_action_can_be_played(moment: _Any) -> None:
    """Every legal action is accepted and stands in the log of the new state, behind all that was there."""
    state = moment.state
    for action in state.legal:
        assert state.turn is not None
        assert state.play(action).log == (*moment.events, (state.turn, action))
    assert state.log == moment.events


def refused(moment: _Any, actions: Iterable[Action]) -> None:
    """Whatever is not legal is refused by the first condition that it breaks, with its clause and what is legal instead."""
    state = moment.state
    clauses = {clause.id for clause in state.game.rulebook.clauses}
    for action in actions:
        with pytest.raises(IllegalAction) as caught:
            state.play(action)
        error = caught.value
        assert error.code == plain.refusal(moment.must, str(action)), action
        assert error.clause in clauses
        assert error.clause == refusal_clause(state.game.rulebook, error.code)
        assert (error.action, error.legal) == (action, state.legal)


def the_position_line_reads_back(moment: _Any) -> None:
    """The text of a state reads back as an equal state with an equal hash, and is written the same again."""
    state, line = moment.state, str(moment.state)
    again = read(line, moment.deal.game)
    assert again == state
    assert (again != state) is False
    assert hash(again) == hash(state)
    assert str(again) == line
    assert (again.legal, again.calls, again.winning) == (state.legal, state.calls, state.winning)
    assert (again.turn, again.result) == (state.turn, state.result)


# --- Play of any kind ---------------------------------------------------------------------------------------------------


class Table(RuleBasedStateMachine, Generic[_M]):
    """People at a table, who play what they like, and now and then take back what was played."""

    requirements: tuple[Callable[[_M], None], ...]
    """What must be the case at every moment."""

    def __init__(self) -> None:
        """Sit down."""
        super().__init__()
        self.moments: list[_M] = []
        self.written: list[tuple[_M, str, int]] = []

    @property
    def now(self) -> _M:
        """The moment that play has reached."""
        return self.moments[-1]

    def go_on(self, moment: _M) -> None:
        """Go on to the next moment, and write down what its state is like."""
        self.moments.append(moment)
        self.written.append((moment, str(moment.state), hash(moment.state)))

    @rule(choices=st.binary(min_size=6, max_size=16))
    def play(self, choices: bytes) -> None:
        """Play a few legal actions, keeping to every requirement in between."""
        for choice in choices:
            turn = self.now.state.turn
            if turn is None:
                break
            self.keeps_every_requirement()
            self.go_on(self.now.then(turn, pick(self.now.state, choice)))

    @rule(steps=st.integers(1, 12))
    def take_back(self, steps: int) -> None:
        """Go on from an earlier moment."""
        del self.moments[max(1, len(self.moments) - steps) :]

    @invariant()
    def keeps_every_requirement(self) -> None:
        """Every requirement is kept at every moment."""
        for requirement in self.requirements:
            requirement(self.now)

    def teardown(self) -> None:
        """Whatever was played later, an earlier state is what it was."""
        for moment, line, digest in self.written:
            assert str(moment.state) == line
            assert hash(moment.state) == digest
            assert moment.state.log == moment.events


def sit_down(table: type[Table[_M]], deals: int, steps: int) -> None:
    """Let people play some deals in so many steps.

    What fails shows the deal and its position line, so there is no need to spend minutes on looking for less of it.
    """
    quick = settings(
        deadline=None,
        max_examples=deals,
        stateful_step_count=steps,
        phases=(Phase.explicit, Phase.reuse, Phase.generate),
    )
    run_state_machine_as_test(table, settings=quick)
