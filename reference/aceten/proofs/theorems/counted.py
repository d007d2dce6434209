"""States with suit tricks of which it is given what counts, and how what they come to is written as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from typing_extensions import override

from aceten.proofs.obligations import Variable
from aceten.proofs.theorems.ended import Numbers, known
from aceten.scoring import POINTS
from aceten.suits import settling
from aceten.suits.state import SuitState
from aceten_spec.formulas import Z3
from aceten_spec.formulas.settling import CONTRACT_NAMES, RACE_NAMES

if TYPE_CHECKING:
    from aceten.actions import Side
    from aceten.proofs.setting import Setting
    from aceten.suits.game import SuitGame
    from aceten_spec.formulas import Number, Truth

NAMES: Final = (
    *RACE_NAMES,
    *CONTRACT_NAMES,
    settling.PASSED,
    POINTS,
)
"""What stands in place of a row's name; its place here is the number for it."""

OPEN: Final = -1
"""What stands for a number that is not known."""

SIDES: Final = (0, 1)
"""The sides."""

GAINED: Final = ("game points of side 0", "game points of side 1", "award")
"""What a function returns that says who scores."""


def award_code(award: str | None) -> int:
    """Return the number that stands for what stands in place of a row's name."""
    if award is None:
        return OPEN
    return NAMES.index(award) if type(award) is str else cast("int", award)


class Counted(SuitState, frozen=True, eq=False, kw_only=True):
    """A state of which it is given what counts for each side, so that a proof holds whatever that is."""

    counts: tuple[int, ...]
    """The points that count, by side."""
    took: tuple[int, ...]
    """Whether each side took a trick: 0, 1, or 2 where that is not known."""
    suffices: tuple[int, ...] = (0, 0)
    """Whether each side has enough points to claim."""

    @override
    def counted(self, side: Side, more: int = 0) -> int:
        return self.counts[side] + more

    @override
    def took_a_trick(self, side: Side) -> bool | None:
        return known(self.took[side])

    @override
    def has_enough(self, side: Side) -> bool:
        return bool(self.suffices[side] == 1)


def equal(found: Numbers, expected: list[Number | int]) -> Truth:
    """Return that numbers are what is expected."""
    if len(found) != len(expected):
        return Z3.BoolVal(False)  # noqa: FBT003 - z3 has no keyword
    return Z3.And([one == other for one, other in zip(found, expected, strict=True)])


def points_of(setting: Setting, name: str) -> Variable:
    """Return a variable for points, marriages among them."""
    return Variable(name, tuple(range(setting.game.most_points + 1)))


def seats(game: SuitGame) -> tuple[int | None, ...]:
    """Return who can have done something: nobody, or one of the seats."""
    return (None, *range(game.players))
