"""``--certify`` of ``aceten advise``: certificates of strategies, each in its file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NamedTuple, TypeAlias

import msgspec
import typer

import aceten_solver
from aceten import UsageError, View
from aceten_certificates import CheckedStrategies, check_strategies
from aceten_solver import Equilibrium
from aceten_spec.errors import FileError
from aceten_spec.speech import grouped, say
from aceten_spec.texts.user_files import name_as_text, shown_name, unusable, write_bytes

StrategyFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--certify",
        metavar="FILE",
        help="Write a certificate to this file, which is not there yet: what both do, so that anybody can check by the rules alone "
        "what each can be sure of. For --method exact.",
    ),
]


class Certified(NamedTuple):
    """A certificate in its file."""

    path: Path
    """The file."""
    size: int
    """How many bytes it has."""
    checked: CheckedStrategies
    """What it proves: nothing is written that was not checked."""

    def words(self) -> str:
        """Return what is proved, in a sentence."""
        least, most = self.checked.at_least, self.checked.at_most
        told = {"file": shown_name(self.path), "size": grouped(self.size)}
        if least == most:
            return say("Proved: neither can do better at all. {file}, {size} bytes, is the certificate.", **told)
        return say(
            "Proved: neither can do better by more than {gap}. {file}, {size} bytes, is the certificate.",
            gap=f"{float(most - least):.0e}",
            **told,
        )


class ToldCertificate(msgspec.Struct):
    """What JSON says of a certificate."""

    file: str
    digest: str
    at_least: str
    """What side 0 can be sure of on average, as a fraction."""
    at_most: str
    """What it can have at most, likewise."""
    value: str
    """What it comes to with these cards, likewise."""


def check_certifying(path: Path | None, *, exact: bool, several: bool) -> None:
    """Refuse what cannot be certified.

    :param exact: whether strategies are asked for.
    :param several: whether there is more than one position.
    :raises FileError: when there is a file already, or can be none by this name.
    :raises UsageError: saying what cannot.
    """
    if path is None:
        return
    if not exact:
        raise UsageError(say("--certify: only what --method exact finds has a certificate"))
    if several:
        raise UsageError(say("--certify: one file holds one certificate, and there are several positions"))
    try:
        path.lstat()
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:  # the system takes no such name
        raise unusable(path, error) from error
    else:
        raise FileError(file=str(path), problem=say("it is there already, and nothing is overwritten"))


def certified(path: Path, view: View, found: Equilibrium, *, private: bool) -> Certified:
    """Make a certificate of an equilibrium, check it, and write it to a new file.

    :param private: whether each knows his own cards alone.
    :raises FileError: when there is a file already, or it cannot be written.
    :raises UsageError: when the line of the view does not tell all that the seat has seen.
    """
    data = aceten_solver.certify_strategies(view, found, private=private).to_bytes()
    checked = check_strategies(data, rules=view.game.rulebook, most=None)
    check_certifying(path, exact=True, several=False)  # it may have come while this was made
    write_bytes(path, data)
    return Certified(path, len(data), checked)


def told_certificate(made: Certified) -> ToldCertificate:
    """Return what JSON says of a certificate."""
    proved = made.checked
    return ToldCertificate(
        name_as_text(made.path), proved.digest, str(proved.at_least), str(proved.at_most), str(proved.value)
    )
