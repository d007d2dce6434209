"""What one seat saw of a deal, written down and read again: the same views, in every game.

Which records no deal fits is found a second time by dealing tiny packs in all ways and playing each with the engine alone.
"""

import itertools
import re
from collections.abc import Callable
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games.game_strategies import deals, game_of
from support.games.mixed_rules import hidden_matching, hidden_suits, mixed_deals, mixed_matching, mixed_suits
from support.games.tiny_deals import AnyDeal, Changes, other_decks, shuffled_deal, tiny
from support.games.tiny_games import TINY
from support.oracles.replayed_worlds import played_on, read_true_records, readable
from support.slices import TURN, examples, sliced

from aceten import AcetenError, Game, Record, RecordError, View, parse, read_seen_record
from aceten.knowledge.memory import joined
from aceten.testing import Deal
from aceten.testing.strategies import choices
from aceten_spec.options import POSITION_KEYS


def in_sight(view: View) -> set[str]:
    """Return the cards that a seat sees or has seen taken, as text."""
    return set(map(str, joined(view.known) + view.known_talon + view.trick + joined(view.taken)))


@pytest.mark.turns(12)
@examples(1200)
@given(deals(), choices(70), st.integers(0, 7), st.integers(0, 60))
def test_reading_gives_what_the_seat_saw(deal: Deal, numbers: bytes, seat: int, skipped: int) -> None:
    """Every view is that of the state, the text is the same again, and one deal that fits looks the same to the seat."""
    states = played_on(deal.state(), numbers)
    seat %= deal.game.players
    begun = skipped if skipped < len(states) and skipped % 2 and readable(states[skipped]) else 0
    seen = Record(tuple(states[begun:])).seen_by(seat)
    text = str(seen)
    read = read_seen_record(text, rules=deal.game.rulebook)
    assert read.views == seen.views
    assert read.events == states[-1].log[len(states[begun].log) :]
    assert str(read) == text
    other = Record(read.one_deal())
    assert other.seen_by(seat).views == seen.views
    if not begun:
        assert [state.view(seat) for state in states] == list(read.views)


@pytest.mark.turns(2)
@examples(400)
@given(deals(), choices(70), st.integers(0, 7))
def test_no_card_stands_in_it_that_the_seat_has_not_seen(deal: Deal, numbers: bytes, seat: int) -> None:
    """Every card in the text was in sight of the seat at some moment."""
    states = played_on(deal.state(), numbers)
    seat %= deal.game.players
    views = [state.view(seat) for state in states]
    sighted = set[str]().union(*map(in_sight, views))
    text = " ".join(re.findall(r'"(?:position|action|sees)":"([^"]*)"', str(Record(tuple(states)).seen_by(seat))))
    # An option may name a card, too.
    words = [word for word in text.split() if "=" not in word or word.partition("=")[0] in POSITION_KEYS]
    assert set(re.findall("[AKQJT2-9][cshd]", " ".join(words))) <= sighted


FEW = 6
"""Of a deal of so many cards all can be followed."""
SMALL = [name for name, each in TINY.items() if each.shuffled is None and len(each.game.pack.cards) <= FEW]
"""Tiny games of which every deal can be followed."""


def texts(deal: AnyDeal, seat: int, actions: list[str]) -> set[str]:
    """Return what a seat writes down of these actions, for each deal in which it is dealt the same hand, whichever card is cut."""
    found = set[str]()
    cuts = deal.game.pack.cards if deal.cut is not None else (None,)
    for deck, cut in itertools.product(other_decks(deal, seat), cuts):
        state = deal.game.deal(deck=deck, dealer=deal.dealer, cut=cut, scores=deal.scores)
        states = [state]
        try:
            for action in actions:
                states.append(states[-1].play(action))
        except AcetenError:  # illegal, or no action at all
            continue
        found.add(str(Record(tuple(states)).seen_by(seat)))
    return found


@pytest.mark.turns(32)
@pytest.mark.parametrize("name", SMALL)
def test_what_is_read_is_what_some_deal_looks_like(name: str) -> None:
    """A card is replaced by another: the record reads if it is of one of all deals, and is refused if it is of none."""
    chance, refused, taken = Random(f"{name}"), 0, 0
    for _ in range(sliced(6, whole=30)):
        more = changed_card_by_card(shuffled_deal(TINY[name].game, chance, TINY[name].scores), chance)
        refused, taken = refused + more[0], taken + more[1]
    assert taken
    assert refused


