"""Every card and every position reads the same in each of the notations in which people write it."""

import re
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.games.game_strategies import read, states
from support.slices import sliced

from aceten import Card, Rank, State, Suit, card, parse_action
from aceten_spec import card_of, format_cards, parse_cards
from aceten_spec.characters import in_order
from aceten_spec.errors import NotationError
from aceten_spec.names import card_name, rank_name, suit_name
from aceten_spec.speech import LANGUAGES, Language, speaking
from aceten_spec.written_cards import read_suit

UNTIMED: Final = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=sliced(40, whole=400)
)
SIGNS: Final = {Suit.CLUBS: "cC♣♧", Suit.SPADES: "sS♠♤", Suit.HEARTS: "hH♥♡", Suit.DIAMONDS: "dD♦♢"}
RANKS: Final = {
    **{rank: (rank.letter,) for rank in Rank},
    Rank.ACE: ("A", "Á", "a", "á"),
    Rank.QUEEN: ("Q", "O", "F", "q"),
    Rank.JACK: ("J", "U", "B", "j"),
    Rank.TEN: ("T", "10", "X", "t"),
    Rank.NINE: ("9", "IX"),
    Rank.EIGHT: ("8", "VIII"),
    Rank.SEVEN: ("7", "VII"),
}
GERMAN: Final = {Rank.QUEEN: "D", Rank.TEN: "Z"}
LOOKS: Final = dict(zip("AKJTXsch", "\u0410\u041a\u0408\u0422\u0425\u0455\u0441\u04bb", strict=True))
"""Cyrillic letters that look like those of the notation."""
BLANKS: Final = (" ", "\t", "\xa0", "\u2003", "\u3000", "\ufeff ", "\x0b", " \u2028")
GAPS: Final = (" ", ",", ", ", "-", ";", "\xa0", " - ")
BRACKETS: Final = ("[]", "()", "{}", '""', "''", "“”", "«»")


def ways(each: Card) -> set[str]:
    """Return the ways to write a card by letters and signs, its suit behind it or before it."""
    suit = each.suit
    if suit is None:
        return set(RANKS[each.rank])
    signs = [*SIGNS[suit], *(f"{sign}{drawn}" for sign in SIGNS[suit][2:] for drawn in "\ufe0e\ufe0f")]
    found = {f"{rank}{sign}" for rank in RANKS[each.rank] for sign in signs}
    found |= {f"{sign}{rank}" for rank in RANKS[each.rank] for sign in signs}
    if each.rank in GERMAN:
        found |= {f"{GERMAN[each.rank]}{sign}" for sign in signs}
    return found - {"SIX"}  # a number, too, and refused with both


@pytest.mark.parametrize("rank", Rank)
def test_every_card_reads_the_same_in_letters_and_signs(rank: Rank) -> None:
    """A card of each suit, and without one, is the same whatever letters and signs it is written in, in every language."""
    for each in (card_of(rank), *(card_of(rank, suit) for suit in Suit)):
        for text in ways(each):
            for language in LANGUAGES:
                with speaking(language):
                    assert card(text) == each, (text, language)
                    assert parse_action(text) == parse_action(str(each)), text
            looks = "".join(LOOKS.get(letter, letter) for letter in text)
            assert card(looks) == each, looks


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("style", ["french", "german"])
def test_every_card_reads_the_same_by_name(style: str, language: Language) -> None:
    """A card is the same by its names in every language, with hyphens or blanks, in any letters, with accents or without."""
    for suit in Suit:
        name = suit_name(suit, style=style, language=language)
        assert {read_suit(name), read_suit(name.upper()), read_suit(name.casefold())} == {suit}
        for rank in Rank:
            ranked = rank_name(rank, style=style, language=language)
            named = card_name(card_of(rank, suit), style=style, language=language)
            for text in (named, named.title(), named.replace("-", " "), f"[{named}]", f"{name} {rank.letter}"):
                assert parse_cards(text) == (card_of(rank, suit),), text
            assert parse_cards(f"{name} {ranked}, {name} {ranked}") == (card_of(rank, suit),) * 2


HUNGARIAN: Final = {"M": Suit.CLUBS, "Z": Suit.SPADES, "P": Suit.HEARTS, "T": Suit.DIAMONDS}


@pytest.mark.parametrize("letter", HUNGARIAN)
def test_every_card_reads_the_same_by_hungarian_letters(letter: str) -> None:
    """In Hungarian a suit may be the first letter of its name, before the rank or behind it; elsewhere that is no suit."""
    meant = HUNGARIAN[letter]
    for rank in Rank:
        with speaking("hu"):
            assert card(f"{letter}{rank.letter}") == card_of(rank, meant)
            if letter != "T":
                assert card(f"{rank.letter}{letter}") == card_of(rank, meant)
        if letter in "MP":
            with pytest.raises(NotationError):
                card(f"{rank.letter}{letter}")


