"""Programs with a game of their own: they say so, or the runner finds out; and one fault does not hide another."""

import json
import sys
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from conformance.mistakes.catalogue import BY_NAME
from conformance.programs.house import House, HouseProgram
from conformance.programs.in_place import in_place, verified
from support.slices import sliced

from aceten.conformance.runs.runner import verify
from aceten.conformance.verification import Verification
from aceten_spec.protocol import LEVELS, DealRequest, Level, PositionRequest, ViewRequest

HOUSE: Final = str(Path(__file__).parent / "programs" / "house.py")
FEW: Final = sliced(8, whole=60)
"""Questions of a level, beside the examples."""
PLAY: Final[list[Level]] = ["score", "deal", "position", "view", "perft"]

HOUSES: Final[list[tuple[str, dict[str, Any]]]] = [
    ("sedma", {"plays": {"draw": "round_robin"}}),
    ("zsiros", {"plays": {"draw": "round_robin", "tie": "draw"}, "omits": ["winning", "result.winners"]}),
    ("schnapsen", {"plays": {"claiming": "automatic"}, "lacks": ["close", "exchange"]}),
    ("sixty-six", {"lacks": ["close", "meld"], "omits": ["result"]}),
]
"""Games that differ from those of the rulebook, as they are met."""


def house(game: str, does: dict[str, Any], says: dict[str, Any] | None = None, **asked: Any) -> Verification:  # noqa: ANN401
    """Return what is found in such a program, which is asked without starting it."""
    particular, told = (msgspec.convert(part, House) for part in (does, does if says is None else says))
    with in_place(lambda: HouseProgram(game, particular, told)):
        return verified_as(["house"], game, **asked)


def started(game: str, does: dict[str, Any], **asked: Any) -> Verification:  # noqa: ANN401
    """Return what is found in such a program that runs by itself."""
    return verified_as([sys.executable, HOUSE, game, json.dumps(does)], game, **asked)


def verified_as(command: list[str], game: str, **asked: Any) -> Verification:  # noqa: ANN401
    """Return what is found by a few questions."""
    further: dict[str, Any] = {"examples": FEW, "seconds": 600, **asked}
    return verify(command, game, **further)


@pytest.mark.turns(24)
@pytest.mark.parametrize(("game", "does"), HOUSES, ids=[game for game, _ in HOUSES])
def test_who_says_what_is_played_conforms(game: str, does: dict[str, Any]) -> None:
    """Questions are made for what a program plays, none is skipped, and what was not looked at is said."""
    report = started(game, does)
    assert report.verdict == "conforms", [finding.key for finding in report.findings]
    assert report.options == does.get("plays", {})
    untold = ["score"] if "result" in does.get("omits", ()) else []
    assert [level.level for level in report.levels] == [level for level in LEVELS if level not in untold]
    assert all(level.asked >= (FEW if level.level != "perft" else 1) and not level.skipped for level in report.levels)
    told = "; ".join(map(str, report.not_tested))
    assert all(name in told for name in (*does.get("lacks", ()), *does.get("omits", ())))


@pytest.mark.turns(30)
@pytest.mark.parametrize(("game", "does"), HOUSES, ids=[game for game, _ in HOUSES])
def test_who_does_not_say_so_diverges(game: str, does: dict[str, Any]) -> None:
    """The same programs are wrong about the rulebook's own game."""
    assert house(game, does, {}, examples=40, levels=PLAY, first=True).verdict == "diverges"


@pytest.mark.turns(24)
def test_actions_that_a_program_lacks_are_not_taken() -> None:
    """No question takes or tries an action that the program does not have, and the clauses of those are not counted as held."""
    report = house("schnapsen", {"lacks": ["close"]}, levels=["deal", "position", "view"], examples=30)
    assert report.verdict == "conforms"
    assert not {"SN-CLOSE-1", "SN-CLOSE-3"} & set(report.reached)
    wrong = house("schnapsen", {"lacks": ["close"]}, {"lacks": ["exchange"]}, levels=["deal"], examples=30)
    assert {finding.about for finding in wrong.findings} == {"missing close"}
    for finding in wrong.findings:
        assert isinstance(finding.question, DealRequest | PositionRequest | ViewRequest)
        assert "exchange" not in finding.question.actions


