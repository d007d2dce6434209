"""What a survey shows: how values are distributed, what it is worth to act first, and what cards are worth that a side holds.

Only deals count that are settled. All values are those of the side that acts first, with perfect play by everybody; and policies that
play the deals are told apart from them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import msgspec

from aceten import Game, MatchingGame
from aceten_solver import Objective
from aceten_solver.contests.means import Mean, mean_of, share_of
from aceten_spec.outcomes import ordered_by_outcome
from aceten_spec.rulebook import SuitParameters
from aceten_surveys.asking import answered, asking
from aceten_surveys.contests import MEASURES, SEATINGS, came_to
from aceten_surveys.folder import read_survey
from aceten_surveys.rows import held, low_of, ranks_of

if TYPE_CHECKING:
    from pathlib import Path

    from duckdb import DuckDBPyConnection

    from aceten_surveys.specification import Survey


class DealWorth(msgspec.Struct, frozen=True, kw_only=True):
    """How the values of deals are distributed."""

    objective: Objective
    """In what."""
    counts: dict[int, int]
    """In how many deals it is worth this to the side that acts first, from the lowest to the highest."""
    mean: Mean
    """The mean of it."""
    lead: Mean
    """How much more the side that acts first has than the other one, in the mean: what it is worth to act first."""


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """What deals are worth by how many cards of a kind the side that acts first was dealt."""

    kind: str
    """``wild``, ``counting`` or ``trumps``."""
    ranks: tuple[str, ...]
    """The ranks that are of that kind; none for trumps."""
    worth: dict[int, Mean]
    """By their number: what the deal is worth, in the first that was asked for."""


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """How often a row of the scoring table decides."""

    name: str
    """The name of the row, such as ``csupasz``."""
    meaning: str
    """What it says."""
    first: int
    """In how many deals the side that acts first wins so."""
    other: int
    """In how many the other side does."""
    share: Mean
    """The share of these deals among all."""


class Lead(msgspec.Struct, frozen=True, kw_only=True):
    """How good a first action is."""

    action: str
    """The action."""
    best: Mean
    """The share of the deals in which it is one of the best, among those in which it can be chosen."""
    cost: Mean
    """How much less it is worth than the best, in the mean."""


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """What two policies come to against each other, over deals that each are played twice, with the sides exchanged.

    It is told for the first of them: the other has the rest of the points, or as many game points less.
    """

    objective: Objective
    """In what: card points, or game points less those of the other policy."""
    policies: tuple[str, str]
    """The policies."""
    first: Mean
    """What the first comes to when it acts first."""
    second: Mean
    """What it comes to when the other policy acts first."""
    more: Mean
    """How much more it has than the other policy when a deal is played, from the differences deal by deal."""
    better: int
    """In how many deals it has more than the other policy, both times together."""
    equal: int
    """In how many it has as much."""
    worse: int
    """In how many it has less."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What a survey shows."""

    game: str
    """The game and its options."""
    deals: int
    """How many deals are there."""
    settled: int
    """How many of them are settled, and count."""
    worth: tuple[DealWorth, ...]
    """The values, for each that was asked for."""
    held: tuple[Held, ...]
    """What cards are worth."""
    endings: tuple[Ending, ...]
    """How often rows of the scoring table decide, where the game points tell."""
    leads: tuple[Lead, ...]
    """What first actions are worth, where that was asked."""
    played: tuple[Played, ...]
    """What policies come to, where any played the deals."""


