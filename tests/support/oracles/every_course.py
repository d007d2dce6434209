"""Everything that a deal of a tiny pack can come to, by the rules alone and by the engine.

The rules are those in plain Python, on cards as text. :func:`explore` follows them to everything that a deal can come to, without the
engine; :func:`transitions` follows the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from support.oracles.compared_facts import Facts, OfMatching, facts_of_table

from aceten import Action, State
from aceten_spec import plain
from aceten_spec.plain import Settlement, Table


class Moment(NamedTuple):
    """One moment of a deal by the rules alone."""

    table: Table
    after: dict[str, Facts]
    """What each allowed action makes of it."""


Course: TypeAlias = "dict[Facts, Moment]"
"""Everything that a deal can come to, each moment once."""


def explore(start: Table) -> Course:
    """Return everything that a deal can come to by the rules alone."""
    found: Course = {}
    waiting = [(facts_of_table(start), start)]
    while waiting:
        facts, now = waiting.pop()
        if facts in found:
            continue
        tables = {action: plain.after(now, action) for action in facts.legal}
        after = {action: facts_of_table(each) for action, each in tables.items()}
        found[facts] = Moment(now, after)
        waiting += [(after[action], each) for action, each in tables.items()]
    return found


def transitions(start: State) -> Iterator[tuple[State, Action, State]]:
    """Yield everything that the engine makes of a state: every state that play comes to, every legal action in it, and the next state."""
    known = {start}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for action in state.legal:
            after = state.play(action)
            yield state, action, after
            if after not in known:
                known.add(after)
                waiting.append(after)


def sequences(course: Course, start: Facts) -> list[int]:
    """Return how many sequences of 0, 1, 2, ... actions there are by the rules alone."""
    counts: list[int] = []
    now = Counter({start: 1})
    while now:
        counts.append(now.total())
        then: Counter[Facts] = Counter()
        for facts, ways in now.items():
            for after in course[facts].after.values():
                then[after] += ways
        now = then
    return counts


class Worth(NamedTuple):
    """What a deal is worth to one side of two, by what is asked for: that first, and then what else counts."""

    deal: tuple[int, ...]
    """1: won, 0: nobody's, -1: lost."""
    game_points: tuple[int, ...]
    """Game points, less those of the other side."""
    points: tuple[int, ...]
    """Points."""


def minimax(
    course: Course, start: Facts, sides: tuple[int, ...], first: frozenset[int], *, by_points: bool
) -> dict[Facts, Worth]:
    """Return what every moment is worth to the sides ``first`` when all know every card and everything is tried.

    :param sides: the side of each seat.
    :param by_points: whether points count.
    """
    known: dict[Facts, Worth] = {}

    def worth(facts: Facts) -> Worth:
        if facts not in known:
            if facts.turn is None:
                known[facts] = _worth_of(facts.outcome, first, by_points=by_points)
            else:
                choose = max if sides[facts.turn] in first else min
                known[facts] = Worth(*map(choose, zip(*map(worth, course[facts].after.values()), strict=True)))
        return known[facts]

    worth(start)
    return known


def _worth_of(outcome: Settlement | None, first: frozenset[int], *, by_points: bool) -> Worth:
    assert outcome is not None
    scored = (
        [points for side, points in enumerate(outcome.game_points) if (side in first) is ours] for ours in (True, False)
    )
    ours, theirs = map(max, scored)
    won = {side in first for side in outcome.winners}
    deal = 0 if len(won) != 1 else 1 if won == {True} else -1  # a win of both is worth what one of nobody is
    margin = ours - theirs
    points = sum(points for side, points in enumerate(outcome.points) if side in first)
    last = (points,) if by_points else ()
    return Worth(deal=(deal, margin, *last), game_points=(margin, deal, *last), points=(points, deal, margin))


def seen(course: Course) -> Iterator[str]:
    """Yield what comes to pass, by name: actions other than cards, how many rounds a trick has, awards, and what else a result says."""
    for facts, moment in course.items():
        yield from (action.partition(":")[0] for action in moment.after if len(action) > len("Ac"))
        cards = len(facts.trick) // 2
        yield f"round {-(-cards // len(facts.hands))}"
        if isinstance(facts.further, OfMatching) and facts.further.forfeit is not None:
            yield "forfeit"
        outcome = facts.outcome
        if outcome is not None:
            yield outcome.award
            yield from ["resets"] * bool(outcome.resets) + ["match won"] * (outcome.claimed is not None)
            yield from ["left over"] * bool(facts.talon and isinstance(facts.further, OfMatching))
