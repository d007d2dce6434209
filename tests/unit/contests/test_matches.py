"""Contests: what deals come to that policies play against each other, whose fault it is when one fails, and how they are gone on with."""

import itertools
import statistics
from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Final

import msgspec
import pytest
from support.intervals import margin_of
from support.slices import sliced

import aceten
import aceten_solver
from aceten import Action, Call, CallKind, Game, Seat, State, UsageError, View
from aceten_solver import BackendError, CoreError, Machine, match, round_robin
from aceten_solver.contests import entrants
from aceten_solver.contests.entrants import Given
from aceten_solver.contests.journal import ContestDeal, terms_in
from aceten_solver.contests.means import mean_of, mean_over
from aceten_solver.contests.played_deals import chance
from aceten_solver.hidden.rule_of_thumb import greedy
from aceten_spec.errors import FileError

GAMES: Final = ["zsiros/2", "sedma/4", "hola/3", "schnapsen/2", "einwerfen/4"]


def first(view: View) -> Action:
    """Do the first that is legal."""
    return view.legal[0]


class Drawing:
    """Does what chance says, and knows what it was told when deals began."""

    begun: Final[list[tuple[str, int, int]]] = []

    def begin(self, game: Game, seat: Seat, seed: int) -> None:
        """Note it."""
        self.begun.append((str(game), seat, seed))
        self._seed = seed

    def choose(self, view: View) -> str:
        """Return the notation of an action that the seed decides."""
        assert view.turn == view.seat
        return str(view.legal[self._seed % len(view.legal)])


def rows_in(file: Path) -> list[ContestDeal]:
    """Return what was played, in an order of its own."""
    decoder = msgspec.json.Decoder(ContestDeal)
    return sorted(map(decoder.decode, file.read_bytes().splitlines()[1:]), key=lambda row: row.key)


def came_to(game: Game, seed: int, by_seat: Sequence[Callable[[View], Action]]) -> aceten.Result:
    """Return what a deal comes to, played here."""
    state: State = game.deal(seed=seed)
    while state.turn is not None:
        state = state.play(by_seat[state.turn](state.view(state.turn)))
    assert state.result is not None
    return state.result


class Asks:
    """A policy that cannot be made without more."""

    def __init__(self, weights: object) -> None:
        self.weights = weights

    def choose(self, view: View) -> Action:
        """Return the first."""
        return view.legal[0]


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_comes_to_what_play_makes_of_it(name: str, tmp_path: Path) -> None:
    """Each deal is played so and with the sides exchanged; leads are those of the seats of a policy over those of the other one."""
    game = aceten.load(name)
    match(first, "greedy", name, deals=2, seed=5, file=tmp_path / "played.jsonl")
    for row in rows_in(tmp_path / "played.jsonl"):
        for exchanged, playing in enumerate(row.playings):
            own = [seat for seat, side in enumerate(game.sides) if side % 2 == exchanged]
            by_seat = [first if seat in own else greedy for seat in range(game.players)]
            result = came_to(game, row.deal, by_seat)
            for given, by_side in ((playing.game_points, result.game_points), (playing.points, result.points)):
                assert by_side is not None
                held = [(seat in own, by_side[side]) for seat, side in enumerate(game.sides)]
                ours = [points for mine, points in held if mine]
                theirs = [points for mine, points in held if not mine]
                assert given == pytest.approx(statistics.fmean(ours) - statistics.fmean(theirs))


def test_deals_that_are_played_once_change_sides() -> None:
    """Without pairs each deal is played once, and the policies change sides from one to the next."""
    game, ahead = aceten.load("zsiros/2"), list[int]()
    found = match(first, Machine(seed=1, strength="greedy"), game, deals=6, pairs=False)
    for seed in range(6):
        by_seat = [first, greedy] if seed % 2 == 0 else [greedy, first]
        points = came_to(game, seed, by_seat).game_points or (0, 0)
        ahead.append((points[0] - points[1]) * (1 if seed % 2 == 0 else -1))
    assert found.game_points.mean == pytest.approx(statistics.fmean(ahead))
    assert found.game_points.margin == margin_of(ahead)
    signs = [(each > 0) - (each < 0) for each in ahead]
    assert (found.better, found.equal, found.worse) == (signs.count(1), signs.count(0), signs.count(-1))


def test_few_deals_are_less_sure_as_student_has_it() -> None:
    """An interval is as wide as Student's distribution has it; one deal has none."""
    for count in (2, 3, 4, 5, 6, 11, 31, 1001):
        numbers = [float(number % 7) for number in range(count)]
        assert mean_over(numbers).margin == margin_of(numbers)
        squares = sum(number * number for number in numbers)
        assert mean_of(count, sum(numbers), squares).margin == pytest.approx(mean_over(numbers).margin)
    assert mean_over([3.0]).margin is None
    assert mean_of(1, 3, 9).margin is None


