"""Two runs of the engine side by side: what theorems about pairs of states with suit tricks are proved with.

A card is followed as a symbolic rank and a symbolic suit (:class:`Followed`). Two states are built from such cards, the engine is run on
both, and what it makes of them is compared (:class:`Agreement`). Comparisons that both runs make fork them together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, cast

import msgspec

from aceten.proofs.obligations import Variable
from aceten.proofs.symbolic import SymbolicInt, SymbolicTruth
from aceten_spec.cards import Card, Rank, Suit, card_of, rank_number, suit_number
from aceten_spec.cards import card as card_named
from aceten_spec.errors import AcetenError
from aceten_spec.formulas import Z3, Number, Truth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aceten.proofs.obligations import Random
    from aceten.proofs.setting import Setting
    from aceten.proofs.symbolic import Run

HELD: Final = 2
"""The size of a full hand in the states that are followed."""

Cards: TypeAlias = tuple[Card, ...]
"""Cards, followed or plain."""


# --- Cards that are followed ------------------------------------------------------------------------------------------


class _Compared:
    """A symbolic number that is compared only. All have one hash, so that sets and dictionaries compare them, too."""

    __slots__ = ("number",)

    def __init__(self, number: SymbolicInt) -> None:
        self.number = number

    def __eq__(self, other: object) -> bool:
        return bool(self.number == _inner(other))

    def __hash__(self) -> int:
        return 0


def _inner(value: object) -> object:
    """Return the symbolic number that is compared; any other value as it is."""
    kind: type = type(value)  # isinstance would ask a symbolic number for its class, which it refuses
    return cast("_Compared", value).number if issubclass(kind, _Compared) else value


class _Unsorted:
    """What the rank of a followed card is in the key that hands are sorted by."""


_UNSORTED: Final = _Unsorted()


class FollowedRank(_Compared):
    """The rank of a followed card."""

    __slots__ = ()

    def __rmul__(self, other: object) -> _Unsorted:
        """Be nothing in the key that hands are sorted by: in which order they are written makes no difference."""
        return _UNSORTED


class FollowedSuit(_Compared):
    """The suit of a followed card."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return bool(self.number != 0)

    def __sub__(self, other: object) -> SymbolicInt | int:
        """Be a number, but nothing in the key that hands are sorted by."""
        return 0 if type(other) is _Unsorted else self.number - other


class Followed:
    """A card with a symbolic rank and a symbolic suit, in place of a :class:`aceten_spec.cards.Card`."""

    __slots__ = ("_rank", "_suit")

    def __init__(self, rank: SymbolicInt, suit: SymbolicInt) -> None:
        self._rank = rank
        self._suit = suit

    def __mod__(self, _: int) -> FollowedRank:
        return FollowedRank(self._rank)

    def __floordiv__(self, _: int) -> FollowedSuit:
        return FollowedSuit(self._suit)

    @property
    def rank(self) -> FollowedRank:
        """The rank."""
        return FollowedRank(self._rank)

    @property
    def suit(self) -> FollowedSuit:
        """The suit."""
        return FollowedSuit(self._suit)

    @property
    def numbers(self) -> tuple[SymbolicInt, SymbolicInt]:
        """Rank and suit."""
        return self._rank, self._suit

    def __eq__(self, other: object) -> bool:
        if self is other or other is None:
            return self is other
        rank, suit = _numbers(cast("Card", other))
        return bool(SymbolicTruth(self._rank.run, (self._rank.term == term(rank)) & (self._suit.term == term(suit))))

    def __hash__(self) -> int:
        return 0


def made(rank: int, suit: int) -> Card:
    """Return a card of a rank and a suit, both known or both symbolic."""
    one, other = cast("tuple[object, object]", (rank, suit))
    if type(one) is SymbolicInt and type(other) is SymbolicInt:
        return cast("Card", Followed(one, other))
    return card_of(Rank(rank), Suit(suit) if suit else None)


def is_followed(card: object) -> bool:
    """Whether a card is a followed one."""
    return type(card) is Followed