@pytest.mark.turns(240)
@pytest.mark.parametrize(
    ("game", "does", "fits"),
    [
        ("schnapsen", {"claiming": "leading"}, {"claiming": "leading"}),
        ("tausendeins", {"claiming": "trick", "claim_last": "off"}, {"claim_last": "off", "claiming": "trick"}),
        ("sedma", {"draw": "round_robin"}, {"draw": "round_robin"}),
        ("zsiros", {"tie": "draw", "draw": "round_robin"}, {"tie": "draw", "draw": "round_robin"}),
        ("schnapsen", {"claiming": "automatic"}, {"claiming": "automatic"}),
    ],
)
def test_the_variant_is_named(game: str, does: dict[str, Any], fits: dict[str, Any]) -> None:
    """The options by which a program plays without saying so are found out, and by them it answers everything rightly."""
    report = house(game, {"plays": does}, {}, levels=["score", "deal", "position"], examples=30)
    assert report.proposal is not None
    assert report.proposal.plays == fits
    assert report.proposal.right == report.proposal.asked > 20
    assert report.proposal.explains > 0


@pytest.mark.turns(8)
def test_all_that_is_particular_is_named_at_once() -> None:
    """A program that plays by an option, lacks an action and leaves a part out is told what to say, and then conforms."""
    does = {"plays": {"claiming": "automatic"}, "lacks": ["exchange"], "omits": ["result.winners"]}
    proposal = house("schnapsen", does, {}, levels=["deal", "position"], examples=60, seed=4).proposal
    assert proposal is not None
    assert (proposal.plays, proposal.lacks, proposal.omits) == (does["plays"], ("exchange",), ("result.winners",))
    assert proposal.right == proposal.asked > 20


@pytest.mark.turns(42)
def test_one_fault_does_not_hide_another() -> None:
    """Faults that show in the same answers are found apart; those that are known do not count, and hide nothing."""
    does = {"lacks": ["close", "exchange"], "omits": ["result.winners"]}
    asked: dict[str, Any] = {"levels": ["deal", "position"], "examples": 30}
    report = house("schnapsen", does, {}, **asked)
    keys = {finding.key for finding in report.findings}
    assert len(keys) == len(report.findings) == 3
    assert {finding.about for finding in report.findings} == {"missing close", "missing exchange", "left out"}
    assert report.proposal is not None
    assert (report.proposal.lacks, report.proposal.omits) == (("exchange",), ("result.winners",))
    assert (report.proposal.plays, report.proposal.explains) == ({"close": "never"}, 3)
    assert report.proposal.right == report.proposal.asked > 20
    asked["levels"] = ["deal"]
    assert house("schnapsen", does, {}, known=keys, **asked).verdict == "conforms"
    some = {key for key in keys if "close" not in key}
    rest = house("schnapsen", does, {}, known={*some, "legal extra soup"}, **asked)
    assert rest.verdict == "diverges"
    assert {finding.about for finding in rest.findings if not finding.known} == {"missing close"}
    assert rest.unseen_known == ("legal extra soup",)


def test_what_is_played_must_not_contradict_what_is_agreed() -> None:
    """A program that always plays one value of an option cannot be tested with another."""
    report = house("sedma", {"plays": {"draw": "round_robin"}}, options={"draw": "block"})
    assert report.verdict == "untested"
    assert "it always plays draw=round_robin" in str(report.reason)


def test_strange_words_in_hello_are_told() -> None:
    """An option, a value, a kind of action or a part of answers that there is not is named, and nothing is asked."""
    says = {"plays": {"colour": "red", "draw": "never"}, "lacks": ["soup"], "omits": ["knwon", "result.winners"]}
    report = house("sedma", {}, says, levels=["trick"])
    assert (report.verdict, report.levels) == ("untested", ())
    assert all(word in str(report.reason) for word in ("colour", "draw=never", "round_robin", "soup", "knwon", "known"))
    assert "omits result.winners" not in str(report.reason)


