"""Marriages that were shown: which they can have been, by their points and by where kings and queens lie.

Whoever shows a marriage leads one of its cards, so that this one is gone, and keeps the other in his hand until he plays it. Only a claim
ends a deal before a card is led.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from aceten.engine.suits.duties import MARRIED, leading_ranks
from aceten.knowledge.placements import Asked, Spread, Spreading
from aceten.vocabulary.actions import Hands, Side
from aceten_spec.cards import Card, Suit, card_of

if TYPE_CHECKING:
    from aceten.engine.suits.game import SuitGame

Shown: TypeAlias = tuple[Side, Suit]
"""Which side has shown a marriage, and of which suit."""


class Lying(msgspec.Struct, frozen=True, kw_only=True):
    """Where cards lie, as far as that is known."""

    hands: Hands
    """The known cards of each hand."""
    talon: tuple[Card, ...]
    """Those of the talon."""
    unseen: Collection[Card]
    """Cards that may lie anywhere."""
    shown: Hands | None
    """For each seat the cards of its hand that everybody knows; ``None``: that is not said."""
    claimed: bool
    """Whether a claim has ended the deal."""


class Condition(msgspec.Struct, frozen=True):
    """What has to be so of unseen cards where some marriages were shown."""

    kept_from: tuple[frozenset[Card], ...]
    """For each hand, and for the talon after them, the cards that do not lie there."""
    gone: frozenset[frozenset[Card]] = frozenset()
    """Of each of these at least one card is captured."""

    def __and__(self, other: Condition) -> Condition:
        """Return both of two conditions."""
        kept_from = tuple([one | another for one, another in zip(self.kept_from, other.kept_from, strict=True)])
        return Condition(kept_from, self.gone | other.gone)

    def holds(self, spread: Spread) -> bool:
        """Whether it is so when these cards come to the hands, to the talon, and to what is captured untold."""
        *places, captured = spread
        return all(barred.isdisjoint(cards) for barred, cards in zip(self.kept_from, places, strict=True)) and not any(
            cards.isdisjoint(captured) for cards in self.gone
        )

    def added_to(self, spreading: Spreading) -> Spreading:
        """Return what spreads cards over the hands, the talon and what is captured untold so that it is so as well."""
        *places, captured = spreading.barred
        barred = tuple([cards | more for cards, more in zip(places, self.kept_from, strict=True)])
        asked = tuple([Asked(len(places), cards) for cards in self.gone])
        return msgspec.structs.replace(spreading, barred=(*barred, captured), asked=spreading.asked + asked)


def in_how_many_ways(spreading: Spreading, conditions: Iterable[Condition]) -> int:
    """Return in how many ways cards can be spread so that at least one of some conditions holds."""
    signs: dict[Condition, int] = {}
    for condition in conditions:
        more = {condition: 1}
        for met, sign in signs.items():
            both = met & condition
            more[both] = more.get(both, 0) - sign
        signs = {each: signs.get(each, 0) + more.get(each, 0) for each in (*signs, *more)}
    return sum([sign * each.added_to(spreading).count for each, sign in signs.items() if sign])


@lru_cache(maxsize=1024)
def by_points(game: SuitGame, melds: tuple[int, ...], trump: Suit | None) -> tuple[tuple[Shown, ...], ...]:
    """Return the marriages that the sides can have shown when they have these points for them, one tuple for each way.

    Clauses: SX-MELD-2, TT-MELD-2, TT-TRUMP-1.
    """
    rules, found = game.rules, list[tuple[Shown, ...]]()
    suits = [suit for suit in Suit if all(card_of(rank, suit) in game.pack.cards for rank in MARRIED)]
    for owners in itertools.product((None, Side(0), Side(1)), repeat=len(suits)):
        shown = tuple([(side, suit) for suit, side in zip(suits, owners, strict=True) if side is not None])
        if rules.trump == "marriage" and shown and trump not in [suit for _, suit in shown]:
            continue
        sides = [side for side, _ in shown]
        match rules.marriages:
            case "order":
                rows = set(itertools.permutations(sides))
                counts = rules.marriage_points[: len(sides)]
            case "suit":
                rows, counts = {tuple(sides)}, tuple([rules.marriage_points[suit - 1] for _, suit in shown])
            case "trump":
                rows, counts = {tuple(sides)}, tuple([rules.marriage_points[suit == trump] for _, suit in shown])
            case "none":
                rows, counts = {tuple(sides)}, (0,) * len(sides)
        if melds in {tuple([_sum_of(counts, row, side) for side in range(game.side_count)]) for row in rows}:
            found.append(shown)
    return tuple(found)


def _sum_of(points: tuple[int, ...], owners: tuple[Side, ...], side: int) -> int:
    return sum([counts for counts, owner in zip(points, owners, strict=True) if owner == side])


def conditions(game: SuitGame, ways: Iterable[tuple[Shown, ...]], lying: Lying) -> tuple[Condition, ...]:
    """Return what has to be so of unseen cards that marriages can have been shown in one of some ways: one of these.

    None where none of the ways can be; one that asks for nothing alone where nothing has to be so.

    Clauses: SX-MELD-1.
    """
    found: dict[Condition, None] = {}
    for way in ways:
        each = [_condition(game, side, suit, lying) for side, suit in way]
        all_of_it = Condition((frozenset[Card](),) * (game.players + 1))
        for condition in each:
            if condition is None:
                break
            all_of_it &= condition
        else:
            found[all_of_it] = None
    nothing = next((each for each in found if not (any(each.kept_from) or each.gone)), None)
    return tuple(found) if nothing is None else (nothing,)


def _condition(game: SuitGame, side: Side, suit: Suit, lying: Lying) -> Condition | None:
    """Return what has to be so where a side has shown a marriage; ``None`` where it cannot have done so."""
    pair = [card_of(rank, suit) for rank in MARRIED]
    unseen = frozenset(card for card in pair if card in lying.unseen)
    stays = game.exchange not in MARRIED  # else it may have been exchanged since
    for seat, hand in enumerate(lying.hands):
        may_keep = game.sides[seat] == side and (
            lying.shown is None or not set(pair) & set(hand) - set(lying.shown[seat])
        )
        if stays and not may_keep and not set(pair).isdisjoint(hand):
            return None
    if stays and not set(pair).isdisjoint(lying.talon):
        return None
    leading = {card_of(rank, suit) for rank in leading_ranks(game.rules)}
    left = {card for cards in (*lying.hands, lying.talon) for card in cards} | unseen
    gone = frozenset[frozenset[Card]]()
    if not lying.claimed and leading <= left:
        if leading.isdisjoint(unseen):
            return None
        gone = frozenset({unseen & leading})
    kept_from = [
        frozenset[Card]() if not stays or (game.sides[seat] == side and lying.shown is None) else unseen
        for seat in range(game.players)
    ]
    return Condition((*kept_from, unseen if stays else frozenset()), gone)
