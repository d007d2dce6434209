"""What a contest comes to: pair by pair, and in an order."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import msgspec

from aceten_solver.answers.told_tables import as_text
from aceten_solver.contests.means import Mean, mean_over
from aceten_solver.contests.played_deals import Fault, Playing
from aceten_solver.contests.strengths import Compared, strengths
from aceten_solver.contests.told_standings import told_pairing, told_standings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from aceten_solver.contests.journal import Conditions, ContestDeal

MOST_FAULTS: Final = 100
"""So many faults are kept of each pairing; all are counted."""


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """What two policies come to against each other.

    Of a deal that is played twice, with the sides exchanged, it is the mean of both playings that counts: good cards help neither.
    """

    one: str
    """The first."""
    other: str
    """The other one."""
    deals: int
    """How many deals they have played."""
    game_points: Mean
    """How many more game points the first has than the other one when a deal is played."""
    points: Mean
    """Likewise of card points."""
    better: int
    """In how many deals the first has more game points, both playings together."""
    equal: int
    """In how many both have as many."""
    worse: int
    """In how many the other one has more."""
    lost: tuple[int, int]
    """How many playings each has lost by a fault of its own."""
    faults: tuple[Fault, ...]
    """The faults, deal by deal; the first :data:`MOST_FAULTS` of them."""

    def __str__(self) -> str:
        """Return it in a sentence, in the language in force."""
        return told_pairing(self)


class PolicyStanding(msgspec.Struct, frozen=True, kw_only=True):
    """What a policy comes to against all others."""

    policy: str
    """The policy."""
    strength: Mean | None
    """How strong it is by Bradley and Terry (:mod:`aceten_solver.contests.strengths`); 0 is the mean of all. ``None``: the packages that
    find it are not there."""
    game_points: Mean
    """How many more game points it has than the others when a deal is played."""
    points: Mean
    """Likewise of card points."""
    better: int
    """In how many deals it has more game points than another one, both playings together."""
    equal: int
    """In how many it has as many."""
    worse: int
    """In how many it has fewer."""
    lost: int
    """How many playings it has lost by a fault of its own."""


class Standings(msgspec.Struct, frozen=True, kw_only=True):
    """What a contest comes to in which each plays against each."""

    game: str
    """The game, with its options."""
    seed: int
    """The seed of the first deal."""
    deals: int
    """How many deals each two are to play."""
    pairs: bool
    """Whether each deal is played twice, the second time with the sides exchanged."""
    whole: bool
    """Whether all of them were played."""
    standings: tuple[PolicyStanding, ...]
    """The policies, the strongest first."""
    pairings: tuple[Pairing, ...]
    """Each two of them, in the order in which they were named."""

    def __str__(self) -> str:
        """Return it as ``aceten arena`` tells it, in the language in force."""
        return as_text(told_standings(self))


def standings_of(terms: Conditions, deals: int, rows: Iterable[ContestDeal]) -> Standings:
    """Return what has been played comes to.

    :param deals: how many deals each two are to play.
    """
    ordered = sorted(rows, key=lambda row: row.key)
    names = terms.policies
    pairs = [(one, other) for one in range(len(names)) for other in range(one + 1, len(names))]
    by_pair: dict[tuple[int, int], list[ContestDeal]] = {pair: [] for pair in pairs}
    for row in ordered:
        by_pair[row.one, row.other].append(row)
    pairings = tuple([_pairing(names[one], names[other], by_pair[one, other]) for one, other in pairs])
    found = strengths(
        len(names),
        [
            Compared(one, other, each.better, each.equal, each.worse)
            for (one, other), each in zip(pairs, pairings, strict=True)
        ],
    )
    table = [
        _standing(number, name, ordered, None if found is None else found[number]) for number, name in enumerate(names)
    ]
    table.sort(key=lambda each: (each.strength or each.game_points).mean, reverse=True)
    options = "".join(f" {name}={value}" for name, value in sorted(terms.options.items()))
    return Standings(
        game=terms.game + options,
        seed=terms.seed,
        deals=deals,
        pairs=terms.pairs,
        whole=all(each.deals == deals for each in pairings),
        standings=tuple(table),
        pairings=pairings,
    )


def _pairing(one: str, other: str, rows: Sequence[ContestDeal]) -> Pairing:
    ahead = [_ahead(row, _game_points) for row in rows]
    faults = [playing.fault for row in rows for playing in row.playings if playing.fault is not None]
    return Pairing(
        one=one,
        other=other,
        deals=len(rows),
        game_points=mean_over(ahead),
        points=mean_over([_ahead(row, _points) for row in rows]),
        better=sum(each > 0 for each in ahead),
        equal=sum(each == 0 for each in ahead),
        worse=sum(each < 0 for each in ahead),
        lost=(sum(fault.policy == 0 for fault in faults), sum(fault.policy == 1 for fault in faults)),
        faults=tuple(faults[:MOST_FAULTS]),
    )


def _standing(number: int, name: str, rows: Sequence[ContestDeal], strength: Mean | None) -> PolicyStanding:
    """Return what a policy comes to; of a deal that it played against several the mean counts, as these have it in common."""
    own = [(row, 1 if row.one == number else -1) for row in rows if number in {row.one, row.other}]
    ahead = [sign * _ahead(row, _game_points) for row, sign in own]
    return PolicyStanding(
        policy=name,
        strength=strength,
        game_points=_over_deals(own, _game_points),
        points=_over_deals(own, _points),
        better=sum(each > 0 for each in ahead),
        equal=sum(each == 0 for each in ahead),
        worse=sum(each < 0 for each in ahead),
        lost=sum(
            playing.fault is not None and playing.fault.policy == (row.other == number)
            for row, _ in own
            for playing in row.playings
        ),
    )


def _over_deals(own: Iterable[tuple[ContestDeal, int]], measure: Callable[[Playing], float]) -> Mean:
    by_deal: dict[int, list[float]] = {}
    for row, sign in own:
        by_deal.setdefault(row.deal, []).append(sign * _ahead(row, measure))
    return mean_over([math.fsum(each) / len(each) for each in by_deal.values()])


def _ahead(row: ContestDeal, measure: Callable[[Playing], float]) -> float:
    """Return how much more the first policy has in a deal, over its playings."""
    return math.fsum(map(measure, row.playings)) / len(row.playings)


def _game_points(playing: Playing) -> float:
    return playing.game_points


def _points(playing: Playing) -> float:
    return playing.points
