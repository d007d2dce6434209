"""What to play when cards are hidden: means over deals that fit, and reviews by what was known."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import commands
import pytest
from typing_extensions import override

import aceten
import aceten_solver
from aceten import Record, State, UsageError, View, parse, parse_state, read_record
from aceten.shuffling import split_mix
from aceten_cli.play.hint_figures import advice_lines
from aceten_solver import advise, review, review_fairly
from aceten_solver.hidden import machine_player as machine
from aceten_solver.hidden import sampling
from aceten_solver.hidden.hints import hint
from aceten_solver.hidden.machine_player import Machine
from aceten_solver.question.objectives import default_objective
from aceten_solver.reviews.fair_verdicts import FairVerdicts
from aceten_spec.cards import format_cards

if TYPE_CHECKING:
    from collections.abc import Callable

    from commands import Done

    from aceten_solver.answers.solution import Solution
    from aceten_solver.hidden.sampling import Advice

FEW: Final = "zsiros/2 hands=AK,?? lead=0 points=40,20"
"""Of the two hidden cards one counts, as 20 points are in play."""
MANY: Final = "zsiros/2 hands=AK97,???? talon=?? lead=0 points=30,20"
RECORD: Final = Path(__file__).parents[1] / "golden" / "endgame.jsonl"


def view_of(line: str) -> View:
    """Return the view of a line."""
    view = parse(line)
    assert isinstance(view, View)
    return view


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


@pytest.mark.turns(6)
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
    """By itself it solves deals for two from the first card on; for four without tables near the end only, and none in an auction."""
    for name, seed, solved in (
        ("zsiros/2", 1, True),
        ("schnapsen/2", 1, True),
        ("auction-sixty-six/4", 1, False),
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
    """What the core does not know, such as an auction, is searched in Python for a moment only, and then played out."""
    asked: list[tuple[str, int | None]] = []

    class Watched(aceten_solver.Solver):
        @override
        def solve(self, *given: Any, nodes: int | None = None, **rest: Any) -> Solution:
            solution = super().solve(*given, nodes=nodes, **rest)
            asked.append((solution.backend, nodes))
            return solution

    monkeypatch.setattr(sampling, "Solver", Watched)
    state = aceten.load("auction-sixty-six", players=4).deal(seed=1)
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
    line: str, said: str, objective: aceten_solver.Objective, run: Run
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
    told = run(["advise", line, "--objective", objective])
    assert told.status == 0
    row = next(each for each in told.out.splitlines() if each.startswith("*"))
    assert f"{won:.0%}" in row
    assert f"{said}\nAll deals that fit were solved with all cards known: {total} deals." in told.out
    answer = json.loads(run(["advise", line, "--objective", objective, "--json"]).out)
    assert (answer["exact"], answer["worlds"], answer["prospects"][0]["won"]) == (True, total, pytest.approx(won))
    hinted = Machine(seed=1).advise(view)
    assert hint(hinted, view).endswith(f". {said}" if said[0] == "N" else said)
    assert f"of {hinted.samples} deals that fit" in hint(hinted, view)
    assert len(list(advice_lines(hinted, view))) == 1 + len(view.legal)
    assert said in advice.picture()


@pytest.mark.parametrize("line", [ONE_CARD, ALL_ALIKE])
def test_the_better_methods_say_it_too(line: str, run: Run) -> None:
    """One action is certain, and it is worth something."""
    plan = json.loads(run(["advise", line, "--method", "alpha-mu", "--json"]).out)
    exact = json.loads(run(["advise", line, "--method", "exact", "--json"]).out)
    assert [each["mean"] for each in plan["actions"]] == [exact["value"]] == [40]
    assert [each["chance"] for each in exact["chances"]] == [1]


def test_without_a_choice_it_is_played_where_no_deal_is_solved(run: Run) -> None:
    """Where everybody plays for himself, or without time, it is still said what to play."""
    told = run(["advise", "septica/3 hands=9,?,? lead=0 tricks=3,3,3"])
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
    """There is nothing to advise."""
    with pytest.raises(UsageError, match="not to act"):
        advise(view_of("zsiros/2 hands=AK,?? lead=1"))


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


Run: TypeAlias = "Callable[[list[str]], Done]"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return what runs the program."""
    return lambda words: commands.run(capsys, monkeypatch, *words)


