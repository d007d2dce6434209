"""Facts of games with suit tricks: what happened with an action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten.conformance.coverage.ending_facts import ended
from aceten.conformance.coverage.shared_facts import drawn, passed_on, taken
from aceten.engine.suits.steps import beats
from aceten.vocabulary.actions import Action, Bid, Claim, Close, Draw, Exchange, Meld, NameTrump, Pass, Play, Side
from aceten_spec.cards import Card, Rank, Suit, card_of, suit_number

if TYPE_CHECKING:
    from aceten.engine.suits.game import SuitGame
    from aceten.engine.suits.state import SuitState

_MARRIED: Final = (Rank.KING, Rank.QUEEN)


def done_in_suits(before: SuitState, action: Action, after: SuitState, found: set[str]) -> None:
    """Add what happened with an action."""
    match action:
        case Play(card):
            _play(before, card, after, found)
        case Meld(card):
            _show(before, card.suit, after, found)
            if card in after.hands[before.leader]:
                found.add("ended_by_itself")  # before the card was led
            else:
                _play(before, card, after, found)
        case Exchange():
            found.add("exchanged")
        case Close():
            _close(before, found)
        case Draw():
            found.add("chose_to_draw")
            drawn(list(map(len, before.hands)), len(before.talon), after, found)
        case Claim():
            _claim(before, action, after, found)
        case Bid() | NameTrump() | Pass():
            _say(before, action, after, found)
        case _:
            pass
    if after.turn is None:
        ended(after, found)


def cards_in_suits(game: SuitGame, cards: tuple[Card, ...], trump: Suit | None, found: set[str]) -> None:
    """Add what the cards of a whole trick did."""
    best = 0
    for place in range(1, len(cards)):
        if _compared(game, cards[0], cards[best], cards[place], trump=trump, found=found):
            best = place


def _play(before: SuitState, card: Card, after: SuitState, found: set[str]) -> None:
    """Add what a card did that was led, or played to a lead."""
    game = before.game
    if before.trick:
        best = before.trick[(before.winning - before.leader) % game.players]
        _compared(game, before.trick[0], best, card, trump=after.trump, found=found)
    else:
        found.add("led")
        if "showed_a_marriage" not in found and "may_show_a_marriage" in found and card.rank in _MARRIED:
            found.add("showed_no_marriage")
        if before.contract is not None and not sum(before.tricks or (1,)):
            found.add("declarer_led")
    if before.turn is not None and card in before.shown[before.turn]:
        found.add("played_a_known_card")
    passed_on(before, after, found)
    if not after.trick:
        _end_suit_trick(before, after, found)


def _compared(game: SuitGame, lead: Card, best: Card, card: Card, *, trump: Suit | None, found: set[str]) -> bool:
    """Add what a card is to the lead and to the card that is winning the trick; return whether it beats that."""
    one, other, led = game.strong[card], game.strong[best], game.strong[lead]
    wins = beats(one, other, trump or 0)
    trumps = 0 if trump is None else suit_number(card_of(Rank.ACE, trump))
    if one[0] == other[0]:
        found.add("compared_in_trumps" if one[0] == trumps else "compared_in_suit")
        if Rank.TEN in (card.rank, best.rank):
            found.add("compared_with_a_ten")
    elif one[0] == trumps:
        found.add("trumped")
    elif one[0] == led[0]:
        found.add("under_a_trump")
    else:
        found.add("discarded")
    return wins


def _end_suit_trick(before: SuitState, after: SuitState, found: set[str]) -> None:
    """Add what became of a trick: who has it, what it makes count, and what was drawn after it."""
    game = before.game
    taken(before, after, found)
    side = game.sides[after.leader]
    if before.waiting[side] or (before.melds[side] and not before.took_a_trick(side)):
        found.add("marriage_comes_to_count")
    for other, points in enumerate(after.melds):
        if after.waiting[other] or (points and after.tricks is not None and not after.tricks[other]):
            found.add("marriage_waits")
    if not any(map(len, after.hands)):
        found.add("last_trick_taken")
        if after.closed is not None:
            found.add("last_trick_taken_after_closing")
    if after.turn is None and after.claimant is not None:
        found.add("ended_by_itself")
    if after.closed is not None:
        found.add("nobody_drew_after_closing")
    elif not after.drawing:
        drawn(
            [len(hand) - (seat == before.turn) for seat, hand in enumerate(before.hands)],
            len(before.talon),
            after,
            found,
        )


def _show(before: SuitState, suit: Suit | None, after: SuitState, found: set[str]) -> None:
    """Add what kind of marriage was shown, and when."""
    found.add("showed_a_marriage")
    if before.trump != after.trump:
        found.add("marriage_makes_trumps" if before.trump is None else "marriage_changes_trumps")
    elif suit == before.trump:
        found.add("showed_a_marriage_in_trumps")
    if any(before.melds):
        found.add("showed_a_further_marriage")
    if before.turn is not None and not before.took_a_trick(before.game.sides[before.turn]):
        found.add("showed_a_marriage_without_a_trick")


def _close(before: SuitState, found: set[str]) -> None:
    """Add when the talon was closed."""
    found.add("closed")
    found.add("closed_before_drawing" if before.drawing else "closed_after_drawing")
    if not sum(before.tricks or (1,)):
        found.add("closed_at_first")


def _claim(before: SuitState, claim: Claim, after: SuitState, found: set[str]) -> None:
    """Add what kind of claim was made, and when."""
    found.add("claimed")
    claim_for_match(before, found)
    if claim.suit is not None:
        found.add("claimed_with_a_marriage")
        _show(before, claim.suit, after, found)
    if before.trick:
        found.add("claimed_when_answering")
    elif before.drawing:
        found.add("claimed_before_drawing")
    elif before.asking:
        found.add("claimed_at_the_end")


def claim_for_match(state: SuitState, found: set[str]) -> None:
    """Add whether a claim is for the match, and whether both sides could make it."""
    if not state.game.scores_matter:
        return
    found.add("claimed_for_the_match")
    if all(state.has_enough(Side(side)) for side in range(state.game.side_count)):
        found.add("both_could_claim")


def _say(before: SuitState, action: Bid | NameTrump | Pass, after: SuitState, found: set[str]) -> None:
    """Add what was said in the auction, or when asked for a claim."""
    if isinstance(action, NameTrump):
        found.add("named_trumps")
    elif before.bidding:
        found.add("bid" if isinstance(action, Bid) else "passed")
        if isinstance(action, Bid) and action.points == before.game.rules.bids[-1]:
            found.add("bid_the_highest")
        if after.contract is not None:
            found.add("auction_over")
        elif after.turn is None:
            found.add("nobody_bid")
        else:
            passed_on(before, after, found)
    else:
        found.add("made_no_claim")
