"""``aceten puzzle``."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Final

import typer

import aceten_solver
from aceten import AcetenError, Action
from aceten.typed.typed_actions import action_typed
from aceten.typed.typed_words import word_meant
from aceten.vocabulary.naming import party, seat_name
from aceten.words import telling
from aceten_cli.analysis.told_answers import drawn
from aceten_cli.frame.game_names import game_named
from aceten_cli.frame.help_texts import LanguageChoice
from aceten_cli.frame.inputs import GameNamed, JsonOutput, OptionsChosen, RulesFile
from aceten_cli.frame.output import console, print_sentence, progress
from aceten_cli.frame.position_tables import table_picture
from aceten_cli.frame.streams import DONE, INTERRUPTED, NEGATIVE, print_error, print_line, print_note
from aceten_cli.frame.terminal import Terminal
from aceten_solver.answers.told_solutions import actions_table
from aceten_solver.answers.told_tables import line_table
from aceten_solver.answers.value_labels import meaning_of_value
from aceten_solver.reviews.puzzles import FEWEST, MOST, TRIES, Puzzle, puzzles, usual_cards
from aceten_solver.reviews.verdicts import cost_words
from aceten_spec.speech import grouped, say, to_say

_SHORT_SEED: Final = 1_000_000
_HELP: Final = to_say("(what to do; hint; show: give up; quit)")


def puzzle(
    game: GameNamed,
    cards: Annotated[
        int | None,
        typer.Option(
            "--cards",
            metavar="N",
            min=FEWEST,
            max=MOST,
            help="Cards a hand. Default: 3, or a full hand where points are claimed.",
        ),
    ] = None,
    hard: Annotated[
        bool,
        typer.Option(
            "--hard", help="Only those whose solution brings fewer points in the first trick than something else would."
        ),
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", min=0, help="Fixes the puzzles; without it one is chosen and shown."),
    ] = None,
    count: Annotated[int, typer.Option("--count", metavar="N", min=1, help="How many.")] = 1,
    option: OptionsChosen = None,
    rules: RulesFile = None,
    _language: LanguageChoice = "en",
    json: JsonOutput = False,
) -> None:
    """Set endings as puzzles: only one card or action wins, and not the obvious one.

    Every card is known. What wins is what alone keeps what the side to act can come to, whatever the others do. The obvious is what the
    machine of `aceten play` does after a short look: it knows the leader's own hand and what was played, samples the other hands, and
    plays them out.

    Deals are played by chance until nothing is drawn any more. Where points are claimed, they are played by a rule of thumb, which claims
    in time, and a few cards may be left to draw: there it may be right to close the talon, or to exchange. A claim is never asked for.

    On a terminal it asks what to do, and says what anything else costs, and how. Otherwise it prints a puzzle a line, with its
    solution. Every puzzle is checked by the search in Python before it is shown.

    Example: aceten puzzle zsiros/4 --cards 2 --seed 7
    """
    played = game_named(game, option or [], rules)
    chosen = secrets.randbelow(_SHORT_SEED) if seed is None else seed
    found = puzzles(played, cards=cards, seed=chosen, hard=hard)
    if seed is None:
        print_note(say("seed {seed}", seed=chosen))
    asking, left = is_conversation() and not json, count
    try:
        for each in islice(_sought(found), count):
            left -= 1
            if asking:
                _Asking(each).ask()
            else:
                print_line(aceten_solver.to_json(each) if json else _line(each))
    except EOFError:
        raise typer.Exit(DONE) from None
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    if left:
        none = to_say("no puzzle among {tries} endings of {game} with {cards} cards a hand")
        no_more = to_say("no further puzzle among {tries} endings of {game} with {cards} cards a hand")
        many = usual_cards(played) if cards is None else cards
        print_error(say(none if left == count else no_more, tries=grouped(TRIES), game=played, cards=many))
        raise typer.Exit(NEGATIVE)


def is_conversation() -> bool:
    """Whether a person sits at the terminal, who can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _sought(found: Iterator[Puzzle]) -> Iterator[Puzzle]:
    """Yield puzzles; who waits for long is told why."""
    while True:
        with progress(say("looking for a puzzle")):
            each = next(found, None)
        if each is None:
            return
        yield each


