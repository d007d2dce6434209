"""A deal as OpenSpiel plays it: cards that are dealt one by one, and then the states of the engine. It knows no OpenSpiel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cached_property
from typing import Final, Self

import msgspec

from aceten import Game, MatchingState, Play, State, View, rewards
from aceten.knowledge.memory import joined
from aceten.vocabulary.actions import Claim, Close, Draw, Exchange, Meld, NameTrump, Spice, Stop
from aceten_spec.cards import Card, format_cards, sort_cards, suit_number, without_suit

_TWO: Final = 2
_MOST_KEPT: Final = 50_000
"""Of so many deals and what came of them, some 2 kilobytes each, memory is not filled."""


class GameSettings(msgspec.Struct, frozen=True, eq=False):
    """What all deals of one game have in common."""

    game: Game
    """The game."""
    dealer: int
    """The seat that deals."""
    begins: State | None
    """The position that play begins with; ``None``: cards are dealt."""
    open: bool
    """Whether all cards lie open."""

    @property
    def by_side(self) -> bool:
        """Whether a side is one player: two sides with open hands are, as partners know the same then and want the same."""
        return self.open and self.game.side_count == _TWO

    @property
    def players(self) -> int:
        """How many players there are."""
        return _TWO if self.by_side else self.game.players

    @property
    def longest_talon(self) -> int:
        """How many cards a talon has at most."""
        talon = len(self.game.pack.cards) - self.game.players * self.game.rules.hand
        return max(talon, 0 if self.begins is None else len(self.begins.talon))

    def player_of(self, state: State) -> int | None:
        """Return the player who is to act: the seat, or its side where sides are players; ``None`` at the end."""
        if state.turn is None:
            return None
        return int(self.game.sides[state.turn]) if self.by_side else int(state.turn)

    def seat_of(self, state: State, player: int) -> int:
        """Return the seat from which a player sees: of a side the one that is to act, or its first."""
        turn = state.turn
        if not self.by_side or turn is None or self.game.sides[turn] != player:
            return player
        return int(turn)

    @property
    def cuts(self) -> tuple[tuple[Card, int], ...]:
        """The cards that cutting may show, one for all that are told apart by nobody, and for how many each stands; empty without a cut."""
        game, cards = self.game, self.game.pack.cards
        if not game.cuts:
            return ()
        if game.cut_shown:
            return tuple(Counter(cards).items())
        counts = Counter(map(suit_number, cards))
        return tuple(
            (next(card for card in cards if suit_number(card) == suit), count) for suit, count in counts.items()
        )

    @property
    def steps(self) -> int:
        """How many chance nodes there are before play."""
        return 0 if self.begins is not None else len(self.game.pack.cards) + self.game.cuts

    @property
    def room(self) -> int:
        """How many deals are worth keeping: none where there are so many that hardly one comes again."""
        return _MOST_KEPT if self.begins is not None or self.game.deals <= _MOST_KEPT else 0

    @property
    def most_outcomes(self) -> int:
        """How many outcomes a chance node has at most."""
        return max(len(self.cuts), len(self.game.kinds))

    @property
    def longest(self) -> int:
        """A bound for how many actions a deal has: every card is played, and what else there is comes once a trick, or once a deal."""
        game = self.game
        there, tricks = {type(action) for action in game.actions}, len(game.pack.cards) // game.players
        each_trick = tricks * len(there & {Stop, Spice, Draw})
        each_deal = 2 * game.pack.copies * (Exchange in there) + len(there & {Close, Claim, NameTrump})
        auction = next((plane.size for plane in game.planes if plane.name == "bids"), 0)
        return len(game.pack.cards) + each_trick + each_deal + auction


class Event(msgspec.Struct, frozen=True):
    """Something that happened in play, and what it brought to light."""

    seat: int
    """Who acted."""
    action: int
    """What was done, by number."""
    revealed: tuple[Card, ...]
    """The cards that came to lie open by it, beside one that it names."""
    came: tuple[tuple[Card, ...], ...]
    """By seat, the cards that came to the hand by it."""

    def told(self, game: Game, seat: int | None) -> str:
        """Return it as a seat remembers it; ``None``: as everybody does."""
        text = f"{self.seat}:{game.actions[self.action]}"
        if self.revealed:
            text += "=" + format_cards(self.revealed)
        if seat is not None and self.came[seat]:
            text += "+" + format_cards(self.came[seat])
        return text


class Room(msgspec.Struct):
    """How many more deals are kept that came from one beginning."""

    left: int
    """So many."""


class DealHistory(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A deal at a moment. Immutable, so that OpenSpiel's copies of a node share it; what was once asked is kept with it."""

    table: GameSettings
    """What the deals have in common."""
    dealt: tuple[int, ...]
    """The outcomes of chance so far, by number."""
    states: tuple[State, ...]
    """The states of the engine since play began; empty while cards are dealt."""
    actions: tuple[int, ...] = ()
    """What was done, by number."""
    events: tuple[Event, ...] = ()
    """The same with what it brought to light."""
    remembered: tuple[str, ...] = ()
    """By seat, what it remembers of before the first of these states; empty where play begins with it."""
    before: DealHistory | None = None
    """The deal before the last event; ``None`` where there is none."""
    room: Room = msgspec.field(default_factory=lambda: Room(0))
    """Room for deals that come from this one: who walks through a small tree again and again finds each node as he left it."""

    def __copy__(self) -> Self:
        """Return the deal itself, as nothing can change it."""
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """Return the deal itself, as nothing can change it."""
        return self

    def __reduce__(self) -> tuple[Callable[..., DealHistory], tuple[object, ...]]:
        """Keep what was done alone; play makes the states again."""
        dealt_here = bool(self.dealt) or not self.states
        begins = None if dealt_here and not self.remembered else self.states[0]
        return _again, (self.table, self.dealt, begins, self.actions, self.remembered)

    @property
    def now(self) -> State | None:
        """The state of the engine; ``None`` while cards are dealt."""
        return self.states[-1] if self.states else None

    @property
    def cutting(self) -> bool:
        """Whether the next outcome of chance is the card that cutting shows."""
        return self.table.game.cuts and not self.dealt

    @cached_property
    def player(self) -> int | None:
        """The player who is to act (:meth:`GameSettings.player_of`); ``None`` at the end and while cards are dealt."""
        return None if self.now is None else self.table.player_of(self.now)

    @cached_property
    def legal(self) -> list[int]:
        """The legal actions by number, rising; empty while cards are dealt."""
        return [] if self.now is None else list(self.now.legal_ids)

    @cached_property
    def returns(self) -> list[float]:
        """What the deal has come to for each player, in game points; 0 before the end."""
        numbers = (0,) * self.table.game.players if self.now is None else rewards(self.now)
        return [float(number) for number in numbers[: self.table.players]]

    @cached_property
    def _next(self) -> dict[int, DealHistory]:
        """The deals that have come from this one, by the number of the outcome or the action."""
        return {}

    @cached_property
    def _told(self) -> dict[int | None, str]:
        """What was told of it, by seat (:meth:`memory`)."""
        return {}

    @cached_property
    def outcomes(self) -> list[tuple[int, float]]:
        """What chance can bring next, by number, and how likely each is."""
        if self.cutting:
            whole = sum([count for _, count in self.table.cuts])
            return [(number, count / whole) for number, (_, count) in enumerate(self.table.cuts)]
        game = self.table.game
        left = Counter(map(game.place_of.__getitem__, game.pack.cards))
        left.subtract(self.dealt[game.cuts :])
        whole = left.total()
        return [(kind, left[kind] / whole) for kind in sorted(left) if left[kind]]

    def outcome(self, number: int) -> str:
        """Return what an outcome of chance is, in words of the notation."""
        if self.cutting:
            card = self.table.cuts[number][0]
            return f"cut {card if self.table.game.cut_shown else card.suit and card.suit.letter}"
        return f"deal {self.table.game.kinds[number]}"

    def after(self, number: int) -> DealHistory:
        """Return the deal after an outcome of chance or an action: while there is room for it, the same each time."""
        after = self._next.get(number)
        if after is None:
            after = self._after_chance(number) if self.now is None else self._after_action(number)
            if self.room.left > 0:
                self.room.left -= 1
                self._next[number] = after
        return after

    def _after_chance(self, number: int) -> DealHistory:
        dealt = (*self.dealt, number)
        states = (self._begun(dealt),) if len(dealt) == self.table.steps else ()
        return DealHistory(self.table, dealt, states, room=self.room)

    def _begun(self, dealt: tuple[int, ...]) -> State:
        game = self.table.game
        cut = self.table.cuts[dealt[0]][0] if game.cuts else None
        left, place_of = list(game.pack.cards), game.place_of
        deck: list[Card] = []
        for kind in dealt[game.cuts :]:
            card = next(card for card in left if place_of[card] == kind)
            left.remove(card)
            deck.append(card)
        return plain(game.deal(deck=tuple(deck), cut=cut, dealer=self.table.dealer))

    def _after_action(self, number: int) -> DealHistory:
        state = self.states[-1]
        after = state.play(state.action(number))
        return DealHistory(
            self.table,
            self.dealt,
            (*self.states, after),
            (*self.actions, number),
            (*self.events, happened(state, after, number)),
            self.remembered,
            self,
            self.room,
        )

    def memory(self, seat: int | None) -> str:
        """Return all that a seat has seen: how play began to it, and then everything that happened, with what it brought to it.

        :param seat: ``None``: what everybody has seen.
        """
        told = self._told.get(seat)
        if told is None:
            if self.before is None:
                told = self._beginning(seat)
            else:
                told = f"{self.before.memory(seat)} {self.events[-1].told(self.table.game, seat)}"
            self._told[seat] = told
        return told

    def _beginning(self, seat: int | None) -> str:
        if not self.states:
            return "cards are dealt"
        if seat is None:
            return str(public(self.states[0].view(0)))
        return self.remembered[seat] if self.remembered else str(self.states[0].view(seat))


