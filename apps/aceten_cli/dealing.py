"""``aceten deal``, ``aceten show`` and ``aceten perft``."""

from __future__ import annotations

import secrets
from typing import Annotated

import msgspec
import typer

import aceten
from aceten import UsageError
from aceten.shuffling import MAX_SEED
from aceten_cli.inputs import JsonOutput, Position, RulesFile, one_state, rulebook_named, rulebook_of
from aceten_cli.output import console, print_json, print_line, progress
from aceten_cli.picture import table_picture


class _Dealt(msgspec.Struct):
    position: str
    seed: int
    dealer: int


class _Shown(msgspec.Struct):
    position: str
    turn: int | None
    legal: tuple[str, ...]
    winning: int
    points: tuple[int, ...]
    tricks: tuple[int, ...] | None
    result: aceten.Result | None


class _Counted(msgspec.Struct):
    position: str
    depth: int
    count: int


def deal(
    game: Annotated[str, typer.Argument(metavar="GAME/PLAYERS", help="Such as zsiros/4.")],
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="Shuffles the pack; without it one is chosen and shown.")
    ] = None,
    dealer: Annotated[int, typer.Option("--dealer", min=0, help="The seat that deals, from 0.")] = 0,
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated.")
    ] = None,
    rules: RulesFile = None,
    json: JsonOutput = False,
) -> None:
    """Deal cards and print the position line."""
    name, separator, players = game.partition("/")
    if not separator or not (players.isascii() and players.isdigit()) or len(players) > 1:
        message = f"{game[:40]!r}: expected a game and its number of players, such as zsiros/4"
        raise UsageError(message)
    options: dict[str, str] = {}
    for text in option or []:
        key, equals, value = text.partition("=")
        if not equals or key in options:
            message = f"--option {text[:40]!r}: expected NAME=VALUE, each name once"
            raise UsageError(message)
        options[key] = value
    chosen = secrets.randbelow(MAX_SEED + 1) if seed is None else seed
    state = aceten.load(rulebook_named(name, rules), players=int(players), **options).deal(seed=chosen, dealer=dealer)
    if json:
        print_json(_Dealt(str(state), chosen, dealer))
        return
    print_line(str(state))
    if seed is None:
        typer.echo(f"seed {chosen}", err=True)


def show(position: Position, rules: RulesFile = None, json: JsonOutput = False) -> None:
    """Draw a position as a table with its players."""
    state = one_state(position, rulebook_of(rules))
    if json:
        legal = tuple(map(str, state.legal))
        print_json(_Shown(str(state), state.turn, legal, state.winning, state.points, state.tricks, state.result))
        return
    out = console()
    out.print(table_picture(state))
    if state.legal:
        out.print(f"\nlegal: {' '.join(map(str, state.legal))}")


def perft(
    position: Position,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, help="How many actions deep.")],
    rules: RulesFile = None,
    json: JsonOutput = False,
) -> None:
    """Count the action sequences of a given length, to compare with another program."""
    state = one_state(position, rulebook_of(rules))
    with progress("counting"):
        count = aceten.perft(state, depth)
    if json:
        print_json(_Counted(str(state), depth, count))
    else:
        print_line(str(count))
