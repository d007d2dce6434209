"""Texts that go into the board, and come out of it: position lines, records and pictures."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import msgspec

import aceten
from aceten import AcetenError, Annotations, Match, MatchRecord, Record, SeenRecord, State, UsageError
from aceten.notation.record import hidden
from aceten.pictures import picture_of
from aceten.vocabulary.naming import seat_letter, seat_name
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
from aceten_board.table_talk import counts_down
from aceten_solver.answers.value_labels import worth_of
from aceten_spec.speech import say

_MOST_TOLD: Final = 20
"""Of so many records it is said what is wrong."""


def read(asked: AskedText) -> Found:
    """Return what a text says: position lines, or records, of which those that are wrong are told of.

    Of what one seat saw it is a deal that fits, to be seen with that seat's eyes; that stands alone.

    :raises AcetenError: when it can be read as neither.
    """
    text = asked.text.removeprefix("\N{BYTE ORDER MARK}").strip()
    if not (text.startswith("{") or aceten.is_text_record(text)):
        lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
        if len(lines) > MOST_DEALS:
            raise UsageError(say("{number} positions: the board holds {most}", number=len(lines), most=MOST_DEALS))
        return Found(tuple([PlayedDeal(str(aceten.parse(line))) for line in lines or [""]]), None)
    records = list(aceten.read_records(text))
    deals, problems = list[PlayedDeal](), list[AcetenError]()
    for record in records:
        match record:
            case SeenRecord() if len(records) == 1:
                states = record.one_deal()
                about = _about(record.annotations)
                return Found((_deal(Record(tuple(states), record.annotations)),), record.seat, about)
            case SeenRecord():
                problems.append(hidden(1))
            case MatchRecord(deals=played, annotations=kept):
                of_match = [kept, *[None] * len(played)]
                deals += [_deal(each, beside) for each, beside in zip(played, of_match, strict=False)]
            case Record():
                deals.append(_deal(record))
            case _:
                problems.append(record)
    if not deals and problems:
        raise problems[0]
    if len(deals) > MOST_DEALS:
        raise UsageError(say("{number} deals: the board holds {most}", number=len(deals), most=MOST_DEALS))
    told = [_about(each) for deal in deals[:1] for each in (deal.of_match, deal.kept) if each is not None]
    return Found(tuple(deals), None, "\n".join(filter(None, told)), tuple(map(str, problems[:_MOST_TOLD])))


def _about(kept: Annotations) -> str:
    """Return who played, when and where, and what is said of it."""
    names = ", ".join(f"{seat_letter(seat)} {name}" for seat, name in enumerate(kept.players))
    return "\n".join(filter(None, (names, ", ".join(filter(None, (kept.place, kept.date))), kept.comment, kept.ending)))


def _deal(record: Record, of_match: Annotations | None = None) -> PlayedDeal:
    kept = None if record.annotations == Annotations() else record.annotations
    of_match = None if of_match == Annotations() else of_match
    actions = tuple([str(action) for _, action in record.events])
    return PlayedDeal(str(record.states[0]), actions, kept, of_match)


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
        before = tuple(standing_words(match, down=counts_down(match.game))) if number > 1 else ()
        if _finished(match, end):
            after = match.finish(end)
            words = [result_words(match, end), *match_words(match, end, after, down=counts_down(match.game))]
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
        deals = [Record(tuple(states), _kept(deal)) for states, deal in zip(played, asked.deals, strict=True)]
        of_match = asked.deals[0].of_match or Annotations()
        return KeptText(str(MatchRecord(match, match, tuple(deals), of_match)))
    kept = Record(tuple(played[0]), _kept(asked.deals[0]))
    return KeptText(str(kept if asked.seat is None else kept.seen_by(seat_of(kept.state, asked.seat))))


def _kept(deal: PlayedDeal) -> Annotations:
    """Return what is kept beside a deal as far as it was played."""
    kept = deal.kept or Annotations()
    return msgspec.structs.replace(
        kept, notes=tuple([note for note in kept.notes if 0 < note.number <= len(deal.actions)])
    )


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
