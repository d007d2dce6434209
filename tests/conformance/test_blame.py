"""Blame: the clause that is cited first is the one that a wrong program breaks, as somebody who read the rules has tagged it."""

from typing import Final

import pytest
from conformance.mistakes.blame import found
from conformance.mistakes.catalogue import BY_NAME, MISTAKES
from conformance.mistakes.registry import Mistake
from support.slices import in_turn, sliced

from aceten import load
from aceten.conformance.coverage import INSTEAD, links, rule_clauses
from aceten.conformance.coverage.blamed_clauses import clauses_behind, clauses_of_options
from aceten.conformance.findings.marks import Key, Mark
from aceten.conformance.oracle.cases import case_of, with_options
from aceten.conformance.oracle.discrepancies import Discrepancy
from aceten.notation.position_parts import words
from aceten_spec import load_shipped
from aceten_spec.protocol import PositionRequest, ViewReply, ViewRequest

TAGGED: Final = [mistake for mistake in MISTAKES if mistake.breaks]
MISSES: Final = sliced(0.4, whole=0.1)
"""How often the right clause may not be cited first: of the few mistakes of a run more may be such by chance."""


def test_tags_are_rules() -> None:
    """A mistake is tagged with rules of its game."""
    for mistake in TAGGED:
        assert set(mistake.clauses) <= set(rule_clauses(load_shipped(mistake.game.partition("/")[0]))), mistake.name


@pytest.mark.turns(24)
def test_the_right_clause_is_cited_first() -> None:
    """Of nine mistakes in ten the clause that is cited first is one that they break."""
    mistakes = in_turn(TAGGED, 17)
    missed = [mistake.name for mistake in mistakes if not cites_first(mistake)]
    assert len(missed) <= MISSES * len(mistakes), missed


@pytest.mark.parametrize(
    ("mark", "key"),
    [
        (Mark("differs", "turn"), "turn ZS-PLAY-4"),
        (Mark("differs", "legal", "missing", "close"), "legal missing close ZS-PLAY-4"),
        (Mark("differs", "result.points", "left out"), "result.points left out ZS-PLAY-4"),
        (Mark("error", error="no idea, see ZS-PLAY-#"), "error no idea, see ZS-PLAY-# ZS-PLAY-4"),
        (Mark("crash"), "crash ZS-PLAY-4"),
    ],
)
def test_keys_are_written_as_lists_of_known_findings_have_them(mark: Mark, key: str) -> None:
    """What is wrong, and then the clause; only that where no clause can be named."""
    assert str(Key(mark, "ZS-PLAY-4")) == key
    assert str(Key(mark)) == key.removesuffix(" ZS-PLAY-4")


def cites_first(mistake: Mistake) -> bool:
    """Whether the first clause of what is found is one that the mistake breaks."""
    return bool({clause.id for clause in found(mistake).clauses[:1]}.intersection(mistake.clauses))


@pytest.mark.turns(6)
@pytest.mark.parametrize(
    ("name", "clause"),
    [
        ("nobody-closes", "SN-CLOSE-1"),
        ("marriages-forced", "SN-MELD-9"),
        ("even-deal-to-both", "SP-SCORE-3"),
        ("winners-left-open", "ZS-SCORE-2"),
    ],
)
def test_what_is_missing_or_of_others_is_not_cited(name: str, clause: str) -> None:
    """Closing that is missing, forced marriages, an even deal of two, and winners that are not said lead to their own clauses."""
    assert found(BY_NAME[name]).clauses[0].id == clause


def test_no_clause_says_how_positions_are_read() -> None:
    """What a program reads wrongly from a position line breaks no clause."""
    line = "sedma/2 hands=A9,TK lead=0 points=30,20 tricks=3,2"
    case = case_of(PositionRequest(id=0, game="sedma", players=2, position=line))
    assert clauses_behind(case, Discrepancy("tricks", 0, [3, 2], [0, 0])) == ()
    assert clauses_behind(case, Discrepancy("legal", 0, ["9", "A"], ["A"])) != ()


