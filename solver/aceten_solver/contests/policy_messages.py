"""The protocol between a contest and a program that plays: one JSON object a line, a request and then its reply.

The runner writes a request to the program's standard input and waits for one line on its standard output, with the same ``id``. The
first request is :class:`PolicyHello`. :class:`BeginRequest` comes before each deal, and :class:`ChooseRequest` whenever the program's
seat is to act. When standard input ends, the program ends. A program plays one seat; for each further one another is started.

Cards, actions and positions are written as everywhere (``Ah``, ``stop``, ``meld:Kh``), and seats and sides are numbers from 0. What it
cannot answer it answers with :class:`aceten_spec.protocol.Failed`, and the deal is lost.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from aceten_spec.protocol import Numbered, Option

POLICY_PROTOCOL: Final = 1
"""Version of the protocol."""

_Number = Annotated[int, msgspec.Meta(ge=0)]


class PolicyHello(Numbered, frozen=True, kw_only=True, tag_field="command", tag="hello"):
    """The first request: who are you?"""

    protocol: int
    """The version that the runner speaks: 1."""
    role: str
    """What the program is asked to be: ``policy``. The first request of ``aceten verify``, which is called the same, has none."""


class PolicyHelloReply(Numbered, frozen=True, kw_only=True):
    """Who the program is."""

    protocol: int
    """The version of the protocol that it speaks: 1."""
    program: str = ""
    """Its name."""


class BeginRequest(Numbered, frozen=True, kw_only=True, tag_field="command", tag="begin"):
    """A deal begins."""

    game: str
    """Id of the rulebook, such as ``zsiros``."""
    players: _Number
    """The number of players."""
    options: dict[str, Option]
    """The options that differ from what the rulebook says by itself."""
    seat: _Number
    """The seat that the program plays."""
    seed: _Number
    """Where its chance is to come from, 0 to 2**64 - 1. Nothing about the cards follows from it."""


class BeginReply(Numbered, frozen=True, kw_only=True):
    """The program is ready."""


class ChooseRequest(Numbered, frozen=True, kw_only=True, tag_field="command", tag="choose"):
    """The seat is to act: what does it do?"""

    view: str
    """What the seat may know, as a position line with ``?`` for each card that it has not seen."""
    seat: _Number
    """The seat."""
    hand: tuple[str, ...]
    """The cards in its hand."""
    trick: tuple[str, ...]
    """The cards of the trick on the table, in the order in which they were played."""
    leader: _Number
    """The seat that led to it, or is to lead."""
    winning: _Number
    """The seat that is winning the trick; the leader while it is empty."""
    trump: str | None
    """The trump suit, as a letter; ``null`` where there is none."""
    sizes: tuple[_Number, ...]
    """By seat, how many cards it holds."""
    talon: _Number
    """How many cards are undealt."""
    known_talon: tuple[str, ...]
    """The last cards of the talon, as far as the seat knows them: the turn-up."""
    taken: tuple[tuple[str, ...], ...]
    """By side, the cards that it has captured."""
    points: tuple[int, ...] | None
    """Card points captured, by side; ``null`` where players have to count for themselves."""
    melds: tuple[int, ...]
    """Points of the marriages that were shown, by side; nothing where there are none in the game."""
    log: tuple[tuple[_Number, str], ...]
    """Every action of the deal so far: the seat, and what it did."""
    legal: tuple[str, ...]
    """What the seat may do; the answer is one of these."""


class ChooseReply(Numbered, frozen=True, kw_only=True):
    """What the seat does."""

    action: str
    """One of the legal actions."""
