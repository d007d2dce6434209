"""Games and their options as the user names them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from aceten import AcetenError, Game, UsageError
from aceten.engine.loading import load_with
from aceten_cli.frame.streams import print_note
from aceten_spec import Rulebook, load_file, load_shipped
from aceten_spec.characters import in_order, looks_latin
from aceten_spec.errors import shown
from aceten_spec.options import apply_options, option_value
from aceten_spec.protocol import Option
from aceten_spec.speech import say
from aceten_spec.texts.user_files import said

_BEFORE_OPTION: Final = re.compile(r"\s+(?=[a-z_0-9]+=)")
"""What stands before an option behind the name of a game."""
_PLAYERS_APART: Final = re.compile(r"(?P<name>.*\w)[\s/,:(-]+(?P<players>[1-9])\)?(?: players)?", re.IGNORECASE)
"""A game and its number of players, with a blank or a hyphen in place of the slash too."""


def rulebook_of(rules: Path | None, *, sound: bool = True) -> Rulebook | None:
    """Return the rulebook in a file; ``None`` where none is given and the shipped ones are meant.

    :param sound: whether it has to be sound (:func:`aceten_spec.parse_rulebook`).
    :raises RulebookError: when it cannot be read or is wrong.
    """
    return None if rules is None else load_file(rules, sound=sound)


def rulebook_named(game: str, rules: Path | None) -> Rulebook:
    """Return the rulebook of a game: the shipped one, or the one in a file, which must be of that game.

    :raises RulebookError: when there is none, or it is wrong.
    :raises UsageError: when the file holds the rules of another game.
    """
    rulebook = rulebook_of(rules)
    return load_shipped(game) if rulebook is None else same_game(rulebook, game, rules)


def same_game(rulebook: Rulebook, game: str, rules: Path | None) -> Rulebook:
    """Return the rulebook in a file, which must be of a game.

    :raises UsageError: when it is of another game.
    """
    if rulebook.id != game:
        other = say(
            "{game!r}: the rulebook in {file} is that of {its!r}; name that",
            game=game[:40],
            file=rules,
            its=rulebook.id,
        )
        raise UsageError(other)
    return rulebook


def game_named(text: str, option: list[str], rules: Path | None) -> Game:
    """Return the game that is named with or without a number of players; without one, the largest.

    :param text: the name, and options behind it if one likes.
    :param option: further settings such as ``tie=draw``.
    :param rules: the file of a rulebook of one's own.
    :raises UsageError: when it is not named so, and as :func:`aceten.load` does.
    """
    if letters := looks_latin(said(text)):
        print_note(say("letters that look Latin and are not were read as Latin ones: {letters}", letters=letters))
    named, *behind = _BEFORE_OPTION.split(in_order(said(text)).strip())
    name, separator, players = named.partition("/")
    name = name.strip()
    if not separator and (apart := _PLAYERS_APART.fullmatch(name)) and not _is_game(name):
        name, separator, players = apart["name"], "/", apart["players"]
    if separator and not (players.isascii() and players.isdigit() and len(players) == 1):
        unnamed = say(
            "{text!r}: expected a game, or a game and its number of players, such as zsiros/4", text=shown(text, 40)
        )
        raise UsageError(unnamed)
    return load_with(
        rulebook_named(name, rules), int(players) if separator else None, options_named([*behind, *option])
    )


def _is_game(name: str) -> bool:
    """Whether a game goes by a name."""
    try:
        load_shipped(name)
    except AcetenError:
        return False
    return True


def named_as_game(word: str) -> str | None:
    """Return how a game with its number of players is written, of a word that names one; ``None`` where it names none."""
    found = _PLAYERS_APART.fullmatch(word.strip())
    name, players = (found["name"], found["players"]) if found else (word.strip(), "")
    if not _is_game(name):
        return None
    return f"{load_shipped(name).id}/{players or load_shipped(name).parameters.players[-1]}"


def options_named(settings: Iterable[str]) -> dict[str, str]:
    """Return options by name.

    :param settings: such as ``tie=draw``.
    :raises UsageError: for anything else, and for a name that comes twice.
    """
    options: dict[str, str] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals or key in options:
            raise UsageError(
                say("--option {setting!r}: expected NAME=VALUE, each name once", setting=shown(setting, 40))
            )
        options[key] = value
    return options


def agreed_options(rulebook: Rulebook, settings: Iterable[str]) -> dict[str, Option]:
    """Return the options of a rulebook that are agreed on, also where they say what it does.

    :param settings: such as ``tie=draw``.
    :raises AcetenError: for an option or a value that there is not.
    """
    said, known = options_named(settings), rulebook.options
    for name in said:
        if name not in known:
            apply_options(rulebook, max(rulebook.parameters.players), {name: said[name]})  # which says what there is
    return {name: option_value(name, known[name], value, "options", name) for name, value in said.items()}
