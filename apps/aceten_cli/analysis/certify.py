"""``aceten certify``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from aceten import AcetenError, State
from aceten_certificates.certificate import MOST_NUMBER
from aceten_cli.analysis.certificate_files import AskedProof, Kept, certified
from aceten_cli.analysis.solve_batches import BatchTally
from aceten_cli.frame.game_names import rulebook_of
from aceten_cli.frame.help_texts import LanguageChoice
from aceten_cli.frame.inputs import (
    GivenPosition,
    JsonOutput,
    Moves,
    Positions,
    RulesFile,
    how_many,
    is_named,
    positions,
)
from aceten_cli.frame.output import console, print_json, print_sentence
from aceten_cli.frame.search_options import ObjectiveAsked
from aceten_cli.rules.check import proof_json, tell_proof
from aceten_spec.errors import FileError
from aceten_spec.speech import grouped, say, say_counted
from aceten_spec.texts.user_files import name_as_text, shown_name


def certify(
    position: Positions,
    moves: Moves = None,
    objective: ObjectiveAsked = None,
    at_least: Annotated[
        int | None,
        typer.Option(
            "--at-least",
            metavar="N",
            min=-MOST_NUMBER,
            max=MOST_NUMBER,
            help="Prove that the first side can be sure of so much.",
        ),
    ] = None,
    at_most: Annotated[
        int | None,
        typer.Option(
            "--at-most",
            metavar="N",
            min=-MOST_NUMBER,
            max=MOST_NUMBER,
            help="Prove that it gets at most so much. Without both: what the position is worth, which is both halves.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE|DIR",
            help="The file to write, for one position that is typed; otherwise, or where it is there, a folder, with a file for each. "
            "Default: a file here that is named after the game and what is proved.",
        ),
    ] = None,
    rules: RulesFile = None,
    _language: LanguageChoice = "en",
    json: JsonOutput = False,
) -> None:
    """Prove what a position is worth, in a file that anybody can check by the rules alone.

    Every card is known. The first side is that of A, or of who plays alone. By points its card points are counted; by the deal it is 1 if
    it wins, 0 if nobody or both do, -1 if it loses; by game points it is how many more it scores than the others.

    What is not so is refused, and it is said what is. A certificate is checked before it is written, and written whole or not at all.
    One that is there already is checked again, and a file that holds something else is not overwritten. So what Ctrl-C has ended is
    asked again, and goes on with the positions that are left.

    'aceten check FILE' checks what was written.

    Example: aceten certify "zsiros/2 hands=AQT8,AK97 points=30,20 tricks=6,6 lead=0" --at-least 50
    """
    rulebook = rulebook_of(rules)
    place = _place(position, out)
    tally, stopped = BatchTally(), False
    try:
        for given in positions(position, rulebook, moves):
            if isinstance(given, AcetenError):
                tally.wrong(given)
                continue
            try:
                asked = AskedProof(given.seen, objective, at_least, at_most)
                kept = certified(place(asked), asked, rulebook)
            except FileError:  # what is wrong with the place is so for the others, too
                raise
            except AcetenError as error:
                tally.wrong(given.error(error))
                continue
            _tell(given, kept, json=json, first=not tally.done)
            tally.count()
    except KeyboardInterrupt:
        stopped = True
    raise typer.Exit(tally.end(stopped=stopped, goes_on=True))


def _place(words: list[str], out: Path | None) -> Callable[[AskedProof], Path]:
    """Return what says into which file a certificate goes."""
    alone = how_many(words) == 1 and not any(map(is_named, words))
    if out is None or not alone or out.is_dir():
        folder = out or Path()
        return lambda asked: folder / asked.name
    return lambda _asked: out


def _tell(given: GivenPosition[State], kept: Kept, *, json: bool, first: bool) -> None:
    if json:
        where = {"file": name_as_text(kept.path), "made": kept.made, "bytes": kept.size}
        print_json({"line": given.line} | proof_json(kept.checked) | where)
        return
    out = console()
    if not first:
        out.print()
    tell_proof(out, kept.checked)
    size = say_counted("{number} byte", "{number} bytes", kept.size, number=grouped(kept.size))
    file = shown_name(kept.path)
    print_sentence(
        out,
        say("written: {file}, {size}", file=file, size=size)
        if kept.made
        else say("there already: {file}, {size}", file=file, size=size),
    )
