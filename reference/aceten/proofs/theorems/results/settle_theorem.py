"""What a deal with suit tricks comes to: by the scoring table, by a race, by a contract, or every side its points."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, TypeAlias, cast

import msgspec

from aceten.engine.scoring import DRAW, POINTS, Result
from aceten.engine.state import State
from aceten.engine.suits import settling
from aceten.engine.suits.game import SuitGame
from aceten.engine.suits.state import SuitState
from aceten.proofs.claims import symbolic_suit_deals
from aceten.proofs.claims.action_claims import same
from aceten.proofs.claims.symbolic_deals import asked_of
from aceten.proofs.claims.symbolic_suit_deals import SuitShape
from aceten.proofs.execution.symbolic_numbers import Untouched
from aceten.proofs.statements.game_setting import Setting, is_suits, with_rules
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable
from aceten.proofs.statements.proof_report import Witness
from aceten.proofs.statements.propositions import Proposition, Step
from aceten.proofs.theorems.results import finished_deals, race_bounds, settled_deals
from aceten.vocabulary.actions import Side
from aceten_spec.cards import Suit
from aceten_spec.formulas.award_clauses import row_applies
from aceten_spec.formulas.result_relation import OPEN, EndTerms, SuitResults
from aceten_spec.formulas.suits.suit_relation import SuitRelation
from aceten_spec.formulas.terms import Number, Truth, either, equal, every, some
from aceten_spec.rulebook import SuitParameters

_RACING: Final = ("CLAIM-2", "CLAIM-4", *[f"SCORE-{number}" for number in (22, 23, 24, 25, 26, 27, 28, 29, 34)])


def _kind(*scores: str) -> Callable[[Setting], bool]:
    return lambda setting: is_suits(setting) and setting.game.rules.score in scores


_RESULT: Final = "aceten.engine.suits.state.SuitState.result"
_COUNTED: Final = ("SCORE-1", "SCORE-21", "MELD-3")

_is_race, _is_contract, _is_points, _is_table = map(_kind, ("race", "contract", "points", "table"))


# --- Deals that are over ----------------------------------------------------------------------------------------------

_SIDES: Final = (0, 1)


def _variants(game: SuitGame) -> Iterator[tuple[str, SuitGame]]:
    """Yield games with something else in the rules: a number where it makes a difference that it is none or a small one, other rows."""
    changes: list[tuple[str, object]] = []
    if game.rules.bids:
        changes = [("grand_points", 0), ("grand_points", 1)]
    if game.rules.score == "table":  # where points are more than those of cards
        changes = [("last_trick_points", game.rules.last_trick_points + 10), ("scoring", settled_deals.OVERLAPPING)]
    for number, (name, other) in enumerate(changes, start=1):
        yield f", another {name} ({number})", with_rules(game, **{name: other})


def _ends(game: SuitGame) -> Iterator[SuitShape]:
    """Yield the shapes of deals that are over: whoever took the last trick, claimed, closed the talon or has bid the most, in any way.

    Who claims holds cards or not, and so do the others; some may lie in the trick.
    """
    seats, rules = range(game.players), game.rules
    claimants = (None, *seats) if rules.claim != "never" else (None,)
    closers = (None, *seats) if rules.close != "never" else (None,)
    bidders = (*seats, None) if rules.bids else (None,)
    for claimant, closer, bidder, leader in itertools.product(claimants, closers, bidders, seats):
        known: dict[str, object] = {"claimant": claimant, "closed": closer, "contract": bidder, "leader": leader}
        known["trump"] = not rules.bids or bidder is not None
        dealt = len(game.pack.cards) > game.players * rules.hand
        talons = (0, game.players) if claimant is not None and dealt else (0,)
        helds = (0,) if claimant is None else (0, 1, 2)
        for talon, held in itertools.product(talons if closer is None else (game.players,), helds):
            known["talon"] = talon
            over = symbolic_suit_deals.shape(game, held, turn=None, taken=False, **known)
            if held <= 1:
                yield over
            if held and rules.claim == "called":  # by who follows to a lead
                fewer = tuple([held - ((seat - leader) % game.players < 1) for seat in seats])
                yield msgspec.structs.replace(over, held=fewer, lying=1)
    if rules.trump == "marriage":
        yield symbolic_suit_deals.shape(game, 0, turn=None, taken=False, trump=False)


def _settled(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases that a deal that is over comes to what the clauses say, and one that goes on to nothing yet."""
    game = setting.suits
    results = _results(game)
    for shape in _ends(game):
        yield _case(game, results, shape)
        if max(shape.held) <= 1 and not shape.lying:
            unknown = msgspec.structs.replace(shape, counted=False)
            yield from (_case(game, results, unknown, known=known) for known in (True, False))
            yield _case(game, results, msgspec.structs.replace(unknown, taken=True), known=False)
    for name, other in _variants(game):
        yield _case(other, _results(other), next(_ends(game)), name)


