"""What an answer may say otherwise: where cards lie that nobody plays any more, what a player works out, and what a line leaves open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from aceten.conformance.oracle.answers import end_of, start_of
from aceten.conformance.oracle.discrepancies import Discrepancy
from aceten.engine.suits.state import SuitState
from aceten.hidden.worlds import worlds
from aceten.notation.position import parse_state
from aceten.notation.position_parts import words
from aceten.vocabulary.actions import Side
from aceten_spec.errors import AcetenError
from aceten_spec.protocol import DealRequest, PlayReply, PositionRequest, ScoreRequest, ViewRequest

if TYPE_CHECKING:
    from aceten.conformance.oracle.cases import OracleCase
    from aceten.engine.state import State

_LEFT: Final = frozenset({"hands", "talon", "known", "sizes", "known_talon"})
"""The parts of an answer that say where cards are which nobody has taken."""
_COUNTED: Final = frozenset({"result.points", "result.winners", "result.game_points"})
"""The parts of an answer on which it bears whether marriages count."""
_WORLDS: Final = 500
"""So many deals that a player may think of are looked through at most."""


def is_settled(case: OracleCase, discrepancy: Discrepancy) -> bool:
    """Whether a clause says what an answer has otherwise.

    None says where cards lie that are left when a deal is over: hands are known to be empty when all was played. None says that a
    player may not know what he can work out. And whether marriages count depends on tricks, of which a position line may say nothing.

    Clauses: SX-MELD-3.
    """
    if discrepancy.part in _COUNTED:
        return not _marriages_open(case)
    if discrepancy.part in _LEFT and _is_over(case, discrepancy):
        return not _left_over(case, discrepancy)
    if discrepancy.part == "known" and isinstance(case.question, ViewRequest):
        return not _follows(case, discrepancy)
    return True


def _marriages_open(case: OracleCase) -> bool:
    """Whether in the end a side has marriages of which it is open whether it has taken a trick, so that they count."""
    question = case.question
    end = None
    if isinstance(question, ScoreRequest):
        end = parse_state(question.position, rules=case.game.rulebook)
    elif isinstance(question, DealRequest | PositionRequest):
        end = _end(case, question)
    return isinstance(end, SuitState) and any(
        shown and end.took_a_trick(Side(side)) is None for side, shown in enumerate(end.melds)
    )


def _is_over(case: OracleCase, discrepancy: Discrepancy) -> bool:
    """Whether the deal is over at the moment that a discrepancy is about."""
    if isinstance(case.question, ViewRequest):
        return _end(case, case.question).result is not None
    reply = case.expected
    return isinstance(reply, PlayReply) and reply.steps[discrepancy.step or 0].result is not None


def _left_over(case: OracleCase, discrepancy: Discrepancy) -> bool:
    """Whether cards are left in the end, of hands or of the talon, so that nobody says where they lie."""
    question = case.question
    if not isinstance(question, DealRequest | PositionRequest | ViewRequest):
        return False
    end = _end(case, question)
    return bool(end.talon) if "talon" in discrepancy.part else any(end.hands)


def _end(case: OracleCase, question: DealRequest | PositionRequest | ViewRequest) -> State:
    """Return the state after everything that happens in a case."""
    end = end_of(case.moments)
    return start_of(question, case.game) if end is None else end


def _follows(case: OracleCase, discrepancy: Discrepancy) -> bool:
    """Whether the cards of another that a program tells beyond those that were shown are his in every deal that fits the view."""
    seat = discrepancy.field.partition("[")[2].rstrip("]")
    question = cast("ViewRequest", case.question)
    if not seat or not (isinstance(discrepancy.given, list) and isinstance(discrepancy.expected, list)):
        return False
    more = set(map(str, discrepancy.given)) - set(map(str, discrepancy.expected))
    if not more or not set(map(str, discrepancy.expected)) <= set(map(str, discrepancy.given)):
        return False
    try:
        deals = worlds(_end(case, question).view(question.seat)).listed(_WORLDS)
    except AcetenError:
        return False
    return deals is not None and all(more <= set(words(deal.hands[int(seat)])) for deal, _ in deals)
