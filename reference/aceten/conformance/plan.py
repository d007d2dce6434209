"""What is asked of a program: the games, with the options that it can do, and the questions about them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from aceten.conformance.answering import game_of
from aceten.conformance.cases import Case, Maker, example_cases, level_of
from aceten.conformance.chance import Chance
from aceten.conformance.evidence import clauses_tested
from aceten.conformance.rows import load_row, rows_of, values_of
from aceten.game import Game
from aceten_spec.errors import shown
from aceten_spec.options import option_values, options_for, own_value
from aceten_spec.protocol import LEVELS, GameSupport, Level, Option
from aceten_spec.rulebook import MatchingParameters, Rulebook

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from aceten_spec.protocol import HelloReply

_CANDIDATES: Final = 3
"""How many questions are made at most to find one that reaches another clause."""
_DRY: Final = 20
"""After so many questions of a level that reached no other clause such a one is not looked for any more."""
_WITH_CALLS: Final = frozenset({"deal", "position", "view"})
"""The levels at which partners may call."""
_PERFT_SHARE: Final = 5
"""Counting takes long, so only one example in so many is asked."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What can be asked of a program."""

    book: Rulebook
    """The rulebook."""
    support: tuple[GameSupport, ...]
    """What the program can do of it."""
    players: tuple[int, ...]
    """The numbers of players that were asked for."""
    levels: tuple[Level, ...]
    """The levels that were asked for."""
    options: dict[str, Option]
    """The options that were agreed on."""
    seed: int
    """What the questions depend on."""
    examples: int
    """How many questions of a level are made, beside the examples of the rulebook."""
    loaded: dict[tuple[object, ...], list[Game]] = msgspec.field(default_factory=dict)
    """The games that were worked out, by the number of players and the values of options."""
    shown: dict[bool, tuple[Case, ...]] = msgspec.field(default_factory=dict)
    """What the examples of the rulebook ask, by whether calls are among it."""

    @property
    def able(self) -> tuple[int, ...]:
        """The numbers of players that the program can do."""
        return tuple([count for count in self.players if any(count in one.players for one in self.support)])

    @property
    def known_levels(self) -> frozenset[Level]:
        """The levels that the program can do, whether they were asked for or not."""
        return frozenset([level for level in LEVELS if any(level in one.levels for one in self.support)])

    @property
    def lacking(self) -> tuple[str, ...]:
        """What the program does not do of what was asked for, in words."""
        lacks = [f"{count} players" for count in self.players if count not in self.able]
        for level in self.levels:
            counts = [count for count in self.able if not self._does(level, count)]
            if counts:
                with_players = "" if len(counts) == len(self.able) else f" with {' or '.join(map(str, counts))} players"
                lacks.append(f"level {level}{with_players}")
        if self._could_call and not any(one.calls for one in self.support):
            lacks.append("calls between partners")
        return (*lacks, *self._unplayed)

    @property
    def _could_call(self) -> bool:
        """Whether partners may call in the games that are asked about, at a level at which they do."""
        rules = [game.rules for level in self.levels if level in _WITH_CALLS for game in self.games(level)]
        return any(isinstance(each, MatchingParameters) and each.calls for each in rules)

    @property
    def _unplayed(self) -> tuple[str, ...]:
        """The values of options that are not played by, in words, and what the program says that is none."""
        said = {(name, str(value)) for one in self.support for name, values in one.options.items() for value in values}
        there = {(name, str(value)) for count in self.able for name, value in self._there(count)}
        own = {
            (name, str(own_value(self.book, name, count)))
            for count in self.able
            for name in options_for(self.book, count)
        }
        missing = sorted(there - said - own) if not self.options else []
        names = sorted({name for name, _ in missing})
        lacks = [f"option {name}={', '.join(value for other, value in missing if other == name)}" for name in names]
        numbers = {name for name, option in self.book.options.items() if option.values == "positive"}
        wrong = sorted(
            (name, value) for name, value in said - there - own if not (name in numbers and value.isdecimal())
        )
        lacks += [
            f"option {shown(name, 40)}={shown(value, 40)}: there is no such in {self.book.id}" for name, value in wrong
        ]
        strange = sorted({level for one in self.support for level in one.levels} - set(LEVELS))
        return (*lacks, *[f"level {shown(level, 40)}: there is no such level" for level in strange])

    def _there(self, players: int) -> Iterator[tuple[str, Option]]:
        """Yield the values that options can take with so many players."""
        for name, option in options_for(self.book, players).items():
            for value in option_values(option) or ():
                yield name, value

    def games(self, level: Level) -> tuple[Game, ...]:
        """Return the games about which a level is asked, those by the rulebook's own options first for each number of players."""
        return tuple([game for count in self.able for game in self._games(count, self._does(level, count))])

    def does_calls(self, level: Level) -> bool:
        """Whether the program knows calls at a level."""
        return any(one.calls and level in one.levels for one in self.support)

    def _does(self, level: Level, players: int) -> list[GameSupport]:
        return [one for one in self.support if level in one.levels and players in one.players]

    def _games(self, players: int, does: list[GameSupport]) -> list[Game]:
        """Return the games with so many players: by the rulebook's own options, and by others that the program can do."""
        book, options = self.book, self.options
        if not does:
            return []
        able: dict[str, set[str]] = {}
        for one in does:
            for name, can in one.options.items():
                able.setdefault(name, set()).update(map(str, can))
        for name, value in options.items():
            if str(value) != str(own_value(book, name, players)) and str(value) not in able.get(name, set()):
                return []
        values: dict[str, tuple[Option, ...]] = {}
        for name in options_for(book, players):
            own, *others = _all_values(book, name, players, able.get(name, set()))
            values[name] = (own, *[value for value in others if str(value) in able.get(name, set())])
        values |= {name: (value,) for name, value in options.items()}
        key = (players, *values.items())
        if key not in self.loaded:
            self.loaded[key] = [load_row(book, players, row) for row in rows_of(book, players, values)]
        return self.loaded[key]

    def cases(self, level: Level, reached: AbstractSet[str]) -> Iterator[Case]:
        """Yield the examples of the rulebook, then as many cases as were asked for: half of them by the rulebook's own options.

        :param reached: the clauses that were reached; it may grow meanwhile, and cases are preferred that reach others.
        """
        games, calls = self.games(level), self.does_calls(level)
        if calls not in self.shown:
            self.shown[calls] = example_cases(self.book, calls=calls)
        for case in self.shown[calls]:
            if level_of(case.question) == level and game_of(case.question) in games:
                yield case
        makers = self.makers(level, self.seed)
        own = [maker for maker, game in zip(makers, games, strict=True) if not game.options] or makers
        dry = 0
        for number in range(self.examples if level != "perft" else -(-self.examples // _PERFT_SHARE)):
            maker = own[number // 2 % len(own)] if number % 2 == 0 else makers[number // 2 % len(makers)]
            case = maker.make(level)
            for _ in range(_CANDIDATES - 1 if dry < _DRY else 0):
                if clauses_tested(case) - reached:
                    dry = 0
                    break
                case = maker.make(level)
            dry += 1
            yield case

    def makers(self, level: Level, seed: int) -> list[Maker]:
        """Return what makes cases of a level, for each of its games."""
        calls = self.does_calls(level)
        return [Maker(game, Chance(seed + number), calls=calls) for number, game in enumerate(self.games(level))]


def plan_for(
    hello: HelloReply,
    book: Rulebook,
    *,
    players: Sequence[int],
    levels: Collection[Level],
    options: Mapping[str, Option],
    seed: int,
    examples: int,
) -> Plan:
    """Return what can be asked of a program that says so of itself."""
    return Plan(
        book=book,
        support=tuple([one for one in hello.games if one.game == book.id]),
        players=tuple(players),
        levels=tuple([level for level in LEVELS if level in levels]),
        options=dict(options),
        seed=seed,
        examples=examples,
    )


def _all_values(book: Rulebook, name: str, players: int, able: set[str]) -> tuple[Option, ...]:
    """Return the values of an option; of a number without limit its own and those that the program names."""
    values = values_of(book, name, players)
    if book.options[name].values != "positive":
        return values
    return (values[0], *sorted(int(value) for value in able if value.isdecimal() and int(value) != values[0]))
