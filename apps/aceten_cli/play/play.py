"""``aceten play``."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

import aceten
from aceten import Game, Seat, UsageError
from aceten.vocabulary.naming import deals_counted, listed, seat_name
from aceten.words import end_of_match
from aceten_cli.frame.game_names import game_named, rulebook_of
from aceten_cli.frame.help_texts import LanguageChoice
from aceten_cli.frame.inputs import GameIfAny, OptionsChosen, RulesFile, seat_named
from aceten_cli.frame.output import console
from aceten_cli.frame.typed_commands import has_calls
from aceten_cli.play.plain_log import Log
from aceten_cli.play.replay import Recorder
from aceten_cli.play.resumed_matches import Begun, from_word
from aceten_cli.play.session import Session
from aceten_solver.contests.opponents import Opponents, OpponentTerms
from aceten_solver.hidden.machine_player import Machine, Strength
from aceten_spec.errors import shown
from aceten_spec.options import meaning
from aceten_spec.speech import say, to_say
from aceten_spec.texts.user_files import shown_name

if TYPE_CHECKING:
    from aceten_cli.play.faces import Face

_SHORT_SEED: Final = 1_000_000
_PATIENCE: Final = 10.0
"""So many seconds a program may take to answer."""
_THUMB: Final = to_say("The machine sees no hidden cards, and plays by a rule of thumb.")
_SAMPLES: Final = to_say(
    "The machine sees no hidden cards: for each action it samples up to {deals} that fit what it has seen."
)

_SHORTLY: Final[dict[Strength, str]] = {"greedy": _THUMB, "playouts": _SAMPLES, "average": _SAMPLES}
"""What is said of the machine where there is little room, by its strength."""

_MACHINES: Final[dict[Strength, str]] = {
    "greedy": _THUMB,
    "playouts": to_say(
        "The machine sees no hidden cards: for each action it samples up to {deals} that fit what it has seen, solves some with all"
        " cards known where that is quick, and plays the others out, mostly at random."
    ),
    "average": to_say(
        "The machine sees no hidden cards: for each action it samples up to {deals} that fit what it has seen, solves them with all cards"
        " known, and does what is best on average. Where that would take long it plays more of them out."
    ),
}
"""And where there is more."""


def play(
    game: GameIfAny = None,
    start: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="POSITION|RECORD",
            help="Go on from a position line, or with the record of a deal or a match in a file; it names the game.",
        ),
    ] = None,
    seats: Annotated[
        str,
        typer.Option(
            "--seats", metavar="SEATS", help="The seats that people take, such as A or 0,2; all, or none to watch."
        ),
    ] = "A",
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", min=0, help="Fixes the deals and what the machine does; without it one is chosen and shown."
        ),
    ] = None,
    dealer: Annotated[
        str | None,
        typer.Option("--dealer", metavar="SEAT", help="Who deals first; without it the seed decides."),
    ] = None,
    option: OptionsChosen = None,
    record: Annotated[
        Path | None,
        typer.Option(
            "--record",
            metavar="FILE",
            help="Record the first deal in FILE, the next with -2 in its name; no file is overwritten.",
        ),
    ] = None,
    strength: Annotated[
        Strength,
        typer.Option(
            "--strength",
            help="How the machine plays: by a rule of thumb; by deals that it plays out; or by deals that it solves with all cards known.",
        ),
    ] = "average",
    samples: Annotated[
        int | None,
        typer.Option(
            "--samples",
            min=1,
            help="Deals that the machine samples for each action: the more, the stronger. By itself 20 to solve, or 1000 to play out.",
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", min=0.0, help="Time limit for each action; play then depends on the computer."),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="POLICY",
            help="Play against this policy, as 'aceten arena' takes them, in place of the machine.",
        ),
    ] = None,
    calls: Annotated[
        bool, typer.Option("--calls", help="Ask what to call before a partner plays, where the game has calls.")
    ] = False,
    plain: Annotated[
        bool,
        typer.Option("--plain", help="A log line by line, as in a pipe, instead of a table that fills the terminal."),
    ] = False,
    rules: RulesFile = None,
    _language: LanguageChoice = "en",
) -> None:
    """Play a match with the machine on the other seats.

    The machine sees what its seat may see and nothing else. Its strengths are average: it samples deals that fit, solves them with all
    cards known, and does what is best on average, where that takes no longer than a second or two, and elsewhere plays them out; playouts:
    it plays them out from the first card on, and solves them near the end; and greedy, a rule of thumb. Solving takes the native core, and
    complete tables (aceten tables) speed it up. With the same seed the same deals come again, the first being that of `aceten deal` with
    this seed and this dealer.

    On a terminal the table fills the screen; in a pipe, and with --plain, it is told line by line.

    Example: aceten play zsiros/2 --seed 7
    """
    first = secrets.randbelow(_SHORT_SEED) if seed is None else seed
    rulebook = rulebook_of(rules)
    if start is None:
        begun = _begin(game, option or [], rules, first, dealer)
    elif game is None and not option and dealer is None:
        begun = from_word(start, rulebook)
    else:
        raise UsageError(
            say(
                "--from: expected neither GAME, --option nor --dealer beside it; they are in the position or the record"
            )
        )
    people = _seats(begun.match.game, seats)
    machine = Machine(seed=first, strength=strength, samples=samples, seconds=seconds)
    opponents = None if against is None else Opponents(against, OpponentTerms(samples, seconds or _PATIENCE))
    if opponents is not None:
        opponents.come_up()
    recorder = Recorder(record)

    def match(face: Face) -> int:
        """Play the match, and return the exit status."""
        _greet(face, begun.match.game, people, machine, calls=calls, against=against)
        session = Session(begun, people, machine, recorder, face, calls=calls, rulebook=rulebook, opponents=opponents)
        return session.run()

    if plain or not _fills_a_terminal():
        status = match(Log())
    else:
        from aceten_cli.play.table_screen import at_the_table

        status = at_the_table(match)
    if recorder.files:
        console().print(say("recorded: {files}", files=listed(map(shown_name, recorder.files))), soft_wrap=True)
    raise typer.Exit(status)


def _begin(game: str | None, option: list[str], rules: Path | None, seed: int, dealer: str | None) -> Begun:
    """Return a match of the game that is named, before its first deal."""
    if game is None:
        raise UsageError(say("expected GAME[/PLAYERS], such as zsiros/4, or --from POSITION|RECORD"))
    chosen = game_named(game, option, rules)
    drawn = aceten.first_dealer(chosen, seed)
    return Begun(aceten.start_match(chosen, dealer=drawn if dealer is None else seat_named(chosen, dealer)))


def _fills_a_terminal() -> bool:
    """Whether there is a terminal on which a table can be drawn, and where is typed."""
    streams = (sys.stdin, sys.stdout, sys.__stderr__)  # the last is what is drawn on
    return all(stream is not None and stream.isatty() for stream in streams) and os.environ.get("TERM") != "dumb"


def _greet(
    face: Face, game: Game, people: frozenset[Seat], machine: Machine, *, calls: bool, against: str | None
) -> None:
    """Say what is played, by whom, and until when, and what the machine is."""
    yours = sorted(people)
    machines = [seat for seat in range(game.players) if seat not in people]
    partner = game.partner(yours[0]) if len(yours) == 1 else None
    title, end = game.rulebook.called, end_of_match(game)
    you, others = (listed(map(seat_name, seats)) if seats else "" for seats in (yours, machines))
    if partner is not None:
        mate = seat_name(partner)
        who = say(
            "{title}: you are {you}, with {mate}; the machine plays {others}.",
            title=title,
            you=you,
            mate=mate,
            others=others,
        )
    elif you and others:
        who = say("{title}: you are {you}; the machine plays {others}.", title=title, you=you, others=others)
    elif you:
        who = say("{title}: you are {you}.", title=title, you=you)
    else:
        who = say("{title}: the machine plays {others}.", title=title, others=others)
    face.say([say("{who} The match: {end}. ? for help", who=who, end=end)])
    agreed = [
        f"{name}={value}: {meaning(game.rulebook.options[name], value)}".removesuffix(": ")
        if name in game.rulebook.options
        else f"{name}={value}"
        for name, value in game.options
    ]
    if agreed:
        face.say([say("Agreed on:"), *agreed])
    if machines and against is not None:
        face.say([say("In place of the machine: {policy}.", policy=shown(against))])
    elif machines:
        told = _SHORTLY if face.fills_screen else _MACHINES
        face.say([say(told[machine.plays], deals=deals_counted(machine.sampled))])
    if partner is not None and has_calls(game) and not calls:
        face.say([say("To call to {mate} before he plays, type: calls on", mate=seat_name(partner))])


def _seats(game: Game, text: str) -> frozenset[Seat]:
    """Return the seats that are named; all of them for ``all``, and none for ``none``."""
    match text.strip().casefold():
        case "all":
            return frozenset(map(Seat, range(game.players)))
        case "none":
            return frozenset()
        case _:
            return frozenset(seat_named(game, part) for part in text.split(","))
