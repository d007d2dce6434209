"""How a match goes on: who deals next, what a deal adds to the score, and when it is over."""

from __future__ import annotations

import itertools
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple, cast

import msgspec

from aceten import match
from aceten.actions import Seat, Side
from aceten.errors import UsageError
from aceten.loading import load
from aceten.proofs.obligations import Case, Variable
from aceten.proofs.propositions import Proposition, Step
from aceten.proofs.replacing import replaced
from aceten.proofs.setting import setting as setting_of
from aceten.proofs.setting import with_rules
from aceten.proofs.suit_deals import as_points
from aceten.proofs.symbolic import apply, told
from aceten.proofs.theorems.ended import (
    FLAG,
    Numbers,
    as_number,
    end_variables,
    ends,
    every_value,
    finished,
    missing,
    model,
    needed,
    shown,
    team_count,
    within,
)
from aceten_spec.cards import Suit
from aceten_spec.errors import AcetenError
from aceten_spec.formulas import Z3
from aceten_spec.formulas.matches import carried_on, counts_in_match, dealer_after, leads, match_over
from aceten_spec.formulas.terms import equal, every, no, some, together
from aceten_spec.options import option_values, options_for
from aceten_spec.rulebook import MatchingParameters, SuitParameters

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from aceten.game import Game
    from aceten.proofs.report import Witness
    from aceten.proofs.setting import Setting
    from aceten.scoring import Result
    from aceten.state import State
    from aceten_spec.formulas import Number, Truth

MOST_SCORES: Final = 24
"""Where two readings of who deals next differ at more scores than so many, they are not listed."""

_DOUBLED: Final = 3
"""So often a deal is doubled at most in what is proved."""


def by_player(setting: Setting) -> bool:
    """Whether partners change, so that the score is kept by player."""
    rules = setting.game.rules
    return isinstance(rules, SuitParameters) and rules.partners_change > 0


def _counted(setting: Setting) -> int:
    """Return how many scores there are."""
    return setting.game.players if by_player(setting) else setting.game.side_count


def _gained(setting: Setting) -> tuple[Variable, ...]:
    usual = tuple(range(setting.game.most_game_points + 1))
    return tuple(Variable(f"game points of side {side}", usual) for side in range(setting.game.side_count))


def _scores(setting: Setting) -> tuple[Variable, ...]:
    usual = tuple(range(setting.game.rules.target + 1))
    return tuple(Variable(f"score {number}", usual) for number in range(_counted(setting)))


# --- Who deals next ---------------------------------------------------------------------------------------------------


_NEXT_DEALERS: Final = ("rotate", "losers", "keeps", "winners", "same")
_DRAWN_DEALERS: Final = ("passes", "keeps")


def _next_dealer(setting: Setting) -> Iterator[Case]:
    """Whoever has dealt, by the game's own rule and by every other one."""
    own = setting.game
    for rule, drawn, dealer in itertools.product(_NEXT_DEALERS, _DRAWN_DEALERS, range(own.players)):
        rules = msgspec.structs.replace(own.rules, next_dealer=rule, drawn_dealer=drawn)
        game = msgspec.structs.replace(own, rules=rules)

        def following(*gained: int, dealer: int = dealer, game: Game = game) -> int:
            return match.next_dealer(game, Seat(dealer), gained)

        def claim(given: Numbers, found: Numbers, dealer: int = dealer, game: Game = game) -> Truth:
            return found[0] == dealer_after(game.rules, game.players, game.side_count, dealer)(*given)

        yield Case(
            name=f"{rule}, {drawn} after a draw, seat {dealer} has dealt",
            variables=_gained(setting),
            returns=("next dealer",),
            lifted=following,
            claim=claim,
        )


def _readings(setting: Setting) -> list[tuple[Game, int, int]]:
    """Return the game by other readings of when the dealer keeps the deal, each with the lower number and the higher one."""
    game = setting.game
    there = options_for(game.rulebook, game.players)
    if game.rules.next_dealer != "keeps" or "keeps_deal" not in there:
        return []
    found: list[tuple[Game, int, int]] = []
    for value in option_values(there["keeps_deal"]) or ():
        if value == game.rules.keeps_deal:
            continue
        try:
            other = load(game.rulebook, players=game.players, **(dict(game.options) | {"keeps_deal": value}))
        except AcetenError:
            continue
        if other.rules.next_dealer == "keeps":
            low, high = sorted((game.rules.keeps_deal, other.rules.keeps_deal))
            found.append((other, low, high))
    return found


