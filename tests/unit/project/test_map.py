"""What is written for those who change something names files, commands and tests that there are."""

import re
import subprocess
from typing import Final

import pytest
from support.checkout import ROOT

PAGES: Final = (
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "docs/guides/new_parameter.md",
    "solver/rust/README.md",
    "reference/aceten/proofs/README.md",
)
_CODE: Final = re.compile(r"(`+)(.+?)\1", re.DOTALL)
"""Code in a line or in a block, which as many backticks end as begin it."""
_FILE: Final = re.compile(r"(?<![*\w/.-])[\w/.-]*\w\.(?:py|rs|toml|md|jsonl)\b")
SOURCES: Final = (
    "spec",
    "reference",
    "solver/aceten_solver",
    "solver/aceten_surveys",
    "solver/rust/core",
    "solver/rust/ffi",
    "apps",
    "tests",
    "tools",
    "docs",
)


def named(page: str) -> set[str]:
    """Return the files that a page names."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return {name for _, code in _CODE.findall(text) for name in _FILE.findall(code)}


@pytest.mark.parametrize("page", PAGES)
def test_every_file_on_the_map_is_there(page: str) -> None:
    """Every file that a page names is there, by its whole path or the end of it."""
    known = [f"/{file.relative_to(ROOT).as_posix()}" for part in SOURCES for file in (ROOT / part).rglob("*.*")]
    known += [f"/{file.relative_to(ROOT).as_posix()}" for file in (*ROOT.iterdir(), *ROOT.glob("solver/rust/*.md"))]
    names = named(page)
    assert names
    assert sorted(name for name in names if not any(file.endswith(f"/{name}") for file in known)) == []


@pytest.mark.parametrize("page", PAGES)
def test_names_after_a_block_are_read(page: str) -> None:
    """The files that a page names after its last block of code are read, too."""
    text = (ROOT / page).read_text(encoding="utf-8")
    after = {name for code in re.findall(r"`([^`\n]+)`", text.rpartition("\n```\n")[2]) for name in _FILE.findall(code)}
    assert after or text.endswith("\n```\n")
    assert after <= named(page)


def test_every_package_is_on_the_map() -> None:
    """The map names every folder and package of the project."""
    text = (ROOT / PAGES[0]).read_text(encoding="utf-8")
    assert all(f"`{part}/`" in text for part in ("spec", "reference", "solver", "solver/rust", "apps", "docs", "tests"))


def test_help_lists_every_goal() -> None:
    """``make`` alone lists every goal, each with what it is for."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    goals = next(line for line in text.splitlines() if line.startswith(".PHONY:")).split()[1:]
    done = subprocess.run(["make", "-C", str(ROOT), "--no-print-directory"], capture_output=True, text=True, check=True)  # noqa: S603, S607
    listed = re.findall(r"^  make (\S+) +\S", done.stdout, re.MULTILINE)
    assert listed == goals
