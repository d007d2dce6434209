"""Deals of mixed rules, held against the deals that replay: what fits a view, and what one seat saw, written down and read again."""

import itertools
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final

import msgspec
from support.games.mixed_rules import mixed_deals
from support.games.tiny_deals import AnyDeal, other_decks
from support.slices import sliced

from aceten import (
    Action,
    Card,
    Game,
    IllegalAction,
    MatchingGame,
    MatchingState,
    MatchingView,
    Meld,
    Play,
    PositionError,
    Record,
    Seat,
    State,
    Stop,
    SuitState,
    View,
    imagine,
    parse,
    read_seen_record,
    worlds,
)
from aceten.testing import pick
from aceten_spec.cards import sort_cards

DRAWN = 2000
"""So many worlds are drawn at random where they cannot be listed."""
WAYS: Final = sliced(900, whole=4000)
"""A moment at which more deals could be is not asked for."""
CALLED = 5
"""One in so many choices is a call, where one may call."""


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


def dealt_otherwise(deal: AnyDeal, seat: int) -> Iterator[State]:
    """Yield the beginnings of all deals in which a seat is dealt the same hand, with what was cut here."""
    for deck in other_decks(deal, seat):
        there = deal.game.deal(deck=deck, dealer=deal.dealer, cut=deal.cut, scores=deal.scores)
        yield msgspec.structs.replace(deal.state(), **{name: getattr(there, name) for name in there.__struct_fields__})


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


def course(state: State, chance: Random, most: int = 30) -> list[State]:
    """Return a deal played on by up to so many actions: cards more often than words, which end most deals early."""
    states = [state]
    for _ in range(chance.randrange(most)):
        state = states[-1]
        if state.turn is None:
            break
        actions = (*state.legal, *state.calls)
        cards = [action for action in actions if isinstance(action, Play | Meld)]
        after = state.play(chance.choice(cards if cards and chance.random() < 0.4 else actions))
        if after.turn is None and chance.random() < 0.7:
            break
        states.append(after)
    return states


def begun_anew(states: Sequence[State], at: int) -> list[State] | None:
    """Return the course of a deal from a moment on, as if a line of text had told of this moment; ``None`` where none can."""
    if states[at].turn is None:
        return None
    try:
        begun = [parse(str(states[at]), rules=states[at].game.rulebook)]
    except PositionError:  # how many points there were when the talon was closed is not always told
        return None
    for _, action in states[-1].log[len(states[at].log) :]:
        begun.append(begun[-1].play(action))
    return begun


def ways(view: View) -> int:
    """Return in how many ways the cards that a seat has not seen can lie, whatever it knows of them."""
    rooms = [size - len(known) for known, size in zip(view.known, view.hand_sizes, strict=True)]
    talon, unseen = view.talon_size - len(view.known_talon), len(view.unseen)
    left = unseen - sum(rooms)
    drawn = isinstance(view, MatchingView) and view.spicing and view.drawn is None
    return (
        math.factorial(unseen)
        // math.prod(map(math.factorial, (*rooms, left - talon)))
        * (view.hand_sizes[view.winning] if drawn else 1)
    )


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


def more_known(state: State, view: View, chance: Random) -> View:
    """Return what a seat sees that knows some cards of other hands besides."""
    hands = [
        known if len(known) == len(hand) else tuple(chance.sample(hand, chance.randint(0, len(hand))))
        for known, hand in zip(view.known, state.hands, strict=True)
    ]
    known = [tuple((Counter(has) | Counter(more)).elements()) for has, more in zip(view.known, hands, strict=True)]
    return msgspec.structs.replace(view, known=tuple(map(sort_cards, known)))


def is_told(states: Sequence[State], view: View) -> bool:
    """Whether worlds are exactly what replays: the last view of a seat holds all that it has seen of a course.

    It does not hold what lay in the trick at first, which ranks had been led, and which marriages had been shown; nor which card was shown
    by dealing, where cards were drawn since; nor where a trick ended whose leader has won it and plays another card, as long as there is
    something to draw.
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
        shown = begun.game.rules.trump == "dealt" or begun.game.rules.cut_card == "known"
        return not any(begun.melds) and not (shown and len(begun.talon) > len(states[-1].talon))
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


def hold_against_replaying(mix: Callable[[Random], Game], count: int, first: int) -> int:
    """Hold worlds against the deals that replay, in so many games of mixed rules; return of how many moments.

    From the beginning of a deal on and from the middle; where a view holds less than was seen, no deal that fits is missing.
    """
    asked = 0
    for deal, chance in mixed_deals(mix, count, first):
        states = course(deal.state(), chance)
        seat = chance.randrange(deal.game.players)
        anew = begun_anew(states, chance.randrange(len(states))) if chance.random() < 0.3 else None
        views = [state.view(seat) for state in anew or states]
        if anew and len(anew) == 1:
            views = [more_known(anew[0], views[0], chance)]
        if ways(views[0]) > WAYS:
            continue
        asked += 1
        starts = beginnings(views[0]) if anew else dealt_otherwise(deal, seat)
        actions = [action for _, action in views[-1].log]
        others = [replayed(start, actions, views) for start in starts] if len(views) > 1 or not anew else starts
        fitting = Counter([by_kind(other) for other in others if other is not None])
        assert by_kind((anew or states)[-1]) in fitting
        exact = is_told(anew or states, views[-1])
        (compare if exact else none_is_missing)(views[-1], fitting)
    return asked


# --- Records ----------------------------------------------------------------------------------------------------------


def played_on(state: State, numbers: bytes) -> list[State]:
    """Return the states of a deal that is played on, with calls."""
    states = [state]
    for number in numbers:
        state = states[-1]
        if state.turn is None:
            break
        called = state.calls and number % CALLED == 0
        states.append(state.play(state.calls[number % len(state.calls)] if called else pick(state, number)))
    return states


def readable(state: State) -> bool:
    """Whether the line of what a seat sees says all of it: not how many points there were when the talon was closed."""
    return "closed=" not in str(state)


def read_true_records(mix: Callable[[Random], Game], count: int, first: int) -> None:
    """Read what one seat saw of a deal, from its beginning on and from the middle, in so many games of mixed rules."""
    for deal, chance in mixed_deals(mix, count, first):
        states = played_on(deal.state(), chance.randbytes(chance.randrange(40)))
        begun = chance.randrange(len(states)) if chance.random() < 0.4 else 0
        if begun and (states[begun].turn is None or not readable(states[begun])):
            continue
        seat = chance.randrange(deal.game.players)
        seen = Record(tuple(states[begun:])).seen_by(seat)
        text = str(seen)
        read = read_seen_record(text, rules=states[0].game.rulebook)
        assert read.views == seen.views, text
        assert str(read) == text
        assert Record(read.one_deal()).seen_by(seat).views == seen.views, text