def test_advice_on_the_command_line(run: Run) -> None:
    """Points, wins and the share of deals in which a card is best; the same as JSON; a position with all cards as who is to act sees it."""
    done = run(["advise", FEW])
    assert done.status == 0
    rows = re.findall(r"^(\*?) +(king|ace) +([\d.]+) +(\d+)% +(\d+)%$", done.out, re.MULTILINE)
    assert [(row[0], row[1]) for row in rows] == [("*", "king"), ("", "ace")]
    assert "All deals that fit were solved with all cards known: 161 deals." in done.out
    told = json.loads(run(["advise", FEW, "--json"]).out)
    assert (told["view"], told["worlds"], told["exact"]) == (
        f"{FEW.partition(' points')[0]} seat=0 points=40,20",
        161,
        True,
    )
    assert [entry["action"] for entry in told["prospects"]] == ["K", "A"]
    whole = "zsiros/2 hands=AK,Q9 lead=0 points=40,20"
    seen = "zsiros/2 hands=AK,?? lead=0 points=50,20"
    _, sees, *rest = run(["advise", "zsiros/2 hands=AK,Q9 lead=0 points=50,20"]).out.splitlines()
    assert sees == f"As A sees it: {parse(seen)}"
    assert rest == run(["advise", seen]).out.splitlines()[1:]
    assert run(["advise", whole, "--seat", "B"]).status == 2


def test_the_line_that_is_printed_has_the_same_advice(run: Run) -> None:
    """What play has shown of hidden cards stands in the line of the view, printed and in JSON: given back, it has the same answer."""
    whole = "einwerfen/4 hands=AhKhQs,KcQcJc,JhTh9h,AsKsTs trump=d points=28,28 tricks=3,2"
    first = run(["advise", whole, "-m", "Ah Jc Jh Ts", "--worlds", "20"]).out.splitlines()
    line = first[1].partition(": ")[2]
    assert line.endswith(" not=1:QhTh9h8h7h,3:QhTh9h8h7h")
    assert first[2:] == run(["advise", line, "--worlds", "20"]).out.splitlines()[1:]
    told = json.loads(run(["advise", whole, "-m", "Ah Jc Jh Ts", "--worlds", "20", "--json"]).out)
    assert told == json.loads(run(["advise", told["view"], "--worlds", "20", "--json"]).out)
    assert told["worlds"] == 159_048


def test_what_a_line_leaves_out_is_said(run: Run) -> None:
    """Where a seat knows more than its line says, the answer says so, for the view and for its line."""
    whole = "sedma/2 hands=9d9s7c7s,QsTd8dAh talon=AsKsJc8c lead=0 points=30,20 tricks=8,2"
    first = run(["advise", whole, "-m", "9d Qs 9s Td", "--worlds", "20"]).out.splitlines()
    line = first[1].partition(": ")[2]
    assert line.endswith(" partial=yes")
    assert first[2] == "A knows more of hidden cards than this: fewer deals may fit."
    assert run(["advise", line, "--worlds", "20"]).out.splitlines()[1:] == first[2:]


def test_one_wrong_line_of_several_is_told_and_the_others_are_answered(run: Run, tmp_path: Path) -> None:
    """Each line of a file has its answer; what is wrong with one is said with where it stands, and the exit status is 1."""
    lines = [FEW, "zsiros/2 hands=AK,???", FEW.replace("lead=0", "lead=1"), FEW]
    (tmp_path / "lines.txt").write_text("\n".join(lines), encoding="utf-8")
    done = run(["advise", str(tmp_path / "lines.txt")])
    assert done.status == 1
    assert done.out.count("To play: king.") == 2
    assert "lines.txt:2: hands: hands of 2, 3 cards" in done.err
    assert "lines.txt:3: A is not to act: there is nothing to advise" in done.err
    assert "Wrong positions: 2 of 4." in done.err


def test_deals_that_cannot_be_solved_are_played_out_all_of_them(run: Run) -> None:
    """Where it is open in some deals who plays against whom, the others alone give no mean; the reason is told."""
    line = "sedma-three/3 hands=QdAs,??,?? lead=0 taken=AcAdAhKsKcKd,QcQsQh,9s9h9cTsThTdTcJsJcJhJd8s"
    for nodes in (None, 10**6):
        advice = aceten_solver.advise(view_of(line), samples=20, nodes=nodes, objective="points")
        assert (advice.method, advice.samples) == ("played out", 20)
    told = run(["advise", line, "-n", "20"]).out
    assert "No deal was solved: nobody is known to hold the king of hearts" in told
    assert "So deals were played out, mostly at random: 20 deals." in told
    assert (
        aceten_solver.advise(view_of(f"{line} lone=1"), samples=20, nodes=None, objective="points").method == "solved"
    )


