"""Every reason for which the engine refuses an action, and what it says."""

from typing import Final, NamedTuple, cast

import pytest

from aceten import (
    STOP,
    AcetenError,
    Action,
    IllegalAction,
    MatchingState,
    Meld,
    NotationError,
    Play,
    State,
    SuitState,
    card,
    parse,
    parse_action,
)
from aceten.engine.matching.play import MatchingChanges
from aceten.engine.suits.changes import SuitChanges
from aceten_spec.clauses.refusals import REFUSALS


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


def cases(text: str) -> tuple[Case, ...]:
    """Read actions that are refused from lines: a position; what is played there, ``>``, the action, the reason; all that is said then."""
    found: list[Case] = []
    line = ""
    for row in text.strip().splitlines():
        words = row.split()
        if not row.startswith(" "):
            line = row
        elif not row.startswith("    "):
            at = words.index(">")
            found.append(Case(line, " ".join(words[:at]), words[at + 1], words[at + 2], ""))
        else:
            found[-1] = found[-1]._replace(message=" ".join([found[-1].message, *words]).strip())
    return tuple(found)


DEAL: Final = "sixty-six/2 hands=AcKcQcJcTc9c,AsKsQsJsTs9s talon=AhKhQhJhTh9hAdKdQdJdTd9d lead=0"
"""A new deal, in which A has the marriage of clubs and seat 1 that of spades; diamonds are trumps."""

LEGAL: Final = "Ac, Kc, Qc, Jc, Tc, 9c, meld:Kc, meld:Qc, close, claim, claim:c"
"""What may be done in it."""

LAST: Final = "sixty-six/2 hands=KsTc,AsQs lead=0 points=40,52 tricks=5,5 trump=h"
"""Two tricks before the end, without a talon."""

AUCTION: Final = "auction-sixty-six/4 hands=JsTs9sJdTd9d,AcKcQcAhKhQh,JcTc9cJhTh9h,AsKsQsAdKdQd lead=1"
"""Nobody has bid yet; seat 1 begins."""

PLAIN: Final = "einwerfen/4 hands=Ah7s,KhKs,QhJs,Jh9s lead=0 trump=c"
"""A game without talon, marriages, claims and bids."""

