"""What a report says of itself: no more was looked at than it says, and what was not is told."""

import itertools
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
import pytest
from conformance.programs.in_place import in_place
from conformance.programs.referee import Program, agreed_on
from typing_extensions import override

from aceten.conformance import verify
from aceten.conformance.verification import Verification
from aceten_spec import load_shipped
from aceten_spec.errors import RulebookError
from aceten_spec.options import option_values, options_for, own_value
from aceten_spec.protocol import (
    LEVELS,
    DealRequest,
    Failed,
    GameSupport,
    Level,
    Option,
    PlayReply,
    PositionRequest,
    Question,
    Reply,
    ShuffleRequest,
    Skipped,
    TrickReply,
    ViewRequest,
)

ZSIROS: Final = load_shipped("zsiros")


def offer(players: int, *levels: Level, **options: list[Option]) -> GameSupport:
    """Return what a program says that it can do of Zsíros with so many players."""
    values = {name: tuple(each) for name, each in options.items()}
    return GameSupport(game="zsiros", players=(players,), levels=levels, options=values)


class Noting(Program):
    """Answers rightly, unless a test says otherwise, and notes what it has answered."""

    def __init__(
        self,
        offers: list[GameSupport],
        noted: list[Question],
        otherwise: Callable[[Question, Reply], Reply] = lambda _question, reply: reply,
    ) -> None:
        super().__init__(["zsiros"])
        self.offers = offers
        self.noted = noted
        self.otherwise = otherwise

    @override
    def supports(self, game: str) -> Iterator[GameSupport]:
        yield from self.offers

    @override
    def answer(self, question: Question) -> Reply:
        reply = self.otherwise(question, super().answer(question))
        if not isinstance(reply, Skipped):
            self.noted.append(question)
        return reply


def noting(
    *offers: GameSupport,
    otherwise: Callable[[Question, Reply], Reply] = lambda _, reply: reply,
    **asked: Any,  # noqa: ANN401
) -> tuple[Verification, list[Question]]:
    """Return what is said of such a program, and the questions that it has answered."""
    noted: list[Question] = []
    with in_place(lambda: Noting(list(offers), noted, otherwise)):
        return verify(["noting"], "zsiros", seconds=600, **asked), noted


# --- Players and levels -------------------------------------------------------------------------------------------------


@pytest.mark.turns(2)
def test_players_are_those_with_whom_questions_were_answered() -> None:
    """Where options are agreed on that a program does with two players alone, nothing was tested with four, and that is said."""
    two, four = offer(2, "trick", "score", tie=["draw"]), offer(4, "trick", "score")
    report, answered = noting(two, four, options={"tie": "draw"}, examples=4)
    assert {question.players for question in answered} == {2}
    assert report.players == (2,)
    assert "4 players: it does not say that it can do tie=draw" in map(str, report.not_tested)
    both, _ = noting(two, four, examples=4)
    assert both.players == (2, 4)
    assert not [told for told in map(str, both.not_tested) if "players" in told and not told.startswith("option")]


@pytest.mark.turns(2)
def test_players_of_whom_all_was_skipped_were_not_tested() -> None:
    """A program that skips all questions with four players was tested with two, and at a level as far as it answers there."""
    offers = (offer(2, "trick", "score"), offer(4, "trick", "score"))

    def skipping(question: Question, reply: Reply) -> Reply:
        return Skipped(id=question.id, skip="no four") if question.players == 4 else reply

    report, _ = noting(*offers, otherwise=skipping, examples=4)
    assert (report.verdict, report.players) == ("conforms", (2,))
    assert "4 players: no question was answered" in map(str, report.not_tested)

    def half(question: Question, reply: Reply) -> Reply:
        return skipping(question, reply) if isinstance(question, ShuffleRequest) else reply

    offers = (offer(2, "trick", "shuffle"), offer(4, "trick", "shuffle"))
    some, _ = noting(*offers, otherwise=half, examples=4)
    assert some.players == (2, 4)
    assert "level shuffle with 4 players: no question was answered" in map(str, some.not_tested)


