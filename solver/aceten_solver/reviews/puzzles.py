"""Puzzles: endings in which only one action keeps what the side to act can come to, and that is not the obvious one.

Deals are played by chance until nobody draws any more and everybody has so many cards; a player is to lead. The *obvious* action is the
one that the machine of ``aceten play`` takes after a short look: it sees the leader's own cards and what was played, samples the other
hands, and plays every sample out (:func:`aceten_solver.advise`); a right claim it makes at once, and never a wrong one. A puzzle is *hard*
when its action also loses points in the trick that is led, beside another one, as long as nobody thinks further than to the end of that
trick.

Where points are claimed, chance would leave deals that others have claimed long before, and all that is left to find is the claim. There
deals are played by a rule of thumb (:func:`aceten_solver.hidden.rule_of_thumb.by_thumb`), which claims as soon as a claim is right, and one
of the moments is taken at which everybody has so many cards and a player is to lead, few cards being left to draw: most puzzles are about
closing the talon, or not, about exchanging, and about what is led before nothing is drawn any more. No claim is asked for: with a right one
nobody waits, and a wrong one gives the deal up.

The native core, and complete tables of endgames where they are there, only make the looking faster: the same seed has the same puzzles
without them. What is told of a puzzle is what the search in Python finds, over the reference engine's own states.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from aceten import CLOSE, Action, Claim, Game, State, UsageError
from aceten.deals.shuffling import below, split_mix
from aceten.engine.equal_actions import canonical_action
from aceten_solver.answers.solution import Solution
from aceten_solver.answers.solver import Solver, solve
from aceten_solver.hidden.machine_player import claims_placed
from aceten_solver.hidden.rule_of_thumb import by_thumb
from aceten_solver.hidden.sampling import advise
from aceten_solver.question.backends import CoreError
from aceten_solver.question.objectives import Objective, aims_of, lost
from aceten_solver.question.trick_kinds import seam_of
from aceten_solver.question.two_sides import TwoSides, two_sides
from aceten_spec.rulebook import MatchingParameters, SuitParameters
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FEWEST: Final = 2
"""No puzzle has fewer cards a hand."""
MOST: Final = 6
"""Nor has one of two players more, one of several not so many: the search in Python takes a second for four hands of five, and a quarter of
a minute for one card more."""
USUAL: Final = 3
"""So many has everybody where nothing else is asked for, and points are not claimed."""
MOST_IN_PLAY: Final = 14
"""Where cards are left to draw, hands and talon have no more cards than so many together: with two more the search in Python takes long."""
SAMPLES: Final = 100
"""How many samples the machine plays out."""
CLOSINGS: Final = 3
"""Of so many puzzles that ask for closing the talon one is set: otherwise whoever always closes it would be right three times in four."""
TRIES: Final = 2000
"""After so many endings in a row without a puzzle there is none."""
_NODES: Final = 100_000
"""An ending for which the search in Python needs more states is passed over."""


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """An ending with one winning action."""

    action: Action
    """What keeps the value of the position; nothing else does, but cards that do the same. It is no claim."""
    obvious: Action
    """What the machine would do after a short look."""
    cost: int
    """How much less that comes to for the side to act, in what :attr:`cost_in` names: 1 or more."""
    cost_in: Objective
    """What the cost is counted in: the first of all that counts in which it costs anything."""
    hard: bool
    """Whether :attr:`action` brings fewer points in the first trick than another, as far as that trick alone tells."""
    solution: Solution
    """The position, what every action in it leads to, and best play, by the search in Python."""

    @property
    def state(self) -> State:
        """The position."""
        return self.solution.position

    def cost_of(self, action: Action) -> tuple[int, Objective | None]:
        """Return what a legal action costs the side to act, and in what that is counted; 0 and ``None``: nothing."""
        return cost_in(self.solution, action)


def is_claimed(rules: MatchingParameters | SuitParameters) -> bool:
    """Whether points are claimed by these rules, so that sensible players do not play on with them."""
    return isinstance(rules, SuitParameters) and rules.claim != "never"


def most_cards(game: Game) -> int:
    """Return how many cards everybody holds in puzzles of a game, at most."""
    return min(game.rules.hand, MOST if game.players == 2 else MOST - 1)  # noqa: PLR2004 - as many as two have in all


def usual_cards(game: Game) -> int:
    """Return how many cards everybody holds where nothing else is asked for: as many as there can be, where points are claimed."""
    return most_cards(game) if is_claimed(game.rules) else USUAL


def puzzles(game: Game, *, cards: int | None = None, seed: int = 0, hard: bool = False) -> Iterator[Puzzle]:
    """Yield puzzles of a game. The same seed has the same puzzles; there is no end to them, but where none is found for long.

    :param cards: how many everybody holds, 2 to :func:`most_cards`; ``None``: as many as usual (:func:`usual_cards`).
    :param seed: what they depend on, 0 to 2**64 - 1.
    :param hard: only hard ones.
    :raises UsageError: for numbers out of range, or where there are not two sides that play against each other.
    """
    most = most_cards(game)
    cards = usual_cards(game) if cards is None else cards
    if not FEWEST <= cards <= most:
        raise UsageError(
            say(
                "cards={cards}: expected {fewest} to {most} for puzzles of {game}",
                cards=cards,
                fewest=FEWEST,
                most=most,
                game=game,
            )
        )
    numbers = split_mix(seed)
    since = 0
    while since < TRIES:
        since += 1
        found = one_of(game, cards, numbers, hard=hard)
        if found is not None:
            since = 0
            yield found


def one_of(game: Game, cards: int, numbers: Iterator[int], *, hard: bool = False) -> Puzzle | None:
    """Return the puzzle that the next ending is; ``None`` when it is none, or one closing too many.

    :param numbers: where chance comes from, such as :func:`aceten.deals.shuffling.split_mix`.
    :raises UsageError: where there are not two sides that play against each other.
    """
    state = ending(game, cards, next(numbers))
    if state is None:
        return None
    seed = next(numbers)
    found = puzzle_in(state, seed=seed, hard=hard)
    return None if found is not None and found.action == CLOSE and seed % CLOSINGS else found


def ending(game: Game, cards: int, seed: int) -> State | None:
    """Return the ending with so many cards a hand of a deal that is played by chance, or by a rule of thumb where points are claimed.

    ``None`` when it does not come to one.

    :raises UsageError: for a seed outside 0 to 2**64 - 1.
    """
    numbers = split_mix(seed)
    state = game.deal(seed=next(numbers))
    if not is_claimed(game.rules):
        return next(_moments(state, cards, lambda state: _by_chance(state, numbers)), None)
    moments = list(_moments(state, cards, by_thumb))
    return moments[below(len(moments), numbers)] if moments else None


def _moments(state: State, cards: int, choose: Callable[[State], Action]) -> Iterator[State]:
    """Yield the moments of a deal at which a player leads, and does not claim, everybody has so many cards, and few are left to draw."""
    game = state.game
    while state.turn is not None:
        few = len(state.talon) < game.players or (is_claimed(game.rules) and state.cards_in_play <= MOST_IN_PLAY)
        action = choose(state)
        if few and not state.trick and {len(hand) for hand in state.hands} == {cards} and not isinstance(action, Claim):
            yield state
        state = state.play(action)


def _by_chance(state: State, numbers: Iterator[int]) -> Action:
    likely = seam_of(state).likely(state)
    return likely[below(len(likely), numbers)]


def puzzle_in(state: State, *, seed: int = 0, hard: bool = False) -> Puzzle | None:
    """Return the puzzle that a position is, before a trick; ``None`` when it is none, or too large for the search in Python.

    :param seed: what the samples of the machine depend on.
    :param hard: whether it has to be a hard one.
    :raises UsageError: where there are not two sides that play against each other.
    """
    only = only_action(solve(state))
    if only is None or isinstance(only, Claim) or (hard and not _is_hard(state, only)):
        return None
    view = state.view(state.turn or 0)
    obvious = claims_placed(advise(view, samples=SAMPLES, nodes=0, seed=seed, together=True)).chosen
    if canonical_action(state.game, obvious) == canonical_action(state.game, only):
        return None
    with Solver(backend="python") as checking:
        solution = checking.solve(state, nodes=_NODES)
    if not solution.exact:
        return None
    if only_action(solution) != only:
        raise CoreError(say("the native core and the search in Python disagree about {state}", state=state))
    cost, counted_in = cost_in(solution, obvious)
    if counted_in is None:
        raise AssertionError
    return Puzzle(
        action=only,
        obvious=obvious,
        cost=cost,
        cost_in=counted_in,
        hard=hard or _is_hard(state, only),
        solution=solution,
    )


def only_action(solution: Solution) -> Action | None:
    """Return what alone keeps the value, the first of those that do the same; ``None`` where other actions keep it, or there are none."""
    game = solution.position.game
    legal = {canonical_action(game, entry.action) for entry in solution.actions}
    best = {canonical_action(game, action) for action in solution.best}
    return solution.best[0] if len(best) == 1 < len(legal) else None


def cost_in(solution: Solution, action: Action) -> tuple[int, Objective | None]:
    """Return what an action costs the side to act, and in what."""
    state = solution.position
    sides = two_sides(state)
    after = next(entry.value for entry in solution.actions if entry.action == action)
    if solution.value is None or after is None or state.turn is None:
        raise AssertionError
    cost, counted_in = lost(solution.value, after, aims_of(state, solution.objective, sides))
    return (cost if sides.of(state.game.sides[state.turn]) == 0 else -cost), counted_in


def _is_hard(state: State, only: Action) -> bool:
    """Whether another action brings more points in the trick, as far as that alone tells."""
    sides = two_sides(state)
    side = sides.of(state.game.sides[state.turn or 0])
    each = {action: _of_trick(state.play(action), sides, state.cards_in_play) for action in _choices(state)}
    return max(each.values()) > each[only] if side == 0 else min(each.values()) < each[only]


def _of_trick(state: State, sides: TwoSides, cards: int) -> int:
    """Return how many points side 0 has more than side 1 at the end of the trick, when nobody looks further.

    :param cards: how many were in play before it.
    """
    if state.turn is None or (not state.trick and state.cards_in_play < cards):
        first, second = sides.both(state.points if state.result is None else state.result.points)
        return first - second
    best = max if sides.of(state.game.sides[state.turn]) == 0 else min
    return best([_of_trick(state.play(action), sides, cards) for action in _choices(state)])


def _choices(state: State) -> tuple[Action, ...]:
    """Return the legal actions but claims, which end the deal, the first of those that do the same."""
    choices = [action for action in reversed(state.legal) if not isinstance(action, Claim)]
    return tuple({canonical_action(state.game, action): action for action in choices}.values())
