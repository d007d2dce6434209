"""Whatever is given to the readers: it is read, or refused with an error of the project that can be printed and acted on."""

from __future__ import annotations

import copy
import functools
import json
import re
import string
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from strategies import read, states

from aceten import (
    AcetenError,
    NotationError,
    PositionError,
    RulebookError,
    State,
    UsageError,
    load,
    parse,
    parse_action,
)
from aceten_spec import Rulebook, load_file, load_shipped, parse_rulebook
from aceten_spec.loader import MAX_RULEBOOK_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable

    from aceten_spec.rulebook import OptionValue

RULEBOOK: Final = files("aceten_spec").joinpath("rulebooks", "zsiros.toml").read_text(encoding="utf-8")

LONGEST_MESSAGE: Final = 2000
"""A message is shorter than this, in characters, whatever was given."""

MOST_LINES: Final = 4
"""A message has no more lines than this."""

MEGABYTE: Final = 1_000_000

UNTIMED: Final = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
"""How long an example takes says nothing here: the machine may have other work."""

THOROUGHLY: Final = settings(UNTIMED, max_examples=300)
"""The same, with more examples."""

AWKWARD: Final = (
    "",
    "\0",
    "\x1b[31m",
    "\x7f",
    "\x85",
    "\u200b",
    "\u2028",
    "\u202e",
    "\ud800",
    "\udfff",
    "\ue000",
    "\ufeff",
    "\U0001f0a1",
    "٣",
    "²",
    "Ⅷ",
    "À",
    "1",
    "10",
    "-1",
    "+1",
    "1_0",
    "1e3",
    "0x1",
    "NaN",
    "'",
    '"',
    "`",
    " - at `$.zz[...]",
    " - at `$.parameters.scoring[0].points[...]",
    " - at `$.parameters[...].zz",
    "{0}",
    "%s",
    "\\",
    "9" * 5000,
    "x" * 5000,
)
"""What readers stumble over: characters that cannot be shown or encoded, digits that are none, numbers that are too long."""


def anything(max_size: int | None = None) -> st.SearchStrategy[str]:
    """Any text, with characters that no file can hold."""
    return st.text(st.characters(exclude_categories=()), max_size=max_size) | st.sampled_from(AWKWARD)


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """Return a text in which a few places were cut out, doubled, or overwritten."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 8)))
        put = draw(st.sampled_from((text[start:end] * 2, text[start:end].swapcase())) | anything(6))
        text = text[:start] + put + text[end:]
    return text


def check_message(error: AcetenError) -> None:
    """Require of an error that its message says something, in a few lines that any terminal shows."""
    assert type(error) is not AcetenError
    message = str(error)
    assert message.strip(string.punctuation + string.whitespace)
    assert len(message) < LONGEST_MESSAGE
    assert message.count("\n") < MOST_LINES
    assert all(line.isprintable() for line in message.split("\n")), ascii(message)
    if isinstance(error, NotationError):
        assert 1 <= error.column <= len(error.text) + 1
        assert error.expected
        assert message.startswith(f"column {error.column}: ")
        assert message.endswith("^")
    if isinstance(error, RulebookError):
        assert error.expected
        assert not re.search("Object (contains|missing)", message), message


def refusal(reader: Callable[[], object]) -> AcetenError | None:
    """Return the error with which something is refused, and require that it is a good one; ``None`` when it is accepted."""
    try:
        reader()
    except AcetenError as error:
        check_message(error)
        return error
    return None


# --- Position lines and actions -----------------------------------------------------------------------------------------


@THOROUGHLY
@given(anything())
def test_no_text_breaks_the_reader_of_positions(text: str) -> None:
    """Any text is refused as a position line with an error that says why; it is hardly ever one."""
    error = refusal(lambda: parse(text))
    assert error is None or isinstance(error, NotationError | PositionError | RulebookError)


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
    ],
)
def test_no_awkward_value_breaks_the_reader_of_positions(line: str) -> None:
    """Whatever stands in place of a game, a number of players, a key or a value, the line is read or refused with its reason."""
    for text in AWKWARD:
        refusal(functools.partial(parse, line.replace("{}", text)))


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
@given(anything() | st.sampled_from(("Ah", "stop", "call:2:no-beat")).flatmap(damaged))
def test_no_text_breaks_the_reader_of_actions(text: str) -> None:
    """Any text is read as an action or refused as none, and what is refused stands in the error."""
    error = refusal(lambda: parse_action(text))
    if error is not None:
        assert isinstance(error, NotationError)
        assert error.text == text


@pytest.mark.parametrize("text", ["A" * MEGABYTE, "call:" * 200_000, "call:2:" + "beat" * 250_000, "\0" * MEGABYTE])
def test_an_action_of_a_megabyte_is_refused(text: str) -> None:
    """A text of a megabyte is no action; the message says what one is, and shows no more than the text's beginning."""
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    check_message(caught.value)
    assert "a card such as A or Ah, 'stop', or 'call:SEAT:CALL'" in caught.value.expected


