"""Files of certificates: where they go, and those that are there already."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

import aceten_certificates
import aceten_solver
from aceten import State
from aceten_certificates import CertificateError, Checked, Claim
from aceten_certificates.certificate import Reader
from aceten_cli.frame.output import progress
from aceten_cli.frame.streams import waiting
from aceten_solver import Objective, Solution
from aceten_solver.question.objectives import default_objective
from aceten_spec import Rulebook
from aceten_spec.errors import FileError
from aceten_spec.speech import say
from aceten_spec.texts.user_files import opened, unusable, write_bytes

SUFFIX: Final = ".certificate"
"""The end of the names of files."""

_DIGITS: Final = 12
"""So many digits of a digest tell the files of a game apart."""


class AskedProof(NamedTuple):
    """What is to be proved of a position."""

    state: State
    objective: Objective | None = None
    """What is counted; ``None``: what the solver asks for by itself."""
    at_least: int | None = None
    at_most: int | None = None
    """Both ``None``: what it is worth."""

    @property
    def measure(self) -> Objective:
        """What is counted."""
        return self.objective or default_objective(self.state.game)

    @property
    def line(self) -> str:
        """The position line, without what was played before."""
        return str(msgspec.structs.replace(self.state, log=()))

    @property
    def name(self) -> str:
        """The usual name of its file: the same whenever the same is asked by the same rules."""
        asked = (self.line, self.state.game.digest, self.measure, self.at_least, self.at_most)
        digest = hashlib.sha256(msgspec.json.encode(asked)).hexdigest()
        return f"{str(self.state.game).split()[0].replace('/', '-')}-{digest[:_DIGITS]}{SUFFIX}"

    def is_answered(self, checked: Checked | Reader) -> bool:
        """Whether this is what a certificate claims."""
        header = checked.header if isinstance(checked, Reader) else checked
        return (str(header.position), header.measure) == (self.line, self.measure) and self._fits(header.claims)

    def _fits(self, claims: tuple[Claim, ...]) -> bool:
        halves = {claim.half: claim.number for claim in claims}
        if self.at_least is None and self.at_most is None:
            return len(halves) > 1 and len({*halves.values()}) == 1
        asked = {"at_least": self.at_least, "at_most": self.at_most}
        return halves == {half: number for half, number in asked.items() if number is not None}


class Kept(NamedTuple):
    """A certificate in its file."""

    path: Path
    """The file."""
    checked: Checked
    """What it proves: nothing is kept that was not checked."""
    size: int
    """How many bytes it has."""
    made: bool
    """Whether it was made now; otherwise it was there."""


class Certifier:
    """Certificates of what was solved, in a folder."""

    def __init__(self, folder: Path, rulebook: Rulebook | None, *, shown: bool) -> None:
        """Keep them in a folder, which is made where there is none.

        :param rulebook: the rules, where they are not those that are shipped.
        :param shown: whether to show how far each is.
        """
        self._folder = folder
        self._rulebook = rulebook
        self._shown = shown

    def kept(self, solution: Solution) -> Kept | None:
        """Return the certificate of what a position is worth, made where it is not there yet; ``None`` where that is not settled.

        :raises FileError: as :func:`certified` does.
        :raises KeyboardInterrupt: at Ctrl-C.
        """
        if solution.value is None:
            return None
        asked = AskedProof(solution.position, solution.objective)
        with waiting():
            return certified(self._folder / asked.name, asked, self._rulebook, shown=self._shown)


def certified(path: Path, asked: AskedProof, rulebook: Rulebook | None, *, shown: bool = True) -> Kept:
    """Make a certificate, check it, and write it; one that is there already is checked again, and left as it is.

    :param rulebook: the rules, where they are not those that are shipped.
    :param shown: whether to show how far it is.
    :raises FileError: when something else is there, or it cannot be written.
    :raises UsageError: when what is asked for is not so.
    """
    checked = _found(path, asked, rulebook, shown=shown)
    if checked is not None:
        return Kept(path, checked, path.stat().st_size, made=False)
    with _told(say("proving"), shown=shown) as report:
        made = aceten_solver.certify(
            asked.state, asked.objective, at_least=asked.at_least, at_most=asked.at_most, progress=report
        )
    data = made.to_bytes()
    checked = _checked(data, rulebook, shown=shown)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unusable(path.parent, error) from error
    if os.path.exists(path):  # noqa: PTH110 - likewise; it came while this was made
        raise _something_else(path)
    write_bytes(path, data)
    return Kept(path, checked, len(data), made=True)


def _found(path: Path, asked: AskedProof, rulebook: Rulebook | None, *, shown: bool) -> Checked | None:
    """Return what a file proves that is there already; ``None``: there is none.

    :raises FileError: when it is something else than what is asked for.
    """
    if not os.path.exists(path):  # noqa: PTH110 - of any name
        return None
    try:
        with opened(str(path)) as file:
            if not asked.is_answered(Reader(file, rules=rulebook)):
                raise _something_else(path)
        return _checked(path, rulebook, shown=shown)
    except CertificateError as error:
        raise _something_else(path) from error
    except OSError as error:
        raise unusable(path, error) from error


def _told(what: str, *, shown: bool) -> contextlib.AbstractContextManager[Callable[[int], None] | None]:
    return progress(what) if shown else contextlib.nullcontext()


def _checked(source: Path | bytes, rulebook: Rulebook | None, *, shown: bool) -> Checked:
    with _told(say("checking"), shown=shown) as report:
        return aceten_certificates.check(source, rules=rulebook, most=None, progress=report)


def _something_else(path: Path) -> FileError:
    problem = say("it is there already and holds something else, and nothing is overwritten; name another")
    return FileError(file=str(path), problem=problem)
