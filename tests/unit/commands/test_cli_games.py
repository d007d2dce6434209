"""Every command on every game: each shipped rulebook with each number of players, and a rulebook of one's own that extends it."""

import json
import random
from importlib.resources import files
from pathlib import Path
from typing import Protocol

import pytest
from support.processes.program_runs import Aceten

import aceten
import aceten_solver
from aceten import Claim, Pass
from aceten_spec import load_shipped, shipped
from aceten_spec.outcomes import ordered_by_outcome
from aceten_spec.rulebook import MatchingParameters

GAMES = [(name, players) for name in shipped() for players in load_shipped(name).parameters.players]


class Run(Protocol):
    """Runs the program, and expects an exit status."""

    def __call__(self, *arguments: str, status: int = 0) -> str:
        """Return what the program printed: its output, or its error where one is expected."""
        ...


@pytest.fixture
def run(run: Aceten) -> Run:
    """Return what runs the program in this process."""

    def printed(*arguments: str, status: int = 0) -> str:
        done = run(*arguments)
        assert done.status == status, done.err
        return done.out if status == 0 else done.err

    return printed


def late(name: str, players: int, seed: int, rules: Path | None = None) -> aceten.State:
    """Return what is left of a deal when few cards are left, or the talon is closed."""
    state = aceten.load(rules or name, players=players).deal(seed=seed)
    chance = random.Random(seed)
    while sum(map(len, state.hands)) + in_talon(state) > 2 * players:
        state = state.play(played(state, chance))
    return state


def in_talon(state: aceten.State) -> int:
    """Return how many cards can still be drawn."""
    return 0 if isinstance(state, aceten.SuitState) and state.closed is not None else len(state.talon)


def played(state: aceten.State, chance: random.Random) -> aceten.Action:
    """Return what somebody does at random who claims nothing that he need not, and bids."""
    calm = [action for action in state.legal if not isinstance(action, Claim | Pass)]
    return chance.choice(calm or list(state.legal))


@pytest.mark.turns(8)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_cards_are_dealt_shown_and_counted(run: Run, name: str, players: int) -> None:
    """``deal`` deals what Python deals, ``show`` names every player and side, and ``perft`` counts."""
    line = run("deal", f"{name}/{players}", "--seed", "3").strip()
    state = aceten.load(name, players=players).deal(seed=3)
    assert line == str(state)
    assert all(f"{letter}" in run("show", line) for letter in "ABCDEF"[:players])
    assert json.loads(run("show", line, "--json"))["legal"] == [str(action) for action in state.legal]
    assert run("perft", line, "2").strip() == str(aceten.perft(state, 2))
    divided = [f"{action} {aceten.perft(state.play(action), 1)}" for action in state.legal]
    assert run("perft", line, "2", "--divide").split("\n")[:-2] == divided


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_positions_are_solved(run: Run, name: str, players: int) -> None:
    """``solve`` solves what has two sides, and refuses the rest with the reason."""
    state = late(name, players, seed=4)
    assert state.turn is not None
    if each_for_himself(state):
        assert "each for himself" in run("solve", str(state), status=2)
        return
    shown = run("solve", str(state))
    answer = json.loads(run("solve", str(state), "--json"))
    assert answer["exact"]
    value = aceten_solver.solve(state).value
    assert value is not None
    assert answer["value"]["margin"] == (None if value.margin is None else [*value.margin])
    if ordered_by_outcome(state.game.rules):
        assert sum(answer["value"]["points"]) <= state.game.total + state.game.rules.last_trick_points
    else:
        assert answer["objective"] == "game-points"
    assert sum(row.startswith("*") for row in shown.splitlines()) == len(answer["best"])
    assert shown.splitlines()[-2].endswith(".")


def each_for_himself(state: aceten.State) -> bool:
    """Whether there are not two sides."""
    rules = state.game.rules
    return isinstance(rules, MatchingParameters) and rules.sides == "each"


@pytest.mark.turns(4)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_records_are_replayed(run: Run, tmp_path: Path, name: str, players: int) -> None:
    """``replay`` tells a whole deal and its number, and notices an action that was changed."""
    start = state = aceten.load(name, players=players).deal(seed=5)
    chance = random.Random(5)
    while state.turn is not None:
        state = state.play(played(state, chance))
    assert state.result is not None
    record = aceten.record_of(start, state)
    path = tmp_path / "deal.jsonl"
    path.write_text(record, encoding="utf-8")
    told = run("replay", str(path))
    assert all(str(points) in told for points in state.result.points)
    number = next(line for line in told.splitlines() if line.startswith("Number of the deal: ")).split()[-1]
    assert aceten.load(name, players=players).deal(number=int(number)) == start
    assert json.loads(run("replay", str(path), "--json"))["number"] == number
    path.write_text(record.replace('"action":"', '"action":"call:0:', 1), encoding="utf-8")
    run("replay", str(path), status=2)


