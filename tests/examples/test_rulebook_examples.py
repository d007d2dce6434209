"""The examples of every shipped rulebook, run through the engine."""

import pytest

from aceten.notation.examples import run_example
from aceten_spec import Example, Rulebook, load_shipped, shipped

EXAMPLES = [(load_shipped(game), example) for game in shipped() for example in load_shipped(game).examples]


@pytest.mark.parametrize(("rulebook", "example"), EXAMPLES, ids=[example.id for _, example in EXAMPLES])
def test_example_goes_as_it_says(rulebook: Rulebook, example: Example) -> None:
    """Every example of a rulebook goes, step by step, as it says."""
    run_example(rulebook, example)


@pytest.mark.parametrize("game", shipped())
def test_every_rule_has_an_example(game: str) -> None:
    """Every clause that asks something of play is shown by at least one example."""
    rulebook = load_shipped(game)
    shown = {clause for example in rulebook.examples for clause in example.clauses}
    assert [clause.id for clause in rulebook.clauses if clause.subject == "rule" and clause.id not in shown] == []
