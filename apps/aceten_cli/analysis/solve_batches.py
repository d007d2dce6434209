"""Many positions for ``aceten solve``: answered in their order, while the next ones are read and worked on."""

from __future__ import annotations

import contextlib
import os
import sys
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import aceten_solver
from aceten import AcetenError, State
from aceten_cli.frame.inputs import GivenPosition, how_many, positions, positions_so_far
from aceten_cli.frame.progress_bars import bar
from aceten_cli.frame.streams import BAD_INPUT, DONE, INTERRUPTED, NEGATIVE, print_error, print_note
from aceten_solver import Objective
from aceten_solver.answers.batches import NONE_YET, NoneYet
from aceten_spec import Rulebook
from aceten_spec.speech import say, say_counted

if TYPE_CHECKING:
    from aceten_cli.analysis.solution_files import Output


class Asking(NamedTuple):
    """What is asked of every position."""

    words: list[str]
    """The positions and files that are named."""
    rulebook: Rulebook | None
    moves: str | None
    objective: Objective | None
    nodes: int | None
    seconds: float | None

    def positions(self) -> Iterator[GivenPosition[State] | AcetenError]:
        """Yield each position, or what is wrong with it (:func:`aceten_cli.frame.inputs.positions`)."""
        return positions(self.words, self.rulebook, self.moves)

    def positions_so_far(
        self, passed: Callable[[int, str], bool]
    ) -> Iterator[GivenPosition[State] | AcetenError | None]:
        """Yield the same but those that are passed over, and ``None`` whenever the next one is waited for."""
        return positions_so_far(self.words, self.rulebook, self.moves, passed)


class BatchTally:
    """How many positions have been answered so far, and how."""

    def __init__(self) -> None:
        """Begin with none."""
        self.done = 0
        """How many answers there are."""
        self._wrong = 0
        self._status = DONE

    def count(self, *, exact: bool = True) -> None:
        """Count a position that is answered."""
        self.done += 1
        self._status = max(self._status, DONE if exact else NEGATIVE)

    def wrong(self, error: AcetenError) -> None:
        """Count a position with which something is wrong, and say what."""
        print_error(str(error))
        self._wrong += 1

    def end(self, *, stopped: bool, goes_on: bool = False) -> int:
        """Say, of many, how many were wrong and how many were done by Ctrl-C, and return the exit status.

        :param goes_on: whether the same command will go on from there.
        """
        total = self.done + self._wrong
        if self._wrong and total > 1:
            print_note(say("Wrong positions: {wrong} of {total}.", wrong=self._wrong, total=total))
        if not stopped and self._wrong:
            return NEGATIVE if total > 1 else BAD_INPUT
        if not stopped:
            return self._status
        told = say_counted("Stopped after {number} position.", "Stopped after {number} positions.", self.done)
        print_note(f"{told} {say('The same command goes on from there.')}" if goes_on else told)
        return INTERRUPTED


def solve_batch(
    asking: Asking, threads: int, output: Output, tally: BatchTally, interrupted: Callable[[], bool]
) -> None:
    """Write what each position comes to, in their order; what is not finished at Ctrl-C is left out.

    :param threads: how many are solved at a time; 0: as many as there are processors.
    :raises KeyboardInterrupt: when Ctrl-C is pressed while input is waited for.
    """
    asked_for: deque[GivenPosition[State]] = deque()
    """Those that are not answered yet."""

    def passed(number: int, line: str) -> bool:
        passes = output.passed(number, line)
        if passes:
            tally.count()
            step(1)
        return passes

    def states() -> Iterator[State | NoneYet]:
        for given in asking.positions_so_far(passed):
            if given is None:
                yield NONE_YET
            elif isinstance(given, AcetenError):
                tally.wrong(given)
                step(1)
            else:
                asked_for.append(given)
                yield given.seen

    answers = aceten_solver.solve_many(
        states(),
        asking.objective,
        threads=threads or os.cpu_count() or 1,
        nodes=asking.nodes,
        seconds=asking.seconds,
        stop=interrupted,
    )
    goes_by = output.prints and sys.stdout.isatty()
    with (
        bar(say("solving"), lambda: how_many(asking.words), shown=not goes_by) as step,
        contextlib.closing(answers),
    ):
        for answer in answers:
            given = asked_for.popleft()
            if isinstance(answer, AcetenError):
                tally.wrong(given.error(answer))
            else:
                output.write(given, answer)
                tally.count(exact=answer.exact)
            step(1)
    if not interrupted():
        output.finish()
