"""The machine that plays your engine against the reference: a Hypothesis ``RuleBasedStateMachine``."""

from __future__ import annotations

from typing import ClassVar, Final

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from msgspec.structs import replace

from aceten.conformance.oracle.answers import step_of
from aceten.conformance.oracle.discrepancies import Discrepancy, discrepancies, is_omitted, kind_of
from aceten.engine.state import State
from aceten.testing import strategies
from aceten.testing.adapter import (
    Adapter,
    Divergence,
    begun,
    games_of,
    refusable,
    step_told,
    taken,
    takes_positions,
)
from aceten.testing.sample_deals import Deal, pick
from aceten_spec.protocol import PlayReply, Step

_CHOICES: Final = st.integers(0, 255)
STEPS: Final = 60
"""So many actions are taken in a deal at most, unless settings say otherwise."""


class Machine(RuleBasedStateMachine):
    """Plays an engine and the reference side by side. Made by :func:`machine`."""

    adapter: ClassVar[type[Adapter]]
    """The engine."""

    def __init__(self) -> None:
        """Begin with nothing."""
        super().__init__()
        self.start: Deal | State | None = None
        """What both have begun with."""
        self.state: State | None = None
        """Where the reference is."""
        self.mine: Adapter | None = None
        """Where the engine is."""
        self.actions: list[str] = []
        """What has been done, refused actions among it."""

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        """Begin with a deal of one of the engine's games, or with a position in it, where the engine takes one."""
        game = data.draw(st.sampled_from(games_of(self.adapter)), label="game")
        deals = strategies.deals(st.just(game))
        self.start = data.draw(deals, label="deal")
        if takes_positions(self.adapter):
            choices = data.draw(strategies.choices(), label="played before")
            self.start = self.start if not choices else self._played(self.start, choices)
        self.state = self.start if isinstance(self.start, State) else self.start.state()
        try:
            self.mine = begun(self.adapter, self.start)
        except Exception as error:
            raise self._parted(repr(error)) from error
        self._compare()

    @rule(choice=_CHOICES)
    def play(self, choice: int) -> None:
        """Take a legal action, one for each number; nothing when the deal is over."""
        state = self.state
        if state is None or state.turn is None:
            return
        action = pick(state, choice)
        if kind_of(str(action)) in self.adapter.lacks:
            return
        self.state = state.play(action)
        self._take(str(action), legal=True)

    @rule(choice=_CHOICES)
    def refuse(self, choice: int) -> None:
        """Try an action that is not legal; nothing where the engine refuses none."""
        state = self.state
        if state is None or state.turn is None or not self.adapter.refuses:
            return
        tried = [action for action in refusable(state) if kind_of(action) not in self.adapter.lacks]
        self._take(tried[choice % len(tried)], legal=False)

    def _played(self, deal: Deal, choices: bytes) -> State:
        """Return the state after legal actions of kinds that the engine has."""
        state = deal.state()
        for choice in choices:
            if state.turn is None:
                break
            action = pick(state, choice)
            if kind_of(str(action)) not in self.adapter.lacks:
                state = state.play(action)
        return state

    def _take(self, action: str, *, legal: bool) -> None:
        """Let the engine take an action, which it has to refuse if it is not legal."""
        assert self.mine is not None  # noqa: S101 - it has begun
        self.actions.append(action)
        try:
            agrees = taken(self.mine, action) == legal
        except Exception as error:
            raise self._parted(repr(error)) from error
        if not agrees:
            raise self._parted(action)
        self._compare()

    def _compare(self) -> None:
        """Hold what the engine says against the reference."""
        assert self.mine is not None  # noqa: S101 - it has begun
        try:
            told = step_told(self.mine)
        except Exception as error:
            raise self._parted(repr(error)) from error
        for one in self._differences(told):
            raise self._parted(repr(one))

    def _differences(self, told: Step) -> list[Discrepancy]:
        """Return where the engine says something else, but for what it does not tell or does not have."""
        assert self.state is not None  # noqa: S101 - it has begun
        lacks, omits = self.adapter.lacks, self.adapter.omits
        step = step_of(self.state)
        step = replace(step, legal=tuple([action for action in step.legal if kind_of(action) not in lacks]))
        found = discrepancies(PlayReply(id=0, steps=(step,)), PlayReply(id=0, steps=(told,)))
        return [one for one in found if not is_omitted(one.field, omits)]

    def _parted(self, seen: str) -> Divergence:
        assert self.start is not None  # noqa: S101 - it has begun
        return Divergence(self.adapter, self.start, self.actions, seen)


def machine(adapter: type[Adapter]) -> type[Machine]:
    """Return the machine for an engine; its ``TestCase`` is what pytest and unittest collect.

    Give it a name in your tests: ``TestMine = machine(Mine).TestCase``.

    How many deals it plays, and how many actions of each, ``TestMine.settings`` says (:class:`hypothesis.settings`).

    :param adapter: your engine.
    :raises UsageError: when it names no game.
    :raises AcetenError: when there is no such game or option.
    """
    games_of(adapter)

    class Mine(Machine):
        """The machine for this engine."""

    Mine.adapter = adapter
    Mine.__name__ = Mine.__qualname__ = f"{adapter.__name__}Machine"
    Mine.__module__ = adapter.__module__
    Mine.TestCase.settings = settings(
        Mine.TestCase.settings,
        stateful_step_count=STEPS,
        phases=[phase for phase in Phase if phase is not Phase.explain],
    )
    return Mine
