"""Drawing from the talon after a trick."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from aceten_spec.cards import Card, sort_cards

if TYPE_CHECKING:
    from aceten.actions import Hands, Seat


def cards_due(missing: int, talon: int, players: int) -> int:
    """Return how many cards each player draws, when each lacks ``missing`` cards and the talon holds ``talon``.

    Clauses: ZS-DRAW-1, ZS-DRAW-3, ZS-DRAW-5.
    """
    share = talon // players
    return min(missing, share)


def draw_turns(order: Literal["block", "round_robin"], due: tuple[int, ...]) -> tuple[int, ...]:
    """Return whose turn it is to draw each card from the top of the talon on.

    :param due: the cards due to each player, the winner of the trick first.

    Clauses: ZS-DRAW-1, ZS-DRAW-2.
    """
    if order == "block":
        return tuple([turn for turn, cards in enumerate(due) for _ in range(cards)])
    return tuple([turn for times in range(max(due)) for turn, cards in enumerate(due) if times < cards])


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
    full = sum([len(hand) == hand_size for hand in hands])
    due = tuple(
        [
            cards_due(hand_size - len(hands[(winner + turn) % players]), len(talon) + full, players)
            for turn in range(players)
        ]
    )
    if not any(due):
        return hands, talon
    drawn = list(hands)
    for place, turn in enumerate(draw_turns(order, due)):
        seat = (winner + turn) % players
        drawn[seat] += (talon[place],)
    return tuple(map(sort_cards, drawn)), talon[sum(due) :]
