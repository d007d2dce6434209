"""What a deal adds to a match: cases for every dealer, every score, any number of deals that nobody won, and resets of any sides."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, cast

from aceten.engine import match
from aceten.engine.game import Game
from aceten.proofs.claims.action_claims import same
from aceten.proofs.claims.contracts import Contract, standing_in
from aceten.proofs.claims.symbolic_deals import as_card
from aceten.proofs.claims.symbolic_suit_deals import as_points
from aceten.proofs.execution.symbolic_numbers import Carried, Run, SymbolicInt, is_number, number_term, run_of, told
from aceten.proofs.statements.game_setting import Setting, with_rules
from aceten.proofs.statements.game_setting import setting as setting_of
from aceten.proofs.statements.obligations import Numbers, ProofCase, Random, Variable
from aceten.vocabulary.actions import Seat, Side
from aceten.vocabulary.errors import UsageError
from aceten_spec.cards import Suit
from aceten_spec.formulas.match_clauses import carried_on, counts_in_match, dealer_after, match_over
from aceten_spec.formulas.terms import Z3, Number, Truth, either, equal, evaluate, every, no, numeral, some, together
from aceten_spec.rulebook import MatchingParameters, SuitParameters

_DOUBLED: Final = 3
"""With so many doublings a deal is followed for any game points; with any number of them for those that a deal can bring."""

TOUR: Final = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 2, 3, 1), (0, 3, 2, 1), (0, 3, 1, 2), (0, 1, 3, 2))
"""Who sits in the places from eldest hand on after so many changes, by the places that they had at first; after six changes as at first.