def test_a_wrong_turn_in_a_trick_that_lies_is_explained() -> None:
    """Whose turn it is where a position has a trick follows from the clauses about play, though nothing was played in the case."""
    line = "zsiros/4 hands=9d,-,8s,7h lead=1 trick=Ad"
    case = case_of(PositionRequest(id=0, game="zsiros", players=4, position=line))
    assert clauses_behind(case, Discrepancy("turn", 0, 2, 0))[0] == "ZS-DEAL-6"
    assert clauses_behind(case, Discrepancy("turn", 0, 2, 3))[0] == "ZS-PLAY-2"
    lead = case_of(PositionRequest(id=0, game="zsiros", players=4, position="zsiros/4 hands=9d,9c,8s,7h lead=1"))
    assert "ZS-PLAY-2" not in clauses_behind(lead, Discrepancy("turn", 0, 1, 2))


CLAIMED: Final = (
    "schnapsen/2 hands=QcJcJsJd,AdKdQsQhTs talon=TcThQdJh lead=0 trick=Kc taken=AsAh,AcKsKhTd dealer=0 closed=0,69,1,2"
    " melds=20,40 shown=Qc,Qh claim=1"
)
"""A right claim against who closed the talon, by a marriage."""
CLOSED_WITH_A_MARRIAGE: Final = (
    "sixty-six/2 hands=-,- talon=ThAdAhJhAs9sKhTc9dTs lead=0 taken=KdQcQsQhQdJcJsJd9c9h,AcKcKsTd closed=1,27,1,1"
    " melds=20,0 claim=-"
)
"""The end of a deal in which the talon was closed, and won by whoever had shown a marriage."""


@pytest.mark.parametrize(
    ("line", "actions", "wrong", "clause"),
    [
        (CLAIMED, (), Discrepancy("result.winners", 0, [1], [0]), "SN-CLAIM-2"),
        (CLAIMED, (), Discrepancy("result.game_points", 0, [0, 2], [0, 1]), "SN-SCORE-34"),
        (
            "schnapsen/2 hands=AdKsQcQs,KdQhQdTcTs talon=TdKcKhAhAsJcJdJsJhTh lead=0 trick=Ac",
            ("Qh",),
            Discrepancy("hands[0]", 1, ["Ad", "Kc", "Ks", "Qc", "Qs"], ["Ad", "Ks", "Qc", "Qs"]),
            "SN-DRAW-1",
        ),
        (
            "zsiros/4 hands=-,-,-,- lead=1 taken=AcKcKhQh,AsAhAdKsKdQcQsQdJcJsJhJdTcTsThTd9c9s9h9d8c8s8h8d7c7s7h7d tricks=1,6",
            (),
            Discrepancy("result.game_points", 0, [0, 1], [0, 2]),
            "ZS-SCORE-4",
        ),
        (
            "sueca/4 hands=-,4s,-,- lead=2 trick=4h5sJs trump=d",
            ("4s",),
            Discrepancy("result.points", 1, [3, 0], [13, 0]),
            "SU-SCORE-1",
        ),
        (
            "sueca/4 hands=Ah,2h,3h,4h lead=0 trump=h points=50,59 tricks=5,4",
            ("Ah", "2h", "3h", "4h"),
            Discrepancy("result.winners", 4, [0], []),
            "SU-SCORE-30",
        ),
        (
            "sueca/4 hands=-,-,-,2c lead=0 trick=4c3cKc trump=d",
            (),
            Discrepancy("turn", 0, 3, None),
            "SU-PLAY-8",
        ),
        (
            "lusti-kartln/4 hands=-,-,-,Kd lead=0 trick=ThJc7h",
            ("Kd",),
            Discrepancy("points", 1, [10, 0], [20, 0]),
            "LK-SCORE-8",
        ),
        (
            CLOSED_WITH_A_MARRIAGE,
            (),
            Discrepancy("result.points", 0, [42, 29], [52, 29]),
            "SX-SCORE-21",
        ),
    ],
)
def test_a_result_leads_to_the_rule_that_it_breaks(
    line: str, actions: tuple[str, ...], wrong: Discrepancy, clause: str
) -> None:
    """Claims by marriages, claims against a closer, cards that are not drawn, and what is scored in the end lead each to its own clause."""
    game, _, players = line.partition(" ")[0].partition("/")
    case = case_of(PositionRequest(id=0, game=game, players=int(players), position=line, actions=actions))
    assert clauses_behind(case, wrong)[0] == clause


