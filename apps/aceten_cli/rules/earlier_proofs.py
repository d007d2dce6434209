"""What was proved before with the same code, rules and solvers, and is not proved again."""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
import platformdirs

import aceten
import aceten_spec
from aceten_spec.texts.user_files import read_text

if TYPE_CHECKING:
    from aceten.proofs import Report

ENVIRONMENT: Final = "ACETEN_PROOFS"
"""Names another folder than the user's cache; ``off``: nothing is kept."""
_SOLVERS: Final = ("z3-solver", "cvc5")
_MOST: Final = 1 << 22
"""Bytes of a report: a longer one was not written here."""
_NAMED: Final = re.compile(r"[0-9a-f]{64}\.json")
"""How reports are called: nothing else in the folder is touched."""
KEPT_FOR: Final = 60 * 24 * 3600
"""Seconds after which a report goes that nobody has asked for since."""


def folder() -> Path | None:
    """Return where reports are kept; ``None``: nowhere."""
    chosen = os.environ.get(ENVIRONMENT, "")
    if chosen == "off":
        return None
    try:
        return Path(chosen) if chosen else platformdirs.user_cache_path("aceten") / "proofs"
    except RuntimeError:  # whoever has no home folder proves anew
        return None


def key_of(*asked: object) -> str:
    """Return what tells a question from all others, and from the same one of other code, solvers or another Python."""
    versions = [sys.version, *map(importlib.metadata.version, _SOLVERS)]
    return hashlib.sha256(msgspec.json.encode([asked, versions, _code()])).hexdigest()


@functools.cache
def _code() -> str:
    """Return a digest of every module of the engine, the proofs, the formulas and what is said of them."""
    digest = hashlib.sha256()
    for package in (aceten, aceten_spec):
        root = Path(package.__file__ or "").parent
        for file in sorted(root.rglob("*.py")):
            digest.update(f"{file.relative_to(root)}\0".encode() + file.read_bytes())
    return digest.hexdigest()


def known(key: str) -> Report | None:
    """Return the report on a question to which everything was proved; ``None``: there is none, or it cannot be read."""
    from aceten.proofs import Report

    place = folder()
    try:
        text = None if place is None else read_text(place / f"{key}.json", _MOST)
        report = None if text is None else msgspec.json.decode(text, type=Report)
        if place is not None:
            os.utime(place / f"{key}.json")
    except (aceten_spec.AcetenError, msgspec.DecodeError, OSError):
        return None
    return report if report is not None and report.verdict == "proved" else None


def keep(key: str, report: Report) -> None:
    """Keep a report on a question, if everything is proved and it can be kept."""
    place = folder()
    if place is None or report.verdict != "proved":
        return
    try:
        place.mkdir(parents=True, exist_ok=True)
        written = place / f"{key}.{os.getpid()}"
        written.write_bytes(msgspec.json.encode(report))
        now = written.stat().st_mtime
        written.replace(place / f"{key}.json")
        for file in place.iterdir():
            if _NAMED.fullmatch(file.name) and file.stat().st_mtime < now - KEPT_FOR:
                file.unlink(missing_ok=True)
    except OSError:  # it is proved anew the next time
        return


def marked(report: Report) -> Report:
    """Return the report with all its theorems marked as proved earlier."""
    return msgspec.structs.replace(report, earlier=tuple([theorem.id for theorem in report.theorems]))
