"""Values that have several kinds and never change: what every kind has in common, and what each must bring."""

from __future__ import annotations

from abc import ABCMeta
from typing import Self

import msgspec


class AbstractStruct(ABCMeta, msgspec.StructMeta):
    """The metaclass of a Struct with abstract methods."""


class Written:
    """A value with a notation, which is what it is formatted as."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        """Format what is written of it."""
        return format(str(self), spec)


class Unchanging(Written):
    """A value that nothing can change, so that a copy of it is the value itself."""

    __slots__ = ()

    def __ne__(self, other: object) -> bool:
        """Agree with equality; a Struct brings an inequality of its own."""
        return not self == other

    def __copy__(self) -> Self:
        """Return the value itself."""
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """Return the value itself."""
        return self
