"""``aceten deal``, ``aceten show`` and ``aceten perft``."""

from __future__ import annotations

import secrets
from typing import Annotated

import msgspec
import typer

import aceten
from aceten import Rank, State, UsageError
from aceten.shuffling import MAX_SEED
from aceten_cli.inputs import JsonOutput, Position, RulesFile, one_state, rulebook_named, rulebook_of
from aceten_cli.output import console, print_json, print_line, progress
from aceten_cli.picture import choices_words, table_picture


class _Dealt(msgspec.Struct):
    position: str
    seed: int
    dealer: int


class _Shown(msgspec.Struct):
    position: str
    turn: int | None
    legal: tuple[str, ...]
    calls: tuple[str, ...]
    leader: int
    winning: int
    points: tuple[int, ...]
    tricks: tuple[int, ...] | None
    leads: str
    drawn: str | None
    lone: int | None
    resets: tuple[int, ...]
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
        print_json(_shown(state))
        return
    out = console()
    out.print(table_picture(state))
    choices = tuple(choices_words(state))
    if choices:
        out.print("\n" + "\n".join(choices))


def _shown(state: State) -> _Shown:
    return _Shown(
        position=str(state),
        turn=state.turn,
        legal=tuple(map(str, state.legal)),
        calls=tuple(map(str, state.calls)),
        leader=state.leader,
        winning=state.winning,
        points=state.points,
        tricks=state.tricks,
        leads="".join(Rank(rank).letter for rank in state.leads),
        drawn=None if state.drawn is None else str(state.drawn),
        lone=state.lone,
        resets=state.burned,
        result=state.result,
    )


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
