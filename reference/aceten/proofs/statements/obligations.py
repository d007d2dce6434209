"""Discharging an obligation: what is checked, in which order, before a statement counts as proved.

For each case of an obligation:

1. the function is lifted, and its paths are shown to cover the assumptions;
2. the assumptions can hold, so that the statement is about something;
3. for some random numbers the lifted function gives what a plain call gives;
4. z3 finds no numbers for which the assumptions hold and the claim does not;
5. nor does cvc5, which is asked by the same SMT-LIB script.

Whatever a solver leaves undecided is a failure. What both have denied is not asked again with other names: many cases differ only in where
somebody sits, or in cards at which nothing looks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, TypeAlias, cast

import msgspec

from aceten.deals.shuffling import below, split_mix
from aceten.proofs.execution.solvers import (
    LOGIC,
    Assignment,
    Model,
    Z3Solver,
    answers,
    gives,
    holds_in,
    nameless,
    satisfiable,
    script,
    solver,
    values,
    verdict,
)
from aceten.proofs.execution.symbolic_numbers import LiftError, RaisedError
from aceten.proofs.execution.symbolic_runs import Lifted, lift
from aceten.proofs.statements.proof_report import Counterexample, Obligation, SolverName, Verdict
from aceten_spec.cards import Card, Rank, Suit
from aceten_spec.formulas.terms import (
    FALSE,
    TRUE,
    Z3,
    Formula,
    Number,
    Truth,
    evaluate,
    every,
    no,
    some,
    term_of,
    together,
)
from aceten_spec.texts.user_files import write_text

Numbers: TypeAlias = tuple[Number, ...]
"""z3 terms: the variables of a case, or what its function returns for them."""

Returns: TypeAlias = tuple[tuple[Truth, Numbers], ...]
"""What a function may return, and when it does."""

SAMPLES: Final = 3
"""With so many random inputs a lifted function is compared with plain calls."""

TRIES: Final = 8
"""So often random inputs are drawn before z3 is asked for some that fit the assumptions."""

OPENED: Final = 20
"""So many counterexamples are looked at for one that is a position."""

PATIENCE: Final = 500
"""Milliseconds for which z3 looks for a counterexample that is easier to read than the first it finds."""


class Provers(msgspec.Struct, frozen=True):
    """How claims are proved."""

    solvers: tuple[SolverName, ...] = ("z3", "cvc5")
    """Who is asked. z3 follows the paths of functions and finds counterexamples in any case."""
    export: Path | None = None
    """A directory to which the SMT-LIB script of each obligation is written; ``None``: nowhere."""
    denied: set[bytes] = set()
    """What all of them have answered no to: a question that differs in names alone is not asked again."""


Z3_ALONE: Final = Provers(solvers=("z3",))
"""Enough where something is to be refuted."""


class Random:
    """Reproducible choices."""

    def __init__(self, seed: int) -> None:
        self._numbers = split_mix(seed)

    def among(self, choices: Sequence[int]) -> int:
        """Return one of these numbers."""
        return choices[below(len(choices), self._numbers)]


class Variable(msgspec.Struct, frozen=True):
    """A number that a case is about. A proof is for every whole number; random inputs and counterexamples prefer usual ones."""

    name: str
    """What a counterexample calls it."""
    usual: tuple[int, ...]
    """Values that it takes in play."""
    card: bool = False
    """Whether it is a card or a rank, and written as such."""
    only: bool = False
    """Whether it takes no other values, and the proof is for these."""

    def write(self, value: int) -> str:
        """Return a value as people read it."""
        return card_text(value) if self.card else str(value)


def card_text(number: int) -> str:
    """Return a card as it is written, or the number where it is none."""
    is_card = number % 16 in tuple(Rank) and 0 <= number // 16 <= len(Suit)
    return str(Card(number)) if is_card else str(number)


def _nothing(_: Numbers) -> list[Truth]:
    return []


class ProofCase(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """One case of an obligation: a function of some numbers, and what is claimed about it."""

    name: str = ""
    """What sets the case apart; empty where there is one only."""
    variables: tuple[Variable, ...]
    """What the function is called with."""
    returns: tuple[str, ...] = ()
    """What a counterexample calls the numbers that the function returns; without names the claim is about every path on its own."""
    lifted: Callable[..., object] | None = None
    """The function, as it is run on symbolic numbers; ``None``: there is none, and the claim is about formulas alone."""
    plain: Callable[..., object] | None = None
    """The function as it is called with plain numbers; ``None``: the same."""
    assuming: Callable[[Numbers], list[Truth]] = _nothing
    """What is assumed about the variables."""
    claim: Callable[[Numbers, Numbers], Truth]
    """What is claimed about variables and returned numbers."""
    sample: Callable[[Random], tuple[int, ...]] | None = None
    """Random numbers of which the assumptions hold; ``None``: any usual ones, as far as the assumptions allow them."""
    position: Callable[[tuple[int, ...]], str] | None = None
    """Writes the position line in which a counterexample shows, from the values of the variables."""
    problem: Callable[[tuple[int, ...]], str] | None = None
    """Says in words what is wrong in a counterexample, from the values of the variables; ``None``: that the claim does not hold."""


def agreeing(
    function: Callable[..., object],
    formula: Formula[Number] | Formula[Truth],
    variables: tuple[Variable, ...],
    returns: str,
    *,
    name: str = "",
    plain: Callable[..., object] | None = None,
    assuming: Callable[[Numbers], list[Truth]] = _nothing,
    position: Callable[[tuple[int, ...]], str] | None = None,
) -> ProofCase:
    """Return the case that a function gives the one number, or the truth value, that a formula gives for the same numbers."""

    def claim(given: Numbers, found: Numbers) -> Truth:
        said = formula(*given)
        if Z3.is_bool(said):
            return together(cast("Truth", found[0]), cast("Truth", said))
        return found[0] == said

    return ProofCase(
        name=name,
        variables=variables,
        returns=(returns,),
        lifted=function,
        plain=plain,
        assuming=assuming,
        claim=claim,
        position=position,
    )


class _Failure(Exception):  # noqa: N818 - it is no error: a statement turned out not to be proved
    def __init__(self, verdict: Verdict, reason: str, counterexample: Counterexample | None = None) -> None:
        super().__init__(reason)
        self.verdict: Verdict = verdict
        self.reason = reason
        self.counterexample = counterexample


def discharge(
    *,
    name: str,
    statement: str,
    clauses: tuple[str, ...],
    function: str,
    domain: str,
    bounded: bool = False,
    cases: Iterable[ProofCase],
    provers: Provers,
) -> Obligation:
    """Return the obligation with its verdict. The first case that fails decides."""
    start = time.perf_counter()
    count = paths = 0
    failure: _Failure | None = None
    scripts: list[str] = []
    try:
        for case in cases:
            count += 1
            paths += _check(case, provers, scripts)
        if not count:
            failure = _Failure("unknown", "there is no case to look at")
    except _Failure as found:
        failure = found
    if provers.export is not None:
        text = "".join(f"(push 1)\n{each}\n(pop 1)\n" for each in scripts)
        write_text(provers.export / f"{name}.smt2", f"(set-logic {LOGIC})\n{text}")
    return Obligation(
        id=name,
        statement=statement,
        clauses=clauses,
        function=function,
        domain=domain,
        bounded=bounded,
        logic=LOGIC,
        verdict="proved" if failure is None else failure.verdict,
        solvers=provers.solvers,
        cases=count,
        paths=paths,
        seconds=round(time.perf_counter() - start, 3),
        counterexample=None if failure is None else failure.counterexample,
        reason="" if failure is None else failure.reason,
    )


def _check(case: ProofCase, provers: Provers, scripts: list[str]) -> int:
    """Return the number of paths of a case that is proved; keep the script of its claim."""
    variables = tuple(Z3.Int(variable.name) for variable in case.variables)
    if len({variable.name for variable in case.variables}) < len(variables):
        raise _Failure("unknown", f"{case.name}: two variables have one name")
    chosen = [(term, each.usual) for term, each in zip(variables, case.variables, strict=True) if each.only]
    assuming = [*case.assuming(variables), *[Z3.Or([term == value for value in usual]) for term, usual in chosen]]
    if assuming and (found := verdict(solver(assuming))) != "sat":
        raise _Failure("unknown", f"{case.name}: the assumptions are {found}")
    ways: Returns = ((TRUE, ()),)
    paths = 1
    if case.lifted is not None:
        ways, paths = _followed(case, variables, assuming, case.lifted)
    wrong = some(every([taken, no(case.claim(variables, returned))]) for taken, returned in ways)
    if wrong is FALSE and provers.export is None:
        return paths  # that the claim holds is plain from its terms: there is nothing to ask
    _refute(case, variables, ways, constraints=[*assuming, term_of(wrong)], provers=provers, scripts=scripts)
    return paths


def _followed(
    case: ProofCase, variables: Numbers, assuming: list[Truth], function: Callable[..., object]
) -> tuple[Returns, int]:
    """Return what the function of a case returns, compared with plain calls, and through how many paths."""
    try:
        lifted = lift(function, variables, assuming)
        _compare(case, variables, assuming, lifted, case.plain or function)
        if not case.returns:
            ways = tuple((path.condition, cast("Numbers", path.terms)) for path in lifted.paths)
            return ways, len(ways)
        joined = cast("Numbers", lifted.terms)
    except RaisedError as error:
        raise _refuted(case, variables, None, error.model, str(error)) from error
    except LiftError as error:
        raise _Failure("unknown", f"{case.name}: {error}") from error
    if len(joined) != len(case.returns):
        satisfied = solver(assuming)
        verdict(satisfied)
        problem = f"{len(joined)} numbers come out, not {len(case.returns)}"
        raise _refuted(case, variables, None, satisfied.model(), problem)
    return ((TRUE, joined),), len(lifted.paths)


def _compare(
    case: ProofCase, variables: Numbers, assuming: list[Truth], lifted: Lifted, plain: Callable[..., object]
) -> None:
    """Raise when the lifted function differs from plain calls."""
    random, assignment = Random(len(variables)), Assignment(variables)
    for _ in range(SAMPLES):
        chosen = case.sample(random) if case.sample else _any_usual(case, assignment, variables, assuming, random)
        model = assignment.model(chosen)
        if not holds_in(model, assuming):
            raise _Failure("unknown", f"{case.name}: the assumptions do not hold for the sample {chosen}")
        outcome = plain(*chosen)
        expected = cast("tuple[object, ...]", outcome) if isinstance(outcome, tuple) else (outcome,)
        taken = next(path for path in lifted.paths if holds_in(model, [path.condition]))
        if not gives(model, taken.terms, expected):
            found = values(model, taken.terms)
            raise _Failure("unknown", f"{case.name}: lifted {found} and plainly {expected} for {chosen}")


def _any_usual(
    case: ProofCase, assignment: Assignment, variables: Numbers, assuming: list[Truth], random: Random
) -> tuple[int, ...]:
    """Return random numbers for which the assumptions hold, usual ones wherever they allow it."""
    chosen: tuple[int, ...] = ()
    for _ in range(TRIES):
        chosen = tuple(random.among(variable.usual) for variable in case.variables)
        if not assuming or holds_in(assignment.model(chosen), assuming):
            return chosen
    asked = solver(assuming)
    for number, value, variable in zip(variables, chosen, case.variables, strict=True):
        for usual in (value, *variable.usual):
            if satisfiable(asked, number == usual) == "sat":
                asked.add([number == usual])
                break
    verdict(asked)
    return values(asked.model(), variables)


def _refute(
    case: ProofCase,
    variables: Numbers,
    ways: Returns,
    *,
    constraints: list[Truth],
    provers: Provers,
    scripts: list[str],
) -> None:
    """Raise when there is a counterexample, or a solver does not say."""
    question = nameless(constraints)
    if question in provers.denied and provers.export is None:
        return
    said: dict[str, str] = {}
    asked = solver(constraints)
    if "cvc5" in provers.solvers or provers.export is not None:
        scripts.append(script(asked))
    if "cvc5" in provers.solvers:
        said["cvc5"] = " ".join(answers(scripts[-1]))
    if "z3" in provers.solvers or said.get("cvc5") == "sat":  # a counterexample comes from z3 in any case
        said["z3"] = verdict(asked)
    if set(said.values()) == {"sat"}:
        found = asked.model()
        asked.set("timeout", PATIENCE)
        named = [*zip(variables, case.variables, strict=True)]
        usual = [Z3.Or([number == value for value in variable.usual]) for number, variable in named]
        cards = [number for number, variable in named if variable.card]
        apart = [
            Z3.Distinct(*cards[first:]) for first in (0, 1) if len(cards) > first + 1
        ]  # the first may be one of the others
        for easier in (*usual, *apart):
            if (
                satisfiable(asked, easier) == "sat"
            ):  # numbers that occur in play are easier to read, and cards that are there once
                asked.add([easier])
        if verdict(asked) == "sat":
            found = _opened(case, variables, asked, asked.model())
        returned = next(terms for taken, terms in ways if taken is TRUE or evaluate(found.eval(taken, True)))  # noqa: FBT003 - z3 has no keyword
        raise _refuted(case, variables, returned, found, "the claim does not hold")
    if set(said.values()) != {"unsat"}:
        answered = ", ".join(f"{name} says {answer}" for name, answer in said.items())
        raise _Failure("unknown", f"{case.name}: not decided: {answered}")
    provers.denied.add(question)


def _opened(case: ProofCase, variables: Numbers, asked: Z3Solver, found: Model) -> Model:
    """Return a counterexample that is a position, where one is soon found; else the one that was found.

    Which one z3 finds first depends on what it was asked before, and not every one could come about in play.
    """
    random, other = Random(len(variables)), found
    for _ in range(OPENED):
        if case.position is None or case.position(values(other, variables)):
            return other
        asked.push()
        for number, variable in zip(variables, case.variables, strict=True):
            chosen = number == random.among(variable.usual)
            if satisfiable(asked, chosen) == "sat":
                asked.add([chosen])
        if verdict(asked) == "sat":
            other = asked.model()
        asked.pop()
    return found


def _refuted(case: ProofCase, variables: Numbers, returned: Numbers | None, model: Model, problem: str) -> _Failure:
    given = values(model, variables)
    inputs = {variable.name: variable.write(value) for variable, value in zip(case.variables, given, strict=True)}
    names = case.returns or tuple(map(str, range(len(returned or ()))))
    outcome = {} if returned is None else dict(zip(names, map(int, values(model, returned)), strict=True))
    words = case.problem(given) if case.problem is not None and returned is not None else problem
    position = case.position(given) if case.position is not None else ""
    found = Counterexample(case=case.name, inputs=inputs, outcome=outcome, problem=words, position=position)
    return _Failure("refuted", words, found)
