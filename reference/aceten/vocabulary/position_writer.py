"""Writing position lines: ``hands`` and ``lead`` always, other keys only where they say something.

:mod:`aceten.notation.position` reads them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from aceten.vocabulary.actions import Hands, Seat
from aceten_spec.cards import format_cards

if TYPE_CHECKING:
    from aceten.engine.game import Game
    from aceten.engine.state import State
    from aceten.engine.view import View

MAX_LINE: Final = 4096
"""A longer position line is refused unread, in characters."""
EMPTY: Final = "-"
"""What stands in place of no cards, of a pass, and of nobody."""
UNSEEN: Final = "?"
"""What stands in place of a card that is not seen, and of a number that has to be counted."""


def position_line(
    seen: State | View,
    *,
    hands: Iterable[str],
    talon: str,
    in_play: int,
    further: Iterable[str],
    seat: Seat | None = None,
    counted: bool = False,
) -> str:
    """Return a position line.

    :param hands: the cards of each seat, and :data:`UNSEEN` for each that is not seen.
    :param talon: its cards likewise.
    :param in_play: how many cards are in hands, talon and trick.
    :param further: words that only some games know.
    :param seat: who sees it so; ``None``: all cards lie open.
    :param counted: whether to say the points also where nothing counts but the cards that are known to be captured.
    """
    game = seen.game
    words = [str(game), "hands=" + ",".join([hand or EMPTY for hand in hands])]
    if talon:
        words.append(f"talon={talon}")
    words.append(f"lead={seen.leader}")
    if seat is not None:
        words.append(f"seat={seat}")
    if seen.trick:
        words.append(f"trick={format_cards(seen.trick)}")
    if any(seen.taken):
        words.append(f"taken={piles_text(seen.taken)}")
    if seen.points is not None and (counted or seen.points != default_points(game, seen.taken)):
        words.append("points=" + ",".join(map(str, seen.points)))
    if seen.tricks is not None and seen.tricks != default_tricks(game, in_play, seen.taken):
        words.append("tricks=" + ",".join(map(str, seen.tricks)))
    if seen.dealer != default_dealer(game, seen.leader, in_play):
        words.append(f"dealer={seen.dealer}")
    words += further
    words.extend(f"{name}={value}" for name, value in game.options)
    return " ".join(words)


def piles_text(piles: Hands) -> str:
    """Return piles of cards as position lines have them."""
    return ",".join([format_cards(pile) or EMPTY for pile in piles])


def default_dealer(game: Game, leader: int, in_play: int) -> Seat:
    """Return the dealer where a position names none.

    In the first trick, when all cards are in play, it is the seat before the leader; later on the last seat.
    """
    return Seat((leader - 1) % game.players if in_play == len(game.pack.cards) else game.players - 1)


def default_points(game: Game, taken: Hands) -> tuple[int, ...]:
    """Return the captured card points where a position states none: those of the cards known to be captured."""
    return tuple(map(game.points_of, taken))


def default_tricks(game: Game, in_play: int, taken: Hands) -> tuple[int, ...] | None:
    """Return the tricks taken where a position states none.

    When the ``in_play`` cards and those taken make the whole pack, every round counts as a trick; otherwise they are not known.
    """
    if in_play + sum(map(len, taken)) < len(game.pack.cards):
        return None
    return tuple(len(pile) // game.players for pile in taken)
