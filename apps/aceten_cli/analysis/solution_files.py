"""Solutions as flat rows, for programs that read many; and the file of them that an interrupted run has begun."""

from __future__ import annotations

import contextlib
import csv
import io
import os
import sys
from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Literal, NamedTuple, TypeAlias

import msgspec
from typing_extensions import override

from aceten import State
from aceten_solver.question.objectives import Objective, Winner
from aceten_spec.errors import FileError
from aceten_spec.speech import say
from aceten_spec.texts.user_files import unusable

if TYPE_CHECKING:
    from aceten_cli.analysis.certificate_files import Certifier
    from aceten_cli.frame.inputs import GivenPosition
    from aceten_solver import Solution

Form: TypeAlias = Literal["csv", "compact"]
"""How a row is written: with commas, or as a JSON object."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a position. Neither what it took nor what was searched is told, so that the same input gives the same rows.

    Numbers are those of side 0 and of side 1 of the search (:attr:`aceten_solver.Solution.sides`), their least and their most by what is
    proved: equal where it is settled, and ``None`` where the position or the objective leaves them open.
    """

    line: int
    """The number of its line in the input, counted from 1."""
    position: str
    """Its line."""
    objective: Objective
    """What was asked for first."""
    exact: bool
    """Whether all that counts is settled."""
    points0_low: int | None
    points0_high: int | None
    points1_low: int | None
    points1_high: int | None
    margin_low: int | None
    """How many game points more side 0 scores than side 1, below zero where it scores less."""
    margin_high: int | None
    winner: Winner | None
    """Which side wins the deal, 0 or 1, ``"nobody"`` or ``"both"``; ``None``: that is open."""
    best: tuple[str, ...]
    """The actions that are proved best."""


class CertifiedRow(Row, frozen=True, kw_only=True):
    """The same of a position of which there is a certificate."""

    certificate: str | None
    """The digest of the certificate of what it is worth; ``None``: that is not settled."""


class RowForm(NamedTuple):
    """How rows are written."""

    form: Form
    certifier: Certifier | None = None
    """Makes a certificate for each."""

    @property
    def columns(self) -> tuple[str, ...]:
        """What the columns are called."""
        return (Row if self.certifier is None else CertifiedRow).__struct_fields__

    @property
    def header(self) -> str:
        """The line that names them, where a row does not."""
        return ",".join(self.columns) + "\n" if self.form == "csv" else ""

    @property
    def begins(self) -> str:
        """What every file of rows begins with."""
        return self.header or '{"line":'

    def row(self, given: GivenPosition[State], solution: Solution) -> str:
        """Return the row of a position as it is written, once its certificate is there."""
        row = row_of(given, solution)
        if self.certifier is not None:
            kept = self.certifier.kept(solution)
            digest = None if kept is None else kept.checked.digest
            row = CertifiedRow(**msgspec.structs.asdict(row), certificate=digest)
        return text_of(row, self.form)


def row_of(given: GivenPosition[State], solution: Solution) -> Row:
    """Return the row of a position."""
    low, high = solution.bounds
    return Row(
        line=given.number,
        position=given.line,
        objective=solution.objective,
        exact=solution.exact,
        points0_low=None if low.points is None else low.points[0],
        points0_high=None if high.points is None else high.points[0],
        points1_low=None if high.points is None else high.points[1],
        points1_high=None if low.points is None else low.points[1],
        margin_low=None if low.margin is None else low.margin[0],
        margin_high=None if high.margin is None else high.margin[0],
        winner=low.winner if low.winner == high.winner else None,
        best=tuple(map(str, solution.best)),
    )


def text_of(row: Row, form: Form) -> str:
    """Return a row as it is written, with the end of its line."""
    if form == "compact":
        return msgspec.json.encode(row).decode() + "\n"
    text = io.StringIO()
    plain: dict[str, object] = msgspec.to_builtins(row)
    told = plain | {"exact": str(row.exact).lower(), "best": " ".join(row.best)}
    csv.writer(text, lineterminator="\n").writerow(told.values())
    return text.getvalue()


class _Key(NamedTuple):
    """By what a row is known."""

    line: int
    position: str
    objective: str


class _Keyed(msgspec.Struct):
    """The same, as it is read from JSON."""

    line: int
    position: str
    objective: str


def _key(text: str, form: RowForm) -> _Key:
    """Return by what a row is known.

    :raises ValueError: for what is no row.
    """
    if form.form == "compact":
        read = msgspec.json.decode(text, type=_Keyed)
        return _Key(read.line, read.position, read.objective)
    line, position, objective, *others = next(csv.reader([text], strict=True))
    if len(others) != len(form.columns) - len(_Key._fields):
        raise ValueError(text)
    return _Key(int(line), position, objective)


def open_rows(path: Path) -> BinaryIO:
    """Open a file of rows to read it and to go on with it, or make it.

    :raises FileError: when that is not possible.
    """
    if os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path)):  # noqa: PTH110, PTH112, PTH113 - of any name
        raise FileError(file=str(path), problem=say("no file to which rows could be added; name another"))
    try:
        return path.open("r+b") if path.exists() else path.open("x+b")
    except (OSError, ValueError) as error:
        raise unusable(path, error) from error


