"""The tool that makes releases finds what must not be in one. What it builds is tried by making one, ``make release``."""

import hashlib
import importlib.util
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from types import ModuleType

import pytest
from support.checkout import ROOT


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """Return the tool."""
    found = importlib.util.spec_from_file_location("release", ROOT / "tools" / "release.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def wheel(folder: Path, name: str, *, moment: int = 2020, **members: str) -> Path:
    """Write a wheel with these members, in their order, and return it."""
    folder.mkdir(exist_ok=True)
    with zipfile.ZipFile(folder / name, "w") as archive:
        for member, text in members.items():
            archive.writestr(zipfile.ZipInfo(member, (moment, 1, 1, 0, 0, 0)), text)
    return folder / name


def test_equal_builds(tool: ModuleType, tmp_path: Path) -> None:
    """Builds that are equal byte by byte differ in nothing."""
    for folder in ("one", "other"):
        wheel(tmp_path / folder, "a.whl", one="1", two="2")
    assert tool.differences(tmp_path / "one", tmp_path / "other") == []


def test_different_builds(tool: ModuleType, tmp_path: Path) -> None:
    """It says which members differ, that only the packing does, and what is there but once."""
    one, other = tmp_path / "one", tmp_path / "other"
    wheel(one, "a.whl", first="1", second="2", third="3")
    wheel(other, "a.whl", first="1", second="4", fourth="3")
    wheel(one, "b.whl", first="1")
    wheel(other, "b.whl", first="1", moment=2021)
    wheel(one, "c.whl", first="1")
    assert tool.differences(one, other) == [
        "a.whl: fourth, second, third",
        "b.whl: how it is packed",
        "c.whl was built once only",
    ]


def test_traces_of_this_machine(tool: ModuleType, tmp_path: Path) -> None:
    """A member that names a folder of this machine is found in wheels, source distributions and other files."""
    (tmp_path / "core.so").write_bytes(b"\0at /home/somebody/src/lib.rs\0")
    (tmp_path / "plain.py").write_text("/home/somebody", encoding="utf-8")
    with tarfile.open(tmp_path / "a.tar.gz", "w:gz") as archive:
        for name in ("core.so", "plain.py"):
            archive.add(tmp_path / name, f"a/{name}")
    packed = wheel(tmp_path, "a.whl", one="see /home/somebody/x", two="see home")
    places = [Path("/home/somebody")]
    assert tool.traces(tmp_path / "a.tar.gz", places) == ["a/core.so"]
    assert tool.traces(packed, places) == ["one"]
    assert tool.traces(tmp_path / "core.so", places) == ["core.so"]
    assert tool.traces(tmp_path / "plain.py", places) == []


def test_digests(tool: ModuleType, tmp_path: Path) -> None:
    """The file of digests has a line for each other file, in the form that ``sha256sum -c`` reads."""
    (tmp_path / "b.whl").write_bytes(b"b")
    (tmp_path / "a.whl").write_bytes(b"a")
    (tmp_path / tool.DIGESTS).write_text("old", encoding="utf-8")
    assert list(tool.digests(tmp_path)) == [
        f"{hashlib.sha256(name.encode()).hexdigest()}  {name}.whl" for name in ("a", "b")
    ]


def test_pythons(tool: ModuleType) -> None:
    """Every Python that a release is tried with is there, and of the version that it is listed under."""
    found: dict[str, Path] = tool.pythons()
    assert f"{sys.version_info.major}.{sys.version_info.minor}" in found
    for version, python in found.items():
        told = subprocess.run([python, "--version"], capture_output=True, text=True, check=True)  # noqa: S603 - one of ours
        assert told.stdout.startswith(f"Python {version}.")


def test_failures_are_said(tool: ModuleType, tmp_path: Path) -> None:
    """A command that fails keeps a release from being made, and what it said is told."""
    with pytest.raises(tool.ReleaseError, match="no such thing"):
        tool.run(sys.executable, "-c", "raise SystemExit('no such thing')", cwd=tmp_path)
