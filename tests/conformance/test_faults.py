"""Faults as people make them, in programs of strangers in three languages: what the kit makes of each."""

from typing import Final

import pytest
from conformance.faults.catalogue import Faulty, faults, is_there, right
from conformance.faults.score import report_on, score_of

from aceten.conformance import verify
from aceten_spec import load_shipped

FIRST: Final = faults("first")
SECOND: Final = faults("second")
ENGINES: Final = ("schnapsen", "zsirozas", "sueca")
OTHERWISE: Final = {
    "sevens-are-nothing": "four findings: who takes a trick, what goes on with it, and what follows",
    "jack-counts-one": "two findings, of points with marriages and without",
    "marriage-only-with-a-talon": "two findings, as there is an option for each half of it",
    "exchange-after-closing": "two findings, of exchanges at once and later",
    "a-led-seven-is-any": "two findings, who takes a trick and whether it goes on",
    "taker-does-not-lead": "other clauses, in three findings or four",
    "first-card-is-trump": "two findings, one of them of the points that follow from it",
}
"""The faults of which the kit does not cite a broken clause first, or not in a single finding, with what it does."""


def test_the_catalogue_has_faults_of_every_engine() -> None:
    """There are sixty or more in three languages, half of them written when the kit was done; each breaks clauses that there are."""
    assert len(FIRST) + len(SECOND) >= 60
    assert len(SECOND) >= len(FIRST)
    names = [(one.engine, one.name) for one in (*FIRST, *SECOND)]
    assert len(set(names)) == len(names)
    for half in (FIRST, SECOND):
        assert {one.engine for one in half} == set(ENGINES)
    for one in (*FIRST, *SECOND):
        assert one.fault.says.endswith(".")
        assert set(one.clauses) <= {clause.id for clause in load_shipped(one.game).clauses}
    assert set(OTHERWISE) <= {one.name for one in (*FIRST, *SECOND)}


@pytest.mark.turns(3)
@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_without_a_fault_conforms(engine: str) -> None:
    """What is found in the others is their fault."""
    if not is_there(engine):
        pytest.skip(f"what {engine} needs is not installed")
    game = next(one.game for one in FIRST if one.engine == engine)
    report = verify(right(engine), game, examples=40, seconds=600)
    assert (report.verdict, report.findings) == ("conforms", ())


@pytest.mark.turns(62)
@pytest.mark.parametrize("faulty", [*FIRST, *SECOND], ids=lambda one: f"{one.engine}-{one.name}")
def test_a_fault_is_told_by_its_clause(faulty: Faulty) -> None:
    """It is found, and but for those that are listed it is one finding, with a clause first that is broken."""
    if not is_there(faulty.engine):
        pytest.skip(f"what {faulty.engine} needs is not installed")
    score = score_of(faulty, report_on(faulty))
    assert score.findings, faulty.fault.says
    if faulty.name not in OTHERWISE:
        assert (score.first, score.findings) == (True, 1), score
