"""What surrounds play, in words: how a deal begins, who wins it and what that scores, and how a match goes on and ends.

Each with the clauses that say it, and as far as formulas do in their words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from aceten_spec.checks.common_checks import has_partners
from aceten_spec.formulas.award_clauses import falls, scores
from aceten_spec.formulas.card_clauses import card_points, receiver
from aceten_spec.formulas.match_clauses import dealer_after, match_over
from aceten_spec.formulas.outcome_clauses import wins
from aceten_spec.formulas.suits.suit_trick_clauses import strength
from aceten_spec.formulas.terms import Formula, Number, Truth
from aceten_spec.names import rank_name
from aceten_spec.rulebook import MatchingParameters, Parameters, SuitParameters, pack_of


class Said(msgspec.Struct, frozen=True):
    """A sentence, and the clauses that say it."""

    words: str
    """What it says."""
    clauses: tuple[str, ...]
    """The clauses, without prefix: those of them that a rulebook has."""


def said_by(formula: Formula[Number] | Formula[Truth], *more: str) -> Said:
    """Return what a formula says in words."""
    return Said(formula.text, tuple(dict.fromkeys([clause.partition("-")[2] for clause in formula.clauses] + [*more])))


_TRUMPS: Final = {
    "turn_up": Said(
        "the next card is turned up and lies under the talon as its last card: its suit is trump",
        ("DEAL-7", "TRUMP-1"),
    ),
    "cut": Said("a card is shown by cutting the pack before the deal: its suit is trump", ("TRUMP-4",)),
    "dealt": Said(
        "the card that is dealt last, which is the dealer's, is shown to all: its suit is trump", ("DEAL-9", "TRUMP-4")
    ),
    "named": Said("the highest bidder names the trump suit", ("TRUMP-2",)),
    "marriage": Said(
        "there is no trump until a marriage is shown; its suit is trump until the next one is", ("TRUMP-1", "TRUMP-3")
    ),
}
"""Where trumps come from, by the parameter."""


def beginning(rules: Parameters, players: int) -> Iterator[Said]:
    """Yield how a deal begins.

    Clauses: ZS-PLAYERS-2, ZS-CARDS-1, ZS-CARDS-3, ZS-DEAL-3, ZS-DEAL-4, ZS-DEAL-5, ZS-PLAY-1, SX-TRUMP-1, EW-TRUMP-4, SX-DEAL-7, SU-DEAL-9,
    ZS-DEAL-6.
    """
    pack = pack_of(rules)
    ranks = ", ".join(rank_name(rank, style=pack.style) for rank in pack.ranks)
    yield Said(f"the pack has {len(pack.cards)} cards, of the ranks {ranks}", ("CARDS-1", "CARDS-5"))
    yield said_by(card_points(rules))
    if has_partners(rules, players):
        yield Said("partners sit opposite each other and are a side", ("PLAYERS-2",))
    elif isinstance(rules, MatchingParameters) and rules.sides == "lone":
        yield Said(f"who holds {rules.lone_card} plays alone against all others", ("LONE-1", "LONE-5"))
    else:
        yield Said("each player is a side", ("PLAYERS-2", "PLAYERS-3", "PLAYERS-1"))
    if isinstance(rules, SuitParameters):
        yield said_by(strength(rules))
    yield said_by(receiver(rules, players))
    if isinstance(rules, SuitParameters):
        yield _TRUMPS[rules.trump]
    left = len(pack.cards) - players * rules.hand
    if left:
        turned = isinstance(rules, SuitParameters) and rules.trump == "turn_up"
        form = f"{left - 1} cards that are left lie on it" if turned else f"{left} cards that are left form the talon"
        yield Said(f"the {form}, and all draw from the top", ("DEAL-4",))
    else:
        yield Said("all cards are dealt, and there is no talon", ("DEAL-4",))
    round_table = f"the turn goes round {rules.direction}: " if rules.players != (2,) else ""
    if isinstance(rules, SuitParameters) and rules.bids:
        yield Said(
            f"{round_table}the player after the dealer bids first; who has bid the most leads to the first trick",
            ("BID-1", "PLAY-1", "DEAL-6"),
        )
    else:
        yield Said(f"{round_table}the player after the dealer leads to the first trick", ("PLAY-1", "DEAL-6"))


def winning(rules: Parameters) -> Iterator[Said]:
    """Yield who wins a deal by its points, where a scoring table says what that brings, or what every side scores.

    Clauses: ZS-SCORE-1, ZS-SCORE-2, ZS-SCORE-3, HO-SCORE-9, HO-SCORE-11, EW-SCORE-1, EW-SCORE-31, TT-SCORE-39, TT-CLAIM-5.
    """
    last = rules.last_trick_points
    if last and rules.score in {"table", "points"}:
        yield Said(
            f"who takes the last trick has {last} points more, beside those of its cards", ("SCORE-8", "SCORE-21")
        )
    if rules.score == "table":
        yield said_by(_wins(rules), "SCORE-31", "SCORE-7")
    elif isinstance(rules, SuitParameters) and rules.score == "race":
        counted = "points are what counts with a claim; the other side's points and tricks are those at the claim"
        if rules.close != "never" and rules.won_at == "closing":
            counted += ", or at the closing if the claimant has closed the talon"
        yield Said(counted, ("SCORE-25",))
    elif isinstance(rules, MatchingParameters):
        yield said_by(scores(rules, 2, 0))
        yield said_by(falls(rules, 2, 0), "SCORE-20")
    elif rules.score == "points":
        yield Said("every side scores the points that count for it", ("SCORE-39",))
        if rules.claim_for == "match":
            yield Said("who claims rightly wins the match by it", ("CLAIM-5", "MATCH-1"))
        if rules.wrong_claim == "lost" and rules.claim == "called":
            yield Said("who claims wrongly scores nothing", ("CLAIM-4",))


def _wins(rules: Parameters) -> Formula[Truth]:
    if isinstance(rules, MatchingParameters):
        return wins(rules.tie, rules.wins_from, 2, 0)
    return wins("draw", 0, 2, 0)


def _scored(rules: Parameters) -> str:
    return "game points" if rules.score in {"table", "race"} else "points"


def match(rules: Parameters, players: int, sides: int) -> Iterator[Said]:
    """Yield how a match goes on and ends.

    Clauses: ZS-DEAL-2, ZS-MATCH-1, TT-MATCH-1, SX-MATCH-6, EW-MATCH-6, EW-MATCH-7.
    """
    dealer = dealer_after(rules, players, sides, 0)
    yield Said(f"who deals first is drawn by lot; after a deal {dealer.text}", ("DEAL-1", "DEAL-2"))
    if isinstance(rules, SuitParameters):
        after_draw = {
            "void": "a deal that nobody wins means nothing for the next",
            "carry": "for each deal that nobody wins the next one won counts a game point more",
            "doubles": "for each deal that nobody wins the next one won counts twice as much",
        }
        if rules.score in {"table", "race"}:
            yield Said(after_draw[rules.drawn], ("MATCH-6",))
        if rules.favourite:
            yield Said(
                "a later deal counts twice when its trumps are those of the first deal of the match", ("MATCH-7",)
            )
        if rules.claim_for == "match":
            yield Said(
                f"the match is over when somebody claims rightly, with {rules.target} or more, and in no other way",
                ("MATCH-1", "MATCH-3"),
            )
            return
    keys = ("MATCH-1", "MATCH-2", "MATCH-3", "MATCH-4", "MATCH-5", "MATCH-10")
    best = "who has the most has won it"
    if rules.match_tie != "goes_on":
        best += ", and nobody where several have the most"
    yield Said(
        f"{_scored(rules)} add up over deals; when a deal is over, so is the match if {match_over(rules, sides).text}; {best}",
        keys,
    )
    if isinstance(rules, MatchingParameters) and rules.finish == "immediate":
        yield Said("the match is over at once when a trick brings somebody so many points, within a deal too", keys)
