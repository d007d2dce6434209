"""Programs that look different from the others and are right: nothing may be found wrong with them."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from conformance.programs.referee import Program
from conformance.programs.tables import Table
from typing_extensions import override

from aceten_spec.protocol import Step


class Backwards(Program):
    """Lists the allowed actions, and the cards in hands, from the last to the first."""

    @override
    def course(self, table: Table, actions: Iterable[str]) -> Iterator[Step]:
        for step in super().course(table, actions):
            hands = tuple(hand[::-1] for hand in step.hands or ())
            yield msgspec.structs.replace(step, legal=step.legal[::-1], hands=hands)


class NoMoreThanAsked(Program):
    """Leaves out all that may be left out."""

    @override
    def course(self, table: Table, actions: Iterable[str]) -> Iterator[Step]:
        for step in super().course(table, actions):
            yield msgspec.structs.replace(step, winning=None, points=None, tricks=None, hands=None, talon=None)


class OtherLetters(Program):
    """Writes a ten as ``10``, an over as ``O`` and an under as ``U``."""

    @override
    def course(self, table: Table, actions: Iterable[str]) -> Iterator[Step]:
        for step in super().course(table, actions):
            yield msgspec.structs.replace(step, legal=tuple(map(_with_other_letters, step.legal)))


def _with_other_letters(action: str) -> str:
    if len(action) > 2:
        return action
    return {"T": "10", "Q": "O", "J": "U"}.get(action[0], action[0]) + action[1:]


HARMLESS: Final[dict[str, type[Program]]] = {
    "backwards": Backwards,
    "no-more-than-asked": NoMoreThanAsked,
    "other-letters": OtherLetters,
}
"""Every such program, by name."""
