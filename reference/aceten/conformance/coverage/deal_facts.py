"""Facts of a deal: what was dealt, what is the case in a state, what happened with an action or in a trick, what a player may know.

Facts are read off the states before and after an action; nothing is decided again here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten.conformance.coverage.clause_table import REFUSED, Facts, short_id
from aceten.conformance.coverage.ending_facts import ended
from aceten.conformance.coverage.matching_facts import cards_in_matching, done_in_matching, open_in_matching
from aceten.conformance.coverage.shared_facts import TWO_SIDES, another_pack, played_last
from aceten.conformance.coverage.suit_facts import cards_in_suits, claim_for_match, done_in_suits, open_in_suits
from aceten.engine.game import Game
from aceten.engine.matching.game import MatchingGame
from aceten.engine.matching.state import MatchingState
from aceten.engine.state import State
from aceten.engine.suits.game import SuitGame
from aceten.engine.suits.state import SuitState
from aceten.engine.view import View
from aceten.vocabulary.actions import Claim, Exchange, Flip, Meld
from aceten_spec.cards import Card, Suit

if TYPE_CHECKING:
    from aceten.notation.examples import Moment

SHUFFLED: Final[Facts] = frozenset({"shuffled"})
"""The facts of a shuffled pack."""


SHOWN_ALONE: Final[Facts] = frozenset({"showed_a_marriage_alone"})
"""The facts of the moment at which a marriage has been shown, and nothing has been led from it."""


def facts_of_deal(state: State) -> Facts:
    """Return what was the case in dealing: ``state`` is what was dealt."""
    game = state.game
    found = {"dealt", "dealt_with_talon" if state.talon else "dealt_out"}
    if game.side_count > TWO_SIDES:
        found.add("dealt_to_single_players")
    if another_pack(game):
        found.add("dealt_from_another_pack")
    if isinstance(state, MatchingState) and state.game.lone_card is not None:
        found.add("dealt_lone_card")
    if isinstance(state, SuitState) and state.game.rules.trump != "named":
        found.add(f"dealt_with_trump_by_{state.game.rules.trump}")
    _standing(state, found)
    return frozenset(found)


def facts_at(state: State) -> Facts:
    """Return what is the case in a state, whatever is done in it: what is open to the seat to act, or what the deal came to."""
    found: set[str] = set()
    _standing(state, found)
    if state.trick and state.turn == state.game.after[played_last(state)]:
        found.add("turn_passed")
    return frozenset(found)


def facts_of(moment: Moment) -> Facts:
    """Return what is the case before an action, and what happened with it."""
    found: set[str] = set()
    before, after = moment.before, moment.after
    _standing(before, found)
    if after is None:
        found.add(f"{REFUSED}{short_id(moment.clause or '')}")
        if isinstance(moment.action, Claim) and isinstance(before, SuitState):
            claim_for_match(before, found)
    elif isinstance(before, MatchingState) and isinstance(after, MatchingState):
        done_in_matching(before, moment.action, after, found)
    elif isinstance(before, SuitState) and isinstance(after, SuitState):
        done_in_suits(before, moment.action, after, found)
    return frozenset(found)


def facts_of_trick(game: Game, cards: tuple[Card, ...], trump: Suit | None) -> Facts:
    """Return what is the case in a trick of these cards, in the order in which they were played."""
    found = {"led", "trick_taken"}
    if game.side_count > TWO_SIDES:
        found.add("taken_for_oneself")
    if isinstance(game, MatchingGame):
        cards_in_matching(game, cards, found)
    elif isinstance(game, SuitGame):
        cards_in_suits(game, cards, trump, found)
    return frozenset(found)


def facts_of_view(view: View) -> Facts:
    """Return what is the case with what a player may know."""
    found = {"seen"}
    others = [hand for seat, hand in enumerate(view.known) if seat != view.seat and view.hand_sizes[seat]]
    found.add("knows_of_others" if any(others) else "knows_nothing_of_others")
    if view.known_talon:
        found.add("knows_the_turn_up")
    if not view.talon_size:
        found.add("sees_no_talon")
    for seat, action in view.log:
        if seat != view.seat and isinstance(action, Exchange | Meld | Flip):
            found.add(f"saw_{type(action).__name__.lower()}")
    return frozenset(found)


def _standing(state: State, found: set[str]) -> None:
    """Add what is open to the seat to act, or what the deal came to."""
    if state.turn is None:
        ended(state, found)
    elif isinstance(state, MatchingState):
        open_in_matching(state, found)
    elif isinstance(state, SuitState):
        open_in_suits(state, state.turn, found)
