"""Worlds: every deal that fits what a seat has seen, and no other, each as likely as it is dealt.

What fits is found a second time by dealing tiny packs in all ways and playing each deal on as it was played, with the engine alone.
"""

from __future__ import annotations

import math
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Final

import msgspec
import pytest
from support.games.mixed_rules import hidden_matching, hidden_suits, mixed_deals
from support.games.tiny_deals import other_decks, shuffled_deal
from support.games.tiny_games import TINY
from support.oracles.replayed_worlds import beginnings, by_kind, compare, is_told, none_is_missing, replayed, told
from support.slices import TURN, sliced

from aceten import Game, MatchingView, Meld, Play, PositionError, State, View, parse
from aceten_spec.cards import sort_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from support.games.tiny_deals import AnyDeal

    from aceten import Action


STEPS = 9
"""A deal is played on by up to so many actions before worlds are asked for."""


def played(deal: AnyDeal, chance: Random) -> tuple[State, list[Action]]:
    """Return a moment of a deal, and how it came about."""
    state = deal.state()
    actions: list[Action] = []
    for _ in range(chance.randrange(STEPS)):
        action = chance.choice((*state.legal, *state.calls))
        after = state.play(action)
        if after.turn is None:
            break
        actions.append(action)
        state = after
    return state, actions


NAMES = [name for name, each in TINY.items() if each.shuffled is None and told(each.game)]


@pytest.mark.turns(8)
@pytest.mark.parametrize("name", NAMES)
def test_worlds_are_the_deals_that_replay(name: str) -> None:
    """What fits a view is what comes about by dealing in all ways, and playing as was played; and as often."""
    chance = Random(name)
    for _ in range(sliced(4, whole=25)):
        deal = shuffled_deal(TINY[name].game, chance, TINY[name].scores)
        state, actions = played(deal, chance)
        seat = chance.randrange(state.game.players)
        moments = [deal.state()]
        for action in actions:
            moments.append(moments[-1].play(action))
        views = [moment.view(seat) for moment in moments]
        fitting: Counter[str] = Counter()
        for start in dealt_otherwise(deal, seat):
            other = replayed(start, actions, views)
            if other is not None:
                fitting[by_kind(other)] += 1
        compare(views[-1], fitting)


def dealt_otherwise(deal: AnyDeal, seat: int) -> Iterator[State]:
    """Yield the beginnings of all deals in which a seat is dealt the same hand, with what was cut here."""
    for deck in other_decks(deal, seat):
        there = deal.game.deal(deck=deck, dealer=deal.dealer, cut=deal.cut, scores=deal.scores)
        yield msgspec.structs.replace(deal.state(), **{name: getattr(there, name) for name in there.__struct_fields__})


# --- Rules mixed at will ----------------------------------------------------------------------------------------------

FIRST: Final = sliced(TURN % 60 * 100, whole=0)
"""The seed of the first game of mixed rules."""

MIXED: Final = sliced(100, whole=4000)
"""So many games of rules that are mixed at will are played."""

WAYS: Final = sliced(900, whole=4000)
"""A moment at which more deals could be is not asked for."""


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


def more_known(state: State, view: View, chance: Random) -> View:
    """Return what a seat sees that knows some cards of other hands besides."""
    hands = [
        known if len(known) == len(hand) else tuple(chance.sample(hand, chance.randint(0, len(hand))))
        for known, hand in zip(view.known, state.hands, strict=True)
    ]
    known = [tuple((Counter(has) | Counter(more)).elements()) for has, more in zip(view.known, hands, strict=True)]
    return msgspec.structs.replace(view, known=tuple(map(sort_cards, known)))


@pytest.mark.turns(2)
@pytest.mark.parametrize("mix", [hidden_matching, hidden_suits])
def test_worlds_by_rules_mixed_at_will(mix: Callable[[Random], Game]) -> None:
    """What fits a view is what comes about in other ways as it came about here, by rules that are mixed at will.

    From the beginning of a deal on and from the middle; where a view holds less than was seen, no deal that fits is missing.
    """
    asked = 0
    for deal, chance in mixed_deals(mix, MIXED, FIRST):
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
    assert asked > MIXED // 4
