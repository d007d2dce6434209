"""``aceten vectors``: what it writes and prints, its exit status, and that the page about the files shows what they really hold."""

import hashlib
import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from importlib import metadata
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest
from support.by_schema import validator_of
from support.checkout import DOCS
from support.processes.program_runs import Aceten

import aceten
from aceten.conformance.vectors import check_answer, check_vector, vector_files
from aceten.engine.loading import load_with
from aceten_cli.verify import vectors as command
from aceten_spec import Rulebook, load_file, load_shipped, shipped
from aceten_spec.formats import AnswerVector, Vector, VectorFile, VectorIndex, schemas

PAGE = (DOCS / "formats.rst").read_text(encoding="utf-8")
CHECKED_IN = Path(str(files("aceten_spec"))) / "vectors"


@pytest.fixture
def vectors(run: Aceten) -> Aceten:
    """Return what runs ``aceten vectors``."""
    return partial(run, "vectors")


@pytest.fixture
def without_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files of vectors be empty, where it is not about what they hold."""

    def none(rulebook: Rulebook, _options: object = None) -> VectorFile:
        return VectorFile(format=3, game=rulebook.id, rules={}, count=0, vectors=(), answers=(), perft=())

    monkeypatch.setattr(vector_files, "make_vectors", none)


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def check_by_schema(folder: Path, name: str, schema: str) -> None:
    """Let an independent validator look at a file by a schema that was written beside it."""
    validator = validator_of(json.loads((folder / f"{schema}.schema.json").read_bytes()))
    validator.validate(json.loads((folder / name).read_bytes()))  # pyright: ignore[reportUnknownMemberType] - partially typed


@pytest.mark.turns(6)
def test_what_is_written_is_what_the_index_says(vectors: Aceten, tmp_path: Path) -> None:
    """The index lists the files with their hashes, cases and clauses; they and the schemas are there, and nothing else; so it is printed.

    The same version writes the same bytes, in every process.
    """
    folder, again = tmp_path / "new" / "vectors", tmp_path / "again"
    done = vectors("sedma-three", "--out", str(folder))
    assert (done.status, done.err) == (0, "")
    written = contents(folder)
    index = msgspec.json.decode(written["index.json"], type=VectorIndex)
    cases, match = index.files
    data = msgspec.json.decode(written["sedma-three.json"], type=VectorFile)
    tested = {clause for case in data.vectors for clause in case.clauses}
    tested |= {clause for case in data.answers for clause in case.clauses}
    assert index.aceten == metadata.version("aceten")
    assert (cases.file, match.file) == ("sedma-three.json", "sedma-three.match.jsonl")
    assert [entry.sha256 for entry in index.files] == [
        hashlib.sha256(written[entry.file]).hexdigest() for entry in index.files
    ]
    assert cases.cases == sum(map(len, (data.vectors, data.answers, data.perft, data.numbers, data.draws)))
    assert set(cases.clauses) == tested
    assert {name: text.decode() for name, text in written.items() if name.endswith(".schema.json")} == {
        f"{name}.schema.json": schema for name, schema in schemas().items()
    }
    assert len(written) == len(schemas()) + 3
    check_by_schema(folder, "index.json", "index")
    check_by_schema(folder, "sedma-three.json", "vector")
    assert done.out.splitlines() == [
        f"{folder / 'sedma-three.json'}: {cases.cases} cases, {len(tested)} clauses",
        f"{folder / 'sedma-three.match.jsonl'}: a match",
    ]
    subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "aceten_cli.main", "vectors", "sedma-three", "--out", str(again)],
        env=os.environ | {"PYTHONHASHSEED": "7"},
        check=True,
        capture_output=True,
    )
    assert contents(again) == written


@pytest.mark.usefixtures("without_cases")
def test_all_is_every_game(vectors: Aceten, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """``all`` writes the vectors of every game into one folder, with one index; ``--json`` prints it."""
    monkeypatch.setattr(command, "shipped", lambda: ("zsiros", "sedmice"))
    done = vectors("all", "--out", str(tmp_path), "--json")
    assert done.status == 0
    index = msgspec.json.decode(done.out, type=VectorIndex)
    assert index == msgspec.json.decode((tmp_path / "index.json").read_bytes(), type=VectorIndex)
    assert [entry.game for entry in index.files] == ["zsiros", "zsiros", "sedmice", "sedmice"]
    assert {entry.file for entry in index.files} < set(contents(tmp_path))


@pytest.mark.usefixtures("without_cases")
def test_a_folder_may_have_something_in_it(vectors: Aceten, tmp_path: Path) -> None:
    """Files of other names stay as they are; those of an earlier run are written anew."""
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "index.json").write_text("old", encoding="utf-8")
    assert vectors("zsiros", "--out", str(tmp_path)).status == 0
    assert contents(tmp_path)["notes.txt"] == b"mine"
    check_by_schema(tmp_path, "index.json", "index")


@pytest.mark.turns(8)
def test_vectors_of_a_rulebook_of_ones_own(vectors: Aceten, tmp_path: Path) -> None:
    """They bear its name and its clauses, and hold by it; the name has to be that of the rulebook."""
    file, folder = tmp_path / "house.toml", tmp_path / "vectors"
    file.write_text(
        'format = 1\nextends = "schnapsen"\nid = "house"\nprefix = "HOUSE"\ntitle = "At home"\nparameters.schneider = 30\n',
        encoding="utf-8",
    )
    done = vectors("house", "--rules", str(file), "--out", str(folder))
    assert (done.status, done.err) == (0, "")
    data = msgspec.json.decode((folder / "house.json").read_bytes(), type=VectorFile)
    rules = load_file(file)
    assert {case.request.game for case in data.answers} == {"house"}
    for case in data.answers:
        check_answer(case, rules=rules)
    assert {clause for case in data.answers for clause in case.clauses} <= {clause.id for clause in rules.clauses}
    assert (folder / "house.match.jsonl").read_text(encoding="utf-8").startswith('{"')
    for name in ("schnapsen", "all"):
        done = vectors(name, "--rules", str(file), "--out", str(folder))
        assert done.status == 2
        assert f"'{name}': the rulebook in {file} is that of 'house'" in done.err


@pytest.mark.turns(6)
@pytest.mark.parametrize(
    ("game", "option"), [("zsiros", "tie=draw"), ("sixty-six", "close=either"), ("sueca", "target=4")]
)
def test_a_folder_holds_one_variant(vectors: Aceten, tmp_path: Path, game: str, option: str) -> None:
    """With ``--option`` every case is played by it and by nothing else, holds by the reference, and has an id that says so."""
    name, _, value = option.partition("=")
    done = vectors(game, "--option", option, "--out", str(tmp_path))
    assert (done.status, done.err) == (0, "")
    data = msgspec.json.decode((tmp_path / f"{game}.json").read_bytes(), type=VectorFile)
    said = load_with(load_shipped(game), None, data.options).options
    assert {key: str(text) for key, text in data.options.items()} == {name: value}
    assert data.vectors
    assert all(case.options == dict(said) and case.id.endswith(f"-{option}") for case in data.vectors)
    assert all(case.request.options == dict(said) for case in data.answers)
    for case in data.vectors:
        check_vector(case)
    for answered in data.answers:
        check_answer(answered)
    others = json.loads((CHECKED_IN / f"{game}.json").read_bytes())
    assert {case.id for case in data.vectors}.isdisjoint(case["id"] for case in others["vectors"])
    check_by_schema(tmp_path, f"{game}.json", "vector")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["zsiros", "--option", "tie=no"], "'no' is no value of the option tie"),
        (["zsiros", "--option", "tye=draw"], "did you mean tie?"),
        (["zsiros", "--option", "tie"], "expected NAME=VALUE"),
        (["all", "--option", "tie=draw"], "name the game"),
    ],
)
def test_options_that_there_are_not(vectors: Aceten, tmp_path: Path, words: list[str], said: str) -> None:
    """They are refused with what there is, and nothing is written."""
    done = vectors(*words, "--out", str(tmp_path / "new"))
    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert contents(tmp_path) == {}


def test_an_unknown_game_is_named_and_nothing_is_written(vectors: Aceten, tmp_path: Path) -> None:
    """No such game: exit status 2, a message with its name and those that there are, and no folder."""
    done = vectors("zsirosz", "--out", str(tmp_path / "new"))
    assert (done.status, done.out) == (2, "")
    assert "no game 'zsirosz'" in done.err
    assert all(name in done.err for name in shipped())
    assert contents(tmp_path) == {}


@pytest.mark.parametrize("inside", ["", "deeper"])
@pytest.mark.usefixtures("without_cases")
def test_a_folder_that_cannot_be_written_is_named(vectors: Aceten, tmp_path: Path, inside: str) -> None:
    """A folder cannot be made where a file is, nor in one: exit status 2, a message that names it, and the file stays."""
    file = tmp_path / "taken"
    file.write_text("mine", encoding="utf-8")
    folder = file / inside
    done = vectors("zsiros", "--out", str(folder))
    assert (done.status, done.out) == (2, "")
    assert re.fullmatch(rf"error: {re.escape(str(folder))}: \w[\w ]+\n", done.err)
    assert file.read_text(encoding="utf-8") == "mine"


@pytest.mark.usefixtures("without_cases")
def test_a_file_that_cannot_be_written_is_an_error(vectors: Aceten, tmp_path: Path) -> None:
    """A schema that cannot be written beside the vectors is not passed over: exit status 2, and the file is named."""
    (tmp_path / "record.schema.json").mkdir()
    done = vectors("zsiros", "--out", str(tmp_path))
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"error: {tmp_path / 'record.schema.json'}: ")


def test_a_folder_has_to_be_given(vectors: Aceten) -> None:
    """Without ``--out`` nothing is written anywhere: exit status 2."""
    done = vectors("zsiros")
    assert (done.status, done.out) == (2, "")
    assert "--out" in done.err


# --- The page on formats ---


def blocks(language: str) -> list[str]:
    """Return the blocks of code of a language on the page."""
    found: list[tuple[str, str]] = re.findall(
        rf"^( *)\.\. code-block:: {language}\n\n((?:\1   .*\n|\n)+)", PAGE, re.MULTILINE
    )
    return [inspect.cleandoc(text) for _, text in found]


@pytest.mark.turns(6)
def test_the_commands_on_the_page_are_carried_out(run: Aceten, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each writes the folder that it names, with an index."""
    monkeypatch.chdir(tmp_path)
    commands = [text.removeprefix("$ aceten ").split() for text in blocks("console")]
    assert len(commands) > 1
    for words in commands:
        assert run(*words).status == 0
        assert Path(words[-1], "index.json").is_file()


