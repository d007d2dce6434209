"""A state with other values of some fields: what an action makes of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, TypeVar, cast

from msgspec.structs import replace

from aceten.state import Changes

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from aceten.actions import Hands, Seat
    from aceten.suits.closing import Closing
    from aceten.suits.moment import SuitMoment
    from aceten_spec.cards import Suit

_S = TypeVar("_S", bound="SuitMoment")


class SuitChanges(Changes, total=False):
    """Fields that actions change, with their types (:class:`aceten.suits.moment.SuitMoment`)."""

    trump: Suit | None
    closed: Closing | None
    melds: tuple[int, ...]
    waiting: tuple[int, ...]
    shown: Hands
    claimant: Seat | None
    bids: tuple[int, ...]
    contract: tuple[Seat, int] | None


class _Changed(Protocol):
    def __call__(self, state: _S, /, **changes: Unpack[SuitChanges]) -> _S: ...


changed: Final = cast("_Changed", replace)
"""Returns a state with other values of some fields."""
