"""Complete tables of endgames: what is in them, and what they are worth to a search."""

import contextlib
import os
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
import pytest
from core.table_games import game_of, late
from support.games.game_strategies import HOUSE_GAMES, HOUSE_RULES, MATCHING_GAMES
from support.games.tiny_games import MATCHING
from support.processes.program_runs import Aceten
from support.slices import in_turn, sliced
from tools import endgame_figures

import aceten
import aceten_solver
from aceten import STOP, Game, Play, State
from aceten.testing import every_game
from aceten_solver import Solver
from aceten_solver.endgames import endgame_tables as tables
from aceten_solver.endgames.endgame_tables import TableError
from aceten_solver.native import encode_matching, loaded_tables, table_files
from aceten_solver.native.complete_tables import Tables
from aceten_solver.native.library import native_library
from aceten_solver.question.backends import Backend
from aceten_solver.question.two_sides import two_sides
from aceten_spec import parse_rulebook

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
def test_tables_of_rules_of_ones_own_are_checked_by_them(folder: Path, run: Aceten) -> None:
    """A file says for which game it was built, and not by which rules: who checks it gives them."""
    rules = folder.with_suffix(".toml")
    rules.write_text(
        'format = 1\nextends = "sedma"\nid = "house"\nprefix = "HOUSE"\ntitle = "At home"\n'
        '[parameters]\nplayers = [2]\nremoved = ["8s", "8d"]',
        encoding="utf-8",
    )
    given = ("--rules", str(rules))
    assert run("tables", "build", "house/2", "--cards", "1", *given).status == 0
    checked = run("tables", "check", *given)
    assert (checked.status, checked.out[:14]) == (0, "whole  house/2")
    assert run("tables", "check", "house/2", *given).out == checked.out
    assert run("tables", "check", "house/3", *given).err == (
        "error: no table was built for 'house/3'; 'aceten tables list' tells which there are\n"
    )
    unknown = run("tables", "check")
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


@pytest.mark.turns(12)
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
    most = sliced(2, whole=max(endgame_figures.SHOWN.values()))
    kept = endgame_figures.read()
    assert [(each.game, each.cards) for each in kept] == [
        (name, cards) for name, whole in endgame_figures.SHOWN.items() for cards in range(1, whole + 1)
    ]
    for each in kept:
        if each.cards <= most:
            game = game_of(each.game)
            tables.build(game, cards=each.cards)
            counted = msgspec.structs.asdict(tables.stats(game, each.cards))
            assert counted.items() <= msgspec.structs.asdict(each).items()


def tables_rules(game: Game) -> tuple[int, ...] | None:
    """Return the rules by which the tables of a game are known."""
    assert isinstance(game, aceten.MatchingGame)
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
