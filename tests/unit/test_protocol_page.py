"""``aceten protocol``: the page about the protocol as text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from commands import run
from walking import ROOT

from aceten_cli.fields import every_field, parts, plain
from aceten_spec.protocol import REPLIES, Failed, Skipped

if TYPE_CHECKING:
    import msgspec

PAGE = (ROOT / "docs" / "protocol.rst").read_text(encoding="utf-8")


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what it prints, 90 columns wide."""
    monkeypatch.setenv("COLUMNS", "90")
    done = run(capsys, monkeypatch, "protocol")
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
    prose = "".join(line for line in printed.splitlines(keepends=True) if line.rstrip("\n") not in examples)
    assert max(len(line) for line in prose.splitlines()) <= 90
    assert not re.search(r"``|:\w+:`|^\.\. ", prose, re.MULTILINE)
    assert '"verifying" shows how to begin' in " ".join(prose.split())
    assert "(2^20 bytes)" in " ".join(prose.split())
