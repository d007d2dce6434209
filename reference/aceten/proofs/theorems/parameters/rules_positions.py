"""Positions that show what the parameters of a game ask for: deals, moments of play, and ends in which a row of the table counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from aceten.engine.suits.rights import exchangeable
from aceten.engine.suits.rights import marriages as suits_to_show
from aceten.engine.suits.state import SuitState
from aceten.proofs.execution.symbolic_numbers import UndecidedError
from aceten.proofs.statements.game_setting import Setting
from aceten.proofs.statements.obligations import Numbers, Random
from aceten.proofs.theorems.results import finished_deals
from aceten.vocabulary.actions import Claim
from aceten_spec.formulas import Z3, Truth
from aceten_spec.formulas.award_clauses import row_applies
from aceten_spec.formulas.outcome_clauses import wins
from aceten_spec.formulas.parameter_clauses import (
    marriages,
    row_counts,
)
from aceten_spec.rulebook import MatchingParameters

_DEALS: Final = 100


def dealt(setting: Setting) -> str:
    """Return the position line of a deal."""
    return str(setting.game.deal(seed=0))


def ended(setting: Setting, *wanted: Truth, **keys: object) -> str:
    """Return the position line of a deal that has ended as is wanted; of a deal, where none ends so.

    :param wanted: what is wanted of the deal's end.
    :param keys: further keys of the line, and what they say.
    """
    how = finished_deals.example(setting, *wanted)
    return dealt(setting) if how is None else end_line(setting, how, **keys)


def end_line(setting: Setting, how: Sequence[int], **keys: object) -> str:
    """Return the position line of a deal that has ended so, and in which nobody has said yet whether he claims it."""
    return finished_deals.line(setting, how, **({"claim": None} | keys))


def all_taken(setting: Setting, **keys: object) -> str:
    """Return the position line after the last trick, where side 0 has taken every trick and shown every marriage."""
    if shown_points := sum(marriages(setting.game.rules)):
        keys = {"melds": f"{shown_points},0", "trump": "c"} | keys
    return ended(setting, *[rounds == 0 for rounds in finished_deals.end(setting).rounds[1:]], **keys)


def moment(setting: Setting, wanted: Callable[[SuitState], bool]) -> str:
    """Return the position line of a moment, in some deals played at random, at which something is wanted; else of a deal."""
    for seed in range(_DEALS):
        random, state = Random(seed), setting.suits.deal(seed=seed)
        while isinstance(state, SuitState) and state.turn is not None:
            if wanted(state):
                return str(state)
            actions = [action for action in state.legal if not isinstance(action, Claim)]
            state = state.play(actions[random.among(range(len(actions)))])
    return dealt(setting)


def exchanging(state: SuitState) -> bool:
    """Whether a player is to lead, and may exchange a card for the turn-up but for the cards in the talon."""
    if state.turn is None or state.trick or state.drawing or state.closed is not None:
        return False
    ready = not state.game.rules.exchange_needs_trick or state.took_a_trick(state.game.sides[state.turn])
    return bool(ready) and exchangeable(state) in state.hands[state.turn]


def marrying(state: SuitState) -> bool:
    """Whether the marriage in trumps may be shown."""
    return state.trump is not None and state.trump in suits_to_show(state)


def winning(setting: Setting) -> list[Truth]:
    """Return what an end of a deal is like that team 0 wins."""
    rules, end = setting.game.rules, finished_deals.end(setting)
    if isinstance(rules, MatchingParameters) and rules.last_card_loses != "none":
        return []  # against who loses by the last card one can win with any points
    return [wins(*finished_deals.tie_of(rules), len(end.points), 0)(*end.points, end.last)]


def outcome(setting: Setting, numbers: Numbers = ()) -> Numbers:
    """Return the points of team 0 in an end of a deal, those from cards, and whether it took every trick."""
    end = finished_deals.end(setting, numbers)
    return end.points[0], end.cards[0], Z3.If(Z3.Sum(end.rounds[1:]) == 0, 1, Z3.IntVal(0))


def counting(setting: Setting, number: int) -> tuple[int, ...] | None:
    """Return an end of a deal in which a row of the table counts; ``None`` when there is none."""
    return finished_deals.example(setting, *winning(setting), row_counts(setting.game.rules, number)(*outcome(setting)))


def nearly(setting: Setting, number: int) -> tuple[int, ...]:
    """Return an end of a deal in which a row does not count: it applies, but another does before it; or else any that a side wins."""
    applies = row_applies(setting.game.rules.scoring[number])(*outcome(setting))
    wishes: tuple[list[Truth], ...] = ([*winning(setting), applies], winning(setting), [])
    for wanted in wishes:
        how = finished_deals.example(setting, *wanted)
        if how is not None:
            return how
    raise UndecidedError("no deal can end")
