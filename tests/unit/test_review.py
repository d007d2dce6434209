"""Reviews of played deals: what every action cost, and who could still have won, compared with plain minimax over the engine."""

from __future__ import annotations

import functools
import json
import random
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import commands
import msgspec
import pytest
from commands import interrupted_at_work
from turns import in_turn, merits

import aceten
import aceten_solver
from aceten import Action, Call, Claim, Record, State, Suit, UsageError, load, parse
from aceten_cli.analysis import review as reviewing
from aceten_solver import ObjectiveError, review, review_all
from aceten_solver.question.objectives import merit_by
from aceten_solver.question.trick_kinds import seam_of
from aceten_spec import load_shipped, shipped
from aceten_spec.outcomes import decided_by_outcome, ordered_by_outcome

if TYPE_CHECKING:
    from aceten import Game
    from aceten_solver import Objective, Review

Worth: TypeAlias = tuple[int, ...]
"""What the end of a deal is worth to side 0: what is asked for, and what tells equals of it apart."""

TWO_SIDES: Final = [
    game
    for name in shipped()
    for players in load_shipped(name).parameters.players
    if (game := load(name, players=players)).side_count == 2
] + [load("zsiros", tie="draw"), load("zsiros", last_card_loses="7"), load("hola", players=4, four_resets=True)]
DEALS: Final = 4
"""How many deals of each game are compared with plain minimax."""
MOST_DEALS: Final = 40
"""How many may be, until there is a mistake in one."""
RECORDED: Final = Path(__file__).parents[1] / "golden" / "endgame.jsonl"

# A leads the seven, and loses a tie by the last trick, which the nine would have won him.
LOST_BY_THE_LAST_TRICK: Final = "zsiros/2 hands=97,98 lead=0 points=40,40 tricks=7,7"
SCHNAPSEN: Final = "schnapsen/2 hands=KhQhTsJs,AhThAdKd trump=s lead=0 points=27,38 tricks=3,3"
ENDGAME: Final = "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0 points=10,20 tricks=2,2"


def record(start: State | str, *actions: Action | str) -> Record:
    """Return the record of a deal in which this was done."""
    states = [parse(start) if isinstance(start, str) else start]
    for action in actions:
        states.append(states[-1].play(action))
    return Record(tuple(states))


def random_endgame(game: Game, chance: random.Random, left: int) -> Record:
    """Return the record of the end of a random deal, from where so many cards are left in hands and talon."""
    state = game.deal(seed=chance.randrange(2**32), dealer=chance.randrange(game.players))
    states = [state]
    while state.turn is not None:
        state = state.play(chance.choice(seam_of(state).likely(state)))
        states.append(state)
    short = [state for state in states if sum(map(len, state.hands)) + len(state.talon) <= left]
    return Record(tuple(short or states[-1:]))


# --- Plain minimax --------------------------------------------------------------------------------------------------


def end_worth(state: State, objective: Objective) -> Worth:
    """Return what a finished deal is worth to side 0, that of seat 0."""
    result = state.result
    assert result is not None
    assert result.winners is not None
    assert result.game_points is not None
    deal = 0 if not result.winners else 1 if 0 in result.winners else -1
    margin = result.game_points[0] - result.game_points[1]
    told: dict[Objective, int] = {"deal": deal, "game-points": margin}
    if ordered_by_outcome(state.game.rules):
        told["points"] = result.points[0]
    return merits(told)[objective]


@functools.cache
def minimax(state: State, objective: Objective) -> Worth:
    """Return what a state is worth to side 0: all plays are tried."""
    if state.turn is None:
        return end_worth(state, objective)
    choose = max if state.game.sides[state.turn] == 0 else min
    return choose(minimax(state.play(action), objective) for action in state.legal)


