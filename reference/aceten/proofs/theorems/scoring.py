"""What a deal scores: one row of the scoring table for every result, and everything that leads to it."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, NamedTuple, cast

import msgspec

from aceten import scoring
from aceten.actions import Seat, Side
from aceten.matching import settling
from aceten.matching.game import MatchingGame
from aceten.matching.state import MatchingState
from aceten.proofs.linking import linked
from aceten.proofs.obligations import Case, Variable
from aceten.proofs.propositions import Proposition, Step
from aceten.proofs.setting import holds
from aceten.proofs.theorems.ended import (
    UNKNOWN,
    Numbers,
    as_number,
    counts,
    course_of,
    end_variables,
    ends,
    finished,
    flag,
    flat,
    getter,
    known,
    known_flag,
    members,
    missing,
    model,
    needed,
    same,
    shown,
    team_count,
    within,
)
from aceten_spec.formulas import Z3
from aceten_spec.formulas.awards import award_number, award_points, falls, one_row, row_applies, scores
from aceten_spec.formulas.winning import took_all, wins
from aceten_spec.rulebook import Award

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from aceten.matching.settling import Course
    from aceten.proofs.report import Witness
    from aceten.proofs.setting import Setting
    from aceten.scoring import Result
    from aceten.state import State
    from aceten_spec.cards import Card
    from aceten_spec.formulas import Number, Truth
    from aceten_spec.formulas.winning import Tie
    from aceten_spec.rulebook import MatchingParameters

_CODES: Final = {scoring.DRAW: -1, scoring.SHARED: -2, scoring.POINTS: -3, scoring.SWEEP: -4}
_OPEN: Final = -9
_ROWS: Final = ("SCORE-4", "SCORE-5", "SCORE-6", "SCORE-7", "SCORE-30", "SCORE-31", "SCORE-32")
_OF_POINTS: Final = ("SCORE-9", "SCORE-10", "SCORE-11", "SCORE-12", "SCORE-13", "HO-SCORE-20")


# --- What a step is about ---------------------------------------------------------------------------------------------


def by_table(setting: Setting) -> bool:
    """Whether a scoring table says what a deal scores."""
    return setting.game.rules.score == "table"


def matching(setting: Setting) -> bool:
    """Whether the game has matching tricks."""
    return isinstance(setting.game, MatchingGame)


def _matching_table(setting: Setting) -> bool:
    return matching(setting) and by_table(setting)


def _matching_points(setting: Setting) -> bool:
    return matching(setting) and not by_table(setting)


def _forfeits(setting: Setting) -> bool:
    return matching(setting) and setting.matching.rules.last_card_loses != "none"


def code(award: str | None) -> int:
    """Return the number that stands for what stands in place of a row's name; a row that is given by its number is that number."""
    if award is None:
        return _OPEN
    return _CODES[award] if type(award) is str else cast("int", award)


def side_points(setting: Setting, name: str = "points") -> tuple[Variable, ...]:
    """Return variables for the points of each side."""
    return tuple(setting.points(f"{name} of side {side}") for side in range(setting.game.side_count))


# --- The scoring table ------------------------------------------------------------------------------------------------

_WINNERS: Final = ("points", "of cards", "every trick")


_OVERLAPPING: Final = (
    Award(name="some", meaning="some", points=(20, 60), tricks="some", game_points=2, cards=(15, 40)),
    Award(name="all", meaning="all", points=(30, 90), tricks="all", game_points=3, cards=(25, 50)),
    Award(name="any", meaning="any", points=(40, 80), tricks="any", game_points=5),
)
"""A table that no sound rulebook has: several of its rows may apply, or none."""


def _of_winners(setting: Setting) -> tuple[Variable, ...]:
    return setting.points(_WINNERS[0]), setting.points(_WINNERS[1]), flag(_WINNERS[2])


def _row(setting: Setting) -> Iterator[Case]:
    for row in (*setting.game.rules.scoring, *_OVERLAPPING):

        def applies(points: int, cards: int, every: bool, row: Award = row) -> bool:
            return scoring.award_applies(row, points, cards, every)

        def claim(given: Numbers, found: Numbers, row: Award = row) -> Truth:
            return same(holds(found[0]), row_applies(row)(*given))

        yield Case(
            name=row.name,
            variables=_of_winners(setting),
            returns=("applies",),
            lifted=applies,
            assuming=lambda given: [within(given[2], 0, 1)],
            claim=claim,
        )


