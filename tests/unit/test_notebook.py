"""The notebook that is made of the guide to surveys: its cells run, and it ends with a picture."""

from __future__ import annotations

import ast
import importlib.util
import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from commands import run
from walking import ROOT, blocks, can_be_walked

if TYPE_CHECKING:
    from types import ModuleType

PAGE: Final = "docs/guides/surveys.md"


def _extension() -> ModuleType:
    """Return the extension of Sphinx that makes notebooks."""
    found = importlib.util.spec_from_file_location("notebooks", ROOT / "docs" / "_ext" / "notebooks.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def page() -> str:
    """Return the page."""
    return (ROOT / PAGE).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def cells(page: str) -> list[dict[str, str]]:
    """Return the cells of its notebook."""
    made: list[dict[str, str]] = json.loads(_extension().notebook(page))["cells"]
    return made


def test_all_of_the_page_is_in_the_notebook(page: str, cells: list[dict[str, str]]) -> None:
    """Every block and every heading of the page, in its order, and no link that leads nowhere."""
    prose = "\n".join(cell["source"] for cell in cells if cell["cell_type"] == "markdown")
    headings = [line for line in page.splitlines() if line.startswith("#") and not line.startswith("#!")]
    assert [line for line in prose.splitlines() if line.startswith("#")] == headings
    assert "](.." not in prose
    assert "{doc}" not in prose
    code = "\n".join(cell["source"] for cell in cells if cell["cell_type"] == "code")
    at = 0
    for block in blocks(page):
        for line in block.body.splitlines():
            if block.language not in {"console", "pycon"} or line.startswith(("$ ", ">>> ")):
                at = code.index(line.removeprefix("$ ").removeprefix(">>> "), at)


@pytest.mark.turns(3)
def test_its_cells_run(
    cells: list[dict[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One after the other, about a few deals; the last one shows a picture."""
    if not can_be_walked(PAGE):
        pytest.skip("the search in Python takes minutes for whole deals")
    monkeypatch.chdir(tmp_path)
    names, shown = dict[str, object](), None
    for source in (cell["source"] for cell in cells if cell["cell_type"] == "code"):
        first, _, rest = source.partition("\n")
        if first.startswith("%%writefile "):
            few = rest.replace("count = 100", "count = 6").replace("count = 30", "count = 2")
            assert few != rest
            Path(first.removeprefix("%%writefile ")).write_text(few, encoding="utf-8")
        elif first.startswith("!"):
            program, *words = shlex.split(first[1:])
            assert program == "aceten"
            assert run(capsys, monkeypatch, *words).status == 0
        elif not first.startswith("%pip install "):
            *statements, last = ast.parse(source).body
            exec(compile(ast.Module(statements, []), "cell", "exec"), names)  # noqa: S102 - our own page
            if isinstance(last, ast.Expr):
                shown = eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307 - likewise
            else:
                exec(compile(ast.Module([last], []), "cell", "exec"), names)  # noqa: S102 - likewise
    picture = getattr(shown, "_repr_svg_", str)()
    assert picture.startswith("<?xml")
    assert "zsiros/2, 6 deals" in picture
