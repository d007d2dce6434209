"""Which clauses a case puts to the test, and which of them stand behind a difference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten.conformance.answering import end_of, game_of, start_of
from aceten.conformance.cases import level_of
from aceten.conformance.coverage import (
    FIRST_DEALER,
    SHUFFLED,
    blame,
    facts_at,
    facts_of,
    facts_of_deal,
    facts_of_match,
    facts_of_trick,
    facts_of_view,
    part_of,
)
from aceten.errors import IllegalAction
from aceten.position import parse
from aceten_spec.cards import card
from aceten_spec.errors import NotationError
from aceten_spec.protocol import (
    DealRequest,
    MatchRequest,
    PerftRequest,
    PositionRequest,
    ScoreRequest,
    ShuffleRequest,
    TrickRequest,
    ViewRequest,
)

if TYPE_CHECKING:
    from aceten.conformance.cases import Case
    from aceten.conformance.comparing import Difference
    from aceten.conformance.coverage import Facts
    from aceten.state import State
    from aceten_spec.protocol import Level

PARTS: Final[dict[Level, frozenset[str]]] = {
    "trick": frozenset({"winner"}),
    "score": frozenset({"result"}),
    "deal": frozenset({"turn", "legal", "refused", "result"}),
    "position": frozenset({"turn", "legal", "refused", "result"}),
    "match": frozenset({"scores", "over", "winner"}),
    "view": frozenset({"known", "sizes", "talon", "known_talon", "legal"}),
    "shuffle": frozenset({"deck", "cut"}),
    "perft": frozenset({"legal"}),
}
"""The parts of an answer that every program gives, by level."""


def facts_in(case: Case) -> Facts:
    """Return everything that is the case in a case."""
    question = case.question
    facts: Facts
    match question:
        case TrickRequest():
            trump = None if question.trump is None else card(f"A{question.trump}").suit
            cards = tuple(map(card, question.cards))
            facts = facts_of_trick(game_of(question), cards, trump)
        case ScoreRequest():
            facts = facts_at(parse(question.position))
        case DealRequest() | PositionRequest():
            facts = facts_at(_end(case, question)).union(*map(facts_of, case.moments))
            if isinstance(question, DealRequest):
                facts |= facts_of_deal(start_of(question))
        case MatchRequest():
            deals = zip(case.stands, question.deals, case.stands[1:], strict=False)
            nothing: Facts = frozenset()
            facts = nothing.union(*[facts_of_match(before, deal, after) for before, deal, after in deals])
        case ViewRequest():
            facts = facts_of_view(_end(case, question).view(question.seat))
        case ShuffleRequest():
            facts = SHUFFLED | FIRST_DEALER
        case PerftRequest():
            facts = facts_of_deal(start_of(question)) | facts_at(start_of(question))
    return facts


def _end(case: Case, question: DealRequest | PositionRequest | ViewRequest) -> State:
    """Return the state after everything that happens in a case."""
    end = end_of(case.moments)
    return start_of(question) if end is None else end


def clauses_tested(case: Case, said: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return the clauses that would show in the answer to a question if a program broke them.

    :param said: the parts of answers that this program gives although it need not.
    """
    facts = facts_in(case)
    rulebook = game_of(case.question).rulebook
    parts = PARTS[level_of(case.question)] | said
    return frozenset([clause for part in parts for clause in blame(rulebook, facts, part)])


def clauses_behind(case: Case, difference: Difference) -> tuple[str, ...]:
    """Return the clauses that most likely stand behind a difference, likeliest first; none where that cannot be said."""
    if not difference.field or isinstance(case.question, PerftRequest):
        return ()  # a count says only that something is wrong
    rulebook = game_of(case.question).rulebook
    found: tuple[str, ...] = ()
    part = difference.field
    if isinstance(case.question, DealRequest | PositionRequest):
        step = difference.step or 0
        part = _part(case, difference, step)
        found = _refusing(case, difference, step)
        if part == "turn" and "null" in {difference.expected, difference.given}:
            found += _ending(case, step)
        for facts in _facts_around(case, difference, step):
            found += blame(rulebook, facts, part)
    elif isinstance(case.question, MatchRequest):
        found = blame(rulebook, _facts_of_step(case, case.question, difference.step or 0), part)
    return tuple(dict.fromkeys(found)) or blame(rulebook, facts_in(case), part)


def _facts_of_step(case: Case, question: MatchRequest, step: int) -> Facts:
    """Return what the last deal before a step of a match did."""
    return facts_of_match(case.stands[step - 1], question.deals[step - 1], case.stands[step]) if step else frozenset()


def _ending(case: Case, step: int) -> tuple[str, ...]:
    """Return the clauses that say when a deal is over, and what may still be done."""
    state = state_at(case, step)
    if state is None:
        return ()
    facts, rulebook = facts_at(state), game_of(case.question).rulebook
    return (*blame(rulebook, facts, part_of("legal", map(str, state.legal))), *blame(rulebook, facts, "result"))


def _part(case: Case, difference: Difference, step: int) -> str:
    """Return the part of an answer that differs, with the kind of the actions about which there is no agreement."""
    if difference.field == "refused":
        return part_of("refused", [str(case.moments[step].action)])
    if difference.field == "legal":
        return part_of("legal", set(difference.expected.split()) ^ set(difference.given.split()))
    return difference.field


def _facts_around(case: Case, difference: Difference, step: int) -> list[Facts]:
    """Return what happened just before a step of play, and what is the case then."""
    if difference.field == "refused":
        return [facts_of(case.moments[step])]
    state = state_at(case, step)
    before = [facts_of(moment) for moment in case.moments[max(0, step - 1) : step]]
    now = [] if state is None else [facts_at(state)]
    dealt = [facts_of_deal(state)] if state is not None and not step and isinstance(case.question, DealRequest) else []
    return now + before + dealt if difference.field == "legal" else before + now + dealt


def state_at(case: Case, step: int) -> State | None:
    """Return the state at a step of a case about play."""
    if step < len(case.moments):
        return case.moments[step].before
    if not isinstance(case.question, DealRequest | PositionRequest):
        return None
    return _end(case, case.question)


def _refusing(case: Case, difference: Difference, step: int) -> tuple[str, ...]:
    """Return the clauses that refuse what the program takes for legal."""
    state = state_at(case, step)
    if difference.field != "legal" or state is None:
        return ()
    clauses: list[str] = []
    for text in sorted(set(difference.given.split()) - set(difference.expected.split())):
        try:
            state.play(text)
        except IllegalAction as error:
            clauses.append(error.clause)
        except NotationError:
            continue
    return tuple(clauses)
