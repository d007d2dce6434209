"""What the distribution promises as a whole: its packages are typed, and it is built and installed with a cargo and without."""

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from support.checkout import ROOT
from support.slices import THOROUGH

BUILT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"][
    "wheel"
]
PACKAGES: Final = tuple(Path(folder) for folder in BUILT["packages"])
"""The packages of the distribution, as folders below the root."""
MADE: Final = ("*/aceten_core.*", "*/libaceten_core.*", "*.mo", "*.pyc")
"""What building and running leave in them."""
SOLVE = """
import aceten, aceten_solver
solution = aceten_solver.solve(aceten.parse("zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0"))
print(aceten_solver.__file__)
print(solution.value.points, *solution.best, solution.backend, aceten_solver.backend)
"""

pytestmark = pytest.mark.turns(20, together="distribution")
with_cargo = pytest.mark.skipif(shutil.which("cargo") is None, reason="there is no cargo to build the native core with")
thorough = pytest.mark.skipif(not THOROUGH, reason="make thorough installs what was built")


def run(
    *command: str | Path, cwd: Path, variables: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command in an environment that says nothing about aceten but what is given."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ACETEN_")}
    environment.update(variables or {})
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - our own commands


class Build(NamedTuple):
    """What came of building a distribution."""

    file: Path | None
    """The distribution, if there is one."""
    said: str
    """What was printed."""

    @property
    def name(self) -> str:
        """The name of the distribution."""
        return self.path.name

    @property
    def path(self) -> Path:
        """The distribution, which is there."""
        assert self.file is not None, self.said
        return self.file

    @property
    def libraries(self) -> list[str]:
        """Which files of a wheel are the native core."""
        with zipfile.ZipFile(self.path) as archive:
            return [name for name in archive.namelist() if "aceten_core." in name]


class Builder:
    """Builds distributions, each into a folder of its own."""

    def __init__(self, factory: pytest.TempPathFactory) -> None:
        self._factory = factory

    def folder(self, name: str) -> Path:
        """Return a new folder."""
        return self._factory.mktemp(name)

    def build(self, target: str, source: Path, variables: Mapping[str, str] | None = None) -> Build:
        """Build a distribution, as pip has it built."""
        to = self.folder(target)
        command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(to)]
        done = run(*command, cwd=source, variables=variables)
        file = next(to.iterdir(), None)
        assert (done.returncode == 0) == (file is not None)
        return Build(file, done.stdout + done.stderr)


@pytest.fixture(scope="session")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Builder:
    """What builds distributions."""
    return Builder(tmp_path_factory)


@pytest.fixture(scope="session")
def source(builder: Builder) -> Path:
    """The source distribution, unpacked."""
    folder = builder.folder("source")
    with tarfile.open(builder.build("sdist", ROOT).path) as archive:
        archive.extractall(folder, filter="data")
    return next(folder.iterdir())


@pytest.fixture(scope="session")
def no_cargo(builder: Builder) -> dict[str, str]:
    """An environment in which there is no cargo."""
    return {"PATH": str(builder.folder("empty"))}


@pytest.fixture(scope="session")
def broken_cargo(builder: Builder) -> dict[str, str]:
    """An environment whose cargo compiles nothing."""
    folder = builder.folder("broken")
    cargo = folder / "cargo"
    cargo.write_text('#!/bin/sh\necho "error: linker cc not found" >&2\nexit 101\n', encoding="utf-8")
    cargo.chmod(0o755)
    return {"PATH": str(folder)}


@pytest.fixture(scope="session")
def plain_wheel(builder: Builder, source: Path, no_cargo: dict[str, str]) -> Build:
    """The wheel that is built without a cargo."""
    return builder.build("wheel", source, no_cargo)


@pytest.fixture(scope="session")
def native_wheel(builder: Builder, source: Path) -> Build:
    """The wheel that is built with a cargo: from the source distribution, or else where the core was compiled before."""
    if THOROUGH:
        return builder.build("wheel", source, {"CARGO_TARGET_DIR": str(builder.folder("target"))})
    return builder.build("wheel", ROOT)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_every_package_is_typed(package: Path) -> None:
    """A type checker reads the annotations of every package of the distribution."""
    assert (ROOT / package / "py.typed").is_file()


