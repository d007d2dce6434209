"""No block of code escapes: whatever the README and the site show is run, read or taken from a file, by the kind of block that it is."""

import contextlib
import doctest
import functools
import html
import io
import json
import os
import re
import shlex
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
import pytest
from support.by_schema import validator_of
from support.checkout import DOCS, ROOT
from support.pages.site_pages import pages_of
from support.slices import in_turn
from tools.page_walks import PAGES, SAMPLE, blocks
from typer.testing import CliRunner

import aceten
import aceten_solver
from aceten.conformance.vectors import check_answer, check_vector
from aceten_cli.main import program
from aceten_spec.formats import AnswerVector, Vector, schemas
from aceten_spec.plain.mechanisms import PAGES as PLAIN
from aceten_spec.written_cards import parse_cards

_SHOWN: Final = re.compile(
    r'<div class="(?P<kind>doctest )?[^"]*?highlight-(?P<language>\w+) [^"]*">'
    r'<div class="highlight"><pre>(?P<text>.*?)</pre>',
    re.DOTALL,
)

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

RUN_BY_OTHERS: Final = {
    ("formats", "console"),
    ("frameworks", "text"),
    ("guides/arena", "text"),
    ("guides/foreign_engine", "go"),
    ("guides/foreign_engine", "java"),
    ("guides/training", "text"),
}
"""Blocks that tests of their own run, with more than stands there, or where a package is installed: ``test_vectors_cli.py``,
``test_starters.py``, ``test_openspiel.py``, ``test_program_policies.py``, ``test_trained_policy.py``, ``test_cookbook.py``."""


class Block(NamedTuple):
    """A block that a reader sees."""

    page: str
    """The page, such as ``guides/own_rules``."""
    language: str
    """What it is marked as; ``doctest`` for a session that stands in the text."""
    text: str


def shown(site: Path) -> Iterator[Block]:
    """Yield every block of code on the site."""
    for page in sorted(pages_of(site)):
        for found in _SHOWN.finditer(page.read_text(encoding="utf-8")):
            name = page.relative_to(site).with_suffix("").as_posix()
            language = "doctest" if found["kind"] else found["language"]
            yield Block(name, language, html.unescape(re.sub(r"<[^>]*>", "", found["text"])))


def is_excerpt(block: Block) -> bool:
    """Whether a block is taken from a file by Sphinx: the text is in a file that the source of the page names."""
    for source in DOCS.glob(f"{block.page}.*"):
        for name in re.findall(r"literalinclude\S* (\S+)", source.read_text(encoding="utf-8")):
            if block.text.strip() in (source.parent / name).read_text(encoding="utf-8"):
                return True
    return False


def is_walked(block: Block) -> None:
    """Require that the block is one of those that ``walking`` goes through."""
    page = f"docs/{block.page}.md"
    assert page in PAGES
    walked = {(each.language, each.body) for each in blocks((ROOT / page).read_text(encoding="utf-8"))}
    assert (block.language, block.text) in walked


def is_true_session(block: Block) -> None:
    """Run a session of Python, which has to stand alone."""
    test = doctest.DocTestParser().get_doctest(block.text, {}, block.page, None, None)
    assert test.examples
    said = io.StringIO()
    doctest.DocTestRunner(verbose=False).run(test, out=said.write)
    assert not said.getvalue(), said.getvalue()


@functools.cache
def validator(name: str) -> "Draft202012Validator":
    """Return what holds a message against a schema."""
    return validator_of(json.loads(schemas()[name]))


def is_notation(block: Block) -> None:
    """Require that each line is a position, a message of the protocol, or cards; the commands of a game, ``test_game_pages.py`` runs.

    Records as people type them are read as a whole; what is false in one, its page's walk shows with what is said of it.
    """
    if aceten.is_text_record(block.text):
        wrong = [found for found in aceten.read_records(block.text) if isinstance(found, aceten.RecordError)]
        assert all(isinstance(found, aceten.FalseRecordError) for found in wrong), wrong
        return
    for line in block.text.splitlines():
        if line.startswith("aceten ") and block.page.startswith("rules/"):
            continue
        if message := re.fullmatch(r"(?:(>|<) )?(\{.*\})", line):
            schema = validator("protocol-request" if message[1] == ">" else "protocol-reply")
            schema.validate(json.loads(message[2]))  # pyright: ignore[reportUnknownMemberType] - partially typed
        elif "=" in line:
            aceten.parse(line)
        else:
            assert parse_cards(line)


def is_case_or_record(block: Block) -> None:
    """Hold a case of a file of vectors against the reference; read the record of what one seat saw; or make the certificate anew."""
    shown: dict[str, str] = json.loads(block.text) if block.page.endswith("certificates") else {}
    if "certificate" in shown:
        made = aceten_solver.certify(aceten.parse_state(shown["position"]), shown["measure"]).to_bytes()
        assert made.partition(b"\n")[0].decode() == block.text.strip()
    elif "strategies" in shown:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "made")
            CliRunner().invoke(program(), ["advise", shown["view"], "--method", "exact", "--certify", str(file)])
            assert file.read_bytes().partition(b"\n")[0].decode() == block.text.strip()
    elif block.text.startswith('{"type": "header"'):
        aceten.read_seen_record(block.text)
    elif "request" in json.loads(block.text):
        check_answer(msgspec.json.decode(block.text, type=AnswerVector))
    else:
        check_vector(msgspec.json.decode(block.text, type=Vector))


def is_in_words(block: Block) -> None:
    """Require that it is one of the pages that say in words what programs of others do (``test_foreign_checkers.py``)."""
    assert block.page in {"certificates", "strategy_certificates"}


