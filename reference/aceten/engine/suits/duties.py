"""What is owed to a lead, and by who leads: one function for each rule that forbids a card, of what everybody sees and a hand.

Play lists what none of them forbids, and refuses the rest (:mod:`aceten.engine.suits.play`); what a card shows of the hand that played it
is what they say of other hands (:mod:`aceten.engine.suits.suit_deductions`), and a position can come about if they allow what lies in its
trick (:mod:`aceten.positions.suit_positions`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from aceten.engine.suits.steps import Problem, owed, pays, unpaid
from aceten_spec.cards import Card, Rank, Suit, card_of

if TYPE_CHECKING:
    from aceten.engine.suits.game import SuitGame
    from aceten.engine.suits.state import SuitState
    from aceten_spec.clauses.refusals import RefusalCode
    from aceten_spec.parameters import SuitParameters

_PAIRS: Final = tuple((suit, card_of(Rank.KING, suit), card_of(Rank.QUEEN, suit)) for suit in Suit)
_EARLY: Final[dict[Problem, RefusalCode]] = {
    "suit_not_followed": "early_suit_not_followed",
    "not_beaten": "early_not_beaten",
    "not_trumped": "early_not_trumped",
}
"""What the problems are called while there is a talon."""

MARRIED: Final = (Rank.KING, Rank.QUEEN)
"""The ranks of a marriage."""
_KING: Final = (Rank.KING,)


def leading_ranks(rules: SuitParameters) -> tuple[Rank, ...]:
    """Return the ranks with which a marriage can be led.

    Clauses: SX-MELD-1.
    """
    return _KING if rules.meld_lead == "king" else MARRIED


class SuitTrick(NamedTuple):
    """What everybody sees when a card is played, where there is no state of the moment."""

    game: SuitGame
    """The game that is played."""
    trick: tuple[Card, ...]
    """The cards that lie in the trick."""
    trump: Suit | None
    """The trump suit; ``None`` while there is none."""
    closed: object
    """How the talon was closed; ``None``: it was not."""
    open_talon: bool
    """Whether there is a talon that is not closed."""
    cards_in_play: int
    """How many cards are in hands, talon and trick."""
    due: RefusalCode | None = None
    """What has to be done before a card may be played; ``None``: nothing."""


def situation(public: SuitMoment) -> SuitTrick:
    """Return what everybody sees, without the moment of which it is."""
    if isinstance(public, SuitTrick):
        return public
    return SuitTrick(
        game=public.game,
        trick=public.trick,
        trump=public.trump,
        closed=public.closed,
        open_talon=public.open_talon,
        cards_in_play=public.cards_in_play,
        due=public.due,
    )


SuitMoment: TypeAlias = "SuitState | SuitTrick"
"""What has what everybody sees at a moment, and the rules ask for."""

CardRule: TypeAlias = "Callable[[SuitMoment, Sequence[Card], Card], RefusalCode | None]"
"""Says why a card of a hand may not be played now; ``None``: it may be."""


def card_rule(public: SuitMoment) -> CardRule | None:
    """Return what can forbid a card now; ``None``: every card of a hand may be played.

    Clauses: SX-SUIT-3, EW-SUIT-4, SX-MELD-9.
    """
    rules = public.game.rules
    if public.trick:
        # It is not looked whether nothing is owed in the end either: then this rule finds that nothing is.
        return None if rules.obligation == "none" and public.open_talon else follow_refusal
    return lead_refusal if rules.meld_forced else None


# --- To a lead --------------------------------------------------------------------------------------------------------


def owed_to_lead(public: SuitMoment, hand: Sequence[Card]) -> tuple[int, int]:
    """Return what a hand owes to the lead on the table (:func:`aceten.engine.suits.steps.owed`).

    Clauses: SX-SUIT-3, EW-SUIT-4, SX-DRAW-5, SX-CLOSE-3.
    """
    game, rules = public.game, public.game.rules
    obligation = rules.obligation if public.open_talon else rules.last_obligation
    return owed(hand, public.trick[0], game.strong, public.trump or 0, obligation)


def follow_refusal(public: SuitMoment, hand: Sequence[Card], card: Card) -> RefusalCode | None:
    """Return why a card of a hand may not be played to the lead on the table.

    Clauses: SX-SUIT-3, EW-SUIT-4, SX-SUIT-5, SX-SUIT-6, SX-SUIT-7.
    """
    strong, debt = public.game.strong, owed_to_lead(public, hand)
    if pays(strong[card], debt):
        return None
    code = unpaid(strong[card], debt, strong[public.trick[0]][0])
    return _EARLY[code] if public.open_talon else code


# --- By who leads -----------------------------------------------------------------------------------------------------


def lead_refusal(public: SuitMoment, hand: Sequence[Card], card: Card) -> RefusalCode | None:
    """Return why a card of a hand may not be led by itself: a marriage that can be shown with it has to be.

    Clauses: SX-MELD-9.
    """
    due = card.rank in leading_ranks(public.game.rules) and card.suit in married(hand)
    return "meld_due" if due and show_refusal(public) is None else None


def married(hand: Sequence[Card]) -> tuple[Suit, ...]:
    """Return the suits of which a hand has king and queen.

    Clauses: SX-MELD-1.
    """
    suits: tuple[Suit, ...] = ()
    for suit, king, queen in _PAIRS:
        if king in hand and queen in hand:
            suits = (*suits, suit)
    return suits


def show_refusal(public: SuitMoment) -> RefusalCode | None:
    """Return why the seat to act may not show any marriage now, whatever it holds.

    Clauses: SX-MELD-1, SX-MELD-4, SX-MELD-5, SX-MELD-6, SX-MELD-7, AS-BID-8, SX-CLOSE-2.
    """
    rules = public.game.rules
    if rules.marriages == "none":
        return "meld_off"
    if public.trick:
        return "meld_not_leading"
    due = public.due
    if due is not None:
        return due
    if public.closed is not None:
        if not rules.meld_after_closing:
            return "meld_closed"
    elif not public.open_talon and not rules.meld_after_stock:
        return "meld_exhausted"
    return "meld_first_lead" if not rules.meld_first and not tricks_taken(public) else None


def tricks_taken(public: SuitMoment) -> int:
    """Return how many tricks were taken, by both sides.

    Clauses: SX-PLAY-7.
    """
    return (len(public.game.pack.cards) - public.cards_in_play) // public.game.players
