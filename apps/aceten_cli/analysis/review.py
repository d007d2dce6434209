"""``aceten review``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Final, NamedTuple

import msgspec
import typer
from rich.console import Console
from rich.text import Text

import aceten
import aceten_solver
from aceten import AcetenError, AnyRecord, MatchRecord, Record, SeenRecord, UsageError
from aceten.vocabulary.naming import called, seat_name
from aceten.words import result_words
from aceten_cli.analysis.advise import WORLDS, WorldsAsked
from aceten_cli.analysis.told_answers import print_told
from aceten_cli.frame.game_names import rulebook_of
from aceten_cli.frame.given_records import RecordTally, tell_annotations, tell_notes
from aceten_cli.frame.help_texts import LanguageChoice
from aceten_cli.frame.inputs import (
    JsonOutput,
    Moves,
    RulesFile,
    is_named,
    one_state,
    played,
    read_text,
    record_names,
)
from aceten_cli.frame.output import console, print_sentence, progress
from aceten_cli.frame.picture_files import SvgFile, check_drawing, write_picture
from aceten_cli.frame.search_options import NodesAllowed, ObjectiveAsked, seat_asked
from aceten_cli.frame.streams import (
    DONE,
    INTERRUPTED,
    NEGATIVE,
    interruptible,
    print_line,
    print_note,
)
from aceten_solver import FairReview, Objective, Review
from aceten_solver.reviews.told_reviews import told_fairly, told_review
from aceten_spec import Rulebook
from aceten_spec.speech import say, say_counted
from aceten_spec.texts.user_files import name_as_text

SECONDS: Final = 60.0
"""How long a review may take where nothing else is said."""


def review(
    record: Annotated[
        list[str],
        typer.Argument(
            metavar="RECORD|POSITION",
            help="Record files, and folders of them, - for standard input; or a position line, with --moves.",
        ),
    ],
    moves: Moves = None,
    objective: ObjectiveAsked = None,
    nodes: NodesAllowed = None,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="SECONDS", min=0.0, help="Search at most this many seconds.")
    ] = SECONDS,
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat", metavar="SEAT", help="Say also what the actions of a player cost by what he knew: A, B and so on."
        ),
    ] = None,
    worlds: WorldsAsked = WORLDS,
    rules: RulesFile = None,
    _language: LanguageChoice = "en",
    svg: SvgFile = None,
    json: JsonOutput = False,
) -> None:
    """Say what every action of a record cost, and who could still have won, until when, and how.

    A cost is given in the first of these that differs: what counts first, the deal, game points, points.

    Every card is known, and values are those of perfect play by all from there on. A record of a match is reviewed deal by deal, each
    for itself; the deals share --nodes and --seconds.

    A review begins at the end of a deal. What is not settled within --nodes or --seconds, or at Ctrl-C, are its first actions: they are
    left out, and the exit status is 1 (130 at Ctrl-C).

    With --seat each action of that player is judged a second time: by the mean over deals that fit what he had seen when he acted, --worlds
    of them. What was best so, and yet cost something, was unlucky, not wrong. It may take another --seconds. A record of what one seat saw
    is reviewed so for that seat.

    A record is JSON Lines, or text as people type it: hands, then tricks.

    Several records are reviewed one after the other, each with its name and with --nodes and --seconds of its own, the records in a
    folder in the order of their names; in a file there may be several, too. With --json each object then begins with the record and the
    number of the deal. What is wrong with one is said, and the others are reviewed.
    """
    if seat is not None and svg is not None:
        raise UsageError(say("{one} and {other}: expected one of them", one="--seat", other="--svg"))
    rulebook, asking = rulebook_of(rules), _Asking(objective, nodes, seconds, svg, json, seat, worlds)
    if moves is not None:
        if len(record) == 1 and (is_named(record[0]) or "=" not in record[0]):
            raise UsageError(say("--moves: expected with a position line; a record says what was played"))
        deal = played(one_state(record, rulebook), moves)
        with interruptible() as interrupted:
            raise typer.Exit(_review(asking, deal, interrupted))
    for word in record:
        if not is_named(word) and "=" in word:
            given = " ".join(record)[:80]
            raise UsageError(say("{given!r}: expected a record file, or a position line with --moves", given=given))
    names = list(record_names(record))
    with interruptible() as interrupted:
        check_drawing(svg, json=json, several=names != record or len(names) > 1)
        raise typer.Exit(_review_files(asking, names, rulebook, interrupted, several=names != record or len(names) > 1))


class _Asking(NamedTuple):
    """What is asked of every record."""

    objective: Objective | None
    nodes: int | None
    seconds: float
    svg: str | None
    json: bool
    seat: str | None
    """Whose actions are judged by what was known, too."""
    worlds: int

    def fairly(self, record: Record | SeenRecord, reviewed: Review | None, stop: Callable[[], bool]) -> FairReview:
        """Return what the actions of that player cost by what he knew.

        :param reviewed: what they cost with all cards known; ``None``: they are not.
        :raises UsageError: when there is no such seat.
        """
        return aceten_solver.review_fairly(
            record,
            seat_asked((record.view if isinstance(record, SeenRecord) else record.state).game, self.seat or ""),
            self.objective if reviewed is None else reviewed.objective,
            worlds=self.worlds,
            seconds=self.seconds,
            threads=os.cpu_count() or 1,
            reviewed=reviewed,
            stop=stop,
        )


def _review_files(
    asking: _Asking, names: list[str], rulebook: Rulebook | None, interrupted: Callable[[], bool], *, several: bool
) -> int:
    """Review the records in files one after the other, and return the exit status.

    :param several: whether there may be several files, so that each review begins with the name of its own.
    """
    tally = RecordTally()
    for number, file in enumerate(names, start=1):
        what = say("reviewing {number} of {count}", number=number, count=len(names)) if several else ""
        name = file if several else ""
        try:
            text = read_text(file)
            check_drawing(asking.svg, json=asking.json, several=_holds_several(asking, text))
            deals = 0

            def reviewed(found: AnyRecord, name: str = name, what: str = what) -> int:
                nonlocal deals
                if tally.done and not (name or asking.json or asking.svg):
                    console().print()
                status = _review(asking, found, interrupted, name=name, what=what, before=deals)
                deals += len(found.deals) if isinstance(found, MatchRecord) else 1
                return status

            tally.each(text, rulebook, reviewed, name)
        except AcetenError as error:
            tally.add_wrong(error, name)
        sys.stdout.flush()
        if several and interrupted():
            told = say_counted("Stopped after {number} record.", "Stopped after {number} records.", tally.done)
            print_note(told)
            break
    return tally.end()


def _holds_several(asking: _Asking, text: str) -> bool:
    """Whether there are several records in a text of which a picture is to be drawn."""
    return asking.svg is not None and len(list(aceten.read_records(text))) > 1


def _review_seen(
    asking: _Asking, seen: SeenRecord, interrupted: Callable[[], bool], *, name: str, what: str, before: int
) -> int:
    """Print the review of what one seat saw, and return the exit status."""
    if asking.seat is None:
        problem = say(
            "what {who} saw of a deal: nobody can say what was best with open cards; --seat {who} says what was best by what {who} knew",
            who=seat_name(seen.seat),
        )
        raise UsageError(problem)
    with progress(what or say("reviewing")):
        judged = asking.fairly(seen, None, interrupted)
    if asking.json:
        _print_json((judged,), name, before)
    else:
        out = console()
        if name:
            out.print(Text(name, style="bold underline"), soft_wrap=True)
        out.print(Text(str(seen.views[0]), style="bold"), soft_wrap=True)
        tell_annotations(out, seen.annotations)
        with called(seen.annotations.players):
            _tell_fairly(out, judged, known=False)
            tell_notes(out, seen.annotations, seen.events)
        if name:
            out.print()
    if interrupted():
        return INTERRUPTED
    return DONE if judged.whole else NEGATIVE


def _review(
    asking: _Asking,
    record: AnyRecord,
    interrupted: Callable[[], bool],
    *,
    name: str = "",
    what: str = "",
    before: int = 0,
) -> int:
    """Print the reviews of the deals of a record, and return the exit status.

    :param name: of the file, where it is one of several.
    :param what: is done, as it is shown meanwhile.
    :param before: so many deals come before it in the file.
    """
    if isinstance(record, SeenRecord):
        return _review_seen(asking, record, interrupted, name=name, what=what, before=before)
    deals = record.deals if isinstance(record, MatchRecord) else (record,)
    svg, json = asking.svg, asking.json
    check_drawing(svg, json=json, several=len(deals) > 1)
    with progress(what or say("reviewing")) as report:
        reviews = aceten_solver.review_all(
            deals, asking.objective, nodes=asking.nodes, seconds=asking.seconds, stop=interrupted, progress=report
        )
        fair = [
            asking.fairly(deal, reviewed, interrupted)
            for deal, reviewed in zip(deals if asking.seat is not None else (), reviews, strict=False)
        ]
    out = console()
    if svg is not None:
        for reviewed in reviews:
            write_picture(svg, reviewed.picture())
    elif json:
        for answers in (reviews, fair):
            _print_json(answers, name, before)
    else:
        _tell(out, record, reviews, fair, name)
    if interrupted():
        return INTERRUPTED
    return DONE if all(reviewed.exact for reviewed in reviews) else NEGATIVE


def _tell(
    out: Console, record: Record | MatchRecord, reviews: Sequence[Review], fair: Sequence[FairReview], name: str
) -> None:
    """Print the reviews of the deals of a record."""
    if name:
        out.print(Text(name, style="bold underline"), soft_wrap=True)
    with called(record.annotations.players):
        if isinstance(record, Record):
            _tell_deal(out, record, reviews[0], fair)
        else:
            _tell_match(out, record, reviews, fair)
    if name:
        out.print()


def _print_json(answers: Sequence[Review | FairReview], name: str, before: int) -> None:
    """Print what was found of each deal as an object, which begins with the record and the deal where there are several."""
    for number, answer in enumerate(answers, start=before + 1):
        begun = f'{{"record":{msgspec.json.encode(name_as_text(name)).decode()},"deal":{number},' if name else "{"
        print_line(begun + aceten_solver.to_json(answer).removeprefix("{"))


def _tell_match(out: Console, record: MatchRecord, reviews: Sequence[Review], fair: Sequence[FairReview]) -> None:
    """Print the reviews of a match one after the other."""
    match, names = record.begun, record.annotations.players
    tell_annotations(out, record.annotations)
    for number, (deal, reviewed) in enumerate(zip(record.deals, reviews, strict=True), start=1):
        if number > 1:
            out.print()
        with called(deal.annotations.players or [names[player] for player in match.players if names]):
            out.print(say("Deal {number}, dealt by {who}", number=number, who=seat_name(match.dealer)), style="bold")
            _tell_deal(out, deal, reviewed, fair[number - 1 : number])
        if deal.state.turn is None:
            match = match.finish(deal.state)
        elif match.reached(deal.state) is not None:
            print_sentence(out, result_words(match, deal.state))


def _tell_deal(out: Console, record: Record, reviewed: Review, fair: Sequence[FairReview]) -> None:
    """Print the review of a deal, and what its actions cost by what players knew."""
    out.print(Text(str(reviewed.position), style="bold"), soft_wrap=True)
    tell_annotations(out, record.annotations)
    print_told(out, told_review(reviewed, record.annotations))
    for judged in fair:
        _tell_fairly(out, judged)


def _tell_fairly(out: Console, judged: FairReview, *, known: bool = True) -> None:
    """Print what the actions of a player cost by what he knew.

    :param known: whether all cards are known, so that it can be said what was best then.
    """
    if judged.actions:
        out.print()
    print_told(out, told_fairly(judged, known=known))
