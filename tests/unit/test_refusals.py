"""Every reason for which the engine refuses an action, and what it says."""

from __future__ import annotations

from typing import Final, NamedTuple, cast

import pytest

from aceten import STOP, AcetenError, Action, IllegalAction, Play, State, card, parse, parse_action
from aceten_spec.rulebook import FURTHER_REFUSALS, MATCHING_REFUSALS, SUIT_REFUSALS


class Case(NamedTuple):
    """An action that is refused."""

    line: str
    """The position that play begins with."""
    before: str
    """What is played before, separated by blanks."""
    action: str
    """The action that is refused."""
    code: str
    """The reason."""
    message: str
    """All that the refusal says."""


DEAL: Final = "sixty-six/2 hands=AcKcQcJcTc9c,AsKsQsJsTs9s talon=AhKhQhJhTh9hAdKdQdJdTd9d lead=0"
"""A new deal, in which seat 0 has the marriage of clubs and seat 1 that of spades; diamonds are trumps."""

LEGAL: Final = "Ac, Kc, Qc, Jc, Tc, 9c, meld:Kc, meld:Qc, close, claim, claim:c"
"""What may be done in it."""

LAST: Final = "sixty-six/2 hands=KsTc,AsQs lead=0 points=40,52 tricks=5,5 trump=h"
"""Two tricks before the end, without a talon."""

AUCTION: Final = "auction-sixty-six/4 hands=JsTs9sJdTd9d,AcKcQcAhKhQh,JcTc9cJhTh9h,AsKsQsAdKdQd lead=1"
"""Nobody has bid yet; seat 1 begins."""

PLAIN: Final = "einwerfen/4 hands=Ah7s,KhKs,QhJs,Jh9s lead=0 trump=c"
"""A game without talon, marriages, claims and bids."""

