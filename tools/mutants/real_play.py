"""Deals as they are played, step by step, to see whether a mutant plays otherwise than the engine, or than a formula, does."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from tools.mutants.facts import Corner, Fact, Value, entering
from tools.mutants.hunt import limited
from tools.mutants.mutations import Mutation, installed
from tools.mutants.noted_code import noting
from tools.mutants.plain_relations import matching_deal, matching_ways, suit_deal, suit_ways
from tools.mutants.reached_code import Place, forget

from aceten.engine.match import Match, start_match
from aceten.engine.matching.state import MatchingState
from aceten.engine.state import State
from aceten.engine.suits.state import SuitState
from aceten.proofs.execution.replacements import named
from aceten.testing.sample_deals import pick
from aceten.vocabulary.actions import CLOSE, DRAW, EXCHANGE, FLIP, PASS, SPICE, STOP, Action, Bid, Meld, Play
from aceten.vocabulary.errors import IllegalAction
from aceten_spec import formulas
from aceten_spec.formulas.matching.play_relation import Branch, DealTerms, PlayRelation
from aceten_spec.formulas.suits.suit_conditions import ClosedTerms, SuitDealTerms
from aceten_spec.formulas.suits.suit_relation import SuitRelation
from aceten_spec.formulas.terms import Number, evaluate

if TYPE_CHECKING:
    from aceten.engine.game import Game
    from aceten.engine.matching.game import MatchingGame
    from aceten.engine.suits.game import SuitGame

DEALS: Final = 30
"""So many deals are played."""
KEPT: Final = 12
"""So many steps are kept of those in which a function is called in one corner."""
BY_FORMULAS: Final = 8
"""Of so many steps of play one is also asked of the formulas, which take longer."""

SECONDS: Final = 5.0
"""What takes longer than so many seconds does something else."""

_ALONE: Final[tuple[Action, ...]] = (FLIP, SPICE, STOP)
_ALONE_IN_SUITS: Final[tuple[Action, ...]] = (EXCHANGE, CLOSE, DRAW, PASS)

Step: TypeAlias = Callable[[], object]
"""Something done in a deal; returns what comes of it, to be compared."""


# --- Steps ------------------------------------------------------------------------------------------------------------


def steps_of(game: Game, deals: int) -> tuple[list[Step], list[Step]]:
    """Return what is done in some deals of a game, and looked at, in any order, and some of it as the relation of play does it.

    Every seat deals; what is played is any action, or one that makes tricks long.
    """
    chance = random.Random(1)  # noqa: S311 - deals to look at
    steps, done = list[Step](), list[tuple[State, Action]]()
    match = start_match(game, dealer=0)
    for number in range(deals):
        if match.over:
            match = start_match(game, dealer=number % game.players)
        steps.append(functools.partial(_dealt, match, number))
        state = match.deal(seed=number)
        while state.turn is not None:
            action = _chosen(state, chance)
            steps.append(functools.partial(_seen, state))
            done += [(state, each) for each in (action, *_others(state, chance))]
            state = state.play(action)
        steps += [functools.partial(_seen, state), functools.partial(_finished, match, state)]
        match = match.finish(state)
    steps += itertools.starmap(functools.partial(functools.partial, _done), done)
    chance.shuffle(steps)
    chance.shuffle(done)
    return steps, [functools.partial(_related, *each) for each in done[::BY_FORMULAS]]


def _chosen(state: State, chance: random.Random) -> Action:
    """Return what is played: talons are closed more often than :func:`pick` does it."""
    closes = CLOSE in state.legal and not chance.randrange(8)
    return CLOSE if closes else pick(state, chance.randrange(256))


def _others(state: State, chance: random.Random) -> Iterator[Action]:
    """Yield what might be done instead, and may be refused."""
    yield Play(chance.choice(state.game.pack.cards))
    yield chance.choice(_ALONE_IN_SUITS if isinstance(state, SuitState) else _ALONE)
    yield from state.calls[:1]
    if isinstance(state, SuitState):
        yield Meld(chance.choice(state.game.pack.cards))
        yield from [Bid(points) for points in state.game.rules.bids[:2]]
        yield chance.choice(state.legal)


def _told(outcome: object) -> object:
    """Return all that there is of an outcome, as states are equal that have come about in other ways."""
    if isinstance(outcome, State):
        return [getattr(outcome, name) for name in outcome.__struct_fields__]
    return outcome


def _dealt(match: Match, number: int) -> object:
    return _told(match.deal(seed=number))


def _done(state: State, action: Action) -> object:
    try:
        return _told(state.play(action))
    except IllegalAction as refusal:
        return refusal.code, refusal.clause


def _finished(match: Match, state: State) -> object:
    after = match.finish(state)
    return after, after.over, after.winner, after.players


def _seen(state: State) -> object:
    kind = type(state)
    asked = [name for name in dir(kind) if not name.startswith("_") and isinstance(getattr(kind, name), property)]
    views = [state.view(seat) for seat in range(state.game.players)]
    return [getattr(state, name) for name in asked], [
        [getattr(view, name) for name in view.__struct_fields__] for view in views
    ]


def _related(state: State, action: Action) -> object:
    """Return where the relation leads over plain numbers."""
    ways: list[Branch[DealTerms]] | list[Branch[SuitDealTerms]]
    if isinstance(state, MatchingState):
        relation = _matching_relation(state.game)
        ways = [*(matching_ways(relation, matching_deal(state), action) or ())]
    else:
        asked = cast("SuitState", state)
        ways = [*(suit_ways(_suit_relation(asked.game), suit_deal(asked), action) or ())]
    return [_written(way.after) for way in ways if way.guard]


@functools.cache
def _matching_relation(game: MatchingGame) -> PlayRelation:
    return PlayRelation(game.rules, game.players)


@functools.cache
def _suit_relation(game: SuitGame) -> SuitRelation:
    return SuitRelation(game.rules, game.players)


def _written(after: DealTerms | SuitDealTerms | str) -> object:
    """Return where a branch leads as something that can be compared."""
    if isinstance(after, str):
        return after
    return [_number(getattr(after, name)) for name in after.__struct_fields__]


def _number(given: object) -> object:
    if isinstance(given, tuple):
        return [*map(_number, cast("tuple[object, ...]", given))]
    if isinstance(given, ClosedTerms):
        return [given.seat, _number(given.points), _number(given.tricks)]
    return given if given is None or isinstance(given, int) else evaluate(cast("Number", given))


# --- What is seen in them ---------------------------------------------------------------------------------------------


def is_formula(function: str) -> bool:
    """Whether a function makes formulas, and is none of the engine's."""
    return function.startswith(formulas.__name__)


