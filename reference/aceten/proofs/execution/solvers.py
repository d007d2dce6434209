"""The solvers, typed: whether constraints can hold, by z3 and by cvc5, and a model in which they do, by z3.

cvc5 is given the constraints as text, in the format that solvers have in common (SMT-LIB 2.6), so that nothing but this text, which
can be kept and read, comes from z3.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, Protocol, TypeAlias, cast

from aceten_spec.formulas.terms import Number, Truth, either, equal, evaluate, every, is_truth, numeral, term_of
from aceten_spec.texts.extras import brought_by

with brought_by("proofs"):
    import cvc5  # type: ignore[import-untyped]
    import z3  # type: ignore[import-untyped]


Verdict: TypeAlias = Literal["sat", "unsat", "unknown"]
"""Whether constraints can hold: they can, they cannot, or z3 does not say in time."""

TIME_LIMIT: Final = 60_000
"""Milliseconds after which a solver gives up on one question."""

LOGIC: Final = "QF_LIA"
"""What claims are made of: linear arithmetic of whole numbers, and, or, not; no quantifiers. cvc5 refuses whatever is not."""


class Model(Protocol):
    """Values that make constraints hold."""

    def eval(self, term: Number | Truth, model_completion: bool) -> Number:
        """Return the value of a term."""
        ...


class _Made(Model, Protocol):
    """A model that is made by hand, and z3's own handle of it."""

    model: object


class _Handled(Protocol):
    """What z3 has a handle of."""

    ast: object


class _Constant(Protocol):
    """A variable, as z3 declares it."""

    decl: Callable[[], _Handled]


class Z3Solver(Protocol):
    """A set of constraints that grows and shrinks."""

    check: Callable[[], object]
    model: Callable[[], Model]
    push: Callable[[], None]
    pop: Callable[[], None]
    set: Callable[[str, int], None]
    add: Callable[[Sequence[Truth]], None]
    to_smt2: Callable[[], str]


class _Kind(Protocol):
    """What arrays can be made of."""

    def __mul__(self, count: int, /) -> Callable[..., object]: ...


class _Writer(Protocol):
    """The part of z3 that writes terms as they are, with the types that it does not declare."""

    Ast: _Kind
    Z3_benchmark_to_smtlib_string: Callable[[object, str, str, str, str, int, object, object], str]


_WRITER: Final = cast("_Writer", cast("object", z3))
_CONTEXT: Final = cast("object", z3.main_ctx().ctx)
_MODEL: Final = cast("Callable[[], _Made]", z3.Model)
_SET: Final = cast("Callable[[object, object, object, object], None]", z3.Z3_add_const_interp)
_NEW: Final = cast("Callable[[], Z3Solver]", z3.SimpleSolver)


def solver(constraints: Sequence[Truth] = ()) -> Z3Solver:
    """Return a solver with these constraints."""
    made = _NEW()
    made.set("timeout", TIME_LIMIT)
    made.add(constraints)
    return made


def verdict(asked: Z3Solver) -> Verdict:
    """Return whether the constraints of a solver can hold."""
    answer = str(asked.check())
    return "sat" if answer == "sat" else "unsat" if answer == "unsat" else "unknown"


def script(asked: Z3Solver) -> str:
    """Return the question whether the constraints of a solver can hold, as an SMT-LIB script without its logic."""
    return "\n".join(line for line in asked.to_smt2().splitlines() if not line.startswith((";", "(set-info")))


_NAME: Final = re.compile(r"\|[^|]*\||[?$]x[0-9]+")
"""A name, if it has spaces, and how z3 calls a term that it writes once: nothing else in a script looks so."""


_DECLARED: Final = re.compile(r"\(declare-fun (\|[^|]*\||[^|\s]+) \(\) (\w+)\)")
"""A name of which it is said what kind of term it is."""


def nameless(constraints: Sequence[Truth | bool]) -> bytes:
    """Return the digest of the question whether constraints can hold, with a number in place of each name, in their order, and its kind.

    Questions of one digest differ in names alone: they have one answer.
    """
    *most, last = [cast("_Handled", term_of(constraint)).ast for constraint in constraints]
    rest = (_WRITER.Ast * len(most))(*most)
    text = _WRITER.Z3_benchmark_to_smtlib_string(_CONTEXT, "", "", "", "", len(most), rest, last)
    # Before the first assertion names are declared, in some order; what is plainly true is not asserted.
    declared, *asserted = text.partition("(assert")
    kinds = dict(_DECLARED.findall(declared))
    numbers: dict[str, str] = {}
    numbered = _NAME.sub(lambda name: numbers.setdefault(name[0], f"|{len(numbers)}|"), "".join(asserted))
    told = [numbered, *[kinds.pop(name, "") for name in numbers], *sorted(map(str, kinds.items()))]
    return hashlib.sha256("\n".join(told).encode()).digest()


