"""Symmetries of games with matching tricks: claims about two deals side by side, each branch of an action here being one there.

No engine here, as in :mod:`aceten.proofs.theorems.follows`: the engine keeps to the branches (T-STEP). It is run only where the solvers use
something else of it: the key of a state, one card for all of a rank, and what a deal comes to.
"""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, Final, TypeAlias, cast

import msgspec

from aceten.actions import CallKind
from aceten.proofs import deals
from aceten.proofs.acts import same
from aceten.proofs.contracts import of_play, standing_in
from aceten.proofs.obligations import Case, Variable
from aceten.proofs.replacing import replaced
from aceten.proofs.setting import with_rules
from aceten.proofs.theorems.follows import BRANCHES, about
from aceten.proofs.theorems.pairs import (
    Relates,
    as_it_is,
    flat_key,
    further,
    matched,
    named,
    put_in,
    same_results,
)
from aceten_spec.cards import Rank, rank_number, suit_number, without_suit
from aceten_spec.formulas import Z3
from aceten_spec.formulas import tricks as say
from aceten_spec.formulas.cards import rank_of
from aceten_spec.formulas.play import NOBODY, Branch, Deal, Play
from aceten_spec.formulas.terms import FALSE, TRUE, either, equal, every, no, some, term_of, together

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from aceten.matching.game import MatchingGame
    from aceten.proofs.deals import Flat, Shape
    from aceten.proofs.obligations import Numbers
    from aceten.proofs.setting import Setting
    from aceten.scoring import Result
    from aceten_spec.cards import Card
    from aceten_spec.formulas import Formula, Number, Truth

HELD: Final = 2
"""Hands of so many cards at most are followed where each case takes long."""

ALIKE: Final = (
    f"{BRANCHES}; any cards and numbers, seat 0 leading (T-SEATS); tricks of every size, every winner, talons of every size that makes a"
    " difference"
)
"""For which deals most of these claims are made."""


# --- Two deals side by side -------------------------------------------------------------------------------------------


def ways(relation: Play, deal: Deal) -> list[list[Branch[Deal]]]:
    """Return the branches of every action but calls; the first card of a hand stands for all (T-STEP.place)."""
    hand = () if deal.turn is None else deal.hands[deal.turn]
    cards = [relation.card(deal, card) for card in hand[:1]]
    return [list(way) for way in (*cards, relation.flip(deal), relation.spice(deal), relation.stop(deal))]


def alike(one: Deal, other: Deal, card: Relates = equal, rank: Relates = equal) -> Truth:
    """Return that two deals are the same, but for cards and ranks, of which something else is asked."""
    piles = [(*deal.hands, deal.talon, deal.trick, *deal.taken, _drawn(deal), deal.leads) for deal in (one, other)]
    numbers = [
        (deal.leader, deal.winning, _turn(deal), deal.forfeit, deal.lone, *deal.points, *(deal.tricks or ()))
        for deal in (one, other)
    ]
    if [*map(len, piles[0]), len(numbers[0])] != [*map(len, piles[1]), len(numbers[1])]:
        return FALSE
    cards = map(card, *[itertools.chain(*each[:-1]) for each in piles])
    ranks = map(rank, one.leads, other.leads)
    return every([*map(equal, *numbers), *map(together, one.burned, other.burned), *cards, *ranks])


def _drawn(deal: Deal) -> tuple[Number, ...]:
    return () if deal.drawn is None else (deal.drawn,)


def _turn(deal: Deal) -> int:
    return -1 if deal.turn is None else deal.turn


def led_by_seat_0(game: MatchingGame) -> Iterator[Shape]:
    """Yield the shapes of deals but for what the symmetry of seats, and the order of a hand meaning nothing, leave out."""
    return (shape for shape in deals.every(game) if not shape.leader and not shape.drawn)


def by_own_rank(case: Case, counts: Formula[Number] | None = None) -> Case:
    """Return the case in which each card has a number of its own for its rank.

    :param counts: of what a card counts, which then is a number of its own, too.
    """
    faces = [place for place, each in enumerate(case.variables) if each.card and each.name != deals.LED]
    cards = [case.variables[place] for place in faces]
    size = len(case.variables)

    @functools.cache
    def pairs(given: Numbers) -> list[list[tuple[Number, Number]]]:
        ranks = [rank_of(given[place]) for place in faces]
        own = given[size:]
        of_ranks = [*zip(ranks, own, strict=False)]
        return [of_ranks] if counts is None else [[*zip(map(counts, ranks), own[len(faces) :], strict=True)], of_ranks]

    def assuming(given: Numbers) -> list[Truth]:
        return [put_in(each, *pairs(given)) for each in case.assuming(given[:size])]

    def claim(given: Numbers, found: Numbers) -> Truth:
        return put_in(case.claim(given[:size], found), *pairs(given))

    own = (*named(cards, ", rank"), *(() if counts is None else named(cards, ", counted")))
    return msgspec.structs.replace(case, variables=(*case.variables, *own), assuming=assuming, claim=claim)


