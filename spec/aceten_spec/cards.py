"""Ranks, suits, cards and packs, and how cards are written; :mod:`aceten_spec.written_cards` reads them.

A card is written as its rank, followed by its suit where that is known: ``A``, ``Ah``, ``Tc``.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import Final

import msgspec


class Rank(IntEnum):
    """The rank of a card. The number orders hands for display; it says nothing about which card beats which."""

    TWO = 2
    """The two."""
    THREE = 3
    """The three."""
    FOUR = 4
    """The four."""
    FIVE = 5
    """The five."""
    SIX = 6
    """The six."""
    SEVEN = 7
    """The seven: Hungarian hetes, German Sieben."""
    EIGHT = 8
    """The eight."""
    NINE = 9
    """The nine."""
    TEN = 10
    """The ten, written ``T`` (also read: ``10`` and ``X``)."""
    JACK = 11
    """The jack; the under of German packs (also read: ``U`` and ``B``)."""
    QUEEN = 12
    """The queen; the over of German packs (also read: ``O`` and ``F``)."""
    KING = 13
    """The king."""
    ACE = 14
    """The ace."""

    @property
    def letter(self) -> str:
        """The one character that stands for this rank in every notation."""
        return _RANK_LETTERS[self]


class Suit(IntEnum):
    """The suit of a card, French names first; German packs use the second name."""

    CLUBS = 1
    """Clubs, acorns (``c``)."""
    SPADES = 2
    """Spades, leaves (``s``)."""
    HEARTS = 3
    """Hearts (``h``)."""
    DIAMONDS = 4
    """Diamonds, bells (``d``)."""

    @property
    def letter(self) -> str:
        """The one character that stands for this suit in every notation."""
        return _SUIT_LETTERS[self]


_RANK_LETTERS: Final = dict(zip(Rank, "23456789TJQKA", strict=True))
_SUIT_LETTERS: Final = dict(zip(Suit, "cshd", strict=True))

RANK_LETTERS: Final = "A K Q J T 9 8 7 6 5 4 3 2"
"""The rank letters from ace to two, as error messages list them."""
SUIT_LETTERS: Final = "c s h d"
"""The suit letters in the order of :class:`Suit`."""

_SUIT_STEP: Final = 16
"""A card's number is its suit times this, plus its rank: the rank is the number modulo 16."""


class Card(int):
    """A card: a rank, and a suit where it is known. Made by :func:`aceten_spec.card` and :func:`card_of`, never by number."""

    __slots__ = ()

    @property
    def rank(self) -> Rank:
        """The rank."""
        return _RANK_OF[self]

    @property
    def suit(self) -> Suit | None:
        """The suit; ``None`` where only the rank is known or matters."""
        return _SUIT_OF[self]

    def __str__(self) -> str:
        """The card as it is written, such as ``A`` or ``Ah``."""
        return _TEXTS[self]

    def __format__(self, spec: str) -> str:
        """Format the card as the text that it is written as, not as a number."""
        return format(str(self), spec)

    def __repr__(self) -> str:
        """Return an expression that makes the card again; of a number that is no card, which an error may have to show, the number."""
        return f"card({_TEXTS[self]!r})" if self in _TEXTS else f"Card({int(self)})"


CARD_NUMBERS: Final = _SUIT_STEP * (len(Suit) + 1)
"""Every card is a number below this."""

