"""Causes: one finding a fault, whatever it breaks; and its key is the same at every seed."""

from typing import Any, Final

import pytest
from conformance.mistakes.catalogue import BY_NAME
from conformance.programs.house import House, HouseProgram
from conformance.programs.in_place import in_place, without_starting
from support.slices import TURN, sliced

from aceten import load
from aceten.conformance.findings.amended.amended_rules import RULES
from aceten.conformance.findings.asker import Wrong
from aceten.conformance.findings.causes import AnsweredFinding, Explanation
from aceten.conformance.findings.changes import RuleChange, changes_of
from aceten.conformance.findings.evidence import Evidence
from aceten.conformance.findings.finding import finding_of
from aceten.conformance.findings.marks import Mark
from aceten.conformance.findings.reduction import smaller
from aceten.conformance.findings.variants import Answered, Options
from aceten.conformance.oracle.cases import OracleCase, case_of
from aceten.conformance.oracle.discrepancies import Discrepancy, discrepancies
from aceten.conformance.questions.generator import CaseGenerator
from aceten.conformance.questions.random_source import RandomSource
from aceten.conformance.runs.runner import verify
from aceten.conformance.verification import Verification
from aceten_spec import load_shipped, shipped
from aceten_spec.protocol import (
    LEVELS,
    DealScore,
    Level,
    MatchReply,
    MatchRequest,
    PlayReply,
    PositionRequest,
    Reply,
    Step,
    TrickRequest,
    ViewReply,
    ViewRequest,
)
from aceten_spec.written_cards import parse_cards

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


SHOWN_TO_DECLARER: Final = PositionRequest(
    id=0,
    game="auction-sixty-six",
    players=4,
    options={},
    position="auction-sixty-six/4 hands=AcTc,KsQs,AdTd,AhTh lead=1 trump=c bid=0,60 points=20,30 tricks=3,1",
    actions=("meld:Ks", "Ad", "Ah", "Ac", "Tc", "Qs", "Td", "Th"),
)
"""A deal that ends with a marriage that the other side shows, not that of the declarer."""


SHOWN: Final = case_of(
    ViewRequest(
        id=0,
        game="schnapsen",
        players=2,
        options={},
        deck=tuple(map(str, parse_cards("AcKcQcJcTcAsKsQsJsTsAhKhQhJhThAdKdQdJdTd"))),
        dealer=1,
        actions=("meld:Ks", "Ts"),
        seat=1,
    )
)
"""A view of a hand of which a marriage was shown, and one of its cards led."""


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
    """Return what holds between two players after actions, with a rule turned round."""
    game = line.partition("/")[0]
    question = PositionRequest(id=0, game=game, players=2, options={}, position=line, actions=actions)
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


def test_the_last_cards_stay_as_if_there_were_none() -> None:
    """With as many cards in the talon as there are players nobody draws, closes or exchanges, and suit has to be followed."""
    line = "schnapsen/2 hands=QcAsKsTd,AcJcTcTsJh talon=JdAdAhQh lead=0 trick=Kc taken=KhThQsJs,KdQd"
    step = after("last-cards-stay", line, "Ac")
    assert (step.talon, step.turn) == (("Ah", "Qh"), 1)
    assert {"close", "exchange"}.isdisjoint(step.legal)
    answering = after("last-cards-stay", line, "Ac", "Ts")
    assert set(answering.legal) == {"As", "claim"}
    assert list(map(len, answering.hands or ())) == [5, 4]
    assert answering.talon == ("Ah", "Qh")


def test_the_last_cards_are_not_drawn_and_are_still_there() -> None:
    """With as many cards in the talon as there are players nobody draws; whoever leads may close, and any card may be played."""
    line = "schnapsen/2 hands=QcAsKsTd,AcJcTcTsJh talon=AhQh lead=0 trick=Kc taken=KhThJdAd,KdQdQsJs"
    step = after("last-cards-undrawn", line, "Ac")
    assert (step.talon, list(map(len, step.hands or ()))) == (("Ah", "Qh"), [4, 4])
    assert {"Jc", "Tc", "Ts", "Jh", "close", "exchange", "claim"} == set(step.legal)
    assert set(after("last-cards-undrawn", line, "Ac", "Ts").legal) == {"Qc", "As", "Ks", "Td", "claim"}


def test_any_card_may_be_played_unless_the_talon_was_closed() -> None:
    """Where nothing but a closing makes the rules strict, any card answers a lead without a talon, and none after a closing."""
    line = "schnapsen/2 hands=KsTcJh,AsJsJc lead=0 trump=h points=46,43 tricks=4,3"
    assert set(after("any-card-unless-closed", line, "Ks").legal) == {"As", "Js", "Jc", "claim"}
    assert set(after("any-card-unless-closed", CLOSED.position, "Js").legal) == {"As", "claim"}


