"""What a seat sees, written as a line and read again."""

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games.game_strategies import GAMES, HOUSE_GAMES, HOUSE_SUIT_GAMES, states
from support.slices import examples, in_turn

from aceten import Game, State, View, parse, worlds
from aceten.deals.shuffling import split_mix


@pytest.mark.turns(3)
@examples(300)
@given(data=st.data(), state=states())
def test_a_view_is_written_and_read(data: st.DataObject, state: State) -> None:
    """The line of a view is read as that view, and says of hidden cards what its seat knows of them."""
    seat = data.draw(st.integers(0, state.game.players - 1), label="seat")
    check_line(state.view(seat))


def check_line(view: View) -> View:
    """A view is read again from its line, with as many deals that fit, and written alike; return what was read."""
    line = str(view)
    again = parse(line, rules=view.game.rulebook)
    assert isinstance(again, View)
    assert again == view
    assert hash(again) == hash(view)
    assert str(again) == line
    assert worlds(again).count == worlds(view).count, line
    return again


@pytest.mark.turns(6)
@pytest.mark.parametrize("game", in_turn([*GAMES, *HOUSE_GAMES, *HOUSE_SUIT_GAMES], 20), ids=str)
def test_what_play_has_shown_is_in_the_line(game: Game) -> None:
    """Of long deals too, by any rules, a line says all that follows from the log of its view, or is marked."""
    chance = Random(str(game))
    state = game.deal(seed=chance.randrange(2**32))
    while state.turn is not None:
        state = state.play(chance.choice((*state.legal, *state.calls)))
        if chance.randrange(4) == 0:
            view = state.view(chance.randrange(game.players))
            assert check_line(view).partial != view.course.whole


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