_CARDS: Final = tuple(Card(number) for number in range(CARD_NUMBERS))
_RANK_OF: Final = {number: Rank(number % _SUIT_STEP) for number in _CARDS if number % _SUIT_STEP in tuple(Rank)}
_SUIT_OF: Final = tuple(Suit(number // _SUIT_STEP) if number >= _SUIT_STEP else None for number in _CARDS)
_TEXTS: Final = {
    Card(rank + _SUIT_STEP * suit): rank.letter + (_SUIT_LETTERS[Suit(suit)] if suit else "")
    for suit in (0, *Suit)
    for rank in Rank
}

EVERY_CARD: Final = tuple(_TEXTS)
"""Every card that can be written, without a suit and of each suit."""


def card_of(rank: int, suit: Suit | None = None) -> Card:
    """Return the card of this rank and suit; without a suit, the card that is known by its rank alone."""
    return _CARDS[rank + _SUIT_STEP * (suit or 0)]


def rank_number(card: Card) -> int:
    """Return the card's rank as a plain int, the form in which rule steps take it."""
    return card % _SUIT_STEP


def suit_number(card: Card) -> int:
    """Return the card's suit as a plain int, 0 where it has none: the form in which rule steps take it."""
    return card // _SUIT_STEP


def without_suit(card: Card) -> Card:
    """Return the card of the same rank that has no suit."""
    return _CARDS[card % _SUIT_STEP]


def display_key(card: Card) -> int:
    """Sort key that puts a hand in its written order: aces first, within a rank no suit, then c s h d."""
    return (card // _SUIT_STEP) - _SUIT_STEP * (card % _SUIT_STEP)


def format_cards(cards: tuple[Card, ...]) -> str:
    """Write cards without separators, the inverse of :func:`aceten_spec.written_cards.parse_cards`."""
    return "".join([_TEXTS[c] for c in cards])


class _Keys(dict[Card, int]):
    """The sort key of every card, worked out beforehand; what is no card of ours, such as a symbolic one, is asked for its key."""

    def __missing__(self, card: Card) -> int:
        return display_key(card)


_key_of: Final = _Keys({card: display_key(card) for card in EVERY_CARD}).__getitem__


def sort_cards(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards in their written order (see :func:`display_key`)."""
    return tuple(sorted(cards, key=_key_of))


class Pack(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """What a game is played with: one kind of pack, once or more, perhaps without some cards."""

    id: str
    """The name that rulebooks use for this kind of pack."""
    style: str
    """``"french"`` or ``"german"``: which names and pips the cards have."""
    ranks: tuple[Rank, ...]
    """The ranks of each suit, ace first."""
    copies: int = 1
    """How many packs are shuffled together."""
    removed: tuple[Card, ...] = ()
    """The cards that are taken out of each pack."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card: clubs, spades, hearts, diamonds, each from ace downwards, and so on for a second pack.

        The order that a shuffle starts from.
        """
        return _cards_of(self)

    @property
    def ranks_left(self) -> tuple[Rank, ...]:
        """The ranks of which there are cards, ace first: those of the kind of pack, but for such as are taken out altogether."""
        return tuple([rank for rank in self.ranks if self.count(rank)])

    def count(self, rank: Rank) -> int:
        """Return how many cards of a rank there are."""
        return _copies_of(self, rank)


@lru_cache(maxsize=1024)
def _copies_of(pack: Pack, rank: Rank) -> int:
    """Return how many cards of a rank a pack has; every position asks it."""
    return sum(card.rank == rank for card in _cards_of(pack))


@lru_cache(maxsize=256)
def _cards_of(pack: Pack) -> tuple[Card, ...]:
    """Return the cards of a pack; every deck and every position is compared with them."""
    whole = tuple(card_of(rank, suit) for suit in Suit for rank in pack.ranks)
    return tuple(card for card in whole if card not in pack.removed) * pack.copies


def _from_ace_down_to(lowest: Rank) -> tuple[Rank, ...]:
    return tuple(rank for rank in reversed(Rank) if rank >= lowest)


PACKS: Final = {
    pack.id: pack
    for pack in (
        Pack(id="german-32", style="german", ranks=_from_ace_down_to(Rank.SEVEN)),
        Pack(id="french-32", style="french", ranks=_from_ace_down_to(Rank.SEVEN)),
        Pack(id="french-24", style="french", ranks=_from_ace_down_to(Rank.NINE)),
        Pack(id="french-20", style="french", ranks=_from_ace_down_to(Rank.TEN)),
        Pack(id="french-52", style="french", ranks=_from_ace_down_to(Rank.TWO)),
    )
}
"""Every pack by its id."""
