"""Making findings of wrong answers: one for each way of being wrong, in the smallest question found that shows it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, Final

import msgspec

from aceten.conformance.findings.asker import Asker, Response, Wrong
from aceten.conformance.findings.causes import AnsweredFinding
from aceten.conformance.findings.changes import changes_of
from aceten.conformance.findings.finding import finding_of, key_of
from aceten.conformance.findings.marks import Key
from aceten.conformance.findings.reduction import smallest, underlying
from aceten.conformance.findings.variants import Answered, Options, fitting, is_right
from aceten.conformance.oracle.answers import start_of
from aceten.conformance.oracle.cases import OracleCase, case_of, length_of
from aceten.conformance.oracle.discrepancies import discrepancies
from aceten.conformance.programs.program import Program
from aceten.conformance.verification import Finding
from aceten_spec.protocol import Level, PerftRequest, ViewRequest
from aceten_spec.speech import Words, line_by_line, message_of, say, to_say

if TYPE_CHECKING:
    from aceten.conformance.questions.plan import Plan

_ERRORS: Final = 5
"""So many errors are told apart by what they say."""


class Finder:
    """Tells what is wrong with wrong answers of a program, and which of them are alike."""

    def __init__(
        self, program: Program, plan: Plan, *, known: Collection[str], begun: float, tell: Callable[[str], None]
    ) -> None:
        """Begin with nothing found.

        :param known: the keys of findings that are expected.
        :param begun: when the verification began, as ``time.monotonic`` tells it.
        :param tell: told what is going on.
        """
        self.plan: Final = plan
        """What the program is asked."""
        self.asker: Final = Asker(program, said=plan.said_of, known=self._is_known)
        """Asks it."""
        self._unknowing: Final = Asker(program, said=plan.said_of)
        self.found: Final[list[AnsweredFinding]] = []
        """The findings, each with the wrong answer to its smallest case."""
        self._known = frozenset(known)
        self._known_changes = tuple(
            [
                change
                for change in dict.fromkeys(one for count in plan.able for one in changes_of(plan.book, count))
                if change.name in self._known
            ]
        )
        self._tell = tell
        self._begun = begun
        self.keys: Final[dict[Key, Key]] = {}
        """The key of the finding that was made of a wrong answer, by that of the answer."""
        self._asked = 0
        """How many questions of the level have been asked."""
        self._beside: dict[Key, tuple[OracleCase, Wrong, int]] = {}
        """By its key what was wrong in smaller questions of the level, in the shortest of them, and how many had been asked then."""

    def of(self, case: OracleCase, wrong: Wrong, level: Level, asked: int) -> tuple[Key, Finding | None]:
        """Return the key of the finding to which a wrong answer belongs; where there was none, the finding, too.

        :param asked: how many questions of the level have been asked.
        """
        key, self._asked = key_of(case, wrong), asked
        finding = None
        if key not in self.keys:
            self.keys[key], finding = self._new(*self._followed(case, wrong), level)
        return self.keys[key], finding

    def beside(self, level: Level) -> Iterator[tuple[Key, Finding | None]]:
        """Yield likewise what was wrong in smaller questions of the level alone, and forget it."""
        beside, self._beside = self._beside, {}
        for key, (case, wrong, asked) in beside.items():
            if key not in self.keys:
                self.keys[key], finding = self._new(case, wrong, level, met=asked)
                yield self.keys[key], finding

    def _new(self, case: OracleCase, wrong: Wrong, level: Level, *, met: int = 0) -> tuple[Key, Finding | None]:
        """Return the key of the finding to which a wrong answer of a new kind belongs, and the finding, if it is new, too.

        :param met: after how many questions it was met in a smaller one, which is not to be made smaller; 0 for any other.
        """
        key, finding = key_of(case, wrong), None
        again = self.keys.get(key) or self._explained(case, wrong)
        if again is None:
            again, made = self._found(case, wrong, level, asked=met or self._asked, small=met > 0)
            if again not in self.keys.values():
                finding = made
                self.keys[again] = again
            self.keys.setdefault(key, again)
        return again, finding

    def _followed(self, case: OracleCase, wrong: Wrong) -> tuple[OracleCase, Wrong]:
        """Return in place of a wrong count or view the deal in which the program goes another way, if there is one."""
        question = case.question
        if (
            isinstance(question, PerftRequest | ViewRequest)
            and wrong.kind == "differs"
            and "deal" in self.plan.known_levels
        ):
            for deal in underlying(question, start_of(question, case.game)):
                other = case_of(deal, self.plan.book)
                response = self._ask_smaller(other)
                if response.wrongs and (isinstance(question, PerftRequest) or _parts_ways(other, response)):
                    return other, response.wrongs[0]
        return case, wrong

    def _ask_smaller(self, case: OracleCase, sought: Key | None = None) -> Response:
        """Ask a question that is made of another, and keep what is wrong there but what is looked for and may follow from it."""
        gone, response = self.asker.gone, self.asker.ask(case)
        wrongs = response.wrongs
        keys = [key_of(case, wrong) for wrong in wrongs]
        if keys and sought not in keys and not gone:
            shortest, _, asked = self._beside.setdefault(keys[0], (case, wrongs[0], self._asked))
            if length_of(case.question) <= length_of(shortest.question):  # the last of several is the smallest
                self._beside[keys[0]] = case, wrongs[0], asked
        return response

    def _is_known(self, case: OracleCase, wrong: Wrong) -> bool:
        """Whether a wrong answer is of a kind that is known."""
        if not self._known:
            return False
        key = key_of(case, wrong)
        return str(self.keys.get(key, key)) in self._known or self._is_of_known_change(case, wrong)

    def _is_of_known_change(self, case: OracleCase, wrong: Wrong) -> bool:
        """Whether a wrong answer is not wrong in this way by a change that is known."""
        reply = wrong.reply
        if reply is None or wrong.kind != "differs":
            return False
        played = [other for change in self._known_changes for other in change.cases(case)]
        return any(wrong.mark not in self._unknowing.marks(other, reply) for other in played)

    def _explained(self, case: OracleCase, wrong: Wrong) -> Key | None:
        """Return the key of an earlier finding that is the same, if there is one.

        Beyond a few errors every other is like the last. Else that is one whose
        options make this answer right, too, and one about the same kind of action, if the program never has that.
        """
        mark = wrong.mark
        if mark.lack == "missing" and mark.action not in self.asker.offered:
            for key in self.keys.values():
                if key.mark == mark:
                    return key
        if wrong.kind == "error":
            errors = [key for key in self.keys.values() if key.mark.kind == "error"]
            return errors[-1] if len(set(errors)) >= _ERRORS else None
        if wrong.reply is None:
            return None
        answered = Answered(case, wrong.reply, mark)
        found = ((one.key, options) for one in self.found for options in one.finding.fits)
        return next((key for key, options in found if is_right(answered, options, self.asker.marks)), None)

    def _found(self, case: OracleCase, wrong: Wrong, level: Level, *, asked: int, small: bool) -> tuple[Key, Finding]:
        """Return what is said of a wrong answer of a new kind, made as small as it can be, unless it is small enough; with its key."""
        seconds = time.monotonic() - self._begun
        self._tell(say("{level}: a divergence, made smaller", level=level))
        if small:
            met = message_of("It was met while another finding was made smaller, and was not made smaller itself.")
            smaller, wrong_there = case, _noted(self._steady(case, wrong), met)
        else:
            smaller, wrong_there = self._smallest(case, wrong, level)
        fits: tuple[Options, ...] = ()
        if wrong_there.reply is not None and wrong_there.kind == "differs":
            fits = fitting(
                Answered(smaller, wrong_there.reply, wrong_there.mark),
                self.plan.fixed_for(case.game.players),
                self.asker.marks,
            )
        key, finding = finding_of(
            smaller, wrong_there, (case, wrong), asked=asked, seconds=seconds, known=self._known, fits=fits
        )
        if self._is_of_known_change(smaller, wrong_there):
            finding = msgspec.structs.replace(finding, known=True)
        answered = None if wrong_there.reply is None else Answered(smaller, wrong_there.reply, wrong_there.mark)
        self.found.append(AnsweredFinding(key, finding, answered))
        return key, finding

    def _smallest(self, case: OracleCase, wrong: Wrong, level: Level) -> tuple[OracleCase, Wrong]:
        """Return the smallest case found that the program gets wrong in the same way."""
        steady = self._steady(case, wrong)
        if wrong.strays or steady is not wrong:
            return case, steady

        def others() -> Iterator[OracleCase]:
            makers = self.plan.makers(level, self.plan.seed + 1)
            while True:
                for maker in makers:
                    yield maker.make(level)

        key, skipped = key_of(case, wrong), Counter[str]()

        def ask(other: OracleCase) -> tuple[Wrong, ...]:
            response = self._ask_smaller(other, key)
            if response.skipped is not None:
                skipped[response.skipped] += 1
            return response.wrongs

        found, wrong_there = smallest(
            case,
            wrong,
            ask,
            same=lambda other, again: key_of(other, again) == key,
            levels=self.plan.known_levels,
            kept=self.plan.fixed_for(case.game.players),
            others=others(),
        )
        return found, _noted(wrong_there, _skips(skipped)) if skipped else wrong_there

    def _steady(self, case: OracleCase, wrong: Wrong) -> Wrong:
        """Return a wrong answer, or what to say when it is not as wrong when asked again."""
        return wrong if wrong.strays else self.asker.unsteady(case, wrong) or wrong


def _parts_ways(case: OracleCase, response: Response) -> bool:
    """Whether a program plays another course in its answer than that of the case."""
    reply = response.reply
    return reply is not None and any(one.parts_ways for one in discrepancies(case.expected, reply))


def _noted(wrong: Wrong, more: Words) -> Wrong:
    """Return a wrong answer with something more to say about it."""
    return msgspec.structs.replace(wrong, note=line_by_line(filter(None, (wrong.note, more))))


def _skips(skipped: Counter[str]) -> Words:
    """Return why a finding may be larger than it need be."""
    reason, _ = skipped.most_common(1)[0]
    count = skipped.total()
    one, many = (
        to_say("The program skipped one smaller question: {reason}"),
        to_say("The program skipped {count} smaller questions: {reason}"),
    )
    return message_of(one if count == 1 else many, count=count, reason=reason)
