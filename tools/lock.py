"""Write which versions the project is developed with, and the hashes of their files, for every system and Python: ``make lock``.

``constraints.txt`` has the versions of all that any extra needs, and each file in ``requirements`` what one environment consists of, with
the SHA-256 of every file that an index may answer with. uv works both out, for all systems and for every Python from the oldest on that
is supported. Versions stay as they are, unless a requirement asks for others or ``constraints.txt`` was emptied before.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
CONSTRAINTS: Final = "constraints.txt"
ENVIRONMENTS: Final = {
    "run": ("proofs",),
    "dev": ("dev",),
    "bench": ("bench",),
    "attack": ("attack",),
    "release": ("release",),
}
"""What is installed together, and the extras that it has. Each has also what the project itself is built with."""
OLDEST: Final = "3.11"
"""The oldest Python that is supported."""


INSTALLER: Final = "pip>=25.3"
"""What installs them; older ones take twice as long. It is installed itself by the one that comes with Python."""


def compiled(to: str, asked: list[str], *options: str) -> None:
    """Let uv write what is asked for into a file; what the machine is set up with bears on it no more than it has to."""
    command = [sys.executable, "-m", "uv", "--no-config", "pip", "compile", "--quiet", "--universal", "--no-annotate"]
    command += ["--python-version", OLDEST, "--custom-compile-command", "make lock", "--output-file", to, *options]
    variables = {name: value for name, value in os.environ.items() if not name.startswith("UV_")}
    subprocess.run(  # noqa: S603 - our own command
        [*command, "-"], cwd=ROOT, env=variables, input="\n".join(asked), text=True, check=True
    )


def main() -> None:
    """Write all the files."""
    built_with = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    compiled(CONSTRAINTS, [*built_with, INSTALLER], "pyproject.toml", "--all-extras")
    hashed = ("--generate-hashes", "--constraint", CONSTRAINTS)
    compiled("requirements/pip.txt", [INSTALLER], *hashed)
    for name, extras in ENVIRONMENTS.items():
        chosen = [word for extra in extras for word in ("--extra", extra)]
        compiled(f"requirements/{name}.txt", built_with, "pyproject.toml", *hashed, *chosen)


if __name__ == "__main__":
    main()
