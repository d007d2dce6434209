"""The modules of the native core: none needs another one that needs it."""

import re
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

import pytest

CRATES: Final = sorted((Path(__file__).parents[2] / "solver" / "rust").glob("*/src"))
_PATH: Final = re.compile(r"\b[a-z_]+(?:::\w+)*(?:::\w+|::\{[^{}]*\})")


def modules(sources: Path) -> dict[str, str]:
    """Return the text of each module of a crate by its path, such as ``matching::rules``; that of the crate is empty."""
    found: dict[str, str] = {}
    for file in sources.rglob("*.rs"):
        parts = file.relative_to(sources).with_suffix("").parts
        found["::".join(parts[:-1] if parts[-1] in {"mod", "lib"} else parts)] = file.read_text(encoding="utf-8")
    return found


def needed(module: str, texts: Mapping[str, str]) -> Iterator[str]:
    """Yield the modules that one names, beside tests and comments."""
    text = re.sub(r"//[^\n]*", "", texts[module])
    text = text.split("#[cfg(test)]\nmod tests", maxsplit=1)[0]
    for path in _PATH.findall(text):
        start, _, listed = path.partition("::{")
        for last in listed.rstrip("}").split(",") if listed else [""]:
            parts = [*start.split("::"), *last.strip().split("::")]
            here = module.split("::") if module else []
            if parts[0] == "crate":
                here = []
            elif parts[0] == "super":
                here = here[: -parts.count("super")]
            elif parts[0] != "self" and "::".join([*here, parts[0]]) not in texts:
                continue
            names = [*here, *[part for part in parts if part not in {"", "crate", "self", "super"}]]
            while names and "::".join(names) not in texts:
                names.pop()
            if names and "::".join(names) != module:
                yield "::".join(names)


def circle(texts: Mapping[str, str]) -> list[str]:
    """Return modules that need each other in turn; none where there is no such circle."""
    try:
        TopologicalSorter({module: set(needed(module, texts)) for module in texts}).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


@pytest.mark.parametrize("sources", CRATES, ids=lambda path: path.parent.name)
def test_modules_of_the_core_form_no_circle(sources: Path) -> None:
    """They can be read one after the other: what a module needs does not need it."""
    texts = modules(sources)
    assert len(texts) > 1
    assert not circle(texts)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("use super::two::Seat;", "use super::one::{Rules, Slot};"),
        ("use crate::room::two;", "use crate::{room::one, table};"),
        ("fn f() -> super::two::Seat {}", "use crate::room::{one::Slot};"),
    ],
)
def test_a_circle_is_found(one: str, other: str) -> None:
    """However the two name each other; but not where comments or tests do."""
    texts = {"": "pub mod room;", "room": "mod one;\nmod two;\nuse two::Seat;", "room::one": one, "room::two": other}
    assert sorted(set(circle(texts))) == ["room::one", "room::two"]
    assert not circle(texts | {"room::two": f"// {other}\n#[cfg(test)]\nmod tests {{ {other} }}"})