def _again(
    table: GameSettings, dealt: tuple[int, ...], begins: State | None, actions: tuple[int, ...], memory: tuple[str, ...]
) -> DealHistory:
    held = DealHistory(
        table, dealt if begins is not None else (), () if begins is None else (begins,), remembered=memory
    )
    if begins is None:
        for number in dealt:
            held = held.after(number)
    for number in actions:
        held = held.after(number)
    return held


def happened(before: State, after: State, number: int) -> Event:
    """Return what an action was, and what it brought to light."""
    seat = before.turn or 0
    action = before.action(number)
    named = (action.card,) if isinstance(action, Play | Meld) else ()
    lay, lie = joined(before.taken) + before.trick + named, joined(after.taken) + after.trick
    revealed = _more(lie, lay) if len(lie) > len(lay) or isinstance(action, Spice) else ()
    came = [
        () if hand is had else _more(hand, had, less=named if place == seat else ())
        for place, (hand, had) in enumerate(zip(after.hands, before.hands, strict=True))
    ]
    return Event(seat, number, revealed, tuple(came))


def _more(cards: tuple[Card, ...], before: tuple[Card, ...], *, less: tuple[Card, ...] = ()) -> tuple[Card, ...]:
    """Return the cards that are more than before, in their written order; some were taken away in between."""
    left = list(before)
    for card in less:
        left.remove(card)
    more: list[Card] = []
    for card in cards:
        if card in left:
            left.remove(card)
        else:
            more.append(card)
    return sort_cards(tuple(more))


