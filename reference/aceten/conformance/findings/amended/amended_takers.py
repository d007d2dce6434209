"""Who takes a trick otherwise than the rules say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from aceten.conformance.findings.amended.amended_play import (
    AmendedRule,
    More,
    PartialTrick,
    Taker,
)
from aceten.engine.game import Game
from aceten.engine.matching.state import MatchingState
from aceten.engine.state import State
from aceten.engine.suits.game import SuitGame
from aceten.vocabulary.actions import Seat
from aceten_spec.cards import Card, Rank, rank_number
from aceten_spec.speech import to_say

_TWO_SEVENS: Final = 2

Matches: TypeAlias = "Callable[[Game, Card, Card], bool]"
"""Whether a card matches the one that was led."""


def _first_round(trick: PartialTrick) -> Seat:
    return trick.seat(trick.game.winning_place(trick.cards[: trick.game.players], trump=trick.trump))


def _place(trick: PartialTrick) -> Seat:
    return Seat((trick.taker - trick.leader) % trick.game.players)


def _seat(trick: PartialTrick) -> Seat:
    return Seat((trick.taker + trick.leader) % trick.game.players)


def _leader(trick: PartialTrick) -> Seat:
    return trick.leader


def _last(trick: PartialTrick) -> Seat:
    return trick.seat(len(trick.cards) - 1)


def _is_wild(game: Game, one: Card) -> bool:
    return Rank(rank_number(one)).letter in getattr(game.rules, "wild", ())


def _also(matches: Matches) -> Taker:
    """Return who takes a trick when other cards match the card that was led, too."""

    def taker(trick: PartialTrick) -> Seat:
        game, cards = trick.game, trick.cards
        places = [
            place
            for place, one in enumerate(cards)
            if game.winning_place(cards[: place + 1]) == place or matches(game, one, cards[0])
        ]
        return trick.seat(max(places, default=0))

    return taker


def _goes_on_also(matches: Matches) -> More:
    """Return the cards of a leader who may go on with a trick that match the card that was led, too."""

    def more(state: State) -> tuple[Card, ...]:
        if not isinstance(state, MatchingState) or not state.trick or len(state.trick) % state.game.players:
            return ()
        return tuple([held for held in state.hands[state.leader] if matches(state.game, held, state.trick[0])])

    return more


def _of_one_suit(_game: Game, one: Card, led: Card) -> bool:
    return one.suit == led.suit is not None


def _over_wild(game: Game, _one: Card, led: Card) -> bool:
    return _is_wild(game, led)


def _both_count(game: Game, one: Card, led: Card) -> bool:
    return game.points_of((one,)) > 0 and game.points_of((led,)) > 0


def _two_wild(trick: PartialTrick) -> Seat:
    """Return who takes a trick when after two wild cards a third one matches no more."""
    wild = getattr(trick.game.rules, "wild", ())
    best, seen = 0, 0
    for place, one in enumerate(trick.cards):
        is_wild = Rank(rank_number(one)).letter in wild
        if (
            place
            and trick.game.winning_place(trick.cards[: place + 1]) == place
            and not (is_wild and seen >= _TWO_SEVENS)
        ):
            best = place
        seen += is_wild
    return trick.seat(best)


def _strength(trick: PartialTrick, one: Card) -> int:
    return trick.game.strong[one][1] if isinstance(trick.game, SuitGame) else 0


def _highest(trick: PartialTrick) -> Seat:
    """Return who takes a trick when without a trump the highest card does, whatever its suit."""
    trumps = [place for place, one in enumerate(trick.cards) if trick.trump is not None and one.suit == trick.trump]
    places = trumps or [*range(len(trick.cards))]
    return trick.seat(max(places, key=lambda place: (_strength(trick, trick.cards[place]), -place)))


def _most_points(trick: PartialTrick) -> Seat:
    """Return who takes a trick when of the cards of a suit the one that counts most does, and of equals the first."""
    game = trick.game
    if not isinstance(game, SuitGame):
        return trick.taker
    best = 0
    for place, one in enumerate(trick.cards):
        high = trick.cards[best]
        higher = game.worth[one] > game.worth[high] if one.suit == high.suit else one.suit == trick.trump
        best = place if higher else best
    return trick.seat(best)


def _of_the_round(trick: PartialTrick) -> Seat:
    """Return who takes a trick when in every round the rank counts that was led to that one."""
    wild = getattr(trick.game.rules, "wild", ())
    ranks = [Rank(rank_number(one)).letter for one in trick.cards]
    best = 0
    for place, rank in enumerate(ranks):
        led = ranks[place - place % trick.game.players]
        if rank == led or rank in wild:
            best = place
    return trick.seat(best)


def _no_trumps(trick: PartialTrick) -> Seat:
    """Return who takes a trick when trumps are a suit like others."""
    return trick.seat(trick.game.winning_place(trick.cards))


def _trump_at(place: int) -> Taker:
    """Return who takes a trick when of its trumps the one at a place does, whatever they rank."""

    def taker(trick: PartialTrick) -> Seat:
        trumps = [
            number for number, one in enumerate(trick.cards) if trick.trump is not None and one.suit == trick.trump
        ]
        return trick.seat(trumps[place]) if trumps else trick.taker

    return taker


TAKERS: Final = (
    AmendedRule(
        name="winner-by-place",
        says=to_say("The place of the winning card in the trick is taken for the seat of who played it."),
        stated=("PLAY-7", "PLAY-4", "SUIT-1"),
        taker=_place,
    ),
    AmendedRule(
        name="winner-counted-twice",
        says=to_say("The winner is counted from the leader twice."),
        stated=("PLAY-7", "PLAY-4", "SUIT-1"),
        taker=_seat,
    ),
    AmendedRule(
        name="leader-takes",
        says=to_say("Whoever leads takes the trick."),
        stated=("PLAY-4", "SUIT-1"),
        taker=_leader,
    ),
    AmendedRule(
        name="last-takes",
        says=to_say("The last card takes the trick, whatever it is."),
        stated=("PLAY-4", "SUIT-1"),
        taker=_last,
    ),
    AmendedRule(
        name="first-round-takes",
        says=to_say("The first round of a trick decides who takes it."),
        stated=("MULTI-7", "MULTI-10"),
        taker=_first_round,
    ),
    AmendedRule(
        name="led-wild-beaten",
        says=to_say("Every card beats a wild card that was led."),
        stated=("PLAY-6", "PLAY-5"),
        taker=_also(_over_wild),
    ),
    AmendedRule(
        name="led-wild-matched",
        says=to_say("Every card matches a wild card that was led, and goes on with its trick."),
        stated=("PLAY-6", "PLAY-5"),
        taker=_also(_over_wild),
        more=_goes_on_also(_over_wild),
    ),
    AmendedRule(
        name="counting-cards-match",
        says=to_say("Cards that count match each other."),
        stated=("PLAY-4",),
        taker=_also(_both_count),
        more=_goes_on_also(_both_count),
    ),
    AmendedRule(
        name="two-wild-cards",
        says=to_say("After two wild cards a third one takes the trick no more."),
        stated=("PLAY-5", "PLAY-4"),
        taker=_two_wild,
    ),
    AmendedRule(
        name="highest-of-any-suit",
        says=to_say("Without a trump the highest card takes the trick, whatever its suit."),
        stated=("SUIT-1",),
        taker=_highest,
    ),
    AmendedRule(
        name="points-decide",
        says=to_say("Of the cards of a suit the one that counts most takes the trick, and of equals the first."),
        stated=("CARDS-6", "SUIT-1"),
        taker=_most_points,
    ),
    AmendedRule(
        name="newest-lead-is-matched",
        says=to_say("In a further round the card is to be matched with which the leader went on."),
        stated=("MULTI-3", "MULTI-7"),
        taker=_of_the_round,
    ),
    AmendedRule(
        name="suits-match",
        says=to_say("A card of the suit that was led matches as well."),
        stated=("CARDS-2", "PLAY-4"),
        taker=_also(_of_one_suit),
        more=_goes_on_also(_of_one_suit),
    ),
    AmendedRule(
        name="trumps-like-others",
        says=to_say("Trumps take tricks as any other suit does."),
        stated=("SUIT-1", "TRUMP-1"),
        taker=_no_trumps,
    ),
    AmendedRule(
        name="first-trump-takes",
        says=to_say("The first trump in a trick takes it, whatever comes later."),
        stated=("SUIT-1",),
        taker=_trump_at(0),
    ),
    AmendedRule(
        name="last-trump-takes",
        says=to_say("The last trump in a trick takes it, whatever lies there."),
        stated=("SUIT-1",),
        taker=_trump_at(-1),
    ),
)
"""The rules about it that are tried."""
