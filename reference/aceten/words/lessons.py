"""What has just happened and why, for somebody who learns the game."""

from __future__ import annotations

from collections.abc import Iterator

from aceten.engine.matching.state import MatchingState
from aceten.engine.state import State
from aceten.engine.suits.state import SuitState
from aceten.vocabulary.actions import Play, Seat
from aceten.vocabulary.naming import card_words, points_counted, seat_name
from aceten.words.lines_of_play import telling
from aceten_spec.cards import Card, rank_number
from aceten_spec.speech import Reader, say, sentence, to_say


def lesson(before: State, after: State) -> Iterator[str]:
    """Yield sentences that say what an action was, how it bears on the trick, and what everybody noticed of it.

    :param before: the state before the action.
    :param after: the state that it led to.
    """
    seat, action = after.log[-1]
    if isinstance(action, Play):
        yield from _of_card(before, after, seat, action.card)
    else:
        who, words = seat_name(seat), telling(before)
        yield sentence(
            f"{who.label}: {words.choice(action)}" if isinstance(who, Reader) else f"{who} {words.does(action)}"
        )
    yield from map(sentence, dict.fromkeys(telling(before).noticed(after)))


def _of_card(before: State, after: State, seat: Seat, card: Card) -> Iterator[str]:
    """Yield how a card bears on the trick."""
    game = before.game
    who, name = seat_name(seat), card_words(game, card)
    if not before.trick:
        yield say("{who} leads the {card}.", who=who, card=name)
    else:
        winner = after.winning if after.trick else after.leader
        why = _winning(before, card) if winner == seat else _losing(before, card)
        yield say(why, who=who, card=name, winner=seat_name(winner))
    points = dict(game.values).get(rank_number(card), 0)
    if points:
        yield say("It puts {points} into the trick.", points=points_counted(points))


def _winning(before: State, card: Card) -> str:
    """Return how it is said that a card is winning."""
    led = before.trick[0]
    if isinstance(before, MatchingState) and rank_number(card) == rank_number(led):
        return to_say("{who}'s {card} matches the card that was led: {who} is winning.")
    if isinstance(before, MatchingState):
        return to_say("{who}'s {card} matches whatever was led: {who} is winning.")
    if card.suit == led.suit:
        return to_say("{who}'s {card} is the highest so far of the suit that was led: {who} is winning.")
    return to_say("{who}'s {card} is a trump, and beats the suit that was led: {who} is winning.")


def _losing(before: State, card: Card) -> str:
    """Return how it is said that a card is not winning."""
    led = before.trick[0]
    if isinstance(before, SuitState) and card.suit == led.suit:
        return to_say("{who}'s {card} is of the suit that was led, but does not beat {winner}'s card.")
    if isinstance(before, SuitState) and card.suit == before.trump:
        return to_say("{who}'s {card} is a trump, but {winner}'s is higher.")
    if isinstance(before, SuitState):
        return to_say("{who}'s {card} is neither of the suit that was led nor a trump: {winner} is still winning.")
    if rank_number(card) == rank_number(led):
        return to_say("{who}'s {card} matches the card that was led, but {winner} is winning.")
    return to_say("{who}'s {card} does not match: {winner} is still winning.")