def _differing(setting: Setting, low: int, high: int) -> dict[tuple[int, ...], tuple[int, ...]] | None:
    """Return the points of the dealer's side and of the others at which two readings differ, by the ends that a deal can have."""
    found = ends(setting)
    variables = tuple(Z3.Int(name) for name in found.names)
    points = [total(*variables) for total in found.points]
    own = points[0]
    return every_value([found.possible(*variables), own >= low, own < high], points, variables, most=MOST_SCORES)


def _one_score(setting: Setting) -> Iterator[Case]:
    game, found = setting.game, ends(setting)
    teams = team_count(game)
    for other, low, high in _readings(setting):
        listed = _differing(setting, low, high)
        if listed is None:
            continue

        def dealers(*numbers: int, other: Game = other) -> tuple[int, int]:
            gained = numbers[:teams]
            return match.next_dealer(game, Seat(0), gained), match.next_dealer(other, Seat(0), gained)

        def assuming(given: Numbers) -> list[Truth]:
            numbers = given[teams:]
            everywhere = [total(*numbers) == has for has, total in zip(given, found.points, strict=False)]
            some = [found.rounds[team](*numbers) >= 1 for team in range(teams)]
            return [found.possible(*numbers), *everywhere, *some]

        def claim(given: Numbers, dealt: Numbers, listed: dict[tuple[int, ...], tuple[int, ...]] = listed) -> Truth:
            there = Z3.Or(
                [Z3.And([has == value for has, value in zip(given, values, strict=False)]) for values in listed]
            )
            return together(dealt[0] != dealt[1], there)

        yield Case(
            name=f"{low} or {high} points keep the deal",
            variables=(*[setting.points(f"points of side {side}") for side in range(teams)], *end_variables(found)),
            returns=("next dealer", "next dealer by the other reading"),
            lifted=dealers,
            assuming=assuming,
            claim=claim,
            position=lambda numbers: finished(game, found, numbers[teams:], **needed(game)),
        )


def _reads_otherwise(setting: Setting) -> bool:
    return any(_differing(setting, low, high) is not None for _, low, high in _readings(setting))


# --- When it is over --------------------------------------------------------------------------------------------------


def _match(setting: Setting, scores: tuple[int, ...], **known: object) -> match.Match:
    fields: dict[str, object] = {"game": setting.game, "dealer": Seat(0), "scores": scores} | known
    return match.Match(**fields)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType] - symbolic


def _over(setting: Setting) -> Iterator[Case]:
    game, count = setting.game, _counted(setting)
    claims = (None, 0, game.side_count - 1) if game.scores_matter else (None,)
    for claimed in claims:

        def over(deals: int, *scores: int, claimed: int | None = claimed) -> tuple[object, ...]:
            now = _match(setting, scores, deals=deals, claimed=claimed)
            won = now.winner
            return (1 if now.over else 0), -1 if won is None else won

        def claim(given: Numbers, found: Numbers, claimed: int | None = claimed) -> Truth:
            scores = given[1:]
            if game.scores_matter:
                return (found[0] == int(claimed is not None)) & (found[1] == (-1 if claimed is None else claimed))
            is_over = match_over(game.rules, count)(*scores, given[0])
            ahead = [is_over & leads(count, number)(*scores) for number in range(count)]
            winner = Z3.Sum([Z3.If(one, number + 1, Z3.IntVal(0)) for number, one in enumerate(ahead)]) - 1
            return every([together(found[0] == 1, is_over), within(found[0], 0, 1), found[1] == winner])

        yield Case(
            name="" if claimed is None else f"side {claimed} has claimed",
            variables=(Variable("deals", tuple(range(game.rules.deals + 2))), *_scores(setting)),
            returns=("over", "winner"),
            lifted=over,
            claim=claim,
        )


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
    return isinstance(rules, SuitParameters) and rules.favourite == "on"


def _variants(setting: Setting) -> Iterator[tuple[Setting, int | None]]:
    """Yield the game, also as one that ends at once, and how many deals were played, where that is known."""
    rules = setting.game.rules
    if isinstance(rules, SuitParameters):
        after = rules.partners_change
        yield from ((setting, after * change if after else None) for change in range(len(_TOUR) if after else 1))
        return
    for finish in ("deal_end", "immediate"):
        yield setting_of(with_rules(setting.game, finish=finish)), None