class RowsError(Exception):
    """A file of rows that cannot be written, or that the input and the options do not come to: not what is wrong with one position."""


class Output(ABC):
    """Where solutions go, in the order of the input."""

    prints = True
    """Whether they go to standard output."""

    def passed(self, number: int, line: str) -> bool:  # noqa: ARG002 - most know of none
        """Whether the answer about a position is there already.

        :raises RowsError: when there is another in its place.
        """
        return False

    @abstractmethod
    def write(self, given: GivenPosition[State], solution: Solution) -> None:
        """Write an answer, so that whoever reads has it at once.

        :raises RowsError: when there is another in its place.
        """

    def finish(self) -> None:  # noqa: B027 - most have nothing to do
        """Take note that the input has come to its end.

        :raises RowsError: when there is more than it has come to.
        """


class Printed(Output):
    """Rows that are printed as they come."""

    def __init__(self, form: RowForm) -> None:
        """Print the names of the columns, where a row does not tell them."""
        self._form = form
        sys.stdout.write(form.header)

    @override
    def write(self, given: GivenPosition[State], solution: Solution) -> None:
        sys.stdout.write(self._form.row(given, solution))
        sys.stdout.flush()


class Resumed(Output):
    """A file of rows to which those are written that it lacks; what it has belongs to the input, or it is left as it is.

    Rows stand in the order of the input, so those that are there are held against its first lines. The last of them is worked out once
    more and has to come out the same; then what may have been written of another row by the end of the run is cut off, and the file grows.
    """

    prints = False

    def __init__(self, path: Path, file: BinaryIO, form: RowForm, objective: Objective | None, *, same: bool) -> None:
        """Go on with a file, from its beginning.

        :param path: its name.
        :param objective: what is asked for, where that is said.
        :param same: whether the same position always comes to the same row.
        :raises FileError: when it holds something else than rows.
        """
        self._path = path
        self._form = form
        self._objective = objective
        self._same = same
        self._file = file
        self._end = self._measure()
        self._again: str | None = None
        """The last row that is there, when its turn has come to be worked out once more."""
        self._number = int(form.form == "csv")
        self._row, self._next = self._read()
        if not self._row:
            self._grow()

    def _measure(self) -> int:
        """Return where the last whole line ends, and stand where the first row begins."""
        begins = self._form.begins.encode()
        head = self._file.read(len(begins))
        if not begins.startswith(head):
            raise FileError(
                file=str(self._path), problem=say("not begun by 'aceten solve' with these options; name another file")
            )
        self._file.seek(0)
        end = sum(len(line) for line in self._file if line.endswith(b"\n"))
        self._file.seek(len(self._form.header) if end else 0)
        return end

    def _read(self) -> tuple[str, _Key | None]:
        """Return the next row, as it stands there and by what it is known; nothing at the end."""
        if self._file.tell() >= self._end:
            return "", None
        self._number += 1
        try:
            text = self._file.readline().decode()
            return text, _key(text, self._form)
        except (ValueError, csv.Error, msgspec.DecodeError) as error:
            raise FileError(file=f"{self._path}:{self._number}", problem=say("not a row of this command")) from error

    @override
    def passed(self, number: int, line: str) -> bool:
        key = self._next
        if key is None or number < key.line:  # where a later row is there, something is wrong with this position
            return False
        if key[:2] != (number, line) or self._objective not in {None, key.objective}:
            raise self._unlike()
        row = self._row
        self._row, self._next = self._read()
        if self._next is None:
            self._again = row
        return self._next is not None

    @override
    def write(self, given: GivenPosition[State], solution: Solution) -> None:
        row = self._form.row(given, solution)
        if self._again is not None:
            if row != self._again if self._same else _key(row, self._form) != _key(self._again, self._form):
                raise self._unlike()
            self._again = None
            self._grow()
        elif self._next is not None:
            raise self._unlike()
        else:
            self._add(row)

    @override
    def finish(self) -> None:
        if self._next is not None or self._again is not None:
            raise self._unlike()

    def _grow(self) -> None:
        """Cut off what is half written, and go on there."""
        self._file.truncate(self._end)
        self._file.seek(self._end)
        if not self._end:
            self._add(self._form.header)

    def _add(self, text: str) -> None:
        try:
            self._file.write(text.encode())
            self._file.flush()
        except OSError as error:
            with contextlib.suppress(OSError):  # or what is left is written when it is closed, and fails again
                self._file.close()
            raise RowsError(str(unusable(self._path, error))) from error

    def _unlike(self) -> RowsError:
        """Return the error that what is there is not what this input and these options come to."""
        problem = say("not what this input comes to with these options; it is left as it is, so name another file")
        return RowsError(str(FileError(file=f"{self._path}:{self._number}", problem=problem)))
