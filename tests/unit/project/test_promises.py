"""What SECURITY.md promises in figures is what the programs hold to."""

from typing import Final

import pytest
from support.checkout import ROOT

from aceten.conformance.programs.process import MAX_KEPT
from aceten.conformance.programs.process import MAX_LINE as MAX_REPLY
from aceten.notation.record_lines import MAX_RECORD
from aceten.vocabulary.position_writer import MAX_LINE
from aceten_board.bodies import MOST_DEALS
from aceten_board.connections import HEAD_SECONDS, MOST
from aceten_certificates.checking import MOST_POSITIONS
from aceten_certificates.sealed_file import MOST_HEADER
from aceten_certificates.strategies.fitting_deals import MOST_DEALS as MOST_FITTING
from aceten_cli.frame.inputs import MAX_FILE
from aceten_solver.native.table_entries import SEARCHED, WORKED_OUT
from aceten_spec.formats import MOST_COMMENT, MOST_NAME

PROMISED: Final = (
    f"A record has {MAX_RECORD:,} characters at most",
    f"a line of one that people type {MAX_LINE:,}",
    f"a comment {MOST_COMMENT:,}",
    f"a name, a date or a place {MOST_NAME}",
    f"reads files of {MAX_FILE:,} bytes",
    f"the board texts of {MAX_RECORD:,} characters with {MOST_DEALS} deals",
    f"{SEARCHED} by search alone, and {WORKED_OUT:,} by the first trick",
    f"Its header has {MOST_HEADER:,} bytes at most",
    f"no more than {MOST_FITTING:,} deals",
    f"up to {MOST_POSITIONS:,} positions for each claim",
    f"of one line, of 2<sup>{MAX_REPLY.bit_length() - 1}</sup> bytes at most",
    f"the last {MAX_KEPT:,} bytes are kept",
    f"No more than {MOST} connections are held open",
    f"has not come within {'ten' if HEAD_SECONDS == 10 else HEAD_SECONDS} seconds",
)
"""What is said, made of the numbers by which the programs go."""


@pytest.mark.parametrize("promise", PROMISED)
def test_figures_are_those_of_the_programs(promise: str) -> None:
    """Each figure stands there as the program has it; that it is held to, the tests of what reads, asks and serves show."""
    told = " ".join((ROOT / "SECURITY.md").read_text(encoding="utf-8").split())
    assert promise in told