CASES: Final = (
    Case(
        "zsiros/4 hands=A,9,T,K lead=0",
        "A 9 T K",
        "K",
        "deal_over",
        "K: the deal is over (ZS-PLAY-8)",
    ),
    Case(
        "zsiros/4 hands=-,-,-,- lead=1",
        "",
        "stop",
        "deal_over",
        "stop: the deal is over (ZS-PLAY-8)",
    ),
    Case(
        "zsiros/4 hands=-,-,-,- lead=1",
        "",
        "call:3:beat",
        "deal_over",
        "call:3:beat: the deal is over (ZS-PLAY-8)",
    ),
    Case(
        "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0",
        "A",
        "A",
        "not_in_hand",
        "A: seat 1 does not hold this card (ZS-PLAY-2); legal: T, 9, 7",
    ),
    Case(
        "zsiros/2 hands=Ac9h,AsTd lead=0",
        "",
        "As",
        "not_in_hand",
        "As: seat 0 does not hold this card (ZS-PLAY-2); legal: Ac, 9h",
    ),
    Case(
        "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0",
        "A T 8 7",
        "O",
        "wrong_continuation",
        "Q: does not match what was led (ZS-MULTI-2); legal: A, 7, stop",
    ),
    Case(
        "zsiros/2 hands=A77,987 lead=0",
        "7 7",
        "A",
        "wrong_continuation",
        "A: does not match what was led (ZS-MULTI-2); legal: 7, stop",
    ),
    Case(
        "zsiros/4 hands=AA,98,K9,A8 lead=0",
        "",
        "stop",
        "stop_not_offered",
        "stop: there is nothing to stop here (ZS-MULTI-5); legal: A",
    ),
    Case(
        "zsiros/4 hands=AA,98,K9,A8 lead=0",
        "A 9 K",
        "stop",
        "stop_not_offered",
        "stop: there is nothing to stop here (ZS-MULTI-5); legal: A, 8",
    ),
    Case(
        "zsiros/2 hands=A,9 lead=0",
        "",
        "call:1:beat",
        "call_without_partner",
        "call:1:beat: there are no partners (ZS-CALL-1); legal: A",
    ),
    Case(
        "zsiros/4 hands=A8,T9,A7,KJ lead=0 calls=off",
        "",
        "call:2:no-grease",
        "calls_off",
        "call:2:no-grease: no such call is agreed on (ZS-CALL-1); legal: A, 8",
    ),
    Case(
        "zsiros/4 hands=A8,T9,A7,KJ lead=0",
        "",
        "call:0:grease",
        "call_out_of_turn",
        "call:0:grease: it is not the turn of this seat's partner but of seat 0 (ZS-CALL-2); legal: A, 8",
    ),
    Case(
        "zsiros/4 hands=A8,T9,A7,KJ lead=0",
        "A",
        "call:2:beat",
        "call_out_of_turn",
        "call:2:beat: it is not the turn of this seat's partner but of seat 1 (ZS-CALL-2); legal: T, 9",
    ),
    Case(
        "sedmice/4 hands=A8,T9,A7,KJ lead=0",
        "",
        "call:2:no-beat",
        "calls_off",
        "call:2:no-beat: no such call is agreed on (SM-CALL-1); legal: A, 8",
    ),
    Case(
        "sedma-trumps/2 hands=AA7,A97 lead=0",
        "A 7",
        "A",
        "wrong_continuation",
        "A: does not match what was led (ST-MULTI-2); legal: 7, stop",
    ),
    Case(
        "hola/2 hands=-,- lead=0",
        "",
        "flip",
        "deal_over",
        "flip: the deal is over (HO-PLAY-8)",
    ),
    Case(
        "ristiklappi/2 hands=-,- lead=0",
        "",
        "spice",
        "deal_over",
        "spice: the deal is over (RL-PLAY-8)",
    ),
    Case(
        "ristiklappi/2 hands=A9,K7 lead=0",
        "",
        "flip",
        "flip_not_offered",
        "flip: there is no card to turn up here (RL-FLIP-1); legal: A, 9",
    ),
    Case(
        "ristiklappi/2 hands=AKQJT,98765 talon=AK lead=0 flip=off",
        "A",
        "flip",
        "flip_not_offered",
        "flip: there is no card to turn up here (RL-FLIP-1); legal: 9, 8, 7, 6, 5",
    ),
    Case(
        "zsiros/2 hands=AKQJ,9877 talon=AK lead=0",
        "",
        "flip",
        "flip_not_offered",
        "flip: there is no card to turn up here (ZS-PLAY-2); legal: A, K, Q, J",
    ),
    Case(
        "ristiklappi/2 hands=AKQJT,98765 talon=AK lead=0",
        "A",
        "spice",
        "spice_not_offered",
        "spice: there is nothing to spice here (RL-SPICE-1); legal: 9, 8, 7, 6, 5, flip",
    ),
    Case(
        "zsiros/2 hands=A7,77 lead=0",
        "A 7",
        "spice",
        "spice_not_offered",
        "spice: there is nothing to spice here (ZS-PLAY-2); legal: 7, stop",
    ),
    Case(
        "ristiklappi/2 hands=AKQJT,98765 talon=AK lead=0",
        "A 9",
        "K",
        "spice_first",
        "K: the winner of the trick has to spice it or to stop (RL-SPICE-3); legal: spice, stop",
    ),
    Case(
        "ristiklappi/2 hands=AKQJT,98765 talon=AKQJ lead=0",
        "A 9",
        "flip",
        "spice_first",
        "flip: the winner of the trick has to spice it or to stop (RL-SPICE-3); legal: spice, stop",
    ),
    Case(
        "ristikontra/4 hands=999A,KKKK,QQQQ,JJJJ lead=0 leads=99",
        "9 K Q J",
        "9",
        "lead_limit",
        "9: 3 leads of this rank in a row are the most allowed (RK-PLAY-11); legal: A",
    ),
    Case(
        "sixty-six/2 hands=-,- lead=0 points=60,60 tricks=6,6 trump=h claim=-",
        "",
        "claim",
        "deal_over",
        "claim: the deal is over (SX-PLAY-8)",
    ),
    Case(
        f"{AUCTION} bids=-,-,-,-",
        "",
        "bid:60",
        "deal_over",
        "bid:60: the deal is over (AS-PLAY-8)",
    ),
    Case(
        DEAL,
        "",
        "As",
        "not_in_hand",
        f"As: seat 0 does not hold this card (SX-PLAY-2); legal: {LEGAL}",
    ),
    Case(
        PLAIN,
        "Ah",
        "Ks",
        "suit_not_followed",
        "Ks: the suit led has to be followed (EW-SUIT-4); legal: Kh",
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
        f"{AUCTION} bids=120",
        "",
        "Jc",
        "bidding",
        "Jc: bids and trumps come first (AS-BID-8); legal: bid:126, bid:130, pass",
    ),
    Case(
        f"{AUCTION} bids=120",
        "",
        "meld:Kh",
        "bidding",
        "meld:Kh: bids and trumps come first (AS-BID-8); legal: bid:126, bid:130, pass",
    ),
    Case(
        f"{AUCTION} bids=120",
        "",
        "bid:110",
        "bid_not_offered",
        "bid:110: not among the bids that can be made now (AS-BID-3); legal: bid:126, bid:130, pass",
    ),
    Case(
        f"{AUCTION} bids=120",
        "",
        "trump:h",
        "trump_not_offered",
        "trump:h: no trump is named now (AS-TRUMP-2); legal: bid:126, bid:130, pass",
    ),
    Case(
        f"{AUCTION} bids=120",
        "",
        "claim",
        "claim_not_offered",
        "claim: there is nothing to claim here (AS-CLAIM-1); legal: bid:126, bid:130, pass",
    ),
    Case(
        f"{AUCTION} bids=120",
        "pass pass pass",
        "Ac",
        "bidding",
        "Ac: bids and trumps come first (AS-BID-8); legal: trump:c, trump:s, trump:h, trump:d",
    ),
    Case(
        f"{AUCTION} bids=120",
        "pass pass pass",
        "pass",
        "pass_not_offered",
        "pass: a player has to do something here (AS-BID-1); legal: trump:c, trump:s, trump:h, trump:d",
    ),
    Case(
        f"{AUCTION} bids=120",
        "pass pass pass trump:h",
        "bid:126",
        "bid_not_offered",
        "bid:126: there is no auction now (AS-BID-3); legal: Ac, Ah, Kc, Kh, Qc, Qh, meld:Kc, meld:Kh, meld:Qc, meld:Qh",
    ),
    Case(
        f"{AUCTION} bids=120",
        "pass pass pass trump:h",
        "trump:h",
        "trump_not_offered",
        "trump:h: no trump is named now (AS-TRUMP-2); legal: Ac, Ah, Kc, Kh, Qc, Qh, meld:Kc, meld:Kh, meld:Qc, meld:Qh",
    ),
    Case(
        f"{AUCTION} bids=-,-,- no_bid=dealer",
        "",
        "pass",
        "pass_not_offered",
        f"pass: the dealer has to bid when nobody else has (AS-BID-1); legal: {', '.join(map(str, parse(AUCTION).legal[:-1]))}",
    ),
    Case(
        DEAL,
        "",
        "meld:Kh",
        "meld_not_offered",
        f"meld:Kh: there is no such marriage to show here (SX-MELD-1); legal: {LEGAL}",
    ),
    Case(
        DEAL,
        "Ac",
        "meld:Ks",
        "meld_not_offered",
        "meld:Ks: there is no such marriage to show here (SX-MELD-1); legal: As, Ks, Qs, Js, Ts, 9s, claim",
    ),
    Case(
        DEAL,
        "",
        "claim:h",
        "meld_not_offered",
        f"claim:h: there is no such marriage to show here (SX-MELD-1); legal: {LEGAL}",
    ),
    Case(
        DEAL,
        "",
        "exchange",
        "exchange_not_offered",
        f"exchange: there is nothing to exchange here (SX-EXCH-2); legal: {LEGAL}",
    ),
    Case(
        "sixty-six/2 hands=9dKcQcJcTc9c,AsKsQsJsTs9s talon=AhKhQhJhTh9hAcKdQdJdTdAd lead=0",
        "",
        "exchange",
        "exchange_not_offered",
        "exchange: there is nothing to exchange here (SX-EXCH-2); legal: Kc, Qc, Jc, Tc, 9c, 9d, meld:Kc, meld:Qc, close, claim, claim:c",
    ),
    Case(
        DEAL,
        "Ac",
        "close",
        "close_not_offered",
        "close: the talon cannot be closed here (SX-CLOSE-1); legal: As, Ks, Qs, Js, Ts, 9s, claim",
    ),
    Case(
        f"{DEAL} closed=0,0,0,0",
        "",
        "close",
        "close_not_offered",
        "close: the talon cannot be closed here (SX-CLOSE-1); legal: Ac, Kc, Qc, Jc, Tc, 9c, claim",
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
        "exchange_not_offered",
        "exchange: there is nothing to exchange here (SX-EXCH-2); legal: close, draw, claim",
    ),
    Case(
        DEAL,
        "",
        "draw",
        "draw_not_offered",
        f"draw: there is nothing to draw here (SX-CLOSE-2); legal: {LEGAL}",
    ),
    Case(
        DEAL,
        "close",
        "draw",
        "draw_not_offered",
        "draw: there is nothing to draw here (SX-CLOSE-2); legal: Ac, Kc, Qc, Jc, Tc, 9c, claim",
    ),
    Case(
        "tausendeins/2 hands=Ac,Ks lead=1 points=55,50 tricks=8,7 trump=h melds=60,0 score=100,800",
        "",
        "claim",
        "wrong_claim",
        "claim: the points of seat 1 do not suffice (TT-CLAIM-4); legal: Ks",
    ),
    Case(
        f"{DEAL} claiming=automatic",
        "",
        "claim",
        "claim_not_offered",
        "claim: there is nothing to claim here (SX-CLAIM-1); legal: Ac, Kc, Qc, Jc, Tc, 9c, meld:Kc, meld:Qc, close",
    ),
    Case(
        DEAL,
        "",
        "pass",
        "pass_not_offered",
        f"pass: a player has to do something here (SX-CLAIM-1); legal: {LEGAL}",
    ),
    Case(
        DEAL,
        "",
        "flip",
        "unknown_action",
        f"flip: there is nothing of the kind in sixty-six/2 (SX-PLAY-2); legal: {LEGAL}",
    ),
    Case(
        DEAL,
        "",
        "stop",
        "unknown_action",
        f"stop: there is nothing of the kind in sixty-six/2 (SX-PLAY-2); legal: {LEGAL}",
    ),
    Case(
        DEAL,
        "",
        "call:1:beat",
        "unknown_action",
        f"call:1:beat: there is nothing of the kind in sixty-six/2 (SX-PLAY-2); legal: {LEGAL}",
    ),
    Case(
        "zsiros/2 hands=A,9 lead=0",
        "",
        "close",
        "unknown_action",
        "close: there is nothing of the kind in zsiros/2 (ZS-PLAY-2); legal: A",
    ),
    Case(
        "zsiros/2 hands=A,9 lead=0",
        "",
        "meld:Kh",
        "unknown_action",
        "meld:Kh: there is nothing of the kind in zsiros/2 (ZS-PLAY-2); legal: A",
    ),
    Case(
        "zsiros/2 hands=A,9 lead=0",
        "",
        "bid:66",
        "unknown_action",
        "bid:66: there is nothing of the kind in zsiros/2 (ZS-PLAY-2); legal: A",
    ),
    Case(
        PLAIN,
        "",
        "claim",
        "claim_not_offered",
        "claim: there is nothing to claim here (EW-PLAY-2); legal: Ah, 7s",
    ),
    Case(
        PLAIN,
        "",
        "meld:Kh",
        "meld_not_offered",
        "meld:Kh: there is no such marriage to show here (EW-PLAY-2); legal: Ah, 7s",
    ),
    Case(
        PLAIN,
        "",
        "bid:60",
        "bid_not_offered",
        "bid:60: there is no auction now (EW-PLAY-2); legal: Ah, 7s",
    ),
    Case(
        PLAIN,
        "",
        "trump:h",
        "trump_not_offered",
        "trump:h: no trump is named now (EW-PLAY-2); legal: Ah, 7s",
    ),
    Case(
        PLAIN,
        "",
        "pass",
        "pass_not_offered",
        "pass: a player has to do something here (EW-PLAY-2); legal: Ah, 7s",
    ),
    Case(
        PLAIN,
        "",
        "close",
        "close_not_offered",
        "close: the talon cannot be closed here (EW-PLAY-2); legal: Ah, 7s",
    ),
    Case(
        PLAIN,
        "",
        "exchange",
        "exchange_not_offered",
        "exchange: there is nothing to exchange here (EW-PLAY-2); legal: Ah, 7s",
    ),
    Case(
        PLAIN,
        "",
        "draw",
        "draw_not_offered",
        "draw: there is nothing to draw here (EW-PLAY-2); legal: Ah, 7s",
    ),
)


