"""Deals at any moment of which every card and every number is symbolic: as states of the engine, and as deals of the relation.

How many cards lie where, whose turn it is and who is winning are known; these shapes are finitely many. They are all that a deal can
have, and some more: that a deal begins with one of them, and every action leads from one to another, is an obligation of T-STEP. What an
action cannot bear on is *carried*: any cards, how many there are not being known, at which the engine is not able to look.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, Literal, TypeAlias, TypeVar, cast

import msgspec

from aceten.engine.matching.state import MatchingState
from aceten.engine.state import State
from aceten.proofs.execution.symbolic_numbers import (
    Carried,
    Ranks,
    SymbolicInt,
    SymbolicSides,
    SymbolicTruth,
    is_number,
)
from aceten.proofs.statements.obligations import Variable
from aceten.vocabulary.actions import Seat, Side
from aceten_spec.cards import Card
from aceten_spec.formulas.matching.play_relation import NOBODY, DealTerms
from aceten_spec.formulas.terms import FALSE, Number, either, equal

if TYPE_CHECKING:
    from aceten.engine.matching.game import MatchingGame

_T = TypeVar("_T")
_State = TypeVar("_State", bound="State")
_Struct = TypeVar("_Struct", bound="msgspec.Struct")

LED: Final = "rank led"
"""What the rank of the leads before is called, the one variable for a rank among those for cards."""

_LEADS: Final = -99
"""The mark of leads that are carried; those of piles go down from -2."""

CARRIED: Final = -1
"""In place of how many cards lie somewhere: any, at which nobody is able to look."""

Flat: TypeAlias = tuple[Number | int, ...]
"""Every number of a deal one after the other, with how many cards lie where: two deals are the same when these are."""

Taking: TypeAlias = Callable[[int], tuple[_T, ...]]
"""Takes so many numbers."""


class PrintedNumber(SymbolicInt):
    """A number that may be written, as what a refusal says is no part of a claim, and asked for its kind."""

    kind: ClassVar[type] = int
    """What it stands for, whatever its value."""

    @staticmethod
    def _stands_for(number: PrintedNumber) -> type:
        return type(number).kind

    __class__ = property(_stands_for)  # what isinstance looks at

    def __str__(self) -> str:
        return "a number"

    def __format__(self, _: str) -> str:
        return str(self)

    __repr__ = __str__


class SymbolicCard(PrintedNumber):
    """A card of which nothing is known but that it is one."""

    kind = Card

    def __eq__(self, other: object) -> SymbolicTruth:  # type: ignore[override]  # followed, unless there is no card
        return cast("SymbolicTruth", FALSE) if other is None else super().__eq__(other)

    def __hash__(self) -> int:
        """Return the same for all: any two may be equal, and are then compared."""
        return 0


class Outline(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a deal with tricks of either kind: how many cards lie where, and who is who."""

    held: tuple[int, ...]
    """Cards in each hand, or :data:`CARRIED`."""
    talon: int = 0
    """Cards in the talon, or :data:`CARRIED`."""
    leader: int = 0
    """Who leads."""
    lying: int = 0
    """Cards in the trick."""
    winning: int
    """Who is winning."""
    turn: int | None
    """Who is to act."""
    taken: bool | None = True
    """Whether it is known of each side which cards it has captured; ``None``: these are carried, and what else is only handed on."""
    counted: bool = True
    """Whether it is known how many tricks were taken."""

    def __str__(self) -> str:
        """Name what sets it apart."""
        hands, talon = "+".join(map(_many, self.held)), _many(self.talon)
        return f"hands {hands}, talon {talon}, trick {self.lying}, {self.leader} leads, {self.winning} wins, turn {self.turn}"

    def cards(self, usual: Iterable[Card], sides: int) -> list[Variable]:
        """Return the variables for cards: in hands, talon and trick, and one captured by each of so many sides."""
        names = [
            f"card {place + 1} of seat {seat}" for seat, held in enumerate(self.held) for place in range(held or 0)
        ]
        names += [f"talon {place + 1}" for place in range(self.talon)]
        names += [f"trick {place + 1}" for place in range(self.lying)]
        names += [f"taken by side {side}" for side in range(sides) if self.taken]
        return [Variable(name, tuple(map(int, usual)), card=True) for name in names]

    def fields(self, sides: int, take: Taking[_T], card: Callable[[_T], object]) -> dict[str, object]:
        """Return what deals and states of either kind have, in the same order; numbers for cards are made cards."""
        marks = itertools.count(-2, -1)

        def pile(size: int) -> object:
            mark = next(marks)
            return Carried(mark) if size == CARRIED else tuple(map(card, take(size)))

        seats = {"leader": self.leader, "winning": self.winning, "turn": self.turn}
        hands, talon, trick = tuple(map(pile, self.held)), pile(self.talon), pile(self.lying)
        taken = tuple(pile(CARRIED if self.taken is None else int(self.taken)) for _ in range(sides))
        return {**seats, "hands": hands, "talon": talon, "trick": trick, "taken": taken}


