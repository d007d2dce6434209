"""Both searches on rulebooks as nobody would make them, against plain minimax, which knows the objectives by their meaning alone.

Two searches that share what they measure by can agree on a wrong answer: nothing here asks a scale, or what a value is worth.
"""

import contextlib
import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Final, TypeAlias

import msgspec
import pytest
from support.games.game_strategies import rewrite
from support.games.mixed_rules import mixed_deals, mixed_matching, mixed_suits, own_matching, own_suits
from support.oracles.merits import Merit, merit, merits, what_counts
from support.slices import sliced

import aceten_solver
from aceten import Action, Game, MatchingState, PositionError, Record, State, load, parse, worlds
from aceten.engine.equal_actions import canonical_action
from aceten.testing import pick
from aceten_solver import OBJECTIVES, Backend, Objective, ObjectiveError, Solution, Solver, Value
from aceten_solver.native import loaded_tables
from aceten_solver.reviews.puzzles import cost_in
from aceten_spec import load_shipped

BACKENDS: Final[tuple[Backend, ...]] = ("python",) if aceten_solver.backend == "python" else ("python", "native")
"""The searches that are there."""
EFFORT: Final = sliced(250, whole=1500)
"""Positions for which plain minimax takes more states are left out."""

Worths: TypeAlias = "dict[Objective, Merit]"


# --- Plain minimax ----------------------------------------------------------------------------------------------------


class TooLargeError(Exception):
    """A position that plain minimax would take too long for."""


def first_side(state: State) -> frozenset[int] | None:
    """Return the sides of the game that play against all others; ``None`` where it is not one side against another, or not yet."""
    if not isinstance(state, MatchingState) or state.game.rules.sides != "lone":
        return frozenset({0}) if max(state.game.sides) == 1 else None
    holders = [seat for seat, hand in enumerate(state.hands) if state.game.lone_card in hand]
    holders += [
        (state.leader + place) % state.game.players
        for place, card in enumerate(state.trick)
        if card == state.game.lone_card
    ]
    alone = holders[0] if holders else state.lone
    return None if alone is None else frozenset({state.game.sides[alone]})


class Minimax:
    """What states are worth to the sides ``first`` when all know every card and everything is tried."""

    def __init__(self, known: Sequence[Objective], first: frozenset[int]) -> None:
        """Ask for what is known, each with what breaks its ties."""
        self._known = known
        self._first = first
        self._left = EFFORT

    def worths(self, state: State) -> Worths:
        """Return what a state is worth under each objective.

        :raises TooLargeError: when that takes too long.
        """
        self._left -= 1
        if self._left < 0:
            raise TooLargeError
        if state.turn is None:
            return merits({objective: self._end(state, objective) for objective in self._known})
        choose = max if state.game.sides[state.turn] in self._first else min
        after = [self.worths(state.play(action)) for action in state.legal]
        return {objective: choose(worths[objective] for worths in after) for objective in self._known}

    def _end(self, state: State, objective: Objective) -> int:
        """Return what the end of a deal is worth on its own: points, 1 for a deal won and -1 for one lost, or game points ahead."""
        result = state.result
        assert result is not None
        ours = [side in self._first for side in range(state.game.side_count)]
        match objective:
            case "points":
                return sum(points for points, our in zip(result.points, ours, strict=True) if our)
            case "deal":
                assert result.winners is not None
                return any(ours[side] for side in result.winners) - any(not ours[side] for side in result.winners)
            case "game-points":
                assert result.game_points is not None
                scored = list(zip(result.game_points, ours, strict=True))
                return max(has for has, our in scored if our) - max(has for has, our in scored if not our)


# --- What is compared -------------------------------------------------------------------------------------------------


def askable(state: State) -> list[Objective]:
    """Return what can be asked about a position."""
    known: list[Objective] = []
    for objective in OBJECTIVES:
        try:
            aceten_solver.solve(state, objective, nodes=1)
        except ObjectiveError:
            continue
        known.append(objective)
    return known


