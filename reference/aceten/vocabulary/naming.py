"""What players, sides, cards and numbers of things are called in sentences."""

from __future__ import annotations

import functools
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final

import msgspec

from aceten.vocabulary.actions import Seat
from aceten.vocabulary.seating import seats_of
from aceten_spec.cards import Card, Rank, Suit
from aceten_spec.names import card_name, rank_name, suit_name
from aceten_spec.speech import Reader, Words, grouped, message_of, read_out, say, say_counted
from aceten_spec.speech import language as spoken

if TYPE_CHECKING:
    from aceten.engine.game import Game

_DIGITS: Final = 4
"""A longer number is none that is written in a position."""
SEATS: Final = "ABCDEFGH"
"""The letters of players: A is seat 0."""

_called: Final[ContextVar[tuple[str, ...]]] = ContextVar("called", default=())


@contextmanager
def called(names: Sequence[str]) -> Generator[None]:
    """Call players by their names in what is said as long as this lasts; in this thread or task alone.

    Who has none, or one that another has too, or that is the letter of another, goes by his letter.

    :param names: seat 0 first; none where they are not known.
    """
    token = _called.set(
        tuple(
            [name if names.count(name) == 1 and name not in SEATS else SEATS[seat] for seat, name in enumerate(names)]
        )
    )
    try:
        yield
    finally:
        _called.reset(token)


@functools.lru_cache(maxsize=256)
def seat_named(text: str, players: int) -> Seat | None:
    """Return the seat of that letter, capital or small, or number; ``None`` where there is none."""
    seat = SEATS[:players].find(text.upper()) if len(text) == 1 else -1
    if seat < 0 and text.isascii() and text.isdigit() and len(text) <= _DIGITS and int(text) < players:
        seat = int(text)
    return None if seat < 0 else Seat(seat)


def seat_letter(seat: int) -> str:
    """Return the letter of a player, or the number that somebody wrote where there is no such seat."""
    return SEATS[seat] if 0 <= seat < len(SEATS) else str(seat)


def seat_name(seat: int) -> str:
    """Return what a player is called in what is said: his name where names are in force (:func:`called`), else his letter."""
    names = _called.get()
    return names[seat] if 0 <= seat < len(names) else seat_letter(seat)


def labelled(name: str) -> str:
    """Return a name as tables and lists have it."""
    return name.label if isinstance(name, Reader) else name


def seats_name(seats: Iterable[int]) -> str:
    """Return what players who gather together are called in a table, such as ``A+C``."""
    return "+".join(labelled(seat_name(seat)) for seat in seats)


def side_name(game: Game, side: int) -> str:
    """Return what a side is called in a table: its players, such as ``A+C``."""
    return seats_name(seats_of(game, (side,)))


def side_words(game: Game, side: int) -> str:
    """Return the players of a side, such as ``A and C``."""
    return listed(map(seat_name, seats_of(game, (side,))))


def by_side(game: Game, numbers: Iterable[int]) -> str:
    """Return numbers by side, such as ``A+C 20, B+D 0``."""
    return ", ".join(f"{side_name(game, side)} {has}" for side, has in enumerate(numbers))


class Party(msgspec.Struct, frozen=True):
    """One or more players who win or lose together, as sentences speak of them."""

    name: str
    """``A``; ``A's side`` of those who gather their cards together; ``A and C``, ``A's side and B's side`` of several."""
    plural: bool
    """Whether a verb after the name is in the plural."""

    @property
    def label(self) -> str:
        """The name as lists have it."""
        return labelled(self.name)

    def says(self, one: str, many: str, **parts: object) -> str:
        """Return a sentence about them, who are its part ``who``: the template for one of them, or for several."""
        return say_counted(one, many, 2 if self.plural else 1, who=self.name, **parts)


