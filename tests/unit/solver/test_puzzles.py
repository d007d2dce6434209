"""Puzzles: that what they claim is so, by playing everything; that a seed fixes them; and how ``aceten puzzle`` asks."""

import builtins
import io
import json
import sys
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Final

import pytest
from support.processes.program_runs import Aceten, Done
from support.slices import in_turn, sliced
from tools import endgame_figures

import aceten
import aceten_solver
from aceten import Action, Card, Claim, Game, State, SuitState, UsageError
from aceten.engine.equal_actions import canonical_action
from aceten_cli.analysis import puzzle as puzzling
from aceten_solver.endgames import endgame_tables as tables
from aceten_solver.native import table_files
from aceten_solver.reviews import puzzles
from aceten_solver.reviews.puzzles import Puzzle
from aceten_spec import load_shipped, shipped
from aceten_spec.rulebook import SuitParameters

PLAYED_OUT: Final = (
    ("zsiros/4", 2),
    ("zsiros/4", 3),
    ("sedma/4", 2),
    ("lusti-kartln/4", 2),
    ("hola/4", 2),
    ("sedma/2", 4),
)
"""Games, and cards a hand, of which everything can be played."""


def game_of(name: str) -> Game:
    """Return the game of a name such as ``zsiros/4``."""
    rules, players = name.split("/")
    return aceten.load(rules, players=int(players))


def best_of(state: State) -> tuple[int, ...]:
    """Return what a deal comes to for side 0 with perfect play: points, the deal, game points, in turn. It plays everything."""
    result = state.result
    if result is not None:
        assert result.winners is not None
        assert result.game_points is not None
        ours, theirs = result.game_points
        return result.points[0], (0 in result.winners) - (1 in result.winners), ours - theirs
    assert state.turn is not None
    best = max if state.game.sides[state.turn] == 0 else min
    actions = {canonical_action(state.game, action): action for action in state.legal}
    return best(best_of(state.play(action)) for action in actions.values())


@pytest.mark.turns(12)
@pytest.mark.parametrize(("name", "cards"), PLAYED_OUT)
def test_one_card_alone_keeps_the_value(name: str, cards: int) -> None:
    """Of everything that can be played only that card keeps what the position comes to; the obvious one costs what is said."""
    game = game_of(name)
    for puzzle in islice(puzzles.puzzles(game, cards=cards, seed=in_turn(range(50), 50)[0]), sliced(2, whole=20)):
        state = puzzle.state
        assert (state.trick, {len(hand) for hand in state.hands}) == ((), {cards})
        assert state.turn is not None
        sign = 1 if game.sides[state.turn] == 0 else -1
        value = best_of(state)
        assert puzzle.solution.value is not None
        assert puzzle.solution.value.points is not None
        assert puzzle.solution.value.points[0] == value[0]
        keeping: set[Action] = set()
        for action in state.legal:
            lost = [sign * (one - other) for one, other in zip(value, best_of(state.play(action)), strict=True)]
            cost, cost_in = puzzle.cost_of(action)
            first = next((aim for aim, less in zip(("points", "deal", "game-points"), lost, strict=True) if less), None)
            assert (cost, cost_in) == (next(filter(None, lost), 0), first)
            if first is None:
                keeping.add(canonical_action(game, action))
        assert keeping == {canonical_action(game, puzzle.action)}
        assert puzzle.solution.line[0] == puzzle.action
        assert puzzle.cost_of(puzzle.obvious) == (puzzle.cost, puzzle.cost_in)
        assert puzzle.cost > 0


NAMED: Final = [f"{name}/{players}" for name in shipped() for players in load_shipped(name).parameters.players]