# --- Rulebooks ----------------------------------------------------------------------------------------------------------

Toml: TypeAlias = "str | int | float | list[Toml] | dict[str, Toml]"
"""What TOML can say, dates apart."""


def toml(value: Toml) -> str:
    """Write a value in TOML, on one line where it is no list."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{quoted(key)} = {toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[\n" + "".join(f"{toml(inner)},\n" for inner in value) + "]"
    return quoted(value) if isinstance(value, str) else str(value).lower()


def quoted(text: str) -> str:
    """Write a text in TOML."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def document(tree: dict[str, Toml]) -> str:
    """Write a TOML document."""
    plain = "".join(f"{quoted(key)} = {toml(value)}\n" for key, value in tree.items() if not isinstance(value, dict))
    tables = [(key, value) for key, value in tree.items() if isinstance(value, dict)]
    return plain + "".join(
        f"[{quoted(key)}]\n" + "".join(f"{quoted(name)} = {toml(inner)}\n" for name, inner in table.items())
        for key, table in tables
    )


def _with_few_examples(tree: dict[str, Toml]) -> dict[str, Toml]:
    examples = tree["examples"]
    assert isinstance(examples, list)
    return tree | {"examples": examples[:5] + examples[-1:]}


TREE: Final = _with_few_examples(tomllib.loads(RULEBOOK))
"""The shipped rulebook as tables and lists, with a few of its examples."""

NUMBERS: Final = (-1, 0, 1, 2, 3, 4, 8, 80, 999_999, 10**6, 2**63, 2**64, 10**30, 10**4000)


def tomls() -> st.SearchStrategy[Toml]:
    """Any value that TOML can say, with words and numbers that stand in rulebooks and others."""
    words = st.sampled_from(
        ("A", "7", "B", "none", "on", "draw", "german-32", "french-52", "ZS-PLAY-1", "ZS-EX-1", "S0")
    )
    plain: st.SearchStrategy[Toml] = (
        st.booleans() | st.sampled_from(NUMBERS) | st.integers() | st.floats() | words | anything(10)
    )
    return st.recursive(
        plain,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words | anything(5), inner, max_size=3),
        max_leaves=5,
    )


@st.composite
def trees(draw: st.DrawFn) -> dict[str, Toml]:
    """Return the shipped rulebook with an entry deleted, added, renamed, doubled or replaced, at any depth."""
    tree = copy.deepcopy(TREE)
    for _ in range(draw(st.integers(1, 2))):
        _change_somewhere(draw, tree)
    return tree


def _change_somewhere(draw: st.DrawFn, tree: dict[str, Toml]) -> None:
    holder: dict[str, Toml] | list[Toml] = tree
    while True:
        inner = [value for value in _values(holder) if isinstance(value, dict | list) and value]
        if not inner or draw(st.integers(0, 3)) == 0:
            break
        holder = draw(st.sampled_from(inner))
    if isinstance(holder, list):
        index = draw(st.integers(0, len(holder) - 1))
        change = draw(st.sampled_from(("delete", "double", "replace")))
        holder[index : index + 1] = {
            "delete": [],
            "double": [holder[index], copy.deepcopy(holder[index])],
            "replace": [draw(tomls())],
        }[change]
    else:
        name = draw(st.sampled_from(sorted(holder)))
        match draw(st.sampled_from(("delete", "rename", "add", "replace", "replace"))):
            case "delete":
                del holder[name]
            case "rename":
                holder[draw(anything(8))] = holder.pop(name)
            case "add":
                holder[draw(anything(8))] = draw(tomls())
            case _:
                holder[name] = draw(tomls())


