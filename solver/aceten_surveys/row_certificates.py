"""Certificates of what the deals of a survey are worth: made for its rows, and looked at again where rows name them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import msgspec

import aceten_certificates
import aceten_solver
from aceten_certificates import CertificateError, Claim
from aceten_certificates.certificate import Reader
from aceten_solver.contests.workers import StoppedError
from aceten_spec.errors import FileError, shown
from aceten_spec.speech import say
from aceten_spec.texts.causes import why
from aceten_spec.texts.user_files import opened
from aceten_surveys.errors import SurveyError
from aceten_surveys.rows import Row, certificate_of, high_of, low_of
from aceten_surveys.specification import dealt
from aceten_surveys.whole_files import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from aceten import Game, State
    from aceten_solver import Objective, Solver
    from aceten_surveys.specification import Survey

_DIGITS: Final = 64
"""So many digits a digest has."""


def certificates_in(folder: Path) -> Path:
    """Return the folder of the certificates of the survey in a folder."""
    return folder / "certificates"


def path_of_certificate(folder: Path, digest: str) -> Path:
    """Return where a certificate is, or will be."""
    return certificates_in(folder) / f"{digest}.certificate"


class RowCertificates:
    """The certificates that rows of a file name."""

    def __init__(self, survey: Survey, game: Game, folder: Path, shard: int) -> None:
        """Begin with a file, by its number, in the folder of its survey."""
        self._survey = survey
        self._game = game
        self._folder = folder
        self._deals = frozenset(map(survey.told, survey.certified(shard)))

    def made(self, row: Row, solver: Solver, stop: Callable[[], bool] | None = None) -> Row:
        """Return the digests that belong to a row, by column. What they name was made, checked and written.

        :param solver: what is asked; what it has learned makes no other certificate.
        :param stop: is asked now and then whether to end.
        :raises CertificateError: when a certificate does not prove what the row says.
        :raises StoppedError: when it was told to end.
        :raises OSError: when a certificate cannot be written.
        """

        def is_ended() -> bool:
            if stop is not None and stop():
                raise StoppedError
            return False

        def go_on(_positions: int) -> None:
            is_ended()

        found: Row = {}
        for objective, value in self._settled(row).items():
            made = aceten_solver.certify(
                self._state(row), objective, at_least=value, at_most=value, solver=solver, stop=is_ended
            )
            data = made.to_bytes()
            checked = aceten_certificates.check(data, rules=self._survey.rulebook, most=None, progress=go_on)
            write_whole(path_of_certificate(self._folder, checked.digest), data)
            found[certificate_of(objective)] = checked.digest
        return found

    def checked(self, row: Row) -> int:
        """Return how many certificates a row names, each of which is there, whole, and of what the row says.

        That they prove it was seen when they were made, and is not looked at again.

        :raises SurveyError: when one is not.
        """
        settled = self._settled(row)
        for objective in self._survey.values if self._survey.certify is not None else ():
            digest = cast("str | None", row[certificate_of(objective)])
            if (digest is not None) != (objective in settled):
                raise SurveyError(where=str(certificates_in(self._folder)), problem=say("it is damaged"))
            if digest is not None:
                self._check(digest, self._state(row), objective, settled[objective])
        return len(settled)

    def _settled(self, row: Row) -> dict[Objective, int]:
        """Return what the deal of a row is worth in all that is settled; nothing of a deal without certificates."""
        if row[self._survey.key] not in self._deals:
            return {}
        found: dict[Objective, int] = {}
        for objective in self._survey.values:
            low, high = row[low_of(objective)], row[high_of(objective)]
            if isinstance(low, int) and low == high:
                found[objective] = low
        return found

    def _state(self, row: Row) -> State:
        return dealt(self._survey, self._game, int(cast("int | str", row[self._survey.key])))

    def _check(self, digest: str, state: State, objective: Objective, value: int) -> None:
        """See that a certificate is there, whole, and of what a deal is worth.

        :raises SurveyError: when it is not.
        """
        path = path_of_certificate(self._folder, digest)
        try:
            with opened(str(path)) as file:
                read = Reader(file, rules=self._survey.rulebook)
        except (CertificateError, FileError) as error:
            raise _refused(path, digest, error.problem) from error
        except OSError as error:
            raise _refused(path, digest, why(error)) from error
        header = read.header
        line = str(msgspec.structs.replace(state, log=()))
        told = (read.digest, str(header.position), header.measure, header.claims)
        if told != (digest, line, objective, (Claim("at_least", value), Claim("at_most", value))):
            raise _refused(path, digest, say("it is of something else"))


def _refused(path: Path, digest: str, problem: str) -> SurveyError:
    told = say("certificate {digest}: {problem}", digest=shown(digest, _DIGITS), problem=problem)
    return SurveyError(where=str(path), problem=told)