@pytest.mark.turns(12)
@pytest.mark.parametrize(
    ("game", "says", "words"),
    [
        ("einwerfen", {"lacks": ["cards"]}, "lacks cards: einwerfen/4 cannot be played without; expected nothing"),
        ("schnapsen", {"lacks": ["close", "cards"]}, "without; expected of: close, pass, meld, exchange"),
        ("sixty-six", {"lacks": ["pass", "claim"]}, "lacks pass: sixty-six/2 cannot be played without; expected of: claim,"),
        ("auction-sixty-six", {"lacks": ["bid"]}, "lacks bid: auction-sixty-six/4 cannot be played without; expected of: pass"),
        ("sixty-six", {"plays": {"close": "after_drawing"}, "lacks": ["spice", "trump", "cards"]}, "lacks cards: sixty-six/2 close="),
        ("sixty-six", {"plays": {"close": "never", "won_at": "closing"}}, "plays close=never, won_at=closing: options: "),
    ],
)  # fmt: skip
def test_what_leaves_no_game_is_refused_at_hello(game: str, says: dict[str, Any], words: str) -> None:
    """A game can be played without the actions that a program lacks, and by the options that it plays; else it is told what is expected."""
    report = house(game, {}, says)
    assert (report.verdict, report.levels) == ("untested", ())
    assert words in str(report.reason), report.reason
    assert "\n" not in str(report.reason)


def test_what_says_nothing_is_not_asked() -> None:
    """A level at which a program tells no part of the answers is not tested; with no other level nothing is."""
    omits = {"omits": ["result.winners", "points", "game_points", "turn", "legal", "refused", "deck"]}
    report = house("sedma", {}, omits, levels=["trick", "score", "deal", "shuffle"], examples=1)
    assert (report.verdict, [level.level for level in report.levels]) == ("conforms", ["trick", "deal"])
    assert [text for text in map(str, report.not_tested) if text.startswith("level")] == [
        f"level {level}: it omits all that is compared there" for level in ("score", "shuffle")
    ]
    nothing = house("sedma", {}, omits, levels=["score", "shuffle"], examples=1)
    assert (nothing.verdict, nothing.levels) == ("untested", ())
    assert "nothing is left to compare at score, shuffle" in str(nothing.reason)


@pytest.mark.turns(16)
def test_agreed_options_stay_when_a_case_is_made_smaller() -> None:
    """What is shown is about the game that the program plays."""
    does = {"plays": {"draw": "round_robin"}, "lacks": ["stop"]}
    report = house("sedma", does, {"plays": does["plays"]}, levels=["deal", "position", "view"])
    assert report.findings
    assert all(finding.question.options == {"draw": "round_robin"} for finding in report.findings)


@pytest.mark.turns(2)
def test_hardly_anything_answered_is_no_verdict(tmp_path: Path) -> None:
    """A program that skips nearly all is untested, and how little it answered is said."""
    path = tmp_path / "program.py"
    hello = {
        "id": 0,
        "protocol": 1,
        "program": "shy",
        "games": [{"game": "zsiros", "players": [4], "levels": ["shuffle"]}],
    }
    path.write_text(
        "import json, sys\n"
        f"sys.path.insert(0, {str(Path(__file__).parents[1])!r})\n"
        "import msgspec\n"
        "from conformance.programs.referee import Program\n"
        "from aceten_spec.protocol import Request\n"
        "for number, line in enumerate(sys.stdin):\n"
        "    asked = msgspec.json.decode(line, type=Request)\n"
        "    if not number:\n"
        f"        print({json.dumps(json.dumps(hello))}, flush=True)\n"
        "    elif number % 9:\n"
        "        print(json.dumps({'id': asked.id, 'skip': 'tired'}), flush=True)\n"
        "    else:\n"
        "        print(msgspec.json.encode(Program(['zsiros']).answer(asked)).decode(), flush=True)\n",
        encoding="utf-8",
    )
    report = verify([sys.executable, str(path)], "zsiros", examples=20)
    assert report.verdict == "untested"
    assert "answered 1" in str(report.reason)
    assert "skipped" in str(report.reason)


