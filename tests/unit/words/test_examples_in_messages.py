"""What a message shows as an example works when it is typed, in the place of which the message speaks."""

import re
from collections.abc import Callable
from typing import Final

import pytest
from tools.messages import TEXTS

from aceten import (
    Claim,
    FalseRecordError,
    NotationError,
    PositionError,
    RecordError,
    Suit,
    UsageError,
    card,
    parse,
    parse_state,
    read_records,
)
from aceten.typed.typed_actions import action_typed, moves_typed
from aceten_cli.frame.game_names import game_named
from aceten_cli.frame.inputs import played, positions
from aceten_cli.frame.typed_commands import steps_typed
from aceten_spec import parse_cards
from aceten_spec.speech import DOMAIN, LANGUAGES, Language, say, speaking
from aceten_spec.written_cards import read_suit

MATCHING: Final = "zsiros/2 hands=AK,T7 points=40,20"
HIDDEN: Final = "zsiros/2 hands=AK97,???? talon=???? points=30,20 tricks=5,5"
SUITS: Final = "einwerfen/4 hands=Ah,Kh,Qh,7h lead=0 points=50,52 tricks=4,3"
MARRIED: Final = "sixty-six/2 hands=AsKhKdQhJs9c,QsJdTcThTd9d talon=AcJc9s9h lead=0 points=21,27 tricks=2,2"
BIDDING: Final = "auction-sixty-six/4 hands=JsTs9sJdTd9d,AcKcQcAhKhQh,JcTc9cJhTh9h,AsKsQsAdKdQd lead=1"


def has_form(line: str) -> Callable[[str], object]:
    """Return what reads a line with an example in it; what it says may be impossible there."""

    def read(example: str) -> object:
        try:
            return parse(line.format(example))
        except PositionError:
            return None

    return read


def in_record(text: str) -> Callable[[str], object]:
    """Return what reads a record with an example in it, which is understood; what it says may be false there."""

    def read(example: str) -> object:
        [found] = read_records(text.replace("{}", example))
        assert isinstance(found, FalseRecordError) or not isinstance(found, RecordError), found
        return found

    return read


TYPED: Final[dict[str, Callable[[str], object]]] = {
    r"AK\.K\.Q\.J": parse_cards,
    r"\bAh(?=,? (?:or|vagy|oder))": card,
    r"ace of hearts|piros ász|Herz-Ass": parse_cards,
    r"\[A-K\]": parse_cards,
    r"seat=0": has_form("zsiros/2 hands=AK97,???? talon=???? points=30,20 tricks=5,5 {}"),
    r"~7-9\+1": has_form(f"{HIDDEN} past=B:{{}}"),
    r"(?<!: )zsiros/[24]\b(?! hands)": lambda text: game_named(text, [], None),
    r"zsiros/4 hands=AAO7,TT97,KK87,AOU7": parse,
    r"0,17,2,1": has_form("sixty-six/2 hands=Ah,Kh trump=h closed={}"),
    r"60,-,66": has_form("auction-sixty-six/4 hands=Ah,Kh,Qh,Jh bids={}"),
    r"(?<!=)\b0,66": has_form("auction-sixty-six/4 hands=Ah,Kh,Qh,Jh trump=h bid={}"),
    r"hands=AAO7,TT97": has_form("zsiros/2 {}"),
    r"hands=\[A K\],\[7 T\]": has_form("zsiros/2 {} points=40,20"),
    r"(?<= )30,20": has_form("zsiros/2 hands=AK,T7 points={}"),
    r"\bK$": card,
    r"hearts$|piros$|Herz$": read_suit,
    r"B:7\b": has_form(f"{HIDDEN} not={{}}"),
    r"talon=\?Ah": has_form("sixty-six/2 hands=AsKsQsJsTs9s,?????? {}"),
    r"trump=h": has_form(f"{SUITS} {{}}"),
    r"bid=0,66": has_form("auction-sixty-six/4 hands=Ah,Kh,Qh,Jh trump=h {}"),
    r"(?:back|vissza|zurück) 4": lambda text: steps_typed(text.split()[1:]),
    r"A K 7": moves_typed,
    r"(?<= )7, 3": in_record("Match: zsiros/4\nMatch result: {}"),
    r"Talon": in_record("zsiros/2\nA: AK\nB: T7\n{}: -\nPoints: 40,20\nA: A B: T"),
    r"70, 50 \(1, 0\)": in_record("zsiros/2 points=40,20\nA: AK\nB: T7\n1. A T\n2. K 7\nResult: {}"),
    r"A:(?=,)": in_record("zsiros/2 tricks=5,5\nA: AK97\nB: ????\nTalon: ????\nPoints: 30,20\n{} A"),
}
"""Examples that stand in messages, and where they are typed."""
ELSEWHERE: Final = (
    r"aceten_spec\.clauses|\{known\}|CALL-1|ZS-|prefix|such as zsiros$|such as ZS$|suit, such as Kh|aceten\.engine|in rising order"
    r"|\{adapter\}|\{name\}: expected|\{such\}|\{example\}|\{text!r\}: \{error\}"
    r"|in numbers|0\.0\.0\.0|aceten certify|A=77A|A or 0|0,2|tricks=\{total\}"
    r"|a card such as A or Ah|POSITION\|RECORD|expected such as|such as zsiros/2"
)
"""Messages with examples of other things than what is read here, or with such as are made for the case, which tests below type."""


