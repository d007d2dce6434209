"""Positions and records from which a match goes on."""

from __future__ import annotations

from collections import deque

import msgspec

import aceten
from aceten import AcetenError, Match, Record, SeenRecord, State, SuitState, record_of, record_of_match
from aceten.notation.record import hidden
from aceten_cli.frame.inputs import MAX_FILE, is_named
from aceten_spec import Rulebook
from aceten_spec.texts.user_files import read_text


class Begun(msgspec.Struct, frozen=True):
    """A match that goes on from somewhere."""

    match: Match
    """The match before the deal that is being played."""
    states: tuple[State, ...] = ()
    """That deal: its beginning, and the state after every action; empty when it is yet to be dealt."""
    finished: tuple[tuple[State, State], ...] | None = ()
    """How each deal before it began and ended; ``None`` where that is not known, so that no record of the match can be made."""


def from_word(word: str, rulebook: Rulebook | None) -> Begun:
    """Return what a position line stands for, or else the record in the file of that name.

    :param rulebook: the rules to play by; ``None``: the shipped ones.
    :raises AcetenError: when it is neither, or cannot be read.
    """
    if is_named(word) or "=" not in word:
        return from_file(word, rulebook)
    return _from_deal((aceten.parse_state(word, rules=rulebook),))


def from_file(name: str, rulebook: Rulebook | None) -> Begun:
    """Return what the record of a deal or of a match in a file has come to.

    :raises AcetenError: when there is none, or it cannot be read.
    """
    text = read_text(name, MAX_FILE)
    [record] = deque(aceten.read_records(text, rules=rulebook), maxlen=1)
    if isinstance(record, AcetenError):
        raise record
    if isinstance(record, SeenRecord):
        raise hidden(1)
    if isinstance(record, Record):
        return _from_deal(record.states)
    match = record.begun
    for deal in record.deals[:-1]:
        match = match.finish(deal.state)
    finished = tuple([(deal.states[0], deal.state) for deal in record.deals[:-1]])
    return Begun(match, record.deals[-1].states if record.deals else (), finished)


def _from_deal(states: tuple[State, ...]) -> Begun:
    """Return a match whose first deal is this one; where scores bear on play, it begins with those of the deal."""
    start = states[0]
    game = start.game
    match = aceten.start_match(game, dealer=start.dealer)
    if game.scores_matter and isinstance(start, SuitState):
        match = msgspec.structs.replace(match, scores=start.scores)
    whole = sum(map(len, start.hands)) + len(start.talon) == len(game.pack.cards)
    return Begun(match, states, () if whole and not any(match.scores) else None)


def record_of_all(begun: Begun, start: State, state: State) -> str:
    """Return the record of a match whose last deal has come so far; of that deal alone, where it is the first or has to be.

    :param begun: the match.
    :param start: how that deal began.
    :param state: what it has come to.
    """
    if not begun.finished:
        return record_of(start, state)
    first, _ = begun.finished[0]
    return record_of_match(aceten.start_match(begun.match.game, dealer=first.dealer), [*begun.finished, (start, state)])
