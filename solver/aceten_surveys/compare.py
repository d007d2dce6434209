"""What another rule changes: two surveys of the same deals, deal by deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import msgspec

from aceten_solver import Objective
from aceten_solver.contests.means import Mean, mean_of, share_of
from aceten_spec.speech import say
from aceten_surveys.asking import answered, asking
from aceten_surveys.errors import SurveyError
from aceten_surveys.folder import read_survey
from aceten_surveys.report import game_of, sums, value_of

if TYPE_CHECKING:
    from pathlib import Path

    from duckdb import DuckDBPyConnection

    from aceten import Game
    from aceten_surveys.specification import Survey


MOST: Final = 10
"""So many deals are named that change most."""


class Changed(msgspec.Struct, frozen=True, kw_only=True):
    """A deal that is worth something else."""

    deal: int | str
    """The seed of the deal; or its number, as text."""
    one: int
    """What it is worth in the first survey."""
    other: int
    """What it is worth in the other one."""


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """What deals are worth more in the other survey than in the first, to the side that acts first."""

    objective: Objective
    """In what."""
    one: Mean
    """The mean in the first survey."""
    other: Mean
    """The mean in the other one."""
    more: Mean
    """The mean of the differences, deal by deal."""
    changed: Mean
    """The share of the deals that are worth something else."""
    most: tuple[Changed, ...]
    """Those that change most."""


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Two surveys of the same deals."""

    one: str
    """The game of the first, with its options."""
    other: str
    """The game of the other one."""
    deals: int
    """How many deals are settled in both."""
    differences: tuple[Difference, ...]
    """What differs, in all that both were asked for."""


def compare(one: Path, other: Path) -> Comparison:
    """Return what differs between the surveys in two folders, over the deals that are settled in both.

    :raises FileError: when there is no such folder.
    :raises SurveyError: when it is none of a survey, nothing is computed yet, or the same seed or number is not the same deal in both.
    """
    surveys = read_survey(one), read_survey(other)
    games = surveys[0].played(), surveys[1].played()
    if _dealt(surveys[0], games[0]) != _dealt(surveys[1], games[1]):
        problem = say(
            "its deals are not those of {other}: they have other cards, players, batches, dealers, numbers or conditions",
            other=other,
        )
        raise SurveyError(where=str(one), problem=problem)
    common: list[Objective] = [each for each in surveys[0].values if each in surveys[1].values]
    if not common:
        problem = say("it was asked for nothing that {other} was asked for", other=other)
        if any(survey.play for survey in surveys):
            problem = say("what policies come to is not compared with {other}; ask both for values, too", other=other)
        raise SurveyError(where=str(one), problem=problem)
    with asking(one=one, other=other) as connection:
        found = [_difference(connection, each, games, surveys[0].key) for each in common]
    differences = tuple([each for each in found if each is not None])
    deals = differences[0].more.deals if differences else 0
    return Comparison(one=game_of(surveys[0]), other=game_of(surveys[1]), deals=deals, differences=differences)


def _dealt(survey: Survey, game: Game) -> tuple[object, ...]:
    """Return all that says which cards who is dealt by a seed."""
    deals = survey.deals
    return (
        deals.numbered,
        deals.dealer,
        deals.holds,
        deals.lacks,
        game.players,
        game.pack.cards,
        game.rules.deal,
        game.cuts,
        game.last_shown,
        game.sides,
    )


def _difference(
    connection: DuckDBPyConnection, objective: Objective, games: tuple[Game, Game], key: str
) -> Difference | None:
    first, second = value_of(objective, games[0], "one"), value_of(objective, games[1], "other")
    if first is None or second is None:
        return None
    both = (
        f"WITH both_of AS (SELECT {key}, {first} AS a, {second} AS b FROM one JOIN other USING ({key})"  # noqa: S608 - ours
        " WHERE one.exact AND other.exact) "
    )
    question = f"SELECT {sums('a')}, {sums('b')}, {sums('(b - a)')}, count(*) FILTER (a <> b) FROM both_of"  # noqa: S608 - ours
    told = cast("tuple[int, ...]", answered(connection, both + question).rows[0])
    most = answered(
        connection,
        f"{both} SELECT {key}, a, b FROM both_of WHERE a <> b ORDER BY abs(b - a) DESC, {key} LIMIT {MOST}",  # noqa: S608 - ours
    )
    return Difference(
        objective=objective,
        one=mean_of(*told[0:3]),
        other=mean_of(*told[3:6]),
        more=mean_of(*told[6:9]),
        changed=share_of(told[9], told[0]),
        most=tuple(
            [Changed(deal=deal, one=a, other=b) for deal, a, b in cast("list[tuple[int | str, int, int]]", most.rows)]
        ),
    )
