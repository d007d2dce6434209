"""How a deal is told, whatever its tricks are like; each kind of tricks has words of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from aceten.vocabulary.actions import Action, Bid, Call, CallKind, Meld, Play
from aceten.vocabulary.naming import (
    card_words,
    cards_counted,
    listed,
    plays,
    points_counted,
    seat_name,
    short_card,
    the_card,
)
from aceten_spec.cards import Card
from aceten_spec.speech import say, say_counted, say_in, to_say

if TYPE_CHECKING:
    from aceten.engine.game import Game
    from aceten.engine.state import State
    from aceten.engine.view import View

Manner: TypeAlias = Literal["choice", "done"]
"""How an action is told: as something to choose, or as what somebody has done, after his name."""

_CALLED: Final = {
    CallKind.BEAT: to_say("beat"),
    CallKind.NO_BEAT: to_say("no beat"),
    CallKind.GREASE: to_say("grease"),
    CallKind.NO_GREASE: to_say("no grease"),
}
"""What players call."""


class Telling(ABC):
    """How a deal is told at one moment, as a state or as one seat sees it. Made by :func:`aceten.words.telling`."""

    def __init__(self, seen: State | View) -> None:
        """Tell a deal that is at this moment."""
        self._game: Game = seen.game
        self._now: State | View = seen

    # --- Actions ---

    @abstractmethod
    def _phrase(self, action: Action, manner: Manner) -> str:
        """Return what an action does that is neither a card nor a call."""

    def choice(self, action: Action) -> str:
        """Return an action as something to choose: ``ten of hearts``, ``close the talon``, ``stop``."""
        return self._card(action.card) if isinstance(action, Play) else self._planned(action, "choice")

    def done(self, action: Action) -> str:
        """Return an action as lines of play tell it after the player's name: ``ten``, ``closes the talon``, ``stops``."""
        if isinstance(action, Play):
            return short_card(self._game, action.card)
        return self._whole(action, "done")

    def named(self, action: Action) -> str:
        """Return an action as :meth:`done` does, a card by its name: ``ten of hearts``, ``closes the talon``, ``stops``."""
        return self._card(action.card) if isinstance(action, Play) else self.done(action)

    def seen(self, action: Action) -> str:
        """Return an action as everybody at the table sees it, after the player's name, a card with its notation in front."""
        return f"{action.card} {self._card(action.card)}" if isinstance(action, Play) else self.does(action)

    def does(self, action: Action) -> str:
        """Return an action as a sentence tells it after the player's name: ``leads the ten of hearts``."""
        if isinstance(action, Play):
            return plays(self._card(action.card), len(self._now.trick), self._game.players)
        return self._whole(action, "done")

    def tries(self, action: Action) -> str:
        """Return an action as something that a player tries to do: ``play the ten of hearts``."""
        if isinstance(action, Play):
            return say_in("choice", "play {card}", card=self._the(action.card))
        return self._planned(action, "choice")

    def explained(self) -> Iterator[str]:
        """Yield a line for each legal action that is no card, and for the lowest bid, and then who may call."""
        turn, legal = self._now.turn, self._now.legal
        if turn is None:
            return
        bids = [action.points for action in legal if isinstance(action, Bid)]
        if bids:
            partner = self._game.partner(turn)
            side = seat_name(turn) if partner is None else listed(map(seat_name, (turn, partner)))
            does = say(
                "{who} undertake to make {bid} points, and the highest bidder names trumps", who=side, bid=bids[0]
            )
            yield f"bid:{bids[0]}: {does}"
        for action in legal:
            if not isinstance(action, Play | Bid):
                yield f"{action}: {seat_name(turn)} {self.explanation(action)}"
        calls = self._now.calls
        if calls:
            kinds = listed(say(_CALLED[call.kind]) for call in calls)
            yield say("{who} may call {calls}", who=seat_name(calls[0].seat), calls=kinds)

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
        return card_words(self._game, card)

    def _the(self, card: Card) -> str:
        return the_card(self._game, card)

    def _planned(self, action: Action, manner: Manner) -> str:
        """Return what an action would do: like what it does, but that nothing is said of what lies hidden."""
        return self._whole(action, manner)

    def _whole(self, action: Action, manner: Manner) -> str:
        if isinstance(action, Call):
            return phrase(manner, "call~ “{call}”", call=say(_CALLED[action.kind]))
        return self._phrase(action, manner)


def phrase(manner: Manner, template: str, **parts: object) -> str:
    """Return what an action does, in the language in force.

    In an English template ``~`` ends each verb: it stands for nothing in a choice, and for an s after a name. Other languages have a
    translation for each manner.
    """
    said = say_in(manner, template, **parts)
    return said.replace("~", "") if manner == "choice" else said.replace("ss~", "sses").replace("~", "s")


def is_winning(seen: State | View) -> str:
    """Return who is winning the trick."""
    return say("{who} is winning", who=seat_name(seen.winning))


def gathered(before: State, after: State, *, played_out: bool, points: bool = True) -> str:
    """Return who took a trick, and what it brought him.

    :param played_out: whether that was the last trick.
    :param points: whether what it brought is told.
    """
    who = seat_name(after.leader)
    cards = cards_counted(sum(map(len, after.taken)) - sum(map(len, before.taken)))
    if not points:
        return say("{who} takes {cards}", who=who, cards=cards)
    gained = points_counted(sum(after.points) - sum(before.points))
    bonus = after.game.rules.last_trick_points
    if played_out and bonus:
        template = to_say("{who} takes {cards}, {points} and {bonus} for the last trick")
        return say(template, who=who, cards=cards, points=gained, bonus=bonus)
    return say("{who} takes {cards}, {points}", who=who, cards=cards, points=gained)


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
    each = cards_counted(counts[drawing[0]])
    if len(drawing) == game.players:
        return say("each draws {cards}, {who} first", cards=each, who=seat_name(winner))
    names = listed(map(seat_name, drawing))
    return say_counted("{who} draws {cards}", "{who} draw {cards}", len(drawing), who=names, cards=each)
