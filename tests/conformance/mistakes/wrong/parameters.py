"""Programs that play by a wrong rule: right in everything, but with another parameter than the rulebook has."""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import msgspec
from conformance.programs.agreements import Agreed
from conformance.programs.referee import Program
from typing_extensions import override

from aceten_spec.protocol import Level, Option, Question


class WrongRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule that a program has wrong."""

    says: str
    game: str
    level: Level
    breaks: str
    changed: dict[str, bool | int | str | dict[str, int] | tuple[int | str, ...]]
    options: dict[str, Option] = {}


RULES: Final = msgspec.convert(
    tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")), dict[str, WrongRule]
)
"""The wrong rules by their names."""


class RuleProgram(Program):
    """Plays by the parameters of a rulebook, but for some that are wrong."""

    def __init__(self, games: Iterable[str], changed: Mapping[str, object]) -> None:
        """Take the wrong parameters."""
        super().__init__(games)
        self.changed = changed

    @override
    def agreed(self, question: Question) -> Agreed:
        right = super().agreed(question)
        return Agreed(msgspec.structs.replace(right.rules, **self.changed), right.players)
