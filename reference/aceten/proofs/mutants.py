"""Wrong step functions, each of which a theorem must fail for: they show that a proof can fail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from aceten.proofs.functions import ENGINE, Functions

if TYPE_CHECKING:
    from aceten.actions import Side


class Mutant(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A set of step functions of which one is wrong."""

    name: str
    """Permanent."""
    description: str
    """What is wrong."""
    refutes: str
    """The id of the obligation that must be refuted."""
    functions: Functions
    """The step functions, for :func:`aceten.proofs.prove`."""


def _credit_both(totals: tuple[int, ...], side: Side, gained: int) -> tuple[int, ...]:
    del side
    return tuple([total + gained for total in totals])


MUTANTS: Final = (
    Mutant(
        name="credit-both",
        description="a trick is credited to both sides",
        refutes="T-POINTS.credit",
        functions=msgspec.structs.replace(ENGINE, credit=_credit_both),
    ),
)
"""Every mutant."""
