"""Verifies wrong programs without starting them, where they are in Python: many in the time that one takes otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self
from unittest import mock

import msgspec
from conformance.programs.referee import Program

from aceten.conformance import running
from aceten.conformance.program import ProgramError
from aceten.conformance.running import EXAMPLES, SECONDS, verify
from aceten_spec.protocol import LEVELS, REPLIES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from conformance.mistakes.registry import Mistake

    from aceten.conformance.report import Verification
    from aceten_spec.protocol import HelloReply, Level, Question, Reply


class _Here:
    """Stands where the runner has a program that it has started."""

    def __init__(self, make: Callable[[], Program], command: tuple[str, ...]) -> None:
        self._make = make
        self._program = make()
        self.command = command

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def hello(self) -> HelloReply:
        return self._program.hello()

    def restart(self) -> HelloReply:
        self._program = self._make()
        return self.hello()

    def close(self) -> None:
        pass

    def ask(self, question: Question) -> Reply:
        """Ask it what is a copy, as it would be had it come through a pipe."""
        try:
            reply = self._program.answer(msgspec.json.decode(msgspec.json.encode(question), type=type(question)))
        except Exception as error:  # whatever it is, another program would have ended
            raise ProgramError(kind="crash", problem=f"has ended: {error!r}", command=self.command) from error
        return msgspec.json.decode(msgspec.json.encode(reply), type=REPLIES[type(question)])


def verified(
    mistake: Mistake,
    *,
    levels: Collection[Level] = LEVELS,
    seed: int = 0,
    examples: int = EXAMPLES,
    seconds: float = SECONDS,
) -> Verification:
    """Return what the runner finds in a wrong program, at the first level at which it finds something."""
    game, _, players = mistake.game.partition("/")
    made = mistake.make()

    def run() -> Verification:
        return verify(
            mistake.command,
            game,
            players=int(players),
            levels=levels,
            options=mistake.options,
            seed=seed,
            examples=examples,
            seconds=seconds,
            first=True,
        )

    if not isinstance(made, Program):
        return run()

    def again() -> Program:
        program = mistake.make()
        assert isinstance(program, Program)
        return program

    def here(command: Sequence[str], **_: object) -> _Here:
        return _Here(again, tuple(command))

    with mock.patch.object(running, "Program", here):
        return run()