class Compared:
    """What is wrong with the answers about a position, by plain minimax."""

    def __init__(self, state: State, first: frozenset[int]) -> None:
        """Work out what everything there is worth.

        :raises TooLargeError: when that takes too long.
        """
        self.state = state
        self.known = askable(state)
        self._first = first
        self.actions = {action: self.worths(state.play(action)) for action in state.legal}

    def worths(self, state: State) -> Worths:
        """Return what a state is worth under each objective."""
        return Minimax(self.known, self._first).worths(state)

    def maximizes(self, state: State) -> bool:
        """Whether the side to act is side 0."""
        return state.turn is not None and state.game.sides[state.turn] in self._first

    def wanted(self, objective: Objective) -> tuple[Merit, dict[Action, Merit]]:
        """Return what the position is worth under an objective, and every action."""
        after = {action: worths[objective] for action, worths in self.actions.items()}
        return (max if self.maximizes(self.state) else min)(after.values()), after

    def wrong(self, chance: Random) -> Iterator[str]:
        """Yield what is wrong with any answer, each with where."""
        for objective in self.known:
            value, after = self.wanted(objective)
            for backend in BACKENDS:
                with Solver(memory=1, backend=backend, tables=chance.random() < 0.5) as solver:
                    for fault in self._wrong(solver, objective, value, after, chance):
                        yield f"{fault}: {self.state} ({objective}, {backend})"
        if self.known:
            elsewhere = chance.choice((self._wrong_batch, self._wrong_review, self._wrong_advice))
            objective = chance.choice(self.known)
            for fault in elsewhere(objective, chance):
                yield f"{fault}: {self.state} ({objective})"

    def _wrong(
        self, solver: Solver, objective: Objective, value: Merit, after: Mapping[Action, Merit], chance: Random
    ) -> Iterator[str]:
        """Yield what is wrong with the answers of one search, of which each but the first is asked for now and then."""
        solution = solver.solve(self.state, objective)
        yield from self.wrong_solution(solution, objective, value, after)
        end = functools.reduce(lambda state, action: state.play(action), solution.line, self.state)
        if end.turn is not None or self.worths(end)[objective] != value:
            yield f"line {' '.join(map(str, solution.line))}"
        asked = chance.choice(("no line", "values", "value"))
        if asked == "no line":
            solution = solver.solve(self.state, objective, line=False)
            for fault in self.wrong_solution(solution, objective, value, after):
                yield f"{fault} without a line"
        elif asked == "values":
            own, values = solver.values(self.state, objective)
            if self._merit(own, objective, [objective]) != value[:1]:
                yield "the value among values"
            for action in after:
                each = values[canonical_action(self.state.game, action)]
                if self._merit(each, objective, [objective]) != after[action][:1]:
                    yield f"the value of {action} among values"
        else:
            low, high, _ = solver.bounds(self.state, objective)
            alone = solver.value(self.state, objective)
            if {self._merit(each, objective, [objective]) for each in (low, high, alone)} != {value[:1]}:
                yield "the value alone"

    def wrong_solution(
        self, solution: Solution, objective: Objective, value: Merit, after: Mapping[Action, Merit]
    ) -> Iterator[str]:
        """Yield what is wrong with a solution of the position."""
        if not solution.exact:
            yield "not exact"
            return
        if any(self._merit(each, objective) != value for each in (solution.value, *solution.bounds)):
            yield "value"
        for entry in solution.actions:
            if any(self._merit(each, objective) != after[entry.action] for each in (entry.value, *entry.bounds)):
                yield f"value of {entry.action}"
        best = {action for action, worth in after.items() if worth == value}
        if set(solution.best) != best or solution.promising != solution.best:
            yield f"best {' '.join(map(str, solution.best))}, not {' '.join(map(str, best))}"

    def _merit(self, value: Value | None, objective: Objective, known: Sequence[Objective] | None = None) -> Merit:
        """Return what a value tells of what counts; nothing where it leaves any of it open."""
        try:
            return merit(value, objective, self.known if known is None else known)
        except (AssertionError, KeyError):
            return ()

    def _wrong_batch(self, objective: Objective, _: Random) -> Iterator[str]:
        """Yield what is wrong when the position and those after it are solved one after the other."""
        states = [self.state, *(state for state in map(self.state.play, self.state.legal) if state.turn is not None)]
        solutions = aceten_solver.solve_many(states, objective, threads=1)
        for state, solution in zip(states, solutions, strict=True):
            if not isinstance(solution, Solution):
                yield f"{solution} of a batch"
                continue
            there = Compared(state, self._first)  # more may be known of the past
            for fault in there.wrong_solution(solution, objective, *there.wanted(objective)):
                yield f"{fault} of a batch in {state}"

    def _wrong_review(self, objective: Objective, chance: Random) -> Iterator[str]:
        """Yield what is wrong in the review of some play."""
        states = [self.state]
        while states[-1].turn is not None:
            states.append(states[-1].play(pick(states[-1], chance.randrange(256))))
        aims = what_counts(objective, self.known)
        for entry in aceten_solver.review(Record(tuple(states)), objective).actions:
            state = entry.position
            after = {action: self.worths(state.play(action))[objective] for action in state.legal}
            value = (max if self.maximizes(state) else min)(after.values())
            sign = 1 if self.maximizes(state) else -1
            cost = next(
                (
                    (sign * (one - other), aim)
                    for aim, one, other in zip(aims, value, after[entry.action], strict=True)
                    if one != other
                ),
                (0, None),
            )
            if (entry.cost, entry.cost_in, entry.mistake) != (*cost, bool(cost[0])):
                yield f"review: {entry.action} costs {entry.cost} {entry.cost_in}, not {cost} in {state}"
            if set(entry.best) != {action for action, worth in after.items() if worth == value}:
                yield f"review: best {' '.join(map(str, entry.best))} in {state}"

    def _wrong_advice(self, objective: Objective, _: Random) -> Iterator[str]:
        """Yield what is wrong with the advice for who is to act, where he knows every card."""
        assert self.state.turn is not None
        view = self.state.view(self.state.turn)
        if worlds(view).count != 1:
            return
        advice = aceten_solver.advise(view, objective=objective, nodes=None)
        value, after = self.wanted(objective)
        if after[advice.chosen] != value:
            yield f"advice: {advice.chosen}"
        for each in advice.prospects:
            if each.best != (after[each.action] == value):
                yield f"advice: {each.action} is among the best in {each.best}"


