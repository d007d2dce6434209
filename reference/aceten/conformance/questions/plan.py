"""What is asked of a program: the games, with the options that it can do, and the questions about them."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from aceten.conformance.oracle.cases import OracleCase, example_cases, level_of, takes
from aceten.conformance.oracle.discrepancies import NAMES, says_nothing
from aceten.conformance.oracle.shown_marriages import is_showing
from aceten.conformance.questions.generator import CaseGenerator
from aceten.conformance.questions.lacks import may_be_lacked
from aceten.conformance.questions.novelty import Novelty
from aceten.conformance.questions.option_rows import load_row, rows_of, values_of
from aceten.conformance.questions.random_source import RandomSource
from aceten.engine.game import Game
from aceten.vocabulary.naming import either_of
from aceten_spec.errors import RulebookError, shown
from aceten_spec.options import option_value, option_values, options_for, own_value
from aceten_spec.protocol import ACTIONS, LEVELS, GameSupport, HelloReply, Level, Option, Question
from aceten_spec.rulebook import MatchingParameters, Rulebook
from aceten_spec.speech import Message, Words, message_of, speaking

_WITH_CALLS: Final = frozenset({"deal", "position", "view"})
"""The levels at which partners may call."""
WITHOUT_PLAY: Final = frozenset({"shuffle", "view"})
"""The levels at which few options show."""
_PERFT_SHARE: Final = 5
"""Counting takes long, so only one example in so many is asked."""


class EntryTerms(NamedTuple):
    """What a program says of itself in the entries of hello to which a question belongs."""

    lacks: tuple[str, ...]
    """The kinds of actions that it does not have."""
    omits: tuple[str, ...]
    """The parts of answers that it does not tell."""


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
    replayed: tuple[OracleCase, ...] = ()
    """Cases of earlier runs, which are asked first."""
    loaded: dict[tuple[object, ...], list[Game]] = msgspec.field(default_factory=dict)
    """The games that were worked out, by the number of players and the values of options."""
    shown: dict[bool, tuple[OracleCase, ...]] = msgspec.field(default_factory=dict)
    """What the examples of the rulebook ask, by whether calls are among it."""
    seen: Novelty = msgspec.field(default_factory=Novelty)
    """What the questions have asked so far."""

    @property
    def able(self) -> tuple[int, ...]:
        """The numbers of players that the program can do."""
        return tuple([count for count in self.players if any(count in one.players for one in self.support)])

    @property
    def known_levels(self) -> frozenset[Level]:
        """The levels that the program can do, whether they were asked for or not."""
        return frozenset([level for level in LEVELS if any(level in one.levels for one in self.support)])

    @property
    def lacking(self) -> tuple[Words, ...]:
        """What the program does not do of what was asked for, in words."""
        lacks: list[Words] = [
            message_of("{players} players", players=count) for count in self.players if count not in self.able
        ]
        for level in self.levels:
            counts = [count for count in self.able if not self.does(level, count)]
            silent = [one for one in self._played if level in one.levels and says_nothing(level, one.omits)]
            if silent and not any(self.does(level, count) for count in self.able):
                lacks.append(message_of("level {level}: it omits all that is compared there", level=level))
            elif counts:
                said = message_of("level {level}{with_players}", level=level, with_players=self.with_players(counts))
                lacks.append(said)
        if self._could_call and not any(one.calls for one in self.support):
            lacks.append(message_of("calls between partners"))
        for name in sorted({name for one in self._played for name in one.lacks}):
            counts = [
                count for count in self.able if any(name in one.lacks for one in self._played if count in one.players)
            ]
            of_players = self.with_players(counts)
            lacks.append(
                message_of("the action {name}{with_players}: it does not have that", name=name, with_players=of_players)
            )
        return (*lacks, *self._unplayed)

    def with_players(self, counts: Sequence[int]) -> Words:
        """Return in words with which numbers of players; nothing where these are all that the program can do."""
        if len(counts) == len(self.able):
            return ""
        return message_of(" with {players} players", players=either_of(map(str, counts)))

    @property
    def unagreed(self) -> Message:
        """Why there is no game in which the program could be asked, in words: what it does not say of options that are agreed on."""
        agreed = ", ".join(f"{name}={value}" for name, value in self.options.items())
        return message_of("it does not say that it can do {agreed}", agreed=agreed)

    @property
    def mistaken(self) -> tuple[Message, ...]:
        """What the program says of the games in hello that is nothing, in words."""
        counts = self.book.parameters.players
        options = {name: option for count in counts for name, option in options_for(self.book, count).items()}
        wrong: list[Message] = []
        for one in self._played:
            for name, value in one.plays.items():
                what = message_of(
                    "plays {name}={value}: there is no such", name=shown(name, 40), value=shown(str(value), 40)
                )
                if name not in options:
                    wrong.append(
                        message_of(
                            "{what} option; expected one of: {known}",
                            what=what,
                            known=", ".join(options) or message_of("none"),
                        )
                    )
                elif self._value(name, value) is None:
                    allowed = option_values(options[name])
                    expected = (
                        message_of("a whole number from 1")
                        if allowed is None
                        else message_of("one of: {known}", known=", ".join(map(str, allowed)))
                    )
                    wrong.append(message_of("{what} value; expected {expected}", what=what, expected=expected))
            known = (("lacks", one.lacks, ACTIONS), ("omits", one.omits, NAMES), ("levels", one.levels, LEVELS))
            for key, said, there in known:
                wrong += [
                    message_of(
                        "{key} {name}: there is no such; expected of: {known}",
                        key=key,
                        name=shown(str(name), 40),
                        known=", ".join(there),
                    )
                    for name in said
                    if name not in there
                ]
        return tuple(dict.fromkeys(wrong)) or tuple(self._at_odds) or (*self._unplayable, *self._silent)

    @property
    def _at_odds(self) -> Iterator[Message]:
        """Yield which options do not agree with each other that the program always plays, in words."""
        for count in self.able:
            there = options_for(self.book, count)
            played = self._plays([one for one in self._played if count in one.players])
            said = {name: value for name, value in (played | self.options).items() if name in there}
            try:
                with speaking("en"):
                    load_row(self.book, count, said)
            except RulebookError as error:
                refused = str(error).splitlines()
                values = ", ".join(f"{name}={value}" for name, value in said.items())
                yield message_of("plays {values}: {problem}", values=values, problem="; ".join(refused))

    @property
    def _unplayable(self) -> Iterator[Message]:
        """Yield which games cannot be played without the actions that the program lacks, in words."""
        found = [(game, self.said(level, game.players).lacks) for level in self.levels for game in self.games(level)]
        games = {(game.players, str(game.options), lacks): game for game, lacks in found if lacks}
        for (_, _, lacks), game in games.items():
            may = may_be_lacked(game, lacks)
            needed = [name for name in lacks if name not in may]
            if needed:
                values = "".join(f" {name}={value}" for name, value in game.options)
                known = message_of("of: {known}", known=", ".join(may)) if may else message_of("nothing")
                yield message_of(
                    "lacks {needed}: {game}{values} cannot be played without; expected {known}",
                    needed=", ".join(needed),
                    game=str(game),
                    values=values,
                    known=known,
                )
                return

    @property
    def _silent(self) -> Iterator[Message]:
        """Yield that the program tells nothing of what it was asked for, in words."""
        levels: list[Level] = [level for level in self.levels if level in self.known_levels]
        ways: list[tuple[Level, GameSupport]] = [
            (level, one) for level in levels for one in self._played if level in one.levels
        ]
        if all(says_nothing(level, one.omits) for level, one in ways):
            yield message_of(
                "omits {omits}: nothing is left to compare at {levels}; expected fewer parts",
                omits=", ".join(sorted({name for _, one in ways for name in one.omits})),
                levels=", ".join(levels),
            )

    def said(self, level: Level, players: int) -> EntryTerms:
        """Return what the program says of itself where it is asked at a level about a game with so many players."""
        entries = [one for one in self.support if players in one.players]
        entries = [one for one in entries if level in one.levels] or entries
        return EntryTerms(
            tuple(sorted({name for one in entries for name in one.lacks})),
            tuple(sorted({name for one in entries for name in one.omits})),
        )

    def said_of(self, question: Question) -> EntryTerms:
        """Return what the program says of itself where it is asked this."""
        return self.said(level_of(question), question.players)

    @property
    def omits(self) -> tuple[str, ...]:
        """The parts of answers that the program says it does not tell, with some number of players."""
        return tuple(sorted({name for one in self._played for name in one.omits}))

    @property
    def fixed(self) -> dict[str, Option]:
        """The options that are agreed on, and those of which the program plays one value with every number of players."""
        played = [self._plays([one for one in self._played if count in one.players]) for count in self.able]
        first = played[0] if played else {}
        always = {name: value for name, value in first.items() if all(plays.get(name) == value for plays in played)}
        return always | self.options

    def fixed_for(self, players: int) -> dict[str, Option]:
        """Return the same for a number of players."""
        return self._plays([one for one in self.support if players in one.players]) | self.options

    def _plays(self, entries: Sequence[GameSupport]) -> dict[str, Option]:
        """Return the options of which the program says in some entries of hello that it always plays one value."""
        plays = {name: value for one in entries for name, value in one.plays.items()}
        known = {name: self._value(name, value) for name, value in plays.items()}
        return {name: value for name, value in known.items() if value is not None}

    def _value(self, name: str, value: Option) -> Option | None:
        """Return the value of an option as the rulebook has it; ``None`` when it has none such."""
        try:
            return option_value(name, self.book.options[name], value, "hello", "plays")
        except (KeyError, RulebookError):
            return None

    @property
    def contradicted(self) -> tuple[Message, ...]:
        """The options that are agreed on and by which the program does not play, in words."""
        return tuple(
            message_of(
                "{name}={value}: it always plays {name}={other}",
                name=shown(name, 40),
                value=value,
                other=shown(str(one.plays[name]), 40),
            )
            for one in self._played
            for name, value in self.options.items()
            if str(one.plays.get(name, value)) != str(value)
        )

    def _contradicts(self, one: GameSupport) -> bool:
        """Whether an entry of hello says that the program plays otherwise than was agreed on."""
        return any(str(one.plays.get(name, value)) != str(value) for name, value in self.options.items())

    @property
    def _played(self) -> list[GameSupport]:
        """What the program says of the games with the numbers of players that are asked for."""
        return [one for one in self.support if set(one.players) & set(self.players)]

    @property
    def _could_call(self) -> bool:
        """Whether partners may call in the games that are asked about, at a level at which they do."""
        rules = [game.rules for level in self.levels if level in _WITH_CALLS for game in self.games(level)]
        return any(isinstance(each, MatchingParameters) and each.calls for each in rules)

    @property
    def _unplayed(self) -> tuple[Message, ...]:
        """The values of options that are not played by, in words, and what the program says that is none."""
        lacks = [
            message_of(
                "option {name}={value}{at_levels}{with_players}",
                name=name,
                value=", ".join(values),
                at_levels=message_of(" at {levels}", levels=", ".join(levels)) if levels else "",
                with_players=self.with_players(counts),
            )
            for (name, levels, counts), values in self._missing.items()
        ]
        said = {(name, str(value)) for one in self.support for name, values in one.options.items() for value in values}
        counts = self.book.parameters.players
        known = {
            (name, str(own_value(self.book, name, count))) for count in counts for name in options_for(self.book, count)
        }
        known |= {(name, str(value)) for count in counts for name, value in self._there(count)}
        numbers = {name for name, option in self.book.options.items() if option.values == "positive"}
        wrong = sorted((name, value) for name, value in said - known if not (name in numbers and value.isdecimal()))
        lacks += [
            message_of(
                "option {name}={value}: there is no such in {game}",
                name=shown(name, 40),
                value=shown(value, 40),
                game=self.book.id,
            )
            for name, value in wrong
        ]
        return tuple(lacks)

    @property
    def _missing(self) -> dict[tuple[str, tuple[Level, ...], tuple[int, ...]], list[str]]:
        """The values of options that the program does not do, by option, levels and numbers of players.

        No levels are all that it does.
        """
        missing: dict[tuple[str, tuple[Level, ...], tuple[int, ...]], list[str]] = {}
        for name, value in sorted({each for count in self.able for each in self._there(count)}, key=str):
            where: dict[tuple[Level, ...], list[int]] = {}
            for count in self.able:
                if name in self.fixed_for(count):
                    continue
                if (name, value) in self._there(count) and value != own_value(self.book, name, count):
                    does: list[Level] = [level for level in self.levels if self.does(level, count)]
                    at: tuple[Level, ...] = tuple(
                        [level for level in does if not _offered(name, value, self.does(level, count))]
                    )
                    if at:
                        where.setdefault(at if len(at) < len(does) else (), []).append(count)
            for levels, counts in where.items():
                missing.setdefault((name, levels, tuple(counts)), []).append(str(value))
        return missing

    def _there(self, players: int) -> Iterator[tuple[str, Option]]:
        """Yield the values that options can take with so many players."""
        for name, option in options_for(self.book, players).items():
            for value in option_values(option) or ():
                yield name, value

    def games(self, level: Level) -> tuple[Game, ...]:
        """Return the games about which a level is asked, those by the rulebook's own options first for each number of players."""
        return tuple([game for count in self.able for game in self._games(count, self.does(level, count))])

    def does_calls(self, level: Level) -> bool:
        """Whether the program knows calls at a level."""
        return any(one.calls and level in one.levels for one in self.support)

    def does_show(self, level: Level) -> bool:
        """Whether the program shows marriages by an action of its own, at a level."""
        return any(one.shows and level in one.levels for one in self.support)

    def does(self, level: Level, players: int) -> list[GameSupport]:
        """Return in which ways the program does a level with so many players; none where it does not."""
        ways = [one for one in self.support if level in one.levels and players in one.players]
        return [one for one in ways if not says_nothing(level, one.omits)]

    def asks_about(self, level: Level, game: Game) -> bool:
        """Whether the program can be asked about a game at a level: it knows each of its options, together or not with others."""
        values = self._values(game.players, self.does(level, game.players))
        chosen = dict(game.options)
        return values is not None and all(
            str(chosen.get(name, own_value(self.book, name, game.players))) in map(str, allowed)
            for name, allowed in values.items()
        )

    def _games(self, players: int, does: list[GameSupport]) -> list[Game]:
        """Return the games with so many players: by the rulebook's own options, and by others that the program can do."""
        values = self._values(players, does)
        if values is None:
            return []
        key = (players, *values.items())
        if key not in self.loaded:
            self.loaded[key] = [load_row(self.book, players, row) for row in rows_of(self.book, players, values)]
        return self.loaded[key]

    def _values(self, players: int, does: list[GameSupport]) -> dict[str, tuple[Option, ...]] | None:
        """Return the values of options that a program can do with so many players; ``None`` where it can do nothing that was agreed on."""
        book = self.book
        does = [one for one in does if not self._contradicts(one)]
        if not does:
            return None
        fixed = self._plays(does) | self.options
        options = {name: value for name, value in fixed.items() if name in options_for(book, players)}
        able: dict[str, set[str]] = {}
        for one in does:
            for name, can in one.options.items():
                able.setdefault(name, set()).update(map(str, can))
        for name, value in self.options.items():
            if any(name in one.plays for one in does):
                continue
            if str(value) != str(own_value(book, name, players)) and str(value) not in able.get(name, set()):
                return None
        values: dict[str, tuple[Option, ...]] = {}
        for name in options_for(book, players):
            own, *others = _all_values(book, name, players, able.get(name, set()))
            values[name] = (own, *[value for value in others if str(value) in able.get(name, set())])
        return values | {name: (value,) for name, value in options.items()}

    def cases(self, level: Level) -> Iterator[tuple[OracleCase, bool]]:
        """Yield cases of earlier runs, the examples of the rulebook, then others without end: half of them by the rulebook's own options.

        With each stands whether it is a further one, of which there is a goal (:meth:`goal`).

        Of some cases the one is asked in which most facts meet that have not met before.
        """
        games, calls = self.games(level), self.does_calls(level)
        for case in self.replayed:
            asked = level_of(case.question) == level and self.does(level, case.game.players)
            unasked = is_showing(case.question) and not self.does_show(level)
            if asked and not unasked and not takes(case, self.said_of(case.question).lacks):
                yield case, False
        if calls not in self.shown:
            self.shown[calls] = example_cases(self.book, calls=calls)
        for case in self.shown[calls]:
            if (
                level_of(case.question) == level
                and self.asks_about(level, case.game)
                and not takes(case, self.said_of(case.question).lacks)
            ):
                self.seen.note(case)
                yield case, False
        makers = self.makers(level, self.seed)
        begun = self.seen.turns.get(len(makers), 0)  # where the levels before have left off
        own = [maker for maker, game in zip(makers, games, strict=True) if self._is_own(game)] or makers
        for number in itertools.count():
            turn = number // 2
            maker = own[turn % len(own)] if number % 2 == 0 else makers[(begun + turn) % len(makers)]
            if number % 2 and level not in WITHOUT_PLAY:
                self.seen.turns[len(makers)] = begun + turn + 1
            yield self.seen.choose(level, number, functools.partial(maker.make, level)), True

    def makers(self, level: Level, seed: int) -> list[CaseGenerator]:
        """Return what makes cases of a level, for each of its games."""
        calls, shows = self.does_calls(level), self.does_show(level)
        return [
            CaseGenerator(
                game,
                RandomSource(seed + number),
                calls=calls,
                shows=shows,
                lacks=frozenset(self.said(level, game.players).lacks),
            )
            for number, game in enumerate(self.games(level))
        ]

    def goal(self, level: Level) -> int:
        """Return how many questions of a level are to be answered, beside the examples of the rulebook."""
        return self.examples if level != "perft" else -(-self.examples // _PERFT_SHARE)

    def _is_own(self, game: Game) -> bool:
        """Whether a game is played by the rulebook's own options, but for those that are fixed."""
        fixed = self.fixed_for(game.players)
        return all(fixed.get(name) == value for name, value in game.options)


def _offered(name: str, value: Option, ways: Sequence[GameSupport]) -> bool:
    """Whether a program offers a value of an option in one of these ways."""
    return any(str(value) in map(str, one.options.get(name, ())) for one in ways)


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
