"""Complete tables of endgames: what is in them, how they are built whatever ends it, and that nothing damaged is ever used."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
import types
import warnings
import zlib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

import figures
import msgspec
import pytest
from commands import run
from slices import in_turn, sliced
from strategies import HOUSE_GAMES, HOUSE_RULES, MATCHING_GAMES
from tiny import MATCHING

import aceten
import aceten_solver
from aceten import STOP, Play
from aceten.testing import every_game
from aceten_solver import Solver
from aceten_solver.endgames import tables
from aceten_solver.endgames.tables import TableError, TableWarning
from aceten_solver.native import encode_matching, known_tables, loaded_tables, table_entries, table_files
from aceten_solver.native.complete_tables import Tables
from aceten_solver.native.library import native_library
from aceten_solver.question.two_sides import two_sides
from aceten_spec import parse_rulebook

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten import Game, State
    from aceten_solver.question.backends import Backend

pytestmark = pytest.mark.skipif(aceten_solver.backend != "native", reason="the native core is not built")

BUILT: Final = {
    "zsiros/4": 2,
    "zsiros/2": 4,
    "sedma-trumps/4": 1,
    "septica/2": 4,
    "lusti-kartln/4": 1,
    "hola/6": 1,
    "hola/2": 4,
}
"""Games, and the cards a hand up to which their tables are looked at."""


def game_of(name: str) -> Game:
    """Return the game of a name such as ``zsiros/4``."""
    rules, players = name.split("/")
    return aceten.load(rules, players=int(players))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where tables are while a test goes on."""
    monkeypatch.setenv(table_files.ENVIRONMENT, str(tmp_path / "tables"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "tables"


# --- What is in them --------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("folder")
@pytest.mark.turns(6)
@pytest.mark.parametrize("name", BUILT)
def test_entries_are_what_a_search_without_tables_finds(name: str) -> None:
    """Every entry, a sample of them in every run of the tests; of the smallest also by the search in Python, over the engine's states."""
    game = game_of(name)
    for table in tables.build(game, cards=BUILT[name]):
        entries = table.path.read_bytes()[table_files.START :]
        chance = random.Random(int(os.environ["ACETEN_TURN"]))
        every = range(table.header.entries)
        places = sliced(chance.sample(every, min(60, len(every))), whole=list(every))
        states = tables.positions(game, table.header.cards, places)
        for place, state in zip(places, states, strict=True):
            assert entries[place] == tables.entry_by_search(state), str(state)
        if table.header.cards == 1:
            for place, state in in_turn(list(zip(places, states, strict=True)), 4):
                assert entries[place] == tables.entry_by_search(state, "python"), str(state)


@pytest.mark.turns(2)
@pytest.mark.usefixtures("folder")
def test_advice_is_the_same_with_tables() -> None:
    """What the machine does with a budget does not depend on which tables there are."""
    game, views = game_of("zsiros/2"), list["aceten.View"]()
    for seed in range(6):
        state = game.deal(seed=seed)
        while state.turn is not None and state.cards_in_play > 4:
            state = state.play(state.legal[0])
            if state.turn is not None and state.cards_in_play <= 8:
                views.append(state.view(state.turn))
    without = [aceten_solver.advise(view, samples=30, nodes=150) for view in views]
    tables.build(game, cards=4)
    assert [aceten_solver.advise(view, samples=30, nodes=150) for view in views] == without


@pytest.mark.usefixtures("folder")
@pytest.mark.turns(4)
@pytest.mark.parametrize("backend", [None, "python"])
def test_a_wrong_entry_is_noticed_by_either_search(backend: Backend | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a file that is whole one entry was worked out wrong: checking finds it, also where only one of the searches would."""
    right, fill = tables.entry_by_search, Tables.fill

    def wrong(room: Tables, cards: int, place: int, size: int) -> bytearray:
        entries = fill(room, cards, place, size)
        entries[3] += 2
        return entries

    monkeypatch.setattr(Tables, "fill", wrong)
    table = tables.build(aceten.load("zsiros", players=2), cards=1)[0]
    entries = table.path.read_bytes()[table_files.START :]
    states = tables.positions(tables.game_of(table.header), 1, list(range(len(entries))))
    told = {str(state): entries[place] for place, state in enumerate(states)}

    def searched(state: State, asked: Backend | None = None) -> int:
        return right(state, asked) if asked == backend else told[str(state)]

    monkeypatch.setattr(tables, "entry_by_search", searched)
    with pytest.raises(TableError, match=r"entry 3 is .*, and search says"):
        tables.check(table, sample=1000)


@pytest.mark.usefixtures("folder")
def test_entries_of_tiny_games_are_what_the_search_in_python_finds() -> None:
    """Whatever the rules are: the games of the tests that can have tables at all."""
    looked_at = 0
    for name in in_turn(list(MATCHING), 4):
        game = MATCHING[name].game
        try:
            whole = tables.build(game, cards=2)
        except TableError:
            continue
        for table in whole:
            entries = table.path.read_bytes()[table_files.START :]
            places = in_turn(range(table.header.entries), 1 + len(entries) // sliced(40, whole=1000))
            for place, state in zip(places, tables.positions(game, table.header.cards, places), strict=True):
                assert entries[place] == tables.entry_by_search(state, "python"), str(state)
                looked_at += 1
        for table in whole:
            tables.remove(table)
    assert looked_at > 50


def test_positions_are_counted_as_a_plain_list_counts_them() -> None:
    """All hands of two players with two cards, seats told apart, ranks that do the same not: as many as there are entries."""
    game = aceten.load("zsiros", players=2)
    hands = {"".join(sorted(one + other)) for one in "AKQJT987" for other in "AKQJT987"}
    found: set[object] = set()
    for first in hands:
        for second in hands:
            if max((first + second).count(rank) for rank in first) > 4:
                continue
            columns = [(rank, (first.count(rank), second.count(rank))) for rank in "AKQJT987"]
            classes = ("AT", "KQJ98", "7")
            found.add(tuple(tuple(sorted(column for rank, column in columns if rank in alike)) for alike in classes))
    assert tables.sizes(game, 2)[2] == len(found)


@pytest.mark.usefixtures("folder")
def test_a_pack_that_has_fewer_of_some_ranks_has_no_other_positions() -> None:
    """Ranks of which cards are taken out do not stand for ranks that are whole: every entry is a position of the game."""
    book = parse_rulebook(
        'format = 1\nextends = "sedma"\nid = "house"\nprefix = "HOUSE"\ntitle = "At home"\n'
        '[parameters]\nplayers = [2]\nremoved = ["8s", "8d"]'
    )
    game = aceten.load(book, players=2)
    for table in tables.build(game, cards=2):
        entries = table.path.read_bytes()[table_files.START :]
        every = list(range(table.header.entries))
        for place, state in zip(every, tables.positions(game, table.header.cards, every), strict=True):
            assert entries[place] == tables.entry_by_search(state), str(state)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("removed", [("8s", "8d"), ("8s", "8d", "8h", "9s")])
def test_hands_are_looked_up_where_they_stand_whichever_cards_are_taken_out(removed: tuple[str, ...]) -> None:
    """Whoever has the cards of ranks that the pack has fewer of, tables say of an endgame what the search in Python finds."""
    book = aceten.load("sedma", players=2).rulebook
    parameters = msgspec.structs.replace(book.parameters, removed=removed)
    game = aceten.load(msgspec.structs.replace(book, options={}, by_players={}, parameters=parameters), players=2)
    tables.build(game, cards=2)
    cards = [card for card in map(str, game.pack.cards) if card[0] in "KQ98"]
    chance = random.Random(str(removed))
    with Solver(backend="native") as solver:
        for _ in range(60):
            dealt = chance.sample(cards, 4)
            hands = f"{''.join(dealt[:2])},{''.join(dealt[2:])}"
            state = aceten.parse(f"{game} hands={hands} lead=0", rules=game.rulebook)
            looked_up = solver.solve(state, "points")
            assert looked_up.tables
            with Solver(backend="python") as searching:
                assert looked_up.actions == searching.solve(state, "points").actions, str(state)


@pytest.mark.turns(2)
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("points", [5, 15])
def test_a_last_trick_that_counts_less_than_any_card(points: int) -> None:
    """What the last trick counts need not be a multiple of what cards count: tables, searches and counts agree on the unit."""
    parameters = msgspec.structs.replace(
        HOUSE_RULES[0].parameters, players=(2,), score="points", scoring=(), last_trick_points=points
    )
    game = next(every_game(msgspec.structs.replace(HOUSE_RULES[0], parameters=parameters)))
    assert game.unit > 5
    for table in tables.build(game, cards=2):
        entries = table.path.read_bytes()[table_files.START :]
        every = list(range(table.header.entries))
        for place, state in zip(every, tables.positions(game, table.header.cards, every), strict=True):
            assert entries[place] == tables.entry_by_search(state), str(state)
    assert {taken % 5 for taken in tables.stats(game, 2).points} == {0}


@pytest.mark.turns(2)
def test_tables_of_rules_of_ones_own_are_checked_by_them(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file says for which game it was built, and not by which rules: who checks it gives them."""
    rules = folder.with_suffix(".toml")
    rules.write_text(
        'format = 1\nextends = "sedma"\nid = "house"\nprefix = "HOUSE"\ntitle = "At home"\n'
        '[parameters]\nplayers = [2]\nremoved = ["8s", "8d"]',
        encoding="utf-8",
    )
    given = ("--rules", str(rules))
    assert run(capsys, monkeypatch, "tables", "build", "house/2", "--cards", "1", *given).status == 0
    checked = run(capsys, monkeypatch, "tables", "check", *given)
    assert (checked.status, checked.out[:14]) == (0, "whole  house/2")
    unknown = run(capsys, monkeypatch, "tables", "check")
    assert unknown.status == 1
    assert "no game 'house'" in unknown.err


def test_the_page_tells_the_sizes() -> None:
    """The numbers that the page about solving gives are those of the tables."""
    page = (Path(__file__).parents[2] / "docs" / "solver.rst").read_text(encoding="utf-8")
    rows = re.findall(r"   \* - ([a-z-]+/[0-9])\n((?:     -.*\n)+)", page)
    assert len(rows) > 5
    for name, told in rows:
        numbers = [int(number.replace(",", "")) for number in re.findall(r"[0-9][0-9,]*", told)]
        assert list(tables.sizes(game_of(name), size=2000).values()) == numbers, name


def test_another_order_of_moves_makes_no_difference() -> None:
    """The table satisfies its own equation: worked out again with the cards tried the other way round, every entry is the same."""
    game = game_of("sedma/4")
    rules = encode_matching.endgames_of(game, two_sides(game.deal(seed=0)))
    assert rules is not None
    library = native_library()
    assert library is not None
    room = Tables(library, rules, 2)
    for cards in (1, 2):
        entries = room.fill(cards, 0, room.size(cards))
        assert room.fill(cards, 0, room.size(cards), backwards=True) == entries
        room.attach(cards, entries)


@pytest.mark.turns(4)
@pytest.mark.usefixtures("folder")
def test_solutions_are_the_same_with_and_without() -> None:
    """Values, the values of all actions, the best, and where best play leads; in endgames and with cards to draw, in and before tricks.

    Every game that has tables, and every objective.
    """
    chance = random.Random(int(os.environ["ACETEN_TURN"]))
    used: set[str] = set()
    games = list(with_tables())
    for game, cards in in_turn(games, 23):
        tables.build(game, cards=cards)
        with Solver() as having, Solver(tables=False) as lacking:
            for number in range(sliced(6, whole=60)):
                objective = aceten_solver.OBJECTIVES[number % len(aceten_solver.OBJECTIVES)]
                state = late(game, chance, chance.randint(cards, cards + 2))
                one, other = having.solve(state, objective), lacking.solve(state, objective)
                assert (one.value, one.actions, one.best) == (other.value, other.actions, other.best), str(state)
                assert ended(state, one.line) == ended(state, other.line), str(state)
                assert having.value(state, objective) == lacking.value(state, objective), str(state)
                assert not other.tables
                used |= {str(game)} if one.tables else set()
    assert len(games) > 150
    assert len(used) > 4


def with_tables() -> Iterator[tuple[Game, int]]:
    """Yield every game of the tests that has tables, with the cards a hand up to which they are small."""
    for game in (*MATCHING_GAMES, *HOUSE_GAMES):
        with contextlib.suppress(TableError):
            small = [cards for cards, entries in tables.sizes(game, 2).items() if entries < 100_000]
            yield game, max(small)


@pytest.mark.usefixtures("folder")
def test_every_trick_and_none_count_for_who_can_still_come_to_it() -> None:
    """Endgames in which the side that leads has taken all tricks so far: game points, of which every trick has the most, are the same."""
    game = game_of("zsiros/4")
    tables.build(game, cards=2)
    chance = random.Random(int(os.environ["ACETEN_TURN"]))
    places = [chance.randrange(24_470) for _ in range(sliced(30, whole=2000))]
    extremes = 0
    with Solver() as having, Solver(tables=False) as lacking:
        for number, state in enumerate(tables.positions(game, 2, places)):
            rest = game.total - state.points_in_play
            captured = f"tricks=0,6 points=0,{rest}" if number % 2 else f"tricks=6,0 points={rest},0"
            line = str(state).replace("lead=0 tricks=0,0", f"lead={number % 4} {captured}")
            ending = aceten.parse(line)
            one, other = having.solve(ending, "game-points"), lacking.solve(ending, "game-points")
            assert (one.value, one.actions, one.best) == (other.value, other.actions, other.best), line
            assert one.tables
            extremes += one.value is not None and one.value.margin in {(3, -3), (-3, 3)}
    assert extremes


def late(game: Game, chance: random.Random, tricks: int) -> State:
    """Return a position of a deal played by chance with few cards left."""
    while True:
        state = game.deal(seed=chance.getrandbits(32))
        while state.turn is not None:
            if len(state.talon) + sum(map(len, state.hands)) <= game.players * tricks and chance.random() < 0.5:
                return state
            state = state.play(chance.choice(state.legal))


def ended(state: State, line: tuple[aceten.Action, ...]) -> object:
    """Return what a line comes to."""
    for action in line:
        state = state.play(action)
    return None if state.result is None else (state.result.points, state.result.game_points)


@pytest.mark.usefixtures("folder")
def test_a_solver_that_is_at_work_notices_tables_that_are_built() -> None:
    """What a solver has learned before makes no difference to whether it looks them up."""
    state = aceten.parse("zsiros/4 hands=A7,98,KK,T7 lead=0")
    with Solver() as solver:
        assert not solver.solve(state).tables
        assert not aceten_solver.solve(state).tables
        tables.build(state.game, cards=2)
        assert solver.solve(aceten.parse("zsiros/4 hands=A8,97,KQ,T7 lead=0")).tables
        assert aceten_solver.solve(aceten.parse("zsiros/4 hands=A8,97,KQ,T7 lead=0")).tables


@pytest.mark.turns(4)
@pytest.mark.usefixtures("folder")
def test_tables_are_made_in_memory_where_many_positions_are_asked_about() -> None:
    """After so much searching as they cost; never where an answer may only cost so much, nor when it is time to end."""
    game = aceten.load("septica", players=2)
    deals = [game.deal(seed=seed) for seed in range(40)]
    with Solver() as making, Solver(tables=False) as lacking, Solver() as limited, Solver() as ending:
        found = [making.solve(state) for state in deals]
        searched = [lacking.solve(state) for state in deals]
        assert not any(limited.solve(state, seconds=60).tables for state in deals)
        assert not any(ending.solve(state, stop=lambda: False).tables for state in deals[:1])
    assert [(one.value, one.actions, one.best) for one in found] == [
        (other.value, other.actions, other.best) for other in searched
    ]
    used = [one.tables for one in found]
    assert not used[0]
    assert used == sorted(used)
    assert used[-1]
    assert not tables.installed()


@pytest.mark.usefixtures("folder")
def test_making_tables_in_memory_ends_when_it_is_time_and_goes_on_later() -> None:
    """Who asks to end is not kept waiting; what is there by then is not done again."""
    loaded_tables.forget()
    game = game_of("zsiros/4")
    rules = encode_matching.endgames_of(game, two_sides(game.deal(seed=0)))
    asked = iter([False, True])
    assert loaded_tables.made_of(rules, 2, 10**9, lambda: next(asked)) is None
    assert loaded_tables.made_of(rules, 2, 10**5, lambda: False) is None
    room = loaded_tables.made_of(rules, 2, 10**9, lambda: False)
    assert room is not None
    assert room.size(2) == 24_470


@pytest.mark.turns(2)
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("zsiros/4 hands=A97,98T,KKQ,T78 lead=0", "aceten tables build zsiros/4 --cards 3"),
        ("zsiros/4 hands=A7AA,9888,KKQJ,T7QQ talon=TTTA lead=0", "talon"),
        ("zsiros/4 hands=A,98,KK,T7 lead=0 trick=7", "is to lead"),
        ("schnapsen/2 hands=KhQhTsJs,AhThAdKd trump=s lead=0 points=27,38 tricks=3,3", "matching tricks only"),
    ],
)
def test_probing_tells_what_is_in_a_table_or_why_there_is_nothing(line: str, problem: str) -> None:
    """A position of a table has its value and its best actions; any other is refused with the reason."""
    state = aceten.parse("zsiros/4 hands=A7,98,KK,T7 lead=0")
    tables.build(state.game, cards=2)
    found = tables.probe(state)
    with Solver(tables=False) as solver:
        searched = solver.solve(state)
    assert found.tables
    assert (found.value, found.best, found.actions) == (searched.value, searched.best, searched.actions)
    with pytest.raises(TableError, match=re.escape(problem)):
        tables.probe(aceten.parse(line))


@pytest.mark.usefixtures("folder")
@pytest.mark.turns(6)
@pytest.mark.parametrize("name", BUILT)
def test_what_a_table_shows_is_what_play_comes_to(name: str) -> None:
    """All ways to play positions in a row, by the engine and without a solver, come to the same counts; those of all are their sums."""
    game = game_of(name)
    for table in tables.build(game, cards=min(BUILT[name], 3)):
        cards, size = table.header.cards, table.header.entries
        few = min(size, sliced(2000 // 8**cards + 2, whole=30_000 if cards < 3 else 500))
        first = random.Random(int(os.environ["ACETEN_TURN"])).randrange(size - few + 1)
        room = loaded_tables.tables_of(tables_rules(game), game, cards)
        assert room is not None
        part, seen = room.count(cards, first, few), Counter[tuple[str, int]]()
        for state in tables.positions(game, cards, list(range(first, first + few))):
            seen.update(shown_by_play(state, cards))
        singles = ("every", "none", "ahead", "level", "several", "only_one")
        assert {each: getattr(part, each) for each in singles} == {each: seen[each, 1] for each in singles}
        assert part.rounds == tuple(seen["rounds", number] for number in range(16))
        assert part.units == tuple(seen["points", game.unit * number] for number in range(128))

        told = tables.stats(game, cards, threads=2)
        whole = [room.count(cards, place, min(997, size - place)) for place in range(0, size, 997)]
        assert {each: getattr(told, each) for each in singles} == {
            each: sum(getattr(counts, each) for counts in whole) for each in singles
        }
        assert told.positions == size == sum(told.points.values()) == sum(told.rounds.values())
        assert told.ahead + told.level <= size
        longest = max(number for number, count in told.rounds.items() if count)
        assert shown_by_play(aceten.parse(told.longest), cards)["rounds", longest]


@pytest.mark.usefixtures("folder")
def test_the_page_tells_what_tables_show() -> None:
    """The numbers that are kept for the page are those that are counted now."""
    most = sliced(2, whole=max(figures.SHOWN.values()))
    kept = figures.read()
    assert [(each.game, each.cards) for each in kept] == [
        (name, cards) for name, whole in figures.SHOWN.items() for cards in range(1, whole + 1)
    ]
    for each in kept:
        if each.cards <= most:
            game = game_of(each.game)
            tables.build(game, cards=each.cards)
            counted = msgspec.structs.asdict(tables.stats(game, each.cards))
            assert counted.items() <= msgspec.structs.asdict(each).items()


def tables_rules(game: Game) -> tuple[int, ...] | None:
    """Return the rules by which the tables of a game are known."""
    assert isinstance(game, aceten.MatchingFacts)
    return encode_matching.endgames_of(game, two_sides(game.deal(seed=0)))


def shown_by_play(state: State, cards: int) -> Counter[tuple[str, int]]:
    """Return what a position counts for, by playing everything that can be played: each fact with a number, 1 where it is a truth."""
    best, most = outcome(state, cards), state.points_to_come + state.game.rules.last_trick_points
    leads = {str(state.game.canonical_card(action.card)): action for action in state.legal if isinstance(action, Play)}
    keeping = [action for action in leads.values() if outcome(state.play(action), cards)[1] == best[1]]
    rounds = next(number for number in range(1, cards + 1) if outcome(state, number)[1] == best[1])
    return Counter(
        {
            ("every", int(best == (2, most))): 1,
            ("none", int(best == (0, 0))): 1,
            ("ahead", int(2 * best[1] > most)): 1,
            ("level", int(2 * best[1] == most)): 1,
            ("several", int(len(leads) > 1)): 1,
            ("only_one", int(len(keeping) == 1 < len(leads))): 1,
            ("rounds", rounds): 1,
            ("points", best[1]): 1,
        }
    )


def outcome(state: State, rounds: int) -> tuple[int, int]:
    """Return what the side of seat 0 brings a deal to, which has led its first trick and may play so many rounds of it.

    It is 0 when it takes no trick, 2 when it takes all, and 1 otherwise; and the points that it takes. The best is by points, and
    every trick and none only tell equals apart.
    """
    game, players = state.game, state.game.players
    result = state.result
    if result is not None:
        assert state.tricks is not None
        return (state.tricks[0] > 0) + (state.tricks[0] > 0 and state.tricks[1] == 0), result.points[0]
    first = state.tricks == (0, 0)
    stop = first and state.trick and len(state.trick) >= players * rounds
    actions = (STOP,) if stop and STOP in state.legal else state.legal
    after = [outcome(state.play(action), rounds) for action in actions]
    assert state.turn is not None
    best = max if game.sides[state.turn] == 0 else min
    return best(after, key=lambda each: each[::-1])


# --- Files ------------------------------------------------------------------------------------------------------------

_BUILD: Final = """
import sys, aceten
from aceten_solver import tables
print("begun", flush=True)
tables.build(aceten.load("hola", players=4), cards=2, threads=2)
"""


@pytest.mark.turns(12)
def test_a_build_that_was_killed_goes_on_and_comes_to_the_same_file(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whenever it was killed, no table looks whole that is not, and in the end every byte is that of a build that nobody disturbed."""
    monkeypatch.setattr(table_files, "CHUNK", 1 << 10)
    chance = random.Random(int(os.environ["ACETEN_TURN"]))
    game = aceten.load("hola", players=4)
    whole = {table.path.name: table.path.read_bytes() for table in tables.build(game, cards=2)}
    program = "import aceten_solver.native.table_files as files; files.CHUNK = 1 << 10\n" + _BUILD
    for number in range(sliced(3, whole=100)):
        there = tmp_path / str(number)
        environment = {**os.environ, table_files.ENVIRONMENT: str(there)}
        for _ in range(2):
            command = [sys.executable, "-c", program]
            child = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE)  # noqa: S603 - our own
            assert child.stdout is not None
            assert child.stdout.readline() == b"begun\n"
            time.sleep(chance.uniform(0, 0.12))
            child.send_signal(signal.SIGKILL)
            child.wait()
            child.stdout.close()
        for path in there.glob("*.table"):
            assert path.read_bytes() == whole[path.name]
        monkeypatch.setenv(table_files.ENVIRONMENT, str(there))
        with warnings.catch_warnings():  # that a sample was looked at
            warnings.simplefilter("ignore", TableWarning)
            assert {table.path.name: table.path.read_bytes() for table in tables.build(game, cards=2)} == whole
        assert not list(there.glob("*.part"))
    assert folder.exists()


def test_stopping_keeps_what_is_done(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who stops it has the tables that are whole; the next call works out no chunk again."""
    monkeypatch.setattr(table_files, "CHUNK", 1 << 10)
    game = game_of("zsiros/4")
    told: list[tuple[int, int]] = []
    whole = tables.build(
        game, cards=2, threads=1, progress=lambda done, total: told.append((done, total)), stop=lambda: len(told) > 4
    )
    assert [table.header.cards for table in whole] == [1]
    assert told == sorted(told)
    journal = next(folder.glob("*.done")).stat().st_size
    assert journal
    again: list[tuple[int, int]] = []
    with pytest.warns(TableWarning, match="it is not known that this machine has built"):
        tables.build(game, cards=2, progress=lambda done, total: again.append((done, total)))
    assert again[0][0] > told[-1][0]
    assert again[-1][0] == again[-1][1] == 212 + 24470


def test_a_journal_that_tells_more_than_is_true_is_not_believed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chunk that is not as the journal says, or half a record, as after a power cut: they are worked out again."""
    monkeypatch.setattr(table_files, "CHUNK", 1 << 10)
    game = game_of("zsiros/4")
    expected = tables.build(game, cards=2)[1].path
    entries = expected.read_bytes()
    tables.remove(tables.installed()[1])
    told: list[int] = []
    tables.build(game, cards=2, progress=lambda done, _: told.append(done), stop=lambda: len(told) > 6)
    part, journal = next(folder.glob("*.part")), next(folder.glob("*.done"))
    with part.open("r+b") as file:
        file.seek(table_files.START + 5)
        file.write(b"\xff")
    with journal.open("ab") as file:
        file.write(b"\x01\x02\x03")
    tables.build(game, cards=2)
    assert expected.read_bytes() == entries


@pytest.mark.usefixtures("folder")
def test_damage_anywhere_is_refused() -> None:
    """A bit that is another, a file that is cut, longer or of another version: nobody uses it, and the reason is told."""
    game = game_of("zsiros/4")
    path = tables.build(game, cards=2)[1].path
    rules = encode_matching.endgames_of(game, two_sides(game.deal(seed=0)))
    header, right = table_files.read_header(path), path.read_bytes()
    chance = random.Random(int(os.environ["ACETEN_TURN"]))
    flipped = [chance.randrange(8 * len(right)) for _ in range(sliced(20, whole=400))]
    flipped += [chance.randrange(8 * 200) for _ in range(20)]
    damaged = [right[: bit // 8] + bytes([right[bit // 8] ^ 1 << bit % 8]) + right[bit // 8 + 1 :] for bit in flipped]
    damaged += [right[: chance.randrange(len(right))] for _ in range(5)] + [
        right + b"\0",
        b"",
        right.replace(b"es 1\n", b"es 2\n", 1),
    ]
    for data in damaged:
        path.write_bytes(data)
        with pytest.raises(TableError):
            table_files.loaded(path, header)
        loaded_tables.forget()
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            room = loaded_tables.tables_of(rules, game, 2)
        assert room is not None  # that of one card a hand
        assert any("is not used" in str(warning.message) for warning in warned)
    path.write_bytes(right)
    assert table_files.loaded(path, header).entries == right[table_files.START :]
    path.write_bytes(right.replace(b"zsiros/4", b"zsiros/2", 1))
    with pytest.raises(TableError, match="altered"):
        table_files.loaded(path, table_files.read_header(path))
    loaded_tables.forget()


@pytest.mark.usefixtures("folder")
def test_two_at_once_do_not_disturb_each_other() -> None:
    """One builds, the other is told so; who uses a table never sees half of one."""
    game = game_of("zsiros/4")
    first = tables.build(game, cards=1)[0]
    header = table_files.Header(game="zsiros/4", rules=first.header.rules, cards=2, entries=24470)
    with table_files.Unfinished(header), pytest.raises(TableError, match="another process"):
        table_files.Unfinished(header)
    assert len(tables.build(game, cards=2)) == 2


def test_a_full_disk_is_told_and_nothing_is_lost(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written stays; the next build goes on from there."""
    monkeypatch.setattr(table_files, "CHUNK", 1 << 10)
    game = game_of("zsiros/4")
    writes = 0
    write = table_files.Unfinished.write

    def full(self: table_files.Unfinished, chunk: int, entries: bytes | bytearray) -> None:
        nonlocal writes
        writes += 1
        if writes > 8:
            raise OSError(28, "No space left on device")
        write(self, chunk, entries)

    with monkeypatch.context() as now:
        now.setattr(table_files.Unfinished, "write", full)
        with pytest.raises(TableError, match="No space left on device; what is done is kept"):
            tables.build(game, cards=2)
    assert next(folder.glob("*.done")).stat().st_size == 8 * (8 - 1)
    with pytest.warns(TableWarning, match="it is not known that this machine has built"):
        assert len(tables.build(game, cards=2)) == 2


# --- Tables from elsewhere --------------------------------------------------------------------------------------------

ENDING: Final = "zsiros/4 hands=A7,98,KK,T7 lead=0"


def falsified(path: Path, *places: int) -> None:
    """Make some entries of a table others, and the checksum that of the file as it is then."""
    written = bytearray(path.read_bytes())
    for place in places:
        written[table_files.START + place] = (written[table_files.START + place] + 2) % 18
    written[32:64] = hashlib.blake2b(written[64:], digest_size=32).digest()
    path.write_bytes(written)
    loaded_tables.forget()


def strange(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Be another user, to whom tables come from elsewhere."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "another"))
    loaded_tables.forget()


@pytest.mark.parametrize("cards", [1, 2])
def test_false_entries_with_a_true_checksum_are_not_believed(folder: Path, cards: int) -> None:
    """One wrong entry in ten: the file is not used, the reason is told with the position, and every answer is right."""
    game = game_of("zsiros/4")
    path = tables.build(game, cards=2)[cards - 1].path
    falsified(path, *range(0, tables.sizes(game, cards)[cards], 10))
    states = tables.positions(game, 2, list(range(7, 24_470, 1000)))
    with Solver() as having, Solver(tables=False) as lacking:
        with pytest.warns(
            TableWarning, match=r"is not used: .*\.table: entry \d+ is \d+, and search says \d+: zsiros/4 "
        ):
            found = [having.solve(state) for state in states]
        assert [one.value for one in found] == [lacking.solve(state).value for state in states]
    assert any(one.tables for one in found) == (cards == 2)  # that of one card a hand is right then
    with pytest.raises(TableError, match="search says"):
        tables.build(game, cards=2)
    with pytest.raises(TableError, match="search says"):
        tables.stats(game, 2)
    assert folder in path.parents


@pytest.mark.usefixtures("folder")
def test_an_entry_that_only_search_finds_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that is wrong from beginning to end, and agrees with those of fewer cards: the search without tables contradicts it."""
    path = tables.build(game_of("zsiros/4"), cards=1)[0].path
    falsified(path, *range(212))
    entries = path.read_bytes()[table_files.START :]

    def agreeing(_room: Tables, _cards: int, place: int, size: int) -> bytes:
        return entries[place : place + size]

    monkeypatch.setattr(Tables, "fill", agreeing)
    with pytest.warns(TableWarning, match="search says"), Solver() as solver:
        assert not solver.solve(aceten.parse(ENDING)).tables


@pytest.mark.usefixtures("folder")
def test_a_table_from_elsewhere_is_looked_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what this machine has built nothing is said; of the rest how many entries were worked out again, when it is first used."""
    state = aceten.parse(ENDING)
    tables.build(state.game, cards=2)
    assert aceten_solver.solve(state).tables
    strange(monkeypatch, tmp_path)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        assert aceten_solver.solve(state).tables
    assert [re.findall("built this table.*", str(each.message)) for each in warned] == [
        [f"built this table of endgames; {number} of its entries were worked out again, and are right"]
        for number in ("212", "24,470")
    ]
    loaded_tables.forget()
    assert aceten_solver.solve(state).tables


@pytest.mark.usefixtures("folder")
def test_what_lies_beside_a_table_does_not_vouch_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does what is kept of other tables, or a word that is none of ours."""
    state = aceten.parse(ENDING)
    path = tables.build(state.game, cards=1)[0].path
    digest = table_files.loaded(path, table_files.read_header(path)).digest
    strange(monkeypatch, tmp_path)
    (path.parent / digest).write_text("built\n", encoding="ascii")
    path.with_suffix(".checked").write_text(
        "{0.st_size} {0.st_mtime_ns} {0.st_ctime_ns} {0.st_ino}\n".format(path.stat())
    )
    known_tables.remember("0" * 64, "built")
    known = known_tables.folder()
    assert known is not None
    (known / digest).write_text("bui", encoding="ascii")
    with pytest.warns(TableWarning, match="it is not known that this machine has built"):
        aceten_solver.solve(state)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("damage", ["cut", "overwritten"])
def test_what_becomes_of_a_file_in_use_makes_no_difference(damage: str) -> None:
    """It is cut to nothing, or written over, while a solver looks endgames up in it: answers stay what they were."""
    game = game_of("zsiros/4")
    path = tables.build(game, cards=2)[1].path
    states = tables.positions(game, 2, list(range(5, 24_470, 1500)))
    with Solver() as having, Solver(tables=False) as lacking:
        having.solve(states[0])
        with path.open("r+b") as file:
            file.truncate(0)
            file.write(b"\7" * 30_000 if damage == "overwritten" else b"")
        found = [having.solve(state) for state in states]
        assert all(one.tables for one in found)
        assert [one.value for one in found] == [lacking.solve(state).value for state in states]


def test_a_table_that_contradicts_itself_in_a_search_is_left(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """False entries that no sample has found make the core fail: the search goes on without the tables, and is right."""
    game = game_of("zsiros/4")
    path = tables.build(game, cards=2)[1].path
    falsified(path, *range(0, 24_470, 3))

    def unlucky(*_asked: object) -> int:
        return 1

    monkeypatch.setattr(loaded_tables, "check_sample", unlucky)
    with warnings.catch_warnings(record=True) as warned, Solver() as having, Solver(tables=False) as lacking:
        warnings.simplefilter("always")
        for seed in range(200):
            state = late(game, random.Random(seed), 3)
            found = having.solve(state)
            if any("contradicts itself" in str(each.message) for each in warned):
                assert (found.value, found.tables) == (lacking.solve(state).value, False)
                break
        assert "a table of endgames is not used: a fault of the native core" in str(warned[-1].message)
        assert not having.solve(aceten.parse(ENDING)).tables
    digest = table_files.loaded(path, table_files.read_header(path)).digest
    assert known_tables.how_known(digest) is None  # as one that was found to be right
    assert folder in path.parents


def test_the_program_says_what_it_makes_of_a_table_from_elsewhere(folder: Path, tmp_path: Path) -> None:
    """In a line on standard error, without a place in the program; the answer is the same."""
    tables.build(game_of("zsiros/4"), cards=1)
    command = [sys.executable, "-m", "aceten_cli.main", "solve", "zsiros/4 hands=A,8,K,T lead=0", "-l", "de"]
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "another")}
    first, second = (
        subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=True)  # noqa: S603 - our own
        for _ in range(2)
    )
    path = next(folder.glob("*.table"))
    assert first.stderr == (
        f"Warnung: {path}: es ist nicht bekannt, dass diese Maschine diese Tabelle von Endspielen gebaut hat;"
        " 212 ihrer Einträge wurden neu berechnet und stimmen\n"
    )
    assert second.stderr == ""
    assert "mit Tabellen" in first.stdout


def test_what_another_began_to_build_is_not_taken_for_own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A journal and a part with false entries, which agree with each other: the whole table is looked at as one from elsewhere."""
    monkeypatch.setattr(table_files, "CHUNK", 1 << 10)
    game = game_of("zsiros/4")
    told: list[int] = []
    tables.build(game, cards=2, threads=1, progress=lambda done, _: told.append(done), stop=lambda: len(told) > 6)
    part, journal = next(folder.glob("*.part")), next(folder.glob("*.done"))
    chunk = int.from_bytes(journal.read_bytes()[:4], "little")
    with part.open("r+b") as file:
        file.seek(table_files.START + (chunk << 10))
        file.write(bytes(1 << 10))
    journal.write_bytes(chunk.to_bytes(4, "little") + zlib.crc32(bytes(1 << 10)).to_bytes(4, "little"))
    with pytest.raises(TableError, match="search says"):
        tables.build(game, cards=2)


@pytest.mark.usefixtures("folder")
def test_a_table_whose_header_promises_too_much_is_not_read() -> None:
    """A file with holes may be larger than any memory: how large a table is the rules say."""
    path = tables.build(game_of("zsiros/4"), cards=1)[0].path
    told = msgspec.structs.replace(table_files.read_header(path), entries=1 << 42)
    with path.open("r+b") as file:
        file.seek(64)
        file.write(msgspec.json.encode(told).ljust(4096 - 64))
        file.truncate(4096 + (1 << 42))
    loaded_tables.forget()
    with pytest.warns(TableWarning, match="it is not the table that its name says"):
        aceten_solver.solve(aceten.parse(ENDING))
    with pytest.raises(TableError, match="it is not the table that its name says"):
        tables.check(tables.TableFile(path=path, header=told))


def test_sampling_takes_all_of_few_and_chance_ones_of_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """How likely a false file passes follows from how many entries are looked at, and that nobody knows which."""
    seen: list[list[int]] = []

    def fill(_cards: int, place: int, size: int) -> bytes:
        seen[-1].append(place)
        return bytes(size)

    room = types.SimpleNamespace(fill=fill)

    def none(*_asked: object) -> list[State]:
        return []

    monkeypatch.setattr(table_entries, "positions", none)
    monkeypatch.setattr(table_entries, "SEARCHED", 0)
    for size in (1 << 16, 1 << 20, 1 << 20):
        seen.append([])
        assert table_entries.check_sample(Path(), bytes(size), room, game_of("zsiros/4"), 3) == 1 << 16  # type: ignore[arg-type]
    assert seen[0] == list(range(0, 1 << 16, 1 << 12))
    assert len(set(seen[1])) > 60_000
    assert seen[1] != seen[2]


# --- The command ------------------------------------------------------------------------------------------------------


@pytest.mark.turns(2)
def test_the_command_builds_lists_checks_and_removes(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each says what it did; a damaged file is told with the reason, and can be removed."""

    def tell(*arguments: str) -> tuple[int, str]:
        done = run(capsys, monkeypatch, "tables", *arguments)
        return done.status, done.words + done.err

    assert "no tables in" in tell("list")[1]
    status, out = tell("build", "zsiros/4", "--cards", "2")
    assert (status, "2 cards a hand: 24,470 positions" in out) == (0, True)
    assert tell("list")[1].count("zsiros/4") == 2
    assert tell("check", "--sample", "20")[0] == 0
    solved = run(capsys, monkeypatch, "solve", "zsiros/4 hands=A7,98,KK,T7 lead=0").words
    assert "(native, with tables)" in solved
    assert "In 17,865 the leader has several ranks" in tell("stats", "zsiros/4", "--cards", "2")[1]
    assert json.loads(run(capsys, monkeypatch, "tables", "stats", "zsiros/4", "--cards", "1", "--json").out) == {
        "game": "zsiros/4",
        "cards": 1,
        "positions": 212,
        "ahead": 82,
        "level": 52,
        "every": 103,
        "none": 109,
        "points": {"0": 130, "10": 31, "20": 31, "30": 17, "40": 3},
        "several": 0,
        "only_one": 0,
        "rounds": {"1": 212},
        "longest": "zsiros/4 hands=8,8,8,8 lead=0 tricks=0,0",
    }
    assert "build zsiros/4 --cards 3" in tell("stats", "zsiros/4", "--cards", "3")[1]
    damaged = min(folder.glob("*.table"))
    damaged.write_bytes(damaged.read_bytes()[:-1])
    status, out = tell("check")
    assert (status, "build it again" in out) == (1, True)
    assert tell("remove", "zsirs/4") == (
        2,
        "error: no table was built for 'zsirs/4'; 'aceten tables list' tells which there are\n",
    )
    assert "build it again" in tell("stats", "zsiros/4", "--cards", "2")[1]
    assert tell("remove")[1].count("removed") == 2
    assert not list(folder.glob("*.table"))


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("schnapsen", "matching tricks only"),
        ("ristikontra/4", "how often a rank was led"),
        ("septica/3", "there are not two sides"),
        ("zsiros/9", "players"),
    ],
)
def test_what_has_no_tables_is_refused_with_the_reason(
    game: str, reason: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who asks for them learns why there are none."""
    done = run(capsys, monkeypatch, "tables", "build", game)
    assert done.status == 2
    assert reason in done.err
