"""Worlds: every deal that fits what a seat has seen, and no other, each as likely as it is dealt.

What fits is found a second time by dealing tiny packs in all ways and playing each deal on as it was played, with the engine alone.
"""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Final

import pytest
from support.games.mixed_rules import hidden_matching, hidden_suits
from support.games.tiny_deals import AnyDeal, shuffled_deal
from support.games.tiny_games import TINY
from support.oracles.replayed_worlds import by_kind, compare, dealt_otherwise, hold_against_replaying, replayed, told
from support.slices import TURN, sliced

from aceten import Action, Game, State

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


# --- Rules mixed at will ----------------------------------------------------------------------------------------------

FIRST: Final = sliced(TURN % 60 * 100, whole=0)
"""The seed of the first game of mixed rules."""

MIXED: Final = sliced(100, whole=4000)
"""So many games of rules that are mixed at will are played."""


@pytest.mark.turns(4)
@pytest.mark.parametrize("mix", [hidden_matching, hidden_suits])
def test_worlds_by_rules_mixed_at_will(mix: Callable[[Random], Game]) -> None:
    """What fits a view is what comes about in other ways as it came about here, by rules that are mixed at will.

    From the beginning of a deal on and from the middle; where a view holds less than was seen, no deal that fits is missing.
    """
    assert hold_against_replaying(mix, MIXED, FIRST) > MIXED // 4
