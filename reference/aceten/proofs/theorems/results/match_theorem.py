"""How a match goes on: who deals next, what a deal adds to the score, and when it is over."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from aceten.engine import match
from aceten.engine.game import Game
from aceten.engine.loading import load
from aceten.engine.scoring import Result
from aceten.engine.state import State
from aceten.proofs.claims.action_claims import same
from aceten.proofs.execution.symbolic_numbers import Untouched
from aceten.proofs.statements.game_setting import Setting, with_rules
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable, agreeing
from aceten.proofs.statements.proof_report import Witness
from aceten.proofs.statements.propositions import Proposition, Step
from aceten.proofs.theorems.results import added_deals, finished_deals, played_matches
from aceten.proofs.theorems.results.added_deals import (
    counted,
    flat_side,
    gained_each,
    match_of,
    partners_change,
    scores_each,
)
from aceten.vocabulary.actions import Seat
from aceten_spec.errors import AcetenError
from aceten_spec.formulas.match_clauses import dealer_after, leads, match_over
from aceten_spec.formulas.terms import Z3, Truth, either, some, together
from aceten_spec.options import option_values, options_for
from aceten_spec.rulebook import SuitParameters

MOST_SCORES: Final = 24
"""Where two readings of who deals next differ at more scores than so many, they are not listed."""

# --- Who deals next ---------------------------------------------------------------------------------------------------


_NEXT_DEALERS: Final = ("rotate", "losers", "keeps", "winners", "same")
_DRAWN_DEALERS: Final = ("passes", "keeps")


def _dealer_of(game: Game, dealer: int, *gained: int) -> int:
    return match.next_dealer(game, Seat(dealer), gained)


def _next_dealer(setting: Setting) -> Iterator[ProofCase]:
    """Whoever has dealt, by the game's own rule and by every other one."""
    players, sides = setting.game.players, setting.game.side_count
    for rule, drawn, dealer in itertools.product(_NEXT_DEALERS, _DRAWN_DEALERS, range(players)):
        game = with_rules(setting.game, next_dealer=rule, drawn_dealer=drawn)
        yield agreeing(
            partial(_dealer_of, game, dealer),
            dealer_after(game.rules, players, sides, dealer),
            gained_each(setting),
            "next dealer",
            name=f"{rule}, {drawn} after a draw, seat {dealer} has dealt",
        )


class _Reading(NamedTuple):
    """The game by another reading of when the dealer keeps the deal."""

    other: Game
    low: int
    """The lower number of points that keep the deal."""
    high: int
    listed: dict[tuple[int, ...], tuple[int, ...]]
    """The points of the dealer's side and of the others at which the readings differ, each with a deal that ends so."""


def _readings(setting: Setting) -> list[_Reading]:
    """Return the readings that differ from the game's own at few points."""
    game, end = setting.game, finished_deals.end(setting)
    there = options_for(game.rulebook, game.players)
    if game.rules.next_dealer != "keeps" or "keeps_deal" not in there:
        return []
    found: list[_Reading] = []
    for value in option_values(there["keeps_deal"]) or ():
        if value == game.rules.keeps_deal:
            continue
        try:
            other = load(game.rulebook, players=game.players, **(dict(game.options) | {"keeps_deal": value}))
        except AcetenError:
            continue
        low, high = sorted((game.rules.keeps_deal, other.rules.keeps_deal))
        conditions = [end.possible, end.points[0] >= low, end.points[0] < high]
        listed = finished_deals.every_value(conditions, end.points, end.numbers, most=MOST_SCORES)
        if other.rules.next_dealer == "keeps" and listed is not None:
            found.append(_Reading(other, low, high, listed))
    return found


def _one_score(setting: Setting) -> Iterator[ProofCase]:
    for reading, dealer in itertools.product(_readings(setting), range(setting.game.players)):
        yield _differing(setting, reading, dealer)