def test_half_of_the_time_is_kept_for_playing_out() -> None:
    """Where no deal is solved in half of the time, some are played out in the other half."""
    view = view_of("auction-sixty-six/4 hands=AcKcQcAhKhQh,??????,??????,?????? lead=0 dealer=3")
    advice = aceten_solver.advise(view, samples=3, nodes=None, seconds=1)
    assert (advice.method, advice.samples) == ("played out", 3)


def test_after_closing_the_order_of_the_talon_makes_no_other_deal(run: Run) -> None:
    """What is left in the talon counts as it lies, so that all deals are looked at where they are few."""
    line = "schnapsen/2 hands=AsTh,?? talon=???????Kh lead=0 closed=0,0,1,0 taken=AcTcQcJcKcTs,QhJh dealer=1"
    told = run(["advise", line]).out
    assert "All deals that fit were solved with all cards known: 36 deals." in told
    assert re.search(r"^\* +ace of spades +\+0\.75 +75% +100%$", told, re.MULTILINE)


def test_what_a_seat_sees_does_not_depend_on_what_is_hidden_from_it(run: Run) -> None:
    """Of a line with all cards, also one with points that no cards account for, only what the seat sees counts."""
    told = [
        run(["advise", f"zsiros/2 hands=AK,{theirs} lead=0 points=40,20"]).out.splitlines() for theirs in ("97", "T7")
    ]
    assert told[0][1:] == told[1][1:]
    assert "161 deals" in "\n".join(told[0])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["zsiros/2 hands=AK,?? lead=1"], "A is not to act"),
        (["zsiros/2 hands=AK,?? lead=0", "--seat", "B"], "the line says what A sees"),
        (["zsiros/2 hands=AK,97 lead=0", "--seat", "C"], "expected A to B"),
        (["zsiros/2 hands=-,- lead=0"], "the deal is over"),
        (["zsiros/2 hands=AK,?? lead=0", "--moves", "A"], "no cards are hidden"),
    ],
)
def test_what_is_wrong_is_said(run: Run, words: list[str], told: str) -> None:
    """Exit status 2, and a sentence."""
    done = run(["advise", *words])
    assert (done.status, done.out) == (2, "")
    assert told in done.err


@pytest.mark.parametrize("command", ["solve", "perft"])
def test_commands_that_need_every_card_say_so(run: Run, command: str) -> None:
    """They name the one that does not."""
    done = run([command, "zsiros/2 hands=AK,?? lead=0", *(["2"] if command == "perft" else [])])
    assert done.status == 2
    assert "aceten advise" in done.err


def test_a_view_is_shown(run: Run) -> None:
    """Backs for hidden cards; as JSON the cards that are unseen, and how many deals fit."""
    out = run(["show", FEW]).out
    assert "▒▒" in out
    told = json.loads(run(["show", FEW, "--json"]).out)
    assert (told["seat"], told["worlds"], len(told["unseen"])) == (0, "161", 30)
    assert told["hand"] == ["A", "K"]
    assert "".join(told["unseen"]).count("A") == 3
    assert run(["show", FEW, "--svg", "-"]).out.startswith("<svg")
    assert format_cards(view_of(FEW).hand) == "AK"


@pytest.mark.turns(2)
def test_reviews_by_what_was_known_are_printed(run: Run) -> None:
    """A table with both costs and a word for each, and how often the player was wrong and unlucky."""
    done = run(["review", str(RECORD), "--seat", "B"])
    assert done.status == 0
    assert "by what B knew" in done.out
    words = re.findall(
        r"^ *\d+\..*?\b(unlucky|lucky|wrong|right)\b", done.out.partition("by what B knew")[2], re.MULTILINE
    )
    told = re.search(r"B was wrong (\d+) times?(?:, (\d+) of them luckily)?, and unlucky (\d+) times?\.", done.out)
    assert told
    wrong, lucky, unlucky = (int(number or 0) for number in told.groups())
    assert (wrong, lucky, unlucky) == (
        words.count("wrong") + words.count("lucky"),
        words.count("lucky"),
        words.count("unlucky"),
    )
    lines = run(["review", str(RECORD), "--seat", "B", "--json"]).out.splitlines()
    assert json.loads(lines[1])["seat"] == 1
    assert run(["review", str(RECORD), "--seat", "C"]).status == 2


