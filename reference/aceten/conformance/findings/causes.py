"""What stands behind findings: the fewest causes that explain them, each a single change of what is played, or a clause."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Final

import msgspec

from aceten.conformance.findings.changes import (
    Change,
    LackChange,
    OptionChange,
    ParameterChange,
    RuleChange,
    changes_of,
)
from aceten.conformance.findings.marks import Key, Mark
from aceten.conformance.findings.variants import MOST_NAMED, Answered, under
from aceten.conformance.verification import Finding
from aceten_spec.protocol import ViewRequest

if TYPE_CHECKING:
    from aceten.conformance.findings.evidence import Evidence
    from aceten.conformance.findings.variants import Marks, Options
    from aceten.conformance.oracle.cases import OracleCase
    from aceten_spec.protocol import Reply


_MOST_TRIED: Final = 12_000
"""So many times it is tried at most whether a change makes an answer right, which takes some seconds."""
_FEW: Final = 1
"""A change that makes so few answers right may do so by chance."""
_FOLLOWING: Final = frozenset(
    {
        "winner",
        "turn",
        "winning",
        "hands",
        "talon",
        "points",
        "tricks",
        "steps",
        "known",
        "sizes",
        "result",
        "result.points",
        "result.winners",
    }
)
"""Parts of an answer that go wrong, too, where a trick or what came before went another way."""
_OF_POINTS: Final = frozenset({"result.winners", "result.game_points"})
"""Parts of an answer that depend on what cards count."""
_TAKEN: Final = frozenset({"winner", "winning"})
"""Parts of an answer that say who takes a trick."""
_OF_TAKING: Final = ("PLAY-7", "PLAY-8")
"""Clauses about what comes of a trick, without prefix, that are cited where somebody else takes it."""
_SAID_ONCE: Final = frozenset({"wild"})
"""Parameters whose first clause says the value, and others what is played by it: which cards are wild, and what of them when led."""


class AnsweredFinding(msgspec.Struct, frozen=True):
    """A finding, and the answer to its smallest case."""

    key: Key
    """What tells it apart from others."""
    finding: Finding
    """What is said of it."""
    answered: Answered | None
    """The answer; ``None`` where there was none."""


class Cause(msgspec.Struct, frozen=True):
    """What stands behind findings."""

    found: tuple[AnsweredFinding, ...]
    """The findings, the one first that tells most."""
    change: Change | None = None
    """What is played otherwise; ``None`` where no change that was tried answers as the program does."""
    clause: str = ""
    """The clause that it is about, if one can be named."""
    answers: int = 0
    """How many wrong answers are right by the change, of those that were kept."""


class Explanation:
    """Looks for the fewest causes of findings.

    :param evidence: other answers of the run.
    :param marks: tells in which ways an answer to a case is wrong.
    :param keys: the key of the finding that was made of a wrong answer, by that of the answer.
    """

    def __init__(self, evidence: Evidence, marks: Marks, keys: Mapping[Key, Key]) -> None:
        self._evidence = evidence
        self._marks = marks
        self._keys = keys
        self._refuted: dict[Change, bool] = {}
        self._borne_out: dict[Change, bool] = {}

    def causes(self, found: Sequence[AnsweredFinding]) -> list[Cause]:
        """Return the causes, in the order of the findings that tell most of them."""
        order = {one.key: number for number, one in enumerate(found)}
        left, causes = list(found), list[Cause]()
        fitting = self._fitting(left)
        while left:
            chosen = self._best(fitting, left)
            if chosen is None:
                break
            change, explained = chosen
            clause = _clause_of(change, explained)
            first = min(explained, key=lambda one: (clause not in _cited(one)[:1], order[one.key]))
            explained += [one for one in left if one not in explained and self._is_seen_through(change, one)]
            explained += [one for one in left if one not in explained and _is_unasked(change, clause, one, explained)]
            others = [one for one in explained if one is not first]
            causes.append(Cause((first, *others), change, clause, self._answers(change)))
            left = [one for one in left if one not in explained]
        weak = [cause for cause in causes if len(cause.found) == 1 and cause.answers <= _FEW]
        groups = _by_clause([*left, *[one for cause in weak for one in cause.found]])
        lone = [
            cause
            for cause in weak
            if any(len(group.found) == 1 and cause.found[0] in group.found for group in groups)
            and not _by_chance(cause)
        ]
        kept = [cause for cause in causes if cause not in weak or cause in lone]
        held = {one.key for cause in lone for one in cause.found}
        groups = [group for group in groups if group.found[0].key not in held or len(group.found) > 1]
        return sorted(_with_alike(kept, groups), key=lambda cause: min(order[one.key] for one in cause.found))

    def is_refuted(self, change: Change) -> bool:
        """Whether an answer of the run says that the program does not play so: it would be wrong by that, and is not.

        What is wrong in other answers too is no proof: by the change the play goes on, and another fault may show. Nor is a view, where
        another rule is played by: the actions before it, which are told to be legal, may not be so by that.
        """
        if change not in self._refuted:
            self._refuted[change] = self._contradicted(change)
        return self._refuted[change]

    def upheld(self, cause: Cause) -> tuple[Options, ...]:
        """Return those options under which a wrong answer of a cause is right that no other answer refutes; none of too many."""
        held = [
            options
            for options in cause.found[0].finding.fits
            if not any(self.is_refuted(OptionChange(name, value)) for name, value in options.items())
            and all(self._makes_all_right(options, one) for one in cause.found)
        ]
        return tuple(held) if len(held) <= MOST_NAMED else ()

    def _makes_all_right(self, options: Options, one: AnsweredFinding) -> bool:
        """Whether by options all answers are right, too, that were wrong in the way that a finding is."""
        changes = [OptionChange(name, value) for name, value in options.items()]
        for mark, case, reply in self._evidence.alike(one.key, self._keys):
            changed = None if any(change.is_agreed(case) for change in changes) else under(case, options)
            if changed is not None and mark in self._marks(changed, reply):
                return False
        return True

    def _is_borne_out(self, change: Change, found: Sequence[AnsweredFinding]) -> bool:
        """Whether by a change half of the answers at least are right, too, that were wrong as these findings are.

        Not all, as another fault may show in the same way.
        """
        if change not in self._borne_out:
            alike = [answer for one in found for answer in self._evidence.alike(one.key, self._keys)]
            right = [
                any(mark not in way for way in by)
                for mark, case, reply in alike
                if (by := self._by(change, case, reply))
            ]
            self._borne_out[change] = 2 * sum(right) >= len(right)
        return self._borne_out[change]

    def _contradicted(self, change: Change) -> bool:
        seen = frozenset[Mark]().union(*[marks for _, _, marks in self._evidence.wrong])
        right = ((case, reply, frozenset[Mark]()) for case, reply in self._evidence.right)
        for answers, allowed in ((right, frozenset[Mark]()), (self._evidence.wrong, seen)):
            for case, reply, marks in answers:
                if isinstance(change, OptionChange) and change.is_agreed(case):
                    continue  # it may know the option, and take another value for what is played by itself
                if isinstance(change, RuleChange) and isinstance(case.question, ViewRequest):
                    continue
                more = [by - marks - allowed for by in self._by(change, case, reply)]
                if more and all(
                    any(mark.lack != "left out" and not _follows(change, mark) for mark in by) for by in more
                ):
                    return True
        return False

    def _fitting(self, found: Sequence[AnsweredFinding]) -> dict[Change, list[AnsweredFinding]]:
        """Return the changes by which answers to smallest cases are right, each with those."""
        fitting: dict[Change, list[AnsweredFinding]] = {}
        tried = 0
        for one in found:
            answered = one.answered
            if answered is None:
                continue
            before = self._marks(answered.case, answered.reply)
            for change in changes_of(answered.case.game.rulebook, answered.case.game.players):
                tried += 1
                if tried > _MOST_TRIED:
                    return fitting
                if self._is_right(change, answered, before):
                    fitting.setdefault(change, []).append(one)
        return fitting

    def _is_right(self, change: Change, answered: Answered, before: AbstractSet[Mark]) -> bool:
        """Whether by a change an answer is no longer wrong in its way, and not in another."""
        kept = before - {answered.mark}
        return any(
            all(
                mark != answered.mark and (mark.lack == "left out" or _follows(change, mark))
                for mark in self._marks(changed, answered.reply) - kept
            )
            for changed in change.cases(answered.case)
            if changed.expected != answered.case.expected
        )

    def _by(self, change: Change, case: OracleCase, reply: Reply) -> list[AbstractSet[Mark]]:
        """Return in which ways an answer is wrong by a change, for each way in which that may be played."""
        return [self._marks(changed, reply) for changed in change.cases(case)]

    def _is_seen_through(self, change: Change, one: AnsweredFinding) -> bool:
        """Whether a change explains every answer of the run that was wrong as a finding is, though not its smallest case.

        Where by the change there is no such question an answer says nothing.
        """
        mark = one.key.mark
        seen = [(case, reply) for case, reply, marks in self._evidence.wrong if mark in marks]
        played = [by for case, reply in seen if (by := self._by(change, case, reply))]
        return bool(played) and all(any(mark not in way for way in by) for by in played)

    def _best(
        self, fitting: dict[Change, list[AnsweredFinding]], left: Sequence[AnsweredFinding]
    ) -> tuple[Change, list[AnsweredFinding]] | None:
        """Return the change that explains most findings that are left, and is not refuted; of equals the most plainly stated."""

        def worth(change: Change) -> tuple[int, int, int]:
            explained = [one for one in fitting[change] if one in left]
            clauses = (
                change.clauses(explained[0].answered.case.game.rulebook) if explained and explained[0].answered else ()
            )
            cited = [
                min((_cited(one).index(clause) for clause in clauses if clause in _cited(one)), default=9)
                for one in explained
            ]
            kind = 0 if isinstance(change, OptionChange | LackChange) else 1 if isinstance(change, RuleChange) else 2
            return -len(explained), kind, min(cited, default=9)

        ranked = sorted([(worth(change), change) for change in fitting], key=lambda pair: pair[0])
        held = [(rank, change) for rank, change in ranked if rank[0]]

        def holds(change: Change) -> bool:
            return not self.is_refuted(change) and self._is_borne_out(change, fitting[change])

        first = next((rank for rank, change in held if holds(change)), None)
        if first is None:
            return None
        equals = [(rank, change) for rank, change in held if first[:2] == rank[:2] and holds(change)]
        # Of an option and a lack the one is meant by which more answers are right, and of equals the option.
        _, change = max(
            equals, key=lambda pair: (self._made_right(pair[1]), isinstance(pair[1], OptionChange), -pair[0][2])
        )
        return change, [one for one in fitting[change] if one in left]

    def _made_right(self, change: Change) -> float:
        """Return which share of the wrong answers that were kept is right by a change, in all that they say."""
        played = [by for case, reply, _ in self._evidence.wrong if (by := self._by(change, case, reply))]
        return sum(not all(by) for by in played) / max(1, len(played))

    def _answers(self, change: Change) -> int:
        """Return how many of the wrong answers that were kept are less wrong by a change."""
        return sum(
            any(marks - by for by in self._by(change, case, reply)) for case, reply, marks in self._evidence.wrong
        )


def _by_chance(cause: Cause) -> bool:
    """Whether a weak cause is a value of a parameter, of which many are tried, and the finding by itself is about something else."""
    return isinstance(cause.change, ParameterChange) and cause.clause not in _cited(cause.found[0])[:1]


def _follows(change: Change, mark: Mark) -> bool:
    """Whether what is wrong may follow from a change that does not say it: where cards count otherwise, who wins what does."""
    return isinstance(change, ParameterChange) and change.parameter == "values" and mark.part in _OF_POINTS


def _is_unasked(change: Change, clause: str, one: AnsweredFinding, explained: Sequence[AnsweredFinding]) -> bool:
    """Whether by a change a finding could not have come about, as there is no such question, and it is about the same as others of it."""
    if one.answered is None or change.cases(one.answered.case):
        return False
    return clause in _cited(one) and any(one.key.mark == other.key.mark for other in explained)


def _cited(one: AnsweredFinding) -> tuple[str, ...]:
    return tuple([clause.id for clause in one.finding.clauses])


def _clause_of(change: Change, found: Sequence[AnsweredFinding]) -> str:
    """Return the clause of a change: of several the one that findings cite first, but for what one of them says alone."""
    answered = found[0].answered
    clauses = () if answered is None else change.clauses(answered.case.game.rulebook)
    if not clauses:
        return ""
    if isinstance(change, ParameterChange) and change.parameter in _SAID_ONCE:
        return clauses[0]
    ranks = [min([_cited(one).index(clause) for one in found if clause in _cited(one)] or [9]) for clause in clauses]
    return clauses[ranks.index(min(ranks))]


def _with_alike(causes: list[Cause], groups: Iterable[Cause]) -> list[Cause]:
    """Return causes, each with what says the same of the same part and has no clause of its own; and the other groups."""
    found = list(causes)
    apart: list[Cause] = []
    for group in groups:
        alike = [number for number, cause in enumerate(found) if _says_the_same(cause, group)]
        if alike:
            cause = found[alike[0]]
            found[alike[0]] = msgspec.structs.replace(cause, found=(*cause.found, *group.found))
        else:
            apart.append(group)
    return found + apart


def _says_the_same(cause: Cause, group: Cause) -> bool:
    """Whether a finding that is left is likely of a cause: it is about the same without a clause, or about what that changes."""
    one, answered = group.found[0], cause.found[0].answered
    same = any(one.key.mark == other.key.mark for other in cause.found)
    if not group.clause or len(group.found) > 1 or cause.change is None or answered is None:
        return same and not group.clause
    if group.clause == cause.clause:
        return True
    changed = cause.change.clauses(answered.case.game.rulebook)
    if group.clause in changed and (same or one.key.mark.part in _FOLLOWING):
        return True
    unasked = one.answered is not None and not cause.change.cases(one.answered.case)
    return same and unasked and not set(changed).isdisjoint(_cited(one))


def _by_clause(found: Sequence[AnsweredFinding]) -> list[Cause]:
    """Return the fewest clauses that stand behind findings, each with those; where no clause is cited, one for each finding.

    A clause is one that a finding cites first. It stands behind others that cite it first as well, and behind those that cite it at all
    if they are about the same, or about what only follows from play that went another way.
    """
    left: list[AnsweredFinding] = [one for one in found if one.key.clause and one.finding.kind == "differs"]
    apart = [Cause((one,), clause=one.key.clause) for one in found if one not in left]
    groups: list[Cause] = []
    while left:
        firsts = list(dict.fromkeys([one.key.clause for one in left]))
        covered: dict[str, list[AnsweredFinding]] = {
            clause: [one for one in left if _is_about(clause, one, left)] for clause in firsts
        }
        clause = max(firsts, key=lambda name: len(covered[name]))
        first = next(one for one in covered[clause] if one.key.clause == clause)
        groups.append(Cause((first, *[one for one in covered[clause] if one is not first]), clause=clause))
        left = [one for one in left if one not in covered[clause]]
    return _with_alike(_by_taker(groups), apart)


def _by_taker(groups: Sequence[Cause]) -> list[Cause]:
    """Return groups, with what comes of a trick in that which says who takes it, if there is one."""
    taker = next((group for group in groups if group.found[0].key.mark.part in _TAKEN), None)
    if taker is None:
        return list(groups)
    following = [group for group in groups if group is not taker and group.clause.endswith(_OF_TAKING)]
    found = [one for group in (taker, *following) for one in group.found]
    whole = msgspec.structs.replace(taker, found=tuple(found))
    return [whole if group is taker else group for group in groups if group not in following]


def _is_about(clause: str, one: AnsweredFinding, found: Sequence[AnsweredFinding]) -> bool:
    """Whether a clause may stand behind a finding."""
    if one.key.clause == clause:
        return True
    heads = [other.key.mark for other in found if other.key.clause == clause]
    return clause in _cited(one) and (one.key.mark in heads or one.key.mark.part in _FOLLOWING)
