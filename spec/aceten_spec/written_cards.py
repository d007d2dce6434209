"""Reading cards: the form in which they are written here, and what people write who come from elsewhere.

What is written here, ``AhTs7``, is read as it stands, in every language. Beside it are read suits before their ranks, letters and names of
German and Hungarian packs, the dots of PBN, and what separates cards. What can be read in two ways is refused with both.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from aceten_spec.cards import (
    EVERY_CARD,
    RANK_LETTERS,
    SUIT_LETTERS,
    Card,
    Rank,
    Suit,
    card_of,
    format_cards,
    without_suit,
)
from aceten_spec.characters import check_seen, in_order
from aceten_spec.errors import NotationError, TwoReadingsError, no_text
from aceten_spec.names import compound_named, rank_behind_suit, rank_named, suit_named
from aceten_spec.speech import language, say

_CARDS: Final = {str(card): card_of(card.rank, card.suit) for card in EVERY_CARD}
_ONE_WRITTEN: Final = re.compile("[AKQJT2-9][cshd]?")

_RANKS: Final = {rank.letter: rank for rank in Rank} | {
    "Á": Rank.ACE,
    "A\u0301": Rank.ACE,
    "O": Rank.QUEEN,
    "F": Rank.QUEEN,
    "U": Rank.JACK,
    "B": Rank.JACK,
    "X": Rank.TEN,
    "10": Rank.TEN,
    "VII": Rank.SEVEN,
    "VIII": Rank.EIGHT,
    "IX": Rank.NINE,
    "D": Rank.QUEEN,
    "Z": Rank.TEN,
}
"""What is read as a rank, in capital letters."""
_SUITS: Final = {
    sign: suit for suit, signs in zip(Suit, ("cC♣♧", "sS♠♤", "hH♥♡", "dD♦♢"), strict=True) for sign in signs
}
"""What is read as a suit."""
_HUNGARIAN: Final = {"M": Suit.CLUBS, "Z": Suit.SPADES, "P": Suit.HEARTS, "T": Suit.DIAMONDS}
"""The first letters of makk, zöld, piros and tök."""
_OTHER_SUITS: Final = frozenset("MZPmzp")
"""Those of them that are no rank in the notation."""

_RANK: Final = "10|VIII|VII|IX|[Aa]\u0301|[AKQJT2-9ÁOFUBXakqjtáofub]"
_LETTERS: Final = "cshdCSHD"
_PIPS: Final = "♣♠♥♦♧♤♡♢"
_DRAWN: Final = "[\ufe0e\ufe0f]?"
"""Stands behind the sign of a suit that is to be drawn in colours, or is not to be."""
_PIP: Final = f"[{_PIPS}]{_DRAWN}"
_BELLS: Final = f"[dD](?=(?:[dD]{{2}})*(?:[dD][cshCSH{_PIPS}]|(?![dDcshCSH{_PIPS}])))"
"""A ``d`` behind a rank is its suit, unless it has to be the German queen of the suit behind it: ``AhKDh``."""
_PICTURES: Final = {
    chr(0x1F0A0 + 16 * row + place): card_of(rank, suit)
    for row, suit in enumerate((Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS))
    for place, rank in ((1, Rank.ACE), *((rank, rank) for rank in range(2, 12)), (13, Rank.QUEEN), (14, Rank.KING))
}
"""The characters that are pictures of cards."""
_GAP: Final = re.compile(r"[\s,;/|+&-]+")
_WORD: Final = re.compile(r"[^\s,;/|+&-]+")
_BETWEEN: Final = frozenset({"and", "und", "\u00e9s", "the", "der", "die", "das"})
"""Words that say no more than a gap."""
_OF_SUIT: Final = re.compile(r"(?<![^\s,;/|])([^\s,;:/|]{1,8})\s*:")
"""A suit with a colon, behind which its cards stand."""
_NO_CARDS: Final = "_"
"""Stands for a hyphen that separates no cards but says that in a suit there are none."""
_BRACKETS: Final = {"[": "]", "(": ")", "{": "}", '"': '"', "'": "'"}


class _Forms(NamedTuple):
    """How a card begins, in a language: its rank before its suit, or behind it."""

    behind: re.Pattern[str]
    """A rank, then its suit or none; a German rank only with its suit."""
    before: re.Pattern[str]
    """A suit, then its rank."""
    groups: re.Pattern[str]
    """Suits, each before several ranks."""
    signs: str


@functools.cache
def _forms(*, hungarian: bool) -> _Forms:
    further = "MZPmzp" if hungarian else ""
    sign = f"(?:[cshCSH{further}]|{_BELLS}|{_PIP})"
    first = f"(?:[{_LETTERS}{further}{'Tt' if hungarian else ''}]|{_PIP})"
    french = f"(?:[{_LETTERS}]|{_PIP})"
    german = f"(?:[cshCSH]|{_PIP})(?=[DdZz])|[dD](?=[zZ])"
    picture = f"[{''.join(_PICTURES)}]"
    return _Forms(
        re.compile(f"(?P<german>[DdZz])(?P<its>{french})|(?P<rank>{_RANK})(?P<sign>{sign})?|(?P<picture>{picture})"),
        re.compile(f"(?P<sign>{first})(?P<rank>{_RANK})|(?P<other>{german})(?P<german>[DdZz])"),
        re.compile(f"{first}(?:{_RANK})+(?:(?:[{_LETTERS}{further}]|{_PIP})(?:{_RANK})+)*"),
        _LETTERS + _PIPS + further,
    )


class _Place(NamedTuple):
    """Where a text stands, so that an error can show it."""

    line: str
    offset: int

    def error(self, at: int, problem: str, expected: str) -> NotationError:
        return NotationError(text=self.line, column=self.offset + at + 1, problem=problem, expected=expected)

    def two(self, first: tuple[Card, ...], second: tuple[Card, ...]) -> TwoReadingsError:
        return TwoReadingsError(
            text=self.line, column=self.offset + 1, readings=(format_cards(first), format_cards(second))
        )


def parse_cards(text: str, *, line: str | None = None, offset: int = 0) -> tuple[Card, ...]:
    """Read cards, such as ``AAO7``, ``AhTs10c``, ``SA HK`` or ``Herz Bube, Pik 7``.

    :param line: the whole text that ``text`` is a part of, for the error's excerpt; then what separates cards stands in brackets or quotes.
    :param offset: how far into ``line`` the text starts.
    :raises NotationError: at the first character that is no card; a :class:`~aceten_spec.errors.TwoReadingsError` where there are two.
    """
    written = _ONE_WRITTEN.findall(text)
    if "".join(written) == text:
        return tuple([_CARDS[each] for each in written])
    if line is None:
        check_seen(text)
    place, plain = _Place(text if line is None else line, offset), in_order(text)
    inner, shift = inside(plain, 0)
    if shift or line is None:
        return _spread(inner, place._replace(offset=offset + shift))
    return _row(plain, place)


def card(text: str) -> Card:
    """Read one card, in any of the ways of :func:`parse_cards`; where those allow several readings, the one that is one card.

    :raises NotationError: when the text is not exactly one card.
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance] - not every caller is type-checked
        raise no_text(text, say("exactly one card"))
    if text in _CARDS:
        return _CARDS[text]
    plain = in_order(text)
    single = {cards for cards in _undivided(plain) if len(cards) == 1}
    cards = single.pop() if len(single) == 1 else parse_cards(text)
    if len(cards) != 1:
        raise NotationError(
            text=text,
            column=1,
            problem=say("{number} cards in {text!r}", number=len(cards), text=text),
            expected=say("exactly one card"),
        )
    return cards[0]