def _award(setting: Setting) -> Iterator[Case]:
    """By the game's own table, and by one in which it matters that the first row counts."""
    for name, rows in (("the table", setting.game.rules.scoring), ("rows that overlap", _OVERLAPPING)):

        def award(points: int, cards: int, every: bool, rows: tuple[Award, ...] = rows) -> tuple[int, int]:
            found = scoring.award_for(rows, points, cards, every_trick=every)
            return rows.index(found), found.game_points

        def claim(given: Numbers, found: Numbers, rows: tuple[Award, ...] = rows) -> Truth:
            return (found[0] == award_number(rows)(*given)) & (found[1] == award_points(rows)(*given))

        yield Case(
            name=name,
            variables=_of_winners(setting),
            returns=("row", "game points"),
            lifted=award,
            assuming=lambda given: [within(given[2], 0, 1)],
            claim=claim,
        )


def _winning_end(setting: Setting, given: Numbers) -> list[Truth]:
    """Return that the deal has ended, team 0 has won it, and these are its points, those of cards, and whether it took every trick."""
    game, found = setting.game, ends(setting)
    numbers, teams = given[3:], team_count(game)
    tie: Tie = "draw"
    wins_from = 0
    if isinstance(game, MatchingGame):
        tie, wins_from = game.rules.tie, game.rules.wins_from
    totals = [points(*numbers) for points in found.points]
    all_tricks = as_number(Z3.And([found.rounds[team](*numbers) == 0 for team in range(1, teams)]))
    return [
        found.possible(*numbers),
        wins(tie, wins_from, teams, 0)(*totals, found.last(*numbers)),
        given[0] == totals[0],
        given[1] == found.cards[0](*numbers),
        given[2] == all_tricks,
    ]


def _rows(setting: Setting) -> Iterator[Case]:
    game, found = setting.game, ends(setting)
    rows = game.rules.scoring

    def applying(points: int, cards: int, every: bool, *_: int) -> tuple[bool, ...]:
        return tuple([scoring.award_applies(row, points, cards, every) for row in rows])

    yield Case(
        variables=(*_of_winners(setting), *end_variables(found)),
        returns=tuple(row.name for row in rows),
        lifted=applying,
        assuming=lambda given: _winning_end(setting, given),
        claim=lambda given, applies: (
            (Z3.Sum([as_number(holds(each)) for each in applies]) == 1) & one_row(rows)(*given[:3])
        ),
        position=lambda numbers: finished(game, found, numbers[3:], **needed(game)),
        problem=lambda numbers: _which_apply(rows, *numbers[:3]),
    )


def _which_apply(rows: tuple[Award, ...], points: int, cards: int, every: int) -> str:
    """Return in words that not exactly one row applies to some winners."""
    names = [row.name for row in rows if row_applies(row).at(points, cards, every)]
    how = f"winners with {points} points" + (" and every trick" if every else "")
    return f"to {how} apply {' and '.join(names)}" if names else f"no row applies to {how}"


def _forfeit_rows(setting: Setting) -> Iterator[Case]:
    rows = setting.game.rules.scoring

    def applying(points: int, cards: int, every: bool) -> tuple[bool, ...]:
        return tuple([scoring.award_applies(row, points, cards, every) for row in rows])

    yield Case(
        variables=_of_winners(setting),
        returns=tuple(row.name for row in rows),
        lifted=applying,
        assuming=lambda given: [within(given[2], 0, 1), within(given[1], 0, setting.game.total), given[0] >= given[1]],
        claim=lambda _, applies: Z3.Sum([as_number(holds(each)) for each in applies]) <= 1,
    )


def _every_trick(setting: Setting) -> Iterator[Case]:
    game, found = setting.game, ends(setting)
    teams = team_count(game)
    variables = (*[setting.points(f"card points of team {team}") for team in range(teams)], *end_variables(found))

    def totals(*numbers: int) -> tuple[int, ...]:
        return scoring.credit(numbers[:teams], Side(numbers[teams]), game.rules.last_trick_points)

    def assuming(given: Numbers) -> list[Truth]:
        numbers = given[teams:]
        return [
            found.possible(*numbers),
            *[has == cards(*numbers) for has, cards in zip(given, found.cards, strict=False)],
            *[rounds(*numbers) == 0 for rounds in found.rounds[1:]],
        ]

    def claim(given: Numbers, found_: Numbers) -> Truth:
        everything = Z3.Sum([*given[:teams]]) + game.rules.last_trick_points
        return (found_[0] == everything) & Z3.And([other == 0 for other in found_[1:]])

    yield Case(
        variables=variables,
        returns=tuple(f"points of team {team}" for team in range(teams)),
        lifted=totals,
        assuming=assuming,
        claim=claim,
    )


