"""Numbers that limit what is done: any that somebody names means what it says, or is refused; none becomes another one on its way."""

import math
from collections.abc import Callable
from functools import partial
from typing import Final

import pytest

import aceten
import aceten_solver
from aceten import UsageError
from aceten_solver import Solver
from aceten_solver.endgames import endgame_tables as tables
from aceten_solver.endgames.endgame_tables import TableError
from aceten_solver.native.complete_tables import Tables
from aceten_solver.native.door import RefusedError
from aceten_solver.native.library import native_library
from aceten_solver.native.many_deals import ManyDeals
from aceten_solver.native.native_core import Core
from aceten_solver.question.backends import Backend
from aceten_solver.question.question import limits_of

ENDING: Final = aceten.parse("zsiros/2 hands=AQT8,AK97 points=30,20 tricks=6,6")
NATIVE: Final = pytest.mark.skipif(aceten_solver.backend != "native", reason="the native core is not built")
BACKENDS: Final = [None, "python"]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("nodes", [2**63, 2**64 - 1, 2**64, 2**64 + 1, 2**200, 10**4000])
def test_more_nodes_than_the_core_counts_are_no_limit(nodes: int, backend: Backend | None) -> None:
    """What is left of such a number when it is cut to 64 bits would be none, or few."""
    with Solver(backend=backend) as solver:
        assert solver.solve(ENDING, nodes=nodes).exact
        assert solver.value(ENDING, nodes=nodes) == solver.value(ENDING)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("seconds", [math.inf, 1e300, 2**64, 10**400])
def test_more_seconds_than_there_are_are_no_limit(seconds: float, backend: Backend | None) -> None:
    """However large, and of either kind of number."""
    with Solver(backend=backend) as solver:
        assert solver.solve(ENDING, seconds=seconds).exact


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("nodes", "seconds"), [(-1, None), (-(2**64), None), (None, -1.0), (None, -math.inf), (0, None)]
)
def test_less_than_nothing_is_nothing(nodes: int | None, seconds: float | None, backend: Backend | None) -> None:
    """No number below 0 comes round to a large one."""
    with Solver(backend=backend) as solver:
        assert not solver.solve(ENDING, nodes=nodes, seconds=seconds).exact


def _value(**budget: float) -> object:
    with Solver() as solver:
        return solver.value(ENDING, **budget)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType] - as it is to be refused


def _bounds(**budget: float) -> object:
    with Solver() as solver:
        return solver.bounds(ENDING, **budget)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType] - likewise


ASKED: Final[dict[str, Callable[..., object]]] = {
    "solve": partial(aceten_solver.solve, ENDING),
    "value": _value,
    "bounds": _bounds,
    "advise": partial(aceten_solver.advise, aceten.parse_state("zsiros/2 hands=A9,T8 lead=0").view(aceten.Seat(0))),
    "review": partial(aceten_solver.review, aceten.read_record(aceten.record_of(ENDING, ENDING))),
    "alpha-mu": partial(aceten_solver.search_alpha_mu, [(ENDING, 1)]),
}
"""Who takes a budget."""


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("budget", [{"nodes": 1.5}, {"nodes": math.nan}, {"nodes": True}, {"nodes": "5"}])
def test_nodes_are_whole_numbers(asked: str, budget: dict[str, object]) -> None:
    """A number that is not whole, a truth value or a text is refused, and named."""
    with pytest.raises(UsageError, match=r"nodes=.*: expected a whole number"):
        ASKED[asked](**budget)


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("seconds", [math.nan, True, "5"])
def test_seconds_are_numbers(asked: str, seconds: object) -> None:
    """What is no number would never be over."""
    with pytest.raises(UsageError, match=r"seconds=.*: expected a number"):
        ASKED[asked](seconds=seconds)


@pytest.mark.parametrize("memory", [0, -1, 2**20 + 1, 2**64 + 1, 1.5, math.nan, True])
def test_memory_is_a_number_of_megabytes(memory: int) -> None:
    """Whatever else it is."""
    with pytest.raises(UsageError, match="expected megabytes"):
        Solver(memory=memory)


@pytest.mark.parametrize("threads", [0, -1, 2**64 + 1, 1.5, math.nan, True])
def test_threads_are_counted(threads: int) -> None:
    """As many as there can be."""
    with pytest.raises(UsageError, match="threads="):
        list(aceten_solver.solve_many([ENDING], threads=threads))


def test_limits_are_what_the_core_takes() -> None:
    """Each number fits into 64 bits, and what is not limited stays so."""
    assert limits_of(None, None)[:2] == (None, None)
    assert limits_of(2**64, 10**400)[:2] == (2**64 - 1, 2.0**40)
    assert limits_of(-5, -5)[:2] == (0, 0.0)
    assert limits_of(7, 1.5)[:2] == (7, 1.5)


@NATIVE
@pytest.mark.parametrize("place", [212, 2**64, 2**64 + 1, -1])
def test_a_table_has_no_place_that_is_cut_to_64_bits(place: int) -> None:
    """Where there is no such place, that is said, and no other position told."""
    with pytest.raises(TableError):
        tables.positions(aceten.load("zsiros", players=4), 1, [place])


@NATIVE
@pytest.mark.parametrize("number", [-1, 2**64, 2**64 + 1])
def test_the_core_is_handed_no_number_that_does_not_fit(number: int) -> None:
    """Sizes, places and counts: ctypes would cut them without a word."""
    library = native_library()
    assert library is not None
    rules = (0,)
    for made in (
        lambda: Tables(library, rules, number),
        lambda: Core(library, rules, number),
        lambda: ManyDeals(library, rules, (), (), number),
    ):
        with pytest.raises(RefusedError, match="64 bits"):
            made()