def _outcome(step: Step, *, anew: bool) -> object:
    """Return what comes of a step.

    :param anew: whether formulas are made anew, as those that are kept are not made of what stands in their place.
    """
    if anew:
        _forget()
    return step()


def _forget() -> None:
    forget()
    _matching_relation.cache_clear()
    _suit_relation.cache_clear()


def _is_other(step: Step, known: object, *, anew: bool) -> bool:
    """Whether something else comes of a step than is known of it."""
    try:
        with limited(SECONDS):
            return _outcome(step, anew=anew) != known
    except Exception:  # noqa: BLE001 - wrong code may raise anything
        return True


class RealPlay:
    """Steps of deals of a game, and in which of them a function is called in which corner."""

    def __init__(self, game: Game, functions: Collection[str], deals: int = DEALS) -> None:
        """Play, and note how these functions are called."""
        self._steps: dict[Place, list[Step]] = {}
        self._values: dict[tuple[str, Fact], set[Value]] = {}
        played, by_formulas = steps_of(game, deals)
        self._note(game, [name for name in functions if not is_formula(name)], played)
        self._note(game, [name for name in functions if is_formula(name)], by_formulas)

    def _note(self, game: Game, functions: Sequence[str], steps: Iterable[Step]) -> None:
        anew = any(map(is_formula, functions))
        with noting([named(name) for name in functions], entering=entering(game)) as reached:
            for step in steps:
                reached.clear()
                _outcome(step, anew=anew)
                for place in cast("set[Place]", reached):
                    function, what = place
                    if isinstance(what, Corner):
                        self._values.setdefault((function, what.fact), set()).add(what.value)
                    kept = self._steps.setdefault(place, [])
                    if len(kept) < KEPT:
                        kept.append(step)

    def values(self, function: str, fact: Fact) -> set[Value]:
        """Return the values that a fact takes when a function is called."""
        return self._values.get((function, fact), set())

    def differing(self, mutants: Iterable[Mutation], corner: Corner) -> Mutation | None:
        """Return the first of some mutants of a function that is seen to play otherwise than their original in a corner."""
        before: dict[int, object] = {}
        for mutant in mutants:
            anew = is_formula(mutant.function)
            steps = self._steps.get((mutant.function, corner), [])
            for number, step in enumerate(steps):
                if number not in before:
                    before[number] = _outcome(step, anew=anew)
            with installed(mutant):
                differs = any(_is_other(step, before[number], anew=anew) for number, step in enumerate(steps))
            if anew:
                _forget()
            if differs:
                return mutant
        return None
