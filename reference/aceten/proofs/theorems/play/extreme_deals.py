"""Deals that go to an end of what there can be, composed card by card: with matching tricks the longest, and that of the fewest tricks."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeAlias, TypeVar

from aceten.engine.game import Game
from aceten.engine.matching.game import MatchingGame
from aceten.engine.state import State
from aceten.proofs.statements.proof_report import Witness
from aceten.proofs.statements.witnesses import Seen, first_of, whole_deal, witness
from aceten.vocabulary.actions import STOP, Action, Play
from aceten_spec.cards import Card, rank_number
from aceten_spec.formulas.card_clauses import receiver

_G = TypeVar("_G", bound=Game)

Row: TypeAlias = Sequence[Card]
"""Cards in the order in which they come."""

Played: TypeAlias = tuple[State, tuple[Action, ...]]
"""A deal, and how it is played."""


def rounds_of(game: Game) -> int:
    """Return how many rounds a deal has: everybody plays a card to each, and none is left to play."""
    return len(game.pack.cards) // game.players


def lengths_of(rounds: int, tricks: int) -> list[int]:
    """Return the rounds of so many tricks that are as nearly equally long as they can be, the longest first."""
    return [rounds // tricks + (number < rounds % tricks) for number in range(tricks)]


def dealt(game: Game, hands: Sequence[Row], talon: Row) -> State:
    """Return the deal of these hands and this talon, in which seat 0 is to lead; the dealer's last card decides on trumps, if one does."""
    dealer, goes_to = game.players - 1, receiver(game.rules, game.players)
    piles = [iter(pile) for pile in (*hands, talon)]
    deck = tuple([next(piles[goes_to.at(dealer, place)]) for place in range(len(game.pack.cards))])
    return game.deal(deck=deck, dealer=dealer, cut=hands[dealer][-1] if game.cuts else None)


def played(state: State, choose: Callable[[State], Action]) -> tuple[Action, ...]:
    """Return the actions of a whole deal."""
    actions: list[Action] = []
    while state.turn is not None:
        actions.append(choose(state))
        state = state.play(actions[-1])
    return tuple(actions)


def shown(shows: str, game: _G, compose: Callable[[_G], Played], seen: Seen) -> Witness:
    """Return a composed deal as a witness; where none can be composed so, any deal."""

    def composed() -> Iterator[Witness]:
        with suppress(Exception):  # there are not cards enough, or the engine fails, which the other deal shows
            yield witness(shows, *compose(game), seen)
        yield whole_deal(shows, game, 0, seen)

    return first_of(composed())


def longest(game: MatchingGame) -> Played:
    """Return a deal in which every round that may be a trick left as it is, is one, and how it is played.

    The wild cards come first and are kept to the end: with one in hand any trick can be continued. The other cards lie by ranks, one for
    each player in turn, so that whoever leads is beaten by a card of the led rank.
    """
    wild, players, hand = game.matching.wild, game.players, game.rules.hand
    cards = sorted(game.pack.cards, key=lambda card: (rank_number(card) not in wild, rank_number(card)))
    dealt_first = players * hand
    start = dealt(game, [cards[seat:dealt_first:players] for seat in range(players)], cards[dealt_first:])
    return start, played(start, partial(_lengthening, wild))


def _lengthening(wild: Sequence[int], state: State) -> Action:
    """Return an action that makes a deal long: to stop, or to lead what others can match, to match it, and then to throw what nobody can.

    No wild card is played as long as there are others.
    """
    if STOP in state.legal:
        return STOP
    others = [rank_number(card) for seat, hand in enumerate(state.hands) for card in hand if seat != state.turn]
    beaten = state.trick and state.winning != state.leader
    led = rank_number(state.trick[0]) if state.trick else None

    def order(card: Card) -> tuple[bool, bool, int]:
        rank = rank_number(card)
        return rank not in wild, not beaten and rank == led, others.count(rank) * (-1 if beaten else 1)

    return max((action for action in state.legal if isinstance(action, Play)), key=lambda action: order(action.card))


