"""Awkward and damaged text, and what must be true of an error."""

import re
import string
from collections.abc import Callable
from typing import Final

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from support.slices import examples

from aceten import (
    AcetenError,
    NotationError,
    RulebookError,
)

LONGEST_MESSAGE: Final = 2000
"""A message is shorter than this, in characters, whatever was given."""

MOST_LINES: Final = 4
"""A message has no more lines than this."""

MOST_ERRORS: Final = 18
"""A rulebook may be told so many things that are wrong with it, or lack, at once."""

MEGABYTE: Final = 1_000_000

NUMBERS: Final = (-1, 0, 1, 2, 3, 4, 8, 80, 999_999, 10**6, 2**63, 2**64, 10**30, 10**4000)
"""Numbers that may stand where one is expected, and some that are too large for anything."""

UNTIMED: Final = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
"""How long an example takes says nothing here: the machine may have other work."""

THOROUGHLY: Final = settings(UNTIMED, max_examples=examples(300).max_examples)
"""The same, with more examples."""

AWKWARD: Final = (
    "",
    "\0",
    "\x1b[31m",
    "\x7f",
    "\x85",
    "\u200b",
    "\u2028",
    "\u202e",
    "\ud800",
    "\udfff",
    "\ue000",
    "\ufeff",
    "\U0001f0a1",
    "٣",
    "²",
    "Ⅷ",
    "À",
    "1",
    "10",
    "-1",
    "+1",
    "1_0",
    "1e3",
    "0x1",
    "NaN",
    "'",
    '"',
    "`",
    " - at `$.zz[...]",
    " - at `$.parameters.scoring[0].points[...]",
    " - at `$.parameters[...].zz",
    "{0}",
    "%s",
    "\\",
    "9" * 5000,
    "x" * 5000,
)
"""What readers stumble over: characters that cannot be shown or encoded, digits that are none, numbers that are too long."""


def anything(max_size: int | None = None) -> st.SearchStrategy[str]:
    """Any text, with characters that no file can hold."""
    return st.text(st.characters(exclude_categories=()), max_size=max_size) | st.sampled_from(AWKWARD)


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """Return a text in which a few places were cut out, doubled, or overwritten."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 8)))
        put = draw(st.sampled_from((text[start:end] * 2, text[start:end].swapcase())) | anything(6))
        text = text[:start] + put + text[end:]
    return text


def check_message(error: AcetenError) -> None:
    """Require of an error that its message says something, in a few lines that any terminal shows."""
    assert type(error) is not AcetenError
    message = str(error)
    assert message.strip(string.punctuation + string.whitespace)
    several = MOST_ERRORS if isinstance(error, RulebookError) else 1
    assert len(message) < LONGEST_MESSAGE * several
    assert message.count("\n") < MOST_LINES * several
    assert all(line.isprintable() for line in message.split("\n")), ascii(message)
    if isinstance(error, NotationError):
        assert 1 <= error.column <= len(error.text) + 1
        assert error.expected
        assert message.startswith(f"column {error.column}: ")
        assert message.endswith("^")
    if isinstance(error, RulebookError):
        assert error.expected
        own = re.sub("'[^']*'", "", message)  # without what was read
        assert not re.search("Object (contains|missing)", own), message


def refusal(reader: Callable[[], object]) -> AcetenError | None:
    """Return the error with which something is refused, and require that it is a good one; ``None`` when it is accepted."""
    try:
        reader()
    except AcetenError as error:
        check_message(error)
        return error
    return None