# --- What is counted --------------------------------------------------------------------------------------------------


def _credit(setting: Setting) -> Iterator[Case]:
    sides = setting.game.side_count

    def credit(side: int, gained: int, *totals: int) -> tuple[int, ...]:
        return scoring.credit(totals, Side(side), gained)

    yield Case(
        variables=(Variable("side", tuple(range(sides))), setting.points("gained"), *side_points(setting)),
        returns=tuple(f"side {side} after" for side in range(sides)),
        lifted=credit,
        claim=lambda given, found: Z3.And(
            [
                after == had + Z3.If(given[0] == side, given[1], Z3.IntVal(0))
                for side, (had, after) in enumerate(zip(given[2:], found, strict=True))
            ]
        ),
    )


def _side_teams(setting: Setting) -> list[tuple[int, ...]]:
    """Return every team that a side can belong to: each side alone, and where one plays alone all others."""
    sides = range(setting.game.side_count)
    alone: list[tuple[int, ...]] = [(side,) for side in sides]
    if team_count(setting.game) == setting.game.side_count:
        return alone
    return alone + [tuple(other for other in sides if other != side) for side in sides]


def _took(setting: Setting) -> tuple[Variable, ...]:
    return tuple(known_flag(f"side {side} took a trick") for side in range(setting.game.side_count))


def _known(given: Numbers) -> list[Truth]:
    return [within(number, 0, 2) for number in given]


def _swept(setting: Setting) -> Iterator[Case]:
    sides = setting.game.side_count
    for team in _side_teams(setting):

        def swept(*took: int, team: tuple[int, ...] = team) -> int:
            course = course_of(sides, took_a_trick=tuple(map(known, took)))
            found = settling._swept(course, cast("tuple[Side, ...]", team))  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - proved about
            return UNKNOWN if found is None else int(found)

        def claim(given: Numbers, found: Numbers, team: tuple[int, ...] = team) -> Truth:
            return found[0] == took_all(sides, team)(*given)

        yield Case(
            name=f"sides {', '.join(map(str, team))}",
            variables=_took(setting),
            returns=("every trick",),
            lifted=swept,
            assuming=_known,
            claim=claim,
        )


def _sum_of(setting: Setting) -> Iterator[Case]:
    for team in _side_teams(setting):

        def total(*points: int, team: tuple[int, ...] = team) -> int:
            return settling._sum_of(points, cast("tuple[Side, ...]", team))  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - proved about

        def claim(given: Numbers, found: Numbers, team: tuple[int, ...] = team) -> Truth:
            return found[0] == Z3.Sum([given[side] for side in team])

        yield Case(
            name=f"sides {', '.join(map(str, team))}",
            variables=side_points(setting),
            returns=("together",),
            lifted=total,
            claim=claim,
        )


# --- The winners' score -----------------------------------------------------------------------------------------------


def some_row(row: Award, points: int, cards: int, every_trick: int) -> Award:
    """Stand in for :func:`aceten.scoring.award_for`: return a row that tells what it was asked about, as a number and game points.

    What holds with it holds whatever row is found.
    """
    name = cast("str", points + cards * 3 + every_trick)
    return msgspec.structs.replace(row, name=name, game_points=points + cards * 2 + every_trick)


def _winning_ways(setting: Setting) -> list[tuple[tuple[int, ...], ...] | None]:
    """Return the teams that can win together: one, none, or several where a win can be shared."""
    teams = _side_teams(setting)
    ways: list[tuple[tuple[int, ...], ...] | None] = [None, (), *[(team,) for team in teams]]
    if setting.matching.rules.tie == "shared":
        ways += [way for many in range(2, len(teams) + 1) for way in itertools.combinations(teams, many)]
    return ways


