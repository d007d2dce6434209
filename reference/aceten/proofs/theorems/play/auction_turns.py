"""What may be done in a turn of the auction and what follows: cases for auctions of every length that the rules allow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar, cast

import msgspec

from aceten.engine.suits import auction
from aceten.engine.suits.game import SuitGame
from aceten.engine.suits.state import SuitState
from aceten.proofs.claims import symbolic_suit_deals
from aceten.proofs.claims.action_claims import same
from aceten.proofs.execution.replacements import linked
from aceten.proofs.execution.symbolic_numbers import (
    SymbolicTable,
    UnsupportedError,
    Untouched,
    told,
)
from aceten.proofs.statements.game_setting import Setting
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable
from aceten.proofs.statements.propositions import for_each
from aceten.proofs.theorems.play.option_games import option_games
from aceten.proofs.theorems.play.suit_branch_claims import last_and_passes
from aceten.vocabulary.actions import PASS, Bid, Event, Seat
from aceten_spec.formulas.suits import auction_clauses
from aceten_spec.formulas.terms import Number, Truth, either, equal, evaluate, every, no, some, together

_R = TypeVar("_R")

NOBODY: Final = -1
"""What stands for no seat."""


def longest(own: SuitGame) -> int:
    """Return how many turns an auction can have: as many as can still come when there was none (T-AUCTION.fewer)."""
    return auction_clauses.bids_to_come(own.rules, own.players).at(0, 0)


def bids(own: SuitGame, count: int) -> tuple[Variable, ...]:
    """Return variables for so many bids."""
    return tuple(Variable(f"bid {number + 1}", (0, *own.rules.bids)) for number in range(count))


def after_more(made: Iterable[Number], last: Number, passes: Number) -> tuple[Number, Number]:
    """Return the last bid and the passes since after some more bids and passes."""
    for bid in made:
        last, passes = either(bid == 0, last, bid), either(bid == 0, passes + 1, 0)
    return last, passes


# --- What may be done -------------------------------------------------------------------------------------------------


def _asking(own: SuitGame, function: Callable[..., _R], highest: int, may: int, *further: object) -> _R:
    """Call a function of a state of the auction in which these are the highest bid and whether the player at turn may bid.

    It may ask for these two of the bids, and for nothing else.
    """
    made = Untouched()

    def may_bid(asked: object, players: int, again: str) -> bool:
        if asked is not made or (players, again) != (own.players, own.rules.bid_again):
            raise UnsupportedError("it is asked who else may bid, or by another rule")
        return may == 1

    def most(asked: object, default: int) -> int:
        if asked is not made or default:
            raise UnsupportedError("another bid is asked for than the highest one")
        return highest

    allowed = linked(auction.allowed_bids, max=most, may_bid=may_bid)
    asking = linked(function, allowed_bids=allowed, may_bid=may_bid)
    return asking(symbolic_suit_deals.moment(own, contract=None, bids=made), *further)


def _moment(own: SuitGame, highest: int, may: int) -> SuitState:
    """Return a state in which the player at turn may bid or not: he had no turn yet, or he and his partner have passed."""
    made = (highest,) if may else (0, highest, *(0,) * (own.players - 2))
    return symbolic_suit_deals.moment(own, contract=None, bids=made)


def _of_turn(own: SuitGame, *further: Variable) -> tuple[Variable, ...]:
    ways = (1,) if own.rules.bid_again == "always" else (0, 1)
    return (Variable("highest bid", (0, *own.rules.bids)), Variable("may bid", ways, only=True), *further)


@for_each(lambda setting: option_games(setting, "bid_again"))
def refused(_: Setting, own: SuitGame) -> ProofCase:
    """A bid of any points, after any highest bid, is refused for the reason that the formula gives."""
    why = auction_clauses.bidding(own.rules)

    def code(found: str | None) -> int:
        return auction_clauses.BIDDING.index(found or "")

    def symbolic(highest: int, may: int, points: int) -> int:
        return code(_asking(own, auction.bid_refusal, highest, may, points))

    def plainly(highest: int, may: int, points: int) -> int:
        return code(auction.bid_refusal(_moment(own, highest, may), points))

    return ProofCase(
        name=own.rules.bid_again,
        variables=_of_turn(own, Variable("points", tuple(range(own.rules.bids[0] - 1, own.rules.bids[-1] + 2)))),
        returns=("why",),
        lifted=symbolic,
        plain=plainly,
        assuming=lambda given: [given[0] >= 0],
        claim=lambda given, found: equal(found[0], why(given[2], given[0], given[1])),
    )


@for_each(lambda setting: option_games(setting, "bid_again"))
def offered(_: Setting, own: SuitGame) -> ProofCase:
    """The bids that are not refused are offered, the lowest first, and then passing unless it is refused."""

    def offers(highest: int, may: int, passing: int) -> tuple[int, ...]:
        def refusal_of(_: SuitState) -> str | None:
            return None if passing == 1 else "pass_forced"

        refusal = linked(auction.legal_bids, pass_refusal=refusal_of)
        return flat(linked_bids(refusal, highest, may))

    def flat(actions: tuple[object, ...]) -> tuple[int, ...]:
        found = [action.points for action in actions if isinstance(action, Bid)]
        listed = (*map(Bid, sorted(found)), *[PASS] * (PASS in actions))
        return (int(actions == listed), *[int(points in found) for points in own.rules.bids], int(PASS in actions))

    def linked_bids(function: Callable[[SuitState], tuple[object, ...]], highest: int, may: int) -> tuple[object, ...]:
        return _asking(own, function, highest, may)

    def claim(given: Numbers, found: Numbers) -> Truth:
        wanted = [auction_clauses.offered(own.rules, points)(*given[:2]) for points in own.rules.bids]
        return same(found, (1, *[either(each, 1, 0) for each in wanted], given[2]))

    return ProofCase(
        name=own.rules.bid_again,
        variables=_of_turn(own, Variable("may pass", (0, 1), only=True)),
        returns=("in order", *[f"{points} is offered" for points in own.rules.bids], "passing is"),
        lifted=offers,
        assuming=lambda given: [given[0] >= 0],
        claim=claim,
    )


def may_pass(setting: Setting) -> Iterator[ProofCase]:
    """After any numbers in the places of bids, passing is refused when the formula does not allow it."""
    for own in option_games(setting, "no_bid"):
        for count in range(longest(own)):
            yield _may_pass(own, count)


def _may_pass(own: SuitGame, count: int) -> ProofCase:
    may = auction_clauses.may_pass(own.rules, own.players)

    def passing(*made: int) -> bool:
        return auction.pass_refusal(symbolic_suit_deals.moment(own, contract=None, bids=made)) is None

    def claim(given: Numbers, found: Numbers) -> Truth:
        return together(cast("Truth", found[0]), may.of(last_and_passes(given)[0], count))

    return ProofCase(
        name=f"{own.rules.no_bid}, after {count}",
        variables=bids(own, count),
        returns=("may pass",),
        lifted=passing,
        assuming=lambda given: [bid >= 0 for bid in given],
        claim=claim,
    )


# --- What follows -----------------------------------------------------------------------------------------------------


def followed(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases of one more bid or pass, after any number of them: whoever deals, the auction goes on, or it is over."""
    own = setting.suits
    yield from [_following(own, count) for count in range(1, longest(own) + 1)]


