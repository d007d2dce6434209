"""What a deal scores: one row of the scoring table for every result, and everything that leads to it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from aceten import scoring
from aceten.actions import Side
from aceten.matching.game import MatchingGame
from aceten.proofs.obligations import Case, Variable, agreeing
from aceten.proofs.propositions import Proposition, Step
from aceten.proofs.setting import holds
from aceten.proofs.theorems import settled
from aceten.proofs.theorems.ended import (
    Numbers,
    as_number,
    end_variables,
    ends,
    finished,
    flag,
    missing,
    model,
    needed,
    result_at,
    shown,
    team_count,
    within,
)
from aceten_spec.formulas import Z3
from aceten_spec.formulas.awards import award_number, award_points, one_row, row_applies
from aceten_spec.formulas.terms import equal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten.proofs.report import Witness
    from aceten.proofs.setting import Setting
    from aceten.scoring import Result
    from aceten.state import State
    from aceten_spec.formulas import Truth
    from aceten_spec.rulebook import Award

_ROWS: Final = ("SCORE-4", "SCORE-5", "SCORE-6", "SCORE-7", "SCORE-30", "SCORE-31", "SCORE-32")
_SETTLE: Final = "aceten.matching.settling.settle"
_COURSES: Final = (
    "all whole numbers of points and tricks of {sides} sides, whoever plays with whom; of each side whether it took a trick, or that this"
    " is not known"
)
_OF_POINTS: Final = ("SCORE-9", "SCORE-10", "SCORE-11", "SCORE-12", "SCORE-13", "HO-SCORE-20")


# --- What a step is about ---------------------------------------------------------------------------------------------


def by_table(setting: Setting) -> bool:
    """Whether a scoring table says what a deal scores."""
    return setting.game.rules.score == "table"


def matching(setting: Setting) -> bool:
    """Whether the game has matching tricks."""
    return isinstance(setting.game, MatchingGame)


def _forfeits(setting: Setting) -> bool:
    return matching(setting) and setting.matching.rules.last_card_loses != "none"


# --- The scoring table ------------------------------------------------------------------------------------------------

_WINNERS: Final = ("points", "of cards", "every trick")


def _of_winners(setting: Setting) -> tuple[Variable, ...]:
    return setting.points(_WINNERS[0]), setting.points(_WINNERS[1]), flag(_WINNERS[2])


def _row(setting: Setting) -> Iterator[Case]:
    for row in (*setting.game.rules.scoring, *settled.OVERLAPPING):
        yield agreeing(
            partial(scoring.award_applies, row),
            row_applies(row),
            _of_winners(setting),
            "applies",
            name=row.name,
            assuming=lambda given: [within(given[2], 0, 1)],
        )


def _award(setting: Setting) -> Iterator[Case]:
    """By the game's own table, and by one in which it matters that the first row counts."""
    for name, rows in (("the table", setting.game.rules.scoring), ("rows that overlap", settled.OVERLAPPING)):

        def award(points: int, cards: int, every: bool, rows: tuple[Award, ...] = rows) -> tuple[int, int]:
            found = scoring.award_for(rows, points, cards, every_trick=every)
            return rows.index(found), found.game_points

        def claim(given: Numbers, found: Numbers, rows: tuple[Award, ...] = rows) -> Truth:
            return (found[0] == award_number(rows)(*given)) & (found[1] == award_points(rows)(*given))

        yield Case(
            name=name,
            variables=_of_winners(setting),
            returns=("row", "game points"),
            lifted=award,
            assuming=lambda given: [within(given[2], 0, 1)],
            claim=claim,
        )


def _winning_end(setting: Setting, given: Numbers) -> list[Truth]:
    """Return that the deal has ended, team 0 has won it, and these are its points, those of cards, and whether it took every trick."""
    found, numbers = ends(setting), given[3:]
    result = result_at(setting, numbers)
    all_tricks = as_number(Z3.And([rounds(*numbers) == 0 for rounds in found.rounds[1:]]))
    return [
        found.possible(*numbers),
        equal(result.wins[0], 1),
        given[0] == result.points[0],
        given[1] == found.cards[0](*numbers),
        given[2] == all_tricks,
    ]


