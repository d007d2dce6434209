"""What cards count, and to whom it goes, as formulas."""

from __future__ import annotations

from typing import Final

from aceten_spec.cards import Rank
from aceten_spec.formulas.terms import Z3, Formula, Number, Truth, remainder
from aceten_spec.names import rank_name
from aceten_spec.rulebook import Parameters, pack_of

RANKS: Final = {rank.letter: rank for rank in Rank}
"""Ranks by their letter."""


def rank_of(card: Number) -> Number:
    """Return the rank of a card."""
    return remainder(card, 16)


def card_points(rules: Parameters) -> Formula[Number]:
    """Return the formula of what a card counts, in card points, about its ``rank``.

    Clauses: ZS-CARDS-3.
    """
    rank = Z3.Int("rank")
    style = pack_of(rules).style
    counting = [(rank_name(RANKS[letter], style=style), points) for letter, points in rules.values.items()]
    each = ", ".join(
        f"{name} counts {points}" if not place else f"{name} {points}" for place, (name, points) in enumerate(counting)
    )
    return Formula(
        clauses=("ZS-CARDS-3",),
        text=f"each {each}, every other card nothing",
        variables=(rank,),
        term=Z3.Sum(
            [Z3.If(rank == int(RANKS[letter]), points, Z3.IntVal(0)) for letter, points in rules.values.items()]
        ),
    )


def pack_points(rules: Parameters) -> Formula[Number]:
    """Return the formula of what the whole pack counts, in card points; it has no variables.

    Clauses: ZS-CARDS-1, ZS-CARDS-3.
    """
    counts = card_points(rules)
    ranks = [Z3.IntVal(int(card.rank)) for card in pack_of(rules).cards]
    return Formula(
        clauses=("ZS-CARDS-1", "ZS-CARDS-3"),
        text="the card points of all cards of the pack",
        variables=(),
        term=Z3.Sum([counts(rank) for rank in ranks]),
    )


def conservation(rules: Parameters) -> Formula[Truth]:
    """Return the formula that nothing is lost, about the card points ``captured`` and those still ``in_play``.

    Clauses: ZS-CARDS-3, ZS-PLAY-7, ZS-PLAY-8.
    """
    captured, in_play = Z3.Int("captured"), Z3.Int("in_play")
    return Formula(
        clauses=("ZS-CARDS-3", "ZS-PLAY-7", "ZS-PLAY-8"),
        text="card points captured and in play are those of the pack",
        variables=(captured, in_play),
        term=captured + in_play == pack_points(rules)(),
    )


def receiver(rules: Parameters, players: int) -> Formula[Number]:
    """Return the formula of the seat that is dealt the card at a ``place`` of the pack, 0 at its top; ``players`` for the talon.

    About the ``dealer`` and the place.

    Clauses: ZS-DEAL-3, ZS-DEAL-4, ZS-DEAL-5, SX-DEAL-5.
    """
    dealer, place = Z3.Int("dealer"), Z3.Int("place")
    seat: Number = Z3.IntVal(players)
    packet = 0
    for batch in rules.deal:
        inside = (place >= packet) & (place < packet + players * batch)
        seat = Z3.If(inside, (dealer + 1 + (place - packet) / batch) % players, seat)
        packet += players * batch
    return Formula(
        clauses=("ZS-DEAL-3", "ZS-DEAL-4", "ZS-DEAL-5", "SX-DEAL-5"),
        text="packets of "
        + ", then ".join(map(str, rules.deal))
        + " go to each player in turn, the one after the dealer first",
        variables=(dealer, place),
        term=seat,
    )


def kept() -> Formula[Truth]:
    """Return the formula that a card lies in as many places after an action as ``before``, about both numbers.

    Clauses: ZS-CARDS-1, ZS-PLAY-7.
    """
    before, after = Z3.Int("before"), Z3.Int("after")
    return Formula(
        clauses=("ZS-CARDS-1", "ZS-PLAY-7"),
        text="a card lies in as many places after an action as before it",
        variables=(before, after),
        term=before == after,
    )


def capture(sides: int = 2) -> Formula[Truth]:
    """Return the formula of a capture: ``side`` gains ``gained``, the sides go from what each had to what each has.

    Clauses: ZS-PLAY-7.
    """
    side, gained = Z3.Int("side"), Z3.Int("gained")
    had = tuple(Z3.Int(f"had{number}") for number in range(sides))
    have = tuple(Z3.Int(f"have{number}") for number in range(sides))
    return Formula(
        clauses=("ZS-PLAY-7",),
        text="the side that wins a trick gains all of it, the other side nothing",
        variables=(side, gained, *had, *have),
        term=Z3.And(
            [have[number] == had[number] + Z3.If(side == number, gained, Z3.IntVal(0)) for number in range(sides)]
        ),
    )
