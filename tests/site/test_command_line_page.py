"""The page on the command line leaves out no command, no argument, no option, no exit status and no variable of the environment."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
import typer
from support.checkout import ROOT
from support.pages.site_pages import page_at
from support.processes.program_runs import Aceten

from aceten_cli.rules import protocol_pages

COMMANDS: Final = (
    "solve",
    "certify",
    "check",
    "advise",
    "show",
    "deal",
    "play",
    "board",
    "puzzle",
    "review",
    "replay",
    "rules",
    "verify",
    "verify case",
    "verify suite",
    "verify new",
    "vectors",
    "perft",
    "protocol",
    "tables build",
    "tables list",
    "tables check",
    "tables remove",
    "tables stats",
    "survey run",
    "survey status",
    "survey report",
    "survey compare",
    "survey sql",
    "arena",
    "grade",
    "prove",
    "docs",
)


def sources() -> Iterator[Path]:
    """Yield the files of the packages and of what installs them."""
    for root in ("spec", "reference", "solver", "apps"):
        yield from (ROOT / root).rglob("*.py")
    yield ROOT / "hatch_build.py"


def test_every_command_is_listed(site: Path, run: Aceten, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands that ``aceten --help`` lists are those of the page, in the same order."""
    monkeypatch.setenv("COLUMNS", "100")
    listed = re.findall(r"^  ([a-z]+)  ", run("--help").out.partition("Commands:")[2], re.MULTILINE)
    anchors = page_at(site / "command_line.html").anchors
    assert listed == list(dict.fromkeys(each.partition(" ")[0] for each in COMMANDS))
    assert [anchor for anchor in anchors if re.fullmatch("aceten-[a-z]+(-[a-z]+)?", anchor)] == [
        f"aceten-{each.replace(' ', '-')}" for each in COMMANDS
    ]


def test_a_page_is_found_and_opened(site: Path, run: Aceten, monkeypatch: pytest.MonkeyPatch) -> None:
    """``aceten docs`` says where a page is, opens it for who sits at a terminal, and says what is missing where there is none."""
    opened: list[str] = []
    monkeypatch.setattr(typer, "launch", opened.append)
    page = site / "rules" / "zsiros.html"
    assert run("docs", "rules/zsiros") == (0, f"{page}\n", "")
    assert not opened
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert run("docs").status == 0
    assert opened == [(site / "index.html").as_uri()]
    wrong = run("docs", "verifyng")
    assert (wrong.status, wrong.err) == (2, "error: there is no page 'verifyng' (did you mean verifying?)\n")
    monkeypatch.setattr(protocol_pages, "__file__", str(site / "no" / "copy" / "here.py"))
    none = run("docs")
    assert none.status == 1
    assert "'make docs' builds them" in none.err


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_explained(site: Path, command: str, run: Aceten, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every option that ``--help`` names is an anchor of its command's section, and nothing that the help says is left out."""
    monkeypatch.setenv("COLUMNS", "300")
    helped = run(*command.split(), "--help").out
    section = page_at(site / "command_line.html", section=f"aceten-{command.replace(' ', '-')}")
    said = " ".join(section.text.split())
    told, _, listed = helped.partition("Options:\n")
    listed, _, others = listed.partition("\nCommands:\n")
    told, _, arguments = told.partition("Arguments:\n")
    entries = re.findall(r"^  (\S.*?)(?:  +|\n +)(.*(?:\n {4,}.*)*)", f"{arguments}\n{listed}", re.MULTILINE)
    names = {name for signature, _ in entries for name in re.findall(r"(?:^|, )(--?[a-zA-Z][a-zA-Z-]*)", signature)} - {
        "--help",
        "-h",
    }
    assert names or command in {"docs", "protocol", "tables remove"}  # which take none
    assert {f"{command} {name}" for name in re.findall(r"^  ([a-z]+)  ", others, re.MULTILINE)} <= {*COMMANDS}
    for name in names:
        assert f"cmdoption-aceten-{command.replace(' ', '-')}-{name.lstrip('-')}" in section.anchors, name
    for _, words in entries:
        meaning = re.sub(r" +\[(default|env var|required|x[<>]|-?[0-9.]+<=?x).*", "", " ".join(words.split()))
        assert meaning.replace("`", "") in said or "Show this message" in meaning
    for paragraph in told.split("\n\n")[1:]:
        assert " ".join(paragraph.split()).replace("`", "").removeprefix("Example: ") in said
    for default in re.findall(r"[\[;] ?default: ([^\];]+)", " ".join(helped.split())):
        assert f"Default: {default.removesuffix('.0')}." in said
    for variable in re.findall(r"\[env var: ([^\];]+)", " ".join(helped.split())):
        assert f"Or by the variable {variable}." in said


def test_every_exit_status_and_every_variable_is_explained(site: Path) -> None:
    """The numbers with which the program ends stand there, and each variable of the environment that the packages read."""
    text = page_at(site / "command_line.html", section="exit-statuses").text
    assert re.findall(r"^(\d+)", text, re.MULTILINE) == ["0", "1", "2", "130"]
    read = {name for file in sources() for name in re.findall(r'"(ACETEN_[A-Z]+)"', file.read_text(encoding="utf-8"))}
    told = ("BACKEND", "LANGUAGE", "NATIVE", "PROOFS", "TABLES", "WEB")
    assert read == {f"ACETEN_{name}" for name in told}
    assert {f"envvar-{name}" for name in read} <= set(page_at(site / "command_line.html").anchors)
