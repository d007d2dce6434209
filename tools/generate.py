"""Write what is generated and checked in: JSON Schemas, test vectors, records of matches, and the output in recorded sessions."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from aceten.conformance.vectors import write_vectors
from aceten_spec import load_shipped, shipped
from aceten_spec.formats import schemas

ROOT = Path(__file__).parent.parent
SPEC = ROOT / "spec" / "aceten_spec"
SESSIONS = (ROOT / "README.md", ROOT / "tests" / "golden" / "sessions.md")


def main() -> None:
    """Write all of them."""
    for name, schema in schemas().items():
        (SPEC / "schemas" / f"{name}.schema.json").write_text(schema, encoding="utf-8")
    write_vectors(map(load_shipped, shipped()), SPEC / "vectors")
    for path in SESSIONS:
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r"```console\n(.*?)```", _session, text, flags=re.DOTALL), encoding="utf-8")


def _session(block: re.Match[str]) -> str:
    """Return a session with each of its commands run anew."""
    commands = [line for line in block[1].splitlines() if line.startswith("$ aceten ")]
    text = "".join(f"{line}\n{_output(line)}" for line in commands)
    same = _without_time(text) == _without_time(block[1])
    return block[0] if same else f"```console\n{text}```"


def _without_time(text: str) -> str:
    return re.sub(r"in \d+\.\d\d s", "in ... s", text)


def _output(line: str) -> str:
    program = [sys.executable, "-m", "aceten_cli.main", *shlex.split(line.removeprefix("$ aceten "))]
    settings = {"COLUMNS": "100", "TERM": "dumb", "PYTHONIOENCODING": "utf-8", "ACETEN_BACKEND": "python"}
    environment = {**os.environ, **settings}
    done = subprocess.run(program, capture_output=True, encoding="utf-8", env=environment, check=False)  # noqa: S603 - our own program
    return "".join(f"{text.rstrip()}\n" for text in (done.stdout + done.stderr).rstrip().splitlines())


if __name__ == "__main__":
    main()
