"""How far it is shown that the engine keeps to each clause of a rulebook."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from aceten.engine.loading import load
from aceten.proofs.statements.game_setting import setting
from aceten.proofs.theorems import THEOREMS
from aceten_spec.rulebook import Rulebook

Degree: TypeAlias = Literal["proved", "bounded", "tested", "definition"]
"""``proved``: obligations ask for it whose domain is everything that can occur. ``bounded``: all obligations that ask for it have a
domain up to a bound. ``tested``: examples and property tests, but no proof. ``definition``: it fixes a word or binds the people at the
table, and asks nothing of a program."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How far a clause is shown to be kept to."""

    degree: Degree
    """How far."""
    obligations: tuple[str, ...] = ()
    """The obligations that ask for it, with some number of players."""
    examples: tuple[str, ...] = ()
    """The rulebook's examples of it, which the tests run."""


def standing(rulebook: Rulebook) -> dict[str, Standing]:
    """Return for each clause of a rulebook, by id, how far it is shown that the engine keeps to it.

    That an obligation asks for it is known without a proof; that it holds is what :func:`aceten.proofs.prove` says.
    """
    asking: dict[str, dict[str, bool]] = {clause.id: {} for clause in rulebook.clauses}
    for players in rulebook.parameters.players:
        about = setting(load(rulebook, players=players))
        for proposition in THEOREMS:
            for step in proposition.steps:
                for clause in step.clauses_in(about.game) if step.about_engine and step.applies(about) else ():
                    asking[clause][f"{proposition.id}.{step.name}"] = step.bounded
    found: dict[str, Standing] = {}
    for each in rulebook.clauses:
        obligations = asking[each.id]
        degree: Degree = "definition"
        if obligations:
            degree = "bounded" if all(obligations.values()) else "proved"
        elif each.subject == "rule":
            degree = "tested"
        found[each.id] = Standing(
            degree=degree,
            obligations=tuple(obligations),
            examples=tuple(example.id for example in rulebook.examples if each.id in example.clauses),
        )
    return found
