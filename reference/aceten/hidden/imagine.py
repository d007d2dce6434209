"""Imagining what lies hidden: states that look to a seat like what it sees."""

from __future__ import annotations

from collections import Counter

from aceten.engine.matching.state import MatchingState
from aceten.engine.matching.view import MatchingView
from aceten.engine.state import State
from aceten.engine.suits.state import SuitState
from aceten.engine.suits.view import SuitView
from aceten.engine.view import View
from aceten.knowledge.memory import joined
from aceten.vocabulary.actions import Hands
from aceten.vocabulary.errors import check_kind, usage_error, view_expected
from aceten.vocabulary.naming import seat_name
from aceten_spec.cards import Card, format_cards, sort_cards


def imagine(view: View, hands: Hands, talon: tuple[Card, ...], *, drawn: Card | None = None) -> State:
    """Return a state that looks like its view to the seat, with these hands and this talon.

    :param hands: the hand of each seat, the seat's own included.
    :param drawn: while another may spice a trick, the card of his hand that he has drawn; ``None``: any.
    :raises UsageError: when they are not of the right sizes, or not of cards that can lie there.
    """
    check_kind(view, View, view_expected())
    sizes = tuple(map(len, hands))
    if (sizes, len(talon)) != (view.hand_sizes, view.talon_size):
        raise usage_error(
            "hands of {hands} and a talon of {talon}: expected {hand_sizes} and {talon_size}",
            hands=sizes,
            talon=len(talon),
            hand_sizes=view.hand_sizes,
            talon_size=view.talon_size,
        )
    strange = Counter(joined(hands) + talon) - Counter(joined(view.known) + view.known_talon + view.unseen)
    lacking = [Counter(known) - Counter(hand) for known, hand in zip(view.known, hands, strict=True)]
    same_talon = talon[view.talon_size - len(view.known_talon) :] == view.known_talon
    if drawn is not None and not _may_be_drawn(view, hands, drawn):
        strange[drawn] += 1
    if strange or any(lacking) or not same_talon:
        shown = format_cards(tuple(strange.elements())) or format_cards(view.hand)
        raise usage_error("hands and talon: {cards} cannot lie there for {who}", cards=shown, who=seat_name(view.seat))
    return imagined(view, hands, talon, drawn=drawn)


def imagined(view: View, hands: Hands, talon: tuple[Card, ...], *, drawn: Card | None = None) -> State:
    """Return what :func:`imagine` does, for cards that lie so for certain."""
    hands = tuple(map(sort_cards, hands))
    match view:
        case MatchingView():
            return _matching(view, hands, talon, drawn)
        case SuitView():
            return _suits(view, hands, talon)
        case _:
            raise TypeError(type(view).__name__)


def _may_be_drawn(view: View, hands: Hands, card: Card) -> bool:
    """Whether who may spice the trick, another or the seat itself, can have drawn a card."""
    if not isinstance(view, MatchingView) or not view.spicing:
        return False
    return card in hands[view.winning] and view.drawn in {None, card}


def _matching(view: MatchingView, hands: Hands, talon: tuple[Card, ...], drawn: Card | None) -> MatchingState:
    if view.spicing:  # what another has drawn the seat does not see
        drawn = view.drawn or drawn or hands[view.winning][0]
    return MatchingState(
        game=view.game,
        hands=hands,
        talon=talon,
        leader=view.leader,
        trick=view.trick,
        winning=view.winning,
        turn=view.turn,
        taken=view.taken,
        points=view.points,
        tricks=view.tricks,
        dealer=view.dealer,
        forfeit=view.forfeit,
        points_known=_points_known(view, hands, talon, view.points),
        leads=view.leads,
        drawn=drawn,
        lone=view.lone,
        burned=view.burned,
        log=(),
    )


def _suits(view: SuitView, hands: Hands, talon: tuple[Card, ...]) -> SuitState:
    points = tuple([more + view.game.points_of(pile) for more, pile in zip(view.given, view.taken, strict=True)])
    return SuitState(
        game=view.game,
        hands=hands,
        talon=talon,
        leader=view.leader,
        trick=view.trick,
        winning=view.winning,
        turn=view.turn,
        taken=view.taken,
        points=points,
        tricks=view.tricks,
        dealer=view.dealer,
        points_known=_points_known(view, hands, talon, points),
        log=(),
        trump=view.trump,
        closed=view.closed,
        melds=view.melds,
        waiting=view.waiting,
        shown=view.shown,
        claimant=view.claimant,
        bids=view.bids,
        contract=view.contract,
        scores=view.scores,
    )


def _points_known(view: View, hands: Hands, talon: tuple[Card, ...], points: tuple[int, ...]) -> bool:
    """Whether these cards and points account for all of the pack, and the seat knows that they do."""
    return (
        view.points_known and sum(points) + view.game.points_of(joined(hands) + talon + view.trick) == view.game.total
    )
