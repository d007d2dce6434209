"""What players do, and how it is written.

====================  =====================================
written               what it is
====================  =====================================
``A``, ``Ah``         play a card
``flip``              turn up the top card of the talon and play it
``spice``             put the card just drawn into the trick in place of the card that won it
``stop``              end the trick as it is, instead of continuing or spicing it
``meld:Kh``           meld the marriage of hearts and lead its king
``exchange``          exchange the card that may be for the turn-up
``close``             close the talon
``draw``              draw, and let the others draw, instead of closing the talon before
``claim``             claim to have enough points
``claim:h``           meld the marriage of hearts and claim
``bid:66``            bid 66 for the right to name trumps
``trump:h``           name hearts as trumps
``pass``              bid no more, or make no claim when all cards are played
``call:2:beat``       seat 2 calls to its partner; other calls are ``no-beat``, ``grease`` and ``no-grease``
====================  =====================================
"""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import StrEnum
from operator import itemgetter
from typing import Final, NewType, TypeAlias

import msgspec

from aceten.vocabulary.abstract import Written
from aceten.vocabulary.errors import check_kind, usage_error
from aceten_spec.cards import CARD_NUMBERS, Card, Rank, Suit, card_of
from aceten_spec.errors import NotationError, no_text
from aceten_spec.speech import say
from aceten_spec.written_cards import parse_cards

Seat = NewType("Seat", int)
"""A player's place: 0 to players - 1, in the order of play."""

Side = NewType("Side", int)
"""A partnership, or a player alone: 0 is the side of seat 0."""

Hands: TypeAlias = tuple[tuple[Card, ...], ...]
"""The hand of each seat, or the cards of each side, each in its written order."""

Teams: TypeAlias = tuple[tuple[Side, ...], ...]
"""The sides that win or lose together."""


def _check_card(card: object) -> None:
    if not isinstance(card, Card):
        check_kind(card, Card, say("a Card; aceten.card makes one of text"))


def _check_number(number: object) -> None:
    if isinstance(number, str | float | bool | None):  # proofs put in numbers of their own
        raise usage_error(
            "given a {given}; expected {expected}", given=type(number).__name__, expected=say("a whole number")
        )


def _check_suit(suit: object) -> None:
    if not isinstance(suit, Suit):
        check_kind(suit, Suit, say("a Suit; aceten.Suit has all four"))


class Play(Written, msgspec.Struct, frozen=True):
    """Play a card from hand: lead, follow, or continue a trick."""

    card: Card
    """The card."""

    def __post_init__(self) -> None:
        """Refuse what is none.

        :raises UsageError: for an argument of another kind.
        """
        _check_card(self.card)

    def __str__(self) -> str:
        """Return the notation."""
        return str(self.card)


class Flip(Written, msgspec.Struct, frozen=True):
    """Turn up the top card of the talon and play it; which card it is shows only then."""

    def __str__(self) -> str:
        """Return the notation."""
        return "flip"


class Spice(Written, msgspec.Struct, frozen=True):
    """Put the card just drawn into the trick that was won, and take back the card that won it."""

    def __str__(self) -> str:
        """Return the notation."""
        return "spice"


class Stop(Written, msgspec.Struct, frozen=True):
    """End the trick as it lies, where continuing or spicing it was possible."""

    def __str__(self) -> str:
        """Return the notation."""
        return "stop"


class Meld(Written, msgspec.Struct, frozen=True):
    """Meld a marriage: show the king and the queen of a suit, and lead one of them."""

    card: Card
    """The card that is led."""

    def __post_init__(self) -> None:
        """Refuse what is none.

        :raises UsageError: for an argument of another kind.
        """
        _check_card(self.card)

    def __str__(self) -> str:
        """Return the notation."""
        return f"meld:{self.card}"


class Exchange(Written, msgspec.Struct, frozen=True):
    """Exchange a card of one's hand for the turn-up."""

    def __str__(self) -> str:
        """Return the notation."""
        return "exchange"


class Close(Written, msgspec.Struct, frozen=True):
    """Close the talon: nobody draws from it any more."""

    def __str__(self) -> str:
        """Return the notation."""
        return "close"


class Draw(Written, msgspec.Struct, frozen=True):
    """Draw from the talon after a trick, where its winner may close it before that."""

    def __str__(self) -> str:
        """Return the notation."""
        return "draw"


class Claim(Written, msgspec.Struct, frozen=True):
    """Claim to have enough points; the deal ends, whether it is right or wrong."""

    suit: Suit | None = None
    """The suit of a marriage that is shown with the claim; ``None``: no marriage is."""

    def __post_init__(self) -> None:
        """Refuse what is none.

        :raises UsageError: for an argument of another kind.
        """
        if self.suit is not None:
            _check_suit(self.suit)

    def __str__(self) -> str:
        """Return the notation."""
        return "claim" if self.suit is None else f"claim:{self.suit.letter}"


class Bid(Written, msgspec.Struct, frozen=True):
    """Bid for the right to name trumps."""

    points: int
    """How many points the side of the bidder undertakes to make."""

    def __post_init__(self) -> None:
        """Refuse what is none.

        :raises UsageError: for an argument of another kind.
        """
        _check_number(self.points)

    def __str__(self) -> str:
        """Return the notation."""
        return f"bid:{self.points}"


class NameTrump(Written, msgspec.Struct, frozen=True):
    """Name the trump suit."""

    suit: Suit
    """The suit."""

    def __post_init__(self) -> None:
        """Refuse what is none.

        :raises UsageError: for an argument of another kind.
        """
        _check_suit(self.suit)

    def __str__(self) -> str:
        """Return the notation."""
        return f"trump:{self.suit.letter}"


