"""What a seat may see of a deal with suit tricks: all that lies open and its own hand, and nothing besides."""

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.games.game_strategies import suit_deals, suit_states
from support.slices import examples

from aceten import (
    EXCHANGE,
    Card,
    NotationError,
    PositionError,
    SuitState,
    SuitView,
    UsageError,
    View,
    imagine,
    parse,
    parse_action,
    parse_state,
)
from aceten.testing import SuitDeal, pick
from aceten.testing.strategies import choices

SHARED = (
    *("game", "leader", "trick", "winning", "turn", "taken", "tricks", "dealer", "log", "result"),
    *("trump", "closed", "melds", "waiting", "shown", "claimant", "bids", "contract", "scores"),
)
"""What a view has just as the state has it."""


def _seen_by(state: SuitState, seat: int) -> SuitView:
    view = state.view(seat)
    assert isinstance(view, SuitView)
    return view


def _open_in(state: SuitState, seat: int) -> set[Card]:
    """Return the cards in hands and talon that a seat knows: its own, what others have shown, and the turn-up."""
    known = set(state.hands[seat]) | {card for hand in state.shown for card in hand}
    if state.talon and state.game.rules.trump == "turn_up":
        known.add(state.talon[-1])
    return known


def _same(one: View, other: View) -> bool:
    return one == other and hash(one) == hash(other) and str(one) == str(other) and repr(one) == repr(other)


@examples(150)
@given(state=suit_states())
def test_a_view_shows_all_that_lies_open(state: SuitState) -> None:
    """Each seat sees its own hand, what others have shown, the turn-up, how many cards there are elsewhere, and all on the table."""
    for seat, hand in enumerate(state.hands):
        view = _seen_by(state, seat)
        assert (view.seat, view.hand) == (seat, hand)
        assert view.hand_sizes == tuple(map(len, state.hands))
        assert view.talon_size == len(state.talon)
        assert view.legal == (state.legal if seat == state.turn else ())
        for name in SHARED:
            assert getattr(view, name) == getattr(state, name)
        assert {card for known in view.known for card in known} | set(view.known_talon) == _open_in(state, seat)


@examples(150)
@given(state=suit_states())
def test_points_that_can_be_claimed_are_not_told(state: SuitState) -> None:
    """Where points are claimed nobody is told them before the deal is over; elsewhere they lie open.

    What a side had when the talon was closed is told once it has more by now: nobody who reads the line could count it.
    """
    for seat in range(state.game.players):
        view = _seen_by(state, seat)
        hidden = state.game.rules.claim == "called" and state.turn is not None
        assert view.points == (None if hidden else state.points)
        if hidden:
            assert "points=" not in str(view)
            assert _has_more_since(state) or not re.search(r"closed=\d,\d", str(view))


def _has_more_since(state: SuitState) -> bool:
    """Whether the side that did not close the talon may have won a trick or shown a marriage after that."""
    if state.closed is None:
        return False
    other = 1 - state.game.sides[state.closed.seat]
    return state.melds[other] > 0 or len(state.taken[other]) != state.game.players * state.closed.tricks[other]


@pytest.mark.turns(2)
@examples(200)
@given(data=st.data(), deal=suit_deals(), numbers=choices())
def test_a_view_does_not_depend_on_unseen_cards(data: st.DataObject, deal: SuitDeal, numbers: bytes) -> None:
    """Two deals that went the same way, and differ in cards that a seat has not seen yet, looked the same to it all along.

    They stop looking the same when what the seat may do differs, or a player shows or draws what the seat sees.
    """
    seat = data.draw(st.integers(0, deal.game.players - 1), label="seat")
    here = deal.state()
    states = [here]
    for number in numbers:
        state = states[-1]
        if state.turn is None:
            break
        after = state.play(pick(state, number))
        assert isinstance(after, SuitState)
        states.append(after)
    seen = {card for state in states for card in (*state.trick, *(card for pile in state.taken for card in pile))}
    seen |= {card for state in states for card in _open_in(state, seat)}
    unseen = [card for card in deal.deck if card not in seen]
    exchange = dict(zip(unseen, data.draw(st.permutations(unseen), label="unseen cards"), strict=True))
    deck = tuple(exchange.get(card, card) for card in deal.deck)
    assume(deal.cut is None or deal.game.rules.cut_card == "unknown" or deal.cut not in unseen)
    there = deal.game.deal(deck=deck, dealer=deal.dealer, cut=deal.cut, scores=deal.scores)
    for state in states:
        assert _same(state.view(seat), there.view(seat)), (state, there)
        if len(state.log) + 1 == len(states):
            break
        _, action = states[len(state.log) + 1].log[-1]
        if action not in there.legal:
            break  # an exchange or a marriage, or a card that another hand may not play
        there = there.play(action)


