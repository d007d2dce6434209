"""A match: deals until a side has enough game points."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from aceten.actions import Seat, Side
from aceten.errors import UsageError
from aceten.game import Game
from aceten.shuffling import below, split_mix

if TYPE_CHECKING:
    from aceten.scoring import Result
    from aceten.state import State


class Match(msgspec.Struct, frozen=True):
    """A match between deals: the score, and who deals next. Begun by :func:`start_match`."""

    game: Game
    """The game that is played."""
    dealer: Seat
    """The seat that deals next."""
    scores: tuple[int, ...] = (0, 0)
    """Game points by side."""
    deals: int = 0
    """How many deals have been played."""

    @property
    def winner(self) -> Side | None:
        """The side that has won the match; ``None`` while it goes on.

        Clauses: ZS-MATCH-1.
        """
        for side, score in enumerate(self.scores):
            if score >= self.game.rules.target:
                return Side(side)
        return None

    def deal(self, *, seed: int | None = None, deck: str | None = None) -> State:
        """Return the next deal, dealt by :attr:`dealer`.

        :raises UsageError: when the match is won, and as :meth:`aceten.Game.deal` does.
        """
        self._check_open()
        return self.game.deal(seed=seed, deck=deck, dealer=self.dealer)

    def add(self, result: Result) -> Match:
        """Return the match after a deal with this result.

        :raises UsageError: when the match is won, or the result leaves the game points open.
        """
        if result.game_points is None:
            message = "the result leaves the game points open: it comes from a position that does not account for the whole pack"
            raise UsageError(message)
        return self.add_game_points(result.game_points)

    def add_game_points(self, game_points: tuple[int, ...]) -> Match:
        """Return the match after a deal in which the sides scored these game points.

        :raises UsageError: when the match is won, or these are not game points of each side.

        Clauses: ZS-DEAL-2, ZS-MATCH-1.
        """
        self._check_open()
        if len(game_points) != len(self.scores) or min(game_points) < 0:
            message = f"game points {game_points}: expected a number from 0 for each of {len(self.scores)} sides"
            raise UsageError(message)
        scores = tuple(have + gained for have, gained in zip(self.scores, game_points, strict=True))
        return Match(self.game, self.game.after[self.dealer], scores, self.deals + 1)

    def _check_open(self) -> None:
        if self.winner is not None:
            message = f"the match is over: side {self.winner} has won {self.scores[0]} to {self.scores[1]}"
            raise UsageError(message)


def start_match(game: Game, *, dealer: int | None = None, seed: int | None = None) -> Match:
    """Return a match before its first deal.

    :param dealer: the first dealer; without it he is drawn from the seed, as :func:`first_dealer` does.
    :raises UsageError: without exactly one of dealer and seed, and for one out of range.

    Clauses: ZS-DEAL-1.
    """
    if (dealer is None) == (seed is None):
        message = "a match: expected either a dealer or a seed"
        raise UsageError(message)
    return Match(game, game.check_seat(dealer) if dealer is not None else first_dealer(game, seed or 0))


def first_dealer(game: Game, seed: int) -> Seat:
    """Draw the first dealer of a match: the first number below ``players`` of the shuffle's generator.

    :raises UsageError: for a seed outside 0 to 2**64 - 1.

    Clauses: ZS-DEAL-1.
    """
    return Seat(below(game.players, split_mix(seed)))
