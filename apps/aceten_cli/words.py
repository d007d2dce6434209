"""What sides and cards are called on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from rich.text import Text

from aceten.naming import listed, seat_name
from aceten.seating import seats_of
from aceten_spec.names import Language, card_name, suit_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from aceten import Card, Facts, Suit

_COLOURS: Final = {"c": "green", "s": "cyan", "h": "red", "d": "yellow"}


def seats_name(seats: Iterable[int]) -> str:
    """Return what players who gather together are called in a table, such as ``A+C``."""
    return "+".join(map(seat_name, seats))


def side_name(game: Facts, side: int) -> str:
    """Return what a side is called in a table: its players, such as ``A+C``."""
    return seats_name(seats_of(game, (side,)))


class Party(msgspec.Struct, frozen=True):
    """One or more players who win or lose together, as sentences speak of them."""

    name: str
    """``A``; ``A's side`` of those who gather their cards together; ``A and C`` of others."""
    plural: bool
    """Whether a verb after the name is in the plural."""

    def does(self, verb: str) -> str:
        """Return the beginning of a sentence about them, such as ``A's side takes``."""
        return f"{self.name} {verb}" if self.plural else f"{self.name} {verb}s"

    @property
    def has(self) -> str:
        """The beginning of a sentence about them: ``A's side has``."""
        return f"{self.name} have" if self.plural else f"{self.name} has"


def party(game: Facts, seats: Sequence[int]) -> Party:
    """Return how sentences speak of these players."""
    if len(seats) == 1:
        return Party(seat_name(seats[0]), plural=False)
    if len({game.sides[seat] for seat in seats}) == 1:
        return Party(f"{seat_name(seats[0])}'s side", plural=False)
    return Party(listed(map(seat_name, seats)), plural=True)


def party_of(game: Facts, side: int) -> Party:
    """Return how sentences speak of a side."""
    return party(game, seats_of(game, (side,)))


def by_side(game: Facts, numbers: Iterable[int]) -> str:
    """Return numbers by side, such as ``A+C 20, B+D 0``."""
    return ", ".join(f"{side_name(game, side)} {has}" for side, has in enumerate(numbers))


def card_words(game: Facts, card: Card, language: Language) -> str:
    """Return what a card is called in the pack of the game."""
    return card_name(card, style=game.pack.style, language=language)


def suit_words(game: Facts, suit: Suit, language: Language) -> str:
    """Return what a suit is called in the pack of the game."""
    return suit_name(suit, style=game.pack.style, language=language)


def named_card(game: Facts, card: Card, language: Language) -> str:
    """Return a card in its notation and by its name."""
    return f"{card} {card_words(game, card, language)}"


def short_card(game: Facts, card: Card, language: Language) -> str:
    """Return a card in few characters: one that has a suit in its notation, as its name would be too long."""
    return str(card) if card.suit is not None else card_words(game, card, language)


def card_text(card: Card) -> Text:
    """Return a card as its notation, coloured by suit."""
    text = str(card)
    suit = text[1:]
    return Text(text, style=_COLOURS.get(suit, "bold"))


def cards_text(cards: tuple[Card, ...]) -> Text:
    """Return cards side by side."""
    return Text(" ").join(map(card_text, cards)) if cards else Text("-", style="dim")
