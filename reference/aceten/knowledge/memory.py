"""What a seat remembers of hands that it does not see, beside what it sees now: made of what play has shown, and written into its line.

Nothing else is remembered than what bears on where hidden cards can lie: a line is read as a view for which the same deals are possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from aceten.knowledge.deductions import Conclusion, Course, standing_for
from aceten.vocabulary.actions import Flip, Hands, Play, Seat
from aceten_spec.cards import Card, Pack, format_cards, sort_cards, without_suit

if TYPE_CHECKING:
    from aceten.engine.game import Game
    from aceten.engine.view import View


class Lacked(msgspec.Struct, frozen=True):
    """That a hand held none of some cards."""

    cards: tuple[Card, ...]
    """Which; one without its suit is any of its rank."""


class Had(msgspec.Struct, frozen=True):
    """That a hand held at least one of some cards."""

    cards: tuple[Card, ...]
    """Which; one without its suit is any of its rank."""


class Gave(msgspec.Struct, frozen=True):
    """That a card left a hand."""

    card: Card
    """Which."""


class Drew(msgspec.Struct, frozen=True):
    """That cards came into a hand."""

    cards: int
    """How many."""


Step: TypeAlias = Lacked | Had | Gave | Drew
"""What is known of a hand at one moment, or what changed it."""
Past: TypeAlias = tuple[Step, ...]
"""What is known of a hand from some moment on until now, in order."""

STEPS: Final = 300
"""More than so many steps are known of no hand: no deal has as many."""
LACKED: Final = "~"
"""What stands before cards of which a hand held none."""
HAD: Final = "^"
"""What stands before cards of which it held one at least."""
GAVE: Final = "-"
"""What stands before a card that left it."""
DREW: Final = "+"
"""What stands before the number of cards that came into it."""


def past_text(past: Past) -> str:
    """Return what is known of a hand as position lines have it.

    >>> from aceten.knowledge.memory import Drew, Gave, Lacked, past_text
    >>> from aceten_spec import parse_cards
    >>> past_text((Lacked(parse_cards("AhKh")), Gave(parse_cards("9s")[0]), Drew(1)))
    '~AhKh-9s+1'
    """
    return "".join(map(_step_text, past))


def _step_text(step: Step) -> str:
    match step:
        case Lacked(cards):
            return LACKED + format_cards(cards)
        case Had(cards):
            return HAD + format_cards(cards)
        case Gave(card):
            return GAVE + str(card)
        case Drew(cards):
            return f"{DREW}{cards}"


def saw_drawing(view: View) -> bool:
    """Whether the seat has seen who may spice the trick now draw his card, so that it is none that was in the hand before."""
    if view.drawer is None:
        return False
    last = view.past[view.drawer][-1:] if view.past else ()
    played = any(isinstance(action, Play | Flip) for _, action in view.log)
    return played or any(isinstance(step, Drew) for step in last)


class Memory(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat remembers."""

    known: Hands
    """The cards in each hand that it knows: those of the view, and those that it saw come back to a hand."""
    lacking: Hands
    """For each seat cards that its hand does not hold now, beside those that the trick on the table excludes."""
    past: tuple[Past, ...]
    """For each seat what else is known of its hand."""
    partial: bool
    """Whether this is less than the seat has seen."""


def since(course: Course, lacking: Hands, past: Sequence[Past], pack: Pack) -> Course:
    """Return what has become known by the course of a log when something was known before it began.

    Where the log does not tell what has been drawn since, what was known of earlier moments says nothing any more.

    :param lacking: for each seat cards that its hand did not hold then; empty: nothing was said of it.
    :param past: for each seat what else was known of its hand; likewise.
    """
    if not (any(lacking) or any(past)):
        return course
    if not course.whole:
        return _with_lacking(course, lacking, pack)
    steps = [tuple(past[seat]) if past else () for seat in range(len(course.given))]
    begun = max(map(len, steps))
    """What was known when the log began bears this number, and the events of the log those after it."""
    conclusions: list[Conclusion] = []
    for seat, known in enumerate(steps):
        for event, step in enumerate(known):
            if isinstance(step, Lacked | Had):
                cards = standing_for(pack, step.cards)
                conclusions.append(Conclusion(Seat(seat), event, cards, held=isinstance(step, Had)))
    conclusions += [
        Conclusion(Seat(seat), begun, standing_for(pack, named)) for seat, named in enumerate(lacking) if named
    ]
    later = begun + 1
    return msgspec.structs.replace(
        course,
        conclusions=(
            *conclusions,
            *[msgspec.structs.replace(each, event=each.event + later) for each in course.conclusions],
        ),
        given=tuple(
            [
                (
                    *[(event, step.card) for event, step in enumerate(known) if isinstance(step, Gave)],
                    *[(event + later, card) for event, card in given],
                )
                for known, given in zip(steps, course.given, strict=True)
            ]
        ),
        received=tuple(
            [
                (
                    *[event for event, step in enumerate(known) if isinstance(step, Drew) for _ in range(step.cards)],
                    *[event + later for event in received],
                )
                for known, received in zip(steps, course.received, strict=True)
            ]
        ),
        moment=course.moment + later,
    )


