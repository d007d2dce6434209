"""Liars: programs that are right but for lies at moments that a verification may miss (``python -m attack.liars``)."""

from typing import cast

import pytest
from attack.liars import Measured, Seen, caught, measure, table, tempted
from conformance.hostile.liars import LIARS, otherwise

from aceten import load
from aceten.conformance.findings.asker import Asker
from aceten.conformance.programs.program import Program
from aceten.conformance.questions.generator import CaseGenerator
from aceten.conformance.questions.random_source import RandomSource
from aceten_spec import shipped
from aceten_spec.protocol import LEVELS, ViewReply


@pytest.mark.turns(8)
@pytest.mark.parametrize("game", shipped())
def test_a_lie_is_wrong(game: str) -> None:
    """What a liar says in place of a right answer is wrong at every level: one that is not caught was not asked."""
    maker, asker = CaseGenerator(load(game), RandomSource(5), calls=False), Asker(cast("Program", None))
    for level in LEVELS:
        for _ in range(5):
            case = maker.make(level)
            while isinstance(case.expected, ViewReply) and not case.expected.legal:
                case = maker.make(level)  # of a deal that is over nobody is asked where its cards lie
            assert asker.wrongs(case, otherwise(case.expected, case.question))


@pytest.mark.turns(40)
@pytest.mark.parametrize(
    ("name", "kind"), [("with-three", "differs"), ("in-short-endings", "differs"), ("right-after-one-lie", "unsteady")]
)
def test_liars_are_caught(name: str, kind: str) -> None:
    """A liar with three players alone, one in short endings alone, and one that lies once and never again, are found out."""
    seen = caught(name, "septica", seed=1, examples=40)
    assert (seen.verdict, seen.kind) == ("diverges", kind)


@pytest.mark.turns(4)
def test_only_who_would_lie_is_verified() -> None:
    """Of the liars of a game, those who would lie to what a seed asks are told: always the one, never who is for other games."""
    assert tempted("septica", 1, 3, ["with-three", "one-answer-in-ten-thousand", "both-one-short"]) == {"with-three"}


def test_what_was_measured_is_told_and_not_measured_again() -> None:
    """What was measured once for a seed is not measured again, and stands in the table: how often a liar was caught, by then asked what."""
    found = Seen(verdict="diverges", level="deal", kind="differs", asked=1234)
    measured: Measured = {"with-three": {"septica 200 1": found, "septica 200 2": Seen(), "hola 2000 1": Seen()}}
    assert measure(measured, "septica", 2, 200, ["with-three"]) == []
    rows = [line for line in table(measured).splitlines() if line.startswith(f"| {LIARS['with-three'].__doc__} |")]
    assert rows == [
        "| With three players. | septica | 1 of 2 |  | 1,234 | deal |",
        "| With three players. | hola |  | 0 of 1 |  |  |",
    ]
