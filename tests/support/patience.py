"""How long is waited for what has to come: so long that a machine with other work comes to it, as a wait ends with what is waited for."""

import time
from collections.abc import Callable
from typing import Final

PATIENCE: Final = 120
"""Seconds."""
MILLISECONDS: Final = 1000 * PATIENCE
"""The same, as browsers are told."""


def awaited(met: Callable[[], bool]) -> bool:
    """Wait until a condition is met, and return whether it is."""
    deadline = time.monotonic() + PATIENCE
    while not met():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
