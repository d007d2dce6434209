"""Tiny games followed to every end: the engine and the rules in plain Python agree on everything that there is.

The model's own enumeration (:func:`tiny.explore`) says what there is; that the engine comes to exactly as many states, and to as many
sequences of actions, shows that nothing is skipped.
"""

import functools
import itertools
from collections.abc import Callable, Iterator
from random import Random
from typing import Final, Literal, get_args, get_origin, get_type_hints

import pytest
from support.games.mixed_rules import mixed_deals, mixed_matching, mixed_suits
from support.games.tiny_deals import AnyDeal, deals, kind_of, shuffled_deal
from support.games.tiny_games import TINY
from support.oracles.compared_facts import Facts, facts_of, facts_of_table
from support.oracles.every_course import Course, Worth, explore, minimax, seen, sequences, transitions
from support.oracles.plain_tables import begun
from support.slices import THOROUGH, sliced

import aceten_solver
from aceten import (
    CLOSE,
    DRAW,
    EXCHANGE,
    FLIP,
    PASS,
    SPICE,
    STOP,
    Action,
    Bid,
    Call,
    CallKind,
    Claim,
    Game,
    IllegalAction,
    MatchingGame,
    Meld,
    NameTrump,
    Play,
    Rank,
    Seat,
    State,
    Suit,
    SuitGame,
    SuitState,
    UsageError,
    perft,
)
from aceten.deals.talon import draw
from aceten.testing import MatchingDeal
from aceten.vocabulary.actions import Hands
from aceten_solver import Backend, Objective, Solver, Value
from aceten_spec import Card, card_of, plain
from aceten_spec.rulebook import MatchingParameters, Parameters, SuitParameters

BACKENDS: Final[tuple[Backend, ...]] = ("python",) if aceten_solver.backend == "python" else ("python", "native")
"""The searches that are there."""

REFUSED_AT_EVERY: Final = sliced(24, whole=1)
"""What is not allowed is tried in one of so many states, in others in each deal."""


# --- One deal ---------------------------------------------------------------------------------------------------------


def the_same_states(start: State, course: Course, beginning: Facts) -> dict[State, Facts]:
    """Return what the rules say of every state that the engine comes to: each is one moment of the course, and each moment is one.

    At every one of them everything is compared: who is to act and what he may do, hands, talon, trick, who is winning, what was captured,
    and the result.
    """
    assert facts_of(start) == beginning
    moments = {start: beginning}
    for state, action, after in transitions(start):
        wanted = course[moments[state]].after[str(action)]
        if after not in moments:
            assert facts_of(after) == wanted, f"{action} in {state}"
            moments[after] = wanted
        assert moments[after] == wanted, f"{action} in {state}"
    assert len(moments) == len(set(moments.values())) == len(course)
    return moments


def as_many_sequences(start: State, course: Course, beginning: Facts) -> None:
    """Sequences of actions are as many as the model counts: of three, and of the most that there can be, but for a thorough run."""
    counts = sequences(course, beginning)
    for depth in sliced({min(3, len(counts)), len(counts) - 1}, whole=set(range(len(counts) + 1))):
        assert perft(start, depth) == (*counts, 0)[depth]


@functools.cache
def everything(game: Game) -> tuple[Action, ...]:
    """Return every action that can be said with the cards of a game, and more."""
    cards = tuple(dict.fromkeys(game.pack.cards))
    if isinstance(game, MatchingGame):
        calls = [Call(Seat(seat), kind) for seat in range(game.players) for kind in CallKind]
        return (*map(Play, cards), *calls, FLIP, SPICE, STOP)
    return (
        *map(Play, cards),
        *(Meld(card_of(rank, suit)) for suit in Suit for rank in (Rank.KING, Rank.QUEEN)),
        *map(Claim, (None, *Suit)),
        *map(NameTrump, Suit),
        *map(Bid, (1, 3, 9, 14)),
        *(CLOSE, DRAW, EXCHANGE, PASS, STOP),
    )


def all_else_is_refused(moments: dict[State, Facts], course: Course, number: int) -> None:
    """What the rules do not allow is refused, for the reason that they give."""
    for state, facts in itertools.islice(moments.items(), number % REFUSED_AT_EVERY, None, REFUSED_AT_EVERY):
        for action in everything(state.game):
            if str(action) not in facts.legal + facts.calls:
                with pytest.raises(IllegalAction) as caught:
                    state.play(action)
                assert caught.value.code == plain.refusal(course[facts].table, str(action)), f"{action} in {state}"


def first_side(facts: Facts, game: Game) -> frozenset[int] | None:
    """Return the sides that play against the others at the beginning; ``None`` where it is not one side against another."""
    rules = game.rules
    if isinstance(rules, MatchingParameters) and rules.sides == "lone":
        return next((frozenset({seat}) for seat, hand in enumerate(facts.hands) if rules.lone_card in hand), None)
    return frozenset({0}) if max(game.sides) == 1 else None


