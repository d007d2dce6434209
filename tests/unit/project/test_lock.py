"""What is installed for development is named with its version and its hashes, for every system, and agrees with ``pyproject.toml``."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from support.checkout import ROOT
from support.slices import in_turn

PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS: Final = {"run": "proofs", "dev": "dev", "bench": "bench", "attack": "attack", "release": "release"}
"""The extra that each file is for, as the Makefile installs it."""
SYSTEMS: Final = [
    {"sys_platform": platform, "platform_system": system, "os_name": kind, "python_version": version, "python_full_version": f"{version}.0"}
    for platform, system, kind in (("linux", "Linux", "posix"), ("darwin", "Darwin", "posix"), ("win32", "Windows", "nt"))
    for version in ("3.11", "3.12", "3.13", "3.14")
]  # fmt: skip
"""Where it has to hold, as markers see it."""


def entries(file: str) -> list[tuple[Requirement, list[str]]]:
    """Return what a file of requirements asks for, each with its hashes."""
    text = (ROOT / file).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(Requirement(line.partition(" --hash=")[0]), re.findall(r"--hash=(\S+)", line)) for line in lines]


def holds(requirement: Requirement, system: Mapping[str, str], extra: str = "") -> bool:
    """Whether something is required on a system."""
    return requirement.marker is None or requirement.marker.evaluate({**system, "extra": extra})


def asked_for(extra: str) -> Iterator[Requirement]:
    """Yield what the project asks for itself where it is installed with an extra, and what it is built with."""
    mine = PROJECT["project"]
    yield from map(Requirement, [*mine["dependencies"], *PROJECT["build-system"]["requires"]])
    yield from asked_beside(extra, mine["optional-dependencies"])


def asked_beside(extra: str, extras: Mapping[str, list[str]]) -> Iterator[Requirement]:
    """Yield what an extra asks for, with the extras that it has itself."""
    for requirement in map(Requirement, extras[extra]):
        if requirement.name == "aceten":
            for other in requirement.extras:
                yield from asked_beside(other, extras)
        else:
            yield requirement


def versions(file: str, system: Mapping[str, str]) -> dict[str, str]:
    """Return the version of each package that a file installs on a system."""
    return {
        canonicalize_name(each.name): str(each.specifier).removeprefix("==")
        for each, _ in entries(file)
        if holds(each, system)
    }


def missing(
    required: Iterable[Requirement], there: Mapping[str, str], system: Mapping[str, str], extra: str = ""
) -> list[str]:
    """Return what is required on a system and not there, or in another version."""
    needed = [each for each in required if holds(each, system, extra)]
    return [str(each) for each in needed if there.get(canonicalize_name(each.name), "none") not in each.specifier]


@pytest.mark.parametrize("name", ["pip", *EXTRAS])
def test_a_lock_is_whole(name: str) -> None:
    """Each package has one version, that of ``constraints.txt``, and the SHA-256 of its files; none is named twice, and no index is."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"^\s*-(?!-hash=sha256:[0-9a-f]{64}\b)", text, re.MULTILINE)
    for requirement, hashes in entries(f"requirements/{name}.txt"):
        assert re.fullmatch(r"==[^*,]+", str(requirement.specifier)), requirement
        assert hashes, requirement
        assert requirement.url is None
    for system in SYSTEMS:
        named = [canonicalize_name(each.name) for each, _ in entries(f"requirements/{name}.txt") if holds(each, system)]
        assert len(named) == len(set(named)), system
        assert versions(f"requirements/{name}.txt", system).items() <= versions("constraints.txt", system).items()


@pytest.mark.parametrize("name", EXTRAS)
def test_a_lock_agrees_with_the_project(name: str) -> None:
    """On every system it has all that the project asks for, in versions that it allows."""
    for system in SYSTEMS:
        there = versions(f"requirements/{name}.txt", system)
        assert missing(asked_for(EXTRAS[name]), there, system) == [], system


def test_all_that_is_installed_is_in_the_lock() -> None:
    """What the packages here ask for themselves is in the lock too, in versions that it allows: nothing else has to be fetched anywhere."""
    pinned = {canonicalize_name(each.name): str(each.specifier) for each, _ in entries("requirements/dev.txt")}
    asked: dict[str, list[Requirement]] = {
        canonicalize_name(each.name): [Requirement(line) for line in each.requires or ()]
        for each in metadata.distributions()
        if pinned.get(canonicalize_name(each.name)) == f"=={each.version}"
    }
    assert len(asked) > len(pinned) // 2
    for system in in_turn(SYSTEMS, 5):
        there = versions("requirements/dev.txt", system)
        for name in there.keys() & asked.keys():
            assert missing(asked[name], there, system) == [], (name, system)


@pytest.mark.turns(9)
def test_what_is_not_in_the_lock_is_refused(tmp_path: Path) -> None:
    """Where a hash is another one, nothing is installed; this is what the options of the Makefile ask for."""
    wheel = tmp_path / "tiny-1-py3-none-any.whl"
    wheel.write_bytes(b"not what was locked")
    lock = tmp_path / "lock.txt"
    lock.write_text(f"tiny==1 --hash=sha256:{'0' * 64}\n", encoding="utf-8")
    options = re.search(
        r"^HASHED = \$\(PIP_INSTALL\) (.+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert options is not None
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--dry-run",
        "--no-index",
        "--find-links",
        str(tmp_path),
        *options[1].split(),
    ]
    done = subprocess.run([*pip, "-r", str(lock)], capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    assert done.returncode != 0
    assert "DO NOT MATCH THE HASHES" in done.stderr
