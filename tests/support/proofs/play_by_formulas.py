"""Formulas, worked out on what the engine plays: who takes a trick, what may be done, what everybody draws, what is captured, who wins."""

import functools
import itertools
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple, TypeVar

import pytest

from aceten import Action, Flip, Game, MatchingState, Meld, Play, Rank, Spice, State, Stop, SuitState
from aceten_spec import Card
from aceten_spec.cards import rank_number, suit_number
from aceten_spec.formulas import Formula, Number, Truth
from aceten_spec.formulas.card_clauses import capture, card_points, conservation
from aceten_spec.formulas.draw_clauses import shares
from aceten_spec.formulas.matching.trick_clauses import (
    barred,
    continues,
    may_continue,
    may_lead,
    rank_of_led,
    rank_of_played,
    takes,
    trumped,
)
from aceten_spec.formulas.outcome_clauses import wins
from aceten_spec.formulas.suits import rights_clauses, suit_trick_clauses

_PAIR = (Rank.KING, Rank.QUEEN)

_Term = TypeVar("_Term", "Number", "Truth")


class Move(NamedTuple):
    """A step of a play."""

    before: State
    action: Action
    after: State


@functools.cache
def of(make: Callable[..., Formula[_Term]], game: Game, *sizes: int) -> Formula[_Term]:
    """Return a formula of a game's rules. The same serves every state; making one takes long."""
    return make(game.rules, *sizes)


_shares = functools.cache(shares)
_refusal = functools.cache(suit_trick_clauses.refusal)
_held = functools.cache(suit_trick_clauses.held)
_highest = functools.cache(suit_trick_clauses.highest)
_capture = functools.cache(capture)
_wins = functools.cache(wins)
_barred = functools.cache(barred)
_may_lead = functools.cache(may_lead)


def worth(state: State, cards: tuple[Card, ...]) -> int:
    """Return what cards count by the formula."""
    counts = of(card_points, state.game)
    return sum(counts.at(rank_number(card)) for card in cards)


def captured_by(move: Move) -> tuple[Card, ...]:
    """Return the cards that a step has added to the captured piles."""
    before, after = (Counter(itertools.chain(*state.taken)) for state in (move.before, move.after))
    return tuple((after - before).elements())


def check_cards(move: Move) -> None:
    """Check what is true of cards and points in every game."""
    after = move.after
    conserved = of(conservation, after.game)
    assert conserved.at(sum(after.points), after.points_in_play)
    gained = worth(after, captured_by(move))
    side = after.game.sides[after.leader]
    assert _capture(after.game.side_count).at(side, gained, *move.before.points, *after.points)
    assert sum(after.points) == sum(move.before.points) + gained


# --- Matching tricks ---


def check_legal(state: MatchingState) -> None:
    """Check the legal actions: what may be led, what may be played to a lead, what continues a trick."""
    game, turn = state.game, state.turn
    assert turn is not None
    legal, hand = state.legal, state.hands[turn]
    if state.drawn is not None:
        assert set(legal) == {action for action in legal if isinstance(action, Spice | Stop)}
        return
    choosing = bool(state.trick) and len(state.trick) % game.players == 0
    for card in hand:
        if choosing:
            allowed = of(continues, game).at(*_roles(state, card))
        elif state.trick:
            allowed = True
        else:
            is_barred = [
                _barred(len(state.leads)).at(rank_number(each), game.rules.lead_limit, *state.leads)
                for each in (card, *hand)
            ]
            allowed = _may_lead(len(hand)).at(*is_barred)
        assert (Play(card) in legal) == bool(allowed), (state, card)
    assert any(isinstance(action, Stop) for action in legal) == choosing
    assert any(isinstance(action, Flip) for action in legal) == (game.rules.flip and bool(state.talon) and not choosing)
    if choosing:
        ahead = game.sides[state.winning]
        assert of(may_continue, game).at(game.sides[state.leader], ahead, int(state.leader == state.winning))
        assert any(isinstance(action, Play) for action in legal)


def _roles(state: MatchingState, card: Card) -> tuple[int, int, int]:
    """Return a card's rank as it is played, the rank to match, and whether the trick is trumped, from the cards on the table."""
    game = state.game
    first = (len(state.trick) - 1) // game.players * game.players if game.rules.to_match == "newest_lead" else 0
    led, played = of(rank_of_led, game), of(rank_of_played, game)
    ranks = (led.at(state.trick[0]), *map(played.at, state.trick[1:]))
    return played.at(card), led.at(state.trick[first]), int(of(trumped, game, len(ranks)).at(*ranks))


