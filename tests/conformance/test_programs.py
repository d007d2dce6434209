"""The programs that the conformance kit is tried out on: right ones, and wrong ones with one mistake each."""

import ast
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
import pytest
from conformance.mistakes.catalogue import BY_NAME, MISTAKES, shown
from conformance.programs.harmless import HARMLESS
from conformance.programs.referee import Program
from conformance.programs.talk import Talk

from aceten import Game, load
from aceten.conformance.oracle.answers import answer
from aceten.conformance.oracle.cases import example_cases, level_of
from aceten.conformance.oracle.discrepancies import Discrepancy, discrepancies
from aceten.conformance.questions.generator import CaseGenerator
from aceten.conformance.questions.random_source import RandomSource
from aceten_spec import load_shipped, shipped
from aceten_spec.protocol import LEVELS, GameSupport, Question

PROGRAMS: Final = Path(__file__).parent / "programs"
JAVASCRIPT: Final = ["node", str(PROGRAMS / "javascript" / "adapter.mjs")]
PYTHON: Final = [sys.executable, str(PROGRAMS / "python" / "adapter.py")]
REFEREE: Final = [sys.executable, str(PROGRAMS / "referee.py"), "schnapsen"]
SHOWN: Final = shown()

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


def wrong_in(program: Program | Talk, question: Question) -> list[Discrepancy]:
    """Return where a program's answer differs from the reference's."""
    return list(discrepancies(answer(question), program.answer(question)))


def questions_for(support: GameSupport, count: int) -> Iterator[Question]:
    """Yield questions about what a program can do: those of the examples, and as many by chance of each level, player and option."""
    for case in example_cases(load_shipped(support.game), calls=support.calls):
        question = case.question
        known = all(value in support.options.get(name, ()) for name, value in question.options.items())
        if known and question.players in support.players and level_of(question) in support.levels:
            yield question
    for game in games_of(support):
        maker = CaseGenerator(game, RandomSource(count), calls=support.calls)
        for level in LEVELS:
            if level in support.levels:
                yield from (maker.make(level).question for _ in range(count))


def games_of(support: GameSupport) -> Iterator[Game]:
    """Yield the games that a program can play: by the rulebook, and with each of its options."""
    for players in support.players:
        yield load(support.game, players=players)
        for name, values in support.options.items():
            for value in values:
                yield load(support.game, players=players, **{name: value})


# --- Right programs ---


@pytest.mark.turns(10)
@pytest.mark.parametrize("command", [pytest.param(JAVASCRIPT, marks=needs_node), PYTHON], ids=["javascript", "python"])
def test_a_sample_answers_as_the_reference_does(command: list[str]) -> None:
    """A program that was written from the rules alone is right about every question that it says it can answer."""
    with Talk(command) as sample:
        [support] = sample.hello.games
        for question in questions_for(support, 1):
            assert wrong_in(sample, question) == [], question


def test_the_samples_know_nothing_of_the_project() -> None:
    """The samples are what a stranger could have written: they import nothing but the language's own library."""
    known = {"zsiros", *sys.stdlib_module_names}
    for path in (PROGRAMS / "python").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert {alias.name for alias in node.names} <= known
            elif isinstance(node, ast.ImportFrom):
                assert node.module is not None
                assert node.module.partition(".")[0] in known
    for path in (PROGRAMS / "javascript").glob("*.mjs"):
        imported = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("import ")]
        assert all('"./zsiros.mjs"' in line or '"node:' in line for line in imported)


@pytest.mark.parametrize("path", ["javascript/adapter.mjs", "python/adapter.py"])
def test_an_adapter_is_short(path: str) -> None:
    """What a stranger has to write to be verified has less than 80 lines."""
    assert len((PROGRAMS / path).read_text(encoding="utf-8").splitlines()) < 80


@pytest.mark.turns(12)
@pytest.mark.parametrize("name", shipped())
def test_the_independent_model_answers_as_the_reference_does(name: str) -> None:
    """The rules read once more from their text lead to the reference's answers, at every level and with every number of players."""
    program = Program([name])
    for support in program.supports(name):
        for question in questions_for(msgspec.structs.replace(support, options={}), 1):
            assert wrong_in(program, question) == [], question


@pytest.mark.turns(2)
def test_the_independent_model_speaks_the_protocol() -> None:
    """It does so in a process of its own."""
    with Talk(REFEREE) as referee:
        assert {support.game for support in referee.hello.games} == {"schnapsen"}
        for question in SHOWN["turn-up-hidden"]:
            assert wrong_in(referee, question) == []


@pytest.mark.parametrize("name", HARMLESS)
def test_what_only_looks_wrong_is_right(name: str) -> None:
    """A program may list actions in any order, leave out what is not asked for, and write cards in any way that is read."""
    program = HARMLESS[name](["ristiklappi", "sixty-six"])
    for game in program.games:
        maker = CaseGenerator(load(game), RandomSource(1), calls=True)
        for question in (maker.make("deal").question, maker.make("position").question):
            assert program.answer(question) != Program([game]).answer(question)
            assert wrong_in(program, question) == []


# --- Wrong programs ---


def test_every_mistake_is_described() -> None:
    """A mistake is told in one sentence, and belongs to a game, its options and a level that there are."""
    assert len(MISTAKES) > 45
    assert len(BY_NAME) == len(MISTAKES)
    assert set(SHOWN) == set(BY_NAME)
    for mistake in MISTAKES:
        assert not mistake.says[0].islower()
        assert mistake.says.endswith(".")
        assert "\n" not in mistake.says
        assert mistake.level in LEVELS
        name, _, players = mistake.game.partition("/")
        load(name, players=int(players), **mistake.options)


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", BY_NAME)
def test_a_mistake_shows(name: str) -> None:
    """A wrong program answers a question otherwise than the reference, and what is right about it otherwise is: the model's answer."""
    mistake = BY_NAME[name]
    *before, question = SHOWN[name]
    assert level_of(question) == mistake.level
    assert f"{question.game}/{question.players}" == mistake.game
    assert question.options == mistake.options
    made = mistake.make()
    if isinstance(made, Program):
        assert _shows(made, before, question)
        assert wrong_in(Program([question.game]), question) == []
    else:
        if made[0] == "node" and shutil.which("node") is None:
            pytest.skip("node is not installed")
        with Talk(made) as talk:
            assert _shows(talk, before, question)


def _shows(program: Program | Talk, before: list[Question], question: Question) -> bool:
    """Whether a program is wrong about a question, and not about those before it."""
    assert not [earlier for earlier in before if wrong_in(program, earlier)]
    return bool(wrong_in(program, question))


@pytest.mark.turns(12)
@pytest.mark.parametrize("name", ["trumps-change-too-late", "depth-one-more", "backwards"])
def test_a_wrong_program_can_be_started(name: str) -> None:
    """Every program of the catalogue is started by its name."""
    command = [sys.executable, str(Path(__file__).parent / "mistakes" / "run.py"), name]
    assert name not in BY_NAME or BY_NAME[name].command == command
    with Talk(command) as talk:
        *before, question = SHOWN.get(name, SHOWN["seat-nought-leads"])
        assert _shows(talk, before, question) == (name in BY_NAME)
