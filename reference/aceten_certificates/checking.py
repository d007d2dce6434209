"""Checking certificates: by the rules alone, as the reference engine has them."""

from __future__ import annotations

from functools import partial
from typing import IO, TYPE_CHECKING, Final, Literal

import msgspec

from aceten import Action, State
from aceten_certificates.certificate import Certificate, Reader
from aceten_certificates.claims import Claim, Measure
from aceten_certificates.classes import relied_on
from aceten_certificates.errors import CertificateError
from aceten_certificates.sealed_file import read_by
from aceten_certificates.walk import Walk
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from aceten_spec.rulebook import Rulebook

MOST_POSITIONS: Final = 5_000_000
"""So many positions of one claim are looked at where nothing else is said: some 350 to 700 bytes of memory each."""


class Checked(msgspec.Struct, frozen=True):
    """What a certificate proves."""

    position: State
    """The position."""
    measure: Measure
    """What is counted."""
    claims: tuple[Claim, ...]
    """What is proved."""
    positions: tuple[int, ...]
    """How many positions were looked at for each claim."""
    strict: bool
    """Whether nothing but the rules was relied on."""
    digest: str
    """The checksum of the file, in hexadecimal digits."""
    proved_in: Literal["rocq"] | None = None
    """Where the checker itself is proved; ``None``: nowhere."""

    @property
    def relied_on(self) -> tuple[str, ...]:
        """The theorems that were relied on beside the rules."""
        return () if self.proved_in else relied_on(self.position.game, self.measure, strict=self.strict)

    @property
    def words(self) -> tuple[str, ...]:
        """What is proved, in words."""
        return tuple([claim.words(self.measure, self.position) for claim in self.claims])


def check(
    source: Path | str | bytes | Certificate,
    *,
    rules: Rulebook | None = None,
    strict: bool = False,
    most: int | None = MOST_POSITIONS,
    progress: Callable[[int], None] | None = None,
) -> Checked:
    """Check a certificate, and return what it proves.

    :param source: a file by its name, its content, or a certificate.
    :param rules: the rulebook to play by; without it the shipped rulebook that the position names.
    :param strict: whether nothing is relied on but the rules: no positions are held to be alike, and every deal is played to its end. It
        takes much longer, and suits endings.
    :param most: how many positions it may look at for each claim; ``None``: any number.
    :param progress: is told now and then how many it has looked at.
    :raises CertificateError: when it is no certificate, or does not prove what it claims.
    :raises FileError: when the file cannot be read.
    """
    if isinstance(source, Certificate):
        source = source.to_bytes()
    return read_by(partial(check_file, rules=rules, strict=strict, most=most, progress=progress), source)


def check_file(
    file: IO[bytes],
    *,
    rules: Rulebook | None,
    strict: bool,
    most: int | None,
    progress: Callable[[int], None] | None,
) -> Checked:
    """Check a certificate in a file that is open at its beginning, as :func:`check` does."""
    reader = Reader(file, rules=rules, most=most)
    header = reader.header
    positions: list[int] = []
    for claim, count in zip(header.claims, header.moves, strict=True):
        moves = reader.moves(count)
        walk = Walk(
            header.position,
            header.measure,
            claim,
            _Told(moves),
            strict=strict,
            most=most,
            progress=progress,
        )
        positions.append(walk.run())
        if next(moves, None) is not None:
            raise CertificateError(say("there are more moves than the proof takes"))
    return Checked(header.position, header.measure, header.claims, tuple(positions), strict, reader.digest)


class _Told:
    """Takes what a certificate tells."""

    def __init__(self, moves: Iterator[int]) -> None:
        self._moves = moves

    def __call__(self, state: State, actions: Sequence[Action]) -> tuple[int, State]:
        """Return the next move, and what it leads to.

        :raises CertificateError: when there is none, or it is more than there are actions.
        """
        move = next(self._moves, None)
        if move is None:
            raise CertificateError(say("no move is told for this position"), position=str(state))
        if move >= len(actions):
            known = ", ".join(map(str, actions))
            problem = say(
                "move {move} is told, where there are {number}: {known}", move=move, number=len(actions), known=known
            )
            raise CertificateError(problem, position=str(state))
        return move, state.play(actions[move])
