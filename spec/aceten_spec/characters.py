"""Characters as they come from elsewhere: blanks of every kind, letters that look Latin, and what nobody sees.

Text is put in order character by character, so that every column stays where it is.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from aceten_spec.errors import NotationError
from aceten_spec.speech import say

_CYRILLIC: Final = (
    "\u0410\u0412\u0415\u0405\u0406\u0408\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u051a\u04ba\u0501\u0430"
    "\u0435\u0455\u0456\u0458\u043a\u043e\u0440\u0441\u0445\u051b\u04bb\u0442"
)
_GREEK: Final = (
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03ba\u03bf\u03bd\u03c4"
)
_LOOKS: Final = str.maketrans(
    dict(zip(_CYRILLIC, "ABESIJKMHOPCTXQhdaesijkopcxqht", strict=True))
    | dict(zip(_GREEK, "ABEZHIKMNOPTYXkovt", strict=True))
)
"""Letters that look like Latin ones."""
_MARKS: Final = str.maketrans(
    {
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2018\u2019\u201a\u201b", "'"),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
    }
)
"""What programs for letters make of quotation marks and hyphens."""
_BLANK_ALL_THE_SAME: Final = "\ufeff\u180e\u2800\u3164"
"""Marks of byte order, and what fonts show as a blank."""
_NAMES: Final = {"\u00ad": "SOFT HYPHEN"}


def in_order(text: str) -> str:
    """Return text of the same length, with plain blanks, quotation marks and hyphens, and Latin letters for those that look like them."""
    if text.isascii() and text.isprintable():
        return text
    blank = "".join(" " if each in _BLANK_ALL_THE_SAME or each.isspace() else each for each in text)
    return blank.translate(_LOOKS).translate(_MARKS)


def looks_latin(text: str) -> str:
    """Return the letters of a text that look Latin and are not, each once in their order."""
    return "" if text.isascii() else "".join(dict.fromkeys(each for each in text if ord(each) in _LOOKS))


def check_seen(text: str) -> None:
    """Refuse text in which something is that nobody sees: soft hyphens, joiners, marks of direction.

    :raises NotationError: at the first of them.
    """
    if text.isascii():
        return
    for at, each in enumerate(text):
        if unicodedata.category(each) == "Cf" and each not in _BLANK_ALL_THE_SAME:
            name = _NAMES.get(each, unicodedata.name(each, "")).lower()
            raise NotationError(
                text=text,
                column=at + 1,
                problem=say("U+{number} ({name}), which nobody sees", number=f"{ord(each):04X}", name=name),
                expected=say("the same without it"),
            )
