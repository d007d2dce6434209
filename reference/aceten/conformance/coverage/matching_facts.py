"""Facts of games with matching tricks."""

from __future__ import annotations

from typing import Final

from aceten.conformance.coverage.ending_facts import ended
from aceten.conformance.coverage.shared_facts import another_pack, drawn, passed_on, taken
from aceten.engine.matching.game import MatchingGame
from aceten.engine.matching.state import MatchingState
from aceten.engine.matching.steps import continuation_allowed, deciding, four_of_a_rank, is_trumped
from aceten.vocabulary.actions import Action, Call, Flip, Play, Spice, Stop
from aceten_spec.cards import Card, Rank, rank_number

_FOUR: Final = 4  # players for whom the rules are told, and rounds of a trick with hands of four cards
_SEVEN: Final = int(Rank.SEVEN)
_EIGHT: Final = int(Rank.EIGHT)
_MANY_LEADS: Final = 3  # of one rank in a row


def open_in_matching(state: MatchingState, found: set[str]) -> None:
    """Add what is open to the seat to act."""
    game = state.game
    if state.drawn is not None:
        found.add("may_spice")
        return
    if not state.trick:
        found.add("to_lead")
        if game.rules.continuation == "never" and _leads_in_a_row(state) >= _MANY_LEADS:
            found.add("led_to_the_limit")
    elif len(state.trick) % game.players == 0:
        found.add("may_continue")
        if state.trumped:
            found.add("may_continue_trumped")
        return
    else:
        found.add("to_answer")
    if game.rules.flip:
        found.add("may_flip" if state.talon else "no_card_to_flip")


def done_in_matching(before: MatchingState, action: Action, after: MatchingState, found: set[str]) -> None:
    """Add what happened with an action."""
    match action:
        case Play() | Flip():
            _put(before, action, after, found)
        case Spice():
            found.add("spiced")
            _end_trick(before, after, before.trick, list(map(len, before.hands)), found)
        case Stop():
            found.add("stopped" if before.drawn is None else "left_unspiced")
            _end_trick(before, after, before.trick, list(map(len, before.hands)), found)
        case Call():
            found.add("called")
            if before.log and isinstance(before.log[-1][1], Call):
                found.add("called_again")
        case _:
            pass


def cards_in_matching(game: MatchingGame, cards: tuple[Card, ...], found: set[str]) -> None:
    """Add what the cards of a whole trick did."""
    _led(game, cards[0], found)
    for place in range(1, len(cards)):
        _answered(game, cards, place, found)
    if len(cards) > game.players:
        found.add("taken_in_several_rounds")


def _put(before: MatchingState, action: Play | Flip, after: MatchingState, found: set[str]) -> None:
    """Add what a card did that was put into the trick."""
    game, seat, place = before.game, before.turn, len(before.trick)
    card = action.card if isinstance(action, Play) else before.talon[0]
    trick = (*before.trick, card)
    if isinstance(action, Flip):
        found.add("flipped")
        found.add("flipped_a_lead" if not place else "flipped_an_answer")
    if before.log and isinstance(before.log[-1][1], Call):
        found.add("played_after_a_call")
    if not place:
        found.add("led")
        if another_pack(game):
            found.add("led_from_another_pack")
        _led(game, card, found)
        if before.leads:
            found.add("leads_counted")
    else:
        if place % game.players == 0:
            found.add("continued")
        _answered(game, trick, place, found)
    winner = after.winning if after.trick else after.leader
    if winner == seat != before.winning:
        found.add("took_over")
    passed_on(before, after, found)
    if len(trick) % game.players == 0:
        _end_round(before, action, after, trick, found)


def _led(game: MatchingGame, card: Card, found: set[str]) -> None:
    """Add what is special in a card that was led."""
    if game.lone_card is not None and card == game.lone_card:
        found.add("lone_card_led")
    if game.led[card] in game.matching.wild:
        found.add("wild_led")


def _leads_in_a_row(state: MatchingState) -> int:
    """Return how many of the last tricks were led with cards of one rank from a hand, as far as is known, and no more than can matter.

    Where a trick is one round, the log shows what was led.
    """
    if state.leads:
        return len(state.leads)
    played = [action for _, action in state.log if isinstance(action, Play | Flip)]
    leads = played[-state.game.players :: -state.game.players][:_MANY_LEADS]
    ranks = [lead.card.rank if isinstance(lead, Play) else None for lead in leads]
    return next((row for row, rank in enumerate(ranks) if rank is None or rank != ranks[0]), len(ranks))


def rank_led_last(state: MatchingState) -> int | None:
    """Return the rank that the last trick of one round was led with, as far as is known."""
    if state.leads:
        return state.leads[-1]
    played = [action for _, action in state.log if isinstance(action, Play | Flip)][-state.game.players :]
    return rank_number(played[0].card) if played and isinstance(played[0], Play) else None


def _answered(game: MatchingGame, trick: tuple[Card, ...], place: int, found: set[str]) -> None:
    """Add what the card at a place of a trick was to the card that was to be matched."""
    rules, card = game.matching, trick[place]
    if place >= game.players:
        _in_further_round(game, place, found)
        if rules.newest and place % game.players == 0:
            return  # it has nothing to match
    lead = deciding(place, game.players, rules)
    led, rank = game.led[trick[lead]], game.played[card]
    if game.lone_card is not None:
        if card == game.lone_card:
            found.add("lone_card_played")
        if trick[lead] == game.lone_card:
            found.add("answered_the_lone_card")
    if card.suit is not None and trick[lead].suit is not None and card.suit != trick[lead].suit:
        found.add("other_suit")
    _matched(game, rank, led, found)
    if rules.trumps and is_trumped(game.trick_ranks(trick[:place]), rules):
        found.add("trumped_before")


