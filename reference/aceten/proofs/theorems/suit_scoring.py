"""What a deal with suit tricks comes to: by the scoring table, by a race, by a contract, or every side its points."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, cast

import msgspec

from aceten.actions import Seat, Side
from aceten.proofs.linking import linked
from aceten.proofs.obligations import Case, Variable
from aceten.proofs.propositions import Proposition, Step
from aceten.proofs.setting import holds
from aceten.proofs.theorems import races
from aceten.proofs.theorems.counted import (
    GAINED,
    NAMES,
    OPEN,
    SIDES,
    Counted,
    award_code,
    equal,
    points_of,
    seats,
)
from aceten.proofs.theorems.ended import (
    UNKNOWN,
    Numbers,
    as_number,
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
    suit_state,
    within,
)
from aceten.proofs.theorems.scoring import some_row
from aceten.scoring import DRAW, POINTS
from aceten.suits import settling
from aceten.suits.game import SuitGame
from aceten.suits.state import SuitState
from aceten_spec.cards import Suit
from aceten_spec.formulas import Z3
from aceten_spec.formulas.awards import row_applies
from aceten_spec.formulas.settling import (
    RACE_NAMES,
    contract_name,
    contract_open,
    contract_scores,
    counting,
    enough,
    row_of_loser,
)
from aceten_spec.formulas.winning import wins

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from aceten.proofs.report import Witness
    from aceten.proofs.setting import Setting
    from aceten.scoring import Result
    from aceten.state import State
    from aceten_spec.formulas import Number, Truth
    from aceten_spec.rulebook import Award, SuitParameters

_RACING: Final = ("CLAIM-2", "CLAIM-4", *[f"SCORE-{number}" for number in (22, 23, 24, 25, 26, 27, 28, 29, 34)])


def _kind(*scores: str) -> Callable[[Setting], bool]:
    def applies(setting: Setting) -> bool:
        return isinstance(setting.game, SuitGame) and setting.game.rules.score in scores

    return applies


_is_race, _is_contract, _is_points, _is_table = map(_kind, ("race", "contract", "points", "table"))


# --- What counts ------------------------------------------------------------------------------------------------------


def _counting(setting: Setting) -> Iterator[Case]:
    def counted(points: int, melds: int, took: int) -> int:
        return settling.counted(points, melds, known(took))

    yield Case(
        variables=(points_of(setting, "points"), points_of(setting, "marriages"), known_flag("took a trick")),
        returns=("count",),
        lifted=counted,
        assuming=lambda given: [within(given[2], 0, UNKNOWN)],
        claim=lambda given, found: found[0] == counting(setting.suits.rules)(*given),
    )


def _claims(setting: Setting) -> Iterator[Case]:
    rules = setting.suits.rules

    def right(points: int, score: int) -> bool:
        return settling.claims_rightly(rules, score, points)

    yield Case(
        variables=(points_of(setting, "points"), Variable("score", tuple(range(rules.target + 1)))),
        returns=("right",),
        lifted=right,
        claim=lambda given, found: same(holds(found[0]), enough(rules)(*given)),
    )


def _level(setting: Setting) -> Iterator[Case]:
    rules = setting.suits.rules

    def level(points: int, took: bool) -> int:
        return settling.level(rules, points, took)

    yield Case(
        variables=(points_of(setting, "points"), flag("took a trick")),
        returns=("row",),
        lifted=level,
        assuming=lambda given: [within(given[1], 0, 1)],
        claim=lambda given, found: found[0] == row_of_loser(rules)(*given),
    )


def _most_elsewhere(setting: Setting) -> Iterator[Case]:
    game = setting.suits

    def most(side: int) -> int:
        return settling.most_game_points(suit_state(game, played=False), Side(side))

    yield Case(
        variables=(Variable("side", SIDES),),
        returns=("most",),
        lifted=most,
        claim=lambda _, found: found[0] == game.most_game_points,
    )


# --- A contract and points --------------------------------------------------------------------------------------------


def _contract(setting: Setting) -> Iterator[Case]:
    yield from _contract_of(setting, setting.suits, seats(setting.suits))
    for grand_points in (
        0,
        1,
    ):  # where the highest bid counts like any other, and where it counts the least that it can
        rules = msgspec.structs.replace(setting.suits.rules, grand_points=grand_points)
        yield from _contract_of(setting, msgspec.structs.replace(setting.suits, rules=rules), (0,))


def _contract_of(setting: Setting, game: SuitGame, seats: tuple[int | None, ...]) -> Iterator[Case]:
    rules = game.rules
    for seat in seats:
        bidders = 0 if seat is None else game.sides[seat]

        def contract(
            bid: int, everything: int, *numbers: int, seat: int | None = seat, bidders: int = bidders
        ) -> tuple[int, ...]:
            by_side = [pair if bidders == 0 else pair[::-1] for pair in (numbers[:2], numbers[2:4], numbers[4:])]
            state = suit_state(
                game,
                played=True,
                kind=Counted,
                counts=by_side[0],
                took=by_side[1],
                melds=by_side[2],
                points_known=bool(everything == 1),
                contract=None if seat is None else (Seat(seat), bid),
            )
            scored, award = settling._contract(state)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - proved about
            return (*flat(scored, 2), award_code(award))

        def assuming(given: Numbers) -> list[Truth]:
            bids = Z3.Or([given[0] == bid for bid in rules.bids])
            return [bids, within(given[1], 0, 1), *[within(number, 0, UNKNOWN) for number in given[4:6]]]

        def claim(given: Numbers, found: Numbers, seat: int | None = seat, bidders: int = bidders) -> Truth:
            if seat is None:
                return equal(found, [0, 0, NAMES.index(settling.PASSED)])
            scored = [contract_scores(rules, bidders=bidders == side)(*given) for side in SIDES]
            name = contract_name(rules)(*given) + len(RACE_NAMES)
            is_open = contract_open(rules)(*given)
            told = Z3.Implies(~is_open, equal(found, [*scored, name]))
            return told & Z3.Implies(is_open, equal(found, [OPEN] * 3))

        yield Case(
            name="nobody has bid" if seat is None else f"seat {seat} has bid, {rules.grand_points} for the highest",
            variables=(
                Variable("bid", rules.bids),
                flag("all points are known"),
                *[points_of(setting, f"points of the {who}") for who in ("bidders", "others")],
                *[known_flag(f"the {who} took a trick") for who in ("bidders", "others")],
                *[points_of(setting, f"marriages of the {who}") for who in ("bidders", "others")],
            ),
            returns=GAINED,
            lifted=contract,
            assuming=assuming,
            claim=claim,
        )


def _each_points(setting: Setting) -> Iterator[Case]:
    game = setting.suits
    for claimant in seats(game):
        side = None if claimant is None else game.sides[claimant]

        def scored(everything: int, *numbers: int, claimant: int | None = claimant) -> tuple[int, ...]:
            state = suit_state(
                game,
                played=True,
                kind=Counted,
                counts=numbers[:2],
                took=(1, 1),
                suffices=numbers[2:],
                points_known=bool(everything == 1),
                claimant=claimant,
            )
            points, award = settling._points(state)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - proved about
            return (*flat(points, 2), award_code(award))

        def claim(given: Numbers, found: Numbers, side: int | None = side) -> Truth:
            told = equal(found, [*given[1:3], NAMES.index(POINTS)])
            if side is None:
                left_open = equal(found, [OPEN] * 3)
                return Z3.Implies(given[0] == 1, told) & Z3.Implies(given[0] == 0, left_open)
            lost = [*[0 if number == side else given[1 + number] for number in SIDES]]
            wrong = equal(found, [*lost, NAMES.index(settling.WRONG_CLAIM)])
            right = given[3 + side] == 1
            return Z3.Implies(right, told) & Z3.Implies(~right, wrong)

        yield Case(
            name=f"seat {claimant} claims",
            variables=(
                flag("all points are known"),
                *[points_of(setting, f"points of side {number}") for number in SIDES],
                *[flag(f"side {number} has enough") for number in SIDES],
            ),
            returns=GAINED,
            lifted=scored,
            assuming=lambda given: [within(number, 0, 1) for number in (given[0], *given[3:])],
            claim=claim,
        )


# --- The result -------------------------------------------------------------------------------------------------------


def _flat_result(found: Result) -> tuple[int, ...]:
    return (
        *found.points,
        *flat(found.tricks, 2),
        -1 if found.last_trick is None else found.last_trick,
        *members(found.winners, 2),
        *flat(found.game_points, 2),
        award_code(found.award),
        -1 if found.claimed is None else found.claimed,
        0 if found.trump is None else int(found.trump),
        len(found.resets),
    )


_RESULT: Final = (
    *[f"{name} of side {side}" for name in ("points", "tricks") for side in SIDES],
    "last trick",
    *[f"side {side} wins" for side in SIDES],
    *GAINED,
    "claimed",
    "trump",
    "resets",
)


class _Way(NamedTuple):
    """How a deal has ended, as far as it is not numbers."""

    claimant: int | None
    award: str
    played: bool
    scored: bool

    @property
    def trump(self) -> Suit | None:
        """The trump suit; it makes no difference, and so one will do."""
        return Suit.HEARTS if self.played else None


def _result(setting: Setting) -> Iterator[Case]:
    game = setting.suits
    wrong = NAMES.index(settling.WRONG_CLAIM)
    ways = itertools.product(seats(game), (settling.WRONG_CLAIM, POINTS), (True, False), (True, False))
    for way in itertools.starmap(_Way, ways):
        if not way.played and way.claimant is None:
            continue

        def result(*numbers: int, way: _Way = way) -> tuple[int, ...]:
            state = suit_state(
                game,
                played=way.played,
                kind=Counted,
                counts=numbers[:2],
                took=(1, 1),
                tricks=numbers[2:4],
                claimant=way.claimant,
                leader=Seat(way.claimant or 0),
                trump=way.trump,
                **({} if way.played else {"hands": (*((),) * (game.players - 1), game.pack.cards[:1])}),
            )
            gained = numbers[4:] if way.scored else None
            return _flat_result(settling._result(state, gained, way.award))  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - proved about

        def claim(given: Numbers, found: Numbers, way: _Way = way) -> Truth:
            claimed = None
            if game.scores_matter and way.claimant is not None and NAMES.index(way.award) != wrong:
                claimed = game.sides[way.claimant]
            best = [as_number(given[4 + side] > given[5 - side]) for side in SIDES]
            if claimed is not None:
                best = [Z3.IntVal(int(side == claimed)) for side in SIDES]
            elif not way.scored:
                best = [Z3.IntVal(-1)] * 2
            return equal(
                found,
                [
                    *given[:4],
                    game.sides[way.claimant or 0] if way.played else -1,
                    *best,
                    *(given[4:] if way.scored else (OPEN, OPEN)),
                    NAMES.index(way.award),
                    -1 if claimed is None else claimed,
                    0 if way.trump is None else int(way.trump),
                    0,
                ],
            )

        yield Case(
            name=f"seat {way.claimant} claims, {way.award}, {'all is played' if way.played else 'cards are left'}, {way.scored}",
            variables=(
                *[points_of(setting, f"points of side {side}") for side in SIDES],
                *[Variable(f"tricks of side {side}", tuple(range(9))) for side in SIDES],
                *[Variable(f"game points of side {side}", tuple(range(4))) for side in SIDES],
            ),
            returns=_RESULT,
            lifted=result,
            claim=claim,
        )


def _settle(setting: Setting) -> Iterator[Case]:
    game, rules = setting.suits, setting.suits.rules
    if rules.score == "table":
        yield from _settle_by_table(setting)
        return

    def settle(one: int, other: int) -> tuple[int, ...]:
        state = suit_state(game, played=True)

        def told(name: str) -> Callable[[SuitState], object]:
            def scored(of: SuitState) -> tuple[tuple[int, int], str]:
                assert of is state  # noqa: S101 - else the proof fails
                return (one, other), name

            return scored

        def result(of: SuitState, scored: tuple[int, int], award: str) -> tuple[int, ...]:
            assert of is state  # noqa: S101 - else the proof fails
            return (*scored, ("race", "contract", "points").index(award))

        kinds = {f"_{name}": told(name) for name in ("race", "contract", "points")}
        return cast("tuple[int, ...]", linked(settling.settle, _result=result, **kinds)(state))

    yield Case(
        variables=tuple(Variable(f"game points of side {side}", tuple(range(4))) for side in SIDES),
        returns=("side 0", "side 1", "by"),
        lifted=settle,
        claim=lambda given, found: equal(found, [*given, ("race", "contract", "points").index(rules.score)]),
    )


def _flat_table(
    rules: SuitParameters,
    points: tuple[int, ...],
    took: tuple[bool | None, ...],
    last: Side,
    *,
    known: bool,
    tricks: tuple[int, ...] | None,
    trump: Suit | None,
) -> tuple[int, ...]:
    """Stand in for :func:`aceten.suits.settling.settle_table`: return what it is given, as numbers."""
    del rules
    tooks = [UNKNOWN if has is None else 1 if has else 0 for has in took]
    return *points, *tooks, last, int(known), *flat(tricks, 2), 0 if trump is None else int(trump)


_TABLE: Final = (
    *[f"{name} of side {side}" for name in ("points", "took a trick") for side in SIDES],
    "last trick",
    "all points are known",
    *[f"tricks of side {side}" for side in SIDES],
    "trump",
)


def _settle_by_table(setting: Setting) -> Iterator[Case]:
    game = setting.suits
    for leader, everything in itertools.product(range(game.players), (True, False)):

        def settle(*numbers: int, leader: int = leader, everything: bool = everything) -> tuple[int, ...]:
            state = suit_state(
                game,
                played=True,
                kind=Counted,
                counts=(0, 0),
                points=numbers[:2],
                took=numbers[2:4],
                tricks=numbers[4:],
                leader=Seat(leader),
                points_known=everything,
                trump=Suit.SPADES,
            )
            return cast("tuple[int, ...]", linked(settling.settle, settle_table=_flat_table)(state))

        def claim(given: Numbers, found: Numbers, leader: int = leader, everything: bool = everything) -> Truth:
            return equal(found, [*given[:4], game.sides[leader], int(everything), *given[4:], int(Suit.SPADES)])

        yield Case(
            name=f"seat {leader} has the last trick" + ("" if everything else ", points are missing"),
            variables=_table_variables(setting),
            returns=_TABLE,
            lifted=settle,
            assuming=lambda given: [within(number, 0, UNKNOWN) for number in given[2:4]],
            claim=claim,
        )


def _table_variables(setting: Setting) -> tuple[Variable, ...]:
    return (
        *[setting.points(f"card points of side {side}") for side in SIDES],
        *[known_flag(f"side {side} took a trick") for side in SIDES],
        *[Variable(f"tricks of side {side}", tuple(range(9))) for side in SIDES],
    )


def _result_with(setting: Setting) -> Iterator[Case]:
    game = setting.suits
    for everything in (True, False):

        def result(last: int, *numbers: int, everything: bool = everything) -> tuple[int, ...]:
            state = suit_state(game, played=False, points_known=everything, trump=Suit.SPADES)
            given = numbers[:2], tuple(map(known, numbers[2:4])), Side(last), ((Side(0),), (Side(1),))
            return cast("tuple[int, ...]", linked(SuitState.result_with, settle_table=_flat_table)(state, *given))

        def claim(given: Numbers, found: Numbers, everything: bool = everything) -> Truth:
            return equal(found, [*given[1:], given[0], int(everything), -1, -1, int(Suit.SPADES)])

        yield Case(
            name="all points are known" if everything else "points are missing",
            variables=(Variable("last trick", SIDES), *_table_variables(setting)[:4]),
            returns=_TABLE,
            lifted=result,
            assuming=lambda given: [within(number, 0, UNKNOWN) for number in given[3:5]],
            claim=claim,
        )


def _property(setting: Setting) -> Iterator[Case]:
    game = setting.suits

    def result(points: int, turn: int) -> tuple[int, ...]:
        state = suit_state(game, played=True, points=(points, 0), turn=Seat(0) if turn == 1 else None)

        def settle(of: SuitState) -> int:
            assert of is state  # noqa: S101 - else the proof fails
            return points

        found = cast("int | None", linked(getter(SuitState, "result"), settle=settle)(state))
        return (0, 0) if found is None else (1, found)

    yield Case(
        variables=(points_of(setting, "points"), flag("somebody is to act")),
        returns=("over", "result"),
        lifted=result,
        assuming=lambda given: [within(given[1], 0, 1)],
        claim=lambda given, found: Z3.And(
            [
                Z3.Implies(given[1] == 1, equal(found, [0, 0])),
                Z3.Implies(given[1] == 0, equal(found, [1, given[0]])),
            ]
        ),
    )


# --- The scoring table ------------------------------------------------------------------------------------------------


def _by_table(setting: Setting) -> Iterator[Case]:
    rules = setting.suits.rules
    for last, everything in itertools.product(SIDES, (True, False)):
        yield _of_table(setting, rules, last, everything)
    more = msgspec.structs.replace(rules, last_trick_points=rules.last_trick_points + 10)
    yield _of_table(setting, more, 0, everything=True)  # where points are more than those of cards


def _of_table(setting: Setting, rules: SuitParameters, last: int, everything: bool) -> Case:
    rows, last_points = rules.scoring, rules.last_trick_points

    def settle(*numbers: int) -> tuple[int, ...]:
        def award(table: tuple[Award, ...], points: int, cards: int, *, every_trick: bool) -> Award:
            assert table == rows  # noqa: S101 - else the proof fails
            return some_row(rows[0], points, cards, int(every_trick))

        found = linked(settling.settle_table, award_for=award)(
            rules,
            numbers[:2],
            tuple(map(known, numbers[2:4])),
            Side(last),
            known=everything,
            tricks=numbers[4:],
            trump=Suit.CLUBS,
        )
        return _flat_result(found)

    def claim(given: Numbers, found: Numbers) -> Truth:
        cards, took = given[:2], given[2:4]
        points = [has + (last_points if side == last else 0) for side, has in enumerate(cards)]
        start = equal(found[:5], [*points, *given[4:], last])
        end = equal(found[10:], [-1, int(Suit.CLUBS), 0])
        left_open = [-1, -1, OPEN]
        if not everything:
            return start & end & equal(found[5:10], [-1, -1, *left_open])
        won = [wins("draw", 0, 2, side)(*points, Z3.IntVal(last)) for side in SIDES]
        ways = [Z3.Implies(~won[0] & ~won[1], equal(found[5:10], [0, 0, 0, 0, NAMES.index(DRAW)]))]
        matters = any(row.tricks != "any" for row in rows)
        for side in SIDES:
            lost = took[1 - side]
            every = as_number(lost == 0)
            row = points[side] + cards[side] * 2 + every
            gained: list[Number | int] = [row if number == side else 0 for number in SIDES]
            who = [int(number == side) for number in SIDES]
            told = equal(found[5:10], [*who, *gained, points[side] + cards[side] * 3 + every])
            unknown = (lost == UNKNOWN) if matters else Z3.And([lost == 0, lost == 1])
            ways += [
                Z3.Implies(won[side] & ~unknown, told),
                Z3.Implies(won[side] & unknown, equal(found[5:10], [*who, *left_open])),
            ]
        return Z3.And([start, end, *ways])

    return Case(
        name=f"side {last} has the last trick"
        + ("" if everything else ", points are missing")
        + f", {last_points} for it",
        variables=_table_variables(setting),
        returns=_RESULT,
        lifted=settle,
        assuming=lambda given: [within(number, 0, UNKNOWN) for number in given[2:4]],
        claim=claim,
    )


# --- Words and witnesses ----------------------------------------------------------------------------------------------


def _statement(setting: Setting) -> str:
    rules = setting.suits.rules
    match rules.score:
        case "race":
            return f"a deal scores what a right claim of {rules.claim_points} points, a wrong one or a failed closing brings"
        case "contract":
            return "bidders score their points when they make what they bid, and otherwise the others score"
        case "points":
            return "every side scores its points"
        case "table":
            return "the side with more points scores by the scoring table"


_Shown: TypeAlias = "tuple[str, Truth, dict[str, object], str]"
"""What a witness shows, how such a deal ends, what its position line says of it, and what stands in place of a row's name then."""