def test_wheel_has_all_and_nothing_else(plain_wheel: Build) -> None:
    """A wheel has each file of each package, what is made of the catalogs, the pages that are printed, and the licence: nothing else."""
    assert {mark.parent.relative_to(ROOT) for mark in ROOT.glob("[!.]*/*/py.typed")} == set(PACKAGES)
    here = {
        found.relative_to(ROOT / package.parent).as_posix()
        for package in PACKAGES
        for found in (ROOT / package).rglob("*")
        if found.is_file() and not any(found.match(made) for made in MADE)
    }
    made = {f"{name.removesuffix('.po')}.mo" for name in here if name.endswith(".po")}
    pages = set(BUILT["force-include"].values())
    with zipfile.ZipFile(plain_wheel.path) as archive:
        found = {name for name in archive.namelist() if ".dist-info/" not in name}
        (about,) = {name.partition("/")[0] for name in archive.namelist() if ".dist-info/" in name}
        facts = {name.partition("/")[2] for name in archive.namelist() if ".dist-info/" in name}
        recorded = {line.split(",")[0] for line in archive.read(f"{about}/RECORD").decode().splitlines()}
        assert recorded == set(archive.namelist())
    assert sorted(found ^ (here | made | pages)) == []
    assert facts == {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE"}


def test_wheel_is_the_same_again(plain_wheel: Build, builder: Builder, no_cargo: dict[str, str]) -> None:
    """Built from the working copy, where the time is another, a wheel has the same bytes as from the source distribution."""
    again = builder.build("wheel", ROOT, no_cargo | {"ACETEN_NATIVE": "off", "TZ": "Pacific/Auckland"})
    assert again.path.read_bytes() == plain_wheel.path.read_bytes()


def test_source_distribution(source: Path) -> None:
    """The source distribution has all that the native core is built from, and nothing that was built."""
    rust = source / "solver" / "rust"
    assert {path.name for path in rust.iterdir()} >= {"Cargo.toml", "Cargo.lock", "core", "ffi"}
    assert "target" not in {path.name for path in rust.iterdir()}
    here = sorted(
        path.relative_to(ROOT) for crate in ("core", "ffi") for path in (ROOT / "solver/rust" / crate).rglob("*.rs")
    )
    assert sorted(path.relative_to(source) for path in rust.rglob("*.rs")) == here
    assert not [*source.rglob("*aceten_core.*")]


def test_wheel_without_cargo(plain_wheel: Build) -> None:
    """Without a cargo the wheel has no core, so that it serves every platform; that is said once."""
    assert plain_wheel.name.endswith("-py3-none-any.whl")
    assert plain_wheel.libraries == []
    assert plain_wheel.said.count("there is no cargo on the PATH. The Python search does its work, more slowly.") == 1


def test_wheel_has_what_is_printed_and_written(plain_wheel: Build, builder: Builder) -> None:
    """What ``aceten protocol`` prints, ``aceten verify new`` writes and languages say lies in the wheel, and is found there."""
    starters = ROOT / "apps" / "aceten_cli" / "verify" / "starters"
    here = {path.relative_to(ROOT / "apps").as_posix() for path in starters.rglob("*") if path.is_file()}
    home = builder.folder("home")
    with zipfile.ZipFile(plain_wheel.path) as archive:
        assert {name for name in archive.namelist() if "/starters/" in name} == here
        archive.extractall(home)  # noqa: S202 - our own wheel
    for name in ("protocol.rst", "notation.rst"):
        page = home / "aceten_cli" / name
        assert page.read_bytes() == (ROOT / "docs" / name).read_bytes()
    page.write_text("Another page\n", encoding="utf-8")  # which is not among the pages of the working copy
    assert run(sys.executable, "-m", "compileall", "-q", "aceten_cli", cwd=home).returncode == 0  # as pip does
    for asked, said in {
        "protocol": "Another page\n",
        "verify new python new": "new/adapter.py\nnew/README.md\n",
        "solve --language hu zsiros/2 hands=9,8": "A viszi az ütést: 2 lap, 0 pont",
    }.items():
        done = run(
            sys.executable, "-m", "aceten_cli.main", *asked.split(), cwd=home, variables={"PYTHONPATH": str(home)}
        )
        assert said in done.stdout, done.stderr


@with_cargo
def test_wheel_with_cargo(native_wheel: Build) -> None:
    """With a cargo the wheel has the core; it serves every Python, on one platform."""
    assert "-py3-none-" in native_wheel.name
    assert not native_wheel.name.endswith("-any.whl")
    (library,) = native_wheel.libraries
    assert library.startswith("aceten_solver/")
    assert "Python search" not in native_wheel.said


def test_core_left_out(builder: Builder, source: Path, broken_cargo: dict[str, str]) -> None:
    """Who wants no core gets none, and no cargo is run for it."""
    wheel = builder.build("wheel", source, broken_cargo | {"ACETEN_NATIVE": "off"})
    assert wheel.name.endswith("-py3-none-any.whl")
    assert "as ACETEN_NATIVE is off" in wheel.said


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ("on", "ACETEN_NATIVE is on, but there is no cargo on the PATH"),
        ("yes", "ACETEN_NATIVE is 'yes'; expected on, off or nothing"),
    ],
)
def test_core_asked_for(builder: Builder, source: Path, no_cargo: dict[str, str], choice: str, message: str) -> None:
    """Who insists on the core gets it or an error, and so does who asks for what there is not."""
    wheel = builder.build("wheel", source, no_cargo | {"ACETEN_NATIVE": choice})
    assert wheel.file is None
    assert message in wheel.said


