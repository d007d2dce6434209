"""The theorem that cards are neither lost nor made: each lies in one place."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from aceten.proofs.propositions import Proposition, Step
from aceten.proofs.theorems import dealing, matching_moves, suit_moves, suit_rest, trick_ends
from aceten.proofs.theorems.matching_moves import flips, is_matching, spices
from aceten.proofs.theorems.suit_moves import is_suits
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
    "By induction over the actions of a play. A deal puts every card of the pack in one place (deal, start). An action is done by the step"
    " for its kind (play, suit_play), and each of these leaves an arbitrary card in as many places as it was: a card leaves the hand once"
    " and goes to the trick (play_card, put), one turned up leaves the talon (flip), one drawn to spice with leaves the talon (end_round)"
    " and is exchanged for a card of the trick (spice), a trick goes to a captured pile (stop, end_trick), cards drawn leave the talon for"
    " hands (T-DRAW); the turn-up and a card change places (exchange); calls, bids, claims, marriages and closing move nothing. What a"
    " step decides by (what matches, who may do what) is any value in its proof. As a card is in one place after the deal, or in two packs"
    " each of its copies, it always is."
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
                name="play",
                statement="every action is done by the step for its kind",
                clauses=("PLAY-2", "PLAY-3"),
                function="aceten.matching.state.MatchingState.play",
                domain="one action of each kind; any state",
                cases=matching_moves.play,
                applies=is_matching,
            ),
            Step(
                name="play_card",
                statement="a card that is not in hand is refused; any other leaves the hand for the trick",
                clauses=("PLAY-2", "PLAY-3", "MULTI-2", "MULTI-3"),
                function="aceten.matching.state.MatchingState._play_card",
                domain="hands of 1 to {hand} cards, leading, following and after a round; all whole numbers for each card",
                cases=matching_moves.play_card,
                applies=is_matching,
            ),
            Step(
                name="put",
                statement="a card goes on top of the trick; the next seat is to act, or the round ends the trick",
                clauses=("PLAY-2", "PLAY-4", "MULTI-1", "MULTI-6", "MULTI-7", "MULTI-10"),
                function="aceten.matching.state.MatchingState._put",
                domain=_ANY + "tricks of every length; each leader in the first round; whatever matches and wins",
                cases=matching_moves.put,
                applies=is_matching,
            ),
            Step(
                name="lead",
                statement="a lead is kept among the last ones in a row of one rank, up to the limit",
                clauses=("PLAY-11",),
                function="aceten.matching.state.MatchingState._put",
                domain="limits of 0, 1, 3 and the game's, every number of leads before up to it; all whole numbers for ranks",
                cases=matching_moves.lead,
                applies=is_matching,
            ),
            Step(
                name="flip",
                statement="the top card of the talon goes to the trick, where that is offered",
                clauses=("FLIP-1", "FLIP-2", "FLIP-3"),
                function="aceten.matching.state.MatchingState._flip",
                domain=_ANY + "talons of 1 to {talon} cards, each seat",
                cases=matching_moves.flip,
                applies=flips,
            ),
            Step(
                name="end_round",
                statement="the winner draws a card to spice with, unless his hand is full; otherwise the trick ends",
                clauses=("SPICE-1", "SPICE-2", "SPICE-3"),
                function="aceten.matching.state.MatchingState._end_round",
                domain=_ANY + "hands of 0 to {hand} cards, talons of every size up to {talon}, each winner",
                cases=trick_ends.end_round,
                applies=is_matching,
            ),
            Step(
                name="spice",
                statement="the card drawn takes the place of the card that won the trick, which goes to the winner's hand",
                clauses=("SPICE-1",),
                function="aceten.matching.state.MatchingState._spice",
                domain="hands of {hand}, tricks of {players} cards, each leader and winner; all whole numbers for each card",
                cases=trick_ends.spice,
                applies=spices,
            ),
            Step(
                name="stop",
                statement="to stop is accepted where there is a choice, and moves nothing before the trick ends",
                clauses=("MULTI-5", "SPICE-1"),
                function="aceten.matching.state.MatchingState._stop",
                domain="any cards, which are not looked at; each seat",
                cases=trick_ends.stop,
                applies=is_matching,
            ),
            Step(
                name="end_trick",
                statement="the trick goes to the captured cards of the winner's side, with what is left over where the rules say so",
                clauses=("PLAY-7", "PLAY-8", "MULTI-7", "DRAW-4", "DRAW-6"),
                function="aceten.matching.state.MatchingState._end_trick",
                domain=_ANY
                + "tricks of each number of rounds, each winner; hands left or none, with cards left over or none",
                cases=trick_ends.end_trick,
                applies=is_matching,
            ),
            Step(
                name="call",
                statement="a call is refused, or changes nothing but the log",
                clauses=("CALL-1", "CALL-2", "CALL-3", "CALL-5"),
                function="aceten.matching.state.MatchingState._call",
                domain="each call of each seat at the turn of each seat; any cards, which are not looked at",
                cases=matching_moves.call,
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