def _differing(setting: Setting, reading: _Reading, dealer: int) -> ProofCase:
    """Return the case of a dealer, of whose side the points come first."""
    side = setting.game.sides[dealer]
    teams = finished_deals.team_count(setting.game)
    return finished_deals.case(
        setting,
        finished_deals.points_each(setting, "points of side", teams),
        lambda end: end.points,
        lambda *gained: tuple(
            [_dealer_of(game, dealer, *gained[-side:], *gained[:-side]) for game in (setting.game, reading.other)]
        ),
        returns=("next dealer", "next dealer by the other reading"),
        claim=lambda gained, dealt: together(
            dealt[0] != dealt[1], some(same(gained, values) for values in reading.listed)
        ),
        name=f"{reading.low} or {reading.high} points keep the deal, seat {dealer} has dealt",
        wanted=lambda end: [rounds >= 1 for rounds in end.rounds],
    )


# --- When it is over --------------------------------------------------------------------------------------------------


def _over(setting: Setting) -> Iterator[ProofCase]:
    """Whoever has claimed, where that matters alone."""
    claims = (None, *range(setting.game.side_count)) if setting.game.scores_matter else (None,)
    yield from [_over_by(setting, claimed) for claimed in claims]


def _over_by(setting: Setting, claimed: int | None) -> ProofCase:
    rules, count = setting.game.rules, counted(setting)
    is_over, ahead = match_over(rules, count), [leads(count, number) for number in range(count)]

    def over(deals: int, *scores: int) -> tuple[int, int]:
        now = match_of(setting, scores, Untouched(), deals=deals, claimed=claimed)
        return 1 if now.over else 0, flat_side(now.winner)

    def claim(given: Numbers, found: Numbers) -> Truth:
        deals, *scores = given
        if setting.game.scores_matter:
            return same(found, (int(claimed is not None), flat_side(claimed)))
        decided = is_over(*scores, deals)
        winner = Z3.Sum([either(leader(*scores), number, 0) for number, leader in enumerate(ahead, start=1)]) - 1
        return same(found, (either(decided, 1, 0), either(decided, winner, -1)))

    return ProofCase(
        name="" if claimed is None else f"side {claimed} has claimed",
        variables=(Variable("deals", tuple(range(rules.deals + 2))), *scores_each(setting)),
        returns=("over", "winner"),
        lifted=over,
        claim=claim,
    )


# --- Words and witnesses ----------------------------------------------------------------------------------------------


def _statement(setting: Setting) -> str:
    rules = setting.game.rules
    ends_ = f"after {rules.deals} deals" if rules.match_ends == "deals" else f"when a side has {rules.target}"
    if setting.game.scores_matter:
        ends_ = "when a side has claimed it rightly"
    text = f"the score of a match adds up, and it ends {ends_}"
    for _, low, high, listed in _readings(setting):
        scores = " or ".join("-".join(map(str, values)) for values in sorted(listed))
        text += f"; whether {low} or {high} points keep the deal matters exactly at {scores}"
    return text


def _witnesses(setting: Setting) -> Iterator[Witness]:
    game, end = setting.game, finished_deals.end(setting)
    for other, *_, listed in _readings(setting):

        def parts(_: State, result: Result, other: Game = other) -> bool:
            gained = result.game_points
            return gained is not None and _dealer_of(game, 0, *gained) != _dealer_of(other, 0, *gained)

        for values, numbers in sorted(listed.items()):
            shows = f"at {'-'.join(map(str, values))} the next dealer is another one by the other reading"
            yield finished_deals.witness(setting, shows, numbers, parts)

    def added(_: State, result: Result) -> bool:
        then = match.start_match(game, dealer=0).add(result)
        return then.deals == 1 and (bool(partners_change(setting)) or result.game_points == then.scores)

    shows, wanted = "a deal is added to the score", (end.points[0] > 0, end.last == 0)
    rules = game.rules
    if isinstance(rules, SuitParameters) and rules.score == "race" and finished_deals.is_claimed(rules):
        claimed = finished_deals.example(setting, *wanted, end.points[0] >= rules.claim_points)
        if claimed is not None:
            yield finished_deals.witness(setting, shows, claimed, added, claim=0)
            return
    yield finished_deals.witness(setting, shows, finished_deals.example(setting, *wanted), added)


_COURSES: Final = "all whole numbers of scores and points; each of {players} players leads or took the last trick, any sides are burned"

