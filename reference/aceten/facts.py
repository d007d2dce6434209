"""What follows from a rulebook, a number of players and options, worked out into what the engine needs."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, TypedDict

import msgspec

from aceten.abstract import AbstractStruct
from aceten.actions import Action, Play, Seat, Side
from aceten.errors import UsageError
from aceten.scoring import add_card, count_cards
from aceten_spec.cards import CARD_NUMBERS, EVERY_CARD, Card, Pack, Suit, rank_number, sort_cards
from aceten_spec.cards import card as card_named
from aceten_spec.common_checks import has_partners
from aceten_spec.errors import shown
from aceten_spec.rulebook import OptionValue, Parameters, Rulebook, digest, pack_of
from aceten_spec.speech import say

if TYPE_CHECKING:
    from typing import Self


class Facts(msgspec.Struct, frozen=True, kw_only=True, eq=False, metaclass=AbstractStruct):
    """What follows from a rulebook, a number of players and options: all that states need to know of their game.

    Two are equal when the same rulebook is played by the same parameters and number of players.
    """

    rulebook: Rulebook
    """The rules as data."""
    players: int
    """The number of players."""
    options: tuple[tuple[str, OptionValue], ...]
    """Names and values of the options that differ from the rulebook's own parameters."""
    rules: Parameters
    """The parameters with the options applied."""
    digest: str
    """SHA-256 of ``rules`` (:func:`aceten_spec.parameters.digest`)."""
    pack: Pack
    """The pack."""
    total: int
    """Card points of the whole pack."""
    unit: int
    """Every total of card points is a multiple of this."""
    values: tuple[tuple[int, int], ...]
    """Pairs of rank and card points, for the ranks that count."""
    worth: tuple[int, ...]
    """The card points of every card, by its number."""
    sides: tuple[Side, ...]
    """The side of each seat: those who gather cards together."""
    after: tuple[Seat, ...]
    """For each seat the next one in the order of play."""

    def __eq__(self, other: object) -> bool:
        """Whether both play the same rules with as many players."""
        if not isinstance(other, Facts):
            return NotImplemented
        return self is other or (self.rulebook.id, self.players, self.digest) == (
            other.rulebook.id,
            other.players,
            other.digest,
        )

    def __ne__(self, other: object) -> bool:
        """Agree with equality; a Struct brings an inequality of its own."""
        return not self == other

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash((self.rulebook.id, self.players, self.digest))

    def __str__(self) -> str:
        """Name game and players as position lines do, such as ``zsiros/4``."""
        return f"{self.rulebook.id}/{self.players}"

    def __copy__(self) -> Self:
        """Return the game itself, as nothing can change it."""
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """Return the game itself, as nothing can change it."""
        return self

    def __repr__(self) -> str:
        """Return the call of :func:`aceten.load` that makes it again, for a shipped rulebook."""
        options = "".join(f", {name}={value!r}" for name, value in self.options)
        return f"load({self.rulebook.id!r}, players={self.players}{options})"

    def partner(self, seat: int) -> Seat | None:
        """Return the seat of the same side across the table; ``None`` where nobody has just one partner.

        Clauses: ZS-PLAYERS-2.
        """
        if not has_partners(self.rules, self.players):
            return None
        return Seat((seat + self.players // 2) % self.players)

    @property
    def side_count(self) -> int:
        """How many sides gather cards."""
        return max(self.sides) + 1

    def check_seat(self, seat: int) -> Seat:
        """Return the seat.

        :raises UsageError: when there is no such seat.
        """
        if not 0 <= seat < self.players:
            message = say(
                "seat {seat}: expected 0 to {most} in {game}", seat=shown(seat, 80), most=self.players - 1, game=self
            )
            raise UsageError(message)
        return Seat(seat)

    @abstractmethod
    def winning_place(self, cards: tuple[Card, ...], *, trump: Suit | None = None) -> int:
        """Return the place in a trick of the card that is winning it, from 0 on.

        :param cards: at least one, in the order in which they were played, all rounds of a multiple trick.
        :param trump: the trump suit, in games with suit tricks.
        """

    def points_of(self, cards: tuple[Card, ...]) -> int:
        """Return the card points of some cards.

        Clauses: ZS-CARDS-3, ZS-SCORE-1.
        """
        points, worth = 0, self.worth
        for card in cards:
            points += worth[card]
        return points

    @property
    @abstractmethod
    def most_points(self) -> int:
        """The most points that a deal can bring, those for the last trick among them; at least 1."""

    @property
    @abstractmethod
    def most_game_points(self) -> int:
        """The most game points that a side can score in a deal."""

    @abstractmethod
    def canonical_card(self, card: Card) -> Card:
        """Return one card for all that play alike."""

    @property
    def kinds(self) -> tuple[Card, ...]:
        """The cards of the pack in their written order, one for all that play alike."""
        return _numbers(self).kinds

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action that a deal can bring, each at the place that is its number (:meth:`action_id`).

        >>> import aceten
        >>> " ".join(map(str, aceten.load("zsiros").actions))
        'A K Q J T 9 8 7 stop'

        First stands playing a card, in the order of :attr:`kinds`, and then what else the rules of the game know: ``meld``, ``exchange``,
        ``close``, ``draw``, ``claim``, ``bid``, ``trump``, ``pass``; or ``flip``, ``spice``, ``stop``. An option changes the numbers only
        where it adds or takes away actions. Calls have no number, as they have no effect on play.
        """
        return _numbers(self).actions

    def action_id(self, action: Action) -> int:
        """Return the number of an action: its place in :attr:`actions`. Cards that play alike have the same.

        >>> import aceten
        >>> game = aceten.load("zsiros")
        >>> game.action_id(aceten.parse_action("9h")), game.action_id(aceten.STOP)
        (5, 8)

        :meth:`aceten.State.action` is the way back at a moment of play.

        :raises UsageError: for a call, and for what no rule of the game knows.
        """
        number = _numbers(self).number_of.get(action)
        if number is None:
            message = say("{action}: no action with a number in {game}", action=shown(action, 80), game=self)
            raise UsageError(message)
        return number

    @property
    def place_of(self) -> Mapping[Card, int]:
        """For each card the place among :attr:`kinds` of the card that plays like it: the number of playing it."""
        return _numbers(self).place_of

    @property
    def number_of_action(self) -> Mapping[Action, int]:
        """The number of each action (:meth:`action_id`), of every card under which one is known."""
        return _numbers(self).number_of

    @abstractmethod
    def further_actions(self) -> tuple[Action, ...]:
        """Return what can be done in a deal beside playing a card, in the order in which it has its numbers."""

    def held(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the cards of a hand in the order in which a player holds them: as they are written."""
        return sort_cards(cards)

    @property
    def cuts(self) -> bool:
        """Whether a card that is shown by cutting decides on trumps."""
        return False

    @property
    def cut_shown(self) -> bool:
        """Whether everybody knows who has the card that is shown by cutting, and not its suit alone."""
        return False

    @property
    def last_shown(self) -> bool:
        """Whether the last card that is dealt, the dealer's, is shown to all and decides on trumps."""
        return False

    @property
    def scores_matter(self) -> bool:
        """Whether the scores in the match bear on play."""
        return False

    def match_is_over(self, scores: tuple[int, ...]) -> bool:  # noqa: ARG002 - elsewhere a match knows by itself
        """Whether there is no deal at these scores, as a side that comes to the target has won by itself."""
        return False


class _Numbers(msgspec.Struct, frozen=True):
    """The numbers of actions of a game."""

    kinds: tuple[Card, ...]
    place_of: Mapping[Card, int]
    actions: tuple[Action, ...]
    number_of: Mapping[Action, int]


@lru_cache(maxsize=256)
def _numbers(game: Facts) -> _Numbers:
    kinds = sort_cards(tuple({game.canonical_card(card) for card in game.pack.cards}))
    place_of = {card: kinds.index(kind) for card in EVERY_CARD if (kind := game.canonical_card(card)) in kinds}
    actions = (*map(Play, kinds), *game.further_actions())
    number_of = {action: number for number, action in enumerate(actions)}
    number_of |= {Play(card): place for card, place in place_of.items()}
    return _Numbers(kinds, place_of, actions, number_of)


class Common(TypedDict):
    """The fields of every game, for the functions that build one."""

    rulebook: Rulebook
    players: int
    options: tuple[tuple[str, OptionValue], ...]
    digest: str
    pack: Pack
    total: int
    unit: int
    values: tuple[tuple[int, int], ...]
    worth: tuple[int, ...]
    sides: tuple[Side, ...]
    after: tuple[Seat, ...]


def common(
    rulebook: Rulebook, players: int, rules: Parameters, options: dict[str, OptionValue], *, sides: int
) -> Common:
    """Work out what the engine needs whatever the tricks are like; seats belong to so many ``sides`` in turn.

    Clauses: ZS-PLAYERS-1, ZS-CARDS-1, ZS-CARDS-3.
    """
    pack = pack_of(rules)
    values = tuple((rank_of_letter(letter), points) for letter, points in rules.values.items() if points)
    return Common(
        rulebook=rulebook,
        players=players,
        options=tuple(options.items()),
        digest=digest(rules),
        pack=pack,
        total=count_cards(tuple(rank_number(card) for card in pack.cards), values),
        unit=math.gcd(*(points for _, points in values)),
        values=values,
        worth=tuple([add_card(0, rank_number(Card(number)), values) for number in range(CARD_NUMBERS)]),
        sides=tuple(Side(seat % sides) for seat in range(players)),
        after=tuple(Seat((seat + 1) % players) for seat in range(players)),
    )


def rank_of_letter(letter: str) -> int:
    """Return the rank that a letter stands for, as a number."""
    return rank_number(card_named(letter))
