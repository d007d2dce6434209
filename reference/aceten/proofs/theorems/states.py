"""States from which the functions that move cards are followed.

Most of these functions never look at the cards that they move. They are run with cards that cannot be looked at (:class:`Token`): what a
function does with them it does with any cards. How many cards lie where is given; the sizes that come about are finitely many. What is
decided elsewhere (what matches, who may do what) is a choice of the case, so that a proof holds however it is decided.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar, cast

from aceten.matching.game import MatchingGame
from aceten.matching.state import MatchingState
from aceten.proofs.obligations import Numbers, Variable
from aceten.proofs.symbolic import Symbolic, Table, Untouched
from aceten.suits.state import SuitState
from aceten_spec.cards import Card, Rank, Suit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from aceten.actions import Hands
    from aceten.game import Game
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


def stage(game: MatchingGame | SuitGame, **known: object) -> State:
    """Return a state of which some fields are known, and the others are not to be looked at."""
    kind: type[State] = MatchingState if isinstance(game, MatchingGame) else SuitState
    usual = {"forfeit": None, "drawn": None, "leads": (), "claimant": None, "bids": (), "log": (), "game": game}
    return made(kind, {name: (usual | known).get(name, Untouched()) for name in kind.__struct_fields__})


def made(kind: Callable[..., _T], fields: Mapping[str, object]) -> _T:
    """Return a state of a kind with these fields."""
    return kind(**fields)


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


def among(given: Numbers, place: int, count: int) -> list[Truth]:
    """Return that a variable is a number from 0 to below ``count``."""
    return [given[place] >= 0, given[place] < count]