# --- T-SEATS: seats rotate --------------------------------------------------------------------------------------------


def turned(relation: Play, deal: Deal) -> Deal:
    """Return the deal in which everybody sits one seat further, and the sides with them."""
    players, sides = relation.players, relation.sides

    def moved(number: Number, count: int) -> Number:
        return number if number is NOBODY else either(number < 0, number, (number + 1) % count)

    return msgspec.structs.replace(
        deal,
        hands=further(deal.hands),
        leader=(deal.leader + 1) % players,
        winning=(deal.winning + 1) % players,
        turn=None if deal.turn is None else (deal.turn + 1) % players,
        taken=further(deal.taken),
        points=further(deal.points),
        tricks=None if deal.tricks is None else further(deal.tricks),
        forfeit=moved(deal.forfeit, sides),
        lone=moved(deal.lone, players),
        burned=further(deal.burned),
    )


def seats_play(setting: Setting) -> Iterator[Case]:
    """What an action makes of a deal turns with the seats, calls among them."""
    game = setting.matching
    relation = Play(game.rules, game.players)

    def leads(one: Deal, other: Deal) -> Truth:
        return alike(turned(relation, one), other)

    for shape in deals.every(game):

        def claim(given: Numbers, _: Numbers, shape: Shape = shape) -> Truth:
            here = deals.deal(shape, game.side_count, given)
            there = turned(relation, here)
            pairs = [*zip(ways(relation, here), ways(relation, there), strict=True)]
            for seat, kind in itertools.product(range(game.players), CallKind):
                after = (seat + 1) % game.players
                pairs.append((list(relation.call(here, seat, kind)), list(relation.call(there, after, kind))))
            return every(matched(one, other, leads, put_in) for one, other in pairs)

        yield about(shape, deals.variables(game, shape), claim)


# --- T-SUITS and T-RANKS: ranks are exchanged, suits are any ----------------------------------------------------------


def special_ranks(game: MatchingGame) -> frozenset[int]:
    """Return the ranks that a parameter names."""
    rules = game.rules
    letters = {*rules.wild, rules.last_card_loses}
    found = {int(rank) for rank in game.pack.ranks if rank.letter in letters}
    if game.lone_card is not None:
        found |= {game.led[game.lone_card], game.played[game.lone_card], rank_number(game.lone_card)}
    return frozenset(found)


def alike_ranks(game: MatchingGame) -> tuple[tuple[int, ...], ...]:
    """Return the ranks that no parameter names, in groups that count the same and come in the same suits; only groups of two or more."""
    values = dict(game.values)
    groups: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    for rank in game.pack.ranks:
        suits = tuple(sorted([suit_number(card) for card in game.pack.cards if card.rank == rank]))
        if rank not in special_ranks(game):
            groups.setdefault((values.get(rank, 0), suits), []).append(int(rank))
    return tuple([tuple(group) for group in groups.values() if len(group) > 1])


def exchanged(rank: Number, one: Number, other: Number) -> Number:
    """Return what stands for a rank when two of them are exchanged."""
    return either(rank == one, other, either(rank == other, one, rank))


def _is_lone(game: MatchingGame, card: Number) -> Truth:
    return FALSE if game.lone_card is None else equal(card, int(game.lone_card))


def suits_play(setting: Setting) -> Iterator[Case]:
    """Deals that differ in suits only come to deals that differ in suits only."""
    game = setting.matching
    yield from _other_cards(game, led_by_seat_0(game), Play(game.rules, game.players))


def ranks_play(setting: Setting) -> Iterator[Case]:
    """When two such ranks are exchanged, they are exchanged in what comes of a deal; what cards count is looked at on its own."""
    game = setting.matching
    small = with_rules(game, values=dict.fromkeys(game.rules.values, 0), hand=min(game.rules.hand, HELD))
    two = setting.card("one rank"), setting.card("another rank")
    yield from _other_cards(small, led_by_seat_0(small), Play(small.rules, game.players), *two)


