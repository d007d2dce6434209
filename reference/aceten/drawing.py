"""Drawing from the talon after a trick."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from aceten_spec.cards import Card, sort_cards

if TYPE_CHECKING:
    from typing import TypeAlias

    from aceten.actions import Seat

    Hands: TypeAlias = tuple[tuple[Card, ...], ...]


def cards_due(missing: int, talon: int, players: int) -> int:
    """Return how many cards each player draws, when each lacks ``missing`` cards and the talon holds ``talon``.

    Clauses: ZS-DRAW-1, ZS-DRAW-3, ZS-DRAW-5.
    """
    share = talon // players
    return min(missing, share)


def talon_places(order: Literal["block", "round_robin"], turn: int, due: int, players: int) -> tuple[int, ...]:
    """Return the places in the talon (0 is its top) of the cards that the player ``turn`` turns after the winner draws.

    Clauses: ZS-DRAW-1, ZS-DRAW-2.
    """
    if order == "block":
        return tuple(range(turn * due, (turn + 1) * due))
    return tuple(range(turn, players * due, players))


def draw(
    hands: Hands, talon: tuple[Card, ...], winner: Seat, hand_size: int, order: Literal["block", "round_robin"]
) -> tuple[Hands, tuple[Card, ...]]:
    """Return the hands and the talon after everybody has drawn, the winner of the trick first.

    Clauses: ZS-DRAW-1, ZS-DRAW-2, ZS-DRAW-3.
    """
    players = len(hands)
    due = cards_due(hand_size - len(hands[0]), len(talon), players)
    if not due:
        return hands, talon
    drawn = list(hands)
    for turn in range(players):
        seat = (winner + turn) % players
        drawn[seat] = sort_cards(
            hands[seat] + tuple([talon[place] for place in talon_places(order, turn, due, players)])
        )
    return tuple(drawn), talon[players * due :]
