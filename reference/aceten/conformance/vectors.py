"""Test vectors of a rulebook: its examples, one case for each action, and counts of action sequences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from aceten.actions import Action, Bid, Call, Claim, parse_action
from aceten.errors import IllegalAction
from aceten.examples import run_example
from aceten.game import load
from aceten.match import start_match
from aceten.match_record import record_of_match
from aceten.perft import perft
from aceten.position import parse
from aceten.shuffling import below, split_mix
from aceten.suits.state import SuitState
from aceten_spec.errors import AcetenError
from aceten_spec.formats import PerftVector, Vector, VectorFile
from aceten_spec.options import parameters_for
from aceten_spec.rulebook import digest

if TYPE_CHECKING:
    from aceten.state import State
    from aceten_spec.rulebook import Example, Rulebook

_PERFT_SEEDS: Final = (1, 2, 3)
_PERFT_DEPTH: Final = 6
_MANY_SEQUENCES: Final = 100_000
"""A table goes no deeper when there are more sequences than this."""
_MATCH_SEED: Final = 1


class VectorError(AcetenError):
    """A vector does not hold."""

    def __init__(self, *, vector: str, problem: str) -> None:
        """Say which vector fails, and how."""
        self.vector = vector
        """Id of the vector."""
        self.problem = problem
        """What is different, in words."""
        super().__init__(f"{vector}: {problem}")


def make_vectors(rulebook: Rulebook) -> VectorFile:
    """Return the vectors of a rulebook; the same rulebook gives the same vectors."""
    vectors = tuple(vector for example in rulebook.examples for vector in _of_example(rulebook, example))
    return VectorFile(
        format=1,
        game=rulebook.id,
        rules={str(players): digest(parameters_for(rulebook, players)) for players in rulebook.parameters.players},
        count=len(vectors),
        vectors=vectors,
        perft=tuple(
            _perft(rulebook, players, seed) for players in rulebook.parameters.players for seed in _PERFT_SEEDS
        ),
    )


def _of_example(rulebook: Rulebook, example: Example) -> list[Vector]:
    vectors: list[Vector] = []
    for number, moment in enumerate(run_example(rulebook, example), start=1):
        if isinstance(moment.action, Call) and moment.after is not None:
            continue  # a call that is allowed changes no position
        vectors.append(
            Vector(
                id=f"{example.id}/{number}",
                clauses=example.clauses if moment.clause is None else (moment.clause,),
                flags=("valid" if moment.after is not None else "invalid", *(("seed",) if example.source else ())),
                position=str(moment.before),
                action=str(moment.action),
                after=None if moment.after is None else str(moment.after),
                refused=moment.clause,
            )
        )
    return vectors


def _perft(rulebook: Rulebook, players: int, seed: int) -> PerftVector:
    state = load(rulebook, players=players).deal(seed=seed)
    counts: list[int] = []
    while len(counts) < _PERFT_DEPTH and max(counts, default=0) <= _MANY_SEQUENCES:
        counts.append(perft(state, len(counts) + 1))
    return PerftVector(id=f"{rulebook.prefix}-PERFT-{players}-{seed}", position=str(state), counts=tuple(counts))


def encode_vectors(vectors: VectorFile) -> str:
    """Return the vectors as JSON text, one entry a line in effect: the form in which they are checked in."""
    return msgspec.json.format(msgspec.json.encode(vectors), indent=1).decode() + "\n"


def check_vector(vector: Vector, *, rules: Rulebook | None = None) -> None:
    """Run a vector through the engine.

    :raises VectorError: when the engine does something else than the vector says.
    """
    state = parse(vector.position, rules=rules)
    try:
        after = str(state.play(parse_action(vector.action)))
    except IllegalAction as error:
        if error.clause != vector.refused:
            problem = f"refused by {error.clause}; the vector says {vector.refused or 'legal'}"
            raise VectorError(vector=vector.id, problem=problem) from error
        return
    if vector.refused is not None:
        raise VectorError(vector=vector.id, problem=f"legal; the vector says refused by {vector.refused}")
    if after != vector.after:
        raise VectorError(vector=vector.id, problem=f"leads to {after}; the vector says {vector.after}")


def make_match(rulebook: Rulebook) -> str:
    """Return the record of a whole match, from the first deal to the result; the same rulebook gives the same record.

    The players do what chance says, but for claims, which they make when they are right and only then, and low bids.
    """
    game = load(rulebook)
    numbers = split_mix(_MATCH_SEED)
    begun = match = start_match(game, dealer=0)
    deals: list[tuple[State, State]] = []
    while not match.over:
        start = state = match.deal(seed=next(numbers))
        while state.turn is not None and match.reached(state) is None:
            choices = _choices(state)
            state = state.play(choices[below(len(choices), numbers)])
        deals.append((start, state))
        match = match.finish(state)
    return record_of_match(begun, deals)


def _choices(state: State) -> tuple[Action, ...]:
    """Return what a player chooses among."""
    legal = state.legal
    if not isinstance(state, SuitState):
        return legal
    claims = [action for action in legal if isinstance(action, Claim)]
    right = [action for action in claims if state.is_right(action.suit)]
    bids = [action for action in legal if isinstance(action, Bid)]
    return tuple(right[:1] or [action for action in legal if action not in claims and action not in bids[1:]])