def test_a_program_that_skips_all_was_tested_with_nobody() -> None:
    """The report has no number of players then."""
    report, _ = noting(offer(4, "trick"), otherwise=lambda question, _: Skipped(id=question.id, skip="no"), examples=4)
    assert (report.verdict, report.players) == ("untested", ())


def test_a_level_that_was_given_up_for_what_is_skipped_is_not_complete() -> None:
    """Where a program skips so much that it is not asked on, fewer questions than were wanted are said not to be all."""

    def few(question: Question, reply: Reply) -> Reply:
        answers = not isinstance(question, ShuffleRequest) or not question.seed % 9
        return reply if answers else Skipped(id=question.id, skip="a seed that is too odd")

    report, answered = noting(offer(4, "trick", "shuffle"), otherwise=few, examples=12)
    trick, shuffle = report.levels
    assert (report.verdict, trick.complete, trick.asked) == ("conforms", True, 12)
    assert shuffle.asked == sum(isinstance(question, ShuffleRequest) for question in answered) < 12
    assert (shuffle.complete, shuffle.stopped_by) == (False, "skips")
    assert str(shuffle.stopped) == f"it skipped {sum(shuffle.skipped.values())} questions"


def test_levels_that_never_began_are_told() -> None:
    """Where the first finding ends all, the levels after it were not tested; and so it is where agreed options are not done there."""

    def wrong(question: Question, reply: Reply) -> Reply:
        return Failed(id=question.id, error="no") if isinstance(question, DealRequest) else reply

    report, answered = noting(offer(4, *LEVELS), otherwise=wrong, first=True, examples=2)
    begun = {type(question).__struct_config__.tag for question in answered}
    assert [level.level for level in report.levels] == ["trick", "score", "deal"]
    for level in set(LEVELS) - begun - {"position"}:  # to which a deal is made smaller
        assert f"level {level}: it stopped at the first finding" in map(str, report.not_tested)
    assert not [
        told for told in map(str, report.not_tested) if told.startswith(("level trick", "level score", "level deal"))
    ]
    agreed, _ = noting(offer(4, "trick"), offer(4, "score", tie=["draw"]), options={"tie": "draw"}, examples=2)
    assert [level.level for level in agreed.levels] == ["score"]
    assert "level trick: it does not say that it can do tie=draw" in map(str, agreed.not_tested)


# --- Options ------------------------------------------------------------------------------------------------------------


def in_full(question: Question) -> dict[str, str]:
    """Return the options of a question, also those that are the rulebook's own."""
    said = {name: own_value(ZSIROS, name, question.players) for name in options_for(ZSIROS, question.players)}
    return {name: str(value) for name, value in (said | question.options).items()}


def pairs_in(question: Question) -> set[frozenset[str]]:
    """Return the values of two options that a question is about, with the game."""
    named = [f"{name}={value}" for name, value in in_full(question).items()]
    return {frozenset({f"zsiros/{question.players}", *pair}) for pair in itertools.combinations(named, 2)}


def agree(players: int, *chosen: tuple[str, Option]) -> bool:
    """Whether values of options can be played together."""
    try:
        agreed_on("zsiros", players, chosen)
    except RulebookError:
        return False
    return True


@pytest.mark.turns(6)
@pytest.mark.parametrize("examples", [3, 40])
def test_options_that_were_not_asked_about_are_told(examples: int) -> None:
    """Of the values that a program offers, and of any two of them, those are told that no answered question about play was about."""
    offers: dict[int, dict[str, list[Option]]] = {
        2: {"tie": ["draw"], "target": [3, 5], "draw": ["round_robin"]},
        4: {"tie": ["draw"], "continuation": ["never", "always"]},
    }
    supports = [offer(players, "trick", "score", "view", **options) for players, options in offers.items()]
    report, answered = noting(*supports, examples=examples, seed=3)
    about = [question for question in answered if not isinstance(question, ViewRequest)]
    asked = {f"zsiros/{one.players} {name}={value}" for one in about for name, value in in_full(one).items()}
    there = {
        f"zsiros/{players} {name}={value}"
        for players, options in offers.items()
        for name, values in options.items()
        for value in values
    }
    assert set(report.variants.never) == there - asked
    met = set[frozenset[str]]().union(*map(pairs_in, about))
    can = set[frozenset[str]]()
    for players, options in offers.items():
        own = {name: [own_value(ZSIROS, name, players)] for name in options_for(ZSIROS, players)}
        every = {name: [*values, *options.get(name, [])] for name, values in own.items()}
        for one, other in itertools.combinations(every, 2):
            for pair in itertools.product(
                [(one, value) for value in every[one]], [(other, value) for value in every[other]]
            ):
                if agree(players, *pair):
                    can.add(frozenset({f"zsiros/{players}", *[f"{name}={value}" for name, value in pair]}))
    assert {frozenset(told.split()) for told in report.variants.pairs_never} == can - met
    assert report.variants.pairs == len(can & met)
    assert bool(report.variants.pairs_never) == (examples == 3)


