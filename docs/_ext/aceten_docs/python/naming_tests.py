"""Which tests name a clause or an example, found in their source without running them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from aceten.tracing import named
from aceten_spec import load_shipped, shipped

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[4]
"""The folder of the project."""

OTHERWISE: Final = (
    "tests/proofs/test_mutations.py",
    "tests/property/test_rulebook_fuzz.py",
    "tests/proofs/test_mutating.py",
    "tests/property/notation/test_file_fuzz.py",
    "tests/property/notation/test_rulebook_fuzz.py",
    "tests/site/test_*.py",
    "tests/unit/commands/test_prove_command.py",
    "tests/unit/kit/test_verify_*.py",
    "tests/unit/rulebooks/test_clauses*.py",
    "tests/unit/rulebooks/test_contradictions.py",
    "tests/unit/rulebooks/test_inheritance.py",
    "tests/unit/rulebooks/test_loading.py",
    "tests/unit/rulebooks/test_options.py",
    "tests/unit/rulebooks/test_rulebook_fields.py",
    "tests/unit/rulebooks/test_traceability.py",
)
"""Tests that name clauses, but show nothing of what they say: those of reading rulebooks, of this site and of naming clauses itself."""


class NamingTest(NamedTuple):
    """A test function that names clauses or examples."""

    file: str
    """Its file, from the folder of the project on."""
    name: str
    """The function."""


class _Part(NamedTuple):
    """A definition at the top of a test file."""

    ids: set[str]
    """The clauses and examples that it names."""
    uses: set[str]
    """The names that it uses; a parameter is the name of a fixture."""


@cache
def naming_tests() -> dict[str, tuple[NamingTest, ...]]:
    """Return the tests of each clause by its id: those that name it, or an example of it, themselves or in data that they use."""
    shown = {example.id: example.clauses for game in shipped() for example in load_shipped(game).examples}
    found: dict[str, dict[NamingTest, None]] = {}
    for file in sorted((ROOT / "tests").glob("**/test_*.py")):
        path = file.relative_to(ROOT)
        if any(map(path.match, OTHERWISE)):
            continue
        for function, ids in _tests(file.read_text(encoding="utf-8")):
            for name in ids:
                for clause in shown.get(name, (name,)):
                    found.setdefault(clause, {})[NamingTest(path.as_posix(), function)] = None
    return {clause: tuple(tests) for clause, tests in found.items()}


def _tests(source: str) -> Iterator[tuple[str, set[str]]]:
    """Yield each test function of a file with the ids that it names."""
    parts = {name: _part(statement) for statement in ast.parse(source).body for name in _names(statement)}
    for name in parts:
        if name.startswith("test_"):
            used, waiting = {name}, [name]
            while waiting:
                more = (parts[waiting.pop()].uses & parts.keys()) - used
                used |= more
                waiting += more
            yield name, {each for part in used for each in parts[part].ids}


def _names(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return [statement.name]
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _part(statement: ast.stmt) -> _Part:
    ids: set[str] = set()
    uses: set[str] = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            ids |= named(node.value)
        elif isinstance(node, ast.Name):
            uses.add(node.id)
        elif isinstance(node, ast.arg):
            uses.add(node.arg)
    return _Part(ids, uses)
