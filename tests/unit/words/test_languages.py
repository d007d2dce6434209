"""The program in Hungarian and German: how a language is asked for, that nothing English is left, and what can be typed in it."""

import functools
import json
import re
import sys
from collections.abc import Iterator
from typing import Final, get_args

import pytest
from support.checkout import RECORD
from support.processes.program_runs import Aceten
from tools.messages import TRANSLATED, read

from aceten import Call, Play, Seat, State, load, parse
from aceten.typed.typed_actions import action_typed
from aceten.typed.typed_words import word_meant
from aceten.words import telling
from aceten_cli.frame import help_texts
from aceten_cli.frame.typed_commands import calls_typed
from aceten_cli.main import COMMANDS
from aceten_spec import load_shipped, shipped
from aceten_spec.speech import LANGUAGES, Language, speaking

ENDGAME: Final = "zsiros/4 hands=AO7,T97,K87,AO7 lead=0"
ASKED: Final = {
    "solved": ["solve", ENDGAME],
    "not settled": ["solve", "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0", "--nodes", "9"],
    "reviewed": ["review", ENDGAME, "--moves", "7 7 8 7"],
    "replayed": ["replay", str(RECORD)],
    "puzzle": ["puzzle", "zsiros/4", "--cards", "2", "--seed", "7"],
    "no tables": ["tables", "list"],
    "no option": ["vectors", "zsiros"],
    "no page": ["docs", "no-such-page"],
    "wrong position": ["solve", "zsiros/4 hands=AO7,T97,K87,AO7 lead=7"],
    "wrong option": ["deal", "zsiros/4", "--option", "tie"],
    "help": ["help"],
    "help of a group": ["tables", "build", "--help"],
    "help of a command": ["help", "review"],
}
ZERO: Final = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    game = {"game": "zsiros", "players": [4], "levels": ["trick"], "options": {}}
    hello = {"protocol": 2, "program": "zero", "games": [game]}
    told = hello if asked["command"] == "hello" else {"winner": 0}
    print(json.dumps({"id": asked["id"], **told}), flush=True)
