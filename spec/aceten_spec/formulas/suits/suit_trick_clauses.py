"""Suit tricks, as formulas: which card wins, and what may be played to a lead.

Suits are numbers from 1, and a trump suit of 0 is none. Truth values among the variables are 0 and 1.
"""

from __future__ import annotations

from typing import Final, Literal

from aceten_spec.formulas.card_clauses import RANKS
from aceten_spec.formulas.terms import Z3, Formula, Number, Truth
from aceten_spec.names import rank_name
from aceten_spec.rulebook import SuitParameters, pack_of

OBLIGATIONS: Final = ("none", "follow", "follow_beat_trump")
"""What can be owed to a lead; :func:`owes` gives the place."""

REFUSALS: Final = ("", "suit_not_followed", "not_beaten", "not_trumped")
"""Why a card may not be played to a lead; :func:`refusal` gives the place. The first: it may."""


def strength(rules: SuitParameters) -> Formula[Number]:
    """Return the formula of how high a card is in its suit, about its ``rank``: the lowest is 0.

    Clauses: EW-CARDS-6.
    """
    rank = Z3.Int("rank")
    order = [rank == int(RANKS[letter]) for letter in rules.order]
    ranked = [rank_name(RANKS[letter], style=pack_of(rules).style) for letter in rules.order]
    return Formula(
        clauses=("EW-CARDS-6",),
        text=f"in every suit the cards rank {', '.join(ranked)}, from the highest",
        variables=(rank,),
        term=Z3.Sum([Z3.If(same, len(order) - place, Z3.IntVal(0)) for place, same in enumerate(order, start=1)]),
    )


def takes() -> Formula[Truth]:
    """Return the formula that a card takes the trick from the one that is winning it.

    About ``suit`` and ``strength`` of the card, those of the ``best`` card until then, and the ``trump`` suit.

    Clauses: EW-SUIT-1, EW-CARDS-6, TT-SUIT-1.
    """
    suit, height, trump = Z3.Int("suit"), Z3.Int("strength"), Z3.Int("trump")
    best_suit, best_height = Z3.Int("best_suit"), Z3.Int("best_strength")
    higher = (suit == best_suit) & (height > best_height)
    trumped = (suit == trump) & (best_suit != trump)
    return Formula(
        clauses=("EW-SUIT-1", "EW-CARDS-6", "TT-SUIT-1"),
        text="a higher card of its suit takes the trick from the card that is winning it, and a trump from a card that is none",
        variables=(suit, height, best_suit, best_height, trump),
        term=higher | trumped,
    )


def highest() -> Formula[Truth]:
    """Return the formula that of the cards played one is winning, about it and any ``other`` of them, ``trump`` and the suit ``led``.

    Clauses: EW-SUIT-1, SX-SUIT-1, AS-SUIT-1, TT-SUIT-1.
    """
    best_suit, best_height = Z3.Int("best_suit"), Z3.Int("best_strength")
    suit, height = Z3.Int("other_suit"), Z3.Int("other_strength")
    trump, led = Z3.Int("trump"), Z3.Int("led")
    highest_trump = (best_suit == trump) & ((suit != trump) | (height <= best_height))
    highest_led = (best_suit == led) & (suit != trump) & ((suit != led) | (height <= best_height))
    return Formula(
        clauses=("EW-SUIT-1", "SX-SUIT-1", "AS-SUIT-1", "TT-SUIT-1"),
        text="the highest trump wins the trick, or the highest card of the suit led where no trump has been played",
        variables=(best_suit, best_height, suit, height, trump, led),
        term=highest_trump | highest_led,
    )


def owes(rules: SuitParameters) -> Formula[Number]:
    """Return the formula of what is owed to a lead, a place in :data:`OBLIGATIONS`.

    About the cards in the ``talon``, and whether it is ``closed``.

    Clauses: SX-SUIT-3, SX-SUIT-4, SX-DRAW-5, SX-CLOSE-3.
    """
    talon, closed = Z3.Int("talon"), Z3.Int("closed")
    there, later = (OBLIGATIONS.index(each) for each in (rules.obligation, rules.last_obligation))
    return Formula(
        clauses=("SX-SUIT-3", "SX-SUIT-4", "SX-DRAW-5", "SX-CLOSE-3"),
        text="strict rules hold when the talon is exhausted or closed",
        variables=(talon, closed),
        term=Z3.If((talon == 0) | (closed == 1), later, Z3.IntVal(there)),
    )