class _After(SymbolicTable):
    """Who follows whom, where eldest hand is any seat: he follows a dealer of whom nothing else is known."""

    eldest: int

    def __getitem__(self, seat: object, /) -> int:  # type: ignore[override]  # no slices: a table is looked up only
        """Return who follows a seat."""
        return self.eldest if type(seat) is _Dealer else super().__getitem__(seat)


class _Dealer(int):
    """A dealer, whoever he is."""


def _following(own: SuitGame, count: int) -> ProofCase:
    """Return the case of the last of so many bids."""
    players, highest = own.players, own.rules.bids[-1]
    is_over, wins = auction_clauses.is_over(players, count, highest), auction_clauses.wins(players, count)

    def over(made: tuple[int, ...], asked: int, best: int) -> bool:
        if (asked, best) != (players, highest):
            raise UnsupportedError("the end of another auction is asked for")
        return told(is_over, *made)

    def follows(eldest: int, turn: int, best: int, *made: int) -> tuple[int, ...]:
        def most(asked: tuple[int, ...]) -> int:
            if len(asked) != count or any(one is not other for one, other in zip(asked, made, strict=True)):
                raise UnsupportedError("the highest of other bids is asked for")
            return best

        after = _After(own.after)
        after.eldest = eldest
        game = msgspec.structs.replace(own, after=after)
        return _flat(linked(auction.after_bid, auction_over=over, max=most), game, _Dealer(), turn, made)

    def plainly(eldest: int, turn: int, _: int, *made: int) -> tuple[int, ...]:
        return _flat(auction.after_bid, own, (eldest - 1) % players, turn, made)

    def assuming(given: Numbers) -> list[Truth]:
        _, _, best, *made = given
        return [*[bid >= 0 for bid in made], *[best >= bid for bid in made], some(best == bid for bid in made)]

    def claim(given: Numbers, found: Numbers) -> Truth:
        eldest, turn, _, *made = given
        kept, listed, then = found[0], found[1], found[2:]
        if evaluate(listed):  # the auction goes on, or is over without a declarer
            goes_on = same(then, ((turn + 1) % players, NOBODY, 0, 0, 0))
            ends = same(then, (NOBODY, NOBODY, 0, 0, 0))
            nobody = every([is_over(*made), *[bid == 0 for bid in made]])
            return every(
                [
                    equal(kept, 1),
                    equal(listed, count),
                    some([every([no(is_over(*made)), goes_on]), every([nobody, ends])]),
                ]
            )
        acts, seat, points, *leads = then
        won = every(
            [is_over(*made), wins(seat, points, eldest - 1, *made), *[equal(each, seat) for each in (acts, *leads)]]
        )
        return every([equal(kept, 1), won])

    seats = tuple(range(players))
    return ProofCase(
        name=f"turn {count}",
        variables=(
            *(Variable(name, seats, only=True) for name in ("eldest hand", "turn")),
            *(Variable("the highest", (0, *own.rules.bids)), *bids(own, count)),
        ),
        lifted=follows,
        plain=plainly,
        assuming=assuming,
        claim=claim,
    )


