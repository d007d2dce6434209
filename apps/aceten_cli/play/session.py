"""A match at the terminal: whose turn it is, what is asked, and what is done with the answer."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from aceten import AcetenError, Action, Call, Match, Record, Seat, State, UsageError, View
from aceten.deals.shuffling import MAX_SEED
from aceten.typed.typed_actions import NotUnderstoodError, action_typed
from aceten.typed.typed_words import word_meant, words_meant, words_to_type
from aceten.vocabulary.naming import listed, seat_name
from aceten.words import match_words, result_words, seats_words, telling
from aceten_cli.frame.position_tables import legal_lines, table_lines, trick_lines
from aceten_cli.frame.streams import DONE, INTERRUPTED
from aceten_cli.frame.typed_commands import calls_typed, has_calls, help_lines, steps_typed
from aceten_cli.play.hint_figures import advice_lines
from aceten_cli.play.played_states import Past
from aceten_cli.play.resumed_matches import Begun, from_file, record_of_all
from aceten_cli.play.table_moments import moment_of
from aceten_solver.hidden.hints import hint
from aceten_spec import Rulebook
from aceten_spec.speech import say
from aceten_spec.texts.user_files import shown_name, write_text

if TYPE_CHECKING:
    from aceten_cli.play.faces import Face
    from aceten_cli.play.replay import Recorder
    from aceten_solver.contests.opponents import Opponents
    from aceten_solver.hidden.machine_player import Machine


class Session:
    """A match that is being played. All states of the current deal are kept, so that actions can be taken back."""

    def __init__(
        self,
        begun: Begun,
        people: frozenset[Seat],
        machine: Machine,
        recorder: Recorder,
        face: Face,
        *,
        calls: bool,
        rulebook: Rulebook | None,
        opponents: Opponents | None = None,
    ) -> None:
        """Play this match with people for some of the players and the machine for the others; its seed decides the deals too.

        :param calls: whether people are asked what to call, until they say otherwise.
        :param rulebook: the rules by which records are read; ``None``: the shipped ones.
        :param opponents: who plays in place of the machine, which still says what it would do.
        """
        self._opponents = opponents
        self._begun = begun
        self._past = Past(begun.states)
        self._players = people
        self._machine = machine
        self._recorder = recorder
        self._face = face
        self._calls_wanted = calls
        self._rulebook = rulebook
        self._facing: Seat | None = None
        self._seen: dict[Seat, int] = {}

    def run(self) -> int:
        """Play until the match is won or left, and return the exit status."""
        left = DONE
        try:
            self._begin(self._begun)
            while (after := self._deal()) is not None and not after.over:
                finished = self._begun.finished
                if finished is not None:
                    finished = (*finished, self._record)
                self._begin(Begun(after, finished=finished, of_match=self._begun.of_match))
        except EOFError:
            pass
        except KeyboardInterrupt:
            left = INTERRUPTED
        finally:
            if self._past.states:
                self._recorder.write(self._record)
            if self._opponents is not None:
                self._opponents.close()
        return left

    # --- A deal -------------------------------------------------------------------------------------------------------------

    @property
    def _match(self) -> Match:
        """The match as it stood before the current deal."""
        return self._begun.match

    @property
    def _state(self) -> State:
        return self._past.state

    @property
    def _record(self) -> Record:
        """The record of the current deal."""
        return self._begun.record(self._past.states)

    @property
    def _people(self) -> frozenset[Seat]:
        """Where people sit in the current deal."""
        return frozenset([Seat(seat) for seat, player in enumerate(self._match.players) if player in self._players])

    def _begin(self, begun: Begun) -> None:
        """Take up a match with a deal that has come so far; without any state of it, deal one."""
        match = begun.match
        seed = (self._machine.seed + match.deals) % (MAX_SEED + 1)
        self._begun, self._past, self._seen = begun, Past(begun.states or [match.deal(seed=seed)]), {}
        self._facing = next(iter(self._people)) if len(self._people) == 1 else self._facing
        start = self._past.states[0]
        if self._opponents is not None:
            others = [Seat(seat) for seat in range(match.game.players) if seat not in self._people]
            self._opponents.begin(match.game, others, seed)
        self._recorder.begin(self._record)
        number, dealer = match.deals + 1, seat_name(start.dealer)
        if begun.states:
            title = say("Deal {number}, taken up where it stands: {dealer} dealt", number=number, dealer=dealer)
        else:
            opening = telling(start).opening()
            title = say(
                "Deal {number} (seed {seed}): {dealer} deals, {opening}",
                number=number,
                seed=seed,
                dealer=dealer,
                opening=opening,
            )
        self._face.say(["", title], "bold")
        seats = seats_words(match)
        if seats:
            you = [say("You are {who}.", who=seat_name(self._facing))] if self._facing is not None else []
            self._face.say([" ".join([seats, *you])])
        self._show()

    def _deal(self) -> Match | None:
        """Play the deal to its end, and return the match after it; ``None`` where it cannot tell what the deal counts."""
        while True:
            while self._state.turn is not None and self._match.reached(self._state) is None:
                self._turn(self._state.turn)
            match, state = self._match, self._state
            told, after = [result_words(match, state)], None
            if state.result is None or state.result.game_points is not None:
                after = match.finish(state)
                told += match_words(match, state, after)
            self._face.say(told, "bold")
            if self._goes_on(after):
                return after

    def _turn(self, seat: Seat) -> None:
        """Let the seat to act do something; instead something may be taken back."""
        state = self._state
        if seat in self._people:
            self._bring(seat)
            view = state.view(seat)
            self._face.remind(view)
            asked = telling(view).asked()
            self._ask(f"{seat_name(seat)} ({asked})> " if asked else f"{seat_name(seat)}> ", self._act)
            return
        self._offer_calls()
        if self._state is state:
            with self._face.thinking():
                played = self._opponents
                action = self._machine.choose(state.view(seat)) if played is None else played.choose(state)
            self._do(action)

    def _do(self, action: Action) -> None:
        """Let an action happen, and tell it."""
        self._past.play(action)
        self._recorder.write(self._record)
        self._tell(len(self._past.states) - 2)

    def _tell(self, since: int) -> None:
        """Tell what everybody has seen since one of the states, and show what it has come to."""
        states = self._past.states
        for place in range(since, len(states) - 1):
            self._face.tell(states[place], states[place + 1])
        if self._facing is not None:
            self._seen[self._facing] = len(states) - 1
        self._show()

    def _show(self) -> None:
        """Show the table as the person at the screen sees it, once there is somebody."""
        if self._facing is not None or not self._people:
            past = self._past
            self._face.see(moment_of(self._match, past.states, past.place, self._facing))

    def _undo(self) -> None:
        """Take back the last action of a person, and everything since."""
        place, (seat, action) = self._past.take_back(self._people)
        self._resumed(place)
        self._face.say([say("taken back: {who} {action}, and what followed", who=seat_name(seat), action=action)])
        self._face.say(trick_lines(self._state.view(seat)))

    def _resumed(self, place: int) -> None:
        """Go on from an earlier state, which is the last now."""
        self._seen = {viewer: min(seen, place) for viewer, seen in self._seen.items()}
        self._recorder.write(self._record)
        self._show()

    # --- Questions and answers ----------------------------------------------------------------------------------------------

    def _ask(self, prompt: str, act: Callable[[str], bool]) -> None:
        """Ask until the play has moved on, or back, or the answer settles the question.

        :param act: does what an answer says that is no command, and returns whether that settles the question.
        """
        state, settled = self._state, False
        while self._state is state and not settled:
            present = self._past.present
            try:
                answer = self._face.ask(prompt if present else say("looking back (back, forward, here, Enter: now)> "))
                if not (self._showing(answer) or self._changing(answer)):  # which are there at any time
                    settled = act(answer) if present else self._act_in_the_past(answer)
            except NotUnderstoodError as error:
                self._face.say([say("{problem}; ? for help", problem=error)], "red")
            except AcetenError as error:
                self._face.say([str(error)], "red")

    def _showing(self, answer: str) -> bool:
        """Carry out a command by which one sees something."""
        match words_meant(answer):
            case ["?"] | ["help"]:
                self._face.lay_out(help_lines(self._state.game, numbered=self._face.fills_screen))
            case ["table"]:
                self._face.lay_out(table_lines(self._looked_at.view(self._viewer())))
            case ["legal"]:
                self._face.lay_out(legal_lines(self._own_view()))
            case ["hint", *more] if more in ([], ["full"]):
                self._hint(full=bool(more))
            case ["back" | "forward" as way, *steps] if len(steps) <= 1:
                self._past.look(steps_typed(steps) if way == "forward" else -steps_typed(steps))
                self._show()
            case _:
                return False
        return True

    def _changing(self, answer: str) -> bool:
        """Carry out a command by which something becomes different."""
        match words_meant(answer):
            case ["undo"]:
                self._undo()
            case ["calls", "on" | "off" as wanted] if has_calls(self._state.game):
                self._calls_wanted = wanted == "on"
                wanted_now = say("you will be asked what to call")
                self._face.say([wanted_now if self._calls_wanted else say("you will not be asked what to call")])
            case ["save", *_]:
                self._save(answer.partition(" ")[2].strip())
            case ["load", *_]:
                self._load(answer.partition(" ")[2].strip())
            case ["here"] if self._past.present:
                raise UsageError(
                    say("this is the present; back and forward look at what was played, and here plays on from there")
                )
            case ["quit"]:
                raise EOFError
            case _:
                return False
        return True

    @property
    def _looked_at(self) -> State:
        return self._past.states[self._past.place]

    def _viewer(self) -> Seat:
        """Return who is at the screen."""
        if self._facing is None:
            raise UsageError(say("nobody plays here: there is no seat to see the table from"))
        return self._facing

    def _own_view(self) -> View:
        """Return what the person at the screen sees, or saw, who is to act."""
        state = self._looked_at
        if state.turn is None or state.turn != self._facing:
            raise UsageError(say("it is not your turn"))
        return state.view(state.turn)

    def _hint(self, *, full: bool) -> None:
        """Tell what the machine would do, and why; all that it has found where that is wanted."""
        view = self._own_view()
        with self._face.thinking():
            advice = self._machine.advise(view)
        if full:
            self._face.lay_out(advice_lines(advice, view))
        else:
            self._face.say([hint(advice, view)])

    def _act(self, answer: str) -> bool:
        """Do what a person typed at his turn."""
        view = self._own_view()
        words = words_meant(answer)
        if words[:1] == ["call"]:
            self._call(answer)
        elif words:
            self._do(action_typed(answer, view))
        elif len(view.legal) == 1:
            self._do(*view.legal)
        else:
            self._face.lay_out(legal_lines(view))
        return False

    def _act_in_the_past(self, answer: str) -> bool:
        """Return to the present at Enter, or play on from what is looked at."""
        if word_meant(answer) == "here":
            place = self._past.place
            self._past.resume(place)
            self._resumed(place)
        elif answer:
            raise UsageError(
                say(
                    "this is over; expected back, forward, here to play on from here, or Enter, given {answer!r}",
                    answer=answer[:40],
                )
            )
        else:
            self._past.return_to_present()
            self._show()
        return False

    def _call(self, answer: str) -> None:
        """Call to the seat to act, for its partner at this terminal; of nobody else the engine takes a call."""
        state = self._state
        caller = next((call.seat for call in state.calls if call.seat in self._people), self._viewer())
        for call in calls_typed(answer, state, caller):
            self._do(call)

    def _offer_calls(self) -> None:
        """Ask the partner of the machine that is to act what he calls, where it has a choice and he has not just called."""
        state, turn = self._state, self._state.turn or 0
        callers = {call.seat for call in state.calls} & self._people
        called = state.log and isinstance(state.log[-1][1], Call)
        if not self._calls_wanted or called or len(state.hands[turn]) == 1:
            return
        for caller in callers:
            self._bring(caller)
            self._face.remind(state.view(caller))
            kinds = ", ".join(words_to_type(call.kind for call in state.calls))
            prompt = say("{who} is to play; call {calls}, or Enter> ", who=seat_name(turn), calls=kinds)
            self._ask(prompt, self._act_calling)

    def _act_calling(self, answer: str) -> bool:
        """Make the call that a person typed at his partner's turn; nothing is no call."""
        if answer:
            self._call(answer)
        return True

    def _goes_on(self, after: Match | None) -> bool:
        """Ask whether to go on after a deal; if not, something was taken back, or taken up."""
        over = self._state
        if after is None:
            prompt = say("what the deal counts is open, Enter ends (undo, back, quit)> ")
        elif after.over:
            prompt = say("the match is over, Enter ends (undo, back, save FILE, quit)> ")
        else:
            prompt = say("Enter: next deal (undo, back, save FILE, quit)> ")
        self._ask(prompt, self._act_at_end)
        return self._state is over

    def _act_at_end(self, answer: str) -> bool:
        """Go on at Enter."""
        if answer:
            raise UsageError(
                say(
                    "the deal is over; expected Enter, undo, back, save FILE or quit, given {answer!r}",
                    answer=answer[:40],
                )
            )
        return True

    def _bring(self, seat: Seat) -> None:
        """Let the right person sit at the screen, and tell him what he has missed."""
        if self._facing == seat:
            return
        if self._facing is not None:
            self._face.hide()
        while answer := self._face.ask(
            say("{who}, it is your turn at the screen: Enter (quit)> ", who=seat_name(seat))
        ):
            if words_meant(answer) == ["quit"]:
                raise EOFError
        self._facing = seat
        self._tell(self._seen.get(seat, 0))

    # --- Files --------------------------------------------------------------------------------------------------------------

    def _save(self, name: str) -> None:
        """Write the record of the deal as far as it has come, or of the match once it has several."""
        if not name or os.path.lexists(name):
            taken = say("{file}: there is such a file; choose another name", file=shown_name(name))
            raise UsageError(taken if name else say("expected: save FILE"))
        write_text(name, record_of_all(self._begun, self._record))
        self._face.say([say("saved: {file}", file=shown_name(name))])

    def _load(self, name: str) -> None:
        """Take up what the record in a file has come to; the match that was played is left."""
        if not name:
            raise UsageError(say("expected: load FILE"))
        begun = from_file(name, self._rulebook)
        game = begun.match.game
        if absent := [Seat(player) for player in sorted(self._players) if player >= game.players]:
            who = listed(map(seat_name, absent))
            raise UsageError(
                say("{file}: a record of {game}, where nobody can be {who}", file=shown_name(name), game=game, who=who)
            )
        if len(self._people) > 1:
            self._face.hide()
            self._facing = None
        self._begin(begun)
