"""How a match goes on: who deals next, what a deal adds to the score, and when it is over."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple, cast

from aceten.engine import match
from aceten.engine.game import Game
from aceten.engine.loading import load
from aceten.engine.scoring import Result
from aceten.engine.state import State
from aceten.proofs.claims.action_claims import same
from aceten.proofs.claims.contracts import Contract, standing_in
from aceten.proofs.claims.symbolic_suit_deals import as_points
from aceten.proofs.execution.symbolic_numbers import apply, told
from aceten.proofs.statements.game_setting import Setting, is_matching, with_rules
from aceten.proofs.statements.game_setting import setting as setting_of
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable, agreeing
from aceten.proofs.statements.proof_report import Witness
from aceten.proofs.statements.propositions import Proposition, Step
from aceten.proofs.theorems.results import finished_deals
from aceten.vocabulary.actions import Seat, Side
from aceten.vocabulary.errors import UsageError
from aceten_spec.cards import Suit
from aceten_spec.errors import AcetenError
from aceten_spec.formulas.match_clauses import carried_on, counts_in_match, dealer_after, leads, match_over
from aceten_spec.formulas.terms import Z3, Truth, either, equal, every, no, numeral, some, together
from aceten_spec.options import option_values, options_for
from aceten_spec.rulebook import MatchingParameters, SuitParameters

MOST_SCORES: Final = 24
"""Where two readings of who deals next differ at more scores than so many, they are not listed."""

_DOUBLED: Final = 3
"""So often a deal is doubled at most in what is proved."""


def _partners_change(setting: Setting) -> int:
    """Return after how many deals partners change, so that the score is kept by player; 0: never."""
    rules = setting.game.rules
    return rules.partners_change if isinstance(rules, SuitParameters) else 0


def _counted(setting: Setting) -> int:
    """Return how many scores there are."""
    return setting.game.players if _partners_change(setting) else setting.game.side_count


def _gained(setting: Setting) -> tuple[Variable, ...]:
    usual = tuple(range(setting.game.most_game_points + 1))
    return tuple(Variable(f"game points of side {side}", usual) for side in range(setting.game.side_count))


def _scores(setting: Setting) -> tuple[Variable, ...]:
    usual = tuple(range(setting.game.rules.target + 1))
    return tuple(Variable(f"score {number}", usual) for number in range(_counted(setting)))


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
            _gained(setting),
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
    yield from [_differing(setting, reading) for reading in _readings(setting)]


def _differing(setting: Setting, reading: _Reading) -> ProofCase:
    teams = finished_deals.team_count(setting.game)
    return finished_deals.case(
        setting,
        finished_deals.points_each(setting, "points of side", teams),
        lambda end: end.points,
        lambda *gained: (_dealer_of(setting.game, 0, *gained), _dealer_of(reading.other, 0, *gained)),
        returns=("next dealer", "next dealer by the other reading"),
        claim=lambda gained, dealt: together(
            dealt[0] != dealt[1], some(same(gained, values) for values in reading.listed)
        ),
        name=f"{reading.low} or {reading.high} points keep the deal",
        wanted=lambda end: [rounds >= 1 for rounds in end.rounds],
    )


# --- When it is over --------------------------------------------------------------------------------------------------


def _match(setting: Setting, scores: tuple[int, ...], **known: object) -> match.Match:
    fields: dict[str, object] = {"game": setting.game, "dealer": Seat(0), "scores": scores} | known
    return match.Match(**fields)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType] - symbolic


def _over(setting: Setting) -> Iterator[ProofCase]:
    """Whoever has claimed, where that matters alone."""
    claims = (None, 0, setting.game.side_count - 1) if setting.game.scores_matter else (None,)
    yield from [_over_by(setting, claimed) for claimed in claims]


def _over_by(setting: Setting, claimed: int | None) -> ProofCase:
    rules, count = setting.game.rules, _counted(setting)
    is_over, ahead = match_over(rules, count), [leads(count, number) for number in range(count)]

    def over(deals: int, *scores: int) -> tuple[int, int]:
        now = _match(setting, scores, deals=deals, claimed=claimed)
        return 1 if now.over else 0, _flat(now.winner)

    def claim(given: Numbers, found: Numbers) -> Truth:
        deals, *scores = given
        if setting.game.scores_matter:
            return same(found, (int(claimed is not None), _flat(claimed)))
        decided = is_over(*scores, deals)
        winner = Z3.Sum([either(leader(*scores), number, 0) for number, leader in enumerate(ahead, start=1)]) - 1
        return same(found, (either(decided, 1, 0), either(decided, winner, -1)))

    return ProofCase(
        name="" if claimed is None else f"side {claimed} has claimed",
        variables=(Variable("deals", tuple(range(rules.deals + 2))), *_scores(setting)),
        returns=("over", "winner"),
        lifted=over,
        claim=claim,
    )


def _flat(side: int | None) -> int:
    return -1 if side is None else side


# --- What a deal adds -------------------------------------------------------------------------------------------------


class _Deal(NamedTuple):
    """A deal that is added to a match, as far as it is not numbers."""

    trump: Suit | None
    favourite: Suit | None
    """The suit that counted twice before it."""
    doubled: int = 0
    """How often it is doubled."""
    resets: tuple[int, ...] = ()
    claimed: Side | None = None
    lacking: int = 0
    """Of how many sides game points are missing."""

    def __str__(self) -> str:
        """Name what sets it apart."""
        suits = [suit.letter if suit else "-" for suit in (self.trump, self.favourite)]
        lacking = f", {self.lacking} without game points" * bool(self.lacking)
        return f"trumps {suits[0]}, favourite {suits[1]}, doubled {self.doubled} times, scores of {self.resets} fall{lacking}"


def _deals(setting: Setting) -> Iterator[_Deal]:
    rules, sides = setting.game.rules, setting.game.side_count
    favours = _favours(setting)
    carries = isinstance(rules, SuitParameters) and rules.drawn != "void"
    suits: list[tuple[Suit | None, Suit | None]] = [(None, None), (Suit.HEARTS, None)]
    if favours:
        suits = [(Suit.HEARTS, None), (Suit.HEARTS, Suit.HEARTS), (Suit.HEARTS, Suit.CLUBS)]
    for (trump, favourite), doubled in itertools.product(suits, range(_DOUBLED if carries else 1)):
        yield _Deal(trump, favourite, doubled)
    yield _Deal(Suit.SPADES, None, resets=(sides - 1,), claimed=Side(0))
    for resets in (tuple(range(sides)), (-1,), (sides,)):
        yield _Deal(Suit.SPADES, None, resets=resets)
    yield _Deal(Suit.SPADES, None, lacking=1)
    if favours:
        yield _Deal(None, None)


def _favours(setting: Setting) -> bool:
    rules = setting.game.rules
    return isinstance(rules, SuitParameters) and rules.favourite


def _variants(setting: Setting) -> Iterator[tuple[Setting, int | None]]:
    """Yield the game, also as one that ends at once, and how many deals were played, where that is known."""
    if is_matching(setting):
        for finish in ("deal_end", "immediate"):
            yield setting_of(with_rules(setting.game, finish=finish)), None
    elif after := _partners_change(setting):
        yield from [(setting, after * change) for change in range(len(_TOUR))]
    else:
        yield setting, None


def _add(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases that a deal changes a match as the clauses say, or is refused: who deals next, and when it is over, is proved."""
    for about, played in _variants(setting):
        with standing_in(_proved(about)):
            yield from [_adding(about, deal, played) for deal in _deals(about)]