def check_trick(before: MatchingState, action: Action, after: MatchingState) -> None:
    """Check who takes a trick that has ended, and what everybody draws."""
    game = before.game
    trick = before.trick
    if isinstance(action, Play):
        trick += (action.card,)
    elif isinstance(action, Flip):
        trick += before.talon[:1]
    if after.trick or not trick:
        return
    formula = of(takes, game, game.players, len(trick))
    [place] = [place for place in range(len(trick)) if formula.at(place, *trick)]
    assert after.leader == (before.leader + place) % game.players
    if not (game.rules.flip or game.rules.spice):  # nobody but from his hand
        missing = len(trick) // game.players
        [drawn] = {
            len(after.hands[seat]) - (len(hand) - _played(before, seat)) for seat, hand in enumerate(before.hands)
        }
        assert _shares(game.players).at(missing, len(before.talon), drawn)


def _played(state: MatchingState, seat: int) -> int:
    """Return how many cards a seat has yet to play to the trick, were it over with this round."""
    to_come = -len(state.trick) % state.game.players
    return int((seat - (state.turn or 0)) % state.game.players < to_come)


def check_winners(state: MatchingState) -> None:
    """Check who wins a deal that is over."""
    result, game = state.result, state.game
    assert result is not None
    teams = state.teams
    if state.forfeit is not None or teams is None or game.rules.score == "points":
        return
    totals = [sum(result.points[side] for side in team) for team in teams]
    [last] = [number for number, team in enumerate(teams) if result.last_trick in team]
    winning = [
        side
        for number, team in enumerate(teams)
        if _wins(game.rules.tie, game.rules.wins_from, len(teams), number).at(*totals, last)
        for side in team
    ]
    assert sorted(result.winners or ()) == sorted(winning)


# --- Suit tricks ---


def has_to_show(state: SuitState, card: Card) -> bool:
    """Whether a card cannot be led without the marriage that it belongs to."""
    game, hand = state.game, state.hands[state.turn or 0]
    if not game.rules.meld_forced or not of(rights_clauses.leads, game).at(rank_number(card)):
        return False
    king, queen = (int(any(other.suit == card.suit and other.rank == rank for other in hand)) for rank in _PAIR)
    tricks = len(game.pack.cards) - sum(map(len, state.hands)) - len(state.talon) - len(state.trick)
    closed = int(state.closed is not None)
    return bool(
        of(rights_clauses.may_show, game).at(int(not state.trick), len(state.talon), closed, tricks, 0, king, queen)
    )


def check_suit_legal(state: SuitState) -> None:
    """Check the cards that may be led or played to a lead."""
    turn = state.turn
    assert turn is not None
    if state.bidding or state.naming or state.drawing or not state.hands[turn]:
        assert not any(isinstance(action, Play) for action in state.legal)
        return
    game, hand = state.game, state.hands[turn]
    height = of(suit_trick_clauses.strength, game)
    strong = {card: (suit_number(card), height.at(rank_number(card))) for card in (*hand, *state.trick)}
    trump = state.trump or 0
    due = of(suit_trick_clauses.owes, game).at(len(state.talon), int(state.closed is not None))
    refused = _refusal(suit_trick_clauses.OBLIGATIONS[due])
    for card in hand:
        why = int(has_to_show(state, card))
        if state.trick:
            led = strong[state.trick[0]]
            has = [
                _held(len(hand), what).at(*led, trump, *itertools.chain(*(strong[each] for each in hand)))
                for what in ("led", "higher", "trump")
            ]
            why = refused.at(*strong[card], *led, trump, *has)
        assert (Play(card) in state.legal) == (why == 0), (str(state), card)


def check_suit_trick(before: SuitState, action: Action, after: SuitState) -> None:
    """Check who takes a trick that has ended."""
    if not isinstance(action, Play | Meld) or after.trick or len(before.trick) + 1 < before.game.players:
        return
    assert takes_suit_trick(before.game, (*before.trick, action.card), after.trump or 0) == [
        (after.leader - before.leader) % before.game.players
    ]


def takes_suit_trick(game: Game, trick: tuple[Card, ...], trump: int) -> list[int]:
    """Return the places of the cards that win a trick, of which there should be one."""
    height = of(suit_trick_clauses.strength, game)
    strong = [(suit_number(card), height.at(rank_number(card))) for card in trick]
    return [
        place
        for place, best in enumerate(strong)
        if all(_highest().at(*best, *other, trump, strong[0][0]) for other in strong)
    ]


def check(move: Move) -> None:
    """Check a step by every formula that speaks about it, and the end of a deal if it is one."""
    check_cards(move)
    match move.before, move.after:
        case MatchingState() as before, MatchingState() as after:
            check_legal(before)
            check_trick(before, move.action, after)
            if after.turn is None:
                check_winners(after)
        case SuitState() as before, SuitState() as after:
            check_suit_legal(before)
            check_suit_trick(before, move.action, after)
        case _:
            pytest.fail("states of two kinds")
