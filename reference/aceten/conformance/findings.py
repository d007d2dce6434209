"""What is said of a wrong answer: where in play it happens, and which clauses are behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten.conformance.answering import game_of
from aceten.conformance.cases import length_of
from aceten.conformance.evidence import clauses_behind, state_at
from aceten.conformance.report import ClauseText, Finding
from aceten_spec.protocol import DealRequest, PositionRequest

if TYPE_CHECKING:
    from aceten.conformance.asking import Wrong
    from aceten.conformance.cases import Case
    from aceten_spec.rulebook import Rulebook

_CITED: Final = 4
"""How many clauses are cited at most."""


def finding_of(case: Case, wrong: Wrong, first: tuple[Case, Wrong], *, asked: int, seconds: float) -> Finding:
    """Return what is said of a wrong answer.

    :param first: the case in which it was seen first, which may tell more of what led there than the smallest does.
    """
    position, action = _moment(case, wrong)
    own, larger = clauses_behind(case, wrong.difference), clauses_behind(first[0], first[1].difference)
    clauses = own + larger if length_of(case.question) or not position else larger + own
    rulebook = game_of(case.question).rulebook
    return Finding(
        kind=wrong.kind,
        question=case.question,
        field=wrong.difference.field,
        expected=wrong.difference.expected,
        given=wrong.difference.given,
        position=position,
        action=action,
        actions=length_of(case.question),
        clauses=tuple([_cited(rulebook, clause) for clause in tuple(dict.fromkeys(clauses))[:_CITED]]),
        asked=asked,
        seconds=seconds,
        note=wrong.note,
    )


def _moment(case: Case, wrong: Wrong) -> tuple[str, str]:
    """Return the position in which a program goes wrong and the action there; nothing where it is not about play."""
    question, difference = case.question, wrong.difference
    if not isinstance(question, DealRequest | PositionRequest) or difference.step is None:
        return (question.position, "") if isinstance(question, PositionRequest) else ("", "")
    at_once = difference.field == "refused"
    step = difference.step if at_once else max(0, difference.step - 1)
    state = state_at(case, step)
    played = question.actions[step : step + 1] if at_once or difference.step else ()
    return "" if state is None else str(state), "".join(played)


def _cited(rulebook: Rulebook, clause: str) -> ClauseText:
    """Return a clause with its text and sources."""
    text = next(one for one in rulebook.clauses if one.id == clause)
    sources = [[rulebook.documents[one.document], one.section] for one in text.sources]
    return ClauseText(clause, text.text, tuple([", ".join(filter(None, source)) for source in sources]))
