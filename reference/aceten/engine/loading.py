"""Loading games: from a shipped rulebook, from a file, from text, or from a rulebook that is there already."""

from __future__ import annotations

import copyreg
import itertools
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import TypeAlias, TypeVar, cast

from aceten.engine.game import Game
from aceten.engine.matching.game import MatchingGame, build_matching
from aceten.engine.suits.game import SuitGame, build_suits
from aceten.vocabulary.errors import UsageError, check_kind, usage_error
from aceten_spec.checks.parameter_checks import check_parameters
from aceten_spec.errors import RulebookError, given, shown, whole
from aceten_spec.loader import load_file, load_shipped, parse_rulebook, shipped
from aceten_spec.mini_packs import mini_options, smaller
from aceten_spec.options import apply_options, meaning, option_value, options_for, own_value
from aceten_spec.rulebook import MatchingParameters, OptionValue, Parameters, Rulebook, SuitParameters
from aceten_spec.speech import say

_G = TypeVar("_G", MatchingGame, SuitGame)


def load(rules: str | Path | Rulebook, /, players: int | None = None, **options: OptionValue | bool) -> Game:
    """Return a game.

    :param rules: id of a shipped rulebook such as ``"zsiros"``, with a number of players behind it if you like (``"zsiros/4"``), and
        options behind that (``"zsiros/4 tie=draw"``); the text of a rulebook (TOML, of several lines), the path of a rulebook file, or
        a rulebook.
    :param players: the number of players; by default the largest that the rulebook describes.
    :param options: the rulebook's options by name, such as ``tie="draw"``; and for a mini-pack ``cards="AhThKhAsTsKs"``, what is played
        with, and ``hand=2``, how many cards each is dealt (:mod:`aceten_spec.mini_packs`).
    :raises RulebookError: when there is no such game or option, or the rulebook is wrong, or a mini-pack cannot be dealt.
    :raises UsageError: for a number of players that the rulebook does not describe, or two of them.
    """
    if not isinstance(rules, (str, PathLike, Rulebook)):  # pyright: ignore[reportUnnecessaryIsInstance] - not every caller is type-checked
        raise usage_error(
            "{rules}: expected a game, such as zsiros/4, or the path of a rulebook", rules=shown(repr(rules), 80)
        )
    if isinstance(rules, str) and "\n" not in rules:
        name, slash, behind = rules.strip().rpartition("/")
        if slash and (name in shipped() or _looks_like_players(name, behind, rules)):
            number, *said = behind.split() or [""]
            return load_with(name, _players_of(name, number, players), _with_said(rules, said, options))
        if slash or "\\" in rules or rules.endswith(".toml"):
            return load_with(Path(rules), players, options)
    return load_with(rules, players, options)


def game_of(game: Game | str) -> Game:
    """Return a game, or that of a name, as :func:`load` takes it.

    :raises UsageError: for what is neither.
    :raises RulebookError: when there is no such game.
    """
    game = load(game) if isinstance(game, str) else game
    check_kind(game, Game, say("a game, such as zsiros/4"))
    return game


def games() -> tuple[str, ...]:
    """Return every game that is shipped with each number of its players, as :func:`load` takes them.

    >>> import aceten
    >>> aceten.games()[:3]
    ('zsiros/2', 'zsiros/4', 'sedma/2')
    """
    return tuple([f"{name}/{players}" for name in shipped() for players in load_shipped(name).parameters.players])


def _looks_like_players(name: str, behind: str, text: str) -> bool:
    """Whether what stands behind a slash is a number of players, and not the name of a file that is there."""
    return re.match(r"[0-9]+(\s|$)", behind) is not None and not re.search(r"[/\\]", name) and not Path(text).exists()


def _players_of(game: str, behind: str, players: int | None) -> int:
    """Return the number of players that stands behind the name of a game, and no other than is asked for beside it."""
    if not re.fullmatch("[0-9]{1,3}", behind):
        raise UsageError(say("{game}: {players} players; expected a number", game=game, players=shown(behind, 40)))
    if players not in {None, int(behind)}:
        raise UsageError(
            say(
                "{game}/{behind}: {players} players are asked for beside that",
                game=game,
                behind=behind,
                players=players,
            )
        )
    return int(behind)


def _with_said(
    game: str, said: list[str], options: Mapping[str, OptionValue | bool]
) -> Mapping[str, OptionValue | bool]:
    """Return options with those that stand behind the name of a game, each named once.

    :raises UsageError: for what is no option, and for one that is named twice.
    """
    named: dict[str, OptionValue | bool] = {**options}
    for word in said:
        name, equals, value = word.partition("=")
        if not equals or name in named:
            raise UsageError(
                say(
                    "{game}: {option!r}; expected NAME=VALUE, each name once",
                    game=shown(game, 80),
                    option=shown(word, 40),
                )
            )
        named[name] = value
    return named


def load_with(rules: str | Path | Rulebook, players: int | None, options: Mapping[str, OptionValue | bool]) -> Game:
    """Return a game as :func:`load` does, with options that somebody else has named: any name may be among them."""
    rulebook = rulebook_of(rules)
    count = _count_of(rulebook, players)
    if (
        isinstance(rules, str)
        and rules in shipped()
        and all(isinstance(value, (str, int)) for value in options.values())  # pyright: ignore[reportUnnecessaryIsInstance] - a list may be given
    ):
        return _shipped_game(rules, count, tuple([(name, value, type(value)) for name, value in options.items()]))
    return _built(rulebook, count, options)


