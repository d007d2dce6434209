"""What may be done otherwise than the rules allow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

import msgspec

from aceten.conformance.findings.amended.amended_play import (
    AmendedRule,
    AsIf,
    Filter,
    take,
)
from aceten.engine.matching.state import MatchingState
from aceten.engine.state import State
from aceten.engine.suits.state import SuitState
from aceten.vocabulary.actions import STOP, Action, Claim, Close, Exchange, Meld, Play, Seat
from aceten_spec.cards import Card, Rank, rank_number
from aceten_spec.speech import to_say


def _without_king(_state: State, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    return tuple([action for action in legal if not (isinstance(action, Meld) and action.card.rank is Rank.KING)])


def _must_go_on(_state: State, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    others = tuple([action for action in legal if action != STOP])
    return others or legal


def _own_rank_goes_on(state: State, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    if not (isinstance(state, MatchingState) and state.choosing):
        return legal
    led = rank_number(state.trick[0])
    return tuple([one for one in legal if not isinstance(one, Play) or rank_number(one.card) == led])


def _right_claims(state: State, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    if not isinstance(state, SuitState):
        return legal
    return tuple([one for one in legal if not isinstance(one, Claim) or state.is_right(one.suit)])


def _without_closing(state: State) -> State:
    """Return a state in which whoever leads may exchange after a closing, as if the other had closed just now."""
    if not isinstance(state, SuitState) or state.closed is None or state.trick or state.turn is None:
        return state
    replace = msgspec.structs.replace
    game = replace(state.game, rules=replace(state.game.rules, exchange_after_closing=True))
    return replace(state, game=game, closed=replace(state.closed, seat=Seat(1 - state.turn), tricks=state.tricks or ()))


def _without_trick(state: State) -> State:
    """Return a state in which whoever answers a lead would lead."""
    turn = cast("Seat", state.turn)
    return msgspec.structs.replace(state, trick=(), leader=turn) if isinstance(state, SuitState) else state


def _is_of_marriage(action: Action) -> bool:
    return isinstance(action, Meld) or (isinstance(action, Claim) and action.suit is not None)


def _marriages_with_talon(state: State, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    if isinstance(state, SuitState) and state.open_talon:
        return legal
    return tuple([one for one in legal if not _is_of_marriage(one)])


def _no_claims_by_marriage(_state: State, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    return tuple([one for one in legal if not (isinstance(one, Claim) and one.suit is not None)])


def _is_claim(action: Action) -> bool:
    return isinstance(action, Claim)


def _is_closing(action: Action) -> bool:
    return isinstance(action, Close)


def _with_a_trick(which: Callable[[Action], bool]) -> Filter:
    """Return what is left where only who has taken a trick may do something."""

    def kept(state: State, legal: tuple[Action, ...]) -> tuple[Action, ...]:
        if state.turn is None or state.took_a_trick(state.game.sides[state.turn]):
            return legal
        return tuple([one for one in legal if not which(one)])

    return kept


def _any(state: State, *, closed: bool) -> tuple[Card, ...]:
    """Return all cards of who answers a lead with the talon closed, or where it is not."""
    bound = isinstance(state, SuitState) and (state.closed is not None) == closed
    return state.hands[state.turn] if bound and state.trick and state.turn is not None else ()


def _by_last_card(state: State) -> tuple[Card, ...] | None:
    """Return the cards that may be played where the card played last is to be answered, and not the lead; ``None``: that is the same."""
    if not isinstance(state, SuitState) or state.turn is None or len(state.trick) < 2:  # noqa: PLR2004 - the lead, and another
        return None
    seen = msgspec.structs.replace(state, trick=state.trick[-1:], leader=Seat((state.turn - 1) % state.game.players))
    return tuple([one.card for one in seen.legal if isinstance(one, Play)])


def _also_by_last_card(state: State) -> tuple[Card, ...]:
    return _by_last_card(state) or ()


def _no_others_by_last_card(state: State, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    cards = _by_last_card(state)
    return legal if cards is None else tuple([one for one in legal if not isinstance(one, Play) or one.card in cards])


def _any_after_closing(state: State) -> tuple[Card, ...]:
    return _any(state, closed=True)


def _any_unless_closed(state: State) -> tuple[Card, ...]:
    closable = isinstance(state, SuitState) and state.game.rules.close != "never"
    return _any(state, closed=False) if closable else ()


def _not_by_wild(_before: State, after: State) -> State:
    """Return a trick taken that only a card of another rank than the led one could go on with."""
    if isinstance(after, MatchingState) and after.choosing and len(_own_rank_goes_on(after, after.legal)) == 1:
        return take(after)
    return after


RIGHTS: Final = (
    AmendedRule(
        name="any-card-after-closing",
        says=to_say("Any card may be played when the talon is closed."),
        stated=("CLOSE-3", "SUIT-4"),
        more=_any_after_closing,
    ),
    AmendedRule(
        name="any-card-unless-closed",
        says=to_say("Any card may be played unless the talon was closed, also when it is exhausted."),
        stated=("SUIT-4", "DRAW-5"),
        more=_any_unless_closed,
    ),
    AmendedRule(
        name="last-card-is-followed",
        says=to_say("The suit of the card played last has to be followed, not that of the lead."),
        stated=("SUIT-4",),
        more=_also_by_last_card,
        legal=_no_others_by_last_card,
    ),
    AmendedRule(
        name="queen-leads-marriage",
        says=to_say("A marriage is always led with the queen."),
        stated=("MELD-1",),
        legal=_without_king,
    ),
    AmendedRule(
        name="marriages-with-talon",
        says=to_say("Marriages can be shown only while cards are drawn."),
        stated=("MELD-5", "MELD-6"),
        legal=_marriages_with_talon,
    ),
    AmendedRule(
        name="marriages-after-a-trick",
        says=to_say("Only who has taken a trick may show a marriage."),
        stated=("MELD-4", "MELD-1", "MELD-3"),
        legal=_with_a_trick(_is_of_marriage),
    ),
    AmendedRule(
        name="no-claims-by-marriage",
        says=to_say("Nobody claims with a marriage that he shows."),
        stated=("CLAIM-3",),
        legal=_no_claims_by_marriage,
    ),
    AmendedRule(
        name="claims-after-a-trick",
        says=to_say("Only who has taken a trick may claim."),
        stated=("CLAIM-1",),
        legal=_with_a_trick(_is_claim),
    ),
    AmendedRule(
        name="closing-after-a-trick",
        says=to_say("Only who has taken a trick may close the talon."),
        stated=("CLOSE-1", "CLOSE-2"),
        legal=_with_a_trick(_is_closing),
    ),
    AmendedRule(
        name="closing-when-answering",
        says=to_say("The talon may be closed before answering a lead, too."),
        stated=("CLOSE-1", "CLOSE-2"),
        as_if=AsIf(kind=Close, state=_without_trick),
    ),
    AmendedRule(
        name="exchange-when-answering",
        says=to_say("The turn-up may be exchanged before answering a lead, too."),
        stated=("EXCH-2",),
        as_if=AsIf(kind=Exchange, state=_without_trick),
    ),
    AmendedRule(
        name="exchange-after-closing",
        says=to_say("The turn-up may be exchanged as if the talon were not closed."),
        stated=("EXCH-5", "CLOSE-3"),
        as_if=AsIf(kind=Exchange, state=_without_closing),
    ),
    AmendedRule(
        name="must-go-on",
        says=to_say("A leader who can go on with a trick has to."),
        stated=("MULTI-5",),
        legal=_must_go_on,
    ),
    AmendedRule(
        name="own-rank-goes-on",
        says=to_say("Only the rank that was led goes on with a trick."),
        stated=("MULTI-2",),
        legal=_own_rank_goes_on,
        after=_not_by_wild,
    ),
    AmendedRule(
        name="right-claims-only",
        says=to_say("Only who has enough may claim."),
        stated=("CLAIM-1", "CLAIM-4"),
        legal=_right_claims,
    ),
)
"""The rules about it that are tried."""
