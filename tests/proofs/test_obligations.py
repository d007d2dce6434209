"""What is checked before a statement counts as proved."""

import importlib
import pathlib
from collections.abc import Callable
from typing import cast

import msgspec
import pytest
from support.proofs.single_obligations import refuted

from aceten.proofs.execution.solvers import Z3Solver, answers, nameless, verdict
from aceten.proofs.execution.symbolic_runs import Lifted, Path
from aceten.proofs.statements import obligations
from aceten.proofs.statements.obligations import Numbers, ProofCase, Provers, Variable, discharge
from aceten.proofs.statements.proof_report import Obligation, SolverName, overall
from aceten_spec.formulas import Z3, Number, Truth
from aceten_spec.formulas.terms import FALSE, TRUE

NEVER = Z3.Or([])
NUMBER = Variable("x", (0, 1, 2))


def double(x: int) -> int:
    """Return twice the number."""
    return x + x


def doubles(given: Numbers, found: Numbers) -> Truth:
    """State that the number returned is twice the number given."""
    return found[0] == given[0] * 2


def case(lifted: Callable[[int], object] = double, claim: Callable[[Numbers, Numbers], Truth] = doubles) -> ProofCase:
    """Return the case of a function of one number."""
    return ProofCase(variables=(NUMBER,), returns=("y",), lifted=lifted, claim=claim)


def discharged(*cases: ProofCase, provers: Provers | None = None) -> Obligation:
    """Return an obligation of these cases."""
    asked = provers or Provers()
    return discharge(
        name="T", statement="doubles", clauses=(), function="double", domain="all", cases=cases, provers=asked
    )


def test_true_statement_is_proved() -> None:
    """A statement that holds in every case is proved, and the report counts cases and paths."""
    obligation = discharged(case(), case(lambda x: x + x if x > 0 else 2 * x))
    assert (obligation.verdict, obligation.cases, obligation.paths) == ("proved", 2, 3)
    assert obligation.counterexample is None


def test_false_statement_is_refuted() -> None:
    """A statement that fails for one number is refuted by that number, and no later case is looked at."""
    obligation = discharged(case(), case(lambda x: 7 if x == 100 else x + x), case())
    assert obligation.cases == 2
    assert refuted(obligation).inputs == {"x": "100"}
    assert refuted(obligation).outcome == {"y": 7}


def test_variable_may_take_its_usual_values_only() -> None:
    """Of a variable that takes no other values a statement is proved for just these: elsewhere it may fail, at one of them it may not."""
    few = (msgspec.structs.replace(NUMBER, only=True),)
    elsewhere, there = case(lambda x: 7 if x == 100 else x + x), case(lambda x: 7 if x == 2 else x + x)
    assert discharged(msgspec.structs.replace(elsewhere, variables=few)).verdict == "proved"
    assert refuted(discharged(msgspec.structs.replace(there, variables=few))).inputs == {"x": "2"}


def test_counterexample_prefers_usual_numbers() -> None:
    """Where several numbers refute a statement, one that occurs in play is shown."""
    assert refuted(discharged(case(lambda x: x + x + 1))).inputs["x"] in {"0", "1", "2"}


def test_raised_error_refutes() -> None:
    """A function that raises an error for some number has a counterexample."""

    def partial(x: int) -> int:
        if x == 9:
            raise ZeroDivisionError
        return x + x

    found = refuted(discharged(case(partial)))
    assert (found.inputs, found.outcome) == ({"x": "9"}, {})


def test_wrong_number_of_results_refutes() -> None:
    """A function that returns fewer or more numbers than stated is refuted, whatever they are."""
    obligation = discharged(case(lambda x: (x + x, 0)))
    assert (obligation.verdict, obligation.reason) == ("refuted", "2 numbers come out, not 1")


def test_contradictory_assumptions_prove_nothing() -> None:
    """A statement about no numbers at all is not proved."""
    empty = ProofCase(
        variables=(NUMBER,),
        returns=("y",),
        lifted=double,
        claim=doubles,
        assuming=lambda _: [NEVER],
        sample=lambda _: (0,),
    )
    obligation = discharged(empty)
    assert obligation.verdict == "unknown"
    assert obligation.reason


