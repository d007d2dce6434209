"""What the system and libraries say is wrong with a file or with data, in words that can be said in every language."""

from __future__ import annotations

import errno
import functools
import re
from typing import Final

from aceten_spec.errors import shown
from aceten_spec.speech import Words, message_of, read_out, to_say

_LONGEST: Final = 500
"""What is longer is cut."""
_SYSTEM: Final = {
    errno.ENOENT: to_say("No such file or directory"),
    errno.EACCES: to_say("Permission denied"),
    errno.EPERM: to_say("Operation not permitted"),
    errno.EEXIST: to_say("File exists"),
    errno.EISDIR: to_say("Is a directory"),
    errno.ENOTDIR: to_say("Not a directory"),
    errno.ENOTEMPTY: to_say("Directory not empty"),
    errno.ENOSPC: to_say("No space left on device"),
    errno.EROFS: to_say("Read-only file system"),
    errno.ENAMETOOLONG: to_say("File name too long"),
    errno.ELOOP: to_say("Too many levels of symbolic links"),
    errno.EMFILE: to_say("Too many open files"),
    errno.EIO: to_say("Input/output error"),
    errno.EPIPE: to_say("Broken pipe"),
    errno.ECONNREFUSED: to_say("Connection refused"),
    errno.ENOEXEC: to_say("Exec format error"),
    errno.EFBIG: to_say("File too large"),
    errno.EDQUOT: to_say("Disk quota exceeded"),
}
"""What the system says where files cannot be used, by its number."""

_DATA: Final = (
    # what is wrong, and where
    to_say("{problem} - at `{path}`"),
    to_say("JSON is malformed: {problem} (byte {byte})"),
    to_say("{problem}: line {line} column {column} (char {character})"),
    to_say("{problem} (at line {line}, column {column})"),
    to_say("{problem} (at end of document)"),
    # msgspec, of what is not of the form that it should be
    to_say("Object missing required field `{field}`"),
    to_say("Object contains unknown field `{field}`"),
    to_say("Object has the key `{key}` twice"),
    to_say("Expected `{expected}`, got `{found}`"),
    to_say("Invalid enum value {value}"),
    to_say("Invalid value {value}"),
    to_say("Invalid value"),
    to_say("invalid character"),
    to_say("trailing characters"),
    to_say("Input data was truncated"),
    # json
    to_say("Expecting value"),
    to_say("Expecting property name enclosed in double quotes"),
    to_say("Expecting '{sign}' delimiter"),
    to_say("Extra data"),
    to_say("Unterminated string starting at"),
    # tomllib
    to_say("Invalid statement"),
    to_say("Invalid date or datetime"),
    to_say("Invalid initial character for a key part"),
    to_say("Expected '=' after a key in a key/value pair"),
    to_say("Expected newline or end of document after a statement"),
    to_say("Expected '{sign}' at the end of a table declaration"),
    to_say("Expected '{sign}' at the end of an array declaration"),
    to_say("Unclosed array"),
    to_say("Unclosed inline table"),
    to_say("Unterminated string"),
    to_say("Unescaped '\\' in a string"),
    to_say("Illegal character {character}"),
    to_say("Cannot overwrite a value"),
    to_say("Cannot declare {key} twice"),
    to_say("Duplicate inline table key {key}"),
    # Python, of what is imported
    to_say("No module named {name}"),
    # msgspec again, of a number or a text; it begins as others do
    to_say("Expected {expected}"),
)
"""What libraries say that read data; a part may be such a message itself."""


def why(error: Exception) -> str:
    """Return what the system or a library says is wrong, in the language in force where it is known; otherwise as the error says it."""
    return read_out(cause(error))


def cause(error: Exception) -> Words:
    """Return the same as a message where it is known; otherwise as the error says it.

    What it repeats of the data may hold anything, and is told without control characters.
    """
    if isinstance(error, OSError) and error.errno in _SYSTEM:
        return message_of(_SYSTEM[error.errno])
    return _recognised(shown(getattr(error, "strerror", None) or error, _LONGEST))


def _recognised(text: str) -> Words:
    for template, form in _forms():
        if found := form.fullmatch(text):
            return message_of(template, **{name: _recognised(part) for name, part in found.groupdict().items()})
    return text


@functools.cache
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((template, recognising(template)) for template in _DATA)


def recognising(template: str) -> re.Pattern[str]:
    """Return what recognises the sentences that a template makes, and tells their parts."""
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(template)), re.DOTALL)
