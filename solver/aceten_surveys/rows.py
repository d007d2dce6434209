"""What a survey tells of each deal: the columns of its files, and one row."""

from __future__ import annotations

import contextlib
import threading
from collections import Counter
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from aceten import AcetenError, Game, State, SuitState
from aceten.engine.equal_actions import canonical_action
from aceten_solver import BackendError, CoreError, Objective, Solver
from aceten_solver.question.objectives import merit_by
from aceten_solver.question.two_sides import two_sides
from aceten_spec.rulebook import SuitParameters
from aceten_spec.speech import speaking
from aceten_surveys.contests import MEASURES, SEATINGS, came_to, results
from aceten_surveys.specification import Survey, dealt

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

POSITION: Final = "position"
"""The column of position lines."""
Kind: TypeAlias = Literal["seed", "count", "few", "number", "truth", "text", "leads"]
"""What a column holds: a seed, a large count, a small one, a number that may be below zero, true or false, a text, or what is said of
first actions."""
Row: TypeAlias = "dict[str, object]"
"""A deal: what is said of it, by column."""

SIDES: Final = (0, 1)
"""The two sides of the search. Side 0 is that of seat A, or the player who plays alone."""

_MEMORY_ALONE: Final = 8
"""Megabytes for a search that serves one deal only: to make more ready takes as long as the search."""


_KEPT: Final = threading.local()
"""The solver of each thread."""


class Column(NamedTuple):
    """A column of the files."""

    name: str
    """What it is called."""
    kind: Kind
    """What it holds."""
    meaning: str
    """What that says."""


def low_of(objective: Objective) -> str:
    """Return the name of the column with the least that a deal is worth in what is asked for."""
    return f"{objective.replace('-', '_')}_low"


def high_of(objective: Objective) -> str:
    """Return the name of the column with the most that a deal is worth in what is asked for."""
    return f"{objective.replace('-', '_')}_high"


def certificate_of(objective: Objective) -> str:
    """Return the name of the column with the digest of the certificate that proves what a deal is worth in what is asked for."""
    return f"{objective.replace('-', '_')}_certificate"


def held(side: int, what: str) -> str:
    """Return the name of the column with how many cards of a rank, or ``trumps``, a side holds."""
    return f"side{side}_{what}"


def ranks_of(game: Game) -> tuple[str, ...]:
    """Return the letters of the ranks of the pack."""
    return tuple(dict.fromkeys(str(card)[0] for card in game.pack.cards))


_WORTH: Final[dict[Objective, str]] = {
    "points": "card points of side 0",
    "deal": "1: side 0 wins; 0: nobody, or both; -1: side 1 wins",
    "game-points": "game points of side 0 less those of side 1",
}


def columns(survey: Survey, game: Game) -> tuple[Column, ...]:
    """Return the columns of a survey."""
    found = [
        Column("number", "text", "the number of the deal")
        if survey.deals.numbered
        else Column("seed", "seed", "the seed of the deal"),
        Column("error", "text", "why the deal could not be asked about; then the other columns are empty"),
        Column("exact", "truth", "whether all that was asked is settled: each low is equal to its high"),
        Column("first", "few", "the side that acts first"),
    ]
    if survey.positions:
        found.append(Column(POSITION, "text", "the position line of the deal"))
    for objective in survey.values:
        found += [
            Column(low_of(objective), "number", f"with perfect play at least: {_WORTH[objective]}"),
            Column(high_of(objective), "number", f"with perfect play at most: {_WORTH[objective]}"),
        ]
        if survey.certify is not None:
            meaning = f"the digest of the certificate of that, of one deal in {survey.certify}: {_WORTH[objective]}"
            found.append(Column(certificate_of(objective), "text", meaning))
    if survey.leads is not None:
        found.append(Column("leads", "leads", f"what each first action is worth: {_WORTH[survey.leads]}"))
    if survey.play is not None:
        one, other = survey.play.policies
        for seating, (first, second) in zip(SEATINGS, ((one, other), (other, one)), strict=True):
            found += [
                Column(
                    came_to(seating, objective),
                    "number",
                    f"with {first} for side 0 and {second} for side 1: {_WORTH[objective]}",
                )
                for objective in MEASURES
            ]
    if survey.nodes:
        found.append(Column("nodes", "count", "states searched"))
    for side in SIDES:
        found += [
            Column(held(side, rank), "few", f"cards of rank {rank} in the hands of side {side}")
            for rank in ranks_of(game)
        ]
        if isinstance(game.rules, SuitParameters):
            found.append(Column(held(side, "trumps"), "few", f"trumps in the hands of side {side}"))
    return tuple(found)


