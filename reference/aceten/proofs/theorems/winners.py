"""Who wins a deal, and at which points nobody does."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, cast

import msgspec

from aceten import scoring
from aceten.actions import Seat, Side
from aceten.matching import settling
from aceten.matching.game import MatchingGame
from aceten.matching.settling import Course
from aceten.proofs import suit_deals
from aceten.proofs.obligations import Case, Variable
from aceten.proofs.propositions import Proposition, Step
from aceten.proofs.setting import holds
from aceten.proofs.theorems.ended import (
    Numbers,
    end_variables,
    ends,
    every_value,
    finished,
    members,
    missing,
    model,
    needed,
    result_at,
    shown,
    team_count,
    teams_of,
    tie_of,
    within,
)
from aceten.suits import settling as suit_settling
from aceten.suits.game import SuitGame
from aceten.suits.state import SuitState
from aceten_spec.formulas import Z3
from aceten_spec.formulas.endings import Ending
from aceten_spec.formulas.rights import is_right
from aceten_spec.formulas.terms import equal, every, together
from aceten_spec.formulas.winning import wins

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten.proofs.report import Witness
    from aceten.proofs.setting import Setting
    from aceten.scoring import Result
    from aceten.state import State
    from aceten_spec.formulas import Number, Truth

MOST_SCORES: Final = 64
"""Where nobody wins at more different points than so many, they are not listed."""

_SHOWN: Final = 8
_THREE: Final = 3
_WINNING: Final = ("SCORE-2", "SCORE-3", "SCORE-14", "SCORE-15", "SCORE-33")


def is_race(setting: Setting) -> bool:
    """Whether a deal is a race to a number of points."""
    return setting.game.rules.score == "race"


def _by_points(setting: Setting) -> bool:
    return isinstance(setting.game, MatchingGame) or setting.game.rules.score == "table"


# --- The rule ---------------------------------------------------------------------------------------------------------


def _deal_winners(setting: Setting) -> Iterator[Case]:
    tie, wins_from = tie_of(setting)
    for teams in sorted(
        {team_count(setting.game), _THREE}
    ):  # only of three can two be equal, and the third take the last trick

        def winners(last: int, *points: int, teams: int = teams) -> tuple[int, ...]:
            found = scoring.deal_winners(points, last, tie, wins_from)
            return (*members(found, teams), len(found))

        def claim(given: Numbers, found: Numbers, teams: int = teams) -> Truth:
            formulas = [wins(tie, wins_from, teams, team) for team in range(teams)]
            each = [
                every([together(number == 1, formula(*given[1:], given[0])), within(number, 0, 1)])
                for number, formula in zip(found[:-1], formulas, strict=True)
            ]
            return (found[-1] == Z3.Sum(list(found[:-1]))) & Z3.And(each)

        def assuming(given: Numbers, teams: int = teams) -> list[Truth]:
            return [within(given[0], 0, teams - 1)]

        yield Case(
            name=f"{teams} teams",
            variables=(
                Variable("last trick", tuple(range(teams))),
                *[setting.points(f"points of team {team}") for team in range(teams)],
            ),
            returns=(*[f"team {team} wins" for team in range(teams)], "winners"),
            lifted=winners,
            assuming=assuming,
            claim=claim,
        )


# --- At which points nobody wins --------------------------------------------------------------------------------------


class _Scores(msgspec.Struct, frozen=True, eq=False):
    """Ends of deals in which nobody wins: the points of the teams, with numbers that say how such a deal can end."""

    ending: Ending
    found: dict[tuple[int, ...], tuple[int, ...]] | None
    """``None``: there are too many to list them."""


def nobody(setting: Setting) -> _Scores:
    """Return the points of all teams at which nobody wins, by the formulas alone.

    In a race it is those at which nobody has enough when everything is played and there were no marriages.
    """
    found = ends(setting)
    variables = tuple(Z3.Int(name) for name in found.names)
    points = [total(*variables) for total in found.points]
    conditions = [found.possible(*variables)]
    if is_race(setting):
        right = is_right(setting.suits.rules)
        conditions += [~right(Z3.IntVal(0), has) for has in points]
    else:
        conditions += [equal(wins, 0) for wins in result_at(setting, variables).wins]
    return _Scores(found, every_value(conditions, points, variables, most=MOST_SCORES))


def _listed(scores: _Scores, given: Numbers) -> Truth:
    """Return that the teams have points at which nobody wins."""
    return Z3.Or(
        [
            Z3.And([number == value for number, value in zip(given, values, strict=True)])
            for values in scores.found or ()
        ]
    )


def _ended(setting: Setting, given: Numbers) -> list[Truth]:
    found, teams = ends(setting), team_count(setting.game)
    numbers = given[teams + 1 :]
    return [
        found.possible(*numbers),
        given[0] == found.last(*numbers),
        *[has == total(*numbers) for has, total in zip(given[1:], found.points, strict=False)],
    ]


def _scores(setting: Setting) -> Iterator[Case]:
    game, teams = setting.game, team_count(setting.game)
    scores = nobody(setting)

    def winning(last: int, *numbers: int) -> tuple[int, ...]:
        cards, taker = scoring.credit(numbers[:teams], Side(last), -game.rules.last_trick_points), Side(last)
        if not isinstance(game, MatchingGame):
            result = suit_settling.settle_table(
                setting.suits.rules, cards, (True, True), taker, known=True, tricks=None, trump=None
            )
            return members(result.winners, teams)
        course = Course(
            points=cards,
            points_known=True,
            tricks=None,
            took_a_trick=(None,) * teams,
            last_trick=taker,
            teams=tuple((Side(team),) for team in range(teams)),
        )
        return members(settling.settle(game.rules, course).winners, teams)

    yield Case(
        variables=(
            Variable("last trick taken by", tuple(range(teams))),
            *[setting.points(f"points of team {team}") for team in range(teams)],
            *end_variables(scores.ending),
        ),
        returns=tuple(f"team {team} wins" for team in range(teams)),
        lifted=winning,
        assuming=lambda given: _ended(setting, given),
        claim=lambda given, found: together(
            Z3.And([number == 0 for number in found]), _listed(scores, given[1 : 1 + teams])
        ),
        position=lambda numbers: finished(game, scores.ending, numbers[1 + teams :], **needed(game)),
    )


def _enough(setting: Setting) -> Iterator[Case]:
    game, scores = setting.suits, nobody(setting)
    variables = end_variables(scores.ending)

    for last in range(2):

        def has_enough(cards: int, other_cards: int, first: int, second: int, *_: int, last: int = last) -> object:
            state = suit_deals.moment(game, points=(cards, other_cards), tricks=(first, second), leader=Seat(last))
            return SuitState.has_enough(state, Side(0)), SuitState.has_enough(state, Side(1))

        def assuming(given: Numbers, last: int = last) -> list[Truth]:
            numbers = given[4:]
            return [
                scores.ending.possible(*numbers),
                scores.ending.last(*numbers) == last,
                *[given[side] == scores.ending.cards[side](*numbers) for side in range(2)],
                *[given[2 + side] == scores.ending.rounds[side](*numbers) for side in range(2)],
            ]

        def claim(given: Numbers, found: Numbers) -> Truth:
            points = [total(*given[4:]) for total in scores.ending.points]
            neither = Z3.And([~holds(each) for each in found])
            each = [
                together(holds(one), is_right(game.rules)(Z3.IntVal(0), has))
                for one, has in zip(found, points, strict=True)
            ]
            return every([together(neither, _listed(scores, tuple(points))), *each])

        yield Case(
            name=f"side {last} took the last trick",
            variables=(
                *[setting.points(f"card points of side {side}") for side in range(2)],
                *[Variable(f"tricks of side {side}", tuple(range(17))) for side in range(2)],
                *variables,
            ),
            returns=("side 0 has enough", "side 1 has enough"),
            lifted=has_enough,
            assuming=assuming,
            claim=claim,
            position=lambda numbers: finished(game, scores.ending, numbers[4:], **needed(game)),
        )


# --- Words and witnesses ----------------------------------------------------------------------------------------------


def _sorted(scores: _Scores) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Return the points at which nobody wins, whoever has them, the most first."""
    found = {tuple(sorted(values, reverse=True)): numbers for values, numbers in (scores.found or {}).items()}
    return dict(sorted(found.items(), reverse=True))


