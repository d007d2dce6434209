"""Games of a handful of cards, and all their deals."""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, TypeAlias, TypeVar

import msgspec

from aceten import Game, MatchingGame, SuitGame, load
from aceten import Game as GameFacts
from aceten.testing import MatchingDeal, SuitDeal
from aceten_spec import Card, load_shipped
from aceten_spec.cards import PACKS
from aceten_spec.checks.parameter_checks import check_parameters
from aceten_spec.clauses.refusals import refusal_codes
from aceten_spec.rulebook import Award, SuitParameters

_T = TypeVar("_T")

Changes: TypeAlias = "dict[str, object]"
"""Parameters by name."""

AnyDeal: TypeAlias = MatchingDeal | SuitDeal
"""Everything that a deal begins with."""

VALUES: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
"""What a card counts, by rank, whatever the game."""


def points_of(cards: str, packs: int = 1) -> int:
    """Return what cards such as ``"Ac As Kc"`` count."""
    return packs * sum(VALUES.get(text[0], 0) for text in cards.split())


def table(total: int) -> tuple[Award, ...]:
    """Return a scoring table for so many points in all: for most of them, for all of them, and for every trick."""
    return (
        Award(name="most", meaning="most points", points=(total // 2, total - 1), tricks="some", game_points=1),
        Award(name="all", meaning="all points", points=(total, total), tricks="some", game_points=2),
        Award(name="sweep", meaning="every trick", points=(0, total), tricks="all", game_points=3),
    )


def tiny(parent: str, cards: str, players: int, hand: int, changes: Changes) -> Game:
    """Return the game of a shipped rulebook with these cards alone, such as ``"Ac As Kc"``, and with other parameters.

    :raises RulebookError: when they contradict each other.
    """
    book = load_shipped(parent)
    kind = type(book.parameters)
    kept = cards.split()
    ranks = {text[0] for text in kept}
    own: dict[str, object] = {name: getattr(book.parameters, name) for name in kind.__struct_fields__}
    own |= {
        "players": [players],
        "hand": hand,
        "deal": [hand],
        "tricks": "suit" if kind is SuitParameters else "matching",
    }
    own |= {"values": {letter: points for letter, points in VALUES.items() if letter in ranks}}
    own |= changes
    own |= {"removed": [str(each) for each in PACKS[str(own["pack"])].cards if str(each) not in kept]}
    if own["score"] == "table" and "scoring" not in changes:
        own |= {"scoring": table(points_of(cards, int(str(own["packs"]))) + int(str(own["last_trick_points"])))}
    # Through plain values, so that a wrong one is refused as in a rulebook that is read.
    parameters = msgspec.convert(msgspec.to_builtins(own), kind)
    check_parameters(parameters, players, source=f"tiny {parent}")
    refusals = dict.fromkeys(refusal_codes(parameters), book.refusals["unknown_action"]) | book.refusals
    changed = msgspec.structs.replace(
        book, id="tiny", options={}, by_players={}, refusals=refusals, parameters=parameters
    )
    return load(changed, players=players)


def kind_of(card: Card, game: GameFacts) -> str:
    """Return what tells a card from others: with matching tricks its rank alone, but for the card whose holder plays alone."""
    text = str(card)
    if isinstance(game, MatchingGame) and text != game.rules.lone_card:
        return text[0]
    return text


def hands_and_talons(game: Game) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Yield every way to deal the pack by kinds of cards: each player's hand, in no order, and the talon, in its order."""

    def dealt(left: Counter[str], hands: tuple[tuple[str, ...], ...]) -> Iterator[tuple[tuple[str, ...], ...]]:
        rest = sorted(left.elements())
        if len(hands) == game.players:
            yield from ((*hands, talon) for talon in sorted(set(itertools.permutations(rest))))
            return
        for hand in sorted(set(itertools.combinations(rest, game.rules.hand))):
            yield from dealt(left - Counter(hand), (*hands, hand))

    yield from dealt(Counter(kind_of(card, game) for card in game.pack.cards), ())


def deals(game: Game, dealer: int, *, scores: tuple[int, ...] | None = None) -> Iterator[AnyDeal]:
    """Yield every deal by a dealer, up to the order in which the cards of a hand come and, with matching tricks, up to suits.

    Where a card is cut, every deal comes with every card, and where the last card that is dealt is shown, with each of the dealer's.
    """
    for *by_seat, talon in hands_and_talons(game):
        yield from _deals_of(game, dealer, by_seat, talon, scores)


def last_ones(cards: Sequence[_T], *, shown: bool) -> Iterator[Sequence[_T]]:
    """Yield a hand in every order that makes a difference: with each of its cards dealt last where that one is shown."""
    for place in range(len(cards)) if shown else (-1,):
        yield (*cards[:place], *cards[place + 1 :], cards[place]) if shown else cards


def _deals_of(
    game: Game, dealer: int, by_seat: Sequence[tuple[str, ...]], talon: tuple[str, ...], scores: tuple[int, ...] | None
) -> Iterator[AnyDeal]:
    """Yield the deals of these hands and this talon."""
    for last in last_ones(by_seat[dealer], shown=game.last_shown):
        hands = [*by_seat[:dealer], last, *by_seat[dealer + 1 :]]
        order: list[str] = []
        at = 0
        for batch in game.rules.deal:
            for turn in range(1, game.players + 1):
                order += hands[(dealer + turn) % game.players][at : at + batch]
            at += batch
        deck = _of_kinds(game, [*order, *talon])
        if isinstance(game, SuitGame):
            cuts = game.pack.cards if game.cuts else (None,)
            yield from (SuitDeal(game, deck, dealer, cut, scores) for cut in cuts)
        elif isinstance(game, MatchingGame):
            yield MatchingDeal(game, deck, dealer)


def _of_kinds(game: Game, kinds: list[str]) -> tuple[Card, ...]:
    """Return the cards of the pack in this order of their kinds, those of one kind as they come."""
    left = list(game.pack.cards)
    found: list[Card] = []
    for kind in kinds:
        card = next(card for card in left if kind_of(card, game) == kind)
        left.remove(card)
        found.append(card)
    return tuple(found)


def other_decks(deal: AnyDeal, seat: int) -> Iterator[tuple[Card, ...]]:
    """Yield the pack in every order in which a seat is dealt the hand that it is dealt by this one, but for the order in a hand."""
    game, order = deal.game, list[int]()
    for batch in game.rules.deal:
        for turn in range(1, game.players + 1):
            order += [(deal.dealer + turn) % game.players] * batch
    places = {hand: [at for at, owner in enumerate(order) if owner == hand] for hand in range(game.players)}
    rest = frozenset(range(len(deal.deck))) - set(places[seat])
    deck = list(deal.deck)

    def dealt(hand: int, left: frozenset[int]) -> Iterator[tuple[Card, ...]]:
        if hand == seat:
            yield from dealt(hand + 1, left)
        elif hand == game.players:
            talon = range(len(order), len(deck))
            for cards in itertools.permutations(sorted(left)):
                for place, card in zip(talon, cards, strict=True):
                    deck[place] = deal.deck[card]
                yield tuple(deck)
        else:
            shown = game.last_shown and hand == deal.dealer
            chosen = itertools.combinations(sorted(left), len(places[hand]))
            for held in itertools.chain.from_iterable(last_ones(each, shown=shown) for each in chosen):
                for place, card in zip(places[hand], held, strict=True):
                    deck[place] = deal.deck[card]
                yield from dealt(hand + 1, left - set(held))

    yield from dealt(0, rest)


def shuffled_deal(game: Game, chance: Random, scores: tuple[int, ...] | None = None) -> AnyDeal:
    """Return a deal of a shuffled deck by any dealer."""
    cards = game.pack.cards
    deck, dealer = tuple(chance.sample(cards, len(cards))), chance.randrange(game.players)
    if isinstance(game, SuitGame):
        return SuitDeal(game, deck, dealer, chance.choice(cards) if game.cuts else None, scores)
    assert isinstance(game, MatchingGame)
    return MatchingDeal(game, deck, dealer)
