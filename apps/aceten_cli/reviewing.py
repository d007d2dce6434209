"""``aceten review``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.table import Table
from rich.text import Text

import aceten
import aceten_solver
from aceten import Play, UsageError
from aceten.naming import party, seat_name, seats_name, short_card
from aceten.telling import best_play, meaning_of_result, result_words, telling, wrong_claim_words
from aceten_cli.drawing import SvgFile, check_drawing, write_picture
from aceten_cli.inputs import (
    JsonOutput,
    LanguageChoice,
    Moves,
    RulesFile,
    is_named,
    one_state,
    played,
    read_text,
    rulebook_of,
)
from aceten_cli.output import console, progress
from aceten_cli.streams import DONE, INTERRUPTED, NEGATIVE, interruptible, print_line
from aceten_cli.values import cost_words, margin_words, outcome_words
from aceten_solver import Objective
from aceten_solver.alike import canonical_action
from aceten_solver.labels import meaning_of_value
from aceten_spec.outcomes import decided_by_outcome, scored_by_one

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console

    from aceten import Action, MatchRecord, Record
    from aceten_solver import Chance, Review, ReviewedAction, Value, Verdict
    from aceten_spec import Rulebook
    from aceten_spec.names import Language

SECONDS: Final = 60.0
"""How long a review may take where nothing else is said."""


def review(
    record: Annotated[
        list[str],
        typer.Argument(
            metavar="RECORD|POSITION", help="A record file, - for standard input; or a position line, with --moves."
        ),
    ],
    moves: Moves = None,
    objective: Annotated[
        Objective | None,
        typer.Option(
            "--objective",
            "-o",
            help="What counts first. Default: points where they alone decide a deal, otherwise game points.",
            show_default=False,
        ),
    ] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", metavar="N", min=0, help="Search at most this many positions.")
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="SECONDS", min=0.0, help="Search at most this many seconds.")
    ] = SECONDS,
    rules: RulesFile = None,
    language: LanguageChoice = "en",
    svg: SvgFile = None,
    json: JsonOutput = False,
) -> None:
    """Say what every action of a record cost, and who could still have won, until when, and how.

    A cost is given in the first of these that differs: what counts first, the deal, game points, points.

    Every card is known, and values are those of perfect play by all from there on. A record of a match is reviewed deal by deal, each
    for itself; the deals share --nodes and --seconds.

    A review begins at the end of a deal. What is not settled within --nodes or --seconds, or at Ctrl-C, are its first actions: they are
    left out, and the exit status is 1 (130 at Ctrl-C).
    """
    match, deals = _what_was_played(record, moves, rulebook_of(rules))
    check_drawing(svg, json=json, several=len(deals) > 1)
    with interruptible() as interrupted:
        with progress("reviewing") as report:
            reviews = aceten_solver.review_all(
                deals, objective, nodes=nodes, seconds=seconds, stop=interrupted, progress=report
            )
        if svg is not None:
            for reviewed in reviews:
                write_picture(svg, reviewed.picture())
        elif json:
            for reviewed in reviews:
                print_line(aceten_solver.to_json(reviewed))
        elif match is None:
            _Telling(console(), deals[0], reviews[0], language).tell()
        else:
            _tell_match(console(), match, reviews, language)
        if interrupted():
            raise typer.Exit(INTERRUPTED)
    raise typer.Exit(DONE if all(reviewed.exact for reviewed in reviews) else NEGATIVE)


def _what_was_played(
    words: list[str], moves: str | None, rulebook: Rulebook | None
) -> tuple[MatchRecord | None, tuple[Record, ...]]:
    """Return the match where there is one, and the deals: of a record, or of a position and what was played from it."""
    if len(words) == 1 and (is_named(words[0]) or "=" not in words[0]):
        text = read_text(words[0])
        match = aceten.read_match(text, rules=rulebook) if aceten.holds_match(text) else None
        deals = (aceten.read_record(text, rules=rulebook),) if match is None else match.deals
        if moves is not None:
            message = "--moves: expected with a position line; a record says what was played"
            raise UsageError(message)
        return match, deals
    if moves is None:
        message = f"{' '.join(words)[:80]!r}: expected a record file, or a position line with --moves"
        raise UsageError(message)
    return None, (played(one_state(words, rulebook), moves),)


def _tell_match(out: Console, record: MatchRecord, reviews: Sequence[Review], language: Language) -> None:
    """Print the reviews of a match one after the other."""
    match = record.begun
    for number, (deal, reviewed) in enumerate(zip(record.deals, reviews, strict=True), start=1):
        if number > 1:
            out.print()
        out.print(f"Deal {number}, dealt by {seat_name(match.dealer)}", style="bold")
        _Telling(out, deal, reviewed, language).tell()
        if deal.state.turn is None:
            match = match.finish(deal.state)
        elif match.reached(deal.state) is not None:
            out.print(result_words(match, deal.state), soft_wrap=True)


def _cost(entry: ReviewedAction, objective: Objective) -> str:
    """Return what a mistake cost: a number of what was asked for, and otherwise in words."""
    if entry.cost_in is None or entry.cost is None:
        return ""
    return str(entry.cost) if entry.cost_in == objective != "deal" else cost_words(entry.cost, entry.cost_in)


class _Telling:
    """The review of a deal, as it is printed."""

    def __init__(self, out: Console, record: Record, reviewed: Review, language: Language) -> None:
        self._out = out
        self._record = record
        self._review = reviewed
        self._language: Language = language
        self._game = record.state.game

    def tell(self) -> None:
        """Print all of it."""
        out, reviewed = self._out, self._review
        out.print(Text(str(reviewed.position), style="bold"), soft_wrap=True)
        told = [entry for entry in reviewed.actions if entry.mistake is not None]
        if told:
            out.print("What the deal comes to with perfect play after each action; ? marks mistakes")
            out.print(self._table(told))
        self._say(self._end())
        for side in range(2):
            self._tell_side(side)
        if not reviewed.exact:
            self._say(self._unsettled())
        effort = f"{reviewed.nodes:,} positions searched in {reviewed.seconds:.2f} s"
        answered = f" ({', '.join(reviewed.backends)})" if reviewed.backends else ""
        out.print(Text(f"{effort}{answered}"), soft_wrap=True)

    def _table(self, told: Sequence[ReviewedAction]) -> Table:
        """Return the table of what the deal came to after every action; mistakes are marked."""
        reviewed = self._review
        table = Table(title=None, box=None, pad_edge=False, header_style="italic")
        table.add_column("")
        table.add_column("", justify="right")
        table.add_column("played")
        for side in range(2) if reviewed.objective == "points" else ():
            table.add_column(f"points {seats_name(reviewed.sides[side])}", justify="right")
        by_winner = reviewed.objective == "deal" or scored_by_one(self._game.rules)
        table.add_column("deal" if by_winner else "game points")
        table.add_column("cost", justify="right")
        table.add_column("better")
        if told[0].before is not None:
            table.add_row("", "", "before", *self._values(told[0].before))
        for entry in told:
            table.add_row(
                "?" if entry.mistake else "",
                f"{entry.number}.",
                self._told(entry),
                *(() if entry.after is None else self._values(entry.after)),
                _cost(entry, reviewed.objective),
                self._better(entry) if entry.mistake else "",
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
        words = telling(entry.position, self._language)
        return f"{seat_name(entry.seat)} {words.done(entry.action)}"

    def _better(self, entry: ReviewedAction) -> str:
        """Return the best actions, one for all that do the same."""
        best: dict[Action, str] = {}
        for action in entry.best:
            best.setdefault(canonical_action(self._game, action), self._choice(entry, action))
        return " or ".join(best.values())

    def _choice(self, entry: ReviewedAction, action: Action) -> str:
        """Return an action as something to choose, a card in few characters."""
        if isinstance(action, Play):
            return short_card(self._game, action.card, self._language)
        return telling(entry.position, self._language).choice(action)

    def _end(self) -> str:
        """Return what the deal came to."""
        state, value = self._record.state, self._review.value
        if state.turn is None:
            return meaning_of_result(state)
        goes_on = f"The record ends with {seat_name(state.turn)} to act."
        if value is None:
            return goes_on
        return f"{goes_on} With perfect play from there: {meaning_of_value(state, value, self._review.sides)}"

    def _tell_side(self, side: int) -> None:
        """Print whether a side could have won, or come to more, until when, and how."""
        verdict, who = self._review.verdicts[side], party(self._game, self._review.sides[side]).name
        if verdict.win is not None:
            self._tell_chance(f"{who} could still have {self._won}", verdict.win)
            return
        never = self._never(verdict, who)
        if never:
            self._say(never)
        if verdict.more is not None:
            self._tell_chance(f"{who} could still have come to more", verdict.more)

    def _never(self, verdict: Verdict, who: str) -> str:
        """Return what a side could not have come to, or why that is open; nothing where there is nothing to say."""
        reviewed = self._review
        if verdict.could_win is None and reviewed.objective == "points" and not decided_by_outcome(self._game.rules):
            return f"Points alone do not tell whether {who} could have won; --objective deal does."
        if reviewed.exact and verdict.more is None and not (verdict.won and reviewed.objective == "deal"):
            nor = f"{self._won}, nor " if verdict.could_win is False else ""
            return f"{who} could never have {nor}come to more against perfect play."
        if verdict.could_win is False:
            return f"{who} could never have {self._won} against perfect play."
        if verdict.won is False and reviewed.settled_from <= len(self._record.events):
            since = f"after action {reviewed.settled_from - 1}"
            return f"{who} could not have {self._won} any more {since}, against perfect play; before that it is open."
        return ""

    @property
    def _won(self) -> str:
        """What it is to win, in words."""
        return "won the deal" if scored_by_one(self._game.rules) else "scored more than the other side"

    def _tell_chance(self, said: str, chance: Chance) -> None:
        """Print what a side could still have come to, when, and how."""
        entry = next(entry for entry in self._review.actions if entry.number == chance.number)
        before = self._choice(entry, entry.action)
        self._say(f"{said} at action {chance.number}, by {self._better(entry)} in place of {before}.")
        self._say(f"  {entry.position}")
        table = Table.grid(padding=(0, 2))
        for story in best_play(chance.position, chance.line, self._language):
            table.add_row("", story.moves, Text(story.outcome))
        if chance.line:
            self._out.print(table)
        self._say("  " + meaning_of_value(chance.position, chance.value, self._review.sides))
        if on_purpose := wrong_claim_words(chance.position, chance.line):
            self._say("  " + on_purpose)

    def _unsettled(self) -> str:
        """Return what is not settled, and why."""
        last = min(self._review.settled_from - 1, len(self._record.events))
        actions = f": what {f'actions 1 to {last}' if last > 1 else 'action 1'} cost" if last else ""
        if last and self._record.states[last - 1].teams is None:
            return f"Not settled{actions}, as it was open then who plays alone."
        return f"Not settled{actions}."

    def _say(self, sentence: str) -> None:
        """Print a line, which a terminal breaks where it is too long."""
        self._out.print(sentence, soft_wrap=True)