def test_what_cannot_play_is_refused() -> None:
    """What is no policy, and what cannot be sent to other processes, is refused in words before anything is played."""
    with pytest.raises(UsageError, match="a policy of the type int; expected a name"):
        match(5, "random", "zsiros/2", deals=1)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"cannot be sent to other processes .*; give it as module:name"):
        match(lambda view: view.legal[0], "random", "zsiros/2", deals=2, workers=2)
    with pytest.raises(
        UsageError, match=r"Asks: no policy can be made of it: .*missing 1 required positional argument"
    ):
        match(Asks, "random", "zsiros/2", deals=1)


def test_against_itself_nobody_is_better() -> None:
    """A policy without chance has the same both times that a deal is played."""
    found = match("greedy", Machine(seed=3, strength="greedy"), "sedma/4", deals=5)
    assert (found.better, found.equal, found.worse, found.game_points.margin) == (0, 5, 0, 0)


def test_chance_is_that_of_the_seat_and_the_deal() -> None:
    """Each seat is told another seed for each playing, the same whenever that is played, and the rest of the deals bears on none."""
    Drawing.begun.clear()
    match(Drawing, first, "zsiros/4", deals=2, seed=8)
    whole = list(Drawing.begun)
    Drawing.begun.clear()
    match(Drawing, first, "zsiros/4", deals=1, seed=9)
    assert list(Drawing.begun) == whole[4:]
    assert len({seed for _, _, seed in whole}) == len(whole) == 8
    assert [seat for _, seat, _ in whole[:4]] == [0, 2, 1, 3]
    expected = [list(itertools.islice(chance(8, playing), 4)) for playing in (0, 1)]
    assert [seed for _, _, seed in whole[:4]] == [expected[0][0], expected[0][2], expected[1][1], expected[1][3]]


def test_partners_are_two(tmp_path: Path) -> None:
    """Of a class one policy is made for each seat, so that a side knows no more than its seats do."""
    made: list[object] = []

    class Counted:
        def __init__(self) -> None:
            made.append(self)
            self.seats = set[int]()

        def choose(self, view: View) -> Action:
            self.seats.add(view.seat)
            return view.legal[0]

    match(Counted, "greedy", "zsiros/4", deals=2, file=tmp_path / "played.jsonl")
    played = [each.seats for each in made if isinstance(each, Counted) and each.seats]
    assert sorted(played, key=min) == [{0}, {1}, {2}, {3}]


def failing(view: View) -> Action:
    """Raise an error."""
    raise KeyError(view.seat)


def calling(_view: View) -> Call:
    """Call to a partner, without end."""
    return Call(Seat(0), CallKind.BEAT)


WRONG: Final[list[tuple[Given, str, str, str]]] = [
    (lambda view: str(view.unseen[0]), "illegal", "ZS-PLAY-2", "does not hold this card"),
    (lambda _view: "xyz", "illegal", "", "expected a card"),
    (lambda _view: 1000, "illegal", "", "action 1000"),
    (lambda _view: None, "illegal", "ZS-PLAY-2", "NoneType"),  # type: ignore[return-value, list-item] # pyright: ignore[reportArgumentType]
    (calling, "illegal", "", "a call is no action"),
    (failing, "error", "", "KeyError: 0 (test_matches.py:"),
]


@pytest.mark.turns(2)
@pytest.mark.parametrize(("policy", "kind", "clause", "problem"), WRONG)
def test_who_breaks_the_rules_loses(policy: Given, kind: str, clause: str, problem: str) -> None:
    """A wrong action, or an error, loses with all that a deal can bring; it is said whose fault that was, where, and by which clause."""
    game = aceten.load("zsiros/2")
    for found, own in ((match(policy, first, game, deals=1), 0), (match(first, policy, game, deals=1), 1)):
        most = game.most_game_points if own else -game.most_game_points
        assert (found.game_points.mean, found.points.mean) == (most, 80 if own else -80)
        assert found.lost == ((0, 2) if own else (2, 0))
        one, other = found.faults
        assert {each.policy for each in found.faults} == {own}
        assert {one.seat, other.seat} == {0, 1}
        fault = one if one.seat == 0 else other
        assert (fault.kind, fault.clause, fault.deal) == (kind, clause, 0)
        assert problem in fault.problem
        assert aceten.parse(fault.view) == aceten.parse(str(aceten.parse(fault.view)))
        assert problem in str(found) or problem == "KeyError: 0 (test_matches.py:"


@pytest.mark.parametrize("error", [BackendError("not built for this"), CoreError("it fails")])
def test_an_installation_is_nobodys_fault(error: Exception) -> None:
    """When the native core cannot be used, or fails, the contest ends with that error, and no policy loses by it."""

    def asking(_view: View) -> Action:
        raise error

    with pytest.raises(type(error), match=str(error)):
        match(asking, first, "zsiros/2", deals=1)


