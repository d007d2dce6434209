"""A match: deals until a side has enough game points, or as many deals as were agreed on."""

from __future__ import annotations

import msgspec

from aceten.deals.shuffling import below, split_mix
from aceten.engine.game import Game
from aceten.engine.loading import game_of
from aceten.engine.matching.state import MatchingState
from aceten.engine.scoring import Result, credit
from aceten.engine.state import State
from aceten.vocabulary.actions import Seat, Side
from aceten.vocabulary.errors import UsageError, check_kind, state_expected, usage_error
from aceten.vocabulary.naming import seat_name, side_name
from aceten_spec.cards import Card, Suit
from aceten_spec.rulebook import MatchingParameters, SuitParameters
from aceten_spec.speech import say


class Match(msgspec.Struct, frozen=True):
    """A match between deals: the score, and who deals next. Begun by :func:`start_match`."""

    game: Game
    """The game that is played."""
    dealer: Seat
    """The seat that deals next."""
    scores: tuple[int, ...]
    """Game points by side; by player where partners change."""
    deals: int = 0
    """How many deals have been played."""
    carried: tuple[int, int] = (0, 0)
    """What deals that nobody won mean for the next one that somebody wins: game points added to it, and how often it is doubled."""
    favourite: Suit | None = None
    """The suit with which deals count twice; ``None`` before the first deal, and where there is none."""
    claimed: Side | None = None
    """The side that has won the match by a claim; ``None``: none has."""

    @property
    def over(self) -> bool:
        """Whether the match is over.

        Clauses: ZS-MATCH-1, SE-MATCH-2, SM-MATCH-3, SM-MATCH-4, EW-MATCH-5, EW-MATCH-10, TT-CLAIM-5.
        """
        rules, best = self.game.rules, max(self.scores)
        if self._claims_end:
            return self.claimed is not None
        done = self.deals >= rules.deals if rules.match_ends == "deals" else best >= rules.target
        return done and (rules.match_tie == "nobody" or self.scores.count(best) == 1)

    @property
    def winner(self) -> Side | None:
        """The side that has won the match, where partners change the player; ``None`` while it goes on, and when nobody has.

        Clauses: ZS-MATCH-1, SE-MATCH-2, SM-MATCH-3, SM-MATCH-4, EW-MATCH-10, TT-CLAIM-5.
        """
        best = max(self.scores)
        if self.claimed is not None or not self.over or self.scores.count(best) > 1:
            return self.claimed
        return Side(self.scores.index(best))

    @property
    def players(self) -> tuple[int, ...]:
        """The player in each seat for the next deal: they stay where they are, unless partners change.

        Eldest hand keeps his seat. When partners change, his partner first changes places with the player to the left of eldest hand, who
        plays after eldest hand, and the next time with the one to his right, so that each of the three has been his partner once.

        Clauses: EW-MATCH-9.
        """
        players = list(range(self.game.players))
        after = self._partners_change
        for change in range(self.deals // after if after else 0):
            partner = (self.dealer + 1 + self.game.players // 2) % self.game.players
            other = (self.dealer + 2 if change % 2 == 0 else self.dealer) % self.game.players
            players[partner], players[other] = players[other], players[partner]
        return tuple(players)

    @property
    def _partners_change(self) -> int:
        rules = self.game.rules
        return rules.partners_change if isinstance(rules, SuitParameters) else 0

    @property
    def _claims_end(self) -> bool:
        return self.game.scores_matter

    @property
    def _immediate(self) -> bool:
        rules = self.game.rules
        return isinstance(rules, MatchingParameters) and rules.finish == "immediate"

    def deal(
        self, *, seed: int | None = None, deck: str | tuple[Card, ...] | None = None, cut: str | Card | None = None
    ) -> State:
        """Return the next deal, dealt by :attr:`dealer`.

        :raises UsageError: when the match is won, and as :meth:`aceten.Game.deal` does.
        """
        self._check_open()
        scores = self.scores if self.game.scores_matter else None
        return self.game.deal(seed=seed, deck=deck, dealer=self.dealer, cut=cut, scores=scores)

    def reached(self, state: State) -> Side | None:
        """Return the side that a trick of this deal has brought to the target, where the match ends with it; ``None``: neither.

        :raises UsageError: when play went on after that, so that the points of both sides suffice.

        Clauses: RL-MATCH-3.
        """
        if not self._immediate:
            return None
        target = self.game.rules.target
        there = [side for side, score in enumerate(self._scores_in(state)) if score >= target]
        if len(there) > 1:
            raise usage_error(
                "sides {first} and {second} both have {target}, and the match ended when the first had",
                first=there[0],
                second=there[1],
                target=target,
            )
        return Side(there[0]) if there else None

    def finish(self, state: State) -> Match:
        """Return the match after a deal that is over, or that has brought a side to the target where the match ends with it.

        :raises UsageError: when the match is won, the deal goes on, or the position it was played from leaves the score open.

        Clauses: RL-MATCH-3.
        """
        check_kind(state, State, state_expected())
        self._check_open()
        if self.reached(state) is not None and state.turn is not None:
            return msgspec.structs.replace(self, scores=self._scores_in(state), deals=self.deals + 1)
        if state.result is None:
            raise usage_error("the deal is not over: {who} is to act", who=seat_name(state.turn or 0))
        return self.add(state.result)

    def add(self, result: Result) -> Match:
        """Return the match after a deal with this result.

        :raises UsageError: when the match is won, or the result leaves the game points open.
        """
        check_kind(result, Result, say("a Result; state.result is that of a deal that is over"))
        if result.game_points is None:
            raise usage_error(
                "the result leaves the game points open: it comes from a position that does not account for the whole pack"
            )
        return self.add_game_points(result.game_points, result.resets, trump=result.trump, claimed=result.claimed)

    def add_game_points(
        self,
        game_points: tuple[int, ...],
        resets: tuple[Side, ...] = (),
        *,
        trump: Suit | None = None,
        claimed: Side | None = None,
    ) -> Match:
        """Return the match after a deal in which the sides scored these game points.

        :param resets: the sides whose score falls to 0.
        :param trump: the trump suit of the deal, where a suit counts twice.
        :param claimed: the side that has won the match by a claim.
        :raises UsageError: when the match is won, or these are not game points of each side, or sides of the game.

        Clauses: ZS-DEAL-2, ZS-MATCH-1, HO-SCORE-11, HO-SCORE-12, RL-SCORE-13, SX-MATCH-6, EW-MATCH-6, EW-MATCH-7, EW-MATCH-8.
        """
        self._check_open()
        sides = self.game.side_count
        if len(game_points) != sides or min(game_points) < 0:
            raise usage_error(
                "game points {game_points}: expected a number from 0 for each of {sides} sides",
                game_points=game_points,
                sides=sides,
            )
        if not set(resets) <= set(range(sides)):
            raise usage_error("resets {resets}: expected sides from 0 to {most}", resets=resets, most=sides - 1)
        target = self.game.rules.target
        if self._immediate and sum(score >= target for score in self._sums(game_points)) > 1:
            raise usage_error(
                "game points {game_points}: more than one side has {target}, and the match ended when the first had",
                game_points=game_points,
                target=target,
            )
        counted, carried, favourite = self._counting(game_points, trump)
        return Match(
            self.game,
            next_dealer(self.game, self.dealer, game_points),
            tuple([0 if side in resets else score for side, score in enumerate(self._sums(counted))]),
            self.deals + 1,
            carried,
            favourite,
            claimed,
        )

    def _counting(
        self, game_points: tuple[int, ...], trump: Suit | None
    ) -> tuple[tuple[int, ...], tuple[int, int], Suit | None]:
        """Return what a deal counts in the match, what is carried on from it, and the suit with which deals count twice.

        Clauses: SX-MATCH-6, EW-MATCH-6, EW-MATCH-7, EW-MATCH-8.
        """
        rules = self.game.rules
        if not isinstance(rules, SuitParameters):
            return game_points, self.carried, None
        if rules.favourite and trump is None:
            raise usage_error("the trump suit of the deal is missing: it bears on what the deal counts in the match")
        twice = 2 if rules.favourite and trump == self.favourite else 1
        favourite = self.favourite if self.favourite is not None or not rules.favourite else trump
        added, doubled = self.carried
        if any(game_points):
            counted = tuple([(has * twice * 2**doubled + added) if has else 0 for has in game_points])
            return counted, (0, 0) if rules.drawn != "void" else self.carried, favourite
        match rules.drawn:
            case "carry":
                return game_points, (added + twice, doubled), favourite
            case "doubles":
                return game_points, (added, doubled + 1), favourite
            case "void":
                return game_points, self.carried, favourite

    def _scores_in(self, state: State) -> tuple[int, ...]:
        """Return the scores with what the sides have captured in a deal so far."""
        last = self.game.rules.last_trick_points if state.turn is None else 0
        sums = self._sums(credit(state.points, self.game.sides[state.leader], last))
        burned = state.burned if isinstance(state, MatchingState) else ()
        return tuple([0 if side in burned else score for side, score in enumerate(sums)])

    def _sums(self, gained: tuple[int, ...]) -> tuple[int, ...]:
        """Return the scores with what the sides have gained; that of a side goes to each of its players where partners change.

        Clauses: EW-MATCH-11.
        """
        if self._partners_change:
            sides = self.game.sides
            gained = tuple([gained[sides[self.players.index(player)]] for player in range(self.game.players)])
        return tuple([have + more for have, more in zip(self.scores, gained, strict=True)])

    def _check_open(self) -> None:
        if self.over:
            scores = say(" to ").join(map(str, self.scores))
            message = say("the match is over: nobody has won it with {scores}", scores=scores)
            if self.winner is not None:
                won = seat_name(self.winner) if self._partners_change else side_name(self.game, self.winner)
                message = say("the match is over: {who} won it with {scores}", who=won, scores=scores)
            raise UsageError(message)


def next_dealer(game: Game, dealer: Seat, game_points: tuple[int, ...]) -> Seat:
    """Return who deals after a deal in which the sides scored these game points.

    Clauses: ZS-DEAL-2, SE-DEAL-2, HO-DEAL-2, SX-DEAL-2, EW-DEAL-2.
    """
    rules, own, following = game.rules, game_points[game.sides[dealer]], game.after[dealer]
    won = own == max(game_points) > min(game_points)
    if rules.drawn_dealer == "keeps" and max(game_points) == min(game_points):
        return dealer
    match rules.next_dealer:
        case "same":
            return dealer
        case "keeps":
            return dealer if own >= rules.keeps_deal else following
        case "winners":
            return dealer if won else following
        case "losers" if own < max(game_points):
            partner = game.partner(dealer)
            return dealer if partner is None else partner
        case "losers" | "rotate":
            return following


def start_match(game: Game | str, *, dealer: int | None = None, seed: int | None = None) -> Match:
    """Return a match before its first deal.

    :param game: what is played, or its name.
    :param dealer: the first dealer; without it he is drawn from the seed, as :func:`first_dealer` does.
    :raises UsageError: without exactly one of dealer and seed, and for one out of range.

    Clauses: ZS-DEAL-1.
    """
    game = game_of(game)
    if (dealer is None) == (seed is None):
        raise usage_error("a match: expected either a dealer or a seed")
    first = game.check_seat(dealer) if dealer is not None else first_dealer(game, seed or 0)
    rules = game.rules
    by_player = isinstance(rules, SuitParameters) and rules.partners_change
    return Match(game, first, (0,) * (game.players if by_player else game.side_count))


def first_dealer(game: Game | str, seed: int) -> Seat:
    """Draw the first dealer of a match: the first number below ``players`` of the shuffle's generator.

    :raises UsageError: for a seed outside 0 to 2**64 - 1.

    Clauses: ZS-DEAL-1.
    """
    return Seat(below(game_of(game).players, split_mix(seed)))
