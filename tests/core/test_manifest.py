"""The table by which the native core is told things: both sides have the same, and write and read by its names."""

import re
from pathlib import Path

import pytest
from core.named_numbers import TABLE, changed, places

import aceten_solver
from aceten_solver import BackendError
from aceten_solver.native import library, manifest
from aceten_solver.native.manifest import ALL_SHORTCUTS, Layout, Shortcut, Value

needs_core = pytest.mark.skipif(aceten_solver.backend != "native", reason="the native core is not built")

DEALING: dict[str, Value] = {"further": ["stop"], "batches": [2, 2], "pack": [0, 1, 1]}
CHANGES = (
    ("round_robin  ", "robin        ", "matching rules, round_robin"),
    ("seats                number    how many: 2 to 8\n", "", "matching rules, seats"),
    ("won[3] ", "won[2] ", "suit rules, won"),
    ("any_card             flag", "any_card             number", "matching rules, any_card"),
    ("table race contract points", "table contract race points", "suit rules, score"),
    ("    points_to        number\n", "", "suit rules, rows, points_to"),
    ("\nhands**              number    cards of each seat", "", "suit question, hands"),
)


def path() -> str:
    """Return where the core is."""
    return str(Path(aceten_solver.__file__).parent / library._LIBRARY)  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize(("old", "new", "field"), CHANGES)
def test_the_first_field_that_differs_is_named(old: str, new: str, field: str) -> None:
    """Whether it is called otherwise, is missing, has other numbers or words, or is only on the other side."""
    assert manifest.difference(TABLE) is None
    assert manifest.difference(re.sub("(number|flag|rows)  .*", r"\1", TABLE)) is None  # what they mean is for people
    assert TABLE.count(old) == 1
    assert manifest.difference(TABLE.replace(old, new)) == field


@needs_core
def test_a_core_that_was_built_with_another_table_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not used, and the field that differs is named."""
    other = manifest.read(TABLE.replace("flip ", "flop "))
    monkeypatch.setattr(manifest, "_table", lambda: other)
    with pytest.raises(
        BackendError, match="differ in matching rules, flop; install aceten again, or set ACETEN_BACKEND=python"
    ):
        library.load(path())


@needs_core
def test_a_core_without_a_function_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where it says that it has the right version."""
    missing = library.INTERFACE | {"aceten_forecast": (None,)}
    monkeypatch.setattr(library, "INTERFACE", missing)
    with pytest.raises(BackendError, match="has no function aceten_forecast; install aceten again"):
        library.load(path())


def test_what_is_told_is_written_by_name() -> None:
    """In whatever order it is said; a list says its length, and a word its place or its bit."""
    layout = Layout("dealing")
    assert layout.numbers(DEALING) == layout.numbers(dict(reversed(DEALING.items()))) == [4, 2, 2, 2, 3, 0, 1, 1]
    assert layout.numbers({**DEALING, "further": ()}) == [0, 2, 2, 2, 3, 0, 1, 1]
    assert ALL_SHORTCUTS.words() == ["alike", "tables", "order", "special", "foresight"]
    assert (Shortcut.ORDER | Shortcut.ALIKE).words() == ["alike", "order"]


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"packs": [1]}, "dealing: expected every field, and no other; packs is missing or too much"),
        ({"further": ["flop"]}, "dealing, further: .*'flop'.* does not fit what the manifest says"),
        ({"further": 4}, "dealing, further: 4 does not fit"),
        ({"pack": 3}, "dealing, pack: 3 does not fit"),
    ],
)
def test_what_has_no_place_in_the_table_is_not_written(values: dict[str, Value], problem: str) -> None:
    """A field that there is not, a word that is none, one number for several."""
    with pytest.raises(ValueError, match=problem):
        Layout("dealing").numbers(DEALING | values)


def test_fields_are_as_long_as_the_table_says() -> None:
    """Too many numbers, or fewer than another field says, are not written."""
    layout = manifest.Layout("some", manifest.read("[some]\na  number\nb[a]  number\nc[2]  number\n")["some"])
    assert layout.numbers({"a": 3, "b": [7, 8, 9], "c": [1, 2]}) == [3, 7, 8, 9, 1, 2]
    wrong: list[tuple[dict[str, Value], str]] = [({"a": 2}, "b"), ({"c": [1]}, "c"), ({"c": [1, 2, 3]}, "c")]
    for values, field in wrong:
        with pytest.raises(ValueError, match=f"some, {field}: "):
            layout.numbers({"a": 3, "b": [7, 8, 9], "c": [1, 2], **values})


def test_a_field_is_found_in_a_list() -> None:
    """Where its numbers begin, after the length of a list: other tests change them there."""
    numbers = Layout("dealing").numbers(DEALING)
    assert places("dealing", numbers) == {"further": 0, "batches": 2, "pack": 5}
    assert changed("dealing", numbers, {"pack 2": 9}) == [4, 2, 2, 2, 3, 0, 1, 9]