def check(played: Record, reviewed: Review) -> int:
    """Compare a review with plain minimax, and return the number of mistakes."""
    objective, states, sides = reviewed.objective, played.states, played.state.game.sides
    worths = [minimax(state, objective) for state in states]
    known: tuple[Objective, ...] = ("deal", "game-points", "points")
    if not ordered_by_outcome(played.state.game.rules):
        known = ("deal", "game-points")
    assert reviewed.exact
    assert reviewed.settled_from == 1
    assert reviewed.value is not None
    assert merit_by(reviewed.value, objective) == worths[-1][0]
    assert len(reviewed.actions) == len(played.events)
    for entry in reviewed.actions:
        before, after = worths[entry.number - 1 : entry.number + 1]
        state = states[entry.number - 1]
        sign = 1 if sides[entry.seat] == 0 else -1
        assert (entry.position, entry.seat) == (state, state.turn)
        assert entry.before is not None
        assert entry.after is not None
        assert (merit_by(entry.before, objective), merit_by(entry.after, objective)) == (before[0], after[0])
        lost = [
            (sign * (one - other), aim)
            for aim, one, other in zip(in_turn(objective, known), before, after, strict=True)
            if one != other
        ]
        assert (entry.cost, entry.cost_in) == (lost[0] if lost else (0, None))
        assert entry.mistake == (before != after)
        keeping = [action for action in state.legal if minimax(state.play(action), objective) == before]
        assert list(entry.best) == keeping
        assert states[entry.number] == state.play(entry.action)
    for side in range(2):
        check_verdict(played, reviewed, side, worths)
    return sum(entry.mistake is True for entry in reviewed.actions)


def check_verdict(played: Record, reviewed: Review, side: int, worths: list[Worth]) -> None:
    """Compare what is said about a side: the last moments at which it could have won, or come to more, and the lines from there.

    Where more than the outcome decides a deal, points do not tell who could have won.
    """
    verdict, sign = reviewed.verdicts[side], 1 - 2 * side
    ours = [tuple(sign * part for part in each) for each in worths]
    better = [number for number, each in enumerate(ours, start=1) if each > ours[-1]]
    assert (None if verdict.more is None else verdict.more.number) == (better[-1] if better else None)
    if reviewed.objective == "points" and not decided_by_outcome(played.state.game.rules):
        assert (verdict.could_win, verdict.win) == (True if verdict.won else None, None)
        return
    place = 1 if reviewed.objective == "points" else 0
    wins = [number for number, each in enumerate(ours, start=1) if each[place] > 0]
    assert verdict.won == (ours[-1][place] > 0)
    assert verdict.could_win == bool(wins)
    assert (None if verdict.win is None else verdict.win.number) == (wins[-1] if wins and not verdict.won else None)
    for chance in (verdict.win, verdict.more):
        if chance is None:
            continue
        state = played.states[chance.number - 1]
        assert state.turn is not None
        assert state.game.sides[state.turn] == side  # nobody loses what was certain but by his own action
        assert chance.position == state
        for action in chance.line:
            state = state.play(action)
        assert end_worth(state, reviewed.objective) == worths[chance.number - 1]


@pytest.mark.turns(12)
@pytest.mark.parametrize("game", TWO_SIDES, ids=lambda game: " ".join(map(str, (game, *game.options))))
def test_reviews_agree_with_plain_minimax(game: Game) -> None:
    """Every cost, every mistake, the best actions, and the last moments at which a side could have won are those of plain minimax."""
    chance = random.Random(str(game))
    objectives: list[Objective] = ["deal", "game-points"]
    if ordered_by_outcome(game.rules):
        objectives.append("points")
    mistakes = 0
    for deal in range(1, MOST_DEALS + 1):
        played = random_endgame(game, chance, game.players + 4)
        mistakes += sum(check(played, review(played, objective)) for objective in objectives)
        minimax.cache_clear()
        if mistakes and deal >= DEALS:
            return
    pytest.fail(f"no mistake in {MOST_DEALS} deals")


# --- What is said -----------------------------------------------------------------------------------------------------


