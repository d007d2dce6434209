"""What the folder is made of beside the project's own files: fetched by the clients of the registries, by name, and held to its hash."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from typing import Final, NamedTuple

LIST: Final = Path(__file__).with_name("parts.toml")
SECONDS: Final = 300


class Missing(Exception):  # noqa: N818 - no error: the folder is left out
    """A part cannot be had here."""


class Part(NamedTuple):
    """Something that a registry has."""

    version: str
    file: str
    sha256: str
    python: str = ""
    platform: str = ""


def parts() -> dict[str, Part]:
    """Return every part by its name."""
    return {name: Part(**told) for name, told in tomllib.loads(LIST.read_text(encoding="utf-8")).items()}


def fetched(name: str, part: Part, into: Path) -> Path:
    """Return the file of a part, fetched unless it is there.

    :raises Missing: where it cannot be had, or is another than it should be.
    """
    into.mkdir(parents=True, exist_ok=True)
    file = into / part.file
    if not file.is_file():
        program, command = _command(name, part, into)
        if program is None:
            raise Missing(f"{name} {part.version}: there is no npm")
        try:
            done = subprocess.run(command, cwd=into, capture_output=True, text=True, check=False, timeout=SECONDS)  # noqa: S603 - our own command
        except subprocess.TimeoutExpired as error:
            raise Missing(f"{name} {part.version}: nothing came within {SECONDS} seconds") from error
        if done.returncode or not file.is_file():
            said = (done.stderr.strip() or done.stdout.strip() or "nothing came").splitlines()[-1]
            raise Missing(f"{name} {part.version}: {said}")
    found = hashlib.sha256(file.read_bytes()).hexdigest()
    if found != part.sha256:
        file.unlink()
        raise Missing(f"{part.file} has the SHA-256 {found}, and not {part.sha256}")
    return file


def _command(name: str, part: Part, into: Path) -> tuple[str | None, list[str]]:
    if part.platform:
        pip = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-deps",
            "--only-binary",
            ":all:",
            "--dest",
            str(into),
        ]
        python = parts()["pyodide"].python
        told = [
            "--python-version",
            python,
            "--implementation",
            "cp",
            "--platform",
            part.platform,
            f"{name}=={part.version}",
        ]
        return sys.executable, [*pip, *told]
    npm = shutil.which("npm") and shutil.which("node") and shutil.which("npm")
    return npm, [npm or "npm", "pack", "--silent", f"{name}@{part.version}"]


def unpacked(archive: Path, into: Path) -> Path:
    """Return the folder of a package from npm."""
    with tarfile.open(archive) as files:
        files.extractall(into, filter="data")
    return into / "package"