OBJECTIVES: Final[tuple[tuple[Objective, Callable[[Worth], tuple[int, ...]], Callable[[Value], int | None]], ...]] = (
    (
        "deal",
        lambda worth: worth.deal,
        lambda value: {0: 1, 1: -1, "nobody": 0, "both": 0}.get("" if value.winner is None else value.winner),
    ),
    ("game-points", lambda worth: worth.game_points, lambda value: None if value.margin is None else value.margin[0]),
    ("points", lambda worth: worth.points, lambda value: None if value.points is None else value.points[0]),
)
"""What can be asked of the solver, each with what minimax and what the solver's value say of it."""


def the_solver_finds_it(start: State, course: Course, beginning: Facts, number: int) -> None:
    """The solver's values of the deal and of each action, its best actions and the end of its line are those of plain minimax."""
    first = first_side(beginning, start.game)
    if first is None:
        with pytest.raises(UsageError):
            aceten_solver.solve(start)
        return
    by_points = isinstance(start.game, MatchingGame) or start.game.rules.score == "table"
    worths = minimax(course, beginning, start.game.sides, first, by_points=by_points)
    asked = OBJECTIVES if by_points else OBJECTIVES[:2]
    questions = sliced([asked[number % len(asked)]], whole=asked)
    for (objective, wanted, got), backend in itertools.product(questions, BACKENDS):
        solution = Solver(memory=1, backend=backend).solve(start, objective)
        assert solution.exact
        assert solution.value is not None
        value = wanted(worths[beginning])
        actions = {action: wanted(worths[after]) for action, after in course[beginning].after.items()}
        assert got(solution.value) == value[0], f"{start} ({objective})"
        told = {str(each.action): each.value and got(each.value) for each in solution.actions}
        assert told == {action: each[0] for action, each in actions.items()}
        assert set(map(str, solution.best)) == {action for action, each in actions.items() if each == value}
        end = functools.reduce(lambda facts, action: course[facts].after[str(action)], solution.line, beginning)
        assert end.turn is None
        assert wanted(worths[end]) == value


def agree(deal: AnyDeal, number: int = 0) -> Course:
    """Return everything that a deal can come to, on all of which the engine and the rules agree."""
    table, start = begun(deal), deal.state()
    course, beginning = explore(table), facts_of_table(table)
    moments = the_same_states(start, course, beginning)
    as_many_sequences(start, course, beginning)
    all_else_is_refused(moments, course, number)
    the_solver_finds_it(start, course, beginning, number)
    return course


# --- Every deal -------------------------------------------------------------------------------------------------------


@pytest.mark.turns(40)
@pytest.mark.parametrize("name", TINY)
def test_engine_and_rules_agree(name: str) -> None:
    """Engine and rules agree on every state of the deals of a tiny game, and those deals include what the game is there to show."""
    shown: set[str] = set()
    for number, deal in enumerate(TINY[name].deals()):
        shown.update(seen(agree(deal, number)))
    assert TINY[name].shows <= shown


def kinds_dealt(state: State) -> tuple[object, ...]:
    """Return hands and talon at the beginning of a deal by kinds of cards, a hand in no order."""
    game = state.game
    hands = [tuple(sorted(kind_of(card, game) for card in hand)) for hand in state.hands]
    shown = state.shown if isinstance(state, SuitState) and game.last_shown else ()
    return (*hands, tuple(kind_of(card, game) for card in state.talon), shown)


def shape(game: Game) -> tuple[object, ...]:
    """Return what the deals of a game depend on."""
    turned_up = isinstance(game, SuitGame) and game.rules.trump == "turn_up"
    kinds = tuple(sorted(kind_of(card, game) for card in game.pack.cards))
    return game.players, game.rules.hand, turned_up, game.last_shown, kinds


SHAPES: Final = {shape(each.game): name for name, each in reversed(TINY.items()) if each.shuffled is None}
"""One tiny game for every way in which the deals of those that are not shuffled can differ."""


@pytest.mark.parametrize("name", sorted(SHAPES.values()))
def test_every_deal_is_among_them(name: str) -> None:
    """In whatever order the cards of the pack come, the deal is one of those that there are said to be, and each of these comes once.

    Only some orders of 8 cards are tried, but for a thorough run.
    """
    game, dealer = TINY[name].game, 1
    cut = game.pack.cards[0] if game.cuts else None
    said = [
        kinds_dealt(deal.state()) for deal in deals(game, dealer) if isinstance(deal, MatchingDeal) or deal.cut == cut
    ]
    cards = game.pack.cards
    few = len(cards) < 8 or THOROUGH
    orders = itertools.permutations(cards) if few else (shuffled_deal(game, Random(seed)).deck for seed in range(300))
    found = {kinds_dealt(game.deal(deck=deck, dealer=dealer, cut=cut)) for deck in orders}
    assert len(said) == len(set(said))
    assert found == set(said) if few else found <= set(said)