def test_a_single_card_is_drawn() -> None:
    """After a trick of several rounds everybody has one card more, and not a full hand."""
    line = "zsiros/2 hands=AA77,AA77 talon=KKQQJJ99 lead=0"
    step = after("one-card-is-drawn", line, "A", "A", "A", "7", "stop")
    assert list(map(len, step.hands or ())) == [3, 3]
    assert len(step.talon or ()) == 6


def test_cards_that_were_shown_are_told_when_they_have_been_played() -> None:
    """Where nobody forgets them, the king of a marriage is told of a hand that has led it."""
    [case] = RuleChange("shown-cards-stay-known").cases(SHOWN)
    assert isinstance(case.expected, ViewReply)
    assert isinstance(SHOWN.expected, ViewReply)
    assert (set(SHOWN.expected.known[0]), set(case.expected.known[0])) == ({"Qs"}, {"Ks", "Qs"})


def test_which_cards_are_wild_is_said_by_one_clause() -> None:
    """A card that is wild beside others breaks the clause that says which are, also where it shows when one of those is led."""
    [eights] = [one for one in changes_of(load_shipped("zsiros"), 2) if one.name == "wild=7,8"]
    case, other = [
        case_of(TrickRequest(id=0, game="zsiros", players=2, options={}, cards=("7", card), leader=0)) for card in "89"
    ]
    [played] = eights.cases(case)
    reply = played.expected

    def marks(asked: OracleCase, given: Reply) -> set[Mark]:
        return {Wrong("differs", one).mark for one in discrepancies(asked.expected, given)}

    wrong = Wrong("differs", next(discrepancies(case.expected, reply)), reply=reply)
    key, finding = finding_of(case, wrong, (case, wrong), asked=1, seconds=0)
    evidence = Evidence()
    evidence.note("trick", other, other.expected, ())
    for _ in range(2):
        evidence.note("trick", case, reply, (wrong,))
    [cause] = Explanation(evidence, marks, {}).causes(
        [AnsweredFinding(key, finding, Answered(case, reply, wrong.mark))]
    )
    assert finding.clauses[0].id == "ZS-PLAY-6"
    assert (cause.change, cause.clause) == (eights, "ZS-PLAY-5")


def test_who_takes_without_getting_cards_has_no_trick() -> None:
    """Where the leader gets the cards of a trick, who takes it has none yet, and a wrong claim of the leader brings him 3 game points."""
    line = "schnapsen/2 hands=AdKsQcQsJs,KdQhQdTcTs talon=TdKcKhAhAsJcJdAcJhTh lead=0"
    step = after("cards-to-leader", line, "Ks", "Qh", "Kd", "claim")
    assert step.result is not None
    assert step.result.game_points == (0, 3)


def step_after(rule: str, line: str, *actions: str) -> Step:
    """Return what holds after actions, with a rule turned round, with as many players as a line says."""
    game, _, players = line.partition(" ")[0].partition("/")
    question = PositionRequest(id=0, game=game, players=int(players), options={}, position=line, actions=actions)
    [case] = RuleChange(rule).cases(case_of(question))
    assert isinstance(case.expected, PlayReply)
    return case.expected.steps[-1]


def test_who_has_flipped_draws_as_others_do() -> None:
    """Each draws a card, the winner first, also who has flipped, and where all have."""
    line = "ristikontra/4 hands=AdQhQdJcTs,9s9d7h5d2h,AsKh7s6c4h3s,QsJhJd9h5c3h talon=ThJs7d lead=3 trick=5hAc4c"
    step = step_after("who-has-flipped-draws", line, "flip")
    assert step.hands is not None
    assert (list(map(len, step.hands)), step.talon, "7d" in step.hands[0]) == ([6, 5, 6, 7], (), True)
    full = "ristikontra/4 hands=A98432,KJ9765,QJ5432,T86542 talon=3KQTA987 lead=0"
    step = step_after("who-has-flipped-draws", full, "flip", "flip", "flip", "flip")
    assert (list(map(len, step.hands or ())), step.talon) == ([7, 7, 7, 7], ())


def test_the_card_played_last_is_followed() -> None:
    """Who has a card of the suit that the player before him has played plays it, and no other."""
    line = "sueca/4 hands=3s2d,2s,4h,5s lead=1 trick=KdQhKs trump=d"
    assert step_after("last-card-is-followed", line).legal == ("3s",)
    assert step_after("last-card-is-followed", line, "2d").legal == ("3s",)
    assert step_after("last-card-is-followed", line, "3s").turn == 1


def test_marriages_of_the_others_count_for_the_declarer() -> None:
    """A marriage that the other side shows counts for the side of the declarer."""
    case = case_of(SHOWN_TO_DECLARER)
    [changed] = RuleChange("marriages-to-the-declarer").cases(case)
    points = [reply.steps[-1].result for reply in (case.expected, changed.expected) if isinstance(reply, PlayReply)]
    assert [result and result.points for result in points] == [(100, 50), (120, 30)]