def _in_further_round(game: MatchingGame, place: int, found: set[str]) -> None:
    """Add in which round of a trick a card was played."""
    found.add("in_a_further_round")
    if place >= 2 * game.players:
        found.add("in_a_late_round")
    if place >= _FOUR * game.players:
        found.add("in_a_fifth_round")
    if game.players != _FOUR:
        found.add("in_a_further_round_not_of_four")
    if game.matching.newest:
        found.add("newest_lead_decides")


def _matched(game: MatchingGame, rank: int, led: int, found: set[str]) -> None:
    """Add whether a rank matches the rank that was led, and by what."""
    wild = game.matching.wild
    if rank == led:
        found.add("same_rank")
    elif rank in wild:
        found.add("wild_on_another_wild" if led in wild else "wild_played")
        if rank == _EIGHT:
            found.add("eight_is_wild")
    else:
        found.add("other_rank" if wild else "other_rank_where_none_is_wild")
        if rank > led:
            found.add("higher_rank")
        _would_be_wild(rank, led, found)
    if led in wild:
        found.add("answered_a_wild_lead")


def _would_be_wild(rank: int, led: int, found: set[str]) -> None:
    """Add whether a card was wild in other games of the family, and is not here."""
    if rank == _SEVEN:
        found.add("seven_is_not_wild")
    if rank == _EIGHT:
        found.add("eight_is_not_wild")
        if led == _SEVEN:
            found.add("eight_on_a_seven")


def _end_round(
    before: MatchingState, action: Play | Flip, after: MatchingState, trick: tuple[Card, ...], found: set[str]
) -> None:
    """Add how a round ended: with a choice, or with the trick."""
    game, flipped = before.game, isinstance(action, Flip)
    if game.players > _FOUR:
        found.add("round_of_more_than_four")
    if len(trick) > game.players:
        found.add("further_round_ended")
    if after.drawn is not None:
        found.add("winner_drew_to_spice")
        return
    if after.trick:
        found.add("choice_given")
        if after.talon:
            found.add("nobody_drew_between_rounds")
        if game.sides[after.winning] == game.sides[after.leader]:
            found.add("choice_given_to_the_winners")
        return
    held = [len(hand) - (seat == before.turn and not flipped) for seat, hand in enumerate(before.hands)]
    _no_choice(before, after, trick, held, found)
    if game.rules.spice:
        found.add("not_to_be_spiced")
    _end_trick(before, after, trick, held, found, flipped=flipped)


def _no_choice(
    before: MatchingState, after: MatchingState, trick: tuple[Card, ...], held: list[int], found: set[str]
) -> None:
    """Add why a trick was over without a choice."""
    game = before.game
    if game.rules.continuation == "never":
        found.add("trick_of_one_round")
        return
    found.add("no_choice")
    leading, winning = game.sides[before.leader], game.sides[after.leader]
    own = before.leader == after.leader
    if not continuation_allowed(game.rules.continuation, leading, winning, own=own):
        if leading == winning:
            found.add("no_choice_for_the_winners")
    elif held[before.leader]:
        found.add("nothing_to_continue_with")
        if is_trumped(game.trick_ranks(trick), game.matching):
            found.add("nothing_to_continue_with_when_trumped")


def _end_trick(
    before: MatchingState,
    after: MatchingState,
    trick: tuple[Card, ...],
    held: list[int],
    found: set[str],
    *,
    flipped: bool = False,
) -> None:
    """Add what became of a trick: who has it, and what was drawn after it.

    :param held: how many cards each seat held before drawing.
    :param flipped: whether its last card was flipped just now.
    """
    game = before.game
    taken(before, after, found)
    if len(trick) > game.players:
        found.add("taken_in_several_rounds")
    _equal_ranks(game, tuple(map(rank_number, trick)), found)
    if before.alone is None is not after.alone:
        found.add("lone_card_drawn")
    if game.rules.flip:
        full = game.rules.hand
        if any(cards == full and (seat != before.winning or before.drawn is None) for seat, cards in enumerate(held)):
            found.add("flipper_has_a_full_hand")
        elif not game.rules.spice and before.talon:
            found.add("drew_and_could_not_spice")
    drawn(held, len(before.talon) - flipped, after, found)
    if after.turn is None:
        ended(after, found)
        if trick[-1].rank.letter in ("7", game.rules.last_card_loses):
            found.add("seven_played_last")


def _equal_ranks(game: MatchingGame, ranks: tuple[int, ...], found: set[str]) -> None:
    """Add whether a round of a trick consists of one rank, or all but one card of it does."""
    if game.players != _FOUR:
        return
    if four_of_a_rank(ranks, game.players):
        found.add("four_of_a_rank")
    rounds = [ranks[start : start + _FOUR] for start in range(0, len(ranks), _FOUR)]
    if any(cards.count(rank) == _FOUR - 1 for cards in rounds for rank in cards[:2]):
        found.add("three_of_a_rank")
