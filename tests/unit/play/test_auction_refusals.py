"""Why an action is refused in an auction, and in games without talon, marriages and claims."""

from __future__ import annotations

from typing import Final

import pytest
from support.games.refusal_cases import Case, says_why

from aceten import parse

AUCTION: Final = "auction-sixty-six/4 hands=JsTs9sJdTd9d,AcKcQcAhKhQh,JcTc9cJhTh9h,AsKsQsAdKdQd lead=1"
"""Nobody has bid yet; seat 1 begins."""

PLAIN: Final = "einwerfen/4 hands=Ah7s,KhKs,QhJs,Jh9s lead=0 trump=c"
"""A game without talon, marriages, claims and bids."""

CASES: Final = (
    Case(
        f"{AUCTION} bids=-,-,-,-",
        "",
        "bid:60",
        "deal_over",
        "bid:60: the deal is over (AS-PLAY-8)",
    ),
    Case(
        PLAIN,
        "Ah",
        "Ks",
        "suit_not_followed",
        "Ks: the suit led has to be followed (EW-SUIT-4); legal: Kh",
    ),
    Case(
        f"{AUCTION} bids=120",
        "",
        "Jc",
        "bidding",
        "Jc: the auction comes first (AS-BID-8); legal: bid:126, bid:130, pass",
    ),
    Case(
        f"{AUCTION} bids=120",
        "",
        "meld:Kh",
        "bidding",
        "meld:Kh: the auction comes first (AS-BID-8); legal: bid:126, bid:130, pass",
    ),
    Case(
        f"{AUCTION} bids=120",
        "",
        "bid:110",
        "bid_too_low",
        "bid:110: a bid is higher than the last one (AS-BID-3); legal: bid:126, bid:130, pass",
    ),
    Case(
        f"{AUCTION} bids=120",
        "",
        "trump:h",
        "trump_in_auction",
        "trump:h: the auction is not over (AS-TRUMP-2); legal: bid:126, bid:130, pass",
    ),
    Case(
        f"{AUCTION} bids=120",
        "",
        "claim",
        "claim_off",
        "claim: nobody claims in Auction Sixty-Six (AS-CLAIM-1); legal: bid:126, bid:130, pass",
    ),
    Case(
        f"{AUCTION} bids=120",
        "pass pass pass",
        "Ac",
        "naming",
        "Ac: trumps have to be named first (AS-BID-8); legal: trump:c, trump:s, trump:h, trump:d",
    ),
    Case(
        f"{AUCTION} bids=120",
        "pass pass pass",
        "pass",
        "pass_outside",
        "pass: nobody passes outside the auction (AS-BID-1); legal: trump:c, trump:s, trump:h, trump:d",
    ),
    Case(
        f"{AUCTION} bids=120",
        "pass pass pass trump:h",
        "bid:126",
        "bid_outside",
        "bid:126: there is no auction now (AS-BID-3); legal: Ac, Ah, Kc, Kh, Qc, Qh, meld:Kc, meld:Kh, meld:Qc, meld:Qh",
    ),
    Case(
        f"{AUCTION} bids=120",
        "pass pass pass trump:h",
        "trump:h",
        "trump_named",
        "trump:h: trumps are named already (AS-TRUMP-2); legal: Ac, Ah, Kc, Kh, Qc, Qh, meld:Kc, meld:Kh, meld:Qc, meld:Qh",
    ),
    Case(
        f"{AUCTION} bids=-,-,- no_bid=dealer",
        "",
        "pass",
        "pass_forced",
        f"pass: the dealer has to bid when nobody else has (AS-BID-1); legal: {', '.join(map(str, parse(AUCTION).legal[:-1]))}",
    ),
    Case(
        PLAIN,
        "",
        "claim",
        "claim_off",
        "claim: nobody claims in Einwerfen (EW-PLAY-2); legal: Ah, 7s",
    ),
    Case(
        PLAIN,
        "",
        "meld:Kh",
        "meld_off",
        "meld:Kh: there are no marriages in Einwerfen (EW-PLAY-2); legal: Ah, 7s",
    ),
    Case(
        PLAIN,
        "",
        "bid:60",
        "unknown_action",
        "bid:60: there is nothing of the kind in Einwerfen (EW-PLAY-2); legal: Ah, 7s",
    ),
    Case(
        PLAIN,
        "",
        "trump:h",
        "unknown_action",
        "trump:h: there is nothing of the kind in Einwerfen (EW-PLAY-2); legal: Ah, 7s",
    ),
    Case(
        PLAIN,
        "",
        "pass",
        "unknown_action",
        "pass: there is nothing of the kind in Einwerfen (EW-PLAY-2); legal: Ah, 7s",
    ),
    Case(
        PLAIN,
        "",
        "close",
        "close_off",
        "close: nobody closes the talon in Einwerfen (EW-PLAY-2); legal: Ah, 7s",
    ),
    Case(
        PLAIN,
        "",
        "exchange",
        "exchange_off",
        "exchange: no card is exchanged in Einwerfen (EW-PLAY-2); legal: Ah, 7s",
    ),
    Case(
        PLAIN,
        "",
        "draw",
        "unknown_action",
        "draw: there is nothing of the kind in Einwerfen (EW-PLAY-2); legal: Ah, 7s",
    ),
    Case(
        f"{AUCTION} bids=-,60,66,- bid_again=never",
        "",
        "bid:90",
        "bid_passed",
        "bid:90: B has passed, and is out of the bidding (AS-BID-4); legal: pass",
    ),
    Case(
        AUCTION,
        "",
        "bid:65",
        "bid_points",
        "bid:65: 65 points cannot be bid (AS-BID-2); "
        "legal: bid:60, bid:66, bid:70, bid:72, bid:78, bid:80, bid:84, bid:90, bid:96, bid:100, bid:102, bid:108, "
        "bid:110, bid:114, bid:120, bid:126, bid:130, pass",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.line.partition(' ')[0]}-{case.code}-{case.action}")
def test_a_refusal_says_why(case: Case) -> None:
    """A refusal names the action, what is wrong with it, the clause, and what is legal; each is an attribute too."""
    says_why(case)