def changed_card_by_card(deal: AnyDeal, chance: Random) -> tuple[int, int]:
    """Return in how many records of a deal, one card of each replaced, nothing is read, and in how many what some deal looks like."""
    game, refused, taken = game_of(deal.state()), 0, 0
    seat = chance.randrange(game.players)
    states = played_on(deal.state(), chance.randbytes(chance.randrange(1, 12)))
    text = str(Record(tuple(states)).seen_by(seat))
    header, *lines = text.splitlines(keepends=True)
    body = "".join([line for line in lines if '"result"' not in line])
    for found in re.finditer(r'"(?:action|sees)":"[^"]*?([AKQJT2-9][cshd])', body):
        for card in game.pack.cards:
            begin, end = found.span(1)
            changed = header + body[:begin] + str(card) + body[end:]
            possible = texts(deal, seat, re.findall('"action":"([^"]*)"', changed))
            try:
                read = str(read_seen_record(changed, rules=game.rulebook))
            except RecordError:
                refused += 1
                assert changed not in possible, changed
                continue
            taken += 1
            assert read in possible or unfinished(read, possible), changed
    return refused, taken


def unfinished(read: str, possible: set[str]) -> bool:
    """Whether a record lacks only its result, without which nothing says that the deal is over."""
    return any(each.startswith(read) and '"result"' in each for each in possible)


# --- Rules mixed at will ----------------------------------------------------------------------------------------------


@pytest.mark.turns(2)
@pytest.mark.parametrize("mix", [hidden_matching, hidden_suits])
def test_records_by_rules_mixed_at_will(mix: Callable[[Random], Game]) -> None:
    """Every true record reads, from the beginning of a deal on and from the middle, and one deal that fits looks the same to the seat."""
    read_true_records(mix, sliced(80, whole=8000), sliced(TURN % 60 * 100, whole=0))


_SEEN: Final[Changes] = {
    "sides": "alternate",
    "partner_peek": True,
    "continuation": "never",
    "spice": True,
    "calls": [],
}


@pytest.mark.parametrize(
    ("further", "line", "actions"),
    [
        ({}, "tiny/4 hands=7c,Kc,Ah,7h talon=Ks7sAcAs lead=2", "Ah 7h 7c Kc spice"),
        ({"flip": True, "wild": ["A"]}, "tiny/4 hands=7c,Ks,Ac,7s talon=KcAsAh7h lead=3", "flip flip flip Ac spice"),
    ],
    ids=["it got back what it had played", "the drawn card was seen"],
)
def test_a_hand_that_is_seen_in_the_end_may_spice(further: Changes, line: str, actions: str) -> None:
    """Who sees the hand of a partner has seen what he draws last, and what he takes back; the record reads all the same."""
    game = tiny("zsiros", "7c 7s 7h Ac As Ah Kc Ks", 4, 1, {**_SEEN, **further})
    states = [parse(line, rules=game.rulebook)]
    for action in actions.split():
        states.append(states[-1].play(action))
    for seat in range(4):
        seen = Record(tuple(states)).seen_by(seat)
        read = read_seen_record(str(seen), rules=game.rulebook)
        assert read.views == seen.views
        assert Record(read.one_deal()).seen_by(seat).views == seen.views


@pytest.mark.turns(4)
@pytest.mark.parametrize("mix", [mixed_matching, mixed_suits])
def test_what_is_read_by_rules_mixed_at_will_is_what_some_deal_looks_like(mix: Callable[[Random], Game]) -> None:
    """A card is replaced by another: the record reads if it is of one of all deals, and is refused if it is of none."""
    deals = mixed_deals(mix, 1000, sliced(TURN % 60 * 10, whole=0))
    small = ((deal, chance) for deal, chance in deals if len(deal.game.pack.cards) <= FEW)
    found = [changed_card_by_card(deal, chance) for deal, chance in itertools.islice(small, sliced(4, whole=200))]
    assert any(refused for refused, _ in found)
    assert any(taken for _, taken in found)
