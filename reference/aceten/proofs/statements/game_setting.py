"""What the cases of a theorem are made from: a game, and formulas of what its cards count."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TypeVar, cast

import msgspec

from aceten.engine.game import Game
from aceten.engine.matching.game import MatchingGame
from aceten.engine.state import State
from aceten.engine.suits.game import SuitGame
from aceten.proofs.execution.symbolic_numbers import UnsupportedError, apply, total
from aceten.proofs.statements.obligations import Variable
from aceten_spec.cards import Card
from aceten_spec.formulas import Z3, Formula, Number, Truth
from aceten_spec.formulas.card_clauses import card_points, rank_of

_G = TypeVar("_G", bound=Game)


class Setting(msgspec.Struct, frozen=True, eq=False):
    """A game that theorems are about."""

    game: Game
    """The game."""
    counts: Formula[Number]
    """What a card of a rank counts."""
    counts_card: Formula[Number]
    """What a card counts."""

    @property
    def matching(self) -> MatchingGame:
        """The game, which has matching tricks.

        :raises TypeError: when it has not.
        """
        if not isinstance(self.game, MatchingGame):
            raise TypeError(f"{self.game} has no matching tricks")
        return self.game

    @property
    def suits(self) -> SuitGame:
        """The game, which has suit tricks.

        :raises TypeError: when it has not.
        """
        if not isinstance(self.game, SuitGame):
            raise TypeError(f"{self.game} has no suit tricks")
        return self.game

    @property
    def sizes(self) -> dict[str, int]:
        """Numbers that the domains of obligations name."""
        game = self.game
        pack, hand = len(game.pack.cards), game.rules.hand
        return {
            "ranks": len(game.pack.ranks),
            "pack": pack,
            "players": game.players,
            "sides": game.side_count,
            "hand": hand,
            "talon": pack - game.players * hand,
        }

    def worth(self, *piles: Sequence[Card]) -> int:
        """Return the card points of piles of cards, symbolic or not, as the formula counts them."""
        return total(self.counts_card, itertools.chain(*piles))

    def worth_in_play(self, state: State) -> int:
        """Return the card points in hands, trick and talon, as the formula counts them."""
        return self.worth(*state.hands, state.trick, state.talon)

    def card(self, name: str) -> Variable:
        """Return a variable for a card or a rank."""
        return Variable(name, tuple(map(int, self.game.pack.ranks)), card=True)

    def cards(self, name: str, count: int) -> tuple[Variable, ...]:
        """Return variables for so many cards or ranks."""
        return tuple(self.card(f"{name}, {number + 1}") for number in range(count))

    def points(self, name: str) -> Variable:
        """Return a variable for card points."""
        return Variable(name, tuple(range(0, self.game.total + 1, self.game.unit)))

    def seats(self, name: str) -> Variable:
        """Return a variable for a seat."""
        return Variable(name, tuple(range(self.game.players)))

    def add_card(self, points: int, rank: int, values: tuple[tuple[int, int], ...]) -> int:
        """Stand in for :func:`aceten.engine.scoring.add_card`: return what is proved that it returns."""
        if values != self.game.values:
            raise UnsupportedError(f"cards are counted by {values}, not by the game's values")
        return points + apply(self.counts, rank)


def setting(game: Game) -> Setting:
    """Return the setting of a game."""
    counts, card = card_points(game.rules), Z3.Int("card")
    counts_card = Formula(clauses=counts.clauses, text=counts.text, variables=(card,), term=counts(rank_of(card)))
    return Setting(game, counts, counts_card)


def is_matching(setting: Setting) -> bool:
    """Whether a game has matching tricks."""
    return isinstance(setting.game, MatchingGame)


def is_suits(setting: Setting) -> bool:
    """Whether a game has suit tricks."""
    return isinstance(setting.game, SuitGame)


def same_cards(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Stand in for :func:`aceten_spec.cards.sort_cards`, where the order of cards makes no difference."""
    return cards


def holds(returned: Number) -> Truth:
    """Return a truth value that a function returned among numbers."""
    return cast("Truth", returned)


def with_rules(game: _G, **changes: object) -> _G:
    """Return a game with other values of parameters that do not bear on its cards."""
    return msgspec.structs.replace(game, rules=msgspec.structs.replace(game.rules, **changes))
