"""Strengths by Bradley and Terry: what the model says of them holds, whatever finds them."""

import math
import sys
from importlib.util import find_spec
from typing import Final

import pytest

from aceten_solver import round_robin
from aceten_solver.contests import strengths as module
from aceten_solver.contests.strengths import Compared, strengths

pytestmark = pytest.mark.skipif(find_spec("choix") is None, reason="choix is not there, which the extra 'arena' brings")

SCALE: Final = 400 / math.log(10)


def test_two_are_as_far_apart_as_they_won() -> None:
    """Of two, the ratio of deals won is that of their strengths; the interval is that of the logarithm of odds."""
    found = strengths(2, [Compared(0, 1, 30, 9, 10)])
    assert found is not None
    won, lost = 30 + 5, 10 + 5
    assert found[0].mean - found[1].mean == pytest.approx(SCALE * math.log(won / lost), rel=1e-6)
    # Each is half of the difference away from 0, and that has the variance 1 / (n p q).
    half = 1.959964 * math.sqrt((won + lost) / (won * lost)) / 2
    assert [each.margin for each in found] == pytest.approx([SCALE * half] * 2, rel=1e-6)
    assert (found[0].deals, found[1].deals) == (49, 49)


def test_each_has_won_what_was_to_be_expected() -> None:
    """At the most likely strengths everybody has won, in all, as often as the model expects; 0 is their mean."""
    compared = [Compared(0, 1, 12, 3, 5), Compared(0, 2, 20, 0, 0), Compared(1, 2, 9, 4, 7)]
    found = strengths(3, compared)
    assert found is not None
    assert sum(each.mean for each in found) == pytest.approx(0, abs=1e-6)
    won, expected = [0.0] * 3, [0.0] * 3
    for one, other, better, equal, worse in compared:
        deals = better + equal + worse + 1
        won[one] += better + (equal + 1) / 2
        won[other] += worse + (equal + 1) / 2
        chance = 1 / (1 + 10 ** ((found[other].mean - found[one].mean) / 400))
        expected[one] += deals * chance
        expected[other] += deals * (1 - chance)
    assert won == pytest.approx(expected, abs=1e-4)


def test_without_the_package_leads_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where choix is not there, no strength is told, and the order is that of the leads."""
    monkeypatch.setitem(sys.modules, "choix", None)
    assert module.strengths(2, [Compared(0, 1, 1, 0, 0)]) is None
    found = round_robin(["random", "greedy"], "zsiros/2", deals=10)
    assert [each.strength for each in found.standings] == [None, None]
    first, second = found.standings
    assert first.game_points.mean == -second.game_points.mean >= 0
