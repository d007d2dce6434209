"""What can be wrong with a certificate."""

from __future__ import annotations

from aceten import AcetenError
from aceten_spec.speech import grouped, say


class CertificateError(AcetenError):
    """A file is no certificate, or does not prove what it claims."""

    def __init__(self, problem: str, *, position: str = "") -> None:
        """Say what is wrong, and where play stands then."""
        self.problem = problem
        """What is wrong, in words."""
        self.position = position
        """The position line of where play stands; empty where it is the file that is wrong."""
        super().__init__(f"{problem}\n  {position}" if position else problem)


class TooManyPositionsError(CertificateError):
    """More positions would have to be looked at than was allowed."""


def too_many(most: int, position: str = "") -> TooManyPositionsError:
    """Return the error that says that no more positions are looked at."""
    return TooManyPositionsError(
        say("more than {most} positions; allow more with --most", most=grouped(most)), position=position
    )
