"""What goes wrong with a survey."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten import AcetenError
from aceten_spec.errors import shown
from aceten_spec.texts.user_files import shown_name

if TYPE_CHECKING:
    import msgspec

_MOST: Final = 40
"""So many letters of a value are shown."""


class SurveyError(AcetenError):
    """A survey cannot be made, gone on with or read."""

    def __init__(self, *, where: str, problem: str) -> None:
        """Say where, and what is wrong."""
        self.where = where
        """The file or the folder."""
        self.problem = problem
        """What is wrong, in words."""
        super().__init__(f"{shown_name(where)}: {problem}")


def differing(there: msgspec.Struct, here: msgspec.Struct) -> str:
    """Return in what two of a kind differ: what is there, and what is here."""
    pairs = ((key, getattr(there, key), getattr(here, key)) for key in here.__struct_fields__)
    return ", ".join(f"{key}: {shown(one, _MOST)} / {shown(other, _MOST)}" for key, one, other in pairs if one != other)