def after(line: str, actions: str) -> State:
    """Return the state after some actions."""
    state = parse(line)
    for action in actions.split():
        state = state.play(parse_action(action))
    return state


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.line.partition(' ')[0]}-{case.code}-{case.action}")
def test_a_refusal_says_why(case: Case) -> None:
    """A refusal names the action, what is wrong with it, the clause, and what is legal; each is an attribute too."""
    state = after(case.line, case.before)
    action = parse_action(case.action)
    with pytest.raises(IllegalAction) as caught:
        state.play(action)
    error = caught.value
    assert str(error) == case.message
    assert (error.code, error.action, error.legal) == (case.code, action, state.legal)
    assert error.problem in case.message
    assert f"({error.clause})" in case.message
    assert state.game.rulebook.clause(error.clause).subject == "rule"


@pytest.mark.parametrize("foreign", ["A", None, card("A"), 14, ("A",)], ids=repr)
@pytest.mark.parametrize("line", ["zsiros/4 hands=A,9,T,K lead=0", "zsiros/4 hands=-,-,-,- lead=0"])
def test_what_is_no_action_is_refused(line: str, foreign: object) -> None:
    """What is no action of the game at all is refused as such, also when the deal is over."""
    state = parse(line)
    with pytest.raises(IllegalAction, match="no action but a") as caught:
        state.play(cast("Action", foreign))
    assert caught.value.code == "unknown_action"
    assert caught.value.clause == "ZS-PLAY-2"
    assert caught.value.action is foreign
    assert caught.value.legal == state.legal


def test_every_reason_is_provoked() -> None:
    """There is no reason for a refusal that these tests do not provoke."""
    assert {case.code for case in CASES} | {"unknown_action"} == {*MATCHING_REFUSALS, *SUIT_REFUSALS, *FURTHER_REFUSALS}


def test_a_refusal_changes_nothing() -> None:
    """After a refusal the state is what it was, and play goes on from it."""
    state = after("zsiros/4 hands=AA,98,K9,A8 lead=0", "A 9 K A")
    text, log = str(state), state.log
    for action in (Play(card("8")), parse_action("call:1:beat")):
        with pytest.raises(IllegalAction):
            state.play(action)
    assert (str(state), state.log) == (text, log)
    assert str(state.play(STOP)) == "zsiros/4 hands=A,8,9,8 lead=3 taken=-,AAK9"


def test_a_refusal_is_one_of_the_projects_errors() -> None:
    """A refusal can be caught as the root of the project's errors, and as ValueError."""
    assert issubclass(IllegalAction, AcetenError)
    assert issubclass(AcetenError, ValueError)
