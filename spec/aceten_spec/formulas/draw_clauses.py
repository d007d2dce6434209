"""Drawing from the talon, as formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

from aceten_spec.formulas.terms import Z3, Formula, Number, Truth

if TYPE_CHECKING:
    from aceten_spec.rulebook import Parameters

Cards: TypeAlias = tuple[Number, ...]
"""Cards by number, in the order in which they were played or will be drawn, where there is one."""

_T = TypeVar("_T")


def shares(players: int) -> Formula[Truth]:
    """Return the formula of how many cards each draws (``due``) when each is ``missing`` some and the ``talon`` has so many.

    Clauses: ZS-DRAW-1, ZS-DRAW-3, ZS-DRAW-5.
    """
    missing, talon, due = Z3.Int("missing"), Z3.Int("talon"), Z3.Int("due")
    full = (missing * players <= talon) & (due == missing)
    short = (missing * players > talon) & (due * players <= talon) & ((due + 1) * players > talon)
    return Formula(
        clauses=("ZS-DRAW-1", "ZS-DRAW-3", "ZS-DRAW-5"),
        text="each draws what he lacks; when the talon does not suffice, it is distributed equally",
        variables=(missing, talon, due),
        term=full | short,
    )


def drawn_at(order: Literal["block", "round_robin"], players: int) -> Formula[Number]:
    """Return the formula of the place in the talon, from 0 at its top, of the card that a player draws as his ``nth``, from 0.

    About the player's ``turn`` to draw, 0 for the winner of the trick, and the cards ``due`` to each player in turn. Block: all that
    is due to those before him lies above, then his own cards. Round robin: above it lie as many cards of each player as he has drawn
    himself, and one more of those before him, but no more than are due to each.

    Clauses: ZS-DRAW-1, ZS-DRAW-2.
    """
    turn, nth = Z3.Int("turn"), Z3.Int("nth")
    due = tuple(Z3.Int(f"due{number}") for number in range(players))
    if order == "block":
        text = "a player draws all that he is due before the next player draws, the winner of the trick first"
        above = [Z3.If(turn > other, cards, 0) for other, cards in enumerate(due)]
        place = Z3.Sum([nth, *above])
    else:
        text = "players draw one card each in rotation, the winner of the trick first, until each has what he is due"
        drawn = [nth + Z3.If(turn > other, 1, 0) for other in range(players)]
        place = Z3.Sum([Z3.If(count < cards, count, cards) for count, cards in zip(drawn, due, strict=True)])
    return Formula(
        clauses=("ZS-DRAW-1", "ZS-DRAW-2"),
        text=text,
        variables=(turn, nth, *due),
        term=place,
    )


def undrawn(rules: Parameters, players: int) -> Formula[Truth]:
    """Return the formula of what may be ``left`` in the talon when it is too little for everybody to draw one more.

    Clauses: ZS-DRAW-3, ZS-DRAW-5, HO-DRAW-6, SX-DRAW-8.
    """
    left = Z3.Int("left")
    remains = getattr(rules, "leftover", "none") != "none"
    return Formula(
        clauses=("ZS-DRAW-3", "ZS-DRAW-5", "HO-DRAW-6", "SX-DRAW-8"),
        text="fewer cards than players may remain" if remains else "no card remains",
        variables=(left,),
        term=(left >= 0) & (left < players) if remains else left == 0,
    )


class Drawing:
    """How all draw when a trick has been taken, for any cards."""

    def __init__(self, hand: int, order: Literal["block", "round_robin"], players: int) -> None:
        """State the formulas for hands of so many cards."""
        self._hand, self._players = hand, players
        self._shares, self._drawn_at = shares(players), drawn_at(order, players)

    def drawn(self, hands: tuple[Cards, ...], talon: Cards, winner: int) -> tuple[tuple[Cards, ...], Cards]:
        """Return the hands and the talon when all have drawn, the winner first.

        Clauses: ZS-DRAW-1, ZS-DRAW-2, ZS-DRAW-3, RL-FLIP-4, RL-SPICE-3, SX-DRAW-1.
        """
        size, players = self._hand, self._players
        order = [(winner + turn) % players for turn in range(players)]
        # Who has turned up a card, or drawn one already, counts as having drawn it.
        to_share = len(talon) + sum(len(hand) == size for hand in hands) if talon else 0
        due = [
            next(cards for cards in range(size + 1) if self._shares.at(size - len(hands[seat]), to_share, cards))
            for seat in order
        ]
        for turn, seat in enumerate(order):
            drawn = tuple([talon[self._drawn_at.at(turn, nth, *due)] for nth in range(due[turn])])
            hands = with_part(hands, seat, hands[seat] + drawn)
        return hands, talon[sum(due) :]


def with_part(parts: tuple[_T, ...], place: int, part: _T) -> tuple[_T, ...]:
    """Return the parts, such as hands by seat, with another one in a place."""
    return (*parts[:place], part, *parts[place + 1 :])
