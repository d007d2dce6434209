"""Consoles that show what they are given as text, whoever wrote it: no markup in it is read, and no control character gets through."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO, Final

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text
from typing_extensions import override

from aceten_spec.texts.visible_text import visible

_WIDTH: Final = 80
"""How wide lines are where nobody knows how wide they can be."""


class PlainConsole(Console):
    """A console whose styles are those that it is told, and never such as a text asks for."""

    def __init__(
        self, *, file: IO[str] | None = None, stderr: bool = False, record: bool = False, width: int | None = None
    ) -> None:
        """Take where to print: standard output, unless it is told otherwise."""
        super().__init__(
            file=file, stderr=stderr, record=record, width=width, highlight=False, markup=False, emoji=False
        )
        if not self.width:  # COLUMNS=0 says that it is not known; nothing would be printed
            self.width = _WIDTH

    @override
    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield the segments of something; what the console itself does to a terminal is in segments that have no text."""
        if isinstance(renderable, str):  # before it is broken into lines, which have room for what is shown
            renderable = visible(renderable)
        elif isinstance(renderable, Text):
            renderable = self._seen(renderable)
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)

    def _seen(self, text: Text) -> Text:
        """Return a text with every character shown, in its style."""
        if visible(text.plain) == text.plain:
            return text
        seen = text.blank_copy()
        for each in text.divide(range(1, len(text))):
            seen.append(visible(each.plain), each.get_style_at_offset(self, 0))
        return seen
