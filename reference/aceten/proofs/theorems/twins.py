"""Two runs of the engine side by side: what theorems about pairs of states are proved with.

A card is followed as a symbolic rank and a symbolic suit (:class:`Followed`). Two states are built from such cards, the engine is run on
both, and what it makes of them is compared (:class:`Agreement`). Comparisons that both runs make fork them together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, cast

import msgspec
from typing_extensions import override

from aceten.actions import FLIP, SPICE, STOP, Call, CallKind, Play, Seat, Side
from aceten.errors import IllegalAction
from aceten.matching.game import MatchingGame
from aceten.matching.play import legal_actions
from aceten.matching.state import MatchingState
from aceten.proofs.linking import linked
from aceten.proofs.obligations import Variable
from aceten.proofs.symbolic import SymbolicInt, SymbolicTruth
from aceten_spec.cards import Card, Rank, Suit, card_of, rank_number, suit_number
from aceten_spec.cards import card as card_named
from aceten_spec.errors import AcetenError
from aceten_spec.formulas import Z3, Number, Truth

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from aceten.actions import Action
    from aceten.matching.facts import MatchingFacts
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

    @property
    def letter(self) -> FollowedLetter:
        """The letter, to be compared."""
        return FollowedLetter(self.number)

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


class FollowedLetter:
    """The letter of a followed card's rank."""

    __slots__ = ("_number",)

    def __init__(self, number: SymbolicInt) -> None:
        self._number = number

    def __eq__(self, other: object) -> bool:
        known = next((int(rank) for rank in Rank if rank.letter == other), None)
        return known is not None and bool(self._number == known)

    __hash__ = None  # type: ignore[assignment]  # letters are compared, never looked up


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


def rank_term(card: Card) -> Number:
    """Return the rank of a card as a term."""
    return term(_numbers(card)[0])


def suit_term(card: Card) -> Number:
    """Return the suit of a card as a term."""
    return term(_numbers(card)[1])


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

    def ranks(self, here: Cards, there: Cards, moved: Callable[[int], int] | None = None) -> None:
        """Ask that two piles have the same ranks.

        :param moved: the rank that stands there for a rank here; ``None``: the same.
        """
        ranks = [rank_number_of(card) if moved is None else moved(rank_number_of(card)) for card in here]
        ranks_there = list(map(rank_number_of, there))
        if self._run is None:  # plain cards lie in their written order, which exchanged ranks and suits change
            self.known(sorted(ranks), sorted(ranks_there))
            return
        self.known(len(here), len(there))
        for pair in zip(ranks, ranks_there, strict=False):
            self.numbers(*pair)

    def cards_in_order(self, here: Cards, there: Cards) -> None:
        """Ask that two piles are the same cards, in whatever order plain ones lie."""
        if self._run is None:
            self.known(sorted(here), sorted(there))
        else:
            self.cards(here, there)

    def cards(self, here: Cards, there: Cards) -> None:
        """Ask that two piles are the same cards."""
        self.ranks(here, there)
        for pair in zip(here, there, strict=False):
            if pair[0] is not pair[1]:
                self.holds(suit_term(pair[0]) == suit_term(pair[1]))

    @property
    def known_so_far(self) -> bool:
        """Whether all agrees that is known."""
        return self._known

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
    leads: int = 0
    """Leads in a row of one rank before the trick."""
    drawn: bool = False
    """Whether the winner has drawn a card and may spice the trick."""
    first_drawn: bool = False
    """Whether the card that he has drawn is the first in his hand and not the last."""
    closed: bool = False
    """Whether the talon is closed."""

    def hands(self, players: int, leader: int) -> tuple[int, ...]:
        """Return the cards in each hand, by seat."""
        sizes = [
            self.held - (self.trick - (seat - leader) % players + players - 1) // players for seat in range(players)
        ]
        if self.drawn:
            sizes[(leader + self.winning) % players] += 1
        return tuple(sizes)

    def turn(self, players: int) -> int:
        """Return the seat to act, counted from the leader."""
        return self.winning if self.drawn else self.trick % players


def small(game: MatchingGame) -> MatchingGame:
    """Return the game with small hands."""
    return msgspec.structs.replace(game, rules=msgspec.structs.replace(game.rules, hand=HELD))


