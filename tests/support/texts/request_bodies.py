"""Bodies of requests: what the page would ask, what it would not, and what is no question at all."""

import json
from collections.abc import Mapping
from typing import Final

import msgspec
import msgspec.inspect as kinds
from hypothesis import strategies as st

from aceten_board.bodies import Spoken
from aceten_spec.loader import load_shipped, shipped

MARKUP: Final = "<img src=x onerror=alert(1)>"
LINES: Final = (
    "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0",
    "zsiros/2 hands=AhTs,KcQd lead=0",
    "zsiros/2 hands=AK,??",
    "schnapsen/2 hands=AhThKs,AsTsKh talon=- trump=h",
    "zsiros/2 hands=A9,78 lead=0 players=99999999999999999999",
    f"zsiros/4 hands={MARKUP}",
    MARKUP,
    "\0",
    "hands=" + "A" * 3000,
)
NAMES: Final = [f"{name}/{n}" for name in shipped() for n in load_shipped(name).parameters.players]
GAMES: Final = (
    "zsiros/9",
    "zsiros/",
    "/",
    "",
    "zsiros players=2",
    "zsiros rules=x",
    "zsiros/2 tie=draw",
    "README.md",
    MARKUP,
)
NUMBERS: Final = st.integers() | st.floats() | st.sampled_from([0, -1, 2**63, 2**64, 10**40, 1e308, float("inf")])
JUNK: Final = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=20) | st.just(MARKUP),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=8), inside, max_size=3),
    max_leaves=6,
)

KNOWN: Final[Mapping[str, st.SearchStrategy[object]]] = {
    "position": st.sampled_from(LINES) | st.text(max_size=60),
    "actions": st.lists(st.sampled_from(["A", "7", "Ah", "stop", "flip", "call:0:beat", MARKUP]) | st.text(max_size=8), max_size=4),
    "action": st.sampled_from(["A", "7", "Ah", "stop", MARKUP]) | st.text(max_size=8),
    "game": st.sampled_from([*NAMES, *shipped()]) | st.sampled_from(GAMES) | st.text(max_size=12),
    "text": st.sampled_from([*LINES, '{"game":"zsiros/4"}', "{", "[]", '{"format":1}\n{}']) | st.text(max_size=60),
    "seconds": st.floats(0.001, 0.02),
}  # fmt: skip
"""What fields of these names hold where they are meant well."""


def bodies(kind: type[Spoken]) -> st.SearchStrategy[bytes]:
    """Return bodies for a question: well meant, damaged in a field, cut off, or something else."""
    whole = st.fixed_dictionaries(
        {field.encode_name: _values(field.name, field.type) for field in _fields(kind) if field.required},
        optional={field.encode_name: _values(field.name, field.type) for field in _fields(kind) if not field.required},
    )
    names = [field.encode_name for field in _fields(kind)]
    damaged = st.builds(_with, whole, st.sampled_from(names) | st.text(max_size=8), JUNK)
    written = (whole | damaged | JUNK).map(lambda body: json.dumps(body).encode("utf-8", "surrogatepass"))
    return written | st.builds(_cut, written, st.integers(0, 40)) | st.binary(max_size=30)


def _cut(body: bytes, length: int) -> bytes:
    return body[:length]


def _with(body: dict[str, object], name: str, junk: object) -> dict[str, object]:
    return {**body, name: junk}


def _fields(kind: type[msgspec.Struct]) -> tuple[kinds.Field, ...]:
    told = kinds.type_info(kind)
    assert isinstance(told, kinds.StructType)
    return told.fields


def _values(name: str, kind: kinds.Type) -> st.SearchStrategy[object]:
    """Return what a field may hold."""
    return KNOWN[name] if name in KNOWN else _of(kind)


def _of(kind: kinds.Type) -> st.SearchStrategy[object]:
    match kind:
        case kinds.UnionType():
            return st.one_of([_of(each) for each in kind.types])
        case kinds.LiteralType():
            return st.sampled_from(kind.values)
        case kinds.IntType():
            return st.integers(kind.ge or 0, 2**63 if kind.le is None else kind.le)
        case kinds.VarTupleType():
            return st.lists(_of(kind.item_type), max_size=3)
        case kinds.StructType():
            return st.fixed_dictionaries({field.encode_name: _values(field.name, field.type) for field in kind.fields})
        case _:
            return _PLAIN[type(kind)]


_PLAIN: Final[Mapping[type[kinds.Type], st.SearchStrategy[object]]] = {
    kinds.FloatType: st.floats(0, 1),
    kinds.BoolType: st.booleans(),
    kinds.NoneType: st.none(),
    kinds.StrType: st.text(max_size=12) | st.just(MARKUP),
}
"""What values of these kinds look like, whatever else is said of them."""
