"""What may be done beside playing a card, as formulas: marriages, exchanging, closing, drawing and claiming.

Truth values among the variables are 0 and 1. Suits are numbers from 1, and a trump suit of 0 is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aceten_spec.formulas.card_clauses import RANKS
from aceten_spec.formulas.terms import Z3, Formula, Number, Truth
from aceten_spec.rulebook import SuitParameters

YES: Final = Z3.BoolVal(True)  # noqa: FBT003 - the term itself
"""What always holds."""
NO: Final = Z3.BoolVal(False)  # noqa: FBT003 - the term itself
"""What never holds."""


SHOWING: Final = (
    "",
    "meld_off",
    "meld_not_leading",
    "bidding",
    "naming",
    "draw_first",
    "meld_closed",
    "meld_exhausted",
    "meld_first_lead",
)
"""Why no marriage may be shown, in the order in which it is looked at; :func:`showing` gives the place. The first: some may."""

EXCHANGING: Final = (
    "",
    "exchange_off",
    "exchange_exhausted",
    "exchange_no_card",
    "exchange_before_drawing",
    "exchange_no_trick",
    "exchange_closed",
    "exchange_closer",
    "exchange_late",
    "exchange_not_leading",
    "exchange_stock",
)
"""Why a card may not be exchanged; :func:`exchanging` gives the place. The first: it may."""

CLOSING: Final = ("", "close_off", "close_not_leading", "close_again", "close_stock", "close_first_lead")
"""Why the talon may not be closed, in the order in which it is looked at; :func:`closing` gives the place. The first: it may."""

CLAIMING: Final = ("", "claim_not_leading", "claim_first_lead", "claim_with_marriage")
"""Why now is not the moment for a claim, in the order in which it is looked at; :func:`claiming` gives the place. The first: it is."""

CLAIMED: Final = {
    "turn": "at his turn",
    "leading": "when he is to lead",
    "trick": "when he is to lead after a trick, and without a marriage",
}
"""When a player claims, by the parameter ``claim_when``."""

DRAWING: Final = ("unknown_action", "draw_off", "draw_closed", "draw_exhausted", "draw_full_hand")
"""Why nobody draws who has not to draw or to close; :func:`drawing` gives the place."""


def _first(broken: Sequence[tuple[Truth, int]]) -> Number:
    """Return the number of the first of these conditions that is broken; 0 where none is."""
    term = Z3.IntVal(0)
    for condition, number in reversed(broken):
        term = Z3.If(condition, number, term)
    return term


def may_show(rules: SuitParameters) -> Formula[Truth]:
    """Return the formula that the player at his turn may show a marriage.

    About whether he ``leads``, the cards in the ``talon``, whether it is ``closed``, the ``tricks`` taken by all, whether something comes
    ``first`` (an auction, the naming of trumps, drawing), and whether he has the ``king`` and the ``queen``.

    Clauses: SX-MELD-1, SX-MELD-4, SX-MELD-5, SX-MELD-6, SX-MELD-7, AS-BID-8, SX-CLOSE-2.
    """
    leads, talon, closed = Z3.Int("leads"), Z3.Int("talon"), Z3.Int("closed")
    tricks, first, king, queen = Z3.Int("tricks"), Z3.Int("first"), Z3.Int("king"), Z3.Int("queen")
    conditions = [Z3.BoolVal(rules.marriages != "none"), leads == 1, first == 0, king == 1, queen == 1]
    words = ["who leads and has king and queen of a suit may show a marriage"]
    if not rules.meld_after_closing:
        conditions.append(closed == 0)
        words.append("not when the talon is closed")
    if not rules.meld_after_stock:
        conditions.append((closed == 1) | (talon > 0))
        words.append("not when the talon is exhausted")
    if not rules.meld_first:
        conditions.append(tricks > 0)
        words.append("not with the first lead")
    return Formula(
        clauses=("SX-MELD-1", "SX-MELD-4", "SX-MELD-5", "SX-MELD-6", "SX-MELD-7", "AS-BID-8", "SX-CLOSE-2"),
        text="; ".join(words) if rules.marriages != "none" else "there are no marriages",
        variables=(leads, talon, closed, tricks, first, king, queen),
        term=Z3.And(conditions),
    )


def leads(rules: SuitParameters) -> Formula[Truth]:
    """Return the formula that a marriage can be led with a card of a ``rank``.

    Clauses: SX-MELD-1.
    """
    rank = Z3.Int("rank")
    ranks = ("K",) if rules.meld_lead == "king" else ("K", "Q")
    return Formula(
        clauses=("SX-MELD-1",),
        text="a marriage is led with its king" + ("" if rules.meld_lead == "king" else " or its queen"),
        variables=(rank,),
        term=Z3.Or([rank == int(RANKS[letter]) for letter in ranks]),
    )


def showing(rules: SuitParameters) -> Formula[Number]:
    """Return the formula of why no marriage may be shown, a place in :data:`SHOWING`.

    About whether the player ``leads``, whether there is an auction (``bidding``), trumps are to be named (``naming``) or cards to be drawn
    (``drawing``) first, the cards in the ``talon``, whether it is ``closed``, and the ``tricks`` taken by all.

    Clauses: SX-MELD-4, SX-MELD-5, SX-MELD-6, SX-MELD-7, AS-BID-8, SX-CLOSE-2.
    """
    names = ("leads", "bidding", "naming", "drawing", "talon", "closed", "tricks")
    leads, bidding, naming, drawing, talon, closed, tricks = map(Z3.Int, names)
    broken = [(leads == 0, 2), (bidding == 1, 3), (naming == 1, 4), (drawing == 1, 5)]
    if not rules.meld_after_closing:
        broken.append((closed == 1, 6))
    if not rules.meld_after_stock:
        broken.append(((closed == 0) & (talon == 0), 7))
    if not rules.meld_first:
        broken.append((tricks == 0, 8))
    return Formula(
        clauses=("SX-MELD-4", "SX-MELD-5", "SX-MELD-6", "SX-MELD-7", "AS-BID-8", "SX-CLOSE-2"),
        text="no marriage is shown when something else comes first, or when one of its conditions is broken",
        variables=(leads, bidding, naming, drawing, talon, closed, tricks),
        term=Z3.IntVal(1) if rules.marriages == "none" else _first(broken),
    )


def marriage_points(rules: SuitParameters) -> Formula[Number]:
    """Return the formula of the points of a marriage, about its ``suit``, the ``trump`` suit and how many were ``shown`` before.

    Clauses: SX-MELD-2, TT-MELD-2.
    """
    suit, trump, shown = Z3.Int("suit"), Z3.Int("trump"), Z3.Int("shown")
    points, nothing = rules.marriage_points, Z3.IntVal(0)
    term, text = nothing, "there are no marriages"
    if rules.marriages == "trump":
        term, text = Z3.If(suit == trump, points[1], nothing + points[0]), f"{points[0]}, and {points[1]} in trumps"
    elif rules.marriages == "suit":
        term = Z3.Sum([Z3.If(suit == number, worth, nothing) for number, worth in enumerate(points, start=1)])
        text = "clubs {}, spades {}, hearts {}, diamonds {}".format(*points)
    elif rules.marriages == "order":
        term = Z3.Sum([Z3.If(shown == number, worth, nothing) for number, worth in enumerate(points)])
        text = "the first {}, then {}, {} and {}".format(*points)
    return Formula(
        clauses=("SX-MELD-2", "TT-MELD-2"), text=f"a marriage counts: {text}", variables=(suit, trump, shown), term=term
    )


def exchanged(rules: SuitParameters) -> Formula[Number]:
    """Return the formula of the card that can be exchanged for the turn-up, about the ``talon`` and the ``trump`` suit.

    It is the suit times 16 plus the rank; -1: none can.

    Clauses: SX-EXCH-1.
    """
    talon, trump = Z3.Int("talon"), Z3.Int("trump")
    term = Z3.IntVal(-1)
    if rules.exchange != "none":
        term = Z3.If((talon > 0) & (trump > 0), trump * 16 + int(RANKS[rules.exchange]), term)
    return Formula(
        clauses=("SX-EXCH-1",),
        text=f"the {rules.exchange} of trumps can be exchanged as long as there is a turn-up",
        variables=(talon, trump),
        term=term,
    )


def may_exchange(rules: SuitParameters) -> Formula[Truth]:
    """Return the formula that the player at his turn may exchange his card for the turn-up.

    About whether he ``holds`` it, whether he is to draw ``first``, the ``talon``, whether it is ``closed``, whether he is the one who
    ``closer``, whether he ``leads``, the tricks that his side ``took``, and the tricks taken by all ``since`` the closing.

    Clauses: SX-EXCH-2, SX-EXCH-3, SX-EXCH-4, SX-EXCH-5.
    """
    holds, first, talon, closed = Z3.Int("holds"), Z3.Int("first"), Z3.Int("talon"), Z3.Int("closed")
    closer, leads, took, since = Z3.Int("closer"), Z3.Int("leads"), Z3.Int("took"), Z3.Int("since")
    ready = [talon >= rules.exchange_min_stock]
    words = [f"the holder may exchange while the talon has {rules.exchange_min_stock} cards or more"]
    if rules.exchange_by == "leader":
        ready.append(leads == 1)
        words.append("who leads only")
    if rules.exchange_needs_trick:
        ready.append(took > 0)
        words.append("only with a trick")
    late = NO
    if rules.exchange_after_closing:
        late = (since == 0) & (closer == 0)
        words.append("and the other player at his first turn after the closing")
    allowed = (closed == 1) & late | (closed == 0) & Z3.And(ready)
    return Formula(
        clauses=("SX-EXCH-2", "SX-EXCH-3", "SX-EXCH-4", "SX-EXCH-5"),
        text="; ".join(words),
        variables=(holds, first, talon, closed, closer, leads, took, since),
        term=Z3.And([Z3.BoolVal(rules.exchange != "none"), holds == 1, first == 0, allowed]),
    )


def exchanging(rules: SuitParameters) -> Formula[Number]:
    """Return the formula of why a card may not be exchanged, a place in :data:`EXCHANGING`.

    About what :func:`may_exchange` is about, and whether the ``tricks`` of the sides are known.

    Clauses: SX-EXCH-1, SX-EXCH-2, SX-EXCH-3, SX-EXCH-4, SX-EXCH-5.
    """
    names = ("holds", "first", "talon", "closed", "closer", "leads", "took", "since", "tricks")
    holds, first, talon, closed, closer, leads, took, since, tricks = map(Z3.Int, names)
    broken = [(talon == 0, 2), (holds == 0, 3), (first == 1, 4), (tricks == 0, 5)]
    if not rules.exchange_after_closing:
        broken.append((closed == 1, 6))
    else:
        broken += [((closed == 1) & (closer == 1), 7), ((closed == 1) & (since != 0), 8), (closed == 1, 0)]
    if rules.exchange_by == "leader":
        broken.append((leads == 0, 9))
    if rules.exchange_needs_trick:
        broken.append((took == 0, 5))
    broken.append((talon < rules.exchange_min_stock, 10))
    return Formula(
        clauses=("SX-EXCH-1", "SX-EXCH-2", "SX-EXCH-3", "SX-EXCH-4", "SX-EXCH-5"),
        text="a card is not exchanged by who does not hold it, at another time, or when another condition is broken",
        variables=(holds, first, talon, closed, closer, leads, took, since, tricks),
        term=Z3.IntVal(1) if rules.exchange == "none" else _first(broken),
    )


def may_close(rules: SuitParameters) -> Formula[Truth]:
    """Return the formula that the player at his turn may close the talon.

    About whether he ``leads``, the ``talon``, whether it is ``closed``, and the ``tricks`` taken by all.

    Clauses: SX-CLOSE-1, SX-CLOSE-4.
    """
    leads, talon, closed, tricks = Z3.Int("leads"), Z3.Int("talon"), Z3.Int("closed"), Z3.Int("tricks")
    there = (leads == 1) & (closed == 0) & (talon >= rules.close_min_stock)
    words = f"who is to lead may close a talon of {rules.close_min_stock} cards or more"
    if not rules.close_first:
        there &= tricks > 0
        words += ", but not before the first lead"
    return Formula(
        clauses=("SX-CLOSE-1", "SX-CLOSE-4"),
        text="nobody closes the talon" if rules.close == "never" else words,
        variables=(leads, talon, closed, tricks),
        term=there & Z3.BoolVal(rules.close != "never"),
    )


def closing(rules: SuitParameters) -> Formula[Number]:
    """Return the formula of why the talon may not be closed, a place in :data:`CLOSING`, about what :func:`may_close` is about.

    Clauses: SX-CLOSE-1, SX-CLOSE-3, SX-CLOSE-4.
    """
    leads, talon, closed, tricks = Z3.Int("leads"), Z3.Int("talon"), Z3.Int("closed"), Z3.Int("tricks")
    broken = [(leads == 0, 2), (closed == 1, 3), (talon < rules.close_min_stock, 4)]
    words = "the talon is not closed by who follows, nor twice, nor when it has too few cards"
    if not rules.close_first:
        broken.append((tricks == 0, 5))
        words += ", nor before the first lead"
    return Formula(
        clauses=("SX-CLOSE-1", "SX-CLOSE-3", "SX-CLOSE-4"),
        text=words,
        variables=(leads, talon, closed, tricks),
        term=Z3.IntVal(1) if rules.close == "never" else _first(broken),
    )


def drawing(rules: SuitParameters) -> Formula[Number]:
    """Return the formula of why nobody draws who has not to, a place in :data:`DRAWING`, about the ``talon`` and whether it is ``closed``.

    Clauses: SX-CLOSE-2, SX-CLOSE-3, SX-DRAW-1, SX-DRAW-5.
    """
    talon, closed = Z3.Int("talon"), Z3.Int("closed")
    fixed = {"never": Z3.IntVal(0), "after_drawing": Z3.IntVal(1)}
    return Formula(
        clauses=("SX-CLOSE-2", "SX-CLOSE-3", "SX-DRAW-1", "SX-DRAW-5"),
        text="nobody draws from a closed or an exhausted talon, nor when hands are full",
        variables=(talon, closed),
        term=fixed.get(rules.close, _first([(closed == 1, 2), (talon == 0, 3), (YES, 4)])),
    )


def has_to_draw(rules: SuitParameters) -> Formula[Truth]:
    """Return the formula that the winner of a trick has to draw or to close the talon before a card is played.

    About whether he ``leads``, the ``talon``, whether it is ``closed``, and the cards that he has in ``hand``.

    Clauses: SX-CLOSE-2, SX-DRAW-1.
    """
    leads, talon, closed, hand = Z3.Int("leads"), Z3.Int("talon"), Z3.Int("closed"), Z3.Int("hand")
    return Formula(
        clauses=("SX-CLOSE-2", "SX-DRAW-1"),
        text="nobody leads with less than a full hand while there are cards to draw",
        variables=(leads, talon, closed, hand),
        term=(leads == 1) & (talon > 0) & (closed == 0) & (hand < rules.hand),
    )


def last_trick(rules: SuitParameters) -> Formula[Number]:
    """Return the formula of the points that a side has for the last trick, about whether it ``took`` it and the cards ``left`` in play.

    Clauses: SX-SCORE-21, AS-SCORE-21.
    """
    took, left = Z3.Int("took"), Z3.Int("left")
    return Formula(
        clauses=("SX-SCORE-21", "AS-SCORE-21"),
        text=f"the last trick counts {rules.last_trick_points} for its winner if all cards have been played",
        variables=(took, left),
        term=Z3.If((took == 1) & (left == 0), rules.last_trick_points, Z3.IntVal(0)),
    )


def counts() -> Formula[Number]:
    """Return the formula of what counts for a side.

    About the points of its ``cards``, those of its ``marriages``, whether it has taken a ``trick``, and those for the ``last`` trick.

    Clauses: SX-CLAIM-2, SX-MELD-3, TT-CLAIM-2.
    """
    cards, marriages, trick, last = Z3.Int("cards"), Z3.Int("marriages"), Z3.Int("trick"), Z3.Int("last")
    return Formula(
        clauses=("SX-CLAIM-2", "SX-MELD-3", "TT-CLAIM-2"),
        text="cards taken and the last trick count, and marriages that do not wait for a trick, once one is taken",
        variables=(cards, marriages, trick, last),
        term=cards + last + Z3.If(trick == 1, marriages, Z3.IntVal(0)),
    )


def is_right(rules: SuitParameters) -> Formula[Truth]:
    """Return the formula that a claim is right, about the ``score`` in the match before and what ``counts`` in the deal.

    Clauses: SX-CLAIM-2, TT-CLAIM-2, TT-CLAIM-5.
    """
    score, counted = Z3.Int("score"), Z3.Int("counts")
    for_match = rules.claim_for == "match"
    return Formula(
        clauses=("SX-CLAIM-2", "TT-CLAIM-2", "TT-CLAIM-5"),
        text=f"a claim is right with {rules.target} in the match"
        if for_match
        else f"a claim is right with {rules.claim_points}",
        variables=(score, counted),
        term=score + counted >= rules.target if for_match else counted >= rules.claim_points,
    )


def may_claim(rules: SuitParameters) -> Formula[Truth]:
    """Return the formula that a player may claim, where it is not for something else to be done.

    About whether he ``leads``, the ``tricks`` taken by all, whether he claims with a marriage that he shows for it (``married``), and
    whether he is ``right``.

    Clauses: SX-CLAIM-1, SX-CLAIM-3, TT-CLAIM-4.
    """
    leads, tricks, married, right = Z3.Int("leads"), Z3.Int("tricks"), Z3.Int("married"), Z3.Int("right")
    moments = {"turn": YES, "leading": leads == 1, "trick": Z3.And([leads == 1, tricks > 0, married == 0])}
    allowed = YES if rules.wrong_claim == "lost" else right == 1
    words = {"never": "nobody claims", "automatic": "nobody claims, a deal ends by itself"}
    called = f"a player claims {CLAIMED[rules.claim_when]}"
    called += "" if rules.wrong_claim == "lost" else ", when he is right"
    return Formula(
        clauses=("SX-CLAIM-1", "SX-CLAIM-3", "TT-CLAIM-4"),
        text=words.get(rules.claim, called),
        variables=(leads, tricks, married, right),
        term=Z3.And([Z3.BoolVal(rules.claim == "called"), moments[rules.claim_when], allowed]),
    )


def claiming(rules: SuitParameters) -> Formula[Number]:
    """Return the formula of why now is not the moment for a claim, a place in :data:`CLAIMING`.

    About whether the player ``leads``, the ``tricks`` taken by all, and whether he claims with a marriage (``married``).

    Clauses: SX-CLAIM-1, SX-CLAIM-3.
    """
    leads, tricks, married = Z3.Int("leads"), Z3.Int("tricks"), Z3.Int("married")
    broken = [] if rules.claim_when == "turn" else [(leads == 0, 1)]
    if rules.claim_when == "trick":
        broken += [(tricks == 0, 2), (married == 1, 3)]
    return Formula(
        clauses=("SX-CLAIM-1", "SX-CLAIM-3"),
        text=f"no claim is made but {CLAIMED[rules.claim_when]}",
        variables=(leads, tricks, married),
        term=_first(broken),
    )


def after_trick(rules: SuitParameters) -> Formula[Number]:
    """Return the formula of what follows a trick: 0 its winner is at turn, 1 the deal is over, 2 it is over by a claim, 3 all draw.

    About the cards that he still has in ``hand``, the ``talon``, whether it is ``closed``, and whether he has ``enough`` points.

    Clauses: EW-PLAY-7, EW-PLAY-8, SX-PLAY-8, SX-DRAW-1, SX-CLOSE-2, SX-CLAIM-1, TT-CLAIM-1.
    """
    hand, talon, closed, enough = Z3.Int("hand"), Z3.Int("talon"), Z3.Int("closed"), Z3.Int("enough")
    there = (talon > 0) & (closed == 0)
    last = (hand == 0) & ~there
    by_itself = (enough == 1) & _ends_by_itself(rules, last)
    played = last & Z3.BoolVal(not rules.asks)
    may_close = Z3.BoolVal(rules.close == "either") & (talon >= rules.close_min_stock)
    words = ["after a trick all draw"]
    if rules.close == "either":
        words.append("its winner may close the talon first")
    if rules.claim == "automatic":
        words.append("a side with enough points ends the deal")
    if rules.claim == "called" and rules.claim_last == "counted":
        words.append("so does its winner with enough points when all cards are played")
    words.append(
        "when all cards are played the winner may claim" if rules.asks else "with the last card the deal is over"
    )
    return Formula(
        clauses=("EW-PLAY-7", "EW-PLAY-8", "SX-PLAY-8", "SX-DRAW-1", "SX-CLOSE-2", "SX-CLAIM-1", "TT-CLAIM-1"),
        text="; ".join(words),
        variables=(hand, talon, closed, enough),
        term=Z3.If(by_itself, 2, Z3.If(played, 1, Z3.If(there & ~may_close, 3, Z3.IntVal(0)))),
    )


def _ends_by_itself(rules: SuitParameters, last: Truth) -> Truth:
    """Return that enough points end a deal without a word, when the ``last`` card is played or whenever."""
    if rules.claim == "called" and rules.claim_last == "counted":
        return last
    return Z3.BoolVal(rules.claim == "automatic")


def is_over(rules: SuitParameters) -> Formula[Truth]:
    """Return the formula that a deal is over: about the cards in ``play``, and whether somebody ``claims``, ``passes`` or has ``enough``.

    Clauses: EW-PLAY-8, SX-PLAY-8, TT-PLAY-8, SX-CLAIM-1.
    """
    play, claims, passes, enough = Z3.Int("play"), Z3.Int("claims"), Z3.Int("passes"), Z3.Int("enough")
    played = (play == 0) & (passes == 1) if rules.asks else play == 0
    by_itself = (enough == 1) & Z3.BoolVal(rules.claim == "automatic")
    return Formula(
        clauses=("EW-PLAY-8", "SX-PLAY-8", "TT-PLAY-8", "SX-CLAIM-1"),
        text="a deal is over when somebody claims, or when all cards are played"
        + (" and nobody claims" if rules.asks else ""),
        variables=(play, claims, passes, enough),
        term=Z3.Or([claims == 1, played, by_itself]),
    )


def steps_left() -> Formula[Number]:
    """Return the formula of a number that every action makes smaller.

    About cards in the ``talon`` and in ``hands``, and whether the turn-up has not been exchanged (``turned``), the talon is not closed
    (``there``), trumps are to be ``named``, and the deal goes ``on``.

    Clauses: SX-PLAY-2, SX-DRAW-1, SX-EXCH-1, SX-CLOSE-3, AS-TRUMP-2.
    """
    talon, hands, turned = Z3.Int("talon"), Z3.Int("hands"), Z3.Int("turned")
    there, named, going = Z3.Int("there"), Z3.Int("named"), Z3.Int("on")
    return Formula(
        clauses=("SX-PLAY-2", "SX-DRAW-1", "SX-EXCH-1", "SX-CLOSE-3", "AS-TRUMP-2"),
        text="a card is drawn once and played once; the turn-up is exchanged, the talon closed, and trumps named once at most",
        variables=(talon, hands, turned, there, named, going),
        term=talon * 2 + hands + turned + there + named + going,
    )
