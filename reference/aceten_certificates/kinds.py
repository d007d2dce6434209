"""Checking certificates of either kind, which their headers tell apart."""

from __future__ import annotations

from functools import partial
from typing import IO, TYPE_CHECKING

import msgspec

from aceten_certificates.checking import MOST_POSITIONS, Checked, check_file
from aceten_certificates.sealed_file import header_line, read_by
from aceten_certificates.strategies.strategy_checking import CheckedStrategies, check_strategy_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from aceten_spec.rulebook import Rulebook


def check_either(
    source: Path | str | bytes,
    *,
    rules: Rulebook | None = None,
    strict: bool = False,
    most: int | None = MOST_POSITIONS,
    progress: Callable[[int], None] | None = None,
) -> Checked | CheckedStrategies:
    """Check a certificate of what a position is worth, as :func:`aceten_certificates.check` does, or one of strategies.

    :param source: a file by its name, or its content.
    :raises CertificateError: when it is neither, or does not prove what it claims.
    :raises FileError: when the file cannot be read.
    """
    return read_by(partial(_check, rules=rules, strict=strict, most=most, progress=progress), source)


def _check(
    file: IO[bytes],
    *,
    rules: Rulebook | None,
    strict: bool,
    most: int | None,
    progress: Callable[[int], None] | None,
) -> Checked | CheckedStrategies:
    of_strategies = is_of_strategies(header_line(file))
    file.seek(0)
    if of_strategies:
        return check_strategy_file(file, rules=rules, strict=strict, most=most, progress=progress)
    return check_file(file, rules=rules, strict=strict, most=most, progress=progress)


def is_of_strategies(line: bytes) -> bool:
    """Whether a header is one of a certificate of strategies."""
    try:
        return "strategies" in msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, RecursionError):
        return False
