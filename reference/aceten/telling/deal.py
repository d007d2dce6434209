"""How a deal is told, whatever its tricks are like; each kind of tricks has words of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from aceten.actions import Action, Bid, Call, Meld, Play
from aceten.naming import card_words, counted, listed, plays, seat_name, short_card

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from aceten.facts import Facts
    from aceten.state import State
    from aceten.view import View
    from aceten_spec.cards import Card
    from aceten_spec.names import Language


class Telling(ABC):
    """How a deal is told at one moment, as a state or as one seat sees it. Made by :func:`aceten.telling.telling`.

    A phrase says what an action does. In it ``~`` ends each verb: it stands for nothing after "to", and for an s after a name.
    """

    def __init__(self, seen: State | View, language: Language) -> None:
        """Tell a deal that is at this moment, with cards named in this language."""
        self._game: Facts = seen.game
        self._now: State | View = seen
        self._language: Language = language

    # --- Actions ---

    @abstractmethod
    def _phrase(self, action: Action, named: Callable[[Card], str]) -> str:
        """Return what an action does that is neither a card nor a call, with its cards named so."""

    def choice(self, action: Action) -> str:
        """Return an action as something to choose: ``ten of hearts``, ``exchange Jh for the turn-up, Ah``, ``stop``."""
        return self._card(action.card) if isinstance(action, Play) else _bare(self._planned(action, self._short))

    def done(self, action: Action) -> str:
        """Return an action as lines of play tell it after the player's name: ``ten``, ``closes the talon``, ``stops``."""
        if isinstance(action, Play):
            return short_card(self._game, action.card, self._language)
        return third(self._whole(action, self._short))

    def seen(self, action: Action) -> str:
        """Return an action as everybody at the table sees it, after the player's name, a card with its notation in front."""
        return f"{action.card} {self._card(action.card)}" if isinstance(action, Play) else self.does(action)

    def does(self, action: Action) -> str:
        """Return an action as a sentence tells it after the player's name: ``leads the ten of hearts``."""
        if isinstance(action, Play):
            return f"{plays(len(self._now.trick), self._game.players)} {self._card(action.card)}"
        return third(self._whole(action, self._long))

    def tries(self, action: Action) -> str:
        """Return an action as something that a player tries to do: ``play the ten of hearts``."""
        named = self._long
        return f"play {named(action.card)}" if isinstance(action, Play) else _bare(self._planned(action, named))

    def explained(self) -> Iterator[str]:
        """Yield a line for each legal action that is no card, and for the lowest bid, and then who may call."""
        turn, legal = self._now.turn, self._now.legal
        if turn is None:
            return
        bids = [action.points for action in legal if isinstance(action, Bid)]
        if bids:
            partner = self._game.partner(turn)
            side = seat_name(turn) if partner is None else listed(map(seat_name, (turn, partner)))
            yield f"bid:{bids[0]}: {side} undertake to make {bids[0]} points, and the highest bidder names trumps"
        for action in legal:
            if not isinstance(action, Play | Bid):
                yield f"{action}: {seat_name(turn)} {self.explanation(action)}"
        calls = self._now.calls
        if calls:
            yield f"{seat_name(calls[0].seat)} may call {listed(str(call.kind) for call in calls)}"

    @abstractmethod
    def explanation(self, action: Action) -> str:
        """Return what an action that is no card does, and what it leads to whatever lies hidden, after the player's name."""

    @abstractmethod
    def asked(self) -> str:
        """Return what is asked of the seat to act in a word or two; empty where it is just to play a card."""

    # --- What an action led to ---

    @abstractmethod
    def outcome(self, after: State) -> str:
        """Return what an action has settled: who took a trick, and what it brought; empty when it goes on."""

    @abstractmethod
    def noticed(self, after: State) -> Iterator[str]:
        """Yield what everybody at the table notices beside the action that led to ``after``."""

    @abstractmethod
    def consequences(self, after: State) -> Iterator[str]:
        """Yield all that the action led to, for a reader who has no table before him and may see every card."""

    # --- How the deal stands ---

    @abstractmethod
    def opening(self) -> str:
        """Return how a deal begins that has just been dealt: who leads."""

    @abstractmethod
    def marks(self, seat: int) -> tuple[str, ...]:
        """Return what a player is at this moment beside dealer and next to act, to stand beside his name."""

    @abstractmethod
    def table(self) -> Iterator[str]:
        """Yield what lies on the table beside the trick."""

    @abstractmethod
    def trick(self) -> Iterator[str]:
        """Yield how it stands with the trick."""

    @abstractmethod
    def notes(self) -> Iterator[str]:
        """Yield what else is known to all."""

    @abstractmethod
    def gist(self) -> Iterator[str]:
        """Yield in few words what a person wants to know who is to act."""

    def own(self) -> Iterator[str]:
        """Yield what a person wants to know beside his hand."""
        return iter(())

    # --- Parts of these ---

    def _card(self, card: Card) -> str:
        return card_words(self._game, card, self._language)

    def _long(self, card: Card) -> str:
        return f"the {self._card(card)}"

    def _short(self, card: Card) -> str:
        return str(card) if card.suit is not None else self._long(card)

    def _planned(self, action: Action, named: Callable[[Card], str]) -> str:
        """Return what an action would do: like what it does, but that nothing is said of what lies hidden."""
        return self._whole(action, named)

    def _whole(self, action: Action, named: Callable[[Card], str]) -> str:
        return f"call~ “{action.kind.replace('-', ' ')}”" if isinstance(action, Call) else self._phrase(action, named)


def _bare(phrase: str) -> str:
    """Return a phrase as it stands after "to"."""
    return phrase.replace("~", "")


def third(phrase: str) -> str:
    """Return a phrase as it stands after a name."""
    return phrase.replace("ss~", "sses").replace("~", "s")


def is_winning(seen: State | View) -> str:
    """Return who is winning the trick."""
    return f"{seat_name(seen.winning)} is winning"


def gathered(before: State, after: State, *, played_out: bool, points: bool = True) -> str:
    """Return who took a trick, and what it brought him.

    :param played_out: whether that was the last trick.
    :param points: whether what it brought is told.
    """
    cards = sum(map(len, after.taken)) - sum(map(len, before.taken))
    gained = sum(after.points) - sum(before.points)
    last_trick = after.game.rules.last_trick_points if played_out else 0
    bonus = f" and {last_trick} for the last trick" if last_trick else ""
    brought = f", {counted(gained, 'point')}{bonus}" if points else ""
    return f"{seat_name(after.leader)} takes {counted(cards, 'card')}{brought}"


def draws(before: State, after: State) -> str:
    """Return who has drawn how many cards after a trick; empty where nobody has."""
    game, winner = after.game, after.leader
    played = isinstance(after.log[len(before.log)][1], Play | Meld)  # from the hand of the player who ended the trick
    counts = [
        len(after.hands[seat]) - len(before.hands[seat]) + (seat == before.turn and played)
        for seat in range(game.players)
    ]
    drawing = [seat for turn in range(game.players) if counts[seat := (winner + turn) % game.players]]
    if len(before.talon) == len(after.talon) or not drawing:
        return ""
    each = counted(counts[drawing[0]], "card")
    if len(drawing) == game.players:
        return f"each draws {each}, {seat_name(winner)} first"
    return f"{listed(map(seat_name, drawing))} {'draws' if len(drawing) == 1 else 'draw'} {each}"
