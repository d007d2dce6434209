"""What the board answers: the engine's states, the solver's values, and nothing that a seat may not see."""

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.games.game_strategies import states
from support.slices import examples

import aceten
import aceten_solver
from aceten import AcetenError, Action, State
from aceten.deals.shuffling import split_mix
from aceten.testing.strategies import seeds
from aceten_board.bodies import AskedDeal, AskedLook, AskedMachine, AskedValues
from aceten_board.shown_table import BrokenRuleError, look
from aceten_board.solver_answers import deal, machine, values
from aceten_solver.answers.value_labels import label_between
from aceten_solver.hidden.sampling import sample
from aceten_spec.loader import load_shipped, shipped

LATE_AND_EVEN = (
    "zsiros/2 hands=AsQdTc7c,AhKs7s7h lead=0 taken=AcAdKcKhQcQsQhJhJdTd9d8h,KdJcJsTsTh9c9s9h8c8s8d7d dealer=0"
)
"""A position in which some cards lead to as many points for both, and others do not."""


def told_by_its_line(state: State) -> bool:
    """Whether a position line tells the game, which it does but for rulebooks of one's own."""
    name = state.game.rulebook.id
    return name in shipped() and state.game.rulebook == load_shipped(name)


@examples(60)
@given(state=states())
def test_the_table_is_the_state(state: State) -> None:
    """Every card lies where the state has it, and what may be done is what is legal."""
    assume(told_by_its_line(state))
    seen = look(AskedLook(str(state)))
    assert [[str(card) for card in state.game.held(hand)] for hand in state.hands] == [
        list(player.cards) for player in seen.players
    ]
    assert [choice.action for choice in seen.choices] == [str(action) for action in state.legal]
    assert [laid.card for laid in seen.trick] == [str(card) for card in state.trick]
    assert (seen.turn, seen.over, seen.talon) == (state.turn, state.turn is None, len(state.talon))
    if state.trick:
        assert [laid.winning for laid in seen.trick].index(True) == (state.winning - state.leader) % state.game.players
    assert seen.line == str(state)
    assert {card for player in seen.players for card in player.cards} <= {*seen.names}


@examples(60)
@given(state=states(), seed=seeds(), data=st.data())
def test_a_seat_sees_its_own_cards(state: State, seed: int, data: st.DataObject) -> None:
    """Two deals that look the same to a seat are the same table to it, to the last byte."""
    assume(told_by_its_line(state))
    seat = data.draw(st.integers(0, state.game.players - 1))
    other = sample(state.view(seat), split_mix(seed))
    tables = [msgspec.json.encode(look(AskedLook(str(each), seat=seat))) for each in (state, other)]
    assert tables[0] == tables[1]
    for number, player in enumerate(look(AskedLook(str(state), seat=seat)).players):
        assert number == seat or {*player.cards} <= {None} | {str(card) for card in state.view(seat).known[number]}


def test_what_happens_is_told() -> None:
    """A beginner reads what has just happened, and how it stands."""
    position = "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0"
    assert look(AskedLook(position, ("A",))).told == ("A leads the ace", "A is winning")
    assert look(AskedLook(position, ("A", "7"))).told == ("B plays the seven", "B is winning")
    for seat in (None, 0, 1):
        took = look(AskedLook("zsiros/2 hands=A9,78 lead=0 points=30,30", ("A", "8"), seat=seat)).told
        assert took[1] == "A takes 2 cards, 10 points"
    ended = look(AskedLook("zsiros/2 hands=A,8 lead=0 points=30,40", ("A", "8")))
    assert ended.over
    assert "B wins the deal" in ended.told[-1] or "A wins the deal" in ended.told[-1]


def test_what_breaks_a_rule_is_told_with_it() -> None:
    """What is refused names the clause, and the clause says what it says in the rulebook."""
    with pytest.raises(BrokenRuleError) as broken:
        look(AskedLook("zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0", ("A", "stop")))
    refused = broken.value.refused
    assert refused.clause == "ZS-MULTI-5"
    assert refused.rule == aceten.load("zsiros").rulebook.clause("ZS-MULTI-5").text
    with pytest.raises(BrokenRuleError, match="ZS-"):
        look(AskedLook("zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0", ("8",)))
    for wrong in (
        AskedLook(""),
        AskedLook("zsiros/4 hands=A"),
        AskedLook("zsiros/2 hands=A9,??", ("A",)),
        AskedLook("zsiros/2 hands=A9,78 lead=0", seat=2),
        AskedLook("zsiros/2 hands=A9,78 lead=0", ("nonsense",)),
    ):
        with pytest.raises(AcetenError):
            look(wrong)


