"""Every reason for which the engine refuses an action, and what it says; with matching tricks those that there are."""

from __future__ import annotations

from typing import Final, cast

import pytest
from support.games.refusal_cases import Case, after, says_why
from unit.play.test_auction_refusals import CASES as IN_AUCTIONS
from unit.play.test_suit_refusals import CASES as IN_SUITS

from aceten import STOP, AcetenError, Action, IllegalAction, NotationError, Play, card, parse, parse_action
from aceten_spec.refusals import REFUSALS

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
        "A: B does not hold this card (ZS-PLAY-2); legal: T, 9, 7",
    ),
    Case(
        "zsiros/2 hands=Ac9h,AsTd lead=0",
        "",
        "As",
        "not_in_hand",
        "As: A does not hold this card (ZS-PLAY-2); legal: Ac, 9h",
    ),
    Case(
        "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0",
        "A T 8 7",
        "O",
        "wrong_continuation",
        "Q: it does not match what was led (ZS-MULTI-2); legal: A, 7, stop",
    ),
    Case(
        "zsiros/2 hands=A77,987 lead=0",
        "7 7",
        "A",
        "wrong_continuation",
        "A: it does not match what was led (ZS-MULTI-2); legal: 7, stop",
    ),
    Case(
        "zsiros/4 hands=AA,98,K9,A8 lead=0",
        "",
        "stop",
        "stop_not_offered",
        "stop: only the leader stops, where he could continue the trick with another round (ZS-MULTI-5); legal: A",
    ),
    Case(
        "zsiros/4 hands=AA,98,K9,A8 lead=0",
        "A 9 K",
        "stop",
        "stop_not_offered",
        "stop: only the leader stops, where he could continue the trick with another round (ZS-MULTI-5); legal: A, 8",
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
        "call:0:grease: who calls is no partner of A, whose turn it is (ZS-CALL-2); legal: A, 8",
    ),
    Case(
        "zsiros/4 hands=A8,T9,A7,KJ lead=0",
        "A",
        "call:2:beat",
        "call_out_of_turn",
        "call:2:beat: who calls is no partner of B, whose turn it is (ZS-CALL-2); legal: T, 9",
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
        "trumped_continuation",
        "A: the trick is trumped, and only a trump continues it (ST-MULTI-9); legal: 7, stop",
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
        "flip_exhausted",
        "flip: the talon is exhausted, and there is no card to turn up (RL-FLIP-3); legal: A, 9",
    ),
    Case(
        "ristiklappi/2 hands=AKQJT,98765 talon=AK lead=0 flip=off",
        "A",
        "flip",
        "flip_off",
        "flip: nobody flips in Ristiklappi (RL-FLIP-1); legal: 9, 8, 7, 6, 5",
    ),
    Case(
        "zsiros/2 hands=AKQJ,9877 talon=AK lead=0",
        "",
        "flip",
        "flip_off",
        "flip: nobody flips in Zsíros (ZS-PLAY-2); legal: A, K, Q, J",
    ),
    Case(
        "ristiklappi/2 hands=AKQJT,98765 talon=AK lead=0",
        "A",
        "spice",
        "spice_no_trick",
        "spice: no trick has just been won (RL-SPICE-1); legal: 9, 8, 7, 6, 5, flip",
    ),
    Case(
        "zsiros/2 hands=A7,77 lead=0",
        "A 7",
        "spice",
        "spice_off",
        "spice: nobody spices in Zsíros (ZS-PLAY-2); legal: 7, stop",
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
        "ristikontra/4 hands=99AA,KKKK,QQQQ,JJJJ lead=0 leads=99",
        "9 K Q J",
        "9",
        "lead_limit",
        "9: 3 leads of this rank in a row are the most allowed, and A holds another rank (RK-PLAY-11); legal: A",
    ),
    Case(
        "zsiros/2 hands=A,9 lead=0",
        "",
        "close",
        "unknown_action",
        "close: there is nothing of the kind in Zsíros (ZS-PLAY-2); legal: A",
    ),
    Case(
        "zsiros/2 hands=A,9 lead=0",
        "",
        "meld:Kh",
        "unknown_action",
        "meld:Kh: there is nothing of the kind in Zsíros (ZS-PLAY-2); legal: A",
    ),
    Case(
        "zsiros/2 hands=A,9 lead=0",
        "",
        "bid:66",
        "unknown_action",
        "bid:66: there is nothing of the kind in Zsíros (ZS-PLAY-2); legal: A",
    ),
    Case(
        "sedma/4 hands=A,8,9,8 lead=0 continuation=never",
        "A",
        "stop",
        "stop_off",
        "stop: no trick can be continued in Sedma, so none is stopped (SE-MULTI-1); legal: 8",
    ),
    Case(
        "ristiklappi/2 hands=AKQJT,98765 talon=AK lead=0",
        "A",
        "stop",
        "stop_not_spicing",
        "stop: only the winner of a trick stops, where he could spice it with the card just drawn (RL-PLAY-2); "
        "legal: 9, 8, 7, 6, 5, flip",
    ),
    Case(
        "ristiklappi/2 hands=AKQJT,98765 talon=AK lead=0 spice=off",
        "A",
        "spice",
        "spice_off",
        "spice: nobody spices in Ristiklappi (RL-SPICE-1); legal: 9, 8, 7, 6, 5, flip",
    ),
    Case(
        "ristiklappi/2 hands=A9,K7 lead=0",
        "A K",
        "spice",
        "spice_not_drawn",
        "spice: A has no card that he has just drawn after winning the trick (RL-SPICE-2); legal: 9",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.line.partition(' ')[0]}-{case.code}-{case.action}")
def test_a_refusal_says_why(case: Case) -> None:
    """A refusal names the action, what is wrong with it, the clause, and what is legal; each is an attribute too."""
    says_why(case)


FOUR: Final = "auction-sixty-six/4 hands=JsTs9sJdTd9d,AcKcQcAhKhQh,JcTc9cJhTh9h,AsKsQsAdKdQd lead=0 dealer=3"
NINE: Final = "sixty-six/2 hands=ThKcQcAsKsJs,9hJcTc9cTs9s talon=KhQhJhAdKdQdJdTd9dAh lead=0 taken=AcQs,-"
LATE: Final = "sixty-six/2 hands=9hKcQcAsKsJs,ThJcTc9cTs9s talon=JhAh lead=0 points=41,10 tricks=4,1"
CLOSED: Final = "sixty-six/2 hands=9hKcQcAsKs,ThJcTc9cTs talon=JhKhQhAdKdQdJdTd9dJsQsAh lead=0 closed=0,0,1,0 points=11,0 tricks=1,0"
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
    (
        "ristiklappi/2 hands=A9,K7 lead=0",
        "",
        "flip",
        "RL-FLIP-3",
        "the talon is exhausted, and there is no card to turn up",
    ),
)
"""Positions and actions of which the clause next to the broken one was once named."""


@pytest.mark.parametrize(("line", "before", "action", "clause", "problem"), BROKEN)
def test_the_clause_is_the_one_that_is_broken(line: str, before: str, action: str, clause: str, problem: str) -> None:
    """A refusal names the clause whose condition the action breaks, not another one about the same kind of action."""
    with pytest.raises(IllegalAction) as caught:
        after(line, before).play(parse_action(action))
    assert (caught.value.clause, caught.value.problem) == (clause, problem)


@pytest.mark.parametrize("foreign", [b"A", None, card("A"), 14, ("A",)], ids=repr)
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
    assert {case.code for case in (*CASES, *IN_AUCTIONS, *IN_SUITS)} | elsewhere == set(REFUSALS)


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
