"""What strangers have written is shown as text, wherever it comes from and goes to: never as marks, and never to be obeyed.

Each test takes all the texts at once; with everything asked for, each of them alone, too, as one may hide behind another.
"""

import csv
import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
import pytest
from hypothesis import given
from support.processes.program_runs import Aceten, Done
from support.slices import in_turn, sliced
from support.texts.damaged_texts import anything
from support.texts.hostile_texts import (
    ALL,
    CONTROLS,
    HALVES,
    MARKS,
    UNSEEN,
    Seen,
    obeyed_by_terminals,
    read_xml,
    written_as_escapes,
)

import aceten
from aceten.conformance.runs.runner import ask_one
from aceten.conformance.verification import ClauseReport, Verification
from aceten.pictures import Worth, picture_of
from aceten_cli.verify import suite as suites
from aceten_spec import RulebookError, shipped
from aceten_spec.loader import parse_rulebook
from aceten_spec.protocol import Question
from aceten_spec.texts.visible_text import visible, visible_json


def each_of(texts: dict[str, str]) -> list[object]:
    """Return the texts as one; with everything asked for each of them, too."""
    together = pytest.param(" ".join(texts.values()), id="all")
    return [together, *sliced([], whole=[pytest.param(text, id=name) for name, text in texts.items()])]


@pytest.fixture
def aceten_says(run: Aceten) -> Callable[..., Done]:
    """Return what runs the program; the two streams hold nothing that a terminal obeys, whatever it is asked."""

    def says(*arguments: str, styled: bool = False) -> Done:
        done = run(*arguments)
        assert obeyed_by_terminals(done.out, styled=styled) | obeyed_by_terminals(done.err, styled=styled) == set(), (
            done
        )
        return done

    return says


@given(anything())
def test_what_is_visible_is_printed_as_it_is(text: str) -> None:
    """Any text comes to lines that no terminal obeys, once and for all; and JSON to such lines that say the same."""
    assert obeyed_by_terminals(visible(text)) == set()
    assert visible(visible(text)) == visible(text)
    assert {each for each in text if each.isprintable()} <= {*visible(text)}
    said = json.dumps({text: text}, ensure_ascii=False)
    assert obeyed_by_terminals(visible_json(said)) == set()
    assert json.loads(visible_json(said)) == {text: text}


# --- What rulebooks say -------------------------------------------------------------------------------------------------


def quoted(text: str) -> str:
    """Return a text as TOML writes it, with all that may not stand there by its number."""
    numbered = (each if each.isprintable() and each not in '"\\' else f"\\U{ord(each):08X}" for each in text)
    return f'"{"".join(numbered)}"'


def house(text: str) -> str:
    """Return a rulebook that has a text wherever a rulebook may have any."""
    said = quoted(text)
    return f"""
format = 1
extends = "zsiros"
id = "house"
prefix = "HOUSE"
title = {said}
summary = {said}
names.hu = [{said}]
glossary.{said} = {said}

[documents.home]
title = {said}
author = {said}
publication = {said}
note = {said}

[[parameters.scoring]]
name = "majority"
meaning = {said}
points = [0, 80]
tricks = "any"
game_points = 1

[[clauses]]
id = "HOUSE-PLAY-5"
kind = "decision"
sources = [{{ document = "home", section = {said} }}]
text = {said}

[[decisions]]
clause = "HOUSE-PLAY-5"
question = {said}
reason = {said}
alternatives = [{{ text = {said}, sources = [{{ document = "home", section = {said} }}] }}]

[[examples]]
id = "HOUSE-EX-1"
title = {said}
clauses = ["HOUSE-PLAY-5"]
position = "house/2 hands=9,8 points=40,20 tricks=8,7"
source = {{ document = "home", section = {said} }}
steps = [{{ action = "9" }}, {{ action = "8" }}]
"""


