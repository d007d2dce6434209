"""Worlds: every deal that fits what a seat has seen, and no other, each as likely as it is dealt.

What fits is found a second time by dealing tiny packs in all ways and playing each deal on as it was played, with the engine alone.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Final

import msgspec
import pytest
from slices import sliced
from tiny import TINY, other_decks, shuffled_deal

from aceten import (
    Card,
    IllegalAction,
    MatchingGame,
    PositionError,
    State,
    SuitState,
    View,
    load,
    parse,
    worlds,
)
from aceten_spec.cards import format_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiny import AnyDeal

    from aceten import Action, Game

STEPS = 9
"""A deal is played on by up to so many actions before worlds are asked for."""
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


# --- Marriages of which only the points are known ---

MARRIAGES: Final = {
    "schnapsen": [(20, 0), (0, 20), (40, 0), (0, 40), (60, 0), (20, 20), (20, 40), (40, 40), (0, 80)],
    "tausendeins": [(100, 0), (0, 60), (100, 80), (60, 40), (0, 180), (140, 0)],
}
"""Points for marriages by side that can come about, with clubs for trumps."""
IN_TAUSENDEINS: Final = dict(zip("cshd", (100, 80, 60, 40), strict=True))


def can_have_shown(game: str, melds: tuple[int, int], hands: Sequence[set[str]]) -> bool:
    """Whether in a whole deal the sides can have shown marriages of these points: one card is gone, and the other not on the other side."""
    for owners in itertools.product((None, 0, 1), repeat=4):
        points = [0, 0]
        fits = game != "tausendeins" or owners[0] is not None  # the last one made clubs trumps
        for suit, owner in zip("cshd", owners, strict=True):
            if owner is not None:
                points[owner] += IN_TAUSENDEINS[suit] if game == "tausendeins" else 40 if suit == "c" else 20
                pair = {f"K{suit}", f"Q{suit}"}
                fits &= pair.isdisjoint(hands[1 - owner]) and not pair <= hands[owner]
        if fits and tuple(points) == melds:
            return True
    return False


@pytest.mark.turns(2)
@pytest.mark.parametrize("name", MARRIAGES)
def test_marriages_that_were_shown_bear_on_what_lies_where(name: str) -> None:
    """Where it is not said what was captured, the worlds are the hands with which the marriages can have been shown, found one by one."""
    chance, game = Random(name), load(name)
    pack = list(game.pack.cards)
    fitted = 0
    for _ in range(sliced(30, whole=600)):
        size = chance.randint(1, 3 if name == "schnapsen" else 2)
        chance.shuffle(pack)
        own, captured, melds = pack[:size], pack[2 * size :], chance.choice(MARRIAGES[name])
        points = game.points_of(tuple(captured))
        tricks = len(captured) // 2
        line = f"{game} hands={format_cards(tuple(own))},{'?' * size} lead=0 trump=c melds={melds[0]},{melds[1]}"
        line += f" points={points - 10},10 tricks={tricks - 2},2"
        mine, others = set(map(str, own)), pack[size:]
        fitting = {
            frozenset(hand)
            for hand in itertools.combinations(others, size)
            if points + game.points_of((*own, *hand)) == game.total
            and can_have_shown(name, melds, (mine, set(map(str, hand))))
        }
        if not fitting:
            with pytest.raises(PositionError):
                worlds(parse_view(line))
            continue
        fitted += 1
        found = worlds(parse_view(line))
        assert found.count == len(fitting), line
        assert {frozenset(state.hands[1]) for state, _ in found.listed() or ()} == fitting, line
        assert {frozenset(state.hands[1]) for state in found.drawn(10)} <= fitting, line
    assert fitted > sliced(15, whole=300)


def parse_view(line: str) -> View:
    """Return what a seat sees, by a line."""
    view = parse(line)
    assert isinstance(view, View)
    return view
