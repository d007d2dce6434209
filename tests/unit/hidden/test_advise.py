"""What to play when cards are hidden: means over deals that fit, and reviews by what was known."""

import itertools
import json
from collections import Counter
from typing import Any, Final

import pytest
from support.checkout import RECORD
from support.games.advised_views import FEW, MANY, view_of
from support.processes.program_runs import Aceten
from typing_extensions import override

import aceten
import aceten_solver
from aceten import Record, State, UsageError, View, parse_state, read_record
from aceten_cli.play.hint_figures import advice_lines
from aceten_solver import advise, review, review_fairly
from aceten_solver.answers.solution import Solution
from aceten_solver.hidden import machine_player as machine
from aceten_solver.hidden import sampling
from aceten_solver.hidden.hints import hint
from aceten_solver.hidden.machine_player import STRENGTHS, Machine
from aceten_solver.hidden.sampling import Advice
from aceten_solver.question.objectives import default_objective
from aceten_solver.reviews.fair_verdicts import FairVerdicts


def fitting() -> list[State]:
    """Return every deal of cards that fits :data:`FEW`, dealt out by hand."""
    pack = [rank + suit for suit in "cshd" for rank in "AKQJT987"]
    left = [card for card in pack if card not in {"Ac", "Kc"}]
    return [
        parse_state(f"zsiros/2 hands=AcKc,{one}{other} lead=0 points=40,20")
        for one, other in itertools.combinations(left, 2)
        if sum(card[0] in "AT" for card in (one, other)) == 1
    ]


@pytest.mark.turns(2)
@pytest.mark.parametrize("objective", aceten_solver.OBJECTIVES)
def test_means_are_those_of_all_deals_that_fit(objective: aceten_solver.Objective) -> None:
    """Each deal is solved by itself here, and what an action brings is counted."""
    view = view_of(FEW if objective == "points" else FEW + " tricks=8,6")
    advice = advise(view, objective=objective, nodes=None)
    deals = fitting() if objective == "points" else [parse_state(f"{deal} tricks=8,6") for deal in fitting()]
    assert (advice.exact, advice.worlds, advice.method) == (True, len(deals), "solved")
    assert len(deals) == (3 + 4) * (30 - 7)
    points: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    best: Counter[str] = Counter()
    for deal in deals:
        solution = aceten_solver.solve(deal, objective)
        for entry in solution.actions:
            assert entry.value is not None
            rank = str(entry.action)[0]
            points[rank] += 0 if entry.value.points is None else entry.value.points[0]
            wins[rank] += entry.value.winner == 0
            best[rank] += entry.action in solution.best
    for prospect in advice.prospects:
        rank = str(prospect.action)
        assert prospect.points == pytest.approx(points[rank] / len(deals))
        assert prospect.won == pytest.approx(wins[rank] / len(deals))
        assert prospect.best == pytest.approx(best[rank] / len(deals))
        assert prospect.error == 0
    order = [prospect.behind for prospect in advice.prospects]
    assert order == sorted(order, key=lambda behind: behind or 0)
    assert order[0] == 0


@pytest.mark.turns(2)
@pytest.mark.parametrize("objective", [None, "game-points"])
def test_what_is_equal_is_told_apart_as_everywhere(objective: aceten_solver.Objective | None) -> None:
    """Who may win the match by a claim that brings no fewer game points is told to claim, and not to let the other one claim first."""
    state = aceten.parse(
        "tausendeins/2 hands=9dKd,8cQc lead=0 score=980,960"
        " taken=AcKcKsQsJcJsTcTs9c9s8s7s,7cAsAhAdKhQhQdJhJdThTd9h8h8d7h7d"
    )
    assert {entry.value and entry.value.margin for entry in aceten_solver.solve(state).actions} == {(-21, 21)}
    advice = aceten_solver.advise(state.view(0), objective=objective)
    assert advice.exact
    assert advice.chosen == aceten.Claim()
    assert [(each.won, each.best) for each in advice.prospects] == [(1, 1), (0, 0), (0, 0)]