@lru_cache(maxsize=256)
def _shipped_game(name: str, players: int, options: tuple[tuple[str, OptionValue | bool, type], ...]) -> Game:
    """Return a game of a shipped rulebook; nothing of it can be changed, so that one serves all who ask."""
    return _built(load_shipped(name), players, {option: value for option, value, _ in options})


def _built(rulebook: Rulebook, players: int, options: Mapping[str, OptionValue | bool]) -> Game:
    parameters, changed = _agreed(rulebook, players, options)
    match parameters:
        case MatchingParameters():
            return build_matching(rulebook, players, parameters, changed)
        case SuitParameters():
            return build_suits(rulebook, players, parameters, changed)


def _count_of(rulebook: Rulebook, players: int | None) -> int:
    """Return how many play, where they are not told the most that the rulebook describes.

    :raises UsageError: when it does not describe so many.
    """
    count = max(rulebook.parameters.players) if players is None else whole(players)
    if count is not None and count in rulebook.parameters.players:
        return count
    known = ", ".join(map(str, rulebook.parameters.players))
    others = [
        f"{book.id}/{count}" for book in map(load_shipped, _relatives(rulebook)) if count in book.parameters.players
    ]
    told = given(players)
    message = say("{game}: {players} players; expected one of: {known}", game=rulebook.id, players=told, known=known)
    if others:
        message += "; " + say("there is {games}", games=", ".join(others))
    raise UsageError(message)


_Chosen: TypeAlias = "tuple[Parameters, dict[str, OptionValue]]"


def _agreed(rulebook: Rulebook, players: int, options: Mapping[str, OptionValue | bool]) -> _Chosen:
    """Return the parameters with several options, and those options that make a difference: one at its default gives way to another.

    :raises RulebookError: when options do not go together, in the words in which they were chosen.
    """
    if mini := mini_options(rulebook, players, options):
        parameters, agreed = _agreed(rulebook, players, {name: options[name] for name in options if name not in mini})
        parameters, said = smaller(parameters, players, mini)
        return parameters, dict(sorted((agreed | said).items()))
    chosen = apply_options(rulebook, players, options)
    if len(options) <= 1:  # each alone has been checked with the rulebook
        return chosen
    try:
        check_parameters(chosen[0], players, source="options")
    except RulebookError as error:
        there = options_for(rulebook, players)
        values = {name: option_value(name, there[name], value, "options", name) for name, value in options.items()}
        others = {name: value for name, value in values.items() if value != own_value(rulebook, name, players)}
        if len(others) < len(values):
            return _agreed(rulebook, players, others)
        raise _apart(rulebook, players, others) or error from None
    return chosen


def _apart(rulebook: Rulebook, players: int, options: Mapping[str, OptionValue]) -> RulebookError | None:
    """Return the error that says which two options do not go together; ``None`` where any two of them do."""
    for pair in itertools.combinations(options.items(), 2):
        try:
            check_parameters(apply_options(rulebook, players, dict(pair))[0], players, source="options")
        except RulebookError as error:
            one, other = [f"{name}={value}" for name, value in pair]
            meant = [meaning(rulebook.options[name], value) for name, value in pair]
            why = " ".join(meant).removesuffix(".") if all(meant) else error.problem
            problem = say("{one} does not go with {other}: {why}", one=one, other=other, why=why)
            return RulebookError(source="options", key=pair[0][0], problem=problem, expected=say("one of the two"))
    return None


def _relatives(rulebook: Rulebook) -> list[str]:
    """Return the shipped rulebooks whose names begin in the same way: other games of one name."""
    stem = rulebook.id.partition("-")[0]
    return [name for name in shipped() if name != rulebook.id and name.partition("-")[0] == stem]


def rulebook_of(rules: str | Path | Rulebook) -> Rulebook:
    """Return the rulebook that is given, in text of several lines as well, that is shipped under this id, or that stands in this file.

    :raises RulebookError: when there is no such, or it is wrong.
    """
    if isinstance(rules, Rulebook):
        return rules
    if not isinstance(rules, str):
        return load_file(rules)
    return parse_rulebook(rules) if "\n" in rules else load_shipped(rules)


def _reduced(game: _G) -> tuple[Callable[..., _G], tuple[object, ...]]:
    """Return how pickle makes a game again: by the name of its rulebook where that is shipped, or else by all that stands in it."""
    rulebook = game.rulebook
    if rulebook.id in shipped() and load_shipped(rulebook.id) == rulebook:
        return cast("Callable[..., _G]", _again), (rulebook.id, game.players, game.options, game.digest)
    return cast("Callable[..., _G]", _again_from), (rulebook, game.players, game.options, game.digest)


@lru_cache(maxsize=64)
def _again(name: str, players: int, options: tuple[tuple[str, OptionValue], ...], digest: str) -> Game:
    return _again_from(load_shipped(name), players, options, digest)


def _again_from(rulebook: Rulebook, players: int, options: tuple[tuple[str, OptionValue], ...], digest: str) -> Game:
    """Return a game that was pickled.

    :raises UsageError: when its rules are no longer the same.
    """
    game = load(rulebook, players=players, **dict(options))
    if game.digest != digest:
        raise usage_error(
            "{game}: pickled where its rules were others, with the digest {theirs}; here they have {ours}."
            " A position line or a record can be read here",
            game=game,
            theirs=digest,
            ours=game.digest,
        )
    return game


copyreg.pickle(MatchingGame, _reduced)
copyreg.pickle(SuitGame, _reduced)