def _results(game: SuitGame) -> SuitResults:
    return SuitResults(SuitRelation(game.rules, game.players))


def _case(game: SuitGame, results: SuitResults, shape: SuitShape, name: str = "", *, known: bool = True) -> ProofCase:
    """Return the case of a shape.

    :param known: whether the points are known to be all that could be captured.
    """

    def settle(goes_on: int, *numbers: int) -> tuple[int, ...]:
        over = msgspec.structs.replace(_unasked(symbolic_suit_deals.state(game, shape, numbers)), points_known=known)
        if goes_on == 1:
            over = asked_of(msgspec.structs.replace(over, turn=over.leader), "turn")
        found = over.result
        return () if found is None else finished_deals.flat_result(game.rules, found)

    @functools.cache
    def said(given: Numbers) -> tuple[Number | int, ...]:
        return (1, *results.of(symbolic_suit_deals.deal(shape, game.side_count, given), known=known).numbers)

    def claim(given: Numbers, found: Numbers) -> Truth:
        if not found:
            return equal(given[0], 1)
        return every([equal(given[0], 0), same(found, said(given[1:]))])

    return ProofCase(
        name=f"{shape}, all points {'known' if known else 'not known'}{name}",
        variables=(finished_deals.flag("somebody is to act"), *symbolic_suit_deals.variables(game, shape)),
        lifted=settle,
        assuming=lambda given: (
            [] if shape.contract is None else [some(equal(given[-1], bid) for bid in game.rules.bids)]
        ),
        claim=claim,
    )


def _unasked(state: SuitState) -> SuitState:
    """Return a state with any values of what a result does not depend on, and any number of cards wherever there are some."""
    anything = {name: Untouched() for name in ("dealer", "shown", "bids", "log", "winning")}
    hands, taken, trick, talon = (
        tuple([finished_deals.SomeCards() if cards else () for cards in group])
        for group in (state.hands, state.taken, [state.trick], [state.talon])
    )
    return msgspec.structs.replace(state, hands=hands, taken=taken, trick=trick[0], talon=talon[0], **anything)


