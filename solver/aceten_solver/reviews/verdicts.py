"""A review in sentences: what a mistake cost and what was better, who could still have won and until when."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from aceten import Action, Play
from aceten.engine.equal_actions import canonical_action
from aceten.vocabulary.naming import either, game_points_counted, party, points_counted, seat_name, the_card
from aceten.words import meaning_of_result, telling
from aceten_solver.answers.value_labels import meaning_of_value
from aceten_spec.outcomes import decided_by_outcome, scored_by_one
from aceten_spec.speech import capital, say, to_say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from aceten_solver.question.objectives import Objective
    from aceten_solver.reviews.deal_review import Chance, Review, ReviewedAction, Verdict


class SideVerdict(NamedTuple):
    """What is said of what a side could have come to."""

    sentence: str
    chance: Chance | None
    """The moment that it is about; ``None``: none."""


def cost_words(cost: int, cost_in: Objective) -> str:
    """Return what an action costs."""
    match cost_in:
        case "deal":
            return say("the deal")
        case "game-points":
            return game_points_counted(cost)
        case "points":
            return points_counted(cost)


class Verdicts:
    """The sentences of a review."""

    def __init__(self, review: Review, tricks: Sequence[int] = ()) -> None:
        """Speak of a review.

        :param tricks: in which trick each action was done, counted from 1; none: moments are told by the numbers of actions.
        """
        self._review = review
        self._tricks = tricks
        self._game = review.end.game
        self._events = len(review.end.log) - len(review.position.log)

    def _moment(self, number: int) -> str:
        if self._tricks:
            return say("trick {number}", number=self._tricks[number - 1])
        return say("action {number}", number=number)

    def better(self, entry: ReviewedAction) -> str:
        """Return the best actions for a table, one for all that do the same; a question mark where none is proved so."""
        return self._best(entry, telling(entry.position).choice)

    def _best(self, entry: ReviewedAction, named: Callable[[Action], str]) -> str:
        best: dict[Action, str] = {}
        for action in entry.best:
            best.setdefault(canonical_action(self._game, action), named(action))
        return either(best.values() or ["?"])

    def _compared(self, entry: ReviewedAction) -> dict[str, str]:
        """Return the best actions and the one that was done, as a sentence compares them."""

        def named(action: Action) -> str:
            return (
                the_card(self._game, action.card)
                if isinstance(action, Play)
                else telling(entry.position).choice(action)
            )

        return {"better": self._best(entry, named), "played": named(entry.action)}

    def worst(self, mistakes: Sequence[ReviewedAction]) -> str:
        """Return which mistake cost most of what was asked for, or else of what counts then; the first, where several did."""
        worst = min(mistakes, key=lambda entry: (entry.cost_in != self._review.objective, -(entry.cost or 0)))
        return say(
            "{moment} cost most, {cost}: {who}, {better} in place of {played}.",
            moment=capital(self._moment(worst.number)),
            cost=cost_words(worst.cost or 0, worst.cost_in or self._review.objective),
            who=seat_name(worst.seat),
            **self._compared(worst),
        )

    def end(self) -> str:
        """Return what the deal came to."""
        state, value = self._review.end, self._review.value
        if state.turn is None:
            return meaning_of_result(state)
        goes_on = say("The record ends with {who} to act.", who=seat_name(state.turn))
        if value is None:
            return goes_on
        meaning = meaning_of_value(state, value, self._review.sides)
        return f"{goes_on} {say('With perfect play from there: {meaning}', meaning=meaning)}"

    def side(self, side: int) -> list[SideVerdict]:
        """Return whether a side could have won, or come to more, and until when."""
        verdict, who = self._review.verdicts[side], party(self._game, self._review.sides[side]).name
        if verdict.win is not None:
            won = to_say("{who} could still have won the deal at {moment}, by {better} in place of {played}.")
            scored = to_say(
                "{who} could still have scored more than the other side at {moment}, by {better} in place of {played}."
            )
            return [self._chance(self._either(won, scored), who, verdict.win)]
        never = self._never(verdict, who)
        said = [SideVerdict(never, None)] if never else []
        if verdict.more is not None:
            more = to_say("{who} could still have come to more at {moment}, by {better} in place of {played}.")
            said.append(self._chance(more, who, verdict.more))
        return said

    def unsettled(self) -> str:
        """Return what is not settled, and why; nothing where all is."""
        if self._review.exact:
            return ""
        last = min(self._review.settled_from - 1, self._events)
        if not last:
            return say("Not settled.")
        before = next((entry.position for entry in self._review.actions if entry.number >= last), self._review.end)
        if before.teams is None:
            one = to_say("Not settled: what action 1 cost, as it was open then who plays alone.")
            many = to_say("Not settled: what actions 1 to {last} cost, as it was open then who plays alone.")
        else:
            one = to_say("Not settled: what action 1 cost.")
            many = to_say("Not settled: what actions 1 to {last} cost.")
        return say(one if last == 1 else many, last=last)

    def _never(self, verdict: Verdict, who: str) -> str:
        """Return what a side could not have come to, or why that is open; nothing where there is nothing to say."""
        reviewed = self._review
        if verdict.could_win is None and reviewed.objective == "points" and not decided_by_outcome(self._game.rules):
            return say("Points alone do not tell whether {who} could have won; --objective deal does.", who=who)
        if reviewed.exact and verdict.more is None and not (verdict.won and reviewed.objective == "deal"):
            if verdict.could_win is not False:
                return say("{who} could never have come to more than that against perfect play.", who=who)
            won = to_say("{who} could never have won the deal, nor come to more than that against perfect play.")
            scored = to_say(
                "{who} could never have scored more than the other side, nor come to more than that against perfect play."
            )
            return say(self._either(won, scored), who=who)
        if verdict.could_win is False:
            won = to_say("{who} could never have won the deal against perfect play.")
            scored = to_say("{who} could never have scored more than the other side against perfect play.")
            return say(self._either(won, scored), who=who)
        if verdict.won is False and reviewed.settled_from <= self._events:
            won = to_say(
                "{who} could not have won the deal any more after action {number}, against perfect play; before that it is open."
            )
            scored = to_say(
                "{who} could not have scored more than the other side any more after action {number}, against perfect play;"
                " before that it is open."
            )
            return say(self._either(won, scored), who=who, number=reviewed.settled_from - 1)
        return ""

    def _either(self, won: str, scored: str) -> str:
        """Return what is said of winning: where one side wins the deal, or where both score."""
        return won if scored_by_one(self._game.rules) else scored

    def _chance(self, template: str, who: str, chance: Chance) -> SideVerdict:
        """Return what a side could still have come to, when, and how."""
        entry = next(entry for entry in self._review.actions if entry.number == chance.number)
        return SideVerdict(say(template, who=who, moment=self._moment(chance.number), **self._compared(entry)), chance)