def _values(holder: dict[str, Toml] | list[Toml]) -> list[Toml]:
    return list(holder.values()) if isinstance(holder, dict) else holder


def check_rulebook(text: str) -> None:
    """Require that a rulebook is refused with its reason, or that a deal can be played by it and written down."""
    rulebooks: list[Rulebook] = []
    error = refusal(lambda: rulebooks.append(parse_rulebook(text, source="home.toml")))
    if error is not None:
        assert isinstance(error, RulebookError)
        assert error.source == "home.toml"
    for rulebook in rulebooks:
        for players in rulebook.parameters.players:
            state = load(rulebook, players=players).deal(seed=1)
            assert parse(str(state), rules=rulebook) == state
            while state.turn is not None:
                state = state.play(state.legal[0])
            assert state.result is not None


def test_the_trees_are_rulebooks() -> None:
    """What these tests change is a rulebook before it is changed, written by them as well as in its file."""
    check_rulebook(RULEBOOK)
    written = parse_rulebook(document(TREE))
    assert msgspec.structs.replace(written, examples=()) == msgspec.structs.replace(load_shipped("zsiros"), examples=())


@THOROUGHLY
@given(trees())
def test_no_changed_rulebook_breaks_its_reader(tree: dict[str, Toml]) -> None:
    """A rulebook in which keys are missing, new or renamed or have other values is refused with its reason, or can be played."""
    check_rulebook(document(tree))


@UNTIMED
@given(st.data())
def test_no_damaged_rulebook_breaks_its_reader(data: st.DataObject) -> None:
    """A rulebook in whose text something was changed is refused with its reason, or can be played."""
    check_rulebook(data.draw(damaged(RULEBOOK[: RULEBOOK.index("# --- Examples of our own")])))


@pytest.mark.parametrize(
    "path",
    [
        (),
        ("names",),
        ("parameters",),
        ("parameters", "values"),
        ("parameters", "scoring", 0),
        ("options",),
        ("options", "tie"),
        ("refusals",),
        ("clauses", 0),
        ("clauses", 0, "sources", 0),
        ("decisions", 0),
        ("examples", 0),
        ("examples", 0, "steps", 0),
    ],
)
def test_no_awkward_word_breaks_the_reader_of_rulebooks(path: tuple[str | int, ...]) -> None:
    """Any text as a new key of a table, or as one of its values, is refused with its reason, or can be played with."""
    for text in AWKWARD:
        tree = copy.deepcopy(TREE)
        table = _at(tree, path)
        names = sorted(table)
        table[text] = 1
        check_rulebook(document(tree))
        del table[text]
        for name in names:
            kept, table[name] = table[name], text
            check_rulebook(document(tree))
            table[name] = kept


def _at(tree: dict[str, Toml], path: tuple[str | int, ...]) -> dict[str, Toml]:
    holder: Toml = tree
    for step in path:
        if isinstance(holder, dict):
            holder = holder[str(step)]
        elif isinstance(holder, list):
            holder = holder[int(step)]
    assert isinstance(holder, dict)
    return holder


@st.composite
def with_other_lines(draw: st.DrawFn) -> str:
    """Return the shipped rulebook with a line left out, written twice, or moved."""
    lines = document(TREE).splitlines(keepends=True)
    start, end = draw(st.integers(0, len(lines))), draw(st.integers(0, len(lines)))
    line = [lines.pop(start % len(lines))]
    return "".join(lines[:end] + line * draw(st.integers(0, 2)) + lines[end:])


@UNTIMED
@given(with_other_lines())
def test_no_line_out_of_place_breaks_the_reader_of_rulebooks(text: str) -> None:
    """A rulebook in which a line is missing, stands twice or elsewhere is refused with its reason, or can be played."""
    check_rulebook(text)


