"""Holding test vectors against the reference."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from aceten.conformance.oracle.answers import answer
from aceten.conformance.oracle.discrepancies import discrepancies
from aceten.notation.position import parse_state
from aceten.vocabulary.errors import IllegalAction
from aceten_spec.errors import AcetenError
from aceten_spec.protocol import REPLIES
from aceten_spec.speech import say

if TYPE_CHECKING:
    from aceten_spec.formats import AnswerVector, Vector
    from aceten_spec.rulebook import Rulebook


class VectorError(AcetenError):
    """A vector does not hold."""

    def __init__(self, *, vector: str, problem: str) -> None:
        """Say which vector fails, and how."""
        self.vector = vector
        """Id of the vector."""
        self.problem = problem
        """What is different, in words."""
        super().__init__(f"{vector}: {problem}")


def check_vector(vector: Vector, *, rules: Rulebook | None = None) -> None:
    """Run a vector through the engine.

    :raises VectorError: when the engine does something else than the vector says.
    """
    state = parse_state(vector.position, rules=rules)
    try:
        after = str(state.play(vector.action))
    except IllegalAction as error:
        if error.clause != vector.refused:
            problem = say(
                "refused by {clause}; the vector says {told}", clause=error.clause, told=vector.refused or say("legal")
            )
            raise VectorError(vector=vector.id, problem=problem) from error
        return
    if vector.refused is not None:
        raise VectorError(
            vector=vector.id, problem=say("legal; the vector says refused by {clause}", clause=vector.refused)
        )
    if after != vector.after:
        raise VectorError(
            vector=vector.id, problem=say("leads to {after}; the vector says {told}", after=after, told=vector.after)
        )


def check_answer(vector: AnswerVector, *, rules: Rulebook | None = None) -> None:
    """Compare what the reference answers with a vector.

    :raises VectorError: when it answers something else.
    """
    expected = msgspec.json.decode(vector.reply, type=REPLIES[type(vector.request)])
    discrepancy = next(discrepancies(answer(vector.request, rules), expected), None)
    if discrepancy is not None:
        at = "" if discrepancy.step is None else say("step {step}: ", step=discrepancy.step)
        said, told = (msgspec.json.encode(value).decode() for value in (discrepancy.expected, discrepancy.given))
        problem = say(
            "{at}{field}: {said}; the vector says {told}", at=at, field=discrepancy.field, said=said, told=told
        )
        raise VectorError(vector=vector.id, problem=problem)
