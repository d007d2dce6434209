"""``aceten deal``, ``aceten show`` and ``aceten perft``."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer

import aceten
from aceten import UsageError
from aceten.pictures import picture_of
from aceten.shuffling import MAX_SEED
from aceten_cli.inputs import JsonOutput, Position, RulesFile, game_named, one_state, rulebook_of, seat_named
from aceten_cli.output import console, print_json, print_line, progress
from aceten_cli.picture import choices_words, table_picture
from aceten_cli.plain import shown
from aceten_spec.files import unusable

_MAX_DIGITS: Final = 3


class _Dealt(msgspec.Struct):
    position: str
    seed: int
    dealer: int


class _Counted(msgspec.Struct):
    position: str
    depth: int
    count: int
    divided: dict[str, int]


def deal(
    game: Annotated[
        str, typer.Argument(metavar="GAME[/PLAYERS]", help="Such as zsiros/4; without a number as many play as can.")
    ],
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="Shuffles the pack; without it one is chosen and shown.")
    ] = None,
    dealer: Annotated[str, typer.Option("--dealer", metavar="SEAT", help="Who deals, such as A or 0.")] = "A",
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated.")
    ] = None,
    rules: RulesFile = None,
    json: JsonOutput = False,
) -> None:
    """Deal cards and print the position line."""
    played = game_named(game, option or [], rules)
    dealing = seat_named(played, dealer)
    chosen = secrets.randbelow(MAX_SEED + 1) if seed is None else seed
    state = played.deal(seed=chosen, dealer=dealing)
    if json:
        print_json(_Dealt(str(state), chosen, dealing))
        return
    print_line(str(state))
    if seed is None:
        typer.echo(f"seed {chosen}", err=True)


def show(
    position: Position,
    rules: RulesFile = None,
    svg: Annotated[
        str | None,
        typer.Option("--svg", metavar="FILE", help="Write a picture (SVG) to this file, - for standard output."),
    ] = None,
    json: JsonOutput = False,
) -> None:
    """Draw a position as a table with its players."""
    if svg is not None and json:
        message = "--svg and --json: expected one of them"
        raise UsageError(message)
    state = one_state(position, rulebook_of(rules, sound=False))  # so that what is wrong with rules can be looked at
    if svg is not None:
        _write_picture(svg, picture_of(state))
        return
    if json:
        print_json(shown(state))
        return
    out = console()
    out.print(table_picture(state))
    choices = tuple(choices_words(state))
    if choices:
        out.print("\n" + "\n".join(choices))


def _write_picture(file: str, picture: str) -> None:
    if file == "-":
        print_line(picture)
        return
    path = Path(file)
    try:
        path.write_text(picture + "\n", encoding="utf-8")
    except (OSError, ValueError) as error:
        raise unusable(path, error) from error


def perft(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="POSITION DEPTH",
            help="A position line, and how many actions deep. Quotes around the line are not needed.",
        ),
    ],
    divide: Annotated[bool, typer.Option("--divide", help="Also count for each first action on its own.")] = False,
    rules: RulesFile = None,
    json: JsonOutput = False,
) -> None:
    """Count the action sequences of a given length, to compare with another program."""
    *position, last = words
    if not (last.isascii() and last.isdigit() and len(last) <= _MAX_DIGITS):
        message = f"DEPTH is missing: expected a whole number after the position, given {last[:40]!r} last"
        raise UsageError(message)
    depth = int(last)
    state = one_state(position, rulebook_of(rules))
    with progress("counting"):
        divided = {str(action): aceten.perft(state.play(action), depth - 1) for action in state.legal if depth}
    count = sum(divided.values()) if depth else 1
    if json:
        print_json(_Counted(str(state), depth, count, divided))
        return
    for action, number in divided.items() if divide else ():
        print_line(f"{action} {number}")
    print_line(str(count))
