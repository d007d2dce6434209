"""What a message shows as an example works when it is typed, in the place of which the message speaks."""

import ast
import json
import re
from collections.abc import Callable
from importlib.resources import files
from ipaddress import ip_address
from pathlib import Path
from typing import Final

import pytest
from support.processes.program_runs import Aceten
from tools.messages import TEXTS

from aceten import (
    AcetenError,
    Claim,
    FalseRecordError,
    NotationError,
    PositionError,
    RecordError,
    Suit,
    UsageError,
    card,
    load,
    parse,
    parse_action,
    parse_state,
    read_records,
)
from aceten.proofs.execution.replacements import named
from aceten.typed.typed_actions import action_typed, moves_typed
from aceten_cli.frame.deal_conditions import cards_by_seat
from aceten_cli.frame.game_names import game_named
from aceten_cli.frame.inputs import played, positions, seat_named
from aceten_cli.frame.typed_commands import steps_typed
from aceten_cli.main import COMMANDS
from aceten_cli.verify.suite import read_suite
from aceten_solver.hidden.shared_tree import check_worlds
from aceten_spec import RulebookError, load_shipped, parse_cards, parse_rulebook, shipped
from aceten_spec.clauses.refusals import refusal_codes
from aceten_spec.clauses.sources import shared
from aceten_spec.speech import DOMAIN, LANGUAGES, Language, say, speaking
from aceten_spec.written_cards import read_suit
from aceten_surveys import read_specification

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


def rule_named(name: str) -> object:
    """Return the clause or the example of that name."""
    books = [*map(load_shipped, shipped())]
    ids = [
        *(clause.id for book in books for clause in book.clauses),
        *(each.id for book in books for each in book.examples),
    ]
    return ids.index(name)


TYPED: Final[dict[str, Callable[[str], object]]] = {
    r"AK\.K\.Q\.J": parse_cards,
    r"\bAh(?=,? (?:or|vagy|oder))": card,
    r"ace of hearts|piros ász|Herz-Ass": parse_cards,
    r"\[A-K\]": parse_cards,
    r"seat=0": has_form("zsiros/2 hands=AK97,???? talon=???? points=30,20 tricks=5,5 {}"),
    r"~7-9\+1": has_form(f"{HIDDEN} past=B:{{}}"),
    r"zsiros/[24]\b(?! hands)": lambda text: game_named(text, [], None),
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
    r"A: K 7": in_record("zsiros/2\n{}\nB: A T\nPoints: 40,20\nA: K B: A"),
    r"1\. K 7": in_record("zsiros/2 points=40,20\nA: A K\nB: T 7\n{}"),
    r"\bKh\b(?=$|,? (?:or|vagy|oder))": card,
    r"\bA(?= or Ah)": parse_action,
    r"\b(?:stop|close|meld:Kh|claim:h|bid:66|trump:h)\b": parse_action,
    r"(?<=[ ,])(?:zsiros|ZS)$": lambda text: next(
        book for book in map(load_shipped, shipped()) if text in {book.id, book.prefix}
    ),
    r"ZS-(?:PLAY|EX)-4": rule_named,
    r"CALL-1\b": lambda text: rule_named(f"SP-{text}"),
    r"(?<=[ ,])0$": has_form("hola/4 hands=A,K,Q,J points=30,20 resets={}"),
    r"tricks=0,0": has_form("zsiros/2 hands=AK,T7 points=40,20 {}"),
    r"aceten(?:\.[a-z]+)+\.credit": named,
    r"A=7(?:7A|h)": lambda text: cards_by_seat(load("zsiros", players=4), "--holds", [text]),
    r"\bA(?= (?:or|vagy|oder) 0)|(?<=(?:or|gy|er) )0(?=,2|\.)": lambda text: seat_named(
        load("zsiros", players=4), text
    ),
    r"0\.0\.0\.0": ip_address,
    r"(?<=aceten )certify": lambda text: COMMANDS[text],
}
"""Examples that stand in messages, and where they are typed."""
MADE: Final = re.compile(r"such as:? (?:games )?\{(?:such|example|known)\}|one card at a time")
"""In messages whose examples are made for the case: tests below type them."""


def templates() -> list[str]:
    """Return what is said to people with an example in it, in English; those made for the case apart."""
    said = [message.id if isinstance(message.id, str) else message.id[0] for message in TEXTS[DOMAIN]()]
    return [text for text in said if "such as" in text and not MADE.search(text)]