def _statement(setting: Setting) -> str:
    scores = nobody(setting)
    listed = " or ".join("-".join(map(str, values)) for values in _sorted(scores))
    if is_race(setting):
        target = setting.suits.rules.claim_points
        if scores.found is None:
            return f"a deal is won by a right claim of {target} points"
        if not listed:
            return f"somebody has {target} points when everything is played"
        return f"when everything is played without marriages, nobody has {target} points exactly at {listed}"
    if scores.found is None:
        return "the side with the most points wins, and where the best are equal whoever the rules say"
    return f"nobody wins a deal exactly at {listed}" if listed else "somebody wins every deal that is played to its end"


def _witnesses(setting: Setting) -> Iterator[Witness]:
    game, scores = setting.game, nobody(setting)
    race = is_race(setting)

    def undecided(state: State, result: Result) -> bool:
        if race and isinstance(state, SuitState):
            return not any(state.has_enough(Side(side)) for side in range(2))
        return result.winners == ()

    for values, numbers in itertools.islice(_sorted(scores).items(), _SHOWN):
        what = "nobody has enough" if race else "nobody wins"
        shows = f"{what} at {'-'.join(map(str, values))}"
        yield shown(shows, game, finished(game, scores.ending, numbers, **needed(game)), undecided)
    if race:
        yield from _first_enough(setting, scores)
        return
    yield from _won(setting, scores.ending)