def read_suit(text: str) -> Suit | None:
    """Return the suit that is written so: by its letter, its sign, or its name in any language; ``None`` where it is none."""
    return _sign(in_order(text), first=True) or suit_named(in_order(text))


def inside(text: str, column: int) -> tuple[str, int]:
    """Return what stands inside the brackets or quotes around a text, and where it begins; the text itself where there are none."""
    if len(text) > 1 and _BRACKETS.get(text[0]) == text[-1]:
        return text[1:-1], column + 1
    return text, column


def _sign(text: str, *, first: bool = False) -> Suit | None:
    """Return the suit of a letter or a sign; with ``first`` also of a letter that behind a card would be another one."""
    suit = _SUITS.get(text[:1]) if len(text) == 1 or text[1:] in {"\ufe0e", "\ufe0f"} else None
    if suit is None and language() == "hu" and (first or text != "T"):
        return _HUNGARIAN.get(text.upper())
    return suit


def _behind(text: str) -> tuple[tuple[Card, ...], int]:
    """Return the cards at the beginning of a text whose suits stand behind their ranks, and where something else comes."""
    form, cards, at = _forms(hungarian=language() == "hu").behind, list[Card](), 0
    while found := form.match(text, at):
        picture, rank, sign = found["picture"], found["german"] or found["rank"], found["its"] or found["sign"]
        cards.append(_PICTURES[picture] if picture else card_of(_RANKS[rank.upper()], _sign(sign) if sign else None))
        at = found.end()
    return tuple(cards), at