FUSION: Final = (
    "zsiros/2 hands=AdQh9d7c,???? talon=?? lead=0 taken=KsKdQcQsQdJcJhJdThTd9s8d7h7d,AsKhJsTc8c8s8h7s tricks=7,3"
)
"""Six cards are hidden, and every method plays another card or says something else of it."""
LISTED: Final = aceten.worlds(view_of(FUSION)).some(30, split_mix(0))
"""All deals that fit, as they are fewer than 30 that play can tell apart."""
EVERY: Final = aceten.worlds(view_of(FUSION).public).listed() or ()
"""All deals that anybody takes for possible who sees neither hand."""
METHODS: Final = ["exact", "alpha-mu"]


@pytest.mark.turns(2)
@pytest.mark.parametrize("objective", aceten_solver.OBJECTIVES)
def test_an_equilibrium_as_json_is_that_of_the_api(run: Run, objective: aceten_solver.Objective) -> None:
    """Its value, what holds it, how large the game is, and how likely each action is, the most likely first."""
    told = json.loads(run(["advise", FUSION, "--method", "exact", "--objective", objective, "--json"]).out)
    found = aceten_solver.find_equilibrium(EVERY, objective)
    chances = {str(each.action): each.chance for each in found.chances(LISTED[0][0])}
    assert {entry["action"]: entry["chance"] for entry in told["chances"]} == pytest.approx(chances, abs=1e-9)
    likely = [entry["chance"] for entry in told["chances"]]
    assert likely == sorted(likely, reverse=True)
    assert sum(likely) == pytest.approx(1)
    assert told["bounds"] == pytest.approx(found.bounds, abs=1e-9)
    assert told["value"] == pytest.approx(found.value_in([world for world, _ in LISTED]), abs=1e-9)
    assert told["private"]
    assert told["exploitability"] <= 1e-9
    assert (told["view"], told["method"], told["objective"]) == (str(view_of(FUSION)), "exact", objective)
    assert (told["worlds"], told["histories"]) == (len(EVERY), found.histories)


@pytest.mark.parametrize(("words", "worlds"), [([], 200), (["--worlds", "9", "--seed", "5"], 9)])
def test_alpha_mu_as_json_is_that_of_the_api(run: Run, words: list[str], worlds: int) -> None:
    """Over all deals that fit, or over as many as are asked for, drawn by the seed: what each action comes to, the best first."""
    told = json.loads(run(["advise", FUSION, "--method", "alpha-mu", "--json", *words]).out)
    some = aceten.worlds(view_of(FUSION)).some(worlds, split_mix(5))
    found = aceten_solver.search_alpha_mu(some, "points")
    assert (told["view"], told["method"], told["objective"]) == (str(view_of(FUSION)), "alpha-mu", "points")
    assert (told["worlds"], told["exact"], told["moves"]) == (len(found.worlds), found.exact, found.moves)
    assert [(each["action"], each["mean"], each["moves"], each["undominated"]) for each in told["actions"]] == [
        (str(each.action), each.mean, each.moves, len(each.front)) for each in found.actions
    ]
    assert told["actions"][0]["action"] == str(found.chosen)


@pytest.mark.turns(2)
def test_an_equilibrium_is_told_in_sentences(run: Run) -> None:
    """A star for what is played, the value, and what was looked at; in Hungarian too."""
    found = aceten_solver.find_equilibrium(EVERY, "points")
    done = run(["advise", FUSION, "--method", "exact"])
    assert done.status == 0
    assert re.findall(r"^(\*?) +(\w+) of \w+ +([\d.]+)$", done.out, re.MULTILINE) == [
        ("*", "over", "1.00"),
        ("", "ace", "0.00"),
        ("", "nine", "0.00"),
        ("", "seven", "0.00"),
    ]
    assert "In equilibrium: A takes 47.33 points." in done.out
    assert "Each knows his own cards alone." in done.out
    assert f"{found.histories:,} histories of {len(EVERY)} different deals were looked at." in done.out
    told = run(["advise", FUSION, "--method", "exact", "-l", "hu"]).out
    assert re.search(r"^\* +piros felső +1,00$", told, re.MULTILINE)
    assert "Egyensúlyban: A 47,33 pontot visz el." in told
    assert f"{len(EVERY)} különböző leosztás {found.histories:,} lefolyása került sorra.".replace(",", "\u202f") in told