def _proved(setting: Setting) -> Iterator[Contract]:
    """Yield what is proved of a match."""
    game, over = setting.game, match_over(setting.game.rules, _counted(setting))

    def next_dealer(_: Game, dealer: int, gained: tuple[int, ...]) -> int:
        return apply(dealer_after(game.rules, game.players, game.side_count, dealer), *gained)

    def is_over(now: match.Match) -> bool:
        return now.claimed is not None if game.scores_matter else told(over, *now.scores, now.deals)

    def nobody(_: match.Match) -> None:
        """Stand in for who has won, which is only said."""

    yield match.next_dealer, next_dealer
    yield cast("property", match.Match.over), is_over
    yield cast("property", match.Match.winner), nobody


def _adding(setting: Setting, deal: _Deal, played: int | None) -> ProofCase:
    game, rules, sides, count = setting.game, setting.game.rules, setting.game.side_count, _counted(setting)
    dealer, favours = game.players - 1, _favours(setting)
    over, dealers = match_over(rules, count), dealer_after(rules, game.players, sides, dealer)

    def add(deals: int, added: int, *numbers: int) -> tuple[int, ...]:
        scores, gained = (tuple(map(as_points, part)) for part in (numbers[:count], numbers[count:]))
        now = _match(
            setting,
            scores,
            dealer=Seat(dealer),
            deals=deals if played is None else played,
            carried=(added, deal.doubled),
            favourite=deal.favourite,
        )
        resets = cast("tuple[Side, ...]", deal.resets)
        try:
            then = now.add_game_points(gained[: sides - deal.lacking], resets, trump=deal.trump, claimed=deal.claimed)
        except UsageError:
            return ()
        return (then.dealer, *then.scores, then.deals, *then.carried, then.favourite or 0, _flat(then.claimed))

    def claim(given: Numbers, found: Numbers) -> Truth:
        deals, added, scores, gained = *given[:2], given[2 : 2 + count], given[2 + count :]
        wrong = deal.lacking or not set(deal.resets) <= set(range(sides)) or (favours and deal.trump is None)
        why: list[Truth | bool] = [bool(wrong), *[number < 0 for number in gained]]
        if not game.scores_matter:
            why.append(over(*scores, deals))
        if isinstance(rules, MatchingParameters) and rules.finish == "immediate":
            there = [either(has + more >= rules.target, 1, 0) for has, more in zip(scores, gained, strict=True)]
            why.append(Z3.Sum(there) > 1)
        if not found:
            return some(why)
        twice = favours and deal.trump is not None and deal.trump == deal.favourite
        of_deal = (*gained, numeral(int(twice)), added)
        counted = [counts_in_match(rules, sides, side, deal.doubled)(*of_deal) for side in range(sides)]
        of_sides: Sequence[int] = range(sides)
        if played is not None:
            of_sides = [game.sides[seat] for seat in _seats(setting, dealer, played // _partners_change(setting))]
        by_score = [
            0 if number in deal.resets else scores[number] + counted[side] for number, side in enumerate(of_sides)
        ]
        favourite = deal.favourite or (deal.trump if favours else None)
        expected = (
            *(dealers(*gained), *by_score, deals + 1),
            *[formula(*of_deal) for formula in carried_on(rules, sides, deal.doubled)],
            favourite or 0,
            _flat(deal.claimed),
        )
        return every([no(some(why)), same(found, expected)])

    return ProofCase(
        name=f"{deal}, {rules.finish if isinstance(rules, MatchingParameters) else played}",
        variables=(
            Variable("deals", tuple(range(rules.deals + 2)) if played is None else (played,), only=played is not None),
            Variable("carried", tuple(range(3))),
            *_scores(setting),
            *_gained(setting),
        ),
        lifted=add,
        assuming=lambda given: [given[0] >= 0, given[1] >= 0],
        claim=claim,
    )


def _seats(setting: Setting, dealer: int, change: int) -> list[int]:
    """Return the seat of each player after so many changes of partners."""
    players = setting.game.players
    if not change:
        return list(range(players))
    places = [(dealer + 1 + turn) % players for turn in range(players)]
    seats = {places[who]: places[turn] for turn, who in enumerate(_TOUR[change])}
    return [seats[player] for player in range(players)]


def _players(setting: Setting) -> Iterator[ProofCase]:
    """Whoever deals, after any number of changes."""
    changes = range(len(_TOUR) if _partners_change(setting) else 1)
    for dealer, change in itertools.product(range(setting.game.players), changes):
        yield _seated(setting, dealer, change)


def _seated(setting: Setting, dealer: int, change: int) -> ProofCase:
    """Return the case of who sits where after so many changes of partners."""
    after, seats = _partners_change(setting), _seats(setting, dealer, change)

    def seated(last: int) -> tuple[int, ...]:
        played = after * change + ((after or 2) - 1 if last == 1 else 0)
        return _match(setting, (0,) * _counted(setting), dealer=Seat(dealer), deals=played).players

    return ProofCase(
        name=f"seat {dealer} deals, after {change} changes",
        variables=(finished_deals.flag("last deal before the next change"),),
        returns=tuple(f"player in seat {seat}" for seat in range(setting.game.players)),
        lifted=seated,
        claim=lambda _, found: every(equal(found[seat], player) for player, seat in enumerate(seats)),
    )


_TOUR: Final = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 2, 3, 1), (0, 3, 2, 1))
"""Who sits in the places from eldest hand on after so many changes, by the places that they had at first.

The partner changes seats with the player to the left of eldest hand, who plays after him, then the next one with the player to the right,
and so on (EW-MATCH-9).
"""


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
        return then.deals == 1 and (bool(_partners_change(setting)) or result.game_points == then.scores)

    shows, wanted = "a deal is added to the score", (end.points[0] > 0, end.last == 0)
    if isinstance(game.rules, SuitParameters) and game.rules.score == "race":
        claimed = finished_deals.example(setting, *wanted, end.points[0] >= game.rules.claim_points)
        if claimed is not None:
            yield finished_deals.witness(setting, shows, claimed, added, claim=0)
            return
    yield finished_deals.witness(setting, shows, finished_deals.example(setting, *wanted), added)


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
                domain="all whole numbers of scores, game points and deals, doubled twice at most; resets of one side and of all, and of"
                " none that is there",
                bounded=True,
                whole=True,
                cases=_add,
            ),
            Step(
                name="players",
                statement="players stay where they are; in a tour eldest hand has each of the others for a partner",
                clauses=("MATCH-9",),
                function="aceten.engine.match.Match.players",
                domain="up to three changes, each of {players} dealers",
                bounded=True,
                cases=_players,
            ),
        ),
    ),
)
"""The theorem about matches."""
