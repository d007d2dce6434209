"""Whoever is not type-checked hears in words that an argument is of another kind than a function works with."""

from collections.abc import Callable
from typing import Final, cast

import pytest

import aceten
import aceten_solver

DOORS: Final[dict[str, Callable[..., object]]] = {
    "parse": aceten.parse,
    "parse_state": aceten.parse_state,
    "parse_action": aceten.parse_action,
    "read_record": aceten.read_record,
    "read_records": aceten.read_records,
    "read_seen_record": aceten.read_seen_record,
    "read_match": aceten.read_match,
    "perft": lambda given: aceten.perft(given, 1),
    "rewards": aceten.rewards,
    "worlds": aceten.worlds,
    "imagine": lambda given: aceten.imagine(given, (), ()),
    "trick_winner": lambda given: aceten.trick_winner(given, (aceten.card("Ah"),)),
    "solve": aceten_solver.solve,
    "solve_many": aceten_solver.solve_many,
    "value_many": aceten_solver.value_many,
    "review": aceten_solver.review,
    "review_fairly": lambda given: aceten_solver.review_fairly(given, 0),
    "advise": aceten_solver.advise,
    "certify": aceten_solver.certify,
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("given", [None, 3.5, object()], ids=["nothing", "a fraction", "an object"])
def test_what_is_of_another_kind_is_refused_in_words(door: str, given: object) -> None:
    """It is named what is expected, and what was given."""
    with pytest.raises(aceten.UsageError, match=rf"^expected .*, given a {type(given).__name__}\b"):
        DOORS[door](given)


def test_a_depth_a_bound_and_an_objective_are_looked_at_too() -> None:
    """A fraction is none of them."""
    state = aceten.parse_state("zsiros/2 hands=AK,T7 points=40,20")
    half = cast("int", 1.5)
    with pytest.raises(aceten.UsageError, match=r"depth 1.5: expected 0 or more"):
        aceten.perft(state, half)
    with pytest.raises(aceten.UsageError, match=r"a bound of 1.5: expected a whole number"):
        aceten_solver.certify(state, at_least=half)
    with pytest.raises(aceten_solver.ObjectiveError, match=r"1.5.*expected one of: points"):
        aceten_solver.solve(state, cast("str", half))
