"""The theorem that cards are neither lost nor made: each lies in one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from aceten.engine.state import State
from aceten.proofs.statements.game_setting import Setting
from aceten.proofs.statements.propositions import Proposition, Step, matching_step, suit_step
from aceten.proofs.statements.witnesses import in_deals
from aceten.proofs.theorems.play import branch_claims, dealt_cards, suit_branch_claims
from aceten.proofs.theorems.play.branch_claims import BRANCHES, SHAPES


def _statement(setting: Setting) -> str:
    each = "once" if setting.game.pack.copies == 1 else f"{setting.game.pack.copies} times"
    return f"in every play of {setting.game} each card is there {each}: in a hand, the trick, the talon or among captured cards"


def _seen(states: Sequence[State]) -> bool:
    """Whether the cards in hands, trick, talon and captured piles are the pack in every state."""
    pack = Counter(states[0].game.pack.cards)
    return all(
        Counter([*state.talon, *state.trick, *[card for pile in (*state.hands, *state.taken) for card in pile]]) == pack
        for state in states
    )


_ARGUMENT: Final = (
    "By induction over the actions of a play. A deal puts every card of the pack in one place (deal). An action does what a branch"
    " of the relation of play says (T-STEP), and each branch leaves an arbitrary card in as many places as it was (kept). As a card is in"
    " one place after the deal, or in two packs each of its copies, it always is."
)

PROPOSITIONS: Final[tuple[Proposition, ...]] = (
    Proposition(
        id="T-CARDS",
        statement=_statement,
        argument=_ARGUMENT,
        steps=(
            Step(
                name="deal",
                statement="a card goes to the seat that the clause says, or to the talon, and lies nowhere else; nothing is captured, and"
                " the player after the dealer is to lead",
                clauses=("CARDS-1", "PLAY-1", "DEAL-3", "DEAL-4", "DEAL-5", "DEAL-7", "DEAL-8", "TRUMP-1", "TRUMP-4"),
                function="aceten.engine.game.Game.deal",
                domain="every order of the {pack} cards, each of the {players} dealers, every place at which a pack is cut",
                cases=dealt_cards.deal,
            ),
            Step(
                name="pack",
                statement="a pack is dealt alike, whether it is given, has a number, or is drawn from a seed for what hands hold and lack",
                clauses=("DEAL-3",),
                function="aceten.engine.game.Game.deal",
                domain="a pack for each of these, the first number, the last and one between; each of {players} dealers",
                bounded=True,
                cases=dealt_cards.packs,
            ),
            Step(
                name="no_deal",
                statement="what is no deal is refused",
                clauses=("DEAL-5",),
                function="aceten.engine.game.Game.deal",
                domain="each thing that can be wrong with the arguments, once",
                bounded=True,
                cases=dealt_cards.refusals,
            ),
            matching_step(
                name="kept",
                statement="every action leaves a card in as many places as it lay in before",
                clauses=("CARDS-1", "PLAY-2", "PLAY-7", "DRAW-1", "FLIP-1", "SPICE-1"),
                function="aceten_spec.formulas.matching.play_relation.PlayRelation.card",
                domain=f"an arbitrary card; {BRANCHES}; {SHAPES}",
                cases=branch_claims.same_cards,
            ),
            suit_step(
                name="suit_kept",
                statement="every action leaves a card in as many places as it lay in before",
                clauses=("CARDS-1", "PLAY-2", "PLAY-7", "DRAW-1", "EXCH-1"),
                function="aceten_spec.formulas.suits.suit_relation.SuitRelation.card",
                domain=f"an arbitrary card; {BRANCHES}; {suit_branch_claims.SHAPES}",
                cases=suit_branch_claims.same_cards,
            ),
        ),
        trusted=(
            "sorting a hand or a pile puts the same cards in another order (aceten_spec.cards.sort_cards)",
            "shuffling a pack, or accepting a deck, gives the cards of the pack in some order (aceten.deals.shuffling, Game.deal)",
            "the induction that joins the obligations, which is an argument in words",
        ),
        witnesses=in_deals("the cards that lie anywhere are those of the pack, from the deal to the end", [3], _seen),
    ),
)
"""The theorem about cards."""
