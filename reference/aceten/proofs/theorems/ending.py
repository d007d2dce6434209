"""That play with matching tricks ends, and does not get stuck before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten.proofs.propositions import Proposition, Step
from aceten.proofs.setting import is_matching
from aceten.proofs.theorems import follows
from aceten.proofs.theorems.follows import BRANCHES, SHAPES
from aceten.proofs.theorems.tricks import first_seen
from aceten_spec.formulas import tricks as rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from aceten.proofs.report import Witness
    from aceten.proofs.setting import Setting
    from aceten.state import State


def _ends(states: Sequence[State]) -> bool:
    """Whether a deal ends with all hands empty, no longer than the measure at its beginning."""
    first, last = states[0], states[-1]
    longest = rules_of.measure().at(sum(map(len, first.hands)), len(first.talon), 0)
    return last.result is not None and not any(last.hands) and len(states) - 1 <= longest


def _witnesses(setting: Setting) -> Iterator[Witness]:
    yield first_seen(setting, "a deal that is played to its end", _ends)


PROPOSITIONS: Final[tuple[Proposition, ...]] = (
    Proposition(
        id="T-END",
        statement=lambda setting: (
            f"every deal ends, after {2 * len(setting.game.pack.cards)} actions at most beside calls, when no card is left to play"
        ),
        argument=(
            "The measure is twice the number of cards in hands and talon, and one more while a player may leave a complete trick as it is."
            " A deal begins with a measure of twice the pack at most (T-STEP.start). An action does what a branch of the relation of play"
            " says (T-STEP), and every branch makes the measure less by one at least (nearer). So no play is endless; and it does not get"
            " stuck, as between tricks all hands are equal and not empty until the deal is over (nearer), everybody plays one card to a"
            " round, and whoever is to act has something that he may do (some_action)."
        ),
        steps=(
            Step(
                name="nearer",
                statement="every action leaves less to play; between tricks all hands are equal, and empty only when the deal is over",
                clauses=(
                    *("PLAY-2", "PLAY-7", "PLAY-8", "MULTI-1", "MULTI-5", "MULTI-6", "DRAW-1", "DRAW-3", "DRAW-5"),
                    *("DRAW-6", "FLIP-1"),
                    *("FLIP-4", "SPICE-1"),
                ),
                function="aceten_spec.formulas.play.Play.card",
                domain=f"{BRANCHES}; {SHAPES}",
                cases=follows.nearer,
            ),
            Step(
                name="some_action",
                statement="whoever is to act has something that he may do",
                clauses=("PLAY-2", "PLAY-3", "PLAY-11", "MULTI-5"),
                function="aceten_spec.formulas.play.Play.card",
                domain=SHAPES,
                cases=follows.some_action,
            ),
        ),
        applies=is_matching,
        witnesses=_witnesses,
    ),
)
"""The theorem of this module."""
