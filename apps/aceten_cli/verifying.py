"""``aceten verify`` and ``aceten vectors``."""

from __future__ import annotations

import contextlib
import json as plain_json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal, NamedTuple, cast

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from aceten import UsageError
from aceten.conformance.cases import level_of
from aceten.conformance.coverage import in_words
from aceten.conformance.running import EXAMPLES, REPLY_SECONDS, SECONDS, ask_one
from aceten.conformance.running import verify as verify_program
from aceten.conformance.vectors import write_vectors
from aceten.naming import listed
from aceten.shuffling import MAX_SEED
from aceten_cli.findings import KINDS, check_junit, facts, fate, reproducing, write_junit
from aceten_cli.inputs import JsonOutput, RulesFile, game_named, read_text, rulebook_named, rulebook_of
from aceten_cli.output import BAD_INPUT, DONE, INTERRUPTED, NEGATIVE, console, print_error, print_json, print_line
from aceten_cli.starting import LANGUAGES, write_starter
from aceten_cli.suites import badge as badge_of
from aceten_cli.suites import page as page_of
from aceten_cli.suites import read_suite, run_suite, status_of, tell_suite
from aceten_spec import load_shipped, shipped
from aceten_spec.errors import shown
from aceten_spec.files import unusable
from aceten_spec.formats import schemas
from aceten_spec.options import option_value
from aceten_spec.protocol import LEVELS, Level, Option, Question

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from aceten.conformance.report import Finding, LevelReport, Verification


_STATUS: Final = {"conforms": DONE, "diverges": NEGATIVE, "untested": BAD_INPUT}
_MOST_CLAUSES: Final = 12
"""So many clauses that were not reached are named on the terminal."""
_MOST_CIRCUMSTANCES: Final = 3
"""So many circumstances that no question brought about are named on the terminal."""
_LABEL: Final = 9
"""How wide labels are."""
_STYLES: Final = {"conforms": "green", "diverges": "bold red", "untested": "bold yellow"}
_EXAMPLE: Final = "such as: aceten verify zsiros/4 -- node adapter.mjs"


