"""How a match goes on and ends, as formulas."""

from __future__ import annotations

from aceten_spec.checks.common_checks import has_partners
from aceten_spec.formulas.terms import Z3, Formula, Number, Truth, numeral
from aceten_spec.rulebook import Parameters, SuitParameters


def dealer_after(rules: Parameters, players: int, sides: int, dealer: int) -> Formula[Number]:
    """Return the formula of who deals after a deal that ``dealer`` has dealt, about the game points of every side.

    Clauses: ZS-DEAL-2, SE-DEAL-2, HO-DEAL-2, SX-DEAL-2, EW-DEAL-2.
    """
    gained = [Z3.Int(f"gained{side}") for side in range(sides)]
    own, others = gained[dealer % sides], [has for side, has in enumerate(gained) if side != dealer % sides]
    stays, passes = Z3.IntVal(dealer), Z3.IntVal((dealer + 1) % players)
    if rules.next_dealer == "same":
        term, text = stays, "the same player deals again"
    elif rules.next_dealer == "rotate":
        term, text = passes, "the next player deals"
    elif rules.next_dealer == "keeps":
        text = f"the same player deals again when his side scored {rules.keeps_deal} or more, else the next"
        term = Z3.If(own >= rules.keeps_deal, stays, passes)
    elif rules.next_dealer == "winners":
        text = "the same player deals again when his side scored more than another and as much as any, else the next"
        won = Z3.And([own >= other for other in others]) & Z3.Or([own > other for other in others])
        term = Z3.If(won, stays, passes)
    else:
        text = (
            "the dealer's partner deals when another side scored more, or he himself without one, else the next player"
        )
        loser = Z3.IntVal((dealer + 2) % players if has_partners(rules, players) else dealer)
        term = Z3.If(Z3.Or([own < other for other in others]), loser, passes)
    if rules.drawn_dealer == "keeps":
        term = Z3.If(Z3.And([own == other for other in others]), stays, term)
        text += "; after a deal in which all score equally the same player deals again"
    clauses = ("ZS-DEAL-2", "SE-DEAL-2", "HO-DEAL-2", "SX-DEAL-2", "EW-DEAL-2")
    return Formula(clauses=clauses, text=text, variables=tuple(gained), term=term)


def match_over(rules: Parameters, count: int) -> Formula[Truth]:
    """Return the formula that a match is over, about the scores, so many of them, and how many ``deals`` were played.

    Clauses: ZS-MATCH-1, SE-MATCH-2, SE-MATCH-4, SM-MATCH-3, SM-MATCH-4, EW-MATCH-5, EW-MATCH-10.
    """
    scores, deals = [Z3.Int(f"score{number}") for number in range(count)], Z3.Int("deals")
    if rules.match_ends == "deals":
        text, done = f"so many deals were played: {rules.deals}", deals >= rules.deals
    else:
        text, done = f"one has {rules.target} or more", Z3.Or([score >= rules.target for score in scores])
    if rules.match_tie == "goes_on":
        text += ", and one has more than all others"
        done &= Z3.Or([_leads(scores, number) for number in range(count)])
    return Formula(
        clauses=("ZS-MATCH-1", "SE-MATCH-2", "SE-MATCH-4", "SM-MATCH-3", "SM-MATCH-4", "EW-MATCH-5", "EW-MATCH-10"),
        text=text,
        variables=(*scores, deals),
        term=done,
    )


def leads(count: int, number: int) -> Formula[Truth]:
    """Return the formula that one has more than all others, about the scores.

    Clauses: ZS-MATCH-1, SM-MATCH-3.
    """
    scores = [Z3.Int(f"score{each}") for each in range(count)]
    return Formula(
        clauses=("ZS-MATCH-1", "SM-MATCH-3"),
        text="one has more than all others",
        variables=tuple(scores),
        term=_leads(scores, number),
    )


def _leads(scores: list[Number], number: int) -> Truth:
    return Z3.And([scores[number] > other for place, other in enumerate(scores) if place != number])


def counts_in_match(rules: Parameters, sides: int, side: int, doubled: int) -> Formula[Number]:
    """Return the formula of what a deal adds to the score of a side, after so many drawn deals that each double it.

    It is about the game points of every side, whether the deal counts ``twice``, and the game points ``added`` by drawn deals.

    Clauses: SX-MATCH-6, EW-MATCH-6, EW-MATCH-7.
    """
    gained, twice, added = [Z3.Int(f"gained{each}") for each in range(sides)], Z3.Int("twice"), Z3.Int("added")
    own = gained[side]
    term = own
    if isinstance(rules, SuitParameters):
        for _ in range(doubled):
            term = term + term
        term = Z3.If(own > 0, Z3.If(twice == 1, term + term, term) + added, Z3.IntVal(0))
    return Formula(
        clauses=("SX-MATCH-6", "EW-MATCH-6", "EW-MATCH-7"),
        text="a side that scores has its game points, twice as many in the favourite suit, and what was carried",
        variables=(*gained, twice, added),
        term=term,
    )


def carried_on(rules: Parameters, sides: int, doubled: int | Number) -> tuple[Formula[Number], Formula[Number]]:
    """Return the formulas of what a deal carries on: game points to be added, and how often the next is doubled.

    They are about the same numbers as :func:`counts_in_match`.

    Clauses: SX-MATCH-6, EW-MATCH-6.
    """
    gained, twice, added = [Z3.Int(f"gained{each}") for each in range(sides)], Z3.Int("twice"), Z3.Int("added")
    drawn = rules.drawn if isinstance(rules, SuitParameters) else "void"
    nobody = Z3.And([has == 0 for has in gained])
    more, times = added, numeral(doubled) if isinstance(doubled, int) else doubled
    if drawn == "carry":
        more = Z3.If(nobody, added + Z3.If(twice == 1, 2, Z3.IntVal(1)), Z3.IntVal(0))
        times = Z3.If(nobody, times, Z3.IntVal(0))
    elif drawn == "doubles":
        more, times = Z3.If(nobody, added, Z3.IntVal(0)), Z3.If(nobody, times + 1, Z3.IntVal(0))
    clauses, variables = ("SX-MATCH-6", "EW-MATCH-6"), (*gained, twice, added)
    return (
        Formula(clauses=clauses, text="game points carried on", variables=variables, term=more),
        Formula(clauses=clauses, text="how often the next deal is doubled", variables=variables, term=times),
    )
