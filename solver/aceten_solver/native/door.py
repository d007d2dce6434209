"""The door to the native core: the only place that calls its C interface, beside where it is loaded.

It takes lists of numbers and checks each of them; what it refuses, or a fault in it, becomes an exception here.
"""

from __future__ import annotations

import ctypes
import weakref
from array import array
from typing import TYPE_CHECKING, Final

from aceten_solver.native.library import CMessage
from aceten_solver.question.backends import CoreError
from aceten_spec.errors import shown
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_OK: Final = 0
_REFUSED: Final = 1
MOST: Final = 2**64 - 1
"""The largest number that the core takes."""


class BusyError(CoreError):
    """Another thread is using it."""


class RefusedError(CoreError):
    """The native core does not do games with such rules, or the question is wrong."""


class Door:
    """What the core is called through: a place for its message, and its statuses as exceptions. For one thread at a time."""

    def __init__(self, core: ctypes.CDLL) -> None:
        self._core = core
        self._text = ctypes.create_string_buffer(500)
        self._message = CMessage(ctypes.cast(self._text, ctypes.c_char_p), len(self._text))

    def call(self, name: str, *arguments: object) -> None:
        """Call a function that returns a status.

        :raises RefusedError: when the core does not take what it is given.
        :raises CoreError: when it has failed.
        """
        status = getattr(self._core, name)(*arguments, ctypes.byref(self._message))
        if status == _OK:
            return
        message = self._text.value.decode(errors="replace")
        raise RefusedError(message) if status == _REFUSED else CoreError(message)


def placed(
    owner: object, close: Callable[[ctypes.c_void_p], None]
) -> tuple[ctypes.c_void_p, weakref.finalize[..., object]]:
    """Return a place for what the core makes, and what closes that: it is closed once the owner is gone, too.

    So it is where an exception, such as that of Ctrl-C, comes before the owner has heard that it was made. When the program ends, what is
    in use is left to the system.
    """
    made = ctypes.c_void_p()
    closing = weakref.finalize(owner, _close, close, made)
    closing.atexit = False
    return made, closing


def _close(close: Callable[[ctypes.c_void_p], None], made: ctypes.c_void_p) -> None:
    if made.value is not None:
        close(made)


def numbered(numbers: Sequence[int]) -> array[int]:
    """Return numbers as the core reads them.

    :raises RefusedError: when one is no whole number, or has more than 32 bits.
    """
    try:
        return array("i", numbers)
    except (OverflowError, TypeError) as error:
        message = say("the native core takes whole numbers of 32 bits: {error}", error=error)
        raise RefusedError(message) from error


def sized(number: int) -> int:
    """Return a number from 0 on as the core takes it; of any other ctypes would take one that is left of it when it is cut.

    :raises RefusedError: when it is below 0, or has more than 64 bits.
    """
    if not 0 <= number <= MOST:
        message = say("the native core takes sizes of 64 bits, and not {number}", number=shown(number, 80))
        raise RefusedError(message)
    return number


def listed(numbers: array[int]) -> tuple[int, int]:
    """Return where numbers lie, and how many they are."""
    return numbers.buffer_info()
