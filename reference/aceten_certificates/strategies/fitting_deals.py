"""The deals with which a game of hidden cards begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from aceten import AcetenError, Seat, worlds
from aceten.engine.equal_actions import canonical_state
from aceten_certificates.claims import sides_of
from aceten_certificates.errors import CertificateError
from aceten_spec.speech import grouped, say

if TYPE_CHECKING:
    from aceten import Side, State, View

MOST_DEALS: Final = 10_000
"""No game is made of more deals than this."""
_TWO: Final = 2

Sides: TypeAlias = "tuple[tuple[Side, ...], tuple[Side, ...]]"
"""Who plays against whom."""


class FittingDeals(NamedTuple):
    """The deals that may be, with cards for all that play alike and without a log."""

    weights: dict[State, int]
    """How many deals each stands for, in the order of their position lines."""
    own: frozenset[State]
    """Those among them in which the seat has the cards that it sees."""
    sides: Sides
    """Who plays against whom, in all of them."""
    seats: tuple[Seat, Seat]
    """The seat of side 0, and that of side 1."""


def fitting_deals(view: View, *, private: bool) -> FittingDeals:
    """Return the deals that may be for a game of two players in which the seat of a view is to act.

    :param private: whether they are all that fit what everybody has seen; otherwise all that fit what the seat has seen.
    :raises CertificateError: when it is not to act, deals cannot be listed, or there are not two players.
    """
    if view.turn != view.seat:
        raise CertificateError(say("the seat is not to act"), position=str(view))
    own = _listed(view, view)
    weights = _listed(view.public, view) if private else own
    if not own.keys() <= weights.keys():
        raise CertificateError(say("the seat sees what does not fit what everybody has seen"), position=str(view))
    first = next(iter(own))
    try:
        sides = sides_of(first)
        alike = all(sides_of(state) == sides for state in weights)
    except AcetenError as error:
        raise CertificateError(str(error), position=str(view)) from error
    if not alike or len(first.game.sides) != _TWO:
        raise CertificateError(say("expected two players"), position=str(view))
    one, other = sorted(map(Seat, range(_TWO)), key=lambda seat: first.game.sides[seat] in sides[1])
    ordered = {state: weights[state] for state in sorted(weights, key=str)}
    return FittingDeals(ordered, frozenset(own), sides, (one, other))


def _listed(seen: View, view: View) -> dict[State, int]:
    try:
        listed = worlds(seen).listed(MOST_DEALS)
    except AcetenError as error:
        raise CertificateError(str(error), position=str(view)) from error
    if listed is None:
        problem = say("the deals that fit cannot be listed, or are more than {most}", most=grouped(MOST_DEALS))
        raise CertificateError(problem, position=str(view))
    found: dict[State, int] = {}
    for state, times in listed:
        alike = canonical_state(state)
        found[alike] = found.get(alike, 0) + times
    return found