@pytest.mark.turns(2)
@pytest.mark.parametrize("name", ALL)
def test_rulebooks_hold_nothing_that_is_obeyed(name: str) -> None:
    """Control characters, and what turns the direction of text, are refused with their place; all else is text, marks included."""
    refused = CONTROLS | HALVES
    if name in HALVES:
        with pytest.raises(RulebookError, match="lone surrogate"):
            parse_rulebook(f'title = "{ALL[name]}"')
        return
    if name in refused:
        with pytest.raises(RulebookError, match="obeyed in place of being read") as error:
            parse_rulebook(house(ALL[name]))
        assert error.value.key == "title"
        assert obeyed_by_terminals(str(error.value)) == set()
    else:
        book = parse_rulebook(house(ALL[name]))
        assert (book.title, book.summary, book.names["hu"], book.glossary[ALL[name]]) == (
            ALL[name], ALL[name], (ALL[name],), ALL[name],
        )  # fmt: skip


def test_a_text_deep_inside_is_found_without_recursion() -> None:
    """However deep the tables of a rulebook lie in each other, it is refused in words."""
    with pytest.raises(RulebookError, match="obeyed in place of being read"):
        parse_rulebook(".".join("a" * 1500) + ' = "\\u001B"')


WORDS: Final = MARKS | UNSEEN
"""What a rulebook may say."""


@pytest.mark.turns(2)
@pytest.mark.parametrize("text", each_of(WORDS))
def test_what_rulebooks_say_is_shown(aceten_says: Callable[..., Done], tmp_path: Path, text: str) -> None:
    """Every command that tells of rules shows their words as they stand there, on terminals and in pipes; and so does JSON."""
    file = tmp_path / "house.toml"
    file.write_text(house(text), encoding="utf-8")
    rules = ("--rules", str(file))
    told = [
        aceten_says("rules", "house", *further, *rules)
        for further in ((), ("HOUSE-PLAY-5",), ("HOUSE-EX-1",), ("--full",), ("--sources",))
    ]
    shown = "".join(written_as_escapes(text).split())
    for done in told:
        assert done.status == 0
        assert shown in "".join(done.out.split())
    plain = json.loads(aceten_says("rules", "house", "--json", *rules).out)
    assert (plain["title"], plain["summary"]) == (text, text)
    picture = aceten_says("show", "house/2 hands=9,8", "--svg", "-", *rules).out
    assert "house/2" in "".join(read_xml(picture.encode()).itertext())
    for asked in (("solve", "house/2 hands=9,8 points=40,40 tricks=8,7"), ("deal", "house/2", "--seed", "1")):
        assert aceten_says(*asked, *rules).status == 0


# --- What programs say --------------------------------------------------------------------------------------------------

STRANGER: Final = """
import json, sys
text, does = json.loads(sys.argv[1]), sys.argv[2]
def say(**reply):
    sys.stdout.buffer.write(json.dumps(reply).encode() + b"\\n")
    sys.stdout.flush()
hello = json.loads(sys.stdin.readline())
game = {"game": "zsiros", "players": [4], "levels": ["trick", "position"]}
say(id=hello["id"], protocol=1, program=text, version=text, games=[game])
for line in sys.stdin:
    sys.stderr.buffer.write(text.encode("utf-8", "surrogatepass") + b"\\n")
    sys.stderr.flush()
    asked = json.loads(line)
    if does == "garbage":
        sys.stdout.buffer.write(text.encode("utf-8", "surrogatepass") + b"\\n")
        sys.stdout.flush()
    elif does == "error":
        say(id=asked["id"], error=text)
    elif does == "skip":
        say(id=asked["id"], skip=text)
    elif does == "legal":
        say(id=asked["id"], steps=[{"turn": 0, "legal": [text]}])
    else:
        sys.exit(1)
"""
"""A program that says a text wherever one may, and does what it is told."""
POSITION: Final = '{"command":"position","game":"zsiros","players":4,"position":"zsiros/4 hands=A,K,Q,J"}'


