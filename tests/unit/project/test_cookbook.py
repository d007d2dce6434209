"""Every program of the cookbook runs, prints what its page shows, and stands on the page."""

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from support.checkout import ROOT
from support.slices import in_turn
from tools.examples import FOLDER, PRINTED, printed_by, programs

from aceten_solver import backend

LEARN: Final = ("policy_gradient",)
"""What these print follows from sums of fractions, which are not the same on every processor."""
BY_CORE: Final = ("batch_solved", "own_rules", "policy_gradient", "survey_in_duckdb", "tables_probed")
"""These solve whole deals, or ask what only the native core has."""
PAGE: Final = (ROOT / "docs" / "guides" / "cookbook.md").read_text(encoding="utf-8")
MOST_LINES: Final = 60


HERE: Final = [name for name in programs() if backend == "native" or name not in BY_CORE]
"""Those that can be run here."""


@pytest.mark.parametrize("name", in_turn(HERE, 8))
def test_it_prints_what_its_page_shows(name: str) -> None:
    """The very text, as chance is drawn from seeds; of what learns the same words, and more deals won in the end than by chance."""
    shown, told = (PRINTED / f"{name}.txt").read_text(encoding="utf-8"), printed_by(name)
    if name not in LEARN:
        assert told == shown
        return
    assert re.sub(r"\d+%", "%", told) == re.sub(r"\d+%", "%", shown)
    shares = [int(share) for share in re.findall(r"(\d+)%", told)]
    assert shares[-1] > shares[0] + 10


def test_a_data_set_is_kept_where_it_is_asked_for(tmp_path: Path) -> None:
    """With a file and a number so many positions are kept there."""
    command = [sys.executable, str(FOLDER / "data_set.py"), str(tmp_path / "few.npz"), "3"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603 - our own program
    assert "seen (3, 122)" in told
    assert (tmp_path / "few.npz").is_file()


def test_each_stands_on_the_page_with_what_it_prints() -> None:
    """No program is missing there, nor is what one prints; none is printed that is not there."""
    assert set(re.findall(r"literalinclude\} \.\./\.\./examples/(\w+)\.py", PAGE)) == {*programs()}
    assert (
        set(re.findall(r"examples/printed/(\w+)\.txt", PAGE))
        == {*programs()}
        == {path.stem for path in PRINTED.iterdir()}
    )


def test_the_page_names_those_that_need_the_core() -> None:
    """They stand there in one sentence, and no others."""
    told = PAGE[PAGE.index("native core") :]
    assert re.findall(r"`(\w+)`", told[: told.index(".\n")]) == [*BY_CORE]


@pytest.mark.parametrize("name", programs())
def test_it_is_short_and_says_what_it_is(name: str) -> None:
    """It is read in a minute."""
    text = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    assert text.count("\n") <= MOST_LINES
    assert ast.get_docstring(ast.parse(text))
