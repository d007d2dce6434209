"""A match at a table that fills the screen, where there is a terminal to do so.

The match is played in a thread of its own, and waits there for answers; this is what is seen meanwhile, and where is typed.
"""

from __future__ import annotations

import contextlib
import contextvars
import re
import threading
from collections.abc import Callable, Generator, Iterable
from queue import SimpleQueue
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Input, Static
from typing_extensions import override

from aceten import Play, State, UsageError, View
from aceten_cli.frame.output import coloured
from aceten_cli.frame.position_tables import event_lines
from aceten_cli.frame.streams import DONE, INTERRUPTED
from aceten_cli.play.table_drawing import board, card_chosen
from aceten_spec.speech import say

if TYPE_CHECKING:
    from aceten_cli.play.faces import Face
    from aceten_cli.play.table_moments import TableMoment

Answer: TypeAlias = str | type[EOFError] | type[KeyboardInterrupt]

_MOST_MESSAGES: Final = 200
_COLUMN: Final = re.compile(r" +\S.*?  +")
_FEWEST_BELOW: Final = 4
"""So many lines are left below the table, however low the screen is."""
_MOST_BESIDE: Final = 30
"""A longer prompt stands above the line that is typed."""


class _Line(Input):
    """The line that is typed. What mends or ends it is done in its turn, where many keys come at once."""

    @override
    async def _on_key(self, event: Key) -> None:
        if event.key not in {"backspace", "enter"}:
            await super()._on_key(event)
            return
        event.stop()
        event.prevent_default()
        if event.key == "backspace":
            self.action_delete_left()
        else:
            await self.action_submit()