@pytest.mark.parametrize("does", ["garbage", "error", "legal", "skip", "crash"])
@pytest.mark.parametrize("text", each_of(MARKS | CONTROLS | UNSEEN))
@pytest.mark.turns(5)
def test_what_programs_say_is_shown(aceten_says: Callable[..., Done], tmp_path: Path, text: str, does: str) -> None:
    """Names, answers, errors and standard error are shown: in a report, as JSON, as JUnit XML, and in the transcript, line by line."""
    file, junit, log = tmp_path / "stranger.py", tmp_path / "junit.xml", tmp_path / "transcript"
    file.write_text(STRANGER, encoding="utf-8")
    program = (sys.executable, str(file), json.dumps(text), does)
    case = ("verify", "case", POSITION, "--junit", str(junit), "--transcript", str(log))
    done = aceten_says(*case, "--", *program)
    assert done.status in {1, 2}
    if does in {"error", "legal"}:
        assert "".join(written_as_escapes(text[:20]).split()) in "".join(done.out.split())
    told = json.loads(aceten_says(*case, "--json", "--", *program).out)
    assert told["program"] == text
    [suites] = read_xml(junit.read_bytes()).iter("testsuites")
    assert all(
        not obeyed_by_terminals(part) for each in suites.iter() for part in (*each.attrib.values(), each.text or "")
    )
    lines = log.read_text(encoding="utf-8")
    assert obeyed_by_terminals(lines) == set()
    hello = next(line for line in lines.split("\n") if line.startswith("< "))
    assert json.loads(hello.removeprefix("< "))["program"] == text


@pytest.mark.turns(6)
@pytest.mark.parametrize("name", ALL)
def test_a_command_may_be_no_text(aceten_says: Callable[..., Done], tmp_path: Path, name: str) -> None:
    """Words of a command that no encoding can hold are told, as JSON and in a JUnit file, too."""
    junit = tmp_path / "junit.xml"
    asked = ("verify", "zsiros/4", "--junit", str(junit), "--json", "--", ALL[name])
    told = json.loads(aceten_says(*asked).out)
    assert (told["verdict"], told["command"]) == ("untested", [ALL[name]])
    assert written_as_escapes(ALL[name][:9]) in "".join(read_xml(junit.read_bytes()).itertext())


@pytest.mark.parametrize("text", each_of(MARKS | UNSEEN))
def test_a_suite_shows_the_names_of_its_programs(
    aceten_says: Callable[..., Done], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str
) -> None:
    """In tables, on a terminal while it runs, and on its page, whose elements are none but those of its tables."""
    file, suite, page = tmp_path / "stranger.py", tmp_path / "suite.toml", tmp_path / "page.html"
    file.write_text(STRANGER, encoding="utf-8")
    question = msgspec.json.decode('{"id":0,' + POSITION[1:], type=Question)
    report = msgspec.structs.replace(
        ask_one([sys.executable, str(file), json.dumps(text), "legal"], question),
        clauses=(ClauseReport(id="ZS-PLAY-3", asked=1, held=0, failed=1),),
    )

    def verify(*_: object, progress: Callable[[str], None], **__: object) -> Verification:
        progress(text)
        return report

    monkeypatch.setattr(suites, "verify_program", verify)
    monkeypatch.setenv("FORCE_COLOR", "1")
    suite.write_text(f'[[program]]\nname = {quoted(text)}\ncommand = ["x"]\ngames = ["zsiros/4"]', encoding="utf-8")
    assert aceten_says("verify", "suite", str(suite), "--page", str(page), styled=True).status == 1
    seen = Seen(page.read_text(encoding="utf-8"))
    assert {name for name, _ in seen.elements} <= {"html", "head", "meta", "style", "body", "pre", "code", "span"}
    assert {key for _, attributes in seen.elements for key in attributes} <= {"charset", "style"}
    assert seen.text.count(written_as_escapes(text[:16])) == 2  # in the table of programs, and above that of clauses
    assert obeyed_by_terminals(seen.text) == set()


# --- What stands on the command line, and in files ------------------------------------------------------------------------


