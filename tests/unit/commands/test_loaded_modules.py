"""What is loaded is what is needed: it is counted by names, not by time."""

from __future__ import annotations

import subprocess
import sys
from importlib import metadata
from typing import Final

from support.games.shown_positions import ENDGAME

import aceten_solver
from aceten_cli.version import VERSION

LOADED: Final = """
import sys
from aceten_cli.start import main
try:
    main()
except SystemExit:
    pass
print(*sys.modules)
"""
SOLVED: Final = """
import sys, aceten, aceten_solver
aceten_solver.solve(aceten.parse(sys.argv[1]))
print(*sys.modules)
"""
FAR: Final = frozenset(
    {"asyncio", "multiprocessing", "numpy", "pydantic", "scipy", "starlette", "textual", "uvicorn", "z3"}
)
"""What takes long to load, and none of these needs."""
FAR_OURS: Final = (
    *("aceten.conformance", "aceten.proofs", "aceten_board", "aceten_surveys"),
    *(
        f"aceten_solver.{room}"
        for room in ("certificates", "contests", "reviews", "hidden.equilibrium", "native.vector_deals")
    ),
)


def loaded(program: str, *arguments: str) -> set[str]:
    """Return the modules that a program has loaded when it is done."""
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - our own program
    return {*done.stdout.splitlines()[-1].split()}


def test_the_version_loads_nothing_but_itself() -> None:
    """It is the one that was installed, and of ours two modules tell it; no library is loaded for it."""
    assert metadata.version("aceten") == VERSION
    found = loaded(LOADED, "--version")
    assert {name for name in found if name.startswith("aceten")} == {
        f"aceten_cli{name}" for name in ("", ".start", ".version")
    }
    assert not {"email", "msgspec", "rich", "typer"} & found


def test_a_solution_loads_only_what_a_search_needs() -> None:
    """At the command line nothing of proofs, contests between programs, surveys, the board and the table's screen."""
    found = loaded(LOADED, "solve", ENDGAME)
    assert "aceten_solver.answers.solver" in found
    assert not FAR & found
    assert not [name for name in found if name.startswith(FAR_OURS)]


def test_the_library_loads_no_command_line() -> None:
    """Who solves a position from a program loads no library of the command line, and none that looks for packages."""
    found = loaded(SOLVED, ENDGAME)
    assert "aceten_solver.answers.solver" in found
    assert not (FAR | {"email", "importlib.metadata", "rich", "typer"}) & found
    assert not [name for name in found if name.startswith((*FAR_OURS, "aceten_certificates", "aceten_solver.hidden"))]


def test_every_name_of_the_solver_is_there() -> None:
    """What is loaded when somebody asks for it has the name that the package tells, and is found in lists of names."""
    assert {name for name in aceten_solver.__all__ if not hasattr(aceten_solver, name)} == set()
    assert {*aceten_solver.__all__} <= {*dir(aceten_solver)}
