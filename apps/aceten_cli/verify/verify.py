"""``aceten verify``."""

from __future__ import annotations

import contextlib
import json as plain_json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple, cast

import msgspec
import typer
from rich.text import Text

from aceten import UsageError
from aceten.conformance.oracle.cases import level_of
from aceten.conformance.runs.runner import EXAMPLES, REPLY_SECONDS, SECONDS, ask_one
from aceten.conformance.runs.runner import verify as verify_program
from aceten.deals.shuffling import MAX_SEED
from aceten_cli.frame.consoles import PlainConsole
from aceten_cli.frame.help_texts import LanguageChoice
from aceten_cli.frame.inputs import JsonOutput, RulesFile, game_named, read_text, rulebook_named, rulebook_of
from aceten_cli.frame.output import console, print_json
from aceten_cli.frame.streams import BAD_INPUT, DONE, INTERRUPTED, NEGATIVE, print_error
from aceten_cli.verify.finding_texts import junit_of
from aceten_cli.verify.new import LANGUAGES, write_starter
from aceten_cli.verify.suite import badge as badge_of
from aceten_cli.verify.suite import page as page_of
from aceten_cli.verify.suite import read_suite, run_suite, status_of, tell_suite
from aceten_cli.verify.verify_report import ReportTelling
from aceten_spec.causes import why
from aceten_spec.errors import FileError, meant, shown
from aceten_spec.files import opened_to_write, unusable, write_text
from aceten_spec.json_keys import check_keys
from aceten_spec.options import option_value
from aceten_spec.protocol import LEVELS, Level, Option, Question
from aceten_spec.speech import say
from aceten_spec.visible import visible_json

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from aceten.conformance.verification import Verification


_STATUS: Final = {"conforms": DONE, "diverges": NEGATIVE, "untested": BAD_INPUT}
_EXAMPLE: Final = "aceten verify zsiros/4 -- node adapter.mjs"


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
        int,
        typer.Option(
            "--examples", metavar="N", min=0, help="How many questions a level has, beside the rulebook's examples."
        ),
    ] = EXAMPLES,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="SECONDS", min=0.001, help="Ask for at most this many seconds.")
    ] = SECONDS,
    reply_seconds: Annotated[
        float,
        typer.Option("--reply-time", metavar="SECONDS", min=0.001, help="Wait at most this many seconds for a reply."),
    ] = REPLY_SECONDS,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=0, max=MAX_SEED, help="What the questions depend on.")
    ] = 0,
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
    _language: LanguageChoice = "en",
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
        raise UsageError(say("--page: a page is written of a suite; name its file with --suite"))
    if new is not None:
        write_starter(*new, game, program)
        return
    if game is None or not program:
        message = say("no program to verify: expected -- and what starts it, such as: {example}", example=_EXAMPLE)
        raise UsageError(message)
    _check_written(junit=junit, badge=badge)
    question = None if case is None else _question(case, game)
    if question is not None and (level or option or known):
        message = say("--case: a request says by itself what it is about; leave --level, --option and --known out")
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
        print_error(say("interrupted; until then: {told}", told="; ".join(told.values()) or say("nothing was asked")))
        raise typer.Exit(INTERRUPTED) from None
    further = [] if rules is None else ["--rules", str(rules)]
    further += [] if reply_seconds == REPLY_SECONDS else ["--reply-time", f"{reply_seconds:g}"]
    try:
        if json:
            print_json(report.in_english())
        else:
            ReportTelling(console(), report, further, single=question is not None, clauses=clauses).tell()
    finally:  # what cannot be printed can be written, and the other way round
        _write_beside(report, junit, badge, levels if question is None else [level_of(question)], further)
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
        message = say(
            "--suite: the file says what is verified; beside it stand only --page, --level, --examples, --seconds, --reply-time,"
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
        _write(junit, "--junit", junit_of(report, levels, further))
    if badge is not None:
        _write(badge, "--badge", plain_json.dumps(badge_of(report)) + "\n")


def _verify_suite(path: Path, asked: _Asked, page: Path | None, *, json: bool) -> int:
    """Verify the programs of a file, print what is found, and return the exit status."""
    _check_written(page=page)
    suite, told = read_suite(path), dict[str, str]()
    try:
        with _progress(told) as progress:
            outcomes = run_suite(suite, **asked._asdict(), progress=progress)
    except KeyboardInterrupt:
        print_error(say("interrupted; until then: {told}", told="; ".join(told.values()) or say("nothing was asked")))
        return INTERRUPTED
    try:
        if json:
            print_json([msgspec.structs.replace(each, report=each.report.in_english()) for each in outcomes])
        else:
            tell_suite(console(), outcomes)
    finally:
        if page is not None:
            _write(page, "--page", page_of(outcomes))
    return status_of(outcomes)


def _check_written(**files: Path | None) -> None:
    """Say before a verification when a file cannot be written where it is wanted.

    :param files: for each option the file that it names.
    :raises FileError: when one cannot.
    """
    for option, path in files.items():
        if path is not None and (os.path.isdir(path) or not os.path.isdir(path.parent)):  # noqa: PTH112 - names that are too long too
            problem = say("a directory") if path.is_dir() else say("there is no directory {folder}", folder=path.parent)
            raise FileError(
                file=f"--{option} {path}",
                problem=say("{problem}; expected the name of a file to be written", problem=problem),
            )


def _write(path: Path, option: str, text: str) -> None:
    """Write a file.

    :raises FileError: when it cannot be written.
    """
    try:
        write_text(path, text)
    except FileError as error:
        raise FileError(file=f"{option} {path}", problem=error.problem) from error


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
            message = say(
                "--level {name!r}{meant}: expected {known}",
                name=shown(name, 40),
                meant=meant(name, LEVELS),
                known=", ".join(LEVELS),
            )
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
    such = '{"command":"trick","game":"zsiros","players":4,"leader":0,"cards":["9h","9s","Kc","Ad"]}'
    try:
        given: object = plain_json.loads(text)
        check_keys(text)
        if not isinstance(given, dict):
            message = say("it is no JSON object")
            raise msgspec.ValidationError(message)
        said = cast("dict[str, object]", given)
        question: Question = msgspec.convert({"id": 0, **said}, Question)
    except (ValueError, RecursionError) as error:
        message = say(
            "--case {text!r}: {error}; expected a request of the protocol, such as: {such}",
            text=shown(text, 80),
            error=why(error),
            such=such,
        )
        raise UsageError(message) from error
    known = {"command", *(field.encode_name for field in msgspec.structs.fields(question))}
    unknown = [shown(name, 40) for name in said if name not in known]
    if unknown:
        message = say(
            "--case: {given}: no part of such a request; expected {known}",
            given=", ".join(unknown),
            known=", ".join(sorted(known)),
        )
        raise UsageError(message)
    if game not in (question.game, f"{question.game}/{question.players}"):
        message = say(
            "--case: it is about {other}, not about {game}",
            other=f"{shown(question.game, 40)}/{question.players}",
            game=shown(game, 40),
        )
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
    with PlainConsole(stderr=True).status(say("starting the program ...")) as status:

        def tell(what: str) -> None:
            told[what.partition(":")[0]] = what
            status.update(Text(f"{what} ..."))

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
        file = opened_to_write(path)
    except FileError as error:
        raise FileError(file=f"--transcript {path}", problem=error.problem) from error

    def note(line: str) -> None:
        try:
            file.write(f"{visible_json(line)}\n")
        except OSError as error:
            raise unusable(f"--transcript {path}", error) from error

    try:
        yield note
    finally:
        with contextlib.suppress(OSError):  # what could not be written was said
            file.close()
