"""What tells failures of a program apart, and the findings that are made of them."""

from __future__ import annotations

import msgspec
from typing_extensions import override

from aceten.conformance.oracle.discrepancies import Lack
from aceten.conformance.verification import Kind


class Mark(msgspec.Struct, frozen=True):
    """What tells failures apart."""

    kind: Kind
    """How the program fails."""
    part: str = ""
    """The part of its answer, without the seat; empty where there is no answer."""
    lack: Lack | None = None
    """What is the matter with that, where it is not just another value."""
    action: str = ""
    """The kind of action that is missing or extra."""
    error: str = ""
    """What it says in place of an answer, without numbers."""

    @override
    def __str__(self) -> str:
        """As keys of findings begin."""
        words = (self.part, self.lack, self.action) if self.kind == "differs" else (self.kind, self.error)
        return " ".join(filter(None, words))


class Key(msgspec.Struct, frozen=True):
    """What tells findings apart."""

    mark: Mark
    """What is wrong."""
    clause: str = ""
    """The clause that most likely stands behind it; empty where that cannot be said."""

    @override
    def __str__(self) -> str:
        """As reports and lists of known findings have it."""
        return f"{self.mark} {self.clause}".rstrip()