def _add(setting: Setting) -> Iterator[Case]:
    """Yield the cases that a deal changes a match as the clauses say, or is refused: who deals next, and when it is over, is proved."""
    for about, played in _variants(setting):
        with _standing_in(about):
            yield from [_adding(about, deal, played) for deal in _deals(about)]


@contextmanager
def _standing_in(setting: Setting) -> Generator[None]:
    game, over = setting.game, match_over(setting.game.rules, _counted(setting))

    def next_dealer(_: Game, dealer: int, gained: tuple[int, ...]) -> int:
        return apply(dealer_after(game.rules, game.players, game.side_count, dealer), *gained)

    def is_over(now: match.Match) -> bool:
        return now.claimed is not None if game.scores_matter else told(over, *now.scores, now.deals)

    def nobody(_: match.Match) -> None:
        """Stand in for who has won, which is only said."""

    with (
        replaced(match.next_dealer, next_dealer),
        replaced(match.Match.over, is_over),
        replaced(match.Match.winner, nobody),
    ):
        yield


def _adding(setting: Setting, deal: _Deal, played: int | None) -> Case:
    game, rules, sides, count = setting.game, setting.game.rules, setting.game.side_count, _counted(setting)
    dealer = game.players - 1
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
        won = -1 if then.claimed is None else then.claimed
        return (then.dealer, *then.scores, then.deals, *then.carried, then.favourite or 0, won)

    def claim(given: Numbers, found: Numbers) -> Truth:
        deals, added, *numbers = given
        scores, gained = numbers[:count], numbers[count:]
        wrong = deal.lacking or not set(deal.resets) <= set(range(sides)) or (_favours(setting) and deal.trump is None)
        why: list[Truth | bool] = [bool(wrong), *[number < 0 for number in gained]]
        if not game.scores_matter:
            why.append(over(*scores, deals))
        if isinstance(rules, MatchingParameters) and rules.finish == "immediate":
            there = [as_number(has + more >= rules.target) for has, more in zip(scores, gained, strict=True)]
            why.append(Z3.Sum(there) > 1)
        if not found:
            return some(why)
        twice = int(_favours(setting) and deal.trump is not None and deal.trump == deal.favourite)
        of_deal = (*gained, Z3.IntVal(twice), added)
        counted = [counts_in_match(rules, sides, side, deal.doubled)(*of_deal) for side in range(sides)]
        of_sides = range(sides) if played is None else _sides_of(setting, dealer, played)
        by_score = [
            0 if number in deal.resets else scores[number] + counted[side] for number, side in enumerate(of_sides)
        ]
        expected: list[Number | int] = [
            *(dealers(*gained), *by_score, deals + 1),
            *[formula(*of_deal) for formula in carried_on(rules, sides, deal.doubled)],
            _favourite_after(setting, deal),
            -1 if deal.claimed is None else deal.claimed,
        ]
        return every([no(some(why)), *map(equal, found, expected)])

    return Case(
        name=f"{deal}, {rules.finish if isinstance(rules, MatchingParameters) else played}",
        variables=(
            Variable("deals", tuple(range(rules.deals + 2)) if played is None else (played,)),
            Variable("carried", tuple(range(3))),
            *_scores(setting),
            *_gained(setting),
        ),
        returns=(),
        lifted=add,
        assuming=lambda given: [given[0] >= 0, given[1] >= 0, *[given[0] == played] * (played is not None)],
        claim=claim,
        by_path=True,
    )


def _sides_of(setting: Setting, dealer: int, played: int) -> list[int]:
    """Return the side of each player in a tour, after so many deals."""
    game = setting.game
    change = played // setting.suits.rules.partners_change
    places = [(dealer + 1 + turn) % game.players for turn in range(game.players)]
    seats = {places[who]: places[turn] for turn, who in enumerate(_TOUR[change])}
    return [game.sides[seats[player]] for player in range(game.players)]


def _favourite_after(setting: Setting, deal: _Deal) -> int:
    if not _favours(setting):
        return 0 if deal.favourite is None else int(deal.favourite)
    suit = deal.trump if deal.favourite is None else deal.favourite
    return 0 if suit is None else int(suit)


