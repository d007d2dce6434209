"""That play ends, when the rules say, and does not get stuck before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aceten.engine.matching.game import MatchingGame
from aceten.engine.state import State
from aceten.proofs.statements.game_setting import Setting, is_matching, is_suits
from aceten.proofs.statements.proof_report import Witness
from aceten.proofs.statements.propositions import Proposition, Step
from aceten.proofs.statements.witnesses import in_deals
from aceten.proofs.theorems.play import branch_claims, suit_branch_claims
from aceten.proofs.theorems.play.branch_claims import BRANCHES, SHAPES
from aceten.proofs.theorems.play.extreme_deals import longest, shown


def _most(game: MatchingGame) -> int:
    """Return the measure of a deal at its beginning."""
    return branch_claims.measure(game, len(game.pack.cards))


def _longest(setting: Setting) -> list[Witness]:
    """Return a deal of as many actions as there can be."""
    game = setting.matching
    most = _most(game)

    def seen(states: Sequence[State]) -> bool:
        return states[-1].result is not None and not any(states[-1].hands) and len(states) - 1 <= most

    return [shown("a deal that is as long as it can be made", game, longest, seen)]


def _over_at_last(states: Sequence[State]) -> bool:
    """Whether a deal has ended, and before that something could be done at every turn."""
    return states[-1].turn is None and not states[-1].legal and all(state.legal for state in states[:-1])


_PLAY: Final = "aceten_spec.formulas.matching.play_relation.PlayRelation.card"
_SUIT_PLAY: Final = "aceten_spec.formulas.suits.suit_relation.SuitRelation.card"


PROPOSITIONS: Final[tuple[Proposition, ...]] = (
    Proposition(
        id="T-END",
        statement=lambda setting: (
            f"every deal ends, after {_most(setting.matching)} actions at most beside calls, when no card is left to play"
        ),
        argument=(
            "The measure is the number of cards that are to be played, with one more for every round that is to come after which a player"
            " may have a choice that moves no card, and one while he has it. An action does what a branch of the relation of play says"
            " (T-STEP), and every branch makes the measure less by one at least (nearer). So a deal has no more actions than its measure is"
            " at the beginning (T-STEP.start); how many there can be, the witness shows. And it does not get"
            " stuck, as between tricks all hands are equal and not empty until the deal is over (nearer), everybody plays one card to a"
            " round, and whoever is to act has something that he may do (some_action)."
        ),
        steps=(
            Step(
                name="nearer",
                statement="every action leaves less to play; between tricks all hands are equal, and empty only when the deal is over",
                clauses=(
                    *("PLAY-2", "PLAY-7", "PLAY-8", "MULTI-1", "MULTI-5", "MULTI-6", "DRAW-1", "DRAW-3", "DRAW-5"),
                    *("DRAW-6", "FLIP-1", "FLIP-4", "SPICE-1"),
                ),
                function=_PLAY,
                domain=f"{BRANCHES}; {SHAPES}",
                cases=branch_claims.nearer,
            ),
            Step(
                name="some_action",
                statement="whoever is to act has something that he may do",
                clauses=("PLAY-2", "PLAY-3", "PLAY-11", "MULTI-5"),
                function=_PLAY,
                domain=SHAPES,
                cases=branch_claims.some_action,
            ),
        ),
        applies=is_matching,
        witnesses=_longest,
    ),
    Proposition(
        id="T-SUIT-END",
        statement=lambda setting: (
            f"every deal of {setting.game} ends, exactly when the rules say, and until then something is legal"
        ),
        argument=(
            "Cards are drawn once and played once, the turn-up is exchanged, the talon closed and trumps named at most once: every action "
            "makes a number smaller that cannot fall below 0, or leaves fewer turns in the auction (nearer, T-AUCTION). The deal is over "
            "when all cards are played and nobody claims, by a claim, or when all pass (over). Until then something is legal: to lead any "
            "card, to a lead some card (T-OBEY), before that drawing, naming or bidding, and at last a claim or a pass (some_action)."
        ),
        steps=(
            Step(
                name="nearer",
                statement="every action brings the end nearer",
                clauses=("PLAY-2", "DRAW-1", "EXCH-1", "CLOSE-3", "TRUMP-2", "BID-5"),
                function=_SUIT_PLAY,
                domain=f"{BRANCHES}; {suit_branch_claims.SHAPES}",
                cases=suit_branch_claims.nearer,
            ),
            Step(
                name="over",
                statement="the deal is over exactly when the rules say",
                clauses=("PLAY-8", "CLAIM-1", "BID-7"),
                function=_SUIT_PLAY,
                domain=f"{BRANCHES}; {suit_branch_claims.SHAPES}",
                cases=suit_branch_claims.over,
            ),
            Step(
                name="some_action",
                statement="whoever is to act has something that he may do",
                clauses=("SUIT-2", "SUIT-3", "SUIT-4", "CLAIM-1", "BID-1", "BID-7", "BID-9"),
                function=_SUIT_PLAY,
                domain=suit_branch_claims.SHAPES,
                cases=suit_branch_claims.some_action,
            ),
        ),
        applies=is_suits,
        witnesses=in_deals("a deal comes to its end, and something could be done at every turn", [3], _over_at_last),
    ),
)
"""The theorems about the end of a deal."""