"""
"""A program for which seat 0 wins every trick."""
SENTENCES: Final = {
    "missing file": ["replay", "missing"],
    "missing rulebook": ["rules", "--rules", "missing.toml"],
    "folder": ["solve", "/"],
    "missing program": ["verify", "zsiros/4"],
    "program that cannot be started": ["verify", "zsiros/4", "--", "missing"],
    "program that cannot answer": ["verify", "zsiros/4", "--", "cat"],
    "program that is wrong": [
        *("verify", "zsiros/4", "--level", "trick", "--examples", "4", "--first"),
        *("--", sys.executable, "-S", "-E", "-c", ZERO),
    ],
    "program that is wrong, alone": [
        *("verify", "case"),
        '{"command":"trick","game":"zsiros","players":4,"leader":0,"cards":["9h","9s","Kc","Ad"]}',
        *("--", sys.executable, "-S", "-E", "-c", ZERO),
    ],
    "wrong level": ["verify", "zsiros/4", "--level", "tricks", "--", "cat"],
    "wrong request": ["verify", "case", "{", "--", "cat"],
    "wrong adapter": ["verify", "new", "cobol", "missing"],
    "value that is missing": ["verify", "zsiros/4", "--level"],
    "module that is missing": ["deal", "zsiros", "--where", "missing:wanted"],
    "vectors nowhere": ["vectors", "zsiros", "--out", "/dev/null"],
    "missing theorem": ["prove", "zsiros", "--clause", "ZS-CARDS-4"],
    **{f"help of {name}": ["help", name] for name in COMMANDS},
}
"""What tells of files, programs and proofs, and quotes much that is the same in every language."""
ENGLISH: Final = re.compile(
    r"\b(the|of|and|are|not|with|without|that|from|for|which|by|there|nothing|expected|where|when|its|it|to|this|would|such|exists|directory|no|value)\b",
    re.IGNORECASE,
)
"""Words that hardly an English sentence does without, and that mean nothing in Hungarian or German."""
UNSAID: Final = re.compile(
    r"--[a-z-]+|<[^>]*>|\S*[=/]\S*|\bCtrl\b|\b[A-Z]{2,}\b|'[^']*'|aceten( tables)? [a-z]+|^  [a-z]+", re.MULTILINE
)
"""What is the same in every language: notation, names of options and commands."""
SAME: Final = {
    "aceten",
    "native",
    "python",
    "position",
    "json",
    "option",
    "terminal",
    "shell",
    "minute",
    "name",
    "hand",
    "lead",
    "program",
    "text",
    "version",
    "browser",
    "lines",
}
"""Words that are the same in one of the languages, and names: of searches, of a key, of JSON Lines."""


def words(text: str) -> set[str]:
    """Return the longer words of a text that a language could say in its own way."""
    return {word.lower() for word in re.findall(r"\b[A-Za-z]{4,}\b", UNSAID.sub(" ", text))} - SAME


@pytest.mark.turns(6)
@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
def test_nothing_english_is_left(asked: list[str], run: Aceten) -> None:
    """Results, errors and help have no word of the English ones, and the exit status is the same."""
    english = run(*asked)
    assert words(english.out + english.err)
    for spoken in TRANSLATED:
        done = run("-l", spoken, *asked)
        assert done.status == english.status
        left = words(english.out + english.err) & words(done.out + done.err)
        assert not left


def unquoted(text: str, *further: str) -> str:
    """Return a text without what it quotes: clauses, further texts, and what is written the same in every language."""
    quoted = (*further, *[clause.text for clause in load_shipped("zsiros").clauses])
    return UNSAID.sub(" ", functools.reduce(lambda left, each: left.replace(each, ""), quoted, " ".join(text.split())))


@pytest.mark.turns(8)
@pytest.mark.parametrize("spoken", TRANSLATED)
@pytest.mark.parametrize("asked", SENTENCES.values(), ids=SENTENCES)
def test_no_english_sentence_is_left(
    asked: list[str], spoken: Language, run: Aceten, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is told of files, programs and proofs has no word that stands in English sentences alone, where it has some in English."""
    monkeypatch.setenv("COLUMNS", "2000")
    english, done = run(*asked), run("-l", spoken, *asked)
    assert done.status == english.status
    assert ENGLISH.search(unquoted(english.out + english.err))
    assert not ENGLISH.findall(unquoted(done.out + done.err))