@pytest.mark.turns(6)
@pytest.mark.parametrize("name", shipped())
def test_rules_are_printed(run: Run, name: str) -> None:
    """``rules`` lists every game in a row, and prints every clause and every option of each."""
    rulebook = load_shipped(name)
    assert name in run("rules", "--list")
    plain = run("rules", name)
    assert all(clause.id in plain for clause in rulebook.clauses)
    shown = run("rules", name, "--full")
    assert all(clause.id in shown for clause in rulebook.clauses)
    assert all(option in shown for option in rulebook.options)
    assert rulebook.clauses[0].text.split()[0] in run("rules", name, rulebook.clauses[0].id)


@pytest.mark.turns(8)
@pytest.mark.parametrize("name", shipped())
def test_a_rulebook_of_ones_own_extends_it(run: Run, tmp_path: Path, name: str) -> None:
    """A file that states one difference is played by in every command; a wrong one is refused with its key and the reason."""
    path = tmp_path / "my.toml"
    text = f'format = 1\nid = "my-game"\nprefix = "MY"\ntitle = "Mine"\nsummary = "Ours."\nextends = "{name}"\n'
    path.write_text(f"{text}[parameters]\ntarget = 77\n", encoding="utf-8")
    players = max(load_shipped(name).parameters.players)
    line = run("deal", f"my-game/{players}", "--seed", "3", "--rules", str(path)).strip()
    assert line == str(aceten.load(path, players=players).deal(seed=3))
    run("show", line, "--rules", str(path))
    assert int(run("perft", line, "1", "--rules", str(path))) >= 4
    topic = load_shipped(name).clauses[0].id.partition("-")[2]
    assert f"MY-{topic}" in run("rules", "my-game", "--rules", str(path))
    state = late(name, players, seed=4, rules=path)
    run("solve", str(state), "--rules", str(path), status=2 if each_for_himself(state) else 0)
    path.write_text(f"{text}[parameters]\nhand = 99\n", encoding="utf-8")
    assert "hand" in run("deal", f"my-game/{players}", "--seed", "3", "--rules", str(path), status=2)


def test_a_game_is_dealt_to_as_many_as_can_play(run: Run) -> None:
    """Without a number of players ``deal`` deals to the largest, as ``play`` does; the dealer has a letter or a number."""
    assert run("deal", "septica", "--seed", "3", "--dealer", "b") == run(
        "deal", "septica/4", "--seed", "3", "--dealer", "1"
    )


@pytest.mark.turns(6)
@pytest.mark.parametrize("name", shipped())
def test_examples_are_printed_whole(run: Run, name: str) -> None:
    """An example is printed by its id, with its position in one piece, however narrow the terminal, and what it comes to."""
    for example in load_shipped(name).examples:
        shown = run("rules", name, example.id)
        assert example.position is None or f"  {example.position}\n" in shown
        assert example.result is None or "comes to" in shown
        assert example.match is None or "scores = " in shown


def test_parameters_that_are_not_the_parents_are_named(run: Run, tmp_path: Path) -> None:
    """``rules`` on a rulebook of one's own, with or without its name, says in which parameters it differs from its parent."""
    path = tmp_path / "home.toml"
    path.write_text(
        'format = 1\nextends = "zsiros"\nid = "home"\nprefix = "HOME"\n[parameters]\nwild = ["7", "8"]\n',
        encoding="utf-8",
    )
    shown = run("rules", "--rules", str(path))
    assert "extends zsiros, with wild = [7, 8]" in shown
    assert "Where one says something else, the parameters" in " ".join(shown.split())
    assert run("rules", "home", "--rules", str(path)) == shown


@pytest.mark.turns(8)
@pytest.mark.parametrize("game", shipped())
def test_the_match_of_every_game_is_replayed(game: str, run: Run) -> None:
    """``replay`` shows every deal of a recorded match, how the match stands after it, and who has won it."""
    record = str(files("aceten_spec") / "vectors" / f"{game}.match.jsonl")
    told = run("replay", record)
    answer = json.loads(run("replay", record, "--json"))
    assert answer["game"].startswith(game)
    assert answer["over"]
    assert told.count("Deal ") == told.count("Match: ") == len(answer["deals"])
    assert f"Deal {len(answer['deals'])}, dealt by " in told
    last = told.rstrip().splitlines()[-1]
    assert ("Nobody wins the match." if answer["winner"] is None else "the match") in last


def test_options_stand_behind_a_game_or_are_given_apart(run: Run) -> None:
    """A game is named with options behind it, as ``load`` takes it, or with ``--option``, but none of them twice."""
    apart = run("deal", "zsiros/2", "--option", "cards=AhThKhAsTsKs", "--option", "hand=2", "--seed", "3")
    assert run("deal", "zsiros/2 cards=AhThKhAsTsKs hand=2", "--seed", "3") == apart
    assert run("deal", "zsiros/2 cards=AhThKhAsTsKs", "--option", "hand=2", "--seed", "3") == apart
    assert apart.strip() == str(aceten.load("zsiros/2 cards=AhThKhAsTsKs hand=2").deal(seed=3))
    assert "each name once" in run("deal", "zsiros/2 hand=2", "--option", "hand=3", status=2)