def plain(state: State) -> State:
    """Return a state with cards that have no suit where suits do not matter, in which alike deals are equal."""
    if not isinstance(state, MatchingState):
        return state
    game = state.game

    def bare(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(map(game.canonical_card, cards))

    return msgspec.structs.replace(
        state,
        hands=tuple(sort_cards(bare(hand)) for hand in state.hands),
        talon=bare(state.talon),
        trick=bare(state.trick),
        taken=tuple(sort_cards(bare(pile)) for pile in state.taken),
        drawn=None if state.drawn is None else game.canonical_card(state.drawn),
        log=tuple((seat, Play(*bare((did.card,))) if isinstance(did, Play) else did) for seat, did in state.log),
    )


def written(state: State) -> str:
    """Return the position line of a state, so that it can be read.

    Beside a card that is not like the others of its rank each of these has a suit there; as all others play alike, no matter which.
    """
    lone = state.game.lone_card if isinstance(state, MatchingState) else None
    if lone is None:
        return str(state)
    there = Counter([*joined(state.hands), *state.talon, *state.trick, *joined(state.taken), lone])
    alike = Counter(card for card in state.game.pack.cards if card.rank is lone.rank)
    free = [*(alike - there).elements()]

    def suited(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple([free.pop() if card == without_suit(lone) else card for card in cards])

    return str(
        msgspec.structs.replace(
            state,
            hands=tuple(map(suited, state.hands)),
            talon=suited(state.talon),
            trick=suited(state.trick),
            taken=tuple(map(suited, state.taken)),
        )
    )


PRIVATE: Final = ("hands", "drawn", "legal")
"""The planes of a view that tell what not everybody sees."""


def public(view: View) -> View:
    """Return what everybody sees of a deal, where a seat sees it from."""
    shown: tuple[tuple[Card, ...], ...] = getattr(view, "shown", ((),) * view.game.players)
    changes: dict[str, object] = {"known": shown, "legal": (), "log": ()}
    if hasattr(view, "drawn"):
        changes["drawn"] = None
    return msgspec.structs.replace(view, **changes)
