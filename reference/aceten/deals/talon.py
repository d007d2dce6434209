"""Drawing from the talon after a trick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeVar

from aceten_spec.cards import Card, sort_cards

if TYPE_CHECKING:
    from aceten.vocabulary.actions import Hands, Seat

_T = TypeVar("_T")


def cards_due(missing: int, talon: int, players: int) -> int:
    """Return how many cards each player draws, when each lacks ``missing`` cards and the talon holds ``talon``.

    Clauses: ZS-DRAW-1, ZS-DRAW-3, ZS-DRAW-5.
    """
    share = talon // players
    return missing if missing <= share else share  # noqa: FURB136 - quicker than min


def portions(order: Literal["block", "round_robin"], talon: tuple[_T, ...], due: Sequence[int]) -> list[tuple[_T, ...]]:
    """Return the cards that each player draws from the top of the talon on: all of his in a block, or one by one in rotation.

    :param due: how many cards are due to each player, the winner of the trick first.

    Clauses: ZS-DRAW-1, ZS-DRAW-2.
    """
    drawn: list[tuple[_T, ...]] = []
    at = 0
    if order == "block" or max(due) == 1:  # one card each is a block and a turn
        for cards in due:
            drawn.append(talon[at : at + cards])
            at += cards
        return drawn
    turns = [turn for times in range(max(due)) for turn, cards in enumerate(due) if times < cards]
    return [tuple([talon[place] for place, turn in enumerate(turns) if turn == own]) for own in range(len(due))]


def draw(
    hands: Hands, talon: tuple[Card, ...], winner: Seat, hand_size: int, order: Literal["block", "round_robin"]
) -> tuple[Hands, tuple[Card, ...]]:
    """Return the hands and the talon after everybody has drawn, the winner of the trick first.

    Who has not played from his hand, or has drawn already, lacks nothing and counts as having drawn one card.

    Clauses: ZS-DRAW-1, ZS-DRAW-2, ZS-DRAW-3, RL-FLIP-4, RL-SPICE-3.
    """
    if not talon:
        return hands, talon
    players = len(hands)
    stock = len(talon) + list(map(len, hands)).count(hand_size)
    due = [cards_due(hand_size - len(hand), stock, players) for hand in hands[winner:] + hands[:winner]]
    after = list(hands)
    seat: int = winner
    for cards in portions(order, talon, due):
        if cards:
            after[seat] = sort_cards(after[seat] + cards)
        seat = (seat + 1) % players
    return tuple(after), talon[sum(due) :]
