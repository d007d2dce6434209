"""The auction, as formulas: who may bid, when it ends, and who has won it.

A bid is a number of points, a pass is 0; bids stand in the order in which they were made.
"""

from __future__ import annotations

from typing import Final

from aceten_spec.formulas.suits.rights_clauses import NO, YES
from aceten_spec.formulas.terms import Z3, Formula, Number, Truth
from aceten_spec.rulebook import SuitParameters


def _bids(count: int) -> tuple[Number, ...]:
    return tuple(Z3.Int(f"bid{number}") for number in range(count))


def may_bid(rules: SuitParameters, players: int, count: int) -> Formula[Truth]:
    """Return the formula that the player whose turn it is may bid, about what was bid before, so many times.

    Clauses: AS-BID-4.
    """
    bids = _bids(count)
    own = range(count - players, -1, -players)
    out = [bids[place] == 0 for place in own]
    back = [Z3.Or([NO, *[bid > 0 for bid in bids[place + players // 2 :: players]]]) for place in own]
    passes = Z3.And([YES, *[~passed | again for passed, again in zip(out, back, strict=True)]])
    words = {
        "always": "who has passed may bid again",
        "never": "who has passed is out of the bidding",
        "partner": "who passes is out of the bidding until his partner bids",
    }
    terms = {"always": YES, "never": ~Z3.Or([NO, *out]), "partner": passes}
    return Formula(clauses=("AS-BID-4",), text=words[rules.bid_again], variables=bids, term=terms[rules.bid_again])


def is_over(players: int, count: int, highest: int) -> Formula[Truth]:
    """Return the formula that the auction is over, about what was bid, so many times.

    Clauses: AS-BID-5, AS-BID-6, AS-BID-7.
    """
    bids = _bids(count)
    nobody = Z3.And([bid == 0 for bid in bids])
    passes = Z3.And([bid == 0 for bid in bids[1 - players :]])
    rest_passes = ~nobody & passes & Z3.BoolVal(count >= players)
    return Formula(
        clauses=("AS-BID-5", "AS-BID-6", "AS-BID-7"),
        text=f"the auction ends with a bid of {highest}, when all others pass after a bid, and when all pass",
        variables=bids,
        term=Z3.Or([bids[-1] == highest, rest_passes, nobody & Z3.BoolVal(count == players)]),
    )


def in_order(rules: SuitParameters, count: int) -> Formula[Truth]:
    """Return the formula that each of so many bids is one that can be made, and higher than all before it.

    Clauses: AS-BID-2, AS-BID-3.
    """
    bids = _bids(count)
    each = [Z3.Or([bid == 0, *[bid == points for points in rules.bids]]) for bid in bids]
    rising = [
        Z3.Implies(bids[later] != 0, bids[later] > bids[place]) for later in range(count) for place in range(later)
    ]
    return Formula(
        clauses=("AS-BID-2", "AS-BID-3"),
        text="a bid is among those that can be made, and higher than the last one",
        variables=bids,
        term=Z3.And([YES, *each, *rising]),
    )


def offered(rules: SuitParameters, points: int) -> Formula[Truth]:
    """Return the formula that points can be bid, about the ``last`` bid, 0 for none, and whether the player ``may`` bid.

    Clauses: AS-BID-1, AS-BID-2, AS-BID-3.
    """
    last, may = Z3.Int("last"), Z3.Int("may")
    return Formula(
        clauses=("AS-BID-1", "AS-BID-2", "AS-BID-3"),
        text=f"{points} can be bid after a lower bid",
        variables=(last, may),
        term=(may == 1) & (last < points) & Z3.BoolVal(points in rules.bids),
    )


BIDDING: Final = ("", "bid_passed", "bid_points", "bid_too_low")
"""Why points cannot be bid, in the order in which it is looked at; :func:`bidding` gives the place. The first: they can."""


def bidding(rules: SuitParameters) -> Formula[Number]:
    """Return the formula of why ``points`` cannot be bid, a place in :data:`BIDDING`, about what :func:`offered` is about.

    Clauses: AS-BID-2, AS-BID-3, AS-BID-4.
    """
    points, last, may = Z3.Int("points"), Z3.Int("last"), Z3.Int("may")
    there = Z3.Or([NO, *[points == each for each in rules.bids]])
    return Formula(
        clauses=("AS-BID-2", "AS-BID-3", "AS-BID-4"),
        text="nobody bids who is out of the bidding, nor points that there are not, nor less than was bid",
        variables=(points, last, may),
        term=Z3.If(may == 0, 1, Z3.If(~there, 2, Z3.If(points <= last, 3, Z3.IntVal(0)))),
    )


def may_pass(rules: SuitParameters, players: int) -> Formula[Truth]:
    """Return the formula that a player may pass, about the ``last`` bid, 0 for none, and how often players had their turn (``said``).

    Clauses: AS-BID-1, AS-BID-7, AS-BID-9.
    """
    last, said = Z3.Int("last"), Z3.Int("said")
    forced = (last == 0) & (said == players - 1) & Z3.BoolVal(rules.no_bid == "dealer")
    return Formula(
        clauses=("AS-BID-1", "AS-BID-7", "AS-BID-9"),
        text="a player may pass" + (", but not the dealer when nobody has bid" if rules.no_bid == "dealer" else ""),
        variables=(last, said),
        term=~forced,
    )


def wins(players: int, count: int) -> Formula[Truth]:
    """Return the formula that a seat has won the auction, about the seat, its ``points``, the ``dealer`` and what was bid.

    Clauses: AS-BID-1, AS-BID-5, AS-BID-6.
    """
    seat, points, dealer, bids = Z3.Int("seat"), Z3.Int("points"), Z3.Int("dealer"), _bids(count)
    made = [(seat == (dealer + 1 + place) % players) & (points == bid) for place, bid in enumerate(bids)]
    return Formula(
        clauses=("AS-BID-1", "AS-BID-5", "AS-BID-6"),
        text="the highest bidder is the declarer; eldest bids first",
        variables=(seat, points, dealer, *bids),
        term=Z3.And([points > 0, *[points >= bid for bid in bids], Z3.Or(made)]),
    )


def goes_on(rules: SuitParameters, players: int) -> Formula[Truth]:
    """Return the formula that the auction goes on, about the ``last`` bid, 0 for none, and the ``passes`` in a row after it.

    Clauses: AS-BID-5, AS-BID-6, AS-BID-7.
    """
    last, passes = Z3.Int("last"), Z3.Int("passes")
    fewer = Z3.If(last == 0, players, Z3.IntVal(players - 1)) > passes
    return Formula(
        clauses=("AS-BID-5", "AS-BID-6", "AS-BID-7"),
        text="the auction goes on while the highest bid is not made and somebody can still follow the last one",
        variables=(last, passes),
        term=(last != rules.bids[-1]) & fewer,
    )


def bids_to_come(rules: SuitParameters, players: int) -> Formula[Number]:
    """Return the formula of how often players can still have a turn, about the ``last`` bid and the ``passes`` in a row after it.

    Before every bid that is left all but one of those may pass who could end the auction so, and then the lowest bid is made.

    Clauses: AS-BID-3, AS-BID-5, AS-BID-7.
    """
    last, passes = Z3.Int("last"), Z3.Int("passes")
    until_next = Z3.If(last == 0, players, Z3.IntVal(players - 1)) - passes
    later = [Z3.If(last < points, players - 1, Z3.IntVal(0)) for points in rules.bids[:-1]]
    return Formula(
        clauses=("AS-BID-3", "AS-BID-5", "AS-BID-7"),
        text="bids rise, the highest ends the auction, and the passes after one are limited",
        variables=(last, passes),
        term=Z3.If(goes_on(rules, players).term, Z3.Sum([until_next, *later]), Z3.IntVal(0)),
    )