The partner changes seats with the player to the left of eldest hand, who plays after him, then the next one with the player to the right,
and so on (EW-MATCH-9).
"""


def partners_change(setting: Setting) -> int:
    """Return after how many deals partners change, so that the score is kept by player; 0: never."""
    rules = setting.game.rules
    return rules.partners_change if isinstance(rules, SuitParameters) else 0


def counted(setting: Setting) -> int:
    """Return how many scores there are."""
    return setting.game.players if partners_change(setting) else setting.game.side_count


def gained_each(setting: Setting) -> tuple[Variable, ...]:
    """Return variables for the game points of every side."""
    usual = tuple(range(setting.game.most_game_points + 1))
    return tuple(Variable(f"game points of side {side}", usual) for side in range(setting.game.side_count))


def scores_each(setting: Setting) -> tuple[Variable, ...]:
    """Return variables for every score."""
    usual = tuple(range(setting.game.rules.target + 1))
    return tuple(Variable(f"score {number}", usual) for number in range(counted(setting)))


def flat_side(side: int | None) -> int:
    """Return the number of a side, -1 for none."""
    return -1 if side is None else side


def seats_of(setting: Setting, dealer: int, changes: int) -> list[int]:
    """Return the seat of each player after so many changes of partners."""
    players = setting.game.players
    if not partners_change(setting):
        return list(range(players))
    places = [(dealer + 1 + turn) % players for turn in range(players)]
    seats = {places[who]: places[turn] for turn, who in enumerate(TOUR[changes % len(TOUR)])}
    return [seats[player] for player in range(players)]


def match_of(setting: Setting, scores: tuple[int, ...], dealer: object, **known: object) -> match.Match:
    """Return a match with these scores, symbolic or not."""
    fields: dict[str, object] = {"game": setting.game, "dealer": dealer, "scores": scores} | known
    return match.Match(**fields)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType] - symbolic


# --- What is added ----------------------------------------------------------------------------------------------------


class _Times(SymbolicInt):
    """How often a deal is doubled: any number of times, so that a power of two is any."""

    def __init__(self, run: Run, term: Number, power: Number) -> None:
        super().__init__(run, term)
        self._power = power

    def __rpow__(self, base: object) -> SymbolicInt:
        return SymbolicInt(self.run, self._power if base == 2 else self.term * self._known(None))  # noqa: PLR2004 - doubling


class _Deal(NamedTuple):
    """A deal that is added to a match, as far as it is not numbers."""

    trump: bool = False
    """Whether it has a trump suit."""
    favourite: bool = False
    """Whether a suit counted twice before it."""
    resets: tuple[int, ...] = ()
    claimed: bool = False
    """Whether a side has claimed the match in it."""
    decided: bool = False
    """Whether a side has claimed it before."""
    length: int | None = None
    """Of how many sides there are game points; ``None``: of all."""
    doubled: int | None = 0
    """How often it is doubled; ``None``: any number of times."""
    gained: tuple[int, ...] | None = None
    """The game points, where they are known."""

    def __str__(self) -> str:
        """Name what sets it apart."""
        more = {
            "trumps": self.trump,
            "a favourite suit": self.favourite,
            "claimed": self.claimed,
            "claimed before": self.decided,
            f"scores of {self.resets} fall": bool(self.resets),
            f"game points of {self.length} sides": self.length is not None,
            f"doubled {'any number of' if self.doubled is None else self.doubled} times": self.doubled != 0,
            f"game points {self.gained}": self.gained is not None,
        }
        return ", ".join([name for name, said in more.items() if said])


def _deals(setting: Setting) -> Iterator[_Deal]:
    """Yield deals: every part of them that there can be with every other, and what is no deal of the match."""
    rules, sides, both = setting.game.rules, setting.game.side_count, (False, True)
    suits = isinstance(rules, SuitParameters)
    if isinstance(rules, SuitParameters):
        favourites = both if rules.favourite else (False,)
        for trump, favourite, claimed in itertools.product(both, favourites, both):
            yield _Deal(trump, favourite, claimed=claimed)
        for favourite, doubled in itertools.product(favourites, range(1, _DOUBLED if rules.drawn != "void" else 0)):
            yield _Deal(trump=True, favourite=favourite, doubled=doubled)
        if rules.drawn == "doubles":
            one_wins = [(has, 0) for has in range(setting.game.most_game_points + 1)]
            for gained, favourite in itertools.product((*one_wins, *[each[::-1] for each in one_wins]), favourites):
                yield _Deal(trump=True, favourite=favourite, doubled=None, gained=gained)
    for count in range(0 if not suits else sides, sides + 1):
        yield from (_Deal(suits, resets=resets) for resets in itertools.combinations(range(sides), count))
    yield from (_Deal(suits, resets=resets) for resets in ((-1,), (sides,), (0, sides)))
    yield from (_Deal(suits, length=length) for length in (*range(sides), sides + 1))
    if setting.game.scores_matter:
        yield from (_Deal(suits, decided=True, claimed=claimed) for claimed in both)


def _favours(setting: Setting) -> bool:
    rules = setting.game.rules
    return isinstance(rules, SuitParameters) and rules.favourite


def _variants(setting: Setting) -> Iterator[Setting]:
    """Yield the game with every rule of when it ends, or of what a deal means that nobody won."""
    rules = setting.game.rules
    name: str = "finish"
    values: tuple[str, ...] = ("deal_end", "immediate")
    if isinstance(rules, SuitParameters):
        one_wins = rules.score in {"race", "table"} and not rules.partners_change
        name, values = "drawn", ("void", "carry", "doubles") if one_wins else (rules.drawn,)
    yield from [setting_of(with_rules(setting.game, **{name: value})) for value in values]


def added(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases that a deal changes a match as the clauses say, or is refused.

    Who deals next, who sits where, and when it is over, is proved.
    """
    for about in _variants(setting):
        dealers = range(about.game.players)
        tours = itertools.product(dealers, range(len(TOUR))) if partners_change(about) else [(None, 0)]
        for dealer, changes in tours:
            with standing_in(_proved(about, dealer, changes)):
                yield from [_adding(about, deal, dealer, changes) for deal in _deals(about)]


def _dealer(setting: Setting, dealer: Number, gained: Sequence[Number]) -> Number:
    """Return who deals next, by the formulas, whoever has dealt."""
    game, following = setting.game, numeral(0)
    for seat in range(game.players):
        formula = dealer_after(game.rules, game.players, game.side_count, seat)
        following = either(dealer == seat, formula(*gained), following)
    return following


def _proved(setting: Setting, dealt: int | None, changes: int) -> Iterator[Contract]:
    """Yield what is proved of a match in which this seat deals after so many changes of partners."""
    game, over = setting.game, match_over(setting.game.rules, counted(setting))

    def next_dealer(_: Game, dealer: int, gained: tuple[int, ...]) -> int:
        run = run_of((dealer, *gained))
        found = _dealer(setting, number_term(dealer), [*map(number_term, gained)])
        return evaluate(found) if run is None else cast("int", SymbolicInt(run, found))

    def is_over(now: match.Match) -> bool:
        return now.claimed is not None if game.scores_matter else told(over, *now.scores, now.deals)

    def nobody(_: match.Match) -> None:
        """Stand in for who has won, which is only said."""

    def players(_: match.Match) -> tuple[int, ...]:
        seats = seats_of(setting, dealt or 0, changes)
        return tuple([seats.index(seat) for seat in range(game.players)])

    yield match.next_dealer, next_dealer
    yield cast("property", match.Match.over), is_over
    yield cast("property", match.Match.winner), nobody
    yield cast("property", match.Match.players), players