@pytest.mark.turns(6)
def test_more_samples_come_closer() -> None:
    """What is said to be off by no more than so much is; more deals leave less of it. The seed says which deals."""
    view = view_of(MANY)
    few, more = advise(view, samples=50, nodes=None, seed=1), advise(view, samples=400, nodes=None, seed=2, threads=2)
    assert few == advise(view, samples=50, nodes=None, seed=1)
    assert few != advise(view, samples=50, nodes=None, seed=3)
    assert not few.exact
    assert (few.samples, more.samples) == (50, 400)
    means = {entry.action: entry for entry in more.prospects}
    for entry in few.prospects:
        other = means[entry.action]
        assert entry.points is not None
        assert other.points is not None
        assert entry.error is not None
        assert other.error is not None
        assert other.error < entry.error
        assert abs(entry.points - other.points) < 2 * entry.error


@pytest.mark.turns(20)
def test_deals_that_take_too_long_are_left_out() -> None:
    """Those that are solved within what each may take count, and no others; where they are too few, deals are played out."""
    view = view_of(MANY)
    by_limit = [advise(view, samples=20, nodes=None, nodes_each=limit) for limit in range(0, 1200, 80)]
    solved = [advice.samples for advice in by_limit if advice.method == "solved"]
    assert by_limit[0].method == "played out"
    assert solved == sorted(solved)
    assert 0 < solved[0] < solved[-1] == 20
    assert by_limit[-1] == advise(view, samples=20, nodes=None)


@pytest.mark.skipif(aceten_solver.backend != "native", reason="without the core the machine plays deals out")
def test_the_machine_has_no_patience_with_single_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """It leaves out what takes too long, unless it is to be patient."""
    allowed: list[int | None] = []

    def watched(view: View, *, nodes_each: int | None, **rest: Any) -> Advice:  # noqa: ANN401 - whatever it asks
        allowed.append(nodes_each)
        return advise(view, nodes_each=nodes_each, **rest)

    monkeypatch.setattr(machine, "advise", watched)
    for patient in (False, True):
        Machine(seed=1, strength="average", patient=patient).choose(view_of(MANY))
    first, second = allowed
    assert first is not None
    assert second is None


def test_what_is_known_counts() -> None:
    """A card that the other is known to hold, or not to, changes what fits, and so what is advised."""
    plain, holding, lacking = (advise(view_of(FEW + more), nodes=None) for more in ("", " has=B:A", " not=B:A"))
    assert plain.worlds == 161
    assert holding.worlds is not None
    assert lacking.worlds == 4 * 23
    # With the ace known, its three suits are one card of three: what is left is any that counts nothing.
    assert holding.worlds in {23, 3 * 23}
    assert [entry.points for entry in holding.prospects] != [entry.points for entry in lacking.prospects]


@pytest.mark.parametrize("name", ["zsiros", "schnapsen"])
def test_what_counts_is_what_the_command_asks_for(name: str) -> None:
    """Where nothing is said that is points, where they alone decide a deal, and else game points."""
    state = aceten.load(name, players=2).deal(seed=1)
    while state.cards_in_play > 12:
        state = state.play(state.legal[0])
    assert state.turn is not None
    view = state.view(state.turn)
    asked = default_objective(view.game)
    advice = advise(view, samples=5, nodes=None)
    assert advice == advise(view, samples=5, nodes=None, objective=asked)
    assert (advice.objective, advice.method) == (asked, "solved")
    assert asked == ("points" if name == "zsiros" else "game-points")
    assert advise(view, samples=5, nodes=None, together=True).objective is None


@pytest.mark.turns(2)
@pytest.mark.skipif(aceten_solver.backend != "native", reason="without the core the machine plays deals out")
def test_the_machine_solves_what_is_solved_soon() -> None:
    """By itself it solves deals for two from the first card on, and those that begin with an auction; for four others near the end only."""
    for name, seed, solved in (
        ("zsiros/2", 1, True),
        ("schnapsen/2", 1, True),
        ("auction-sixty-six/4", 1, True),
        ("zsiros/4", 0, False),
        ("hola/3", 1, False),
    ):
        title, _, players = name.partition("/")
        state = aceten.load(title, players=int(players)).deal(seed=seed)
        assert state.turn is not None
        found = Machine(seed=seed, samples=2).advise(state.view(state.turn))
        assert (found.method == "solved") is solved, name
        assert found.samples == 2
    state = aceten.load("zsiros", players=4).deal(seed=0)
    while state.cards_in_play > 16:
        state = state.play(state.legal[0])
    assert state.turn is not None
    assert Machine(seed=1, samples=2).advise(state.view(state.turn)).method == "solved"


