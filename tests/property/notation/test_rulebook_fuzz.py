"""Rulebooks that were damaged in any way: read or refused, with an error that says where and why."""

import copy
import functools
import json
import re
import tomllib
from importlib.resources import files
from typing import Final, Literal, TypeAlias, get_args, get_origin

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games.changed_rulebooks import SHIPPED
from support.slices import sliced
from support.texts.damaged_texts import (
    AWKWARD,
    NUMBERS,
    THOROUGHLY,
    UNTIMED,
    anything,
    damaged,
    refusal,
)

from aceten import (
    RulebookError,
    load,
    parse,
)
from aceten_spec import Rulebook, load_shipped, parse_rulebook
from aceten_spec.clauses.refusals import refusal_codes
from aceten_spec.rulebook import SuitParameters

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


@functools.cache
def shipped_tree() -> dict[str, Toml]:
    """Return the shipped rulebook as tables and lists, with a few of its examples."""
    return _with_few_examples(tomllib.loads(SHIPPED))


@functools.cache
def suit_trees() -> tuple[dict[str, Toml], ...]:
    """Return shipped rulebooks of games with suit tricks."""
    return tuple(
        _with_few_examples(
            tomllib.loads(files("aceten_spec").joinpath("rulebooks", f"{name}.toml").read_text(encoding="utf-8"))
        )
        for name in ("sixty-six", "auction-sixty-six", "tausendeins", "einwerfen")
    )


_WORDS: Final[dict[str, list[Toml]]] = {
    field.name: list(get_args(field.type))
    for field in msgspec.structs.fields(SuitParameters)
    if get_origin(field.type) is Literal
}


_OTHERS: Final[dict[str, list[Toml]]] = {
    "hand": [1, 3, 6],
    "deal": [[1], [3], [3, 3], [6]],
    "exchange": ["none", "9", "7", "J"],
    "marriages": ["none", "trump", "suit", "order"],
    "marriage_points": [[], [20, 40], [40, 60, 80, 100]],
    "bids": [[], [60, 66, 130]],
    "claim_points": [0, 1, 66, 500],
    "last_trick_points": [0, 10],
    "players": [[2], [4], [2, 4]],
    "pack": ["french-24", "french-20", "german-32"],
    "order": [list("ATKQJ9"), list("AKQJT987"), list("ATKQJ")],
    "close_min_stock": [1, 2, 3],
    "exchange_min_stock": [1, 2, 3],
    "partners_change": [0, 1],
    "schneider": [0, 33],
}


CHOICES: Final = _WORDS | _OTHERS
"""Values that parameters of games with suit tricks can have."""


CODES: Final[tuple[str, ...]] = refusal_codes(load_shipped("sixty-six").parameters)
"""The reasons to refuse an action in games with suit tricks."""