def _winners_score(setting: Setting) -> Iterator[Case]:
    rules, sides = setting.matching.rules, setting.game.side_count
    rows = rules.scoring
    for way in _winning_ways(setting):

        def score(everything: int, *numbers: int, way: tuple[tuple[int, ...], ...] | None = way) -> tuple[int, ...]:
            cards, points, took = numbers[:sides], numbers[sides : 2 * sides], numbers[2 * sides :]

            def every(course: Course, team: tuple[Side, ...]) -> bool | None:
                return known(counts(took_all(sides, team), *cast("tuple[int, ...]", course.took_a_trick)))

            def award(table: tuple[Award, ...], points: int, cards: int, *, every_trick: bool) -> Award:
                assert table == rows  # noqa: S101 - else the proof fails
                return some_row(rows[0], points, cards, int(every_trick))

            course = course_of(sides, points=cards, points_known=bool(everything == 1), took_a_trick=took)
            found, name = linked(settling._winners_score, _swept=every, award_for=award)(  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - proved about
                rules, course, points, cast("tuple[tuple[Side, ...], ...] | None", way)
            )
            return (*flat(found, sides), code(name))

        def claim(given: Numbers, found: Numbers, way: tuple[tuple[int, ...], ...] | None = way) -> Truth:
            open_ = Z3.And([number == -1 for number in found[:-1]]) & (found[-1] == _OPEN)
            if way is None:
                return open_
            if not way:
                told = Z3.And([number == 0 for number in found[:-1]]) & (found[-1] == _CODES[scoring.DRAW])
                return Z3.Implies(given[0] == 1, told) & Z3.Implies(given[0] == 0, open_)
            every = took_all(sides, way[0])(*given[1 + 2 * sides :])
            points = Z3.Sum([given[1 + sides + side] for side in way[0]])
            cards = Z3.Sum([given[1 + side] for side in way[0]])
            by_row = points + cards * 2 + every
            expected = [by_row if any(side in team for team in way) else Z3.IntVal(0) for side in range(sides)]
            named = points + cards * 3 + every if len(way) == 1 else Z3.IntVal(_CODES[scoring.SHARED])
            told = Z3.And([one == other for one, other in zip(found, [*expected, named], strict=True)])
            is_open = (given[0] == 0) | (every == UNKNOWN)
            return Z3.Implies(is_open, open_) & Z3.Implies(~is_open, told)

        name = (
            "nobody is known to win"
            if way is None
            else "sides " + " and ".join(map(str, way))
            if way
            else "nobody wins"
        )
        yield Case(
            name=name,
            variables=(
                flag("all points are known"),
                *side_points(setting, "card points"),
                *side_points(setting),
                *_took(setting),
            ),
            returns=(*[f"game points of side {side}" for side in range(sides)], "row"),
            lifted=score,
            assuming=lambda given: [within(given[0], 0, 1), *_known(given[1 + 2 * sides :])],
            claim=claim,
        )


# --- Every side scores ------------------------------------------------------------------------------------------------


def _each_scores(setting: Setting) -> Iterator[Case]:
    rules, sides = setting.matching.rules, setting.game.side_count
    burns = rules.four_resets == "on"

    def score(everything: int, *numbers: int) -> tuple[int, ...]:
        points, burned, sweeping = numbers[:sides], numbers[sides : 2 * sides], numbers[2 * sides :]
        course = course_of(
            sides,
            points_known=bool(everything == 1),
            burned=tuple([Side(side) for side in range(sides) if burned[side] == 1]),
        )

        def every(of: Course, team: tuple[Side, ...]) -> bool | None:
            assert of is course  # noqa: S101 - else the proof fails
            [side] = team
            return known(sweeping[side])

        found, name, resets = linked(settling._each_scores, _swept=every)(rules, course, points)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - proved about
        assert list(resets) == sorted(resets)  # noqa: S101 - else the proof fails
        return (*flat(found, sides), code(name), *members(resets, sides))

    def assuming(given: Numbers) -> list[Truth]:
        burned, sweeping = given[1 + sides : 1 + 2 * sides], given[1 + 2 * sides :]
        one_at_most = Z3.Sum([as_number(swept == 1) for swept in sweeping]) <= 1
        return [
            *[within(given[0], 0, 1), one_at_most],
            *[within(number, 0, 1 if burns else 0) for number in burned],
            *_known(sweeping),
        ]

    def claim(given: Numbers, found: Numbers) -> Truth:
        burned, sweeping = given[1 + sides : 1 + 2 * sides], given[1 + 2 * sides :]
        matters = bool(rules.sweep_points) or rules.sweep_resets == "on"
        is_open = given[0] == 0
        if matters:
            is_open |= Z3.Or([swept == UNKNOWN for swept in sweeping])
        name = Z3.IntVal(_CODES[scoring.POINTS])
        if matters:
            name = Z3.If(Z3.Or([swept == 1 for swept in sweeping]), _CODES[scoring.SWEEP], name)
        told = [
            *[found[side] == scores(rules, sides, side)(*given[1:]) for side in range(sides)],
            found[sides] == name,
            *[found[sides + 1 + side] == as_number(falls(rules, sides, side)(*given[1:])) for side in range(sides)],
        ]
        left_open = [
            *[number == -1 for number in found[:sides]],
            found[sides] == _OPEN,
            *[one == other for one, other in zip(found[sides + 1 :], burned, strict=True)],
        ]
        return Z3.Implies(is_open, Z3.And(left_open)) & Z3.Implies(~is_open, Z3.And(told))

    yield Case(
        variables=(
            flag("all points are known"),
            *side_points(setting),
            *[flag(f"side {side} is burned") for side in range(sides)],
            *[known_flag(f"side {side} took every trick") for side in range(sides)],
        ),
        returns=(
            *[f"game points of side {side}" for side in range(sides)],
            "award",
            *[f"score of side {side} falls to 0" for side in range(sides)],
        ),
        lifted=score,
        assuming=assuming,
        claim=claim,
    )


