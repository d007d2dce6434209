"""What the solver promises: budgets and proven bounds, refusals, progress, finished deals."""

import itertools
import json
from collections.abc import Callable
from random import Random

import pytest

import aceten
import aceten_solver
from aceten_certificates import Certificate
from aceten_solver import Backend, Objective, ObjectiveError, Solution
from aceten_solver.in_python.alpha_beta import Budget, Search
from aceten_solver.question.measures import OutcomeScale
from aceten_solver.question.objectives import merit_by
from aceten_solver.question.two_sides import two_sides

ENDGAME = "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0"


@pytest.fixture(scope="module")
def exact() -> Solution:
    """Return the solution of the endgame without a budget."""
    return aceten_solver.solve(aceten.parse(ENDGAME))


def test_the_hands_of_the_source_are_solved_exactly(exact: Solution) -> None:
    """The hands of the source's big example have an exact value, and a line that replays to it."""
    state = aceten.parse_state(ENDGAME)
    assert exact.exact
    assert exact.value is not None
    for action in exact.line:
        state = state.play(action)
    assert state.turn is None
    assert state.points == exact.value.points
    assert sum(state.points) == 50


@pytest.mark.parametrize("percent", [0, 1, 5, 20, 50, 70, 90])
@pytest.mark.parametrize("lead", [0, 1])
def test_a_node_budget_gives_proven_bounds(percent: int, lead: int) -> None:
    """With few nodes the bounds hold the exact value, no value is given that is not settled, and the nodes are kept.

    Whichever side is to act.
    """
    state = aceten.parse(ENDGAME.replace("lead=0", f"lead={lead}"))
    exact = aceten_solver.solve(state)
    nodes = exact.nodes * percent // 100
    solution = aceten_solver.solve(state, nodes=nodes)
    assert solution.nodes <= nodes
    assert not solution.exact
    found = [(solution.bounds, solution.value), *((entry.bounds, entry.value) for entry in solution.actions)]
    for (bounds, value), settled in zip(found, [exact.value, *(entry.value for entry in exact.actions)], strict=True):
        assert settled is not None
        assert merit_by(bounds[0], "points") <= merit_by(settled, "points") <= merit_by(bounds[1], "points")
        assert value is None or value == settled
    assert solution.line == ()
    assert set(solution.best) <= set(exact.best)


def test_answers_hold_states_and_actions(exact: Solution) -> None:
    """What is best can be played as it stands, and what is said of an action is said of a legal one."""
    state = aceten.parse(ENDGAME)
    assert exact.position == state
    assert exact.best[0] in state.legal
    assert tuple(entry.action for entry in exact.actions) == state.legal


def test_answers_are_written_in_notation(exact: Solution) -> None:
    """As JSON an answer has position lines and the notation of actions, for solutions, reviews and advice alike."""
    state = aceten.parse(ENDGAME)
    written = json.loads(aceten_solver.to_json(exact))
    assert (written["position"], written["line"]) == (str(state), list(map(str, exact.line)))
    assert [entry["action"] for entry in written["actions"]] == list(map(str, state.legal))
    reviewed = json.loads(aceten_solver.to_json(aceten_solver.review(aceten.Record((state, state.play("Q"))))))
    assert (reviewed["position"], reviewed["end"]) == (str(state), str(state.play("Q")))
    assert reviewed["actions"][0]["action"] == "Q"
    advice = aceten_solver.advise(state.view(0), samples=1)
    plain = json.loads(aceten_solver.to_json(advice))
    assert (plain["view"], plain["prospects"][0]["action"]) == (str(state.view(0)), str(advice.chosen))


def test_enough_nodes_settle_everything(exact: Solution) -> None:
    """A budget that suffices changes nothing: as many positions as a solver searches that has learned nothing yet."""
    state = aceten.parse(ENDGAME)
    with aceten_solver.Solver() as fresh:
        enough = fresh.solve(state).nodes
    solution = aceten_solver.solve(state, nodes=enough)
    assert (solution.value, solution.actions, solution.line, solution.exact) == (
        exact.value,
        exact.actions,
        exact.line,
        True,
    )


def test_a_time_budget_ends_a_long_search() -> None:
    """A whole four-player deal does not fit into no time at all: the answer is bounds."""
    solution = aceten_solver.solve(aceten.load("zsiros", players=4).deal(seed=1), seconds=0.0)
    assert not solution.exact
    assert solution.value is None
    assert solution.bounds[0].points == (0, 80)
    assert solution.bounds[1].points == (80, 0)


