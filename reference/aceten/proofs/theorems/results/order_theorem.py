"""The order of outcomes: what is better in it is never worth less, whatever one plays for."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final, Literal, TypeAlias, cast

from aceten.engine.scoring import Result
from aceten.engine.state import State
from aceten.proofs.claims.action_claims import same
from aceten.proofs.claims.deal_pairs import named
from aceten.proofs.statements.game_setting import Setting
from aceten.proofs.statements.obligations import ProofCase, Variable
from aceten.proofs.statements.proof_report import Witness
from aceten.proofs.statements.propositions import Proposition, Step
from aceten.proofs.theorems.results.finished_deals import (
    FLAG,
    Numbers,
    end,
    end_variables,
    ends,
    example,
    line,
    model,
    result_at,
    team_count,
    teams_of,
    within,
    witness,
)
from aceten_spec import outcomes
from aceten_spec.formulas.outcome_clauses import NOBODY, worse
from aceten_spec.formulas.terms import Z3, Number, Truth, evaluate, together
from aceten_spec.outcomes import Outcome, OutcomeOrder

Aim: TypeAlias = Literal["points", "deal", "game points"]
"""What one plays for."""

_AIMS: Final[tuple[Aim, ...]] = ("points", "deal", "game points")
_TEAMS: Final = 2
_CLAUSES: Final = ("SCORE-1", "SCORE-2", "SCORE-3", "SCORE-4", "SCORE-5", "SCORE-6", "SCORE-8", "SCORE-9", "SCORE-10")
_OUTCOME: Final = ("card points of side 0", "side with the last trick", "side with every trick")


def _order(setting: Setting, total: int | None = None) -> OutcomeOrder:
    game = setting.game
    return OutcomeOrder(game.total if total is None else total, game.unit, game.rules.last_trick_points)


def _outcome(total: int, points: int, last: int, every: int) -> Outcome:
    """Return the outcome with these numbers, of which only the points may stay symbolic."""
    if every == 0 or every == 1:  # noqa: PLR1714 - a set cannot be asked for a symbolic number
        side = 0 if every == 0 else 1
        return Outcome((points, total - points), side, side)
    return Outcome((points, total - points), 0 if last == 0 else 1, None)


def _one_and_other(variables: Iterable[Variable]) -> tuple[Variable, ...]:
    return (*named(variables, ", one"), *named(variables, ", other"))


def _pair(setting: Setting) -> tuple[Variable, ...]:
    points, last, every = _OUTCOME
    return _one_and_other((setting.points(points), Variable(last, FLAG), Variable(every, (*FLAG, NOBODY))))


def _outcomes_hold(total: Number, given: Numbers) -> list[Truth]:
    """Return that two outcomes are possible as far as they say: points from 0 to the total, all of them with every trick."""
    conditions: list[Truth] = []
    for points, last, every in (given[:3], given[3:]):
        conditions += [points >= 0, points <= total, within(last, 0, 1), within(every, 0, NOBODY)]
        conditions += [Z3.Implies(every == 0, (points == total) & (last == 0))]
        conditions += [Z3.Implies(every == 1, (points == 0) & (last == 1))]
    return conditions


# --- The numbers ------------------------------------------------------------------------------------------------------


def _number(setting: Setting) -> Iterator[ProofCase]:
    def numbers(total: int, *given: int) -> tuple[int, ...]:
        order = _order(setting, total)
        one, other = (order.number(_outcome(total, *each)) for each in (given[:3], given[3:]))
        return one, other, order.best

    def claim(given: Numbers, found: Numbers) -> Truth:
        is_worse = worse(setting.game.rules)
        one, other, best = found
        parts = [together(one < other, is_worse(*given[1:])), together(other < one, is_worse(*given[4:], *given[1:4]))]
        for number, every in ((one, given[3]), (other, given[6])):
            parts += [
                number >= 0,
                number <= best,
                together(number == best, every == 0),
                together(number == 0, every == 1),
            ]
        return Z3.And(parts)

    yield ProofCase(
        variables=(setting.points("total"), *_pair(setting)),
        returns=("number of the one", "number of the other", "best number"),
        lifted=numbers,
        assuming=lambda given: [given[0] >= 1, *_outcomes_hold(given[0], given[1:])],
        claim=claim,
    )


def _shared(setting: Setting) -> Iterator[ProofCase]:
    more = setting.game.rules.last_trick_points

    def number(points: int, gained: int, took: int) -> tuple[int, ...]:
        order, last = _order(setting), bool(took == 1)
        return tuple([order.shared_number(each, took_last=last) for each in (points + gained, points)])

    def claim(given: Numbers, found: Numbers) -> Truth:
        points, gained, took = given
        lowest = points * 2 + Z3.If(took == 1, more * 2 + 2, Z3.IntVal(1))
        return (found[1] == lowest) & (found[0] - found[1] == gained * 2)

    yield ProofCase(
        variables=(setting.points("points"), setting.points("further points"), Variable("took the last trick", FLAG)),
        returns=("number", "number without the further points"),
        lifted=number,
        assuming=lambda given: [within(given[2], 0, 1)],
        claim=claim,
    )


def _best(setting: Setting) -> Iterator[ProofCase]:
    more = setting.game.rules.last_trick_points

    def best(total: int) -> int:
        return _order(setting, total).best

    yield ProofCase(
        variables=(setting.points("total"),),
        returns=("best",),
        lifted=best,
        claim=lambda given, found: found[0] == (given[0] + more) * 2 + 3,
    )


def _all(setting: Setting) -> Iterator[ProofCase]:
    few = OutcomeOrder(_FEW, 1, setting.game.rules.last_trick_points)
    for order, extremes in itertools.product((_order(setting), few), (True, False)):
        yield _listed(setting, order, extremes=extremes)


_FEW: Final = 5
"""So many card points, each by itself, in the second case: there the last one is listed, and no more."""


def _listed(setting: Setting, order: OutcomeOrder, *, extremes: bool) -> ProofCase:
    total, unit = order.total, order.unit
    listed = (total // unit + 1) * 2 + 2 * extremes

    def flat(*_: int) -> tuple[int, ...]:
        return tuple(
            number
            for each in order.outcomes(extremes=extremes)
            for number in (*each.points, each.last_trick, NOBODY if each.every_trick is None else each.every_trick)
        )

    def claim(given: Numbers, found: Numbers) -> Truth:
        parts = [found[place : place + 4] for place in range(0, len(found), 4)]
        points, last, every = given
        there = Z3.Or([Z3.And([one[0] == points, one[2] == last, one[3] == every]) for one in parts])
        is_worse = worse(setting.game.rules)
        rising = [is_worse(one[0], *one[2:], other[0], *other[2:]) for one, other in itertools.pairwise(parts)]
        adding = [one[0] + one[1] == total for one in parts]
        return Z3.And([there, *rising, *adding, Z3.BoolVal(len(parts) == listed)])

    def assuming(given: Numbers) -> list[Truth]:
        points, last, every = given
        shared_ = (every == NOBODY) & within(points, 0, total) & (points % unit == 0) & within(last, 0, 1)
        swept = ((every == 0) & (points == total) & (last == 0)) | ((every == 1) & (points == 0) & (last == 1))
        return [shared_ | swept if extremes else shared_]

    return ProofCase(
        name=f"{total} card points, {'every trick apart' if extremes else 'points alone'}",
        variables=_pair(setting)[:3],
        returns=tuple(
            f"{part} of outcome {n}" for n in range(listed) for part in ("points", "others", "last", "every")
        ),
        lifted=flat,
        assuming=assuming,
        claim=claim,
    )


# --- What an outcome is worth -----------------------------------------------------------------------------------------


def _worth(setting: Setting, aim: Aim, numbers: Numbers) -> Number:
    """Return what an end of a deal is worth to side 0, as more than to side 1."""
    result = result_at(setting, numbers)
    if aim == "points":
        return result.points[0]
    one, other = result.wins if aim == "deal" else result.gained
    return cast("Number", one - other)


def _two_ends(setting: Setting, given: Numbers) -> tuple[list[Truth], Numbers, Numbers]:
    """Return what holds of two ends of one deal and their outcomes, and the numbers of the one and the other end.

    As many card points lie in tricks both times: what is left over is settled before.
    """
    size = len(ends(setting).names)
    one, other = end(setting, given[6 : 6 + size]), end(setting, given[6 + size :])
    conditions = [Z3.Sum([*one.cards]) == Z3.Sum([*other.cards])]
    for outcome, ended in ((given[:3], one), (given[3:6], other)):
        every = Z3.If(ended.rounds[1] == 0, 0, Z3.If(ended.rounds[0] == 0, 1, Z3.IntVal(NOBODY)))
        conditions += [ended.possible, same(outcome, (ended.cards[0], ended.last, every))]
    return conditions, one.numbers, other.numbers


def _ends_variables(setting: Setting) -> tuple[Variable, ...]:
    return _one_and_other(end_variables(ends(setting)))


def _monotone(aim: Aim, setting: Setting) -> Iterator[ProofCase]:
    def numbers(*given: int) -> tuple[int, ...]:
        return tuple([_order(setting).number(_outcome(setting.game.total, *each)) for each in (given[:3], given[3:6])])

    def claim(given: Numbers, places: Numbers) -> Truth:
        _, one, other = _two_ends(setting, given)
        return Z3.Implies(places[0] <= places[1], _worth(setting, aim, one) <= _worth(setting, aim, other))

    yield ProofCase(
        variables=(*_pair(setting), *_ends_variables(setting)),
        returns=("number of the one", "number of the other"),
        lifted=numbers,
        assuming=lambda given: _two_ends(setting, given)[0],
        claim=claim,
        position=lambda given: line(setting, given[6 + len(ends(setting).names) :]),
        problem=lambda _: "the better of two outcomes is worth less",
    )


def says_otherwise(setting: Setting, aim: Aim) -> bool:
    """Whether the rules say that more than the outcome's place in the order decides.

    So it is where the last card or a round of four equal ranks decides something; and for game points where rows of the table look at
    the points from cards apart from all points, if these rows make a better outcome score less.
    """
    rules = setting.game.rules
    if aim == "points":
        return False
    if not outcomes.decided_by_outcome(rules):
        return True
    by_cards = aim == "game points" and any(row.cards is not None for row in rules.scoring)
    return by_cards and falls(setting, aim) is not None


def falls(setting: Setting, aim: Aim) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Return the numbers of two ends of which the one that is better in the order is worth less; ``None`` when there are none."""
    names = [variable.name for variable in (*_pair(setting), *_ends_variables(setting))]
    variables = tuple(Z3.Int(name) for name in names)
    conditions, one, other = _two_ends(setting, variables)
    is_worse = worse(setting.game.rules)(*variables[:6])
    found = model([*conditions, is_worse, _worth(setting, aim, one) > _worth(setting, aim, other)], variables)
    if found is None:
        return None
    size = len(one)
    return found[6 : 6 + size], found[6 + size :]


