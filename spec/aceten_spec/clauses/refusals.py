"""Why an action is refused: a code for each condition, what it says, and which rulebooks name a clause for it.

A rulebook leads from each code that it has occasion for to the clause that is broken then (:attr:`aceten_spec.rulebook.Rulebook.refusals`).

Where an action breaks several conditions it is refused for the first one in the order of :data:`REFUSALS`: first what holds of any
action, then what the game has at all, then what comes first and who is to lead, then the talon and the tricks, then what the player holds.
An exchange asks for the turn-up and for the card before all that, as without them nothing else is of interest.
"""

from __future__ import annotations

import functools
from typing import Final, Literal, TypeAlias

import msgspec

from aceten_spec.options import option_values, parameters_for
from aceten_spec.rulebook import MatchingParameters, Parameters, Rulebook
from aceten_spec.switches import as_parameter

RefusalCode: TypeAlias = Literal[
    "deal_over",
    "unknown_action",
    "spice_first",
    "bidding",
    "naming",
    "draw_first",
    "not_in_hand",
    "lead_limit",
    "trumped_continuation",
    "wrong_continuation",
    "early_suit_not_followed",
    "early_not_beaten",
    "early_not_trumped",
    "suit_not_followed",
    "not_beaten",
    "not_trumped",
    "meld_due",
    "stop_off",
    "stop_not_offered",
    "stop_not_spicing",
    "flip_off",
    "flip_exhausted",
    "spice_off",
    "spice_no_trick",
    "spice_not_drawn",
    "calls_off",
    "call_without_partner",
    "call_out_of_turn",
    "claim_off",
    "claim_automatic",
    "claim_not_leading",
    "claim_first_lead",
    "claim_with_marriage",
    "meld_off",
    "claim_before_drawing",
    "meld_not_leading",
    "meld_closed",
    "meld_exhausted",
    "meld_first_lead",
    "meld_wrong_card",
    "meld_not_king",
    "no_marriage",
    "wrong_claim",
    "exchange_off",
    "exchange_exhausted",
    "exchange_no_card",
    "exchange_before_drawing",
    "exchange_closed",
    "exchange_closer",
    "exchange_late",
    "exchange_not_leading",
    "exchange_no_trick",
    "exchange_stock",
    "close_off",
    "close_not_leading",
    "close_again",
    "close_stock",
    "close_first_lead",
    "draw_off",
    "draw_closed",
    "draw_exhausted",
    "draw_full_hand",
    "bid_outside",
    "bid_passed",
    "bid_points",
    "bid_too_low",
    "trump_in_auction",
    "trump_named",
    "pass_outside",
    "pass_forced",
    "pass_not_asked",
]
"""The code of a condition that an action can break: what :data:`REFUSALS` has an entry for, in its order."""


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """A condition that an action can break."""

    when: str
    """When an action breaks it, in words, where ``he`` is who acts. In braces: the ``rules``, which rank is exchanged (``exchange``), and
    two conditions that not every game and every action asks for: ``strict``, that there is no talon to draw from, and ``married``, that
    a marriage is shown."""
    says: str
    """What is the matter. In braces: ``who`` is to act, the ``game``, its ``rules``, the ``action``, how many cards the ``talon`` has,
    and which rank is exchanged for the turn-up (``exchange``)."""
    tricks: Literal["any", "matching", "suit"] = "any"
    """Which kind of games knows it."""
    never: tuple[tuple[str, object], ...] = ()
    """Parameters with a value by which the condition cannot be broken. A rulebook need not name a clause for it that has only these."""
    only: tuple[tuple[str, object], ...] = ()
    """Parameters with the one value by which it can be broken."""
    optional: bool = False
    """Whether a rulebook need not name a clause for it in any case."""
    otherwise: RefusalCode = "unknown_action"
    """The code whose clause stands in where the rulebook names none."""


def _matching(says: str, when: str, **further: object) -> Refusal:
    return msgspec.structs.replace(Refusal(says=says, when=when, tricks="matching"), **further)


