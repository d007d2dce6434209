"""``aceten play``."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

import aceten
from aceten import Seat
from aceten.naming import counted, listed, seat_name
from aceten.telling import end_of_match
from aceten_cli.inputs import LanguageChoice, RulesFile, game_named, seat_named
from aceten_cli.machine import Machine
from aceten_cli.output import console
from aceten_cli.records import Recorder
from aceten_cli.session import Session
from aceten_solver.sampling import SAMPLES

if TYPE_CHECKING:
    from aceten import Game

_SHORT_SEED: Final = 1_000_000


def play(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME[/PLAYERS]", help="Such as zsiros/4. Without a number: the most players that the game allows."
        ),
    ],
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
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated.")
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(
            "--record",
            metavar="FILE",
            help="Record the first deal in FILE, the next with -2 in its name; no file is overwritten.",
        ),
    ] = None,
    samples: Annotated[
        int,
        typer.Option(
            "--samples", min=1, help="Deals that the machine samples for each action: the more, the stronger."
        ),
    ] = SAMPLES,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", min=0.0, help="Time limit for each action; play then depends on the computer."),
    ] = None,
    rules: RulesFile = None,
    language: LanguageChoice = "en",
) -> None:
    """Play a match with the machine on the other seats.

    The machine sees what its seat may see and nothing else: it samples deals that fit, solves them where that is quick, and elsewhere
    plays them out. With the same seed the same deals come again, the first being that of `aceten deal` with this seed and this dealer.

    Example: aceten play zsiros/2 --seed 7
    """
    chosen = game_named(game, option or [], rules)
    people = _seats(chosen, seats)
    first = secrets.randbelow(_SHORT_SEED) if seed is None else seed
    drawn = aceten.first_dealer(chosen, first)
    match = aceten.start_match(chosen, dealer=drawn if dealer is None else seat_named(chosen, dealer))
    machine = Machine(seed=first, samples=samples, seconds=seconds)
    session = Session(match, people, machine, Recorder(record), language)
    _greet(chosen, people, samples)
    raise typer.Exit(session.run())


def _greet(game: Game, people: frozenset[Seat], samples: int) -> None:
    """Say what is played, by whom, and until when, and what the machine is."""
    out = console()
    yours = sorted(people)
    machines = [seat for seat in range(game.players) if seat not in people]
    who = f"you are {listed(map(seat_name, yours))}" if yours else ""
    if len(yours) == 1 and (partner := game.partner(yours[0])) is not None:
        who += f", with {seat_name(partner)}"
    if machines:
        who += f"{'; ' if yours else ''}the machine plays {listed(map(seat_name, machines))}"
    out.print(f"{game.rulebook.title}: {who}. The match: {end_of_match(game)}. ? for help", soft_wrap=True)
    if machines:
        out.print(
            f"The machine sees no hidden cards: for each action it samples up to {counted(samples, 'deal')} that fit what it has seen,"
            " solves some with all cards known where that is quick, and plays the others out, mostly at random.",
            style="dim",
            soft_wrap=True,
        )


def _seats(game: Game, text: str) -> frozenset[Seat]:
    """Return the seats that are named; all of them for ``all``, and none for ``none``."""
    match text.strip().casefold():
        case "all":
            return frozenset(map(Seat, range(game.players)))
        case "none":
            return frozenset()
        case _:
            return frozenset(seat_named(game, part) for part in text.split(","))
