"""Worlds: every deal that fits what a seat has seen, and no other, each as likely as it is dealt.

What fits is found a second time by dealing tiny packs in all ways and playing each deal on as it was played, with the engine alone.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest
from slices import sliced
from tiny import TINY, other_decks, shuffled_deal

from aceten import Card, IllegalAction, MatchingGame, State, View, worlds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiny import AnyDeal

    from aceten import Action, Game

STEPS = 9
"""A deal is played on by up to so many actions before worlds are asked for."""
DRAWN = 2000
"""So many worlds are drawn at random where they cannot be listed."""


def by_kind(state: State) -> str:
    """Return the line of a position without the suits that do not count."""
    game = state.game
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


def told(game: Game) -> bool:
    """Whether a view holds all that its seat has seen: not which card was cut where that lies in the talon, nor what was turned up."""
    talon = len(game.pack.cards) > game.players * game.rules.hand
    flips = isinstance(game, MatchingGame) and game.rules.flip == "on"
    return game.pack.copies == 1 and not (game.cut_shown and talon) and not flips


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
        for deck in other_decks(deal, seat):
            other = replayed(msgspec.structs.replace(deal.state(), **_cards(deal, deck)), actions, views)
            if other is not None:
                fitting[by_kind(other)] += 1
        compare(views[-1], fitting)


def _cards(deal: AnyDeal, deck: tuple[Card, ...]) -> dict[str, object]:
    """Return the hands and the talon that a pack is dealt into."""
    there = deal.game.deal(deck=deck, dealer=deal.dealer, cut=deal.cut, scores=deal.scores)
    return {name: getattr(there, name) for name in there.__struct_fields__}


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
