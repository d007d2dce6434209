"""The catalogue of mistakes: wrong programs, each with one mistake that people make."""

from itertools import starmap
from pathlib import Path
from typing import Final

import msgspec
from conformance.mistakes.registry import ENTERED, Mistake
from conformance.mistakes.wrong import matching, others, rare, suits
from conformance.mistakes.wrong.parameters import RULES, RuleProgram, WrongRule
from conformance.mistakes.wrong.samples import mistakes as in_samples

from aceten_spec.protocol import Question

__all__ = ["BY_NAME", "MISTAKES", "SHOWN", "Mistake", "Shown", "matching", "others", "rare", "shown", "suits"]

SHOWN: Final = Path(__file__).with_name("shown.jsonl")
"""The file with a row for each mistake."""


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """How a mistake shows."""

    mistake: str
    """Its name."""
    asked: tuple[Question, ...]
    """Questions that show it when they are asked one after the other; mostly there is only one."""


def _of_rule(name: str, rule: WrongRule) -> Mistake:
    def make() -> RuleProgram:
        return RuleProgram([rule.game.partition("/")[0]], rule.changed)

    return Mistake(name, rule.says, rule.game, rule.level, make, rule.options, rule.breaks)


MISTAKES: Final[tuple[Mistake, ...]] = (*starmap(_of_rule, RULES.items()), *ENTERED, *in_samples())
"""Every mistake."""
BY_NAME: Final = {mistake.name: mistake for mistake in MISTAKES}
"""Every mistake by its name."""


def shown() -> dict[str, tuple[Question, ...]]:
    """Return how each mistake shows."""
    rows = [msgspec.json.decode(line, type=Shown) for line in SHOWN.read_bytes().splitlines()]
    return {row.mistake: row.asked for row in rows}
