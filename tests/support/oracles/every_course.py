"""Everything that a deal of a tiny pack can come to, by the rules alone and by the engine.

The rules are those of the referees, which read them once more, on cards as text. :func:`explore` follows them to everything that a deal
can come to, without the engine; :func:`transitions` follows the engine.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from support.games.tiny_deals import AnyDeal
from support.oracles.compared_facts import Facts, OfMatching, OfSuits, Outcome, in_order, together
from support.oracles.matching_referee import Referee
from support.oracles.suit_referee import SuitReferee
from typing_extensions import override

from aceten import Action, State, parse_action
from aceten.testing import MatchingDeal, SuitDeal
from aceten.vocabulary.actions import Event

_action = functools.cache(parse_action)


class MatchingBoard(Referee):
    """A deal with matching tricks by the rules alone."""

    def __init__(self, deal: MatchingDeal, events: Iterable[Event] = ()) -> None:
        """Deal the cards and let everything happen."""
        super().__init__(deal, events)
        self._deal = deal

    def then(self, action: str) -> MatchingBoard:
        """Return the deal after an action of the seat to act."""
        assert self.turn is not None
        return self.after(self.turn, _action(action))

    @override
    def _spice(self) -> None:
        # The card that was drawn lies in the trick as if its player had played it, and the one taken back as if he had not.
        place = len(self.played) - len(self.trick) + (self.winning - self.leader) % self.players
        assert self.drawn is not None
        self.played[place] = (self.winning, self.drawn)
        super()._spice()

    @functools.cached_property
    def facts(self) -> Facts:
        """All that there is to say about it."""
        calls = [f"call:{seat}:{kind}" for seat in self.callers for kind in self.rules.calls]
        return Facts(
            turn=self.turn,
            legal=tuple(sorted(self.allowed)),
            calls=tuple(sorted(calls)),
            hands=tuple(map(together, self.hands)),
            talon=in_order(self.talon),
            trick=in_order(self.trick),
            leader=self.leader,
            winning=self.winning,
            taken=tuple(map(together, self.taken)),
            points=tuple(self.cards),
            points_to_take=self.count([*itertools.chain(*self.hands), *self.talon, *self.trick]),
            tricks=tuple(self.tricks),
            dealer=self._deal.dealer,
            further=OfMatching(
                choosing=self.choosing,
                drawn=self.drawn,
                leads=self._last_leads,
                lone=self.lone,
                burned=tuple(sorted(self.burned)),
                forfeit=self._forfeit,
            ),
            outcome=self._outcome,
        )

    @property
    def _last_leads(self) -> str:
        limit = self.rules.lead_limit
        return "" if self.over or not limit else "".join(self.leads[-limit:])

    @property
    def _forfeit(self) -> int | None:
        if not self.over or self.played[-1][1][0] != self.rules.last_card_loses:
            return None
        return self.side(self.played[-1][0])

    @property
    def _outcome(self) -> Outcome | None:
        if not self.over:
            return None
        name, scored = self.award
        return Outcome(
            points=tuple(self.points),
            tricks=tuple(self.tricks),
            last_trick=self.side(self.leader),
            winners=self.winners,
            game_points=scored,
            award=name,
            resets=self.resets,
            claimed=None,
            trump=None,
        )


class SuitBoard(SuitReferee):
    """A deal with suit tricks by the rules alone."""

    def __init__(self, deal: SuitDeal, events: Iterable[Event] = ()) -> None:
        """Deal the cards and let everything happen."""
        super().__init__(deal, events)
        self._deal = deal

    def then(self, action: str) -> SuitBoard:
        """Return the deal after an action of the seat to act."""
        assert self.turn is not None
        return self.after(self.turn, _action(action))

    @functools.cached_property
    def facts(self) -> Facts:
        """All that there is to say about it."""
        closed = None if self.closer is None else (self.closer, self.at_closing[0], tuple(self.at_closing[1]))
        return Facts(
            turn=self.turn,
            legal=tuple(sorted(self.allowed)),
            calls=(),
            hands=tuple(map(together, self.hands)),
            talon=in_order(self.talon),
            trick=in_order(self.trick),
            leader=self.leader,
            winning=self.winning,
            taken=tuple(map(together, self.piles)),
            points=tuple(map(self.count, self.piles)),
            points_to_take=self.count([*itertools.chain(*self.hands), *self.talon, *self.trick]),
            tricks=tuple(self.won),
            dealer=self._deal.dealer,
            further=OfSuits(
                trump=self.trump,
                closed=closed,
                melds=tuple(self.melds),
                waiting=tuple(map(sum, self.pending)),
                counted=(self.total(0), self.total(1)),
                shown=tuple(map(together, self.known)),
                claimant=self.claimant,
                bids=() if self.declarer is not None else tuple(bid for _, bid in self.bids),
                contract=None if self.declarer is None else (self.declarer, self.bid),
                scores=tuple(self.scores),
            ),
            outcome=self._outcome,
        )

    @property
    def _outcome(self) -> Outcome | None:
        if not self.over:
            return None
        name, scored = self.award
        winners = () if scored[0] == scored[1] else (scored.index(max(scored)),)
        claimed = None
        if self.claimant is not None and self.rules.claim_for == "match" and name != "wrong-claim":
            claimed = self.claimant % 2
        return Outcome(
            points=(self.total(0), self.total(1)),
            tricks=tuple(self.won),
            last_trick=None if self.trick or any(self.hands) else self.leader % 2,
            winners=winners if claimed is None else (claimed,),
            game_points=scored,
            award=name,
            resets=(),
            claimed=claimed,
            trump=self.trump,
        )


Board: TypeAlias = MatchingBoard | SuitBoard
"""A deal at one moment by the rules alone."""


def board(deal: AnyDeal) -> Board:
    """Return a deal at its beginning, by the rules alone."""
    return MatchingBoard(deal, ()) if isinstance(deal, MatchingDeal) else SuitBoard(deal, ())


class Moment(NamedTuple):
    """One moment of a deal by the rules alone."""

    board: Board
    after: dict[str, Facts]
    """What each allowed action makes of it."""


Course: TypeAlias = "dict[Facts, Moment]"
"""Everything that a deal can come to, each moment once."""


def explore(start: Board) -> Course:
    """Return everything that a deal can come to by the rules alone."""
    found: Course = {}
    waiting = [start]
    while waiting:
        now = waiting.pop()
        if now.facts in found:
            continue
        after = {action: now.then(action) for action in now.facts.legal}
        found[now.facts] = Moment(now, {action: each.facts for action, each in after.items()})
        waiting += after.values()
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


def _worth_of(outcome: Outcome | None, first: frozenset[int], *, by_points: bool) -> Worth:
    assert outcome is not None
    assert outcome.winners is not None
    assert outcome.game_points is not None
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
        if outcome is not None and outcome.award is not None:
            yield outcome.award
            yield from ["resets"] * bool(outcome.resets) + ["match won"] * (outcome.claimed is not None)
            yield from ["left over"] * bool(facts.talon and isinstance(facts.further, OfMatching))
