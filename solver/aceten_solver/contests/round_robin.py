"""Contests: policies that play the same deals against each other, each against each."""

from __future__ import annotations

import contextlib
import functools
import pickle
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import aceten_solver
from aceten import Game, UsageError, load
from aceten.deals.shuffling import MAX_SEED
from aceten_solver.answers.solver import Solver
from aceten_solver.contests.contest_standings import Pairing, Standings, standings_of
from aceten_solver.contests.entrants import Given, called, is_counted, player_of
from aceten_solver.contests.journal import FORMAT, Conditions, ContestDeal, Journal, Key, version
from aceten_solver.contests.played_deals import played
from aceten_spec.errors import shown
from aceten_spec.speech import Language, language, say, speaking

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from aceten_solver.contests.entrants import SeatedPolicy

_MEMORY: Final = 16
"""Megabytes of the search that shipped policies ask who see all cards."""
_TWO: Final = 2


def match(
    one: Given,
    other: Given,
    game: str | Game,
    *,
    deals: int = 100,
    pairs: bool = True,
    seed: int = 0,
    samples: int | None = None,
    seconds: float = 10.0,
    workers: int = 1,
    file: str | Path | None = None,
    tell: Callable[[int], None] = lambda _more: None,
    stop: Callable[[], bool] = lambda: False,
) -> Pairing:
    """Return what two policies come to against each other; the parameters and errors are those of :func:`round_robin`.

    >>> import aceten_solver
    >>> found = aceten_solver.match("greedy", "random", "zsiros/2", deals=20)
    >>> found.deals, found.better + found.equal + found.worse
    (20, 20)
    """
    whole = round_robin(
        (one, other),
        game,
        deals=deals,
        pairs=pairs,
        seed=seed,
        samples=samples,
        seconds=seconds,
        workers=workers,
        file=file,
        tell=tell,
        stop=stop,
    )
    return whole.pairings[0]


def round_robin(
    policies: Sequence[Given],
    game: str | Game,
    *,
    deals: int = 100,
    pairs: bool = True,
    seed: int = 0,
    samples: int | None = None,
    seconds: float = 10.0,
    workers: int = 1,
    file: str | Path | None = None,
    tell: Callable[[int], None] = lambda _more: None,
    stop: Callable[[], bool] = lambda: False,
) -> Standings:
    """Return what policies come to of which each two play the same deals. It is the same however many work at it, and when it was ended.

    A policy that breaks a rule, raises an error, or, being a program, does not answer as it should loses the deal with the most that a
    deal can bring, and what it did is told.

    :param policies: two or more, as :data:`aceten_solver.contests.entrants.Given` says.
    :param game: a game, or its name, such as ``"zsiros/2"``.
    :param deals: how many deals each two play, 1 or more.
    :param pairs: whether they play each of them twice, the second time with the sides exchanged.
    :param seed: the seed of the first deal, the others follow it. What policies are told of chance depends on the deal alone.
    :param samples: how many deals the shipped policies sample for an action, 1 or more; ``None``: as many as they do by themselves.
    :param seconds: how long a program may take to answer.
    :param workers: how many processes work at it; 1: this one alone. Policies that are objects are sent there, and a program that asks
        for several has to keep ``if __name__ == "__main__"``, as with :mod:`multiprocessing`.
    :param file: where to keep every deal as it is played (JSON Lines): what is there already is not played again.
    :param tell: is told first how many deals were there before, and then of each.
    :param stop: is asked now and then whether to end; what has been played then is returned.
    :raises UsageError: for numbers that cannot be, when there is no such policy, and when the file is of another contest.
    :raises ProgramError: when a program does not come up at all.
    :raises FileError: when the file cannot be read or written.
    """
    loaded = load(game) if isinstance(game, str) else game
    _check(policies, deals, seed, samples, workers)
    if workers > 1:
        _check_sent(policies)
    terms = Conditions(
        format=FORMAT,
        version=version(),
        game=str(loaded),
        options=dict(loaded.options),
        rules=loaded.digest,
        search=aceten_solver.backend if any(map(is_counted, policies)) else None,
        policies=tuple(map(called, policies)),
        pairs=pairs,
        seed=seed,
        samples=samples,
        seconds=seconds,
    )
    table = _Table(loaded, tuple(policies), terms)
    journal = Journal(None if file is None else Path(file), terms)
    wanted = [
        (first, second, seed + deal)
        for deal in range(deals)
        for first in range(len(policies))
        for second in range(first + 1, len(policies))
    ]
    left = [key for key in wanted if key not in journal.rows]
    tell(len(wanted) - len(left))
    if left:
        _try_players(table)
        for row in _rows(table, left, min(workers, len(left)), stop):
            journal.add(row)
            tell(1)
    return standings_of(terms, deals, [journal.rows[key] for key in wanted if key in journal.rows])


