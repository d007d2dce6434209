"""What a position of a game is set up with."""

from __future__ import annotations

from typing import Final

from aceten import Game, UsageError
from aceten.engine.loading import load_with
from aceten.vocabulary.naming import party_of, seat_name
from aceten_board.bodies import AskedKit, Kit, OptionTold
from aceten_spec.errors import shown
from aceten_spec.loader import shipped
from aceten_spec.names import card_name
from aceten_spec.options import meaning, option_values, options_for, own_value, position_keys
from aceten_spec.speech import language, rule, say

PILES: Final = frozenset({"hands", "talon", "trick", "taken"})
"""The keys that hold cards which lie somewhere."""


def game_named(begun: str) -> Game:
    """Return a game that is named as a position line begins: with its number of players or without, and with its options.

    :raises AcetenError: for a game or an option that there is not.
    """
    named, *options = begun.split() or [""]
    name, slash, players = named.partition("/")
    chosen = dict(option.split("=", 1) for option in options if "=" in option)
    # Whoever asks names no rulebook of his own.
    if name not in shipped():
        raise UsageError(
            say(
                "{text!r}: expected a game, or a game and its number of players, such as zsiros/4",
                text=shown(begun, 40),
            )
        )
    return load_with(name, int(players) if slash and players.isdecimal() else None, chosen)


def kit(asked: AskedKit) -> Kit:
    """Return what a position of a game is set up with.

    :raises AcetenError: for a game that there is not.
    """
    game = game_named(asked.game)
    book, style = game.rulebook, asked.style or game.pack.style
    cards = game.pack.cards
    return Kit(
        title=book.called,
        style=style,
        cards=tuple(map(str, cards)),
        names={str(card): card_name(card, style=style, language=language()) for card in cards},
        players=tuple(map(seat_name, range(game.players))),
        sides=tuple([party_of(game, side).name for side in range(game.side_count)]),
        keys=tuple([key for key in position_keys(game.rules) if key not in PILES]),
        options=tuple(
            [
                OptionTold(
                    name=name,
                    values=None if (values := option_values(option)) is None else tuple(map(_written, values)),
                    own=_written(own_value(book, name, game.players)),
                    clause=option.clause,
                    rule=rule(book.clause(option.clause).text),
                    means={value: meaning(option, value) for value in map(_written, values or ())},
                )
                for name, option in options_for(book, game.players).items()
            ]
        ),
    )


def _written(value: object) -> str:
    """Return the value of an option as a position line has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