@pytest.mark.turns(3)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_works_when_it_is_typed(language: Language) -> None:
    """Each message that says *such as* has an example that is read in its place, in each language."""
    with speaking(language):
        for template in templates():
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
    for claim in ("claim h", "claim with 66", "claim 66 points", "claim with king of hearts"):
        assert moves_typed(f"As {claim}") == ["As", claim]
    assert moves_typed("claim stop") == ["claim", "stop"]
    assert moves_typed("1. A T 2. K 7") == moves_typed("1) A, T 2) K, 7") == ["A", "T", "K", "7"]
    assert moves_typed("A 2. K") == ["A", "2.", "K"]
    assert played(parse_state(MATCHING), "A T").state == played(parse_state(MATCHING), "A, T").state


def test_a_slash_is_put_where_it_is_missing() -> None:
    """A position line whose game has its number of players somehow else is read as the refusal says."""
    for game in ("zsiros", "zsiros 2", "zsiros-2", "zsiros2", "zsiros(2)", "Zsír:2"):
        with pytest.raises(NotationError) as caught:
            parse(f"{game} hands=AK,T7 points=40,20")
        such = str(caught.value.expected).rpartition(" ")[2]
        assert str(parse(f"{such} hands=AK,T7 points=40,20")) == "zsiros/2 hands=AK,T7 lead=0 points=40,20"
    with pytest.raises(NotationError, match="'66' without its number of players; expected a slash, such as 66/2"):
        parse("66 hands=AsKh,9c9d trump=h points=65,40 tricks=4,6")


@pytest.mark.parametrize("read", [read_specification, read_suite])
def test_what_is_shown_of_a_file_is_one(read: Callable[[Path], object], tmp_path: Path) -> None:
    """The example in the error about a file, written into a file, is read."""
    file = tmp_path / "given.toml"
    file.write_text("7 = [", encoding="utf-8")
    with pytest.raises(AcetenError) as caught:
        read(file)
    file.write_text(str(caught.value).partition("such as: ")[2], encoding="utf-8")
    read(file)


def test_what_is_shown_of_a_request_is_one(run: Aceten) -> None:
    """The example in the error about a request is one that a program is asked; where no program is named, how one is named is shown."""
    shown = run("verify", "case", "no", "--", "true").err.partition("such as: ")[2].strip()
    assert json.loads(shown)["game"] == "zsiros"
    assert "expected a request" not in run("verify", "case", shown, "--", "true").err
    words = run("verify", "zsiros/4").err.partition("such as: ")[2].split()
    assert words[: words.index("--") + 1] == ["aceten", "verify", "zsiros/4", "--"]


def test_what_is_shown_of_cards_by_seat_deals_them() -> None:
    """The example of what seats are to hold is dealt."""
    game = load("zsiros", players=4)
    with pytest.raises(UsageError) as caught:
        game.deal(seed=1, holds="77A")  # type: ignore[arg-type]
    shown = re.search(r"\{.*\}", str(caught.value))
    assert shown
    holds = ast.literal_eval(shown[0])
    assert set(parse_cards(holds[0])) <= {*map(card, "7A")}
    assert game.deal(seed=1, holds=holds).hands[0]


def test_what_is_shown_of_a_position_is_one() -> None:
    """The example in the error about what is neither a file nor a line is read."""
    (error,) = positions(["elsewhere"], None)
    shown = re.search(r"such as: (.*?)(?:;|$)", str(error))
    assert shown
    assert parse_state(shown[1]).legal


def test_what_is_shown_of_worlds_are_worlds() -> None:
    """The example of deals and their weights is taken."""
    with pytest.raises(UsageError) as caught:
        check_worlds("zsiros")
    shown = re.search(r"\[\(state, \d\)\]", str(caught.value))
    assert shown
    check_worlds(eval(shown[0], {"state": parse_state(MATCHING)}))  # noqa: S307 - our own words


@pytest.mark.parametrize(
    ("there", "wrong", "about"),
    [
        (
            'document = "pagat-zsiros", section = "Players"',
            'document = "pagat-zsirosh", section = "Players"',
            "document",
        ),
        ("[refusals]\n", "[refusals]\nnot_heldd = 'ZS-PLAY-2'\n", "code"),
    ],
)
def test_what_is_shown_of_a_rulebook_may_stand_in_one(there: str, wrong: str, about: str) -> None:
    """The documents and codes that an error names are known in that place."""
    book = files("aceten_spec").joinpath("rulebooks/zsiros.toml").read_text(encoding="utf-8")
    with pytest.raises(RulebookError) as caught:
        parse_rulebook(book.replace(there, wrong, 1))
    shown = str(caught.value.expected).partition("such as: ")[2].split(", ")
    assert all(shown)
    for each in shown:
        rules = load_shipped("zsiros")
        assert each in ({*rules.documents, *shared()} if about == "document" else refusal_codes(rules.parameters))
