"""Puzzles: endings in which only one card or action wins, and what comes of another."""

from __future__ import annotations

import secrets
import time
from typing import Annotated, Final

import msgspec

import aceten_solver
from aceten import Action, State, UsageError
from aceten.deals.shuffling import split_mix
from aceten.engine.equal_actions import canonical_action
from aceten.vocabulary.naming import party
from aceten.words import best_play, telling
from aceten_board.bodies import AskedTable, Spoken
from aceten_board.kits import game_named
from aceten_board.shown_table import moments
from aceten_solver import Solution
from aceten_solver.answers.value_labels import meaning_of_value
from aceten_solver.reviews.puzzles import FEWEST, MOST, cost_in, most_cards, one_of, only_action, usual_cards
from aceten_solver.reviews.verdicts import cost_words
from aceten_spec.speech import say

SECONDS: Final = 8.0
"""So long it is looked for a puzzle."""


class AskedPuzzle(Spoken, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Set a puzzle."""

    game: Annotated[str, msgspec.Meta(max_length=100)]
    """The game, as a position line begins."""
    cards: Annotated[int, msgspec.Meta(ge=FEWEST, le=MOST)] | None = None
    """How many everybody holds; ``None``: as many as usual."""
    hard: bool = False
    """Only one whose solution brings fewer points in the first trick than something else would."""
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**53)] | None = None
    """What the puzzle depends on; ``None``: chance."""


class AskedAttempt(AskedTable, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Is this right?"""

    action: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    """What is tried; ``None``: it is only asked what the task is."""


class PuzzleSet(msgspec.Struct, frozen=True):
    """A puzzle."""

    position: str


class Attempted(msgspec.Struct, frozen=True):
    """What comes of an attempt."""

    task: str
    """What is looked for."""
    right: bool | None
    """Whether that is it; ``None``: nothing was tried."""
    told: tuple[str, ...]
    """What it costs, or that it is right, and what the deal comes to then."""
    line: tuple[str, ...]
    """Best play after it, trick by trick."""


def puzzle(asked: AskedPuzzle) -> PuzzleSet:
    """Return a puzzle of a game.

    :raises AcetenError: for a game that there is not, one without two sides, or where none is found soon.
    """
    game = game_named(asked.game)
    cards = usual_cards(game) if asked.cards is None else asked.cards
    numbers, deadline = (
        split_mix(secrets.randbits(64) if asked.seed is None else asked.seed),
        time.monotonic() + SECONDS,
    )
    while cards <= most_cards(game) and time.monotonic() < deadline:
        found = one_of(game, cards, numbers, hard=asked.hard)
        if found is not None:
            return PuzzleSet(str(found.state))
    raise UsageError(
        say(
            "no puzzle of {game} with {cards} cards a hand was found in {seconds} seconds",
            game=game,
            cards=cards,
            seconds=int(SECONDS),
        )
    )


def attempt(asked: AskedAttempt) -> Attempted:
    """Return whether an action is the one that alone keeps what the side to act can come to, and what comes of it.

    :raises AcetenError: where the position has no such action, or cannot be read, or it is not allowed.
    """
    found = moments(AskedTable(asked.position, asked.actions))
    if not isinstance(found, list) or found[-1].turn is None:
        raise UsageError(say("no puzzle: every card has to be known, and somebody to act"))
    state = found[-1]
    solution = aceten_solver.solve(state, seconds=SECONDS)
    only = only_action(solution) if solution.exact else None
    if only is None:
        raise UsageError(say("no puzzle: more than one action keeps what the position is worth"))
    own = party(state.game, solution.sides[state.turn not in solution.sides[0]])
    task = say("Only one of these keeps what {who} can come to. Which?", who=own.name)
    if asked.action is None:
        return Attempted(task, None, (), ())
    # Which also says why it is not allowed.
    moments(AskedTable(asked.position, (*asked.actions, asked.action)))
    action = next(each for each in state.legal if str(each) == asked.action)
    if canonical_action(state.game, action) == canonical_action(state.game, only):
        return Attempted(
            task,
            right=True,
            told=(say("Right."), *_meaning(state, solution, solution)),
            line=_line(state, solution.line),
        )
    return _refuted(state, solution, action, task)


def _refuted(state: State, solution: Solution, action: Action, task: str) -> Attempted:
    cost, counted_in = cost_in(solution, action)
    after = aceten_solver.solve(state.play(action), seconds=SECONDS)
    tried = telling(state).tries(action)
    costs = "" if counted_in is None else cost_words(cost, counted_in)
    told = (say("Wrong: to {tried} costs {cost}.", tried=tried, cost=costs), *_meaning(state, after, solution))
    return Attempted(task, right=False, told=told, line=_line(state, (action, *after.line)))


def _meaning(state: State, found: Solution, asked: Solution) -> tuple[str, ...]:
    return () if found.value is None else (meaning_of_value(state, found.value, asked.sides),)


def _line(state: State, line: tuple[Action, ...]) -> tuple[str, ...]:
    return tuple(
        [f"{trick.moves}: {trick.outcome}" if trick.outcome else trick.moves for trick in best_play(state, line)]
    )