def _numbers(card: Card) -> tuple[int, int]:
    """Return rank and suit of a card, followed or plain."""
    if is_followed(card):
        return cast("tuple[int, int]", cast("Followed", card).numbers)
    return rank_number(card), suit_number(card)


def rank_number_of(card: Card) -> int:
    """Return the rank of a card, followed or plain, as a number."""
    return _numbers(card)[0]


def suit_number_of(card: Card) -> int:
    """Return the suit of a card, followed or plain, as a number."""
    return _numbers(card)[1]


def exchanged(number: int, one: int, other: int) -> int:
    """Return what stands for a rank or a suit when two of them are exchanged."""
    moved = Z3.If(term(number) == term(one), term(other), Z3.If(term(number) == term(other), term(one), term(number)))
    return followed(run_of((number, one, other)), moved)


def strength(order: Sequence[str], rank: int) -> int:
    """Return the strength of a rank as parameters order ranks, the highest first: the lowest has 0."""
    ranks = [rank_number(card_named(letter)) for letter in reversed(order)]
    terms = [Z3.If(term(rank) == known, place, Z3.IntVal(0)) for place, known in enumerate(ranks)]
    return followed(run_of((rank,)), Z3.Sum(terms))


def term(number: int) -> Number:
    """Return a number as a term."""
    inner = _inner(number)
    return inner.term if type(inner) is SymbolicInt else Z3.IntVal(int(cast("int", inner)))


def run_of(numbers: Sequence[object]) -> Run | None:
    """Return the run that numbers or cards belong to; ``None``: they are known."""
    for number in numbers:
        if type(number) is Followed:
            return number.numbers[0].run
        if type(number) is SymbolicInt:
            return number.run
    return None


def followed(run: Run | None, number: Number) -> int:
    """Return a number for a term: symbolic in a run."""
    return cast("int", SymbolicInt(run, number)) if run is not None else Z3.simplify(number).as_long()


class Agreement:
    """What has to agree in two runs, gathered without forking them."""

    def __init__(self, run: Run | None) -> None:
        self._run = run
        self._known = True
        self._terms: list[Truth] = []

    def numbers(self, here: int, there: int) -> None:
        """Ask that two numbers are equal."""
        if here is not there:
            self.holds(term(here) == term(there))

    def known(self, here: object, there: object) -> None:
        """Ask that two things are equal that are known."""
        self._known = self._known and here == there

    def holds(self, statement: Truth) -> None:
        """Ask that a statement holds."""
        self._terms.append(statement)

    def cards_in_order(self, here: Cards, there: Cards) -> None:
        """Ask that two piles are the same cards, in whatever order plain ones lie."""
        if self._run is None:
            self.known(sorted(here), sorted(there))
        else:
            self.cards(here, there)

    def cards(self, here: Cards, there: Cards) -> None:
        """Ask that two piles are the same cards."""
        self.known(len(here), len(there))
        for one, other in zip(here, there, strict=False):
            if one is not other:
                self.numbers(rank_number_of(one), rank_number_of(other))
                self.numbers(suit_number_of(one), suit_number_of(other))

    @property
    def found(self) -> bool:
        """Whether all agrees: symbolic in a run."""
        if not self._known:
            return False
        statement = Z3.And(self._terms)
        if self._run is None:
            return Z3.is_true(Z3.simplify(statement))
        return cast("bool", SymbolicTruth(self._run, statement))


# --- States with matching tricks --------------------------------------------------------------------------------------


