"""Build what a release has into dist/, twice and elsewhere, and try each file in new environments: ``make release``.

A source distribution, a wheel for every platform, a wheel with the native core for this one, a bill of materials of what a wheel installs,
and the digests of them all. Nothing is written unless both builds came to the same bytes, no file tells where it was built, and each can
be installed and used with every Python that is here.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

ROOT: Final = Path(__file__).parents[1]
DIST: Final = ROOT / "dist"
DIGESTS: Final = "SHA256SUMS"
"""The file of digests, as ``sha256sum -c`` reads it."""
OLDEST: Final = (3, 11)
"""The oldest Python that is supported."""
ELSEWHERE: Final = {"LC_ALL": "C", "TZ": "Pacific/Auckland"}
"""What is otherwise where the second build is made, beside the folder and who may read new files."""
POSITION: Final = "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0"
"""What a trial solves."""
TRIAL: Final = f"""
import aceten, aceten_solver
state = aceten.load("zsiros", players=2).deal(seed=7)
while state.turn is not None:
    state = state.play(state.legal[0])
solution = aceten_solver.solve(aceten.parse({POSITION!r}))
print(sum(state.result.points), solution.value.points, *solution.best, solution.backend)
"""
ANSWER: Final = "80 (30, 20) A"
"""What a trial answers, before the word for the search that did."""


class ReleaseError(Exception):
    """What keeps a release from being made."""


def run(*command: str | Path, cwd: Path, variables: Mapping[str, str] | None = None, umask: int = 0o022) -> str:
    """Run a command in an environment that says nothing about aceten but what is given, and return what it printed.

    :raises ReleaseError: if it fails, with what it said.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("ACETEN_", "PYTHON"))}
    environment.update(variables or {})
    done = subprocess.run(  # noqa: S603 - our own commands
        command, cwd=cwd, env=environment, umask=umask, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise ReleaseError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def build(home: Path, variables: Mapping[str, str], *, umask: int) -> Path:
    """Build all distributions of the last commit in a folder of their own, and return the folder in which they are.

    The wheels are built from the source distribution, so that it has all that they need.
    """
    tree, made = home / "tree", home / "made"
    for folder in (tree, made, home / "source", home / "linux"):
        folder.mkdir(parents=True)
    run("git", "archive", "--format=tar", "--output", home / "tree.tar", "HEAD", cwd=ROOT)
    with tarfile.open(home / "tree.tar") as archive:
        archive.extractall(tree, filter="data")

    def hatch(target: str, source: Path, to: Path, **further: str) -> Path:
        command = (sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", to)
        run(*command, cwd=source, variables={**variables, **further}, umask=umask)
        return next(iter(to.glob("*.tar.gz" if target == "sdist" else "*.whl")))

    packed = hatch("sdist", tree, made)
    with tarfile.open(packed) as archive:
        archive.extractall(home / "source", filter="data")
    (source,) = (home / "source").iterdir()
    hatch("wheel", source, made, ACETEN_NATIVE="off")
    wheel = hatch("wheel", source, home / "linux", ACETEN_NATIVE="on", CARGO_TARGET_DIR=str(home / "target"))
    if sys.platform == "linux":
        # The hook names this machine; auditwheel looks up the oldest systems on which the core's library can be loaded.
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        audit = (sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", made, wheel)
        run(*audit, cwd=home, variables={**variables, "PATH": path})  # it keeps the rights that new files have here
    else:
        shutil.copy(wheel, made)
    return made


def members(file: Path) -> dict[str, bytes]:
    """Return what is in a distribution, by name; of any other file, the file itself."""
    if file.name.endswith(".tar.gz"):
        with tarfile.open(file) as packed:
            found = {each.name: packed.extractfile(each) for each in packed if each.isfile()}
            return {name: content.read() for name, content in found.items() if content is not None}
    if file.suffix == ".whl":
        with zipfile.ZipFile(file) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist()}
    return {file.name: file.read_bytes()}


def differences(one: Path, other: Path) -> list[str]:
    """Return what is not the same in two folders of distributions: files, each with the members that differ."""
    found = list[str]()
    for name in sorted({file.name for folder in (one, other) for file in folder.iterdir()}):
        if not all((folder / name).is_file() for folder in (one, other)):
            found.append(f"{name} was built once only")
        elif (one / name).read_bytes() != (other / name).read_bytes():
            first, second = members(one / name), members(other / name)
            changed = sorted(each for each in first.keys() | second.keys() if first.get(each) != second.get(each))
            found.append(f"{name}: {', '.join(changed) or 'how it is packed'}")
    return found


def traces(file: Path, places: Iterable[Path]) -> list[str]:
    """Return the members of a file that tell of places on this machine."""
    words = [f"{place}/".encode() for place in places]
    return [name for name, content in members(file).items() if any(word in content for word in words)]


def pythons() -> dict[str, Path]:
    """Return a Python of each version that is supported and here: on the PATH, or beside the one that runs this."""
    named = [shutil.which(f"python3.{minor}") for minor in range(OLDEST[1], 30)]
    beside = sorted(Path(sys.base_prefix).parent.glob("*/bin/python3"))
    found = dict[str, Path]()
    for python in [Path(sys.executable), *(Path(path) for path in named if path is not None), *beside]:
        try:
            told = run(python, "-c", "import sys; print(*sys.version_info[:2])", cwd=ROOT)
        except ReleaseError:  # a name that stands for a Python which is not there
            continue
        major, minor = map(int, told.split())
        if (major, minor) >= OLDEST:
            found.setdefault(f"{major}.{minor}", python)
    return found


def install(file: Path, python: Path, home: Path) -> Path:
    """Install a distribution and what it depends on into a new environment, and return that environment's Python."""
    run(python, "-m", "venv", "--without-pip", home, cwd=ROOT)
    installed = home / "bin" / "python"
    constraints = str(ROOT / "constraints.txt")
    pip = (sys.executable, "-m", "pip", "--python", installed, "install", "--quiet", "--constraint", constraints, file)
    run(*pip, cwd=home, variables={"PIP_CONSTRAINT": constraints, "PIP_BUILD_CONSTRAINT": constraints})
    return installed


def trial(file: Path, installed: Path) -> str:
    """Play, solve and use the program in an environment where a distribution was installed, and return which search answered.

    :raises ReleaseError: if it answers anything but what is expected.
    """
    home = installed.parents[1]
    said = run(installed, "-W", "error", "-c", TRIAL, cwd=home).strip()
    backend = "python" if file.name.endswith("-any.whl") else "native"
    if said != f"{ANSWER} {backend}":
        raise ReleaseError(f"{file.name} answers {said}; expected: {ANSWER} {backend}")
    program = home / "bin" / "aceten"
    run(program, "--version", cwd=home)
    run(program, "rules", "zsiros", "ZS-PLAY-4", cwd=home)
    run(program, "deal", "zsiros/2", "--seed", "7", cwd=home)
    run(program, "solve", POSITION, cwd=home)
    return backend


def bill(installed: Path, to: Path) -> None:
    """Write the bill of materials of an environment, as CycloneDX in JSON."""
    command = (sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible", "--of", "JSON")
    run(*command, "--pyproject", ROOT / "pyproject.toml", "--output-file", to, installed, cwd=to.parent)


def digests(folder: Path) -> Iterator[str]:
    """Yield a line for each file of a folder but that of the digests."""
    for file in sorted(folder.iterdir()):
        if file.name != DIGESTS:
            yield f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}"


def release(home: Path) -> None:
    """Build, compare, try and write.

    :raises ReleaseError: if anything is not as it should be.
    """
    changed = run("git", "status", "--porcelain", cwd=ROOT)
    if changed:
        raise ReleaseError(f"A release is made of what was committed; these files were changed:\n{changed}")
    when = {"SOURCE_DATE_EPOCH": run("git", "log", "-1", "--format=%ct", cwd=ROOT).strip()}
    say("Building twice")
    one = build(home / "one", when, umask=0o022)
    other = build(home / "another", {**when, **ELSEWHERE}, umask=0o077)
    if differing := differences(one, other):
        raise ReleaseError("The two builds differ:\n" + "\n".join(differing))
    built = sorted(one.iterdir())
    for number, (version, python) in enumerate(pythons().items()):
        for file in built:
            installed = install(file, python, home / f"{version}-{file.name}")
            say(f"{file.name} works with Python {version}, search: {trial(file, installed)}")
            if number == 0 and file.name.endswith("-any.whl"):
                bill(installed, one / f"{file.name.split('-py3-')[0]}.cdx.json")
    for file in one.iterdir():
        if told := traces(file, (home, ROOT, Path.home(), Path(sys.prefix), Path(sys.base_prefix))):
            raise ReleaseError(f"{file.name} tells where it was built: {', '.join(told)}")
    (one / DIGESTS).write_text("".join(f"{line}\n" for line in digests(one)), encoding="utf-8")
    shutil.rmtree(DIST, ignore_errors=True)
    shutil.copytree(one, DIST)
    say(f"\n{(DIST / DIGESTS).read_text(encoding='utf-8')}")


def main() -> int:
    """Make a release, and return the exit status."""
    with tempfile.TemporaryDirectory() as home:
        try:
            release(Path(home))
        except ReleaseError as error:
            sys.stderr.write(f"No release was made. {error}\n")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
