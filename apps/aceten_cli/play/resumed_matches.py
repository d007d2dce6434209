"""Positions and records from which a match goes on."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import takewhile

import msgspec

import aceten
from aceten import AcetenError, Annotations, Match, MatchRecord, Record, SeenRecord, State, SuitState
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
    finished: tuple[Record, ...] | None = ()
    """The deals before it; ``None`` where they are not known, so that no record of the match can be made."""
    kept: Annotations = Annotations()
    """What people keep beside that deal."""
    of_match: Annotations = Annotations()
    """What they keep beside the match."""

    def record(self, states: Sequence[State]) -> Record:
        """Return the record of the deal that is being played, with what is kept beside as much of it as is still so.

        :param states: its beginning, and the state after every action by now.
        """
        before, now = (each[-1].log if each else () for each in (self.states, states))
        alike = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False))))
        notes = [note for note in self.kept.notes if note.number <= alike - len(states[0].log)]
        ending = self.kept.ending if before == now else ""
        kept = msgspec.structs.replace(self.kept, notes=tuple(notes), ending=ending)
        return Record(tuple(states), kept)


def from_word(word: str, rulebook: Rulebook | None) -> Begun:
    """Return what a position line stands for, or else the record in the file of that name.

    :param rulebook: the rules to play by; ``None``: the shipped ones.
    :raises AcetenError: when it is neither, or cannot be read.
    """
    if is_named(word) or "=" not in word:
        return from_file(word, rulebook)
    return _from_deal(Record((aceten.parse_state(word, rules=rulebook),)))


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
        return _from_deal(record)
    match = record.begun
    for deal in record.deals[:-1]:
        match = match.finish(deal.state)
    if not record.deals:
        return Begun(match, of_match=record.annotations)
    *finished, last = record.deals
    return Begun(match, last.states, tuple(finished), last.annotations, record.annotations)


def _from_deal(record: Record) -> Begun:
    """Return a match whose first deal is this one; where scores bear on play, it begins with those of the deal."""
    start = record.states[0]
    game = start.game
    match = aceten.start_match(game, dealer=start.dealer)
    if game.scores_matter and isinstance(start, SuitState):
        match = msgspec.structs.replace(match, scores=start.scores)
    whole = sum(map(len, start.hands)) + len(start.talon) == len(game.pack.cards)
    finished = () if whole and not any(match.scores) else None
    kept = record.annotations
    return Begun(match, record.states, finished, kept, Annotations(players=kept.players))


def record_of_all(begun: Begun, last: Record) -> str:
    """Return the record of a match; of its last deal alone, where that is the first or has to be.

    :param begun: the match.
    :param last: the deal that is being played.
    """
    if not begun.finished:
        return str(last)
    first = aceten.start_match(begun.match.game, dealer=begun.finished[0].states[0].dealer)
    return str(MatchRecord(first, begun.match, (*begun.finished, last), begun.of_match))
