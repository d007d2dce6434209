"""Reviews of played deals: what every action cost, and who could still have won, compared with plain minimax over the engine."""

import functools
import random
from importlib.resources import files
from typing import Final, TypeAlias

import pytest
from support.games.review_records import ENDGAME, HIDDEN_KING, LOST_BY_THE_LAST_TRICK, SCHNAPSEN, played_out, record
from support.oracles.merits import merits, what_counts

import aceten
import aceten_solver
from aceten import Call, Claim, Game, Record, State, Suit, UsageError, load, parse
from aceten_solver import Objective, ObjectiveError, Review, review, review_all
from aceten_solver.question.objectives import merit_by
from aceten_solver.question.trick_kinds import seam_of
from aceten_spec import load_shipped, shipped
from aceten_spec.outcomes import decided_by_outcome, ordered_by_outcome

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
            for aim, one, other in zip(what_counts(objective, known), before, after, strict=True)
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
    with pytest.raises(UsageError, match=r"given a MatchingState; expected a Record; aceten.read_record makes one"):
        review(parse(ENDGAME))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(UsageError, match="3 players, each for himself; perfect play has a value only where two sides"):
        review(record("septica/3 hands=A,K,Q points=2,2,2", "A"))
    with pytest.raises(ObjectiveError, match=r"70 of the 80 card points are neither in play nor captured"):
        review(record("zsiros/2 hands=A,K", "A"), "deal")
    with pytest.raises(ObjectiveError, match="expected one of: points, deal, game-points"):
        review(record(ENDGAME, "A"), "chips")
