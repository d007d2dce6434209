"""A deal at one moment as the independent model of the rules has it: dealt or set up, and then played on action by action.

The working of the rules is that of ``matching_model.py`` and ``suit_model.py``. What is new here: to begin with a position, and to say
what the protocol asks.
"""

import copy
import itertools
from itertools import accumulate
from typing import Final, TypeAlias, TypeVar, cast

from conformance.programs.agreements import Dealt
from conformance.programs.matching_model import MatchingModel
from conformance.programs.suit_model import SuitModel

from aceten import Seat, parse_action
from aceten_spec.protocol import DealResult, Step
from aceten_spec.written_cards import parse_cards

_T = TypeVar("_T")
_Said: TypeAlias = "dict[str, str]"

FOUR: Final = 4
"""The number of players of whom each has one partner."""


def texts(cards: str) -> list[str]:
    """Read cards that are written one after the other, ``-`` being none."""
    return [str(card) for card in parse_cards(cards.replace("-", ""))]


def piles(said: str | None, count: int) -> list[list[str]]:
    """Read cards by seat or by side; nothing said is no card anywhere."""
    return [texts(pile) for pile in said.split(",")] if said else [[] for _ in range(count)]


def numbers(said: str) -> list[int]:
    """Read numbers with commas between them."""
    return [int(number) for number in said.split(",")]


class MatchingTable(MatchingModel):
    """A deal with matching tricks."""

    def __init__(self, dealt: Dealt) -> None:
        """Deal the cards."""
        super().__init__(dealt)
        self.agreed = dealt.game
        self.given = [0] * self.sides
        self.open_tricks = False
        self.said_lone: int | None = None

    def place(self, said: _Said) -> None:
        """Set up a position instead."""
        self.hands = piles(said["hands"], self.players)
        self.talon = texts(said.get("talon", ""))
        self.leader = int(said.get("lead", 0))
        self.trick = texts(said.get("trick", ""))
        self.drawn = str(parse_cards(said["drawn"])[0]) if "drawn" in said else None
        self.choosing = bool(self.trick) and len(self.trick) % self.players == 0 and not self.drawn
        self.taken = piles(said.get("taken"), self.sides)
        if "points" in said:
            self.given = [has - self.count(pile) for has, pile in zip(numbers(said["points"]), self.taken, strict=True)]
        tricks = tricks_of(self, self.taken, said)
        self.open_tricks = tricks is None
        self.tricks = tricks or [0] * self.sides
        self.leads = texts(said["leads"]) if "leads" in said else [card[0] for card in self.trick[:1]]
        self.burned = set(numbers(said["resets"])) if "resets" in said else set()
        self.said_lone = int(said["lone"]) if "lone" in said else None
        self.played = [((self.leader + place) % self.players, card) for place, card in enumerate(self.trick)]
        if self.over:
            lost = "forfeit" in said
            self.played = [(int(said["forfeit"]), self.rules.last_card_loses) if lost else (self.leader, "-")]

    def act(self, action: str) -> None:
        """Do what the seat to act does."""
        seat = self.turn
        assert seat is not None
        match action:
            case "stop":
                self._gather()
            case "flip":
                self._put(seat, self.talon.pop(0))
            case "spice":
                self._spice()
            case _:
                self.hands[seat].remove(action)
                self._put(seat, action)

    @property
    def calls(self) -> set[str]:
        """The calls that can be made now: those of the seat across the table, where four play in partnerships."""
        if self.turn is None or self.players != FOUR or self.sides != FOUR // 2:
            return set()
        return {f"call:{(self.turn + 2) % FOUR}:{call}" for call in self.rules.calls}

    @property
    def lone(self) -> int | None:
        """Who plays alone, as far as it has shown."""
        return super().lone if self.said_lone is None else self.said_lone

    @property
    def cards(self) -> list[int]:
        """Card points by side, those that a position gave among them."""
        return [has + more for has, more in zip(super().cards, self.given, strict=True)]

    @property
    def took(self) -> list[bool | None]:
        """For each side whether it has taken a trick; ``None`` where the position leaves it open."""
        no = None if self.open_tricks else False
        return [bool(self.tricks[side] or self.cards[side] or self.taken[side]) or no for side in range(self.sides)]

    def _others(self, team: set[int]) -> list[bool | None]:
        return [took for side, took in enumerate(self.took) if side not in team]

    def _swept(self, team: set[int]) -> bool:
        return not any(self._others(team))

    def _open(self, team: set[int]) -> bool:
        """Whether it is open that a team has taken every trick."""
        return self._swept(team) and None in self._others(team)

    @property
    def result(self) -> DealResult | None:
        """What the deal came to, when it is over."""
        if not self.over:
            return None
        known = sum(self.cards) + self.count(self.talon) == self.count(self.agreed.pack)
        lost = self.played[-1][1][0] == self.rules.last_card_loses
        told = (known and (self.rules.sides != "lone" or self.lone is not None)) or lost
        winners = self.winners if told else None
        if self.rules.score == "points":
            counts = bool(self.rules.sweep_points) or self.rules.sweep_resets
            scored = known and not (counts and any(self._open({side}) for side in range(self.sides)))
        else:
            teams = [team for team in self.teams if team & set(winners)] if winners else []
            scored = known and winners is not None and not (teams and self._open(teams[0]))
        return DealResult(
            points=tuple(self.points),
            winners=winners,
            game_points=self.award[1] if scored else None,
            resets=self.resets if scored else tuple(sorted(self.burned)),
        )

    def step(self) -> Step:
        """Return what holds now."""
        return step_of(self, self.cards, None if self.open_tricks else self.tricks)

    def seen(self, seat: int) -> list[list[str]]:
        """Return the cards in hands that a player knows."""
        seen = {seat}
        if self.rules.partner_peek and not self.talon and self.players == FOUR and self.sides == FOUR // 2:
            seen.add((seat + 2) % self.players)
        return [hand if other in seen else [] for other, hand in enumerate(self.hands)]

    def known_talon(self) -> list[str]:
        """Return the last cards of the talon that everybody knows."""
        return []


