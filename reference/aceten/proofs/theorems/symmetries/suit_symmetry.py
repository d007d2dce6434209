"""Symmetries of games with suit tricks, as :mod:`aceten.proofs.theorems.symmetries.matching_symmetry` has them for matching tricks.

No engine here: these are claims about two deals side by side, each branch of an action here being one there. The engine is run only for
the key of a state, and for what a deal comes to.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import attrgetter, itemgetter
from typing import Final, TypeAlias, TypeVar, cast

import msgspec

from aceten.engine.scoring import Result
from aceten.engine.suits.game import SuitGame
from aceten.engine.suits.state import SuitState
from aceten.proofs.claims import deal_pairs, symbolic_deals, symbolic_suit_deals
from aceten.proofs.claims.action_claims import SUITS as FORM
from aceten.proofs.claims.action_claims import same
from aceten.proofs.claims.deal_pairs import (
    Key,
    Relates,
    all_matched,
    flat_key,
    further,
    gains,
    named,
    possible,
    put_in,
    related,
    same_key,
    same_results,
    terms,
    told_apart,
)
from aceten.proofs.claims.symbolic_suit_deals import SuitShape
from aceten.proofs.statements.game_setting import Setting, with_rules
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable
from aceten.proofs.theorems.play.branch_claims import BRANCHES, about, of_deals
from aceten.proofs.theorems.play.suit_branch_claims import actions
from aceten.vocabulary.actions import Seat
from aceten_spec.formulas.matching.play_relation import Branch
from aceten_spec.formulas.suits.suit_conditions import SUITS, SuitDealTerms, suit_of
from aceten_spec.formulas.suits.suit_relation import SuitRelation, Way
from aceten_spec.formulas.suits.suit_trick_clauses import strength
from aceten_spec.formulas.terms import TRUE, Z3, Number, Truth, either, equal, every, no, some, term_of, together

_Deal = TypeVar("_Deal", "SuitDealTerms", "SuitState")

ALIKE: Final = (
    f"{BRANCHES}; any cards and numbers, seat 0 leading (T-SEATS), every number of cards in the trick, every winner"
)
"""For which deals most of these claims are made."""


# --- Two deals side by side -------------------------------------------------------------------------------------------


def ways(relation: SuitRelation, deal: SuitDealTerms, suits: Sequence[int] = SUITS) -> list[list[Way]]:
    """Return the branches of every action; the first card of a hand stands for all (T-STEP.suit_place).

    :param suits: in which order they are claimed with and named.
    """
    return [possible(each) for _, _, each in actions(relation, deal, suits)]


def alike(one: SuitDealTerms, other: SuitDealTerms, card: Relates = equal, suit: Relates = equal) -> Truth:
    """Return that two deals are the same, but for cards and trumps, of which something else is asked."""
    piles = [(*deal.hands, deal.talon, deal.trick, *deal.taken, *deal.shown) for deal in (one, other)]
    nothing = dict.fromkeys(("hands", "talon", "trick", "taken", "shown"), ())
    numbers = [
        symbolic_suit_deals.flat_deal(msgspec.structs.replace(deal, trump=None, **nothing)) for deal in (one, other)
    ]
    trumps = [[() if deal.trump is None else (deal.trump,)] for deal in (one, other)]
    return every([same_key(*numbers), related(suit, *trumps), related(card, *piles)])


def _led_by_seat_0(game: SuitGame) -> Iterator[SuitShape]:
    """Yield the shapes of deals but for what the symmetry of seats leaves out."""
    return (shape for shape in symbolic_suit_deals.every_shape(game) if not shape.leader or shape.bids)


# --- T-SUITS: suits are exchanged -------------------------------------------------------------------------------------

RANKS: Final = 16
"""A card is its suit times so many, and its rank."""
HELD: Final = 2
"""Hands of so many cards at most are followed where suits are exchanged."""
ROUNDS: Final = 2
"""Talons that last for so many tricks at most are."""


def _two_exchanged(suit: Number) -> Number:
    """Return what becomes of a suit when the first two are exchanged."""
    return either(equal(suit, 1), 2, either(equal(suit, 2), 1, suit))


def _all_turned(suit: Number) -> Number:
    """Return what becomes of a suit when each becomes the next."""
    return either(equal(suit, SUITS[-1]), SUITS[0], suit + 1)


def suits_play(setting: Setting) -> Iterator[ProofCase]:
    """When suits are exchanged, and what their marriages count, they are exchanged in what comes of a deal; the same is refused."""
    game = symbolic_suit_deals.with_few_bids(setting.suits)
    game = with_rules(game, hand=min(game.rules.hand, HELD))
    most = min(setting.sizes["talon"], ROUNDS * game.players)
    marriages = [Variable(f"marriage {place + 1}", (20, 40)) for place in range(len(game.rules.marriage_points))]
    for moved in (_two_exchanged, _all_turned):  # which make up every permutation
        relations = _whatever_marriages_count(game, marriages, moved)
        for shape in _led_by_seat_0(game):
            if shape.talon <= most:
                case = _exchanging(game, shape, moved, relations)
                yield msgspec.structs.replace(case, variables=(*case.variables, *marriages))


def _exchanging(
    game: SuitGame, shape: SuitShape, moved: _Moves, relations: tuple[SuitRelation, SuitRelation]
) -> ProofCase:
    """Return the case of a shape in which each card has numbers of its own for its suit, its rank, and how high it is."""
    own, height = symbolic_suit_deals.variables(game, shape), strength(game.rules)
    faces = [each for each in own if each.card]
    count = len(faces)
    rest = len(own) - count
    of_faces = [name for more in (", suit", ", rank", ", height") for name in named(faces, more)]
    trump = next((at - count for at, each in enumerate(own) if each.name == "trump suit"), None)

    def parts(given: Numbers) -> tuple[Numbers, ...]:
        return given[:rest], *(given[rest + count * place :][:count] for place in range(3))

    def assuming(given: Numbers) -> list[Truth]:
        numbers, suits, ranks, _ = parts(given)
        trumps = () if trump is None else (numbers[trump],)
        found = [every([suit >= SUITS[0], suit <= SUITS[-1]]) for suit in (*suits, *trumps)]
        return [*found, *[every([rank >= 0, rank < RANKS]) for rank in ranks]]

    def claim(given: Numbers, _: Numbers) -> Truth:
        numbers, suits, ranks, heights = parts(given)
        suits_there = tuple(map(moved, suits))
        numbers_there = tuple(moved(number) if at == trump else number for at, number in enumerate(numbers))
        here, there = (
            [suit * RANKS + rank for suit, rank in zip(each, ranks, strict=True)] for each in (suits, suits_there)
        )
        counterparts = {(_id(card), _id(other)) for card, other in zip(here, there, strict=True)}

        def card(one: Number, other: Number) -> Truth:
            if (_id(one), _id(other)) in counterparts:
                return TRUE
            return equal(moved(suit_of(one)) * RANKS + one % RANKS, other)

        def leads(one: SuitDealTerms, other: SuitDealTerms) -> Truth:
            return alike(one, other, card, lambda suit, suit_there: equal(moved(suit), suit_there))

        cards = (*here, *there)
        of_cards = [
            *zip(map(suit_of, cards), (*suits, *suits_there), strict=True),
            *zip([card % RANKS for card in cards], (*ranks, *ranks), strict=True),
        ]
        of_ranks = [(height(rank), high) for rank, high in zip(ranks, heights, strict=True)]
        found = all_matched(
            leads,
            ways(relations[0], symbolic_suit_deals.deal(shape, game.side_count, (*here, *numbers))),
            ways(
                relations[1],
                symbolic_suit_deals.deal(shape, game.side_count, (*there, *numbers_there)),
                _suits_there(moved),
            ),
        )
        return put_in(found, of_cards, of_ranks)

    return about(shape, (*own[count:], *of_faces), claim, assuming)


_Moves: TypeAlias = "Callable[[Number], Number]"
"""Says what becomes of a suit."""


def _suits_there(moved: _Moves) -> tuple[int, ...]:
    return tuple(cast("int", moved(cast("Number", suit))) for suit in SUITS)


def _whatever_marriages_count(
    game: SuitGame, marriages: Iterable[Variable], moved: _Moves
) -> tuple[SuitRelation, SuitRelation]:
    """Return the relation of a game in which marriages count any numbers, and the one in which the suits have exchanged them."""
    here = there = tuple(Z3.Int(each.name) for each in marriages)
    if game.rules.marriages == "suit":
        there = tuple(worth for _, worth in sorted(zip(_suits_there(moved), here, strict=True), key=itemgetter(0)))
    one, other = (
        SuitRelation(msgspec.structs.replace(game.rules, marriage_points=points), game.players)
        for points in (here, there)
    )
    return one, other


# --- T-SEATS: seats rotate --------------------------------------------------------------------------------------------


def turned(players: int, deal: _Deal) -> _Deal:
    """Return the deal, or the state, in which everybody sits one seat further, and the sides with them."""
    closed, contract = deal.closed, deal.contract
    if closed is not None:
        closed = msgspec.structs.replace(closed, seat=(closed.seat + 1) % players, tricks=further(closed.tricks))
    if contract is not None:
        contract = Seat((contract[0] + 1) % players), contract[1]
    return deal_pairs.turned(deal, players, closed=closed, contract=contract)


def seats_play(setting: Setting) -> Iterator[ProofCase]:
    """What an action makes of a deal turns with the seats."""
    game = symbolic_suit_deals.with_few_bids(setting.suits)
    relation, turn = SuitRelation(game.rules, game.players), partial(turned, game.players)

    def leads(one: SuitDealTerms, other: SuitDealTerms) -> Truth:
        return alike(turn(one), other)

    def holds(here: SuitDealTerms) -> Truth:
        return put_in(all_matched(leads, *[ways(relation, each) for each in (here, turn(here))]))

    return of_deals(FORM, game, symbolic_suit_deals.every_shape(game), holds)


# --- T-KEY: what a search remembers positions by ----------------------------------------------------------------------


def key_of(deal: SuitDealTerms) -> Key:
    """Return what of a deal a search remembers it by."""
    closer = None if deal.closed is None else deal.closed.seat
    return (
        deal.hands,
        deal.talon,
        deal.leader,
        deal.trick,
        deal.turn,
        deal.trump,
        closer,
        deal.bids,
        deal.contract,
    )


def past_of(relation: SuitRelation, deal: SuitDealTerms) -> tuple[Key, ...]:
    """Return what of its past bears on the result: points, who took a trick, marriages, how the talon was closed."""
    closed, unknown = deal.closed, -1 if deal.tricks is None else 0
    took = tuple(either(relation.took_a_trick(deal, side), 1, unknown) for side in range(len(deal.points)))
    return (
        deal.points,
        took,
        deal.melds,
        deal.waiting,
        None if closed is None else (closed.seat, closed.points, closed.tricks),
    )


_KEYED: Final = ("hands", "talon", "leader", "trick", "turn", "trump", "closed", "bids", "contract")
"""What a key is made of."""


def key_kept(setting: Setting) -> Iterator[ProofCase]:
    """The key of a state, and its past, are what they are said to be; hands and talon a key tells as they are."""
    game = symbolic_suit_deals.with_few_bids(setting.suits)
    relation = SuitRelation(game.rules, game.players)
    matters = attrgetter(
        "lying", "leader", "winning", "trump", "closed", "taken", "counted", "bids", "contract", "talon", "held"
    )
    for shape in {(matters(each), each.turn is None): each for each in symbolic_suit_deals.every_shape(game)}.values():
        yield FORM.case(
            game,
            shape,
            lambda state: flat_key((symbolic_deals.asked_of(state, *_KEYED).key, _of_past(state))),
            lambda deal, found: same(found, flat_key((key_of(deal), past_of(relation, deal)))),
        )


def _of_past(state: SuitState) -> tuple[object, ...]:
    """Return the past of a state, with how its talon was closed as numbers."""
    *past, closed = cast("tuple[object, ...]", state.past)
    return (*past, None if closed is None else msgspec.structs.astuple(cast("msgspec.Struct", closed)))


def key_play(setting: Setting) -> Iterator[ProofCase]:
    """From deals with one key and one past every action brings the same and leads to such deals."""
    game = symbolic_suit_deals.with_few_bids(setting.suits)
    relation = SuitRelation(game.rules, game.players)
    is_told = told_apart(FORM, game, symbolic_suit_deals.every_shape(game), key_of, _what_matters)
    for shape in [each for each in _led_by_seat_0(game) if not any(each.shown)]:
        yield _with_one_key(game, shape, relation, is_told=is_told(shape))


def _what_matters(shape: SuitShape) -> SuitShape:
    """Return a shape but for what the trick tells, and what bears on nothing, such as what everybody knows."""
    dealer = shape.dealer if shape.contract is None else 1
    return msgspec.structs.replace(shape, winning=0, shown=(), taken=True, counted=True, dealer=dealer)


def _with_one_key(game: SuitGame, shape: SuitShape, relation: SuitRelation, *, is_told: bool) -> ProofCase:
    own, sides = symbolic_suit_deals.variables(game, shape), game.side_count

    def both(given: Numbers) -> tuple[SuitDealTerms, SuitDealTerms]:
        here = symbolic_suit_deals.deal(shape, sides, given[: len(own)])
        here = msgspec.structs.replace(here, shown=tuple(hand[:1] for hand in here.hands))  # there of none
        shared = terms((here.scores, key_of(here), _remembered(relation, here)))
        numbers = [
            one if one.get_id() in shared else other
            for one, other in zip(given[: len(own)], given[len(own) :], strict=True)
        ]
        dealer = here.dealer if relation.bidding(here) else 0  # who is to bid tells it
        there = symbolic_suit_deals.deal(shape, sides, numbers)
        nothing = ((),) * game.players
        return here, msgspec.structs.replace(there, taken=((),) * sides, shown=nothing, dealer=dealer)

    def assuming(given: Numbers) -> list[Truth]:
        two = both(given)
        counted = itertools.chain(*[_counted(relation, deal) for deal in two])
        return [term_of(every([_one_future(relation, *two), *counted]))]

    def claim(given: Numbers, _: Numbers) -> Truth:
        two = both(given)

        def leads(here: SuitDealTerms, there: SuitDealTerms) -> Truth:
            brings = map(equal, *map(gains, two, (here, there)))
            known = [(each.turn, each.winning, each.claimant) for each in (here, there)]
            return every([known[0] == known[1], _one_future(relation, here, there), *brings])

        every_way = [map(_but_for_shown, ways(relation, deal)) for deal in two]
        return put_in(every([is_told, all_matched(leads, *every_way, codes=False)]))

    return about(shape, (*own, *named(own, " there")), claim, assuming)


def _remembered(relation: SuitRelation, deal: SuitDealTerms) -> Key:
    """Return the past as far as it tells deals apart: of tricks who took any; where nobody can claim, not the points."""
    points, took, melds, waiting, _ = past_of(relation, deal)
    closed = deal.closed
    told = None if closed is None else (closed.points, tuple(either(each > 0, 1, 0) for each in closed.tricks))
    return () if relation.rules.claim == "never" else points, took, melds, waiting, told


def _one_future(relation: SuitRelation, one: SuitDealTerms, other: SuitDealTerms) -> Truth:
    """Return that two deals have one key and one past, and as many tricks were taken in both, as many as cards out of play say."""

    def future(deal: SuitDealTerms) -> Key:
        tricks = (deal.tricks, deal.closed and deal.closed.tricks)
        return key_of(deal), _remembered(relation, deal), tuple([Z3.Sum([*each]) for each in tricks if each])

    return same_key(future(one), future(other))


def _counted(relation: SuitRelation, deal: SuitDealTerms) -> Iterator[Truth]:
    """Yield that the tricks of a deal are counted: who is known to have taken one has one at least."""
    for side, tricks in enumerate(deal.tricks or ()):
        yield every([tricks >= 0, some([no(relation.took_a_trick(deal, side)), tricks > 0])])
    yield from (tricks >= 0 for tricks in (deal.closed.tricks if deal.closed is not None else ()))


def _but_for_shown(ways_: Iterable[Way]) -> Iterator[Way]:
    """Yield the branches of an action, one for all that differ in nothing but which cards everybody knows."""
    found: dict[object, tuple[list[Truth], SuitDealTerms | str]] = {}
    for way in ways_:
        after = way.after
        if not isinstance(after, str):
            after = msgspec.structs.replace(after, shown=())
        told = after if isinstance(after, str) else tuple(_id(each) for each in symbolic_suit_deals.flat_deal(after))
        found.setdefault(told, ([], after))[0].append(way.guard)
    return (Branch(some(guards), after) for guards, after in found.values())


def _id(number: Number | int) -> tuple[int, int]:
    return (0, number) if isinstance(number, int) else (1, number.get_id())


# --- What a deal comes to ---------------------------------------------------------------------------------------------


def _ends(game: SuitGame) -> Iterator[SuitShape]:
    """Yield the shapes of deals that are over, one for all that seats or sides turn into each other: who closed the talon, who claimed."""
    claimants = (None, 0, 1) if game.rules.claim != "never" else (None,)
    for claimant in claimants:
        over = symbolic_suit_deals.shape(game, 0, turn=None, claimant=claimant, taken=False)
        yield over
        if game.rules.close != "never":
            yield msgspec.structs.replace(over, closed=0, talon=game.players)


def _of_results(
    setting: Setting,
    other: Callable[[SuitState, tuple[int, ...]], SuitState],
    more: tuple[str, ...] = (),
    *,
    turns: int = 0,
) -> Iterator[ProofCase]:
    """Yield the cases that a deal comes to the same as another one.

    :param other: makes the state of the other one, of the tricks there among other things.
    :param more: the names of numbers of every side there.
    """
    game = symbolic_suit_deals.with_few_bids(setting.suits)
    sides = game.side_count

    def case(shape: SuitShape) -> ProofCase:
        own = symbolic_suit_deals.variables(game, shape)
        size = len(own)
        there = tuple(Variable(f"{name} of side {side} there", (0, 1, 2)) for name in more for side in range(sides))

        def pair(numbers: tuple[int, ...]) -> tuple[Result | None, Result | None]:
            here = symbolic_suit_deals.state(game, shape, numbers[:size])
            return here.result, other(here, numbers[size:]).result

        def assuming(given: Numbers) -> list[Truth]:
            tricks = symbolic_suit_deals.deal(shape, sides, given[:size]).tricks or ()
            alike_ = [together(one > 0, two > 0) for one, two in zip(tricks, given[size:], strict=False)]
            return [*[number >= 0 for number in given], tricks[shape.leader] > 0, *alike_]

        return same_results(str(shape), (*own, *there), pair, assuming, turns=turns)

    return map(case, _ends(game))


def seats_result(setting: Setting) -> Iterator[ProofCase]:
    """What a deal comes to turns with the seats."""
    return _of_results(setting, lambda here, _: turned(setting.game.players, here), turns=1)


def key_result(setting: Setting) -> Iterator[ProofCase]:
    """What a deal comes to depends on points, marriages and which sides took tricks, not on how many tricks, nor on who dealt."""
    return _of_results(
        setting, lambda here, tricks: msgspec.structs.replace(here, tricks=tricks, dealer=Seat(0)), ("tricks",)
    )
