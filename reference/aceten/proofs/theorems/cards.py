"""The theorem that cards are neither lost nor made: each lies in one place."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from aceten.proofs.propositions import Proposition, Step
from aceten.proofs.setting import is_matching, is_suits
from aceten.proofs.theorems import dealing, follows, suit_moves, suit_rest
from aceten.proofs.theorems.follows import SHAPES
from aceten.proofs.witness import whole_deal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from aceten.proofs.report import Witness
    from aceten.proofs.setting import Setting
    from aceten.state import State


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


def _witnesses(setting: Setting) -> Iterator[Witness]:
    yield whole_deal(
        "the cards that lie anywhere are those of the pack, from the deal to the end", setting.game, 3, _seen
    )


def _closes(setting: Setting) -> bool:
    return is_suits(setting) and setting.suits.rules.close != "never"


def _exchanges(setting: Setting) -> bool:
    return is_suits(setting) and setting.suits.rules.exchange != "none"


def _marries(setting: Setting) -> bool:
    return is_suits(setting) and setting.suits.rules.marriages != "none"


def _claims(setting: Setting) -> bool:
    return is_suits(setting) and setting.suits.rules.claim != "never"


def _auctions(setting: Setting) -> bool:
    return is_suits(setting) and bool(setting.suits.rules.bids)


_ARGUMENT: Final = (
    "By induction over the actions of a play. A deal puts every card of the pack in one place (deal, start). With matching tricks an action"
    " does what a branch of the relation of play says (T-STEP), and each branch leaves an arbitrary card in as many places as it was"
    " (kept). With suit tricks an action is done by the step for its kind (suit_play), and each of these does so: a card leaves the hand"
    " once and goes to the trick (suit_play_card), a trick goes to a captured pile (suit_end_trick), cards drawn leave the talon for"
    " hands (T-DRAW); the turn-up and a card change places (exchange); bids, claims, marriages and closing move nothing. What such a step"
    " decides by is any value in its proof. As a card is in one place after the deal, or in two packs each of its copies, it always is."
)

_ANY: Final = "any cards, an arbitrary one of them; "

PROPOSITIONS: Final[tuple[Proposition, ...]] = (
    Proposition(
        id="T-CARDS",
        statement=_statement,
        argument=_ARGUMENT,
        steps=(
            Step(
                name="deal",
                statement="a card goes to the seat that the clause says, or to the talon, and lies nowhere else",
                clauses=("CARDS-1", "DEAL-3", "DEAL-4", "DEAL-5", "DEAL-7"),
                function="aceten.game.Game.deal",
                domain="every order of the {pack} cards, each of the {players} dealers; an arbitrary card",
                cases=dealing.deal,
            ),
            Step(
                name="no_deal",
                statement="what is no deal is refused",
                clauses=("DEAL-5",),
                function="aceten.game.Game.deal",
                domain="each thing that can be wrong with the arguments, once",
                bounded=True,
                cases=dealing.refusals,
            ),
            Step(
                name="start",
                statement="a deal begins with nothing captured, and the player after the dealer is to lead",
                clauses=("PLAY-1", "DEAL-4"),
                function="aceten.matching.state.start",
                domain="every order of the {pack} cards, first and last dealer; a card shown by cutting in each packet",
                cases=dealing.start,
                applies=is_matching,
            ),
            Step(
                name="suit_start",
                statement="a deal begins with nothing captured, the turn-up under the talon, and the player after the dealer is to lead",
                clauses=("PLAY-1", "DEAL-7", "DEAL-8", "TRUMP-1", "TRUMP-4"),
                function="aceten.suits.state.start",
                domain="every order of the {pack} cards, first and last dealer; a card shown by cutting in each packet",
                cases=dealing.start,
                applies=is_suits,
            ),
            Step(
                name="kept",
                statement="every action leaves a card in as many places as it lay in before",
                clauses=("CARDS-1", "PLAY-2", "PLAY-7", "DRAW-1", "FLIP-1", "SPICE-1"),
                function="aceten_spec.formulas.play.Play.card",
                domain=f"an arbitrary card; every branch of every action; {SHAPES}",
                cases=follows.same_cards,
                applies=is_matching,
            ),
            Step(
                name="suit_play",
                statement="every action is done by the step for its kind, and none when the deal is over",
                clauses=("PLAY-2",),
                function="aceten.suits.state.SuitState.play",
                domain="one action of each kind, in an auction and elsewhere; any cards",
                cases=suit_rest.play,
                applies=is_suits,
            ),
            Step(
                name="talon",
                statement="exchanging, closing and drawing are done by the step for their kind",
                clauses=("EXCH-1", "CLOSE-1", "DRAW-1"),
                function="aceten.suits.state.SuitState._turn_to_talon",
                domain="one action of each kind; any cards",
                cases=suit_rest.play,
                applies=is_suits,
            ),
            Step(
                name="say",
                statement="bids, trumps and passing are done by the step for their kind",
                clauses=("BID-1", "TRUMP-2", "CLAIM-1"),
                function="aceten.suits.state.SuitState._say",
                domain="one action of each kind, in an auction and elsewhere; any cards",
                cases=suit_rest.play,
                applies=is_suits,
            ),
            Step(
                name="suit_play_card",
                statement="a card that is not in hand is refused; any other leaves the hand for the trick, and a complete trick ends",
                clauses=("PLAY-2", "SUIT-2"),
                function="aceten.suits.state.SuitState._play_card",
                domain=_ANY + "hands of 1 to {hand}, tricks of 0 to {players} cards, each seat, each card of the hand",
                cases=suit_moves.play_card,
                applies=is_suits,
            ),
            Step(
                name="suit_end_trick",
                statement="the trick goes to the captured cards of the winner's side; all draw where there is something to draw",
                clauses=("PLAY-7", "PLAY-8", "DRAW-1", "CLOSE-2", "CLAIM-1"),
                function="aceten.suits.state.SuitState._end_trick",
                domain=_ANY + "each winner; hands left or none, talons of 0 to {talon}",
                cases=suit_moves.end_trick,
                applies=is_suits,
            ),
            Step(
                name="drawn",
                statement="all draw, the winner first, and who draws the turn-up is known to hold it",
                clauses=("DRAW-1", "DRAW-8"),
                function="aceten.suits.state.SuitState._drawn",
                domain=_ANY + "talons of {players} cards and more, each winner and who draws last",
                cases=suit_moves.drawn,
                applies=is_suits,
            ),
            Step(
                name="draw_action",
                statement="to draw is accepted where there is something to draw",
                clauses=("CLOSE-2",),
                function="aceten.suits.state.SuitState._draw",
                domain=_ANY + "each seat",
                cases=suit_rest.draw,
                applies=_closes,
            ),
            Step(
                name="close",
                statement="closing the talon moves no card, and keeps what the other side had then",
                clauses=("CLOSE-1", "CLOSE-3", "CLOSE-4"),
                function="aceten.suits.state.SuitState._close",
                domain=_ANY + "each seat",
                cases=suit_rest.close,
                applies=_closes,
            ),
            Step(
                name="exchange",
                statement="a card of the hand and the turn-up change places",
                clauses=("EXCH-1",),
                function="aceten.suits.state.SuitState._exchange",
                domain=_ANY + "hands of 1 to {hand}, talons of 1 to {talon} cards, each seat, each card of the hand",
                cases=suit_rest.exchange,
                applies=_exchanges,
            ),
            Step(
                name="show",
                statement="a marriage is shown: its points go to the side, both cards are known, and no card moves",
                clauses=("MELD-1", "MELD-2", "MELD-8", "TRUMP-1", "TRUMP-3"),
                function="aceten.suits.state.SuitState._show",
                domain="each seat and suit; all whole numbers of points; any cards",
                cases=suit_rest.show,
                applies=_marries,
            ),
            Step(
                name="meld",
                statement="a marriage is shown and one of its cards played as any other, unless the deal ends by it",
                clauses=("MELD-1", "MELD-4", "CLAIM-1"),
                function="aceten.suits.state.SuitState._meld",
                domain=_ANY + "each seat; king, queen and another rank",
                cases=suit_rest.meld,
                applies=_marries,
            ),
            Step(
                name="claim",
                statement="a claim ends the deal and moves no card",
                clauses=("CLAIM-1", "CLAIM-3", "CLAIM-4"),
                function="aceten.suits.state.SuitState._claim",
                domain=_ANY + "each seat, with a marriage and without",
                cases=suit_rest.claim,
                applies=is_suits,
            ),
            Step(
                name="waive",
                statement="to pass after the last trick ends the deal and moves no card",
                clauses=("CLAIM-1",),
                function="aceten.suits.state.SuitState._waive",
                domain=_ANY + "each seat",
                cases=suit_rest.waive,
                applies=_claims,
            ),
            Step(
                name="bid",
                statement="a bid or a pass moves no card",
                clauses=("BID-1", "BID-2", "BID-3"),
                function="aceten.suits.state.SuitState._bid",
                domain=_ANY + "each seat, each bid and a pass",
                cases=suit_rest.bid,
                applies=_auctions,
            ),
            Step(
                name="name_trump",
                statement="to name trumps moves no card",
                clauses=("TRUMP-2",),
                function="aceten.suits.state.SuitState._name_trump",
                domain=_ANY + "each seat and suit",
                cases=suit_rest.name_trump,
                applies=_auctions,
            ),
        ),
        trusted=(
            "sorting a hand or a pile puts the same cards in another order (aceten_spec.cards.sort_cards)",
            "drawing moves cards from the talon to hands, and none anywhere else (T-DRAW)",
            "shuffling a pack, or accepting a deck, gives the cards of the pack in some order (aceten.shuffling, Game.deal)",
            "an action that is refused raises an error, so that no state comes of it (State._refuse)",
            "a function that never looks at cards does the same with all of them; lifting refuses one that looks",
            "the induction that joins the obligations, which is an argument in words",
        ),
        witnesses=_witnesses,
    ),
)
"""The theorem about cards."""
