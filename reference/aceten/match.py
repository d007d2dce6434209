"""A match: deals until a side has enough game points, or as many deals as were agreed on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from aceten.actions import Seat, Side
from aceten.errors import UsageError
from aceten.game import Game
from aceten.scoring import credit
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
    scores: tuple[int, ...]
    """Game points by side."""
    deals: int = 0
    """How many deals have been played."""

    @property
    def winner(self) -> Side | None:
        """The side that has won the match; ``None`` while it goes on.

        Clauses: ZS-MATCH-1, SE-MATCH-2, SM-MATCH-3, SM-MATCH-4.
        """
        rules, best = self.game.rules, max(self.scores)
        done = self.deals >= rules.deals if rules.match_ends == "deals" else best >= rules.target
        if not done or self.scores.count(best) > 1:
            return None
        return Side(self.scores.index(best))

    def deal(self, *, seed: int | None = None, deck: str | None = None) -> State:
        """Return the next deal, dealt by :attr:`dealer`.

        :raises UsageError: when the match is won, and as :meth:`aceten.Game.deal` does.
        """
        self._check_open()
        return self.game.deal(seed=seed, deck=deck, dealer=self.dealer)

    def reached(self, state: State) -> Side | None:
        """Return the side that a trick of this deal has brought to the target, where the match ends with it; ``None``: neither.

        :raises UsageError: when play went on after that, so that the points of both sides suffice.

        Clauses: RL-MATCH-3.
        """
        rules = self.game.rules
        if rules.finish == "deal_end":
            return None
        there = [side for side, score in enumerate(self._scores_in(state)) if score >= rules.target]
        if len(there) > 1:
            message = (
                f"sides {there[0]} and {there[1]} both have {rules.target}, and the match ended when the first had"
            )
            raise UsageError(message)
        return Side(there[0]) if there else None

    def finish(self, state: State) -> Match:
        """Return the match after a deal that is over, or that has brought a side to the target where the match ends with it.

        :raises UsageError: when the match is won, the deal goes on, or the position it was played from leaves the score open.

        Clauses: RL-MATCH-3.
        """
        self._check_open()
        if self.reached(state) is not None and state.turn is not None:
            return Match(self.game, self.dealer, self._scores_in(state), self.deals + 1)
        if state.result is None:
            message = f"the deal is not over: seat {state.turn} is to act"
            raise UsageError(message)
        return self.add(state.result)

    def add(self, result: Result) -> Match:
        """Return the match after a deal with this result.

        :raises UsageError: when the match is won, or the result leaves the game points open.
        """
        if result.game_points is None:
            message = "the result leaves the game points open: it comes from a position that does not account for the whole pack"
            raise UsageError(message)
        return self.add_game_points(result.game_points, result.resets)

    def add_game_points(self, game_points: tuple[int, ...], resets: tuple[Side, ...] = ()) -> Match:
        """Return the match after a deal in which the sides scored these game points.

        :param resets: the sides whose score falls to 0.
        :raises UsageError: when the match is won, or these are not game points of each side, or sides of the game.

        Clauses: ZS-DEAL-2, ZS-MATCH-1, HO-SCORE-11, HO-SCORE-12, RL-SCORE-13.
        """
        self._check_open()
        if len(game_points) != len(self.scores) or min(game_points) < 0:
            message = f"game points {game_points}: expected a number from 0 for each of {len(self.scores)} sides"
            raise UsageError(message)
        if not set(resets) <= set(range(len(self.scores))):
            message = f"resets {resets}: expected sides from 0 to {len(self.scores) - 1}"
            raise UsageError(message)
        rules = self.game.rules
        if rules.finish == "immediate" and sum(score >= rules.target for score in self._sums(game_points)) > 1:
            message = f"game points {game_points}: more than one side has {rules.target}, and the match ended when the first had"
            raise UsageError(message)
        scores = tuple([0 if side in resets else score for side, score in enumerate(self._sums(game_points))])
        return Match(self.game, next_dealer(self.game, self.dealer, game_points), scores, self.deals + 1)

    def _scores_in(self, state: State) -> tuple[int, ...]:
        """Return the scores with what the sides have captured in a deal so far."""
        last = self.game.rules.last_trick_points if state.turn is None else 0
        sums = self._sums(credit(state.points, self.game.sides[state.leader], last))
        return tuple([0 if side in state.burned else score for side, score in enumerate(sums)])

    def _sums(self, gained: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([have + more for have, more in zip(self.scores, gained, strict=True)])

    def _check_open(self) -> None:
        if self.winner is not None:
            message = f"the match is over: side {self.winner} has won it with {' to '.join(map(str, self.scores))}"
            raise UsageError(message)


def next_dealer(game: Game, dealer: Seat, game_points: tuple[int, ...]) -> Seat:
    """Return who deals after a deal in which the sides scored these game points.

    Clauses: ZS-DEAL-2, SE-DEAL-2, HO-DEAL-2.
    """
    rules, own, following = game.rules, game_points[game.sides[dealer]], game.after[dealer]
    if rules.next_dealer == "keeps":
        return dealer if own >= rules.keeps_deal else following
    if rules.next_dealer == "losers" and own < max(game_points):
        partner = game.partner(dealer)
        return dealer if partner is None else partner
    return following


def start_match(game: Game, *, dealer: int | None = None, seed: int | None = None) -> Match:
    """Return a match before its first deal.

    :param dealer: the first dealer; without it he is drawn from the seed, as :func:`first_dealer` does.
    :raises UsageError: without exactly one of dealer and seed, and for one out of range.

    Clauses: ZS-DEAL-1.
    """
    if (dealer is None) == (seed is None):
        message = "a match: expected either a dealer or a seed"
        raise UsageError(message)
    first = game.check_seat(dealer) if dealer is not None else first_dealer(game, seed or 0)
    return Match(game, first, (0,) * game.side_count)


def first_dealer(game: Game, seed: int) -> Seat:
    """Draw the first dealer of a match: the first number below ``players`` of the shuffle's generator.

    :raises UsageError: for a seed outside 0 to 2**64 - 1.

    Clauses: ZS-DEAL-1.
    """
    return Seat(below(game.players, split_mix(seed)))