def moments(start: State, chance: Random) -> Iterator[State]:
    """Yield a moment of a deal from which everything can be tried, and the same with less said about the past."""
    state = start
    while state.turn is not None:
        first = first_side(state)
        if first is not None and chance.random() < 0.8:
            try:
                Minimax((), first).worths(state)
            except TooLargeError:
                pass
            else:
                yield state
                break
        state = state.play(pick(state, chance.randrange(256)))
    if state.turn is None or chance.random() < 0.7:
        return
    left_out: dict[str, str | None] = dict.fromkeys(chance.choice((("taken", "points", "tricks"), ("taken", "tricks"))))
    less = rewrite(str(state), **left_out)
    if less != str(state):
        with contextlib.suppress(PositionError):
            yield parse(less, rules=state.game.rulebook)


def wrong(start: State, chance: Random) -> Iterator[tuple[State, list[str]]]:
    """Yield positions of a deal that were compared, each with what is wrong there."""
    for state in moments(start, chance):
        first = first_side(state)
        if first is not None:
            yield state, list(Compared(state, first).wrong(chance))


def with_parameters(name: str, **changes: object) -> Game:
    """Return a shipped game with other parameters."""
    book = load_shipped(name)
    return load(msgspec.structs.replace(book, parameters=msgspec.structs.replace(book.parameters, **changes)))


# --- Tests ------------------------------------------------------------------------------------------------------------


@pytest.fixture(name="tables_at_once")
def fixture_tables_at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the small complete tables of a game be made before anything is searched."""
    loaded_tables.forget()
    with monkeypatch.context() as changed:
        changed.setattr(loaded_tables, "_PAYS", 0)
        changed.setattr(loaded_tables, "_MOST_IN_MEMORY", 2000)
        yield
    loaded_tables.forget()


@pytest.mark.usefixtures("tables_at_once")
@pytest.mark.turns(16)
@pytest.mark.parametrize("chunk", range(8))
@pytest.mark.parametrize("mix", [mixed_matching, mixed_suits, own_matching, own_suits])
def test_any_rules_are_solved_as_minimax_solves_them(mix: Callable[[Random], Game], chunk: int) -> None:
    """Under rules mixed at will the searches find what plain minimax finds, whatever scores and counts, under every objective.

    That is the value of the position and of every action by all that counts, the best actions and where the line of best play ends, also
    of one position after the other; in a review what each action cost, in what, and what would have been best; and what advice is for
    where nothing is hidden. The core is asked with complete tables of endgames and without.
    """
    chance = Random(f"{mix.__name__} {chunk}")
    for deal, _ in mixed_deals(mix, sliced(6, whole=75), name=f"own {chunk}"):
        for _, faults in wrong(deal.state(), chance):
            assert faults == []


LUMP: Final = (
    "einwerfen/4 hands=AdQcTd,Jd8d7d,9d8c7h,KdJs9s lead=0"
    " taken=AsAhKcKhQhQdJcJhTcTh9c9h8s8h7c7s,AcKsQsTs dealer=0 trump=s"
)
"""A wins with the ace and with the queen, by as much, but the ace makes 75 points and the queen 67, of 123 with 3 for the last trick."""


@pytest.mark.parametrize("objective", ["deal", "game-points"])
@pytest.mark.parametrize("backend", BACKENDS)
def test_points_break_ties_where_the_scoring_table_breaks_the_order(objective: Objective, backend: Backend) -> None:
    """Where 60 of 120 card points and the last trick make a deal won, points still tell apart what is otherwise equal.

    So one card alone is best, every value tells its points, and another card costs the difference.
    """
    state = parse(LUMP, rules=with_parameters("einwerfen", last_trick_points=3).rulebook)
    ace, queen, ten = state.legal
    with Solver(backend=backend) as solver:
        solution = solver.solve(state, objective)
    assert solution.best == (ace,)
    assert {entry.action: entry.value and entry.value.points for entry in solution.actions} == {
        ace: (75, 48),
        queen: (67, 56),
        ten: (60, 63),
    }
    assert cost_in(solution, queen) == (8, "points")
    [entry] = aceten_solver.review(Record((state, state.play(queen))), objective).actions
    assert (entry.cost, entry.cost_in, entry.mistake, entry.best) == (8, "points", True, (ace,))
    [batched] = aceten_solver.solve_many([state], objective)
    assert isinstance(batched, Solution)
    assert batched.best == (ace,)
