"""The auction: bids rise, who has passed bids again only as the rules say, it ends, and the highest bidder is the declarer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, cast

import msgspec

from aceten.engine.state import State
from aceten.engine.suits import steps
from aceten.engine.suits.game import SuitGame
from aceten.engine.suits.state import SuitState
from aceten.proofs.statements.game_setting import Setting, is_suits, with_rules
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable, agreeing
from aceten.proofs.statements.proof_report import Witness
from aceten.proofs.statements.propositions import Proposition, Step
from aceten.proofs.statements.witnesses import first_of, whole_deal
from aceten.proofs.theorems.play import auction_turns, suit_branch_claims
from aceten.proofs.theorems.play.auction_turns import after_more, bids, longest
from aceten.proofs.theorems.play.option_games import option_games
from aceten.proofs.theorems.play.suit_branch_claims import last_and_passes
from aceten.proofs.theorems.play.suit_steps import AUCTIONS
from aceten.vocabulary.actions import Action, Bid, NameTrump, Pass, Play
from aceten_spec.formulas.suits import auction_clauses
from aceten_spec.formulas.terms import Z3, Formula, Number, Truth, every, together


def _may_bid(setting: Setting) -> Iterator[ProofCase]:
    """Any numbers, from 0 on, in the places of bids."""
    for own in option_games(setting, "bid_again"):
        for count in range(longest(own)):
            may = auction_clauses.may_bid(own.rules, own.players, count)
            yield _of_bids(own, _allowed(own), may, "may bid", f"{own.rules.bid_again}, after {count}")


def _allowed(own: SuitGame) -> Callable[..., bool]:
    return lambda *made: steps.may_bid(made, own.players, own.rules.bid_again)


def _over(setting: Setting) -> Iterator[ProofCase]:
    own = setting.suits
    for count in range(1, longest(own) + 1):
        over = auction_clauses.is_over(own.players, count, own.rules.bids[-1])
        yield _of_bids(own, _ends_after(own), over, "the auction is over", f"after {count}")


def _ends_after(own: SuitGame) -> Callable[..., bool]:
    return lambda *made: steps.auction_over(made, own.players, own.rules.bids[-1])


def _of_bids(
    own: SuitGame, function: Callable[..., bool], formula: Formula[Truth], returns: str, name: str
) -> ProofCase:
    variables = bids(own, len(formula.variables))
    return agreeing(
        function, formula, variables, returns, name=name, assuming=lambda given: [bid >= 0 for bid in given]
    )


def _rising(setting: Setting) -> Iterator[ProofCase]:
    """One more bid after any: the highest so far stands for all of them. Then some that are in order, for what that means."""
    own = with_rules(setting.suits, bids=(1, *setting.suits.rules.bids))  # the lowest bid that there can be
    for each in (setting.suits, own):
        yield _highest(each)
        yield from [_in_order(each, count) for count in range(own.players + 2)]


def _offered(own: SuitGame, last: Number, bid: Number) -> Truth:
    """Return that a bid is a pass, or one that is offered after the last one."""
    offers = [
        (bid == points) & auction_clauses.offered(own.rules, points)(last, Z3.IntVal(1)) for points in own.rules.bids
    ]
    return Z3.Or([bid == 0, *offers])


def _highest(own: SuitGame) -> ProofCase:
    """Return the case of one more bid or pass after bids of which the last is the highest: it is so again."""

    def claim(given: Numbers, _: Numbers) -> Truth:
        last, highest, bid = given
        higher = Z3.Or([bid == 0, *[(bid == points) & (bid > highest) for points in own.rules.bids]])
        then = Z3.If(bid == 0, last, bid) == Z3.If(bid > highest, bid, highest)
        return together(higher, _offered(own, last, bid)) & Z3.Implies(higher, then)

    return ProofCase(
        name=f"the highest, bids from {own.rules.bids[0]}",
        variables=(
            Variable("last bid", (0, *own.rules.bids)),
            Variable("highest bid", (0, *own.rules.bids)),
            *bids(own, 1),
        ),
        assuming=lambda given: [given[0] >= 0, given[0] == given[1]],
        claim=claim,
    )


def _in_order(own: SuitGame, count: int) -> ProofCase:
    """Return the case of one more bid after some that are in order: they are again in order when it is offered, or a pass."""
    before, after = auction_clauses.in_order(own.rules, count), auction_clauses.in_order(own.rules, count + 1)

    def claim(given: Numbers, _: Numbers) -> Truth:
        *made, bid = given
        return together(after(*given), before(*made) & _offered(own, last_and_passes(made)[0], bid))

    return ProofCase(
        name=f"in order, bids from {own.rules.bids[0]}, after {count}", variables=bids(own, count + 1), claim=claim
    )


def _ends(setting: Setting) -> Iterator[ProofCase]:
    """Auctions that could go on before the last bid or pass: that they could before it, too, follows from the case of one turn less."""
    yield from [_ends_in(setting.suits, count) for count in range(1, longest(setting.suits) + 1)]


def _ends_in(own: SuitGame, count: int) -> ProofCase:
    """Return the case of the auction that goes on up to the last of so many bids, known by those before the last round as it is then."""
    players = own.players
    goes_on, over = (
        auction_clauses.goes_on(own.rules, players),
        auction_clauses.is_over(players, count, own.rules.bids[-1]),
    )
    first = max(count - players, 0)

    def assuming(given: Numbers) -> list[Truth]:
        last, passes, *made = given
        nobody = every(bid == 0 for bid in made[:first])
        before = [passes >= 0, passes <= first, together(nobody, last == 0), together(nobody, passes == first)]
        going = goes_on(*after_more(made[first:-1], last, passes))
        return [*[number >= 0 for number in given], *before, going]

    def claim(given: Numbers, _: Numbers) -> Truth:
        last, passes, *made = given
        return together(~over(*made), goes_on(*after_more(made[first:], last, passes)))

    return ProofCase(
        name=f"after {count}",
        variables=(
            Variable("last bid before", (0, *own.rules.bids)),
            Variable("passes since", tuple(range(players))),
            *bids(own, count),
        ),
        assuming=assuming,
        claim=claim,
    )


def _measured(setting: Setting) -> Iterator[ProofCase]:
    """One more bid or pass, after any auction at all. A pass is the slowest as long as it does not end the auction, then the lowest bid."""
    own = setting.suits
    points_ = own.rules.bids
    to_come, goes_on = (
        auction_clauses.bids_to_come(own.rules, own.players),
        auction_clauses.goes_on(own.rules, own.players),
    )

    def claim(given: Numbers, _: Numbers) -> Truth:
        last, passes, bid = given
        then = Z3.If(bid == 0, last, bid), Z3.If(bid == 0, passes + 1, Z3.IntVal(0))
        before, after = to_come(last, passes), to_come(*then)
        can_pass = goes_on(last, passes + 1)
        lowest = Z3.And([bid > 0, *[(last >= points) | (bid <= points) for points in points_]])
        slowest = (can_pass & (bid == 0)) | (~can_pass & lowest)
        return Z3.And(
            [after < before, Z3.Implies(slowest, after == before - 1), after >= 0, together(after > 0, goes_on(*then))]
        )

    def assuming(given: Numbers) -> list[Truth]:
        last, passes, bid = given
        return [(bid == 0) | (bid > last), passes >= 0, goes_on(last, passes)]

    last, bid = (msgspec.structs.replace(each, only=True) for each in bids(own, 2))
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
    made = [(seat, action.points) for seat, action in log if isinstance(action, Bid)]
    names = [seat for seat, action in log if isinstance(action, NameTrump)]
    played_out = any(isinstance(action, Play) for _, action in log)
    return len({seat for seat, _ in made}) > 1 and names == [max(made, key=lambda bid: bid[1])[0]] and played_out


def _auctions(setting: Setting) -> bool:
    return is_suits(setting) and bool(setting.suits.rules.bids)


_LENGTHS: Final = "auctions of every length that they can have"
"""As many turns as :func:`aceten.proofs.theorems.play.auction_turns.longest` says, at the most."""

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
                domain=f"{_LENGTHS}, any numbers from 0 on; with every option",
                cases=_may_bid,
            ),
            Step(
                name="auction_over",
                statement="the auction is over when all pass, when all others pass after a bid, and with the highest bid",
                clauses=("BID-5", "BID-6", "BID-7"),
                function="aceten.engine.suits.steps.auction_over",
                domain=f"{_LENGTHS}, any numbers from 0 on",
                cases=_over,
            ),
            Step(
                name="bid_refused",
                statement="a bid is refused to a player who may not bid, of points that there are not, and when it is not the highest",
                clauses=("BID-2", "BID-3", "BID-4"),
                function="aceten.engine.suits.auction.bid_refusal",
                domain="any number of points, any highest bid from 0 on, whether one may bid or not; with every option",
                whole=True,
                cases=auction_turns.refused,
            ),
            Step(
                name="offers",
                statement="all bids that are not refused are offered, and passing where one may pass",
                clauses=("BID-1", "BID-2", "BID-3", "BID-4", "BID-7", "BID-9"),
                function="aceten.engine.suits.auction.legal_bids",
                domain="any highest bid from 0 on, whether one may bid or pass or not; with every option",
                whole=True,
                cases=auction_turns.offered,
            ),
            Step(
                name="may_pass",
                statement="a player may pass, but for the last one before whom nobody has bid, where the rules say so",
                clauses=("BID-1", "BID-7", "BID-9"),
                function="aceten.engine.suits.auction.pass_refusal",
                domain=f"{_LENGTHS}, any numbers from 0 on; with every option",
                cases=auction_turns.may_pass,
            ),
            Step(
                name="follows",
                statement="after a bid or a pass the next player has his turn; when the auction is over the highest bidder is the declarer"
                " and leads, or nobody has a turn any more",
                clauses=("BID-1", "BID-5", "BID-6", "BID-7", "TRUMP-2", "PLAY-1"),
                function="aceten.engine.suits.auction.after_bid",
                domain=f"{_LENGTHS}, every dealer; any numbers from 0 on",
                whole=True,
                cases=auction_turns.followed,
            ),
            Step(
                name="rising",
                statement="after bids that rise the last is the highest, those that are offered rise again, and no other does",
                clauses=("BID-2", "BID-3"),
                function="aceten_spec.formulas.suits.auction_clauses.offered",
                domain="any points and any number of bids, of which the highest is known; of those in the formula of what is in order"
                " up to a round and a turn",
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
                function="aceten_spec.formulas.suits.auction_clauses.is_over",
                domain=f"{_LENGTHS}, in which the last bid could be followed before",
                cases=_ends,
            ),
            Step(
                name="fewer",
                statement="every bid and every pass leaves fewer turns that can come, one of them just one fewer; none when it is over",
                clauses=("BID-3", "BID-5"),
                function="aceten_spec.formulas.suits.auction_clauses.bids_to_come",
                domain="any auction that goes on, known by its last bid and the passes after it; a higher bid, or a pass",
                cases=_measured,
            ),
        ),
        applies=_auctions,
        witnesses=_witnesses,
    ),
)
"""The theorem about the auction."""