OF_MATCHES: Final = frozenset(
    {
        "direction",
        "match_ends",
        "match_tie",
        "next_dealer",
        "drawn_dealer",
        "finish",
        "drawn",
        "favourite",
        "partner_peek",
    }
)
"""Parameters that say nothing about the play of a deal."""


def values_of(kind: type[Parameters]) -> Iterator[tuple[str, object]]:
    """Yield each parameter that has a few values to choose from, with each of them; of ranks and calls only that one can be named."""
    for name, hint in get_type_hints(kind).items():
        options = get_args(hint) if get_origin(hint) is Literal else ()
        if name not in OF_MATCHES:
            yield from ((name, option) for option in options)


@pytest.mark.parametrize("kind", [MatchingParameters, SuitParameters])
def test_every_value_of_every_parameter_is_played(kind: type[Parameters]) -> None:
    """Every parameter that bears on a deal has each of its values in some tiny game."""
    rules = [each.game.rules for each in TINY.values() if isinstance(each.game.rules, kind)]
    missing = [(name, value) for name, value in values_of(kind) if all(getattr(each, name) != value for each in rules)]
    assert missing == []


# --- Rules mixed at will ----------------------------------------------------------------------------------------------


MIXED: Final = sliced(24, whole=600)
"""So many games of rules that are mixed at will are played, a shuffled deal of each."""


@pytest.mark.turns(4)
@pytest.mark.parametrize("mix", [mixed_matching, mixed_suits])
def test_rules_mixed_at_will(mix: Callable[[Random], Game]) -> None:
    """Engine and rules agree on every state of a shuffled deal of games whose rules are mixed at will."""
    for number, (deal, _) in enumerate(mixed_deals(mix, MIXED)):
        agree(deal, number)


# --- Whether anything would be noticed --------------------------------------------------------------------------------


def _nothing_is_owed(*_: object) -> tuple[int, int]:
    return 0, -1


def _yes(*_: object, **__: object) -> bool:
    return True


def _no(*_: object, **__: object) -> bool:
    return False


def _the_first_draws_last(
    hands: Hands, talon: tuple[Card, ...], winner: Seat, size: int, order: Literal["block", "round_robin"]
) -> tuple[Hands, tuple[Card, ...]]:
    return draw(hands, talon, Seat((winner + 1) % len(hands)), size, order)


MUTANTS: Final[dict[str, tuple[str, str, object]]] = {
    "any card takes the trick": ("opponent-winning", "aceten.engine.matching.play.matches", _yes),
    "no card takes the trick": ("never", "aceten.engine.matching.play.matches", _no),
    "trumps are forgotten": ("trump", "aceten.engine.matching.state.is_trumped", _no),
    "the loser draws first": ("never", "aceten.engine.matching.play.draw", _the_first_draws_last),
    "no round has four of a rank": ("four-resets", "aceten.engine.matching.play.four_of_a_rank", _no),
    "no card beats another": ("table", "aceten.engine.suits.play.beats", _no),
    "nobody may close": ("race", "aceten.engine.suits.play.may_close", _no),
    "nobody may exchange": ("schnapsen", "aceten.engine.suits.play.may_exchange", _no),
    "every claim is right": ("race", "aceten.engine.suits.state.claims_rightly", _yes),
    "who has passed may bid": ("bids-never", "aceten.engine.suits.auction.may_bid", _yes),
    "all positions are one to the solver": ("no-wild", "aceten.engine.matching.state.MatchingState.key", property(_no)),
    "the auction ends at once": ("bids", "aceten.engine.suits.auction.auction_over", _yes),
    "the leader may always continue": (
        "opponent-winning",
        "aceten.engine.matching.legality.continuation_allowed",
        _yes,
    ),
    "ranks can be led for ever": ("lead-limit", "aceten.engine.matching.legality.too_many_leads", _no),
    "nothing is owed": ("schnapsen", "aceten.engine.suits.duties.owed", _nothing_is_owed),
}
"""Steps of the engine made wrong: each with a tiny game that has the rule."""


def _all_agree(name: str) -> None:
    for deal in TINY[name].deals():
        agree(deal)


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_wrong_engine_is_noticed(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that breaks a rule does not agree with the rules."""
    name, function, wrong = MUTANTS[mutant]
    monkeypatch.setattr(function, wrong)
    with pytest.raises((AssertionError, KeyError)):
        _all_agree(name)
