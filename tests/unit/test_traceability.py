"""Clauses and code refer to each other: no rule without code that names it, no rule step that names no rule."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from typing import TYPE_CHECKING

import pytest

import aceten
import aceten.matching
import aceten.suits
from aceten_spec import load_shipped, shipped
from aceten_spec.rulebook import FURTHER_REFUSALS, refusal_codes

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGES = (aceten, aceten.matching, aceten.suits)
"""The packages of the engine; the proofs speak of the engine and carry out no rule."""
RULE_MODULES = ("aceten.matching.steps", "aceten.suits.steps", "aceten.scoring", "aceten.drawing")
CITED = re.compile(r"[A-Z0-9]+-[A-Z]+-[0-9]+")


def docstrings() -> Iterator[tuple[str, str]]:
    """Yield the name and docstring of every function, class and method of the engine."""
    modules = [
        found for package in PACKAGES for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
    ]
    for found in modules:
        if found.ispkg:
            continue
        module = importlib.import_module(found.name)
        for name, member in vars(module).items():
            if getattr(member, "__module__", None) != found.name:
                continue
            yield f"{found.name}.{name}", inspect.getdoc(member) or ""
            if inspect.isclass(member):
                for inner, method in vars(member).items():
                    yield (
                        f"{found.name}.{name}.{inner}",
                        inspect.getdoc(method) or "" if callable(method) or isinstance(method, property) else "",
                    )


def cited(text: str) -> set[str]:
    """Return the clauses that a docstring's "Clauses:" line names, ranges written out."""
    clauses: set[str] = set()
    for line in re.findall(r"Clauses?: (.*)", text):
        clauses |= set(CITED.findall(line))
        for first, last in re.findall(r"(\S+) to ([A-Z0-9-]+)", line):
            stem, low = first.rsplit("-", 1)
            clauses |= {f"{stem}-{number}" for number in range(int(low), int(last.rsplit("-", 1)[1].rstrip(".")) + 1)}
    return clauses


def meaning(clause: str) -> str:
    """Return an id without its rulebook's prefix: the rest means the same in every rulebook."""
    return clause.partition("-")[2]


CODE = {name: cited(text) for name, text in docstrings()}
KNOWN = {clause.id for game in shipped() for clause in load_shipped(game).clauses}


@pytest.mark.parametrize("game", shipped())
def test_every_rule_is_named_by_code(game: str) -> None:
    """Every clause that asks something of play is named by the docstring of the code that carries it out, or by its data."""
    by_code = {meaning(clause) for clauses in CODE.values() for clause in clauses}
    rulebook = load_shipped(game)
    by_data = {option.clause for option in rulebook.options.values()} | set(rulebook.refusals.values())
    rules = {clause.id for clause in rulebook.clauses if clause.subject == "rule"}
    assert sorted(rule for rule in rules - by_data if meaning(rule) not in by_code) == []


def test_every_clause_that_code_names_exists() -> None:
    """No docstring names a clause that no rulebook has."""
    assert {name: sorted(clauses - KNOWN) for name, clauses in CODE.items() if clauses - KNOWN} == {}


@pytest.mark.parametrize("module", RULE_MODULES)
def test_every_rule_step_names_its_clauses(module: str) -> None:
    """Every public function of the rule modules names the clauses that it carries out."""
    functions = [
        name
        for name, member in vars(importlib.import_module(module)).items()
        if inspect.isfunction(member) and member.__module__ == module and not name.startswith("_")
    ]
    assert functions
    assert [name for name in functions if not CODE[f"{module}.{name}"]] == []


def test_every_refusal_has_a_rule() -> None:
    """Every reason for which the engine refuses an action stands for a clause that asks something of play."""
    for game in shipped():
        rulebook = load_shipped(game)
        always = set(refusal_codes(rulebook.parameters))
        assert always <= set(rulebook.refusals) <= {*always, *FURTHER_REFUSALS}
        assert all(rulebook.clause(clause).subject == "rule" for clause in rulebook.refusals.values())
