"""What a deal with matching tricks comes to, from what was captured: who wins it, what it scores, and what a state says of it."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple, cast

import msgspec

from aceten.engine.matching import settling
from aceten.engine.matching.settling import MatchingCourse
from aceten.engine.matching.state import MatchingState
from aceten.proofs.claims import symbolic_deals
from aceten.proofs.claims.action_claims import same
from aceten.proofs.execution.replacements import replaced
from aceten.proofs.execution.symbolic_numbers import Untouched, apply
from aceten.proofs.statements.game_setting import Setting
from aceten.proofs.statements.game_setting import setting as setting_of
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable, agreeing
from aceten.proofs.theorems.results import finished_deals
from aceten.vocabulary.actions import Side
from aceten_spec.cards import Card
from aceten_spec.formulas.outcome_clauses import took_all
from aceten_spec.formulas.result_relation import OPEN, EndTerms, Results
from aceten_spec.formulas.terms import Number, Truth, either, every, some
from aceten_spec.rulebook import Award, MatchingParameters

# --- From a course to a result ----------------------------------------------------------------------------------------


class _Known(NamedTuple):
    """What of a course is not numbers."""

    teams: tuple[tuple[Side, ...], ...] | None
    forfeit: Side | None
    everything: bool

    def __str__(self) -> str:
        """Name what sets it apart."""
        lost = "" if self.forfeit is None else f"side {self.forfeit} played the last card that loses; "
        who = "who plays alone is open" if self.teams is None else " against ".join(map(str, self.teams))
        return f"{lost}{who}{'' if self.everything else '; points are missing'}"


def _swept(course: MatchingCourse, team: tuple[Side, ...]) -> bool | None:
    """Stand in for :func:`aceten.engine.matching.settling.swept`: return what is proved that it returns, of numbers for what is known."""
    took = cast("tuple[int, ...]", course.took_a_trick)
    return finished_deals.known(apply(took_all(len(took), team), *took))


def swept(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases that a side, or all but one that plays alone, took every trick when no other side took one."""
    sides = range(setting.game.side_count)
    teams: list[tuple[Side, ...]] = [(Side(side),) for side in sides]
    if finished_deals.team_count(setting.game) < len(sides):
        teams += [tuple(Side(other) for other in sides if other != side) for side in sides]

    for team in teams:
        name, formula = f"sides {', '.join(map(str, team))}", took_all(len(sides), team)
        yield agreeing(partial(_swept_by, team), formula, _took(len(sides)), "every trick", name=name)


def _swept_by(team: tuple[Side, ...], *took: int) -> int:
    known_ = tuple(map(finished_deals.known, took))
    course = MatchingCourse(
        points=(), points_known=True, tricks=None, took_a_trick=known_, last_trick=Side(0), teams=None
    )
    return _flat_known(settling.swept(course, team))


def _flat_known(truth: bool | None) -> int:
    return finished_deals.UNKNOWN if truth is None else 1 if truth else 0


OVERLAPPING: Final = (
    Award(name="some", meaning="some", points=(20, 60), tricks="some", game_points=2, cards=(15, 40)),
    Award(name="all", meaning="all", points=(30, 90), tricks="all", game_points=3, cards=(25, 50)),
    Award(name="any", meaning="any", points=(40, 80), tricks="any", game_points=5),
)
"""A table that no sound rulebook has: several of its rows may apply, or none."""


