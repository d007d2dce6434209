"""Deals that lead to what seldom happens by chance: packs with cards that belong together, and players who want something."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec

from aceten.conformance.coverage.matching_facts import rank_led_last
from aceten.conformance.oracle.discrepancies import kind_of
from aceten.deals.shuffling import shuffle
from aceten.engine.game import Game
from aceten.engine.matching.game import MatchingGame
from aceten.engine.matching.state import MatchingState
from aceten.engine.state import State
from aceten.engine.suits.game import SuitGame
from aceten.engine.suits.state import SuitState
from aceten.notation.examples import Moment
from aceten.vocabulary.actions import (
    CLOSE,
    DRAW,
    EXCHANGE,
    FLIP,
    PASS,
    SPICE,
    STOP,
    Action,
    Bid,
    Call,
    CallKind,
    Claim,
    Flip,
    Meld,
    NameTrump,
    Pass,
    Play,
    Seat,
    Side,
    Stop,
    play_of,
)
from aceten.vocabulary.errors import IllegalAction
from aceten_spec.cards import Card, Suit, rank_number

if TYPE_CHECKING:
    from aceten.conformance.questions.random_source import RandomSource

Aim: TypeAlias = Literal["anything", "take", "leave", "match", "even"]
"""What a side plays for: nothing, taking tricks, leaving them to others, matching and going on, or that all have equally many points."""

_AIMS: Final[tuple[Aim, ...]] = ("anything", "anything", "take", "leave", "match")
_AIMS_AT_A_LIMIT: Final[tuple[Aim, ...]] = (*_AIMS, "match", "match")
"""The same where a rank may be led only so many times in a row."""
_ATTEMPTS: Final = 12
"""Once in so many actions somebody tries what is not allowed, in a deal in which that happens at all."""
_SOON: Final = 3
"""The same where there is a card in the hand that may not be played."""
_MISTAKEN: Final = 12
"""Who claims wrongly does so once in so many times."""
_MISCOUNTED: Final = 2
"""The same where what lies on the table would be enough."""
_OF_A_RANK: Final = 4
"""So many cards are of a rank in a suit each."""
_MOST_HELD: Final = 100
"""More cards of a rank than anybody holds."""


class Temper(msgspec.Struct, frozen=True):
    """How a deal is played."""

    aims: tuple[Aim, ...]
    """What each side plays for."""
    claims: int
    """A player who has enough claims once in so many times; 0: never."""
    claims_wrongly: bool
    """Whether a player may claim without having enough."""
    closes: int
    """Who may close the talon does so once in so many times."""
    bids: int
    """A player bids once in so many times, and then little."""
    meld: int
    """A marriage is led without being shown once in so many times."""
    attempts: bool
    """Whether players now and then try what is not allowed."""
    calls: bool
    """Whether partners call."""
    lacks: frozenset[str]
    """The kinds of actions that nobody takes while there are others."""


def any_temper(game: Game, chance: RandomSource, *, attempts: bool, calls: bool, lacks: Collection[str] = ()) -> Temper:
    """Return one way of playing a deal."""
    wanted = _AIMS_AT_A_LIMIT if has_lead_limit(game) else _AIMS
    aims: tuple[Aim, ...] = ("even",) if chance.one_in(5) else wanted
    return Temper(
        aims=tuple([chance.choose(aims) for _ in range(game.side_count)]),
        claims=chance.choose((1, 1, 1, 3, 0)),
        claims_wrongly=chance.one_in(4),
        closes=chance.choose((2, 6, 20)),
        bids=chance.choose((2, 3, 8)),
        meld=chance.choose((2, 8)),
        attempts=attempts and chance.one_in(2),
        calls=calls and chance.one_in(3),
        lacks=frozenset(lacks),
    )


def any_start(game: Game, chance: RandomSource) -> tuple[tuple[Card, ...], int, Card | None]:
    """Return a deck, who deals, and the card that cutting shows, where one is cut."""
    kinds = (_shuffled, _shuffled, _together, _spread, _uneven)
    more = (_married,) if isinstance(game, SuitGame) else (_hoarded, _hoarded) if has_lead_limit(game) else ()
    deck = chance.choose((*kinds, *more))(game, chance)
    dealer = chance.below(game.players)
    return deck, dealer, chance.choose(deck) if game.cuts else None


def has_lead_limit(game: Game) -> bool:
    """Whether a rank may be led only so many times in a row."""
    return isinstance(game, MatchingGame) and game.rules.lead_limit > 0


def is_limited(state: State) -> bool:
    """Whether a card may not be led because of what was led before."""
    return has_lead_limit(state.game) and not state.trick and bool(_forbidden(state))


def _shuffled(game: Game, chance: RandomSource) -> tuple[Card, ...]:
    return shuffle(game.pack.cards, chance.seed())


def _together(game: Game, chance: RandomSource) -> tuple[Card, ...]:
    """Return a deck in which cards of a rank lie together, so that hands hold several of them."""
    return _grouped(game, chance, chance.choose((2, 2, 3, 4)))


def _hoarded(game: Game, chance: RandomSource) -> tuple[Card, ...]:
    """Return a deck in which all cards of a rank lie together, so that they can be led one after the other."""
    return _grouped(game, chance, _OF_A_RANK)


def _grouped(game: Game, chance: RandomSource, size: int) -> tuple[Card, ...]:
    by_rank = sorted(chance.shuffled(game.pack.cards), key=rank_number)
    groups = [tuple(by_rank[at : at + size]) for at in range(0, len(by_rank), size)]
    return tuple([card for group in chance.shuffled(groups) for card in group])


def _spread(game: Game, chance: RandomSource) -> tuple[Card, ...]:
    """Return a deck in which the cards of a rank are dealt to different players."""
    by_rank = sorted(chance.shuffled(game.pack.cards), key=rank_number)
    turns: list[list[Card]] = [by_rank[turn :: game.players] for turn in range(game.players)]
    dealt = [turns[turn].pop() for turn in _dealt_to(game)]
    return (*dealt, *chance.shuffled([card for cards in turns for card in cards]))


def _married(game: Game, chance: RandomSource) -> tuple[Card, ...]:
    """Return a deck from which kings and queens of a suit are dealt to one player, or all that can be to the same."""
    dealt, lucky = _dealt_to(game), chance.below(2 * game.players)
    places = [[place for place, turn in enumerate(dealt) if turn == seat] for seat in range(game.players)]
    free = list(map(chance.shuffled, places))
    rest, fixed = chance.shuffled(game.pack.cards), dict[int, Card]()
    for suit in chance.shuffled(Suit):
        mine = free[lucky if lucky < game.players else chance.below(game.players)]
        pair = [card for card in rest if card.suit == suit and card.rank.letter in "KQ"]
        if len(mine) >= len(pair):
            fixed.update({mine.pop(): card for card in pair})
    others = iter([card for card in rest if card not in fixed.values()])
    return tuple([fixed[place] if place in fixed else next(others) for place in range(len(rest))])


def _uneven(game: Game, chance: RandomSource) -> tuple[Card, ...]:
    """Return a deck from which one side is dealt what is worth most."""
    cards = chance.shuffled(game.pack.cards)
    suit = Suit(1 + chance.below(4))
    strong = sorted(cards, key=lambda card: (_strength(game, card, suit), rank_number(card)), reverse=True)
    side = chance.below(game.side_count)
    dealt = _dealt_to(game)
    lucky = [place for place, seat in enumerate(dealt) if game.sides[seat] == side]
    if len(dealt) < len(cards) and isinstance(game, MatchingGame):
        lucky += range(len(dealt), len(cards), 3)
    lucky = lucky[: len(cards) // 2]
    first, rest = strong[: len(lucky)], chance.shuffled(strong[len(lucky) :])
    places = dict(zip(lucky, chance.shuffled(first), strict=True))
    return tuple([places[place] if place in places else rest.pop() for place in range(len(cards))])


def _strength(game: Game, card: Card, suit: Suit) -> int:
    """Return how much a card helps to take tricks."""
    if isinstance(game, MatchingGame):
        return 2 if card.rank.letter in game.rules.wild else int(dict(game.values).get(rank_number(card), 0) > 0)
    return (card.suit == suit) + (dict(game.values).get(rank_number(card), 0) > 3)  # noqa: PLR2004 - kings and higher


def _dealt_to(game: Game) -> list[int]:
    """Return for each place of the deck from the top who gets the card, counted from the player after the dealer."""
    return [turn for batch in game.rules.deal for turn in range(game.players) for _ in range(batch)]


def play_out(state: State, temper: Temper, chance: RandomSource) -> list[Moment]:
    """Play a deal to its end and return what happened; attempts at what is not allowed are among it."""
    moments: list[Moment] = []
    while state.turn is not None:
        if temper.attempts and chance.one_in(_SOON if _forbidden(state) else _ATTEMPTS):
            moments += _attempt(state, chance, temper)
        while temper.calls and state.calls and chance.one_in(2):
            moments.append(_take(state, chance.choose(state.calls)))
            state = _after(moments[-1])
        moments.append(_take(state, _choose(state, temper, chance)))
        state = _after(moments[-1])
    if temper.attempts:
        moments += _attempt(state, chance, temper)
    return moments


def _take(state: State, action: Action) -> Moment:
    return Moment(state, action, state.play(action), None)


def _after(moment: Moment) -> State:
    """Return the state that the next action is taken in."""
    return moment.before if moment.after is None else moment.after


def _attempt(state: State, chance: RandomSource, temper: Temper) -> list[Moment]:
    """Return an attempt at something that is not allowed; nothing when what chance proposes is."""
    action = chance.choose(_tempting(state, chance))
    if temper.calls and chance.one_in(6):
        action = Call(Seat(chance.below(state.game.players)), chance.choose(tuple(CallKind)))
    if kind_of(str(action)) in temper.lacks:
        return []
    try:
        state.play(action)
    except IllegalAction as error:
        return [Moment(state, action, None, error.clause)]
    return []


def _tempting(state: State, chance: RandomSource) -> Sequence[Action]:
    """Return what a player might try: own cards, those of others, and words."""
    hand = () if state.turn is None else state.hands[state.turn]
    forbidden = _forbidden(state)
    if forbidden and chance.one_in(2):
        return forbidden
    cards = [*hand, chance.choose(state.game.pack.cards)]
    tries: list[Action] = [play_of(card) for card in cards]
    if isinstance(state, SuitState):
        suit = Suit(1 + chance.below(4))
        tries += [EXCHANGE, CLOSE, DRAW, PASS, Claim(), Claim(suit), NameTrump(suit)]
        tries += [Meld(card) for card in hand if card.rank.letter in "KQ"]
        tries += [Bid(points) for points in state.game.rules.bids]
    else:
        tries += [STOP, STOP, FLIP, SPICE]
    return tries


def _forbidden(state: State) -> list[Action]:
    """Return the cards in the hand of the seat to act that it may not play."""
    if state.turn is None:
        return []
    legal = state.legal
    return [play for play in map(play_of, state.hands[state.turn]) if play not in legal]


def _choose(state: State, temper: Temper, chance: RandomSource) -> Action:
    """Return what the seat to act does."""
    legal = _without(state.legal, temper.lacks)
    if isinstance(state, SuitState):
        legal = _in_suits(state, legal, temper, chance)
    else:
        stops = [action for action in legal if isinstance(action, Stop)]
        if stops and len(legal) > 1:
            aim = _aim(state, temper)
            if aim == "leave" or (aim == "anything" and chance.one_in(3)):
                return stops[0]
            legal = tuple([action for action in legal if action not in stops])
        flips = [action for action in legal if isinstance(action, Flip)]
        if flips and len(legal) > 1:
            if chance.one_in(4) or (_aim(state, temper) == "match" and state.talon[0].rank == _wanted(state)):
                return flips[0]
            legal = tuple([action for action in legal if action not in flips])
    return legal[0] if len(legal) == 1 else _by_aim(state, legal, temper, chance)


def _aim(state: State, temper: Temper) -> Aim:
    return "anything" if state.turn is None else temper.aims[state.game.sides[state.turn]]


def _by_aim(state: State, legal: tuple[Action, ...], temper: Temper, chance: RandomSource) -> Action:
    """Return a card that serves what the side plays for, if there is one."""
    aim = _aim(state, temper)
    seat = state.turn
    if aim == "anything" or seat is None or chance.one_in(8):
        return chance.choose(legal)
    order = chance.shuffled(legal)
    if aim == "match":
        return max(order, key=lambda action: _suits_the_trick(state, action))
    if not state.trick:
        return max(order, key=lambda action: _held(state, action)) if aim == "take" else order[0]
    winners = [state.game.sides[seat]]
    if aim == "even":
        winners = [side for side in map(Side, range(state.game.side_count)) if state.points[side] == min(state.points)]
    return next((action for action in order if (_winner(state, action) in winners) == (aim != "leave")), order[0])


def _winner(state: State, action: Action) -> int:
    """Return the side that is winning the trick after an action, or has taken it."""
    after = state.play(action)
    return state.game.sides[after.winning if after.trick else after.leader]


def _suits_the_trick(state: State, action: Action) -> int:
    """Return how well an action makes a trick longer: match what was led, and lead what one has several of."""
    if not isinstance(action, Play):
        return -1
    if state.trick:
        return int(action.card.rank == _wanted(state))
    return _held(state, action) + _MOST_HELD * (action.card.rank == _wanted(state))


def _wanted(state: State) -> int | None:
    """Return the rank of the lead that is to be matched, or with which the last trick was led, as far as is known."""
    if state.trick:
        return state.trick[0].rank
    return rank_led_last(state) if isinstance(state, MatchingState) else None


def _held(state: State, action: Action) -> int:
    """Return how many cards of its rank the seat to act holds."""
    if not isinstance(action, Play) or state.turn is None:
        return 0
    return sum(card.rank == action.card.rank for card in state.hands[state.turn])


def _without(legal: tuple[Action, ...], lacks: frozenset[str]) -> tuple[Action, ...]:
    """Return the actions that are of no such kind; all where there is nothing else to do."""
    return tuple([action for action in legal if kind_of(str(action)) not in lacks]) or legal if lacks else legal


def _claims(temper: Temper, chance: RandomSource) -> bool:
    """Whether a player claims now who has enough."""
    return temper.claims > 0 and chance.one_in(temper.claims)


def _claims_wrongly(state: SuitState, temper: Temper, chance: RandomSource) -> bool:
    """Whether a player claims now who has not enough."""
    if not temper.claims_wrongly or state.turn is None:
        return False
    counted = state.counted(state.game.sides[state.turn]) + state.game.points_of(state.trick)
    return chance.one_in(_MISCOUNTED if state.trick and counted >= state.game.rules.claim_points else _MISTAKEN)


def _in_suits(state: SuitState, legal: tuple[Action, ...], temper: Temper, chance: RandomSource) -> tuple[Action, ...]:  # noqa: C901 - one case for each kind of action
    """Return what a player chooses among: what seldom happens is taken when it is the time for it."""
    cards: list[Action] = []
    melds: list[Action] = []
    for action in legal:
        match action:
            case Claim(suit) if (
                _claims(temper, chance) if state.is_right(suit) else _claims_wrongly(state, temper, chance)
            ):
                return (action,)
            case Claim():
                pass
            case Meld():
                melds.append(action)
            case Bid() | Pass():
                cards.append(action)
            case _ if action == EXCHANGE:
                if not chance.one_in(3):
                    return (action,)
            case _ if action == CLOSE:
                if chance.one_in(temper.closes):
                    return (action,)
            case _:
                cards.append(action)
    bids = [action for action in cards if isinstance(action, Bid)]
    if bids:
        little = bids[: 1 + chance.below(min(3, len(bids)))]
        may_pass = PASS in cards and not chance.one_in(temper.bids)
        return (PASS,) if may_pass else (chance.choose(bids) if chance.one_in(10) else little[-1],)
    if melds and not chance.one_in(temper.meld):
        return tuple(melds)
    return tuple(cards) or legal
