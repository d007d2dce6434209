"""Certificates, and the files that hold them: a header, the moves of the side that proves, and a checksum.

The page *The format of certificates* has all of it, to the byte.
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Annotated, Final, Literal

import msgspec

from aceten import State, parse
from aceten_certificates.claims import HALVES, Claim, Measure, sides_of
from aceten_certificates.errors import CertificateError, too_many
from aceten_certificates.sealed_file import DIGEST, check_rules, header_line, opened_body, sealed, told_by
from aceten_spec.errors import AcetenError
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten_spec.rulebook import Rulebook

VERSION: Final = 1
"""The version of the format."""

MOST_MOVES: Final = 2**32
"""The most moves of one claim."""
MOST_NUMBER: Final = 2**31 - 1
"""The largest number that is claimed."""


class Part(msgspec.Struct, frozen=True):
    """A claim, and the moves that prove it."""

    claim: Claim
    """What is claimed."""
    moves: bytes
    """Which of the actions is taken at each choice, counted from 0, in the order in which the walk comes to them."""


class Certificate(msgspec.Struct, frozen=True):
    """What a position is worth, or at least or at most, with its proof."""

    position: State
    """The position."""
    measure: Measure
    """What is counted."""
    parts: tuple[Part, ...]
    """One claim or both, *at least* first."""

    def to_bytes(self) -> bytes:
        """Return the file of a certificate; the same certificate gives the same file, but for how zlib packs it."""
        header: dict[str, object] = {
            "certificate": VERSION,
            "rules": self.position.game.digest,
            "position": str(msgspec.structs.replace(self.position, log=())),
            "measure": self.measure,
            "claims": [{part.claim.half: part.claim.number, "moves": len(part.moves)} for part in self.parts],
        }
        return sealed(header, b"".join(part.moves for part in self.parts))

    @property
    def digest(self) -> str:
        """The checksum at the end of its file, in hexadecimal digits."""
        return self.to_bytes()[-DIGEST:].hex()


class CertificateHeader(msgspec.Struct, frozen=True):
    """What a file says before the moves."""

    position: State
    """The position."""
    measure: Measure
    """What is counted."""
    claims: tuple[Claim, ...]
    """What is claimed."""
    moves: tuple[int, ...]
    """How many moves prove each claim."""


class _ToldClaim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A claim as it is written: one half of a value, and how many moves prove it."""

    moves: Annotated[int, msgspec.Meta(ge=0, le=MOST_MOVES)]
    at_least: Annotated[int, msgspec.Meta(ge=-MOST_NUMBER, le=MOST_NUMBER)] | msgspec.UnsetType = msgspec.UNSET
    at_most: Annotated[int, msgspec.Meta(ge=-MOST_NUMBER, le=MOST_NUMBER)] | msgspec.UnsetType = msgspec.UNSET


class _Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The header as it is written."""

    certificate: Literal[1]
    rules: Annotated[str, msgspec.Meta(pattern=r"^sha256:[0-9a-f]{64}$")]
    position: str
    measure: Measure
    claims: Annotated[list[_ToldClaim], msgspec.Meta(min_length=1, max_length=2)]


_TOLD: Final = msgspec.json.Decoder(_Told)


class Reader:
    """Reads a certificate from a file: the header and the checksum at once, the moves piece by piece."""

    def __init__(self, file: IO[bytes], *, rules: Rulebook | None = None, most: int | None = None) -> None:
        """Read the header, and see that the file is whole.

        :param file: where it can be read at any place.
        :param rules: the rulebook to play by; without it the shipped rulebook that the position names.
        :param most: so many positions may be looked at for each claim, of which each has no more than one move; ``None``: any number.
        :raises CertificateError: when it is no certificate, of another version, by other rules, changed, cut or extended.
        """
        line = header_line(file)
        told = told_by(line, _TOLD, say("no certificate of version {version}", version=VERSION))
        counts = [claim.moves for claim in told.claims]
        if most is not None and max(counts) > most:
            raise too_many(most)
        digest, self._moves = opened_body(file, line, sum(counts))
        self.digest: Final = digest
        """The checksum, in hexadecimal digits."""
        self.header: Final = _header(told, rules)
        """What the file says before the moves."""

    def moves(self, count: int) -> Iterator[int]:
        """Yield the moves of the next claim.

        :raises CertificateError: when they end too early.
        """
        for _ in range(count):
            move = next(self._moves, None)
            if move is None:
                raise CertificateError(say("there are fewer moves than the header says"))
            yield move


def _header(told: _Told, rules: Rulebook | None) -> CertificateHeader:
    claims: list[Claim] = []
    for each in told.claims:
        match each.at_least, each.at_most:
            case int() as number, msgspec.UnsetType():
                claims.append(Claim("at_least", number))
            case msgspec.UnsetType(), int() as number:
                claims.append(Claim("at_most", number))
            case _:
                raise CertificateError(say("a claim in the header has not one of at_least and at_most"))
    halves = [claim.half for claim in claims]
    if halves != sorted(set(halves), key=HALVES.index):
        raise CertificateError(say("the claims in the header are not at_least before at_most, each once"))
    try:
        position = parse(told.position, rules=rules)
        if isinstance(position, State):
            sides_of(position)
    except AcetenError as error:
        raise CertificateError(say("the position in the header: {error}", error=error)) from error
    if not isinstance(position, State):
        raise CertificateError(say("the position in the header does not show every card"))
    check_rules(position.game, told.rules)
    return CertificateHeader(position, told.measure, tuple(claims), tuple([each.moves for each in told.claims]))