def _other_cards(game: MatchingGame, shapes: Iterable[Shape], relation: Play, *two: Variable) -> Iterator[Case]:
    """Yield the cases that the same comes of deals of which the cards have other suits, and two ranks are exchanged, if any are given."""
    sides = game.side_count
    for shape in shapes:
        own = deals.variables(game, shape)
        count = sum(shape.held) + shape.talon + shape.lying + sides
        variables = (*own, *named(own[:count], " there"), *named(own[:count], ", rank"), *two)

        def moved(rank: Number, given: Numbers) -> Number:
            return exchanged(rank, *given[-2:]) if two else rank

        def parts(given: Numbers, count: int = count, size: int = len(own)) -> tuple[Numbers, Numbers, Numbers]:
            return given[:size], given[size : size + count], given[size + count : size + 2 * count]

        def assuming(given: Numbers, parts: _Parts = parts, count: int = count) -> list[Truth]:
            here, there, _ = parts(given)
            pairs = zip(here[:count], there, strict=True) if game.lone_card is not None else ()
            unnamed = [each != rank for each in given[-2:] for rank in sorted(special_ranks(game))] if two else []
            return [*[together(*[_is_lone(game, card) for card in pair]) for pair in pairs], *unnamed]

        def claim(given: Numbers, _: Numbers, shape: Shape = shape, parts: _Parts = parts, count: int = count) -> Truth:
            here, there, ranks = parts(given)
            counterparts = {(card.get_id(), other.get_id()) for card, other in zip(here, there, strict=False)}
            rest = here[count:]
            if shape.leads:
                rest = (*rest[:-1], moved(rest[-1], given))

            def leads(one: Deal, other: Deal) -> Truth:
                return alike(one, other, card, lambda rank, there: equal(moved(rank, given), there))

            def card(one: Number, other: Number) -> Truth:
                return TRUE if (one.get_id(), other.get_id()) in counterparts else FALSE

            cards = (*here[:count], *there), (*ranks, *[moved(rank, given) for rank in ranks])
            of_ranks = [(rank_of(each), rank) for each, rank in zip(*cards, strict=True)]
            pairs = zip(
                *[ways(relation, deals.deal(shape, sides, each)) for each in (here, (*there, *rest))], strict=True
            )
            return every(matched(one, other, leads, lambda truth: put_in(truth, of_ranks)) for one, other in pairs)

        yield about(shape, variables, claim, assuming)


_Parts: TypeAlias = "Callable[[Numbers], tuple[Numbers, Numbers, Numbers]]"
"""Splits what is given into the numbers of the deal here, the cards there, and the ranks of cards here."""


def ranks_count(setting: Setting) -> Iterator[Case]:
    """Ranks that may be exchanged count the same, and are not wild."""
    counts, wild = setting.counts, say.wild(setting.matching.rules)
    for group in alike_ranks(setting.matching):

        def assuming(given: Numbers, group: tuple[int, ...] = group) -> list[Truth]:
            return [some(number == rank for rank in group) for number in given]

        yield Case(
            name=" ".join([Rank(rank).letter for rank in group]),
            variables=tuple(map(setting.card, ("one rank", "another rank"))),
            returns=(),
            lifted=None,
            assuming=assuming,
            claim=lambda given, _: every(
                [counts(given[0]) == counts(given[1]), no(wild(given[0])), no(wild(given[1]))]
            ),
        )


def canonical_cards(setting: Setting) -> Iterator[Case]:
    """One card stands for all of a rank, and has this rank; for the lone card stands none but itself."""
    game = setting.matching

    def run(*numbers: int) -> tuple[int, ...]:
        return tuple([game.canonical_card(deals.as_card(number)) for number in numbers])

    def claim(given: Numbers, found: Numbers) -> Truth:
        pairs = [*zip(given, found, strict=True)]
        alone = [together(_is_lone(game, card), _is_lone(game, plain)) for card, plain in pairs]
        one_for_all = some([_is_lone(game, given[0]), _is_lone(game, given[1]), equal(*found)])
        return every([*alone, *[rank_of(card) == rank_of(plain) for card, plain in pairs], one_for_all])

    def of_rank(card: Card) -> Card:
        return deals.as_card(rank_number(card))

    with replaced(without_suit, of_rank):
        cards = [Variable(name, tuple(map(int, game.pack.cards)), card=True) for name in ("card", "another card")]
        yield Case(
            variables=tuple(cards),
            returns=("one card", "another card"),
            lifted=run,
            assuming=lambda given: [rank_of(given[0]) == rank_of(given[1])],
            claim=claim,
        )


