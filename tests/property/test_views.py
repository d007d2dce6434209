"""What a seat may see of a deal: all that lies open and its own hand, and nothing besides."""

from __future__ import annotations

import gc
from enum import Enum
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import Deal, choices, deals, pick, play_on, read, rewrite, states

from aceten import Card, Play, PositionError, State, UsageError, load

if TYPE_CHECKING:
    from aceten import View


def _seats(state: State) -> st.SearchStrategy[int]:
    return st.integers(0, state.game.players - 1)


def _unseen(state: State, seat: int) -> list[Card]:
    """Return the cards that a seat has not seen, in hands by seat and then in the talon."""
    others = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    return others + list(state.talon)


def _with_unseen(state: State, seat: int, cards: list[Card]) -> State:
    """Return the position with these cards in place of those that the seat has not seen."""
    rest = list(cards)
    hands: list[str] = []
    for other, hand in enumerate(state.hands):
        here = hand if other == seat else rest[: len(hand)]
        rest = rest if other == seat else rest[len(hand) :]
        hands.append("".join(map(str, here)) or "-")
    talon = "".join(map(str, rest)) or None
    return read(rewrite(str(state), hands=",".join(hands), talon=talon), state.game)


@st.composite
def rearranged(draw: st.DrawFn, cards: list[Card]) -> list[Card]:
    """The cards in another order: any, or with a few of them exchanged."""
    if not cards or draw(st.booleans()):
        return draw(st.permutations(cards))
    cards = list(cards)
    place = st.integers(0, len(cards) - 1)
    for here, there in draw(st.lists(st.tuples(place, place), min_size=1, max_size=4)):
        cards[here], cards[there] = cards[there], cards[here]
    return cards


def _same(one: View, other: View) -> bool:
    return one == other and hash(one) == hash(other) and str(one) == str(other) and repr(one) == repr(other)


@settings(deadline=None, max_examples=300)
@given(data=st.data(), state=states(), numbers=choices())
def test_a_view_does_not_depend_on_unseen_cards(data: st.DataObject, state: State, numbers: bytes) -> None:
    """Deals that differ in nothing that a seat has seen look the same to it, and still do after the same actions.

    They stop looking the same when the seat draws other cards, or when one leader is asked and the other cannot continue.
    """
    seat = data.draw(_seats(state), label="seat")
    vague = {"taken": None, "points": None, "tricks": None} if data.draw(st.booleans(), label="vague") else {}
    here = read(rewrite(str(state), **vague), state.game)
    try:
        there = _with_unseen(here, seat, data.draw(rearranged(_unseen(here, seat)), label="unseen cards"))
    except PositionError:
        assume(condition=False)  # the leader is choosing, and now he has nothing to continue with
        raise
    assert _same(here.view(seat), there.view(seat))
    for choice in numbers:
        if here.turn is None:
            break
        common = set(here.legal) & set(there.legal)
        action = pick(here, choice)
        if action not in common:
            action = next((action for action in here.legal if action in common), action)
        if action not in common:
            break
        if choice % 8 == 0 and here.calls:
            here, there = here.play(here.calls[0]), there.play(here.calls[0])
        here, there = here.play(action), there.play(action)
        if (here.turn, here.trick, here.hands[seat]) != (there.turn, there.trick, there.hands[seat]):
            break
        assert _same(here.view(seat), there.view(seat))


@settings(deadline=None, max_examples=200)
@given(data=st.data(), deal=deals(), numbers=choices())
def test_a_view_does_not_depend_on_unseen_cards_since_the_deal(data: st.DataObject, deal: Deal, numbers: bytes) -> None:
    """Two deals that went the same way, and differ in cards that a seat has not seen yet, looked the same to it all along."""
    seat = data.draw(st.integers(0, deal.game.players - 1), label="seat")
    here = deal.state()
    unseen = _unseen(play_on(here, numbers), seat)
    exchange = dict(zip(unseen, data.draw(rearranged(unseen), label="unseen cards"), strict=True))
    there = deal.game.deal(deck=tuple(exchange.get(card, card) for card in deal.deck), dealer=deal.dealer)
    for choice in numbers:
        assert _same(here.view(seat), there.view(seat))
        if here.turn is None:
            break
        action = pick(here, choice)
        here, there = here.play(action), there.play(action)
        if (here.turn, here.trick) != (there.turn, there.trick):
            break  # one leader is asked, and the other has no card to continue with


@settings(deadline=None, max_examples=100)
@given(state=states())
def test_a_view_shows_all_that_lies_open(state: State) -> None:
    """Each seat sees its own hand, how many cards there are elsewhere, what it may do, and everything on the table."""
    for seat, hand in enumerate(state.hands):
        view = state.view(seat)
        assert (view.seat, view.hand) == (seat, hand)
        assert view.hand_sizes == tuple(len(hand) for hand in state.hands)
        assert view.talon_size == len(state.talon)
        assert view.legal == (state.legal if seat == state.turn else ())
        assert view.calls == tuple(call for call in state.calls if call.seat == seat)
        shared = ("game", "leader", "trick", "winning", "turn", "taken", "points", "tricks", "dealer", "log", "result")
        for name in shared:
            assert getattr(view, name) == getattr(state, name)


@settings(deadline=None, max_examples=100)
@given(state=states())
def test_the_line_of_a_view_hides_what_is_unseen(state: State) -> None:
    """The position line of a view is that of the state with ``?`` for each card in another hand or in the talon."""
    fields = dict(word.split("=") for word in str(state).split()[1:])
    for seat in range(state.game.players):
        hands = [
            str(hand) if other == seat else "?" * len(state.hands[other]) or "-"
            for other, hand in enumerate(fields["hands"].split(","))
        ]
        talon = "?" * len(state.talon) or None
        hidden = rewrite(str(state), hands=",".join(hands), talon=talon)
        assert set(str(state.view(seat)).split()) == set(hidden.split())


def _reachable(root: object) -> list[object]:
    """Return every object that can be reached from one, but for what belongs to the program as a whole."""
    found: dict[int, object] = {}
    waiting: list[object] = [root]
    while waiting:
        thing = waiting.pop()
        if id(thing) in found or isinstance(thing, type | ModuleType | FunctionType | BuiltinFunctionType | Enum):
            continue
        found[id(thing)] = thing
        waiting.extend(gc.get_referents(thing))
    return list(found.values())


@settings(deadline=None, max_examples=60)
@given(state=states())
def test_a_view_leads_to_nothing_unseen(state: State) -> None:
    """From a view no state can be reached, and no card but those in the seat's own hand and those played face up."""
    everything = _reachable(state)
    assert state in [thing for thing in everything if isinstance(thing, State)]
    cards = [card for hand in state.hands for card in hand] + list(state.talon)
    assert {thing for thing in everything if isinstance(thing, Card)}.issuperset(cards)
    for seat, hand in enumerate(state.hands):
        found = _reachable(state.view(seat))
        assert not [thing for thing in found if isinstance(thing, State)]
        played = [action.card for _, action in state.log if isinstance(action, Play)]
        seen = {*hand, *played, *state.trick, *(card for pile in state.taken for card in pile)}
        assert {thing for thing in found if isinstance(thing, Card)} <= seen


@pytest.mark.parametrize("seat", [-1, 4, 100])
def test_there_is_no_view_from_no_seat(seat: int) -> None:
    """A view from a seat that the game does not have is refused, and the message says which seats there are."""
    with pytest.raises(UsageError, match=f"seat {seat}: expected 0 to 3 in zsiros/4"):
        load("zsiros", players=4).deal(seed=0).view(seat)