# --- The whole result -------------------------------------------------------------------------------------------------


def _settle(setting: Setting) -> Iterator[Case]:
    rules, sides = setting.matching.rules, setting.game.side_count
    last_points = rules.last_trick_points

    def result(last: int, winner: int, won: int, *numbers: int) -> tuple[int, ...]:
        cards, tricks = numbers[:sides], numbers[sides:]
        course = course_of(sides, points=cards, tricks=tricks, last_trick=last)

        def winning(by: MatchingParameters, of: Course, points: tuple[int, ...]) -> object:
            assert by == rules  # noqa: S101 - else the proof fails
            assert of is course  # noqa: S101 - else the proof fails
            return ((winner + points[0], winner), (points[-1],)) if won else None

        def table(by: MatchingParameters, of: Course, points: tuple[int, ...], teams: object) -> object:
            assert by == rules  # noqa: S101 - else the proof fails
            assert of is course  # noqa: S101 - else the proof fails
            return tuple([has + 1 for has in points]), points[0] if teams is None else points[0] + 1

        def each(by: MatchingParameters, of: Course, points: tuple[int, ...]) -> object:
            assert by == rules  # noqa: S101 - else the proof fails
            assert of is course  # noqa: S101 - else the proof fails
            return tuple([has + 2 for has in points]), points[0] + 2, (points[-1],)

        found = linked(settling.settle, _winning_teams=winning, _winners_score=table, _each_scores=each)(rules, course)
        return _flat_result(found)

    def claim(given: Numbers, found: Numbers) -> Truth:
        last, winner, won = given[:3]
        cards, tricks = given[3 : 3 + sides], given[3 + sides :]
        points = [has + Z3.If(last == side, last_points, Z3.IntVal(0)) for side, has in enumerate(cards)]
        is_table = rules.score == "table"
        more = 1 if is_table else 2
        award = points[0] + (as_number(won == 1) if is_table else 2)
        resets = [] if is_table else [points[-1]]
        expected = [*points, *tricks, last, *[has + more for has in points], award, *resets]
        winners = [winner + points[0], winner, points[-1]]
        start = len(expected)
        return Z3.And([one == other for one, other in zip(found, expected, strict=False)]) & Z3.And(
            [found[start + place] == Z3.If(won == 1, number, Z3.IntVal(-1)) for place, number in enumerate(winners)]
        )

    for won in (0, 1):

        def of_won(last: int, winner: int, _: int, *numbers: int, won: int = won) -> tuple[int, ...]:
            return result(last, winner, won, *numbers)

        def assuming(given: Numbers, won: int = won) -> list[Truth]:
            return [given[2] == won, within(given[0], 0, sides - 1)]

        resets = 0 if by_table(setting) else 1
        yield Case(
            name="somebody wins" if won else "the winners are not known",
            variables=(
                Variable("last trick", tuple(range(sides))),
                setting.points("winner"),
                Variable("won", (won,)),
                *side_points(setting, "card points"),
                *[Variable(f"tricks of side {side}", tuple(range(9))) for side in range(sides)],
            ),
            returns=tuple(f"part {number + 1} of the result" for number in range(3 * sides + 2 + resets + 3)),
            lifted=of_won,
            assuming=assuming,
            claim=claim,
        )


def _flat_result(found: Result) -> tuple[int, ...]:
    parts = (found.points, found.tricks, (found.last_trick,), found.game_points, (found.award,), found.resets)
    numbers = [number for part in parts for number in cast("tuple[int, ...]", part)]
    assert found.claimed is None  # noqa: S101 - else the proof fails
    assert found.trump is None  # noqa: S101 - else the proof fails
    return (*numbers, *flat(found.winners, 3))