@pytest.mark.turns(2)
def test_progress_is_reported() -> None:
    """The progress function is called with rising numbers of positions."""
    counts: list[int] = []
    whole = aceten.load("hola", players=6).deal(seed=1)
    aceten_solver.solve(whole, stop=lambda: len(counts) > 3, progress=counts.append)
    assert len(counts) > 3
    assert counts == sorted(counts)


@pytest.mark.parametrize("objective", ["deal", "game-points"])
def test_missing_points_are_named(objective: str) -> None:
    """An objective that needs the captured points is refused when they are not given, and the message says what to give."""
    with pytest.raises(
        ObjectiveError, match=r"30 of the 80 card points are neither in play nor captured.*points="
    ) as caught:
        aceten_solver.solve(aceten.parse(ENDGAME), objective)
    assert caught.value.objective == objective


def test_missing_tricks_are_named() -> None:
    """Game points need to know whether a side has taken a trick at all; who wins the deal does not."""
    state = aceten.parse(ENDGAME + " points=30,0")
    with pytest.raises(ObjectiveError, match=r"whether each side has taken a trick.*tricks="):
        aceten_solver.solve(state, "game-points")
    assert aceten_solver.solve(state, "deal").exact
    assert aceten_solver.solve(aceten.parse(ENDGAME + " points=30,0 tricks=2,0"), "game-points").exact


def test_an_unknown_objective_is_refused() -> None:
    """The message names the objectives that there are."""
    with pytest.raises(ObjectiveError, match="expected one of: points, deal, game-points"):
        aceten_solver.solve(aceten.parse(ENDGAME), "chips")


def test_a_finished_deal_has_its_result_as_value() -> None:
    """A deal that is over is worth what it came to; there is nothing to play."""
    state = aceten.parse("zsiros/4 hands=-,-,-,- lead=2 points=70,10 tricks=7,1")
    solution = aceten_solver.solve(state, "game-points")
    assert solution.exact
    assert solution.value is not None
    assert solution.value.points == (70, 10)
    assert solution.value.game_points == (1, 0)
    assert (solution.actions, solution.best, solution.line) == ((), (), ())


def test_points_settle_the_other_objectives() -> None:
    """Under card points the value also says who wins the deal and what it scores, in agreement with the other objectives."""
    line = ENDGAME + " points=10,20 tricks=2,2"
    values = {
        objective: aceten_solver.solve(aceten.parse(line), objective).value for objective in aceten_solver.OBJECTIVES
    }
    points, deal, scored = (values[objective] for objective in aceten_solver.OBJECTIVES)
    assert points is not None
    assert deal is not None
    assert scored is not None
    assert points.winner == deal.winner == scored.winner
    assert points.game_points == scored.game_points