def test_alpha_mu_is_told_in_sentences(run: Run) -> None:
    """What each card comes to, how far was searched, and what that counts on; in Hungarian too."""
    done = run(["advise", FUSION, "--method", "alpha-mu"])
    assert done.status == 0
    means = aceten_solver.search_alpha_mu(LISTED, "points").actions
    rows = re.findall(r"^(\*?) +\w+ of \w+ +([\d.]+)$", done.out, re.MULTILINE)
    assert rows == [("" if place else "*", f"{each.mean:.2f}") for place, each in enumerate(means)]
    assert f"Alpha-mu to the end, over {len(LISTED)} deals." in done.out
    short = run(["advise", FUSION, "--method", "alpha-mu", "--seconds", "0"]).out
    assert f"Alpha-mu with 1 move ahead, over {len(LISTED)} deals." in short
    told = run(["advise", FUSION, "--method", "alpha-mu", "-l", "hu"]).out
    assert f"Alfa-mű a végéig, {len(LISTED)} leosztásra." in told


HIDDEN: Final = (
    "zsiros/2 hands=J87,?? talon=?? lead=1 seat=0 trick=Q7Q taken=-,AAAAKKKKQQJJJTT9998887 tricks=0,10 dealer=0"
)
"""Where the other knows the hand all cards are worth the same; where he does not, only the seven is played in equilibrium."""
CLOSED: Final = "schnapsen/2 hands=AdTdKs,??? talon=?????Kh lead=0 closed=0,0,2,0 taken=AcJcQcKdJsJd,QhJh"


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("line", "objective", "private", "card"), [(HIDDEN, "points", True, "7"), (CLOSED, "game-points", False, "Ad")]
)
def test_the_other_knows_the_hand_only_where_else_there_is_too_much(
    run: Run, line: str, objective: aceten_solver.Objective, private: bool, card: str
) -> None:
    """An equilibrium is that of the worlds that everybody takes for possible, or of those that the seat does, and told as what it is."""
    told = json.loads(run(["advise", line, "--method", "exact", "-o", objective, "--json"]).out)
    view = view_of(line)
    own = [world for world, _ in aceten.worlds(view).listed() or ()]
    deals = aceten.worlds(view.public if private else view).listed() or ()
    found = aceten_solver.find_equilibrium(deals, objective)
    assert (told["private"], told["worlds"], told["chances"][0]["action"]) == (private, len(deals), card)
    assert told["value"] == pytest.approx(found.value_in(own), abs=1e-9)
    assert found.value_in([world for world, _ in deals]) == pytest.approx(found.value, abs=1e-9)
    if line == HIDDEN:  # worked out by another program, too
        assert found.value == pytest.approx(73 / 7)
    with pytest.raises(UsageError, match="none of these"):
        found.value_in([])
    said = (
        "Each knows his own cards alone."
        if private
        else "Here B knows the cards of A: that they are hidden, too, makes more"
    )
    assert said in run(["advise", line, "--method", "exact", "-o", objective]).out


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("unit", "objective"), [("points", "points"), ("game points", "game-points"), ("A wins by", "deal")]
)
def test_a_value_is_told_in_what_is_asked_for(run: Run, unit: str, objective: aceten_solver.Objective) -> None:
    """Points, game points more than the other side, or won and lost."""
    told = run(["advise", FUSION, "--method", "exact", "--objective", objective]).out
    value = aceten_solver.find_equilibrium(EVERY, objective).value_in([world for world, _ in LISTED])
    digits = 2 if objective == "points" else 3
    line = next(line for line in told.splitlines() if line.startswith("In equilibrium"))
    assert unit in line
    assert f"{value:.{digits}f}" in line


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([FUSION, "--svg", "-"], "--svg and --method {method}: expected one of them"),
        ([FEW.replace("lead=0", "lead=1")], "A is not to act: there is nothing to advise"),
        (["septica/3 hands=AK,??,?? lead=0 points=3,2,1"], "3 players, each for himself"),
    ],
)
def test_what_a_method_cannot_do_is_said(run: Run, method: str, words: list[str], told: str) -> None:
    """Exit status 2, a sentence, and nothing else."""
    done = run(["advise", *words, "--method", method])
    assert (done.status, done.out) == (2, "")
    assert told.format(method=method) in done.err


@pytest.mark.turns(4)
def test_an_equilibrium_is_for_two_players_and_few_deals(run: Run) -> None:
    """Too many deals, and partners, are refused with the methods that there are for them, or with how many players there may be."""
    many = run(["advise", MANY.replace("talon=??", "talon=????") + " tricks=5,5", "--method", "exact"])
    assert (many.status, many.out) == (2, "")
    assert "--method exact: more than 10000 deals fit; ask for average or alpha-mu" in many.err
    partners = run(["advise", "zsiros/4 hands=A,?,?,? lead=0 points=40,20", "--method", "exact"])
    assert (partners.status, partners.out) == (2, "")
    assert "an equilibrium is computed for two players; this deal has 4" in partners.err