PROPOSITIONS: Final[tuple[Proposition, ...]] = (
    Proposition(
        id="T-MATCH",
        statement=_statement,
        argument=(
            "A match is its dealer, its scores, how many deals were played, and what is carried. Each deal changes them as the clauses"
            " say, for all scores and game points; so they are what all deals together make of them. The match is over, and won, exactly"
            " when the clauses say so of these numbers."
        ),
        witnesses=_witnesses,
        steps=(
            Step(
                name="next_dealer",
                statement="the next deal is dealt by whom the rules name",
                clauses=("DEAL-2",),
                function="aceten.engine.match.next_dealer",
                domain="all whole numbers of game points, each of {players} dealers",
                cases=_next_dealer,
            ),
            Step(
                name="readings",
                statement="the readings of when the dealer keeps the deal differ exactly at the listed points",
                clauses=("DEAL-2",),
                function="aceten.engine.match.next_dealer",
                domain="all ends of deals in which every side took a trick",
                cases=_one_score,
                applies=lambda setting: bool(_readings(setting)),
            ),
            Step(
                name="over",
                statement="the match is over when it is decided, and who then has more than all others has won it",
                clauses=("MATCH-1", "MATCH-2", "MATCH-3", "MATCH-4", "MATCH-5", "MATCH-10", "CLAIM-5"),
                function="aceten.engine.match.Match.over",
                domain="all whole numbers of scores and deals",
                cases=_over,
            ),
            Step(
                name="winner",
                statement="who has more than all others when the match is over has won it",
                clauses=("MATCH-1", "MATCH-3", "MATCH-10", "CLAIM-5"),
                function="aceten.engine.match.Match.winner",
                domain="all whole numbers of scores and deals",
                cases=_over,
            ),
            Step(
                name="add",
                statement="a deal adds to the scores what it counts, with what drawn deals and the favourite suit make of it, and scores"
                " fall to 0 as its result says; it is refused when the match is over, or when it is no deal of the match",
                clauses=(
                    *("DEAL-2", "MATCH-1", "MATCH-3", "MATCH-6", "MATCH-7", "MATCH-8", "MATCH-11"),
                    *("SCORE-11", "SCORE-12", "SCORE-13"),
                ),
                function="aceten.engine.match.Match.add_game_points",
                domain="every dealer, all whole numbers of scores and deals, any suits; doubled any number of times with all game points"
                " that a deal can bring, and twice at most with all whole numbers of them; resets of any sides, and of none that is there",
                whole=True,
                cases=added_deals.added,
            ),
            Step(
                name="players",
                statement="players stay where they are; in a tour eldest hand has each of the others for a partner",
                clauses=("MATCH-9",),
                function="aceten.engine.match.Match.players",
                domain="every deal of a match, each of {players} dealers",
                cases=added_deals.seated,
            ),
            Step(
                name="begins",
                statement="a match begins with the dealer that is named, and with nothing scored or played",
                clauses=("DEAL-1", "MATCH-1"),
                function="aceten.engine.match.start_match",
                domain="any number for a dealer; with a seed, too, and without either; not: dealers that a seed draws",
                bounded=True,
                cases=played_matches.begun,
            ),
            Step(
                name="deals",
                statement="the dealer deals, as long as the match is not over, with the scores where they bear on play",
                clauses=("DEAL-2", "MATCH-1"),
                function="aceten.engine.match.Match.deal",
                domain="all whole numbers of scores and deals, any dealer, whatever is asked for",
                cases=played_matches.dealt,
            ),
            Step(
                name="reached",
                statement="who has come to the target in a deal that goes on has won, where the match ends with that trick",
                clauses=("MATCH-3", "SCORE-12"),
                function="aceten.engine.match.Match.reached",
                domain=_COURSES,
                whole=True,
                cases=played_matches.reached,
            ),
            Step(
                name="finish",
                statement="a deal that is over is added; one that goes on ends the match only when it has brought a side to the target",
                clauses=("MATCH-1", "MATCH-3"),
                function="aceten.engine.match.Match.finish",
                domain=f"all whole numbers of deals; {_COURSES}",
                whole=True,
                cases=played_matches.finished,
            ),
            Step(
                name="result",
                statement="what a deal came to is added as it is, and refused where its game points are open",
                clauses=("MATCH-1",),
                function="aceten.engine.match.Match.add",
                domain="any result",
                cases=played_matches.result_added,
            ),
        ),
    ),
)
"""The theorem about matches."""