def _suit(says: str, when: str, **further: object) -> Refusal:
    return msgspec.structs.replace(Refusal(says=says, when=when, tricks="suit"), **further)


def _by_option(name: str, value: object) -> dict[str, object]:
    """Return that a clause is needed where a parameter can have a value, and can have another one."""
    return {"never": ((name, value),), "only": ((name, value),)}


_CONTINUED: Final = ("continuation", "never")
_ANY_CONTINUES: Final = ("continue_with", "any")
_NO_SPICE: Final = ("spice", False)
_NO_CALLS: Final = ("calls", ())
_NO_BIDS: Final = ("bids", ())
_NO_MARRIAGES: Final = ("marriages", "none")
_NO_EXCHANGE: Final = ("exchange", "none")
_NO_CLOSING: Final = ("close", "never")
_CALLED: Final = ("claim", "called")
_CLAIMED_AT_ANY_TURN: Final = ("claim_when", "turn")
_CLAIMED_WITH_A_TRICK: Final = ("claim_when", "trick")
_BEFORE_DRAWING: Final = ("close", "either")

REFUSALS: Final[dict[RefusalCode, Refusal]] = {
    # Any action
    "deal_over": Refusal(says="the deal is over", when="the deal is over"),
    "unknown_action": Refusal(says="there is nothing of the kind in {game}", when="there is no such action"),
    # What has to be done before
    "spice_first": _matching(
        "the winner of the trick has to spice it or to stop",
        when="the winner of the trick has drawn, and is to spice it or to stop",
        never=(_NO_SPICE,),
    ),
    "bidding": _suit("the auction comes first", when="the auction is not over", never=(_NO_BIDS,)),
    "naming": _suit("trumps have to be named first", when="the declarer has not named trumps", never=(_NO_BIDS,)),
    "draw_first": _suit(
        "the winner of the trick has to draw first, or to close the talon",
        when="he has yet to draw or to close",
        only=(_BEFORE_DRAWING,),
    ),
    # A card
    "not_in_hand": Refusal(says="{who} does not hold this card", when="he does not hold the card"),
    "lead_limit": _matching(
        "{rules.lead_limit} leads of this rank in a row are the most allowed, and {who} holds another rank",
        when="the card is led, the last {rules.lead_limit} tricks were led with its rank, and he holds another",
        never=(("lead_limit", 0),),
    ),
    "trumped_continuation": _matching(
        "the trick is trumped, and only a trump continues it",
        when="the leader is to choose, the card does not continue the trick, but would if that were not trumped",
        never=(("wild_role", "any_rank"), _CONTINUED, _ANY_CONTINUES),
    ),
    "wrong_continuation": _matching(
        "it does not match what was led",
        when="the leader is to choose whether he goes on, and the card does not continue the trick",
        never=(_CONTINUED, _ANY_CONTINUES),
    ),
    "early_suit_not_followed": _suit(
        "the suit led has to be followed, also while there is a talon",
        when="there is an open talon, the card is not of the suit led, and he has one that is",
        optional=True,
        otherwise="suit_not_followed",
    ),
    "early_not_beaten": _suit(
        "the card led has to be beaten, also while there is a talon",
        when="there is an open talon, the card is of the suit led and does not beat the card led, and he has one that does",
        optional=True,
        otherwise="not_beaten",
    ),
    "early_not_trumped": _suit(
        "without a card of the suit led a trump has to be played, also while there is a talon",
        when="there is an open talon, the card is no trump, and he has none of the suit led, but a trump",
        optional=True,
        otherwise="not_trumped",
    ),
    "suit_not_followed": _suit(
        "the suit led has to be followed",
        when="{strict}the card is not of the suit led, and he has one that is",
    ),
    "not_beaten": _suit(
        "the card led has to be beaten",
        when="{strict}the card is of the suit led and lower than the card led, and he has a higher one of it",
        never=(("last_obligation", "follow"),),
    ),
    "not_trumped": _suit(
        "without a card of the suit led a trump has to be played",
        when="{strict}the card is no trump, and he has none of the suit led, but a trump",
        never=(("last_obligation", "follow"),),
    ),
    "meld_due": _suit(
        "who leads a card of a marriage that he can show has to show it",
        when="the card is led without its marriage, which he could show",
        never=(_NO_MARRIAGES,),
        only=(("meld_forced", True),),
    ),
    # Continuing, flipping and spicing
    "stop_off": _matching(
        "no trick can be continued in {game}, so none is stopped", when="anybody stops", **_by_option(*_CONTINUED)
    ),
    "stop_not_offered": _matching(
        "only the leader stops, where he could continue the trick with another round",
        when="there is no choice whether the trick goes on",
        never=(_CONTINUED,),
    ),
    "stop_not_spicing": _matching(
        "only the winner of a trick stops, where he could spice it with the card just drawn",
        when="no winner of a trick has drawn a card with which he may spice it",
        never=(_NO_SPICE,),
    ),
    "flip_off": _matching("nobody flips in {game}", when="anybody turns up a card", **_by_option("flip", value=False)),
    "flip_exhausted": _matching(
        "the talon is exhausted, and there is no card to turn up",
        when="the talon is exhausted",
        never=(("flip", False),),
    ),
    "spice_off": _matching("nobody spices in {game}", when="anybody spices", **_by_option(*_NO_SPICE)),
    "spice_no_trick": _matching(
        "no trick has just been won", when="a trick has begun, or none has been won yet", never=(_NO_SPICE,)
    ),
    "spice_not_drawn": _matching(
        "{who} has no card that he has just drawn after winning the trick",
        when="no winner of a trick has just drawn a card",
        never=(_NO_SPICE,),
    ),
    # Calls
    "calls_off": _matching("no such call is agreed on", when="no such call is agreed on", never=(_NO_CALLS,)),
    "call_without_partner": _matching(
        "there are no partners", when="there are no partners", optional=True, otherwise="calls_off"
    ),
    "call_out_of_turn": _matching(
        "who calls is no partner of {who}, whose turn it is",
        when="it is not the turn of the caller's partner",
        never=(_NO_CALLS,),
    ),
    # Claims
    "claim_off": _suit("nobody claims in {game}", when="anybody claims", **_by_option("claim", "never")),
    "claim_automatic": _suit(
        "nobody claims: the deal ends by itself when a player has enough points",
        when="anybody claims",
        only=(("claim", "automatic"),),
    ),
    "claim_not_leading": _suit("only who is to lead claims", when="he is not to lead", never=(_CLAIMED_AT_ANY_TURN,)),
    "claim_first_lead": _suit(
        "nobody claims before the first trick of the deal is taken",
        when="no trick has been taken in the deal",
        only=(_CLAIMED_WITH_A_TRICK,),
    ),
    "claim_with_marriage": _suit(
        "a marriage is led before it counts for a claim",
        when="he claims with a marriage",
        never=(_NO_MARRIAGES,),
        only=(_CLAIMED_WITH_A_TRICK,),
    ),
    # Marriages, by themselves and with a claim
    "meld_off": _suit(
        "there are no marriages in {game}", when="anybody shows a marriage", **_by_option(*_NO_MARRIAGES)
    ),
    "claim_before_drawing": _suit(
        "a marriage is shown after drawing, or after closing the talon",
        when="he claims with a marriage, and has yet to draw or to close",
        never=(_NO_MARRIAGES,),
        only=(_BEFORE_DRAWING, _CALLED),
    ),
    "meld_not_leading": _suit(
        "only who is to lead shows a marriage", when="{married}he is not to lead", never=(_NO_MARRIAGES,)
    ),
    "meld_closed": _suit(
        "no marriage is shown when the talon is closed",
        when="{married}the talon is closed",
        never=(_NO_MARRIAGES, _NO_CLOSING),
        only=(("meld_after_closing", False),),
    ),
    "meld_exhausted": _suit(
        "no marriage is shown when the talon is exhausted",
        when="{married}the talon is exhausted",
        never=(_NO_MARRIAGES,),
        only=(("meld_after_stock", False),),
    ),
    "meld_first_lead": _suit(
        "no marriage is shown with the first lead of the deal",
        when="{married}no trick has been taken in the deal",
        never=(_NO_MARRIAGES,),
        only=(("meld_first", False),),
    ),
    "meld_wrong_card": _suit(
        "a marriage is led with its king or its queen",
        when="the card led is no king or queen",
        never=(_NO_MARRIAGES,),
    ),
    "meld_not_king": _suit(
        "a marriage is led with its king",
        when="the card led is no king",
        never=(_NO_MARRIAGES,),
        only=(("meld_lead", "king"),),
    ),
    "no_marriage": _suit(
        "{who} does not hold both king and queen of this suit",
        when="{married}he does not hold both king and queen of the suit",
        never=(_NO_MARRIAGES,),
    ),
    "wrong_claim": _suit(
        "the points of {who} do not suffice",
        when="the points do not suffice",
        only=(("wrong_claim", "refused"), _CALLED),
    ),
    # The turn-up
    "exchange_off": _suit(
        "no card is exchanged in {game}", when="anybody exchanges a card", **_by_option(*_NO_EXCHANGE)
    ),
    "exchange_exhausted": _suit(
        "the talon is exhausted, and there is no turn-up to exchange a card for",
        when="the talon is exhausted",
        never=(_NO_EXCHANGE,),
    ),
    "exchange_no_card": _suit(
        "{who} does not hold the {exchange} of trumps",
        when="he does not hold the {exchange} of trumps",
        never=(_NO_EXCHANGE,),
    ),
    "exchange_before_drawing": _suit(
        "a card is exchanged with a full hand: {who} has to draw first",
        when="he has yet to draw or to close",
        never=(_NO_EXCHANGE,),
        only=(_BEFORE_DRAWING,),
    ),
    "exchange_closed": _suit(
        "no card is exchanged when the talon is closed",
        when="the talon is closed",
        never=(_NO_EXCHANGE, _NO_CLOSING),
        only=(("exchange_after_closing", False),),
    ),
    "exchange_closer": _suit(
        "{who} has closed the talon: only the other player may exchange then",
        when="he has closed the talon",
        never=(_NO_EXCHANGE, _NO_CLOSING),
        only=(("exchange_after_closing", True),),
    ),
    "exchange_late": _suit(
        "a trick has been taken since the talon was closed",
        when="a trick has been taken since the talon was closed",
        never=(_NO_EXCHANGE, _NO_CLOSING),
        only=(("exchange_after_closing", True),),
    ),
    "exchange_not_leading": _suit(
        "only who is to lead exchanges",
        when="he is not to lead",
        never=(_NO_EXCHANGE,),
        only=(("exchange_by", "leader"),),
    ),
    "exchange_no_trick": _suit(
        "{who} has not taken a trick",
        when="he has not taken a trick",
        never=(_NO_EXCHANGE,),
        only=(("exchange_needs_trick", True),),
    ),
    "exchange_stock": _suit(
        "the talon has {talon} cards, and exchanging takes {rules.exchange_min_stock} or more",
        when="talon and turn-up are under {rules.exchange_min_stock} cards",
        never=(_NO_EXCHANGE,),
    ),
    # The talon
    "close_off": _suit(
        "nobody closes the talon in {game}", when="anybody closes the talon", **_by_option(*_NO_CLOSING)
    ),
    "close_not_leading": _suit("only who is to lead closes the talon", when="he is not to lead", never=(_NO_CLOSING,)),
    "close_again": _suit("the talon is closed already", when="the talon is closed", never=(_NO_CLOSING,)),
    "close_stock": _suit(
        "the talon has {talon} cards, and closing takes {rules.close_min_stock} or more",
        when="talon and turn-up are under {rules.close_min_stock} cards",
        never=(_NO_CLOSING,),
    ),
    "close_first_lead": _suit(
        "the talon is not closed before the first lead of the deal",
        when="no trick has been taken in the deal",
        never=(_NO_CLOSING,),
        only=(("close_first", False),),
    ),
    "draw_off": _suit(
        "everybody draws at once after a trick in {game}",
        when="anybody asks to draw",
        only=(("close", "after_drawing"),),
    ),
    "draw_closed": _suit("nobody draws when the talon is closed", when="the talon is closed", only=(_BEFORE_DRAWING,)),
    "draw_exhausted": _suit(
        "there is nothing to draw: the talon is exhausted", when="the talon is exhausted", only=(_BEFORE_DRAWING,)
    ),
    "draw_full_hand": _suit(
        "nobody draws but after a trick: hands are full",
        when="he has not just won a trick",
        only=(_BEFORE_DRAWING,),
    ),
    # The auction
    "bid_outside": _suit("there is no auction now", when="there is no auction, or it is over", never=(_NO_BIDS,)),
    "bid_passed": _suit(
        "{who} has passed, and is out of the bidding",
        when="he has passed, and may not bid again",
        never=(_NO_BIDS, ("bid_again", "always")),
    ),
    "bid_points": _suit("{action.points} points cannot be bid", when="so many points cannot be bid", never=(_NO_BIDS,)),
    "bid_too_low": _suit(
        "a bid is higher than the last one", when="it is not more than the last bid", never=(_NO_BIDS,)
    ),
    "trump_in_auction": _suit("the auction is not over", when="the auction is not over", never=(_NO_BIDS,)),
    "trump_named": _suit("trumps are named already", when="trumps are named", never=(_NO_BIDS,)),
    "pass_outside": _suit(
        "nobody passes outside the auction", when="there is no auction, or it is over", never=(_NO_BIDS,)
    ),
    "pass_forced": _suit(
        "the dealer has to bid when nobody else has",
        when="nobody has bid, and he is the dealer, to whom it has come",
        only=(("no_bid", "dealer"),),
    ),
    "pass_not_asked": _suit(
        "only the winner of the last trick passes, when he is asked for a claim",
        when="he passes, not being asked after the last trick",
        never=(("claim", "never"),),
    ),
}
"""Every reason for which an action is refused, by its code, in the order in which they are looked at."""


