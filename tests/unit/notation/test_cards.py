"""Cards and packs: how they are written and called, and that they are plain values."""

import copy
import itertools
import pickle

import pytest

from aceten import Card, NotationError, Play, Rank, State, Suit, card, load, parse
from aceten_spec import PACKS, card_of, format_cards, parse_cards
from aceten_spec.cards import RANK_LETTERS, SUIT_LETTERS, display_key, rank_number, sort_cards, without_suit
from aceten_spec.names import card_name, rank_name, suit_name
from aceten_spec.speech import LANGUAGES, Language

EVERY_CARD = tuple(card_of(rank, suit) for rank in Rank for suit in (None, *Suit))
"""Each rank in each suit, and without one."""


def test_a_card_is_a_rank_and_a_suit_or_none() -> None:
    """A card is made of its rank and suit and tells them; all are different."""
    for rank, suit in itertools.product(Rank, (None, *Suit)):
        made = card_of(rank, suit)
        assert (made.rank, made.suit, rank_number(made)) == (rank, suit, rank)
        assert without_suit(made) == card_of(rank)
    assert len(set(EVERY_CARD)) == 13 * 5


def test_a_card_is_written_as_its_rank_and_suit() -> None:
    """The text of a card is the letter of its rank, then that of its suit; it is read back, and so is its repr."""
    letters = dict(zip(Rank, "23456789TJQKA", strict=True))
    for made in EVERY_CARD:
        assert str(made) == letters[made.rank] + ("" if made.suit is None else " cshd"[made.suit])
        assert card(str(made)) is made
        assert repr(made) == f"card('{made}')"
    assert [card(letter).rank for letter in RANK_LETTERS.split()] == list(reversed(Rank))
    assert [suit.letter for suit in Suit] == SUIT_LETTERS.split()


def test_an_error_can_show_what_is_no_card() -> None:
    """A number that is no card is shown as a number, so that whoever looks for the fault sees it."""
    assert repr(Card(500)) == "Card(500)"


def test_a_card_is_formatted_as_its_text() -> None:
    """In a formatted text a card is its text, with a width as without one, and never a number."""
    assert f"{card('Ah')} {card('T')}" == "Ah T"
    assert f"{card('Ah'):>4}|{card('T'):<3}|" == "  Ah|T  |"


@pytest.mark.parametrize(
    ("text", "same"),
    [
        *[
            ("O", "Q"),
            ("U", "J"),
            ("X", "T"),
            ("10", "T"),
            ("10h", "Th"),
            ("Od", "Qd"),
            ("Á", "A"),
            ("F", "Q"),
            ("B", "J"),
        ],
        *[("ah", "Ah"), ("AH", "Ah"), ("á", "A"), ("K♣", "Kc"), ("t♠", "Ts"), ("10♥️", "Th"), ("O♢", "Qd")],
    ],
)
def test_a_card_may_be_written_in_other_ways(text: str, same: str) -> None:
    """What players write, in small letters and with the signs of suits too; X and 10 are the ten."""
    assert card(text) is card(same)
    assert str(card(text)) == same


@pytest.mark.parametrize("text", ["", "AA", "AhTs"])
def test_one_card_is_read_as_one_card(text: str) -> None:
    """Where one card is asked for, none and several are refused."""
    with pytest.raises(NotationError) as caught:
        card(text)
    assert caught.value.expected == "exactly one card"
    assert f"{len(parse_cards(text))} cards" in caught.value.problem


@pytest.mark.parametrize(
    ("text", "column"),
    [("e", 1), ("1", 1), ("Ay", 2), ("AhH", 3), ("Ahh", 3), ("T0", 2), ("♥", 1), ("A\ufe0f", 2), ("?", 1)],
)
def test_what_is_no_card_is_refused(text: str, column: int) -> None:
    """What is no card is refused at its column, with what a card is."""
    with pytest.raises(NotationError) as caught:
        parse_cards(text)
    assert (caught.value.text, caught.value.column) == (text, column)
    assert caught.value.expected.startswith(f"a rank ({RANK_LETTERS}; ")
    assert caught.value.expected.endswith(f"), then its suit ({SUIT_LETTERS}) or none")


