"""What a deal scores: one row of the scoring table for every result, and everything that leads to it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from aceten.engine import scoring
from aceten.engine.scoring import Result
from aceten.engine.state import State
from aceten.proofs.claims.action_claims import same
from aceten.proofs.statements.game_setting import Setting, holds, is_matching
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable, agreeing
from aceten.proofs.statements.proof_report import Witness
from aceten.proofs.statements.propositions import Proposition, Step, matching_step
from aceten.proofs.theorems.results import finished_deals, settled_deals
from aceten.vocabulary.actions import Side
from aceten_spec.formulas.award_clauses import award_number, award_points, one_row, row_applies
from aceten_spec.formulas.terms import Z3, Number, Truth, either, equal, every
from aceten_spec.rulebook import Award

_ROWS: Final = ("SCORE-4", "SCORE-5", "SCORE-6", "SCORE-7", "SCORE-30", "SCORE-31", "SCORE-32")
_COUNTED: Final = ("SCORE-1", "SCORE-2", "SCORE-3", "SCORE-8")
_SETTLE: Final = "aceten.engine.matching.settling.settle"
_COURSES: Final = (
    "all whole numbers of points and tricks of {sides} sides, whoever plays with whom; of each side whether it took a trick, or that this"
    " is not known"
)


# --- What a step is about ---------------------------------------------------------------------------------------------


def by_table(setting: Setting) -> bool:
    """Whether a scoring table says what a deal scores."""
    return setting.game.rules.score == "table"


def _forfeits(setting: Setting) -> bool:
    return by_table(setting) and is_matching(setting) and setting.matching.rules.last_card_loses != "none"


# --- The scoring table ------------------------------------------------------------------------------------------------


def _of_winners(setting: Setting) -> tuple[Variable, ...]:
    return setting.points("points"), setting.points("of cards"), finished_deals.flag("every trick")


def _row(setting: Setting) -> Iterator[ProofCase]:
    for row in (*setting.game.rules.scoring, *settled_deals.OVERLAPPING):
        applies = partial(scoring.award_applies, row)
        yield agreeing(applies, row_applies(row), _of_winners(setting), "applies", name=row.name)


def _award(setting: Setting) -> Iterator[ProofCase]:
    """By the game's own table, and by one in which it matters that the first row counts."""
    yield _award_by(setting, "the table", setting.game.rules.scoring)
    yield _award_by(setting, "rows that overlap", settled_deals.OVERLAPPING)


def _award_by(setting: Setting, name: str, rows: tuple[Award, ...]) -> ProofCase:
    def award(points: int, cards: int, every_trick: bool) -> tuple[int, int]:
        found = scoring.award_for(rows, points, cards, every_trick=every_trick)
        return rows.index(found), found.game_points

    return ProofCase(
        name=name,
        variables=_of_winners(setting),
        returns=("row", "game points"),
        lifted=award,
        claim=lambda given, found: same(found, (award_number(rows)(*given), award_points(rows)(*given))),
    )


def _applying(rows: tuple[Award, ...], points: int, cards: int, every_trick: bool) -> tuple[bool, ...]:
    """Return of each row whether it applies."""
    return tuple([scoring.award_applies(row, points, cards, every_trick) for row in rows])


def _how_many(applies: Numbers) -> Number:
    return Z3.Sum([either(holds(each), 1, 0) for each in applies])


def _outcome(setting: Setting, end: finished_deals.FinishedDeal) -> Numbers:
    """Return the points of team 0 at an end of a deal, those of cards, and whether it took every trick."""
    all_tricks = either(every(rounds == 0 for rounds in end.rounds[1:]), 1, 0)
    return finished_deals.result_at(setting, end.numbers).points[0], end.cards[0], all_tricks


def _wins(setting: Setting, end: finished_deals.FinishedDeal) -> Truth:
    """Return that team 0 wins."""
    return equal(finished_deals.result_at(setting, end.numbers).wins[0], 1)


def _rows(setting: Setting) -> Iterator[ProofCase]:
    rows = setting.game.rules.scoring
    yield finished_deals.case(
        setting,
        _of_winners(setting),
        partial(_outcome, setting),
        partial(_applying, rows),
        returns=tuple(row.name for row in rows),
        claim=lambda given, applies: (_how_many(applies) == 1) & one_row(rows)(*given),
        wanted=lambda end: [_wins(setting, end)],
        problem=lambda numbers: _which_apply(rows, *numbers),
    )


def _which_apply(rows: tuple[Award, ...], points: int, cards: int, every_trick: int) -> str:
    """Return in words that not exactly one row applies to some winners."""
    names = [row.name for row in rows if row_applies(row).at(points, cards, every_trick)]
    how = f"winners with {points} points" + (" and every trick" if every_trick else "")
    return f"to {how} apply {' and '.join(names)}" if names else f"no row applies to {how}"


def _forfeit_rows(setting: Setting) -> Iterator[ProofCase]:
    rows = setting.game.rules.scoring
    yield ProofCase(
        variables=_of_winners(setting),
        returns=tuple(row.name for row in rows),
        lifted=partial(_applying, rows),
        assuming=lambda given: [given[1] >= 0, given[1] <= setting.game.total, given[0] >= given[1]],
        claim=lambda _, applies: _how_many(applies) <= 1,
    )