# --- T-KEY: what a search remembers positions by ----------------------------------------------------------------------

_Key: TypeAlias = "Number | int | tuple[_Key, ...] | None"


def key_of(relation: Play, deal: Deal) -> _Key:
    """Return what of a deal a search remembers it by."""
    rules, trick = relation.rules, deal.trick
    told: _Key = ()
    if rules.four_resets == "on":
        told = trick
    elif trick and rules.spice == "on":
        told = (trick[(deal.winning - deal.leader) % relation.players],)
    to_match, trumped = (relation.to_match(trick), relation.trumped(trick)) if trick else (None, 0)
    of_trick = (deal.leader, to_match, deal.winning, len(trick), deal.leads, told, deal.drawn, trumped)
    return (deal.hands, len(deal.talon), *of_trick)


def key_kept(setting: Setting) -> Iterator[Case]:
    """The key of a state is what it is said to be."""
    game = setting.matching
    relation = Play(game.rules, game.players)
    with standing_in(of_play(setting)):
        for shape in _shapes_of_keys(game):

            def run(*numbers: int, shape: Shape = shape) -> Flat:
                return flat_key(deals.state(game, shape, numbers).key)

            def claim(given: Numbers, found: Numbers, shape: Shape = shape) -> Truth:
                return same(found, flat_key(key_of(relation, deals.deal(shape, game.side_count, given))))

            yield Case(
                name=str(shape),
                variables=deals.variables(game, shape),
                returns=(),
                lifted=run,
                claim=claim,
                by_path=True,
            )


def _shapes_of_keys(game: MatchingGame) -> Iterator[Shape]:
    """Yield shapes of deals, one for all that do not differ in the trick: hands and talon a key tells as they are."""
    known = {(each.lying, each.winning, each.leads, each.drawn): each for each in deals.every(game)}
    yield from known.values()


def key_play(setting: Setting) -> Iterator[Case]:
    """From deals with one key every action brings the same and leads to deals with one key; who acts follows from the key."""
    game = setting.matching
    relation, sides = Play(game.rules, game.players), game.side_count
    told = _shapes_told(relation, game)
    for shape in led_by_seat_0(game):
        own = deals.variables(game, shape)
        cards = sum(shape.held) + shape.talon
        hidden = own[cards : cards + shape.lying + 3 * sides]
        variables = (*own, *named(hidden, " there"), Variable("lone there", (-1, 0)))
        is_told = len(told[_sizes(relation, game, shape)]) == 1

        def both(given: Numbers, shape: Shape = shape, size: int = len(own)) -> tuple[Deal, Deal]:
            here = deals.deal(shape, sides, given[:size])
            trick, rest = given[size : size + shape.lying], given[size + shape.lying :]
            shared = {each.get_id() for each in flat_key(key_of(relation, here)) if not isinstance(each, int)}
            trick = tuple(
                one if one.get_id() in shared else other for one, other in zip(here.trick, trick, strict=True)
            )
            there = msgspec.structs.replace(
                here,
                trick=trick,
                taken=tuple((card,) for card in rest[:sides]),
                points=rest[sides : 2 * sides],
                tricks=rest[2 * sides : 3 * sides] if shape.counted else None,
                lone=rest[3 * sides],
            )
            return here, there

        def assuming(given: Numbers, both: _Both = both) -> list[Truth]:
            two = both(given)
            worth = [Z3.Sum([setting.counts(rank_of(card)) for card in deal.trick]) for deal in two]
            return [term_of(every([_one_key(relation, *two), equal(*worth)]))]

        def claim(given: Numbers, _: Numbers, both: _Both = both, is_told: bool = is_told) -> Truth:
            two = both(given)
            told = [each.get_id() for each in flat_key(key_of(relation, two[0])) if not isinstance(each, int)]
            drawn_is_told = all(told.count(card.get_id()) > 1 for card in _drawn(two[0]))  # in the hand, and by itself

            def leads(here: Deal, there: Deal) -> Truth:
                ends = [*map(together, here.burned, there.burned), equal(here.forfeit, there.forfeit)]
                gains = [_gains(before, after) for before, after in zip(two, (here, there), strict=True)]
                return every([here.turn == there.turn, _one_key(relation, here, there), *ends, *map(equal, *gains)])

            pairs = zip(*[ways(relation, each) for each in two], strict=True)
            return every(
                [is_told, drawn_is_told, *[matched(one, other, leads, as_it_is, codes=False) for one, other in pairs]]
            )

        case = about(shape, variables, claim, assuming)
        yield by_own_rank(case, setting.counts)