@pytest.mark.parametrize(
    ("line", "actions", "wrong", "clause"),
    [
        (
            "ristikontra/4 hands=AsKdQhJcTc9d,AcKhQcJsTs9s,AdKcQsJdTd9h,AhKsQdJhTh9c talon=5s6c8c7s lead=1",
            (),
            Discrepancy("legal", 0, ["Ac", "flip"], ["Ac"], "missing", "flip"),
            "RK-FLIP-3",
        ),
        (
            "auction-sixty-six/4 hands=JsJdTsTd9s9d,AcAhKcKhQcQh,JcJhTcTh9c9h,AsAdKsKdQsQd lead=1 bids=-,60,-,-",
            ("pass",),
            Discrepancy(
                "legal", 1, ["trump:c", "trump:d", "trump:h", "trump:s"], ["bid:66", "pass"], "missing", "trump"
            ),
            "AS-BID-5",
        ),
        (
            "ristikontra/4 hands=AdKc9s8d7d5d,AcKh9d8s5s2c,AhKd9h4d2h2d,AsKs9c6s5h4h talon=6h5c lead=2 trick=3c6c",
            ("flip",),
            Discrepancy("winning", 1, 2, 0),
            "RK-PLAY-4",
        ),
    ],
)
def test_what_is_done_leads_to_the_rule_that_it_breaks(
    line: str, actions: tuple[str, ...], wrong: Discrepancy, clause: str
) -> None:
    """A flip alone that is missing, an auction that goes on, and a flipped card that wins without a match lead each to its own clause."""
    game, _, players = line.partition(" ")[0].partition("/")
    case = case_of(PositionRequest(id=0, game=game, players=int(players), position=line, actions=actions))
    assert clauses_behind(case, wrong)[0] == clause


def test_what_may_be_done_in_a_view_leads_to_the_same_rule() -> None:
    """A flip alone that is missing in a view leads to the clause to which it leads in play."""
    deck = words(load("ristikontra").pack.cards)
    case = case_of(
        ViewRequest(id=0, game="ristikontra", players=4, options={}, deck=deck, dealer=1, actions=(), seat=2)
    )
    assert isinstance(case.expected, ViewReply)
    right: list[object] = [*case.expected.legal]
    wrong = Discrepancy("legal", None, right, [text for text in right if text != "flip"], "missing", "flip")
    assert clauses_behind(case, wrong)[0] == "RK-FLIP-3"


def test_an_option_that_explains_an_answer_has_its_clause_cited() -> None:
    """Where an answer is right by another value of an option, its clause is among those behind it; otherwise it is not."""
    line = "zsiros/2 hands=-,- lead=0 taken=AcAsAhAd7c7s7h7dKcKsKhKdQcQsQhQd,TcTsThTd8c8s8h8d9c9s9h9dJcJsJhJd"
    even = PositionRequest(id=0, game="zsiros", players=2, position=line)
    case = case_of(even)
    assert clauses_of_options(case, Discrepancy("result.winners", 0, [0], [])) == ("ZS-SCORE-3",)
    assert clauses_of_options(case, Discrepancy("result.winners", 0, [0], [0, 1])) == ()
    drawn = with_options(even, {"tie": "draw"})
    assert drawn.options == {"tie": "draw"}
    assert case_of(drawn).expected != case.expected
    assert with_options(drawn, {"tie": "last_trick"}).options == {"tie": "last_trick"}


def test_the_facts_of_wrong_answers_stand_once() -> None:
    """The facts of wrong answers have a row each in the table, before all others."""
    facts = [link.fact for link in links() if link.fact.startswith(INSTEAD)]
    assert facts
    assert len(facts) == len(set(facts))
    assert [link.fact for link in links()][: len(facts)] == facts
