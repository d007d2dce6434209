"""Causes: one finding a fault, whatever it breaks; and its key is the same at every seed."""

from typing import Any, Final

import pytest
from conformance.mistakes.catalogue import BY_NAME
from conformance.programs.house import House, HouseProgram
from conformance.programs.in_place import in_place, without_starting
from support.slices import TURN, sliced

from aceten import load
from aceten.conformance.findings.amended.amended_rules import RULES
from aceten.conformance.findings.changes import RuleChange, changes_of
from aceten.conformance.findings.reduction import smaller
from aceten.conformance.findings.variants import Options
from aceten.conformance.oracle.cases import case_of
from aceten.conformance.oracle.discrepancies import Discrepancy
from aceten.conformance.questions.generator import CaseGenerator
from aceten.conformance.questions.random_source import RandomSource
from aceten.conformance.runs.runner import verify
from aceten.conformance.verification import Verification
from aceten_spec import load_shipped, shipped
from aceten_spec.protocol import LEVELS, Level, PlayReply, PositionRequest, Step

pytestmark = pytest.mark.turns(5)

PLAY: Final[list[Level]] = ["trick", "score", "deal", "position"]
ONE: Final = [
    ("trumped-rank-still-matches", "wild_role=any_rank", "ST-PLAY-9"),
    ("rotating-draw", "draw=round_robin", "ZS-DRAW-2"),
    ("first-round-alone", "first-round-takes", "ZS-MULTI-7"),
    ("limit-after-two-leads", "lead_limit=2", "RK-PLAY-11"),
]
"""Programs with one fault each, the key of its finding, and the clause."""


CLOSED: Final = PositionRequest(
    id=0,
    game="schnapsen",
    players=2,
    options={},
    position="schnapsen/2 hands=JsJdTcTh,AsQcQhJc talon=AdQsAcKcKhJhKsTs lead=0 taken=QdTd,AhKd closed=1,0,0,1 melds=0,20",
    actions=("exchange",),
)
"""A position after a closing in which somebody leads who has the jack of trumps, and a hand that is not full: seldom met by chance."""


def report_on(name: str, **asked: Any) -> Verification:  # noqa: ANN401
    """Return what is found in a program of the catalogue, by the levels of play."""
    mistake = BY_NAME[name]
    game, _, players = mistake.game.partition("/")
    further: dict[str, Any] = {"levels": PLAY, "examples": 30, "seconds": 600, **asked}
    with without_starting(mistake):
        return verify(mistake.command, game, players=int(players), options=mistake.options, **further)


@pytest.mark.turns(12)
@pytest.mark.parametrize(("name", "key", "clause"), ONE, ids=[name for name, _, _ in ONE])
def test_one_fault_is_one_finding_with_one_key(name: str, key: str, clause: str) -> None:
    """A fault that shows in many parts of answers is told once, with its clause first, and has the same key at any seed."""
    for seed in (TURN, TURN + 1):
        report = report_on(name, seed=seed)
        told = [finding for finding in report.findings if finding.cause]
        assert [finding.key for finding in told] == [key]
        assert told[0].clauses[0].id == clause
        assert report.wrong[key] >= max(report.wrong.values())


@pytest.mark.turns(8)
def test_keys_are_the_same_whatever_else_is_wrong() -> None:
    """Two faults in one program have the keys that each has alone."""

    def keys(does: House) -> set[str]:
        with in_place(lambda: HouseProgram("sixty-six", does, House())):
            report = verify(["house"], "sixty-six", levels=["deal", "position"], examples=40, seconds=600)
        return {finding.key for finding in report.findings}

    one, other = keys(House(lacks=("exchange",))), keys(House(plays={"meld_after_stock": "on"}))
    assert "lacks=exchange" in one
    assert "meld_after_stock=on" in other
    assert {"lacks=exchange", "meld_after_stock=on"} <= keys(
        House(lacks=("exchange",), plays={"meld_after_stock": "on"})
    )


@pytest.mark.turns(6)
def test_a_known_cause_is_masked() -> None:
    """By the key of a cause what it explains is known at any seed: the rest of such answers counts as right, and clauses beside it hold."""
    report = report_on("trumped-rank-still-matches", seed=TURN, known=["wild_role=any_rank"])
    assert report.verdict == "conforms", [finding.key for finding in report.findings if not finding.known]
    assert all(level.passed == level.asked for level in report.levels)
    assert not report.unseen_known
    unknown = report_on("trumped-rank-still-matches", seed=TURN)
    assert unknown.verdict == "diverges"


@pytest.mark.turns(4)
def test_what_is_right_beside_a_missing_action_counts() -> None:
    """Where every answer lacks an action, all else in them is looked at: clauses hold, also those of other actions."""
    lacking = House(lacks=("claim",))

    def house(known: list[str]) -> Verification:
        with in_place(lambda: HouseProgram("sixty-six", lacking, House())):
            return verify(["house"], "sixty-six", levels=["deal"], examples=20, seconds=600, known=known)

    report = house([])
    assert [finding.key for finding in report.findings] == ["lacks=claim"]
    assert report.findings[0].clauses[0].id == "SX-CLAIM-1"
    assert {"SX-PLAY-2", "SX-DRAW-1"} <= set(report.reached)
    assert house(["lacks=claim"]).verdict == "conforms"


@pytest.mark.turns(4)
def test_a_hint_is_refuted_by_other_answers() -> None:
    """An option by which one answer is right is no hint when another answer of the run would be wrong by it."""
    report = report_on("goes-on-over-the-partner", levels=["deal"])
    assert report.findings
    assert not any(finding.fits for finding in report.findings)
    assert report.proposal is None


