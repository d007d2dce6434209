"""The core under attack, a little of what ``make attack`` does to it."""

import sys
from typing import Final

import pytest
from attack.core import attack
from support.slices import TURN

import aceten_solver

FEW: Final = {"numbers": 300, "positions": 100, "signals": 100, "forks": 5}


@pytest.mark.skipif(aceten_solver.backend != "native", reason="the native core is not built")
@pytest.mark.skipif(sys.platform == "win32", reason="there are other signals, and no forks")
@pytest.mark.turns(24)
@pytest.mark.parametrize("kind", FEW)
def test_it_answers_or_refuses(kind: str) -> None:
    """Whatever it is given, and whatever comes in between, it goes on, and what it answers is right."""
    found = attack(kind, FEW[kind], TURN)
    assert (found.made >= FEW[kind], found.problem) == (True, "")
