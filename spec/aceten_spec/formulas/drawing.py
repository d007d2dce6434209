"""Drawing from the talon, as formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from aceten_spec.formulas.terms import Z3, Formula, Number, Truth

if TYPE_CHECKING:
    from aceten_spec.rulebook import Parameters


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
