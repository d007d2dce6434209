"""What a program says of a game in hello holds for that entry alone; and what no clause says is compared with nothing."""

from collections.abc import Iterator
from typing import Any, cast

import msgspec
import pytest
from conformance.programs.house import House, HouseProgram
from conformance.programs.in_place import in_place
from typing_extensions import override

from aceten import load
from aceten.conformance.findings.asker import Asker
from aceten.conformance.oracle.cases import OracleCase, case_about, case_of
from aceten.conformance.programs.program import Program
from aceten.conformance.questions.generator import CaseGenerator
from aceten.conformance.questions.random_source import RandomSource
from aceten.conformance.runs.runner import verify
from aceten.conformance.verification import Verification
from aceten_spec import load_shipped
from aceten_spec.protocol import GameSupport, PlayReply, PositionRequest, ViewReply, ViewRequest
from aceten_spec.stated_parameters import agreed_otherwise


class _TwoTables(HouseProgram):
    """Says of the game of three what is particular, and of that of two nothing."""

    @override
    def supports(self, game: str) -> Iterator[GameSupport]:
        for support in super().supports(game):
            plain: dict[str, Any] = {"plays": {}, "lacks": (), "omits": ()}
            yield msgspec.structs.replace(support, **({} if support.players == (3,) else plain))


def two_tables(does: House, **asked: Any) -> Verification:  # noqa: ANN401
    """Return what is found in a program that plays so with any number of players, and says so of three alone."""
    with in_place(lambda: _TwoTables("septica", does, does)):
        return verify(["two tables"], "septica", examples=12, seconds=600, **asked)


@pytest.mark.turns(8)
@pytest.mark.parametrize(
    ("does", "part"),
    [
        (House(plays={"draw": "round_robin"}), "draw"),
        (House(lacks=("stop",)), "stop"),
        (House(omits=("result.winners",)), "result.winners"),
    ],
)
def test_what_is_said_of_one_entry_hides_nothing_of_another(does: House, part: str) -> None:
    """A program that says of three players what it plays, lacks or omits is wrong with two, and right with three."""
    report = two_tables(does, levels=["score", "deal"])
    assert report.verdict == "diverges", part
    assert {finding.question.players for finding in report.findings} == {2}
    assert two_tables(does, levels=["score", "deal"], players=3).verdict == "conforms"


def wrongs(case: OracleCase, **changed: Any) -> list[str]:  # noqa: ANN401
    """Return the parts that are wrong in the right answer with something else in its last moment."""
    reply = case.expected
    if isinstance(reply, PlayReply):
        steps = (*reply.steps[:-1], msgspec.structs.replace(reply.steps[-1], **changed))
        other: PlayReply | ViewReply = msgspec.structs.replace(reply, steps=steps)
    else:
        other = msgspec.structs.replace(cast("ViewReply", reply), **changed)
    return [wrong.discrepancy.part for wrong in Asker(cast("Program", None)).wrongs(case, other)]


def test_hands_are_not_compared_when_cards_are_left_in_them() -> None:
    """After a claim nobody says where the cards lie that are left; while a deal goes on, and when all is played, hands are compared."""
    line = (
        "sixty-six/2 hands=AhTh,9c9d talon=- lead=0 trump=h taken=AcTcAdTdAsTsKhQhKcKd,9s9hQcQdJcJdJhJsKsQs tricks=5,5"
    )
    claimed = case_of(PositionRequest(id=0, game="sixty-six", players=2, position=line, actions=("claim",)))
    assert wrongs(claimed, hands=((), ())) == []
    going_on = case_of(PositionRequest(id=0, game="sixty-six", players=2, position=line, actions=("Ah",)))
    assert wrongs(going_on, hands=((), ())) == ["hands"]
    over = case_of(
        PositionRequest(
            id=0,
            game="zsiros",
            players=2,
            position="zsiros/2 hands=A,9 lead=0 points=20,40 tricks=3,4",
            actions=("A", "9"),
        )
    )
    assert wrongs(over, hands=(("A",), ())) == ["hands"]


