"""What the cases are called that the branches of play are made of, and which there are when a trick is over.

What each says is in :mod:`aceten_spec.formulas.branch_cases`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from aceten_spec.rulebook import MatchingParameters

CaseName: TypeAlias = Literal[
    "led",
    "led_to_round",
    "winning_already",
    "matched",
    "unmatched",
    "beaten",
    "unbeaten",
    "next_plays",
    "leader_chooses",
    "round_over",
    "trick_over",
    "row_counted",
    "may_spice",
    "enough_taken",
    "draws_or_closes",
    "draws",
    "asked",
    "played_out",
    "leads_undrawn",
    "rest_taken",
    "turn_up_drawn",
    "lone_shown",
    "burned",
    "forfeited",
    "stopped",
    "flipped",
    "spiced",
    "not_spiced",
    "called",
    "enough_shown",
    "married",
    "trump_made",
    "exchanged",
    "closed",
    "claimed",
    "claimed_married",
    "not_claimed",
    "bid",
    "passed",
    "nobody_bid",
    "declared",
    "next_bids",
    "named",
]
"""The name of a case: what :data:`aceten_spec.formulas.branch_cases.CASES` has an entry for, in its order."""


def case_of_lead(cards: int) -> CaseName:
    """Return how a card is led to a trick of so many cards."""
    return "led_to_round" if cards else "led"


def cases_of_trick(
    rules: MatchingParameters, *, burns: bool, talon: int, left: int, over: bool
) -> tuple[CaseName, ...]:
    """Return the cases of what follows when a trick of matching cards has been taken.

    :param burns: whether four cards of a rank can burn.
    :param talon: the cards in the talon before all have drawn.
    :param left: the cards in it afterwards.
    :param over: whether the deal is over.
    """
    cases: list[CaseName] = ["lone_shown"] if rules.lone_card != "none" else []
    if burns:
        cases.append("burned")
    if not over:
        return (*cases, "draws" if left < talon else "leads_undrawn")
    if left < talon:
        cases.append("rest_taken")
    if rules.last_card_loses != "none":
        cases.append("forfeited")
    return (*cases, "played_out")


def case_of_winner(*, cards: bool, drawing: bool) -> CaseName:
    """Return what the winner of a trick does whose turn it is, before anybody has drawn.

    :param cards: whether he has cards, or there are some to be drawn.
    :param drawing: whether he is to draw or to close the talon.
    """
    if not cards:
        return "asked"
    return "draws_or_closes" if drawing else "leads_undrawn"