def settle(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases that a result has the points with those for the last trick, and says who wins and what each side scores.

    By the game's own table, and by one in which it matters which row is looked for, where a win is shared.
    """
    rules, sides = setting.matching.rules, setting.game.side_count
    forfeits = (None,) if rules.last_card_loses == "none" else (None, *map(Side, range(sides)))
    with replaced(settling.swept, _swept):
        for about in itertools.starmap(_Known, itertools.product(_all_teams(setting), forfeits, (True, False))):
            yield _case(setting, about)
        if rules.score == "table":
            other = msgspec.structs.replace(rules, scoring=OVERLAPPING, tie="shared", last_trick_points=10)
            shared = setting_of(msgspec.structs.replace(setting.matching, rules=other))
            known_ = _Known(_all_teams(setting)[-1], forfeit=None, everything=True)
            yield _case(shared, known_, ", rows that overlap")


def _case(setting: Setting, about: _Known, more: str = "") -> ProofCase:
    rules, sides = setting.matching.rules, setting.game.side_count
    burns = finished_deals.FLAG if rules.four_resets else (0,)

    def settled(last: int, *numbers: int) -> tuple[int, ...]:
        cards, tricks, took, burned = (numbers[sides * part :][:sides] for part in range(4))
        course = MatchingCourse(
            points=cards,
            points_known=about.everything,
            tricks=tricks,
            took_a_trick=cast("tuple[bool | None, ...]", took),
            last_trick=cast("Side", last),
            forfeit=about.forfeit,
            burned=tuple([Side(side) for side in range(sides) if burned[side] == 1]),
            teams=about.teams,
        )
        return finished_deals.flat_result(rules, settling.settle(rules, course))

    def end(numbers: Numbers) -> EndTerms:
        points, tricks, took, burned = (numbers[1 + sides * part :][:sides] for part in range(4))
        return EndTerms(
            points=points,
            known=about.everything,
            tricks=tricks,
            took=took,
            last=numbers[0],
            teams=about.teams,
            forfeit=about.forfeit,
            burned=burned,
        )

    @functools.cache
    def said(numbers: Numbers) -> tuple[Number | int, ...]:
        return (1, *Results(rules, sides).of(end(numbers)).numbers)

    return ProofCase(
        name=f"{about}{more}",
        variables=(
            Variable("last trick", tuple(range(sides)), only=True),
            *finished_deals.points_each(setting, "card points of side", sides),
            *_tricks(sides),
            *_took(sides),
            *[Variable(f"side {side} is burned", burns, only=True) for side in range(sides)],
        ),
        lifted=settled,
        assuming=lambda numbers: [some(has != 0 for has in end(numbers).took)],
        claim=lambda numbers, found: same(found, said(numbers)),
    )


def _tricks(sides: int) -> list[Variable]:
    return [Variable(f"tricks of side {side}", tuple(range(9))) for side in range(sides)]


def _took(sides: int) -> tuple[Variable, ...]:
    return tuple(finished_deals.known_flag(f"side {side} took a trick") for side in range(sides))


def _all_teams(setting: Setting) -> list[tuple[tuple[Side, ...], ...] | None]:
    """Return how the sides can play together: each for itself; where one plays alone whoever that is, or it is not known."""
    sides = tuple(map(Side, range(setting.game.side_count)))
    if finished_deals.team_count(setting.game) == len(sides):
        each: tuple[tuple[Side, ...], ...] = tuple((side,) for side in sides)
        return [each]
    return [None, *[((lone,), tuple(side for side in sides if side != lone)) for lone in sides]]


# --- From a state to a course -----------------------------------------------------------------------------------------


def _settle_later(rules: MatchingParameters, course: MatchingCourse) -> tuple[MatchingParameters, MatchingCourse]:
    """Stand in for :func:`aceten.engine.matching.settling.settle`: return what is to be settled."""
    return rules, course


def _flat_course(setting: Setting, settled: object) -> tuple[int, ...]:
    """Return what the course says that is to be settled."""
    sides = setting.game.side_count
    if type(settled) is not tuple or settled[0] != setting.game.rules:
        return ()
    course = cast("MatchingCourse", settled[1])
    return (
        *course.points,
        int(course.points_known),
        *finished_deals.flat(course.tricks, sides),
        *map(_flat_known, course.took_a_trick),
        course.last_trick,
        OPEN if course.forfeit is None else course.forfeit,
        *finished_deals.members(course.burned, sides),
        *_team_numbers(course.teams, sides),
    )


def _team_numbers(teams: tuple[tuple[Side, ...], ...] | None, sides: int) -> tuple[int, ...]:
    """Return the number of each side's team, -1 for all where they are open."""
    if teams is None:
        return (OPEN,) * sides
    return tuple([next(number for number, team in enumerate(teams) if side in team) for side in range(sides)])


class _Way(NamedTuple):
    """How a deal has ended, as far as it is not numbers."""

    leader: int
    counted: bool
    alone: int | None
    forfeit: Side | None
    burned: tuple[Side, ...]
    piles: tuple[tuple[Card, ...], ...]

    def __str__(self) -> str:
        """Name what sets it apart."""
        more = {
            f"seat {self.alone} plays alone": self.alone is not None,
            f"side {self.forfeit} played the last card": self.forfeit is not None,
            f"sides {self.burned} are burned": bool(self.burned),
            "tricks unknown": not self.counted,
        }
        told = [name for name, said in more.items() if said]
        return ", ".join(
            [f"seat {self.leader} took the last trick, piles {'+'.join(map(str, map(len, self.piles)))}", *told]
        )


def _ways(setting: Setting) -> Iterator[_Way]:
    """Yield all ways in which a deal can have ended: who took the last trick, plays alone, is burned or has lost, and who has a pile."""
    game = setting.matching
    rules, sides = game.rules, tuple(map(Side, range(game.side_count)))
    lone: tuple[int | None, ...] = (None, *range(game.players)) if rules.sides == "lone" else (None,)
    forfeits = (None,) if rules.last_card_loses == "none" else (None, *sides)
    burned = [each for count in range(len(sides) + 1) for each in itertools.combinations(sides, count)]
    piles = itertools.product(((), (game.pack.cards[0],)), repeat=len(sides))
    for way in itertools.product(
        *(range(game.players), (True, False), lone, forfeits, burned if rules.four_resets else ((),), piles)
    ):
        yield _Way(*way)


def result(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases that a deal that is over is settled by what its state says, and one that goes on is not."""
    with replaced(settling.settle, _settle_later):
        yield from [_ended(setting, way) for way in _ways(setting)]


def _ended(setting: Setting, way: _Way) -> ProofCase:
    game, sides = setting.matching, setting.game.side_count

    def course(goes_on: int, *numbers: int) -> tuple[int, ...]:
        state = msgspec.structs.replace(
            symbolic_deals.ended(game, numbers[:sides], numbers[sides:], way.leader, way.forfeit, lone=way.alone),
            turn=way.leader if goes_on == 1 else None,
            points_known=way.counted,
            burned=way.burned,
            taken=tuple([finished_deals.SomeCards() if pile else () for pile in way.piles]),
            **({} if way.counted else {"tricks": None}),
        )
        asked = ("turn", "points", "points_known", "tricks", "taken", "leader", "forfeit", "burned", "lone")
        return _flat_course(setting, symbolic_deals.asked_of(state, *asked).result)

    def claim(given: Numbers, found: Numbers) -> Truth:
        goes_on, points, tricks = given[0], given[1 : 1 + sides], given[1 + sides :]
        took = [
            either(some([bool(pile), has != 0]), 1, either(count > 0, 1, 0) if way.counted else finished_deals.UNKNOWN)
            for pile, has, count in zip(way.piles, points, tricks, strict=True)
        ]
        expected = (
            *(*points, int(way.counted), *(tricks if way.counted else [OPEN] * sides), *took, game.sides[way.leader]),
            OPEN if way.forfeit is None else way.forfeit,
            *finished_deals.members(way.burned, sides),
            *_team_numbers(_all_teams(setting)[0 if way.alone is None else 1 + way.alone], sides),
        )
        return every([goes_on == 0, same(found, expected)]) if found else goes_on == 1

    return ProofCase(
        name=f"{way}",
        variables=(
            finished_deals.flag("somebody is to act"),
            *finished_deals.points_each(setting, "points of side", sides),
            *_tricks(sides),
        ),
        lifted=course,
        assuming=lambda given: [number >= 0 for number in given],
        claim=claim,
    )


def result_with(setting: Setting) -> Iterator[ProofCase]:
    """Yield the case that what is settled in thought is what is given."""
    game, sides = setting.matching, setting.game.side_count
    teams = ((Side(sides - 1),), tuple(map(Side, range(sides - 1))))

    def course(last: int, everything: int, *numbers: int) -> tuple[int, ...]:
        anything = {name: Untouched() for name in MatchingState.__struct_fields__}
        state = MatchingState(**(anything | {"game": game, "points_known": bool(everything == 1)}))  # type: ignore[arg-type]
        took = tuple(map(finished_deals.known, numbers[sides:]))
        return _flat_course(setting, state.result_with(numbers[:sides], took, cast("Side", last), teams))

    def claim(given: Numbers, found: Numbers) -> Truth:
        points, took = given[2 : 2 + sides], given[2 + sides :]
        no_tricks, nobody = [OPEN] * sides, [0] * sides
        return same(found, (*points, given[1], *no_tricks, *took, given[0], OPEN, *nobody, *[1] * (sides - 1), 0))

    with replaced(settling.settle, _settle_later):
        yield ProofCase(
            variables=(
                Variable("last trick", tuple(range(sides))),
                finished_deals.flag("all points are known"),
                *finished_deals.points_each(setting, "points of side", sides),
                *_took(sides),
            ),
            lifted=course,
            claim=claim,
        )
