"""What others have written, made to be looked at: characters that are obeyed in place of being shown are written as escapes.

Terminals obey control characters, readers of text obey those that turn its direction, and XML cannot hold some of them. Names, texts of
rulebooks, and all that programs answer come from strangers, so that whatever shows them shows them by :func:`visible`.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_KEPT: Final = "\n\t"
"""What is no letter and is needed all the same."""
_NEVER: Final = {"Cc", "Cs", "Zl", "Zp"}
"""The categories of Unicode that no text needs: control characters, halves of characters, and separators that no editor writes."""
_TURNING: Final = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
"""What turns the direction of all that follows, by its class in the bidirectional algorithm; without it letters go the way that they go."""


def visible(text: str) -> str:
    r"""Return text that is shown as it is and obeyed by nothing: with lines, tabs and blanks, but without what cannot be seen.

    >>> print(visible("red \x1b[31m, and turned \u202e round"))
    red \x1b[31m, and turned \u202e round
    """
    return text if text.isprintable() else "".join(map(_seen, text))


def _seen(character: str) -> str:
    if character.isprintable() or character in _KEPT or unicodedata.category(character) == "Zs":
        return character
    return character.encode("unicode_escape").decode("ascii")


def visible_json(text: str) -> str:
    r"""Return JSON in which what cannot be seen is written as JSON writes it; it says the same.

    >>> print(visible_json('{"name":"\u202eround"}'))
    {"name":"\u202eround"}
    """
    return text if text.isprintable() else re.sub(r"[^ -~\n]", _escaped, text)


def _escaped(found: re.Match[str]) -> str:
    if found[0].isprintable():
        return found[0]
    units = found[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


def obeyed_in(text: str) -> str | None:
    """Return the first character that no text needs: a control character, half a character, or one that turns its direction.

    What writers of some languages need, such as marks of direction between letters and joiners, is none of them.
    """
    if text.isprintable():
        return None
    return next((each for each in text if each not in _KEPT and _is_obeyed(each)), None)


def _is_obeyed(character: str) -> bool:
    return unicodedata.category(character) in _NEVER or unicodedata.bidirectional(character) in _TURNING