def tomls() -> st.SearchStrategy[Toml]:
    """Any value that TOML can say, with words and numbers that stand in rulebooks and others."""
    words = st.sampled_from(
        ("A", "7", "B", "none", "on", "draw", "german-32", "french-52", "ZS-PLAY-1", "ZS-EX-1", "parlett")
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
    """Return a shipped rulebook with an entry deleted, added, renamed, doubled or replaced, at any depth."""
    tree = copy.deepcopy(draw(st.just(shipped_tree()) | st.sampled_from(suit_trees())))
    for _ in range(draw(st.integers(1, 2))):
        _change_somewhere(draw, tree)
    return tree


@st.composite
def with_other_parameters(draw: st.DrawFn) -> dict[str, Toml]:
    """Return a shipped rulebook of a game with suit tricks, without options, with other values that parameters can have."""
    tree = copy.deepcopy(draw(st.sampled_from(suit_trees()))) | {"options": {}, "decisions": [], "examples": []}
    clauses, parameters = tree["clauses"], tree["parameters"]
    assert isinstance(clauses, list)
    assert isinstance(parameters, dict)
    for clause in clauses:
        assert isinstance(clause, dict)
        clause["kind"], clause["sources"] = "seed", clause.get("sources") or [{"document": "parlett", "section": ""}]
    refusals = tree["refusals"]
    assert isinstance(refusals, dict)
    tree["refusals"] = dict.fromkeys(CODES, refusals["unknown_action"]) | refusals
    for name in draw(st.lists(st.sampled_from(sorted(CHOICES)), min_size=1, max_size=4, unique=True)):
        parameters[name] = draw(st.sampled_from(CHOICES[name]))
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


LONGEST_DEAL: Final = 500
"""No deal has more actions than this."""


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
            actions = 0
            while state.turn is not None:
                state = state.play(state.legal[actions % len(state.legal)])
                actions += 1
                assert actions < LONGEST_DEAL
                assert parse(str(state), rules=rulebook) == state
            assert state.result is not None


def test_the_trees_are_rulebooks() -> None:
    """What these tests change is a rulebook before it is changed, written by them as well as in its file."""
    check_rulebook(SHIPPED)
    written = parse_rulebook(document(shipped_tree()))
    assert msgspec.structs.replace(written, examples=()) == msgspec.structs.replace(load_shipped("zsiros"), examples=())


@THOROUGHLY
@given(trees())
@pytest.mark.turns(12)
def test_no_changed_rulebook_breaks_its_reader(tree: dict[str, Toml]) -> None:
    """A rulebook in which keys are missing, new or renamed or have other values is refused with its reason, or can be played."""
    check_rulebook(document(tree))


@THOROUGHLY
@given(with_other_parameters())
@pytest.mark.turns(6)
def test_a_game_of_other_parameters_is_refused_or_played(tree: dict[str, Toml]) -> None:
    """Parameters of games with suit tricks in other combinations contradict each other, or a deal is played by them to its end."""
    check_rulebook(document(tree))


@pytest.mark.turns(2)
@UNTIMED
@given(st.data())
def test_no_damaged_rulebook_breaks_its_reader(data: st.DataObject) -> None:
    """A rulebook in whose text something was changed is refused with its reason, or can be played."""
    check_rulebook(data.draw(damaged(SHIPPED[: SHIPPED.index("# --- Examples of our own")])))


@pytest.mark.turns(6)
@pytest.mark.parametrize(
    ("number", "path"),
    list(
        enumerate(
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
            ]
        )
    ),
)
def test_no_awkward_word_breaks_the_reader_of_rulebooks(number: int, path: tuple[str | int, ...]) -> None:
    """Any text as a new key of a table, or as one of its values, is refused with its reason, or can be played with."""
    for text in sliced(AWKWARD[number::39], whole=AWKWARD):
        tree = copy.deepcopy(shipped_tree())
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
    lines = document(shipped_tree()).splitlines(keepends=True)
    start, end = draw(st.integers(0, len(lines))), draw(st.integers(0, len(lines)))
    line = [lines.pop(start % len(lines))]
    return "".join(lines[:end] + line * draw(st.integers(0, 2)) + lines[end:])


@pytest.mark.turns(3)
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


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("number", "before"),
    list(
        enumerate(
            [
                'pack = "',
                "hand = ",
                'direction = "',
                'title = "',
                "[options.",
                "[",
                'id = "ZS-',
                'document = "',
                "values = { ",
            ]
        )
    ),
)
def test_no_awkward_value_breaks_the_reader_of_rulebooks(number: int, before: str) -> None:
    """Whatever stands at the beginning of a value or a key, the rulebook is refused with its reason, or can be played."""
    assert before in SHIPPED
    for text in sliced(AWKWARD[number::18], whole=AWKWARD):
        check_rulebook(SHIPPED.replace(before, before + text, 1))


@pytest.mark.turns(12)
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
    assert place in SHIPPED
    for number in ("-" + "9" * 400, "-1", "0", *("9" * digits for digits in (7, 20, 400, 4000, 4300, 5000))):
        check_rulebook(SHIPPED.replace(place, re.sub(r"\d+", number, place)))


@pytest.mark.turns(2)
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