def verify(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME[/PLAYERS]",
            help="Such as zsiros/4. Without a number: all that the program supports.",
            show_default=False,
        ),
    ] = None,
    program: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="-- PROGRAM [ARG]",
            help="The command that starts your program: all that follows --.",
            show_default=False,
        ),
    ] = None,
    level: Annotated[
        list[str] | None,
        typer.Option(
            "--level",
            metavar="LEVEL",
            help=f"Only this level: {', '.join(LEVELS)}; may be repeated. Without it all that the program can do.",
        ),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            "--options",
            metavar="NAME=VALUE",
            help="An option of the game; may be repeated. Without it those that the program can do, in turn.",
        ),
    ] = None,
    examples: Annotated[
        int, typer.Option("--examples", min=0, help="How many questions a level has, beside the rulebook's examples.")
    ] = EXAMPLES,
    seconds: Annotated[float, typer.Option("--time", min=0.001, help="Ask for at most this many seconds.")] = SECONDS,
    reply_seconds: Annotated[
        float, typer.Option("--reply-time", min=0.001, help="Wait at most this many seconds for a reply.")
    ] = REPLY_SECONDS,
    seed: Annotated[int, typer.Option("--seed", min=0, max=MAX_SEED, help="What the questions depend on.")] = 0,
    first: Annotated[bool, typer.Option("--first", help="Stop at the first finding.")] = False,
    known: Annotated[
        Path | None,
        typer.Option(
            "--known",
            metavar="FILE",
            help="Findings that are expected, one key a line; only others count.",
            show_default=False,
        ),
    ] = None,
    clauses: Annotated[bool, typer.Option("--clauses", help="Show a line for every clause.")] = False,
    case: Annotated[
        str | None,
        typer.Option("--case", metavar="JSON|@FILE", help="Ask only this request of the protocol.", show_default=False),
    ] = None,
    junit: Annotated[
        Path | None,
        typer.Option("--junit", metavar="FILE", help="Also write the result as JUnit XML.", show_default=False),
    ] = None,
    badge: Annotated[
        Path | None,
        typer.Option("--badge", metavar="FILE", help="Also write a badge, as JSON for shields.io.", show_default=False),
    ] = None,
    suite: Annotated[
        Path | None,
        typer.Option(
            "--suite", metavar="FILE", help="Verify the programs of a TOML file, in one table.", show_default=False
        ),
    ] = None,
    page: Annotated[
        Path | None,
        typer.Option(
            "--page", metavar="FILE", help="Also write the tables of a suite as a page of HTML.", show_default=False
        ),
    ] = None,
    transcript: Annotated[
        Path | None,
        typer.Option(
            "--transcript", metavar="FILE", help="Also write every request and reply, as they are.", show_default=False
        ),
    ] = None,
    new: Annotated[
        tuple[str, Path] | None,
        typer.Option(
            "--new",
            metavar="LANGUAGE DIR",
            help=f"Write the beginning of an adapter into a new folder, and verify nothing: {', '.join(LANGUAGES)}.",
            show_default=False,
        ),
    ] = None,
    rules: RulesFile = None,
    json: JsonOutput = False,
) -> None:
    """Test a program of yours against the rules.

    The program reads requests and writes replies, one JSON object a line, as 'aceten protocol' says; the site has a guide.

    For each mistake it shows the smallest case found, the clause behind it, its key for --known, and a command that asks it again.

    Exit status 0: it conforms in all that was asked; 1: it diverges; 2: it could not be tested; 130: Ctrl-C.

    Example: aceten verify zsiros/4 --level trick --level deal -- node adapter.mjs
    """
    if suite is not None:
        _check_alone(game, program, option, case, junit, badge, first, known, transcript, new, rules, clauses)
        asked = _Asked(_levels(level or LEVELS), examples, seconds, reply_seconds, seed)
        raise typer.Exit(_verify_suite(suite, asked, page, json=json))
    if page is not None:
        raise UsageError("--page: a page is written of a suite; name its file with --suite")
    if new is not None:
        write_starter(*new, game, program)
        return
    if game is None or not program:
        message = f"no program to verify: expected -- and what starts it, {_EXAMPLE}"
        raise UsageError(message)
    if junit is not None:
        check_junit(junit)
    question = None if case is None else _question(case, game)
    if question is not None and (level or option or known):
        message = "--case: a request says by itself what it is about; leave --level, --option and --known out"
        raise UsageError(message)
    levels = _levels(level or LEVELS)
    options = _options(game, option or [], rules)
    expected = () if known is None else _known(known)
    told: dict[str, str] = {}
    try:
        with _progress(told) as progress, _written(transcript) as note:
            if question is not None:
                report = ask_one(
                    program, question, rules=rulebook_of(rules), reply_seconds=reply_seconds, transcript=note
                )
            else:
                report = verify_program(
                    program,
                    rulebook_named(game.partition("/")[0], rules),
                    players=_players(game),
                    levels=levels,
                    options=options,
                    examples=examples,
                    seconds=seconds,
                    reply_seconds=reply_seconds,
                    seed=seed,
                    first=first,
                    known=expected,
                    progress=progress,
                    transcript=note,
                )
    except KeyboardInterrupt:
        print_error(f"interrupted; until then: {'; '.join(told.values()) or 'nothing was asked'}")
        raise typer.Exit(INTERRUPTED) from None
    further = [] if rules is None else ["--rules", str(rules)]
    further += [] if reply_seconds == REPLY_SECONDS else ["--reply-time", f"{reply_seconds:g}"]
    _write_beside(report, junit, badge, levels if question is None else [level_of(question)], further)
    if json:
        print_json(report)
    else:
        _Telling(console(), report, further, single=question is not None, clauses=clauses).tell()
    raise typer.Exit(_STATUS[report.verdict])


class _Asked(NamedTuple):
    """How much is asked."""

    levels: list[Level]
    examples: int
    seconds: float
    reply_seconds: float
    seed: int


