"""Cards and players: what the pack is, what a card counts, who belongs together.

A card is text: its rank, then its suit, such as ``Ah``. A seat is a number, from 0 in the order of play; a side is a number as well.
"""

from collections.abc import Iterable

from aceten_spec.cards import PACKS, RANK_LETTERS, SUIT_LETTERS
from aceten_spec.parameters import Parameters, SuitParameters

SUITS: list[str] = [*SUIT_LETTERS.split()]
"""Clubs, spades, hearts and diamonds, as they are written."""


def rank(card: str) -> str:
    """Return the rank of a card.

    Clauses: ZS-CARDS-1.
    """
    return card[0]


def suit(card: str) -> str:
    """Return the suit of a card; nothing where only its rank is said.

    Clauses: ZS-CARDS-1.
    """
    return card[1:]


def is_card(text: str) -> bool:
    """Whether a text is a card, with its suit or without.

    Clauses: ZS-CARDS-1.
    """
    return text[:1] in RANK_LETTERS.split() and text[1:] in ["", *SUITS]


def pack(rules: Parameters) -> list[str]:
    """Return every card of the game, in the order from which a shuffle starts.

    Clauses: ZS-CARDS-1, HO-CARDS-5, TT-CARDS-7.
    """
    whole = [each.letter + letter for letter in SUITS for each in PACKS[rules.pack].ranks]
    return [card for card in whole if card not in rules.removed] * rules.packs


def card_points(rules: Parameters, cards: Iterable[str]) -> int:
    """Return what some cards count.

    Clauses: ZS-CARDS-3.
    """
    worth = dict[str, int](rules.values.items())
    return sum(worth.get(rank(card), 0) for card in cards)


def side_count(rules: Parameters, players: int) -> int:
    """Return how many sides there are: two, to which seats belong in turn, or as many as players, who gather for themselves.

    Clauses: ZS-PLAYERS-2, SP-PLAYERS-3, SL-PLAYERS-3.
    """
    in_turn = isinstance(rules, SuitParameters) or rules.sides == "alternate"
    return 2 if in_turn else players


def round_from(seat: int, players: int) -> list[int]:
    """Return all seats in the order of play, this one first.

    Clauses: ZS-DEAL-6.
    """
    return [(seat + turn) % players for turn in range(players)]