def test_broken_build(builder: Builder, source: Path, broken_cargo: dict[str, str]) -> None:
    """A cargo that fails fails the build, which says what cargo said and how to do without."""
    wheel = builder.build("wheel", source, broken_cargo)
    assert wheel.file is None
    assert "linker cc not found" in wheel.said
    assert "set ACETEN_NATIVE=off" in wheel.said
    assert "Traceback" not in wheel.said


def answer(python: Path, home: Path, variables: Mapping[str, str] | None = None) -> str:
    """Return what an aceten that lies in ``home`` answers, and which search answered."""
    done = run(python, "-W", "error", "-c", SOLVE, cwd=home, variables=variables)
    assert done.returncode == 0, done.stderr
    where, said = done.stdout.splitlines()
    assert Path(where).is_relative_to(home)
    return said


@pytest.mark.parametrize("backend", ["python", pytest.param("native", marks=with_cargo)])
def test_wheel_answers(request: pytest.FixtureRequest, builder: Builder, backend: str) -> None:
    """What lies in a wheel works, with the search that belongs to it."""
    wheel: Build = request.getfixturevalue("native_wheel" if backend == "native" else "plain_wheel")
    home = builder.folder("home")
    with zipfile.ZipFile(wheel.path) as archive:
        archive.extractall(home)  # noqa: S202 - our own wheel
    assert answer(Path(sys.executable), home, {"PYTHONPATH": str(home)}) == f"(30, 20) A {backend} {backend}"


def install(wheel: Path, python: Path, home: Path) -> Path:
    """Install a wheel and what it depends on into a new environment, and return that environment's Python."""
    made = run(python, "-m", "venv", "--without-pip", home, cwd=ROOT)
    assert made.returncode == 0, made.stderr
    installed = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(installed), "install", "--quiet", "-c", "constraints.txt"]
    done = run(*pip, wheel, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return installed


@thorough
@pytest.mark.parametrize("backend", ["python", pytest.param("native", marks=with_cargo)])
def test_wheel_installs(request: pytest.FixtureRequest, builder: Builder, backend: str) -> None:
    """A wheel can be installed into a clean environment, and works there."""
    wheel: Build = request.getfixturevalue("native_wheel" if backend == "native" else "plain_wheel")
    home = builder.folder("clean")
    assert answer(install(wheel.path, Path(sys.executable), home), home) == f"(30, 20) A {backend} {backend}"


def other_pythons() -> list[Path]:
    """Return a Python of each other version that aceten supports, among those on the PATH and beside the one that runs the tests."""
    named = [shutil.which(f"python3.{minor}") for minor in range(11, 20)]
    beside = sorted(Path(sys.base_prefix).parent.glob("*/bin/python3"))
    found: dict[str, Path] = {}
    for python in [Path(sys.executable), *(Path(path) for path in named if path is not None), *beside]:
        told = run(python, "-c", "import sys; print(sys.version_info >= (3, 11), sys.version_info[:2])", cwd=ROOT)
        new_enough, _, version = told.stdout.partition(" ")
        if new_enough == "True":
            found.setdefault(version, python)
    return list(found.values())[1:]


@thorough
@with_cargo
def test_one_wheel_serves_every_python(native_wheel: Build, builder: Builder) -> None:
    """The wheel with the core, which one Python built, works in every other that is here."""
    pythons = other_pythons()
    if not pythons:
        pytest.skip("this machine has no second Python that aceten supports")
    for python in pythons:
        home = builder.folder("clean")
        assert answer(install(native_wheel.path, python, home), home) == "(30, 20) A native native"