@pytest.mark.parametrize("backend", ["native", "python"])
@pytest.mark.parametrize(("at_least", "at_most"), [(20, None), (None, 20)])
def test_what_is_told_to_stop_does(backend: Backend, at_least: int | None, at_most: int | None) -> None:
    """A search for a threshold ends when it is told to, and so does a certificate, in whichever of its searches; else they go on."""
    if backend == "native" and aceten_solver.backend != "native":
        pytest.skip("the native core is not there")
    state = aceten.parse("zsiros/2 hands=AQT8,AK97 talon=T9J8 lead=0")

    def certificate(stop: Callable[[], bool] | None) -> Certificate:
        return aceten_solver.certify(state, at_least=at_least, at_most=at_most, solver=solver, stop=stop)

    with aceten_solver.Solver(backend=backend) as solver:
        with pytest.raises(aceten.UsageError, match="told to stop"):
            solver.secures(state, 20, stop=lambda: True)
        asked = itertools.count()
        assert certificate(lambda: next(asked) < 0) == certificate(None)
        times = next(asked)
        assert times > 10
        for many in range(times // 2):
            told = itertools.chain([False] * many, itertools.cycle([True]))
            with pytest.raises(aceten.UsageError, match="told to stop"):
                certificate(told.__next__)


@pytest.mark.parametrize("entries", [1, 10, 100])
def test_a_small_table_changes_no_answer(entries: int) -> None:
    """A search that forgets all the time answers every question alike."""
    state = aceten.parse("zsiros/4 hands=AO7,T97,K87,AU7 lead=0")
    sides = two_sides(state)
    scale = OutcomeScale(state, ("points",), sides)
    large, small = Search(scale, sides, Budget()), Search(scale, sides, Budget(), max_entries=entries)
    for level in scale.thresholds:
        assert small.secures(state, level) == large.secures(state, level)


@pytest.mark.parametrize(
    ("line", "bounds"),
    [
        ("zsiros/2 hands=98,A lead=1 trick=T points=10,40 tricks=1,1", [(10, 60), (20, 50)]),
        ("zsiros/2 hands=A,98 lead=0 trick=T points=10,40 tricks=1,1", [(20, 50), (30, 40)]),
    ],
)
def test_what_an_action_captures_is_certain(line: str, bounds: list[tuple[int, int]]) -> None:
    """Without any search, the value of an action that gives a trick away holds what the other side has captured with it."""
    solution = aceten_solver.solve(aceten.parse(line), nodes=0)
    assert [[bound.points for bound in entry.bounds] for entry in solution.actions] == [bounds, bounds]


@pytest.mark.parametrize("lead", [0, 1])
def test_no_action_is_better_than_its_position(lead: int) -> None:
    """What a budget sufficed to prove about the position bounds its actions: none is better for the side to act."""
    state = aceten.parse(ENDGAME.replace("lead=0", f"lead={lead}"))
    most = aceten_solver.solve(state).nodes
    for nodes in range(0, most, most // 20):
        solution = aceten_solver.solve(state, nodes=nodes)
        root, side = solution.bounds[1 - lead], [entry.bounds[1 - lead] for entry in solution.actions]
        assert root.points is not None
        for bound in side:
            assert bound.points is not None
            assert bound.points[lead] <= root.points[lead]


@pytest.mark.parametrize(
    "line",
    [
        "zsiros/4 hands=A9,T8,98,K7 lead=0 points=40,20 tricks=2,2 last_card_loses=7",
        "hola/4 hands=A9,98,88,T9 lead=0 points=30,30 tricks=2,2 four_resets=on",
        "septica/2 hands=AsJsTd,KcTs8d lead=0 points=3,2 tricks=8,5 tie=shared",
        "septica/4 hands=9,8,K,9 lead=0 points=4,4 tricks=3,4 tie=shared",
    ],
)
def test_what_points_do_not_decide_is_told_too(line: str) -> None:
    """Where more than points decides a deal the value says who wins and what it scores when all play for points first."""
    state = aceten.parse(line)
    solution = aceten_solver.solve(state)
    for action in solution.line:
        state = state.play(action)
    assert state.result is not None
    assert solution.value is not None
    told = state.result
    assert (solution.value.points, solution.value.game_points) == (told.points, told.game_points)
    assert solution.value.winner == (
        "nobody" if not told.winners else told.winner if len(told.winners) == 1 else "both"
    )


@pytest.mark.turns(2)
@pytest.mark.parametrize("backend", ["python", aceten_solver.backend])
@pytest.mark.parametrize("objective", aceten_solver.OBJECTIVES)
def test_a_shared_win_is_worth_what_a_draw_is(backend: Backend, objective: Objective) -> None:
    """To both sides a shared win lies between a deal won and one lost, so that play for it is that for a draw."""
    shared: set[object] = set()
    for seed in range(12):
        state = aceten.load("septica", players=2, tie="shared").deal(seed=seed, dealer=0)
        drawn = aceten.load("septica", players=2).deal(seed=seed, dealer=0)
        chance = Random(seed)
        while state.trick or sum(map(len, state.hands)) > 6 or state.talon:
            action = chance.choice(state.legal)
            state, drawn = state.play(action), drawn.play(action)
        with aceten_solver.Solver(backend=backend) as solver:
            one, other = solver.solve(state, objective), solver.solve(drawn, objective)
        assert one.value is not None
        assert other.value is not None
        assert one.best == other.best
        assert (one.value.points, one.value.margin) == (other.value.points, other.value.margin)
        expected = {"nobody": "both"}.get(str(other.value.winner), other.value.winner)
        assert one.value.winner == expected
        if one.value.winner == "both":
            assert one.value.game_points == (1, 1)
        shared.add(one.value.winner)
    assert shared == {0, 1, "both"}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("septica/4 hands=9,8,K,9 lead=0 sides=each", "Șeptică: 4 players, each for himself"),
        ("sedma/4 hands=9,8,K,9 lead=0 sides=each", "Sedma: 4 players, each for himself"),
    ],
)
def test_four_players_each_for_himself_have_no_value(line: str, message: str) -> None:
    """What play is perfect has a meaning only where two sides play against each other, as with three players."""
    with pytest.raises(aceten.UsageError, match=message):
        aceten_solver.solve(aceten.parse(line))


