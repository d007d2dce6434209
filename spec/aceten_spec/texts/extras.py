"""Packages that only some need: the extra that brings one, and the command that brings an extra into this installation."""

from __future__ import annotations

import contextlib
import json
import shutil
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

from aceten_spec.speech import say

_CALLED: Final = {"pyspiel": "open_spiel", "z3": "z3-solver"}
"""Packages that are installed by another name than they are imported by."""


@contextlib.contextmanager
def brought_by(extra: str) -> Generator[None]:
    """Let what is imported meanwhile say which extra brings a package that is missing.

    :raises ModuleNotFoundError: when one is.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(lacking(error, extra), name=error.name) from error


def lacking(error: ModuleNotFoundError, extra: str) -> str:
    """Return which package is missing, and how to install the extra that it belongs to.

    :raises ModuleNotFoundError: the error itself, when a module of aceten is missing: no extra brings it.
    """
    package, _, _ = (error.name or "aceten").partition(".")
    if package.startswith("aceten"):
        raise error
    return say(
        "the package {package} is missing; install it with: {command}",
        package=_CALLED.get(package, package),
        command=installing(extra),
    )


def installing(extra: str) -> str:
    """Return the command that brings an extra into this installation, from where that came itself.

    It can be typed as it is, in any folder: a checkout is named by its whole path, and so is Python, where ``pip`` is that of another one.
    """
    python = Path(sys.executable)
    pip = "pip" if Path(shutil.which("pip") or "").parent == python.parent else f"{_quoted(str(python))} -m pip"
    return f"{pip} install {_source(extra)}"


def _source(extra: str) -> str:
    """Return what pip is to install: the folder or the file from which this installation came, or else a release."""
    from importlib.metadata import PackageNotFoundError, distribution  # noqa: PLC0415 - both take long to load,
    from urllib.request import url2pathname  # noqa: PLC0415 - and hardly ever something is missing

    try:
        text = distribution("aceten").read_text("direct_url.json")
    except PackageNotFoundError:
        text = None
    came: dict[str, Any] = json.loads(text or "{}")
    url: str = came.get("url", "")
    if not url.startswith("file:"):
        return f'"aceten[{extra}]"'
    if "dir_info" not in came:
        return f'"aceten[{extra}] @ {url}"'
    editable = "-e " if came["dir_info"].get("editable") else ""
    return f'{editable}"{url2pathname(url.removeprefix("file://"))}[{extra}]"'


def _quoted(word: str) -> str:
    return f'"{word}"' if " " in word else word
