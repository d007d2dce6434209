"""What carries out each clause of a rulebook: the code whose docstrings name it, and the data of the rulebook itself."""

from __future__ import annotations

import functools
import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

import msgspec

from aceten.conformance.coverage import links, short_id
from aceten.engine.loading import load
from aceten_spec.options import apply_options, option_values, options_for, parameters_for
from aceten_spec.plain.mechanisms import PAGES, mechanisms
from aceten_spec.rulebook import Parameters, Rulebook

ENGINE: Final = (
    *[f"aceten.{room}" for room in ("vocabulary", "deals", "knowledge", "engine", "positions", "hidden", "notation")],
    "aceten.engine.matching",
    "aceten.engine.suits",
)
"""The packages of the engine; the proofs and the tools speak of the engine, and carry out no rule."""

FORMULAS: Final = ("aceten_spec.formulas", "aceten_spec.formulas.matching", "aceten_spec.formulas.suits")
"""The packages of the formulas, which say what clauses say."""

PLAIN: Final = ("aceten_spec.plain",)
"""The package of the rules in plain Python, which say what clauses say as a program."""

_OF_A_KIND: Final = {
    "aceten.engine.matching": ("aceten.engine.matching.", "aceten.positions.matching_positions."),
    "aceten.engine.suits": ("aceten.engine.suits.", "aceten.positions.suit_positions."),
}
"""What only games with one kind of tricks run."""

_CLAUSE: Final = r"[A-Z0-9]+-[A-Z]+-[0-9]+"


class CarriedClause(msgspec.Struct, frozen=True, kw_only=True):
    """What carries out a clause."""

    code: tuple[str, ...] = ()
    """The functions, classes and methods of the engine that name it, by their dotted names."""
    options: tuple[str, ...] = ()
    """The options that choose between it and its alternatives."""
    refusals: tuple[str, ...] = ()
    """The codes with which an action is refused by it."""
    parameters: tuple[str, ...] = ()
    """The parameters, options apart, whose values a decision about it has fixed."""


def named(text: str) -> set[str]:
    """Return the ids of clauses and examples that a text names, those of ranges such as ``ZS-PLAY-4 to ZS-PLAY-6`` written out."""
    found = set(re.findall(rf"\b{_CLAUSE}\b", text))
    for stem, low, high in re.findall(r"\b([A-Z0-9]+-[A-Z]+-)([0-9]+) to \1([0-9]+)\b", text):
        found |= {f"{stem}{number}" for number in range(int(low) + 1, int(high))}
    return found


def cited(docstring: str) -> set[str]:
    """Return the clauses that the "Clauses:" line of a docstring names."""
    return {clause for line in re.findall(r"Clauses?: (.*)", docstring) for clause in named(line)}


@functools.cache
def citations(packages: tuple[str, ...] = ENGINE) -> Mapping[str, frozenset[str]]:
    """Return the clauses that each function, class and method names, by its dotted name; none for those that name none.

    :param packages: the packages whose modules are searched, those of packages inside them not.
    """
    return {name: frozenset(cited(docstring)) for package in packages for name, docstring in _docstrings(package)}


def _docstrings(package: str) -> Iterator[tuple[str, str]]:
    for found in pkgutil.iter_modules(importlib.import_module(package).__path__, f"{package}."):
        if found.ispkg:
            continue
        module = importlib.import_module(found.name)
        for name, member in vars(module).items():
            if getattr(member, "__module__", None) != found.name:
                continue
            yield f"{found.name}.{name}", inspect.getdoc(member) or ""
            for inner, method in vars(member).items() if inspect.isclass(member) else ():
                documented = callable(method) or isinstance(method, property)
                yield f"{found.name}.{name}.{inner}", inspect.getdoc(method) or "" if documented else ""


def means_the_same(clause: str, other: str) -> bool:
    """Whether two ids stand for the same rule: but for the prefix they are alike, and neither is meant in its rulebook alone."""
    if clause == other:
        return True
    return short_id(clause) == short_id(other) and not {clause, other} & _meant_alone()


