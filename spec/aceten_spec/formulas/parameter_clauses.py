"""What parameters may ask for, as formulas: ranks that there are, and no more points, cards or game points than a deal can bring."""

from __future__ import annotations

from aceten_spec.cards import Rank, Suit, card_of
from aceten_spec.formulas.award_clauses import row_applies
from aceten_spec.formulas.card_clauses import pack_points
from aceten_spec.formulas.outcome_clauses import wins
from aceten_spec.formulas.terms import Z3, Formula, Number, Truth
from aceten_spec.rulebook import MatchingParameters, Parameters, SuitParameters, pack_of


def in_pack(rules: Parameters) -> Formula[Truth]:
    """Return the formula of the ranks that the pack has, about a ``rank``.

    Clauses: ZS-CARDS-1.
    """
    rank = Z3.Int("rank")
    there = sorted({int(card.rank) for card in pack_of(rules).cards})
    return Formula(
        clauses=("ZS-CARDS-1",),
        text="the pack has cards of the rank",
        variables=(rank,),
        term=Z3.Or([rank == each for each in there]),
    )


def most_points(rules: Parameters) -> Formula[Number]:
    """Return the formula of the most points that a side can have in a deal: it takes every card, and shows every marriage.

    Clauses: ZS-CARDS-3, SE-SCORE-8, SX-MELD-2, SX-SCORE-21.
    """
    return Formula(
        clauses=("ZS-CARDS-3", "SE-SCORE-8", "SX-MELD-2", "SX-SCORE-21"),
        text="the points of all cards, of the last trick and of all marriages",
        variables=(),
        term=pack_points(rules)() + rules.last_trick_points + sum(marriages(rules)),
    )


def marriages(rules: Parameters) -> tuple[int, ...]:
    """Return what the marriages of a deal count, each once: those of the suits of which the pack has king and queen.

    Clauses: SX-MELD-1, SX-MELD-2, TT-MELD-2.
    """
    if not isinstance(rules, SuitParameters) or rules.marriages == "none":
        return ()
    cards = pack_of(rules).cards
    suits = [suit for suit in Suit if card_of(Rank.KING, suit) in cards and card_of(Rank.QUEEN, suit) in cards]
    if rules.marriages == "suit":
        return tuple(rules.marriage_points[suit - 1] for suit in suits)
    if rules.marriages == "order":
        return rules.marriage_points[: len(suits)]
    plain, royal = rules.marriage_points
    return (royal, *[plain] * (len(suits) - 1)) if suits else ()


def most_game_points(rules: Parameters) -> Formula[Number]:
    """Return the formula of the most game points that a side can score in a deal.

    Clauses: ZS-SCORE-4, HO-SCORE-9, HO-SCORE-10, SX-SCORE-22, SX-SCORE-26, AS-SCORE-35 to AS-SCORE-37.
    """
    points = most_points(rules)()
    match rules.score:
        case "table":
            scored = Z3.IntVal(max(row.game_points for row in rules.scoring))
        case "race":
            scored = Z3.IntVal(max(*rules.won, *rules.penalty))
        case "contract":
            scored = points + max(rules.bids)
            scored = Z3.If(scored >= rules.grand_points, scored, Z3.IntVal(rules.grand_points))
        case "points":
            sweep = rules.sweep_points if isinstance(rules, MatchingParameters) else 0
            scored = points + sweep
    return Formula(
        clauses=(
            "ZS-SCORE-4",
            "HO-SCORE-9",
            "HO-SCORE-10",
            "SX-SCORE-22",
            "SX-SCORE-26",
            "AS-SCORE-35",
            "AS-SCORE-36",
            "AS-SCORE-37",
        ),
        text="the most that a deal can bring a side in the match",
        variables=(),
        term=scored,
    )


def talon_after_tricks(rules: Parameters, players: int) -> Formula[Number]:
    """Return the formula of the cards in the talon after so many ``tricks``, when everybody has drawn.

    Clauses: ZS-DEAL-4, SX-DRAW-1.
    """
    tricks = Z3.Int("tricks")
    return Formula(
        clauses=("ZS-DEAL-4", "SX-DRAW-1"),
        text="what is left after the deal, less a card for every player and trick",
        variables=(tricks,),
        term=Z3.IntVal(len(pack_of(rules).cards) - players * rules.hand) - tricks * players,
    )


def row_counts(rules: Parameters, number: int) -> Formula[Truth]:
    """Return the formula that a row of the scoring table counts: it applies, and no row before it.

    The variables are the ``points`` of the winners, those from ``cards``, and whether they took ``every`` trick.

    Clauses: ZS-SCORE-4, ZS-SCORE-5, ZS-SCORE-6.
    """
    *before, row = [row_applies(each) for each in rules.scoring[: number + 1]]
    return Formula(
        clauses=row.clauses,
        text=f"{row.text}, and no row before it applies",
        variables=row.variables,
        term=Z3.And([row.term, *[~each.term for each in before]]),
    )


def somebody_wins(rules: MatchingParameters, teams: int) -> Formula[Truth]:
    """Return the formula that a deal has a winner, about the points of every team and the team that took the ``last`` trick.

    Clauses: ZS-SCORE-2, ZS-SCORE-3, LK-SCORE-14, SL-SCORE-15.
    """
    each = [wins(rules.tie, rules.wins_from, teams, team) for team in range(teams)]
    return Formula(
        clauses=each[0].clauses,
        text="one of the teams wins",
        variables=each[0].variables,
        term=Z3.Or([formula.term for formula in each]),
    )
