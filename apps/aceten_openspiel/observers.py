"""What a player sees, as OpenSpiel asks for it: as text, and as named tensors."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np
import pyspiel

from aceten import State
from aceten_openspiel.deal_histories import PRIVATE, DealHistory, GameSettings, public
from aceten_spec.cards import format_cards

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Node(Protocol):
    """What is observed: a node of the tree that holds a deal."""

    @property
    def held(self) -> DealHistory:
        """The deal at this moment."""
        ...


class Observer:
    """An observer of one kind, with or without perfect recall, of what is public, private, or both."""

    def __init__(
        self, table: GameSettings, kind: pyspiel.IIGObservationType, params: Mapping[str, object] | None
    ) -> None:
        """Make the tensors, which are filled by :meth:`set_from`.

        :raises ValueError: for parameters, of which there are none.
        """
        if params:
            raise ValueError(f"an observer of {table.game} has no parameters; given {sorted(params)}")
        self._table: Final = table
        self._public: Final = kind.public_info
        self._recall: Final = kind.perfect_recall
        hidden = not table.open  # where all cards lie open, all is public
        self._all: Final = kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS if hidden else self._public
        self._own: Final = self._all or (hidden and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER)
        facts = table.game
        players, kinds = facts.players, len(facts.kinds)
        shapes: dict[str, tuple[int, ...]] = {"player": (table.players,)}
        for plane in facts.planes:
            if self._own if plane.name in PRIVATE else self._public:
                shapes[plane.name] = plane.shape
        if self._all:
            shapes["all_hands"] = (players, kinds)
            shapes["all_talon"] = (table.longest_talon, kinds)
        if self._recall and self._public:
            shapes["acted"] = (table.longest, players)
            shapes["did"] = (table.longest, len(facts.actions))
            shapes["revealed"] = (table.longest, kinds)
        if self._recall and self._own:
            shapes["began"] = (kinds,)
            shapes["came"] = (table.longest, kinds)
        sizes = [math.prod(shape) for shape in shapes.values()]
        self.tensor: NDArray[np.float32] = np.zeros(sum(sizes), np.float32)
        """All numbers in a row."""
        ends = np.cumsum([0, *sizes])
        self.dict: dict[str, NDArray[np.float32]] = {
            name: self.tensor[low:high].reshape(shape)
            for (name, shape), low, high in zip(shapes.items(), ends, ends[1:], strict=False)
        }
        """The same by name, in its shape."""

    def set_from(self, state: Node, player: int) -> None:
        """Fill the tensors with what a player sees; while cards are dealt nobody sees anything."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        held = state.held
        now = held.now
        if now is None:
            return
        seat = self._table.seat_of(now, player)
        view = now.view(seat)
        planes = view.planes
        for name in planes.keys() & self.dict.keys():
            self.dict[name].reshape(-1)[:] = planes[name]
        place_of = now.game.place_of
        if self._all:
            for other, hand in enumerate(now.hands):
                for card in hand:
                    self.dict["all_hands"][(other - seat) % now.game.players, place_of[card]] += 1
            for row, card in enumerate(now.talon):
                self.dict["all_talon"][row, place_of[card]] = 1
        if self._recall:
            self._remember(held, seat)

    def _remember(self, held: DealHistory, seat: int) -> None:
        game = held.table.game
        if "began" in self.dict:
            for card in held.states[0].hands[seat]:
                self.dict["began"][game.place_of[card]] += 1
        for row, event in enumerate(held.events):
            if "did" in self.dict:
                self.dict["acted"][row, (event.seat - seat) % game.players] = 1
                self.dict["did"][row, event.action] = 1
                for card in event.revealed:
                    self.dict["revealed"][row, game.place_of[card]] += 1
            if "came" in self.dict:
                for card in event.came[seat]:
                    self.dict["came"][row, game.place_of[card]] += 1

    def string_from(self, state: Node, player: int) -> str:
        """Return what a player sees as text: two texts are equal exactly when the player cannot tell one from the other."""
        held = state.held
        now = held.now
        if not (self._own or self._public):
            return ""
        if now is None:
            return f"player {player}: cards are dealt"
        seat = self._table.seat_of(now, player)
        if self._recall and self._public and not self._all:  # what is seen now follows from it
            return f"player {player}: {held.memory(seat if self._own else None)}"
        parts = [f"player {player}:", *self._seen(now, seat)]
        if self._recall and self._public:
            parts += ["|", held.memory(seat)]
        elif self._recall and self._own:
            came = [format_cards(event.came[seat]) for event in held.events]
            parts += ["|", format_cards(held.states[0].hands[seat]), *[each for each in came if each]]
        if self._all and self._recall:
            parts += ["|", str(held.states[0])]
        return " ".join(parts)

    def _seen(self, now: State, seat: int) -> list[str]:
        view = now.view(seat)
        if self._all:
            return [str(now)]
        if self._own and self._public:
            return [str(view.present)]
        if self._public:
            return [str(public(view))]
        return [format_cards(view.hand) or "-"] if self._own else []