def _players(setting: Setting) -> Iterator[Case]:
    game, rules = setting.game, setting.game.rules
    players = game.players
    after = rules.partners_change if isinstance(rules, SuitParameters) else 0
    for dealer, change in itertools.product(range(players), range(len(_TOUR) if after else 1)):

        def seated(extra: int, dealer: int = dealer, change: int = change) -> tuple[int, ...]:
            played = after * change + ((after or 2) - 1 if extra == 1 else 0)
            return _match(setting, (0,) * _counted(setting), dealer=Seat(dealer), deals=played).players

        def claim(_: Numbers, found: Numbers, dealer: int = dealer, change: int = change) -> Truth:
            if not after:
                return Z3.And([player == seat for seat, player in enumerate(found)])
            places = [(dealer + 1 + turn) % players for turn in range(players)]
            return Z3.And([found[places[turn]] == places[who] for turn, who in enumerate(_TOUR[change])])

        yield Case(
            name=f"seat {dealer} deals, after {change} changes",
            variables=(Variable("last deal before the next change", FLAG),),
            returns=tuple(f"player in seat {seat}" for seat in range(players)),
            lifted=seated,
            assuming=lambda given: [within(given[0], 0, 1)],
            claim=claim,
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
    for _, low, high in _readings(setting):
        listed = _differing(setting, low, high)
        if listed is not None:
            scores = " or ".join("-".join(map(str, values)) for values in sorted(listed))
            text += f"; whether {low} or {high} points keep the deal matters exactly at {scores}"
    return text


def _witnesses(setting: Setting) -> Iterator[Witness]:
    game, found = setting.game, ends(setting)
    for other, low, high in _readings(setting):
        listed = _differing(setting, low, high)
        for values, numbers in sorted((listed or {}).items()):
            shows = f"at {'-'.join(map(str, values))} the next dealer is another one by the other reading"

            def parts(_: State, result: Result, other: Game = other) -> bool:
                gained = result.game_points
                return gained is not None and (
                    match.next_dealer(game, Seat(0), gained) != match.next_dealer(other, Seat(0), gained)
                )

            yield shown(shows, game, finished(game, found, numbers, **needed(game)), parts)
    variables = tuple(Z3.Int(name) for name in found.names)
    wanted = [found.possible(*variables), found.points[0](*variables) > 0, found.last(*variables) == 0]
    said = needed(game)
    end = None
    if isinstance(game.rules, SuitParameters) and game.rules.score == "race":
        end = model([*wanted, found.points[0](*variables) >= game.rules.claim_points], variables)
        said = said if end is None else said | {"claim": 0}
    end = end or model(wanted, variables)
    if end is None:
        yield missing("a deal is added to the score", "no deal can end so")
        return

    def added(_: State, result: Result) -> bool:
        start = match.start_match(game, dealer=0)
        then = start.add(result)
        kept = by_player(setting) or tuple(result.game_points or ()) == then.scores
        return then.deals == 1 and bool(kept)

    yield shown("a deal is added to the score", game, finished(game, found, end, **said), added)


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
                function="aceten.match.next_dealer",
                domain="all whole numbers of game points, each of {players} dealers",
                cases=_next_dealer,
            ),
            Step(
                name="readings",
                statement="the readings of when the dealer keeps the deal differ exactly at the listed points",
                clauses=("DEAL-2",),
                function="aceten.match.next_dealer",
                domain="all ends of deals in which every side took a trick",
                cases=_one_score,
                applies=_reads_otherwise,
            ),
            Step(
                name="over",
                statement="the match is over when it is decided, and who then has more than all others has won it",
                clauses=("MATCH-1", "MATCH-2", "MATCH-3", "MATCH-4", "MATCH-5", "MATCH-10", "CLAIM-5"),
                function="aceten.match.Match.over",
                domain="all whole numbers of scores and deals",
                cases=_over,
            ),
            Step(
                name="winner",
                statement="who has more than all others when the match is over has won it",
                clauses=("MATCH-1", "MATCH-3", "MATCH-10", "CLAIM-5"),
                function="aceten.match.Match.winner",
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
                function="aceten.match.Match.add_game_points",
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
                function="aceten.match.Match.players",
                domain="up to three changes, each of {players} dealers",
                bounded=True,
                cases=_players,
            ),
        ),
    ),
)
"""The theorem about matches."""
