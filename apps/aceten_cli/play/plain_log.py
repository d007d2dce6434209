"""The plain log of a match: line by line, for pipes, screen readers, and whoever likes it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from rich.text import Text

from aceten import State, View
from aceten_cli.frame.output import progress
from aceten_cli.frame.position_tables import event_lines, status, table_lines
from aceten_cli.frame.terminal import Terminal
from aceten_spec.speech import say

if TYPE_CHECKING:
    from aceten_cli.play.table_moments import TableMoment


class Log:
    """Tells a match as it goes, and asks for a line at a time (:class:`aceten_cli.play.faces.Face`)."""

    fills_screen = False

    def __init__(self) -> None:
        """Take over standard input and output."""
        self._terminal = Terminal()

    def say(self, lines: Iterable[str | Text], style: str = "") -> None:
        """Print lines."""
        for line in lines:
            self._terminal.say(line, style)

    lay_out = say

    def see(self, moment: TableMoment) -> None:
        """Print what is looked back at; what happens now is told as it does."""
        if moment.past:
            seen = moment.seen
            self.say([moment.past], "bold")
            self.say(table_lines(seen) if isinstance(seen, View) else [str(seen)])

    def tell(self, before: State, after: State) -> None:
        """Print who did what, and what that led to."""
        self.say(event_lines(before, after))

    def remind(self, view: View) -> None:
        """Print how the deal stands, and the hand."""
        self.say([status(view)])

    def ask(self, prompt: str) -> str:
        """Return what is typed after a prompt."""
        return self._terminal.ask(prompt)

    def hide(self) -> None:
        """Clear the screen."""
        self._terminal.clear()

    def thinking(self) -> AbstractContextManager[object]:
        """Show a sign after a second, on a terminal."""
        return progress(say("thinking"))
