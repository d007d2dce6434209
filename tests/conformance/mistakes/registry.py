"""What a mistake is, and where the classes of wrong programs enter themselves."""

import re
import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

import msgspec
from conformance.programs.matches import MatchTable
from conformance.programs.referee import Program
from conformance.programs.tables import MatchingTable, SuitTable
from typing_extensions import override

from aceten_spec import load_shipped
from aceten_spec.protocol import GameSupport, Level, Option

Wrong: TypeAlias = type[MatchingTable] | type[SuitTable] | type[MatchTable] | type[Program]
"""What a wrong program differs in: one of the models, or how it answers."""

_W = TypeVar("_W", bound=Wrong)
_RUN: Final = str(Path(__file__).with_name("run.py"))


@dataclass(frozen=True)
class Mistake:
    """A wrong program."""

    name: str
    says: str
    """What it has wrong, in the words of a player."""
    game: str
    """The game and the number of players, such as ``zsiros/4``."""
    level: Level
    """The level at which it shows."""
    make: Callable[[], Program | list[str]]
    """Makes the program, or the command line of one that is not in Python."""
    options: dict[str, Option] = field(default_factory=dict)
    """Options that have to be agreed on for it to show."""
    breaks: str = ""
    """The clauses of which one is broken, each as right as the others, without prefix and with spaces between; none of a mistake in what
    no clause says: how positions are read, how a pack is shuffled, what a count counts."""

    rare: bool = False
    """Whether it shows only where two things meet that seldom do."""

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of which one is broken."""
        prefix = load_shipped(self.game.partition("/")[0]).prefix
        return tuple([f"{prefix}-{short}" for short in self.breaks.split()])

    @property
    def command(self) -> list[str]:
        """The command line that starts the program."""
        return [sys.executable, _RUN, self.name]


ENTERED: Final[list[Mistake]] = []
"""The wrong programs that are classes, in the order of the files."""


def mistake(game: str, level: Level, *, breaks: str = "", rare: bool = False, **options: Option) -> Callable[[_W], _W]:
    """Enter a class as a wrong program: its docstring says what it has wrong, and its name in small letters is its name."""

    def enter(wrong: _W) -> _W:
        name = re.sub("(?<!^)(?=[A-Z])", "-", wrong.__name__).lower()
        says = (wrong.__doc__ or "").strip()
        offered = options if rare else None
        ENTERED.append(Mistake(name, says, game, level, lambda: _program(game, wrong, offered), options, breaks, rare))
        return wrong

    return enter


class _OneVariant(Program):
    """Offers the rulebook's own options alone and those that have to be agreed on, as most engines do: fewer questions show a mistake."""

    options: Collection[str] = ()

    @override
    def supports(self, game: str) -> Iterator[GameSupport]:
        for support in super().supports(game):
            agreed = {name: values for name, values in support.options.items() if name in self.options}
            yield msgspec.structs.replace(support, options=agreed)


def _program(game: str, wrong: Wrong, options: Collection[str] | None) -> Program:
    games = [game.partition("/")[0]]
    if issubclass(wrong, Program):
        return wrong(games)
    program = Program(games)
    if options is not None:
        program = _OneVariant(games)
        program.options = options
    if issubclass(wrong, MatchingTable):
        program.matching = wrong
    elif issubclass(wrong, SuitTable):
        program.suits = wrong
    else:
        program.match = wrong
    return program