def report(folder: Path) -> Report:
    """Return what the survey in a folder shows, as far as it is computed.

    :raises FileError: when there is no such folder.
    :raises SurveyError: when it is none of a survey, or nothing is computed yet.
    """
    survey = read_survey(folder)
    game = survey.played()
    with asking(deals=folder) as connection:
        deals, settled = _numbers(connection, "SELECT count(*), count(*) FILTER (exact) FROM deals")[0]
        objectives: list[Objective] = [each for each in survey.values if value_of(each, game) is not None]
        return Report(
            game=game_of(survey),
            deals=int(deals),
            settled=int(settled),
            worth=tuple([_worth(connection, each, game) for each in objectives]),
            held=tuple(
                [_held(connection, objectives[0], game, kind, ranks) for kind, ranks in _kinds(game) if objectives]
            ),
            endings=_endings(connection, survey, game),
            leads=_leads(connection, survey.leads, survey.key),
            played=_played(connection, survey, game),
        )


def game_of(survey: Survey) -> str:
    """Return the game of a survey with its options."""
    return survey.game + "".join(f" {name}={value}" for name, value in survey.options.items())


def value_of(objective: Objective, game: Game, table: str = "deals") -> str | None:
    """Return what a deal is worth to the side that acts first, in SQL; ``None`` where nobody has cards that are left over."""
    low = f"{table}.{low_of(objective)}"
    other = _of_other(low, objective, game)
    return None if other is None else f"if({table}.first = 0, {low}, {other})"


def _of_other(value: str, objective: Objective, game: Game) -> str | None:
    """Return what side 1 has where side 0 has a value, in SQL; ``None`` where nobody has cards that are left over."""
    if objective != "points":
        return f"-{value}"
    if isinstance(game, MatchingGame) and game.leftover and game.rules.leftover == "unplayed":
        return None
    return f"{game.most_points} - {value}"


def sums(value: str) -> str:
    """Return the columns of a question from which :func:`aceten_solver.contests.means.mean_of` makes a mean.

    They are whole numbers, the same in whatever order rows come.
    """
    return f"count({value}), sum({value}), sum({value} * {value})"


def _numbers(connection: DuckDBPyConnection, question: str) -> list[tuple[float, ...]]:
    return cast("list[tuple[float, ...]]", list(answered(connection, question).rows))


def _worth(connection: DuckDBPyConnection, objective: Objective, game: Game) -> DealWorth:
    value = value_of(objective, game) or ""
    counts = _numbers(
        connection,
        f"SELECT {value} AS value, count(*) FROM deals WHERE exact GROUP BY value ORDER BY value",  # noqa: S608 - ours
    )
    question = f"SELECT {sums(value)} FROM deals WHERE exact"  # noqa: S608 - ours
    mean = mean_of(*_numbers(connection, question)[0])
    lead = mean
    if objective == "points":  # what one side has, the other lacks
        twice = mean.times(2)
        lead = msgspec.structs.replace(twice, mean=twice.mean - game.most_points)
    return DealWorth(
        objective=objective, counts={int(worth): int(count) for worth, count in counts}, mean=mean, lead=lead
    )


def _kinds(game: Game) -> list[tuple[str, tuple[str, ...]]]:
    """Return the kinds of cards of which it is told what they are worth: as far as they tell cards from others."""
    kinds: list[tuple[str, tuple[str, ...]]] = []
    ranks = ranks_of(game)
    if isinstance(game, MatchingGame):
        kinds.append(("wild", tuple(game.rules.wild)))
    counting = tuple(
        [rank for rank in ranks if any(rank == name and worth for name, worth in game.rules.values.items())]
    )
    if 2 * len(counting) < len(ranks):
        kinds.append(("counting", counting))
    if isinstance(game.rules, SuitParameters) and game.rules.trump in {"turn_up", "cut", "dealt"}:
        kinds.append(("trumps", ()))
    return [(kind, of) for kind, of in kinds if of or kind == "trumps"]


def _held(connection: DuckDBPyConnection, objective: Objective, game: Game, kind: str, ranks: tuple[str, ...]) -> Held:
    names = ranks or ("trumps",)
    counted = [" + ".join(held(side, name) for name in names) for side in (0, 1)]
    value = value_of(objective, game) or ""
    found = _numbers(
        connection,
        f"SELECT if(first = 0, {counted[0]}, {counted[1]}) AS held, {sums(value)}"  # noqa: S608 - ours
        " FROM deals WHERE exact GROUP BY held ORDER BY held",
    )
    worth = {int(number): mean_of(*rest) for number, *rest in found}
    return Held(kind=kind, ranks=ranks, worth=worth)


