"""The most that a deal can still bring that is a race to a number of points."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Iterator
from typing import Final

import msgspec

from aceten.engine.suits import settling
from aceten.engine.suits.course import Closing
from aceten.proofs.claims import symbolic_suit_deals
from aceten.proofs.execution.symbolic_numbers import SymbolicTable, Untouched
from aceten.proofs.statements.game_setting import Setting
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable
from aceten.proofs.theorems.results.finished_deals import SomeCards
from aceten.vocabulary.actions import Seat, Side
from aceten_spec.formulas.suits.settlement_clauses import counting, most_in_race, race_scores
from aceten_spec.formulas.terms import Z3, Number, Truth, either
from aceten_spec.rulebook import SuitParameters

SIDES: Final = (0, 1)
"""The sides."""


def _of_race(given: Numbers, claimant: int | None, closer: int | None, last: int) -> Numbers:
    """Return what the formulas of a race are about; sides are numbers, ``None`` stands for nobody."""
    who = [Z3.IntVal(0 if side is None else side + 1) for side in (claimant, closer)]
    return (*who, Z3.IntVal(last), *given[:8], *[either(tricks > 0, 1, 0) for tricks in given[8:]])


_NOW: Final = ("points", "marriages", "tricks", "points at the closing", "tricks at the closing")
_AT_THE_END: Final = tuple(f"{name} at the end" for name in _NOW[:3])
_LATER: Final = (*_AT_THE_END, "counted at a closing to come", "tricks at a closing to come")


def _most_variables(setting: Setting) -> tuple[Variable, ...]:
    points, tricks = tuple(range(setting.game.most_points + 1)), tuple(range(9))
    names = [f"{name}, side {side}" for name in (*_NOW, *_LATER, "marriages that do not count yet") for side in SIDES]
    leader = Variable("leader", tuple(range(setting.game.players)), only=True)
    return (*[Variable(name, tricks if "tricks" in name else points) for name in names], leader)


def _counts_now(rules: SuitParameters, given: Numbers, side: int, *, later: bool) -> Number:
    points, melds, tricks = (given[(10 if later else 0) + 2 * part + side] for part in range(3))
    return counting(rules)(points, melds, either(tricks > 0, 1, 0))


def _grows(rules: SuitParameters, given: Numbers, closer: int | None) -> list[Truth]:
    """Return what holds of a deal now and at its end, the talon closed by a side or not: points, marriages and tricks only grow."""
    now, later = given[:10], given[10:20]
    conditions = [number >= 0 for number in given]
    conditions += [has <= had for has, had in zip(now[:6], later[:6], strict=True)]
    conditions += [Z3.Implies(when[side] > 0, when[4 + side] > 0) for when in (now, later) for side in SIDES]
    if closer is not None:
        other = 1 - closer
        conditions += [has >= had for has, had in zip(now[4:6], now[8:10], strict=True)]
        conditions.append(_counts_now(rules, given, other, later=False) >= now[6 + other])
    for side in SIDES:  # what a side had at a closing to come lies between now and the end
        at_closing, tricks_then = later[6 + side], later[8 + side]
        conditions += [
            at_closing >= _counts_now(rules, given, side, later=False),
            at_closing <= _counts_now(rules, given, side, later=True),
            *[tricks_then >= now[4 + side], tricks_then <= later[4 + side]],
        ]
    return conditions


def _later(rules: SuitParameters, given: Numbers, closer: int | None, side: int) -> Iterator[Number]:
    """Yield what a side scores at every end in which the other one makes no wrong claim and closes nothing any more."""
    other = 1 - side
    counted = [_counts_now(rules, given, number, later=True) for number in SIDES]
    took = [either(tricks > 0, 1, 0) for tricks in given[14:16]]
    for claimant, closing, last, right, other_right in itertools.product((None, 0, 1), (None, side), *[SIDES] * 3):
        if (claimant == other and not other_right) or (closer is not None and closing is not None):
            continue
        then = given[16:20] if closer is None else given[6:10]
        suffices = [Z3.IntVal(int(bool(has))) for has in ((right, other_right) if side == 0 else (other_right, right))]
        of_race = _of_race(
            (*suffices, *counted, *took, *then), claimant, closing if closer is None else closer, last or 0
        )
        yield race_scores(rules, side)(*of_race)


def most_cases(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases of the most that a race can still bring."""
    for seat, side in itertools.product((None, *range(setting.game.players)), SIDES):
        yield _most(setting, seat, side)


def _most(setting: Setting, seat: int | None, side: int) -> ProofCase:
    """Return the case of a side, when this seat has closed the talon."""
    game, rules = setting.suits, setting.suits.rules
    about = msgspec.structs.replace(game, sides=SymbolicTable(game.sides))
    closer = None if seat is None else game.sides[seat]

    def most(*numbers: int) -> int:
        points, melds, tricks, then, tricks_then = (numbers[2 * part :][:2] for part in range(5))
        waiting, leader = numbers[20:22], numbers[22]
        anything = {name: Untouched() for name in ("turn", "dealer", "shown", "bids", "log", "winning")}
        state = symbolic_suit_deals.moment(
            about,
            hands=(SomeCards(),) * game.players,
            points=points,
            melds=tuple(map(operator.add, melds, waiting)),
            waiting=waiting,
            leader=leader,
            tricks=tricks,
            closed=None if seat is None or closer is None else Closing(Seat(seat), then[1 - closer], tricks_then),
            talon=() if seat is None else SomeCards(),
            **anything,
        )
        return settling.most_game_points(state, Side(side))

    def claim(given: Numbers, found: Numbers) -> Truth:
        points = [given[number] + given[2 + number] for number in SIDES]
        if closer == side:
            points = [_counts_now(rules, given, number, later=False) for number in SIDES]
        took = [either(tricks > 0, 1, 0) for tricks in given[4:6]]
        now = _of_race((*[Z3.IntVal(0)] * 2, *points, *took, *given[6:10]), None, closer, 0)
        ends = [scored <= found[0] for scored in _later(rules, given, closer, side)]
        return Z3.And([*ends, found[0] == most_in_race(rules, side)(*now)])

    return ProofCase(
        name=f"side {side}, seat {seat} closed",
        variables=_most_variables(setting),
        returns=("most",),
        lifted=most,
        assuming=lambda given: _grows(rules, given, closer),
        claim=claim,
    )