def _with_lacking(course: Course, lacking: Hands, pack: Pack) -> Course:
    """Return a course with what hands do not hold now, as nobody knows what has been drawn since the log began."""
    now = course.moment
    said = [Conclusion(Seat(seat), now, standing_for(pack, cards)) for seat, cards in enumerate(lacking) if cards]
    log = [msgspec.structs.replace(each, event=now + 1) if each.event == now else each for each in course.conclusions]
    return msgspec.structs.replace(course, conclusions=(*said, *log), moment=now + 1)


def memory_of(view: View) -> Memory:
    """Return what a seat remembers of hands that it does not see."""
    hands = _Hands(view)
    seats = range(view.game.players)
    return Memory(
        known=hands.known,
        lacking=tuple(map(hands.lacking, seats)),
        past=tuple([tuple(hands.past(seat)) for seat in seats]),
        partial=view.partial or not view.course.whole,
    )


class _Hands:
    """Hands that are not seen, with what bears on them."""

    def __init__(self, view: View) -> None:
        self._game = view.game
        self._course = course = view.course
        self.known = course.with_regained(view.known)
        seen = joined(self.known) + view.known_talon + view.trick + joined(view.taken)
        self._unseen = frozenset(left_of(view.game, seen))
        self._drawer = view.drawer if saw_drawing(view) else None
        self._bearing = [
            course.bearing_on(seat, size, known, self._unseen, whole=seat == self._drawer)
            for seat, (known, size) in enumerate(zip(self.known, view.hand_sizes, strict=True))
        ]

    def lacking(self, seat: int) -> tuple[Card, ...]:
        """Return the cards that a hand does not hold now, beside those that the trick on the table excludes."""
        none = [each for each in self._bearing[seat] if not each.held and self._course.settled(each)]
        now = joined([each.cards for each in none if each.event == self._course.moment])
        before = joined([each.cards for each in none if each.event < self._course.moment])
        return _named(self._game, frozenset(before).difference(now), self._unseen)

    def past(self, seat: int) -> Iterator[Step]:
        """Yield what else is known of a hand, from the first such moment on."""
        course = self._course
        kept = [
            each
            for each in self._bearing[seat]
            if each.event < course.moment and (each.held or not course.settled(each))
        ]
        first = min([each.event for each in kept], default=course.moment)
        moves = not all(map(course.settled, kept))  # else it does not matter what has left the hand since
        for event in range(first, course.moment):
            if moves and event > first:
                yield from [Gave(card) for when, card in course.given[seat] if when == event]
            for each in [each for each in kept if each.event == event]:
                among = course.relevant(each, self.known[seat], self._unseen)
                cards = _named(self._game, each.cards, among)
                yield Had(cards) if each.held else Lacked(cards)
            drawn = course.received[seat].count(event) if moves else 0
            if drawn:
                yield Drew(drawn)
        if seat == self._drawer and not moves and self.known[seat]:
            yield Drew(1)  # none of the cards that are known


def _named(game: Game, cards: frozenset[Card], among: Collection[Card]) -> tuple[Card, ...]:
    """Return the names of cards: the rank alone where they are all of it among some, and suits do not matter."""
    names: set[Card] = set()
    for card in cards:
        rank = without_suit(card)
        alike = [each for each in among if each.rank == card.rank]
        whole = all(each in cards and game.canonical_card(each) == rank for each in alike)
        names.add(rank if whole else card)
    return sort_cards(tuple(names))


def joined(piles: Iterable[Iterable[Card]]) -> tuple[Card, ...]:
    """Return the cards of several piles one after the other."""
    return tuple([card for pile in piles for card in pile])


def left_of(game: Game, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of the pack that are left when these are taken out, sorted.

    Of a rank of which a card was seen without its suit, nobody knows which suits are left: they have none. That card is none that is not
    like the others of its rank.
    """
    seen, left = Counter(cards), Counter(game.pack.cards)
    for rank in {card for card in seen if card.suit is None}:
        suited = [card for card in left if game.canonical_card(card) == rank]
        left[rank] = sum([left.pop(card) for card in suited])
        seen[rank] += sum([seen.pop(card, 0) for card in suited])
    return sort_cards(tuple((left - seen).elements()))
