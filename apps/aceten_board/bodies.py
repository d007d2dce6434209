"""What the page asks, and what it is told: the bodies of requests and answers."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from aceten_solver import Objective
from aceten_solver.machine import Strength
from aceten_spec.speech import Language

MOST_ACTIONS = 1000
"""More than any deal has."""

_Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=20_000)]
_Action: TypeAlias = Annotated[str, msgspec.Meta(max_length=100)]
_Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=9)]


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the board stands: a position line, and what has been done since."""

    position: _Text
    """The position line; it may hide cards, and then nothing has been done since."""
    actions: Annotated[tuple[_Action, ...], msgspec.Meta(max_length=MOST_ACTIONS)] = ()
    """The actions since."""
    seat: _Seat | None = None
    """Whose eyes it is seen with; ``None``: all cards lie open."""
    language: Language = "en"
    """The language of what is said."""


class AskedValues(Asked, frozen=True, forbid_unknown_fields=True):
    """What is it worth?"""

    objective: Objective | None = None
    """What counts; ``None``: what the solver asks for by itself."""
    seconds: Annotated[float, msgspec.Meta(gt=0, le=30)] = 30.0
    """How long to search at most."""


class AskedMachine(Asked, frozen=True, forbid_unknown_fields=True):
    """What does the machine do?"""

    strength: Strength = "playouts"
    """How well it plays."""


class AskedDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Deal."""

    game: Annotated[str, msgspec.Meta(max_length=100)]
    """The game, with its number of players or without."""
    seed: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """What the deal depends on; ``None``: chance."""
    language: Language = "en"
    """The language of what is said."""


class Player(msgspec.Struct, frozen=True):
    """A player at the table."""

    name: str
    side: int
    cards: tuple[str | None, ...]
    """His cards, ``null`` for one that is not seen."""
    marks: tuple[str, ...]
    """What he is: the leader, to act, the dealer."""


class Laid(msgspec.Struct, frozen=True):
    """A card of the trick."""

    name: str
    """Who laid it."""
    card: str
    winning: bool


class Choice(msgspec.Struct, frozen=True):
    """Something that may be done."""

    action: str
    card: str | None
    """The card that it plays; ``null``: none."""
    name: str
    """What it is called."""


class Side(msgspec.Struct, frozen=True):
    """What a side has taken."""

    name: str
    points: int | None
    tricks: int | None


class Look(msgspec.Struct, frozen=True):
    """The table at one moment."""

    game: str
    """The game's title."""
    style: str
    """Which pictures the cards have: ``french`` or ``german``."""
    line: str
    """The position line as it is seen."""
    players: tuple[Player, ...]
    sides: tuple[Side, ...]
    talon: int
    turn_up: str | None
    trick: tuple[Laid, ...]
    turn: int | None
    choices: tuple[Choice, ...]
    """What the seat to act may do."""
    names: dict[str, str]
    """What every card is called that lies open."""
    told: tuple[str, ...]
    """What the last action was, and what it led to."""
    notes: tuple[str, ...]
    """What else everybody knows."""
    over: bool


class Worth(msgspec.Struct, frozen=True):
    """What an action is worth."""

    action: str
    label: str
    best: bool


class Values(msgspec.Struct, frozen=True):
    """What the actions are worth, as far as that is known."""

    caption: str
    """What the labels say."""
    worths: tuple[Worth, ...]
    told: tuple[str, ...]
    """What the deal comes to, in sentences."""
    line: tuple[str, ...]
    """Best play; empty where it is not known, or where cards are hidden."""
    settled: bool
    """Whether no better answer follows."""


class Done(msgspec.Struct, frozen=True):
    """What the machine does."""

    action: str


class Dealt(msgspec.Struct, frozen=True):
    """A deal."""

    position: str


class Refused(msgspec.Struct, frozen=True):
    """What is wrong."""

    error: str
    clause: str | None = None
    """The clause that is broken, where it is one."""
    rule: str | None = None
    """What it says."""
