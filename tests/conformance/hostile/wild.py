"""A program that answers as the rules say but for one answer in three, in which one field is made wild."""

import json
import random
from collections.abc import Iterator
from typing import Final, cast

import msgspec
from conformance.programs.referee import Program
from typing_extensions import override

from aceten_spec.protocol import REPLIES, Question, Reply

WORDS: Final = (
    "zz",
    "",
    "A",
    "10",
    "Kh",
    "meld:",
    "meld:Kx",
    "claim:z",
    "bid:-1",
    "bid:",
    "stop",
    "Q" * 300,
    "trump:q",
    "7s 7s",
    "♥",
)
"""Texts that a program may take for actions or cards."""


def fields_of(value: object) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield every field in an answer by its name, with the part that has it."""
    if isinstance(value, dict):
        part = cast("dict[str, object]", value)
        for name, held in part.items():
            yield name, part
            yield from fields_of(held)
    elif isinstance(value, list):
        for item in cast("list[object]", value):
            yield from fields_of(item)


def wild(value: object, chance: random.Random) -> object:
    """Return a value of the same kind with something else in it."""
    match value:
        case bool():
            return not value
        case int():
            return chance.choice((-1, 0, 1, 2, 3, 4, 7, 99, 2**31, value + 1))
        case str():
            return chance.choice(WORDS)
        case list():
            items = cast("list[object]", value)
            place = chance.randrange(len(items)) if items else 0
            changed = [wild(item, chance) if at == place else item for at, item in enumerate(items)]
            return chance.choice(([*items, *changed[:1]], items[:place], items[::-1], changed, None, [*items, "zz"]))
        case _:
            return chance.choice((0, 3, 9, value))


def made_wild(reply: object, chance: random.Random) -> object:
    """Return an answer with one of its fields made wild: each name of a field as often as any other."""
    plain: object = json.loads(msgspec.json.encode(reply))
    parts: dict[str, list[dict[str, object]]] = {}
    for name, part in fields_of(plain):
        parts.setdefault(name, []).append(part)
    name = chance.choice(sorted(parts))
    part = chance.choice(parts[name])
    part[name] = wild(part[name], chance)
    return plain


class WildProgram(Program):
    """Answers so."""

    def __init__(self, game: str, seed: int) -> None:
        super().__init__([game])
        self.chance = random.Random(seed)

    @override
    def answer(self, question: Question) -> Reply:
        reply = super().answer(question)
        if self.chance.randrange(3):
            return reply
        try:
            return msgspec.convert(made_wild(reply, self.chance), REPLIES[type(question)])
        except msgspec.ValidationError:
            return reply