def words(text: str, folder: Path) -> list[tuple[str, ...]]:
    """Return command lines in which a text stands where it does not belong; none of them does anything."""
    file = folder / "text"
    file.write_bytes(
        text.encode("utf-8", "surrogateescape" if "\udcff" in text and "\ud800" not in text else "replace")
    )
    position, out = "zsiros/2 hands=9,8 points=40,40 tricks=8,7", ("--out", str(folder / "out"))
    return [
        (text,), (f"--{text}",), ("help", text), ("-l", text),
        *[("solve", word) for word in (text, f"zsiros/2 {text}", f"zsiros/2 hands={text}", f"zsiros/2 {text}=x", f"{text}/2 hands=9,8")],
        *[("solve", position, option, text) for option in ("--objective", "--nodes", "--seconds", "--rules", "--moves")],
        ("solve", str(file)), ("advise", text), ("advise", position, "--seat", text), ("advise", position, "--method", text),
        ("show", text), ("deal", text), *[("deal", "zsiros/2", f"--{option}", text) for option in (
            "seed", "option", "holds", "lacks", "where", "dealer", "number")],
        ("deal", "zsiros/2", "--option", f"tie={text}"), ("deal", "zsiros/2", "--option", f"{text}=x"),
        ("play", text), ("play", "zsiros/2", "--from", text), ("play", "zsiros/2", "--seats", text), ("puzzle", text),
        ("replay", str(file)), ("replay", text), ("replay", text, "--seen-by", "0"), ("review", text), ("review", str(file)),
        ("rules", text), ("rules", "zsiros", text), ("rules", "--find", text), ("rules", "zsiros", "--rules", str(file)),
        ("verify", text, "--", "x"), ("verify", "zsiros/4", "--", text or "x"), ("verify", "zsiros/4", "--level", text, "--", "x"),
        *[("verify", "zsiros/4", f"--{option}", text, "--", "x") for option in ("option", "case", "known", "junit", "suite", "new")],
        ("verify", "suite", text), ("verify", "suite", str(file)),
        ("verify", "case", text, "--", "x"), ("verify", "new", text, text),
        ("vectors", text), ("perft", text, "2"), ("perft", position, text),
        ("protocol", text), ("docs", text), ("grade", text, *out), ("grade", str(file), *out),
        ("prove", text), ("prove", "zsiros", "--theorem", text), ("prove", "zsiros", "--clause", text),
        ("tables", "build", text), ("tables", "stats", text), ("tables", "remove", text), ("board", "--host", text),
        ("board", "--port", text),
        ("survey", text), ("survey", "run", text, *out), ("survey", "run", str(file), *out), ("survey", "status", text),
        ("survey", "report", text), ("survey", "compare", text, text), ("survey", "sql", text, "SELECT 1"),
    ]  # fmt: skip


@pytest.mark.parametrize("text", each_of(ALL))
@pytest.mark.turns(2)
def test_what_does_not_belong_there_is_told_as_text(
    aceten_says: Callable[..., Done], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str
) -> None:
    """Whatever a command is given, it says what is wrong in words that no terminal obeys; also where that is one."""
    monkeypatch.chdir(tmp_path)
    for styled in (False, True):
        if styled:
            monkeypatch.setenv("FORCE_COLOR", "1")
        for asked in in_turn(words(text, tmp_path), 4):
            done = aceten_says(*asked, styled=styled)
            found = "--find" in asked and len(text.split()) > 1  # some letters between blanks, which are somewhere
            assert done.status in ({0, 1, 2} if found else {1, 2}), (asked, done)
            assert done.err.strip(), asked


# --- Pictures, tables and rows --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_pictures_are_xml_that_shows_what_is_said(name: str) -> None:
    """Whatever labels and captions say stands in a picture as text, and no element comes from it."""
    text = ALL[name]
    state = aceten.parse("zsiros/2 hands=AK,98 lead=0")
    labels = {action.card: text for action in state.legal if isinstance(action, aceten.Play)}
    plain, told = (
        read_xml(picture_of(state, worth=Worth(caption, said)).encode("utf-8"))
        for caption, said in (("x", dict.fromkeys(labels, "x")), (text, labels))
    )
    assert Counter(each.tag for each in told.iter()) == Counter(each.tag for each in plain.iter())
    assert {*told.attrib} == {*plain.attrib}
    shown = "".join(told.itertext())
    assert shown.count(written_as_escapes(text)) >= len(labels)
    assert obeyed_by_terminals(shown) == set()