def _flat_course(course: Course, sides: int) -> tuple[int, ...]:
    """Return what a course says, as numbers: teams by the number of each side's team, with -1 for all where they are not known."""
    teams = (-1,) * sides
    if course.teams is not None:
        teams = tuple([next(n for n, team in enumerate(course.teams) if side in team) for side in range(sides)])
    return (
        *course.points,
        int(course.points_known),
        *flat(course.tricks, sides),
        *[2 if took is None else 1 if took else 0 for took in course.took_a_trick],
        course.last_trick,
        -1 if course.forfeit is None else course.forfeit,
        *members(course.burned, sides),
        *teams,
    )


class _SettledError(Exception):
    """Not an error, but what was to be settled."""

    def __init__(self, rules: MatchingParameters, course: Course) -> None:
        super().__init__()
        self.rules, self.course = rules, course


def _settled(settle: Callable[[], object], rules: MatchingParameters, sides: int) -> tuple[int, ...]:
    """Return the course that a function wants to be settled."""
    try:
        settle()
    except _SettledError as settled:
        return _flat_course(settled.course, sides) if settled.rules == rules else ()
    return ()


def _settle_later(rules: MatchingParameters, course: Course) -> Result:
    raise _SettledError(rules, course)


_COURSE: Final = ("points", "tricks", "took a trick", "burned", "team")


def _course_names(sides: int) -> tuple[str, ...]:
    points, tricks, took, burned, team = [[f"{name} of side {side}" for side in range(sides)] for name in _COURSE]
    return (*points, "all points are known", *tricks, *took, "last trick", "forfeit", *burned, *team)


def _ended(setting: Setting, points: Sequence[int], **known_: object) -> MatchingState:
    """Return the state of a deal that is over."""
    game = setting.matching
    fields: dict[str, object] = {
        "game": game,
        "hands": ((),) * game.players,
        "talon": (),
        "leader": Seat(0),
        "trick": (),
        "winning": Seat(0),
        "turn": None,
        "taken": ((),) * game.side_count,
        "points": tuple(points),
        "tricks": None,
        "dealer": Seat(0),
        "points_known": True,
        "log": (),
        "forfeit": None,
        "leads": (),
        "drawn": None,
        "lone": None,
        "burned": (),
    }
    return MatchingState(**(fields | known_))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType] - symbolic


def _result(setting: Setting) -> Iterator[Case]:
    game = setting.matching
    sides, rules = game.side_count, game.rules

    def is_over(turn: int) -> bool:
        state = _ended(setting, (0,) * sides, turn=Seat(0) if turn == 1 else None)
        return state.result is not None

    yield Case(
        name="only a deal that is over has a result",
        variables=(flag("somebody is to act"),),
        returns=("over",),
        lifted=is_over,
        assuming=lambda given: [within(given[0], 0, 1)],
        claim=lambda given, found: same(holds(found[0]), given[0] == 0),
    )
    for way in _course_ways(setting):

        def course(*numbers: int, way: _Way = way) -> tuple[int, ...]:
            state = _ended(
                setting,
                numbers[:sides],
                leader=Seat(way.leader),
                tricks=numbers[sides:] if way.counted else None,
                points_known=way.counted,
                lone=way.alone,
                forfeit=way.forfeit,
                burned=way.burned,
                taken=way.piles,
            )
            result = linked(getter(MatchingState, "result"), settle=_settle_later)
            return _settled(lambda: result(state), rules, sides)

        def claim(given: Numbers, found: Numbers, way: _Way = way) -> Truth:
            points, tricks = given[:sides], given[sides:]
            some = [Z3.BoolVal(bool(pile)) | (has != 0) for pile, has in zip(way.piles, points, strict=True)]
            open_ = Z3.IntVal(UNKNOWN)
            took = [
                Z3.If(has, 1, as_number(count > 0) if way.counted else open_)
                for has, count in zip(some, tricks, strict=True)
            ]
            expected: list[Number | int] = [
                *points,
                int(way.counted),
                *(tricks if way.counted else [-1] * sides),
                *took,
                game.sides[way.leader],
                -1 if way.forfeit is None else way.forfeit,
                *members(way.burned, sides),
                *_team_numbers(setting, way.alone),
            ]
            return Z3.And([one == other for one, other in zip(found, expected, strict=True)])

        yield Case(
            name=f"seat {way.leader} took the last trick, seat {way.alone} plays alone, {way.counted}, {len(way.piles[0])}",
            variables=(
                *side_points(setting),
                *[Variable(f"tricks of side {side}", tuple(range(9))) for side in range(sides)],
            ),
            returns=_course_names(sides),
            lifted=course,
            assuming=lambda given: [number >= 0 for number in given],
            claim=claim,
        )


class _Way(NamedTuple):
    """How a deal has ended, as far as it is not numbers."""

    leader: int
    counted: bool
    alone: int | None
    forfeit: Side | None
    burned: tuple[Side, ...]
    piles: tuple[tuple[Card, ...], ...]