def templates() -> list[str]:
    """Return what is said to people, in English."""
    said = [message.id if isinstance(message.id, str) else message.id[0] for message in TEXTS[DOMAIN]()]
    return [text for text in said if "such as" in text and not re.search(ELSEWHERE, text)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("template", templates())
def test_every_example_works_when_it_is_typed(template: str, language: Language) -> None:
    """Each message that says *such as* has an example that is read in its place, in each language."""
    with speaking(language):
        said = say(template, **dict.fromkeys(re.findall(r"\{(\w+)", template), "0"))
        found = [(match[0], typed) for form, typed in TYPED.items() for match in re.finditer(form, said)]
        assert found, said
        for example, typed in found:
            typed(example)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("at", "text"),
    [
        *[
            (MARRIED, text)
            for text in ("meld", "meld hearts", "meld Kh As", "As Kh", "claim trick", "9d As", "close As", "Zz")
        ],
        *[(BIDDING, text) for text in ("bid", "bid sixty", "bid A", "Zz")],
        (MATCHING, "A7"),
        (MATCHING, "AK"),
    ],
)
def test_what_an_answer_shows_is_an_action(at: str, text: str, language: Language) -> None:
    """What is typed wrongly is answered with an example that is an action there; all that are said to be legal are typed as they stand."""
    state = parse_state(at)
    assert state.turn is not None
    view = state.view(state.turn)
    with speaking(language):
        with pytest.raises(UsageError) as caught:
            action_typed(text, view)
        said = str(caught.value).partition(": ")[2] if text == "meld" else str(caught.value)
        for example in re.findall(r"\b(?:meld [A-Z0-9][cshd]|bid [0-9]+|claim [cshd])\b", said.replace(text, "")):
            assert action_typed(example, view) in (*state.legal, Claim(Suit.HEARTS)), example
        legal = re.search("(?:legal|szabályos|erlaubt): (.*)", said)
        for example in legal[1].split(", ") if legal else []:
            assert action_typed(example, view) in state.legal


def test_the_way_from_another_program_leads_to_a_position() -> None:
    """What is said of a deal of PBN is done, and its hands are read as they stand."""
    deal = "AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987"
    with pytest.raises(NotationError, match="zsiros/4 hands=, then each, with commas between"):
        parse(f"N:{deal}")
    line = f"zsiros/4 hands={','.join(deal.split())} stock=none"
    assert str(parse_state(line)) == str(parse(line))


def test_a_game_in_place_of_a_position_is_dealt_as_is_said() -> None:
    """Who names a game where a position is wanted is told how it is dealt."""
    for words in (["hola", "4"], ["hola/4"], ["zsiros"], ["66"]):
        (error,) = positions(words, None)
        named = re.search(r"aceten deal (\S+) deals one", str(error))
        assert named, error
        assert str(game_named(named[1], [], None)) == named[1]


def test_actions_in_a_row_keep_their_words() -> None:
    """Behind ``--moves`` an action of two words is one, with commas between them or without."""
    for moves in ("meld Kh, As", "meld Kh As", "meld:Kh;As", "meld hK\nAs"):
        assert [str(action_typed(move, parse_state(MARRIED).view(0))) for move in moves_typed(moves)] == [
            "meld:Kh",
            "As",
        ]
    assert moves_typed("bid 60 pass bid 66") == ["bid 60", "pass", "bid 66"]
    assert moves_typed("Herz Bube A 7") == ["Herz Bube", "A", "7"]
    assert moves_typed("claim h") == ["claim h"]
    assert moves_typed("claim stop") == ["claim", "stop"]
    assert played(parse_state(MATCHING), "A T").state == played(parse_state(MATCHING), "A, T").state
