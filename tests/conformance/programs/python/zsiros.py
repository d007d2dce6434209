"""Zsíros for two or four players. A deal is a value that never changes: every action makes a new one.

A card is a pair of rank and suit, such as ``("A", "h")``; in a position the suit may be missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

RANKS = "AKQJT987"
SUITS = "cshd"
GREASE = "AT"
HAND = 4
OTHER_LETTERS = {"O": "Q", "U": "J", "X": "T", "10": "T"}


class Card(NamedTuple):
    """A card."""

    rank: str
    suit: str = ""

    def __str__(self) -> str:
        """As in ``Ah``."""
        return self.rank + self.suit


def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards one after the other, such as ``AhT7s``; ``-`` is none."""
    cards: list[Card] = []
    for letter in text.replace("10", "T").replace("-", ""):
        if letter in SUITS:
            cards[-1] = Card(cards[-1].rank, letter)
        else:
            cards.append(Card(OTHER_LETTERS.get(letter, letter)))
    return tuple(cards)


@dataclass(frozen=True)
class Table:
    """How many play, and what they have agreed on."""

    players: int
    continuation: str = "opponent_winning"
    draw: str = "block"
    tie: str = "last_trick"
    last_card_loses: str = "none"
    last_trick: str = "nothing"
    calls: str = "on"
    target: int = 5
    direction: str = "anticlockwise"  # only says which way round the seats are

    def from_seat(self, first: int) -> list[int]:
        """Every seat in the order of play."""
        return [*range(first, self.players), *range(first)]

    def winner(self, trick: Sequence[Card], leader: int) -> int:
        """Who wins these cards: the last that has the rank led, or a seven, on however many rounds."""
        led = trick[0].rank
        last = max(place for place, card in enumerate(trick) if card.rank in {led, "7"} or place == 0)
        return (leader + last) % self.players


def grease(cards: Sequence[Card]) -> int:
    """Ten points for each ace and ten."""
    return 10 * sum(card.rank in GREASE for card in cards)


@dataclass(frozen=True)
class Outcome:
    """What a deal came to; what a position leaves open is None."""

    points: tuple[int, ...]
    winners: tuple[int, ...] | None
    game_points: tuple[int, ...] | None


def outcome(
    table: Table, points: Sequence[int], tricks: Sequence[int | None], last: int, loser: int | None = None
) -> Outcome:
    """Say what a deal came to.

    ``points`` are those of the cards, ``tricks`` those of each side (None: it is not known whether there were any), ``last`` the side
    that took the last trick, and ``loser`` the side that lost the deal by its last card.
    """
    bonus = 10 if table.last_trick == "ten" else 0
    total = tuple(has + bonus * (side == last) for side, has in enumerate(points))
    known = sum(points) == 10 * 2 * len(SUITS)
    if loser is not None:
        winner = 1 - loser
    elif not known:
        return Outcome(total, None, None)
    elif total[0] != total[1]:
        winner = int(total[1] > total[0])
    elif table.tie == "draw":
        return Outcome(total, (), (0, 0))
    else:
        winner = last
    other = tricks[1 - winner]
    if not known or other is None:
        return Outcome(total, (winner,), None)
    gained = 3 if other == 0 else 1 if points[1 - winner] else 2
    return Outcome(total, (winner,), (gained, 0) if winner == 0 else (0, gained))


