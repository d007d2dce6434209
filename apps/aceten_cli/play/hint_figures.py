"""What the machine would do in a person's place, with all its figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from aceten import Play, View
from aceten.vocabulary.naming import deals_counted
from aceten.words import telling
from aceten_spec.speech import decimal, say, say_counted, to_say

if TYPE_CHECKING:
    from aceten_solver.hidden.sampling import Advice


def advice_lines(advice: Advice, view: View) -> Iterator[str]:
    """Yield what the machine would do, and what it rests on."""
    chosen, words = advice.chosen, telling(view).choice(advice.chosen)
    if isinstance(chosen, Play):
        said = say("hint: the machine would play {action} ({card})", action=chosen, card=words)
    else:
        said = say("hint: the machine would {do}", do=words)
    deals = say_counted("{number} deal that fits", "{number} deals that fit", advice.samples)
    solved = to_say("{said}. It sees what you see; {deals}, solved with all cards known, gave on average:")
    played = to_say("{said}. It sees what you see; {deals}, played out mostly at random, gave on average:")
    yield say(solved if advice.method == "solved" else played, said=said, deals=deals)
    width = max(5, *(len(str(prospect.action)) for prospect in advice.prospects))
    for prospect in advice.prospects:
        told = [] if prospect.points is None else [say("{number} points", number=decimal(prospect.points, 1))]
        told += (
            []
            if prospect.margin is None
            else [say("game points {number}", number=decimal(prospect.margin, 2, signed=True))]
        )
        if prospect.samples != advice.samples:  # what promises less is tried less often
            told.append(deals_counted(prospect.samples))
        yield f"  {prospect.action!s:<{width}} {', '.join(told) if prospect.samples else say('not tried')}"