def _endings(connection: DuckDBPyConnection, survey: Survey, game: Game) -> tuple[Ending, ...]:
    """Return how often rows of the scoring table decide, where each has game points of its own."""
    rows = game.rules.scoring
    if (
        game.rules.score != "table"
        or "game-points" not in survey.values
        or len({row.game_points for row in rows}) < len(rows)
    ):
        return ()
    value = value_of("game-points", game)
    found = _numbers(connection, f"SELECT {value} AS value, count(*) FROM deals WHERE exact GROUP BY value")  # noqa: S608 - ours
    counts = {int(worth): int(count) for worth, count in found}
    whole = sum(counts.values())
    endings: list[Ending] = []
    for row in rows:
        first, other = counts.get(row.game_points, 0), counts.get(-row.game_points, 0)
        share = share_of(first + other, whole)
        endings.append(Ending(name=row.name, meaning=row.meaning, first=first, other=other, share=share))
    return tuple(endings)


def _leads(connection: DuckDBPyConnection, objective: Objective | None, key: str) -> tuple[Lead, ...]:
    """Return what first actions are worth, the best first."""
    if objective is None:
        return ()
    found = answered(
        connection,
        f"""
        WITH led AS (
            SELECT {key}, first, lead.action AS action, if(first = 0, lead.low, -lead.low) AS worth
            FROM (SELECT {key}, first, unnest(leads) AS lead FROM deals WHERE exact)
        ),
        lost AS (SELECT action, max(worth) OVER (PARTITION BY {key}) - worth AS cost FROM led)
        SELECT action, count(*), count(*) FILTER (cost = 0), sum(cost), sum(cost * cost)
        FROM lost GROUP BY action ORDER BY avg(cost), action
        """,  # noqa: S608 - ours
    )
    leads: list[Lead] = []
    for action, deals, best, cost, squares in cast("tuple[tuple[str, int, int, int, int], ...]", found.rows):
        leads.append(Lead(action=action, best=share_of(best, deals), cost=mean_of(deals, cost, squares)))
    return tuple(leads)


def _played(connection: DuckDBPyConnection, survey: Survey, game: Game) -> tuple[Played, ...]:
    """Return what policies come to: in points where they decide a deal, and in game points."""
    if survey.play is None:
        return ()
    played: list[Played] = []
    for objective in MEASURES:
        one, other = (came_to(seating, objective) for seating in SEATINGS)
        mirrored = _of_other(one, objective, game), _of_other(other, objective, game)
        if None in mirrored or (objective == "points" and not ordered_by_outcome(game.rules)):
            continue
        first, second = f"if(first = 0, {one}, {mirrored[1]})", f"if(first = 0, {mirrored[1]}, {one})"
        more = f"({one} - {other})"
        told = _numbers(
            connection,
            f"SELECT {sums(first)}, {sums(second)}, {sums(more)}, count(*) FILTER ({more} > 0), count(*) FILTER ({more} = 0),"  # noqa: S608 - ours
            f" count(*) FILTER ({more} < 0) FROM deals WHERE exact",
        )[0]
        both, better, equal, worse = mean_of(*told[6:9]), *map(int, told[9:12])
        # A lead in points counts twice, as the other side lacks them; and there are two playings of a deal.
        share = 1 if objective == "points" else 0.5
        played.append(
            Played(
                objective=objective,
                policies=survey.play.policies,
                first=mean_of(*told[0:3]),
                second=mean_of(*told[3:6]),
                more=both.times(share),
                better=better,
                equal=equal,
                worse=worse,
            )
        )
    return tuple(played)
