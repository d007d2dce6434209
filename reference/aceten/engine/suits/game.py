"""A game with suit tricks."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from typing_extensions import override

from aceten.engine.game import Game, common, rank_of_letter
from aceten.engine.planes import Plane, suit_planes
from aceten.engine.scoring import Result
from aceten.engine.state import State
from aceten.engine.suits.course import Closing, claims_rightly, counted
from aceten.engine.suits.settling import settle
from aceten.engine.suits.state import SuitState, start
from aceten.engine.suits.steps import Strong, beats
from aceten.vocabulary.actions import (
    CLOSE,
    DRAW,
    EXCHANGE,
    PASS,
    Action,
    Bid,
    Claim,
    Hands,
    NameTrump,
    Seat,
    Side,
    meld_of,
)
from aceten.vocabulary.errors import usage_error
from aceten_spec.cards import CARD_NUMBERS, Card, Rank, Suit, card_of, rank_number, sort_cards, suit_number
from aceten_spec.rulebook import OptionValue, Rulebook, SuitParameters


class Totals(msgspec.Struct, frozen=True, kw_only=True):
    """What a deal came to in numbers: the course of a deal (:data:`aceten.engine.suits.course.SuitCourse`)."""

    game: SuitGame
    """The game that was played."""
    points: tuple[int, ...]
    """Card points by side, without those for the last trick."""
    tricks: tuple[int, ...] | None
    """Tricks by side; ``None`` when not known."""
    took: tuple[bool | None, ...]
    """For each side whether it took a trick; ``None`` when that is not known."""
    melds: tuple[int, ...]
    """Points of the marriages that were shown, by side."""
    waiting: tuple[int, ...]
    """Those of them, by side, that would have counted with its next trick."""
    leader: Seat
    """A seat of the side that took the last trick."""
    unfinished: bool
    """Whether the deal ended before all cards were played."""
    trump: Suit | None
    """The trump suit; ``None`` where there was none, or when that is not known."""
    closed: Closing | None
    """How the talon was closed; ``None``: it was not."""
    claimant: Seat | None
    """Who ended the deal by a claim; ``None``: nobody."""
    contract: tuple[Seat, int] | None
    """Who has bid the most, and how much; ``None`` where there is none."""
    scores: tuple[int, ...]
    """The sides' scores in the match before the deal."""

    @property
    def points_known(self) -> bool:
        """That these are all card points there are."""
        return True

    def took_a_trick(self, side: Side) -> bool | None:
        """Whether a side took a trick; ``None`` when not known."""
        return self.took[side]

    def counted(self, side: Side) -> int:
        """Return the points that count for a side, of cards, marriages and the last trick."""
        last = 0 if self.unfinished or self.closed is not None or self.game.sides[self.leader] != side else 1
        points = self.points[side] + last * self.game.rules.last_trick_points
        return counted(points, self.melds[side] - self.waiting[side], self.took_a_trick(side))

    def has_enough(self, side: Side) -> bool:
        """Whether a side has the points that can be claimed."""
        return claims_rightly(self.game.rules, self.scores[side], self.counted(side))