def _shown_ways(rules: SuitParameters, points: list[Number], rounds: list[Number]) -> list[_Shown]:
    """Return what there is to show in a game, for side 0 with the last trick."""
    match rules.score:
        case "race":
            right, claim = points[0] >= rules.claim_points, {"claim": 0}
            fewer, some = points[1] < rules.schneider, rounds[1] > 0
            ways: list[_Shown] = [
                ("a right claim", right & ~fewer & some, {**claim}, "plain"),
                ("a side is schneider", right & fewer & some, {**claim}, "schneider"),
                ("a side is schwarz", right & (rounds[1] == 0), {**claim}, "schwarz"),
            ]
            wrong: _Shown = ("a wrong claim", ~right & some, {**claim}, settling.WRONG_CLAIM)
            return [*ways, wrong] if rules.claim == "called" else ways
        case "contract":
            bid, best = rules.bids[0], rules.bids[-1]
            return [
                ("bidders make their bid", points[0] >= bid, {}, settling.MADE),
                ("bidders make too few points", points[0] < bid, {}, settling.FAILED),
                ("too few for the highest bid", points[0] < best, {"bid": f"0,{best}"}, _short(rules)),
            ]
        case "points":
            return [("every side scores its points", points[0] > points[1], {}, POINTS)]
        case "table":
            return [(f"{row.name}: {row.meaning}", points[0] > points[1], {}, row.name) for row in rules.scoring[:1]]