class SuitTable(SuitModel):
    """A deal with suit tricks."""

    def __init__(self, dealt: Dealt) -> None:
        """Deal the cards."""
        super().__init__(dealt)
        self.agreed = dealt.game
        self.given = [0, 0]
        self.open_tricks = False

    def place(self, said: _Said) -> None:
        """Set up a position instead."""
        self.hands = piles(said["hands"], self.players)
        self.stock = texts(said.get("talon", ""))
        self.turn_up = self.stock.pop() if self.rules.trump == "turn_up" and self.stock else None
        self.leader = int(said.get("lead", 0))
        self.trick = texts(said.get("trick", ""))
        self.piles = piles(said.get("taken"), 2)
        if "points" in said:
            self.given = [has - self.count(pile) for has, pile in zip(numbers(said["points"]), self.piles, strict=True)]
        tricks = tricks_of(self, self.piles, said)
        first = cards_in_play(self) == len(self.agreed.pack)
        self.open_tricks = tricks is None
        self.won = tricks or [0, 0]
        self.trump = said.get("trump", self.turn_up[1] if self.turn_up else None)
        self.melds = numbers(said.get("melds", "0,0"))
        if self.rules.marriages == "order":
            self.shown_marriages = list(accumulate(self.rules.marriage_points, initial=0)).index(sum(self.melds))
        self.pending = [[points] for points in numbers(said.get("waiting", "0,0"))]
        self.known = [set(cards) for cards in piles(said.get("shown"), self.players)]
        self.scores = numbers(said.get("score", "0,0"))
        self.eldest = (int(said.get("dealer", self.leader - 1 if first else self.players - 1)) + 1) % self.players
        self._place_words(said)
        opened = self.rules.close == "either" and self.closer is None and bool(self.talon)
        self.undrawn = opened and not self.trick and len(self.hands[self.leader]) < self.rules.hand

    def _place_words(self, said: _Said) -> None:
        """Set up what was said: bids, closing the talon, and claims."""
        if "closed" in said:
            self.closer, points, *tricks = numbers(said["closed"])
            self.at_closing = (points, tricks)
        bids = [0 if bid == "-" else int(bid) for bid in said["bids"].split(",")] if "bids" in said else []
        self.bids = [((self.eldest + place) % self.players, bid) for place, bid in enumerate(bids)]
        self.nobody_bid = len(bids) == self.players and not any(bids)
        if "bid" in said:
            self.declarer, self.bid = numbers(said["bid"])
        claim = said.get("claim")
        self.claimant = None if claim in {None, "-"} else int(str(claim))
        self.waived = claim == "-"

    def act(self, action: str) -> None:
        """Do what the seat to act does."""
        assert self.turn is not None
        self.happen(Seat(self.turn), parse_action(action))

    @property
    def calls(self) -> set[str]:
        """There are no calls."""
        return set()

    @property
    def points(self) -> list[int]:
        """Card points by side, those that a position gave among them."""
        return [self.count(pile) + more for pile, more in zip(self.piles, self.given, strict=True)]

    @property
    def took(self) -> list[bool | None]:
        """For each side whether it has taken a trick; ``None`` where the position leaves it open."""
        no = None if self.open_tricks else False
        return [bool(self.won[side] or self.points[side] or self.piles[side]) or no for side in (0, 1)]

    def total(self, side: int) -> int:
        """What counts for a side: its cards, its marriages once it has a trick, and the last trick if all cards were played."""
        points = self.points[side]
        if self.took[side]:
            points += self.melds[side] - sum(self.pending[side])
        if not self.trick and not any(self.hands) and not self.talon and self.leader % 2 == side:
            points += self.rules.last_trick_points
        return points

    @property
    def _scored(self) -> bool:
        """Whether what the deal brings is known: a position can leave it open."""
        known = sum(self.points) + self.count(itertools.chain(*self.hands, self.talon, self.trick)) == self.count(
            self.agreed.pack
        )
        match self.rules.score:
            case "race":
                return True
            case "points":
                return known or self.claimant is not None
            case "table":
                asked = any(row.tricks != "any" for row in self.rules.scoring)
                return known and not (asked and None in self.took)
            case "contract":
                unclear = any(took is None and melds for took, melds in zip(self.took, self.melds, strict=True))
                return self.nobody_bid or (known and not unclear)

    @property
    def claimed(self) -> int | None:
        """The side that has won the match by a claim."""
        if self.claimant is None or self.rules.claim_for != "match" or self.award[0] == "wrong-claim":
            return None
        return self.claimant % 2

    @property
    def result(self) -> DealResult | None:
        """What the deal came to, when it is over."""
        if not self.over:
            return None
        points = (self.total(0), self.total(1))
        if not self._scored:
            return DealResult(points=points, winners=None, game_points=None)
        scored = self.award[1]
        winners = () if scored[0] == scored[1] else (scored.index(max(scored)),)
        return DealResult(
            points=points, winners=winners if self.claimed is None else (self.claimed,), game_points=scored
        )

    def step(self) -> Step:
        """Return what holds now."""
        return step_of(self, self.points, None if self.open_tricks else self.won)

    def seen(self, seat: int) -> list[list[str]]:
        """Return the cards in hands that a player knows."""
        return [hand if other == seat else sorted(self.known[other]) for other, hand in enumerate(self.hands)]

    def known_talon(self) -> list[str]:
        """Return the last cards of the talon that everybody knows."""
        return [self.turn_up] if self.turn_up else []

    def shown_alone(self, suit: str) -> set[str]:
        """What may be done when the seat to act has shown a marriage, and has not led from it yet."""
        return {f"{rank}{suit}" for rank in self.leads_of_marriages} | {"claim"} & {
            action.removesuffix(f":{suit}") for action in self.allowed if action.endswith(f":{suit}")
        }


