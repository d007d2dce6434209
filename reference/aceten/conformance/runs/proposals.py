"""Proposing what a program may say of itself, so that its answers are right; and asking it again so."""

from __future__ import annotations

import itertools
import time
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from aceten.conformance.findings.asker import Asker
from aceten.conformance.findings.marks import Mark
from aceten.conformance.findings.variants import Answered, Marks, Options, explaining
from aceten.conformance.programs.program import Program
from aceten.conformance.questions.generator import UnplayableError
from aceten.conformance.questions.novelty import Novelty
from aceten.conformance.verification import Proposal
from aceten_spec.protocol import Level

if TYPE_CHECKING:
    from aceten.conformance.questions.plan import Plan

_QUESTIONS: Final = 40
"""How many questions of a level are asked again."""
_TRIED: Final = 4
"""So many proposals are tried at most."""


class _Again(NamedTuple):
    """What came of asking again."""

    asked: int
    right: int


def proposed(
    program: Program,
    plan: Plan,
    answers: Sequence[tuple[Answered, Sequence[Options]]],
    *,
    marks: Marks,
    offered: Collection[str],
    share: float,
    until: float,
) -> Proposal | None:
    """Return what a program may say of itself; ``None`` when nothing is known that makes its answers better.

    A proposal is one only if asking again by it finds nothing wrong that was right, and more right than before.

    :param answers: its wrong answers, each with the options under which it is right.
    :param marks: tells in which ways an answer is wrong.
    :param offered: the kinds of actions that it has named as legal.
    :param share: the share of its answers that were right.
    :param until: when to stop.
    """
    for number, (plays, explained) in enumerate(explaining(answers, marks)[:_TRIED]):
        left = {answered.mark for (answered, _), done in zip(answers, explained, strict=True) if not done}
        missing = {mark.action for mark in left if mark.lack == "missing"}
        lacks = tuple(sorted(missing.difference(offered, {"cards"})))
        omits = tuple(sorted(mark.part for mark in left if mark.lack == "left out"))
        if not (plays or lacks or omits) or (number and time.monotonic() > until):
            continue
        support = tuple(
            [
                msgspec.structs.replace(
                    one, plays=one.plays | plays, lacks=(*one.lacks, *lacks), omits=(*one.omits, *omits)
                )
                for one in plan.support
            ]
        )
        again = _asked_again(program, msgspec.structs.replace(plan, support=support), left, until)
        if again is None or not again.right or again.right < share * again.asked:
            continue
        gone = {mark for mark in left if mark.lack == "left out" or (mark.lack == "missing" and mark.action in lacks)}
        known = sum(done or answered.mark in gone for (answered, _), done in zip(answers, explained, strict=True))
        explains = len(answers) if again.right == again.asked else known
        return Proposal(plays=plays, lacks=lacks, omits=omits, explains=explains, asked=again.asked, right=again.right)
    return None


def _asked_again(program: Program, plan: Plan, known: Collection[Mark], until: float) -> _Again | None:
    """Return what came of asking a few questions of each level.

    :param known: the ways in which answers may be wrong.
    :return: ``None`` when one is wrong in another way, or the game cannot be played so.
    """
    plan = msgspec.structs.replace(plan, examples=_QUESTIONS, loaded={}, shown={}, seen=Novelty())
    asker = Asker(program, said=plan.said_of)
    levels: list[Level] = [level for level in plan.levels if level in plan.known_levels and plan.games(level)]
    asked = right = 0
    try:
        for number, level in enumerate(levels):
            now = time.monotonic()
            share = now + (until - now) / (len(levels) - number)
            for case, _ in itertools.islice(plan.cases(level), plan.goal(level)):
                if time.monotonic() > share:
                    break
                response = asker.ask(case)
                asked, right = asked + (response.skipped is None), right + response.right
                if any(wrong.mark not in known for wrong in response.wrongs):
                    return None
    except UnplayableError:
        return None
    return _Again(asked, right)