def _before(text: str) -> tuple[tuple[Card, ...], int]:
    """Return the cards at the beginning of a text whose suits stand before their ranks, and where something else comes."""
    form, cards, at = _forms(hungarian=language() == "hu").before, list[Card](), 0
    while found := form.match(text, at):
        sign, rank = found["sign"] or found["other"], found["rank"] or found["german"]
        cards.append(card_of(_RANKS[rank.upper()], _sign(sign, first=True)))
        at = found.end()
    return tuple(cards), at


def _undivided(text: str, *, bells: bool = False) -> Iterator[tuple[Card, ...]]:
    """Yield the readings of cards that nothing separates; those that are the same may come twice.

    :param bells: whether a T may be the suit of what is before it, as other suits are written in Hungarian.
    """
    behind, end = _behind(text)
    if end == len(text):
        yield behind
        yield from _other_than(text, behind, bells=bells or (language() == "hu" and bool(_OTHER_SUITS & set(text))))
    before, end = _before(text)
    if end == len(text):
        yield before
        if text == "SIX":  # the nine of spades, or the number
            yield (card_of(Rank.SIX),)
    if _forms(hungarian=language() == "hu").groups.fullmatch(text) and end < len(text):
        yield from _in_groups(text)


def _other_than(text: str, cards: tuple[Card, ...], *, bells: bool) -> Iterator[tuple[Card, ...]]:
    """Yield another reading of cards whose suits stand behind their ranks, where a letter means two things."""
    if "VIIIX" in text:
        yield _behind(text.replace("VIIIX", "79"))[0]
    some_without = any(each.suit is None for each in cards)
    if some_without and "D" in text and not set(text) & set(_forms(hungarian=language() == "hu").signs) - {"D"}:
        yield _behind(text.replace("D", "Q"))[0]  # AKD7: a diamond, or a German queen
    if bells and some_without:
        yield _behind(re.sub(f"({_RANK})[Tt](?![{_LETTERS}{_PIPS}MZPmzp])", r"\1d", text))[0]


def _in_groups(text: str) -> Iterator[tuple[Card, ...]]:
    """Yield both readings of suits before several ranks: the suit is that of all of them, or of the first."""
    all_of, first_of, suit, begun = list[Card](), list[Card](), None, False
    for each in re.findall(f"{_RANK}|.{_DRAWN}", text):
        sign = _sign(each, first=True) if begun or not all_of else _sign(each)
        if sign is not None and each.upper() not in _RANKS.keys() - {"D"}:
            suit, begun = sign, True
            continue
        rank = _RANKS[each.upper()]
        all_of.append(card_of(rank, suit))
        first_of.append(card_of(rank, suit if begun else None))
        begun = False
    yield tuple(all_of)
    yield tuple(first_of)