@dataclass(frozen=True)
class Deal:
    """A deal at one moment."""

    table: Table
    hands: tuple[tuple[Card, ...], ...]
    talon: tuple[Card, ...]
    leader: int
    trick: tuple[Card, ...] = ()
    points: tuple[int, ...] = (0, 0)
    gathered: tuple[int, ...] = (0, 0)
    """How many cards each side is known to have taken."""
    tricks: tuple[int, ...] | None = (0, 0)
    """How many tricks; None where a position does not tell."""
    loser: int | None = None
    """The side that has played the card that must not be the last."""

    @property
    def turn(self) -> int | None:
        """Who is to act; nobody when all cards have been played."""
        if not self.trick and not any(self.hands):
            return None
        return (self.leader + len(self.trick)) % self.table.players

    @property
    def winning(self) -> int:
        """Who is winning the trick."""
        return self.table.winner(self.trick, self.leader)

    @property
    def legal(self) -> list[str]:
        """What may be done now, calls apart; cards without suits can be equal, and are one action."""
        if self.turn is None:
            return []
        if self.trick and self.turn == self.leader:
            return [*self._continuing(), "stop"]
        return list(dict.fromkeys(map(str, self.hands[self.turn])))

    @property
    def calls(self) -> set[str]:
        """The calls of the partner of whoever is to act."""
        if self.turn is None or self.table.players == 2 or self.table.calls == "off":
            return set()
        return {f"call:{(self.turn + 2) % 4}:{call}" for call in ("beat", "no-beat", "grease", "no-grease")}

    @property
    def outcome(self) -> Outcome | None:
        """What the deal has come to, when it is over."""
        if self.turn is not None:
            return None
        tricks = self.tricks or [
            cards or points or None for cards, points in zip(self.gathered, self.points, strict=True)
        ]
        return outcome(self.table, self.points, tricks, self.leader % 2, self.loser)

    def after(self, action: str) -> Deal | None:
        """Return the deal after an action; None when it is not allowed."""
        if action in self.calls:
            return self
        if action not in self.legal or self.turn is None:
            return None
        if action == "stop":
            return self.collected()
        card = read_cards(action)[0]
        at = self.hands[self.turn].index(card)
        hand = self.hands[self.turn][:at] + self.hands[self.turn][at + 1 :]
        hands = tuple(hand if seat == self.turn else other for seat, other in enumerate(self.hands))
        played = replace(self, hands=hands, trick=(*self.trick, card))
        return played if played.goes_on else played.collected()

    def described(self) -> dict[str, object]:
        """Say what holds at this moment, in the words of the protocol; points and what follows them are more than it asks for."""
        over = self.outcome
        return {
            "turn": self.turn,
            "legal": self.legal,
            "result": None if over is None else vars(over),
            "points": self.points,
            "tricks": self.tricks,
            "hands": [list(map(str, hand)) for hand in self.hands],
            "talon": list(map(str, self.talon)),
            "winning": self.winning if self.trick else None,
        }

    def seen_by(self, seat: int) -> dict[str, object]:
        """Say what one player knows: his own hand, and how many cards there are elsewhere."""
        return {
            "known": [list(map(str, hand)) if other == seat else [] for other, hand in enumerate(self.hands)],
            "sizes": list(map(len, self.hands)),
            "talon": len(self.talon),
            "legal": self.legal if self.turn == seat else [],
        }

    def _continuing(self) -> list[str]:
        led = self.trick[0].rank
        return list(dict.fromkeys(str(card) for card in self.hands[self.leader] if card.rank in {led, "7"}))

    @property
    def goes_on(self) -> bool:
        """Whether the trick is not over: the round is not, or the leader can choose."""
        if len(self.trick) % self.table.players:
            return True
        own = self.winning % 2 == self.leader % 2
        allowed = {"never": False, "always": True, "opponent_winning": not own}[self.table.continuation]
        return allowed and bool(self._continuing())

    def collected(self) -> Deal:
        """Give the trick to its winner, and let everybody draw."""
        winner = self.winning
        side = winner % 2
        points = tuple(has + grease(self.trick) * (side == number) for number, has in enumerate(self.points))
        gathered = tuple(has + len(self.trick) * (side == number) for number, has in enumerate(self.gathered))
        tricks = self.tricks and tuple(has + (side == number) for number, has in enumerate(self.tricks))
        loser = None
        if not any(self.hands) and self.trick[-1].rank == self.table.last_card_loses:
            loser = (self.leader + len(self.trick) - 1) % 2
        hands, talon = self._drawn(self.table.from_seat(winner))
        return Deal(self.table, hands, talon, winner, (), points, gathered, tricks, loser)

    def _drawn(self, order: list[int]) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
        count = min(HAND - len(self.hands[0]), len(self.talon) // self.table.players)
        drawn = self.talon[: count * self.table.players]
        hands = list(self.hands)
        for place, seat in enumerate(order):
            if self.table.draw == "block":
                hands[seat] += drawn[place * count : (place + 1) * count]
            else:
                hands[seat] += drawn[place :: self.table.players]
        return tuple(hands), self.talon[len(drawn) :]


def deal_out(table: Table, deck: Sequence[str], dealer: int) -> Deal:
    """Deal four cards at once to each player, the one after the dealer first."""
    cards = read_cards("".join(deck))
    order = table.from_seat((dealer + 1) % table.players)
    starts = {seat: place * HAND for place, seat in enumerate(order)}
    hands = tuple(cards[starts[seat] : starts[seat] + HAND] for seat in range(table.players))
    return Deal(table, hands, cards[table.players * HAND :], leader=order[0])


def read_position(table: Table, line: str) -> Deal:
    """Read a position line, such as ``zsiros/2 hands=A7,T8 talon=KQ lead=1 taken=AATT,-``."""
    said = dict(word.split("=") for word in line.split()[1:])
    hands = tuple(read_cards(hand) for hand in said["hands"].split(","))
    talon, trick = read_cards(said.get("talon", "")), read_cards(said.get("trick", ""))
    taken = [read_cards(pile) for pile in said.get("taken", "-,-").split(",")]
    points = tuple(map(int, said["points"].split(","))) if "points" in said else tuple(map(grease, taken))
    tricks = None
    if "tricks" in said:
        tricks = tuple(map(int, said["tricks"].split(",")))
    elif sum(map(len, (*hands, talon, trick, *taken))) == len(RANKS) * len(SUITS):
        tricks = tuple(len(pile) // table.players for pile in taken)
    loser = int(said["forfeit"]) if "forfeit" in said else None
    gathered = tuple(map(len, taken))
    return Deal(table, hands, talon, int(said.get("lead", 0)), trick, points, gathered, tricks, loser)


def play_match(table: Table, dealer: int, deals: Sequence[Sequence[int]]) -> list[dict[str, object]]:
    """Say how a match stands before each deal and after the last."""
    stands: list[dict[str, object]] = []
    scores = [0, 0]
    for gained in ((0, 0), *deals):
        scores = [has + more for has, more in zip(scores, gained, strict=True)]
        winner = next((side for side in (0, 1) if scores[side] >= table.target), None)
        stands.append({"scores": scores, "dealer": dealer, "over": winner is not None, "winner": winner})
        dealer = (dealer + 1) % table.players
    return stands


def perft(deal: Deal, depth: int) -> int:
    """Count the different courses of so many actions."""
    if depth == 0:
        return 1
    following = [deal.after(action) for action in deal.legal]
    return sum(perft(after, depth - 1) for after in following if after is not None)


def split_mix(state: int) -> Iterator[int]:
    """Yield the 64-bit numbers of SplitMix64."""
    mask = 2**64 - 1
    while True:
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        yield z ^ (z >> 31)


def shuffled(seed: int) -> list[str]:
    """Return the pack as this seed shuffles it."""
    deck = [rank + suit for suit in SUITS for rank in RANKS]
    numbers = split_mix(seed)
    for place in reversed(range(1, len(deck))):
        bound = place + 1
        limit = 2**32 // bound * bound
        other = next(upper for number in numbers if (upper := number >> 32) < limit) % bound
        deck[place], deck[other] = deck[other], deck[place]
    return deck
