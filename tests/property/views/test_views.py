"""What a seat may see of a deal: all that lies open and its own hand, and nothing besides."""

import gc
from enum import Enum
from types import BuiltinFunctionType, FunctionType, ModuleType

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.games.game_strategies import matching_deals, matching_game, matching_state, matching_states, read, rewrite
from support.slices import examples

from aceten import Card, MatchingState, Play, PositionError, State, UsageError, View, imagine, load
from aceten.testing import MatchingDeal, pick, play_on
from aceten.testing.strategies import choices

SHARED = (
    *("game", "leader", "trick", "winning", "turn", "taken", "points", "tricks", "dealer", "log", "result"),
    *("forfeit", "leads", "lone", "burned"),
)
"""What a view has just as the state has it."""


def _seats(state: MatchingState) -> st.SearchStrategy[int]:
    return st.integers(0, state.game.players - 1)


def _seen_hands(state: MatchingState, seat: int) -> set[int]:
    """Return the seats whose hands a seat sees: its own, and its partner's where partners look at each other's."""
    partner = state.game.partner(seat)
    if partner is None or not state.game.rules.partner_peek or state.talon:
        return {seat}
    return {seat, partner}


def _unseen(state: MatchingState, seat: int) -> list[Card]:
    """Return the cards that a seat has not seen, in hands by seat and then in the talon."""
    seen = _seen_hands(state, seat)
    others = [card for other, hand in enumerate(state.hands) if other not in seen for card in hand]
    return others + list(state.talon)


def _with_unseen(state: MatchingState, seat: int, cards: list[Card]) -> MatchingState:
    """Return the position with these cards in place of those that the seat has not seen."""
    rest = list(cards)
    hands: list[str] = []
    seen = _seen_hands(state, seat)
    drawn = state.drawn
    for other, hand in enumerate(state.hands):
        here = hand if other in seen else tuple(rest[: len(hand)])
        rest = rest if other in seen else rest[len(hand) :]
        hands.append("".join(map(str, here)) or "-")
        if drawn is not None and other == state.turn and other != seat:
            drawn = here[0]
    talon = "".join(map(str, rest)) or None
    changes = {} if drawn is None else {"drawn": str(drawn)}
    return matching_state(read(rewrite(str(state), hands=",".join(hands), talon=talon, **changes), state.game))


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


def _joined(piles: tuple[tuple[Card, ...], ...]) -> tuple[Card, ...]:
    return tuple(card for pile in piles for card in pile)


def _same(one: View, other: View) -> bool:
    return one == other and hash(one) == hash(other) and str(one) == str(other) and repr(one) == repr(other)


@pytest.mark.turns(2)
@examples(300)
@given(data=st.data(), state=matching_states(), numbers=choices())
def test_a_view_does_not_depend_on_unseen_cards(data: st.DataObject, state: MatchingState, numbers: bytes) -> None:
    """Deals that differ in nothing that a seat has seen look the same to it, and still do after the same actions.

    They stop looking the same when the seat draws other cards, when another card is turned up, when one leader is asked and the
    other cannot continue, or when the seat begins to see its partner's hand, and that holds other cards.
    """
    seat = data.draw(_seats(state), label="seat")
    vague = {"taken": None, "points": None, "tricks": None} if data.draw(st.booleans(), label="vague") else {}
    here = matching_state(read(rewrite(str(state), **vague), state.game))
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
        if (here.turn, here.trick, here.taken) != (there.turn, there.trick, there.taken):
            break
        if any(here.hands[other] != there.hands[other] for other in _seen_hands(here, seat)):
            break
        assert _same(here.view(seat), there.view(seat))


@pytest.mark.turns(2)
@examples(200)
@given(data=st.data(), deal=matching_deals(), numbers=choices())
def test_a_view_does_not_depend_on_unseen_cards_since_the_deal(
    data: st.DataObject, deal: MatchingDeal, numbers: bytes
) -> None:
    """Two deals that went the same way, and differ in cards that a seat has not seen yet, looked the same to it all along."""
    seat = data.draw(st.integers(0, deal.game.players - 1), label="seat")
    assume(len(set(deal.deck)) == len(deal.deck))  # of two equal cards it cannot be said which was seen
    here = deal.state()
    states = [matching_state(play_on(here, numbers[:count])) for count in range(len(numbers) + 1)]
    lain_open = {card for state in states for card in (*state.trick, *_joined(state.taken))}
    unseen = [card for card in _unseen(states[-1], seat) if card not in lain_open]
    exchange = dict(zip(unseen, data.draw(rearranged(unseen), label="unseen cards"), strict=True))
    there = deal.game.deal(deck=tuple(exchange.get(card, card) for card in deal.deck), dealer=deal.dealer)
    for choice in numbers:
        assert _same(here.view(seat), there.view(seat))
        if here.turn is None:
            break
        action = pick(here, choice)
        here, there = here.play(action), matching_state(there.play(action))
        if (here.turn, here.trick, here.taken) != (there.turn, there.trick, there.taken):
            break  # one leader is asked, and the other has no card to continue with


@examples(100)
@given(state=matching_states())
def test_a_view_shows_all_that_lies_open(state: MatchingState) -> None:
    """Each seat sees its own hand, how many cards there are elsewhere, what it may do, and everything on the table."""
    for seat, hand in enumerate(state.hands):
        view = state.view(seat)
        assert (view.seat, view.hand) == (seat, hand)
        assert view.hand_sizes == tuple(len(hand) for hand in state.hands)
        assert view.talon_size == len(state.talon)
        assert view.legal == (state.legal if seat == state.turn else ())
        assert view.calls == tuple(call for call in state.calls if call.seat == seat)
        for name in SHARED:
            assert getattr(view, name) == getattr(state, name)
        assert view.spicing == (state.drawn is not None)
        assert view.drawn == (state.drawn if state.turn == seat else None)
        partner = next(iter(_seen_hands(state, seat) - {seat}), None)
        assert view.known == tuple(hand if other in (seat, partner) else () for other, hand in enumerate(state.hands))


