"""What the engine refuses, and how it says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten_spec.errors import AcetenError, excerpt, shown
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aceten.vocabulary.actions import Action
    from aceten_spec.clauses.refusals import RefusalCode

_ONE_ROW: Final = 72
"""So many characters are on one row of a terminal, so that a place in a line can be pointed at."""


class IllegalAction(AcetenError):  # noqa: N818 - the name says what it is, as in chess libraries
    """An action that the rules do not allow in this state."""

    def __init__(
        self, *, code: RefusalCode, clause: str, action: Action, legal: tuple[Action, ...], problem: str
    ) -> None:
        """Say which action is refused, by which clause, and what was legal instead."""
        self.code: RefusalCode = code
        """The reason, one of :data:`aceten_spec.clauses.refusals.REFUSALS`."""
        self.clause = clause
        """Id of the clause that it breaks; of several the first, in the order of the codes."""
        self.action = action
        """The action as given."""
        self.legal = legal
        """The actions that are legal in the state; empty when the deal is over."""
        self.problem = problem
        """What is wrong, in words."""
        refused = f"{action}: {problem} ({clause})"
        if legal:
            refused = say("{refused}; legal: {legal}", refused=refused, legal=", ".join(map(str, legal)))
        super().__init__(refused)


class PositionError(AcetenError):
    """A position that no play could reach, or that lacks something."""

    def __init__(self, *, key: str, problem: str, line: str = "") -> None:
        """Say which part of the position is wrong, and why."""
        self.key = key
        """The key of the position line that is to blame."""
        self.problem = problem
        """What is wrong, in words."""
        self.line = line
        """The position line as given; empty where there was none."""
        said, (before, named, _) = f"{key}: {problem}", line.partition(f" {key}=")
        if named and len(line) <= _ONE_ROW:
            said = f"{said}\n{excerpt(line, len(before + named) + 1)}"
        elif line:
            said = f"{said}\n  {say('in: {line}', line=shown(line))}"
        super().__init__(said)


class RecordError(AcetenError):
    """A record that cannot be read."""

    def __init__(self, *, line: int, problem: str) -> None:
        """Say in which line of the record (counted from 1) what is wrong."""
        self.line = line
        """The line, counted from 1."""
        self.problem = problem
        """What is wrong, in words."""
        super().__init__(say("line {line}: {problem}", line=line, problem=problem))


class FalseRecordError(RecordError):
    """A record that can be read, and in which something happens that the rules do not allow."""


class UsageError(AcetenError):
    """An argument that a function cannot work with."""


def position_error(key: str, template: str, /, **parts: object) -> PositionError:
    """Return what is wrong with a part of a position, in words as :func:`aceten_spec.speech.say` has them."""
    return PositionError(key=key, problem=say(template, **parts))


def record_error(line: int, template: str, /, **parts: object) -> RecordError:
    """Return why a line of a record cannot be read, in words likewise."""
    return RecordError(line=line, problem=say(template, **parts))


def false_record_error(line: int, template: str, /, **parts: object) -> FalseRecordError:
    """Return what the rules do not allow in a line of a record, in words likewise."""
    return FalseRecordError(line=line, problem=say(template, **parts))


def usage_error(template: str, /, **parts: object) -> UsageError:
    """Return why a function cannot work with an argument, in words likewise."""
    return UsageError(say(template, **parts))


def check_kind(value: object, kind: type | tuple[type, ...], expected: str) -> None:
    """Refuse an argument of another kind, as not every caller is type-checked.

    :param expected: what is expected, in words, such as ``"a State"``.
    :raises UsageError: when it is of another kind.
    """
    if not isinstance(value, kind):
        raise usage_error("given a {given}; expected {expected}", given=type(value).__name__, expected=expected)


def check_among(name: str, value: object, known: Sequence[object]) -> None:
    """Refuse an argument that is none of a few, as not every caller is type-checked.

    :param name: what the argument is called.
    :raises UsageError: when it is none of them.
    """
    if value not in known:
        listed = ", ".join(map(str, known))
        raise usage_error(
            "{name} {given}: expected one of: {known}", name=name, given=shown(repr(value), 80), known=listed
        )


def state_expected() -> str:
    """Return what stands in the error where a state is expected."""
    return say("a State; aceten.parse makes one of a position line")


def view_expected() -> str:
    """Return what stands in the error where a view is expected."""
    return say("a View; state.view(seat) is what a seat sees of a state")