class Pass(Written, msgspec.Struct, frozen=True):
    """Do not bid; or, when all cards are played, do not claim."""

    def __str__(self) -> str:
        """Return the notation."""
        return "pass"


class CallKind(StrEnum):
    """What a call asks of the partner."""

    BEAT = "beat"
    """Win the trick: Hungarian *üss*."""
    NO_BEAT = "no-beat"
    """Do not win it: *ne üss*."""
    GREASE = "grease"
    """Play an ace or a ten: *zsírt*."""
    NO_GREASE = "no-grease"
    """Do not play an ace or a ten: *ne zsírt*."""


def _check_call(kind: object) -> None:
    if not isinstance(kind, CallKind):
        check_kind(kind, CallKind, say("a CallKind; aceten.CallKind has all"))


class Call(Written, msgspec.Struct, frozen=True):
    """A call to one's partner; without effect on play."""

    seat: Seat
    """Who calls."""
    kind: CallKind
    """What is called."""

    def __post_init__(self) -> None:
        """Refuse what is none.

        :raises UsageError: for an argument of another kind.
        """
        _check_number(self.seat)
        _check_call(self.kind)

    def __str__(self) -> str:
        """Return the notation."""
        return f"call:{self.seat}:{self.kind}"


Action: TypeAlias = Play | Flip | Spice | Stop | Meld | Exchange | Close | Draw | Claim | Bid | NameTrump | Pass | Call
"""Anything that a player does."""

Event: TypeAlias = tuple[Seat, Action]
"""Who did what."""

FLIP: Final = Flip()
"""The one :class:`Flip`."""

SPICE: Final = Spice()
"""The one :class:`Spice`."""

STOP: Final = Stop()
"""The one :class:`Stop`."""

EXCHANGE: Final = Exchange()
"""The one :class:`Exchange`."""

CLOSE: Final = Close()
"""The one :class:`Close`."""

DRAW: Final = Draw()
"""The one :class:`Draw`."""

PASS: Final = Pass()
"""The one :class:`Pass`."""

_SINGLE: Final[tuple[Action, ...]] = (FLIP, SPICE, STOP, EXCHANGE, CLOSE, DRAW, PASS, Claim())
_OF_SUITS: Final[tuple[Action, ...]] = tuple(action(suit) for action in (Claim, NameTrump) for suit in Suit)
_MELDS: Final = tuple(Meld(card_of(rank, suit)) for suit in Suit for rank in (Rank.KING, Rank.QUEEN))
_WORDS: Final[dict[str, Action]] = {
    **{str(action): action for action in (*_SINGLE, *_OF_SUITS, *_MELDS)},
    **{f"meld:O{suit.letter}": Meld(card_of(Rank.QUEEN, suit)) for suit in Suit},
}

_PLAYS: Final = tuple(Play(Card(number)) for number in range(CARD_NUMBERS))
"""The action of playing each card, by its number."""
_MELD_OF: Final = {meld.card: meld for meld in _MELDS}
_MAX_ACTION: Final = 40


def play_of(card: Card) -> Play:
    """Return the action of playing a card."""
    return _PLAYS[card]


def plays_of(cards: Collection[Card]) -> tuple[Play, ...]:
    """Return the actions of playing each of some cards."""
    if len(cards) > 1:
        plays: tuple[Play, ...] = itemgetter(*cards)(_PLAYS)  # quicker than one after the other
        return plays
    return tuple([_PLAYS[card] for card in cards])


def meld_of(card: Card) -> Meld:
    """Return the action of showing the marriage of a king or a queen and leading this card."""
    return _MELD_OF[card]


def parse_action(text: str) -> Action:
    """Read an action, the inverse of ``str``.

    :raises NotationError: when the text is no action.
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance] - not every caller is type-checked
        raise no_text(text, say("an action as text"))
    if text in _WORDS:
        return _WORDS[text]
    if text.startswith("call:"):
        return _parse_call(text)
    if text.startswith("bid:"):
        return _parse_bid(text)
    try:
        cards = parse_cards(text, line=text) if len(text) <= _MAX_ACTION else ()
    except NotationError as error:
        raise _no_action(text, error.column, error.problem) from error
    if len(cards) != 1:
        raise _no_action(text, 1, say("not exactly one card"))
    return play_of(cards[0])


def _parse_call(text: str) -> Call:
    seat, separator, kind = text.removeprefix("call:").partition(":")
    if not (separator and len(seat) == 1 and seat.isascii() and seat.isdigit()):
        raise _no_action(text, len("call:") + 1, say("no seat"))
    if kind not in tuple(CallKind):
        raise _no_action(text, len("call:0:") + 1, say("no such call"))
    return Call(Seat(int(seat)), CallKind(kind))


def _parse_bid(text: str) -> Bid:
    number = text.removeprefix("bid:")
    if not re.fullmatch("[1-9][0-9]{0,3}", number, re.ASCII):
        raise _no_action(text, len("bid:") + 1, say("no number from 1 to 9999"))
    return Bid(int(number))


def _no_action(text: str, column: int, problem: str) -> NotationError:
    calls = ", ".join(CallKind)
    return NotationError(
        text=text,
        column=column,
        problem=problem,
        expected=say(
            "a card such as A or Ah, a word such as 'stop' or 'close', 'meld:Kh', 'claim:h', 'bid:66', 'trump:h',"
            " or 'call:SEAT:CALL' with one of: {calls}",
            calls=calls,
        ),
    )