@examples(100)
@given(data=st.data(), state=suit_states())
def test_what_is_imagined_looks_the_same(data: st.DataObject, state: SuitState) -> None:
    """A state imagined from a view with any unseen cards looks to the seat like the view; with the true ones it is the state."""
    seat = data.draw(st.integers(0, state.game.players - 1), label="seat")
    view = _seen_by(state, seat)
    assert imagine(view, state.hands, state.talon) == state
    rest = data.draw(st.permutations(view.unseen), label="unseen cards")
    hands: list[tuple[Card, ...]] = []
    for known, size in zip(view.known, view.hand_sizes, strict=True):
        hands.append(known + tuple(rest[: size - len(known)]))
        rest = rest[size - len(known) :]
    talon = tuple(rest[: view.talon_size - len(view.known_talon)]) + view.known_talon
    imagined = imagine(view, tuple(hands), talon)
    assert isinstance(imagined, SuitState)
    if imagined.turn == seat and imagined.trick:
        assert imagined.legal == state.legal
    assert imagined.view(seat).hand == view.hand
    assert str(imagined.view(seat)) == str(view.present)


@examples(60)
@given(state=suit_states())
def test_what_cannot_lie_there_is_not_imagined(state: SuitState) -> None:
    """Hands and talons of wrong sizes, and without a card that the seat has seen there, are refused."""
    view = _seen_by(state, 0)
    with pytest.raises(UsageError, match="expected"):
        imagine(view, state.hands[:-1], state.talon)
    others = [card for hand in state.hands[1:] for card in hand]
    if state.hands[0] and others and len(state.hands[0]) == len(state.hands[1]) and state.hands[0] != state.hands[1]:
        with pytest.raises(UsageError, match="cannot lie there"):
            imagine(view, (state.hands[1], state.hands[0], *state.hands[2:]), state.talon)


@examples(60)
@given(state=suit_states())
def test_the_line_of_a_view_is_not_read_as_a_position(state: SuitState) -> None:
    """A line in which a card is unseen is refused where play needs every card."""
    for seat in range(state.game.players):
        with pytest.raises((NotationError, PositionError)):
            parse_state(str(state.view(seat)), rules=state.game.rulebook)


@examples(60)
@given(state=suit_states())
def test_a_view_cannot_be_changed(state: SuitState) -> None:
    """No attribute of a view can be set."""
    view = state.view(0)
    for name in view.__struct_fields__:
        with pytest.raises(AttributeError):
            setattr(view, name, None)


def test_the_turn_up_is_known_to_all_wherever_it_goes() -> None:
    """The turn-up lies open, is known in the hand of who has exchanged it, and leaves it when it is played."""
    state = parse("sixty-six/2 hands=AcTcKcQcJc9h,AsTsKsQsJs9s talon=ThKhQhJhAdTdKdQd9dAh lead=0 taken=Jd9c,-")
    assert str(state.view(1)).startswith("sixty-six/2 hands=??????,AsKsQsJsTs9s talon=?????????Ah ")
    state = state.play(EXCHANGE)
    assert str(state.view(1)).startswith("sixty-six/2 hands=Ah?????,AsKsQsJsTs9s talon=?????????9h ")
    state = state.play(parse_action("Ah"))
    assert str(state.view(1)).startswith(
        "sixty-six/2 hands=?????,AsKsQsJsTs9s talon=?????????9h lead=0 seat=1 trick=Ah "
    )


def test_both_cards_of_a_marriage_are_known() -> None:
    """Who shows a marriage leads one of its cards, and everybody knows the other in his hand."""
    state = parse("sixty-six/2 hands=AcTcKcQcJc9h,AsTsKsQsJs9s talon=ThKhQhJhAdTdKdQd9dAh lead=0 taken=Jd9c,-")
    state = state.play(parse_action("meld:Kc"))
    assert str(state.view(1)).startswith(
        "sixty-six/2 hands=Qc????,AsKsQsJsTs9s talon=?????????Ah lead=0 seat=1 trick=Kc "
    )