def _rows(setting: Setting) -> Iterator[Case]:
    game, found = setting.game, ends(setting)
    rows = game.rules.scoring

    def applying(points: int, cards: int, every: bool, *_: int) -> tuple[bool, ...]:
        return tuple([scoring.award_applies(row, points, cards, every) for row in rows])

    yield Case(
        variables=(*_of_winners(setting), *end_variables(found)),
        returns=tuple(row.name for row in rows),
        lifted=applying,
        assuming=lambda given: _winning_end(setting, given),
        claim=lambda given, applies: (
            (Z3.Sum([as_number(holds(each)) for each in applies]) == 1) & one_row(rows)(*given[:3])
        ),
        position=lambda numbers: finished(game, found, numbers[3:], **needed(game)),
        problem=lambda numbers: _which_apply(rows, *numbers[:3]),
    )


def _which_apply(rows: tuple[Award, ...], points: int, cards: int, every: int) -> str:
    """Return in words that not exactly one row applies to some winners."""
    names = [row.name for row in rows if row_applies(row).at(points, cards, every)]
    how = f"winners with {points} points" + (" and every trick" if every else "")
    return f"to {how} apply {' and '.join(names)}" if names else f"no row applies to {how}"


def _forfeit_rows(setting: Setting) -> Iterator[Case]:
    rows = setting.game.rules.scoring

    def applying(points: int, cards: int, every: bool) -> tuple[bool, ...]:
        return tuple([scoring.award_applies(row, points, cards, every) for row in rows])

    yield Case(
        variables=_of_winners(setting),
        returns=tuple(row.name for row in rows),
        lifted=applying,
        assuming=lambda given: [within(given[2], 0, 1), within(given[1], 0, setting.game.total), given[0] >= given[1]],
        claim=lambda _, applies: Z3.Sum([as_number(holds(each)) for each in applies]) <= 1,
    )


def _every_trick(setting: Setting) -> Iterator[Case]:
    game, found = setting.game, ends(setting)
    teams = team_count(game)
    variables = (*[setting.points(f"card points of team {team}") for team in range(teams)], *end_variables(found))

    def totals(*numbers: int) -> tuple[int, ...]:
        return scoring.credit(numbers[:teams], Side(numbers[teams]), game.rules.last_trick_points)

    def assuming(given: Numbers) -> list[Truth]:
        numbers = given[teams:]
        return [
            found.possible(*numbers),
            *[has == cards(*numbers) for has, cards in zip(given, found.cards, strict=False)],
            *[rounds(*numbers) == 0 for rounds in found.rounds[1:]],
        ]

    def claim(given: Numbers, found_: Numbers) -> Truth:
        everything = Z3.Sum([*given[:teams]]) + game.rules.last_trick_points
        return (found_[0] == everything) & Z3.And([other == 0 for other in found_[1:]])

    yield Case(
        variables=variables,
        returns=tuple(f"points of team {team}" for team in range(teams)),
        lifted=totals,
        assuming=assuming,
        claim=claim,
    )


# --- Witnesses --------------------------------------------------------------------------------------------------------


def counts_by(row: Award, result: Result) -> bool:
    """Whether the winners of a deal score by this row, be it one side or several that share the win."""
    return result.award in {row.name, scoring.SHARED} and max(result.game_points or (0,)) == row.game_points


def _witnesses(setting: Setting) -> Iterator[Witness]:
    game, found = setting.game, ends(setting)
    variables = tuple(Z3.Int(variable.name) for variable in (*_of_winners(setting), *end_variables(found)))
    if by_table(setting):
        for row in game.rules.scoring:
            numbers = model([*_winning_end(setting, variables), row_applies(row)(*variables[:3])], variables)
            shows = f"{row.name}: {row.meaning}"
            if numbers is None:
                yield missing(shows, "no deal can end so that this row applies")
                continue

            def named(_: State, result: Result, row: Award = row) -> bool:
                return counts_by(row, result)

            yield shown(shows, game, finished(game, found, numbers[3:], **needed(game)), named)
        return
    numbers = model([found.possible(*variables[3:]), *[each(*variables[3:]) >= 1 for each in found.rounds]], variables)
    if numbers is None:
        yield missing("every side scores", "no deal can end")
        return

    def scored(_: State, result: Result) -> bool:
        return result.game_points == result.points

    yield shown("every side scores its points", game, finished(game, found, numbers[3:], **needed(game)), scored)


