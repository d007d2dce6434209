"""The runner: right programs are never accused, every mistake is found, and what is found is small and can be asked again."""

import json
import shutil
import sys
from pathlib import Path
from typing import Final

import msgspec
import pytest
from conformance.mistakes.catalogue import BY_NAME, Mistake
from conformance.programs.harmless import HARMLESS
from conformance.programs.in_place import without_starting
from conformance.programs.referee import Program
from conformance.programs.tables import MatchingTable
from support.slices import sliced

from aceten import RulebookError, UsageError, load
from aceten.conformance.coverage import rule_clauses
from aceten.conformance.coverage.blamed_clauses import clauses_tested
from aceten.conformance.oracle.answers import answer, in_parts
from aceten.conformance.oracle.cases import case_of
from aceten.conformance.oracle.discrepancies import discrepancies
from aceten.conformance.questions.generator import CaseGenerator
from aceten.conformance.questions.random_source import RandomSource, seed_before
from aceten.conformance.runs.runner import ask_one, verify
from aceten.conformance.verification import Finding
from aceten.deals.shuffling import split_mix
from aceten_spec import load_shipped, parse_rulebook, shipped
from aceten_spec.protocol import (
    LEVELS,
    DealResult,
    Level,
    PlayReply,
    PositionRequest,
    ScoreReply,
    TrickReply,
    TrickRequest,
)

HERE: Final = Path(__file__).parent
PROGRAMS: Final = HERE / "programs"
JAVASCRIPT: Final = ["node", str(PROGRAMS / "javascript" / "adapter.mjs")]
PYTHON: Final = [sys.executable, str(PROGRAMS / "python" / "adapter.py")]
RUN: Final = str(HERE / "mistakes" / "run.py")

SOME: Final = (
    "led-seven-is-wild",
    "always-asked",
    "rotating-draw",
    "no-must-trump",
    "queen-is-led",
    "closing-judged-at-the-end",
    "equal-bid-is-enough",
    "partner-shows-his-hand",
    "target-has-to-be-passed",
    "uneven-shuffle",
)
"""Mistakes of all levels, for every run of the tests."""
FEW: Final = sliced(3, whole=6)
"""Questions of each level in a test that a right program is not accused, beside the examples."""
SEEDS: Final = sliced(1, whole=100)
"""With how many seeds they are asked."""

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")

TRICK: Final = TrickRequest(id=0, game="zsiros", players=4, leader=0, cards=("9h", "9s", "Kc", "Ad"))


def found_in(mistake: Mistake, *, seed: int = 0, examples: int = 200) -> Finding:
    """Return what the runner finds in a wrong program."""
    game, players = mistake.game.split("/")
    levels: list[Level] = [mistake.level]
    with without_starting(mistake):
        report = verify(
            mistake.command, game, players=int(players), levels=levels, seed=seed, examples=examples, first=True
        )
    assert report.verdict == "diverges", (mistake.name, report.reason)
    return report.findings[0]


# --- Wrong programs ---


@pytest.mark.turns(40)
@pytest.mark.parametrize("name", sliced(SOME, whole=tuple(BY_NAME)))
def test_every_mistake_is_found(name: str) -> None:
    """A wrong program is found out, by a case that is small, cites a clause of its game, and can be asked again by itself."""
    mistake = BY_NAME[name]
    game, players = mistake.game.split("/")
    own: tuple[Level, ...] = (mistake.level,)
    report = verify(mistake.command, game, players=int(players), levels=sliced(own, whole=LEVELS), first=True)
    assert report.verdict == "diverges"
    finding = report.findings[0]
    assert finding.actions <= 60
    assert {clause.id.partition("-")[0] for clause in finding.clauses} <= {load_shipped(game).prefix}
    if finding.kind == "differs":
        again = ask_one(mistake.command, finding.question).findings[0]
        assert (again.field, again.expected, again.given) == (finding.field, finding.expected, finding.given)


