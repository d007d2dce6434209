"""What may be played to a lead when suit must be followed and beaten, or else trumped: every hand of up to three cards."""

import itertools
from typing import Final

import pytest

from aceten import SuitGame, load, parse
from aceten.engine.suits.steps import beats, owed, pays
from aceten_spec import Card, Suit

GAME: Final = load("schnapsen")
CARDS: Final = GAME.pack.cards
HEIGHT: Final = {"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}
"""The cards of a suit rank as they count."""


def allowed(hand: tuple[str, ...], led: str, trump: str) -> set[str]:
    """Return what the clause says, in its own words.

    Who has cards of the suit led plays one of them, and one that beats the led card if he can. Who has none plays a trump if he has
    one. Who has neither plays what he likes.
    """
    of_suit = {card for card in hand if card[1] == led[1]}
    if of_suit:
        return {card for card in of_suit if HEIGHT[card[0]] > HEIGHT[led[0]]} or of_suit
    return {card for card in hand if card[1] == trump} or set(hand)


@pytest.mark.turns(2)
@pytest.mark.parametrize("trump", Suit)
def test_every_hand_against_every_lead(trump: Suit) -> None:
    """For every hand of one to three cards, every led card and every trump, the cards that may be played are what the clause says."""
    assert isinstance(GAME, SuitGame)
    strong = GAME.strong
    count = 0
    for led in CARDS:
        others = [card for card in CARDS if card != led]
        for size in (1, 2, 3):
            for hand in itertools.combinations(others, size):
                debt = owed(hand, led, strong, trump, "follow_beat_trump")
                found = {str(card) for card in hand if pays(strong[card], debt)}
                assert found == allowed(tuple(map(str, hand)), str(led), trump.letter), (hand, led, trump)
                count += 1
    assert count == 20 * (19 + 171 + 969)


def test_which_card_wins() -> None:
    """Of any two cards the later wins when it is higher in the same suit, or a trump against another suit, whatever is trump."""
    assert isinstance(GAME, SuitGame)
    for first, second in itertools.permutations(CARDS, 2):
        for trump in (None, *Suit):
            one, other = str(first), str(second)
            higher = one[1] == other[1] and HEIGHT[other[0]] > HEIGHT[one[0]]
            trumped = trump is not None and other[1] == trump.letter != one[1]
            assert beats(GAME.strong[second], GAME.strong[first], trump or 0) == (higher or trumped)


@pytest.mark.turns(2)
def test_states_allow_what_the_steps_do() -> None:
    """In positions of the last phase the engine's legal cards are those of the clause, for every hand of three and many leads."""
    trump = "h"
    out: tuple[Card, ...]
    for number, led in enumerate(CARDS):
        others = [card for card in CARDS if card != led]
        for hand in itertools.islice(itertools.combinations(others, 3), number, None, 37):
            out = tuple([card for card in others if card not in hand])
            mine, rest = out[:2], out[2:]
            line = (
                f"schnapsen/2 hands={''.join(map(str, mine))},{''.join(map(str, hand))} lead=0 trick={led} trump={trump}"
                f" taken={''.join(map(str, rest))},-"
            )
            state = parse(line)
            legal = {str(action) for action in state.legal if len(str(action)) == 2}
            assert legal == allowed(tuple(map(str, hand)), str(led), trump)