@functools.cache
def _meant_alone() -> frozenset[str]:
    """Return the ids that the table of facts writes with their prefix, as they mean another thing elsewhere."""
    return frozenset(clause for link in links() for clause in link.clauses if re.fullmatch(_CLAUSE, clause))


def naming(clause: str, packages: tuple[str, ...] = ENGINE) -> tuple[str, ...]:
    """Return the dotted names of the code that names a clause, in this rulebook or in another that has it."""
    return tuple(
        [
            name
            for name, clauses in citations(packages).items()
            if clauses and any(means_the_same(clause, other) for other in clauses)
        ]
    )


def carried(rulebook: Rulebook) -> dict[str, CarriedClause]:
    """Return for each clause of a rulebook, by id, what carries it out: code that its games run, and its own data."""
    own = type(load(rulebook)).__module__.rpartition(".")[0]
    others = tuple([module for kind, modules in _OF_A_KIND.items() if kind != own for module in modules])
    decisions = [(decision.clause, decision.parameter) for decision in rulebook.decisions if decision.parameter]
    return {
        clause.id: CarriedClause(
            code=tuple([name for name in naming(clause.id) if not name.startswith(others)]),
            options=tuple([name for name, option in rulebook.options.items() if option.clause == clause.id]),
            refusals=tuple([code for code, refusing in rulebook.refusals.items() if refusing == clause.id]),
            parameters=tuple(
                [name for decided, name in decisions if decided == clause.id and name not in rulebook.options]
            ),
        )
        for clause in rulebook.clauses
    }


def stated(rulebook: Rulebook) -> dict[str, tuple[str, ...]]:
    """Return for each clause of a rulebook, by id, the formulas that say it, by their dotted names. Needs ``z3-solver``.

    A formula that is made from the parameters of games with other tricks says nothing about this one.
    """
    own = type(rulebook.parameters).__name__
    return {
        clause.id: tuple(
            [name for name in naming(clause.id, FORMULAS) if _parameters_of(name) in ("", "Parameters", own)]
        )
        for clause in rulebook.clauses
    }


def stated_plainly(rulebook: Rulebook) -> dict[str, tuple[str, ...]]:
    """Return for each clause of a rulebook, by id, the functions of plain Python that state it, on the pages that its games need.

    A game needs the pages of its own mechanisms, and of those that an option brings.
    """
    pages = pages_of(rulebook)
    return {
        clause.id: tuple([name for name in naming(clause.id, PLAIN) if name.split(".")[2] in pages])
        for clause in rulebook.clauses
    }


def pages_of(rulebook: Rulebook) -> tuple[str, ...]:
    """Return the pages of plain Python that state what is played by a rulebook, with any number of players and any options."""
    played: list[Parameters] = []
    for players in rulebook.parameters.players:
        played.append(parameters_for(rulebook, players))
        for name, option in options_for(rulebook, players).items():
            values = option_values(option) or ()
            played += [apply_options(rulebook, players, {name: value})[0] for value in values]
    needed = {page for rules in played for page in mechanisms(rules)}
    return tuple([page for page in PAGES if page in needed])


@functools.cache
def _parameters_of(formula: str) -> str:
    """Return the kind of parameters that a formula is made from, or else the others of its module; empty: those of any game."""
    module, _, name = formula.rpartition(".")
    while module not in sys.modules:  # a method of a class of that module
        module = module.rpartition(".")[0]
    members = [member for member in vars(sys.modules[module]).values() if getattr(member, "__module__", "") == module]
    functions = [
        *filter(inspect.isfunction, members),
        *[
            vars(kind)["__init__"]
            for member in filter(inspect.isclass, members)
            for kind in inspect.getmro(member)
            if "__init__" in vars(kind)
        ],
    ]
    kinds = _asked_for(member for member in functions if member.__name__ == name) or _asked_for(functions)
    return kinds.pop() if len(kinds) == 1 else ""


def _asked_for(functions: Iterable[Callable[..., object]]) -> set[str]:
    """Return the kinds of parameters that functions take, by name; ``Parameters`` stands for those of any game."""
    return {
        kind
        for function in functions
        for kind in inspect.get_annotations(function).values()
        if isinstance(kind, str) and kind.endswith("Parameters")
    }
