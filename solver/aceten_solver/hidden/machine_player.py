"""The machine at the table."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

import aceten_solver
from aceten import Action, Call, CallKind, Claim, Play, SuitState, SuitView, View
from aceten.deals.shuffling import MAX_SEED
from aceten.engine.equal_actions import is_choice
from aceten.vocabulary.errors import check_kind, usage_error, view_expected
from aceten_solver.hidden.rule_of_thumb import greedy
from aceten_solver.hidden.sampling import SAMPLES, Advice, Prospect, advise, check_to_act, is_solved_soon, stand_in
from aceten_spec.cards import rank_number
from aceten_spec.errors import given, whole

Strength: TypeAlias = Literal["greedy", "playouts", "average"]
"""How well it plays: ``greedy`` by a rule of thumb (:func:`aceten_solver.hidden.rule_of_thumb.greedy`); ``playouts``: it plays deals that
fit out, and solves them near the end; ``average``: it solves them with all cards known from the first card on. It plays them out where the
first of them takes the native core longer than some tenths of a second, and where there is no core."""

STRENGTHS: Final[dict[Strength, int]] = {"greedy": 1, "playouts": SAMPLES, "average": 20}
"""Every strength, from the weakest on, and how many deals it samples for an action, where nothing else is asked for."""

_NODES_PER_SAMPLE: Final = 20
"""So many states may be searched for each deal that is to be played out, to solve it instead."""
_NODES_TO_SOLVE: Final = 500_000
"""And so many for the first that is to be solved: what takes the native core some tenths of a second, so that all of them take a second or
two."""
_AT_MOST: Final = 4
"""So many times as many may be searched for any of the others: a few take very much longer than the rest, and are left out."""


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """A player who knows what a seat may know, and does what its partner calls."""

    seed: int
    """What its samples depend on, beside how far the deal has come."""
    strength: Strength = "average"
    """How well it plays. ``average`` was seen to be better than the others in every game in which they met, by more than chance."""
    samples: int | None = None
    """How many deals it samples for an action; ``None``: as many as its strength does."""
    seconds: float | None = None
    """How long it may take for one; ``None``: as long as it takes."""
    patient: bool = False
    """Whether ``average`` solves deals however long the core takes for the first of them."""

    def __post_init__(self) -> None:
        """Refuse a strength that there is not, and a seed that is no number.

        :raises UsageError: it says which there are.
        """
        if whole(self.seed) is None:
            raise usage_error("seed {seed}: expected a whole number from 0", seed=given(self.seed))
        if self.strength not in STRENGTHS:
            raise usage_error(
                "strength {strength}: expected one of {known}",
                strength=given(self.strength),
                known=", ".join(STRENGTHS),
            )

    @property
    def plays(self) -> Strength:
        """How it plays here: without the native core ``average`` would take too long, and it plays deals out."""
        return "playouts" if self.strength == "average" and aceten_solver.backend != "native" else self.strength

    @property
    def sampled(self) -> int:
        """How many deals it samples for an action."""
        return self.samples or STRENGTHS[self.plays]

    def advise(self, view: View) -> Advice:
        """Return what sampled deals say of the actions of the seat to act, from what that seat may know.

        It counts what it has seen: it claims as soon as a claim is right, and never before.
        """
        return claims_placed(self._sampled(view))

    def _sampled(self, view: View) -> Advice:
        seed = (self.seed + len(view.log)) % (MAX_SEED + 1)
        if self.plays == "average" and self._solves(view, seed):
            advice = advise(
                view,
                samples=self.sampled,
                nodes=None,
                nodes_each=None if self.patient else _AT_MOST * _NODES_TO_SOLVE,
                seconds=self.seconds,
                seed=seed,
                together=True,
            )
            if advice.samples:
                return advice
        samples = self.samples or STRENGTHS["playouts"]
        nodes = samples * _NODES_PER_SAMPLE
        return advise(view, samples=samples, nodes=nodes, seconds=self.seconds, seed=seed, together=True)

    def _solves(self, view: View, seed: int) -> bool:
        """Whether deals are solved soon enough."""
        return self.patient or is_solved_soon(view, nodes=_NODES_TO_SOLVE, seconds=self.seconds, seed=seed)

    def choose(self, view: View) -> Action:
        """Return what it does: the best of what its partner called for, or else of everything.

        :raises UsageError: when the seat is not to act.
        """
        check_kind(view, View, view_expected())
        check_to_act(view)
        by_thumb = self.strength == "greedy"
        if not (by_thumb or is_choice(view)):
            return view.legal[0]
        wanted = [greedy(view), *view.legal] if by_thumb else [each.action for each in self.advise(view).prospects]
        for kind in _called(view):
            wanted = [action for action in wanted if _heeds(view, action, kind)] or wanted
        return wanted[0]


def claims_placed(advice: Advice) -> Advice:
    """Return advice with right claims in front and wrong ones at the end."""
    if not isinstance(advice.view, SuitView):
        return advice
    alike = stand_in(advice.view)

    def place(prospect: Prospect) -> int:
        if not isinstance(prospect.action, Claim) or not isinstance(alike, SuitState):
            return 1
        return 0 if alike.is_right(prospect.action.suit) else 2

    return msgspec.structs.replace(advice, prospects=tuple(sorted(advice.prospects, key=place)))


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
