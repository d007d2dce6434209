"""A state with other values of some fields: what an action makes of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, cast

from msgspec.structs import replace
from typing_extensions import Unpack

from aceten.engine.state import Changes
from aceten.vocabulary.actions import Hands, Seat
from aceten_spec.cards import Suit

if TYPE_CHECKING:
    from aceten.engine.suits.course import Closing
    from aceten.engine.suits.state import SuitState


class SuitChanges(Changes, total=False):
    """Fields that actions change, with their types (:class:`aceten.engine.suits.state.SuitState`)."""

    trump: Suit | None
    closed: Closing | None
    melds: tuple[int, ...]
    waiting: tuple[int, ...]
    shown: Hands
    claimant: Seat | None
    bids: tuple[int, ...]
    contract: tuple[Seat, int] | None


class _Changed(Protocol):
    def __call__(self, state: SuitState, /, **changes: Unpack[SuitChanges]) -> SuitState: ...


changed: Final = cast("_Changed", replace)
"""Returns a state with other values of some fields."""
