"""What a match at the terminal is shown by, and asks by: the plain log, or a table that fills the screen."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.text import Text

    from aceten import State, View
    from aceten_cli.play.table_moments import TableMoment


class Face(Protocol):
    """Shows a match to those who play it, and asks them."""

    @property
    @abstractmethod
    def fills_screen(self) -> bool:
        """Whether it has a screen to itself: cards may be chosen by the numbers that they have there, and there is room for few words."""

    @abstractmethod
    def say(self, lines: Iterable[str | Text], style: str = "") -> None:
        """Tell something in a few lines."""

    @abstractmethod
    def lay_out(self, lines: Iterable[str | Text]) -> None:
        """Show something longer that was asked for, to be read at leisure."""

    @abstractmethod
    def see(self, moment: TableMoment) -> None:
        """Show how the table looks now."""

    @abstractmethod
    def tell(self, before: State, after: State) -> None:
        """Tell what everybody has seen of an action."""

    @abstractmethod
    def remind(self, view: View) -> None:
        """Tell a person what bears on what he is asked now."""

    @abstractmethod
    def ask(self, prompt: str) -> str:
        """Return what is answered, without blanks around it.

        :raises EOFError: when there will be no more answers.
        :raises KeyboardInterrupt: when Ctrl-C is pressed instead.
        """

    @abstractmethod
    def hide(self) -> None:
        """Remove from sight what was shown before, as somebody else comes to the screen."""

    @abstractmethod
    def thinking(self) -> AbstractContextManager[object]:
        """Show, as long as it lasts, that the machine thinks."""