@pytest.mark.turns(4)
@pytest.mark.parametrize(
    ("name", "actions", "clause"),
    [
        ("never-continues", 1, "ZS-MULTI-1"),
        ("rotating-draw", 1, "ZS-DRAW-2"),
        ("continues-over-partner", 1, "ZS-MULTI-1"),
        ("exchanges-after-closing", 0, "SN-EXCH-5"),
    ],
)
def test_what_is_found_is_small_and_names_the_clause(name: str, actions: int, clause: str) -> None:
    """What a program does wrong in a whole deal is shown in a position with as few actions as it takes, and the clause is named."""
    finding = found_in(BY_NAME[name])
    assert isinstance(finding.question, PositionRequest)
    assert finding.actions <= actions
    assert clause in [cited.id for cited in finding.clauses[:3]]
    text = next(one.text for one in load_shipped(finding.question.game).clauses if one.id == clause)
    cited = next(one for one in finding.clauses if one.id == clause)
    assert cited.text == text
    assert finding.position.startswith(f"{finding.question.game}/")


def test_a_trick_is_made_smaller() -> None:
    """A wrong winner is shown by as few rounds as it takes."""
    finding = found_in(BY_NAME["led-seven-is-wild"])
    assert isinstance(finding.question, TrickRequest)
    assert len(finding.question.cards) == 4
    assert finding.question.cards[0][0] == "7"
    assert {cited.id for cited in finding.clauses} & {"ZS-PLAY-6", "ZS-PLAY-4"}


@pytest.mark.turns(4)
def test_the_first_finding_can_be_the_last() -> None:
    """A run may stop at the level at which something is found; otherwise it goes on with the others."""
    mistake = BY_NAME["led-seven-is-wild"]
    levels: list[Level] = ["trick", "score"]
    for first, asked in ((True, ["trick"]), (False, ["trick", "score"])):
        with without_starting(mistake):
            report = verify(mistake.command, "zsiros", players=4, levels=levels, examples=20, first=first)
        assert [level.level for level in report.levels] == asked


@pytest.mark.turns(4)
def test_the_same_seed_finds_the_same() -> None:
    """With the same seed everything repeats but the time; with another the questions are others."""
    mistake = BY_NAME["rotating-draw"]
    first, second = (msgspec.structs.replace(found_in(mistake, seed=4, examples=30), seconds=0.0) for _ in range(2))
    assert first == second
    assert found_in(mistake, seed=5, examples=30).question != first.question


@pytest.mark.parametrize("name", ["score-of-another-match", "shuffles-the-shuffled"])
def test_a_program_that_remembers_is_called_unsteady(name: str) -> None:
    """A program whose answers depend on earlier questions is not called wrong in the question, but unsteady, and that is explained."""
    finding = found_in(BY_NAME[name])
    assert finding.kind == "unsteady"
    assert "start" in str(finding.note)


# --- Right programs ---


@pytest.mark.turns(8)
@pytest.mark.parametrize("game", sliced(("einwerfen", "hola", "schnapsen"), whole=shipped()))
def test_right_programs_are_not_accused(game: str) -> None:
    """A right program of any game conforms at all levels, with every option, and nothing is passed over."""
    for seed in range(SEEDS):
        report = verify(
            [sys.executable, str(PROGRAMS / "referee.py"), game], game, examples=FEW, seed=seed, seconds=600
        )
        assert report.verdict == "conforms", (seed, report.findings)
        assert [level.level for level in report.levels] == list(LEVELS)
        assert all(level.complete and not level.skipped and level.asked == level.passed for level in report.levels)


@pytest.mark.turns(6)
@pytest.mark.parametrize("program", [PYTHON, pytest.param(JAVASCRIPT, marks=needs_node)], ids=["python", "javascript"])
def test_samples_are_not_accused(program: list[str]) -> None:
    """The sample programs conform, seed after seed."""
    for seed in range(SEEDS):
        report = verify(program, "zsiros", examples=FEW, seed=seed, seconds=600)
        assert report.verdict == "conforms", (seed, report.findings)


@pytest.mark.turns(24)
@pytest.mark.parametrize("name", sorted(HARMLESS))
def test_harmless_differences_are_tolerated(name: str) -> None:
    """Another order of legal actions, other letters for a card, and parts left out that may be, are no mistakes."""
    report = verify([sys.executable, RUN, name], "zsiros", players=4, examples=FEW)
    assert report.verdict == "conforms", report.findings