class SuitGame(Game, frozen=True, kw_only=True, eq=False):
    """A game with suit tricks."""

    rules: SuitParameters
    """The parameters with the options applied."""
    strong: tuple[Strong, ...]
    """Every card as a trick sees it, by its number."""
    exchange: int
    """The rank of the trump that can be exchanged for the turn-up; 0: none can."""

    @property
    @override
    def most_points(self) -> int:
        rules = self.rules
        marriages = sum(rules.marriage_points)
        if rules.marriages == "trump":
            plain, royal = rules.marriage_points
            marriages = 3 * plain + royal
        return self.total + rules.last_trick_points + marriages

    @property
    @override
    def most_game_points(self) -> int:
        rules = self.rules
        match rules.score:
            case "table":
                return max([award.game_points for award in rules.scoring])
            case "race":
                return max(*rules.won, *rules.penalty)
            case "contract":
                return max(self.most_points + max(rules.bids), rules.grand_points)
            case "points":
                return self.most_points

    @override
    def canonical_card(self, card: Card) -> Card:
        return card

    @override
    def further_actions(self) -> tuple[Action, ...]:
        """Return what can be done in a deal beside playing a card, in the order in which it has its numbers.

        Clauses: SX-MELD-1, SX-EXCH-1, SX-CLOSE-1, SX-CLOSE-2, SX-CLAIM-1, AS-BID-1, AS-BID-2, AS-TRUMP-2.
        """
        rules, cards = self.rules, self.pack.cards
        married = [suit for suit in Suit if {card_of(rank, suit) for rank in (Rank.KING, Rank.QUEEN)} <= {*cards}]
        married = [] if rules.marriages == "none" else married
        leading = (Rank.KING,) if rules.meld_lead == "king" else (Rank.KING, Rank.QUEEN)
        further: list[Action] = [
            meld_of(card) for card in sort_cards(tuple(card_of(rank, suit) for suit in married for rank in leading))
        ]
        further += [EXCHANGE] if self.exchange else []
        further += [CLOSE] if rules.close != "never" else []
        further += [DRAW] if rules.close == "either" else []
        if rules.claim == "called":
            further += [Claim(), *(() if rules.claim_when == "trick" else map(Claim, married))]
        if rules.bids:
            further += [*map(Bid, rules.bids), *map(NameTrump, Suit)]
        if rules.bids or rules.asks:
            further.append(PASS)
        return tuple(further)

    @override
    def held(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the cards of a hand in the order in which a player holds them: suit by suit, the strongest first."""
        return tuple(sorted(cards, key=lambda card: (self.strong[card][0], -self.strong[card][1])))

    @property
    @override
    def cuts(self) -> bool:
        return self.rules.trump == "cut"

    @property
    @override
    def cut_shown(self) -> bool:
        return self.rules.cut_card == "known"

    @property
    @override
    def last_shown(self) -> bool:
        return self.rules.trump == "dealt"

    @property
    @override
    def scores_matter(self) -> bool:
        return self.rules.claim != "never" and self.rules.claim_for == "match"

    @override
    def match_is_over(self, scores: tuple[int, ...]) -> bool:
        """Whether there is no deal at these scores, as a side that comes to the target has won by itself.

        Clauses: TT-CLAIM-1, TT-MATCH-1.
        """
        return self.scores_matter and self.rules.claim == "automatic" and max(scores) >= self.rules.target

    @override
    def winning_place(self, cards: tuple[Card, ...], *, trump: Suit | None = None) -> int:
        """Return the place in a trick of the card that is winning it, from 0 on.

        Clauses: EW-SUIT-1.
        """
        strong, best = self.strong, 0
        for place, card in enumerate(cards):
            if beats(strong[card], strong[cards[best]], trump or 0):
                best = place
        return best

    @override
    def score(
        self,
        points: tuple[int, ...],
        *,
        last_trick: int | None = None,
        tricks: tuple[int, ...] | None = None,
        melds: tuple[int, ...] | None = None,
        waiting: tuple[int, ...] | None = None,
        claimant: int | None = None,
        closed: Closing | None = None,
        contract: tuple[int, int] | None = None,
        scores: tuple[int, ...] | None = None,
        trump: Suit | None = None,
    ) -> Result:
        """Return what a deal comes to that ends with these totals, whether play can come to them or not.

        >>> import aceten
        >>> result = aceten.load("schnapsen").score((66, 33), tricks=(4, 2), claimant=0)
        >>> result.winners, result.game_points, result.award
        ((0,), (1, 0), 'plain')

        :param points: card points by side, without those for the last trick.
        :param last_trick: the side that took the last trick; ``None``: a claim has ended the deal before it.
        :param tricks: tricks by side; ``None``: not known.
        :param melds: points of the marriages that were shown, by side; ``None``: of none.
        :param waiting: those of them, by side, that would have counted with its next trick; ``None``: none.
        :param claimant: the seat that claims to have enough; ``None``: nobody does.
        :param closed: how the talon was closed; ``None``: it was not.
        :param contract: the seat that has bid the most, and how much; ``None`` where nobody has.
        :param scores: the sides' scores in the match before the deal, where they bear on it; ``None``: 0 each.
        :param trump: the trump suit, where a match asks for it.
        :raises UsageError: when these are not numbers of each side, or there is no such side or seat.
        """
        if last_trick is None and claimant is None:
            raise usage_error("last_trick: expected the side that took it, unless a claim has ended the deal")
        self._check_totals(points, tricks, melds, waiting, scores)
        nothing = (0,) * self.side_count
        return settle(
            Totals(
                game=self,
                points=points,
                tricks=tricks,
                took=self._took_tricks(points, tricks),
                melds=melds or nothing,
                waiting=waiting or nothing,
                leader=Seat(self.sides.index(self._check_side(last_trick or 0))),
                unfinished=last_trick is None,
                trump=trump,
                closed=closed,
                claimant=None if claimant is None else self.check_seat(claimant),
                contract=None if contract is None else (self.check_seat(contract[0]), contract[1]),
                scores=scores or nothing,
            )
        )

    @property
    @override
    def planes(self) -> tuple[Plane, ...]:
        return suit_planes(self)

    @override
    def start(
        self,
        hands: Hands,
        rest: tuple[Card, ...],
        dealer: Seat,
        cut: Card | None,
        scores: tuple[int, ...] | None,
    ) -> SuitState:
        return start(self, hands, rest, dealer, cut=cut, scores=scores)

    @override
    def as_dealt(self, state: State) -> tuple[tuple[Card, ...], Callable[[Card | None], State]]:
        talon = state.talon
        rest = (talon[-1], *talon[:-1]) if talon and self.rules.trump == "turn_up" else talon
        scores = state.scores if isinstance(state, SuitState) else None
        return rest, lambda cut: start(self, state.hands, rest, state.dealer, cut=cut, scores=scores)


def build_suits(rulebook: Rulebook, players: int, rules: SuitParameters, options: dict[str, OptionValue]) -> SuitGame:
    """Work out what the engine needs from the parameters.

    Clauses: EW-PLAYERS-2, EW-CARDS-6.
    """
    order = [rank_of_letter(letter) for letter in reversed(rules.order)]
    return SuitGame(
        **common(rulebook, players, rules, options, sides=2),
        rules=rules,
        strong=tuple(strong_card(Card(number), order) for number in range(CARD_NUMBERS)),
        exchange=0 if rules.exchange == "none" else rank_of_letter(rules.exchange),
    )


def strong_card(card: Card, order: list[int]) -> Strong:
    """Return a card as a trick sees it: its suit and its strength.

    :param order: the ranks by number, the lowest first.

    Clauses: EW-CARDS-6.
    """
    rank = rank_number(card)
    return suit_number(card), order.index(rank) if rank in order else 0
