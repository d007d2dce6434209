"""Games with matching tricks, and questions about them, as the lists of numbers that the native core takes."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Final

import msgspec

from aceten import FLIP, SPICE, STOP, Action, MatchingFacts, MatchingState, Play
from aceten.actions import play_of
from aceten.matching.steps import is_wild, matches
from aceten.scoring import count_cards
from aceten_solver.native._core import ALL_SHORTCUTS, Shortcut
from aceten_solver.question.measures import ListedEnds, OutcomeScale, Scale
from aceten_spec.cards import CARD_NUMBERS, Card, rank_number, sort_cards, without_suit

if TYPE_CHECKING:
    from aceten_solver.question.two_sides import TwoSides

_KIND: Final = 0
"""What rules with matching tricks begin with."""
_FURTHER: Final[dict[int, Action]] = {61: FLIP, 62: SPICE, 63: STOP}
"""The numbers of the actions that play no card from a hand."""
_CONTINUATIONS: Final = ("never", "opponent_winning", "always")
_MOST: Final = 2000
"""More numbers than this on either side of a scale are more than the core takes."""
_LONGEST: Final = 255
"""More leads in a row than any deal has."""


class _Slots(msgspec.Struct, frozen=True):
    """The kinds of cards that a game tells apart: ranks, and the card whose holder plays alone."""

    cards: tuple[Card, ...]
    """One card for each, in the written order."""
    places: tuple[int, ...]
    """The place of each card by its number; -1: the pack does not have it."""
    plays: tuple[Play, ...]
    """The action of playing each."""
    points: tuple[int, ...]
    """Card points of each."""


@functools.lru_cache(maxsize=64)
def _slots(game: MatchingFacts) -> _Slots:
    cards = sort_cards(tuple(set(map(game.canonical_card, game.pack.cards))))
    points = tuple([count_cards((rank_number(card),), game.values) for card in cards])
    places = [-1] * CARD_NUMBERS
    for card in game.pack.cards:
        places[card] = places[without_suit(card)] = cards.index(game.canonical_card(card))
    for place, card in enumerate(cards):
        places[card] = place
    return _Slots(cards, tuple(places), tuple(map(play_of, cards)), points)


def cards_of(game: MatchingFacts) -> tuple[Card, ...]:
    """Return the card of each number that the core has for one."""
    return _slots(game).cards


@functools.lru_cache(maxsize=64)
def rules_of(game: MatchingFacts, sides: TwoSides, *, shortcuts: Shortcut = ALL_SHORTCUTS) -> tuple[int, ...] | None:
    """Return the rules as the core takes them; ``None`` when it does not do such a game.

    :param shortcuts: what the core may use to be fast.
    """
    return _rules(game, sides, shortcuts, drawing=True)


@functools.lru_cache(maxsize=64)
def endgames_of(game: MatchingFacts, sides: TwoSides) -> tuple[int, ...] | None:
    """Return the rules as far as they bear on endgames, in which nothing is drawn any more; points by their common measure.

    Games that have the same endgames have the same numbers. ``None`` when the core does not do the game.
    """
    return _rules(game, sides, ALL_SHORTCUTS, drawing=False)


def _rules(game: MatchingFacts, sides: TwoSides, shortcuts: Shortcut, *, drawing: bool) -> tuple[int, ...] | None:
    rules, matching = game.rules, game.matching
    slots = _slots(game)
    if game.most_game_points > _MOST or game.total // game.unit > _MOST:
        return None
    measure = 1 if drawing else math.gcd(rules.last_trick_points, *slots.points) or 1
    numbers = [
        _KIND,
        shortcuts,
        game.players,
        *[sides.of(side) for side in game.sides],
        rules.hand if drawing else 1,
        drawing and rules.draw == "round_robin",
        _CONTINUATIONS.index(rules.continuation),
        matching.any_card,
        matching.newest,
        matching.first,
        drawing and rules.flip,
        drawing and rules.spice,
        min(rules.lead_limit, _LONGEST),
        rules.four_resets,
        drawing and rules.leftover == "last_trick",
        rules.last_trick_points // measure,
        len(slots.cards),
    ]
    pack = [game.canonical_card(card) for card in game.pack.cards]
    for card, points in zip(slots.cards, slots.points, strict=True):
        led = game.led[card]
        matched = [matches(game.played[other], led, matching) for other in slots.cards]
        numbers += [
            points // measure,
            rank_number(card),
            pack.count(card),
            sum([1 << place for place, does in enumerate(matched) if does]),
            matching.trumps and is_wild(led, matching.wild),
            matching.trumps and is_wild(game.played[card], matching.wild),
            card.rank.letter == rules.last_card_loses,
        ]
    return tuple(map(int, numbers))


def question_of(state: MatchingState, scale: Scale) -> list[int]:
    """Return a question about a position as the core takes it; the deal is not over."""
    places = _slots(state.game).places
    numbers = _measured(state, scale)
    numbers += [state.leader, len(state.trick), *[places[card] for card in state.trick]]
    numbers.append(0 if state.drawn is None else places[state.drawn] + 1)
    for cards in (*state.hands, state.talon):
        numbers.append(len(cards))
        numbers += [places[card] for card in cards]
    numbers += [state.leads[0] if state.leads else 0, min(len(state.leads), _LONGEST)]
    return numbers


def action_of(code: int, state: MatchingState) -> Action:
    """Return the action of a number of the core: of all cards that do the same, the one that stands for them."""
    plays = _slots(state.game).plays
    return plays[code] if code < len(plays) else _FURTHER[code]


def _measured(state: MatchingState, scale: Scale) -> list[int]:
    """Return what is measured, and the past that bears on it."""
    match scale:
        case OutcomeScale():
            return [0, scale.extremes, scale.extra, _took(scale.sides, state), 0]
        case ListedEnds():
            ends = scale.ends
            burned = sum([1 << scale.sides.of(side) for side in state.burned])
            numbers = map(scale.number, ends.values)
            before = (ends.captured // ends.unit, ends.more, ends.burning, ends.losing)
            return [1, *before, *numbers, _took(scale.sides, state), burned]
        case _:
            message = f"expected one of the scales for matching tricks, given a {type(scale).__name__}"
            raise TypeError(message)


def _took(sides: TwoSides, state: MatchingState) -> int:
    """Return which sides have taken a trick, or may have, one bit each."""
    first, second = sides.took_a_trick(state)
    return (first is not False) + 2 * (second is not False)
