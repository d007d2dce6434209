"""Proofs about the engine's own functions, for all inputs, by z3 and cvc5.

The functions are run unmodified on symbolic numbers (:mod:`aceten.proofs.execution.symbolic_runs`) and compared with what the clauses say
(:mod:`aceten_spec.formulas`). Needs the optional dependencies ``z3-solver`` and ``cvc5``.

>>> from aceten.proofs import prove
>>> from aceten_spec import load_shipped
>>> prove(load_shipped("zsiros"), 2, only=["T-POINTS"]).verdict
'proved'
"""

from __future__ import annotations

import time
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

import msgspec

from aceten.engine.loading import load
from aceten.proofs.statements.game_setting import Setting, setting
from aceten.proofs.statements.obligations import Provers
from aceten.proofs.statements.proof_report import (
    Counterexample,
    Obligation,
    Report,
    SolverName,
    Theorem,
    Verdict,
    Witness,
    overall,
)
from aceten.proofs.statements.propositions import Proposition, Step, establish
from aceten.proofs.theorems import THEOREMS
from aceten.vocabulary.errors import UsageError, usage_error
from aceten_spec.errors import shown
from aceten_spec.rulebook import OptionValue, Rulebook
from aceten_spec.speech import say

__all__ = [
    "THEOREMS",
    "Counterexample",
    "Obligation",
    "Proposition",
    "Provers",
    "Report",
    "SolverName",
    "Step",
    "Theorem",
    "Verdict",
    "Witness",
    "chosen_theorems",
    "merged",
    "obligations_of",
    "prove",
]


def prove(
    rulebook: Rulebook,
    players: int,
    *,
    options: Mapping[str, OptionValue] | None = None,
    only: Iterable[str] | None = None,
    clause: str | None = None,
    provers: Provers | None = None,
) -> Report:
    """Return what is proved about a game.

    :param options: the rulebook's options by name.
    :param only: ids of theorems and of obligations; ``None``: everything. A theorem counts as proved only when all its obligations are.
    :param clause: only the obligations that a clause asks for.
    :param provers: who is asked; ``None``: z3 and cvc5.
    :raises RulebookError: when there is no such option.
    :raises UsageError: for a number of players that the rulebook does not describe, and for ids that there are not.
    """
    start = time.perf_counter()
    game = load(rulebook, players=players, **(options or {}))
    about = setting(game)
    chosen = _chosen(None if only is None else tuple(only), clause, rulebook)
    theorems = tuple(
        establish(proposition, about, only=chosen, provers=provers or Provers())
        for proposition in _speaking(about, chosen)
    )
    verdicts: list[Verdict] = []
    for theorem in theorems:
        if theorem.complete:
            verdicts.append(theorem.verdict)
        else:
            verdicts.extend(each.verdict for each in theorem.obligations)
    return Report(
        game=" ".join([str(game), *[f"{name}={value}" for name, value in game.options]]),
        rules=game.digest,
        theorems=theorems,
        verdict=overall(tuple(verdicts)) if verdicts else "unknown",
        seconds=round(time.perf_counter() - start, 3),
    )


def chosen_theorems(
    rulebook: Rulebook,
    players: int,
    *,
    options: Mapping[str, OptionValue] | None = None,
    only: Iterable[str] | None = None,
    clause: str | None = None,
) -> tuple[str, ...]:
    """Return the ids of the theorems that speak about a game, as far as they are asked for (:func:`prove`)."""
    about = setting(load(rulebook, players=players, **(options or {})))
    chosen = _chosen(None if only is None else tuple(only), clause, rulebook)
    return tuple(proposition.id for proposition in _speaking(about, chosen))


def obligations_of(theorem: str) -> tuple[str, ...]:
    """Return the ids of the obligations of a theorem, for whatever game.

    :raises UsageError: when there is no such theorem.
    """
    for proposition in THEOREMS:
        if proposition.id == theorem:
            return proposition.obligations()
    raise _no_such(theorem)


def merged(reports: Sequence[Report]) -> Report:
    """Return the reports about one game as one."""
    return msgspec.structs.replace(
        reports[0],
        theorems=tuple(theorem for report in reports for theorem in report.theorems),
        earlier=tuple(theorem for report in reports for theorem in report.earlier),
        verdict=overall(tuple(report.verdict for report in reports)),
        seconds=round(sum(report.seconds for report in reports), 3),
    )


def _speaking(about: Setting, chosen: Container[str] | None) -> Iterator[Proposition]:
    """Yield the theorems that speak about a game, with an obligation that is chosen."""
    for proposition in THEOREMS:
        if proposition.applies(about):
            asked = [f"{proposition.id}.{step.name}" for step in proposition.steps if step.applies(about)]
            if chosen is None or any(name in chosen for name in asked):
                yield proposition


def _chosen(only: tuple[str, ...] | None, clause: str | None, rulebook: Rulebook) -> set[str] | None:
    """Return the ids of the obligations to discharge; ``None``: all."""
    if only is None and clause is None:
        return None
    known = {proposition.id: set(proposition.obligations()) for proposition in THEOREMS}
    known |= {name: {name} for names in known.values() for name in names}
    for name in only or ():
        if name not in known:
            raise _no_such(name)
    chosen = {name for each in (known if only is None else only) for name in known[each]}
    if clause is None:
        return chosen
    if all(each.id != clause for each in rulebook.clauses):
        raise usage_error("{game} has no clause {clause}", game=rulebook.id, clause=shown(clause, 80))
    return chosen & {
        f"{proposition.id}.{step.name}"
        for proposition in THEOREMS
        for step in proposition.steps
        if clause in step.clauses_of(rulebook)
    }


def _no_such(name: str) -> UsageError:
    theorems = ", ".join(proposition.id for proposition in THEOREMS)
    return UsageError(
        say(
            "no theorem and no obligation {name}; expected one of {theorems}, or one of their obligations",
            name=shown(name, 80),
            theorems=theorems,
        )
    )
