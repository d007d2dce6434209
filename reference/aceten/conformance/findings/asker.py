"""Asking a program about a case: whether its answer is right, and whether it stays the same."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

import msgspec

from aceten.conformance.findings.marks import Mark
from aceten.conformance.findings.unsettled import is_settled
from aceten.conformance.oracle.answers import answer_without, in_parts
from aceten.conformance.oracle.discrepancies import (
    Discrepancy,
    Lack,
    discrepancies,
    is_omitted,
    kind_of,
    legal_in,
    said,
)
from aceten.conformance.programs.conversation import ProgramError, Trouble
from aceten.conformance.verification import Kind
from aceten_spec.errors import shown
from aceten_spec.protocol import DealRequest, Failed, MatchReply, PlayReply, PositionRequest, Question, Reply, Skipped
from aceten_spec.speech import Words, line_by_line, message_of

if TYPE_CHECKING:
    from aceten.conformance.oracle.cases import OracleCase

_AGAIN: Final = 3
"""How often a question is asked again, to see whether the answer is steady."""
_QUOTED: Final = 4
"""How many lines are quoted of what a program wrote to its standard error, of its beginning and of its end."""
_WIDTH: Final = 200
"""How many characters of each."""
_SIGNED: Final = 60
"""So many characters of an error tell it apart from others."""


class Wrong(msgspec.Struct, frozen=True):
    """How a program got a case wrong."""

    kind: Kind
    """How it failed."""
    discrepancy: Discrepancy
    """What it should have said, and what it said or did."""
    note: Words = ""
    """What else there is to say."""
    strays: bool = False
    """Whether the program wrote a line out of turn, which is no answer to any question."""
    reply: Reply | None = None
    """What it answered; ``None`` where that is no answer."""
    forced: bool = False
    """Whether it offers as a choice what is forced."""
    error: str = ""
    """The error that it answered with."""

    @property
    def mark(self) -> Mark:
        """What tells it apart from other failures."""
        discrepancy = self.discrepancy
        if self.kind != "differs":
            return Mark(self.kind, error=_signature(self.error))
        part = "legal" if discrepancy.about_actions else discrepancy.part
        return Mark(self.kind, part, discrepancy.lack, discrepancy.action)

    @property
    def parts_ways(self) -> bool:
        """Whether play goes another way from here on, so that nothing else says more."""
        return self.kind == "differs" and (self.discrepancy.parts_ways or self.forced)

    def is_like(self, other: Wrong) -> bool:
        """Whether both are the same failure: the same discrepancy, or the same way of giving no answer."""
        return self.kind == other.kind and (not self.discrepancy.field or self.discrepancy == other.discrepancy)


class Response(msgspec.Struct, frozen=True):
    """What a program made of a question."""

    wrongs: tuple[Wrong, ...] = ()
    """In which ways it is wrong."""
    reply: Reply | None = None
    """What it answered; ``None`` where that is no answer."""
    skipped: str | None = None
    """Why it skipped the question; ``None`` when it did not."""
    known: bool = False
    """Whether all that is wrong is known."""

    @property
    def right(self) -> bool:
        """Whether it answered, and nothing is wrong beside what is known."""
        return (self.known or not self.wrongs) and self.skipped is None


Said: TypeAlias = "Callable[[Question], tuple[Collection[str], Collection[str]]]"
"""The kinds of actions that a program does not have where it is asked something, and the parts of answers that it does not tell."""
Known: TypeAlias = "Callable[[OracleCase, Wrong], bool]"
"""Whether a divergence is known and does not hide what else is wrong."""


class Respondent(Protocol):
    """What can be asked: a program that runs, or an engine that is at hand."""

    def ask(self, question: Question) -> Reply:
        """Return the answer.

        :raises ProgramError: when there is none.
        """
        ...

    def restart(self) -> object:
        """Begin anew, as if nothing had been asked.

        :raises ProgramError: when that cannot be done.
        """
        ...


class Asker:
    """Asks a program, and starts it again when it has ended.

    :param said: what it says of itself.
    :param known: which divergences are known.
    """

    def __init__(
        self,
        program: Respondent,
        *,
        said: Said = lambda _question: ((), ()),
        known: Known = lambda _case, _wrong: False,
    ) -> None:
        self._program = program
        self._said = said
        self._known = known
        self.said: set[str] = set()
        """The parts of answers that it need not give, and gives."""
        self.optional: set[str] = set()
        """The parts that it might have left out."""
        self.offered: set[str] = set()
        """The kinds of actions that the program has named as legal."""
        self.gone: Words = ""
        """Why the program cannot be asked any more; empty while it can."""

    def ask(self, case: OracleCase) -> Response:
        """Ask the program; return what it made of the question."""
        if self.gone:
            return Response((Wrong("crash", Discrepancy("", None, _told(case), self.gone)),))
        try:
            reply = self._program.ask(in_parts(case.question, case.game))
        except ProgramError as error:
            self.restart()
            failed = Discrepancy("", None, _told(case), error.problem)
            return Response((Wrong(_KINDS[error.kind], failed, _evidence(error), strays=error.kind == "protocol"),))
        if isinstance(reply, Skipped):
            return Response(skipped=shown(reply.skip, 200))
        if isinstance(reply, Failed):
            told = shown(reply.error)
            failed = Discrepancy("", None, _told(case), message_of("an error: {error}", error=told))
            return Response((Wrong("error", failed, error=told),))
        self.optional |= said(case.expected)
        self.said |= said(reply)
        self.offered |= set(map(kind_of, legal_in(reply)))
        wrongs = tuple(self.wrongs(case, reply))
        return Response(wrongs, reply, known=bool(wrongs) and all(self._known(case, wrong) for wrong in wrongs))

    def wrongs(self, case: OracleCase, reply: Reply) -> list[Wrong]:
        """Return in which ways an answer is wrong, each once.

        At a moment of a deal every kind of action that is missing or extra counts, and otherwise the first discrepancy that is not known:
        what else differs there follows from it. What comes after two courses have parted is not looked at.
        """
        lacks, omits = self._said(case.question)
        expected = answer_without(case.question, case.game, case.expected, lacks)
        differing = [one for one in discrepancies(expected, reply) if not _left_out(one, lacks, omits)]
        told = [one for one in differing if is_settled(case, one)]
        found: dict[Mark, Wrong] = {}
        for step, group in itertools.groupby(told, key=lambda one: one.step):
            forced = _forced_stop(expected, reply, step)
            if forced is not None:
                found.setdefault(forced.mark, forced)
                break
            here = [Wrong("differs", _named(case, one), reply=reply) for one in group]
            allowed = [one for one in here if one.discrepancy.about_actions]
            others = [one for one in here if not one.discrepancy.about_actions]
            if others and others[0].discrepancy.parts_ways:
                counted = others[:1]
            else:
                known = [*itertools.takewhile(lambda one: self._known(case, one), others)]
                counted = [*others[: len(known) + 1], *allowed]
            for one in counted:
                found.setdefault(one.mark, one)
            if any(one.parts_ways for one in here):
                break
        return list(found.values())

    def marks(self, case: OracleCase, reply: Reply) -> frozenset[Mark]:
        """Return the marks of all in which an answer is wrong, of a match as far as it goes."""
        expected = case.expected
        if isinstance(reply, MatchReply) and isinstance(expected, MatchReply) and expected.steps[-1].over:
            reply = msgspec.structs.replace(reply, steps=reply.steps[: len(expected.steps)])
        return frozenset([wrong.mark for wrong in self.wrongs(case, reply)])

    def restart(self) -> None:
        """Start the program again."""
        try:
            self._program.restart()
        except ProgramError as error:
            self.gone = message_of("it cannot be started again: {problem}", problem=error.problem)

    def unsteady(self, case: OracleCase, wrong: Wrong) -> Wrong | None:
        """Ask again, in a program that was asked nothing before; return what to say when it is not as wrong then."""
        self.restart()
        again = [self.ask(case) for _ in range(1 if wrong.kind == "timeout" else _AGAIN)]
        same = [any(one.is_like(wrong) for one in response.wrongs) for response in again]
        if all(same):
            return None
        right = sum(response.right for response in again)
        if right == len(again):
            note = message_of(
                "Asked the same after a new start, the program is right: its answers depend on what it was asked before, or on"
                " chance. Requests stand for themselves."
            )
        else:
            note = message_of(
                "Asked the same {number} times after a new start, it answers the same {same} times, and {right} times right.",
                number=len(again),
                same=sum(same),
                right=right,
            )
        return Wrong("unsteady", wrong.discrepancy, note)


def _left_out(discrepancy: Discrepancy, lacks: Collection[str], omits: Collection[str]) -> bool:
    """Whether a discrepancy is in a part that the program does not tell, or about actions that it does not have."""
    return is_omitted(discrepancy.field, omits) or (discrepancy.about_actions and discrepancy.action in lacks)


def _forced_stop(expected: Reply, reply: Reply, step: int | None) -> Wrong | None:
    """Return what is wrong where a program asks for a pass that is forced, and which the rules take at once."""
    if not (isinstance(expected, PlayReply) and isinstance(reply, PlayReply)) or step is None:
        return None
    if not 0 <= step < min(len(expected.steps), len(reply.steps)):
        return None
    right, wrong = expected.steps[step].legal, reply.steps[step].legal
    if wrong != ("stop",) or "stop" in right:
        return None
    note = message_of(
        "It offers nothing but stop. The rules take that at once: a trick that cannot be continued is over."
    )
    return Wrong(
        "differs", Discrepancy("legal", step, [*right], [*wrong], "extra", "stop"), note, reply=reply, forced=True
    )


def _named(case: OracleCase, discrepancy: Discrepancy) -> Discrepancy:
    """Return a discrepancy with the kind of action that one refuses and the other takes."""
    question = case.question
    if discrepancy.field != "refused" or not isinstance(question, DealRequest | PositionRequest):
        return discrepancy
    kind = kind_of(question.actions[discrepancy.step or 0])
    lack: Lack = "missing" if discrepancy.expected is False else "extra"
    return msgspec.structs.replace(discrepancy, lack=lack, action=kind)


_KINDS: Final[dict[Trouble, Kind]] = {
    "start": "crash",
    "crash": "crash",
    "timeout": "timeout",
    "garbage": "garbage",
    "protocol": "garbage",
}
"""How a program fails that gives no answer, by what is the trouble with it."""


def _told(case: OracleCase) -> str:
    """Return the right answer to a case, as JSON has it."""
    said = msgspec.to_builtins(case.expected)
    del said["id"]
    return msgspec.json.encode(said).decode()


def _signature(error: str) -> str:
    """Return what tells an error apart from others: what it says, without numbers."""
    return re.sub("[0-9]+", "#", error)[:_SIGNED].strip()


def _evidence(error: ProgramError) -> Words:
    """Return what else is known of a failure, line by line: the last that the program wrote."""
    lines: list[Words] = []
    if error.seen is not None:
        lines.append(message_of("last line seen: {seen}", seen=shown(error.seen)))
    if error.stderr:
        said = error.stderr.expandtabs(2).splitlines()
        cut: list[Words] = (
            []
            if len(said) <= 2 * _QUOTED + 1
            else [message_of("({number} lines more)", number=len(said) - 2 * _QUOTED)]
        )
        quoted = [*said[:_QUOTED], *cut, *said[-_QUOTED:]] if cut else said
        lines += [message_of("standard error:"), *[f"  {shown(line, _WIDTH)}" for line in quoted]]
    return line_by_line(lines)
