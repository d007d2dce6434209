"""Finds questions that show mistakes, and writes them to shown.jsonl.

python tests/conformance/mistakes/find.py NAME...

A question that seldom comes by chance, or one that shows a mistake only after another, is written there by hand.
"""

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
from conformance.mistakes.registry import Mistake

from aceten_spec.protocol import Question

sys.path.insert(0, str(Path(__file__).parents[2]))

from conformance.mistakes.catalogue import BY_NAME, SHOWN, Shown, shown
from conformance.programs.referee import Program
from conformance.programs.talk import Talk

from aceten import load
from aceten.conformance.oracle.answers import answer
from aceten.conformance.oracle.discrepancies import discrepancies
from aceten.conformance.questions.generator import CaseGenerator
from aceten.conformance.questions.random_source import RandomSource
from aceten_spec.protocol import DealRequest, MatchRequest, PositionRequest

MOST: Final = 5_000
"""So many questions are tried."""
FOUND: Final = 6
"""Of so many that show a mistake the shortest is taken."""


def find(mistake: Mistake) -> Question | None:
    """Return a question that shows a mistake, as short as chance allows; ``None`` when there is none among those tried."""
    made = mistake.make()
    if isinstance(made, Program):
        return _shortest(mistake, made)
    with Talk(made) as talk:
        return _shortest(mistake, talk)


def _shortest(mistake: Mistake, program: Program | Talk) -> Question | None:
    name, _, players = mistake.game.partition("/")
    game = load(name, players=int(players), **mistake.options)
    maker = CaseGenerator(game, RandomSource(0), calls=True)
    questions = (maker.make(mistake.level).question for _ in range(MOST))
    showing = itertools.islice((question for question in questions if _shows(program, question)), FOUND)
    begun = [next(part for part in _beginnings(question) if _shows(program, part)) for question in showing]
    return min(begun, key=lambda question: len(msgspec.json.encode(question)), default=None)


def _shows(program: Program | Talk, question: Question) -> bool:
    return next(discrepancies(answer(question), program.answer(question)), None) is not None


def _beginnings(question: Question) -> Iterator[Question]:
    """Yield the same with fewer actions or deals, the fewest first."""
    match question:
        case DealRequest(actions=actions) | PositionRequest(actions=actions):
            yield from (msgspec.structs.replace(question, actions=actions[:end]) for end in range(len(actions) + 1))
        case MatchRequest(deals=deals):
            yield from (msgspec.structs.replace(question, deals=deals[:end]) for end in range(len(deals) + 1))
        case _:
            yield question


def main() -> None:
    """Find questions for the mistakes that are named, and write all that there are in the order of the catalogue."""
    there = shown()
    for name in sys.argv[1:]:
        question = find(BY_NAME[name])
        if question is None:
            sys.exit(f"{name}: nothing shows it among {MOST} questions")
        there[name] = (question,)
    lines = [msgspec.json.encode(Shown(mistake=name, asked=there[name])) for name in BY_NAME if name in there]
    SHOWN.write_bytes(b"\n".join([*lines, b""]))


if __name__ == "__main__":
    main()
