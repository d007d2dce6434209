"""A match at the terminal: whose turn it is, what is asked, and what is done with the answer."""

from __future__ import annotations

import contextlib
import importlib
import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from aceten import AcetenError, Call, Seat, State, UsageError
from aceten.naming import listed, seat_name
from aceten.shuffling import MAX_SEED
from aceten.telling import match_words, result_words, seats_words, telling
from aceten_cli.output import console, progress
from aceten_cli.records import write_record
from aceten_cli.screen import (
    advice_lines,
    event_lines,
    legal_lines,
    status,
    table_lines,
    trick_lines,
)
from aceten_cli.streams import DONE, INTERRUPTED
from aceten_cli.typed import action_typed, calls_typed, help_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rich.text import Text

    from aceten import Action, Match, View
    from aceten_cli.machine import Machine
    from aceten_cli.records import Recorder
    from aceten_spec.names import Language


class Terminal:
    """Standard input and output, line by line. A file or another program may stand in for the person."""

    def __init__(self) -> None:
        """Take over standard input and output."""
        with contextlib.suppress(ImportError):  # where there is one, it lets a person edit what he types
            importlib.import_module("readline")
        self._out = console()
        self._typed = sys.stdin.isatty()
        stream: object = sys.stdin
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # what is not UTF-8 is no command, and no reason to end

    def say(self, text: str | Text, style: str = "") -> None:
        """Print a line; a terminal shows it on several where it is too long, broken between words."""
        line = Text(text, style=style) if isinstance(text, str) else text
        self._out.print(line, soft_wrap=not self._out.is_terminal)

    def ask(self, prompt: str) -> str:
        """Return what is typed after a prompt; what nobody typed is shown as if it had been.

        :raises EOFError: at the end of the input.
        """
        try:
            answer = input(prompt)
        except (EOFError, KeyboardInterrupt):
            self.say("")
            raise
        if not self._typed:
            self.say(answer)
        return answer.strip()

    def clear(self) -> None:
        """Remove from sight what was shown before, as far as a terminal can."""
        if self._out.is_terminal:
            self._out.clear()
            self._out.file.write("\x1b[3J")  # the lines above the screen too
            self._out.file.flush()