class _Numbers(NamedTuple):
    """The numbers that a match and a deal are made of, symbolic or not."""

    dealer: Number
    deals: Number
    added: Number
    """Game points that were carried."""
    times: Number
    """How often it is doubled, where that is any number."""
    power: Number
    """The factor by which it then counts."""
    trump: Number
    favourite: Number
    claimed: Number
    before: Number
    """The side that had claimed before."""
    scores: Numbers
    gained: Numbers


def _variables(setting: Setting, deal: _Deal, dealer: int | None, changes: int) -> tuple[Variable, ...]:
    game, after = setting.game, partners_change(setting)
    sides, suits = tuple(range(game.side_count)), tuple(map(int, Suit))
    dealers = tuple(range(game.players)) if dealer is None else (dealer,)
    played = range(after * changes, after * (changes + 1)) if after else range(game.rules.deals + 2)
    gained = () if deal.gained is not None else gained_each(setting)
    return (
        *(Variable("dealer", dealers, only=True), Variable("deals", tuple(played)), Variable("carried", (0, 1, 2))),
        *(Variable(_DOUBLINGS, (0, 1, 5)), Variable(_FACTOR, (1, 2, 32))),
        *(Variable("trumps", suits), Variable("favourite suit", suits)),
        *(Variable("claimed by", sides), Variable("claimed before by", sides)),
        *scores_each(setting),
        *gained,
    )


def _adding(setting: Setting, deal: _Deal, dealer: int | None, changes: int) -> ProofCase:
    game, rules, sides, count = setting.game, setting.game.rules, setting.game.side_count, counted(setting)
    favours, over = _favours(setting), match_over(rules, count)
    after, variables = partners_change(setting), _variables(setting, deal, dealer, changes)
    seats = f", seat {dealer} deals after {changes} changes" if after else ""
    first = len(_Numbers._fields) - 2

    def parted(numbers: Sequence[Number]) -> _Numbers:
        scores, gained = numbers[first : first + count], numbers[first + count :]
        if deal.gained is not None:
            gained = [numeral(has) for has in deal.gained]
        return _Numbers._make((*numbers[:first], tuple(scores), tuple(gained)))

    def add(*numbers: int) -> tuple[int, ...]:
        return _after(setting, deal, numbers[:first], numbers[first : first + count], numbers[first + count :])

    def assuming(given: Numbers) -> list[Truth]:
        now = parted(given)
        known = [now.deals >= 0, now.added >= 0]
        if deal.doubled is None:
            known += [now.times >= 0, now.power >= 1, together(now.times == 0, now.power == 1)]
        if after:
            known.append((now.deals / after) % len(TOUR) == changes)
        return known

    def claim(given: Numbers, found: Numbers) -> Truth:
        now = parted(given)
        is_deal = deal.length is None and set(deal.resets) <= set(range(sides)) and (deal.trump or not favours)
        why: list[Truth | bool] = [not is_deal, *[number < 0 for number in now.gained]]
        why.append(deal.decided if game.scores_matter else over(*now.scores, now.deals))
        if isinstance(rules, MatchingParameters) and rules.finish == "immediate":
            there = [either(has + more >= rules.target, 1, 0) for has, more in zip(now.scores, now.gained, strict=True)]
            why.append(Z3.Sum(there) > 1)
        if not found:
            return some(why)
        return every(
            [no(some(why)), same(found, _expected(setting, deal, now, seats_of(setting, dealer or 0, changes)))]
        )

    return ProofCase(
        name=f"{rules.finish if isinstance(rules, MatchingParameters) else rules.drawn}, {deal}{seats}",
        variables=variables,
        lifted=add,
        assuming=assuming,
        sample=lambda random: _sample(random, variables),
        claim=claim,
    )


