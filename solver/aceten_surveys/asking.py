"""Questions to what a survey has found, in SQL: its files are the table ``deals``, or ``actions`` where records were graded."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final, TypeAlias

from aceten_spec.speech import say
from aceten_spec.texts.extras import brought_by
from aceten_surveys.errors import SurveyError
from aceten_surveys.folder import GRADING, check_name, read_survey

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from pathlib import Path

with brought_by("data"):
    import duckdb


Cell: TypeAlias = object
"""What stands in an answer: a number, a text, a truth value, ``None``, or a list of such."""

_ONE_OF_EACH: Final = """
    SELECT * EXCLUDE (filename) FROM read_parquet([{listed}], filename = true)
    QUALIFY filename = min(filename) OVER (PARTITION BY record)
"""
"""The rows of a grading: where something ended it when a file was to take the place of another, those of one of them."""


class Answer:
    """What a question comes to."""

    def __init__(self, columns: Sequence[str], rows: Sequence[tuple[Cell, ...]]) -> None:
        """Take what was answered."""
        self.columns: Final = tuple(columns)
        """What the columns are called."""
        self.rows: Final = tuple(rows)
        """The rows."""


@contextlib.contextmanager
def asking(**folders: Path) -> Generator[duckdb.DuckDBPyConnection]:
    """Yield a connection to what is in the folders of surveys or gradings, each a table of the name that is given.

    It reads nothing else, and writes nowhere.

    :raises FileError: when there is no such folder.
    :raises SurveyError: when nothing is in it, or a file in it is damaged.
    """
    sources = {name: _source(folder) for name, folder in folders.items()}
    allowed = ", ".join(_quoted(f"{folder.resolve() / 'shards'}/") for folder in folders.values())
    with duckdb.connect(":memory:") as connection:
        try:
            for name, source in sources.items():
                connection.execute(f"CREATE VIEW {name} AS {source}")
            connection.execute(f"SET allowed_directories = [{allowed}]")
            connection.execute("SET enable_external_access = false")
            connection.execute("SET lock_configuration = true")
        except duckdb.Error as error:
            where = ", ".join(map(str, folders.values()))
            raise SurveyError(where=where, problem=str(error).partition("\n")[0]) from error
        yield connection


def _source(folder: Path) -> str:
    """Return the SELECT that reads what is in a folder."""
    graded = _is_grading(folder)
    if not graded:
        read_survey(folder)
    check_name(folder.resolve())
    files = sorted((folder.resolve() / "shards").glob("*.parquet"))
    if not files:
        raise SurveyError(where=str(folder), problem=say("nothing is computed yet"))
    for file in files:
        if not file.is_file():  # a pipe would be waited for
            raise SurveyError(where=str(file), problem=say("it is damaged"))
    listed = ", ".join(_quoted(str(file)) for file in files)
    return _ONE_OF_EACH.format(listed=listed) if graded else f"SELECT * FROM read_parquet([{listed}])"  # noqa: S608 - quoted


def ask(folder: Path, question: str) -> Answer:
    """Return what a question in SQL comes to.

    :raises FileError: when there is no such folder.
    :raises SurveyError: when nothing is in it, or the question is none that can be answered.
    """
    with asking(**{"actions" if _is_grading(folder) else "deals": folder}) as connection:
        return answered(connection, question)


def answered(connection: duckdb.DuckDBPyConnection, question: str) -> Answer:
    """Return what a question to a connection comes to.

    :raises SurveyError: when it is none that can be answered.
    """
    try:
        statements = connection.extract_statements(question)
        if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
            raise SurveyError(
                where="SQL",
                problem=say("expected one SELECT; the table is called deals, or actions where records were graded"),
            )
        found = connection.execute(statements[0])
        rows = found.fetchall()
        return Answer([column[0] for column in found.description or ()], rows)
    except duckdb.Error as error:
        raise SurveyError(where="SQL", problem=str(error)) from error


def _is_grading(folder: Path) -> bool:
    return (folder / GRADING).is_file()


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
