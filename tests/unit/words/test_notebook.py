"""The notebooks that are made of guides: their cells run, and show the pictures that are on the page."""

import ast
import importlib.util
import json
import shlex
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest
from support.checkout import ROOT
from support.processes.program_runs import Aceten
from tools.page_walks import Block, blocks, can_be_walked

import aceten
import aceten_solver
from aceten.pictures import picture_of

PAGE: Final = "docs/guides/surveys.md"
PICTURES: Final = "docs/guides/notebooks.md"
"""The guide whose cells are run by a kernel, as in Jupyter."""


def _extension() -> ModuleType:
    """Return the extension of Sphinx that makes notebooks."""
    found = importlib.util.spec_from_file_location(
        "notebooks", ROOT / "docs" / "_ext" / "aceten_docs" / "pages" / "notebooks.py"
    )
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def _notebook(name: str) -> str:
    return str(_extension().notebook((ROOT / name).read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def cells() -> list[dict[str, str]]:
    """Return the cells of the notebook of the guide to surveys."""
    made: list[dict[str, str]] = json.loads(_notebook(PAGE))["cells"]
    return made


@pytest.mark.parametrize("name", [PAGE, PICTURES])
def test_all_of_the_page_is_in_the_notebook(name: str) -> None:
    """Every block and every heading of the page, in its order, and no link that leads nowhere."""
    page = (ROOT / name).read_text(encoding="utf-8")
    cells: list[dict[str, str]] = json.loads(_notebook(name))["cells"]
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


@pytest.mark.turns(30)
def test_its_cells_run(
    cells: list[dict[str, str]], tmp_path: Path, run: Aceten, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after the other, about a few deals; the last one shows a picture."""
    if not can_be_walked(PAGE):
        pytest.skip("the search in Python takes minutes for whole deals")
    monkeypatch.chdir(tmp_path)
    names, shown = dict[str, object](), None
    for source in (cell["source"] for cell in cells if cell["cell_type"] == "code"):
        first, _, rest = source.partition("\n")
        if first.startswith("%%writefile "):
            few = (
                rest.replace("count = 100", "count = 6")
                .replace("count = 30", "count = 2")
                .replace("count = 5", "count = 1")
            )
            assert few != rest
            Path(first.removeprefix("%%writefile ")).write_text(few, encoding="utf-8")
        elif first.startswith("!"):
            program, *words = shlex.split(first[1:])
            assert program == "aceten"
            assert run(*words).status == 0
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


def _drawn(block: Block) -> str:
    """Return the picture that a block of the page shows."""
    shown = block.arguments
    match block.language:
        case "{picture}":
            return picture_of(aceten.parse(shown))
        case "{solution}":
            return aceten_solver.solve(aceten.parse(shown)).picture()
        case _:
            return aceten_solver.review(aceten.read_record((ROOT / shown).read_text(encoding="utf-8"))).picture()


@pytest.mark.turns(16)
def test_a_kernel_shows_what_is_on_the_page(tmp_path: Path) -> None:
    """A kernel runs the cells of the guide: each answer is the picture that the page has in that place, and the last one is a widget."""
    import nbformat  # these take a second to load
    from nbclient import NotebookClient

    written = json.loads(_notebook(PICTURES))
    written["cells"] = [cell for cell in written["cells"] if not cell["source"].startswith("%pip install ")]
    made = nbformat.reads(json.dumps(written), as_version=4)
    NotebookClient(made, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    answers: list[dict[str, str]] = [
        output["data"] for cell in json.loads(nbformat.writes(made))["cells"] for output in cell.get("outputs", [])
    ]
    *shown, stepper = answers
    page = (ROOT / PICTURES).read_text(encoding="utf-8")
    assert ["".join(data["image/svg+xml"]) for data in shown] == [
        _drawn(block) for block in blocks(page) if block.arguments
    ]
    assert len(shown) == 3
    assert "application/vnd.jupyter.widget-view+json" in stepper
