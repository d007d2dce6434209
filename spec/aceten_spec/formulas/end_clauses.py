"""How a deal can stand when it has been played to its end, as formulas about who has how many cards of each value."""

from __future__ import annotations

from collections import Counter

import msgspec

from aceten_spec.formulas.card_clauses import RANKS
from aceten_spec.formulas.terms import Z3, Formula, Number, Truth
from aceten_spec.rulebook import MatchingParameters, Parameters, pack_of


class EndClause(msgspec.Struct, frozen=True, eq=False):
    """The ends of deals in which so many teams gather cards."""

    names: tuple[str, ...]
    """What the numbers are called that say how a deal stands."""
    most: tuple[int, ...]
    """The most that each of these numbers can be; the least is 0."""
    possible: Formula[Truth]
    """Whether a deal can stand so."""
    cards: tuple[Formula[Number], ...]
    """The card points of each team."""
    points: tuple[Formula[Number], ...]
    """The same with the points for the last trick."""
    rounds: tuple[Formula[Number], ...]
    """How many rounds each team has taken; a trick has one, a multiple trick several."""
    last: Formula[Number]
    """The team that took the last trick."""
    left: tuple[tuple[int, Formula[Number]], ...]
    """For each value how many cards of it are left over; empty where no card is."""


def ending(rules: Parameters, players: int, teams: int) -> EndClause:
    """Return how deals can end: every trick goes to one of the teams, and no cards but those that are left over stay behind.

    Clauses: ZS-CARDS-1, ZS-CARDS-3, ZS-PLAY-7, ZS-SCORE-1, HO-DRAW-6, SE-SCORE-8.
    """
    size = len(pack_of(rules).cards)
    spare = size % players
    to_last = isinstance(rules, MatchingParameters) and rules.leftover == "last_trick"
    kinds = _kinds(rules)
    most_rounds = size // players
    last = Z3.Int("last trick")
    rounds = [Z3.Int(f"rounds {team}") for team in range(teams)]
    piles = [{value: Z3.Int(f"cards {team} of {value}") for value in kinds} for team in range(teams)]
    left = {value: Z3.Int(f"left of {value}") for value in kinds} if spare and not to_last else {}
    cards = [Z3.Sum([pile[value] * value for value in kinds]) for pile in piles]
    points = [count + Z3.If(last == team, rules.last_trick_points, Z3.IntVal(0)) for team, count in enumerate(cards)]
    everywhere = [*piles, left] if left else piles
    variables = (last, *rounds, *[pile[value] for pile in everywhere for value in kinds])
    conditions = [
        last < teams,
        *[number >= 0 for number in variables],
        *([Z3.Sum(list(left.values())) == spare] if left else []),
        *[Z3.Sum([pile[value] for pile in everywhere]) == count for value, count in kinds.items()],
        *[
            Z3.Sum(list(pile.values())) == taken * players + Z3.If(last == team, spare if to_last else 0, Z3.IntVal(0))
            for team, (pile, taken) in enumerate(zip(piles, rounds, strict=True))
        ],
        *[Z3.Implies(last == team, taken >= 1) for team, taken in enumerate(rounds)],
    ]

    def about(text: str, term: Number, *further: str) -> Formula[Number]:
        return Formula(clauses=("ZS-SCORE-1", *further), text=text, variables=variables, term=term)

    return EndClause(
        names=tuple(map(str, variables)),
        most=(teams - 1, *[most_rounds] * teams, *[kinds[value] for _ in everywhere for value in kinds]),
        possible=Formula(
            clauses=("ZS-CARDS-1", "ZS-PLAY-7", "ZS-SCORE-1", "HO-DRAW-6"),
            text="every card lies in a trick that one of the teams has taken, but for those that are left over",
            variables=variables,
            term=Z3.And(conditions),
        ),
        cards=tuple(about(f"the card points of team {team}", term, "ZS-CARDS-3") for team, term in enumerate(cards)),
        points=tuple(about(f"the points of team {team}", term, "SE-SCORE-8") for team, term in enumerate(points)),
        rounds=tuple(about(f"the rounds that team {team} took", term) for team, term in enumerate(rounds)),
        last=about("the team that took the last trick", last),
        left=tuple((value, about(f"the cards of {value} left over", count)) for value, count in left.items()),
    )


def _kinds(rules: Parameters) -> dict[int, int]:
    """Return how many cards of each value the pack has."""
    by_rank = {int(RANKS[letter]): points for letter, points in rules.values.items()}
    return dict(Counter(by_rank.get(int(card.rank), 0) for card in pack_of(rules).cards))