CASES: Final = cases(f"""
zsiros/4 hands=A,9,T,K lead=0
  A 9 T K > K  deal_over
    K: the deal is over (ZS-PLAY-8)
zsiros/4 hands=-,-,-,- lead=1
  > stop  deal_over
    stop: the deal is over (ZS-PLAY-8)
  > call:3:beat  deal_over
    call:3:beat: the deal is over (ZS-PLAY-8)
zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0
  A > A  not_in_hand
    A: B does not hold this card (ZS-PLAY-2); legal: T, 9, 7
zsiros/2 hands=Ac9h,AsTd lead=0
  > As  not_in_hand
    As: A does not hold this card (ZS-PLAY-2); legal: Ac, 9h
zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0
  A T 8 7 > O  wrong_continuation
    Q: it does not match what was led (ZS-MULTI-2); legal: A, 7, stop
zsiros/2 hands=A77,987 lead=0
  7 7 > A  wrong_continuation
    A: it does not match what was led (ZS-MULTI-2); legal: 7, stop
zsiros/4 hands=AA,98,K9,A8 lead=0
  > stop  stop_not_offered
    stop: only the leader stops, where he could continue the trick with another round (ZS-MULTI-5); legal: A
  A 9 K > stop  stop_not_offered
    stop: only the leader stops, where he could continue the trick with another round (ZS-MULTI-5); legal: A, 8
zsiros/2 hands=A,9 lead=0
  > call:1:beat  call_without_partner
    call:1:beat: there are no partners (ZS-CALL-1); legal: A
zsiros/4 hands=A8,T9,A7,KJ lead=0 calls=off
  > call:2:no-grease  calls_off
    call:2:no-grease: no such call is agreed on (ZS-CALL-1); legal: A, 8
zsiros/4 hands=A8,T9,A7,KJ lead=0
  > call:0:grease  call_out_of_turn
    call:0:grease: who calls is no partner of A, whose turn it is (ZS-CALL-2); legal: A, 8
  A > call:2:beat  call_out_of_turn
    call:2:beat: who calls is no partner of B, whose turn it is (ZS-CALL-2); legal: T, 9
sedmice/4 hands=A8,T9,A7,KJ lead=0
  > call:2:no-beat  calls_off
    call:2:no-beat: no such call is agreed on (SM-CALL-1); legal: A, 8
sedma-trumps/2 hands=AA7,A97 lead=0
  A 7 > A  trumped_continuation
    A: the trick is trumped, and only a trump continues it (ST-MULTI-9); legal: 7, stop
hola/2 hands=-,- lead=0
  > flip  deal_over
    flip: the deal is over (HO-PLAY-8)
ristiklappi/2 hands=-,- lead=0
  > spice  deal_over
    spice: the deal is over (RL-PLAY-8)
ristiklappi/2 hands=A9,K7 lead=0
  > flip  flip_exhausted
    flip: the talon is exhausted, and there is no card to turn up (RL-FLIP-3); legal: A, 9
ristiklappi/2 hands=AKQJT,98765 talon=AK lead=0 flip=off
  A > flip  flip_off
    flip: nobody flips in Ristiklappi (RL-FLIP-1); legal: 9, 8, 7, 6, 5
zsiros/2 hands=AKQJ,9877 talon=AK lead=0
  > flip  flip_off
    flip: nobody flips in Zsíros (ZS-PLAY-2); legal: A, K, Q, J
ristiklappi/2 hands=AKQJT,98765 talon=AK lead=0
  A > spice  spice_no_trick
    spice: no trick has just been won (RL-SPICE-1); legal: 9, 8, 7, 6, 5, flip
zsiros/2 hands=A7,77 lead=0
  A 7 > spice  spice_off
    spice: nobody spices in Zsíros (ZS-PLAY-2); legal: 7, stop
ristiklappi/2 hands=AKQJT,98765 talon=AK lead=0
  A 9 > K  spice_first
    K: the winner of the trick has to spice it or to stop (RL-SPICE-3); legal: spice, stop
ristiklappi/2 hands=AKQJT,98765 talon=AKQJ lead=0
  A 9 > flip  spice_first
    flip: the winner of the trick has to spice it or to stop (RL-SPICE-3); legal: spice, stop
ristikontra/4 hands=99AA,KKKK,QQQQ,JJJJ lead=0 leads=99
  9 K Q J > 9  lead_limit
    9: 3 leads of this rank in a row are the most allowed, and A holds another rank (RK-PLAY-11); legal: A
sixty-six/2 hands=-,- lead=0 points=60,60 tricks=6,6 trump=h claim=-
  > claim  deal_over
    claim: the deal is over (SX-PLAY-8)
{AUCTION} bids=-,-,-,-
  > bid:60  deal_over
    bid:60: the deal is over (AS-PLAY-8)
{DEAL}
  > As  not_in_hand
    As: A does not hold this card (SX-PLAY-2); legal: {LEGAL}
{PLAIN}
  Ah > Ks  suit_not_followed
    Ks: the suit led has to be followed (EW-SUIT-4); legal: Kh
{LAST}
  Ks > Qs  not_beaten
    Qs: the card led has to be beaten (SX-SUIT-6); legal: As, claim
{LAST.replace("AsQs", "AhQc")}
  Ks > Qc  not_trumped
    Qc: without a card of the suit led a trump has to be played (SX-SUIT-5); legal: Ah, claim
{LAST.replace("AsQs", "AsQc")}
  Ks > Qc  suit_not_followed
    Qc: the suit led has to be followed (SX-SUIT-4); legal: As, claim
{AUCTION} bids=120
  > Jc  bidding
    Jc: the auction comes first (AS-BID-8); legal: bid:126, bid:130, pass
  > meld:Kh  bidding
    meld:Kh: the auction comes first (AS-BID-8); legal: bid:126, bid:130, pass
  > bid:110  bid_too_low
    bid:110: a bid is higher than the last one (AS-BID-3); legal: bid:126, bid:130, pass
  > trump:h  trump_in_auction
    trump:h: the auction is not over (AS-TRUMP-2); legal: bid:126, bid:130, pass
  > claim  claim_off
    claim: nobody claims in Auction Sixty-Six (AS-CLAIM-1); legal: bid:126, bid:130, pass
  pass pass pass > Ac  naming
    Ac: trumps have to be named first (AS-BID-8); legal: trump:c, trump:s, trump:h, trump:d
  pass pass pass > pass  pass_outside
    pass: nobody passes outside the auction (AS-BID-1); legal: trump:c, trump:s, trump:h, trump:d
  pass pass pass trump:h > bid:126  bid_outside
    bid:126: there is no auction now (AS-BID-3); legal: Ac, Ah, Kc, Kh, Qc, Qh, meld:Kc, meld:Kh, meld:Qc, meld:Qh
  pass pass pass trump:h > trump:h  trump_named
    trump:h: trumps are named already (AS-TRUMP-2); legal: Ac, Ah, Kc, Kh, Qc, Qh, meld:Kc, meld:Kh, meld:Qc, meld:Qh
{AUCTION} bids=-,-,- no_bid=dealer
  > pass  pass_forced
    pass: the dealer has to bid when nobody else has (AS-BID-1); legal: {", ".join(map(str, parse(AUCTION).legal[:-1]))}
{DEAL}
  > meld:Kh  no_marriage
    meld:Kh: A does not hold both king and queen of this suit (SX-MELD-1); legal: {LEGAL}
  Ac > meld:Ks  meld_not_leading
    meld:Ks: only who is to lead shows a marriage (SX-MELD-4); legal: As, Ks, Qs, Js, Ts, 9s, claim
  > claim:h  no_marriage
    claim:h: A does not hold both king and queen of this suit (SX-MELD-1); legal: {LEGAL}
  > exchange  exchange_no_card
    exchange: A does not hold the nine of trumps (SX-EXCH-1); legal: {LEGAL}
sixty-six/2 hands=9dKcQcJcTc9c,AsKsQsJsTs9s talon=AhKhQhJhTh9hAcKdQdJdTdAd lead=0
  > exchange  exchange_no_trick
    exchange: A has not taken a trick (SX-EXCH-3); legal: Kc, Qc, Jc, Tc, 9c, 9d, meld:Kc, meld:Qc, close, claim, claim:c
{DEAL}
  Ac > close  close_not_leading
    close: only who is to lead closes the talon (SX-CLOSE-1); legal: As, Ks, Qs, Js, Ts, 9s, claim
{DEAL} closed=0,0,0,0
  > close  close_again
    close: the talon is closed already (SX-CLOSE-3); legal: Ac, Kc, Qc, Jc, Tc, 9c, claim
{DEAL}
  Ac 9s > Kc  draw_first
    Kc: the winner of the trick has to draw first, or to close the talon (SX-CLOSE-2); legal: close, draw, claim
  Ac 9s > meld:Kc  draw_first
    meld:Kc: the winner of the trick has to draw first, or to close the talon (SX-CLOSE-2); legal: close, draw, claim
  Ac 9s > exchange  exchange_no_card
    exchange: A does not hold the nine of trumps (SX-EXCH-1); legal: close, draw, claim
  > draw  draw_full_hand
    draw: nobody draws but after a trick: hands are full (SX-DRAW-1); legal: {LEGAL}
  close > draw  draw_closed
    draw: nobody draws when the talon is closed (SX-CLOSE-3); legal: Ac, Kc, Qc, Jc, Tc, 9c, claim
tausendeins/2 hands=Ac,Ks lead=1 points=55,50 tricks=8,7 trump=h melds=60,0 score=100,800
  > claim  wrong_claim
    claim: the points of B do not suffice (TT-CLAIM-4); legal: Ks
{DEAL} claiming=automatic
  > claim  claim_automatic
    claim: nobody claims: the deal ends by itself when a player has enough points (SX-CLAIM-1); legal: Ac, Kc, Qc, Jc, Tc, 9c,
    meld:Kc, meld:Qc, close
{DEAL}
  > pass  pass_not_asked
    pass: only the winner of the last trick passes, when he is asked for a claim (SX-CLAIM-1); legal: {LEGAL}
  > flip  unknown_action
    flip: there is nothing of the kind in Sixty-Six (SX-PLAY-2); legal: {LEGAL}
  > stop  unknown_action
    stop: there is nothing of the kind in Sixty-Six (SX-PLAY-2); legal: {LEGAL}
  > call:1:beat  unknown_action
    call:1:beat: there is nothing of the kind in Sixty-Six (SX-PLAY-2); legal: {LEGAL}
zsiros/2 hands=A,9 lead=0
  > close  unknown_action
    close: there is nothing of the kind in Zsíros (ZS-PLAY-2); legal: A
  > meld:Kh  unknown_action
    meld:Kh: there is nothing of the kind in Zsíros (ZS-PLAY-2); legal: A
  > bid:66  unknown_action
    bid:66: there is nothing of the kind in Zsíros (ZS-PLAY-2); legal: A
{PLAIN}
  > claim  claim_off
    claim: nobody claims in Einwerfen (EW-PLAY-2); legal: Ah, 7s
  > meld:Kh  meld_off
    meld:Kh: there are no marriages in Einwerfen (EW-PLAY-2); legal: Ah, 7s
  > bid:60  unknown_action
    bid:60: there is nothing of the kind in Einwerfen (EW-PLAY-2); legal: Ah, 7s
  > trump:h  unknown_action
    trump:h: there is nothing of the kind in Einwerfen (EW-PLAY-2); legal: Ah, 7s
  > pass  unknown_action
    pass: there is nothing of the kind in Einwerfen (EW-PLAY-2); legal: Ah, 7s
  > close  close_off
    close: nobody closes the talon in Einwerfen (EW-PLAY-2); legal: Ah, 7s
  > exchange  exchange_off
    exchange: no card is exchanged in Einwerfen (EW-PLAY-2); legal: Ah, 7s
  > draw  unknown_action
    draw: there is nothing of the kind in Einwerfen (EW-PLAY-2); legal: Ah, 7s
sedma/4 hands=A,8,9,8 lead=0 continuation=never
  A > stop  stop_off
    stop: no trick can be continued in Sedma, so none is stopped (SE-MULTI-1); legal: 8
ristiklappi/2 hands=AKQJT,98765 talon=AK lead=0
  A > stop  stop_not_spicing
    stop: only the winner of a trick stops, where he could spice it with the card just drawn (RL-PLAY-2); legal: 9, 8, 7, 6, 5, flip
ristiklappi/2 hands=AKQJT,98765 talon=AK lead=0 spice=off
  A > spice  spice_off
    spice: nobody spices in Ristiklappi (RL-SPICE-1); legal: 9, 8, 7, 6, 5, flip
ristiklappi/2 hands=A9,K7 lead=0
  A K > spice  spice_not_drawn
    spice: A has no card that he has just drawn after winning the trick (RL-SPICE-2); legal: 9
{DEAL}
  Ac 9s > claim:c  claim_before_drawing
    claim:c: a marriage is shown after drawing, or after closing the talon (SX-CLAIM-3); legal: close, draw, claim
  close > meld:Kc  meld_closed
    meld:Kc: no marriage is shown when the talon is closed (SX-MELD-6); legal: Ac, Kc, Qc, Jc, Tc, 9c, claim
sixty-six/2 hands=KhQh,AdTd lead=0 trump=c points=40,52 tricks=5,5
  > meld:Kh  meld_exhausted
    meld:Kh: no marriage is shown when the talon is exhausted (SX-MELD-5); legal: Kh, Qh, claim
  > exchange  exchange_exhausted
    exchange: the talon is exhausted, and there is no turn-up to exchange a card for (SX-EXCH-4); legal: Kh, Qh, claim
  > close  close_stock
    close: the talon has 0 cards, and closing takes 2 or more (SX-CLOSE-4); legal: Kh, Qh, claim
{DEAL} close_first=off
  > close  close_first_lead
    close: the talon is not closed before the first lead of the deal (SX-CLOSE-1); legal: Ac, Kc, Qc, Jc, Tc, 9c, meld:Kc, meld:Qc,
    claim, claim:c
{DEAL} claiming=leading
  Ac > claim  claim_not_leading
    claim: only who is to lead claims (SX-CLAIM-1); legal: As, Ks, Qs, Js, Ts, 9s
{DEAL} claiming=trick
  > claim  claim_first_lead
    claim: nobody claims before the first trick of the deal is taken (SX-CLAIM-1); legal: Ac, Kc, Qc, Jc, Tc, 9c, meld:Kc,
    meld:Qc, close
  Ac 9s draw > claim:c  claim_with_marriage
    claim:c: a marriage is led before it counts for a claim (SX-CLAIM-3); legal: Ah, Kc, Qc, Jc, Tc, 9c, meld:Kc, meld:Qc,
    close, claim
{DEAL} meld_lead=king
  > meld:Qc  meld_not_king
    meld:Qc: a marriage is led with its king (SX-MELD-1); legal: Ac, Kc, Qc, Jc, Tc, 9c, meld:Kc, close, claim, claim:c
{DEAL} meld_forced=on
  > Qc  meld_due
    Qc: who leads a card of a marriage that he can show has to show it (SX-MELD-9); legal: Ac, Jc, Tc, 9c, meld:Kc, meld:Qc, close,
    claim, claim:c
{DEAL} meld_first=off
  > meld:Kc  meld_first_lead
    meld:Kc: no marriage is shown with the first lead of the deal (SX-MELD-7); legal: Ac, Kc, Qc, Jc, Tc, 9c, close, claim
sixty-six/2 hands=9dKcQcJcTcAc,9cKsQsJsTs9s talon=AhKhQhJhTh9hAsKdQdJdTdAd lead=0
  Ac 9c > exchange  exchange_before_drawing
    exchange: a card is exchanged with a full hand: A has to draw first (SX-EXCH-2); legal: close, draw, claim
  close > exchange  exchange_closed
    exchange: no card is exchanged when the talon is closed (SX-EXCH-5); legal: Ac, Kc, Qc, Jc, Tc, 9d, claim
sixty-six/2 hands=9dKcQcJcTcAc,9cKsQsJsTs9s talon=AhKhQhJhTh9hAsKdQdJdTdAd lead=0 exchange_after_closing=on
  close > exchange  exchange_closer
    exchange: A has closed the talon: only the other player may exchange then (SX-EXCH-5); legal: Ac, Kc, Qc, Jc, Tc, 9d, claim
sixty-six/2 hands=AcKcQcJcTcKs,9d9cQsJsTs9s talon=AhKhQhJhTh9hAsKdQdJdTdAd lead=0 exchange_after_closing=on
  close Ac 9c Ks > exchange  exchange_late
    exchange: a trick has been taken since the talon was closed (SX-EXCH-5); legal: Ts, claim
schnapsen/2 hands=AcKcQcJcTc,JdKsQsTsJs talon=AhKhQhJhThAsKdQdTdAd lead=0
  Ac > exchange  exchange_not_leading
    exchange: only who is to lead exchanges (SN-EXCH-2); legal: Ks, Qs, Js, Jd, Ts, claim
sixty-six/2 hands=9hKcQcAsKsJs,ThJcTc9cTs9s talon=JhAh lead=0 points=41,10 tricks=4,1
  > exchange  exchange_stock
    exchange: the talon has 2 cards, and exchanging takes 3 or more (SX-EXCH-4); legal: As, Kc, Ks, Qc, Js, 9h, meld:Kc, meld:Qc,
    close, claim, claim:c
schnapsen/2 hands=AcKcQcJcTc,JdKsQsTsJs talon=AhKhQhJhThAsKdQdTdAd lead=0
  > draw  draw_off
    draw: everybody draws at once after a trick in Schnapsen (SN-CLOSE-2); legal: Ac, Kc, Qc, Jc, Tc, meld:Kc, meld:Qc, close, claim,
    claim:c
sixty-six/2 hands=KhQh,AdTd lead=0 trump=c points=40,52 tricks=5,5
  > draw  draw_exhausted
    draw: there is nothing to draw: the talon is exhausted (SX-DRAW-5); legal: Kh, Qh, claim
tausendeins/2 hands=AcKdJd8s7s,AhKhQsTcTh9h talon=7h8h9d8d lead=0 trick=9s points=20,45 tricks=4,4 obligation=follow
  > Ah  early_suit_not_followed
    Ah: the suit led has to be followed, also while there is a talon (TT-SUIT-3); legal: Qs
{AUCTION} bids=-,60,66,- bid_again=never
  > bid:90  bid_passed
    bid:90: B has passed, and is out of the bidding (AS-BID-4); legal: pass
{AUCTION}
  > bid:65  bid_points
    bid:65: 65 points cannot be bid (AS-BID-2); legal: bid:60, bid:66, bid:70, bid:72, bid:78, bid:80, bid:84, bid:90, bid:96,
    bid:100, bid:102, bid:108, bid:110, bid:114, bid:120, bid:126, bid:130, pass
""")


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