def _witnesses(setting: Setting) -> Iterator[Witness]:
    game, found = setting.suits, ends(setting)
    variables = tuple(Z3.Int(name) for name in found.names)
    points = [total(*variables) for total in found.points]
    rounds = [taken(*variables) for taken in found.rounds]
    nothing = True
    for shows, condition, further, award in _shown_ways(game.rules, points, rounds):
        conditions = [found.possible(*variables), found.last(*variables) == 0, condition]
        if game.rules.score == "table":
            row = row_applies(game.rules.scoring[0])
            conditions.append(row(points[0], found.cards[0](*variables), as_number(rounds[1] == 0)))
        numbers = model(conditions, variables)
        if numbers is None:  # without marriages, that is; with them it may be otherwise
            continue
        nothing = False

        def named(_: State, result: Result, award: str = award) -> bool:
            return result.award == award

        yield shown(shows, game, finished(game, found, numbers, **(needed(game) | further)), named)
    if nothing:
        yield missing("a deal that is settled", "no deal can end so")


def _short(rules: SuitParameters) -> str:
    return settling.GRAND_FAILED if rules.grand_points else settling.FAILED


PROPOSITIONS: Final[tuple[Proposition, ...]] = (
    Proposition(
        id="T-SETTLE",
        statement=_statement,
        argument=(
            "Each function that settles a deal is followed for all points, whatever the state tells of marriages, tricks and claims, and"
            " does what the clauses say; settling puts them together. What a side can still score in a race is bounded by what it could"
            " score now, as points, marriages and tricks of the other side only grow: this is shown for every end that a deal can have."
        ),
        trusted=("a Result holds what it is made of",),
        applies=lambda setting: isinstance(setting.game, SuitGame),
        witnesses=_witnesses,
        steps=(
            Step(
                name="counted",
                statement="marriages count only when their side has taken a trick",
                clauses=("MELD-3", "CLAIM-2"),
                function="aceten.suits.settling.counted",
                domain="all whole numbers",
                cases=_counting,
            ),
            Step(
                name="claims_rightly",
                statement="a claim is right with enough points",
                clauses=("CLAIM-2", "CLAIM-5"),
                function="aceten.suits.settling.claims_rightly",
                domain="all whole numbers",
                cases=_claims,
                applies=lambda setting: setting.suits.rules.claim != "never",
            ),
            Step(
                name="level",
                statement="a losing side has enough points, too few, or no trick",
                clauses=("SCORE-22", "SCORE-23", "SCORE-24"),
                function="aceten.suits.settling.level",
                domain="all whole numbers",
                cases=_level,
                applies=_is_race,
            ),
            Step(
                name="won_level",
                statement="the other side's points and tricks count as they are at the end, or as they were at the closing",
                clauses=("SCORE-22", "SCORE-23", "SCORE-24", "SCORE-25"),
                function="aceten.suits.settling._won_level",
                domain="all whole numbers, whoever of {players} players has closed",
                cases=races.won_level_cases,
                applies=_is_race,
            ),
            Step(
                name="penalty",
                statement="a side that fails brings the other more when that one is without a trick",
                clauses=("CLAIM-4", "SCORE-26", "SCORE-27", "SCORE-34"),
                function="aceten.suits.settling._penalty",
                domain="all whole numbers, whoever of {players} players has closed",
                cases=races.penalty_cases,
                applies=_is_race,
            ),
            Step(
                name="claimed",
                statement="a right claim scores for its side, a wrong one for the other",
                clauses=_RACING,
                function="aceten.suits.settling._claimed",
                domain="all whole numbers, whoever of {players} players claims and has closed",
                cases=races.claimed_cases,
                applies=_is_race,
            ),
            Step(
                name="race",
                statement="a deal scores what its claim brings, or what its closing or its last trick does without one",
                clauses=_RACING,
                function="aceten.suits.settling._race",
                domain="all whole numbers, whoever of {players} players claims and has closed",
                cases=races.race_cases,
                applies=_is_race,
            ),
            Step(
                name="most",
                statement="no end of the deal brings a side more than what is said now, if the other makes no mistake",
                clauses=_RACING,
                function="aceten.suits.settling.most_game_points",
                domain="all whole numbers that only grow until the end, tricks and points known",
                cases=races.most_cases,
                applies=_is_race,
            ),
            Step(
                name="most_elsewhere",
                statement="where a deal is no race, a side can score what the game allows",
                clauses=(),
                function="aceten.suits.settling.most_game_points",
                domain="every side",
                cases=_most_elsewhere,
                applies=_kind("table", "contract", "points"),
            ),
            Step(
                name="contract",
                statement="the bid decides which side scores, and what",
                clauses=tuple(f"SCORE-{number}" for number in (35, 36, 37, 38, 40)),
                function="aceten.suits.settling._contract",
                domain="all whole numbers of points, every bid by each of {players} players",
                cases=_contract,
                applies=_is_contract,
            ),
            Step(
                name="points",
                statement="every side scores its points; a wrong claim brings nothing",
                clauses=("SCORE-39", "CLAIM-4", "CLAIM-5"),
                function="aceten.suits.settling._points",
                domain="all whole numbers, whoever of {players} players claims",
                cases=_each_points,
                applies=_is_points,
            ),
            Step(
                name="table",
                statement="the side with more points scores by the row that applies to it",
                clauses=("SCORE-1", "SCORE-30", "SCORE-31", "SCORE-32", "SCORE-33"),
                function="aceten.suits.settling.settle_table",
                domain="all whole numbers of points, of each side whether it took a trick or that this is not known",
                cases=_by_table,
                applies=_is_table,
            ),
            Step(
                name="result",
                statement="who has claimed the match wins, or else the side that scores more",
                clauses=("SCORE-1", "SCORE-39", "CLAIM-5"),
                function="aceten.suits.settling._result",
                domain="all whole numbers, whoever of {players} players claims",
                cases=_result,
                applies=_kind("race", "contract", "points"),
            ),
            Step(
                name="settle",
                statement="a deal is settled in the way that the rules say",
                clauses=("SCORE-1",),
                function="aceten.suits.settling.settle",
                domain="all whole numbers",
                cases=_settle,
            ),
            Step(
                name="over",
                statement="there is a result when nobody is to act any more",
                clauses=("SCORE-1",),
                function="aceten.suits.state.SuitState.result",
                domain="all whole numbers of points",
                cases=_property,
            ),
            Step(
                name="result_with",
                statement="what is settled in thought is what is given",
                clauses=("SCORE-1",),
                function="aceten.suits.state.SuitState.result_with",
                domain="all whole numbers of points",
                cases=_result_with,
                applies=_is_table,
            ),
        ),
    ),
)
"""The theorem about settling deals with suit tricks."""