def _is_stated(aim: Aim, setting: Setting) -> bool:
    return not says_otherwise(setting, aim)


# --- Words and witnesses ----------------------------------------------------------------------------------------------


def _statement(setting: Setting) -> str:
    held = [aim for aim in _AIMS if not says_otherwise(setting, aim)]
    text = f"what is better in the order of outcomes is never worth less: {', '.join(held)}"
    others = [aim for aim in _AIMS if aim not in held]
    return f"{text}; the rules say otherwise of: {', '.join(others)}" if others else text


def _witnesses(setting: Setting) -> Iterator[Witness]:
    yield from (_sweep(setting, team) for team in (0, 1))
    for aim in _AIMS:
        if outcomes.decided_by_outcome(setting.game.rules) and says_otherwise(setting, aim):
            pair = falls(setting, aim) or ()
            yield from (_worth_of(setting, aim, *each) for each in zip(("worse", "better"), pair, strict=False))


def _sweep(setting: Setting, team: int) -> Witness:
    """Return a witness that every trick makes the best outcome, or the worst one."""
    game, order = setting.game, _order(setting)
    number = order.best if team == 0 else 0
    numbers = example(setting, end(setting).rounds[1 - team] == 0)
    shows = f"team {team} takes every trick: number {number} of 0 to {order.best}"

    def placed(_: State, result: Result) -> bool:
        first = sum(result.points[side] for side in teams_of(game)[0])
        cards = first - (game.rules.last_trick_points if team == 0 else 0)
        return order.number(Outcome((cards, game.total - cards), team, team)) == number

    return witness(setting, shows, numbers, placed)


