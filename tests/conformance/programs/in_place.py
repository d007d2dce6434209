"""Verifies programs without starting them, where they are in Python: many in the time that one takes otherwise."""

from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Self
from unittest import mock

import msgspec
from conformance.mistakes.registry import Mistake
from conformance.programs.referee import Program

from aceten.conformance.programs.conversation import ProgramError
from aceten.conformance.runs import runner as running
from aceten.conformance.runs.runner import EXAMPLES, SECONDS, verify
from aceten.conformance.verification import Verification
from aceten_spec.protocol import LEVELS, REPLIES, Failed, HelloReply, Level, Question, Reply, Skipped


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
        except SystemExit as error:  # it leaves, and says why
            raise ProgramError(kind="crash", problem="has ended", command=self.command, stderr=str(error)) from error
        except Exception as error:  # whatever it is, another program would have ended
            raise ProgramError(kind="crash", problem=f"has ended: {error!r}", command=self.command) from error
        kind = type(reply) if isinstance(reply, Failed | Skipped) else REPLIES[type(question)]
        return msgspec.json.decode(msgspec.json.encode(reply), type=kind)


@contextmanager
def in_place(make: Callable[[], Program]) -> Generator[None]:
    """Ask what this makes wherever a program would be started."""

    def here(command: Sequence[str], **_: object) -> _Here:
        return _Here(make, tuple(command))

    with mock.patch.object(running, "Program", here):
        yield


@contextmanager
def without_starting(mistake: Mistake) -> Generator[None]:
    """Ask this wrong program wherever one would be started, if it is in Python."""

    def again() -> Program:
        program = mistake.make()
        assert isinstance(program, Program)
        return program

    with in_place(again) if isinstance(mistake.make(), Program) else nullcontext():
        yield


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
    with without_starting(mistake):
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
