"""Deals with suit tricks at any moment of which every card and every number is symbolic: as states, and as deals of the relation.

As :mod:`aceten.proofs.claims.symbolic_deals` for matching tricks. Every card is there once; what is known of a hand are some of its cards.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeVar, cast

import msgspec
from typing_extensions import override

from aceten.engine.suits.course import Closing
from aceten.engine.suits.game import SuitGame
from aceten.engine.suits.state import SuitState
from aceten.proofs.claims.symbolic_deals import CARRIED, Flat, Outline, PrintedNumber, SymbolicCard, flat, taking
from aceten.proofs.execution.symbolic_numbers import Carried, apply, is_number
from aceten.proofs.statements.game_setting import with_rules
from aceten.proofs.statements.obligations import Numbers, Variable
from aceten.vocabulary.actions import Seat
from aceten_spec.cards import Card, Rank, Suit
from aceten_spec.formulas.suits import auction_clauses
from aceten_spec.formulas.suits.suit_conditions import SUITS, ClosedTerms, SuitDealTerms, suit_of
from aceten_spec.formulas.suits.suit_trick_clauses import strength
from aceten_spec.formulas.terms import Z3, Number, Truth, every

_T = TypeVar("_T")

TURNS: Final = 2
"""Auctions of a round and so many turns are followed, with bids in the first and the last turn at most."""


_TAKEN: Final = -100
"""The first mark of what a side has captured, where that is carried; those of others go down from theirs, too."""
_SHOWN: Final = -200
_DEALER: Final = -300
_CONTRACT: Final = -301
_BIDS: Final = -302


class SymbolicSuit(PrintedNumber):
    """A suit of which nothing is known."""

    kind = Suit


class SymbolicRank(PrintedNumber):
    """A rank of which nothing is known."""

    kind = Rank


class SuitCard(SymbolicCard):
    """A card of which nothing is known but that it has a suit."""

    @property
    def suit(self) -> Suit:
        """The suit."""
        return cast("Suit", SymbolicSuit(self.run, suit_of(self.term)))

    @property
    def rank(self) -> Rank:
        """The rank."""
        return cast("Rank", SymbolicRank(self.run, self.term % 16))


class SuitShape(Outline, frozen=True, kw_only=True):
    """What is known of a deal with suit tricks."""

    trump: bool = True
    """Whether there is a trump suit."""
    waits: bool = False
    """Whether marriages count only with the next trick."""
    closed: int | None = None
    """Who has closed the talon."""
    shown: tuple[tuple[int, ...], ...]
    """The places in each hand of the cards that everybody knows."""
    bids: int = 0
    """How often players had their turn in the auction, or :data:`aceten.proofs.claims.symbolic_deals.CARRIED`."""
    contract: int | None = None
    """Who has bid the most, or :data:`aceten.proofs.claims.symbolic_deals.CARRIED`."""
    dealer: int = 1
    """Who dealt, or :data:`aceten.proofs.claims.symbolic_deals.CARRIED`."""
    claimant: int | None = None
    """Who has ended the deal by a claim."""
    carried: bool = False
    """Whether it is carried what everybody knows of hands, and what else is only handed on; else these are the cards in ``shown``."""

    def __str__(self) -> str:
        """Name what sets it apart."""
        more = {
            "without trumps": not self.trump,
            f"closed by {self.closed}": self.closed is not None,
            f"shown {'+'.join(map(str, map(len, self.shown)))}": any(self.shown),
            "cards captured unknown": self.taken is False,
            "tricks unknown": not self.counted,
            f"after {'any' if self.bids == CARRIED else self.bids} bids": bool(self.bids),
            f"{self.contract} has bid": self.contract not in {None, CARRIED},
            f"{self.dealer} deals": self.dealer not in {1, CARRIED},
        }
        return ", ".join([super().__str__(), *[name for name, said in more.items() if said]])


# --- Shapes -----------------------------------------------------------------------------------------------------------


def shape(game: SuitGame, held: int, **known: object) -> SuitShape:
    """Return the shape of a deal between tricks in which each has so many cards, but for what is said otherwise."""
    fields = {
        "held": (held,) * game.players,
        "shown": ((),) * game.players,
        "contract": 0 if game.rules.bids else None,
        "winning": 0,
        "turn": 0,
        "waits": game.rules.meld_counts == "next_trick",
    }
    return SuitShape(**(fields | known))  # type: ignore[arg-type]


def with_few_bids(game: SuitGame) -> SuitGame:
    """Return the game with the lowest two and the highest of its bids alone, as one is like another."""
    bids = game.rules.bids
    return with_rules(game, bids=(*bids[:2], *bids[2:][-1:]))


def between(game: SuitGame) -> Iterator[SuitShape]:
    """Yield the shapes of deals in which somebody is to lead, to draw or to say something after the last trick, seat 0 the leader."""
    rules, players = game.rules, game.players
    whole = len(game.pack.cards) - players * rules.hand
    sizes = range(players, whole + 1, players)
    closable = [size for size in sizes if rules.close != "never" and size >= rules.close_min_stock]
    least = 0 if rules.asks else 1
    for trump in (True, False) if rules.trump == "marriage" else (True,):
        yield from (shape(game, rules.hand, talon=size, trump=trump) for size in sizes)
        yield from (shape(game, held, trump=trump) for held in range(rules.hand, least - 1, -1))
        for closer, size in itertools.product(range(players), closable):
            for held in range(rules.hand, least - 1, -1):
                yield shape(game, held, talon=size, trump=trump, closed=closer)
        if rules.close == "either":
            yield from (shape(game, rules.hand - 1, talon=size, trump=trump) for size in closable)


def lying(game: SuitGame) -> Iterator[SuitShape]:
    """Yield the shapes of deals in which somebody is to act, but for auctions: with every leader, every winner, every trick."""
    players = game.players
    for begun, leader in itertools.product(between(game), range(players)):
        draws = begun.talon and begun.closed is None and begun.held[0] < game.rules.hand
        for cards in range(players if begun.held[0] and not draws else 1):
            turn = (leader + cards) % players
            held = tuple([begun.held[0] - ((seat - leader) % players < cards) for seat in range(players)])
            for winner in range(max(cards, 1)):
                winning = (leader + winner) % players
                yield msgspec.structs.replace(begun, held=held, leader=leader, lying=cards, turn=turn, winning=winning)


def auctions(game: SuitGame) -> Iterator[SuitShape]:
    """Yield the shapes of deals in which players bid, or the declarer is to name trumps."""
    rules, players = game.rules, game.players
    if not rules.bids:
        return
    for dealer, bids in itertools.product(range(players), range(players + TURNS + 1)):
        if dealer == 1 or bids < players:
            first = (dealer + 1) % players
            seats = {"leader": first, "winning": first, "turn": (first + bids) % players}
            yield shape(game, rules.hand, trump=False, contract=None, dealer=dealer, bids=bids, **seats)
    for seat in range(players):
        yield shape(game, rules.hand, trump=False, contract=seat, leader=seat, winning=seat, turn=seat)


def over(game: SuitGame) -> Iterator[SuitShape]:
    """Yield the shapes of deals that are over: played out, claimed, with a talon from which is to be drawn, or passed by all."""
    rules, players = game.rules, game.players
    yield shape(game, 0, turn=None)
    if rules.claim != "never":
        yield shape(game, 1, turn=None, claimant=0)
        if len(game.pack.cards) > players * rules.hand:
            yield shape(game, rules.hand - 1, talon=players, turn=None, claimant=0)
    if rules.bids:
        yield shape(game, rules.hand, turn=None, trump=False, contract=None, bids=players)


def special(game: SuitGame) -> Iterator[SuitShape]:
    """Yield shapes of deals of which less or more is known than of others: what was captured, what is in hands."""
    rules, hand = game.rules, game.rules.hand
    [first, *_] = lying(game)
    last = [each for each in lying(game) if each.held[each.turn or 0] == 1 and not each.talon][-1]
    for begun in (first, last):
        for taken, counted in ((False, True), (False, False), (True, False)):
            if counted or rules.claim == "never" or rules.exchange != "none":
                yield msgspec.structs.replace(begun, taken=taken, counted=counted)
    if rules.marriages == "none" and rules.trump not in {"turn_up", "dealt"} and rules.cut_card != "known":
        return
    for begun in lying(game):
        held, open_talon = begun.held[begun.turn or 0], begun.talon == game.players and begun.closed is None
        # With an open talon it may be one of the cards shown that is exchanged for the turn-up.
        if (held == min(hand, 3) or (open_talon and held == hand and not begun.lying)) and not begun.leader:
            for places in ((0,), (0, 1)):
                shown = tuple([places if seat == begun.turn else () for seat in range(game.players)])
                yield msgspec.structs.replace(begun, shown=shown)


def uncounted(game: SuitGame) -> Iterator[SuitShape]:
    """Yield shapes of deals of which it is not known how many tricks were taken: seat 0 leading, hands whole or of one card."""
    for each in lying(game):
        if not each.leader and max(each.held) in {1, game.rules.hand} and each.talon <= game.players:
            yield msgspec.structs.replace(each, counted=False)


def followed(game: SuitGame, shapes: Iterable[SuitShape], *, hands: bool = True, bids: bool = False) -> list[SuitShape]:
    """Return shapes with carried on what actions cannot bear: who dealt and has bid, what was captured, what is known of hands.

    Of a deal that is over hands are carried besides.

    :param hands: whether hands of others are not, in the middle of a trick.
    :param bids: whether the bids of an auction are not, and who dealt there.
    """
    found: list[SuitShape] = []
    for each in shapes:
        turn, bidding = each.turn, bool(game.rules.bids) and each.contract is None
        carries = turn is None or not (hands or not each.lying or each.lying + 1 == game.players)
        found.append(
            msgspec.structs.replace(
                each,
                held=tuple([CARRIED if carries and seat != turn else held for seat, held in enumerate(each.held)]),
                taken=None,
                dealer=each.dealer if bids and bidding and turn is not None else CARRIED,
                bids=CARRIED if bidding and not bids else each.bids,
                contract=None if each.contract is None else CARRIED,
                carried=True,
            )
        )
    return [*dict.fromkeys(found)]


def every_shape(game: SuitGame) -> Iterator[SuitShape]:
    """Yield the shapes of all deals, those with the fewest and the most cards first: what is wrong shows in them soonest."""
    shapes = deque(
        sorted((*over(game), *auctions(game), *special(game), *lying(game)), key=lambda shape: sum(shape.held))
    )
    while shapes:
        yield shapes.popleft()
        if shapes:
            yield shapes.pop()


# --- From numbers to deals --------------------------------------------------------------------------------------------


def variables(game: SuitGame, shape: SuitShape) -> tuple[Variable, ...]:
    """Return the variables of a shape, in the order in which :func:`deal` and :func:`state` take them."""
    sides = range(game.side_count)
    usual = {"points": tuple(range(0, game.total + 1, game.unit)), "tricks": (0, 1, 2)}
    made = (*("waiting",) * shape.waits, "melds", "score", "points", "tricks")
    closed = ["points when it was closed", *[f"tricks of side {side} when it was closed" for side in sides]]
    return (
        *shape.cards(game.pack.cards, game.side_count),
        *[Variable(f"side {side} has taken a trick", (0, 1), only=True) for side in sides if shape.taken is None],
        *[Variable(f"{what} of side {side}", usual.get(what, (0,))) for what in made for side in sides],
        *[Variable(name, (0, 1)) for name in closed if shape.closed is not None],
        *[Variable("trump suit", SUITS)] * shape.trump,
        *[Variable(name, (0, *game.rules.bids)) for name in ("first bid", "last bid")[: max(shape.bids, 0)]],
        *[Variable("bid", game.rules.bids)] * (shape.contract not in {None, CARRIED}),
    )


def _fields(
    shape: SuitShape, sides: int, numbers: Sequence[_T], card: Callable[[_T], object], closing: Callable[..., object]
) -> dict[str, object]:
    """Return the fields of a deal or a state, but for those that only states have.

    :param closing: makes of a seat, points and tricks how the talon was closed.
    """
    take = taking(numbers)
    fields = shape.fields(sides, take, card)
    hands = cast("tuple[tuple[object, ...], ...]", fields["hands"])
    if shape.taken is None:
        fields["taken"] = tuple(
            Carried(_TAKEN - side, some=cast("int", number)) for side, number in enumerate(take(sides))
        )
    waiting = take(sides) if shape.waits else (0,) * sides
    melds, scores, points, tricks = take(sides), take(sides), take(sides), take(sides)
    closed = None if shape.closed is None else closing(seat=shape.closed, points=take(1)[0], tricks=take(sides))
    trump = take(1)[0] if shape.trump else None
    said = take(min(max(shape.bids, 0), 2))
    bids = (*said[:1], *(0,) * (shape.bids - len(said)), *said[1:])
    return fields | {
        "points": points,
        "tricks": tricks if shape.counted else None,
        "melds": melds,
        "waiting": waiting,
        "scores": scores,
        "shown": _shown(shape, hands),
        "bids": Carried(_BIDS) if shape.bids == CARRIED else bids,
        "closed": closed,
        "trump": trump,
        "contract": Carried(_CONTRACT)
        if shape.contract == CARRIED
        else (shape.contract, *take(1))
        if shape.contract is not None
        else None,
        "dealer": Carried(_DEALER) if shape.dealer == CARRIED else shape.dealer,
        "claimant": shape.claimant,
    }


def _shown(shape: SuitShape, hands: tuple[tuple[object, ...], ...]) -> tuple[object, ...]:
    """Return what everybody knows of each hand."""
    if shape.carried:
        return tuple(Carried(_SHOWN - seat) for seat, _ in enumerate(hands))
    return tuple(tuple(hand[place] for place in places) for hand, places in zip(hands, shape.shown, strict=True))


def deal(shape: SuitShape, sides: int, numbers: Sequence[Number]) -> SuitDealTerms:
    """Return the deal of a shape with these numbers, which are many enough (:func:`variables`)."""
    return SuitDealTerms(**_fields(shape, sides, numbers, lambda card: card, ClosedTerms))  # type: ignore[arg-type]


def state(game: SuitGame, shape: SuitShape, numbers: Sequence[int]) -> SuitState:
    """Return the state of a shape with these numbers, symbolic or not."""
    fields = _fields(shape, game.side_count, numbers, as_card, Closing)
    if type(fields["trump"]) is int:
        fields["trump"] = Suit(fields["trump"])
    points_known, log = (Carried(), Carried()) if shape.carried else (True, ())
    return SuitState(game=game, points_known=points_known, log=log, **fields)  # type: ignore[arg-type]


def moment(game: SuitGame, **known: object) -> SuitState:
    """Return a state in which nobody has anything, and nothing is known, but what is said."""
    none, nothing = ((),) * game.players, (0,) * game.side_count
    fields: dict[str, object] = {"hands": none, "shown": none, "taken": ((),) * game.side_count}
    fields |= dict.fromkeys(("talon", "trick", "log", "bids"), ())
    fields |= dict.fromkeys(("leader", "winning", "dealer"), Seat(0))
    fields |= dict.fromkeys(("points", "tricks", "melds", "waiting", "scores"), nothing)
    fields |= dict.fromkeys(("turn", "trump", "closed", "claimant"))
    fields |= {"contract": (Seat(0), game.rules.bids[0]) if game.rules.bids else None, "points_known": True}
    return SuitState(game=game, **(fields | known))  # type: ignore[arg-type]


def as_card(number: int) -> Card:
    """Return the card of a number, symbolic or not."""
    return cast("Card", SuitCard(number.run, number.term)) if is_number(number) else Card(number)


def as_points(number: int) -> int:
    """Return a number of points that can be bid, symbolic or not."""
    return cast("int", PrintedNumber(number.run, number.term)) if is_number(number) else number


def symbolic(game: SuitGame) -> SuitGame:
    """Return the game with strengths that can be looked up for symbolic cards, each what it is (T-SUIT-TRICK.strong)."""
    height = strength(game.rules)

    class Strengths(tuple[tuple[int, int], ...]):
        __slots__ = ()

        @override
        def __getitem__(self, index: object, /) -> tuple[int, int]:  # type: ignore[override]  # no slices: cards are looked up
            card = cast("Card", index)
            return cast("int", card.suit), apply(height, card.rank)

    return msgspec.structs.replace(game, strong=Strengths(game.strong))


def assumed(game: SuitGame, shape: SuitShape, given: Numbers) -> list[Truth]:
    """Return what holds in every deal, as far as it matters for the player at turn.

    His cards have suits, no two of them are equal, nor is the turn-up any other card; bids have risen.
    """
    found = deal(shape, game.side_count, given)
    hand = () if shape.turn is None else found.hands[shape.turn]
    facts = [every([card >= SUITS[0] * 16, card < (SUITS[-1] + 1) * 16]) for card in hand]
    facts += [Z3.Distinct(*hand)] if len(hand) > 1 else []
    if found.talon and game.rules.trump == "turn_up":
        others = (*itertools.chain(*found.hands), *found.talon[:-1], *found.trick)
        others = tuple([card for card in others if not _is_carried(card)])
        facts.append(every([found.talon[-1] != card for card in others]))
    if found.trump is not None:
        facts += [found.trump >= 1, found.trump <= len(SUITS)]
    if game.rules.marriages == "order":
        points = game.rules.marriage_points
        sums = {sum(points[:count]) for count in range(len(points))}
        facts.append(Z3.Or([Z3.Sum([*found.melds]) == each for each in sums]))
    if shape.bids > 0:
        facts.append(auction_clauses.in_order(game.rules, len(found.bids)).of(*found.bids))
    return facts


def _is_carried(card: object) -> bool:
    return type(card) is Carried


def flat_deal(deal: SuitDealTerms | SuitState) -> Flat:
    """Return the numbers of a deal, or of a state."""
    trump = () if deal.trump is None else (deal.trump,)
    closed = deal.closed and (deal.closed.seat, deal.closed.points, deal.closed.tricks)
    others = [getattr(deal, name) for name in SuitDealTerms.__struct_fields__ if name not in {"trump", "closed"}]
    return flat(*others, trump, closed)