class Session:
    """A match that is being played. All states of the current deal are kept, so that actions can be taken back."""

    def __init__(
        self, match: Match, people: frozenset[Seat], machine: Machine, recorder: Recorder, language: Language
    ) -> None:
        """Play this match with people for some of the players and the machine for the others; its seed decides the deals too."""
        self._match = match
        self._players = people
        self._machine = machine
        self._recorder = recorder
        self._language: Language = language
        self._terminal = Terminal()
        self._states: list[State] = []
        self._facing: Seat | None = None
        self._seen: dict[Seat, int] = {}
        self._offering = True

    def run(self) -> int:
        """Play until the match is won or left, and return the exit status."""
        left = DONE
        try:
            while not self._match.over:
                self._match = self._deal()
        except EOFError:
            pass
        except KeyboardInterrupt:
            left = INTERRUPTED
        finally:
            if self._states:
                self._recorder.write(self._state)
        if self._recorder.files:
            self._say([f"recorded: {listed(map(str, self._recorder.files))}"])
        return left

    # --- A deal -------------------------------------------------------------------------------------------------------------

    @property
    def _state(self) -> State:
        return self._states[-1]

    @property
    def _people(self) -> frozenset[Seat]:
        """Where people sit in the current deal."""
        return frozenset([Seat(seat) for seat, player in enumerate(self._match.players) if player in self._players])

    def _deal(self) -> Match:
        """Play a deal to its end, and return the match after it."""
        match = self._match
        seed = (self._machine.seed + match.deals) % (MAX_SEED + 1)
        start = match.deal(seed=seed)
        self._states, self._seen = [start], {}
        self._facing = next(iter(self._people)) if len(self._people) == 1 else self._facing
        self._recorder.begin(start)
        opening = telling(start, self._language).opening()
        title = f"Deal {match.deals + 1} (seed {seed}): {seat_name(start.dealer)} deals, {opening}"
        self._say(["", title], style="bold")
        seats = seats_words(match)
        if seats:
            you = f" You are {seat_name(self._facing)}." if len(self._people) == 1 and self._facing is not None else ""
            self._say([f"{seats}{you}"])
        while True:
            while self._state.turn is not None and match.reached(self._state) is None:
                self._turn(self._state.turn)
            after = match.finish(self._state)
            result = result_words(match, self._state)
            self._say([result, *match_words(match, self._state, after, self._language)], style="bold")
            if self._goes_on(after):
                return after

    def _turn(self, seat: Seat) -> None:
        """Let the seat to act do something; instead something may be taken back."""
        state = self._state
        if seat in self._people:
            self._face(seat)
            view = state.view(seat)
            self._say([status(view, self._language)])
            asked = telling(view, self._language).asked()
            self._ask(f"{seat_name(seat)}{f' ({asked})' if asked else ''}> ", self._act)
            return
        self._offer_calls()
        if self._state is state:
            with progress("thinking"):
                action = self._machine.choose(state.view(seat))
            self._do(action)

    def _do(self, action: Action) -> None:
        """Let an action happen, and tell it."""
        self._states.append(self._state.play(action))
        self._recorder.write(self._state)
        self._tell(len(self._states) - 2)

    def _tell(self, since: int) -> None:
        """Tell what everybody has seen since one of the states."""
        for place in range(since, len(self._states) - 1):
            self._say(event_lines(self._states[place], self._states[place + 1], self._language))
        if self._facing is not None:
            self._seen[self._facing] = len(self._states) - 1

    def _undo(self) -> None:
        """Take back the last action of a person, and everything since."""
        for place in reversed(range(len(self._states) - 1)):
            seat, action = self._states[place + 1].log[-1]
            if seat in self._people and not isinstance(action, Call):
                del self._states[place + 1 :]
                self._seen = {viewer: min(seen, place) for viewer, seen in self._seen.items()}
                self._recorder.write(self._state)
                self._say([f"taken back: {seat_name(seat)} {action}, and what followed"])
                self._say(trick_lines(self._state.view(seat)))
                return
        message = "nothing to take back: no person has played in this deal"
        raise UsageError(message)

    # --- Questions and answers ----------------------------------------------------------------------------------------------

    def _say(self, lines: Iterable[str | Text], style: str = "") -> None:
        for line in lines:
            self._terminal.say(line, style)

    def _ask(self, prompt: str, act: Callable[[str], bool]) -> None:
        """Ask until the play has moved on, or back, or the answer settles the question.

        :param act: does what an answer says that is no command, and returns whether that settles the question.
        """
        state, settled = self._state, False
        while self._state is state and not settled:
            answer = self._terminal.ask(prompt)
            try:
                settled = not self._command(answer) and act(answer)
            except AcetenError as error:
                self._say([str(error)], style="red")

    def _command(self, answer: str) -> bool:
        """Carry out a command that can be given at any time, and return whether the answer was one."""
        match answer.casefold().split():
            case ["?"] | ["help"]:
                self._say(help_lines(self._state.game))
            case ["table"]:
                self._say(table_lines(self._state.view(self._viewer()), self._language))
            case ["legal"]:
                self._say(legal_lines(self._own_view(), self._language))
            case ["hint"]:
                view = self._own_view()
                with progress("thinking"):
                    advice = self._machine.advise(view)
                self._say(advice_lines(advice, view, self._language))
            case ["undo"]:
                self._undo()
            case ["save", *_]:
                self._save(answer[len("save") :].strip())
            case ["quit"]:
                raise EOFError
            case _:
                return False
        return True

    def _viewer(self) -> Seat:
        """Return who is at the screen."""
        if self._facing is None:
            message = "nobody plays here: there is no seat to see the table from"
            raise UsageError(message)
        return self._facing

    def _own_view(self) -> View:
        """Return what the person at the screen sees, who is to act."""
        if self._state.turn is None or self._state.turn != self._facing:
            message = "it is not your turn"
            raise UsageError(message)
        return self._state.view(self._state.turn)

    def _act(self, answer: str) -> bool:
        """Do what a person typed at his turn."""
        view = self._own_view()
        words = answer.casefold().split()
        if words[:1] == ["call"]:
            self._call(answer)
        elif words == ["calls", "on"]:
            self._offering = True
            self._say(["you will be asked what to call again"])
        elif words:
            self._do(action_typed(answer, view, self._language))
        elif len(view.legal) == 1:
            self._do(*view.legal)
        else:
            self._say(legal_lines(view, self._language))
        return False

    def _call(self, answer: str) -> None:
        """Call to the seat to act, for its partner at this terminal."""
        state = self._state
        if not state.calls:
            message = "there are no calls in this game"
            raise UsageError(message)
        caller = state.calls[0].seat
        if caller not in self._people:
            message = f"only {seat_name(caller)} may call now, the partner of {seat_name(state.turn or 0)}"
            raise UsageError(message)
        for call in calls_typed(answer, state):
            self._do(call)

    def _offer_calls(self) -> None:
        """Ask the partner of the machine that is to act what he calls, where it has a choice and he has not just called."""
        state, turn = self._state, self._state.turn or 0
        callers = {call.seat for call in state.calls} & self._people
        called = state.log and isinstance(state.log[-1][1], Call)
        if not self._offering or called or len(state.hands[turn]) == 1:
            return
        for caller in callers:
            self._face(caller)
            self._say([status(state.view(caller), self._language)])
            kinds = ", ".join(call.kind for call in state.calls)
            self._ask(f"{seat_name(turn)} is to play; call {kinds}, or Enter> ", self._act_calling)

    def _act_calling(self, answer: str) -> bool:
        """Make the call that a person typed at his partner's turn; nothing is no call."""
        if answer.casefold().split() == ["calls", "off"]:
            self._offering = False
        elif answer:
            self._call(answer)
        return True

    def _goes_on(self, after: Match) -> bool:
        """Ask whether to go on after a deal; if not, something was taken back."""
        over = self._state
        following = "the match is over, Enter ends" if after.over else "Enter: next deal"
        self._ask(f"{following} (undo, save FILE, quit)> ", self._act_at_end)
        return self._state is over

    def _act_at_end(self, answer: str) -> bool:
        """Go on at Enter."""
        if answer:
            message = f"the deal is over; expected Enter, undo, save FILE or quit, given {answer[:40]!r}"
            raise UsageError(message)
        return True

    def _face(self, seat: Seat) -> None:
        """Let the right person sit at the screen, and tell him what he has missed."""
        if self._facing == seat:
            return
        self._terminal.clear()
        self._terminal.ask(f"{seat_name(seat)}, it is your turn at the screen: Enter> ")
        self._facing = seat
        self._tell(self._seen.get(seat, 0))

    def _save(self, name: str) -> None:
        """Write the record of the deal as far as it has come."""
        path = Path(name)
        if not name or path.exists():
            message = f"{name}: there is such a file; choose another name" if name else "expected: save FILE"
            raise UsageError(message)
        write_record(path, self._states[0], self._state)
        self._say([f"saved: {path}"])
