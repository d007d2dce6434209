"""Who takes a trick, where what matches the lead takes it: one player always, by the last card that matches or as the rules have it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import partial
from operator import attrgetter
from typing import Final

from aceten.engine.matching.game import MatchingGame
from aceten.engine.state import State
from aceten.proofs.statements.game_setting import Setting
from aceten.proofs.statements.propositions import Proposition, Step
from aceten.proofs.statements.witnesses import in_deals
from aceten.proofs.theorems.play import branch_claims, trick_cases
from aceten.proofs.theorems.play.branch_claims import SHAPES
from aceten_spec.formulas.matching import trick_clauses

SEEDS: Final = 60
"""So many deals are looked through for one that shows something."""


# --- Witnesses --------------------------------------------------------------------------------------------------------


def _taken_by_another(states: Sequence[State]) -> bool:
    """Whether a card that matched took a trick from its leader, and the lead took one that nobody matched."""
    ends = [(before, after) for before, after in itertools.pairwise(states) if before.trick and not after.trick]
    return {before.leader == after.leader for before, after in ends} == {True, False}


# --- The theorem ------------------------------------------------------------------------------------------------------


def _statement(setting: Setting) -> str:
    return f"every trick has one winner: {trick_clauses.takes(setting.matching.rules, 1, 1).text}"


def _applies(setting: Setting) -> bool:
    """Whether there are matching tricks, and one reading of how rounds, of which the newest decides, go with trumps of earlier ones."""
    if not isinstance(setting.game, MatchingGame):
        return False
    rules = setting.game.rules
    return (rules.wild_role, rules.to_match) != ("trump", "newest_lead")


_STEPS: Final = (
    Step(
        name="wild",
        statement="the wild ranks are those of the rulebook",
        clauses=("PLAY-5",),
        function="aceten.engine.matching.steps.is_wild",
        domain="all whole numbers",
        cases=trick_cases.wild_cases,
    ),
    Step(
        name="match",
        statement="a card matches that is of the led rank or wild, as far as trumps and led wild cards allow it",
        clauses=("CARDS-2", "PLAY-4", "PLAY-5", "PLAY-6", "PLAY-9", "PLAY-10"),
        function="aceten.engine.matching.steps.matches",
        domain="all whole numbers, whatever the rulebook says of trumps and of led wild cards",
        cases=trick_cases.match_cases,
    ),
    Step(
        name="trump",
        statement="ranks hold a trump when one of them is wild, where wild cards are trumps",
        clauses=("PLAY-9", "MULTI-9"),
        function="aceten.engine.matching.steps.is_trumped",
        domain="all whole numbers, as many as a trick has cards",
        cases=trick_cases.trump_cases,
    ),
    Step(
        name="deciding",
        statement="the card to be matched is the first of the trick, or of its newest round where that alone decides",
        clauses=("MULTI-3", "MULTI-7", "MULTI-10"),
        function="aceten.engine.matching.steps.deciding",
        domain="any number of cards, whichever round the rulebook lets decide",
        cases=trick_cases.deciding_cases,
    ),
    Step(
        name="ahead",
        statement="who matches is winning, or only who matches first",
        clauses=("PLAY-4", "MULTI-7"),
        function="aceten.engine.matching.steps.winning_after",
        domain="all whole numbers, whichever match takes the trick by the rulebook",
        cases=trick_cases.ahead_cases,
    ),
    Step(
        name="led",
        statement="a card that is led counts for its own rank; the lone card for the rank of the rulebook",
        clauses=("LONE-4",),
        function="aceten.engine.matching.game.counts_as",
        domain="every card, with its own rank and another for the lone card",
        cases=partial(trick_cases.rank_cases, ranks=attrgetter("led"), formula=trick_clauses.rank_of_led),
    ),
    Step(
        name="played",
        statement="a card that is played to a lead counts for its own rank; the lone card for the rank of the rulebook",
        clauses=("LONE-3",),
        function="aceten.engine.matching.game.counts_as",
        domain="every card, with its own rank and another for the lone card",
        cases=partial(trick_cases.rank_cases, ranks=attrgetter("played"), formula=trick_clauses.rank_of_played),
    ),
    Step(
        name="to_match",
        statement="what has to be matched is the rank for which the deciding card counts; without a card, nothing",
        clauses=("PLAY-4", "MULTI-3", "MULTI-10", "LONE-4"),
        function="aceten.engine.matching.state.MatchingState.to_match",
        domain="any cards, in tricks of every size that there is",
        cases=trick_cases.to_match_cases,
    ),
    Step(
        name="trumped",
        statement="a trick is trumped once a wild card lies in it, where wild cards are trumps",
        clauses=("PLAY-9",),
        function="aceten.engine.matching.state.MatchingState.trumped",
        domain="any cards, in tricks of every size that there is",
        cases=trick_cases.trumped_cases,
    ),
    Step(
        name="one_winner",
        statement="of the cards of a trick there is exactly one that takes it",
        clauses=("PLAY-4",),
        function="aceten_spec.formulas.matching.trick_clauses.takes",
        domain="any cards, in tricks of every number of rounds that there is",
        cases=trick_cases.one_winner_cases,
    ),
    Step(
        name="can",
        statement="a trick can be continued when a card of the hand continues it",
        clauses=("MULTI-2", "MULTI-6"),
        function="aceten.engine.matching.steps.can_continue",
        domain="all whole numbers, in hands of 0 to {hand} cards",
        cases=trick_cases.can_cases,
    ),
    Step(
        name="put",
        statement="whoever played the card that takes a trick is winning it, card after card, and takes it",
        clauses=("PLAY-4", "PLAY-5", "PLAY-6", "PLAY-9", "PLAY-10", "MULTI-3", "MULTI-7", "MULTI-8", "MULTI-10"),
        function="aceten_spec.formulas.matching.play_relation.PlayRelation.card",
        domain=f"every branch of a card that is played, the first of its hand (T-STEP), or turned up; {SHAPES}",
        cases=branch_claims.ahead,
    ),
    Step(
        name="four",
        statement="a round of four players burns that consists of four cards of one rank",
        clauses=("SCORE-11",),
        function="aceten.engine.matching.steps.four_of_a_rank",
        domain="all whole numbers, in tricks of every number of rounds that there is",
        cases=trick_cases.four_cases,
    ),
    Step(
        name="barred",
        statement="a rank is barred after as many leads of it as the limit",
        clauses=("PLAY-11",),
        function="aceten.engine.matching.steps.too_many_leads",
        domain="all whole numbers, a limit from 0, which is none; up to one lead more than the limit",
        cases=trick_cases.barred_cases,
        applies=lambda setting: setting.matching.rules.lead_limit > 0,
    ),
)

TRICK: Final = Proposition(
    id="T-TRICK",
    statement=_statement,
    argument=(
        "A formula says of the cards of a whole trick which of them takes it; there is exactly one (one_winner). A trick of one card is"
        " being won by its leader. Put on a trick that is being won by whoever played the card that takes it, every further card leaves"
        " that so (put): by induction over the cards it is so when the trick ends, however many cards and rounds it has. The functions"
        " that decide about a card follow the same rules (wild, match, trump, deciding, ahead, led, played, to-match, trumped)."
        " What else a trick brings about follows from its cards too (four, burned, lone, barred)."
    ),
    steps=_STEPS,
    applies=_applies,
    witnesses=in_deals(
        "a trick that its leader takes, and one that another takes from him", range(SEEDS), _taken_by_another
    ),
)
"""Who takes a trick."""

PROPOSITIONS: Final[tuple[Proposition, ...]] = (TRICK,)
"""The theorem of this module."""
