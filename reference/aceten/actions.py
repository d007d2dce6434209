"""What players do, and how it is written.

====================  =====================================
``A``, ``Ah``         play a card
``flip``              turn up the top card of the talon and play it
``spice``             put the card just drawn into the trick in place of the card that won it
``stop``              end the trick as it is, instead of continuing or spicing it
``call:2:beat``       seat 2 calls to its partner
====================  =====================================
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NewType, TypeAlias

import msgspec

from aceten_spec.cards import Card, parse_cards
from aceten_spec.errors import NotationError

Seat = NewType("Seat", int)
"""A player's place: 0 to players - 1, in the order of play."""

Side = NewType("Side", int)
"""A partnership, or a player alone: 0 is the side of seat 0."""


class Play(msgspec.Struct, frozen=True):
    """Play a card from hand: lead, follow, or continue a trick."""

    card: Card
    """The card."""

    def __str__(self) -> str:
        """Return the notation."""
        return str(self.card)


class Flip(msgspec.Struct, frozen=True):
    """Turn up the top card of the talon and play it; which card it is shows only then."""

    def __str__(self) -> str:
        """Return the notation."""
        return "flip"


class Spice(msgspec.Struct, frozen=True):
    """Put the card just drawn into the trick that was won, and take back the card that won it."""

    def __str__(self) -> str:
        """Return the notation."""
        return "spice"


class Stop(msgspec.Struct, frozen=True):
    """End the trick as it lies, where continuing or spicing it was possible."""

    def __str__(self) -> str:
        """Return the notation."""
        return "stop"


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


class Call(msgspec.Struct, frozen=True):
    """A call to one's partner; without effect on play."""

    seat: Seat
    """Who calls."""
    kind: CallKind
    """What is called."""

    def __str__(self) -> str:
        """Return the notation."""
        return f"call:{self.seat}:{self.kind}"


Action: TypeAlias = Play | Flip | Spice | Stop | Call
"""Anything that a player does."""

FLIP: Final = Flip()
"""The one :class:`Flip`."""

SPICE: Final = Spice()
"""The one :class:`Spice`."""

STOP: Final = Stop()
"""The one :class:`Stop`."""

_WORDS: Final[dict[str, Action]] = {str(action): action for action in (FLIP, SPICE, STOP)}

_PLAYS: Final[dict[Card, Play]] = {}
_MAX_ACTION: Final = 40


def play_of(card: Card) -> Play:
    """Return the action of playing a card."""
    play = _PLAYS.get(card)
    if play is None:
        play = _PLAYS[card] = Play(card)
    return play


def parse_action(text: str) -> Action:
    """Read an action, the inverse of ``str``.

    :raises NotationError: when the text is no action.
    """
    if text in _WORDS:
        return _WORDS[text]
    if text.startswith("call:"):
        return _parse_call(text)
    try:
        cards = parse_cards(text) if len(text) <= _MAX_ACTION else ()
    except NotationError as error:
        raise _no_action(text, error.column, error.problem) from error
    if len(cards) != 1:
        raise _no_action(text, 1, "not exactly one card")
    return play_of(cards[0])


def _parse_call(text: str) -> Call:
    seat, separator, kind = text.removeprefix("call:").partition(":")
    if not (separator and len(seat) == 1 and seat.isascii() and seat.isdigit()):
        raise _no_action(text, len("call:") + 1, "no seat")
    if kind not in tuple(CallKind):
        raise _no_action(text, len("call:0:") + 1, "no such call")
    return Call(Seat(int(seat)), CallKind(kind))


def _no_action(text: str, column: int, problem: str) -> NotationError:
    calls = ", ".join(CallKind)
    return NotationError(
        text=text,
        column=column,
        problem=problem,
        expected=f"a card such as A or Ah, 'flip', 'spice', 'stop', or 'call:SEAT:CALL' with one of: {calls}",
    )