class Refusal(AcetenError):  # noqa: N818 - as the engine's own, IllegalAction
    """An action that a state does not accept; what it says is the code."""


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """How many cards lie where, and who is winning."""

    name: str
    """What the shape is called in a counterexample."""
    held: int = HELD
    """Cards in each hand before the trick."""
    trick: int = 0
    """Cards in the trick."""
    talon: int = 0
    """Cards in the talon."""
    winning: int = 0
    """Who is winning the trick, counted from its leader."""
    closed: bool = False
    """Whether the talon is closed."""

    def hands(self, players: int, leader: int) -> tuple[int, ...]:
        """Return the cards in each hand, by seat."""
        played = [(self.trick - (seat - leader) % players + players - 1) // players for seat in range(players)]
        return tuple([self.held - count for count in played])

    def turn(self, players: int) -> int:
        """Return the seat to act, counted from the leader."""
        return self.trick % players


def numbered(text: str, count: int) -> tuple[str, ...]:
    """Return so many names."""
    return tuple(f"{text} {number + 1}" for number in range(count))


class Table(msgspec.Struct, frozen=True):
    """The cards of a state that is followed, and how they lie."""

    shape: Shape
    """How they lie."""
    players: int
    """How many hands there are."""
    leader: int = 0
    """Who has led."""

    @property
    def places(self) -> tuple[str, ...]:
        """What a counterexample calls each card: those in hands by seat, in the trick, in the talon."""
        hands = self.shape.hands(self.players, self.leader)
        return (
            *[name for seat, size in enumerate(hands) for name in numbered(f"hand {seat}, card", size)],
            *numbered("trick, card", self.shape.trick),
            *numbered("talon, card", self.shape.talon),
        )

    def ranks(self, setting: Setting) -> tuple[Variable, ...]:
        """Return a variable for the rank of each card."""
        return tuple(map(setting.card, self.places))

    def suits(self) -> tuple[Variable, ...]:
        """Return a variable for the suit of each card."""
        return tuple(Variable(f"{place}, suit", tuple(map(int, Suit))) for place in self.places)

    @property
    def count(self) -> int:
        """How many cards there are."""
        return len(self.places)

    def laid(self, cards: Sequence[Card]) -> tuple[tuple[Cards, ...], Cards, Cards]:
        """Return hands, trick and talon."""
        hands: list[Cards] = []
        at = 0
        for size in self.shape.hands(self.players, self.leader):
            hands.append(tuple(cards[at : at + size]))
            at += size
        trick = tuple(cards[at : at + self.shape.trick])
        return tuple(hands), trick, tuple(cards[at + self.shape.trick :])


def counted(ranks: tuple[int, ...], values: tuple[tuple[int, int], ...]) -> int:
    """Stand in for :func:`aceten.scoring.count_cards`: return the sum of what each card counts, without forking."""
    terms = [Z3.If(term(rank) == value[0], value[1], Z3.IntVal(0)) for rank in ranks for value in dict(values).items()]
    return followed(run_of(list(map(_inner, ranks))), Z3.Sum([Z3.IntVal(0), *terms]))


def random_cards(setting: Setting, random: Random, count: int) -> tuple[list[int], list[int]]:
    """Return ranks and suits of cards that the pack has."""
    pack = list(setting.game.pack.cards)
    cards = [pack.pop(random.among(range(len(pack)))) for _ in range(count)]
    return [rank_number(card) for card in cards], [suit_number(card) for card in cards]


def agree_on(agree: Agreement, here: object, there: object) -> None:
    """Ask that two things are equal, whatever they are made of: tuples of cards, ranks, numbers and what is known."""
    if here is there:
        return
    kinds: set[type] = {type(here), type(there)}
    if here is None or there is None:
        agree.known(here is None, there is None)
    elif kinds == {tuple}:
        piles = cast("tuple[object, ...]", here), cast("tuple[object, ...]", there)
        agree.known(len(piles[0]), len(piles[1]))
        for one, other in zip(*piles, strict=False):
            agree_on(agree, one, other)
    elif kinds <= {Followed, Card}:
        agree.cards((cast("Card", here),), (cast("Card", there),))
    elif SymbolicTruth in kinds:
        one, other = map(_truth, (here, there))
        agree.holds((one & other) | (~one & ~other))
    elif SymbolicInt in {type(_inner(here)), type(_inner(there))}:
        agree.numbers(cast("int", here), cast("int", there))
    else:
        agree.known(here, there)


def _truth(value: object) -> Truth:
    return value.term if type(value) is SymbolicTruth else Z3.BoolVal(bool(value))
