"""Reviews in sentences and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten.notation.annotations import NOTHING, Annotations
from aceten.vocabulary.naming import seat_name, seats_name
from aceten.words import telling, wrong_claim_words
from aceten_solver.answers.told_solutions import margin_words, outcome_words
from aceten_solver.answers.told_tables import Heading, Told, ToldRow, ToldTable, line_table
from aceten_solver.answers.value_labels import meaning_of_value
from aceten_solver.reviews.fair_verdicts import FairVerdicts
from aceten_solver.reviews.verdicts import Verdicts, cost_words
from aceten_spec.outcomes import scored_by_one
from aceten_spec.speech import decimal, grouped, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from aceten_solver.question.objectives import Objective, Value
    from aceten_solver.reviews.deal_review import Chance, Review, ReviewedAction
    from aceten_solver.reviews.fair_review import FairReview


def told_review(reviewed: Review, kept: Annotations = NOTHING) -> Iterator[Told]:
    """Yield what every action of a deal cost, who could still have won, until when, and how.

    :param kept: what people keep beside its play.
    """
    words = Verdicts(reviewed)
    told = [entry for entry in reviewed.actions if entry.mistake is not None]
    if told:
        yield say("What the deal comes to with perfect play after each action; ? marks mistakes")
        yield _actions_table(reviewed, told, kept)
    yield from _mistakes(words, [entry for entry in told if entry.mistake])
    yield words.end()
    if kept.ending:
        yield kept.ending
    for side in range(2):
        for said in words.side(side):
            yield said.sentence
            if said.chance is not None:
                yield from _chance(reviewed, said.chance)
    if not reviewed.exact:
        yield words.unsettled()
    nodes, seconds = grouped(reviewed.nodes), decimal(reviewed.seconds, 2)
    answered = f" ({', '.join(reviewed.backends)})" if reviewed.backends else ""
    yield say("{nodes} positions searched in {seconds} s", nodes=nodes, seconds=seconds) + answered


def _mistakes(words: Verdicts, mistakes: Sequence[ReviewedAction]) -> Iterator[Told]:
    """Yield the positions before mistakes, and which was the worst."""
    if mistakes:
        yield say("The positions before the mistakes:")
    for entry in mistakes:
        yield f"{entry.number:4}. {entry.position}"
    if len(mistakes) > 1:
        yield words.worst(mistakes)


def _chance(reviewed: Review, chance: Chance) -> Iterator[Told]:
    """Yield how a side could still have come to more."""
    if chance.line:
        yield line_table(chance.position, chance.line, before=("",))
    yield "  " + meaning_of_value(chance.position, chance.value, reviewed.sides)
    if on_purpose := wrong_claim_words(chance.position, chance.line):
        yield "  " + on_purpose


def _actions_table(reviewed: Review, told: Sequence[ReviewedAction], kept: Annotations) -> ToldTable:
    """Return the table of what the deal came to after every action; mistakes are marked."""
    by_winner = reviewed.objective == "deal" or scored_by_one(reviewed.end.game.rules)
    sides = range(2) if reviewed.objective == "points" else range(0)
    headings = (
        Heading(""),
        Heading("", right=True),
        Heading(say("played")),
        *[Heading(say("points {who}", who=seats_name(reviewed.sides[side])), right=True) for side in sides],
        Heading(say("deal") if by_winner else say("game points")),
        Heading(say("cost"), right=True),
        Heading(say("better")),
        *([Heading(say("remark"))] if kept.notes else []),
    )
    words = Verdicts(reviewed)
    before = told[0].before
    rows = [] if before is None else [ToldRow(("", "", say("before"), *_values(reviewed, before)))]
    rows += [
        ToldRow(
            (
                "?" if entry.mistake else "",
                f"{entry.number}.",
                f"{seat_name(entry.seat)} {telling(entry.position).done(entry.action)}",
                *(() if entry.after is None else _values(reviewed, entry.after)),
                _cost(entry, reviewed.objective),
                words.better(entry) if entry.mistake else "",
                *((kept.remark(entry.number),) if kept.notes else ()),
            ),
            strong=bool(entry.mistake),
        )
        for entry in told
    ]
    return ToldTable(headings, tuple(rows))


def _values(reviewed: Review, value: Value) -> Iterator[str]:
    """Yield what a value comes to, in the columns of the table."""
    objective, sides = reviewed.objective, reviewed.sides
    if objective == "points":
        for side in range(2):
            yield "-" if value.points is None else str(value.points[side])
    if objective == "game-points" and value.margin is not None and not scored_by_one(reviewed.end.game.rules):
        yield margin_words(value.margin[0], sides)
    else:
        yield outcome_words(value, objective, sides)


def _cost(entry: ReviewedAction, objective: Objective) -> str:
    """Return what a mistake cost: a number of what was asked for, and otherwise in words."""
    if entry.cost_in is None or entry.cost is None:
        return ""
    return str(entry.cost) if entry.cost_in == objective != "deal" else cost_words(entry.cost, entry.cost_in)


def told_fairly(judged: FairReview, *, known: bool) -> Iterator[Told]:
    """Yield what the actions of a player cost by what he knew, as a table, and what it comes to.

    :param known: whether all cards are known, so that it can be said what was best then.
    """
    words = FairVerdicts(judged, known=known)
    if judged.actions:
        yield words.caption()
        headings = (
            Heading("", right=True),
            Heading(say("played")),
            Heading(say("cost"), right=True),
            *([Heading(say("cost, all cards known"), right=True)] if known else []),
            Heading("", right=True),
            Heading(say("better")),
        )
        rows = [
            ToldRow(
                (
                    f"{entry.number}.",
                    words.done(entry),
                    words.cost(entry),
                    *((words.open_cost(entry),) if known else ()),
                    words.judgement(entry),
                    words.better(entry),
                ),
                strong=words.wrong(entry),
            )
            for entry in judged.actions
        ]
        yield ToldTable(headings, tuple(rows))
    yield words.told()