def _flat(
    after_bid: Callable[..., SuitState], game: SuitGame, dealer: int, turn: int, made: tuple[int, ...]
) -> tuple[int, ...]:
    """Return what follows the last of some bids: whether all the rest is as before, how many bids there are, and who does what."""
    log: tuple[Event, ...] = ((Seat(0), PASS),)
    anything: dict[str, object] = dict.fromkeys(_KEPT, Untouched())
    known: dict[str, object] = {"game": game, "dealer": dealer, "turn": turn, "bids": made[:-1], "contract": None}
    state = SuitState(**(anything | known), log=(), leader=Seat(0), winning=Seat(0))  # type: ignore[arg-type]
    then = after_bid(state, made[-1], log)
    kept = all(getattr(then, name) is getattr(state, name) for name in (*_KEPT, "game", "dealer"))
    listed = not then.bids or all(one is other for one, other in zip(then.bids, made, strict=True))
    return (
        int(kept and listed and then.log is log),
        len(then.bids),
        NOBODY if then.turn is None else then.turn,
        *((NOBODY, 0) if then.contract is None else then.contract),
        then.leader,
        then.winning,
    )


_CHANGED: Final = ("game", "dealer", "turn", "bids", "contract", "log", "leader", "winning")
_KEPT: Final = tuple(name for name in SuitState.__struct_fields__ if name not in _CHANGED)
"""What a bid leaves as it was."""
