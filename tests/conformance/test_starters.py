"""The starter adapters of ``aceten verify new``: what they are, and that they work when their functions are filled in."""

import json
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Final

import msgspec
import pytest
from support.processes.program_runs import Aceten
from tools.page_walks import ROOT, blocks

from aceten_cli.rules.message_fields import every_field
from aceten_cli.verify.new import LANGUAGES
from aceten_spec.protocol import (
    LEVELS,
    PROTOCOL,
    REPLIES,
    Closed,
    DealResult,
    DealScore,
    Failed,
    GameSupport,
    Hello,
    HelloReply,
    MatchStep,
    Position,
    Step,
)

BODIES: Final = tomllib.loads((Path(__file__).parent / "starters.toml").read_text(encoding="utf-8"))
"""By language, what is filled in: the bodies of four levels, of which the last throws something."""
BODIES["typescript"] = BODIES["javascript"]
MAIN: Final = {
    "python": "adapter.py",
    "javascript": "adapter.mjs",
    "typescript": "adapter.ts",
    "java": "Adapter.java",
    "go": "adapter.go",
    "rust": "src/main.rs",
}
TRICK: Final = re.compile(r'(?<="levels")(\W+(?:List \(map Text )?)\["trick"\]')
"""The levels that a starter names."""
GARBAGE: Final = [
    b"garbage",
    b"[]",
    b'{"id":3}',
    b'{"id":3,"command":',
    b'"\\ud800"',
    b"\xff\xfe",
    b"[" * 100_000,
]
"""Lines that are no requests."""
FULL: Final = b'{"id":7,"command":"perft","\\u00e9":"\\ud83d\\ude00\\n","x":[-1,{"y":null},true]}'
"""A request, with all that JSON has but fractions."""
THROWN: Final = b'{"id":8,"command":"view","scores":null}'
"""A request of which the program throws something, where it sees that a list is null."""


