"""What a deal with suit tricks comes to, as rows in words: when a side scores, and what, the first row that applies.

The rows say the same as the formulas of a race and of a contract (:mod:`aceten_spec.formulas.suits.settlement_clauses`), of which their
terms are made.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from aceten_spec.formulas.suits.settlement_clauses import Contract, Race
from aceten_spec.formulas.terms import TRUE, Z3, Number, Truth, either, equal, every, no, numeral, some
from aceten_spec.rulebook import SuitParameters


class ResultRow(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """One way that a deal can end."""

    name: str
    """What it is called in results."""
    given: str = ""
    """What it has in common with the rows beside it, in words; empty: nothing."""
    when: str
    """When it is so, in words, beside what is given."""
    who: str
    """Who scores."""
    points: str
    """What he scores, in words."""
    clauses: tuple[str, ...]
    """The clauses that say it, without prefix."""
    holds: Truth
    """When it is so, about what the formulas are about."""
    gains: tuple[Number, Number]
    """What side 0 and side 1 score; of a contract the bidders and the others."""

    @property
    def whole(self) -> str:
        """When it is so, with what is given."""
        return f"{self.given}, and {self.when}" if self.given else self.when

    @property
    def scored(self) -> str:
        """Who scores what."""
        return "nobody scores" if self.points == "nothing" else f"{self.who}: {self.points}"


def race_rows(rules: SuitParameters) -> Iterator[ResultRow]:
    """Yield what a race to a number of points can come to.

    Clauses: SX-CLAIM-4, SX-SCORE-22 to SX-SCORE-29, SX-SCORE-34, SN-SCORE-28.
    """
    races = Race(rules, 0), Race(rules, 1)
    goal, few, zero = rules.claim_points, rules.schneider, numeral(0)

    def row(
        name: str, given: str, when: str, scored: tuple[str, str], clauses: tuple[str, ...], *ways: tuple[Truth, Number]
    ) -> ResultRow:
        first, second = ways
        gains = Z3.If(first[0], first[1], zero), Z3.If(every([no(first[0]), second[0]]), second[1], zero)
        return ResultRow(
            name=name,
            given=given,
            when=when,
            who=scored[0],
            points=scored[1],
            clauses=clauses,
            holds=some([first[0], second[0]]),
            gains=gains,
        )

    claimant, other = "the claimant's side", "the other side"
    rightly, wrongly, none = (
        f"a side claims rightly, with {goal} points or more",
        "a side claims wrongly",
        "nobody claims",
    )
    closes = rules.close != "never"
    flat, later = _penalties(rules)
    if closes:
        yield row(
            "closing-failed",
            rightly,
            "the other one has closed the talon",
            (claimant, later),
            ("SCORE-34", "SCORE-26", "SCORE-27"),
            *[(every([race.claims, race.enough, race.other_closed]), _from_closer(rules, race)) for race in races],
        )
    had = (f"{few} points or more", f"a trick, and under {few} points", "no trick")
    for place, (name, has, points) in enumerate(zip(("plain", "schneider", "schwarz"), had, rules.won, strict=True)):
        yield row(
            name,
            rightly,
            f"the other one has {has}",
            (claimant, _game_points(points)),
            (f"SCORE-{22 + place}", "CLAIM-2", *(["SCORE-2"] if name == "schwarz" else [])),
            *[
                (
                    every([race.claims, race.enough, no(race.other_closed), _loses_so(rules, race, place)]),
                    numeral(points),
                )
                for race in races
            ],
        )
    if closes:
        yield row(
            "wrong-claim",
            wrongly,
            "has closed the talon itself",
            (other, later),
            ("CLAIM-4", "SCORE-26", "SCORE-27"),
            *[
                (every([race.other_claims, no(race.other_enough), race.other_closed]), _from_closer(rules, race))
                for race in races
            ],
        )
    yield row(
        "wrong-claim",
        wrongly,
        "has not" if closes else f"so has fewer than {goal} points",
        (other, flat),
        ("CLAIM-4",),
        *[(every([race.other_claims, no(race.other_enough)]), _by_trick(rules, race.took)) for race in races],
    )
    if closes:
        yield row(
            "closing-failed",
            none,
            f"a side has closed the talon and fewer than {goal} points",
            (other, later),
            ("SCORE-26", "SCORE-27"),
            *[
                (every([race.nobody_claims, race.other_closed, no(race.other_enough)]), _from_closer(rules, race))
                for race in races
            ],
        )
    if rules.last_trick_wins:
        yield row(
            "last-trick",
            none,
            "nobody has closed the talon, whatever points the sides have",
            ("the side that took the last trick", _game_points(rules.won[0])),
            ("SCORE-28", "SCORE-29"),
            *[(every([race.nobody_claims, race.nobody_closed, race.last]), numeral(rules.won[0])) for race in races],
        )
    draws = f"who has closed the talon has {goal} points or more" if closes else "all cards are played"
    if closes and not rules.last_trick_wins:
        draws = f"nobody has closed the talon, or one with {goal} points or more"
    clauses = ("SCORE-26",) if rules.last_trick_wins else ("SCORE-26", "SCORE-28", "SCORE-29")
    yield row("draw", none, draws, ("nobody", "nothing"), clauses, (TRUE, zero), (TRUE, zero))


def _loses_so(rules: SuitParameters, race: Race, place: int) -> Truth:
    """Return how far the other side has come: to enough points not to be schneider, to a trick, or not even to that."""
    points, took = race.other_now
    if rules.won_at == "closing":
        points, took = [
            either(race.closed, then, now) for then, now in zip(race.other_then, race.other_now, strict=True)
        ]
    none, few = equal(took, 0), points < rules.schneider
    return (every([no(none), no(few)]), every([no(none), few]), none)[place]


def _by_trick(rules: SuitParameters, took: Number) -> Number:
    """Return what a side scores against one that fails, whether it took a trick or not."""
    with_trick, without = rules.penalty
    return either(equal(took, 0), without, with_trick)


def _from_closer(rules: SuitParameters, race: Race) -> Number:
    """Return what a side scores against one that fails and has closed the talon."""
    if rules.penalty_at == "flat":
        return numeral(rules.penalty[1])
    return _by_trick(rules, race.took_then if rules.penalty_at == "closing" else race.took)


def _game_points(points: int) -> str:
    return "1 game point" if points == 1 else f"{points} game points"


def _penalties(rules: SuitParameters) -> tuple[str, str]:
    """Return what a side scores against one that fails, and against one that fails and has closed the talon."""
    with_trick, without = rules.penalty

    def said(when: str) -> str:
        return f"{_game_points(with_trick)}, or {without} if who scores {when}"

    against_closer = {
        "flat": _game_points(without),
        "closing": said("had no trick at the closing"),
        "end": said("has no trick"),
    }
    return said("has no trick"), against_closer[rules.penalty_at]


def contract_rows(rules: SuitParameters) -> Iterator[ResultRow]:
    """Yield what a contract can come to.

    Clauses: AS-BID-7, AS-SCORE-35 to AS-SCORE-38, AS-SCORE-40.
    """
    contract, zero, highest = Contract(rules), numeral(0), rules.bids[-1]
    if rules.no_bid == "redeal":
        yield ResultRow(
            name="passed",
            when="nobody has bid",
            who="nobody",
            points="nothing",
            clauses=("BID-7",),
            holds=equal(contract.bid, 0),
            gains=(zero, zero),
        )
    made, grand = contract.made, contract.grand
    needs = "every trick" if rules.grand_needs == "tricks" else f"{highest} points or more"
    kept, both = (
        ("every side", "the points that it has made") if rules.defenders_score else ("the bidders", "the points made")
    )
    if rules.grand_points:
        count = numeral(rules.grand_points)
        points, clauses = str(rules.grand_points), ("SCORE-37", "SCORE-40")
        both_score = contract.others if rules.defenders_score else zero
        beside = ", and the others what they have made" if rules.defenders_score else ""
        yield ResultRow(
            name="grand",
            when=f"{highest} was bid, and the bidders have {needs}",
            who="the bidders",
            points=points + beside,
            clauses=clauses,
            holds=every([grand, made]),
            gains=(count, both_score),
        )
        yield ResultRow(
            name="grand-failed",
            when=f"{highest} was bid, and the bidders have not {needs}",
            who="the other side",
            points=points,
            clauses=clauses,
            holds=grand,
            gains=(zero, count),
        )
    what = "as many points as they bid, or more"
    if rules.grand_needs == "tricks" and not rules.grand_points:
        what += f"; with a bid of {highest}, {needs}"
    yield ResultRow(
        name="made",
        when=f"the bidders have {what}",
        who=kept,
        points=both,
        clauses=("SCORE-35", "SCORE-38"),
        holds=made,
        gains=(contract.points, contract.others if rules.defenders_score else zero),
    )
    yield ResultRow(
        name="failed",
        when="otherwise",
        who="the other side",
        points="the points that it has made, and what was bid",
        clauses=("SCORE-36",),
        holds=TRUE,
        gains=(zero, contract.others + contract.bid),
    )