class _Page(Screen[None]):
    """Something longer to read; a key leads back to the table, and what is typed to the line there."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,escape,space", "leave", show=False)]

    def __init__(self, lines: Iterable[Text], line: Input) -> None:
        super().__init__()
        self._lines = tuple(map(_hanging, lines))
        self._line = line
        self._leaving = False

    @override
    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(Group(*self._lines))
        yield Static(say("Enter: back to the table"), classes="prompt", markup=False)

    async def on_key(self, event: Key) -> None:
        """Begin the next line with what is typed; keys that follow fast come here, too, while the table comes back."""
        character = event.character or ""
        if event.is_printable and (character != " " or self._leaving):
            event.stop()
            self._line.insert_text_at_cursor(character)
            self.action_leave()
        elif event.key == "enter" and self._leaving:
            event.stop()
            await self._line.action_submit()

    def action_leave(self) -> None:
        """Return to the table, once."""
        if not self._leaving:
            self._leaving = True
            self.dismiss()


class TableApp(App[int]):
    """What is seen of a match, and where is typed; ends with the exit status."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { background: ansi_default; color: ansi_default; }
    Static, VerticalScroll { background: ansi_default; color: ansi_default; height: auto; }
    #messages, _Page VerticalScroll { height: 1fr; }
    VerticalScroll { scrollbar-size-vertical: 1; }
    Horizontal { height: 1; }
    .prompt { text-style: bold; }
    #mark { width: auto; }
    Input, Input:focus { border: none; height: 1; width: 1fr; padding: 0; background: ansi_default; color: ansi_default; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave(True)", priority=True, show=False),
        Binding("ctrl+d", "leave(False)", priority=True, show=False),
        Binding("pageup", "step('back')", show=False),
        Binding("pagedown", "step('forward')", show=False),
    ]

    def __init__(self, match: Callable[[Face], int]) -> None:
        """Show a match that is played with the face it is given, and returns the exit status."""
        super().__init__(ansi_color=True)
        self._match = match
        self._answers: SimpleQueue[Answer] = SimpleQueue()
        self.asked = False
        """Whether something is asked now."""
        self._thinking = False
        self._left: Answer | None = None
        self._moment: TableMoment | None = None
        self._told: list[Text] = []
        self._board, self._news = Static(markup=False), Static(markup=False)
        self._table = VerticalScroll(id="table", can_focus=False)
        self._messages = VerticalScroll(id="messages", can_focus=False)
        self._question = Static(classes="prompt", markup=False)
        self._mark, self._line = Static(id="mark", classes="prompt", markup=False), _Line()
        self.failed: BaseException | None = None
        """What went wrong in the match; ``None``: nothing."""

    @property
    def left(self) -> bool:
        """Whether Ctrl-C or Ctrl-D was pressed."""
        return self._left is not None

    @override
    def compose(self) -> ComposeResult:
        with self._table:
            yield self._board
        with self._messages:
            yield self._news
        yield self._question
        with Horizontal():
            yield self._mark
            yield self._line

    def on_mount(self) -> None:
        """Begin the match."""
        self._line.focus()
        in_our_language = contextvars.copy_context().run
        threading.Thread(target=in_our_language, args=(self._play,), daemon=True).start()

    def _play(self) -> None:
        """Play the match, in a thread of its own."""
        status = DONE
        try:
            status = self._match(_Table(self, self._answers))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is raised again where the program hears it
            self.failed = error
        self.call_from_thread(self.exit, status)

    # --- What is shown ------------------------------------------------------------------------------------------------------

    def draw(self, moment: TableMoment | None) -> None:
        """Show the table; ``None``: none."""
        self._moment = moment
        self._board.update("" if moment is None else board(moment))
        self._table.scroll_end(animate=False)  # on a low screen the own hand matters most

    def on_resize(self) -> None:
        """Fit the table to the screen, and leave room for what is said and asked."""
        self._table.styles.max_height = max(1, self.size.height - _FEWEST_BELOW)
        self.draw(self._moment)
        self._messages.scroll_end(animate=False)

    def tell(self, lines: Iterable[Text]) -> None:
        """Add messages below the table."""
        self._told = [*self._told, *(line for line in lines if line)][-_MOST_MESSAGES:]
        self._show_told()

    def forget(self) -> None:
        """Take away all that was shown."""
        self._told = []
        self._show_told()
        self.draw(None)

    def _show_told(self) -> None:
        self._news.update(Text("\n").join(self._told))
        self._messages.scroll_end(animate=False)

    def lay_out(self, lines: Iterable[Text]) -> None:
        """Show something longer in place of the table, until a key is pressed."""
        self.push_screen(_Page(lines, self._line))

    def ask(self, prompt: str) -> None:
        """Show what is asked: before the line that is typed, or above it where it is long."""
        self.asked = self._answers.empty()  # else what was kept answers it
        asked, mark = (prompt.removesuffix("> "), "> ") if len(prompt) > _MOST_BESIDE else ("", prompt)
        self._question.display = bool(asked)
        self._question.update(asked)
        self._mark.update(mark)

    def think(self, *, thinking: bool) -> None:
        """Show whether the machine thinks."""
        self._thinking = thinking
        if thinking:
            self.asked = False
            self._question.display = False
            self._mark.update(say("the machine is thinking ... "))
        if thinking and self.left:
            self._exit_left()

    # --- What is typed ------------------------------------------------------------------------------------------------------

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take an answer."""
        typed = event.value.strip()
        if not typed and not self.asked:
            return  # somebody grew impatient
        event.input.value = ""
        self.action_answer(typed)

    def action_answer(self, typed: str) -> None:
        """Answer what is asked, or is going to be asked next; a number means the card that has it now."""
        try:
            answer = card_chosen(typed, self._moment)
        except UsageError as error:
            self.tell([Text(str(error), style="red")])
            return
        if self.asked:
            self._told = []  # what was said before the last answer is no news any more
            self._show_told()
        else:
            self.tell([Text(say("{typed}: kept until you are asked", typed=typed))])
        self.asked = False
        self._answers.put(answer)

    def action_step(self, way: str) -> None:
        """Look back or forward, where something is asked."""
        if self.asked:
            self.action_answer(way)

    def action_leave(self, interrupted: bool) -> None:
        """Leave at Ctrl-C or Ctrl-D; nothing is waited for."""
        self._left = KeyboardInterrupt if interrupted else EOFError
        self._answers.put(self._left)
        if self._thinking:
            self._exit_left()

    def _exit_left(self) -> None:
        self.exit(INTERRUPTED if self._left is KeyboardInterrupt else DONE)


class _Table:
    """Shows a match by the table, and asks there; called in the thread of the match (:class:`aceten_cli.play.faces.Face`)."""

    fills_screen = True

    def __init__(self, app: TableApp, answers: SimpleQueue[Answer]) -> None:
        self._app = app
        self._answers = answers

    def say(self, lines: Iterable[str | Text], style: str = "") -> None:
        """Add messages below the table."""
        self._app.call_from_thread(self._app.tell, [_styled(line, style) for line in lines])

    def lay_out(self, lines: Iterable[str | Text]) -> None:
        """Show something longer in place of the table, until a key is pressed."""
        self._app.call_from_thread(self._app.lay_out, [_styled(line, "") for line in lines])

    def see(self, moment: TableMoment) -> None:
        """Show the table."""
        self._app.call_from_thread(self._app.draw, moment)

    def tell(self, before: State, after: State) -> None:
        """Tell what is not to be seen on the table: neither cards that are played, nor what the last trick brought."""
        did, *noticed = event_lines(before, after)
        played, taken = isinstance(after.log[-1][1], Play), before.trick and not after.trick
        self.say([did] * (not played) + noticed * (not taken))

    def remind(self, view: View) -> None:
        """Do nothing: all that bears on it is on the table."""

    def ask(self, prompt: str) -> str:
        """Return what is answered."""
        self._app.call_from_thread(self._app.ask, prompt)
        answer = self._answers.get()
        if not isinstance(answer, str):
            raise answer
        return answer

    def hide(self) -> None:
        """Show no table and no messages."""
        self._app.call_from_thread(self._app.forget)

    @contextlib.contextmanager
    def thinking(self) -> Generator[None]:
        """Say that the machine thinks."""
        self._app.call_from_thread(self._app.think, thinking=True)
        yield
        if self._app.left:
            threading.Event().wait()  # for ever: the record is written, and nobody waits for what was thought
        self._app.call_from_thread(self._app.think, thinking=False)


def _hanging(line: Text) -> RenderableType:
    """Return a line with columns in it so that what is broken stays in its column."""
    column = _COLUMN.match(line.plain)
    if column is None:
        return line
    grid = Table.grid()
    grid.add_column(min_width=column.end())
    grid.add_row(line[: column.end()], line[column.end() :])
    return grid


def _styled(line: str | Text, style: str) -> Text:
    if isinstance(line, Text):
        return line
    text = coloured(line)
    text.stylize(style)
    return text


def at_the_table(match: Callable[[Face], int]) -> int:
    """Play a match at a table that fills the screen, and return the exit status.

    :param match: plays it, with the face that it is given.
    """
    app = TableApp(match)
    try:
        status = app.run(mouse=False)
    except KeyboardInterrupt:
        return INTERRUPTED
    if app.failed is not None:
        raise app.failed
    return INTERRUPTED if status is None else status  # it was ended from without