@pytest.mark.turns(2)
@pytest.mark.parametrize(("target", "fits"), [(5, ({"target": 5},)), (11, ())])
def test_a_number_is_a_hint_only_as_it_is(target: int, fits: tuple[Options, ...]) -> None:
    """Of the numbers that an option may have none is named by which other answers are wrong, nor one of many; the key is the same."""
    played = House(plays={"target": target})
    with in_place(lambda: HouseProgram("schnapsen", played, House())):
        report = verify(["house"], "schnapsen", levels=["match"], examples=60, seconds=600)
    assert [(finding.key, finding.fits) for finding in report.findings] == [("target", fits)]


def test_what_was_counted_before_is_counted_as_told_or_anew() -> None:
    """Where cards count otherwise, a program may take points that it is told, or count the cards that were taken."""
    [jack] = [one for one in changes_of(load_shipped("schnapsen"), 2) if one.name == "values=J:1"]
    question = PositionRequest(
        id=0,
        game="schnapsen",
        players=2,
        options={},
        position="schnapsen/2 hands=AcKcQcTcJc,AsKsQsTsJs talon=QhJdQdKdTdAd lead=0 taken=JhTh,AhKh",
        actions=("Jc", "Js"),
    )
    played = [one.expected for one in jack.cases(case_of(question))]
    assert [reply.steps[-1].points for reply in played if isinstance(reply, PlayReply)] == [(13, 15), (14, 15)]


def test_who_exchanges_after_a_closing_has_the_turn_up() -> None:
    """What may be done as if a state were another is done in the state itself: the talon stays closed, and nobody draws."""
    [case] = RuleChange("exchange-after-closing").cases(case_of(CLOSED))
    assert isinstance(case.expected, PlayReply)
    before, after = case.expected.steps
    assert ("exchange" in before.legal, before.refused) == (True, False)
    assert after.hands is not None
    assert after.talon is not None
    assert (set(after.hands[0]), after.talon[-1]) == ({"Ts", "Jd", "Tc", "Th"}, "Js")
    assert "close" not in after.legal


def after(rule: str, line: str, *actions: str) -> Step:
    """Return what holds in Schnapsen after actions, with a rule turned round."""
    question = PositionRequest(id=0, game="schnapsen", players=2, options={}, position=line, actions=actions)
    [case] = RuleChange(rule).cases(case_of(question))
    assert isinstance(case.expected, PlayReply)
    return case.expected.steps[-1]


def test_who_alone_draws_leaves_the_rest_of_the_talon() -> None:
    """Where nobody but the winner draws he has a full hand, and the talon all but his card."""
    step = after(
        "winner-alone-draws", "schnapsen/2 hands=AdKsQcQs,KdQhQdTcTs talon=TdKcKhAhAsJcJdJsJhTh lead=0 trick=Ac", "Qh"
    )
    assert step.hands is not None
    assert step.talon is not None
    assert (list(map(len, step.hands)), len(step.talon), step.talon[0]) == ([4, 5], 9, "Kc")


def test_who_takes_without_getting_cards_has_no_trick() -> None:
    """Where the leader gets the cards of a trick, who takes it has none yet, and a wrong claim of the leader brings him 3 game points."""
    line = "schnapsen/2 hands=AdKsQcQsJs,KdQhQdTcTs talon=TdKcKhAhAsJcJdAcJhTh lead=0"
    step = after("cards-to-leader", line, "Ks", "Qh", "Kd", "claim")
    assert step.result is not None
    assert step.result.game_points == (0, 3)


def test_smaller_questions_tell_all_that_was_taken_or_nothing() -> None:
    """Where the line of a question leaves open what was taken, no smaller one tells the cards of its last trick as if they were all."""
    line = "zsiros/4 hands=-,-,-,K lead=0 trick=A9T points=20,40"
    case = case_of(PositionRequest(id=0, game="zsiros", players=4, options={}, position=line, actions=("K",)))
    asked = [*smaller(case, Discrepancy("result.winners", 1, [0], [1]), frozenset(LEVELS), ())]
    told = [question.position for question in asked if isinstance(question, PositionRequest)]
    assert told
    assert not any(" taken=A" in one for one in told)


@pytest.mark.turns(8)
@pytest.mark.parametrize("game", shipped())
def test_amended_rules_answer_anything(game: str) -> None:
    """A rule that is turned round has an answer to whatever is asked, or none; its clauses are rules of some game."""
    book = load_shipped(game)
    for players in book.parameters.players:
        maker = CaseGenerator(load(game, players=players), RandomSource(TURN), calls=False)
        for level in (*PLAY, "view"):
            for _ in range(sliced(2, whole=20)):
                case = maker.make(level)
                for rule in RULES:
                    changed = RuleChange(rule.name).cases(case)
                    assert all(other.question == case.question for other in changed)


@pytest.mark.turns(2)
def test_every_amended_rule_differs_somewhere() -> None:
    """No rule that is turned round is the rule itself, and no two changes of a game have one name."""
    differing: set[str] = set()
    for game, players in (("zsiros", 4), ("sedma", 4), ("schnapsen", 2), ("einwerfen", 4)):
        maker = CaseGenerator(load(game, players=players), RandomSource(1), calls=False)
        cases = [maker.make(level) for level in PLAY for _ in range(12)] + [case_of(CLOSED)] * (game == CLOSED.game)
        for rule in RULES:
            if any(other.expected != case.expected for case in cases for other in RuleChange(rule.name).cases(case)):
                differing.add(rule.name)
        names = [change.name for change in changes_of(load_shipped(game), players)]
        assert all(names.count(rule.name) <= 1 for rule in RULES)
    assert differing == {rule.name for rule in RULES}