@pytest.mark.turns(6)
def test_parts_that_are_left_out_are_said() -> None:
    """What a program leaves out of its answers was not tested, and the report says so."""
    report = verify([sys.executable, RUN, "no-more-than-asked"], "zsiros", players=4, levels=["deal"], examples=5)
    assert [told for told in map(str, report.not_tested) if "hands" in told]


@pytest.mark.turns(20)
def test_all_clauses_are_reached() -> None:
    """Against a program that can do everything, every rule of the game is reached by the questions of a run."""
    report = verify(PYTHON, "zsiros", examples=sliced(15, whole=200), seconds=600)
    assert report.verdict == "conforms"
    assert report.unreached == ()
    assert report.reached == rule_clauses(load_shipped("zsiros"))


# --- Programs that fail, skip, or can do little ---


@pytest.mark.turns(16)
@pytest.mark.parametrize(
    ("fault", "kind"), [("crash", "crash"), ("hang", "timeout"), ("garbage", "garbage"), ("error", "error")]
)
def test_programs_that_fail_are_reported(tmp_path: Path, fault: str, kind: str) -> None:
    """A program that ends, hangs or writes nonsense at a question diverges; the report says how, and after a few such ends the level."""
    done = {
        "crash": "sys.exit('out of cards')",
        "hang": "time.sleep(60)",
        "garbage": "print('I think it is seat 1')",
        "error": "print(json.dumps({'id': asked['id'], 'error': 'no idea'}))",
    }
    patience = 0.2 if fault == "hang" else 60
    report = verify(small_program(tmp_path, done[fault]), "zsiros", levels=["trick"], reply_seconds=patience)
    assert report.verdict == "diverges"
    finding = report.findings[0]
    assert (finding.kind, finding.asked) == (kind, 1)
    assert report.levels[0].stopped_by == (None if fault == "error" else "no_answers")
    assert str(report.levels[0].stopped) == ("" if fault == "error" else "it gave no answer to 5 questions")
    assert isinstance(finding.question, TrickRequest)
    assert finding.given
    if fault == "crash":
        assert "out of cards" in str(finding.note)


@pytest.mark.turns(2)
def test_what_is_skipped_is_not_passed(tmp_path: Path) -> None:
    """Questions that a program skips count neither for it nor against it; one that skips everything is untested."""
    skips = small_program(tmp_path, "print(json.dumps({'id': asked['id'], 'skip': 'only on Sundays'}))")
    report = verify(skips, "zsiros", examples=7)
    assert report.verdict == "untested"
    assert report.levels[0].skipped == {"only on Sundays": 20}
    assert (report.levels[0].asked, report.levels[0].passed) == (0, 0)
    assert "level deal" in map(str, report.not_tested)


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("command", "game", "said"),
    [
        (["/no/such/program"], "zsiros", "cannot be started"),
        ([sys.executable, "-c", "raise SystemExit('no cards here')"], "zsiros", "no cards here"),
        (PYTHON, "sedma", "does not do sedma/2 or sedma/4; it does zsiros/2, zsiros/4"),
    ],
)
def test_what_cannot_be_tested_says_why(command: list[str], game: str, said: str) -> None:
    """A program that does not start, or does not know the game, is untested, and the report says why."""
    report = verify(command, game)
    assert report.verdict == "untested"
    assert said in str(report.reason)


@pytest.mark.turns(6)
def test_options_that_a_program_does_not_know_are_not_asked() -> None:
    """Options that were asked for, and that the program does not name, cannot be tested."""
    report = verify(PYTHON, "zsiros", options={"tie": "draw"}, levels=["score"], examples=5)
    assert report.verdict == "conforms"
    referee = [sys.executable, RUN, "no-more-than-asked"]
    assert verify(referee, "zsiros", options={"target": 77}, levels=["score"]).verdict == "untested"


def test_wrong_arguments_are_refused() -> None:
    """An unknown game, an option that it does not have, and a number that is none are refused before anything is started."""
    with pytest.raises(RulebookError, match="canasta"):
        verify(PYTHON, "canasta")
    with pytest.raises(RulebookError, match="colour"):
        verify(PYTHON, "zsiros", options={"colour": "red"})
    with pytest.raises(UsageError, match="examples"):
        verify(PYTHON, "zsiros", examples=-1)


