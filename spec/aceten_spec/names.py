"""What cards are called in English, Hungarian and German, for rendering."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Mapping
from typing import Final, TypeVar

from aceten_spec.cards import Card, Rank, Suit
from aceten_spec.speech import Language

_Named = TypeVar("_Named")
_COMPOUND: Final = 3
"""So many letters has a suit at least that makes one word with a rank."""

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

_FURTHER_SUITS: Final = {
    Suit.CLUBS: ("club", "acorn", "Eicheln", "žaludy", "kříže", "treflă"),
    Suit.SPADES: ("spade", "leaf", "Grün", "Gruen", "Gras", "Blatt", "zelené", "listy", "piky", "pică"),
    Suit.HEARTS: ("heart", "Rot", "kör", "červené", "srdce", "cupă"),
    Suit.DIAMONDS: ("diamond", "bell", "Schelle", "Schell", "kule", "káry", "caro"),
}
"""What suits are called beside that, there and in Czech and Romanian."""
_FURTHER_RANKS: Final = {
    Rank.ACE: ("disznó", "Daus", "Sau", "eso"),
    Rank.KING: ("král", "popă"),
    Rank.QUEEN: ("svršek",),
    Rank.JACK: ("Bauer", "Bub", "Wenzel", "knave", "spodek", "kluk", "valet"),
    Rank.TEN: ("Zehner", "tíz", "desítka", "decar"),
    Rank.NINE: ("Neuner", "kilenc", "devítka"),
    Rank.EIGHT: ("Achter", "nyolc", "osmička"),
    Rank.SEVEN: ("Siebener", "hét", "sedmička", "septar"),
}
"""What ranks are called beside that."""


def unaccented(text: str) -> str:
    """Return text in small letters without accents, as names are compared that people type."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join([letter for letter in letters if not unicodedata.combining(letter)])


def _folded(text: str) -> str:
    """Return text in small letters, each accent in one character with its letter."""
    return unicodedata.normalize("NFC", text).casefold()


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


def suit_named(text: str) -> Suit | None:
    """Return the suit of that name in any language and either pack, with accents or without; ``None`` where there is none."""
    return _suit_names().get(_folded(text))


def rank_named(text: str) -> Rank | None:
    """Return the rank of that name likewise, such as ``Bube`` or ``felső``; ``None`` where there is none."""
    return None if "IX" in text else _rank_names().get(_folded(text))  # sIX is the nine of spades


def compound_named(text: str) -> tuple[Rank, Suit] | None:
    """Return the card whose suit and rank are one German word, such as ``Kreuzbube`` or ``Pik10``; ``None`` where there is none."""
    word = _folded(text)
    for name, suit in _suit_names().items():
        if len(name) >= _COMPOUND and word.startswith(name):
            rank = rank_behind_suit(word.removeprefix(name))
            if rank is not None:
                return rank, suit
    return None


def rank_behind_suit(text: str) -> Rank | None:
    """Return the rank of that name or number behind the name of a suit, where ``As`` is the German ace and no ace of spades."""
    if text.isascii() and text.isdigit():
        return next((rank for rank in Rank if str(rank.value) == text and rank <= Rank.TEN), None)
    return Rank.ACE if text.casefold() == "as" else rank_named(text)


@functools.cache
def _suit_names() -> Mapping[str, Suit]:
    names = {
        name: suit
        for style in _SUITS.values()
        for of_language in style.values()
        for suit, name in zip(Suit, of_language, strict=True)
    }
    names |= {name: suit for suit, others in _FURTHER_SUITS.items() for name in others}
    return _spellings(names)


@functools.cache
def _rank_names() -> Mapping[str, Rank]:
    names = {name: rank for names in _RANKS.values() for rank, name in zip(Rank, names, strict=True)}
    names |= {name: rank for courts in _GERMAN_COURTS.values() for rank, name in courts.items()}
    names |= {name: rank for rank, others in _FURTHER_RANKS.items() for name in others}
    return _spellings(names)


def _spellings(names: Mapping[str, _Named]) -> dict[str, _Named]:
    return {spelt: of for name, of in names.items() for spelt in (name.casefold(), unaccented(name))}
