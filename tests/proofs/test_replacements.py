"""The engine run with another function in place of one of its own."""

from collections.abc import Callable
from contextlib import ExitStack

import pytest
from support.proofs.single_obligations import FURTHER, MODULES, instructions, originals, unchanged
from tools.mutants.mutations import Mutation, installed, mutations

import aceten.engine.matching.play
import aceten.engine.matching.steps
import aceten.engine.scoring
import aceten.engine.suits.play
from aceten import Result, State, UsageError, load, parse
from aceten.engine.matching.state import MatchingState
from aceten.proofs.execution.replacements import named, replaced
from aceten.proofs.execution.symbolic_runs import lift
from aceten_spec.formulas import Z3, evaluate

STEPS, PLAY = "aceten.engine.matching.steps", "aceten.engine.matching.play"


# --- Running the engine with another function ---


def mutation_of(name: str, before: str, after: str) -> Mutation:
    """Return the change of a function that makes this of that."""
    [found] = [each for each in mutations(named(name)) if (each.before, each.after) == (before, after)]
    return found


def second_card_wins() -> bool:
    """Whether the second card of a trick wins it, when it has the rank of the first."""
    state = load("zsiros", players=2).deal(seed=3)
    for lead in state.legal:
        led = state.play(lead)
        for card in led.legal:
            if str(card)[0] == str(lead)[0]:
                after = led.play(card)
                return after.winning != state.leader
    raise AssertionError("no card matches in this deal")


def test_wrong_step_is_used_by_the_state() -> None:
    """The state, which has imported a step by its name, plays with the changed one, and with the very same as before afterwards."""
    holders = (aceten.engine.matching.steps, aceten.engine.matching.play)
    original = aceten.engine.matching.steps.matches
    assert second_card_wins()
    with installed(mutation_of(f"{STEPS}.matches", "rank == led", "rank != led")):
        assert all(vars(module)["matches"] is not original for module in holders)
        assert not second_card_wins()
    assert all(vars(module)["matches"] is original for module in holders)
    assert second_card_wins()


def test_wrong_method_and_property() -> None:
    """A method and a property are changed on their class, inherited ones for every kind of state; then they are the very same again."""
    state, other = load("zsiros", players=2).deal(seed=3), load("schnapsen", players=2).deal(seed=3)
    members = {
        (kind, name): vars(kind)[name] for kind, name in ((MatchingState, "to_match"), (State, "points_in_play"))
    }
    worth = state.points_in_play, other.points_in_play
    assert len(state.legal) == 4
    with (
        installed(mutation_of(f"{PLAY}.legal_actions", "turn is None", "turn is not None")),
        replaced(State.points_in_play, lambda *_: -1),
    ):
        assert not state.legal
        assert (state.points_in_play, other.points_in_play) == (-1, -1)
    assert (state.points_in_play, other.points_in_play) == worth
    assert all(vars(kind)[name] is member for (kind, name), member in members.items())
    contest = aceten.engine.matching.play.contest
    with installed(mutation_of(f"{PLAY}.contest", "not lying", "lying")), pytest.raises(IndexError):
        state.play(state.legal[0])
    assert aceten.engine.matching.play.contest is contest


def test_replaced_twice() -> None:
    """One change within another holds until it is left, of the same function or of another; whichever of them is named."""
    credit, count = aceten.engine.scoring.credit, aceten.engine.scoring.count_cards
    change = mutation_of("aceten.engine.scoring.credit", "total + gained", "total - gained")

    def both(totals: tuple[int, ...], _: int, gained: int) -> tuple[int, ...]:
        return tuple([total + gained for total in totals])

    def credited() -> object:
        return vars(aceten.engine.suits.play)["credit"]((1, 1), 0, 5)

    with replaced(credit, both), replaced(count, lambda *_: 0):
        assert (credited(), aceten.engine.scoring.count_cards((1,), ((1, 2),))) == ((6, 6), 0)
        with replaced(aceten.engine.scoring.credit, lambda *_: (0,)):
            assert credited() == (0,)
        assert credited() == (6, 6)
        with replaced(credit, lambda *_: (1,)):
            assert credited() == (1,)
        assert credited() == (6, 6)
    with installed(change), installed(mutation_of("aceten.engine.scoring.count_cards", "0", "1")):
        assert (credited(), aceten.engine.scoring.count_cards((1,), ((1, 2),))) == ((-4, 1), 3)
    assert (credited(), aceten.engine.scoring.credit, aceten.engine.scoring.count_cards) == ((6, 1), credit, count)


def test_left_by_an_error() -> None:
    """The original is back after an error too."""
    credit = aceten.engine.scoring.credit
    with pytest.raises(ZeroDivisionError), replaced(credit, lambda *_: 1 // 0):
        vars(aceten.engine.matching.play)["credit"]((0,), 0, 1)
    assert vars(aceten.engine.matching.play)["credit"] is aceten.engine.scoring.credit is credit


@pytest.mark.parametrize(
    "other", [originals, len, vars(int)["real"], lambda: 1], ids=["test", "builtin", "int", "lambda"]
)
def test_not_a_function_of_the_engine(other: Callable[..., object] | property) -> None:
    """What is not in the engine cannot be replaced: nothing would be tested."""
    with pytest.raises(UsageError, match="function"), replaced(other, len):
        pytest.fail("replaced")


def test_proofs_run_the_changed_function() -> None:
    """A function that is run on symbolic numbers calls the changed one, as a proof about it must."""
    rank = Z3.Int("rank")

    def worth(first: int) -> int:
        return aceten.engine.scoring.count_cards((first, 7), ((1, 10), (7, 3)))

    def counted() -> list[int]:
        [term] = lift(worth, [rank]).terms
        return [evaluate(Z3.substitute(term, (rank, Z3.IntVal(number)))) for number in (1, 2, 7)]

    assert counted() == [13, 3, 6]
    with installed(mutation_of("aceten.engine.scoring.add_card", "points + value", "points - value")):
        assert counted() == [-13, -3, -6]
    assert counted() == [13, 3, 6]


# --- The same path without a change ---


def played(seed: int) -> list[tuple[str, Result | None]]:
    """Return how deals of some games go when the action is chosen by the seed, each state read again from its line."""
    course: list[tuple[str, Result | None]] = []
    for name, players in (("zsiros", 4), ("sedma", 2), ("ristiklappi", 2), ("schnapsen", 2), ("auction-sixty-six", 4)):
        state = load(name, players=players).deal(seed=seed)
        while state.turn is not None:
            state = state.play(state.legal[len(course) * seed % len(state.legal)])
            course.append((str(parse(str(state))), state.result))
    return course


@pytest.mark.turns(18)
def test_unchanged_functions_play_as_the_originals_do() -> None:
    """A function that is made of its own source, by the same way as a changed one, is the original: what is changed is the change alone."""
    before = [played(seed) for seed in (1, 2)]
    assert len(before[0]) > 100
    with ExitStack() as stack:
        for name, original in originals(*MODULES, *FURTHER).items():
            change = unchanged(name)
            assert instructions(change.make().__code__) == instructions(original.__code__)
            stack.enter_context(installed(change))
            assert named(name) is not original
        assert [played(seed) for seed in (1, 2)] == before
