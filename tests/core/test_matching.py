"""The kernel for matching tricks against the search in Python, which knows nothing of it."""

import dataclasses
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from random import Random
from typing import Final

import pytest
from support.games.game_strategies import HOUSE_GAMES, MATCHING_GAMES, matching_state, rewrite
from support.games.tiny_deals import Changes, shuffled_deal, tiny
from support.games.tiny_games import MATCHING
from support.oracles.merits import asked_of
from support.slices import sliced

from aceten import MatchingGame, MatchingState, PositionError, UsageError, parse
from aceten.engine.equal_actions import canonical_action
from aceten.testing import pick
from aceten_solver.in_python import python_answer
from aceten_solver.native.encode_matching import actions_of, question_of, rules_of
from aceten_solver.native.library import native_library
from aceten_solver.native.manifest import ALL_SHORTCUTS, Shortcut
from aceten_solver.native.native_core import Core
from aceten_solver.question.measures import OutcomeScale, scale_for
from aceten_solver.question.objectives import Aims, merit, value_of_result
from aceten_solver.question.question import Depth, Limits, SearchAnswer, SearchQuestion
from aceten_solver.question.two_sides import TwoSides, two_sides

pytestmark = pytest.mark.skipif(native_library() is None, reason="the native core is not built")

FEW: Final = 2**20
MANY: Final = 2**28

GAMES: Final = tuple(
    game for game in (*MATCHING_GAMES, *HOUSE_GAMES) if game.rules.sides == "lone" or max(game.sides) == 1
)
"""Every game with matching tricks in which two sides play against each other."""
TINY: Final = {
    name: tiny.game
    for name, tiny in MATCHING.items()
    if isinstance(tiny.game, MatchingGame) and (tiny.game.rules.sides == "lone" or max(tiny.game.sides) == 1)
}

EFFORT: Final = sliced(3_000, whole=6_000)
"""Positions that take the search in Python more states than this are left out."""


@cache
def core(rules: tuple[int, ...], memory: int = FEW) -> Core:
    """Return a solver, one for each game, so that what it learns in one deal is used in the next."""
    library = native_library()
    assert library is not None
    return Core(library, rules, memory)


def native(
    question: SearchQuestion, state: MatchingState, *, shortcuts: Shortcut = ALL_SHORTCUTS, memory: int = FEW
) -> SearchAnswer:
    """Return what the core answers."""
    rules = rules_of(state.game, question.sides, shortcuts=shortcuts)
    assert rules is not None
    asked = question_of(state, question.scale)
    reply = core(rules, memory).ask(asked, question.scale.thresholds, question.depth, question.limits)
    actions = {actions_of(state.game)(code): span for code, span in reply.actions}
    line = tuple([actions_of(state.game)(code) for code in reply.line])
    return SearchAnswer(reply.root, actions, line, reply.exact, reply.cost.nodes, "native")


