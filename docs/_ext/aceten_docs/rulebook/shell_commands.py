"""How to play, solve and verify a game from the command line, as its page shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from docutils import nodes

from aceten import State, UsageError, parse_state
from aceten_docs.pages.page_parts import code_line, paragraph, xref
from aceten_solver.question.two_sides import two_sides
from aceten_spec.options import option_values, options_for, own_value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils.nodes import Node
    from sphinx.util.docutils import SphinxDirective

    from aceten_spec import Rulebook

WORTH_SOLVING: Final = 2
"""So many cards has everybody at least, and so many actions whoever is to act, in a position that is worth solving."""

SOON_SOLVED: Final = 12
"""With so many cards a position is solved at once, also without the native core."""


def on_the_command_line(page: SphinxDirective, book: Rulebook) -> Iterator[Node]:
    """Yield what the program does with a game, a command each."""
    for command, purpose, words in commands(book):
        link = xref("ref", f"aceten-{command}", f"aceten {command}", page.env.docname)
        yield paragraph(nodes.Text(f"{purpose} ("), link, nodes.Text("):"))
        yield code_line(f"aceten {command} {words}")


def commands(book: Rulebook) -> Iterator[tuple[str, str, str]]:
    """Yield commands: the name of each, what it is for, and what stands behind it."""
    players = max(book.parameters.players)
    table = f"{book.id}/{players}"
    yield "rules", "A rule, with its sources and what was decided", f"{book.id} {_clause(book)}"
    yield "play", "To play against the machine", table
    yield "deal", "To deal, with an option of the game", f"{table} --seed 1 --option {_option(book, players)}"
    yield "solve", "What a position is worth", f'"{position(book)}"'
    yield "verify", "Whether a program of yours plays by these rules", f"{table} -- YOUR PROGRAM"
    yield "prove", "To prove what the rules guarantee", book.id


def _clause(book: Rulebook) -> str:
    """Return the first clause that was decided and that an example shows."""
    shown = {clause for example in book.examples for clause in example.clauses}
    return next(clause.id for clause in book.clauses if clause.kind == "decision" and clause.id in shown)


def _option(book: Rulebook, players: int) -> str:
    """Return the first option with a value that the game does not have by itself."""
    for name, option in options_for(book, players).items():
        own = own_value(book, name, players)
        for value in option_values(option) or ():
            if value != own:
                return f"{name}={value}"
    raise LookupError(book.id)


def position(book: Rulebook) -> str:
    """Return the position of an example in which there is something to choose: with many players, and few cards."""
    lines = [example.position for example in book.examples if example.position is not None]
    states = {line: parse_state(line, rules=book) for line in lines}
    return min(
        (line for line, state in states.items() if _is_worth_solving(state)), key=lambda line: _order(states[line])
    )


def _is_worth_solving(state: State) -> bool:
    if state.game.options or min(map(len, state.hands)) < WORTH_SOLVING or len(state.legal) < WORTH_SOLVING:
        return False
    try:
        two_sides(state)
    except UsageError:
        return False
    return True


def _order(state: State) -> tuple[bool, int, int]:
    cards = sum(map(len, state.hands)) + len(state.talon)
    return cards > SOON_SOLVED, -state.game.players, cards