FOUR: Final = "auction-sixty-six/4 hands=JsTs9sJdTd9d,AcKcQcAhKhQh,JcTc9cJhTh9h,AsKsQsAdKdQd lead=0 dealer=3"
NINE: Final = "sixty-six/2 hands=ThKcQcAsKsJs,9hJcTc9cTs9s talon=KhQhJhAdKdQdJdTd9dAh lead=0 taken=AcQs,-"
LATE: Final = "sixty-six/2 hands=9hKcQcAsKsJs,ThJcTc9cTs9s talon=JhAh lead=0 points=41,10 tricks=4,1"
CLOSED: Final = "sixty-six/2 hands=9hKcQcAsKs,ThJcTc9cTs talon=JhKhQhAdKdQdJdTd9dJsQsAh lead=0 closed=0,0,1,0 points=11,0 tricks=1,0"
UNTURNED: Final = "ristiklappi/2 hands=A9,K7 lead=0"
ENDING: Final = "sixty-six/2 hands=KhQh,AdTd lead=0 trump=c points=40,52 tricks=5,5"

BROKEN: Final = (
    (FOUR, "", "bid:65", "AS-BID-2", "65 points cannot be bid"),
    (FOUR, "", "bid:50", "AS-BID-2", "50 points cannot be bid"),
    (NINE, "Th", "exchange", "SX-EXCH-3", "B has not taken a trick"),
    (LATE, "", "exchange", "SX-EXCH-4", "the talon has 2 cards, and exchanging takes 3 or more"),
    (CLOSED, "", "exchange", "SX-EXCH-5", "no card is exchanged when the talon is closed"),
    (CLOSED, "", "meld:Kc", "SX-MELD-6", "no marriage is shown when the talon is closed"),
    (ENDING, "", "meld:Kh", "SX-MELD-5", "no marriage is shown when the talon is exhausted"),
    (ENDING, "", "close", "SX-CLOSE-4", "the talon has 0 cards, and closing takes 2 or more"),
    (ENDING.replace("lead=0", "lead=1"), "Ad", "meld:Kh", "SX-MELD-4", "only who is to lead shows a marriage"),
    (UNTURNED, "", "flip", "RL-FLIP-3", "the talon is exhausted, and there is no card to turn up"),
)
"""Positions and actions of which the clause next to the broken one was once named."""


