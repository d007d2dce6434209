"""Cases: questions to a program, what the reference answers, and the moments of play that they are about."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final, TypedDict, cast

import msgspec

from aceten.conformance.oracle.answers import (
    end_of,
    game_of,
    match_course,
    match_reply,
    moments_of,
    play_reply,
    reply_to,
    score_request,
)
from aceten.conformance.oracle.discrepancies import kind_of
from aceten.conformance.oracle.shown_marriages import is_showing
from aceten.engine.game import Game
from aceten.engine.loading import load
from aceten.engine.match import Match
from aceten.engine.state import State
from aceten.notation.examples import Moment, run_example
from aceten.vocabulary.actions import Call
from aceten_spec.protocol import (
    DealRequest,
    DealScore,
    Level,
    MatchRequest,
    Option,
    PositionRequest,
    Question,
    Reply,
    ScoreRequest,
    ViewRequest,
)
from aceten_spec.rulebook import MatchCourse, Rulebook

_TOLD: Final = {"close": ("closed",), "meld": ("melds",), "claim": ("claim",), "bid": ("bids", "bid")}
"""By kind of action the keys of a position line that tell of one."""


class OracleCase(msgspec.Struct, frozen=True):
    """A question, and everything that the reference knows about it."""

    question: Question
    """What a program is asked."""
    game: Game
    """The game that it is about."""
    expected: Reply
    """What the reference answers."""
    moments: tuple[Moment, ...] = ()
    """What happens in it, in the order of the question's actions; nothing where no action is taken."""
    stands: tuple[Match, ...] = ()
    """The match before each deal and after the last, where it is about a match."""


def case_of(question: Question, rules: Rulebook | None = None) -> OracleCase:
    """Return the case of a question that somebody has written.

    :param rules: the rulebook that it is about; without it the shipped one that it names.
    :raises AcetenError: when it is about something that cannot be.
    """
    return case_about(game_of(question, rules), question)


def case_about(game: Game, question: Question) -> OracleCase:
    """Return the case of a question about a game.

    :raises AcetenError: when it is about something that cannot be.
    """
    match question:
        case PositionRequest() if is_showing(question):
            return OracleCase(question, game, reply_to(question, game))
        case DealRequest() | PositionRequest():
            moments = moments_of(question, game)
            return OracleCase(question, game, play_reply(question, game, moments), moments)
        case ViewRequest():
            return OracleCase(question, game, reply_to(question, game), moments_of(question, game))
        case MatchRequest():
            stands = tuple(match_course(question, game))
            return OracleCase(question, game, match_reply(question, stands), stands=stands)
        case _:
            return OracleCase(question, game, reply_to(question, game))


def level_of(question: Question) -> Level:
    """Return the level of a question: its command."""
    return cast("Level", type(question).__struct_config__.tag)


def takes(case: OracleCase, kinds: Collection[str]) -> bool:
    """Whether an action of these kinds is taken or tried in a case, or was before the position with which it begins."""
    question = case.question
    actions = question.actions if isinstance(question, DealRequest | PositionRequest | ViewRequest) else ()
    line = question.position if isinstance(question, PositionRequest | ScoreRequest) else ""
    told = any(f" {key}=" in line for kind in kinds for key in _TOLD.get(kind, ()))
    told |= "meld" in kinds and is_showing(question)
    return told or any(kind_of(action) in kinds for action in actions)


def length_of(question: Question) -> int:
    """Return how many actions a question has, or deals of a match."""
    match question:
        case MatchRequest():
            return len(question.deals)
        case DealRequest() | PositionRequest() | ViewRequest():
            return len(question.actions)
        case _:
            return 0


def example_cases(rulebook: Rulebook, *, calls: bool) -> tuple[OracleCase, ...]:
    """Return what the examples of a rulebook ask.

    :param calls: whether those with calls between partners are among them.
    """
    cases = [case_of(question, rulebook) for question in _match_examples(rulebook)]
    for example in rulebook.examples:
        if not example.steps:
            continue
        moments = run_example(rulebook, example)
        if any(isinstance(moment.action, Call) for moment in moments) and not calls:
            continue
        cases.append(_steps_of(moments))
        end = end_of(moments)
        if end is not None and end.result is not None and end.tricks is not None and _accounted(end):
            question = score_request(end)
            cases.append(case_of(question, rulebook))
    return tuple(cases)


def _match_examples(rulebook: Rulebook) -> Iterator[MatchRequest]:
    """Yield what the matches among the examples ask."""
    for example in rulebook.examples:
        course = example.match
        if course is not None:
            game = load(rulebook, players=course.players, **course.options)
            dealer = course.dealers[0] if course.dealer is None else course.dealer
            yield MatchRequest(id=0, **of_game(game), dealer=dealer, deals=tuple(deals_of(course)))


def _steps_of(moments: tuple[Moment, ...]) -> OracleCase:
    """Return the question that takes the actions of an example."""
    start = moments[0].before
    actions = tuple([str(moment.action) for moment in moments])
    question = PositionRequest(id=0, **of_game(start.game), position=str(start), actions=actions)
    game = game_of(question, start.game.rulebook)
    return OracleCase(question, game, play_reply(question, game, moments), moments)


def _accounted(state: State) -> bool:
    """Whether a state says where every card of the pack is."""
    piles = (*state.hands, *state.taken, state.talon, state.trick)
    return sum(map(len, piles)) == len(state.game.pack.cards)


def deals_of(course: MatchCourse) -> Iterator[DealScore]:
    """Yield what the deals of a match among the examples brought."""
    for number, points in enumerate(course.deals):
        yield DealScore(
            game_points=points,
            resets=course.resets[number] if course.resets else (),
            trump=course.trumps[number] if course.trumps else None,
            claimed=course.claimed if number == len(course.deals) - 1 else None,
        )


def with_options(question: Question, options: Mapping[str, Option]) -> Question:
    """Return a question by other values of some options."""
    said = {**question.options, **options}
    if not isinstance(question, PositionRequest | ScoreRequest):
        return msgspec.structs.replace(question, options=said)
    kept = [field for field in question.position.split() if field.partition("=")[0] not in options]
    new = [f"{name}={value}" for name, value in options.items()]
    return msgspec.structs.replace(question, options=said, position=" ".join([*kept, *new]))


class OfGame(TypedDict):
    """What a question says of its game."""

    game: str
    """The id of its rulebook."""
    players: int
    """The number of players."""
    options: dict[str, Option]
    """Its options."""


def of_game(game: Game) -> OfGame:
    """Return what a question says of a game."""
    return {"game": game.rulebook.id, "players": game.players, "options": dict(game.options)}
