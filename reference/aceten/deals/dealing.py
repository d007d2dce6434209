"""Dealing: what is asked of a deal, checked, and which deal a state is the beginning of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from aceten.deals.numbered_deals import Arrangement, Wanted, deals_of
from aceten.vocabulary.actions import Seat
from aceten.vocabulary.errors import UsageError, check_kind, usage_error
from aceten.vocabulary.naming import card_words, the_card
from aceten_spec.cards import Card, format_cards, sort_cards, without_suit
from aceten_spec.errors import given, whole
from aceten_spec.speech import say
from aceten_spec.written_cards import card as card_named
from aceten_spec.written_cards import parse_cards

if TYPE_CHECKING:
    from aceten.engine.game import Game
    from aceten.engine.state import State

Asked: TypeAlias = Mapping[int, str | tuple[Card, ...]]
"""Cards by seat, as cards or as text."""


def deck_of(game: Game, deal: Arrangement) -> tuple[tuple[Card, ...], Card]:
    """Return the pack in dealing order, and the card that cutting shows."""
    return deal.deck(game.rules.deal, game.players), deal.cut


def deciding(game: Game, cut: Card | None, last: Card) -> Card | None:
    """Return the card that decides on trumps: of the one cut and the one that is dealt last that which does, if any."""
    return last if game.last_shown else cut if game.cuts else None


def parts_of(game: Game, state: State) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Return the hands, from the player after the dealer on, the rest of the pack card by card, and the cards that may have been shown.

    :raises UsageError: for a state that is not the beginning of a deal of this game.
    """
    whole = hasattr(state, "hands")  # what is none, or a view, has no hands; not every caller is type-checked
    if whole and state.game == game and _kinds(game, *state.hands, state.talon) == _kinds(game, game.pack.cards):
        rest, again = game.as_dealt(state)
        may_show = state.hands[state.dealer] if game.last_shown else deals_of(game).cuts
        cuts = tuple([card for card in may_show if again(deciding(game, card, card)) == state])
        if cuts and {len(hand) for hand in state.hands} == {sum(game.rules.deal)}:
            first = game.after[state.dealer]
            hands = state.hands[first:] + state.hands[:first]
            return (*hands, *((card,) for card in rest)), cuts
    raise usage_error("{state}: expected the beginning of a deal of {game}", state=state, game=game)


def _kinds(game: Game, *cards: tuple[Card, ...]) -> Counter[Card]:
    return Counter(game.canonical_card(card) for each in cards for card in each)


def wanted(game: Game, holds: Asked, lacks: Asked, dealer: Seat) -> tuple[Wanted, ...]:
    """Return what is asked of hands, from the player after the dealer on.

    :raises UsageError: for what names no cards of seats.
    """
    for each in (holds, lacks):
        check_kind(each, Mapping, say("a seat's cards by its number, such as {example}", example="{0: '77A'}"))
    asked = {
        game.check_seat(seat): (_checked_cards(game, holds.get(seat, ())), _checked_cards(game, lacks.get(seat, ())))
        for seat in (*holds, *lacks)
    }
    by_hand = {(seat - dealer - 1) % game.players: cards for seat, cards in asked.items()}
    return tuple([Wanted(hand, *by_hand[hand]) for hand in sorted(by_hand)])


def _checked_cards(game: Game, cards: str | tuple[Card, ...]) -> tuple[Card, ...]:
    check_kind(cards, (str, tuple), say("cards, or their text"))
    asked = parse_cards(cards) if isinstance(cards, str) else cards
    for card in asked:
        if card not in game.pack.cards and card not in map(without_suit, game.pack.cards):
            raise usage_error("{card}: {game} is not played with such a card", card=card_words(game, card), game=game)
    return asked


def checked_number(game: Game, number: int) -> int:
    """Return the number of a deal.

    :raises UsageError: when there is no such deal.
    """
    told = whole(number)
    if told is None or not 0 <= told < game.deals:
        raise usage_error(
            "number {number}: expected a whole number from 0 to {most} in {game}",
            number=given(number),
            most=game.deals - 1,
            game=game,
        )
    return told


def checked_cut(game: Game, cut: str | Card | None) -> Card | None:
    """Return the card that cutting shows; ``None`` where it decides on nothing.

    :raises UsageError: for a card where none is cut, without one where one is, and for a card that is not in the pack.
    """
    if (cut is not None) != game.cuts:
        message = say("deal: no card is cut in {game}", game=game)
        if game.cuts:
            message = say("deal: expected the card that cutting shows")
        raise UsageError(message)
    if cut is None:
        return None
    card = card_named(cut) if isinstance(cut, str) else cut
    if card not in game.pack.cards:
        shown = the_card(game, card)
        raise usage_error("deal: the cut shows {card}; expected a card of the pack, with its suit", card=shown)
    return card


def check_scores(game: Game, scores: tuple[int, ...]) -> None:
    """Refuse scores that the game does not ask for, or at which there is no deal.

    :raises UsageError: then.
    """
    if not game.scores_matter:
        raise usage_error("deal: the scores in the match have no effect on a deal of {game}", game=game)
    if len(scores) != game.side_count or min(scores) < 0:
        raise usage_error(
            "scores {scores}: expected a number from 0 for each of {sides} sides", scores=scores, sides=game.side_count
        )
    if game.match_is_over(scores):
        raise usage_error(
            "scores {scores}: with {target} the match is over by itself, and there is no further deal",
            scores=scores,
            target=game.rules.target,
        )


def checked_deck(game: Game, deck: str | tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the pack in dealing order.

    :raises UsageError: when it is not the whole pack.
    """
    cards = parse_cards(deck) if isinstance(deck, str) else deck
    if sorted(cards) != sorted(game.pack.cards):
        missing = sort_cards(tuple((Counter(game.pack.cards) - Counter(cards)).elements()))
        given = say("{number} cards", number=len(cards))
        if missing:
            given = say("{number} cards, without {missing}", number=len(cards), missing=format_cards(missing))
        pack = game.pack.id
        if game.pack.removed:
            pack = say("{pack}, without {cards},", pack=pack, cards=format_cards(game.pack.removed))
        whole = {"number": len(game.pack.cards), "pack": pack}
        expected = say("each of the {number} cards of {pack} twice, with suits", **whole)
        if game.pack.copies == 1:
            expected = say("each of the {number} cards of {pack} once, with suits", **whole)
        raise usage_error("deck: {given}; expected {expected}", given=given, expected=expected)
    return cards
