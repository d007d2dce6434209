"""The machine at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from aceten import Call, CallKind, Claim, Play, SuitState, SuitView
from aceten.shuffling import MAX_SEED
from aceten_solver.sampling import SAMPLES, advise, stand_in
from aceten_spec.cards import rank_number

if TYPE_CHECKING:
    from aceten import Action, View
    from aceten_solver.sampling import Advice, Prospect

_NODES_PER_SAMPLE: Final = 20


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """A player who knows what a seat may know, samples deals that fit, and does what its partner calls."""

    seed: int
    """What its samples depend on, beside how far the deal has come."""
    samples: int = SAMPLES
    """How many deals it samples for an action."""
    seconds: float | None = None
    """How long it may take for one; ``None``: as long as it takes."""

    def advise(self, view: View) -> Advice:
        """Return what it would do for the seat to act, from what that seat may know.

        It counts what it has seen: it claims as soon as a claim is right, and never before.
        """
        seed = (self.seed + len(view.log)) % (MAX_SEED + 1)
        nodes = self.samples * _NODES_PER_SAMPLE
        advice = advise(view, samples=self.samples, nodes=nodes, seconds=self.seconds, seed=seed)
        if not isinstance(view, SuitView):
            return advice
        return msgspec.structs.replace(advice, prospects=_claims_placed(advice.prospects, view))

    def choose(self, view: View) -> Action:
        """Return what it does: the best of what its partner called for, or else of everything."""
        wanted = [prospect.action for prospect in self.advise(view).prospects]
        for kind in _called(view):
            wanted = [action for action in wanted if _heeds(view, action, kind)] or wanted
        return wanted[0]


def _claims_placed(prospects: tuple[Prospect, ...], view: SuitView) -> tuple[Prospect, ...]:
    """Return prospects with right claims in front and wrong ones at the end."""
    right: list[Prospect] = []
    others: list[Prospect] = []
    wrong: list[Prospect] = []
    alike = stand_in(view)
    for prospect in prospects:
        if not isinstance(prospect.action, Claim) or not isinstance(alike, SuitState):
            others.append(prospect)
        elif alike.is_right(prospect.action.suit):
            right.append(prospect)
        else:
            wrong.append(prospect)
    return (*right, *others, *wrong)


def _called(view: View) -> list[CallKind]:
    """Return the calls to the seat to act."""
    kinds: list[CallKind] = []
    for _, action in reversed(view.log):
        if not isinstance(action, Call):
            break
        kinds.append(action.kind)
    return kinds


def _heeds(view: View, action: Action, kind: CallKind) -> bool:
    """Whether an action does what a call asks for. Only what lies open, and the card played, bears on it."""
    if not isinstance(action, Play):
        return False
    after = stand_in(view).play(action)
    beats = (after.winning if after.trick else after.leader) == view.turn
    greases = rank_number(action.card) in dict(view.game.values)
    match kind:
        case CallKind.BEAT:
            return beats
        case CallKind.NO_BEAT:
            return not beats
        case CallKind.GREASE:
            return greases
        case CallKind.NO_GREASE:
            return not greases
