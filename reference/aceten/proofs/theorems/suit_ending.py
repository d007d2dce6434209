"""That every deal with suit tricks ends, when the rules say, and that until then something is legal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten.proofs.propositions import Proposition, Step
from aceten.proofs.setting import Setting, is_suits
from aceten.proofs.theorems import suit_follows
from aceten.proofs.theorems.follows import BRANCHES
from aceten.proofs.theorems.suit_follows import SHAPES
from aceten.proofs.witness import whole_deal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from aceten.proofs.report import Witness
    from aceten.state import State


def _over_at_last(states: Sequence[State]) -> bool:
    """Whether a deal has ended, and before that something could be done at every turn."""
    return states[-1].turn is None and not states[-1].legal and all(state.legal for state in states[:-1])


def _witnesses(setting: Setting) -> Iterable[Witness]:
    yield whole_deal(
        "a deal comes to its end, and something could be done at every turn", setting.game, 3, _over_at_last
    )


_PLAY: Final = "aceten_spec.formulas.suit_play.SuitPlay.card"

PROPOSITIONS: Final[tuple[Proposition, ...]] = (
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
                function=_PLAY,
                domain=f"{BRANCHES}; {SHAPES}",
                cases=suit_follows.nearer,
            ),
            Step(
                name="over",
                statement="the deal is over exactly when the rules say",
                clauses=("PLAY-8", "CLAIM-1", "BID-7"),
                function=_PLAY,
                domain=f"{BRANCHES}; {SHAPES}",
                cases=suit_follows.over,
            ),
            Step(
                name="some_action",
                statement="whoever is to act has something that he may do",
                clauses=("SUIT-2", "SUIT-3", "SUIT-4", "CLAIM-1", "BID-1", "BID-7", "BID-9"),
                function=_PLAY,
                domain=SHAPES,
                cases=suit_follows.some_action,
            ),
        ),
        applies=is_suits,
        witnesses=_witnesses,
    ),
)
"""The theorem about the end of a deal."""