def test_perfect_play_has_no_mistake() -> None:
    """Of a deal that both sides play perfectly nothing is a mistake, and nobody could have come to more."""
    for start in (ENDGAME, LOST_BY_THE_LAST_TRICK, SCHNAPSEN):
        line = aceten_solver.solve(parse(start)).line
        reviewed = review(record(start, *line))
        assert [(entry.cost, entry.mistake) for entry in reviewed.actions] == [(0, False)] * len(line)
        assert all(entry.action in entry.best for entry in reviewed.actions)
        assert [(verdict.win, verdict.more) for verdict in reviewed.verdicts] == [(None, None)] * 2


def test_a_blunder_is_found() -> None:
    """The queen of hearts turns a deal that A wins into one that B wins with two game points."""
    reviewed = review(record(SCHNAPSEN, "Qh", "Th", "Ah", "Kh", "claim"))
    blunder = reviewed.actions[0]
    assert (blunder.cost, blunder.mistake, *map(str, blunder.best)) == (3, True, "Js", "Ts")
    assert [entry.mistake for entry in reviewed.actions[1:]] == [False] * 4
    loser, winner = reviewed.verdicts
    assert loser.win is not None
    assert (loser.won, loser.could_win, loser.win.number, loser.win.line[-1]) == (False, True, 1, Claim(Suit.HEARTS))
    assert (winner.won, winner.could_win, winner.win, winner.more) == (True, True, None, None)


def test_a_lost_tie_costs_the_deal() -> None:
    """What loses the deal by the last trick, and no points, costs the deal, and is not among the best actions."""
    reviewed = review(record(LOST_BY_THE_LAST_TRICK, "7", "8", "9", "9"))
    assert (reviewed.objective, reviewed.value) == ("points", reviewed.actions[-1].after)
    first = reviewed.actions[0]
    assert (first.cost, first.cost_in, first.mistake, *map(str, first.best)) == (2, "deal", True, "9")
    loser = reviewed.verdicts[0]
    assert loser.win is not None
    assert loser.win == loser.more
    assert (loser.win.number, *map(str, loser.win.line)) == (1, "9", "9", "7", "8")
    assert review(record(LOST_BY_THE_LAST_TRICK, "7", "8", "9", "9"), "deal").actions[0].cost == 2


def test_what_a_deal_scores_is_a_mistake_too() -> None:
    """What gives the loser of all points a trick costs no points, and a game point: a mistake of a side that wins anyway."""
    winner = review(record("zsiros/2 hands=97,98 lead=0 points=80,0 tricks=14,0", "7", "8", "9", "9")).verdicts[0]
    assert (winner.won, winner.win) == (True, None)
    assert winner.more is not None
    assert (winner.more.number, winner.more.value.game_points) == (1, (3, 0))


def test_a_deal_that_could_not_be_won() -> None:
    """Of a side that loses whatever it does it is said that it could never have won."""
    reviewed = review(record("zsiros/2 hands=9,8 lead=0 points=10,70 tricks=3,12", "9", "8"))
    assert [(verdict.won, verdict.could_win) for verdict in reviewed.verdicts] == [(False, False), (True, True)]
    assert not any(entry.mistake for entry in reviewed.actions)


def test_a_deal_that_goes_on_is_reviewed_up_to_its_end() -> None:
    """Where a record ends in the middle of a deal, what counts is perfect play from there."""
    played = record(LOST_BY_THE_LAST_TRICK, "7")
    reviewed = review(played)
    assert reviewed.exact
    assert reviewed.value == aceten_solver.solve(played.state).value
    assert [(verdict.won, verdict.could_win) for verdict in reviewed.verdicts] == [(False, True), (True, True)]
    nothing = review(record(LOST_BY_THE_LAST_TRICK))
    assert (nothing.actions, nothing.exact, nothing.settled_from) == ((), True, 1)
    assert [(verdict.won, verdict.could_win) for verdict in nothing.verdicts] == [(True, True), (False, False)]


