"""What goes wrong with a survey."""

from __future__ import annotations

from aceten import AcetenError


class SurveyError(AcetenError):
    """A survey cannot be made, gone on with or read."""

    def __init__(self, *, where: str, problem: str) -> None:
        """Say where, and what is wrong."""
        self.where = where
        """The file or the folder."""
        self.problem = problem
        """What is wrong, in words."""
        super().__init__(f"{where}: {problem}")
