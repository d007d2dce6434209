"""A match between deals, from the clauses about matches and dealing, slowly and in the words of the rulebooks."""

from conformance.programs.agreements import Agreed

from aceten_spec.protocol import DealScore, MatchStep
from aceten_spec.rulebook import MatchingParameters, SuitParameters


class MatchTable:
    """A match: who sits where, who deals, and how it stands."""

    def __init__(self, agreed: Agreed, dealer: int) -> None:
        """Begin it."""
        self.agreed = agreed
        self.rules = agreed.rules
        self.dealer = dealer
        self.sides = 2
        if isinstance(self.rules, MatchingParameters) and self.rules.sides != "alternate":
            self.sides = agreed.players
        self.seats = list(range(agreed.players))
        self.tour = self.rules.partners_change if isinstance(self.rules, SuitParameters) else 0
        self.scores = [0] * (agreed.players if self.tour else self.sides)
        self.deals = 0
        self.favourite: str | None = None
        self.carried = 0
        self.doubled = 0
        self.claimed: int | None = None

    # --- How it stands ---

    @property
    def over(self) -> bool:
        """Somebody has the target, or all deals are played; a tie may have to be broken first."""
        rules = self.rules
        if isinstance(rules, SuitParameters) and rules.claim != "never" and rules.claim_for == "match":
            return self.claimed is not None
        enough = self.deals >= rules.deals if rules.match_ends == "deals" else max(self.scores) >= rules.target
        return enough and (self.best is not None or rules.match_tie == "nobody")

    @property
    def best(self) -> int | None:
        """Who has most; nobody when several have."""
        first = [side for side, score in enumerate(self.scores) if score == max(self.scores)]
        return first[0] if len(first) == 1 else None

    @property
    def winner(self) -> int | None:
        """Who has won."""
        if not self.over:
            return None
        return self.best if self.claimed is None else self.claimed

    def step(self) -> MatchStep:
        """Return how it stands."""
        return MatchStep(
            scores=tuple(self.scores),
            dealer=self.dealer,
            over=self.over,
            winner=self.winner,
            players=tuple(self.seats),
        )

    # --- What a deal makes of it ---

    def add(self, deal: DealScore) -> None:
        """Score a deal, and let the deal pass on."""
        self.deals += 1
        gained = self.counting(list(deal.game_points), deal.trump)
        for number in range(len(self.scores)):
            side = self.side(self.seats.index(number)) if self.tour else number
            self.scores[number] += gained[side]
            if side in deal.resets:
                self.scores[number] = 0
        self.claimed = deal.claimed
        if self.favourite is None:
            self.favourite = deal.trump
        self.dealer = self.next_dealer(deal.game_points)
        if self.tour and self.deals % self.tour == 0:
            self.change_partners()

    def side(self, seat: int) -> int:
        """The side of a seat."""
        return seat % self.sides

    def counting(self, points: list[int], trump: str | None) -> list[int]:
        """Return what a deal counts, when drawn ones before it and the favourite suit are taken into account."""
        rules = self.rules
        if not isinstance(rules, SuitParameters):
            return points
        twice = rules.favourite and trump is not None and trump == self.favourite
        if not any(points):
            if rules.drawn == "carry":
                self.carried += 2 if twice else 1
            elif rules.drawn == "doubles":
                self.doubled += 1
            return points
        gained = [(has * (2 if twice else 1) * 2**self.doubled + self.carried) if has else 0 for has in points]
        self.carried = self.doubled = 0
        return gained

    def next_dealer(self, points: tuple[int, ...]) -> int:
        """Return who deals after a deal that brought this."""
        rules, players = self.rules, self.agreed.players
        following, own = (self.dealer + 1) % players, points[self.side(self.dealer)]
        partner = (self.dealer + 2) % players if players > self.sides == players // 2 else self.dealer
        won, drawn = own > min(points) and own == max(points), len(set(points)) == 1
        if drawn and rules.drawn_dealer == "keeps":
            return self.dealer
        match rules.next_dealer:
            case "rotate":
                return following
            case "same":
                return self.dealer
            case "keeps":
                return self.dealer if own >= rules.keeps_deal else following
            case "winners":
                return self.dealer if won else following
            case "losers":
                return following if won or drawn else partner

    def change_partners(self) -> None:
        """Let the partner of eldest hand change places with the player to eldest hand's left, and next time to his right."""
        eldest = (self.dealer + 1) % self.agreed.players
        partner = (eldest + 2) % self.agreed.players
        left = self.deals // self.tour % 2 == 1
        other = (eldest + (1 if left else -1)) % self.agreed.players
        self.seats[partner], self.seats[other] = self.seats[other], self.seats[partner]