@examples(100)
@given(state=matching_states())
def test_the_line_of_a_view_hides_what_is_unseen(state: MatchingState) -> None:
    """The position line of a view is that of the state with ``?`` for each card in another hand or in the talon."""
    fields = dict(word.split("=") for word in str(state).split()[1:])
    for seat in range(state.game.players):
        hands = [
            str(hand) if other in _seen_hands(state, seat) else "?" * len(state.hands[other]) or "-"
            for other, hand in enumerate(fields["hands"].split(","))
        ]
        talon = "?" * len(state.talon) or None
        drawn = {"drawn": "?"} if state.drawn is not None and state.turn != seat else {}
        hidden = rewrite(str(state), hands=",".join(hands), talon=talon, **drawn)
        assert set(str(state.view(seat).present).split()) == {*hidden.split(), f"seat={seat}"}


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
        if isinstance(
            thing, msgspec.Struct
        ):  # states are left out of the collection of cycles, which would not lead on from them
            waiting.extend(getattr(thing, name) for name in thing.__struct_fields__)
    return list(found.values())


@pytest.mark.turns(2)
@examples(60)
@given(state=matching_states())
def test_a_view_leads_to_nothing_unseen(state: MatchingState) -> None:
    """From a view no state can be reached, and no card but those in the seat's own hand and those played face up."""
    everything = _reachable(state)
    assert state in [thing for thing in everything if isinstance(thing, State)]
    cards = [card for hand in state.hands for card in hand] + list(state.talon)
    assert {thing for thing in everything if isinstance(thing, Card)}.issuperset(cards)
    for seat, hand in enumerate(state.hands):
        found = _reachable(state.view(seat))
        assert not [thing for thing in found if isinstance(thing, State)]
        played = [action.card for _, action in state.log if isinstance(action, Play)]
        seen = {*hand, *played, *state.trick, *_joined(state.taken)}
        seen |= {card for other in _seen_hands(state, seat) for card in state.hands[other]}
        of_the_game = {thing for thing in _reachable(state.game) if isinstance(thing, Card)}
        assert {thing for thing in found if isinstance(thing, Card)} <= seen | of_the_game


@pytest.mark.parametrize("seat", [-1, 4, 100])
def test_there_is_no_view_from_no_seat(seat: int) -> None:
    """A view from a seat that the game does not have is refused, and the message says which seats there are."""
    with pytest.raises(UsageError, match=f"seat {seat}: expected 0 to 3 in zsiros/4"):
        load("zsiros", players=4).deal(seed=0).view(seat)


@examples(200)
@given(data=st.data(), state=matching_states())
def test_a_view_can_be_imagined_with_other_unseen_cards(data: st.DataObject, state: MatchingState) -> None:
    """Any arrangement of the unseen cards makes a state that looks the same to the seat, apart from its log; the true one is itself."""
    seat = data.draw(_seats(state), label="seat")
    view = state.view(seat)
    assert sorted(view.unseen) == sorted(_unseen(state, seat))
    rest = list(data.draw(rearranged(list(view.unseen)), label="unseen cards"))
    hands: list[tuple[Card, ...]] = []
    for other, hand in enumerate(state.hands):
        known = other in _seen_hands(state, seat)
        hands.append(hand if known else tuple(rest[: len(hand)]))
        rest = rest if known else rest[len(hand) :]
    imagined = imagine(view, tuple(hands), tuple(rest))
    assert _same(msgspec.structs.replace(imagined, log=state.log).view(seat), view)
    true = matching_state(imagine(view, state.hands, state.talon))
    assert true == (
        state if state.drawn is None or state.turn == seat else msgspec.structs.replace(state, drawn=true.drawn)
    )


def test_a_view_is_not_imagined_with_what_cannot_be() -> None:
    """Hands of other sizes, another own hand, and cards that lie elsewhere are refused, and the message says what was expected."""
    state = load("zsiros", players=2).deal(seed=5)
    view = state.view(0)
    with pytest.raises(UsageError, match=r"expected \(4, 4\) and 24"):
        imagine(view, (state.hands[0], ()), state.talon)
    with pytest.raises(UsageError, match="cannot lie there for A"):
        imagine(view, (state.hands[1], state.hands[0]), state.talon)
    with pytest.raises(UsageError, match="cannot lie there for A"):
        imagine(view, (state.hands[0], state.hands[0]), state.talon)


def test_the_lone_player_shows_with_his_card_only() -> None:
    """Who plays alone appears in nobody's view, line or log before the card lies on the table, not even in that of the player himself."""
    game = matching_game(load("sedma-three"))
    for seed in range(40):
        state = matching_state(game.deal(seed=seed))
        while state.turn is not None:
            lain_open = game.lone_card in (*state.trick, *_joined(state.taken))
            for seat in range(3):
                view = state.view(seat)
                holds = game.lone_card in view.hand
                assert (view.lone is not None) == (game.lone_card in _joined(state.taken))
                assert lain_open or holds == (str(game.lone_card) in str(view.present))
                assert lain_open or "lone=" not in str(view)
            state = state.play(state.legal[seed % len(state.legal)])
