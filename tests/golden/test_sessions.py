"""The README and the recorded sessions show what the program really does."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import aceten

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
RECORDED = (ROOT / "tests" / "golden" / "sessions.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"```console\n\$ aceten (.*?)\n(.*?)```", README + RECORDED, flags=re.DOTALL)
SNIPPETS = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)


def without_time(text: str) -> str:
    """Return output without the time taken, which differs from run to run."""
    return re.sub(r"in \d+\.\d\d s", "in ... s", "\n".join(line.rstrip() for line in text.splitlines()).rstrip())


@pytest.mark.parametrize(("command", "output"), SESSIONS, ids=[command for command, _ in SESSIONS])
def test_sessions_are_real(command: str, output: str) -> None:
    """Every session prints what stands under its command, with the search that is there on every machine."""
    program = [sys.executable, "-m", "aceten_cli.main", *shlex.split(command)]
    environment = {"COLUMNS": "100", "TERM": "dumb", "PYTHONIOENCODING": "utf-8", "ACETEN_BACKEND": "python"}
    done = subprocess.run(program, capture_output=True, encoding="utf-8", env=environment, check=False)  # noqa: S603 - our own program
    assert without_time(done.stdout + done.stderr) == without_time(output)


def test_there_are_sessions_and_snippets() -> None:
    """The README has sessions, one with an error, and Python code."""
    assert README.count("```console") >= 3
    assert len(SESSIONS) == README.count("```console") + RECORDED.count("```console")
    assert "error:" in README
    assert SNIPPETS


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_python_code_runs(snippet: str) -> None:
    """Every Python snippet in the README runs."""
    exec(compile(snippet, "README.md", "exec"), {})  # noqa: S102 - our own code


def test_the_record_in_the_readme_is_read() -> None:
    """The record that the README shows is one."""
    (record,) = re.findall(r'```\n(\{"type": "header".*?)```', README, flags=re.DOTALL)
    assert len(aceten.read_record(record).events) == 3
