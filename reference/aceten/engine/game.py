"""A game: what follows from a rulebook, a number of players and options, worked out into what the engine needs, and dealing."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypedDict

import msgspec

from aceten.deals.dealing import (
    Asked,
    check_scores,
    checked_cut,
    checked_deck,
    checked_number,
    deciding,
    deck_of,
    parts_of,
    wanted,
)
from aceten.deals.numbered_deals import deals_of, drawn
from aceten.deals.shuffling import shuffle_and_cut
from aceten.engine.scoring import Result, add_card, count_cards
from aceten.vocabulary.abstract import AbstractStruct, Unchanging
from aceten.vocabulary.action_numbers import action_numbers
from aceten.vocabulary.actions import Action, Hands, Seat, Side, parse_action
from aceten.vocabulary.errors import check_kind, usage_error
from aceten_spec.cards import CARD_NUMBERS, Card, Pack, Suit, rank_number, sort_cards
from aceten_spec.checks.common_checks import has_partners
from aceten_spec.errors import given, shown, whole
from aceten_spec.rulebook import OptionValue, Parameters, Rulebook, digest, pack_of
from aceten_spec.speech import say
from aceten_spec.written_cards import card as card_named

if TYPE_CHECKING:
    from aceten.engine.planes import Plane
    from aceten.engine.state import State


class Game(Unchanging, msgspec.Struct, frozen=True, kw_only=True, eq=False, metaclass=AbstractStruct):
    """A game, its number of players and its options: all that states need to know of it. Made by :func:`aceten.load`.

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
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or (self.rulebook.id, self.players, self.digest) == (
            other.rulebook.id,
            other.players,
            other.digest,
        )

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash((self.rulebook.id, self.players, self.digest))

    def __str__(self) -> str:
        """Name game and players as position lines do, such as ``zsiros/4``."""
        return f"{self.rulebook.id}/{self.players}"

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
        number = whole(seat)
        if number is None or not 0 <= number < self.players:
            raise usage_error(
                "seat {seat}: expected 0 to {most} in {game}", seat=given(seat), most=self.players - 1, game=self
            )
        return Seat(number)

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
        return action_numbers(self).kinds

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
        return action_numbers(self).actions

    def action_id(self, action: Action | str) -> int:
        """Return the number of an action, or of its notation: its place in :attr:`actions`. Cards that play alike have the same.

        >>> import aceten
        >>> game = aceten.load("zsiros")
        >>> game.action_id("9h"), game.action_id(aceten.STOP)
        (5, 8)

        :meth:`aceten.State.action` is the way back at a moment of play.

        :raises UsageError: for a call, and for what no rule of the game knows.
        :raises NotationError: for text that is no action.
        """
        numbers, told = action_numbers(self).number_of, parse_action(action) if isinstance(action, str) else action
        try:
            number = numbers.get(told)
        except TypeError:  # what is no key at all
            number = None
        if number is None:
            raise usage_error("{action}: no action with a number in {game}", action=shown(action, 80), game=self)
        return number

    def action_ids(self, actions: Iterable[Action | str]) -> tuple[int, ...]:
        """Return the numbers of actions that have one (:meth:`action_id`), rising, each once.

        :raises UsageError: as :meth:`action_id` does.
        """
        numbers: Mapping[Any, int] = self.number_of_action
        try:
            return tuple(sorted({*map(numbers.__getitem__, actions)}))
        except (KeyError, TypeError):  # text, or what is none
            check_kind(actions, Iterable, say("actions one after the other"))
            return tuple(sorted({*map(self.action_id, [actions] if isinstance(actions, str) else actions)}))

    @property
    def place_of(self) -> Mapping[Card, int]:
        """For each card the place among :attr:`kinds` of the card that plays like it: the number of playing it."""
        return action_numbers(self).place_of

    @property
    def number_of_action(self) -> Mapping[Action, int]:
        """The number of each action (:meth:`action_id`), of every card under which one is known."""
        return action_numbers(self).number_of

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

    def deal(
        self,
        seed: int | None = None,
        *,
        dealer: int = 0,
        deck: str | tuple[Card, ...] | None = None,
        cut: str | Card | None = None,
        scores: tuple[int, ...] | None = None,
        number: int | None = None,
        holds: Asked | None = None,
        lacks: Asked | None = None,
    ) -> State:
        """Return the state after dealing, with the player after the dealer to begin.

        >>> import aceten
        >>> game = aceten.load("zsiros", players=2)
        >>> state = game.deal(seed=1, holds={0: "77A"}, lacks={1: "7"})
        >>> state.hands[0], game.number_of(state)
        ((card('As'), card('Qs'), card('7c'), card('7d')), 282305481219407042477060715757671)
        >>> game.deal(number=game.number_of(state)) == state
        True

        :param seed: shuffles the pack (:mod:`aceten.deals.shuffling`); 0 to 2**64 - 1.
        :param deck: in place of a seed, the pack in dealing order, as cards or as text.
        :param number: in place of a seed, the number of the deal, from 0 to :attr:`deals` - 1 (:mod:`aceten.deals.numbered_deals`).
        :param holds: with a seed, cards that seats are dealt, perhaps among more of them, as cards or as text; a card without its suit is
            any of its rank, one with its suit is that card, though suits may not count. All deals that fulfil this are equally likely.
        :param lacks: with a seed, cards of which seats are dealt none.
        :param dealer: the seat that deals.
        :param cut: with a deck, the card that cutting shows, in a game where that decides on trumps.
        :param scores: the sides' scores in the match, in a game where they bear on play; 0 each when they are left out.
        :raises UsageError: without exactly one of seed, deck and number, for a deck that is not the whole pack, for a seat, seed or number
            out of range, for a cut or scores that the game does not ask for, and without a cut where it does; for ``holds`` and ``lacks``
            without a seed, of cards that are not in the pack, or that no deal fulfils.

        Clauses: ZS-DEAL-3, ZS-DEAL-4, ZS-DEAL-5, ZS-DEAL-6, ZS-PLAY-1, EW-DEAL-8.
        """
        dealing = self.check_seat(dealer)
        if [seed, deck, number].count(None) != 2:  # noqa: PLR2004 - one of three
            raise usage_error("deal: expected a seed, a deck or a number, and only one of them")
        asked = wanted(self, holds or {}, lacks or {}, dealing) if holds or lacks else ()
        if asked and seed is None:
            raise usage_error("deal: what hands are to hold or to lack is asked with a seed")
        if deck is not None:
            cards, shown_card = checked_deck(self, deck), checked_cut(self, cut)
        elif cut is not None:
            raise usage_error("deal: the seed or the number says where the pack is cut; give a cut with a deck")
        elif number is not None:
            cards, shown_card = deck_of(self, deals_of(self).at(checked_number(self, number)))
        elif asked:
            deals = deals_of(self, asked)
            cards, shown_card = deck_of(self, deals.at(drawn(deals, seed or 0)))
        else:
            cards, shown_card = shuffle_and_cut(self.pack.cards, seed or 0)
        if scores is not None:
            check_scores(self, scores)
        hands: list[tuple[Card, ...]] = [()] * self.players
        at = 0
        for batch in self.rules.deal:
            for turn in range(1, self.players + 1):
                seat = (dealing + turn) % self.players
                hands[seat] += cards[at : at + batch]
                at += batch
        decides = deciding(self, shown_card, cards[at - 1])
        return self.start(tuple(map(sort_cards, hands)), cards[at:], dealing, decides, scores)

    @property
    def deals(self) -> int:
        """How many deals there are, each as likely as any other; two that differ in anything but the order of a hand are two.

        >>> import aceten
        >>> aceten.load("lusti-kartln").deals
        99561092450391000
        """
        return deals_of(self).count

    def deals_with(self, *, holds: Asked | None = None, lacks: Asked | None = None) -> int:
        """Return in how many of all :attr:`deals` seats hold certain cards and lack others; 0 when in none.

        >>> import aceten
        >>> game = aceten.load("zsiros", players=2)
        >>> print(f"{game.deals_with(holds={0: '77'}) / game.deals:.4f}")
        0.0662
        >>> game.deals_with(holds={0: "7h"}) * 8 == game.deals  # a hand has four of 32 cards
        True

        :param holds: for seats, cards that they are dealt, as in :meth:`deal`, when the last seat deals.
        :param lacks: for seats, cards of which they are dealt none.
        :raises UsageError: for seats that are none, and cards that are not in the pack.
        """
        return deals_of(self, wanted(self, holds or {}, lacks or {}, Seat(self.players - 1))).count

    def number_of(self, state: State) -> int:
        """Return the number of a deal, from 0 to :attr:`deals` - 1 (:mod:`aceten.deals.numbered_deals`).

        Where the cards of the state have no suits, as they do not count, it is the least number of those that play alike.

        :param state: a state of this game at the beginning of a deal.
        :raises UsageError: for a state that is none.
        """
        parts, cuts = parts_of(self, state)
        return deals_of(self).number_of(parts, cuts[0])

    def numbers_like(self, state: State) -> range:
        """Return the numbers of all deals that play like this one, neighbours of each other.

        The first of them is the same for all of these, so that it tells deals that play alike; and how many there are says how likely it is
        to be dealt one. In a game with suit tricks it is one alone, as a rule.

        >>> import aceten
        >>> game = aceten.load("lusti-kartln")
        >>> alike = game.numbers_like(game.deal(seed=1))
        >>> alike.start, alike.stop - alike.start
        (90352474953738066, 47775744)

        :param state: a state of this game at the beginning of a deal.
        :raises UsageError: for a state that is none.
        """
        parts, cuts = parts_of(self, state)
        return deals_of(self).alike(parts, cuts)

    @property
    @abstractmethod
    def planes(self) -> tuple[Plane, ...]:
        """The planes in which a view is told as numbers (:attr:`aceten.View.planes`), in the order of :attr:`aceten.View.tensor`.

        >>> import aceten
        >>> {plane.name: plane.shape for plane in aceten.load("zsiros", players=2).planes[:4]}
        {'hands': (2, 8), 'hand_sizes': (2,), 'talon': (1,), 'trick': (8, 8)}
        """

    @property
    def tensor_size(self) -> int:
        """How many numbers a view comes to, all planes together; 122 in ``zsiros/2``."""
        return sum([plane.size for plane in self.planes])

    @abstractmethod
    def score(self, points: tuple[int, ...], *, last_trick: int, tricks: tuple[int, ...] | None = None) -> Result:
        """Return what a deal comes to that ends with these totals, whether play can come to them or not.

        Games of one kind or the other tell more of a deal (:meth:`aceten.MatchingGame.score`, :meth:`aceten.SuitGame.score`).

        :param points: card points by side, without those for the last trick.
        :param last_trick: the side that took the last trick.
        :param tricks: tricks by side; ``None``: not known.
        :raises UsageError: when these are not numbers of each side, or there is no such side.
        """

    def _check_totals(self, *totals: tuple[int, ...] | None) -> None:
        """Refuse what does not have a number for each side."""
        for numbers in totals:
            if numbers is not None and (len(numbers) != self.side_count or min(numbers) < 0):
                raise usage_error(
                    "{numbers}: expected a number from 0 for each of {sides} sides",
                    numbers=numbers,
                    sides=self.side_count,
                )

    def _took_tricks(self, points: tuple[int, ...], tricks: tuple[int, ...] | None) -> tuple[bool | None, ...]:
        """Return for each side whether it took a trick, which points show, too; ``None`` when that is not known."""
        return tuple([True if has else None if tricks is None else tricks[side] > 0 for side, has in enumerate(points)])

    def _check_side(self, side: int) -> Side:
        if not 0 <= side < self.side_count:
            raise usage_error(
                "side {side}: expected 0 to {most} in {game}", side=side, most=self.side_count - 1, game=self
            )
        return Side(side)

    @abstractmethod
    def start(
        self,
        hands: Hands,
        rest: tuple[Card, ...],
        dealer: Seat,
        cut: Card | None,
        scores: tuple[int, ...] | None,
    ) -> State:
        """Return the state of a freshly dealt deal.

        :param rest: the cards of the pack that are left, in the order of the pack.
        :param cut: the card that cutting shows, where that decides on trumps.
        :param scores: the sides' scores in the match, where they bear on play.
        """

    @abstractmethod
    def as_dealt(self, state: State) -> tuple[tuple[Card, ...], Callable[[Card | None], State]]:
        """Return the cards of a state that are no hand's in the order of the pack, and what deals its cards again by the card cut."""


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
