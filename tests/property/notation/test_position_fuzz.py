"""Position lines and actions that were damaged in any way: read or refused, with an error that says where and why."""

import functools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games.game_strategies import read, states
from support.texts.damaged_texts import AWKWARD, MEGABYTE, THOROUGHLY, anything, check_message, damaged, refusal

from aceten import (
    NotationError,
    PositionError,
    RulebookError,
    State,
    parse,
    parse_action,
)


@THOROUGHLY
@given(anything())
def test_no_text_breaks_the_reader_of_positions(text: str) -> None:
    """Any text is refused as a position line with an error that says why; it is hardly ever one."""
    error = refusal(lambda: parse(text))
    assert error is None or isinstance(error, NotationError | PositionError | RulebookError)


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    "line",
    [
        "{}/4 hands=A,K,Q,J",
        "zsiros/{} hands=A,K,Q,J",
        "zsiros/4 hands=A,{},Q,J",
        "zsiros/4 hands=A,K,Q,J lead={}",
        "zsiros/4 hands=A,K,Q,J points={},0",
        "zsiros/4 hands=A,K,Q,J {}=1",
        "zsiros/4 hands=A,K,Q,J target={}",
        "zsiros/4 hands=A,K,Q,J{}",
        "zsiros/4{}hands=A,K,Q,JJJJJ",
        "ristiklappi/2 hands=AKQJ,KQJ98 trick=A drawn={}",
        "ristikontra/4 hands=A,K,Q,J leads={}",
        "sedma-three/3 hands=A,Q,J lone={}",
        "hola/4 hands=A,K,Q,J four_resets=on resets={}",
        "sixty-six/2 hands=Ah,Kh trump={}",
        "sixty-six/2 hands=Ah,Kh trump=h closed={}",
        "sixty-six/2 hands=Ah,Kh trump=h closed=0,{},1,0",
        "sixty-six/2 hands=Ah,Kh trump=h melds={},0",
        "sixty-six/2 hands=Ah,Kh trump=h shown={},-",
        "sixty-six/2 hands=Ah,Kh trump=h claim={}",
        "auction-sixty-six/4 hands=Ah,Kh,Qh,Jh bids=60,{}",
        "auction-sixty-six/4 hands=Ah,Kh,Qh,Jh trump=h bid=0,{}",
        "tausendeins/2 hands=Ah,Kh score={},0",
    ],
)
def test_no_awkward_value_breaks_the_reader_of_positions(line: str) -> None:
    """Whatever stands in place of a game, a number of players, a key or a value, the line is read or refused with its reason."""
    for text in AWKWARD:
        refusal(functools.partial(parse, line.replace("{}", text)))


@pytest.mark.turns(2)
@THOROUGHLY
@given(st.data(), states())
def test_no_damaged_line_breaks_the_reader_of_positions(data: st.DataObject, state: State) -> None:
    """A position line in which something was changed is read as a state, or refused with an error that says where or why."""
    line = data.draw(damaged(str(state)))
    error = refusal(lambda: read(line, state.game))
    assert error is None or isinstance(error, NotationError | PositionError)


@pytest.mark.parametrize("digit", ["٣", "३", "\N{FULLWIDTH DIGIT THREE}", "³", "Ⅲ", "⑶"])
@pytest.mark.parametrize("line", ["zsiros/{}", "zsiros/4 hands={},A,A,A", "zsiros/4 hands=A,K,Q,J lead={}"])
def test_only_ascii_digits_are_numbers(line: str, digit: str) -> None:
    """Digits of other scripts, of which Python makes numbers too, are no numbers and no ranks."""
    with pytest.raises(NotationError):
        parse(line.replace("{}", digit))


def test_a_one_is_no_ten() -> None:
    """``10`` is the ten, and a ``1`` without its ``0`` is no card, also where the next character is the first of a ten."""
    assert parse("zsiros/4 hands=10,10,10h,A") == parse("zsiros/4 hands=T,T,Th,A")
    for hand, column in (("1", 16), ("11", 16), ("110", 16), ("101", 18), ("100", 18)):
        with pytest.raises(NotationError) as caught:
            parse(f"zsiros/4 hands={hand},A,A,A")
        assert caught.value.column == column


@pytest.mark.parametrize(
    "line",
    [
        "zsiros/4 hands=" + "," * 4000,
        "zsiros/4 hands=" + "A" * 4000 + ",,,",
        "zsiros/4 hands=A,K,Q,J " + "x=1 " * 1000,
        "zsiros/4 hands=A,K,Q,J " + "lead=0 " * 500,
        "zsiros/4" + " " * 4000 + "hands=A,K,Q,JJ",
        "=" * 4000,
        "/" * 4000,
        " " * 4096,
    ],
    ids=lambda line: f"{line[:9]}...{line[-3:]}",
)
def test_a_line_of_one_thing_many_times_is_refused_in_a_few_words(line: str) -> None:
    """Thousands of commas, cards, keys or blanks are refused, with a message that does not repeat them."""
    assert refusal(lambda: parse(line)) is not None


@pytest.mark.parametrize("character", ["A", ",", " ", "\0", "\ud800"])
def test_a_line_of_a_megabyte_is_refused(character: str) -> None:
    """A position line of a megabyte is refused unread: the message says how long it is and may be."""
    line = "zsiros/4 hands=".ljust(MEGABYTE, character)
    with pytest.raises(NotationError) as caught:
        parse(line)
    check_message(caught.value)
    assert "1000000 characters" in caught.value.problem
    assert "at most 4096" in caught.value.expected


@THOROUGHLY
@given(
    anything()
    | st.sampled_from(
        ("Ah", "stop", "call:2:no-beat", "meld:Kh", "exchange", "close", "draw", "claim:h", "bid:66", "trump:h", "pass")
    ).flatmap(damaged)
)
def test_no_text_breaks_the_reader_of_actions(text: str) -> None:
    """Any text is read as an action or refused as none, and what is refused stands in the error."""
    error = refusal(lambda: parse_action(text))
    if error is not None:
        assert isinstance(error, NotationError)
        assert error.text == text


@pytest.mark.parametrize(
    "text",
    [
        *("A" * MEGABYTE, "call:" * 200_000, "call:2:" + "beat" * 250_000, "\0" * MEGABYTE),
        *("bid:" + "6" * MEGABYTE, "claim:" + "h" * MEGABYTE, "meld:" * 200_000),
    ],
)
def test_an_action_of_a_megabyte_is_refused(text: str) -> None:
    """A text of a megabyte is no action; the message says what one is, and shows no more than the text's beginning."""
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    check_message(caught.value)
    assert "a card such as A or Ah, a word such as 'stop' or 'close', 'meld:Kh', 'claim:h'" in caught.value.expected
    assert "'bid:66', 'trump:h', or 'call:SEAT:CALL' with one of: beat, no-beat" in caught.value.expected