@pytest.mark.turns(2)
def test_a_rule_that_was_agreed_otherwise_is_cited_with_what_was_agreed() -> None:
    """Where an option is agreed on, the clause that says the other thing is cited with the option and what that says."""
    asked: dict[str, Any] = {"levels": ["deal"], "examples": 1, "first": True}
    report = house("sedma", {}, {"plays": {"draw": "round_robin"}}, **asked)
    clause = report.findings[0].clauses[0]
    assert clause.id == "SE-DRAW-2"
    (agreed,) = clause.agreed
    assert agreed.startswith("draw=round_robin: ")
    others = house("sedma", {"plays": {"draw": "round_robin"}}, {}, **asked)
    assert others.findings[0].clauses
    assert not any(clause.agreed for clause in others.findings[0].clauses)


@pytest.mark.turns(12)
def test_what_is_not_answered_is_made_small_and_told_apart_by_what_is_said() -> None:
    """Of errors each kind is a finding, with one action; a program that ends is shown with one action, and what it wrote."""
    does = {"fails": {"Ts": "no such ten", "7h": "no such seven", "stop": ""}}
    report = house("zsiros/4".partition("/")[0], does, {}, levels=["deal", "position"], players=4, examples=30)
    found = {finding.key: finding for finding in report.findings}
    assert set(found) == {"error no such ten, action #", "error no such seven, action #", "crash"}
    assert all(finding.actions == 1 for finding in found.values())
    assert all(isinstance(finding.question, PositionRequest) for finding in found.values())
    assert [
        finding.question.actions for finding in found.values() if isinstance(finding.question, PositionRequest)
    ] == [
        {"error no such ten, action #": ("Ts",), "error no such seven, action #": ("7h",), "crash": ("stop",)}[key]
        for key in found
    ]
    assert "cannot go on" in str(found["crash"].note)
    steps = json.loads(str(found["crash"].expected))["steps"]
    assert len(steps) == 2


@pytest.mark.turns(4)
def test_beyond_a_few_errors_are_not_told_apart() -> None:
    """A program that says another thing each time does not drown what else is wrong."""
    fails = {f"{rank}{suit}": f"error of {rank}{suit}" for rank in "789JQKA" for suit in "cdhs"}
    report = house("zsiros", {"fails": fails}, {}, levels=["deal"], players=2, examples=30)
    assert len(report.findings) == 5


@pytest.mark.turns(24)
def test_a_wrong_count_is_followed_to_where_the_actions_differ() -> None:
    """A program that lacks an action counts less; it is shown where it lacks it, not as a number; one finding for both levels."""
    asked: dict[str, Any] = {"levels": ["perft"], "examples": 60, "seed": 1}
    report = house("schnapsen", {"lacks": ["exchange"]}, {}, **asked)
    assert {finding.key for finding in report.findings} == {"lacks=exchange"}
    assert report.levels[0].passed < report.levels[0].asked
    both = house("schnapsen", {"lacks": ["exchange"]}, {}, **asked | {"levels": ["deal", "perft"], "examples": 30})
    assert len(both.findings) == 1
    assert both.levels[1].wrong


def test_a_variant_by_which_more_goes_wrong_is_not_proposed() -> None:
    """Where another option explains the smallest wrong answer, and asking by it finds more wrong than before, it is not proposed."""
    report = verified(BY_NAME["goes-on-over-the-partner"], levels=["deal"], seed=0)
    assert report.findings[0].fits == ({"continuation": "always"},)
    assert report.proposal is None


@pytest.mark.turns(2)
def test_a_forced_pass_that_is_offered_is_one_finding() -> None:
    """A program that asks for a pass where nothing else can be done is wrong in that alone, whatever follows from it."""
    report = verified(BY_NAME["always-asked"], levels=["deal", "view", "perft"], seed=0)
    assert [finding.key for finding in report.findings] == ["legal extra stop ZS-MULTI-6"]
    assert "offers nothing but stop" in str(report.findings[0].note)
