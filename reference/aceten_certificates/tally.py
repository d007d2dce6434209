"""Counting what is looked at, and ending it where it is too much."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten_certificates.errors import too_many

if TYPE_CHECKING:
    from collections.abc import Callable

_TOLD_EVERY: Final = 1000
"""After so many progress is told."""


class Tally:
    """Counts positions, or histories."""

    def __init__(self, most: int | None, progress: Callable[[int], None] | None) -> None:
        """Begin at 0.

        :param most: so many there may be; ``None``: any number.
        :param progress: is told now and then how many there are.
        """
        self._most = most
        self._progress = progress
        self.number = 0
        """How many there are."""

    def add(self, where: object) -> None:
        """Count one.

        :param where: what an error names: where play stands, or the view that everything is about.
        :raises TooManyPositionsError: when that is too many.
        """
        self.number += 1
        if self._most is not None and self.number > self._most:
            raise too_many(self._most, str(where))
        if self._progress is not None and self.number % _TOLD_EVERY == 0:
            self._progress(self.number)