Table: TypeAlias = MatchingTable | SuitTable
"""A deal at one moment."""


def cards_in_play(table: Table) -> int:
    """Return how many cards are in hands, in the talon and on the table."""
    return sum(map(len, table.hands)) + len(table.talon) + len(table.trick)


def tricks_of(table: Table, taken: list[list[str]], said: _Said) -> list[int] | None:
    """Return the tricks that each side has taken in a position; ``None`` when it leaves them open."""
    if "tricks" in said:
        return numbers(said["tricks"])
    there = cards_in_play(table) + sum(map(len, taken))
    return [len(pile) // table.players for pile in taken] if there == len(table.agreed.pack) else None


def step_of(table: Table, points: list[int], tricks: list[int] | None) -> Step:
    """Return what holds now."""
    return Step(
        turn=table.turn,
        legal=tuple(sorted(table.allowed)),
        result=table.result,
        winning=table.winning if table.trick else None,
        points=tuple(points),
        tricks=None if tricks is None else tuple(tricks),
        hands=tuple(map(tuple, table.hands)),
        talon=tuple(table.talon),
    )


def copied(table: _T) -> _T:
    """Return the same deal once more, to be played on in another way."""
    other = copy.copy(table)
    vars(other).update({name: _copied(value) for name, value in vars(table).items()})
    return other


def _copied(value: object) -> object:
    if isinstance(value, list):
        return list(map(_copied, cast("list[object]", value)))
    return set(cast("set[object]", value)) if isinstance(value, set) else value