def _after(
    setting: Setting, deal: _Deal, numbers: tuple[int, ...], scores: tuple[int, ...], points: tuple[int, ...]
) -> tuple[int, ...]:
    """Return what the engine makes of a match by a deal; nothing where it refuses it."""
    dealer, deals, carried, times, power, trump, favourite, claimed, before = numbers
    gained = deal.gained or tuple(map(as_points, points))
    doubled = times if deal.doubled is None else deal.doubled
    if is_number(doubled) and is_number(power):
        doubled = cast("int", _Times(doubled.run, doubled.term, power.term))
    now = match_of(
        setting,
        tuple(map(as_points, scores)),
        dealer,
        deals=deals,
        carried=(carried, doubled),
        favourite=as_suit(favourite) if deal.favourite else None,
        claimed=before if deal.decided else None,
    )
    try:
        then = now.add_game_points(
            gained if deal.length is None else (*gained, 0)[: deal.length],
            cast("tuple[Side, ...]", deal.resets),
            trump=as_suit(trump) if deal.trump else None,
            claimed=Side(claimed) if deal.claimed else None,
        )
    except UsageError:
        return ()
    kept = flat_side(then.favourite), flat_side(then.claimed)
    return (then.dealer, *then.scores, then.deals, *then.carried, *kept)


def _expected(setting: Setting, deal: _Deal, now: _Numbers, seats: Sequence[int]) -> tuple[Number | int, ...]:
    """Return what the clauses make of a match by a deal of it.

    :param seats: the seat of each player.
    """
    game, rules, favours = setting.game, setting.game.rules, _favours(setting)
    sides, doubled, own = game.side_count, deal.doubled, now.gained
    if doubled is None:  # a deal counts as one would that brings so much more
        doubled, own = 0, tuple([now.power * has for has in deal.gained or ()])
    twice = either(now.trump == now.favourite, 1, 0) if favours and deal.favourite else numeral(0)
    of_sides = [counts_in_match(rules, sides, side, doubled)(*own, twice, now.added) for side in range(sides)]
    of_scores = of_sides if not partners_change(setting) else [of_sides[game.sides[seat]] for seat in seats]
    by_score = [
        0 if number in deal.resets else has + more
        for number, (has, more) in enumerate(zip(now.scores, of_scores, strict=True))
    ]
    times = now.times if deal.doubled is None else deal.doubled
    carried = [formula(*now.gained, twice, now.added) for formula in carried_on(rules, sides, times)]
    favourite = now.favourite if deal.favourite else now.trump if favours else -1
    return (
        *(_dealer(setting, now.dealer, now.gained), *by_score, now.deals + 1, *carried),
        *(favourite, now.claimed if deal.claimed else -1),
    )


def _sample(random: Random, variables: Sequence[Variable]) -> tuple[int, ...]:
    """Return random numbers of which the factor is what doublings make of 1."""
    chosen = [random.among(variable.usual) for variable in variables]
    names = [variable.name for variable in variables]
    chosen[names.index(_FACTOR)] = 2 ** chosen[names.index(_DOUBLINGS)]
    return tuple(chosen)


def as_suit(number: int) -> Suit:
    """Return the suit of a number, symbolic or not."""
    return cast("Suit", as_card(number)) if is_number(number) else Suit(number)


_DOUBLINGS: Final = "doublings"
_FACTOR: Final = "what they make of 1"


# --- Who sits where ---------------------------------------------------------------------------------------------------


def seated(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases of who sits where: whoever deals, in every deal of a match."""
    after = partners_change(setting)
    for dealer in range(setting.game.players):
        for first in range(0, setting.game.rules.deals, after) if after else (0,):
            yield _seated(setting, dealer, range(first, first + max(after, 1)))


def _seated(setting: Setting, dealer: int, deals: range) -> ProofCase:
    """Return the case of deals between which partners stay the same; where they always do it is not looked how many there were."""
    after, anything = partners_change(setting), {name: Carried() for name in match.Match.__struct_fields__}
    seats = seats_of(setting, dealer, deals[0] // after if after else 0)

    def players() -> tuple[int, ...]:
        found: list[int] = []
        for played in deals:
            known: dict[str, object] = {"game": setting.game, "dealer": Seat(dealer)}
            if after:
                known["deals"] = played
            found += match.Match(**(anything | known)).players  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
        return tuple(found)

    def claim(_: Numbers, found: Numbers) -> Truth:
        each = setting.game.players
        parts = [found[place : place + each] for place in range(0, len(found), each)]
        return every(
            [
                len(parts) == len(deals),
                *[equal(part[seat], player) for part in parts for player, seat in enumerate(seats)],
            ]
        )

    return ProofCase(
        name=f"seat {dealer} deals, deals {deals[0]} to {deals[-1]}",
        variables=(),
        lifted=players,
        claim=claim,
    )
