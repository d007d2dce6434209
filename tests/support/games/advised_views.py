"""What a seat is advised about."""

from typing import Final

from aceten import View, parse

FEW: Final = "zsiros/2 hands=AK,?? lead=0 points=40,20"
"""Of the two hidden cards one counts, as 20 points are in play."""

MANY: Final = "zsiros/2 hands=AK97,???? talon=?? lead=0 points=30,20"


def view_of(line: str) -> View:
    """Return the view of a line."""
    view = parse(line)
    assert isinstance(view, View)
    return view