@THOROUGHLY
@given(anything())
def test_no_text_breaks_the_reader_of_rulebooks(text: str) -> None:
    """Any text is refused as a rulebook, with an error that says why."""
    assert isinstance(refusal(lambda: parse_rulebook(text)), RulebookError)


@pytest.mark.parametrize(
    "before",
    ['pack = "', "hand = ", 'direction = "', 'title = "', "[options.", "[", 'id = "ZS-', 'document = "', "values = { "],
)
def test_no_awkward_value_breaks_the_reader_of_rulebooks(before: str) -> None:
    """Whatever stands at the beginning of a value or a key, the rulebook is refused with its reason, or can be played."""
    assert before in RULEBOOK
    for text in AWKWARD:
        check_rulebook(RULEBOOK.replace(before, before + text, 1))


@pytest.mark.parametrize(
    "place",
    [
        "hand = 4",
        "deal = [4]",
        "target = 5",
        "players = [2, 4]",
        "values = { A = 10, T = 10 }",
        "points = [40, 70]",
        "game_points = 1",
        "format = 1",
        "value = 10",
        "dealer = 2",
    ],
)
def test_no_number_breaks_the_reader_of_rulebooks(place: str) -> None:
    """Numbers of any size, with more digits than Python converts, are refused with the reason, or can be played with."""
    assert place in RULEBOOK
    for number in ("-" + "9" * 400, "-1", "0", *("9" * digits for digits in (7, 20, 400, 4000, 4300, 5000))):
        check_rulebook(RULEBOOK.replace(place, re.sub(r"\d+", number, place)))


@pytest.mark.parametrize("depth", [3, 200, 2_000, 100_000])
@pytest.mark.parametrize(
    ("opening", "closing"), [("[", "]"), ("[\n", "\n]"), ("{a=", "}"), ("[{a=", "}]"), ("{a=[\n", "]}")]
)
def test_no_nesting_breaks_the_reader_of_rulebooks(opening: str, closing: str, depth: int) -> None:
    """However deeply lists and tables are nested, closed or not, they are refused with the reason."""
    for text in (opening * depth, opening * depth + closing * depth):
        for place in ("title", "x", "[names]\nhu"):
            assert isinstance(refusal(functools.partial(parse_rulebook, f"{place} = {text}")), RulebookError)


@pytest.mark.parametrize("part", ["a", '"a\u2028"', '"a\x85"', "'a\u2029'"], ids=ascii)
@pytest.mark.parametrize("text", ["{} = 1", "[{}]", "[[{}]]", "x = {{{} = 1}}"])
def test_a_key_of_thousands_of_parts_is_refused_unread(text: str, part: str) -> None:
    """Nobody waits for a key of very many parts, whose reading takes time with their square: it is not even looked at."""
    key = ".".join([part] * 5_000)
    error = refusal(lambda: parse_rulebook(text.format(key)))
    assert isinstance(error, RulebookError)
    assert error.key == ""


# --- Files --------------------------------------------------------------------------------------------------------------


@UNTIMED
@given(content=st.binary() | anything().map(lambda text: text.encode("utf-8", "surrogatepass")))
@example(content=b"\xff\xfe" + RULEBOOK.encode("utf-16-le"))
@example(content=RULEBOOK.encode("iso8859-2"))
@example(content=RULEBOOK.encode() + b"\x00")
@example(content=RULEBOOK.encode() + b"\xed\xa0\x80")
def test_no_file_breaks_the_reader_of_files(tmp_path: Path, content: bytes) -> None:
    """Whatever bytes are in a file, it is refused as a rulebook with an error that names the file."""
    path = tmp_path / "home.toml"
    path.write_bytes(content)
    error = refusal(lambda: load_file(path))
    assert isinstance(error, RulebookError)
    assert error.source == str(path)


