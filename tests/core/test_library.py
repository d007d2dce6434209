"""The library of the native core: which backend answers, and what is refused when it is loaded."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from core.positions_asked import LINES, needs_core
from support.games.game_strategies import GAMES, HOUSE_GAMES
from support.slices import sliced

import aceten
import aceten_solver
from aceten import State
from aceten.testing import pick
from aceten_solver import BackendError, Solver
from aceten_solver.native import library
from aceten_solver.native.library import load, native_library


@pytest.mark.usefixtures("choosing")
def test_the_backend_can_be_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search in Python answers where it is asked for; both agree."""
    state = aceten.parse(LINES[0])
    before = aceten_solver.solve(state)
    assert before.backend == aceten_solver.backend
    monkeypatch.setenv("ACETEN_BACKEND", "python")
    native_library.cache_clear()
    assert aceten_solver.backend == "python"
    after = aceten_solver.solve(state)
    assert after.backend == "python"
    assert (after.value, after.actions, after.best) == (before.value, before.actions, before.best)


@pytest.mark.turns(2)
@needs_core
def test_both_backends_find_the_same_line() -> None:
    """Of several best lines both name the one that takes the first best action each time, in the written order."""
    chance = Random(0)
    with Solver(backend="native") as native, Solver(backend="python") as plain:
        for game in (GAMES + HOUSE_GAMES)[:: sliced(12, whole=3)]:
            state: State = game.deal(seed=chance.randrange(2**32))
            while state.turn is not None and sum(map(len, state.hands)) + len(state.talon) > 8:
                state = state.play(pick(state, chance.randrange(256)))
            if state.turn is None:
                continue
            try:
                expected = plain.solve(state, nodes=20_000)
            except aceten.UsageError:  # several teams, or nothing that is said to be asked for
                continue
            if expected.exact:
                found = native.solve(state)
                assert (found.line, found.actions) == (expected.line, expected.actions), str(state)


@pytest.mark.usefixtures("choosing")
def test_a_backend_that_there_is_not_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the variable and what it can be; asked for and not built, the core is not done without."""
    monkeypatch.setenv("ACETEN_BACKEND", "fortran")
    with pytest.raises(BackendError, match="ACETEN_BACKEND=fortran: expected native or python"):
        aceten_solver.solve(aceten.parse(LINES[0]))
    monkeypatch.setenv("ACETEN_BACKEND", "native")
    monkeypatch.setattr(library, "_LIBRARY", "there_is_none.so")
    with pytest.raises(BackendError, match=r"there is no .*there_is_none\.so; it is built by installing"):
        aceten_solver.solve(aceten.parse(LINES[0]))
    monkeypatch.setenv("ACETEN_BACKEND", "")
    native_library.cache_clear()
    assert aceten_solver.backend == "python"


def test_the_module_has_nothing_else() -> None:
    """The backend is found when it is asked for, and nothing else is made up."""
    with pytest.raises(AttributeError, match="no attribute 'frontend'"):
        _ = aceten_solver.frontend  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType, reportUnknownMemberType]


@needs_core
def test_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A core of another version, or one that was built for another machine, is refused when it is loaded, with what to do."""
    path = Path(aceten_solver.__file__).parent / library._LIBRARY  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(library, "ABI", 999)
    with pytest.raises(BackendError, match=r"speaks version \d+ of the interface, not 999; install aceten again"):
        load(str(path))
    monkeypatch.undo()

    monkeypatch.setattr(library, "CCost", library.CLimits)
    with pytest.raises(BackendError, match="was built for another machine; install aceten again"):
        load(str(path))


def test_what_is_no_core_is_refused(tmp_path: Path) -> None:
    """So is a file that is no library at all."""
    path = tmp_path / "core.so"
    path.write_text("no library", encoding="utf-8")
    with pytest.raises(BackendError, match=r"core\.so: .*install aceten again, or set ACETEN_BACKEND=python"):
        load(str(path))


@needs_core
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere the system itself refuses it")
@pytest.mark.parametrize("part", [0, 1, 64, 1000, 4096, 100_000, -4096, -1])
def test_a_core_that_was_cut_off_is_refused(tmp_path: Path, part: int) -> None:
    """A copy that has failed does not end the program, neither when it is loaded nor later."""
    whole = (Path(aceten_solver.__file__).parent / library._LIBRARY).read_bytes()  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    path = tmp_path / "core.so"
    path.write_bytes(whole[:part])
    with pytest.raises(BackendError, match=r"core\.so: .*install aceten again, or set ACETEN_BACKEND=python"):
        load(str(path))


@needs_core
@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
@pytest.mark.turns(6)
@pytest.mark.parametrize("line", [LINES[0], LINES[5]])
def test_there_is_less_memory_than_is_asked_for(line: str) -> None:
    """The tables are smaller then, and the answer is the same; deals that do not fit are refused."""
    program = f"""
import aceten, aceten_solver, resource
resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))
print(aceten_solver.Solver(memory=2**20).solve(aceten.parse({line!r})).value == aceten_solver.solve(aceten.parse({line!r})).value)
try:
    aceten_solver.Batch(aceten.load("zsiros", players=2), 2**23)
except (MemoryError, aceten.AcetenError) as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=False)  # noqa: S603 - our own program
    assert (done.returncode, done.stderr) == (0, "")
    same, refused = done.stdout.splitlines()
    assert same == "True"
    assert "memory" in refused
