"""Proofs about the engine's own functions, for all inputs, by z3.

The functions are run unmodified on symbolic numbers (:mod:`aceten.proofs.lifting`) and compared with what the clauses say
(:mod:`aceten_spec.formulas`). Needs the optional dependency ``z3-solver``.

>>> from aceten.proofs import prove
>>> from aceten_spec import load_shipped
>>> prove(load_shipped("zsiros"), 2).verdict
'proved'
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from aceten.game import load
from aceten.proofs.functions import ENGINE, Functions
from aceten.proofs.mutants import MUTANTS, Mutant
from aceten.proofs.points import OBLIGATIONS, prove_points
from aceten.proofs.report import Counterexample, Obligation, Report, Theorem, Verdict, Witness, overall

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from aceten_spec.rulebook import OptionValue, Rulebook

__all__ = [
    "ENGINE",
    "MUTANTS",
    "OBLIGATIONS",
    "Counterexample",
    "Functions",
    "Mutant",
    "Obligation",
    "Report",
    "Theorem",
    "Verdict",
    "Witness",
    "prove",
    "prove_points",
]


def prove(
    rulebook: Rulebook,
    players: int,
    *,
    options: Mapping[str, OptionValue] | None = None,
    functions: Functions = ENGINE,
    only: Container[str] = OBLIGATIONS,
) -> Report:
    """Return what is proved about a game.

    :param options: the rulebook's options by name.
    :param functions: the step functions to prove it about; a :class:`Mutant` has its own.
    :param only: ids of the obligations to discharge; a theorem counts as proved only when all of its own are.
    :raises RulebookError: when there is no such option.
    :raises UsageError: for a number of players that the rulebook does not describe.
    """
    start = time.perf_counter()
    game = load(rulebook, players=players, **(options or {}))
    theorems = (prove_points(game, functions, only),)
    return Report(
        game=str(game),
        rules=game.digest,
        theorems=theorems,
        verdict=overall(tuple(theorem.verdict for theorem in theorems)),
        seconds=round(time.perf_counter() - start, 3),
    )