def _sizes(relation: Play, game: MatchingGame, shape: Shape) -> Flat:
    """Return the key of a deal of which all cards and numbers are 0: what tells shapes apart."""
    nothing = cast("Numbers", (0,) * len(deals.variables(game, shape)))
    return flat_key(key_of(relation, deals.deal(shape, game.side_count, nothing)))


def _shapes_told(relation: Play, game: MatchingGame) -> dict[Flat, set[Shape]]:
    """Return the shapes that have one key, but for what bears on nothing, such as where in a hand the card lies that was drawn."""
    found: dict[Flat, set[Shape]] = {}
    for shape in deals.every(game):
        drawn = None if shape.drawn is None else 0
        matters = msgspec.structs.replace(shape, lone=None, burned=(), counted=True, drawn=drawn)
        found.setdefault(_sizes(relation, game, shape), set()).add(matters)
    return found


_Both: TypeAlias = "Callable[[Numbers], tuple[Deal, Deal]]"


def _one_key(relation: Play, one: Deal, other: Deal) -> Truth:
    here, there = (flat_key(key_of(relation, deal)) for deal in (one, other))
    return same(cast("Numbers", here), there)


def _gains(before: Deal, after: Deal) -> list[Number]:
    """Return what an action has brought: card points and tricks."""
    pairs = [*zip(before.points, after.points, strict=True), *zip(before.tricks or (), after.tricks or (), strict=True)]
    return [now - had for had, now in pairs]


# --- What a deal comes to ---------------------------------------------------------------------------------------------


def of_results(
    setting: Setting,
    more: tuple[str, ...],
    pair: Callable[[tuple[int, ...], int, int | None], tuple[Result | None, Result | None]],
    assuming: Callable[[Numbers, int], list[Truth]],
    *,
    turns: int = 0,
    names: bool = True,
) -> Iterator[Case]:
    """Yield the cases that two results are the same, one perhaps some seats further, whoever has taken the last trick.

    :param more: names of numbers of every side beside its points and tricks.
    :param names: whether the rows of the table that apply have to have one name.
    """
    sides = setting.game.side_count

    def case(leader: int, forfeit: int | None) -> Case:
        points = [setting.points(f"points of side {side}") for side in range(sides)]
        others = [Variable(f"{name} of side {side}", (0, 1, 2)) for name in ("tricks", *more) for side in range(sides)]
        return same_results(
            f"seat {leader} takes the last trick" + ("" if forfeit is None else f", side {forfeit} has lost by it"),
            (*points, *others),
            lambda numbers: pair(numbers, leader, forfeit),
            lambda given: [*[number >= 0 for number in given], *assuming(given, leader)],
            turns=turns,
            names=names,
        )

    yield from [case(leader, None) for leader in range(sides)]
    if setting.matching.rules.last_card_loses != "none":
        yield case(0, 0)


def seats_result(setting: Setting) -> Iterator[Case]:
    """What a deal comes to turns with the seats."""
    game, sides = setting.matching, setting.game.side_count

    def pair(numbers: tuple[int, ...], leader: int, forfeit: int | None) -> tuple[Result | None, Result | None]:
        points, tricks = numbers[:sides], numbers[sides:]
        lost = None if forfeit is None else (forfeit + 1) % sides
        there = deals.ended(game, further(points), further(tricks), (leader + 1) % game.players, lost, lone=1)
        return deals.ended(game, points, tricks, leader, forfeit).result, there.result

    def assuming(given: Numbers, leader: int) -> list[Truth]:
        points = given[:sides]
        return [given[sides + leader] > 0, *[has >= 0 for has in points], Z3.Sum(list(points)) <= game.total]

    yield from of_results(setting, (), pair, assuming, turns=1)


def key_result(setting: Setting) -> Iterator[Case]:
    """What a deal comes to depends on what was captured, which sides took tricks and who took the last one, not on how many tricks."""
    game, sides = setting.matching, setting.game.side_count

    def pair(numbers: tuple[int, ...], leader: int, forfeit: int | None) -> tuple[Result | None, Result | None]:
        points, *tricks = (numbers[place * sides :][:sides] for place in range(3))
        here, there = (deals.ended(game, points, each, leader, forfeit).result for each in tricks)
        return here, there

    def assuming(given: Numbers, _: int) -> list[Truth]:
        return [
            together(one > 0, other > 0)
            for one, other in zip(given[sides : 2 * sides], given[2 * sides :], strict=True)
        ]

    yield from of_results(setting, ("other tricks",), pair, assuming)
