"""What may be done because a game does not refuse it, where other games do: in words, as nothing else on a page would say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from aceten_spec.formulas.case_names import CaseName

if TYPE_CHECKING:
    from aceten_spec.clauses.refusals import RefusalCode


class Grant(msgspec.Struct, frozen=True):
    """What may be done where an action is never refused for a condition."""

    case: CaseName
    """The case of which it is said."""
    words: str
    """In which situation it is, or what else may be done."""
    clause: str
    """The clause that says so, without prefix."""


GRANTS: Final[dict[RefusalCode, Grant]] = {
    "meld_first_lead": Grant("married", "with the first lead of the deal", "MELD-7"),
    "meld_closed": Grant("married", "when the talon is closed, by whomever", "MELD-6"),
    "meld_exhausted": Grant("married", "when no card is in the talon", "MELD-5"),
    "meld_due": Grant("married", "a king or a queen may be led without it", "MELD-9"),
    "exchange_no_trick": Grant("exchanged", "by one who has not taken a trick, before the first lead even", "EXCH-3"),
    "close_first_lead": Grant("closed", "before the first lead of the deal", "CLOSE-1"),
}
"""What a page has to say where an action is never refused so; rulebooks without the clause do not say it."""