def refusal_codes(parameters: Parameters) -> tuple[RefusalCode, ...]:
    """Return the codes that games with such tricks know."""
    kind = "matching" if isinstance(parameters, MatchingParameters) else "suit"
    return tuple([code for code, refusal in REFUSALS.items() if refusal.tricks in {"any", kind}])


def needed_refusals(rulebook: Rulebook) -> tuple[RefusalCode, ...]:
    """Return the codes for which a rulebook has to name a clause: some game by it can refuse an action so."""
    own = [parameters_for(rulebook, players) for players in rulebook.parameters.players]
    tables = [option.values for option in rulebook.options.values() if isinstance(option.values, dict)]

    @functools.cache
    def values(name: str) -> tuple[object, ...]:
        found: list[object] = [getattr(parameters, name) for parameters in own]
        found += [changes[name] for table in tables for changes in table.values() if name in changes]
        option = rulebook.options.get(name)
        if option is None or isinstance(option.values, dict):
            return tuple(found)
        return (*found, *[as_parameter(name, value) for value in (option_values(option) or (1,))])

    def needs(refusal: Refusal) -> bool:
        differs = all(any(value != plain for value in values(name)) for name, plain in refusal.never)
        return not refusal.optional and differs and all(value in values(name) for name, value in refusal.only)

    return tuple([code for code in refusal_codes(rulebook.parameters) if needs(REFUSALS[code])])


def refusal_clause(rulebook: Rulebook, code: RefusalCode) -> str:
    """Return the clause that a rulebook refuses an action by."""
    while code not in rulebook.refusals:
        code = REFUSALS[code].otherwise
    return rulebook.refusals[code]
