"""The grammar in ``aceten_spec/record_text.ebnf`` and what is written and read: the same language."""

import re
from importlib.resources import files

import pytest
from lark import Lark
from lark.exceptions import LarkError
from support.games.kept_records import Played, read_one, record_of_chance, ways_to_play
from support.slices import TURN, in_turn

import aceten
from aceten.conformance.vectors import make_match
from aceten_spec import load_shipped

GRAMMAR = (files("aceten_spec") / "record_text.ebnf").read_text(encoding="utf-8")
_PARSER = Lark(GRAMMAR, parser="earley", start=["file", "deal", "match"])
WAYS = tuple(ways_to_play())


def allows(start: str, text: str) -> bool:
    """Whether the grammar allows a text."""
    try:
        _PARSER.parse(text, start=start)  # pyright: ignore[reportUnknownMemberType] - its types leave that open
    except LarkError:
        return False
    return True


def test_there_is_a_comment_before_every_rule() -> None:
    """Each rule and each word of the grammar says what it is."""
    lines = GRAMMAR.splitlines()
    for number, line in enumerate(lines):
        if re.match(r"\w+:", line):
            assert lines[number - 1].startswith("// "), line
            assert lines[number - 1].endswith("."), line


@pytest.mark.parametrize("way", in_turn(WAYS, 30), ids=str)
def test_what_is_written_keeps_to_the_grammar(way: Played) -> None:
    """So does the text of every deal, and of what a seat saw of it; lines that are damaged are as good or as bad for both."""
    record = record_of_chance(way, TURN)
    seen = record.seen_by(TURN % way.players)
    assert allows("deal", aceten.record_as_text(record))
    assert allows("deal", aceten.record_as_text(seen))


def test_a_match_keeps_to_the_grammar() -> None:
    """A match and its deals do, and a file of several records."""
    match = aceten.read_match(make_match(load_shipped("schnapsen")))
    begun = aceten.MatchRecord(match.begun, match.begun, match.deals[:2])
    text = aceten.record_as_text(begun)
    assert allows("match", text)
    assert allows("match", f"{text}\nMatch result: 7, 0\n; late\n")
    assert allows("file", f"{aceten.record_as_text(match.deals[0])}\n{text}")


ALLOWED = (
    "zsiros/2\nPlayers: Anna, B\n; gift\nA: A K\nB: T 7\nLead: A\nPoints: 40,20\n\n"
    "1. A: A T @0:10 ; so\n2. A: K 7\nResult: 60, 20 (1, 0)\n"
)


@pytest.mark.parametrize(
    ("found", "put"),
    [
        ("zsiros/2", "zsiros"),
        ("zsiros/2", "zsiros/0"),
        ("Players", "players"),
        ("; gift", "gift"),
        ("A: A K", "A: AK"),
        ("A: A K", "A: a k"),
        ("Lead: A", "Lead:A"),
        ("Lead: A", "lead: A"),
        ("1. A", "1) A"),
        ("1. A: A", "1. A: Ace"),
        ("@0:10", "@10"),
        ("2. A: ", "2. "),
        ("\n\n", "\n"),
    ],
)
def test_what_is_not_written_so_is_not_in_the_grammar(found: str, put: str) -> None:
    """The grammar is of what is written, and of nothing else, though much of that is read."""
    assert allows("deal", ALLOWED)
    assert aceten.record_as_text(read_one(ALLOWED)) == ALLOWED
    assert not allows("deal", ALLOWED.replace(found, put, 1))
