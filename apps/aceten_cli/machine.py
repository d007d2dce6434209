"""The machine at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from aceten import Call, CallKind, Play
from aceten.shuffling import MAX_SEED
from aceten_solver.sampling import SAMPLES, advise
from aceten_spec.cards import rank_number

if TYPE_CHECKING:
    from aceten import Action, State
    from aceten_solver.sampling import Advice

_NODES_PER_SAMPLE: Final = 20


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """A player who knows what a seat may know, samples deals that fit, and does what its partner calls."""

    seed: int
    """What its samples depend on, beside how far the deal has come."""
    samples: int = SAMPLES
    """How many deals it samples for an action."""
    seconds: float | None = None
    """How long it may take for one; ``None``: as long as it takes."""

    def advise(self, state: State) -> Advice:
        """Return what it would do for the seat to act, from what that seat may know."""
        view = state.view(state.turn or 0)
        seed = (self.seed + len(state.log)) % (MAX_SEED + 1)
        nodes = self.samples * _NODES_PER_SAMPLE
        return advise(view, samples=self.samples, nodes=nodes, seconds=self.seconds, seed=seed)

    def choose(self, state: State) -> Action:
        """Return what it does: the best of what its partner called for, or else of everything."""
        wanted = [prospect.action for prospect in self.advise(state).prospects]
        for kind in _called(state):
            wanted = [action for action in wanted if _heeds(state, action, kind)] or wanted
        return wanted[0]


def _called(state: State) -> list[CallKind]:
    """Return the calls to the seat to act."""
    kinds: list[CallKind] = []
    for _, action in reversed(state.log):
        if not isinstance(action, Call):
            break
        kinds.append(action.kind)
    return kinds


def _heeds(state: State, action: Action, kind: CallKind) -> bool:
    """Whether an action does what a call asks for. Only what lies open, and the card played, bears on it."""
    if not isinstance(action, Play):
        return False
    after = state.play(action)
    beats = (after.winning if after.trick else after.leader) == state.turn
    greases = rank_number(action.card) in dict(state.game.values)
    match kind:
        case CallKind.BEAT:
            return beats
        case CallKind.NO_BEAT:
            return not beats
        case CallKind.GREASE:
            return greases
        case CallKind.NO_GREASE:
            return not greases