@pytest.mark.turns(2)
def test_a_verification_ends_in_time() -> None:
    """When the time is up the report says which levels are not complete."""
    report = verify(PYTHON, "zsiros", levels=["deal"], examples=100_000, seconds=0.5)
    assert report.seconds < 5
    assert [level.complete for level in report.levels] == [False]


@pytest.mark.turns(10)
def test_every_level_has_its_share_of_the_time() -> None:
    """No level goes unasked because those before it took all the time: "conforms" says something about each."""
    report = verify(PYTHON, "zsiros", examples=100_000, seconds=0.001)
    assert len(report.levels) == len(LEVELS)
    assert all(level.asked and not level.complete and level.stopped_by == "time" for level in report.levels)
    longer = verify(PYTHON, "zsiros", levels=["trick", "deal"], examples=100_000, seconds=2)
    assert all(level.asked > 1 for level in longer.levels)


# --- Comparing ---


def test_answers_are_compared_as_they_are_meant() -> None:
    """A card may be written in another way, an action named twice, hands in any order; a winner must be right."""
    expected = answer(
        PositionRequest(id=1, game="zsiros", players=2, position="zsiros/2 hands=AT,QJ lead=0 points=20,10 tricks=3,2")
    )
    assert isinstance(expected, PlayReply)
    step = expected.steps[0]
    same = msgspec.structs.replace(step, legal=("10", "X", "A"), hands=(("T", "A"), ("U", "O")), points=None)
    assert list(discrepancies(expected, PlayReply(id=1, steps=(same,)))) == []
    for wrong, field in (
        (msgspec.structs.replace(step, legal=("A",)), "legal"),
        (msgspec.structs.replace(step, legal=("A", "T", "soup")), "legal"),
        (msgspec.structs.replace(step, turn=1), "turn"),
        (msgspec.structs.replace(step, turn=None), "turn"),
        (msgspec.structs.replace(step, refused=True), "refused"),
        (msgspec.structs.replace(step, points=(0, 10)), "points"),
        (msgspec.structs.replace(step, tricks=(2, 3)), "tricks"),
        (msgspec.structs.replace(step, hands=(("A",), ("Q", "J"))), "hands[0]"),
        (msgspec.structs.replace(step, talon=("9",)), "talon"),
        (msgspec.structs.replace(step, result=DealResult(winners=(0,), game_points=(1, 0))), "result"),
    ):
        assert [found.field for found in discrepancies(expected, PlayReply(id=1, steps=(wrong,)))] == [field]
    assert [found.field for found in discrepancies(expected, PlayReply(id=1, steps=(step, step)))] == ["steps"]
    assert [found.field for found in discrepancies(expected, PlayReply(id=1, steps=()))] == ["steps"]


def test_results_are_compared_in_every_part() -> None:
    """Winners, game points, points and resets are compared; what the position leaves open is not."""
    closed = ScoreReply(id=1, result=DealResult(points=(50, 30), winners=(0,), game_points=(1, 0)))
    for change, field in (
        ({"winners": ()}, "winners"),
        ({"winners": None}, "winners"),
        ({"game_points": (2, 0)}, "game_points"),
        ({"points": (40, 40)}, "points"),
        ({"resets": (1,)}, "resets"),
    ):
        given = ScoreReply(id=1, result=msgspec.structs.replace(closed.result, **change))
        assert [found.field for found in discrepancies(closed, given)] == [f"result.{field}"]
    left_out = ScoreReply(id=1, result=msgspec.structs.replace(closed.result, points=None))
    assert list(discrepancies(closed, left_out)) == []
    open_end = ScoreReply(id=1, result=DealResult(points=(50, 30)))
    assert list(discrepancies(open_end, closed)) == []


def test_a_trick_is_answered_by_the_rules() -> None:
    """The last card of the led rank wins, and a led seven is not wild; the second seat follows the first."""
    assert answer(TRICK) == TrickReply(id=0, winner=1)
    seven = msgspec.structs.replace(TRICK, cards=("7h", "9s", "7c", "Ad"), leader=2)
    assert answer(seven) == TrickReply(id=0, winner=0)


