"""Deals that look the same to a seat, found by playing what it saw in every deal."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from aceten import (
    Card,
    IllegalAction,
    MatchingGame,
    MatchingState,
    MatchingView,
    Play,
    PositionError,
    Seat,
    State,
    Stop,
    SuitState,
    View,
    imagine,
    parse,
    worlds,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from aceten import Action, Game


DRAWN = 2000
"""So many worlds are drawn at random where they cannot be listed."""


def by_kind(state: State) -> str:
    """Return the line of a position without the suits that do not count, and without the order of a talon that is closed."""
    game = state.game
    if isinstance(state, SuitState) and state.closed is not None:
        state = msgspec.structs.replace(state, talon=(*sorted(state.talon[:-1]), state.talon[-1]))
    if not isinstance(game, MatchingGame):
        return str(state)
    lone = game.rules.lone_card
    return re.sub(r"([AKQJT2-9])[cshd]", lambda found: found[0] if found[0] == lone else found[1], str(state))


def replayed(state: State, actions: list[Action], views: Sequence[View]) -> State | None:
    """Return what a deal comes to by the actions of another that a seat saw so; ``None`` when the seat would have seen something else."""
    seat = views[0].seat
    for action, view in zip([None, *actions], views, strict=True):
        try:
            state = state if action is None else state.play(action)
        except IllegalAction:
            return None
        if state.view(seat) != view:
            return None
    return state


def told(game: Game) -> bool:
    """Whether a view holds all that its seat has seen: not which card was cut where that lies in the talon, nor what was turned up."""
    talon = len(game.pack.cards) > game.players * game.rules.hand
    flips = isinstance(game, MatchingGame) and game.rules.flip
    return game.pack.copies == 1 and not (game.cut_shown and talon) and not flips


def compare(view: View, fitting: Counter[str]) -> None:
    """The worlds of a view are these, as often as these."""
    found = worlds(view)
    total = sum(fitting.values())
    listed = found.listed()
    told: Counter[str] = Counter()
    if listed is None:
        for state in found.drawn(DRAWN, 1):
            told[by_kind(state)] += 1
        assert set(told) <= set(fitting), str(view)
        off = sum((told[key] - DRAWN * times / total) ** 2 / (DRAWN * times / total) for key, times in fitting.items())
        free = len(fitting) - 1
        assert off < free + 5 * math.sqrt(2 * free) + 5, (str(view), told, fitting)
        return
    for state, times in listed:
        told[by_kind(state)] += times
    assert set(told) == set(fitting), str(view)
    assert found.count == sum(told.values())
    for key, times in told.items():
        assert times * total == fitting[key] * sum(told.values()), (str(view), told, fitting)


def spread(view: View) -> Iterator[tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]]:
    """Yield every way in which the cards that a seat has not seen can lie: whole hands, in no order, and the talon."""
    rooms = [size - len(known) for known, size in zip(view.known, view.hand_sizes, strict=True)]

    def dealt(hands: tuple[tuple[Card, ...], ...], left: tuple[int, ...]) -> Iterator[tuple[tuple[Card, ...], ...]]:
        if len(hands) == len(rooms):
            for talon in itertools.permutations(left, view.talon_size - len(view.known_talon)):
                yield (*hands, tuple([unseen[place] for place in talon]))
            return
        for places in itertools.combinations(left, rooms[len(hands)]):
            hand = view.known[len(hands)] + tuple([unseen[place] for place in places])
            yield from dealt((*hands, hand), tuple([place for place in left if place not in places]))

    unseen = view.unseen
    for *hands, talon in dealt((), tuple(range(len(unseen)))):
        yield tuple(hands), talon + view.known_talon


def beginnings(view: View) -> Iterator[State]:
    """Yield every position that looks so to a seat, of those that the line of a position can say."""
    for hands, talon in spread(view):
        drawn: Sequence[Card | None] = (None,)
        if isinstance(view, MatchingView) and view.spicing and view.drawn is None:
            drawn = hands[view.winning]
        for card in drawn:
            state = imagine(view, hands, talon, drawn=card)
            try:
                again = parse(str(state), rules=state.game.rulebook)
            except PositionError:
                continue
            if again == state and state.points_known == view.points_known:
                yield state


def is_told(states: Sequence[State], view: View) -> bool:
    """Whether worlds are exactly what replays: the last view of a seat holds all that it has seen of a course.

    It does not hold what lay in the trick at first, which ranks had been led, and which marriages had been shown; nor where a trick ended
    whose leader has won it and plays another card, as long as there is something to draw.
    """
    begun, game = states[0], states[0].game
    if not told(game):
        return False
    if not view.log:
        return True
    rounds = sum(map(len, begun.taken)) // game.players
    if begun.trick or begun.tricks is None or sum(begun.tricks) != rounds:
        return False
    if isinstance(begun, SuitState):
        return not any(begun.melds)
    led: Seat | None = None
    for before, (seat, action) in zip(states, view.log, strict=False):
        if len(before.trick) % game.players == 0 and isinstance(action, Play):
            if seat == led and before.talon and before.winning == seat:
                return False
            led = seat
        elif isinstance(action, Stop):
            led = None
    return isinstance(begun, MatchingState) and not begun.leads


def none_is_missing(view: View, fitting: Counter[str]) -> None:
    """The worlds of a view are these among others, and are as many as they say."""
    found = worlds(view)
    listed = found.listed()
    if listed is not None:
        assert set(fitting) <= {by_kind(state) for state, _ in listed}, str(view)
        assert found.count == sum(times for _, times in listed)
