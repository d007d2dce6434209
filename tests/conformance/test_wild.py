"""Programs that answer anything: whatever stands in an answer, it is found wrong, and blamed on some clause or none; nothing fails."""

import random
from typing import cast

import msgspec
import pytest
from conformance.hostile.wild import WildProgram, made_wild
from conformance.programs.house import House, HouseProgram
from conformance.programs.in_place import in_place
from support.slices import TURN, sliced

from aceten import load
from aceten.conformance import verify
from aceten.conformance.coverage.blamed_clauses import clauses_behind, clauses_tested
from aceten.conformance.findings.asker import Asker
from aceten.conformance.findings.finding import key_of
from aceten.conformance.oracle.cases import example_cases, takes
from aceten.conformance.programs.program import Program
from aceten.conformance.questions.generator import CaseGenerator, UnplayableError
from aceten.conformance.questions.random_source import RandomSource
from aceten_spec import load_shipped, shipped
from aceten_spec.protocol import LEVELS, REPLIES, Level


@pytest.mark.turns(16)
@pytest.mark.parametrize("game", shipped())
def test_whatever_a_program_says_is_taken_apart(game: str) -> None:
    """Wild answers of every level: each discrepancy has a key and clauses, by trying options too, and nothing raises an error."""
    chance = random.Random(TURN)
    asker = Asker(cast("Program", None))
    found = 0
    for players in load_shipped(game).parameters.players:
        maker = CaseGenerator(load(game, players=players), RandomSource(TURN), calls=True)
        for level in LEVELS:
            for number in range(sliced(3, whole=40)):
                case = maker.make(level)
                for _ in range(12):
                    try:
                        reply = msgspec.convert(made_wild(case.expected, chance), REPLIES[type(case.question)])
                    except msgspec.ValidationError:
                        continue  # no reply at all, and told so
                    for wrong in asker.wrongs(case, reply):
                        found += 1
                        assert key_of(case, wrong)
                        clauses_behind(case, wrong.discrepancy, by_options=number == 0 and found % 20 == 0)
    assert found


@pytest.mark.turns(16)
@pytest.mark.parametrize("game", shipped())
def test_a_wild_program_has_a_report(game: str) -> None:
    """Findings are made smaller, explained by options and told, whatever the program says and however often it changes its mind."""
    with in_place(lambda: WildProgram(game, TURN)):
        report = verify(["wild"], game, examples=3, seconds=sliced(1.5, whole=60.0))
    assert report.verdict == "diverges"
    assert report.findings
    assert msgspec.json.encode(report)


@pytest.mark.turns(8)
@pytest.mark.parametrize(
    ("game", "lacks", "levels"),
    [
        ("auction-sixty-six", "bid", ["trick", "score"]),
        ("schnapsen", "cards", ["trick"]),
        ("zsiros", "cards", ["deal"]),
    ],
)
def test_a_game_that_cannot_be_played_without_what_a_program_lacks_is_said_so(
    game: str, lacks: str, levels: list[Level]
) -> None:
    """Nothing is made, and the program is refused at hello."""
    maker = CaseGenerator(load(game), RandomSource(1), calls=False, lacks=[lacks])
    for level in levels:
        with pytest.raises(UnplayableError, match=f"cannot be played without: {lacks}"):
            maker.make(level)
    lacking = House(lacks=(lacks,))
    with in_place(lambda: HouseProgram(game, lacking, lacking)):
        report = verify(["house"], game, levels=levels, examples=5, seconds=600)
    assert (report.verdict, report.levels) == ("untested", ())
    first = min(load(game).rulebook.parameters.players)
    assert f"lacks {lacks}: {game}/{first} cannot be played without" in str(report.reason)


def test_a_position_after_bidding_is_not_asked_of_who_has_no_bids() -> None:
    """The highest bid is told by a key of its own once the auction is over."""
    cases = [
        case for case in example_cases(load_shipped("auction-sixty-six"), calls=False) if " bid=" in str(case.question)
    ]
    assert cases
    assert all(takes(case, {"bid"}) for case in cases)


def test_clauses_of_parts_that_are_not_told_are_not_counted_as_held() -> None:
    """By the name of a part of a result, of the part alone, or of the whole."""
    maker = CaseGenerator(load("zsiros"), RandomSource(2), calls=False)
    case = maker.make("score")
    every = clauses_tested(case)
    parts = ("points", "winners", "game_points", "resets")
    assert clauses_tested(case, omits=["result"]) == clauses_tested(case, omits=parts) == frozenset()
    assert clauses_tested(case, omits=[f"result.{part}" for part in parts]) == frozenset()
    for part in ("winners", "game_points"):
        assert clauses_tested(case, omits=[part]) < every