def _worth_of(setting: Setting, aim: Aim, which: str, numbers: tuple[int, ...]) -> Witness:
    """Return a witness of what one of two outcomes is worth."""
    value = evaluate(_worth(setting, aim, tuple(map(Z3.IntVal, numbers))))

    def worth(_: State, result: Result) -> bool:
        one, other = (sides[0] for sides in teams_of(setting.game))
        gained = result.game_points
        return gained is not None and gained[one] - gained[other] == value

    shows = f"the {which} outcome of two, for {aim}: {value}"
    return witness(setting, shows, numbers, worth)


def _applies(setting: Setting) -> bool:
    return outcomes.ordered_by_outcome(setting.game.rules) and team_count(setting.game) == _TEAMS


PROPOSITIONS: Final[tuple[Proposition, ...]] = (
    Proposition(
        id="T-ORDER",
        statement=_statement,
        argument=(
            "The numbers of outcomes are in the order that the clauses give: no trick, then fewer points, then the last trick lost; and"
            " all outcomes are listed in it. For any two ends of a deal the one with the larger number is worth as much or more to side"
            " 0, for each thing that one can play for. Reversed, the same holds for side 1, so one search answers for all of them."
        ),
        applies=_applies,
        witnesses=_witnesses,
        steps=(
            Step(
                name="number",
                statement="of two outcomes the worse one has the smaller number",
                clauses=_CLAUSES,
                function="aceten_spec.outcomes.OutcomeOrder.number",
                domain="all whole numbers of points, whoever takes the last trick or every trick",
                cases=_number,
            ),
            Step(
                name="shared",
                statement="the number grows by 2 for each point, and by 1 for the last trick beside its points",
                clauses=_CLAUSES,
                function="aceten_spec.outcomes.OutcomeOrder.shared_number",
                domain="all whole numbers",
                cases=_shared,
            ),
            Step(
                name="best",
                statement="the best number is above all of outcomes in which both took tricks",
                clauses=_CLAUSES,
                function="aceten_spec.outcomes.OutcomeOrder.best",
                domain="all whole numbers",
                cases=_best,
            ),
            Step(
                name="outcomes",
                statement="every outcome is listed once, from worst to best",
                clauses=_CLAUSES,
                function="aceten_spec.outcomes.OutcomeOrder.outcomes",
                domain="all outcomes for the card points of the pack of {pack}",
                cases=_all,
            ),
            *[
                Step(
                    name=aim.replace(" ", "_"),
                    statement=f"a larger number is never worth less: {aim}",
                    clauses=_CLAUSES,
                    function="aceten_spec.outcomes.OutcomeOrder.number",
                    domain="any two ends of deals: all ways to divide the cards of the pack of {pack} by tricks",
                    cases=partial(_monotone, aim),
                    applies=partial(_is_stated, aim),
                )
                for aim in _AIMS
            ],
        ),
    ),
)
"""The theorem about the order of outcomes."""