def rows(
    survey: Survey,
    game: Game,
    drawn: Iterable[int],
    stop: Callable[[], bool] | None = None,
    prove: Callable[[Row, Solver], Row] = lambda _row, _solver: {},
) -> Generator[Row]:
    """Yield the row of each deal. What they say does not depend on what was computed before, nor where.

    :param drawn: the seeds of the deals, or their numbers.
    :param stop: whether to end; the last row may then say less than it should.
    :param prove: returns what more is to be said of a deal, by all that is said of it: the digests of certificates.
    """
    empty: Row = {column.name: None for column in columns(survey, game)}
    with contextlib.nullcontext() if survey.alone else _lent_solver() as kept:
        for each in drawn:
            with Solver(memory=_MEMORY_ALONE, tables=False) if kept is None else contextlib.nullcontext(kept) as solver:
                row = empty | {survey.key: survey.told(each)} | _answered(survey, game, each, solver, stop)
                proved = prove(row, solver)
            yield row | proved


@contextlib.contextmanager
def _lent_solver() -> Generator[Solver]:
    """Lend the solver of this thread: what it has learned serves the next file. One that was interrupted is not lent again."""
    kept: Solver | None = getattr(_KEPT, "solver", None)
    _KEPT.solver = None
    solver = kept or Solver()
    try:
        yield solver
    except BaseException:
        solver.close()
        raise
    _KEPT.solver = solver


def _answered(survey: Survey, game: Game, drawn: int, solver: Solver, stop: Callable[[], bool] | None) -> Row:
    """Return what is said of a deal, or why it cannot be asked about: in English, as the rows are the same everywhere."""
    with speaking("en"):
        try:
            return _row(survey, game, drawn, solver, stop)
        except (BackendError, CoreError):  # what is wrong with this machine says nothing about the deal
            raise
        except AcetenError as error:
            return {"error": str(error)}


def _row(survey: Survey, game: Game, drawn: int, solver: Solver, stop: Callable[[], bool] | None) -> Row:
    state = dealt(survey, game, drawn)
    row = _holdings(state, game) | ({POSITION: str(state)} if survey.positions else {})
    nodes, exact = 0, True
    if survey.leads is not None:
        solution = solver.solve(state, survey.leads, nodes=survey.limit, stop=stop, line=False)
        leads = {
            str(canonical_action(game, entry.action)): [merit_by(bound, survey.leads) for bound in entry.bounds]
            for entry in solution.actions
        }
        row["leads"] = [{"action": action, "low": low, "high": high} for action, (low, high) in leads.items()]
        nodes, exact = solution.nodes, all(low == high for low, high in leads.values())
    for objective in survey.values:
        low, high, searched = solver.bounds(state, objective, nodes=survey.limit, stop=stop)
        least, most = merit_by(low, objective), merit_by(high, objective)
        row |= {low_of(objective): least, high_of(objective): most}
        nodes, exact = nodes + searched, exact and least == most
    if survey.play is not None:
        row |= results(survey.play, state, drawn, solver, stop)
    row["exact"] = exact
    if survey.nodes:
        row["nodes"] = nodes
    return row


def _holdings(state: State, game: Game) -> Row:
    """Return who acts first, and what each side was dealt."""
    row: Row = {}
    trump = state.trump if isinstance(state, SuitState) else None
    for side, seats in enumerate(two_sides(state).seats(state)):
        if state.turn in seats:
            row["first"] = side
        cards = [str(card) for seat in seats for card in state.hands[seat]]
        of_rank = Counter(card[0] for card in cards)
        row |= {held(side, rank): of_rank[rank] for rank in ranks_of(game)}
        if trump is not None:
            row[held(side, "trumps")] = sum(card.endswith(trump.letter) for card in cards)
    return row
