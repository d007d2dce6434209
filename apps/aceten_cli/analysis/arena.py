"""``aceten arena``."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Annotated, Final

import typer

from aceten_cli.analysis.told_answers import print_told
from aceten_cli.frame.game_names import game_named
from aceten_cli.frame.help_texts import LanguageChoice
from aceten_cli.frame.inputs import GameNamed, JsonOutput, OptionsChosen, RulesFile
from aceten_cli.frame.output import console, print_json
from aceten_cli.frame.progress_bars import bar
from aceten_cli.frame.streams import DONE, INTERRUPTED, NEGATIVE, interruptible, print_error
from aceten_cli.surveys.survey import keeping
from aceten_solver import round_robin
from aceten_solver.contests.journal import terms_in
from aceten_solver.contests.told_standings import told_standings
from aceten_spec.speech import grouped, say

_BITS: Final = 53
"""So many bits a seed has that is chosen by chance: as many as every reader of JSON keeps."""


def arena(
    game: GameNamed,
    policies: Annotated[
        list[str],
        typer.Argument(
            metavar="POLICY...",
            help="Two or more: greedy, playouts, average, alpha-mu, random, perfect (which sees all cards); module:name; an entry point in "
            "aceten.policies; or in quotes the command of a program.",
        ),
    ],
    deals: Annotated[int, typer.Option("--deals", "-n", min=1, help="How many deals each two play.")] = 100,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            min=0,
            help="The seed of the first deal; without it that of --out, or one is chosen and shown. Who knows it can know the cards.",
        ),
    ] = None,
    single: Annotated[
        bool, typer.Option("--single", help="Play each deal once, and not again with the sides exchanged.")
    ] = False,
    samples: Annotated[
        int | None,
        typer.Option("--samples", min=1, help="Deals that the shipped policies sample for each action."),
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.001, help="How long a program may take to answer.")
    ] = 10.0,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers", metavar="N", min=1, max=256, help="How many work at a time; by default one a processor."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Keep every deal in FILE; what is there is not played again."),
    ] = None,
    option: OptionsChosen = None,
    rules: RulesFile = None,
    _language: LanguageChoice = "en",
    json: JsonOutput = False,
) -> None:
    """Let policies play against each other, each against each, and tell who is how strong.

    Each two play the same deals, each deal twice with the sides exchanged, so that good cards help neither. A policy that breaks a rule,
    or fails, loses the deal, and it is told how. A program speaks the protocol on the page Arena, and is run with your rights: see there.

    Exit status 1: a policy has lost deals by a fault of its own.

    Example: aceten arena zsiros/2 greedy random --deals 50 --seed 7
    """
    chosen = game_named(game, option or [], rules)
    kept = None if out is None else terms_in(out)
    first = seed if seed is not None else secrets.randbits(_BITS) if kept is None else kept.seed
    many = len(policies) * (len(policies) - 1) // 2 * deals
    where = Path("-") if out is None else out
    with (
        keeping(where, RuntimeError),
        interruptible() as interrupted,
        bar(say("deals"), lambda: many, shown=True) as step,
    ):
        found = round_robin(
            policies,
            chosen,
            deals=deals,
            pairs=not single,
            seed=first,
            samples=samples,
            seconds=seconds,
            workers=workers or os.cpu_count() or 1,
            file=out,
            tell=step,
            stop=interrupted,
        )
    if json:
        print_json(found)
    else:
        print_told(console(), told_standings(found))
    if not found.whole:
        done = sum(each.deals for each in found.pairings)
        template = (
            say("{done} of {all} deals are done", done=grouped(done), all=grouped(many))
            if out is None
            else say(
                "{done} of {all} deals are done and kept; the same command goes on from there",
                done=grouped(done),
                all=grouped(many),
            )
        )
        print_error(template)
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(NEGATIVE if any(each.lost for each in found.standings) else DONE)