def _row(text: str, place: _Place, *, bells: bool = False) -> tuple[Card, ...]:
    """Read cards that nothing separates but dots, or one that is named.

    :param bells: as :func:`_undivided` has it.
    """
    if "." in text:
        return _dotted(text, place)
    readings = list(dict.fromkeys(_undivided(text, bells=bells)))
    if len(readings) > 1:
        raise place.two(*readings[:2])
    if readings:
        return readings[0]
    words = _WORD.findall(text)
    if any(suit_named(word) or rank_named(word) or compound_named(word) for word in words) and (
        named := _named(words, place)
    ):
        return named
    small = text.find("x")
    if small >= 0 and any(True for _ in _undivided(text.replace("x", "X"))):
        raise _not_a_card(text, small, place)
    raise _not_a_card(text, max(_behind(text)[1], _before(text)[1]), place)


def _dotted(text: str, place: _Place) -> tuple[Card, ...]:
    """Read the four suits of PBN, spades first, or cards with dots between them."""
    pieces = text.replace(_NO_CARDS, "-").split(".")
    if "x" in text:
        raise _not_a_card(text, text.index("x"), place)
    piles = [_behind("" if piece == "-" else piece) for piece in pieces]
    whole = all(end == len(piece.strip("-")) for (_, end), piece in zip(piles, pieces, strict=True))
    bare = whole and all(card.suit is None for cards, _ in piles for card in cards)
    if bare and len(pieces) == len(Suit):
        suits = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
        cards = tuple(card_of(each.rank, suit) for suit, (pile, _) in zip(suits, piles, strict=True) for each in pile)
        if all(len(pile) == 1 for pile, _ in piles):
            raise place.two(cards, tuple(map(without_suit, cards)))
        return cards
    if not all(pieces) or (bare and any(len(pile) != 1 for pile, _ in piles)):
        raise place.error(
            text.index("."),
            say("dots"),
            say("three dots between the four suits, spades first, such as AK.K.Q.J, or a dot between single cards"),
        )
    found, at = list[Card](), 0
    for piece in pieces:
        found += _row(piece, place._replace(offset=place.offset + at))
        at += len(piece) + 1
    return tuple(found)


def _spread(text: str, place: _Place) -> tuple[Card, ...]:
    """Read cards with blanks, commas or hyphens between them, or between the words of their names."""
    text = re.sub(r"(?<=\.)-(?=[.\s]|$)|(?<!\S)-(?=\.)", _NO_CARDS, text)
    if ":" in text and (grouped := _of_suits(text)) is not None:
        return grouped
    if text.strip("- "):
        pieces = [(found[0], found.start()) for found in _WORD.finditer(text)]
        if any(piece.casefold() in _BETWEEN for piece, _ in pieces):
            pieces = [(piece, at) for piece, at in pieces if piece.casefold() not in _BETWEEN]
        if not any(suit_word(piece) or rank_named(piece) or compound_named(piece) for piece, _ in pieces):
            if not _GAP.search(text):
                return _row(text, place)
            bells = language() == "hu" and bool(_OTHER_SUITS & set(text))
            rows = [_row(piece, place._replace(offset=place.offset + at), bells=bells) for piece, at in pieces]
            return tuple(itertools.chain.from_iterable(rows))
        if "." not in text:
            return _in_words(pieces, text, place)
        return _row(text, place)
    return ()


def _of_suits(text: str) -> tuple[Card, ...] | None:
    """Return the cards of suits that are named with a colon, each with the ranks behind it; ``None`` where it is not so."""
    nothing, *parts = _OF_SUIT.split(text)
    cards = list[Card]()
    for sign, ranks in zip(parts[::2], parts[1::2], strict=True):
        suit = _sign(sign, first=True) or suit_named(sign)
        pieces = [_behind(piece) for piece in _WORD.findall(ranks)]
        bare = all(each.suit is None for pile, _ in pieces for each in pile)
        whole = sum(end for _, end in pieces) == len("".join(_WORD.findall(ranks)))
        if suit is None or not (bare and whole):
            return None
        cards += [card_of(each.rank, suit) for pile, _ in pieces for each in pile]
    return None if nothing.strip() or not parts else tuple(cards)