def test_the_cases_on_the_page_hold() -> None:
    """The page shows a record, an action, a refused one and an answer: they are as the formats say, and the reference does so."""
    record, valid, invalid, answered = blocks("json")
    again = str(aceten.read_seen_record(record)).splitlines()
    assert [json.loads(line) for line in again[1:]] == [json.loads(line) for line in record.splitlines()[1:]]
    check_vector(msgspec.json.decode(valid, type=Vector))
    check_vector(msgspec.json.decode(invalid, type=Vector))
    answer = msgspec.json.decode(answered, type=AnswerVector)
    check_answer(answer)
    request = msgspec.json.encode(answer.request, order="deterministic")
    assert answer.id == f"ZS-TRICK-{hashlib.sha256(request).hexdigest()[:8]}"


@pytest.mark.usefixtures("without_cases")
def test_the_command_on_the_page_is_there(vectors: Aceten, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The commands on the page write the files that the page lists, and a schema for each kind of them."""
    monkeypatch.chdir(tmp_path)
    for line in blocks("console"):
        assert vectors(*line.removeprefix("$ aceten vectors ").split()).status == 0
    assert msgspec.json.decode(Path("vectors/tie/index.json").read_bytes(), type=VectorIndex).options == {
        "tie": "draw",
        "calls": "off",
    }
    listed: Sequence[str] = re.findall(r"\* - ``(\S+)``", PAGE)
    for name in listed:
        assert (tmp_path / "vectors" / name.replace("GAME", "zsiros")).exists()
    for name in re.findall(r"download:`(\S+)", PAGE):
        assert (tmp_path / "vectors" / name).exists()


def test_what_the_page_relies_on_is_so() -> None:
    """No step of an answer has what the page says is left out, and somewhere what it says is there."""
    left_out, there = {"winning", "tricks", "hands", "talon"}, {"points", "dealer", "players"}
    for each in (*sorted(left_out), *sorted(there)):
        assert f"``{each}``" in PAGE
    keys: set[str] = set()
    for game in shipped():
        data = json.loads((CHECKED_IN / f"{game}.json").read_bytes())
        assert data["count"] == len(data["vectors"])
        examples = {example.id for example in load_shipped(game).examples}
        assert {case["id"].partition("/")[0] for case in data["vectors"]} <= examples
        keys.update(key for case in data["answers"] for step in case["reply"].get("steps", ()) for key in step)
    assert not keys & left_out
    assert keys >= there
