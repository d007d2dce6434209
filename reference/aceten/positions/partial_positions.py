"""Completing what one seat sees to a position in which every card lies somewhere, so that it can be checked like any other."""

from __future__ import annotations

from collections import Counter

import msgspec

from aceten.deals.shuffling import split_mix
from aceten.engine.game import Game
from aceten.engine.matching import legality
from aceten.engine.matching import matching_deductions as matching_deducing
from aceten.engine.matching.game import MatchingGame
from aceten.engine.state import State
from aceten.engine.suits import duties
from aceten.engine.suits import suit_deductions as suit_deducing
from aceten.engine.suits.game import SuitGame
from aceten.engine.suits.public_facts import default_trump
from aceten.engine.view import View
from aceten.knowledge.deductions import Conclusion, blank
from aceten.knowledge.memory import Past, joined, left_of, since
from aceten.knowledge.placements import Asked, Spreading
from aceten.positions import matching_positions as matching
from aceten.positions import suit_positions as suits
from aceten.positions.matching_positions import MatchingPosition
from aceten.positions.position_checks import WrittenPosition
from aceten.positions.shown_marriages import Condition, Lying, by_points, conditions
from aceten.positions.suit_positions import SuitPosition
from aceten.vocabulary.actions import Hands, Seat
from aceten.vocabulary.errors import PositionError, position_error
from aceten.vocabulary.naming import seat_name
from aceten_spec.cards import Card, Suit, sort_cards
from aceten_spec.speech import say


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """What a position line says of hidden cards, beside those that it names."""

    seat: Seat
    """Who sees it so."""
    hidden: tuple[int, ...]
    """How many cards of each hand are not named."""
    in_talon: int
    """How many of the talon are not named: its first ones."""
    drawn: bool
    """Whether the winner of the trick has drawn a card that is not named."""
    lacking: Hands
    """For each seat cards that it does not hold."""
    past: tuple[Past, ...]
    """For each seat what else is known of its hand; empty: nothing is said of it."""
    partial: bool
    """Whether the seat knows more of hidden cards than the line says."""


def view_of(game: Game, position: WrittenPosition, sight: Sight) -> View:
    """Return what a seat sees: a position in which some cards are named, and others not.

    :param position: the cards that are named, and everything else.
    :raises PositionError: when no play could reach it, whatever the hidden cards are.
    """
    if isinstance(game, SuitGame) and game.rules.trump == "turn_up" and sight.in_talon and not position.talon:
        raise position_error(
            "talon", "the turn-up lies open; say which card it is, the last one of the talon, such as talon=?Ah"
        )
    _check_cards(game, position)
    state = build(game, _completed(game, position, sight))
    view = state.view(sight.seat)
    for seat, hidden in enumerate(sight.hidden):  # the partner's hand, where the rules show it
        if hidden and isinstance(game, MatchingGame) and view.known[seat]:
            raise position_error(
                "hands",
                "{who} sees the hand of {partner}, too; hidden in it: {number}",
                who=seat_name(sight.seat),
                partner=seat_name(Seat(seat)),
                number=hidden,
            )
    known = [
        tuple((Counter(seen) | Counter(named)).elements())
        for seen, named in zip(view.known, position.hands, strict=True)
    ]
    # Points that a line leaves open are not told by the cards with which it happens to be completed, unless all of them count nothing.
    untold = (
        position.points is None
        and view.points is not None
        and bool(_captured_unseen(game, position, sight))
        and game.points_of(_unseen(game, position)) > 0
    )
    return msgspec.structs.replace(
        view,
        known=tuple(map(sort_cards, known)),
        known_talon=position.talon or view.known_talon,
        points_known=view.points_known and not untold,
        lacking=sight.lacking if any(sight.lacking) else (),
        past=sight.past,
        partial=sight.partial,
    )


def _check_cards(game: Game, position: WrittenPosition) -> None:
    """Check the cards that are named before any is put in the place of others."""
    if isinstance(game, SuitGame) and isinstance(position, SuitPosition):
        suits.SuitCheck(game, position).cards()
    if isinstance(game, MatchingGame) and isinstance(position, MatchingPosition):
        matching.MatchingCheck(game, position).cards()


def build(game: Game, position: WrittenPosition) -> State:
    """Return the state of a position in which every card is named.

    :raises PositionError: when no play could reach it.
    """
    if isinstance(game, SuitGame) and isinstance(position, SuitPosition):
        return suits.build(game, position)
    if isinstance(game, MatchingGame) and isinstance(position, MatchingPosition):
        return matching.build(game, position)
    raise TypeError(f"a position of no known kind: {type(position).__name__}")


def _unseen(game: Game, position: WrittenPosition) -> tuple[Card, ...]:
    """Return the cards of the pack that are not named."""
    return left_of(game, joined(position.hands) + position.talon + position.trick + joined(position.taken or ()))


