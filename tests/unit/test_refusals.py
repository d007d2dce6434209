"""Every reason for which the engine refuses an action, and what it says."""

from __future__ import annotations

from typing import Final, NamedTuple, cast

import pytest

from aceten import STOP, AcetenError, Action, IllegalAction, Play, State, card, parse, parse_action
from aceten_spec.rulebook import FURTHER_REFUSALS, REFUSALS


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
    assert {case.code for case in CASES} | {"unknown_action"} == {*REFUSALS, *FURTHER_REFUSALS}


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