def leading(game: MatchingGame) -> tuple[Shape, ...]:
    """Return shapes in which a trick is to be led."""
    shapes = [Shape(name="a lead, with a talon", talon=game.players + _rest(game))]
    if game.rules.lead_limit:
        shapes.append(Shape(name="a lead after others of one rank", leads=game.rules.lead_limit))
    return tuple(shapes)


def following(game: MatchingGame) -> tuple[Shape, ...]:
    """Return shapes in which a card is to be played to a lead; with the last one the round is complete."""
    players, rest = game.players, _rest(game)
    shapes: list[Shape] = []
    if players > _TWO:
        shapes.append(Shape(name="the second card", trick=1, talon=rest))
    shapes += [
        Shape(name="the last card of a round, the leader winning", trick=players - 1, talon=players + rest),
        Shape(name="the last card of the deal", held=1, trick=players - 1, winning=players - 2, talon=rest),
    ]
    if players > _TWO:
        other = Shape(
            name="the last card of a round, another winning", trick=players - 1, winning=1, talon=players + rest
        )
        shapes.append(other)
    if (
        game.rules.continuation != "never" and game.rules.four_resets == "off"
    ):  # too many ways in which two rounds can have equal ranks
        later = Shape(
            name="the last card of a second round", trick=2 * players - 1, winning=1, talon=2 * players + rest
        )
        shapes.append(later)
    return tuple(shapes)


def choosing(game: MatchingGame) -> tuple[Shape, ...]:
    """Return shapes in which the leader may continue the trick."""
    if game.rules.continuation == "never":
        return ()
    return (Shape(name="the end of a round", trick=game.players, winning=1, talon=game.players + _rest(game)),)


def spicing(game: MatchingGame) -> tuple[Shape, ...]:
    """Return shapes in which the winner of the trick has drawn and may spice it."""
    if game.rules.spice == "off":
        return ()
    talon = game.players - 1 + _rest(game)
    return (Shape(name="a trick that may be spiced", trick=game.players, winning=1, talon=talon, drawn=True),)


def shapes(game: MatchingGame) -> tuple[Shape, ...]:
    """Return the shapes in which a card is played."""
    return (*leading(game), *following(game), *choosing(game))


def _rest(game: MatchingGame) -> int:
    """Return the cards that are always left in a talon."""
    return game.leftover


_TWO: Final = 2


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

    def suits(self, more: str = "") -> tuple[Variable, ...]:
        """Return a variable for the suit of each card."""
        return tuple(Variable(f"{place}, suit{more}", tuple(map(int, Suit))) for place in self.places)

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


class Kept(MatchingState, frozen=True, eq=False):
    """A state whose play is followed. What is legal instead is no part of why an action is refused."""

    @property
    @override
    def legal(self) -> tuple[Action, ...]:
        return ()


class Counting(MatchingGame, frozen=True, kw_only=True, eq=False):
    """A game in which card points come from a formula of what is proved about counting."""

    @override
    def points_of(self, cards: Cards) -> int:
        return counted_cards(self, cards)


def counted(ranks: tuple[int, ...], values: tuple[tuple[int, int], ...]) -> int:
    """Stand in for :func:`aceten.scoring.count_cards`: return the sum of what each card counts, without forking."""
    terms = [Z3.If(term(rank) == value[0], value[1], Z3.IntVal(0)) for rank in ranks for value in dict(values).items()]
    return followed(run_of(list(map(_inner, ranks))), Z3.Sum([Z3.IntVal(0), *terms]))


def counted_cards(game: MatchingGame, cards: Cards) -> int:
    """Return what cards count together."""
    return counted(tuple([rank_number(card) for card in cards]), game.values)


