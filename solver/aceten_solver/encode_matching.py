"""Games with matching tricks, and questions about them, as the lists of numbers that the native core takes."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Final

import msgspec

from aceten import FLIP, SPICE, STOP, Action, MatchingGame, MatchingState, Play, Side
from aceten.actions import play_of
from aceten.matching.settling import Course, settle
from aceten.matching.steps import is_wild, matches
from aceten.scoring import count_cards
from aceten_solver.objectives import Objective, value_of_result, worth
from aceten_solver.scales import EndScale, OutcomeScale, Scale
from aceten_spec.cards import CARD_NUMBERS, Card, rank_number, sort_cards, without_suit

if TYPE_CHECKING:
    from aceten_solver.two_sides import TwoSides

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
    unit: int
    """Card points and those for the last trick are multiples of this."""


@functools.lru_cache(maxsize=64)
def _slots(game: MatchingGame) -> _Slots:
    cards = sort_cards(tuple(set(map(game.plain_card, game.pack.cards))))
    points = tuple([count_cards((rank_number(card),), game.values) for card in cards])
    places = [-1] * CARD_NUMBERS
    for card in game.pack.cards:
        places[card] = places[without_suit(card)] = cards.index(game.plain_card(card))
    for place, card in enumerate(cards):
        places[card] = place
    unit = math.gcd(*points, game.rules.last_trick_points) or 1
    return _Slots(cards, tuple(places), tuple(map(play_of, cards)), points, unit)


@functools.lru_cache(maxsize=64)
def rules_of(game: MatchingGame, sides: TwoSides, *, canonical: bool = True) -> tuple[int, ...] | None:
    """Return the rules as the core takes them; ``None`` when it does not do such a game.

    :param canonical: whether ranks that do the same may stand for each other in its tables.
    """
    rules, matching = game.rules, game.matching
    slots = _slots(game)
    if game.most_game_points > _MOST or game.total // game.unit > _MOST:
        return None
    numbers = [
        _KIND,
        game.players,
        *[sides.of(side) for side in game.sides],
        rules.hand,
        rules.draw == "round_robin",
        _CONTINUATIONS.index(rules.continuation),
        matching.any_card,
        matching.newest,
        matching.first,
        rules.flip == "on",
        rules.spice == "on",
        min(rules.lead_limit, _LONGEST),
        rules.four_resets == "on",
        rules.leftover == "last_trick",
        rules.last_trick_points,
        len(slots.cards),
    ]
    pack = [game.plain_card(card) for card in game.pack.cards]
    for card, points in zip(slots.cards, slots.points, strict=True):
        led = game.led_rank(card)
        matched = [matches(game.played_rank(other), led, matching) for other in slots.cards]
        numbers += [
            points,
            rank_number(card),
            pack.count(card),
            sum([1 << place for place, does in enumerate(matched) if does]),
            matching.trumps and is_wild(led, matching.wild),
            matching.trumps and is_wild(game.played_rank(card), matching.wild),
            card.rank.letter == rules.last_card_loses,
        ]
    return (*map(int, numbers), int(canonical))


def question_of(state: MatchingState, scale: Scale) -> list[int]:
    """Return a question about a position as the core takes it; the deal is not over."""
    slots = _slots(state.game)
    places = slots.places
    numbers = _goal(state, scale, slots)
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


def _goal(state: MatchingState, scale: Scale, slots: _Slots) -> list[int]:
    """Return what is measured, and the past that bears on it."""
    match scale:
        case OutcomeScale():
            return [0, scale.extremes, scale.extra, _took(scale.sides, state), 0]
        case EndScale():
            burned = sum([1 << scale.sides.of(side) for side in state.burned])
            return [1, *_worths(state, scale, slots), _took(scale.sides, state), burned]
        case _:
            message = f"expected one of the scales for matching tricks, given a {type(scale).__name__}"
            raise TypeError(message)


def _took(sides: TwoSides, state: MatchingState) -> int:
    """Return which sides have taken a trick, or may have, one bit each."""
    first, second = sides.took_a_trick(state)
    return (first is not False) + 2 * (second is not False)


def _worths(state: MatchingState, scale: EndScale, slots: _Slots) -> list[int]:
    """Return what every end of the deal is worth, from the one on in which side 0 gets nothing more."""
    captured, to_come = scale.sides.ours(state.points), state.points_to_come
    total = sum(state.points) + to_come
    most = to_come // slots.unit
    losing, burning = _further_ends(state.game, scale.objective)
    numbers = [captured // slots.unit, most, burning, losing]
    for more in range(most + 1):
        numbers += _ends(state.game, scale.sides, scale.objective, captured + more * slots.unit, total)
    return numbers


def _further_ends(game: MatchingGame, objective: Objective) -> tuple[bool, bool]:
    """Return whether a side can lose by its last card, and whether it makes a difference which sides are burned."""
    rules = game.rules
    return rules.last_card_loses != "none", rules.four_resets == "on" and objective == "game-points"


@functools.lru_cache(maxsize=4096)
def _ends(game: MatchingGame, sides: TwoSides, objective: Objective, points: int, total: int) -> tuple[int, ...]:
    """Return what the ends are worth in which side 0 has so many points.

    They differ in who has lost the deal by its last card, which sides are burned, who took the last trick, and which sides took one.
    """
    losing, burning = _further_ends(game, objective)
    ours, theirs = sides.first[0], sides.second[0]  # of a side that is several in the game, one stands for all
    both = (ours, theirs)
    every = tuple(map(Side, range(game.side_count)))
    dealt, bits = {ours: points, theirs: total - points}, {ours: 1, theirs: 2}
    worths: list[int] = []
    for forfeit in (None, *both) if losing else (None,):
        for burned in ((), (ours,), (theirs,), both) if burning else ((),):
            for last in both:
                for took in range(4):
                    course = Course(
                        points=tuple([dealt.get(side, 0) for side in every]),
                        points_known=True,
                        tricks=None,
                        took_a_trick=tuple([bool(took & bits.get(side, 0)) for side in every]),
                        last_trick=last,
                        forfeit=forfeit,
                        burned=tuple(sorted(burned)),
                        teams=(sides.first, sides.second),
                    )
                    worths.append(worth(value_of_result(settle(game.rules, course), sides), objective))
    return tuple(worths)
