"""``aceten verify``."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, cast

import typer
from typer.core import TyperOption
from typing_extensions import override

from aceten import UsageError
from aceten.conformance.runs.runner import EXAMPLES, REPLY_SECONDS, SECONDS
from aceten.conformance.runs.runner import verify as verify_program
from aceten_cli.frame.game_names import agreed_options, game_named, rulebook_named
from aceten_cli.frame.help_texts import Command, Group, LanguageChoice, Leader, LedGroup
from aceten_cli.frame.inputs import JsonOutput, RulesFile, games, read_text
from aceten_cli.verify import program_runs as runs
from aceten_cli.verify.case import case
from aceten_cli.verify.kept_cases import KeptCases, read_cases, save_cases
from aceten_cli.verify.new import new
from aceten_cli.verify.suite import suite
from aceten_spec.protocol import Option
from aceten_spec.speech import say

if TYPE_CHECKING:
    from typer._click.core import Context


_VALUES: Final = {"case": 1, "suite": 1, "new": 2}
"""The commands that were options, with how many values each had."""


class _Verify(LedGroup):
    """The group, which knows how its commands were spelled once."""

    @override
    def make_context(
        self, info_name: str | None, args: list[str], parent: Context | None = None, **extra: object
    ) -> Context:
        if "resilient_parsing" not in extra:  # which is how the shell completes
            _refuse_old_options(self, args, parent)
        return super().make_context(info_name, args, parent, **extra)


app = typer.Typer(cls=_Verify, help="Test a program of yours against the rules.")


def _begun(incomplete: str) -> list[str]:
    """Return what the first word that is begun so can be."""
    return [name for name in (*_VALUES, *games(incomplete)) if name.startswith(incomplete.partition("/")[0])]


@app.command("verify", cls=Leader, hidden=True)
def verify(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME[/PLAYERS]",
            help="Such as zsiros/4. Without a number: all that the program supports.",
            autocompletion=_begun,
        ),
    ] = None,
    program: runs.Program = None,
    level: runs.LevelsAsked = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            "--options",
            metavar="NAME=VALUE",
            help="An option of the game; may be repeated. Without it those that the program can do, in turn.",
        ),
    ] = None,
    examples: runs.QuestionsALevel = EXAMPLES,
    seconds: runs.SecondsToAsk = SECONDS,
    reply_seconds: runs.SecondsToReply = REPLY_SECONDS,
    seed: runs.SeedOfQuestions = 0,
    first: Annotated[bool, typer.Option("--first", help="Stop at the first finding.")] = False,
    known: Annotated[
        Path | None,
        typer.Option("--known", metavar="FILE", help="Findings that are expected, one key a line; only others count."),
    ] = None,
    save: runs.SavedCases = None,
    replay: runs.ReplayedCases = None,
    clauses: Annotated[bool, typer.Option("--clauses", help="Show a line for every clause.")] = False,
    junit: runs.JunitFile = None,
    badge: runs.BadgeFile = None,
    transcript: runs.TranscriptFile = None,
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
    if game is None or not program:
        raise runs.no_program()
    telling = runs.ProgramTold(junit, badge, json, rules, reply_seconds)
    telling.check()
    levels, options = runs.levels_named(level), _options(game, option or [], rules)
    players = game.partition("/")[2]
    expected = () if known is None else _known(known)
    again = KeptCases() if replay is None else read_cases(replay)
    runs.check_written(save=save)
    with runs.verifying() as progress, runs.transcribed(transcript) as note:
        report = verify_program(
            program,
            rulebook_named(game.partition("/")[0], rules),
            players=int(players) if players else None,
            levels=levels,
            options=options,
            examples=examples,
            seconds=seconds,
            reply_seconds=reply_seconds,
            seed=seed,
            first=first,
            known=expected,
            cases=again.questions,
            progress=progress,
            transcript=note,
        )
    try:
        status = telling.tell(report, levels, clauses=clauses)
    finally:  # what cannot be printed can be kept
        if save is not None:
            save_cases(save, report, again)
    raise typer.Exit(status)


def _options(game: str, settings: list[str], rules: Path | None) -> dict[str, Option]:
    """Return the options that are agreed on, also where they say what the rulebook does.

    :raises AcetenError: for a game or an option that there is not.
    """
    return agreed_options(game_named(game, settings, rules).rulebook, settings)


def _known(path: Path) -> tuple[str, ...]:
    """Return the keys in a file: a line each, blank lines and those that begin with # left out.

    :raises FileError: when it cannot be read.
    """
    lines = [line.strip() for line in read_text(str(path)).splitlines()]
    return tuple([" ".join(line.split()) for line in lines if line and not line.startswith("#")])


# --- How the commands were spelled once: as options ---


def _refuse_old_options(verify: Group, words: list[str], parent: Context | None) -> None:
    """Refuse an option that is a command now, with the words to type.

    :param words: what stands behind ``aceten verify``.
    :raises UsageError: with what is to be typed, all that the new command takes of it.
    """
    end = words.index("--") if "--" in words else len(words)
    for place, word in enumerate(words[:end]):
        option, *values = word.split("=", 1)
        name = option.removeprefix("--")
        if option != name and name in _VALUES:
            until = min(place + 1 + (0 if values else _VALUES[name]), end)
            anew = ["aceten", "verify", name, *(values or words[place + 1 : until])]
            anew += _others(verify, name, words[:place] + words[until:end], parent)
            anew += words[end:] if name == "case" else []
            raise UsageError(say("{option} is a command now: {command}", option=option, command=shlex.join(anew)))


def _others(verify: Group, name: str, words: list[str], parent: Context | None) -> list[str]:
    """Return those of the words beside an old option that the new command takes."""
    commands = verify.commands[verify.name or ""], verify.commands[name]
    known = {each.name: each for command in commands for each in command.params if isinstance(each, TyperOption)}
    both = Command(verify.name, params=list(known.values()), rich_markup_mode=None)
    given, game, _ = both.make_parser(typer.Context(both, parent, verify.name)).parse_args(words)
    taken = game if name == "new" else []
    for option in commands[1].params:
        value: object = given.get(option.name or "")
        for each in cast("list[object]", value) if isinstance(value, list) else [value]:
            taken += [] if each is None else [option.opts[0]] if each is True else [option.opts[0], str(each)]
    return taken


app.command("case", cls=Command)(case)
app.command("suite", cls=Command)(suite)
app.command("new", cls=Command)(new)
