"""Running the examples of a rulebook and comparing what happens with what they say."""

from __future__ import annotations

import msgspec

from aceten.engine.game import Game
from aceten.engine.loading import load
from aceten.engine.match import start_match
from aceten.engine.state import State
from aceten.engine.suits.state import SuitState
from aceten.notation.position import parse_state
from aceten.vocabulary.actions import Action, Flip, Meld, Play, Seat, Side, parse_action
from aceten.vocabulary.errors import IllegalAction
from aceten_spec.cards import Card
from aceten_spec.errors import AcetenError
from aceten_spec.rulebook import Example, ExpectedResult, MatchCourse, Rulebook, Step
from aceten_spec.speech import say
from aceten_spec.written_cards import card


class ExampleError(AcetenError):
    """An example does not go as it says."""

    def __init__(self, *, example: str, problem: str) -> None:
        """Say which example fails, and where."""
        self.example = example
        """Id of the example."""
        self.problem = problem
        """What is different, in words."""
        super().__init__(f"{example}: {problem}")


class Moment(msgspec.Struct, frozen=True):
    """One action of an example that has been run."""

    before: State
    """The state in which the action was tried."""
    action: Action
    """The action."""
    after: State | None
    """The state that it led to; ``None`` when it was refused."""
    clause: str | None
    """The clause that refused it; ``None`` when it was legal."""


def run_example(rulebook: Rulebook, example: Example) -> tuple[Moment, ...]:
    """Play an example in the engine and return what happened; a match example has no moments.

    :raises ExampleError: when anything is different from what the example says.
    """
    if example.match is not None:
        _run_match(rulebook, example, example.match)
        return ()
    state = parse_state(example.position or "", rules=rulebook)
    if example.deck is not None:
        game = load(rulebook, players=state.game.players, **dict(state.game.options))
        dealt = game.deal(deck=example.deck, dealer=state.dealer, cut=_cut(state))
        _expect(example, "the deal", str(state), str(dealt))
    moments: list[Moment] = []
    for number, step in enumerate(example.steps, start=1):
        moment = _take(example, f"step {number} ({step.action})", state, step)
        moments.append(moment)
        state = moment.after if moment.after is not None else state
    if example.result is not None:
        _check_result(example, example.result, state)
    return tuple(moments)


def _cut(state: State) -> Card | None:
    """Return a card that cutting can have shown before the deal; ``None`` where none is cut."""
    if not isinstance(state, SuitState) or not state.game.cuts:
        return None
    known = [card for hand in state.shown for card in hand]
    return (known or [card for card in state.game.pack.cards if card.suit == state.trump])[0]


def _take(example: Example, where: str, state: State, step: Step) -> Moment:
    action = parse_action(step.action)
    if step.turn is not None:
        _expect(example, f"{where}: turn", step.turn, state.turn)
    if step.legal is not None:
        _expect(example, f"{where}: legal", step.legal, tuple(map(str, state.legal)))
    try:
        after = state.play(action)
    except IllegalAction as error:
        _expect(example, f"{where}: refused by", step.refused, error.clause)
        if step.code is not None:
            _expect(example, f"{where}: code", step.code, error.code)
        return Moment(state, action, None, error.clause)
    _expect(example, f"{where}: refused by", step.refused, None)
    if step.winning is not None:
        _expect(example, f"{where}: winning", step.winning, after.winning if after.trick else None)
    if step.taken_by is not None or step.gathered is not None:
        winner, gathered = _taken(state, action, after)
        if step.taken_by is not None:
            _expect(example, f"{where}: taken by", step.taken_by, winner)
        if step.gathered is not None:
            _expect(example, f"{where}: gathered", step.gathered, gathered)
    if step.after is not None:
        _expect(example, f"{where}: after", parse_state(step.after, rules=state.game.rulebook), after)
    return Moment(state, action, after, None)


def _taken(before: State, action: Action, after: State) -> tuple[Seat | None, int]:
    """Return who took the trick with this action, and how many cards."""
    if after.trick:
        return None, 0
    return after.leader, len(before.trick) + isinstance(action, Play | Flip | Meld)


def _check_result(example: Example, expected: ExpectedResult, state: State) -> None:
    result = state.result
    if result is None:
        raise ExampleError(example=example.id, problem=say("a result is expected, and the deal is not over"))
    for name in ("points", "game_points", "award", "winners", "resets"):
        if getattr(expected, name) is not None:
            _expect(example, name, getattr(expected, name), getattr(result, name))
    if expected.winner is not None:
        _expect(example, "winner", expected.winner, "nobody" if result.winners == () else result.winner)


def _run_match(rulebook: Rulebook, example: Example, course: MatchCourse) -> None:
    game: Game = load(rulebook, players=course.players, **course.options)
    match = start_match(game, dealer=course.dealer, seed=course.seed)
    for number, (dealer, game_points) in enumerate(zip(course.dealers, course.deals, strict=True), start=1):
        _expect(example, f"deal {number}: winner before it", None, match.winner)
        _expect(example, f"deal {number}: dealer", dealer, match.dealer)
        if course.seats:
            _expect(example, f"deal {number}: seats", course.seats[number - 1], match.players)
        resets = course.resets[number - 1] if course.resets else ()
        trump = card(f"A{course.trumps[number - 1]}").suit if course.trumps else None
        claimed = Side(course.claimed) if course.claimed is not None and number == len(course.deals) else None
        match = match.add_game_points(game_points, tuple(map(Side, resets)), trump=trump, claimed=claimed)
    _expect(example, "scores", course.scores, match.scores)
    _expect(example, "winner", course.winner, match.winner)


def _expect(example: Example, what: str, expected: object, found: object) -> None:
    if expected != found:
        problem = say(
            "{what}: expected {expected}, found {found}", what=what, expected=_shown(expected), found=_shown(found)
        )
        raise ExampleError(example=example.id, problem=problem)


def _shown(value: object) -> str:
    return str(value).replace("'", "")
