"""The auction: bids rise, who has passed bids again only as the rules say, it ends, and the highest bidder is the declarer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import msgspec

from aceten.actions import PASS, Action, Bid, NameTrump, Pass, Play, Seat
from aceten.proofs.linking import linked
from aceten.proofs.obligations import Case, Numbers, Variable
from aceten.proofs.propositions import Proposition, Step
from aceten.proofs.setting import Setting, holds, is_suits
from aceten.proofs.theorems.suit_tricks import (
    Refused,
    becomes,
    getter,
    method,
    option_games,
    same,
    stage,
    truths,
    with_rules,
    yes_no,
)
from aceten.proofs.witness import played, witness
from aceten.suits import auction, steps
from aceten_spec.cards import Suit
from aceten_spec.formulas import Z3, Number, Truth
from aceten_spec.formulas import auction as formulas

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from aceten.proofs.report import Witness
    from aceten.state import State
    from aceten.suits.game import SuitGame
    from aceten.suits.state import SuitState

ROUNDS: Final = 3
"""Auctions of so many rounds are followed bid by bid; longer ones would have too many ways to pass and to bid."""


def _bid(setting: Setting, number: int) -> Variable:
    return Variable(f"bid {number + 1}", (0, *setting.suits.rules.bids))


def _bids(setting: Setting, count: int) -> tuple[Variable, ...]:
    return tuple(_bid(setting, number) for number in range(count))


def _may_bid(setting: Setting) -> Iterator[Case]:
    """Any numbers, from 0 on, in the places of bids."""
    for own in option_games(setting, "bid_again"):
        for count in range(ROUNDS * own.players + 1):
            may = formulas.may_bid(own.rules, own.players, count)

            def allowed(_: int, *bids: int, own: SuitGame = own) -> bool:
                return steps.may_bid(bids, own.players, own.rules.bid_again)

            yield Case(
                name=f"{own.rules.bid_again}, after {count}",
                variables=(Variable("any number", (0,)), *_bids(setting, count)),
                returns=("may bid",),
                lifted=allowed,
                assuming=lambda given: [bid >= 0 for bid in given],
                claim=lambda given, found, may=may: same(holds(found[0]), may(*given[1:])),  # type: ignore[misc]
            )


def _over(setting: Setting) -> Iterator[Case]:
    own = setting.suits
    highest = own.rules.bids[-1]
    for count in range(1, ROUNDS * own.players + 1):
        over = formulas.is_over(own.players, count, highest)

        def ends(*bids: int) -> bool:
            return steps.auction_over(bids, own.players, highest)

        yield Case(
            name=f"after {count}",
            variables=_bids(setting, count),
            returns=("the auction is over",),
            lifted=ends,
            assuming=lambda given: [bid >= 0 for bid in given],
            claim=lambda given, found, over=over: same(holds(found[0]), over(*given)),  # type: ignore[misc]
        )


def _legal_bids(setting: Setting) -> Iterator[Case]:
    """The first and the last of some bids, passes between them; whether the player may bid is anything."""
    games = option_games(setting, "no_bid")
    games += (with_rules(games[0], bids=(1, *games[0].rules.bids)),)  # the lowest bid that there can be
    for own in games:
        passing, points = formulas.may_pass(own.rules, own.players), own.rules.bids
        for count in range(own.players + 2):
            ends = min(count, 2)

            def legal(
                may: int, *ends: int, own: SuitGame = own, points: Sequence[int] = points, count: int = count
            ) -> tuple[bool, ...]:
                bids = (*ends[:1], *(0,) * (count - len(ends)), *ends[1:])
                before = stage(own, [()] * own.players, bids=bids)
                found = linked(auction.legal_bids, may_bid=lambda *_: may)(before)
                offered = [Bid(number) in found for number in points]
                whole = [*(Bid(number) for number, there in zip(points, offered, strict=True) if there), PASS]
                return (*offered, PASS in found, list(found) in (whole, whole[:-1]))

            def claim(  # noqa: PLR0917 - what the case fixes
                given: Numbers,
                found: Numbers,
                own: SuitGame = own,
                points: Sequence[int] = points,
                count: int = count,
                passing: Callable[..., Truth] = passing,
            ) -> Truth:
                last = Z3.IntVal(0)
                for bid in given[1:]:
                    last = Z3.If(bid == 0, last, bid)
                offers = [formulas.offered(own.rules, each)(last, given[0]) for each in points]
                bids = [same(holds(there), offer) for there, offer in zip(found, offers, strict=False)]
                return Z3.And([*bids, same(holds(found[-2]), passing(last, Z3.IntVal(count))), holds(found[-1])])

            order = formulas.in_order(own.rules, ends)
            yield Case(
                name=f"{own.rules.no_bid}, bids from {points[0]}, after {count}",
                variables=(
                    yes_no("may bid"),
                    *(Variable(name, (0, *points)) for name in ("first bid", "last bid")[:ends]),
                ),
                returns=(*(f"bid:{each}" for each in points), "pass", "nothing else"),
                lifted=legal,
                assuming=lambda given, order=order: [*truths(given[:1]), order(*given[1:])],  # type: ignore[misc]
                claim=claim,
            )
    for own in games[-2:]:
        for count in range(own.players + 2):
            yield _in_order(own, count)


def _in_order(own: SuitGame, count: int) -> Case:
    """Return the case of one more bid after some that are in order: they are again in order when it is offered, or a pass."""
    before, after = formulas.in_order(own.rules, count), formulas.in_order(own.rules, count + 1)

    def claim(given: Numbers, _: Numbers) -> Truth:
        *bids, bid = given
        last, _passes = _last_and_passes(tuple(bids))
        offers = [
            (bid == points) & formulas.offered(own.rules, points)(last, Z3.IntVal(1)) for points in own.rules.bids
        ]
        return same(after(*given), before(*bids) & Z3.Or([bid == 0, *offers]))

    return Case(
        name=f"in order, bids from {own.rules.bids[0]}, after {count}",
        variables=tuple(Variable(f"bid {number + 1}", (0, *own.rules.bids)) for number in range(count + 1)),
        returns=("nothing",),
        lifted=lambda *_: 0,
        claim=claim,
    )


def _asks_may_bid(setting: Setting) -> Iterator[Case]:
    """What :func:`aceten.suits.auction.legal_bids` asks is whether this very player may bid after these very bids."""
    for own in option_games(setting, "bid_again"):

        def asks(first: int, second: int, own: SuitGame = own) -> bool:
            asked: list[tuple[object, ...]] = []

            def may_bid(*given: object) -> bool:
                asked.append(given)
                return True

            bids = (first, second)
            linked(auction.legal_bids, may_bid=may_bid)(stage(own, [()] * own.players, bids=bids))
            return asked == [(bids, own.players, own.rules.bid_again)]

        yield Case(
            name=own.rules.bid_again,
            variables=_bids(setting, 2),
            returns=("it is asked so",),
            lifted=asks,
            assuming=lambda given: [given[0] == 0, given[1] >= 0],
            claim=lambda _, found: holds(found[0]),
        )


def _after(setting: Setting) -> Iterator[Case]:
    """Every dealer, for about a round of bids, the lowest that there can be among them; whether the auction is over may be anything."""
    own = with_rules(setting.suits, bids=(1, *setting.suits.rules.bids))
    for dealer in range(own.players):
        for count in range(own.players + (3 if dealer == 0 else 1)):
            won, order = formulas.wins(own.players, count + 1), formulas.in_order(own.rules, count + 1)

            def bid(over: int, *bids: int, dealer: int = dealer) -> tuple[int, ...]:
                return _bid_made(own, dealer, over, bids)

            def assuming(given: Numbers, order: Callable[..., Truth] = order) -> list[Truth]:
                return [*truths(given[:1]), order(*given[1:])]

            def claim(given: Numbers, found: Numbers, won: Callable[..., Truth] = won, dealer: int = dealer) -> Truth:
                kind, seat, points = found
                nobody = Z3.And([each == 0 for each in given[1:]])
                winners = [
                    won(Z3.IntVal(each), Z3.IntVal(0), Z3.IntVal(dealer), *given[1:]) for each in range(own.players)
                ]
                declared = (kind == _DECLARED) & won(seat, points, Z3.IntVal(dealer), *given[1:])
                ended = (nobody & (kind == _NOBODY)) | (~nobody & declared)
                at_all = (given[0] == 1) & ended | (given[0] == 0) & (kind == _ON)
                return at_all & ~Z3.Or(winners)

            yield Case(
                name=f"dealer {dealer}, after {count}",
                variables=(yes_no("the auction is over"), *_bids(setting, count + 1)),
                returns=("what comes next", "declarer", "points"),
                lifted=bid,
                assuming=assuming,
                claim=claim,
            )


_ON, _NOBODY, _DECLARED = 1, 2, 3


def _bid_made(own: SuitGame, dealer: int, over: int, bids: Sequence[int]) -> tuple[int, ...]:
    """Return how the auction goes on after a last bid, and whether the state is what it has to be: 0 if it is not."""
    *before_it, points = bids
    turn = (dealer + len(bids)) % own.players
    leader = (dealer + 1) % own.players
    before = stage(own, [()] * own.players, dealer=dealer, leader=leader, turn=turn, bids=tuple(before_it))
    log = ((Seat(turn), PASS),)
    asked: list[tuple[object, ...]] = []

    def auction_over(*given: object) -> int:
        asked.append(given)
        return over

    after = linked(auction.after_bid, auction_over=auction_over)(before, points, log)
    said = (*before_it, points)
    proper = len(asked) == 1 and asked[0][1:] == (own.players, own.rules.bids[-1]) and _identical(asked[0][0], said)
    on = _identical(after.bids, said) and becomes(
        before, after, bids=after.bids, turn=(turn + 1) % own.players, log=log
    )
    if proper and on:
        return _ON, 0, 0
    if proper and _identical(after.bids, said) and becomes(before, after, bids=after.bids, turn=None, log=log):
        return _NOBODY, 0, 0
    if after.contract is not None and proper:
        seat, most = after.contract
        same_seat = {"contract": after.contract, "leader": seat, "winning": seat, "turn": seat}
        if becomes(before, after, bids=(), log=log, **same_seat):
            return _DECLARED, seat, most
    return 0, 0, 0


def _identical(found: object, expected: tuple[int, ...]) -> bool:
    """Whether the numbers are the very same, also when they are symbolic."""
    if not isinstance(found, tuple):
        return False
    numbers = cast("tuple[int, ...]", found)
    return len(numbers) == len(expected) and all(one is other for one, other in zip(numbers, expected, strict=True))


def _bidding(setting: Setting) -> Iterator[Case]:
    own = setting.suits

    def phases(over: int, decided: int, trump: int) -> tuple[bool, bool]:
        before = stage(
            own,
            [()] * own.players,
            turn=None if over == 1 else 1,
            contract=(1, own.rules.bids[0] if own.rules.bids else 1) if decided == 1 else None,
            trump=Suit.HEARTS if trump == 1 else None,
        )
        return bool(getter("bidding")(before)), bool(getter("naming")(before))

    def claim(given: Numbers, found: Numbers) -> Truth:
        over, decided, trump = given
        auctioned = Z3.BoolVal(bool(own.rules.bids))
        bids = Z3.And([auctioned, over == 0, decided == 0])
        return same(holds(found[0]), bids) & same(holds(found[1]), (decided == 1) & (trump == 0))

    yield Case(
        variables=(yes_no("the deal is over"), yes_no("there is a declarer"), yes_no("there is a trump suit")),
        returns=("the auction goes on", "trumps are to be named"),
        lifted=phases,
        assuming=truths,
        claim=claim,
    )


def _bid_refused(setting: Setting) -> Iterator[Case]:
    """Every bid that there is, and points between them, after any bid; whether the player may bid is anything."""
    for own in option_games(setting, "bid_again"):
        bidding = formulas.bidding(own.rules)
        for points in (1, *own.rules.bids):

            def why(may: int, last: int, own: SuitGame = own, points: int = points) -> int:
                before = stage(own, [()] * own.players, bids=(last,))
                asked: list[tuple[object, ...]] = []

                def may_bid(*given: object) -> int:
                    asked.append(given)
                    return may

                code = linked(auction.bid_refusal, may_bid=may_bid)(before, points)
                proper = asked == [((last,), own.players, own.rules.bid_again)]
                return formulas.BIDDING.index(code) if proper and code in formulas.BIDDING else -1

            yield Case(
                name=f"{points}, {own.rules.bid_again}",
                variables=(yes_no("may bid"), Variable("last bid", (0, *own.rules.bids))),
                returns=("why it cannot be bid",),
                lifted=why,
                assuming=lambda given, own=own, points=points: [  # type: ignore[misc]
                    *truths(given[:1]),
                    ~formulas.offered(own.rules, points)(given[1], given[0]),
                ],
                claim=lambda given, found, bidding=bidding, points=points: (  # type: ignore[misc]
                    found[0] == bidding(Z3.IntVal(points), given[1], given[0])
                ),
            )


_CODES: Final = ("", "bid_passed", "pass_forced", "trump_in_auction", "trump_named")


def _says(setting: Setting) -> Iterator[Case]:
    """Any of three bids or a pass is offered or not; what the bid makes of the auction, and why it is refused, may be anything."""
    own = setting.suits
    actions: tuple[Bid | Pass, ...] = (Bid(1), Bid(2), PASS)
    for place, action in enumerate(actions):

        def say(*offered: int, action: Bid | Pass = action) -> int:
            before = stage(own, [()] * own.players, turn=1)
            asked: list[object] = []

            def after_bid(state: SuitState, points: int, log: object) -> SuitState:
                asked.append((state is before, points, log))
                return msgspec.structs.replace(state, trump=Suit.SPADES)

            def legal_bids(_: SuitState) -> tuple[Action, ...]:
                return tuple([each for each, there in zip(actions, offered, strict=True) if there == 1])

            def why(state: SuitState, points: int) -> str:
                return "bid_passed" if state is before and Bid(points) == action else ""

            function = linked(method("_bid"), legal_bids=legal_bids, after_bid=after_bid, bid_refusal=why)
            try:
                after = cast("SuitState", function(before, 1, action))
            except Refused as refused:
                return _CODES.index(refused.code)
            points = action.points if isinstance(action, Bid) else 0
            right = asked == [(True, points, ((1, action),))] and after.trump == Suit.SPADES
            return 0 if right else -1

        yield Case(
            name=str(action),
            variables=tuple(yes_no(f"{each} is offered") for each in actions),
            returns=("refusal",),
            lifted=say,
            assuming=truths,
            claim=lambda given, found, place=place, action=action: (  # type: ignore[misc]
                found[0] == Z3.If(given[place] == 1, 0, Z3.IntVal(2 if isinstance(action, Pass) else 1))
            ),
        )


def _names(setting: Setting) -> Iterator[Case]:
    own = setting.suits
    for suit in Suit:

        def name(naming: int, bidding: int, suit: Suit = suit) -> int:
            before = stage(own, [()] * own.players, turn=1, naming=naming, bidding=bidding)
            action = NameTrump(suit)
            try:
                after = cast("SuitState", method("_name_trump")(before, 1, action))
            except Refused as refused:
                return _CODES.index(refused.code)
            return 0 if becomes(before, after, trump=suit, log=((1, action),)) else -1

        yield Case(
            name=suit.name.lower(),
            variables=(yes_no("trumps are to be named"), yes_no("the auction goes on")),
            returns=("refusal",),
            lifted=name,
            assuming=truths,
            claim=lambda given, found: found[0] == Z3.If(given[0] == 1, 0, Z3.If(given[1] == 1, 3, Z3.IntVal(4))),
        )


def _ends(setting: Setting) -> Iterator[Case]:
    """Rising bids, after none of which but the last the auction may be over."""
    own = setting.suits
    players, highest = own.players, own.rules.bids[-1]
    goes_on = formulas.goes_on(own.rules, players)
    for count in range(1, 2 * players + 1):
        order = formulas.in_order(own.rules, count)
        before = [formulas.is_over(players, said, highest) for said in range(1, count)]

        def ends(*bids: int) -> bool:
            return steps.auction_over(bids, players, highest)

        def assuming(
            given: Numbers, order: Callable[..., Truth] = order, before: Sequence[Callable[..., Truth]] = before
        ) -> list[Truth]:
            return [order(*given), *[~over(*given[:said]) for said, over in enumerate(before, start=1)]]

        yield Case(
            name=f"after {count}",
            variables=_bids(setting, count),
            returns=("the auction is over",),
            lifted=ends,
            assuming=assuming,
            claim=lambda given, found: same(~holds(found[0]), goes_on(*_last_and_passes(given))),
        )


def _last_and_passes(bids: Numbers) -> tuple[Number, Number]:
    """Return the last bid, 0 for none, and the passes in a row after it."""
    last, passes = Z3.IntVal(0), Z3.IntVal(0)
    for bid in bids:
        passes = Z3.If(bid == 0, passes + 1, Z3.IntVal(0))
        last = Z3.If(bid == 0, last, bid)
    return last, passes


def _measured(setting: Setting) -> Iterator[Case]:
    """One more bid or pass, after any auction at all. A pass is the slowest as long as it does not end the auction, then the lowest bid."""
    own = setting.suits
    to_come, goes_on = formulas.bids_to_come(own.rules, own.players), formulas.goes_on(own.rules, own.players)

    def claim(given: Numbers, _: Numbers) -> Truth:
        last, passes, bid = given
        then = Z3.If(bid == 0, last, bid), Z3.If(bid == 0, passes + 1, Z3.IntVal(0))
        before, after = to_come(last, passes), to_come(*then)
        can_pass = goes_on(last, passes + 1)
        lowest = Z3.And([bid > 0, *[(last >= points) | (bid <= points) for points in own.rules.bids]])
        slowest = (can_pass & (bid == 0)) | (~can_pass & lowest)
        return Z3.And(
            [after < before, Z3.Implies(slowest, after == before - 1), after >= 0, same(after > 0, goes_on(*then))]
        )

    def assuming(given: Numbers) -> list[Truth]:
        last, passes, bid = given
        can = [bid == points for points in own.rules.bids]
        return [
            Z3.Or([last == 0, *[last == points for points in own.rules.bids]]),
            Z3.Or([bid == 0, Z3.And([bid > last, Z3.Or(can)])]),
            passes >= 0,
            goes_on(last, passes),
        ]

    yield Case(
        variables=(_bid(setting, 0), Variable("passes since", tuple(range(own.players))), _bid(setting, 1)),
        returns=("nothing",),
        lifted=lambda *_: 0,
        assuming=assuming,
        claim=claim,
    )


def _witnesses(setting: Setting) -> Iterable[Witness]:
    game = setting.suits
    rises: Witness | None = None
    for seed in range(1, 40):
        actions = played(
            game, seed, prefer=lambda state, action: isinstance(action, Pass) and any(state_bids(state)[-1:])
        )
        rises = witness("two players bid, and the higher bidder names trumps", game.deal(seed=seed), actions, _two_bid)
        if rises.holds:
            break
    yield cast("Witness", rises)
    actions = played(game, 1, prefer=lambda _, action: action == Bid(game.rules.bids[-1]))
    yield witness(
        "the highest bid ends the auction at once",
        game.deal(seed=1),
        actions,
        lambda states: (
            states[1].turn is not None and not state_bids(states[1]) and isinstance(states[1].legal[0], NameTrump)
        ),
    )
    if game.rules.no_bid == "redeal":
        actions = played(game, 1, prefer=lambda _, action: isinstance(action, Pass))
        yield witness(
            "all pass, and the deal is over",
            game.deal(seed=1),
            actions,
            lambda states: len(states) == game.players + 1 and states[-1].turn is None,
        )


def state_bids(state: State) -> tuple[int, ...]:
    """Return what was bid in the auction that goes on."""
    return cast("SuitState", state).bids


def _two_bid(states: Sequence[State]) -> bool:
    log = states[-1].log
    bids = [(seat, action.points) for seat, action in log if isinstance(action, Bid)]
    names = [seat for seat, action in log if isinstance(action, NameTrump)]
    played_out = any(isinstance(action, Play) for _, action in log)
    return len({seat for seat, _ in bids}) > 1 and names == [max(bids, key=lambda bid: bid[1])[0]] and played_out


def _auctions(setting: Setting) -> bool:
    return is_suits(setting) and bool(setting.suits.rules.bids)


_STATE: Final = "aceten.suits.state.SuitState"
_BOUND: Final = f"auctions of up to {ROUNDS} rounds, any numbers"

PROPOSITIONS: Final[tuple[Proposition, ...]] = (
    Proposition(
        id="T-AUCTION",
        statement=lambda _: (
            "bids rise, nobody bids out of turn, the auction ends, and the declarer is who has bid the most"
        ),
        argument=(
            "What may be bid is higher than the last bid, and offered only to a player who may bid. After each bid or pass fewer turns can "
            "still come, by the bids that are left and the passes in a row, and their number never falls below 0; so the auction ends. It "
            "goes on exactly while the last bid can be followed, and then who has bid the most is the declarer."
        ),
        steps=(
            Step(
                name="may_bid",
                statement="a player may bid exactly when he has not passed, or may come back as the clause says",
                clauses=("BID-4",),
                function="aceten.suits.steps.may_bid",
                domain=_BOUND + ", with every option",
                bounded=True,
                cases=_may_bid,
            ),
            Step(
                name="auction_over",
                statement="the auction is over when all pass, when all others pass after a bid, and with the highest bid",
                clauses=("BID-5", "BID-6", "BID-7"),
                function="aceten.suits.steps.auction_over",
                domain=_BOUND,
                bounded=True,
                cases=_over,
            ),
            Step(
                name="offered",
                statement="exactly the bids above the last one are offered to who may bid, and passing, unless the dealer has to bid",
                clauses=("BID-1", "BID-2", "BID-3", "BID-7", "BID-9"),
                function="aceten.suits.auction.legal_bids",
                domain="up to a round and a turn, with two bids, with every option",
                bounded=True,
                cases=_legal_bids,
            ),
            Step(
                name="asked",
                statement="whether a player may bid is asked for these bids",
                clauses=("BID-4",),
                function="aceten.suits.auction.legal_bids",
                domain="any bids, with every option",
                cases=_asks_may_bid,
            ),
            Step(
                name="after_bid",
                statement="the auction goes on with the next seat, or the highest bidder is the declarer and leads, or nobody plays",
                clauses=("BID-1", "BID-5", "BID-6", "BID-7", "PLAY-1"),
                function="aceten.suits.auction.after_bid",
                domain="every dealer, rising bids of a round, and with one dealer of a round and three turns",
                bounded=True,
                cases=_after,
            ),
            *(
                Step(
                    name=name,
                    statement="bids come first, then the declarer names trumps",
                    clauses=("BID-1", "BID-8", "TRUMP-2"),
                    function=f"aceten.suits.moment.SuitMoment.{name}",
                    domain="any state",
                    cases=_bidding,
                )
                for name in ("bidding", "naming")
            ),
            Step(
                name="bid",
                statement="a bid or a pass that is offered is made, any other is refused",
                clauses=("BID-1", "BID-3", "BID-9"),
                function=f"{_STATE}._bid",
                domain="two bids and a pass, each offered or not",
                cases=_says,
            ),
            Step(
                name="bid_refusal",
                statement="who may not bid is told so, then that points are none to bid, then that they are not more than the last bid",
                clauses=("BID-2", "BID-3", "BID-4"),
                function="aceten.suits.auction.bid_refusal",
                domain="every bid and another number, after any bid, with every option",
                cases=_bid_refused,
            ),
            Step(
                name="name_trump",
                statement="the suit that the declarer names is trump; nobody names one at another time",
                clauses=("TRUMP-1", "TRUMP-2"),
                function=f"{_STATE}._name_trump",
                domain="every suit",
                cases=_names,
            ),
            Step(
                name="ends",
                statement="the auction goes on exactly while the last bid can be followed",
                clauses=("BID-3", "BID-5", "BID-6", "BID-7"),
                function="aceten.suits.steps.auction_over",
                domain="rising bids of up to two rounds",
                bounded=True,
                cases=_ends,
            ),
            Step(
                name="fewer",
                statement="every bid and every pass leaves fewer turns that can come, one of them just one fewer; none when it is over",
                clauses=("BID-3", "BID-5"),
                function="aceten_spec.formulas.auction.bids_to_come",
                domain="rising bids, any number of them",
                cases=_measured,
            ),
        ),
        applies=_auctions,
        witnesses=_witnesses,
    ),
)
"""The theorem about the auction."""