@pytest.mark.parametrize("line", ["zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0", "zsiros/2 hands=AhTs,KcQd lead=0"])
@pytest.mark.parametrize("objective", ["points", None])
def test_values_are_the_solvers(line: str, objective: aceten_solver.Objective | None) -> None:
    """What stands under the cards is what ``solve`` finds, at each moment of best play."""
    state = aceten.parse_state(line)
    done: list[Action] = []
    while state.turn is not None:
        *_, told = values(AskedValues(line, tuple(map(str, done)), objective=objective), lambda: False)
        solution = aceten_solver.solve(state, objective)
        own = 0 if state.turn in solution.sides[0] else 1
        labels = [label_between(entry.bounds, solution.objective, own) for entry in solution.actions]
        assert [worth.label for worth in told.worths] == labels
        assert [worth.action for worth in told.worths if worth.best] == [str(action) for action in solution.best]
        assert told.settled
        assert told.line == tuple(map(str, solution.line))
        done.append(solution.best[0])
        state = state.play(solution.best[0])
    with pytest.raises(AcetenError, match="over"):
        next(values(AskedValues(line, tuple(map(str, done))), lambda: False))


def test_values_of_hidden_cards_are_averages() -> None:
    """Where cards are hidden, by the line or by the seat that looks, it is what ``advise`` finds."""
    line = "zsiros/2 hands=AK,?? lead=0 points=40,20"
    *_, told = values(AskedValues(line), lambda: False)
    view = aceten.parse(line)
    assert isinstance(view, aceten.View)
    advice = aceten_solver.advise(view, nodes=None, samples=200, objective="points")
    assert [(worth.action, worth.label) for worth in told.worths] == [
        (str(entry.action), f"{entry.points:.1f}") for entry in advice.prospects
    ]
    assert told.told == ("On average over all deals that fit, each solved with all cards known.",)
    *_, seen = values(AskedValues("zsiros/2 hands=AK,T9 lead=0 points=40,20", seat=0), lambda: False)
    assert seen == told


def test_values_are_told_where_there_is_no_choice() -> None:
    """One card is worth something, too."""
    *_, told = values(AskedValues("zsiros/2 hands=9,? points=40,40 tricks=8,7"), lambda: False)
    assert [(worth.action, worth.label, worth.best) for worth in told.worths] == [("9", "40.0", True)]
    assert told.told == (
        "Nothing else can be done.",
        "On average over all deals that fit, each solved with all cards known.",
    )


def test_values_say_where_they_come_from() -> None:
    """Where no deal can be solved, as everybody plays for himself, deals are played out, and that is said."""
    *_, told = values(AskedValues("septica/3 hands=A9,??,?? lead=0 tricks=3,3,2"), lambda: False)
    assert told.told == ("On average over 200 deals that fit, played out mostly at random: a rough guess.",)


@pytest.mark.turns(12)
@pytest.mark.parametrize("name", [f"{name}/{n}" for name in shipped() for n in load_shipped(name).parameters.players])
def test_the_machine_plays_whole_deals(name: str) -> None:
    """It does something legal at every moment of a deal of every game, until that is over."""
    position = deal(AskedDeal(name, seed=5)).position
    game = aceten.load(name.partition("/")[0], players=int(name[-1]))
    assert position == str(game.deal(seed=5))
    actions: list[str] = []
    while not look(AskedLook(position, tuple(actions))).over:
        actions.append(machine(AskedMachine(position, tuple(actions), strength="greedy")).action)
    assert len(actions) >= game.players


def test_values_are_told_in_words() -> None:
    """Who wins stands before the score, each side's way; where points are equal, who wins by the last trick has a plus."""
    found = list(values(AskedValues(LATE_AND_EVEN), lambda: False))[-1]
    state = aceten.parse_state(LATE_AND_EVEN)
    solution = aceten_solver.solve(state)
    own = 0 if state.turn in solution.sides[0] else 1
    for entry, told in zip(solution.actions, found.worths, strict=True):
        value = entry.bounds[0]
        assert value.points is not None
        own_points, other = value.points[own], value.points[1 - own]
        wins = value.winner == own
        by = " by the last trick" if own_points == other else ""
        assert told.words == f"A {'wins' if wins else 'loses'}{by}, {own_points} : {other}"
        assert told.shown == ("" if own_points != other else f"{own_points} {'+' if wins else chr(0x2212)}")
    assert {told.shown for told in found.worths} > {""}


def test_what_may_be_chance_is_called_equal() -> None:
    """Means have by how much they may be off; what is behind the best by no more is called about equal, and nothing else is."""
    asked = AskedValues("zsiros/2 hands=AhTs9c7d,KcQdJs8h talon=7hTd lead=0 points=30,20 tricks=9,2", seat=0)
    found = next(iter(values(asked, lambda: False)))
    assert all("±" in told.shown and told.shown.startswith(told.label) for told in found.worths)
    [equal] = [text for text in found.told if text.startswith("About equal")]
    assert equal == "About equal to the best, as far as these deals tell: ten of leaves and nine of acorns."
    alone = list(values(msgspec.structs.replace(asked, position=LATE_AND_EVEN), lambda: False))
    assert not [text for each in alone for text in each.told if text.startswith("About equal")]


def test_a_guess_stands_in_for_what_is_searched() -> None:
    """As long as a value is not proved, a guess between its bounds stands there, and it is called one."""
    state = aceten.load("ristiklappi", players=2).deal(seed=6)
    found = next(iter(values(AskedValues(str(state), seconds=1), lambda: False)))
    for told in found.worths:
        low, _, high = told.label.partition(" to ")
        assert told.shown.startswith("≈ ")
        assert int(low) <= int(told.shown[2:]) <= int(high)
    assert any("guess" in text for text in found.told)
