"""How many cards of the led rank a trick has, and how many tricks a deal, as formulas.

*Like the lead* is the led card, and every card that counts for its rank or is wild: no other card ever matches it.
"""

from __future__ import annotations

from typing import Final

from aceten_spec.formulas.matching import trick_clauses
from aceten_spec.formulas.terms import Z3, Formula, Number
from aceten_spec.rulebook import MatchingParameters

_CLAUSES: Final = ("ZS-PLAY-4", "ZS-PLAY-5", "ZS-MULTI-1", "ZS-MULTI-2", "ZS-MULTI-6")


def is_beaten(rules: MatchingParameters) -> bool:
    """Return whether every round but the last of a trick has a card like the lead that an opponent of the leader played."""
    return rules.continuation == "opponent_winning" and rules.taken_by == "last_match"


def alike(rules: MatchingParameters) -> Formula[Number]:
    """Return the formula of how many cards like the lead a trick has at least that has so many ``rounds``.

    Clauses: ZS-PLAY-4, ZS-PLAY-5, ZS-MULTI-1, ZS-MULTI-2, ZS-MULTI-6.
    """
    rounds = Z3.Int("rounds")
    if rules.continue_with == "any":
        return Formula(clauses=_CLAUSES, text="the led card", variables=(rounds,), term=Z3.IntVal(1))
    beaten = is_beaten(rules)
    return Formula(
        clauses=_CLAUSES,
        text="those that are led to its rounds" + (", and one that beats each round but the last" if beaten else ""),
        variables=(rounds,),
        term=rounds + (rounds - 1 if beaten else 0),
    )


def like_the_lead(rules: MatchingParameters, cards: int) -> Formula[Number]:
    """Return the formula of how many of so many cards of a trick are like the lead.

    Clauses: ZS-PLAY-4, ZS-PLAY-5.
    """
    trick = tuple(Z3.Int(f"card{place}") for place in range(cards))
    led, is_wild, played = (
        trick_clauses.rank_of_led(rules),
        trick_clauses.wild(rules),
        trick_clauses.rank_of_played(rules),
    )
    ranks = [played(card) for card in trick[1:]]
    return Formula(
        clauses=("ZS-PLAY-4", "ZS-PLAY-5"),
        text="the led card, the cards of its rank, and wild cards",
        variables=trick,
        term=Z3.Sum([Z3.IntVal(1), *[Z3.If((rank == led(trick[0])) | is_wild(rank), 1, 0) for rank in ranks]]),
    )


def fewest_tricks(rules: MatchingParameters, one_rank: int, wild: int) -> Formula[Number]:
    """Return the formula of how many tricks a deal of so many ``rounds`` has at least.

    :param one_rank: how many cards of the pack count for one rank that is not wild, at most.
    :param wild: how many count for a wild one.

    Clauses: ZS-PLAY-4, ZS-PLAY-5, ZS-MULTI-1, ZS-MULTI-2, ZS-MULTI-6.
    """
    rounds = Z3.Int("rounds")
    by_hand = (rounds + rules.hand - 1) / rules.hand
    if rules.continue_with == "any":
        term, text = by_hand, "as no trick has more rounds than a hand has cards"
    else:
        alone, shared = (rounds * 2 - wild, one_rank + 1) if is_beaten(rules) else (rounds - wild, one_rank)
        by_cards = (alone + shared - 1) / shared
        term = Z3.If(by_cards > by_hand, by_cards, by_hand)
        text = "as no trick has more rounds than a hand has cards, nor more than there are cards like its lead for"
    return Formula(clauses=_CLAUSES, text=text, variables=(rounds,), term=term)
