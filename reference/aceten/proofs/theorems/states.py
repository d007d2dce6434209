"""States from which the functions that move cards are followed.

Most of these functions never look at the cards that they move. They are run with cards that cannot be looked at (:class:`Token`): what a
function does with them it does with any cards. How many cards lie where is given; the sizes that come about are finitely many. What is
decided elsewhere (what matches, who may do what) is a choice of the case, so that a proof holds however it is decided.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NoReturn, TypeAlias, TypeVar, cast

import msgspec
from typing_extensions import override

from aceten.matching.state import MatchingState
from aceten.proofs.obligations import Numbers, Variable
from aceten.proofs.symbolic import Symbolic, Table, Untouched
from aceten.suits.state import SuitState
from aceten_spec.cards import Card, Rank, Suit
from aceten_spec.errors import AcetenError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from aceten.actions import Action, Event, Hands, Side
    from aceten.game import Game
    from aceten.matching.game import MatchingGame
    from aceten.state import State
    from aceten.suits.game import SuitGame
    from aceten_spec.formulas import Truth

Cards: TypeAlias = tuple[Card, ...]
_T = TypeVar("_T")

CARD: Final = "card"
"""What a counterexample calls the card that a claim is about, by its number among those of the case."""


class Token(Untouched):
    """A card that nothing is known of. It equals itself alone, and to compare it with another is refused."""


class Single(Untouched):
    """A card of which there is only one: it equals itself and no other. Rank and suit are any that a case gives it."""

    def __init__(self, rank: Rank, suit: Suit) -> None:
        self.rank = rank
        self.suit = suit

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    def __hash__(self) -> int:
        return id(self)


class _Elsewhere:
    """What a function has no business with."""

    def __init__(self) -> None:
        self.cards = cast("Cards", Untouched())


ELSEWHERE: Final = _Elsewhere()
"""Cards that a function hands on and does not look at, not even how many they are."""


def tokens(count: int) -> Cards:
    """Return so many cards that cannot be looked at."""
    return cast("Cards", tuple(Token() for _ in range(count)))


def singles(count: int) -> Cards:
    """Return so many cards of which no two are equal, their suits in turn."""
    suits, ranks = tuple(Suit), tuple(Rank)
    return cast(
        "Cards", tuple(Single(ranks[number % len(ranks)], suits[number % len(suits)]) for number in range(count))
    )


class Supply:
    """Cards that are handed out for the places of a state, each for one place."""

    def __init__(self, cards: Cards) -> None:
        """Take the cards."""
        self.cards = cards
        """All that there are."""
        self.given = 0
        """How many were handed out."""

    def take(self, count: int) -> Cards:
        """Return the next so many cards."""
        self.given += count
        if self.given > len(self.cards):
            raise IndexError(count)
        return self.cards[self.given - count : self.given]

    def hands(self, sizes: Iterable[int]) -> Hands:
        """Return hands of these sizes."""
        return tuple([self.take(size) for size in sizes])


class Refusal(AcetenError):  # noqa: N818 - as the engine's own, IllegalAction
    """An action that a state does not accept."""

    def __init__(self, code: str) -> None:
        """Keep the code of the refusal."""
        super().__init__(code)
        self.code = code
        """The code."""


class Strengths(tuple[tuple[int, int], ...]):
    """What a trick sees of any card, and no function under proof looks at."""

    __slots__ = ()

    def __getitem__(self, index: object, /) -> tuple[int, int]:  # type: ignore[override]  # cards without a number
        """Return the card itself in place of a suit and a strength."""
        return cast("tuple[int, int]", (index, index))


class SuitStage(SuitState, frozen=True, eq=False):
    """A state with suit tricks in which what is decided elsewhere is a choice, and what follows is noted, not done."""

    may: bool = False
    """Whether a claim may be made, and whether a side has enough points."""
    bids_first: bool = False
    """Whether there is an auction now."""
    names_first: bool = False
    """Whether the declarer has to name trumps."""
    draws_first: bool = False
    """Whether the winner of a trick has to draw or to close the talon."""
    asks: bool = False
    """Whether the winner of the last trick is to claim or to pass."""
    opened: bool = False
    """Whether there is a talon that is not closed."""
    reached: str = ""
    """The function that was handed the state."""

    @property
    @override
    def bidding(self) -> bool:
        return self.bids_first

    @property
    @override
    def naming(self) -> bool:
        return self.names_first

    @property
    @override
    def drawing(self) -> bool:
        return self.draws_first

    @property
    @override
    def asking(self) -> bool:
        return self.asks

    @property
    @override
    def open_talon(self) -> bool:
        return self.opened

    @override
    def _debt(self, hand: Cards) -> tuple[int, int]:
        return cast("tuple[int, int]", (hand, hand))

    @override
    def _may_claim(self, suit: Suit | None) -> bool:
        return self.may

    @override
    def has_enough(self, side: Side) -> bool:
        return self.may

    @override
    def _before_cards(self, action: Action) -> None:
        if self.bids_first:
            raise Refusal("first")

    @override
    def _refuse(self, code: str, action: Action) -> NoReturn:
        raise Refusal(code)

    @override
    def _refuse_unpaid(self, code: str, action: Action) -> None:
        raise Refusal(code)

    @override
    def _end_trick(self) -> SuitState:
        return msgspec.structs.replace(self, reached="_end_trick")

    @override
    def _drawn(self, log: tuple[Event, ...]) -> SuitState:
        return msgspec.structs.replace(self, log=log, reached="_drawn")


def suit_game(game: SuitGame) -> SuitGame:
    """Return the game, in which cards may be of any suit and strength."""
    return msgspec.structs.replace(
        game, strong=cast("tuple[tuple[int, int], ...]", Strengths()), sides=cast("tuple[Side, ...]", Table(game.sides))
    )


def stage(game: MatchingGame, **known: object) -> MatchingState:
    """Return a state with matching tricks of which some fields are known, and the others are not to be looked at."""
    fields = {name: Untouched() for name in MatchingState.__struct_fields__}
    return made(MatchingState, fields | {"forfeit": None, "drawn": None, "leads": (), "log": (), "game": game} | known)


def suit_stage(game: SuitGame, **known: object) -> SuitStage:
    """Return a state with suit tricks of which some fields are known, and the others are not to be looked at."""
    fields = {name: Untouched() for name in SuitState.__struct_fields__}
    return made(SuitStage, fields | {"claimant": None, "bids": (), "log": (), "game": suit_game(game)} | known)


def made(kind: Callable[..., _T], fields: Mapping[str, object]) -> _T:
    """Return a state of a kind with these fields."""
    return kind(**fields)


def remade(kind: Callable[..., _T], state: SuitStage) -> _T:
    """Return a state as one of another kind, with the same fields."""
    return made(kind, {name: getattr(state, name) for name in state.__struct_fields__})


def method(owner: type, name: str) -> Callable[..., State]:
    """Return a method of a class as it is at this moment, as a function of the state."""
    found = getattr(owner, name)
    return cast("Callable[..., State]", found.fget if isinstance(found, property) else found)


def same(one: object, other: object) -> bool:
    """Whether two values are the same: the same number, or the same cards at the same places."""
    first, second = _members(one), _members(other)
    if first is not None and second is not None:
        return len(first) == len(second) and all(map(same, first, second))
    if one is other:
        return True
    if any(issubclass(type(value), Symbolic | tuple) for value in (one, other)):
        return False
    alike = type(one) is type(other) or (_is_number(one) and _is_number(other))
    return alike and one == other


def _members(value: object) -> tuple[object, ...] | None:
    return cast("tuple[object, ...]", value) if type(value) is tuple else None


def _is_number(value: object) -> bool:
    return issubclass(type(value), int) and type(value) is not bool


def answering(value: _T) -> Callable[..., _T]:
    """Return a stand-in for a function that is not to be followed: whatever it is asked, it returns this."""

    def answer(*_: object, **__: object) -> _T:
        return value

    return answer


def itself(card: Card) -> Card:
    """Stand in for a function of a card that is not to be followed: return the card."""
    return card


def counting(cards: Cards, worth: int, game: Game) -> Callable[[Cards, object], int]:
    """Return a stand-in for :func:`aceten.scoring.count_cards`: what just these cards count, by the game's values, else -1."""

    def count(counted: Cards, values: object) -> int:
        return worth if same(counted, cards) and values is game.values else -1

    return count


def differences(before: State, after: State, **expected: object) -> tuple[str, ...]:
    """Return the fields of a state that are not as they were before, or as expected where that is said."""
    fields = (SuitState if isinstance(before, SuitState) else MatchingState).__struct_fields__
    return tuple(
        [
            name
            for name in fields
            if not same(getattr(after, name), expected[name] if name in expected else getattr(before, name))
        ]
    )


def places(cards: Cards, state: State) -> Table:
    """Return for each card in how many places of a state it lies: hands, talon, trick and captured piles."""
    piles = [*state.hands, state.talon, state.trick, *state.taken]
    found = Counter(id(card) for pile in piles if type(pile) is tuple for card in pile)
    return Table([found[id(card)] for card in cards])


def one_of(cards: Sequence[object]) -> Variable:
    """Return the variable for an arbitrary one of these cards."""
    return Variable(CARD, tuple(range(len(cards))))


def choice(name: str) -> Variable:
    """Return the variable for a choice: 0 is no."""
    return Variable(name, (0, 1))


def among(given: Numbers, place: int, count: int) -> list[Truth]:
    """Return that a variable is a number from 0 to below ``count``."""
    return [given[place] >= 0, given[place] < count]
