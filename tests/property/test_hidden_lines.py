"""What a seat sees, written as a line and read again."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from slices import examples
from strategies import states

from aceten import State, View, parse, worlds
from aceten.shuffling import split_mix


@pytest.mark.turns(2)
@examples(300)
@given(data=st.data(), state=states())
def test_a_view_is_written_and_read(data: st.DataObject, state: State) -> None:
    """The line of a view is read as that view; nothing but the log is not in it."""
    seat = data.draw(st.integers(0, state.game.players - 1), label="seat")
    view = state.view(seat)
    line = str(view)
    again = parse(line, rules=state.game.rulebook)
    assert isinstance(again, View)
    assert str(again) == line
    assert again == msgspec.structs.replace(view, log=())


@examples(150)
@given(data=st.data(), state=states())
def test_a_world_looks_like_the_line(data: st.DataObject, state: State) -> None:
    """The deal itself fits what a seat sees of it, and whatever is drawn in its place looks the same."""
    seat = data.draw(st.integers(0, state.game.players - 1), label="seat")
    view = state.view(seat)
    found = worlds(view)
    drawn = found.sample(split_mix(data.draw(st.integers(0, 2**64 - 1), label="seed")))
    assert drawn.view(seat) == msgspec.structs.replace(view, log=())
    listed = found.listed(200)
    if listed is not None:
        looks = [msgspec.structs.replace(view, log=())] * len(listed)
        assert [world.view(seat) for world, _ in listed] == looks