def state_of(
    game: MatchingGame,
    table: Table,
    cards: Sequence[Card],
    *,
    points: tuple[int, ...] | None = None,
    tricks: tuple[int, ...] | None = None,
    dealer: int = 0,
    lone: int | None = None,
    burned: tuple[int, ...] = (),
) -> Kept:
    """Return the state in which cards lie so."""
    shape, leader, players = table.shape, table.leader, table.players
    hands, trick, talon = table.laid(cards)
    winning = (leader + shape.winning) % players
    leads: tuple[int, ...] = ()
    if game.rules.lead_limit and (shape.trick or shape.leads):
        lead = trick[0] if trick else hands[leader][-1]  # what was led before: any rank, such as that of a card in hand
        leads = (rank_number(lead),) * max(shape.leads, 1)
    return Kept(
        game=Counting(**{name: getattr(game, name) for name in game.__struct_fields__}),
        hands=hands,
        talon=talon,
        leader=Seat(leader),
        trick=trick,
        winning=Seat(winning),
        turn=Seat((leader + shape.turn(players)) % players),
        taken=((),) * game.side_count,
        points=points or (0,) * game.side_count,
        tricks=tricks or (0,) * game.side_count,
        dealer=Seat(dealer),
        forfeit=None,
        points_known=True,
        leads=leads,
        drawn=hands[winning][0 if shape.first_drawn else -1] if shape.drawn else None,
        lone=None if lone is None else Seat(lone),
        burned=tuple(map(Side, burned)),
        log=(),
    )


def after(state: MatchingState, action: Action) -> MatchingState | str:
    """Return what the engine makes of an action; the code when it refuses it."""
    try:
        return state.play(action)
    except IllegalAction as refusal:
        return refusal.code


def _plays(cards: Iterable[Card]) -> tuple[Play, ...]:
    return tuple(map(Play, cards))


def legal_plays(state: MatchingState) -> tuple[Cards, tuple[Action, ...]]:
    """Return the cards that may be played, and the other legal actions."""
    legal = linked(legal_actions, plays_of=_plays)(state)
    plays = tuple([action.card for action in legal if isinstance(action, Play)])
    return plays, tuple([action for action in legal if not isinstance(action, Play)])


def actions_in(game: MatchingFacts, table: Table, state: MatchingState) -> tuple[tuple[str, Action], ...]:
    """Return the actions to look at in a state of this shape, each with its name: a card, and whatever else there may be."""
    turn = (table.leader + table.shape.turn(table.players)) % table.players
    if table.shape.drawn:
        return ("spice", SPICE), ("stop", STOP)
    chosen: list[tuple[str, Action]] = [("a card", Play(state.hands[turn][0]))]
    if table.shape.trick and table.shape.trick % table.players == 0:
        chosen.append(("stop", STOP))
    if game.rules.flip == "on" and table.shape.talon:
        chosen.append(("flip", FLIP))
    return tuple(chosen)


def call_of(game: MatchingGame, turn: int) -> Call | None:
    """Return a call of the partner of the seat to act; ``None`` where there is none."""
    partner = game.partner(turn)
    if partner is None or not game.rules.calls:
        return None
    return Call(partner, CallKind(game.rules.calls[0]))


def random_cards(setting: Setting, random: Random, count: int) -> tuple[list[int], list[int]]:
    """Return ranks and suits of cards that the pack has."""
    pack = list(setting.game.pack.cards)
    cards = [pack.pop(random.among(range(len(pack)))) for _ in range(count)]
    return [rank_number(card) for card in cards], [suit_number(card) for card in cards]


def agree_on(
    agree: Agreement, here: object, there: object, *, cards: Callable[[Cards, Cards], None] | None = None
) -> None:
    """Ask that two things are equal, whatever they are made of: tuples of cards, ranks, numbers and what is known.

    :param cards: what two cards are to have in common; ``None``: all.
    """
    if here is there:
        return
    kinds: set[type] = {type(here), type(there)}
    if here is None or there is None:
        agree.known(here is None, there is None)
    elif kinds == {tuple}:
        piles = cast("tuple[object, ...]", here), cast("tuple[object, ...]", there)
        agree.known(len(piles[0]), len(piles[1]))
        for one, other in zip(*piles, strict=False):
            agree_on(agree, one, other, cards=cards)
    elif kinds <= {Followed, Card}:
        (cards or agree.cards)((cast("Card", here),), (cast("Card", there),))
    elif SymbolicTruth in kinds:
        one, other = map(_truth, (here, there))
        agree.holds((one & other) | (~one & ~other))
    elif SymbolicInt in {type(_inner(here)), type(_inner(there))}:
        agree.numbers(cast("int", here), cast("int", there))
    else:
        agree.known(here, there)


def _truth(value: object) -> Truth:
    return value.term if type(value) is SymbolicTruth else Z3.BoolVal(bool(value))