def test_wrong_lifting_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the lifted function does not give what a plain call gives, nothing is proved."""

    def wrong(*_: object) -> Lifted:
        term = Z3.Int("x") * 2
        return Lifted((Path(~NEVER, (term,)),))

    monkeypatch.setattr(obligations, "lift", wrong)
    assert discharged(case()).verdict == "proved"
    obligation = discharged(case(lambda x: 3 * x))
    assert obligation.verdict == "unknown"
    assert "plainly" in obligation.reason


def test_unknown_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """When z3 does not decide, nothing is proved."""
    asked: list[str] = []

    def answer(solver: Z3Solver) -> str:
        asked.append(verdict(solver))
        return asked[-1] if asked[-1] == "sat" else "unknown"

    monkeypatch.setattr(obligations, "verdict", answer)
    obligation = discharged(case())
    assert obligation.verdict == "unknown"
    assert "not decided: cvc5 says unsat, z3 says unknown" in obligation.reason


def test_each_solver_can_be_asked_alone() -> None:
    """With one solver only that one is asked; what it finds wrong is refuted with numbers all the same."""
    for solvers in (("z3",), ("cvc5",)):
        provers = Provers(solvers=cast("tuple[SolverName, ...]", solvers))
        assert discharged(case(), provers=provers).verdict == "proved"
        assert discharged(case(), provers=provers).solvers == solvers
        wrong = refuted(discharged(case(lambda x: 7 if x == 100 else x + x), provers=provers))
        assert wrong.inputs == {"x": "100"}


def test_solvers_that_disagree_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """When one solver finds numbers and the other says that there are none, nothing is proved or refuted."""

    def yes(*_: object) -> tuple[str, ...]:
        return ("sat",)

    monkeypatch.setattr(obligations, "answers", yes)
    obligation = discharged(case())
    assert obligation.verdict == "unknown"
    assert "cvc5 says sat, z3 says unsat" in obligation.reason


def test_what_differs_in_names_alone_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that was answered is not asked again with other names, but with other numbers, another order of names, or anew."""
    asked: list[str] = []

    def asking(script: str) -> tuple[str, ...]:
        asked.append(script)
        return answers(script)

    def rising(first: int, second: int, third: int) -> ProofCase:
        names = [Variable(f"{place} number", (0, 1, 2)) for place in "abc"]
        return ProofCase(
            variables=tuple(names),
            assuming=lambda given: [given[0] < given[1], given[1] < given[2]],
            claim=lambda given, _: given[first] + second < given[2] + third,
        )

    monkeypatch.setattr(obligations, "answers", asking)
    provers = Provers()
    for given, count in (((0, 1, 0), 1), ((0, 1, 0), 1), ((0, 0, 0), 2), ((1, 0, 0), 3)):
        assert discharged(rising(*given), provers=provers).verdict == "proved"
        assert len(asked) == count
    other = msgspec.structs.replace(rising(0, 1, 0), variables=tuple(Variable(f"no. {x}", (0, 1, 2)) for x in "zyx"))
    assert discharged(other, provers=provers).verdict == "proved"
    assert len(asked) == 3
    assert discharged(rising(0, 2, 0), provers=provers).verdict == "refuted"
    assert discharged(other).verdict == "proved"
    assert len(asked) == 5


def test_what_differs_in_kind_is_another_question() -> None:
    """Three numbers can all differ, and three truth values cannot, though both are asked in the same words."""
    numbers = Z3.Distinct(*[Z3.Int(f"number {place}") for place in range(3)])
    others = Z3.Distinct(*[Z3.Int(f"x {place}") for place in range(3)])
    truth: Callable[[str], Number] = importlib.import_module("z3").Bool  # that is no number, and goes where one would
    truths = Z3.Distinct(*[truth(f"truth {place}") for place in range(3)])
    assert nameless([numbers]) == nameless([others])
    assert nameless([numbers]) != nameless([truths])


def test_what_is_plain_without_any_number_can_be_asked() -> None:
    """A claim that is false of all numbers is refuted; what is assumed or claimed of formulas may be a truth value."""
    never = ProofCase(variables=(NUMBER,), claim=lambda _given, _found: FALSE)
    assert discharged(never).verdict == "refuted"
    certain = ProofCase(
        variables=(NUMBER,), assuming=lambda _: [TRUE], claim=lambda given, _: (given[0] > 0) | (given[0] < 1)
    )
    assert discharged(certain).verdict == "proved"
    assert discharged(msgspec.structs.replace(certain, claim=never.claim)).verdict == "refuted"


def test_what_is_asked_can_be_kept(tmp_path: pathlib.Path) -> None:
    """The script of each obligation is written where one wants it, one question for each case."""
    assert discharged(case(), case(), provers=Provers(export=tmp_path)).verdict == "proved"
    text = (tmp_path / "T.smt2").read_text(encoding="utf-8")
    assert text.startswith("(set-logic QF_LIA)")
    assert text.count("(check-sat)") == 2


def test_obligation_without_a_case_is_not_proved() -> None:
    """Nothing is shown by looking at nothing."""
    obligation = discharged()
    assert (obligation.verdict, obligation.cases) == ("unknown", 0)


def test_two_variables_with_one_name_are_noticed() -> None:
    """Two variables of one name would be one variable, so that is refused."""

    def first(x: int, _: int) -> int:
        return x + x

    twins = ProofCase(variables=(NUMBER, NUMBER), returns=("y",), lifted=first, claim=doubles)
    assert "one name" in discharged(twins).reason


def test_counterexample_has_its_position() -> None:
    """Where a case writes a position from the numbers, a counterexample has it."""

    def position(given: tuple[int, ...]) -> str:
        return f"a position with {given[0]}"

    wrong = msgspec.structs.replace(case(lambda x: 7 if x == 2 else x + x), position=position)
    assert refuted(discharged(wrong)).position == "a position with 2"


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_counterexample_is_looked_for_that_is_a_position(number: int) -> None:
    """Whichever z3 finds first, the one is shown that can be opened; where none can, any is."""

    def line(given: tuple[int, ...]) -> str:
        return "a line" if given == (number,) else ""

    found = refuted(discharged(msgspec.structs.replace(case(lambda x: x + x + 1), position=line)))
    assert (found.inputs, found.position) == ({"x": str(number)}, "a line")
    number = 3  # that is no usual one
    nowhere = refuted(discharged(msgspec.structs.replace(case(lambda x: x + x + 1), position=line)))
    assert (nowhere.inputs["x"] in {"0", "1", "2"}, nowhere.position) == (True, "")


def test_worst_part_decides() -> None:
    """A whole is proved when all its parts are, and refuted when one is."""
    assert overall(("proved", "proved")) == "proved"
    assert overall(("proved", "unknown")) == "unknown"
    assert overall(("unknown", "refuted", "proved")) == "refuted"