def test_what_a_player_can_work_out_is_not_wrong() -> None:
    """When no talon is left the other of two holds what is unseen: who tells it is right, and who tells another card is not."""
    game = load("sixty-six", players=2)
    maker = CaseGenerator(game, RandomSource(3), calls=False)
    views = (maker.make("view") for _ in range(400))
    found = 0
    for case in views:
        reply, question = cast("ViewReply", case.expected), cast("ViewRequest", case.question)
        other = 1 - question.seat
        if reply.talon or not reply.sizes[other] or len(reply.known[other]) == reply.sizes[other]:
            continue
        after = case.moments[-1].after if case.moments else None
        if after is None or after.result is not None:
            continue
        found += 1
        told, lied = list(reply.known), list(reply.known)
        told[other] = tuple(map(str, after.hands[other]))
        lied[other] = (
            (*reply.known[other], str(after.hands[question.seat][0])) if after.hands[question.seat] else ("9h", "9h")
        )
        assert wrongs(case, known=tuple(told)) == []
        assert wrongs(case, known=tuple(lied)) == ["known"]
    assert found


def test_what_cannot_be_worked_out_is_wrong() -> None:
    """A card of another that was not shown, while most lie in the talon, is known to nobody, though he holds it."""
    game = load("sixty-six", players=2)
    asked = cast("ViewRequest", CaseGenerator(game, RandomSource(5), calls=False).make("view").question)
    case = case_about(game, msgspec.structs.replace(asked, actions=()))
    known = list(cast("ViewReply", case.expected).known)
    held = {card for card in asked.deck[:12] if card not in known[asked.seat]}
    known[1 - asked.seat] = (min(held),)
    assert wrongs(case, known=tuple(known)) == ["known"]


@pytest.mark.parametrize(
    ("line", "actions", "wrong"),
    [
        ("hands=-,-,-,- lead=0 trump=h melds=40,0 bid=2,60", (), []),
        ("hands=-,-,-,- lead=0 trump=h melds=40,0 bid=2,60 tricks=0,6", (), ["result.points"]),
        ("hands=-,-,-,- lead=0 trump=h bid=2,60", (), ["result.points"]),
        ("hands=Tc,Ac,9c,9d lead=0 trump=h bid=1,60 melds=0,40", ("Tc", "Ac", "9c", "9d"), ["result.points"]),
        ("hands=Ac,Tc,9c,9d lead=0 trump=h bid=1,60 melds=0,40", ("Ac", "Tc", "9c", "9d"), []),
    ],
)
def test_marriages_count_or_not_where_tricks_are_open(line: str, actions: tuple[str, ...], wrong: list[str]) -> None:
    """Points are compared with nothing where a line does not say whether a side with a marriage has a trick, and play does not show it."""
    position = f"auction-sixty-six/4 {line}"
    asked = PositionRequest(id=0, game="auction-sixty-six", players=4, position=position, actions=actions)
    case = case_of(asked)
    result = cast("PlayReply", case.expected).steps[-1].result
    assert result is not None
    assert wrongs(case, result=msgspec.structs.replace(result, points=(50, 1))) == wrong


@pytest.mark.parametrize(
    ("game", "name", "value", "clause", "words"),
    [
        ("septica", "tie", "shared", "SP-SCORE-15", None),
        ("sixty-six", "schneider", 30, "SX-SCORE-23", "fewer than 30 points is schneider"),
        ("zsiros", "target", 9, "ZS-MATCH-1", "9"),
    ],
)
def test_an_agreed_value_has_its_own_sentence(
    game: str, name: str, value: int | str, clause: str, words: str | None
) -> None:
    """What is printed of an agreed option is the sentence of that value, whatever decisions say of its clause."""
    book = load_shipped(game)
    means = book.options[name].means
    (agreed,) = agreed_otherwise(book, book.parameters.players[0], {name: value})[clause]
    assert agreed == f"{name}={value}: " + (means.get(str(value)) or means["positive"].replace("{value}", str(value)))
    assert words is None or words in agreed