def _check_sent(policies: Sequence[Given]) -> None:
    """Refuse policies that cannot be sent to another process.

    :raises UsageError: saying which.
    """
    for each in policies:
        try:
            pickle.dumps(each)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise UsageError(
                say(
                    "{policy} cannot be sent to other processes ({error}); give it as module:name, or take one worker",
                    policy=shown(called(each)),
                    error=error,
                )
            ) from error


def _check(policies: Sequence[Given], deals: int, seed: int, samples: int | None, workers: int) -> None:
    """Refuse numbers that cannot be.

    :raises UsageError: saying which.
    """
    if len(policies) < _TWO:
        raise UsageError(say("{number} policies; expected two or more", number=len(policies)))
    for name, number in (("deals", deals), ("workers", workers), ("samples", samples or 1)):
        if number < 1:
            raise UsageError(say("{name}: {number}; expected 1 or more", name=name, number=number))
    if not 0 <= seed <= seed + deals - 1 <= MAX_SEED:
        raise UsageError(
            say("the last seed would be {last}; the largest is {most}", last=seed + deals - 1, most=MAX_SEED)
        )


class _Table(NamedTuple):
    """What is played, and by whom."""

    game: Game
    policies: tuple[Given, ...]
    terms: Conditions


class _Players:
    """What plays the seats, made once for each seat of each policy, as long as this lasts."""

    def __init__(self, table: _Table, stop: Callable[[], bool]) -> None:
        self._table = table
        self._stop = stop
        self._made: dict[tuple[int, int], SeatedPolicy] = {}
        self._solver = functools.cache(partial(Solver, memory=_MEMORY))

    def of(self, policy: int) -> Sequence[SeatedPolicy]:
        """Return what plays each seat for a policy."""
        return [self._at(policy, seat) for seat in range(self._table.game.players)]

    def _at(self, policy: int, seat: int) -> SeatedPolicy:
        if (policy, seat) not in self._made:
            given = self._table.policies[policy]
            self._made[policy, seat] = player_of(given, self._table.terms, self._solver, self._stop)
        return self._made[policy, seat]

    def close(self) -> None:
        """End what they have begun."""
        for player in self._made.values():
            player.close()

    def row(self, key: Key) -> ContestDeal | None:
        """Return what a deal comes to; ``None`` when it was time to end."""
        one, other, seed = key
        terms = self._table.terms
        # Where deals are played once, the sides are exchanged from one deal to the next.
        times = (0, 1) if terms.pairs else ((seed - terms.seed) % 2,)
        state, players = self._table.game.deal(seed=seed), (self.of(one), self.of(other))
        playings = [played(state, seed, playing, players, self._stop) for playing in times]
        found = [playing for playing in playings if playing is not None]
        return ContestDeal(one=one, other=other, deal=seed, playings=tuple(found)) if len(found) == len(times) else None


def _try_players(table: _Table) -> None:
    """Look whether every policy is there, and every program comes up, before deals are lost by it.

    :raises UsageError: when a policy is not there.
    :raises ProgramError: when a program does not come up.
    """
    for policy in table.policies:
        player_of(policy, table.terms, Solver, None).come_up()


def _rows(table: _Table, keys: Sequence[Key], workers: int, stop: Callable[[], bool]) -> Iterator[ContestDeal]:
    """Yield what each deal comes to, in whatever order."""
    if workers == 1:
        with contextlib.closing(_Players(table, stop)) as players:
            for key in keys:
                if stop() or (row := players.row(key)) is None:
                    return
                yield row
        return
    from aceten_solver.contests.workers import in_processes  # noqa: PLC0415 - what begins processes takes long to load

    for _, row in in_processes(partial(_worker, table, language()), keys, workers, stop):
        yield row


def _worker(table: _Table, spoken: Language) -> Callable[[Key, Callable[[], bool]], ContestDeal]:
    """Return what plays deals in a process of its own."""
    from aceten_solver.contests.workers import StoppedError  # noqa: PLC0415 - likewise

    made: list[_Players] = []

    def work(key: Key, stop: Callable[[], bool]) -> ContestDeal:
        if not made:
            made.append(_Players(table, stop))
        with speaking(spoken):
            row = made[0].row(key)
        if row is None:
            raise StoppedError
        return row

    return work
