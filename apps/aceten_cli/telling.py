"""How a deal is spoken of, whatever its tricks are like; each kind of tricks has words of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from rich.text import Text

from aceten import Action, Call, Play
from aceten.naming import counted, seat_name
from aceten_cli.words import card_words, named_card, short_card
from aceten_spec.names import Language

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten import Facts, State


class Telling(ABC):
    """How a deal is spoken of at one moment, as a state or as one seat sees it. Made by :func:`aceten_cli.kinds.telling`."""

    def __init__(self, game: Facts, language: Language) -> None:
        """Speak of a deal of this game, with cards named in this language."""
        self._game = game
        self._language: Language = language

    # --- Actions ---

    def choice(self, action: Action) -> str:
        """Return an action as something to choose: ``ten of hearts``, ``turn up the top card``, ``stop``."""
        match action:
            case Play(card):
                return card_words(self._game, card, self._language)
            case Call(_, kind):
                return f"call “{kind}”"
            case _:
                return str(action)

    def done(self, action: Action) -> str:
        """Return an action as lines of play tell it after the player's name: ``ten``, ``turns up ten``, ``stops``."""
        match action:
            case Play(card):
                return short_card(self._game, card, self._language)
            case Call(_, kind):
                return f"calls “{kind}”"
            case _:
                return str(action)

    def seen(self, action: Action) -> str:
        """Return an action as everybody at the table sees it, after the player's name."""
        return named_card(self._game, action.card, self._language) if isinstance(action, Play) else self.done(action)

    @abstractmethod
    def explained(self) -> Iterator[str]:
        """Yield a line for each action of the seat to act that is no card, as ``show`` explains it."""

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

    # --- How the deal stands ---

    @abstractmethod
    def opening(self) -> str:
        """Return how a deal begins that has just been dealt: who leads."""

    @abstractmethod
    def marks(self, seat: int) -> tuple[str, ...]:
        """Return what a player is at this moment beside dealer and next to act, to stand beside his name."""

    @abstractmethod
    def table(self) -> Iterator[Text]:
        """Yield what lies on the table beside the trick."""

    @abstractmethod
    def trick(self) -> Iterator[Text]:
        """Yield how it stands with the trick."""

    @abstractmethod
    def notes(self) -> Iterator[Text]:
        """Yield what else is known to all."""

    @abstractmethod
    def gist(self) -> Iterator[Text]:
        """Yield in few words what a person wants to know who is to act."""

    @abstractmethod
    def own(self) -> Iterator[Text]:
        """Yield what a person wants to know beside his hand."""


def gathered(before: State, after: State, last_trick: int, *, points: bool = True) -> str:
    """Return who took a trick, and what it brought him.

    :param last_trick: the points that he has for the last trick.
    :param points: whether what it brought is told.
    """
    cards = sum(map(len, after.taken)) - sum(map(len, before.taken))
    gained = sum(after.points) - sum(before.points)
    bonus = f" and {last_trick} for the last trick" if last_trick else ""
    brought = f", {counted(gained, 'point')}{bonus}" if points else ""
    return f"{seat_name(after.leader)} takes {counted(cards, 'card')}{brought}"
