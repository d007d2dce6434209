"""A deal as far as it has come: every state of it, so that actions can be taken back and looked at again."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from aceten import Action, Call, Seat, State, UsageError
from aceten.vocabulary.actions import Event
from aceten_spec.speech import say


class Past:
    """The states of a deal, and the one that is looked at: the present one, or one before it."""

    def __init__(self, states: Sequence[State]) -> None:
        """Begin with the state after dealing, and those after every action so far."""
        self.states = list(states)
        """The state at the beginning, and after every action; never empty."""
        self.place = len(self.states) - 1
        """Which of them is looked at."""

    @property
    def state(self) -> State:
        """The present state."""
        return self.states[-1]

    @property
    def present(self) -> bool:
        """Whether the present state is looked at."""
        return self.place == len(self.states) - 1

    def play(self, action: Action) -> None:
        """Let an action happen."""
        self.states.append(self.state.play(action))
        self.place = len(self.states) - 1

    def take_back(self, people: Collection[Seat]) -> tuple[int, Event]:
        """Take back the last action of one of these players, and everything since; return which state that leads to, and the action.

        :raises UsageError: when there is none.
        """
        for place in reversed(range(len(self.states) - 1)):
            seat, action = self.states[place + 1].log[-1]
            if seat in people and not isinstance(action, Call):
                self.resume(place)
                return place, (seat, action)
        raise UsageError(say("nothing to take back: no person has played in this deal"))

    def look(self, step: int) -> None:
        """Look at the state so many actions later, or earlier.

        :raises UsageError: when there is none in that direction.
        """
        if step < 0 and not self.place:
            raise UsageError(say("this is how the deal began; there is nothing before it"))
        if step > 0 and self.present:
            raise UsageError(say("this is how the deal stands now; there is nothing after it"))
        self.place = max(0, min(self.place + step, len(self.states) - 1))

    def resume(self, place: int) -> None:
        """Make one of the states the present one, and forget what followed."""
        del self.states[place + 1 :]
        self.place = place

    def return_to_present(self) -> None:
        """Look at the present state again."""
        self.place = len(self.states) - 1
