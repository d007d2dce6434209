"""Which tables of endgames this machine has built, or has found to be right: by their digests, in the user's own folder for such things.

What lies beside a table says nothing about it: it may come from whoever made the table.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

import platformdirs

if TYPE_CHECKING:
    from pathlib import Path

How: TypeAlias = Literal["built", "checked"]
"""How a table is known: this machine has worked out every entry, or a sample."""

_WORDS: Final = {f"{how}\n": how for how in get_args(How)}


def folder() -> Path | None:
    """Return the folder with what is known; ``None`` where the user has none."""
    try:
        return platformdirs.user_state_path("aceten") / "tables"
    except RuntimeError:
        return None


def how_known(digest: str) -> How | None:
    """Return how the table with this digest is known; ``None``: it is not."""
    there = folder()
    if there is None:
        return None
    try:
        return _WORDS.get((there / digest).read_text(encoding="ascii"))
    except (OSError, UnicodeDecodeError):
        return None


def remember(digest: str, how: How) -> None:
    """Keep how a table is known. Where nothing can be written it is looked at again the next time."""
    there = folder()
    if there is not None:
        with contextlib.suppress(OSError):
            there.mkdir(parents=True, exist_ok=True, mode=0o700)
            (there / digest).write_text(f"{how}\n", encoding="ascii")


def forget(digest: str) -> None:
    """Know a table no longer."""
    there = folder()
    if there is not None:
        with contextlib.suppress(OSError):
            (there / digest).unlink(missing_ok=True)
