"""Files that nobody changes unseen: a header of one line, a body that is packed, and a checksum of both, however it is packed."""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import os
import zlib
from typing import IO, TYPE_CHECKING, Final, TypeVar

import msgspec

from aceten_certificates.errors import CertificateError
from aceten_spec.speech import say
from aceten_spec.texts.causes import why
from aceten_spec.texts.json_keys import decoded
from aceten_spec.texts.user_files import opened, unusable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from aceten import Game

_T = TypeVar("_T")

MOST_HEADER: Final = 2**16
"""The most bytes of a header."""

_PIECE: Final = 2**16
DIGEST: Final = hashlib.sha256().digest_size
"""How many bytes the checksum has."""


def sealed(header: Mapping[str, object], body: bytes) -> bytes:
    """Return the file of a header and a body.

    Another version of zlib may pack the body differently; every one reads what another has packed, and the checksum is the same.
    """
    line = json.dumps(header, ensure_ascii=True, separators=(", ", ": ")).encode("ascii") + b"\n"
    return line + zlib.compress(body, 9) + hashlib.sha256(line + body).digest()


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

    :raises CertificateError: when it is too long for a header, or no line of text.
    """
    line = file.readline(MOST_HEADER + 1)
    if len(line) > MOST_HEADER or not line.endswith(b"\n") or not _is_text(line):
        raise CertificateError(say("no certificate: it does not begin with a header of one line"))
    return line


def _is_text(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def told_by(line: bytes, decoder: msgspec.json.Decoder[_T], otherwise: str) -> _T:
    """Return what a header says.

    :param otherwise: what is said of a line that is no such header.
    :raises CertificateError: when it is no such header.
    """
    try:
        return decoded(line, decoder)
    except (msgspec.DecodeError, RecursionError) as error:  # one of JSON, or of what is in it
        raise CertificateError(f"{otherwise}: {why(error)}") from error


def opened_body(file: IO[bytes], line: bytes, most: int) -> tuple[str, Iterator[int]]:
    """Return the checksum in hexadecimal digits, and the bytes of the body, of which no more than a piece is unpacked at a time.

    :param line: the header.
    :param most: so many bytes the body has at most.
    :raises CertificateError: when what follows the header is no packed body with the checksum of both, and nothing else.
    """
    packed = file.seek(0, io.SEEK_END) - len(line) - DIGEST
    if packed < 0:
        raise CertificateError(say("the file ends before its checksum"))
    file.seek(len(line))
    found, left = hashlib.sha256(line), most
    for piece in _pieces(file, packed):
        left -= len(piece)
        if left < 0:
            raise CertificateError(say("there is more in the file than its header says"))
        found.update(piece)
    if file.read(DIGEST) != found.digest():
        raise CertificateError(say("the checksum is another: the file was changed"))
    file.seek(len(line))
    return found.hexdigest(), itertools.chain.from_iterable(_pieces(file, packed))


def _pieces(file: IO[bytes], packed: int) -> Iterator[bytes]:
    """Yield a body piece by piece.

    :param packed: how many bytes it takes in the file.
    :raises CertificateError: when these are no packed body, and nothing else.
    """
    stream = zlib.decompressobj()
    waiting = b""
    while not stream.eof:
        if not waiting and packed:
            waiting = file.read(min(packed, _PIECE))
            packed = packed - len(waiting) if waiting else 0  # the file may have become shorter meanwhile
        try:
            piece = stream.decompress(waiting, _PIECE)
        except zlib.error as error:
            raise CertificateError(say("the body cannot be unpacked: {error}", error=error)) from error
        if not piece and not stream.unconsumed_tail and not packed and not stream.eof:
            raise CertificateError(say("the packed body is cut"))
        waiting = stream.unconsumed_tail
        yield piece
    if stream.unused_data or waiting or packed:
        raise CertificateError(say("more follows the packed body"))