def _many(cards: int) -> str:
    return "any" if cards == CARRIED else str(cards)


class Shape(Outline, frozen=True, kw_only=True):
    """What is known of a deal with matching tricks."""

    drawn: int | None = None
    """The place in his hand of the card that the winner has just drawn, while he may spice it."""
    leads: int = 0
    """How many leads are counted in a row, or :data:`CARRIED`."""
    lone: int | Literal["any"] | None = None
    """Who is known to play alone; ``any``: whoever it is, or nobody."""
    burns: bool = False
    """Whether the score of any side may fall to 0; else that of none does."""

    def __str__(self) -> str:
        """Name what sets it apart."""
        leads = _many(self.leads) if self.leads else None
        more = {"drawn": self.drawn, "leads": leads, "lone": self.lone}
        return super().__str__() + "".join(f", {name} {value}" for name, value in more.items() if value is not None)


# --- Shapes -----------------------------------------------------------------------------------------------------------


def shapes(game: MatchingGame) -> Iterator[Shape]:
    """Yield the shapes of deals that are not over, but for those in which the winner of a trick may spice it."""
    limit, lone = game.rules.lead_limit, None if game.lone_card is None else "any"
    for shape in _of_tricks(game):
        for leads in range(bool(shape.lying and limit), limit + 1):
            yield msgspec.structs.replace(shape, leads=leads, lone=lone, burns=game.rules.four_resets)


def _of_tricks(game: MatchingGame) -> Iterator[Shape]:
    players, rules = game.players, game.rules
    for leader, before in itertools.product(range(players), range(1, rules.hand + 1)):
        rounds = 1 if rules.continuation == "never" else before
        for lying, talon in itertools.product(range(players * rounds), _talons(game, before)):
            turn = (leader + lying) % players
            winners = _winners(game, [(leader + place) % players for place in range(players)], lying)
            for winning, flips in itertools.product(winners, _flips(game, lying)):
                held = tuple(before - flips[(seat - leader) % players :: players].count(0) for seat in range(players))
                left = talon - sum(flips)
                if left >= 0 and held[turn]:
                    yield Shape(held=held, talon=left, leader=leader, lying=lying, winning=winning, turn=turn)


def _talons(game: MatchingGame, before: int) -> range:
    """Return the sizes of the talon when a trick begins, with hands of so many cards."""
    players, left = game.players, game.leftover
    most = len(game.pack.cards) - players * before if before == game.rules.hand else left
    return range(left, most + 1, players)


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
    for talon, leader, winner in itertools.product(_talons(game, rules.hand), range(players), range(players)):
        for flips in _flips(game, players - 1):
            others = iter(flips)
            held = tuple(rules.hand if seat == winner else rules.hand - 1 + next(others) for seat in range(players))
            left = talon - sum(flips) - 1
            if left >= 0:
                for drawn in range(rules.hand):
                    yield Shape(
                        held=held, talon=left, leader=leader, lying=players, winning=winner, turn=winner, drawn=drawn
                    )


def over(game: MatchingGame) -> Iterator[Shape]:
    """Yield the shapes of deals that are over."""
    talon = game.leftover if game.rules.leftover == "unplayed" else 0
    for leader in range(game.players):
        yield Shape(held=(0,) * game.players, talon=talon, leader=leader, winning=leader, turn=None)


