"""For the tests of theorems: single obligations, games named as in position lines, and functions with some other code."""

from __future__ import annotations

import functools
import inspect
import textwrap
from typing import TYPE_CHECKING, Final

from aceten import load
from aceten.proofs import THEOREMS
from aceten.proofs.mutating import Mutation
from aceten.proofs.obligations import Provers, discharge
from aceten.proofs.replacing import named
from aceten.proofs.setting import setting
from aceten_spec.formulas import evaluate

if TYPE_CHECKING:
    from aceten import Game
    from aceten.proofs.report import Obligation
    from aceten_spec.formulas import Number
    from aceten_spec.rulebook import OptionValue

PROPOSITIONS: Final = {proposition.id: proposition for proposition in THEOREMS}
"""The theorems by id."""

Z3_ALONE: Final = Provers(solvers=("z3",))
"""Enough where something is to be refuted."""


@functools.cache
def game_of(text: str) -> Game:
    """Return a game by its name, number of players and options, such as ``zsiros/2 last_card_loses=7``."""
    game, *options = text.split()
    name, _, players = game.partition("/")
    values: dict[str, OptionValue | bool] = {}
    for option in options:
        key, _, value = option.partition("=")
        values[key] = int(value) if value.isdigit() and key != "last_card_loses" else value
    return load(name, players=int(players), **values)


def discharged(obligation: str, game: Game, provers: Provers = Z3_ALONE) -> Obligation:
    """Return one obligation about a game that it speaks about, discharged."""
    theorem, _, name = obligation.partition(".")
    about, proposition = setting(game), PROPOSITIONS[theorem]
    [step] = [step for step in proposition.steps if step.name == name]
    assert proposition.applies(about), obligation
    assert step.applies(about), obligation
    return discharge(
        name=obligation,
        statement=step.statement,
        clauses=step.clauses_in(game),
        function=step.function,
        domain=step.domain.format_map(about.sizes),
        cases=step.cases(about),
        provers=provers,
    )


def value_of(number: Number | int) -> int:
    """Return the value of a number of a relation of which all is known."""
    return number if isinstance(number, int) else evaluate(number)


def changed(function: str, before: str, after: str) -> Mutation:
    """Return a function in which other code stands for some that it has once."""
    source = textwrap.dedent(inspect.getsource(named(function)))
    assert source.count(before) == 1, (function, before)
    return Mutation(
        function=function,
        operator="constant",
        line=1,
        statement=1,
        number=1,
        before=before,
        after=after,
        source=source.replace(before, after),
    )
