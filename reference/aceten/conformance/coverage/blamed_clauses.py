"""Which clauses a case puts to the test, and which of them stand behind a discrepancy."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from aceten.conformance.coverage import (
    FIRST_DEALER,
    SHOWN_ALONE,
    SHUFFLED,
    Facts,
    Trick,
    blame,
    blame_alone,
    facts_at,
    facts_instead,
    facts_instead_in_match,
    facts_instead_in_trick,
    facts_instead_of_deck,
    facts_of,
    facts_of_deal,
    facts_of_match,
    facts_of_trick,
    facts_of_view,
    part_of,
)
from aceten.conformance.oracle.answers import answer, end_of, start_of, suit_of
from aceten.conformance.oracle.cases import OracleCase, level_of, with_options
from aceten.conformance.oracle.discrepancies import Discrepancy, discrepancies, is_omitted, listed
from aceten.conformance.oracle.shown_marriages import is_showing
from aceten.engine.state import State
from aceten.notation.position import parse_state
from aceten.vocabulary.errors import IllegalAction
from aceten_spec.errors import AcetenError, NotationError
from aceten_spec.options import option_values, options_for, own_value
from aceten_spec.protocol import (
    ACTIONS,
    DealRequest,
    Level,
    MatchRequest,
    PerftRequest,
    PositionRequest,
    Question,
    ScoreRequest,
    ShuffleRequest,
    TrickRequest,
    ViewRequest,
)
from aceten_spec.written_cards import card

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
_OF_RESULTS: Final = frozenset({"result.points", "result.winners", "result.game_points", "result.resets"})
"""The parts of a result."""
_ALLOWED: Final = frozenset({"legal", "refused"})
"""The parts that say what may be done, each about every kind of action."""

_SAID_BY_POSITIONS: Final = frozenset({"hands", "talon", "points", "tricks"})
"""The parts of an answer that a position line says."""


def facts_in(case: OracleCase) -> Facts:
    """Return everything that is the case in a case."""
    question = case.question
    facts: Facts
    match question:
        case TrickRequest():
            trick = _trick_of(case, question)
            facts = facts_of_trick(trick.game, trick.cards, trick.trump)
        case ScoreRequest():
            facts = facts_at(parse_state(question.position, rules=case.game.rulebook))
        case PositionRequest() if is_showing(question):
            facts = SHOWN_ALONE
        case DealRequest() | PositionRequest():
            facts = facts_at(_end(case, question)).union(*map(facts_of, case.moments))
            if isinstance(question, DealRequest):
                facts |= facts_of_deal(start_of(question, case.game))
        case MatchRequest():
            deals = zip(case.stands, question.deals, case.stands[1:], strict=False)
            nothing: Facts = frozenset()
            facts = nothing.union(*[facts_of_match(before, deal, after) for before, deal, after in deals])
        case ViewRequest():
            facts = facts_of_view(_end(case, question).view(question.seat))
        case ShuffleRequest():
            facts = SHUFFLED | FIRST_DEALER
        case PerftRequest():
            facts = facts_of_deal(start_of(question, case.game)) | facts_at(start_of(question, case.game))
    return facts


def _trick_of(case: OracleCase, question: TrickRequest) -> Trick:
    """Return the trick that a question is about."""
    return Trick(case.game, tuple(map(card, question.cards)), question.leader, suit_of(question.trump))


def _end(case: OracleCase, question: DealRequest | PositionRequest | ViewRequest) -> State:
    """Return the state after everything that happens in a case."""
    end = end_of(case.moments)
    return start_of(question, case.game) if end is None else end


def clauses_tested(
    case: OracleCase,
    said: frozenset[str] = frozenset(),
    *,
    lacks: Collection[str] = (),
    omits: Collection[str] = (),
) -> frozenset[str]:
    """Return the clauses that would show in the answer to a question if a program broke them.

    :param said: the parts of answers that this program gives although it need not.
    :param lacks: the kinds of actions that it does not have.
    :param omits: the parts of answers that it does not tell.
    """
    facts = facts_in(case)
    rulebook = case.game.rulebook
    parts = PARTS[level_of(case.question)] | said
    if "result" in parts:
        parts = parts - {"result"} | _OF_RESULTS
    parts = frozenset([part for part in parts if not is_omitted(part, omits)])
    if lacks:
        parts |= {f"{part}.{kind}" for part in parts & _ALLOWED for kind in ACTIONS if kind not in lacks}
        parts -= _ALLOWED
    named = blame_alone if lacks else blame
    return frozenset([clause for part in parts for clause in named(rulebook, facts, part)])


def clauses_behind(case: OracleCase, discrepancy: Discrepancy, *, by_options: bool = True) -> tuple[str, ...]:
    """Return the clauses that most likely stand behind a discrepancy, likeliest first; none where that cannot be said.

    First come the clauses to which the wrong answer itself leads, then those of options by whose other values it would be right, then
    those at work where it is given.

    :param by_options: whether options are tried, which takes a hundred times as long as the rest.
    """
    if not discrepancy.field or _is_read(case, discrepancy):
        return ()
    options = clauses_of_options(case, discrepancy) if by_options else ()
    if isinstance(case.question, PerftRequest):
        return options  # a count says only that something is wrong
    rulebook = case.game.rulebook
    part = discrepancy.field
    refusing: tuple[str, ...] = ()
    ending: tuple[str, ...] = ()
    around: list[Facts] = [facts_in(case)]
    if is_showing(case.question):
        return (*blame(rulebook, SHOWN_ALONE, _part(case, discrepancy, 0)), *options)
    if isinstance(case.question, DealRequest | PositionRequest):
        step = discrepancy.step or 0
        part = _part(case, discrepancy, step)
        refusing = _refusing(case, discrepancy, step)
        if part == "turn" and None in (discrepancy.expected, discrepancy.given):
            ending = _ending(case, step)
        around = _facts_around(case, discrepancy, step)
    elif isinstance(case.question, MatchRequest):
        around = [_facts_of_step(case, case.question, discrepancy.step or 0)]
    instead = (*blame_alone(rulebook, _instead(case, discrepancy), part), *refusing)
    at_work = [clause for facts in around for clause in blame(rulebook, facts, part)]
    instead = (*[clause for clause in instead if clause in options], *instead)
    likely = (*instead, *ending, *at_work)
    found = (*instead, *sorted(set(options).intersection(likely), key=likely.index), *likely, *options)
    return tuple(dict.fromkeys(found)) if likely else (*blame(rulebook, facts_in(case), part), *options)


def _is_read(case: OracleCase, discrepancy: Discrepancy) -> bool:
    """Whether a discrepancy is in what a program reads from a position line: no clause says how that is read."""
    by_position = isinstance(case.question, PositionRequest) and not discrepancy.step
    return by_position and discrepancy.part in _SAID_BY_POSITIONS


def clauses_of_options(case: OracleCase, discrepancy: Discrepancy) -> tuple[str, ...]:
    """Return the clauses of the options of which another value would have the very answer that a program gives."""
    question, book = case.question, case.game.rulebook
    explaining: list[str] = []
    for name, option in options_for(book, question.players).items():
        own = own_value(book, name, question.players)
        now = question.options.get(name, own)
        for value in (own, *(option_values(option) or ())):
            if value != now and _answers_so(with_options(question, {name: value}), case, discrepancy):
                explaining.append(option.clause)
                break
    return tuple(dict.fromkeys(explaining))


def _answers_so(question: Question, case: OracleCase, discrepancy: Discrepancy) -> bool:
    """Whether a question has an answer that differs from that of a case first in the same."""
    try:
        return next(discrepancies(case.expected, answer(question, case.game.rulebook)), None) == discrepancy
    except AcetenError:
        return False  # what is asked cannot be by these options


def _instead(case: OracleCase, discrepancy: Discrepancy) -> Facts:
    """Return what a wrong answer is in place of the right one."""
    question, step = case.question, discrepancy.step or 0
    match question:
        case TrickRequest():
            return facts_instead_in_trick(discrepancy, _trick_of(case, question))
        case MatchRequest() if 0 < step < len(case.stands):
            deal = question.deals[step - 1]
            return facts_instead_in_match(discrepancy, case.stands[step - 1], deal, case.stands[step])
        case ShuffleRequest() if discrepancy.field == "deck":
            return facts_instead_of_deck(discrepancy, case.game)
        case ViewRequest() if discrepancy.field == "legal":
            return facts_instead(discrepancy, None, _end(case, question))
        case DealRequest() | PositionRequest() | ScoreRequest():
            now = state_at(case, step)
            before = next((moment for moment in case.moments[:step][::-1] if moment.after is not None), None)
            action = case.moments[step].action if step < len(case.moments) else None
            return frozenset() if now is None else facts_instead(discrepancy, before, now, action)
        case _:
            return frozenset()


def _facts_of_step(case: OracleCase, question: MatchRequest, step: int) -> Facts:
    """Return what the last deal before a step of a match did."""
    if not 0 < step < len(case.stands):
        return frozenset()
    return facts_of_match(case.stands[step - 1], question.deals[step - 1], case.stands[step])


def _ending(case: OracleCase, step: int) -> tuple[str, ...]:
    """Return the clauses that say when a deal is over, and what may still be done."""
    state = state_at(case, step)
    if state is None:
        return ()
    facts, rulebook = facts_at(state), case.game.rulebook
    legal, result = blame(rulebook, facts, part_of("legal", map(str, state.legal))), blame(rulebook, facts, "result")
    return legal + result if state.legal else result + legal


def _part(case: OracleCase, discrepancy: Discrepancy, step: int) -> str:
    """Return the part of an answer that differs, with the kind of the actions about which there is no agreement."""
    if discrepancy.field == "refused":
        return part_of("refused", [str(case.moments[step].action)])
    if discrepancy.field == "legal":
        return part_of("legal", listed(discrepancy.expected) ^ listed(discrepancy.given))
    return discrepancy.field


def _facts_around(case: OracleCase, discrepancy: Discrepancy, step: int) -> list[Facts]:
    """Return what happened just before a step of play, and what is the case then."""
    if discrepancy.field == "refused":
        moment = case.moments[step]
        return [facts_of(moment)] if moment.after is None else [facts_at(moment.before), facts_of(moment)]
    state = state_at(case, step)
    before = [facts_of(moment) for moment in case.moments[max(0, step - 1) : step]]
    now = [] if state is None else [facts_at(state)]
    dealt = [facts_of_deal(state)] if state is not None and not step and isinstance(case.question, DealRequest) else []
    return now + before + dealt if discrepancy.field == "legal" else before + now + dealt


def state_at(case: OracleCase, step: int) -> State | None:
    """Return the state at a step of a case about play."""
    if step < len(case.moments):
        return case.moments[step].before
    if isinstance(case.question, ScoreRequest):
        return parse_state(case.question.position, rules=case.game.rulebook)
    return _end(case, case.question) if isinstance(case.question, DealRequest | PositionRequest) else None


def _refusing(case: OracleCase, discrepancy: Discrepancy, step: int) -> tuple[str, ...]:
    """Return the clauses that refuse what the program takes for legal."""
    state = state_at(case, step)
    if discrepancy.field != "legal" or state is None:
        return ()
    clauses: list[str] = []
    for text in sorted(listed(discrepancy.given) - listed(discrepancy.expected)):
        try:
            state.play(text)
        except IllegalAction as error:
            clauses.append(error.clause)
        except NotationError:
            continue
    return tuple(clauses)