def as_in_a_shell(word: str) -> list[str]:
    """Return the files of the project that a word with a star stands for; any other word as it is."""
    return sorted(map(str, ROOT.glob(word))) if re.fullmatch(r"[\w/.]+/\*[\w.]+", word) else [word]


def is_usage_or_command(block: Block) -> None:
    """Require that a line says how a command is used, as the command itself says it; or run it, as an example of that."""
    words = [each for word in shlex.split(block.text)[1:] for each in as_in_a_shell(word)]
    optional = [place for place, word in enumerate(words) if word.startswith("[")]
    if optional:
        command = words[: optional[0]]
        said = CliRunner().invoke(program(), [*command, "--help"], env={"COLUMNS": "400", "TERM": "dumb"}).output
        usage = next(line for line in said.splitlines() if "Usage:" in line)
        assert all(word.strip("[]") in usage for word in words), usage
    elif words[0] == "board":
        # It would serve until Ctrl-C, see tests/board.
        told = CliRunner().invoke(program(), ["board", "--help"], env={"COLUMNS": "400", "TERM": "dumb"}).output
        for word, before in zip(words[1:], words, strict=False):
            if word.startswith("--"):
                assert word in told.split()
            elif not before.startswith("--"):
                aceten.parse_state(word)
    elif "node" not in words or shutil.which("node") is not None:
        if words[:2] == ["tables", "stats"]:  # of what another block builds, when it is its turn
            CliRunner().invoke(program(), ["tables", "build", *words[2:]], env={"ACETEN_TABLES": "tables"})
        done = CliRunner().invoke(program(), words, env={"ACETEN_TABLES": "tables"})
        if words[0] == "tables" and aceten_solver.backend == "python":
            assert "tables need the native core" in str(done.exception)
        else:
            assert done.exit_code == 0, done.output


ENVIRONMENT: Final = {"python3 -m venv .venv", ". .venv/bin/activate"}
"""What makes an environment, and lets the shell use it."""


def is_made_or_installed(block: Block) -> None:
    """Require that the Makefile has what is to be made, that what is to be installed is this checkout, and files named stand."""
    makefile, project = ((ROOT / name).read_text(encoding="utf-8") for name in ("Makefile", "pyproject.toml"))
    for line in block.text.splitlines():
        if line.partition("#")[0].strip() in ENVIRONMENT or "docker " in line:  # no container is built here
            continue
        if written := re.fullmatch(r"python (\S+\.py) > (\S+)", line):
            assert all((ROOT / name).is_file() for name in written.groups()), line
            continue
        told = re.match(r"(make|pip install) ([^\s#]+)", line)
        assert told is not None, line
        if told[1] == "make":
            assert f"\n{told[2]}:" in makefile
        else:
            about = tomllib.loads(project)["project"]
            name, _, extra = told[2].strip('"]').partition("[")
            assert name == ".", "there is no release yet"
            assert extra in {"", *about["optional-dependencies"]}


SITE: Final[Mapping[str, Callable[[Block], None]]] = {
    **dict.fromkeys(("console", "diff", "pycon", "python", "toml", "yaml"), is_walked),
    "default": is_in_words,
    "doctest": is_true_session,
    "json": is_case_or_record,
    "none": is_notation,
    "sh": is_made_or_installed,
    "text": is_usage_or_command,
}
"""What is done with a block of the site, by its language."""

README: Final[Mapping[str, Callable[[Block], None]]] = {
    **dict.fromkeys(("console", "python"), lambda _: None),  # the README is walked as it stands
    "sh": is_made_or_installed,
}
"""The same for the README."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let code run in a folder with a program that can be verified, and a suite of it."""
    for file in (*SAMPLE.glob("*.py"), *(SAMPLE.parent / "javascript").glob("*.mjs")):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    suite = "[[program]]\nname = 'sample'\ncommand = ['python', 'adapter.py']\ngames = ['zsiros/4']\n"
    (tmp_path / "programs.toml").write_text(suite, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)


@contextlib.contextmanager
def about(block: Block) -> Generator[None]:
    """Say of a failure which block it is about."""
    try:
        yield
    except Exception as error:
        error.add_note(f"{block.page}, {block.language}:\n{block.text}")
        raise


def test_every_block_of_the_site_is_run(site: Path) -> None:
    """Every block on every page is of a kind that is run or read, and is right; the kinds that there are occur.

    A run takes a third of them.
    """
    blocks_here = [block for block in shown(site) if not is_excerpt(block)]
    others = {(block.page, block.language) for block in blocks_here} & RUN_BY_OTHERS
    ours = [block for block in blocks_here if (block.page, block.language) not in RUN_BY_OTHERS]
    assert {block.language for block in ours} == set(SITE)
    assert others == RUN_BY_OTHERS
    for block in in_turn(ours, 3):
        with about(block):
            SITE[block.language](block)


def test_every_block_of_a_page_is_marked(site: Path) -> None:
    """There is no block of text on the site but those that say what they are."""
    # Where files are shown as they are.
    made = {site / folder for folder in ("source", "vectors")} | {site / "plain" / f"{page}.html" for page in PLAIN}
    for page in pages_of(site):
        if made & {page, *page.parents}:
            continue
        text = page.read_text(encoding="utf-8")
        assert text.count("<pre") == len(_SHOWN.findall(text)), page


def test_every_block_of_the_readme_is_run() -> None:
    """The same of the README."""
    done: set[str] = set()
    for block in blocks((ROOT / "README.md").read_text(encoding="utf-8")):
        shown_here = Block("README", block.language, block.body)
        with about(shown_here):
            README[block.language](shown_here)
        done.add(block.language)
    assert done == set(README)
    assert "README.md" in PAGES