def _check_alone(*others: object) -> None:
    """Check that nothing is asked for beside a suite that its file says, or that one report alone can have.

    :raises UsageError: when something is.
    """
    if any(others):
        message = (
            "--suite: the file says what is verified; beside it stand only --page, --level, --examples, --time, --reply-time,"
            " --seed and --json"
        )
        raise UsageError(message)


def _write_beside(
    report: Verification, junit: Path | None, badge: Path | None, levels: Sequence[Level], further: Sequence[str]
) -> None:
    """Write the files that are wanted beside what is printed.

    :raises FileError: when one cannot be written.
    """
    if junit is not None:
        write_junit(junit, report, levels, further)
    if badge is not None:
        _write(badge, "--badge", plain_json.dumps(badge_of(report)) + "\n")


def _verify_suite(path: Path, asked: _Asked, page: Path | None, *, json: bool) -> int:
    """Verify the programs of a file, print what is found, and return the exit status."""
    suite, told = read_suite(path), dict[str, str]()
    try:
        with _progress(told) as progress:
            outcomes = run_suite(suite, **asked._asdict(), progress=progress)
    except KeyboardInterrupt:
        print_error(f"interrupted; until then: {'; '.join(told.values()) or 'nothing was asked'}")
        return INTERRUPTED
    if page is not None:
        _write(page, "--page", page_of(outcomes))
    if json:
        print_json(outcomes)
    else:
        tell_suite(console(), outcomes)
    return status_of(outcomes)


def _write(path: Path, option: str, text: str) -> None:
    """Write a file.

    :raises FileError: when it cannot be written.
    """
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise unusable(f"{option} {path}", error) from error


# --- What is asked for --------------------------------------------------------------------------------------------------


def _players(game: str) -> int | None:
    """Return the number of players that stands behind the name of a game; ``None`` without one."""
    players = game.partition("/")[2]
    return int(players) if players else None


def _levels(names: Sequence[str]) -> list[Level]:
    """Return the levels that are named, in their order.

    :raises UsageError: for one that there is not.
    """
    for name in names:
        if name not in LEVELS:
            message = f"--level {shown(name, 40)!r}: expected {', '.join(LEVELS)}"
            raise UsageError(message)
    return [level for level in LEVELS if level in names]


def _options(game: str, settings: list[str], rules: Path | None) -> dict[str, Option]:
    """Return the options that are agreed on, also where they say what the rulebook does.

    :raises AcetenError: for a game or an option that there is not.
    """
    known = game_named(game, settings, rules).rulebook.options
    given = [setting.partition("=") for setting in settings]
    return {name: option_value(name, known[name], value, "options", name) for name, _, value in given}


def _question(case: str, game: str) -> Question:
    """Return the question that is given as JSON, or as the file that it stands in.

    :raises UsageError: when it is no request about this game.
    """
    text = read_text(case[1:]) if case.startswith("@") else case
    expected = 'such as: {"command":"trick","game":"zsiros","players":4,"leader":0,"cards":["9h","9s","Kc","Ad"]}'
    try:
        given: object = plain_json.loads(text)
        if not isinstance(given, dict):
            message = "it is no JSON object"
            raise msgspec.ValidationError(message)
        said = cast("dict[str, object]", given)
        question: Question = msgspec.convert({"id": 0, **said}, Question)
    except (ValueError, RecursionError) as error:
        message = f"--case {shown(text, 80)!r}: {error}; expected a request of the protocol, {expected}"
        raise UsageError(message) from error
    known = {"command", *(field.encode_name for field in msgspec.structs.fields(question))}
    unknown = [shown(name, 40) for name in said if name not in known]
    if unknown:
        message = f"--case: {', '.join(unknown)}: no part of such a request; expected {', '.join(sorted(known))}"
        raise UsageError(message)
    if game not in (question.game, f"{question.game}/{question.players}"):
        message = f"--case: it is about {shown(question.game, 40)}/{question.players}, not about {shown(game, 40)}"
        raise UsageError(message)
    return question


