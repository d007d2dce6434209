"""What is said of errors is said in the language in force: no error of the project's is raised with English that nothing translates."""

import ast
import builtins
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from tools.messages import NOT_OURS, PACKAGES, ROOT

MAKE: Final = ("position_error", "record_error", "false_record_error", "usage_error")
"""What makes an error of a template."""
SAYS: Final = {"say", "to_say", "say_in", "say_counted", "says", "message_of", "fullmatch", "replace", *MAKE}
"""What takes a template, which is translated, or looks for one in what a library says."""
OF_PROOFS: Final = {"RaisedError", "UndecidedError", "UnsupportedError"}
"""How a proof ends that comes to nothing; its report says why, in English, as it says what is proved."""
OF_LIBRARIES: Final = {"TwiceError"}
"""What speaks as msgspec does, whose sentences ``aceten_spec.texts.causes`` knows."""
SENTENCE: Final = re.compile(r"\b(?!pip)[a-z]{2,} [a-z]{2,}")
"""What is a sentence, and neither notation nor a name."""
MODULES: Final = [
    path
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
    if NOT_OURS not in path.parts and "Error(" in path.read_text(encoding="utf-8")
]


def unsaid(node: ast.AST) -> Iterator[str]:
    """Yield the sentences in an expression that are not said."""
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), keywords=parts) if name in SAYS:
            yield from (text for part in parts for text in unsaid(part))
        case ast.JoinedStr(values=values):
            text = "".join(str(each.value) if isinstance(each, ast.Constant) else "{}" for each in values)
            yield from [text] if SENTENCE.search(text) else []
        case ast.Constant(value=str(text)):
            yield from [text] if SENTENCE.search(text) else []
        case _:
            yield from (text for child in ast.iter_child_nodes(node) for text in unsaid(child))


def errors_in(function: ast.AST) -> Iterator[ast.expr]:
    """Yield what makes the errors of the project that are raised or returned in a function, and what it gives to names for them."""
    made = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id.endswith(("Error", *MAKE))
        and not hasattr(builtins, node.func.id)
        and node.func.id not in OF_PROOFS | OF_LIBRARIES
    ]
    names = {node.id for call in made for node in ast.walk(call) if isinstance(node, ast.Name)}
    yield from made
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in names:
                yield value
            case _:
                pass


def sentences(source: str) -> set[str]:
    """Return the sentences about errors in a module that are not said."""
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    return {text for function in functions for error in errors_in(function) for text in unsaid(error)}


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_errors_are_said(module: Path) -> None:
    """Whatever error a module raises for people is in the language in force."""
    assert not sentences(module.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "source",
    [
        'def f():\n    raise UsageError("no such thing")',
        'def f():\n    message = f"no {thing} there is"\n    raise UsageError(message)',
        'def f():\n    return FileError(file=name, problem=say("bad: {what}", what="no such thing"))',
        'def f():\n    raise usage_error("bad: {what}", what="no such thing")',
    ],
)
def test_what_is_not_said_is_found(source: str) -> None:
    """Where it stands in the error, in a name, or in a part of what is said."""
    assert sentences(source)