def test_a_file_that_is_not_utf_8_is_refused_with_the_place(tmp_path: Path) -> None:
    """The error for a file in another encoding says which byte is wrong and which encoding belongs there."""
    path = tmp_path / "home.toml"
    path.write_bytes(b'title = "Zs\xedros"')
    with pytest.raises(RulebookError) as caught:
        load_file(path)
    assert "byte 11" in caught.value.problem
    assert "UTF-8" in caught.value.expected


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "with a byte order mark"])
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"], ids=["LF", "CRLF"])
def test_a_file_of_any_editor_is_read(tmp_path: Path, mark: bytes, line_end: bytes) -> None:
    """A file in UTF-8 is the same rulebook with both kinds of line ends, and with the mark that some editors put first."""
    path = tmp_path / "home.toml"
    path.write_bytes(mark + RULEBOOK.encode().replace(b"\n", line_end))
    assert load_file(path) == load_shipped("zsiros")


def test_a_file_of_more_than_a_megabyte_is_refused(tmp_path: Path) -> None:
    """A rulebook file may have 1,000,000 bytes; with one more it is refused, and the error says how many it may have."""
    path = tmp_path / "home.toml"
    path.write_bytes(RULEBOOK.encode() + b"#\n" * MEGABYTE)
    with path.open("r+b") as file:
        file.truncate(MAX_RULEBOOK_BYTES)
    assert load_file(path) == load_shipped("zsiros")
    with path.open("ab") as file:
        file.write(b"\n")
    with pytest.raises(RulebookError) as caught:
        load_file(path)
    check_message(caught.value)
    assert caught.value.problem == "file too large"
    assert "1000000 bytes" in caught.value.expected


@pytest.mark.parametrize("line", ["#", "title = ", 'title = "', "x", "1", "[", "\0"])
def test_a_line_of_a_megabyte_in_a_rulebook_is_refused(line: str) -> None:
    """A rulebook of one line of a megabyte is refused in a few words."""
    assert isinstance(refusal(lambda: parse_rulebook(line.ljust(MEGABYTE, line[-1]))), RulebookError)


@UNTIMED
@given(anything())
def test_no_file_name_breaks_the_reader_of_files(name: str) -> None:
    """A file name that nobody can have, or nobody has, is refused as such."""
    path = Path("no such folder" + name)
    error = refusal(lambda: load_file(path))
    assert isinstance(error, RulebookError)
    assert error.source == str(path)


# --- Games and options --------------------------------------------------------------------------------------------------


@THOROUGHLY
@given(anything())
def test_no_name_breaks_the_loading_of_games(name: str) -> None:
    """Any text is refused as the name of a game, with the names that there are."""
    error = refusal(lambda: load(name))
    assert isinstance(error, RulebookError)
    assert "zsiros" in error.expected


@THOROUGHLY
@given(
    st.sampled_from(sorted(load_shipped("zsiros").options))
    | anything().filter(lambda name: name not in ("rules", "players")),
    anything() | st.booleans() | st.integers() | st.sampled_from(NUMBERS),
)
def test_no_option_breaks_the_loading_of_games(name: str, value: OptionValue | bool) -> None:
    """Any option with any value is taken or refused, and the error names the options or values that there are."""
    error = refusal(lambda: load("zsiros", players=2, **{name: value}))
    if error is not None:
        assert isinstance(error, RulebookError)
        assert error.expected.startswith(("one of: ", "a whole number from 1 to "))


@UNTIMED
@given(st.integers() | st.sampled_from(NUMBERS))
def test_no_number_of_players_breaks_the_loading_of_games(players: int) -> None:
    """Any number of players is taken, or refused with the numbers that the game is described for."""
    error = refusal(lambda: load("zsiros", players=players))
    assert (error is None) == (players in (2, 4))
    assert error is None or (isinstance(error, UsageError) and "2, 4" in str(error))


def test_numbers_that_python_does_not_write_are_refused() -> None:
    """A number with more digits than Python turns into text is refused as any other that is too large."""
    large = 10**5000
    assert isinstance(refusal(lambda: load("zsiros", players=large)), UsageError)
    assert isinstance(refusal(lambda: load("zsiros", target=large)), RulebookError)
    assert isinstance(refusal(lambda: load("zsiros", target=-large)), RulebookError)
    assert isinstance(refusal(lambda: load("zsiros", tie=large)), RulebookError)