def suit_word(text: str) -> Suit | None:
    """Return the suit for which a word stands that is its name or its sign, and nothing that a card could be."""
    return suit_named(text) or (None if text.isascii() else _sign(text, first=not text.isalpha()))


def _in_words(pieces: list[tuple[str, int]], text: str, place: _Place) -> tuple[Card, ...]:
    """Read words, among them names of suits or ranks."""
    if named := _named([piece for piece, _ in pieces], place):
        return named
    if len(pieces) == 1 and not suit_named(text):
        raise _not_a_card(text, 0, place)
    for piece, at in pieces:
        if not (suit_word(piece) or rank_named(piece) or compound_named(piece)):
            _row(piece, place._replace(offset=place.offset + at))
    raise place.error(
        0, say("{text!r} is no row of cards", text=text[:40]), say("cards such as Ah, or names such as ace of hearts")
    )


def _named(words: list[str], place: _Place) -> tuple[Card, ...] | None:
    """Return the cards of words; ``None`` where they are none.

    :raises TwoReadingsError: where a suit can belong to the rank before it or behind it, or to several.
    """
    readings = [cards for first in (True, False) if (cards := _of_words(words, suits_first=first)) is not None]
    if readings and any(each.suit is None for each in readings[0]) and suit_word(words[0]):
        grouped = _of_words(words, suits_first=True, groups=True)
        readings += [] if grouped is None else [grouped]
    different = list(dict.fromkeys(readings))
    if len(different) > 1:
        raise place.two(*different[:2])
    return different[0] if different else None


def _of_words(words: list[str], *, suits_first: bool, groups: bool = False) -> tuple[Card, ...] | None:
    """Return the cards of words, of which each suit belongs to the rank behind it or before it; ``None`` where one belongs to none.

    :param groups: whether a suit belongs to all ranks up to the next one.
    """
    cards, left, suit = list[Card](), [word for word in words if word.casefold() != "of"], None
    while left:
        word = left.pop(0)
        named = suit_word(word)
        if named is not None:
            word = left.pop(0) if suits_first and left else ""
            rank = _rank_of(word, behind=True)
            row, end = ((card_of(rank),), len(word)) if rank else _behind(word)
            if not row or end < len(word) or any(each.suit for each in row):
                return None
            cards += [card_of(each.rank, named if groups or place == 0 else None) for place, each in enumerate(row)]
            suit = named
            continue
        rank = _rank_of(word)
        if rank is None and (compound := compound_named(word)) is not None:
            cards.append(card_of(*compound))
            continue
        if rank is None:
            whole = list(dict.fromkeys(_undivided(word)))
            if len(whole) != 1:
                return None
            cards += whole[0]
        elif not suits_first and left and (named := suit_word(left[0])) is not None:
            cards.append(card_of(rank, named))
            left.pop(0)
        elif word in _CARDS:
            cards.append(_CARDS[word] if not groups else card_of(rank, suit))
        else:
            cards.append(card_of(rank, suit if groups else None))
    return tuple(cards)


def _rank_of(word: str, *, behind: bool = False) -> Rank | None:
    """Return the rank that a word stands for, by name or by letter, or behind a suit."""
    return (rank_behind_suit(word) if behind else rank_named(word)) or _RANKS.get(word if word == "x" else word.upper())


def _not_a_card(text: str, at: int, place: _Place) -> NotationError:
    found = text[at]
    if found == "x":
        problem = say("a small x: write T or 10 for a ten, ? for a card not seen")
    elif found == "?":
        problem = say(
            "'?' stands for a card that is not seen; in a hand they come last, in the talon first, and nowhere else"
        )
    else:
        problem = say("{found!r} is not a card rank", found=found)
    if found == "-" and at:
        return place.error(at, problem, say("cards without anything between them, or in brackets, such as [A-K]"))
    return place.error(
        at,
        problem,
        say(
            "a rank ({ranks}; O or F over, U or B under, X ten, Á ace), then its suit ({suits}) or none",
            ranks=RANK_LETTERS,
            suits=SUIT_LETTERS,
        ),
    )
