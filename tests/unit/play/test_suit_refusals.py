"""Why an action is refused in games with a talon, marriages and claims."""

from __future__ import annotations

from typing import Final

import msgspec
import pytest
from support.games.refusal_cases import Case, says_why

from aceten import IllegalAction, Meld, Play, card, load, parse, parse_action
from aceten_spec import load_shipped

DEAL: Final = "sixty-six/2 hands=AcKcQcJcTc9c,AsKsQsJsTs9s talon=AhKhQhJhTh9hAdKdQdJdTd9d lead=0"
"""A new deal, in which A has the marriage of clubs and seat 1 that of spades; diamonds are trumps."""

LEGAL: Final = "Ac, Kc, Qc, Jc, Tc, 9c, meld:Kc, meld:Qc, close, claim, claim:c"
"""What may be done in it."""

LAST: Final = "sixty-six/2 hands=KsTc,AsQs lead=0 points=40,52 tricks=5,5 trump=h"
"""Two tricks before the end, without a talon."""

CASES: Final = (
    Case(
        "sixty-six/2 hands=-,- lead=0 points=60,60 tricks=6,6 trump=h claim=-",
        "",
        "claim",
        "deal_over",
        "claim: the deal is over (SX-PLAY-8)",
    ),
    Case(
        DEAL,
        "",
        "As",
        "not_in_hand",
        f"As: A does not hold this card (SX-PLAY-2); legal: {LEGAL}",
    ),
    Case(
        LAST,
        "Ks",
        "Qs",
        "not_beaten",
        "Qs: the card led has to be beaten (SX-SUIT-6); legal: As, claim",
    ),
    Case(
        LAST.replace("AsQs", "AhQc"),
        "Ks",
        "Qc",
        "not_trumped",
        "Qc: without a card of the suit led a trump has to be played (SX-SUIT-5); legal: Ah, claim",
    ),
    Case(
        LAST.replace("AsQs", "AsQc"),
        "Ks",
        "Qc",
        "suit_not_followed",
        "Qc: the suit led has to be followed (SX-SUIT-4); legal: As, claim",
    ),
    Case(
        DEAL,
        "",
        "meld:Kh",
        "no_marriage",
        f"meld:Kh: A does not hold both king and queen of this suit (SX-MELD-1); legal: {LEGAL}",
    ),
    Case(
        DEAL,
        "Ac",
        "meld:Ks",
        "meld_not_leading",
        "meld:Ks: only who is to lead shows a marriage (SX-MELD-4); legal: As, Ks, Qs, Js, Ts, 9s, claim",
    ),
    Case(
        DEAL,
        "",
        "claim:h",
        "no_marriage",
        f"claim:h: A does not hold both king and queen of this suit (SX-MELD-1); legal: {LEGAL}",
    ),
    Case(
        DEAL,
        "",
        "exchange",
        "exchange_no_card",
        f"exchange: A does not hold the nine of trumps (SX-EXCH-1); legal: {LEGAL}",
    ),
    Case(
        "sixty-six/2 hands=9dKcQcJcTc9c,AsKsQsJsTs9s talon=AhKhQhJhTh9hAcKdQdJdTdAd lead=0",
        "",
        "exchange",
        "exchange_no_trick",
        "exchange: A has not taken a trick (SX-EXCH-3); legal: Kc, Qc, Jc, Tc, 9c, 9d, meld:Kc, meld:Qc, close, claim, claim:c",
    ),
    Case(
        DEAL,
        "Ac",
        "close",
        "close_not_leading",
        "close: only who is to lead closes the talon (SX-CLOSE-1); legal: As, Ks, Qs, Js, Ts, 9s, claim",
    ),
    Case(
        f"{DEAL} closed=0,0,0,0",
        "",
        "close",
        "close_again",
        "close: the talon is closed already (SX-CLOSE-3); legal: Ac, Kc, Qc, Jc, Tc, 9c, claim",
    ),
    Case(
        DEAL,
        "Ac 9s",
        "Kc",
        "draw_first",
        "Kc: the winner of the trick has to draw first, or to close the talon (SX-CLOSE-2); legal: close, draw, claim",
    ),
    Case(
        DEAL,
        "Ac 9s",
        "meld:Kc",
        "draw_first",
        "meld:Kc: the winner of the trick has to draw first, or to close the talon (SX-CLOSE-2); legal: close, draw, claim",
    ),
    Case(
        DEAL,
        "Ac 9s",
        "exchange",
        "exchange_no_card",
        "exchange: A does not hold the nine of trumps (SX-EXCH-1); legal: close, draw, claim",
    ),
    Case(
        DEAL,
        "",
        "draw",
        "draw_full_hand",
        f"draw: nobody draws but after a trick: hands are full (SX-DRAW-1); legal: {LEGAL}",
    ),
    Case(
        DEAL,
        "close",
        "draw",
        "draw_closed",
        "draw: nobody draws when the talon is closed (SX-CLOSE-3); legal: Ac, Kc, Qc, Jc, Tc, 9c, claim",
    ),
    Case(
        "tausendeins/2 hands=Ac,Ks lead=1 points=55,50 tricks=8,7 trump=h melds=60,0 score=100,800",
        "",
        "claim",
        "wrong_claim",
        "claim: the points of B do not suffice (TT-CLAIM-4); legal: Ks",
    ),
    Case(
        f"{DEAL} claiming=automatic",
        "",
        "claim",
        "claim_automatic",
        "claim: nobody claims: the deal ends by itself when a player has enough points (SX-CLAIM-1); "
        "legal: Ac, Kc, Qc, Jc, Tc, 9c, meld:Kc, meld:Qc, close",
    ),
    Case(
        DEAL,
        "",
        "pass",
        "pass_not_asked",
        f"pass: only the winner of the last trick passes, when he is asked for a claim (SX-CLAIM-1); legal: {LEGAL}",
    ),
    Case(
        DEAL,
        "",
        "flip",
        "unknown_action",
        f"flip: there is nothing of the kind in Sixty-Six (SX-PLAY-2); legal: {LEGAL}",
    ),
    Case(
        DEAL,
        "",
        "stop",
        "unknown_action",
        f"stop: there is nothing of the kind in Sixty-Six (SX-PLAY-2); legal: {LEGAL}",
    ),
    Case(
        DEAL,
        "",
        "call:1:beat",
        "unknown_action",
        f"call:1:beat: there is nothing of the kind in Sixty-Six (SX-PLAY-2); legal: {LEGAL}",
    ),
    Case(
        DEAL,
        "Ac 9s",
        "claim:c",
        "claim_before_drawing",
        "claim:c: a marriage is shown after drawing, or after closing the talon (SX-CLAIM-3); legal: close, draw, claim",
    ),
    Case(
        DEAL,
        "close",
        "meld:Kc",
        "meld_closed",
        "meld:Kc: no marriage is shown when the talon is closed (SX-MELD-6); legal: Ac, Kc, Qc, Jc, Tc, 9c, claim",
    ),
    Case(
        "sixty-six/2 hands=KhQh,AdTd lead=0 trump=c points=40,52 tricks=5,5",
        "",
        "meld:Kh",
        "meld_exhausted",
        "meld:Kh: no marriage is shown when the talon is exhausted (SX-MELD-5); legal: Kh, Qh, claim",
    ),
    Case(
        "sixty-six/2 hands=KhQh,AdTd lead=0 trump=c points=40,52 tricks=5,5",
        "",
        "exchange",
        "exchange_exhausted",
        "exchange: the talon is exhausted, and there is no turn-up to exchange a card for (SX-EXCH-4); legal: Kh, Qh, claim",
    ),
    Case(
        "sixty-six/2 hands=KhQh,AdTd lead=0 trump=c points=40,52 tricks=5,5",
        "",
        "close",
        "close_stock",
        "close: the talon has 0 cards, and closing takes 2 or more (SX-CLOSE-4); legal: Kh, Qh, claim",
    ),
    Case(
        f"{DEAL} close_first=off",
        "",
        "close",
        "close_first_lead",
        "close: the talon is not closed before the first lead of the deal (SX-CLOSE-1); "
        "legal: Ac, Kc, Qc, Jc, Tc, 9c, meld:Kc, meld:Qc, claim, claim:c",
    ),
    Case(
        f"{DEAL} meld_lead=king",
        "",
        "meld:Qc",
        "meld_not_king",
        "meld:Qc: a marriage is led with its king (SX-MELD-1); legal: Ac, Kc, Qc, Jc, Tc, 9c, meld:Kc, close, claim, claim:c",
    ),
    Case(
        f"{DEAL} meld_forced=on",
        "",
        "Qc",
        "meld_due",
        "Qc: who leads a card of a marriage that he can show has to show it (SX-MELD-9); "
        "legal: Ac, Jc, Tc, 9c, meld:Kc, meld:Qc, close, claim, claim:c",
    ),
    Case(
        f"{DEAL} meld_first=off",
        "",
        "meld:Kc",
        "meld_first_lead",
        "meld:Kc: no marriage is shown with the first lead of the deal (SX-MELD-7); "
        "legal: Ac, Kc, Qc, Jc, Tc, 9c, close, claim",
    ),
    Case(
        "sixty-six/2 hands=9dKcQcJcTcAc,9cKsQsJsTs9s talon=AhKhQhJhTh9hAsKdQdJdTdAd lead=0",
        "Ac 9c",
        "exchange",
        "exchange_before_drawing",
        "exchange: a card is exchanged with a full hand: A has to draw first (SX-EXCH-2); legal: close, draw, claim",
    ),
    Case(
        "sixty-six/2 hands=9dKcQcJcTcAc,9cKsQsJsTs9s talon=AhKhQhJhTh9hAsKdQdJdTdAd lead=0",
        "close",
        "exchange",
        "exchange_closed",
        "exchange: no card is exchanged when the talon is closed (SX-EXCH-5); legal: Ac, Kc, Qc, Jc, Tc, 9d, claim",
    ),
    Case(
        "sixty-six/2 hands=9dKcQcJcTcAc,9cKsQsJsTs9s talon=AhKhQhJhTh9hAsKdQdJdTdAd lead=0 exchange_after_closing=on",
        "close",
        "exchange",
        "exchange_closer",
        "exchange: A has closed the talon: only the other player may exchange then (SX-EXCH-5); "
        "legal: Ac, Kc, Qc, Jc, Tc, 9d, claim",
    ),
    Case(
        "sixty-six/2 hands=AcKcQcJcTcKs,9d9cQsJsTs9s talon=AhKhQhJhTh9hAsKdQdJdTdAd lead=0 exchange_after_closing=on",
        "close Ac 9c Ks",
        "exchange",
        "exchange_late",
        "exchange: a trick has been taken since the talon was closed (SX-EXCH-5); legal: Ts, claim",
    ),
    Case(
        "schnapsen/2 hands=AcKcQcJcTc,JdKsQsTsJs talon=AhKhQhJhThAsKdQdTdAd lead=0",
        "Ac",
        "exchange",
        "exchange_not_leading",
        "exchange: only who is to lead exchanges (SN-EXCH-2); legal: Ks, Qs, Js, Jd, Ts, claim",
    ),
    Case(
        "sixty-six/2 hands=9hKcQcAsKsJs,ThJcTc9cTs9s talon=JhAh lead=0 points=41,10 tricks=4,1",
        "",
        "exchange",
        "exchange_stock",
        "exchange: the talon has 2 cards, and exchanging takes 3 or more (SX-EXCH-4); "
        "legal: As, Kc, Ks, Qc, Js, 9h, meld:Kc, meld:Qc, close, claim, claim:c",
    ),
    Case(
        "schnapsen/2 hands=AcKcQcJcTc,JdKsQsTsJs talon=AhKhQhJhThAsKdQdTdAd lead=0",
        "",
        "draw",
        "draw_off",
        "draw: everybody draws at once after a trick in Schnapsen (SN-CLOSE-2); "
        "legal: Ac, Kc, Qc, Jc, Tc, meld:Kc, meld:Qc, close, claim, claim:c",
    ),
    Case(
        "sixty-six/2 hands=KhQh,AdTd lead=0 trump=c points=40,52 tricks=5,5",
        "",
        "draw",
        "draw_exhausted",
        "draw: there is nothing to draw: the talon is exhausted (SX-DRAW-5); legal: Kh, Qh, claim",
    ),
    Case(
        "tausendeins/2 hands=AcKdJd8s7s,AhKhQsTcTh9h talon=7h8h9d8d lead=0 trick=9s points=20,45 tricks=4,4 obligation=follow",
        "",
        "Ah",
        "early_suit_not_followed",
        "Ah: the suit led has to be followed, also while there is a talon (TT-SUIT-3); legal: Qs",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.line.partition(' ')[0]}-{case.code}-{case.action}")
def test_a_refusal_says_why(case: Case) -> None:
    """A refusal names the action, what is wrong with it, the clause, and what is legal; each is an attribute too."""
    says_why(case)


def test_a_marriage_is_led_with_one_of_its_cards() -> None:
    """A marriage that is shown with another card of its suit is refused, although the player has it."""
    with pytest.raises(IllegalAction, match=r"a marriage is led with its king or its queen \(SX-MELD-1\)") as caught:
        parse(DEAL).play(Meld(card("Ac")))
    assert caught.value.code == "meld_wrong_card"


def test_marriages_of_ones_own_rules() -> None:
    """A claim with a marriage is refused where there are claims and no marriages; a rulebook may say by which clause."""
    book = load_shipped("sixty-six")
    parameters = msgspec.structs.replace(book.parameters, marriages="none", marriage_points=())
    plain = msgspec.structs.replace(book, parameters=parameters)
    state = load(plain, players=2).deal(seed=1)
    with pytest.raises(IllegalAction) as caught:
        state.play(parse_action("claim:h"))
    assert (caught.value.code, caught.value.clause) == ("meld_off", "SX-PLAY-2")
    named = msgspec.structs.replace(plain, refusals={**book.refusals, "meld_off": "SX-MELD-1"})
    with pytest.raises(IllegalAction, match=r"there are no marriages in Sixty-Six \(SX-MELD-1\)"):
        load(named, players=2).deal(seed=1).play(parse_action("meld:Kh"))


@pytest.mark.parametrize(
    ("cards", "code", "clause"),
    [
        ("AsQs", "early_not_beaten", "SX-SUIT-6"),
        ("AhQc", "early_not_trumped", "SX-SUIT-5"),
        ("AsQc", "early_suit_not_followed", "SX-SUIT-4"),
    ],
)
def test_what_is_owed_while_there_is_a_talon(cards: str, code: str, clause: str) -> None:
    """Where rules of one's own are strict from the beginning a card is refused by the same clauses, and the talon is spoken of."""
    book = load_shipped("sixty-six")
    parameters = msgspec.structs.replace(book.parameters, obligation="follow_beat_trump", hand=2, deal=(2,))
    game = load(msgspec.structs.replace(book, parameters=parameters, options={}), players=2)
    mine, theirs = (card("Ks"), card("Tc")), (card(cards[:2]), card(cards[2:]))
    rest = tuple(each for each in game.pack.cards if each not in (*mine, *theirs, card("9h")))
    state = game.deal(deck=(*mine, *theirs, card("9h"), *rest), dealer=1).play(Play(card("Ks")))
    with pytest.raises(IllegalAction, match="while there is a talon") as caught:
        state.play(Play(theirs[1]))
    assert (caught.value.code, caught.value.clause) == (code, clause)
