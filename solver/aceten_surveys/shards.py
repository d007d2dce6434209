"""The files of a survey: one for so many deals each, in Parquet, written whole or not at all, and believed only when they are whole."""

from __future__ import annotations

import hashlib
import time
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import msgspec
import pyarrow as pa
from pyarrow import parquet

from aceten_solver.contests.workers import StoppedError
from aceten_spec.speech import say
from aceten_spec.texts.causes import why
from aceten_surveys.errors import SurveyError
from aceten_surveys.row_certificates import RowCertificates
from aceten_surveys.rows import Kind, Row, columns, rows
from aceten_surveys.whole_files import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from aceten import Game
    from aceten_surveys.specification import Survey

Checksum: TypeAlias = int
"""The SHA-256 of every row, added up: the same in whatever order they come, and however they are put into files."""

_MODULUS: Final = 2**256
_TYPES: Final[dict[Kind, pa.DataType]] = {
    "seed": pa.uint64(),
    "count": pa.uint64(),
    "few": pa.uint8(),
    "number": pa.int32(),
    "truth": pa.bool_(),
    "text": pa.string(),
    "leads": pa.list_(pa.struct([("action", pa.string()), ("low", pa.int32()), ("high", pa.int32())])),
}
_DIGEST: Final = b"aceten.survey"
_SHARD: Final = b"aceten.shard"
_CHECKSUM: Final = b"aceten.checksum"


class Done(NamedTuple):
    """What a worker tells of a file that it has written."""

    shard: int
    """Its number."""
    rows: int
    """How many deals are in it."""
    seconds: float
    """How long that took."""


class Whole(NamedTuple):
    """What a file comes to that was found whole."""

    rows: int
    """How many deals are in it."""
    failed: int
    """How many of them could not be asked about."""
    open: int
    """Of how many not all that was asked is settled."""
    certificates: int
    """How many certificates they name."""
    checksum: Checksum
    """The checksum of its rows."""


def path_of(folder: Path, shard: int) -> Path:
    """Return where a file is, or will be."""
    return folder / "shards" / f"{shard:07}.parquet"


def run_shard(
    survey: Survey,
    folder: Path,
    shard: int,
    *,
    stop: Callable[[], bool] | None = None,
    tell: Callable[[int], None] | None = None,
) -> Done:
    """Compute the deals of a file and write it, after the certificates that its rows name. Done twice it is the same.

    :param stop: is asked now and then whether to end.
    :param tell: is told of each deal.
    :raises SurveyError: where this installation would compute other rows.
    :raises CertificateError: when a certificate does not prove what a deal is worth: this installation is not to be believed.
    :raises StoppedError: when it was told to end.
    :raises OSError: when it cannot be written; then nothing is left of it.
    """
    began = time.perf_counter()
    game = survey.played()
    found: list[Row] = []
    prove = partial(RowCertificates(survey, game, folder, shard).made, stop=stop)
    for row in rows(survey, game, survey.drawn(shard), stop, prove):
        if stop is not None and stop():
            raise StoppedError
        found.append(row)
        if tell is not None:
            tell(1)
    _write(path_of(folder, shard), survey, game, shard, found)
    return Done(shard, len(found), time.perf_counter() - began)


def checksum_of(found: Iterable[Row]) -> Checksum:
    """Return the checksum of rows."""
    return sum(int.from_bytes(hashlib.sha256(msgspec.json.encode(row)).digest()) for row in found) % _MODULUS


def added(checksums: Iterable[Checksum]) -> Checksum:
    """Return the checksum of the rows of several files."""
    return sum(checksums) % _MODULUS


def read_shard(survey: Survey, game: Game, folder: Path, shard: int) -> Whole:
    """Return what a file comes to: every byte of its rows is looked at, and of the certificates that they name.

    :raises SurveyError: when it is not there, not whole, or of another survey, or when a certificate is not there, or of something else.
    """
    path = path_of(folder, shard)
    if not path.is_file():  # a pipe would be waited for
        raise SurveyError(where=str(path), problem=say("it is damaged"))
    try:
        table = parquet.ParquetFile(path, page_checksum_verification=True).read()  # pyright: ignore[reportUnknownMemberType] - the stubs leave a list open
        found: list[Row] = table.to_pylist()
    except (OSError, pa.ArrowException, ValueError) as error:
        raise SurveyError(where=str(path), problem=why(error)) from error
    told = table.schema.metadata or {}
    if told.get(_DIGEST) != survey.digest.encode():
        raise SurveyError(where=str(path), problem=say("it is of another survey"))
    checksum = checksum_of(found)
    whole = (
        table.schema.remove_metadata() == _schema(survey, game).remove_metadata()
        and [row[survey.key] for row in found] == [*map(survey.told, survey.drawn(shard))]
        and told.get(_CHECKSUM) == _written(checksum)
    )
    if not whole:
        raise SurveyError(where=str(path), problem=say("it is damaged"))
    certificates = RowCertificates(survey, game, folder, shard)
    return Whole(
        rows=len(found),
        failed=sum(row["error"] is not None for row in found),
        open=sum(row["exact"] is False for row in found),
        certificates=sum(map(certificates.checked, found)),
        checksum=checksum,
    )


def _schema(survey: Survey, game: Game, told: dict[bytes | str, bytes | str] | None = None) -> pa.Schema:
    fields = [
        pa.field(column.name, _TYPES[column.kind], metadata={"meaning": column.meaning})
        for column in columns(survey, game)
    ]
    return pa.schema(fields, metadata=told)


def _written(checksum: Checksum) -> bytes:
    return f"{checksum:064x}".encode()


def _write(path: Path, survey: Survey, game: Game, shard: int, found: list[Row]) -> None:
    told: dict[bytes | str, bytes | str] = {
        _DIGEST: survey.digest.encode(),
        _SHARD: str(shard).encode(),
        _CHECKSUM: _written(checksum_of(found)),
    }
    table = pa.Table.from_pylist(found, schema=_schema(survey, game, told))
    write_whole(path, to_parquet(table))


def to_parquet(table: pa.Table) -> bytes:
    """Return a table as a file has it."""
    data = pa.BufferOutputStream()
    # Statistics would be believed by readers, and no checksum covers them.
    parquet.write_table(  # pyright: ignore[reportUnknownMemberType] - likewise
        table, data, compression="zstd", write_page_checksum=True, write_statistics=False
    )
    return data.getvalue().to_pybytes()
