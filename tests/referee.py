"""The rules once more, for comparing the engine with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten import Action, Play, Stop

if TYPE_CHECKING:
    from collections.abc import Iterable

    from strategies import Deal

    from aceten.state import Event


class Referee:
    """The rules read once more from their text, slowly, on cards as text: what must be the case after these events.

    A card is text such as ``Ah``, so its rank is its first letter. Nothing of the engine is used but the rulebook's parameters.
    """

    def __init__(self, deal: Deal, events: Iterable[Event]) -> None:
        """Deal the cards and let everything happen."""
        self.rules = deal.game.rules
        self.players = deal.game.players
        self.talon = [str(card) for card in deal.deck]
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        for batch in self.rules.deal:
            for seat in self._round_from((deal.dealer + 1) % self.players):
                self._take_from_talon(seat, batch)
        self.leader = (deal.dealer + 1) % self.players
        self.trick: list[str] = []
        self.choosing = False
        self.taken: list[list[str]] = [[], []]
        self.tricks = [0, 0]
        self.played: list[tuple[int, str]] = []
        for seat, action in events:
            if isinstance(action, Play):
                self._play(seat, str(action.card))
            elif isinstance(action, Stop):
                self._gather()

    def _round_from(self, seat: int) -> list[int]:
        return [(seat + turn) % self.players for turn in range(self.players)]

    def _take_from_talon(self, seat: int, count: int) -> None:
        self.hands[seat] += self.talon[:count]
        del self.talon[:count]

    @property
    def over(self) -> bool:
        """The deal is over when all cards have been played."""
        return not self.talon and not self.trick and not any(self.hands)

    @property
    def turn(self) -> int | None:
        """The leader begins, the others follow in turn; the leader is asked again after each round."""
        return None if self.over else (self.leader + len(self.trick)) % self.players

    def matches(self, card: str) -> bool:
        """A card equal in rank to the led card, or one that can equal any rank (a seven)."""
        return card[0] == self.trick[0][0] or card[0] in self.rules.wild

    @property
    def winning(self) -> int:
        """The last card that matches wins the trick; the leader stands there before any card is played."""
        last = max((place for place, card in enumerate(self.trick) if self.matches(card)), default=0)
        return (self.leader + last) % self.players

    def _may_continue(self) -> bool:
        """Only against an opponent who is winning (unless the rules say otherwise), and with a card that matches."""
        against = self.winning % 2 != self.leader % 2
        agreed = {"never": False, "opponent_winning": against, "always": True}[self.rules.continuation]
        return agreed and any(self.matches(card) for card in self.hands[self.leader])

    def _play(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick.append(card)
        self.played.append((seat, card))
        self.choosing = False
        if len(self.trick) % self.players == 0:
            if self._may_continue():
                self.choosing = True
            else:
                self._gather()

    def _gather(self) -> None:
        self.leader, side = self.winning, self.winning % 2
        self.taken[side] += self.trick
        self.tricks[side] += 1
        self.trick, self.choosing = [], False
        self._draw()

    def _draw(self) -> None:
        """Up to a full hand, the winner first; what does not suffice is distributed equally."""
        wanted = self.rules.hand - len(self.hands[self.leader])
        if wanted * self.players > len(self.talon):
            wanted = len(self.talon) // self.players
        rounds, at_once = (1, wanted) if self.rules.draw == "block" else (wanted, 1)
        for _ in range(rounds):
            for seat in self._round_from(self.leader):
                self._take_from_talon(seat, at_once)

    def count(self, cards: Iterable[str]) -> int:
        """Card points of some cards."""
        values = {str(letter): points for letter, points in self.rules.values.items()}
        return sum(values.get(card[0], 0) for card in cards)

    @property
    def allowed(self) -> set[str]:
        """What the seat to act may do, calls apart."""
        if self.turn is None:
            return set()
        hand = self.hands[self.turn]
        return {card for card in hand if self.matches(card)} | {"stop"} if self.choosing else set(hand)

    @property
    def callers(self) -> set[int]:
        """Four play in partnerships: the seat across the table from the one to act may call."""
        if self.turn is None or self.players == 2 or self.rules.calls == "off":
            return set()
        return {(self.turn + 2) % self.players}

    @property
    def winner(self) -> int | None:
        """The side that wins the deal that is over."""
        seat, last = self.played[-1]
        if last[0] == self.rules.last_card_loses:
            return 1 - seat % 2
        ours, theirs = map(self.count, self.taken)
        if ours == theirs:
            return self.leader % 2 if self.rules.tie == "last_trick" else None
        return 0 if ours > theirs else 1

    @property
    def award(self) -> tuple[str, tuple[int, ...]]:
        """What the deal that is over scores: the row of the table and the game points by side."""
        winner = self.winner
        if winner is None:
            return "draw", (0, 0)
        points = self.count(self.taken[winner])
        losers = "some" if self.tricks[1 - winner] else "all"
        rows = [row for row in self.rules.scoring if row.points[0] <= points <= row.points[1] and row.tricks == losers]
        # A side that wins by the other's last card scores the lowest row at least.
        (row,) = rows or [min(self.rules.scoring, key=lambda row: row.game_points)]
        return row.name, (row.game_points, 0) if winner == 0 else (0, row.game_points)

    def reason(self, action: Action) -> str:
        """Why the action is not allowed, as a refusal code."""
        if self.over:
            return "deal_over"
        if isinstance(action, Play):
            held = str(action.card) in self.hands[self.turn or 0]
            return "wrong_continuation" if held else "not_in_hand"
        if isinstance(action, Stop):
            return "stop_not_offered"
        if self.rules.calls == "off":
            return "calls_off"
        return "call_without_partner" if self.players == 2 else "call_out_of_turn"
