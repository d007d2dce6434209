"""Games with matching tricks, and questions about them, as the lists of numbers that the native core takes."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Final

import msgspec

from aceten import FLIP, SPICE, STOP, Action, MatchingGame, MatchingState, Play
from aceten.engine.matching.steps import is_wild, matches
from aceten.engine.scoring import count_cards
from aceten.vocabulary.actions import play_of
from aceten_solver.native.manifest import ALL_SHORTCUTS, Layout, Shortcut, Value
from aceten_solver.question.measures import ListedEnds, OutcomeScale, Scale
from aceten_spec.cards import CARD_NUMBERS, Card, rank_number, sort_cards, without_suit

if TYPE_CHECKING:
    from collections.abc import Callable

    from aceten_solver.question.two_sides import TwoSides

_RULES: Final = Layout("matching rules")
_QUESTION: Final = Layout("matching question")
_PAST: Final = Layout("matching past")
_FURTHER: Final[dict[int, Action]] = {61: FLIP, 62: SPICE, 63: STOP}
"""The numbers of the actions that play no card from a hand."""
_MOST: Final = 2000
"""More numbers than this on either side of a scale are more than the core takes."""
_LONGEST: Final = 255
"""More leads in a row than any deal has."""
_UNMEASURED: Final[dict[str, Value]] = {
    "ends": False,
    "extremes": False,
    "extra": 0,
    "captured": 0,
    "most": 0,
    "burning": False,
    "forfeiting": False,
    "first_took": False,
    "second_took": False,
    "first_burned": False,
    "second_burned": False,
    "worths": (),
}
"""What a question says of what is measured and of the past, where that is nothing."""


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
def _slots(game: MatchingGame) -> _Slots:
    cards = sort_cards(tuple(set(map(game.canonical_card, game.pack.cards))))
    points = tuple([count_cards((rank_number(card),), game.values) for card in cards])
    places = [-1] * CARD_NUMBERS
    for card in game.pack.cards:
        places[card] = places[without_suit(card)] = cards.index(game.canonical_card(card))
    for place, card in enumerate(cards):
        places[card] = place
    return _Slots(cards, tuple(places), tuple(map(play_of, cards)), points)


def cards_of(game: MatchingGame) -> tuple[Card, ...]:
    """Return the card of each number that the core has for one."""
    return _slots(game).cards


@functools.lru_cache(maxsize=64)
def rules_of(game: MatchingGame, sides: TwoSides, *, shortcuts: Shortcut = ALL_SHORTCUTS) -> tuple[int, ...] | None:
    """Return the rules as the core takes them; ``None`` when it does not do such a game.

    :param shortcuts: what the core may use to be fast.
    """
    return _rules(game, sides, shortcuts, drawing=True)


@functools.lru_cache(maxsize=64)
def endgames_of(game: MatchingGame, sides: TwoSides) -> tuple[int, ...] | None:
    """Return the rules as far as they bear on endgames, in which nothing is drawn any more; points by their common measure.

    Games that have the same endgames have the same numbers. ``None`` when the core does not do the game.
    """
    return _rules(game, sides, ALL_SHORTCUTS, drawing=False)


def _rules(game: MatchingGame, sides: TwoSides, shortcuts: Shortcut, *, drawing: bool) -> tuple[int, ...] | None:
    rules, matching = game.rules, game.matching
    slots = _slots(game)
    if game.most_game_points > _MOST or game.total // game.unit > _MOST:
        return None
    measure = 1 if drawing else math.gcd(rules.last_trick_points, *slots.points) or 1
    pack = [game.canonical_card(card) for card in game.pack.cards]

    def slot(card: Card, points: int) -> dict[str, int]:
        led = game.led[card]
        matched = [matches(game.played[other], led, matching) for other in slots.cards]
        return {
            "points": points // measure,
            "rank": rank_number(card),
            "copies": pack.count(card),
            "matching": sum([1 << place for place, does in enumerate(matched) if does]),
            "trump_led": matching.trumps and is_wild(led, matching.wild),
            "trump_played": matching.trumps and is_wild(game.played[card], matching.wild),
            "losing": card.rank.letter == rules.last_card_loses,
        }

    return tuple(
        map(
            int,
            _RULES.numbers(
                {
                    "tricks": "matching",
                    "shortcuts": shortcuts.words(),
                    "seats": game.players,
                    "sides": [sides.of(side) for side in game.sides],
                    "hand": rules.hand if drawing else 1,
                    "round_robin": drawing and rules.draw == "round_robin",
                    "continuation": rules.continuation,
                    "any_card": matching.any_card,
                    "newest": matching.newest,
                    "first_match": matching.first,
                    "flip": drawing and rules.flip,
                    "spice": drawing and rules.spice,
                    "lead_limit": min(rules.lead_limit, _LONGEST),
                    "four_resets": rules.four_resets,
                    "leftover_to_last": drawing and rules.leftover == "last_trick",
                    "last_trick": rules.last_trick_points // measure,
                    "slots": [slot(card, points) for card, points in zip(slots.cards, slots.points, strict=True)],
                }
            ),
        )
    )


def question_of(state: MatchingState, scale: Scale) -> list[int]:
    """Return a question about a position as the core takes it; the deal is not over."""
    return _question(state, _measured(state, scale))


def position_of(state: MatchingState) -> tuple[list[int], list[int]]:
    """Return where a deal that is not over stands, as the core goes on from there, and what went before."""
    place_of = _slots(state.game).places.__getitem__
    burned: dict[str, Value] = {"first_burned": 0 in state.burned, "second_burned": 1 in state.burned}
    past: dict[str, Value] = {
        "dealer": state.dealer,
        "points": state.points,
        "tricks": state.tricks or (0, 0),
        "taken": [[*map(place_of, pile)] for pile in state.taken],
    }
    return _question(state, _UNMEASURED | burned), _PAST.numbers(past)


def _question(state: MatchingState, measured: dict[str, Value]) -> list[int]:
    """Return a question in which this is measured."""
    place_of = _slots(state.game).places.__getitem__
    leads = state.leads
    asked = dict(measured)
    asked["leader"] = state.leader
    asked["trick"] = [*map(place_of, state.trick)]
    asked["drawn"] = 0 if state.drawn is None else place_of(state.drawn) + 1
    asked["hands"] = [[*map(place_of, hand)] for hand in state.hands]
    asked["talon"] = [*map(place_of, state.talon)]
    asked["led_rank"] = leads[0] if leads else 0
    asked["leads"] = min(len(leads), _LONGEST)
    return _QUESTION.numbers(asked)


def actions_of(game: MatchingGame) -> Callable[[int], Action]:
    """Return what returns the action of a number of the core: of all cards that do the same, the one that stands for them."""
    plays = _slots(game).plays
    return lambda code: plays[code] if code < len(plays) else _FURTHER[code]


def _measured(state: MatchingState, scale: Scale) -> dict[str, Value]:
    """Return what is measured, and of the past which sides have taken a trick, and are burned."""
    match scale:
        case OutcomeScale():
            first, second = scale.sides.took_a_trick(state)
            return _UNMEASURED | {
                "extremes": scale.extremes,
                "extra": scale.extra,
                "first_took": first is not False,
                "second_took": second is not False,
            }
        case ListedEnds():
            ends = scale.ends
            first, second = scale.sides.took_a_trick(state)
            burned = {scale.sides.of(side) for side in state.burned}
            return {
                "ends": True,
                "extremes": False,
                "extra": 0,
                "captured": ends.captured // ends.unit,
                "most": ends.more,
                "burning": ends.burning,
                "forfeiting": ends.losing,
                "first_took": first is not False,
                "second_took": second is not False,
                "first_burned": 0 in burned,
                "second_burned": 1 in burned,
                "worths": [*map(scale.number, ends.values)],
            }
        case _:
            message = f"expected one of the scales for matching tricks, given a {type(scale).__name__}"
            raise TypeError(message)
