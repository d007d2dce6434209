"""A game with suit tricks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import override

from aceten.engine.facts import common, rank_of_letter
from aceten.engine.game import Game
from aceten.engine.suits.facts import SuitFacts
from aceten.engine.suits.planes import planes_of
from aceten.engine.suits.settling import settle
from aceten.engine.suits.state import SuitState, start
from aceten.engine.suits.totals import Totals
from aceten.vocabulary.actions import Seat
from aceten.vocabulary.errors import UsageError
from aceten_spec.cards import CARD_NUMBERS, Card, rank_number, suit_number
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from aceten.engine.planes import Plane
    from aceten.engine.scoring import Result
    from aceten.engine.state import State
    from aceten.engine.suits.closing import Closing
    from aceten.engine.suits.steps import Strong
    from aceten.vocabulary.actions import Hands
    from aceten_spec.cards import Suit
    from aceten_spec.rulebook import OptionValue, Rulebook, SuitParameters


class SuitGame(SuitFacts, Game, frozen=True, kw_only=True, eq=False):
    """A game with suit tricks."""

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
            message = say("last_trick: expected the side that took it, unless a claim has ended the deal")
            raise UsageError(message)
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
        return planes_of(self)

    @override
    def _start(
        self,
        hands: Hands,
        rest: tuple[Card, ...],
        dealer: Seat,
        cut: Card | None,
        scores: tuple[int, ...] | None,
    ) -> SuitState:
        return start(self, hands, rest, dealer, cut=cut, scores=scores)

    @override
    def _as_dealt(self, state: State) -> tuple[tuple[Card, ...], Callable[[Card | None], State]]:
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
