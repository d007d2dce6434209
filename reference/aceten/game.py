"""A game ready to be played: a rulebook, a number of players and options, worked out into what the engine needs."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections import Counter
from typing import TYPE_CHECKING, TypedDict

import msgspec

from aceten.abstract import AbstractStruct
from aceten.actions import Seat, Side
from aceten.errors import UsageError
from aceten.scoring import count_cards
from aceten.shuffling import shuffle_and_cut
from aceten_spec.cards import Card, Pack, format_cards, parse_cards, rank_number, sort_cards
from aceten_spec.cards import card as card_named
from aceten_spec.common_checks import has_partners
from aceten_spec.errors import shown
from aceten_spec.loader import load_file, load_shipped
from aceten_spec.options import apply_options
from aceten_spec.parameter_checks import check_parameters
from aceten_spec.rulebook import MatchingParameters, OptionValue, Parameters, Rulebook, SuitParameters, digest, pack_of

if TYPE_CHECKING:
    from pathlib import Path

    from aceten.state import State


class Game(msgspec.Struct, frozen=True, kw_only=True, eq=False, metaclass=AbstractStruct):
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

    def check_seat(self, seat: int) -> Seat:
        """Return the seat.

        :raises UsageError: when there is no such seat.
        """
        if not 0 <= seat < self.players:
            message = f"seat {shown(seat, 80)}: expected 0 to {self.players - 1} in {self}"
            raise UsageError(message)
        return Seat(seat)

    @property
    @abstractmethod
    def most_points(self) -> int:
        """The most points that a deal can bring, those for the last trick among them; at least 1."""

    @property
    @abstractmethod
    def most_game_points(self) -> int:
        """The most game points that a side can score in a deal."""

    @abstractmethod
    def plain_card(self, card: Card) -> Card:
        """Return one card for all that play alike."""

    def deal(
        self,
        *,
        seed: int | None = None,
        dealer: int = 0,
        deck: str | tuple[Card, ...] | None = None,
        cut: str | Card | None = None,
        scores: tuple[int, ...] | None = None,
    ) -> State:
        """Return the state after dealing, with the player after the dealer to begin.

        :param seed: shuffles the pack (:mod:`aceten.shuffling`); 0 to 2**64 - 1.
        :param deck: in place of a seed, the pack in dealing order, as cards or as text.
        :param dealer: the seat that deals.
        :param cut: with a deck, the card that cutting shows, in a game where that decides on trumps.
        :param scores: the sides' scores in the match, in a game where they bear on play; 0 each when they are left out.
        :raises UsageError: without exactly one of seed and deck, for a deck that is not the whole pack, for a seat or seed out of range,
            for a cut or scores that the game does not ask for, and without a cut where it does.

        Clauses: ZS-DEAL-3, ZS-DEAL-4, ZS-DEAL-5, ZS-DEAL-6, ZS-PLAY-1, EW-DEAL-8.
        """
        dealing = self.check_seat(dealer)
        if (seed is None) == (deck is None):
            message = "deal: expected either a seed or a deck"
            raise UsageError(message)
        if deck is not None:
            cards, shown_card = self._check_deck(deck), self._check_cut(cut)
        elif cut is not None:
            message = "deal: the seed says where the pack is cut; give a cut with a deck"
            raise UsageError(message)
        else:
            cards, shown_card = shuffle_and_cut(self.pack.cards, seed or 0)
        if scores is not None:
            self._check_scores(scores)
        hands: list[tuple[Card, ...]] = [()] * self.players
        at = 0
        for batch in self.rules.deal:
            for turn in range(1, self.players + 1):
                seat = (dealing + turn) % self.players
                hands[seat] += cards[at : at + batch]
                at += batch
        return self._start(
            tuple(map(sort_cards, hands)), cards[at:], dealing, shown_card if self.cuts else None, scores
        )

    @abstractmethod
    def _start(
        self,
        hands: tuple[tuple[Card, ...], ...],
        rest: tuple[Card, ...],
        dealer: Seat,
        cut: Card | None,
        scores: tuple[int, ...] | None,
    ) -> State: ...

    @property
    def cuts(self) -> bool:
        """Whether a card that is shown by cutting decides on trumps."""
        return False

    @property
    def scores_matter(self) -> bool:
        """Whether the scores in the match bear on play."""
        return False

    def match_is_over(self, scores: tuple[int, ...]) -> bool:  # noqa: ARG002 - elsewhere a match knows by itself
        """Whether there is no deal at these scores, as a side that comes to the target has won by itself."""
        return False

    def _check_cut(self, cut: str | Card | None) -> Card | None:
        if (cut is not None) != self.cuts:
            message = "deal: expected the card that cutting shows" if self.cuts else f"deal: no card is cut in {self}"
            raise UsageError(message)
        if cut is None:
            return None
        card = card_named(cut) if isinstance(cut, str) else cut
        if card not in self.pack.cards:
            message = f"deal: the cut shows {card}; expected a card of the pack, with its suit"
            raise UsageError(message)
        return card

    def _check_scores(self, scores: tuple[int, ...]) -> None:
        if not self.scores_matter:
            message = f"deal: the scores in the match have no effect on a deal of {self}"
            raise UsageError(message)
        if len(scores) != self.side_count or min(scores) < 0:
            message = f"scores {scores}: expected a number from 0 for each of {self.side_count} sides"
            raise UsageError(message)
        if self.match_is_over(scores):
            message = (
                f"scores {scores}: with {self.rules.target} the match is over by itself, and there is no further deal"
            )
            raise UsageError(message)

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
        sides=tuple(Side(seat % sides) for seat in range(players)),
        after=tuple(Seat((seat + 1) % players) for seat in range(players)),
    )


def rank_of_letter(letter: str) -> int:
    """Return the rank that a letter stands for, as a number."""
    return rank_number(card_named(letter))


def _build(rulebook: Rulebook, players: int, rules: Parameters, options: dict[str, OptionValue]) -> Game:
    from aceten.matching.game import build_matching
    from aceten.suits.game import build_suits

    match rules:
        case MatchingParameters():
            return build_matching(rulebook, players, rules, options)
        case SuitParameters():
            return build_suits(rulebook, players, rules, options)