def test_missing_values_of_options_are_told_whatever_is_agreed_on() -> None:
    """A program that offers nothing but what is agreed on does no other option, and each is named; the agreed one is not."""
    report, _ = noting(offer(4, "score", tie=["draw"]), players=4, options={"tie": "draw"}, examples=1)
    missing = {name for name, option in options_for(ZSIROS, 4).items() if option_values(option)} - {"tie"}
    told = {
        each.removeprefix("option ").partition("=")[0]
        for each in map(str, report.not_tested)
        if each.startswith("option ")
    }
    assert told == missing


def test_values_of_options_that_are_missing_with_some_players_are_told() -> None:
    """A value that a program does with two players and not with four, though it is there, is missing with four."""
    report, _ = noting(offer(2, "score", tie=["draw"]), offer(4, "score"), examples=1)
    assert [told for told in map(str, report.not_tested) if told.startswith("option tie=")] == [
        "option tie=draw with 4 players"
    ]


# --- While findings are made smaller ------------------------------------------------------------------------------------


@pytest.mark.turns(45)
def test_what_else_is_wrong_in_smaller_questions_is_reported() -> None:
    """A program that is wrong about deals, and fails at the positions to which they are made smaller, has both said of it."""

    def wrong(question: Question, reply: Reply) -> Reply:
        if isinstance(question, PositionRequest):
            return Failed(id=question.id, error="no positions with options" if question.options else "no positions")
        if isinstance(question, DealRequest) and isinstance(reply, PlayReply):
            *steps, last = reply.steps
            turn = 0 if last.turn is None else (last.turn + 1) % question.players
            return msgspec.structs.replace(reply, steps=(*steps, msgspec.structs.replace(last, turn=turn)))
        return reply

    report, _ = noting(offer(4, "deal", "position"), otherwise=wrong, levels=["deal"], examples=1)
    found = {finding.kind: finding for finding in report.findings}
    assert set(found) == {"differs", "error"}
    assert isinstance(found["error"].question, PositionRequest)
    assert str(found["error"].given) == "an error: no positions"
    assert "while another finding was made smaller" in str(found["error"].note)
    assert report.wrong[found["error"].key] >= 1
    first, _ = noting(offer(4, "deal", "position"), otherwise=wrong, levels=["deal"], examples=1, first=True)
    assert {finding.kind for finding in first.findings} == {"differs", "error"}


def test_a_question_that_is_asked_again_is_no_smaller_one() -> None:
    """Of a program that skips what it was asked before, it is not said that it skipped smaller questions."""
    before: set[bytes] = set()

    def wrong(question: Question, reply: Reply) -> Reply:
        asked = msgspec.json.encode(msgspec.structs.replace(question, id=0))
        if asked in before or not isinstance(reply, TrickReply):
            return Skipped(id=question.id, skip="asked before")
        before.add(asked)
        return msgspec.structs.replace(reply, winner=(reply.winner + 1) % question.players)

    report, _ = noting(offer(4, "trick"), otherwise=wrong, levels=["trick"], examples=1)
    (finding,) = report.findings
    assert finding.kind == "unsteady"
    assert "Asked the same 3 times after a new start" in str(finding.note)
    assert "skipped" not in str(finding.note)
