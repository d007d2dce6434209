"""A program with a game of its own: it plays by fixed options whatever is asked, has not all actions, and does not tell all.

    python tests/conformance/programs/house.py GAME DOES [SAYS]

DOES is what it does, and SAYS what it says of that in hello, each a JSON object with ``plays``, ``lacks`` and ``omits``; without SAYS it
says what it does. DOES may name actions that it ``fails`` at, each with an error, or empty where it ends then. It is the independent model
but for that.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from typing_extensions import override

from aceten_spec.protocol import DealResult, Question, Reply, Step

sys.path.insert(0, str(Path(__file__).parents[2]))  # the model lies there

from conformance.programs.agreements import Agreed
from conformance.programs.referee import Program, agreed_on, converse
from conformance.programs.tables import Table

from aceten_spec.protocol import Failed, GameSupport, Option, PlayReply, ScoreReply


class House(msgspec.Struct, frozen=True):
    """What is particular about a program."""

    plays: dict[str, Option] = {}
    lacks: tuple[str, ...] = ()
    omits: tuple[str, ...] = ()
    fails: dict[str, str] = {}


class HouseProgram(Program):
    """Plays so."""

    def __init__(self, game: str, does: House, says: House) -> None:
        super().__init__([game])
        self.does = does
        self.says = says

    @override
    def supports(self, game: str) -> Iterator[GameSupport]:
        for support in super().supports(game):
            yield msgspec.structs.replace(
                support, options={}, plays=self.says.plays, lacks=self.says.lacks, omits=self.says.omits
            )

    @override
    def agreed(self, question: Question) -> Agreed:
        return agreed_on(question.game, question.players, tuple(self.does.plays.items()))

    @override
    def answer(self, question: Question) -> Reply:
        actions: tuple[str, ...] = getattr(question, "actions", ())
        for number, action in enumerate(actions):
            if error := self.does.fails.get(action):
                return Failed(id=question.id, error=f"{error}, action {number}")
            if action in self.does.fails:
                sys.exit("cannot go on")
        reply = super().answer(question)
        if isinstance(reply, PlayReply):
            return msgspec.structs.replace(reply, steps=tuple(map(self.step, reply.steps)))
        return (
            msgspec.structs.replace(reply, result=self.result(reply.result)) if isinstance(reply, ScoreReply) else reply
        )

    def step(self, step: Step) -> Step:
        """Return what it tells of a moment."""
        result = None if step.result is None or "result" in self.does.omits else self.result(step.result)
        return msgspec.structs.replace(step, legal=tuple(self.had(step.legal)), result=result)

    def result(self, result: DealResult) -> DealResult:
        """Return what it tells of a result."""
        return msgspec.structs.replace(result, winners=None) if "result.winners" in self.does.omits else result

    def had(self, actions: Iterable[str]) -> list[str]:
        """Return those of the actions that it has."""
        return [action for action in actions if action.partition(":")[0] not in self.does.lacks]

    @override
    def accepts(self, table: Table, action: str) -> bool:
        return super().accepts(table, action) and bool(self.had([action]))

    @override
    def legal_for(self, table: Table, seat: int) -> set[str]:
        return set(self.had(super().legal_for(table, seat)))

    @override
    def counted(self, table: Table) -> Iterable[str]:
        return self.had(super().counted(table))


if __name__ == "__main__":
    name, *told = sys.argv[1:]
    parts = [msgspec.json.decode(part, type=House) for part in told]
    converse(HouseProgram(name, parts[0], parts[-1]))
