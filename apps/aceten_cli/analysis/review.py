"""``aceten review``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Final, NamedTuple

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

import aceten
import aceten_solver
from aceten import AcetenError, AnyRecord, MatchRecord, Record, SeenRecord, UsageError
from aceten.vocabulary.naming import called, seat_name, seats_name
from aceten.words import best_play, result_words, telling, wrong_claim_words
from aceten_cli.analysis.advise import WORLDS, WorldsAsked
from aceten_cli.frame.game_names import rulebook_of
from aceten_cli.frame.given_records import Tally, note_words, tell_annotations, tell_notes
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
from aceten_cli.frame.output import console, headed_table, print_sentence, progress, unbroken
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
from aceten_cli.frame.value_words import margin_words, outcome_words
from aceten_solver import Chance, FairReview, Objective, Review, ReviewedAction, Value
from aceten_solver.answers.value_labels import meaning_of_value
from aceten_solver.reviews.fair_verdicts import FairVerdicts
from aceten_solver.reviews.verdicts import Verdicts, cost_words
from aceten_spec import Rulebook
from aceten_spec.outcomes import scored_by_one
from aceten_spec.speech import decimal, grouped, say, say_counted
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
    tally = Tally()
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


def _tell_deal(out: Console, deal: Record, reviewed: Review, fair: Sequence[FairReview]) -> None:
    """Print the review of a deal."""
    _Telling(out, deal, reviewed).tell()
    for judged in fair:
        _tell_fairly(out, judged)


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


def _cost(entry: ReviewedAction, objective: Objective) -> str:
    """Return what a mistake cost: a number of what was asked for, and otherwise in words."""
    if entry.cost_in is None or entry.cost is None:
        return ""
    return str(entry.cost) if entry.cost_in == objective != "deal" else cost_words(entry.cost, entry.cost_in)


class _Telling:
    """The review of a deal, as it is printed."""

    def __init__(self, out: Console, record: Record, reviewed: Review) -> None:
        self._out = out
        self._review = reviewed
        self._words = Verdicts(reviewed)
        self._game = record.state.game
        self._kept = record.annotations

    def tell(self) -> None:
        """Print all of it."""
        out, reviewed = self._out, self._review
        out.print(Text(str(reviewed.position), style="bold"), soft_wrap=True)
        tell_annotations(out, self._kept)
        told = [entry for entry in reviewed.actions if entry.mistake is not None]
        if told:
            out.print(say("What the deal comes to with perfect play after each action; ? marks mistakes"))
            out.print(self._table(told))
        mistakes = [entry for entry in told if entry.mistake]
        if mistakes:
            out.print(say("The positions before the mistakes:"))
        for entry in mistakes:
            out.print(f"{entry.number:4}. {entry.position}", soft_wrap=True)  # unbroken, to be copied
        if len(mistakes) > 1:
            self._say(self._words.worst(mistakes))
        self._say(self._words.end())
        if self._kept.ending:
            self._say(self._kept.ending)
        for side in range(2):
            for said in self._words.side(side):
                self._say(said.sentence)
                if said.chance is not None:
                    self._tell_chance(said.chance)
        if not reviewed.exact:
            self._say(self._words.unsettled())
        nodes, seconds = grouped(reviewed.nodes), decimal(reviewed.seconds, 2)
        effort = say("{nodes} positions searched in {seconds} s", nodes=nodes, seconds=seconds)
        answered = f" ({', '.join(reviewed.backends)})" if reviewed.backends else ""
        print_sentence(out, Text(f"{effort}{answered}"))

    def _table(self, told: Sequence[ReviewedAction]) -> Table:
        """Return the table of what the deal came to after every action; mistakes are marked."""
        reviewed = self._review
        table = headed_table()
        table.add_column("")
        table.add_column("", justify="right")
        table.add_column(say("played"))
        for side in range(2) if reviewed.objective == "points" else ():
            table.add_column(say("points {who}", who=seats_name(reviewed.sides[side])), justify="right")
        by_winner = reviewed.objective == "deal" or scored_by_one(self._game.rules)
        table.add_column(say("deal") if by_winner else say("game points"))
        table.add_column(say("cost"), justify="right")
        table.add_column(say("better"))
        if self._kept.notes:
            table.add_column(say("remark"))
        if told[0].before is not None:
            table.add_row("", "", say("before"), *self._values(told[0].before))
        for entry in told:
            table.add_row(
                "?" if entry.mistake else "",
                f"{entry.number}.",
                self._told(entry),
                *(() if entry.after is None else self._values(entry.after)),
                _cost(entry, reviewed.objective),
                self._words.better(entry) if entry.mistake else "",
                *((Text(note_words(self._kept, entry.number)),) if self._kept.notes else ()),
                style="bold" if entry.mistake else "",
            )
        return table

    def _values(self, value: Value) -> Iterator[str]:
        """Yield what a value comes to, in the columns of the table."""
        objective, sides = self._review.objective, self._review.sides
        if objective == "points":
            for side in range(2):
                yield "-" if value.points is None else str(value.points[side])
        if objective == "game-points" and value.margin is not None and not scored_by_one(self._game.rules):
            yield margin_words(value.margin[0], sides)
        else:
            yield outcome_words(value, objective, sides)

    def _told(self, entry: ReviewedAction) -> str:
        """Return who did what."""
        words = telling(entry.position)
        return f"{seat_name(entry.seat)} {words.done(entry.action)}"

    def _tell_chance(self, chance: Chance) -> None:
        """Print how a side could still have come to more."""
        table = Table.grid(padding=(0, 2))
        for story in best_play(chance.position, chance.line):
            table.add_row("", unbroken(story.moves), Text(story.outcome))
        if chance.line:
            self._out.print(table)
        self._say("  " + meaning_of_value(chance.position, chance.value, self._review.sides))
        if on_purpose := wrong_claim_words(chance.position, chance.line):
            self._say("  " + on_purpose)

    def _say(self, sentence: str) -> None:
        """Print a line, which a terminal breaks where it is too long."""
        print_sentence(self._out, sentence)


def _tell_fairly(out: Console, judged: FairReview, *, known: bool = True) -> None:
    """Print what the actions of a player cost by what he knew, as a table, and what it comes to.

    :param known: whether all cards are known, so that it can be said what was best then.
    """
    words = FairVerdicts(judged, known=known)
    if not judged.actions:
        out.print(words.told())
        return
    out.print()
    out.print(words.caption())
    table = headed_table()
    open_cost = (say("cost, all cards known"),) if known else ()
    for name in ("", say("played"), say("cost"), *open_cost, "", say("better")):
        table.add_column(name, justify="right" if name in {say("cost"), *open_cost, ""} else "left")
    for entry in judged.actions:
        table.add_row(
            f"{entry.number}.",
            words.done(entry),
            words.cost(entry),
            *((words.open_cost(entry),) if known else ()),
            words.judgement(entry),
            words.better(entry),
            style="bold" if words.wrong(entry) else "",
        )
    out.print(table)
    print_sentence(out, words.told())
