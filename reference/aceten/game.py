"""A game ready to be played: a rulebook, a number of players and options, worked out into what the engine needs."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from aceten.actions import Seat, Side
from aceten.errors import UsageError
from aceten.matching import Matching
from aceten.scoring import count_cards
from aceten.shuffling import shuffle
from aceten_spec.cards import Card, Pack, format_cards, parse_cards, rank_number, sort_cards
from aceten_spec.cards import card as card_named
from aceten_spec.errors import shown
from aceten_spec.loader import load_file, load_shipped
from aceten_spec.options import apply_options
from aceten_spec.parameter_checks import check_parameters, has_partners
from aceten_spec.rulebook import OptionValue, Parameters, Rulebook, digest, pack_of

if TYPE_CHECKING:
    from pathlib import Path

    from aceten.state import State


class Game(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A game, its number of players and its options. Made by :func:`load`.

    Two games are equal when the same rulebook is played by the same parameters and number of players.
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
    """SHA-256 of ``rules`` (:func:`aceten_spec.rulebook.digest`)."""
    pack: Pack
    """The pack."""
    total: int
    """Card points of the whole pack."""
    unit: int
    """Every total of card points is a multiple of this."""
    values: tuple[tuple[int, int], ...]
    """Pairs of rank and card points, for the ranks that count."""
    matching: Matching
    """What decides about tricks."""
    lone_card: Card | None
    """The card whose holder plays alone; ``None``: there is none."""
    lone_ranks: tuple[int, int]
    """The ranks for which that card counts: when it is led, and when it is played to a lead."""
    sides: tuple[Side, ...]
    """The side of each seat: those who gather cards together."""
    leftover: int
    """Cards of the talon that are too few for everybody to draw one more."""
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

    def __ne__(self, other: object) -> bool:
        """Agree with equality; a Struct brings an inequality of its own."""
        return not self == other

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash((self.rulebook.id, self.players, self.digest))

    def __str__(self) -> str:
        """Name game and players as position lines do, such as ``zsiros/4``."""
        return f"{self.rulebook.id}/{self.players}"

    def __repr__(self) -> str:
        """Return the call of :func:`load` that makes it again, for a shipped rulebook."""
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

    def led_rank(self, card: Card) -> int:
        """Return the rank for which a card counts that is led.

        Clauses: SL-LONE-4.
        """
        if self.lone_card is not None and card == self.lone_card:
            return self.lone_ranks[0]
        return rank_number(card)

    def played_rank(self, card: Card) -> int:
        """Return the rank for which a card counts that is played to a lead, or led to another round.

        Clauses: SL-LONE-3.
        """
        if self.lone_card is not None and card == self.lone_card:
            return self.lone_ranks[1]
        return rank_number(card)

    def teams(self, lone: Seat | None) -> tuple[tuple[Side, ...], ...] | None:
        """Return the sides that win or lose together, mostly each by itself; ``None`` when nobody is known to play alone.

        :param lone: who plays alone, where one does.

        Clauses: ZS-PLAYERS-2, SP-PLAYERS-3, SL-LONE-1, SL-LONE-5.
        """
        if self.rules.sides != "lone":
            return tuple([(Side(side),) for side in range(self.side_count)])
        if lone is None:
            return None
        return (self.sides[lone],), tuple([side for side in self.sides if side != self.sides[lone]])

    def check_seat(self, seat: int) -> Seat:
        """Return the seat.

        :raises UsageError: when there is no such seat.
        """
        if not 0 <= seat < self.players:
            message = f"seat {shown(seat, 80)}: expected 0 to {self.players - 1} in {self}"
            raise UsageError(message)
        return Seat(seat)

    def deal(self, *, seed: int | None = None, dealer: int = 0, deck: str | tuple[Card, ...] | None = None) -> State:
        """Return the state after dealing, with the player after the dealer to lead.

        :param seed: shuffles the pack (:mod:`aceten.shuffling`); 0 to 2**64 - 1.
        :param deck: in place of a seed, the pack in dealing order, as cards or as text.
        :param dealer: the seat that deals.
        :raises UsageError: without exactly one of seed and deck, for a deck that is not the whole pack, for a seat or seed out of range.

        Clauses: ZS-DEAL-3, ZS-DEAL-4, ZS-DEAL-5, ZS-DEAL-6, ZS-PLAY-1.
        """
        from aceten.state import start

        dealing = self.check_seat(dealer)
        if (seed is None) == (deck is None):
            message = "deal: expected either a seed or a deck"
            raise UsageError(message)
        cards = self._check_deck(deck) if deck is not None else shuffle(self.pack.cards, seed or 0)
        hands: list[tuple[Card, ...]] = [()] * self.players
        at = 0
        for batch in self.rules.deal:
            for turn in range(1, self.players + 1):
                seat = (dealing + turn) % self.players
                hands[seat] += cards[at : at + batch]
                at += batch
        return start(self, tuple(map(sort_cards, hands)), cards[at:], dealing)

    def _check_deck(self, deck: str | tuple[Card, ...]) -> tuple[Card, ...]:
        cards = parse_cards(deck) if isinstance(deck, str) else deck
        if sorted(cards) != sorted(self.pack.cards):
            missing = sort_cards(tuple((Counter(self.pack.cards) - Counter(cards)).elements()))
            lacks = f", without {format_cards(missing)}" if missing else ""
            times = "once" if self.pack.copies == 1 else "twice"
            without = f", without {format_cards(self.pack.removed)}," if self.pack.removed else ""
            whole = f"each of the {len(self.pack.cards)} cards of {self.pack.id}{without} {times}, with suits"
            message = f"deck: {len(cards)} cards{lacks}; expected {whole}"
            raise UsageError(message)
        return cards


def load(rules: str | Path | Rulebook, *, players: int | None = None, **options: OptionValue | bool) -> Game:
    """Return a game.

    :param rules: id of a shipped rulebook such as ``"zsiros"``, the path of a rulebook file, or a rulebook.
    :param players: the number of players; by default the largest that the rulebook describes.
    :param options: the rulebook's options by name, such as ``tie="draw"``.
    :raises RulebookError: when there is no such game or option, or the rulebook is wrong.
    :raises UsageError: for a number of players that the rulebook does not describe.
    """
    rulebook = _rulebook(rules)
    count = max(rulebook.parameters.players) if players is None else players
    if not isinstance(count, int) or count not in rulebook.parameters.players:  # pyright: ignore[reportUnnecessaryIsInstance] - 2.0 is in (2, 4)
        known = ", ".join(map(str, rulebook.parameters.players))
        message = f"{rulebook.id}: {shown(count, 80)} players; expected one of: {known}"
        raise UsageError(message)
    parameters, changed = apply_options(rulebook, count, options)
    if len(changed) > 1:  # each alone has been checked with the rulebook
        check_parameters(parameters, count, source="options")
    return _build(rulebook, count, parameters, changed)


def _rulebook(rules: str | Path | Rulebook) -> Rulebook:
    if isinstance(rules, Rulebook):
        return rules
    return load_shipped(rules) if isinstance(rules, str) else load_file(rules)


def _build(rulebook: Rulebook, players: int, rules: Parameters, options: dict[str, OptionValue]) -> Game:
    """Work out what the engine needs from the parameters.

    Clauses: ZS-PLAYERS-1, ZS-PLAYERS-2, ZS-CARDS-1, ZS-CARDS-3, HO-CARDS-5.
    """
    pack = pack_of(rules)
    values = tuple((_rank(letter), points) for letter, points in rules.values.items() if points)
    lone = None if rules.lone_card == "none" else card_named(rules.lone_card)
    return Game(
        rulebook=rulebook,
        players=players,
        options=tuple(options.items()),
        rules=rules,
        digest=digest(rules),
        pack=pack,
        total=count_cards(tuple(rank_number(card) for card in pack.cards), values),
        unit=math.gcd(*(points for _, points in values)),
        values=values,
        matching=Matching(
            wild=tuple(_rank(letter) for letter in rules.wild),
            trumps=rules.wild_role == "trump",
            own_rank=rules.wild_led == "own_rank",
            first=rules.taken_by == "first_match",
            any_card=rules.continue_with == "any",
            newest=rules.to_match == "newest_lead",
        ),
        lone_card=lone,
        lone_ranks=(_rank_of(lone, rules.lone_card_led), _rank_of(lone, rules.lone_card_rank)),
        sides=tuple(Side(seat % 2 if rules.sides == "alternate" else seat) for seat in range(players)),
        leftover=len(pack.cards) % players,
        after=tuple(Seat((seat + 1) % players) for seat in range(players)),
    )


def _rank(letter: str) -> int:
    return rank_number(card_named(letter))


def _rank_of(card: Card | None, letter: str) -> int:
    """Return the rank for which a card counts, its own or another."""
    if letter != "own":
        return _rank(letter)
    return 0 if card is None else rank_number(card)