def _won(setting: Setting, found: Ending) -> Iterator[Witness]:
    """Yield witnesses that somebody wins, in each way that the rules know."""
    game = setting.game
    variables = tuple(Z3.Int(name) for name in found.names)
    points = [total(*variables) for total in found.points]
    winners = Z3.Sum(cast("list[Number]", result_at(setting, variables).wins))
    tied = Z3.Or([one == other for one, other in itertools.combinations(points, 2)])
    alone = winners == 1
    # When it is seen: with how many that win, 2 standing for more of them, too.
    ways = [("one side wins", alone & ~tied, 1, True)]
    if tie_of(setting)[0] == "last_trick":
        ways.append(("the last trick decides between equals", alone & tied, 1, False))
    if tie_of(setting)[0] == "shared":
        ways.append(("a win is shared", winners > 1, 2, False))
    for shows, condition, count, must in ways:
        numbers = model([found.possible(*variables), condition], variables)
        if numbers is None:
            if must:
                yield missing(shows, "no deal can end so")
            continue

        def won(_: State, result: Result, count: int = count) -> bool:
            teams = [team for team in teams_of(game) if result.winners and team[0] in result.winners]
            return min(len(teams), 2) == count

        yield shown(shows, game, finished(game, found, numbers, **needed(game)), won)


def _first_enough(setting: Setting, scores: _Scores) -> Iterator[Witness]:
    """Yield a witness that one can have enough without a marriage, if one can; and that nobody has, if it is not listed."""
    game, found = setting.suits, scores.ending
    shows = f"somebody has {game.rules.claim_points} points"
    variables = tuple(Z3.Int(name) for name in found.names)
    conditions = [found.possible(*variables), found.points[0](*variables) >= game.rules.claim_points]
    numbers = model([*conditions, found.last(*variables) == 0], variables)
    if scores.found is None:
        few = [found.possible(*variables), *[total(*variables) < game.rules.claim_points for total in found.points]]
        end = model(few, variables)
        if end is not None:
            line = finished(game, found, end, **needed(game))
            yield shown("nobody has enough", game, line, lambda _, result: max(result.points) < game.rules.claim_points)
    if numbers is None:
        if game.rules.claim_points > game.most_points:
            yield missing(shows, "there are not so many, with all marriages")
        return
    said = needed(game) | {"claim": 0}
    yield shown(
        shows,
        game,
        finished(game, found, numbers, **said),
        lambda _, result: result.winners == (Side(0),) and result.points[0] >= game.rules.claim_points,
    )


PROPOSITIONS: Final[tuple[Proposition, ...]] = (
    Proposition(
        id="T-WINNER",
        statement=_statement,
        argument=(
            "Who wins follows from the points of the sides and from who took the last trick. The points at which nobody wins by the"
            " clauses are found by going through all ways to divide the cards of the pack by tricks; that there are no others, and that"
            " the engine lets nobody win there and somebody everywhere else, is proved for all of these ways. In a race to a number of"
            " points the same is done for the points at which nobody comes to that number."
        ),
        applies=lambda setting: _by_points(setting) or is_race(setting),
        witnesses=_witnesses,
        steps=(
            Step(
                name="deal_winners",
                statement="the side with the most points wins, and where the best are equal whoever the rules say",
                clauses=_WINNING,
                function="aceten.scoring.deal_winners",
                domain="all whole numbers",
                cases=_deal_winners,
                applies=_by_points,
            ),
            Step(
                name="scores",
                statement="nobody wins exactly at the points that the clauses give",
                clauses=_WINNING,
                function="aceten.scoring.deal_winners",
                domain="all ends of deals: every way to divide the cards of the pack of {pack} by tricks",
                cases=_scores,
                applies=lambda setting: _by_points(setting) and nobody(setting).found is not None,
            ),
            Step(
                name="enough",
                statement="nobody has enough points exactly where the clauses say so",
                clauses=("CLAIM-2", "SCORE-21", "SCORE-28", "SCORE-29"),
                function="aceten.suits.moment.SuitMoment.has_enough",
                domain="all ends of deals without marriages: every way to divide the cards of the pack of {pack} by tricks",
                cases=_enough,
                applies=lambda setting: (
                    is_race(setting) and isinstance(setting.game, SuitGame) and nobody(setting).found is not None
                ),
            ),
        ),
    ),
)
"""The theorem about who wins a deal."""
