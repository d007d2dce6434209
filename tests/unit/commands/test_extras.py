"""What is said where a package is missing that only some need, and that what is told to be typed installs it."""

import importlib.metadata
import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

import pytest
from support.checkout import ROOT

from aceten_spec.texts.extras import installing, lacking

WRITTEN: Final = [
    path
    for folder in ("spec", "reference", "solver", "apps", "docs", ".")
    for path in sorted((ROOT / folder).glob("*.md" if folder == "." else "**/*"))
    if path.suffix in {".md", ".rst", ".py", ".po", ".toml"}
    and "_build" not in path.parts
    and path.name != "CHANGELOG.md"
]
"""Pages, programs and catalogs."""
RELEASES: Final = {"docs/overview.md", "spec/aceten_spec/texts/extras.py"}
"""Where it is told how a release will be installed, and the one that says so where the installation is one."""


EQUILIBRIUM: Final = """
import aceten, aceten_solver
aceten_solver.find_equilibrium([(aceten.parse("zsiros/2 hands=A9,K8 lead=0"), 1)], "points")
"""


@pytest.mark.turns(6)
@pytest.mark.parametrize(
    ("extra", "package", "program", "last"),
    [
        ("notebook", "anywidget", "import aceten_notebook", "ModuleNotFoundError: "),
        ("board", "uvicorn", "from aceten_cli.main import main; main()", "error: "),
        ("board", "starlette", "from aceten_board import serve", "ModuleNotFoundError: "),
        ("data", "pyarrow", "import aceten_surveys", "ModuleNotFoundError: "),
        ("data", "distributed", "import aceten_surveys.cluster", "ModuleNotFoundError: "),
        ("data", "duckdb", "import aceten_surveys.report", "ModuleNotFoundError: "),
        ("data", "matplotlib", "import aceten_surveys.plots", "ModuleNotFoundError: "),
        ("exact", "scipy", EQUILIBRIUM, "UsageError: "),
        ("pettingzoo", "numpy", "import aceten_pettingzoo", "ModuleNotFoundError: "),
        ("openspiel", "pyspiel", "import aceten_openspiel", "ModuleNotFoundError: "),
        ("proofs", "z3", "import aceten_spec.formulas", "ModuleNotFoundError: "),
        ("proofs", "cvc5", "import aceten.proofs", "ModuleNotFoundError: "),
        ("testing", "hypothesis", "import aceten.testing", "ModuleNotFoundError: "),
    ],
)
def test_it_is_named_with_its_extra(extra: str, package: str, program: str, last: str) -> None:
    """With the command that installs it: by the program, and where the package itself is imported."""
    without = f"import sys; sys.argv = ['aceten', {extra!r}]; sys.modules[{package!r}] = None\n{program}"
    done = subprocess.run([sys.executable, "-c", without], capture_output=True, encoding="utf-8", check=False)  # noqa: S603 - our own program
    assert done.returncode
    called = {"pyspiel": "open_spiel", "z3": "z3-solver"}.get(package, package)
    expected = f"{last}the package {called} is missing; install it with: {installing(extra)}"
    assert " ".join(done.stderr.split()).endswith(expected)


def test_a_module_of_our_own_is_no_package() -> None:
    """It is a fault of ours, and stays one."""
    fault = ModuleNotFoundError("No module named 'aceten_board.gone'", name="aceten_board.gone")
    with pytest.raises(ModuleNotFoundError) as caught:
        lacking(fault, "board")
    assert caught.value is fault


@pytest.mark.parametrize(
    ("came", "installed"),
    [
        (None, '"aceten[board]"'),
        ({"url": "file:///home/me/cards", "dir_info": {"editable": True}}, '-e "/home/me/cards[board]"'),
        ({"url": "file:///home/me/my%20cards", "dir_info": {}}, '"/home/me/my cards[board]"'),
        (
            {"url": "file:///tmp/aceten-1-py3-none-any.whl", "archive_info": {}},
            '"aceten[board] @ file:///tmp/aceten-1-py3-none-any.whl"',
        ),
    ],
)
def test_an_extra_comes_from_where_the_installation_came(
    monkeypatch: pytest.MonkeyPatch, came: object, installed: str
) -> None:
    """From a checkout, in which it may be changed or not, from a file, or from the index of packages, where nothing else is known."""

    class Installed:
        def read_text(self, name: str) -> str | None:
            assert name == "direct_url.json"
            return None if came is None else json.dumps(came)

    def distribution(_: str) -> Installed:
        return Installed()

    monkeypatch.setattr(importlib.metadata, "distribution", distribution)
    assert installing("board").endswith(f" install {installed}")


def test_it_is_installed_into_the_python_that_lacks_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """By ``pip`` alone where that is the one beside this Python, as in an environment that is active; otherwise by this Python."""
    for found, pip in (
        (str(Path(sys.executable).with_name("pip")), "pip"),
        ("/usr/bin/pip", f"{sys.executable} -m pip"),
        (None, f"{sys.executable} -m pip"),
    ):
        monkeypatch.setattr(shutil, "which", {"pip": found}.get)
        assert installing("board").startswith(f"{pip} install ")


def test_what_is_told_to_be_typed_can_be_typed_in_a_checkout() -> None:
    """No page, help or message installs a release by its name, as there is none yet, but where it is told how that will be."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for path in WRITTEN:
        text, name = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
        for what in re.findall(r"pip install\s+(?!--)[\"'\\]*([\w.]+\[?\w*)", text):
            source, _, extra = what.partition("[")
            assert source != "aceten" or name in RELEASES, name
            assert extra in {"", *extras}, name


def test_all_is_every_extra_that_the_page_names_before_it() -> None:
    """Whoever installs ``all`` has what the overview's table has above that row."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    [brought] = project["optional-dependencies"]["all"]
    table, _, _ = (ROOT / "docs" / "overview.md").read_text(encoding="utf-8").partition("| `all` |")
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", table[table.index("| extra | for |") :], re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"\w+", row)]
    assert re.findall(r"\w+", brought.removeprefix("aceten")) == named


def test_the_site_is_built_with_its_extra_alone() -> None:
    """What the site describes is imported for it, and whatever that needs comes with the extra ``docs``."""
    pages = "\n".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("**/*.rst") if "_build" not in path.parts
    )
    described = set(re.findall(r"^\s*\.\. automodule:: ([\w.]+)", pages, re.MULTILINE))
    packages = {name.rpartition(".")[0] or name for name in described} | described
    needed: set[str] = set()
    for name in packages:
        found = importlib.util.find_spec(name)
        assert found is not None
        assert found.origin is not None
        needed |= set(re.findall(r'brought_by\("(\w+)"\)', Path(found.origin).read_text(encoding="utf-8")))
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert {"data", "proofs", "testing"} <= needed
    assert {f"aceten[{extra}]" for extra in needed} <= set(extras["docs"])