def test_game_points_of_unknown_tricks_stay_open() -> None:
    """Whether the losers took a trick is not guessed: without it the value names the winner, and not what he scores."""
    line = "zsiros/4 hands=A,8,9,K lead=0 points=70,0"
    for tricks, scored in (("", None), (" tricks=7,0", (3, 0)), (" tricks=6,1", (2, 0))):
        value = aceten_solver.solve(aceten.parse(line + tricks)).value
        assert value is not None
        assert (value.points, value.winner, value.game_points) == ((80, 0), 0, scored)


def test_tricks_of_two_against_one_may_be_missing() -> None:
    """Of two who play against one it is open whether they took a trick, when it is of both."""
    line = "sedma-three/3 hands=AKh,98,97 lead=0 points=70,0,0"
    with pytest.raises(ObjectiveError, match=r"whether each side has taken a trick"):
        aceten_solver.solve(aceten.parse(line), "game-points")
    assert aceten_solver.solve(aceten.parse(line), "deal").exact
    assert aceten_solver.solve(aceten.parse(f"{line} tricks=5,0,1"), "game-points").exact


def test_a_value_says_only_what_all_of_its_outcomes_have_in_common() -> None:
    """Of the outcomes in which a side wins, the worst and the best may have the last trick in common, and others not."""
    line = (
        "zsiros/2 hands=JcTh7s,Qs8s7d lead=0 trick=TsTc"
        " taken=AcAsAdKcKsKhKdQcQhQdJsJhJdTd9s9h9d8h7c7h,Ah9c8c8d tricks=9,2"
    )
    state = aceten.parse(line)
    for objective in aceten_solver.OBJECTIVES:
        solution = aceten_solver.solve(state, objective)
        end = state
        for action in solution.line:
            end = end.play(action)
        assert end.result is not None
        assert solution.value is not None
        assert (end.result.last_trick, end.result.winner) == (1, 0)
        assert solution.value.last_trick == 1
        with aceten_solver.Solver() as solver:
            value = solver.value(state, objective)
        assert value is not None
        assert value.last_trick == (1 if objective == "points" else None)
        assert solution.value.winner == 0


@pytest.mark.parametrize("backend", ["python", aceten_solver.backend])
@pytest.mark.parametrize("objective", aceten_solver.OBJECTIVES)
def test_no_card_is_best_that_loses_the_deal(objective: Objective, backend: Backend) -> None:
    """Of two cards that keep 40 of 80 points the one is best that also takes the last trick, whatever was asked for."""
    state = aceten.parse("zsiros/2 hands=97,98 lead=0 points=40,40 tricks=7,7")
    with aceten_solver.Solver(backend=backend) as solver:
        solution = solver.solve(state, objective)
    assert [(str(entry.action), entry.value and entry.value.points) for entry in solution.actions] == [
        ("9", (40, 40)),
        ("7", (40, 40)),
    ]
    assert list(map(str, solution.best)) == ["9"]


@pytest.mark.turns(2)
@pytest.mark.skipif(aceten_solver.backend != "native", reason="the native core is not built")
def test_no_card_is_best_that_loses_a_whole_deal() -> None:
    """The same at the first lead of a deal, where the ace of bells and the king of leaves both come to 40."""
    state = aceten.parse(
        "zsiros/4 hands=AhTsTd9d,AdKsQd8d,JcTh9s8s,QcJs9h7h talon=8c7d7c7sJh9cKhAcKcAsQsQhJdTc8hKd lead=1"
    )
    solution = aceten_solver.solve(state)
    assert {entry.value.points for entry in solution.actions if entry.value is not None} == {(40, 40)}
    assert {str(entry.action): entry.value and entry.value.winner for entry in solution.actions} == {
        "Ad": 0,
        "Ks": 1,
        "Qd": 1,
        "8d": 1,
    }
    assert list(map(str, solution.best)) == ["Ks", "Qd", "8d"]