def test_open_points_leave_open_who_could_have_won() -> None:
    """Where the position does not say who has the other points, it is not guessed who won or could have won."""
    reviewed = review(record("zsiros/2 hands=A9,T7 lead=0", "9", "T", "A", "7"))
    assert [(verdict.won, verdict.could_win, verdict.win) for verdict in reviewed.verdicts] == [(None, None, None)] * 2
    assert reviewed.exact
    assert any(entry.cost for entry in reviewed.actions)
    assert any(verdict.more for verdict in reviewed.verdicts)


def test_calls_are_counted_and_left_out() -> None:
    """A call binds nobody: it has a number, as it has a line in the record, and no row in the review."""
    start = parse(ENDGAME)
    played = record(start, str(start.calls[0]), "Q", "9", "K", "J")
    assert isinstance(played.events[0][1], Call)
    reviewed = review(played)
    assert [entry.number for entry in reviewed.actions] == [2, 3, 4, 5]
    assert (reviewed.actions[0].cost, reviewed.settled_from) == (10, 1)
    more = [verdict.more for verdict in reviewed.verdicts if verdict.more is not None]
    assert more
    assert all(chance.position == played.states[chance.number - 1] for chance in more)


def test_the_one_who_plays_alone_is_side_0() -> None:
    """Of two who play against one, what each of them does costs both."""
    line = "sedma-three/3 hands=98,AKh,97 lead=0 points=10,40,20 tricks=5,2,1"
    played = record(line, "8", "A", "9", "9", "Kh", "7")
    reviewed = review(played)
    assert reviewed.sides == ((1,), (0, 2))
    assert reviewed.value is not None
    result = played.state.result
    assert result is not None
    assert reviewed.value.points == (result.points[1], result.points[0] + result.points[2])


def played_out(start: State) -> Record:
    """Return the record of a deal in which everybody does the first thing that is legal."""
    states = [start]
    while (state := states[-1]).turn is not None:
        states.append(state.play(state.legal[0]))
    return Record(tuple(states))


HIDDEN_KING: Final = "sedma-three/3 hands=9998,8JJJ,KcTTT talon=KhAQ lead=0 points=20,20,0 tricks=3,2,0"


def test_before_it_is_known_who_plays_alone_nothing_is_reviewed() -> None:
    """As long as nobody holds the red king there are no two sides; what is done after that is reviewed all the same."""
    played = played_out(parse(HIDDEN_KING))
    reviewed = review(played)
    assert [state.teams is None for state in played.states] == [True] * 9 + [False] * 7
    assert (reviewed.settled_from, reviewed.exact) == (10, False)
    assert [entry.cost is None for entry in reviewed.actions] == [True] * 9 + [False] * 6
    with pytest.raises(UsageError, match="nobody is known to hold the king of hearts"):
        review(Record(played.states[:2]))


# --- Budgets ----------------------------------------------------------------------------------------------------------


def agrees(partial: Review, exact: Review) -> None:
    """Require of a review that ran out of budget that all it says is what a whole one says."""
    assert [entry.number for entry in partial.actions] == [entry.number for entry in exact.actions]
    for entry, whole in zip(partial.actions, exact.actions, strict=True):
        if entry.number >= partial.settled_from:
            assert (entry.before, entry.after) == (whole.before, whole.after)
            assert (entry.cost, entry.mistake) == (whole.cost, whole.mistake)
            assert set(entry.best) <= set(whole.best)
            assert entry.mistake or entry.action in entry.best
        else:
            assert (entry.before, entry.cost, entry.mistake, entry.best) == (None, None, None, ())
    for said, true in zip(partial.verdicts, exact.verdicts, strict=True):
        assert said.won in (None, true.won)
        assert said.could_win in (None, true.could_win)
        for chance, known in ((said.win, true.win), (said.more, true.more)):
            assert chance is None or known is not None
            if chance is not None and known is not None:
                assert (chance.number, chance.position, chance.value) == (known.number, known.position, known.value)