def every(game: MatchingGame) -> Iterator[Shape]:
    """Yield the shapes of all deals."""
    yield from over(game)
    yield from spicing(game)
    yield from shapes(game)


def acted_on(game: MatchingGame) -> Iterator[Shape]:
    """Yield the shapes of all deals for claims about branches: where no action looks at the talon, with the smallest alone.

    That none does in the middle of a round is seen where the talon is carried (T-STEP.card, T-STEP.alone).
    """
    for shape in every(game):
        ends = shape.lying % game.players in {0, game.players - 1} and shape.lying
        if ends or game.rules.flip or shape.turn is None or shape.talon <= game.leftover:
            yield shape


def uncounted(game: MatchingGame) -> Iterator[Shape]:
    """Yield shapes of deals led by seat 0, with small talons, in which it is not known how many tricks were taken before."""
    shapes = (shape for shape in every(game) if not shape.leader and shape.talon <= game.players)
    return (msgspec.structs.replace(shape, counted=False) for shape in shapes)


# --- What is carried --------------------------------------------------------------------------------------------------


def carrying(shape: Shape, *, hand: bool = False, talon: bool = False) -> Shape:
    """Return the shape with everything carried but the trick, and the leads when somebody leads.

    :param hand: whether the hand of the player at turn is not carried either.
    :param talon: whether the talon is not.
    """
    return msgspec.structs.replace(
        shape,
        held=tuple(held if hand and seat == shape.turn else CARRIED for seat, held in enumerate(shape.held)),
        talon=shape.talon if talon else CARRIED,
        leads=CARRIED if shape.lying else shape.leads,
        taken=None,
    )


def looked_at(game: MatchingGame, shapes: Iterable[Shape], *, card: bool = False, alone: bool = False) -> list[Shape]:
    """Return shapes with all carried on which actions cannot bear.

    They do on all hands and the talon where they end a round, leave a trick or turn up a card, else on the hand of the player at turn.
    That nobody plays alone, of which no number can tell the engine, is a shape of its own.

    :param card: whether cards of this hand are played.
    :param alone: whether something is done without them.
    """
    found: list[Shape] = []
    flips = game.rules.flip
    for shape in itertools.chain.from_iterable((each, msgspec.structs.replace(each, lone=None)) for each in shapes):
        plays, lying = shape.turn is not None and shape.drawn is None, shape.lying
        ends = plays and (card or (alone and flips)) and (lying + 1) % game.players == 0
        leaves = alone and (shape.drawn is not None or (lying > 0 and lying % game.players == 0))
        if ends or leaves:
            found.append(msgspec.structs.replace(shape, taken=None, leads=CARRIED if lying else shape.leads))
        else:
            found.append(carrying(shape, hand=plays and card, talon=plays and flips))
    return [*dict.fromkeys(found)]


def as_seen(game: MatchingGame) -> list[Shape]:
    """Return shapes for how a deal is seen: who leads it and what lies in the trick is carried besides."""

    def seen(shape: Shape) -> Shape:
        if shape.turn is None:
            return shape
        return msgspec.structs.replace(shape, leader=0, lying=0, winning=shape.turn, taken=None, leads=CARRIED)

    return [*dict.fromkeys(map(seen, every(game)))]


# --- From numbers to deals --------------------------------------------------------------------------------------------


def variables(game: MatchingGame, shape: Shape) -> tuple[Variable, ...]:
    """Return the variables of a shape, in the order in which :func:`deal` and :func:`state` take them."""
    points, sides = tuple(range(0, game.total + 1, game.unit)), range(game.side_count)
    return (
        *shape.cards(game.pack.cards, game.side_count),
        *[Variable(f"points of side {side}", points) for side in sides],
        *[Variable(f"tricks of side {side}", (0, 1, 2)) for side in sides],
        *[Variable(f"score of side {side} falls", (0, 1), only=True) for side in sides if shape.burns],
        *[Variable("who plays alone", tuple(range(-1, game.players)), only=True)] * (shape.lone == "any"),
        *[Variable(LED, tuple(map(int, game.pack.ranks)), card=True)] * (shape.leads > 0),
    )


def taking(numbers: Iterable[_T]) -> Taking[_T]:
    """Return what takes so many of the numbers, the next ones each time."""
    given = iter(numbers)
    return lambda count: tuple(itertools.islice(given, count))


