"""Test vectors of a rulebook: its examples, one case for each action, and counts of action sequences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from aceten.actions import Call, parse_action
from aceten.errors import IllegalAction
from aceten.examples import run_example
from aceten.game import load
from aceten.perft import perft
from aceten.position import parse
from aceten_spec.errors import AcetenError
from aceten_spec.formats import PerftVector, Vector, VectorFile
from aceten_spec.options import parameters_for
from aceten_spec.rulebook import digest

if TYPE_CHECKING:
    from aceten_spec.rulebook import Example, Rulebook

_PERFT_SEEDS: Final = (1, 2, 3)
_PERFT_DEPTH: Final = 6


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
    counts = tuple(perft(state, depth) for depth in range(1, _PERFT_DEPTH + 1))
    return PerftVector(id=f"{rulebook.prefix}-PERFT-{players}-{seed}", position=str(state), counts=counts)


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
