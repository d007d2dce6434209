"""What is said in Hungarian and German: every message has a translation, and play is told in the language in force."""

import json
import pickle
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from string import Formatter

import msgspec
import pytest
from tools.messages import TRANSLATED, anew, read, written

from aceten import IllegalAction, PositionError, State, load, parse
from aceten.words import meaning_of_result, telling, tricks_of
from aceten_spec import shipped, speech
from aceten_spec.speech import (
    LANGUAGES,
    Language,
    language,
    line_by_line,
    message_of,
    read_out,
    say,
    say_counted,
    speaking,
)
from aceten_spec.texts.causes import why

ENDGAME = "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0"


def parts(template: str) -> set[tuple[str, str | None]]:
    """Return the parts of a template, with how they are written."""
    return {(name, conversion) for _, name, _, conversion in Formatter().parse(template) if name is not None}


def texts(template: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return a template, or those for one and for several."""
    return (template,) if isinstance(template, str) else tuple(template or ())


def moments(game: str) -> Iterator[State]:
    """Yield the states of a deal in which the last legal action is done every time."""
    state = load(game).deal(seed=5)
    while state.turn is not None:
        yield state
        state = state.play(state.legal[-1])
    yield state


def told(state: State) -> Iterator[str]:
    """Yield what is told of a moment."""
    words = telling(state)
    for action in state.legal:
        yield from (words.choice(action), words.done(action), words.does(action), words.tries(action))
    yield from (mark for seat in range(state.game.players) for mark in words.marks(seat))
    yield from (
        *words.trick(),
        *words.own(),
        words.asked(),
        *words.explained(),
        words.opening(),
        *words.table(),
        *words.notes(),
        *words.gist(),
    )
    yield meaning_of_result(state)


@pytest.mark.parametrize("spoken", TRANSLATED)
def test_every_message_is_translated(spoken: Language) -> None:
    """Each language has every message that is said, with the same parts, none more, and none that is uncertain."""
    assert written(spoken).read_text(encoding="utf-8") == anew(spoken), "make messages writes it anew"
    for message in read(spoken):
        if not message.id:
            continue
        assert not message.fuzzy, message.id
        for text in texts(message.string):
            assert text, message.id
            assert parts(text) == parts(texts(message.id)[0]), message.id


def test_a_language_is_spoken_as_long_as_it_is_in_force() -> None:
    """One language can be spoken within another; English is spoken before and after, also where an error ends it."""
    spoken = [language()]
    with speaking("hu"):
        spoken.append(language())
        with pytest.raises(PositionError), speaking("de"):
            parse(f"zsiros/2 hands=9,87 lead={len(spoken) - 1}")
        spoken.append(language())
    assert [*spoken, language()] == ["en", "hu", "hu", "en"]


@pytest.mark.parametrize(
    ("spoken", "one", "many", "sentence"),
    [
        ("en", "1 card", "4 cards", "A plays alone"),
        ("hu", "1 lap", "4 lap", "A egyedül játszik"),
        ("de", "1 Karte", "4 Karten", "A spielt allein"),
    ],
)
def test_words_are_those_of_the_language(spoken: Language, one: str, many: str, sentence: str) -> None:
    """Sentences and numbers of things are said as the language says them."""
    with speaking(spoken):
        assert [say_counted("{number} card", "{number} cards", number) for number in (1, 4)] == [one, many]
        assert say("{who} plays alone", who="A") == sentence


def test_without_a_catalog_english_is_spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A language whose catalog was not compiled speaks English, without an error."""
    monkeypatch.setattr(speech, "CATALOGS", tmp_path)
    with speaking("hu"):
        assert say("{who} plays alone", who="A") == "A plays alone"


def test_a_message_is_said_in_the_language_in_force() -> None:
    """In English it is the same whatever is spoken, and so are its parts; said to people it is in their language, line by line."""
    with speaking("hu"):
        error = message_of("an error: {error}", error="kaput")
        message = message_of("it cannot be started again: {problem}", problem=error)
        assert str(message) == "it cannot be started again: an error: kaput"
        assert message.said() == "nem indítható újra: hiba: kaput"
        assert read_out(line_by_line([message, "kaput"])) == "nem indítható újra: hiba: kaput\nkaput"
    assert message.said() == str(message)
    assert line_by_line([]) == ""
    assert str(line_by_line(["again"] * 5000)).count("\n") == 5000 - 1


def test_a_message_is_said_in_another_process() -> None:
    """Who has not made it says it in any language, too: it is a value, however it comes there."""
    message = message_of(
        "{program} does not play by {contradicted}",
        program="p",
        contradicted=(message_of("it is nested too deeply"), message_of("no result"), "kaput"),
    )
    said = "p nem így játszik: túl mélyen van egymásba ágyazva; nincs eredmény; kaput"
    for told, reads in (
        (pickle.dumps(message), "pickle.loads(told)"),
        (msgspec.json.encode(message), "msgspec.json.decode(told, type=Message)"),
    ):
        program = (
            "import msgspec, pickle, sys\n"
            "from aceten_spec.speech import Message, speaking\n"
            "told = sys.stdin.buffer.read()\n"
            f"with speaking('hu'): sys.stdout.buffer.write({reads}.said().encode())\n"
        )
        run = subprocess.run([sys.executable, "-c", program], input=told, capture_output=True, check=True)  # noqa: S603 - our own
        assert run.stdout.decode() == said


@pytest.mark.parametrize(
    ("english", "hungarian", "fails"),
    [
        (
            "No such file or directory",
            "Nincs ilyen fájl vagy mappa",
            lambda: Path("/missing").read_text(encoding="utf-8"),
        ),
        (
            "Expecting value: line 1 column 2 (char 1)",
            "itt érték kell: 1. sor 2. oszlop (1. karakter)",
            lambda: json.loads("["),
        ),
        (
            "Invalid value (at line 1, column 5)",
            "érvénytelen érték (1. sor, 5. oszlop)",
            lambda: tomllib.loads("a = b"),
        ),
        (
            "Expected `int`, got `str` - at `$[0]`",
            "`int` kell, nem `str`, itt: `$[0]`",
            lambda: msgspec.convert(["1"], list[int]),
        ),
        ("it is so", "it is so", lambda: (_ for _ in ()).throw(ValueError("it is so")).__next__()),
    ],
)
def test_what_others_say_is_wrong_is_said(english: str, hungarian: str, fails: Callable[[], object]) -> None:
    """The system and libraries say it in English; what nobody knows stays."""
    with pytest.raises((OSError, ValueError)) as raised:
        fails()
    assert why(raised.value) == english
    with speaking("hu"):
        assert why(raised.value) == hungarian


@pytest.mark.turns(8)
@pytest.mark.parametrize("game", shipped())
def test_a_deal_is_told_in_every_language(game: str) -> None:
    """Whatever is told in words is told in other words by another language, and what is written in notation stays."""
    for state in moments(game):
        english = list(told(state))
        for spoken in TRANSLATED:
            with speaking(spoken):
                assert str(parse(str(state))) == str(state)
                for one, other in zip(english, told(state), strict=True):
                    words = re.sub(r"\b(talon|[A-D]|[2-9TJQKA][cshd]?)\b|^(meld|claim|bid|trump|call):\S+ ", "", one)
                    assert one != other or not re.search("[a-z]{3}", words), one


@pytest.mark.parametrize(
    ("spoken", "move", "outcome"),
    [
        ("hu", "A ász, B tízes, C király, D felső", "A viszi az ütést: 4 lap, 20 pont"),
        ("de", "A Ass, B Zehn, C König, D Ober", "A macht den Stich: 4 Karten, 20 Augen"),
    ],
)
def test_tricks_are_told(spoken: Language, move: str, outcome: str) -> None:
    """Lines of play are told with the names of cards and the words of the language; with its own number of points."""
    state = after = parse(ENDGAME)
    for action in ("A", "T", "K", "O"):
        after = after.play(action)
    with speaking(spoken):
        (story,) = tricks_of(state, [action for _, action in after.log])
    assert (story.moves, story.outcome) == (move, outcome)


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_a_refusal_has_its_code_and_clause_in_every_language(spoken: Language) -> None:
    """What is wrong is said in the language; code, clause and action are those of the protocol."""
    with speaking(spoken), pytest.raises(IllegalAction) as refused:
        parse(ENDGAME).play("9")
    error = refused.value
    says = {"en": "does not hold", "hu": "nincs ez a lap", "de": "hat diese Karte nicht"}
    assert (error.code, error.clause, str(error.action)) == ("not_in_hand", "ZS-PLAY-2", "9")
    assert says[spoken] in str(error)