@pytest.mark.parametrize(
    "cards", [(), ("9h",), ("9h", "9s", "Kc", "Ad", "9d")], ids=["none", "one", "a round and a card"]
)
def test_a_trick_consists_of_rounds(cards: tuple[str, ...]) -> None:
    """Cards that are not whole rounds are no trick."""
    with pytest.raises(UsageError, match="rounds of 4"):
        case_of(msgspec.structs.replace(TRICK, cards=cards))


# --- Making cases ---


@pytest.mark.turns(6)
@pytest.mark.parametrize("game", shipped())
def test_cases_can_be_asked_by_their_request_alone(game: str) -> None:
    """The request of a case, written and read, gives the same answer: nothing of a case stands beside its request."""
    for players in load_shipped(game).parameters.players:
        maker = CaseGenerator(load(game, players=players), RandomSource(9), calls=True)
        for level in LEVELS:
            case = maker.make(level)
            read = msgspec.json.decode(msgspec.json.encode(case.question), type=type(case.question))
            assert case_of(read).expected == case.expected


@pytest.mark.turns(6)
@pytest.mark.parametrize("game", shipped())
def test_positions_part_by_part_say_what_the_lines_say(game: str) -> None:
    """Of all that happens in deals, the parts are those that the independent model reads from the line."""
    program = Program([game])
    for players in load_shipped(game).parameters.players:
        maker = CaseGenerator(load(game, players=players), RandomSource(3), calls=False)
        for _ in range(sliced(4, whole=100)):
            case = maker.make("position")
            question = in_parts(case.question, case.game)
            assert isinstance(question, PositionRequest)
            parts, step = question.parts, program.position(question).step()
            assert parts is not None
            assert (parts.turn, parts.points, parts.tricks) == (step.turn, step.points, step.tricks)
            assert (parts.hands, parts.talon) == (step.hands, step.talon)
            table = program.position(question)
            assert (parts.leader, list(parts.trick)) == (table.leader, list(table.trick))
            if isinstance(table, MatchingTable):
                assert [sorted(pile) for pile in parts.taken] == [sorted(pile) for pile in table.taken]
            else:
                assert parts.trump == table.trump


@pytest.mark.turns(12)
@pytest.mark.parametrize("game", shipped())
def test_cases_can_be_about_a_rulebook_of_ones_own(game: str) -> None:
    """They are asked in its name, answered by it, and lead to its clauses; in no other rulebook does the request mean anything."""
    book = parse_rulebook(f'format = 1\nextends = "{game}"\nid = "house"\nprefix = "HOUSE"\ntitle = "At home"')
    for players in book.parameters.players:
        maker = CaseGenerator(load(book, players=players), RandomSource(9), calls=True)
        for level in LEVELS:
            case = maker.make(level)
            assert case.question.game == "house"
            assert case_of(case.question, book).expected == case.expected
            assert {clause.partition("-")[0] for clause in clauses_tested(case)} <= {"HOUSE"}
            with pytest.raises(RulebookError, match="no game 'house'"):
                case_of(case.question)
            with pytest.raises(UsageError, match=f"expected '{game}', the rulebook that was given"):
                case_of(case.question, load_shipped(game))


@pytest.mark.parametrize("draws", [0, 1, 30])
def test_a_seed_is_found_for_any_number(draws: int) -> None:
    """From the seed that is found the generator does draw the number, after so many others."""
    numbers = split_mix(seed_before(2**64 - 7, draws))
    assert [next(numbers) for _ in range(draws + 1)][-1] == 2**64 - 7


def small_program(folder: Path, line: str) -> list[str]:
    """Return the command of a program that knows tricks of Zsíros, and answers every question in this way."""
    path = folder / "program.py"
    hello = {
        "id": 0,
        "protocol": 1,
        "program": "small",
        "games": [{"game": "zsiros", "players": [4], "levels": ["trick"]}],
    }
    path.write_text(
        "import json, sys, time\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    if asked['command'] == 'hello':\n"
        f"        print({json.dumps(json.dumps(hello))}, flush=True)\n"
        "        continue\n"
        f"    {line}\n"
        "    sys.stdout.flush()\n",
        encoding="utf-8",
    )
    return [sys.executable, str(path)]
