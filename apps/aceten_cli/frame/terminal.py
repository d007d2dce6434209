"""Standard input and output, line by line."""

from __future__ import annotations

import contextlib
import importlib
import io
import sys

from rich.text import Text

from aceten_cli.frame.output import console, print_sentence


class Terminal:
    """Standard input and output, line by line. A file or another program may stand in for the person."""

    def __init__(self) -> None:
        """Take over standard input and output."""
        with contextlib.suppress(ImportError):  # where there is one, it lets a person edit what he types
            importlib.import_module("readline")
        self._out = console()
        self._typed = sys.stdin.isatty()
        stream: object = sys.stdin
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # what is not UTF-8 is no command, and no reason to end

    def say(self, text: str | Text, style: str = "") -> None:
        """Print a line; a terminal shows it on several where it is too long, broken between words."""
        line = Text(text, style=style) if isinstance(text, str) else text
        print_sentence(self._out, line)

    def ask(self, prompt: str) -> str:
        """Return what is typed after a prompt; what nobody typed is shown as if it had been.

        :raises EOFError: at the end of the input.
        """
        try:
            answer = input(prompt)
        except (EOFError, KeyboardInterrupt):
            self.say("")
            raise
        if not self._typed:
            self.say(answer)
        return answer.strip()

    def clear(self) -> None:
        """Remove from sight what was shown before, as far as a terminal can."""
        if self._out.is_terminal:
            self._out.clear()
            self._out.file.write("\x1b[3J")  # the lines above the screen too
            self._out.file.flush()
