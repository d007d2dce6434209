"""Steering: of several questions the one is asked in which most facts meet for the first time."""

from __future__ import annotations

from typing import Final

import pytest
from conformance.mistakes.asked import verified
from conformance.mistakes.catalogue import MISTAKES, Mistake

from aceten import load
from aceten.conformance.cases import Case, Maker, example_cases
from aceten.conformance.chance import Chance
from aceten.conformance.steering import Seen, signs_of
from aceten_spec import load_shipped

RARE: Final = [mistake for mistake in MISTAKES if mistake.rare]


def score_cases() -> list[Case]:
    """Return cases about what deals of Schnapsen come to."""
    maker = Maker(load("schnapsen"), Chance(3), calls=False)
    return [maker.make("score") for _ in range(150)]


def test_the_case_with_most_that_is_new_is_asked() -> None:
    """A case whose facts were asked before is passed over for one in which others meet."""
    made = score_cases()
    other = next(case for case in made if not signs_of(case) <= signs_of(made[0]))
    seen = Seen()
    seen.note(made[0])
    proposed = iter([made[0], other] * 20)
    assert seen.choose("score", 0, lambda: next(proposed)) is other


def test_what_was_never_seen_is_told() -> None:
    """Facts of the examples that no question had are told, and pairs of facts that never met; no fact once all are asked."""
    rulebook = load_shipped("schnapsen")
    seen = Seen()
    assert {"closed", "showed_a_marriage"} <= set(seen.unseen(rulebook).facts)
    assert seen.unseen(rulebook).pairs == ()
    shown = example_cases(rulebook, calls=True)
    for case in shown:
        seen.note(case)
    unseen = seen.unseen(rulebook)
    assert unseen.facts == ()
    assert unseen.pairs
    signs = [signs_of(case) for case in shown]
    assert not any(one.issuperset(pair) for pair in unseen.pairs for one in signs)


def test_limits_are_asked() -> None:
    """Among questions about scores there are such with just enough points by marriages, and just schneider or just not."""
    signs = set[str]().union(*map(signs_of, score_cases()))
    assert {"limit:enough_by_marriages:claimant", "limit:schneider+0:other", "limit:schneider-1:other"} <= signs


@pytest.mark.turns(22)
@pytest.mark.parametrize("mistake", RARE, ids=lambda mistake: mistake.name)
def test_rare_mistakes_are_found(mistake: Mistake) -> None:
    """What is wrong only where two things meet that seldom do is found, if not with the first seed then with one of three."""
    assert any(verified(mistake, seed=seed).findings for seed in range(3))