def _line(each: Puzzle) -> str:
    """Return a puzzle with its solution on one line."""
    return f"{each.state}  " + say(
        "only: {action}; obvious: {obvious}, costs {cost}",
        action=each.action,
        obvious=each.obvious,
        cost=cost_words(each.cost, each.cost_in),
    )


class _Asking:
    """A puzzle that a person is asked."""

    def __init__(self, each: Puzzle) -> None:
        self._puzzle = each
        self._terminal = Terminal()
        self._out = console()
        self._view = each.state.view(each.state.turn or 0)

    def ask(self) -> None:
        """Ask until the solution is found, or the person gives up.

        :raises EOFError: when he has had enough.
        """
        state, sides = self._puzzle.state, self._puzzle.solution.sides
        seat = state.turn or 0
        own = party(state.game, sides[seat not in sides[0]])
        self._out.print(str(state), style="bold", soft_wrap=True)
        self._out.print(table_picture(state))
        asked = say(
            "Only one of these keeps what {who} can come to, and not the one that suggests itself. Which? {help}",
            who=own.name,
            help=say(_HELP),
        )
        print_sentence(self._out, f"\n{say('legal: {legal}', legal=' '.join(map(str, state.legal)))}\n{asked}")
        while True:
            answer = self._terminal.ask(f"{seat_name(seat)}> ")
            try:
                if self._settles(answer):
                    return
            except AcetenError as error:
                self._terminal.say(str(error), "red")

    def _settles(self, answer: str) -> bool:
        """Do what an answer says; return whether the puzzle is over."""
        match word_meant(answer):
            case "quit":
                raise EOFError
            case "show":
                self._explain()
                return True
            case "hint":
                self._hint()
            case "" | "?" | "help":
                self._terminal.say(say(_HELP))
            case _:
                return self._tries(action_typed(answer, self._view))
        return False

    def _tries(self, action: Action) -> bool:
        """Say what comes of an action; return whether it is the right one."""
        self._puzzle.state.play(action)  # which says why it is not legal
        cost, cost_in = self._puzzle.cost_of(action)
        if cost_in is None:
            self._terminal.say(say("Right."), "bold")
            self._explain()
            return True
        self._refute(action, cost_words(cost, cost_in))
        return False

    def _hint(self) -> None:
        """Say what is the obvious thing to do, and what is unusual about the right one."""
        each = self._puzzle
        tried, cost = telling(each.state).tries(each.obvious), cost_words(each.cost, each.cost_in)
        said = say("Who sees only his own cards would {tried}, which costs {cost}.", tried=tried, cost=cost)
        if each.hard:
            said += " " + say("What is right gives points away in the first trick.")
        print_sentence(self._out, said)

    def _refute(self, action: Action, cost: str) -> None:
        """Say what a wrong action costs, and how that comes."""
        state = self._puzzle.state
        after = aceten_solver.solve(state.play(action))
        tried = telling(state).tries(action)
        self._terminal.say(say("Wrong: to {tried} costs {cost}.", tried=tried, cost=cost), "bold")
        self._out.print(drawn(line_table(state, (action, *after.line))))
        if after.value is not None:
            print_sentence(self._out, meaning_of_value(state, after.value, self._puzzle.solution.sides))

    def _explain(self) -> None:
        """Print what every action comes to, and best play, as ``aceten solve`` does."""
        state, solution = self._puzzle.state, self._puzzle.solution
        self._out.print(drawn(actions_table(solution)))
        self._out.print(say("Best play"))
        self._out.print(drawn(line_table(state, solution.line)))
        if solution.value is not None:
            print_sentence(self._out, meaning_of_value(state, solution.value, solution.sides))
