"""A game ready to be played: what follows from its rules, and dealing."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from typing import TYPE_CHECKING

from aceten.actions import Side
from aceten.errors import UsageError
from aceten.facts import Facts
from aceten.shuffling import shuffle_and_cut
from aceten_spec.cards import card as card_named
from aceten_spec.cards import format_cards, parse_cards, sort_cards
from aceten_spec.speech import say

if TYPE_CHECKING:
    from aceten.actions import Hands, Seat
    from aceten.scoring import Result
    from aceten.state import State
    from aceten_spec.cards import Card


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
            message = say("deal: expected either a seed or a deck")
            raise UsageError(message)
        if deck is not None:
            cards, shown_card = self._check_deck(deck), self._check_cut(cut)
        elif cut is not None:
            message = say("deal: the seed says where the pack is cut; give a cut with a deck")
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
            message = say("deal: the cut shows {card}; expected a card of the pack, with its suit", card=card)
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