def _every_trick(setting: Setting) -> Iterator[ProofCase]:
    teams, more = finished_deals.team_count(setting.game), setting.game.rules.last_trick_points
    yield finished_deals.case(
        setting,
        (
            *finished_deals.points_each(setting, "card points of team", teams),
            Variable("last trick taken by", tuple(range(teams))),
        ),
        lambda end: (*end.cards, end.last),
        lambda *numbers: scoring.credit(numbers[:teams], Side(numbers[teams]), more),
        returns=tuple(f"points of team {team}" for team in range(teams)),
        claim=lambda given, found: same(found, (Z3.Sum([*given[:teams]]) + more, *[0] * (teams - 1))),
        wanted=lambda end: [rounds == 0 for rounds in end.rounds[1:]],
    )


# --- Witnesses --------------------------------------------------------------------------------------------------------


def scores_by(row: Award, _: State, result: Result) -> bool:
    """Whether the winners of a deal score by this row, be it one side or several that share the win."""
    return result.award in {row.name, scoring.SHARED} and max(result.game_points or (0,)) == row.game_points


def _witnesses(setting: Setting) -> Iterator[Witness]:
    end = finished_deals.end(setting)
    if not by_table(setting):
        numbers = finished_deals.example(setting, *[rounds >= 1 for rounds in end.rounds])
        shows = "every side scores its points"
        yield finished_deals.witness(setting, shows, numbers, lambda _, result: result.game_points == result.points)
        return
    for row in setting.game.rules.scoring:
        numbers = finished_deals.example(setting, _wins(setting, end), row_applies(row)(*_outcome(setting, end)))
        yield finished_deals.witness(setting, f"{row.name}: {row.meaning}", numbers, partial(scores_by, row))


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
        applies=lambda setting: is_matching(setting) or by_table(setting),
        witnesses=_witnesses,
        steps=(
            Step(
                name="row",
                statement="a row applies to exactly the winners that its numbers say",
                clauses=_ROWS,
                function="aceten.engine.scoring.award_applies",
                domain="all whole numbers of points, with every trick or without",
                cases=_row,
                applies=by_table,
            ),
            Step(
                name="rows",
                statement="exactly one row applies to the winners of every deal that is played to its end",
                clauses=_ROWS,
                function="aceten.engine.scoring.award_applies",
                domain="all ends of deals: every way to divide the cards of the pack of {pack} by tricks",
                cases=_rows,
                applies=by_table,
            ),
            Step(
                name="forfeit",
                statement="not more than one row applies to a side that wins by the other's last card",
                clauses=_ROWS,
                function="aceten.engine.scoring.award_applies",
                domain="all whole numbers of points that the side can have",
                cases=_forfeit_rows,
                applies=_forfeits,
            ),
            Step(
                name="award",
                statement="the row that counts is the first that applies, and the first of all where none does",
                clauses=_ROWS,
                function="aceten.engine.scoring.award_for",
                domain="all whole numbers of points, with every trick or without",
                cases=_award,
                applies=by_table,
            ),
            Step(
                name="every_trick",
                statement="a side that took every trick has all the points, those for the last trick among them",
                clauses=("SCORE-1", "SCORE-6", "SCORE-8"),
                function="aceten.engine.scoring.credit",
                domain="all ends of deals in which one of {sides} sides took every trick",
                cases=_every_trick,
            ),
            matching_step(
                name="swept",
                statement="a side took every trick when no other took one",
                clauses=("SCORE-6", "SCORE-10"),
                function="aceten.engine.matching.settling.swept",
                domain="{sides} sides, of each whether it took a trick, or that this is not known",
                cases=settled_deals.swept,
            ),
            Step(
                name="winners_score",
                statement="the result has the points with the last trick's; the winners score by the row that applies to them, nobody"
                " else scores",
                clauses=(*_ROWS, *_COUNTED, "SCORE-9", "SCORE-14", "SCORE-15", "LONE-5"),
                function=_SETTLE,
                domain=_COURSES,
                whole=True,
                cases=settled_deals.settle,
                applies=lambda setting: is_matching(setting) and by_table(setting),
            ),
            Step(
                name="each_scores",
                statement="the result has the points with the last trick's; every side scores its points and what every trick brings,"
                " one that is burned nothing",
                clauses=(*_COUNTED, "SCORE-9", "SCORE-10", "SCORE-11", "SCORE-12", "SCORE-13", "HO-SCORE-20"),
                function=_SETTLE,
                domain=_COURSES,
                whole=True,
                cases=settled_deals.settle,
                applies=lambda setting: is_matching(setting) and not by_table(setting),
            ),
            matching_step(
                name="result",
                statement="what is settled is what the sides have captured, who took the last trick, and who plays with whom",
                clauses=("SCORE-1", "LONE-1", "LONE-5"),
                function="aceten.engine.matching.state.MatchingState.result",
                domain="all whole numbers from 0 of points and tricks of {sides} sides, with captured cards known or not; each of {players}"
                " players took the last trick, any side is burned or has lost, any player plays alone, as far as the rules know of it",
                cases=settled_deals.result,
            ),
            matching_step(
                name="result_with",
                statement="what is settled in thought is what is given",
                clauses=("SCORE-1",),
                function="aceten.engine.matching.state.MatchingState.result_with",
                domain="all whole numbers of points of {sides} sides",
                cases=settled_deals.result_with,
            ),
        ),
    ),
)
"""The theorem about the score of a deal."""