@pytest.mark.turns(2)
def test_a_budget_leaves_the_first_actions_out() -> None:
    """With fewer nodes fewer actions are reviewed, from the end of the record; nothing is said that a whole review does not say."""
    played = random_endgame(load("zsiros", players=4), random.Random(4), 9)
    exact = review(played)
    reached: list[int] = []
    for nodes in range(0, exact.nodes + 1, 3):
        partial = review(played, nodes=nodes)
        assert partial.nodes <= nodes
        agrees(partial, exact)
        reached.append(partial.settled_from)
    assert reached == sorted(reached, reverse=True)
    assert reached[0] > reached[len(reached) // 2] > reached[-1] == 1
    assert review(played, nodes=exact.nodes).exact


def test_an_end_that_is_not_settled_settles_nothing() -> None:
    """Of a record that ends in the middle of a deal nothing is said when its end is not settled."""
    reviewed = review(record(ENDGAME, "O"), nodes=1)
    assert (reviewed.value, reviewed.exact, reviewed.settled_from) == (None, False, 2)
    assert reviewed.actions[0].cost is None
    assert [(verdict.won, verdict.could_win) for verdict in reviewed.verdicts] == [(None, None)] * 2


def test_time_and_stop_end_a_review() -> None:
    """A whole deal does not fit into no time at all, nor when it is to stop at once."""
    played = played_out(load("zsiros", players=4).deal(seed=1))
    for reviewed in (
        review(played, seconds=0.0),
        review(played, stop=lambda: True),
    ):
        assert not reviewed.exact
        assert reviewed.value is not None
        assert reviewed.settled_from > 1


def test_progress_counts_on_from_position_to_position() -> None:
    """The progress function is called with rising numbers of all the states searched so far, after every position at least."""
    played = random_endgame(load("zsiros", players=4), random.Random(4), 12)
    counts: list[int] = []
    reviews = review_all((played, played), progress=counts.append)
    assert counts == sorted(counts)
    assert counts[-1] == sum(reviewed.nodes for reviewed in reviews)
    assert len(counts) >= 2 * len(played.events)


@pytest.mark.parametrize("game", ["schnapsen", "sedmice", "sedma-three"])
def test_the_deals_of_a_match_share_the_budget(game: str) -> None:
    """Every deal of a match is reviewed, with an equal part of the budget, and as it would be on its own."""
    text = (files("aceten_spec") / "vectors" / f"{game}.match.jsonl").read_text(encoding="utf-8")
    deals = aceten.read_match(text).deals[:4]
    reviews = review_all(deals, nodes=400)
    assert len(reviews) == len(deals) > 1
    assert sum(reviewed.nodes for reviewed in reviews) <= 400
    for played, reviewed in zip(deals, reviews, strict=True):
        assert reviewed.position == played.states[0]
        assert reviewed.nodes
        alone = review(played, nodes=reviewed.nodes)
        assert reviewed.settled_from <= len(played.events)
        agrees(alone, reviewed)


# --- Refusals ---------------------------------------------------------------------------------------------------------


def test_what_has_no_value_is_refused() -> None:
    """Something else than a record, three players each for himself, and an objective that the position leaves open are refused."""
    with pytest.raises(UsageError, match=r"expected a Record, given a MatchingState; aceten.read_record makes one"):
        review(parse(ENDGAME))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(UsageError, match="3 players, each for himself; perfect play has a value only where two sides"):
        review(record("septica/3 hands=A,K,Q points=2,2,2", "A"))
    with pytest.raises(ObjectiveError, match=r"70 of the 80 card points are neither in play nor captured"):
        review(record("zsiros/2 hands=A,K", "A"), "deal")
    with pytest.raises(ObjectiveError, match="expected one of: points, deal, game-points"):
        review(record(ENDGAME, "A"), "chips")


# --- The command ------------------------------------------------------------------------------------------------------


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Return what runs the command in this process."""
    return Run(capsys, monkeypatch, tmp_path)


class Run:
    """Runs ``aceten review``, and expects an exit status."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        """Look over the shoulder of the program."""
        self._capsys = capsys
        self._monkeypatch = monkeypatch
        self._record = folder / "deal.jsonl"

    def __call__(self, *arguments: str | Path, status: int = 0) -> str:
        """Return what the command printed: its output, or its error where wrong input is expected."""
        done = commands.run(self._capsys, self._monkeypatch, "review", *map(str, arguments))
        assert done.status == status, done.err
        return done.err if status == 2 else done.out

    def deal(self, start: str, actions: str, *options: str, status: int = 0) -> str:
        """Return what the command printed of a deal in which this was done."""
        played = record(start, *actions.split())
        self._record.write_text(aceten.record_of(played.states[0], played.state), encoding="utf-8")
        return self(self._record, *options, status=status)


def test_json_is_the_review(run: Run) -> None:
    """``--json`` prints what Python returns, but for the time taken."""
    answer = json.loads(run(RECORDED, "--json"))
    reviewed = review(aceten.read_record(RECORDED.read_text(encoding="utf-8")))
    plain = json.loads(aceten_solver.to_json(reviewed))
    assert list(answer) == [*msgspec.structs.asdict(reviewed)]
    assert answer | {"seconds": 0} == plain | {"seconds": 0}
    assert [entry["action"] for entry in answer["actions"] if entry["mistake"]] == ["9", "7"]
    assert answer["verdicts"][1]["win"]["number"] == 2


def test_mistakes_are_marked_and_who_could_have_won_is_said(run: Run) -> None:
    """The table has a row for every action, with what is better in place of mistakes; then comes what each side could have done."""
    told = run(RECORDED)
    rows = told.splitlines()
    assert "?   1.  A nine         20        60  B 1     40  ace" in told
    assert "    3.  A ten          40        40  A 1" in told
    assert sum(row.startswith("?") for row in rows) == 2
    assert "Action 1 cost most, 40 points: A, the ace in place of the nine." in rows
    assert "A could still have come to more at action 1, by the ace in place of the nine." in rows
    assert "B could still have won the deal at action 2, by the king or the over in place of the seven." in rows
    assert "  A takes 20 of the 80 points, B 60. B wins the deal: 1 game point." in rows


@pytest.mark.parametrize(
    ("start", "actions", "said"),
    [
        (
            "zsiros/2 hands=9,8 points=10,70 tricks=3,12",
            "9 8",
            "A could never have won the deal, nor come to more than that against",
        ),
        (
            "zsiros/2 hands=9,8 points=10,70 tricks=3,12",
            "9 8",
            "B could never have come to more than that against perfect play.",
        ),
        (SCHNAPSEN, "Qh Th Ah Kh claim", "by the jack of spades or the ten of spades in place of the queen of hearts."),
        (SCHNAPSEN, "Qh Th", "The record ends with B to act. With perfect play from there: B wins the deal"),
        (ENDGAME, "7 9 7 J", "A's side could never have won the deal against perfect play."),
        (
            "hola/2 hands=A9,K8 points=30,40 tricks=2,2",
            "9 8 A K",
            "B could never have scored more than the other side, nor",
        ),
        ("zsiros/2 hands=A9,T7 lead=0", "9 T A 7", "B could still have come to more at action 2"),
        (
            "zsiros/4 hands=A9,T8,98,K7 points=40,20 tricks=2,2 last_card_loses=7",
            "9 8 8 7 K A T 9",
            "Points alone do not tell whether A's side could have won; --objective deal does.",
        ),
    ],
)
def test_what_could_have_been_is_said(run: Run, start: str, actions: str, said: str) -> None:
    """It is said in words whether a side could have won, or come to more, and where that is open."""
    assert said in run.deal(start, actions)


def test_what_is_open_while_nobody_plays_alone_is_said(run: Run) -> None:
    """Where actions are not reviewed because it was open who plays alone, that is the reason given, and not the budget."""
    events = played_out(parse(HIDDEN_KING)).events
    told = run.deal(HIDDEN_KING, " ".join(str(action) for _, action in events), status=1)
    assert "Not settled: what actions 1 to 9 cost, as it was open then who plays alone." in told


def test_who_wins_may_be_all_that_counts(run: Run) -> None:
    """Under ``deal`` the table says who wins, and nothing of what that scores, and of a winner nothing more is said."""
    told = run.deal(LOST_BY_THE_LAST_TRICK, "7 8 9 9", "--objective", "deal")
    assert "?  1.  A seven  B     the deal  nine" in told
    assert "A could still have won the deal at action 1, by the nine in place of the seven." in told
    assert "B could" not in told


def test_a_budget_that_runs_out_is_said(run: Run) -> None:
    """Which actions are not reviewed is said, and the exit status is 1."""
    told = run.deal(LOST_BY_THE_LAST_TRICK, "7 8 9 9", "--nodes", "0", status=1)
    assert "Not settled: what actions 1 to 3 cost." in told
    assert (
        "A could not have won the deal any more after action 3, against perfect play; before that it is open." in told
    )
    assert "1.  A seven" not in told
    told = run.deal(ENDGAME, "Q", "--seconds", "0", status=1)
    assert "The record ends with B to act.\nNot settled: what action 1 cost." in told
    assert "Not settled.\n" in run.deal(ENDGAME, "", "--nodes", "1", status=1)


@pytest.mark.turns(2)
@pytest.mark.parametrize("game", ["schnapsen", "sedma-three"])
def test_a_match_is_reviewed_deal_by_deal(run: Run, game: str) -> None:
    """Every deal has its review, under its number and who dealt it; as JSON there is a line for each."""
    path = Path(str(files("aceten_spec") / "vectors" / f"{game}.match.jsonl"))
    deals = len(aceten.read_match(path.read_text(encoding="utf-8")).deals)
    told = run(path, "--nodes", "100", status=1)
    assert told.count("positions searched in") == deals
    assert f"Deal {deals}, dealt by " in told
    lines = run(path, "--nodes", "100", "--json", status=1).splitlines()
    assert [json.loads(line)["exact"] for line in lines] == [False] * deals


def test_a_match_that_a_trick_has_won_is_told(run: Run, tmp_path: Path) -> None:
    """Where a match ends in the middle of a deal, it is said who has won it."""
    game = load("ristiklappi", players=2, target=30, finish="immediate")
    begun = aceten.start_match(game, dealer=0)
    start = state = begun.deal(seed=1)
    while state.turn is not None and begun.reached(state) is None:
        state = state.play(state.legal[0])
    assert state.turn is not None
    path = tmp_path / "match.jsonl"
    path.write_text(aceten.record_of_match(begun, [(start, state)]), encoding="utf-8")
    assert "comes to 30 with this trick" in run(path, "--nodes", "10", status=1)


def test_wrong_input_is_refused(run: Run, tmp_path: Path) -> None:
    """What is no record, or has no value, is refused with what is wrong; a false record is a negative result."""
    assert "nothing.jsonl: No such file or directory" in run("nothing.jsonl", status=2)
    assert "error: RECORD|POSITION is missing" in run(status=2)
    path = tmp_path / "position.txt"
    path.write_text(ENDGAME, encoding="utf-8")
    assert "line 1: not a line of a record" in run(path, status=2)
    assert "perfect play has a value only where" in run.deal("septica/3 hands=A,K,Q points=2,2,2", "A", status=2)
    assert "neither in play nor captured" in run.deal("zsiros/2 hands=A,K", "A", "--objective", "deal", status=2)
    path.write_text(RECORDED.read_text(encoding="utf-8").replace('"9"', '"8"'), encoding="utf-8")
    assert run(path, status=1) == ""


def test_an_interrupt_ends_a_review_with_what_is_proved(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Ctrl-C ends a review with the actions that are settled, and with the exit status of an interrupt."""
    played = played_out(load("zsiros", players=4).deal(seed=3))
    path = tmp_path / "deal.jsonl"
    path.write_text(aceten.record_of(played.states[0], played.state), encoding="utf-8")
    interrupted_at_work(monkeypatch, reviewing, times=3)
    assert "Not settled: what actions 1 to" in run(path, status=130)


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """Return a folder with two deals, a match, and what is no record."""
    folder = tmp_path / "club"
    folder.mkdir()
    (folder / "b.jsonl").write_text(RECORDED.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "a.jsonl").write_text(aceten.record_of(parse(LOST_BY_THE_LAST_TRICK), parse(LOST_BY_THE_LAST_TRICK)))
    match = files("aceten_spec") / "vectors" / "schnapsen.match.jsonl"
    (folder / "c.jsonl").write_text(match.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "notes.txt").write_text("A plays too fast\n", encoding="utf-8")
    (folder / "older").mkdir()
    return folder


@pytest.mark.turns(2)
def test_records_of_a_folder_are_reviewed_by_name(
    run: Run, records: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is what it is alone, with its name; what is no record is passed over with a word, and further records may be named."""
    options = ("--nodes", "100")
    done = commands.run(capsys, monkeypatch, "review", str(records), str(RECORDED), *options, "--json")
    told = [json.loads(line) for line in done.out.splitlines()]
    alone = {name: run(records / name, *options, "--json", status=1).splitlines() for name in ("b.jsonl", "c.jsonl")}
    places = [(entry["record"], entry["deal"]) for entry in told]
    deals = len(alone["c.jsonl"])
    assert places == [
        *((str(records / name), 1) for name in ("a.jsonl", "b.jsonl")),
        *((str(records / "c.jsonl"), number) for number in range(1, deals + 1)),
        (str(RECORDED), 1),
    ]
    for entry, line in zip(told[1:], (*alone["b.jsonl"], *alone["c.jsonl"], *alone["b.jsonl"]), strict=True):
        plain = json.loads(line)
        assert entry | {"seconds": 0} == plain | {"record": entry["record"], "deal": entry["deal"], "seconds": 0}
    assert done.err.splitlines() == [
        f"{records / 'notes.txt'}: no record, passed over",
        f"{records / 'older'}: no record, passed over",
    ]
    assert done.status == 1
    in_words = run(records, *options, status=1).splitlines()
    assert [line for line in in_words if line.startswith(str(records))] == [
        str(records / name) for name in ("a.jsonl", "b.jsonl", "c.jsonl")
    ]
    assert "Deal 2, dealt by B" in in_words


def test_a_bad_record_is_said_and_the_others_are_reviewed(
    run: Run, records: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A broken one, a false one and one that is not there: each is said with its name, and the exit status is 1."""
    broken, false = records / "aa.jsonl", records / "bb.jsonl"
    broken.write_text("{no", encoding="utf-8")
    false.write_text(RECORDED.read_text(encoding="utf-8").replace('"9"', '"8"'), encoding="utf-8")
    done = commands.run(capsys, monkeypatch, "review", str(records), "nothing.jsonl", "--nodes", "9", "--json")
    assert len({json.loads(line)["record"] for line in done.out.splitlines()}) == 3
    for said in (
        f"error: {broken}: line 1",
        f"error: {false}: ",
        "error: nothing.jsonl: No such file",
        "Wrong records: 3 of 6.",
    ):
        assert said in done.err
    assert done.status == 1
    assert "one file holds one picture" in run(records, "--svg", "x.svg", status=2)


def test_an_interrupt_ends_a_review_of_many(
    records: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C ends it with the record that is being reviewed, and says how many were."""
    slow = played_out(load("zsiros", players=4).deal(seed=3))
    (records / "aa.jsonl").write_text(aceten.record_of(slow.states[0], slow.state), encoding="utf-8")
    interrupted_at_work(monkeypatch, reviewing, times=5)
    done = commands.run(capsys, monkeypatch, "review", str(records), "--json")
    assert done.status == 130
    assert {Path(json.loads(line)["record"]).name for line in done.out.splitlines()} <= {"a.jsonl", "aa.jsonl"}
    assert done.err.endswith("records.\n")
