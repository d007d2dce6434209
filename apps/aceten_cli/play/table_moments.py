"""What is seen at the screen: the table at one moment of a deal, and what has just happened on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from aceten import Card, Exchange, Match, MatchingState, Play, Seat, Spice, State, View
from aceten.vocabulary.naming import seat_name
from aceten.words import telling
from aceten_spec.speech import say, say_counted


class LastTrick(msgspec.Struct, frozen=True, kw_only=True):
    """A trick that has been taken."""

    leader: Seat
    """Who led to it."""
    cards: tuple[Card, ...]
    """Its cards, in the order in which they were played."""
    told: tuple[str, ...]
    """What everybody noticed at its end: who took it, and what it brought."""


class TableMoment(msgspec.Struct, frozen=True, kw_only=True):
    """What is seen at the screen at one moment."""

    match: Match
    """The match as it stood before the deal."""
    seen: State | View
    """The table as the person at the screen sees it; where nobody plays, all of it."""
    last: LastTrick | None
    """The trick that was taken last; ``None`` before the first."""
    drawn: tuple[Card, ...]
    """What the person at the screen has drawn since."""
    place: int
    """How many actions have led here."""
    actions: int
    """How many there are: more than that where one looks back."""
    did: str
    """Who did what last, as everybody saw it; empty where nothing has been done."""

    @property
    def past(self) -> str:
        """Which moment of the past it is; empty where it is the present one."""
        if self.place == self.actions:
            return ""
        if not self.place:
            return say_counted(
                "the beginning, {number} action ago", "the beginning, {number} actions ago", self.actions
            )
        return say("action {place} of {actions}: {did}", place=self.place, actions=self.actions, did=self.did)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards of the person at the screen, in the order in which they are shown; none where nobody plays."""
        return self.seen.game.held(self.seen.hand) if isinstance(self.seen, View) else ()

    @property
    def viewer(self) -> Seat:
        """Who sits at the lower edge of the screen."""
        return self.seen.seat if isinstance(self.seen, View) else Seat(0)


def moment_of(match: Match, states: Sequence[State], place: int, viewer: Seat | None) -> TableMoment:
    """Return what is seen after so many actions of a deal.

    :param states: the deal from its beginning, with the state after every action.
    :param viewer: who looks; ``None`` where nobody plays.
    """
    state = states[place]
    end = _end_of_last_trick(states[: place + 1])
    last = None if end is None else _last_trick(states[end], states[end + 1])
    return TableMoment(
        match=match,
        seen=state if viewer is None else state.view(viewer),
        last=last,
        drawn=() if end is None or viewer is None else tuple(_drawn(states[end : place + 1], viewer)),
        place=place,
        actions=len(states) - 1,
        did=_did(states[place - 1], state) if place else "",
    )


def _did(before: State, after: State) -> str:
    seat, action = after.log[-1]
    return f"{seat_name(seat)}  {telling(before).seen(action)}"


def _end_of_last_trick(states: Sequence[State]) -> int | None:
    """Return which state came before the action that ended the last trick."""
    ends = [place for place, (before, after) in enumerate(pairwise(states)) if before.trick and not after.trick]
    return ends[-1] if ends else None


def _last_trick(before: State, after: State) -> LastTrick:
    cards = list(before.trick)
    taken = Counter(card for pile in after.taken for card in pile) - Counter(
        card for pile in before.taken for card in pile
    )
    match after.log[-1][1]:
        case Play(card):
            cards.append(card)
        case Spice() if isinstance(before, MatchingState) and before.drawn is not None:
            cards[(before.winning - before.leader) % before.game.players] = before.drawn
        case _:
            cards += (taken - Counter(cards)).elements()  # a card from the talon
    told = tuple(telling(before).noticed(after))
    return LastTrick(leader=before.leader, cards=tuple(cards), told=told)


def _drawn(states: Sequence[State], viewer: Seat) -> Iterator[Card]:
    """Yield what came to a hand but by exchange."""
    for before, after in pairwise(states):
        if not isinstance(after.log[-1][1], Exchange):
            yield from (Counter(after.hands[viewer]) - Counter(before.hands[viewer])).elements()
