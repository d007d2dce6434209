"""The auction: bids rise, who has passed bids again only as the rules say, it ends, and the highest bidder is the declarer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, cast

import msgspec

from aceten.engine.state import State
from aceten.engine.suits import steps
from aceten.engine.suits.game import SuitGame
from aceten.engine.suits.state import SuitState
from aceten.proofs.statements.game_setting import Setting, holds, is_suits, with_rules
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable, agreeing
from aceten.proofs.statements.proof_report import Witness
from aceten.proofs.statements.propositions import Proposition, Step
from aceten.proofs.statements.witnesses import first_of, whole_deal
from aceten.proofs.theorems.play import suit_branch_claims
from aceten.proofs.theorems.play.option_games import option_games
from aceten.proofs.theorems.play.suit_branch_claims import last_and_passes
from aceten.proofs.theorems.play.suit_steps import AUCTIONS
from aceten.vocabulary.actions import Action, Bid, NameTrump, Pass, Play
from aceten_spec.formulas.suits import auction_clauses
from aceten_spec.formulas.terms import Z3, Formula, Truth, together

ROUNDS: Final = 3
"""Auctions of so many rounds are followed bid by bid; longer ones would have too many ways to pass and to bid."""


def _bids(own: SuitGame, count: int) -> tuple[Variable, ...]:
    return tuple(Variable(f"bid {number + 1}", (0, *own.rules.bids)) for number in range(count))


def _may_bid(setting: Setting) -> Iterator[ProofCase]:
    """Any numbers, from 0 on, in the places of bids."""
    for own in option_games(setting, "bid_again"):
        for count in range(ROUNDS * own.players + 1):
            may = auction_clauses.may_bid(own.rules, own.players, count)
            yield _of_bids(own, _allowed(own), may, "may bid", f"{own.rules.bid_again}, after {count}")


def _allowed(own: SuitGame) -> Callable[..., bool]:
    return lambda *bids: steps.may_bid(bids, own.players, own.rules.bid_again)


def _over(setting: Setting) -> Iterator[ProofCase]:
    own = setting.suits
    for count in range(1, ROUNDS * own.players + 1):
        over = auction_clauses.is_over(own.players, count, own.rules.bids[-1])
        yield _of_bids(own, _ends_after(own), over, "the auction is over", f"after {count}")


def _ends_after(own: SuitGame) -> Callable[..., bool]:
    return lambda *bids: steps.auction_over(bids, own.players, own.rules.bids[-1])


def _of_bids(
    own: SuitGame, function: Callable[..., bool], formula: Formula[Truth], returns: str, name: str
) -> ProofCase:
    variables = _bids(own, len(formula.variables))
    return agreeing(
        function, formula, variables, returns, name=name, assuming=lambda given: [bid >= 0 for bid in given]
    )


def _rising(setting: Setting) -> Iterator[ProofCase]:
    """Some bids that are in order, and one more."""
    own = with_rules(setting.suits, bids=(1, *setting.suits.rules.bids))  # the lowest bid that there can be
    return (_in_order(each, count) for each in (setting.suits, own) for count in range(own.players + 2))


def _in_order(own: SuitGame, count: int) -> ProofCase:
    """Return the case of one more bid after some that are in order: they are again in order when it is offered, or a pass."""
    before, after = auction_clauses.in_order(own.rules, count), auction_clauses.in_order(own.rules, count + 1)

    def claim(given: Numbers, _: Numbers) -> Truth:
        *bids, bid = given
        last, _passes = last_and_passes(bids)
        offers = [
            (bid == points) & auction_clauses.offered(own.rules, points)(last, Z3.IntVal(1))
            for points in own.rules.bids
        ]
        return together(after(*given), before(*bids) & Z3.Or([bid == 0, *offers]))

    return ProofCase(
        name=f"in order, bids from {own.rules.bids[0]}, after {count}",
        variables=_bids(own, count + 1),
        claim=claim,
    )


def _ends(setting: Setting) -> Iterator[ProofCase]:
    """Rising bids, after none of which but the last the auction may be over."""
    yield from [_ends_in(setting.suits, count) for count in range(1, 2 * setting.suits.players + 1)]


def _ends_in(own: SuitGame, count: int) -> ProofCase:
    """Return the case of the auction that goes on up to the last of so many bids."""
    players, highest = own.players, own.rules.bids[-1]
    goes_on, order = auction_clauses.goes_on(own.rules, players), auction_clauses.in_order(own.rules, count)
    before = [auction_clauses.is_over(players, said, highest) for said in range(1, count)]
    return ProofCase(
        name=f"after {count}",
        variables=_bids(own, count),
        returns=("the auction is over",),
        lifted=_ends_after(own),
        assuming=lambda given: [
            order(*given),
            *[~over(*given[:said]) for said, over in enumerate(before, start=1)],
        ],
        claim=lambda given, found: together(~holds(found[0]), goes_on(*last_and_passes(given))),
    )


def _measured(setting: Setting) -> Iterator[ProofCase]:
    """One more bid or pass, after any auction at all. A pass is the slowest as long as it does not end the auction, then the lowest bid."""
    own = setting.suits
    bids = own.rules.bids
    to_come, goes_on = (
        auction_clauses.bids_to_come(own.rules, own.players),
        auction_clauses.goes_on(own.rules, own.players),
    )

    def claim(given: Numbers, _: Numbers) -> Truth:
        last, passes, bid = given
        then = Z3.If(bid == 0, last, bid), Z3.If(bid == 0, passes + 1, Z3.IntVal(0))
        before, after = to_come(last, passes), to_come(*then)
        can_pass = goes_on(last, passes + 1)
        lowest = Z3.And([bid > 0, *[(last >= points) | (bid <= points) for points in bids]])
        slowest = (can_pass & (bid == 0)) | (~can_pass & lowest)
        return Z3.And(
            [after < before, Z3.Implies(slowest, after == before - 1), after >= 0, together(after > 0, goes_on(*then))]
        )

    def assuming(given: Numbers) -> list[Truth]:
        last, passes, bid = given
        return [(bid == 0) | (bid > last), passes >= 0, goes_on(last, passes)]

    last, bid = (msgspec.structs.replace(each, only=True) for each in _bids(own, 2))
    yield ProofCase(
        variables=(last, Variable("passes since", tuple(range(own.players))), bid),
        assuming=assuming,
        claim=claim,
    )


def _witnesses(setting: Setting) -> Iterable[Witness]:
    game = setting.suits

    def passing_after_a_bid(state: State, action: Action) -> bool:
        return isinstance(action, Pass) and any(_bids_of(state)[-1:])

    def named_at_once(states: Sequence[State]) -> bool:
        now = states[1]
        return now.turn is not None and not _bids_of(now) and isinstance(now.legal[0], NameTrump)

    def nobody_plays(states: Sequence[State]) -> bool:
        return len(states) == game.players + 1 and states[-1].turn is None

    shows = "two players bid, and the higher bidder names trumps"
    yield first_of(whole_deal(shows, game, seed, _two_bid, prefer=passing_after_a_bid) for seed in range(1, 40))
    shows, highest = "the highest bid ends the auction at once", Bid(game.rules.bids[-1])
    yield whole_deal(shows, game, 1, named_at_once, prefer=lambda _, action: action == highest)
    if game.rules.no_bid == "redeal":
        shows = "all pass, and the deal is over"
        yield whole_deal(shows, game, 1, nobody_plays, prefer=lambda _, action: isinstance(action, Pass))


def _bids_of(state: State) -> tuple[int, ...]:
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


_BOUND: Final = f"auctions of up to {ROUNDS} rounds, any numbers"

PROPOSITIONS: Final[tuple[Proposition, ...]] = (
    Proposition(
        id="T-AUCTION",
        statement=lambda _: (
            "bids rise, nobody bids out of turn, the auction ends, and the declarer is who has bid the most"
        ),
        argument=(
            "What may be bid is higher than the last bid, and offered only to a player who may bid (T-STEP, T-RIGHTS). After each bid or "
            "pass fewer turns can still come, by the bids that are left and the passes in a row, and their number never falls below 0; so "
            "the auction ends. It goes on exactly while the last bid can be followed, and then who has bid the most is the declarer."
        ),
        steps=(
            Step(
                name="may_bid",
                statement="a player may bid exactly when he has not passed, or may come back as the clause says",
                clauses=("BID-4",),
                function="aceten.engine.suits.steps.may_bid",
                domain=_BOUND + ", with every option",
                bounded=True,
                cases=_may_bid,
            ),
            Step(
                name="auction_over",
                statement="the auction is over when all pass, when all others pass after a bid, and with the highest bid",
                clauses=("BID-5", "BID-6", "BID-7"),
                function="aceten.engine.suits.steps.auction_over",
                domain=_BOUND,
                bounded=True,
                cases=_over,
            ),
            Step(
                name="rising",
                statement="after bids that rise, those that are offered rise again, and no other does",
                clauses=("BID-2", "BID-3"),
                function="aceten_spec.formulas.suits.auction_clauses.offered",
                domain="up to a round and a turn; any points",
                bounded=True,
                cases=_rising,
            ),
            Step(
                name="declarer",
                statement="when the auction is over the highest bidder is the declarer and leads, or nobody plays",
                clauses=("BID-1", "BID-5", "BID-6", "BID-7", "PLAY-1"),
                function="aceten_spec.formulas.suits.suit_relation.SuitRelation.bid",
                domain=f"every dealer, {AUCTIONS}",
                bounded=True,
                cases=suit_branch_claims.declarer,
            ),
            Step(
                name="ends",
                statement="the auction goes on exactly while the last bid can be followed",
                clauses=("BID-3", "BID-5", "BID-6", "BID-7"),
                function="aceten.engine.suits.steps.auction_over",
                domain="rising bids of up to two rounds",
                bounded=True,
                cases=_ends,
            ),
            Step(
                name="fewer",
                statement="every bid and every pass leaves fewer turns that can come, one of them just one fewer; none when it is over",
                clauses=("BID-3", "BID-5"),
                function="aceten_spec.formulas.suits.auction_clauses.bids_to_come",
                domain="rising bids, any number of them",
                cases=_measured,
            ),
        ),
        applies=_auctions,
        witnesses=_witnesses,
    ),
)
"""The theorem about the auction."""
