"""What is said of a wrong answer: where in play it happens, and which clauses are behind it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from aceten.conformance.coverage.blamed_clauses import clauses_behind, state_at
from aceten.conformance.findings.marks import Key
from aceten.conformance.oracle.cases import OracleCase, length_of
from aceten.conformance.verification import ClauseText, Finding
from aceten_spec.clauses.sources import citations
from aceten_spec.protocol import DealRequest, Option, PositionRequest, Question
from aceten_spec.rulebook import Rulebook
from aceten_spec.speech import speaking
from aceten_spec.stated_parameters import agreed_otherwise

if TYPE_CHECKING:
    from aceten.conformance.findings.asker import Wrong

_CITED: Final = 4
"""How many clauses are cited at most."""


def key_of(case: OracleCase, wrong: Wrong) -> Key:
    """Return what tells a wrong answer apart from others: what is wrong, and the clause that most likely stands behind it.

    It is quickly found, and not always that of the finding which is made of it.
    """
    return _key(wrong, clauses_behind(case, wrong.discrepancy, by_options=False))


def _key(wrong: Wrong, clauses: tuple[str, ...]) -> Key:
    """Return the mark with the likeliest clause; what a program never says breaks none."""
    return Key(wrong.mark, clauses[0] if clauses and wrong.discrepancy.lack != "left out" else "")


def finding_of(
    case: OracleCase,
    wrong: Wrong,
    first: tuple[OracleCase, Wrong],
    *,
    asked: int,
    seconds: float,
    known: Collection[str] = (),
    fits: tuple[dict[str, Option], ...] = (),
) -> tuple[Key, Finding]:
    """Return what is said of a wrong answer, with its key.

    :param first: the case in which it was seen first, which may tell more of what led there than the smallest does.
    :param known: the keys of divergences that are known.
    :param fits: the options under which the answer is right.
    """
    position, action = _moment(case, wrong)
    own, larger = clauses_behind(case, wrong.discrepancy), clauses_behind(first[0], first[1].discrepancy)
    clauses = tuple(dict.fromkeys(own + larger if length_of(case.question) or not position else larger + own))
    rulebook = case.game.rulebook
    discrepancy = wrong.discrepancy
    key = _key(wrong, clauses)
    finding = Finding(
        key=str(key),
        known=str(key) in known,
        kind=wrong.kind,
        question=case.question,
        field=discrepancy.field,
        about=" ".join(filter(None, (discrepancy.lack, discrepancy.action))),
        expected=discrepancy.expected,
        given=discrepancy.given,
        position=position,
        action=action,
        actions=length_of(case.question),
        clauses=cited(rulebook, case.question, clauses[:_CITED]),
        asked=asked,
        seconds=seconds,
        fits=fits,
        note=wrong.note,
    )
    return key, finding


def _moment(case: OracleCase, wrong: Wrong) -> tuple[str, str]:
    """Return the position in which a program goes wrong and the action there; nothing where it is not about play."""
    question, discrepancy = case.question, wrong.discrepancy
    if not isinstance(question, DealRequest | PositionRequest) or discrepancy.step is None:
        return (question.position, "") if isinstance(question, PositionRequest) else ("", "")
    at_once = discrepancy.field == "refused"
    step = discrepancy.step if at_once else max(0, discrepancy.step - 1)
    state = state_at(case, step)
    played = question.actions[step : step + 1] if at_once or discrepancy.step else ()
    return "" if state is None else str(state), "".join(played)


def cited(rulebook: Rulebook, question: Question, clauses: tuple[str, ...]) -> tuple[ClauseText, ...]:
    """Return clauses with their texts and sources, and what the options of a question say in place of them."""
    texts = {clause.id: clause for clause in rulebook.clauses}
    otherwise = agreed_otherwise(rulebook, question.players, question.options)
    cited: list[ClauseText] = []
    for clause in clauses:
        with speaking("en"):  # programs read it
            sources = citations(rulebook, texts[clause].sources)
        cited.append(ClauseText(clause, texts[clause].text, sources, otherwise.get(clause, ())))
    return tuple(cited)
