"""Build the site into docs/_build/html, unless what is there was built from the very files that are there now."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
BUILD: Final = ROOT / "docs" / "_build"
BOARD: Final = ROOT / "dist" / "web" / "offline.js"
"""Is there where the board without a server was made, which the site has then."""
STAMP: Final = BUILD / "built_from"
"""Holds the digest of the files from which the site was built without a warning."""


def digest() -> str:
    """Return a digest of every file of the project, but for those that are made; empty where git cannot list them."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True)  # noqa: S603 - our own command
    except (OSError, subprocess.CalledProcessError):
        return ""
    found = hashlib.sha256(sys.version.encode())
    if BOARD.is_file():  # which names the version of all its files
        found.update(BOARD.read_bytes())
    for name in sorted(listed.stdout.decode().split("\0")):
        file = ROOT / name
        if file.is_file():
            found.update(f"{name}\0{hashlib.sha256(file.read_bytes()).hexdigest()}\0".encode())
    return found.hexdigest()


def main() -> int:
    """Build the site, with every warning an error, and return the exit status of Sphinx."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        now = digest()
        if now and STAMP.is_file() and STAMP.read_text(encoding="utf-8") == now:
            return 0
        for old in ("html", "doctrees"):
            shutil.rmtree(BUILD / old, ignore_errors=True)
        STAMP.unlink(missing_ok=True)
        flags = ["-W", "-n", "-q", "-j", "auto", "-d", str(BUILD / "doctrees")]
        command = [sys.executable, "-m", "sphinx", *flags, str(ROOT / "docs"), str(BUILD / "html")]
        status = subprocess.run(command, check=False).returncode  # noqa: S603 - our own command
        if status == 0:
            STAMP.write_text(now, encoding="utf-8")
        return status


if __name__ == "__main__":
    sys.exit(main())