def party(game: Game, seats: Sequence[int]) -> Party:
    """Return how sentences speak of these players."""
    if len(seats) == 1:
        return Party(seat_name(seats[0]), plural=False)
    sides = dict.fromkeys([game.sides[seat] for seat in seats])
    if len(sides) == 1:
        names = [seat_name(seat) for seat in seats]
        return _side(_reader(names) or names[0])
    return Party(listed(party_of(game, side).label for side in sides), plural=True)


def members(seats: Iterable[int]) -> Party:
    """Return how sentences speak of players one by one, such as ``A and C``, or of the reader's side."""
    names = [seat_name(seat) for seat in seats]
    own = _reader(names)
    if len(names) == 1:
        return Party(names[0], plural=False)
    return Party(listed(names), plural=True) if own is None else _side(own)


def _reader(names: Iterable[str]) -> Reader | None:
    return next((name for name in names if isinstance(name, Reader)), None)


def _side(who: str) -> Party:
    return Party(say("{who}'s side", who=who), plural=False)


def party_of(game: Game, side: int) -> Party:
    """Return how sentences speak of a side."""
    return party(game, seats_of(game, (side,)))


def card_words(game: Game, card: Card) -> str:
    """Return what a card is called in the pack of the game, in the language in force."""
    return card_name(card, style=game.pack.style, language=spoken())


def rank_words(game: Game, rank: Rank) -> str:
    """Return what a rank is called in the pack of the game, in the language in force."""
    return rank_name(rank, style=game.pack.style, language=spoken())


def suit_words(game: Game, suit: Suit) -> str:
    """Return what a suit is called in the pack of the game, in the language in force."""
    return suit_name(suit, style=game.pack.style, language=spoken())


def the_card(game: Game, card: Card) -> str:
    """Return a card as a sentence speaks of it, such as ``the ace of hearts``."""
    return say("the {card}", card=card_words(game, card))


def the_cards(game: Game, cards: Iterable[Card]) -> str:
    """Return cards as a sentence lists them; there is at least one."""
    return listed(the_card(game, card) for card in cards)


def short_card(game: Game, card: Card) -> str:
    """Return a card in few characters, for rows of play: one that has a suit in its notation, as its name would be too long.

    No sentence has it: ``As`` is the ace of spades, and to a German an ace.
    """
    return str(card) if card.suit is not None else card_words(game, card)


def listed(words: Iterable[str]) -> str:
    """Return words as a sentence lists them."""
    *first, last = words
    return say("{first} and {last}", first=", ".join(first), last=last) if first else last


def either(words: Iterable[str]) -> str:
    """Return words as a sentence lists them of which one is enough."""
    return read_out(either_of(words))


def either_of(words: Iterable[Words]) -> Words:
    """Return the same as a message."""
    return functools.reduce(lambda first, last: message_of("{first} or {last}", first=first, last=last), words)


def cards_counted(number: int) -> str:
    """Return so many cards, such as ``1 card`` or ``4 cards``."""
    return say_counted("{number} card", "{number} cards", number)


def points_counted(number: int) -> str:
    """Return so many card points."""
    return say_counted("{number} point", "{number} points", number)


def game_points_counted(number: int) -> str:
    """Return so many game points."""
    return say_counted("{number} game point", "{number} game points", number)


def tricks_counted(number: int) -> str:
    """Return so many tricks."""
    return say_counted("{number} trick", "{number} tricks", number)


def deals_counted(number: int) -> str:
    """Return so many deals, with the thousands of their number apart."""
    return say_counted("{number} deal", "{number} deals", number, number=grouped(number))


def counted(number: int, noun: str) -> str:
    """Return a number of things in English, such as ``1 card`` or ``4 cards``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def plays(card: str, place: int, players: int) -> str:
    """Return what is said of a player, after his name, who plays a card at this place of a trick: ``leads the ten of hearts``."""
    if place == 0:
        return say("leads the {card}", card=card)
    return say("plays the {card}", card=card) if place % players else say("continues with the {card}", card=card)
