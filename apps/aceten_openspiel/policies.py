"""What plays in OpenSpiel as a policy of ours, which enters ``aceten arena`` and plays wherever policies do."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from typing import Protocol, runtime_checkable

import msgspec

from aceten import AcetenError, Game, Play, Seat, State, UsageError, View, worlds
from aceten.vocabulary.actions import Meld
from aceten_openspiel.deal_histories import DealHistory, GameSettings, plain
from aceten_openspiel.games import DealGame, DealState, game_named
from aceten_spec.cards import sort_cards
from aceten_spec.speech import say


@runtime_checkable
class Bot(Protocol):
    """What chooses at a node, as ``pyspiel.Bot`` does."""

    def step(self, state: DealState, /) -> int:
        """Return an action."""
        ...


@runtime_checkable
class Chances(Protocol):
    """What says how likely each action is, as ``pyspiel.Policy`` and ``open_spiel.python.policy.Policy`` do."""

    def action_probabilities(self, state: DealState, /) -> dict[int, float]:
        """Return how likely actions are, by number."""
        ...


class SpielPolicy(ABC):
    """A bot or a policy of OpenSpiel at a seat. Derive a class that says in :meth:`made` which; that class enters the arena by its name."""

    @abstractmethod
    def made(self, game: DealGame, player: int, seed: int, /) -> Bot | Chances:
        """Return what plays a deal. What takes long to make or to learn is better kept for all deals.

        :param game: the game, as ``pyspiel.load_game`` has it.
        :param seed: where its chance is to come from, 0 to 2**64 - 1.
        """

    def begin(self, game: Game, seat: Seat, seed: int, /) -> None:
        """Begin a deal.

        :raises UsageError: for a game that OpenSpiel does not have.
        """
        self._chance = random.Random(seed)  # noqa: S311 - a contest is the same when it is played again
        self._game = game_named(game)
        self._player: object = self.made(self._game, seat, self._chance.getrandbits(64))

    def choose(self, view: View, /) -> int:
        """Return the number of the action that is chosen where the game looks like this to the seat."""
        node = node_seen(self._game, view, self._chance.getrandbits(64))
        if isinstance(self._player, Bot):
            return int(self._player.step(node))
        if isinstance(self._player, Chances):
            chances = self._player.action_probabilities(node)
            return int(self._chance.choices([*chances], [*chances.values()])[0])
        raise UsageError(say("{kind}: expected a bot or a policy of OpenSpiel", kind=type(self._player).__name__))


def node_seen(game: DealGame, view: View, seed: int) -> DealState:
    """Return a node of a game that looks to the player as a view does: one of the deals that fit, all equally likely.

    It has all that was done since the deal where no card has been drawn or exchanged, so that information states are those of the whole
    tree. Otherwise play begins with it, and they say what the view does.

    :param seed: which of the deals is drawn, 0 to 2**64 - 1.
    """
    (world,) = worlds(view).drawn(1, seed)
    world = msgspec.structs.replace(world, log=view.log)
    return DealState(game, _since_the_deal(game.table, world) or DealHistory(game.table, (), (plain(world),)))


def _since_the_deal(table: GameSettings, world: State) -> DealHistory | None:
    """Return the deal from its beginning on, where that follows from how the cards lie and what was done; ``None`` where it does not."""
    game, hands = world.game, list(world.hands)
    for seat, action in world.log:
        if isinstance(action, Play | Meld):
            hands[seat] += (action.card,)
    if {len(hand) for hand in hands} != {game.rules.hand}:
        return None
    whole = msgspec.structs.replace(world, hands=tuple(map(sort_cards, hands)), log=())
    _, dealt = game.as_dealt(whole)
    shown = whole.hands[world.dealer] if game.last_shown else [card for card, _ in table.cuts]
    for card in [*shown] or [None]:
        held = DealHistory(table, (), (plain(dealt(card)),))
        try:
            for _, action in world.log:
                held = held.after(game.action_id(action))
        except AcetenError:
            continue
        if held.now == plain(world):
            return held
    return None