@pytest.mark.turns(4)
@pytest.mark.parametrize("spoken", TRANSLATED)
def test_proofs_are_told(spoken: Language, run: Aceten, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is proved is a text of its own, as clauses are; what is told around it is in the language."""
    monkeypatch.setenv("COLUMNS", "2000")
    asked = ["-l", spoken, "prove", "zsiros", "--players", "2", "--theorem", "T-CARDS.deal", "--jobs", "1"]
    report = json.loads(run(*asked, "--json").out)
    (theorem,) = report["theorems"]
    texts = [each[name] for each in theorem["obligations"] for name in ("statement", "domain")]
    seen = [witness["shows"] for witness in theorem["witnesses"]]
    done = run(*asked)
    assert done.status == 0
    assert theorem["statement"] in done.words
    assert not ENGLISH.findall(unquoted(done.out + done.err, theorem["statement"], *texts, *seen))


@pytest.mark.parametrize(
    ("before", "asked"),
    [
        ("", ["-l", "hu", "solve", ENDGAME]),
        ("", ["solve", ENDGAME, "-l", "hu"]),
        ("", ["--language=hu", "solve", "-lhu", ENDGAME]),
        ("hu", ["solve", ENDGAME]),
        ("de", ["solve", "--language", "hu", ENDGAME]),
        ("en", ["-l", "de", "solve", ENDGAME, "-l", "hu"]),
    ],
)
def test_a_language_is_asked_for(before: str, asked: list[str], run: Aceten, monkeypatch: pytest.MonkeyPatch) -> None:
    """The option of the program, that of the command, and the variable of the environment are equal; the option wins, the last one."""
    monkeypatch.setenv("ACETEN_LANGUAGE", before)
    done = run(*asked)
    assert "A legjobb játék" in done.out
    assert "A viszi az ütést" in done.out


@pytest.mark.parametrize("asked", [["-l", "fr", "solve", ENDGAME], ["solve", ENDGAME, "-l"], ["-l", "hu", "-l"]])
def test_a_language_that_is_not_spoken_is_refused(asked: list[str], run: Aceten) -> None:
    """Languages that there are not, and none, are wrong input."""
    done = run(*asked)
    assert (done.status, done.out) == (2, "")
    assert "-l" in done.err


def test_json_is_the_same_in_every_language(run: Aceten) -> None:
    """What other programs read does not depend on who reads beside them: answers, and reasons in reports."""
    asked = [["show", ENDGAME, "--json"], ["verify", "zsiros/4", "--json", "--", "cat"]]
    for each in asked:
        english, hungarian = (
            re.sub(r'"seconds":[0-9.e-]+', "", run("-l", spoken, *each).out) for spoken in ("en", "hu")
        )
        assert english
        assert english == hungarian


def test_the_languages_of_the_option_are_those_that_are_spoken() -> None:
    """They are written twice, as one of them has to load quickly."""
    assert get_args(help_texts.Language) == LANGUAGES


def moments(game: str) -> Iterator[State]:
    """Yield the states of a deal in which the last legal action is done every time."""
    state = load(game).deal(seed=5)
    while state.turn is not None:
        yield state
        state = state.play(state.legal[-1])


@pytest.mark.turns(8)
@pytest.mark.parametrize("spoken", TRANSLATED)
def test_what_is_told_can_be_typed(spoken: Language) -> None:
    """A card, or anything else that can be done, is understood by the words with which the language in force lists it."""
    with speaking(spoken):
        for state in (state for game in shipped() for state in moments(game)):
            view = state.view(state.turn or 0)
            for action in view.legal:
                typed = action_typed(telling(view).choice(action), view)
                assert typed == action or (isinstance(action, Play) and state.play(typed) == state.play(action))


@pytest.mark.parametrize("spoken", TRANSLATED)
def test_typed_words_mean_one_thing(spoken: Language) -> None:
    """No word stands for two, with or without accents and capital letters, and English words are understood in every language."""
    catalog = [message for message in read(spoken) if message.context == "typed"]
    meant: dict[str, str] = {}
    with speaking(spoken):
        for message in catalog:
            for word in str(message.string).split(", "):
                assert meant.setdefault(word, str(message.id)) == message.id
                assert word_meant(word.upper()) == message.id
        assert {word_meant(str(message.id)) for message in catalog} == {str(message.id) for message in catalog}


@pytest.mark.parametrize(
    ("spoken", "typed", "action"),
    [("hu", "kiraly", "K"), ("hu", "Ász", "A"), ("hu", "ace", "A"), ("de", "konig", "K"), ("de", "Ass", "A")],
)
def test_cards_are_known_by_name(spoken: Language, typed: str, action: str) -> None:
    """Names are known in every language, whichever is spoken, without accents, and by the words of either pack."""
    view = parse("zsiros/2 hands=AK,97 lead=0").view(0)
    with speaking(spoken):
        assert str(action_typed(typed, view)) == action


def test_calls_are_known_by_their_words() -> None:
    """Calls are typed as players say them."""
    state = parse(ENDGAME)
    with speaking("hu"):
        for typed in ("ne üss", "szól ne üss", "call no-beat"):
            (call,) = calls_typed(typed, state, Seat(1))
            assert isinstance(call, Call)
            assert call.kind == "no-beat"


def test_nothing_asked_lists_the_commands(run: Aceten, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a word the program lists what it can do, in every language."""
    for language, word in (("en", "Commands:"), ("hu", "Parancsok:"), ("de", "Befehle:")):
        monkeypatch.setenv("ACETEN_LANGUAGE", language)
        done = run()
        assert word in done.out + done.err
