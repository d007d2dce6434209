"""The certificates that are checked in: one for each position that pages show, each right, and no others."""

from pathlib import Path
from typing import Final

import pytest
from support.slices import THOROUGH
from tools import page_certificates

import aceten_certificates
from aceten import State
from aceten_certificates import usual_measure
from aceten_certificates.certificate import Reader

POSITIONS: Final = tuple(page_certificates.positions())
"""Whole deals are the last."""
WHOLE: Final = len(page_certificates.RECORDS)
MOST_BYTES: Final = 300_000
"""So large may all of them be together."""


def check(state: State, folder: Path = page_certificates.FOLDER) -> None:
    """Hold that there is a certificate of what a position is worth."""
    checked = aceten_certificates.check(page_certificates.file_of(state, folder))
    assert str(checked.position) == str(state)
    assert checked.measure == usual_measure(state)
    assert [claim.half for claim in checked.claims] == ["at_least", "at_most"]
    assert len({claim.number for claim in checked.claims}) == 1


@pytest.mark.parametrize("state", POSITIONS[:-WHOLE], ids=str)
def test_what_a_position_of_a_page_is_worth_is_proved(state: State) -> None:
    """Both halves of it, by the rules and without a search."""
    check(state)


@pytest.mark.turns(12)
@pytest.mark.parametrize("state", POSITIONS[-WHOLE:], ids=page_certificates.RECORDS)
def test_what_a_whole_deal_is_worth_is_proved(state: State) -> None:
    """Likewise, from the first card on."""
    check(state)


@pytest.mark.parametrize("name", page_certificates.LONG_RECORDS)
def test_the_certificate_of_a_long_deal_is_whole(name: str) -> None:
    """It is read, by the rules as they are, and is about the beginning of the deal."""
    state = page_certificates.first_of(name)
    with page_certificates.file_of(state, page_certificates.LONG).open("rb") as file:
        header = Reader(file).header
    assert str(header.position) == str(state)
    assert len({claim.number for claim in header.claims}) == 1 < len(header.claims)


@pytest.mark.skipif(not THOROUGH, reason="takes minutes")
@pytest.mark.parametrize("name", page_certificates.LONG_RECORDS)
def test_what_a_long_deal_is_worth_is_proved(name: str) -> None:
    """Likewise, of those that take long."""
    check(page_certificates.first_of(name), page_certificates.LONG)


def test_there_are_no_others_and_they_are_small() -> None:
    """``make generate`` writes what is missing, and removes what is of no page any more."""
    files = sorted(page_certificates.FOLDER.iterdir())
    assert files == sorted(map(page_certificates.file_of, POSITIONS))
    long = sorted(page_certificates.LONG.iterdir())
    firsts = map(page_certificates.first_of, page_certificates.LONG_RECORDS)
    assert long == sorted(page_certificates.file_of(state, page_certificates.LONG) for state in firsts)
    files += long
    assert sum(file.stat().st_size for file in files) < MOST_BYTES


def test_what_the_page_says_of_a_seven_is_proved() -> None:
    """With a nine in hand the player who follows takes both aces, with a seven one of them."""
    worth = {
        str(state).partition(" ")[2]: aceten_certificates.check(page_certificates.file_of(state)).claims[0].number
        for state in POSITIONS
        if str(state).startswith("zsiros/2 hands=A8,")
    }
    assert worth == {"hands=A8,A9 lead=0": 0, "hands=A8,A7 lead=0": 10}