def test_cards_are_written_one_after_the_other() -> None:
    """Cards are written without anything between them, and read back one by one."""
    cards = parse_cards("AhTs10cU7")
    assert cards == (card("Ah"), card("Ts"), card("Tc"), card("J"), card("7"))
    assert format_cards(cards) == "AhTsTcJ7"
    assert parse_cards("") == ()
    assert parse_cards(format_cards(EVERY_CARD)) == EVERY_CARD


def test_a_hand_is_written_from_ace_to_two() -> None:
    """In a hand aces come first; within a rank first the card without suit, then clubs, spades, hearts, diamonds."""
    assert format_cards(sort_cards(parse_cards("7hAdTcA7AcKsAsAh"))) == "AAcAsAhAdKsTc77h"
    assert sort_cards(tuple(reversed(EVERY_CARD))) == tuple(sorted(EVERY_CARD, key=display_key))
    assert len({display_key(made) for made in EVERY_CARD}) == len(EVERY_CARD)


@pytest.mark.parametrize(
    ("name", "style", "ranks"),
    [
        ("german-32", "german", "AKQJT987"),
        ("french-32", "french", "AKQJT987"),
        ("french-24", "french", "AKQJT9"),
        ("french-20", "french", "AKQJT"),
        ("french-52", "french", "AKQJT98765432"),
    ],
)
def test_a_pack_is_its_cards_in_order(name: str, style: str, ranks: str) -> None:
    """A pack holds every card once, clubs, spades, hearts and diamonds, each from the ace downwards: a shuffle begins so."""
    pack = PACKS[name]
    assert (pack.id, pack.style) == (name, style)
    assert format_cards(pack.cards) == "".join(rank + suit for suit in "cshd" for rank in ranks)
    assert len(pack.cards) == len(set(pack.cards)) == int(name[-2:])
    assert [pack.count(rank) for rank in reversed(Rank)] == [4 * (letter in ranks) for letter in "AKQJT98765432"]


def test_there_are_these_packs() -> None:
    """The packs are those that this file tests."""
    assert list(PACKS) == ["german-32", "french-32", "french-24", "french-20", "french-52"]


# --- Names --------------------------------------------------------------------------------------------------------------

NAMES: dict[tuple[str, Language], tuple[str, str]] = {
    ("german", "en"): ("acorns leaves hearts bells", "seven eight nine ten under over king ace"),
    ("french", "en"): ("clubs spades hearts diamonds", "seven eight nine ten jack queen king ace"),
    ("german", "hu"): ("makk zöld piros tök", "hetes nyolcas kilences tízes alsó felső király ász"),
    ("french", "hu"): ("treff pikk kőr káró", "hetes nyolcas kilences tízes bubi dáma király ász"),
    ("german", "de"): ("Eichel Laub Herz Schellen", "Sieben Acht Neun Zehn Unter Ober König Ass"),
    ("french", "de"): ("Kreuz Pik Herz Karo", "Sieben Acht Neun Zehn Bube Dame König Ass"),
}
"""Suits (clubs, spades, hearts, diamonds) and ranks (from the seven) by style and language."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("style", ["german", "french"])
def test_suits_and_ranks_have_the_names_that_players_use(style: str, language: Language) -> None:
    """In English, Hungarian and German the suits and ranks of either kind of pack are called as players call them."""
    suits, ranks = NAMES[style, language]
    assert [suit_name(suit, style=style, language=language) for suit in Suit] == suits.split()
    assert [rank_name(rank, style=style, language=language) for rank in Rank if rank >= Rank.SEVEN] == ranks.split()


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", "two three four five six"),
        ("hu", "kettes hármas négyes ötös hatos"),
        ("de", "Zwei Drei Vier Fünf Sechs"),
    ],
)
def test_low_ranks_have_the_names_that_players_use(language: Language, names: str) -> None:
    """The ranks below the seven are called by their numbers."""
    assert [rank_name(rank, style="french", language=language) for rank in Rank if rank < Rank.SEVEN] == names.split()


@pytest.mark.parametrize(
    ("text", "style", "language", "name"),
    [
        ("Ah", "french", "en", "ace of hearts"),
        ("Qc", "german", "en", "over of acorns"),
        ("Ah", "german", "hu", "piros ász"),
        ("7d", "german", "hu", "tök hetes"),
        ("Js", "german", "hu", "zöld alsó"),
        ("Jc", "french", "hu", "treff bubi"),
        ("Ah", "german", "de", "Herz-Ass"),
        ("Qc", "german", "de", "Eichel-Ober"),
        ("Qs", "french", "de", "Pik-Dame"),
        ("T", "german", "hu", "tízes"),
        ("A", "french", "de", "Ass"),
    ],
)
def test_a_card_is_called_by_suit_and_rank(text: str, style: str, language: Language, name: str) -> None:
    """A card's name is made as the language makes it; a card without suit is called by its rank."""
    assert card_name(card(text), style=style, language=language) == name


