"""Types of everything that the page may ask and is told, for the compiler that checks its modules, made from the server's own bodies."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from msgspec import inspect as kinds

from aceten_board.bodies import Refused
from aceten_board.questions import FOLLOWED, QUESTIONS
from aceten_board.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FILE: Final = Path(__file__).parents[2] / "typings" / "page" / "bodies.d.ts"
PLAIN: Final[dict[type[kinds.Type], str]] = {
    kinds.BoolType: "boolean",
    kinds.FloatType: "number",
    kinds.IntType: "number",
    kinds.NoneType: "null",
    kinds.StrType: "string",
}


def body_types() -> str:
    """Return the text of the file: a type for each body, the questions by their names, and the words of the page."""
    asked = {name: question.kind for name, question in (QUESTIONS | FOLLOWED).items()}
    told = {name: question.told for name, question in (QUESTIONS | FOLLOWED).items()}
    all_kinds = kinds.multi_type_info([*asked.values(), *told.values(), Refused])
    bodies: dict[str, kinds.StructType] = {}
    for kind in all_kinds:
        for each in _structs(kind):
            bodies.setdefault(each.cls.__name__, each)
    ask = {each.cls for kind in all_kinds[: len(asked)] for each in _structs(kind)}
    lines = [
        "// What the page may ask, and what it is told. Written by make generate, from the bodies of the server.",
        "",
        "declare namespace Bodies {",
        *[line for name in sorted(bodies) for line in _interface(bodies[name], asked=bodies[name].cls in ask)],
        *_questions("Questions", QUESTIONS.keys(), asked, told),
        *_questions("Followed", FOLLOWED.keys(), asked, told),
        "  /** What stands on the page beside what is said of a table. */",
        f"  type Words = {_of_value(words(), '  ')};",
        "}",
    ]
    return "\n".join(lines) + "\n"


def _questions(name: str, listed: Iterable[str], asked: dict[str, type], told: dict[str, type]) -> Iterator[str]:
    yield f"  interface {name} {{"
    for each in listed:
        yield f"    {each}: {{ asked: {asked[each].__name__}; told: {told[each].__name__} }};"
    yield "  }"


def _interface(kind: kinds.StructType, *, asked: bool) -> Iterator[str]:
    """Yield the lines of a type; what need not be asked, and what is left out when it is empty, may not be there."""
    yield f"  /** {' '.join((inspect.getdoc(kind.cls) or '').split())} */"
    yield f"  interface {kind.cls.__name__} {{"
    left_out = asked or kind.cls.__struct_config__.omit_defaults
    for field in kind.fields:
        mark = "?" if left_out and not field.required else ""
        yield f"    {field.encode_name}{mark}: {_of(field.type)};"
    yield "  }"


def _structs(kind: kinds.Type) -> Iterator[kinds.StructType]:
    """Yield every body that a type has in it."""
    match kind:
        case kinds.StructType(fields=fields):
            yield kind
            for field in fields:
                yield from _structs(field.type)
        case kinds.UnionType(types=inside) | kinds.TupleType(item_types=inside):
            for each in inside:
                yield from _structs(each)
        case kinds.VarTupleType(item_type=inside):
            yield from _structs(inside)
        case kinds.DictType(value_type=inside):
            yield from _structs(inside)
        case _:
            return


def _of(kind: kinds.Type) -> str:
    """Return how a type is written."""
    match kind:
        case kinds.StructType(cls=cls):
            written = cls.__name__
        case kinds.UnionType(types=inside):
            written = " | ".join(map(_of, inside))
        case kinds.LiteralType(values=values):
            written = " | ".join(map(json.dumps, values))
        case kinds.VarTupleType(item_type=inside):
            item = _of(inside)
            written = f"readonly ({item})[]" if " " in item else f"readonly {item}[]"
        case kinds.TupleType(item_types=inside):
            written = f"readonly [{', '.join(map(_of, inside))}]"
        case kinds.DictType(value_type=inside):
            written = f"Record<string, {_of(inside)}>"
        case _:
            written = PLAIN[type(kind)]
    return written


def _of_value(value: object, margin: str) -> str:
    """Return the type of words by their names: it knows each name, and no text."""
    if isinstance(value, dict):
        named = cast("dict[str, object]", value)
        inside = [f"{margin}  {key}: {_of_value(each, margin + '  ')};" for key, each in named.items()]
        return "\n".join(["{", *inside, f"{margin}}}"])
    if isinstance(value, list):
        return f"readonly ({_of_value(cast('list[object]', value)[0], margin)})[]"
    return "readonly [string, string]" if isinstance(value, tuple) else "string"


def main() -> None:
    """Write the file."""
    FILE.write_text(body_types(), encoding="utf-8")


if __name__ == "__main__":
    main()
