"""A verification as it is printed: a line for each level, the findings with their clauses, what was not asked, and the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import msgspec
from rich.table import Table
from rich.text import Text

from aceten.conformance.coverage import in_words
from aceten.naming import listed
from aceten_cli.findings import KINDS, facts, fate, reproducing
from aceten_cli.streams import print_error
from aceten_spec.errors import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from aceten.conformance.report import Finding, LevelReport, Verification

STYLES: Final = {"conforms": "green", "diverges": "bold red", "untested": "bold yellow"}
"""How a verdict is printed."""
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
            print_error(f"nothing could be tested: {report.reason}")
            return
        out.print(Text(f"{self._name} plays {self._games}", style="bold"), soft_wrap=True)
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
        games = listed([f"{report.game}/{players}" for players in report.players])
        return games + "".join(f" {name}={value}" for name, value in report.options.items())

    def _levels(self) -> Table:
        """Return a line for each level."""
        table = _columns("left", "left", "right", "right", "left")
        for level in self._report.levels:
            word, style = _fate(level)
            asked, right = f"{level.asked:,} asked", f"{level.passed:,} right"
            table.add_row(
                Text(word, style=style), level.level, asked, right, f"in {level.seconds:.2f} s{_remark(level)}"
            )
        return table

    def _tell_finding(self, level: LevelReport, finding: Finding) -> None:
        """Print a finding, its clauses, and the command that shows it again."""
        out = self._out
        title = f"{level.level}: {KINDS[finding.kind]}{', as known' if finding.known else ''}"
        out.print(Text(title, style="yellow" if finding.known else "bold red"))
        (label, what), *further = facts(finding)
        out.print(f"  {label:{_LABEL}}  {what}", soft_wrap=True)  # unbroken, to be copied
        table = _columns("left", "left")
        for name, text in further:
            table.add_row(f"  {name:{_LABEL}}", text)
        for clause in finding.clauses[:1]:
            table.add_row("  rule", Text.assemble((clause.id, "bold"), f"  {clause.text}"))
            for agreed in clause.agreed:
                table.add_row("  agreed", Text(agreed, style="yellow"))
        if finding.clauses[1:]:
            table.add_row("  or", Text(", ".join(clause.id for clause in finding.clauses[1:])))
        if not self._single:
            times = self._report.wrong[finding.key]
            smallest = "" if finding.kind == "unsteady" else "; this is the smallest such case that was found"
            table.add_row(
                "  seen",
                f"in {times} answer{'s' * (times != 1)}, first in question {finding.asked} of this level{smallest}",
            )
            table.add_row("  key", finding.key)
        out.print(table)
        if not self._single:
            out.print("  To ask this alone:")
            out.print(reproducing(self._report, finding.question, self._further), soft_wrap=True)

    def _tell_rest(self) -> None:
        """Print what was not tested, and the clauses that no question reached."""
        out, report = self._out, self._report
        lacks = [lack for lack in report.not_tested if self._clauses or not lack.startswith("option ")]
        options = len(report.not_tested) - len(lacks)
        if options:
            lacks.append(f"other values of {options} option{'s' * (options != 1)} (--clauses names them)")
        if lacks:
            out.print(f"Not tested: {'; '.join(lacks)}.")
        if self._clauses:
            table = _columns("left", "left")
            for clause in report.clauses:
                table.add_row(Text(clause.id, style="bold red" if clause.failed else ""), fate(clause))
            out.print(table)
        self._tell_circumstances()
        if report.unseen_known:
            out.print(f"Known, and not seen: {'; '.join(report.unseen_known)}.")
        self._tell_proposal()

    def _tell_circumstances(self) -> None:
        """Print which circumstances no question brought about, and which never met in one."""
        there = self._report.circumstances
        never = [f"'{in_words(fact)}'" for fact in there.never]
        pairs = [f"'{in_words(one)}' and '{in_words(other)}'" for one, other in there.pairs_never]
        if not there.seen or not (never or pairs):
            return
        if not self._clauses:
            counts = [_count(never, "circumstance", "circumstances")] * bool(never) + [
                _count(pairs, "pair of circumstances", "pairs of circumstances")
            ] * bool(pairs)
            self._out.print(f"In no question, though they can be: {' and '.join(counts)} (--clauses names them).")
            return
        for told, what, seen in (
            (never, "In no question", f"{there.seen:,} other circumstances"),
            (pairs, "Never together in one question", f"{there.pairs:,} other pairs"),
        ):
            if told:
                self._out.print(f"{what}, though they can be ({seen} were): {'; '.join(told)}.")

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
            f"{proposal.explains} of {count} finding{'s' * (count != 1)} would be right if it said of this game in hello:"
        )
        out.print(f"  {said}", soft_wrap=True)  # unbroken, to be copied
        out.print(f"Asked again so, it gives {proposal.right:,} right answers to {proposal.asked:,} questions.")

    def _verdict(self) -> str:
        """Return the verdict in a sentence."""
        report = self._report
        if report.verdict == "untested":
            return f"Nothing was tested: {report.reason}."
        if self._single:
            return f"{self._name} {'answers' if report.verdict == 'conforms' else 'does not answer'} this as the rules say."
        asked = sum(level.asked for level in report.levels)
        effort = f"{asked:,} question{'s' * (asked != 1)} in {report.seconds:.2f} s, seed {report.seed}"
        variant = "".join(f", {name}={value}" for name, value in report.options.items())
        expected = {finding.key for finding in report.findings if finding.known}
        wrong = [level.level for level in report.levels if level.wrong.keys() - expected]
        known = sum(finding.known for finding in report.findings)
        but = f" but for {known} known finding{'s' * (known != 1)}" if known else ""
        if wrong:
            found = sum(not finding.known for finding in report.findings)
            verdict = (
                f"{self._name} DIVERGES from the rules of {report.game}{variant} at {listed(wrong)}: "
                f"{found} finding{'s' * (found != 1)}{f', and {known} known' if known else ''}; {effort}."
            )
        else:
            verdict = (
                f"{self._name} conforms to the rules of {report.game}{variant} in all that was asked{but}: {effort}."
            )
        held = len(report.reached)
        named = ", ".join(report.unreached[:_MOST_CLAUSES])
        more = len(report.unreached) - _MOST_CLAUSES
        left = f"; not asked: {named}{f' and {more} more (--clauses has all)' if more > 0 else ''}" if named else ""
        verdict += f" {held} of {len(report.clauses)} clauses held{left}."
        for reason in dict.fromkeys(level.stopped for level in report.levels if level.stopped):
            levels = [level.level for level in report.levels if level.stopped == reason]
            more_time = "; --seconds gives more" if reason == "the time was up" else ""
            verdict += f" Not all was asked at {listed(levels)}: {reason}{more_time}."
        return verdict


def _count(these: Sequence[object], one: str, more: str) -> str:
    return f"{len(these):,} {one if len(these) == 1 else more}"


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
        return ("known", "yellow") if known else ("DIVERGES", "bold red")
    if level.wrong:
        return "as above", "yellow"
    if not level.complete:
        return "unfinished", "bold yellow"
    return ("ok", "green") if level.asked else ("skipped", "bold yellow")


def _remark(level: LevelReport) -> str:
    """Return what else there is to say about a level: what was skipped and why."""
    return "".join(f"; {count:,} skipped: {reason}" for reason, count in level.skipped.items())