def _known(path: Path) -> tuple[str, ...]:
    """Return the keys in a file: a line each, blank lines and those that begin with # left out.

    :raises FileError: when it cannot be read.
    """
    lines = [line.strip() for line in read_text(str(path)).splitlines()]
    return tuple([" ".join(line.split()) for line in lines if line and not line.startswith("#")])


# --- While it runs ------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _progress(told: dict[str, str]) -> Generator[Callable[[str], None]]:
    """Show what is going on, on a terminal only, and keep in ``told`` the last about each level; yields what is to be told."""
    with Console(stderr=True, highlight=False).status("starting the program ...") as status:

        def tell(what: str) -> None:
            told[what.partition(":")[0]] = what
            status.update(f"{what} ...")

        yield tell


@contextlib.contextmanager
def _written(path: Path | None) -> Generator[Callable[[str], None] | None]:
    """Yield what writes lines to a file, each at once; ``None`` without a file.

    :raises FileError: when it cannot be written.
    """
    if path is None:
        yield None
        return
    try:
        file = path.open("w", encoding="utf-8", buffering=1)
    except OSError as error:
        raise unusable(f"--transcript {path}", error) from error
    with file:

        def note(line: str) -> None:
            try:
                file.write(f"{line}\n")
            except OSError as error:
                raise unusable(f"--transcript {path}", error) from error

        yield note


# --- What is found ------------------------------------------------------------------------------------------------------


class _Telling:
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
        out.print(Text(self._verdict(), style=_STYLES[report.verdict]))

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
        if finding.clauses[1:]:
            table.add_row("  or", Text(", ".join(clause.id for clause in finding.clauses[1:]), style="dim"))
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
        if report.not_tested:
            out.print(f"Not tested: {'; '.join(report.not_tested)}.")
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
        if there.never:
            told = self._cut([f"'{in_words(fact)}'" for fact in there.never])
            self._out.print(f"In no question, though they can be ({there.seen} other circumstances were): {told}.")
        if there.pairs_never:
            told = self._cut([f"'{in_words(one)}' and '{in_words(other)}'" for one, other in there.pairs_never])
            self._out.print(
                f"Never together in one question, though they can be ({there.pairs:,} other pairs were): {told}."
            )

    def _cut(self, said: list[str]) -> str:
        """Return a list in words, cut where it is long and nobody has asked for all."""
        more = 0 if self._clauses else len(said) - _MOST_CIRCUMSTANCES
        return "; ".join(said[:-more] if more > 0 else said) + (
            f"; and {more:,} more (--clauses has all)" if more > 0 else ""
        )

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
            more_time = "; --time gives more" if reason == "the time was up" else ""
            verdict += f" Not all was asked at {listed(levels)}: {reason}{more_time}."
        return verdict


def _columns(*sides: Literal["left", "right"]) -> Table:
    """Return a table without lines, whose last column alone is broken where it is too long."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for number, side in enumerate(sides, start=1):
        table.add_column(justify=side, no_wrap=number < len(sides))
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


_ALL = "all"


def vectors(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game, or 'all'.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write to; created if missing.")],
    rules: RulesFile = None,
    json: JsonOutput = False,
) -> None:
    """Write test vectors of a game, for programs that 'aceten verify' cannot run.

    They are JSON: an index, the schemas, and for each game a file of cases, each with the clauses that it puts to the test, and the record
    of a match. The same version writes the same bytes.
    """
    whole = game == _ALL and rules is None
    rulebooks = [load_shipped(name) for name in shipped()] if whole else [rulebook_named(game, rules)]
    try:
        index = write_vectors(rulebooks, out)
        for name, schema in schemas().items():
            (out / f"{name}.schema.json").write_text(schema, encoding="utf-8")
    except OSError as error:
        raise unusable(out, error) from error
    if json:
        print_json(index)
        return
    for entry in index.files:
        told = f"{entry.cases} cases, {len(entry.clauses)} clauses" if entry.cases else "a match"
        print_line(f"{out / entry.file}: {told}")