def test_no_cell_of_a_row_is_a_formula(aceten_says: Callable[..., Done]) -> None:
    """Programs that calculate take a cell for a formula by its first character; ours begin with letters, digits, or are numbers."""
    lines = [f"zsiros/2 hands={hands} points=40,40 tricks=8,7" for hands in ("9,8", "8,9", "9,9")]
    lines += [str(aceten.load(game).deal(seed=1)) for game in in_turn(shipped(), 8)]
    done = aceten_says("solve", *lines, "--csv", "--nodes", "50")
    names, *rows = csv.reader(done.out.splitlines())
    assert {cell for row in rows for cell in row if cell.startswith("-")}
    assert all(re.fullmatch(r"|-?\d+|[A-Za-z0-9][^\t\r\n]*", cell) for row in [names, *rows] for cell in row)


@pytest.mark.turns(36)
@pytest.mark.parametrize("text", each_of(WORDS))
def test_what_surveys_say_is_shown(aceten_says: Callable[..., Done], tmp_path: Path, text: str) -> None:
    """Reports, their pictures, and answers in SQL show what a rulebook says, and what a question itself makes up."""
    (tmp_path / "house.toml").write_text(house(text), encoding="utf-8")
    spec, folder = tmp_path / "survey.toml", tmp_path / "sur'vey [1] \"; --*?"
    spec.write_text(
        'game = "house/2"\nrules = "house.toml"\nvalues = ["points"]\nlimit = 400\ndeals.count = 4\n', encoding="utf-8"
    )
    assert aceten_says("survey", "run", str(spec), "--out", str(folder), "--workers", "1").status == 0
    for asked in (("status",), ("report",), ("report", "--json")):
        assert aceten_says("survey", asked[0], str(folder), *asked[1:]).status == 0
    for picture in folder.rglob("*.svg"):
        read_xml(picture.read_bytes())
    value = "'" + text.replace("'", "''").replace("\0", "") + "'"
    said = f"SELECT {value} AS said FROM deals"  # noqa: S608 - our own question
    for question in (said, said.replace("said", '"' + text.replace('"', '""') + '"')):
        done = aceten_says("survey", "sql", str(folder), question)
        assert done.status == 0
        assert "".join(written_as_escapes(text).split())[:20] in "".join(done.out.split())
    told = aceten_says("survey", "sql", str(folder), said, "--json").out.splitlines()
    assert {json.loads(line)["said"] for line in told} == {text}


BROKEN: Final = "two\nlines\r\x1b[31m\u202e"
"""A name that a folder can have, and no line."""


@pytest.mark.turns(5)
def test_the_names_of_folders_are_told_on_one_line(
    aceten_says: Callable[..., Done], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No name makes a line of its own, which could say anything: neither in errors nor in what is listed."""
    folder = tmp_path / BROKEN
    (folder / "empty").mkdir(parents=True)
    (folder / "notes.txt").write_text("no record", encoding="utf-8")
    (folder / "spec.toml").write_text('game = "zsiros/2"\ndeals.count = 1\n', encoding="utf-8")
    (folder / "bad.jsonl").write_text('{"type":"header"}\n', encoding="utf-8")
    monkeypatch.setenv("ACETEN_TABLES", str(folder / "tables"))
    (folder / "tables").mkdir()
    (folder / "tables" / f"{BROKEN}.table").write_bytes(b"none")
    survey = str(folder / "survey")
    assert aceten_says("survey", "run", str(folder / "spec.toml"), "--out", survey, "--by", "threads").status == 0
    shard = next((folder / "survey").rglob("*.parquet"))
    shard.write_bytes(b"damaged")
    said = [
        aceten_says(*asked)
        for asked in (
            ("survey", "status", str(folder / "empty")),
            ("survey", "status", survey),
            ("survey", "sql", survey, "SELECT 1"),
            ("survey", "report", str(folder / "empty")),
            ("tables", "list"),
            ("tables", "check"),
            ("tables", "remove"),
            ("tables", "list"),
            ("review", str(folder)),
            ("replay", str(folder / "bad.jsonl")),
            ("grade", str(folder), "--out", str(folder / "graded")),
            ("solve", str(folder / "none")),
            ("vectors", "zsiros", "--out", str(folder / "vectors")),
            ("verify", "new", "python", str(folder / "starter")),
        )
    ]
    lines = [line for done in said for line in (done.out + done.err).splitlines()]
    assert not [line for line in lines if line.startswith("lines")]
    assert "".join(lines).count("two\\nlines\\r\\x1b[31m\\u202e") > 5
