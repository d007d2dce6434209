"""The kinds of certificates, which their first lines tell apart."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from aceten_certificates.errors import CertificateError
from aceten_certificates.sealed_file import header_line
from aceten_spec.errors import FileError
from aceten_spec.speech import say

Kind: TypeAlias = Literal["value", "strategies"]
"""What a certificate is of: what a position is worth, or strategies for hidden cards."""

_KEYS: Final[dict[str, Kind]] = {"certificate": "value", "strategies": "strategies"}
"""The key in the header of each kind that says its version."""


def kind_of(path: Path | str) -> Kind:
    """Return of which kind the certificate in a file is, by its header: what checks it is :func:`check` or :func:`check_strategies`.

    :raises CertificateError: when it is no certificate.
    :raises FileError: when the file cannot be read.
    """
    try:
        with Path(path).open("rb") as file:
            line = header_line(file)
    except OSError as error:
        raise FileError(file=str(path), problem=error.strerror or str(error)) from error
    try:
        header = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, RecursionError):
        header = {}
    kinds = [kind for key, kind in _KEYS.items() if key in header]
    if len(kinds) != 1:
        raise CertificateError(say("no certificate: its header does not say of what"))
    return kinds[0]
