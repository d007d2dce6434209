"""``aceten tables``."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator
from typing import Annotated, TypeAlias

import typer
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from aceten import UsageError
from aceten.vocabulary.naming import points_counted
from aceten_cli.frame.consoles import PlainConsole
from aceten_cli.frame.game_names import game_named, rulebook_of
from aceten_cli.frame.help_texts import Command, Group, LanguageChoice
from aceten_cli.frame.inputs import GameNamed, JsonOutput, OptionsChosen, RulesFile
from aceten_cli.frame.output import console, headed_table, print_json, print_sentence, progress
from aceten_cli.frame.streams import DONE, INTERRUPTED, NEGATIVE, interruptible, print_error, print_line
from aceten_solver.endgames import endgame_tables as tables
from aceten_solver.endgames.endgame_tables import TableError, TableFile
from aceten_spec.errors import shown as shown_text
from aceten_spec.speech import decimal, grouped, say, say_counted
from aceten_spec.texts.user_files import shown_name

app = typer.Typer(
    cls=Group,
    help="Complete tables of endgames: build them once, and every deal is solved faster.",
    epilog="They lie in the user's cache, or in the folder that ACETEN_TABLES names.",
    no_args_is_help=True,
)

_Cards: TypeAlias = Annotated[
    int | None, typer.Option("--cards", metavar="N", min=1, max=15, help="Up to so many cards a hand.")
]

_Threads: TypeAlias = Annotated[
    int | None,
    typer.Option("--threads", metavar="N", min=1, max=256, help="How many work at a time; by default one a processor."),
]


@app.command("build", cls=Command)
def build(
    game: GameNamed,
    cards: _Cards = None,
    size: Annotated[
        int, typer.Option("--size", min=1, metavar="MB", help="Without --cards: as many as fit into so many megabytes.")
    ] = tables.SIZE,
    threads: _Threads = None,
    option: OptionsChosen = None,
    rules: RulesFile = None,
    _language: LanguageChoice = "en",
) -> None:
    """Build the tables of a game that are not there yet.

    Whatever ends it, what is done is kept, and the next time it goes on from there.

    Example: aceten tables build zsiros/4 --cards 2
    """
    played = game_named(game, option or [], rules)
    wanted = tables.sizes(played, cards, size=size)
    with interruptible() as interrupted, _progress(say("building")) as report:
        whole = tables.build(played, cards=cards, size=size, threads=threads, progress=report, stop=interrupted)
    for table in whole:
        print_line(_line(table))
    if len(whole) < len(wanted):
        print_error(say("not whole yet; what is done is kept, and the same command goes on from there"))
        raise typer.Exit(INTERRUPTED)


@contextlib.contextmanager
def _progress(what: str) -> Generator[Callable[[int, int], None] | None]:
    """Show how far it is, a byte for each position, on a terminal only."""
    err = PlainConsole(stderr=True)
    if not err.is_terminal:
        yield None
        return
    columns = (
        TextColumn(what),
        BarColumn(),
        DownloadColumn(),
        TimeElapsedColumn(),
        TextColumn(say("left")),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task(what)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _line(table: TableFile) -> str:
    header = table.header
    entries = grouped(header.entries)
    told = say(
        "{game}, {cards} cards a hand: {entries} positions",
        game=shown_text(header.game),
        cards=header.cards,
        entries=entries,
    )
    return f"{told}  {shown_name(table.path)}"


@app.command("list", cls=Command)
def list_all(_language: LanguageChoice = "en", json: JsonOutput = False) -> None:
    """List the tables that are there."""
    found = tables.installed()
    if json:
        for each in found:
            print_json(_plain(each))
        return
    if not found:
        none = say(
            "no tables in {folder}; build some with: {command}",
            folder=shown_name(tables.folder()),
            command="aceten tables build zsiros/4 --cards 3",
        )
        print_line(none)
        return
    shown = headed_table()
    for name in (say("game"), say("cards"), say("positions"), say("file")):
        number = name in {say("cards"), say("positions")}
        shown.add_column(name, justify="right" if number else "left", overflow="fold")
    for each in found:
        if isinstance(each, TableFile):
            shown.add_row(
                shown_text(each.header.game),
                str(each.header.cards),
                grouped(each.header.entries),
                shown_name(each.path),
            )
        else:
            shown.add_row("", "", each.problem, shown_name(each.table))
    console().print(shown)


def _plain(each: TableFile | TableError) -> dict[str, object]:
    if isinstance(each, TableError):
        return {"file": each.table, "problem": each.problem}
    header = each.header
    return {
        "file": str(each.path),
        "game": header.game,
        "cards": header.cards,
        "entries": header.entries,
        "rules": header.rules,
    }


_BuiltFor: TypeAlias = Annotated[
    str | None, typer.Argument(metavar="GAME/PLAYERS", help="Only the tables built for this game.")
]


@app.command("check", cls=Command)
def check(
    game: _BuiltFor = None,
    sample: Annotated[
        int, typer.Option("--sample", metavar="N", min=0, help="How many entries of each are worked out again.")
    ] = 200,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Which entries.")] = 0,
    rules: RulesFile = None,
    _language: LanguageChoice = "en",
) -> None:
    """Look at every byte of every table, and work some entries out again by search.

    Tables of a rulebook of one's own are worked out by --rules; without it they count as wrong, as nobody knows what they hold.

    Exit status 1: a file is damaged, or an entry is wrong.
    """
    rulebook = rulebook_of(rules)
    worst = DONE
    for each in _chosen(game):
        try:
            if isinstance(each, TableError):
                raise each
            with progress(say("checking")):
                tables.check(each, sample=sample, seed=seed, rules=rulebook)
            print_line(say("whole  {table}", table=_line(each)))
        except TableError as error:
            print_error(str(error))
            worst = NEGATIVE
    raise typer.Exit(worst)


@app.command("remove", cls=Command)
def remove(
    game: _BuiltFor = None,
    _language: LanguageChoice = "en",
) -> None:
    """Remove tables: those of a game, or all, damaged ones included."""
    for each in _chosen(game):
        tables.remove(each)
        print_line(say("removed {file}", file=shown_name(each.path if isinstance(each, TableFile) else each.table)))


def _chosen(game: str | None) -> list[TableFile | TableError]:
    """Return the tables that are there, or those that were built for a game.

    :raises UsageError: when there are none of the game.
    """
    chosen = [each for each in tables.installed() if game is None or _built_for(each, game)]
    if game is not None and not chosen:
        raise UsageError(
            say("no table was built for {game!r}; 'aceten tables list' tells which there are", game=game[:80])
        )
    return chosen


def _built_for(each: TableFile | TableError, game: str) -> bool:
    return isinstance(each, TableFile) and each.header.game == game


@app.command("stats", cls=Command)
def stats(
    game: GameNamed,
    cards: Annotated[int, typer.Option("--cards", metavar="N", min=1, max=15, help="Cards a hand.")],
    threads: _Threads = None,
    option: OptionsChosen = None,
    rules: RulesFile = None,
    _language: LanguageChoice = "en",
    json: JsonOutput = False,
) -> None:
    """Tell what a table shows: how endgames end, how often only one rank can be led, and how many rounds of a trick the leader needs.

    Every position is looked at. Those that differ count once each, however many deals lead to them. What counts is points, with perfect
    play.

    Example: aceten tables stats zsiros/4 --cards 2
    """
    with _progress(say("counting")) as report:
        told = tables.stats(game_named(game, option or [], rules), cards, threads=threads, progress=report)
    if json:
        print_json(told)
        return
    out = console()
    heading = say(
        "{game}, {cards} cards a hand: {entries} positions. With perfect play",
        game=told.game,
        cards=told.cards,
        entries=grouped(told.positions),
    )
    out.print(heading)
    ends = {
        say("the leader's side takes more points than the other side"): told.ahead,
        say("both take as many"): told.level,
        say("the leader's side takes every trick"): told.every,
        say("it gets no trick"): told.none,
        **{say("it takes {points}", points=points_counted(points)): count for points, count in told.points.items()},
        **{
            say_counted("the leader needs {number} round", "the leader needs {number} rounds", rounds): count
            for rounds, count in told.rounds.items()
        },
    }
    shown = Table.grid(padding=(0, 2))
    shown.add_column()
    shown.add_column(justify="right")
    shown.add_column(justify="right")
    for name, count in ends.items():
        shown.add_row(name, grouped(count), _share(count, told.positions))
    out.print(shown)
    only_one = say(
        "In {several} the leader has several ranks; in {only_one} of these{share}, only one of them keeps the points.",
        several=grouped(told.several),
        only_one=grouped(told.only_one),
        share=f", {_share(told.only_one, told.several)}" if told.several else "",
    )
    print_sentence(out, only_one)
    out.print(say("A position in which he needs the most rounds: {position}", position=told.longest), soft_wrap=True)


def _share(part: int, whole: int) -> str:
    return f"{decimal(100 * part / whole, 2)}%"
