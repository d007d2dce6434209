"""Which search answers, the native core or the one in Python, and what goes wrong with the core."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from aceten import AcetenError

Backend: TypeAlias = Literal["native", "python"]
"""Which search answered: the native core, or the one in Python."""


class BackendError(AcetenError):
    """The native core is not there although it was asked for, or does not fit."""


class CoreError(AcetenError):
    """The native core does not take what it is given, or has failed."""


class Cost(NamedTuple):
    """What an answer has cost."""

    nodes: int = 0
    """Positions searched."""
    probes: int = 0
    """How often a position was looked for in the tables."""
    hits: int = 0
    """How often it was found."""
    evictions: int = 0
    """How often something had to make room in the tables."""
    looked_up: int = 0
    """How often a complete table of endgames answered."""
    seconds: float = 0.0
    """Seconds spent in the search."""

    def plus(self, other: Cost) -> Cost:
        """Return what both have cost together."""
        return Cost(
            self.nodes + other.nodes,
            self.probes + other.probes,
            self.hits + other.hits,
            self.evictions + other.evictions,
            self.looked_up + other.looked_up,
            self.seconds + other.seconds,
        )