def held(cards: int, what: Literal["led", "higher", "trump"]) -> Formula[Number]:
    """Return the formula of whether a hand of so many cards has a card of the suit led, a higher one of it, or a trump: 1 or 0.

    About suit and strength of the card led, the trump suit, then suit and strength of every card of the hand.

    Clauses: SX-SUIT-4, SX-SUIT-5, SX-SUIT-6.
    """
    led, led_height, trump = Z3.Int("led"), Z3.Int("led_strength"), Z3.Int("trump")
    hand = [(Z3.Int(f"suit{number}"), Z3.Int(f"strength{number}")) for number in range(cards)]
    if what == "trump":
        each, text = [suit == trump for suit, _ in hand], "a trump"
    elif what == "led":
        each, text = [suit == led for suit, _ in hand], "a card of the suit led"
    else:
        each, text = [(suit == led) & (height > led_height) for suit, height in hand], "a higher card of the suit led"
    return Formula(
        clauses=("SX-SUIT-4", "SX-SUIT-5", "SX-SUIT-6"),
        text=f"the player has {text}",
        variables=(led, led_height, trump, *[number for pair in hand for number in pair]),
        term=Z3.If(Z3.Or(each), 1, Z3.IntVal(0)),
    )


def refusal(obligation: Literal["none", "follow", "follow_beat_trump"]) -> Formula[Number]:
    """Return the formula of why a card may not be played to a lead, a place in :data:`REFUSALS`.

    About ``suit`` and ``strength`` of the card and of the card ``led``, the ``trump`` suit, and whether the hand has a card of the suit
    led (``follows``), a ``higher`` one of it, and a trump (``trumps``).

    Clauses: SX-SUIT-3, EW-SUIT-4, SX-SUIT-5, SX-SUIT-6, SX-SUIT-7.
    """
    suit, height, led, led_height = Z3.Int("suit"), Z3.Int("strength"), Z3.Int("led"), Z3.Int("led_strength")
    trump, follows, higher, trumps = Z3.Int("trump"), Z3.Int("follows"), Z3.Int("higher"), Z3.Int("trumps")
    other = (follows == 1) & (suit != led)
    lower = (higher == 1) & (suit == led) & (height <= led_height)
    plain = (follows == 0) & (trumps == 1) & (suit != trump)
    term, text = Z3.IntVal(0), "any card may be played to a lead"
    if obligation == "follow":
        term, text = Z3.If(other, 1, Z3.IntVal(0)), "who has a card of the suit led must play one"
    elif obligation == "follow_beat_trump":
        term = Z3.If(other, 1, Z3.If(lower, 2, Z3.If(plain, 3, Z3.IntVal(0))))
        text = "who has a card of the suit led must play one, a higher one if he has it; who has none must play a trump if he has one"
    return Formula(
        clauses=("SX-SUIT-3", "EW-SUIT-4", "SX-SUIT-5", "SX-SUIT-6", "SX-SUIT-7"),
        text=text,
        variables=(suit, height, led, led_height, trump, follows, higher, trumps),
        term=term,
    )


def pays() -> Formula[Truth]:
    """Return the formula that a card gives what is owed: a ``due`` suit, 0 for none, with more than the ``least`` strength.

    About ``suit`` and ``strength`` of the card, then what is due.

    Clauses: SX-SUIT-3, EW-SUIT-4, SX-SUIT-5, SX-SUIT-6, SX-SUIT-7.
    """
    suit, height, due, least = Z3.Int("suit"), Z3.Int("strength"), Z3.Int("due"), Z3.Int("least")
    return Formula(
        clauses=("SX-SUIT-3", "EW-SUIT-4", "SX-SUIT-5", "SX-SUIT-6", "SX-SUIT-7"),
        text="where a suit is due, a card of that suit with more than the strength that is to be exceeded",
        variables=(suit, height, due, least),
        term=Z3.Implies(due != 0, (suit == due) & (height > least)),
    )
