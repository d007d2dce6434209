"""Games and variables that theorems about suit tricks share: the games that the options of one make, suits, and what is no or yes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from aceten.engine.loading import load
from aceten.engine.suits.game import SuitGame
from aceten.proofs.statements.obligations import Variable
from aceten_spec.cards import Suit
from aceten_spec.errors import RulebookError
from aceten_spec.options import option_values, options_for

if TYPE_CHECKING:
    from aceten.proofs.statements.game_setting import Setting

SUITS: Final = tuple(map(int, Suit))
"""The suits by number."""


def option_games(setting: Setting, *names: str) -> tuple[SuitGame, ...]:
    """Return the game, and the games in which its options give other values to parameters of these names, one for each combination."""
    own = setting.suits
    found: dict[tuple[object, ...], SuitGame] = {}
    choices: list[dict[str, object]] = [{}]
    for name, option in options_for(own.rulebook, own.players).items():
        tables = list(option.values.values()) if isinstance(option.values, dict) else []
        if name in names or any(changed in names for table in tables for changed in table):
            values = option_values(option) or ()
            choices = [{**chosen, name: value} for chosen in choices for value in values]
    for chosen in choices:
        game = _load(own, chosen)
        if game is not None:
            found.setdefault(tuple(getattr(game.rules, name) for name in names), game)
    found.setdefault(tuple(getattr(own.rules, name) for name in names), own)
    return tuple(found.values())


def _load(own: SuitGame, options: dict[str, object]) -> SuitGame | None:
    """Return the game with options added to its own; ``None`` where they do not go together."""
    chosen = cast("dict[str, str]", dict(own.options) | options)
    try:
        return cast("SuitGame", load(own.rulebook, players=own.players, **chosen))
    except RulebookError:
        return None


def suit(name: str) -> Variable:
    """Return a variable for a suit."""
    return Variable(name, SUITS)


def trump_suit() -> Variable:
    """Return the variable for the trump suit, 0 for none."""
    return Variable("trump", (0, *SUITS))
