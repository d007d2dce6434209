"""Policies at seats of a table: in place of the machine, or at all of them."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, NamedTuple

from aceten import Action, Game, Seat, State, UsageError
from aceten.vocabulary.naming import seat_name
from aceten_solver.answers.solver import Solver
from aceten_solver.contests.entrants import Given, SeatedPolicy, called, player_of
from aceten_solver.contests.played_deals import Failure, begun, chance, chosen
from aceten_spec.errors import shown
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class OpponentTerms(NamedTuple):
    """On what terms they play."""

    samples: int | None
    """How many deals the shipped ones sample for an action; ``None``: as many as they do by themselves."""
    seconds: float
    """How long a program may take to answer."""


class Opponents:
    """A policy at every seat at which nobody sits."""

    def __init__(self, policy: Given, terms: OpponentTerms) -> None:
        """Take the policy, as ``aceten arena`` does."""
        self._policy = policy
        self._terms = terms
        self._players: dict[Seat, SeatedPolicy] = {}

    def come_up(self) -> None:
        """Look whether it can play at all.

        :raises UsageError: when there is no such policy.
        :raises ProgramError: when it is a program that does not come up.
        """
        player_of(self._policy, self._terms, Solver, None).come_up()

    def begin(self, game: Game, seats: Iterable[Seat], seed: int) -> None:
        """Begin a deal at these seats.

        :raises UsageError: when there is no such policy, or it fails, and how.
        """
        numbers = chance(seed, 0)
        drawn = [next(numbers) for _ in range(game.players)]
        for seat in seats:
            if seat not in self._players:
                self._players[seat] = player_of(self._policy, self._terms, Solver, None)
            failed = begun(self._players[seat], game, seat, drawn[seat])
            if failed is not None:
                raise self._failed(seat, failed)

    def choose(self, state: State) -> Action:
        """Return what the seat to act does.

        :raises UsageError: when the policy fails, and how.
        """
        seat = Seat(state.turn or 0)
        choice = chosen(self._players[seat], state)
        if isinstance(choice, Failure):
            raise self._failed(seat, choice)
        return choice.action

    def close(self) -> None:
        """End what they have begun."""
        for player in self._players.values():
            player.close()

    def _failed(self, seat: Seat, failure: Failure) -> UsageError:
        problem = say(
            "{policy} as {seat}: {problem}",
            policy=shown(called(self._policy)),
            seat=seat_name(seat),
            problem=failure.problem,
        )
        return UsageError(problem)


def states_played(deal: State, policies: Sequence[Given], terms: OpponentTerms, *, seed: int = 0) -> list[State]:
    """Return every state of a deal that policies play to its end, from the one that is given on.

    :param policies: one for all seats, or one for each.
    :param seed: what they depend on that draw.
    :raises UsageError: for another number of policies, when there is no such policy, and when one fails, and how.
    :raises ProgramError: when one is a program that does not come up.
    """
    game, states = deal.game, [deal]
    if len(policies) not in {1, game.players}:
        raise UsageError(
            say(
                "{number} policies: expected one, or one for each of {players} seats",
                number=len(policies),
                players=game.players,
            )
        )
    with ExitStack() as stack:
        players = [stack.enter_context(closing(Opponents(policy, terms))) for policy in policies] * (
            game.players // len(policies)
        )
        for seat, player in enumerate(players):
            player.begin(game, [Seat(seat)], seed)
        while (turn := states[-1].turn) is not None:
            states.append(states[-1].play(players[turn].choose(states[-1])))
    return states
