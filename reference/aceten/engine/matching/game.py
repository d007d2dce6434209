"""A game with matching tricks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import override

from aceten.engine.facts import common, rank_of_letter
from aceten.engine.game import Game
from aceten.engine.matching.facts import MatchingFacts
from aceten.engine.matching.planes import planes_of
from aceten.engine.matching.settling import Course, settle
from aceten.engine.matching.state import MatchingState, start
from aceten.engine.matching.steps import Matching
from aceten_spec.cards import CARD_NUMBERS, Card, rank_number
from aceten_spec.cards import card as card_named

if TYPE_CHECKING:
    from collections.abc import Callable

    from aceten.engine.planes import Plane
    from aceten.engine.scoring import Result
    from aceten.engine.state import State
    from aceten.vocabulary.actions import Hands, Seat
    from aceten_spec.rulebook import MatchingParameters, OptionValue, Rulebook


class MatchingGame(MatchingFacts, Game, frozen=True, kw_only=True, eq=False):
    """A game with matching tricks."""

    @override
    def score(
        self,
        points: tuple[int, ...],
        *,
        last_trick: int,
        tricks: tuple[int, ...] | None = None,
        forfeit: int | None = None,
        burned: tuple[int, ...] = (),
        lone: int | None = None,
    ) -> Result:
        """Return what a deal comes to that ends with these totals, whether play can come to them or not.

        >>> import aceten
        >>> result = aceten.load("zsiros", players=2).score((50, 30), last_trick=1, tricks=(9, 7))
        >>> result.winners, result.game_points, result.award
        ((0,), (1, 0), 'majority')

        :param points: card points by side, without those for the last trick.
        :param last_trick: the side that took the last trick.
        :param tricks: tricks by side; ``None``: not known.
        :param forfeit: the side that lost the deal by its very last card; ``None``: neither.
        :param burned: the sides whose score falls to 0 by a round of four equal ranks.
        :param lone: the seat that plays alone; ``None`` where nobody does.
        :raises UsageError: when these are not numbers of each side, or there is no such side or seat.
        """
        self._check_totals(points, tricks)
        return settle(
            self.rules,
            Course(
                points=points,
                points_known=True,
                tricks=tricks,
                took_a_trick=self._took_tricks(points, tricks),
                last_trick=self._check_side(last_trick),
                forfeit=None if forfeit is None else self._check_side(forfeit),
                burned=tuple(map(self._check_side, burned)),
                teams=self.teams(None if lone is None else self.check_seat(lone)),
            ),
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
    ) -> MatchingState:
        return start(self, hands, rest, dealer)

    @override
    def _as_dealt(self, state: State) -> tuple[tuple[Card, ...], Callable[[Card | None], State]]:
        return state.talon, lambda _cut: start(self, state.hands, state.talon, state.dealer)


def build_matching(
    rulebook: Rulebook, players: int, rules: MatchingParameters, options: dict[str, OptionValue]
) -> MatchingGame:
    """Work out what the engine needs from the parameters.

    Clauses: ZS-PLAYERS-2, HO-CARDS-5, SL-LONE-3, SL-LONE-4.
    """
    fields = common(rulebook, players, rules, options, sides=2 if rules.sides == "alternate" else players)
    lone = None if rules.lone_card == "none" else card_named(rules.lone_card)
    return MatchingGame(
        **fields,
        rules=rules,
        matching=Matching(
            wild=tuple(rank_of_letter(letter) for letter in rules.wild),
            trumps=rules.wild_role == "trump",
            own_rank=rules.wild_led == "own_rank",
            first=rules.taken_by == "first_match",
            any_card=rules.continue_with == "any",
            newest=rules.to_match == "newest_lead",
        ),
        lone_card=lone,
        led=tuple([counts_as(Card(number), lone, rules.lone_card_led) for number in range(CARD_NUMBERS)]),
        played=tuple([counts_as(Card(number), lone, rules.lone_card_rank) for number in range(CARD_NUMBERS)]),
        leftover=len(fields["pack"].cards) % players,
        last_card_loses=0 if rules.last_card_loses == "none" else rank_of_letter(rules.last_card_loses),
    )


def counts_as(card: Card, lone: Card | None, rank: str) -> int:
    """Return the rank for which a card counts: its own, or for the lone card what the rules say.

    :param lone: the card whose holder plays alone, where there is one.
    :param rank: the letter of the rank for which that card counts, or ``"own"``.

    Clauses: SL-LONE-3, SL-LONE-4.
    """
    if lone is None or card != lone or rank == "own":
        return rank_number(card)
    return rank_of_letter(rank)
