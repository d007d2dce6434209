"""The folder of a survey: what it asks, the files with what was found, and a manifest once they are all there."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from aceten_spec.speech import say
from aceten_spec.texts.causes import why
from aceten_spec.texts.json_keys import decoded
from aceten_spec.texts.user_files import name_as_text, read_text, unusable
from aceten_surveys.errors import SurveyError, differing
from aceten_surveys.row_certificates import certificates_in
from aceten_surveys.shards import added, path_of, read_shard
from aceten_surveys.specification import SURVEYS, Survey
from aceten_surveys.whole_files import remove_temporary, write_whole

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SURVEY: Final = "survey.json"
"""The file that says what is asked."""
MANIFEST: Final = "manifest.json"
"""The file that says what was found, once all of it was."""
GRADING: Final = "grading.json"
"""The file that says what is asked in the folder of a grading (:mod:`aceten_surveys.grading`)."""

_MOST_BYTES: Final = 10_000_000

_Asked = TypeVar("_Asked")


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What was found: the same for two runs of a survey, on whatever machines, in whatever order and in files of whatever size."""

    survey: str
    """The digest of what was asked (:attr:`aceten_surveys.specification.Survey.digest`)."""
    deals: int
    """How many deals were asked about."""
    failed: int
    """How many of them could not be: each says why."""
    open: int
    """Of how many not all that was asked is settled, as the search was limited."""
    certificates: int
    """How many certificates there are, each of what a deal is worth in one thing."""
    checksum: str
    """The SHA-256 of every row, added up."""


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """How far a survey is."""

    survey: Survey
    """What is asked."""
    missing: tuple[int, ...]
    """The numbers of the files that are not there."""
    damaged: dict[int, str]
    """What is wrong with those that cannot be used."""
    found: Manifest
    """What the others come to: the manifest, when there are no further ones."""

    @property
    def whole(self) -> bool:
        """Whether all is there."""
        return not self.missing and not self.damaged

    @property
    def left(self) -> tuple[int, ...]:
        """The numbers of the files that are still to be computed."""
        return tuple(sorted({*self.missing, *self.damaged}))


def open_folder(folder: Path, survey: Survey) -> None:
    """Make the folder of a survey, or go on with one.

    :raises SurveyError: when something else is in it.
    :raises FileError: when it cannot be written.
    """
    check_name(folder)
    try:
        (folder / "shards").mkdir(parents=True, exist_ok=True)
        if survey.certify is not None:
            certificates_in(folder).mkdir(exist_ok=True)
        if not (folder / SURVEY).exists():
            if any((folder / "shards").glob("*.parquet")):
                problem = say("it holds results, but not what was asked ({file})", file=SURVEY)
                raise SurveyError(where=str(folder), problem=problem)
            write_whole(folder / SURVEY, msgspec.json.format(msgspec.json.encode(survey)))
            return
    except OSError as error:
        raise unusable(folder, error) from error
    there = read_survey(folder)
    if there == survey:
        return
    problem = say("it holds another survey ({differ}); name another folder", differ=differing(there, survey))
    raise SurveyError(where=str(folder), problem=problem)


def check_name(folder: Path) -> None:
    """Check that the name of a folder is text; what reads and writes Parquet knows no other.

    :raises SurveyError: when it is not.
    """
    name = os.fspath(folder)
    if name_as_text(name) != name:
        raise SurveyError(where=name_as_text(name), problem=say("bytes in its name are no text; name another folder"))


def read_survey(folder: Path) -> Survey:
    """Return what is asked in a folder.

    :raises SurveyError: when there is no such folder, or it is none of a survey, or of another version.
    :raises FileError: when what is asked cannot be read.
    """
    check_name(folder)
    if not (folder / SURVEY).is_file():
        raise SurveyError(where=str(folder), problem=say("no survey is in it"))
    return read_asked(folder / SURVEY, SURVEYS)


def read_asked(path: Path, decoder: msgspec.json.Decoder[_Asked]) -> _Asked:
    """Return what a file says that was asked.

    :raises SurveyError: when it says nothing of the kind.
    :raises FileError: when it cannot be read.
    """
    text = read_text(path, _MOST_BYTES)
    try:
        return decoded(text, decoder)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise SurveyError(where=str(path), problem=why(error)) from error


def status(folder: Path, *, tell: Callable[[int], None] | None = None) -> Status:
    """Return how far the survey in a folder is, by every file that is there: what is damaged, is to be computed anew.

    :param tell: is told of the deals of each file.
    :raises FileError: when there is no such folder.
    :raises SurveyError: when it is none of a survey.
    """
    survey = read_survey(folder)
    game = survey.played()
    missing: list[int] = []
    damaged: dict[int, str] = {}
    rows = failed = unsettled = certificates = checksum = 0
    for shard in range(survey.shards):
        if not path_of(folder, shard).exists():
            missing.append(shard)
            continue
        try:
            whole = read_shard(survey, game, folder, shard)
        except SurveyError as error:
            damaged[shard] = error.problem
            continue
        rows, failed, unsettled = rows + whole.rows, failed + whole.failed, unsettled + whole.open
        certificates += whole.certificates
        checksum = added((checksum, whole.checksum))
        if tell is not None:
            tell(whole.rows)
    found = Manifest(
        survey=survey.digest,
        deals=rows,
        failed=failed,
        open=unsettled,
        certificates=certificates,
        checksum=f"{checksum:064x}",
    )
    return Status(survey=survey, missing=tuple(missing), damaged=damaged, found=found)


def finish(folder: Path) -> Status:
    """Look at all that was computed, and write the manifest when it is whole.

    :raises FileError: when it cannot be written.
    """
    now = status(folder)
    if now.whole:
        try:
            write_whole(folder / MANIFEST, msgspec.json.format(msgspec.json.encode(now.found)))
        except OSError as error:
            raise unusable(folder, error) from error
        for part in (folder / "shards", certificates_in(folder)):
            remove_temporary(part)
    return now
