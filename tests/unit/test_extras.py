"""What is said where a package is missing that only some need."""

from __future__ import annotations

import subprocess
import sys

import pytest

from aceten_spec.causes import lacking


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("extra", "package", "program", "last"),
    [
        ("notebook", "anywidget", "import aceten_notebook", "ModuleNotFoundError: "),
        ("board", "uvicorn", "from aceten_cli.main import main; main()", "error: "),
    ],
)
def test_it_is_named_with_its_extra(extra: str, package: str, program: str, last: str) -> None:
    """With the command that installs it."""
    without = f"import sys; sys.argv = ['aceten', {extra!r}]; sys.modules[{package!r}] = None; {program}"
    done = subprocess.run([sys.executable, "-c", without], capture_output=True, encoding="utf-8", check=False)  # noqa: S603 - our own program
    assert done.returncode
    expected = f'{last}the package {package} is missing; install it with: pip install "aceten[{extra}]"'
    assert " ".join(done.stderr.split()).endswith(expected)


def test_a_module_of_our_own_is_no_package() -> None:
    """It is a fault of ours, and stays one."""
    fault = ModuleNotFoundError("No module named 'aceten_board.gone'", name="aceten_board.gone")
    with pytest.raises(ModuleNotFoundError) as caught:
        lacking(fault, "board")
    assert caught.value is fault
