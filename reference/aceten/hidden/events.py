"""What an event says to a seat that does not see every hand: which card came from where, and what the hand behind it was like."""

from __future__ import annotations

import msgspec

from aceten.engine.matching import matching_deductions as matching
from aceten.engine.matching.legality import MatchingTrick
from aceten.engine.matching.state import MatchingState
from aceten.engine.matching.view import MatchingView
from aceten.engine.state import State
from aceten.engine.suits import suit_deductions as suits
from aceten.engine.suits.duties import MARRIED
from aceten.engine.suits.state import SuitState
from aceten.engine.suits.view import SuitView
from aceten.engine.view import View
from aceten.knowledge.deductions import Conclusion
from aceten.vocabulary.actions import Action, Claim, Event, Exchange, Flip, Meld, Play, Seat, Stop
from aceten_spec.cards import Card, card_of


class Heard(msgspec.Struct, frozen=True, kw_only=True):
    """An event as a seat has it."""

    line: int
    """The line of the record, which errors name."""
    seat: Seat
    """Who acted."""
    action: Action
    """What was done."""
    sees: tuple[Card, ...] = ()
    """The cards that the seat saw by it for the first time, beside those that the action names, in order."""
    taken: bool = False
    """That the trick was over with it, where nothing else shows that."""


def given(action: Action, before: State | View) -> Card | None:
    """Return the card that leaves the hand with an action, where that is said."""
    match action:
        case Play() | Meld():
            return action.card
        case Exchange() if isinstance(before, SuitState | SuitView) and before.trump is not None:
            return card_of(before.game.exchange, before.trump) if before.game.exchange else None
        case _:
            return None


def kept(action: Action) -> list[Card]:
    """Return the cards that an action shows, and that stay in the hand."""
    match action:
        case Meld():
            return [card_of(rank, action.card.suit) for rank in MARRIED if rank != action.card.rank]
        case Claim() if action.suit is not None:
            return [card_of(rank, action.suit) for rank in MARRIED]
        case _:
            return []


def concluded(number: int, heard: Heard, before: State) -> Conclusion | None:
    """Return what follows for the hand of who plays a card, beside that it was in it."""
    match before, heard.action:
        case MatchingState(), Play(card):
            barred = matching.barred(before, card)
        case SuitState(), Play(card):
            barred = suits.barred(before, card)
        case _:
            return None
    return Conclusion(heard.seat, number, barred) if barred else None


def is_over(before: View, heard: Heard, following: Event | None, *, over: bool) -> bool | None:
    """Whether a trick of which a round ends with an event was over, as what follows shows it; ``None`` where nobody could ask.

    :param before: what the seat saw before the event.
    :param following: the next event that is no call; ``None``: there is none.
    :param over: whether the deal is over then.
    """
    card = card_put(heard)
    trick = before.trick if card is None else (*before.trick, card)
    if not isinstance(before, MatchingView) or card is None or len(trick) % before.game.players:
        return None
    leader, public = before.leader, MatchingTrick(game=before.game, leader=before.leader, trick=trick)
    continuing = frozenset[Card]() if leader == before.seat else matching.continuing(public)
    if not continuing or not before.hand_sizes[leader]:
        return None
    if heard.taken or len(heard.sees) > isinstance(heard.action, Flip):
        return True
    if following is None:
        return over
    seat, action = following
    goes_on = isinstance(action, Play) and action.card in continuing
    return seat != leader or not (public.winning != leader or isinstance(action, Stop) or goes_on)


def card_put(heard: Heard) -> Card | None:
    """Return the card that comes into the trick with an event; ``None``: none, or it is not said which."""
    if isinstance(heard.action, Play):
        return heard.action.card
    return heard.sees[0] if isinstance(heard.action, Flip) and heard.sees else None
