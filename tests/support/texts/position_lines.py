"""Position lines, the states that they stand for, and what must be true of the errors with which they are refused."""

from typing import Final

import pytest

from aceten import (
    MatchingState,
    NotationError,
    PositionError,
    parse,
)


def matching(line: str) -> MatchingState:
    """Read a position of a game with matching tricks."""
    state = parse(line)
    assert isinstance(state, MatchingState)
    return state


NEW_DEAL = "zsiros/2 hands=AAAA,TTTT talon=KKKKQQQQJJJJ999988887777"
"""All cards are in play: nobody has played yet."""


DRAWN: Final = "ristiklappi/2 hands=AKQJT,QJT9 talon=876 lead=0 trick=K7 drawn=A"
"""A position in which seat 0, who has won the trick and drawn an ace, may spice it."""


def unreadable(line: str, caret: str, *said: str) -> None:
    """Require that a line cannot be read: at the column of the caret, saying all of this of what is wrong and what was expected."""
    with pytest.raises(NotationError) as caught:
        parse(line)
    error = caught.value
    assert error.text == line
    assert error.column == caret.index("^") + 1
    assert error.expected
    problem = f"{error.problem}; expected {error.expected}"
    for part in said:
        assert part in problem
    assert str(error) == f"column {error.column}: {problem}\n  {line}\n  {caret}"


def impossible(line: str, key: str, *said: str) -> None:
    """Require that a position cannot come about: because of this key, for a problem that says all of this."""
    with pytest.raises(PositionError) as caught:
        parse(line)
    error = caught.value
    assert error.key == key
    assert error.line == line
    for part in said:
        assert part in error.problem
    first, *shown = str(error).splitlines()
    assert first == f"{key}: {error.problem}"
    if f" {key}=" not in line or len(line) > 72:
        assert shown == [f"  in: {line}"]
    else:
        text, caret = shown
        assert text == f"  {line}"
        assert line[: caret.index("^") - 2].endswith(f" {key}=")