def _result_with(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases that what is settled in thought is what is given."""
    game = setting.suits
    over = symbolic_suit_deals.shape(game, 0, turn=None, taken=False)
    rest = len(symbolic_suit_deals.variables(game, over)) - 1

    def result(last: int, everything: int, trump: int, *numbers: int) -> tuple[int, ...]:
        state = symbolic_suit_deals.state(game, over, (*[0] * rest, trump))
        state = msgspec.structs.replace(state, points_known=bool(everything == 1))
        found = state.result_with(numbers[:2], tuple(map(finished_deals.known, numbers[2:])), cast("Side", last), ())
        return finished_deals.flat_result(game.rules, found)

    def claim(given: Numbers, found: Numbers) -> Truth:
        last, everything, trump, points, took = *given[:3], given[3:5], given[5:]
        teams = ((0,), (1,))
        end = EndTerms(points=points, known=everything == 1, tricks=(OPEN, OPEN), took=took, last=last, teams=teams)
        return same(found, (1, *_results(game).by_table(end, trump).numbers))

    yield ProofCase(
        variables=(
            *(Variable("last trick", _SIDES, only=True), finished_deals.flag("all points are known")),
            Variable("trump suit", tuple(map(int, Suit))),
            *finished_deals.points_each(setting, "card points of side", 2),
            *[finished_deals.known_flag(f"side {side} took a trick") for side in _SIDES],
        ),
        lifted=result,
        claim=claim,
    )


def _most_elsewhere(setting: Setting) -> Iterator[ProofCase]:
    game = setting.suits

    def most(side: int) -> int:
        anything = {name: Untouched() for name in SuitState.__struct_fields__ if name != "game"}
        return settling.most_game_points(SuitState(game=game, **anything), Side(side))  # type: ignore[arg-type]

    yield ProofCase(
        variables=(Variable("side", _SIDES),),
        returns=("most",),
        lifted=most,
        claim=lambda _, found: found[0] == game.most_game_points,
    )


# --- Words and witnesses ----------------------------------------------------------------------------------------------


def _statement(setting: Setting) -> str:
    rules = setting.suits.rules
    match rules.score:
        case "race":
            return f"a deal scores what a right claim of {rules.claim_points} points, a wrong one or a failed closing brings"
        case "contract":
            return "bidders score their points when they make what they bid, and otherwise the others score"
        case "points":
            return "every side scores its points"
        case "table":
            return "the side with more points scores by the scoring table"


_Shown: TypeAlias = "tuple[str, Truth, str, dict[str, object]]"
"""What a witness shows, how such a deal ends, what stands in place of a row's name then, and what its position line says of it."""


def _shown_ways(rules: SuitParameters, end: finished_deals.FinishedDeal) -> list[_Shown]:
    """Return what there is to show in a game, for side 0 with the last trick."""
    points, rounds = end.points, end.rounds
    match rules.score:
        case "race":
            right, claim = points[0] >= rules.claim_points, {"claim": 0}
            fewer, some = points[1] < rules.schneider, rounds[1] > 0
            ways: list[_Shown] = [
                ("a right claim", right & ~fewer & some, "plain", {**claim}),
                ("a side is schneider", right & fewer & some, "schneider", {**claim}),
                ("a side is schwarz", right & (rounds[1] == 0), "schwarz", {**claim}),
            ]
            if not finished_deals.is_claimed(rules):
                unclaimed = settling.LAST_TRICK if rules.last_trick_wins else DRAW
                return [("nobody claims when all is played", points[0] >= rules.claim_points, unclaimed, {})]
            wrong: _Shown = ("a wrong claim", ~right & some, settling.WRONG_CLAIM, {**claim})
            return [*ways, wrong] if rules.asks else ways
        case "contract":
            bid, best = rules.bids[0], rules.bids[-1]
            short = settling.GRAND_FAILED if rules.grand_points else settling.FAILED
            return [
                ("bidders make their bid", points[0] >= bid, settling.MADE, {}),
                ("bidders make too few points", points[0] < bid, settling.FAILED, {}),
                ("too few for the highest bid", points[0] < best, short, {"bid": f"0,{best}"}),
            ]
        case "points":
            return [("every side scores its points", points[0] > points[1], POINTS, {})]
        case "table":
            row = rules.scoring[0]
            applies = row_applies(row)(points[0], end.cards[0], either(rounds[1] == 0, 1, 0))
            return [(f"{row.name}: {row.meaning}", (points[0] > points[1]) & applies, row.name, {})]


def _witnesses(setting: Setting) -> Iterator[Witness]:
    """Yield witnesses of all that can happen without marriages, and one at least; with them there may be more."""
    end = finished_deals.end(setting)
    ways = [
        finished_deals.witness(
            setting, shows, finished_deals.example(setting, end.last == 0, wanted), partial(_named, award), **further
        )
        for shows, wanted, award, further in _shown_ways(setting.suits.rules, end)
    ]
    yield from [each for each in ways if each.position] or ways[:1]


def _named(award: str, _: State, result: Result) -> bool:
    """Whether a deal scores by an award."""
    return result.award == award


_ANY: Final = (
    "all whole numbers; any cards, or none, in hands, trick and talon where a claim ends the deal; tricks known, or not, and then with"
    " cards captured or with none known"
)

PROPOSITIONS: Final[tuple[Proposition, ...]] = (
    Proposition(
        id="T-SETTLE",
        statement=_statement,
        argument=(
            "Each function that settles a deal is followed for all points, whatever the state tells of marriages, tricks and claims, and"
            " does what the clauses say; settling puts them together. What a side can still score in a race is bounded by what it could"
            " score now, as points, marriages and tricks of the other side only grow: this is shown for every end that a deal can have."
        ),
        trusted=("a Result holds what it is made of",),
        applies=is_suits,
        witnesses=_witnesses,
        steps=(
            Step(
                name="race",
                statement="a deal scores what its claim brings, or what its closing or its last trick does without one",
                clauses=(*_COUNTED, *_RACING),
                function=_RESULT,
                domain=f"{_ANY}; whoever of {{players}} players claims, has closed and took the last trick",
                whole=True,
                cases=_settled,
                applies=_is_race,
            ),
            Step(
                name="most",
                statement="no end of the deal brings a side more than what is said now, if the other makes no mistake",
                clauses=_RACING,
                function="aceten.engine.suits.settling.most_game_points",
                domain="all whole numbers that only grow until the end, tricks known, while cards are held; whoever of {players} players"
                " leads and has closed",
                cases=race_bounds.most_cases,
                applies=_is_race,
            ),
            Step(
                name="most_elsewhere",
                statement="where a deal is no race, a side can score what the game allows",
                clauses=(),
                function="aceten.engine.suits.settling.most_game_points",
                domain="every side, at any moment",
                cases=_most_elsewhere,
                applies=_kind("table", "contract", "points"),
            ),
            Step(
                name="contract",
                statement="the bid decides which side scores, and what",
                clauses=(*_COUNTED, *[f"SCORE-{number}" for number in (35, 36, 37, 38, 40)]),
                function=_RESULT,
                domain=f"{_ANY}; every bid by each of {{players}} players, each of whom took the last trick",
                whole=True,
                cases=_settled,
                applies=_is_contract,
            ),
            Step(
                name="points",
                statement="every side scores its points; a wrong claim brings nothing",
                clauses=(*_COUNTED, "SCORE-39", "CLAIM-2", "CLAIM-4", "CLAIM-5"),
                function=_RESULT,
                domain=f"{_ANY}; whoever of {{players}} players claims and took the last trick",
                whole=True,
                cases=_settled,
                applies=_is_points,
            ),
            Step(
                name="table",
                statement="the side with more points scores by the row that applies to it",
                clauses=("SCORE-1", "SCORE-30", "SCORE-31", "SCORE-32", "SCORE-33"),
                function=_RESULT,
                domain=f"{_ANY}; whoever of {{players}} players took the last trick",
                whole=True,
                cases=_settled,
                applies=_is_table,
            ),
            Step(
                name="result_with",
                statement="what is settled in thought is what is given",
                clauses=("SCORE-1",),
                function="aceten.engine.suits.state.SuitState.result_with",
                domain="all whole numbers of points, any trump suit, of each side whether it took a trick or that this is not known",
                cases=_result_with,
                applies=_is_table,
            ),
        ),
    ),
)
"""The theorem about settling deals with suit tricks."""