@pytest.fixture
def aceten(run: Aceten, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Aceten:
    """Run the program in a folder for this test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    return run


def commands(folder: Path) -> list[list[str]]:
    """Return the commands that the README in a folder tells a reader to type."""
    return [
        shlex.split(line)
        for line in (folder / "README.md").read_text(encoding="utf-8").splitlines()
        if line[:4] == "    "
    ]


def has_tools(language: str, made: list[list[str]]) -> bool:
    """Whether there is what a starter is built and started with."""
    if any(shutil.which(command[0]) is None for command in made):
        return False
    if language != "typescript":
        return True
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout  # noqa: S607
    return tuple(map(int, version[1:].split(".")[:2])) >= (22, 18)  # earlier ones do not read types


def fill(file: Path, level: str, body: str) -> None:
    """Fill in the function of a level."""
    text, count = re.subn(
        rf'^.*\bskip\W+{level} is not filled in".*\n',
        lambda _: body,
        file.read_text(encoding="utf-8"),
        flags=re.MULTILINE,
    )
    assert count == 1
    file.write_text(text, encoding="utf-8")


def name_levels(file: Path) -> None:
    """Name every level in the hello of a starter."""
    every = json.dumps(LEVELS)
    text, count = TRICK.subn(lambda found: f"{found[1]}{every}", file.read_text(encoding="utf-8"))
    assert count == 1
    file.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_starter_explains_all_that_can_be_asked(language: str, aceten: Aceten, tmp_path: Path) -> None:
    """Comments name every field of request and reply, with its type; hello names one level; a few lines tell how to begin."""
    assert aceten("verify", "new", language, "new").status == 0
    text = (tmp_path / "new" / MAIN[language]).read_text(encoding="utf-8")
    assert "@fields" not in text
    assert "``" not in text
    assert re.search(rf'"protocol"(: |, Number ){PROTOCOL}\b', text)
    for message in (*REPLIES, *REPLIES.values(), GameSupport, Step, DealResult, DealScore, MatchStep):
        if message not in {Hello, HelloReply}:
            assert all(f" - {field.name}: {field.kind}." in text for field in every_field(message)), message
    assert len(TRICK.findall(text)) == 1
    for level in LEVELS:
        assert text.count(f'"{level} is not filled in"') == 1
    assert max(len(line) for line in text.splitlines() if " - " in line) <= 100
    readme = (tmp_path / "new" / "README.md").read_text(encoding="utf-8")
    assert len(readme.splitlines()) <= 14
    assert MAIN[language] in readme
    assert "../engine" in readme


@pytest.mark.parametrize(
    ("game", "words", "others"),
    [
        ("zsiros", ["stop"], ["spice", "meld:Kh", "pass"]),
        ("ristikontra", ["stop", "flip", "spice"], ["claim"]),
        ("schnapsen", ["meld:Kh", "exchange", "close", "claim", "claim:h", "pass"], ["stop", "draw", "bid:66"]),
        ("sixty-six/2", ["draw", "claim:h"], ["flip", "trump:h"]),
        ("auction-sixty-six", ["bid:66", "trump:h", "pass"], ["claim", "exchange"]),
    ],
)
def test_a_starter_lists_the_actions_of_its_game(
    game: str, words: list[str], others: list[str], aceten: Aceten, tmp_path: Path
) -> None:
    """How the actions of this game are written stands at the level at which they are first taken, and those of other games do not."""
    aceten("verify", "new", "python", "new", game)
    text = (tmp_path / "new" / "adapter.py").read_text(encoding="utf-8")
    listed = text.partition(f"    # The actions of {game.partition('/')[0]}:\n")[2].partition("    return")[0]
    assert all(f"# - {word}: " in listed for word in ["A, Ah", *words])
    assert not any(f"# - {word}: " in listed for word in others)


def test_the_go_starter_reads_every_field(aceten: Aceten, tmp_path: Path) -> None:
    """Where a language wants the fields of requests to be declared, all of them are."""
    aceten("verify", "new", "go", "new")
    declared = re.findall(
        r"^\t([A-Z]\w+) ", (tmp_path / "new" / "adapter.go").read_text(encoding="utf-8"), re.MULTILINE
    )
    asked = [
        field
        for request in (*REPLIES, DealScore, Position, Closed)
        if request is not Hello
        for field in every_field(request)
    ]
    assert {field.name.replace("_", "") for field in asked} <= {name.lower() for name in declared}


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ((), '"game": "zsiros",\n            "players": [2, 4],'),
        (("zsiros/4",), '"game": "zsiros",\n            "players": [4],'),
        (("sedma-three",), '"game": "sedma-three",\n            "players": [3],'),
        (("schnapsen/2",), '"game": "schnapsen",\n            "players": [2],'),
    ],
)
def test_a_starter_plays_the_game_that_is_named(
    game: tuple[str, ...], said: str, aceten: Aceten, tmp_path: Path
) -> None:
    """Its hello names that game and the numbers of players; without one, Zsíros."""
    assert aceten("verify", "new", "PY", "a/new", *game).out.splitlines() == [
        "a/new/adapter.py",
        "a/new/README.md",
        "What to fill in is in adapter.py; README.md says how to go on.",
    ]
    assert said in (tmp_path / "a" / "new" / "adapter.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("cobol", "new"), "language 'cobol': expected python, javascript, typescript, java, go, rust;"),
        (("python", "new", "chess"), "chess"),
        (("python", "new", "zsiros/3"), "zsiros"),
        (("python", "new", "zsiros", "--", "node", "adapter.mjs"), "more words than are taken: node adapter.mjs"),
        (("python", "full"), "full: this folder is not empty, and nothing is overwritten; name a new one"),
        (("python", "full/file"), "full/file: File exists"),
        (("python", "full/file/new"), "full/file/new: Not a directory"),
    ],
)
def test_where_no_starter_can_be_written(arguments: tuple[str, ...], said: str, aceten: Aceten, tmp_path: Path) -> None:
    """An error says why there is none, and nothing is written."""
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("kept", encoding="utf-8")
    done = aceten("verify", "new", *arguments)
    assert done.status == 2
    assert said in done.err
    assert [path.name for path in tmp_path.rglob("*")] == ["full", "file"]


def test_a_starter_may_go_into_an_empty_folder(aceten: Aceten, tmp_path: Path) -> None:
    """The folder may be there already."""
    assert aceten("verify", "new", "TS", ".").status == 0
    files = {"README.md", "adapter.ts", "package.json", "start.mjs"}
    assert {path.name for path in tmp_path.iterdir()} == files


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node")
@pytest.mark.parametrize("version", ["20.20.2", "22.17.1"])
def test_the_typescript_starter_says_what_it_needs(version: str, aceten: Aceten, tmp_path: Path) -> None:
    """A Node that does not read types is told so at once, in what verify shows, with another way."""
    assert aceten("verify", "new", "typescript", "new").status == 0
    start = tmp_path / "new" / "start.mjs"
    text = start.read_text(encoding="utf-8")
    start.write_text(text.replace("process.versions.node", json.dumps(version)), encoding="utf-8")
    done = aceten("verify", "zsiros", "--", "node", "new/start.mjs")
    assert done.status == 2
    assert f"adapter.ts needs Node 22.18 or later, and this is {version}." in done.out + done.err
    assert "npx tsx adapter.ts" in done.out + done.err


@pytest.mark.turns(90)
@pytest.mark.parametrize("game", ["schnapsen/2", "zsiros"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_starter_works_as_its_readme_says(
    language: str, game: str, aceten: Aceten, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Filled in it conforms; what is left empty is skipped; no request, or what is thrown, is an error; what it prints does no harm."""
    folder = tmp_path / "new"
    assert aceten("verify", "new", language, str(folder), game).status == 0
    *builds, asked = commands(folder)
    assert asked[:4] == ["aceten", "verify", game, "--"]
    program = asked[4:]
    if not has_tools(language, builds or [program]):
        pytest.skip(f"there is no {language} to run it with")
    for filled, body in BODIES[language].items():
        fill(folder / MAIN[language], filled, body)
    name_levels(folder / MAIN[language])
    monkeypatch.chdir(folder)
    for build in builds:
        subprocess.run(build, check=True, capture_output=True)  # noqa: S603 - our own command
    said = aceten("verify", game, "--level", "trick", "--", *program)
    assert (said.status, " 0 asked" in said.out) == (0, False), said
    further = ["--level", "shuffle", *(["--level", "match"] if game == "zsiros" else [])]
    said = aceten("verify", game, *further, "--examples", "20", "--", *program)
    assert said.status == 0, said
    said = aceten("verify", game, "--level", "score", "--level", "position", "--examples", "3", "--", *program)
    assert said.status == 2
    assert "score is not filled in" in said.out
    assert "position is not filled in" in said.out
    replies = subprocess.run(  # noqa: S603 - our own command
        program, input=b"\n".join([*GARBAGE, b" \r", THROWN, FULL]), capture_output=True, check=True
    )
    *failed, thrown, last = replies.stdout.splitlines()
    assert msgspec.json.decode(thrown, type=Failed).id == 8
    assert [msgspec.json.decode(reply, type=Failed).id for reply in failed] == [0, 0, 3, 0, 0, 0, 0]
    assert msgspec.json.decode(last) == {"id": 7, "skip": "perft is not filled in"}


def in_the_guide(language: str) -> str:
    """Return the one block in a language of the guide to engines that were not made for this."""
    guide = (ROOT / "docs" / "guides" / "foreign_engine.md").read_text(encoding="utf-8")
    (body,) = [block.body for block in blocks(guide) if block.language == language]
    return body


@pytest.mark.turns(9)
@pytest.mark.skipif(shutil.which("java") is None, reason="there is no Java")
def test_the_random_of_the_guide_makes_java_shuffle_as_it_should(tmp_path: Path) -> None:
    """Whatever order is wanted, ``Collections.shuffle`` comes to it; also where cards are there twice."""
    stacked = in_the_guide("java")
    main = """
class Main {
    public static void main(String[] arguments) {
        List<String> before = List.of(arguments[0].split(" ")), wanted = List.of(arguments[1].split(" "));
        List<String> pack = new ArrayList<>(before);
        Collections.shuffle(pack, new Stacked(before, wanted));
        System.out.print(String.join(" ", pack));
    }
}"""
    imports, _, rest = stacked.partition("\nclass")
    (tmp_path / "Main.java").write_text(f"{imports}{main}\nclass{rest}", encoding="utf-8")
    command = ["java", str(tmp_path / "Main.java"), "Ah Kh Qh Ah Jh Th 9h", "Th 9h Ah Jh Kh Ah Qh"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - our own command
    assert done.stdout == command[-1]


@pytest.mark.skipif(shutil.which("go") is None, reason="there is no Go")
def test_the_file_of_the_guide_sets_the_stock_of_an_engine_in_go(tmp_path: Path) -> None:
    """In the folder and package of an engine that shuffles when it is made, it deals what is wanted; the adapter's README reaches it."""
    engine = """package schnapsen

type Card string

type Game struct{ stock, Hand []Card }

func New() *Game { game := &Game{stock: []Card{"Jd", "Jh"}}; game.deal(); return game }

func (game *Game) deal() { game.Hand = game.stock[:1] }
"""
    main = """package main

import "example.com/schnapsen"

func main() { print(schnapsen.Stacked([]schnapsen.Card{"Ah", "Jd"}).Hand[0]) }
"""
    files = {
        "engine/go.mod": "module example.com/schnapsen\n\ngo 1.21\n",
        "engine/engine.go": engine,
        "engine/verify.go": in_the_guide("go"),
        "adapter/go.mod": "module adapter\n\ngo 1.18\n",
        "adapter/main.go": main,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    name = "example.com/schnapsen"
    for command in (
        ["go", "mod", "edit", f"-require={name}@v0.0.0", f"-replace={name}=../engine"],
        ["go", "mod", "tidy"],
    ):
        subprocess.run(command, cwd=tmp_path / "adapter", check=True, capture_output=True)  # noqa: S603 - our own commands
    done = subprocess.run(["go", "run", "."], cwd=tmp_path / "adapter", capture_output=True, text=True, check=True)  # noqa: S607
    assert done.stderr == "Ah"
