"""A deal with matching tricks as a program of somebody else has it: a class, of which one part can be made wrong.

That it is right by itself is tested as with any program: it is verified.
"""

from collections import Counter
from collections.abc import Iterable

from conformance.programs.agreements import Dealt

from aceten_spec.plain.dealing import dealt
from aceten_spec.plain.lone_player import rank_led, rank_played
from aceten_spec.plain.pack_and_sides import card_points
from aceten_spec.rulebook import MatchingParameters


class MatchingModel:
    """A deal with matching tricks, on cards as text such as ``Ah``; each method is a part of the rules that a program can have wrong."""

    def __init__(self, deal: Dealt) -> None:
        """Deal the cards."""
        assert isinstance(deal.game.rules, MatchingParameters)
        self.rules = deal.game.rules
        self.players = deal.game.players
        self.hands, self.talon = dealt(self.rules, self.players, deal.deck, deal.dealer)
        self.leader = (deal.dealer + 1) % self.players
        self.trick: list[str] = []
        self.choosing = False
        self.drawn: str | None = None
        self.sides = 2 if self.rules.sides == "alternate" else self.players
        self.taken: list[list[str]] = [[] for _ in range(self.sides)]
        self.tricks = [0] * self.sides
        self.played: list[tuple[int, str]] = []
        self.leads: list[str] = []
        self.burned: set[int] = set()

    def side(self, seat: int) -> int:
        """Two sides in turn, or everyone for himself."""
        return seat % self.sides

    def _round_from(self, seat: int) -> list[int]:
        return [(seat + turn) % self.players for turn in range(self.players)]

    def _take_from_talon(self, seat: int, count: int) -> None:
        self.hands[seat] += self.talon[:count]
        del self.talon[:count]

    @property
    def over(self) -> bool:
        """The deal is over when all cards have been played, but for those too few to be drawn."""
        return not self.trick and not any(self.hands) and len(self.talon) < self.players

    @property
    def turn(self) -> int | None:
        """The leader begins, the others follow in turn; the leader is asked again after each round, the winner about spicing."""
        if self.over:
            return None
        return self.winning if self.drawn else (self.leader + len(self.trick)) % self.players

    # --- What wins ---

    def _newest_lead(self, cards: int) -> int:
        """The place of the card that has to be matched by the next card after so many (or was, by the last of a round)."""
        if self.rules.to_match == "first_lead" or not cards:
            return 0
        return max(place for place in range(0, len(self.trick), self.players) if place < cards)

    def matches(self, card: str, lead: int, place: int) -> bool:
        """A card equal in rank to the led card, or one that can equal any rank (a seven), at this place in the trick."""
        wild = self.rules.wild
        led, rank = rank_led(self.rules, self.trick[lead]), rank_played(self.rules, card)
        trumped = self.rules.wild_role == "trump" and any(
            (rank_played(self.rules, other) if at else rank_led(self.rules, other)) in wild
            for at, other in enumerate(self.trick[:place])
        )
        if rank in wild and led in wild and self.rules.wild_led == "own_rank":
            return rank == led
        return rank in wild or (rank == led and not trumped)

    @property
    def winning(self) -> int:
        """The last card that matches wins the trick (or the first); the leader stands there before any card is played."""
        lead = self._newest_lead(len(self.trick))
        matching = [place for place in range(lead + 1, len(self.trick)) if self.matches(self.trick[place], lead, place)]
        best = lead
        if matching:
            best = matching[-1] if self.rules.taken_by == "last_match" else matching[0]
        return (self.leader + best) % self.players

    def _continuing(self) -> set[str]:
        """The cards that the leader may go on with."""
        hand = self.hands[self.leader]
        if self.rules.continue_with == "any":
            return set(hand)
        lead = self._newest_lead(len(self.trick))
        return {card for card in hand if self.matches(card, lead, len(self.trick))}

    def _may_continue(self) -> bool:
        """Only against an opponent who is winning (unless the rules say otherwise), and with a card that suits."""
        against = self.side(self.winning) != self.side(self.leader)
        rule, own = self.rules.continuation, self.winning == self.leader
        agreed = (
            rule == "always"
            or (rule == "opponent_winning" and against)
            or (rule == "not_partner_winning" and (own or against))
        )
        return agreed and bool(self._continuing())

    # --- What happens ---

    def _put(self, seat: int, card: str) -> None:
        if not self.trick:
            same = bool(self.leads) and self.leads[-1] == card[0]
            self.leads = [*self.leads, card[0]] if same else [card[0]]
        self.trick.append(card)
        self.played.append((seat, card))
        self.choosing = False
        if len(self.trick) % self.players == 0:
            winner = self.winning
            if self._may_continue():
                self.choosing = True
            elif self.rules.spice and self.talon and len(self.hands[winner]) < self.rules.hand:
                self.drawn = self.talon[0]
                self._take_from_talon(winner, 1)
            else:
                self._gather()

    def _spice(self) -> None:
        winner, drawn = self.winning, self.drawn
        place = (winner - self.leader) % self.players
        assert drawn is not None
        self.hands[winner].remove(drawn)
        self.hands[winner].append(self.trick[place])
        # The winner stays the winner, although his card is no longer there.
        self._gather(winner=winner, trick=[*self.trick[:place], drawn, *self.trick[place + 1 :]])

    def _gather(self, winner: int | None = None, trick: list[str] | None = None) -> None:
        winner = self.winning if winner is None else winner
        side = self.side(winner)
        if self.rules.four_resets and any(
            len({card[0] for card in self.trick[start : start + 4]}) == 1
            for start in range(0, len(self.trick), self.players)
            if self.players == 4
        ):
            self.burned |= set(range(self.sides)) - {side}
        self.taken[side] += self.trick if trick is None else trick
        self.tricks[side] += 1
        self.leader, self.trick, self.choosing, self.drawn = winner, [], False, None
        self._draw()
        if self.over and self.rules.leftover == "last_trick":
            self.taken[side] += self.talon
            self.talon = []

    def _draw(self) -> None:
        """Up to a full hand, the winner first; what does not suffice is distributed equally."""
        lacking = [self.rules.hand - len(hand) for hand in self.hands]
        if sum(lacking) > len(self.talon):
            lacking = [len(self.talon) // self.players] * self.players
        rounds, at_once = (1, max(lacking)) if self.rules.draw == "block" else (max(lacking), 1)
        for _ in range(rounds):
            for seat in self._round_from(self.leader):
                count = min(at_once, lacking[seat])
                self._take_from_talon(seat, count)
                lacking[seat] -= count

    # --- What is allowed ---

    def count(self, cards: Iterable[str]) -> int:
        """Card points of some cards."""
        return card_points(self.rules, cards)

    def _led_too_often(self, card: str) -> bool:
        limit = self.rules.lead_limit
        return limit > 0 and self.leads[-limit:] == [card[0]] * limit

    @property
    def may_flip(self) -> bool:
        """A card may be turned up wherever one could be played, as long as there are any."""
        return self.rules.flip and bool(self.talon) and not self.choosing and not self.drawn and not self.over

    @property
    def allowed(self) -> set[str]:
        """What the seat to act may do, calls apart."""
        if self.turn is None:
            return set()
        if self.drawn:
            return {"spice", "stop"}
        hand = set(self.hands[self.turn])
        if self.choosing:
            return self._continuing() | {"stop"}
        if not self.trick:
            hand = {card for card in hand if not self._led_too_often(card)} or hand
        return hand | {"flip"} if self.may_flip else hand

    # --- What the deal comes to ---

    @property
    def lone(self) -> int | None:
        """Who plays alone: he who has played the card, when it has been captured."""
        if self.rules.lone_card == "none" or any(card == self.rules.lone_card for card in self.trick):
            return None
        return next((seat for seat, card in self.played if card == self.rules.lone_card), None)

    @property
    def cards(self) -> list[int]:
        """Card points by side."""
        return [self.count(pile) for pile in self.taken]

    @property
    def points(self) -> list[int]:
        """Points by side when the deal is over, the last trick's among them."""
        last = self.side(self.leader)
        return [has + (self.rules.last_trick_points if side == last else 0) for side, has in enumerate(self.cards)]

    @property
    def teams(self) -> list[set[int]]:
        """Who wins or loses together."""
        everybody = set(range(self.sides))
        if self.rules.sides == "lone":
            assert self.lone is not None
            return [{self.lone}, everybody - {self.lone}]
        return [{side} for side in everybody]

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that win the deal that is over."""
        seat, last = self.played[-1]
        if last[0] == self.rules.last_card_loses:
            return (1 - self.side(seat),)
        totals = Counter({number: sum(self.points[side] for side in team) for number, team in enumerate(self.teams)})
        ((_, best), *_) = totals.most_common()
        if best < self.rules.wins_from:
            return ()
        top = [team for number, team in enumerate(self.teams) if totals[number] == best]
        if len(top) > 1:
            match self.rules.tie:
                case "last_trick":
                    top = [team for team in top if self.side(self.leader) in team]
                case "shared":
                    top = [] if len(top) == len(self.teams) > 2 else top
                case "draw":
                    top = []
        return tuple(sorted(side for team in top for side in team))

    def _swept(self, team: set[int]) -> bool:
        return all(not self.tricks[side] for side in range(self.sides) if side not in team)

    @property
    def resets(self) -> tuple[int, ...]:
        """The sides whose score falls to 0."""
        rules, everybody = self.rules, set(range(self.sides))
        burned = set(self.burned)
        for side in everybody:
            if rules.sweep_resets and self._swept({side}):
                burned |= everybody - {side}
            if rules.zero_resets and self.points[side] == 0:
                burned.add(side)
        return tuple(sorted(burned)) if rules.score == "points" else ()

    @property
    def award(self) -> tuple[str, tuple[int, ...]]:
        """What the deal that is over scores: the row of the table, or what stands in its place, and the game points by side."""
        rules, everybody = self.rules, range(self.sides)
        if rules.score == "points":
            sweeper = next((side for side in everybody if self._swept({side})), None)
            scored = [has + rules.sweep_points * (side == sweeper) for side, has in enumerate(self.points)]
            counts = sweeper is not None and (rules.sweep_points or rules.sweep_resets)
            return "sweep" if counts else "points", tuple(
                0 if side in self.resets else scored[side] for side in everybody
            )
        if not self.winners:
            return "draw", (0,) * self.sides
        teams = [team for team in self.teams if team & set(self.winners)]
        points = sum(self.points[side] for side in teams[0])
        cards = sum(self.cards[side] for side in teams[0])
        losers = "all" if self._swept(teams[0]) else "some"
        rows = [
            row
            for row in rules.scoring
            if row.points[0] <= points <= row.points[1]
            and row.tricks in {"any", losers}
            and (row.cards is None or row.cards[0] <= cards <= row.cards[1])
        ]
        # Who wins with fewer points than any row asks for scores the lowest row at least; of several the first applies.
        row = rows[0] if rows else min(rules.scoring, key=lambda row: row.game_points)
        name = row.name if len(teams) == 1 else "shared"
        return name, tuple(row.game_points if side in self.winners else 0 for side in everybody)
