"""What a solver answers, in sentences and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten.engine.scoring import POINTS, SWEEP
from aceten.vocabulary.naming import party, seats_name
from aceten.words import telling, wrong_claim_words
from aceten_solver.answers.told_tables import Heading, Told, ToldRow, ToldTable, choices_headings, line_table
from aceten_solver.answers.value_labels import meaning_of_value
from aceten_spec.outcomes import scored_by_one
from aceten_spec.speech import decimal, grouped, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from aceten_solver.answers.solution import ActionValue, Solution
    from aceten_solver.question.objectives import Objective, Value


def told_solution(solution: Solution, *, stopped: bool = False, likely: str = "") -> Iterator[Told]:
    """Yield what is found of a position: its actions, best play, what that comes to, and what it took.

    :param stopped: whether somebody has ended the search.
    :param likely: how long all of it is likely to take, in a sentence, where it is not settled.
    """
    state = solution.position
    if state.turn is not None:
        yield actions_table(solution)
    if solution.line:
        yield say("Best play")
        yield line_table(state, solution.line)
    if solution.value is not None:
        yield meaning_of_value(state, solution.value, solution.sides)
    else:
        yield from _unsettled(solution, stopped=stopped)
        if likely:
            yield likely
    if on_purpose := wrong_claim_words(state, solution.line):
        yield on_purpose
    in_play = state.cards_in_play
    by = say("{backend}, with tables", backend=solution.backend) if solution.tables else solution.backend
    told = say(
        "{in_play} cards in play, {out_of_play} captured or out of play; {nodes} positions searched in {seconds} s ({by})",
        in_play=in_play,
        out_of_play=len(state.game.pack.cards) - in_play,
        nodes=grouped(solution.nodes),
        seconds=decimal(solution.seconds, 2),
        by=by,
    )
    yield told if solution.exact else say("{told}; not everything is settled", told=told)


def _unsettled(solution: Solution, *, stopped: bool) -> Iterator[str]:
    """Yield what is proved of a position whose value is not settled, and what is best by that."""
    after, proved = decimal(solution.seconds, 1), _proved(solution)
    if stopped:
        yield say("Stopped after {seconds} s: {proved}.", seconds=after, proved=proved)
    else:
        yield say("Not settled after {seconds} s: {proved}.", seconds=after, proved=proved)
    if solution.promising and not solution.best:
        yield say("Best so far, by what is proved: {cards}.", cards=_promising(solution))


def proved_words(solution: Solution) -> str:
    """Return what is proved of a position whose value is not settled, and what is best by that, in few words."""
    proved = _proved(solution)
    if not solution.promising:
        return proved
    return say("{proved}; best so far: {cards}", proved=proved, cards=_promising(solution))


def _promising(solution: Solution) -> str:
    return ", ".join(map(telling(solution.position).choice, solution.promising))


def actions_table(solution: Solution) -> ToldTable:
    """Return the table of the legal actions; what is best under the objective is marked."""
    state = solution.position
    words, sides = telling(state), range(2) if solution.objective == "points" else range(0)
    scored = say("deal (game points)") if scored_by_one(state.game.rules) else say("game points")
    headings = (
        *choices_headings(state.turn or 0),
        *[Heading(say("points {who}", who=seats_name(solution.sides[side])), right=True) for side in sides],
        Heading(say("deal") if solution.objective == "deal" else scored),
    )
    rows = [
        ToldRow(
            (
                "*" if entry.action in solution.best else "",
                words.choice(entry.action),
                *[_between(entry, side) for side in sides],
                _deal(solution, entry),
            ),
            strong=entry.action in solution.best,
        )
        for entry in solution.actions
    ]
    return ToldTable(headings, tuple(rows))


def _between(entry: ActionValue, side: int) -> str:
    low, high = (None if value.points is None else value.points[side] for value in entry.bounds)
    if low is None or high is None:
        return "-"
    return str(low) if low == high else say("{low} to {high}", low=min(low, high), high=max(low, high))


def _deal(solution: Solution, entry: ActionValue) -> str:
    low, high = (outcome_words(value, solution.objective, solution.sides) for value in entry.bounds)
    return low if low == high else say("open")


def _proved(solution: Solution) -> str:
    """Return what is proved about a position whose value is not settled."""
    low, high = solution.bounds
    first, second = (party(solution.position.game, seats) for seats in solution.sides)
    if low.points is not None and high.points is not None:
        return first.says(
            "{who} takes {low} to {high} points",
            "{who} take {low} to {high} points",
            low=low.points[0],
            high=high.points[0],
        )
    if solution.objective != "deal" and low.game_points is None and low.margin is not None and high.margin is not None:
        least, most = (
            say("{number} less", number=-margin) if margin < 0 else say("{number} more", number=margin)
            for margin, _ in (low.margin, high.margin)
        )
        return first.says(
            "in the match {who} scores {least} to {most} than {other}",
            "in the match {who} score {least} to {most} than {other}",
            least=least,
            most=most,
            other=second.name,
        )
    if isinstance(low.winner, int) and low.winner == high.winner:
        return (first, second)[low.winner].says(
            "{who} wins the deal, and what that scores is open", "{who} win the deal, and what that scores is open"
        )
    return say("who wins the deal is open")


def outcome_words(value: Value, objective: Objective, sides: Sequence[Iterable[int]]) -> str:
    """Return who wins the deal, and what it scores."""
    if value.award in (POINTS, SWEEP) and objective != "deal":
        return say("open") if value.game_points is None else say(" to ").join(map(str, value.game_points))
    if value.game_points is None and value.margin is not None and objective != "deal":
        return margin_words(value.margin[0], sides)
    if value.winner is None:
        return say("open")
    if value.winner == "nobody":
        return say("nobody")
    scored = "" if value.game_points is None or objective == "deal" else f" {max(value.game_points)}"
    return f"{say('both') if value.winner == 'both' else seats_name(sides[value.winner])}{scored}"


def margin_words(margin: int, sides: Sequence[Iterable[int]]) -> str:
    """Return who scores more than the other side, and how much more."""
    return f"{seats_name(sides[margin < 0])} +{abs(margin)}" if margin else say("equal")
