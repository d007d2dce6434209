"""What one seat saw of a deal, as a record: its position has ``?`` for hidden cards, and beside actions stands what was seen by them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from aceten.engine.matching.view import MatchingView
from aceten.engine.state import State
from aceten.engine.view import View
from aceten.hidden.events import Heard, given, is_over, kept
from aceten.hidden.seen_deals import followed, looked
from aceten.knowledge.memory import joined
from aceten.notation.annotations import NOTHING, Annotations, Keeping, annotated
from aceten.notation.position import parse
from aceten.notation.record_lines import (
    SEEN,
    check_result,
    check_rules,
    deal_lines,
    entries,
    is_seen,
    replay_action,
    result_line,
    seat_numbered,
    written,
)
from aceten.vocabulary.actions import Call, Event, Seat, Spice, parse_action
from aceten.vocabulary.errors import RecordError, record_error
from aceten_spec.cards import Card, format_cards, sort_cards
from aceten_spec.errors import AcetenError
from aceten_spec.formats import RecordAction, RecordHeader, RecordLine, RecordResult
from aceten_spec.rulebook import Rulebook
from aceten_spec.written_cards import parse_cards


class SeenRecord(msgspec.Struct, frozen=True):
    """What one seat saw of a deal. ``str`` makes a record of it, which :func:`read_seen_record` reads."""

    views: tuple[View, ...]
    """What the seat saw at the beginning, and after every action; never empty."""
    annotations: Annotations = NOTHING
    """What people keep beside the play."""

    @property
    def view(self) -> View:
        """What it sees in the end."""
        return self.views[-1]

    @property
    def seat(self) -> Seat:
        """Whose eyes they are."""
        return self.view.seat

    @property
    def events(self) -> tuple[Event, ...]:
        """Who did what, in order."""
        return self.view.log

    def one_deal(self) -> tuple[State, ...]:
        """Return the states of one deal that fits, of the many that may: at the beginning, and after every action.

        :raises FalseRecordError: when there is none; the line that it names is that of the record as ``str`` makes it.
        """
        heard = [each for _, each in self.heard()]
        return tuple(followed(self.views[0], heard, _play, over=self.view.turn is None))

    def __str__(self) -> str:
        """Return the record as text."""
        view = self.view
        header = RecordHeader(format=SEEN, rules=view.game.digest, position=str(self.views[0]))
        lines: list[RecordLine] = [header]
        for entry, heard in self.heard():
            lines.append(msgspec.structs.replace(entry, sees=format_cards(heard.sees), taken=heard.taken))
        result = result_line(view)
        lines = lines if result is None else [*lines, result]
        return written(annotated(lines, self.annotations, view.game.players))

    def heard(self) -> Iterator[tuple[RecordAction, Heard]]:
        """Yield the actions, each with what was seen by it."""
        over = self.view.turn is None
        steps = zip(self.views, self.views[1:], self.events, strict=False)
        for number, (before, after, (seat, action)) in enumerate(steps):
            heard = Heard(line=number + 2, seat=seat, action=action, sees=_seen_by(before, after, (seat, action)))
            later = [event for event in self.events[number + 1 :] if not isinstance(event[1], Call)]
            asked = (
                bool(after.trick)
                and after.turn == after.leader
                and not (isinstance(after, MatchingView) and after.spicing)
            )
            if is_over(before, heard, later[0] if later else None, over=over) is False and not asked:
                heard = msgspec.structs.replace(heard, taken=True)
            yield RecordAction(seat=seat, action=str(action)), heard


def _seen_by(before: View, after: View, event: Event) -> tuple[Card, ...]:
    """Return the cards that a seat saw for the first time by an event, beside those that it names, in the order of the format."""
    own, (seat, action) = before.seat, event
    new = Counter(_in_sight(after)) - Counter(_in_sight(before))
    if seat != own:
        named = [card for card in (given(action, before), *kept(action)) if card is not None]
        new -= Counter(named) - Counter(before.known[seat])
    came = [Counter(now) - Counter(then) for then, now in zip(before.known, after.known, strict=True)]
    drawn = came[own] & new
    partner = before.game.partner(own)
    looked_at = Counter[Card]() if partner is None else came[partner] & (new - drawn)
    shown = new - drawn - looked_at
    if isinstance(action, Spice) and seat != own:
        # The card that won the trick goes back to where nobody sees it; of what was captured, the card in its place was new.
        side, place = before.game.sides[seat], (before.winning - before.leader) % before.game.players
        shown = Counter(after.taken[side]) - Counter(before.taken[side])
        shown -= Counter(before.trick[:place] + before.trick[place + 1 :])
    return tuple([card for cards in (shown, drawn, looked_at) for card in sort_cards(tuple(cards.elements()))])


def _in_sight(view: View) -> tuple[Card, ...]:
    return joined(view.known) + view.known_talon + view.trick + joined(view.taken)


def _play(heard: Heard, state: State) -> State:
    return replay_action(heard.line, RecordAction(seat=heard.seat, action=str(heard.action)), state)


def read_seen_record(text: str, *, rules: Rulebook | None = None) -> SeenRecord:
    """Read the record of what one seat saw of a deal.

    :param rules: the rulebook to play by; without it the shipped rulebook that the record names.
    :raises RecordError: when the text is no such record; it names the line.
    :raises FalseRecordError: when something in it does not agree with the rules, or no deal fits; it names the line.
    """
    number, first, lines = deal_lines(text)
    begun = _begun(number, first, rules)
    keeping = Keeping(number, first, begun.game.players)
    heard: list[Heard] = []
    result: tuple[int, RecordResult] | None = None
    for number, entry in lines:
        match entry:
            case RecordAction():
                heard.append(_heard(number, entry))
            case RecordResult():
                result = number, entry
        keeping.add(number, entry)
    record = seen_record(begun, heard, keeping.annotations, over=result is not None)
    if result is not None:
        check_result(*result, record.view)
    return record


def seen_record(begun: View, heard: list[Heard], annotations: Annotations, *, over: bool) -> SeenRecord:
    """Return what one seat saw of a deal that is told so.

    :param over: whether it is told what the deal came to.
    :raises FalseRecordError: when something in it does not agree with the rules, or no deal fits; it names the line.
    """
    return SeenRecord(tuple(looked(begun, followed(begun, heard, _play, over=over))), annotations)


def holds_seen(text: str) -> bool:
    """Whether a record is of what one seat saw rather than of a whole deal, by its first line.

    :raises RecordError: when the text is no record.
    """
    _, first = next(entries(text))
    return isinstance(first, RecordHeader) and is_seen(first)


def _begun(number: int, header: RecordHeader, rules: Rulebook | None) -> View:
    if not is_seen(header):
        raise record_error(
            number, "the record of a whole deal, of format 1 or 3; what one seat saw of a deal has format 2 or 4"
        )
    try:
        view = parse(header.position, rules=rules)
    except AcetenError as error:
        raise record_error(number, "position: {error}", error=error) from error
    check_rules(number, header, view.game)
    if not isinstance(view, View):
        raise record_error(
            number, "position: every card is known, and nobody is named who sees it so: expected ? or seat="
        )
    return view


def _heard(number: int, entry: RecordAction) -> Heard:
    try:
        action = parse_action(entry.action)
        sees = parse_cards(entry.sees)
    except AcetenError as error:
        raise RecordError(line=number, problem=str(error)) from error
    return Heard(line=number, seat=Seat(seat_numbered(entry.seat)), action=action, sees=sees, taken=entry.taken)
