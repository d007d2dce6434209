"""What questions that were answered were about, of all that could have been asked: levels, numbers of players, values of options."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator

from aceten.conformance.questions.plan import WITHOUT_PLAY, Plan
from aceten.conformance.verification import Variants
from aceten.engine.game import Game
from aceten_spec.options import options_for, own_value
from aceten_spec.protocol import Level
from aceten_spec.speech import Message, Words, message_of


class Breadth:
    """What the answered questions of a verification were about."""

    def __init__(self) -> None:
        self._answered: set[tuple[Level, int]] = set()
        self._values: set[str] = set()
        self._pairs: set[str] = set()

    def note(self, level: Level, game: Game) -> None:
        """Note an answered question."""
        self._answered.add((level, game.players))
        if level not in WITHOUT_PLAY:
            self._values.update(_values(game))
            self._pairs.update(_pairs(game))

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players of those questions."""
        return tuple(sorted({count for _, count in self._answered}))

    def variants(self, plan: Plan) -> Variants:
        """Return which values of options the questions were about, and which of those that can be asked they were not."""
        games = {game for level in plan.levels if level not in WITHOUT_PLAY for game in plan.games(level)}
        values = {value for game in games for value in _values(game)}
        pairs = {pair for game in games for pair in _pairs(game)}
        return Variants(
            seen=len(values & self._values),
            never=tuple(sorted(values - self._values)),
            pairs=len(pairs & self._pairs),
            pairs_never=tuple(sorted(pairs - self._pairs)),
        )

    def left(self, plan: Plan, begun: Collection[Level], stopped: Words) -> list[Message]:
        """Return in words with which numbers of players, and at which levels, nothing was answered that the program does.

        A level of which something was asked, and nothing answered, is not among it: its own report says so.

        :param begun: the levels of which something was asked.
        :param stopped: why the others were not.
        """
        cells: list[tuple[Level, int]] = [
            (level, count) for level in plan.levels for count in plan.able if plan.does(level, count)
        ]
        no_answer = message_of("no question was answered")
        why: dict[tuple[Level, int], Words] = {}
        for level, count in cells:
            if (level, count) not in self._answered:
                agreed = any(game.players == count for game in plan.games(level))
                why[level, count] = plan.unagreed if not agreed else no_answer if level in begun else stopped
        told: list[Message] = []
        for count in plan.able:
            reasons = {why.get(cell) for cell in cells if cell[1] == count}
            reason = reasons.pop() if len(reasons) == 1 else None
            if self.players and count not in self.players and reason is not None:
                told.append(message_of("{players} players: {reason}", players=count, reason=reason))
                why = {cell: reason for cell, reason in why.items() if cell[1] != count}
        silent = set(begun).difference(level for level, _ in self._answered)
        at: dict[tuple[Level, Words], list[int]] = {}
        for (level, count), reason in why.items():
            if level not in silent:
                at.setdefault((level, reason), []).append(count)
        return told + [
            message_of(
                "level {level}{with_players}: {reason}",
                level=level,
                with_players=plan.with_players(counts),
                reason=reason,
            )
            for (level, reason), counts in at.items()
        ]


def _values(game: Game) -> Iterator[str]:
    """Yield the values of options of a game that are not the rulebook's own."""
    for name, value in game.options:
        yield f"{game} {name}={value}"


def _pairs(game: Game) -> Iterator[str]:
    """Yield any two values of options that meet in a game, also those that are the rulebook's own."""
    said = dict(game.options)
    row = [
        f"{name}={said.get(name, own_value(game.rulebook, name, game.players))}"
        for name in options_for(game.rulebook, game.players)
    ]
    for one, other in itertools.combinations(row, 2):
        yield f"{game} {one} {other}"