@pytest.mark.parametrize(("line", "before", "action", "clause", "problem"), BROKEN)
def test_the_clause_is_the_one_that_is_broken(line: str, before: str, action: str, clause: str, problem: str) -> None:
    """A refusal names the clause whose condition the action breaks, not another one about the same kind of action."""
    with pytest.raises(IllegalAction) as caught:
        after(line, before).play(parse_action(action))
    assert (caught.value.clause, caught.value.problem) == (clause, problem)


@pytest.mark.parametrize("foreign", [b"A", None, card("A"), 14.0, True, ("A",)], ids=repr)
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


@pytest.mark.parametrize(
    "line",
    ["zsiros/4 hands=A,9,T,K lead=0", "schnapsen/2 hands=KhQhTsJs,AhThAdKd trump=s lead=0 points=27,38 tricks=3,3"],
)
def test_notation_is_played_as_what_it_stands_for(line: str) -> None:
    """Text plays the action that it stands for, and is refused as that action is; text that is none is not read, as elsewhere."""
    state = parse(line)
    for action in state.legal:
        assert state.play(str(action)) == state.play(action)
        assert state.play(str(action)).log == state.play(action).log
    with pytest.raises(IllegalAction) as caught:
        state.play("8c")
    assert caught.value.action == parse_action("8c")
    for text in ("", "Z", "AA"):
        with pytest.raises(NotationError) as unread:
            state.play(text)
        with pytest.raises(NotationError) as expected:
            parse_action(text)
        assert str(unread.value) == str(expected.value)


def test_every_reason_is_provoked() -> None:
    """There is no reason for a refusal that these tests do not provoke."""
    elsewhere = {"early_not_beaten", "early_not_trumped", "meld_wrong_card", "unknown_action"}
    assert {case.code for case in CASES} | elsewhere == set(REFUSALS)


def test_a_marriage_is_led_with_one_of_its_cards() -> None:
    """A marriage that is shown with another card of its suit is refused, although the player has it."""
    with pytest.raises(IllegalAction, match=r"a marriage is led with its king or its queen \(SX-MELD-1\)") as caught:
        parse(DEAL).play(Meld(card("Ac")))
    assert caught.value.code == "meld_wrong_card"


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


@pytest.mark.parametrize(("changes", "state"), [(MatchingChanges, MatchingState), (SuitChanges, SuitState)])
def test_what_actions_change_has_the_types_of_the_fields(changes: type, state: type[State]) -> None:
    """What may be changed of a state are fields of it, each of its own type."""
    types = {name: each for kind in state.__mro__ for name, each in vars(kind).get("__annotations__", {}).items()}
    changed = {name: each.__forward_arg__ for name, each in changes.__annotations__.items()}
    assert changed == {name: types[name] for name in changed}
