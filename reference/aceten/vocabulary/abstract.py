"""Values that have several kinds: what every kind has in common, and what each must bring."""

from __future__ import annotations

from abc import ABCMeta

import msgspec


class AbstractStruct(ABCMeta, msgspec.StructMeta):
    """The metaclass of a Struct with abstract methods."""