def fewest(game: MatchingGame, tricks: int) -> Played:
    """Return a deal of so few tricks, as nearly equally long as they can be, and how it is played.

    Where tricks can be continued with any card, whoever leads does so as long as he can. Elsewhere seat 0 leads to every trick and takes
    it, with cards of one rank and then with wild ones; where he needs to be beaten so that he may go on, the next seat does that. All other
    cards of the trick are of other ranks.

    :raises LookupError: when the game has not cards enough.
    """
    if game.matching.any_card:
        start = game.deal(seed=0, dealer=game.players - 1)
        return start, played(start, lambda state: next(each for each in state.legal if each != STOP))
    rows = _tricks(game, tricks)
    start = _deal_of(game, rows)
    cards = iter([card for trick in rows for card in trick])
    ends = set(itertools.accumulate(len(trick) for trick in rows))

    def next_one(state: State) -> Action:
        over = len(game.pack.cards) - sum(map(len, (*state.hands, state.talon))) in ends and state.trick
        return STOP if over else Play(next(cards))

    return start, played(start, next_one)


def _tricks(game: MatchingGame, tricks: int) -> list[Row]:
    """Return the cards of each trick, in the order in which they are played."""
    players = game.players
    beaten = game.rules.continuation == "opponent_winning"
    ranks: dict[int, list[Card]] = {}
    for card in sorted(game.pack.cards, key=rank_number):
        ranks.setdefault(rank_number(card), []).append(card)
    wild = [card for rank in game.matching.wild for card in ranks.pop(rank)]
    lengths = lengths_of(rounds_of(game), tricks)
    alike = [length * 2 - 1 if beaten else length for length in lengths]
    led = sorted(ranks, key=lambda rank: -len(ranks[rank]))[:tricks]
    lacking = [max(count - len(ranks[rank]), 0) for rank, count in zip(led, alike, strict=True)]
    spare = len(wild) - sum(lacking)
    like_the_lead: list[list[Card]] = []
    for rank, count, least in zip(led, alike, lacking, strict=True):
        more = min(spare, count - 1 - least)
        spare -= more
        plain = [ranks[rank].pop() for _ in range(count - least - more)]
        like_the_lead.append(plain + [wild.pop() for _ in range(least + more)])
    rows: list[Row] = []
    for rank, length, those in zip(led, lengths, like_the_lead, strict=True):
        row: list[Card] = []
        for number, place in itertools.product(range(length), range(players)):
            fits = place == 0 or (place == 1 and beaten and number < length - 1)
            row.append(those.pop(0) if fits else _other(ranks, rank, led))
        rows.append(row)
    return rows


def _other(ranks: dict[int, list[Card]], rank: int, led: Sequence[int]) -> Card:
    """Take away a card of another rank, of one that is led to some trick if there is any: none may be left for that trick."""
    others = [other for other, cards in ranks.items() if cards and other != rank]
    return ranks[max(others, key=lambda other: (other in led, len(ranks[other])))].pop()


def _deal_of(game: MatchingGame, tricks: Sequence[Row]) -> State:
    """Return the deal in which seat 0 leads to all tricks and these are played."""
    players, hand = game.players, game.rules.hand
    rows = [[card for trick in tricks for card in trick[seat::players]] for seat in range(players)]
    talon: list[Card] = []
    drawn = hand
    for trick in tricks:
        next_ones = [cards[drawn : drawn + len(trick) // players] for cards in rows]
        drawn += len(trick) // players
        in_turn = next_ones if game.rules.draw == "block" else zip(*next_ones, strict=True)
        talon += itertools.chain(*in_turn)
    dealt_cards = set(itertools.chain(*tricks))
    talon += [card for card in game.pack.cards if card not in dealt_cards]
    return dealt(game, [cards[:hand] for cards in rows], talon)