@pytest.mark.turns(36)
@pytest.mark.parametrize("name", in_turn(NAMED, 6))
def test_a_puzzle_of_any_game_is_one_to_its_solver(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the tricks are like. Between two who know each other's cards there are few, and partners have some everywhere."""
    monkeypatch.setattr(puzzles, "TRIES", sliced(400, whole=2000))
    game = game_of(name)
    if game.side_count > 2 and isinstance(game, aceten.MatchingGame) and game.lone_card is None:
        with pytest.raises(UsageError, match="each for himself"):
            next(puzzles.puzzles(game, cards=2))
        return
    found = list(islice(puzzles.puzzles(game, cards=2, seed=1), 2))
    assert found or game.players < 4
    for puzzle in found:
        solution = aceten_solver.solve(aceten.parse(str(puzzle.state)))
        assert {canonical_action(game, action) for action in solution.best} == {canonical_action(game, puzzle.action)}
        assert puzzle.solution.backend == "python"
        assert puzzle.cost_of(puzzle.action) == (0, None)
        assert puzzle.cost > 0


def is_claimed(game: Game) -> bool:
    """Whether points are claimed in a game."""
    return isinstance(game.rules, SuitParameters) and game.rules.claim != "never"


CLAIMED: Final = [name for name in NAMED if is_claimed(game_of(name))]


def counted(state: State, side: int) -> int:
    """Return the points that a side has, of cards, and of marriages where it has a trick."""
    assert isinstance(state, SuitState)
    tricks = bool(state.taken[side])
    return sum(map(points_of(state.game), state.taken[side])) + state.melds[side] * tricks


def points_of(game: Game) -> Callable[[Card], int]:
    """Return what tells the points of a card."""
    return lambda card: game.points_of((card,))


def why_trivial(puzzle: Puzzle) -> str:
    """Return why nobody needs to think about a puzzle; nothing where he does."""
    state, enough = puzzle.state, enough_in(puzzle.state)
    sensible = {canonical_action(state.game, action) for action in state.legal if not isinstance(action, Claim)}
    reasons = {
        "a claim is asked for: with a right one nobody waits, a wrong one gives the deal up": isinstance(
            puzzle.action, Claim
        ),
        "the obvious is to claim: the deal is over, or that is not sensible": isinstance(puzzle.obvious, Claim),
        "somebody holds points that he could have claimed": enough
        and max(counted(state, 0), counted(state, 1)) >= enough,
        "there is one thing to do, beside claiming": len(sensible) < 2,
        "it is about card points alone, and those of the winner count": enough and puzzle.cost_in == "points",
        "the obvious is as good": puzzle.cost < 1,
    }
    return "; ".join(reason for reason, applies in reasons.items() if applies)


def enough_in(state: State) -> int:
    """Return how many points end a deal by a claim; 0 where none do."""
    rules = state.game.rules
    return rules.claim_points if isinstance(rules, SuitParameters) and rules.claim != "never" else 0


@pytest.mark.turns(16)
@pytest.mark.parametrize("name", [name for name in NAMED if name not in {"septica/3", "hola/3"}])
def test_no_puzzle_is_trivial(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every puzzle asks for something to think about: the first ones of every game in which two sides play against each other."""
    monkeypatch.setattr(puzzles, "TRIES", sliced(100, whole=2000))
    found = puzzles.puzzles(game_of(name), seed=in_turn(range(50), 50)[0])
    trivial = {str(puzzle.state): why_trivial(puzzle) for puzzle in islice(found, sliced(2, whole=200))}
    assert {position: why for position, why in trivial.items() if why} == {}


@pytest.mark.turns(2)
@pytest.mark.parametrize("name", CLAIMED)
def test_nobody_has_waited_with_a_claim(name: str) -> None:
    """Where points are claimed, endings come from deals in which nobody holds enough of them, and some cards are often left to draw."""
    game = game_of(name)
    drawn = [puzzles.ending(game, puzzles.usual_cards(game), seed) for seed in range(sliced(40, whole=1000))]
    endings = [state for state in drawn if state is not None]
    assert len(endings) > len(drawn) / 2
    assert {bool(state.talon) for state in endings} == {True, False}
    for state in endings:
        assert state.trick == ()
        assert state.cards_in_play <= 14
        assert max(counted(state, 0), counted(state, 1)) < enough_in(state) or not enough_in(state)
        assert isinstance(state, SuitState)
        assert not any(isinstance(action, Claim) and state.is_right(action.suit) for action in state.legal)


@pytest.mark.turns(16)
def test_several_things_are_asked_for_where_points_are_claimed() -> None:
    """Cards and closings, and no claim; neither of them so often that always doing that would do."""
    kinds: Counter[str] = Counter()
    for name in ("schnapsen/2", "schnapsen-book/2", "sixty-six/2"):
        found = islice(puzzles.puzzles(game_of(name), seed=3), sliced(6, whole=200))
        kinds.update(type(puzzle.action).__name__ for puzzle in found)
    assert kinds.keys() <= {"Play", "Meld", "Close", "Draw", "Exchange"}
    assert kinds["Play"] + kinds["Meld"] > kinds.total() / 4
    assert kinds["Close"] > kinds.total() / 8


@pytest.mark.turns(2)
def test_a_position_in_which_a_claim_alone_wins_is_no_puzzle() -> None:
    """Anybody would claim. The machine sees that, too: with a right claim, that is the obvious thing to do."""
    state = aceten.parse_state(
        "schnapsen/2 hands=AcKhTc,AsKdTh lead=1 taken=-,AhAdKcKsQcQsQhQdJcJsJhJdTsTd dealer=0 trump=h shown=Kh,-"
    )
    assert puzzles.only_action(aceten_solver.solve(state)) == Claim()
    assert puzzles.puzzle_in(state) is None


@pytest.mark.turns(2)
def test_giving_a_deal_up_is_no_puzzle() -> None:
    """Where the other side has closed the talon, a wrong claim may lose less than play: nobody would look for that."""
    state = aceten.parse_state(
        "schnapsen/2 hands=AdQhQd,AcKsTs talon=AsKhQsThJsJhAhJd lead=1 taken=KcTc,KdQcJcTd closed=0,0,1,0 melds=40,20 shown=Qd,-"
    )
    assert isinstance(state, SuitState)
    assert puzzles.only_action(aceten_solver.solve(state)) == Claim()
    assert not state.is_right(None)
    assert puzzles.puzzle_in(state) is None


@pytest.mark.turns(15)
def test_a_hard_closing_costs_points_in_the_trick_after_it() -> None:
    """What does not lead a card is judged by the trick that follows, and claims, which end the deal, are not compared with."""
    found = list(islice(puzzles.puzzles(game_of("schnapsen/2"), seed=3), sliced(6, whole=60)))
    assert {puzzle.hard for puzzle in found} == {True, False}
    for puzzle in found:
        state = puzzle.state
        sign = 1 - 2 * state.game.sides[state.turn or 0]
        choices: list[Action] = [action for action in state.legal if not isinstance(action, Claim)]
        brought = {action: sign * of_trick(state.play(action), state.cards_in_play) for action in choices}
        assert puzzle.hard == (brought[puzzle.action] < max(brought.values()))


@pytest.mark.turns(20)
def test_hard_ones_are_those_that_cost_points_in_their_trick() -> None:
    """What ``hard`` yields is what is hard among all; and the best reply to another card alone would have brought more in the trick."""
    game = game_of("zsiros/4")
    every = list(islice(puzzles.puzzles(game, seed=5), sliced(20, whole=200)))
    hard = [each for each in every if each.hard]
    assert hard
    assert [each.state for each in islice(puzzles.puzzles(game, seed=5, hard=True), len(hard))] == [
        each.state for each in hard
    ]
    for each in hard:
        sign = 1 - 2 * game.sides[each.state.turn or 0]
        brought = {
            action: sign * of_trick(each.state.play(action), each.state.cards_in_play) for action in each.state.legal
        }
        assert brought[each.action] < max(brought.values())


def of_trick(state: State, cards: int) -> int:
    """Return how many points side 0 has more when the trick is over, if nobody looks further; it plays everything but claims.

    :param cards: how many were in play before it.
    """
    if not state.trick and (state.turn is None or state.cards_in_play < cards):
        return state.points[0] - state.points[1]
    assert state.turn is not None
    best = max if state.game.sides[state.turn] == 0 else min
    return best(of_trick(state.play(action), cards) for action in state.legal if not isinstance(action, Claim))


@pytest.mark.turns(8)
@pytest.mark.skipif(aceten_solver.backend != "native", reason="the native core is not built")
def test_tables_make_no_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same seed has the same puzzles, whether endings are looked up or searched."""
    monkeypatch.setenv(table_files.ENVIRONMENT, str(tmp_path))
    game = game_of("zsiros/4")
    lacking = [each.state for each in islice(puzzles.puzzles(game, cards=2, seed=3), 4)]
    tables.build(game, cards=2)
    assert [each.state for each in islice(puzzles.puzzles(game, cards=2, seed=3), 4)] == lacking


@pytest.mark.turns(16)
def test_the_page_tells_how_many_endings_are_puzzles() -> None:
    """The numbers that are kept for the page are those that are counted now: one of the last game's in a run."""
    kept = endgame_figures.read_shares()
    assert [(each.game, each.cards) for each in kept] == [
        (name, cards) for name, several in endgame_figures.LOOKED_AT.items() for cards in several
    ]
    for each in sliced(in_turn(kept[-2:], 2), whole=kept):
        assert endgame_figures.share(each.game, each.cards) == each


@pytest.mark.parametrize(
    ("name", "cards", "most"),
    [("zsiros/4", 1, 4), ("zsiros/4", 5, 4), ("einwerfen/4", 6, 5), ("schnapsen/2", 6, 5), ("sixty-six/2", 7, 6)],
)
def test_what_cannot_be_a_puzzle_is_refused(name: str, cards: int, most: int) -> None:
    """One card a hand is no choice, nobody holds more than a full hand, and many cards take long to search."""
    with pytest.raises(UsageError, match=f"expected 2 to {most}"):
        next(puzzles.puzzles(game_of(name), cards=cards))


@pytest.mark.parametrize(
    ("name", "cards"), [("zsiros/4", 3), ("einwerfen/4", 3), ("schnapsen/2", 5), ("sixty-six/2", 6)]
)
def test_how_many_cards_is_usual(name: str, cards: int) -> None:
    """Three, and full hands where points are claimed."""
    assert puzzles.usual_cards(game_of(name)) == cards


# --- The command ------------------------------------------------------------------------------------------------------


@pytest.fixture
def asked(run: Aceten, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Done]:
    """Return what runs the command for a person who types lines, as if at a terminal."""

    def ask(*arguments: str, typed: str) -> Done:
        monkeypatch.setattr(puzzling, "is_conversation", lambda: True)
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        return run("puzzle", "zsiros/4", "--seed", "7", *arguments)

    return ask


@pytest.mark.turns(8)
def test_other_programs_get_a_line_for_each(run: Aceten) -> None:
    """In a pipe nothing is asked: each puzzle is a line, or an object with the solution, the same for the same seed."""
    done = run("puzzle", "zsiros/4", "--seed", "7", "--count", "2")
    told = run("puzzle", "zsiros/4", "--seed", "7", "--count", "2", "--json")
    assert (done.status, told.status, done.err) == (0, 0, "")
    found = list(islice(puzzles.puzzles(game_of("zsiros/4"), seed=7), 2))
    assert done.out.splitlines() == [
        f"{each.state}  only: {each.action}; obvious: {each.obvious}, costs {each.cost} points" for each in found
    ]
    for line, each in zip(told.out.splitlines(), found, strict=True):
        answer = json.loads(line)
        assert (answer["action"], answer["solution"]["position"]) == (str(each.action), str(each.state))
        assert (answer["cost"], answer["cost_in"], answer["hard"]) == (each.cost, each.cost_in, each.hard)


def test_wrong_cards_are_told_what_they_cost_and_the_right_one_ends_it(asked: Callable[..., Done]) -> None:
    """A person sees the table, may ask for a hint, hears what is wrong with a card and how, and in the end what ``aceten solve`` says."""
    puzzle = next(puzzles.puzzles(game_of("zsiros/4"), seed=7))
    typed = f"hint\n\nfrog\n{puzzle.obvious}\n{puzzle.action}\n"
    done = asked(typed=typed)
    assert done.status == 0
    assert "C (leader, to act)" in done.out
    assert "Who sees only his own cards would play the seven of hearts, which costs 20 points." in done.words
    assert "'frog' is neither a card nor a command" in done.words
    assert "Wrong: to play the seven of hearts costs 20 points." in done.words
    assert done.words.index("Wrong:") < done.words.index("C 7h, D") < done.words.index("Right.")
    assert "* ace of acorns 80 0" in done.words
    assert done.words.endswith("A's side wins the deal: 3 game points, csupasz.")


@pytest.mark.turns(2)
def test_giving_up_goes_on_with_the_next(asked: Callable[..., Done]) -> None:
    """Who gives up is shown the solution; the end of the input ends it in good order."""
    done = asked("--count", "2", typed="show\n")
    assert done.status == 0
    assert "Right." not in done.out
    assert done.out.count("Best play") == 1
    assert done.out.count("Only one of these keeps") == 2
    assert asked(typed="quit\n").status == 0


@pytest.mark.turns(2)
def test_ctrl_c_ends_it(asked: Callable[..., Done], monkeypatch: pytest.MonkeyPatch) -> None:
    """With the exit status of shells, and nothing else said."""

    def pressed(_prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(builtins, "input", pressed)
    done = asked(typed="")
    assert (done.status, done.err) == (130, "")


def test_where_there_is_none_that_is_said(run: Aceten, monkeypatch: pytest.MonkeyPatch) -> None:
    """After many endings without one the search ends: a negative result."""
    monkeypatch.setattr(puzzles, "TRIES", 3)
    done = run("puzzle", "zsiros/2", "--cards", "2", "--seed", "1")
    assert (done.status, done.out) == (1, "")
    assert "no puzzle among" in done.err
    refused = run("puzzle", "septica/3", "--seed", "1")
    assert (refused.status, "each for himself" in refused.err) == (2, True)
