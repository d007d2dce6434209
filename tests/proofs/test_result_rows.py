"""What a deal with suit tricks comes to in words, row by row, is what the formulas say."""

import itertools
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
import pytest

from aceten.proofs.execution.solvers import solver, verdict
from aceten_spec import load_shipped, shipped
from aceten_spec.formulas import Number, Truth
from aceten_spec.formulas.suits.result_rows import ResultRow, contract_rows, race_rows
from aceten_spec.formulas.suits.settlement_clauses import (
    CONTRACT,
    CONTRACT_NAMES,
    RACE,
    RACE_NAMES,
    contract_name,
    contract_open,
    contract_scores,
    race_name,
    race_scores,
)
from aceten_spec.formulas.terms import Z3, every, no, some
from aceten_spec.rulebook import SuitParameters


def games(score: str) -> list[str]:
    """Return the games that score so."""
    return [
        game
        for game in shipped()
        if isinstance(rules := load_shipped(game).parameters, SuitParameters) and rules.score == score
    ]


RACES: Final = games("race")
CONTRACTS: Final = games("contract")


def suit_rules(game: str, **changes: object) -> SuitParameters:
    """Return the rules of a game with suit tricks, some of them others."""
    rules = load_shipped(game).parameters
    assert isinstance(rules, SuitParameters)
    return msgspec.structs.replace(rules, **changes)


def differing(
    rows: Iterable[ResultRow], gains: tuple[Number, Number], name: Number, names: Sequence[str], facts: Iterable[Truth]
) -> list[str]:
    """Return the rows that do not say the same as formulas where they are the first that holds."""
    wrong: list[str] = []
    before: list[Truth] = []
    for row in rows:
        said = [here == there for here, there in zip(row.gains, gains, strict=True)]
        named = name == names.index(row.name) if row.name in names else every([])
        if verdict(solver([*facts, every([*before, row.holds, no(every([*said, named]))])])) != "unsat":
            wrong.append(row.when)
        before.append(no(row.holds))
    return wrong


@pytest.mark.turns(4)
@pytest.mark.parametrize("game", RACES)
@pytest.mark.parametrize(
    ("at", "penalty", "last"), [*itertools.product(("end", "closing"), ("closing", "end", "flat"), (True, False))]
)
def test_rows_of_a_race(game: str, at: str, penalty: str, *, last: bool) -> None:
    """Of a race the first row that holds has the name and the game points of the formulas, whatever is agreed on closing."""
    rules = suit_rules(game, won_at=at, penalty_at=penalty, last_trick_wins=last)
    facts: list[Truth] = []
    for name in RACE:
        most = {"claimant": 2, "closer": 2}.get(name, 1)
        number = Z3.Int(name)
        facts += [] if name.startswith("points") else [number >= 0, number <= most]
    gains = race_scores(rules, 0).term, race_scores(rules, 1).term
    assert differing(race_rows(rules), gains, race_name(rules).term, RACE_NAMES, facts) == []


@pytest.mark.parametrize("game", CONTRACTS)
@pytest.mark.parametrize(("needs", "both"), [*itertools.product(("points", "tricks"), (True, False))])
@pytest.mark.parametrize("grand", [0, 260])
def test_rows_of_a_contract(game: str, needs: str, grand: int, *, both: bool) -> None:
    """Of a contract the first row that holds has the name and the points of the formulas, where enough is known to settle it."""
    rules = suit_rules(game, grand_needs=needs, grand_points=grand, defenders_score=both)
    bid = Z3.Int(CONTRACT[0])
    facts = [no(contract_open(rules).term), some(bid == points for points in rules.bids)]
    gains = contract_scores(rules, bidders=True).term, contract_scores(rules, bidders=False).term
    assert differing(contract_rows(rules), gains, contract_name(rules).term, CONTRACT_NAMES, facts) == []
