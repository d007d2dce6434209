"""Deals at any moment of which every card and every number is symbolic: as states of the engine, and as deals of the relation.

How many cards lie where, whose turn it is and who is winning are known; these shapes are finitely many. A shape is left out only where
another one differs from it in a number that no rule looks at: the full product of leaders and hands, say, of tricks that go on.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar, cast

import msgspec

from aceten.engine.matching.state import MatchingState
from aceten.proofs.execution.symbolic_numbers import Ranks, SymbolicInt, SymbolicTruth, is_number
from aceten.proofs.statements.obligations import Variable
from aceten.vocabulary.actions import Seat, Side
from aceten_spec.cards import Card
from aceten_spec.formulas.matching.play_relation import NOBODY, DealTerms
from aceten_spec.formulas.terms import FALSE, Number, Truth, either

if TYPE_CHECKING:
    from aceten.engine.matching.game import MatchingGame

_T = TypeVar("_T")

LED: Final = "rank led"
"""What the rank of the leads before is called, the one variable for a rank among those for cards."""

Flat: TypeAlias = tuple[Number | int, ...]
"""Every number of a deal one after the other, with how many cards lie where: two deals are the same when these are."""

Taking: TypeAlias = Callable[[int], tuple[_T, ...]]
"""Takes so many numbers."""


class PrintedNumber(SymbolicInt):
    """A number that may be written, as what a refusal says is no part of a claim."""

    def __str__(self) -> str:
        return "a number"

    def __format__(self, _: str) -> str:
        return str(self)

    __repr__ = __str__


class SymbolicCard(PrintedNumber):
    """A card of which nothing is known."""

    def __eq__(self, other: object) -> SymbolicTruth:  # type: ignore[override]  # followed, unless there is no card
        return cast("SymbolicTruth", FALSE) if other is None else super().__eq__(other)

    def __hash__(self) -> int:
        """Return the same for all: any two may be equal, and are then compared."""
        return 0


class Outline(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a deal with tricks of either kind: how many cards lie where, and who is who."""

    held: tuple[int, ...]
    """Cards in each hand."""
    talon: int = 0
    """Cards in the talon."""
    leader: int = 0
    """Who leads."""
    lying: int = 0
    """Cards in the trick."""
    winning: int
    """Who is winning."""
    turn: int | None
    """Who is to act."""
    taken: bool = True
    """Whether it is known of each side which cards it has captured."""
    counted: bool = True
    """Whether it is known how many tricks were taken."""

    def __str__(self) -> str:
        """Name what sets it apart."""
        hands = "+".join(map(str, self.held))
        return f"hands {hands}, talon {self.talon}, trick {self.lying}, {self.leader} leads, {self.winning} wins, turn {self.turn}"

    def cards(self, usual: Iterable[Card], sides: int) -> list[Variable]:
        """Return the variables for cards: in hands, talon and trick, and one captured by each of so many sides."""
        names = [f"card {place + 1} of seat {seat}" for seat, held in enumerate(self.held) for place in range(held)]
        names += [f"talon {place + 1}" for place in range(self.talon)]
        names += [f"trick {place + 1}" for place in range(self.lying)]
        names += [f"taken by side {side}" for side in range(sides) if self.taken]
        return [Variable(name, tuple(map(int, usual)), card=True) for name in names]

    def fields(self, sides: int, take: Taking[_T], card: Callable[[_T], object]) -> dict[str, object]:
        """Return what deals and states of either kind have, in the same order; numbers for cards are made cards."""

        def pile(size: int) -> tuple[object, ...]:
            return tuple(map(card, take(size)))

        seats = {"leader": self.leader, "winning": self.winning, "turn": self.turn}
        hands, talon, trick = tuple(map(pile, self.held)), pile(self.talon), pile(self.lying)
        taken = tuple(pile(int(self.taken)) for _ in range(sides))
        return {**seats, "hands": hands, "talon": talon, "trick": trick, "taken": taken}


class Shape(Outline, frozen=True, kw_only=True):
    """What is known of a deal with matching tricks."""

    drawn: int | None = None
    """The place in his hand of the card that the winner has just drawn, while he may spice it."""
    leads: int = 0
    """How many leads are counted in a row."""
    lone: int | None = None
    """Who is known to play alone."""
    burned: tuple[int, ...] = ()
    """The sides whose score falls to 0."""

    def __str__(self) -> str:
        """Name what sets it apart."""
        more = {"drawn": self.drawn, "leads": self.leads or None, "lone": self.lone, "burned": self.burned or None}
        return super().__str__() + "".join(f", {name} {value}" for name, value in more.items() if value is not None)