def test_the_search_in_python_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the core does not know, such as marriages that count with the next trick, is searched in Python for a moment only."""
    asked: list[tuple[str, int | None]] = []

    class Watched(aceten_solver.Solver):
        @override
        def solve(self, *given: Any, nodes: int | None = None, **rest: Any) -> Solution:
            solution = super().solve(*given, nodes=nodes, **rest)
            asked.append((solution.backend, nodes))
            return solution

    monkeypatch.setattr(sampling, "Solver", Watched)
    state = aceten.load("schnapsen", players=2, meld_counts="next_trick").deal(seed=1)
    assert state.turn is not None
    assert not sampling.is_solved_soon(state.view(state.turn), nodes=500_000)
    [(backend, nodes)] = asked
    assert backend == "python"
    assert nodes is not None
    assert nodes <= 1000


def test_the_machine_plays_deals_out_without_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solving would take too long then; it says so itself."""
    # As an attribute it would stay there; it is found anew whenever it is asked for.
    monkeypatch.setitem(vars(aceten_solver), "backend", "python")
    machine = Machine(seed=1, samples=3)
    state = aceten.load("zsiros", players=2).deal(seed=1)
    assert state.turn is not None
    assert (machine.plays, Machine(seed=1).sampled) == ("playouts", 1000)
    assert machine.advise(state.view(state.turn)).method == "played out"


ONE_CARD: Final = "zsiros/2 hands=9,? points=40,40 tricks=8,7"

ALL_ALIKE: Final = "zsiros/2 hands=9c9h,?? lead=0 points=30,40 tricks=7,7"
"""Lines in which there is no choice: one card alone may be played, or two that do the same."""


@pytest.mark.parametrize(("line", "said"), [(ONE_CARD, "Nothing else can be done."), (ALL_ALIKE, "comes to the same.")])
@pytest.mark.parametrize("objective", aceten_solver.OBJECTIVES)
def test_without_a_choice_it_is_said_what_that_is_worth(
    line: str, said: str, objective: aceten_solver.Objective, run: Aceten
) -> None:
    """What the deals that fit come to when each is solved, with who wins how often: in the table, in JSON, in a hint and in a picture."""
    view = view_of(line)
    worlds = aceten.worlds(view).listed(100)
    assert worlds is not None
    total = sum(times for _, times in worlds)
    values = [(aceten_solver.solve(state, objective).value, times) for state, times in worlds]
    won = sum((value is not None and value.winner == 0) * times for value, times in values) / total
    points = sum(value.points[0] * times for value, times in values if value and value.points) / total
    advice = advise(view, objective=objective)
    assert (advice.method, advice.exact, advice.worlds) == ("solved", True, total)
    for prospect in advice.prospects:
        assert prospect.points == pytest.approx(points)
        assert prospect.won == pytest.approx(won)
        assert (prospect.best, prospect.error) == (1, 0)
    told = run("advise", line, "--objective", objective)
    assert told.status == 0
    row = next(each for each in told.out.splitlines() if each.startswith("*"))
    assert f"{won:.0%}" in row
    assert f"{said}\nAll deals that fit were solved with all cards known: {total} deals." in told.out
    answer = json.loads(run("advise", line, "--objective", objective, "--json").out)
    assert (answer["exact"], answer["worlds"], answer["prospects"][0]["won"]) == (True, total, pytest.approx(won))
    hinted = Machine(seed=1).advise(view)
    assert hint(hinted, view).endswith(f". {said}" if said[0] == "N" else said)
    assert f"of {hinted.samples} deals that fit" in hint(hinted, view)
    assert len(list(advice_lines(hinted, view))) == 1 + len(view.legal)
    assert said in advice.picture()


