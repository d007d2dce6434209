"""The board as a folder that needs no server of its own: written where this installation holds it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

import aceten_board
from aceten import UsageError
from aceten_spec.speech import say
from aceten_spec.texts.user_files import shown_name, unusable

_BOARD: Final = Path(aceten_board.__file__).parent
PLACES: Final = (_BOARD / "web", _BOARD.parents[1] / "dist" / "web")
"""Where the folder may be: in a wheel that was made with it, and in a checkout in which it was made."""
_MAKE: Final = "make web"


def write_static(target: Path) -> None:
    """Write the folder.

    :raises UsageError: when this installation does not hold it, or something else would be written over.
    """
    made = next((place for place in PLACES if (place / "index.html").is_file()), None)
    if made is None:
        raise UsageError(
            say(
                "--static: this installation does not hold the folder; in a checkout of aceten it is made by: {command}",
                command=_MAKE,
            )
        )
    try:
        free = not target.exists() or (target.is_dir() and not any(target.iterdir()))
        if free:
            shutil.copytree(made, target, dirs_exist_ok=True)
    except (OSError, ValueError) as error:  # a name with a NUL character is a ValueError
        raise unusable(target, error) from error
    if not free:
        raise UsageError(
            say("--static {folder}: there is something already; name an empty folder", folder=shown_name(target))
        )