def talons(game: MatchingGame, before: int, rounds: int) -> list[int]:
    """Return the sizes of the talon that make a difference, when hands of so many cards drew last and a trick of so many rounds ends."""
    players, left = game.players, game.leftover
    if before < game.rules.hand:
        return [left]
    most = (len(game.pack.cards) - players * before) // players
    return [left + players * each for each in range(min(rounds + 1, most) + 1)]


def shapes(game: MatchingGame) -> Iterator[Shape]:
    """Yield the shapes of deals that are not over."""
    players, rules = game.players, game.rules
    for shape in _of_tricks(game):
        yield shape
        if rules.lead_limit and max(shape.held) == 1 and shape.lying == players - 1:  # the last card of the deal
            yield msgspec.structs.replace(shape, leads=1)
        if shape.leader or max(shape.held) < rules.hand:
            continue
        if rules.lead_limit and shape.lying <= 1:
            yield from [
                msgspec.structs.replace(shape, leads=leads)
                for leads in range(1 + bool(shape.lying), rules.lead_limit + 1)
            ]
        if game.lone_card is not None:
            yield msgspec.structs.replace(shape, lone=players - 1)
        if rules.four_resets:
            yield msgspec.structs.replace(shape, burned=(0,))


def _of_tricks(game: MatchingGame) -> Iterator[Shape]:
    players, rules = game.players, game.rules
    for leader, before in itertools.product(range(players), range(1, rules.hand + 1)):
        if leader and before < rules.hand:
            continue
        rounds = 1 if rules.continuation == "never" else before
        for lying in range(players * rounds):
            last = lying % players == players - 1
            sizes = talons(game, before, lying // players + 1)
            if leader or not last:
                sizes = sizes[:2]
                if (leader and lying > 2 * players) or (lying and not last and 1 < before < rules.hand):
                    continue
            turn = (leader + lying) % players
            winners = _winners(game, [(leader + place) % players for place in range(players)], lying)
            for talon, winning, flips in itertools.product(sizes, winners, _flips(game, lying)):
                held = tuple(before - flips[(seat - leader) % players :: players].count(0) for seat in range(players))
                left = talon - sum(flips)
                if left >= 0 and held[turn]:
                    yield Shape(held=held, talon=left, leader=leader, lying=lying, winning=winning, turn=turn)


def _winners(game: MatchingGame, order: Sequence[int], lying: int) -> Sequence[int]:
    """Return who can be winning."""
    players = game.players
    if game.matching.newest and lying > players and lying % players:
        return order[: lying % players]
    return order[: max(lying, 1)]


def _flips(game: MatchingGame, lying: int) -> Iterable[tuple[int, ...]]:
    """Return of those who have put a card into the trick whether it came from the talon."""
    return itertools.product((0, 1), repeat=lying) if game.rules.flip else [(0,) * lying]


def spicing(game: MatchingGame) -> Iterator[Shape]:
    """Yield the shapes of deals in which the winner of a trick may spice it."""
    players, rules = game.players, game.rules
    if not rules.spice:
        return
    for leader, winning, flips in itertools.product(range(players), range(players), _flips(game, players)):
        if flips[winning]:  # whose hand is full, and who draws nothing
            continue
        held = tuple(rules.hand - (seat != winning and not flips[seat]) for seat in range(players))
        scarce = players - 1 - sum(flips)
        for talon, drawn in itertools.product((scarce, scarce + players), {0, rules.hand // 2, rules.hand - 1}):
            if not leader or (talon == scarce and not drawn):
                yield Shape(
                    held=held, talon=talon, leader=leader, lying=players, winning=winning, turn=winning, drawn=drawn
                )


def over(game: MatchingGame) -> Iterator[Shape]:
    """Yield the shapes of deals that are over."""
    talon = game.leftover if game.rules.leftover == "unplayed" else 0
    for leader in range(game.players):
        yield Shape(held=(0,) * game.players, talon=talon, leader=leader, winning=leader, turn=None)


def uncounted(game: MatchingGame) -> Shape:
    """Return the shape of a deal in which a card ends a trick, and it is not known how many tricks were taken before."""
    ends_a_trick = next(shape for shape in shapes(game) if shape.lying == game.players - 1)
    return msgspec.structs.replace(ends_a_trick, counted=False)


def every(game: MatchingGame) -> Iterator[Shape]:
    """Yield the shapes of all deals."""
    yield from over(game)
    yield from spicing(game)
    yield from shapes(game)
    yield uncounted(game)


def seen_by_player(game: MatchingGame) -> Iterator[Shape]:
    """Yield shapes of all deals, one for all that do not differ for the player at turn: in his hand, in what was led, or in the talon."""
    seen: set[object] = set()
    for shape in every(game):
        hand = 0 if shape.turn is None else shape.held[shape.turn]
        known = hand, shape.lying, bool(shape.talon), shape.turn, shape.leader == shape.turn, shape.drawn, shape.leads
        if known not in seen:
            seen.add(known)
            yield shape


# --- From numbers to deals --------------------------------------------------------------------------------------------


def variables(game: MatchingGame, shape: Shape) -> tuple[Variable, ...]:
    """Return the variables of a shape, in the order in which :func:`deal` and :func:`state` take them."""
    points, sides = tuple(range(0, game.total + 1, game.unit)), range(game.side_count)
    return (
        *shape.cards(game.pack.cards, game.side_count),
        *[Variable(f"points of side {side}", points) for side in sides],
        *[Variable(f"tricks of side {side}", (0, 1, 2)) for side in sides],
        *[Variable(LED, tuple(map(int, game.pack.ranks)), card=True)] * bool(shape.leads),
    )


def taking(numbers: Iterable[_T]) -> Taking[_T]:
    """Return what takes so many of the numbers, the next ones each time."""
    given = iter(numbers)
    return lambda count: tuple(itertools.islice(given, count))


def _fields(shape: Shape, sides: int, numbers: Sequence[_T], card: Callable[[_T], object]) -> dict[str, object]:
    """Return the fields of a deal or a state, but for those that only states have, or in another way."""
    take = taking(numbers)
    fields = shape.fields(sides, take, card)
    points, tricks, leads = take(sides), take(sides), take(1)
    hands = cast("tuple[tuple[object, ...], ...]", fields["hands"])
    return fields | {
        "points": points,
        "tricks": tricks if shape.counted else None,
        "leads": leads * shape.leads,
        "drawn": None if shape.drawn is None else hands[shape.winning][shape.drawn],
    }


def deal(shape: Shape, sides: int, numbers: Sequence[Number]) -> DealTerms:
    """Return the deal of a shape with these numbers, which are many enough (:func:`variables`)."""
    return DealTerms(
        lone=NOBODY if shape.lone is None else cast("Number", shape.lone),
        burned=tuple(cast("Truth", side in shape.burned) for side in range(sides)),
        **_fields(shape, sides, numbers, lambda card: card),  # type: ignore[arg-type]
    )


def state(game: MatchingGame, shape: Shape, numbers: Sequence[int]) -> MatchingState:
    """Return the state of a shape with these numbers, symbolic or not."""
    return MatchingState(
        game=symbolic(game),
        dealer=Seat(1),
        points_known=True,
        forfeit=None,
        lone=None if shape.lone is None else Seat(shape.lone),
        burned=tuple(map(Side, shape.burned)),
        log=(),
        **_fields(shape, game.side_count, numbers, as_card),  # type: ignore[arg-type]
    )


def symbolic(game: MatchingGame) -> MatchingGame:
    """Return the game with ranks that can be looked up for symbolic cards."""
    return msgspec.structs.replace(game, led=Ranks(game.led), played=Ranks(game.played))


def ended(
    game: MatchingGame,
    points: tuple[int, ...],
    tricks: tuple[int, ...],
    leader: int,
    forfeit: int | None = None,
    *,
    lone: int | None = 0,
) -> MatchingState:
    """Return the state of a deal that is over, symbolic or not; where one plays alone it is this seat."""
    alone = lone if game.rules.sides == "lone" else None
    shape = Shape(held=(0,) * game.players, talon=0, leader=leader, winning=leader, turn=None, lone=alone)
    before = state(game, shape, (*[0] * game.side_count, *points, *tricks))
    forfeited = None if forfeit is None else Side(forfeit)
    return msgspec.structs.replace(before, taken=((),) * game.side_count, forfeit=forfeited)


def as_card(number: int) -> Card:
    """Return the card of a number, symbolic or not."""
    return cast("Card", SymbolicCard(number.run, number.term)) if is_number(number) else Card(number)


def flat_deal(deal: DealTerms | MatchingState) -> Flat:
    """Return the numbers of a deal, or of a state."""
    burned = (
        deal.burned if isinstance(deal, DealTerms) else [side in deal.burned for side in range(deal.game.side_count)]
    )
    others = [getattr(deal, name) for name in DealTerms.__struct_fields__ if name != "burned"]
    return flat(*others, *[either(each, 1, 0) for each in burned])


def flat(*parts: object) -> Flat:
    """Return every number in these parts, with how many there are in each tuple, and -1 in place of what there is not."""
    numbers: list[Number | int] = []
    for part in parts:
        if issubclass(type(part), tuple):
            inside = cast("tuple[object, ...]", part)
            numbers += (len(inside), *flat(*inside))
        else:
            numbers.append(-1 if part is None else cast("Number", part))
    return tuple(numbers)
