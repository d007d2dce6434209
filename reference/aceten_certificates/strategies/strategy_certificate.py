"""Certificates of strategies, and the files that hold them: a header, the chances of actions, and a checksum.

The page *Certificates of strategies* has all of it, to the byte.
"""

from __future__ import annotations

from fractions import Fraction
from typing import IO, TYPE_CHECKING, Annotated, Final, Literal

import msgspec

from aceten import State, View, parse
from aceten_certificates.claims import Measure
from aceten_certificates.errors import CertificateError, too_many
from aceten_certificates.sealed_file import DIGEST, check_rules, header_line, opened_body, sealed, told_by
from aceten_spec.errors import AcetenError
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from aceten_spec.rulebook import Rulebook

VERSION: Final = 1
"""The version of the format."""

MOST_NUMERATORS: Final = 2**32
"""The most numerators of one strategy."""
MOST_DENOMINATOR: Final = 2**62
"""The largest denominator of one strategy."""

_BYTES: Final = 10
"""So many bytes a numerator has at most."""
_LOW: Final = 2**7
"""A byte from here on is not the last of its number."""


class Strategy(msgspec.Struct, frozen=True):
    """What a player does."""

    denominator: int
    """By what the numerators are divided, 1 or more."""
    numerators: tuple[int, ...]
    """For each information set where his own choices bring him, those of its actions: together they are the denominator."""


class StrategyCertificate(msgspec.Struct, frozen=True):
    """What both players do in a game of hidden cards, and what each can be sure of with it."""

    view: View
    """What the seat sees that is to act."""
    measure: Measure
    """What is counted for side 0."""
    private: bool
    """Whether each knows his own cards alone; otherwise the other player knows those of the seat."""
    at_least: Fraction
    """So much side 0 comes to on average with its strategy, whatever the other does."""
    at_most: Fraction
    """So much it comes to at most on average, whatever it does, against the other strategy."""
    strategies: tuple[Strategy, Strategy]
    """That of side 0, and that of side 1."""

    def to_bytes(self) -> bytes:
        """Return the file of a certificate; the same certificate gives the same file, but for how zlib packs it."""
        header = {
            "strategies": VERSION,
            "rules": self.view.game.digest,
            "view": str(self.view),
            "private": self.private,
            "measure": self.measure,
            "at_least": str(self.at_least),
            "at_most": str(self.at_most),
            "denominators": [each.denominator for each in self.strategies],
            "numerators": [len(each.numerators) for each in self.strategies],
        }
        return sealed(header, b"".join(_written(each.numerators) for each in self.strategies))

    @property
    def digest(self) -> str:
        """The checksum at the end of its file, in hexadecimal digits."""
        return self.to_bytes()[-DIGEST:].hex()


class StrategyHeader(msgspec.Struct, frozen=True):
    """What a file says before the chances."""

    view: View
    """What the seat sees that is to act."""
    measure: Measure
    """What is counted for side 0."""
    private: bool
    """Whether each knows his own cards alone."""
    at_least: Fraction
    """What is claimed for the strategy of side 0."""
    at_most: Fraction
    """What is claimed for that of side 1."""
    denominators: tuple[int, int]
    """By what the numerators of each are divided."""
    numerators: tuple[int, int]
    """How many each has."""


_Bound = Annotated[str, msgspec.Meta(pattern=r"^-?[0-9]{1,19}(/[1-9][0-9]{0,18})?$")]
_Denominator = Annotated[int, msgspec.Meta(ge=1, le=MOST_DENOMINATOR)]
_Count = Annotated[int, msgspec.Meta(ge=0, le=MOST_NUMERATORS)]


class _ToldStrategies(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The header as it is written."""

    strategies: Literal[1]
    rules: Annotated[str, msgspec.Meta(pattern=r"^sha256:[0-9a-f]{64}$")]
    view: str
    private: bool
    measure: Measure
    at_least: _Bound
    at_most: _Bound
    denominators: tuple[_Denominator, _Denominator]
    numerators: tuple[_Count, _Count]


_TOLD: Final = msgspec.json.Decoder(_ToldStrategies)


class StrategyReader:
    """Reads a certificate from a file: the header and the checksum at once, the chances piece by piece."""

    def __init__(self, file: IO[bytes], *, rules: Rulebook | None = None, most: int | None = None) -> None:
        """Read the header, and see that the file is whole.

        :param file: where it can be read at any place.
        :param rules: the rulebook to play by; without it the shipped rulebook that the view names.
        :param most: so many histories may be looked at, and each strategy has no more chances than these; ``None``: any number.
        :raises CertificateError: when it is no such certificate, of another version, by other rules, changed, cut or extended.
        """
        line = header_line(file)
        told = told_by(line, _TOLD, say("no certificate of strategies, version {version}", version=VERSION))
        if most is not None and max(told.numerators) > most:
            raise too_many(most)
        digest, self._body = opened_body(file, line, _BYTES * sum(told.numerators))
        self.digest: Final = digest
        """The checksum, in hexadecimal digits."""
        self.header: Final = _header(told, rules)
        """What the file says before the chances."""

    def numerators(self, count: int, most: int) -> Iterator[int]:
        """Yield the numerators of the next strategy.

        :param most: the largest that there may be.
        :raises CertificateError: when there are fewer, or one is larger.
        """
        for _ in range(count):
            yield self._number(most)

    def _number(self, most: int) -> int:
        number, unit = 0, 1
        while True:
            byte = next(self._body, None)
            if byte is None:
                raise CertificateError(say("there are fewer chances than the header says"))
            number += byte % _LOW * unit
            unit *= _LOW
            if number > most or unit > MOST_DENOMINATOR * _LOW:
                raise CertificateError(say("a chance is more than 1"))
            if byte < _LOW:
                if not byte and unit > _LOW:
                    raise CertificateError(say("a chance is written longer than it is"))
                return number

    def finish(self) -> None:
        """See that there is nothing more.

        :raises CertificateError: when there is.
        """
        if next(self._body, None) is not None:
            raise CertificateError(say("there are more chances than the header says"))


def _written(numbers: Sequence[int]) -> bytes:
    """Return numbers as bytes: seven bits in each, the lowest first, and 128 more in all but the last of a number."""
    found = bytearray()
    for number in numbers:
        left = number
        while left >= _LOW:
            found.append(left % _LOW + _LOW)
            left //= _LOW
        found.append(left)
    return bytes(found)


def _header(told: _ToldStrategies, rules: Rulebook | None) -> StrategyHeader:
    try:
        view = parse(told.view, rules=rules)
    except AcetenError as error:
        raise CertificateError(say("the view in the header: {error}", error=error)) from error
    if isinstance(view, State):
        raise CertificateError(say("the view in the header shows every card"))
    check_rules(view.game, told.rules)
    return StrategyHeader(
        view,
        told.measure,
        told.private,
        _fraction(told.at_least),
        _fraction(told.at_most),
        told.denominators,
        told.numerators,
    )


def _fraction(text: str) -> Fraction:
    """Return a number that is written in its lowest terms.

    :raises CertificateError: when it is not.
    """
    number = Fraction(text)
    if str(number) != text:
        raise CertificateError(say("{text}: expected {number}", text=text, number=number))
    return number
