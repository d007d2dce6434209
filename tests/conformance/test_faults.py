"""Faults as people make them, in programs of strangers in three languages: what the kit makes of each."""

from typing import Final

import pytest
from conformance.faults.catalogue import Faulty, faults, is_there, right
from conformance.faults.score import report_on, score_of

from aceten.conformance import verify
from aceten_spec import load_shipped

FIRST: Final = faults("first")
SECOND: Final = faults("second")
THIRD: Final = faults("third")
FOURTH: Final = faults("fourth")
ALL: Final = (*FIRST, *SECOND, *THIRD, *FOURTH)
"""Those that the kit is held to."""
ENGINES: Final = ("schnapsen", "zsirozas", "sueca")
MORE_ENGINES: Final = ("ristikontra", "lusti-kartln", "einwerfen")


def test_the_catalogue_has_faults_of_every_engine() -> None:
    """There are sixty or more in three languages, and more of which the kit knew nothing at first; each breaks clauses of its game."""
    assert len(FIRST) + len(SECOND) >= 60
    assert len(SECOND) >= len(FIRST)
    assert len(THIRD) >= 20
    assert len(FOURTH) >= 28
    assert {one.engine for one in FOURTH} > {*ENGINES, *MORE_ENGINES}
    names = [(one.engine, one.name) for one in ALL]
    assert len(set(names)) == len(names)
    for part in (FIRST, SECOND, THIRD):
        assert {one.engine for one in part} == set(ENGINES)
    for one in ALL:
        assert one.fault.says.endswith(".")
        assert set(one.clauses) <= {clause.id for clause in load_shipped(one.game).clauses}


@pytest.mark.turns(12)
@pytest.mark.parametrize("engine", [*ENGINES, *MORE_ENGINES])
def test_an_engine_without_a_fault_conforms(engine: str) -> None:
    """What is found in the others is their fault."""
    if not is_there(engine):
        pytest.skip(f"what {engine} needs is not installed")
    game = next(one.game for one in (*FIRST, *FOURTH) if one.engine == engine)
    report = verify(right(engine), game, examples=40, seconds=600)
    assert (report.verdict, report.findings) == ("conforms", ())


@pytest.mark.turns(14)
@pytest.mark.parametrize("faulty", FOURTH, ids=lambda one: f"{one.engine}-{one.name}")
def test_a_fault_of_the_fourth_part_stands_in_its_program(faulty: Faulty) -> None:
    """What stands in the source is there once, and the program with the fault is made."""
    if not is_there(faulty.engine):
        pytest.skip(f"what {faulty.engine} needs is not installed")
    assert faulty.command


@pytest.mark.turns(360)
@pytest.mark.parametrize("faulty", ALL, ids=lambda one: f"{one.engine}-{one.name}")
def test_a_fault_is_told_by_its_clause(faulty: Faulty) -> None:
    """It is found, in one finding, with a clause first that is broken, and no hint that is false."""
    if not is_there(faulty.engine):
        pytest.skip(f"what {faulty.engine} needs is not installed")
    score = score_of(faulty, report_on(faulty))
    assert (score.first, score.findings, score.false) == (True, 1, 0), score
