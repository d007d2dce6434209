"""The page of equilibria by regrets: CFR+ of OpenSpiel and our linear program say the same of mini-packs."""

from typing import Final

import pytest
from support.checkout import ROOT
from support.slices import sliced

pytest.importorskip("pyspiel", reason='OpenSpiel is not installed; pip install ".[openspiel]" or make compare does')

from docs.equilibria.regrets import GAMES, WIDTH, exact, row, stands

ROWS: Final = (ROOT / "docs" / "equilibria" / "regrets.txt").read_text(encoding="utf-8").splitlines()[1:]
"""What the page shows, without its head."""
FEW: Final = sliced(1, whole=None)
"""So many rows are made anew."""


def rows_of(game: str) -> list[str]:
    """Return the rows of a game."""
    return [each for each in ROWS if each[:WIDTH].strip() == game]


@pytest.mark.parametrize("game", GAMES)
def test_both_ways_come_to_the_same(game: str) -> None:
    """In the end the values are less than a millionth apart, nearer with every row, and a best answer gains next to nothing."""
    told = [[float(number) for number in each[WIDTH:].split()] for each in rows_of(game)]
    assert [rounds for rounds, *_ in told] == [*GAMES[game]]
    assert all(
        round(abs(value - worth), 7) == pytest.approx(apart, abs=2e-7, rel=0.05) for _, value, worth, apart, _ in told
    )
    assert told[-1][3] < 1e-6
    assert told[-1][4] < 1e-5
    assert sorted(told, key=lambda numbers: -numbers[3]) == told


@pytest.mark.parametrize("game", sliced([*GAMES][:2], whole=[*GAMES]))
def test_the_table_is_what_its_command_writes(game: str) -> None:
    """The values of the linear program, and what CFR+ comes to round by round, are those on the page."""
    value = exact(game)
    assert [row(game, stand, value) for stand in stands(game, GAMES[game][:FEW])] == rows_of(game)[:FEW]