def test_every_card_has_a_name_of_its_own() -> None:
    """In each language the cards of a pack have as many names; without a language they are in English."""
    for pack in PACKS.values():
        for language in LANGUAGES:
            assert len({card_name(one, style=pack.style, language=language) for one in pack.cards}) == len(pack.cards)
        assert card_name(pack.cards[0], style=pack.style) == card_name(pack.cards[0], style=pack.style, language="en")


# --- Values -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_card_is_pickled_as_a_card(protocol: int) -> None:
    """Pickled and read back a card is an equal card, by every protocol."""
    for made in EVERY_CARD:
        twin: object = pickle.loads(pickle.dumps(made, protocol))  # noqa: S301 - our own bytes
        assert isinstance(twin, Card)
        assert (twin, str(twin), hash(twin)) == (made, str(made), hash(made))


def test_a_card_is_copied_as_a_card() -> None:
    """A copy of a card, deep or not, is an equal card."""
    for made in EVERY_CARD:
        for twin in (copy.copy(made), copy.deepcopy(made), copy.deepcopy([made])[0]):
            assert (type(twin), twin, repr(twin)) == (Card, made, repr(made))


def test_a_card_has_no_other_attributes() -> None:
    """Nothing can be stored on a card."""
    with pytest.raises(AttributeError):
        setattr(card("Ah"), "colour", "red")  # noqa: B010 - a type checker would refuse the assignment


def states() -> tuple[State, ...]:
    """Return states before, in and after tricks, of a game with options, and of a deal that is over."""
    state = load("zsiros", players=4, tie="draw", target=10).deal(seed=7, dealer=2)
    course = [state]
    while state.turn is not None:
        state = state.play(state.calls[0]).play(state.legal[-1])
        course.append(state)
    return (*course, parse("zsiros/2 hands=A7,KQ lead=0 trick=AA"))


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_state_is_pickled_with_everything(protocol: int) -> None:
    """Pickled and read back a state is an equal state, with its log, that goes on in the same way; by every protocol."""
    for state in states():
        twin: object = pickle.loads(pickle.dumps(state, protocol))  # noqa: S301 - our own bytes
        assert isinstance(twin, State)
        check_twin(twin, state)


def test_a_state_is_copied_with_everything() -> None:
    """A copy of a state, deep or not, is an equal state that goes on in the same way."""
    for state in states():
        check_twin(copy.copy(state), state)
        check_twin(copy.deepcopy(state), state)


def check_twin(twin: State, state: State) -> None:
    """Require that two states cannot be told apart."""
    assert (twin, hash(twin), str(twin), twin.log) == (state, hash(state), str(state), state.log)
    assert (twin.game, twin.game.rulebook, twin.game.options) == (state.game, state.game.rulebook, state.game.options)
    assert all(type(one) is Card for hand in (*twin.hands, *twin.taken, twin.talon, twin.trick) for one in hand)
    assert (twin.legal, twin.calls, twin.result) == (state.legal, state.calls, state.result)
    assert [twin.play(action) for action in twin.legal] == [state.play(action) for action in state.legal]
    assert [str(twin.view(seat)) for seat in range(state.game.players)] == [
        str(state.view(seat)) for seat in range(state.game.players)
    ]


def test_actions_and_games_are_pickled() -> None:
    """Actions, views and games are pickled as well, and are equal when read back."""
    state = states()[3]
    for value in (state.legal, state.calls, state.game, state.view(0), Play(card("Ah"))):
        assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301 - our own bytes