def test_claims_by_the_points_of_the_deal_alone() -> None:
    """Where the score counts for nothing, nobody may claim who has the target with it."""
    line = (
        "tausendeins/2 hands=AcKhKdQcQhQd,AdKsTh9c9s8d talon=9hAhTd7hTsAs9d7cJsTc7s7d8h8cJh8sJcJd lead=0 taken=KcQs,-"
        " score=1000,941"
    )
    assert "claim" not in step_after("claims-by-this-deal", line).legal


@pytest.mark.parametrize(("rule", "scores"), [("carried-again", (2, 3)), ("newest-favourite-suit", (2, 1))])
def test_what_a_deal_means_for_others_otherwise(rule: str, scores: tuple[int, ...]) -> None:
    """What is carried is scored again, and the favourite suit is that of the deal before."""
    deals = [((0, 0), "h"), ((1, 0), "d"), ((0, 1), "h")]
    case = case_of(
        MatchRequest(
            id=0,
            game="einwerfen",
            players=4,
            options={},
            dealer=3,
            deals=tuple([DealScore(game_points=points, trump=trump) for points, trump in deals]),
        )
    )
    [changed] = RuleChange(rule).cases(case)
    assert isinstance(case.expected, MatchReply)
    assert isinstance(changed.expected, MatchReply)
    assert (case.expected.steps[-1].scores, changed.expected.steps[-1].scores) == ((2, 2), scores)


def test_two_marriages_may_count_as_each_other() -> None:
    """Numbers that stand one for each suit may have changed places."""
    names = [change.name for change in changes_of(load_shipped("tausendeins"), 2)]
    assert "marriage_points=100,40,60,80" in names


def test_what_comes_of_a_trick_follows_from_who_takes_it() -> None:
    """Where a program is wrong about who is winning, whose turn it is then and who has the points is no other finding."""
    asked = [
        ("hands=9s,-,-,Jd lead=1 trick=Jc9d", ("Jd",), Discrepancy("winning", 1, 3, 1)),
        ("hands=AcQh,Ad4c,Jc,Td lead=2 trick=8hQd", ("Qh", "4c"), Discrepancy("turn", 2, 2, 0)),
        ("hands=-,-,-,K lead=0 trick=K3T", ("K",), Discrepancy("result.points", 1, [0, 18], [18, 0])),
    ]
    found: list[AnsweredFinding] = []
    for line, actions, wrong in asked:
        case = case_of(
            PositionRequest(
                id=0, game="ristikontra", players=4, options={}, position=f"ristikontra/4 {line}", actions=actions
            )
        )
        key, finding = finding_of(case, Wrong("differs", wrong), (case, Wrong("differs", wrong)), asked=1, seconds=0)
        found.append(AnsweredFinding(key, finding, None))

    def marks(_case: OracleCase, _reply: Reply) -> set[Mark]:
        return set()

    assert [str(one.key) for one in found] == ["winning RK-PLAY-4", "turn RK-PLAY-7", "result.points RK-PLAY-8"]
    for order in (found, found[::-1]):
        [cause] = Explanation(Evidence(), marks, {}).causes(order)
        assert (cause.clause, len(cause.found)) == ("RK-PLAY-4", 3)
    assert len(Explanation(Evidence(), marks, {}).causes(found[1:])) == 2


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
        for level in (*PLAY, "match", "view"):
            for _ in range(sliced(2, whole=20)):
                case = maker.make(level)
                for rule in RULES:
                    changed = RuleChange(rule.name).cases(case)
                    assert all(other.question == case.question for other in changed)


@pytest.mark.turns(2)
def test_every_amended_rule_differs_somewhere() -> None:
    """No rule that is turned round is the rule itself, and no two changes of a game have one name."""
    differing: set[str] = set()
    for game, players in (
        ("zsiros", 4),
        ("sedma", 4),
        ("schnapsen", 2),
        ("einwerfen", 4),
        ("ristikontra", 4),
        ("auction-sixty-six", 4),
        ("tausendeins", 2),
    ):
        maker = CaseGenerator(load(game, players=players), RandomSource(1), calls=False)
        cases = [maker.make(level) for level in (*PLAY, "match") for _ in range(12)]
        cases += [case_of(CLOSED), SHOWN] if game == CLOSED.game else []
        cases += [case_of(SHOWN_TO_DECLARER)] if game == SHOWN_TO_DECLARER.game else []
        for rule in RULES:
            if any(other.expected != case.expected for case in cases for other in RuleChange(rule.name).cases(case)):
                differing.add(rule.name)
        names = [change.name for change in changes_of(load_shipped(game), players)]
        assert all(names.count(rule.name) <= 1 for rule in RULES)
    assert differing == {rule.name for rule in RULES}
