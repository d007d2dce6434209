"""What cards are called in English, Hungarian and German, for rendering."""

from __future__ import annotations

import unicodedata
from typing import Final

from aceten_spec.cards import Card, Rank, Suit
from aceten_spec.speech import Language

_RANKS: Final[dict[Language, tuple[str, ...]]] = {
    "en": ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"),
    "hu": (
        "kettes",
        "hármas",
        "négyes",
        "ötös",
        "hatos",
        "hetes",
        "nyolcas",
        "kilences",
        "tízes",
        "bubi",
        "dáma",
        "király",
        "ász",
    ),
    "de": ("Zwei", "Drei", "Vier", "Fünf", "Sechs", "Sieben", "Acht", "Neun", "Zehn", "Bube", "Dame", "König", "Ass"),
}
_GERMAN_COURTS: Final[dict[Language, dict[Rank, str]]] = {
    "en": {Rank.QUEEN: "over", Rank.JACK: "under"},
    "hu": {Rank.QUEEN: "felső", Rank.JACK: "alsó"},
    "de": {Rank.QUEEN: "Ober", Rank.JACK: "Unter"},
}
_SUITS: Final[dict[str, dict[Language, tuple[str, str, str, str]]]] = {
    "french": {
        "en": ("clubs", "spades", "hearts", "diamonds"),
        "hu": ("treff", "pikk", "kőr", "káró"),
        "de": ("Kreuz", "Pik", "Herz", "Karo"),
    },
    "german": {
        "en": ("acorns", "leaves", "hearts", "bells"),
        "hu": ("makk", "zöld", "piros", "tök"),
        "de": ("Eichel", "Laub", "Herz", "Schellen"),
    },
}


def unaccented(text: str) -> str:
    """Return text in small letters without accents, as names are compared that people type."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join([letter for letter in letters if not unicodedata.combining(letter)])


def rank_name(rank: Rank, *, style: str, language: Language = "en") -> str:
    """Return what a rank is called in a pack of this style (``"french"`` or ``"german"``)."""
    if style == "german" and rank in _GERMAN_COURTS[language]:
        return _GERMAN_COURTS[language][rank]
    return _RANKS[language][rank - Rank.TWO]


def suit_name(suit: Suit, *, style: str, language: Language = "en") -> str:
    """Return what a suit is called in a pack of this style (``"french"`` or ``"german"``)."""
    return _SUITS[style][language][suit - Suit.CLUBS]


def card_name(card: Card, *, style: str, language: Language = "en") -> str:
    """Return what a card is called, such as ``ace of hearts``, ``piros ász`` or ``Herz-Ass``; only its rank without a suit."""
    rank = rank_name(card.rank, style=style, language=language)
    if card.suit is None:
        return rank
    suit = suit_name(card.suit, style=style, language=language)
    match language:
        case "en":
            return f"{rank} of {suit}"
        case "hu":
            return f"{suit} {rank}"
        case "de":
            return f"{suit}-{rank}"