def _course_ways(setting: Setting) -> Iterator[_Way]:
    """Yield ways in which a deal can have ended: each seat took the last trick, each plays alone, each other thing once.

    What a side has taken is left to numbers where seat 0 took the last trick; elsewhere everybody has taken something.
    """
    game = setting.matching
    rules = game.rules
    lone: tuple[int | None, ...] = (None, *range(game.players)) if rules.sides == "lone" else (None,)
    something, nothing = (game.pack.cards[0],), ((),) * game.side_count
    loses = None if rules.last_card_loses == "none" else Side(1)
    burned = () if rules.four_resets == "off" else (Side(game.side_count - 1),)
    yield _Way(0, counted=True, alone=None, forfeit=loses, burned=(), piles=(*nothing[1:], something))
    yield _Way(0, counted=False, alone=None, forfeit=None, burned=(), piles=nothing)
    for leader, alone in itertools.product(range(game.players), lone):
        for counted in (True, False):
            yield _Way(leader, counted, alone, forfeit=None, burned=burned, piles=(something,) * game.side_count)


def _team_numbers(setting: Setting, alone: int | None) -> tuple[int, ...]:
    """Return the number of each side's team."""
    game = setting.matching
    if game.rules.sides != "lone":
        return tuple(range(game.side_count))
    if alone is None:
        return (-1,) * game.side_count
    return tuple([int(side != alone) for side in range(game.side_count)])


def _result_with(setting: Setting) -> Iterator[Case]:
    game = setting.matching
    sides, rules = game.side_count, game.rules
    teams = ((Side(sides - 1),), tuple(map(Side, range(sides - 1))))

    def course(last: int, everything: int, *numbers: int) -> tuple[int, ...]:
        state = _ended(setting, (0,) * sides, points_known=bool(everything == 1))
        given = numbers[:sides], tuple(map(known, numbers[sides:])), Side(last), teams
        return _settled(lambda: linked(MatchingState.result_with, settle=_settle_later)(state, *given), rules, sides)

    def claim(given: Numbers, found: Numbers) -> Truth:
        points, took = given[2 : 2 + sides], given[2 + sides :]
        none = [-1] * sides
        expected = [*points, given[1], *none, *took, given[0], -1, *[0] * sides, *[1] * (sides - 1), 0]
        return Z3.And([one == other for one, other in zip(found, expected, strict=True)])

    yield Case(
        variables=(
            Variable("last trick", tuple(range(sides))),
            flag("all points are known"),
            *side_points(setting),
            *_took(setting),
        ),
        returns=_course_names(sides),
        lifted=course,
        assuming=lambda given: [within(given[1], 0, 1), *_known(given[2 + sides :])],
        claim=claim,
    )


# --- Witnesses --------------------------------------------------------------------------------------------------------


def counts_by(row: Award, result: Result) -> bool:
    """Whether the winners of a deal score by this row, be it one side or several that share the win."""
    return result.award in {row.name, scoring.SHARED} and max(result.game_points or (0,)) == row.game_points


def _witnesses(setting: Setting) -> Iterator[Witness]:
    game, found = setting.game, ends(setting)
    variables = tuple(Z3.Int(variable.name) for variable in (*_of_winners(setting), *end_variables(found)))
    if by_table(setting):
        for row in game.rules.scoring:
            numbers = model([*_winning_end(setting, variables), row_applies(row)(*variables[:3])], variables)
            shows = f"{row.name}: {row.meaning}"
            if numbers is None:
                yield missing(shows, "no deal can end so that this row applies")
                continue

            def named(_: State, result: Result, row: Award = row) -> bool:
                return counts_by(row, result)

            yield shown(shows, game, finished(game, found, numbers[3:], **needed(game)), named)
        return
    numbers = model([found.possible(*variables[3:]), *[each(*variables[3:]) >= 1 for each in found.rounds]], variables)
    if numbers is None:
        yield missing("every side scores", "no deal can end")
        return

    def scored(_: State, result: Result) -> bool:
        return result.game_points == result.points

    yield shown("every side scores its points", game, finished(game, found, numbers[3:], **needed(game)), scored)


def _statement(setting: Setting) -> str:
    if by_table(setting):
        return "exactly one row of the scoring table applies to every result, and what a deal scores follows from it"
    return "every side scores its points, more for every trick where the rules say so, and nothing when it is burned"


