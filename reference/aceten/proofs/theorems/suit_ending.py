"""That a deal with suit tricks ends, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import msgspec

from aceten.actions import (
    CLOSE,
    DRAW,
    EXCHANGE,
    FLIP,
    PASS,
    Action,
    Bid,
    Claim,
    Meld,
    NameTrump,
    Play,
    Seat,
)
from aceten.proofs.linking import linked
from aceten.proofs.obligations import Case, Numbers, Variable
from aceten.proofs.propositions import Proposition, Step
from aceten.proofs.setting import Setting, holds, is_suits
from aceten.proofs.theorems.rights import not_negative, pile, size_of, sizes
from aceten.proofs.theorems.suit_tricks import (
    Cards,
    Refused,
    Stage,
    becomes,
    getter,
    marked,
    method,
    option_games,
    same,
    stage,
    staged,
    truths,
    unary,
    yes_no,
)
from aceten.proofs.witness import whole_deal
from aceten.suits import auction
from aceten.suits.closing import Closing
from aceten_spec.cards import Rank, Suit, card_of, rank_number, sort_cards
from aceten_spec.formulas import Z3, Formula, Number, Truth
from aceten_spec.formulas import auction as auctions
from aceten_spec.formulas import rights as formulas

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from aceten.actions import Hands
    from aceten.proofs.report import Witness
    from aceten.state import State
    from aceten.suits.game import SuitGame
    from aceten.suits.state import SuitState

# --- How a trick ends ---


def _ended(setting: Setting) -> Iterator[Case]:
    """Every winner, hand and talon of any size, any points; whether he has enough may be anything."""
    for own in option_games(setting, "claim", "close", "close_min_stock"):
        follows = formulas.after_trick(own.rules)
        for winner in range(own.players):
            for known in (True, False):

                def end(
                    hand: int,
                    talon: int,
                    closed: int,
                    enough: int,
                    gained: int,
                    *points: int,
                    own: SuitGame = own,
                    winner: int = winner,
                    known: bool = known,
                ) -> tuple[int, ...]:
                    is_closed = Closing(Seat(0), 0, (0, 0)) if closed == 1 else None
                    return _end(own, winner, pile(hand), pile(talon), is_closed, enough, gained, points, known=known)

                def claim(  # noqa: PLR0917 - what the case fixes
                    given: Numbers,
                    found: Numbers,
                    follows: Formula[Number] = follows,
                    own: SuitGame = own,
                    winner: int = winner,
                    known: bool = known,
                ) -> Truth:
                    side = own.sides[winner]
                    gains = [given[4] if each == side else Z3.IntVal(0) for each in range(2)]
                    takes = [Z3.IntVal(int(each == side)) for each in range(2)]
                    totals = [found[1 + each] == given[5 + each] + gains[each] for each in range(2)]
                    if known:
                        totals += [found[3 + each] == given[7 + each] + takes[each] for each in range(2)]
                    return Z3.And([found[0] == follows(*given[:4]), *totals])

                names = [f"{what} of side {each}" for what in ("points", "tricks") for each in range(2)]
                yield Case(
                    name=f"seat {winner} wins, {'known' if known else 'unknown'} tricks, claim {own.rules.claim}, close {own.rules.close}",
                    variables=(
                        sizes(setting, "cards of the winner"),
                        sizes(setting, "talon"),
                        yes_no("closed"),
                        yes_no("enough points"),
                        setting.points("card points of the trick"),
                        *map(setting.points, names),
                    ),
                    returns=("what follows", *names),
                    lifted=end,
                    assuming=lambda given: [*truths(given[2:4]), *not_negative(given[:2])],
                    claim=claim,
                )


def _end(  # noqa: PLR0917 - what the case fixes
    own: SuitGame,
    winner: int,
    hand: Cards,
    talon: Cards,
    closed: Closing | None,
    enough: int,
    gained: int,
    points: Sequence[int],
    *,
    known: bool,
) -> tuple[int, ...]:
    """Return what follows a trick, -1 where the state is not what it has to be, and the points and tricks of the sides."""
    cards = own.pack.cards
    trick, side = cards[: own.players], own.sides[winner]
    taken = (cards[-2:-1], cards[-1:])
    leader = (winner + 1) % own.players
    before = stage(
        own,
        [hand if seat == winner else pile(7) for seat in range(own.players)],
        talon=talon,
        leader=leader,
        trick=trick,
        winning=winner,
        turn=leader,
        taken=taken,
        points=tuple(points[:2]),
        tricks=tuple(points[2:]) if known else None,
        trump=Suit.HEARTS,
        closed=closed,
        melds=(20, 40),
        shown=tuple([cards[-1 - seat : -seat or None] for seat in range(own.players)]),
        contract=(1, 66),
        scores=(3, 5),
        has_enough=unary(lambda asked: enough if asked == side else 1 - enough),
        _drawn=marked,
    )

    def count_cards(ranks: object, values: object) -> int:
        return gained if (ranks, values) == (tuple(map(rank_number, trick)), own.values) else -1

    function = linked(
        method("_end_trick"),
        len=size_of,
        count_cards=count_cards,
        SuitState=staged(before.free),
    )
    after = cast("SuitState", function(before))
    won: Hands = tuple([sort_cards(pile_of + trick) if each == side else pile_of for each, pile_of in enumerate(taken)])
    counted = after.tricks or (0, 0)
    base = msgspec.structs.replace(
        before, leader=Seat(winner), trick=(), taken=won, points=after.points, tricks=after.tricks, turn=Seat(winner)
    )
    kinds: tuple[dict[str, object], ...] = (
        {},
        {"turn": None},
        {"turn": None, "claimant": winner},
        {"trump": Suit.SPADES},
    )
    for kind, changes in enumerate(kinds):
        if becomes(base, after, **changes) and known is (after.tricks is not None):
            return kind, *after.points, *counted
    return -1, *after.points, *counted


# --- What is called for an action ---

_METHODS: Final = ("_play_card", "_meld", "_exchange", "_close", "_draw", "_bid", "_name_trump", "_waive", "_claim")
_REFUSALS: Final = ("deal_over", "bid_outside", "unknown_action")


class _Called(Stage, frozen=True, eq=False):
    """A stage on which every action is only noted."""


def _noting(name: str) -> Callable[..., SuitState]:
    def note(state: Stage, *given: object) -> SuitState:
        cast("list[tuple[object, ...]]", state.free["called"]).append((name, *given))
        return state

    return note


for _name in _METHODS:
    setattr(_Called, _name, _noting(_name))


def _dispatched(setting: Setting) -> Iterator[Case]:
    own = setting.suits
    card = own.pack.cards[0]
    expected: list[tuple[Action, int, int]] = [
        (Play(card), 0, 0),
        (Meld(card), 1, 1),
        (EXCHANGE, 2, 2),
        (CLOSE, 3, 3),
        (DRAW, 4, 4),
        (Bid(1), 5, 11 if own.rules.bids else 12),
        (PASS, 5, 7),
        (NameTrump(Suit.HEARTS), 6, 6),
        (Claim(), 8, 8),
        (FLIP, 12, 12),
    ]
    for action, in_auction, later in expected:

        def dispatch(over: int, bidding: int, action: Action = action) -> int:
            called: list[tuple[object, ...]] = []
            plain = stage(own, [()] * own.players, turn=None if over == 1 else 1, bidding=bidding, called=called)
            before = _Called(**{name: getattr(plain, name) for name in Stage.__struct_fields__})
            try:
                before.play(action)
            except Refused as refused:
                return 10 + _REFUSALS.index(refused.code)
            name, *given = called[0]
            further = [action.card, action] if isinstance(action, Play) else [action]
            return _METHODS.index(str(name)) if given == [1, *further] and len(called) == 1 else -1

        yield Case(
            name=str(action),
            variables=(yes_no("the deal is over"), yes_no("the auction goes on")),
            returns=("what is called, or why the action is refused",),
            lifted=dispatch,
            assuming=truths,
            claim=lambda given, found, numbers=(in_auction, later): (  # type: ignore[misc]
                found[0] == Z3.If(given[0] == 1, 10, Z3.If(given[1] == 1, numbers[0], Z3.IntVal(numbers[1])))
            ),
        )


# --- Every action brings the end nearer ---


def _nearer(setting: Setting) -> Iterator[Case]:
    """Talons, hands and tricks of every size at which something else happens; any points, tricks and strengths of cards."""
    own = setting.suits
    over, left = formulas.is_over(own.rules), formulas.steps_left()
    for talon, closed, held, size in _phases(own):
        for action in _actions(own):
            if not _concerns(action, held, size):
                continue

            def act(  # noqa: PLR0917 - what the case is about
                naming: int,
                enough: int,
                higher: int,
                one: int,
                other: int,
                talon: int = talon,
                closed: bool = closed,
                held: int = held,
                size: int = size,
                action: Action = action,
            ) -> tuple[int, ...]:
                before = _before(own, talon, held, size, closed=closed, numbers=(naming, enough, higher, one, other))
                was = _measured(own, before)
                try:
                    after = before.play(action)
                except Refused:
                    return (1, *was, *was)
                return (0, *was, *_measured(own, after))

            def claim(given: Numbers, found: Numbers, action: Action = action) -> Truth:
                refused, was, now = found[0], found[1:8], found[8:]
                claims, passes = (Z3.IntVal(int(action == each)) for each in (Claim(), PASS))
                ends = over(now[6], claims, passes, given[1])
                right = same(now[5] == 0, ends) if _may_end(action) else now[5] == 1
                drawn, played = was[0] - now[0], was[0] + was[1] - now[0] - now[1]
                done = [one - other for one, other in zip(was[2:6], now[2:6], strict=True)]
                less = left(*was[:6]) - left(*now[:6])
                return (refused == 1) | Z3.And(
                    [less > 0, less == Z3.Sum([drawn, played, *done]), left(*now[:6]) >= 0, right]
                )

            names = (
                "talon",
                "hands",
                "turn-up to exchange",
                "talon not closed",
                "trumps to name",
                "going on",
                "cards in play",
            )
            yield Case(
                name=f"{action}, talon of {talon}{', closed' if closed else ''}, {held} cards in hand, {size} on the table",
                variables=(
                    yes_no("trumps are to be named"),
                    yes_no("enough points"),
                    yes_no("the card takes the trick"),
                    Variable("tricks of side 0", (0, 1, 2)),
                    Variable("tricks of side 1", (0, 1, 2)),
                ),
                returns=("refused", *(f"{name} before" for name in names), *(f"{name} after" for name in names)),
                lifted=act,
                assuming=lambda given: [*truths(given[:3]), *not_negative(given[3:])],
                claim=claim,
            )


def _may_end(action: Action) -> bool:
    return isinstance(action, Play | Meld | Claim) or action == PASS


def _concerns(action: Action, held: int, size: int) -> bool:
    """Whether an action can be done at all with so many cards in hand and on the table."""
    if isinstance(action, Play | Meld | NameTrump):
        return held > 0
    return action != PASS or not held + size


def _phases(own: SuitGame) -> Iterator[tuple[int, bool, int, int]]:
    """Yield the sizes of the talon, whether it is closed, the cards of the seat to act and those on the table."""
    hand, players = own.rules.hand, own.players
    most = len(own.pack.cards) - players * hand
    closings = (False,) if own.rules.close == "never" else (False, True)
    for talon in sorted({0, min(players, most), min(2 * players, most), most}):
        for closed in closings if talon else (False,):
            is_open = talon > 0 and not closed
            for held in {hand, hand - 1} if is_open else range(hand + 1):
                for size in range(players) if held and not (is_open and held < hand) else (0,):
                    yield talon, closed, held, size


def _actions(own: SuitGame) -> tuple[Action, ...]:
    king = card_of(Rank.KING, Suit.HEARTS)
    rules = own.rules
    found: list[Action] = [Play(king)]
    found += [Meld(king)] if rules.marriages != "none" else []
    found += [EXCHANGE] if rules.exchange != "none" else []
    found += [CLOSE] if rules.close != "never" else []
    found += [DRAW] if rules.close == "either" else []
    found += [Claim(), PASS] if rules.claim == "called" else []
    return (*found, NameTrump(Suit.SPADES)) if rules.trump == "named" else tuple(found)


def _before(
    own: SuitGame, talon: int, held: int, size: int, *, closed: bool, numbers: tuple[int, int, int, int, int]
) -> Stage:
    """Return a stage at which seat 1 is to act: its first card is the king of hearts, and all cards are those of the pack."""
    naming, enough, higher, one, other = numbers
    first = [card_of(Rank.KING, Suit.HEARTS), card_of(Rank.QUEEN, Suit.HEARTS)]
    if own.exchange:
        first.append(card_of(Rank(own.exchange), Suit.HEARTS))
    first = list(dict.fromkeys(first))
    rest = [card for card in own.pack.cards if card not in first]
    hand = (*first, *rest)[:held]
    others = iter([card for card in (*first, *rest) if card not in hand])
    up = tuple([next(others) for _ in range(talon)])
    trick = tuple([next(others) for _ in range(size)])
    leader = (1 - size) % own.players
    playing = [(leader + place) % own.players for place in range(size)]
    hands = [
        hand if seat == 1 else tuple([next(others) for _ in range(max(held - int(seat in playing), 0))])
        for seat in range(own.players)
    ]
    strong = dict.fromkeys(own.pack.cards, (1, 0)) | dict.fromkeys(hand[:1], (1, higher))
    return stage(
        msgspec.structs.replace(own, strong=cast("tuple[tuple[int, int], ...]", strong)),
        hands,
        talon=up,
        leader=leader,
        trick=trick,
        turn=1,
        tricks=(one, other),
        trump=Suit.HEARTS if own.rules.trump != "named" else (None if naming == 1 else Suit.HEARTS),
        closed=Closing(Seat(0), 0, (0, 0)) if closed else None,
        contract=(1, own.rules.bids[0]) if own.rules.bids else None,
        has_enough=unary(lambda _: enough == 1),
        _debt=unary(lambda _: (0, -1)),
        _may_claim=unary(lambda _: True),
    )


def _measured(own: SuitGame, state: SuitState) -> tuple[int, ...]:
    """Return what the measure is made of, and the cards in play."""
    hands = sum(map(len, state.hands))
    low = card_of(Rank(own.exchange), Suit.HEARTS) if own.exchange else None
    turned = low is not None and state.talon[-1:] != (low,)
    in_play = hands + len(state.trick) + (0 if state.closed is not None else len(state.talon))
    return (
        len(state.talon),
        hands,
        int(turned),
        int(state.closed is None),
        int(state.trump is None and bool(own.rules.bids)),
        int(state.turn is not None),
        in_play,
    )


# --- Something can be done until the end ---


def _offers(setting: Setting) -> Iterator[Case]:
    """Any hand of one or two cards, to lead or to follow; or nothing left to play."""
    own = setting.suits
    cards = own.pack.cards
    for held, size in ((0, 0), (1, 0), (2, 0), (1, 1), (2, 1)):
        seen = cards[: held + size]

        def offers(trump: int, *numbers: int, held: int = held, seen: Cards = seen) -> bool:
            pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
            strong = dict.fromkeys(cards, (1, 0)) | dict(zip(seen, pairs, strict=True))
            before = stage(
                msgspec.structs.replace(own, strong=cast("tuple[tuple[int, int], ...]", strong)),
                [seen[:held] if seat == 1 else () for seat in range(own.players)],
                trick=seen[held:],
                turn=1,
                trump=trump,
                bidding=False,
                naming=False,
                drawing=False,
            )
            function = linked(
                getter("legal"),
                marriages=unary(lambda _: ()),
                may_exchange=unary(lambda _: False),
                may_close=unary(lambda _: False),
            )
            return len(cast("tuple[Action, ...]", function(before))) > 0

        names = [f"card {number + 1}" for number in range(held)] + ["the card led"] * size
        yield Case(
            name=f"{held} cards in hand, {size} on the table",
            variables=(
                Variable("trump", (0, 1, 2, 3, 4)),
                *(Variable(f"{what} of {name}", (1, 2, 3, 4)) for name in names for what in ("suit", "strength")),
            ),
            returns=("something is legal",),
            lifted=offers,
            assuming=lambda given: [given[0] >= 0, *[number >= 1 for number in given[1:]]],
            claim=lambda _, found: holds(found[0]),
        )


def _offers_bids(setting: Setting) -> Iterator[Case]:
    """The last player of the first round, after any bids; only he may have to bid."""
    for own in option_games(setting, "no_bid"):
        count = own.players - 1
        order = auctions.in_order(own.rules, count)

        def offers(*bids: int, own: SuitGame = own) -> bool:
            return len(auction.legal_bids(stage(own, [()] * own.players, bids=bids, turn=1))) > 0

        yield Case(
            name=own.rules.no_bid,
            variables=tuple(Variable(f"bid {each + 1}", (0, *own.rules.bids)) for each in range(count)),
            returns=("something is offered",),
            lifted=offers,
            assuming=lambda given, order=order: [order(*given)],  # type: ignore[misc]
            claim=lambda _, found: holds(found[0]),
        )


# --- The theorem ---


def _over_at_last(states: Sequence[State]) -> bool:
    """Whether a deal has ended, and before that something could be done at every turn."""
    return states[-1].turn is None and not states[-1].legal and all(state.legal for state in states[:-1])


def _witnesses(setting: Setting) -> Iterable[Witness]:
    yield whole_deal(
        "a deal comes to its end, and something could be done at every turn", setting.game, 3, _over_at_last
    )


_STATE: Final = "aceten.suits.state.SuitState"

_DISPATCH: Final = "an action is taken for what it is; when the deal is over, and in other games' terms, it is refused"
_BIDS: Final = "to a player who has his turn in the auction a bid or a pass is offered"


def _auctions(setting: Setting) -> bool:
    return bool(setting.suits.rules.bids)


PROPOSITIONS: Final[tuple[Proposition, ...]] = (
    Proposition(
        id="T-SUIT-END",
        statement=lambda setting: (
            f"every deal of {setting.game} ends, exactly when the rules say, and until then something is legal"
        ),
        argument=(
            "Cards are drawn once and played once, the turn-up is exchanged, the talon closed and trumps named at most once: every action "
            "makes a number smaller that cannot fall below 0, and an auction ends by itself (T-AUCTION). Until the end something is legal: "
            "to lead any card, to a lead some card (T-OBEY), before that drawing, naming or bidding, and at last a claim or a pass. The "
            "deal is over when all cards are played and nobody claims, by a claim, or when all pass."
        ),
        steps=(
            Step(
                name="end_trick",
                statement="the winner of a trick takes it and leads; all draw, or he may close first, or the deal is over",
                clauses=("PLAY-7", "PLAY-8", "DRAW-1", "CLOSE-2", "CLAIM-1"),
                function=f"{_STATE}._end_trick",
                domain="every winner, hand and talon of any size, any points, with every option",
                cases=_ended,
            ),
            *(
                Step(
                    name=name,
                    statement=_DISPATCH,
                    clauses=("PLAY-2", "PLAY-8"),
                    function=f"{_STATE}.{function}",
                    domain="every kind of action",
                    cases=_dispatched,
                )
                for name, function in (("play", "play"), ("talon", "_turn_to_talon"), ("say", "_say"))
            ),
            Step(
                name="nearer",
                statement="every action brings the end nearer, and the deal is over exactly when the rules say",
                clauses=("PLAY-2", "PLAY-8", "DRAW-1", "EXCH-1", "CLOSE-3", "CLAIM-1", "TRUMP-2"),
                function=f"{_STATE}.play",
                domain="every hand of 0 to {hand} cards and trick; talons of 0, of all {talon} cards, and of one or two for each player",
                bounded=True,
                cases=_nearer,
            ),
            Step(
                name="offers",
                statement="to lead, to follow and at the end something is legal",
                clauses=("SUIT-2", "SUIT-3", "SUIT-4", "CLAIM-1"),
                function=f"{_STATE}.legal",
                domain="any hand of up to two cards, any lead; T-OBEY speaks about larger hands",
                bounded=True,
                cases=_offers,
            ),
            Step(
                name="offers_bids",
                statement=_BIDS,
                clauses=("BID-1", "BID-7", "BID-9"),
                function="aceten.suits.auction.legal_bids",
                domain="the first round, any bids, with every option; T-AUCTION says that later everybody may pass",
                bounded=True,
                cases=_offers_bids,
                applies=_auctions,
            ),
        ),
        applies=is_suits,
        witnesses=_witnesses,
    ),
)
"""The theorem about the end of a deal."""
