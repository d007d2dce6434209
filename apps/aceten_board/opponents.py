"""Policies that play at the board beside the machine: those alone that whoever serves it has named, as a link may hold any name."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Final, get_args

from aceten import UsageError
from aceten.vocabulary.naming import listed
from aceten_solver.contests.opponents import Opponents, OpponentTerms
from aceten_solver.hidden.machine_player import Strength
from aceten_spec.errors import shown
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from aceten import Action, State

TERMS: Final = OpponentTerms(samples=None, seconds=5.0)
"""On what terms they play."""
_BETWEEN_SEATS: Final = ","
"""What stands between the players in an address."""

offered: Final[list[str]] = []
"""What they are called."""


def offer(policies: Iterable[str]) -> None:
    """Let policies play, from now on and as long as the program runs; the strengths of the machine do anyway.

    :raises UsageError: when there is no such policy, or its name cannot stand in an address.
    :raises ProgramError: when it is a program that does not come up.
    """
    for policy in policies:
        if _BETWEEN_SEATS in policy:
            raise UsageError(say("{policy}: no comma may stand in the name of a policy", policy=shown(policy)))
        Opponents(policy, TERMS).come_up()
        if policy not in (*offered, *get_args(Strength)):
            offered.append(policy)


def chosen_by(policy: str, state: State) -> Action:
    """Return what a policy does. The board keeps nothing from one question to the next: for the policy the deal begins each time.

    :raises UsageError: when it is none of those that may play, or fails.
    """
    if policy not in offered:
        problem = say("{policy}: nobody is called so at this board", policy=shown(policy))
        raise UsageError(problem if not offered else f"{problem}: {listed(offered)}")
    with closing(Opponents(policy, TERMS)) as opponents:
        opponents.begin(state.game, [] if state.turn is None else [state.turn], seed=0)
        return opponents.choose(state)