PROPOSITIONS: Final[tuple[Proposition, ...]] = (
    Proposition(
        id="T-SCORE",
        statement=_statement,
        argument=(
            "A deal that has been played to its end is known by who has how many cards of each value: every other card lies with the"
            " other sides, a side has as many cards as its rounds make, and one side took the last trick. For every such end in which a"
            " side wins, one row of the table applies and no other; the function that looks for the row returns it, and the winners"
            " score its game points. Where sides score their points instead, each of them is what the clauses say."
        ),
        trusted=("a Result holds what it is made of",),
        applies=lambda setting: matching(setting) or by_table(setting),
        witnesses=_witnesses,
        steps=(
            Step(
                name="row",
                statement="a row applies to exactly the winners that its numbers say",
                clauses=_ROWS,
                function="aceten.scoring.award_applies",
                domain="all whole numbers of points, with every trick or without",
                cases=_row,
                applies=by_table,
            ),
            Step(
                name="rows",
                statement="exactly one row applies to the winners of every deal that is played to its end",
                clauses=_ROWS,
                function="aceten.scoring.award_applies",
                domain="all ends of deals: every way to divide the cards of the pack of {pack} by tricks",
                cases=_rows,
                applies=by_table,
            ),
            Step(
                name="forfeit",
                statement="not more than one row applies to a side that wins by the other's last card",
                clauses=_ROWS,
                function="aceten.scoring.award_applies",
                domain="all whole numbers of points that the side can have",
                cases=_forfeit_rows,
                applies=lambda setting: by_table(setting) and _forfeits(setting),
            ),
            Step(
                name="award",
                statement="the row that counts is the first that applies, and the first of all where none does",
                clauses=_ROWS,
                function="aceten.scoring.award_for",
                domain="all whole numbers of points, with every trick or without",
                cases=_award,
                applies=by_table,
            ),
            Step(
                name="credit",
                statement="one side gains, the others keep what they have",
                clauses=("PLAY-7", "SCORE-1"),
                function="aceten.scoring.credit",
                domain="all whole numbers",
                cases=_credit,
            ),
            Step(
                name="every_trick",
                statement="a side that took every trick has all the points, those for the last trick among them",
                clauses=("SCORE-1", "SCORE-6", "SCORE-8"),
                function="aceten.scoring.credit",
                domain="all ends of deals in which one of {sides} sides took every trick",
                cases=_every_trick,
            ),
            Step(
                name="swept",
                statement="a side took every trick when no other took one",
                clauses=("SCORE-6", "SCORE-10"),
                function="aceten.matching.settling._swept",
                domain="{sides} sides, of each whether it took a trick, or that this is not known",
                cases=_swept,
                applies=matching,
            ),
            Step(
                name="sum_of",
                statement="sides that win or lose together count their points together",
                clauses=("SCORE-1", "LONE-5"),
                function="aceten.matching.settling._sum_of",
                domain="all whole numbers",
                cases=_sum_of,
                applies=matching,
            ),
            Step(
                name="winners_score",
                statement="the winners score by the row that applies to them, nobody else scores",
                clauses=(*_ROWS, "SCORE-9", "SCORE-15"),
                function="aceten.matching.settling._winners_score",
                domain="all whole numbers of points, whoever wins, whatever row applies",
                cases=_winners_score,
                applies=_matching_table,
            ),
            Step(
                name="each_scores",
                statement="every side scores its points and what every trick brings; one that is burned nothing",
                clauses=_OF_POINTS,
                function="aceten.matching.settling._each_scores",
                domain="all whole numbers of points, one side at most with every trick",
                cases=_each_scores,
                applies=_matching_points,
            ),
            Step(
                name="settle",
                statement="the result has the points with the last trick's, and what the rules make of them",
                clauses=("SCORE-1", "SCORE-8", "SCORE-9"),
                function="aceten.matching.settling.settle",
                domain="all whole numbers of points and tricks, whatever the winners and their score are",
                cases=_settle,
                applies=matching,
            ),
            Step(
                name="result",
                statement="what is settled is what the sides have captured, who took the last trick, and who plays with whom",
                clauses=("SCORE-1", "LONE-1", "LONE-5"),
                function="aceten.matching.state.MatchingState.result",
                domain="all whole numbers of points and tricks of {sides} sides",
                cases=_result,
                applies=matching,
            ),
            Step(
                name="result_with",
                statement="what is settled in thought is what is given",
                clauses=("SCORE-1",),
                function="aceten.matching.state.MatchingState.result_with",
                domain="all whole numbers of points of {sides} sides",
                cases=_result_with,
                applies=matching,
            ),
        ),
    ),
)
"""The theorem about the score of a deal."""
