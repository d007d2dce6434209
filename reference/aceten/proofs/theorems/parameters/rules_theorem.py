"""The theorem that the parameters of a game make sense together: what they ask for is there, and can happen."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final, cast

import msgspec

from aceten.engine import scoring
from aceten.engine.loading import load
from aceten.proofs.statements.game_setting import Setting
from aceten.proofs.statements.game_setting import setting as setting_of
from aceten.proofs.statements.obligations import ProofCase, Variable
from aceten.proofs.statements.proof_report import Witness
from aceten.proofs.statements.propositions import Proposition, Step
from aceten.proofs.statements.witnesses import whole_deal
from aceten.proofs.theorems.parameters import rules_positions
from aceten.proofs.theorems.parameters.parameter_bounds import reach, small_ends
from aceten.proofs.theorems.results import finished_deals
from aceten.proofs.theorems.results.score_theorem import scores_by
from aceten_spec.cards import Card
from aceten_spec.formulas import Z3, Number, Truth, evaluate
from aceten_spec.formulas.card_clauses import RANKS, pack_points
from aceten_spec.formulas.parameter_clauses import (
    in_pack,
    most_game_points,
    most_points,
    row_counts,
    somebody_wins,
    talon_after_tricks,
)
from aceten_spec.options import apply_options, option_values, options_for
from aceten_spec.rulebook import MatchingParameters, Parameters, SuitParameters

_TABLES: Final = ("SCORE-30", "SCORE-31", "SCORE-32")


# --- Options ------------------------------------------------------------------------------------------------------------

_PACK: Final = ("pack", "packs", "removed", "values")
_POINTS: Final = (*_PACK, "last_trick_points", "marriages", "marriage_points")
_SCORED: Final = ("score", "scoring", "won", "penalty")
_WON: Final = ("sides", "leftover", "tie", "wins_from", "last_card_loses")

_READ: Final = {
    "ranks": (*_PACK, "wild", "lone_card_rank", "lone_card_led", "last_card_loses", "exchange", "marriages"),
    "points": _PACK,
    "reach": (
        *(*_POINTS, *_SCORED, "wins_from", "claim_points", "next_dealer", "keeps_deal", "drawn_dealer", "sweep_points"),
        *("bids", "grand_needs", "grand_points"),
    ),
    "talon": (*_PACK, "hand", "exchange", "exchange_needs_trick", "exchange_min_stock", "close", "close_min_stock"),
    "schneider": ("score", "schneider", "claim_points"),
    "rising": (*_SCORED, "marriages", "marriage_points"),
    "rows": (*_POINTS, *_SCORED, *_WON),
    "promise": (*_POINTS, *_WON),
    "ends": (*_PACK, "last_trick_points", "sides", "leftover"),
    "most": (*_POINTS, *_SCORED, "hand", "bids", "grand_points", "sweep_points"),
}
"""The parameters that each obligation is about: of the options only those matter to it that change one of them."""


def _variants(setting: Setting, name: str) -> Iterator[tuple[str, Setting]]:
    """Yield the game, and with each value of an option that matters to an obligation the game that it makes."""
    yield "", setting
    game = setting.game
    if game.options:  # it is one of these games itself
        return
    own = [getattr(game.rules, parameter, None) for parameter in _READ[name]]
    for option, values in options_for(game.rulebook, game.players).items():
        for value in option_values(values) or ():
            rules, changed = apply_options(game.rulebook, game.players, {option: value})
            if changed and [getattr(rules, parameter, None) for parameter in _READ[name]] != own:
                yield f"{option}={value}", setting_of(load(game.rulebook, players=game.players, **changed))


def _step(  # noqa: PLR0917 - what a step is, in its order
    name: str,
    statement: str,
    clauses: tuple[str, ...],
    function: str,
    domain: str,
    own: Callable[[Setting], Iterator[ProofCase]],
    *,
    bounded: bool = False,
) -> Step:
    """Return a step about a game with each value of its options.

    :param own: the cases of one game, if there are any.
    """

    def cases(setting: Setting) -> Iterator[ProofCase]:
        for option, game in _variants(setting, name):
            for case in own(game):
                title = f"{option}: {case.name}" if option and case.name else option or case.name
                yield msgspec.structs.replace(case, name=title)

    return Step(
        name=name,
        statement=statement,
        clauses=clauses,
        function=function,
        domain=f"{domain}; with each value of an option",
        bounded=bounded,
        cases=cases,
        applies=lambda setting: any(True for _ in cases(setting)),
    )


# --- What is asked for --------------------------------------------------------------------------------------------------


def _about(
    name: str,
    numbers: dict[str, int],
    claim: Callable[..., Truth],
    problem: str,
    position: Callable[[], str],
) -> ProofCase:
    """Return the case that something holds of some numbers, which the rules name.

    :param problem: what is wrong where it does not hold.
    :param position: writes the line of a position that shows it.
    """
    return ProofCase(
        name=name,
        variables=tuple(Variable(called, (number,), only=True) for called, number in numbers.items()),
        claim=lambda given, _: claim(*given),
        position=lambda _: position(),
        problem=lambda _: problem,
    )


def _bounded(name: str, asked: int, most: Number, position: Callable[[], str]) -> ProofCase:
    """Return the case that a parameter asks for no more than there is.

    :param position: writes the line of a position with all there is.
    """

    def enough(asked: Number, there: Number) -> Truth:
        return (there == most) & (asked <= there)

    there = evaluate(most)
    problem = f"{asked} is asked for, and there are {there} at most"
    return _about(name, {"asked": asked, "there is": there}, enough, problem, position)


def _ranks(setting: Setting) -> Iterator[ProofCase]:
    """Yield the ranks that a parameter names: the pack has them."""
    rules = setting.game.rules
    named: dict[str, tuple[str, ...]] = {"values": tuple(rules.values)}
    if isinstance(rules, MatchingParameters):
        named["wild"] = rules.wild
        for name in ("lone_card_rank", "lone_card_led", "last_card_loses"):
            named[name] = (cast("str", getattr(rules, name)),)
    else:
        named["exchange"] = (rules.exchange,)
        named["marriages"] = () if rules.marriages == "none" else ("K", "Q")
    there = in_pack(rules)
    for name, letters in named.items():
        ranks = tuple(int(RANKS[letter]) for letter in letters if letter in RANKS)
        if ranks:
            yield ProofCase(
                name=name,
                variables=(Variable("rank", ranks, card=True, only=True),),
                claim=lambda given, _: there(given[0]),
                position=lambda _: rules_positions.dealt(setting),
                problem=lambda given: f"the pack has no {Card(given[0])}",
            )


def _points(setting: Setting) -> Iterator[ProofCase]:
    counted = pack_points(setting.game.rules)

    def some_points(total: Number) -> Truth:
        return (total == counted()) & (total > 0)

    yield _about(
        "", {"total": counted.at()}, some_points, "no card counts anything", partial(rules_positions.all_taken, setting)
    )


def _reach(setting: Setting) -> Iterator[ProofCase]:
    """Yield every number of points, card points and game points that a parameter asks for."""
    rules = setting.game.rules
    if not _asks(rules):
        return
    points, cards = most_points(rules)(), pack_points(rules)()
    asked = [(f"scoring, {row.name}", row.points[1], points) for row in rules.scoring]
    asked += [(f"scoring, {row.name}, cards", row.cards[1], cards) for row in rules.scoring if row.cards is not None]
    if rules.next_dealer == "keeps":
        asked.append(("keeps_deal", rules.keeps_deal, most_game_points(rules)()))
    if isinstance(rules, MatchingParameters):
        asked.append(("wins_from", rules.wins_from, points))
    elif rules.score == "race":
        asked.append(("claim_points", rules.claim_points, points))
    for name, number, most in asked:
        yield _bounded(name, number, most, partial(rules_positions.all_taken, setting))
    bids = rules.bids if isinstance(rules, SuitParameters) else ()
    by_points = bids[:-1] if isinstance(rules, SuitParameters) and rules.grand_needs == "tricks" else bids
    for bid in by_points:
        yield _bounded(f"bids, {bid}", bid, points, partial(rules_positions.all_taken, setting, bid=f"0,{bid}"))


def _asks(rules: Parameters) -> bool:
    further = rules.wins_from > 0 if isinstance(rules, MatchingParameters) else bool(rules.bids or rules.claim_points)
    return further or bool(rules.scoring) or rules.next_dealer == "keeps"


def _talons(setting: Setting) -> Iterator[ProofCase]:
    """Yield the fewest cards with which the turn-up may be taken and the talon closed."""
    rules = setting.game.rules
    if not isinstance(rules, SuitParameters):
        return
    talon = talon_after_tricks(rules, setting.game.players)
    if rules.exchange != "none":
        most = talon(Z3.IntVal(int(rules.exchange_needs_trick)))
        yield _bounded(
            "exchange_min_stock",
            rules.exchange_min_stock,
            most,
            partial(rules_positions.moment, setting, rules_positions.exchanging),
        )
    if rules.close != "never":
        yield _bounded(
            "close_min_stock", rules.close_min_stock, talon(Z3.IntVal(0)), partial(rules_positions.dealt, setting)
        )


def _schneider(setting: Setting) -> Iterator[ProofCase]:
    """Yield the points with which one is not schneider: no more than one can claim the deal with."""
    rules = setting.game.rules
    if not isinstance(rules, SuitParameters) or rules.score != "race":
        return
    points = finished_deals.end(setting).points[1]
    claiming_schneider = partial(rules_positions.ended, setting, points >= rules.claim_points, points < rules.schneider)
    yield _bounded("schneider", rules.schneider, Z3.IntVal(rules.claim_points), claiming_schneider)


def _rising(setting: Setting) -> Iterator[ProofCase]:
    """Yield all pairs of numbers of which the second stands for more: it is not less."""
    rules = setting.game.rules
    lines: dict[str, tuple[int, ...]] = {"scoring": tuple(row.game_points for row in rules.scoring)}
    if isinstance(rules, SuitParameters):
        lines |= {"won": rules.won, "penalty": rules.penalty}
        if rules.marriages == "trump":
            lines["marriage_points"] = rules.marriage_points
    for name, numbers in lines.items():
        for place, (less, more) in enumerate(itertools.pairwise(numbers), start=1):
            problem = f"what stands for more brings less: {more} after {less}"
            pair = {"for less": less, "for more": more}
            yield _about(name, pair, operator.le, problem, partial(_with_more, setting, name, place))


def _with_more(setting: Setting, name: str, number: int) -> str:
    """Return the position line in which a side can have what stands at a place of a parameter."""
    rules, end = setting.game.rules, finished_deals.end(setting)
    if name == "scoring":
        return rules_positions.ended(
            setting, *rules_positions.winning(setting), row_counts(rules, number)(*rules_positions.outcome(setting))
        )
    if name == "won" and isinstance(rules, SuitParameters):
        lost, few = end.rounds[1], end.points[1] < rules.schneider
        return rules_positions.ended(setting, end.last == 0, few & (lost > 0) if number == 1 else lost == 0)
    return (
        rules_positions.moment(setting, rules_positions.marrying)
        if name == "marriage_points"
        else rules_positions.dealt(setting)
    )


# --- What can happen ----------------------------------------------------------------------------------------------------


def _rows(setting: Setting) -> Iterator[ProofCase]:
    for number in range(len(setting.game.rules.scoring)):
        yield _row(
            setting, number, rules_positions.counting(setting, number) or rules_positions.nearly(setting, number)
        )


def _row(setting: Setting, number: int, how: tuple[int, ...]) -> ProofCase:
    """Return the case that a row of the table counts in an end of a deal."""
    rows, counts = setting.game.rules.scoring, row_counts(setting.game.rules, number)
    outcome = map(evaluate, rules_positions.outcome(setting, tuple(map(Z3.IntVal, how))))
    won = zip(("points", "of cards", "every trick"), outcome, strict=True)

    def row_of(points: int, cards: int, every_trick: int) -> int:
        return rows.index(scoring.award_for(rows, points, cards, every_trick=every_trick != 0))

    return ProofCase(
        name=rows[number].name,
        variables=tuple(Variable(called, (value,), only=True) for called, value in won),
        returns=("row",),
        lifted=row_of,
        claim=lambda given, came: counts(*given) & (came[0] == number),
        position=lambda _: rules_positions.end_line(setting, how),
        problem=lambda _: "the row never counts: no deal ends so, or another row counts before it",
    )


def _promise(setting: Setting) -> Iterator[ProofCase]:
    """Yield the one case: a deal can end in any way, and somebody wins."""
    rules = setting.game.rules
    if not isinstance(rules, MatchingParameters) or rules.tie != "last_trick":
        return
    teams = finished_deals.team_count(setting.game)

    def winners(*given: int) -> int:
        return len(scoring.deal_winners(given[:teams], given[teams], *finished_deals.tie_of(rules)))

    yield finished_deals.case(
        setting,
        (
            *finished_deals.points_each(setting, "points of team", teams),
            Variable("last trick taken by", tuple(range(teams))),
        ),
        lambda end: (*end.points, end.last),
        winners,
        returns=("winners",),
        claim=lambda given, came: somebody_wins(rules, teams)(*given) & (came[0] >= 1),
        problem=lambda given: f"nobody wins with {' to '.join(map(str, given[:teams]))} points",
        writes=rules_positions.end_line,
    )


def _witnesses(setting: Setting) -> Iterable[Witness]:
    yield whole_deal("a deal is played to its end", setting.game, 1, lambda states: states[-1].result is not None)
    for number, row in enumerate(setting.game.rules.scoring):
        how = rules_positions.counting(setting, number)
        if how is not None:
            yield finished_deals.witness(
                setting, f"the row {row.name} counts", how, partial(scores_by, row), claim=None
            )


PROPOSITIONS: Final[tuple[Proposition, ...]] = (
    Proposition(
        id="T-RULES",
        statement=lambda setting: f"what the rules of {setting.game} ask for is there, and can happen",
        argument="Each obligation is about the numbers in the rulebook: what a parameter names or asks for is compared with what the pack, "
        "the talon and the most that a deal can bring make possible, also with every value of every option. A row of the scoring table "
        "counts in some end of a deal, which is given: all cards lie in tricks that the teams have taken, and the row is the first that "
        "applies to the winners. How such tricks come about is left open.",
        steps=(
            _step(
                "ranks",
                "every rank that a parameter names is in the pack",
                ("CARDS-1", "CARDS-3", "PLAY-5", "EXCH-1", "MELD-1", "LONE-3", "LONE-4", "SCORE-7"),
                "aceten_spec.formulas.parameter_clauses.in_pack",
                "every rank that a parameter names",
                _ranks,
            ),
            _step(
                "points",
                "the cards of the pack count something",
                ("CARDS-3",),
                "aceten_spec.formulas.card_clauses.pack_points",
                "the whole pack",
                _points,
            ),
            _step(
                "reach",
                "no parameter asks for more points than a deal can bring",
                ("DEAL-2", "BID-2", "CLAIM-2", "SCORE-4", "SCORE-5", "SCORE-6", "SCORE-14", *_TABLES),
                "aceten_spec.formulas.parameter_clauses.most_points",
                "every number of points that a parameter asks for",
                _reach,
            ),
            _step(
                "talon",
                "the talon has at some time the cards without which it cannot be closed, nor the turn-up taken",
                ("EXCH-4", "CLOSE-4"),
                "aceten_spec.formulas.parameter_clauses.talon_after_tricks",
                "the talon when it is largest",
                _talons,
            ),
            _step(
                "schneider",
                "who has enough points to claim the deal is not schneider",
                ("CLAIM-2", "SCORE-23"),
                "aceten_spec.formulas.parameter_clauses.most_points",
                "all points",
                _schneider,
            ),
            _step(
                "rising",
                "what stands for more does not bring less: rows, won deals, penalties, marriages",
                ("SCORE-4", "SCORE-5", "SCORE-6", "SCORE-22", "SCORE-23", "SCORE-24", "SCORE-26", "MELD-2"),
                "aceten_spec.formulas.parameter_clauses.most_game_points",
                "every two neighbours",
                _rising,
            ),
            _step(
                "rows",
                "every row of the scoring table counts in some end of a deal",
                ("SCORE-4", "SCORE-5", "SCORE-6", *_TABLES),
                "aceten.engine.scoring.award_for",
                "an end of a deal for each row",
                _rows,
            ),
            _step(
                "promise",
                "where the last trick decides between equals, every deal has a winner",
                ("SCORE-2", "SCORE-3", "SCORE-14"),
                "aceten.engine.scoring.deal_winners",
                "all ends of deals of {players} players with {pack} cards",
                _promise,
            ),
            _step(
                "most",
                "what the rules ask for is compared with what the pack has, and with what a deal can bring",
                ("CARDS-1", "CARDS-3", "DEAL-4", "DRAW-1", "MELD-1", "MELD-2", "SCORE-4", "SCORE-8"),
                "aceten_spec.formulas.parameter_clauses.most_points",
                "the pack, and packs without a king, a queen, or all kings",
                reach,
            ),
            _step(
                "ends",
                "a deal ends in just those ways that come about trick by trick",
                ("CARDS-1", "CARDS-3", "PLAY-7", "SCORE-1", "DRAW-6"),
                "aceten_spec.formulas.end_clauses.ending",
                "packs of up to two cards for each player, and one more",
                small_ends,
                bounded=True,
            ),
        ),
        trusted=("that every end of a deal which the formulas call possible comes about by some play",),
        witnesses=_witnesses,
    ),
)