@pytest.mark.turns(8)
def test_it_is_the_same_whoever_plays_it_and_whenever_it_was_ended(tmp_path: Path) -> None:
    """Processes, an end in the middle, a line that was cut off: in the end the same is there, and nothing is played twice."""
    policies, deals = ("greedy", "random", "aceten_solver.hidden.rule_of_thumb:greedy"), 4
    whole = round_robin(policies, "zsiros/2", deals=deals, file=tmp_path / "whole.jsonl")
    told: list[int] = []

    def play(file: Path, *, end_after: int = 1000, workers: int = 1) -> aceten_solver.Standings:
        told.clear()
        return round_robin(
            policies,
            "zsiros/2",
            deals=deals,
            file=file,
            workers=workers,
            tell=told.append,
            stop=lambda: len(told) > end_after,
        )

    ended = play(tmp_path / "ended.jsonl", end_after=5)
    assert not ended.whole
    assert sum(each.deals for each in ended.pairings) == 5
    with (tmp_path / "ended.jsonl").open("ab") as file:
        file.write(b'{"one":0,"other":1,"dea')
    assert play(tmp_path / "ended.jsonl", workers=2) == whole
    assert told == [5, *[1] * 7]
    assert rows_in(tmp_path / "ended.jsonl") == rows_in(tmp_path / "whole.jsonl")
    assert play(tmp_path / "ended.jsonl") == whole
    assert told == [12]
    more = round_robin(policies, "zsiros/2", deals=deals + 1, file=tmp_path / "ended.jsonl", tell=told.append)
    assert told[1:] == [12, 1, 1, 1]
    assert more.deals == deals + 1


def test_a_file_is_that_of_one_contest(tmp_path: Path) -> None:
    """Another contest is refused with what differs; so is what is none, line by line."""
    file = tmp_path / "played.jsonl"
    match("greedy", "random", "zsiros/2", deals=1, seed=3, file=file)
    terms = terms_in(file)
    assert terms is not None
    assert (terms.seed, terms.policies) == (3, ("greedy", "random"))
    with pytest.raises(UsageError, match=r"another contest \(seed: 3 / 4\)"):
        match("greedy", "random", "zsiros/2", deals=1, seed=4, file=file)
    with pytest.raises(UsageError, match=r"policies: .*options: |options: .*policies: "):
        match("random", "greedy", aceten.load("zsiros/2", tie="draw"), deals=1, seed=3, file=file)
    with file.open("ab") as added:
        added.write(b'{"one":0}\n')
    with pytest.raises(FileError, match="line 3: no contest: "):
        match("greedy", "random", "zsiros/2", deals=1, seed=3, file=file)
    file.write_bytes(b"x" * 200_000)
    with pytest.raises(FileError, match="a line larger than"):
        terms_in(file)


def test_names_lead_to_policies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules and packages offer policies by name; what is none is told, with what there is."""
    offered = EntryPoint("thumb", "aceten_solver.hidden.rule_of_thumb:greedy", entrants.GROUP)
    broken = EntryPoint("broken", "aceten_solver.nothing:greedy", entrants.GROUP)

    def entry_points(*, group: str) -> tuple[EntryPoint, ...]:
        assert group == entrants.GROUP
        return offered, broken

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
    assert match("thumb", "greedy", "zsiros/2", deals=1).equal == 1
    for name, problem in {
        "thum": r"did you mean thumb\?",
        "broken": "broken cannot be loaded",
        "aceten_solver.nothing:greedy": "cannot be imported",
        "aceten_solver:nothing": "module 'aceten_solver' has no 'nothing'",
        "aceten_solver:__all__": "expected a policy, which has choose",
        "'x /y": "no command",
    }.items():
        with pytest.raises(UsageError, match=problem):
            match(name, "greedy", "zsiros/2", deals=1)


def test_numbers_that_cannot_be_are_refused() -> None:
    """There are two policies and one deal at least, and seeds end somewhere."""
    with pytest.raises(UsageError, match="1 policies; expected two or more"):
        round_robin(["greedy"], "zsiros/2")
    with pytest.raises(UsageError, match="deals: 0; expected 1 or more"):
        match("greedy", "random", "zsiros/2", deals=0)
    with pytest.raises(UsageError, match="the last seed would be 18446744073709551616"):
        match("greedy", "random", "zsiros/2", deals=2, seed=2**64 - 1)


@pytest.mark.turns(6)
def test_what_is_weaker_is_told_so() -> None:
    """Over some deals a rule of thumb is ahead of chance by more than the interval."""
    found = match("greedy", "random", "zsiros/2", deals=sliced(20, whole=200))
    assert found.game_points.margin
    assert found.game_points.mean > found.game_points.margin
    assert found.better > found.worse
