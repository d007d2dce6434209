"""A verification as it is printed: a line for each level, the findings with their clauses, what was not asked, and the verdict."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal

import msgspec
from rich.table import Table
from rich.text import Text

from aceten.conformance.coverage import in_words
from aceten.conformance.findings.finding_words import facts
from aceten.vocabulary.naming import listed
from aceten_cli.frame.streams import print_error
from aceten_cli.verify.finding_texts import KINDS, fate, reproducing
from aceten_spec.errors import shown
from aceten_spec.speech import decimal, grouped, read_out, rule, say, say_counted, to_say

if TYPE_CHECKING:
    from rich.console import Console

    from aceten.conformance.verification import Finding, LevelReport, Verification

STYLES: Final = {"conforms": "green", "diverges": "bold red", "untested": "bold yellow"}
"""How a verdict is printed."""
VERDICTS: Final = {"conforms": to_say("conforms"), "diverges": to_say("diverges"), "untested": to_say("untested")}
"""How it is said."""
_MOST_CLAUSES: Final = 12
"""So many clauses that were not reached are named on the terminal."""
_LABEL: Final = 9
"""How wide labels are."""


class ReportTelling:
    """The report, as it is printed."""

    def __init__(
        self, out: Console, report: Verification, further: Sequence[str], *, single: bool, clauses: bool
    ) -> None:
        self._out = out
        self._report = report
        self._further = further
        self._single = single
        self._clauses = clauses

    def tell(self) -> None:
        """Print all of it, the verdict last."""
        out, report = self._out, self._report
        if not report.levels:
            print_error(say("nothing could be tested: {reason}", reason=read_out(report.reason)))
            return
        out.print(
            Text(say("{program} plays {games}", program=self._name, games=self._games), style="bold"), soft_wrap=True
        )
        out.print(self._levels())
        for level in report.levels:
            for finding in level.findings:
                out.print()
                self._tell_finding(level, finding)
        out.print()
        if not self._single:
            self._tell_rest()
        out.print(Text(self._verdict(), style=STYLES[report.verdict]))

    @property
    def _name(self) -> str:
        """How the program calls itself."""
        return shown(f"{self._report.program} {self._report.version}".strip(), 80)

    @property
    def _games(self) -> str:
        """What was played, with the options that were agreed on."""
        report = self._report
        games = [f"{report.game}/{players}" for players in report.players]
        return (listed(games) if games else report.game) + "".join(
            f" {name}={value}" for name, value in report.options.items()
        )

    def _levels(self) -> Table:
        """Return a line for each level."""
        table = _columns("left", "left", "right", "right", "left")
        for level in self._report.levels:
            word, style = _fate(level)
            asked = say("{number} asked", number=grouped(level.asked))
            right = say("{number} right", number=grouped(level.passed))
            took = say("in {seconds} s", seconds=decimal(level.seconds, 2)) + _remark(level)
            table.add_row(Text(word, style=style), level.level, asked, right, took)
        return table

    def _tell_finding(self, level: LevelReport, finding: Finding) -> None:
        """Print a finding, its clauses, and the command that shows it again."""
        out = self._out
        title = f"{level.level}: {say(KINDS[finding.kind])}{say(', as known') if finding.known else ''}"
        out.print(Text(title, style="yellow" if finding.known else "bold red"))
        (label, what), *further = facts(finding)
        out.print(f"  {label:{_LABEL}}  {what}", soft_wrap=True)  # unbroken, to be copied
        table = _columns("left", "left")
        for name, text in further:
            table.add_row(f"  {name:{_LABEL}}", text)
        for clause in finding.clauses[:1]:
            table.add_row("  " + say("rule"), Text.assemble((clause.id, "bold"), f"  {rule(clause.text)}"))
            for agreed in clause.agreed:
                table.add_row("  " + say("agreed"), Text(_in_force(agreed), style="yellow"))
        if finding.clauses[1:]:
            table.add_row("  " + say("or"), Text(", ".join(clause.id for clause in finding.clauses[1:])))
        if not self._single:
            times = self._report.wrong[finding.key]
            seen = say_counted(
                "in {number} answer, first in question {first} of this level",
                "in {number} answers, first in question {first} of this level",
                times,
                first=finding.asked,
            )
            if finding.kind != "unsteady":
                seen += say("; this is the smallest such case that was found")
            table.add_row("  " + say("seen"), seen)
            if finding.alike:
                explained = say_counted(
                    "{number} other way of being wrong, of the same cause",
                    "{number} other ways of being wrong, of the same cause",
                    len(finding.alike),
                )
                table.add_row("  " + say("explains"), explained)
            table.add_row("  " + say("key"), finding.key)
        out.print(table)
        if not self._single:
            out.print("  " + say("To ask this alone:"))
            out.print(reproducing(self._report, finding.question, self._further), soft_wrap=True)

    def _tell_rest(self) -> None:
        """Print what was not tested, and the clauses that no question reached."""
        out, report = self._out, self._report
        lacks = [lack for lack in report.not_tested if self._clauses or not str(lack).startswith("option ")]
        options = len({str(lack).partition("=")[0] for lack in report.not_tested if lack not in lacks})
        if options:
            lacks.append(
                say_counted(
                    "other values of {number} option (--clauses names them)",
                    "other values of {number} options (--clauses names them)",
                    options,
                )
            )
        if lacks:
            out.print(say("Not tested: {what}.", what="; ".join(map(read_out, lacks))))
        if self._clauses:
            table = _columns("left", "left")
            for clause in report.clauses:
                table.add_row(Text(clause.id, style="bold red" if clause.failed else ""), fate(clause))
            out.print(table)
        self._tell_circumstances()
        if report.unseen_known:
            out.print(say("Known, and not seen: {keys}.", keys="; ".join(report.unseen_known)))
        self._tell_proposal()

    def _tell_circumstances(self) -> None:
        """Print which values of options and which circumstances no question was about, and which never met in one."""
        there, variants = self._report.circumstances, self._report.variants
        never = [f"'{in_words(fact)}'" for fact in there.never]
        pairs = [listed([f"'{in_words(one)}'", f"'{in_words(other)}'"]) for one, other in there.pairs_never]
        if not self._report.players:
            return
        if not self._clauses:
            options = len(variants.never), len(variants.pairs_never)
            counts = [
                say_counted("{number} value of an option", "{number} values of options", options[0]),
                say_counted("{number} pair of values of options", "{number} pairs of values of options", options[1]),
                say_counted("{number} circumstance", "{number} circumstances", len(never)),
                say_counted("{number} pair of circumstances", "{number} pairs of circumstances", len(pairs)),
            ]
            what = [told for told, number in zip(counts, (*options, len(never), len(pairs)), strict=True) if number]
            if what:
                told = say("In no question, though they can be: {what} (--clauses names them).", what=listed(what))
                self._out.print(told)
            return
        if variants.never:
            told = say(
                "In no question about play, though the program offers it: {what}.", what="; ".join(variants.never)
            )
            self._out.print(told)
        if variants.pairs_never:
            told = say(
                "Never together in one question about play, though they can be ({seen} other pairs were): {what}.",
                seen=grouped(variants.pairs),
                what="; ".join(variants.pairs_never),
            )
            self._out.print(told)
        if never:
            told = say(
                "In no question, though they can be ({seen} other circumstances were): {what}.",
                seen=grouped(there.seen),
                what="; ".join(never),
            )
            self._out.print(told)
        if pairs:
            told = say(
                "Never together in one question, though they can be ({seen} other pairs were): {what}.",
                seen=grouped(there.pairs),
                what="; ".join(pairs),
            )
            self._out.print(told)

    def _tell_proposal(self) -> None:
        """Print what the program may say of itself, so that its answers are right."""
        proposal = self._report.proposal
        if proposal is None:
            return
        count = len(self._report.findings)
        parts = {"plays": proposal.plays, "lacks": proposal.lacks, "omits": proposal.omits}
        said = msgspec.json.encode({name: part for name, part in parts.items() if part}).decode()
        out = self._out
        out.print(
            say_counted(
                "{some} of {number} finding would be right if it said of this game in hello:",
                "{some} of {number} findings would be right if it said of this game in hello:",
                count,
                some=proposal.explains,
            )
        )
        out.print(f"  {said}", soft_wrap=True)  # unbroken, to be copied
        remain = count - proposal.explains
        if remain:
            out.print(say_counted("{number} finding remains.", "{number} findings remain.", remain))
        right, asked = grouped(proposal.right), grouped(proposal.asked)
        out.print(say("Asked again so, it gives {right} right answers to {asked} questions.", right=right, asked=asked))

    def _verdict(self) -> str:
        """Return the verdict in a sentence."""
        report = self._report
        if report.verdict == "untested":
            return say("Nothing was tested: {reason}.", reason=read_out(report.reason))
        if self._single and report.verdict == "conforms":
            return say("{program} answers this as the rules say.", program=self._name)
        if self._single:
            return say("{program} does not answer this as the rules say.", program=self._name)
        asked = sum(level.asked for level in report.levels)
        effort = say_counted(
            "{questions} question in {seconds} s, seed {seed}",
            "{questions} questions in {seconds} s, seed {seed}",
            asked,
            questions=grouped(asked),
            seconds=decimal(report.seconds, 2),
            seed=report.seed,
        )
        rules = report.game + "".join(f", {name}={value}" for name, value in report.options.items())
        expected = {finding.key for finding in report.findings if finding.known}
        wrong = [level.level for level in report.levels if level.wrong.keys() - expected]
        known = sum(finding.known for finding in report.findings)
        if wrong:
            found = sum(not finding.known for finding in report.findings)
            verdict = say_counted(
                "{program} DIVERGES from the rules of {game} at {levels}: {number} finding{known}; {effort}.",
                "{program} DIVERGES from the rules of {game} at {levels}: {number} findings{known}; {effort}.",
                found,
                program=self._name,
                game=rules,
                levels=listed(wrong),
                known=say(", and {number} known", number=known) if known else "",
                effort=effort,
            )
        else:
            but = (
                say_counted(" but for {number} known finding", " but for {number} known findings", known)
                if known
                else ""
            )
            verdict = say(
                "{program} conforms to the rules of {game} in all that was asked{but}: {effort}.",
                program=self._name,
                game=rules,
                but=but,
                effort=effort,
            )
        held, named = len(report.reached), ", ".join(report.unreached[:_MOST_CLAUSES])
        more = len(report.unreached) - _MOST_CLAUSES
        left = say("; not asked: {clauses}", clauses=named) if named else ""
        left += say(" and {number} more (--clauses has all)", number=more) if more > 0 else ""
        verdict += say(" {held} of {all} clauses held{left}.", held=held, all=len(report.clauses), left=left)
        for reason in dict.fromkeys(level.stopped for level in report.levels if level.stopped):
            stopped = [level for level in report.levels if level.stopped == reason]
            levels = listed([level.level for level in stopped])
            more_time = _more_time(stopped) if stopped[0].stopped_by == "time" else ""
            verdict += say(
                " Not all was asked at {levels}: {reason}{more}.",
                levels=levels,
                reason=read_out(reason),
                more=more_time,
            )
        return verdict


def _more_time(levels: Sequence[LevelReport]) -> str:
    """Return what more time would ask, and about how much that is, by how long the questions took that were asked."""
    left = sum(level.left for level in levels)
    seconds = sum(level.left * level.seconds / level.asked for level in levels if level.asked)
    if not left or not seconds:
        return say("; --seconds gives more")
    return say_counted(
        "; {questions} question more would take about {seconds} s (--seconds)",
        "; {questions} questions more would take about {seconds} s (--seconds)",
        left,
        questions=grouped(left),
        seconds=grouped(math.ceil(seconds)),
    )


def _in_force(agreed: str) -> str:
    """Return what is agreed on in the language in force: the option, and the sentence of its value."""
    option, colon, means = agreed.partition(": ")
    return f"{option}{colon}{rule(means)}" if means else agreed


def _columns(*sides: Literal["left", "right"]) -> Table:
    """Return a table without lines, whose last column alone is broken where it is too long."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for number, side in enumerate(sides, start=1):
        table.add_column(justify=side, no_wrap=number < len(sides), overflow="fold")
    return table


def _fate(level: LevelReport) -> tuple[str, str]:
    """Return what became of a level in a word, and its style."""
    if level.findings:
        known = all(finding.known for finding in level.findings)
        return (say("known"), "yellow") if known else (say("DIVERGES"), "bold red")
    if level.wrong:
        return say("as above"), "yellow"
    if not level.asked and (level.skipped or level.complete):
        return say("skipped"), "bold yellow"
    return (say("ok"), "green") if level.complete else (say("unfinished"), "bold yellow")


def _remark(level: LevelReport) -> str:
    """Return what else there is to say about a level: what was skipped and why."""
    return "".join(
        say("; {number} skipped: {reason}", number=grouped(count), reason=reason)
        for reason, count in level.skipped.items()
    )
