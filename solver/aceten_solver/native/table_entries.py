"""The entries of complete tables of endgames: the position of each, what it has to be, and samples of those that come from elsewhere."""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Final

from aceten import Game, MatchingGame, MatchingState, parse_state
from aceten_solver.in_python import python_answer
from aceten_solver.native import encode_matching
from aceten_solver.native.library import native_library
from aceten_solver.native.native_core import Core
from aceten_solver.native.table_files import TableError
from aceten_solver.question.measures import OutcomeScale
from aceten_solver.question.question import Depth, Limits, SearchQuestion
from aceten_solver.question.two_sides import two_sides
from aceten_spec.outcomes import OutcomeOrder
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Iterator
    from ctypes import CDLL
    from pathlib import Path

    from aceten import State
    from aceten_solver.native.complete_tables import Tables
    from aceten_solver.question.backends import Backend

SEARCHED: Final = 64
"""So many entries of a table that is not known are worked out by a search without any table, or all where there are fewer."""
WORKED_OUT: Final = 1 << 16
"""So many are worked out by a search of the first trick, with what the tables of fewer cards say of the rest."""

_CHUNK: Final = 1 << 12
_MEMORY: Final = 1 << 22


def matching(game: Game) -> MatchingGame:
    """Return a game with matching tricks.

    :raises TableError: when it has others.
    """
    if not isinstance(game, MatchingGame):
        raise TableError(
            table=str(game), problem=say("there are no tables for it: they are made for matching tricks only")
        )
    return game


def unit(game: Game) -> int:
    """Return of what all points that are counted are multiples, those of the last trick included."""
    return math.gcd(game.unit, matching(game).rules.last_trick_points) or 1


def spare(game: Game) -> int:
    """Return how many cards are too few for everybody to draw."""
    return (len(game.pack.cards) - game.players * game.rules.hand) % game.players


def positions(room: Tables, game: Game, cards: int, places: list[int]) -> list[State]:
    """Return the positions at some places of a table, seat 0 to lead."""
    names = encode_matching.cards_of(matching(game))
    states: list[State] = []
    for place in places:
        hands = room.position(cards, place, game.players)
        told = ",".join("".join([str(names[code]) for code in hand]) for hand in hands)
        # What is too little for everybody lies there for ever, whatever it is.
        left = Counter(map(game.canonical_card, game.pack.cards)) - Counter(
            names[code] for hand in hands for code in hand
        )
        talon = "".join(map(str, islice(left.elements(), spare(game))))
        states.append(
            parse_state(
                f"{game} hands={told}{f' talon={talon}' if talon else ''} lead=0 tricks=0,0", rules=game.rulebook
            )
        )
    return states


def entry_by_search(state: State, backend: Backend | None = None) -> int:
    """Return what the entry of a position has to be, by search without tables. Seat 0 leads, and nobody has taken a trick.

    One more than the number of the outcome for the side of the leader: two for each unit of points, and one for the last trick. 0: it
    takes no trick; one more than for all points and the last trick: it takes every trick.
    """
    sides = two_sides(state)
    question = SearchQuestion(state, OutcomeScale(state, ("points",), sides), sides, Depth.VALUE, Limits())
    library = None if backend == "python" else native_library()
    reached = python_answer.answer(question).root[0] if library is None else _by_core(library, question)
    order = OutcomeOrder(state.points_to_come, state.game.unit, state.game.rules.last_trick_points)
    outcome = order.outcomes(extremes=True)[reached]
    last = outcome.last_trick == 0
    points = outcome.points[0] + state.game.rules.last_trick_points * last
    return 1 + 2 * (points // unit(state.game)) + last + (outcome.every_trick == 0) - (outcome.every_trick == 1)


def _by_core(library: CDLL, question: SearchQuestion) -> int:
    state = question.state
    rules = encode_matching.rules_of(matching(state.game), question.sides)
    if rules is None or not isinstance(state, MatchingState):
        return python_answer.answer(question).root[0]
    with Core(library, rules, _MEMORY) as core:
        asked = encode_matching.question_of(state, question.scale)
        return core.ask(asked, question.scale.thresholds, question.depth, question.limits).root[0]


def check_sample(path: Path, entries: bytes | bytearray, room: Tables, game: Game, cards: int) -> int:
    """Work a sample of the entries of a table out again, another one every time; return how many.

    Some are worked out by search alone, which tells how many of all are wrong at most. Many more are held against the tables of fewer
    cards, which are in use already: an entry that is the first to be wrong on the way from few cards to many contradicts them.

    :param room: holds the tables of fewer cards.
    :param game: whose endgames these are, and in which so many cards a hand can come about.
    :raises TableError: when an entry is wrong.
    """
    chance = random.SystemRandom()  # who makes a table is not to know which
    few = chance.sample(range(len(entries)), min(SEARCHED, len(entries)))
    for place, state in zip(few, positions(room, game, cards, few), strict=True):
        check_entry(path, place, entries[place], entry_by_search(state), state)
    worked_out = 0
    for place, several in _runs(chance, len(entries)):
        right = room.fill(cards, place, several)
        worked_out += several
        if right != entries[place : place + several]:
            wrong = next(at for at in range(several) if right[at] != entries[place + at])
            state = positions(room, game, cards, [place + wrong])[0]
            check_entry(path, place + wrong, entries[place + wrong], right[wrong], state)
    return worked_out


def _runs(chance: random.Random, size: int) -> Iterator[tuple[int, int]]:
    """Yield where entries begin that are worked out, and how many stand in a row: all of a small table, and single ones of others."""
    if size <= WORKED_OUT:
        yield from ((place, min(_CHUNK, size - place)) for place in range(0, size, _CHUNK))
    else:
        yield from ((chance.randrange(size), 1) for _ in range(WORKED_OUT))


def check_entry(path: Path, place: int, found: int, searched: int, state: State) -> None:
    """Hold an entry against what search says.

    :raises TableError: when it is another.
    """
    if found != searched:
        problem = say(
            "entry {place} is {found}, and search says {searched}: {state}",
            place=place,
            found=found,
            searched=searched,
            state=state,
        )
        raise TableError(table=str(path), problem=problem)
