"""Texts that go into the board, and come out of it: position lines, records and pictures."""

from __future__ import annotations

from contextlib import suppress

import aceten
from aceten import AcetenError, Match, Record, State, UsageError
from aceten.pictures import picture_of
from aceten.vocabulary.naming import seat_name
from aceten.words import match_words, meaning_of_result, result_words, standing_words
from aceten_board.bodies import (
    MOST_DEALS,
    AskedDeals,
    AskedPicture,
    AskedText,
    DealsTold,
    DealTold,
    Found,
    KeptText,
    PlayedDeal,
)
from aceten_board.shown_table import match_from, seat_of, seen_of, states_of
from aceten_solver.answers.value_labels import worth_of
from aceten_spec.speech import say


def read(asked: AskedText) -> Found:
    """Return what a text says: position lines, one or more, or a record.

    Of what one seat saw it is a deal that fits, to be seen with that seat's eyes.

    :raises AcetenError: when it can be read as neither.
    """
    text = asked.text.removeprefix("\N{BYTE ORDER MARK}").strip()
    if not text.startswith("{"):
        lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
        if len(lines) > MOST_DEALS:
            raise UsageError(say("{number} positions: the board holds {most}", number=len(lines), most=MOST_DEALS))
        return Found(tuple([PlayedDeal(str(aceten.parse(line))) for line in lines or [""]]), None)
    if aceten.holds_seen(text):
        seen = aceten.read_seen_record(text)
        states = seen.one_deal()
        return Found((_deal(states[0], states[-1]),), seen.seat)
    if aceten.holds_match(text):
        return Found(tuple([_deal(each.states[0], each.state) for each in aceten.read_match(text).deals]), None)
    record = aceten.read_record(text)
    return Found((_deal(record.states[0], record.state),), None)


def _deal(start: State, end: State) -> PlayedDeal:
    return PlayedDeal(str(start), tuple([str(action) for _, action in end.log[len(start.log) :]]))


def deals_told(asked: AskedDeals) -> DealsTold:
    """Return what several deals came to; of a match also how it stood after each.

    :raises AcetenError: when a deal cannot be told.
    """
    played = list(map(states_of, asked.deals))
    told: list[DealTold] = []
    match = _match(played)
    for number, states in enumerate(played, start=1):
        end = states[-1]
        if match is None:
            outcome = [meaning_of_result(end)] if end.result is not None else []
            told.append(DealTold(say("Deal {number}", number=number), " ".join(outcome), ()))
            continue
        name = say("Deal {number}, dealt by {who}", number=number, who=seat_name(match.dealer))
        words: list[str] = []
        before = tuple(standing_words(match)) if number > 1 else ()
        if _finished(match, end):
            after = match.finish(end)
            words = [result_words(match, end), *match_words(match, end, after)]
            match = after
        told.append(DealTold(name, " ".join(words), before))
    return DealsTold(match is not None, tuple(told))


def record(asked: AskedDeals) -> KeptText:
    """Return the record of a deal or a match, or of what one seat saw of a deal.

    :raises AcetenError: when a deal cannot be told, or several are no match.
    """
    played = list(map(states_of, asked.deals))
    if len(played) > 1:
        match = _match(played)
        if match is None:
            raise UsageError(say("the deals are no match: their records are kept one by one"))
        return KeptText(aceten.record_of_match(match, [(states[0], states[-1]) for states in played]))
    [states] = played
    if asked.seat is not None:
        return KeptText(str(Record(tuple(states)).seen_by(seat_of(states[-1], asked.seat))))
    return KeptText(aceten.record_of(states[0], states[-1]))


def picture(asked: AskedPicture) -> KeptText:
    """Return the table as SVG, with what is told of its cards.

    :raises AcetenError: when that cannot be told.
    """
    seen = seen_of(asked)
    by_name = {str(action): action for action in seen.legal}
    labels = [(by_name[worth.action], worth.label) for worth in asked.worths if worth.action in by_name]
    best = [by_name[worth.action] for worth in asked.worths if worth.best and worth.action in by_name]
    return KeptText(picture_of(seen, marked=best, worth=worth_of(labels, asked.caption) if labels else None))


def _match(played: list[list[State]]) -> Match | None:
    """Return the match that deals are from the first to the last, before it; ``None`` where they are none."""
    if len(played) < 2:  # noqa: PLR2004 - one deal is a deal
        return None
    with suppress(AcetenError):
        text = aceten.record_of_match(match_from(played[0][0]), [(states[0], states[-1]) for states in played])
        return aceten.read_match(text).begun
    return None


def _finished(match: Match, end: State) -> bool:
    return end.turn is None or match.reached(end) is not None
