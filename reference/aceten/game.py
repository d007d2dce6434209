"""A game ready to be played: what follows from its rules, and dealing."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from typing import TYPE_CHECKING

from aceten.actions import Seat, Side
from aceten.errors import UsageError
from aceten.facts import Facts
from aceten.naming import card_words, the_card
from aceten.numbering import Wanted, deals_of, drawn
from aceten.shuffling import shuffle_and_cut
from aceten_spec.cards import card as card_named
from aceten_spec.cards import format_cards, parse_cards, sort_cards, without_suit
from aceten_spec.errors import shown
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    from aceten.actions import Hands
    from aceten.numbering import Deals
    from aceten.planes import Plane
    from aceten.scoring import Result
    from aceten.state import State
    from aceten_spec.cards import Card

    Asked: TypeAlias = Mapping[int, str | tuple[Card, ...]]
    """Cards by seat, as cards or as text."""


def number_of(state: State) -> int | None:
    """Return the number of the deal at whose beginning a state is (:meth:`Game.number_of`); ``None`` at any other moment.

    >>> import aceten
    >>> state = aceten.load("lusti-kartln").deal(number=7)
    >>> aceten.number_of(state), aceten.number_of(state.play(state.legal[0]))
    (7, None)
    """
    game = state.game
    if state.log or state.trick or not isinstance(game, Game):
        return None
    try:
        return game.number_of(state)
    except UsageError:
        return None


class Game(Facts, frozen=True, kw_only=True, eq=False):
    """A game, its number of players and its options. Made by :func:`aceten.load`."""

    def deal(
        self,
        *,
        seed: int | None = None,
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

        :param seed: shuffles the pack (:mod:`aceten.shuffling`); 0 to 2**64 - 1.
        :param deck: in place of a seed, the pack in dealing order, as cards or as text.
        :param number: in place of a seed, the number of the deal, from 0 to :attr:`deals` - 1 (:mod:`aceten.numbering`).
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
            message = say("deal: expected a seed, a deck or a number, and only one of them")
            raise UsageError(message)
        wanted = self._wanted(holds or {}, lacks or {}, dealing) if holds or lacks else ()
        if wanted and seed is None:
            message = say("deal: what hands are to hold or to lack is asked with a seed")
            raise UsageError(message)
        if deck is not None:
            cards, shown_card = self._check_deck(deck), self._check_cut(cut)
        elif cut is not None:
            message = say("deal: the seed or the number says where the pack is cut; give a cut with a deck")
            raise UsageError(message)
        elif number is not None:
            cards, shown_card = self._numbered(deals_of(self), self._check_number(number))
        elif wanted:
            deals = deals_of(self, wanted)
            cards, shown_card = self._numbered(deals, drawn(deals, seed or 0))
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
        decides = self._deciding(shown_card, cards[at - 1])
        return self._start(tuple(map(sort_cards, hands)), cards[at:], dealing, decides, scores)

    def _deciding(self, cut: Card | None, last: Card) -> Card | None:
        """Return the card that decides on trumps: of the one cut and the one that is dealt last that which does, if any."""
        return last if self.last_shown else cut if self.cuts else None

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
        return deals_of(self, self._wanted(holds or {}, lacks or {}, Seat(self.players - 1))).count

    def number_of(self, state: State) -> int:
        """Return the number of a deal, from 0 to :attr:`deals` - 1 (:mod:`aceten.numbering`).

        Where the cards of the state have no suits, as they do not count, it is the least number of those that play alike.

        :param state: a state of this game at the beginning of a deal.
        :raises UsageError: for a state that is none.
        """
        parts, cuts = self._parts_of(state)
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
        parts, cuts = self._parts_of(state)
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
                message = say(
                    "{numbers}: expected a number from 0 for each of {sides} sides",
                    numbers=numbers,
                    sides=self.side_count,
                )
                raise UsageError(message)

    def _took_tricks(self, points: tuple[int, ...], tricks: tuple[int, ...] | None) -> tuple[bool | None, ...]:
        """Return for each side whether it took a trick, which points show, too; ``None`` when that is not known."""
        return tuple([True if has else None if tricks is None else tricks[side] > 0 for side, has in enumerate(points)])

    def _check_side(self, side: int) -> Side:
        if not 0 <= side < self.side_count:
            message = say("side {side}: expected 0 to {most} in {game}", side=side, most=self.side_count - 1, game=self)
            raise UsageError(message)
        return Side(side)

    @abstractmethod
    def _start(
        self,
        hands: Hands,
        rest: tuple[Card, ...],
        dealer: Seat,
        cut: Card | None,
        scores: tuple[int, ...] | None,
    ) -> State: ...

    def _numbered(self, deals: Deals, number: int) -> tuple[tuple[Card, ...], Card]:
        """Return the pack in dealing order, and the card that cutting shows, of the deal with a number."""
        found = deals.at(number)
        return found.deck(self.rules.deal, self.players), found.cut

    def _parts_of(self, state: State) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
        """Return the hands, from the player after the dealer on, the rest of the pack card by card, and the cards that may have been shown.

        :raises UsageError: for a state that is not the beginning of a deal of this game.
        """
        if state.game == self and self._kinds(*state.hands, state.talon) == self._kinds(self.pack.cards):
            rest, again = self._as_dealt(state)
            may_show = state.hands[state.dealer] if self.last_shown else deals_of(self).cuts
            cuts = tuple([card for card in may_show if again(self._deciding(card, card)) == state])
            if cuts and {len(hand) for hand in state.hands} == {sum(self.rules.deal)}:
                first = self.after[state.dealer]
                hands = state.hands[first:] + state.hands[:first]
                return (*hands, *((card,) for card in rest)), cuts
        message = say("{state}: expected the beginning of a deal of {game}", state=state, game=self)
        raise UsageError(message)

    @abstractmethod
    def _as_dealt(self, state: State) -> tuple[tuple[Card, ...], Callable[[Card | None], State]]:
        """Return the cards of a state that are no hand's in the order of the pack, and what deals its cards again by the card cut."""

    def _kinds(self, *cards: tuple[Card, ...]) -> Counter[Card]:
        return Counter(self.canonical_card(card) for each in cards for card in each)

    def _wanted(self, holds: Asked, lacks: Asked, dealer: Seat) -> tuple[Wanted, ...]:
        """Return what is asked of hands, from the player after the dealer on."""
        asked = {
            self.check_seat(seat): (self._check_asked(holds.get(seat, ())), self._check_asked(lacks.get(seat, ())))
            for seat in (*holds, *lacks)
        }
        by_hand = {(seat - dealer - 1) % self.players: cards for seat, cards in asked.items()}
        return tuple([Wanted(hand, *by_hand[hand]) for hand in sorted(by_hand)])

    def _check_asked(self, cards: str | tuple[Card, ...]) -> tuple[Card, ...]:
        asked = parse_cards(cards) if isinstance(cards, str) else cards
        for card in asked:
            if card not in self.pack.cards and card not in map(without_suit, self.pack.cards):
                message = say("{card}: {game} is not played with such a card", card=card_words(self, card), game=self)
                raise UsageError(message)
        return asked

    def _check_number(self, number: int) -> int:
        if not 0 <= number < self.deals:
            message = say(
                "number {number}: expected a whole number from 0 to {most} in {game}",
                number=shown(number, 80),
                most=self.deals - 1,
                game=self,
            )
            raise UsageError(message)
        return number

    def _check_cut(self, cut: str | Card | None) -> Card | None:
        if (cut is not None) != self.cuts:
            message = say("deal: no card is cut in {game}", game=self)
            if self.cuts:
                message = say("deal: expected the card that cutting shows")
            raise UsageError(message)
        if cut is None:
            return None
        card = card_named(cut) if isinstance(cut, str) else cut
        if card not in self.pack.cards:
            shown = the_card(self, card)
            message = say("deal: the cut shows {card}; expected a card of the pack, with its suit", card=shown)
            raise UsageError(message)
        return card

    def _check_scores(self, scores: tuple[int, ...]) -> None:
        if not self.scores_matter:
            message = say("deal: the scores in the match have no effect on a deal of {game}", game=self)
            raise UsageError(message)
        if len(scores) != self.side_count or min(scores) < 0:
            message = say(
                "scores {scores}: expected a number from 0 for each of {sides} sides",
                scores=scores,
                sides=self.side_count,
            )
            raise UsageError(message)
        if self.match_is_over(scores):
            message = say(
                "scores {scores}: with {target} the match is over by itself, and there is no further deal",
                scores=scores,
                target=self.rules.target,
            )
            raise UsageError(message)

    def _check_deck(self, deck: str | tuple[Card, ...]) -> tuple[Card, ...]:
        cards = parse_cards(deck) if isinstance(deck, str) else deck
        if sorted(cards) != sorted(self.pack.cards):
            missing = sort_cards(tuple((Counter(self.pack.cards) - Counter(cards)).elements()))
            given = say("{number} cards", number=len(cards))
            if missing:
                given = say("{number} cards, without {missing}", number=len(cards), missing=format_cards(missing))
            pack = self.pack.id
            if self.pack.removed:
                pack = say("{pack}, without {cards},", pack=pack, cards=format_cards(self.pack.removed))
            whole = {"number": len(self.pack.cards), "pack": pack}
            expected = say("each of the {number} cards of {pack} twice, with suits", **whole)
            if self.pack.copies == 1:
                expected = say("each of the {number} cards of {pack} once, with suits", **whole)
            message = say("deck: {given}; expected {expected}", given=given, expected=expected)
            raise UsageError(message)
        return cards