def _captured_unseen(game: Game, position: WrittenPosition, sight: Sight) -> int:
    """Return how many of them are neither in a hand nor in the talon; negative: more cards are hidden than there are."""
    return len(_unseen(game, position)) - sum(sight.hidden) - sight.in_talon


def _completed(game: Game, position: WrittenPosition, sight: Sight) -> WrittenPosition:
    """Return the position with some cards that may be those that are hidden."""
    taken, unseen, rooms = position.taken or (), _unseen(game, position), (*sight.hidden, sight.in_talon)
    captured = _captured_unseen(game, position, sight)
    if captured < 0:
        raise position_error(
            "hands", "{hidden} hidden cards, and only {left} of the pack are left", hidden=sum(rooms), left=len(unseen)
        )
    barred, asked = [frozenset[Card]()] * game.players, list[Asked]()
    gone: frozenset[Card] = frozenset()
    if isinstance(game, MatchingGame) and isinstance(position, MatchingPosition):
        gone = game.lone_captured(position.lone)
    said = since(blank(game.players), sight.lacking, sight.past, game.pack)
    for each in (*filter(said.settled, said.conclusions), *_conclusions(game, position, sight)):
        if not each.held:
            barred[each.seat] |= each.cards
        elif each.cards.isdisjoint(position.hands[each.seat]):
            asked.append(Asked(each.seat, each.cards))
    points = None
    if position.points is not None and captured:
        points = len(rooms), sum(position.points) - sum(map(game.points_of, taken))
    spreading = Spreading(
        cards=unseen,
        rooms=(*rooms, captured),
        barred=(*[cards | gone for cards in barred], gone, frozenset()),
        asked=tuple(asked),
        points=points,
        points_of=lambda card: game.points_of((card,)),
    )
    ways = [melded.added_to(spreading) for melded in _melded(game, position, unseen)]
    spread = next(filter(None, (way.at_random(split_mix(0)) for way in (*ways, spreading))), None)
    if spread is None:
        raise PositionError(key="hands", problem=_impossible(spreading))
    *hands, talon, _ = spread
    completed = msgspec.structs.replace(
        position,
        hands=tuple([named + more for named, more in zip(position.hands, hands, strict=True)]),
        talon=talon + position.talon,
    )
    if sight.drawn and isinstance(completed, MatchingPosition) and completed.trick:
        winner = (position.lead + game.winning_place(position.trick)) % game.players
        completed = msgspec.structs.replace(completed, drawn=next(iter(completed.hands[winner]), None))
    return completed


def _impossible(spreading: Spreading) -> str:
    """Return why the cards can lie nowhere: the first thing without which they could."""
    free = msgspec.structs.replace(spreading, points=None)
    if free.count:
        return say("whatever the hidden cards are, what was captured does not count so many points")
    return say("the hidden cards can lie nowhere: what is said of hands, and what was played, leaves no room for some")


def _conclusions(game: Game, position: WrittenPosition, sight: Sight) -> list[Conclusion]:
    """Return what the trick on the table says of hands that are not seen."""
    leader, trick = Seat(position.lead), position.trick
    sizes = [len(named) + hidden for named, hidden in zip(position.hands, sight.hidden, strict=True)]
    if isinstance(game, MatchingGame) and isinstance(position, MatchingPosition):
        spicing = position.drawn is not None or sight.drawn
        lying = legality.MatchingTrick(game=game, leader=leader, trick=trick)
        return matching_deducing.on_table(lying, sizes, 0, spicing=spicing)
    if isinstance(game, SuitGame) and isinstance(position, SuitPosition):
        talon = len(position.talon) + sight.in_talon
        public = duties.SuitTrick(
            game=game,
            trick=trick,
            trump=_trump(game, position),
            closed=position.closed,
            open_talon=bool(talon) and position.closed is None,
            cards_in_play=sum(sizes) + talon + len(trick),
        )
        return suit_deducing.on_table(public, leader, 0, melds=position.melds or (0, 0))
    return []


def _melded(game: Game, position: WrittenPosition, unseen: tuple[Card, ...]) -> tuple[Condition, ...]:
    """Return what has to be so of unseen cards that the marriages can have been shown: one of these, where that can be."""
    if not isinstance(game, SuitGame) or not isinstance(position, SuitPosition) or not any(position.melds or ()):
        return ()
    lying = Lying(
        hands=position.hands,
        talon=position.talon,
        unseen=unseen,
        shown=position.shown,
        claimed=position.claim is not None,
    )
    return conditions(game, by_points(game, position.melds or (), _trump(game, position)), lying)


def _trump(game: SuitGame, position: SuitPosition) -> Suit | None:
    """Return the trump suit, which the turn-up shows where nothing else does."""
    return position.trump if position.trump is not None else default_trump(game, position.talon)
