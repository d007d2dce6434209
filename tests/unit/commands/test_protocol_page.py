"""``aceten protocol``: the pages about the protocol and the notation as text; and their tables, which ``make generate`` writes."""

import re

import msgspec
import pytest
from support.checkout import ROOT
from support.processes.program_runs import Aceten
from tools import deal_times
from tools.page_tables import TABLED, with_tables

from aceten.conformance.oracle.discrepancies import kind_of
from aceten.notation import position
from aceten.vocabulary import actions
from aceten_cli.rules.message_fields import every_field, parts, plain
from aceten_cli.rules.plain_tables import PlainTable, read_table, table_in, write_table
from aceten_spec.options import POSITION_KEYS
from aceten_spec.protocol import ACTIONS, LEVELS, REPLIES, Failed, Skipped

PAGE = (ROOT / "docs" / "protocol.rst").read_text(encoding="utf-8")


@pytest.fixture
def printed(run: Aceten, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what it prints, 90 columns wide."""
    monkeypatch.setenv("COLUMNS", "90")
    done = run("protocol")
    assert (done.status, done.err) == (0, "")
    return done.out


def test_every_field_is_explained(printed: str) -> None:
    """Every field of every message stands there with its type, what it is when it is left out, and what it means."""
    messages: list[type[msgspec.Struct]] = [*REPLIES, *REPLIES.values(), Failed, Skipped]
    words = " ".join(printed.split())
    for message in {*messages, *(part for whole in messages for part in parts(whole))}:
        for field in every_field(message):
            start = " ".join(f"{field.name} {field.kind} {field.left_out}".split())
            assert f"{start} {plain(field.meaning).split()[0]}" in words, field


def test_meanings_are_whole(printed: str) -> None:
    """A meaning that takes several lines goes on below where it begins."""
    lines = printed.splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("position  string"))
    column = lines[place].index("The end of the deal")
    assert " ".join(line[column:].strip() for line in lines[place : place + 3]) == (
        "The end of the deal as a position line, with everything else that bears on the result: marriages, a claim, the bid, ..."
    )


def test_it_is_the_page_of_the_site(printed: str) -> None:
    """Every heading, every example and every sentence up to the schemas stands there, without marks, and fits, but for examples."""
    page, _, rest = PAGE.partition("\nSchemas\n")
    assert rest
    examples = re.findall(r"^   [<>{] ?.*$", page, re.MULTILINE)
    assert len(examples) > 15
    assert all(f"\n{example}\n" in printed for example in examples)
    headings = re.findall(r"^(.+\n[=~-]{3,})$", page, re.MULTILINE)
    assert len(headings) > 10
    assert all(f"{heading}\n" in printed for heading in headings)
    prose = "".join(line for line in printed.splitlines(keepends=True) if not re.match("   [<>{]|   [a-z-]+/", line))
    assert max(len(line) for line in prose.splitlines()) <= 90
    assert not re.search(r"``|:\w+:`|^\.\. ", prose, re.MULTILINE)
    assert '"verifying" shows how to begin' in " ".join(prose.split())
    assert "(2^20 bytes)" in " ".join(prose.split())
    assert f"of {', '.join(LEVELS)}." in " ".join(printed.split())


def test_it_ends_with_the_notation(printed: str) -> None:
    """Cards, words of actions and keys of positions stand at the end."""
    _, heading, notation = printed.partition("\nNotation\n========\n")
    assert heading
    for word, meaning in read_table(table_in(actions.__doc__ or "")).rows:
        assert re.search(rf"^{re.escape(plain(word))} +{re.escape(plain(meaning))[:30]}", notation, re.MULTILINE)
    for key in POSITION_KEYS:
        assert re.search(rf"^{key}  +\w", notation, re.MULTILINE)
    assert re.search(r"^T +10, X +ten ", notation, re.MULTILINE)
    assert "EBNF" not in notation


@pytest.mark.parametrize("page", TABLED)
def test_tables_on_pages_are_current(page: str) -> None:
    """The tables in the source of a page are what the code says; one that says something else is written anew."""
    text = (ROOT / page).read_text(encoding="utf-8")
    assert with_tables(text) == text
    assert with_tables(re.sub("^(``[^ ]+``  .*)\n", r"\1 wrong\n", text, flags=re.MULTILINE)) == text
    assert with_tables(re.sub("^=+  =(?:.+\n)+\n", "", text, flags=re.MULTILINE)) == text


def test_the_readme_tells_times_that_were_measured() -> None:
    """What the README says a deal takes is the median that stands in the table of times."""
    told = re.findall(r"`([a-z-]+/\d)` ((?:over )?[\d.]+ m?s)\b", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(told) == 4
    measured = {each.game: deal_times.words(each.median) for each in deal_times.read()}
    assert told == [(game, measured[game]) for game, _ in told]


def test_every_action_and_every_key_has_a_row() -> None:
    """The tables list actions of every kind, and every key of a position line, in one order."""
    kinds = [kind_of(plain(row[0])) for row in read_table(table_in(actions.__doc__ or "")).rows]
    assert set(kinds) == set(ACTIONS)
    assert tuple(plain(row[0]) for row in read_table(table_in(position.__doc__ or "")).rows) == POSITION_KEYS


def test_a_table_that_is_written_is_read() -> None:
    """Words of a last column that takes several lines are put together again; other cells may be empty."""
    table = PlainTable(("a", "b", "meaning"), (("one", "", " ".join(["words"] * 60)), ("two", "x", "")))
    text = write_table(table)
    assert read_table(text) == table
    assert max(map(len, text.splitlines())) <= 120
    assert table_in(f"Before.\n\n{text}\n\nBehind.") == text
