"""Position lines as they come from elsewhere: numbered, quoted, with a note behind them; put in order before they are read.

A line keeps its length, so that an error shows the column in the line as it was given.
"""

from __future__ import annotations

import re
from typing import Final

from aceten_spec import characters
from aceten_spec.options import POSITION_KEYS

_PLAIN: Final = re.compile(r"[a-z-]+/[1-9](?: [a-z_0-9]+=[A-Za-z0-9?,:~^+_-]+)*")
"""Most lines, which need nothing."""
_BEFORE: Final = re.compile(r"\s*(?:[>|]\s*)*(?:[\[(]?[0-9]{1,4}[.):\]](?:\s+|(?=\w))|[*\u2022+-]\s+)?")
"""The marks of a quoted line, and the number or the mark of a line in a list."""
_QUOTED: Final = re.compile(r"""(["']|`{1,3})(.*)\1([,;]?\s*)""", re.DOTALL)
_NOTE: Final = re.compile(r"(?:;|(?:^|(?<=\s))(?:#|//)).*", re.DOTALL)
FENCE: Final = re.compile(r"\s*(?:```|~~~)\w*\s*")
"""What stands around the lines of a program in a letter."""
_BRACKETED: Final = re.compile(r"""(?<=[=,:])(?:\[[^\]]*\]|\([^)]*\)|\{[^}]*\}|"[^"]*"|'[^']*')""")
_LISTED: Final = re.compile(r"\s*[^\s,;=]+/[1-9][,;]\s*[A-Za-z_]+\s*[=:]")
"""A game with a comma or a semicolon behind it, as there is one behind every word then."""
_COMMA: Final = re.compile(r"[,;](?=\s+[A-Za-z_]+\s*[=:]|\s*[A-Za-z_]+\s*=|\s*$)")
"""Such a comma."""
_EQUALS: Final = re.compile(r"(?<!\S)[A-Za-z_]+(?: +=[ ]*| *= +)(?=[^\s=])(?![A-Za-z_]+ *[=:])")
"""A key with blanks around its sign."""
_NUMBERS: Final = re.compile(r"(?<!\S)[A-Za-z_]+=[0-9]+(?:, *[0-9]+)*, +[0-9]+(?:, *[0-9]+)*(?!\S)")
"""Numbers with blanks behind their commas."""
_COLON: Final = re.compile(rf"(?<!\S)({'|'.join(POSITION_KEYS)}):(?=[^\s:])", re.IGNORECASE)
"""A key with a colon behind it."""
_KEY: Final = re.compile(r"(?<!\S)[A-Za-z_]+(?==)")


def in_order(line: str) -> str:
    """Return a line with blanks in place of what stands around it in a list, a letter or a program, and with keys in small letters.

    :raises NotationError: when something is in it that nobody sees.
    """
    if _PLAIN.fullmatch(line):
        return line
    characters.check_seen(line)
    plain = characters.in_order(line)
    before = _BEFORE.match(plain)
    at = before.end() if before else 0
    text = plain[at:]
    if quoted := _QUOTED.fullmatch(text):
        marks = " " * len(quoted[1])
        text = f"{marks}{quoted[2]}{marks}{' ' * len(quoted[3])}"
    text = _without_note(_COMMA.sub(" ", text) if _LISTED.match(text) else text)
    for form in (_EQUALS, _NUMBERS):
        text = form.sub(_together, text)
    return " " * at + _KEY.sub(lambda key: key[0].lower(), _COLON.sub(r"\1=", text))


def _together(found: re.Match[str]) -> str:
    """Return what blanks stand in, with the blanks before it."""
    return found[0].replace(" ", "").rjust(len(found[0]))


def is_note(line: str) -> bool:
    """Whether nothing but a note is in a line, nothing at all, or the mark around the lines of a program."""
    return FENCE.fullmatch(line) is not None or not _without_note(line.strip()).strip("\ufeff \t\r\n")


def _without_note(text: str) -> str:
    """Return a line with blanks in place of a note at its end."""
    at = 0
    while True:
        note, bracketed = _NOTE.search(text, at), _BRACKETED.search(text, at)
        if note is None:
            return text
        if bracketed is None or note.start() < bracketed.start():
            return text[: note.start()].ljust(len(text))
        at = bracketed.end()
