"""A fair review in words: what an action cost by what its player knew, and what it was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten.vocabulary.naming import either, seat_name
from aceten.words import telling
from aceten_spec.speech import decimal, say, say_counted, to_say

if TYPE_CHECKING:
    from aceten_solver.reviews.fair_review import FairAction, FairReview

_JUDGED: Final = {
    "right": to_say("right"),
    "unlucky": to_say("unlucky, not wrong"),
    "lucky": to_say("lucky, not right"),
    "wrong": to_say("wrong"),
}


class FairVerdicts:
    """The words of a fair review."""

    def __init__(self, judged: FairReview, *, known: bool) -> None:
        """Speak of a fair review.

        :param known: whether all cards are known, so that it can be said what was best then.
        """
        self._judged = judged
        self._known = known
        self._digits = 1 if judged.objective == "points" else 2

    def caption(self) -> str:
        """Return what the costs are."""
        who = seat_name(self._judged.seat)
        return say(
            "What {who} did, by what {who} knew: means over deals that fit, solved with all cards known", who=who
        )

    def done(self, entry: FairAction) -> str:
        """Return what was done."""
        return telling(entry.advice.view).done(entry.action)

    def cost(self, entry: FairAction) -> str:
        """Return what it cost by what was known, and by how much that may be off."""
        told = decimal(entry.cost, self._digits)
        return (
            told
            if not entry.error
            else say("{number} ± {error}", number=told, error=decimal(entry.error, self._digits))
        )

    def open_cost(self, entry: FairAction) -> str:
        """Return what it cost with all cards known; nothing where they are not, or it is not settled."""
        return "" if entry.open_cost is None or not self._known else str(entry.open_cost)

    def wrong(self, entry: FairAction) -> bool:
        """Whether another action was better by what was known; where all cards are, that is said only beside what it cost then."""
        return entry.judgement in {"wrong", "lucky"} if self._known else entry.cost > entry.error

    def judgement(self, entry: FairAction) -> str:
        """Return what the action was in a word or two; nothing where that is not settled."""
        if self._known:
            return "" if entry.judgement is None else say(_JUDGED[entry.judgement])
        return say(_JUDGED["wrong" if self.wrong(entry) else "right"])

    def better(self, entry: FairAction) -> str:
        """Return what was better by what was known; nothing where nothing was."""
        words = telling(entry.advice.view)
        return either(words.choice(action) for action in entry.best) if self.wrong(entry) else ""

    def told(self) -> str:
        """Return how many actions were wrong by what was known, and how many unlucky; or that there was nothing to judge."""
        judged, who = self._judged, seat_name(self._judged.seat)
        if not judged.actions:
            nothing = say("No deal was solved in the time that there was.")
            return say("{who} never had a choice.", who=who) if judged.whole else nothing
        wrong = sum(self.wrong(entry) for entry in judged.actions)
        told = say_counted("{who} was wrong {number} time", "{who} was wrong {number} times", wrong, who=who)
        if not self._known:
            return say("{told}. What was best with open cards cannot be said.", told=told)
        lucky, unlucky = (sum(entry.judgement == each for entry in judged.actions) for each in ("lucky", "unlucky"))
        if lucky:
            told = say_counted("{told}, {number} of them luckily", "{told}, {number} of them luckily", lucky, told=told)
        counted = say_counted("unlucky {number} time", "unlucky {number} times", unlucky)
        return say("{told}, and {unlucky}.", told=told, unlucky=counted)
