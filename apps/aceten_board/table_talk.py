"""Beside a game that is played: what the machine would do and why, what has just happened and why, and the next deal of a match."""

from __future__ import annotations

import secrets
from typing import Annotated

import msgspec

from aceten import Match
from aceten.deals.shuffling import MAX_SEED
from aceten.words import match_words, result_words, telling
from aceten.words.lessons import lesson
from aceten_board.bodies import MOST_DEALS, AskedTable, PlayedDeal, Spoken
from aceten_board.shown_table import match_from, moments, seat_of, states_of, view_to_act
from aceten_solver.hidden.hints import hint
from aceten_solver.hidden.machine_player import Machine, Strength

SECONDS = 5
"""So long the machine thinks about a hint at most."""


class AskedHint(AskedTable, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What would the machine do?"""

    strength: Strength = "playouts"
    """How well it plays."""


class AskedMatch(Spoken, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How does a match go on?"""

    deals: Annotated[tuple[PlayedDeal, ...], msgspec.Meta(min_length=1, max_length=MOST_DEALS - 1)]
    """Its deals from the first on, each over."""


class Told(msgspec.Struct, frozen=True):
    """Something in sentences."""

    told: tuple[str, ...]


class Hinted(msgspec.Struct, frozen=True):
    """What the machine would do, and why."""

    action: str
    told: str


class MatchTold(msgspec.Struct, frozen=True):
    """How a match stands, and its next deal."""

    told: tuple[str, ...]
    """What the last deal came to, and how the match stands."""
    position: str | None
    """The next deal; ``None``: the match is over."""


def hinted(asked: AskedHint) -> Hinted:
    """Return what the machine would do in the place of whoever is to act, which sees what he sees.

    :raises AcetenError: when there is nothing to do.
    """
    view = view_to_act(asked)
    advice = Machine(seed=0, strength=asked.strength, seconds=SECONDS).advise(view)
    return Hinted(str(advice.prospects[0].action), hint(advice, view))


def explained(asked: AskedTable) -> Told:
    """Return what has just happened and why, in sentences for somebody who learns the game; before anything has, how it begins.

    :raises AcetenError: when that cannot be told.
    """
    found = moments(asked)
    if not isinstance(found, list):
        return Told(())
    seat = None if asked.seat is None else seat_of(found[-1], asked.seat)
    if len(found) == 1:
        now = found[-1] if seat is None else found[-1].view(seat)
        return Told((f"{telling(now).opening()}.",))
    before, after = found[-2:]
    return Told(tuple(lesson(before, after)))


def match_told(asked: AskedMatch) -> MatchTold:
    """Return how a match stands after its deals, and deal the next.

    :raises AcetenError: when the deals are no match, or the last is not over.
    """
    match: Match | None = None
    told: list[str] = []
    for deal in asked.deals:
        states = states_of(deal)
        end = states[-1]
        if match is None:
            match = match_from(states[0])
        after = match.finish(end)
        told = [result_words(match, end), *match_words(match, end, after)]
        match = after
    if match is None or match.over:
        return MatchTold(tuple(told), None)
    return MatchTold(tuple(told), str(match.deal(seed=secrets.randbelow(MAX_SEED + 1))))
