"""Who wins a deal, and at which points nobody does."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final, cast

from aceten.engine import scoring
from aceten.engine.matching.game import MatchingGame
from aceten.engine.scoring import Result
from aceten.engine.state import State
from aceten.engine.suits.state import SuitState
from aceten.proofs.claims import symbolic_deals, symbolic_suit_deals
from aceten.proofs.claims.action_claims import same
from aceten.proofs.statements.game_setting import Setting, holds
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable
from aceten.proofs.statements.proof_report import Witness
from aceten.proofs.statements.propositions import Proposition, Step
from aceten.proofs.theorems.results import finished_deals
from aceten.vocabulary.actions import Seat, Side
from aceten_spec.formulas.outcome_clauses import wins
from aceten_spec.formulas.suits.rights_clauses import is_right
from aceten_spec.formulas.terms import Z3, Number, Truth, either, equal, every, some, together

MOST_SCORES: Final = 64
"""Where nobody wins at more different points than so many, they are not listed."""

_SHOWN: Final = 8
_THREE: Final = 3
_SIDES: Final = (Side(0), Side(1))
_WINNING: Final = ("SCORE-2", "SCORE-3", "SCORE-14", "SCORE-15", "SCORE-33")


def is_race(setting: Setting) -> bool:
    """Whether a deal is a race to a number of points."""
    return setting.game.rules.score == "race"


def _by_points(setting: Setting) -> bool:
    return isinstance(setting.game, MatchingGame) or setting.game.rules.score == "table"


# --- The rule ---------------------------------------------------------------------------------------------------------


def _deal_winners(setting: Setting) -> Iterator[ProofCase]:
    """Only of three can two be equal, and the third take the last trick."""
    yield from [_of_teams(setting, teams) for teams in sorted({finished_deals.team_count(setting.game), _THREE})]


def _of_teams(setting: Setting, teams: int) -> ProofCase:
    tie, wins_from = finished_deals.tie_of(setting.game.rules)
    formulas = [wins(tie, wins_from, teams, team) for team in range(teams)]

    def winners(last: int, *points: int) -> tuple[int, ...]:
        found = scoring.deal_winners(points, last, tie, wins_from)
        return (*finished_deals.members(found, teams), len(found))

    def claim(given: Numbers, found: Numbers) -> Truth:
        winning = [either(formula(*given[1:], given[0]), 1, 0) for formula in formulas]
        return same(found, (*winning, Z3.Sum(winning)))

    return ProofCase(
        name=f"{teams} teams",
        variables=(
            Variable("last trick", tuple(range(teams)), only=True),
            *finished_deals.points_each(setting, "points of team", teams),
        ),
        returns=(*[f"team {team} wins" for team in range(teams)], "winners"),
        lifted=winners,
        claim=claim,
    )


# --- At which points nobody wins --------------------------------------------------------------------------------------


def nobody(setting: Setting) -> dict[tuple[int, ...], tuple[int, ...]] | None:
    """Return the points of all teams at which nobody wins, by the formulas alone, with numbers that say how such a deal can end.

    In a race it is those at which nobody has enough when everything is played and there were no marriages.

    :return: ``None`` when there are too many to list them.
    """
    end = finished_deals.end(setting)
    if is_race(setting):
        right = is_right(setting.suits.rules)
        conditions = [~right(Z3.IntVal(0), has) for has in end.points]
    else:
        conditions = [equal(wins, 0) for wins in finished_deals.result_at(setting, end.numbers).wins]
    return finished_deals.every_value([end.possible, *conditions], end.points, end.numbers, most=MOST_SCORES)


def _scores(setting: Setting) -> Iterator[ProofCase]:
    game, teams = setting.game, finished_deals.team_count(setting.game)
    listed, nothing = nobody(setting) or (), (0,) * game.side_count
    took = None if isinstance(game, MatchingGame) else True
    over: State = (
        symbolic_suit_deals.moment(setting.suits)
        if took
        else symbolic_deals.ended(setting.matching, nothing, nothing, 0)
    )

    def winning(last: int, *points: int) -> tuple[int, ...]:
        cards, taker = scoring.credit(points, Side(last), -game.rules.last_trick_points), Side(last)
        alone = tuple((Side(team),) for team in range(teams))
        return finished_deals.members(over.result_with(cards, (took,) * teams, taker, alone).winners, teams)

    yield finished_deals.case(
        setting,
        (
            Variable("last trick taken by", tuple(range(teams))),
            *finished_deals.points_each(setting, "points of team", teams),
        ),
        lambda end: (end.last, *end.points),
        winning,
        returns=tuple(f"team {team} wins" for team in range(teams)),
        claim=lambda given, found: together(
            same(found, (0,) * teams), some(same(given[1:], values) for values in listed)
        ),
    )


def _enough(setting: Setting) -> Iterator[ProofCase]:
    yield from [_enough_for(setting, last) for last in range(2)]


def _enough_for(setting: Setting, last: int) -> ProofCase:
    """Return the case of a side that took the last trick."""
    game, listed, right = setting.suits, nobody(setting) or (), is_right(setting.suits.rules)

    def has_enough(cards: int, other_cards: int, first: int, second: int, *_: int) -> tuple[object, ...]:
        state = symbolic_suit_deals.moment(game, points=(cards, other_cards), tricks=(first, second), leader=Seat(last))
        asked = "points", "tricks", "taken", "melds", "waiting", "scores", "leader", "hands", "talon", "trick"
        return tuple([SuitState.has_enough(symbolic_deals.asked_of(state, *asked), side) for side in _SIDES])

    def claim(given: Numbers, found: Numbers) -> Truth:
        points = given[4:]
        neither = every(~holds(each) for each in found)
        return every(
            [
                together(neither, some(same(points, values) for values in listed)),
                *[together(holds(one), right(Z3.IntVal(0), has)) for one, has in zip(found, points, strict=True)],
            ]
        )

    return finished_deals.case(
        setting,
        (
            *finished_deals.points_each(setting, "card points of side", 2),
            *[Variable(f"tricks of side {side}", tuple(range(17))) for side in _SIDES],
            *finished_deals.points_each(setting, "points of side", 2),
        ),
        lambda end: (*end.cards, *end.rounds, *end.points),
        has_enough,
        returns=("side 0 has enough", "side 1 has enough"),
        claim=claim,
        name=f"side {last} took the last trick",
        wanted=lambda end: [end.last == last],
    )


# --- Words and witnesses ----------------------------------------------------------------------------------------------


def _sorted(setting: Setting) -> dict[tuple[int, ...], tuple[int, ...]] | None:
    """Return the points at which nobody wins, whoever has them, the most first."""
    scores = nobody(setting)
    if scores is None:
        return None
    found = {tuple(sorted(values, reverse=True)): numbers for values, numbers in scores.items()}
    return dict(sorted(found.items(), reverse=True))


def _statement(setting: Setting) -> str:
    scores = _sorted(setting)
    listed = " or ".join("-".join(map(str, values)) for values in scores or ())
    if is_race(setting):
        target = setting.suits.rules.claim_points
        if scores is None:
            return f"a deal is won by a right claim of {target} points"
        if not listed:
            return f"somebody has {target} points when everything is played"
        return f"when everything is played without marriages, nobody has {target} points exactly at {listed}"
    if scores is None:
        return "the side with the most points wins, and where the best are equal whoever the rules say"
    return f"nobody wins a deal exactly at {listed}" if listed else "somebody wins every deal that is played to its end"


def _witnesses(setting: Setting) -> Iterator[Witness]:
    scores, race = _sorted(setting), is_race(setting)

    def undecided(state: State, result: Result) -> bool:
        if race and isinstance(state, SuitState):
            return not any(map(state.has_enough, _SIDES))
        return result.winners == ()

    for values, numbers in itertools.islice((scores or {}).items(), _SHOWN):
        what = "nobody has enough" if race else "nobody wins"
        yield finished_deals.witness(setting, f"{what} at {'-'.join(map(str, values))}", numbers, undecided)
    yield from _first_enough(setting, listed=scores is not None) if race else _won(setting)


def _won(setting: Setting) -> Iterator[Witness]:
    """Yield witnesses that somebody wins, in each way that the rules know."""
    end, (tie, _) = finished_deals.end(setting), finished_deals.tie_of(setting.game.rules)
    winners = Z3.Sum(cast("list[Number]", finished_deals.result_at(setting, end.numbers).wins))
    tied = Z3.Or([one == other for one, other in itertools.combinations(end.points, 2)])

    def win(shows: str, wanted: Truth, count: int) -> Witness:
        """Return the witness that so many win, 2 standing for more of them, too."""

        def won(_: State, result: Result) -> bool:
            teams = [
                team for team in finished_deals.teams_of(setting.game) if result.winners and team[0] in result.winners
            ]
            return min(len(teams), 2) == count

        return finished_deals.witness(setting, shows, finished_deals.example(setting, wanted), won)

    alone = winners == 1
    yield win("one side wins", alone & ~tied, 1)
    further = {
        "last_trick": ("the last trick decides between equals", alone & tied, 1),
        "shared": ("a win is shared", winners > 1, 2),
    }
    yield from [each for each in (win(*way) for rule, way in further.items() if rule == tie) if each.position]


def _first_enough(setting: Setting, *, listed: bool) -> Iterator[Witness]:
    """Yield a witness that one can have enough without a marriage, if one can; and that nobody has, if it is not listed."""
    target, end = setting.suits.rules.claim_points, finished_deals.end(setting)
    numbers = finished_deals.example(setting, end.points[0] >= target, end.last == 0)
    few = None if listed else finished_deals.example(setting, *[points < target for points in end.points])
    if few is not None:
        yield finished_deals.witness(setting, "nobody has enough", few, lambda _, result: max(result.points) < target)
    if numbers is None and target <= setting.suits.most_points:
        return
    shows, claimed = f"somebody has {target} points", finished_deals.is_claimed(setting.suits.rules)

    def seen(_: State, result: Result) -> bool:
        return result.points[0] >= target and (result.winners == (Side(0),) or not claimed)

    yield finished_deals.witness(setting, shows, numbers, seen, **({"claim": 0} if claimed else {}))


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
                function="aceten.engine.scoring.deal_winners",
                domain="all whole numbers",
                cases=_deal_winners,
                applies=_by_points,
            ),
            Step(
                name="scores",
                statement="nobody wins exactly at the points that the clauses give",
                clauses=_WINNING,
                function="aceten.engine.scoring.deal_winners",
                domain="all ends of deals: every way to divide the cards of the pack of {pack} by tricks",
                cases=_scores,
                applies=lambda setting: _by_points(setting) and nobody(setting) is not None,
            ),
            Step(
                name="enough",
                statement="nobody has enough points exactly where the clauses say so",
                clauses=("CLAIM-2", "SCORE-21", "SCORE-28", "SCORE-29"),
                function="aceten.engine.suits.state.SuitState.has_enough",
                domain="all ends of deals without marriages: every way to divide the cards of the pack of {pack} by tricks",
                cases=_enough,
                applies=lambda setting: is_race(setting) and nobody(setting) is not None,
            ),
        ),
    ),
)
"""The theorem about who wins a deal."""
