"""Without which kinds of actions a game can still be played."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from aceten.conformance.oracle.discrepancies import kind_of
from aceten.conformance.questions.generator import CaseGenerator
from aceten.conformance.questions.random_play import any_start, any_temper, play_out
from aceten.conformance.questions.random_source import RandomSource
from aceten.engine.game import Game
from aceten_spec.protocol import ACTIONS

_DEALS: Final = 30
"""In so many deals it is looked for what can be done in a game."""


def may_be_lacked(game: Game, lacks: Collection[str]) -> tuple[str, ...]:
    """Return what a program may lack of these kinds of actions; where that is not all of them, what else it may lack, too.

    Of kinds of which one is needed, the last one is.
    """
    if _can_be_played(game, lacks):
        return tuple(lacks)
    may: list[str] = []
    for kind in (*lacks, *_kinds_of_actions(game)):
        if kind not in may and _can_be_played(game, (*may, kind)):
            may.append(kind)
    return tuple(may)


def _can_be_played(game: Game, lacks: Collection[str]) -> bool:
    """Whether a game can be played without some kinds of actions."""
    return CaseGenerator(game, RandomSource(0), calls=False, lacks=frozenset(lacks)).can_play()


def _kinds_of_actions(game: Game) -> list[str]:
    """Return the kinds of what can be done in a game."""
    chance, found = RandomSource(0), set[str]()
    for _ in range(_DEALS):
        deck, dealer, cut = any_start(game, chance)
        temper = any_temper(game, chance, attempts=False, calls=False)
        moments = play_out(game.deal(deck=deck, dealer=dealer, cut=cut), temper, chance)
        found |= {kind_of(str(action)) for moment in moments for action in moment.before.legal}
    return [kind for kind in ACTIONS if kind in found]