def positions(game: MatchingGame, chance: Random) -> Iterator[MatchingState]:
    """Yield a late moment of a random deal, and the same with less said about the past."""
    state = game.deal(seed=chance.randrange(2**32), dealer=chance.randrange(game.players))
    left = chance.randint(2, max(6, 10 - game.players // 2)) + (game.players == 2) * chance.randint(0, 2)
    while sum(map(len, state.hands)) + len(state.talon) > left and state.turn is not None:
        state = state.play(pick(state, chance.randrange(256)))
    for _ in range(chance.randrange(game.players)):
        if state.turn is not None:
            state = state.play(pick(state, chance.randrange(256)))
    if state.turn is None or not isinstance(state, MatchingState):
        return
    yield state
    if chance.random() < 0.3:
        try:
            told = parse(rewrite(str(state), taken=None, points=None, tricks=None), rules=game.rulebook)
        except PositionError:
            return
        assert isinstance(told, MatchingState)
        yield told


def sides_of(state: MatchingState) -> TwoSides | None:
    """Return who plays against whom, where that is known."""
    try:
        return two_sides(state)
    except UsageError:
        return None


def questions(state: MatchingState) -> Iterator[tuple[SearchQuestion, Aims]]:
    """Yield what is asked about a position."""
    sides = sides_of(state)
    if sides is None:
        return
    for aims in asked_of(state, sides):
        yield SearchQuestion(state, scale_for(state, aims, sides), sides, Depth.LINE, Limits(nodes=EFFORT)), aims


def compare(state: MatchingState) -> int:
    """Ask both about a position; return how many questions were answered."""
    compared = 0
    for question, aims in questions(state):
        expected = python_answer.answer(question)
        if not expected.exact:
            continue
        found = native(question._replace(limits=Limits()), state)
        assert found.exact
        assert found.root == expected.root, (str(state), aims)
        assert found.actions == expected.actions, (str(state), aims)
        check_line(state, found, question, aims)
        compared += 1
    return compared


def check_line(state: MatchingState, found: SearchAnswer, question: SearchQuestion, aims: Aims) -> None:
    """Play the line in the engine: it comes to the value that it is said to come to."""
    now = state
    for action in found.line:
        now = now.play(next(legal for legal in now.legal if canonical_action(state.game, legal) == action))
    assert now.result is not None
    value = question.scale.value(found.root[0])
    reached = value_of_result(now.result, question.sides)
    assert merit(reached, aims) == merit(value, aims)
    if "points" in aims and isinstance(question.scale, OutcomeScale):
        assert (value.points, value.last_trick) == (reached.points, reached.last_trick)


ENOUGH: Final = sliced(2, whole=40)
"""After so many questions answered a game has had its share."""


@pytest.mark.turns(12)
@pytest.mark.parametrize("place", range(len(GAMES)))
def test_every_game(place: int) -> None:
    """Value, value of every action and best play are those of the search in Python, in every game, for every objective."""
    game = GAMES[place]
    chance = Random(place)
    rare = game.rules.four_resets  # four equal ranks in a round seldom come
    compared, deals = 0, sliced(12 if rare else 6, whole=60)
    for number in range(60):
        if number >= deals and compared:  # some questions take the search in Python too long
            break
        for state in positions(game, chance):
            compared += compare(state)
        if compared >= ENOUGH and not rare:
            break
    assert compared or game.rules.hand > 6


@pytest.mark.parametrize("name", TINY)
def test_tiny_games(name: str) -> None:
    """The same in games of a handful of cards, from the deal on."""
    chance = Random(name)
    game = TINY[name]
    for _ in range(sliced(1, whole=30)):
        state = game.deal(seed=chance.randrange(2**32), dealer=chance.randrange(game.players))
        for _ in range(chance.choice((0, 0, 1, 2, 3))):
            if state.turn is not None:
                state = state.play(chance.choice(state.legal))
        if state.turn is not None and isinstance(state, MatchingState):
            compare(state)


_TRUMPS: Final[Changes] = {"wild": ["7"], "wild_role": "trump", "calls": ()}
_SPICE: Final[Changes] = {"continuation": "never", "spice": True, "calls": ()}
_BURNS: Final[Changes] = {"score": "points", "scoring": (), "four_resets": True, "zero_resets": True, "calls": ()}
_MEETING: Final[dict[str, tuple[int, Changes]]] = {
    "spice, trumps": (1, _SPICE | _TRUMPS),
    "spice, burns": (1, _SPICE | _BURNS),
    "spice, trumps, burns": (1, _SPICE | _TRUMPS | _BURNS),
    "flip, spice, trumps, burns": (1, _SPICE | _TRUMPS | _BURNS | {"flip": True}),
    "continued, trumps, burns": (2, _TRUMPS | _BURNS | {"continuation": "always"}),
}
"""Rules of one's own, of which two and more bear on one trick, and the cards of a hand."""


@pytest.mark.turns(12)
@pytest.mark.parametrize("name", _MEETING)
def test_rules_that_meet_in_a_trick(name: str) -> None:
    """Both searches agree at every moment where it bears on play whether a trick is trumped, which card was drawn, or who burns."""
    hand, changes = _MEETING[name]
    game, chance = tiny("zsiros", "Ac As Ah Ad Kc Ks 7c 7s", 4, hand, changes), Random(name)
    met: set[str] = set()
    for turn in range(sliced(8, whole=300)):
        deal = shuffled_deal(game, chance)
        if turn % 2:  # everybody has an ace, or comes to one
            aces = [card for card in deal.deck if card.rank.letter == "A"]
            others = [card for card in deal.deck if card.rank.letter != "A"]
            first = aces + others if hand == 1 else [card for both in zip(aces, others, strict=True) for card in both]
            deal = dataclasses.replace(deal, deck=tuple(first))
        state = deal.state()
        while isinstance(state, MatchingState) and state.turn is not None:
            assert compare(state)
            met |= {"spice"} if state.drawn else set()
            met |= {"trumps"} if state.trumped else set()
            wanted = [action for action in state.legal if turn % 2 and str(action)[0] == "A"]
            state = state.play(chance.choice(wanted or state.legal))
            met |= {"burns"} if state.burned else set()
    assert met >= {"spice", "trumps", "burns"} & set(name.split(", "))


_LED_ON: Final[Changes] = {
    "continuation": "always",
    "continue_with": "any",
    "to_match": "newest_lead",
    "wild": ["7", "8"],
    "calls": (),
}
_LIMITED: Final[Changes] = {"continuation": "never", "wild": [], "lead_limit": 2, "flip": True, "calls": ()}
_LASTING: Final[dict[str, tuple[int, int, Changes]]] = {
    "led on": (4, 2, _LED_ON),
    "led on, from all cards": (2, 6, _LED_ON),
    "led on, each wild rank for itself": (2, 4, _LED_ON | {"wild_led": "own_rank"}),
    "led on, trumps": (4, 2, _LED_ON | {"wild_role": "trump"}),
    "limited leads": (2, 4, _LIMITED),
    "limited leads, the first match takes": (2, 3, _LIMITED | {"taken_by": "first_match"}),
    "limited leads of four": (4, 3, _LIMITED),
}
"""Rules by which what hands make certain, and which cards do the same, follows from several of them: seats, cards of a hand, changes."""


@pytest.mark.turns(8)
@pytest.mark.parametrize("name", _LASTING)
def test_tricks_that_are_led_on_and_leads_that_are_limited(name: str) -> None:
    """Both searches agree where a leader fights on with any card, two ranks do the same, and where leads in a row are limited."""
    players, hand, changes = _LASTING[name]
    game, chance = tiny("zsiros", "Ac As Ah Kc Ks Kh Kd 8c 8s 7c 7s 7h", players, hand, changes), Random(name)
    for _ in range(sliced(3, whole=300)):
        state = shuffled_deal(game, chance).state()
        compared = 0
        while isinstance(state, MatchingState) and state.turn is not None:
            compared += compare(state)
            state = state.play(chance.choice(state.legal))
        assert compared


@pytest.mark.turns(2)
@pytest.mark.parametrize("without", [Shortcut(0), *Shortcut, ALL_SHORTCUTS])
def test_shortcuts_make_no_difference(without: Shortcut) -> None:
    """Deals come to the same without each of what makes the core fast, and without all of it; and in tables of any size."""
    compared = 0
    for place, game in enumerate(GAMES[:: sliced(48, whole=1)]):
        chance = Random(place)
        for state in positions(game, chance):
            for question, aims in questions(state):
                limited = question._replace(limits=Limits(nodes=sliced(30_000, whole=300_000)))
                one = native(limited, state)
                other = native(limited, state, shortcuts=ALL_SHORTCUTS ^ without, memory=MANY)
                if one.exact and other.exact:
                    compared += 1
                    assert (one.root, one.actions) == (other.root, other.actions), (str(state), aims)
    assert compared


def test_every_shortcut_can_be_left_out() -> None:
    """Without any one of what makes the core fast another number of positions is searched."""
    state = matching_state(parse("zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0"))
    sides, library = two_sides(state), native_library()
    scale = scale_for(state, ("points",), sides)
    assert library is not None

    def nodes(shortcuts: Shortcut) -> int:
        rules = rules_of(state.game, sides, shortcuts=shortcuts)
        assert rules is not None
        with closing(Core(library, rules, MANY)) as fresh:
            return fresh.ask(question_of(state, scale), scale.thresholds, Depth.ACTIONS, Limits()).cost.nodes

    searched = nodes(ALL_SHORTCUTS)
    assert [each for each in Shortcut if nodes(ALL_SHORTCUTS ^ each) == searched] == []
