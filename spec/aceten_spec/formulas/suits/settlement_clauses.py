"""What a deal with suit tricks comes to, as formulas: what counts, what a claim needs, and what a race, a contract or points bring."""

from __future__ import annotations

from typing import Final

from aceten_spec.formulas.suits.rights_clauses import NO
from aceten_spec.formulas.terms import Z3, Formula, Number, Truth
from aceten_spec.rulebook import SuitParameters


def counting(_: SuitParameters) -> Formula[Number]:
    """Return the formula of what counts for a side, about its ``points``, its ``melds`` and whether it ``took`` a trick.

    Clauses: SX-MELD-3, SX-CLAIM-2.
    """
    points, melds, took = Z3.Int("points"), Z3.Int("melds"), Z3.Int("took")
    return Formula(
        clauses=("SX-MELD-3", "SX-CLAIM-2"),
        text="marriages count only when their side has taken a trick",
        variables=(points, melds, took),
        term=Z3.If(took == 1, points + melds, points),
    )


def row_of_loser(rules: SuitParameters) -> Formula[Number]:
    """Return the formula of how far a losing side has come, 0 to 2 as in ``won``, about its ``points`` and whether it ``took`` a trick.

    Clauses: SX-SCORE-22, SX-SCORE-23, SX-SCORE-24.
    """
    points, took = Z3.Int("points"), Z3.Int("took")
    return Formula(
        clauses=("SX-SCORE-22", "SX-SCORE-23", "SX-SCORE-24"),
        text=f"0: it has {rules.schneider} points or more; 1: it is schneider; 2: it has no trick",
        variables=(points, took),
        term=Z3.If(took == 0, 2, Z3.If(points < rules.schneider, 1, Z3.IntVal(0))),
    )


_NOW, _THEN = (Z3.Int("points"), Z3.Int("took")), (Z3.Int("points then"), Z3.Int("took then"))
_CLOSED = Z3.Int("closed")


def row_against(rules: SuitParameters) -> Formula[Number]:
    """Return the formula of how far the other side has come when a side claims rightly, 0 to 2 as in ``won``.

    It is about whether the claiming side has ``closed`` the talon, and about the other side's ``points`` and whether it ``took`` a
    trick, at the end and at the closing.

    Clauses: SX-SCORE-22 to SX-SCORE-25.
    """
    counts = row_of_loser(rules)
    at_closing = (_CLOSED == 1) if rules.won_at == "closing" else NO
    return Formula(
        clauses=("SX-SCORE-22", "SX-SCORE-23", "SX-SCORE-24", "SX-SCORE-25"),
        text=f"what the other side has at the {rules.won_at}, if the claimant has closed the talon",
        variables=(_CLOSED, *_NOW, *_THEN),
        term=Z3.If(at_closing, counts(*_THEN), counts(*_NOW)),
    )


def penalty(rules: SuitParameters) -> Formula[Number]:
    """Return the formula of what a side gains when the other one fails.

    It is about whether the other one has ``closed`` the talon, and whether the gaining side ``took`` a trick by now, and by then.

    Clauses: SX-CLAIM-4, SX-SCORE-26, SX-SCORE-27, SX-SCORE-34.
    """
    with_trick, without = rules.penalty
    now, then = Z3.Int("took"), Z3.Int("took then")
    after_closing = {
        "flat": Z3.IntVal(without),
        "closing": Z3.If(then == 0, without, Z3.IntVal(with_trick)),
        "end": Z3.If(now == 0, without, Z3.IntVal(with_trick)),
    }[rules.penalty_at]
    return Formula(
        clauses=("SX-CLAIM-4", "SX-SCORE-26", "SX-SCORE-27", "SX-SCORE-34"),
        text=f"{with_trick} game points, or {without} without a trick; against one who has closed as penalty_at says",
        variables=(_CLOSED, now, then),
        term=Z3.If(_CLOSED == 1, after_closing, Z3.If(now == 0, without, Z3.IntVal(with_trick))),
    )


# --- A race to a number of points -------------------------------------------------------------------------------------

RACE: Final = (
    "claimant",
    "closer",
    "last",
    *[f"{name}{side}" for name in ("enough", "points", "took", "points then", "took then") for side in (0, 1)],
)
"""What the formulas of a race are about: who claimed and who closed the talon (0 nobody, else the side and 1), who took the last
trick, and for each side whether it has enough, its points and whether it took a trick, now and when the talon was closed."""


