"""What only players of suit tricks do, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, assert_never

from aceten import Bid, Claim, Close, Draw, Exchange, Meld, NameTrump, Pass, SuitState, card
from aceten_spec.names import card_name, suit_name

if TYPE_CHECKING:
    from aceten import State, Suit

_InAuction: TypeAlias = Bid | NameTrump | Pass
_InSuits: TypeAlias = Meld | Exchange | Close | Draw | Claim | _InAuction


def suit_words(state: State, suit: Suit) -> str:
    """Return what a suit is called in the pack of the game."""
    return suit_name(suit, style=state.game.pack.style)


def does_in_suits(state: State, action: _InSuits) -> str:
    """Return what a player does, as it stands after his name."""
    match action:
        case Meld():
            words = f"shows {_marriage(state, action.card.suit)} and leads the {card_name(action.card, style=state.game.pack.style)}"
        case Exchange():
            words = _exchanges(state)
        case Close():
            words = "closes the talon"
        case Draw():
            words = "does not close the talon"
        case Claim():
            words = "claims" if action.suit is None else f"shows {_marriage(state, action.suit)} and claims"
        case Bid() | NameTrump() | Pass():
            words = _does_in_auction(state, action)
        case _:
            assert_never(action)
    return words


def _does_in_auction(state: State, action: _InAuction) -> str:
    match action:
        case Bid():
            return f"bids {action.points}"
        case NameTrump():
            return f"names {suit_words(state, action.suit)} as trumps"
        case Pass():
            return "passes" if isinstance(state, SuitState) and state.bidding else "makes no claim"


def tries_in_suits(state: State, action: _InSuits) -> str:
    """Return what a player tries to do, in vain."""
    match action:
        case Meld():
            words = f"show {_marriage(state, action.card.suit)}"
        case Exchange():
            words = "exchange a card for the turn-up"
        case Close():
            words = "close the talon"
        case Draw():
            words = "draw"
        case Claim():
            words = "claim" if action.suit is None else f"show {_marriage(state, action.suit)} and claim"
        case Bid() | NameTrump() | Pass():
            words = _tries_in_auction(state, action)
        case _:
            assert_never(action)
    return words


def _tries_in_auction(state: State, action: _InAuction) -> str:
    match action:
        case Bid():
            return f"bid {action.points}"
        case NameTrump():
            return f"name {suit_words(state, action.suit)} as trumps"
        case Pass():
            return "pass"


def _marriage(state: State, suit: Suit | None) -> str:
    return "the marriage" if suit is None else f"the marriage of {suit_words(state, suit)}"


def _exchanges(state: State) -> str:
    """Return that a player exchanges a card for the turn-up."""
    style, turn_up = state.game.pack.style, state.talon[-1]
    if not isinstance(state, SuitState) or turn_up.suit is None:
        return "exchanges a card"
    given = card(f"{state.game.rules.exchange}{turn_up.suit.letter}")
    return f"exchanges the {card_name(given, style=style)} for the turn-up, the {card_name(turn_up, style=style)}"
