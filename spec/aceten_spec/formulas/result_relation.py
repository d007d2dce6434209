"""What a deal comes to, as one relation: of every deal that is over, however much of it is known, the result that the clauses give it.

As :mod:`aceten_spec.formulas.matching.play_relation` and :mod:`aceten_spec.formulas.suits.suit_relation` have it of
actions. Who wins, what each side scores and by what follow from the points of the sides, who took the last trick, and which of them took a
trick (:class:`EndTerms`); with suit tricks also from claims, a closed talon and bids, which a deal of play tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from aceten_spec.formulas.award_clauses import award_number, award_points, falls, scores
from aceten_spec.formulas.outcome_clauses import took_all, wins
from aceten_spec.formulas.suits.settlement_clauses import (
    CONTRACT_NAMES,
    RACE_NAMES,
    UNKNOWN,
    contract_name,
    contract_open,
    contract_scores,
    race_name,
    race_scores,
)
from aceten_spec.formulas.terms import FALSE, TRUE, Z3, Number, Truth, either, equal, every, no, numeral, some
from aceten_spec.rulebook import Award, MatchingParameters

if TYPE_CHECKING:
    from aceten_spec.formulas.suits.suit_conditions import SuitDealTerms
    from aceten_spec.formulas.suits.suit_relation import SuitRelation

Numbers: TypeAlias = Sequence[Number]
"""A number of every side."""

OPEN: Final = -1
"""What stands for what is not known."""

NAMES: Final = (*RACE_NAMES, *CONTRACT_NAMES, "passed", "points", "shared", "sweep")
"""What can stand in place of a row's name."""

WRONG_CLAIM: Final = "wrong-claim"
"""What stands there when a claim was wrong."""

_NOTHING: Final = numeral(0)
_SIDES: Final = (0, 1)


def number_of(rows: Sequence[Award], name: str) -> int:
    """Return the number that stands for the name of a row, or for what stands in its place."""
    return (*[row.name for row in rows], *NAMES).index(name)