@pytest.mark.parametrize("language", LANGUAGES)
@UNTIMED
@given(cards=st.lists(st.sampled_from([card_of(rank, suit) for rank in Rank for suit in (None, *Suit)]), max_size=12))
def test_what_is_written_reads_the_same_in_every_language(language: Language, cards: list[Card]) -> None:
    """The form in which cards are written is read as it stands, whatever the language makes of letters elsewhere."""
    with speaking(language):
        assert parse_cards(format_cards(tuple(cards))) == tuple(cards)


def picture(each: Card) -> str:
    """Return the character that is a picture of a card: in rows by suit, from the ace on, with a knight before the queen."""
    row = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS).index(each.suit or Suit.CLUBS)
    ranks = [Rank.ACE, *[rank for rank in Rank if rank <= Rank.JACK], None, Rank.QUEEN, Rank.KING]
    return chr(0x1F0A1 + 16 * row + ranks.index(each.rank))


def ranks_of(cards: tuple[Card, ...], suit: Suit | None) -> str:
    """Return the ranks of a suit."""
    return "".join(each.rank.letter for each in cards if each.suit == suit)


@st.composite
def pile_of(draw: st.DrawFn, pile: str, *, in_order_of_play: bool) -> str:
    """Return a pile of cards in another notation."""
    cards = parse_cards(pile)
    suited = all(each.suit is not None for each in cards)
    kinds = ["apart", "names"]
    kinds += ["before", "signs", "pictures"] if suited else []
    kinds += ["dots", "colons"] if suited and not in_order_of_play else []
    kind = draw(st.sampled_from(kinds))
    match kind:
        case "names":
            style, language = draw(st.sampled_from(("french", "german"))), draw(st.sampled_from(LANGUAGES))
            text = f"[{', '.join(card_name(each, style=style, language=language) for each in cards)}]"
        case "pictures":
            text = "".join(map(picture, cards))
        case "colons":
            suits = {suit: ranks_of(cards, suit) for suit in dict.fromkeys(each.suit for each in cards)}
            text = f"[{' '.join(f'{SIGNS[suit or Suit.CLUBS][1]}: {ranks}' for suit, ranks in suits.items())}]"
        case "dots":
            dots = ".".join(ranks_of(cards, suit) for suit in (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS))
            text = dots if re.search("[^.]{2}", dots) or ".." in f".{dots}." else pile
        case "apart":
            brackets = draw(st.sampled_from(BRACKETS))
            gap = draw(st.sampled_from([gap for gap in GAPS if gap != " - "]))
            text = brackets[0] + gap.join(draw(st.sampled_from(sorted(ways(each)))) for each in cards) + brackets[1]
        case "before":
            text = "".join(
                f"{draw(st.sampled_from(SIGNS[each.suit or Suit.CLUBS]))}{each.rank.letter}" for each in cards
            )
        case _:
            text = "".join(f"{each.rank.letter}{SIGNS[each.suit or Suit.CLUBS][2]}\ufe0f" for each in cards)
    return text


@st.composite
def elsewhere(draw: st.DrawFn, line: str) -> str:
    """Return a position line as it comes from elsewhere."""
    game, *fields = line.split(" ")
    written: list[str] = []
    for field in fields:
        key, _, value = field.partition("=")
        said = value
        if key in {"hands", "taken", "talon", "trick"}:
            ordered = key in {"talon", "trick"}
            said = ",".join(
                pile if pile == "-" else draw(pile_of(pile, in_order_of_play=ordered)) for pile in value.split(",")
            )
        if key == "trump" and (suit := read_suit(value)) is not None:
            style, language = draw(st.sampled_from(("french", "german"))), draw(st.sampled_from(LANGUAGES))
            said = suit_name(suit, style=style, language=language)
        written.append(f"{draw(st.sampled_from((key, key.upper(), key.capitalize())))}={said}")
    text = game + "".join(draw(st.sampled_from(BLANKS)) + field for field in written)
    before, behind = draw(
        st.sampled_from(
            (
                ("", ""),
                ("1. ", ""),
                ("> ", ""),
                ("- ", " # note"),
                ("`", "`"),
                ("\ufeff", "; from elsewhere"),
                (" 12) ", "\r"),
            )
        )
    )
    return before + text + behind


@UNTIMED
@given(st.data(), states())
def test_every_position_reads_the_same_from_elsewhere(data: st.DataObject, state: State) -> None:
    """A position reads the same in other notations of its cards, with other blanks, numbered, quoted and with a note."""
    line = data.draw(elsewhere(str(state)))
    if len(line) > 4096:
        return
    assert read(line, state.game) == state, line
    assert len(in_order(line)) == len(line)