class Race:
    """The terms of a race, as one side sees them."""

    def __init__(self, rules: SuitParameters, side: int) -> None:
        self.variables = tuple(Z3.Int(name) for name in RACE)
        claimant, closer, last, *of_sides = self.variables
        enough_, points, took, points_then, took_then = zip(of_sides[::2], of_sides[1::2], strict=True)
        other = 1 - side
        self.claims, self.other_claims = claimant == 1 + side, claimant == 1 + other
        self.nobody_claims, self.nobody_closed = claimant == 0, closer == 0
        self.closed, self.other_closed = closer == 1 + side, closer == 1 + other
        self.enough, self.other_enough = enough_[side] == 1, enough_[other] == 1
        self.last = last == side
        one, zero = Z3.IntVal(1), Z3.IntVal(0)
        self.took, self.took_then = took[side], took_then[side]
        self.other_now, self.other_then = (points[other], took[other]), (points_then[other], took_then[other])
        self.penalty = penalty(rules)(Z3.If(self.other_closed, one, zero), took[side], took_then[side])
        self.row = row_against(rules)(
            Z3.If(self.closed, one, zero), points[other], took[other], points_then[other], took_then[other]
        )
        self.won = Z3.Sum([Z3.If(self.row == row, has, zero) for row, has in enumerate(rules.won)])


def race_scores(rules: SuitParameters, side: int) -> Formula[Number]:
    """Return the formula of what a side scores in a race, about :data:`RACE`.

    Clauses: SX-CLAIM-2, SX-CLAIM-4, SX-SCORE-22 to SX-SCORE-29, SX-SCORE-34, SN-SCORE-28.
    """
    race, zero = Race(rules, side), Z3.IntVal(0)
    ways = [
        (race.claims & race.enough & ~race.other_closed, race.won),
        (race.claims & race.enough & race.other_closed, race.penalty),
        (race.other_claims & ~race.other_enough, race.penalty),
        (race.nobody_claims & race.other_closed & ~race.other_enough, race.penalty),
    ]
    if rules.last_trick_wins:
        ways.append((race.nobody_claims & race.nobody_closed & race.last, Z3.IntVal(rules.won[0])))
    return Formula(
        clauses=(
            "SX-CLAIM-2",
            "SX-CLAIM-4",
            "SX-SCORE-22",
            "SX-SCORE-23",
            "SX-SCORE-24",
            "SX-SCORE-25",
            "SX-SCORE-26",
            "SX-SCORE-27",
            "SX-SCORE-28",
            "SX-SCORE-29",
            "SX-SCORE-34",
            "SN-SCORE-28",
        ),
        text="a right claim scores, or the other side when a claim is wrong or one who closed has too few",
        variables=race.variables,
        term=Z3.Sum([Z3.If(when, what, zero) for when, what in ways]),
    )


RACE_NAMES: Final = ("plain", "schneider", "schwarz", "wrong-claim", "closing-failed", "last-trick", "draw")
"""What stands in place of a row's name in a race, by the number that :func:`race_name` gives."""


def race_name(rules: SuitParameters) -> Formula[Number]:
    """Return the formula of what stands in place of a row's name in a race, as its number in :data:`RACE_NAMES`.

    Clauses: SX-CLAIM-2, SX-CLAIM-4, SX-SCORE-22 to SX-SCORE-29, SX-SCORE-34, SN-SCORE-28.
    """
    sides = one, other = Race(rules, 0), Race(rules, 1)
    won = [race.claims & race.enough & ~race.other_closed for race in sides]
    wrong = Z3.Or([race.claims & ~race.enough for race in sides])
    against = Z3.Or([race.claims & race.enough & race.other_closed for race in sides])
    short = Z3.Or([race.nobody_claims & race.closed & ~race.enough for race in sides])
    last = one.nobody_claims & other.nobody_closed
    otherwise = Z3.If(last, 5, Z3.IntVal(6)) if rules.last_trick_wins else Z3.IntVal(6)
    term = Z3.If(wrong, 3, Z3.If(against | short, 4, otherwise))
    for race, is_won in zip(sides, won, strict=True):
        term = Z3.If(is_won, race.row, term)
    return Formula(
        clauses=race_scores(rules, 0).clauses,
        text="how a race ends",
        variables=one.variables,
        term=term,
    )