class EndTerms(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """How a deal has ended, as far as a result by tricks and card points depends on it; numbers are those of every side."""

    points: Numbers
    """Card points, without those for the last trick."""
    known: bool | Truth
    """Whether these are all that could be captured."""
    tricks: Sequence[Number | int]
    """How many tricks; :data:`OPEN` where that is not known."""
    took: Numbers
    """Whether a side took a trick: 0, 1, or 2 where that is not known."""
    last: Number
    """The side that took the last trick."""
    teams: tuple[tuple[int, ...], ...] | None = None
    """The sides that win or lose together; ``None`` where that is not known, or each side is for itself by the rules."""
    forfeit: int | None = None
    """The side that lost the deal by the last card."""
    burned: Numbers = ()
    """Whether its score falls to 0 by a round of four equal ranks."""


class ResultTerms(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """What a deal comes to; :data:`OPEN` stands for what is not known."""

    points: Numbers
    """Points of every side, with those for the last trick and of marriages."""
    tricks: Sequence[Number | int]
    """Tricks of every side."""
    last: Number | int
    """The side that took the last trick."""
    wins: Sequence[Number | int]
    """Whether a side wins."""
    gained: Sequence[Number | int]
    """What a side scores."""
    award: Number | int
    """By which row, or what stands in its place (:func:`number_of`)."""
    resets: Sequence[Number | int] = (0, 0)
    """Whether the score of a side falls to 0."""
    claimed: Number | int = OPEN
    """The side that has won the match by a claim; :data:`OPEN`: neither."""
    trump: int | Number = 0
    """The trump suit; 0 where there is none."""

    @property
    def numbers(self) -> tuple[Number | int, ...]:
        """All of it, side by side."""
        lists = (self.points, self.tricks, self.wins, self.gained, self.resets)
        return (*[number for each in lists for number in each], self.last, self.award, self.claimed, self.trump)


class _Scored(msgspec.Struct, frozen=True, eq=False):
    """What each side scores, by what, whose scores fall to 0, and when that is not settled."""

    gained: Sequence[Number | int]
    award: Number | int
    resets: Numbers = ()
    is_open: Truth = FALSE

    @property
    def told(self) -> list[Number | int]:
        """What is scored, and by what: all of it open where it is not settled."""
        return [either(self.is_open, OPEN, number) for number in (*self.gained, self.award)]


# --- Matching tricks --------------------------------------------------------------------------------------------------


class Results:
    """What deals with matching tricks come to, by the rules of a game for so many sides."""

    def __init__(self, rules: MatchingParameters, sides: int) -> None:
        """Give the rules and the number of sides."""
        self.rules, self.sides = rules, range(sides)

    def of(self, end: EndTerms) -> ResultTerms:
        """Return what a deal comes to.

        Clauses: ZS-SCORE-1 to ZS-SCORE-7, SE-SCORE-8, HO-SCORE-9, SL-LONE-5.
        """
        more = self.rules.last_trick_points
        points = [has + either(end.last == side, more, 0) for side, has in enumerate(end.points)]
        winning, each_scores = self._wins(end, points), self.rules.score == "points"
        scored = _Scored([OPEN] * len(points), OPEN, end.burned, TRUE)
        if end.known and (winning or each_scores):
            scored = self._by_points(end, points) if each_scores else self._by_table(end, points, winning)
        *gained, award = scored.told
        return ResultTerms(
            points=points,
            tricks=end.tricks,
            last=end.last,
            wins=[either(has, 1, 0) for has in winning] if winning else [OPEN] * len(points),
            gained=gained,
            award=award,
            resets=[either(scored.is_open, had, now) for had, now in zip(end.burned, scored.resets, strict=True)],
        )

    def _wins(self, end: EndTerms, points: Numbers) -> tuple[Truth, ...]:
        """Return of each side whether it wins; nothing where that is not known.

        Clauses: ZS-SCORE-2, ZS-SCORE-3, ZS-SCORE-7, LK-SCORE-14, SL-SCORE-15, SL-LONE-5.
        """
        if end.forfeit is not None:
            return tuple([FALSE if side == end.forfeit else TRUE for side in self.sides])
        if end.teams is None or not end.known:
            return ()
        team_of = {side: number for number, team in enumerate(end.teams) for side in team}
        totals = [Z3.Sum([points[side] for side in team]) for team in end.teams]
        taker = Z3.Sum([either(end.last == side, team, _NOTHING) for side, team in team_of.items()])
        rules, count = self.rules, len(end.teams)
        by_team = [wins(rules.tie, rules.wins_from, count, team).of(*totals, taker) for team in range(count)]
        return tuple([by_team[team_of[side]] for side in self.sides])

    def _by_table(self, end: EndTerms, points: Numbers, winning: tuple[Truth, ...]) -> _Scored:
        """Return what a deal scores by the table; the first team that wins stands for all that do.

        Clauses: ZS-SCORE-4 to ZS-SCORE-7, SL-SCORE-15.
        """
        rows, count = self.rules.scoring, len(points)
        teams = end.teams if end.teams is not None and end.forfeit is None else tuple((side,) for side in self.sides)
        by_row = [
            (
                Z3.Sum([points[side] for side in team]),
                Z3.Sum([end.points[side] for side in team]),
                took_all(count, team).of(*end.took),
            )
            for team in teams
        ]

        def of_first(numbers: Numbers, otherwise: int) -> Number:
            found = numeral(otherwise)
            for team, number in reversed([*zip(teams, numbers, strict=True)]):
                found = either(winning[team[0]], number, found)
            return found

        won = Z3.Sum([either(winning[team[0]], 1, _NOTHING) for team in teams])
        gained = of_first([award_points(rows).of(*each) for each in by_row], 0)
        named = of_first([award_number(rows).of(*each) for each in by_row], number_of(rows, "draw"))
        is_open = of_first([swept for _, _, swept in by_row], 0) == UNKNOWN
        award = either(won > 1, number_of(rows, "shared"), named)
        return _Scored([either(has, gained, 0) for has in winning], award, end.burned, is_open)

    def _by_points(self, end: EndTerms, points: Numbers) -> _Scored:
        """Return what a deal scores where every side scores its points.

        Clauses: HO-SCORE-9, HO-SCORE-10, HO-SCORE-11, HO-SCORE-12, HO-SCORE-20, RL-SCORE-13.
        """
        rules, count = self.rules, len(points)
        swept = [took_all(count, (side,)).of(*end.took) for side in self.sides]
        matters = bool(rules.sweep_points) or rules.sweep_resets
        told = (*points, *end.burned, *swept)
        sweeps = some(each == 1 for each in swept) if matters else FALSE
        return _Scored(
            [scores(rules, count, side).of(*told) for side in self.sides],
            either(sweeps, number_of(rules.scoring, "sweep"), number_of(rules.scoring, "points")),
            [either(falls(rules, count, side).of(*told), 1, _NOTHING) for side in self.sides],
            some(each == UNKNOWN for each in swept) if matters else FALSE,
        )


# --- Suit tricks ------------------------------------------------------------------------------------------------------


class SuitResults:
    """What deals with suit tricks come to, by the relation of their play."""

    def __init__(self, relation: SuitRelation) -> None:
        """Give the relation of play."""
        self.relation, self.rules = relation, relation.rules

    def of(self, deal: SuitDealTerms, *, known: bool) -> ResultTerms:
        """Return what a deal comes to.

        :param known: whether its points are known to be all that could be captured.

        Clauses: EW-SCORE-1, EW-SCORE-30, SX-SCORE-2, SX-SCORE-22, AS-SCORE-2, AS-SCORE-35, TT-SCORE-39, TT-CLAIM-5.
        """
        relation, tricks = self.relation, deal.tricks or (OPEN, OPEN)
        trump, leads = 0 if deal.trump is None else deal.trump, relation.side(deal.leader)
        took = [either(relation.took_a_trick(deal, side), 1, 0 if deal.tricks else UNKNOWN) for side in _SIDES]
        if self.rules.score == "table":
            end = EndTerms(points=deal.points, known=known, tricks=tricks, took=took, last=numeral(leads))
            return self.by_table(end, trump)
        points = [relation.counted(deal, side) for side in _SIDES]
        if self.rules.score == "race":
            scored = self._by_race(deal, points, took)
        elif self.rules.score == "contract":
            scored = self._by_contract(deal, points, took, known=known)
        else:
            scored = self._by_points(deal, points, known=known)
        claimed: Number | int = OPEN
        if self.rules.claim_for == "match" and deal.claimant is not None:
            wrong = equal(scored.award, number_of(self.rules.scoring, WRONG_CLAIM))
            claimed = either(wrong, OPEN, relation.side(deal.claimant))
        ahead = [either(scored.gained[side] > scored.gained[1 - side], 1, 0) for side in _SIDES]
        nobody = equal(claimed, OPEN)
        *gained, award = scored.told
        return ResultTerms(
            points=points,
            tricks=tricks,
            last=OPEN if any(deal.hands) else leads,
            wins=[
                either(nobody, either(scored.is_open, OPEN, ahead[side]), either(equal(claimed, side), 1, 0))
                for side in _SIDES
            ],
            gained=gained,
            award=award,
            claimed=claimed,
            trump=trump,
        )

    def by_table(self, end: EndTerms, trump: Number | int) -> ResultTerms:
        """Return what a deal comes to by the scoring table.

        Clauses: EW-SCORE-1, EW-SCORE-30, EW-SCORE-31, EW-SCORE-32, EW-SCORE-33.
        """
        rows, took = self.rules.scoring, end.took
        points = [
            has + either(end.last == side, self.rules.last_trick_points, 0) for side, has in enumerate(end.points)
        ]
        won = [wins("draw", 0, 2, side).of(*points, end.last) for side in _SIDES]
        none = [either(equal(took[1 - side], 0), 1, _NOTHING) for side in _SIDES]  # whose other side took no trick
        by_row = [(points[side], end.points[side], none[side]) for side in _SIDES]
        numbers = [award_number(rows).of(*each) for each in by_row]
        matters = any(row.tricks != "any" for row in rows)
        unknown = some(every([matters, won[side], equal(took[1 - side], UNKNOWN)]) for side in _SIDES)
        *gained, award = _Scored(
            [either(won[side], award_points(rows).of(*by_row[side]), 0) for side in _SIDES],
            either(won[0], numbers[0], either(won[1], numbers[1], number_of(rows, "draw"))),
            is_open=some([no(end.known), unknown]),
        ).told
        return ResultTerms(
            points=points,
            tricks=end.tricks,
            last=end.last,
            wins=[either(no(end.known), OPEN, either(has, 1, 0)) for has in won],
            gained=gained,
            award=award,
            trump=trump,
        )

    def _by_race(self, deal: SuitDealTerms, points: Numbers, took: Numbers) -> _Scored:
        """Return what a race to a number of points brings.

        Clauses: SX-CLAIM-4, SX-SCORE-22 to SX-SCORE-29, SX-SCORE-34, SN-SCORE-28.
        """
        relation, closed = self.relation, deal.closed
        seats = deal.claimant, None if closed is None else closed.seat
        who = [numeral(0 if seat is None else relation.side(seat) + 1) for seat in seats]
        then: Numbers = (_NOTHING,) * 4
        if closed is not None:
            then = (closed.points, closed.points, *[either(tricks > 0, 1, _NOTHING) for tricks in closed.tricks])
        race = (
            *(*who, numeral(relation.side(deal.leader))),
            *[either(relation.has_enough(deal, side), 1, _NOTHING) for side in _SIDES],
            *(*points, *[either(equal(has, 1), 1, _NOTHING) for has in took], *then),
        )
        award = race_name(self.rules).of(*race) + number_of(self.rules.scoring, RACE_NAMES[0])
        return _Scored([race_scores(self.rules, side).of(*race) for side in _SIDES], award)

    def _by_contract(self, deal: SuitDealTerms, points: Numbers, took: Numbers, *, known: bool) -> _Scored:
        """Return what a contract brings.

        Clauses: AS-BID-7, AS-SCORE-35 to AS-SCORE-38, AS-SCORE-40.
        """
        rules = self.rules
        if deal.contract is None:
            return _Scored((_NOTHING, _NOTHING), number_of(rules.scoring, "passed"))
        seat, bid = deal.contract
        bidders = self.relation.side(seat)
        sides = (bidders, 1 - bidders)
        told = (bid, numeral(int(known)), *[each[side] for each in (points, took, deal.melds) for side in sides])
        gained = [contract_scores(rules, bidders=side == bidders).of(*told) for side in _SIDES]
        award = contract_name(rules).of(*told) + number_of(rules.scoring, CONTRACT_NAMES[0])
        return _Scored(gained, award, is_open=contract_open(rules).of(*told))

    def _by_points(self, deal: SuitDealTerms, points: Numbers, *, known: bool) -> _Scored:
        """Return what every side scores of its points; a wrong claim brings nothing.

        Clauses: TT-SCORE-39, TT-CLAIM-2, TT-CLAIM-4.
        """
        by_points = number_of(self.rules.scoring, "points")
        if deal.claimant is None:
            return _Scored(points, by_points, is_open=FALSE if known else TRUE)
        side = self.relation.side(deal.claimant)
        right = self.relation.has_enough(deal, side)
        gained = [either(right, has, 0) if other == side else has for other, has in enumerate(points)]
        return _Scored(gained, either(right, by_points, number_of(self.rules.scoring, WRONG_CLAIM)))
