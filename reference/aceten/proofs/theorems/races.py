"""A deal that is a race to a number of points: what it brings, and the most that it can still bring."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, cast

from aceten.actions import Seat, Side
from aceten.proofs.obligations import Case, Variable
from aceten.proofs.theorems.counted import GAINED, SIDES, Counted, award_code, equal, points_of, seats
from aceten.proofs.theorems.ended import Numbers, as_number, flag, suit_state, within
from aceten.suits import settling
from aceten.suits.closing import Closing
from aceten_spec.formulas import Z3
from aceten_spec.formulas.settling import (
    counting,
    most_in_race,
    penalty,
    race_name,
    race_scores,
    row_against,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from aceten.proofs.setting import Setting
    from aceten.suits.game import SuitGame
    from aceten_spec.formulas import Number, Truth
    from aceten_spec.rulebook import SuitParameters

# --- A race -----------------------------------------------------------------------------------------------------------

_NAMED: Final = ("has enough", "points", "took a trick", "points at the closing", "tricks at the closing")


def _race_variables(setting: Setting) -> tuple[Variable, ...]:
    """Return variables for what a race is about, but for who claims, who closes and who has the last trick."""
    one = flag("one")
    usual = (one.usual, points_of(setting, "p").usual, one.usual, points_of(setting, "p").usual, tuple(range(9)))
    return tuple(
        Variable(f"{name}, side {side}", values) for name, values in zip(_NAMED, usual, strict=True) for side in SIDES
    )


def _of_race(given: Numbers, claimant: int | None, closer: int | None, last: int) -> Numbers:
    """Return what the formulas of a race are about; sides are numbers, ``None`` stands for nobody."""
    who = [Z3.IntVal(0 if side is None else side + 1) for side in (claimant, closer)]
    return (*who, Z3.IntVal(last), *given[:8], *[as_number(tricks > 0) for tricks in given[8:]])


def _race_state(
    game: SuitGame, numbers: tuple[int, ...], claimant: int | None, closer: int | None, leader: int
) -> Counted:
    suffices, points, took, then, tricks = (numbers[2 * part :][:2] for part in range(5))
    closing = None
    if closer is not None:
        closing = Closing(Seat(closer), then[1 - game.sides[closer]], tricks)
    return cast(
        "Counted",
        suit_state(
            game,
            played=True,
            kind=Counted,
            counts=points,
            took=took,
            suffices=suffices,
            claimant=claimant,
            closed=closing,
            leader=Seat(leader),
        ),
    )


def _in_race(given: Numbers) -> list[Truth]:
    return [*[within(number, 0, 1) for number in (*given[:2], *given[4:6])], *[number >= 0 for number in given[8:]]]


def _cases(
    setting: Setting,
    settle: Callable[[Counted], tuple[int, ...]],
    returns: tuple[str, ...],
    claim: Callable[[Numbers, Numbers], Truth],
    *,
    claimed: bool = False,
) -> Iterator[Case]:
    """Yield a case for everybody who can claim and close; ``claim`` is about :data:`aceten_spec.formulas.settling.RACE`."""
    game = setting.suits

    def side(seat: int | None) -> int | None:
        return None if seat is None else game.sides[seat]

    for claimant, closer in itertools.product(seats(game)[int(claimed) :], seats(game)):
        for leader in range(game.players if claimant is closer is None else 1):

            def lifted(
                *numbers: int,
                claimant: int | None = claimant,
                closer: int | None = closer,
                leader: int = leader,
            ) -> tuple[int, ...]:
                return settle(_race_state(game, numbers, claimant, closer, leader))

            def claimed_of(
                given: Numbers,
                found: Numbers,
                claimant: int | None = claimant,
                closer: int | None = closer,
                leader: int = leader,
            ) -> Truth:
                return claim(_of_race(given, side(claimant), side(closer), game.sides[leader]), found)

            yield Case(
                name=f"seat {claimant} claims, seat {closer} closed, seat {leader} has the last trick",
                variables=_race_variables(setting),
                returns=returns,
                lifted=lifted,
                assuming=_in_race,
                claim=claimed_of,
            )


def won_level_cases(setting: Setting) -> Iterator[Case]:
    """Yield the cases of how far the other side has come."""
    rules = setting.suits.rules

    def rows(state: Counted) -> tuple[int, ...]:
        return tuple([settling._won_level(state, Side(side)) for side in SIDES])  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - proved about

    def claim(given: Numbers, found: Numbers) -> Truth:
        points, took, then, took_then = (given[5 + 2 * part :][:2] for part in range(4))
        return equal(
            found,
            [
                row_against(rules)(
                    as_number(given[1] == 1 + side),
                    points[1 - side],
                    took[1 - side],
                    then[1 - side],
                    took_then[1 - side],
                )
                for side in SIDES
            ],
        )

    yield from _once(_cases(setting, rows, ("against side 1", "against side 0"), claim))


def _once(cases: Iterator[Case]) -> Iterator[Case]:
    """Yield the cases in which nobody claims and seat 0 has the last trick, as neither makes a difference."""
    return (case for case in cases if case.name.startswith("seat None") and "seat 0 has" in case.name)


def penalty_cases(setting: Setting) -> Iterator[Case]:
    """Yield the cases of what failing costs."""
    rules = setting.suits.rules

    def penalties(state: Counted) -> tuple[int, ...]:
        return tuple([settling._penalty(state, Side(side)) for side in SIDES])  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - proved about

    def claim(given: Numbers, found: Numbers) -> Truth:
        took, took_then = given[7:9], given[11:13]
        return equal(
            found,
            [penalty(rules)(as_number(given[1] == 2 - side), took[side], took_then[side]) for side in SIDES],
        )

    yield from _once(_cases(setting, penalties, ("for side 0", "for side 1"), claim))


def claimed_cases(setting: Setting) -> Iterator[Case]:
    """Yield the cases of what a claim brings."""
    rules, game = setting.suits.rules, setting.suits

    def claimed(state: Counted) -> tuple[int, ...]:
        closer = None if state.closed is None else game.sides[state.closed.seat]
        side, points, award = settling._claimed(  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - proved about
            state, game.sides[cast("Seat", state.claimant)], closer
        )
        return *[points if side == number else 0 for number in SIDES], award_code(award)

    yield from _cases(setting, claimed, GAINED, lambda given, found: _as_race(rules, given, found), claimed=True)


def _as_race(rules: SuitParameters, given: Numbers, found: Numbers) -> Truth:
    return equal(found, [*[race_scores(rules, side)(*given) for side in SIDES], race_name(rules)(*given)])


def race_cases(setting: Setting) -> Iterator[Case]:
    """Yield the cases of what a race brings."""
    rules = setting.suits.rules

    def race(state: Counted) -> tuple[int, ...]:
        scored, award = settling._race(state)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - proved about
        return (*scored, award_code(award))

    yield from _cases(setting, race, GAINED, lambda given, found: _as_race(rules, given, found))


# --- The most that a race can still bring -----------------------------------------------------------------------------

_STANDS: Final = ("points", "marriages", "tricks", "points at the closing", "tricks at the closing")


def _most_variables(setting: Setting) -> tuple[Variable, ...]:
    points, tricks = points_of(setting, "p").usual, tuple(range(9))
    now = [
        Variable(f"{name}, side {side}", tricks if "tricks" in name else points) for name in _STANDS for side in SIDES
    ]
    later = [
        Variable(f"{name} at the end, side {side}", tricks if name == "tricks" else points)
        for name in (*_STANDS[:3], "counted at a closing to come", "tricks at a closing to come")
        for side in SIDES
    ]
    return (*now, *later)


def _counts_now(rules: SuitParameters, given: Numbers, side: int, *, later: bool) -> Number:
    points, melds, tricks = (given[(10 if later else 0) + 2 * part + side] for part in range(3))
    return counting(rules)(points, melds, as_number(tricks > 0))


def _grows(rules: SuitParameters, given: Numbers, closer: int | None) -> list[Truth]:
    """Return what holds of a deal now and at its end, the talon closed by a side or not: points, marriages and tricks only grow."""
    now, later = given[:10], given[10:]
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
    took = [as_number(tricks > 0) for tricks in given[14:16]]
    for claimant, closing, last, right, other_right in itertools.product((None, 0, 1), (None, side), *[SIDES] * 3):
        if (claimant == other and not other_right) or (closer is not None and closing is not None):
            continue
        then = given[16:20] if closer is None else given[6:10]
        suffices = [Z3.IntVal(int(bool(has))) for has in ((right, other_right) if side == 0 else (other_right, right))]
        of_race = _of_race(
            (*suffices, *counted, *took, *then), claimant, closing if closer is None else closer, last or 0
        )
        yield race_scores(rules, side)(*of_race)


def most_cases(setting: Setting) -> Iterator[Case]:
    """Yield the cases of the most that a race can still bring."""
    game, rules = setting.suits, setting.suits.rules
    pack = game.pack.cards
    for closer, side in itertools.product(seats(game), SIDES):

        def most(*numbers: int, closer: int | None = closer, side: int = side) -> int:
            points, melds, tricks, then, tricks_then = (numbers[2 * part :][:2] for part in range(5))
            closed = None
            if closer is not None:
                closed = Closing(Seat(closer), then[1 - game.sides[closer]], tricks_then)
            state = suit_state(
                game,
                played=False,
                points=points,
                melds=melds,
                tricks=tricks,
                closed=closed,
                talon=() if closed is None else pack[:2],
                turn=Seat(0),
            )
            return settling.most_game_points(state, Side(side))

        def assuming(given: Numbers, closer: int | None = closer) -> list[Truth]:
            return _grows(rules, given, None if closer is None else game.sides[closer])

        def claim(given: Numbers, found: Numbers, closer: int | None = closer, side: int = side) -> Truth:
            of_closer = None if closer is None else game.sides[closer]
            points = [given[number] + given[2 + number] for number in SIDES]
            if of_closer == side:
                points = [_counts_now(rules, given, number, later=False) for number in SIDES]
            took = [as_number(tricks > 0) for tricks in given[4:6]]
            now = _of_race((*[Z3.IntVal(0)] * 2, *points, *took, *given[6:10]), None, of_closer, 0)
            ends_ = [scored <= found[0] for scored in _later(rules, given, of_closer, side)]
            return Z3.And([*ends_, found[0] == most_in_race(rules, side)(*now)])

        yield Case(
            name=f"side {side}, seat {closer} closed",
            variables=_most_variables(setting),
            returns=("most",),
            lifted=most,
            assuming=assuming,
            claim=claim,
        )