class _Command(Protocol):
    isNull: Callable[[], bool]  # noqa: N815 - cvc5's name
    invoke: Callable[[object, object], object]


class _Parser(Protocol):
    setStringInput: Callable[[object, str, str], None]  # noqa: N815 - cvc5's name
    getSymbolManager: Callable[[], object]  # noqa: N815 - cvc5's name
    nextCommand: Callable[[], _Command]  # noqa: N815 - cvc5's name


class _Settings(Protocol):
    setOption: Callable[[str, str], None]  # noqa: N815 - cvc5's name


class _Languages(Protocol):
    SMT_LIB_2_6: object


class _Cvc5(Protocol):
    """The part of cvc5 that answers scripts, with the types that it does not declare."""

    TermManager: Callable[[], object]
    Solver: Callable[[object], _Settings]
    InputParser: Callable[[object], _Parser]
    InputLanguage: _Languages


_CVC5: Final = cast("_Cvc5", cast("object", cvc5))


def answers(script: str) -> tuple[str, ...]:
    """Return what cvc5 answers to each question of an SMT-LIB script: sat, unsat, unknown, or what is wrong with the script.

    It is started anew for each script: to start it once saves a half of what short ones take, and costs as much with long ones.
    """
    asked = _CVC5.Solver(_CVC5.TermManager())
    asked.setOption("tlimit-per", str(TIME_LIMIT))
    asked.setOption("sat-solver", "cadical")  # half the time of the usual one for questions such as these
    parser = _CVC5.InputParser(asked)
    parser.setStringInput(_CVC5.InputLanguage.SMT_LIB_2_6, f"(set-logic {LOGIC})\n{script}", "claims")
    symbols = parser.getSymbolManager()
    said: list[str] = []
    while not (command := parser.nextCommand()).isNull():
        answer = str(command.invoke(asked, symbols)).strip()
        if answer:
            said.append(answer)
    return tuple(said)


def satisfiable(asked: Z3Solver, constraint: Truth) -> Verdict:
    """Return whether one more constraint can hold together with those of a solver, which keeps its own."""
    asked.push()
    asked.add([constraint])
    answer = verdict(asked)
    asked.pop()
    return answer


class Assignment:
    """A model that is made by hand: its variables get numbers, which the next ones replace.

    z3's own function for it looks at every variable and number anew, and takes six times as long.
    """

    def __init__(self, variables: Sequence[Number]) -> None:
        """Take the variables, which have no numbers yet."""
        self._model = _MODEL()
        self._constants = tuple(cast("_Constant", variable).decl() for variable in variables)

    def model(self, numbers: Sequence[int]) -> Model:
        """Return the model in which the variables are these numbers, until other ones are given."""
        for constant, number in zip(self._constants, numbers, strict=True):
            _SET(_CONTEXT, self._model.model, constant.ast, cast("_Handled", numeral(number)).ast)
        return self._model


def holds_in(found: Model, truths: Iterable[Truth]) -> bool:
    """Return whether all of these hold in a model."""
    return all(evaluate(found.eval(truth, True)) for truth in truths)  # noqa: FBT003 - z3 has no keyword


def gives(found: Model, terms: Sequence[Number | Truth], numbers: Sequence[object]) -> bool:
    """Return whether terms have these values in a model, which is asked once: each by itself takes ten times as long."""
    if len(terms) != len(numbers) or not all(isinstance(number, int) for number in numbers):
        return False
    pairs = zip(terms, cast("Sequence[int]", numbers), strict=True)
    return holds_in(found, [term_of(every(_has(term, int(number)) for term, number in pairs))])


def _has(term: Number | Truth, number: int) -> Truth:
    if is_truth(term):
        return equal(either(term, 1, 0), number)
    return equal(term, number)


def values(found: Model, variables: Sequence[Number | Truth]) -> tuple[int, ...]:
    """Return the values of variables, or of terms over them, in a model; where it leaves one open, any that it picks."""
    return tuple(evaluate(found.eval(variable, True)) for variable in variables)  # noqa: FBT003 - z3 has no keyword