def _fields(shape: Shape, sides: int, numbers: Sequence[_T], card: Callable[[_T], object]) -> dict[str, object]:
    """Return the fields of a deal or a state, but for those that only states have, or in another way."""
    take = taking(numbers)
    fields = shape.fields(sides, take, card)
    points, tricks, burned = take(sides), take(sides), take(sides * shape.burns)
    lone = take(1)[0] if shape.lone == "any" else shape.lone
    hands = cast("tuple[tuple[object, ...], ...]", fields["hands"])
    return fields | {
        "points": points,
        "tricks": tricks if shape.counted else None,
        "burned": burned,
        "lone": lone,
        "leads": Carried(_LEADS) if shape.leads == CARRIED else take(1) * shape.leads,
        "drawn": None if shape.drawn is None else _drawn(hands[shape.winning], shape.drawn),
    }


def _drawn(hand: object, place: int) -> object:
    """Return the card at a place of a hand, which may be carried."""
    return Carried() if type(hand) is Carried else cast("tuple[object, ...]", hand)[place]


def deal(shape: Shape, sides: int, numbers: Sequence[Number]) -> DealTerms:
    """Return the deal of a shape with these numbers, which are many enough (:func:`variables`)."""
    fields = _fields(shape, sides, numbers, lambda card: card)
    burned = tuple(equal(number, 1) for number in cast("tuple[Number, ...]", fields["burned"]))
    lone = NOBODY if fields["lone"] is None else fields["lone"]
    return DealTerms(**(fields | {"burned": burned or (FALSE,) * sides, "lone": lone}))  # type: ignore[arg-type]


def state(game: MatchingGame, shape: Shape, numbers: Sequence[int]) -> MatchingState:
    """Return the state of a shape with these numbers, symbolic or not."""
    fields = _fields(shape, game.side_count, numbers, as_card)
    burned = cast("tuple[int, ...]", fields["burned"])
    known: dict[str, object] = {"dealer": Seat(1), "points_known": True, "forfeit": None, "log": ()}
    if shape.taken is None:
        known = {name: Carried() for name in known}
        if shape.turn is not None:
            known["forfeit"] = None
    known["burned"] = SymbolicSides(burned) if burned else ()
    return MatchingState(game=symbolic(game), **(fields | known))  # type: ignore[arg-type]


def symbolic(game: MatchingGame) -> MatchingGame:
    """Return the game with ranks that can be looked up for symbolic cards."""
    return msgspec.structs.replace(game, led=Ranks(game.led), played=Ranks(game.played))


def with_any_trick(deal: _Struct) -> _Struct:
    """Return a deal or a state that carries its trick, who leads and who is winning it."""
    return msgspec.structs.replace(deal, leader=Carried(-97), winning=Carried(-98), trick=Carried(-96))


def asked_of(state: _State, *names: str) -> _State:
    """Return a state that carries all but some fields: whatever looks at others is not proved."""
    others = {*state.__struct_fields__} - {"game", *names}
    return msgspec.structs.replace(state, **{name: Carried() for name in others})


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
    burned = [either(each, 1, 0) for each in deal.burned] if isinstance(deal, DealTerms) else _burned(deal)
    others = [getattr(deal, name) for name in DealTerms.__struct_fields__ if name != "burned"]
    return flat(*others, *burned)


def _burned(state: MatchingState) -> tuple[int, ...]:
    """Return of each side 1 where its score falls to 0, else 0."""
    burned = cast("object", state.burned)
    if type(burned) is SymbolicSides:
        return burned.numbers
    return tuple(int(side in state.burned) for side in range(state.game.side_count))


def flat(*parts: object) -> Flat:
    """Return every number in these parts, with how many there are in each tuple, and -1 in place of what there is not."""
    numbers: list[Number | int] = []
    for part in parts:
        if type(part) is Carried:
            numbers += (part.mark, *flat(part.more))
        elif issubclass(type(part), tuple):
            inside = cast("tuple[object, ...]", part)
            numbers += (len(inside), *flat(*inside))
        else:
            numbers.append(-1 if part is None else cast("Number", part))
    return tuple(numbers)