@pytest.mark.parametrize("line", [ONE_CARD, ALL_ALIKE])
def test_the_better_methods_say_it_too(line: str, run: Aceten) -> None:
    """One action is certain, and it is worth something."""
    plan = json.loads(run("advise", line, "--method", "alpha-mu", "--json").out)
    exact = json.loads(run("advise", line, "--method", "exact", "--json").out)
    assert [each["mean"] for each in plan["actions"]] == [exact["value"]] == [40]
    assert [each["chance"] for each in exact["chances"]] == [1]


def test_without_a_choice_it_is_played_where_no_deal_is_solved(run: Aceten) -> None:
    """Where everybody plays for himself, or without time, it is still said what to play."""
    told = run("advise", "septica/3 hands=9,?,? lead=0 tricks=3,3,3")
    assert "To play: nine. Nothing else can be done." in told.out
    assert "deals were played out" in told.words


def test_a_fair_review_tells_no_choice_from_no_time() -> None:
    """Who never had a choice is told so; where time was up before anything was solved, that is said."""
    state = parse_state("zsiros/2 hands=9,8 lead=0 points=40,40 tricks=8,7")
    over = state.play(state.legal[0])
    judged = review_fairly(Record((state, over, over.play(over.legal[0]))), 0)
    assert FairVerdicts(judged, known=True).told() == "A never had a choice."
    judged = review_fairly(read_record(RECORD.read_text(encoding="utf-8")), 0, seconds=0)
    assert FairVerdicts(judged, known=True).told() == "No deal was solved in the time that there was."


def test_a_machine_without_a_choice_looks_at_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It plays at once."""
    monkeypatch.setattr(machine, "advise", None)
    for line in (ONE_CARD, ALL_ALIKE):
        view = view_of(line)
        for strength in ("average", "playouts"):
            assert Machine(seed=1, strength=strength).choose(view) == view.legal[0]


def test_who_is_not_to_act_gets_no_advice() -> None:
    """There is nothing to advise, nor to choose, however the machine plays."""
    waiting = view_of("zsiros/2 hands=AK,?? lead=1")
    with pytest.raises(UsageError, match="not to act"):
        advise(waiting)
    for strength in STRENGTHS:
        with pytest.raises(UsageError, match="not to act"):
            Machine(seed=1, strength=strength).choose(waiting)


@pytest.mark.turns(6)
def test_a_fair_review_judges_by_what_was_known() -> None:
    """Each judgement follows from two costs: that of a review with all cards, and that over deals that fit."""
    record = read_record(RECORD.read_text(encoding="utf-8"))
    reviewed = review(record)
    fair = review_fairly(record, 0)
    assert fair.whole
    open_costs = {entry.number: entry.cost if entry.cost_in == "points" else 0 for entry in reviewed.actions}
    for entry in fair.actions:
        state = record.states[entry.number - 1]
        assert state.turn == 0
        assert entry.advice.view == state.view(0)
        assert entry.open_cost == open_costs[entry.number]
        costly, known = bool(entry.open_cost), entry.cost > entry.error
        words = {(False, False): "right", (True, False): "unlucky", (False, True): "lucky", (True, True): "wrong"}
        assert entry.judgement == words[costly, known]
        assert (entry.cost == 0) == (entry.action in entry.best)


def test_a_fair_review_is_the_other_where_nothing_is_hidden() -> None:
    """With every card captured or seen but those of one hand, costs are those with all cards known."""
    state: State = parse_state(
        "zsiros/2 hands=AsThJc7c,7hQdAh9d lead=0 taken=AcAdTcTsTdKcKsKh,KdQcQsQhJsJhJd9c9h9s8d8c8s8h7s7d"
    )
    states = [state]
    while state.turn is not None:
        state = state.play(state.legal[0])
        states.append(state)
    record = Record(tuple(states))
    found = [entry for seat in (0, 1) for entry in review_fairly(record, seat).actions]
    assert len(found) > 3
    assert any(entry.open_cost for entry in found)
    for entry in found:
        assert (entry.worlds, entry.cost) == (1, entry.open_cost)
        assert entry.judgement in {"right", "wrong"}
