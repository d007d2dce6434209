"""Files that nobody changes unseen: a header of one line, a body that is packed, and a checksum of both."""

from __future__ import annotations

import hashlib
import io
import json
import os
import zlib
from typing import IO, TYPE_CHECKING, Final, TypeVar

from aceten_certificates.errors import CertificateError
from aceten_spec.speech import grouped, say
from aceten_spec.texts.user_files import opened, unusable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from aceten import Game

_T = TypeVar("_T")

MOST_HEADER: Final = 2**16
"""The most bytes of a header."""
MOST_PACKED: Final = 2**32
"""The most bytes that a body takes in a file."""

_PIECE: Final = 2**16
DIGEST: Final = hashlib.sha256().digest_size
"""How many bytes the checksum has."""


def sealed(header: Mapping[str, object], body: bytes) -> bytes:
    """Return the file of a header and a body; the same ones give the same file.

    Another version of zlib may pack the body differently; every one reads what another has packed.
    """
    packed = zlib.compress(body, 9)
    told = {**header, "bytes": len(packed)}
    content = json.dumps(told, ensure_ascii=True, separators=(", ", ": ")).encode("ascii") + b"\n" + packed
    return content + hashlib.sha256(content).digest()


def read_by(read: Callable[[IO[bytes]], _T], source: Path | str | bytes) -> _T:
    """Return what a reader makes of a file, by its name, or of its content.

    :raises FileError: when the file cannot be read.
    """
    if isinstance(source, bytes):
        return read(io.BytesIO(source))
    try:
        with opened(os.fspath(source)) as file:
            return read(file)
    except OSError as error:
        raise unusable(source, error) from error


def check_rules(game: Game, digest: str) -> None:
    """Require that a game is played by the rules that a header tells.

    :raises CertificateError: when it is not.
    """
    if game.digest != digest:
        problem = say(
            "{game} is played by other rules here: {ours}, and not {theirs}",
            game=game,
            ours=game.digest,
            theirs=digest,
        )
        raise CertificateError(problem)


def header_line(file: IO[bytes]) -> bytes:
    """Return the first line of a file.

    :raises CertificateError: when it is too long for a header, or no line.
    """
    line = file.readline(MOST_HEADER + 1)
    if len(line) > MOST_HEADER or not line.endswith(b"\n"):
        raise CertificateError(say("no certificate: it does not begin with a header of one line"))
    return line


def checksum(file: IO[bytes], line: bytes, packed: int) -> str:
    """Return the checksum in hexadecimal digits, and leave the file where the packed body begins.

    :param line: the header.
    :param packed: how many bytes the body takes.
    :raises CertificateError: when the file has another length than its header says, or another checksum.
    """
    expected = len(line) + packed + DIGEST
    size = file.seek(0, io.SEEK_END)
    if size != expected:
        problem = say(
            "{size} bytes, and not {expected} as the header says", size=grouped(size), expected=grouped(expected)
        )
        raise CertificateError(problem)
    file.seek(0)
    found, left = hashlib.sha256(), expected - DIGEST
    while left:
        piece = file.read(min(left, _PIECE))
        if not piece:
            raise CertificateError(say("the file became shorter while it was read"))
        found.update(piece)
        left -= len(piece)
    if file.read(DIGEST) != found.digest():
        raise CertificateError(say("the checksum is another: the file was changed"))
    file.seek(len(line))
    return found.hexdigest()


def unpacked(file: IO[bytes], packed: int) -> Iterator[int]:
    """Yield the bytes of the body, of which no more than a piece is unpacked at a time.

    :param packed: how many bytes the body takes.
    :raises CertificateError: when they are no packed body, and nothing else.
    """
    stream = zlib.decompressobj()
    waiting = b""
    while not stream.eof:
        if not waiting and packed:
            waiting = file.read(min(packed, _PIECE))
            packed -= len(waiting)
        try:
            piece = stream.decompress(waiting, _PIECE)
        except zlib.error as error:
            raise CertificateError(say("the body cannot be unpacked: {error}", error=error)) from error
        if not piece and not stream.unconsumed_tail and not packed and not stream.eof:
            raise CertificateError(say("the packed body is cut"))
        waiting = stream.unconsumed_tail
        yield from piece
    if stream.unused_data or waiting or packed:
        raise CertificateError(say("more follows the packed body"))