def _statement(setting: Setting) -> str:
    if by_table(setting):
        return "exactly one row of the scoring table applies to every result, and what a deal scores follows from it"
    return "every side scores its points, more for every trick where the rules say so, and nothing when it is burned"


PROPOSITIONS: Final[tuple[Proposition, ...]] = (
    Proposition(
        id="T-SCORE",
        statement=_statement,
        argument=(
            "A deal that has been played to its end is known by who has how many cards of each value: every other card lies with the"
            " other sides, a side has as many cards as its rounds make, and one side took the last trick. For every such end in which a"
            " side wins, one row of the table applies and no other; the function that looks for the row returns it, and the winners"
            " score its game points. Where sides score their points instead, each of them is what the clauses say."
        ),
        trusted=("a Result holds what it is made of",),
        applies=lambda setting: matching(setting) or by_table(setting),
        witnesses=_witnesses,
        steps=(
            Step(
                name="row",
                statement="a row applies to exactly the winners that its numbers say",
                clauses=_ROWS,
                function="aceten.scoring.award_applies",
                domain="all whole numbers of points, with every trick or without",
                cases=_row,
                applies=by_table,
            ),
            Step(
                name="rows",
                statement="exactly one row applies to the winners of every deal that is played to its end",
                clauses=_ROWS,
                function="aceten.scoring.award_applies",
                domain="all ends of deals: every way to divide the cards of the pack of {pack} by tricks",
                cases=_rows,
                applies=by_table,
            ),
            Step(
                name="forfeit",
                statement="not more than one row applies to a side that wins by the other's last card",
                clauses=_ROWS,
                function="aceten.scoring.award_applies",
                domain="all whole numbers of points that the side can have",
                cases=_forfeit_rows,
                applies=lambda setting: by_table(setting) and _forfeits(setting),
            ),
            Step(
                name="award",
                statement="the row that counts is the first that applies, and the first of all where none does",
                clauses=_ROWS,
                function="aceten.scoring.award_for",
                domain="all whole numbers of points, with every trick or without",
                cases=_award,
                applies=by_table,
            ),
            Step(
                name="every_trick",
                statement="a side that took every trick has all the points, those for the last trick among them",
                clauses=("SCORE-1", "SCORE-6", "SCORE-8"),
                function="aceten.scoring.credit",
                domain="all ends of deals in which one of {sides} sides took every trick",
                cases=_every_trick,
            ),
            Step(
                name="swept",
                statement="a side took every trick when no other took one",
                clauses=("SCORE-6", "SCORE-10"),
                function="aceten.matching.settling.swept",
                domain="{sides} sides, of each whether it took a trick, or that this is not known",
                cases=settled.swept,
                applies=matching,
            ),
            Step(
                name="winners_score",
                statement="the result has the points with the last trick's; the winners score by the row that applies to them, nobody"
                " else scores",
                clauses=(
                    *_ROWS,
                    "SCORE-1",
                    "SCORE-2",
                    "SCORE-3",
                    "SCORE-8",
                    "SCORE-9",
                    "SCORE-14",
                    "SCORE-15",
                    "LONE-5",
                ),
                function=_SETTLE,
                domain=_COURSES,
                whole=True,
                cases=settled.settle,
                applies=lambda setting: matching(setting) and by_table(setting),
            ),
            Step(
                name="each_scores",
                statement="the result has the points with the last trick's; every side scores its points and what every trick brings,"
                " one that is burned nothing",
                clauses=("SCORE-1", "SCORE-2", "SCORE-3", "SCORE-8", *_OF_POINTS),
                function=_SETTLE,
                domain=_COURSES,
                whole=True,
                cases=settled.settle,
                applies=lambda setting: matching(setting) and not by_table(setting),
            ),
            Step(
                name="result",
                statement="what is settled is what the sides have captured, who took the last trick, and who plays with whom",
                clauses=("SCORE-1", "LONE-1", "LONE-5"),
                function="aceten.matching.state.MatchingState.result",
                domain="all whole numbers of points and tricks of {sides} sides",
                cases=settled.result,
                applies=matching,
            ),
            Step(
                name="result_with",
                statement="what is settled in thought is what is given",
                clauses=("SCORE-1",),
                function="aceten.matching.state.MatchingState.result_with",
                domain="all whole numbers of points of {sides} sides",
                cases=settled.result_with,
                applies=matching,
            ),
        ),
    ),
)
"""The theorem about the score of a deal."""