def most_in_race(rules: SuitParameters, side: int) -> Formula[Number]:
    """Return the formula of the most that a side can still score, if the other one makes no wrong claim and closes nothing more.

    It is about :data:`RACE` as the deal stands now, the other side's marriages counted whether they count yet or not.

    Clauses: SX-SCORE-22, SX-SCORE-23, SX-SCORE-24, SX-SCORE-27, SX-SCORE-34.
    """
    race = Race(rules, side)
    fails = Z3.IntVal(rules.penalty[1]) if rules.penalty_at == "end" else race.penalty
    return Formula(
        clauses=("SX-SCORE-22", "SX-SCORE-23", "SX-SCORE-24", "SX-SCORE-27", "SX-SCORE-34"),
        text="what a claim would score now, or what a failing closer can bring",
        variables=race.variables,
        term=Z3.If(race.other_closed, fails, race.won),
    )


# --- A contract -------------------------------------------------------------------------------------------------------

UNKNOWN: Final = 2
"""What stands for whether a side took a trick where that is not known."""

CONTRACT: Final = ("bid", "all", "points", "other points", "took", "other took", "melds", "other melds")
"""What the formulas of a contract are about: the bid, whether all points are known, then what the bidders and the others have: points
that count, whether they took a trick (2: not known), and marriages."""

CONTRACT_NAMES: Final = ("made", "failed", "grand", "grand-failed")
"""What stands in place of a row's name where somebody has bid."""


class Contract:
    """The terms of a contract."""

    def __init__(self, rules: SuitParameters) -> None:
        self.variables = tuple(Z3.Int(name) for name in CONTRACT)
        bid, known, self.points, self.others, took, other_took, melds, other_melds = self.variables
        self.bid = bid
        highest = bid == max(rules.bids)
        self.grand = highest & (Z3.IntVal(rules.grand_points) > 0)
        by_points = self.points >= bid
        self.made, missing = by_points, NO
        if rules.grand_needs == "tricks":
            self.made = (highest & (other_took == 0)) | (~highest & by_points)
            missing = highest & (other_took == UNKNOWN)
        self.open = (
            (known == 0) | ((took == UNKNOWN) & (melds != 0)) | ((other_took == UNKNOWN) & (other_melds != 0)) | missing
        )


def contract_open(rules: SuitParameters) -> Formula[Truth]:
    """Return the formula that too little is known to settle a contract, about :data:`CONTRACT`.

    Clauses: AS-MELD-3, AS-SCORE-1.
    """
    contract = Contract(rules)
    return Formula(
        clauses=("AS-MELD-3", "AS-SCORE-1"),
        text="something that counts is not known",
        variables=contract.variables,
        term=contract.open,
    )


def contract_scores(rules: SuitParameters, *, bidders: bool) -> Formula[Number]:
    """Return the formula of what the bidders or the others score, about :data:`CONTRACT`.

    Clauses: AS-SCORE-35 to AS-SCORE-38, AS-SCORE-40.
    """
    contract, zero = Contract(rules), Z3.IntVal(0)
    if bidders:
        term = Z3.If(contract.made, Z3.If(contract.grand, rules.grand_points, contract.points), zero)
    else:
        lost = Z3.If(contract.grand, rules.grand_points, contract.others + contract.bid)
        term = Z3.If(contract.made, contract.others if rules.defenders_score else zero, lost)
    return Formula(
        clauses=("AS-SCORE-35", "AS-SCORE-36", "AS-SCORE-37", "AS-SCORE-38", "AS-SCORE-40"),
        text="bidders who make their bid score their points, else the others score theirs and the bid",
        variables=contract.variables,
        term=term,
    )


def contract_name(rules: SuitParameters) -> Formula[Number]:
    """Return the formula of what stands in place of a row's name, as its number in :data:`CONTRACT_NAMES`.

    Clauses: AS-SCORE-35, AS-SCORE-36, AS-SCORE-37.
    """
    contract = Contract(rules)
    return Formula(
        clauses=("AS-SCORE-35", "AS-SCORE-36", "AS-SCORE-37"),
        text="whether the bid is made",
        variables=contract.variables,
        term=Z3.If(contract.grand, 2, Z3.IntVal(0)) + Z3.If(contract.made, 0, Z3.IntVal(1)),
    )
